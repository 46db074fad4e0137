"""A board becomes the facts and fluents that the rules read."""

from __future__ import annotations

from datetime import date

import clingo
import pytest

from kb.errors import LudexError
from kb.questions import Situation, situate
from kb.scenario import Player, Question, Scenario, Step, Thing, read_scenario


def situation(text: str) -> Situation:
    return situate(read_scenario(f"game: mtg\n{text}", "f.yaml"))


def state(text: str, about: str = "") -> set[str]:
    return {str(f) for f in situation(text).state if about in str(f)}


def static(text: str) -> set[str]:
    return {str(f) for f in situation(text).static}


def test_players_sides_and_turn_order() -> None:
    found = static("players: {Archibald: , Norbert: , Nicéphore: }")
    assert found >= {
        "player(archibald)",
        "player(norbert)",
        "player(nicephore)",
        "side(archibald,archibald)",
        "after(archibald,norbert)",
        "after(norbert,nicephore)",
        "after(nicephore,archibald)",
    }


def test_teams_are_sides() -> None:
    text = "players: {A: , B: , C: , D: }\nteams: [[A, B], [C, D]]\nturn: B"
    assert static(text) >= {
        "side(a,team(1))",
        "side(b,team(1))",
        "side(c,team(2))",
        "after(team(1),team(2))",
        "after(team(2),team(1))",
    }
    assert state(text) >= {"active(team(1))", "priority(team(1))"}


def test_a_player_alone_has_nobody_after() -> None:
    assert not [f for f in static("players: {A: }") if f.startswith("after")]


def test_what_is_not_said() -> None:
    assert state("players: {A: , B: }") == {
        "active(a)",
        "step(main1)",
        "priority(a)",
        "val(life(a),20)",
        "val(life(b),20)",
        "unlimited_mana(a)",
        "unlimited_mana(b)",
    }


def test_what_is_said() -> None:
    text = """
players: {A: {life: 7, poison: 2, mana: {red: 3, blue: 0}}, B: {}}
turn: {player: B, phase: end of combat}
priority: A
passed: [B]
"""
    assert state(text) == {
        "active(b)",
        "step(end_combat)",
        "priority(a)",
        "passed(b)",
        "val(life(a),7)",
        "val(poison(a),2)",
        "val(mana(a,red),3)",
        "val(life(b),20)",
        "unlimited_mana(b)",
    }


def test_objects_and_their_attributes() -> None:
    text = """
players:
  A:
    hand: [Shock]
    battlefield:
      - {card: Jace Beleren, as: old jace, tapped: true, activated: true, loyalty: 5}
      - {card: Grizzly Bears, owner: B, damage: 1, regeneration: 2, summoning sick: yes,
         counters: {+1/+1: 1, charge: 2}, indestructible: true}
  B: {graveyard: [Shock], exile: [Shock], library: 30}
"""
    jace, bears = "obj(old_jace,0)", "obj(grizzly_bears,0)"
    assert state(text) >= {
        "in(obj(shock,0),hand)",
        "in(obj(shock_2,0),graveyard)",
        "in(obj(shock_3,0),exile)",
        "val(unknown(b,library),30)",
        f"in({jace},battlefield)",
        f"controls({jace},a)",
        f"tapped({jace})",
        f"activated({jace})",
        f"val(counters({jace},loyalty),5)",
        f"controls({bears},a)",
        f"val(damage({bears}),1)",
        f"val(shields({bears}),2)",
        f"sick({bears})",
        f"val(counters({bears},plus1),1)",
        f"val(counters({bears},charge),2)",
        f"effect(1,{bears},indestructible,permanent)",
        "val(clock,1)",
    }
    assert static(text) >= {
        "card(old_jace,jace_beleren)",
        "owner(old_jace,a)",
        "owner(grizzly_bears,b)",
        "owner(shock_2,b)",
    }


