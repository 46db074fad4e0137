"""Real cards in scenarios: by name and number, with the keywords that their text gives them."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.cards.fftcg.entries import entries
from kb.cards.game import Game as CardGame
from kb.cards.reading import read
from kb.errors import LudexError
from kb.scenario.card_files import card_nodes
from kb.scenario.cards import Catalogue
from kb.scenario.game import Game
from kb.scenario.terms import fold

CORPUS = Path(__file__).parents[4] / "shared" / "cards" / "fftcg" / "cards.jsonl"
corpus = pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not there")

LUNA = {
    "id": "18-098R",
    "name": "Luna",
    "type": "Forward",
    "elements": ["Water"],
    "cost": 7,
    "power": 5000,
    "text": "Warp 4 -- {Water}{Water}\nWhen Luna enters the field, draw 2 cards.",
}
OTHER = {"id": "8-132L", "name": "Luna", "type": "Forward", "elements": ["Ice"], "cost": 3}


def _file(folder: Path, *cards: dict[str, Any]) -> Path:
    path = folder / "cards.jsonl"
    path.write_text("".join(json.dumps(card) + "\n" for card in cards), encoding="utf-8")
    return path


def _scenario(cards: Path, anna: dict[str, Any], ask: list[Any], **more: Any) -> kb.Scenario:
    return kb.Scenario(
        game="fftcg", cards=[str(cards)], players={"Anna": anna, "Bert": None}, ask=ask, **more
    )


def _options(cards: Path, anna: dict[str, Any]) -> list[str]:
    (ruling,) = kb.ask(_scenario(cards, {"pays all": True, **anna}, [{"options": {"by": "Anna"}}]))
    assert isinstance(ruling.answer, list)
    return [str(one) for one in ruling.answer]


def test_a_card_by_name_and_number(tmp_path: Path) -> None:
    """Cards that share a name are told apart by their number; both have the name."""
    path = _file(tmp_path, LUNA, {**OTHER, "text": ""})
    both = {"hand": [{"card": "Luna", "id": "18-098R", "as": "one"}, "Luna (8-132L)"]}
    ask = [
        {"what": "names", "of": "one"},
        {"what": "elements", "of": "Luna (8-132L)"},
        {"may": {"warp": "one", "by": "Anna"}},
    ]
    names, elements, may = kb.ask(_scenario(path, {"pays all": True, **both}, ask))
    assert names.answer == "luna"
    assert elements.answer == ["ice"]
    assert may.answer is True


def test_an_ambiguous_name(tmp_path: Path) -> None:
    """A name that several cards have is refused, with all that it could be."""
    path = _file(tmp_path, LUNA, {**OTHER, "text": ""})
    with pytest.raises(LudexError) as caught:
        kb.ask(_scenario(path, {"hand": ["Luna"]}, []))
    assert caught.value.message.endswith(
        "'Luna' could be 'Luna (18-098R)' or 'Luna (8-132L)'; say which"
    )


def test_a_name_that_one_card_has(tmp_path: Path) -> None:
    """Then the name alone will do; Warp and what comes after it run from the text."""
    path = _file(tmp_path, LUNA)
    ask = [
        {"what": "zone", "of": "Luna"},
        {"what": "warp counters", "of": "Luna"},
    ]
    anna = {"cp": {"water": 2}, "hand": ["Luna"]}
    zone, counters = kb.ask(_scenario(path, anna, ask, do=[{"warp": "Luna", "by": "Anna"}]))
    assert (zone.answer, counters.answer) == ("removed", 4)


def test_what_cannot_be_carried_out(tmp_path: Path) -> None:
    """It blocks what comes after it, and nothing before."""
    text = "When Luna enters the field, name 1 Element."
    path = _file(tmp_path, {**LUNA, "text": text})
    anna = {"pays all": True, "hand": ["Luna"]}
    ask = [{"may": {"cast": "Luna", "by": "Anna"}}]
    (may,) = kb.ask(_scenario(path, anna, ask))
    assert may.answer is True
    done = [{"cast": "Luna", "by": "Anna"}, {"resolve": "top"}]
    (zone,) = kb.ask(_scenario(path, anna, [{"what": "zone", "of": "Luna"}], do=done))
    assert zone.state == "undetermined"
    assert zone.gaps


@pytest.fixture(scope="module")
def cards() -> list[dict[str, Any]]:
    with CORPUS.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _having(cards: list[dict[str, Any]], pattern: str) -> list[dict[str, Any]]:
    return [card for card in cards if re.search(pattern, card["text"], re.MULTILINE)]


@corpus
def test_every_warp_card_can_be_warped(cards: list[dict[str, Any]], tmp_path: Path) -> None:
    found = _having(cards, r"^Warp \d")
    path = _file(tmp_path, *found)
    options = _options(path, {"hand": [f"{card['name']} ({card['id']})" for card in found]})
    assert len(found) == 33
    assert sum(option.startswith("warp ") for option in options) == 33


@corpus
def test_every_limit_break_card_can_be_cast(cards: list[dict[str, Any]], tmp_path: Path) -> None:
    found = _having(cards, r"^Limit Break -- \d")
    path = _file(tmp_path, *found)
    options = _options(path, {"lb deck": [f"{card['name']} ({card['id']})" for card in found]})
    assert len(found) == 55
    assert sum(option.startswith("cast ") for option in options) == 55


@corpus
def test_every_priming_card_can_be_primed(cards: list[dict[str, Any]], tmp_path: Path) -> None:
    found = _having(cards, r'^Priming "')
    path = _file(tmp_path, *found)
    assert len(found) == 7
    for card in found:
        name = f"{card['name']} ({card['id']})"
        assert f"prime {name}" in _options(path, {"field": [name]})


def _left(entry: object) -> bool:
    """Whether anything of an entry is nothing but words."""
    if isinstance(entry, dict):
        return "other" in entry or any(map(_left, entry.values()))
    return isinstance(entry, list) and any(map(_left, entry))


@corpus
@pytest.mark.parametrize(
    ("pattern", "least"), [(r"^Warp \d", 24), (r"^Limit Break -- \d", 30), (r'^Priming "', 5)]
)
def test_texts_are_carried_out_whole(
    pattern: str, least: int, cards: list[dict[str, Any]], fftcg: CardGame
) -> None:
    made = [entries(card, partial(read, game=fftcg)) for card in _having(cards, pattern)]
    assert sum(not _left(entry) for (entry,) in made) >= least


def test_a_text_and_abilities_beside_it(tmp_path: Path) -> None:
    """A described card has one or the other."""
    card = {**LUNA, "abilities": [{"effect": [{"draw": 1}]}]}
    del card["id"]
    scenario = kb.Scenario(game="fftcg", cards=[card], players={"Anna": {"hand": ["Luna"]}}, ask=[])
    with pytest.raises(LudexError, match="'abilities' or a 'text', not both"):
        kb.ask(scenario)


def _answers(cards: Path, anna: dict[str, Any], ask: list[Any], **more: Any) -> list[Any]:
    scenario = _scenario(cards, {"pays all": True, **anna}, ask, **more)
    return [ruling.answer for ruling in kb.ask(scenario)]


@corpus
def test_warp_runs_from_the_payment_to_the_arrival(
    cards: list[dict[str, Any]], tmp_path: Path
) -> None:
    for card in _having(cards, r"^Warp \d")[::8]:
        path = _file(tmp_path, card)
        name = f"{card['name']} ({card['id']})"
        number = re.search(r"^Warp (\d+)", card["text"], re.MULTILINE)
        assert number
        zone = {"what": "zone", "of": name}
        ask = [zone, {"what": "warp counters", "of": name}]
        paid = _answers(path, {"hand": [name]}, ask, do=[{"warp": name, "by": "Anna"}])
        assert paid == ["removed", int(number[1])], name
        # The last counter is taken off, then the card arrives; its own text is left aside.
        last = {"removed": [{"card": name, "counters": {"warp": 1}}]}
        until = {"until": {"player": "Anna", "phase": "main1"}}
        do = [until, {"resolve": "top"}, {"resolve": "top"}]
        turn = {"player": "Bert", "phase": "end"}
        assert _answers(path, last, [zone], turn=turn, do=do) == ["field"], name


@corpus
def test_a_limit_break_card_turns_others(cards: list[dict[str, Any]], tmp_path: Path) -> None:
    for card in _having(cards, r"^Limit Break -- \d")[::12]:
        number = re.search(r"^Limit Break -- (\d+)", card["text"], re.MULTILINE)
        assert number
        others = [f"Other {n}" for n in range(int(number[1]))]
        text = {"text": "Limit Break -- 1", "type": "Forward", "elements": ["Ice"], "cost": 2}
        rest = [{**text, "id": f"99-00{n}C", "name": other} for n, other in enumerate(others)]
        path = _file(tmp_path, card, *rest)
        name = f"{card['name']} ({card['id']})"
        ask = [{"what": "zone", "of": name}, *({"what": "face", "of": one} for one in others)]
        deck = {"lb deck": [name, *others]}
        answers = _answers(path, deck, ask, do=[{"cast": name, "by": "Anna"}])
        there = "stack" if card["type"] == "Summon" else "field"
        assert answers == [there, *(["up"] for _ in others)], name


@corpus
def test_priming_lays_the_named_card_on_top(cards: list[dict[str, Any]], tmp_path: Path) -> None:
    # One of the seven names a card that is not in the corpus.
    (benedikta,) = (card for card in cards if card["id"] == "24-051R")
    (garuda,) = (card for card in cards if card["id"] == "24-042R")
    path = _file(tmp_path, benedikta, garuda)
    below, top = "Benedikta (24-051R)", "Garuda (XVI) (24-042R)"
    ask = [{"what": "zone", "of": top}, {"what": "power", "of": below}]
    do = [{"prime": below, "by": "Anna"}, {"choose": top, "for": "search"}]
    answers = _answers(path, {"field": [below], "deck": [top]}, ask, do=do)
    assert answers == ["on top", garuda["power"]]


@corpus
def test_cards_of_all_sets_can_be_put_into_scenarios(
    cards: list[dict[str, Any]], tmp_path: Path
) -> None:
    found = [card for card in cards[::15] if card.get("name")]
    game = Game.load("fftcg")
    named = frozenset(fold(card["name"]) for card in found)
    catalogue = Catalogue(game, card_nodes(game, _file(tmp_path, *found), named))
    catalogue.check()
    assert len(catalogue) == len(found)
