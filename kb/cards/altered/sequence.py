"""The instructions of a text among each other: what is done to one thing, or rests on another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.cards.values import Node

Entry = dict[str, Any]
Steps = list[Entry]

MAY_BE_SO = ("gain", "lose", "exhaust", "ready")
"""What cannot be done to a thing of which it is so already."""
_STAYING = frozenset({"gain", "lose", "exhaust", "ready", "boost", "gain counters"})
"""What leaves a thing where it is, so that the rest of a text can speak of the same one."""
_ALWAYS = ("boost", "draw")
"""What can be done whatever else is so of a thing, and before it as well as after it."""

MADE = "the token just made"
"""What the step before has created."""


def possible_first(steps: Steps) -> Steps | None:
    """Return what is offered together, in an order in which one part does not bar the other.

    An offer is impossible if its first step is, which is right for what is done "if you do". None
    where no order tells the two apart.
    """
    first = [step for step in steps if next(iter(step)) in _ALWAYS]
    return [*first, *(step for step in steps if step not in first)] if first else None


def targeted_at_will(steps: Steps) -> Steps:
    """Return steps in which what is said of a target that one may have is done only if one does.

    So is what is said of a card that one may play at once.
    """
    found: Steps = []
    for step in steps:
        offer = found[-1].get("may", []) if found and set(found[-1]) == {"may"} else []
        aimed = offer[0].get("target", "it" if "play now" in offer[0] else None) if offer else None
        if aimed is not None and aimed in step.values():
            found[-1] = {"may": [*offer, step]}
        else:
            found.append(step)
    return found


def is_just_made(steps: Steps) -> bool:
    """Whether all that speaks of the token just made stands right behind its making."""
    spoken_of = False
    for step in steps:
        speaks = MADE in step.values()
        if speaks and not spoken_of:
            return False
        spoken_of = speaks or "create in" in step
        if not all(is_just_made(part) for part in step.values() if isinstance(part, list)):
            return False
    return True


def fewer_made(clause: Node | None, steps: Steps) -> Steps | None:
    """Return what "create only one" says behind the making of more tokens; None for the rest."""
    act = None if clause is None or clause.kind != "do" else clause.node("acts")
    core = None if act is None or len(act.parts) != 1 else act.node("core")
    count = None if core is None else core.node("object")
    last = steps[-1].get("then", []) if steps else []
    if core is None or count is None or count.kind != "only_some" or core.get("verb") != "create":
        return None
    if len(last) != 1 or "create" not in next(iter(last[0])) or count.get("count") != 1:
        return None
    return [{key: value for key, value in last[0].items() if key != "amount"}]


def both_of(first: Steps | None, second: Callable[[], Steps | None]) -> Steps | None:
    """Return what is done one after the other; None unless both are understood."""
    if not first:
        return None
    more = second()
    return [*first, *more] if more else None


def chosen_once(steps: Steps | None) -> Steps | None:
    """Return what is done to the same things one after another: later to those meant at first.

    What they are described by may be so of them no more once the first thing has been done.
    """
    met: set[str] = set()
    found = []
    for step in steps or []:
        what = _object_of(step)
        if what in met:
            step = {
                key: f"those {what.removeprefix('each ')}" if value == what else value
                for key, value in step.items()
            }
        elif what.startswith("each ") and next(iter(step)) in _STAYING:
            met.add(what)
        found.append(step)
    return found


def _object_of(step: Entry) -> str:
    """Return what a step is about, as far as it is said; nothing for what only draws, say."""
    said = step.get("what", step.get(next(iter(step))))
    return said if isinstance(said, str) else ""
