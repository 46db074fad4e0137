"""Makes odd scenarios out of good ones and asks them: ``python tests/fuzz.py COUNT [SEED]``.

Each worked example is data; some of it is taken away, doubled, moved or replaced. Whatever comes of
it ends in an answer or in one line, never in a traceback.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from kb.cli import main

RULINGS = Path(__file__).parent / "rulings"
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 10**9, 2**31, 10**30, 1.5, float("inf"), "", " ", "0x10"),
    *("{X}", "each", "this", "target 1", "target 9", "Ann", "x" * 300, "\u202e", "#script", "a\nb"),
    *([], {}, [[]], [{}], {"": ""}, {"a": {"a": {}}}, ["Ann", 1], {1: 2}, [None], "2020-01-01"),
)


def scenarios() -> list[Any]:
    """Return the data of the worked examples, in a fixed order."""
    files = sorted(RULINGS.rglob("*.yaml"))
    return [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]


def changed(data: Any, chance: random.Random) -> Any:
    """Return data in which something is other than it was."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice(list(data))
        kind = chance.random()
        if kind < 0.1:
            return {one: value for one, value in data.items() if one != key}
        if kind < 0.2:
            return data | {chance.choice(["ask", "do", "card", "x", 7, f"{key}s"]): data[key]}
        return data | {key: changed(data[key], chance)}
    if isinstance(data, list) and data and chance.random() < 0.9:
        place = chance.randrange(len(data))
        kind = chance.random()
        if kind < 0.1:
            return data[:place] + data[place + 1 :]
        if kind < 0.2:
            return [*data, data[place]]
        return [*data[:place], changed(data[place], chance), *data[place + 1 :]]
    return chance.choice(ODD)


def tried(number: int, seed: int, known: list[Any], folder: Path) -> str | None:
    """Ask one odd scenario; return what went wrong, if anything did."""
    chance = random.Random(f"{seed}:{number}")
    data = chance.choice(known)
    for _ in range(chance.randint(1, 3)):
        data = changed(data, chance)
    if isinstance(data, dict):  # one scenario of a file is enough
        data.pop("variants", None)
    file = folder / f"{seed}-{number}.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(["ask", str(file), "--question", "1", "--limit", "40"])
    except BaseException:  # noqa: BLE001 - whatever it is, it is a finding
        return f"{file}: {traceback.format_exc()}"
    lines = err.getvalue().count("\n")
    if status == 2 and lines == 1 and err.getvalue().startswith(f"{file}:"):
        return None
    if status != 2 and not lines:
        return None
    return f"{file}: status {status}, {err.getvalue()!r}"


def faults(count: int, seed: int, folder: Path) -> Iterator[str]:
    """Ask so many odd scenarios, and yield what went wrong."""
    known = scenarios()
    for number in range(count):
        found = tried(number, seed, known, folder)
        if found is not None:
            yield found


if __name__ == "__main__":
    place = Path(tempfile.mkdtemp(prefix="ludex-fuzz-"))
    total = 0
    for fault in faults(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0, place):
        total += 1
        sys.stdout.write(f"{fault}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{total} faults among {sys.argv[1]}; the files are in {place}\n")
    sys.exit(bool(total))
