"""Values to words again.

`Printer.say` walks the values, finds the production of each frame and emits normal tokens
(`kb.cards.text`); articles, plurals and agreement are worked out, never remembered. A language
subclasses it: which form an entry takes, and how tokens are joined into printed text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from kb.cards.grammar import Entry, Grammar
from kb.cards.values import GrammaticalNumber, Node, Noun, Value, Verb
from kb.errors import LudexError
from kb.records import record


@record(slots=True)
class Agreement:
    """What inflects with what: features of the subject, and the number of the noun phrase."""

    person: int = 2
    number: GrammaticalNumber = "one"
    nouns: GrammaticalNumber = "one"
    gender: str = ""


@record(slots=True)
class Join:
    """How the items of a list frame are said.

    Attributes
    ----------
    between
        Tokens between two items.
    last
        Tokens before the last of two; `series` before the last of more.
    before
        Tokens before each item.
    """

    between: str = ""
    last: str = ""
    series: str = ""
    before: str = ""


BASE = Agreement()
_PLAIN = Join()


class _Step(NamedTuple):
    """A piece of a production: words, an entry that inflects, or a part with its remarks."""

    said: tuple[str, ...]
    entry: Entry | None = None
    part: int = 0
    remarks: frozenset[str] | None = None


class _Plan(NamedTuple):
    """How a frame is said: its steps, or how its items are joined."""

    phrase: bool
    join: Join | None
    subject: int | None
    steps: tuple[_Step, ...]


class Printer(ABC):
    """Says values in the words of a grammar.

    Parameters
    ----------
    joins
        By alias, how frames with ``*items`` are said; those not here just follow each other.
    """

    inflecting: ClassVar[frozenset[str]] = frozenset({"base", "third"})
    """Remarks on parts that change how their words inflect."""

    def __init__(self, grammar: Grammar, joins: Mapping[str, Join]) -> None:
        self._grammar = grammar
        self._joins = joins
        self._plans: dict[tuple[str, str], _Plan] = {}
        self._nouns = _pairs(grammar, "noun")
        self._verbs = _pairs(grammar, "verb")

    def say(self, value: Value) -> list[str]:
        """Return the normal tokens of a value."""
        out: list[str] = []
        self._say(value, BASE, out)
        return out

    def text(self, value: Value) -> str:
        """Return a value as printed text."""
        return self.render(self.say(value))

    @abstractmethod
    def render(self, pieces: list[str]) -> str:
        """Join normal tokens into printed text."""

    # What a language decides

    @abstractmethod
    def inflect(self, entry: Entry, agreement: Agreement) -> str:
        """Return the form that an inflecting entry takes."""

    @abstractmethod
    def subject(self, value: Value) -> Agreement:
        """Return the features that a subject lends to its verb."""

    @abstractmethod
    def brings_number(self, kind: str, parts: frozenset[str]) -> bool:
        """Whether a frame with these parts may change the agreement inside it."""

    @abstractmethod
    def inside(self, node: Node, agreement: Agreement) -> Agreement:
        """Return the agreement inside a node: a noun phrase brings a number of its own."""

    def noun(self, noun: Noun, agreement: Agreement) -> str:
        """Return the token of a noun in its number."""
        many = (noun.number or agreement.nouns) == "many"
        if noun.name:
            return f"~{noun.lemma.replace(' ', '_')}{'+s' if many else ''}"
        if noun.lemma not in self._nouns:
            raise LudexError(f"no noun '{noun.lemma}' in the lexicon")
        return self._nouns[noun.lemma] if many else noun.lemma

    @abstractmethod
    def verb(self, base: str, third: str, agreement: Agreement) -> str:
        """Return the form of a verb that agrees with its subject."""

    def remarked(self, agreement: Agreement, remarks: frozenset[str]) -> Agreement:
        """Return the agreement in a part with remarks; a language may know more of them."""
        if "base" in remarks:
            return replace(agreement, person=2, number="one")
        if "third" in remarks:
            return replace(agreement, person=3, number="one")
        return agreement

    # The walk

    def _say(self, value: Value, agreement: Agreement, out: list[str]) -> None:
        if isinstance(value, Node):
            self._node(value, agreement, out)
        elif isinstance(value, str):
            out += value.split()
        elif isinstance(value, Noun):
            out += self.noun(value, agreement).split()
        elif isinstance(value, Verb):
            if value.lemma not in self._verbs:
                raise LudexError(f"no verb '{value.lemma}' in the lexicon")
            out += self.verb(value.lemma, self._verbs[value.lemma], agreement).split()
        elif value is None:
            return
        elif isinstance(value, int):
            out.append(f"#{value}")
        else:
            for item in value:
                self._say(item, agreement, out)

    def _node(self, node: Node, agreement: Agreement, out: list[str]) -> None:
        plan = self._plans.get((node.kind, node.style)) or self._plan(node)
        if plan.phrase:
            agreement = self.inside(node, agreement)
        if plan.join is not None:
            self._list(node, plan.join, agreement, out)
            return
        if plan.subject is not None and (subject := node.parts[plan.subject][1]) is not None:
            lent = self.subject(subject)
            agreement = Agreement(lent.person, lent.number, agreement.nouns, lent.gender)
        parts = node.parts
        for said, entry, part, remarks in plan.steps:
            if said:
                out += said
            elif entry is not None:
                out += self.inflect(entry, agreement).split()
            else:
                value = parts[part][1]
                if value is not None:
                    lent = agreement if remarks is None else self.remarked(agreement, remarks)
                    self._say(value, lent, out)

    def _plan(self, node: Node) -> _Plan:
        """Work out once how a frame is said."""
        alias = f"{node.kind}__{node.style}" if node.style else node.kind
        declared = self._grammar.parts.get(alias, ())
        names = [part.name for part in declared if part.name != "_"]
        phrase = self.brings_number(node.kind, frozenset(names))
        subject = names.index("subject") if "subject" in names else None
        if declared and declared[-1].rest:
            plan = _Plan(phrase, self._joins.get(alias, _PLAIN), subject, ())
        else:
            production = self._grammar.productions.get(alias)
            if production is None:
                raise LudexError(f"no production says '{alias}'")
            steps: list[_Step] = []
            for piece in production.pieces:
                if isinstance(piece, str):
                    steps.append(_Step(tuple(piece.split())))
                elif isinstance(piece, Entry):
                    steps.append(_Step((), piece))
                elif (part := declared[piece]).name != "_":
                    place = names.index(part.name)
                    steps.append(_Step((), None, place, (part.remarks & self.inflecting) or None))
            plan = _Plan(phrase, None, subject, tuple(steps))
        self._plans[node.kind, node.style] = plan
        return plan

    def _list(self, node: Node, join: Join, agreement: Agreement, out: list[str]) -> None:
        items: list[Value] = []
        for _, value in node.parts:
            items.extend(value if isinstance(value, tuple) else (value,))
        last = len(items) - 1
        for index, item in enumerate(items):
            if index:
                glue = join.between
                if index == last and (join.last or join.series):
                    glue = join.last if last == 1 else join.series
                out += glue.split()
            if join.before:
                out += join.before.split()
            self._say(item, agreement, out)


def _pairs(grammar: Grammar, word_class: str) -> dict[str, str]:
    return {
        entry.forms[place]: entry.forms[place + 1]
        for entry in grammar.entries.values()
        if entry.word_class == word_class
        for place in range(0, len(entry.forms) - 1, 2)
    }
