"""The statements of a rule while it is changed by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo import Function, Number, Symbol
from clingo.ast import AST, ASTType, SymbolicTerm, Transformer, parse_string

from kb.errors import closest, quote
from kb.records import record
from kb.rulebook.header import Label
from kb.rulebook.phrases import Phrases
from kb.rulebook.source import Source
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import Vocabulary

_TO = re.compile(r" to ")
_NUMBER = re.compile(r"-?\d{1,9}")
_WORD = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_-]+)*")
_CONSTANT = re.compile(r"\b[a-z][a-z0-9_]*\b(?!\()")
_INNERMOST = re.compile(r"\b([a-z][a-z0-9_]*)\(([^()]*)\)")
VARIABLE = re.compile(r"\b[A-Z][A-Za-z0-9_]*")

SEEKER = "seeker"
"""The kind of an argument that says who looks for something. What is concluded only where somebody
looks for it is looked for by a rule, too, that has got it for a condition.
"""


@record
class Stated:
    """A rule as the rulebook states it."""

    label: Label
    statements: tuple[Statement, ...]


@dataclass
class Edit:
    """A change of one condition or word, and the place that is said for it."""

    key: str
    text: str
    line: int
    where: str = ""


@record
class RuleWords:
    """The words of the rules' statements.

    Attributes
    ----------
    all : frozenset of str
    beside : mapping of str to set of str
        Those that stand in the parentheses of each name.
    declared : frozenset of str
        The terms that are declared.
    sought : mapping of str to str
        The predicates that are concluded only where somebody looks, each with how to look for it.
    """

    all: frozenset[str]
    beside: Mapping[str, set[str]]
    declared: frozenset[str]
    sought: Mapping[str, str]

    @staticmethod
    def of(vocabulary: Vocabulary, rules: Sequence[Stated]) -> RuleWords:
        """Collect the words of some rules."""
        codes = [each.code for rule in rules for each in rule.statements]
        beside: dict[str, set[str]] = {}
        for name, inside in (found for code in codes for found in _INNERMOST.findall(code)):
            beside.setdefault(name, set()).update(_CONSTANT.findall(inside))
        declared = {entry.name for entry in vocabulary.entries.values()}
        words = frozenset(word for code in codes for word in _CONSTANT.findall(code))
        sought = dict(_sought(vocabulary, rules))
        return RuleWords(words, beside, frozenset(declared), sought)

    def wrong_in(self, condition: str) -> str:
        """Return what is wrong with a condition that no rule could meet; nothing, if it could."""
        for word in _CONSTANT.findall(condition):
            meant = None if word in self.all else closest(word, self.all)
            if meant is not None:
                spoken = quote(word.replace("_", " "))
                return f"no rule speaks of {spoken}; did you mean {quote(meant)}?"
        for name, inside in _INNERMOST.findall(condition):
            beside = self.beside.get(name, set())
            for word in _CONSTANT.findall(inside) if beside else ():
                # Another word of the rules, which never stands there, makes it never so.
                if word in self.declared - beside:
                    return f"no rule says that anything is {quote(word)}{_known(beside)}"
        return ""


def _sought(vocabulary: Vocabulary, rules: Sequence[Stated]) -> Iterator[tuple[str, str]]:
    """Yield the predicates that are concluded only where anybody looks, each with how to look."""
    for entry in vocabulary.predicates.values():
        others = [kind for kind in entry.arguments if kind != SEEKER]
        if len(others) == entry.arity or any((k, 1) not in vocabulary.predicates for k in others):
            continue
        places = (r"\s*_\s*" if kind == SEEKER else "[^(),]+" for kind in entry.arguments)
        anybody = re.compile(rf"\b{entry.name}\({','.join(places)}\)")
        own = {kind: f"X{place}" for place, kind in enumerate(others)}
        body = ", ".join(f"{kind}({variable})" for kind, variable in own.items())
        said = ",".join(own.get(kind, "changed") for kind in entry.arguments)
        for statement in (each for rule in rules for each in rule.statements):
            if anybody.search(statement.code):
                for name, _ in statement.heads:
                    yield name, f"{entry.name}({said}){' :- ' if body else ''}{body}."


def _known(words: set[str]) -> str:
    return f" in this way; expected one such as {', '.join(sorted(words)[:EXAMPLES])}"


EXAMPLES = 6
"""How many words are named that stand where one does not."""


class Amended:
    """A statement that is being changed."""

    def __init__(
        self,
        statement: Statement,
        phrases: Phrases,
        usual: Callable[[str], int],
        words: RuleWords | None = None,
        new: frozenset[str] = frozenset(),
    ) -> None:
        self.rule = statement.ast
        self.kept = True
        self.sought: list[str] = []
        self._statement = statement
        self._phrases = phrases
        self._usual = usual
        self._words = words
        self._new = new

    @property
    def text(self) -> str:
        """The statement as it is now; one that has not changed, as it was written."""
        same = self.rule == self._statement.ast
        return self._statement.code if same else str(self.rule)

    @property
    def parts(self) -> list[AST]:
        """The conclusion and the conditions."""
        if self.rule.ast_type != ASTType.Rule:
            return []
        return [self.rule.head, *self.rule.body]

    def has(self, where: str) -> bool:
        """Return whether it has such a part; any has where none is said."""
        return not where or where in map(self._phrases.said, self.parts)

    def edited(self, edit: Edit, source: Source) -> bool:
        """Make a change, and return whether there was something to change."""
        if not self.parts:
            return False
        if edit.key == "drop" and self._phrases.said(self.rule.head) == edit.text:
            self.kept = False
            return True
        if edit.key == "drop":
            body = [each for each in self.rule.body if self._phrases.said(each) != edit.text]
            dropped = len(body) < len(self.rule.body)
            self.rule = self.rule.update(body=body)
            return dropped
        if edit.key == "change":
            return self._changed(edit, source)
        variables = self._new.union(VARIABLE.findall(str(self.rule)))
        found = self._phrases.conditions(edit.text, variables)
        text = max(found, key=self._usual, default=edit.text)
        wrong = self._words.wrong_in(text) if found and self._words is not None else ""
        if wrong:
            more = self._phrases.with_words_of(edit.text)
            stop = "." if more and not wrong.endswith("?") else ""
            raise source.error(f"{wrong}{stop}{more}", edit.line)
        if not found and not set(VARIABLE.findall(text)) <= variables:
            return False
        literal = _condition(text)
        if literal is None:
            return False
        name = text.removeprefix("not ").partition("(")[0]
        if self._words is not None and name in self._words.sought:
            self.sought.append(self._words.sought[name])
        self.rule = self.rule.update(body=[*self.rule.body, literal])
        return True

    def _changed(self, edit: Edit, source: Source) -> bool:
        pairs = list(_pairs(edit.text))
        if not pairs:
            message = f"{quote(edit.text)} after 'change:'; expected two numbers or words"
            raise source.error(f"{message}, such as '3 to 2'", edit.line)
        # Where 'to' belongs to a word, more than one place may part the two.
        for old, new in pairs:
            if self._exchanged(_Changed(old, new), edit.where):
                wrong = self._words.wrong_in(str(new)) if self._words is not None else ""
                if wrong:
                    raise source.error(wrong, edit.line)
                return True
        return False

    def _exchanged(self, change: _Changed, where: str) -> bool:
        head, *body = [
            change.visit(part) if not where or self._phrases.said(part) == where else part
            for part in self.parts
        ]
        self.rule = self.rule.update(head=head, body=body)
        return change.count > 0


class _Changed(Transformer):
    """Puts one number or word in the place of another."""

    def __init__(self, old: Symbol, new: Symbol) -> None:
        self.count = 0
        self._old = old
        self._new = new

    def visit_SymbolicTerm(self, node: AST) -> AST:  # noqa: N802 - clingo's own way
        """Replace the term, if it is the one."""
        if node.symbol != self._old:
            return node
        self.count += 1
        return SymbolicTerm(node.location, self._new)


def _symbol(text: str) -> Symbol | None:
    """Return a number, or a word as rules write it; None if it is neither."""
    if _NUMBER.fullmatch(text):
        return Number(int(text))
    word = text.lower()
    return Function(re.sub("[ -]", "_", word)) if _WORD.fullmatch(word) else None


def _pairs(text: str) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield the numbers or words before and behind a 'to', wherever one stands."""
    for found in _TO.finditer(text):
        old, new = _symbol(text[: found.start()]), _symbol(text[found.end() :])
        if old is not None and new is not None:
            yield old, new


def _condition(text: str) -> AST | None:
    """Return program text as a condition; None if it is none."""
    if not re.fullmatch(r"[A-Za-z0-9_(),.<>=!+*/ -]*", text) or re.search(r"\.(?!\.)", text):
        return None
    found: list[AST] = []
    try:
        parse_string(f":- {text}.", found.append, logger=lambda *_: None)
    except RuntimeError:
        return None
    body: Sequence[AST] = found[-1].body if found[-1].ast_type == ASTType.Rule else []
    return body[0] if len(body) == 1 else None
