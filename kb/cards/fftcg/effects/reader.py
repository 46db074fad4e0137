"""The reader of an effect: what it has at hand, and what later words may speak of again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kb.cards.fftcg.nodes import Unsaid, is_described, lemma, owner_of, quantifier_kind
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value

Entry = dict[str, Any]

TOP = "top"
"""The card that was looked at on top of a deck."""
MOST = 9
"""How many cards an instruction may name one by one."""


@dataclass
class Effect:
    """What an effect chooses and does, and what follows on what it may do.

    Attributes
    ----------
    later
        What is an ability of its own once something has been done: its sentences, by number.
    due
        What is an ability of its own at the end of the turn.
    losses
        What is an ability of its own when something is put into the Break Zone this turn.
    """

    targets: list[Any] = field(default_factory=list)
    steps: list[Entry] = field(default_factory=list)
    later: dict[int, Effect] = field(default_factory=dict)
    due: dict[int, Effect] = field(default_factory=dict)
    losses: dict[int, Effect] = field(default_factory=dict)

    def entry(self) -> Entry:
        """Return the effect as a card file says it."""
        made: Entry = {"targets": self.targets} if self.targets else {}
        return {**made, "effect": self.steps or [{"other": "nothing"}]}


@dataclass
class EffectReader:
    """What the functions that read the effect of one ability share.

    Attributes
    ----------
    phrases
        The phrases of the card.
    said
        Gives a part of the text as it is printed.
    number
        Gives each thing that is done, and followed on, a number of its own.
    grant
        Makes an ability in quotation marks one of the card, and returns its number.
    offer
        Takes in what follows on the thing of a number as actions of which some are selected, if it
        is that.
    it
        What "it" is, or "them": before anything is chosen, what sets the ability off.
    groups
        What was chosen, by one phrase each: "the former", "the latter".
    selected
        Whether something was selected, so that "other" may mean other than that.
    found
        Whether "them" may be cards that are searched for.
    several
        All of what "they" are, of which a sentence before has spoken.
    shown
        Whether "them" may be cards from the top of the deck that have been shown.
    effect
        What has been read so far.
    open
        The steps of what may be done, as long as "if you do so" may follow.
    before
        The sentences before that say what is done, by their words, with what they became.
    lasting
        Whether a note says that what is gained does not end with the turn.
    follower
        Reads the sentences after one that only says what is chosen later.
    """

    phrases: Phrases
    said: Callable[[Node], str]
    number: Callable[[], int]
    grant: Callable[[Node], int] | None = None
    offer: Callable[[Node | None, int], bool] | None = None
    it: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    selected: bool = False
    found: bool = False
    several: str | None = None
    shown: bool = False
    effect: Effect = field(default_factory=Effect)
    open: list[Entry] | None = None
    before: list[tuple[str, list[Entry]]] = field(default_factory=list)
    lasting: bool = False
    follower: EffectReader | None = None

    def another(self, *it: str) -> EffectReader:
        """Return a reader of what is an ability of its own."""
        return EffectReader(self.phrases, self.said, self.number, self.grant, it=list(it))

    @contextmanager
    def choosing_nothing(self) -> Iterator[None]:
        """Read what is done only perhaps, or later, so that it cannot choose anything."""
        before = len(self.effect.targets)
        yield
        if len(self.effect.targets) != before:
            raise Unsaid("a choice")

    def known(self) -> list[str]:
        """Return what "it" is; what was only looked at is not spoken of."""
        if not self.it or self.it == [TOP]:
            raise Unsaid("what it is")
        return list(self.it)

    def one(self) -> str | None:
        """Return what "it" is if that is one thing."""
        return self.it[0] if len(self.it) == 1 and self.it != [TOP] else None

    def orders(self, who: Value) -> bool:
        """Whether it is you that does something, as when a text tells you to."""
        return who == "you" or self.phrases.player(who) == "you"

    def controller(self, who: Value) -> str | None:
        """Return which player "that Forward's controller" is; None for other phrases."""
        of, one = owner_of(who), self.one()
        if lemma(who) != "controller" or of is None or quantifier_kind(of) != "that":
            return None
        return None if one is None or is_described(of) else f"controller of {one}"

    def whose(self, who: Value) -> str:
        """Return the player that does something."""
        player = "you" if who == "you" else self.phrases.player(who)
        if isinstance(who, Node) and lemma(who) == "player" and quantifier_kind(who) == "each":
            player = player if is_described(who) else "each player"
        if player is None:
            raise Unsaid("a player")
        return player
