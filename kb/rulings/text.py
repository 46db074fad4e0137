"""Rulings as text: the sentence first, then what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from kb.proof import render_text
from kb.rulings.ruling import Outcome, Ruling

_BOLD = "1"


def ruling_text(
    ruling: Ruling,
    *,
    number: str = "",
    colour: bool = False,
    definitions: bool = False,
    width: int = 100,
) -> str:
    """Return a ruling as text: the sentence, the outcomes, the proofs.

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
    return "\n".join([writer.style(_BOLD, number + ruling.sentence), *writer.lines()])


def reasons_text(ruling: Ruling) -> str:
    """Return what a ruling rests on as text, without its sentence."""
    return "\n".join(_Writer(ruling, False, False, 100).lines())


class _Writer:
    def __init__(self, ruling: Ruling, colour: bool, definitions: bool, width: int) -> None:
        self.ruling = ruling
        self.colour = colour
        self.definitions = definitions
        self.width = width

    def style(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def lines(self) -> Iterator[str]:
        ruling = self.ruling
        several = len(ruling.outcomes) > 1
        for place, outcome in enumerate(ruling.outcomes):
            if several:
                letter = chr(ord("a") + place) if place < 26 else str(place + 1)
                yield from self.outcome(outcome, f"({letter}) ")
            else:
                yield from self.outcome(outcome, "")
        if ruling.loop and ruling.outcomes:
            yield "It may also go on for ever: there is a loop that nobody can leave."
        if not ruling.complete:
            yield "Cut at the bound: there may be more. Raise --limit or --time-limit."

    def outcome(self, outcome: Outcome, letter: str) -> Iterator[str]:
        if letter:
            yield self.style(_BOLD, letter + "; ".join(outcome.changes))
        for choice in outcome.choices:
            yield f"  {choice}"
        if outcome.ways != 1:
            yield f"  ({'endlessly many' if outcome.ways is None else outcome.ways} ways)"
        speech = self.ruling.speech
        proof = outcome.proof if self.definitions else outcome.short_proof
        text = render_text(
            proof,
            speech.name,
            self.ruling.judged.session.view.vocabulary,
            colour=self.colour,
            ruling="",
            definitions=self.definitions,
            width=self.width,
        )
        yield from text.splitlines()[1:]
