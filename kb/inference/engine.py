"""One micro-step: one program, grounded and solved; every stable model is one way on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b

import clingo
from clingo import Symbol

from kb.errors import LudexError
from kb.inference.models import Model
from kb.inference.queries import query
from kb.inference.remembered import Remembered
from kb.inference.settled import ANYTHING, looked_for, not_looked_for, of_everyone, sides_of
from kb.inference.shapes import Shape, grounded_shapes, head_shapes, never_absent
from kb.inference.slicing import Slicer
from kb.rulebook import RulebookView
from kb.rulebook.parsed import add

MOST = query("most")
"""The search for how much of what is required of a declaration can be obeyed."""

WEIGHING = ("--opt-strategy=usc,oll,stratify", "--opt-usc-shrink=bin")
"""How that is looked for: by what can't be obeyed together."""

WEIGHED = 20.0
"""For how many seconds it is looked for."""

SHOWN = query("step").shown
"""What every step shows of its models."""

TOLD = frozenset(
    {
        *(each.partition("/")[0] for each in SHOWN),
        *("begins", "ends", "takes", "pick", "met", "forbids", "uses", "notable"),
        *("vain", "removes", "cancels", "alters"),
    }
)
"""The predicates that are looked at in the steps on the way to an answer: what is shown, what is
told of them, and what a proof begins with."""

KEPT = 5_000
"""How many atoms a model may have for all of them to be kept."""

KEPT_MODELS = 50
"""Of how many models of a step all atoms are kept; further ones are computed when needed."""


class Clock:
    """A time limit that everything done for one question shares.

    Parameters
    ----------
    seconds : float, optional
        How long the question may take; without it there is no limit.
    """

    _now = staticmethod(time.monotonic)

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else self._now() + seconds

    def left(self) -> float | None:
        """Return the seconds left, or None without a limit."""
        return None if self._end is None else max(0.0, self._end - self._now())

    def part(self, share: float) -> Clock:
        """Return a limit for something that may take a share of the time that is left."""
        left = self.left()
        return type(self)(None if left is None else share * left)

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self._end is not None and self._now() >= self._end


