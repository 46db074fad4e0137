"""All ways to pay a cost, against a count by hand: on boards at random, copies included."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import kb

ELEMENTS = ("fire", "ice", "wind")
KINDS: tuple[tuple[str, ...], ...] = (
    *((one,) for one in ELEMENTS),
    ("fire", "ice"),
    ("ice", "wind"),
)


def _name(prefix: str, elements: tuple[str, ...]) -> str:
    return f"{prefix} {' and '.join(elements)}"


def _ways(
    cost: int, needed: tuple[str, ...], sources: list[tuple[str, tuple[str, ...]]]
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield every legal payment once, copies of a source not told apart."""
    due = max(cost, len(needed)) if len(needed) > 1 and cost else cost
    found = set()
    for choice in product(*[(None, *elements) for _, elements in sources]):
        given = [(name, one) for (name, _), one in zip(sources, choice, strict=True) if one]
        worth = [2 if name.startswith("Card") else 1 for name, _ in given]
        surplus = sum(worth) - due
        if not 0 <= surplus <= min(worth.count(2), max(1, len(needed))):
            continue
        if cost and not set(needed) <= {one for _, one in given}:
            continue
        found.add(tuple(sorted(given)))
    yield from found


@pytest.mark.parametrize("seed", range(8))
def test_all_ways_to_pay(seed: int) -> None:
    """Each is found exactly once; one can pay if there is any."""
    rng = random.Random(seed)
    needed = rng.choice(KINDS)
    cost = rng.randint(0, 6)
    sources = [(_name("Backup", kind), kind) for kind in rng.choices(KINDS, k=rng.randint(0, 4))]
    sources += [(_name("Card", kind), kind) for kind in rng.choices(KINDS, k=rng.randint(0, 4))]
    cards: list[dict[str, Any]] = [
        {
            "name": _name(prefix, kind),
            "type": "backup",
            "elements": list(kind),
            "cost": 2,
            "generic": True,
        }
        for prefix in ("Backup", "Card")
        for kind in KINDS
    ]
    cards.append({"name": "It", "type": "forward", "elements": list(needed), "cost": cost})
    anna = {
        "hand": ["It", *(name for name, _ in sources if name.startswith("Card"))],
        "field": [name for name, _ in sources if name.startswith("Backup")],
    }
    counted = {"cast": "It", "by": "Anna", "pay": "any", "count": True}
    scenario = kb.Scenario(
        game="fftcg",
        cards=cards,
        players={"Anna": anna, "Bert": None},
        ask=[{"may": {"cast": "It", "by": "Anna"}}, {"declarations": counted}],
    )
    may, count = kb.ask(scenario)
    expected = len(list(_ways(cost, needed, sources)))
    assert may.answer is (expected > 0)
    if cost:  # with nothing to pay there is no payment to declare
        assert count.answer == expected
