"""A printed card as an entry of a card file: what the rules can carry out of it, and the rest.

The entry is made of the meaning of the text, so a card says the same in both languages. What the
rules have no word for becomes ``other``, with the line as it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.kinds import kind_of
from kb.cards.altered.meaning import meaning
from kb.cards.values import Node, Noun, Value

if TYPE_CHECKING:
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

_NUMBERS = {
    "cost": "cost",
    "reserve_cost": "reserve cost",
    "forest": "forest",
    "mountain": "mountain",
    "ocean": "ocean",
}

_ENTRIES = {"{j}": "enters", "{h}": "enters from hand", "{r}": "enters from reserve"}
"""The icons that stand for the object's own entry, and the triggers that they are."""

_NOUNS = frozenset({"character", "permanent", "card", "spell"})

_ACTS = {"exhaust": "exhaust", "ready": "ready", "discard": "discard", "sacrifice": "sacrifice"}
"""Verbs with an object for which the rules have an instruction."""


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
        self.card = card
        self.language = language
        self.read = read
        self.types = _TYPES.get(str(card.get("type_ref")), ())
        self.tokens: list[Entry] = []

    def entries(self) -> list[Entry]:
        """Return the card, if it is of a kind that can be played, and its tokens."""
        if not self.types:
            return []
        card = self.card
        kind, *including = self.types
        refs = card.get("subtype_refs")
        said = refs if isinstance(refs, list) else []
        subtypes = [*including, *(str(one).lower().replace("_", " ") for one in said)]
        entry: Entry = {"name": card["name"], "types": [kind]}
        if subtypes:
            entry["subtypes"] = list(dict.fromkeys(subtypes))
        if str(card.get("faction")) in _FACTIONS:
            entry["faction"] = _FACTIONS[str(card["faction"])]
        for key, word in _NUMBERS.items():
            number = str(card.get(key) or "").strip("#")
            if number.isascii() and number.isdigit() and len(number) < 4:
                entry[word] = int(number)
        abilities = list(self.abilities())
        if abilities:
            entry["abilities"] = abilities
        return [entry, *self.tokens]

    def abilities(self) -> Iterator[Entry]:
        """Yield the abilities, line by line; the effects of a Spell are one text."""
        spell: Entry = {"effect": [], "targets": []}
        number = 0
        for support, text in ((False, self.card.get("text")), (True, self.card.get("support"))):
            if not isinstance(text, str) or not text.strip():
                continue
            for line in self.read(text).lines:
                number += 1
                found = list(self.line(line))
                if self.types[0] == "spell" and not support:
                    found = [one for one in found if not _onto(spell, one)]
                box = {"inner box": True} if support else {}
                yield from ({**one, "line": number, **box} for one in found)
        if spell["effect"]:
            yield {key: value for key, value in spell.items() if value}

    def line(self, line: Line) -> Iterator[Entry]:
        """Yield the abilities of one line."""
        words = line.text.strip()
        if not words:  # reminder text alone
            return
        if not line.whole or len(line.values) != 1:
            yield self.unread(words)
            return
        value = meaning(line.values[0], LANGUAGES[self.language])
        if value.kind == "option":  # of what is to be chosen, which the line above says
            return
        if value.kind == "keyword_line":
            for node in _items(value.node("keywords"), "keywords"):
                yield self.keyword(node, words)
            return
        icon = ""
        if value.kind == "on_icon":
            icon, inner = str(value.get("icon")), value.node("ability")
            if inner is None:
                yield self.unread(words)
                return
            value = inner
        yield self.ability(value, icon, words)

    def unread(self, words: str) -> Entry:
        """Return an ability of which nothing is known but its words."""
        if self.types[0] == "spell":
            return {"effect": [{"other": words}]}
        return {"other": words}

    def keyword(self, node: Node, words: str) -> Entry:
        """Return the ability that a keyword is."""
        name = str(node.get("keyword")).strip("[]")
        word, _, number = name.partition(":")
        if word == "tough" and number.isdigit():
            return {"static": {"tough": int(number)}}
        if self.types[0] == "spell":  # it says what becomes of the Spell
            return {"effect": [{"other": words}]}
        return {"static": {"keyword": name.replace("_", " ").replace(":", " ")}}

    def ability(self, value: Node, icon: str, words: str) -> Entry:
        """Return the ability of a line that is no list of keywords."""
        body = _Body(self, words)
        effects = value if value.kind == "effects" else value.node("effects")
        if icon in _ENTRIES:
            if value.kind != "effects":
                return {"when": {"other": words}, **body.whole()}
            zone = {} if self.types[0] == "character" else {"zone": "landmark"}
            return {"when": {_ENTRIES[icon]: "this", **zone}, **body.of(effects)}
        if value.kind == "quick_action":
            cost = _cost(value)
            return self.unread(words) if cost is None else {"cost": cost, **body.of(effects)}
        if value.kind == "reaction":
            phase = _phase(value.node("trigger"))
            if phase is None:
                return {"when": {"other": words}, **body.whole()}
            return {"when": {"at": phase}, **body.of(effects)}
        if self.types[0] == "spell":
            return body.of(effects)
        if kind_of(value) == "reaction":
            return {"when": {"other": words}, **body.whole()}
        return {"other": words}

    def token(self, node: Node | None) -> str | None:
        """Return the name of the token that a phrase describes, if it has statistics only."""
        noun = None if node is None else node.node("noun")
        if noun is None or noun.kind != "compound" or node is None:
            return None
        if {name for name, _ in node.parts} != {"noun", "quantifier"}:
            return None
        if not isinstance(quantifier := node.get("quantifier"), Node) or quantifier.kind != "a":
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