def test_loyalty_defaults_to_what_is_printed() -> None:
    assert state("players: {A: {battlefield: [Jace Beleren], hand: [Gideon Jura]}}", "loyalty") == {
        "val(counters(obj(jace_beleren,0),loyalty),3)"
    }
    text = "players: {A: {battlefield: [{card: Jace Beleren, counters: {loyalty: 9}}]}}"
    assert state(text, "loyalty") == {"val(counters(obj(jace_beleren,0),loyalty),9)"}
    assert not state("players: {A: {battlefield: [{card: Jace Beleren, loyalty: 0}]}}", "loyalty")


def test_transformed_and_copied_objects_show_other_values() -> None:
    text = "players: {A: {battlefield: [{card: Garruk Relentless, transformed: true, loyalty: 1}]}}"
    assert state(text) >= {"transformed(obj(garruk_relentless,0))"}
    text = "players: {A: {battlefield: [{card: Sakashima the Impostor, copy of: Gideon Jura}]}}"
    assert state(text, "sakashima") >= {
        "like(obj(sakashima_the_impostor,0),gideon_jura,none)",
        "val(counters(obj(sakashima_the_impostor,0),loyalty),6)",
    }


def test_effects_that_are_already_there() -> None:
    text = """
players:
  A:
    battlefield:
      - card: Gideon Jura
        effects:
          - become: {types: [creature], subtypes: [human], power: 6, toughness: 6}
            until: end of turn
          - {gain keyword: flying}
          - {get: , power: 1, toughness: 2, until: end of turn}
          - {gain control: B}
          - {gain abilities: Jace Beleren, until: end of turn}
  B: {}
"""
    found = {f for f in state(text) if f.startswith("effect")}
    gideon = "obj(gideon_jura,0)"
    assert found == {
        f"effect(1,{gideon},become(look(on(gideon_jura,1),1)),end_of_turn)",
        f"effect(2,{gideon},keyword(flying),permanent)",
        f"effect(3,{gideon},get(1,2),end_of_turn)",
        f"effect(4,{gideon},control(b),permanent)",
        f"effect(5,{gideon},ability(ab(jace_beleren,1)),end_of_turn)",
        f"effect(6,{gideon},ability(ab(jace_beleren,2)),end_of_turn)",
        f"effect(7,{gideon},ability(ab(jace_beleren,3)),end_of_turn)",
    }
    assert "val(clock,7)" in state(text)
    # What the board describes and what the card itself describes are two things.
    assert static(text) >= {
        "printed(look(on(gideon_jura,1),1),power,6)",
        "printed(look(gideon_jura,1),power,6)",
    }


def test_the_stack_from_bottom_to_top() -> None:
    text = """
players:
  A: {hand: [Counterspell]}
  B: {battlefield: [Vampire Hexmage, {card: Jace Beleren, as: walker}]}
stack:
  - {spell: Shock, by: A, targets: [B], x: 3}
  - {ability of: Vampire Hexmage, by: B, targets: [walker], as: wipe}
  - {spell: Counterspell, by: A, targets: [Shock], as: later}
"""
    assert state(text) >= {
        "in(obj(shock,0),stack)",
        "controls(obj(shock,0),a)",
        "stack(obj(shock,0),1)",
        "target(obj(shock,0),1,b)",
        "x(obj(shock,0),3)",
        "in(act(2),stack)",
        "controls(act(2),b)",
        "stack(act(2),2)",
        "ability(act(2),ab(vampire_hexmage,1),obj(vampire_hexmage,0))",
        "target(act(2),1,obj(walker,0))",
        "stack(obj(later,0),3)",
        "target(obj(later,0),1,obj(shock,0))",
    }
    names = situation(text).names
    assert names.text(clingo.parse_term("act(2)")) == "wipe"


def test_targets_on_the_stack_are_named_as_everywhere() -> None:
    text = """
players: {A: {battlefield: [Jace Beleren]}, B: {battlefield: [{card: Jace Beleren, count: 2}]}}
stack: [{spell: Vindicate, by: A, targets: [B's Jace Beleren (2)]}]
"""
    assert state(text, "target") == {"target(obj(vindicate,0),1,obj(jace_beleren_3,0))"}


