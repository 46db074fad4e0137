"""The words of a game file for cards, filters, turns and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Any

from clingo import Symbol

from kb.records import record
from kb.scenario.declared import key, own_name
from kb.scenario.forms import PARAM, Forms, Param
from kb.scenario.holed import TEMPLATE, TERM, Holed, Term, Word
from kb.scenario.phrases import Phrase
from kb.scenario.reader import Path_
from kb.scenario.shapes import TEXT, Named, Schema, Shape, documented
from kb.scenario.terms import Template, constant, fold


@record(kw_only=True)
class CostSymbol:
    """A symbol of a cost, such as one blue mana."""

    name: str = own_name()
    term: Holed = key("What {count} of them become.")
    value: int = key("What one counts for the card's total.", 0)
    color: tuple[str, ...] = key("What it makes the card.", ())


@record(kw_only=True)
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


@record(kw_only=True)
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
    nth: str | None = key("What each says beside: which of them it is.", None)
    bound: str | None = key(
        "What each says beside, with which of them it is: the amount behind the word itself.", None
    )

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


@record(kw_only=True)
class Having:
    """The list and the term of ``with flying``."""

    list: str = key("The list of words.")
    term: Holed = key("What each becomes.")


@record(kw_only=True)
class FilterWords:
    """The words that filters are made of."""

    nouns: Mapping[str, Term] = key("Nouns.", dict, folded=True, worded=True)
    people: frozenset[str] = key("Nouns that mean players.", frozenset)
    adjectives: Mapping[str, Term] = key("Adjectives.", dict, folded=True, worded=True)
    suffixes: Mapping[str, Term] = key(
        "What stands at the end of a clause.", dict, folded=True, worded=True
    )
    only_in: Mapping[str, frozenset[str]] = key(
        "Suffixes and phrases with a number that mean something in some places alone: in which "
        "triggers, statics and instructions, or phrases around a {filter}.",
        dict,
        name="only in",
        folded=True,
    )
    lists: Mapping[str, Holed] = key("Lists of words, with the term of each {word}.", dict)
    named: Mapping[str, Holed] = key(
        "Words with a name in quotation marks after them.", dict, folded=True, worded=True
    )
    numbered: PhraseList = key("Phrases with a number in them.", ())
    having: Having | None = key("What 'with' and 'without' speak of.", None, name="with")
    negation: Holed | None = key("The term of 'non'.", None)

    def says(self, word: str, feature: Symbol) -> bool:
        """Return whether a feature is what a suffix, or a phrase with a number, stands for."""
        said = [one.term for one in self.numbered if one.pattern == word]
        return self.suffixes.get(word) == feature or any(
            term.term.match(feature.name, len(feature.arguments)) for term in said
        )


@record
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


WordList = Annotated[Words, _WordsShape()]
"""A list of words, as a game file says it."""


@record(kw_only=True)
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
    over: Holed | None = key(
        "What holds where a turn is about to end and nobody acts: `until` waits for the next.",
        None,
    )


@record(kw_only=True)
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


@record(kw_only=True)
class PartWords:
    """The terms in which a card is one of its parts."""

    object: Holed = key("What it is as a part that it does not show yet.")
    shown: Holed = key("What holds of an object that shows a part.")


@record(kw_only=True)
class Effects:
    """What a board may say about effects that are already there."""

    fluent: Holed = key("The fluent of an effect.")
    clock: Holed | None = key("What counts the effects.", None)
    until: Annotated[Param, PARAM] = key("How long it lasts.")
    zones: frozenset[str] = key("The zones of objects that have effects.", frozenset)
    changes: Forms = key("What an effect changes.", dict, worded=True)


@record(kw_only=True)
class Ordering:
    """The action by which things are played in different orders, and a text's words for itself."""

    action: str = key("The action.")
    own: frozenset[Word] = key("The words by which a text means its own object.", frozenset)


@record(kw_only=True)
class Wording:
    """How the text of cards is read: by which grammar, and how a text is ended that breaks off."""

    grammar: str = key("The grammar.")
    endings: tuple[str, ...] = key("With one of these a text that breaks off is ended.", ())


@record(kw_only=True)
class EditionKeys:
    """One text of the rulebook, and the days that it covers."""

    from_: date = key("The first day.", name="from")
    to: date | None = key("The last day, where it is known.", None)
    text: str = key("What the text is called.")
    note: str | None = key("What an answer under this text has to tell besides.", None)


@record(kw_only=True)
class GapKeys:
    """Something that the documents leave open, or of which they say two things."""

    question: str = key("The question that it leaves open.")
    readings: dict[str, str] = key("Its readings, the default first.")
    supposed: dict[str, str] = key(
        "Where it is about what a board does not tell: what each reading supposes.", dict
    )


@record(kw_only=True)
class UncoveredKeys:
    """A part of the texts that the rulebook leaves out."""

    from_: date = key("The day from which on the texts say so.", name="from")
    what: str = key("What is left out, as a sentence begins with it.")
    words: tuple[str, ...] = key("Words that only a card or a question about it would use.", ())
    concerns: tuple[str, ...] = key(
        "Keys of a scenario which together mean that it is about it.", ()
    )
    questions: tuple[str, ...] = key("Kinds of question that can't be answered without it.", ())
