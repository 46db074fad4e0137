"""Rulings as plain data, and the schema of that data."""

from __future__ import annotations

from typing import Any

from kb.rulings.ruling import Outcome, Ruling


def ruling_data(ruling: Ruling, *, definitions: bool = False) -> dict[str, Any]:
    """Return a ruling as plain data."""
    return {
        "scenario": ruling.scenario,
        "number": ruling.number,
        "question": ruling.question,
        "kind": ruling.kind,
        "date": ruling.date,
        "edition": ruling.edition,
        "sentence": ruling.sentence,
        "status": ruling.status,
        "answer": ruling.answer,
        "complete": ruling.complete,
        "loop": ruling.loop,
        "gaps": list(ruling.gaps),
        "rules": list(ruling.rules),
        "outcomes": [_outcome(outcome, definitions) for outcome in ruling.outcomes],
    }


def _outcome(outcome: Outcome, definitions: bool) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "answer": outcome.answer,
        "ways": outcome.ways,
        "choices": list(outcome.choices),
        "properties": outcome.properties,
        "unmet": [
            {
                "text": why.text,
                "rules": list(why.rules),
                "ruled_out": why.ruled_out,
                "against": list(why.against),
            }
            for why in outcome.whys
        ],
        "proof": outcome.proof.to_json(definitions=definitions),
    }
