"""Boards near cases on which something else is done."""

from __future__ import annotations

from kb.scenario import Game
from kb.verification.board import Data
from kb.verification.doing import asked_instead, beside, both_done, done_otherwise

CAST, CHOOSE = {"cast": "Bolt", "by": "Ann"}, {"choose": "yes", "for": "offer"}
BOARD: Data = {
    "players": {"Ann": {"hand": ["Bolt"]}, "Bo": {"field": [{"card": "Ox", "as": "old Ox"}]}},
    "do": [CAST, CHOOSE],
}


def test_one_step_is_another_one_left_out_or_comes_twice_or_sooner() -> None:
    found = [one["do"] for one in done_otherwise(BOARD)]
    assert found[:5] == [
        [CAST, {**CHOOSE, "choose": "no"}],
        [CHOOSE],
        [{**CAST, "cast": "old Ox"}, CHOOSE],
        [CHOOSE, CAST],
        [CAST, CHOOSE, CHOOSE],
    ]
    assert [{**CAST, "by": "Bo"}, CHOOSE] in found
    assert BOARD["do"] == [CAST, CHOOSE]
    assert not list(done_otherwise({"players": {"Ann": None}}))


def test_of_several_things_that_a_step_names_there_is_one_less() -> None:
    board = {**BOARD, "do": [{"attack": ["Bolt", "old Ox"]}]}
    found = [one["do"] for one in done_otherwise(board)]
    assert [{"attack": ["old Ox"]}] in found


def test_what_is_done_on_another_board_is_done_on_this_one() -> None:
    donor = {"players": {"Cy": None, "Di": None}, "do": [{"pass": "Di", "to": ["Cy"]}]}
    own, other = [CAST, CHOOSE], [{"pass": "Bo", "to": ["Ann"]}]
    assert [one["do"] for one in both_done(BOARD, donor)] == [[*own, *other], [*other, *own]]
    assert [one["do"] for one in both_done({**BOARD, "do": []}, donor)] == [other]
    # There is no seat for a third player.
    assert not list(both_done(BOARD, {**donor, "players": {"Cy": 1, "Di": 1, "Ed": 1}}))
    assert not list(both_done(BOARD, {"players": {"Cy": None}}))


def test_it_is_asked_whether_a_step_may_be_done() -> None:
    board = {**BOARD, "do": [CAST, CHOOSE, {"pass": "Bo"}], "ask": [{"outcomes": {}}]}
    last, first = asked_instead(board, Game.load("fftcg"))
    assert (last["do"], last["ask"]) == ([CAST, CHOOSE], [{"may": {"pass": "Bo"}}])
    assert (first["do"], first["ask"]) == ([], [{"may": CAST}])


def test_beside_a_thing_lies_another_one_that_says_nothing() -> None:
    ox = {"name": "Ox", "cost": 1, "text": "I am here."}
    field = {"field": [{"card": "Ox", "as": "old Ox", "tapped": True}]}
    board = {
        "cards": [ox, {"name": "Elk", "cost": 2}],
        "players": {"Ann": {"hand": ["Elk"]}, "Bo": field},
        "do": [{"use": "old Ox", "by": "Bo"}],
        "ask": [{"what": "zone", "of": "old Ox"}],
    }
    asked, done, there = beside(board)
    for one in (asked, done, there):
        assert one["cards"] == [*board["cards"], {"name": "Silent Ox", "cost": 1}]
        assert one["players"]["Bo"]["field"] == [*field["field"], "Silent Ox"]
    assert asked["ask"] == done["ask"] == [{"what": "zone", "of": "Silent Ox"}]
    assert asked["do"] == there["do"] == board["do"]
    assert done["do"] == [{"use": "Silent Ox", "by": "Bo"}]
    assert len(field["field"]) == 1
