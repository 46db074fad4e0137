"""What every part of the reader of static abilities has at hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from kb.cards.mtg.effects.reader import Abilities
from kb.cards.mtg.nodes import Unsaid
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]


class StandingReader(ABC):
    """Reads one sentence of a static ability.

    Parameters
    ----------
    phrases
        The phrases of the ability.
    abilities
        Reads what stands in quotation marks: abilities as a card file says them.

    Attributes
    ----------
    about_this
        Whether "it" is the card itself, of which the sentence has spoken.
    """

    def __init__(self, phrases: Phrases, abilities: Abilities) -> None:
        self.phrases = phrases
        self.abilities = abilities
        self.about_this = False

    @abstractmethod
    def read(self, clause: Node | None) -> list[Entry]:
        """Return what a sentence says as static abilities."""

    @abstractmethod
    def acts(self, acts: Node | None, subject: Node) -> list[Entry]:
        """Return what is said of a subject as static abilities."""

    def whom(self, subject: Node, *, by_choice: bool = False) -> str:
        """Return whom something is said of, which may hang on what was chosen."""
        if subject.kind in ("it", "he", "she") and self.about_this:
            return "this"
        quantifier = subject.node("quantifier")
        if quantifier is not None and quantifier.kind not in ("each", "all", "this_one"):
            raise Unsaid("which")
        return self.phrases.filter_by_choice(subject) if by_choice else self.phrases.filter(subject)
