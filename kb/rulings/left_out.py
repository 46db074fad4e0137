"""Texts that no rule carries out, and that may yet decide what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from clingo import Symbol

from kb.errors import quote
from kb.inference.session import Session
from kb.questions.speech import listed
from kb.scenario.game import Functioning

IN_FORCE = frozenset({"static", "when"})
"""What an ability says by which it is in force, or listens, without being used."""

SENTENCE = 6
"""From how many words on a text is taken for a sentence, and not for a keyword with its cost."""

TOLD = 3
"""How many texts a sentence names."""


@dataclass(frozen=True)
class LeftOut:
    """An ability that no rule carries out.

    Attributes
    ----------
    card : str
        The card that has it.
    ability : int
        Which of the card's abilities it is, counted from 1.
    text : str
        What is not carried out, as the card says it.
    key : (Symbol, int)
        The card and the number, for whoever compares.
    """

    card: str
    ability: int
    text: str
    key: tuple[Symbol, int] = field(repr=False)

    @property
    def entry(self) -> str:
        """How a case names it."""
        return f"{{card: {quote(self.card)}, ability: {self.ability}}}"

    def __str__(self) -> str:
        return f"“{self.text}” ({self.card})"


def left_out(session: Session) -> tuple[LeftOut, ...]:
    """Return the abilities that no rule carries out and that may matter for what is asked.

    An ability that is used shows where it is: what it says is an instruction on the way. One that
    is in force, or waits for something, may matter wherever its card has been on the way, unless
    what is known of it shows that it can't: where such abilities function.
    """
    unread = dict(_unread(session))
    if not unread:
        return ()
    seen: dict[LeftOut, None] = {}
    where = {zone.term: zone for zone in session.game.zones.values()}
    cards = {f.arguments[0]: f.arguments[1] for f in session.situation.static if f.match("card", 2)}
    known: set[tuple[Symbol, Symbol]] = set()
    for node in session.graph.nodes:
        for fluent in node.state:
            if not fluent.match("in", 2) or not fluent.arguments[0].match("obj", 2):
                continue
            card, zone = cards.get(fluent.arguments[0].arguments[0]), fluent.arguments[1]
            if card is None or card not in unread or (card, zone) in known:
                continue
            known.add((card, zone))
            if zone in where and where[zone].hidden:
                continue
            seen |= {
                one: None
                for one in unread[card]
                if _functions(one.text, zone, session.game.functioning)
            }
    return tuple(sorted(seen, key=lambda one: (one.card, one.ability, one.text)))


def unless(texts: tuple[LeftOut, ...]) -> str:
    """Return the condition under which an answer holds that was found without some texts."""
    if not texts:
        return ""
    named = [str(one) for one in texts[:TOLD]]
    if len(texts) > TOLD:
        named.append(f"one of {len(texts) - TOLD} more texts")
    return f", unless {listed(named, 'or')} says otherwise"


def _unread(session: Session) -> Iterator[tuple[Symbol, list[LeftOut]]]:
    """Yield the cards that have such abilities, with these."""
    said: dict[Symbol, list[str]] = {}
    printed: dict[Symbol, list[Symbol]] = {}
    for fact in session.situation.static:
        if fact.match("says", 3):
            ability, word, text = fact.arguments
            if word.name in IN_FORCE and text.match("unsupported", 1):
                said.setdefault(ability, []).append(text.arguments[0].string)
        elif fact.match("printed", 3) and fact.arguments[1].name == "ability":
            printed.setdefault(fact.arguments[0], []).append(fact.arguments[2])
    names = session.situation.names
    for card, abilities in printed.items():
        found = [
            LeftOut(names.text(card), number, text, (card, number))
            for number, ability in enumerate(sorted(abilities), 1)
            for text in said.get(ability, ())
        ]
        if found:
            yield card, found


def _functions(text: str, zone: Symbol, functioning: Functioning | None) -> bool:
    """Return whether an ability with these words may do something in a zone."""
    if functioning is None:
        return True
    if any(words in text.casefold() for words in functioning.before_the_game):
        return False
    if zone.name in functioning.constants:
        return True
    words = re.findall(r"[\w']+", text.casefold())
    # The name of a keyword says nothing of where it does something.
    return len(words) < SENTENCE or not functioning.elsewhere.isdisjoint(words)
