"""Rulings as text: the sentence first, then what it rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from clingo import Symbol

from kb.errors import escape
from kb.inference.declarations import stream
from kb.proof import render_text
from kb.proof.proof import walk
from kb.rulings.ruling import Dependence, Outcome, Ruling, Why
from kb.rulings.sentences import TOLD, letter
from kb.rulings.speech import listed
from kb.scenario.questions import Declarations, Options

_BOLD, _DIM, _CHOICE = "1", "2", "35"
_SHOWN = 40
"""How many options, and how many refusals, are listed as text."""


def ruling_text(
    ruling: Ruling,
    *,
    number: str = "",
    colour: bool = False,
    definitions: bool = False,
    width: int = 100,
) -> str:
    """Return a ruling as text: the sentence, the outcomes, the reasons; see `ruling_lines`."""
    lines = ruling_lines(ruling, number=number, colour=colour, definitions=definitions, width=width)
    return "\n".join(lines)


def ruling_lines(
    ruling: Ruling,
    *,
    number: str = "",
    colour: bool = False,
    definitions: bool = False,
    width: int = 100,
) -> Iterator[str]:
    """Yield a ruling line by line: the sentence, the outcomes, the reasons.

    A list without a bound is not built first: its lines come as they are found.

    Parameters
    ----------
    ruling : Ruling
    number : str
        What stands before the sentence.
    colour : bool
        Whether to use the colours of a terminal.
    definitions : bool
        Whether the proofs are shown whole, with all that goes without saying.
    width : int
        Where lines are wrapped.
    """
    writer = _Writer(ruling, colour, definitions, width)
    yield from writer.wrapped(number, ruling.sentence, _BOLD)
    yield from writer.lines()


def reasons_text(ruling: Ruling) -> str:
    """Return what a ruling rests on as text, without its sentence."""
    return "\n".join(_Writer(ruling, colour=False, definitions=False, width=100).lines())


def source_text(ruling: Ruling) -> str:
    """Return by which rules, of which day, a ruling was made."""
    game = ruling.judged.session.game.title
    text = f", {ruling.edition}" if ruling.edition else ""
    return " ".join((f"{game}{text}, as on {ruling.date}.", *ruling.notes))


class _Writer:
    def __init__(self, ruling: Ruling, colour: bool, definitions: bool, width: int) -> None:
        self.ruling = ruling
        self.colour = colour
        self.definitions = definitions
        self.width = width

    def style(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def wrapped(self, before: str, text: str, code: str = "") -> Iterator[str]:
        """Yield lines that begin with something, the further ones as far to the right."""
        lines = textwrap.wrap(
            escape(text),
            max(self.width - len(before), 24),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for place, line in enumerate(lines or [""]):
            shown = line if not code else self.style(code, line)
            yield (" " * len(before) if place else before) + shown

    def lines(self) -> Iterator[str]:
        ruling = self.ruling
        several = len(ruling.outcomes) > 1
        for place, outcome in enumerate(ruling.outcomes):
            yield from self.outcome(outcome, letter(place) if several else "")
        for gap in (*ruling.gaps, *ruling.unread):
            yield from self.wrapped("  not carried out: ", gap)
        if ruling.loop:
            yield from self.loop()
        for dependence in ruling.depends:
            yield from self.dependence(dependence)
        if not ruling.complete:
            yield from self.wrapped(
                "  ", "The search was cut: there may be more. Raise --limit or --time-limit."
            )

    def dependence(self, dependence: Dependence) -> Iterator[str]:
        gap = dependence.gap
        taken = gap.readings[dependence.reading]
        text = f"{gap.question} Here: {taken} ({dependence.reading})."
        yield from self.wrapped(f"depends on {gap.name}: ", text)
        for other in dependence.others:
            said = f"{gap.readings[other.reading]} ({other.reading})"
            yield from self.wrapped("  ", f"if {said}: {other.sentence}")

    def outcome(self, outcome: Outcome, mark: str) -> Iterator[str]:
        if mark:
            yield from self.wrapped(f"{mark} ", outcome.sentence, _BOLD)
        if outcome.ways is None:
            yield "  endlessly many ways lead there; the shortest:"
        elif outcome.ways > 1:
            yield f"  {outcome.ways} ways lead there; the shortest:"
        for choice in outcome.choices:
            yield from self.wrapped("  ", choice, _CHOICE)
        for other in outcome.others[:_SHOWN]:
            for place, choice in enumerate(other or ("with nothing done",)):
                yield from self.wrapped("      " if place else "  or: ", choice, _CHOICE)
        if self.ruling.kind == "outcomes":
            for change in outcome.changes:
                yield from self.wrapped("  ", change)
        if isinstance(self.ruling.judged.question, Declarations):
            yield from self.declarations(self.ruling.judged.question, outcome)
        if len(outcome.orders) > TOLD or outcome.count not in (None, len(outcome.orders)):
            yield from self.orders(outcome)
        if isinstance(self.ruling.judged.question, Options) and outcome.status == "answered":
            yield from self.options(outcome)
            if not self.definitions:
                return
        yield from self.proof(outcome)

    def declarations(self, question: Declarations, outcome: Outcome) -> Iterator[str]:
        """Yield the list: what was kept of it, or, without a bound, each as it is found."""
        leaf = outcome.leaf
        if question.count or leaf.value is None:
            return
        found: Iterable[Symbol] = leaf.value if isinstance(leaf.value, tuple) else ()
        if leaf.more and question.limit is None:
            found = stream(self.ruling.judged.session, leaf.query.node, question)
        for one in found:
            yield from self.wrapped("  ", self.ruling.speech.declared(question.act, one))
        if leaf.more and question.limit is not None:
            yield "  … and more"

    def orders(self, outcome: Outcome) -> Iterator[str]:
        for order in outcome.orders:
            yield from self.wrapped("  ", ", ".join(order))
        left = (outcome.count or 0) - len(outcome.orders)
        if left > 0 and outcome.orders:
            yield f"  … and {left:,} more"

    def options(self, outcome: Outcome) -> Iterator[str]:
        found = outcome.answer if isinstance(outcome.answer, list) else []
        for text in found[:_SHOWN]:
            yield from self.wrapped("  may      ", str(text))
        if len(found) > _SHOWN:
            yield f"  … and {len(found) - _SHOWN} more"
        for refused in outcome.refused[:_SHOWN]:
            yield from self.wrapped("  may not  ", refused.text)
            for why in refused.whys:
                yield from self.wrapped("           ", _why(why), _DIM)
        if len(outcome.refused) > _SHOWN:
            yield f"  … and {len(outcome.refused) - _SHOWN} more that are not legal"

    def proof(self, outcome: Outcome) -> Iterator[str]:
        whole = outcome.proof
        shown = whole if self.definitions else outcome.short_proof
        if not shown.trees:
            return
        text = render_text(
            shown,
            self.ruling.speech.name,
            self.ruling.judged.session.view.vocabulary,
            colour=self.colour,
            ruling="",
            definitions=self.definitions,
            width=self.width,
        )
        yield from text.splitlines()[1:]
        seen = {
            number
            for node in walk(shown.trees)
            if node.label is not None
            for number in whole.numbers_of(node.label)
        }
        further = [number for number in whole.numbers if number not in seen]
        if further and not self.definitions:
            said = f"{', '.join(further)} (--all shows the whole proof)"
            yield from self.wrapped("also: ", said, _DIM)

    def loop(self) -> Iterator[str]:
        session = self.ruling.judged.session
        nodes = [session.graph.nodes[number] for number in session.graph.mandatory_loop()]
        phrases = []
        for mode in dict.fromkeys(node.mode for node in nodes):
            entry = session.view.vocabulary.entry("mode", mode, 0)
            phrases.append(mode if entry is None else entry.phrase)
        said = "; then ".join(filter(None, phrases))
        abilities = self.ruling.speech.abilities(node.state for node in nodes)
        around = f" around {listed(abilities)}" if abilities else ""
        yield from self.wrapped("  ", f"A loop that nobody can leave{around}: {said}.")


def _why(why: Why) -> str:
    said = f"{', '.join(why.rules)}  " if why.rules else ""
    said += f"{'ruled out' if why.ruled_out else 'required'}: {why.text}"
    return f"{said}; but {' and '.join(why.against)}" if why.against and not why.ruled_out else said
