"""Costs: symbols in braces and phrases, with commas between them."""

from __future__ import annotations

import re
from collections.abc import Callable

from clingo import Number, Symbol

from kb.errors import nearest, quote
from kb.records import record
from kb.scenario import reader
from kb.scenario.game import Game
from kb.scenario.terms import fold

_BRACES = re.compile(r"\{([^{}]*)\}\s*")
_BRACES_ALONE = re.compile(r"\{([^{}]*)\}")
_ONE_THIS = re.compile(r"\b1 this\b")
_QUOTED = re.compile(r'"[^"]*"')
_ANY = re.compile(r"\banything\b")
_SO_MANY = re.compile(r"(\w+) (\d+) (.+)")
"""A part of a cost that says how many of a kind: "sacrifice 2 goblin"."""
_HEAD = re.compile(r"(.+?)( (?:in|on|you|with|without|of|that|from) .+)?")
"""What is counted, and what is said of it behind its noun."""


@record
class Cost:
    """What has to be paid.

    Attributes
    ----------
    terms : tuple of Symbol
        What has to be paid, part by part.
    total : int
        What its symbols add up to.
    colors : tuple of str
        The colours of its symbols, in their order.
    """

    terms: tuple[Symbol, ...]
    total: int
    colors: tuple[str, ...]


def read_cost(
    text: str, game: Game, phrase: Callable[[str], Symbol], mark: reader.Mark | None
) -> Cost:
    """Return the cost that a text says.

    Parameters
    ----------
    text : str
        The cost as it is written.
    game : Game
        Whose symbols stand in braces.
    phrase : callable
        What reads a part that is no symbol.
    mark : reader.Mark or None
        Where the text stands.

    Raises
    ------
    LudexError
        If the game has no such symbol or phrase.
    """
    counts: dict[str, int] = {}
    generic: int | None = None
    terms: list[Symbol] = []
    for part in (p.strip() for p in text.split(",")):
        if not part.startswith("{"):
            terms.append(phrase(part))
            continue
        for symbol in _symbols(part, text, mark):
            if symbol.isdigit() and len(symbol) <= 6 and game.number_symbol is not None:
                generic = (generic or 0) + int(symbol)
            elif symbol.upper() in game.symbols:
                counts[symbol.upper()] = counts.get(symbol.upper(), 0) + 1
            else:
                said = quote("{" + symbol + "}")
                hint = nearest("{" + symbol + "}", [f"{{{s}}}" for s in game.symbols])
                message = f"unknown symbol {said} in the cost {quote(text)}{hint}"
                raise reader.error(message, mark)
    if generic is not None and game.number_symbol is not None:
        terms.append(game.number_symbol.fill({"count": Number(generic)}))
    known = [(game.symbols[name], count) for name, count in counts.items()]
    terms += [symbol.term.fill({"count": Number(count)}) for symbol, count in known]
    total = (generic or 0) + sum(symbol.value * count for symbol, count in known)
    colors = dict.fromkeys(color for symbol, _ in known for color in symbol.color)
    return Cost(tuple(terms), total, tuple(colors))


def _symbols(part: str, text: str, mark: reader.Mark | None) -> list[str]:
    wrong = _BRACES.sub("", part)
    if wrong:
        message = f"{quote(wrong)} in the cost {quote(text)}; expected symbols such as {{2}}"
        raise reader.error(message, mark)
    return _BRACES.findall(part)


def cost_label(text: str) -> str:
    """Return a cost as scenarios call an ability by: ``[+2]`` and ``+2`` are the same.

    >>> cost_label("[−1]")
    '-1'
    >>> cost_label("[-2], {t}, Sacrifice this")
    '-2, {T}, sacrifice this'
    >>> cost_label("remove 1 this in your break zone from the game")
    'remove this in your break zone from the game'
    """
    parts = [_part_label(part.strip()) for part in fold(text).split(",")]
    return ", ".join(parts)


def cost_said(text: str, game: Game) -> str:
    """Return a cost as answers call an ability by: symbols and names as they are written."""
    quoted = iter(_QUOTED.findall(text))
    said = _QUOTED.sub(lambda found: next(quoted, found.group()), cost_label(text))
    symbols = game.symbols
    return _BRACES_ALONE.sub(
        lambda found: f"{{{symbols[found[1]].name if found[1] in symbols else found[1]}}}", said
    )


def cost_aloud(said: str) -> str:
    """Return a cost as a sentence says it, whose filters name one thing even where several go.

    >>> cost_aloud("{B}, exile 7 other card in your graveyard")
    '{B}, exile 7 other cards in your graveyard'
    >>> cost_aloud("sacrifice 1 artifact or creature or land")
    'sacrifice an artifact, creature or land'
    >>> cost_aloud("{T}, pay 7 life"), cost_aloud("remove 1 age counters")
    ('{T}, pay 7 life', 'remove an age counter')
    >>> cost_aloud("discard 3 lightning anything in your hand")
    'discard 3 lightning cards in your hand'
    """
    return ", ".join(_part_aloud(part) for part in said.split(", "))


def _part_aloud(part: str) -> str:
    found = _SO_MANY.fullmatch(part)
    if found is None or found[3] == "life" or found[3].split(" ", 1)[0].endswith("s"):
        return part
    counted = _ANY.sub("card", found[3])
    if counted.endswith(" counters"):
        if found[2] != "1":
            return part
        counted = counted.removesuffix("s")
    parts = _HEAD.fullmatch(counted)
    assert parts is not None
    kinds, behind = parts[1].split(" or "), parts[2] or ""
    if found[2] == "1":
        number = "an" if kinds[0][0] in "aeiou" else "a"
        if kinds[0].startswith("other "):
            number, kinds[0] = "another", kinds[0].removeprefix("other ")
    else:
        number, kinds = found[2], [_several(kind) for kind in kinds]
    listed = " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    return f"{found[1]} {number} {listed}{behind}"


def _several(kind: str) -> str:
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return f"{kind[:-1]}ies"
    if kind.endswith(("lf", "rf")):
        return f"{kind[:-1]}ves"
    return f"{kind}es" if kind.endswith(("s", "x", "ch", "sh")) else f"{kind}s"


def _part_label(part: str) -> str:
    inner = part.removeprefix("[").removesuffix("]").strip()
    inner = _ONE_THIS.sub("this", inner)  # there is one only
    if "{" in inner:
        return inner.replace(" ", "").upper()
    return inner.upper() if inner in ("-x", "+x") else inner
