"""What README.md shows is what happens: its output, its question, its error, its Python."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import kb
from kb.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the blocks of the readme in a language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for word, text in found if word == language]


def test_the_output_shown_is_that_of_the_first_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["ask", "examples/two-jaces.yaml"]) == 0
    printed = capsys.readouterr().out
    shown = next(block for block in blocks("") if "graveyard" in block)
    place = 0
    for part in shown.split("⋮\n"):
        assert part in printed[place:]
        place = printed.index(part, place) + len(part)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda p: p.stem)
def test_every_example_runs(path: Path) -> None:
    for ruling in kb.ask(kb.load_scenario(path)):
        assert ruling.sentence


def test_the_question_shown_is_answered() -> None:
    question = next(block for block in blocks("yaml") if block.startswith("title: "))
    outcome, activation = kb.ask(kb.read_scenario(question))
    assert outcome.sentence == (
        "Both Jace, the Mind Sculptor and Jace Beleren are in the graveyard."
    )
    assert activation.answer is False


def test_the_error_shown_is_the_one_that_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = next(block for block in blocks("") if "lojalty" in block)
    monkeypatch.chdir(tmp_path)
    Path("jaces.yaml").write_text(
        "\n" * 5
        + "game: mtg\nplayers:\n  Norbert:\n    battlefield: [{card: Jace Beleren, lojalty: 5}]\n",
        encoding="utf-8",
    )
    assert main(["ask", "jaces.yaml"]) == 2
    error = capsys.readouterr().err
    assert re.sub(r":\d+:\d+:", "", error) == re.sub(r":\d+:\d+:", "", shown)


def test_the_python_shown_runs() -> None:
    (program,) = blocks("python")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - our own document
    assert out.getvalue().startswith("No: Archibald may not activate the -10 ability")


def test_every_name_of_the_interface_is_there_and_documented() -> None:
    for name in kb.__all__:
        assert getattr(kb, name) is not None
        if not name.startswith("__"):
            assert getattr(kb, name).__doc__
