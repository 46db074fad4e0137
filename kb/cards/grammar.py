"""A game's grammar: Lark files, what their productions mean, and one parse table.

``lexicon.lark`` holds terminals, ``grammar.lark`` productions. Comments carry what Lark does
not know:

``//! noun: a noun``
    Word class of the terminals that follow, and what a report calls them. Classes:
    ``noun`` (forms in pairs: one, many), ``verb`` (in pairs: base form, third person), ``name``
    and ``names`` (one, many), ``number`` (an integer), ``be`` (see the printer); in any other
    class the text itself is the value.
``//: deal(amount, to:destination)``
    Names the parts of the production ``-> deal``, in the order of the text. After a colon stand
    remarks: a role for the mentions inside (see `kb.cards.mentions`), or ``base`` (``third``)
    for a part whose verbs stand in the base form (third person). ``_`` drops a part;
    ``*items`` takes all that are left. An empty alternative ``-> no_side`` is no value at all.

Every production with parts has an alias of its own. ``-> deal__to_each`` is the frame ``deal`` in
the style ``to_each``: same meaning, other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.grammar import Rule, Terminal
from lark.lexer import Pattern, PatternStr, TerminalDef

from kb import cache
from kb.cards.lexer import SILENT, LexerSource, WordLexer
from kb.cards.text import Normal
from kb.cards.values import Noun, Value, Verb
from kb.errors import LudexError
from kb.plain import Codec
from kb.records import record

CODE = ("cards/grammar.py", "plain.py")
"""The code on which a parse table that is kept depends, below ``kb``."""


class Misplaced(Exception):
    """The parser cannot take a word: the index where the terminal begins; the end is the last."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


@record(slots=True)
class Entry:
    """A terminal of the lexicon: its word class, forms in order, and its name in reports."""

    name: str
    word_class: str
    forms: tuple[str, ...]
    label: str


@record(slots=True)
class Part:
    """A part of a frame: its name, its remarks, and whether it takes all that are left."""

    name: str
    remarks: frozenset[str]
    rest: bool = False


@record(slots=True)
class Production:
    """How a frame is said: literal words (str), inflecting entries, and parts by index."""

    alias: str
    pieces: tuple[str | Entry | int, ...]


def kind_and_style(alias: str) -> tuple[str, str]:
    """Split an alias: ``deal__to_each`` is the frame ``deal`` in the style ``to_each``."""
    kind, _, style = alias.partition("__")
    return kind, style


_CLASS = re.compile(r"^//!\s*(\w+)\s*(?::\s*(.*))?$")
_TERMINAL = re.compile(r"^(_?[A-Z][A-Z0-9_]*)(?:\.\d+)?\s*:\s*(.+)$")
_PARTS = re.compile(r"^//:\s*(\w+)\((.*)\)\s*$")
_RULE = re.compile(r"^\??[a-z_]+\s*:")
_ALONE = re.compile(r'^\s*(?:\??[a-z_]+\s*:|\|)\s*"([^"]+)"\s*->')
_MARK = re.compile(r"\^\w+")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


Make = Callable[[list[Any]], Any]
Maker = Callable[[str, tuple[Part, ...]], Make]
"""What makes the value of a production, given its alias and its parts."""


def _uninterpreted(alias: str, _parts: tuple[Part, ...]) -> Make:
    return partial(Tree, alias)


class Values:
    """What Lark calls for each production, as it asks for it: a transformer without a class."""

    def __init__(self, maker: Callable[[str], Make]) -> None:
        self._maker = maker

    def __getattr__(self, name: str) -> Make:
        """Return what makes the value of a production; terminals make none here."""
        if name.isupper() or name.startswith("__default"):
            raise AttributeError(name)
        return self._maker(name)


