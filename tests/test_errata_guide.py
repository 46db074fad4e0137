"""What docs/errata.md tells a designer of rules to do works as it says."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from kb.cli import main

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "errata" / "one-loyalty.lp"


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    return [text for word, text in found if word == language]


@pytest.mark.long
def test_the_steps_of_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (begin, asked, compared, _), (shown, change) = blocks("sh"), blocks("")
    assert main(shlex.split(begin)[1:]) == 0
    draft = Path("mtg-306.9.lp")
    text = draft.read_text(encoding="utf-8")
    for part in shown.split("⋮\n"):
        assert part in text
    head, _, _ = text.partition("%! amends")
    draft.write_text(head + change, encoding="utf-8")
    assert draft.read_text("utf-8").endswith(EXAMPLE.read_text("utf-8").partition("\n\n")[2])

    (board,) = blocks("yaml")
    Path("board.yaml").write_text(board, encoding="utf-8")
    for command in asked.splitlines():
        assert main(shlex.split(command)[1:]) == 0
    told = capsys.readouterr().out
    assert "Jace Beleren is in the graveyard" in told
    assert "A planeswalker with loyalty 1 is put into its owner's graveyard." in told
    diff, *_ = compared.splitlines()
    assert main([*shlex.split(diff)[1:], "--cases", "board.yaml"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("1 of 1 case changes, a board of 1 object ends differently.")
    assert "They end differently on a board of 1 object" in told


@pytest.mark.long
def test_the_python_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / EXAMPLE.relative_to(ROOT)
    target.parent.mkdir(parents=True)
    shutil.copy(EXAMPLE, target)
    monkeypatch.chdir(tmp_path)
    (program,) = blocks("python")
    # What is found has been shown above; here it need only be asked for.
    program = program.replace("size=1", "size=0, cases=()")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(program, "errata.md", "exec"), {})  # noqa: S102 - our own document
    assert out.getvalue().splitlines()[0] == "battlefield graveyard"
