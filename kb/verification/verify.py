"""Hunting a rulebook for contradictions and for silence.

For each size, from the empty board on, all boards of every kind that the game describes
(``queries/<game>/boards.lp`` and its ``scenes/``) are followed at once, micro-step by micro-step,
with all choices, until a player may act. Looked for are

- a *contradiction*: a step that no stable model fits, however the players choose;
- a *clash*: rules that demand what cannot be had together (``queries/clashes.lp`` and the game's
  ``ends.lp``: two numbers for one quantity, two zones for one object, something both required and
  forbidden, …);
- *silence*: a decision without a legal option;
- *undetermined*, where boards are looked at one by one, and along cases: a step that goes on in
  several ways though everybody decides alike;
- *loop*, where boards are looked at one by one, and along cases: steps that go round in a circle
  though nobody does anything;
- *unrest*: a board from which the rules go on without any player ever acting again.

The hunt ends at the first size with a finding, so a finding's board has as few objects as can be,
and of these boards it is the plainest; it is told as soon as no smaller board is left. What is
behind the first findings is best mended before the next are looked for. Without a finding, none of
all this occurs on any board of these kinds up to the size, whatever is chosen, between the moment
the board is there and the moment a player may act.
What players could do then is not followed, and of a rule that no board reaches nothing is known
(`kb.verification.reach`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from kb.inference.engine import Clock
from kb.rulebook import Rulebook
from kb.rulebook.overlay import Overlay, read_overlay
from kb.rulebook.source import checked_source
from kb.verification.boarding import Boarding, Progress, out_of_bounds
from kb.verification.findings import Verification
from kb.verification.hunt import board_parts
from kb.workers import streamed

SIZE = 3
"""How many objects the largest boards have, unless said otherwise."""

LIMIT = 1000
"""How many boards are tried one by one at most, unless said otherwise."""


def verify(
    game: str,
    *,
    overlays: Iterable[Overlay] = (),
    as_of: date | str | None = None,
    size: int = SIZE,
    limit: int = LIMIT,
    time_limit: float | None = None,
    root: Path | None = None,
    reached: frozenset[str] = frozenset(),
    kinds: Sequence[int] | None = None,
    progress: Progress = lambda *_: None,
) -> Verification:
    """Hunt a rulebook for contradictions, clashes, silence and unrest on boards.

    Parameters
    ----------
    game : str
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    as_of : date or str, optional
        The day; the newest that is covered, unless given.
    size : int
        How many objects the largest boards have.
    limit : int
        How many boards are tried one by one at most, where that is necessary.
    time_limit : float, optional
        The seconds that the hunt may take.
    root : Path, optional
        The folder of the rules, unless those that come with Ludex.
    reached : frozenset of str
        The ids of rules for which no board need be looked for, as something else reached them.
    kinds : sequence of int, optional
        Which of the kinds of boards are searched, by their places; all, unless given.
    progress : callable, optional
        Is told which kind of boards of which size is looked at next.

    Raises
    ------
    LudexError
        If the game, the day or the overlay makes no sense.
    """
    began, clock = time.monotonic(), Clock(time_limit)
    added = tuple(checked_source(one.text, one.name) for one in map(read_overlay, overlays))
    view = Rulebook.load(game, root, added).on(as_of)
    boards = Boarding(
        view, added, size, limit, clock=clock, root=root, kinds=kinds, progress=progress
    )
    boards.known(reached)
    for pieces in (boards.pieces, None):
        some = boards.reaching() if pieces is None else pieces
        # One after the other: in this process, where it is not to end before its time.
        for place, part in streamed(
            board_parts, some, jobs=1, clock=clock, lost=out_of_bounds, begun=boards.begun
        ):
            boards.add(some[place], part)
    return boards.result(time.monotonic() - began)
