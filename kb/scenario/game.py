"""A game as scenarios and cards see it: which words there are, and the term each becomes.

Everything stands in ``rules/<game>/game.yaml``; nothing here, or anywhere in the package, knows a
particular game. What such a file may say is declared once: `Game` is the file as a whole, and its
parts are the classes of `zones`, `forms`, `actions`, `properties` and `game_words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from clingo import Symbol

from kb.cache import Entry
from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.resources import GAME_FILE, game_names, home
from kb.rulebook.edition import Edition, Editions
from kb.rulebook.gaps import Gap, Gaps
from kb.rulebook.uncovered import Uncovered, read_uncovered
from kb.scenario import reader
from kb.scenario.actions import PASS, Action
from kb.scenario.declared import key, record_of
from kb.scenario.forms import Attribute, Form, Forms
from kb.scenario.game_words import (
    CardKey,
    CostSymbol,
    EditionKeys,
    Effects,
    FilterWords,
    GapKeys,
    Ordering,
    PartWords,
    PhraseList,
    StackWords,
    TargetForm,
    TurnWords,
    UncoveredKeys,
    Wording,
    WordList,
)
from kb.scenario.holed import Holed, Term
from kb.scenario.kinds import KINDS
from kb.scenario.properties import Property
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.terms import Template, fold
from kb.scenario.zones import Functioning, Zone


@record(kw_only=True)
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
    declined: Mapping[str, str] = key(
        "How answers say of a decision that nothing is chosen, where it is not 'no'.",
        dict,
        folded=True,
    )
    to_come: tuple[str, ...] = key(
        "The fluents, and numbers, that say what is still to come, of which outcomes tell.",
        (),
        name="to come",
    )
    orders: Ordering | None = key("What is played in different orders.", None)
    properties: Mapping[str, Property] = key(
        "What can be asked, and expected.", dict, folded=True, worded=True
    )
    values: Mapping[str, WordList] = key("Lists of words.", dict)
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
        if asked.answer == "flag" and asked.clause is not None and "?" not in asked.clause:
            message = f"{quote(asked.clause)} says the same of a yes and of a no; expected a '?'"
            raise ScenarioError(message, ("properties", asked.name, "clause"))
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
    for name in game.declined:
        yield "decision", name, frozenset(game.decisions), ("declined", name)
    for name in game.filters.lists:
        yield "kind", name, kinds, ("filters", "lists", name)
    ends = frozenset((*game.filters.suffixes, *(one.pattern for one in game.filters.numbered)))
    around = (*game.references, *game.amounts, *game.conditions)
    places = frozenset((*game.triggers, *game.statics, *game.instructions))
    places |= {one.pattern for one in around}
    for word, listed in game.filters.only_in.items():
        yield "end of a filter", word, ends, ("filters", "only in", word)
        for name in listed:
            yield "place of a filter", name, places, ("filters", "only in", word)
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
