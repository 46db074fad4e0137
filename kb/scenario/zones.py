"""Zones, and when and where things function, as a game file declares them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from clingo import Symbol

from kb.records import record
from kb.scenario.declared import key, own_name
from kb.scenario.holed import Holed
from kb.scenario.terms import constant


@record(kw_only=True)
class Zone:
    """A zone: what holds of an object in it."""

    name: str = own_name()
    facts: tuple[Holed, ...] = key("What holds of each object in the zone.", ())
    controlled: bool = key("Whether who has it there need not own it.", default=False)
    unknown: Holed | None = key("What a number of cards that are not named becomes.", None)
    listed: Holed | None = key("What the order in which a board lists them becomes.", None)
    hidden: bool = key("Whether nobody sees what lies there.", default=False)

    @cached_property
    def term(self) -> Symbol:
        """The zone's constant."""
        return constant(self.name)


@record(kw_only=True)
class Occasion:
    """Something that texts speak of, and by which it is seen whether it happened."""

    called: ClassVar[str] = "a kind of happening"

    words: frozenset[str] = key("The words, and signs in braces, that texts have for it.")
    seen: tuple[Holed, ...] = key("What begins to hold when it happens.")
    acts: frozenset[str] = key("The actions by which players do it.", frozenset)
    due: tuple[Holed, ...] = key("What holds while it is to be said whether it is done.", ())
    over: tuple[Holed, ...] = key("What ceases to hold when it happens.", ())
    phrases: tuple[str, ...] = key("Words that mean it only together.", ())
    otherwise: Mapping[str, frozenset[str]] = key(
        "Phrases beside which some of the words mean something else.", dict
    )

    beside: frozenset[str] = key(
        "Words of which one has to stand beside it, too: what it happens to, or where.", frozenset
    )
    where: tuple[Holed, ...] = key(
        "Of what one has to hold, at any time, of what it happens to.", ()
    )
    each_time: Holed | None = key(
        "What holds of a player once for each time that it has happened.", None, name="each time"
    )
    to_things: tuple[Holed, ...] = key(
        "What begins to hold where it happens to a thing; ? is the thing.", (), name="to things"
    )
    never_of: frozenset[str] = key(
        "What cards are, as printed, by which it never happens: the first thing that is seen.",
        frozenset,
        name="never of",
    )

    said_by: str | None = key(
        "What a card says that does it as it is played.", None, name="said by"
    )
    by_players: bool = key(
        "Whether what is seen tells of the player who does it, or of things of that player's.",
        default=False,
        name="by players",
    )
    by_things: bool = key(
        "Whether what is seen tells of the things that do it.", default=False, name="by things"
    )
    turn: Holed | None = key("What tells whose turn it is, of what happens in turns.", None)
    before: tuple[Holed, ...] = key(
        "What holds of what it has happened to, as long as texts may look back at it.", ()
    )
    who: tuple[Holed, ...] = key(
        "What begins to hold as a player does it, or as it is done to one; ? is the player.", ()
    )
    at_somebody: bool = key(
        "Whether it is done to a player whom texts name right behind the word for it.",
        default=False,
        name="at somebody",
    )

    def spoken_of(self, text: str, words: frozenset[str]) -> bool:
        """Return whether a text, of these words and signs, speaks of it."""
        if self.beside and self.beside.isdisjoint(words):
            return False
        beside = (other for phrase, other in self.otherwise.items() if phrase in text)
        meant = self.words.difference(*beside)
        return not meant.isdisjoint(words) or any(phrase in text for phrase in self.phrases)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Words with which a text may begin to speak of it."""
        return self.words.union(one.partition(" ")[0] for one in self.phrases)

    @cached_property
    def of_objects(self) -> bool:
        """Whether what is seen tells to which objects it happens."""
        return any(not one.holes.isdisjoint({"object", "card"}) for one in (*self.seen, *self.over))


@record(kw_only=True)
class Functioning:
    """Where and when abilities do something whose text is not understood."""

    called: ClassVar[str] = "'functioning'"

    zones: tuple[str, ...] = key("The zones in which abilities function, if they don't say where.")
    elsewhere: frozenset[str] = key(
        "Words without which a text says nothing of another zone.", frozenset
    )
    places: frozenset[str] = key(
        "Words by which an ability says that it is used somewhere else.", frozenset
    )
    by_name: bool = key(
        "Whether a text does something in another zone only if it speaks of its card by name.",
        default=False,
        name="by name",
    )
    has: Holed | None = key(
        "What shows that an object has an ability in these zones; what it has not does nothing.",
        None,
    )
    apart: tuple[str, ...] = key(
        "Words of notes that tell what a card is outside these zones, unless something turns it.",
        (),
    )
    looked_through: tuple[Holed, ...] = key(
        "What is derived where somebody picks among cards nobody else sees, by what these are.",
        (),
        name="looked through",
    )
    only_about: Mapping[str, tuple[Holed, ...]] = key(
        "Phrases of texts about a rule that does nothing without one of these atoms.",
        dict,
        name="only about",
    )
    before_the_game: tuple[str, ...] = key(
        "Words of texts that do something only before a game begins.", (), name="before the game"
    )
    spells: tuple[str, ...] = key(
        "How texts begin that speak of their own card while it is played, not where it lies.", ()
    )
    waits: tuple[str, ...] = key("How texts begin that do nothing until something happens.", ())
    conditions: tuple[str, ...] = key("How a clause begins that is only a condition.", ())
    events: frozenset[str] = key(
        "Words of conditions that only something that happens can meet.", frozenset
    )
    happenings: Mapping[str, Occasion] = key(
        "What texts speak of that happens, so that they do nothing as long as it does not.", dict
    )
    only_where: Mapping[str, tuple[Holed, ...]] = key(
        "Phrases of texts that do nothing as long as none of these holds of anything.",
        dict,
        name="only where",
    )
    stands: Mapping[str, tuple[Holed, ...]] = key(
        "Phrases of conditions that ask how something is, and what holds where it is so.", dict
    )
    but: tuple[str, ...] = key(
        "Words beside which such phrases may ask for the opposite, or for what there is none of.",
        (),
    )
    attached: tuple[Holed, ...] = key(
        "What holds of a thing, ?, that is attached to what its text speaks of.", ()
    )
    any_kind: frozenset[str] = key(
        "The terms for what is of every kind.", frozenset, name="any kind"
    )
    anybody: tuple[str, ...] = key(
        "How a text calls players of whom there is always one to aim at.", ()
    )
    guards: frozenset[str] = key("The terms for what keeps players from being aimed at.", frozenset)
    me: tuple[str, ...] = key("How a text calls its controller, who does something.", ())
    opponents: tuple[str, ...] = key("How a text calls that player's opponents.", ())
    opposing: tuple[str, ...] = key(
        "How texts begin that are about what those opponents play, and nobody else.", ()
    )
    yours_too: tuple[str, ...] = key(
        "How a text says that a part of a turn is the controller's.", (), name="your turn"
    )
    plays: frozenset[str] = key(
        "The actions by which a card is played, and no ability of it used.", frozenset
    )
    itself: frozenset[str] = key("Words by which a text speaks of its own card.", frozenset)
    objects: frozenset[str] = key("Words for things, to which something happens.", frozenset)
    people: frozenset[str] = key("Words for players, to whom something happens.", frozenset)
    suffers: tuple[str, ...] = key("How a condition says that something is done to things.", ())
    doing: frozenset[str] = key(
        "Words before a verb for those alone that do something, or take part in it.", frozenset
    )
    named_by: str | None = key("What stands before the name of a card.", None, name="named by")
    own_play: tuple[str, ...] = key(
        "How texts begin that say when their own card may be played.", (), name="own play"
    )
    before_paying: str | None = key(
        "How texts begin that let more be paid as their own card is played.",
        None,
        name="before paying",
    )
    ways_to_pay: tuple[str, ...] = key(
        "How texts begin that let costs be paid in more ways.", (), name="ways to pay"
    )
    in_happenings: Mapping[str, tuple[str, ...]] = key(
        "Keywords that matter only where one of some things happens.", dict, name="in happenings"
    )
    cheaper: Mapping[str, str] = key(
        "How texts begin that make their own card cheaper, and the word by which they do.", dict
    )
    counts_payment: tuple[Holed, ...] = key(
        "What holds where what is left to pay with is counted.", (), name="counts payment"
    )
    payments: frozenset[str] = key("The terms for what is paid.", frozenset)
    measures: frozenset[str] = key(
        "What texts raise and lower, and what only matters where something reads it.", frozenset
    )
    other_zones: Mapping[str, str] = key(
        "How a text says that it is about what is played from anywhere but one zone, and which.",
        dict,
        name="other zones",
    )
    under_others: Mapping[str, tuple[Holed, ...]] = key(
        "Where something says such a word, what holds of things, ?, that others may control by it.",
        dict,
        name="under others",
    )
    sizes: frozenset[str] = key(
        "What a card says everywhere of itself that matters only where it is asked for.", frozenset
    )
    lowers: frozenset[str] = key("Words by which a text may lower that.", frozenset)
    critical: tuple[Holed, ...] = key(
        "What holds of things for which more or less of that may matter at once.", ()
    )
    several: Mapping[str, str] = key(
        "How texts begin that allow two of what a rule would undo, and what it is that these are.",
        dict,
    )
    beyond: tuple[str, ...] = key(
        "How texts begin that seem to speak of their own card, and speak of more.", ()
    )
    signs: tuple[str, ...] = key(
        "Signs before a text that say where it functions, and nothing of what it does.", ()
    )
    totals: frozenset[str] = key(
        "Terms for what adds up over many things, to which each might add more by its own text.",
        frozenset,
    )
    sorts: frozenset[str] = key("Terms for of how many kinds things are.", frozenset)
    yours: tuple[str, ...] = key("How a text says that something is the controller's.", ())
    theirs: tuple[str, ...] = key("How a text says that something is an opponent's.", ())
    deeds: tuple[str, ...] = key("How texts begin that only say what may be done.", ())
    permits: tuple[str, ...] = key("How texts begin that only let something be done.", ())
    lasting: tuple[str, ...] = key(
        "How texts begin that let something be done and stay, which a rule would undo.", ()
    )
    ends: tuple[str, ...] = key(
        "How texts say that what they give ends; without them it lasts since before a board.", ()
    )
    holds: frozenset[str] = key(
        "Words by which what a text waits for is how things stand, and nothing that happens.",
        frozenset,
    )
    acts: frozenset[str] = key(
        "Words of texts that say what may be done, or what becomes of it.", frozenset
    )
    states: frozenset[str] = key(
        "Words without which a text changes nothing before something is done.", frozenset
    )
    forbids: frozenset[str] = key(
        "Words by which a text forbids, so that it makes nothing legal that is not.", frozenset
    )
    dearer: tuple[str, ...] = key(
        "Words by which a text makes things cost more, so that it makes nothing legal that is not.",
        (),
    )
    obliges: frozenset[str] = key(
        "Words of texts that ask for something to be done, so that other things are not legal.",
        frozenset,
    )
    chooses: frozenset[str] = key(
        "Words by which a text asks for a choice without which it can't be used.", frozenset
    )
    limits: frozenset[str] = key(
        "Words by which the text of an effect says when, by whom or at what cost it can be used.",
        frozenset,
    )
    own_cost: tuple[str, ...] = key(
        "How the text of an effect says what its own card costs.", (), name="own cost"
    )
    in_mana: tuple[str, ...] = key(
        "Those of `own cost` that are about what whoever can pay everything need not ask.",
        (),
        name="in mana",
    )
    in_place_of: tuple[str, ...] = key(
        "How texts end, or begin … and end, that change only what is paid.",
        (),
        name="in place of",
    )
    pays_all: Holed | None = key(
        "What holds of a player, ?, who can pay everything.", None, name="pays all"
    )
    may_cost: tuple[str, ...] = key(
        "How texts begin that let their own card be paid for otherwise.", (), name="may cost"
    )
    own_ways: tuple[str, ...] = key(
        "How keywords end by which a card is played, or used, in a way of its own.",
        (),
        name="own ways",
    )
    keywords: dict[str, str] = key(
        "What a keyword that is not carried out is about, in words that say what it can't change.",
        dict,
    )
    pays: frozenset[str] = key(
        "Words without which an ability that is used pays for nothing.", frozenset
    )

    @property
    def whose(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """How a text says whose things it speaks of: the controller's, an opponent's."""
        return self.yours, self.theirs

    @cached_property
    def constants(self) -> frozenset[str]:
        """The names of the zones' constants."""
        return frozenset(constant(zone).name for zone in self.zones)
