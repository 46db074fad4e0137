"""Card entries become the facts that the rules read."""

from __future__ import annotations

import pytest

import kb
from kb.errors import LudexError
from kb.scenario import reader
from kb.scenario.cards import Card, Catalogue
from kb.scenario.costs import cost_label
from kb.scenario.filters import clauses
from kb.scenario.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load("mtg")


def card(game: Game, text: str) -> Card:
    catalogue = Catalogue.load(game).extended([reader.read_text(text, "f.yaml")])
    name = str(reader.plain(reader.read_text(text))["name"])
    return catalogue.card(catalogue.find(name))


def facts(game: Game, text: str, about: str = "") -> set[str]:
    return {str(f) for f in card(game, text).facts if about in str(f)}


def test_every_card_of_the_game_is_read(game: Game) -> None:
    Catalogue.load(game).check()


def test_what_is_printed(game: Game) -> None:
    found = facts(
        game,
        """
        name: Test Walker
        cost: "{2}{U}{U}"
        supertypes: [legendary]
        types: [planeswalker]
        subtypes: [jace]
        loyalty: 3
        keywords: [flash, first strike]
        """,
        "printed",
    )
    assert found == {
        "printed(test_walker,name,test_walker)",
        "printed(test_walker,cost,mana(generic,2))",
        "printed(test_walker,cost,mana(blue,2))",
        "printed(test_walker,mana_value,4)",
        "printed(test_walker,color,blue)",
        "printed(test_walker,supertype,legendary)",
        "printed(test_walker,type,planeswalker)",
        "printed(test_walker,subtype,jace)",
        "printed(test_walker,loyalty,3)",
        "printed(test_walker,keyword,flash)",
        "printed(test_walker,keyword,first_strike)",
    }


def test_colours_that_are_given_are_not_derived(game: Game) -> None:
    found = facts(game, 'name: T\ncost: "{X}{W}{B}"\ncolors: [red]', "printed")
    assert found >= {"printed(t,color,red)", "printed(t,cost,mana(x,1))", "printed(t,mana_value,2)"}
    assert not {"printed(t,color,white)", "printed(t,color,black)"} & found


def test_a_cost_of_nothing_is_a_cost(game: Game) -> None:
    assert "printed(t,cost,mana(generic,0))" in facts(game, 'name: T\ncost: "{0}"')
    assert not facts(game, "name: T\ntypes: [land]", "cost")


def test_an_ability_with_target_and_steps(game: Game) -> None:
    found = facts(
        game,
        """
        name: T
        abilities:
          - cost: "[-2]"
            targets: [creature or player]
            effect: [{damage: 3, to: target 1}, {gain life: x}]
        """,
    )
    assert found >= {
        "printed(t,ability,ab(t,1))",
        "says(ab(t,1),kind,activated)",
        "says(ab(t,1),cost,loyalty(-2))",
        "says(ab(t,1),target(1),creature_or_player)",
        "filter(creature_or_player,1,type(creature))",
        "filter(creature_or_player,2,player)",
        "says(ab(t,1),step(1),damage(this,target(1),3))",
        "says(ab(t,1),step(2),gain_life(you,x))",
    }


@pytest.mark.parametrize(
    ("cost", "terms"),
    [
        ("[+2]", {"loyalty(2)"}),
        ("[0]", {"loyalty(0)"}),
        ("[-1]", {"loyalty(-1)"}),
        ("[−1]", {"loyalty(-1)"}),  # as cards print it
        ("[-X]", {"loyalty(minus_x)"}),
        ("{T}", {"tap"}),
        ("{2}{U}{U}, {T}", {"mana(generic,2)", "mana(blue,2)", "tap"}),
        ("{T}, sacrifice this", {"tap", "sacrifice_this"}),
        ("Discard a card", {"discard(1)"}),
    ],
)
def test_costs(game: Game, cost: str, terms: set[str]) -> None:
    text = f'name: T\nabilities: [{{cost: "{cost}", effect: [{{draw: 1}}]}}]'
    assert facts(game, text, ",cost,") == {f"says(ab(t,1),cost,{term})" for term in terms}


