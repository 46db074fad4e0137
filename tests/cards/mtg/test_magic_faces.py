"""What a Magic card has beside its text: other faces and parts, a basic land type, colours."""

from __future__ import annotations

from kb.cards.game import Game
from kb.cards.unread import words_left
from tests.cards.mtg.entries import made


def test_a_basic_land_type_brings_its_mana_ability(mtg: Game) -> None:
    forest = made(mtg, types=["land"], subtypes=["forest", "plains"])
    assert [one["effect"] for one in forest["abilities"]] == [
        [{"add mana": "white"}],
        [{"add mana": "green"}],
    ]
    printed = made(mtg, types=["land"], subtypes=["forest"], text="{T}: Add {G}.")
    assert len(printed["abilities"]) == 1


def test_a_back_face_that_stands_alone_has_the_mana_value_of_its_front(mtg: Game) -> None:
    assert made(mtg, layout="transform", cmc=4.0)["front mana value"] == 4
    assert "front mana value" not in made(mtg, layout="transform", cmc=4.0, mana_cost="{4}")


def test_the_other_face_of_a_modal_card_is_named(mtg: Game) -> None:
    land = {"types": ["land"], "layout": "modal_dfc", "back": "Other Path", "text": "{T}: Add {U}."}
    assert made(mtg, **land)["modal face"] == "Other Path"
    says = "(this card is Other Path, too, and you may cast or play it as that)"
    assert made(mtg, apart=True, **land)["abilities"][-1] == {"other": says}


def test_the_other_part_of_a_card_is_named_where_it_counts(mtg: Game) -> None:
    parts = {"full_name": "Orla // Other", "types": ["instant"], "text": "Draw a card."}
    for layout in ("split", "aftermath", "adventure"):
        assert len(made(mtg, layout=layout, side="a", **parts)["abilities"]) == 1
        (_, other) = made(mtg, layout=layout, side="a", apart=True, **parts)["abilities"]
        assert other == {"other": "(this card is Other, too, and you may cast it as that)"}
    assert made(mtg, layout="adventure", side="a", **parts)["adventure"] == "Other"
    assert "adventure" not in made(mtg, layout="adventure", side="b", **parts)
    (spell, _) = made(mtg, layout="adventure", side="b", apart=True, **parts)["abilities"]
    assert "exile" in spell["effect"][-1]["other"]
    # The back of a card is spoken of with its front, unless it stands alone.
    assert len(made(mtg, layout="transform", side="b", **parts)["abilities"]) == 1
    assert len(made(mtg, layout="transform", side="b", alone=True, **parts)["abilities"]) == 2
    assert len(made(mtg, layout="transform", side="a", **parts)["abilities"]) == 1


def test_what_two_cards_meld_into_is_no_ordinary_card(mtg: Game) -> None:
    text = {"text": "Flying", "full_name": "Test Half // Test Whole"}
    assert not made(mtg, layout="meld", side="a", melds_into="Test Whole", **text).get("abilities")
    for melded in ({"side": "b"}, {"melds_with": "Test Other"}):
        (says,) = made(mtg, layout="meld", **melded, **text)["abilities"]
        assert "two cards" in says["other"]


def test_a_color_that_the_cost_does_not_tell(mtg: Game) -> None:
    assert made(mtg, mana_cost="{0}", colors=["R"])["colors"] == ["red"]
    assert "colors" not in made(mtg, mana_cost="{R}", colors=["R"])
    says = "Orla is colorless."
    assert made(mtg, types=["instant"], text=says)["abilities"] == [{"other": says}]


def test_the_large_symbol_of_a_basic_land_is_no_ability(mtg: Game) -> None:
    basic = {"supertypes": ["basic"], "types": ["land"], "subtypes": ["forest"]}
    forest = made(mtg, **basic, text="G")
    assert forest["abilities"] == [{"cost": "{T}", "effect": [{"add mana": "green"}]}]
    assert list(words_left(made(mtg, types=["land"], text="G"))) == ["G"]
