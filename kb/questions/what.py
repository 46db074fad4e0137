"""What a property of an object, of a player or of the game is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Self

from clingo import Symbol

from kb.errors import escape
from kb.inference.leaves import Answer, Ending
from kb.inference.properties import answering, lacking, seen, unsure
from kb.inference.session import Session
from kb.proof.words import listed
from kb.questions.asked import UNDETERMINED, Among, Asking, Row, listed_names, value_of
from kb.questions.phrases import called
from kb.questions.speech import Speech, Value
from kb.records import record
from kb.scenario.model import Question
from kb.scenario.properties import Property
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import FALSE, THE_GAME, TRUE, Present, Ref


@record(kw_only=True)
class What(Among[Symbol]):
    """What a property of an object or a player is.

    `expect` holds the exact set of values; for a flag, the constant ``true`` or ``false``.
    """

    word = "what"
    takes = frozenset({"of", "includes", "excludes"})
    at_once = True

    property: Property
    of: Ref

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        expecting = asking.expecting
        found = expecting.property(asked.what or "", (*path, cls.word))
        if asked.of is None and found.of != "game":
            raise ScenarioError("'what' has no 'of', the object or player asked about", path)
        of = THE_GAME if asked.of is None else expecting.of(asked.of, (*path, "of"))
        expecting.one_of(found, of, (*path, "of"))
        return cls(
            property=found,
            of=of,
            **cls.shared(asked, path, f"{found.name} of {of.text}" if asked.of else found.name),
            **cls.parts(asked, path, partial(expecting.values, found)),
        )

    def find(self, session: Session, number: int) -> Answer:
        """Return the values of the property in a state."""
        ((_, _, values),), goals = seen(session, number, [(self.property, self.of)])
        value = values == (TRUE,) if self.property.answer == "flag" else values
        return Answer(value, goals, unknown=unsure(session, number, [(self.property, self.of)]))

    def lacking(self, session: Session, leaf: Ending) -> tuple[Symbol, ...]:
        """Return what would give it a value, or make it so, where there is none."""
        return () if leaf.goals else lacking(session, leaf.node, [(self.property, self.of, None)])

    def left_open(self, session: Session, leaf: Ending) -> tuple[Symbol, ...]:
        """Return what passive abilities say that no rule carries out, and may change the answer."""
        if self.property.changed is None:
            return ()
        open_to = replace(
            self.property, atom=self.property.changed, fluent=None, answer="list", otherwise=None
        )
        ((_, _, texts),), _ = seen(session, leaf.node, [(open_to, self.of)])
        return texts

    def exported(self, session: Session, leaves: Sequence[Ending]) -> tuple[str, Sequence[str]]:
        """Return what the step of the first answer is told, and what shows the answer there."""
        return "", answering([self.property])

    def plain(self, speech: Speech, leaf: Ending) -> Value:
        """Return the value, or a list of values."""
        if leaf.value is None or isinstance(leaf.value, bool):
            return leaf.value
        return speech.plain(self.property, leaf.value)

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        values = _values(leaf)
        if self.of.made is not None:
            things = self._things(speech.session, leaf.node)
            if not things:
                present = Present.of(speech.session.graph.nodes[leaf.node].state)
                if self.of.kind == "token" and present.has_been(self.of.made):
                    return f"{escape(self.of.text)} has ceased to exist"
                return f"nothing called {escape(self.of.text)} is there"
            if len(things) > 1 and len(values) > 1:
                each, _ = seen(speech.session, leaf.node, [(self.property, one) for one in things])
                return listed(speech.clauses(each))
        who, what = speech.property_of(self.property, [self.of], values)
        hidden = self._hidden(speech, leaf)
        if not hidden:
            return f"{who} {what}"
        hidden_who, why = hidden
        if not values or values == (FALSE,):
            return f"{hidden_who} {why}"
        # "is on the battlefield, but phased out" needs no second verb.
        verb, _, rest = why.partition(" ")
        same = who == hidden_who and what.startswith(f"{verb} ")
        return f"{who} {what}, but {rest if same else f'it {why}'}"

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield what still waits and may change the answer, if anything does."""
        yield from (Row("  ", f"still to come: {one}") for one in speech.still_to_come(leaf))

    def _hidden(self, speech: Speech, leaf: Ending) -> tuple[str, str] | None:
        """Return, as a clause, why the thing counts as not being there, if it does."""
        hiding = [one for one in speech.session.game.properties.values() if one.hides]
        if self.property.of != "object" or self.property.hides or not hiding:
            return None
        found, _ = seen(speech.session, leaf.node, [(one, self.of) for one in hiding])
        true = next((one for one in found if one[2] == (TRUE,)), None)
        return true and speech.property_of(true[0], [self.of], true[2])

    def _things(self, session: Session, number: int) -> list[Ref]:
        """Return each of what came into being that a name means, by a name of its own."""
        names = called(session)
        terms = self.of.terms(Present.of(session.graph.nodes[number].state))
        return [Ref(names.get(term.arguments[0], self.of.text), "term", term) for term in terms]

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        faults = []
        for leaf in leaves:
            if leaf.value is None:
                faults += UNDETERMINED
                continue
            found = set(_values(leaf))
            if self.expect is not None and found != set(self.expect):
                wanted = listed_names(session, self.expect)
                faults.append(f"expected {wanted}, found {listed_names(session, found)}")
            if missing := set(self.includes) - found:
                faults.append(f"{listed_names(session, missing)} is missing")
            if unwanted := set(self.excludes) & found:
                faults.append(f"{listed_names(session, unwanted)} should not be there")
        return faults


def _values(leaf: Ending) -> tuple[Symbol, ...]:
    """Return the values of an answer, a truth value among them as a constant."""
    if isinstance(leaf.value, bool):
        return (TRUE if leaf.value else FALSE,)
    return value_of(leaf)
