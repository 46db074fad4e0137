"""A printed card as an entry of a card file: what the rules have words for, and the rest.

A text becomes the same ``abilities`` that a person may write in a card file; what the rules have
no words for becomes ``other``, with the words as they are printed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kb.cards.mtg.audit import missing
from kb.cards.mtg.costs import (
    COLORS,
    alternative,
    cost_of,
    cost_of_act,
    known_symbols,
    loyalty_of,
    symbols_of,
    value_of,
)
from kb.cards.mtg.effects.clauses import DOUBLES_TOKENS
from kb.cards.mtg.effects.sentences import Effects
from kb.cards.mtg.history import changes
from kb.cards.mtg.modes import (
    Offer,
    is_mode,
    offer_of,
    offered,
    offered_again,
    overloaded,
    renumbered,
)
from kb.cards.mtg.nodes import Unsaid, items, plain
from kb.cards.mtg.noun_phrases import KEYWORDS
from kb.cards.mtg.older import cost_today, today
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.saying.way_back import says
from kb.cards.mtg.standing import Standing
from kb.cards.mtg.triggers import MEETS, both_events, event, moment, spoken_of, when_exerted
from kb.cards.mtg.ward import ward_of
from kb.cards.mtg.wholes import KNOWS_ONLY, static_of
from kb.cards.mtg.words import COUNTED, PRICED
from kb.cards.unread import has_words_left, with_mode, words_left
from kb.cards.values import Node, Noun

if TYPE_CHECKING:
    from kb.cards.grammar import Grammar
    from kb.cards.reading import Line, Reading

Entry = dict[str, Any]

_SUPERTYPES = ("basic", "legendary", "snow", "world")
_SPELLS = ("instant", "sorcery")
_LABELS = re.compile(r"(?:boast|companion|exhaust|forecast|max speed|solved|to solve)\b", re.I)
"""Labels that are keywords: they say when their ability is there, or may be used."""

_CAST = re.compile(
    r"this spell (?:costs|has flash)|^cast this spell only|additional cost to cast this spell"
    r"|rather than pay this spell|may cast this spell (?:without|as though|from|for)"
    r"|^[^,.:]{1,40} (?:is|are) (?:colorless|all colors)\b",
    re.I,
)
"""How a text says when, how or for what its spell is cast."""

_SPELL_HAS = re.compile(r"(?:[\w ]+ — )?this spell (?:has|gains) ", re.I)
"""What only the spell has, and not the permanent that it becomes."""

_RATHER = re.compile(r"rather than pay (?:this spell|its)['’]?s? mana cost\.$", re.I)
_ADDITIONAL = re.compile(r"as an additional cost to cast this spell, ", re.I)

_EQUIP: Entry = {
    "equip": True,
    "targets": ["creature you control"],
    "effect": [{"attach": "this", "to": "target 1"}],
}
"""What equip means, besides its cost."""

_SHOWN_OR_TAPPED = re.compile(
    r"As .+ enters(?: the battlefield)?, you may reveal an? ([A-Z][a-z]+(?: or [A-Z][a-z]+)?) card"
    r" from your hand\. If you don['’]t, .+ enters(?: the battlefield)? tapped\."
)
_LIFE_OR_TAPPED = re.compile(
    r"as .+ enters(?: the battlefield)?, you may pay (\d+) life\. if you don['’]t,"
    r" .+ enters(?: the battlefield)? tapped\.",
    re.I,
)

_DOUBLES_COUNTERS = re.compile(
    r"if an effect would put one or more counters on an? [^,.]+,"
    r" it puts twice that many of those counters on (?:that \w+|it) instead\.",
    re.I,
)
_BURIED = re.compile(
    r"if a spell cast this way would be put into (?:your|a|its owner['’]s) graveyard,"
    r" exile it instead\.?",
    re.I,
)
_TAXES = re.compile(
    r".+ can['’]t attack you( or planeswalkers you control)? unless their controller pays"
    r" \{(\d+)\} for each (?:creature they control that['’]s attacking you|of those creatures)\.",
    re.I,
)
_SORCERY: Entry = {"timing": "sorcery", "from": "graveyard"}
_ABILITIES: Mapping[str, Entry] = {
    "unearth": {
        **_SORCERY,
        "effect": [
            {"put onto battlefield": "this"},
            {"gain keyword": "haste", "what": "this", "until": "permanent"},
            {"exile if it leaves": "this"},
            {"at next": "end step", "then": [{"exile": "this"}]},
        ],
    },
    "scavenge": {
        **_SORCERY,
        "targets": ["creature"],
        "effect": [{"put counters": "power of this", "kind": "+1/+1", "on": "target 1"}],
    },
    "outlast": {
        "timing": "sorcery",
        "effect": [{"put counters": 1, "kind": "+1/+1", "on": "this"}],
    },
    "reinforce": {
        "from": "hand",
        "targets": ["creature"],
        "effect": [{"put counters": 1, "kind": "+1/+1", "on": "target 1"}],
    },
    **{
        word: {
            "from": "hand",
            "effect": [
                {"search": f"{what} card in your library", "amount": 1, "to": "hand"},
                {"shuffle": "you"},
            ],
        }
        for word, what in {
            "plainscycling": "plains",
            "islandcycling": "island",
            "swampcycling": "swamp",
            "mountaincycling": "mountain",
            "forestcycling": "forest",
            "basic landcycling": "basic land",
        }.items()
    },
}
"""What keywords stand for that are abilities of a card elsewhere, besides their cost."""
_LENT = re.compile(r"[\"“][^\"“”]*[\"”]")
_OF_ITS_CARD = re.compile(r"when you (?:cycle|cast) (?!an?\b|your\b)", re.I)
"""What an instant or sorcery waits for, too."""
_COSTING = ("flashback", "escape", "kicker", "buyback", "evoke", "madness", "cumulative upkeep")
"""Keywords whose cost may be something else than mana."""
_OF_ITSELF = {"scavenge": "exile this", "unearth": "", "outlast": "{T}"}
"""What of the card itself is paid besides, where it is not discarded."""

_SEPARATE = {
    *(
        "battle cry",
        "cascade",
        "evolve",
        "exalted",
        "exploit",
        "extort",
        "flanking",
        "ingest",
        "mentor",
    ),
    *("persist", "prowess", "riot", "storm", "training", "undying", "unleash"),
}
"""Keywords that count as often as they are printed."""

_ITS = re.compile(r"equipped creature\b.*\bit(?:s|'s|’s)?\b", re.I | re.S)
"""Where "it" is the equipped creature, and not the Equipment that speaks."""


_LOYALTY = re.compile(r"\[?(?:[+−-]\d+|0)\]?")
_LOYALTY_SYMBOL = re.compile(r"\[[+−-]?(?:\d+|x)\]")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_PLAIN_COST = re.compile(r"\{(?:[WUBRGCT]|\d+)\}(?:,? ?\{(?:[WUBRGCT]|\d+)\})*")
_MANA = re.compile(r"\badds? (?:[^.]*\bmana\b|\{)", re.IGNORECASE)
_USE = re.compile(r"\b(?:adds?|mana|activate|activated|activation|only|costs?|x)\b", re.I)
"""Words by which an ability may make mana, or say when and for how much it is used."""

_OTHER_PART = {
    "modal_dfc": "(this card is {}, too, and you may cast or play it as that)",
    "adventure": "(this card is {}, too, and you may cast it as that)",
    "split": "(this card is {}, too, and you may cast it as that)",
    "aftermath": "(this card is {}, too, and you may cast it as that)",
    "transform": "(this card is {}, except on the battlefield, and may turn to that)",
}
"""What is said of a card that has another part, by its layout; as no card says it, in brackets."""

_PARTS = {
    "modal_dfc": "modal face",
    "adventure": "adventure",
    "split": "halves",
    "aftermath": "halves",
}
"""What names the other parts of a card, by its layout."""

_TURNED = ("transform", "flip", "meld")
"""Layouts of which the other part is there on the battlefield alone."""

_LAND_TYPES = {
    "plains": "white",
    "island": "blue",
    "swamp": "black",
    "mountain": "red",
    "forest": "green",
}
_SIZE = re.compile(r"\b(?:power|toughness) \d+ or (?:less|greater)")
_WHEN_BLOCKING = ("cannot be blocked by", "blocked only by")
_COST = re.compile(r"(?:\{[^{}]*\})+")
_WITH_X = re.compile(r"\benters\b[^.]* with X [^ ]+ counters\b")


def entries(card: Mapping[str, object], read: Callable[[str], Reading]) -> list[Entry]:
    """Return a card as an entry of a card file, and after it what it creates.

    Parameters
    ----------
    card
        The card as it stands in a file of real cards, or in a scenario.
    read
        Reads its text.
    """
    return _Maker(card).made(read)


class _Maker:
    """Makes the entries of one card."""

    def __init__(self, card: Mapping[str, object]) -> None:
        self.card = card
        self.name = str(card.get("name") or "")
        self.types = _words(card, "types", 0)
        self.entry: Entry = {}
        self.others: list[Entry] = []
        self.text = ""
        self.grammar: Grammar | None = None
        self.called = ""
        self.quoting = False
        self.offer: Offer | None = None

    def made(self, read: Callable[[str], Reading]) -> list[Entry]:
        """Return the entries."""
        self.entry = {"name": self.name, **self._printed()}
        text = self.card.get("text")
        if isinstance(text, str) and text.strip() and not self._is_picture(text):
            self.text = text = today(text, self.name)
            reading = read(text)
            self.grammar = reading.game.grammar
            lines = [line for line in reading.lines if line.text]
            for key, value in self._lines(lines).items():
                self.entry[key] = [*self.entry.get(key, []), *value]
        if more := [*self._of_land_types(), *self._of_other_part()]:
            self.entry["abilities"] = [*self.entry.get("abilities", []), *more]
        return [self.entry, *self.others]

    def _is_picture(self, text: str) -> bool:
        """Return whether a text is the large symbol of a basic land's mana, and no ability."""
        made = text.strip().strip("{}") in COLORS
        return (
            made and {"land"} == set(self.types) and "basic" in _words(self.card, "supertypes", 0)
        )

    def _of_land_types(self) -> list[Entry]:
        """Return the mana abilities that basic land types bring along unprinted (305.6)."""
        if "land" not in self.types:
            return []
        subtypes = _words(self.card, "subtypes", 1)
        made = [
            {"cost": "{T}", "effect": [{"add mana": color}]}
            for word, color in _LAND_TYPES.items()
            if word in subtypes
        ]
        return [one for one in made if one not in self.entry.get("abilities", [])]

    def _of_other_part(self) -> list[Entry]:
        """Return what no rule carries out of a card that has another face or half.

        Its parts it names, unless nobody knows the other: then it stands `apart`.
        """
        layout, side = str(self.card.get("layout")), str(self.card.get("side") or "a")
        parts = str(self.card.get("full_name") or self.card.get("back") or "").split(" // ")
        other = next((one for one in parts if one and one != self.name), None)
        if other is None:
            return []
        if layout in _PARTS and not self.card.get("apart"):
            if layout in ("split", "aftermath"):
                if side == "a":
                    self.others.append({"name": " // ".join(parts), "halves": parts})
            elif side == "a":
                self.entry[_PARTS[layout]] = other
            return []
        if layout == "adventure" and side == "b":
            found = self.entry.get("abilities") or [{}]
            says = f"Then exile this card; its owner may cast it later as {other}"
            found[-1]["effect"] = [*found[-1].get("effect", []), {"other": says}]
            self.entry["abilities"] = found
        if layout in _TURNED and not (side == "b" and self.card.get("alone")):
            return []
        says = _OTHER_PART.get("transform" if layout in _TURNED else layout, "")
        return [{"other": says.format(other)}] if says else []

    def _mana_cost(self) -> str:
        """Return the mana cost, as a file of cards or a scenario says it."""
        cost = self.card.get("mana_cost") or self.card.get("cost")
        return cost_today(cost) if isinstance(cost, str) else ""

    def _printed(self) -> Entry:
        """Return what is printed beside the text."""
        card = self.card
        made: Entry = {}
        if _COST.fullmatch(cost := self._mana_cost()):
            try:
                made["cost"] = known_symbols(_SYMBOL.findall(cost), announced=True)
            except Unsaid:
                made["abilities"] = [{"other": f"(this spell costs {cost} to cast)"}]
                made |= value_of(cost)
        value = card.get("cmc")
        if not cost and card.get("layout") == "transform" and isinstance(value, int | float):
            made["front mana value"] = int(value)
        listed = card.get("colors")
        colors = (
            [COLORS[one] for one in listed if one in COLORS] if isinstance(listed, list) else []
        )
        if "cost" not in made or any(one not in _colors(str(made["cost"])) for one in colors):
            made |= {"colors": colors} if isinstance(listed, list) else {}
        for key, place in (("supertypes", 0), ("types", 0), ("subtypes", 1)):
            if words := _words(card, key, place):
                made[key] = words
        for key in ("power", "toughness", "loyalty"):
            value = card.get(key)
            if type(value) is int or (isinstance(value, str) and value.isdecimal()):
                made[key] = int(value)
        if card.get("loyalty") == "X":
            static: Entry = {"enters with": "x", "kind": "loyalty"}
            made["abilities"] = [*made.get("abilities", []), {"static": static}]
        return made

    # --- Lines ---

    def _lines(self, lines: Iterable[Line]) -> Entry:
        """Return keywords and abilities of the lines of a text."""
        keywords: list[str] = []
        abilities: list[Entry] = []
        spell: Entry | None = None
        offer: Offer | None = None
        at = 0  # where the choices stand among the abilities
        listing = False  # whether the line before has offered modes, or is one
        for line in lines:
            if offer is not None and listing and is_mode(line.text):
                offer.modes.append(self._mode(line, offer))
                offer.texts.append(line.text)
                continue
            listing = False
            others = "equipped" in line.text.lower() and (
                not self._is("equipment") or _ITS.search(line.text) is not None
            )
            if KNOWS_ONLY.fullmatch(line.text.strip()):
                continue
            if is_mode(line.text) and not self._is_spell() and abilities:
                joined = with_mode(abilities[-1], line.text)
                if joined is not None:
                    abilities[-1] = joined
                    continue
            if (
                known := static_of(line.text.strip(), self.name)
            ) is not None and not self._is_spell():
                abilities.append({"static": known})
                continue
            if offer is None and self._is_spell() and (again := offered_again(line.text)):
                offer, at, listing = again, len(abilities), True
                continue
            if not line.whole or len(line.values) != 1 or others:
                abilities.append(self._unread(line))
                continue
            value = line.values[0]
            if value.kind == "labelled" and _LABELS.match(line.text):
                abilities.append(self._unread(line))
                continue
            while value.kind == "labelled" and (inner := value.node("ability")) is not None:
                value = inner
            try:
                if self._is_spell() and offer is None and (opened := offer_of(value)):
                    offer, at, listing = opened, len(abilities), True
                    continue
                self.offer = None
                before = len(self.others)
                found = (
                    self._besides(line, value)
                    or self._rather(line, value)
                    or self._in_words(line, value)
                    or self.value(value)
                )
                if self._is_spell() and has_words_left(found) and _CAST.search(line.text):
                    raise Unsaid("how it is cast")
                if not self._is_spell() and _SPELL_HAS.match(line.text):
                    raise Unsaid("what the spell has")
                self._check(line, found, before)
                if offer is not None and any("choose" in one for one in found.get("abilities", ())):
                    raise Unsaid("modes of two abilities")
                # What mana it makes is known as soon as it is used, or nothing of it.
                used = [one for one in found.get("abilities", ()) if "cost" in one]
                if any(_MANA.search(words) for words in words_left(used)):
                    raise Unsaid("which mana is added")
            except Unsaid:
                if _ADDITIONAL.match(line.text):
                    self.entry.pop("additional cost", None)
                if _RATHER.search(line.text):
                    self.entry.pop("alternative cost", None)
                    self.entry.pop("alternative if", None)
                abilities.append(self._unread(line))
                continue
            if _SEPARATE & set(keywords) & set(found.get("keywords", [])):
                abilities.append({"other": line.text})
                continue
            keywords += found.get("keywords", [])
            for one in found.get("abilities", []):
                if one.pop("choose", None):
                    offer, listing = self.offer, True
                    at = len(abilities) + len(found["abilities"])
            for one in found.get("abilities", []):
                if spell is not None and self._is_spell() and _is_plain(one) and _is_plain(spell):
                    _add_to(spell, one, line.text)
                    continue
                spell = one if _is_plain(one) else spell
                abilities.append(one)
        if offer is not None:
            abilities[at:at] = offer.choices()
        if "overload" in self.entry:
            abilities += [overloaded(one) for one in abilities if _is_plain(one)]
        made: Entry = {"keywords": list(dict.fromkeys(keywords))} if keywords else {}
        return {**made, "abilities": abilities} if abilities else made

    def _mode(self, line: Line, offer: Offer) -> Entry:
        """Return what a mode does, or that its words are left."""
        value = line.values[0] if line.whole and len(line.values) == 1 else None
        body = None if value is None else value.node("ability")
        try:
            if value is None or value.kind not in ("mode", "mode_called"):
                raise Unsaid("a mode")
            phrases = copy.deepcopy(offer.phrases) or self._phrases()
            if self._is_spell() and "{X}" in self._mana_cost():
                phrases.x = "mana"
            before = len(self.others)
            made = self._effect(body, phrases)
            self._check(line, {"abilities": [made]}, before)
            if phrases.activated and _MANA.search(line.text):
                raise Unsaid("which mana is added")
            if not made.keys() <= {"targets", "effect"}:
                raise Unsaid("when it is used")
        except Unsaid:
            return {"effect": [{"other": line.text}]}
        return made

    def _besides(self, line: Line, value: Node) -> Entry | None:
        """Read "as an additional cost to cast this spell, …"; None for any other line."""
        if not _ADDITIONAL.match(line.text):
            return None
        sentences = items(value, "sentences")
        clause = sentences[0].node("does") if len(sentences) == 1 else None
        does = None if clause is None else clause.node("does")
        acts = None if does is None or does.kind != "do" else does.node("acts")
        if acts is None or "additional cost" in self.entry:
            raise Unsaid("a cost")
        cost = cost_of_act(acts, self._phrases("this"))
        if "{" in cost or cost == "sacrifice this":
            raise Unsaid("a cost")
        self.entry["additional cost"] = cost
        return {"additional cost": cost}

    def _rather(self, line: Line, value: Node) -> Entry | None:
        """Read "you may pay … rather than pay this spell's mana cost"; None for any other line."""
        sentences = items(value, "sentences") if _RATHER.search(line.text) else []
        clause = sentences[0].node("does") if len(sentences) == 1 else None
        if clause is None:
            return None
        if "alternative cost" in self.entry:
            raise Unsaid("another cost")
        found = alternative(clause, self._phrases("this"))
        self.entry |= found
        return found

    def _in_words(self, line: Line, value: Node) -> Entry | None:
        """Read a line of which the words are known as a whole.

        "As this land enters, you may pay 2 life. If you don't, it enters tapped", or "if an effect
        would create one or more tokens under your control, …".
        """
        if DOUBLES_TOKENS.fullmatch(line.text.strip().rstrip(".")) and not self._is_spell():
            return {"abilities": [{"static": "double tokens"}]}
        said = self._replaces(line.text.strip(), value)
        if said is not None and not self._is_spell():
            return {"abilities": [{"static": said}]}
        shown = _SHOWN_OR_TAPPED.fullmatch(line.text.strip())
        if shown is not None:
            kinds = " or ".join(f"{kind} card in your hand" for kind in shown[1].split(" or "))
            unless = f"you reveal {kinds.lower()}"
            return {"abilities": [{"static": {"enters tapped": "this"}, "unless": unless}]}
        asked = _LIFE_OR_TAPPED.fullmatch(line.text.strip())
        return asked and {"abilities": [{"static": {"tapped unless life": int(asked[1])}}]}

    def _replaces(self, text: str, value: Node) -> Entry | str | None:
        """Read "if an effect would put one or more counters on …, it puts twice that many …"."""
        if (taxes := _TAXES.fullmatch(text)) is not None:
            return self._taxes(taxes, value)
        sentences = items(value, "sentences") if _DOUBLES_COUNTERS.fullmatch(text) else []
        clause = sentences[0].node("does") if len(sentences) == 1 else None
        place: Node | None = clause
        for part in ("opening", "condition", "acts", "how", "what"):
            place = None if place is None else place.node(part)
        return None if place is None else {"double counters": self._phrases("this").filter(place)}

    def _taxes(self, taxes: re.Match[str], value: Node) -> Entry | None:
        """Read "creatures can't attack you unless their controller pays {1} for each …"."""
        sentences = items(value, "sentences")
        clause = sentences[0].node("does") if len(sentences) == 1 else None
        does = None if clause is None else clause.node("does")
        subject = None if does is None else does.node("subject")
        if subject is None:
            return None
        made: Entry = {"attack you for": int(taxes[2])}
        made["creatures"] = self._phrases("this").filter(subject)
        return {**made, "or planeswalkers": True} if taxes[1] else made

    def _check(self, line: Line, found: Entry, before: int) -> None:
        """See that what a line became says what the line says, where all of it was understood."""
        if has_words_left(found):
            return
        created = self.others[before:]
        # What an earlier line has described, too, is described once.
        told = str([found, *created])
        created = [*(one for one in self.others[:before] if str(one["name"]) in told), *created]
        for beside in (*PRICED, *COUNTED, "affinity", "suspend", "living weapon"):
            if beside in self.entry and beside in line.text.lower():
                found = {**found, beside: self.entry[beside]}
        if "suspend" in found:
            found = {**found, "suspended for": self.entry["suspended for"]}
        if (word := missing(line.text, [found, *created], [self.name])) is not None:
            raise Unsaid(word)
        if self.grammar is None:
            return
        difference = says(line.text, [found, *created], self.grammar, self.name)
        if difference is not None:
            words = (*difference.lost, *difference.added)
            raise Unsaid(f"{' '.join(words) or 'what it says'} (lost or added)")

    def _is(self, subtype: str) -> bool:
        return subtype in _words(self.card, "subtypes", 1)

    def _is_spell(self) -> bool:
        # What has an ability that is quoted is a permanent, whatever the card is.
        return not self.quoting and any(word in _SPELLS for word in self.types)

    def _unread(self, line: Line) -> Entry:
        """Return what is known of a line by its words alone; of a spell it is what it does.

        How, when and for what it is cast, a spell does not do.
        """
        if not self._is_spell() or _CAST.search(line.text):
            return self._used(line) or {"other": line.text}
        return {"effect": [{"other": line.text}]}

    def _used(self, line: Line) -> Entry | None:
        """Return an ability of which the cost alone is known; it can be used, and then does more.

        Not where the text may say more of that: when it is used, for how much, and where from; nor
        where it makes mana, which is there as soon as it is used.
        """
        cost, colon, effect = line.text.partition(": ")
        known = _LOYALTY.fullmatch(cost) or _PLAIN_COST.fullmatch(cost)
        if self._is_spell() or not (colon and known) or _USE.search(effect):
            return None
        if self._is_from_elsewhere(line.text):
            return None
        made = loyalty_of(cost.replace("−", "-")) if _LOYALTY.fullmatch(cost) else cost
        return {"cost": made, "effect": [{"other": line.text}]}

    def _said(self, node: Node) -> str:
        start, end = node.span
        return " ".join(self.text[start:end].split()) or "this"

    # --- Abilities ---

    def _phrases(self, it: str | None = None) -> Phrases:
        made = Phrases(self.called or self.name, it)
        made.on_permanent = not self._is_spell()
        return made

    def value(self, value: Node, called: str = "") -> Entry:
        """Return what a line, or a quotation, says: keywords and abilities.

        What a token has that is called otherwise than the card speaks of the token by that name.
        """
        if called:
            self.called, before = called, self.called
            try:
                return self.value(value)
            finally:
                self.called = before
        match value.kind:
            case "keywords":
                return self._keywords(value)
            case "keywords_ended":
                return self._keywords(value.node("keywords"))
            case "activated" | "loyalty" | "activated_unended" | "loyalty_unended":
                return {"abilities": [self._activated(value)]}
            case "effects" | "unended" | "sentences_unended":
                return {"abilities": self._effects(value)}
        raise Unsaid(value.kind)

    def _quoted(self, value: Node, called: str = "") -> Entry:
        """Return what a quotation says, which something else has than the card."""
        self.quoting, before = True, self.quoting
        try:
            return self.value(value, called)
        finally:
            self.quoting = before

    def _keywords(self, value: Node | None) -> Entry:
        phrases = self._phrases()
        keywords: list[str] = []
        abilities: list[Entry] = []
        for one in items(value, "keywords"):
            one = one.node("keyword") or one
            if one.kind == "keyword_of" and plain(one.get("keyword")) == "enchant":
                abilities.append(
                    {"static": "enchant", "targets": [phrases.filter(one.node("what"))]}
                )
                continue
            word = plain(one.get("keyword"))
            if one.kind == "keyword_from" and word == "protection":
                for words in phrases.protections(one.node("qualities")):
                    if words in KEYWORDS:
                        keywords.append(words)
                    else:
                        abilities.append({"static": {"protected from": words}})
                continue
            if (ward := ward_of(one, self._phrases("this"))) is not None:
                abilities.append(ward)
                continue
            if one.kind == "keyword_of" and word == "partner with":
                abilities.append(_partner(one.node("what")))
                continue
            if one.kind == "keyword_price" and word in PRICED:
                if word not in ("ninjutsu", "cycling") and word in self.entry:
                    raise Unsaid("the same keyword again")
                self.entry[word] = symbols_of(one.node("price"))
                continue
            if one.kind == "keyword_for" and word == "affinity":
                counted = phrases.filter(one.node("what"))
                if "affinity" in self.entry or " you " in counted or " or " in counted:
                    raise Unsaid("what is counted")
                self.entry["affinity"] = f"{counted} you control"
                continue
            if one.kind in ("keyword_price", "keyword_number_cost") and word in _ABILITIES:
                abilities.append(_elsewhere(word, one))
                continue
            if one.kind == "keyword_costs" and word in _COSTING:
                price = cost_of(one.node("costs"), self._phrases("this"))
                if word in self.entry or price == "sacrifice this":
                    raise Unsaid("a cost")
                if word == "cumulative upkeep" and not price.startswith("pay "):
                    raise Unsaid("a cost for each age counter")
                self.entry[word] = price
                continue
            if one.kind == "keyword_number_cost" and word == "suspend":
                number = one.get("number")
                if word in self.entry or not isinstance(number, int):
                    raise Unsaid("the same keyword again")
                self.entry[word] = symbols_of(one.node("price"))
                self.entry["suspended for"] = number
                continue
            if one.kind == "keyword_number" and word in COUNTED:
                number = one.get("number")
                if word in self.entry or not isinstance(number, int):
                    raise Unsaid("the same keyword again")
                self.entry[word] = number
                continue
            if one.kind == "keyword_number" and word == "afflict":
                abilities.append(_afflict(one.get("number")))
                continue
            if one.kind == "keyword_price" and word == "equip" and self._is("equipment"):
                abilities.append({**_EQUIP, "cost": symbols_of(one.node("price"))})
                continue
            if one.kind == "keyword" and plain(one.get("keyword")) == "partner":
                abilities.append({"static": {"for the deck": self._said(one)}})
                continue
            if one.kind == "keyword" and word == "living weapon":
                self.entry[word] = True
                continue
            try:
                keywords.append(phrases.keyword(one))
            except Unsaid:
                abilities.append({"other": self._said(one)})
        made: Entry = {"keywords": list(dict.fromkeys(keywords))} if keywords else {}
        return {**made, "abilities": abilities} if abilities else made

    def _activated(self, value: Node) -> Entry:
        phrases = self._phrases("this")
        if value.kind.startswith("loyalty"):
            cost = loyalty_of(str(value.get("cost")))
            if not _LOYALTY_SYMBOL.fullmatch(cost):
                raise Unsaid("a loyalty symbol")
        else:
            cost = cost_of(value.node("costs"), phrases)
        phrases.x = "loyalty" if cost == "[-x]" else "mana" if "{X}" in cost else ""
        phrases.sacrificed, phrases.activated = _sacrifices_one(cost), True
        body = value.node("effects") or value.node("does")
        made: Entry = {"cost": cost, **self._effect(body, phrases)}
        parts = cost.split(", ")
        if self._is_elsewhere(value):
            if "sacrifice this" in parts or "from your graveyard" not in self._said(value):
                raise Unsaid("its own card in another zone")
            made["from"] = "graveyard"
        elif "discard this" in parts:
            made["from"] = "hand"
        if "from" in made and any("add mana" in step for step in made["effect"]):
            raise Unsaid("mana from elsewhere")
        return made

    def _effect(self, body: Node | None, phrases: Phrases, first: Node | None = None) -> Entry:
        """Return targets and instructions of sentences."""
        if body is None:
            raise Unsaid("an effect")
        effects = Effects(
            phrases,
            self._said,
            self._created,
            self._quoted,
            lambda clause: Standing(self._phrases("this"), self._quoted).read(clause),
        )
        sentences = items(body, "sentences") if body.kind != "unended" else []
        if len(sentences) == 1 and sentences[0].kind == "header":
            return self._offers(first or sentences[0].node("does"), phrases)
        if not sentences:
            effects.read([body], first or body.node("does") or body)
        else:
            effects.read(sentences, first)
        made: Entry = {"timing": effects.timing} if effects.timing else {}
        made |= {"only if": effects.only_if} if effects.only_if else {}
        made |= {"by anyone": True} if effects.by_anyone else {}
        if phrases.targets:
            made["targets"] = phrases.targets
        return {**made, "effect": effects.steps}

    def _offers(self, clause: Node | None, phrases: Phrases) -> Entry:
        """Take in that an ability offers modes, which the next lines tell."""
        if self.offer is None:
            self.offer = offered(clause)
            self.offer.phrases = phrases
        if phrases.x or self.quoting:
            raise Unsaid("modes")
        return {"choose": self.offer.words, "effect": []}

    def _effects(self, value: Node) -> list[Entry]:
        sentences = items(value, "sentences")
        first = sentences[0] if sentences else value
        clause = first.node("does")
        if clause is None or (first.kind == "header" and clause.kind != "under"):
            raise Unsaid("a sentence")
        phrases = self._phrases("this")
        if (then := when_exerted(sentences, phrases)) is not None:
            phrases.attacks = True
            told = self._effect(value.put("sentences", tuple(sentences[1:])), phrases, then)
            return [{"static": "may exert"}, {"when": {"exerted": None}, **told}]
        opening = clause.node("opening") if clause.kind == "under" else None
        spell = self._is_spell()
        own = opening is not None and _OF_ITS_CARD.match(self._said(opening))
        if opening is not None and opening.kind in ("when", "first") and (own or not spell):
            both = both_events(opening)
            if both:
                return [
                    one for each in both for one in [self._triggered(each, clause, value)] if one
                ]
            one_event = self._triggered(opening, clause, value)
            if one_event is not None:
                return [one_event]
        standing = Standing(self._phrases("this"), self._quoted)
        if spell and len(sentences) == 1 and (found := standing.own_cost(clause)) is not None:
            return found
        if spell and _about_countering(clause, self._phrases()):
            return Standing(self._phrases("this"), self._quoted).read(clause)
        if spell or (not self.types and _is_order(clause)):
            phrases = self._phrases("this")
            phrases.x = "mana" if "{X}" in self._mana_cost() else ""
            phrases.sacrificed = _sacrifices_one(str(self.entry.get("additional cost", "")))
            return [self._effect(value, phrases)]
        standing = Standing(self._phrases("this"), self._quoted)
        if "{X}" in self._mana_cost() and _WITH_X.search(self._said(value)):
            standing.phrases.x = "mana"
        try:
            said: list[Entry] = []
            for sentence in sentences or [value]:
                if said and self._exiles_what_was_cast(sentence, said[-1]):
                    continue
                said += standing.read(sentence.node("does"))
            if any(map(_asks_size, said)):
                raise Unsaid("a size that the layers change")
            return said
        except Unsaid:
            if self.types:
                raise
            return [self._effect(value, self._phrases("this"))]

    def _exiles_what_was_cast(self, sentence: Node, last: Entry) -> bool:
        """Take in "if a spell cast this way would be put into your graveyard, exile it instead"."""
        static = last.get("static")
        if not isinstance(static, dict) or "cast from graveyard" not in static:
            return False
        if _BURIED.fullmatch(self._said(sentence)) is None:
            return False
        static["afterwards"] = "exile"
        return True

    def _triggered(self, opening: Node, clause: Node, value: Node) -> Entry | None:
        phrases = self._phrases()
        if opening.kind == "when":
            if plain(opening.get("word")) not in ("when", "whenever"):
                raise Unsaid("when")
            when, phrases.it = event(opening.node("event"), phrases)
            phrases.that_is_this = phrases.it == "this"
            if "{X}" in self._mana_cost() and "cast" in when:
                phrases.x = "mana"
            phrases.attacks = "this" in map(when.get, ("attacks", "becomes blocked", "blocked"))
            phrases.spell = when.get("casts") or when.get("casts nth", "")
            phrases.spell = "ability" if "activates nonmana" in when else phrases.spell
            phrases.cast = any(word.startswith("cast") for word in when)
            about = str(next(iter(when.values()), ""))
            if (word := next(iter(when))) in MEETS:
                phrases.only_that, about = "creature", str(when[MEETS[word]])
                phrases.speak_of("this" if when[word] == "this" else None)
            own = about == "this" or about.endswith(" you control")
            phrases.aimed = own and str(when.get("of", "")).endswith("an opponent controls")
            phrases.event = about if phrases.it == "it" and not phrases.cast else ""
            phrases.it_died = "dies" in when and when["dies"] != "this"
            if phrases.aimed:
                phrases.that_player = "controller of what aims"
            dealt = when.get("deals damage to") or when.get("deals combat damage to")
            if dealt in ("player", "opponent"):
                phrases.that_player = "it"
                phrases.about_opponent = True
        else:
            found = moment(opening)
            if found is None:
                return None
            of_enchanted = found["whose"] == "controller of enchanted"
            when, phrases.it = found, "enchanted" if of_enchanted else "this"
            if found["whose"] != "you":
                phrases.that_player = "active player"
                phrases.about_opponent = found["whose"] == "opponent"
        does = clause.node("does")
        inner = None if does is None or does.kind != "under" else does.node("opening")
        returns = self._returns_itself(value, when)
        try:
            made = self._triggers_with(value, phrases, does, inner)
            for otherwise, known in spoken_of(phrases, when) if has_words_left(made) else ():
                again = self._triggers_with(value, known, does, inner)
                if not has_words_left(again):
                    when, made = otherwise, again
                    break
            if has_words_left(made) and self._is_elsewhere(value):
                raise Unsaid("its own card in another zone")
            if changes(when, str(made.get("if", ""))):
                raise Unsaid("what has just happened counts, too")
            return {"when": when, **made, **({"from": "graveyard"} if returns else {})}
        except Unsaid:
            # What sets it off is known: as long as that does not happen, the rest does not matter.
            if self._is_elsewhere(value) or missing(self._said(opening), [when]) is not None:
                raise
            return {"when": when, "effect": [{"other": self._said(value)}]}

    def _returns_itself(self, value: Node, when: Entry) -> bool:
        """Whether an ability that triggers brings its own card back from its owner's graveyard.

        What triggers as a card dies looks back at the battlefield.
        """
        listens = next(iter(when)) in ("enters", "begins", "casts", "cycles", "draws", "gains life")
        return (
            listens
            and "this" not in when.values()
            and self._is_elsewhere(value)
            and ("from your graveyard" in self._said(value))
        )

    def _is_elsewhere(self, value: Node) -> bool:
        """Whether a text speaks of its own card in another zone, where it listens, then."""
        return self._is_from_elsewhere(self._said(value))

    def _is_from_elsewhere(self, text: str) -> bool:
        names = {self.name, self.name.partition(",")[0], self.name.partition(" ")[0]}
        own = "|".join(
            ("this card", "this creature", *map(re.escape, sorted(names, key=len)[::-1]))
        )
        zones = "(?:from|in) (?:your|its owner's|the|a|their owner's) (?:graveyard|hand|library)"
        # What is quoted speaks of the card that is given it.
        text = _LENT.sub("", text)
        return bool(re.search(rf"\b(?:{own})\b (?:is |are )?(?:{zones}|from exile)", text))

    def _triggers_with(
        self, value: Node, phrases: Phrases, does: Node | None, inner: Node | None
    ) -> Entry:
        """Return what a triggered ability does, and what it asks for right behind its event."""
        if does is not None and inner is not None and inner.kind == "if":
            if plain(inner.get("word")) != "if":
                raise Unsaid("an intervening if")
            condition = phrases.condition(inner.node("condition"))
            return {"if": condition, **self._effect(value, phrases, does.node("does"))}
        if inner is not None and inner.kind != "first":
            raise Unsaid("an intervening if")
        return self._effect(value, phrases, does)

    # --- What it creates ---

    def _created(self, made: Entry) -> str:
        """Take in a token or an emblem; return the name by which the card creates it."""
        known = [other for other in self.others if {**other, "name": ""} == {**made, "name": ""}]
        if known:
            return str(known[0]["name"])
        what = "Emblem" if made.get("emblem") else str(made.get("called"))
        number = sum(str(other["name"]).startswith(what) for other in self.others)
        name = f"{what} of {self.name}" + (f" {number + 1}" if number else "")
        self.others.append({"name": name, **made})
        return name


