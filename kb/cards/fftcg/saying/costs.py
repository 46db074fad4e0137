"""What is paid, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.fftcg.saying.phrases import filter_said

_GIVEN_UP = re.compile(r"(dull|discard|put|return|remove) (\d+) (.*?)( into .*| from .*| to .*)?")


def cost(said: str, *, owned: bool = True, controlled: bool = False) -> str:
    """Return a cost as it is printed; what is one's own need not be said to be one's own."""
    parts: list[str] = []
    for part in re.split(r", (?=\{|dull|discard|put|return|remove|take)", said):
        words = part
        if (top := re.fullmatch(r"(put|remove) the top (\d+) cards (.*)", part)) is not None:
            number = "" if top[2] == "1" else top[2]
            parts.append(f"{top[1]} top {number} card your deck {top[3]}")
            continue
        if (found := _GIVEN_UP.fullmatch(part)) is not None:
            verb, number, filter_, tail = found.groups()
            filter_ = filter_ if controlled else re.sub(r" you control", "", filter_)
            if verb == "discard":
                filter_ = filter_.replace(" in your hand", "")
            if not owned:
                filter_ = filter_.replace(" in your break zone", " in break zone")
            if filter_.startswith("this in "):
                words = f"{verb} {filter_[5:]} {tail or ''}"
            elif filter_ == "this":
                words = f"{verb} active" if verb == "dull" else f"{verb} {tail or ''}"
            else:
                active = "active" if verb == "dull" else ""
                words = f"{verb} {number} {active} {filter_said(filter_)} {tail or ''}"
        elif (found := re.fullmatch(r"take off (\d+) (.*) counters", part)) is not None:
            words = f"remove {found[1]} {found[2]} counter from"
        elif (found := re.fullmatch(r"take off one (.*) (\d+) (.*) counters", part)) is not None:
            words = f"remove {found[2]} {found[3]} counter from {filter_said(found[1])}"
        parts.append(words.replace(" this ", " "))
    return joined_costs(parts)


def joined_costs(parts: list[str]) -> str:
    """Return several costs; of two that put something to one place the place is said once."""
    into = " into the break zone"
    both = [one for one in parts if one.endswith(into)]
    if len(both) == 2:
        parts = [one for one in parts if one not in both]
        parts.append(both[0].removesuffix(into) + both[1].removeprefix("put"))
    return " ".join(parts)