@pytest.mark.parametrize(
    ("effect", "term"),
    [
        ("{draw: 1}", "draw(you,1)"),
        ("{draw: 1, who: target 1}", "draw(target(1),1)"),
        ("{mill: 20, who: each player}", "mill(each(player),20)"),
        ("{draw: power of target 1}", "draw(you,power(target(1)))"),
        ("{lose life: 2, who: controller of target 1}", "lose_life(controller(target(1)),2)"),
        ("{damage: power of it, from: it, to: this}", "damage(it,this,power(it))"),
        ("{damage: 1, to: opponents}", "damage(this,opponents,1)"),
        (
            "{add mana: red, amount: number of mountains you control}",
            "add_mana(you,red,count(mountains_you_control))",
        ),
        ('{put counters: 1, kind: "+1/+1", on: this}', "put_counters(this,plus1,1)"),
        (
            "{remove counters: all, kind: all, from: target 1}",
            "remove_counters(target(1),all,all)",
        ),
        ("{gain control: target 1}", "gain_control(you,target(1),permanent)"),
        ("{get: this, power: 1, toughness: 0}", "get(this,1,0,end_of_turn)"),
        (
            "{gain keyword: first strike, what: target 1, until: end of turn}",
            "gain_keyword(target(1),first_strike,end_of_turn)",
        ),
        ("{create: Wolf}", "create(you,wolf_2,1)"),  # `wolf` is the subtype
        ('{other: "do %! #script \\" things"}', 'unsupported("do %! #script \\" things",anything)'),
    ],
)
def test_instructions(game: Game, effect: str, term: str) -> None:
    text = f"name: T\nabilities: [{{targets: [creature], effect: [{effect}]}}]"
    assert facts(game, text, "step(1)") == {f"says(ab(t,1),step(1),{term})"}


def test_a_nested_description_has_a_name_of_its_own(game: Game) -> None:
    found = facts(
        game,
        """
        name: T
        abilities:
          - cost: "[0]"
            effect: [{become: {types: [creature], power: 6, toughness: 6}, until: end of turn}]
        """,
    )
    assert found >= {
        "says(ab(t,1),step(1),become(this,look(t,1),end_of_turn))",
        "printed(look(t,1),type,creature)",
        "printed(look(t,1),power,6)",
    }
    assert "printed(t,type,creature)" not in found


def test_a_nested_list_has_a_name_of_its_own(game: Game) -> None:
    text = 'name: T\nabilities: [{effect: [{may pay: "{2}", then: [{draw: 1}, {draw: 2}]}]}]'
    found = facts(game, text)
    assert found >= {
        "says(ab(t,1),step(1),may_pay(seq(ab(t,1),1),seq(ab(t,1),2)))",
        "says(seq(ab(t,1),1),cost,mana(generic,2))",
        "says(seq(ab(t,1),2),step(1),draw(you,1))",
        "says(seq(ab(t,1),2),step(2),draw(you,2))",
    }


def test_up_to_two_targets_are_two_that_may_be_left_out(game: Game) -> None:
    text = """
        name: T
        abilities:
          - targets: [{up to: 2, of: artifact}, player]
            effect: [{untap: target 1}, {draw: 1, who: target 2}]
        """
    found = facts(game, text)
    assert found >= {
        "says(ab(t,1),target(1),artifact)",
        "says(ab(t,1),target(2),artifact)",
        "says(ab(t,1),optional_target(1),yes)",
        "says(ab(t,1),optional_target(2),yes)",
        "says(ab(t,1),same_word(2),1)",
        "says(ab(t,1),target(3),player)",
        "says(ab(t,1),step(1),untap(target(1)))",
        "says(ab(t,1),step(2),untap(target(2)))",
        "says(ab(t,1),step(3),draw(target(3),1))",
    }
    assert card(game, text).abilities[0].targets == 3


def test_triggers_and_static_abilities(game: Game) -> None:
    text = """
        name: T
        abilities:
          - {when: {enters: permanent you control, tapped: true}, effect: [{untap: it}]}
          - {when: {enters: creature}, effect: [{untap: it}]}
          - {when: {is so: loyalty of this is at most 2}, effect: [{transform: this}]}
          - {static: {enters tapped: permanent}}
          - {static: double tokens}
          - {other: "something else"}
        """
    found = facts(game, text)
    assert found >= {
        "says(ab(t,1),when,enters_tapped(permanent_you_control))",
        "says(ab(t,1),kind,triggered)",
        "says(ab(t,2),when,enters(creature))",
        "says(ab(t,3),when,state(most(loyalty(this),2)))",
        "says(ab(t,4),static,enters_tapped(permanent))",
        "says(ab(t,4),kind,static)",
        "says(ab(t,5),static,double_tokens)",
        'says(ab(t,6),static,unsupported("something else"))',
    }


