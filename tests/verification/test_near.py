"""Boards near cases: what other cases have is put on them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import kb
from kb.comparison.further import further_questions
from kb.inference.makers import Makers
from kb.inference.shapes import Shape, excepted
from kb.resources import own_rules
from kb.rulebook import overlay_text
from kb.scenario import Game
from kb.testing.between import Between, Books, RulesOf
from kb.testing.related import spoken_of
from kb.verification.board import Data, without_unused
from kb.verification.crossing import crossed, said_by_cards
from kb.verification.donors import Donor
from kb.verification.lacking import Lacking
from kb.verification.near import Near
from kb.verification.nearby import (
    cut_short,
    displaced,
    flagged,
    said_of_players,
    timed,
    with_another_player,
)
from kb.verification.probing import APART, INSIDE, SAME, probe
from kb.verification.rewording import nearby_texts, shortened

DUEL = Path(__file__).parents[1] / "toy" / "duel"

BOARD: Data = {
    "game": "duel",
    "players": {"Ann": {"field": [{"card": "Knight", "as": "veteran"}]}, "Bo": {"life": 3}},
    "do": [{"attack": "veteran", "by": "Ann"}],
    "ask": [{"outcomes": {}}],
}


def test_what_lies_on_another_board_is_put_on_this_one() -> None:
    donor = {"players": {"Cy": {"field": ["Pikeman"], "life": 1}, "Di": {"hand": ["Knight"]}}}
    whole, first, second, *others = crossed(BOARD, donor)
    assert whole["players"] == {
        "Ann": {"field": [{"card": "Knight", "as": "veteran"}, "Pikeman"]},
        "Bo": {"life": 3, "hand": ["Knight"]},
    }
    assert "hand" not in first["players"]["Bo"]
    assert second["players"]["Ann"] == BOARD["players"]["Ann"]
    assert others[0]["players"]["Bo"] == {"life": 3, "field": ["Pikeman"]}
    # What is done with a thing is done with the one in its place.
    assert others[-1]["players"]["Ann"] == {"field": [{"card": "Pikeman", "as": "veteran"}]}
    assert BOARD["players"]["Bo"] == {"life": 3}


def test_boards_that_mean_other_cards_by_a_name_are_not_crossed() -> None:
    one, other = ({"name": "Ox", "cost": cost} for cost in (1, 2))
    donor = {"players": {"Cy": {"field": ["Ox"]}}, "cards": [other]}
    assert not list(crossed({**BOARD, "cards": [one]}, donor))


def test_cards_that_nothing_names_are_left_out() -> None:
    ox, owl, imp = {"name": "Ox", "text": "Summon an Owl."}, {"name": "Owl"}, {"name": "Imp"}
    board = {"players": {"Ann": {"field": ["Ox"]}}, "cards": [imp, owl, ox]}
    assert without_unused(board)["cards"] == [owl, ox]


def _between(text: str) -> Between:
    day = date(2026, 6, 1)
    return Books("duel", RulesOf((), day), RulesOf((overlay_text(text, "x.lp"),), day)).between({})


OVER = """\
%! replaces 6  [2026-01-01 .. ]
%! Everybody has won.
floor(life(S),0) :- side(_,S).
wins(P)          :- opponent(P,Q), side(Q,S).
wants(1,over)    :- wins(_).
"""


def test_what_a_statement_no_longer_excepts_is_lacking() -> None:
    assert excepted("a(X) :- b(X), not given(c(X,d)), not e(f(X)).") == (
        ("given c", 2, None, "d", None),
        ("e", 1, "f", None, None),
    )
    with own_rules(DUEL):
        between = _between(OVER)
    lacking = Lacking(between.slicer, between.changed, between.added)
    life: Shape = ("given val", 2, "life", None, None)
    assert lacking.met([life]) & EXCEPTION
    assert any(own >= EXCEPTION for own in lacking.lacking(between.changed, frozenset()))
    # It may be there, and not where it would have to be.
    (whole,) = (own for own in lacking.lacking(between.changed, frozenset()) if own >= EXCEPTION)
    assert EXCEPTION in lacking.lacking(between.changed, whole)


EXCEPTION = frozenset({-1})


def test_boards_on_which_something_is_so_of_which_changed_rules_speak() -> None:
    board = {"players": {"Ann": {"field": ["Knight", "Pikeman"], "hand": ["Knight"]}, "Bo": None}}
    with own_rules(DUEL):
        between = _between(OVER.replace("side(Q,S).", "side(Q,S), not given(exhausted(_))."))
        statements = between.slicer.statements
        words = spoken_of(statements, (statements[number] for number in between.changed))
        found = [one["players"]["Ann"]["field"] for one in flagged(board, Game.load("duel"), words)]
        assert not list(flagged(board, Game.load("duel"), frozenset()))
    assert found[0] == [{"card": name, "exhausted": True} for name in ("Knight", "Pikeman")]
    assert found[1][1] == "Pikeman"


LATE = """\
%! house.1
%! Something waits.
wants(61,rest) :- side(_,_).
"""
"""What comes at another place among what waits."""


def test_what_waits_in_between_is_what_the_order_of_steps_shows_in() -> None:
    text = "%: mode rest  somebody rests\n%: mode doze  somebody dozes\n"
    text += "%: fluent tired(object)  {1} is tired\n\n"
    other = "%! house.2\n%! Who is tired dozes.\nwants(62,doze) :- given(tired(_)).\n"
    with own_rules(DUEL):
        between = _between(f"{text}{LATE}\n{other}")
    lacking = Lacking(between.slicer, between.changed, between.added)
    tired = lacking.met([("given tired", 1, None, None, None)])
    moved = [("wants", 2, place, "rest", None) for place in (61, 63)]
    assert tired & lacking.consequences(moved, frozenset())[0]
    near = [("wants", 2, place, "rest", None) for place in (60, 61)]
    assert not any(tired & one for one in lacking.consequences(near, frozenset()))


FLOOR = """\
%! replaces 6  [2026-01-01 .. ]
%! Whoever has one life left has lost.
floor(life(S),1) :- side(_,S).
wins(P)          :- opponent(P,Q), side(Q,S), not given(val(life(S),_)).
wants(1,over)    :- wins(_).
"""


def test_whether_what_is_changed_is_nothing_but_numbers() -> None:
    with own_rules(DUEL):
        assert _between(FLOOR).numbers_only
        assert not _between(FLOOR.replace("side(_,S)", "side(S,_)")).numbers_only
        assert not _between(f"{FLOOR}wants(9,over) :- wins(_).\n").numbers_only


def test_boards_at_another_time() -> None:
    game = Game.load("fftcg")
    there = {"players": {"Ann": None, "Bo": None}, "turn": {"player": "Bo", "phase": "end"}}
    found = [one["turn"] for one in timed(there, game, {"main2"})]
    assert found[:3] == [
        {"player": "Ann", "phase": "end"},
        {"player": "Bo", "phase": "main2"},
        {"player": "Ann", "phase": "main2"},
    ]
    assert len(found) == 2 * len(set(game.phases.values())) - 1
    assert next(timed({**there, "turn": "Bo"}, game))["turn"]["player"] == "Ann"
    assert there["turn"] == {"player": "Bo", "phase": "end"}


def test_less_is_done_and_it_is_asked_what_may_be_done_there() -> None:
    there = {"players": {"Ann": None}, "do": [{"cast": "A"}, {"pass": "B"}], "ask": [{"what": "x"}]}
    found = list(cut_short(there))
    assert [one["do"] for one in found] == [[{"cast": "A"}], []]
    assert {repr(one["ask"]) for one in found} == {"[{'options': {'by': 'Ann'}}]"}
    assert not list(cut_short({"players": {}}))


def test_what_is_asked_about_lies_elsewhere() -> None:
    there = {"Ann": {"hand": ["Ox", "Elk"], "removed": ["Owl"]}, "Bo": None}
    board = {"players": there, "ask": [{"may": {"cast": "Ox", "by": "Ann"}}]}
    game = Game.load("fftcg")
    found = [one["players"]["Ann"] for one in displaced(board, game)]
    assert len(found) == len(game.zones) - 1
    assert {"hand": ["Elk"], "removed": ["Owl", "Ox"]} in found
    assert there["Ann"] == {"hand": ["Ox", "Elk"], "removed": ["Owl"]}


NOWHERE = "moves(X,deck) :- mode(destroy), doomed(X), given(gone(X))."
NOTED = "noted(X) :- takes(aim(_,X),_).\nbegins(marked(X)) :- noted(X), given(gone(X))."
MARKED = "begins(marked(X)) :- takes(aim(_,X),_)."


@pytest.mark.parametrize(("rule", "level"), [(NOWHERE, SAME), (NOTED, INSIDE), (MARKED, APART)])
def test_how_far_two_rulebooks_come_apart(rule: str, level: int) -> None:
    text = f"%! house.1\n%! A rule of the house.\n{rule}\n"
    words = "%: fluent marked(object)  {1} is marked\n%: fluent gone(object)  {1} is gone\n"
    words += "%: predicate noted(object)  {1} is noted\n\n"
    with own_rules(DUEL):
        found = probe(BOARD, _between(words + text))
    assert found.level == level
    assert bool(found.differing) == (level != SAME)


WAGER = """\
%: predicate wager(player)  {1} has a wager
%: predicate gamble(object)  {1} is gambled on

