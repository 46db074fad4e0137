"""A game as scenarios and cards see it: which words there are, and the term each becomes.

Everything stands in ``rules/<game>/game.yaml``; nothing here, or anywhere in the package, knows a
particular game. What such a file may say is declared here, and nowhere else: `Game` is the file as
a whole, and its parts are the classes before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from clingo import Function, Symbol

from kb.cache import Entry
from kb.errors import LudexError, nearest, quote
from kb.resources import GAME_FILE, game_names, home
from kb.rulebook.edition import Edition, Editions
from kb.rulebook.gaps import Gap, Gaps
from kb.rulebook.uncovered import Uncovered, read_uncovered
from kb.scenario import reader
from kb.scenario.kinds import KINDS
from kb.scenario.phrases import Phrase
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.shapes import (
    DOCUMENTATION,
    DOCUMENTED,
    TEXT,
    Leaf,
    Named,
    Schema,
    Shape,
    documented,
    key,
    own_name,
    record_of,
)
from kb.scenario.terms import Template, constant, fold


def _template(value: object) -> Template | None:
    if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
        return None
    return Template(str(value))


def _term(value: object) -> Symbol | None:
    found = _template(value)
    return None if found is None else found.term


class _Ground(Leaf):
    """A term without holes."""

    def leaves(self, value: Symbol) -> Iterator[Any]:
        yield Template(str(value))


TEMPLATE = Leaf("a term", {"type": ["string", "integer"]}, _template)
TERM = _Ground("a term", {"type": ["string", "integer"]}, _term)
Holed = Annotated[Template, TEMPLATE]
"""A term with holes."""
Term = Annotated[Symbol, TERM]
"""A term without holes."""
Word = Annotated[Symbol, Leaf("a word", TEXT.json, lambda v: constant(v) if TEXT.take(v) else None)]
"""A word, as its constant."""


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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

    def spoken_of(self, text: str, words: frozenset[str]) -> bool:
        """Return whether a text, of these words and signs, speaks of it."""
        beside = (other for phrase, other in self.otherwise.items() if phrase in text)
        meant = self.words.difference(*beside)
        return not meant.isdisjoint(words) or any(phrase in text for phrase in self.phrases)

    @cached_property
    def of_objects(self) -> bool:
        """Whether what is seen tells to which objects it happens."""
        return any(not one.holes.isdisjoint({"object", "card"}) for one in (*self.seen, *self.over))


@dataclass(frozen=True, kw_only=True)
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
    yours: tuple[str, ...] = key("How a text says that something is the controller's.", ())
    theirs: tuple[str, ...] = key("How a text says that something is an opponent's.", ())
    deeds: tuple[str, ...] = key("How texts begin that only say what may be done.", ())
    permits: tuple[str, ...] = key("How texts begin that only let something be done.", ())
    lasting: tuple[str, ...] = key(
        "How texts begin that let something be done and stay, which a rule would undo.", ()
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


@dataclass(frozen=True, kw_only=True)
class Attribute:
    """Something that a board says of a player or an object, and the fluent that it becomes."""

    name: str = own_name()
    kind: Literal["flag", "integer", "counts", "card", "word", "named"] = key(
        "What it takes: a flag, a number, numbers by word, a card, a word, or the name of a thing.",
        "flag",
    )
    fluent: Holed = key("The fluent that it becomes.")
    of: str | None = key("The list of words that its words come from.", None)
    zones: frozenset[str] = key("The zones in which it has a meaning.", frozenset)
    needs: tuple[str, ...] = key("What must be printed on the card, on either face.", ())
    default: int | None = key("What it is for a player of whom nothing is said.", None)
    team_default: int | None = key("The same for a team.", None, name="team default")
    default_printed: str | None = key(
        "What of the card it is where nothing is said.", None, name="default printed"
    )
    absent: Holed | None = key("The fluent of whoever nothing is said of.", None)
    shows: str | None = key("What the object shows the values of: its back, or a card.", None)
    during: tuple[str, ...] = key("The parts of the turn in which it has a meaning.", ())
    active: bool | None = key(
        "Said only of what the active side has, or of what others have.", None
    )
    anyone: bool = key("Whether what it names may be on the same side.", default=False)
    things: bool = key("Whether it names an object, and never a player.", default=False)


@dataclass(frozen=True)
class Param:
    """What one word of an instruction takes, and what is meant without it."""

    kind: str
    default: reader.Scalar | None = None


def _param(value: object) -> Param | None:
    if not isinstance(value, str) or not value:
        return None
    kind, equals, default = (part.strip() for part in value.partition("="))
    if not equals:
        return Param(kind)
    return Param(kind, reader.Scalar(int(default) if default.isdigit() else default or None))


PARAM = Leaf("a kind, such as 'reference = this'", TEXT.json, _param)


@dataclass(frozen=True)
class Form:
    """An instruction, a trigger, a static ability or an effect: its words and its term."""

    head: str
    term: Template
    params: Mapping[str, Param]
    variants: Mapping[str, Template] = field(default_factory=dict)


class _FormShape(Shape):
    """A word with what it and further words take: ``term``, ``if FLAG``, and a kind for each."""

    @property
    def said(self) -> str:
        return "a mapping"

    def read(self, value: object, path: Path_) -> Form:
        head = str(path[-1])
        if not isinstance(value, dict):
            raise self.refusal(value, path)
        params: dict[str, Param] = {}
        variants: dict[str, Template] = {}
        for word, one in value.items():
            place = (*path, word)
            if word.startswith("if "):
                variants[word[3:]] = TEMPLATE.read(one, place)
            elif word not in ("term", *DOCUMENTED):
                params[word] = PARAM.read(one, place)
        if "term" not in value:
            raise ScenarioError(f"{quote(head)} has no 'term'", path)
        term: Template = TEMPLATE.read(value["term"], (*path, "term"))
        for template in (term, *variants.values()):
            missing = template.holes - {word.replace(" ", "_") for word in params}
            if missing:
                message = f"the term of {quote(head)} has a hole {quote(min(missing))}"
                raise ScenarioError(f"{message} that no word fills", path)
        if head not in params:
            raise ScenarioError(f"{quote(head)} does not say what it takes", path)
        return Form(head, term, params, variants)

    def leaves(self, value: Form) -> Iterator[Any]:
        yield from (value.term, *value.variants.values())

    def schema(self, _defs: Schema) -> Schema:
        words: Schema = {"type": "string", "description": "What the word takes, with '= DEFAULT'."}
        return {
            "type": "object",
            "properties": {"term": TEMPLATE.json, **DOCUMENTATION},
            "additionalProperties": words,
            "required": ["term"],
        }


Forms = Mapping[str, Annotated[Form, _FormShape()]]


@dataclass(frozen=True, kw_only=True)
class Settled:
    """The decision, and its option, that a word of an action settles beforehand."""

    decision: Holed = key("The decision.")
    option: Holed = key("Its option.")

    def fill(self, values: Mapping[str, Symbol]) -> Symbol:
        """Return the option for a value; that nothing is chosen is an option of its own."""
        return NOTHING if values.get("value") == NOTHING else self.option.fill(values)


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
    told: str | None = key("The verb, or how a declaration is told.", None)
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


_WORD = "{word}"
"""Stands, in a property for each word of a list, for the word."""


@dataclass(frozen=True, kw_only=True)
class Property:
    """Something that can be asked of an object or a player."""

    name: str = own_name()
    of: Literal["object", "player", "game"] = key("What it is said of.", "object")
    atom: Holed | None = key("The derived atom that says it; ? is the answer.", None)
    fluent: Holed | None = key("The fluent that says it; ? is the answer.", None)
    answer: str = key("What the answer is: a flag, a number, a player, a list of words.", "flag")
    otherwise: Term | None = key("The answer where nothing says it.", None)
    clause: str | None = key(
        "What answers say of whom it is asked, where its name alone does not do; ? is the answer.",
        None,
    )
    told: bool = key("Whether outcomes tell of it where it changes.", default=True)
    hides: bool = key(
        "Whether what is so counts as not being there: then it is told in the place of what else "
        "that no longer has.",
        default=False,
    )
    changed: Holed | None = key(
        "The atom that says which text may change it without any rule; ? is the text.",
        None,
        name="may be changed by",
    )
    each: str | None = key(
        "The list of words for each of which there is one; {word} is a word of it.", None
    )
    but: tuple[str, ...] = key("Words of that list for which there is none.", ())

    def about(self, word: str, term: Symbol) -> Property:
        """Return the property about one of the words for each of which there is one.

        Parameters
        ----------
        word : str
            The word.
        term : Symbol
            Its constant.
        """

        def filled(template: Template | None) -> Template | None:
            return template and Template(template.source.replace(_WORD, str(term)))

        return replace(
            self,
            name=self.name.replace(_WORD, word),
            atom=filled(self.atom),
            fluent=filled(self.fluent),
            each=None,
        )

    def word_in(self, name: str) -> str | None:
        """Return the word about which a property of that name would be, None if there is none."""
        before, _, after = self.name.partition(_WORD)
        if self.each is None or not (name.startswith(before) and name.endswith(after)):
            return None
        return fold(name[len(before) : len(name) - len(after)]) or None

    def term_in(self, symbol: Symbol) -> Symbol | None:
        """Return the constant of the word about which a symbol says something."""
        if self.each is None:
            return None
        sought = self.pattern.source.replace("?", "{value}").replace(_WORD, "?")
        return Template(sought).match(symbol)

    @property
    def pattern(self) -> Template:
        """The atom or the fluent."""
        found = self.fluent or self.atom
        assert found is not None  # `checked` refuses one with neither
        return found

    @property
    def derived(self) -> bool:
        """Whether it is derived."""
        return self.fluent is None


@dataclass(frozen=True, kw_only=True)
class CostSymbol:
    """A symbol of a cost, such as one blue mana."""

    name: str = own_name()
    term: Holed = key("What {count} of them become.")
    value: int = key("What one counts for the card's total.", 0)
    color: tuple[str, ...] = key("What it makes the card.", ())


@dataclass(frozen=True, kw_only=True)
class CardKey:
    """Something printed on a card, or said of an ability."""

    name: str = own_name()
    kind: str = key("What it takes.")
    as_: Word | None = key("What it is called in the facts.", None, name="key")
    many: bool = key("Whether there may be several.", default=False, name="list")
    least: int | None = key("The least number.", None)
    part: tuple[str, ...] | None = key(
        "That it names a part of the card; in which zones, besides the stack, it may be that part.",
        None,
    )
    total: Word | None = key("What the sum of a cost is called.", None)
    colors: Word | None = key("What the colours of a cost are called.", None)
    brings: str | None = key("A card of the game that comes with it, such as a token.", None)
    token: bool = key("Whether what has it is a token, and no card.", default=False)

    @cached_property
    def key(self) -> Symbol:
        """What it is called in the facts."""
        return constant(self.name) if self.as_ is None else self.as_


@dataclass(frozen=True, kw_only=True)
class TargetForm:
    """A target that is not exactly one: how many there are, and the key of the filter.

    Unless all are needed, each may be left out. With the key `others`, they are others than those
    before.
    """

    head: str = own_name()
    count: int | str = key("How many there are, or the key that says so.")
    of_: str | None = key("The key of the filter.", None, name="of")
    needed: bool = key("Whether none may be left out.", default=False)
    least: int = key("How many may not be left out.", 0)
    others: str | None = key("The key of a flag: others than those before.", None)

    @property
    def of(self) -> str:
        """The key of the filter."""
        return self.of_ or self.head


class _Phrases(Named):
    """Phrases with the terms that they become."""

    def read(self, value: object, path: Path_) -> Any:
        return tuple(Phrase(text, term) for text, term in super().read(value, path).items())

    def leaves(self, value: Any) -> Iterator[Any]:
        yield from (phrase.term for phrase in value)


PhraseList = Annotated[tuple[Phrase, ...], _Phrases(TEMPLATE, worded=True)]


@dataclass(frozen=True, kw_only=True)
class Having:
    """The list and the term of ``with flying``."""

    list: str = key("The list of words.")
    term: Holed = key("What each becomes.")


@dataclass(frozen=True, kw_only=True)
class FilterWords:
    """The words that filters are made of."""

    nouns: Mapping[str, Term] = key("Nouns.", dict, folded=True, worded=True)
    people: frozenset[str] = key("Nouns that mean players.", frozenset)
    adjectives: Mapping[str, Term] = key("Adjectives.", dict, folded=True, worded=True)
    suffixes: Mapping[str, Term] = key(
        "What stands at the end of a clause.", dict, folded=True, worded=True
    )
    lists: Mapping[str, Holed] = key("Lists of words, with the term of each {word}.", dict)
    named: Mapping[str, Holed] = key(
        "Words with a name in quotation marks after them.", dict, folded=True, worded=True
    )
    numbered: PhraseList = key("Phrases with a number in them.", ())
    having: Having | None = key("What 'with' and 'without' speak of.", None, name="with")
    negation: Holed | None = key("The term of 'non'.", None)


@dataclass(frozen=True)
class Words:
    """A list of words, each with its constant; an open list takes others, too."""

    name: str
    terms: Mapping[str, Symbol]
    open: bool = False

    def find(self, word: str) -> Symbol | None:
        """Return the constant of a word, None if it is unknown and the list is closed."""
        known = self.terms.get(fold(word))
        return constant(word) if known is None and self.open else known


class _WordsShape(Shape):
    """A list of words, or a mapping of words to their constants."""

    @property
    def said(self) -> str:
        return "a list of words"

    def read(self, value: object, path: Path_) -> Words:
        terms: dict[str, Symbol] = {}
        if isinstance(value, dict):
            for word, one in value.items():
                row = one if isinstance(one, dict) else {"term": one}
                term = row.get("term")
                bare = term is None and isinstance(one, dict)
                place = (*path, word)
                terms[fold(word)] = constant(word) if bare else TERM.read(term, place)
        elif isinstance(value, list | tuple):
            for n, word in enumerate(value):
                terms[fold(str(word))] = constant(TEXT.read(word, (*path, n)))
        else:
            raise self.refusal(value, path)
        return Words(str(path[-1]), terms)

    def leaves(self, value: Words) -> Iterator[Any]:
        yield from (Template(str(term)) for term in value.terms.values())

    def schema(self, _defs: Schema) -> Schema:
        one = documented(TERM.json)
        return {
            "anyOf": [
                {"type": "array", "items": TEXT.json},
                {"type": "object", "additionalProperties": one},
            ]
        }


@dataclass(frozen=True, kw_only=True)
class TurnWords:
    """The terms in which a board says whose turn it is."""

    active: Holed = key("Whose turn it is.")
    phase: Holed = key("Which part of it.")
    priority: Holed | None = key("Who has priority.", None)
    passed: Holed = key("Who has passed.")
    start: str = key("The part of the turn where nothing is said.")
    team: Holed = key("The constant of a team.")
    first: Holed | None = key("Who goes first.", None)
    seat: Holed | None = key("At which place a player sits.", None)
    moment: Holed | None = key(
        "What holds in parts that pass at once: only `until`, or a board told there, stops there.",
        None,
    )


@dataclass(frozen=True, kw_only=True)
class StackWords:
    """The terms in which a board says what is on the stack."""

    called: str = key("What the place is called.", "on the stack")
    facts: tuple[Holed, ...] = key("What holds of each object there.", ())
    object: Holed | None = key("What an ability there is.", None, name="ability object")
    ability: Holed | None = key("Which ability it is.", None)
    target: Holed | None = key("What its targets are.", None)
    x: Holed | None = key("What its X is.", None)
    waits: Holed | None = key("What holds of whatever waits there.", None)
    resolving: Holed | None = key("What holds of what resolves.", None)


@dataclass(frozen=True, kw_only=True)
class PartWords:
    """The terms in which a card is one of its parts."""

    object: Holed = key("What it is as a part that it does not show yet.")
    shown: Holed = key("What holds of an object that shows a part.")


@dataclass(frozen=True, kw_only=True)
class Effects:
    """What a board may say about effects that are already there."""

    fluent: Holed = key("The fluent of an effect.")
    clock: Holed | None = key("What counts the effects.", None)
    until: Annotated[Param, PARAM] = key("How long it lasts.")
    zones: frozenset[str] = key("The zones of objects that have effects.", frozenset)
    changes: Forms = key("What an effect changes.", dict, worded=True)


@dataclass(frozen=True, kw_only=True)
class Ordering:
    """The action by which things are played in different orders, and a text's words for itself."""

    action: str = key("The action.")
    own: frozenset[Word] = key("The words by which a text means its own object.", frozenset)