class _Body:
    """The effect of one ability: instructions and targets."""

    def __init__(self, maker: _Maker, words: str) -> None:
        self.maker = maker
        self.words = words
        self.targets: list[str] = []

    def whole(self) -> Entry:
        """Return the effect as words alone."""
        return {"effect": [{"other": self.words}]}

    def of(self, effects: Node | None) -> Entry:
        """Return the targets and the instructions of an effect."""
        steps = []
        for sentence in _items(effects, "sentences"):
            step = self.step(sentence.node("does")) if sentence.kind == "sentence" else None
            if step is None:  # what comes after may rest on it
                self.targets = []
                return self.whole()
            steps.append(step)
        if not steps:
            return self.whole()
        return {"effect": steps, **({"targets": self.targets} if self.targets else {})}

    def step(self, clause: Node | None) -> Entry | None:
        """Return the instruction that a sentence is, None if the rules have none for it."""
        if clause is None or clause.kind not in ("do", "does"):
            return None
        act = clause.node("acts")
        core = None if act is None else act.node("core")
        if act is None or core is None or act.kind != "act" or act.get("adverbs") is not None:
            return None
        if {name for name, _ in clause.parts} - {"acts", "subject"}:
            return None
        subject, verb = clause.get("subject"), core.get("verb")
        if core.kind == "verb" and verb == "[after_you]" and subject is None:
            return {"after you": True}
        if core.kind == "verb_object":
            return self.verb_object(subject, str(verb), core)
        if core.kind == "verb_to" and subject is None:
            return self.verb_to(str(verb), core)
        return None

    def verb_object(self, subject: Value, verb: str, core: Node) -> Entry | None:
        """Return the instruction of a verb with an object."""
        if {name for name, _ in core.parts} - {"verb", "object"}:
            return None
        thing = core.get("object")
        if verb == "draw" and subject is None:
            count = _count(thing, "card")
            return None if count is None else {"draw": count}
        if verb == "gain" and subject is not None:
            count = _count(thing, "boost")
            what = None if count is None else self.reference(subject)
            return None if what is None else {"boost": count, "what": what}
        if verb in _ACTS and subject is None:
            what = self.reference(thing)
            return None if what is None else {_ACTS[verb]: what}
        return None

    def verb_to(self, verb: str, core: Node) -> Entry | None:
        """Return the instruction of a verb with an object and a place."""
        if {name for name, _ in core.parts} - {"verb", "object", "to"}:
            return None
        to = core.node("to")
        if to is None or to.kind != "phrase":
            return None
        if verb == "send" and _place(to) == "reserve" and len(to.parts) == 1:
            what = self.reference(core.get("object"))
            return None if what is None else {"to reserve": what}
        if verb == "create" and _place(to) == "expedition" and _whose(to) == "my":
            name = self.maker.token(core.node("object"))
            return None if name is None else {"create": name, "with": "mine"}
        return None

    def reference(self, value: Value) -> str | None:
        """Return what a noun phrase refers to; a target is one more target of the ability."""
        if not isinstance(value, Node):
            return None
        if value.kind in ("i", "me"):
            return "this"
        if value.kind != "phrase" or value.get("target") is None:
            return None
        words = _filter(value)
        if words is None:
            return None
        self.targets.append(words)
        return f"target {len(self.targets)}"


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
    if isinstance(value, str) and value.startswith("target ") and value[7:].isdigit():
        return f"target {int(value[7:]) + before}"
    return value


