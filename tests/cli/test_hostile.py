"""Odd input and odd places for output end in one line and status 2, pipes are files like others."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kb.cli import main

QUESTION = """
game: mtg
date: 2013-01-30
players: {Ann: {battlefield: [{card: Jace Beleren, loyalty: 5}]}, Bo: {}}
ask: [{what: loyalty, of: Jace Beleren}]
"""
LUDEX = [sys.executable, "-m", "kb"]


@pytest.fixture
def question(tmp_path: Path) -> Path:
    file = tmp_path / "question.yaml"
    file.write_text(QUESTION, encoding="utf-8")
    return file


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--limit", "4294967296"),
        ("--limit", "0"),
        ("--time-limit", "inf"),
        ("--time-limit", "1e+300"),
        ("--time-limit", "nan"),
        ("--time-limit", "-1"),
        ("--svg", ""),
        ("--svg", "."),
    ],
)
def test_options_out_of_range(
    option: str, value: str, question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert value in refused(capsys, "ask", str(question), option, value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: riftbound\nplayers: {A: {}, B: {}}\nask:\n- mentions: Kill a unit.\n"
         "  expect: [{mention: a unit, target: {a: 1}}]\n", ":5:38: a mapping as 'target'"),
        ("game: mtg\nplayers: {A: {}, B: {}}\nask: [{outcomes: {}, because: [\"\"]}]\n",
         ":3:32: empty text as an entry of 'because'"),
    ],
    ids=["a mapping for a word", "an empty rule"],
)  # fmt: skip
def test_scenarios(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    assert refused(capsys, "check", str(file)).startswith(f"{file}{message}")


@pytest.mark.parametrize("option", ["--limit=1", "--time-limit=0"])
def test_a_count_that_was_cut_says_so(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cut.yaml"
    file.write_text(
        "game: mtg\nturn: {player: Ann, phase: declare blockers}\nplayers:\n"
        "  Ann: {battlefield: [{card: Silvercoat Lion, attacking: Bo}]}\n"
        "  Bo: {declares blockers: true, battlefield: [Ornithopter]}\n"
        "ask: [{declarations: {block: {}, by: Bo, count: true}}]\n",
        encoding="utf-8",
    )
    main(["ask", str(file), option])
    assert "search was cut" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["2147483648", "0x80000000", "0o20000000000", f"0b1{'0' * 31}"])
def test_numbers_that_would_wrap(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "large.lp"
    file.write_text(
        f"%: predicate hop(number)  ({{1}} hops)\n\n%! house.1\n%! A house rule.\nhop({number}).\n",
        encoding="utf-8",
    )
    said = refused(capsys, "verify", "mtg", "--overlay", str(file), "--size", "0")
    assert said == f"{file}:5:5: '{number}' is too large a number\n"


def test_numbers_in_card_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.jsonl"
    number = "9" * 4400
    file.write_text(f'{{"name": "A", "text": "Draw {number} cards."}}\n', encoding="utf-8")
    assert "too large" in refused(capsys, "cards", "coverage", "fftcg", str(file))
    file.write_text(f'{{"name": "A", "text": {number}}}\n', encoding="utf-8")
    assert "a number too large" in refused(capsys, "cards", "coverage", "fftcg", str(file))


def test_a_symbol_that_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "altered", "{s 1}"]) == 3
    assert "{s 1}" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
@pytest.mark.parametrize(
    "words",
    [("cards", "coverage", "riftbound"), ("ask",), ("verify", "mtg", "--overlay")],
    ids=lambda words: words[0],
)
def test_files_without_end(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *words, "/dev/zero").startswith("/dev/zero:")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_pipe_is_read(question: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = question.with_name("pipe")
    os.mkfifo(pipe)
    for command in ("ask", "check", "export"):
        writer = threading.Thread(target=pipe.write_text, args=(QUESTION,), daemon=True)
        writer.start()
        assert main([command, str(pipe)]) == 0
        writer.join(10)
    assert "5" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_places_where_nothing_can_be_written(question: Path) -> None:
    ask = [*LUDEX, "ask", str(question)]
    for words in (ask, [*ask, "--json"], [*LUDEX, "--help"]):
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr) == (2, b"ludex: no space left on device\n")
        closed = subprocess.run(
            [sys.executable, "-c", CLOSED, *words], capture_output=True, check=False
        )
        assert (closed.returncode, closed.stderr) == (2, b"ludex: standard output is closed\n")


CLOSED = "import os, sys; os.close(1); os.execv(sys.argv[1], sys.argv[1:])"