@dataclass(frozen=True, kw_only=True)
class Wording:
    """How the text of cards is read: by which grammar, and how a text is ended that breaks off."""

    grammar: str = key("The grammar.")
    endings: tuple[str, ...] = key("With one of these a text that breaks off is ended.", ())


@dataclass(frozen=True, kw_only=True)
class EditionKeys:
    """One text of the rulebook, and the days that it covers."""

    from_: date = key("The first day.", name="from")
    to: date | None = key("The last day, where it is known.", None)
    text: str = key("What the text is called.")
    note: str | None = key("What an answer under this text has to tell besides.", None)


@dataclass(frozen=True, kw_only=True)
class GapKeys:
    """Something that the documents leave open, or of which they say two things."""

    question: str = key("The question that it leaves open.")
    readings: dict[str, str] = key("Its readings, the default first.")
    supposed: dict[str, str] = key(
        "Where it is about what a board does not tell: what each reading supposes.", dict
    )


@dataclass(frozen=True, kw_only=True)
class UncoveredKeys:
    """A part of the texts that the rulebook leaves out."""

    from_: date = key("The day from which on the texts say so.", name="from")
    what: str = key("What is left out, as a sentence begins with it.")
    words: tuple[str, ...] = key("Words that only a card or a question about it would use.", ())
    concerns: tuple[str, ...] = key(
        "Keys of a scenario which together mean that it is about it.", ()
    )
    questions: tuple[str, ...] = key("Kinds of question that can't be answered without it.", ())


