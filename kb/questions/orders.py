"""In which orders what waits can be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from clingo import Function, Symbol

from kb.inference.graph import State
from kb.inference.leaves import Answer, Ending
from kb.inference.legality import LEGAL, support
from kb.inference.orders import find_orders
from kb.inference.session import Session
from kb.proof import Proof
from kb.questions.asked import Among, Asking, Row
from kb.questions.speech import TOLD, Speech
from kb.records import record
from kb.scenario.entries import counted, flag, known_keys, numbered, shape
from kb.scenario.model import Question, Step
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present
from kb.scenario.script import Act

LISTED = 5_000
"""How many orders are looked through for those that are, or are not, to be among them."""

Order = tuple[Act, ...]


@record(kw_only=True)
class Orders(Among[Order]):
    """In which orders what waits can be played, each told as the acts, one after another.

    `limit` is how many are listed at most.
    """

    word = "orders"
    about_acts = True
    ranges = True
    open_ended = True
    counts = True

    limit: int = 6

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        place: Path_ = (*path, cls.word)
        data = asked.orders or {}
        known_keys(data, ["count", "limit"], place, "'orders'")
        limit = data.get("limit")
        if limit is not None:
            expected = "a number from 1 to 10000"
            counted(limit, (*place, "limit"), expected, most=10_000)
        if flag(data.get("count", False), (*place, "count")):
            if limit is not None:
                message = "'limit' has no meaning with 'count'"
                raise ScenarioError(message, (*place, "limit"), key=True)
            limit = 0
        if asking.game.orders is None:
            message = "this game has nothing that is played in different orders"
            raise ScenarioError(message, place, key=True)
        action = asking.game.orders.action

        def orders(value: Any, path: Path_) -> tuple[Order, ...]:
            return tuple(_order(asking, action, one, at) for at, one in numbered(value, path))

        return cls(
            limit=cls.limit if limit is None else limit,
            **cls.shared(asked, path, cls.word),
            **cls.parts(asked, path, orders),
        )

    # --- Answering ---

    def find(self, session: Session, number: int) -> Answer:
        """Return the orders in which what waits in a state can be played; the proof is of one."""
        assert session.game.orders is not None
        search = bool(self.includes or self.excludes)
        limit = max(self.limit, len(self.expect or ()) + 1, LISTED if search else 0)
        found = find_orders(session, number, limit)
        passing = session.game.actions[session.game.orders.action].decision.term
        decisions = [
            decision
            for decision in session.script.passing
            if decision.match(passing.name, len(passing.arguments))
        ]
        extra = "".join(f"surveyed({decision}).\n" for decision in decisions)
        model = session.ask(number, extra, LEGAL)
        legal = [a for a in model.of("option") if a.arguments[0] in decisions]
        return Answer(True, support(model, legal[:1]), extra=extra, orders=found)

    def steps(self, session: Session, leaf: Ending) -> tuple[Proof, ...]:
        """Return the proofs of what happens as the orders are played."""
        steps = () if leaf.orders is None else leaf.orders.steps
        before = session.account(leaf.query.node)
        return (*before, *(session.account_of(state, extra) for state, extra in steps))

    # --- Saying ---

    def plain(self, speech: Speech, leaf: Ending) -> int | None:
        """Return how many there are, None if they are endlessly many."""
        return None if leaf.orders is None else leaf.orders.count

    def orders(self, speech: Speech, leaf: Ending) -> tuple[tuple[str, ...], ...]:
        """Return the first of them in words."""
        listed = () if leaf.orders is None else leaf.orders.listed[: self.limit]
        return tuple(tuple(speech.played(option) for option in word) for word in listed)

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        count, orders = self.plain(speech, leaf), self.orders(speech, leaf)
        if count is None:
            return "there are infinitely many orders"
        if count == 1 and not any(leaf.orders.listed if leaf.orders else ()):
            return "there is nothing to play in any order"
        if count == 1:
            return "there is one order" + (f": {', '.join(orders[0])}" if any(orders) else "")
        said = f"there are {count:,} orders"
        if len(orders) == count <= TOLD:
            return f"{said}: {'; '.join(', '.join(order) for order in orders)}"
        return said

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield the orders that are no part of the sentence."""
        count, orders = self.plain(speech, leaf), self.orders(speech, leaf)
        if len(orders) <= TOLD and count in (None, len(orders)):
            return
        for order in orders:
            yield Row("  ", ", ".join(order))
        left = (count or 0) - len(orders)
        if left > 0 and orders:
            yield Row("  ", f"… and {left:,} more")

    # --- Checking ---

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        return [fault for leaf in leaves for fault in self._faults(session, leaf)]

    def _faults(self, session: Session, leaf: Ending) -> list[str]:
        if leaf.orders is None or not leaf.orders.complete:
            return ["the search for orders was cut"]
        found = leaf.orders
        state = session.graph.nodes[leaf.node].state
        names = session.situation.names

        def among(order: Order) -> bool:
            return any(_is_order(word, order, state) for word in found.listed)

        def said(order: Order) -> str:
            return ", ".join(act.about.text if act.about else act.text for act in order)

        faults = []
        if self.number is not None and found.count != self.number:
            faults.append(f"expected {self.number} orders, found {found.count}")
        faults += [f"not an order: {said(one)}" for one in self.wanted if not among(one)]
        for word in () if self.expect is None else found.listed[: found.count]:
            if not any(_is_order(word, order, state) for order in self.expect or ()):
                text = ", ".join(names.text(part) for option in word for part in option.arguments)
                faults.append(f"an order besides those expected: {text}")
        faults += [f"should be no order: {said(one)}" for one in self.excludes if among(one)]
        return faults


def _order(asking: Asking, action: str, value: Any, path: Path_) -> Order:
    if not isinstance(value, list | tuple):
        raise ScenarioError(f"{shape(value)}; expected a list of what is played", path)
    return tuple(_played(asking, action, one, (*path, n)) for n, one in enumerate(value))


def _played(asking: Asking, action: str, value: Any, path: Path_) -> Act:
    """Return one member of an order: a name, or an action with more to say."""
    data = {action: value} if isinstance(value, str) else value
    if not isinstance(data, dict) or action not in data:
        message = f"{shape(value)}; expected a name, or a mapping such as {{{action}: NAME}}"
        raise ScenarioError(message, path)
    return asking.acting.act(Step.read(data, path), path)


def _is_order(word: Sequence[Symbol], wanted: Order, state: State) -> bool:
    """Return whether an order is the one meant: what comes up later is known from the word."""
    if len(word) != len(wanted):
        return False
    there = {part for option in word for part in option.arguments}
    present = Present([*state, *(Function("in", [thing, Function("there")]) for thing in there)])
    return all(option in act.options(present) for option, act in zip(word, wanted, strict=True))
