"""By which texts an answer was found: the edition of the rules, the wordings of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.inference.session import Session


def wordings(session: Session) -> Iterator[str]:
    """Yield a sentence for each wording that cards come from."""
    found: dict[tuple[str, str, Path], list[str]] = {}
    for held in session.situation.taken:
        found.setdefault((held.day, held.source, held.store), []).append(held.name)
    for (day, source, store), names in sorted(found.items()):
        yield f"Worded as of {day} ({source}) in {store}: {'; '.join(dict.fromkeys(names))}."
    if brought := dict.fromkeys(session.situation.brought):
        why = "for not all of its text in the card store can be carried out"
        yield f"As Ludex describes it, {why}: {'; '.join(brought)}."


def unsure(session: Session) -> str:
    """Return that a wording may not have been in force on the day asked about, in brackets.

    Nothing where all were. Of a later one, no older one is in the store, and what the card said
    then nobody knows; between two that say different things, nobody knows when it changed.
    """
    taken = session.situation.taken
    days = [held.day for held in taken if not held.in_force]
    if days:
        return f" (by a wording of {max(days)}; the card store has no older one)"
    changed = [held for held in taken if held.otherwise and held.next is not None]
    if not changed:
        return ""
    first, *others = dict.fromkeys(held.name for held in changed)
    more = f" and {len(others)} more" if others else ""
    held = changed[0]
    after = "" if held.next is None else held.next.day
    return f" (by the wording of {held.day}; that of {after} says something else of {first}{more})"


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
