"""Which answers of cases change, against asking every case under both rulebooks."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.answers.searched import DiffAnswer
from kb.cache import Entry
from kb.cli import main
from kb.comparison import Comparison, seeking
from kb.comparison.answers import ComparedCases
from kb.comparison.cases import compare_cases
from kb.comparison.showing import SmallBoard
from kb.comparison.tasks import books_of, case_tasks
from kb.comparison.text import answer_text, comparison_text
from kb.library.importing import import_cards
from kb.resources import own_rules
from kb.rulebook import Rulebook, RulebookView, overlay_text
from kb.rulebook.source import Source
from kb.rulings.asking import ask
from kb.scenario import Case, expanded, load_scenario
from kb.serialization import serialized
from kb.testing import replaying
from kb.testing.asked import cases_in
from kb.testing.between import RulesOf
from kb.testing.places import place_of
from kb.testing.played import PlayedCase
from kb.testing.replaying import played_file, playing_file
from kb.verification.findings import Searched
from kb.verification.pinned import seeming_pins
from tests.library.samples import OWL, written

TOY = Path(__file__).parents[1] / "toy"
DUEL, CASES = TOY / "duel", TOY / "cases" / "duel.yaml"
RULINGS = Path(__file__).parents[1] / "rulings"

HARDER = """\
%! replaces 4  [2026-01-01 .. ]
%! Whoever strikes back does one damage more.
adds(damage(T),by(X),N)   :- takes(aim(_,X),at(T)), in(T,field), value(X,strength,N).
adds(damage(X),by(T),N+1) :- takes(aim(_,X),at(T)), value(T,strength,N).
adds(life(S),by(X),-N)    :- takes(aim(_,X),at(P)), side(P,S), value(X,strength,N).
"""
APART = """\
%! replaces 4  [2026-01-01 .. ]
%! Whoever strikes back does one damage more.
adds(damage(T),by(X),N)   :- takes(aim(_,X),at(T)), in(T,field), value(X,strength,N).
adds(damage(X),by(T),N+1) :- takes(aim(_,X),at(T)), value(T,strength,N).