class Grammar:
    """The grammar of one game in one language.

    Parameters
    ----------
    folder
        Where ``lexicon.lark`` and ``grammar.lark`` stand.
    maker
        Given an alias and its parts, what makes the value of the production.
    """

    def __init__(self, folder: Path, maker: Maker = _uninterpreted) -> None:
        self.folder = folder
        lexicon = (folder / "lexicon.lark").read_text(encoding="utf-8")
        rules = (folder / "grammar.lark").read_text(encoding="utf-8")
        self.source = f"{rules}\n{lexicon}"
        self.entries = _read_entries(lexicon, folder / "lexicon.lark")
        self.parts = _read_parts(rules, folder / "grammar.lark")
        self._maker = maker

    @cached_property
    def lalr(self) -> Lark:
        """The parser: LALR, strict, so that no conflict is settled in silence.

        Its table is kept between runs.
        """
        values = Values(lambda alias: self._maker(alias, self.parts.get(alias, ())))
        kept = cache.Entry.of("grammar", CODE, [self.source])
        found = _unpacked(kept.load(), values)
        if found is None:
            found = self._lark(lexer=WordLexer, transformer=values)
            kept.save(_packed(found))
        return found

    @cached_property
    def strict(self) -> Lark:
        """The parser with Lark's own lexer, which checks that no two patterns overlap; slow."""
        return self._lark(lexer="contextual")

    def _lark(self, **options: Any) -> Lark:
        return Lark(
            self.source,
            parser="lalr",
            strict=True,
            start="line",
            keep_all_tokens=True,
            maybe_placeholders=False,
            **options,
        )

    def read(self, normal: Normal) -> object:
        """Parse a line; what comes of it is the maker's.

        Raises
        ------
        Misplaced
            When it is none.
        """
        read: Any = self.lalr.parse
        try:
            return read(LexerSource(normal, self._leaf))
        except UnexpectedInput as error:
            if isinstance(error, UnexpectedToken) and error.token.type == "$END":
                raise Misplaced(len(normal.shapes)) from None
            place: Any = error.pos_in_stream
            raise Misplaced(place) from None

    def explain(self, normal: Normal) -> UnexpectedInput | None:
        """Return what Lark says of a line that is none, with what it could have gone on with."""
        read: Any = self.lalr.parse
        try:
            read(LexerSource(normal, self._leaf))
        except UnexpectedInput as error:
            return error
        return None

    def _leaf(self, terminal: str, text: str) -> Value:
        return SILENT if self.is_silent(terminal) else leaf(self.entries[terminal], text)

    @cached_property
    def earley(self) -> Lark:
        """The slow oracle: the same grammar, every reading."""
        return Lark(
            self.source,
            parser="earley",
            lexer="dynamic",
            ambiguity="explicit",
            start="line",
            maybe_placeholders=False,
        )

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that a literal or a form of the grammar contains, without marks."""
        found: set[str] = set()
        for terminal in self.lalr.terminals:
            pattern = terminal.pattern
            entry = self.entries.get(terminal.name)
            forms = entry.forms if entry else ()
            if isinstance(pattern, PatternStr):
                forms = (*forms, pattern.value)
            for form in forms:
                for word in form.split():
                    found.add(word.split("^")[0])
        return frozenset(word for word in found if word[:1].isalpha())

    @cached_property
    def exchangeable(self) -> tuple[tuple[str, ...], ...]:
        """Groups of words of which one may stand where another does, without their marks.

        Those of a group are the alternatives of one rule that consist of a word alone.
        """
        groups: list[dict[str, None]] = [{}]
        for line in self.source.splitlines():
            if _RULE.match(line):
                groups.append({})
            if found := _ALONE.match(line):
                groups[-1][_MARK.sub("", found[1]).strip()] = None
        return tuple(tuple(group) for group in groups if len(group) > 1)

    @cached_property
    def words_of(self) -> Mapping[str, tuple[str, ...]]:
        """Forms of all entries of each word class."""
        found: dict[str, list[str]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.word_class, []).extend(entry.forms)
        return {name: tuple(forms) for name, forms in found.items()}

    @cached_property
    def first_forms(self) -> Mapping[str, str]:
        """For each word of the lexicon in its second form, the first: the singular, the base."""
        found: dict[str, str] = {}
        for word_class in ("noun", "verb"):
            forms = [
                " ".join(word.partition("^")[0] for word in form.split())
                for form in self.words_of.get(word_class, ())
            ]
            for first, second in zip(forms[::2], forms[1::2], strict=False):
                found.setdefault(second, first)
        return found

    @cached_property
    def productions(self) -> Mapping[str, Production]:
        """How each alias is said. Aliases that take ``*items`` are not here."""
        found: dict[str, Production] = {}
        literals = {terminal.name: terminal.pattern for terminal in self.lalr.terminals}
        silent = self._silent(literals)
        for rule in self.lalr.rules:
            alias = rule.alias
            if alias is None:
                self._check_plain(rule.origin.name, rule.options.expand1, len(rule.expansion))
                continue
            parts = self.parts.get(alias, ())
            if any(part.rest for part in parts):
                continue
            pieces: list[str | Entry | int] = []
            index = 0
            for symbol in rule.expansion:
                entry = self.entries.get(symbol.name)
                if isinstance(symbol, Terminal) and self.is_silent(symbol.name):
                    pattern = literals[symbol.name]
                    if isinstance(pattern, PatternStr):
                        pieces.append(pattern.value.strip())
                    elif entry is not None:
                        pieces.append(entry)
                    continue
                if not isinstance(symbol, Terminal) and symbol.name in silent:
                    pieces.append(silent[symbol.name])
                    continue
                if index < len(parts) and parts[index].name == "_" and entry is not None:
                    pieces.append(entry)
                else:
                    pieces.append(index)
                index += 1
            if index != len(parts):
                raise self._error(
                    f"production '{alias}' has {index} parts and names {len(parts)} of them"
                )
            made = Production(alias, tuple(pieces))
            if found.get(alias, made) != made:
                raise self._error(f"two productions are called '{alias}'")
            found[alias] = made
        for alias in self.parts:
            if alias not in found and not any(part.rest for part in self.parts[alias]):
                raise self._error(f"parts are named for '{alias}', which no production is called")
        return found

    def _silent(self, literals: Mapping[str, Pattern]) -> dict[str, str]:
        """Rules like ``_comma``, whose alternatives are marks of one word: the first of them."""
        found: dict[str, str] = {}
        for rule in self.lalr.rules:
            only = rule.expansion[0] if len(rule.expansion) == 1 else None
            if rule.origin.name.startswith("_") and isinstance(only, Terminal):
                found.setdefault(rule.origin.name, literals[only.name].value.strip())
        return found

    def _check_plain(self, origin: str, inlined: bool, length: int) -> None:
        if not origin.startswith("_") and not (inlined and length == 1):
            raise self._error(f"a production of '{origin}' has no name (-> name)")

    def _error(self, message: str) -> LudexError:
        return LudexError(message, file=str(self.folder / "grammar.lark"))

    def is_silent(self, terminal: str) -> bool:
        """Whether a terminal is only said: a literal, or an entry that begins with "_"."""
        return terminal.startswith("_") or terminal not in self.entries

    def single_terminal(self, alias: str) -> bool:
        """Whether a production only puts one terminal in a place: an entry of the lexicon."""
        production = self.productions.get(alias)
        return production is not None and len(production.pieces) <= 1


_CODEC = Codec()


def _packed(lark: Lark) -> object:
    """Return the parser as plain data, but for what makes values and cuts lines into words."""
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "lexer": "", "transformer": None}
    data["parser"]["lexer_conf"]["lexer_type"] = ""
    # Most of it are the states, which need no codec.
    states = data["parser"]["parser"].pop("states")
    rows = [[state, [[one, *does] for one, does in row.items()]] for state, row in states.items()]
    return [rows, _CODEC.encode(data), _CODEC.encode(memo)]


def _unpacked(kept: Any, values: Values) -> Lark | None:
    try:
        rows, data, memo = kept
        data, memo = _CODEC.decode(data), _CODEC.decode(memo)
        data["parser"]["parser"]["states"] = {
            state: {one: (action, to) for one, action, to in row} for state, row in rows
        }
        data["options"].update(lexer=WordLexer, transformer=values)
        data["parser"]["lexer_conf"]["lexer_type"] = WordLexer
        load: Any = Lark.load  # of a dictionary, too
        found: Lark = load({"data": data, "memo": memo})
    except (LookupError, TypeError, ValueError, RuntimeError):
        return None
    return found


def _read_entries(text: str, file: Path) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    word_class, label = "word", ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := _CLASS.match(line):
            word_class, label = match.group(1), match.group(2) or match.group(1)
        elif match := _TERMINAL.match(line):
            forms = tuple(form.strip() for form in _STRING.findall(match.group(2)))
            if match.group(1) in entries:
                raise LudexError(f"{match.group(1)} stands twice", file=str(file), line=number)
            entries[match.group(1)] = Entry(match.group(1), word_class, forms, label)
    return entries


def _read_parts(text: str, file: Path) -> dict[str, tuple[Part, ...]]:
    found: dict[str, tuple[Part, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _PARTS.match(line.strip())
        if not match:
            continue
        alias, inside = match.groups()
        if alias in found:
            raise LudexError(f"parts of '{alias}' named twice", file=str(file), line=number)
        parts = []
        for item in filter(None, (piece.strip() for piece in inside.split(","))):
            name, *remarks = item.split(":")
            parts.append(Part(name.lstrip("*"), frozenset(remarks), name.startswith("*")))
        found[alias] = tuple(parts)
    return found


def leaf(entry: Entry, text: str) -> Value:
    """Return the value of a terminal that was read."""
    match entry.word_class:
        case "noun":
            place = entry.forms.index(text)
            one, many = entry.forms[place & ~1 : (place & ~1) + 2]
            return Noun(one, None if one == many else "many" if place % 2 else "one")
        case "verb":
            return Verb(entry.forms[entry.forms.index(text) & ~1])
        case "verb6":
            place = entry.forms.index(text)
            return Verb(entry.forms[place - place % 6])
        case "name":
            return Noun(text[1:].replace("_", " "), "one", name=True)
        case "names":
            return Noun(text[1:].removesuffix("+s").replace("_", " "), "many", name=True)
        case "number":
            return int(text.lstrip("#").partition("^")[0])
        case _:
            return text
