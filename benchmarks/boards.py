"""The boards that are asked about."""

from __future__ import annotations

from functools import lru_cache

from kb.inference import engine
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.questions import Situation, situate
from kb.rulebook import Rulebook
from kb.rulings.asking import answer
from kb.rulings.ruling import Ruling
from kb.scenario import Case, Scenario, expanded
from kb.scenario.reader import read_text

TABLE = """\
title: Three planeswalkers against two
game: mtg
date: 2013-01-30
players:
  Archibald:
    hand: ["Jace, the Mind Sculptor"]
    battlefield:
      - {card: Jace Beleren, loyalty: 5}
      - Gideon Jura
      - {card: "Elspeth, Knight-Errant", activated: true}
  Norbert:
    battlefield: [Koth of the Hammer, Tezzeret the Seeker]
ask:
  - may: {activate: Gideon Jura, ability: "0", by: Archibald}
  - may: {activate: "Elspeth, Knight-Errant", ability: "-8", by: Archibald}
  - what: loyalty
    of: Jace Beleren
  - options: {by: Archibald}
"""
"""A board at rest, as people have them on the table."""

QUESTIONS = ("may", "may not", "what", "options")
"""What the questions about `TABLE` are called here, in their order."""

_MANY = """\
title: Many permanents with two loyalty abilities each
game: mtg
date: 2013-01-30
cards:
  - name: Steward
    types: [planeswalker]
    loyalty: 4
    abilities:
      - cost: "[+1]"
        effect: [{draw: 1}]
      - cost: "[-2]"
        effect: [{gain life: 2}]
players:
  Norbert: {}
  Archibald:
    battlefield:
"""
_ASKED = """\
turn: Archibald
ask:
  - may: {activate: Steward 5, ability: "+1", by: Archibald}
  - options: {by: Archibald}
"""
ASKED_OF_MANY = ("may", "options")


def many(count: int) -> str:
    """Return the scenario with that many permanents, each with a name and loyalty counters."""
    entries = (
        f"      - {{card: Steward, as: Steward {number}, loyalty: {number % 9 + 1}}}\n"
        for number in range(1, count + 1)
    )
    return _MANY + "".join(entries) + _ASKED


@lru_cache(maxsize=4)
def rulebook(game: str = "mtg") -> Rulebook:
    """Return the rulebook of a game, loaded once."""
    return Rulebook.load(game)


class Board:
    """A scenario that has been read, ready to be asked again and again.

    Parameters
    ----------
    text : str
        The scenario file.
    """

    def __init__(self, text: str) -> None:
        self.case: Case = expanded(Scenario.of(read_text(text, "benchmark.yaml")))[0]
        self.situation: Situation = situate(self.case.scenario)
        self.view = rulebook(self.situation.game.name).on(self.situation.date)
        self.slicer = slicer_of(self.view)

    def ask(self, number: int) -> Ruling:
        """Answer a question, counted from 0, in a session of its own."""
        session = Session(self.situation, self.view, self.situation.game, slicer=self.slicer)
        ruling = answer(session, number + 1)
        assert ruling.state == "answered", ruling.state
        return ruling


def forget() -> None:
    """Forget the steps that have been solved, so that the next one is solved again."""
    engine._solved.clear()
