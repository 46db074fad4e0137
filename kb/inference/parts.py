"""What the parts of a text say between which somebody chooses: "draw a card or gain 3 life"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from clingo import Symbol

from kb.proof.words import listed


class TextParts:
    """Says the parts of texts, in full or by what tells them apart.

    Parameters
    ----------
    says : iterable of Symbol
        The facts that say what texts do.
    term : callable
        How a term of a kind is said.
    """

    def __init__(self, says: Iterable[Symbol], term: Callable[[Symbol, str], str]) -> None:
        self._term = term
        self._steps: dict[Symbol, list[tuple[Symbol, Symbol]]] = {}
        for fact in says:
            of, number, does = fact.arguments
            if number.match("step", 1):
                self._steps.setdefault(of, []).append((number, does))
        self._choices: dict[Symbol, tuple[Symbol, Symbol]] = {}
        for of, steps in self._steps.items():
            steps.sort()
            for _, does in steps:
                if does.match("either", 2):
                    self._choices.update((part, (of, does)) for part in does.arguments)

    def said(self, option: Symbol) -> str:
        """Return what an option says that is a part of a text, or nothing if it is none.

        What all the parts between which is chosen begin with is left out.
        """
        if not option.match("part", 1):
            return ""
        part = option.arguments[0]
        whole = self.whole(part)
        if not whole or part not in self._choices:
            return whole
        words = [self.whole(one).split() for one in self._beside(part)]
        before = _shared(words)
        apart = [one[before:] for one in words]
        if not all(apart) or all(" ".join(one).isdigit() for one in apart):
            return whole
        return " ".join(whole.split()[before:])

    def whole(self, part: Symbol) -> str:
        """Return what a part of a text says, one instruction after another."""
        does = (self._instruction(one) for _, one in self._steps.get(part, ()))
        return listed([said for said in does if said])

    def number(self, option: Symbol) -> int | None:
        """Return which of the parts an option is between which is chosen, counted from 1."""
        part = option.arguments[0] if option.match("part", 1) else None
        beside = self._beside(part) if part in self._choices else []
        return beside.index(part) + 1 if part in beside else None

    def _instruction(self, does: Symbol) -> str:
        parts = [self.whole(one) for one in does.arguments] if does.match("either", 2) else []
        if parts and all(parts):
            return listed(parts, "or")
        return self._term(does, "instruction").removeprefix("you: ")

    def _beside(self, part: Symbol) -> list[Symbol]:
        """Return all the parts between which is chosen, this one among them, in order."""
        of, choice = self._choices[part]
        while of in self._choices and len(self._steps[of]) == 1:
            of, choice = self._choices[of]
        return list(self._parts(choice))

    def _parts(self, choice: Symbol) -> Iterator[Symbol]:
        for part in choice.arguments:
            steps = self._steps.get(part, [])
            if len(steps) == 1 and steps[0][1].match("either", 2):
                yield from self._parts(steps[0][1])
            else:
                yield part


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """Return with how many of the same words all texts begin."""
    places = zip(*texts, strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, places))
