"""By which texts an answer was found: the edition of the rules, the wordings of the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from clingo import Symbol, SymbolType

from kb.inference.session import Session
from kb.proof import Proof

if TYPE_CHECKING:
    from kb.library.held import Held


def wordings(session: Session) -> Iterator[str]:
    """Yield a sentence for each wording that cards come from."""
    found: dict[tuple[str, str, Path], list[str]] = {}
    for _, held in session.situation.taken:
        found.setdefault((held.day, held.source, held.store), []).append(held.name)
    for (day, source, store), names in sorted(found.items()):
        yield f"Worded as of {day} ({source}) in {store}: {'; '.join(dict.fromkeys(names))}."
    described: dict[str, list[str]] = {}
    for name, why in dict.fromkeys(session.situation.brought):
        described.setdefault(why, []).append(name)
    for why, names in described.items():
        yield f"As Ludex describes it, for {why}: {'; '.join(names)}."


def unsure(session: Session, proofs: Callable[[], Iterable[Proof]] | None = None) -> str:
    """Return that a wording may not have been in force on the day asked about, in brackets.

    Nothing where all were. Of a later one, no older one is in the store, and what the card said
    then nobody knows; between two that say different things, nobody knows when it changed.

    Parameters
    ----------
    proofs
        What the answer rests on: it is told of the cards in these, and of those that lie beside
        them where there are none. Without it, any card is one that it rests on.
    """
    doubted = {symbol: held for symbol, held in session.situation.taken if _is_doubted(held)}
    if not doubted:
        return ""
    cards = set(doubted) if proofs is None else _named(session, proofs())
    resting = [held for symbol, held in doubted.items() if symbol in cards]
    if not resting:  # nobody knows whether they do something to it
        return f" (beside {_listed(doubted.values())}, whose wording on that day is not known)"
    return f" ({'; '.join(_doubts(resting))})"


def _is_doubted(held: Held) -> bool:
    return not held.in_force or (held.otherwise and held.next is not None)


def _listed(doubted: Iterable[Held]) -> str:
    first, *others = sorted({held.name for held in doubted})
    return f"{first} and {len(others)} more" if others else first


def _doubts(doubted: list[Held]) -> Iterator[str]:
    """Yield why wordings are in doubt: those that changed, then those that came later."""
    why: dict[tuple[bool, str, str], list[Held]] = {}
    for held in doubted:
        after = held.next.day if held.in_force and held.next is not None else ""
        why.setdefault((not held.in_force, held.day, after), []).append(held)
    for (later, day, after), some in sorted(why.items(), key=lambda one: one[0]):
        if later:
            yield f"by a wording of {day}; the card store has no older one of {_listed(some)}"
        else:
            yield f"by the wording of {day}; that of {after} says something else of {_listed(some)}"


def _named(session: Session, proofs: Iterable[Proof]) -> set[Symbol]:
    """Return the cards of which proofs speak."""
    printed = {one.arguments[0]: one.arguments[1] for one in session.situation.said("card", 2)}
    left = [node for proof in proofs for node in proof.trees]
    seen: set[int] = set()
    atoms: set[Symbol] = set()
    while left:
        node = left.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        left += node.children
        if node.atom is not None:
            atoms.add(node.atom)
    words = {word for atom in atoms for word in _constants(atom)}
    return {printed.get(word, word) for word in words}


def _constants(term: Symbol) -> Iterator[Symbol]:
    if term.type == SymbolType.Function:
        if not term.arguments:
            yield term
        for one in term.arguments:
            yield from _constants(one)


def newest(session: Session) -> str:
    """Return that a question without a date is answered by the newest edition; else nothing."""
    dated = session.situation.scenario.date is not None or session.view.edition is None
    return "" if dated else ", the newest at hand"


def bounded(session: Session) -> str:
    """Return which choices were followed only up to a bound of the game, in brackets."""
    most = {
        fact.arguments[0].name: fact.arguments[1].number
        for fact in session.situation.said("limit", 2)
    }
    cut = {
        choice.decision.name
        for node in session.graph.nodes
        for edge in node.edges
        for choice in edge.choices
        if most.get(choice.decision.name, -1) + 1 == choice.options
    }
    said = "; ".join(
        f"of {name.upper()}, only 0 to {most[name]} were tried" for name in sorted(cut)
    )
    return f" ({said})" if cut else ""
