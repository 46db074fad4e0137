"""What takes too long or too much memory is ended, and said in one line; nothing is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ENDLESS = "%! house.1\n%! Ever more.\nmore(0).\nmore(N+1) :- more(N).\n"
OVERLAY = "%: predicate more(number)  {1}, and more\n\n" + ENDLESS

BEGIN = """
import pathlib, sys
from kb import bounded
from kb.cli import bounds, main
"""
MAIN = "sys.exit(main())"

HIDDEN = """
import sys
sys.modules["resource"] = None
"""

NO_PROC = 'bounded.STATM = pathlib.Path("/nowhere/statm")\n'


def run(*words: str, before: str = "", after: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", before + BEGIN + after + MAIN, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.txt"
    file.write_text(OVERLAY, encoding="utf-8")
    return file


def test_an_overlay_that_grounds_without_end_is_ended(endless: Path) -> None:
    words = ("verify", "mtg", "--overlay", str(endless), "--size", "0", "--only", "boards")
    done = run(*words, "--time-limit", "4")
    hint = f"does a rule of {endless} make ever more of itself?"
    assert (done.returncode, done.stderr) == (3, "")
    assert f"  - {hint}\n" in done.stdout
    assert "time ran out before boards of 0 objects were done" in done.stdout
    done = run(*words, "--time-limit", "4", "--json")
    assert hint in json.loads(done.stdout)["reasons"]


def test_a_question_that_takes_more_memory_ends_in_one_line() -> None:
    done = run("rules", "riftbound", after="bounded.MEMORY = 30 * 2**20\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "ludex: more memory is needed than 0.0293 GiB; what is asked is too much\n"
    )


@pytest.mark.long
def test_more_memory_than_there_may_be_is_said(endless: Path) -> None:
    endless = endless.rename(endless.with_suffix(".lp"))
    done = run(
        *("diff", "mtg", "2013-01-30", str(endless), "--only", "boards"),
        after="bounded.MEMORY = 300 * 2**20\n",
    )
    assert (done.returncode, done.stderr) == (3, "")
    assert "the search ended early: memory ran out" in done.stdout


def test_where_memory_cannot_be_seen_that_is_said() -> None:
    words = ("rules", "riftbound", "target.public")
    done = run(*words, before=HIDDEN, after=NO_PROC)
    assert done.returncode == 0
    assert done.stderr == (
        "ludex: how much memory is taken can't be seen on this system, and so is not bounded\n"
    )
    done = run(*words, before=HIDDEN)  # one of two ways to see it is enough
    assert (done.returncode, done.stderr) == (0, "")
    done = run(*words, after=NO_PROC)
    assert (done.returncode, done.stderr) == (0, "")


TESTING = f"""
from kb.cli import main
if __name__ == "__main__":
    main(["test", "-j", "2", {str(Path(__file__).parents[1] / "rulings" / "mtg")!r}])
"""
COUNTING = """
from kb import bounded
bounded.solve("1 { p(1..200) }.", [], seconds=60.0, limit=None, besides=("p", 1))
"""


@pytest.mark.skipif(os.name != "posix", reason="processes have parents on POSIX")
@pytest.mark.parametrize(
    ("program", "word", "how"),
    [(COUNTING, "bounded.py", signal.SIGTERM), (TESTING, "spawn_main", signal.SIGKILL)],
    ids=["search", "workers"],
)
def test_processes_end_with_the_one_they_work_for(
    program: str, word: str, how: signal.Signals, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(program, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.DEVNULL)
    children: list[int] = []
    for _ in range(600):
        children = children_of(parent.pid, word)
        if len(children) == (2 if word == "spawn_main" else 1):
            break
        time.sleep(0.05)
    parent.send_signal(how)
    parent.wait()
    assert children
    for _ in range(600):
        if not any(map(alive, children)):
            return
        time.sleep(0.05)
    for child in filter(alive, children):
        os.kill(child, signal.SIGKILL)
    pytest.fail("children work on without a parent")


def children_of(parent: int, word: str) -> list[int]:
    """Return the processes that a process has started with a word on their command line."""
    said = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split(None, 2) for line in said.splitlines())
    return [int(row[0]) for row in rows if int(row[1]) == parent and word in row[2]]


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.is_file() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
