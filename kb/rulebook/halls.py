"""Halls: what several games state alike, stated once, and taken up by a game that names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import yaml
from clingo.ast import AST, ASTType, Function, Sign, Transformer, Variable

from kb.errors import LudexError, nearest, quote
from kb.rulebook.edition import root_of
from kb.rulebook.header import Label
from kb.rulebook.source import HALLS
from kb.rulebook.vocabulary import WORD, Vocabulary


def halls_of(path: Path, shown: str, known: Sequence[str]) -> tuple[str, ...]:
    """Read the key ``halls`` of a game's file, and refuse a hall that is not there."""
    root = root_of(path, shown) if path.is_file() else None
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    for key, value in pairs:
        if key.value == HALLS:
            return tuple(dict.fromkeys(_halls(value, shown, known)))
    return ()


def _halls(node: yaml.Node, file: str, known: Sequence[str]) -> Iterator[str]:
    if not isinstance(node, yaml.SequenceNode):
        line = node.start_mark.line + 1
        raise LudexError("'halls' is no list; expected [words, targets, …]", file=file, line=line)
    for one in node.value:
        name = str(one.value)
        if name not in known:
            line, column = one.start_mark.line + 1, one.start_mark.column + 1
            message = f"unknown hall {quote(name)}{nearest(name, known)}"
            raise LudexError(message, file=file, line=line, column=column)
        yield name


def stated(hall: Iterable[Label], own: Iterable[Label]) -> dict[str, list[Label]]:
    """Return under which headers of a game each block of its halls stands.

    A block that no header of the game names stands under its own, as a definition. One that a
    header names (``hall: NAME``) states that header's rule, on its days and under its readings.
    """
    blocks = {label.defines: label for label in hall}
    found: dict[str, list[Label]] = {}
    for label in own:
        for name in label.hall:
            if name not in blocks:
                raise LudexError(
                    f"no hall of the game has a block {quote(name)}"
                    f"{nearest(name, filter(None, blocks))}",
                    file=label.file,
                    line=label.line,
                )
            found.setdefault(name, []).append(label)
    return found


def unfolded(statement: AST, vocabulary: Vocabulary) -> Iterator[AST]:
    """Yield a statement once for each declared word that it speaks of.

    ``word(fluent,F,object,X)`` in a body means: F is any declared fluent, and X any of its
    arguments that is an object; ``word(instruction,I)``: I is any declared instruction.
    """
    body = list(getattr(statement, "body", ()))
    for place, literal in enumerate(body):
        if _is_word(literal):
            rest = statement.update(body=[*body[:place], *body[place + 1 :]])
            for meant in _meanings(literal.atom.symbol, vocabulary):
                yield from unfolded(_Meaning(meant).visit(rest), vocabulary)
            return
    yield statement


def _is_word(literal: AST) -> bool:
    return (
        literal.ast_type == ASTType.Literal
        and literal.sign == Sign.NoSign
        and literal.atom.ast_type == ASTType.SymbolicAtom
        and literal.atom.symbol.ast_type == ASTType.Function
        and literal.atom.symbol.name == WORD
    )


def _meanings(symbol: AST, vocabulary: Vocabulary) -> Iterator[Mapping[str, AST]]:
    """Yield what the variables of ``word(KIND,WORD)`` or ``word(KIND,WORD,KIND,ARGUMENT)`` mean."""
    terms = symbol.arguments
    if len(terms) not in (2, 4) or any(t.ast_type != ASTType.Variable for t in terms[1::2]):
        begin = symbol.location.begin
        raise LudexError(
            f"found {quote(str(symbol))}; expected word(KIND,T), or word(KIND,T,KIND,X) for a "
            "word T and its argument X",
            line=begin.line,
            column=begin.column,
        )
    here = symbol.location
    kind, name = str(terms[0]), terms[1].name
    if kind not in vocabulary.closed:
        raise LudexError(
            f"unknown kind {quote(kind)} of word{nearest(kind, sorted(vocabulary.closed))}",
            line=here.begin.line,
            column=here.begin.column,
        )
    for entry in vocabulary.entries.values():
        if entry.kind != kind:
            continue
        arguments = [Variable(here, f"{name}{place}") for place in range(1, entry.arity + 1)]
        word = Function(here, entry.name, arguments, False)
        if len(terms) == 2:
            yield {name: word}
            continue
        for place, kinds in enumerate(entry.kinds):
            if str(terms[2]) in kinds:
                yield {name: word, terms[3].name: arguments[place]}


class _Meaning(Transformer):
    """Puts terms in the place of variables."""

    def __init__(self, meant: Mapping[str, AST]) -> None:
        self._meant = meant

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
        return self._meant.get(node.name, node)