def test_a_copy_keeps_and_adds(game: Game) -> None:
    text = """
        name: T
        abilities:
          - static:
              enters as copy of: creature
              except:
                name: keep
                supertypes: [legendary]
                abilities: [{cost: "{2}", effect: [{draw: 1}]}]
        """
    found = facts(game, text, "says(ab(t,1)")
    assert found == {
        "says(ab(t,1),static,enters_as_copy(creature))",
        "says(ab(t,1),kind,static)",
        "says(ab(t,1),keeps,name)",
        "says(ab(t,1),adds,(supertype,legendary))",
        "says(ab(t,1),adds_ability,ab(look(ab(t,1)),1))",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("creature", "type(creature)"),
        ("Creatures", "type(creature)"),
        ("nonland permanent", "lacks(type(land)) permanent"),
        ("tapped creature", "tapped type(creature)"),
        ("permanent you control", "permanent you_control"),
        ("creature or player", "type(creature) | player"),
        (
            "artifact or creature you control",
            "type(artifact) you_control | type(creature) you_control",
        ),
        ("player or permanent you control", "player | permanent you_control"),
        ("creature you own or land you control", "type(creature) you_own | type(land) you_control"),
        ("creature without flying or player", "type(creature) lacks(keyword(flying)) | player"),
        ("creature with first strike", "type(creature) keyword(first_strike)"),
        ("legendary blue creature", "supertype(legendary) color(blue) type(creature)"),
        ("mountains you control", "subtype(mountain) you_control"),
        ("elves", "subtype(elf)"),
        ("artifact, creature or land", "type(artifact) | type(creature) | type(land)"),
    ],
)
def test_filters(game: Game, text: str, expected: str) -> None:
    found = clauses(game, text, ["elf"])
    assert " | ".join(" ".join(map(str, features)) for features in found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "'' is not a filter; it ends or begins with nothing"),
        ("creature or ", "unknown word 'or' in the filter 'creature or'"),
        ("or", "unknown word 'or' in the filter 'or'"),
        ("cretaure", "unknown word 'cretaure' in the filter 'cretaure'; did you mean 'creature'?"),
    ],
)
def test_filters_that_are_none(game: Game, text: str, expected: str) -> None:
    with pytest.raises(LudexError) as caught:
        clauses(game, text)
    assert str(caught.value).startswith(expected)


def test_the_same_words_are_the_same_filter(game: Game) -> None:
    text = "name: T\nabilities: [{targets: [creature, Creatures], effect: [{destroy: target 2}]}]"
    found = facts(game, text, "target(")
    assert {"says(ab(t,1),target(1),creature)", "says(ab(t,1),target(2),creature)"} <= found


def test_names_in_other_languages(game: Game) -> None:
    catalogue = Catalogue.load(game)
    jace = catalogue.find("Jace, the Mind Sculptor")
    assert catalogue.find("JACE, LE SCULPTEUR DE L’ESPRIT") == jace
    assert catalogue.find("elemental de vif-argent") == catalogue.find("Quicksilver Elemental")
    with pytest.raises(LudexError, match="did you mean 'Élémental de vif-argent'"):
        catalogue.find("elementaire de vif-argent")


def test_an_inline_card_takes_the_place_of_a_known_one(game: Game) -> None:
    base = Catalogue.load(game)
    over = base.extended([reader.node_of({"name": "grizzly bears", "power": 7})])
    assert over.find("Grizzly Bears") == base.find("Grizzly Bears")
    assert "printed(grizzly_bears,power,7)" in map(str, over.card(over.find("Grizzly Bears")).facts)
    assert "printed(grizzly_bears,power,2)" in map(str, base.card(base.find("Grizzly Bears")).facts)


