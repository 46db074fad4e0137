"""Terms with holes, as a game file writes them, and names as symbols.

No text of a user ever becomes program text: a name becomes a slug, a constant made of the letters
a to z, digits and underscores, and terms are put together as symbols.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

import clingo
from clingo import Function, Symbol, SymbolType

from kb.errors import LudexError, quote
from kb.records import record

SLUG_LENGTH = 40
_HOLE = re.compile(r"\{([a-z][a-z ]*)\}|(\?)")
_PREFIX = "hole__"
_ANY = "hole__any__"


def fold(text: str) -> str:
    """Return text as names are compared: without case, accents and doubled spaces.

    >>> fold("Nicéphore  l’Ancien")
    "nicephore l'ancien"
    """
    text = text.replace("’", "'").replace("−", "-").replace("–", "-")
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


def slug(text: str) -> str:
    """Return the constant that stands for a text; what it loses, `Slugs` keeps apart.

    >>> slug("Jace, the Mind Sculptor")
    'jace_the_mind_sculptor'
    >>> slug("+1/+1 %! #script")
    'n_1_1_script'
    """
    bare = re.sub(r"[^a-z0-9]+", "_", fold(text.replace("'", "").replace("’", ""))).strip("_")
    bare = bare[:SLUG_LENGTH].rstrip("_")
    if not bare:
        return "name"
    return bare if bare[0].isalpha() else f"n_{bare}"


def constant(word: str) -> Symbol:
    """Return the constant of a word of a game, such as ``first strike``."""
    return clingo.Function(slug(word))


class Slugs:
    """Hands out slugs, each only once."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = {"not", *reserved}
        self._next: dict[str, int] = {}

    def new(self, text: str) -> Symbol:
        """Return a constant for the text that no other text has."""
        base = word = slug(text)
        count = self._next.get(base, 2)
        while word in self._taken:
            word = f"{base}_{count}"
            count += 1
        self._next[base] = count
        self._taken.add(word)
        return clingo.Function(word)

    @property
    def taken(self) -> frozenset[str]:
        """The slugs handed out or reserved."""
        return frozenset(self._taken)


@record(slots=True)
class _Hole:
    name: str
    positive: bool


@record(slots=True)
class _Function:
    name: str
    arguments: tuple[_Part, ...]
    positive: bool
    whole: Symbol | None  # the term itself, when there is no hole in it


_Part = _Hole | _Function | Symbol


@record
class Template:
    """A term with named holes: ``val(life({player}),{value})``; ``?`` fits anything.

    Parameters
    ----------
    source : str
        The term as the game file writes it.
    """

    source: str

    @cached_property
    def term(self) -> Symbol:
        """The term, with a reserved constant in the place of each hole."""

        def mask(match: re.Match[str]) -> str:
            return _ANY if match.group(2) else _PREFIX + match.group(1).replace(" ", "_")

        try:
            return clingo.parse_term(_HOLE.sub(mask, self.source), logger=lambda *_: None)
        except RuntimeError:
            raise LudexError(f"{quote(self.source)} is not a term") from None

    @cached_property
    def _parts(self) -> _Part:
        # Asking a symbol for its parts is slow; boards of ten thousand objects fill many templates.
        return _parts(self.term)

    @cached_property
    def holes(self) -> frozenset[str]:
        """The names of the holes, with underscores for spaces."""
        found = (hole.replace(" ", "_") for hole, _ in _HOLE.findall(self.source))
        return frozenset(hole for hole in found if hole)

    @cached_property
    def constants(self) -> frozenset[str]:
        """The names that occur in the term."""
        return frozenset(_names(self.term))

    def fill(self, values: Mapping[str, Symbol]) -> Symbol:
        """Return the term with every hole filled.

        >>> str(Template("loyalty(-{number})").fill({"number": clingo.Number(3)}))
        'loyalty(-3)'
        """
        return _fill(self._parts, values)

    def sought(self, values: Mapping[str, Symbol], value: Symbol, anything: Symbol) -> Symbol:
        """Return the term with a value in place of ``?``, and what is not known open."""
        return _fill(self._parts, {**dict.fromkeys(self.holes, anything), **values, "?": value})

    def key(self, values: Mapping[str, Symbol]) -> tuple[object, ...]:
        """Return under what `Indexed` keeps all symbols that this could fit."""
        whole = self._parts
        if not isinstance(whole, _Function):
            return ()
        key = (whole.name, len(whole.arguments))
        if not whole.arguments:
            return key
        first = whole.arguments[0]
        known = _known(first, values)
        if known is not None:
            return (*key, known)
        if not isinstance(first, _Function):
            return key
        inner = _known(first.arguments[0], values) if first.arguments else None
        return (*key, first.name) if inner is None else (*key, first.name, inner)

    def match(self, symbol: Symbol, values: Mapping[str, Symbol] | None = None) -> Symbol | None:
        """Return what stands in place of ``?`` if the term fits, the term itself without ``?``.

        Parameters
        ----------
        symbol : Symbol
            The term to compare.
        values : mapping, optional
            What fills the named holes; those left out fit anything.
        """
        found: list[Symbol] = []
        if not _match(self._parts, symbol, values or {}, found):
            return None
        return found[0] if found else symbol


