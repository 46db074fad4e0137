"""The cards that a rulebook brings, beside their printed texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cli.app import main


def compared(tmp_path: Path, *texts: str) -> list[str]:
    """Return a command that compares Plain Blast with printed texts of our own."""
    path = tmp_path / "cards.json"
    cards = [
        {"name": "Plain Blast", "id": f"0-00{n}C", "type": "Summon", "text": text}
        for n, text in enumerate(texts)
    ]
    path.write_text(json.dumps(cards), encoding="utf-8")
    return ["cards", "compare", "fftcg", str(path)]


def test_the_same_abilities(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = compared(tmp_path, "Draw 1 card.", "Choose 1 Forward. Deal it 4000 damage.")
    assert main(command) == 0
    said = "1 of 1 cards have the abilities that their printed texts say\n"
    assert capsys.readouterr().out == said


def test_each_difference_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = compared(tmp_path, "Choose 1 Forward. Deal it 5000 damage.")
    assert main(command) == 1
    assert capsys.readouterr().out.splitlines() == [
        "0 of 1 cards have the abilities that their printed texts say",
        "Plain Blast 0-000C",
        "  by hand only:   {targets: [Forward], effect: [{damage: 4000, to: target 1}]}",
        "  from text only: {targets: [forward], effect: [{damage: 5000, to: target 1}]}",
    ]
    assert main([*command, "--json"]) == 1
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert (card["name"], card["printed"], card["same"]) == ("Plain Blast", "0-000C", False)


def test_none_of_the_cards_is_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.json"
    path.write_text('[{"name": "Nobody", "text": "Draw 1 card."}]', encoding="utf-8")
    assert main(["cards", "compare", "fftcg", str(path)]) == 2
    assert capsys.readouterr().err.endswith("cards.json: no card in it that 'fftcg' brings\n")
