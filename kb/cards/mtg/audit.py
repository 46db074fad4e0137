"""What of a text must have its place in the abilities that were made of it.

A last check against silence: words that change what an ability does ("may", "other", "unless",
a number) are looked for in what was made; where one is missing, the text was not understood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from kb.cards.mtg.phrases import NUMBERS

_MARKERS: Mapping[str, tuple[str, ...]] = {
    "may": ("may pay",),
    "if": ("may pay", "if able"),
    "other": ("other ",),
    "another": ("other ",),
    "target": ("target",),
    "targets": ("target",),
    "without": ("without ",),
    "x": ('"x"', "{X}", "[-x]", "number of", "power of", "toughness of"),
    "only": ("timing",),
    "up": ("up to",),
    "any": ("any target", "any number", "timing"),
    "can't": ("cannot",),
    "combat": ("combat",),
    "until": ("get", "gain", "grant", "lose", "until"),
    "equal": ("of ",),
    "all": ("each ", "all", "lose abilities"),
    "each": ("each", "opponents", "power and toughness", "up to"),
    "enters": ("enters",),
    "dies": ("dies",),
    "control": ("control",),
    "controls": ("control",),
    "own": ("own",),
    "owner's": ("return to hand", "owner"),
    "nonland": ("nonland",),
    "tapped": ("tapped",),
    "attacking": ("attacking",),
    "blocking": ("blocking",),
}
"""By word, what of the abilities says it: one of these."""
_NEVER = re.compile(
    r"\b(?:unless|instead|except|whenever you do|rather|twice|half|random|copy|copies|extra"
    r"|additional|named|chosen|exiled|again|also|still|for each|as long as|for as long as"
    r"|during|before|after|where|next|doesn't|don't|isn't|aren't|wasn't|no|not|didn't)\b"
)
_SAID = {
    "next": ("prevent damage",),
    "where": ("of ",),
    "still": ("keeps types",),
}
_WORDS = re.compile(r"[a-z]+(?:['-][a-z]+)*|\d+")


def missing(text: str, made: Iterable[object]) -> str | None:
    """Return a word of a text that what was made of it does not say."""
    said = json.dumps(list(made), ensure_ascii=False)
    plain = text.lower().replace("’", "'")
    for found in _NEVER.finditer(plain):
        word = found.group()
        if not any(one in said for one in _SAID.get(word, ())):
            return word
    for word in _WORDS.findall(re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", " ", plain)):
        if word in _MARKERS and not any(one in said for one in _MARKERS[word]):
            return str(word)
        number = NUMBERS.get(word, 1) if not word.isdecimal() else int(word)
        if number not in (0, 1) and not re.search(rf"(?<![\w]){number}(?![\w])", said):
            return str(word)
    return None
