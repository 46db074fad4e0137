"""How it can end: what differs from the start, or what is expected, in each outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self
from weakref import WeakKeyDictionary

from clingo import Symbol

from kb.errors import escape, quote
from kb.inference.graph import Graph
from kb.inference.leaves import Answer, Ending, Seen
from kb.inference.properties import answering, differing, parted, seen, shown, unsure
from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.proof.words import listed
from kb.questions.asked import Among, Asking, Row, listed_names
from kb.questions.phrases import called
from kb.questions.speech import TOLD, Speech
from kb.records import record
from kb.scenario.expecting import Expected
from kb.scenario.model import Question
from kb.scenario.properties import Property
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import THE_GAME, TRUE, Ref

LONG = 90
"""How long the part of a sentence may be that tells the outcomes."""

ENDS = ("leaf", "over")
"""The kinds of states in which something has come out."""

Group = tuple[Expected, ...]


@record(kw_only=True)
class Outcomes(Among[Group]):
    """How it can end; leaves are told apart by what the expectation mentions."""

    word = "outcomes"
    alternatives = True
    follows = True

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        for key in asked.outcomes or {}:
            message = f"unknown key {quote(key)} in 'outcomes'; write 'outcomes: {{}}'"
            raise ScenarioError(message, (*path, cls.word, key), key=True)
        parts = cls.parts(asked, path, asking.expecting.leaves)
        return cls(**cls.shared(asked, path, cls.word), **parts)

    @cached_property
    def _mentioned(self) -> list[tuple[Property, Ref]]:
        """The properties that the question itself says count."""
        groups = (*self.wanted, *self.excludes)
        return list(dict.fromkeys((one.property, one.of) for group in groups for one in group))

    @property
    def all_changes(self) -> bool:
        """Whether it is asked what has changed at all, and so told that nothing else has."""
        return not self._mentioned

    def find(self, session: Session, number: int) -> Answer:
        """Return the properties by which outcomes are told apart."""
        asked = self._mentioned or _changes(session)
        found, goals = seen(session, number, asked)
        open_ = unsure(session, number, None if self.all_changes else asked)
        return Answer(True, goals, seen=found, unknown=open_)

    def exported(self, session: Session, leaves: Sequence[Ending]) -> tuple[str, Sequence[str]]:
        """Return what the step of the first answer is told, and what shows the answer there."""
        return "", answering(one[0] for leaf in leaves for one in leaf.seen)

    # --- Saying ---

    def plain(self, speech: Speech, leaf: Ending) -> None:
        """Return nothing: what is seen in an outcome stands beside it."""

    def whole(self, speech: Speech, leaves: Sequence[Ending]) -> Any:
        """Return what each outcome says of objects and players."""
        return [speech.properties(leaf.seen) for leaf in leaves if leaf.kind not in _ILLEGAL]

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return an outcome as a clause."""
        over = ["the game is over"] if leaf.kind == "over" else []
        if worth := self.worth(speech, leaf):
            return "; ".join((*speech.clauses(worth), *over))
        done = len(speech.session.graph.nodes) > 1
        nothing = "nothing changes" if self.all_changes else "nothing that is asked about changes"
        if not done:
            nothing = "nothing changes, for nothing is done"
        # What waits to resolve, and was not there at first, is still to come.
        graph = speech.session.graph
        first = set(speech.abilities([speech.session.begun])) if done else set()
        waiting = [one for one in speech.abilities([graph.nodes[leaf.node].state]) if done]
        new = [f"{escape(one)} is on the stack" for one in waiting if one not in first]
        return "; ".join((nothing, *new, *speech.clauses(leaf.seen), *over))

    def worth(self, speech: Speech, leaf: Ending) -> list[Seen]:
        """Return what is worth telling of an outcome: what has changed, of what was asked about.

        Of what is somewhere else now, the numbers that it has got there are told as well, but not
        that it has lost what only things in the old place have.
        """
        was = _start(speech, leaf)
        differing = [one for one in leaf.seen if was[one[0].name, one[1]] != one[2]]
        moved = {of for asked, of, _ in differing if asked.answer == "zone" or asked.hides}

        def worth(one: Seen) -> bool:
            asked, of, values = one
            if of not in moved or asked.answer == "zone" or asked.hides:
                return one in differing
            before = was[asked.name, of]
            if asked.answer == "number":
                gained = bool(self._mentioned) or before in ((), (asked.otherwise,))
                return gained and bool(values) and values != (asked.otherwise,)
            return one in differing and bool(before) and not _is_blank(one)

        return [one for one in leaf.seen if worth(one)]

    def several(self, speech: Speech, leaves: Sequence[Ending]) -> str:
        """Return several outcomes as a clause, by what is not the same in all of them."""
        found: dict[tuple[str, Ref], set[tuple[Symbol, ...]]] = {}
        for asked, of, values in (one for leaf in leaves for one in leaf.seen):
            found.setdefault((asked.name, of), set()).add(values)
        where = _by_place(leaves)

        def telling(leaf: Ending) -> list[Seen]:
            was = _start(speech, leaf)
            differing = [one for one in leaf.seen if len(found[one[0].name, one[1]]) > 1]
            return [one for one in differing if not (where(leaf, one) and _goes_along(one, was))]

        legal = [leaf for leaf in leaves if leaf.kind not in _ILLEGAL]
        clauses = {leaf.node: listed(speech.clauses(telling(leaf))) for leaf in legal}
        over = _over(legal, clauses)
        for leaf in legal:
            if over:
                ends = "the game is over" if leaf.kind == "over" else "the game goes on"
                clauses[leaf.node] = listed([one for one in (clauses[leaf.node], ends) if one])
            elif not clauses[leaf.node]:
                whole = speech.clauses(self.worth(speech, leaf) or leaf.seen)
                clauses[leaf.node] = listed(whole) or self.said(speech, leaf)
        told = [clauses.get(leaf.node, "that is not legal") for leaf in leaves]
        said = f"it can end in {len(leaves)} ways"
        short = sum(map(len, told)) <= LONG * len(leaves)
        if len(leaves) <= TOLD and short and len(set(told)) == len(told):
            between = "; or " if any(" and " in one for one in told) else ", or "
            return f"{said}: {between.join(told)}"
        differing = [
            one
            for one in (legal[0].seen if legal else ())
            if len(found[one[0].name, one[1]]) > 1 and not all(where(leaf, one) for leaf in legal)
        ]
        apart = [_what(speech, differing)] if differing else []
        if over:
            apart.append("whether the game is over")
        if len(legal) < len(leaves):
            more = len(leaves) - len(legal) > 1
            apart.append("what of it is not legal" if more else "whether all of it is legal")
        return f"{said}, told apart by {'; '.join(apart)}" if apart else said

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield a line for each object and player: its properties, with what they were."""
        lines: dict[Ref, list[str]] = {}
        was = _start(speech, leaf)
        for asked, of, values in leaf.seen if self._mentioned else self.worth(speech, leaf):
            before = was[asked.name, of]
            now = speech.values(asked, values)
            said = f"{asked.name} {now}"
            if before != values:
                said = f"{asked.name} {speech.values(asked, before)} → {now}"
            lines.setdefault(of, []).append(said)
        for of, parts in lines.items():
            yield Row("  ", f"{escape(of.text)}: {', '.join(parts)}")
        yield from (Row("  ", f"still to come: {one}") for one in speech.still_to_come(leaf))

    # --- Checking ---

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        if any(leaf.value is None for leaf in leaves):
            return ["the outcome is undetermined"]

        def said(group: Sequence[Seen]) -> str:
            return "; ".join(
                f"{of.text} {asked.name} {listed_names(session, values)}"
                for asked, of, values in group
            )

        def happens(group: Group) -> bool:
            return any(_matches(leaf, group) for leaf in leaves)

        faults = []
        if self.expect is not None:
            others = (
                leaf for leaf in leaves if not any(_matches(leaf, group) for group in self.expect)
            )
            faults += [f"not expected: {said(leaf.seen)}" for leaf in others]
        missing = (group for group in self.wanted if not happens(group))
        faults += [f"expected, but does not happen: {said(group)}" for group in missing]
        faults += [f"should not happen: {said(group)}" for group in self.excludes if happens(group)]
        return faults


_ILLEGAL = ("illegal", "stuck")


def _matches(leaf: Ending, group: Group) -> bool:
    found = {(asked.name, of): set(values) for asked, of, values in leaf.seen}
    return all(found.get((one.property.name, one.of)) == set(one.values) for one in group)


def _over(legal: Sequence[Ending], clauses: Mapping[int, str]) -> bool:
    """Return whether only the end of the game tells some outcome from another."""
    first: dict[str, str] = {}
    return any(leaf.kind != first.setdefault(clauses[leaf.node], leaf.kind) for leaf in legal)


def _is_place(asked: Property) -> bool:
    return asked.answer == "zone" or asked.hides


def _is_blank(one: Seen) -> bool:
    """Return whether a value says that something is not so: no controller, not tapped."""
    asked, _, values = one
    return values in ((), (asked.otherwise,)) or (asked.answer == "flag" and values != (TRUE,))


def _goes_along(one: Seen, was: Mapping[tuple[str, Ref], tuple[Symbol, ...]]) -> bool:
    """Return whether a value goes without saying where the place that it comes with is told."""
    asked, of, values = one
    return _is_blank(one) or (asked.answer == "player" and was[asked.name, of] == values)


def _by_place(leaves: Sequence[Ending]) -> Callable[[Ending, Seen], bool]:
    """Return a test whether, in a leaf, a property comes with where the thing is.

    Where the thing is in several places, and in all outcomes in which it is where it is in this
    one, the property is the same, the place has said it.
    """
    places = [
        {of: values for asked, of, values in leaf.seen if _is_place(asked)} for leaf in leaves
    ]
    whose = {id(leaf): found for leaf, found in zip(leaves, places, strict=True)}
    alike: dict[tuple[str, Ref, Any], set[tuple[Symbol, ...]]] = {}
    spots: dict[Ref, set[Any]] = {}
    for leaf, found in zip(leaves, places, strict=True):
        for asked, of, values in leaf.seen:
            alike.setdefault((asked.name, of, found.get(of)), set()).add(values)
            spots.setdefault(of, set()).add(found.get(of))

    def told(leaf: Ending, one: Seen) -> bool:
        asked, of, _ = one
        if _is_place(asked) or len(spots[of]) < 2:
            return False
        return len(alike.get((asked.name, of, whose[id(leaf)].get(of)), ())) < 2

    return told


def _what(speech: Speech, differing: Sequence[Seen]) -> str:
    """Return in a few words which properties of what are not the same in all outcomes."""
    things: dict[str, tuple[Property, list[Ref]]] = {}
    for asked, of, _ in differing:
        things.setdefault(asked.name, (asked, []))[1].append(of)
    return "; ".join(_few([_of_what(speech, *one) for one in things.values()]))


def _of_what(speech: Speech, asked: Property, of: Sequence[Ref]) -> str:
    if asked.of == "game":
        return f"the {asked.name}"
    if asked.answer == "flag" and len(of) <= TOLD:
        who = f"which of {listed([escape(one.text) for one in of])}" if len(of) > 1 else ""
        said = speech.property_of(asked, of[:1], [TRUE])
        return f"{who} {said[1]}" if who else f"whether {' '.join(said)}"
    return f"the {asked.name} of {listed(_few([escape(one.text) for one in of]))}"


def _few(texts: Sequence[str]) -> list[str]:
    """Return the first of several texts, and how many more there are."""
    more = len(texts) - TOLD
    return [*texts[:TOLD], f"{more} more"] if more > 1 else [*texts]


def _start(speech: Speech, leaf: Ending) -> dict[tuple[str, Ref], tuple[Symbol, ...]]:
    """Return what was so, before anything was done, of what is seen in an outcome."""
    if not leaf.seen:
        return {}
    asked = [(one, of) for one, of, _ in leaf.seen]
    found, _ = seen(speech.session, speech.session.start, asked)
    return {(one.name, of): values for one, of, values in found}


_KNOWN: WeakKeyDictionary[Session, tuple[Graph, list[tuple[Property, Ref]]]] = WeakKeyDictionary()
"""What changes in sessions, for every outcome is told by it."""


def _changes(session: Session) -> list[tuple[Property, Ref]]:
    """Return the properties that differ, in some outcome, from the start."""
    graph = session.graph
    known = _KNOWN.get(session)
    if known is None or known[0] is not graph:
        known = _KNOWN[session] = (graph, _changed(session))
    return known[1]


def _changed(session: Session) -> list[tuple[Property, Ref]]:
    names = session.situation.names
    refs = [Ref(text, "object", handle) for handle, text in names.handles.items()]
    refs += [Ref(text, "object", handle) for handle, text in called(session).items()]
    sides = {fact.arguments[0]: fact.arguments[1] for fact in session.scripted}
    players = [
        Ref(text, "player", player, side=sides.get(player))
        for player, text in names.players.items()
    ]
    game, nodes = session.game, session.graph.nodes
    facts = session.begun.union(*(nodes[number].state for number in session.graph.leaves))
    # A flag that the rules derive goes without saying: what it follows from is told.
    properties = [
        prop
        for prop in (*game.each_property(), *game.told_properties(facts))
        if prop.told and not (prop.derived and prop.answer == "flag")
    ]
    show = shown(properties)
    touched = _touched(session, show)
    refs = [ref for ref in refs if ref.symbol in touched]
    wanted = [
        (prop, ref)
        for prop in properties
        for ref in {"player": players, "game": [THE_GAME]}.get(prop.of, refs)
    ]
    found: dict[tuple[Property, Ref], None] = {}
    for number in session.graph.leaves:
        if session.graph.nodes[number].kind in ENDS:
            found |= dict.fromkeys(differing(session, number, wanted, show))
    return list(found)


def _touched(session: Session, show: tuple[str, ...]) -> set[Symbol]:
    """Return the handles of objects about which anything differs from the start."""
    return {
        one
        for number in session.graph.leaves
        if session.graph.nodes[number].kind in ENDS
        for fact in parted(session, number, show)
        for one in objects_in(fact)
    }
