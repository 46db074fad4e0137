"""The same card in two languages: whether both say the same."""

from __future__ import annotations

from pathlib import Path

from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.meaning import meaning
from kb.cards.game import game
from kb.cards.reading import Reading, read
from kb.cards.values import Node
from kb.library.formats import load_cards
from kb.records import record

GAMES = {"en": "altered", "fr": "altered:fr"}


@record(slots=True)
class Difference:
    """A card whose lines mean different things in two languages.

    Attributes
    ----------
    lines
        The printed lines, English and French, that part.
    """

    card: str
    lines: tuple[tuple[str, str], ...]


@record(slots=True)
class Comparison:
    """Counts over the cards that a file holds in both languages."""

    cards: int
    whole: int
    equal: int
    differences: tuple[Difference, ...]

    def as_json(self) -> dict[str, object]:
        """Return the answer in its stable form."""
        return {
            "cards": self.cards,
            "whole": self.whole,
            "equal": self.equal,
            "differences": [
                {"card": found.card, "lines": [list(pair) for pair in found.lines]}
                for found in self.differences
            ],
        }


def compare_languages(file: Path) -> Comparison:
    """Compare the facts of every card that a file holds in English and in French."""
    texts: dict[str, dict[str, str]] = {}
    for card in load_cards(file):
        language = str(card.get("lang"))
        if language in GAMES:
            text = game(GAMES[language]).card_text(card)
            if text:
                texts.setdefault(str(card.get("id") or card["name"]), {})[language] = text
    pairs = {name: both for name, both in texts.items() if len(both) == len(GAMES)}
    whole = equal = 0
    differences = []
    for name, both in pairs.items():
        english, french = (read(both[language], game(GAMES[language])) for language in GAMES)
        if english.status != "whole" or french.status != "whole":
            continue
        whole += 1
        first, second = _lines(english, "en"), _lines(french, "fr")
        if [node for _, node in first] == [node for _, node in second]:
            equal += 1
        else:
            differences.append(Difference(name, _parting(first, second)))
    return Comparison(len(pairs), whole, equal, tuple(differences))


def _lines(reading: Reading, language: str) -> list[tuple[str, Node]]:
    concepts = LANGUAGES[language]
    return [
        (line.text, meaning(value, concepts)) for line in reading.lines for value in line.values
    ]


def _parting(
    first: list[tuple[str, Node]], second: list[tuple[str, Node]]
) -> tuple[tuple[str, str], ...]:
    if len(first) != len(second):
        return ((" / ".join(t for t, _ in first), " / ".join(t for t, _ in second)),)
    return tuple((a[0], b[0]) for a, b in zip(first, second, strict=True) if a[1] != b[1])
