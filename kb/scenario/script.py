"""What is done, typed; each line yields its terms only for the state in which it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product

from clingo import Number, Symbol, SymbolType

from kb.errors import quote
from kb.records import record
from kb.scenario.actions import Action, Parts, Settled
from kb.scenario.game_words import TurnWords
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present, Ref
from kb.scenario.terms import Template, fold

_WORD = re.compile(r"[\w+/'-]+")


@record
class Shares:
    """What is said of many objects at once, such as what is paid with which.

    Parameters
    ----------
    parts : Parts
        The decisions that this settles.
    pairs : tuple of (Ref, Symbol)
        The objects, each with what is said of it.
    freely : bool
        Whether every way is to be followed instead.
    """

    parts: Parts
    pairs: tuple[tuple[Ref, Symbol], ...] = ()
    freely: bool = False


@record
class CardPart:
    """The part of a card as which something is done with it.

    Parameters
    ----------
    card : Symbol
        What is printed on the part.
    template : Template
        The object as that part.
    """

    card: Symbol
    template: Template

    def of(self, term: Symbol) -> Symbol:
        """Return an object as this part."""
        return self.template.fill({"object": term, "part": self.card})


@record
class Act:
    """A player does something.

    Parameters
    ----------
    action : Action
        The game's action.
    by : Symbol or None
        The player, None for whoever is asked.
    side : Symbol or None
        The player's side.
    about : Ref or None
        What it is done with.
    abilities : tuple of Symbol
        The abilities that are meant: several where only the state tells which one the object has.
    targets : tuple of Ref
        The targets, in order.
    aiming : tuple of Symbol
        The abilities that have these targets, where it is known which do.
    x : int or None
        The value of X.
    path : tuple
        Where it stands in the scenario.
    pairs : tuple of (Ref, Ref, int)
        For a declaration, what does something, to what, and how much of it.
    together : tuple of tuple of Ref
        What forms a group in it.
    shares : tuple of Shares
        What its further words say of many objects.
    nothing : bool
        Whether what is taken is what whoever says nothing takes.
    aims_unread : bool
        Whether it was said to have targets of which a text that is not read speaks.
    named : int
        How many targets it was said to have.
    least_x : int or None
        How large X is at least where no X is named, for so many of the targets are counted by it.
    """

    action: Action
    by: Symbol | None = None
    side: Symbol | None = None
    about: Ref | None = None
    abilities: tuple[Symbol, ...] = ()
    targets: tuple[Ref, ...] = ()
    x: int | None = None
    path: Path_ = ()
    text: str = ""
    pairs: tuple[tuple[Ref, Ref, int], ...] = ()
    together: tuple[tuple[Ref, ...], ...] = ()
    shares: tuple[Shares, ...] = ()
    nothing: bool = False
    part: CardPart | None = None
    aiming: tuple[Symbol, ...] = ()
    aims_unread: bool = False
    named: int = 0
    least_x: int | None = None

    @property
    def uses(self) -> tuple[Symbol, ...]:
        """The abilities that it is done with, and the modes that these offer."""
        return (*self.abilities, *self.aiming)

    def decision(self) -> Symbol:
        """Return the decision in which it is taken."""
        return self.action.decision.fill(self._fixed())

    def options(self, present: Present) -> tuple[Symbol, ...]:
        """Return the options that it may be in this state: none if its object is not there."""
        if self.nothing and self.action.rest is not None:
            return (self.action.rest.term,)
        found = []
        for values in self._values(present):
            found.append(self.action.option.fill(values))
        return tuple(dict.fromkeys(found))

    def other_ways(self, present: Present) -> tuple[Symbol, ...]:
        """Return the options by which much the same may be done."""
        ways = self.action.other_ways
        found = (way.fill(values) for values in self._values(present) for way in ways)
        return tuple(dict.fromkeys(found))

    def parts(self, present: Present) -> tuple[tuple[Symbol, Symbol], ...]:
        """Return what a declaration decides besides: a decision and its option for each pair."""
        found: list[tuple[Symbol, Symbol]] = []
        each, together = self.action.each, self.action.together
        for one, other, amount in self.pairs:
            if each is not None:
                values = {"value": other.terms(present)[0], "n": Number(amount)}
                found.append(self._part(each, one, present, values))
        for number, group in enumerate(self.together, 1):
            for one in group:
                if together is not None:
                    found.append(self._part(together, one, present, {"n": Number(number)}))
        return tuple(dict.fromkeys(found))

    def _part(
        self, settled: Settled, one: Ref, present: Present, values: dict[str, Symbol]
    ) -> tuple[Symbol, Symbol]:
        filled = {**self._fixed(), **values, "object": one.terms(present)[0]}
        return settled.decision.fill(filled), settled.option.fill(filled)

    @property
    def free(self) -> Parts | None:
        """The further word of which every way is meant, None if there is none."""
        return next((shares.parts for shares in self.shares if shares.freely), None)

    def declaration(self, present: Present) -> tuple[Symbol, Symbol]:
        """Return the decision, and its option, that a declaration settles as a whole."""
        if self.free is None or self.free.freely is None:
            return self.decision(), self.action.option.term
        (option, *_) = self.options(present)
        return self.free.decision.fill({"option": option}), self.free.freely.term

    def shared(self, present: Present) -> tuple[tuple[Symbol, Symbol], ...]:
        """Return what is said of each object, as decisions with their options."""
        found: list[tuple[Symbol, Symbol]] = []
        for option in self.options(present):
            for shares in self.shares:
                each = shares.parts.each
                found += [
                    (
                        each.decision.fill({"option": option, "object": ref.terms(present)[0]}),
                        each.option.fill({"value": value}),
                    )
                    for ref, value in shares.pairs
                ]
        return tuple(dict.fromkeys(found))

    def missing(self, present: Present) -> Ref | None:
        """Return what a declaration names and the state does not hold, None if all is there."""
        named = [ref for pair in self.pairs for ref in pair[:2]]
        named += [ref for group in self.together for ref in group]
        named += [ref for shares in self.shares for ref, _ in shares.pairs]
        return next((ref for ref in named if not ref.terms(present)), None)

    def _fixed(self) -> dict[str, Symbol]:
        values = {"by": self.by, "side": self.side}
        return {name: value for name, value in values.items() if value is not None}

    def _values(self, present: Present) -> Iterable[dict[str, Symbol]]:
        objects: tuple[Symbol | None, ...] = (None,)
        if self.about is not None and self.action.takes == "made":
            objects = self._made(self.about, present)
        elif self.about is not None:
            objects = self.about.terms(present)
        for term, ability in product(objects, self.abilities or (None,)):
            values = self._fixed()
            if term is not None:
                values["object"] = term if self.part is None else self.part.of(term)
            if ability is not None:
                values["ability"] = ability
            yield values

    def _made(self, about: Ref, present: Present) -> tuple[Symbol, ...]:
        """Return what an object has made, by the ability that is meant; or the object itself."""
        made = [
            term
            for handle in (about.symbol, *about.others)
            for term in present.made_by(handle)
            if not self.abilities or any(a in self.abilities for a in term.arguments)
        ]
        return tuple(made) or about.terms(present)


@record
class Resolve:
    """All pass until the top of the stack has resolved, or until the stack is empty."""

    everything: bool
    path: Path_ = ()


@record
class Choose:
    """The next decision of a kind is settled.

    Parameters
    ----------
    decision : str
        The name of the decision's term.
    choice : tuple of Ref
        What is chosen; several readings of one name.
    by : Symbol or None
        The player who chooses.
    word : str
        What the scenario calls the decision.
    """

    decision: str
    choice: tuple[Ref, ...]
    by: Symbol | None = None
    path: Path_ = ()
    text: str = ""
    word: str = ""

    def settles(
        self,
        decision: Symbol,
        options: Iterable[Symbol],
        present: Present,
        said: Callable[[Symbol], Sequence[str]] | None = None,
        numbers: Callable[[Symbol], Sequence[int]] | None = None,
    ) -> tuple[Symbol, ...]:
        """Return those of the options that are chosen, none if it is another decision.

        An option may also be said as answers say it, by `said`, or, if it is part of a text, by
        words that no other has; what is one of several that a card offers by its number, by
        `numbers`. A number means what has it alone, before all that it is one of.
        """
        if decision.type != SymbolType.Function or decision.name != self.decision:
            return ()
        options = tuple(options)
        if said is not None and " " in self.text:
            told = tuple(one for one in options if fold(self.text) in map(fold, said(one)))
            if told:
                return told
        if numbers is not None and self.number is not None:
            having = {one: found for one in options if (found := tuple(numbers(one)))}
            alone = tuple(one for one, found in having.items() if found == (self.number,))
            if alone or having:
                return alone or tuple(one for one in having if self.number in having[one])
        wanted = {term for ref in self.choice for term in ref.terms(present)}
        named = tuple(one for one in options if not _is_text(one) and _mentions(one, wanted))
        named = tuple(one for one in named if _is_of(one, wanted)) or named
        if not named and (waiting := _waiting(present, wanted)):
            named = tuple(one for one in options if _mentions(one, waiting))
        if named or said is None or self.number is not None:
            return named
        return self._by_words({one: said(one) for one in options if one.match("part", 1)})

    @property
    def number(self) -> int | None:
        """The number by which something is chosen, None if it is named otherwise."""
        symbols = [ref.symbol for ref in self.choice]
        if len(symbols) == 1 and symbols[0].type == SymbolType.Number:
            return symbols[0].number
        return None

    def _by_words(self, said: Mapping[Symbol, Sequence[str]]) -> tuple[Symbol, ...]:
        """Return the part of a text that is said so, or the only one that has these words."""
        key = in_words(self.text)
        alike = tuple(one for one, texts in said.items() if key in map(in_words, texts))
        if alike:
            return alike
        having = tuple(one for one, texts in said.items() if any(key in in_words(t) for t in texts))
        return having if len(having) == 1 else ()


def _waiting(present: Present, wanted: set[Symbol]) -> set[Symbol]:
    """Return what waits of the abilities of things, if that is one ability alone."""
    found = [one for one in present.abilities if one[2] in wanted]
    return {thing for thing, *_ in found} if len({one for _, one, _ in found}) == 1 else set()


def in_words(text: str) -> str:
    """Return a text as words between blanks."""
    return f" {' '.join(_WORD.findall(fold(text)))} "


def _is_text(option: Symbol) -> bool:
    """Return whether an option is a part of a text, which is named by what it says."""
    return option.match("part", 1) and option.arguments[0].match("seq", 2)


def _mentions(term: Symbol, wanted: set[Symbol]) -> bool:
    if term in wanted:
        return True
    if term.match("obj", 2):  # which of its lives an object has begun is no number to choose
        return _mentions(term.arguments[0], wanted)
    return term.type == SymbolType.Function and any(_mentions(a, wanted) for a in term.arguments)


def _is_of(option: Symbol, wanted: set[Symbol]) -> bool:
    """Return whether an ability is one of what is wanted, whatever may have set it off."""
    return len(option.arguments) == 3 and _mentions(option.arguments[1], wanted)


@record
class Until:
    """All pass until a phase of a side's turn; either may be left open."""

    side: Symbol | None
    phase: Symbol | None
    path: Path_ = ()
    text: str = ""

    def reached(self, words: TurnWords, state: Collection[Symbol]) -> bool:
        """Return whether it is that phase, and that side's turn."""
        for template, hole, wanted in (
            (words.active, "side", self.side),
            (words.phase, "phase", self.phase),
        ):
            if wanted is not None and template.fill({hole: wanted}) not in state:
                return False
        return True

    def check(self, words: TurnWords, state: Collection[Symbol]) -> None:
        """Refuse to wait, as the first thing that is done, for what it is already."""
        here = words.moment is not None and any(
            words.moment.match(fluent, {}) is not None for fluent in state
        )
        if not here and self.reached(words, state):
            message = f"'until' waits for what it is already, {quote(self.text)}; expected a later"
            raise ScenarioError(f"{message} part of the turn, or another turn", self.path)


@record
class Awaits:
    """All pass until a declaration comes up, from where nothing else is declared before it."""

    act: Act
    path: Path_ = ()
    text: str = ""


ScriptLine = Act | Resolve | Choose | Until | Awaits
