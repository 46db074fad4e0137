"""Of which kinds of things a text speaks, and whether any such thing is there."""

from __future__ import annotations

import re
from functools import cached_property

from clingo import Symbol

from kb.inference.session import Session
from kb.rulings.way import Way, terms_in
from kb.scenario.references import UNNAMED
from kb.scenario.terms import slug
from kb.scenario.unread import left_out

_SUBJECT = re.compile(
    r"(?:Each(?: other)?|Another|All(?: other)?|Other) ([A-Z][a-z]+)"
    r"(?: creatures?| permanents?)?(?: tokens?)?(?: (?:you|your opponents) control)? "
    r"(?:gets?|has|have|gains?|attacks?|can't) "
)
"""How a text begins that says something of all things of a kind, which has a name."""

_ONE = re.compile(r"(?:Each|Another)\b")


class Kinds:
    """Tells of which kinds, named in texts, nothing is there.

    Parameters
    ----------
    session : Session
    way : Way
    any_kind : frozenset of str
        Terms for what is of every kind.
    """

    def __init__(self, session: Session, way: Way, any_kind: frozenset[str]) -> None:
        self._session = session
        self._way = way
        self._any = any_kind

    @cached_property
    def _told(self) -> frozenset[str]:
        """All names in what is printed on cards, and in what they say."""
        situation = self._session.situation
        said = (*situation.said("printed", 3), *situation.said("says", 3))
        return frozenset(part.name for fact in said for part in terms_in(fact))

    def is_plural(self, word: str) -> bool:
        """Return whether a word is the plural of what is printed on a card of the situation."""
        return word.endswith("s") and not self._told.isdisjoint(map(slug, singulars(word)))

    def absent(self, text: str, ability: Symbol | None) -> bool:
        """Return whether a text is about all things of a kind of which nothing is there."""
        subject = _SUBJECT.match(text)
        if subject is None or not self._any or not self._any.isdisjoint(self._told):
            return False
        word = subject[1]
        single = _ONE.match(text) is not None
        if not single and not word.endswith("s"):  # a plural that is not made with -s
            return False
        kinds = {slug(one) for one in (word, *(() if single else singulars(word)))}
        others = (
            value.arguments[0].string.casefold()
            for fact in self._session.situation.said("says", 3)
            for _, value in left_out([fact], {fact.arguments[0]} - {ability})
        )
        stem = word.casefold()[:-3] if not single and len(word) > 5 else word.casefold()
        if any(stem in other for other in others):
            return False
        return self._told.isdisjoint(kinds) and not self._way.looks_at({*kinds, UNNAMED})


def singulars(word: str) -> tuple[str, ...]:
    """Return what a plural may be the plural of."""
    return (word[:-1], word[:-2], word[:-3] + "y", word[:-3] + "f", word[:-3] + "fe")
