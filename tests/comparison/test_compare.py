"""Two rulebooks: the smallest difference, and the proof that there is none."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import kb
from kb.cli import main
from kb.comparison import Comparison
from kb.comparison.comparison import unsearched
from kb.comparison.diff import diff
from kb.comparison.sides import sides_of
from kb.comparison.text import comparison_text
from kb.errors import LudexError
from kb.rulebook import overlay_text
from kb.scenario import to_yaml

JANUARY, JULY = "2013-01-30", "2013-07-20"

REWORDED = """\
%! replaces 704.5j  [2012-10-01 .. ]
%! A planeswalker goes to its owner's graveyard when another one has one of its types.
state_based_action(put(X,graveyard)) :- planeswalker_type(X,T), planeswalker_type(Y,T), X != Y.
"""

NEARLY = """\
%! replaces 704.5j  [2012-10-01 .. ]
%! The same, but only of a planeswalker that is legendary.
state_based_action(put(X,graveyard)) :-
  planeswalker_type(X,T), planeswalker_type(Y,T), X != Y, legend(X,_).
"""

RENAMED = """\
%: group couple(player, word)  the couple of type {2} of {1}

%! replaces 704.5j  [2013-07-13 .. ]
%! The same decision under another name.
group(couple(P,T),X)         :- planeswalker_type(X,T), controller(X,P).
state_based_action(keep_one(P,couple(P,T))) :- group(couple(P,T),_), crowded(couple(P,T)).
"""


@cache
def january_and_july() -> Comparison:
    return diff("mtg", JANUARY, JULY, size=2, rule="704.5j", cases=())


@pytest.mark.long
def test_the_uniqueness_rules_of_january_and_july_differ_on_two_planeswalkers() -> None:
    found = january_and_july()
    assert (found.verdict, found.size, found.dismissed) == ("differ", 1, 0)
    difference = found.difference
    assert difference is not None
    assert difference.size == 2
    assert difference.scenario.players["Anna"].words == {
        "battlefield": [{"card": "Ada", "as": "Ada (1)"}, {"card": "Ada", "as": "Ada (2)"}]
    }
    assert difference.old == (("zone of Ada (1): graveyard", "zone of Ada (2): graveyard"),)
    assert [sorted(end)[-2:] for end in difference.new] == [
        ["zone of Ada (1): battlefield", "zone of Ada (2): graveyard"],
        ["zone of Ada (1): graveyard", "zone of Ada (2): battlefield"],
    ]
    # Which rule it is; others changed on the same day.
    assert [label.id for label in difference.rules] == ["306.4@2012-10-01", "306.4@2013-07-13"]
    assert len(found.changed) == 2
    text = comparison_text(found)
    assert "They end differently on a board of 2 objects, and on none with fewer." in text


@pytest.mark.long
def test_the_board_of_a_difference_can_be_asked_about_with_either_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    difference = january_and_july().difference
    assert difference is not None
    board = tmp_path / "board.yaml"
    board.write_text(to_yaml(difference.scenario), encoding="utf-8")
    assert main(["ask", str(board)]) == 0
    both = capsys.readouterr().out
    assert "Both Ada (1) and Ada (2) are in the graveyard" in both
    assert "It can end in 2 ways" in both


@pytest.mark.long
def test_what_ixalan_changed_is_two_planeswalkers_of_one_name_or_of_one_type() -> None:
    found = diff("mtg", "2017-09-28", "2017-09-29", size=2, cases=())
    assert (found.verdict, found.size) == ("differ", 1)
    difference = found.difference
    assert difference is not None
    assert difference.size == 2
    one, other = difference.scenario.cards
    assert one["types"] == other["types"] == ["planeswalker"]
    same_type = one["subtypes"] == other["subtypes"]
    same_name = one["name"] == other.get("called", other["name"])
    # What counted before was the type, and what counts now is the name.
    assert same_type != same_name
    ends = [len(each) for each in (difference.old, difference.new)]
    assert ends == ([2, 1] if same_type else [1, 2])
    assert {label.numbers[0] for label in difference.rules} == {"306.4"}


@pytest.mark.long
def test_indestructible_became_an_ability_that_can_be_lost() -> None:
    found = diff("mtg", JANUARY, JULY, size=1, cases=())
    assert found.difference is not None
    assert found.difference.size == 1
    assert [label.numbers[0] for label in found.difference.rules] == ["700.4"]
    assert len(found.changed) == 10


@pytest.mark.long
def test_what_dominaria_took_away_is_damage_dealt_to_a_planeswalker_instead() -> None:
    found = diff("mtg", "2018-04-26", "2018-04-27", size=2, cases=())
    difference = found.difference
    assert difference is not None
    assert difference.size == 2
    assert [label.numbers[0] for label in difference.rules] == ["306.7"]
    assert [len(each) for each in (difference.old, difference.new)] == [2, 1]
    (spell,) = difference.scenario.stack
    assert (spell.by, spell.resolving) == ("Anna", True)
    # What no board shows is told: the words of the cards that changed, and what is left out.
    assert "Lightning Bolt" in dict(found.cards)
    assert [one.name for one in found.uncovered] == ["E07"]


def test_a_rule_that_is_the_same_under_both_is_refused() -> None:
    with pytest.raises(LudexError) as caught:
        diff("mtg", JANUARY, JULY, rule="306.7", cases=())
    assert str(caught.value).startswith("rule '306.7' is the same under both")


def test_a_rule_that_is_in_neither_is_refused_with_the_nearest() -> None:
    with pytest.raises(LudexError) as caught:
        diff("mtg", JANUARY, JULY, rule="306.77", cases=())
    assert str(caught.value) == "no rule '306.77' in force; did you mean '306.7'?"


def test_a_misspelt_overlay_is_told_with_the_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("harder.lp").write_text("%! game: mtg\n")
    said = "ludex: 'harder.pl' is neither a date such as 2013-01-30 nor an overlay"
    for words in (["harder.pl"], [JANUARY, "harder.pl"]):
        assert main(["diff", "mtg", *words]) == 2
        assert capsys.readouterr().err == f"{said}: no such file; did you mean 'harder.lp'?\n"
    Path("harder.pl").write_text("")
    assert main(["diff", "mtg", "harder.pl"]) == 2
    assert capsys.readouterr().err == f"{said}; expected FILE.lp\n"


@pytest.mark.long
def test_two_wordings_of_the_rule_never_differ() -> None:
    found = diff("mtg", JANUARY, overlay_text(REWORDED, "reworded.lp"), size=2, cases=())
    assert (found.verdict, found.size, found.dismissed) == ("agree", 2, 0)
    told = " ".join(comparison_text(found).split())
    assert "make no difference on any board of up to 2 objects of the kinds below" in told
    assert found.not_examined == ()


@pytest.mark.long
def test_nearly_the_same_rule_is_told_apart() -> None:
    found = diff("mtg", JANUARY, overlay_text(NEARLY, "nearly.lp"), size=2, cases=())
    assert found.difference is not None
    assert found.difference.size == 2
    assert found.difference.old == (("zone of Ada (1): graveyard", "zone of Ada (2): graveyard"),)


@pytest.mark.long
def test_suspects_are_explored_and_dismissed_up_to_a_limit() -> None:
    # The decision has another name, so the solver suspects that it may be decided otherwise.
    found = diff("mtg", JULY, overlay_text(RENAMED, "renamed.lp"), size=2, limit=1, cases=())
    assert (found.verdict, found.size, found.dismissed) == ("unknown", 1, 1)
    assert "No difference on boards of up to 1 object; the search ended early" in (
        comparison_text(found)
    )


def test_dates_with_the_same_rules_agree() -> None:
    found = diff("mtg", JANUARY, "2013-01-31", cases=())
    assert (found.verdict, found.changed) == ("agree", ())
    assert comparison_text(found).strip() == (
        "Nothing changes: the rules are the same.\n\n"
        "The same rules are in force under 2013-01-30 and 2013-01-31: nothing can differ."
    )


def test_a_change_that_is_not_in_force_on_the_day_is_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlay = tmp_path / "later.lp"
    text = "%! repeals 306.4 [2014-01-01 .. 2014-12-31]\n%! Later.\n"
    overlay.write_text(text, encoding="utf-8")
    found = diff("mtg", JANUARY, str(overlay), cases=())
    assert (found.verdict, found.same) == ("unknown", True)
    assert [label.numbers[0] for label in found.not_in_force] == ["306.4"]
    assert main(["diff", "mtg", JANUARY, str(overlay)]) == 3
    told = capsys.readouterr().out
    assert told.startswith(f"Nothing was compared: 1 change is not in force on {JANUARY}.\n")
    assert "nothing can differ" not in told
    ruling, *_ = kb.ask("examples/two-jaces.yaml", overlays=[overlay])
    assert "the change of 306.4 [2014-01-01 .. 2014-12-31] is not in force" in ruling.source


def test_a_day_behind_the_newest_text_is_compared_by_that_and_said_so() -> None:
    found = unsearched("riftbound", sides_of("riftbound", "2026-11-01", "2030-01-01"))
    assert (found.old.name, found.new.name) == ("2026-11-01", "2026-11-22")
    note = "no rules of 2030-01-01 are known: the newest are compared, of 2026-11-22"
    assert note in found.left_out
    assert f"\nN{note[1:]}.\n" in comparison_text(found)


def test_time_that_runs_out_is_told() -> None:
    found = diff("mtg", JANUARY, JULY, time_limit=0, cases=())
    assert (found.verdict, found.size, found.reason) == ("unknown", -1, "time ran out")
    assert "Nothing is known; the search ended early: time ran out." in comparison_text(found)


@pytest.mark.long
def test_a_rule_that_denies_itself_is_no_agreement() -> None:
    denies = overlay_text(
        "%! house.1\n%! A house rule.\n"
        "state_based_action(destroy(X)) :-"
        " legend(X,_), type(X,creature), not state_based_action(destroy(X)).\n"
    )
    found = diff("mtg", JANUARY, denies, size=1, cases=())
    assert found.verdict == "unknown"
    assert found.reason == "something depends on its own absence; see ludex verify"


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("1999-01-01", "no edition of the rules covers 1999-01-01"),
        ("yesterday", "'yesterday' is neither a date such as 2013-01-30 nor an overlay"),
        ("nowhere.lp", "nowhere.lp: cannot read the file"),
        (
            "no-day.pl",
            "'no-day.pl' is neither a date such as 2013-01-30 nor an overlay: no such file",
        ),
    ],
)
def test_what_is_no_rulebook(old: str, message: str) -> None:
    with pytest.raises(LudexError) as caught:
        diff("mtg", old, JULY, cases=())
    assert str(caught.value).startswith(message)


@pytest.mark.long
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay = tmp_path / "reworded.lp"
    overlay.write_text(REWORDED, encoding="utf-8")
    assert (
        main(["diff", "mtg", JANUARY, str(overlay), "--size", "0", "--only", "boards", "--json"])
        == 3
    )
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["agree"]["up_to"]) == ("unknown", 0)
    assert len(answer["not_examined"]) == len(answer["changed"])  # the empty board reaches nothing
    assert main(["diff", "mtg", JANUARY, "yesterday"]) == 2