@dataclass(frozen=True, kw_only=True)
class Game:
    """All words of one game, read from its ``game.yaml``."""

    called: ClassVar[str] = "a game file"

    name: str = key("The game, as its folder is called.", name="game")
    title: str = key("What people call it.", "")
    halls: tuple[str, ...] = key("Statements that it shares with other games, by hall.", ())
    edition_keys: list[EditionKeys] = key("The texts of the rulebook.", name="editions")
    gap_keys: dict[str, GapKeys] = key(
        "What the documents leave open, or say in two ways.", dict, name="gaps"
    )
    uncovered_keys: dict[str, UncoveredKeys] = key(
        "What the texts say and the rulebook does not.", dict, name="not covered"
    )
    card_files: str | None = key("The grammar that reads files of cards.", None, name="card files")
    told_apart_by: str | None = key(
        "What tells cards of one name apart.", None, name="told apart by"
    )
    wording: Wording | None = key("The grammar that finds what a text mentions.", None)
    facts: tuple[Term, ...] = key("Facts that hold in every scenario.", ())
    zones: Mapping[str, Zone] = key("Where objects are.", dict, folded=True, worded=True)
    stack: StackWords = key("What lies on the stack.", StackWords)
    parts: PartWords | None = key("Cards that may be one of their parts alone.", None)
    functioning: Functioning | None = key(
        "Where abilities do something whose text is not understood; everywhere unless given.", None
    )
    phases: Mapping[str, Term] = key(
        "The parts of a turn, in order.", dict, folded=True, worded=True
    )
    turn: TurnWords = key("Whose turn it is.")
    player_attributes: Mapping[str, Attribute] = key(
        "What a board says of players.", dict, name="players", worded=True
    )
    object_attributes: Mapping[str, Attribute] = key(
        "What a board says of objects.", dict, name="objects", worded=True
    )
    places: Mapping[str, Holed] = key(
        "What each player has beside objects, by the name that a text may aim at.",
        dict,
        folded=True,
    )
    effects: Effects | None = key("What a board says of effects that are there.", None)
    actions: Mapping[str, Action] = key("What players do.", worded=True)
    decisions: Mapping[str, str] = key(
        "What is chosen, with 'choose … for:'.", dict, folded=True, worded=True
    )
    orders: Ordering | None = key("What is played in different orders.", None)
    properties: Mapping[str, Property] = key(
        "What can be asked, and expected.", dict, folded=True, worded=True
    )
    values: Mapping[str, Annotated[Words, _WordsShape()]] = key("Lists of words.", dict)
    open_values: tuple[str, ...] = key(
        "Lists to which a card may add words of its own.", (), name="open values"
    )
    symbols: Mapping[str, CostSymbol] = key("The symbols of costs.", dict, worded=True)
    number_symbol: Holed | None = key("The symbol of a number.", None, name="number symbol")
    costs: PhraseList = key("What is paid besides symbols.", ())
    references: PhraseList = key("What a text means by its words.", ())
    amounts: PhraseList = key("How much.", ())
    conditions: PhraseList = key("Whether something is so.", ())
    filters: FilterWords = key("Which things.", FilterWords)
    card_keys: Mapping[str, CardKey] = key(
        "What is printed on a card.", dict, name="cards", worded=True
    )
    ability_keys: Mapping[str, CardKey] = key(
        "What an ability says besides.", dict, name="abilities", worded=True
    )
    target_forms: Mapping[str, TargetForm] = key(
        "Targets that are not exactly one.", dict, name="targets", worded=True
    )
    instructions: Forms = key("What a text does.", dict, worded=True)
    triggers: Forms = key("When an ability triggers.", dict, worded=True)
    statics: Forms = key("What is so while an ability is there.", dict, worded=True)

    folder: Path = Path()
    editions: Editions = field(default_factory=Editions)
    gaps: Gaps = field(default_factory=Gaps)
    uncovered: tuple[Uncovered, ...] = ()
    reserved: frozenset[str] = frozenset()

    @property
    def part_keys(self) -> Mapping[str, CardKey]:
        """What names a part of a card, by its word."""
        return {name: one for name, one in self.card_keys.items() if one.part is not None}

    @staticmethod
    def names() -> list[str]:
        """Return the games there are."""
        return game_names()

    @staticmethod
    def load(name: str) -> Game:
        """Read a game's words, once.

        Parameters
        ----------
        name : str
            Its name, which is that of its folder in ``rules/``.

        Raises
        ------
        LudexError
            If there is no such game, or its file is wrong.
        """
        place = home(name)
        return load_game(place.rules / GAME_FILE, place.changed)

    def each_property(self) -> Iterator[Property]:
        """Yield the properties, where there is one for each word of a list those of its words."""
        for asked in self.properties.values():
            if asked.each is None:
                yield asked
                continue
            for word, term in self.values[asked.each].terms.items():
                one = asked.about(word, term)
                if word not in asked.but and fold(one.name) not in self.properties:
                    yield one

    def told_properties(self, facts: Iterable[Symbol]) -> Iterator[Property]:
        """Yield the properties for words of open lists of which facts tell, and no list."""
        facts = tuple(facts)
        for asked in self.properties.values():
            if asked.each is None:
                continue
            listed = set(self.values[asked.each].terms.values())
            told = {term for fact in facts if (term := asked.term_in(fact)) is not None}
            for term in sorted(told - listed):
                yield asked.about(str(term).replace("_", " "), term)

    @property
    def newest(self) -> date:
        """The newest day that the rulebook covers."""
        return self.editions.newest

    def edition(self, day: date) -> Edition:
        """Return the edition in force on a day; a day that none covers is refused."""
        found = self.editions.at(day)
        assert found is not None  # a game's file names its editions
        return found


