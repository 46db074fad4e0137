"""Taken coverage: each word of a game's files taken away in turn, from the cases that use it.

A word has become a term in the facts of a case. Taken away, nothing that any rule knows stands in
its place, and the case is answered anew: a word without which every answer stays is one that no
case misses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from clingo import Function, Symbol, SymbolType

from kb.cases import read_files
from kb.errors import LudexError
from kb.inference.session import Session
from kb.questions.situation import Situation, situate
from kb.records import record
from kb.rulebook import loaded
from kb.rulings.ruling import rule_on
from kb.scenario import Case, expanded, load_scenario
from kb.scenario.declared import Record, record_of
from kb.scenario.game import Game
from kb.scenario.game_words import CardKey, Words
from kb.scenario.shapes import Maybe, Named
from kb.scenario.terms import Template
from kb.testing.cases import check_ruling
from kb.workers import spread

NOT_IN_FACTS = frozenset(("zones", "phases", "actions", "decisions", "properties", "targets"))
"""Sections whose words say where things are, what is done and what is asked."""

SHORTEST, OTHERS = 4, 12
"""How many cases are tried for a word before it counts as not missed: short ones, then others."""

GONE = "taken_away"


@record
class Taken:
    """A word of a game's files, and what it becomes in facts.

    Attributes
    ----------
    section : str
        The section of the game's file: ``instructions``, ``filters: nouns``.
    word : str
    terms : tuple of Template
        The terms that it becomes; only those that say more than what fills them.
    keys : tuple of Symbol
        What it is called in the facts of a card or an ability, if it is a key of one.
    """

    section: str
    word: str
    terms: tuple[Template, ...] = ()
    keys: tuple[Symbol, ...] = ()

    def __str__(self) -> str:
        return f"{self.section}: {self.word}"

    def away(self, fact: Symbol) -> Symbol | None:
        """Return a fact without the word: another term in its place, or no fact at all."""
        if self.keys:
            said = fact.match("printed", 3) or fact.match("says", 3)
            return None if said and fact.arguments[1] in self.keys else fact
        return self._without(fact)

    def _without(self, term: Symbol) -> Symbol:
        if term.type != SymbolType.Function:
            return term
        inner = [self._without(one) for one in term.arguments]
        if any(one.match(term) is not None for one in self.terms):
            return Function(GONE, inner)
        return Function(term.name, inner, term.positive) if inner else term


def words_of(game: Game) -> Iterator[Taken]:
    """Yield the words of a game that stand in the facts of a case."""
    yield from _words(record_of(Game), game, ())


def _words(record: Record, made: object, place: tuple[str, ...]) -> Iterator[Taken]:
    for name, shape in record.shapes.items():
        value = getattr(made, record.keys[name].name)
        inner = shape.shape if isinstance(shape, Maybe) else shape
        section = ": ".join((*place, name))
        if value is None or section in NOT_IN_FACTS:
            continue
        if isinstance(inner, Record):
            yield from _words(inner, value, (*place, name))
        elif isinstance(inner, Named) and inner.worded:
            yield from _section(section, inner, value)
        elif name == "values" and "keyword" in value:
            yield from _keywords(value["keyword"])


def _section(section: str, shape: Named, value: object) -> Iterator[Taken]:
    if not isinstance(value, Mapping):  # phrases
        rows = {phrase.pattern: (phrase.term,) for phrase in value}  # type: ignore[attr-defined]
    else:
        rows = {word: tuple(shape.entry.leaves(one)) for word, one in value.items()}
    for word, leaves in rows.items():
        row = value[word] if isinstance(value, Mapping) else None
        if isinstance(row, CardKey):
            keys = (row.key, row.total, row.colors)
            yield Taken(section, word, keys=tuple(key for key in keys if key is not None))
            continue
        terms = tuple(_template(leaf) for leaf in leaves if _speaks(leaf))
        if terms:
            yield Taken(section, word, terms)


def _keywords(words: Words) -> Iterator[Taken]:
    for word, term in words.terms.items():
        yield Taken("values: keyword", word, (Template(str(term)),))


def _speaks(leaf: object) -> bool:
    """Return whether a leaf is a term that says more than what fills its holes."""
    if isinstance(leaf, Symbol):
        return True
    return isinstance(leaf, Template) and bool(leaf.constants)


def _template(leaf: object) -> Template:
    return leaf if isinstance(leaf, Template) else Template(str(leaf))


def without(situation: Situation, word: Taken) -> Situation:
    """Return a situation in which a word stands for nothing; the same one where it is not used."""
    static = tuple(_kept(situation.static, word))
    state = frozenset(_kept(situation.state, word))
    if static == situation.static and state == situation.state:
        return situation
    return replace(situation, static=static, state=state)


def _kept(facts: Iterable[Symbol], word: Taken) -> Iterator[Symbol]:
    found = (word.away(fact) for fact in facts)
    return (fact for fact in found if fact is not None)


def misses(case: Case, word: Taken) -> bool:
    """Return whether an expectation of a case fails without a word."""
    situation = situate(case.scenario, case.name)
    view = loaded(situation.game.name).on(situation.date, situation.readings)
    changed = without(situation, word)
    session = Session(changed, view, situation.game)
    try:
        rulings = (rule_on(session, one) for one in changed.questions if one.expects)
        return any(not check_ruling(one, pins=False).passed for one in rulings)
    except LudexError:  # what is done cannot be done any more
        return True


# --- Over all cases -------------------------------------------------------------------------------


@record
class _Piece:
    """A word, and the cases that use it, by file and place in it."""

    word: Taken
    cases: tuple[tuple[str, int], ...]


def not_missed(
    files: Iterable[Path],
    *,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> dict[str, list[str]]:
    """Return by game the words that no case misses, with how many cases use each.

    Parameters
    ----------
    files : iterable of Path
    jobs : int, optional
        How many processes work; as many as there are cores, unless given.
    progress : callable
        Called after each word with how many are done, and how many there are.
    """
    known = list(files)
    games = dict.fromkeys(one.game for one in read_files(known))
    pieces = [(game, piece) for game in games for piece in _pieces(game, known)]
    found: dict[str, list[str]] = {game: [] for game in games}
    work = [piece for _, piece in pieces]
    for done, (number, missed) in enumerate(spread(_missed, work, jobs=jobs), start=1):
        game, piece = pieces[number]
        if not missed:
            found[game].append(f"{piece.word} ({_used(len(piece.cases))})")
        progress(done, len(work))
    return {game: sorted(words) for game, words in found.items()}


def _used(number: int) -> str:
    return {0: "no case uses it", 1: "one case uses it"}.get(number, f"{number} cases use it")


def _pieces(game: str, files: Iterable[Path]) -> Iterator[_Piece]:
    """Yield each word of a game with the cases that use it, the shortest ones first."""
    rows: list[tuple[int, str, int, frozenset[Symbol]]] = []
    for file in files:
        for number, case in enumerate(expanded(load_scenario(file))):
            if case.scenario.game != game:
                continue
            try:
                situation = situate(case.scenario, case.name)
            except LudexError:  # a case of what is refused
                continue
            if any(one.expects for one in situation.questions):
                facts = frozenset((*situation.static, *situation.state))
                rows.append((len(facts), str(file), number, facts))
    rows.sort(key=lambda row: row[:3])
    every = frozenset().union(*(facts for *_, facts in rows))
    for word in words_of(Game.load(game)):
        saying = {fact for fact in every if word.away(fact) != fact}
        used = tuple((file, n) for _, file, n, facts in rows if not saying.isdisjoint(facts))
        yield _Piece(word, used)


def _missed(piece: _Piece) -> bool:
    return any(misses(_case(*one), piece.word) for one in _tried(piece.cases))


def _tried(cases: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, int]]:
    """Yield the shortest of some cases, then some of all others, at even distances."""
    yield from cases[:SHORTEST]
    others = cases[SHORTEST:]
    yield from others[:: max(1, -(-len(others) // OTHERS))]


@lru_cache(maxsize=64)
def _case(file: str, number: int) -> Case:
    return expanded(load_scenario(file))[number]
