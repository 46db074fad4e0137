"""What a case asks, and what it is answered, as far as two answers are compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from clingo import Symbol

from kb.errors import LudexError
from kb.inference.session import Session
from kb.inference.slicing import Slicer, slicer_of
from kb.proof.words import listed
from kb.questions.situation import Situation, situate
from kb.records import record
from kb.rulebook import RulebookView
from kb.rulings.ruling import Ruling, rule_on
from kb.scenario import Case, Scenario, expanded, load_scenario, reader

EXPECTED = frozenset(
    {"name", "expect", "includes", "excludes", "because", "depends on", "unless"},
)
"""The keys of a question that say what is expected, and not what is asked."""

TITLES = frozenset({"title", "case", "rows", "date"})
"""The keys of a scenario that make it no other one for the rules of some day."""


@record
class GivenAnswer:
    """An answer, as far as two are compared.

    Attributes
    ----------
    sentence : str
    outcomes : tuple of str
        The answer in each outcome, if there are several; what is told besides.
    key : str
        What is compared: how sure the answer is, and what it is.
    """

    sentence: str
    outcomes: tuple[str, ...]
    key: str

    @staticmethod
    def of(ruling: Ruling) -> GivenAnswer:
        """Return what a ruling says."""
        found = [[one.status, one.answer, one.properties, one.said] for one in ruling.outcomes]
        outcomes = sorted(found, key=repr)
        besides = _besides(ruling)
        compared = [ruling.state, ruling.result, outcomes, besides]
        key = json.dumps(compared, default=_plain, sort_keys=True)
        several = len(ruling.outcomes) > 1
        sentences = tuple(one.sentence for one in ruling.outcomes) if several else ()
        sentences += tuple(f"{one[:1].upper()}{one[1:]}." for one in besides)
        return GivenAnswer(ruling.sentence, sentences, sha256(key.encode()).hexdigest()[:32])

    @staticmethod
    def kept(data: Mapping[str, Any]) -> GivenAnswer:
        """Return an answer as it was kept."""
        return GivenAnswer(data["sentence"], tuple(data["outcomes"]), data["key"])

    @staticmethod
    def failed(error: LudexError) -> GivenAnswer:
        """Return what stands in place of an answer where what is asked makes no sense."""
        return GivenAnswer(f"It can't be asked: {error.message}.", (), UNASKED)


def _besides(ruling: Ruling) -> list[str]:
    """Return what a judge is told besides the answer, such as when something is chosen."""
    atoms: set[Symbol] = set()
    for leaf in ruling.leaves:
        told = ruling.asked.told(leaf)
        if isinstance(told, frozenset):
            # Which rule says that something is no target is compared, too.
            atoms |= told | {goal for goal in leaf.goals if goal.name == EXCLUDED}
    return sorted((*map(ruling.speech.clause, atoms), *_decided(ruling)))


def _decided(ruling: Ruling) -> Iterator[str]:
    """Yield whose choices make which of several answers it is, in words."""
    if len(ruling.leaves) < 2:
        return
    taken = [one for leaf in ruling.leaves for one in leaf.choices]
    players = {ruling.speech.who(player) for one in taken for player in one.choosers}
    players |= {"someone" for one in taken if not one.choosers}
    if players:
        verb = "decides" if len(players) == 1 else "decide"
        yield f"{listed(sorted(players))} {verb} which"


EXCLUDED = "excluded"
"""What says why something is no target."""

UNASKED = ""
"""The key of what could not be asked."""


def situated(case: Case, view: RulebookView) -> Situation:
    """Return the situation of a case on the day of some rules."""
    return situate(case.scenario.with_(date=view.date), case.name)


def opened(
    situation: Situation, view: RulebookView, slicer: Slicer | None = None, *, told: bool = True
) -> Session:
    """Return a session, with `told` one in which it is remembered what could hold in each step."""
    session = Session(situation, view, situation.game, slicer=slicer or slicer_of(view))
    session.engine.told = {} if told else None
    return session


def answered(
    session: Session, known: Sequence[GivenAnswer] = ()
) -> tuple[tuple[GivenAnswer, ...], tuple[Ruling, ...]]:
    """Return the answers to all questions of a session, and those rulings that there are.

    Where others are `known`, those behind the first that is another one are left out.
    """
    said, rulings = [], []
    for number, asked in enumerate(session.situation.questions):
        try:
            ruling = rule_on(session, asked)
            said.append(GivenAnswer.of(ruling))
            rulings.append(ruling)
        except LudexError as error:
            said.append(GivenAnswer.failed(error))
        if number < len(known) and said[-1].key != known[number].key:
            break
    return tuple(said), tuple(rulings)


def cases_in(file: str | Path) -> tuple[Case, ...]:
    """Return the cases of a file, those left out that ask the same of the same board."""
    found: dict[str, Case] = {}
    for case in expanded(load_scenario(file)):
        found.setdefault(asked_of(case.scenario), case)
    return tuple(found.values())


def pins_of(case: Case) -> frozenset[str]:
    """Return the numbers of the rules that a case pins."""
    asked = reader.plain(case.scenario.node).get("ask") or ()
    return frozenset(str(number) for one in asked for number in one.get("because") or ())


def asked_of(scenario: Scenario) -> str:
    """Return a hash of a board and of what is asked: alike in two cases that are one."""
    data = {k: v for k, v in reader.plain(scenario.node).items() if k not in TITLES}
    data["ask"] = [
        {k: v for k, v in one.items() if k not in EXPECTED} for one in data.get("ask", ())
    ]
    return sha256(json.dumps(data, default=str, sort_keys=True).encode()).hexdigest()[:32]


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)
