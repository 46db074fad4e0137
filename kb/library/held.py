"""The cards of a store, as a wording has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from kb.records import record


@record(slots=True)
class Held:
    """A face of a card as a wording has it.

    Attributes
    ----------
    data
        As a file of cards would have it.
    day
        The day of its wording.
    in_force
        Whether the wording was the newest on the day asked about; true if none was asked about.
    store
        The store that has it.
    next
        The wording after it that says other words, if that came after the day asked about.
    otherwise
        Whether the wording after it says something else, so that nobody knows which was in force.
    """

    game: str
    card: int
    key: str
    face: str
    lang: str
    name: str
    data: Mapping[str, Any]
    day: str
    source: str
    in_force: bool
    store: Path
    next: Held | None = None
    otherwise: bool = False


@record(slots=True)
class Found:
    """A card that has a name.

    Attributes
    ----------
    faces
        All its faces, in their order; of each the rules' own language if the store has it.
    place
        Which of them the name is of.
    full
        The name that tells it from others of its name.
    """

    faces: tuple[Held, ...]
    place: int
    full: str

    @property
    def others(self) -> tuple[Held, ...]:
        """The faces that the name is not of."""
        return tuple(one for one in self.faces if one is not self.face)

    def data(self, held: Held) -> dict[str, Any]:
        """Return what the file says of a face, and whether its other faces are not known."""
        return {**held.data, "apart": not self.others}

    @property
    def face(self) -> Held:
        """The face that has the name."""
        return self.faces[self.place]


def followed(held: Held, every: list[Held]) -> Held:
    """Return a wording with the one after it, if that says other words.

    Between the days of two files, nobody knows when a card's words changed.
    """
    if not held.in_force:
        return held
    like = (one for one in every if (one.face, one.lang) == (held.face, held.lang))
    after = min((one for one in like if not one.in_force), key=lambda one: one.day, default=None)
    return replace(held, next=after) if after and after.data != held.data else held


def in_force(day: str, asked: date | None) -> tuple[bool, int]:
    """Return whether a wording of a day counts on another, and how near it comes to that."""
    between = (date.fromisoformat(day) - (asked or date.max)).days
    # The newest before; of what came later, the first.
    return between <= 0, (between if between <= 0 else -between)