# --- Reading a game file --------------------------------------------------------------------------


@lru_cache(maxsize=16)
def load_game(path: Path, _changed: int = 0) -> Game:
    """Read a game file, once as long as it stays as it is; every mistake in it is located.

    What was read and found right before is kept as plain data, so that it need not be parsed and
    checked again.
    """
    entry = Entry.of(
        "game", ("scenario", "rulebook"), (path.read_bytes() if path.is_file() else b"",)
    )
    kept = entry.load()
    if kept is None:
        kept = _checked(path)
        entry.save(kept)
    made: Game = record_of(Game).read(kept["data"], ())
    lists = {
        name: replace(words, open=name in made.open_values) for name, words in made.values.items()
    }
    return replace(
        made,
        title=made.title or made.name,
        symbols={name.upper(): symbol for name, symbol in made.symbols.items()},
        values=lists,
        folder=path.parent,
        editions=Editions(tuple(_edition(*one) for one in kept["editions"])),
        gaps=Gaps(
            {
                name: Gap(name, question, readings, supposed, str(path), line)
                for name, question, readings, supposed, line in kept["gaps"]
            }
        ),
        uncovered=tuple(
            Uncovered(name, one.from_, one.what, one.words, one.concerns, one.questions)
            for name, one in made.uncovered_keys.items()
        ),
        reserved=frozenset(kept["reserved"]),
    )