class Indexed:
    """Symbols, found by templates without looking at each of them.

    Parameters
    ----------
    symbols : iterable of Symbol
    """

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        # By name and number of arguments; of the first argument, too, itself or by its name; and,
        # under its name, by the first of its own: `val(life(P),N)` lies under `val`, `life`, `P`.
        self._by: dict[tuple[object, ...], list[Symbol]] = {}
        for symbol in symbols:
            for key in _keys(symbol):
                self._by.setdefault(key, []).append(symbol)

    @staticmethod
    @lru_cache(maxsize=16)
    def of(state: frozenset[Symbol]) -> Indexed:
        """Return what a state holds; of states asked for lately it is remembered."""
        return Indexed(state)

    def matching(
        self, template: Template, values: Mapping[str, Symbol]
    ) -> Iterator[tuple[Symbol, Symbol]]:
        """Yield the symbols that a template fits, each with what `Template.match` returns."""
        for symbol in self._by.get(template.key(values), ()):
            value = template.match(symbol, values)
            if value is not None:
                yield symbol, value


def _keys(symbol: Symbol) -> Iterator[tuple[object, ...]]:
    if symbol.type != SymbolType.Function:
        return
    arguments = symbol.arguments
    head = (symbol.name, len(arguments))
    yield head
    if arguments:
        first = arguments[0]
        yield (*head, first)
        if first.type == SymbolType.Function:
            yield (*head, first.name)
            if inner := first.arguments:
                yield (*head, first.name, inner[0])


def _known(part: _Part, values: Mapping[str, Symbol]) -> Symbol | None:
    """Return the only symbol that a part fits, None where there are more."""
    if isinstance(part, _Hole):
        return values.get(part.name) if part.name != "?" else None
    return part.whole if isinstance(part, _Function) else part


def _parts(term: Symbol) -> _Part:
    hole = _hole(term)
    if hole is not None:
        return _Hole(hole, term.positive)
    if term.type != SymbolType.Function:
        return term
    parts = tuple(map(_parts, term.arguments))
    whole = None if any(_open(part) for part in parts) else term
    return _Function(term.name, parts, term.positive, whole)


def _open(part: _Part) -> bool:
    return isinstance(part, _Hole) or (isinstance(part, _Function) and part.whole is None)


def _hole(term: Symbol) -> str | None:
    if term.type == SymbolType.Function and not term.arguments and term.name.startswith(_PREFIX):
        return "?" if term.name == _ANY else term.name[len(_PREFIX) :]
    return None


def _fill(part: _Part, values: Mapping[str, Symbol]) -> Symbol:
    if isinstance(part, _Function):
        if part.whole is not None:
            return part.whole
        arguments = [_fill(argument, values) for argument in part.arguments]
        return clingo.Function(part.name, arguments, part.positive)
    if not isinstance(part, _Hole):
        return part
    value = values.get(part.name)
    if value is None:
        raise LudexError(f"nothing given for {quote(part.name)}")
    if part.positive:
        return value
    return _negated(value)


def _negated(value: Symbol) -> Symbol:
    """Return less instead of more: of a multiple of something less of each, of a sum all of it."""
    if value.type == SymbolType.Number:
        return clingo.Number(-value.number)
    first, *rest = value.arguments or [value]
    if first.type != SymbolType.Number:
        return clingo.Function(value.name, value.arguments, not value.positive)
    added = [_negated(one) if _is_multiple(one) else one for one in rest]
    return clingo.Function(value.name, [_negated(first), *added])


def _is_multiple(value: Symbol) -> bool:
    function = value.type == SymbolType.Function and bool(value.arguments)
    return function and value.arguments[0].type == SymbolType.Number


def _match(part: _Part, symbol: Symbol, values: Mapping[str, Symbol], found: list[Symbol]) -> bool:
    if isinstance(part, _Hole):
        if part.name == "?":
            found.append(symbol)
            return True
        value = values.get(part.name)
        return value is None or value == symbol
    if not isinstance(part, _Function):
        return part == symbol
    if part.whole is not None:
        return part.whole == symbol
    return symbol.match(part.name, len(part.arguments), part.positive) and all(
        _match(inner, argument, values, found)
        for inner, argument in zip(part.arguments, symbol.arguments, strict=True)
    )


def _names(term: Symbol) -> Iterable[str]:
    if term.type == SymbolType.Function and _hole(term) is None:
        yield term.name
        for argument in term.arguments:
            yield from _names(argument)


def occurs(part: Symbol, term: Symbol) -> bool:
    """Return whether a term is, or has in it, another one."""
    if term == part:
        return True
    if term.type != SymbolType.Function:
        return False
    return any(occurs(part, argument) for argument in term.arguments)


def replaced(term: Symbol, part: Symbol, instead: Symbol) -> Symbol:
    """Return a term in which every occurrence of a part is another term."""
    if term == part:
        return instead
    if term.type != SymbolType.Function or not term.arguments:
        return term
    arguments = [replaced(argument, part, instead) for argument in term.arguments]
    return Function(term.name, arguments, term.positive)
