"""The frame of the command line: its help, and every failure as one line with a status."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
import typer

from kb import __version__
from kb.cli import app as app_module
from kb.cli import main
from kb.cli.output import JSON_VERSION
from kb.errors import LudexError


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch):
    """Have the command line end in an exception of the test's choice."""

    def arrange(error: BaseException) -> None:
        def app(*_args: object, **_options: object) -> None:
            raise error

        monkeypatch.setattr(app_module, "app", app)

    return arrange


def test_help_teaches_the_kinds_of_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for word in ("may", "options", "targets", "what", "outcomes", "Exit status"):
        assert word in text


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out.startswith("Usage: ludex")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"ludex {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["--jsn"],
            "ludex: no option --jsn before the command: an option goes behind it; "
            "see 'ludex --help'\n",
        ),
        (["judge"], "ludex: no such command 'judge'; see 'ludex --help'\n"),
    ],
)
def test_wrong_usage_is_one_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", line)


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (
            LudexError("unknown card 'Jase'", file="a.yaml", line=3, column=7),
            2,
            "a.yaml:3:7: unknown card 'Jase'\n",
        ),
        (LudexError("two\nlines\x1b[31m"), 2, "ludex: two\\nlines\\x1b[31m\n"),
        (KeyboardInterrupt(), 130, "ludex: interrupted\n"),
        (typer.Abort(), 130, "ludex: interrupted\n"),
        (RecursionError(), 2, "ludex: the input is nested too deep\n"),
        (
            MemoryError(),
            2,
            "ludex: the question needs more memory than there is; try a lower --limit\n",
        ),
        (
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
            2,
            "ludex: the input holds text that is not UTF-8\n",
        ),
        (
            FileNotFoundError(2, "No such file or directory", "a.yaml"),
            2,
            "a.yaml: no such file or directory\n",
        ),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
)
def test_a_failure_is_one_line_and_a_status(
    error: BaseException,
    status: int,
    line: str,
    fails,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(app_module, "_forget_stdout", lambda: None)
    fails(error)
    assert main([]) == status
    assert capsys.readouterr() == ("", line)


def test_with_json_a_failure_is_an_answer(fails, capsys: pytest.CaptureFixture[str]) -> None:
    fails(LudexError("unknown card 'Jase'", file="a.yaml", line=3))
    assert main(["--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "version": JSON_VERSION,
        "error": {"message": "unknown card 'Jase'", "file": "a.yaml", "line": 3},
    }
    assert err == ""


def test_a_mistake_of_the_program_is_not_dressed_up_as_one_of_the_input(fails) -> None:
    fails(AssertionError("a bug"))
    with pytest.raises(AssertionError, match="a bug"):
        main([])


def test_a_reader_who_goes_away_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "kb", "--help"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (141, b"")


def test_a_terminal_without_a_letter_gets_an_escape() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "kb", "é—"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        encoding="ascii",
        check=False,
    )
    assert process.returncode == 2
    assert process.stderr == "ludex: no such command '\\xe9\\u2014'; see 'ludex --help'\n"
