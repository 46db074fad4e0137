"""``ludex parse`` and ``ludex cards coverage``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.cli import main

TEXT = "Deal 2 to an enemy unit."


def test_a_text_that_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "riftbound", TEXT]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"whole: {TEXT}\n  ")
    assert "not understood" not in out


def test_a_word_that_is_not_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "riftbound", "Deal 2 to an enemy qwx."]) == 3
    out = capsys.readouterr().out
    assert out.startswith("failed: (nothing)\n")
    line = "not understood: 'Deal 2 to an enemy qwx.': at 20, unknown word 'qwx'; expected "
    assert line in out


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "riftbound", TEXT, "--json", "--readings"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == [
        "version",
        "status",
        "printed",
        "facts",
        "unparsed",
        "readings",
        "cards",
    ]
    assert (answer["status"], answer["printed"], answer["readings"]) == ("whole", TEXT, 1)


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.jsonl"
    texts = [TEXT, "Flurb a qwx.", "", TEXT]
    lines = [json.dumps({"name": f"Card {n}", "text": text}) for n, text in enumerate(texts)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_coverage(card_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "coverage", "riftbound", str(card_file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 texts on 4 cards, read in ")
    assert lines[1:3] == [
        "       2   66.7%  read whole",
        "       2   66.7%  print back to the same words",
    ]
    assert lines[3] == "       0    0.0%  can be carried out: the play of this game is not encoded"
    assert lines[-1] == f"       1     (1)  not understood: 'Flurb a qwx.'  {'█' * 24}"


def test_coverage_as_json(card_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "coverage", "riftbound", str(card_file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["version"], answer["cards"], answer["texts"], answer["whole"]) == (2, 4, 3, 2)
    assert answer["gaps"] == [{"text": "Flurb a qwx.", "cards": 1, "wins": 1}]


def test_coverage_by_kind_and_year(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "Ann": ("Forward", 2020, "Haste"),
        "Bo": ("Forward", 2021, "Bo can win 3 duels."),
        "Cy": ("Summon", 2021, "Draw 1 card."),
        "Di": ("Summon", 2021, "Your opponent randomly discards 2 cards."),
        "Ed": ("Summon", 2021, "Your opponent randomly discards 3 cards."),
    }
    cards = [
        {"name": name, "type": kind, "year": year, "text": text}
        for name, (kind, year, text) in texts.items()
    ]
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(cards), encoding="utf-8")
    assert main(["cards", "coverage", "fftcg", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "       2   40.0%  are understood: what is carried out says what they say" in lines
    assert f"  summon        3  100.0%   33.3%  {'█' * 8}" in lines
    assert f"  2020        1  100.0%  100.0%  {'█' * 24}" in lines
    assert lines[-2] == (
        f"       2     (2)  not carried out: 'Your opponent randomly discards … cards.'  {'█' * 24}"
    )
    assert main(["cards", "coverage", "fftcg", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["kinds"]["forward"]["executable"] == answer["years"]["2020"]["executable"] == 1


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["parse", "riftbond", TEXT], "did you mean 'riftbound'?"),
        (["parse", "riftbound"], "missing argument 'TEXT'"),
        (["cards", "coverage", "riftbound", "none.jsonl"], "none.jsonl: "),
    ],
)
def test_what_is_wrong(arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Deal 2 to an enemy unti.", "at 20, unknown word 'unti'; did you mean 'unit'?"),
        ("Deal 3 3 to a unit.", "at 10, 'to' makes no sense there; expected '[m]'"),
    ],
)
def test_what_was_found_and_the_nearest_word_are_named(
    text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", "riftbound", text]) == 3
    assert capsys.readouterr().out.endswith(f"not understood: '{text}': {said}\n")
