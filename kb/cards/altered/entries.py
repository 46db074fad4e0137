"""A printed card as an entry of a card file: what the rules can carry out of it, and the rest.

The entry is made of the meaning of the text, so a card says the same in both languages. What the
rules have no word for becomes ``other``, with the line as it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kb.cards.altered.cheaper import cheaper
from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.effects import Effect
from kb.cards.altered.glossary import in_english
from kb.cards.altered.kinds import kind_of
from kb.cards.altered.meaning import meaning
from kb.cards.altered.next_card import first_card
from kb.cards.altered.phrases import conditions, spent
from kb.cards.altered.phrases import items as _items
from kb.cards.altered.picking import given_up
from kb.cards.altered.saying import WAY_BACK
from kb.cards.altered.statics import counted_tough, guarded, static_of, turned_aside
from kb.cards.altered.symbols import bracketed
from kb.cards.altered.triggers import trigger_of
from kb.cards.game import game
from kb.cards.text import words as tokens_of
from kb.cards.unread import words_left
from kb.cards.values import Node, Noun, Value

if TYPE_CHECKING:
    from kb.cards.grammar import Grammar
    from kb.cards.reading import Line, Reading

Entry = dict[str, Any]
Read = Callable[[str], "Reading"]

_TYPES: Mapping[str, tuple[str, ...]] = {
    "CHARACTER": ("character",),
    "SPELL": ("spell",),
    "PERMANENT": ("permanent",),
    "LANDMARK_PERMANENT": ("permanent", "landmark"),
    "EXPEDITION_PERMANENT": ("permanent", "expedition permanent"),
    "HERO": ("hero",),
    "TOKEN_MANA": ("mana",),
    "TOKEN": ("character",),
    "TOKEN_LANDMARK_PERMANENT": ("permanent", "landmark"),
}
"""Of each kind of card its type, and the subtypes that its kind includes."""

_FACTIONS: Mapping[str, str] = {
    "AX": "axiom",
    "BR": "bravos",
    "LY": "lyra",
    "MU": "muna",
    "OR": "ordis",
    "YZ": "yzmir",
    "NE": "neutral",
}

_TOKENS = ("TOKEN", "TOKEN_LANDMARK_PERMANENT")

_NUMBERS = {
    "cost": "cost",
    "reserve_cost": "reserve cost",
    "forest": "forest",
    "mountain": "mountain",
    "ocean": "ocean",
}

_PRICE = re.compile(r"\b(?:I cost|Je coûte)\b")
"""How a card says what it costs itself."""
_LIMITS = {"reserve": "reserve limit", "permanent": "landmark limit"}

_OF_OBJECTS = frozenset({"gigantic", "defender", "eternal", "seasoned"})
_OF_SPELLS = frozenset({"fleeting", "cooldown"})
"""Keywords that the rules carry out, on what stays on the table and on Spells."""

_ENTRIES = {"{j}": "enters", "{h}": "enters from hand", "{r}": "enters from reserve"}
"""The icons that stand for the object's own entry, and the triggers that they are."""

_IN_RESERVE = "{i}"
"""The icon of a support ability that is no quick action: it works in Reserve, like all of them."""


def entries(
    language: str,
) -> Callable[[Mapping[str, object], Callable[[str], Reading]], list[Entry]]:
    """Return what makes entries of a card in a language: the card, then the tokens it creates."""

    def made(card: Mapping[str, object], read: Read) -> list[Entry]:
        return _Maker(card, language, read).entries()

    return made


