"""Whether an action is legal now, and everything that stands against it.

A declaration is asked about as it comes up next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from clingo import Function, Number, Symbol

from kb.errors import LudexError, quote
from kb.inference.leaves import Answer, Ending
from kb.inference.legality import LEGAL, against, grounds, support, unknown
from kb.inference.session import Session
from kb.inference.settling import pattern, settling
from kb.proof.words import listed
from kb.questions.asked import Asked, Asking
from kb.questions.speech import Speech
from kb.records import record
from kb.scenario.entries import shape
from kb.scenario.expecting import YES
from kb.scenario.model import Question
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present
from kb.scenario.script import Act


@record(kw_only=True)
class May(Asked):
    """Whether an action is legal now."""

    word = "may"
    about_acts = True
    takes = frozenset()
    at_once = True

    act: Act
    expect: bool | None = None

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        assert asked.may is not None
        act = asking.acting.act(asked.may, (*path, cls.word))
        expect: bool | None = None
        if "expect" in asked.said and asked.expect is not None:
            if not isinstance(asked.expect, bool | str) or asked.expect not in YES:
                message = f"{shape(asked.expect)} as 'expect'; expected true or false"
                raise ScenarioError(message, (*path, "expect"))
            expect = YES[asked.expect]
        return cls(act=act, expect=expect, **cls.shared(asked, path, f"may {act.text}"))

    def playing(self, session: Session) -> Session:
        """Return the session in which a declaration comes up, if passing leads to it."""
        return session.awaiting(self.act)

    def find(self, session: Session, number: int) -> Answer:
        """Return whether the action is legal in a state, and what stands against it."""
        act = self.act
        state = session.graph.nodes[number].state
        present = Present(state, gone=True)
        if not act.options(present):
            about = act.about.text if act.about else act.action.name
            raise LudexError(f"{quote(about)} is nowhere to be found at this point")
        for target in (*act.targets, *filter(None, [act.missing(present)])):
            if not target.terms(present):
                raise LudexError(f"{quote(target.text)} is nowhere to be found at this point")
        extra = _considered(act, present) + session.came_round(number)
        model = session.ask(number, extra, (*LEGAL, "asked/2"))
        if demands := session.engine.demands(state, session.told(extra), model):
            extra += demands
            model = session.ask(number, extra, (*LEGAL, "asked/2"))
        legal = {(a.arguments[0], a.arguments[1]) for a in model.of("option")}
        decision = act.decision()
        others = act.other_ways(present)
        readings: list[Symbol] = []
        later: dict[Symbol, list[Symbol]] = {}
        for asked, option in (atom.arguments for atom in model.of("asked")):
            if asked != decision:
                later.setdefault(asked, []).append(option)
            elif option not in others:
                readings.append(option)
        chosen = next((o for o in readings if (decision, o) in legal), None)
        # Every part of a declaration has to be legal; of what a name may stand for, one will do.
        parts = set(act.parts(present))
        refused = [
            d
            for d, os in later.items()
            if not any((d, o) in legal for o in os)
            or any((d, o) in parts and (d, o) not in legal for o in os)
        ]
        wanted = len(act.targets) + (act.x is not None)
        wanted += sum(1 + len({ref for ref, _ in shares.pairs}) for shares in act.shares)
        # A part of what cannot be done anyway need not be known: "no" is true of the whole.
        barred = bool(act.shares and readings and chosen is None)
        if wanted > len(later) and not barred:
            what = "takes less than is said" if act.shares else "has fewer targets than are named"
            if act.x is not None and wanted == len(later) + 1 and len(later) == len(act.targets):
                what = "has no X that Ludex knows of"
            raise LudexError(f"{quote(act.text or act.action.name)} {what}")
        if chosen is not None and not refused:
            pairs = [(decision, chosen)]
            pairs += [(d, next(o for o in os if (d, o) in legal)) for d, os in later.items()]
            options = [Function("option", pair) for pair in pairs]
            goals = support(model, options)
            return Answer(True, goals, extra=extra, unknown=unknown(model, options))
        unmet = []
        if chosen is None:
            unmet += [a for a in model.of("unmet") if a.arguments[:2] == [decision, readings[0]]]
        for d in refused:
            wrong = [o for o in later[d] if (d, o) not in legal]
            told = [o for o in wrong if (d, o) in parts] or wrong[:1]
            unmet += [a for o in told for a in model.of("unmet") if a.arguments[:2] == [d, o]]
        reasons = against(model, unmet)
        instead = tuple(way for way in others if (decision, way) in legal)
        return Answer(False, grounds(reasons), reasons, extra, instead=instead)

    def plain(self, speech: Speech, leaf: Ending) -> bool | None:
        """Return whether it is legal."""
        return leaf.value if isinstance(leaf.value, bool) else None

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        said = f"{'yes' if leaf.value else 'no'}: {speech.may(self.act, yes=bool(leaf.value))}"
        if leaf.instead:
            said += f", but may {listed([speech.option(way) for way in leaf.instead], 'or')}"
        return said

    def several(self, speech: Speech, leaves: Sequence[Ending]) -> str:
        """Return several answers as a clause: it may be "no" each time, for other reasons."""
        yes = [leaf for leaf in leaves if leaf.value is True]
        if yes and len(yes) < len(leaves):
            may = speech.may(self.act, yes=True)
            return f"it depends on what is chosen: {may} in some outcomes, in others not"
        return self.said(speech, leaves[0])

    @property
    def expects(self) -> bool:
        """Whether anything is expected of the answer."""
        return self.expect is not None or super().expects

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        found = {leaf.value for leaf in leaves}
        if self.expect is None or found == {self.expect}:
            return []
        words = {True: "yes", False: "no"}
        said = {words[v] if isinstance(v, bool) else "undetermined" for v in found}
        return [f"expected {words[self.expect]}, found {' or '.join(sorted(said))}"]


def _considered(act: Act, present: Present) -> str:
    """Return what a step is told so that it says whether an action is legal."""
    decision = act.decision()
    meant = act.options(present)
    ways = (*meant, *act.other_ways(present))  # these are not meant, but a "no" names them
    text = "".join(f"asked({decision},{option}).\n" for option in ways)
    text += "".join(f"asked({part},{option}).\n" for part, option in act.parts(present))
    values: dict[str, Symbol] = {} if act.by is None else {"by": act.by}
    chosen: list[tuple[str, int, tuple[Symbol, ...]]] = [
        ("targets", number, target.terms(present)) for number, target in enumerate(act.targets, 1)
    ]
    x = act.least_x if act.x is None else act.x
    if x is not None:
        chosen.append(("x", 1, (Number(x),)))
    later: list[tuple[str, Symbol]] = []
    for word, number, terms in chosen:
        settled = act.action.settles.get(word)
        if settled is None:
            raise LudexError(f"{quote(act.action.name)} has no {quote(word)}")
        which = pattern(settled.decision, {**values, "n": Number(number)})
        later += [(which, settled.fill({**values, "value": term})) for term in terms]
    for shares in act.shares:
        later += settling(shares, present)
    for which, option in later:
        for one in meant:
            text += f"asked(D,{option}) :- prospect({decision},{one},D), D = {which}.\n"
    return text