class Engine:
    """Solves steps of one scenario with one edition of a rulebook.

    Parameters
    ----------
    view : RulebookView
        The statements in force.
    static : iterable of Symbol
        What the scenario says once and for all: players, cards, words.
    slicer : Slicer, optional
        The slicer of the view, when it is already there.

    Attributes
    ----------
    solved : Remembered or None
        The steps solved so far, if they are to be remembered: engines of the same scenario with
        other readings of the rulebook share them, for most steps are the same program.
    allow_none : bool
        Whether a step without any way on is no error, but has no models.
    told : dict or None
        What each step was given, if that is to be remembered: the texts of its fluents, and what
        it was told besides. With it the shapes of all that could hold there; None where that is
        not known.
    came : dict or None
        What came of each step by its state and what it was told, if that is to be remembered.
    besides : frozenset of str
        The predicates that are looked at besides in steps that are only passed through.
    """

    def __init__(
        self, view: RulebookView, static: Iterable[Symbol], slicer: Slicer | None = None
    ) -> None:
        self.view = view
        self.allow_none = False
        self.solved: Remembered | None = None
        self.told: dict[tuple[tuple[str, ...], str], frozenset[Shape] | None] | None = None
        self.came: dict[tuple[frozenset[Symbol], str], list[Model]] | None = None
        self.besides: frozenset[str] = frozenset()
        self.slicer = slicer or Slicer(view.statements)
        self.static = tuple(static)
        self.static_texts = list(map(str, self.static))
        self._static_text = "".join(f"{fact}.\n" for fact in self.static_texts)
        self._static_shapes = self.slicer.shapes_of(self.static_texts)
        self._sides = sides_of(self.static)
        self._of_everyone = of_everyone(self.static, self.slicer.absent, view.vocabulary)
        self._extra_shapes: dict[str, frozenset[Shape]] = {}
        self._wanted: dict[str, frozenset[str]] = {}

    def program(
        self,
        state: Iterable[Symbol],
        extra: str = "",
        show: Sequence[str] = SHOWN,
        without: str | None = None,
        *,
        passing: bool = False,
    ) -> str:
        """Return the exact program of a step, runnable by plain clingo.

        With `without`, the rule with that switch is left out; with `passing`, what can't matter to
        a step that is only passed through.
        """
        fluents = in_order(state)
        rules = self._rules(fluents, extra, without, passing=passing)
        return f"{rules}\n{self._facts(fluents, extra, show)}"

    def program_of(self, fluents: Iterable[str], extra: str = "") -> str:
        """Return the program of a step that is given as the texts of its fluents, in their order.

        It shows nothing in particular.
        """
        return f"{self._rules(fluents, extra)}\n{self._facts(fluents, extra, ())}"

    def _rules(
        self,
        fluents: Iterable[str],
        extra: str,
        without: str | None = None,
        *,
        passing: bool = False,
    ) -> str:
        if self.told is not None:
            # What holds in a step is remembered for rules that are not these.
            self.told.setdefault((tuple(fluents), extra))
            passing = False
        shapes = self._given(fluents, extra)
        wanted = self.wanted(extra) if passing else None
        return self.slicer.program(shapes, without, base=self._static_shapes, wanted=wanted)

    def wanted(self, extra: str) -> frozenset[str]:
        """Return the predicates that are looked at in a step that is only passed through."""
        known = self._wanted.get(extra)
        if known is None:
            if len(self._wanted) > 1024:
                self._wanted.clear()
            known = TOLD | self.besides | self.slicer.cone.names_in(extra)
            self._wanted[extra] = known
        return known

    def facts(self, state: Iterable[Symbol], extra: str, show: Sequence[str]) -> str:
        """Return the program of a step without the rules."""
        return self._facts(in_order(state), extra, show)

    def _facts(self, fluents: Iterable[str], extra: str, show: Sequence[str]) -> str:
        given = "".join(f"given({fluent}).\n" for fluent in fluents)
        shows = "".join(f"#show {signature}.\n" for signature in show)
        return f"{self._static_text}{given}{extra}{shows}"

    def shapes(self, state: Iterable[Symbol], extra: str = "") -> frozenset[Shape]:
        """Return the shapes of everything that a step is given."""
        return self._static_shapes | self._given(in_order(state), extra)

    def _given(self, fluents: Iterable[str], extra: str) -> frozenset[Shape]:
        given = frozenset(fluents)
        nobody_lacks = (f for f, of_all in self._of_everyone.items() if of_all <= given)
        barred = frozenset(map(never_absent, nobody_lacks))
        return self.slicer.shapes_given(given) | self.extra_shapes(extra) | barred

    def extra_shapes(self, extra: str) -> frozenset[Shape]:
        """Return the shapes of what a step is told."""
        known = self._extra_shapes.get(extra)
        if known is None:
            if len(self._extra_shapes) > 1024:
                self._extra_shapes.clear()
            known = (
                head_shapes(extra) | not_looked_for(extra, self._sides) if extra else frozenset()
            )
            self._extra_shapes[extra] = known
        return known

    def can_make(self, state: Iterable[Symbol], told: str, signature: tuple[str, int]) -> bool:
        """Return whether some statement that is live in a step makes a predicate."""
        alive = self.slicer.live(self._given(in_order(state), told), base=self._static_shapes)
        return any(signature in self.slicer.statements[number].heads for number in alive)

    def demands(self, state: Iterable[Symbol], told: str, model: Model) -> str:
        """Return what a step is told besides: how much of what is required can be obeyed at most.

        A step in which something is required of a declaration says so; nothing is returned for
        any other, nor for one that has been told already.

        Parameters
        ----------
        state : iterable of Symbol
            The fluents that hold.
        told : str
            What the step was told.
        model : Model
            What came of it.
        """
        decisions = [atom.arguments[0] for atom in model.of("demanding")]
        if not decisions or "most(" in told:
            return ""
        fluents = list(state)
        return "".join(
            _demand(decision, best)
            for decision in decisions
            if (best := _best(self.program(fluents, f"surveyed({decision}).\n{MOST.rules}", ())))
            is not None
        )

    def solve(
        self,
        state: Iterable[Symbol],
        extra: str = "",
        show: Sequence[str] = SHOWN,
        *,
        limit: int = 0,
        clock: Clock | None = None,
        passing: bool = False,
    ) -> tuple[list[Model], bool]:
        """Solve a step.

        Parameters
        ----------
        state : iterable of Symbol
            The fluents that hold.
        extra : str
            What is asked or forced, as program text made of symbols (never of a user's text).
        show : sequence of str
            The signatures shown.
        limit : int
            The largest number of models; 0 means all.
        clock : Clock, optional
            The time limit.
        passing : bool
            Whether it is only passed through: then what neither its outcome nor what is told of
            it can depend on is left out.

        Returns
        -------
        models : list of Model
        complete : bool
            False when the limit or the clock cut the enumeration.
        """
        symbols = frozenset(state)
        models, complete = self._solve(symbols, extra, show, limit, clock, passing=passing)
        if any(looked_for(model.of("slot"), extra) for model in models):
            everything = f"{extra}{ANYTHING}"
            models, complete = self._solve(symbols, everything, show, limit, clock, passing=passing)
        if self.came is not None and complete:
            self.came[symbols, extra] = models
        return models, complete

    def _solve(
        self,
        symbols: frozenset[Symbol],
        extra: str,
        show: Sequence[str],
        limit: int,
        clock: Clock | None,
        *,
        passing: bool,
    ) -> tuple[list[Model], bool]:
        fluents = in_order(symbols)
        if self.solved is None:
            program = self.program(symbols, extra, show, passing=passing)
            return self._run(program, fluents, extra, limit, clock)
        rules = self._rules(fluents, extra, passing=passing)
        key = (rules, extra, tuple(show), limit)
        known = self.solved.find(key, symbols)
        if known is None:
            program = f"{rules}\n{self._facts(fluents, extra, show)}"
            models, complete = self._run(program, fluents, extra, limit, clock)
            if not complete:
                return models, complete
            known = (tuple(models), complete)
            self.solved.keep(key, symbols, known)
        return list(known[0]), known[1]

    def _run(
        self, program: str, fluents: tuple[str, ...], extra: str, limit: int, clock: Clock | None
    ) -> tuple[list[Model], bool]:
        """Solve the program of a step, and remember what could hold there if that is wanted."""
        held: set[Shape] | None = None if self.told is None else set()
        found = run(program, limit=limit, clock=clock, allow_none=self.allow_none, held=held)
        if self.told is not None and held is not None:
            self.told[fluents, extra] = frozenset(held)
        return found