def _items(node: Node | None, name: str) -> list[Node]:
    found = None if node is None else node.get(name)
    return [one for one in found if isinstance(one, Node)] if isinstance(found, tuple) else []


def _cost(action: Node) -> str | None:
    parts = []
    for cost in _items(action.node("costs"), "costs"):
        if cost.kind == "discard_this":
            parts.append("{D}")
        elif cost.kind == "exhaust_this":
            parts.append("{T}")
        elif cost.kind == "pay" and str(cost.get("price")).strip("{}").isdigit():
            parts.append(str(cost.get("price")))
        else:
            return None
    return ", ".join(parts) or None


def _phase(trigger: Node | None) -> str | None:
    event = None if trigger is None else trigger.node("event")
    if trigger is None or event is None or len(trigger.parts) != 1 or event.kind != "at_phase":
        return None
    phase = event.get("phase")
    known = phase in ("noon", "dusk", "night") and len(event.parts) == 1
    return str(phase) if known else None


def _count(value: Value, noun: str) -> int | None:
    """Return how many of a noun a phrase says, if it says nothing else."""
    if not isinstance(value, Node) or value.kind != "phrase" or _place(value) != noun:
        return None
    quantifier = value.get("quantifier")
    if not isinstance(quantifier, Node) or {n for n, _ in value.parts} != {"noun", "quantifier"}:
        return None
    if quantifier.kind == "a":
        return 1
    count = quantifier.get("count")
    return count if quantifier.kind == "exactly" and isinstance(count, int) else None


def _place(phrase: Node) -> str | None:
    noun = phrase.node("noun")
    inner = None if noun is None or noun.kind != "noun" else noun.get("noun")
    return inner.lemma if isinstance(inner, Noun) and not inner.name else None


def _whose(phrase: Node) -> str | None:
    quantifier = phrase.node("quantifier")
    whose = None if quantifier is None or quantifier.kind != "own" else quantifier.node("whose")
    return None if whose is None else whose.kind


def _filter(phrase: Node) -> str | None:
    """Return a target as words of a filter; None if it is described in another way."""
    noun = _place(phrase)
    if noun not in _NOUNS or {n for n, _ in phrase.parts} - {"noun", "target", "control", "posts"}:
        return None
    words = [noun]
    control = phrase.get("control")
    if control is not None:
        if not isinstance(control, Node) or control.kind != "who_does":
            return None
        if control.get("verb") != "control" or control.get("time") is not None:
            return None
        who = control.get("subject")
        kind = who.kind if isinstance(who, Node) else ""
        if kind != "you":
            return None
        words.append("you control")
    posts = phrase.node("posts")
    for post in _items(posts, "items"):
        place = post.node("of")
        if post.kind != "of" or place is None or _place(place) != "reserve":
            return None
        if len(place.parts) != 1:
            return None
        words.append("in reserve")
    return " ".join(words)
