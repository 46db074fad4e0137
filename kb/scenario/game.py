"""A game as scenarios and cards see it: which words there are, and the term each becomes.

Everything stands in ``rules/<game>/game.yaml``; nothing here, or anywhere in the package, knows a
particular game. The file's own comments describe its sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from clingo import Symbol

from kb.errors import LudexError, nearest, quote
from kb.resources import resource
from kb.rulebook.edition import Edition, Editions
from kb.rulebook.gaps import Gaps
from kb.rulebook.uncovered import Uncovered
from kb.scenario.phrases import Phrase
from kb.scenario.reader import Node
from kb.scenario.terms import Template, constant, fold


@dataclass(frozen=True)
class Zone:
    """A zone: what holds of an object in it."""

    name: str
    term: Symbol
    facts: tuple[Template, ...]
    controlled: bool
    unknown: Template | None
    listed: Template | None = None


@dataclass(frozen=True)
class Attribute:
    """Something a board says of a player or an object, and the fluent it becomes.

    With `during`, only in these parts of the turn. What is ``named`` is a player or an object of
    another side, or with `anyone` of any side; with `active` it is said of what the active side
    has, or only of what others have.
    """

    name: str
    kind: str
    fluent: Template
    of: str | None = None
    zones: frozenset[str] = frozenset()
    needs: tuple[str, ...] = ()
    default: int | None = None
    default_printed: str | None = None
    absent: Template | None = None
    shows: str | None = None
    team_default: int | None = None
    during: tuple[str, ...] = ()
    active: bool | None = None
    anyone: bool = False


@dataclass(frozen=True)
class Param:
    """What one word of an instruction takes, and what is meant without it."""

    kind: str
    default: Node | None = None


@dataclass(frozen=True)
class Form:
    """An instruction, a trigger, a static ability or an effect: its words and its term."""

    head: str
    term: Template
    params: Mapping[str, Param]
    variants: Mapping[str, Template] = field(default_factory=dict)


@dataclass(frozen=True)
class Settled:
    """The decision, and its option, that a word of an action settles beforehand."""

    decision: Template
    option: Template


@dataclass(frozen=True)
class Parts:
    """What an action's further word says of many objects, such as what is paid with which.

    Attributes
    ----------
    word : str
        The word itself.
    decision, option : Template
        The decision about {option} that the word settles as a whole.
    freely : Template or None
        Its option when every way is to be followed.
    each : Settled
        What is said of each object: {object} and {value}.
    of : str
        The list of words that the values come from.
    says : str or None
        How what it says of {object} is told.
    """

    word: str
    decision: Template
    option: Template
    freely: Template | None
    each: Settled
    of: str
    says: str | None = None


PASS = "pass"
"""The action that every game has: whoever may pass is free to act."""


@dataclass(frozen=True)
class Action:
    """Something a player does.

    Attributes
    ----------
    takes : str
        What it is done with: ``object``, ``nothing``, ``made`` for what an object has made, such
        as an ability of it that waits, or for a declaration ``pairs`` of things, or ``amounts``:
        how much each does to which.
    rest : Template or None
        What is taken in the decision when nobody says otherwise.
    through : frozenset of str
        The parts of the turn from which passing leads to the decision.
    each : Settled or None
        What each pair of a declaration decides: {object}, {value} and the amount {n}.
    together : Settled or None
        What it decides that objects form group {n}.
    kinds : tuple of str
        Of which kinds the ability is that it is done with.
    must : bool
        Whether its decision cannot be passed: left open by whoever is not named, it branches.
    says : str or None
        What a declaration is called: words with {object}, {value} and {n}. Of any other action
        the verb, where that is not its name.
    parts : mapping
        Further words, each of which says something of many objects.
    """

    name: str
    takes: str
    zone: str | None
    ability: bool
    decision: Template
    option: Template
    settles: Mapping[str, Settled]
    rest: Template | None = None
    through: frozenset[str] = frozenset()
    each: Settled | None = None
    together: Settled | None = None
    kinds: tuple[str, ...] = ("activated",)
    must: bool = False
    says: str | None = None
    parts: Mapping[str, Parts] = field(default_factory=dict)


@dataclass(frozen=True)
class Property:
    """Something that can be asked of an object or a player."""

    name: str
    of: str
    pattern: Template
    derived: bool
    answer: str
    otherwise: Symbol | None


@dataclass(frozen=True)
class CostSymbol:
    """A symbol of a cost, such as one blue mana."""

    term: Template
    value: int
    color: str | None


@dataclass(frozen=True)
class CardKey:
    """Something printed on a card."""

    name: str
    kind: str
    key: Symbol
    many: bool
    least: int | None
    total: Symbol | None
    colors: Symbol | None


@dataclass(frozen=True)
class TargetForm:
    """A target that is not exactly one: how many there are, and the key of the filter.

    Unless all are needed, each may be left out. With the key `others`, they are others than those
    before.
    """

    head: str
    count: int | str
    of: str
    needed: bool = False
    others: str | None = None


@dataclass(frozen=True)
class FilterWords:
    """The words that filters are made of.

    `named` words have a name in quotation marks after them, `numbered` phrases a number in them.
    """

    nouns: Mapping[str, Symbol]
    people: frozenset[str]
    adjectives: Mapping[str, Symbol]
    suffixes: Mapping[str, Symbol]
    lists: Mapping[str, Template]
    named: Mapping[str, Template]
    numbered: tuple[Phrase, ...]
    with_list: str | None
    with_term: Template | None
    negation: Template | None


@dataclass(frozen=True)
class Words:
    """A list of words, each with its constant; an open list takes others, too."""

    name: str
    terms: Mapping[str, Symbol]
    open: bool

    def find(self, word: str) -> Symbol | None:
        """Return the constant of a word, None if it is unknown and the list is closed."""
        known = self.terms.get(fold(word))
        return constant(word) if known is None and self.open else known


@dataclass(frozen=True)
class Board:
    """The terms in which a board says whose turn it is, what is on the stack and so on."""

    active: Template
    phase: Template
    priority: Template | None
    passed: Template
    start: str
    team: Template
    stack_facts: tuple[Template, ...]
    stack_object: Template | None
    stack_ability: Template | None
    stack_target: Template | None
    stack_x: Template | None
    stack_waits: Template | None = None
    stack_resolving: Template | None = None
    stack_called: str = "on the stack"
    first: Template | None = None
    seat: Template | None = None


@dataclass(frozen=True)
class Effects:
    """What a board may say about effects that are already there."""

    fluent: Template
    clock: Template | None
    until: Param
    zones: frozenset[str]
    changes: Mapping[str, Form]


@dataclass(frozen=True)
class Ordering:
    """The action by which things are played in different orders, and a text's words for itself."""

    action: str
    own: frozenset[Symbol]