def test_only_cards_that_matter_become_facts() -> None:
    found = situation("players: {A: {hand: [Garruk Relentless]}}")
    assert [card.name for card in found.cards] == [
        "Deathtouch Wolf",
        "Garruk Relentless",
        "Garruk, the Veil-Cursed",
        "Wolf",
    ]


def test_objects_are_called_as_a_reader_would() -> None:
    text = """
players:
  A: {battlefield: [Jace Beleren, {card: Mountain, count: 2}, Shock]}
  B: {battlefield: [Jace Beleren, {card: Gideon Jura, as: gid}]}
"""
    names = situation(text).names
    assert sorted(names.handles.values()) == [
        "A's Jace Beleren",
        "B's Jace Beleren",
        "Mountain (1)",
        "Mountain (2)",
        "Shock",
        "gid",
    ]
    assert names.text(clingo.parse_term("obj(jace_beleren_2,4)")) == "B's Jace Beleren"
    assert names.text(clingo.parse_term("ab(jace_beleren,1)")) == "the +2 ability of Jace Beleren"
    assert names.text(clingo.parse_term("begin_combat")) == "beginning of combat"
    assert names.text(clingo.parse_term("f(a,1)")) == "f(A, 1)"
    assert names.find("b's jace beleren") == (clingo.Function("jace_beleren_2"),)


def test_the_date_is_the_newest_covered_without_one() -> None:
    found = situation("players: {A: }")
    assert found.date == found.game.newest
    old = situation("date: 2013-01-30\nplayers: {A: }")
    assert old.date == date(2013, 1, 30)
    assert old.edition.text == "Comprehensive Rules of 1 October 2012"


def test_python_objects_say_the_same() -> None:
    yaml = situation(
        """
players:
  A: {life: 3, battlefield: [{card: Jace Beleren, as: jace, tapped: true}], hand: [Shock]}
  B: {}
do: [{activate: jace, ability: +2}]
ask: [{may: {cast: Shock, targets: [B]}, expect: true}]
"""
    )
    python = situate(
        Scenario(
            game="mtg",
            players={
                "A": Player(
                    life=3,
                    battlefield=[Thing(card="Jace Beleren", as_="jace", tapped=True)],
                    hand=["Shock"],
                ),
                "B": Player(),
            },
            do=[Step(activate="jace", ability="+2")],
            ask=[Question(may=Step(cast="Shock", targets=["B"]), expect=True)],
        )
    )
    assert python.static == yaml.static
    assert python.state == yaml.state
    assert python.script == yaml.script
    assert python.questions == yaml.questions


def test_errors_of_python_objects_name_the_path() -> None:
    with pytest.raises(LudexError, match=r"^players\.A\.hand\.0: unknown card 'Shok'"):
        situate(Scenario(game="mtg", players={"A": {"hand": ["Shok"]}}))
    with pytest.raises(LudexError, match=r"^titel: unknown key 'titel' in a scenario"):
        Scenario(game="mtg", titel="x")


def test_no_atom_of_a_text_is_ever_program_text() -> None:
    nasty = 'x"). #script (python) a. #end. %! 1.1 [1900-01-01 .. ]\n:- not b.'
    found = situate(
        Scenario(
            game="mtg",
            players={nasty: {"battlefield": [{"card": nasty, "as": nasty + "!"}]}},
            cards=[{"name": nasty, "types": ["creature"], "abilities": [{"other": nasty}]}],
        )
    )
    program = "".join(f"{fact}.\n" for fact in found.static)
    control = clingo.Control(logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    atoms = {atom.symbol for atom in control.symbolic_atoms}
    assert atoms == set(found.static)
    (player,) = found.names.players
    assert found.names.text(player) == nasty
