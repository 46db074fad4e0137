"""Lists of words, written as text."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


PRICED = (
    *(
        "ninjutsu",
        "cycling",
        "echo",
        "flashback",
        "escape",
        "kicker",
        "buyback",
        "evoke",
        "dash",
        "overload",
    ),
    *(
        "bestow",
        "madness",
        "morph",
        "megamorph",
    ),
    "cumulative upkeep",
)
"""Keywords whose cost stands beside the abilities of a card."""

COUNTED = (
    *(
        "afterlife",
        "annihilator",
        "bloodthirst",
        "bushido",
        "crew",
        "fabricate",
        "fading",
        "graft",
        "modular",
    ),
    *("rampage", "renown", "soulshift", "toxic", "vanishing"),
)
"""Keywords whose number stands beside the abilities of a card."""
