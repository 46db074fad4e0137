"""What is done and asked, typed; terms come as late as needed."""

from __future__ import annotations

from collections.abc import Iterable

import clingo
import pytest

import kb
from kb.inference.properties import values
from kb.inference.settling import later_choices
from kb.questions import Situation, situate
from kb.questions.may import May
from kb.questions.options import Options
from kb.questions.outcomes import Outcomes
from kb.questions.targets import Targets
from kb.questions.what import What
from kb.scenario import read_scenario
from kb.scenario.references import Present
from kb.scenario.script import Act, Choose, Resolve, Until

BOARD = """
game: mtg
players:
  Archibald:
    hand: ["Jace, the Mind Sculptor", Shock, Shock]
    battlefield: [Jace Beleren, "Elspeth, Knight-Errant", Tezzeret the Seeker, Vampire Hexmage]
  Norbert:
    battlefield: [Jace Beleren, Garruk Relentless, {card: Quicksilver Elemental, as: quick}]
"""


def situation(text: str) -> Situation:
    return situate(read_scenario(BOARD + text, "f.yaml"))


def act(line: str) -> tuple[Act, Situation]:
    found = situation(f"do: [{line}]")
    (made,) = found.script
    assert isinstance(made, Act)
    return made, found


def terms(symbols: Iterable[clingo.Symbol]) -> list[str]:
    return [str(symbol) for symbol in symbols]


@pytest.mark.parametrize(
    ("line", "decision", "options"),
    [
        (
            '{cast: "Jace, the Mind Sculptor"}',
            "act(archibald)",
            ["cast(archibald,obj(jace_the_mind_sculptor,0))"],
        ),
        (
            "{activate: Archibald's Jace Beleren, ability: +2}",
            "act(archibald)",
            ["activate(archibald,obj(jace_beleren,0),ab(jace_beleren,1))"],
        ),
        # Whose ability it is follows from who activates it.
        (
            "{activate: Jace Beleren, ability: -1, by: Norbert}",
            "act(norbert)",
            ["activate(norbert,obj(jace_beleren_2,0),ab(jace_beleren,2))"],
        ),
        # Two abilities of one cost are told apart by number, or by whether a target is named.
        (
            '{activate: "Elspeth, Knight-Errant", ability: 2, targets: [quick]}',
            "act(archibald)",
            ["activate(archibald,obj(elspeth_knight_errant,0),ab(elspeth_knight_errant,2))"],
        ),
        (
            '{activate: "Elspeth, Knight-Errant", ability: +1}',
            "act(archibald)",
            ["activate(archibald,obj(elspeth_knight_errant,0),ab(elspeth_knight_errant,1))"],
        ),
        # The only ability needs no name.
        (
            "{activate: Vampire Hexmage, targets: [Norbert's Jace Beleren]}",
            "act(archibald)",
            ["activate(archibald,obj(vampire_hexmage,0),ab(vampire_hexmage,1))"],
        ),
        # An ability that both faces may have: the state tells which one it is.
        (
            "{activate: Garruk Relentless, ability: -1}",
            "act(norbert)",
            ["activate(norbert,obj(garruk_relentless,0),ab(garruk_the_veil_cursed,2))"],
        ),
        ("{pass: Norbert}", "act(norbert)", ["pass"]),
        ("{pass: , by: Norbert}", "act(norbert)", ["pass"]),
    ],
)
def test_actions(line: str, decision: str, options: list[str]) -> None:
    made, found = act(line)
    assert str(made.decision()) == decision
    assert terms(made.options(Present(found.state))) == options


def test_an_ability_that_the_object_was_given() -> None:
    made, found = act("{activate: quick, ability: -10}")
    assert terms(made.options(Present(found.state))) == [
        "activate(norbert,obj(quick,0),ab(jace_beleren,3))"
    ]


def test_interchangeable_cards_are_all_tried() -> None:
    made, found = act("{cast: Shock, targets: [Norbert]}")
    assert terms(made.options(Present(found.state))) == [
        "cast(archibald,obj(shock,0))",
        "cast(archibald,obj(shock_2,0))",
    ]


def test_an_object_is_followed_through_its_incarnations() -> None:
    made, _ = act('{cast: "Jace, the Mind Sculptor"}')
    later = Present([clingo.parse_term("in(obj(jace_the_mind_sculptor,3),hand)")])
    assert terms(made.options(later)) == ["cast(archibald,obj(jace_the_mind_sculptor,3))"]
    assert made.options(Present([])) == ()


def test_targets_and_x_settle_later_decisions() -> None:
    made, found = act("{activate: Tezzeret the Seeker, ability: -X, x: 2}")
    decision = "x(archibald,obj(tezzeret_the_seeker,_),ab(tezzeret_the_seeker,2))"
    again = "not given(chosen_anew(tezzeret_the_seeker))"
    settled = f"forced(D,number(2)) :- slot(D), D = {decision}, {again}.\n"
    assert later_choices(made, Present(found.state)) == settled
    made, found = act("{cast: Shock, targets: [Norbert]}")
    aim = "D = aim(archibald,obj(shock,_),ab(shock,1),1), not given(chosen_anew(shock))"
    open_to = "not meant_otherwise(D)"
    assert f"forced(D,at(norbert)) :- slot(D), {aim}, {open_to}.\n" in later_choices(
        made, Present(found.state)
    )


def test_tokens_are_found_by_card_once_they_are_there() -> None:
    made, _ = act("{cast: Shock, targets: [Wolf]}")
    before = [clingo.parse_term("in(obj(shock,0),hand)")]
    token = map(
        clingo.parse_term, ["in(obj(tok(1),0),battlefield)", "token(tok(1),wolf_2,norbert)"]
    )
    assert "at(" not in later_choices(made, Present(before))
    assert "forced(D,at(obj(tok(1),0)))" in later_choices(made, Present([*before, *token]))


