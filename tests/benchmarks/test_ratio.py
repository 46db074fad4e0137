"""The measure itself: fair turns, honest medians, a bound that can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from benchmarks import __main__ as command
from benchmarks import boards, growth, question, ratio
from benchmarks.__main__ import table
from benchmarks.ratio import Comparison, Unavailable, result
from kb.rulings.program import exported


@pytest.fixture(autouse=True)
def _no_rubbish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is really timed here, and a test run has much to go through in search of rubbish."""
    monkeypatch.setattr(ratio.gc, "collect", lambda: 0)


class Clock:
    """Time passes only when one of the two sides works."""

    def __init__(self) -> None:
        self.now = 0.0
        self.made: list[str] = []

    def side(self, name: str, cost: float) -> Callable[[], None]:
        """Return work that takes so long, and leaves its name."""

        def work() -> None:
            self.made.append(name)
            self.now += cost

        return work


def comparison(clock: Clock, at_most: float | None = None) -> Comparison:
    return Comparison(
        name="toy",
        ours=clock.side("ours", 3.0),
        base=clock.side("base", 1.0),
        of="the one",
        to="the other",
        at_most=at_most,
        before=clock.side("-", 100.0),
        clock=lambda: clock.now,
    )


def test_the_sides_take_turns_after_a_run_that_is_not_timed() -> None:
    clock = Clock()
    comparison(clock).run(3)
    made = [name for name in clock.made if name != "-"]
    assert made == ["ours", "base", "ours", "base", "base", "ours", "ours", "base"]
    # Each starts afresh, and that is not timed.
    assert clock.made[::2] == ["-"] * 8


@pytest.mark.parametrize(("at_most", "holds"), [(None, True), (3.0, True), (2.9, False)])
def test_a_ratio_above_its_bound_is_seen(at_most: float | None, holds: bool) -> None:
    (found,) = comparison(Clock(), at_most).run(2)
    assert (found.ratio, found.holds) == (3.0, holds)
    assert ("EXCEEDED" in table([found])) is not holds


def test_the_ratio_is_that_of_the_medians() -> None:
    found = result("toy", "the one", "the other", [(2.0, 1.0), (8.0, 2.0), (90.0, 3.0)])
    assert (found.ours, found.base, found.ratio) == (8.0, 2.0, 4.0)
    assert found.quartiles == (3.0, 17.0)


class Fixed:
    """A benchmark that is known in advance."""

    slow = False

    def __init__(self, name: str, at_most: float | None) -> None:
        self.name = name
        self.at_most = at_most

    def run(self, repeats: int) -> list[object]:
        """Return the same pair every time."""
        if self.at_most is None:
            raise Unavailable("not to be had")
        return [result(self.name, "a", "b", [(3.0, 1.0)] * repeats, at_most=self.at_most)]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    class Module:
        @staticmethod
        def benchmarks() -> Iterator[Fixed]:
            yield from (Fixed("within", 3.0), Fixed("above", 2.0), Fixed("absent", None))

    monkeypatch.setattr(command, "MODULES", (Module,))


@pytest.mark.usefixtures("known")
def test_a_ratio_above_its_bound_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["within", "--repeats", "2"]) == 0
    assert command.main(["within", "above", "--json", "--repeats", "2"]) == 1
    assert '"holds": false' in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_what_is_not_to_be_had_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["absent"]) == 0
    assert capsys.readouterr().err == "absent: not to be had\n"


def test_slow_benchmarks_are_run_when_they_are_asked_for() -> None:
    usual = {one.name for one in command.chosen([], slow=False)}
    every = {one.name for one in command.chosen([], slow=True)}
    assert every - usual >= {"ablate", "xclingo"}
    assert [one.name for one in command.chosen(["ablate"], slow=False)] == ["ablate"]


def test_every_time_the_question_is_really_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[str] = []
    run = boards.engine._run

    def counted(program: str, *rest: object) -> object:
        solved.append(program)
        return run(program, *rest)

    monkeypatch.setattr(boards.engine, "_run", counted)
    board = boards.Board(boards.TABLE)
    assert len(boards.QUESTIONS) == len(board.situation.questions)
    for number in range(len(boards.QUESTIONS)):
        for _ in range(2):
            boards.forget()
            solved.clear()
            assert board.ask(number).proof is not None
            # One step answers, and is not solved again for the proof.
            assert len(solved) == 1


def test_plain_clingo_is_given_the_program_that_is_exported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[str] = []
    monkeypatch.setattr(question, "solve", given.append)
    first = next(question.benchmarks())
    first.base()
    assert given == [exported(boards.Board(boards.TABLE).ask(0))]


@pytest.mark.parametrize("size", [10, 100])
def test_a_larger_board_has_that_many_permanents_with_two_abilities(size: int) -> None:
    board = boards.Board(boards.many(size))
    assert board.ask(0).answer is True
    options = board.ask(1).answer
    assert isinstance(options, list)
    payable = sum(1 + (number % 9 + 1 >= 2) for number in range(1, size + 1))
    assert len(options) == 1 + payable  # or else passing


def test_sizes_are_measured_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(_question: str, size: int) -> dict[str, float]:
        return {"seconds": size / 1000, "megabytes": 50 + size / 50}

    monkeypatch.setattr(growth, "_measured", measured)
    found = growth.Growth("may").run(2)
    assert [round(one.ratio, 2) for one in found] == [10, 10, 10, 1.04, 1.35, 3.57, 10]
    assert all(one.holds for one in found)
