"""The steps of a scenario under some rules, in which it is looked for what is wrong."""

from __future__ import annotations

from contextlib import suppress

from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.rulebook import Rulebook, RulebookView
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case, Scenario, reader
from kb.testing.ablation import Recorded, recorded_of
from kb.testing.asked import opened, situated
from kb.verification.acting import moments_of
from kb.verification.board import Data
from kb.verification.oneboard import watched

STATES, TAKEN = 200, 20.0
"""How many states of a board of words are visited, and for how many seconds, at most; and for how
many it is tried which rules it reaches."""


def played(data: Data, book: Rulebook, day: str) -> tuple[Session, tuple[Ruling, ...]]:
    """Return the session of a scenario and the answers to its questions.

    Raises
    ------
    LudexError
        If it makes no sense.
    """
    scenario = Scenario.of(reader.node_of(data))
    return _played_on(scenario, book.on(day, scenario.readings))


def _played_on(
    scenario: Scenario, view: RulebookView, *, bounded: bool = False
) -> tuple[Session, tuple[Ruling, ...]]:
    session = opened(situated(Case("", scenario), view), view, slicer_of(view), told=False)
    session.engine.allow_none = True
    watched(session.engine, view.rulebook.game)
    if bounded:
        session.limit, session.clock = STATES, Clock(TAKEN)
    rulings = list[Ruling]()
    for asked in session.situation.questions:
        with suppress(LudexError):
            rulings.append(rule_on(session, asked))
    return session, tuple(rulings)


def steps_of(data: Data, book: Rulebook, day: str, *, bounded: bool = False) -> list[Recorded]:
    """Return the steps of a scenario, none if it makes no sense; with `bounded`, not too many."""
    with suppress(LudexError):
        view = book.on(day, Scenario.of(reader.node_of(data)).readings)
        return steps_on(data, view, bounded=bounded)
    return []


def steps_on(data: Data, view: RulebookView, *, bounded: bool = False) -> list[Recorded]:
    """Return the steps of a scenario under some rules, none if it makes no sense."""
    try:
        session, rulings = _played_on(Scenario.of(reader.node_of(data)), view, bounded=bounded)
        # What is done there is refused, which says nothing of the rules.
        refused = {id(node.state) for node in session.graph.nodes if node.kind == "illegal"}
        found = [one for one in recorded_of(session, rulings) if id(one.state) not in refused]
        return [*found, *(moments_of(session) if bounded and found else ())]
    except LudexError:
        return []
