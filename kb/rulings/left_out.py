"""Texts that no rule carries out, and the cards and things that have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from clingo import Symbol, SymbolType

from kb.errors import quote
from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.questions.asked import Asked
from kb.records import record

IN_FORCE = frozenset({"static", "when"})
"""What an ability says by which it is in force, or listens, without being used."""

WHEN = "when"
"""What an ability says that waits for something."""

STEP = "step"
"""What an ability says that it does when it is used."""

COST = "cost"
"""What an ability says of what is paid to use it."""

_THIS = re.compile(r"\bthis (?:spell|card)\b")
"""How a note about a card speaks of it."""

AIMED = "aimed"
"""How it is said of such a text that what it is aimed at is known."""


@record
class LeftOut:
    """An ability that no rule carries out.

    Attributes
    ----------
    card : str
        The card that has it.
    ability : int
        Which of the card's abilities it is: the number of its paragraph, where that is known,
        else its place.
    text : str
        What is not carried out, as the card says it.
    key : (Symbol, int)
        The card and the ability's place among its abilities, for whoever compares.
    done : bool
        Whether it is what an ability does that is used, and not an ability in force.
    symbol : Symbol or None
        The ability.
    waits : bool
        Whether the ability waits for something, and is not used.
    rest : str
        What of the ability is not carried out, from this text on.
    paid : bool
        Whether the ability is used, and has a cost.
    aimed : bool
        Whether what it is aimed at is known, though it is not carried out.
    noted : bool
        Whether the text is a note about the card, in brackets, and not printed on it.
    """

    card: str
    ability: int
    text: str
    key: tuple[Symbol, int] = field(repr=False)
    done: bool = False
    symbol: Symbol | None = field(default=None, repr=False, compare=False)
    waits: bool = field(default=False, repr=False, compare=False)
    rest: str = field(default="", repr=False, compare=False)
    noted: bool = field(default=False, repr=False, compare=False)
    aimed: bool = field(default=False, repr=False, compare=False)
    paid: bool = field(default=False, repr=False, compare=False)

    @property
    def entry(self) -> str:
        """How a case names it."""
        return f"{{card: {quote(self.card)}, ability: {self.ability}}}"

    def __str__(self) -> str:
        if self.noted:
            return f"that {_THIS.sub(lambda _: self.card, self.text, count=1)}"
        return f"“{self.text}” ({self.card})"

    @property
    def condition(self) -> str:
        """Under which condition an answer would be another one, behind "unless"."""
        return f"it matters {self}" if self.noted else f"{self} says otherwise"


def unread_of(session: Session) -> Iterator[tuple[Symbol, list[LeftOut]]]:
    """Yield the cards that have such abilities, with these."""
    said: dict[Symbol, list[tuple[str, bool]]] = {}
    aimed: set[tuple[Symbol, str]] = set()
    printed: dict[Symbol, list[Symbol]] = {}
    waiting: set[Symbol] = set()
    paid: set[Symbol] = set()
    paragraphs: dict[Symbol, int] = {}
    for fact in session.situation.said("says", 3):
        ability, word, text = fact.arguments
        if word.name == WHEN:
            waiting.add(ability)
        elif word.name == COST:
            paid.add(ability)
        elif word.match("printed", 0):
            paragraphs[ability] = text.number
        if word.name in IN_FORCE and text.match("unsupported", 1):
            said.setdefault(ability, []).append((text.arguments[0].string, False))
        elif word.name == STEP and text.match("unsupported", 2):
            said.setdefault(ability, []).append((text.arguments[0].string, True))
            if text.arguments[1].name == AIMED:
                aimed.add((ability, text.arguments[0].string))
    if not said:
        return
    for fact in session.situation.said("printed", 3):
        if fact.arguments[1].name == "ability":
            printed.setdefault(fact.arguments[0], []).append(fact.arguments[2])
    names = session.situation.names
    for card, abilities in printed.items():
        found = []
        for place, ability in enumerate(sorted(abilities), 1):
            number = paragraphs.get(ability, place)
            texts = said.get(ability, [])
            for at, (part, done) in enumerate(texts):
                rest = ". ".join(one for one, _ in texts[at:])
                key, waits = (card, place), ability in waiting
                noted = part.startswith("(") and part.endswith(")")
                told = part[1:-1] if noted else part
                aims = (ability, part) in aimed
                named, pays = names.text(card), ability in paid
                found.append(
                    LeftOut(named, number, told, key, done, ability, waits, rest, noted, aims, pays)
                )
        if found:
            yield card, found


class PartTexts:
    """Tells of which cards the texts are that a thing may have: of the whole, and of its parts."""

    def __init__(self, session: Session, asked: Asked) -> None:
        self.act = getattr(asked, "act", None)
        self.known = session.game.functioning
        keys = {one.key for one in session.game.part_keys.values()}
        self.parts: dict[Symbol, list[Symbol]] = {}
        self.backs: dict[Symbol, Symbol] = {}
        self._known: dict[Symbol, tuple[frozenset[Symbol], frozenset[Symbol]]] = {}
        attributes = session.game.object_attributes.values()
        self._turned = [one.fluent for one in attributes if one.shows == "back"]
        # Whatever it shows instead of its own values stands in a further argument.
        self._hidden = {
            one.fluent.source.partition("(")[0] for one in attributes if one.shows == "nothing"
        }
        for fact in session.situation.said("printed", 3) if keys or self._turned else ():
            if fact.arguments[1] in keys:
                self.parts.setdefault(fact.arguments[0], []).append(fact.arguments[2])
            elif fact.arguments[1].name == "back":
                self.backs[fact.arguments[0]] = fact.arguments[2]

    def turned(self, state: Iterable[Symbol]) -> frozenset[Symbol]:
        """Return the things that show their back faces in a state."""
        if not self._turned:
            return frozenset()
        return frozenset().union(*(self._sides_of(fluent)[0] for fluent in state))

    def hidden(self, state: Iterable[Symbol]) -> frozenset[Symbol]:
        """Return the things that show nothing of their cards in a state."""
        if not self._hidden:
            return frozenset()
        return frozenset().union(*(self._sides_of(fluent)[1] for fluent in state))

    def _sides_of(self, fluent: Symbol) -> tuple[frozenset[Symbol], frozenset[Symbol]]:
        """Return which things show their back faces by a fluent, and which show nothing."""
        known = self._known.get(fluent)
        if known is None:
            turned = any(one.match(fluent) is not None for one in self._turned)
            hidden = fluent.type == SymbolType.Function and fluent.name in self._hidden
            none = frozenset[Symbol]()
            things = objects_in(fluent) if turned or hidden else none
            known = self._known[fluent] = (things if turned else none, things if hidden else none)
        return known

    def of(self, thing: Symbol, card: Symbol, zone: Symbol) -> tuple[Symbol, ...]:
        """Return the cards whose texts count: of what is played as a part, that part alone."""
        parts = self.parts.get(card)
        if parts is None or (self.known is not None and zone.name in self.known.constants):
            return (card,)
        act = self.act
        if act is not None and act.about and thing in (act.about.symbol, *act.about.others):
            return (card,) if act.part is None else (act.part.card,)
        return (card, *parts)


def borrowed(
    state: Iterable[Symbol],
    unread: Mapping[Symbol, list[LeftOut]],
    known: dict[Symbol, tuple[Symbol, list[LeftOut]] | None],
) -> dict[Symbol, list[LeftOut]]:
    """Return what things have of the texts of cards that they are not: copies, and what is lent.

    What each fluent says of that stands in `known`: one state is much like the next.
    """
    found: dict[Symbol, list[LeftOut]] = {}
    for fluent in state:
        if fluent not in known:
            known[fluent] = _lent(fluent, unread)
        if (said := known[fluent]) is not None:
            found.setdefault(said[0], []).extend(said[1])
    return found


def _lent(
    fluent: Symbol, unread: Mapping[Symbol, list[LeftOut]]
) -> tuple[Symbol, list[LeftOut]] | None:
    """Return the thing that a fluent speaks of, and the texts that it has by that."""
    if fluent.type != SymbolType.Function:
        return None
    place = next((n for n, one in enumerate(fluent.arguments) if one.match("obj", 2)), None)
    if place is None:
        return None
    keys = (key for other in fluent.arguments[place + 1 :] for key in _cards_in(other))
    texts = [
        one for card, number in keys for one in unread.get(card, ()) if number in (None, one.key[1])
    ]
    return (fluent.arguments[place].arguments[0], texts) if texts else None


def _cards_in(term: Symbol) -> Iterator[tuple[Symbol, int | None]]:
    """Yield the cards that a term may speak of, and which of their abilities if of one only."""
    if term.type != SymbolType.Function or term.match("obj", 2):
        return
    if term.match("ab", 2) and term.arguments[1].type == SymbolType.Number:
        yield term.arguments[0], term.arguments[1].number
    elif not term.arguments:
        yield term, None
    else:
        for one in term.arguments:
            yield from _cards_in(one)