def test_the_other_lines() -> None:
    found = situation(
        """
do:
  - {resolve: top}
  - {resolve: all}
  - {choose: quick, for: keep, by: Norbert}
  - {until: {player: Norbert, phase: main1}}
  - {until: {phase: end step}}
  - {until: Norbert}
"""
    )
    top, everything, choose, until, step, turn = found.script
    assert (top, everything) == (Resolve(False, ("do", 0)), Resolve(True, ("do", 1)))
    assert isinstance(choose, Choose)
    options = [clingo.parse_term(t) for t in ("one(obj(garruk_relentless,0))", "one(obj(quick,0))")]
    keep = clingo.parse_term("keep(sharing(jace))")
    present = Present(found.state)
    assert terms(choose.settles(keep, options, present)) == ["one(obj(quick,0))"]
    assert choose.settles(clingo.parse_term("act(norbert)"), options, present) == ()
    assert isinstance(until, Until)
    assert (str(until.side), str(until.phase)) == ("norbert", "main1")
    assert isinstance(step, Until)
    assert (step.side, str(step.phase)) == (None, "end")
    assert isinstance(turn, Until)
    assert (str(turn.side), turn.phase) == ("norbert", None)


def test_questions() -> None:
    found = situation(
        """
ask:
  - {may: {cast: Shock, targets: [Norbert]}, expect: illegal, because: [601.2c, 306.4]}
  - {options: {by: Norbert}, expect: [pass], excludes: [{activate: quick, targets: [quick]}]}
  - {targets: {cast: Shock, target: 1}, expect: [Norbert, quick], name: who}
  - {what: loyalty, of: Garruk Relentless, expect: 3}
  - {what: types, of: quick, includes: creature}
  - {what: tapped, of: quick, expect: no}
  - {what: life, of: Norbert}
  - outcomes:
      {}
    expect: [{Norbert: {life: 18}, quick: {zone: graveyard, controller: Norbert}}, {}]
"""
    )
    may, options, targets, what, types, tapped, life, outcomes = found.questions
    assert isinstance(may, May)
    assert (may.expect, may.because) == (False, ("601.2c", "306.4"))
    assert isinstance(options, Options)
    assert options.expect is not None
    assert [a.action.name for a in options.expect] == ["pass"]
    assert str(options.excludes[0].by) == "norbert"
    assert isinstance(targets, Targets)
    assert targets.expect is not None
    assert ([r.text for r in targets.expect], targets.name) == (["Norbert", "quick"], "who")
    assert isinstance(what, What)
    assert what.expect == (clingo.Number(3),)
    assert isinstance(types, What)
    assert (types.expect, terms(types.includes)) == (None, ["creature"])
    assert isinstance(tapped, What)
    assert terms(tapped.expect or ()) == ["false"]
    assert isinstance(life, What)
    assert life.expect is None
    assert terms(values(life.property, life.of, found.state, (), Present(found.state))) == ["20"]
    assert isinstance(outcomes, Outcomes)
    assert outcomes.expect is not None
    leaf, empty = outcomes.expect
    assert empty == ()
    assert [(e.of.text, e.property.name, terms(e.values)) for e in leaf] == [
        ("Norbert", "life", ["18"]),
        ("quick", "zone", ["graveyard"]),
        ("quick", "controller", ["norbert"]),
    ]


def test_nobody_asked_and_nothing_expected_differ() -> None:
    found = situation("ask: [{targets: {cast: Shock}, expect: []}, {targets: {cast: Shock}}]")
    nothing, unasked = found.questions
    assert isinstance(nothing, Targets)
    assert isinstance(unasked, Targets)
    assert (nothing.expect, unasked.expect) == ((), None)


def test_answers_of_properties() -> None:
    found = situation(
        """
ask:
  - {what: zone, of: quick}
  - {what: damage, of: quick}
  - {what: transformed, of: Garruk Relentless}
"""
    )
    present = Present(found.state)
    atoms = [clingo.parse_term("whereabouts(obj(quick,0),battlefield)")]
    answers = [
        terms(values(q.property, q.of, found.state, atoms, present))
        for q in found.questions
        if isinstance(q, What)
    ]
    assert answers == [["battlefield"], ["0"], ["false"]]


def test_what_a_game_leaves_out_is_no_unknown_word() -> None:
    text = "game: riftbound\nplayers: {Ann: {hand: [Plain Scout]}, Bo: {}}\n"
    with pytest.raises(kb.LudexError) as asked:
        kb.ask(read_scenario(text + "ask: [{options: {by: Ann}}]"))
    assert str(asked.value).endswith(
        "3:8: 'options' can't be answered; not covered: how cards are played, moved and fought "
        "with; expected 'mentions' or 'what'"
    )
    with pytest.raises(kb.LudexError) as done:
        kb.ask(
            read_scenario(text + "do: [{move: Plain Scout}]\nask: [{what: zone, of: Plain Scout}]")
        )
    assert str(done.value).endswith(
        "unknown key 'move' in an action; not covered: how cards are played, moved and fought with "
        "(since 2025-10-16)"
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("''", "3:18: empty text as 'mentions'"),
        ("Plain Scoot", "; as a text it is not understood"),
    ],
)
def test_what_is_neither_a_card_nor_a_text(words: str, expected: str) -> None:
    text = "game: riftbound\nplayers: {Ann: {hand: [Plain Scout]}, Bo: {}}\n"
    with pytest.raises(kb.LudexError) as asked:
        kb.ask(read_scenario(f"{text}ask: [{{mentions: {words}}}]"))
    assert str(asked.value).endswith(expected)
