"""``ludex new``, and overlays on top of the rules in every command and from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kb
from kb.cli import main
from kb.rulebook import overlay_text

TAPPED = """\
%! game: mtg

%! amends 704.5j [2012-10-01 .. 2013-07-12]
%! Only tapped planeswalkers count.
%! add: X is tapped
"""
JACES = """
title: Two Jaces
game: mtg
date: 2013-01-30
players:
  Archibald: {battlefield: [{card: Jace Beleren, loyalty: 3}]}
  Norbert: {battlefield: [{card: "Jace, the Mind Sculptor", loyalty: 3}]}
ask:
  - {what: zone, of: Jace Beleren, expect: graveyard}
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tapped.lp").write_text(TAPPED, encoding="utf-8")
    Path("jaces.yaml").write_text(JACES, encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_a_draft_tells_the_rule_and_what_it_could_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "overlay", "mtg", "306.9"]) == 0
    assert capsys.readouterr().out == (
        "mtg-306.9.lp: say there what is to change, below the last line\n"
    )
    draft = Path("mtg-306.9.lp")
    text = draft.read_text("utf-8")
    assert text.startswith("%! game: mtg\n")
    assert "%     if X is a planeswalker on the battlefield\n%     and X has loyalty 0\n" in text
    assert text.splitlines()[-2] == "%! amends 306.9  [2012-10-01 ..]"

    assert main(["rules", "mtg", "306.9", "--overlay", str(draft)]) == 2
    assert capsys.readouterr().err.endswith(
        ": 'amends' changes nothing; expected 'drop:', 'add:' or 'change:'\n"
    )
    draft.write_text(f"{text}%! change: 0 to 1\n", encoding="utf-8")
    assert main(["rules", "mtg", "306.9", "--overlay", str(draft), "--json"]) == 0
    _, rule = json.loads(capsys.readouterr().out)["rules"]
    assert rule["program"].endswith(" :- planeswalker(X); loyalty(X,1).")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["mtg", "306.99"], "no rule '306.99' in force on 2026-02-27; did you mean '306.9'?"),
        (
            ["mtg", "306.7"],
            "no rule '306.7' in force on 2026-02-27; it is in [2012-10-01 .. 2018-04-26]",
        ),
        (["mtg", "306"], "'306' is no rule but a section; expected one such as 306.1"),
        (["mtg", "306.9", "-o", "jaces.yaml"], "the file exists already; name another with '-o'"),
    ],
)
def test_what_cannot_be_drafted(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "overlay", *words]) == 2
    assert capsys.readouterr().err.partition(": ")[2] == f"{error}\n"


@pytest.mark.usefixtures("files")
def test_an_overlay_changes_an_answer_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "jaces.yaml", "--overlay", "tapped.lp"]) == 0
    told = capsys.readouterr().out
    assert "battlefield" in told.splitlines()[0]
    assert "Rules of 1 October 2012 with tapped.lp, as on 2013-01-30." in told

    assert main(["test", "jaces.yaml"]) == 0
    assert main(["test", "jaces.yaml", "--overlay", "tapped.lp"]) == 1
    assert "expected graveyard, found battlefield" in capsys.readouterr().out


@pytest.mark.usefixtures("files")
def test_an_overlay_from_python() -> None:
    (ruling,) = kb.ask("jaces.yaml", overlays=["tapped.lp"])
    assert ruling.answer == "battlefield"
    for overlay in (Path("tapped.lp"), overlay_text(TAPPED, "tapped.lp")):
        (checked,) = kb.test("jaces.yaml", overlays=[overlay])
        assert not checked.passed


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["ask", "test", "rules", "targets", "verify", "diff"])
def test_a_bad_overlay_is_refused_by_every_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.lp").write_text("#script (python)\n#end.\n", encoding="utf-8")
    words = {
        "ask": ["jaces.yaml"],
        "test": ["jaces.yaml"],
        "rules": ["mtg"],
        "targets": ["riftbound", "Kill a unit."],
        "verify": ["mtg", "--size", "0"],
        "diff": ["mtg", "2013-01-30", "2013-07-20", "--size", "0"],
    }[command]
    assert main([command, *words, "--overlay", "bad.lp"]) == 2
    assert capsys.readouterr().err == ("bad.lp:1:1: #script is not allowed: rules run no scripts\n")
    if command in ("ask", "verify"):
        Path("bad.lp").write_text("%! game: fftcg\n", encoding="utf-8")
        assert main([command, *words, "--overlay", "bad.lp"]) == 2
        assert capsys.readouterr().err == "bad.lp:1: these rules are for 'fftcg', not for 'mtg'\n"
