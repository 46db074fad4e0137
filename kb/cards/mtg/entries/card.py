"""A printed card as an entry of a card file: what the rules have words for, and the rest.

A text becomes the same ``abilities`` that a person may write in a card file; what the rules have
no words for becomes ``other``, with the words as they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kb.cards.mtg.entries.maker import Entry
from kb.cards.mtg.entries.parts import of_other_part
from kb.cards.mtg.entries.printed import is_picture, of_land_types, printed
from kb.cards.mtg.entries.sections import SectionMaker
from kb.cards.mtg.older import today
from kb.cards.mtg.twofold import is_twofold

if TYPE_CHECKING:
    from kb.cards.reading import Reading


def entries(card: Mapping[str, object], read: Callable[[str], Reading]) -> list[Entry]:
    """Return a card as an entry of a card file, and after it what it creates.

    Parameters
    ----------
    card
        The card as it stands in a file of real cards, or in a scenario.
    read
        Reads its text.
    """
    maker = SectionMaker(card)
    entry = maker.entry
    entry |= {"name": maker.name, **printed(card)}
    text = card.get("text")
    if isinstance(text, str) and text.strip() and not is_picture(card, text):
        maker.text = text = today(text, maker.name)
        reading = read(text)
        maker.grammar, maker.read = reading.game.grammar, read
        maker.twofold = frozenset(
            line.text for line in reading.lines if is_twofold(line, reading.game, maker.name)
        )
        for key, value in maker.lines(line for line in reading.lines if line.text).items():
            entry[key] = [*entry.get(key, []), *value]
    more = of_land_types(card, entry.get("abilities", []))
    more += of_other_part(card, entry, maker.others)
    if more:
        entry["abilities"] = [*entry.get("abilities", []), *more]
    return [entry, *maker.others]
