r"""What a mark cannot match without, read off its pattern: most lines skip most marks by it.

`needle` finds characters that every match contains; `needs` finds words, of each set one, that
the line must contain where every match names a whole word. Both may find nothing: then the
mark is tried. Words are compared without marks, since other marks may come and go before them.
"""

from __future__ import annotations

import re

from kb.records import record

_PIECE = re.compile(
    r"""(?P<group>\((?:\?(?P<kind>[:=!]|<[=!]))?)
      |(?P<close>\))
      |(?P<either>\|)
      |(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
      |(?P<any>\.|\\[dDwWsSbB\d])
      |(?P<edge>[\^$])
      |(?P<letter>\\.|[^\\])""",
    re.VERBOSE | re.DOTALL,
)
_TIMES = re.compile(r"(?P<bounds>[?*+]|\{\d*,?\d*\})\??")
_AT_A_WORD = "[^ ]"  # (?<![^ ]): here a word begins
_MOST = 4_000

Begun = frozenset[str] | None
"""What the word at some place may be so far; None when that is not known."""


@record
class _Item:
    """A piece of a pattern: a character, a group of alternatives, or anything else."""

    kind: str
    text: str = ""
    inside: tuple[tuple[_Item, ...], ...] = ()
    least: int = 1
    most: int = 1


def needle(pattern: str) -> str:
    r"""Return characters that every match of a mark contains.

    Alternatives are not looked at.

    >>> needle(r"(?<![^ ])for (?=each )")
    'for '
    >>> needle(r"(\^u )(by|from) ")
    '^u '
    >>> needle(r"paid\^c (?:a|b)")
    'paid^c '
    >>> needle("then |when ")
    ''
    """
    runs = [""]
    _run(_read(pattern), runs)
    return max(runs, key=len)


def _run(alternatives: tuple[tuple[_Item, ...], ...], runs: list[str]) -> None:
    if len(alternatives) > 1:
        runs.append("")
        return
    for item in alternatives[0]:
        if item.kind == "letter" and item.least == 1 == item.most:
            runs[-1] += item.text
        elif item.kind == ":" and item.least == 1 == item.most:
            _run(item.inside, runs)
        elif item.kind not in {"=", "!", "<=", "<!"}:
            runs.append("")


def needs(pattern: str) -> tuple[frozenset[str], ...]:
    """Return sets of words: a line that a mark matches contains a word of each.

    >>> [sorted(words) for words in needs("(?<![^ ])(or|and) (?=when |if )")]
    [['and', 'or'], ['if', 'when']]
    >>> needs("(?<![^ ])(or|[a-z]+) ")
    ()
    """
    found, _ = _either(_read(pattern), None)
    return tuple(sorted(set(found), key=lambda words: (len(words), sorted(words))))


def _read(pattern: str) -> tuple[tuple[_Item, ...], ...]:
    """Cut a pattern into alternatives of items."""
    stack: list[tuple[str, list[list[_Item]]]] = [("", [[]])]
    place = 0
    while place < len(pattern):
        match = _PIECE.match(pattern, place)
        if match is None:  # a pattern that `re` would not compile
            return ((_Item("any"),),)
        place = match.end()
        kind = match.lastgroup or ""
        if match.group("group"):
            stack.append((match.group("kind") or ":", [[]]))
            continue
        if kind == "either":
            stack[-1][1].append([])
            continue
        if kind == "close":
            kind, alternatives = stack.pop()
            inside, text = tuple(map(tuple, alternatives)), ""
        else:
            text = match.group()[-1] if kind == "letter" else match.group()
            inside = ()
        least = most = 1
        if times := _TIMES.match(pattern, place):
            least, most = _bounds(times.group("bounds"))
            place = times.end()
        stack[-1][1][-1].append(_Item(kind, text, inside, least, most))
    return tuple(map(tuple, stack[0][1]))


def _bounds(times: str) -> tuple[int, int]:
    if times in "?*+":
        return (int(times == "+"), 1 if times == "?" else 2)
    least, _, most = times[1:-1].partition(",")
    return (int(least or 0), int(most or least or 2))


def _either(
    alternatives: tuple[tuple[_Item, ...], ...], begun: Begun
) -> tuple[list[frozenset[str]], Begun]:
    """Return what one of several sequences needs, and the word begun at their end."""
    needed: list[list[frozenset[str]]] = []
    ends: list[Begun] = []
    for sequence in alternatives:
        found, end = _sequence(sequence, begun)
        needed.append(found)
        ends.append(end)
    if len(alternatives) == 1:
        return needed[0], ends[0]
    if not all(needed):
        return [], _union(ends)
    one_of_each = (min(found, key=len) for found in needed)
    return [frozenset().union(*one_of_each)], _union(ends)


def _union(ends: list[Begun]) -> Begun:
    words: frozenset[str] = frozenset()
    for end in ends:
        if end is None:
            return None
        words |= end
    return words if len(words) <= _MOST else None


def _sequence(sequence: tuple[_Item, ...], begun: Begun) -> tuple[list[frozenset[str]], Begun]:
    needed: list[frozenset[str]] = []
    for item in sequence:
        if item.kind in {"<=", "<!"}:
            if item.kind == "<!" and item.inside == ((_Item("set", _AT_A_WORD),),):
                begun = frozenset([""])
            elif item.kind == "<=" and begun is None:
                found, begun = _either(item.inside, None)
                needed += found
        elif item.kind == "=":
            needed += _either(item.inside, begun)[0]
        elif item.kind == "letter" and item.least == 1 == item.most:
            if item.text in " ^":
                # Behind ^ stands a mark: that word is not needed as it is written here.
                if begun and "" not in begun:
                    needed.append(begun)
                begun = frozenset([""]) if item.text == " " else None
            elif begun is not None:
                begun = frozenset(word + item.text for word in begun)
        elif item.kind == "letter":
            ends = _union(
                [begun, None if begun is None else frozenset(w + item.text for w in begun)]
            )
            begun = ends if item.text not in " ^" and item.most == 1 else None
        elif item.kind == ":":
            found, end = _either(item.inside, begun)
            if item.least:
                needed += found
            if item.most > 1 and _either(item.inside, end)[1] != end:
                end = None
            begun = end if item.least else _union([begun, end])
        elif item.kind == "edge" and item.text == "^":
            begun = frozenset([""])
        elif item.kind in {"set", "any"}:
            begun = None
    return needed, begun
