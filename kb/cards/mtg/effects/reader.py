"""What every part of the reader of effects has at hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from kb.cards.mtg.effects.shapes import DURATIONS, is_duration
from kb.cards.mtg.nodes import Unsaid, plain
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]


class Abilities(Protocol):
    """Reads what stands in quotation marks; what has it may be called otherwise than the card."""

    def __call__(self, value: Node, called: str = "") -> Entry:
        """Return keywords and abilities as a card file says them."""


class EffectReader(ABC):
    """Reads the effect of one ability.

    Parameters
    ----------
    phrases
        The phrases of the ability.
    said
        A part of the text as it is printed.
    created
        Takes in a card that the effect creates, a token or an emblem; returns its name.
    abilities
        Reads what stands in quotation marks: abilities as a card file says them.
    """

    def __init__(
        self,
        phrases: Phrases,
        said: Callable[[Node], str],
        created: Callable[[Entry], str],
        abilities: Abilities,
        stands: Callable[[Node], list[Entry]] | None = None,
    ) -> None:
        self.phrases = phrases
        self.stands = stands
        self.said = said
        self.created = created
        self.abilities = abilities
        self.steps: list[Entry] = []
        self.timing: str | None = None
        self.only_if: str | None = None
        self.by_anyone = False
        self.became: Entry | None = None
        self.phased: Entry | None = None
        self.token_has: Node | None = None
        self.copied = ""
        """Which cards have been copied, by the same text; none where that is empty."""

    @abstractmethod
    def clause(self, node: Node | None, hows: tuple[Node, ...] = ()) -> list[Entry]:
        """Return the instructions of a clause."""

    @abstractmethod
    def acts(self, node: Node | None, who: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of what somebody or something does."""

    @abstractmethod
    def act(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of one act."""

    @abstractmethod
    def _acting(self, node: Node | None, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of acts of somebody who is known."""

    def compared(self, made: list[Entry]) -> list[Entry]:
        """Return instructions behind what says with which number they compare, if they do."""
        amount, self.phrases.x_is = self.phrases.x_is, None
        return made if amount is None else [{"x is": amount}, *made]

    def _lasts(self, hows: tuple[Node, ...]) -> Entry:
        """Return how long it lasts: for good, if nothing is said."""
        return self._until(hows) if hows else {"until": "permanent"}

    def _until(self, hows: tuple[Node, ...]) -> Entry:
        """Return how long it lasts; until end of turn goes without saying."""
        if len(hows) != 1 or not is_duration(hows[0]):
            raise Unsaid("how long")
        until = DURATIONS[plain(hows[0].get("time"))]
        return {} if until == "end of turn" else {"until": until}

    def _either(self, parts: list[list[Entry]]) -> Entry:
        """Return a choice among parts."""
        first, *rest = parts
        return {"either": first, "or": rest[0] if len(rest) == 1 else [self._either(rest)]}
