"""Claims: what the passive abilities of a card say is so, as far as a game's rules go by it."""

from __future__ import annotations

from kb.records import record


@record(slots=True)
class Claim:
    """Something that a text says is so as long as its card is there.

    Attributes
    ----------
    text
        How the card says it.
    said
        What it says, by key.
    meant
        Which mentions of the text it is about, by key; counted from 1.
    """

    text: str
    said: tuple[tuple[str, str | int], ...] = ()
    meant: tuple[tuple[str, int], ...] = ()

    @property
    def open(self) -> bool:
        """Whether no rule carries it out."""
        return ("open", "true") in self.said
