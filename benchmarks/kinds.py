"""What sort an ability is of, as card files say it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Entry = dict[str, Any]
"""A piece of a card file, of a scenario or of a board, as plain data."""


def kind_of(ability: Entry) -> str:
    """Return what sort of ability it is: how it comes about, and the first thing that it does."""
    does = first_word((ability.get("effect") or [""])[0])
    if "when" in ability:
        return f"when {first_word(ability['when'])}: {does}"
    if "static" in ability:
        return f"static {first_word(ability['static'])}"
    return f"{'activated' if 'cost' in ability else 'spell'}: {does}"


def first_word(said: object) -> str:
    """Return the word by which something is said."""
    return str(next(iter(said), "")) if isinstance(said, Mapping) else str(said)


def likenesses(ability: Entry) -> list[str]:
    """Return what an ability has in common with ever fewer others."""
    kind = kind_of(ability)
    asks = json.dumps([ability.get("targets"), ability.get("static"), ability.get("when")])
    return [kind.partition(":")[0], kind, f"{kind} {asks}"]


def has_modes(card: Entry, number: int) -> bool:
    """Tell whether an ability says only that some of those behind it are chosen."""
    abilities = card.get("abilities") or [{}]
    behind = abilities[number] if number < len(abilities) else {}
    return abilities[number - 1].get("effect") == [] and "mode" in behind


def head_of(card: Entry, ability: Entry) -> Entry | None:
    """Return the ability of which something is a mode; None of a spell, or if it is none."""
    if "mode" not in ability:
        return None
    before = card["abilities"][: card["abilities"].index(ability)]
    return next((one for one in reversed(before) if one.get("effect") == []), None)
