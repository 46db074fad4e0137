"""A scenario as facts: what is fixed, what holds at the start, what is done and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from clingo import Symbol

from kb.errors import LudexError, quote
from kb.questions.asked import Asked, Asking
from kb.questions.kinds import read_question
from kb.records import record
from kb.rulebook.edition import Edition
from kb.scenario import reader
from kb.scenario.board import Board
from kb.scenario.card_files import card_nodes, with_text
from kb.scenario.cards import Card, Catalogue
from kb.scenario.game import Game
from kb.scenario.model import Scenario
from kb.scenario.names import Names
from kb.scenario.reader import Node, ScenarioError
from kb.scenario.script import ScriptLine, Until
from kb.scenario.shelf import Shelf, shelf
from kb.scenario.terms import constant, fold

if TYPE_CHECKING:
    from kb.library.held import Held


@record
class Situation:
    """A scenario, ready to be reasoned about.

    Parameters
    ----------
    name : str
        What reports call it.
    scenario : Scenario
        Where it comes from.
    game : Game
        The game's words.
    date : date
        The day whose rules apply.
    edition : Edition
        The edition of the rules in force on that day.
    static : tuple of Symbol
        Facts that never change: players, owners, what is printed on the cards.
    state : frozenset of Symbol
        The fluents that hold at the start.
    names : Names
        What the symbols are called.
    script : tuple of ScriptLine
        What is done, in order.
    questions : tuple of Asked
        What is asked about the situation after that.
    cards : tuple of Card
        The cards that it is about.
    readings : dict
        How gaps of the documents are read, where not by default.
    taken : tuple of (Symbol, Held)
        The cards among them that come from the library.
    brought : tuple of (str, str)
        The cards that are taken as they come along, though the store has them, and why.
    """

    name: str
    scenario: Scenario
    game: Game
    date: date
    edition: Edition
    static: tuple[Symbol, ...]
    state: frozenset[Symbol]
    names: Names
    script: tuple[ScriptLine, ...]
    questions: tuple[Asked, ...]
    cards: tuple[Card, ...]
    readings: Mapping[str, str]
    brought: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[Symbol, Held], ...] = ()

    def said(self, name: str, arity: int) -> Sequence[Symbol]:
        """Return the facts of a predicate that never change."""
        return self._by_predicate.get((name, arity), ())

    @cached_property
    def _by_predicate(self) -> dict[tuple[str, int], list[Symbol]]:
        found: dict[tuple[str, int], list[Symbol]] = {}
        for fact in self.static:
            found.setdefault((fact.name, len(fact.arguments)), []).append(fact)
        return found


def situate(scenario: Scenario, name: str = "") -> Situation:
    """Return the situation that a scenario describes.

    Parameters
    ----------
    scenario : Scenario
        Without variants; see `variants.expanded`.
    name : str
        What reports call it.

    Raises
    ------
    LudexError
        For the first thing in it that the game does not know or that contradicts something else,
        with its place.
    """
    try:
        return _situate(scenario, name)
    except ScenarioError as cause:
        raise cause.located(scenario.node) from None


def _situate(scenario: Scenario, name: str) -> Situation:
    try:
        game = Game.load(scenario.game)
    except LudexError as cause:
        raise cause if cause.file else ScenarioError(cause.message, ("game",)) from None
    day = scenario.date or game.newest
    try:
        edition = game.edition(day)
    except LudexError as cause:
        raise ScenarioError(cause.message, ("date",)) from None
    for gap, reading in scenario.readings.items():
        try:
            game.gaps.check(gap, reading)
        except LudexError as cause:
            unknown = gap not in game.gaps.gaps
            raise ScenarioError(cause.message, ("readings", gap), key=unknown) from None
    catalogue, library = _catalogue(scenario, game)
    catalogue = catalogue.on(day)
    board = Board(scenario, game, catalogue)
    asking = Asking(board.finder, day)
    script = tuple(asking.acting.line(step, ("do", i)) for i, step in enumerate(scenario.do))
    if script and isinstance(script[0], Until):
        script[0].check(game.turn, board.state)
    questions = tuple(read_question(asking, one, ("ask", i)) for i, one in enumerate(scenario.ask))
    cards = tuple(board.finder.cards())
    printed = [fact for card in cards for fact in card.facts]
    said = (*asking.facts, *asking.acting.facts)
    return Situation(
        name=name,
        scenario=scenario,
        game=game,
        date=day,
        edition=edition,
        static=tuple(dict.fromkeys((*game.facts, *board.static, *printed, *said))),
        state=frozenset(board.state),
        names=_names(board, cards, asking.texts),
        script=script,
        questions=questions,
        cards=cards,
        readings=scenario.readings,
        brought=tuple(
            called
            for card in cards
            if (called := library.brought.get(id(catalogue.entry(card.symbol)))) is not None
        ),
        taken=tuple(
            (card.symbol, held)
            for card in cards
            if (held := library.held.get(id(catalogue.entry(card.symbol)))) is not None
        ),
    )


def _catalogue(scenario: Scenario, game: Game) -> tuple[Catalogue, Shelf]:
    """Return the cards a scenario may name: its own, the library's, then those Ludex brings."""
    texts = tuple(reader.texts(reader.plain(scenario.node)))
    own = _own_cards(scenario, game, frozenset(map(fold, texts)))

    def of_others() -> Iterator[str]:
        described = {name for _, nodes in own for node in nodes for name in _names_of(node)}
        yield from (text for text in texts if fold(text) not in described)

    catalogue = Catalogue.load(game)
    library = shelf(game, of_others(), scenario.date, catalogue)
    if library.exists:
        catalogue = Catalogue(game, library.nodes, catalogue, library.miss)
    for index, nodes in own:
        if index is None:
            catalogue = catalogue.extended(nodes)
            catalogue.check(own=True)
            continue
        try:
            catalogue = catalogue.extended(nodes)
        except LudexError as cause:
            raise _in_file(cause, scenario, index) from None
    return catalogue, library


