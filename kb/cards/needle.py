"""What a pattern cannot match without: most lines skip most marks by it."""

from __future__ import annotations

_REPEATS = ("?", "*", "{")


def needle(pattern: str) -> str:
    """Return words that every match of a mark contains, so that most lines can skip the mark.

    Only what stands in the pattern itself is looked at, not what stands in brackets.

    >>> needle(r"(?<![^ ])for (?=each )")
    'for '
    >>> needle("then |when ")
    ''
    """
    runs = [""]
    depth = 0
    in_class = False
    place = 0
    while place < len(pattern):
        character = pattern[place]
        following = pattern[place + 1 : place + 2]
        if character == "\\":
            place += 1
            runs.append("")
        elif in_class:
            in_class = character != "]"
        elif character in "([":
            depth += character == "("
            in_class = character == "["
            runs.append("")
        elif character == ")":
            depth -= 1
            runs.append("")
        elif depth == 0 and character == "|":
            return ""
        elif (
            depth == 0 and (character.isalpha() or character in " ,") and following not in _REPEATS
        ):
            runs[-1] += character
        else:
            runs.append("")
        place += 1
    return max(runs, key=len)