def _add_to(spell: Entry, more: Entry, text: str) -> None:
    """Let a spell do what a later line of its text says, too, to targets of that line's own."""
    aimed, told = more.get("targets", []), set(more) <= {"targets", "effect"}
    if aimed and (not told or re.search(r"\b(?:an)?other\b", text, re.I)):
        aimed, more = [], {"effect": [{"other": text}]}
    effect = renumbered(more["effect"], len(spell.get("targets", [])) if aimed else 0)
    spell["effect"] = [*spell["effect"], *effect]
    if aimed:
        spell["targets"] = [*spell.get("targets", []), *aimed]


def _sacrifices_one(cost: str) -> bool:
    """Whether exactly one thing, and not the card itself, is sacrificed as a cost."""
    parts = [part for part in cost.split(", ") if part.startswith("sacrifice ")]
    return len(parts) == 1 and parts[0].startswith(("sacrifice 1 ", "sacrifice a "))


def _colors(cost: str) -> list[str]:
    """Return the colors of a mana cost."""
    return [color for symbol, color in COLORS.items() if symbol in cost]


def _words(card: Mapping[str, object], key: str, place: int) -> list[str]:
    """Return types, supertypes or subtypes, by their lists or by the type line."""
    listed_words = card.get(key)
    if isinstance(listed_words, list):
        return [str(word).lower() for word in listed_words]
    line = str(card.get("type") or "").replace("—", "-").lower()
    before, _, after = line.partition(" - ")
    words = (before, after)[place].split()
    if key == "supertypes":
        return [word for word in words if word in _SUPERTYPES]
    return [word for word in words if word not in _SUPERTYPES]


