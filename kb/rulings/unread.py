"""Abilities on the board that no rule carries out: what answers say beside themselves."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol

from kb.inference.session import Session

IN_FORCE = frozenset({"static", "when"})
"""What an ability says by which it is in force, or listens, without being used."""


def unread_abilities(session: Session, states: Iterable[int]) -> tuple[str, ...]:
    """Return the abilities, of what players control in some state, that no rule carries out.

    Parameters
    ----------
    session : Session
    states : iterable of int
        Numbers of states in the graph of the session.
    """
    said: dict[Symbol, list[str]] = {}
    cards: dict[Symbol, Symbol] = {}
    printed: list[tuple[Symbol, Symbol]] = []
    for fact in session.situation.static:
        if fact.match("says", 3):
            ability, word, text = fact.arguments
            if word.name in IN_FORCE and text.match("unsupported", 1):
                said.setdefault(ability, []).append(text.arguments[0].string)
        elif fact.match("card", 2):
            handle, card = fact.arguments
            cards[handle] = card
        elif fact.match("printed", 3) and fact.arguments[1].name == "ability":
            printed.append((fact.arguments[0], fact.arguments[2]))
    if not said:
        return ()
    controlled = {
        cards.get(fluent.arguments[0].arguments[0])
        for state in states
        for fluent in session.graph.nodes[state].state
        if fluent.match("controls", 2) and fluent.arguments[0].match("obj", 2)
    }
    found = (text for card, one in printed if card in controlled for text in said.get(one, ()))
    return tuple(dict.fromkeys(found))
