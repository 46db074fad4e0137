"""What is found along cases, and near them; boards from which nothing can be taken away."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.resources import own_rules
from kb.rulebook import Rulebook, overlay_text
from kb.scenario import Game
from kb.testing.asked import cases_in
from kb.verification import Finding, Verification
from kb.verification.closer import OPEN, CloserTask, closer
from kb.verification.looking import along_parts
from kb.verification.nearby import nearby_things
from kb.verification.pieces import AlongCase, AlongTask
from kb.verification.rewording import nearby_texts
from kb.verification.shrinking import shrunk
from kb.verification.text import told_text, verification_text
from kb.verification.whole import finding_of

TOY = Path(__file__).parents[1] / "toy"
DUEL, CASES = TOY / "duel", TOY / "cases" / "duel.yaml"
RULINGS = Path(__file__).parents[1] / "rulings"

CLASH = """\
%! house.1
%! Whoever is destroyed goes to the hand.
moves(X,hand) :- mode(destroy), doomed(X).
"""
SILENCE = """\
%: condition low(player)      {1} has little life
%: condition guards(object)   {1} guards

%! house.1
%! Nobody may aim at a player with little life.
forbids(aim(P,X),at(T),low(T)) :- candidate(aim(P,X),at(T)), side(T,S), given(val(life(S),3)).

%! house.2
%! Nor at anybody who guards.
forbids(aim(P,X),at(T),guards(T)) :- candidate(aim(P,X),at(T)), in(T,field).
"""
UNDETERMINED = """\
%: predicate spared(object)  {1} is spared
%: predicate cursed(object)  {1} is cursed

%! house.1
%! Who is destroyed is spared or else cursed.
spared(X) :- mode(destroy), doomed(X), not cursed(X).

%! house.2
%! Who is destroyed is cursed or else spared.
cursed(X) :- mode(destroy), doomed(X), not spared(X).

%! house.3
%! A curse costs its owner a life.
adds(life(S),curse(X),-1) :- cursed(X), owned(X,P), side(P,S).
"""
NEAR = """\
%! house.1
%! Who attacks while somebody has little life goes to two zones.
moves(X,(hand;deck)) :- mode(aim), given(attacking(X)), given(val(life(_),N)), N < 3.
"""


LOOP = """\
%: mode dither           nobody settles
%: fluent torn(object)   {1} is torn

%! house.1
%! Whoever attacked is torn.
begins(torn(X)) :- takes(aim(_,X),_).

%! house.2
%! Who is torn dithers.
wants(25,dither) :- given(torn(_)).

%! house.3
%! A ditherer is exhausted or not, in turns.
ends(exhausted(X))   :- mode(dither), given(torn(X)), given(exhausted(X)).
begins(exhausted(X)) :- mode(dither), given(torn(X)), not given(exhausted(X)).
"""
SHADOWED = """\
%: condition weak(player)   {1} is weak

%! house.1
%! Nobody may aim at a player with little life.
forbids(aim(P,X),at(T),weak(T)) :-
  candidate(aim(P,X),at(T)), side(T,S), given(val(life(S),N)), N < 5.

%! house.2
%! Nobody may aim at a player with very little life.
forbids(aim(P,X),at(T),weak(T)) :-
  candidate(aim(P,X),at(T)), side(T,S), given(val(life(S),N)), N < 4.
"""
LEVELLED = """\
%: mode level   lives are levelled
%: mode sink    lives sink

%! house.1
%! Whoever has energy falls to three lives.
sets(life(S),3) :- mode(level), given(val(energy(S),_)).

%! house.2
%! Whoever has energy falls to four lives.
sets(life(S),4) :- mode(level), given(val(energy(S),_)).

%! house.3
%! It is spent then.
wants(25,level)         :- given(val(energy(_),_)).
ends(val(energy(S),N))  :- mode(level), given(val(energy(S),N)).

%! house.4
%! Four lives become three.
wants(26,sink)          :- given(val(life(_),4)).
adds(life(S),sinks,-1)  :- mode(sink), given(val(life(S),4)).
"""


ATTACK = """\
game: duel
players:
  Ann: {field: [{card: Knight, as: veteran}]}
  Bo: {field: [Pikeman], life: 3}
