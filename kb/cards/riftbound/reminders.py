"""Reminder text in round brackets, checked against the keyword that it explains.

Only what a reminder must share with its keyword is looked at: the numbers, and the words by
which the keyword is known. Reminders nothing is known about are set aside without a verdict.
"""

from __future__ import annotations

import re

# What a reminder says, by keyword; N stands for the keyword's number (1 if it has none).
KNOWN: tuple[tuple[str, str], ...] = (
    ("assault", r"\+N \[M\] while .* attacker"),
    ("shield", r"\+N \[M\] while .* defender"),
    ("deflect", r"must pay (?:\[A\]){N} to choose"),
    ("hunt", r"conquer or hold, gain N XP"),
    ("level", r"have N\+ XP"),
    ("accelerate", r"as an additional cost to have .* enter ready"),
    ("tank", r"must be assigned combat damage first"),
    ("backline", r"must be assigned combat damage last"),
    ("ganking", r"can move from battlefield to battlefield"),
    ("hidden", r"Hide now for \[A\]"),
    ("temporary", r"Kill .* at the start of .* Beginning Phase, before scoring"),
    ("action", r"on your turn or in showdowns"),
    ("reaction", r"even before spells and abilities resolve"),
    ("deathknell", r"When I die, get the effect"),
    ("legion", r"Get the effect if you've played"),
    ("vision", r"look at the top card"),
    ("repeat", r"pay (?:the|each) additional cost to repeat"),
    ("equip", r"[Aa]ttach this to a unit you control"),
    ("unique", r"only 1 card with this name"),
)
_KEYWORD = re.compile(r"\[([A-Za-z-]+)(?: (\d+))?\]")


def check_reminder(line: str, reminder: str) -> bool | None:
    """Return whether reminder text fits a keyword of its line; None if it explains none.

    >>> check_reminder("[Assault 2] ", "+2 [M] while I'm an attacker.")
    True
    >>> check_reminder("[Assault 3] ", "+2 [M] while I'm an attacker.")
    False
    """
    printed = _KEYWORD.findall(line)
    numbers = {name.lower(): number or "1" for name, number in printed}
    verdict: bool | None = None
    for keyword, says in KNOWN:
        if keyword not in numbers:
            continue
        number = numbers[keyword]
        if re.search(says.replace("{N}", f"{{{number}}}(?!\\[A)").replace("N", number), reminder):
            return True
        if re.search(says.replace("{N}", "+").replace("N", r"\d+"), reminder):
            verdict = False
    return verdict