text_of = lru_cache(maxsize=65_536)(str)
"""The text of a symbol; the solver spells it anew each time."""


@lru_cache(maxsize=4_096)
def _in_order(state: frozenset[Symbol]) -> tuple[str, ...]:
    return tuple(sorted(map(text_of, state)))


def in_order(state: Iterable[Symbol]) -> tuple[str, ...]:
    """Return symbols as texts, in an order that makes the same step the same text."""
    return _in_order(frozenset(state))


def _demand(decision: Symbol, best: Sequence[Symbol]) -> str:
    """Return, as one line of facts, how much a best declaration obeys, and what."""
    obeyed = (f" best({decision},{one.arguments[1]})." for one in best)
    return f"most({decision},{len(best)}).{''.join(obeyed)}\n"


def _best(program: str) -> list[Symbol] | None:
    """Return what a best model of the search for the most shows, None if there is no model."""
    control = clingo.Control(["0", "--warn=none", *WEIGHING], message_limit=1)
    add(control, f"{program}{''.join(f'#show {s}.' for s in MOST.shown)}")
    control.ground([("base", [])])
    found: list[list[Symbol]] = []

    def better(model: clingo.Model) -> None:
        found[:] = [list(model.symbols(shown=True))]

    with control.solve(on_model=better, async_=True) as handle:
        if not handle.wait(WEIGHED):
            handle.cancel()
            known = f"{len(found[0])} can be obeyed, perhaps more" if found else "none is known"
            message = f"after {WEIGHED:g} seconds of weighing what is required here {known}"
            raise LudexError(message)
    return found[0] if found else None


