"""The JSON Schema of scenario files, with the words of a game, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kb.scenario.game import Attribute, CardKey, Form, Game, Param, Parts
from kb.scenario.model import Scenario
from kb.scenario.shapes import record_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_NUMBER: Schema = {"type": "integer", "minimum": 0}
_TEXT: Schema = {"type": "string", "minLength": 1}
_FLAG: Schema = {"type": "boolean"}
_NAMES: Schema = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
_TEXT_OR_NUMBER: Schema = {"type": ["string", "integer"]}


def scenario_schema(game: Game) -> Schema:
    """Return the JSON Schema of a scenario of one game.

    Parameters
    ----------
    game : Game
        The game whose zones, attributes, actions, properties and card words are offered.
    """
    definitions: Schema = {}
    record_of(Scenario).schema(definitions)
    schema: Schema = {**definitions.pop("Scenario"), "$defs": definitions}
    schema["$schema"] = DIALECT
    schema["title"] = f"A scenario of {game.title}"
    schema["properties"]["game"] = {"const": game.name, "description": "The game."}
    zone = {
        "anyOf": [
            {"type": "array", "items": {"$ref": "#/$defs/ThingEntry"}},
            {"$ref": "#/$defs/ThingEntry"},
        ]
    }
    definitions["ThingEntry"] = {"anyOf": [_TEXT, {"$ref": "#/$defs/Thing"}]}
    zones: Schema = {}
    for name, found in game.zones.items():
        number = [{**_NUMBER, "description": "so many cards that are not named"}]
        zones[name] = {"anyOf": [*zone["anyOf"], *(number if found.unknown else [])]}
    _words(
        definitions["Player"],
        {
            **zones,
            **{name: _attribute(game, a) for name, a in game.player_attributes.items()},
        },
    )
    definitions["Thing"] = _thing(game)
    taken: dict[str, Schema] = {
        "nothing": {"type": ["string", "boolean", "null"]},
        "pairs": {"type": "object", "additionalProperties": _NAMES},
        "amounts": {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": _NUMBER},
        },
    }
    actions = {
        name: taken.get(action.takes, _TEXT_OR_NUMBER) for name, action in game.actions.items()
    }
    shared: dict[str, Schema] = {
        word: _share(game, parts)
        for action in game.actions.values()
        for word, parts in action.parts.items()
    }
    _words(definitions["Step"], {**actions, **shared})
    definitions["Question"]["properties"]["declarations"] = _declarations(game, actions, shared)
    definitions["Step"]["properties"]["for"] = _enumerated(game.decisions)
    definitions["Stacked"]["additionalProperties"] = False
    definitions["Turn"]["properties"]["phase"] = _enumerated(game.phases)
    definitions["Question"]["properties"]["what"] = _enumerated(
        p.name for p in game.properties.values()
    )
    definitions["Card"] = _card(game)
    for body in (schema, definitions["Variant"]):
        players = body["properties"]["players"]
        players["additionalProperties"] = {"anyOf": [{"$ref": "#/$defs/Player"}, {"type": "null"}]}
        body["properties"]["cards"] = _cards(game)
        body["properties"]["readings"] = {
            "type": "object",
            "description": "How gaps of the documents are read, where not by default.",
            "properties": {
                gap.name: {"enum": list(gap.readings), "description": gap.question}
                for gap in game.gaps.gaps.values()
            },
            "additionalProperties": False,
        }
    return schema


def _declarations(
    game: Game, actions: Mapping[str, Schema], shared: Mapping[str, Schema]
) -> Schema:
    """Return the schema of a question about all that could be declared."""
    kinds: dict[str, Schema] = {}
    for name, action in game.actions.items():
        if action.each is not None:
            kinds[name] = {"type": "object"}
        elif any(parts.freely is not None for parts in action.parts.values()):
            kinds[name] = actions[name]
            kinds.update((word, shared[word]) for word in action.parts)
    return {
        "type": "object",
        "description": "All that could be declared now, with what has to be part of it.",
        "properties": {
            **kinds,
            "by": {**_TEXT, "description": "The player who declares."},
            "limit": {"type": "integer", "minimum": 1, "description": "List no more than that."},
            "count": {**_FLAG, "description": "Count them, without listing them."},
            "classes": {**_FLAG, "description": "Those that come to the same are one."},
            "seconds": {"type": "number", "minimum": 0, "description": "Count no longer."},
        },
        "required": ["by"],
        "additionalProperties": False,
    }


def _share(game: Game, parts: Parts) -> Schema:
    """Return the schema of a word that says something of many objects."""
    one = _enumerated(game.values[parts.of].terms)
    each = {"anyOf": [one, {"type": "array", "items": one}]}
    said: Schema = {"type": "object", "additionalProperties": each}
    return said if parts.freely is None else {"anyOf": [said, {"const": "any"}]}


def _cards(game: Game) -> Schema:
    """Return the schema of cards that a scenario brings: described, or in files."""
    card: Schema = {"$ref": "#/$defs/Card"}
    if game.wording is None and game.card_files is None:
        return {"type": "array", "items": card}
    file = {**_TEXT, "description": "A file of cards, one JSON object a line."}
    return {"anyOf": [file, {"type": "array", "items": {"anyOf": [file, card]}}]}


def _words(definition: Schema, words: Mapping[str, Schema]) -> None:
    definition.setdefault("properties", {}).update(words)
    definition["additionalProperties"] = False


def _enumerated(words: Iterable[str]) -> Schema:
    return {"type": "string", "enum": sorted(set(words))}


def _attribute(game: Game, attribute: Attribute) -> Schema:
    match attribute.kind:
        case "flag":
            return _FLAG
        case "integer":
            return _NUMBER
        case "card":
            return _TEXT
        case "named":
            return _NAMES
    words = game.values[attribute.of or ""]
    if attribute.kind == "word":
        return _TEXT if words.open else {"enum": sorted(words.terms)}
    counts: Schema = {"type": "object", "additionalProperties": _NUMBER}
    if not words.open:
        counts["propertyNames"] = {"enum": sorted(words.terms)}
    return counts


def _thing(game: Game) -> Schema:
    attributes = {name: _attribute(game, a) for name, a in game.object_attributes.items()}
    schema: Schema = {
        "type": "object",
        "description": "A card or other object on the board, with what is special about it.",
        "properties": {
            "card": _TEXT,
            "as": {**_TEXT, "description": "The name that this file calls it by."},
            "owner": {**_TEXT, "description": "Its owner, if not the player listed under."},
            "count": {"type": "integer", "minimum": 1},
            **attributes,
        },
        "required": ["card"],
        "additionalProperties": False,
    }
    if game.effects is not None:
        until = {"until": _param(game, game.effects.until)}
        forms = [_form(game, form, until) for form in game.effects.changes.values()]
        schema["properties"]["effects"] = {"type": "array", "items": {"anyOf": forms}}
    return schema


def _card(game: Game) -> Schema:
    """Return the schema of a card entry, the same in a scenario and in the card file."""
    printed = {name: _key(game, key) for name, key in game.card_keys.items()}
    ability: Schema = {
        "type": "object",
        "properties": {
            "cost": _TEXT,
            "targets": {"type": "array", "items": _target(game)},
            "effect": {"type": "array", "items": _forms(game, game.instructions)},
            "when": _forms(game, game.triggers),
            "static": _forms(game, game.statics),
            "other": {**_TEXT, "description": "An ability that these words cannot say yet."},
            **{name: _key(game, key) for name, key in game.ability_keys.items()},
        },
        "additionalProperties": False,
    }
    said = {**printed, "abilities": {"type": "array", "items": ability}}
    change: Schema = {
        "type": "object",
        "description": "What is another way on the card from a day on.",
        "properties": {"from": {**_TEXT, "description": "A date such as 2018-04-27."}, **said},
        "required": ["from"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "description": "A card, as it is printed.",
        "properties": {
            "name": _TEXT,
            "names": {"type": "object", "additionalProperties": _TEXT},
            **({"text": _TEXT} if game.card_files is not None else {}),
            **said,
            "changes": {"type": "array", "items": change},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


def _target(game: Game) -> Schema:
    forms: list[Schema] = [_TEXT]
    for form in game.target_forms.values():
        properties: Schema = {form.of: _filter()}
        if isinstance(form.count, str):
            properties[form.count] = {"type": "integer", "minimum": 1}
        forms.append(
            {
                "type": "object",
                "properties": properties,
                "required": sorted(properties),
                "additionalProperties": False,
            }
        )
    return {"anyOf": forms}


def _filter() -> Schema:
    return {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}


def _key(game: Game, key: CardKey) -> Schema:
    match key.kind:
        case "number":
            return (
                {"type": "integer"}
                if key.least is None
                else {"type": "integer", "minimum": key.least}
            )
        case "flag":
            return _FLAG
        case "cost" | "card" | "name" | "wording" | "filter" | "condition":
            return {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]} if key.many else _TEXT
        case "later wordings":
            one_later = {
                "type": "object",
                "properties": {"from": _TEXT, "text": _TEXT},
                "required": ["from", "text"],
                "additionalProperties": False,
            }
            return {"anyOf": [one_later, {"type": "array", "items": one_later}]}
    words = game.values[key.kind]
    one: Schema = _TEXT if words.open else _enumerated(words.terms)
    return {"anyOf": [one, {"type": "array", "items": one}]} if key.many else one


def _forms(game: Game, forms: Mapping[str, Form]) -> Schema:
    bare = [
        head
        for head, form in forms.items()
        if all(p.kind in ("nothing", "flag") or p.default for p in form.params.values())
    ]
    found = [_form(game, form, {}) for form in forms.values()]
    if not found:
        return {"not": {}}
    return {"anyOf": [*found, *([_enumerated(bare)] if bare else [])]}


def _form(game: Game, form: Form, more: Schema) -> Schema:
    properties = {word: _param(game, param) for word, param in form.params.items()}
    required = {
        word
        for word, param in form.params.items()
        if param.default is None and param.kind not in ("flag", "nothing")
    }
    return {
        "type": "object",
        "properties": {**properties, **more},
        "required": sorted({form.head, *required}),
        "additionalProperties": False,
    }


def _param(game: Game, param: Param) -> Schema:
    match param.kind:
        case "number":
            return {"type": "integer"}
        case "amount" | "signed amount":
            return _TEXT_OR_NUMBER
        case "flag":
            return _FLAG
        case "filter":
            return _filter()
        case "nothing":
            return {"type": ["boolean", "null"]}
        case "instructions":
            return {"type": "array"}
        case "look" | "exceptions":
            return {"type": "object"}
    words = game.values.get(param.kind)
    return _TEXT if words is None or words.open else _enumerated(words.terms)
