"""All that could be declared: listed, counted, or in classes; never built whole in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import clingo
from clingo import Function, Symbol

from kb import bounded
from kb.errors import LudexError, nearest, quote
from kb.inference.leaves import Answer, Ending, Later, Reason
from kb.inference.legality import LEGAL, against, grounds, support
from kb.inference.queries import query
from kb.inference.session import Session
from kb.questions.asked import UNDETERMINED, Among, Asking, Row, value_of
from kb.questions.speech import Speech
from kb.records import record
from kb.rulebook.parsed import add
from kb.scenario.entries import counted, flag, shape
from kb.scenario.model import Question, Step
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present
from kb.scenario.script import Act

PROGRAM = query("declarations")
SECONDS = 10.0
"""How long is counted, without another bound."""
LISTING = 60.0
"""How long is looked for what is listed."""
ASKED = ("asked", 2)
"""The predicate that tells what a declaration consists of."""
KEPT = 1_000
"""How many are kept of a list that has no bound; further ones can only be streamed."""


@record(kw_only=True)
class Declarations(Among[Act]):
    """All that could be declared; the pairs of `act` have to be part of it.

    `limit` bounds the list; with `count` they are counted instead, for so many seconds at most;
    with `classes` those that come to the same are one.
    """

    word = "declarations"
    about_acts = True
    ranges = True
    counts = True

    act: Act
    limit: int | None = None
    count: bool = False
    classes: bool = False
    seconds: float | None = None

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        place: Path_ = (*path, cls.word)
        data = dict(asked.declarations or {})
        limit, seconds = data.pop("limit", None), data.pop("seconds", None)
        if limit is not None:
            counted(limit, (*place, "limit"), "a number, 1 or more")
        if seconds is not None:
            seconds = _seconds(seconds, (*place, "seconds"))
        count = flag(data.pop("count", False), (*place, "count"))
        classes = flag(data.pop("classes", False), (*place, "classes"))
        for word, given in (("limit", limit), ("seconds", seconds)):
            if given is not None and count != (word == "seconds"):
                other = "with 'count'" if word == "limit" else "without 'count'"
                message = f"{quote(word)} has no meaning {other}"
                raise ScenarioError(message, (*place, word), key=True)
        act = asking.acting.act(Step.read(data, place), place)
        by = act.by
        if (act.action.each is None and act.free is None) or by is None:
            if act.action.each is not None:
                raise ScenarioError("a question about declarations has no 'by'", place)
            known = [name for name, one in asking.game.actions.items() if one.each is not None]
            message = f"{quote(act.action.name)} is no declaration"
            raise ScenarioError(message + nearest(act.action.name, known), place)
        return cls(
            act=act,
            limit=limit,
            seconds=seconds,
            count=count,
            classes=classes,
            **cls.shared(asked, path, f"declarations: {act.text}"),
            **cls.parts(asked, path, lambda value, at: asking.acting.acts(by, value, at)),
        )

    # --- Answering ---

    def playing(self, session: Session) -> Session:
        """Return the session in which a declaration comes up, if passing leads to it."""
        return session.awaiting(self.act)

    def find(self, session: Session, number: int) -> Answer:
        """Return all that could be declared; the proof is that of the first."""
        act = self.act
        found = find(session, number, self)
        present = Present(session.graph.nodes[number].state)
        pairs = found.first or (*_own(act, present), *act.parts(present))
        extra = "".join(f"asked({decision},{option}).\n" for decision, option in pairs)
        bounds = told(session, number, act).splitlines(keepends=True)
        extra += "".join(line for line in bounds if line.startswith("most("))

        def supported() -> Iterable[Symbol]:
            options = (Function("option", pair) for pair in pairs)
            return support(session.ask(number, extra, LEGAL), options)

        goals: Sequence[Symbol] = Later(supported) if found.first else ()
        reasons: tuple[Reason, ...] = ()
        if not found.first and not found.more:
            # What stands against any declaration at all, or against what has to be part of it.
            model = session.ask(number, extra, LEGAL)
            unmet = (a for a in model.of("unmet") if (a.arguments[0], a.arguments[1]) in pairs)
            reasons = against(model, unmet)
            goals = grounds(reasons)
        return Answer(found.values, goals, reasons, extra, more=found.more)

    def exported(self, session: Session, leaves: Sequence[Ending]) -> tuple[str, Sequence[str]]:
        """Return what the step of the first answer is told, and what shows the answer there."""
        return program(session, leaves[0].node, self), shown(self)

    # --- Saying ---

    def plain(self, speech: Speech, leaf: Ending) -> int | list[str] | None:
        """Return their number, or the declarations in words."""
        if leaf.value is None:
            return None
        found = value_of(leaf)
        if self.count:
            return None if leaf.more else found[0].number
        return [speech.declared(self.act, one) for one in found]

    @property
    def _doing(self) -> str:
        free = self.act.free
        return self.act.action.name if free is None else free.word

    def _ways(self, number: int, *, one: bool = False) -> str:
        """Return so many ways of declaring, in words."""
        way = "way" if one and not self.classes else "ways"
        kind = ("class of " if one else "classes of ") if self.classes else ""
        return f"{number:,} {kind}{way} to {self._doing}"

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        found = value_of(leaf)
        number = found[0].number if self.count else len(found)
        who = speech.who(self.act.by)
        if not number:
            return f"{who} has no legal way to {self._doing}"
        more = "more than " if leaf.more and not self.count else ""
        return f"{who} has {more}{self._ways(number, one=number == 1)}"

    def unfinished(self, leaf: Ending) -> str | None:
        """Say that a count was given up, with how far it came."""
        if not self.count or not leaf.more:
            return None
        number = value_of(leaf)[0].number
        seconds = SECONDS if self.seconds is None else self.seconds
        said = f"not counted: after {seconds:g} seconds"
        if not number:
            return f"{said} no way to {self._doing} had been found yet"
        return f"{said} there were {self._ways(number)}, and there are more"

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield the list: what was kept of it, or, without a bound, each as it is found."""
        if self.count or leaf.value is None:
            return
        found: Iterable[Symbol] = value_of(leaf)
        if leaf.more and self.limit is None:
            found = stream(speech.session, leaf.query.node, self)
        for one in found:
            yield Row("  ", speech.declared(self.act, one))
        if leaf.more and self.limit is not None:
            yield Row("  ", "… and more")

    # --- Checking ---

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        return [fault for leaf in leaves for fault in self._faults(session, leaf)]

    def _faults(self, session: Session, leaf: Ending) -> list[str]:
        if not isinstance(leaf.value, tuple):
            return UNDETERMINED
        if leaf.more and (self.count or self.expect is not None):
            return ["there are more than were counted or listed"]
        faults = []
        number = leaf.value[0].number if self.count else len(leaf.value)
        if self.number is not None and number != self.number:
            faults.append(f"expected {self.number}, found {number}")
        if self.count:
            return faults
        present = Present(session.graph.nodes[leaf.node].state)
        found = {frozenset(tuple(pair.arguments) for pair in one.arguments) for one in leaf.value}

        def declared(act: Act) -> frozenset[Any]:
            return frozenset((*act.parts(present), *act.shared(present)))

        faults += [f"{act.text} is missing" for act in self.wanted if declared(act) not in found]
        unwanted = (act for act in self.excludes if declared(act) in found)
        faults += [f"{act.text} should not be there" for act in unwanted]
        if self.expect is not None and len(found) > len(wanted := set(map(declared, self.expect))):
            faults.append(f"found {len(found)}, of which only {len(wanted)} are expected")
        return faults


