"""The lines of a text, each with what it becomes, or with its words."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kb.cards.mtg.audit import missing
from kb.cards.mtg.costs import loyalty_of
from kb.cards.mtg.entries.abilities import AbilityMaker
from kb.cards.mtg.entries.casting import (
    ADDITIONAL,
    RATHER,
    SPELL_HAS,
    besides,
    only,
    rather,
    says_how_it_is_cast,
)
from kb.cards.mtg.entries.known_events import known_event
from kb.cards.mtg.entries.known_lines import in_words
from kb.cards.mtg.entries.maker import Entry
from kb.cards.mtg.modes import Offer, is_mode, offer_of, offered_again, overloaded, renumbered
from kb.cards.mtg.nodes import Unsaid
from kb.cards.mtg.saying.way_back import says
from kb.cards.mtg.wholes import KNOWS_ONLY, static_of
from kb.cards.mtg.words import COUNTED, PRICED
from kb.cards.unread import has_words_left, with_mode, words_left

if TYPE_CHECKING:
    from kb.cards.reading import Line


_LABELS = re.compile(r"(?:companion|exhaust|forecast|max speed|solved|to solve|visit)\b", re.I)
"""Labels that are keywords: they say when their ability is there, or may be used."""
_BOAST = re.compile(r"boast —", re.I)

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
        "melee",
        "mentor",
    ),
    *("persist", "prowess", "riot", "storm", "training", "undying", "unleash"),
}
"""Keywords that count as often as they are printed."""

_ITS = re.compile(
    r"equipped creature\b.*(?<!in addition to )\bit(?:s|'s|’s)?\b(?! other (?:\w+ )?types\b)",
    re.I | re.S,
)
"""Where "it" is the equipped creature, and not the Equipment that speaks."""

_LOYALTY = re.compile(r"\[?(?:[+−-]\d+|0)\]?")
_PLAIN_COST = re.compile(r"\{(?:[WUBRGCT]|\d+)\}(?:,? ?\{(?:[WUBRGCT]|\d+)\})*")
_ADDS_MANA = re.compile(r"\badds? (?:[^.]*\bmana\b|\{)", re.IGNORECASE)
_WHICH_X = re.compile(r"^x can['’]t be ", re.IGNORECASE)
_LOYALTY_USE = re.compile(r"\b(?:activate|activated|activation|only|costs?)\b", re.I)
_QUOTED = re.compile(r'"[^"]*"')
_USE = re.compile(r"\b(?:adds?|mana|activate|activated|activation|only|costs?|x)\b", re.I)
"""Words by which an ability may make mana, or say when and for how much it is used."""


class LineMaker(AbilityMaker):
    """Makes what lines become."""

    def lines(self, lines: Iterable[Line]) -> Entry:
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
                not self.has_type("equipment") or _ITS.search(line.text) is not None
            )
            if KNOWS_ONLY.fullmatch(line.text.strip()):
                continue
            if is_mode(line.text) and not self.is_spell() and abilities:
                joined = with_mode(abilities[-1], line.text)
                if joined is not None:
                    abilities[-1] = joined
                    continue
            if line.text in self.twofold:
                abilities.append(self._unread(line))
                continue
            if (
                known := static_of(line.text.strip(), self.name)
            ) is not None and not self.is_spell():
                abilities.append({"static": known})
                continue
            if offer is None and self.is_spell() and (again := offered_again(line.text)):
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
                if self.is_spell() and offer is None and (opened := offer_of(value)):
                    offer, at, listing = opened, len(abilities), True
                    continue
                self.offer = None
                before = len(self.others)
                found = (
                    besides(self, line, value)
                    or rather(self, line, value)
                    or only(self, line, value)
                    or in_words(self, line.text.strip(), value)
                    or self.value(value)
                )
                if _BOAST.match(line.text):
                    found = _boasting(found)
                cast = self.is_spell() and says_how_it_is_cast(line.text, self.name)
                if cast and has_words_left(found):
                    raise Unsaid("how it is cast")
                if not self.is_spell() and SPELL_HAS.match(line.text):
                    raise Unsaid("what the spell has")
                self._check(line, found, before)
                if offer is not None and any("choose" in one for one in found.get("abilities", ())):
                    raise Unsaid("modes of two abilities")
                # What mana it makes is known as soon as it is used, or nothing of it; so is for
                # which X that may be.
                used = [one for one in found.get("abilities", ()) if "cost" in one]
                if any(_ADDS_MANA.search(words) for words in words_left(used)):
                    raise Unsaid("which mana is added")
                if any(_WHICH_X.search(words) for words in words_left(used)):
                    raise Unsaid("which number X is")
            except Unsaid:
                if ADDITIONAL.match(line.text):
                    self.entry.pop("additional cost", None)
                if RATHER.search(line.text):
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
                if spell is not None and self.is_spell() and _is_plain(one) and _is_plain(spell):
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
        known = line.whole and len(line.values) == 1 and line.text not in self.twofold
        value = line.values[0] if known else None
        body = None if value is None else value.node("ability")
        try:
            if value is None or value.kind not in ("mode", "mode_called"):
                raise Unsaid("a mode")
            phrases = copy.deepcopy(offer.phrases) or self.phrases()
            if self.is_spell() and "{X}" in self.mana_cost():
                phrases.x = "mana"
            before = len(self.others)
            made = self.effect(body, phrases)
            self._check(line, {"abilities": [made]}, before)
            if phrases.activated and _ADDS_MANA.search(line.text):
                raise Unsaid("which mana is added")
            if not made.keys() <= {"targets", "effect"}:
                raise Unsaid("when it is used")
        except Unsaid:
            return {"effect": [{"other": line.text}]}
        return made

    def _check(self, line: Line, found: Entry, before: int) -> None:
        """See that what a line became says what the line says, where all of it was understood."""
        if has_words_left(found):
            return
        created = self.others[before:]
        # What an earlier line has described, too, is described once.
        told = str([found, *created])
        created = [*(one for one in self.others[:before] if str(one["name"]) in told), *created]
        for beside in (*PRICED, *COUNTED, "affinity", "suspend", "living weapon"):
            if beside in self.entry and re.search(rf"\b{beside}\b", line.text.lower()):
                found = {**found, beside: self.entry[beside]}
        if "suspend" in found:
            found = {**found, "suspended for": self.entry["suspended for"]}
        waiting = [one for one in created if has_words_left(one)]
        if waiting and all(map(_is_waiting_emblem, waiting)):
            # What it does is named once that happens; around it the words are checked.
            rest, whole = (
                _QUOTED.sub('""', line.text),
                [one for one in created if one not in waiting],
            )
            if (word := missing(rest, [found, *whole], [self.name])) is not None:
                raise Unsaid(word)
            return
        if (word := missing(line.text, [found, *created], [self.name])) is not None:
            raise Unsaid(word)
        if self.grammar is None:
            return
        difference = says(line.text, [found, *created], self.grammar, self.name)
        if difference is not None:
            words = (*difference.lost, *difference.added)
            raise Unsaid(f"{' '.join(words) or 'what it says'} (lost or added)")

    def _unread(self, line: Line) -> Entry:
        """Return what is known of a line by its words alone; of a spell it is what it does.

        How, when and for what it is cast, a spell does not do.
        """
        if not self.is_spell() or says_how_it_is_cast(line.text, self.name):
            return self._used(line) or self._waiting(line) or {"other": line.text}
        return {"effect": [{"other": line.text}]}

    def _waiting(self, line: Line) -> Entry | None:
        """Return an ability of which only what it waits for is known, and not what it does then."""
        if self.is_spell() or _LABELS.match(line.text):
            return None
        return known_event(self, line.text)

    def _used(self, line: Line) -> Entry | None:
        """Return an ability of which the cost alone is known; it can be used, and then does more.

        Not where the text may say more of that: when it is used, for how much, and where from; nor
        where it makes mana, which is there as soon as it is used; a loyalty ability uses the stack
        even so (605.1a), and what it lays down in quotes is not about itself.
        """
        cost, colon, effect = line.text.partition(": ")
        loyalty = _LOYALTY.fullmatch(cost)
        known = loyalty or _PLAIN_COST.fullmatch(cost)
        says_more = _LOYALTY_USE.search(_QUOTED.sub("", effect)) if loyalty else _USE.search(effect)
        if self.is_spell() or not (colon and known) or says_more:
            return None
        if self.is_from_elsewhere(line.text):
            return None
        made = loyalty_of(cost.replace("−", "-")) if _LOYALTY.fullmatch(cost) else cost
        return {"cost": made, "effect": [{"other": line.text}]}


def _add_to(spell: Entry, more: Entry, text: str) -> None:
    """Let a spell do what a later line of its text says, too, to targets of that line's own."""
    aimed, told = more.get("targets", []), set(more) <= {"targets", "effect"}
    if aimed and (not told or re.search(r"\b(?:an)?other\b", text, re.I)):
        aimed, more = [], {"effect": [{"other": text}]}
    effect = renumbered(more["effect"], len(spell.get("targets", [])) if aimed else 0)
    spell["effect"] = [*spell["effect"], *effect]
    if aimed:
        spell["targets"] = [*spell.get("targets", []), *aimed]


def _is_waiting_emblem(created: Entry) -> bool:
    """Whether nothing of an emblem is left out but what it does as something known happens."""
    left = [one for one in created.get("abilities", []) if has_words_left(one)]
    return bool(created.get("emblem")) and all("when" in one for one in left)


def _boasting(found: Entry) -> Entry:
    """Return an ability that may be used only once each turn, and only after its card attacked."""
    made = found.get("abilities", [])
    if set(found) != {"abilities"} or len(made) != 1 or "cost" not in made[0]:
        raise Unsaid("what boasts")
    if {"timing", "only if", "by anyone", "from"} & set(made[0]):
        raise Unsaid("a timing besides")
    return {"abilities": [{**made[0], "timing": "boast"}]}


def _is_plain(ability: Entry) -> bool:
    return "effect" in ability and not {"cost", "when", "static", "mode"} & set(ability)