@dataclass(frozen=True)
class Wording:
    """How the text of cards is read: by which grammar, and how a text is ended that breaks off."""

    grammar: str
    endings: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """All words of one game, read from its ``game.yaml``."""

    name: str
    title: str
    folder: Path
    editions: Editions
    facts: tuple[Symbol, ...]
    zones: Mapping[str, Zone]
    phases: Mapping[str, Symbol]
    board: Board
    player_attributes: Mapping[str, Attribute]
    object_attributes: Mapping[str, Attribute]
    effects: Effects | None
    actions: Mapping[str, Action]
    decisions: Mapping[str, str]
    properties: Mapping[str, Property]
    values: Mapping[str, Words]
    symbols: Mapping[str, CostSymbol]
    number_symbol: Template | None
    costs: tuple[Phrase, ...]
    references: tuple[Phrase, ...]
    amounts: tuple[Phrase, ...]
    conditions: tuple[Phrase, ...]
    filters: FilterWords
    card_keys: Mapping[str, CardKey]
    ability_keys: Mapping[str, CardKey]
    target_forms: Mapping[str, TargetForm]
    instructions: Mapping[str, Form]
    triggers: Mapping[str, Form]
    statics: Mapping[str, Form]
    reserved: frozenset[str]
    wording: Wording | None = None
    gaps: Gaps = field(default_factory=Gaps)
    uncovered: tuple[Uncovered, ...] = ()
    card_files: str | None = None
    orders: Ordering | None = None
    told_apart_by: str | None = None

    @staticmethod
    def names() -> list[str]:
        """Return the games there are."""
        return sorted(path.parent.name for path in resource("rules").glob("*/game.yaml"))

    @staticmethod
    def load(name: str) -> Game:
        """Read a game's words, once.

        Parameters
        ----------
        name : str
            The name of its folder in ``rules/``.

        Raises
        ------
        LudexError
            If there is no such game, or its file is wrong.
        """
        if name not in Game.names():
            raise LudexError(f"unknown game {quote(name)}{nearest(name, Game.names())}")
        # The loader needs the classes of this module.
        from kb.scenario.game_file import load_game

        return load_game(resource("rules") / name / "game.yaml")

    @property
    def newest(self) -> date:
        """The newest day that the rulebook covers."""
        return self.editions.newest

    def edition(self, day: date) -> Edition:
        """Return the edition in force on a day; a day that none covers is refused."""
        found = self.editions.at(day)
        assert found is not None  # a game's file names its editions
        return found
