"""Makes odd scenarios out of good ones and asks them: ``python tests/fuzz.py COUNT [SEED]``.

Each worked example is data; some of it is taken away, doubled, moved or replaced. Of the texts of
its cards and of the rules, put on top as an overlay, words are dropped, doubled, swapped and
replaced. Whatever comes of it ends in an answer or in one line, never in a traceback.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from kb.cli import main

RULINGS = Path(__file__).parent / "rulings"
RULES = Path(__file__).parents[1] / "rules"
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick reader: there are more than a thousand worked examples."""

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 10**9, 2**31, 10**30, 1.5, float("inf"), "", " ", "0x10"),
    *("{X}", "each", "this", "target 1", "target 9", "Ann", "x" * 300, "\u202e", "#script", "a\nb"),
    *([], {}, [[]], [{}], {"": ""}, {"a": {"a": {}}}, ["Ann", 1], {1: 2}, [None], "2020-01-01"),
)


WORDS = (
    *("(", ")", ",", ".", ":", ":-", ";", "{", "}", "%", "%!", '"', "not", "_", "X"),
    *("\u202e", "\0", "x" * 300, "9" * 40, "{X}", "—"),
)
_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


def spoilt(text: str, chance: random.Random) -> str:
    """Return a text in which some words are others, or stand elsewhere."""
    pieces = _PIECES.findall(text) or [""]
    for _ in range(chance.randint(1, 4)):
        place, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        match chance.randrange(4):
            case 0:
                pieces[place] = ""
            case 1:
                pieces[place] += pieces[other]
            case 2:
                pieces[place], pieces[other] = pieces[other], pieces[place]
            case _:
                pieces[place] = chance.choice(WORDS)
    return "".join(pieces)


def texts_spoilt(data: Any, chance: random.Random) -> Any:
    """Return a scenario in which the texts of its cards are spoilt."""
    if isinstance(data, list):
        return [texts_spoilt(one, chance) for one in data]
    if not isinstance(data, dict):
        return data
    found = {key: texts_spoilt(value, chance) for key, value in data.items()}
    if isinstance(text := found.get("text"), str):
        found["text"] = spoilt(text, chance)
    return found


def overlay(game: str, chance: random.Random) -> str:
    """Return some blocks of a game's rules, spoilt, as an overlay."""
    file = chance.choice(sorted((RULES / game).glob("*.lp")))
    blocks = file.read_text(encoding="utf-8").split("\n\n")
    kept = chance.sample(blocks, min(len(blocks), chance.randint(1, 3)))
    named = f"%! game: {game}\n\n"
    head = chance.choice(["", named, f"{named}%! replaces 1.1 [2000-01-01 ..]\n"])
    return head + "\n\n".join(spoilt(one, chance) for one in kept)


def scenarios() -> list[Any]:
    """Return the data of the worked examples, in a fixed order."""
    files = sorted(RULINGS.rglob("*.yaml"))
    return [yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER) for file in files]  # noqa: S506


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
    kind = chance.random()
    if kind < 0.3:
        data = texts_spoilt(data, chance)
    for _ in range(chance.randint(1, 3) if kind >= 0.33 else 0):
        data = changed(data, chance)
    if isinstance(data, dict):  # one scenario of a file is enough
        data.pop("variants", None)
    file = folder / f"{seed}-{number}.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    more: list[str] = []
    if 0.3 <= kind < 0.33 and isinstance(data, dict) and (RULES / str(data.get("game"))).is_dir():
        top = folder / f"{seed}-{number}.lp"
        top.write_text(overlay(data["game"], chance), encoding="utf-8")
        more = ["--overlay", str(top)]
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(["ask", str(file), "--question", "1", "--limit", "40", *more])
    except BaseException:  # noqa: BLE001 - whatever it is, it is a finding
        return f"{file}: {traceback.format_exc()}"
    lines = err.getvalue().count("\n")
    named = tuple(f"{one}:" for one in (file, *more[1:]))
    if status == 2 and lines == 1 and err.getvalue().startswith(named):
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