def _asks_size(ability: Entry) -> bool:
    """Whether a static ability is about things of some power or toughness.

    Who may block is asked when somebody blocks.
    """
    static = ability.get("static")
    about = static if isinstance(static, Mapping) else {}
    said = (value for word, value in about.items() if word not in _WHEN_BLOCKING)
    return any(isinstance(one, str) and _SIZE.search(one) for one in said)


def _is_order(clause: Node) -> bool:
    """Whether a sentence tells what to do, as that of a spell does."""
    while clause.kind in ("clauses", "then", "clauses__comma", "after_that", "where_clause"):
        clause = clause.node("first") or clause.node("does") or clause
    return clause.kind == "do"


def _elsewhere(word: str, keyword: Node) -> Entry:
    """Return the ability that a keyword with a cost stands for."""
    made = copy.deepcopy(_ABILITIES[word])
    paid = _OF_ITSELF.get(word, "discard this")
    cost = ", ".join(one for one in (symbols_of(keyword.node("price")), paid) if one)
    if keyword.kind == "keyword_number_cost":
        number = keyword.get("number")
        if word != "reinforce" or not isinstance(number, int):
            raise Unsaid("a number")
        made["effect"][0]["put counters"] = number
    elif word == "reinforce":
        raise Unsaid("a number")
    return {"keyword ability": word, "cost": cost, **made}