def test_cards_that_name_each_other(game: Game) -> None:
    catalogue = Catalogue.load(game)
    names = [c.name for c in catalogue.closure([catalogue.find("Garruk Relentless")])]
    assert names == ["Deathtouch Wolf", "Garruk Relentless", "Garruk, the Veil-Cursed", "Wolf"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: T\ncost: '{K}'", "f.yaml:2:7: unknown symbol '{K}' in the cost '{K}'"),
        ("name: T\ncost: '{2'", "f.yaml:2:7: '{2' in the cost '{2'; expected symbols such as {2}"),
        ("name: T\ncost: two", "f.yaml:2:7: unknown cost 'two'"),
        ("name: T\ntypes: [instnt]", "f.yaml:2:9: unknown type 'instnt'; did you mean 'instant'?"),
        (
            "name: T\nkeywords: [flyng]",
            "f.yaml:2:12: unknown keyword 'flyng'; did you mean 'flying'?",
        ),
        ("name: T\npower: two", "f.yaml:2:8: 'two' as power of 'T'; expected a whole number"),
        ("name: T\nloyalty: -1", "f.yaml:2:10: -1 as loyalty of 'T'; expected at least 0"),
        (
            "name: T\npowr: 2",
            "f.yaml:2:1: unknown key 'powr' in the card 'T'; did you mean 'power'?",
        ),
        ("name: T\nback: U", "f.yaml:2:7: unknown card 'U'"),
        ("cost: '{2}'", "f.yaml:1:1: a card has no 'name'; found 'cost'"),
        ("[a]", "f.yaml:1:1: a list as a card; expected a mapping"),
        (
            "name: T\nabilities: [{cost: '{2}'}]",
            "f.yaml:2:13: an ability of 'T' has no 'effect'",
        ),
        (
            "name: T\nabilities: [{cost: '{2}', when: {dies: this}, effect: []}]",
            "f.yaml:2:13: an ability of 'T': of 'cost', 'when', 'static' and 'other' "
            "an ability has one",
        ),
        (
            "name: T\nabilities:\n  - {targets: [player], effect: [{draw: 1, who: target 2}]}",
            "f.yaml:3:49: unknown reference 'target 2'; the ability has 1 target",
        ),
        (
            "name: T\nabilities:\n  - {targets: [{up too: 2, of: artifact}], effect: []}",
            "f.yaml:3:16: unknown kind of target; did you mean 'up to'?",
        ),
        (
            "name: T\nabilities: [{effect: [{destory: this}]}]",
            "f.yaml:2:24: unknown instruction 'destory'; did you mean 'destroy'?",
        ),
        (
            "name: T\nabilities: [{effect: [{damage: 3}]}]",
            "f.yaml:2:23: an instruction 'damage' has no 'to'",
        ),
        (
            "name: T\nabilities: [{effect: [{damage: 1, to: each player, at once: true}]}]",
            "f.yaml:2:52: 'at once' with nothing; expected an instruction before this",
        ),
        (
            "name: T\nabilities: [{when: {dies: [this, creature]}, effect: [{draw: 1}]}]",
            "f.yaml:2:27: 'this' beside others in the filter 'this or creature'; expected an "
            "ability for each",
        ),
        (
            "name: T\nabilities: [{effect: [{draw: lots}]}]",
            "f.yaml:2:30: unknown amount 'lots'; expected one of "
            "'a number', 'all', 'as many as attacked', 'as many as that', ",
        ),
        (
            "name: T\nabilities: [{static: {hexprof: you}}]",
            "f.yaml:2:23: unknown static ability 'hexprof'; did you mean 'hexproof'?",
        ),
    ],
)
def test_what_is_wrong_is_located(game: Game, text: str, expected: str) -> None:
    with pytest.raises(LudexError) as caught:
        Catalogue.load(game).extended([reader.read_text(text, "f.yaml")]).check(own=True)
    assert str(caught.value).startswith(expected)


def test_one_name_twice(game: Game) -> None:
    nodes = [reader.node_of({"name": "Zed"}), reader.node_of({"name": "ZED"})]
    with pytest.raises(LudexError, match="a second card named 'ZED'"):
        Catalogue.load(game).extended(nodes)


def test_labels_of_abilities() -> None:
    assert cost_label("[+2]") == cost_label("+2") == "+2"
    assert cost_label("[-x]") == cost_label("-X") == "-X"
    assert cost_label("{t}") == cost_label("{T}")
    assert cost_label("Sacrifice this") == cost_label("sacrifice  this")


@pytest.mark.parametrize(
    ("first", "second", "error"),
    [
        ("adventure: One", "", "'One' is no part of itself"),
        ("adventure: Two", "adventure: One", "'Two' is no part of 'One', for it has parts"),
        ("adventure: Two, modal face: Two", "", "'Two' is a part of 'One', and of no other card"),
    ],
)
def test_a_part_is_one_of_one_card(first: str, second: str, error: str) -> None:
    parts = f"  - {{name: One, {first}}}\n  - {{name: Two, {second}}}\n"
    said = f"game: mtg\ncards:\n{parts}players: {{Ann: {{hand: [One]}}, Bo: {{}}}}\n"
    with pytest.raises(kb.LudexError, match=error) as found:
        kb.ask(kb.read_scenario(f"{said}ask: [{{options: {{by: Ann}}}}]\n"))
    assert found.value.line in (3, 4)


def test_abilities_are_told_apart(game: Game) -> None:
    two = """
        name: Test Twin
        types: [artifact]
        abilities:
          - {cost: "{T}", effect: [{gain life: 1}]}
          - {cost: "{T}", effect: [{gain life: 2}]}
          - {cost: "{1}", effect: [{gain life: 3}]}
          - {when: {attacks: creature}, effect: [{gain life: 4}]}
        """
    found = card(game, two)
    assert [found.texts[one.symbol] for one in found.abilities] == [
        "the first {T} ability of Test Twin",
        "the second {T} ability of Test Twin",
        "the {1} ability of Test Twin",
        "the triggered ability of Test Twin",
    ]