class _Maker:
    """Makes the entries of one card."""

    def __init__(self, card: Mapping[str, object], language: str, read: Read) -> None:
        texts = {key: card[key] for key in ("text", "support") if isinstance(card.get(key), str)}
        self.card = {**card, **{key: bracketed(str(text)) for key, text in texts.items()}}
        self.language = language
        self.read = read
        self.types = _TYPES.get(str(card.get("type_ref")), ()) or _described(card)
        self.bare = not card.keys() & {"type", "type_ref", "types"}
        """Whether nothing is told of the card but its text."""
        if self.bare:
            self.types = ("spell",) if self.has_effect() else ("character",)
        self.tokens: list[Entry] = []
        self.choosing = False
        """Whether the line before says to choose one of what follows."""

    def entries(self) -> list[Entry]:
        """Return the card, if it is of a kind that can be played, and its tokens."""
        if not self.types:
            return []
        card = self.card
        kind, *including = self.types
        subtypes = [*including, *_sorts(card)]
        entry: Entry = {"name": card.get("name", "")}
        if not self.bare:
            entry["types"] = [kind]
        if subtypes:
            entry["subtypes"] = list(dict.fromkeys(subtypes))
        if card.get("type_ref") in _TOKENS:
            entry["token"] = True
        if str(card.get("faction")) in _FACTIONS:
            entry["faction"] = _FACTIONS[str(card["faction"])]
        for key, word in _NUMBERS.items():
            number = str(card.get(key) or "").strip("#")
            if number.isascii() and number.isdigit() and len(number) < 4:
                entry[word] = int(number)
        if kind == "hero":
            for key, word in _LIMITS.items():
                if str(card.get(key) or "").isdecimal():
                    entry[word] = int(str(card[key]))
        abilities = list(self.abilities())
        if abilities:
            entry["abilities"] = abilities
        return [entry, *self.tokens]

    def has_effect(self) -> bool:
        """Whether a line says what is done as the card is played, as only Spells do."""
        lines = self.read(str(self.card.get("text") or "")).lines
        values = [meaning(one, LANGUAGES[self.language]) for line in lines for one in line.values]
        return any(kind_of(one) == "effect" for one in values)

    def abilities(self) -> Iterator[Entry]:
        """Yield the abilities, line by line; the effects of a Spell are one text."""
        spell: Entry = {"effect": [], "targets": []}
        number = 0
        open_ended = False  # whether the line before is left out, with what is listed below it
        for support, text in ((False, self.card.get("text")), (True, self.card.get("support"))):
            if not isinstance(text, str) or not text.strip():
                continue
            reading = self.read(text)
            modes = self.types[0] != "spell" or any(map(_chooses_two, reading.lines))
            for line, results in _with_results(reading.lines, modes=modes):
                number += 1
                made = len(self.tokens)
                if open_ended and line.text.strip().startswith("•"):
                    continue
                found = list(self.line(line, support=support, results=results))
                open_ended = next(words_left(found), None) is not None
                if not self.says(found, made, (line, *results), reading.game.grammar):
                    del self.tokens[made:]
                    found = [self.unsaid(one, line.text.strip()) for one in found[:1]]
                if self.types[0] == "spell" and not support:
                    if open_ended and _PRICE.search(line.text):
                        found = [{"other": line.text.strip()}]  # it is said before it is played
                    found = [one for one in found if not _onto(spell, one)]
                box = {"inner box": True} if support else {}
                yield from ({**one, "line": number, **box} for one in found)
        if (
            spell["effect"] and self.choosing
        ):  # more than the modes, which would be done beside them
            yield {"other": str(self.card.get("text"))}
        if spell["effect"]:
            yield {key: value for key, value in spell.items() if value}

    def line(self, line: Line, *, support: bool, results: list[Line]) -> Iterator[Entry]:
        """Yield the abilities of one line, with what it does on some results of a die."""
        words = line.text.strip()
        if not words:  # reminder text alone
            return
        if not line.whole or len(line.values) != 1:
            yield self.unread(words)
            return
        value = meaning(line.values[0], LANGUAGES[self.language])
        if results:
            on = [meaning(one.values[0], LANGUAGES[self.language]) for one in results]
            value = _on_results(value, tuple(on))
        if results and results[0].values[0].kind == "option":
            value = _on_modes(value, on)
        if value.kind == "option":  # of what is to be chosen, which the line above says
            if self.choosing:
                yield {"one of": 1, **self.effect(value.node("ability"), words, None)}
            return
        if self.types[0] == "spell" and _chooses(value, 1):
            self.choosing = True
            return
        if value.kind == "keyword_line":
            for node in _items(value.node("keywords"), "keywords"):
                found = self.keyword(node, words)
                yield found
                if "scout" in found.get("static", {}):
                    when = {"enters from hand": "this", **self.zone()}
                    yield {"when": when, "effect": [{"to reserve": "this"}], "scouted": True}
            return
        icon = ""
        if value.kind == "on_icon":
            icon, inner = str(value.get("icon")), value.node("ability")
            if inner is None or (icon == _IN_RESERVE and not support):
                yield self.unread(words)
                return
            value = inner
        yield self.ability(value, icon, words)

    def says(
        self, found: list[Entry], made: int, lines: tuple[Line, ...], grammar: Grammar
    ) -> bool:
        """Whether what some lines became, if it is carried out, says what they say."""
        if not found or next(words_left(found), None) is not None:
            return True
        printed = " ".join(word for line in lines for word in tokens_of(line.normal))
        printed = printed.replace("#", "")
        text = in_english(printed, grammar) if self.language == "fr" else printed
        said = [*found, *self.tokens[made:]]
        return WAY_BACK.difference(text, said, game("altered").grammar, "") is None

    def unsaid(self, found: Entry, words: str) -> Entry:
        """Return an ability that does not say what its text says, by its words."""
        if "one of" in found:
            return {"one of": found["one of"], "effect": [{"other": words}]}
        return self.unread(words)

    def unread(self, words: str) -> Entry:
        """Return an ability of which nothing is known but its words."""
        if self.types[0] == "spell":
            return {"effect": [{"other": words}]}
        return {"other": words}

    def keyword(self, node: Node, words: str) -> Entry:
        """Return the ability that a keyword is."""
        name = str(node.get("keyword")).strip("[]")
        word, _, number = name.partition(":")
        price = str(node.get("price")).strip("{}#")
        if node.kind == "keyword_for" and name == "scout" and price.isdigit():
            return {"static": {"scout": int(price)}}
        if word == "tough" and number.isdigit():
            return {"static": {"tough": int(number)}}
        if node.kind == "keyword_where" and (tough := counted_tough(node)) is not None:
            return {"static": tough}
        if name in (_OF_SPELLS if self.types[0] == "spell" else _OF_OBJECTS):
            return {"static": {"keyword": name}}
        return self.unread(words)

    def ability(self, value: Node, icon: str, words: str) -> Entry:
        """Return the ability of a line that is no list of keywords."""
        effects = value if value.kind == "effects" else value.node("effects")
        if icon in _ENTRIES:
            if value.kind != "effects":
                return {"when": {"other": words}, "effect": [{"other": words}]}
            when = {_ENTRIES[icon]: "this", **self.zone()}
            return {"when": when, **self.effect(effects, words, "this")}
        if value.kind == "quick_action":
            cost = _cost(value)
            if cost is None:
                return self.unread(words)
            return {"cost": cost, **self.effect(effects, words, None)}
        if value.kind == "reaction":
            trigger = trigger_of(value.node("trigger"))
            if trigger is None:
                return {"when": {"other": words}, "effect": [{"other": words}]}
            when, it, asked = trigger
            later = _without_after_rest(effects)
            if later is not None:
                effects, asked = later, {**asked, "after rest": True}
            return {"when": when, **asked, **self.effect(effects, words, it)}
        if (found := guarded(value) or turned_aside(value) or cheaper(value)) is not None:
            return found
        if self.types[0] == "spell":
            return self.effect(effects, words, None)
        if kind_of(value) == "reaction":
            return {"when": {"other": words}, "effect": [{"other": words}]}
        static = static_of(value) or first_card(value)
        return {"other": words} if static is None else {"static": static}

    def zone(self) -> Entry:
        """Return which zone the card enters, where it is no Expedition."""
        return {"zone": "landmark"} if "landmark" in (*self.types, *_sorts(self.card)) else {}

    def effect(self, effects: Node | None, words: str, it: str | None) -> Entry:
        """Return the targets and the instructions of an effect, or its words alone."""
        made = len(self.tokens)
        found = Effect(self.token, it).of(_items(effects, "sentences"))
        if found is None:  # what comes after may rest on what is not understood
            del self.tokens[made:]
            left: list[Entry] = [{"other": words}]
            asked = _asked_first(_items(effects, "sentences"), it)
            return {"effect": left if asked is None else [{"if": asked, "then": left}]}
        return found

    def token(self, node: Node | None) -> str | None:
        """Return the name of the token that a phrase describes, if it has statistics only."""
        noun = None if node is None else node.node("noun")
        if noun is None or noun.kind != "compound" or node is None:
            return None
        if {name for name, _ in node.parts} != {"noun", "quantifier"}:
            return None
        made: Entry = {"types": ["character"], "subtypes": []}
        for sort in _items(noun.node("sort"), "items"):
            found = sort.get("sort" if sort.kind == "sort" else "token")
            if isinstance(found, Noun):
                made["subtypes"].append(found.lemma)
            elif isinstance(found, str) and found.count("/") == 2:
                name, _, statistics = found.strip("[]").rpartition("_")
                made["name"] = name.replace("_", " ").title()
                numbers = map(int, statistics.split("/"))
                made.update(zip(("forest", "mountain", "ocean"), numbers, strict=True))
            else:
                return None
        if "name" not in made:
            return None
        self.tokens.append(made)
        return str(made["name"])


