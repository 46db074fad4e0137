"""What the legal targets of an action are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from clingo import Number, Symbol

from kb.errors import LudexError, quote
from kb.inference.leaves import Answer, Ending
from kb.inference.legality import LEGAL, against, support
from kb.inference.session import Session
from kb.inference.settling import pattern
from kb.proof.words import listed
from kb.questions.asked import Among, Asking, member_faults, value_of
from kb.questions.speech import TOLD, Speech
from kb.records import record
from kb.scenario.entries import counted
from kb.scenario.model import Question, Step
from kb.scenario.reader import Path_
from kb.scenario.references import Present, Ref
from kb.scenario.script import Act
from kb.scenario.unread import but_unread, unread


@record(kw_only=True)
class Targets(Among[Ref]):
    """What the legal targets of an action are."""

    word = "targets"
    about_acts = True
    ranges = True
    at_once = True

    act: Act
    target: int = 1

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        place: Path_ = (*path, cls.word)
        data = dict(asked.targets or {})
        number = counted(data.pop("target", 1), (*place, "target"), "1 for the first target")
        act = asking.acting.act(Step.read(data, place), place)
        return cls(
            act=act,
            target=number,
            **cls.shared(asked, path, f"targets of {act.text}"),
            **cls.parts(asked, path, asking.expecting.refs),
        )

    def find(self, session: Session, number: int) -> Answer:
        """Return the legal targets, and what rules the others out."""
        act = self.act
        present = Present(session.graph.nodes[number].state)
        settled = act.action.settles.get("targets")
        if settled is None:
            raise LudexError(f"{quote(act.action.name)} has no targets")
        values: dict[str, Symbol] = {"n": Number(self.target)}
        if act.by is not None:
            values["by"] = act.by
        decision = act.decision()
        later = pattern(settled.decision, values)
        extra = "".join(f"asked({decision},{option}).\n" for option in act.options(present))
        extra += f"surveyed(D) :- prospect({decision},O,D), asked({decision},O), D = {later}.\n"
        model = session.ask(number, extra, (*LEGAL, "surveyed/1"))
        surveyed = {a.arguments[0] for a in model.of("surveyed")}
        if not surveyed:
            facts = session.situation.static
            card = {f.arguments[0]: f.arguments[1] for f in facts if f.match("card", 2)}
            meant = {card.get(act.about.symbol)} if act.about is not None else set()
            meant = meant if act.part is None else {act.part.card}
            own = {
                fact.arguments[2]
                for fact in facts
                if fact.match("printed", 3)
                and fact.arguments[1].name == "ability"
                and fact.arguments[0] in meant
            }
            left = but_unread(unread(facts, {*act.abilities, *own}))
            said = quote(act.text or act.action.name)
            raise LudexError(f"{said} has no target {self.target}{left}")
        legal = [
            a for a in model.of("option") if a.arguments[0] in surveyed and a.arguments[1].arguments
        ]
        found = tuple(sorted({a.arguments[1].arguments[0] for a in legal}))
        # What would fit, were it not for something that rules it out.
        unmet = [a for a in model.of("unmet") if a.arguments[0] in surveyed]
        more = {a.arguments[1] for a in model.of("perhaps_more") if a.arguments[0] in surveyed}
        return Answer(
            found,
            (*support(model, legal), *unmet),
            against(model, unmet),
            extra,
            unknown=tuple(sorted(more)),
        )

    def plain(self, speech: Speech, leaf: Ending) -> list[str] | None:
        """Return the targets in words."""
        if leaf.value is None:
            return None
        speech = speech.at(speech.session.graph.nodes[leaf.node].state)
        return [speech.term(term, "object") for term in value_of(leaf)]

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        said = f"to {speech.act(self.act)}, {speech.who(self.act.by)}"
        which = "" if self.target == 1 else f" as target {self.target}"
        found = self.plain(speech, leaf)
        if not found:
            return f"{said} has no legal target{which and f' {self.target}'}"
        if len(found) > 2 * TOLD:
            return f"{said} may choose from {len(found)} targets{which}"
        return f"{said} may target {listed(found, 'or')}{which}"

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""

        def terms(ref: Ref, leaf: Ending) -> tuple[Symbol, ...]:
            return ref.terms(Present(session.graph.nodes[leaf.node].state))

        return member_faults(self, session, leaves, terms, lambda ref: ref.text)
