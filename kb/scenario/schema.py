"""The JSON Schemas of scenario files, with the words of a game, and of game files, for editors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Any

from kb.scenario.actions import Action, Parts
from kb.scenario.declared import record_of
from kb.scenario.documented import Documented, documentation
from kb.scenario.forms import Attribute, Form, Param
from kb.scenario.game import Game
from kb.scenario.game_words import CardKey
from kb.scenario.kinds import KINDS, NAMES, TEXT_OR_NUMBER
from kb.scenario.model import Scenario, Thing
from kb.scenario.shapes import FLAG, NAME, NUMBER, Schema, described, enumerated

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TAKEN: dict[str, Schema] = {
    "nothing": {"type": ["string", "boolean", "null"]},
    "pairs": {"type": "object", "additionalProperties": NAMES},
    "amounts": {
        "type": "object",
        "additionalProperties": {"type": "object", "additionalProperties": NUMBER},
    },
}
_SHARED: dict[str, Schema] = {
    "Names": NAMES,
    "Amount": TEXT_OR_NUMBER,
    "Name": NAME,
    "Count": NUMBER,
}
"""What stands in a schema a hundred times, by the name that it is defined under."""

_REST = re.compile(
    r"(?:[;:] |\. |, (?:or|and|nor|from|as|only|though|of|each|listed|under|on|for|in|by|where) "
    r"| (?:where (?:that|there|none)|when it|as it) ).*$",
    re.DOTALL,
)
"""What a sentence goes on with behind its main clause."""

_ROOM = 33
"""For how many characters of a main clause an editor has room."""

_LITTLE = re.compile(
    r"a|all|an|and|are|be|by|cards?|certain|for|gets|has|in|is|its?|kind|many|of|on|or|put|so|some"
    r"|some(?:body|thing|where)|that|the|them|those|to|with"
)
"""Words that tell nobody what a word is for."""

_STEM = 5
"""By how many letters "discards" is "discard"."""

# How deep a printed schema is broken into lines: definition, "properties", word.
_BROKEN = 4
_SHORT = 100


def printed(schema: Schema) -> str:
    """Return a schema as text: a line for each word, whatever is said of it."""
    return _lines(schema, _BROKEN)


def _lines(value: Any, depth: int) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if depth == 0 or not isinstance(value, dict) or len(text) <= _SHORT:
        return text
    rows = (f"{json.dumps(key)}:{_lines(one, depth - 1)}" for key, one in value.items())
    return "{\n" + ",\n".join(rows) + "\n}"


def game_file_schema() -> Schema:
    """Return the JSON Schema of the file of a game."""
    definitions: Schema = {}
    record_of(Game).schema(definitions)
    return {
        "$schema": DIALECT,
        "title": "The file of a game",
        **definitions.pop("Game"),
        "$defs": definitions,
    }


def scenario_schema(game: Game) -> Schema:
    """Return the JSON Schema of a scenario of one game.

    Parameters
    ----------
    game : Game
        The game whose zones, attributes, actions, properties and card words are offered.
    """
    return _Scenarios(game).schema()


class _Scenarios:
    """Adds the words of a game to what all scenarios share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.said: Mapping[tuple[str, str], Documented] = documentation(game)
        self.definitions: Schema = {}

    def schema(self) -> Schema:
        for record in (Scenario, Thing):
            record_of(record).schema(self.definitions)
        game, parts = self.game, self.definitions
        properties = {name: one["properties"] for name, one in parts.items()}
        properties["Player"].update(self.zones())
        properties["Player"].update(self.attributes("players", game.player_attributes))
        properties["Thing"].update(self.attributes("objects", game.object_attributes))
        if game.effects is not None:
            more = {"until": self.param(game.effects.until)}
            parts["Change"] = self.forms("effects: changes", game.effects.changes, more)
            properties["Thing"]["effects"] = {"type": "array", "items": {"$ref": "#/$defs/Change"}}
        actions = {
            name: described(_TAKEN.get(action.takes, TEXT_OR_NUMBER), self.says("actions", name))
            for name, action in game.actions.items()
        }
        properties["Step"].update(actions, **self.shares(game.actions.values()))
        properties["Step"]["for"] = enumerated(game.decisions)
        properties["Turn"]["phase"] = enumerated(game.phases)
        properties["Question"]["what"] = self.properties()
        properties["Question"]["declarations"] = self.declarations(actions)
        for body in ("Scenario", "Variant"):
            properties[body]["cards"] = self.cards()
            properties[body]["readings"] = {"$ref": "#/$defs/Readings"}
        parts["Readings"] = self.readings()
        # A variant says the same words as the scenario: what stands there is not said again.
        for name, one in properties["Variant"].items():
            if one == properties["Scenario"].get(name) and "$ref" not in one:
                properties["Variant"][name] = {"$ref": f"#/properties/{_pointer(name)}"}
        for name in ("Player", "Thing", "Step"):
            parts[name]["additionalProperties"] = False
        parts.update(self.card())
        properties["Scenario"]["game"] = {"const": game.name, "description": "The game."}
        title = {"$schema": DIALECT, "title": f"A scenario of {game.title}"}
        whole = {**title, **parts.pop("Scenario")}
        return {**_named(whole), "$defs": {**_named(parts), **_SHARED}}

    def says(self, section: str, word: str) -> str:
        """Return what a word is for, as far as an editor has room; `ludex words` says the rest."""
        found = self.said.get((section, word))
        clause = "" if found is None else _REST.sub("", found.says, count=1).rstrip(".")
        return shorten(clause, _ROOM, placeholder="…") if _tells(clause, word) else ""

    def listed(self, name: str) -> Schema:
        """Return the schema of a word of a list, which stands among the definitions."""
        words = self.game.values[name]
        if words.open:
            return NAME
        key = f"{name.replace(' ', '_')}_words"
        self.definitions[key] = enumerated(words.terms)
        return {"$ref": f"#/$defs/{key}"}

    def properties(self) -> Schema:
        """Return the schema of a property's name, of which an open list makes more."""
        values = self.game.values
        each = [p for p in self.game.properties.values() if p.each and values[p.each].open]
        named = enumerated(
            p.name
            for p in self.game.each_property()
            if not any(one.word_in(p.name) and p.name not in self.game.properties for one in each)
        )
        more = [{"pattern": f"^{one.name.replace('{word}', '.+')}$"} for one in each]
        return {"anyOf": [named, *more]} if more else named

    # --- The board ---

    def zones(self) -> Schema:
        thing: Schema = {"anyOf": [NAME, {"$ref": "#/$defs/Thing"}]}
        self.definitions["Entry"] = thing
        entry = {"$ref": "#/$defs/Entry"}
        zone = {"anyOf": [{"type": "array", "items": entry}, entry]}
        number = {**NUMBER, "description": "so many cards that are not named"}
        self.definitions["Zone"] = zone
        cards = {"type": "array", "items": {"anyOf": [entry, number]}}
        self.definitions["Pile"] = {"anyOf": [cards, entry, number]}
        return {
            name: described(
                {"$ref": f"#/$defs/{'Pile' if found.unknown else 'Zone'}"}, self.says("zones", name)
            )
            for name, found in self.game.zones.items()
        }

    def attributes(self, section: str, attributes: Mapping[str, Attribute]) -> Schema:
        return {
            name: described(self.attribute(one), self.says(section, name))
            for name, one in attributes.items()
        }

    def attribute(self, attribute: Attribute) -> Schema:
        simple = {"flag": FLAG.json, "integer": NUMBER, "card": NAME, "named": NAMES}
        if attribute.several:
            return NAMES
        if attribute.kind in simple:
            return simple[attribute.kind]
        word = self.listed(attribute.of or "")
        if attribute.kind == "word":
            return word
        counts: Schema = {"type": "object", "additionalProperties": NUMBER}
        return counts if word is NAME else {**counts, "propertyNames": word}

    def readings(self) -> Schema:
        return {
            "type": "object",
            "description": "How gaps of the documents are read, where not by default.",
            "properties": {
                gap.name: {"enum": list(gap.readings), "description": gap.question}
                for gap in self.game.gaps.gaps.values()
            },
            "additionalProperties": False,
        }

    # --- Actions ---

    def shares(self, actions: Iterable[Action]) -> Schema:
        """Return the schemas of the words of actions that say something of many objects."""
        return {word: self.share(one) for action in actions for word, one in action.parts.items()}

    def share(self, parts: Parts) -> Schema:
        one = self.listed(parts.of)
        each = {"anyOf": [one, {"type": "array", "items": one}]}
        said: Schema = {"type": "object", "additionalProperties": each}
        return said if parts.freely is None else {"anyOf": [said, {"const": "any"}]}

    def declarations(self, actions: Mapping[str, Schema]) -> Schema:
        """Return the schema of a question about all that could be declared."""
        kinds: Schema = {}
        for name, action in self.game.actions.items():
            if action.each is not None:
                kinds[name] = {"type": "object"}
            elif any(parts.freely is not None for parts in action.parts.values()):
                kinds[name] = actions[name]
                kinds.update(self.shares([action]))
        return {
            "type": "object",
            "description": "All that could be declared now, with what has to be part of it.",
            "properties": {
                **kinds,
                "by": {**NAME, "description": "The player who declares."},
                "limit": {"type": "integer", "minimum": 1, "description": "List no more."},
                "count": {**FLAG.json, "description": "Count them, without listing them."},
                "classes": {**FLAG.json, "description": "Those that come to the same are one."},
                "seconds": {"type": "number", "minimum": 0, "description": "Count no longer."},
            },
            "required": ["by"],
            "additionalProperties": False,
        }

    # --- Cards ---

    def cards(self) -> Schema:
        """Return the schema of cards that a scenario brings: described, or in files."""
        card: Schema = {"$ref": "#/$defs/Card"}
        if self.game.wording is None and self.game.card_files is None:
            return {"type": "array", "items": card}
        file = {**NAME, "description": "A file of cards, one JSON object a line."}
        return {"anyOf": [file, {"type": "array", "items": {"anyOf": [NAME, card]}}]}

    def card(self) -> Schema:
        """Return what a card consists of, the same in a scenario and in the card file."""
        game = self.game
        ability = {
            "cost": NAME,
            "targets": {"type": "array", "items": self.target()},
            "effect": {"$ref": "#/$defs/Effect"},
            "when": self.forms("triggers", game.triggers),
            "static": self.forms("statics", game.statics),
            "other": {**NAME, "description": "An ability that these words cannot say yet."},
            **self.printed("abilities", game.ability_keys),
        }
        said = {
            **self.printed("cards", game.card_keys),
            "abilities": {
                "type": "array",
                "items": {"type": "object", "properties": ability, "additionalProperties": False},
            },
        }
        change = {"from": {**NAME, "description": "A date such as 2018-04-27."}}
        own = {
            "name": NAME,
            "names": {"type": "object", "additionalProperties": NAME},
            **({"text": NAME} if game.card_files is not None else {}),
            "changes": {"type": "array", "items": {"$ref": "#/$defs/CardChange"}},
        }
        return {
            "Effect": {"type": "array", "items": self.forms("instructions", game.instructions)},
            "Printed": {"type": "object", "properties": said},
            "Look": _printed({}, "A description of something."),
            "CardChange": _printed(change, "What is another way from a day on.", "from"),
            "Card": _printed(own, "A card, as it is printed.", "name"),
        }

    def printed(self, section: str, keys: Mapping[str, CardKey]) -> Schema:
        return {
            name: described(self.key(one), self.says(section, name)) for name, one in keys.items()
        }

    def key(self, key: CardKey) -> Schema:
        one = self.kind(key.kind)
        if key.least is not None:
            one = {**one, "minimum": key.least}
        many = key.many or key.kind == "later wordings"
        return {"anyOf": [one, {"type": "array", "items": one}]} if many else one

    def target(self) -> Schema:
        forms: list[Schema] = [NAME]
        for form in self.game.target_forms.values():
            properties: Schema = {form.of: NAMES}
            if isinstance(form.count, str):
                properties[form.count] = {"type": "integer", "minimum": 1}
            if form.bound is not None:
                properties[form.head] = self.kind("amount")
            more = {} if form.others is None else {form.others: FLAG.json}
            forms.append(_closed({**properties, **more}, "", *sorted(properties)))
        return {"anyOf": forms}

    def forms(self, section: str, forms: Mapping[str, Form], more: Schema | None = None) -> Schema:
        """Return the schema of words with further words: all in one, and what each needs."""
        if not forms:
            return {"not": {}}
        properties: Schema = dict(more or {})
        needs: dict[str, list[str]] = {}
        for head, form in forms.items():
            for word, param in form.params.items():
                one = self.param(param)
                known = properties.get(word, one)
                properties[word] = one if known == one else _either(known, one)
            needed = [word for word, param in form.params.items() if _needed(param)]
            if needed and needed != [head]:
                needs[head] = [word for word in needed if word != head]
        for head in forms:
            properties[head] = described(properties[head], self.says(section, head))
        bare = [h for h, form in forms.items() if not any(map(_needed, form.params.values()))]
        keys: Schema = {
            "type": "object",
            "properties": properties,
            "dependentRequired": needs,
            "minProperties": 1,
            "additionalProperties": False,
        }
        return {"anyOf": [keys, enumerated(bare)]} if bare else keys

    def param(self, param: Param) -> Schema:
        return self.kind(param.kind)

    def kind(self, name: str) -> Schema:
        return KINDS[name].json if name in KINDS else self.listed(name)


