"""What older templating said in other words, in those of today.

Symbols and phrases that Magic's cards no longer use, though nothing about the game has changed: a
text of 2013 becomes the abilities that its wording of today becomes. What changed together with a
rule stands in the rules, not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_Way = str | Callable[[re.Match[str]], str]

_SYMBOLS: tuple[tuple[str, _Way], ...] = (
    (r"\{tap\}", "{T}"),
    (r"\{untap\}", "{Q}"),
    (r"\{snow\}", "{S}"),
    # The halves of a symbol without the stroke between them.
    (r"\{([WUBRG2])([WUBRGP])\}", r"{\1/\2}"),
)


def _colorless(found: re.Match[str]) -> str:
    return "{C}" * int(found.group(1))


def _mills(found: re.Match[str]) -> str:
    ending, number = found.group(1), found.group(2)
    return f"mill{ending} {f'{number}cards' if number else 'a card'}"


def _listed(found: re.Match[str]) -> str:
    modes = re.split(r"; (?:or )?", found.group(2))
    return found.group(1) + "—" + "".join(f"\n• {mode[:1].upper()}{mode[1:]}." for mode in modes)


def _instead(found: re.Match[str]) -> str:
    does, so = found.group(1, 2)
    verb = does.partition(" ")[0]
    small = verb in (
        "Return",
        "Destroy",
        "Put",
        "Create",
        "Draw",
        "Gain",
        "That",
        "Those",
        "You",
        "It",
        "Each",
    )
    break_or_not = " " if found.group().startswith("\n") else ""
    return f"{break_or_not}If {so}, {verb.lower() if small else verb}{does[len(verb) :]} instead."


def _attacking(found: re.Match[str]) -> str:
    tokens, other = found.group(1, 2)
    are = "are" if tokens.endswith("s") else "is"
    return f"create {tokens}{other} that {are} tapped and attacking".replace("that is", "that's")


_PHRASES: tuple[tuple[str, _Way], ...] = (
    (r"(?<=\badd )\{([1-9])\}(?= to your mana pool)", _colorless),
    (r"(?<=\badd )([^.\"]*?) to your mana pool", r"\1"),
    (
        r"\bput(s?) the top (?:(\w+ )cards|card) of (?:his or her|their|your) library"
        r" into (?:his or her|their|your) graveyard",
        _mills,
    ),
    (r"\benters the battlefield (?=or (?:attacks|dies|leaves)\b)", "enters "),
    (r"\bconverted mana cost\b", "mana value"),
    (r"\b(?:is|are) unblockable\b", "can't be blocked"),
    (
        r"\bcan block an additional creature(?=[.,]| and\b)",
        "can block an additional creature each combat",
    ),
    (r"\bbecomes (\d+/\d+)(?= until end of turn)", r"has base power and toughness \1"),
    (r"\bput a token onto the battlefield that's a copy\b", "create a token that's a copy"),
    (
        r"\bput a token that's a copy of ([^.,]+?) onto the battlefield",
        r"create a token that's a copy of \1",
    ),
    (
        r"\b(tokens?) onto the battlefield\. (?:It has|They have) (\"[^\"]*\")",
        r"\1 with \2 onto the battlefield.",
    ),
    (
        r"\bput ([^.]*?tokens?)((?: with [^.]*?)?) onto the battlefield tapped and attacking",
        _attacking,
    ),
    (
        r"\bput ([^.]*?tokens?(?: with [^.]*?)?) onto the battlefield"
        r" under target opponent's control",
        r"target opponent creates \1",
    ),
    (r"\bany time you could cast a sorcery\b", "as a sorcery"),
    # The modes of a choice in one sentence.
    (r"^(.*\bchoose (?:one|two) )[-—] ((?:[^;\n]+; )+or [^;\n]+)\.$", _listed),
    # What is done "instead if" something is so: the condition first, as it stands elsewhere.
    (r"(?:(?<=\. )|\n(?:[A-Z][\w' ]* (?:—|-) )?)([A-Z][^.\n]*?) instead if ([^.\n]*)\.", _instead),
    # The dash behind an ability word.
    (r"^((?-i:[A-Z])[\w' ]*) - (?=(?-i:[A-Z{]))", r"\1 — "),
)


def today(text: str, name: str) -> str:
    """Return a card's text in the templating of today.

    Parameters
    ----------
    text : str
        As the card's file has it.
    name : str
        What the card is called.

    Returns
    -------
    str
        The text itself where nothing in it is older.

    Examples
    --------
    >>> today("{tap}: Add {2} to your mana pool.", "Orb")
    '{T}: Add {C}{C}.'
    >>> today("Put the top two cards of your library into your graveyard.", "Orb")
    'mill two cards.'
    """
    for old, new in (*_SYMBOLS, *_PHRASES):
        text = re.sub(old, new, text, flags=re.IGNORECASE | re.MULTILINE)
    before = f"As an additional cost to cast {name}, "
    return text.replace(before, "As an additional cost to cast this spell, ") if name else text


def cost_today(cost: str) -> str:
    """Return a mana cost with the symbols of today.

    >>> cost_today("{1}{WB}")
    '{1}{W/B}'
    """
    for old, new in _SYMBOLS:
        cost = re.sub(old, new, cost, flags=re.IGNORECASE)
    return cost