do: [{attack: veteran, by: Ann}]
ask: [{outcomes: {}}]
"""


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("cases") / "attack.yaml"
    file.write_text(ATTACK, encoding="utf-8")
    return file


def verified(case: Path, overlay: str = "") -> Verification:
    overlays = [overlay_text(overlay, "changed.lp")] if overlay else []
    return kb.verify("duel", overlays=overlays, cases=[case], boards=False, rules=DUEL)


def test_rules_that_cases_reach_are_counted() -> None:
    found = verified(CASES)
    assert (found.findings, found.not_examined, len(found.reached)) == ((), (), 6)
    assert found.along is not None
    assert (found.along.cases, found.along.near) == (5, 0)
    assert not found.decided  # no board was searched


@pytest.mark.parametrize(
    ("overlay", "kind", "at_odds", "brought_about_by"),
    [
        pytest.param(CLASH, "clash", ["house.1"], ["5"], marks=pytest.mark.long),
        (SILENCE, "silence", ["house.1", "house.2"], ["3"]),
    ],
)
def test_what_is_wrong_along_a_case(
    overlay: str, kind: str, at_odds: list[str], brought_about_by: list[str], attack: Path
) -> None:
    found = verified(attack, overlay).findings
    by_rules = {tuple(label.numbers[0] for label in one.at_odds): one for one in found}
    finding = by_rules[tuple(at_odds)]
    assert finding.kind == kind
    assert [label.numbers[0] for label in finding.brought_about_by] == brought_about_by
    assert finding.case
    assert finding.after
    assert "house.1" in finding.proof
    board = finding.scenario.data()
    assert list(board["players"]["Ann"]) == ["field"]
    assert len(board["players"]["Ann"]["field"]) + len(board["players"]["Bo"]["field"]) == 2
    assert board["do"] == [{"attack": "veteran", "by": "Ann"}]
    with own_rules(DUEL):
        book = Rulebook.load("duel", overlays=[overlay_text(overlay)])
        (ruling,) = kb.ask(finding.scenario, rulebook=book)
    assert ruling.result in ("illegal", "answer")


NOTHING_TO_DO = """\
%: condition stayed(side)  {1} is to stay

