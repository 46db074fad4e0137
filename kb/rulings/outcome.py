"""One answer to a question, and the choices that lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from clingo import Symbol

from kb.inference.leaves import Ending, blocks
from kb.inference.script import Position
from kb.proof import Proof, explain
from kb.proof.absence import Absence, frustrated
from kb.proof.proof import Node, walk
from kb.proof.text import render_text
from kb.proof.tree import BranchData, proof_tree
from kb.proof.words import listed
from kb.questions.asked import Asked
from kb.questions.reasons import Refused, Why, whys
from kb.questions.speech import Plain, Speech, Value
from kb.records import record
from kb.rulings.page import BOLD, CHOICE, DIM, Page
from kb.rulings.short_proof import shortened
from kb.rulings.timeline import Happening, timeline, timeline_lines
from kb.scenario import reader
from kb.scenario.script import Act

SHOWN = 40
"""How many other ways are told as text."""


@record(eq=False)
class Outcome:
    """One answer to the question, and the choices that lead to it.

    Attributes
    ----------
    asked : Asked
        The question.
    leaf : Ending
        What the inference found.
    speech : Speech
        How things are called.
    """

    asked: Asked
    leaf: Ending
    speech: Speech

    @property
    def status(self) -> Literal["answered", "undetermined", "illegal"]:
        """Whether there is an answer here, or why there is none."""
        if self.leaf.kind in ("illegal", "stuck"):
            # What was not carried out before may be what it needed.
            return "undetermined" if any(map(blocks, self.leaf.gaps)) else "illegal"
        return "undetermined" if self.leaf.value is None else "answered"

    @property
    def answer(self) -> Plain:
        """The answer as plain Python; None if there is none, or if the outcome itself is it."""
        return self.asked.plain(self.speech, self.leaf) if self.status == "answered" else None

    @property
    def ways(self) -> int | None:
        """How many ways lead to this answer; None if they are endless."""
        return self.leaf.ways

    @property
    def more(self) -> bool:
        """Whether a list, or a count, was cut."""
        return self.leaf.more

    @cached_property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """For a question about orders, the first of them, in words."""
        return self.asked.orders(self.speech, self.leaf)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The choices on a shortest way to it, in words."""
        return self.asked.choices(self.speech, self.leaf)

    @cached_property
    def others(self) -> tuple[tuple[str, ...], ...]:
        """The choices on other ways to the same moment, as far as they are few."""
        return self.asked.others(self.speech, self.leaf)

    @cached_property
    def timeline(self) -> tuple[Happening, ...]:
        """What happened on a shortest way to it, if the question is about that."""
        if not self.asked.follows:
            return ()
        return timeline(self.speech, self.leaf.query.node)

    @cached_property
    def properties(self) -> Mapping[str, Mapping[str, Value]]:
        """What was asked about or has changed, by object or player and property."""
        return self.speech.properties(self.leaf.seen)

    @cached_property
    def said(self) -> str:
        """The answer here as a clause."""
        if self.status == "illegal":
            return f"that is not legal: {self._illegal()}"
        if self.status == "undetermined":
            return "undetermined"
        return self.asked.said(self.speech, self.leaf)

    @property
    def sentence(self) -> str:
        """The answer here in one sentence."""
        return f"{self.said[:1].upper()}{self.said[1:]}."

    @cached_property
    def whys(self) -> tuple[Why, ...]:
        """For a "no" or something illegal, everything that stands against it."""
        return whys(self.speech, self.proof, self.leaf.reasons)

    @cached_property
    def refused(self) -> tuple[Refused, ...]:
        """For the options of a player, what was considered and is not legal."""
        return self.asked.refused(self.speech, self.leaf) if self.status == "answered" else ()

    @cached_property
    def proof(self) -> Proof:
        """The whole proof of the answer."""
        session = self.speech.session
        trace = session.trace(self.leaf.query.node, self.leaf.query.extra)
        found = explain(session.view, trace, self.leaf.goals)
        if self.status == "answered":
            absence = Absence(session.view, trace)
            trees = (*found.trees, *map(absence.tree, self.asked.lacking(session, self.leaf)))
            unchanged = self._unchanged(trees)
            tried = (one for about in unchanged for one in frustrated(session.view, trace, about))
            found = replace(found, trees=tuple(dict.fromkeys((*trees, *tried))))
        return replace(found, titles=self._titles(len(found.titles)), draw=self._draw)

    def _unchanged(self, trees: Sequence[Node]) -> list[Symbol | None]:
        """Return what is as it was at the start, to say what was tried; None for everything."""
        if self.asked.follows:
            return [] if trees else [None]
        if self.asked.about_acts:
            return []
        still = [one.atom for one in trees if not any(n.since for n in walk([one]))]
        return [atom.arguments[0] if atom.match("given", 1) else atom for atom in still if atom]

    @cached_property
    def short_proof(self) -> Proof:
        """The proof without what goes without saying at a table."""
        worth = self.asked.worth(self.speech, self.leaf)
        return shortened(self.proof, self.speech, self.leaf, worth)

    @cached_property
    def tree(self) -> list[BranchData]:
        """The proof as it is shown at a table, as nested plain data; empty where none is shown."""
        if not self.asked.proves and self.status == "answered":
            return []
        speech = self.speech
        along = speech.along(self.leaf.query.node)
        return proof_tree(self.short_proof, speech.name, speech.session.view.vocabulary, along)

    def _draw(self, proof: Proof) -> str:
        """Return a picture of a proof of this answer."""
        from kb.proof.svg import render_svg  # few want one

        vocabulary = self.speech.session.view.vocabulary
        return render_svg(proof, self.speech.name, vocabulary, ruling=self.sentence)

    def _titles(self, count: int) -> tuple[str, ...]:
        """Return what each step on the way was, in words."""
        session, speech = self.speech.session, self.speech
        said = []
        for number, edge in session.graph.path(self.leaf.query.node):
            taken = [(d, o) for d, o in edge.takes if d in session.script.passing]
            if taken:
                decision, option = taken[0]
                who = listed(speech.who(side) for side in decision.arguments)
                said.append(f"{who}: {listed(speech.done(decision, option, edge.takes))}")
            else:
                said.append(speech.mode(session.graph.nodes[number].mode))
        return tuple([*said, ""][:count])

    def _illegal(self) -> str:
        """Return what was to be done, and is not legal."""
        line = self._illegal_line()
        if line is None:
            return "there is no legal way on"
        said = self.speech.may(line, yes=False)
        mark = reader.mark_of(self.speech.session.situation.scenario.node, line.path)
        return said if mark is None else f"{said} (line {mark.line})"

    def _illegal_line(self) -> Act | None:
        script = self.speech.session.script
        node = self.speech.session.graph.nodes[self.leaf.node]
        position = node.position
        if not isinstance(position, Position):
            return None
        decisions = {reason.unmet.arguments[0] for reason in self.leaf.reasons} or {
            atom.arguments[0] if atom.name == "unmet" else atom for atom in node.reasons
        }
        return script.refused(node.state, position, decisions)

    # --- Text ---

    def lines(self, page: Page, mark: str) -> Iterator[str]:
        """Yield it line by line; a mark before its sentence tells it from others."""
        if mark:
            yield from page.wrapped(f"{mark} ", self.sentence, BOLD)
        if self.ways is None:
            yield "  infinitely many ways lead there; the shortest:"
        elif self.ways > 1:
            yield f"  {self.ways} ways lead there; the shortest:"
        if self.timeline:
            yield from timeline_lines(page, self.timeline)
        for choice in () if self.timeline else self.choices:
            yield from page.wrapped("  ", choice, CHOICE)
        for other in self.others[:SHOWN]:
            for place, choice in enumerate(other or ("with nothing done",)):
                yield from page.wrapped("      " if place else "  or: ", choice, CHOICE)
        for row in self.asked.rows(self.speech, self.leaf):
            yield from page.wrapped(row.before, row.text, DIM if row.dim else "")
        if self.asked.proves or page.definitions or self.status != "answered":
            yield from self._proof_lines(page)

    def _proof_lines(self, page: Page) -> Iterator[str]:
        whole = self.proof
        shown = whole if page.definitions else self.short_proof
        if not shown.trees:
            return
        text = render_text(
            shown,
            self.speech.name,
            self.speech.session.view.vocabulary,
            colour=page.colour,
            ruling="",
            definitions=page.definitions,
            width=page.width,
            at=self.speech.along(self.leaf.query.node),
        )
        yield from text.splitlines()[1:]
        seen = {
            number
            for node in walk(shown.trees)
            if node.label is not None
            for number in whole.numbers_of(node.label)
        }
        further = [number for number in whole.numbers if number not in seen]
        if further and not page.definitions:
            said = f"{', '.join(further)} (--all shows the whole proof)"
            yield from page.wrapped("also: ", said, DIM)
