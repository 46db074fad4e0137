"""What is looked at on boards of words besides what they ask: what players may do on the way.

The words of a board say what is done there. Whether a rule lets players do something else shows at
each moment in which somebody may act: what could be done there is asked, as the question `options`
asks it where nothing more is done. What cannot be done as the board says it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.errors import LudexError
from kb.inference.script import Position
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.questions.options import surveyed
from kb.rulebook import RulebookView
from kb.scenario import Case, Scenario, reader
from kb.testing.ablation import Recorded
from kb.testing.asked import opened, situated

MOMENTS = 24
"""At how many moments of a board it is asked at most what may be done."""

MAY = ("option/2",)
"""What is shown of such a moment."""

DONE = "do"
"""The key under which it stands what is done on a board."""

Data = dict[str, Any]


def moments_of(session: Session) -> Iterator[Recorded]:
    """Yield a step for each moment of a session in which somebody may act: what may be done then.

    Parameters
    ----------
    session : Session
    """
    deciding = session.script.passing
    extra = session.told(surveyed(deciding))
    count = 0
    for node in session.graph.nodes:
        taken = {decision for edge in node.edges for decision, _ in edge.takes}
        if node.kind == "leaf" or not taken.isdisjoint(deciding):
            yield Recorded(session, node.state, extra, MAY)
            count += 1
            if count == MOMENTS:
                return


def refused(session: Session) -> bool:
    """Return whether what is done in a session is refused in the end, whatever is chosen."""
    graph = session.graph
    return all(graph.nodes[number].kind == "illegal" for number in graph.leaves)


def possible(data: Data, view: RulebookView, limit: int) -> Data:
    """Return a board without what cannot be done there; as it is where nothing of it can.

    Parameters
    ----------
    data : dict
        The board.
    view : RulebookView
    limit : int
        How many states are visited at most.
    """
    left = data
    while left.get(DONE):
        place = _impossible(left, view, limit)
        if place is None:
            return left
        left = {**left, DONE: [*left[DONE][:place], *left[DONE][place + 1 :]]}
    return data


def _impossible(data: Data, view: RulebookView, limit: int) -> int | None:
    """Return the place of the first step that cannot be done, None if there is none."""
    try:
        case = Case("", Scenario.of(reader.node_of(data)))
        session = opened(situated(case, view), view, slicer_of(view), told=False)
        session.limit = limit
        if not refused(session):
            return None
    except LudexError as error:
        return _place(getattr(error, "path", ()))
    for node in (session.graph.nodes[number] for number in session.graph.leaves):
        decided = {one.arguments[0] if one.name == "unmet" else one for one in node.reasons}
        assert isinstance(node.position, Position)
        line = session.script.refused(node.state, node.position, decided)
        if line is not None:
            return _place(line.path)
    return None


def _place(path: Any) -> int | None:
    found = tuple(path or ())
    return found[1] if len(found) > 1 and found[0] == DONE and isinstance(found[1], int) else None
