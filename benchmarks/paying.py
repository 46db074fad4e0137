"""All ways to pay a cost of 9 from 12 sources, beside plain clingo on the exported program."""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from benchmarks.boards import Board, forget
from benchmarks.ratio import Comparison
from kb.rulings.program import exported

AT_MOST = 2.0

PAYING = """\
title: A cost of 9, five Backups and seven cards
game: fftcg
cards:
  - {name: Bahamut, type: forward, elements: [fire], cost: 9, power: 9000}
  - {name: Fire Backup, type: backup, elements: [fire], cost: 2}
  - {name: Ice Backup, type: backup, elements: [ice], cost: 2}
  - {name: Wind Backup, type: backup, elements: [wind], cost: 2}
  - {name: Earth Backup, type: backup, elements: [earth], cost: 2}
  - {name: Water Backup, type: backup, elements: [water], cost: 2}
  - {name: Fire, type: forward, elements: [fire], cost: 2}
  - {name: Fire and Ice, type: forward, elements: [fire, ice], cost: 2}
  - {name: Ice, type: forward, elements: [ice], cost: 2}
  - {name: Wind, type: forward, elements: [wind], cost: 2}
  - {name: Earth, type: forward, elements: [earth], cost: 2}
  - {name: Fire and Wind, type: forward, elements: [fire, wind], cost: 2}
  - {name: Lightning, type: forward, elements: [lightning], cost: 2}
players:
  Anna:
    hand: [Bahamut, Fire, Fire and Ice, Ice, Wind, Earth, Fire and Wind, Lightning]
    field: [Fire Backup, Ice Backup, Wind Backup, Earth Backup, Water Backup]
  Bert: {}
ask:
  - declarations: {cast: Bahamut, by: Anna, pay: any, count: true}
"""


def enumerated(program: str) -> int:
    """Return how many models plain clingo finds, none of which is read."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    control.solve()
    return int(control.statistics["summary"]["models"]["enumerated"])


def benchmarks() -> Iterator[Comparison]:
    """Yield the count of all ways to pay."""
    boards: list[Board] = []
    programs: list[str] = []

    def board() -> Board:
        if not boards:
            boards.append(Board(PAYING))
        return boards[0]

    def ours() -> object:
        return board().ask(0).answer

    def base() -> object:
        if not programs:  # in the run that is not timed
            programs.append(exported(board().ask(0)))
        return enumerated(programs[0])

    yield Comparison(
        name="paying",
        ours=ours,
        base=base,
        of="the number of ways to pay",
        to="clingo on the exported program, all models",
        at_most=AT_MOST,
        before=forget,
    )
