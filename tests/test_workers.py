"""Pieces of work in several processes: all of them done, whatever becomes of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.errors import LudexError
from kb.workers import RECYCLED, kept, spread

MODULE = """
import os, time
from pathlib import Path
from kb.errors import LudexError

def double(piece):
    return 2 * piece

def own(piece):
    return os.getpid()

def grown(piece):
    import kb.workers

    kb.workers.GROWN = 0
    return os.getpid()

def die_once(file):
    if not Path(file).exists():
        Path(file).touch()
        os._exit(9)
    return "done"

def die(piece):
    if piece:
        os._exit(9)
    return "done"

def go_on(piece):
    while piece:
        pass
    return "done"

def fail(piece):
    raise LudexError(f"no {piece}", file="here", line=3)

def wait(file):
    Path(file).write_text(str(os.getpid()))
    time.sleep(600)
"""


@pytest.fixture
def pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "some_pieces.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import some_pieces

    yield some_pieces
    del sys.modules["some_pieces"]


def test_all_pieces_are_done_and_told_by_number(pieces) -> None:
    assert dict(spread(pieces.double, range(9), jobs=2)) == {n: 2 * n for n in range(9)}
    assert list(spread(pieces.double, [], jobs=2)) == []


def test_one_piece_needs_no_other_process(pieces) -> None:
    assert list(spread(pieces.own, ["only"])) == [(0, os.getpid())]
    assert dict(spread(pieces.own, "ab", jobs=1)) == dict.fromkeys(range(2), os.getpid())


def test_processes_are_replaced_that_have_grown(pieces) -> None:
    done = dict(spread(pieces.own, range(RECYCLED + 1), jobs=1))
    assert len(set(done.values())) == 1
    assert os.getpid() not in done.values()
    grown = [one for _, one in spread(pieces.grown, range(4), jobs=2)]
    assert len(set(grown)) == 4


def test_processes_are_kept_for_what_comes_next(pieces) -> None:
    def told(work) -> set[object]:
        return {one for _, one in spread(work, range(4), jobs=2)}

    with kept():
        first, doubled, second = told(pieces.own), told(pieces.double), told(pieces.own)
    assert doubled == {0, 2, 4, 6}
    assert 0 < len(first | second) <= 2
    assert not first & told(pieces.own)
    for process in first | second:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_a_process_stays_with_its_group(pieces) -> None:
    # Two of one piece each could be quick enough to be done by one process; never by three.
    done = dict(spread(pieces.own, "aabbaabb", jobs=2, group=str))
    assert len({done[n] for n in (0, 1, 4, 5)} | {done[n] for n in (2, 3, 6, 7)}) <= 2


def test_what_was_lost_with_its_process_is_done_again(pieces, tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in "abc"]
    assert dict(spread(pieces.die_once, files, jobs=2)) == dict.fromkeys(range(3), "done")


def test_what_ends_every_process_is_given_up(pieces) -> None:
    message = "the process that did this ended twice before it was done"
    with pytest.raises(LudexError, match=message):
        list(spread(pieces.die, [1, 0], jobs=2))
    found = dict(spread(pieces.die, [1, 0, 0], jobs=2, lost=lambda _, error: str(error)))
    assert found == {0: message, 1: "done", 2: "done"}


def test_what_takes_too_long_is_given_up_at_once(pieces) -> None:
    told = spread(pieces.go_on, [1, 0], jobs=2, seconds=0.5, lost=lambda _, error: str(error))
    assert dict(told) == {0: "no end after 0.5 s of work", 1: "done"}
    with pytest.raises(LudexError, match="no end after"):
        list(spread(pieces.go_on, [1, 1], jobs=2, seconds=0.5))


def test_an_error_comes_back_with_its_place(pieces) -> None:
    with pytest.raises(LudexError, match=r"^here:3: no \d$"):
        list(spread(pieces.fail, [1, 2], jobs=2))


@pytest.mark.skipif(os.name == "nt", reason="there a process is not killed by a signal")
def test_a_killed_parent_takes_its_workers_along(tmp_path: Path) -> None:
    (tmp_path / "some_pieces.py").write_text(MODULE, encoding="utf-8")
    files = [tmp_path / "first", tmp_path / "second"]
    program = (
        "import some_pieces; from kb.workers import spread\n"
        f"if __name__ == '__main__': list(spread(some_pieces.wait, {list(map(str, files))}))\n"
    )
    (tmp_path / "run.py").write_text(program, encoding="utf-8")
    root = Path(__file__).resolve().parent.parent
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"}
    parent = subprocess.Popen([sys.executable, tmp_path / "run.py"], env=environment)
    while not all(file.exists() and file.read_text() for file in files):
        assert parent.poll() is None
        time.sleep(0.05)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    for file in files:
        while _lives(int(file.read_text())):
            time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