def _checked(path: Path) -> dict[str, Any]:
    """Return the data of a game file that is right, and the names that its terms take."""
    node = reader.read_file(path)
    data = reader.plain(node)
    try:
        made: Game = record_of(Game).read(data, ())
        _check(made)
    except ScenarioError as cause:
        raise cause.located(node) from None
    reserved: set[str] = set()
    for term in record_of(Game).leaves(made):
        if isinstance(term, Template):
            try:
                reserved |= term.constants
            except LudexError as cause:
                raise reader.error(cause.message, reader.place(node, term.source)) from None
    read_uncovered(path)  # for what it refuses
    return {
        "data": data,
        "editions": [
            (one.text, str(one.start), one.end and str(one.end), one.note)
            for one in Editions.read(path).texts
        ],
        "gaps": [
            (one.name, one.question, dict(one.readings), dict(one.supposed), one.line)
            for one in Gaps.read(path).gaps.values()
        ],
        "reserved": sorted(reserved),
    }


def _edition(text: str, start: str, end: str | None, note: str) -> Edition:
    last = None if end is None else date.fromisoformat(end)
    return Edition(text, date.fromisoformat(start), last, note)


def _check(game: Game) -> None:
    """Refuse words that only make sense together and do not."""
    if PASS not in game.actions:
        message = f"no action {quote(PASS)}; expected what whoever may act can always do"
        raise ScenarioError(message, ("actions",), key=True)
    for what, word, known, path in _named(game):
        if word not in known:
            raise ScenarioError(f"unknown {what} {quote(word)}{nearest(word, known)}", path)
    for section, attributes in _attributes(game):
        for attribute in attributes.values():
            if attribute.kind in ("counts", "word") and attribute.of is None:
                message = f"{quote(attribute.name)} does not say of what"
                raise ScenarioError(message, (section, attribute.name))
    for asked in game.properties.values():
        if asked.atom is None and asked.fluent is None:
            message = f"{quote(asked.name)} has no 'atom' and no 'fluent'"
            raise ScenarioError(message, ("properties", asked.name))
        if asked.each is not None and asked.each not in game.values:
            message = f"unknown list {quote(asked.each)}{nearest(asked.each, game.values)}"
            raise ScenarioError(message, ("properties", asked.name, "each"))


