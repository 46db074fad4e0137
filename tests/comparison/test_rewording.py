"""Another text of a card: the cases that name it, asked with both."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cli import main
from kb.comparison.rewording import reword
from kb.comparison.text import reworded_text
from kb.errors import LudexError
from kb.inference.engine import Clock

CASE = """
title: A house that doubles counters
game: mtg
date: 2013-01-30
players:
  Anna: {hand: [Jace Beleren], battlefield: [Doubling Season]}
  Bert: {}
do: [{cast: Jace Beleren, by: Anna}, {resolve: top}]
ask:
  - what: loyalty
    of: Jace Beleren
  - what: life
    of: Anna
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.yaml"
    file.write_text(CASE, encoding="utf-8")
    return file


def test_what_is_answered_in_another_way_is_told(case: Path) -> None:
    found = reword("mtg", "saison de dedoublement", "Flying", files=[case])
    assert (found.card, found.cases.cases, found.cases.complete) == ("Doubling Season", 1, True)
    (changed,) = found.cases.changed
    assert (changed.number, changed.line) == (1, 10)
    assert (changed.before.sentence, changed.after.sentence) == (
        "Jace Beleren has loyalty 6.",
        "Jace Beleren has loyalty 3.",
    )


def test_the_command_compares_texts_of_a_card(
    case: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["diff", "mtg", "--card", "Doubling Season", "--text", "Flying"]
    assert main([*words, "--cases", str(case)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("1 of 1 case that names Doubling Season changes.\n")
    assert "with the other text: Jace Beleren has loyalty 3." in out
    assert main([*words[:4], "--cases", str(case)]) == 2
    assert capsys.readouterr().err == "ludex: --card and --text go together, and without A and B\n"


def test_cases_about_other_cards_are_not_asked(case: Path) -> None:
    assert reword("mtg", "Grizzly Bears", "Flying", files=[case]).cases.files == 0


def test_time_that_is_over_says_so(case: Path) -> None:
    found = reword("mtg", "Doubling Season", "Flying", files=[case], clock=Clock(0))
    assert (found.cases.complete, found.cases.cases) == (False, 0)


class _Cut(Clock):
    """A clock whose time is over after it was asked so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    @property
    def over(self) -> bool:
        self.times -= 1
        return self.times < 0


def test_an_answer_that_was_cut_is_no_other_answer(case: Path) -> None:
    found = [
        reword("mtg", "Doubling Season", "Flying", files=[case], clock=_Cut(times)).cases
        for times in (1, 4, 8, 12, 10_000)
    ]
    assert [one.complete for one in found] == [False] * 4 + [True]
    assert [len(one.changed) for one in found] == [0] * 4 + [1]


def test_an_unknown_card_is_refused_with_the_nearest() -> None:
    with pytest.raises(LudexError) as error:
        reword("mtg", "Grizly Bears", "Flying")
    assert str(error.value) == "no card 'Grizly Bears'; did you mean 'Grizzly Bears'?"


def test_the_headline_says_what_is_not_carried_out_and_that_time_ran_out(case: Path) -> None:
    found = reword("mtg", "Doubling Season", "Doubles dammage.", files=[case], clock=Clock(0))
    assert found.left == ("Doubles dammage.",)
    assert reworded_text(found).splitlines()[:2] == [
        "0 of 0 cases that name Doubling Season change, time ran out before all cases of 1 file "
        "were asked, of the other text not all is carried out.",
        "Not carried out: 'Doubles dammage.'.",
    ]
