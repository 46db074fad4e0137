"""The way back: what a line of a card became, in the words of cards (see `kb.cards.saying`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from kb.cards.grammar import Grammar
from kb.cards.mtg.saying.abilities import Abilities
from kb.cards.mtg.saying.descriptions import own_name
from kb.cards.mtg.saying.phrases import filter_said
from kb.cards.mtg.saying.variants import ONCE, SILENT, VARIANTS
from kb.cards.mtg.subtypes import PLURALS
from kb.cards.mtg.writing import as_name, calls
from kb.cards.saying import Entry, Mismatch, WayBack

_PLURAL = re.compile(r"\b(?:" + "|".join(map(re.escape, PLURALS)) + r")\b")
_STYLES = ("x", "equal", "each")
"""How a text may say an amount: "X, where X is", "equal to", "for each"."""


def _say(made: list[Entry]) -> Iterator[str]:
    """Yield ways of saying a part of a card's entry; after it stands what it creates."""
    card, *others = made
    cards = {str(other["name"]): other for other in others}
    for style, again in product(_STYLES, (False, True)):
        try:
            said = Abilities(style, cards, again=again).abilities(card)
        except KeyError:
            continue
        if "where x @" in said:  # gets +1/+1 for each
            said = re.sub(
                r"where x @number of (.*?)(?= where x |$)",
                lambda one: f"for each {filter_said(one[1])}",
                said,
            )
            said = re.sub(
                r"where x @(card|basic land) types among (.*?)(?= where x |$)",
                lambda one: f"for each {one[1]} type among {filter_said(one[2])}",
                said,
            )
            said = re.sub(
                r"where x @cards in hand of you(?= where x |$)", "for each card your hand", said
            )
        yield said
        if "exchange control" in said:
            yield re.sub(
                r"\btarget (.+) target other \1(?= exchange control)", r"2 target \1", said
            )
        if "gonethisway" in said:
            yield said.replace("gonethisway", "among")
        if "exile card graveyard" in said:
            yield said.replace("exile card graveyard", "exile graveyard")
        if "after" in said and "additional" in said:  # it may be said which phase this one is
            yield f"{said} main"
            yield f"{said} combat"
        if "for each those creature" in said:  # of which it may be said in full which they are
            yield said.replace("those creature", "creature control attacking you")
            yield said.replace("those creature", "")
        support = r"upto (\d+) target (?:other )?creature put 1 \+1/\+1 counter"
        if re.search(support, said):
            yield re.sub(support, r"support \1", said)
        if any(_waits_for_others(one) for one in card.get("abilities", [])):
            yield re.sub(r"\bcontroller\b", "", said)  # of the spell or permanent: that player
        if "unless" in said:  # it may be paid, and if it is not, …
            yield re.sub(r"\bunless\b", "may ifnot", said)
            yield re.sub(r"\bunless\b", "ifnot", said)
        if "owner exile" in said:  # of what it returns to them: that player
            yield said.replace("owner exile", "exile")
        if "upto" in said or "any number" in said:
            yield said.replace("may", "")


def _waits_for_others(ability: Entry) -> bool:
    """Whether "that player" may be said of who controls what sets an ability off."""
    when = ability.get("when")
    if not isinstance(when, dict):
        return False
    about = next(iter(when.values()), None)
    theirs = isinstance(about, str) and about.endswith("an opponent controls")
    theirs = theirs or when.get("activates nonmana", "you") != "you"
    return theirs or ("casts" in when and when.get("whose", "you") != "you")


def _say_and(made: list[Entry]) -> Iterator[str]:
    """Yield the same without "or": instant and sorcery spells."""
    for said in _say(made):
        yield said
        yield re.sub(r"\bor\b", "", said)


def prepared(text: str, name: str) -> str:
    """Return a printed text without the names of its card, with signs that can be compared."""
    text = re.sub(r"^(?!Boast )[A-Z][\w' ]* — (?=[A-Z{])", "", text)  # an ability word, no keyword
    for one in calls(name):
        if one not in text:
            continue
        text = re.sub(rf"other than {re.escape(one)}(?![\w-])", "other", text)
        # "non-Gideon" and "a Gideon planeswalker" are about a type of that name
        named = as_name(one).pattern
        text = re.sub(rf"(?:{named})(?:'s|’s)?(?! planeswalker)", " ", text)
    text = re.sub(r"\([^()]*\)", " ", text).replace("−", "-")
    text = _PLURAL.sub(lambda found: PLURALS[found.group()], text)
    return re.sub(r"-x(?!\w)", "minusx", text, flags=re.IGNORECASE)


WAY_BACK = WayBack(say=_say, silent=SILENT, variants=VARIANTS, once=ONCE)
_WAY_BACK_AND = replace(WAY_BACK, say=_say_and)


def says(printed: str, made: list[Entry], grammar: Grammar, name: str) -> Mismatch | None:
    """Return in which words a printed line and what it became differ; None if in none.

    Parameters
    ----------
    made
        The part of the card's entry that the line became, and after it what it creates.
    """
    way = _WAY_BACK_AND if " and" in printed else WAY_BACK
    if next(iter(way.say(made)), None) is None:
        return Mismatch((), ())
    for own in filter(None, map(own_name, made[1:])):
        if own not in printed:
            return Mismatch((), (own,))
        printed = printed.replace(own, " ")  # what it has speaks of it by its name
    return way.difference(prepared(printed, name), made, grammar, "")