def _seconds(value: Any, path: Path_) -> float:
    """Return a number of seconds; a fraction is text where files are read."""
    try:
        found = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        found = -1.0
    if not 0 <= found <= 86_400:
        raise ScenarioError(f"{shape(value)} as 'seconds'; expected a number of seconds", path)
    return found


# --- The search -----------------------------------------------------------------------------------


@record
class Declared:
    """What was found of all that could be declared.

    Attributes
    ----------
    values : tuple of Symbol
        The declarations, or classes of them, as ``all(Part, …)``; for a count the number.
    more : bool
        Whether there are more than were looked at.
    first : tuple of (Symbol, Symbol)
        The parts of the first one: decisions, each with its option.
    """

    values: tuple[Symbol, ...]
    more: bool
    first: tuple[tuple[Symbol, Symbol], ...]


def told(session: Session, number: int, act: Act) -> str:
    """Return what a step is told that looks for declarations, besides the search itself."""
    state = session.graph.nodes[number].state
    present = Present(state)
    missing = act.missing(present)
    if missing is not None:
        raise LudexError(f"{quote(missing.text)} is nowhere to be found at this point")
    if act.free is not None:
        return _shared(session, number, act)
    decision = act.decision()
    extra = "".join(f"asked({part},{option}).\n" for part, option in act.parts(present))
    first = f"{extra}asked({decision},{act.action.option.term}).\n"
    model = session.ask(number, first, ("demanding/1",))
    demands = session.engine.demands(state, session.told(first), model)
    return f"{extra}surveyed({decision}).\n{demands}"


