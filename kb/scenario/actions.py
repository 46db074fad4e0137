"""Actions and what is decided for them, as a game file declares them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from clingo import Function, Symbol

from kb.records import record
from kb.scenario.declared import key, own_name
from kb.scenario.holed import Holed


@record(kw_only=True)
class Settled:
    """The decision, and its option, that a word of an action settles beforehand."""

    decision: Holed = key("The decision.")
    option: Holed = key("Its option.")

    def fill(self, values: Mapping[str, Symbol]) -> Symbol:
        """Return the option for a value; that nothing is chosen is an option of its own."""
        return NOTHING if values.get("value") == NOTHING else self.option.fill(values)


@record(kw_only=True)
class Parts:
    """What an action's further word says of many objects, such as what is paid with which."""

    word: str = own_name()
    decision: Holed = key("The decision about {option} that the word settles as a whole.")
    option: Holed = key("Its option.")
    freely: Holed | None = key("Its option when every way is to be followed.", None)
    each: Settled = key("What is said of each {object} with {value}.")
    of: str = key("The list of words that the values come from.")
    told: str | None = key("How what it says of {object} is told.", None)


NOTHING = Function("nothing")
"""The option of a decision in which nothing need be chosen, and nothing is."""


PASS = "pass"
"""The action that every game has: whoever may pass is free to act."""


@record(kw_only=True)
class Action:
    """Something a player does."""

    name: str = own_name()
    takes: Literal["object", "nothing", "made", "pairs", "amounts"] = key(
        "What it is done with: an object, nothing, what an object has made, or for a declaration "
        "pairs of things, or how much each does to which.",
        "nothing",
    )
    zone: str | None = key("Where the named object is looked for first.", None)
    abilities: bool | tuple[str, ...] = key(
        "Whether it is done with an ability, or of which kinds the ability is.",
        default=False,
        name="ability",
    )
    decision: Holed = key("The decision that it takes part in.")
    option: Holed = key("Its option.")
    other_ways: tuple[Holed, ...] = key(
        'Options by which much the same may be done: a "no" names those that are open.',
        (),
        name="other ways",
    )
    settles: Mapping[str, Settled] = key("Later decisions that the same line settles.", dict)
    rest: Holed | None = key("What is taken when nobody says otherwise.", None)
    through: frozenset[str] = key("From which parts of the turn passing leads to it.", frozenset)
    ahead: frozenset[str] = key(
        "In which parts of the turn a question about it means the one that comes next.", frozenset
    )
    each: Settled | None = key("What each pair of a declaration decides.", None)
    together: Settled | None = key("What it decides that objects form group {n}.", None)
    must: bool = key("Whether its decision cannot be passed.", default=False)
    told: str | None = key(
        "The verb, with {object} where that is not its end, or how a declaration is told.", None
    )
    unread: Holed | None = key(
        "What is given where it is done with an {ability} of which {what} is not carried out.", None
    )
    elsewhere: Holed | None = key(
        "What is given where the text of such an {ability} may mean that it functions elsewhere.",
        None,
        name="unread elsewhere",
    )
    parts: Mapping[str, Parts] = key("Further words, each about many objects.", dict)

    @property
    def ability(self) -> bool:
        """Whether it is done with an ability."""
        return bool(self.abilities)

    @property
    def words(self) -> frozenset[str]:
        """What may be said besides the action itself."""
        more = {"ability": self.ability, "together": self.together is not None}
        return frozenset(("by", *self.settles, *(word for word, may in more.items() if may)))

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of which kinds the ability is that it is done with."""
        return self.abilities if isinstance(self.abilities, tuple) else ("activated",)
