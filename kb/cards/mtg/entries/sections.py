"""The sections of a text that hold only sometimes: those of Classes and of levelers.

What stands behind a line such as "{1}{G}: Level 2", "LEVEL 2-6" or "STATION 8+" is there only while
its permanent is of that level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kb.cards.mtg.costs import known_symbols
from kb.cards.mtg.entries.lines import LineMaker
from kb.cards.mtg.entries.maker import Entry
from kb.cards.mtg.nodes import Unsaid
from kb.cards.unread import is_unread

if TYPE_CHECKING:
    from kb.cards.reading import Line

_CLASS = re.compile(r"((?:\{[^{}]+\})+): Level (\d+)")
_GAINED = frozenset(map(str, range(2, 100)))
"""The levels that there are to be gained: every Class is level 1 at first."""
_LEVELER = re.compile(r"LEVEL (\d{1,2})(?:-(\d{1,2})|\+)")
_IN_A_LINE = re.compile(r"\d+\+ \| |(?:LEVEL|STATION) \d")
"""What opens a section, whatever else stands in its line."""
_SIZE = re.compile(r"(\d+)/(\d+)")
_REACHES = re.compile(r"When this Class becomes level (\d{1,2})(?=, )", re.I)
_STAND_IN = "When this enchantment becomes monstrous"
"""What is read in place of "when this Class becomes level 2": likewise something it becomes."""
_HAS_BECOME = {"becomes monstrous": "this"}


class SectionMaker(LineMaker):
    """Makes what lines become, those of sections among them."""

    def lines(self, lines: Iterable[Line]) -> Entry:
        """Return keywords and abilities of the lines of a text."""
        first: list[Line] = []
        sections: list[tuple[Line, list[Line]]] = []
        for line in lines:
            if not self.is_spell() and opens_section(line.text):
                sections.append((line, []))
            else:
                (sections[-1][1] if sections else first).append(line)
        made = super().lines(first)
        for bar, behind in sections:
            abilities = [*self._section(bar, behind)]
            made["abilities"] = [*made.get("abilities", []), *abilities]
        return made

    def _section(self, bar: Line, lines: list[Line]) -> Iterator[Entry]:
        """Yield what gains a level, what is there from then on, and what of it is words alone."""
        before = dict(self.entry)
        try:
            gains, when = _opened(bar.text)
            size = _SIZE.fullmatch(lines[0].text) if lines else None
            holds: Entry = {}
            for line in lines[1:] if size else lines:
                for key, value in self._behind(line).items():
                    holds[key] = [*holds.get(key, []), *value]
            if self.entry != before:
                raise Unsaid("what a card itself has, and no ability")
        except Unsaid:
            self.entry.clear()
            self.entry.update(before)
            yield from ({"other": line.text} for line in (bar, *lines))
            return
        left = [one for one in holds.get("abilities", []) if is_unread(one)]
        there: Entry = {
            "keywords": holds.get("keywords", []),
            "abilities": [one for one in holds.get("abilities", []) if one not in left],
        }
        if size:
            there |= {"power": int(size[1]), "toughness": int(size[2])}
        there = {key: value for key, value in there.items() if value != []}
        yield from gains
        if there:
            yield {"static": {"grant": there, "to": "this"}, **when}
        yield from left

    def _behind(self, line: Line) -> Entry:
        """Return what a line of a section becomes."""
        reaches = _REACHES.match(line.text)
        if reaches is None or self.read is None:
            return super().lines([line])
        outer, self.text = self.text, _REACHES.sub(_STAND_IN, line.text)
        try:
            made = super().lines(self.read(self.text).lines)
        finally:
            self.text = outer
        abilities = made.get("abilities", [])
        if len(abilities) != 1 or abilities[0].get("when") != _HAS_BECOME:
            return {"abilities": [{"other": line.text}]}
        return {"abilities": [{**abilities[0], "when": {"becomes level": int(reaches[1])}}]}


def opens_section(text: str) -> bool:
    """Whether a line opens a section that is there only sometimes.

    >>> opens_section("{1}{G}: Level 2"), opens_section("LEVEL 7+"), opens_section("8+ | Flying")
    (True, True, True)
    """
    return bool(_CLASS.fullmatch(text) or _IN_A_LINE.match(text))


def _opened(bar: str) -> tuple[list[Entry], Entry]:
    """Return what a line that opens a section lets do, and when the section is there."""
    if leveler := _LEVELER.fullmatch(bar):
        counters = "level counters on this is at least {}"
        when: Entry = {"while": counters.format(leveler[1])}
        if leveler[2]:
            when["unless"] = counters.format(int(leveler[2]) + 1)
        return [], when
    level = _CLASS.fullmatch(bar)
    if level is None or level[2] not in _GAINED:
        raise Unsaid("a section")
    gains: Entry = {
        "cost": known_symbols(re.findall(r"\{[^{}]+\}", level[1])),
        "timing": "sorcery",
        "only if": f"level of this is exactly {int(level[2]) - 1}",
        "effect": [{"become level": int(level[2])}],
    }
    return [gains], {"while": f"level of this is at least {level[2]}"}