%! house.1
%! Nobody may do anything.
forbids(act(S),O,stayed(S)) :- candidate(act(S),O).
"""


def test_a_player_who_may_do_nothing_at_all_is_silence(tmp_path: Path) -> None:
    case = tmp_path / "calm.yaml"
    case.write_text(
        "game: duel\nplayers: {Ann: {field: [Knight]}, Bo: {}}\nask: [{options: {by: Ann}}]\n",
        encoding="utf-8",
    )
    (finding,) = verified(case, NOTHING_TO_DO).findings
    assert finding.kind == "silence"
    assert [label.numbers[0] for label in finding.at_odds] == ["house.1"]
    assert verified(case).findings == ()


@pytest.mark.long
def test_several_ways_on_though_nobody_decides(attack: Path) -> None:
    (finding,) = verified(attack, UNDETERMINED).findings
    assert finding.kind == "undetermined"
    assert [label.numbers[0] for label in finding.at_odds] == ["5", "house.1", "house.2", "house.3"]
    assert finding.board_smallest
    overlays = [overlay_text(UNDETERMINED)]
    (ruling,) = kb.ask(finding.scenario, overlays=overlays, rules=DUEL)
    assert len(ruling.outcomes) > 1


@pytest.mark.long
def test_steps_that_go_round_in_a_circle(attack: Path) -> None:
    (finding,) = verified(attack, LOOP).findings
    assert (finding.kind, finding.after) == ("loop", 2)
    # Without the third it goes round in one step, in which nothing changes.
    assert [label.numbers[0] for label in finding.at_odds] == ["3", "house.1", "house.2"]
    assert "2. nobody settles" in finding.proof
    overlays = [overlay_text(LOOP)]
    (ruling,) = kb.ask(finding.scenario, overlays=overlays, rules=DUEL)
    assert ruling.loop


@pytest.mark.long
def test_a_rule_that_another_overrides(attack: Path) -> None:
    found = verified(attack, SHADOWED)
    (finding,) = found.findings
    assert finding.kind == "silence"
    (remark,) = found.remarks
    assert remark.kind == "shadowed"
    assert "house.2 changes nothing in any case" in remark.what
    assert remark.what.endswith("what it says is said by the other, too")
    assert [label.numbers[0] for label in remark.at_odds] == ["house.2", "house.1"]
    assert remark.board_smallest


def test_an_answer_that_hangs_on_a_reading() -> None:
    case = RULINGS / "fftcg" / "ffc-013-warp-with-a-nonempty-stack.yaml"
    day = date(2025, 12, 31)
    view = Rulebook.load("fftcg").on(day)
    task = AlongTask(str(case), "fftcg", str(day))
    titles = [one.name for one in cases_in(case)]
    places = tuple((str(case), title) for title in titles)
    found = closer(CloserTask(task, OPEN, "N-FF-01", places))
    assert found is not None
    remark = finding_of(found, view.rulebook.labels, day)
    assert remark.what.startswith("N-FF-01: ")
    assert "“No: Anna may not warp" in remark.what
    assert {label.readings for label in remark.at_odds} == {(("N-FF-01", "summary"),)}
    before, after = kb.ask(remark.scenario)
    assert (before.answer, after.answer) == (False, True)


def test_one_side_of_a_clash_that_turns_into_the_other_later() -> None:
    overlays = [overlay_text(LEVELLED, "levelled.lp")]
    found = kb.verify("duel", overlays=overlays, cases=(), size=0, rules=DUEL)
    clashes = [one for one in found.findings if one.kind == "clash"]
    assert clashes
    for clash in clashes:
        assert [label.numbers[0] for label in clash.at_odds] == ["house.1", "house.2"]
        assert clash.after == 0
        assert "house.2" in clash.proof


def test_what_is_wrong_near_a_case_only(attack: Path) -> None:
    found = verified(attack, NEAR)
    assert any(f"life: {number}" in verification_text(found) for number in range(3))
    (finding,) = found.findings
    assert (finding.kind, finding.what) == (
        "clash",
        "the zone of veteran is to be both deck and hand",
    )


@pytest.mark.long
def test_what_is_wrong_is_told_at_once_and_again_on_a_small_board(attack: Path) -> None:
    told: list[Finding] = []
    overlays = [overlay_text(CLASH, "changed.lp")]
    kb.verify("duel", overlays=overlays, cases=[attack], boards=False, rules=DUEL, told=told.append)
    assert [(one.raw, one.board_smallest) for one in told] == [(True, False), (False, True)]
    first, last = (told_text(one, ["changed.lp"]) for one in told)
    assert first.splitlines() == [
        "Clash in the rules of duel on 2026-01-01 with changed.lp: the zone of Pikeman is to be "
        "both discard and hand (house.1); its board is made smaller."
    ]
    assert "A board from which nothing can be taken away" in last


def test_a_board_is_made_small_and_nothing_is_left_that_can_go() -> None:
    board = {
        "title": "a board",
        "game": "duel",
        "players": {"Ann": {"hand": ["Knight", "Pikeman"], "life": 3}, "Bo": None},
        "do": [{"play": "Knight", "by": "Ann"}, {"pass": "Ann"}],
    }
    small, done = shrunk(board, lambda data: "Pikeman" in str(data) and "'play'" in str(data))
    assert done
    assert small == {
        "game": "duel",
        "players": {"Ann": {"hand": ["Pikeman"]}},
        "do": [{"play": "Knight", "by": "Ann"}],
    }


def test_nothing_more_can_be_taken_from_a_text_or_from_what_is_done() -> None:
    board = {
        "game": "riftbound",
        "players": {"Ann": None, "Bo": {"board": [{"card": "Imp", "ready": True}]}},
        "do": [{"play": "Imp", "by": "Ann", "first": True}],
        "ask": [{"mentions": "Kill an enemy unit. They draw 1.", "expect": {}}, {"outcomes": {}}],
    }

    def holds(data: dict[str, Any]) -> bool:
        return "Kill a" in str(data) and "unit." in str(data) and "'play'" in str(data)

    small, done = shrunk(board, holds)
    assert done
    assert small == {
        "game": "riftbound",
        "players": {"Ann": None},
        "do": [{"play": "Imp", "by": "Ann"}],
        "ask": [{"mentions": "Kill a unit."}],
    }


def test_numbers_are_made_smaller_too() -> None:
    board = {"game": "duel", "players": {"Ann": {"life": 9}, "Bo": {"field": [{"damage": 4000}]}}}

    def holds(data: dict[str, Any]) -> bool:
        return data["players"].get("Ann", {}).get("life", 0) >= 6 and "4000" in str(data)

    small, done = shrunk(board, holds)
    assert done
    assert small["players"] == {"Ann": {"life": 6}, "Bo": {"field": [{"damage": 4000}]}}


def test_boards_near_a_board() -> None:
    board = {"players": {"Ann": {"field": [{"card": "Knight", "damage": 1}]}, "Bo": {"life": 3}}}
    with own_rules(DUEL):
        found = list(nearby_things(board, Game.load("duel")))
    fields = [one["players"]["Ann"]["field"] for one in found]
    assert [] in fields
    assert [{"card": "Knight", "damage": 2}] in fields
    assert [{"card": "Knight", "damage": 1, "exhausted": True}] in fields
    assert {"field": [{"card": "Knight", "damage": 1}], "life": 3} in [
        one["players"]["Bo"] for one in found
    ]
    assert {one["players"]["Bo"].get("life") for one in found} == {2, 3, 4}


HERALD = """\
game: fftcg
players:
  Anna: {pays all: true, hand: [Plain Herald]}
  Bert: {}
