"""What is changed between two rulebooks, statement by statement, in whichever process asks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property

from kb.inference.slicing import Slicer, slicer_of
from kb.records import record
from kb.rulebook import Rulebook, RulebookView, Statement
from kb.rulebook.source import Source

NUMBER = re.compile(r"(?<!\w)\d+")
"""A number in a statement."""


@record
class RulesOf:
    """A rulebook as plain data, for whichever process loads it.

    Attributes
    ----------
    overlays : tuple of Source
    day : date
    """

    overlays: tuple[Source, ...]
    day: date


@record(eq=False)
class Between:
    """The rules of either side under some readings, and what is changed between them.

    Attributes
    ----------
    old, new : RulebookView
    old_slicer, new_slicer : Slicer
    slicer : Slicer
        Of the statements of both.
    changed, added : frozenset of int
        The numbers of the statements that only one of them has, and those that only the second has.
    numbered : frozenset of str
        The ids of the numbered rules that are not the same under both.
    """

    old: RulebookView
    new: RulebookView
    old_slicer: Slicer
    new_slicer: Slicer
    slicer: Slicer
    changed: frozenset[int]
    added: frozenset[int]
    numbered: frozenset[str]

    @cached_property
    def numbers_only(self) -> bool:
        """Whether what is changed is nothing but numbers."""
        both: list[Counter[str]] = [Counter(), Counter()]
        for number in self.changed:
            code = " ".join(NUMBER.sub("0", self.slicer.statements[number].code).split())
            both[number in self.added][code.replace(";", ",")] += 1
        return bool(self.changed) and both[0] == both[1]

    def of_rule(self, rule: str) -> Between:
        """Return the same rules, and of what is changed only the statements of one of them."""
        own = [n for n, one in enumerate(self.slicer.statements) if one.label.id == rule]
        changed, added = self.changed.intersection(own), self.added.intersection(own)
        return replace(self, changed=changed, added=added, numbered=frozenset({rule}))

    def labels_of(self, statements: Iterable[int]) -> frozenset[str]:
        """Return the ids of the rules that some of the statements of both belong to."""
        return frozenset(self.slicer.statements[number].label.id for number in statements)


class Books:
    """The two rulebooks, in this process.

    Attributes
    ----------
    reached : set of str
        The ids of the changed rules that some case has reached so far.
    tried : Counter of str
        In how many cases it was tried so far whether a rule is reached.
    """

    def __init__(self, game: str, old: RulesOf, new: RulesOf, rule: str | None = None) -> None:
        books = [Rulebook.load(game, overlays=one.overlays) for one in (old, new)]
        if old.overlays == new.overlays:
            books[1] = books[0]
        self._old, self._new = books
        self._days = old.day, new.day
        self._rule = rule
        self.reached: set[str] = set()
        self.tried: Counter[str] = Counter()
        self._run = ""
        self._known: dict[tuple[tuple[str, str], ...], Between] = {}

    def begin(self, run: str) -> None:
        """Forget what is reached if that was found out in another run."""
        if run != self._run:
            self._run = run
            self.reached.clear()
            self.tried.clear()

    def old(self, readings: Mapping[str, str]) -> RulebookView:
        """Return the first rulebook under some readings."""
        return self._old.on(self._days[0], readings)

    def between(self, readings: Mapping[str, str]) -> Between:
        """Return both rulebooks under some readings, and what is changed between them."""
        key = tuple(sorted(readings.items()))
        if key not in self._known:
            self._known[key] = self._made(readings)
        return self._known[key]

    def _made(self, readings: Mapping[str, str]) -> Between:
        old, new = self.old(readings), self._new.on(self._days[1], readings)
        if self._rule is not None:
            new = new.picked(only(old, new, self._rule))
        keys = [{key_of(s) for s in view.statements} for view in (old, new)]
        differing = keys[0] ^ keys[1]
        numbered = {
            s.label.id
            for view in (old, new)
            for s in view.statements
            if key_of(s) in differing and s.label.numbers
        }
        slicer, numbers = _joined(old, new, keys[0] & keys[1])
        apart = differing - _said_anew((old, new), differing)
        changed = frozenset(n for key, n in numbers.items() if key in apart)
        added = frozenset(n for key, n in numbers.items() if key in apart - keys[0])
        return Between(
            old, new, slicer_of(old), slicer_of(new), slicer, changed, added, frozenset(numbered)
        )


def _said_anew(
    views: tuple[RulebookView, RulebookView], differing: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Return which of the differing statements the other rulebook has, too, in another block.

    Of a rule whose statements are all the same under both, as it is only worded anew, none is
    returned: it is compared as a whole.
    """
    own = [[s for s in view.statements if key_of(s) in differing] for view in views]
    texts = [{s.code for s in some} for some in own]
    both = texts[0] & texts[1]
    moved = {s.label.numbers[:1] for some in own for s in some if s.code not in both}
    return {
        key_of(s) for some in own for s in some if s.code in both and s.label.numbers[:1] in moved
    }


def _joined(
    old: RulebookView, new: RulebookView, both: set[tuple[str, str]]
) -> tuple[Slicer, dict[tuple[str, str], int]]:
    """Return a slicer of the statements of both, and the number of each of them."""
    book = new.rulebook
    wanted = {key_of(s): s for view in (old, new) for s in view.statements}
    numbers: dict[tuple[str, str], int] = {}
    for number, statement in enumerate(book.statements):
        if key_of(statement) in wanted:
            numbers.setdefault(key_of(statement), number)
    if len(numbers) < len(wanted):  # the first has overlays that the second has not
        statements = tuple(wanted.values())
        numbers = {key: n for n, key in enumerate(wanted)}
        sure = frozenset(numbers[key] for key in both)
        return Slicer(statements, sure=sure), numbers
    index = slicer_of(book.on(new.date)).index
    out = frozenset(range(len(book.statements))).difference(numbers.values())
    sure = frozenset(numbers[key] for key in both)
    return Slicer(book.statements, index, out, sure), numbers


def key_of(statement: Statement) -> tuple[str, str]:
    """Return what tells a statement from others: its rule and its text."""
    return (statement.label.id, statement.code)


def only(old: RulebookView, new: RulebookView, rule: str) -> tuple[Statement, ...]:
    """Return the statements of the old rules with nothing changed but one rule."""
    texts = [{key_of(s) for s in view.statements} for view in (old, new)]
    meant = [
        [
            s
            for s in view.statements
            if key_of(s) not in other and rule in s.label.numbers_on(view.date)
        ]
        for view, other in zip((old, new), reversed(texts), strict=True)
    ]
    return (*(s for s in old.statements if s not in meant[0]), *meant[1])


def changed_alone(old: RulebookView, new: RulebookView, rule: str) -> RulebookView:
    """Return the old rules with nothing changed but one rule.

    They are a view of the rulebook that has them all, if either has.
    """
    some = only(old, new, rule)
    found = [view.picked(some) for view in (old, new) if view.date == old.date]
    return next((view for view in found if view.numbers is not None), found[0])