def facts(symbols: Iterable[Symbol]) -> str:
    """Return symbols as the text of facts."""
    return "".join(f"{symbol}.\n" for symbol in symbols)


def run(
    program: str,
    *,
    limit: int = 0,
    clock: Clock | None = None,
    allow_none: bool = False,
    held: set[Shape] | None = None,
) -> tuple[list[Model], bool]:
    """Ground and solve a program; see `Engine.solve`.

    The results of small steps are remembered: the variants of a scenario share most of theirs.
    With `held`, the shapes of all atoms that could be true are added to it.
    """
    digest = blake2b(program.encode(), digest_size=16).digest()  # the text would fill the memory
    key = (digest, limit, allow_none, held is not None)
    known = _solved.get(key)
    if known is not None:
        _solved[key] = _solved.pop(key)
        if held is not None:
            held.update(known[2])
        return list(known[0]), known[1]
    models, complete = _run(program, limit, clock, allow_none, held)
    if len(program) < REMEMBERED_TEXT and len(models) <= REMEMBERED_MODELS and complete:
        if len(_solved) >= REMEMBERED:
            _solved.pop(next(iter(_solved)))
        _solved[key] = (tuple(models), complete, frozenset(held or ()))
    return models, complete


REMEMBERED = 2_000
"""How many solved steps are remembered: a board takes some hundreds under either of two rulebooks,
and is asked about several times."""
REMEMBERED_TEXT = 100_000
REMEMBERED_MODELS = 20
"""How long the program of a remembered step may be, and how many models it may have."""

_solved: dict[tuple[bytes, int, bool, bool], tuple[tuple[Model, ...], bool, frozenset[Shape]]] = {}


def _run(
    program: str,
    limit: int,
    clock: Clock | None,
    allow_none: bool,
    held: set[Shape] | None,
) -> tuple[list[Model], bool]:
    control = clingo.Control([str(limit + 1 if limit else 0), "--warn=none"], message_limit=1)
    add(control, program)
    control.ground([("base", [])])
    if held is not None:
        held.update(grounded_shapes(control))
    models, complete = models_of(control, limit, clock)
    if complete and not models and not allow_none:
        raise LudexError("the rules leave no way on here; `ludex verify` can say which ones clash")
    return models, complete


def models_of(
    control: clingo.Control, limit: int, clock: Clock | None, *, keep: bool = True
) -> tuple[list[Model], bool]:
    """Return the models of a grounded program, and whether they are all.

    Parameters
    ----------
    control : clingo.Control
    limit : int
        The largest number of models; 0 means all.
    clock : Clock or None
    keep : bool
        Whether all atoms of small models are kept.
    """
    models: list[Model] = []
    complete = True
    keep = keep and len(control.symbolic_atoms) <= KEPT
    left = clock.left() if clock else None
    with control.solve(yield_=True, async_=left is not None) as handle:
        while True:
            if left is not None:
                handle.resume()
                if not handle.wait(clock.left() if clock else None):
                    handle.cancel()
                    complete = False
                    break
            else:
                handle.resume()
            model = handle.model()
            if model is None:
                break
            if limit and len(models) >= limit:
                complete = False
                break
            models.append(_read(model, keep and len(models) < KEPT_MODELS))
    return models, complete


def _read(model: clingo.Model, keep: bool) -> Model:
    following: list[Symbol] = []
    takes: list[tuple[Symbol, Symbol]] = []
    shown: dict[str, list[Symbol]] = {}
    for atom in model.symbols(shown=True):
        name = atom.name
        if name == "next":
            following.append(atom.arguments[0])
        elif name == "takes":
            takes.append((atom.arguments[0], atom.arguments[1]))
        else:
            shown.setdefault(name, []).append(atom)
    takes.sort()
    for group in shown.values():
        group.sort()
    # The solver's own sequence: its symbols are made into objects only where a proof needs them.
    atoms = model.symbols(atoms=True) if keep else None
    return Model(frozenset(following), tuple(takes), shown, atoms)
