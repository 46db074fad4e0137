"""One ruling: the answer to a question as a sentence, as data, and with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from clingo import Symbol, SymbolType

from kb.inference.answers import Ruling as Judged
from kb.inference.dependence import dependences
from kb.inference.graph import Choice
from kb.inference.leaves import Leaf, Reason
from kb.inference.legality import LEGAL
from kb.proof import Proof, explain
from kb.proof.interfaces import LabelLike
from kb.proof.proof import Node
from kb.rulebook.gaps import Gap
from kb.rulings import brief, sentences
from kb.rulings.speech import Speech
from kb.rulings.unread import unread_abilities
from kb.rulings.wordings import wordings
from kb.scenario import Case, reader
from kb.scenario.game import Property
from kb.scenario.questions import (
    Declarations,
    May,
    Mentions,
    Options,
    Orders,
    Outcomes,
    Targets,
    What,
    When,
)
from kb.scenario.references import Ref

Kind = Literal[
    "may",
    "declarations",
    "options",
    "targets",
    "what",
    "outcomes",
    "when",
    "mentions",
    "orders",
]
Status = Literal["answered", "depends", "undetermined", "illegal", "loop", "cut"]

Plain = bool | int | str | list[str] | list[int] | dict[str, str | int] | None

ONE = frozenset(("zone", "player", "name"))
"""The kinds of property that have one value at a time."""

REFUSED = 500
"""How many things that stand against options are told at most."""

_KINDS: dict[type, Kind] = {
    May: "may",
    Declarations: "declarations",
    Options: "options",
    Targets: "targets",
    What: "what",
    Outcomes: "outcomes",
    When: "when",
    Mentions: "mentions",
    Orders: "orders",
}


@dataclass(frozen=True)
class Why:
    """One thing that stands against an action.

    Attributes
    ----------
    text : str
        What is required and not so, or what rules it out, in words.
    rules : tuple of str
        The numbers of the rule that says so.
    ruled_out : bool
        Whether a rule forbids it; otherwise a requirement is not met.
    against : tuple of str
        The facts that stand against it, in words.
    """

    text: str
    rules: tuple[str, ...]
    ruled_out: bool
    against: tuple[str, ...]


@dataclass(frozen=True)
class Refused:
    """Something that a player may not do, though it was considered.

    Attributes
    ----------
    text : str
        What is not allowed.
    whys : tuple of Why
        Everything that stands against it.
    """

    text: str
    whys: tuple[Why, ...]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One answer to the question, and the choices that lead to it.

    Attributes
    ----------
    ruling : Ruling
    leaf : Leaf
        What the inference found.
    """

    ruling: Ruling
    leaf: Leaf

    @property
    def status(self) -> Status:
        """Whether there is an answer here, or why there is none."""
        if self.leaf.kind in ("illegal", "stuck"):
            return "illegal"
        return "undetermined" if self.leaf.value is None else "answered"

    @property
    def answer(self) -> Plain:
        """The answer as plain Python; None if there is none, or if the outcome itself is it."""
        if self.status != "answered" or self.ruling.kind == "outcomes":
            return None
        return self.ruling.plain(self.leaf)

    @property
    def ways(self) -> int | None:
        """How many ways lead to this answer; None if they are endless."""
        return self.leaf.ways

    @cached_property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """For a question about orders, the first of them, in words."""
        found = self.leaf.orders
        question = self.ruling.judged.question
        if found is None or not isinstance(question, Orders):
            return ()
        speech = self.ruling.speech
        return tuple(
            tuple(speech.played(option) for option in word)
            for word in found.listed[: question.limit]
        )

    @property
    def count(self) -> int | None:
        """For a question about orders, how many there are; None if they are endlessly many."""
        return None if self.leaf.orders is None else self.leaf.orders.count

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The choices on a shortest way to it, in words."""
        if isinstance(self.ruling.judged.question, When):
            return sentences.decided(self.ruling, self.leaf.node)
        return tuple(sentences.choice(self.ruling.speech, one) for one in self.leaf.choices)

    @cached_property
    def others(self) -> tuple[tuple[str, ...], ...]:
        """For `when`, what is done on other ways to the same moment, as far as they are few."""
        if not isinstance(self.ruling.judged.question, When):
            return ()
        return sentences.other_ways(self.ruling, self.leaf)

    @cached_property
    def properties(self) -> dict[str, dict[str, Plain]]:
        """What was asked about or has changed, by object or player and property."""
        found: dict[str, dict[str, Plain]] = {}
        for asked, of, values in self.leaf.seen:
            found.setdefault(of.text, {})[asked.name] = self.ruling.plain_values(asked, values)
        return found

    @cached_property
    def sentence(self) -> str:
        """The answer here in one sentence."""
        return sentences.one(self.ruling, self)

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """What is asked about or has changed, in words, with what it was."""
        return sentences.changes(self.ruling, self.leaf)

    @cached_property
    def whys(self) -> tuple[Why, ...]:
        """For a "no" or something illegal, everything that stands against it."""
        roots = _by_atom(self.proof)
        return tuple(self._why(reason, roots) for reason in self.leaf.reasons)

    @cached_property
    def refused(self) -> tuple[Refused, ...]:
        """For the options of a player, what was considered and is not legal."""
        question = self.ruling.judged.question
        if not isinstance(question, Options) or self.status != "answered":
            return ()
        session = self.ruling.judged.session
        node, extra = self.leaf.query.node, self.leaf.query.extra
        model = session.ask(node, extra, LEGAL)
        deciding = {atom.arguments[0] for atom in model.of("option")} | set(session.script.passing)
        unmet = [a for a in model.of("unmet") if a.arguments[0] in deciding][:REFUSED]
        proof = explain(session.view, session.trace(node, extra), unmet)
        roots = _by_atom(proof)
        contrary: dict[Symbol, list[Symbol]] = {}
        for atom in model.of("contrary"):
            contrary.setdefault(atom.arguments[0], []).append(atom)
        found: dict[Symbol, list[Why]] = {}
        for atom in unmet:
            reason = Reason(atom, tuple(contrary.get(atom.arguments[2], ())))
            found.setdefault(atom.arguments[1], []).append(self._why(reason, roots))
        return tuple(
            Refused(self.ruling.speech.option(option), tuple(whys))
            for option, whys in found.items()
        )

    def _why(self, reason: Reason, roots: Mapping[Symbol, Node]) -> Why:
        source = brief.origin(roots.get(reason.unmet))
        speech = self.ruling.speech
        return Why(
            speech.condition(reason.condition),
            () if source is None or source.label is None else self.ruling.numbers_of(source.label),
            source is not None and source.atom is not None and source.atom.name == "forbids",
            tuple(speech.clause(atom.arguments[1]) for atom in reason.contrary),
        )

    @cached_property
    def proof(self) -> Proof:
        """The whole proof of the answer."""
        found = self.ruling.judged.proof(self.leaf)
        return replace(found, titles=sentences.titles(self.ruling, self.leaf, len(found.titles)))

    @cached_property
    def short_proof(self) -> Proof:
        """The proof without what goes without saying at a table."""
        return brief.shortened(self.proof, self.ruling, self.leaf)


def _by_atom(proof: Proof) -> dict[Symbol, Node]:
    return {root.atom: root for root in proof.trees if root.atom is not None}


@dataclass(frozen=True, eq=False)
class Otherwise:
    """What the answer is if a gap of the documents is read in another way.

    Attributes
    ----------
    reading : str
        The name of the reading.
    ruling : Ruling or None
        The answer; None if what is asked makes no sense then.
    error : str
        Why not, in that case.
    """

    reading: str
    ruling: Ruling | None
    error: str

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        if self.ruling is None:
            return f"{self.error}."
        if not self.ruling.complete:
            return f"{self.ruling.sentence} (The search was cut: there may be more.)"
        return self.ruling.sentence


@dataclass(frozen=True)
class Dependence:
    """A gap of the documents of which another reading changes the answer.

    Attributes
    ----------
    gap : Gap
    reading : str
        The name of the reading that the answer takes.
    others : tuple of Otherwise
        The readings under which the answer is another one.
    """

    gap: Gap
    reading: str
    others: tuple[Otherwise, ...]


@dataclass(frozen=True, eq=False)
class Ruling:
    """The answer to one question, and why.

    Attributes
    ----------
    case : Case
        The scenario, or variant of it, that the question belongs to.
    number : int
        The number of the question there, counted from 1.
    judged : kb.inference.answers.Ruling
        What the inference found, in the terms of the rulebook.
    """

    case: Case
    number: int
    judged: Judged

    @property
    def scenario(self) -> str:
        """What the scenario, or the variant, is called."""
        return self.case.name

    @property
    def question(self) -> str:
        """The question in words."""
        return self.judged.question.name

    @property
    def kind(self) -> Kind:
        """The kind of question."""
        return _KINDS[type(self.judged.question)]

    @property
    def date(self) -> str:
        """The day whose rules apply."""
        return str(self.judged.session.view.date)

    @property
    def edition(self) -> str:
        """The edition of the rules in force on that day."""
        found = self.judged.session.view.edition
        return "" if found is None else found.text

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be told besides: of the text in force, and what it says that is left out."""
        session = self.judged.session
        found = session.view.edition
        told = [found.note] if found is not None and found.note else []
        used = set(reader.keys(self.case.scenario.node))
        told += (
            one.told
            for one in session.game.uncovered
            if one.concerns and used.issuperset(one.concerns) and one.start <= session.view.date
        )
        return (*told, *wordings(session))

    @property
    def complete(self) -> bool:
        """False when a bound cut the search: then there may be further answers."""
        return self.judged.complete

    @property
    def gaps(self) -> tuple[str, ...]:
        """Instructions on the way that the rulebook cannot carry out."""
        return tuple(self.speech.term(gap, "instruction") for gap in self.judged.gaps)

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """Abilities, of what players control at the end, that no rule carries out."""
        states = [outcome.leaf.node for outcome in self.outcomes]
        found = unread_abilities(self.judged.session, states)
        return tuple(text for text in found if text not in self.gaps)

    @cached_property
    def depends(self) -> tuple[Dependence, ...]:
        """The gaps of the documents of which another reading changes the answer."""
        return tuple(
            Dependence(
                found.gap,
                found.reading,
                tuple(
                    Otherwise(
                        other.reading,
                        None if other.ruling is None else replace(self, judged=other.ruling),
                        other.error,
                    )
                    for other in found.others
                ),
            )
            for found in dependences(self.judged)
        )

    @cached_property
    def loop(self) -> bool:
        """Whether something goes on that nobody can end."""
        return bool(self.judged.session.graph.mandatory_loop())

    @cached_property
    def speech(self) -> Speech:
        """How things are called."""
        return Speech(self.judged.session)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """One for each different answer, with the choices that lead to it."""
        return tuple(Outcome(self, leaf) for leaf in self.judged.leaves)

    @property
    def status(self) -> Status:
        """Whether there is one answer, or why there is none.

        ``depends``: the answer is another one in another outcome. ``undetermined``: something on
        the way cannot be carried out. ``illegal``: what is done is not legal. ``loop``: it never
        ends. ``cut``: a bound was reached before there was any answer.
        """
        found = {outcome.status for outcome in self.outcomes}
        if not found:
            return "loop" if self.loop else "cut"
        if "illegal" in found and len(found) == 1:
            return "illegal"
        if "undetermined" in found:
            return "undetermined"
        question = self.judged.question
        counted = isinstance(question, Declarations) and question.count
        if counted and any(outcome.leaf.more for outcome in self.outcomes):
            return "cut"
        if self.kind not in ("outcomes", "when") and len(self.outcomes) > 1:
            return "depends"
        return "answered"

    @property
    def answer(self) -> Plain | list[dict[str, dict[str, Plain]]] | list[Plain]:
        """The answer as plain Python.

        A truth value for `may` and for properties that are true or false, a number, a word or a
        list for other properties, a list of texts for `options` and `targets`, and for `outcomes`
        a list of what each outcome says of objects and players. For `when`, a list of moments: the
        player whose turn it is, which one from now on, the part of it; None among them for never.
        None if there is no one answer: see `status` and `outcomes`.
        """
        if self.kind == "outcomes":
            found = [o.properties for o in self.outcomes if o.status == "answered"]
            return found if self.status == "answered" else None
        if self.kind == "when":
            moments = [outcome.answer for outcome in self.outcomes]
            return moments if self.status == "answered" else None
        return self.outcomes[0].answer if self.status == "answered" else None

    @cached_property
    def sentence(self) -> str:
        """The ruling in one sentence, to be read aloud."""
        return sentences.sentence(self)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules that the answer rests on, in the order of the proofs.

        For outcomes, those by which anything happened on the way follow.
        """
        view = self.judged.session.view
        labels = (view.label(identifier) for identifier in self.judged.rules)
        return tuple(dict.fromkeys(n for label in labels for n in self.numbers_of(label)))

    def numbers_of(self, label: LabelLike) -> tuple[str, ...]:
        """Return the numbers under which the text in force knows a rule."""
        return tuple(label.numbers_on(self.judged.session.view.date))

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The whole proof of each answer."""
        return tuple(outcome.proof for outcome in self.outcomes)

    @property
    def proof(self) -> Proof | None:
        """The whole proof of the first answer, None if there is no answer."""
        return self.outcomes[0].proof if self.outcomes else None

    @cached_property
    def reasons(self) -> str:
        """What the answer rests on, as text."""
        from kb.rulings.text import reasons_text

        return reasons_text(self)

    def to_json(self, *, definitions: bool = False) -> dict[str, Any]:
        """Return the ruling as plain data; the schema of answers describes it."""
        from kb.rulings.data import ruling_data

        return ruling_data(self, definitions=definitions)

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.reasons}".rstrip()

    # --- Values ---

    def plain(self, leaf: Leaf) -> Plain:
        """Return the answer of a leaf as plain Python."""
        question, value = self.judged.question, leaf.value
        if isinstance(question, Orders):
            return None if leaf.orders is None else leaf.orders.count
        if value is None or isinstance(value, bool):
            return value
        if isinstance(question, What):
            return self.plain_values(question.property, value)
        if isinstance(question, Declarations):
            if question.count:
                return None if leaf.more else value[0].number
            return [self.speech.declared(question.act, one) for one in value]
        if isinstance(question, Options):
            return [self.speech.option(option) for option in value]
        if isinstance(question, When):
            return sentences.moment_data(self, value)
        return [self.speech.term(term, "object") for term in value]

    def plain_values(self, asked: Property, values: tuple[Symbol, ...]) -> Plain:
        """Return the values of a property as plain Python.

        What has one value at a time is a number, a word or None; anything else is a list.
        """
        if asked.answer == "flag":
            return sentences.is_true(values)
        if asked.answer == "number":
            numbers = [one.number for one in values if one.type == SymbolType.Number]
            return numbers if len(numbers) > 1 else numbers[0] if numbers else None
        words = [self.speech.value(one) for one in values]
        if asked.answer in ONE and len(words) < 2:
            return words[0] if words else None
        return words

    @property
    def mentioned(self) -> bool:
        """Whether the question itself says which properties of the outcomes count."""
        question = self.judged.question
        groups = (
            (*(question.expect or ()), *question.includes, *question.excludes)
            if isinstance(question, Outcomes)
            else ()
        )
        return bool(groups)

    def start(self, asked: Property, of: Ref) -> tuple[Symbol, ...]:
        """Return the values of a property before anything was done."""
        return self._start.values(asked, of)

    @cached_property
    def _start(self) -> sentences.Start:
        return sentences.Start(self.judged)


__all__ = [
    "Choice",
    "Dependence",
    "Kind",
    "Otherwise",
    "Outcome",
    "Plain",
    "Ruling",
    "Status",
    "Why",
]
