"""What a player may do now, and what was considered and is not legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Self

from clingo import Function, String, Symbol

from kb.inference.leaves import Answer, Ending
from kb.inference.legality import LEGAL, against, unknown
from kb.inference.session import Session
from kb.proof import explain
from kb.questions.asked import Among, Asking, Row, member_faults, value_of
from kb.questions.declarations import Declarations
from kb.questions.declarations import find as find_declarations
from kb.questions.reasons import Refused, whys
from kb.questions.speech import TOLD, Speech
from kb.records import record
from kb.scenario.actions import PASS
from kb.scenario.entries import known_keys
from kb.scenario.model import Question, Step
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present
from kb.scenario.script import Act

REFUSED = 500
"""How many things that stand against options are told at most."""

SHOWN = 40
"""How many options, and how many refusals, are listed as text."""

ASKED = (*LEGAL, "slot/1", "chooser/2", "demanding/1")
"""What shows which options are legal, which decisions are being made, and whose they are."""


@record(kw_only=True)
class Options(Among[Act]):
    """What a player may do now."""

    word = "options"
    about_acts = True
    ranges = True
    open_ended = True
    at_once = True
    proves = False

    by: Symbol
    side: Symbol
    declaring: tuple[Declarations, ...] = ()

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        data = asked.options or {}
        place: Path_ = (*path, cls.word)
        known_keys(data, ["by"], place, "'options'")
        if not isinstance(data.get("by"), str):
            raise ScenarioError("'options' has no 'by', the player who is asked about", place)
        by = asking.finder.player(data["by"], (*place, "by"))
        declaring = tuple(
            Declarations(
                act=asking.acting.act(Step.read({name: {}, "by": data["by"]}, place), place),
                limit=SHOWN,
                **cls.shared(asked, path, name),
            )
            for name, action in asking.game.actions.items()
            if action.each is not None
        )
        return cls(
            by=by,
            declaring=declaring,
            side=asking.finder.sides[by],
            **cls.shared(asked, path, f"options of {data['by']}"),
            **cls.parts(asked, path, partial(asking.acting.acts, by)),
        )

    def find(self, session: Session, number: int) -> Answer:
        """Return what the player may do in a state.

        Where a declaration is being made, that is all that its player does, and nobody else acts.
        """
        game = session.game
        decisions = {
            action.decision.fill({"side": self.side})
            for action in game.actions.values()
            if action.name == PASS or action.must
        }
        extra = surveyed(decisions) + session.came_round(number)
        model = session.ask(number, extra, ASKED)
        slots = {atom.arguments[0] for atom in model.of("slot")}
        own = {atom.arguments[0] for atom in model.of("chooser") if atom.arguments[1] == self.by}
        now = (slots & own).intersection(
            action.decision.fill({"side": self.side})
            for action in game.actions.values()
            if action.rest is not None and not action.must
        )
        if now:
            decisions = now
            extra = surveyed(decisions)
            model = session.ask(number, extra, ASKED)
            # To declare nothing leaves undone what is required, as other declarations may.
            state = session.graph.nodes[number].state
            if demands := session.engine.demands(state, session.told(extra), model):
                extra += demands
                model = session.ask(number, extra, ASKED)
        legal = [a for a in model.of("option") if a.arguments[0] in decisions]
        if not now and slots and slots.isdisjoint(session.script.passing):
            passing = game.actions[PASS].option.fill({"side": self.side})
            legal = [atom for atom in legal if atom.arguments[1] != passing]
        values = {atom.arguments[1] for atom in legal}
        for action in game.actions.values():
            rest = None if action.rest is None else action.rest.term
            if rest in values and action.decision.fill({"side": self.side}) in now:
                values = values - {rest} | {declared_as(action.name)}
        more = False
        for question in self.declaring:
            if question.act.decision() in now:
                ways = find_declarations(session, number, question)
                name = question.act.action.name
                values |= {declared_as(name, one.arguments) for one in ways.values}
                more = more or ways.more
        open_ = unknown(model, legal)
        return Answer(tuple(sorted(values)), legal, extra=extra, more=more, unknown=open_)

    def plain(self, speech: Speech, leaf: Ending) -> list[str] | None:
        """Return the options in words."""
        return None if leaf.value is None else [speech.option(one) for one in value_of(leaf)]

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        found = [speech.option(one) for one in value_of(leaf)]
        who = speech.who(self.by)
        if not found:
            return f"{who} may do nothing"
        if len(found) == 1:
            return f"{who} may only {found[0]}"
        if leaf.more:
            return f"{who} may do one of more than {len(found)} things"
        if len(found) <= TOLD:
            return f"{who} may {'; '.join(found[:-1])}; or {found[-1]}"
        return f"{who} may do one of {len(found)} things"

    def refused(self, speech: Speech, leaf: Ending) -> tuple[Refused, ...]:
        """Return what was considered and is not legal."""
        if leaf.value is None:
            return ()
        session = speech.session
        model = session.ask(leaf.query.node, leaf.query.extra, ASKED)
        deciding = {atom.arguments[0] for atom in model.of("option")} | set(session.script.passing)
        unmet = [a for a in model.of("unmet") if a.arguments[0] in deciding][:REFUSED]
        proof = explain(session.view, session.trace(leaf.query.node, leaf.query.extra), unmet)
        rests = {
            (action.decision.fill({"side": self.side}), action.rest.term): declared_as(action.name)
            for action in session.game.actions.values()
            if action.rest is not None
        }
        options: dict[Symbol, list[Symbol]] = {}
        for atom in unmet:
            decision, option = atom.arguments[:2]
            options.setdefault(rests.get((decision, option), option), []).append(atom)
        return tuple(
            Refused(speech.option(option), whys(speech, proof, against(model, atoms)), option)
            for option, atoms in options.items()
        )

    def rows(self, speech: Speech, leaf: Ending) -> Iterator[Row]:
        """Yield what the player may do and what not."""
        found = self.plain(speech, leaf)
        if found is None:
            return
        for text in found[:SHOWN]:
            yield Row("  may      ", text)
        if len(found) > SHOWN or leaf.more:
            left = "more" if leaf.more else f"{len(found) - SHOWN} more"
            yield Row("  ", f"… and {left}")
        refused = self.refused(speech, leaf)
        for one in refused[:SHOWN]:
            yield Row("  may not  ", one.text)
            for why in one.whys:
                yield Row("           ", str(why), dim=True)
        if len(refused) > SHOWN:
            yield Row("  ", f"… and {len(refused) - SHOWN} more that are not legal")

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""

        def terms(act: Act, leaf: Ending) -> tuple[Symbol, ...]:
            present = Present(session.graph.nodes[leaf.node].state)
            if act.action.each is None:
                return act.options(present)
            parts = sorted(Function("", pair) for pair in act.parts(present))
            return (declared_as(act.action.name, parts),)

        return member_faults(self, session, leaves, terms, lambda act: act.text)


def surveyed(decisions: Iterable[Symbol]) -> str:
    """Return what tells a step to look at all options of some decisions."""
    return "".join(f"surveyed({decision}).\n" for decision in sorted(decisions))


def declared_as(action: str, parts: Iterable[Symbol] = ()) -> Symbol:
    """Return a declaration, of its parts, as an option."""
    return Function("declared", [String(action), Function("all", list(parts))])