def _own_cards(
    scenario: Scenario, game: Game, named: frozenset[str]
) -> list[tuple[int | None, tuple[Node, ...]]]:
    """Return the cards of a scenario: those of each file with its place, then those described."""
    found: list[tuple[int | None, tuple[Node, ...]]] = []
    folder = Path(scenario.file).parent if scenario.file else Path()
    for index, entry in enumerate(scenario.cards):
        if isinstance(entry, str):
            try:
                found.append((index, card_nodes(game, folder / entry, named)))
            except LudexError as cause:
                raise _in_file(cause, scenario, index) from None
    inline = reader.mapping(scenario.node, "a scenario").get("cards")
    described: list[Node] = []
    created: list[Node] = []
    for node in () if inline is None else reader.items(inline, "cards"):
        if not isinstance(node, reader.Scalar):
            card, *others = with_text(game, node)
            described.append(card)
            # Several texts, in one language or several, may create the same token.
            created += (one for one in others if one not in created)
    return [*found, (None, (*described, *created))] if described else found


def _in_file(cause: LudexError, scenario: Scenario, index: int) -> LudexError:
    if cause.file is not None and cause.line is not None:
        return cause
    return ScenarioError(f"{quote(scenario.cards[index])}: {cause.message}", ("cards", index))


def _names_of(node: Node) -> Iterator[str]:
    """Yield what a described card is called."""
    if isinstance(node, reader.Mapping):
        for word in ("name", "called"):
            value = node.get(word)
            if isinstance(value, reader.Scalar):
                yield fold(str(value.value))


def _names(board: Board, cards: tuple[Card, ...], texts: Mapping[Symbol, str]) -> Names:
    terms = {placed.term: placed.text for placed in board.finder.objects}
    terms.update(board.texts)
    terms.update(texts)
    for card in cards:
        terms.update(card.texts)
    words: dict[Symbol, str] = {zone.term: zone.name for zone in board.game.zones.values()}
    for name, term in board.game.phases.items():
        words.setdefault(term, name)
    for values in board.game.values.values():
        for word, term in values.terms.items():
            words.setdefault(term, word)
    printed: dict[Symbol, str] = {}
    for card in cards:
        called = board.finder.catalogue.called(card.symbol)
        if called is not None:
            printed |= {card.symbol: called, constant(called): called}
    # The texts of filters are constants, too; a player of that name has its own constant.
    return Names(
        players=dict(board.finder.players),
        cards={card.symbol: card.name for card in cards},
        handles={p.handle: p.text for p in board.finder.objects if p.card is not None},
        terms={term: text for term, text in terms.items() if term.arguments or term not in words},
        words=words,
        printed=printed,
    )