def _afflict(number: object) -> Entry:
    """Return what afflict does as its creature becomes blocked."""
    if not isinstance(number, int):
        raise Unsaid("a number")
    effect = [{"lose life": number, "who": "defending player"}]
    return {"keyword ability": "afflict", "when": {"becomes blocked": "this"}, "effect": effect}


def _partner(named: Node | None) -> Entry:
    """Return what "partner with" does as its permanent enters."""
    head = None if named is None else named.node("noun")
    noun = None if head is None or head.kind != "named" else head.get("noun")
    if not isinstance(noun, Noun) or named is None or items(named.node("describers")):
        raise Unsaid("partner with whom")
    found = {
        "search": f'card in your library named "{noun.lemma}"',
        "to": "hand",
        "who": "target 1",
    }
    offered: Entry = {"may do": [found, {"shuffle": "target 1"}], "who": "target 1"}
    when: Entry = {"enters": "this"}
    return {
        "keyword ability": "partner with",
        "when": when,
        "targets": ["player"],
        "effect": [offered],
    }


def _about_countering(clause: Node, phrases: Phrases) -> bool:
    """Whether a sentence of a spell is "this spell can't be countered"."""
    acts = clause.node("acts")
    complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    past = "" if complement is None else plain(complement.get("past"))
    itself = phrases.is_this(clause.node("subject"))
    return clause.kind == "may" and past == "countered" and itself


def _is_plain(ability: Entry) -> bool:
    return "effect" in ability and not {"cost", "when", "static", "mode"} & set(ability)