do: [{cast: Plain Herald, by: Anna}]
ask: [{outcomes: {}}]
"""


def test_a_decision_without_an_option_that_a_rule_provides_for_is_no_silence(
    tmp_path: Path,
) -> None:
    case = tmp_path / "herald.yaml"
    case.write_text(HERALD, encoding="utf-8")
    (found,) = along_parts(AlongTask(str(case), "fftcg", "2025-12-31"))
    assert isinstance(found, AlongCase)
    assert found.played
    assert found.faults == ()


def test_texts_near_a_text() -> None:
    board = {"players": {}, "ask": [{"mentions": "Kill a unit."}]}
    found = {one["ask"][0]["mentions"] for one in nearby_texts(board, Game.load("riftbound"))}
    assert {"A unit.", "Kill unit.", "Kill this unit.", "Kill another unit."} <= found
    assert "Kill a unit." not in found


@pytest.mark.long
def test_riftbound_is_verified_along_its_cases() -> None:
    case = RULINGS / "riftbound" / "rbc-004-kill-an-enemy-unit.yaml"
    found = kb.verify("riftbound", cases=[case])
    assert found.along is not None
    assert (found.findings, found.searched) == ((), ())
    assert found.along.cases
    assert found.reached


OF_TWO_WORTHS = """\
%: predicate dear(object)   {1} is dear
%: predicate cheap(object)  {1} is cheap

%! house.1
%! What costs something is dear or else cheap.
dear(X)  :- value(X,cost,_), not cheap(X).
cheap(X) :- value(X,cost,_), not dear(X).

%! house.2
%! A dear one affords less.
forbids(act(S),play(P,X),exhausted(X)) :- candidate(act(S),play(P,X)), dear(X).
"""
MAY = """\
game: duel
players:
  Ann: {hand: [Knight], energy: 3}
  Bo: {}
ask: [{may: {play: Knight, by: Ann}}]
"""


def test_an_answer_that_nobody_decides_is_undetermined(tmp_path: Path) -> None:
    case = tmp_path / "may.yaml"
    case.write_text(MAY, encoding="utf-8")
    (finding,) = verified(case, OF_TWO_WORTHS).findings
    assert finding.kind == "undetermined"
    assert finding.what == "there are several answers, though nobody decides between them"
    assert {"house.1", "house.2"} == {label.numbers[0] for label in finding.at_odds}
    assert verified(case).findings == ()


OPPOSITES = """\
%: fluent torn(object)   {1} is torn

%! house.1
%! Whoever attacks is torn.
begins(torn(X)) :- takes(aim(_,X),_).

%! house.2
%! Whoever attacks is torn no longer.
ends(torn(X)) :- takes(aim(_,X),_).
"""


@pytest.mark.long
def test_what_an_overlay_has_begin_and_end_at_once_is_a_clash(attack: Path) -> None:
    (finding,) = verified(attack, OPPOSITES).findings
    assert (finding.kind, finding.what) == (
        "clash",
        '"veteran is torn" is to be both begun and ended',
    )
    assert [label.numbers[0] for label in finding.at_odds] == ["house.1", "house.2"]


LEFT_OUT = """\
%! 4.2.3.c.1
%! instead: 4.2.3.c.1
%! Nobody may pass any more.
"""


def test_what_a_changed_rule_no_longer_says_brings_about_a_silence(tmp_path: Path) -> None:
    case = tmp_path / "nothing_left.yaml"
    case.write_text(
        "game: altered\nturn: {player: Anna, phase: afternoon}\nplayers: {Anna: {}, Bert: {}}\n"
        "ask: [{options: {by: Anna}}]\n",
        encoding="utf-8",
    )
    view = Rulebook.load("altered").on()
    own = [s for s in view.statements if "4.2.3.c.1" in s.label.numbers and "pass)" not in s.code]
    overlay = overlay_text(LEFT_OUT + "\n".join(one.code for one in own), "changed.lp")
    changed = Rulebook.load("altered", overlays=[overlay]).on().labels
    (name,) = (name for name in changed if changed[name].overlay)
    task = AlongTask(str(case), "altered", str(view.date), (overlay,), changed=frozenset({name}))
    *_, found = along_parts(replace(task, direct=True))
    assert isinstance(found, AlongCase)
    assert [fault.kind for fault in found.faults] == ["silence"]
    assert name in found.faults[0].rules


NOBODYS = """\
%: predicate spared  nobody is spared

%! 3
%! instead: 3
%! What is attacked may be anybody, or nobody.
spared :- slot(aim(P,X)), not candidate(aim(P,X),at(_)).
"""


@pytest.mark.long
def test_a_silence_in_one_of_several_ways_is_put_down_to_what_makes_them(attack: Path) -> None:
    with own_rules(DUEL):
        view = Rulebook.load("duel").on()
    code = [s.code for s in view.statements if "3" in s.label.numbers]
    offered = [one.rstrip(".") + ", not spared." if "at(T))" in one else one for one in code]
    (finding,) = verified(attack, NOBODYS + "\n".join(offered)).findings
    assert finding.kind == "silence"
    assert [label.numbers[0] for label in finding.at_odds] == ["3"]
