"""Rulings as pictures."""

from __future__ import annotations

from kb.proof.svg import render_svg
from kb.rulings.ruling import Ruling


def pictures_of(ruling: Ruling, *, whole: bool = False) -> list[str]:
    """Return an SVG document for the proof of each answer.

    Parameters
    ----------
    ruling : Ruling
    whole : bool
        Whether the proofs are drawn whole, with all that goes without saying.
    """
    several = len(ruling.outcomes) > 1
    return [
        render_svg(
            outcome.proof if whole else outcome.short_proof,
            ruling.speech.name,
            ruling.session.view.vocabulary,
            ruling=outcome.sentence if several else ruling.sentence,
            definitions=whole,
        )
        for outcome in ruling.outcomes
    ]
