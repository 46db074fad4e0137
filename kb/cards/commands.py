"""What stands behind the commands about card text: plain functions with plain answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kb.cards.ambiguity import readings_of
from kb.cards.coverage import Coverage, cover, faces_of
from kb.cards.game import game, in_language
from kb.cards.languages import language_of_cards
from kb.cards.reading import Reading, read
from kb.errors import LudexError, quote
from kb.library.formats import distinct_cards
from kb.library.place import missing, store_path
from kb.library.store import Store


def parse_text(game_name: str, text: str, name: str = "") -> Reading:
    """Read a text (``ludex parse``).

    Parameters
    ----------
    name
        The name of the card that bears it.
    """
    grammar = game(game_name)
    return read(grammar.typed(text), grammar, name)


def parse_entries(game_name: str, text: str, name: str = "") -> list[dict[str, Any]] | None:
    """Return a text as entries of a card file say it; None where the rules read no card files."""
    found = game(game_name)
    if found.entries is None:
        return None
    reading = partial(read, game=found, name=name)
    return found.entries({"name": name, "text": text}, reading)


def parse_json(
    game_name: str, text: str, name: str = "", *, readings: bool = False
) -> dict[str, object]:
    """Return the stable answer of ``ludex parse --json``.

    Parameters
    ----------
    readings
        Also ask the slow oracle for the number of readings of the whole text.
    """
    reading = parse_text(game_name, text, name)
    count: int | None = None
    if readings:
        count = 1
        for line in readings_of(reading):
            count *= line.readings
    return {
        "status": reading.status,
        "printed": reading.printed,
        "facts": [str(fact) for fact in reading.facts],
        "unparsed": [
            {
                "start": span.start,
                "end": span.end,
                "text": span.text,
                "expected": list(span.expected),
            }
            for line in reading.lines
            for span in line.unread
        ],
        "readings": count,
        "cards": parse_entries(game_name, text, name),
    }


def cards_coverage(
    game_name: str, file: Path | None, language: str | None = None, *, readings: bool = False
) -> Coverage:
    """Measure a card file, or the card store (``ludex cards coverage``).

    `Coverage.as_json` is the stable answer. Without a language a file is read in its own. Of either
    the cards of that language count, each once, however often it was printed.

    Raises
    ------
    LudexError
        When the file has no card of that language.
    """
    name = in_language(game_name, language)
    if file is None:
        cards = _stored(name)
    else:
        every = distinct_cards(file)
        name = name if language else language_of_cards(name, every)
        cards = [card for card in every if _is_in(name, card)]
    found = game(name)
    result = cover(faces_of(cards, found), found, readings=readings)
    if file is not None and not result.cards:
        foreign = "en" if every and not cards else None
        wanted = language or foreign
        wanted = f" in language {quote(wanted)}" if wanted else ""
        raise LudexError(f"no card of {quote(game_name)}{wanted} in it", file=str(file))
    if found.compare is not None and file is not None:
        result.languages = found.compare(file)
    return result


def _is_in(game_name: str, card: Mapping[str, object]) -> bool:
    """Whether a card is in the language of a grammar, as far as it says its language."""
    language = str(card.get("lang") or "").lower()
    return not language or language == (game_name.partition(":")[2] or "en")


def _stored(game_name: str) -> list[Mapping[str, object]]:
    """Return the cards of a game in a language that the store has, in their newest wording."""
    path = store_path()
    name, _, language = game_name.partition(":")
    with Store.reading(path) as store:
        if store is None:
            raise missing(path)
        return list(store.cards(name, language or "en"))
