"""How `choose` names one of several things, and what is said where it names none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import kb
from kb.cli import main
from kb.errors import LudexError

SCENARIO = """
game: mtg
cards:
  - {{name: Test Wing, types: [instant], cost: '{{U}}', text: "{text}"}}
players: {{Anna: {{hand: [Test Wing], battlefield: [Grizzly Bears]}}, Bert: {{}}}}
do:
  - {{cast: Test Wing, by: Anna, targets: [Grizzly Bears]}}
  - {{resolve: top}}
  - {{choose: {choose}, for: which}}
ask: [{{what: keywords, of: Grizzly Bears}}]
"""
TWO = "Target creature gains your choice of flying or trample until end of turn."
STRIKES = "Target creature gains your choice of first strike or double strike until end of turn."


def answer(folder: Path, choose: str, text: str = TWO) -> str:
    path = folder / "choosing.yaml"
    path.write_text(SCENARIO.format(choose=choose, text=text))
    (found,) = kb.ask(path)
    return str(found)


@pytest.mark.parametrize("choose", ["2", "trample", "gain trample", "'target 1: gain trample'"])
def test_a_part_of_a_text_is_named(tmp_path: Path, choose: str) -> None:
    found = answer(tmp_path, choose)
    assert "has the keyword trample" in found
    assert "Anna decides what Anna chooses for Test Wing: trample" in found


@pytest.mark.parametrize(
    ("choose", "text", "expected"),
    [
        ("3", TWO, "1 ('flying') or 2 ('trample')"),
        ("haste", TWO, "1 ('flying') or 2 ('trample')"),
        ("Test Wing", TWO, "1 ('flying') or 2 ('trample')"),
        ("strike", STRIKES, "1 ('first strike') or 2 ('double strike')"),
    ],
)
def test_what_names_none_or_several(tmp_path: Path, choose: str, text: str, expected: str) -> None:
    with pytest.raises(LudexError) as caught:
        answer(tmp_path, choose, text)
    said = f"'{choose}' is no legal choice for 'which'; expected {expected}"
    assert str(caught.value).endswith(said)


def test_a_word_that_is_no_option_and_no_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "'maybe' is no legal choice for 'which'; expected 1 ('flying') or 2 ('trample')"
    with pytest.raises(LudexError) as caught:
        answer(tmp_path, "maybe")
    assert str(caught.value).endswith(said)
    assert main(["test", str(tmp_path / "choosing.yaml"), "--jobs", "1"]) == 1
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_word_that_is_like_a_name(tmp_path: Path) -> None:
    with pytest.raises(LudexError, match="unknown name 'Grizly Bears'; did you mean 'Grizzly"):
        answer(tmp_path, "Grizly Bears")