%! house.1
%! Whoever gambles on something exhausted has a wager.
gamble(X) :- given(exhausted(X)).
wager(P)  :- gamble(X), owned(X,P).

%! house.2
%! Who has a wager wins.
wins(P) :- wager(P).
"""


def test_what_makes_what_is_lacking_is_lacking_too() -> None:
    with own_rules(DUEL):
        between = _between(WAGER)
    lacking = Lacking(between.slicer, between.changed, between.added)
    numbers = {s.code[:9]: n for n, s in enumerate(between.slicer.statements)}
    winning = frozenset({numbers["wins(P) :"]})
    owned: Shape = ("owned", 2, None, None, None)
    exhausted: Shape = ("given exhausted", 1, None, None, None)
    (wager,) = lacking.lacking(winning, frozenset())
    deeper = lacking.deeper(winning, lacking.met([owned]))
    assert wager not in deeper
    assert any(lacking.met([exhausted]) >= one for one in deeper)
    # The wager, the gamble and what is exhausted are missing; then less and less.
    assert lacking.far(winning, lacking.met([owned])) == 3
    assert lacking.far(winning, lacking.met([owned, exhausted])) == 2
    assert lacking.far(winning, wager) == 0


EXCEPTED = """\
%: predicate steady(object)  {1} is steady

