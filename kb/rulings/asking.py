"""From a scenario to its rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date as day
from pathlib import Path
from typing import Any

from clingo import Symbol

from kb.errors import LudexError, nearest, quote
from kb.inference.engine import Clock
from kb.inference.graph import NODES, State
from kb.inference.script import ScriptError
from kb.inference.session import Session
from kb.inference.slicing import slicer_of
from kb.library.place import using
from kb.proof.words import Phrasing, listed
from kb.questions.situation import situate
from kb.resources import own_rules
from kb.rulebook import Rulebook, loaded
from kb.rulebook.edition import read_date
from kb.rulebook.gaps import Readings
from kb.rulebook.overlay import Overlay
from kb.rulebook.rulebook import with_overlays
from kb.rulings.left_out import unread_of
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case, Game, Question, Scenario, expanded, load_scenario, reader
from kb.scenario.reader import Path_
from kb.scenario.references import Present
from kb.scenario.unread import unread
from kb.scenario.variants import read_as


def ask(
    scenario: Scenario | Mapping[str, Any] | str | Path,
    *,
    variant: str | None = None,
    question: int | None = None,
    as_of: day | str | None = None,
    cards: str | Path | None = None,
    store: str | Path | None = None,
    readings: Readings | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    rulebook: Rulebook | None = None,
    overlays: Iterable[Overlay] = (),
    without: Iterable[str] = (),
    rules: str | Path | None = None,
) -> list[Ruling]:
    """Answer the questions of a scenario.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
        A scenario, what a scenario file says as plain data, or the path of such a file.
    variant : str, optional
        Answer only this variant of the scenario.
    question : int, optional
        Answer only this question of each, counted from 1.
    as_of : date or str, optional
        The day whose rules apply, instead of the scenario's.
    cards : str or Path, optional
        A file of cards, one JSON object a line, that the scenario may use besides its own.
    store : str or Path, optional
        The card store in which cards are found by name, instead of the user's own.
    readings : mapping of str to str, optional
        How gaps of the documents are read, instead of as the scenario says.
    limit : int, optional
        How many states are visited at most.
    time_limit : float, optional
        The seconds that each variant may take.
    rulebook : Rulebook, optional
        Another rulebook of the game.
    overlays : iterable of path or Source, optional
        Rules on top that replace, repeal, amend or add.
    without : iterable of str, optional
        The numbers of rules that are switched off.
    rules : str or Path, optional
        A folder of the user's in which games are found: that of one, or one that holds several.

    Returns
    -------
    list of Ruling
        One for each question of each variant, in the order of the file.

    Raises
    ------
    LudexError
        If the scenario makes no sense, or what is to be done cannot be done at all.
    """
    return list(
        rulings(
            scenario,
            variant=variant,
            question=question,
            as_of=as_of,
            cards=cards,
            store=store,
            readings=readings,
            limit=limit,
            time_limit=time_limit,
            rulebook=rulebook,
            overlays=overlays,
            without=without,
            rules=rules,
        )
    )


def rulings(
    scenario: Scenario | Mapping[str, Any] | str | Path,
    *,
    variant: str | None = None,
    question: int | None = None,
    as_of: day | str | None = None,
    cards: str | Path | None = None,
    store: str | Path | None = None,
    readings: Readings | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    rulebook: Rulebook | None = None,
    overlays: Iterable[Overlay] = (),
    without: Iterable[str] = (),
    rules: str | Path | None = None,
    failed: Callable[[str, LudexError], None] | None = None,
) -> Iterator[Ruling]:
    """Answer the questions of a scenario one by one; see `ask`.

    With `failed`, what is wrong in one variant is told to it, with the variant's name, and the
    others are answered all the same.
    """
    _check_kinds(
        variant=(variant, str, "a name"),
        limit=(limit, int, "a whole number"),
        time_limit=(time_limit, (int, float), "a number of seconds"),
        cards=(cards, (str, Path), "the path of a file"),
        store=(store, (str, Path), "the path of a card store"),
        rules=(rules, (str, Path), "the path of a folder"),
        readings=(readings, Mapping, "a mapping of gaps to readings"),
        rulebook=(rulebook, Rulebook, "a Rulebook"),
    )
    with own_rules(rules):
        cases = cases_of(scenario, variant=variant, as_of=as_of, cards=cards, readings=readings)
    off = (without,) if isinstance(without, str) else tuple(without)
    most = max(cases, key=lambda case: len(case.scenario.ask))
    questions_of(most, question)
    with own_rules(rules):
        rulebook = rulebook or with_overlays(cases[0].scenario.game, overlays)
    for case in cases:
        numbers = [n for n in questions_of(case) if question is None or n == question]
        if not numbers:
            continue
        try:
            with own_rules(rules), using(store):
                session = open_session(
                    case,
                    rulebook=rulebook,
                    limit=limit or NODES,
                    clock=Clock(time_limit),
                    without=off,
                )
            session.readings_at_once = True  # whoever shows a ruling says what it depends on
            for number in numbers:
                yield answer(session, number)
        except LudexError as error:
            if failed is None:
                raise
            failed(case.name, error)


def open_session(
    case: Case,
    *,
    rulebook: Rulebook | None = None,
    limit: int = NODES,
    clock: Clock | None = None,
    without: Iterable[str] = (),
) -> Session:
    """Return the session of a case with the rules of its date, some of them switched off."""
    try:
        situation = situate(case.scenario, case.name)
    except LudexError as error:
        if case.scenario.file is None or error.file is not None or error.line is not None:
            raise
        # What nobody gave a place is at least told with the file.
        raise error.at(case.scenario.file) from None
    book = rulebook or loaded(situation.game.name)
    view = book.on(situation.date, situation.readings)
    out = {label.id for number in without for label in view.find(number)}
    if out:
        view = book.without(frozenset(out)).on(situation.date, situation.readings)
    return Session(
        situation, view, situation.game, limit=limit, clock=clock, slicer=slicer_of(view)
    )


def cases_of(
    scenario: Scenario | Mapping[str, Any] | str | Path,
    *,
    variant: str | None = None,
    as_of: day | str | None = None,
    cards: str | Path | None = None,
    readings: Readings | None = None,
) -> tuple[Case, ...]:
    """Return the scenarios that a scenario stands for, each without variants.

    Raises
    ------
    LudexError
        If there is no such variant.
    """
    read = scenario_of(scenario)
    cases = expanded(read)
    if variant is not None:
        names = [entry.name for entry in read.variants]
        if variant not in names:
            hint = nearest(variant, names) if names else "; this scenario has none"
            raise LudexError(f"no variant {quote(variant)}{hint}", file=read.file)
        # The scenario itself comes first, if it asks anything.
        cases = (cases[names.index(variant) - len(names)],)
    cases = tuple(_asking(case) for case in cases)
    if cards is not None:
        cases = tuple(_with_cards(case, Path(cards)) for case in cases)
    if readings:
        cases = tuple(read_as(case, readings) for case in cases)
    if as_of is None:
        return cases
    on = read_date(as_of)
    Game.load(read.game).edition(on)  # refused here, for it stands in no file
    return tuple(Case(case.name, case.scenario.with_(date=on)) for case in cases)


def _check_kinds(**given: tuple[object, type | tuple[type, ...], str]) -> None:
    """Refuse an argument of another kind than is expected."""
    for name, (value, kinds, expected) in given.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, kinds)):
            raise LudexError(f"{quote(value)} as {quote(name)}; expected {expected}")


def scenario_of(given: object) -> Scenario:
    """Return what is given as a scenario.

    Raises
    ------
    LudexError
        If it is none, nor plain data or the path of a file that makes one.
    """
    match given:
        case Scenario():
            return given
        case str() | Path():
            return load_scenario(given)
        case Mapping():
            return Scenario.of(reader.node_of(dict(given)))
    expected = "a Scenario, a mapping, or the path of a scenario file"
    raise LudexError(f"{quote(given)} as a scenario; expected {expected}")


def _with_cards(case: Case, cards: Path) -> Case:
    """Let a scenario use the cards of a file."""
    known = [str(cards.resolve()), *case.scenario.cards]
    return Case(case.name, case.scenario.with_(cards=known))


def _asking(case: Case) -> Case:
    """Have a scenario that asks nothing ask how it can end."""
    if case.scenario.ask:
        return case
    return Case(case.name, case.scenario.with_(ask=(Question(outcomes={}),)))


def questions_of(case: Case, question: int | None = None) -> list[int]:
    """Return the numbers of the questions that are to be answered, counted from 1.

    Raises
    ------
    LudexError
        If there is no such question.
    """
    count = len(case.scenario.ask)
    if question is None:
        return list(range(1, count + 1))
    if type(question) is not int:
        raise LudexError(f"{quote(question)} as 'question'; expected a whole number")
    if not 1 <= question <= count:
        asks = {0: "asks nothing", 1: "asks one question"}.get(count, f"asks {count} questions")
        raise LudexError(
            f"no question {question}: {quote(case.name)} {asks}", file=case.scenario.file
        )
    return [question]


def answer(session: Session, number: int) -> Ruling:
    """Answer one question of a session; what cannot be is told with its place in the file."""
    asked = session.situation.questions[number - 1]
    scenario = session.situation.scenario
    try:
        return rule_on(session, asked)
    except ScriptError as error:
        raise located(scenario, with_expected(error, session), error.path) from None
    except LudexError as error:
        raise located(scenario, error, asked.path) from None


def with_expected(error: ScriptError, session: Session) -> LudexError:
    """Return an error of the script that says what could have been said instead, or why not."""
    if text := _not_carried_out(error.waited, session):
        came_up = error.message.partition("; what is chosen")[0]
        return LudexError(f"{came_up}; Ludex does not carry out {quote(text)}")
    if error.unset and (texts := _may_have_been_set_off(session)):
        return LudexError(f"{error.message}; Ludex does not carry out {texts[0]}")
    words = Phrasing(session.situation.names.offered, session.view.vocabulary)
    words = words.knowing(session.offers.waiting(Present.of(error.moment)))
    named = listed(dict.fromkeys(_named(one, session, words) for one in error.expected), "or")
    return LudexError(f"{error.message}; expected {named}") if named else error


def _may_have_been_set_off(session: Session) -> list[str]:
    """Return the texts that wait for something and are not carried out, with their cards."""
    known = session.game.functioning
    begins = () if known is None else known.waits
    return [
        str(one)
        for _, texts in unread_of(session)
        for one in texts
        if one.waits or one.text.casefold().startswith(begins)
    ]


def _named(option: Symbol, session: Session, words: Phrasing) -> str:
    """Return how `choose` names an option; one of several parts of a text also by what it says."""
    offers = session.offers
    numbers = " and ".join(map(str, offers.numbers(option)))
    if part := offers.parts.said(option):
        return f"{numbers} ({quote(part)})" if numbers else quote(part)
    return quote(numbers or words.term(option, "option"))


def _not_carried_out(state: State, session: Session) -> str:
    """Return what is not carried out of what is used in a state, or waits there; or nothing."""
    static = session.situation.static
    cards = {fact.arguments[0]: fact.arguments[1] for fact in static if fact.match("card", 2)}
    played = {
        cards.get(fluent.arguments[0].arguments[0])
        for fluent in state
        if fluent.match("stack", 2) and fluent.arguments[0].match("obj", 2)
    }
    used = {part for fluent in state for part in fluent.arguments if part.match("ab", 2)}
    used |= {
        fact.arguments[2]
        for fact in static
        if fact.match("printed", 3) and fact.arguments[0] in played
    }
    return next(iter(unread(static, used)), "")


def located(scenario: Scenario, error: LudexError, path: Path_) -> LudexError:
    """Return an error with the place of a part of the scenario, unless it has one."""
    if error.file is not None or error.line is not None:
        return error
    return scenario.error(error.message, path)
