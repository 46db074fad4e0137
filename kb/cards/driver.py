"""Lark's LALR parser with a shorter way from a word to a value.

The tables, what is made of a production and every error are Lark's. Its own loop makes a token
of every word, asks a generator for it, and calls a chain of functions even where a production
only passes its one child on; without that, parsing takes two thirds to three quarters of the time
(``python -m benchmarks "cards: the parser's loop"``).
"""

from __future__ import annotations

from typing import Any

from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser import LALR_Parser

from kb.cards.lexer import Word
from kb.cards.values import Node

_Reduce = tuple[int, Any, str]
"""How many children, what makes the value (None: the child itself), and which rule it is."""


class _Actions(dict[int, dict[str, Any]]):
    """What to do in a state with a terminal or a rule: go to a state, or reduce."""

    def __init__(self, parser: Any) -> None:
        self._states = parser.parse_table.states
        self._callbacks = parser.callbacks

    def __missing__(self, state: int) -> dict[str, Any]:
        found = self[state] = {
            name: target if action is Shift else self._reduce(target)
            for name, (action, target) in self._states[state].items()
        }
        return found

    def _reduce(self, rule: Any) -> _Reduce:
        size = len(rule.expansion)
        passes_on = (
            size == 1
            and rule.options.expand1
            and not rule.alias
            and not (rule.expansion[0].name.startswith("_") and not rule.expansion[0].is_term)
        )
        make = self._callbacks[rule]
        if size == 0:
            # What has no words is always the same; but a list may yet be added to.
            always = make([])
            make = (lambda: always) if isinstance(always, Node | Word) else _anew(make)
        return (size, None if passes_on else make, rule.origin.name)


class Misplaced(Exception):
    """The parser cannot take a word: the index where the terminal begins; the end is the last."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def _anew(make: Any) -> Any:
    return lambda: make([])


class ParseDriver(LALR_Parser):
    """Parses a `Source` of words."""

    _actions: _Actions | None = None  # Lark makes parsers without calling their constructor

    def parse(self, lexer: Any, start: str, on_error: Any = None) -> Any:
        """Return the value of a line.

        With `on_error`, Lark's own loop tells what could have stood in place of a word.

        Raises
        ------
        Misplaced
            When it is none.
        """
        if on_error is not None:
            told: Any = super().parse
            return told(lexer, start)
        actions = self._actions
        if actions is None:
            actions = self._actions = _Actions(self.parser)
        table = self.parser.parse_table
        last_state = table.end_states[start]
        normal, leaf = lexer.state.text
        shapes, spans = normal.shapes, normal.spans
        known, count, place = lexer.lexer.known, len(shapes), 0
        states = [table.start_states[start]]
        values: list[Any] = []
        word = None
        while True:
            kind, begun = "$END", place
            if place < count:
                state = states[-1]
                shape = shapes[place]
                found = known[state].get(shape)
                if found is None:
                    found = lexer.lexer.remember(shape, state, actions[state], leaf)
                for kind, value, said in found:
                    length = len(said)
                    if length == 1:
                        word = Word(kind, value, spans[place], place)
                        break
                    if shapes[place : place + length] == said:
                        span = (spans[place][0], spans[place + length - 1][1])
                        word = Word(kind, value, span, place)
                        break
                else:
                    raise Misplaced(place)
                place += length
            while True:
                action = actions[states[-1]].get(kind)
                if action.__class__ is int:
                    states.append(action)
                    values.append(word)
                    break
                if action is None:
                    raise Misplaced(begun)
                size, make, origin = action
                if make is None:
                    states.pop()
                elif size:
                    children = values[-size:]
                    del states[-size:]
                    values[-size:] = (make(children),)
                else:
                    values.append(make())
                state = actions[states[-1]][origin]
                if state == last_state and kind == "$END":
                    return values[-1]
                states.append(state)
