"""Keywords: one keyword under its English, French and Japanese names; their reminders.

The spellings are those of the rules posts that Ludex starts from. A keyword line in another
language is read as the English one: the same facts, said again in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SPELLINGS: Mapping[str, str] = {
    "rapatriement": "warp",
    "デジョン": "warp",
    "ヘイスト": "haste",
    "ブレイブ": "brave",
    "先制攻撃": "first strike",
    "バックアタック": "back attack",
    "顕現": "priming",
}
"""Other languages' names of keywords, in lower case."""

_REMINDERS: tuple[tuple[str, str], ...] = (
    ("haste", r"can attack or use .* the turn it enters"),
    ("brave", r"does not cause this .* to dull"),
    ("first strike", r"deals damage first"),
    ("back attack", r"during either player's"),
    ("limit break", r"cannot be included in your main deck"),
    ("warp", r"Warp Counter"),
)
_REPEATS = re.compile(
    r"th(?:is|ese) effects? (?:does not|doesn't|do not|don't) end at the end of the turn\.?"
    r"|the newly chosen \w+ must be a valid choice\.?|this effect is put on the stack\."
    r"|cards with \{lb\} cannot be included in your main deck\.|card elements: [\w/]+"
    r"|numbers are rounded up to units of \d+|units? must be \d+\."
    r"|damage must be in increments of \d+",
    re.IGNORECASE,
)
"""What only says again, in round brackets, what the rules or the words before say."""

_ONCE = re.compile(r" This ability will not trigger if [^.]+ is a Forward\.$")
_DAMAGE = re.compile(r"Damage (\d+) ", re.IGNORECASE)
_POINTS = re.compile(r"received (\d+) points? of damage or more")


def check_reminder(line: str, reminder: str) -> bool | None:
    """Return whether text in round brackets only says its line again; None if nobody knows.

    It may repeat a rule, or explain the keyword of its line.

    >>> check_reminder("Brave ", "Attacking does not cause this Forward to dull.")
    True
    >>> check_reminder("Damage 3 -- ", "If you have received 5 points of damage or more, ...")
    False
    """
    # What becomes a Forward "if it is not a Forward" says once more that it does so but once.
    said = _ONCE.sub("", reminder) if "is not a Forward" in line else reminder
    if _REPEATS.fullmatch(said):
        return True
    damage, points = _DAMAGE.search(line), _POINTS.search(reminder)
    if damage and points:
        return damage.group(1) == points.group(1)
    known = [says for keyword, says in _REMINDERS if keyword in line.lower()]
    if not known:
        return None
    return any(re.search(says, reminder) for says in known)
