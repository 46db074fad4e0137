"""What happens on the way to an answer, of which texts that are not carried out may speak."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain

from clingo import Symbol, SymbolType

from kb.inference.graph import State
from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.proof import walk
from kb.proof.support import objects_in
from kb.scenario.terms import Template


class Way:
    """What holds and happens from the start of a scenario to its ends, and what was proved of it.

    Parameters
    ----------
    session : Session
    proofs : callable
        What the answers rest on.

    Attributes
    ----------
    nodes : list of StateNode
    calm : bool
        Whether nothing happens at all.
    refused_on_the_way : bool
        Whether something that was to be done is not legal.
    refused : frozenset of (str, str) or None
        What the decisions, with their options, are called that are not legal; None where not all of
        that is known.
    refused_uses : frozenset of Symbol
        The things of which an ability was to be used where that is not legal.
    """

    def __init__(self, session: Session, proofs: Callable[[], Iterable[Proof]]) -> None:
        self._session = session
        self._proofs = proofs
        self.nodes = session.graph.nodes
        self.calm = len(self.nodes) == 1
        self.refused_on_the_way = any(one.kind in ("illegal", "stuck") for one in self.nodes)
        refused = [one for one in self.nodes if one.kind in ("illegal", "stuck")]
        unmet = [[why for why in one.reasons if why.match("unmet", 3)] for one in refused]
        taken = (why.arguments[:2] for reasons in unmet for why in reasons)
        named = frozenset((decision.name, option.name) for decision, option in taken)
        self.refused = named if all(unmet) else None
        self.refused_uses = frozenset[Symbol]().union(
            *(
                objects_in(why.arguments[1])
                for one in self.nodes
                if one.kind == "illegal"
                for why in one.reasons
                if why.match("unmet", 3) and _abilities_in(why.arguments[1])
            )
        )

    def fluents(self) -> Iterator[Symbol]:
        """Yield what holds at any time."""
        return (fluent for node in self.nodes for fluent in node.state)

    def holds(self, patterns: Collection[Template]) -> bool:
        """Return whether one of some patterns holds of anything at any time."""
        return bool(patterns) and any(
            one.match(fluent) is not None for fluent in self.fluents() for one in patterns
        )

    @cached_property
    def begun(self) -> frozenset[Symbol]:
        """What begins to hold on the way."""
        return frozenset().union(*(after - before for before, after in self._steps))

    @cached_property
    def ended(self) -> frozenset[Symbol]:
        """What ceases to hold on the way."""
        return frozenset().union(*(before - after for before, after in self._steps))

    def all_from(self, place: Symbol) -> bool:
        """Return whether whatever is put where things wait to resolve comes from one zone."""
        facts = (one.term for one in self._session.game.stack.facts)
        waits = {one.arguments[1] for one in facts if one.match("in", 2)}
        return bool(waits) and all(
            any(
                one.match("in", 2)
                and one.arguments[1] == place
                and not objects_in(one).isdisjoint(objects_in(fluent))
                for one in before
            )
            for before, after in self._steps
            for fluent in after - before
            if fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[1] in waits
        )

    @property
    def _steps(self) -> Iterator[tuple[State, State]]:
        nodes = self.nodes
        return ((node.state, nodes[edge.target].state) for node in nodes for edge in node.edges)

    @cached_property
    def rested_on(self) -> frozenset[Symbol]:
        """The things that the proofs speak of."""
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        return frozenset().union(*(objects_in(one.atom) for one in nodes if one.atom is not None))

    @cached_property
    def involved(self) -> frozenset[Symbol]:
        """The things that the proofs speak of, and those that took part in what came before.

        What did not happen has no proof that speaks of those by which it might have happened.
        """
        takes = (option for node in self.nodes for edge in node.edges for _, option in edge.takes)
        return self.rested_on.union(*map(objects_in, (*self.begun, *self.ended, *takes)))

    @cached_property
    def totalled(self) -> bool:
        """Whether the proofs, or what came before, speak of what adds up over many things."""
        functioning = self._session.game.functioning
        totals = functioning.totals if functioning else frozenset()
        if not totals:
            return False
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        edges = (edge for node in self.nodes for edge in node.edges)
        atoms = chain(
            (one.atom for one in nodes if one.atom is not None),
            (atom for edge in edges for atom in edge.atoms or ()),
        )
        return any(part.name in totals for atom in atoms for part in terms_in(atom))

    @cached_property
    def used(self) -> frozenset[Symbol]:
        """The abilities that were used on the way."""
        edges = (edge for node in self.nodes for edge in node.edges)
        options = (option for edge in edges for _, option in edge.takes)
        return frozenset(part for option in options for part in _abilities_in(option))

    @cached_property
    def controllers(self) -> dict[Symbol, Symbol | None]:
        """Who controls each thing, or owns it as long as nobody does; None where that changes."""
        owners = self._session.situation.said("owner", 2)
        owned = {fact.arguments[0]: fact.arguments[1] for fact in owners}
        found: dict[Symbol, Symbol | None] = {}
        for fluent in self.fluents():
            if fluent.match("controls", 2) and fluent.arguments[0].match("obj", 2):
                thing, player = fluent.arguments[0].arguments[0], fluent.arguments[1]
                found[thing] = player if found.get(thing, player) == player else None
        return owned | found | dict.fromkeys(self._under_others)

    @cached_property
    def _under_others(self) -> frozenset[Symbol]:
        """The things of which an effect may change who controls them."""
        functioning = self._session.game.functioning
        found: set[Symbol] = set()
        for word, patterns in (functioning.under_others if functioning else {}).items():
            said = chain(self.fluents(), self._session.situation.said("says", 3))
            if any(part.name == word for atom in said for part in terms_in(atom)):
                things = (one.match(fluent) for fluent in self.fluents() for one in patterns)
                found.update(*(objects_in(one) for one in things if one is not None))
        return frozenset(found)

    @cached_property
    def cards(self) -> dict[Symbol, Symbol]:
        """Of which card each thing is."""
        facts = self._session.situation.said("card", 2)
        return {fact.arguments[0]: fact.arguments[1] for fact in facts}

    @cached_property
    def fielded(self) -> frozenset[Symbol]:
        """The things that have been in a zone in which somebody controls what is there."""
        zones = {one.term for one in self._session.game.zones.values() if one.controlled}
        return frozenset(
            fluent.arguments[0].arguments[0]
            for fluent in self.fluents()
            if fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[1] in zones
        )

    def things_of(self, patterns: tuple[Template, ...]) -> frozenset[Symbol]:
        """Return the things of which one of some patterns holds at any time."""
        held = set(self.fluents())
        told = (one for one in held if any(p.match(one) is not None for p in patterns))
        return frozenset().union(*map(objects_in, told))

    def always(self, pattern: Template) -> frozenset[Symbol]:
        """Return what stands for ? in what holds all the time."""
        told = (
            frozenset(found for one in node.state if (found := pattern.match(one)) is not None)
            for node in self.nodes
        )
        first, *others = told
        return first.intersection(*others)

    def looks_at(self, names: Collection[str]) -> bool:
        """Return whether proofs, what is so on the way, or what cards say speaks of something."""
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        atoms = chain(
            (one.atom for one in nodes if one.atom is not None),
            self.fluents(),
            self._session.situation.said("says", 3),
            self._session.situation.said("filter", 3),
        )
        return any(part.name in names for atom in atoms for part in terms_in(atom))

    def derives(self, patterns: Iterable[Template]) -> bool:
        """Return whether one of some atoms is derived on the way."""
        terms = [one.term for one in patterns]
        shown = tuple({f"{term.name}/{len(term.arguments)}" for term in terms})
        return any(
            one.match(atom) is not None
            for number in range(len(self.nodes))
            for one in patterns
            for atom in self._session.ask(number, "", shown).of(one.term.name)
        )


def _abilities_in(option: Symbol) -> list[Symbol]:
    """Return the abilities that an option names: those that are used."""
    parts = option.arguments if option.type is SymbolType.Function else []
    return [part for part in parts if part.match("ab", 2)]


def terms_in(term: Symbol) -> Iterator[Symbol]:
    """Yield a term and its parts, but for numbers and strings."""
    if term.type is SymbolType.Function:
        yield term
        for part in term.arguments:
            yield from terms_in(part)
