"""What another face or half of a card means for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Entry = dict[str, Any]

_OTHER_PART = {
    "modal_dfc": "(this card is {}, too, and you may cast or play it as that)",
    "adventure": "(this card is {}, too, and you may cast it as that)",
    "split": "(this card is {}, too, and you may cast it as that)",
    "aftermath": "(this card is {}, too, and you may cast it as that)",
    "transform": "(this card is {}, except on the battlefield, and may turn to that)",
}
"""What is said of a card that has another part, by its layout; as no card says it, in brackets."""

_MELDED = "(this permanent is two cards, of which it takes its mana value and which leave as two)"
"""What is said of what two cards meld into."""

_PARTS = {
    "modal_dfc": "modal face",
    "adventure": "adventure",
    "split": "halves",
    "aftermath": "halves",
}
"""What names the other parts of a card, by its layout."""

_TURNED = ("transform", "flip", "meld")
"""Layouts of which the other part is there on the battlefield alone."""


def of_other_part(card: Mapping[str, object], entry: Entry, others: list[Entry]) -> list[Entry]:
    """Return what no rule carries out of a card that has another face or half.

    Its parts it names, unless nobody knows the other: then it stands `apart`.
    """
    layout, side = str(card.get("layout")), str(card.get("side") or "a")
    if layout == "meld" and not card.get("melds_into") and (side == "b" or card.get("melds_with")):
        return [{"other": _MELDED}]
    parts = str(card.get("full_name") or card.get("back") or "").split(" // ")
    other = next((one for one in parts if one and one != entry["name"]), None)
    if other is None:
        return []
    if layout in _PARTS and not card.get("apart"):
        if layout in ("split", "aftermath"):
            if side == "a":
                others.append({"name": " // ".join(parts), "halves": parts})
        elif side == "a":
            entry[_PARTS[layout]] = other
        return []
    if layout == "adventure" and side == "b":
        found = entry.get("abilities") or [{}]
        says = f"Then exile this card; its owner may cast it later as {other}"
        found[-1]["effect"] = [*found[-1].get("effect", []), {"other": says}]
        entry["abilities"] = found
    if layout in _TURNED and not (side == "b" and card.get("alone")):
        return []
    says = _OTHER_PART.get("transform" if layout in _TURNED else layout, "")
    return [{"other": says.format(other)}] if says else []