def _with_results(lines: Sequence[Line], *, modes: bool) -> list[tuple[Line, list[Line]]]:
    """Return the lines, each with the results of a die, or the modes, that are listed below it."""
    found: list[tuple[Line, list[Line]]] = []
    listed: list[Line] = []
    for line in reversed(lines):
        whole = line.whole and len(line.values) == 1
        kind = line.values[0].kind if whole else ""
        if kind == "on_result" or (modes and kind == "option"):
            if listed and listed[0].values[0].kind != kind:
                found[:0] = [(one, []) for one in listed]
                listed = []
            listed.insert(0, line)
            continue
        if listed and not (whole and _asks_for(line.values[0], listed)):
            found[:0] = [(one, []) for one in listed]
            listed = []
        found.insert(0, (line, listed))
        listed = []
    found[:0] = [(one, []) for one in listed]
    return found


def _chooses_two(line: Line) -> bool:
    """Whether a line says to choose two of the modes that are listed below it."""
    return re.search(r"\b(two|deux)#?\s*:#?$", line.text.strip()) is not None


def _asks_for(value: Value, listed: list[Line]) -> bool:
    """Whether a line ends with "On a:", or says to choose of the two or three modes listed."""
    if isinstance(value, tuple):
        return any(_asks_for(one, listed) for one in value)
    if not isinstance(value, Node):
        return False
    if listed[0].values[0].kind == "option":
        if value.kind == "heading" and len(listed) in (2, 3):
            return True
    elif value.kind == "on_a":
        return True
    return any(_asks_for(part, listed) for _, part in value.parts)


