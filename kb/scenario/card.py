"""A card as facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from kb.records import record
from kb.scenario.declared import Said, key
from kb.scenario.wording import Worded

if TYPE_CHECKING:
    from kb.scenario.game_words import CardKey


@record(init=False, eq=False)
class AbilityKeys(Said):
    """An ability of a card: further keys are the game's."""

    called, open = "an ability", True
    cost: str | None = key(
        "What is paid to use it: symbols and phrases, with commas between.", None
    )
    targets: tuple[Any, ...] = key("What it targets: a filter for each target.", ())
    effect: tuple[Any, ...] = key("What it does: instructions, in order.", ())
    when: Any = key("What it triggers on.", None)
    static: Any = key("What is so while it is there.", None)
    other: str | None = key("An ability that these words cannot say yet.", None)


@record(init=False, eq=False)
class CardKeys(Said):
    """A card, as it is printed: further keys are the game's."""

    called, open = "a card", True
    name: str = key("Its name.")
    names_: dict[str, str] = key("Its names in other languages.", dict, name="names")
    abilities: tuple[AbilityKeys, ...] = key("Its abilities, in order.", ())
    text: str | None = key("Its printed text instead, where the game's grammar reads it.", None)
    changes: tuple[dict[str, Any], ...] = key("What of it is another way, from which day on.", ())


@record
class Ability:
    """An ability of a card.

    Parameters
    ----------
    symbol : Symbol
        ``ab(Card,Number)``.
    kind : str
        activated, triggered, static or spell.
    label : str
        What a scenario calls it by: its cost, such as ``+2`` or ``{T}``; empty without a cost.
    targets : int
        How many targets it has at most.
    modes : tuple of Symbol
        The abilities of its card from which one is chosen as it is used, where it offers them.
    """

    symbol: Symbol
    kind: str
    label: str
    targets: int
    modes: tuple[Symbol, ...] = ()


@record
class Card:
    """A card entry as facts.

    Parameters
    ----------
    symbol : Symbol
        The card's constant.
    name : str
        Its name.
    facts : tuple of Symbol
        What is printed on it and what its abilities say.
    printed : mapping
        The values of each printed key.
    abilities : tuple of Ability
        Its abilities, in order.
    mentions : tuple of Symbol
        Cards that it names: its other face, tokens, emblems.
    texts : mapping
        Display texts of its abilities and filters.
    wording : Worded or None
        Its text, where the game reads the text of cards.
    later : tuple of (date, Worded)
        Official wordings that took its place, and since when.
    granted : tuple of Ability
        The abilities that it describes for other objects to have.
    """

    symbol: Symbol
    name: str
    facts: tuple[Symbol, ...]
    printed: Mapping[str, tuple[Symbol, ...]]
    abilities: tuple[Ability, ...]
    mentions: tuple[Symbol, ...]
    texts: Mapping[Symbol, str]
    wording: Worded | None = None
    later: tuple[tuple[date, Worded], ...] = ()
    granted: tuple[Ability, ...] = ()

    def wording_on(self, day: date) -> Worded | None:
        """Return the wording that counts on a day: the newest official one."""
        since = [(start, wording) for start, wording in self.later if start <= day]
        return max(since, key=lambda pair: pair[0])[1] if since else self.wording

    def parts(self, keys: Iterable[CardKey]) -> tuple[Symbol, ...]:
        """Return the cards that are its parts, of those keys."""
        return tuple(part for one in keys for part in self.printed.get(one.key.name, ()))

    @property
    def back(self) -> Symbol | None:
        """The card's other face."""
        return next(iter(self.printed.get("back", ())), None)
