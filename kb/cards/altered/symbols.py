"""Altered's symbols and keywords in square brackets, the same in every language."""

from __future__ import annotations

import re

_COSTS = (
    r"^((?:• |\{i\} )?(?:\{(?:[td\dx]+)\} |[^:—.]*?,\^q \{(?:[td\dx]+)\} )), (?=[^:]*: )",
    r"\1,^q ",
)
COST_LISTS = (_COSTS, _COSTS, _COSTS)
"""Marks the commas between costs: a row marks one of them, and four costs are the most."""

_STATUSES = "Fleeting|Anchored|Asleep|Boosted|Fugace|Ancrée?|Endormie?|Boostée?"
_KEYWORDS = (
    r"Gigantic|Defender|Eternal|Seasoned|Cooldown|In Contact|Tough (?:\d+|X)|Scout(?= \{)|"
    r"Resupply|Sabotage|After You|Augment|Gigantesque|Défenseu(?:r|se)|Éternel(?:le)?|Aguerrie?|"
    r"Rafraîchissement|En Contact|Coriace (?:\d+|X)|Repérage(?= \{)|Ravitaillez|Sabotez|"
    r"Après Vous|Amplifiez"
)
_BARE = re.compile(
    rf"\([^()]*\)|\[[^\[\]]*\]|(?<!non )(?<![\w-])(?:({_KEYWORDS})|({_STATUSES}))(?!\w)"
)

_TOUGH = re.compile(r"^(tough|coriace)s? (\d+|x)$")


_ICON = re.compile(r"(?<=[.)]) (?=\{[JHRTDI]\})")
_LINES = re.compile(
    rf"(?:^|(?<=  ))(?:\[{{1,2}}(?:{_KEYWORDS}|{_STATUSES})\]{{1,2}}(?: \{{\d+\}})?\. )+(?=\S)"
)
"""Where a line of its own begins: at the icon of an ability, and behind keywords with full stops.

In print two spaces stand there, and never one.
"""


def bracketed(text: str) -> str:
    """Return a text with its keywords in brackets, as cards print them outside of reminders.

    The lines of a text box stand two spaces apart, and the last one ends with a full stop, which
    is not always typed.
    """

    def printed(found: re.Match[str]) -> str:
        keyword, status = found.groups()
        return f"[{keyword}]" if keyword else f"[[{status}]]" if status else found[0]

    text = _ICON.sub("  ", _BARE.sub(printed, text))
    if text[-1:].isalnum() or text.endswith("]"):
        text += "."
    return _LINES.sub(lambda found: found[0].replace(". ", ".  "), text)


def symbol(printed: str) -> str:
    """Return the normal shape of a symbol: ``[Tough 1]`` is ``[tough:1]``."""
    if printed.startswith("{"):
        return "{" + printed[1:-1].strip().lower() + "}"
    inside = " ".join(printed.strip("[]").lower().replace("’", "'").split())
    if match := _TOUGH.match(inside):
        return f"[{match.group(1)}:{match.group(2)}]"
    shape = f"[{inside.replace(' ', '_')}]"
    return f"[{shape}]" if printed.startswith("[[") else shape


def shown(plain: str) -> str:
    """Return a symbol as printed."""
    if plain.startswith("{"):
        return plain.upper()
    inside = plain.strip("[]").replace("_", " ").replace(":", " ")
    words = " ".join(_capital(word) for word in inside.split(" "))
    return f"[[{words}]]" if plain.startswith("[[") else f"[{words}]"


def _capital(word: str) -> str:
    if word in {"de", "vous"}:
        return word
    if word.startswith("s'"):
        return f"s'{word[2:3].upper()}{word[3:]}"
    return word[:1].upper() + word[1:]
