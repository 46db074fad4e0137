"""What a phrase such as ``creature or tapped permanent you control`` asks of a thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from clingo import Symbol

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.scenario.game import Game
from kb.scenario.terms import Template, constant, fold

_APART = "\ue000"
"""Begins what stands for a name or a number in a clause: no text is written with it."""

Clauses = tuple[tuple[Symbol, ...], ...]


def clauses(
    game: Game,
    text: str,
    extra: Iterable[str] = (),
    called: Callable[[str], Symbol] = constant,
) -> Clauses:
    """Return the clauses of a filter, each the features that a thing must have.

    A suffix at the very end (``you control``) belongs to every clause before it, except to those
    about players and those that have a suffix of their own.

    Parameters
    ----------
    game : Game
        The game whose words are used.
    text : str
        The phrase.
    extra : iterable of str
        Words of an open list that cards use and the game does not name (subtypes).
    called : callable
        The constant of a name in quotation marks.

    Raises
    ------
    LudexError
        For the first word that the game does not know.
    """
    words = _Words(game, frozenset(fold(word) for word in extra))
    apart = words.set_apart(" ".join(text.split()), called)
    parts = re.split(r"\s+or\s+|\s*,\s*(?:or\s+)?", apart)
    if not all(parts):
        raise LudexError(f"{quote(text)} is not a filter; it ends or begins with nothing")
    read = [words.clause(fold(part)) for part in parts]
    shared = read[-1].suffixes
    return tuple(
        (*clause.features, *(clause.suffixes or (() if clause.people else shared)))
        for clause in read
    )


@record
class _Clause:
    features: tuple[Symbol, ...]
    suffixes: tuple[Symbol, ...]
    people: bool


class _Words:
    """Reads one clause, word by word, always the longest phrase that fits."""

    def __init__(self, game: Game, extra: frozenset[str]) -> None:
        self.game = game
        self.extra = extra
        self.apart: dict[str, Symbol] = {}

    def set_apart(self, text: str, called: Callable[[str], Symbol]) -> str:
        """Put one token for each name and number, so that "or" and commas in them stay."""

        def put(term: Template, values: dict[str, Symbol]) -> str:
            token = f"{_APART}{len(self.apart)}"
            self.apart[token] = term.fill(values)
            return token

        filters = self.game.filters
        for word, term in filters.named.items():
            for found in re.finditer(rf'\b{re.escape(word)} "([^"]*)"', text, re.IGNORECASE):
                name = {"name": called(found.group(1))}
                text = text.replace(found.group(), put(term, name), 1)
        for phrase in filters.numbered:
            for said, number in phrase.numbers_in(text):
                text = text.replace(said, put(phrase.term, {"number": number}), 1)
        return text

    def feature(self, word: str) -> Symbol | None:
        if word in self.apart:
            return self.apart[word]
        filters = self.game.filters
        known = filters.adjectives.get(word) or filters.nouns.get(word)
        if known is not None:
            return known
        for name, template in filters.lists.items():
            words = self.game.values[name]
            if word in words.terms:
                return template.fill({"word": words.terms[word]})
            if words.open and word in self.extra:
                return template.fill({"word": constant(word)})
        return None

    def singular(self, word: str) -> Symbol | None:
        endings = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("men", "man"), ("ves", "f"))
        for ending, instead in endings:
            if word.endswith(ending):
                found = self.feature(word.removesuffix(ending) + instead)
                if found is not None:
                    return found
        return None

    def one(self, word: str) -> Symbol | None:
        found = self.singular(word)
        negation = self.game.filters.negation
        if found is None and negation is not None and word.startswith("non"):
            inner = self.singular(word.removeprefix("non").lstrip("-"))
            return None if inner is None else negation.fill({"feature": inner})
        return found

    def having(self, tokens: list[str]) -> tuple[Symbol, int] | None:
        """Read ``with flying`` or ``without first strike``; return it and its length."""
        filters = self.game.filters
        if tokens[0] not in ("with", "without") or filters.having is None:
            return None
        words = self.game.values[filters.having.list]
        for end in range(len(tokens), 1, -1):
            term = words.terms.get(" ".join(tokens[1:end]))
            if term is not None:
                feature = filters.having.term.fill({"word": term})
                if tokens[0] == "without" and filters.negation is not None:
                    feature = filters.negation.fill({"feature": feature})
                return feature, end
        return None

    def clause(self, text: str) -> _Clause:
        filters = self.game.filters
        tokens = text.split()
        features: list[Symbol] = []
        suffixes: list[Symbol] = []
        people = False
        while tokens:
            having = self.having(tokens)
            if having is not None:
                features.append(having[0])
                tokens = tokens[having[1] :]
                continue
            for end in range(min(len(tokens), 6), 0, -1):
                phrase = " ".join(tokens[:end])
                if phrase in filters.suffixes:
                    suffixes.append(filters.suffixes[phrase])
                    break
                found = self.one(phrase)
                if found is not None:
                    features.append(found)
                    people = people or any(filters.nouns.get(p) == found for p in filters.people)
                    break
            else:
                raise LudexError(
                    f"unknown word {quote(tokens[0])} in the filter {quote(text)}"
                    f"{nearest(tokens[0], self.known())}"
                )
            tokens = tokens[end:]
        return _Clause(tuple(features), tuple(suffixes), people)

    def known(self) -> set[str]:
        filters = self.game.filters
        words = {*filters.nouns, *filters.adjectives, *filters.suffixes, *self.extra}
        words.update(filters.named, (phrase.shown for phrase in filters.numbered))
        for name in filters.lists:
            words.update(self.game.values[name].terms)
        return words