%! house.1
%! Whoever attacks and is not exhausted is steady, and wins.
steady(X) :- given(attacking(X)), not given(exhausted(X)).
wins(P)   :- steady(X), owned(X,P).
"""


def test_a_rule_is_held_up_where_nothing_is_lacking() -> None:
    with own_rules(DUEL):
        between = _between(EXCEPTED)
    lacking = Lacking(between.slicer, between.changed, between.added)
    numbers = {s.code[:9]: n for n, s in enumerate(between.slicer.statements)}
    winning = frozenset({numbers["wins(P)  "]})
    owned: Shape = ("owned", 2, None, None, None)
    attacking: Shape = ("given attacking", 1, None, None, None)
    assert lacking.held_up(winning, lacking.met([owned, attacking]))
    assert not lacking.held_up(winning, lacking.met([owned]))
    assert not lacking.held_up(winning, lacking.met([attacking]))


def test_each_text_says_less_in_its_turn() -> None:
    cards = [{"name": "Ox", "text": "I am not here."}, {"name": "Elk", "text": "Nor am I."}]
    found = [[one["text"] for one in board["cards"]] for board in shortened({"cards": cards})]
    assert found[:3] == [
        ["I am not.", "Nor am I."],
        ["I am not here.", "Nor am."],
        ["Am not here.", "Nor am I."],
    ]


def test_what_is_asked_of_things_that_differ() -> None:
    board = {"players": {"Ann": {"field": ["Knight"]}, "Bo": None}, "ask": [{"outcomes": {}}]}
    with own_rules(DUEL):
        game = Game.load("duel")
        found = list(further_questions(board, game, {"Bo", "Knight"}))
    assert {"what": "damage", "of": "Knight"} in found
    assert {"what": "life", "of": "Bo"} in found
    assert not any(one.get("of") == "Ann" for one in found)


def test_all_that_is_asked_of_things_makes_sense_together() -> None:
    """One question that makes no sense would spoil all of them."""
    board = {"players": {"Ann": {}}, "ask": [{"outcomes": {}}]}
    found = list(further_questions(board, Game.load("mtg"), {"Ann", "Knight"}))
    assert {"what": "power", "of": "Knight"} in found
    assert not any("{" in str(one["what"]) for one in found)


def test_what_looks_at_what_a_statement_makes_is_known() -> None:
    with own_rules(DUEL):
        between = _between(WAGER)
    numbers = {s.code[:9]: n for n, s in enumerate(between.slicer.statements)}
    ahead = Makers(between.slicer.index).ahead([numbers["gamble(X)"]], 2)
    assert ahead[numbers["wager(P) "]] == 1
    assert ahead[numbers["wins(P) :"]] == 2


def test_a_text_that_is_asked_about_is_that_of_a_card() -> None:
    ox, owl = {"name": "Ox", "text": "Kill a unit."}, {"name": "Owl"}
    board = {"players": {"Ann": {"field": ["Ox"]}}, "ask": [{"mentions": "Move a unit."}]}
    (told,) = said_by_cards(board, {**board, "cards": [owl, ox]})
    assert told["cards"] == [owl, {"name": "Ox", "text": "Move a unit."}]
    assert told["ask"] == [{"mentions": {"card": "Ox"}}]
    found = [one["ask"] for one in crossed(board, {"ask": [{"mentions": "Draw 1."}]})]
    texts = ("Draw 1.", "Move a unit. Draw 1.")
    assert found == [[{"mentions": text}] for text in texts]


def test_a_text_mentions_other_things() -> None:
    board = {"players": {}, "ask": [{"mentions": "Kill a unit."}]}
    phrases = ("all enemy units", "a gear")
    found = {
        one["ask"][0]["mentions"] for one in nearby_texts(board, Game.load("riftbound"), phrases)
    }
    assert {"Kill all enemy units.", "Kill a gear.", "Kill unit.", "Kill another unit."} <= found


SHIELDED = """game: riftbound
cards:
  - {name: Still Watcher, type: [unit], might: 2, text: I can't be chosen by enemy spells.}
players:
  Ann: {base: [Plain Scout]}
  Bo: {base: [{card: Still Watcher, as: watcher}, {card: Plain Guard, as: foe}]}
ask:
  - mentions: Draw 1.
  - mentions: Kill an enemy unit.
"""


@pytest.mark.long
def test_a_text_near_a_case_shows_what_no_case_asks(tmp_path: Path) -> None:
    case = tmp_path / "shielded.yaml"
    case.write_text(SHIELDED, encoding="utf-8")
    code = [
        statement.code
        for statement in kb.load_rulebook("riftbound").on().statements
        if "054" in statement.label.numbers and "chosen_at_all" not in statement.code
    ]
    text = "%! 054\n%! instead: 054\n%! Enemies can't choose it.\n" + "\n".join(code)
    overlay = overlay_text(text, "x.lp")
    day = kb.load_rulebook("riftbound").on().date
    found = kb.diff("riftbound", day, overlay, cases=[case], boards=False, first=True)
    assert found.cases is not None
    assert found.cases.changed == ()
    (small,) = found.small
    assert small.data["ask"] == [{"mentions": "Kill an enemy unit."}]
    assert small.before.outcomes != small.after.outcomes


def test_other_cases_are_looked_at_for_a_share_of_the_time() -> None:
    def donors(_: Lacking) -> Iterator[Donor]:
        while True:
            sum(range(100_000))
            yield Donor(BOARD, frozenset())

    with own_rules(DUEL):
        between = _between(OVER)
        search = Near((), lambda _: between, donors, time.process_time() + 0.5)
        search._known_lacking(between)
        began = time.process_time()
        seen = len(list(search._every()))
    assert seen
    assert time.process_time() - began < 0.4
    assert len(list(search._every())) == seen


def test_what_a_changed_rule_speaks_of_is_said_of_players() -> None:
    with own_rules(DUEL):
        boards = list(said_of_players(BOARD, Game.load("duel"), {"energy"}))
    said = [[player.get("energy") for player in one["players"].values()] for one in boards]
    assert said == [[0, None], [1, None], [None, 0], [None, 1]]


def test_one_more_player_has_the_same_as_another_one_or_nothing() -> None:
    board = {**BOARD, "players": {"Ann": {}, "Bo": {"life": 3, "field": ["Knight"], "deck": [7]}}}
    alike, bare = (one["players"]["Another"] for one in with_another_player(board))
    assert alike == {"life": 3, "field": [{"card": "Knight", "as": "another Knight"}], "deck": [7]}
    assert bare == {}
    # Of teams and of large tables nothing is known.
    assert not list(with_another_player({**board, "teams": [["Ann"], ["Bo"]]}))
    assert not list(with_another_player({**board, "players": dict.fromkeys("abc")}))