%! house.1  [2026-01-01 .. ]
%! An attacked player loses as much life as the attacker is strong.
adds(life(S),by(X),-N)    :- takes(aim(_,X),at(P)), side(P,S), value(X,strength,N).
"""
NEAR = """\
%! replaces 6  [2026-01-01 .. ]
%! Whoever has one life left has lost, or none.
floor(life(S),0) :- side(_,S).
wins(P)          :- opponent(P,Q), side(Q,S), not given(val(life(S),_)).
wins(P)          :- opponent(P,Q), side(Q,S), given(val(life(S),1)), not given(attacking(_)).
wants(1,over)    :- wins(_).
"""
TO_HAND = """\
%! house.1
%! Whoever is destroyed goes to the hand.
moves(X,hand) :- mode(destroy), doomed(X).
"""
NEVER = """\
%! house.1
%! Somebody in a zone of its own is exhausted.
begins(exhausted(X)) :- given(in(X,banished)).
"""


NO_WAY = """\
%! house.1
%! What is damaged is destroyed if it is not.
doomed(X) :- given(val(damage(X),_)), not doomed(X).
"""


def compared(overlay: str, *, first: bool = False) -> Comparison:
    changed = overlay_text(overlay, "changed.lp")
    sides: tuple[str, Source] = ("2026-01-01", changed)
    return kb.diff("duel", *sides, cases=[CASES], boards=False, first=first, rules=DUEL)


def asked(overlay: str) -> ComparedCases:
    """Compare the answers alone, without boards made of them."""
    day = date(2026, 1, 1)
    with own_rules(DUEL):
        sides = RulesOf((), day), RulesOf((overlay_text(overlay, "changed.lp"),), day)
        return compare_cases(case_tasks("duel", [CASES], *sides), jobs=1)


def test_an_answer_is_told_before_and_after_with_the_rules_that_make_it_so() -> None:
    found = compared(HARDER)
    assert (found.verdict, found.not_examined) == ("differ", ())
    assert found.cases is not None
    (changed,) = found.cases.changed
    assert (found.cases.cases, found.cases.again, changed.line) == (5, 2, 17)
    assert changed.before.sentence == "Guard is in the zone discard; veteran has damage 1."
    assert changed.after.sentence == "Guard is in the zone discard; veteran has damage 2."
    ids = ("4@2026-01-01", "4@overlay.2026-01-01")
    assert (changed.rules, changed.gone, changed.come) == (ids, ids[:1], ids[1:])
    # The life that is lost rests on rule 4 as before, though that is worded anew.
    assert comparison_text(found).startswith("1 of 5 cases changes.\n")
    (small,) = found.small
    assert (small.rules, small.smallest) == (("4",), True)
    assert [list(board) for board in small.data["players"].values()] == [["field"], ["field"]]
    assert small.data["do"] == [{"attack": "veteran", "by": "Ann"}]


def test_an_answer_that_stays_for_other_reasons_is_told_apart() -> None:
    found = compared(APART)
    assert found.cases is not None
    (other,) = found.cases.reasons
    assert (other.gone, other.come) == (("4@2026-01-01",), ("house.1@overlay.2026-01-01",))
    assert other.rules == (*other.gone, *other.come)
    assert other.case == "A duel: whoever has no life left has lost"
    text = comparison_text(found)
    assert "Answered in the same way, for other reasons:" in text
    assert other.answer.sentence in text
    data = serialized(DiffAnswer, found)["cases"]
    assert (data["changed"], data["alike"], data["unreasoned"]) == (1, 1, 0)
    assert data["other_reasons"][0]["answer"]["sentence"] == other.answer.sentence


def test_what_differs_near_a_case_only_is_shown() -> None:
    found = compared(NEAR)
    assert found.cases is not None
    assert (found.cases.changed, found.verdict) == ((), "differ")
    (small,) = found.small
    # That a player has one life is said of a player of whom the case says nothing.
    assert (small.rules, small.data["players"]) == (("6",), {"Ann": {"life": 1}, "Bo": {}})


@pytest.mark.long
def test_what_verify_finds_under_one_of_them_only_is_told() -> None:
    changed = overlay_text(TO_HAND, "changed.lp")
    sides: tuple[date | str | Source, ...] = ("2026-01-01", changed)
    wanted = {"cases": [CASES], "boards": False, "findings": True, "rules": DUEL}
    found = kb.diff("duel", *sides, **wanted)
    assert found.findings is not None
    (finding,) = found.findings.appear
    assert (finding.kind, [label.numbers[0] for label in finding.at_odds]) == ("clash", ["house.1"])
    assert (found.findings.vanish, found.findings.complete) == ((), True)
    assert "What appears:\n\nClash in the rules of changed.lp:" in comparison_text(found)
    back = kb.diff("duel", *reversed(sides), **wanted).findings
    assert back is not None
    assert ([one.kind for one in back.vanish], back.appear) == (["clash"], ())


def test_a_rule_that_no_case_comes_to_is_not_examined() -> None:
    found = compared(NEVER)
    assert found.verdict == "unknown"
    assert found.cases is not None
    assert (found.cases.changed, found.cases.again) == ((), 0)
    assert comparison_text(found).startswith("0 of 5 cases change, 1 rule is not examined.\n")
    assert "Not examined, for no case reached them:" in comparison_text(found)


def test_a_rule_that_nothing_came_to_is_counted_once_and_told_without_a_reason() -> None:
    sides = ("2026-01-01", overlay_text(HARDER, "harder.lp"))
    found = kb.diff("duel", *sides, cases=[CASES], boards=False, time_limit=0, rules=DUEL)
    assert {label.numbers for label in found.not_examined} == {("4",)}
    assert len(found.not_examined) == 2  # as it stood, and as it stands
    told = comparison_text(found)
    assert "1 rule is not examined." in told.splitlines()[0]
    assert "\nNot examined:\n" in told


def test_what_is_known_of_boards_does_not_speak_against_one_that_was_found() -> None:
    found = compared(HARDER)
    assert found.small
    cut = replace(found, searched=(Searched("boards"),), reason="time ran out")
    assert "Of other boards nothing is known; the search ended early" in comparison_text(cut)
    whole = replace(found, searched=(Searched("boards", 2),), size=2)
    assert "Boards of up to 2 objects of the kinds below end alike" in comparison_text(whole)


@pytest.mark.parametrize("number", ["2", "5"])
def test_no_case_is_passed_over_that_changes(number: str) -> None:
    overlay = f"%! repeals {number}\n%! No such rule.\n"
    found = asked(overlay)
    told = {(one.case, one.question) for one in found.changed}
    expected = set()
    with own_rules(DUEL):
        book = Rulebook.load("duel", overlays=[overlay_text(overlay)])
        for case in expanded(load_scenario(CASES)):
            for before, place in zip(ask(case.scenario), range(9), strict=False):
                try:
                    after = ask(case.scenario, question=place + 1, rulebook=book)[0].answer
                except kb.LudexError:
                    after = "can't be asked"
                if before.answer != after:
                    expected.add((case.name, before.question))
    assert told == expected


def test_a_board_is_blamed_on_the_rule_alone_that_makes_it_differ() -> None:
    five = Rulebook.load("duel", DUEL).on("2026-01-01")
    same = [one.text for one in five.statements if one.label.numbers == ("5",)]
    again = "\n".join(one.replace("D >= N.", "D >= N, N >= 0.") for one in same)
    said = f"{HARDER}\n%! replaces 5  [2026-01-01 .. ]\n%! The same in other words.\n{again}\n"
    found = compared(said)
    assert found.cases is not None
    named = {name for one in found.cases.changed for name in one.rules}
    assert {name.partition("@")[0] for name in named} == {"4", "5"}
    assert [board.rules for board in found.small] == [("4",)]


@pytest.mark.long
def test_days_are_compared_like_overlays() -> None:
    case = RULINGS / "mtg" / "mtgc-05-two-jaces.yaml"
    sides = RulesOf((), date(2013, 1, 30)), RulesOf((), date(2013, 7, 14))
    found = compare_cases(case_tasks("mtg", [case], *sides), jobs=1)
    assert found.changed
    assert {name.partition("@")[0] for one in found.changed for name in one.rules} == {"306.4"}
    assert "graveyard" in found.changed[0].before.sentence


def test_what_was_kept_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path))
    assert asked(HARDER) == asked(HARDER)
    assert list(tmp_path.glob("answers-*"))


def test_where_it_is_kept_is_another_place_once_the_file_changes(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text("game: riftbound\n", encoding="utf-8")
    view = kb.load_rulebook("riftbound").on()
    kept = place_of("answers", case, view)
    assert kept is not None
    assert place_of("answers", case, view) == kept
    assert place_of("steps", case, view) == Entry("steps", kept.key)
    case.write_text("game: riftbound\nask: []\n", encoding="utf-8")
    assert place_of("answers", case, view) != kept
    case.write_text("game: riftbound\nask: [{from: cards.json}]\n", encoding="utf-8")
    assert place_of("answers", case, view) is None


def test_an_import_leaves_what_was_kept_of_cases_that_name_none_of_its_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("LUDEX_STORE", str(path))
    view = Rulebook.load("mtg").on()

    def place(text: str) -> str:
        (tmp_path / "a.yaml").write_text(text)
        entry = place_of("answers", tmp_path / "a.yaml", view)
        assert entry is not None
        return entry.key

    texts = "game: mtg\nplayers: {A: {hand: [Forest]}}\n", f"game: mtg\ntitle: {OWL['name']}\n"
    before = [place(text) for text in texts]
    import_cards("mtg", written(tmp_path / "cards.json", [OWL]), path)
    after = [place(text) for text in texts]
    assert after[0] == before[0]
    assert after[1] != before[1]


CHOSEN = """\
%! replaces target.cost.choice-time
%! Whatever stands in a cost is chosen as the spell or ability is put on the chain.
chosen_when(M,putting_on_chain) :- part_of(M,cost), not part_of(M,bargain).
"""


def test_what_is_told_besides_is_compared_too(tmp_path: Path) -> None:
    case = tmp_path / "cost.yaml"
    case.write_text(
        "game: riftbound\nplayers: {Ann: {}, Bo: {}}\n"
        "ask: [{mentions: 'Kill this unit: Draw 1.'}]\n",
        encoding="utf-8",
    )
    overlay = overlay_text(CHOSEN, "chosen.lp")
    found = kb.diff("riftbound", "2026-04-01", overlay, cases=[case], boards=False)
    assert found.cases is not None
    (changed,) = found.cases.changed
    assert changed.before.sentence == changed.after.sentence
    said = "'this unit' is chosen as the spell or ability is put on the chain."
    why = (
        "'this unit' is not a target: it is part of a cost.",
        "'this unit' is not a target: there is no choice (unique).",
    )
    assert (changed.before.outcomes, changed.after.outcomes) == (why, (said, *why))


OWN = """\
%: condition house_own(object)  {1} is the chooser's own
%! house.1
%! Nobody chooses their own.
forbids(aim(P,M),at(O),house_own(O)) :- candidate(aim(P,M),at(O)), given(controls(O,P)).
"""


def test_what_may_be_chosen_is_compared_too(tmp_path: Path) -> None:
    case = tmp_path / "unit.yaml"
    case.write_text(
        "game: riftbound\nplayers: {Ann: {base: [{card: Plain Scout}]}, Bo: {}}\n"
        "ask: [{mentions: 'Kill a unit.'}]\n",
        encoding="utf-8",
    )
    found = kb.diff("riftbound", "2026-08-01", overlay_text(OWN), cases=[case], boards=False)
    assert found.cases is not None
    (changed,) = found.cases.changed
    lost = set(changed.before.outcomes) - set(changed.after.outcomes)
    assert lost == {"Plain Scout is allowed for 'a unit' as Ann may choose it."}


def test_the_first_finding_is_enough_where_it_is_wanted() -> None:
    found = compared(HARDER, first=True)
    assert found.cases is not None
    assert (len(found.cases.changed), found.small, found.verdict) == (1, (), "differ")
    near = compared(NEAR, first=True)
    assert [(small.rules, small.smallest) for small in near.small] == [(("6",), False)]


def test_a_board_is_told_before_all_cases_are_asked_and_is_smallest_at_the_end() -> None:
    told: list[SmallBoard | int] = []
    found = kb.diff(
        *("duel", "2026-01-01", overlay_text(HARDER, "harder.lp")),
        cases=[CASES],
        boards=False,
        rules=DUEL,
        asked=lambda done, _: told.append(done),
        board=told.append,
    )
    assert isinstance(told[0], SmallBoard)
    assert all(board.smallest for board in found.small)


def test_only_the_cases_that_are_wanted_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = replaying.play

    def counting(case: Case, view: RulebookView) -> PlayedCase:
        played.append(case.name)
        return play(case, view)

    monkeypatch.setattr(replaying, "play", counting)
    monkeypatch.setattr(Entry, "load", lambda _: None)
    with own_rules(DUEL):
        book = Rulebook.load("duel", overlays=[overlay_text(NEAR, "played.lp")])

        def view(readings: Mapping[str, str]) -> RulebookView:
            return book.on(date(2026, 1, 1), readings)

        one, *others = cases_in(CASES)
        found = list(playing_file(CASES, view, lambda case: case.name == one.name))
        assert [case.name for case, _ in found] == played == [one.name]
        # What was played of it is not played again.
        assert len(played_file(CASES, view)) == 1 + len(others) == len(played)


def test_a_second_comparison_finds_out_anew_what_is_reached() -> None:
    one, other = asked(HARDER), asked(HARDER)
    assert one.reached
    assert other.reaching == one.reaching


def test_a_process_loads_the_rulebooks_once_for_all_the_files_that_it_is_sent() -> None:
    day = date(2026, 1, 1)
    with own_rules(DUEL):
        sides = RulesOf((), day), RulesOf((overlay_text(HARDER, "changed.lp"),), day)
        one, other = (pickle.dumps(case_tasks("duel", [CASES], *sides)[0]) for _ in range(2))
        assert books_of(pickle.loads(one)) is books_of(pickle.loads(other))


def test_a_small_board_shows_another_sentence_where_there_is_one() -> None:
    repeal = overlay_text("%! repeals 355.10.e\n%! What others choose may be a target.\n", "r.lp")
    case = RULINGS / "riftbound" / "rbc-003-each-player-picks.yaml"
    found = kb.diff("riftbound", "2026-08-01", repeal, cases=[case], boards=False)
    (board,) = found.small
    assert board.before.sentence.endswith("nothing is a target.")
    assert board.after.sentence.endswith("is a target.")
    assert board.before.sentence != board.after.sentence
    # What is told besides and stays is not told.
    assert "'Each player' is not a target" not in comparison_text(found)


def test_what_is_told_besides_is_told_at_once_where_the_sentence_stays() -> None:
    repeal = overlay_text("%! repeals 355.10.e\n%! What others choose may be a target.\n", "r.lp")
    case = RULINGS / "riftbound" / "rb-sentences.yaml"
    with_task = case_tasks(
        *("riftbound", [case]), RulesOf((), date(2026, 8, 1)), RulesOf((repeal,), date(2026, 8, 1))
    )
    found = compare_cases(with_task, jobs=1).changed
    (alike,) = [one for one in found if "Each opponent discards 1" in one.question]
    assert not alike.plain
    assert answer_text(alike, "old", "new").endswith(
        "old: In 'Each opponent discards 1.', nothing is a target. 'discards 1' is not a target: "
        "others choose it, or help to choose it. new: In 'Each opponent discards 1.', nothing is "
        "a target."
    )


QUIET = """\
game: duel
players:
  Ann: {hand: [Pikeman], field: [{card: Knight, as: veteran}]}
  Bo: {field: [{card: Pikeman, as: guard}]}
