"""Whole texts: what is not understood is named, and what makes no sense is refused."""

from __future__ import annotations

import pytest

from kb.cards.ambiguity import count_readings
from kb.cards.commands import cards_coverage, parse_json
from kb.cards.game import Game, game
from kb.cards.reading import read, read_line
from kb.errors import LudexError


def test_a_sentence_that_is_not_read_is_named_with_its_place(riftbound: Game) -> None:
    text = "Draw 1. Kill a unit with banana. Stun a unit."
    reading = read(text, riftbound)
    assert reading.status == "partial"
    assert reading.printed == "Draw 1. Stun a unit."
    (unread,) = reading.lines[0].unread
    assert (unread.text, unread.start) == ("Kill a unit with banana.", 8)
    assert text[unread.read :] == "banana. Stun a unit."
    assert unread.unknown == "banana"
    assert "a noun" in unread.expected


def test_a_known_word_in_the_wrong_place_is_not_called_unknown(riftbound: Game) -> None:
    (unread,) = read("Kill unit a.", riftbound).lines[0].unread
    assert unread.unknown is None


def test_nothing_read_is_failed(riftbound: Game) -> None:
    assert read("Banana banana.", riftbound).status == "failed"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stun an enemy enemy unit.", "something not said yet"),
        ("Stun friendly other units.", "'other' before other words"),
        ("Stun unit.", "a or the"),
        ("Stun a units.", "'unit'"),
        ("Each player draw 1.", "'draws'"),
        ("Me draw 1.", "a subject"),
        ("Stun they.", "an object"),
        ("When I draw, hold 2.", "a battlefield"),
        ("Channel 1 exhausted rune.", "'exhausted' behind the runes"),
        ("Move it here here.", None),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, expected: str | None, riftbound: Game) -> None:
    reading = read(text, riftbound)
    assert reading.status == "failed"
    if expected is not None:
        assert expected in reading.lines[0].unread[0].expected


def test_parse_answers_in_its_stable_shape() -> None:
    answer = parse_json("riftbound", "Draw 1.\nDraw banana.", readings=True)
    assert list(answer) == ["status", "printed", "facts", "unparsed", "readings", "cards"]
    assert answer["status"] == "partial"
    assert answer["printed"] == "Draw 1."
    assert answer["unparsed"][0]["text"] == "Draw banana."
    assert set(answer["unparsed"][0]) == {"start", "end", "text", "expected"}
    assert 'part(n5,verb,verb("draw"))' in answer["facts"]
    assert parse_json("riftbound", "Draw 1.", readings=True)["readings"] == 1
    assert parse_json("riftbound", "Draw 1.")["readings"] is None


def test_coverage_answers_in_its_stable_shape(tmp_path) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_text(
        '{"name": "A", "text": "Draw 1."}\n{"name": "B", "text": ""}\n'
        '{"name": "C", "text": "Draw banana."}\n{"name": "D", "text": "Draw banana."}\n',
        encoding="utf-8",
    )
    answer = cards_coverage("riftbound", file).as_json()
    seconds = answer.pop("seconds")
    assert isinstance(seconds, float)
    counts = {"texts": 3, "whole": 1, "same_words": 1}
    assert answer == {
        "cards": 4,
        **counts,
        "ambiguous": None,
        "understood": None,
        "executable": 0,
        "plays": False,
        "kinds": {"?": {**counts, "ambiguous": None, "understood": None, "executable": 0}},
        "years": {},
        "gaps": [{"text": "Draw banana.", "cards": 2, "wins": 2}],
        "running_gaps": [],
    }
    assert cards_coverage("riftbound", file, readings=True).ambiguous == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"name": "A"\n', "not JSON"),
        (b'{"name": "\xff"}\n', "not UTF-8"),
        (b"[1]\n", "expected an object"),
        (b'{"name": "A", "text": 3}\n', "expected 'text' to be text"),
    ],
)
def test_a_bad_card_file_is_an_error_with_its_line(data: bytes, message: str, tmp_path) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes(b'{"name": "Good", "text": "Draw 1."}\n' + data)
    with pytest.raises(LudexError) as caught:
        cards_coverage("riftbound", file)
    assert message in str(caught.value)
    assert caught.value.line == 2


def test_a_missing_card_file_is_an_error(tmp_path) -> None:
    with pytest.raises(LudexError):
        cards_coverage("riftbound", tmp_path / "none.jsonl")


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    with pytest.raises(LudexError) as caught:
        game("riftbund")
    assert "did you mean 'riftbound'?" in str(caught.value)


# Families of double readings, and the convention that settles each (as a mark or a slot).
CONVENTIONS = {
    "a place belongs to the noun before it": "Stun an enemy unit at a battlefield.",
    "a duration belongs to the act, not to the noun": "Kill a unit this turn.",
    "'you control' belongs to the nearest noun": "Stun a unit at a battlefield you control.",
    "'this turn' after 'you play' belongs to the relative clause": (
        "The next spell you play this turn costs [2] less."
    ),
    "'for each' counts the act": "Draw 1 for each friendly unit.",
    "'as an additional cost to' is one preposition": (
        "You may pay [1] as an additional cost to play me."
    ),
    "'and' between verbs continues the subject": "You draw 1 and discard 1.",
    "'and' between nouns shares the article": "Stun a unit and gear.",
}


@pytest.mark.parametrize("text", CONVENTIONS.values(), ids=CONVENTIONS.keys())
def test_a_convention_leaves_one_reading(text: str, riftbound: Game) -> None:
    line = read_line(text, riftbound)
    assert line.whole
    assert count_readings(line.normal, riftbound).readings == 1


# No card has these names: a tag or a name is any capitalised word, wherever it stands.
NAMES = [
    "Zorblax units here have +1 [M].",
    "Zorblax Prime enters ready.",
    "Krakens you control have +1 [M].",
    "Your other Krakens here have [Tank].",
    "If you control another Zorblax, I have [Ganking].",
    "Play a 3 [M] Zorblax Prime unit token here.",
    "Kill a non-Zorblax unit.",
]


@pytest.mark.parametrize("text", NAMES)
def test_names_that_no_list_has_are_read(text: str, riftbound: Game) -> None:
    reading = read(text, riftbound)
    assert reading.status == "whole"
    assert reading.exact
    assert count_readings(reading.lines[0].normal, riftbound).readings == 1


@pytest.mark.parametrize("text", ["Kil a unit.", "Zorblax.", "Frobnicate 2.", "Quickly draw 1."])
def test_a_capital_makes_no_verb(text: str, riftbound: Game) -> None:
    assert read(text, riftbound).status != "whole"


@pytest.mark.parametrize("done", ["stunned", "buffed", "exhausted", "readied", "doubled"])
def test_what_was_done_is_said_of_every_action(done: str, riftbound: Game) -> None:
    text = f"If you have {done} a unit this turn, draw 1."
    reading = read(text, riftbound)
    assert (reading.status, reading.exact) == ("whole", True)
    assert count_readings(reading.lines[0].normal, riftbound).readings == 1
