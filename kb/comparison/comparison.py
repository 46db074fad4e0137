"""What a comparison of two rulebooks came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from datetime import date
from html import escape
from typing import Literal, TypeVar

from kb.comparison.answers import ComparedCases
from kb.comparison.showing import SmallBoard
from kb.comparison.sides import Side, changed_between
from kb.comparison.speaking import SpokenWord
from kb.records import record
from kb.rulebook import Label
from kb.rulebook.uncovered import Uncovered
from kb.scenario import Game, Scenario
from kb.scenario.cards import Catalogue
from kb.testing.between import key_of
from kb.verification.findings import Finding, Searched

Verdict = Literal["differ", "agree", "unknown"]


@record
class Difference:
    """A board that ends differently.

    Attributes
    ----------
    size : int
        How many objects it has; with fewer there is no difference.
    scenario : Scenario
        The board; `ludex ask` replays it with either date.
    old, new : tuple of tuple of str
        How it can end under each rulebook: what is not so in every end, in words.
    rules : tuple of Label
        The rules in force only in one of them without which it would end otherwise there.
    """

    size: int
    scenario: Scenario
    old: tuple[tuple[str, ...], ...]
    new: tuple[tuple[str, ...], ...]
    rules: tuple[Label, ...]


@record
class ChangedFindings:
    """What is wrong under one rulebook only.

    Attributes
    ----------
    appear, vanish : tuple of Finding
        What is wrong under the new one only, and under the old one only.
    complete : bool
        False when time ran out before all cases were looked through.
    """

    appear: tuple[Finding, ...]
    vanish: tuple[Finding, ...]
    complete: bool


@record
class Comparison:
    """What a comparison came to.

    Attributes
    ----------
    game : str
    old, new : Side
    size : int
        Up to how many objects there is no difference on any board; -1 if that is not known.
    wanted : int
        Up to how many objects boards were to be searched.
    moments : int
        How many micro-steps it takes at most until a player may act.
    dismissed : int
        How many suspects turned out to end alike.
    changed : tuple of Label
        The rules that are in force in one of the two only.
    difference : Difference or None
    reason : str
        Why the search ended early; empty if it did not.
    cards : tuple of (str, date)
        The cards that say something else since a day between the two: boards are made without them.
    uncovered : tuple of Uncovered
        What the texts say since a day between the two, and the rulebook does not.
    searched : tuple of Searched
        How far each kind of boards was searched.
    same : bool
        Whether the two consist of the same statements, so that nothing need be searched.
    not_examined : tuple of Label
        Those of the changed rules that no board and no case reached: nothing is known of them.
    idle : tuple of Label
        Those that a case comes to and no board, where they change no answer: of what else they
        may change nothing is known.
    cases : ComparedCases or None
        What cases answer under either; None if none were asked.
    small : tuple of SmallBoard
        For changed rules that cases reach, a small board on which an answer is another one.
    unmade : int
        For how many changed rules no small board was looked for before time ran out.
    findings : ChangedFindings or None
        What is wrong under one of them only; None if that was not looked for.
    speaking : tuple of SpokenWord
        The words of what changed that stand on some known cards, and those cards.
    told : callable or None
        Tells it as text.
    """

    game: str
    old: Side
    new: Side
    size: int
    wanted: int
    moments: int
    dismissed: int
    changed: tuple[Label, ...]
    difference: Difference | None
    reason: str
    cards: tuple[tuple[str, date], ...] = ()
    uncovered: tuple[Uncovered, ...] = ()
    searched: tuple[Searched, ...] = ()
    same: bool = False
    not_examined: tuple[Label, ...] = ()
    idle: tuple[Label, ...] = ()
    cases: ComparedCases | None = None
    small: tuple[SmallBoard, ...] = ()
    unmade: int = 0
    findings: ChangedFindings | None = None
    speaking: tuple[SpokenWord, ...] = ()
    told: Callable[[Comparison], str] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Comparison of {self.game}: {self.old.name}, {self.new.name}: {self.verdict}>"

    def _repr_html_(self) -> str | None:
        if self.told is None:
            return None
        board = "" if self.difference is None else self.difference.scenario._repr_html_()
        return f"<pre>{escape(self.told(self))}</pre>{board}"

    @property
    def not_in_force(self) -> tuple[Label, ...]:
        """The changes that overlays make on neither of the two days: nothing is known of them."""
        sides = [side.view.overlaid for side in (self.old, self.new)]
        here = {(label.file, label.line) for live, _ in sides for label in live}
        left = {(label.file, label.line): label for _, rest in sides for label in rest}
        return tuple(label for place, label in left.items() if place not in here)

    @property
    def verdict(self) -> Verdict:
        """Whether they differ, agree on all boards up to the size, or neither is known."""
        changed = self.cases is not None and self.cases.changed
        if self.difference is not None or changed or self.small:
            return "differ"
        whole = self.cases is None or self.cases.complete
        left = self.not_examined or self.idle
        proved = self.same or (0 <= self.size == self.wanted and not left)
        proved = proved and not self.not_in_force
        return "agree" if proved and whole else "unknown"

    @property
    def notes(self) -> list[str]:
        """By which text it is compared, where none is known of a day that was meant."""
        return list(dict.fromkeys(side.note for side in (self.old, self.new) if side.note))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not looked at, and why."""
        found = self.notes
        if self.cases is not None and not self.cases.complete:
            found.append(self.cases.cut)
        if self.cases is not None and (left := self.cases.unreasoned):
            cases = "1 case" if left == 1 else f"{left} cases"
            found.append(f"time ran out before the reasons of {cases} were compared")
        if self.unmade:
            rules = "1 rule" if self.unmade == 1 else f"{self.unmade} rules"
            found.append(f"time ran out before a small board was looked for that shows {rules}")
        if self.findings is not None and not self.findings.complete:
            found.append("time ran out before all cases were looked through for findings")
        if not self.same and self.reason:
            found.append(f"boards: {self.reason}")
        elif not self.same and not self.searched:
            found.append("no board was searched")
        return tuple(found)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was left out, and why; and which rules nothing reached."""
        found = list(self.left_out)
        if off := [label.numbers[0] for label in self.not_in_force]:
            found.append(f"not in force on the day that is compared: {', '.join(off)}")
        if self.same:
            return tuple(found)
        if never := [label.numbers[0] for label in self.not_examined]:
            found.append(f"nothing that was searched reached {', '.join(never)}")
        if idle := [label.numbers[0] for label in self.idle]:
            found.append(f"only cases that answer alike reached {', '.join(idle)}")
        return tuple(found)


def unsearched(game: str, sides: tuple[Side, Side]) -> Comparison:
    """Return what is known of two rulebooks without any board."""
    changed = changed_between(sides)
    read = Game.load(game)
    return Comparison(
        *(game, *sides, -1, -1, 0, 0, changed, None, ""),
        cards=tuple(_between(sides, Catalogue.load(read).changes)),
        uncovered=tuple(one for one, _ in _between(sides, ((u, u.start) for u in read.uncovered))),
        same=_same(sides),
        not_examined=changed,
    )


_T = TypeVar("_T")


def _same(sides: tuple[Side, Side]) -> bool:
    old, new = ({key_of(s) for s in side.view.statements} for side in sides)
    return old == new


def _between(
    sides: tuple[Side, Side], dated: Iterable[tuple[_T, date]]
) -> Iterator[tuple[_T, date]]:
    """Yield what became so after the earlier and up to the later of the two days."""
    days = sorted(side.view.date for side in sides)
    for what, day in dated:
        if days[0] < day <= days[1]:
            yield what, day
