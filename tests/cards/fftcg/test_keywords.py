"""Keyword lines, their notations, their names in three languages, their reminders."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.reading import Reading, read

ABOUT_ABILITIES = {"ability", "keyword", "points", "burst", "notation", "gap"}


def said(reading: Reading) -> list[str]:
    return [str(fact) for fact in reading.facts if fact.predicate in ABOUT_ABILITIES]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Warp 4 -- {Water}{Water}", ["keyword(n2,warp,4)"]),
        ('Priming "Quillon (XX)" -- {Fire}{1}', ["keyword(n2,priming)"]),
        ("Limit Break -- 3", ["keyword(n2,limit_break,3)"]),
        ("Back Attack", ["keyword(n2,back_attack)"]),
        ("First Strike", ["keyword(n2,first_strike)"]),
        (
            "Haste First Strike Brave",
            ["keyword(n2,haste)", "keyword(n2,first_strike)", "keyword(n2,brave)"],
        ),
    ],
)
def test_a_keyword_line(line: str, facts: list[str], fftcg: Game) -> None:
    reading = read(line, fftcg)
    assert reading.status == "whole"
    assert reading.printed == line
    assert said(reading) == ["ability(n2,keyword)", *facts]


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("Rapatriement 4 -- {Water}{Water}", "Warp 4 -- {Water}{Water}"),
        ("デジョン 4 -- {Water}{Water}", "Warp 4 -- {Water}{Water}"),
        ('顕現 "Quillon" -- {2}', 'Priming "Quillon" -- {2}'),
        ("ヘイスト", "Haste"),
        ("先制攻撃", "First Strike"),
        ("ブレイブ", "Brave"),
        ("バックアタック", "Back Attack"),
    ],
)
def test_other_languages_name_the_same_keyword(line: str, english: str, fftcg: Game) -> None:
    reading = read(line, fftcg)
    assert reading.printed == english
    assert reading.value == read(english, fftcg).value


@pytest.mark.parametrize("dash", ["--", "–", "—"])
def test_every_dash_is_read(dash: str, fftcg: Game) -> None:
    for line in (f"Warp 2 {dash} {{Ice}}", f"Limit Break {dash} 2", f"Damage 3 {dash} Brave"):
        reading = read(line, fftcg)
        assert reading.status == "whole"
        assert not [fact for fact in reading.facts if fact.predicate == "notation"]


@pytest.mark.parametrize(
    ("line", "notation"),
    [
        ("Warp -- 2 {Ice}", "dash_first"),
        ("Warp — 2 {Ice}", "dash_first"),
        ("Warp 2 - {Ice}", "hyphen"),
        ("Limit Break - 2", "hyphen"),
        ("Limit Break 2", "bare"),
    ],
)
def test_an_unusual_notation_is_reported(line: str, notation: str, fftcg: Game) -> None:
    reading = read(line, fftcg)
    assert reading.status == "whole"
    assert f"notation(n2,{notation})" in said(reading)


def test_a_warp_of_none_is_reported(fftcg: Game) -> None:
    assert said(read("Warp 0 -- {Ice}", fftcg))[-1] == 'gap(n2,"N-FF-04")'


@pytest.mark.parametrize(
    ("line", "well_formed"),
    [
        ("Warp 0 -- {Ice}", False),
        ("Warp 3 -- {Ice}", True),
        ("Warp 2", False),
        ("Warp 1.5 -- {Ice}", False),
    ],
)
def test_a_warp_number_is_whole_and_above_none(line: str, well_formed: bool, fftcg: Game) -> None:
    """FFC-009."""
    reading = read(line, fftcg)
    gaps = [fact for fact in reading.facts if fact.predicate == "gap"]
    assert (reading.status == "whole" and not gaps) == well_formed


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Brave (Attacking does not cause this Forward to dull.)", True),
        ("Brave (This Forward deals damage first.)", False),
        ("Damage 3 -- Brave (If you have received 3 points of damage or more, so it is.)", True),
        ("Damage 3 -- Brave (If you have received 5 points of damage or more, so it is.)", False),
        ("Draw 1 card. (Happy day.)", None),
    ],
)
def test_a_reminder_fits_its_keyword(text: str, fits: bool | None, fftcg: Game) -> None:
    reading = read(text, fftcg)
    assert reading.status == "whole"
    assert [reminder.fits for reminder in reading.lines[0].reminders] == [fits]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("When Quillon attacks, draw 1 card.", ["ability(n2,auto)"]),
        ("At the end of each of your turns, draw 1 card.", ["ability(n2,auto)"]),
        ("The Job Tinker you control gain Haste.", ["ability(n2,field)"]),
        ("{Fire}{Dull}, discard 1 card: Draw 1 card.", ["ability(n2,action)"]),
        ("Sea of Glass {S}{Ice}: Freeze all the Forwards opponent controls.",
         ["ability(n2,special)"]),
        ("EX BURST Choose 1 Forward. Deal it 3000 damage.", ["burst(n2)", "ability(n2,effect)"]),
        ("Damage 3 -- Quillon gains +1000 power.", ["points(n2,3)", "ability(n2,field)"]),
        ("Damage 5 -- EX BURST When Quillon attacks, draw 1 card.",
         ["points(n2,5)", "burst(n2)", "ability(n2,auto)"]),
        ('"Draw 2 cards."', ["ability(n2,option)"]),
    ],
)  # fmt: skip
def test_the_kind_of_an_ability(line: str, facts: list[str], fftcg: Game) -> None:
    reading = read(line, fftcg)
    assert reading.status == "whole", reading.lines[0].unread
    assert reading.printed == line
    assert said(reading) == facts
