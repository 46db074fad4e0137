"""What happened on the way to an answer: who did what, what came of it, by which rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from clingo import Function, Symbol, SymbolType

from kb.inference.graph import Edge, State, TakenChoice
from kb.ordinals import ordinal
from kb.proof import Proof
from kb.proof.proof import Node, walk
from kb.proof.words import listed
from kb.questions.reasons import states_rule
from kb.questions.speech import Speech
from kb.records import record
from kb.rulings.page import CHOICE, DIM, Page
from kb.scenario.game import Game
from kb.scenario.modes import mode_numbers
from kb.scenario.properties import Property

NEWS = frozenset({"resolving", "waiting"})
"""What the halls say of abilities and spells that comes about by itself: that it is so is news."""

PASSING = frozenset({"about", "applied", "earlier", "pending"})
"""What core says of an event until it has happened."""

CITED = 4
"""How many rules of one event are cited."""


@record
class Happening:
    """One thing that happened.

    Attributes
    ----------
    turn : str
        Whose turn it was, and which one; nothing where the game has no turns.
    phase : str
        The part of the turn.
    who : str or None
        Who did it, if somebody did.
    what : str
        What was done, or happened.
    rules : tuple of str
        The numbers of the rules by which it was so.
    """

    turn: str
    phase: str
    who: str | None
    what: str
    rules: tuple[str, ...] = ()


@dataclass
class _Moments:
    """Counts the turns on the way."""

    speech: Speech
    active: Symbol | None = None
    begun: dict[Symbol, int] = field(default_factory=dict)

    def at(self, state: State) -> tuple[str, str]:
        """Return whose turn it is, which one of theirs, and the part of it, in words."""
        turn = self.speech.session.game.turn
        active = _found(state, turn.active.term)
        if active is not None and active != self.active:
            if self.active is not None:
                self.begun[active] = self.begun.get(active, 0) + 1
            self.active = active
        phase = _found(state, turn.phase.term)
        if active is None:
            return "", "" if phase is None else self.speech.term(phase, "phase")
        which = {0: "turn", 1: "next turn"}.get(self.begun.get(active, 0))
        which = which or f"{ordinal(self.begun[active])} turn from now"
        said = "" if phase is None else self.speech.term(phase, "phase")
        return f"{self.speech.who(active)}'s {which}", said


def _found(state: State, pattern: Symbol) -> Symbol | None:
    """Return the argument of the first fluent of that form."""
    name, arity = pattern.name, len(pattern.arguments)
    return next((f.arguments[0] for f in state if f.match(name, arity)), None)


_WHETHER = "whether "


def timeline(speech: Speech, node: int) -> tuple[Happening, ...]:
    """Return what happened on a shortest way to a state."""
    session = speech.session
    moments, raised = _Moments(speech), dict[Symbol, Node]()
    told: list[Happening] = []
    for number, edge in session.graph.path(node):
        before = session.graph.nodes[number]
        turn, phase = moments.at(before.state)
        states = (before.state, session.graph.nodes[edge.target].state)
        if _worth_telling(speech, edge, *states):
            proof = session.happened(number, edge)
            step = _Step(speech.at(*states), edge, proof, raised, before.state)
            told += dict.fromkeys(replace(one, turn=turn, phase=phase) for one in step.told())
    return tuple(told)


def _worth_telling(speech: Speech, edge: Edge, before: State, after: State) -> bool:
    """Tell whether a step may have something to tell: to prove what happened takes long."""
    session = speech.session
    passing = session.script.passing
    return (
        any(
            decision not in passing or passing[decision] != option
            for decision, option in edge.takes
        )
        or bool(edge.choices)
        or any(
            fluent.name in PASSING
            or fluent.name in NEWS
            or _asked(session.game, fluent) is not None
            for fluent in before ^ after
        )
    )


def _asked(game: Game, fluent: Symbol) -> Property | None:
    """Return the property of objects or players that a fluent states, if it states one."""
    properties = game.properties.values()
    if fluent.match("in", 2):
        if any(one.match(fluent) is not None for one in game.stack.facts):
            return None
        return next((p for p in properties if p.answer == "zone"), None)
    stated = (p for p in properties if not p.derived and p.of != "game")
    return next((p for p in stated if p.pattern.match(fluent) is not None), None)


class _Step:
    """Tells one step."""

    def __init__(
        self,
        speech: Speech,
        edge: Edge,
        proof: Proof,
        raised: dict[Symbol, Node],
        state: State,
    ) -> None:
        self.speech, self.edge, self.raised, self.state = speech, edge, raised, state
        self.roots = {tree.atom: tree for tree in proof.trees if tree.atom is not None}
        self.begun = self._of("begins")
        self.ended = self._of("ends")
        events = [f.arguments[0] for f in self.ended if f.match("pending", 1)]
        replaced = {atom.arguments[1] for atom in self.roots if atom.match("uses", 2)}
        self.happening = [Function("happens", [e]) for e in events if e not in replaced]
        self.effects = self._effects()

    def _of(self, name: str) -> dict[Symbol, Node]:
        return {a.arguments[0]: tree for a, tree in self.roots.items() if a.match(name, 1)}

    def told(self) -> Iterator[Happening]:
        """Yield what happened, in the order in which it is told: choices first."""
        yield from self._acts()
        yield from self._replaced()
        yield from self._happened()
        news: dict[str, dict[object, Node]] = {}
        for fluent, tree in self.begun.items():
            if fluent.match("pending", 1):
                self.raised[fluent.arguments[0]] = tree
            elif fluent.name in NEWS and not (said := self.speech.clause(fluent)).startswith("("):
                if fluent in self.state or self._is_off_the_stack(fluent):
                    continue
                once: object = fluent
                if self._is_mode(fluent):  # which one it is, is chosen only then
                    said = f"an ability of {self.speech.term(fluent.arguments[1])} has triggered"
                    once = tuple(fluent.arguments[1:])
                news.setdefault(said, {})[once] = tree
        for said, trees in news.items():
            often = {1: "", 2: ", twice"}.get(len(trees), f", {len(trees)} times")
            yield self._told(f"{said}{often}", trees.values())

    def _is_off_the_stack(self, news: Symbol) -> bool:
        """Return whether an ability resolves that never was on the stack: what is done at once."""
        thing = news.arguments[0]
        placed = any(one.match("in", 2) and one.arguments[0] == thing for one in self.state)
        return news.name == "resolving" and thing in self.speech.on_the_stack and not placed

    def _is_mode(self, waiting: Symbol) -> bool:
        """Return whether what has triggered is one of several to choose from."""
        modes = mode_numbers(self.speech.session.situation.said("says", 3))
        return waiting.name == "waiting" and waiting.arguments[0] in modes

    def _told(self, what: str, trees: Iterable[Node], who: Symbol | None = None) -> Happening:
        rules = dict.fromkeys(n for tree in trees for n in self._numbers(tree))
        name = None if who is None else self.speech.who(who)
        return Happening("", "", name, what, tuple(rules)[:CITED])

    def _numbers(self, tree: Node, event: Symbol | None = None) -> list[str]:
        """Return the numbers of the rules nearest to the root of a tree.

        Of an event, those that call for it stand behind the one that says when it is due.
        """
        speaks_of = None if event is None else {*event.arguments}
        found: dict[str, None] = {}
        todo, seen = [tree], set[int]()
        while todo:
            following: list[Node] = []
            for node in todo:
                if id(node) in seen:
                    continue
                seen.add(id(node))
                if states_rule(node) and node.label is not None:
                    found |= dict.fromkeys(self.speech.numbers(node.label))
                    if speaks_of:
                        rules = filter(states_rule, node.children)
                        following += (r for r in rules if r.atom and speaks_of <= {*_parts(r.atom)})
                else:
                    following += node.children
            if found and event is None:
                break
            todo = following
        return list(found)

    # --- What players did ---

    def _acts(self) -> Iterator[Happening]:
        passing = self.speech.session.script.passing
        for decision, option in self.edge.takes:
            if decision in passing and passing[decision] != option:
                taken = Function("takes", [decision, option])
                trees = [tree for tree in self.begun.values() if _rests_on(tree, taken)]
                done = self.speech.done(decision, option, self.edge.takes)
                what = self._with(listed(map(third_person, done)), taken)
                yield self._told(what, trees, decision.arguments[0])
        yield from self._joining()
        for choice in sorted(self.edge.choices, key=self._turn_order):
            if choice.decision not in passing:
                who, said = self.speech.chosen(choice)
                yield Happening("", "", who, said)

    def _turn_order(self, choice: TakenChoice) -> int:
        """Return how late in turn order somebody decides, from whose turn it is on."""
        session = self.speech.session
        seats = list(session.situation.names.players)
        active = _found(self.state, session.game.turn.active.term)
        sides = {one.arguments[0]: one.arguments[1] for one in session.situation.said("side", 2)}
        first = next((n for n, one in enumerate(seats) if active in (one, sides.get(one))), 0)
        found = [(seats.index(one) - first) % len(seats) for one in choice.choosers if one in seats]
        return min(found, default=len(seats))

    def _joining(self) -> Iterator[Happening]:
        """Yield what a declaration has others do in a later step, such as to join an attack."""
        for decision, option in self.edge.takes:
            taken = Function("takes", [decision, option])
            said = self.speech.term(decision, "decision")
            if taken in self.effects and said.startswith(_WHETHER):
                trees = [tree for _, _, tree in self.effects[taken]]
                yield self._told(self._with(said.removeprefix(_WHETHER), taken), trees)

    def _with(self, said: str, cause: Symbol) -> str:
        """Return what was done, or happened, with what else that changed."""
        came = [text for text, end, _ in self.effects.pop(cause, ()) if not said.endswith(end)]
        return f"{said}: {listed(came)}" if came else said

    # --- What happened ---

    def _replaced(self) -> Iterator[Happening]:
        for atom, tree in self.roots.items():
            if atom.match("uses", 2):
                dropped = Function("pending", atom.arguments[1:]) in self.ended
                left = "; so that does not happen" if dropped else ""
                yield self._told(f"{self.speech.clause(atom)}{left}", [tree])

    def _happened(self) -> Iterator[Happening]:
        for happens in self.happening:
            event = happens.arguments[0]
            trees = [tree for _, _, tree in self.effects.get(happens, ())]
            rules = self._numbers(self.raised[event], event) if event in self.raised else []
            if trees or not self._only_leaves_the_stack(event):
                said = self._with(self.speech.term(event, "event"), happens)
                if not self._changes_something(happens):
                    said += "; nothing comes of it"
                told = self._told(said, trees)
                yield replace(told, rules=tuple(dict.fromkeys((*rules, *told.rules)))[:CITED])
        for said, _, tree in (one for some in self.effects.values() for one in some):
            yield self._told(said, [tree])

    def _changes_something(self, happens: Symbol) -> bool:
        changed = [*self.begun.items(), *self.ended.items()]
        return any(f.name not in PASSING and _rests_on(tree, happens) for f, tree in changed)

    def _only_leaves_the_stack(self, event: Symbol) -> bool:
        """Tell whether an event only takes away an ability that has resolved."""
        known = self.speech.on_the_stack
        return any(
            part in known and Function("resolving", [part]) in self.state
            for part in event.arguments
        )

    def _effects(self) -> dict[Symbol | None, list[tuple[str, str, Node]]]:
        """Return what changed, with the words that an event may say as well.

        What rests on one thing that was done, or that happened, stands under that.
        """
        acts = [Function("takes", list(taken)) for taken in self.edge.takes]
        found: dict[Symbol | None, list[tuple[str, str, Node]]] = {}
        for fluent, said, tree in self._changes():
            causes = [cause for cause in (*acts, *self.happening) if _rests_on(tree, cause)]
            place = fluent.match("in", 2) and self.speech.place(fluent.arguments[1])
            cause = causes[0] if len(causes) == 1 else None
            found.setdefault(cause, []).append((said, place or said, tree))
        return found

    def _changes(self) -> Iterator[tuple[Symbol, str, Node]]:
        """Yield what changed of what may be asked of objects and players, as clauses."""
        was = {f.arguments[0]: f for f in self.ended if f.match("val", 2)}
        moved = {f.arguments[0] for f in self.ended if f.match("in", 2)}
        for fluent, tree in self.begun.items():
            if _asked(self.speech.session.game, fluent) is not None:
                before = was.pop(fluent.arguments[0], None) if fluent.match("val", 2) else None
                yield fluent, self._changed(fluent, before), tree
        for fluent, tree in self.ended.items():
            asked = _asked(self.speech.session.game, fluent)
            if asked is None or not moved.isdisjoint(_parts(fluent)):
                continue
            if asked.otherwise is not None and fluent == was.get(fluent.arguments[0]):
                none_left = Function("val", [fluent.arguments[0], asked.otherwise])
                yield fluent, self._changed(none_left, fluent), tree
            elif asked.answer == "flag":
                yield fluent, f"no longer: {self.speech.clause(fluent)}", tree

    def _changed(self, fluent: Symbol, before: Symbol | None) -> str:
        said = self.speech.clause(fluent)
        if before is None:
            return said
        return f"{said} instead of {self.speech.term(before.arguments[1])}"


def _rests_on(tree: Node, atom: Symbol) -> bool:
    return any(node.atom == atom for node in walk([tree]))


def _parts(term: Symbol) -> Iterator[Symbol]:
    if term.type == SymbolType.Function:
        yield term
        for argument in term.arguments:
            yield from _parts(argument)


def third_person(done: str) -> str:
    """Return what is done as what somebody does: ``cast Shock`` as ``casts Shock``.

    >>> third_person("pass on")
    'passes on'
    """
    verb, blank, rest = done.partition(" ")
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb, ending = verb[:-1], "ies"
    return f"{verb}{ending}{blank}{rest}"


def timeline_lines(page: Page, told: Sequence[Happening]) -> Iterator[str]:
    """Yield it line by line, under each part of a turn what happened then."""
    for (turn, phase), some in groupby(told, lambda one: (one.turn, one.phase)):
        if heading := ", ".join(filter(None, (turn, phase))):
            yield from page.wrapped("  ", f"{heading}:", DIM)
        for one in some:
            said = one.what if one.who is None else f"{one.who} {one.what}"
            said = f"{said[:1].upper()}{said[1:]}"
            rules = f" ({', '.join(one.rules)})" if one.rules else ""
            before = "    " if heading else "  "
            yield from page.wrapped(before, said + rules, "" if one.who is None else CHOICE)
