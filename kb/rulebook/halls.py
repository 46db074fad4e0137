"""Halls: what several games state alike, stated once, and taken up by a game that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import yaml
from clingo.ast import AST, ASTType, Sign, parse_string

from kb.errors import LudexError, nearest, quote
from kb.rulebook.edition import root_of
from kb.rulebook.header import Label
from kb.rulebook.source import HALLS
from kb.rulebook.vocabulary import WORD, Vocabulary

_VARIABLE = re.compile(r"""(?<![\w'])_*[A-Z][\w']*|"(?:\\.|[^"\\])*\"""")
"""A variable, or a string, in which there is none."""


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
            rest = str(statement.update(body=[*body[:place], *body[place + 1 :]]))
            meanings = _meanings(literal.atom.symbol, vocabulary)
            texts = [_VARIABLE.sub(partial(_meant, meaning), rest) for meaning in meanings]
            trees: list[AST] = []
            # Messages name the line on which the statement begins.
            above = "\n" * (statement.location.begin.line - 1)
            parse_string(above + " ".join(texts), trees.append)
            for text, tree in zip(texts, trees[1:], strict=True):  # the first begins the program
                yield from unfolded(tree, vocabulary) if f"{WORD}(" in text else (tree,)
            return
    yield statement


def _meant(meaning: Mapping[str, str], found: re.Match[str]) -> str:
    return meaning.get(found[0], found[0])


def _is_word(literal: AST) -> bool:
    return (
        literal.ast_type == ASTType.Literal
        and literal.sign == Sign.NoSign
        and literal.atom.ast_type == ASTType.SymbolicAtom
        and literal.atom.symbol.ast_type == ASTType.Function
        and literal.atom.symbol.name == WORD
    )


def _meanings(symbol: AST, vocabulary: Vocabulary) -> Iterator[Mapping[str, str]]:
    """Yield what the variables of ``word(KIND,WORD)`` or ``word(KIND,WORD,KIND,ARGUMENT)`` mean."""
    terms = symbol.arguments
    begin = symbol.location.begin
    if len(terms) not in (2, 4) or any(t.ast_type != ASTType.Variable for t in terms[1::2]):
        raise LudexError(
            f"found {quote(str(symbol))}; expected word(KIND,T), or word(KIND,T,KIND,X) for a "
            "word T and its argument X",
            line=begin.line,
            column=begin.column,
        )
    kind, name = str(terms[0]), terms[1].name
    if kind not in vocabulary.closed:
        raise LudexError(
            f"unknown kind {quote(kind)} of word{nearest(kind, sorted(vocabulary.closed))}",
            line=begin.line,
            column=begin.column,
        )
    for entry in vocabulary.entries.values():
        if entry.kind != kind:
            continue
        arguments = [f"{name}{place}" for place in range(1, entry.arity + 1)]
        word = f"{entry.name}({','.join(arguments)})" if arguments else entry.name
        if len(terms) == 2:
            yield {name: word}
            continue
        for place, kinds in enumerate(entry.kinds):
            if str(terms[2]) in kinds:
                yield {name: word, terms[3].name: arguments[place]}
