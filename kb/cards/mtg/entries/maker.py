"""What every part of the maker of a card's entries has at hand."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kb.cards.mtg.entries.printed import mana_cost, words_of
from kb.cards.mtg.modes import Offer
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.standing.sentences import Standing
from kb.cards.values import Node

if TYPE_CHECKING:
    from kb.cards.grammar import Grammar
    from kb.cards.reading import Reading


Entry = dict[str, Any]

_SPELLS = ("instant", "sorcery")
_LENT = re.compile(r"[\"“][^\"“”]*[\"”]")


class Maker(ABC):
    """Makes the entries of one card.

    Parameters
    ----------
    card
        The card as it stands in a file of real cards, or in a scenario.

    Attributes
    ----------
    entry
        What has been made of the card.
    others
        What it creates.
    text
        Its text in the words of today.
    grammar
        The grammar that has read the text.
    read
        What reads a text as that of the card.
    called
        How what has an ability is called, if otherwise than the card.
    quoting
        Whether it is a quotation that is read, which something else has than the card.
    offer
        The modes that an ability offers, which the next lines tell.
    twofold
        The lines that may call the card by its name, or mean something else by that word.
    """

    def __init__(self, card: Mapping[str, object]) -> None:
        self.card = card
        self.name = str(card.get("name") or "")
        self.types = words_of(card, "types", 0)
        self.entry: Entry = {}
        self.others: list[Entry] = []
        self.text = ""
        self.grammar: Grammar | None = None
        self.read: Callable[[str], Reading] | None = None
        self.called = ""
        self.quoting = False
        self.offer: Offer | None = None
        self.twofold: frozenset[str] = frozenset()

    @abstractmethod
    def value(self, value: Node, called: str = "") -> Entry:
        """Return what a line, or a quotation, says: keywords and abilities."""

    def mana_cost(self) -> str:
        """Return the mana cost, as a file of cards or a scenario says it."""
        return mana_cost(self.card)

    def has_type(self, subtype: str) -> bool:
        """Whether the card has a subtype."""
        return subtype in words_of(self.card, "subtypes", 1)

    def is_spell(self) -> bool:
        """Whether the text is that of an instant or sorcery."""
        # What has an ability that is quoted is a permanent, whatever the card is.
        return not self.quoting and any(word in _SPELLS for word in self.types)

    def said(self, node: Node) -> str:
        """Return a part of the text as it is printed."""
        start, end = node.span
        return " ".join(self.text[start:end].split()) or "this"

    def phrases(self, it: str | None = None) -> Phrases:
        """Return the phrases of an ability that begins."""
        made = Phrases(self.called or self.name, it)
        made.on_permanent = not self.is_spell()
        return made

    def standing(self) -> Standing:
        """Return a reader of what lasts."""
        return Standing(self.phrases("this"), self.quoted)

    def quoted(self, value: Node, called: str = "") -> Entry:
        """Return what a quotation says, which something else has than the card."""
        self.quoting, before = True, self.quoting
        try:
            return self.value(value, called)
        finally:
            self.quoting = before

    def is_elsewhere(self, value: Node) -> bool:
        """Whether a text speaks of its own card in another zone, where it listens, then."""
        return self.is_from_elsewhere(self.said(value))

    def is_from_elsewhere(self, text: str) -> bool:
        """Whether words speak of the card in another zone."""
        names = {self.name, self.name.partition(",")[0], self.name.partition(" ")[0]}
        own = "|".join(
            ("this card", "this creature", *map(re.escape, sorted(names, key=len)[::-1]))
        )
        zones = "(?:from|in) (?:your|its owner's|the|a|their owner's) (?:graveyard|hand|library)"
        # What is quoted speaks of the card that is given it.
        text = _LENT.sub("", text)
        return bool(re.search(rf"\b(?:{own})\b (?:is |are )?(?:{zones}|from exile)", text))

    def created(self, made: Entry) -> str:
        """Take in a token or an emblem; return the name by which the card creates it."""
        known = [other for other in self.others if {**other, "name": ""} == {**made, "name": ""}]
        if known:
            return str(known[0]["name"])
        what = "Emblem" if made.get("emblem") else str(made.get("called"))
        number = sum(str(other["name"]).startswith(what) for other in self.others)
        name = f"{what} of {self.name}" + (f" {number + 1}" if number else "")
        self.others.append({"name": name, **made})
        return name
