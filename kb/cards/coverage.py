"""How much of a card file is understood, in figures that are never added up to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

from kb.cards.ambiguity import count_readings
from kb.cards.game import Game
from kb.cards.reading import Reading, read


@dataclass(frozen=True, slots=True)
class BlockedSpan:
    """A span that is not understood and how many cards it blocks."""

    text: str
    cards: int


@dataclass
class Coverage:
    """Counts over a card file; see the fields' names.

    ``ambiguous`` is None unless readings were counted; ``languages`` unless the game has several.
    """

    cards: int = 0
    texts: int = 0
    whole: int = 0
    same_words: int = 0
    exact: int = 0
    ambiguous: int | None = None
    executable: int = 0
    seconds: float = 0.0
    gaps: list[BlockedSpan] = field(default_factory=list)
    languages: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the stable form of the command's answer."""
        answer: dict[str, object] = {
            "cards": self.cards,
            "texts": self.texts,
            "whole": self.whole,
            "same_words": self.same_words,
            "ambiguous": self.ambiguous,
            "executable": self.executable,
            "seconds": round(self.seconds, 3),
            "gaps": [{"text": gap.text, "cards": gap.cards} for gap in self.gaps],
        }
        if self.languages is not None:
            answer["languages"] = dict(self.languages)
        return answer


Face = tuple[str, str]
"""The name and the text of a card, or of one of its faces."""


def faces_of(cards: Iterable[Mapping[str, object]], game: Game) -> Iterator[list[Face]]:
    """Yield the faces of each card; those that the game leaves out are none.

    Faces that stand apart in a file say by ``full_name`` that they are one card.
    """
    whole: dict[str, list[Face]] = {}
    for number, card in enumerate(cards):
        text = game.card_text(card)
        if text is not None:
            key = str(card.get("full_name") or number)
            whole.setdefault(key, []).append((str(card.get("name") or ""), text))
    yield from whole.values()


def cover(cards: Iterable[list[Face]], game: Game, *, readings: bool = False) -> Coverage:
    """Measure the texts of cards.

    Parameters
    ----------
    readings
        Also count texts with a line of more than one reading (slow).
    """
    result = Coverage(ambiguous=0 if readings else None)
    blocked: Counter[str] = Counter()
    counted: dict[str, int] = {}
    read("Warm.", game)  # building tables is not reading
    begin = perf_counter()
    for faces in cards:
        result.cards += 1
        read_faces = [read(text, game, name) for name, text in faces if text.strip()]
        if not read_faces:
            continue
        result.texts += 1
        result.whole += all(one.status == "whole" for one in read_faces)
        result.same_words += all(one.same_words for one in read_faces)
        lines = [line for one in read_faces for line in one.lines]
        blocked.update({span.text for line in lines for span in line.unread})
        if result.ambiguous is not None:
            result.ambiguous += any(_is_ambiguous(one, counted) for one in read_faces)
    result.seconds = perf_counter() - begin
    result.gaps = [BlockedSpan(text, count) for text, count in blocked.most_common()]
    return result


def is_carried_out(card: Mapping[str, object], game: Game) -> bool:
    """Return whether the rules can carry out all that the text of a card says."""
    if game.entries is None:
        return False
    name = str(card.get("name") or "")
    made = game.entries(card, partial(read, game=game, name=name))
    return bool(made) and next(words_left(made), None) is None


def words_left(entry: object) -> Iterator[str]:
    """Yield the parts of an entry that are nothing but words, as no rule carries them out."""
    if isinstance(entry, Mapping):
        if "other" in entry:
            yield str(entry["other"])
        for part in entry.values():
            yield from words_left(part)
    elif isinstance(entry, list):
        for part in entry:
            yield from words_left(part)


def _is_ambiguous(reading: Reading, counted: dict[str, int]) -> bool:
    for line in reading.lines:
        key = line.normal.string
        if line.whole and key not in counted:
            counted[key] = count_readings(line.normal, reading.game).readings
        if line.whole and counted[key] > 1:
            return True
    return False
