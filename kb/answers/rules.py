"""Games and rules as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, cast

from kb.answers.known_rules import (
    GamesAnswer,
    HistoryData,
    RestingData,
    RuleData,
    RulePageAnswer,
    RulePageData,
    RulesAnswer,
    SummaryData,
)
from kb.cases import PinnedCase, cases_about, cases_on
from kb.resources import game_names
from kb.rulebook import Label, Rulebook, loaded
from kb.scenario.terms import fold
from kb.serialization import serialized


def games_answer() -> GamesAnswer:
    """Return the games with their editions."""
    return serialized(GamesAnswer, {"games": [loaded(name) for name in game_names()]})


def rules_answer(book: Rulebook, labels: Iterable[Label]) -> RulesAnswer:
    """Return rules in brief, and what the documents of their game leave open."""
    rules = [serialized(SummaryData, label) for label in labels]
    data = {"game": book.game, "gaps": book.gaps.gaps.values()}
    return serialized(RulesAnswer, data, rules=rules)


def whole_rules_answer(
    book: Rulebook, labels: Sequence[Label], day: date | None = None
) -> RulesAnswer:
    """Return all about some rules: their statements, and the cases that rest on them."""
    cases = cases_about(labels)
    rules = [_whole(book, label, cases_on(book, label, cases), day) for label in labels]
    return {"game": book.game, "rules": list(rules)}


def rule_page_answer(book: Rulebook, number: str, day: date | None = None) -> RulePageAnswer:
    """Return all about the rules of a number, with what refers to them and what they were."""
    found = (book if day is None else book.on(day)).find(number)
    known = [label for label in book.headers if label.numbers and not label.repeals]
    pages = []
    told_of: list[Any] = whole_rules_answer(book, found, day)["rules"]
    for label, whole in zip(found, told_of, strict=True):
        names = {name for name, _ in label.names()}
        history = [one for one in known if names & {name for name, _ in one.names()}]
        referring = (n for one in known if names & set(one.see) for n in one.numbers)
        history.sort(key=lambda one: one.start or date.min)
        told = [serialized(HistoryData, one) for one in history]
        named = list(dict.fromkeys(referring))
        page = {**whole, "refers": whole["see"], "referred_by": named, "history": told}
        pages.append(cast(RulePageData, page))
    return {"game": book.game, "rules": pages}


def rules_that_say(book: Rulebook, labels: Iterable[Label], query: str) -> list[Label]:
    """Return the rules of which the number, the sentence or a statement holds all words."""
    words = fold(query).split()

    def says(label: Label) -> bool:
        names = (name for name, _ in label.names())
        program = (statement.text for statement in book.of_label(label.id))
        text = fold(" ".join((label.id, *label.numbers, *names, label.sentence, *program)))
        return all(word in text for word in words)

    return list(filter(says, labels))


def _whole(book: Rulebook, label: Label, cases: Iterable[PinnedCase], day: date | None) -> RuleData:
    return serialized(
        RuleData,
        label if day is None else label.on(day),
        program="\n".join(statement.text for statement in book.of_label(label.id)),
        cases=[serialized(RestingData, case) for case in cases],
    )
