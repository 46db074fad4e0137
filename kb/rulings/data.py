"""Rulings as plain data; `kb.rulings.schema` describes it."""

from __future__ import annotations

from typing import Any

from kb.rulings.ruling import Dependence, Otherwise, Outcome, Ruling, Why


def ruling_data(ruling: Ruling, *, definitions: bool = False) -> dict[str, Any]:
    """Return a ruling as plain data."""
    return {
        "scenario": ruling.scenario,
        "number": ruling.number,
        "question": ruling.question,
        "kind": ruling.kind,
        "date": ruling.date,
        "edition": ruling.edition,
        "notes": list(ruling.notes),
        "sentence": ruling.sentence,
        "status": ruling.status,
        "answer": ruling.answer,
        "complete": ruling.complete,
        "loop": ruling.loop,
        "gaps": list(ruling.gaps),
        "unread": list(ruling.unread),
        "depends": list(map(_dependence, ruling.depends)),
        "rules": list(ruling.rules),
        "reasons": ruling.reasons,
        "outcomes": [_outcome(outcome, definitions) for outcome in ruling.outcomes],
    }


def _outcome(outcome: Outcome, definitions: bool) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "sentence": outcome.sentence,
        "answer": outcome.answer,
        "ways": outcome.ways,
        "choices": list(outcome.choices),
        "others": list(map(list, outcome.others)),
        "properties": outcome.properties,
        "orders": [list(order) for order in outcome.orders],
        "unmet": list(map(_why, outcome.whys)),
        "refused": [
            {"text": refused.text, "unmet": list(map(_why, refused.whys))}
            for refused in outcome.refused
        ],
        "more": outcome.leaf.more,
        "proof": outcome.proof.to_json(definitions=definitions),
    }


def _dependence(found: Dependence) -> dict[str, Any]:
    return {
        "gap": found.gap.name,
        "question": found.gap.question,
        "reading": found.reading,
        "others": [_otherwise(other) for other in found.others],
    }


def _otherwise(other: Otherwise) -> dict[str, Any]:
    ruling = other.ruling
    return {
        "reading": other.reading,
        "answer": None if ruling is None else ruling.answer,
        "status": "senseless" if ruling is None else ruling.status,
        "sentence": other.sentence,
    }


def _why(why: Why) -> dict[str, Any]:
    return {
        "text": why.text,
        "rules": list(why.rules),
        "ruled_out": why.ruled_out,
        "against": list(why.against),
    }