def _attributes(game: Game) -> tuple[tuple[str, Mapping[str, Attribute]], ...]:
    return (("players", game.player_attributes), ("objects", game.object_attributes))


def _named(game: Game) -> Iterator[tuple[str, str, frozenset[str], Path_]]:
    """Yield the words of the file that name others: what they name, and what there is."""
    phases, zones = frozenset(game.phases), frozenset(game.zones)
    lists = frozenset(game.values)
    kinds = lists | frozenset(KINDS)
    yield "phase", fold(game.turn.start), phases, ("turn", "start")
    for section, attributes in _attributes(game):
        for name, attribute in attributes.items():
            path: Path_ = (section, name)
            for phase in attribute.during:
                yield "phase", fold(phase), phases, (*path, "during")
            for zone in attribute.zones:
                yield "zone", fold(zone), zones, (*path, "zones")
            if attribute.of is not None:
                yield "list", attribute.of, lists, (*path, "of")
    if game.orders is not None:
        yield "action", game.orders.action, frozenset(game.actions), ("orders", "action")
    for name, action in game.actions.items():
        for word, parts in action.parts.items():
            yield "list", parts.of, lists, ("actions", name, "parts", word, "of")
    for name in game.filters.lists:
        yield "kind", name, kinds, ("filters", "lists", name)
    for section, keys in (("cards", game.card_keys), ("abilities", game.ability_keys)):
        for name, one in keys.items():
            yield "kind", one.kind, kinds, (section, name, "kind")
            for zone in one.part or ():
                yield "zone", fold(zone), zones, (section, name, "part")
    for place, forms in forms_of(game):
        for head, form in forms.items():
            for word, param in form.params.items():
                yield "kind", param.kind, kinds, (*place, head, word)


def forms_of(game: Game) -> Iterator[tuple[tuple[str, ...], Mapping[str, Form]]]:
    """Yield the sections of words with further words, with where they stand in the file."""
    yield ("instructions",), game.instructions
    yield ("triggers",), game.triggers
    yield ("statics",), game.statics
    if game.effects is not None:
        yield ("effects", "changes"), game.effects.changes
