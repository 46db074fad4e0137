"""What a step is told the whole of: nobody looks for options, or for who lacks something."""

from __future__ import annotations

from clingo import parse_term

from kb.inference.settled import ANYTHING, looked_for, not_looked_for, of_everyone, sides_of
from kb.inference.shapes import ANY, ruled_out
from kb.rulebook.vocabulary import Vocabulary, parse_declaration

SIDES = frozenset({"anna", "team(1)"})
ACT = ruled_out(("survey", 1, "act", ANY, ANY))


def test_every_side_has_to_be_told_of() -> None:
    assert not_looked_for("forced(act(anna),pass).\nleft_open(act(team(1))).\n", SIDES) == {ACT}
    assert not not_looked_for("forced(act(anna),pass).\n", SIDES)
    assert not not_looked_for("forced(act(anna),pass).\n", frozenset())


def test_what_is_no_decision_of_a_side_is_left_alone() -> None:
    told = "forced(aim(anna,x,y,1),at(z)).\nforced(act(D),pass) :- slot(D).\n"
    assert not not_looked_for(told, SIDES)


def test_whoever_asks_for_options_gets_them() -> None:
    told = "left_open(act(anna)).\nleft_open(act(team(1))).\n"
    assert not not_looked_for(f"{told}surveyed(act(anna)).\n", SIDES)
    assert not not_looked_for(f"{told}{ANYTHING}", SIDES)


def test_a_slot_of_another_than_a_side_is_looked_for() -> None:
    told = "left_open(act(anna)).\nleft_open(act(team(1))).\n"
    slots = [parse_term(text) for text in ("act(anna)", "aim(anna,x)", "stop")]
    assert not looked_for(slots, told)
    assert looked_for([*slots, parse_term("act(bert)")], told)


def test_sides_are_what_the_scenario_says() -> None:
    facts = [parse_term(text) for text in ("side(anna,anna)", "side(bert,team(1))", "player(bert)")]
    assert sides_of(facts) == SIDES


def test_what_everyone_has_is_told_of_players_alone() -> None:
    words = ("fluent rich(player)", "fluent tapped(card)", "fluent lost(player|card)")
    vocabulary = Vocabulary.of(parse_declaration(f"%: {word}  {{1}}") for word in words)
    fluents = ["rich", "tapped", "lost", "unheard_of"]
    facts = [parse_term(text) for text in ("player(anna)", "player(bert)", "side(anna,anna)")]
    assert of_everyone(facts, fluents, vocabulary) == {"rich": {"rich(anna)", "rich(bert)"}}
    assert not of_everyone(facts[2:], fluents, vocabulary)
