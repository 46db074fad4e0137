"""Names in Final Fantasy's card text: capitalised words that are not the game's own.

Cards are called by their names, jobs and categories stand after "Job" and "Category", a special
ability has its name before its cost; the game's own nouns are capitalised too. No list of names
is kept: a name is a run of capitalised words that the game does not use, with what joins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

TERMS = frozenset(
    """Forward Forwards Backup Backups Summon Summons Monster Monsters Character Characters Card
    Cards Name Names Job Jobs Category Categories Element Elements Break Zone Zones CP Counter
    Counters Haste Brave First Strike Back Attack Freeze Warp Limit Priming Damage Main Phase
    Phases End Active Multi-Element Special EX BURST Burst LB Deck Fire Ice Wind Earth Lightning
    Water Light Dark""".split()
)
ELEMENTS = frozenset(["Fire", "Ice", "Wind", "Earth", "Lightning", "Water", "Light", "Dark"])
TYPES = frozenset(
    """Forward Forwards Backup Backups Summon Summons Monster Monsters Character Characters card
    cards Card Cards Job Category Counter Counters Element Elements CP CPs element elements
    or and""".split()
)
JOINERS = frozenset(["of", "the", "in", "from", "to", "de", "von", "du", "at", "no", "with", "&"])
INTRODUCERS = re.compile(r"(?:Job|Card Name|Category) \(?$")

_WORD = re.compile(r"[^\W_]+(?:[-’'´.][^\W_]+)*[!?]*(?: \((?:[IVXL]+(?:-\d)?|[A-Z0-9][\w-]*)\))?|&")
_SPECIAL = re.compile(r"^\s*(?:[\"“]\s*)?(?:EX BURST )?\[?([A-Z0-9][^:.{}\"“\[\]]*?)\]? *(?=\{[Ss]\})")


def names_in(text: str, vocabulary: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the names of a line, in order."""
    at = 0
    if (special := _SPECIAL.match(text)) and special.group(1).strip():
        yield special.span(1)
        at = special.end()
    words = [match for match in _WORD.finditer(text, at)]
    index = 0
    while index < len(words):
        end = _name_from(text, words, index, vocabulary)
        if end > index:
            yield words[index].start(), _end(words[end - 1])
            index = end
        else:
            index += 1


def _end(word: re.Match[str]) -> int:
    shown = word.group()
    for tail in ("'s", "’s"):
        if shown.endswith(tail):
            return word.end() - 2
    return word.end()


def _begins_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip()
    return not before or before[-1] in '.:"“‹-}' or before.endswith("EX BURST")


def _glued(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    return text[left.end() : right.start()] == " "


def _name_from(
    text: str, words: list[re.Match[str]], index: int, vocabulary: frozenset[str]
) -> int:
    """Return the index after the name that begins at a word, or the index itself."""
    first = words[index].group()
    introduced = bool(INTRODUCERS.search(text, max(0, words[index].start() - 12),
                                         words[index].start()))
    if not (first[0].isupper() or (introduced and first[0].isdigit())):
        return index
    following = words[index + 1] if index + 1 < len(words) else None
    after = following.group() if following and _glued(text, words[index], following) else ""
    base = first.removesuffix("'s").removesuffix("’s")
    if not introduced:
        if base in ELEMENTS:
            if after in TYPES or (base != "Lightning" and not after[:1].isupper()):
                return index
            if after in TERMS and after not in ELEMENTS:
                return index
            if not after[:1].isupper() and not _is_subject(text, words, index, after):
                return index
        elif base in TERMS:
            return index
        elif base.lower() in vocabulary and _begins_sentence(text, words[index].start()):
            if not (after[:1].isupper() and after not in TERMS):
                return index
            if base.lower() in OPENERS:
                return index
    end = index + 1
    while end < len(words) and _glued(text, words[end - 1], words[end]):
        if words[end - 1].group().endswith(("'s", "’s")) and not introduced and (
            words[end].group() in TERMS
        ):
            break
        word = words[end].group()
        if word in JOINERS:
            stop = end + 1
            while stop < len(words) and words[stop].group() in JOINERS:
                stop += 1
            if (
                stop < len(words)
                and _glued(text, words[stop - 1], words[stop])
                and words[stop].group()[0].isupper()
                and (words[stop].group() not in TYPES)
                and (words[stop].group() not in TERMS or words[stop].group() in ELEMENTS)
            ):
                end = stop + 1
                continue
            break
        if word[0].isupper() and (word not in TERMS or _inner(words, end, text)):
            end += 1
            continue
        if introduced and re.fullmatch(r"\d+(?:st|nd|rd|th)?", word):
            end += 1
            continue
        break
    return end


OPENERS = frozenset(
    """the when if all each choose activate deal dull draw play put remove return reveal search
    select your you during until at gain break cancel discard double it its this these those any
    both name look add also as after before at only for give whenever every another a an
    freeze cast then they place while shuffle pay""".split()
)


def _inner(words: list[re.Match[str]], place: int, text: str) -> bool:
    """Whether a term is part of a longer name: followed by a capitalised word of the name."""
    if words[place].group() not in ELEMENTS:
        return False
    if place + 1 >= len(words) or not _glued(text, words[place], words[place + 1]):
        return False
    after = words[place + 1].group()
    return after[0].isupper() and after not in TERMS


def _is_subject(text: str, words: list[re.Match[str]], index: int, after: str) -> bool:
    """Whether "Lightning" is the card of that name, not the Element."""
    before = text[: words[index].start()].rstrip()
    if re.search(r"(?:,| or| and|Element|other than(?: \w+,?)*) *$", before) and not after.endswith("s"):
        return before.endswith("other than")
    return not re.search(r"(?:\d|of|each|a|an|all|the|non-|than|active|dull)$", before) or bool(
        re.search(r"other than$", before)
    )
