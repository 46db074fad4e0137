"""How Magic's cards are written: symbols, sizes, loyalty, names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cards.english import split_word
from kb.cards.text import NameSpan

_SIZE = re.compile(
    r"(?<![\w/])[+\-−]?(?:\d+|X|\*|\d+\+\*|\*\+\d+)/[+\-−]?(?:\d+|X|\*|\d+\+\*|\*\+\d+)(?![\w/])"
)
_LOYALTY = re.compile(r"(?:^|(?<=\"))[+\-−]?(?:\d+|X)(?=: )")
_LABEL = re.compile(r"^(?:• )?((?!Choose |Level )[A-Z][\w'’!?-]*(?: [\w'’!?-]+){0,4}) (?=[—–-] )")
_NAMED = re.compile(r"\b(?:named|Partner with|called) (?=[A-Z])")
_NAME = re.compile(
    r"[A-Z0-9][\w'’!?-]*(?:(?:,? (?:of|the|and|to|in|from|with|for|on|by|at|a|an|le|von|de|el"
    r"|en-)){0,3},? [A-Z][\w'’!?-]*)*"
)
_OBJECT = (
    r"target|an?|the|all|each|every|another|any|up to|one|two|three|four|five|six|seven|X|\d+|that"
    r"|those|this|these|it|them|him|your|their|its|his|her|cards?|enchanted|equipped|half|additional"
    r"|(?:non)?(?:creature|permanent|land|artifact|enchantment|planeswalker|spell|token|player)s?"
    r"|opponents?|you|have|get|gain|lose"
)
"""What follows a verb, a kind or many things, and never the name of a card, which acts itself."""
_GLUED = re.compile(
    r"^(Buyback|Cumulative upkeep|Cycling|Echo|Entwine|Equip|Escape|Evoke|Flashback|Kicker|Madness"
    r"|Megamorph|Modular|Morph|Multikicker|Recover|Splice|Suspend|Ward)-(?=[A-Z{])",
    re.MULTILINE,
)
_LOST = (re.compile("(?<=\\w)\ufffd(?=\\w)"), re.compile("(?<!\\w)\ufffd(?=[^\ufffd'’]*['’])"))
"""A sign that a file has lost, where an apostrophe stood, and where a quotation began."""
_TAG = re.compile(r"</?[a-z]+>")
_CHAPTER = re.compile(r"^[IVX]+(?:, [IVX]+)* (?=[—-])")
_CHAPTERS = re.compile(r"^[IVX]+(?:, [IVX]+)*$")


def symbol(printed: str) -> str:
    """Return the normal shape of a symbol: ``{W}`` is ``{w}``, ``[+1]`` stays."""
    return printed.lower().replace("−", "-").replace(" ", "")


def split(word: str) -> tuple[str, ...] | None:
    """Split a lower-case word into the parts that the grammar reads."""
    if word == "won't":
        return ("wo", "not^t")
    return split_word(word)


def prepare(text: str) -> str:
    """Write quotation marks and dashes one way; marks of italics are left out.

    A quotation mark that got lost on the way into a file is put back where its other half stands.
    """
    for lost in _LOST:
        text = lost.sub("'", text)
    text = _GLUED.sub(r"\1—", text)
    text = _TAG.sub(lambda tag: " " * len(tag.group()), text)
    return text.replace("–", "—").replace("“", '"').replace("”", '"')


def names_in(text: str, _vocabulary: frozenset[str], name: str) -> Iterator[NameSpan]:
    """Yield names, sizes and loyalty costs of a line in order, each with its token."""
    found: dict[int, NameSpan] = {}

    def add(start: int, end: int, token: str) -> None:
        if all(end <= a or b <= start for a, b, _ in found.values()):
            found[start] = (start, end, (token,))

    named_so = [
        named for match in _NAMED.finditer(text) if (named := _NAME.match(text, match.end()))
    ]
    shown = [re.sub(r"['’]s$", "", named.group().rstrip("'’")) for named in named_so]
    for one in shown:
        if any(one.startswith(f"{call}'s ") for call in calls(name)):
            for match in re.finditer(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text):
                add(*match.span(), _token(one))  # what is named after the card is not the card
    for call in calls(name):
        if call not in text:
            continue  # a pattern costs more than looking
        for match in as_name(call).finditer(text):
            add(*match.span(), _token(match.group()))
    for named, one in zip(named_so, shown, strict=True):
        add(named.start(), named.start() + len(one), _token(one))
    for match in _SIZE.finditer(text):
        add(*match.span(), "&" + match.group().lower().replace("−", "-"))
    for match in _LOYALTY.finditer(text):
        add(*match.span(), "%" + match.group().lower().replace("−", "-"))
    if chapters := _CHAPTER.match(text):
        for numeral in re.finditer(r"[IVX]+", chapters.group()):
            add(*numeral.span(), numeral.group().lower())
    if (label := _LABEL.match(text)) and not _CHAPTERS.match(label.group(1)):
        add(*label.span(1), _token(label.group(1)) + "^l")
    yield from sorted(found.values())


def calls(name: str) -> list[str]:
    """Return the ways in which a card's text may call it, the longest first."""
    if not name:
        return []
    ways = [name, name.replace("AE", "&AElig;")] if "AE" in name else [name]
    short = name.partition(",")[0]
    for joiner in (" of ", " the ", " the, ", " from ", " von "):
        short = short.partition(joiner)[0]
    if short != name and short[:1].isupper():
        ways.append(short)
    first = short.partition(" ")[0]
    if first != short and first[:1].isupper() and len(first) > 2 and "," in name:
        ways.append(first)
    return ways


def as_name(call: str) -> re.Pattern[str]:
    """Return where a text calls its card so: as a whole word, and not as the verb of a sentence.

    >>> as_name("Exile").sub("~", "Exile target creature. Exile deals 1 damage to you.")
    'Exile target creature. ~ deals 1 damage to you.'
    """
    named = rf"(?<![\w-]){re.escape(call)}(?![\w-])"
    if " " in call:
        return re.compile(named)
    within = r"(?:(?<=[^.:•—\"\n] )|(?<=[^ \n\"]))"  # and not where a sentence begins
    return re.compile(rf"{within}{named}|{named}(?! (?:{_OBJECT})\b)")


def _token(name: str) -> str:
    return "~" + name.replace("^", "").replace("+", "＋").replace(" ", "_")
