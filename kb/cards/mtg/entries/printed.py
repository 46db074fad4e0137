"""What is printed on a card beside its text, and what its land types bring along."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kb.cards.mtg.costs import COLORS, known_symbols, value_of
from kb.cards.mtg.nodes import Unsaid
from kb.cards.mtg.older import cost_today

Entry = dict[str, Any]

_SUPERTYPES = ("basic", "legendary", "snow", "world")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_COST = re.compile(r"(?:\{[^{}]*\})+")
_LAND_TYPES = {
    "plains": "white",
    "island": "blue",
    "swamp": "black",
    "mountain": "red",
    "forest": "green",
}


def words_of(card: Mapping[str, object], key: str, place: int) -> list[str]:
    """Return types, supertypes or subtypes, by their lists or by the type line."""
    listed_words = card.get(key)
    if isinstance(listed_words, list):
        return [str(word).lower() for word in listed_words]
    line = str(card.get("type") or "").replace("—", "-").lower()
    before, _, after = line.partition(" - ")
    words = (before, after)[place].split()
    if key == "supertypes":
        return [word for word in words if word in _SUPERTYPES]
    return [word for word in words if word not in _SUPERTYPES]


def mana_cost(card: Mapping[str, object]) -> str:
    """Return the mana cost, as a file of cards or a scenario says it."""
    cost = card.get("mana_cost") or card.get("cost")
    return cost_today(cost) if isinstance(cost, str) else ""


def printed(card: Mapping[str, object]) -> Entry:
    """Return what is printed beside the text."""
    made: Entry = {}
    if _COST.fullmatch(cost := mana_cost(card)):
        try:
            made["cost"] = known_symbols(_SYMBOL.findall(cost), announced=True)
        except Unsaid:
            made["abilities"] = [{"other": f"(this spell costs {cost} to cast)"}]
            made |= value_of(cost)
    value = card.get("cmc")
    if not cost and card.get("layout") == "transform" and isinstance(value, int | float):
        made["front mana value"] = int(value)
    listed = card.get("colors")
    colors = [COLORS[one] for one in listed if one in COLORS] if isinstance(listed, list) else []
    if "cost" not in made or any(one not in _colors(str(made["cost"])) for one in colors):
        made |= {"colors": colors} if isinstance(listed, list) else {}
    for key, place in (("supertypes", 0), ("types", 0), ("subtypes", 1)):
        if words := words_of(card, key, place):
            made[key] = words
    for key in ("power", "toughness", "loyalty"):
        value = card.get(key)
        if type(value) is int or (isinstance(value, str) and value.removeprefix("-").isdecimal()):
            made[key] = int(value)
    if card.get("loyalty") == "X":
        static: Entry = {"enters with": "x", "kind": "loyalty"}
        made["abilities"] = [*made.get("abilities", []), {"static": static}]
    return made


def _colors(cost: str) -> list[str]:
    """Return the colors of a mana cost."""
    return [color for symbol, color in COLORS.items() if symbol in cost]


def is_picture(card: Mapping[str, object], text: str) -> bool:
    """Return whether a text is the large symbol of a basic land's mana, and no ability."""
    land = set(words_of(card, "types", 0)) == {"land"}
    basic = land and "basic" in words_of(card, "supertypes", 0)
    return basic and text.strip().strip("{}") in COLORS


def of_land_types(card: Mapping[str, object], abilities: list[Entry]) -> list[Entry]:
    """Return the mana abilities that basic land types bring along unprinted (305.6)."""
    if "land" not in words_of(card, "types", 0):
        return []
    subtypes = words_of(card, "subtypes", 1)
    made = [
        {"cost": "{T}", "effect": [{"add mana": color}]}
        for word, color in _LAND_TYPES.items()
        if word in subtypes
    ]
    return [one for one in made if one not in abilities]