def _named(found: Any) -> Any:
    """Return a schema that refers to one definition wherever a text, a number or several stand."""
    if isinstance(found, list):
        return [_named(one) for one in found]
    if not isinstance(found, dict):
        return found
    for name, shared in _SHARED.items():
        if shared.items() <= found.items():
            rest = {key: one for key, one in found.items() if key not in shared}
            return {"$ref": f"#/$defs/{name}", **rest}
    return {key: _named(one) for key, one in found.items()}


def _tells(clause: str, word: str) -> bool:
    """Tell whether a clause says more of a word than the word itself.

    >>> _tells("A library is shuffled", "shuffle library"), _tells("It is not there", "phase out")
    (False, True)
    """
    said, own = (
        {each[:_STEM] for each in text.lower().split() if not _LITTLE.fullmatch(each)}
        for text in (clause, word)
    )
    return bool(said - own)


def _closed(properties: Schema, says: str, *required: str) -> Schema:
    closed: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return described({**closed, **({"required": list(required)} if required else {})}, says)


def _printed(properties: Schema, says: str, *required: str) -> Schema:
    """Return the schema of what may say all that is printed on cards, and more."""
    more = _closed(properties, says, *required)
    del more["additionalProperties"]
    return {"$ref": "#/$defs/Printed", **more, "unevaluatedProperties": False}


def _either(known: Schema, other: Schema) -> Schema:
    schemas = known["anyOf"] if set(known) == {"anyOf"} else [known]
    return {"anyOf": [*schemas, *([] if other in schemas else [other])]}


def _needed(param: Param) -> bool:
    return param.default is None and param.kind not in ("flag", "nothing")


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1").replace(" ", "%20")
