"""What texts ask of whoever uses them: choices, targets, times."""

from __future__ import annotations

import re
from functools import cached_property

from clingo import Symbol, SymbolType

from kb.rulings.left_out import LeftOut
from kb.rulings.request import Telling
from kb.rulings.said import MORE, says_words, words_of
from kb.scenario.script import Act

_UP_TO = re.compile(r"\bup to (?:one|two|three|four|five|six|x|that many) (?:other )?targets?\b")
"""How a text says that what it may be aimed at need not be there."""

_AS_MANY = re.compile(r"\bx targets?\b")
"""How a text is aimed at as many things as a number that is chosen: at none, too."""


class Aiming(Telling):
    """Tells what a text asks to be chosen, or when it lets it be."""

    def may_be_unread(self, text: str, thing: Symbol) -> bool:
        """Return whether a text may be the one that is not read, and has targets that were said."""
        return thing in self._unread and _UP_TO.search(text.casefold()) is not None

    @cached_property
    def _unread(self) -> frozenset[Symbol]:
        """The things that were said to be done with targets of which a text is not read."""
        lines = (line for line in self._session.script.lines if isinstance(line, Act))
        meant = (line.about for line in lines if line.aims_unread and line.about is not None)
        return frozenset(one for about in meant for one in (about.symbol, *about.others))

    def asks_to_choose(self, text: str, thing: Symbol, *, aimed: bool = False) -> bool:
        """Return whether an effect may ask for what it takes to use it: a choice, a time, a cost.

        Where it is known what it is aimed at, no choice is left. What else is not understood of an
        effect counts when it is carried out.
        """
        act = self._request.act
        known = self._known
        needed = known.chooses if known and not aimed else frozenset()
        limits = self.limited(text)
        costs = bool(known and any(says_words(text, words) for words in known.own_cost))
        if costs and self._way.refused_on_the_way:
            return True
        limits |= costs
        if act is None:
            asks = limits or not needed.isdisjoint(words_of(text))
            return self._asked.about_acts and asks
        if thing not in self._request.things:
            return False
        # What waits is aimed once it is set off; what begins with a choice does not wait.
        waits = known is not None and text.casefold().startswith(known.waits)
        waits &= needed.isdisjoint(words_of(text)[:1])
        if limits or aimed or (waits and not MORE.search(text)):
            return limits
        # Where nothing need be chosen, only what may be chosen can be more than was found.
        must = words_of(text if self._asked.ranges else self._may_lack_targets(text.casefold()))
        return self._asked.ranges if not needed else not needed.isdisjoint(must)

    def _may_lack_targets(self, text: str) -> str:
        """Return a text without what is aimed at there for sure, or need not be there."""
        known = self._known
        act = self._request.act
        # What somebody does aim at may be what can't be aimed at there.
        text = text if getattr(act, "aims_unread", False) else _UP_TO.sub("", text)
        chosen = getattr(act, "x", None)
        if chosen is None and " x is " not in text:
            text = _AS_MANY.sub("", text)
        if known is None or not known.guards or self._way.looks_at(known.guards):
            return text
        return re.sub(rf"\btarget (?:{'|'.join(map(re.escape, known.anybody))})\b", "", text)

    def limited(self, text: str) -> bool:
        """Return whether a text says when, or how often, what it speaks of may be done."""
        known = self._known
        return bool(known and not known.limits.isdisjoint(words_of(text)))

    def another_mode(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether a text is a mode that is not needed: another takes what is named."""
        act = self._request.act
        if not self._request.allowed or act is None or act.about is None or not act.targets:
            return False
        place = None if left.symbol is None else left.symbol.arguments[1]
        alone = place is not None and place.type is SymbolType.Function and not place.arguments[1:]
        return alone and thing in self._request.things
