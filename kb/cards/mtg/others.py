"""What "other" leaves out behind an event: what has set the ability off, or the card that says so.

The word `other` of card files leaves out the object whose text it is. "Whenever a creature enters,
if you control two other creatures" speaks of others than the one that entered: `besides it`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from kb.cards.mtg.nodes import Unsaid

BESIDES_IT = "besides it"
_OTHER = re.compile(r"\bother (?!player|opponent)")
_COUNTED = re.compile(r"number of (?P<what>.+)(?P<so> is (?:at least|at most|exactly) \d+)")
_WHOSE = re.compile(r" (?:you control|an opponent controls|opponents control|with .*)$")
_WHEN = re.compile(r"(?:[^—]+ — )?when", re.I)
_THAN_THIS = re.compile(r"\bother than\b", re.I)
_ANOTHER = re.compile(r"\b(?:an)?other\b(?! than\b)", re.I)
_ABOUT_ONE = (
    *("enters", "attacks", "attacks alone", "blocks", "becomes tapped", "damaged"),
    *("dies", "leaves", "sacrifices"),
)
"""Events about one permanent alone, which "it" is then."""
_ABOUT_PLAYERS = (
    *("casts", "casts nth", "casts or copies", "casts at", "cast", "cycled", "cycles"),
    *("activates nonmana",),
    *("discards", "discards one", "draws", "draws nth", "gains life", "loses life", "shuffles"),
    *("begins", "completes a dungeon", "day changes", "is so"),
)
"""Events about a player, a spell or a card in a hand: besides it there is the card alone."""


def says_other(words: str) -> bool:
    """Whether words leave something out that is no player."""
    return _OTHER.search(words) is not None


def means_the_card(printed: str) -> bool:
    """Whether all that is said of others is "other than" and the name of the card.

    What has set an ability off is left aside: it is compared with the card.
    """
    opening, _, rest = printed.partition(", ")
    told = rest if _WHEN.match(opening) else printed
    return bool(_THAN_THIS.search(told)) and not _ANOTHER.search(told)


def is_about_this(when: Mapping[str, object]) -> bool:
    """Whether an event is about the card itself first of all, or about nothing else that is there.

    What deals damage comes first, and then what is dealt it.
    """
    word, about = next(iter(when.items()))
    if word in _ABOUT_PLAYERS:
        return when.get("whose") != "controller of enchanted"
    if "deal" in word:
        about = when.get("by", "this")
    return about in ("this", None) or word == "attacks among"


def others_than_it(condition: str, printed: str, when: Mapping[str, object]) -> str:
    """Return what an ability asks for right behind its event, with "other" as the text means it.

    Parameters
    ----------
    condition, printed
        What it asks for, in the words of card files and as it is printed.

    Raises
    ------
    Unsaid
        Where "other" may mean something else than the card, and no word says what.
    """
    if not says_other(condition):
        return condition
    word, about = next(iter(when.items()))
    if means_the_card(printed):
        return condition
    if _THAN_THIS.search(printed):
        raise Unsaid("others than what")
    counted = _COUNTED.fullmatch(condition)
    clauses = [] if counted is None else counted["what"].split(" or ")
    if is_about_this(when):
        if word.startswith("casts") and _nouns(clauses) & {*str(about).split()}:
            raise Unsaid("others than the card, or than the spell")
        return condition
    # "Another creature" has told two creatures apart, and "other" may mean others than both.
    if counted is None or word not in _ABOUT_ONE or says_other(str(about)):
        raise Unsaid("others than what")
    # An Aura may speak of "another Aura": others of another kind are not others than "it".
    alike = _nouns(clauses) <= _nouns(str(about).split(" or "))
    if not alike or not all(one.startswith("other ") for one in clauses):
        raise Unsaid("others than what")
    what = " or ".join(f"{one.removeprefix('other ')} {BESIDES_IT}" for one in clauses)
    return f"number of {what}{counted['so']}"


def _nouns(clauses: Iterable[str]) -> set[str]:
    """Return the nouns of the clauses of a filter: "creature" of "other white creature"."""
    return {_WHOSE.sub("", clause).split()[-1] for clause in clauses}
