"""The declared words of a rulebook: every predicate, and every term of a closed kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from difflib import get_close_matches
from functools import cached_property

from kb.errors import LudexError, nearest, quote
from kb.records import record

PREDICATES = ("predicate", "input")
"""The kinds of declaration that are about predicates; all others are about terms."""

CLOSED_KINDS = frozenset(
    {
        "change",
        "condition",
        "cost",
        "decision",
        "event",
        "feature",
        "fluent",
        "group",
        "instruction",
        "key",
        "mode",
        "option",
        "quantity",
        "replacement",
    }
)
"""The kinds of term that are closed in every game: only declared words are valid."""

SWITCH = ("rule", 1)
"""The predicate of the switches; no rulebook may declare it."""

WORD = "word"
"""The name that speaks of all declared words; no rulebook may declare it as a predicate."""

Signature = tuple[str, int]

_DECLARATION = re.compile(
    r"%:\s*(?P<kind>\S+)\s+(?P<name>[^\s(]+)(?:\((?P<arguments>[^()]*)\))?(?:\s+(?P<phrase>.*))?"
)
_KIND = re.compile(r"[a-z][a-z_]*")
_NAME = re.compile(r"_*[a-z][A-Za-z0-9_']*")
_ARGUMENT = re.compile(r"\+?([1-9][0-9]?)\.?")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}|[{}]")


@record
class Entry:
    """One declared word.

    Attributes
    ----------
    kind : str
        ``predicate``, ``input``, or the kind of term.
    name : str
        The word.
    arguments : tuple of str
        The kinds of its arguments; ``a|b`` where either is valid.
    phrase : str
        How it is said, with ``{1}`` for the first argument.
    file : str
    line : int
        Where it is declared.
    """

    kind: str
    name: str
    arguments: tuple[str, ...]
    phrase: str
    file: str = ""
    line: int = 0

    @property
    def arity(self) -> int:
        """The number of arguments."""
        return len(self.arguments)

    @property
    def signature(self) -> Signature:
        """The name and the number of arguments."""
        return self.name, len(self.arguments)

    @cached_property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """The kinds of the arguments, each a choice of one or more."""
        return tuple(tuple(argument.split("|")) for argument in self.arguments)

    def __str__(self) -> str:
        return f"{self.name}/{len(self.arguments)}"


def parse_declaration(text: str, file: str = "", line: int = 0) -> Entry:
    """Read one line of vocabulary.

    >>> parse_declaration("%: fluent tapped(object)   {1} is tapped").arguments
    ('object',)
    """
    try:
        found = _DECLARATION.fullmatch(text.strip())
        if found is None:
            raise LudexError(
                f"{quote(text.strip())} declares nothing; expected "
                "'%: KIND name(argument kind, …)  phrase with {1}'"
            )
        kind, name, phrase = found["kind"], found["name"], (found["phrase"] or "").strip()
        if not _KIND.fullmatch(kind):
            raise LudexError(f"{quote(kind)} is not a kind of word; expected lower-case letters")
        if not _NAME.fullmatch(name):
            raise LudexError(f"{quote(name)} cannot be declared; expected a name like_this")
        arguments: tuple[str, ...] = ()
        if found["arguments"] is not None:
            arguments = tuple(part.strip() for part in found["arguments"].split(","))
        for argument in arguments:
            if not all(_KIND.fullmatch(one) for one in argument.split("|")):
                raise LudexError(f"{quote(argument)} is not a kind of argument of {quote(name)}")
        if not phrase:
            raise LudexError(f"{quote(name)} has no phrase; expected the words that say it")
        for place in _PLACEHOLDER.finditer(phrase):
            number = _ARGUMENT.fullmatch(place[1] or "")
            if number is None:
                raise LudexError(f"{quote(place[0])} in a phrase; expected {{1}}, {{2}}, …")
            if int(number[1]) > len(arguments):
                raise LudexError(
                    f"{quote(place[0])} in the phrase of {quote(name)}, "
                    f"which has {_count(len(arguments), 'argument')}"
                )
        if kind in PREDICATES and (name, len(arguments)) == SWITCH:
            raise LudexError("'rule/1' is the predicate of the switches; expected another name")
        if kind in PREDICATES and name == WORD:
            raise LudexError("'word' speaks of all declared words; expected another name")
    except LudexError as error:
        raise error.at(file, line) from None
    return Entry(kind, name, arguments, phrase, file, line)


@record(eq=False)
class Vocabulary:
    """All declared words of a rulebook."""

    entries: Mapping[tuple[str, str, int], Entry] = field(default_factory=dict)

    @staticmethod
    def of(declared: Iterable[Entry]) -> Vocabulary:
        """Collect declarations, and refuse a word that is declared twice or names no kind."""
        entries: dict[tuple[str, str, int], Entry] = {}
        predicates: dict[Signature, Entry] = {}
        for entry in declared:
            key = (entry.kind, entry.name, entry.arity)
            older = entries.get(key)
            if entry.kind in PREDICATES:
                older = predicates.setdefault(entry.signature, entry)
                older = None if older is entry else older
            if older is not None:
                raise LudexError(
                    f"{entry.kind} {quote(str(entry))} is declared a second time; "
                    f"the first is at {older.file}:{older.line}",
                    file=entry.file,
                    line=entry.line,
                )
            entries[key] = entry
        vocabulary = Vocabulary(entries)
        vocabulary._check_argument_kinds()
        return vocabulary

    def entry(self, kind: str, name: str, arity: int) -> Entry | None:
        """Return the declaration of a word of a kind."""
        return self.entries.get((kind, name, arity))

    def any(self, name: str, arity: int) -> Entry | None:
        """Return a declaration of a word of whatever kind, a term before a predicate."""
        found = self.all(name, arity)
        return found[0] if found else None

    def all(self, name: str, arity: int) -> tuple[Entry, ...]:
        """Return every declaration of a word, terms before predicates."""
        return self._by_signature.get((name, arity), ())

    def predicate(self, name: str, arity: int) -> Entry | None:
        """Return the declaration of a predicate, be it derived or an input."""
        return self.predicates.get((name, arity))

    @cached_property
    def predicates(self) -> dict[Signature, Entry]:
        """The predicates, derived and inputs."""
        return {e.signature: e for e in self.entries.values() if e.kind in PREDICATES}

    @cached_property
    def closed(self) -> frozenset[str]:
        """The kinds of which only declared words are valid."""
        return CLOSED_KINDS | {kind for kind, _, _ in self.entries if kind not in PREDICATES}

    @cached_property
    def _by_signature(self) -> dict[Signature, tuple[Entry, ...]]:
        found: dict[Signature, tuple[Entry, ...]] = {}
        for entry in sorted(self.entries.values(), key=lambda e: e.kind in PREDICATES):
            found[entry.signature] = (*found.get(entry.signature, ()), entry)
        return found

    @cached_property
    def words(self) -> dict[str, dict[Signature, Entry]]:
        """The declared terms by kind."""
        found: dict[str, dict[Signature, Entry]] = {kind: {} for kind in self.closed}
        for (kind, name, arity), entry in self.entries.items():
            if kind not in PREDICATES:
                found[kind][name, arity] = entry
        return found

    def unknown_predicate(self, name: str, arity: int) -> str:
        """Return what is wrong with a predicate that is not declared."""
        arities = sorted(a for n, a in self.predicates if n == name)
        if arities:
            return f"predicate {quote(name)} takes {_counts(arities)}, not {arity}"
        words = {n for n, _ in self.predicates}
        return f"unknown predicate {quote(f'{name}/{arity}')}{_meant(name, words)}"

    def unknown_word(self, kinds: tuple[str, ...], name: str, arity: int) -> str:
        """Return what is wrong with a term in a place for declared words of some kinds."""
        wanted = " or ".join(kinds)
        known = {signature for kind in kinds for signature in self.words[kind]}
        shown = quote(f"{name}/{arity}" if arity else name)
        arities = sorted(a for n, a in known if n == name)
        if arities:
            return f"{wanted} {quote(name)} takes {_counts(arities)}, not {arity}"
        others = [e.kind for e in self.all(name, arity) if e.kind not in PREDICATES]
        if others:
            return f"{shown} is declared as {' and '.join(others)}, not as {wanted}"
        return f"unknown {wanted} {shown}{_meant(name, {n for n, _ in known})}"

    def _check_argument_kinds(self) -> None:
        checked = set(self.closed)
        for entry in self.entries.values():
            for kind in (kind for kinds in entry.kinds for kind in kinds if kind not in checked):
                checked.add(kind)
                # An open kind may be any word; one that nearly is a closed kind is a slip
                # that would leave everything in its place unchecked.
                meant = get_close_matches(kind, self.closed, n=1, cutoff=0.8)
                if meant:
                    raise LudexError(
                        f"unknown kind {quote(kind)} of an argument of {quote(str(entry))}; "
                        f"did you mean {quote(meant[0])}?",
                        file=entry.file,
                        line=entry.line,
                    )


def _meant(name: str, words: Iterable[str]) -> str:
    """Return the nearest word only: the list of all would help nobody."""
    meant = nearest(name, words)
    return meant if meant.startswith("; did you mean") else ""


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _counts(arities: list[int]) -> str:
    *others, last = arities
    shown = f"{', '.join(map(str, others))} or {last}" if others else str(last or "no")
    return f"{shown} argument{'' if arities == [1] else 's'}"
