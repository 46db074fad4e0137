"""What words that refer back stand for: "it", "they", "that unit", "there", "the rest".

The antecedent is found by number, kind and role, and never by meaning. Conventions settle what
these leave open, each with a test (``tests/cards/test_references.py``):

* a thing is looked for in the same line first, then in the lines before it;
* of several, the nearest is meant; what stands in a condition, then what is only the means ("with
  a spell"), then a place come last;
* what only says what something is ("if it's a unit") or only counts is never meant; but it must
  fit what is meant;
* "they" are players before a verb of players, and things before another verb; where nothing
  named is many, they are the last two things named;
* "from it" and "it is empty" speak of a place, if one was named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.cards.mentions import Mention
from kb.records import record


@record
class References:
    """How a game's texts refer back.

    Attributes
    ----------
    one, many, place, rest, part
        Frames of pronouns: for one thing, for many things or a player, for a place, for what is
        left of several, for one of several.
    pointing
        Quantifiers that point back with a noun: "that unit".
    described
        Descriptions that point back, too: "the chosen unit".
    things, places, players
        Nouns, by what they stand for; names are things.
    apart
        Nouns of which a thing is only one.
    acts_of_players
        Verbs of which "they" are players.
    passing
        Roles in which nothing is named that could be meant.
    means
        Words before what something is done with.
    inside
        Words before a place.
    place_is
        What can only be said of a place.
    """

    one: frozenset[str] = frozenset()
    many: frozenset[str] = frozenset()
    place: frozenset[str] = frozenset()
    rest: frozenset[str] = frozenset()
    part: frozenset[str] = frozenset()
    pointing: frozenset[str] = frozenset()
    described: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    acts_of_players: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    means: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    place_is: tuple[str, ...] = ()


_WORDS = re.compile(r"[\w']+")
_MODALS = frozenset(["may", "must", "can", "can't", "would", "don't", "each", "both", "also"])


def antecedents(mentions: Sequence[Mention], text: str, rules: References) -> list[tuple[int, ...]]:
    """Return, for each mention, the indices of those that it stands for.

    They are mentions with words of their own: what "it" stands for is what the "that unit"
    before it stands for.
    """
    found: list[tuple[int, ...]] = []
    for index in range(len(mentions)):
        meant = _Search(mentions, index, text, rules).found()
        roots = dict.fromkeys(root for one in meant for root in (found[one] or (one,)))
        found.append(tuple(roots))
    return found


class _Search:
    """The search for what one mention stands for."""

    def __init__(
        self, mentions: Sequence[Mention], index: int, text: str, rules: References
    ) -> None:
        self.mentions = mentions
        self.index = index
        self.this = mentions[index]
        self.text = text
        self.rules = rules

    def found(self) -> tuple[int, ...]:
        this, rules = self.this, self.rules
        if this.frame in rules.one:
            return self.nearest(self.is_place) if self.of_place() else self.one_thing()
        if this.frame in rules.many:
            return self.they()
        if this.frame in rules.place:
            return self.nearest(self.is_place)
        if this.frame in rules.part:
            several = self.nearest(lambda one: one.many is True and self.is_thing(one))
            return several or self.nearest(self.is_thing)
        if this.frame in rules.rest:
            return self.nearest(lambda one: one.many is True and self.is_thing(one))
        points = this.quantifier in rules.pointing or (
            this.quantifier == "the" and bool(rules.described & set(this.features))
        )
        return self.nearest(self.same_noun) if points else ()

    def one_thing(self) -> tuple[int, ...]:
        things = [
            place
            for place in self.before(lambda one: one.many is not True and self.is_thing(one))
            if self.fits(self.mentions[place])
        ]
        last = [self.comes_last(self.mentions[place]) for place in things]
        if things:
            return (things[last.index(min(last))],)
        return self.nearest(lambda one: one.many is not True and self.is_place(one))

    def comes_last(self, one: Mention) -> int:
        """Return how far back a thing stands when there are others."""
        if self.is_place(one):
            return 3
        if self.text[: one.start].lower().endswith(self.rules.means):
            return 2
        return int("condition" in one.roles and "replacement" not in one.roles)

    def fits(self, one: Mention) -> bool:
        """Whether a thing can be what the text says of it next: "if it was a unit"."""
        said = self.mentions[self.index + 1 : self.index + 2]
        if not said or "identity" not in said[0].roles:
            return True
        kinds, other = self.kinds(one), self.kinds(said[0])
        return not (kinds and other) or bool(kinds & other)

    def kinds(self, one: Mention) -> set[str]:
        """Return which of the nouns that exclude each other a phrase contains."""
        words = _WORDS.findall(self.text[one.start : one.short or one.end].lower())
        return set(self.rules.apart.intersection(words))

    def they(self) -> tuple[int, ...]:
        player = self.nearest(self.is_player)
        if player and self.next_verb() in self.rules.acts_of_players:
            return player
        if meant := self.nearest(lambda one: one.many is True and self.is_thing(one)):
            return meant
        several = self.before(lambda one: self.is_thing(one) and not self.is_place(one))[:2]
        return tuple(sorted(several)) or player

    def nearest(self, test: Callable[[Mention], bool]) -> tuple[int, ...]:
        return tuple(self.before(test)[:1])

    def before(self, test: Callable[[Mention], bool]) -> list[int]:
        """Return what passes a test, nearest first: in the same line, or else before it."""
        line = self.text.rfind("\n", 0, self.this.start) + 1
        around = self.around()
        passing = [
            place
            for place in range(self.index - 1, -1, -1)
            if place not in around
            and not self.rules.passing & set(self.mentions[place].roles)
            and test(self.mentions[place])
        ]
        near = [place for place in passing if self.mentions[place].start >= line]
        return near or passing

    def around(self) -> set[int]:
        """Return the phrases that this one helps to describe: none of them is meant."""
        found: set[int] = set()
        holder = self.this.within
        while holder is not None and holder not in found:
            found.add(holder)
            holder = self.mentions[holder].within
        return found

    def is_thing(self, one: Mention) -> bool:
        nouns = self.rules.things
        named = any(head in nouns or head[:1].isupper() for head in one.heads)
        return named or one.frame in self.rules.part

    def is_place(self, one: Mention) -> bool:
        return any(head in self.rules.places for head in one.heads)

    def is_player(self, one: Mention) -> bool:
        return any(head in self.rules.players for head in one.heads)

    def same_noun(self, one: Mention) -> bool:
        if not set(self.this.heads) & set(one.heads):
            return False
        return not (self.this.side and one.side and self.this.side != one.side)

    def of_place(self) -> bool:
        """Whether "it" speaks of a place, and one was named before."""
        said = self.text[: self.this.start].lower().endswith(self.rules.inside)
        said = said or self.text[self.this.end :].startswith(self.rules.place_is)
        return said and bool(self.nearest(self.is_place))

    def next_verb(self) -> str:
        for word in _WORDS.findall(self.text[self.this.end : self.this.end + 40].lower()):
            if word not in _MODALS:
                return str(word)
        return ""