def _shared(session: Session, number: int, act: Act) -> str:
    """Return what looks for all ways of saying something of many objects."""
    present = Present(session.graph.nodes[number].state)
    decision, option = act.declaration(present)
    extra = "".join(f"asked({act.decision()},{one}).\n" for one in act.options(present))
    return f"{extra}asked({decision},{option}).\nsurveyed({decision}).\n"


def program(session: Session, number: int, question: Declarations) -> str:
    """Return what a step is told that looks for declarations, the search included."""
    compared = f"compared({question.act.decision()}).\n" if question.classes else ""
    return told(session, number, question.act) + compared + PROGRAM.rules


def shown(question: Declarations) -> tuple[str, ...]:
    """Return what tells declarations, or their classes, apart."""
    return ("comes_to/2",) if question.classes else ("asked/2",)


def _program(session: Session, number: int, question: Declarations) -> str:
    state = session.graph.nodes[number].state
    extra = session.told(program(session, number, question))
    return session.engine.program(state, extra, shown(question))


def _options(question: Declarations) -> tuple[str, ...]:
    # What was declared decides all else; a class is left by what is recorded of those before.
    return ("--project=show", "--enum-mode=record") if question.classes else ("--enum-mode=bt",)


def stream(session: Session, number: int, question: Declarations) -> Iterator[Symbol]:
    """Yield what could be declared in a state, one by one, as ``all(Part, …)``.

    Parameters
    ----------
    session : Session
    number : int
        The node of the graph.
    question : Declarations
    """
    present = Present(session.graph.nodes[number].state)
    control = clingo.Control(["0", "--warn=none", *_options(question)], message_limit=1)
    add(control, _program(session, number, question))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _all(question, present, model.symbols(shown=True))


def _all(question: Declarations, present: Present, atoms: Sequence[Symbol]) -> Symbol:
    if question.classes:
        return Function("all", sorted(atom.arguments[1] for atom in atoms))
    return Function("all", _pairs(question.act, atoms, present))


def _pairs(act: Act, atoms: Sequence[Symbol], present: Present) -> list[Symbol]:
    """Return the parts of a declaration, without the decision that it is as a whole."""
    whole = {act.decision(), act.declaration(present)[0]}
    pairs = (atom.arguments for atom in atoms if atom.arguments[0] not in whole)
    return sorted(Function("", pair) for pair in pairs)


def find(session: Session, number: int, question: Declarations) -> Declared:
    """Answer a question about all that could be declared in a state.

    Raises
    ------
    LudexError
        If there is too much to look through, or nothing was found in the time for a list.
    """
    present = Present(session.graph.nodes[number].state)
    limit = KEPT if question.limit is None else question.limit
    seconds = SECONDS if question.count else LISTING
    found = bounded.solve(
        _program(session, number, question),
        _options(question),
        seconds=seconds if question.seconds is None else question.seconds,
        limit=None if question.count else limit + 1,
        besides=ASKED,
    )
    if found.failed or (not found.whole and not question.count and found.first is None):
        what = quote(question.act.action.name)
        message = f"all that could be declared as {what} is too much to look through here"
        raise LudexError(message)
    parts: tuple[tuple[Symbol, Symbol], ...] = ()
    if found.first is not None:
        parts = _parts(question.act, _pairs(question.act, found.first, present), present)
    if question.count:
        return Declared((clingo.Number(found.count),), not found.whole, parts)
    values = [_all(question, present, atoms) for atoms in found.models[:limit]]
    return Declared(tuple(sorted(values)), not found.whole, parts)


def _parts(
    act: Act, pairs: Sequence[Symbol], present: Present
) -> tuple[tuple[Symbol, Symbol], ...]:
    return (*_own(act, present), *((pair.arguments[0], pair.arguments[1]) for pair in pairs))


def _own(act: Act, present: Present) -> list[tuple[Symbol, Symbol]]:
    """Return what a declaration decides as a whole."""
    own = [act.declaration(present)]
    if act.free is not None:
        own += [(act.decision(), one) for one in act.options(present)]
    return own
