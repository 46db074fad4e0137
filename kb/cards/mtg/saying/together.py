"""What is said in one breath: instructions and abilities that share their words."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.saying.phrases import MANA
from kb.cards.saying import Entry


def alike(one: Entry, two: Entry) -> bool:
    """Whether two instructions share what is said but once: all but what they are about."""
    word = next(iter(one))
    if word in ("damage", "get"):
        return all(one.get(key) == two.get(key) for key in ("damage", "power", "toughness", "from"))
    return word in (
        "gain keyword",
        "cannot attack",
        "cannot block",
        "lose keyword",
        "destroy",
        "exile",
    )


def repeated(steps: list[Entry]) -> int:
    """Return how often a text does the same again and again; twice may be said in full."""
    ways = range(len(steps), 2, -1)
    return next(
        (n for n in ways if len(steps) % n == 0 and steps[: len(steps) // n] * n == steps), 1
    )


def one_of_each(one: Entry, two: Entry) -> Entry | None:
    """Return two instructions that pick a card of a kind each as one: "and/or" is said of them."""
    picks = all("take" in step and step.get("how") == "up to" for step in (one, two))
    if not picks or "amount" in one or {**one, "take": ""} != {**two, "take": ""}:
        return None
    return {**one, "take": f"{one['take']} or {two['take']}"}


def either_price(step: Entry) -> list[Any] | None:
    """Return what is done unless one of several things is paid, and those; None for one alone."""
    then, costs = step.get("then"), [{"unless paid": step.get("unless paid")}]
    while then and len(then) == 1 and "unless paid" in then[0] and "unless paid" in step:
        if then[0].get("who") != step.get("who"):
            return None
        costs.append({"unless paid": then[0]["unless paid"]})
        then = then[0]["then"]
    return [then, *costs] if len(costs) > 1 else None


def of_chosen_color(step: Entry) -> Entry | None:
    """Return what is done with "the color of your choice", of a choice among all colors."""
    first = step.get("either", [{}])[0]
    told: list[Entry] = [first]
    rest = step.get("or", [])
    while len(rest) == 1 and "either" in rest[0]:
        told += rest[0]["either"]
        rest = rest[0]["or"]
    done = [*told, *rest]
    if str(first.get("gain keyword")).startswith("protection from "):
        words = {one.get("gain keyword") for one in done}
        said: Entry = {"gain keyword": "protection color your choice"}
    elif len(first.get("become", {}).get("colors", [])) == 1:
        words = {str(one.get("become", {}).get("colors")) for one in done}
        said = {"become": {**first["become"], "colors": ["color your choice"]}}
    else:
        return None
    return {**first, **said} if len(words) == len(done) == len(MANA) else None


def prevents_both(one: Entry, two: Entry) -> bool:
    """Whether of two instructions one prevents all damage to something, the other that by it."""
    if one.get("prevent damage") != "all" or "prevent all damage by" not in two:
        return False
    rest = {key: value for key, value in one.items() if key not in ("prevent damage", "to")}
    return two == {"prevent all damage by": one["to"], **rest}


def forbids(entry: object) -> bool:
    """Whether something can't be done, of which several are joined by "or"."""
    return isinstance(entry, dict) and next(iter(entry), "").startswith("cannot ")


def same_but_when(one: Entry, two: Entry) -> bool:
    """Whether two abilities differ in what sets them off alone."""
    return "when" in two and {**one, "when": None} == {**two, "when": None}


def same_damage(one: Entry, two: Entry) -> bool:
    """Whether of two abilities one prevents the damage to something, the other that by it."""
    first, second = one.get("static"), two.get("static")
    if not isinstance(first, dict) or not isinstance(second, dict):
        return False
    dealt_to = {"dealt": first.get("prevent damage to"), **first}
    dealt_by = {"dealt": second.get("prevent damage by"), **second}
    dealt_to.pop("prevent damage to", None)
    dealt_by.pop("prevent damage by", None)
    return dealt_to["dealt"] is not None and dealt_to == dealt_by
