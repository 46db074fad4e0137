"""The conditions and conclusions of a rule in words, and words as conditions.

A condition reads as the vocabulary says it, with the variables of the rule for what it is about:
``X is tapped``, ``not: X has flash``. What is no atom (``X != Y``, a sum) stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from clingo.ast import AST, ASTType, Sign

from kb.errors import quote
from kb.rulebook.vocabulary import CLOSED_KINDS, PREDICATES, Entry, Vocabulary

ANYTHING = "anything"
NOT = "not: "

_PLACE = re.compile(r"\{\+?(\d+)\.?\}")
_ARITHMETIC = re.compile(r"-?[A-Z0-9][A-Za-z0-9+*()-]*")
_WORDS = re.compile(r"[a-z][a-z0-9 ]*")
_VARIABLE = re.compile(r"\b[A-Z][A-Za-z0-9_]*")
_DEEPEST = 4
SAID = 5
"""How many phrases are named in which a word stands."""

_CLOSED = CLOSED_KINDS | {"object", "player", "number"}
"""Where a word that nobody has declared can't stand."""


class Phrases:
    """Says the parts of rules in words, and reads conditions that are said so.

    Parameters
    ----------
    vocabulary : Vocabulary
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._patterns: dict[str, re.Pattern[str]] = {}

    def said(self, part: AST) -> str:
        """Return a condition or a conclusion in words."""
        if part.ast_type != ASTType.Literal or part.atom.ast_type != ASTType.SymbolicAtom:
            return str(part)
        atom = part.atom.symbol
        if atom.ast_type not in (ASTType.Function, ASTType.SymbolicTerm):
            return str(part)
        said = self._term(atom, PREDICATES)
        return {Sign.NoSign: "", Sign.Negation: NOT}.get(part.sign, "not not ") + said

    def _term(self, term: AST, kinds: Collection[str]) -> str:
        if term.ast_type == ASTType.Variable:
            return ANYTHING if term.name == "_" else str(term.name)
        if term.ast_type == ASTType.SymbolicTerm:
            name, arguments = str(term.symbol), []
        elif term.ast_type == ASTType.Function and term.name and not term.external:
            name, arguments = term.name, list(term.arguments)
        else:
            return str(term)
        found = (self._vocabulary.entry(kind, name, len(arguments)) for kind in kinds)
        entry = next(filter(None, found), None)
        if entry is None:
            return str(term) if arguments else name.replace("_", " ")

        def filled(place: re.Match[str]) -> str:
            number = int(place[1]) - 1
            return self._term(arguments[number], entry.kinds[number])

        return _PLACE.sub(filled, entry.phrase)

    def conditions(self, phrase: str, variables: Collection[str]) -> list[str]:
        """Return the conditions, as program text, that words may mean.

        Parameters
        ----------
        phrase : str
        variables : collection of str
            Those of the rule; ``anything`` stands for what does not matter.
        """
        bare = phrase.removeprefix(NOT)
        sign = "not " if bare != phrase else ""
        fluents = ((w, f"given({one})") for w, one in self._read(bare, ("fluent",), variables, 0))
        found = dict.fromkeys([*fluents, *self._read(bare, PREDICATES, variables, 0)])
        # What says most by its own words is meant, and not what takes words of it for a name.
        most = max((weight for weight, _ in found), default=0)
        return [f"{sign}{atom}" for weight, atom in found if weight == most]

    def with_words_of(self, phrase: str) -> str:
        """Return, as a sentence, how rules use the last word of a phrase; nothing, if none does."""
        word = phrase.split()[-1] if phrase.split() else ""
        phrases = {
            entry.phrase
            for (kind, *_), entry in self._vocabulary.entries.items()
            if kind in ("fluent", *PREDICATES) and not entry.phrase.startswith("(")
        }
        own = [one for one in phrases if word in one.split()]
        own.sort(key=lambda one: (len(one), one))
        told = [_PLACE.sub(lambda place: "XYZUV"[(int(place[1]) - 1) % 5], one) for one in own]
        return f" Rules say {', '.join(map(quote, told[:SAID]))}." if told else ""

    def _read(
        self, phrase: str, kinds: Collection[str], variables: Collection[str], depth: int
    ) -> Iterator[tuple[int, str]]:
        """Yield the terms of some kinds that a phrase may stand for, and how much says so."""
        if depth and self._plain(phrase, kinds, variables):
            yield 0, "_" if phrase == ANYTHING else phrase.replace(" ", "_")
        if depth > _DEEPEST:
            return
        for (kind, name, arity), entry in self._vocabulary.entries.items():
            # What holds at the moment is said of the fluent, not of `given`.
            if kind not in kinds or entry.phrase == "{1}":
                continue
            match = self._pattern(entry).fullmatch(phrase)
            if match is None:
                continue
            places: list[list[tuple[int, str]]] = []
            for number in range(1, arity + 1):
                said = match.groupdict().get(f"a{number}", ANYTHING)
                places.append(list(self._read(said, entry.kinds[number - 1], variables, depth + 1)))
            if all(places):
                best = [max(options, key=lambda option: option[0]) for options in places]
                weight = len(_PLACE.sub("", entry.phrase)) + sum(weight for weight, _ in best)
                inner = ",".join(text for _, text in best)
                yield weight, f"{name}({inner})" if arity else name

    def _plain(self, phrase: str, kinds: Collection[str], variables: Collection[str]) -> bool:
        """Tell whether a phrase is itself a term: a variable, a number, a word of its own."""
        if phrase == ANYTHING:
            return True
        if _ARITHMETIC.fullmatch(phrase):
            return set(_VARIABLE.findall(phrase)) <= set(variables)
        if _WORDS.fullmatch(phrase) is None or _CLOSED.intersection(kinds):
            return False
        # Where words are declared, it is one of them.
        name = phrase.replace(" ", "_")
        entry, closed = self._vocabulary.entry, self._vocabulary.closed
        return any(kind not in closed or entry(kind, name, 0) is not None for kind in kinds)

    def _pattern(self, entry: Entry) -> re.Pattern[str]:
        known = self._patterns.get(entry.phrase)
        if known is None:
            text, seen = "", set()
            for number, part in enumerate(_PLACE.split(entry.phrase)):
                if number % 2 == 0:
                    text += re.escape(part)
                else:
                    text += f"(?P=a{part})" if part in seen else f"(?P<a{part}>.+?)"
                    seen.add(part)
            known = self._patterns[entry.phrase] = re.compile(text)
        return known
