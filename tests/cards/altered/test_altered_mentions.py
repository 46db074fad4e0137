"""What Altered's texts mention: targets, the same in both languages; and that no adverb is lost."""

from __future__ import annotations

import pytest

from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.meaning import meaning
from kb.cards.ambiguity import count_readings
from kb.cards.mentions import Mention
from kb.cards.values import Node, Value, walk

from .conftest import ReadIn


def targets(read_in: ReadIn, language: str, text: str) -> list[Mention]:
    reading = read_in(language, text)
    assert reading.status == "whole", text
    return [mention for mention in reading.mentions if "target" in mention.features]


def target_facts(read_in: ReadIn, language: str, text: str) -> list[str]:
    facts = map(str, read_in(language, text).facts)
    return [fact for fact in facts if fact.startswith("target")]


@pytest.mark.parametrize(
    ("language", "text", "words", "heads", "zone", "side", "role", "count"),
    [
        (
            *("en", "Discard target Character you control."),
            *("target Character you control", ("character",), "expedition", "friendly"),
            *("effect", None),
        ),
        (
            *("fr", "Défaussez un Personnage ciblé que vous contrôlez."),
            *("un Personnage ciblé que vous contrôlez", ("character",), "expedition", "friendly"),
            *("effect", None),
        ),
        (
            *("en", "You may exhaust up to two target Permanents an opponent controls."),
            *("up to two target Permanents an opponent controls", ("permanent",), "play", "enemy"),
            *("effect", 2),
        ),
        (
            *("en", "Exhaust target card in Reserve."),
            *("target card in Reserve", ("card",), "reserve", "", "effect", None),
        ),
        (
            *("en", "Discard target Character or Permanent."),
            *("target Character or Permanent", ("character", "permanent"), "play", ""),
            *("effect", None),
        ),
        (
            *("en", "{J} Create an [Aerolith] token in target player's Landmarks."),
            *("target player's", ("player",), "player", "", "restriction", None),
        ),
    ],
)
def test_a_target(
    read_in: ReadIn,
    language: str,
    text: str,
    words: str,
    heads: tuple[str, ...],
    zone: str,
    side: str,
    role: str,
    count: int | None,
) -> None:
    (found,) = targets(read_in, language, text)
    assert text[found.start : found.end] == words
    assert (found.heads, found.zone, found.side) == (heads, zone, side)
    assert (found.role, found.count) == (role, count)


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "{D} : Target Character gains 1 boost.",
            "{D} : Un Personnage ciblé gagne 1 boost.",
        ),
        (
            "{J} Create an [Aerolith] token in target player's Landmarks.",
            "{J} Créez un jeton [Aérolithe] dans les Repères d'un joueur ciblé.",
        ),
        (
            "{J} You may exhaust target card in Reserve.",
            "{J} Vous pouvez épuiser une carte ciblée en Réserve.",
        ),
    ],
)
def test_both_languages_name_the_same_targets(read_in: ReadIn, english: str, french: str) -> None:
    found = target_facts(read_in, "en", english)
    assert found
    assert found == target_facts(read_in, "fr", french)


def test_what_is_no_target(read_in: ReadIn) -> None:
    text = "{T}, Sacrifice a Character: Each player draws a card."
    found = read_in("en", text).mentions
    assert {mention.role for mention in found if mention.heads == ("character",)} == {"cost"}
    assert [m.chooser for m in found if m.heads == ("card",)] == ["shared"]
    assert not targets(read_in, "en", text)


def test_any_number_of_things_is_one_quantifier(read_in: ReadIn) -> None:
    reading = read_in("en", "You may discard any number of cards from your Reserve.")
    assert count_readings(reading.lines[0].normal, reading.game).readings == 1
    assert "any_number" in {mention.quantifier for mention in reading.mentions}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ignore my abilities during the first Day."),
        ("en", "{J} Draw a card for each Character in your Expeditions."),
        ("en", "At Noon — I gain 1 boost, up to a max of 2."),
        ("fr", "À Midi — Je gagne 1 boost, jusqu'à un max de 2."),
    ],
)
def test_without_an_adverb_a_text_means_something_else(
    read_in: ReadIn, language: str, text: str
) -> None:
    value = read_in(language, text).value
    concepts = LANGUAGES[language]
    (adverbs,) = (node for node in walk(value) if node.kind == "adverbs" and node.get("adverbs"))
    (adverb,) = adverbs.get("adverbs")  # type: ignore[misc]
    assert meaning(_swap(value, adverbs, adverbs.put("adverbs", ())), concepts) != meaning(
        value, concepts
    )
    assert isinstance(adverb, Node)


def _swap(value: Value, old: Node, new: Node) -> Node:
    if value is old:
        return new
    assert isinstance(value, Node)
    parts = tuple((name, _swapped(part, old, new)) for name, part in value.parts)
    return Node(value.kind, parts, value.style, value.span)


def _swapped(value: Value, old: Node, new: Node) -> Value:
    if isinstance(value, Node):
        return _swap(value, old, new)
    return tuple(_swapped(item, old, new) for item in value) if isinstance(value, tuple) else value
