"""Ways to play an ability, suited to what its text asks for.

A board on which every text could show what it does would be too large to be asked in a moment. So
what some texts ask for (a card type in the graveyard, a spell that was kicked, a creature that died
this turn) is added for those only, and what an ability is aimed at is named where that is plain:
each thing that it could be aimed at besides would be one more course of events.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Entry = dict[str, Any]

ZONES = ("battlefield", "graveyard", "hand", "library", "their battlefield", "their hand")
"""Where a suit puts more cards."""
KINDS = {"cost": "activated", "when": "triggered", "static": "static"}
"""Of what kind an ability is that has one of these keys; any other is a spell's."""


def suited(card: Entry, ability: Entry, way: Entry, board: Entry) -> Iterator[Entry]:
    """Yield a way as an ability asks for it, with its targets and without, and then as it is.

    Parameters
    ----------
    card, ability : dict
        As in card files.
    way : dict
        What is done, and on which board.
    board : dict
        Its ``suits`` say what texts with some words ask for, or of those only abilities of some
        kinds; its ``aims`` what some targets are.
    """
    spell = not {"cost", "when", "static"} & ability.keys()
    said = json.dumps([ability, card.get("cost") if spell else ""])
    kind = next((KINDS[key] for key in KINDS if key in ability), "spell")
    suits = [
        suit
        for suit in board.get("suits", ())
        if re.search(suit["words"], said) and kind in suit.get("of", (kind,))
    ]
    fit = _fitted(way, suits) if suits else way
    known = dict(board.get("aims", {}))
    for suit in suits:
        known |= suit.get("aims", {})
    aura = next((one for one in card.get("abilities", ()) if one.get("static") == "enchant"), None)
    if aura is not None and ability != aura and (enchanted := _aims(aura, known)):
        fit = way = _aimed(fit, enchanted, acts=("cast",))
    aims = None if "static" in ability else _aims(ability, known)
    if aims:
        acts = () if "when" in ability else ("cast", "kick", "overload", "activate")
        yield {**_aimed(fit, aims, acts), "suited": True}
    if suits:
        yield {**fit, "suited": True}
    yield way


def _fitted(way: Entry, suits: Sequence[Entry]) -> Entry:
    """Return a way with what all suits add to it."""
    fit: Entry = json.loads(json.dumps(way))
    for suit in suits:
        for zone in ZONES:
            if zone in suit:
                fit[zone] = [*fit.get(zone, ()), *suit[zone]]
        for key in ("life", "mana", "alone"):
            if key in suit:
                fit.setdefault(key, suit[key])
        fit["with"] = {**fit.get("with", {}), **suit.get("with", {})}
        fit["first"] = [*fit.get("first", ()), *suit.get("first", ())]
        for step in fit["do"]:
            for old, new in suit.get("instead", {}).items():
                if step.get(old) == "CARD":
                    step[new] = step.pop(old)
            if "CARD" in (step.get("cast"), step.get("activate")):
                step.update(suit.get("by the way", {}))
    return fit


def _aims(ability: Entry, known: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Return what the targets of an ability can be, None where that is not plain."""
    found: list[str] = []
    for target in ability.get("targets") or ():
        if isinstance(target, Mapping):
            number = next((n for n in target.values() if isinstance(n, int)), 2)
            kind = target.get("of", target.get("any number"))
            exactly = "exactly" in target
        else:
            number, kind, exactly = 1, target, True
        aims = [one for one in known.get(str(kind), ()) if one not in found][:number]
        if not aims or (exactly and len(aims) < number):
            return None
        found += aims
    return found or None


def _aimed(way: Entry, aims: Sequence[str], acts: Sequence[str]) -> Entry:
    """Return a way in which what an ability is aimed at is named, by these acts or afterwards."""
    way = json.loads(json.dumps(way))
    if not acts:
        way["do"] += [{"choose": aim, "for": "target"} for aim in aims]
    for step in way["do"]:
        if any(step.get(act) == "CARD" for act in acts):
            step.setdefault("targets", [*aims])
    return way
