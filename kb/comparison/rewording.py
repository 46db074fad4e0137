"""What changes if the text of a card were another: the cases that name it, asked with both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kb.cards.unread import words_left
from kb.cases import examples_of
from kb.comparison.answers import ChangedAnswer, ComparedCases, ComparedFile, together, unpacked
from kb.comparison.keeping import Kept, packed, place_of_comparison
from kb.errors import LudexError, nearest, quote
from kb.inference.engine import Clock
from kb.library.place import store_path
from kb.library.store import Store
from kb.records import record
from kb.rulebook import Rulebook
from kb.rulings.asking import answer, open_session, questions_of
from kb.scenario import Case, Game, Scenario, reader
from kb.scenario.card_files import entries_of
from kb.scenario.cards import Catalogue
from kb.scenario.terms import fold
from kb.testing.asked import GivenAnswer, asked_of, cases_in

Entry = dict[str, Any]


@record
class Reworded:
    """What came of another text of a card.

    Attributes
    ----------
    game : str
    card : str
        Its name.
    cases : ComparedCases
        What the cases that name it answer with its text, and with the other.
    left : tuple of str
        What of the other text no rule carries out.
    """

    game: str
    card: str
    cases: ComparedCases
    left: tuple[str, ...] = ()


def reword(
    game: str,
    card: str,
    text: str,
    *,
    files: Iterable[Path] | None = None,
    clock: Clock | None = None,
    asked: Callable[[int, int], object] = lambda *_: None,
) -> Reworded:
    """Ask the cases that name a card with its text and with another one.

    Parameters
    ----------
    game, card : str
        The card's name, in any of its languages.
    text : str
        The other text, as it would be printed.
    files : iterable of path, optional
        Scenario files; the worked examples of the game, unless given.
    clock : Clock, optional
        When to stop.
    asked : callable, optional
        Is told of how many files the cases are done, and how many there are.

    Raises
    ------
    LudexError
        If there is no such card, or the game's grammar does not read its text.
    """
    read = Game.load(game)
    entry = _entry(read, card, text)
    made = [entry, *(entries_of(read, entry) if "text" in entry else ())]
    left = tuple(dict.fromkeys(words_left(made)))
    told = json.dumps(entry, sort_keys=True, default=str)
    place = place_of_comparison([Rulebook.load(game).on()], ["card", told])
    names = {fold(str(entry["name"])), *map(fold, map(str, entry.get("names", {}).values()))}
    naming = [
        file
        for file in (examples_of(game) if files is None else files)
        if any(name in fold(file.read_text(encoding="utf-8")) for name in names)
    ]
    clock = clock or Clock()
    parts: list[ComparedFile] = []
    whole = 0
    for file in naming:
        kept = Kept(place, str(file))
        if not kept.whole and not clock.over:
            _compare(file, entry, names, clock, kept)
            kept.save()
        # Where time is over, what earlier runs found is told.
        done = [unpacked(kept.found[one]) for one in kept.order if one in kept.found]
        parts.append(together(done, str(file)))
        whole += kept.whole
        asked(len(parts), len(naming))
    cases = ComparedCases(len(naming), whole, tuple(parts))
    return Reworded(game, str(entry["name"]), cases, left)


def _entry(game: Game, name: str, text: str) -> Entry:
    """Return the entry of a card with another text."""
    catalogue = Catalogue.load(game)
    symbol = catalogue.get(name)
    if symbol is not None:
        own = reader.plain(catalogue.entry(symbol))
        kept = {key: said for key, said in own.items() if key not in ("abilities", "changes")}
        return {**kept, "text": text}
    with Store.reading(store_path()) as store:
        found = [] if store is None else store.find(game.name, name, None)
        if len(found) > 1:
            listed = ", ".join(quote(one.full) for one in found[:6])
            raise LudexError(f"{quote(name)} could be {listed}; say which")
        if found:
            first, *_ = entries_of(game, {**found[0].face.data, "text": text}) or [{}]
            if first:
                return {**first, "name": found[0].face.name}
    raise LudexError(f"no card {quote(name)}{nearest(name, catalogue.names)}")


def _compare(file: Path, entry: Entry, names: set[str], clock: Clock, kept: Kept) -> None:
    """Ask the cases of a file that name a card and of which nothing is kept."""
    cases = {asked_of(case.scenario): case for case in cases_in(file)}
    naming = {asked: case for asked, case in cases.items() if _names(case, names)}
    kept.order = list(naming) or [""]
    if not naming:
        kept.add("", packed(ComparedFile()))
    for asked, case in naming.items():
        if asked not in kept.found:
            part = _of_case(str(file), case, entry, clock)
            if clock.over:  # what was cut is no other answer
                return
            kept.add(asked, packed(part))


def _names(case: Case, names: set[str]) -> bool:
    """Return whether a case names a card, and does not describe one of that name itself."""
    said = [fold(one) for one in reader.texts(reader.plain(case.scenario.node))]
    described = {fold(str(one.get("name"))) for one in case.scenario.cards if type(one) is dict}
    return not described & names and any(name in one for one in said for name in names)


def _of_case(file: str, case: Case, entry: Entry, clock: Clock) -> ComparedFile:
    before = _answers(case, clock)
    after = _answers(Case(case.name, _with(case.scenario, entry)), clock)
    if all(one.key == "" for one, _ in (*before, *after)):
        return ComparedFile(unasked=((case.name, after[0][0].sentence),))
    changed = []
    for number, ((then, question), (now, _)) in enumerate(zip(before, after, strict=True), 1):
        if then.key != now.key:
            place = reader.mark_of(case.scenario.node, ("ask", number - 1))
            line = None if place is None else place.line
            changed.append(
                ChangedAnswer(file, line, case.name, number, question, then, now, (), (), ())
            )
    return ComparedFile(1, ((file, case.name),), tuple(changed))


def _with(scenario: Scenario, entry: Entry) -> Scenario:
    """Return a scenario that describes one card more, every place as it was."""
    node = reader.mapping(scenario.node, "a scenario")
    known = node.get("cards")
    cards = (*(() if known is None else reader.items(known, "cards")), reader.node_of(entry))
    entries = {**node.entries, "cards": reader.Entry(reader.Sequence(cards))}
    return Scenario.of(reader.Mapping(entries, node.mark))


def _answers(case: Case, clock: Clock) -> list[tuple[GivenAnswer, str]]:
    """Return the answers of a case, each with its question."""
    numbers = questions_of(case)
    try:
        session = open_session(case, clock=clock)
    except LudexError as error:
        return [(GivenAnswer.failed(error), "")] * len(numbers)
    found = []
    for number in numbers:
        question = session.situation.questions[number - 1].name
        try:
            found.append((GivenAnswer.of(answer(session, number)), question))
        except LudexError as error:
            found.append((GivenAnswer.failed(error), question))
    return found