ask: [{may: {play: Ann's Pikeman, by: Ann}}]
"""
ATTACK = "do: [{attack: veteran, by: Ann}, {choose: guard, for: attack}]\n"


def beside(overlay: str, folder: Path, done: str = ATTACK) -> tuple[SmallBoard, ...]:
    """Compare a case that asks about nothing that changes, and the boards near it."""
    case = folder / "quiet.yaml"
    case.write_text(QUIET + done, encoding="utf-8")
    sides = "2026-01-01", overlay_text(overlay, "changed.lp")
    return kb.diff("duel", *sides, cases=[case], boards=False, rules=DUEL).small


def test_it_is_asked_what_players_may_do_where_the_rulebooks_come_apart(tmp_path: Path) -> None:
    overlay = """\
%! house.1
%! Nobody attacks.
forbids(act(S),attack(P,X),exhausted(X)) :- candidate(act(S),attack(P,X)).
"""
    (board,) = beside(overlay, tmp_path, done="")
    assert board.question == "options of Ann"


@pytest.mark.long
def test_what_comes_apart_in_vain_is_not_asked_about_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay = """\
%: fluent tallied(object)  {1} is tallied

%! house.1
%! Whoever attacks is tallied.
begins(tallied(X)) :- takes(aim(_,X),_).
"""
    asked: list[bool] = []

    def told(*given: Any, further: bool) -> Any:
        asked.append(further)
        return answered_otherwise(*given, further=further)

    answered_otherwise = seeking._answered_otherwise
    monkeypatch.setattr(seeking, "_answered_otherwise", told)
    assert beside(overlay, tmp_path) == ()
    assert len(asked) > seeking.FUTILE
    assert sum(asked) <= 3 * seeking.FUTILE


def test_whose_choice_it_is_is_compared_too(tmp_path: Path) -> None:
    (rule,) = re.findall(r"exhausted by it\.\n(.*?)\n\n", (DUEL / "duel.lp").read_text(), re.S)
    own = "chooser(aim(P,X),P)                        :- slot(aim(P,X))."
    assert own in rule
    rule = rule.replace(own, "chooser(aim(P,X),Q) :- slot(aim(P,X)), opponent(P,Q).")
    overlay = f"%! replaces 3\n%! Whoever is ready may attack; the opponent says whom.\n{rule}\n"
    case = tmp_path / "open.yaml"
    case.write_text(
        QUIET.partition("ask")[0] + "do: [{attack: veteran, by: Ann}]\nask: [{outcomes: {}}]\n"
    )
    sides = "2026-01-01", overlay_text(overlay, "changed.lp")
    found = kb.diff("duel", *sides, cases=[case], boards=False, rules=DUEL)
    assert found.cases is not None
    (one,) = found.cases.changed
    assert not one.plain
    assert set(one.before.outcomes) - set(one.after.outcomes) == {"Ann decides which."}
    assert set(one.after.outcomes) - set(one.before.outcomes) == {"Bo decides which."}


@pytest.mark.long
def test_cases_that_answer_alike_do_not_show_that_nothing_changes() -> None:
    nine = """\
%! replaces 4  [2026-01-01 .. ]
%! Whoever has nine damage strikes back harder.
adds(damage(T),by(X),N)   :- takes(aim(_,X),at(T)), in(T,field), value(X,strength,N).
adds(damage(X),by(T),N)   :- takes(aim(_,X),at(T)), value(T,strength,N),
  not given(val(damage(T),9)).
adds(damage(X),by(T),N+1) :- takes(aim(_,X),at(T)), value(T,strength,N), given(val(damage(T),9)).
adds(life(S),by(X),-N)    :- takes(aim(_,X),at(P)), side(P,S), value(X,strength,N).
"""
    sides = "2026-01-01", overlay_text(nine, "changed.lp")
    found = kb.diff("duel", *sides, cases=[CASES], size=0, rules=DUEL)
    assert (found.verdict, found.not_examined) == ("unknown", ())
    assert {label.numbers[0] for label in found.idle} == {"4"}
    told = comparison_text(found)
    assert told.startswith("0 of 5 cases change, whether anything changes elsewhere is not known.")
    assert "no difference on any board" not in told


@pytest.mark.long
def test_a_small_board_asks_in_the_fewest_words_and_leaves_cards_their_types() -> None:
    overlay = """\
%! amends 2.4.7.a
%! Only what is boosted gains Fleeting as it is played from Reserve.
%! add: the number of boosts on X is N
%! add: N > 0
"""
    day = str(Rulebook.load("altered").newest)
    cases = [RULINGS / "altered" / "fleeting.yaml"]
    found = kb.diff("altered", day, overlay_text(overlay, "r.lp"), cases=cases, boards=False)
    (board,) = found.small
    assert board.question == "zone of Test Song"
    assert board.data["cards"] == [{"name": "Test Song", "types": ["spell"]}]


def test_an_overlay_alone_is_compared_with_the_rules_that_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "changed.lp"
    changed.write_text(HARDER, encoding="utf-8")
    only = ("--only", "cases", "--cases", str(CASES), "--rules", str(DUEL), "--jobs", "1")
    assert main(["diff", "duel", str(changed), *only]) == 1
    told = capsys.readouterr().out
    assert f"In force only under one of 2026-01-01 and {changed}" in told
    # The changed rule has the same number before and after: the answer rests on it under both.
    assert "(changed there: 4)" in told


@pytest.mark.long
def test_a_card_that_does_another_thing_shows_where_a_rule_goes_too_far(tmp_path: Path) -> None:
    case = tmp_path / "seasoned.yaml"
    case.write_text("""\
game: altered
cards:
  - {name: Test Fog, types: [spell], cost: 1, text: "Send to Reserve target Character."}
  - {name: Test Oak, types: [character], cost: 2, forest: 1, text: "[Seasoned]."}
players:
  Ann: {hand: [Test Fog], mana orbs: 9}
  Bo: {expedition: [{card: Test Oak, with: hero, boosts: 2}]}
do: [{play: Test Fog, by: Ann, targets: [Test Oak]}]
ask: [{what: boosts, of: Test Oak}]
""")
    overlay = """\
%! 7.4.6.b
%! instead: 7.4.6.b@unknown
%! What is Seasoned keeps its boosts wherever it goes.
sets(boosts(Y),N) :- not is_fleeting(X), keyword(X,seasoned), anew(X,Y), given(val(boosts(X),N)).
"""
    day = str(Rulebook.load("altered").newest)
    sides = day, overlay_text(overlay, "changed.lp")
    found = kb.diff("altered", *sides, cases=[case], boards=False, first=True)
    (board,) = found.small
    assert (board.question, board.before.sentence, board.after.sentence) == (
        *("boosts of Test Oak", "Test Oak has 0 boosts.", "Test Oak has 2 boosts."),
    )


def test_a_rule_that_leaves_no_way_on_is_blamed() -> None:
    found = asked(NO_WAY)
    assert {one.after.key for one in found.changed} == {""}
    assert {one.rules for one in found.changed} == {("house.1@overlay",)}


def test_cases_about_a_changed_rule_go_first_however_they_write_its_number(tmp_path: Path) -> None:
    files = []
    for name, pin in (("a", "[1.2.b]"), ("b", '["9", "1.2"]'), ("c", "[1.2, 3]"), ("d", "[2]")):
        files.append(tmp_path / f"{name}.yaml")
        files[-1].write_text(f"ask: [{{what: life, because: {pin}}}]  # 1.2\n")
    assert {Path(one).stem for one, own in seeming_pins(files).items() if "1.2" in own} == {
        "b",
        "c",
    }


@pytest.mark.long
def test_a_thing_more_of_which_less_is_said_shows_what_goes_too_far() -> None:
    overlay = """\
%! 2.1.e
%! instead: 2.1.e@unknown
%! When a token ceases to exist, everything does.
begins(ceasing(Y)) :- departs(X), is_token(X), anew(X,Y).
wants(2,cease)     :- given(ceasing(_)).
ends(F)            :- mode(cease), concerns(F,Y), given(F).
"""
    case = RULINGS / "altered" / "alc-042-night.yaml"
    changed = overlay_text(overlay, "changed.lp")
    day = str(Rulebook.load("altered").newest)
    found = kb.diff("altered", day, changed, cases=[case], boards=False, first=True)
    assert [small.rules for small in found.small] == [("2.1.e",)]


ALIKE = """\
%! house.1
%! Whoever has struck attacks no longer.
ends(attacking(X)) :- takes(aim(_,X),_), given(attacking(X)).
"""


@pytest.mark.long
def test_cases_in_which_what_changed_makes_no_difference_are_asked_last(tmp_path: Path) -> None:
    case = tmp_path / "quiet.yaml"
    case.write_text(QUIET + ATTACK)
    sides = (
        RulesOf((), date(2026, 1, 1)),
        RulesOf((overlay_text(ALIKE, "house.lp"),), date(2026, 1, 1)),
    )
    with own_rules(DUEL):
        tasks = case_tasks("duel", [case], *sides)
        first = compare_cases(tasks, jobs=1)
    assert (first.files, first.begun, first.asked) == (1, 1, 0)
    assert first.coming == first.put_off
    assert not first.complete
    assert not first.live
    found = kb.diff("duel", "2026-01-01", overlay_text(ALIKE, "house.lp"), cases=[case], rules=DUEL)
    assert found.cases is not None
    assert found.cases.live == first.put_off
    assert found.cases.cases == first.cases
    assert found.cases.complete