def _on_modes(value: Node, modes: list[Node]) -> Node:
    """Return a line with the modes that are listed below it where it says how many to choose.

    That is one of two, or two of three.
    """
    none = len(modes) == 2 and _chooses(value, 1, up_to=True)
    if value.kind == "effects" and (none or _chooses(value, len(modes) - 1)):
        kind = "choice_or_none" if none else "choice" if len(modes) == 2 else "choice_of_two"
        parts = zip(
            ("first", "second", "third"), (one.node("ability") for one in modes), strict=False
        )
        sentence = Node("sentence", (("does", Node(kind, tuple(parts))),))
        return Node("effects", (("sentences", (sentence,)),))
    return Node(
        value.kind,
        tuple(
            (name, _on_modes(part, modes) if isinstance(part, Node) else part)
            for name, part in value.parts
        ),
    )


def _on_results(value: Node, results: tuple[Node, ...]) -> Node:
    """Return a line with the results that are listed below it where it says "On a:"."""
    parts: list[tuple[str, Value]] = []
    for name, part in value.parts:
        if isinstance(part, Node):
            parts.append((name, _on_results(part, results)))
        elif isinstance(part, tuple) and any(_is_on_a(one) for one in part):
            on = [Node("on_die", one.parts) for one in results]
            parts.append((name, (*(one for one in part if not _is_on_a(one)), *on)))
        else:
            parts.append((name, part))
    return Node(value.kind, tuple(parts))


def _is_on_a(value: Value) -> bool:
    return isinstance(value, Node) and value.kind == "on_a"


def _asked_first(sentences: list[Node], it: str | None) -> str | None:
    """Return the condition under which an effect does anything at all; None if it may in any case.

    What follows on a first sentence under a condition belongs to it where it speaks of "it".
    """
    clauses = [sentence.node("does") for sentence in sentences]
    first = clauses[0] if clauses else None
    if first is None or first.kind != "under" or any(one.kind != "sentence" for one in sentences):
        return None
    for before, clause in pairwise(clauses):
        goes_on = clause is not None and clause.kind == "otherwise" and before is not first
        if not goes_on and not _about_it(clause):
            return None
    condition = first.node("condition")
    if condition is None or condition.kind != "if":
        return None
    return conditions(condition.node("condition"), it)


def _about_it(clause: Node | None) -> bool:
    """Whether a clause is under a condition that speaks of "it"."""
    condition = None if clause is None or clause.kind != "under" else clause.node("condition")
    inner = None if condition is None else condition.node("condition")
    subject = None if inner is None else inner.node("subject")
    return subject is not None and subject.kind == "it"


def _sorts(card: Mapping[str, object]) -> list[str]:
    """Return the subtypes that a file says of a card."""
    refs = card.get("subtype_refs")
    return [str(one).lower().replace("_", " ") for one in refs] if isinstance(refs, list) else []


def _chooses(value: Node, count: int, *, up_to: bool = False) -> bool:
    """Whether a line says to choose so many of the modes that follow, and nothing else."""
    sentences = _items(value, "sentences") if value.kind == "effects" else []
    does = sentences[0].node("does") if len(sentences) == 1 else None
    act = None if does is None or does.kind != "do" else does.node("acts")
    core = None if act is None or act.kind != "act" else act.node("core")
    if core is None or sentences[0].kind != "heading":
        return False
    if up_to:
        most = core.node("up_to") if core.kind == "verb_up_to" else None
        chosen = core.get("verb") == "choose" and most is not None
        return chosen and most is not None and most.get("count") == count
    if core.kind != "verb_number":
        return False
    return core.get("verb") == "choose" and core.get("count") == count and len(core.parts) == 2


def _without_after_rest(effects: Node | None) -> Node | None:
    """Return an effect of one deed, of which it is said that it is done after Rest, without that.

    What stands under a condition is no such effect: the condition is looked at before.
    """
    sentences = _items(effects, "sentences")
    does = sentences[0].node("does") if len(sentences) == 1 else None
    act = None if does is None or does.kind != "do" else does.node("acts")
    said = [] if act is None else _items(act.node("adverbs"), "items")
    if effects is None or not any(one.get("time") == "after rest" for one in said):
        return None
    assert act is not None
    assert does is not None
    rest = tuple(one for one in said if one.get("time") != "after rest")
    parts = tuple((name, part) for name, part in act.parts if name != "adverbs")
    if rest:
        parts = (*parts, ("adverbs", Node("adverbs", (("items", rest),))))
    inner = Node(does.kind, (("acts", Node(act.kind, parts)),))
    return Node(effects.kind, (("sentences", (Node("sentence", (("does", inner),)),)),))


def _described(card: Mapping[str, object]) -> tuple[str, ...]:
    """Return the types and subtypes of a card that a scenario describes."""
    found = [one for key in ("types", "subtypes") for one in _texts(card.get(key))]
    return tuple(found) if "types" in card else ()


def _texts(value: object) -> list[str]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []


def _onto(spell: Entry, ability: Entry) -> bool:
    """Put an effect of a Spell behind the ones before it; return whether it is one."""
    if not set(ability) <= {"effect", "targets"} or "effect" not in ability:
        return False
    before = len(spell["targets"])
    for step in ability["effect"]:
        spell["effect"].append({key: _moved(value, before) for key, value in step.items()})
    spell["targets"] += ability.get("targets", [])
    return True


def _moved(value: object, before: int) -> object:
    """Return what speaks of targets, however deep, with as many targets before them."""
    if isinstance(value, str):
        return re.sub(r"\btarget (\d+)\b", lambda one: f"target {int(one[1]) + before}", value)
    if isinstance(value, list):
        return [_moved(one, before) for one in value]
    if isinstance(value, dict):
        return {key: _moved(one, before) for key, one in value.items()}
    return value


def _sole_act(cost: Node) -> Node | None:
    """Return the one thing that is done as a cost."""
    acts = cost.node("acts") if cost.kind == "cost_act" else None
    return None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")


def _gives_itself_up(cost: Node) -> bool:
    """Whether a cost is to sacrifice the object itself."""
    core = _sole_act(cost)
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    return core is not None and core.get("verb") == "sacrifice" and thing == Node("me", ())


def _cost(action: Node) -> str | None:
    parts = []
    for cost in _items(action.node("costs"), "costs"):
        if cost.kind == "discard_this":
            parts.append("{D}")
        elif cost.kind == "exhaust_this":
            parts.append("{T}")
        elif _gives_itself_up(cost):
            parts.append("sacrifice this")
        elif (words := given_up(_sole_act(cost))) is not None:
            parts.append(f"sacrifice a {words}")
        elif (counters := spent(_sole_act(cost))) is not None:
            parts.append(f"spend {counters[0]} {counters[1]} counters")
        elif cost.kind == "pay" and str(cost.get("price")).strip("{}").isdigit():
            parts.append(str(cost.get("price")))
        else:
            return None
    # What is printed as an icon is said first.
    return ", ".join(sorted(parts, key=lambda part: not part.startswith("{"))) or None
