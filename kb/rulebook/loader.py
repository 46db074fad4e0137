"""From the text of a file to its vocabulary, its headers and the statements below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NoReturn

from clingo import Control, MessageCode
from clingo.ast import AST, ASTType, parse_string

from kb.errors import LudexError
from kb.records import record
from kb.rulebook.checks import Checker
from kb.rulebook.halls import unfolded
from kb.rulebook.header import Label, parse_header
from kb.rulebook.source import Source, without_comments
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import WORD, Entry, parse_declaration

_MESSAGE = re.compile(
    r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: (?P<level>error|warning|info|note): "
    r"(?P<text>.*)",
    re.DOTALL,
)
_GOES_ON = "%:    "  # vocabulary that goes on from the line above
_UNSAFE = re.compile(r"note: ('\w+') is unsafe")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|(?P<comment>%[^\n]*)')


@record
class Block:
    """A header and the lines below it, up to the next empty line or header."""

    label: Label
    first: int
    last: int


@record
class Layout:
    """What a file consists of, before its statements are parsed."""

    source: Source
    core: bool
    hall: bool
    entries: tuple[Entry, ...]
    blocks: tuple[Block, ...]


@record
class Message:
    """One message of clingo, with its place taken apart."""

    line: int | None
    column: int | None
    text: str


def read_layout(
    source: Source, *, core: bool = False, hall: bool = False, overlay: bool = False
) -> Layout:
    """Find the vocabulary and the headers of a file."""
    entries: list[Entry] = []
    blocks: list[Block] = []
    lines = source.lines
    label: Label | None = None
    first = 0
    number = 0

    def close(last: int) -> None:
        nonlocal label
        if label is not None:
            if first > last and not label.repeals and not label.hall:
                raise _empty(source, label)
            blocks.append(Block(label, first, last))
        label = None

    while number < len(lines):
        text = lines[number].strip()
        number += 1
        if text.startswith("%!"):
            close(number - 1)
            begin = number
            while number < len(lines) and lines[number].lstrip().startswith("%!"):
                number += 1
            header = lines[begin - 1 : number]
            label = parse_header(header, source.name, begin, overlay=overlay)
            if hall and label.defines is None:
                raise source.error(
                    "a number in a hall; expected '%! define NAME': each game has its own", begin
                )
            first = number + 1
        elif text.startswith("%:"):
            if label is not None:
                raise source.error("vocabulary within a block; an empty line ends a block", number)
            declared, begin = text, number
            while number < len(lines) and lines[number].startswith(_GOES_ON):
                declared += " " + lines[number].removeprefix(_GOES_ON).strip()
                number += 1
            entries.append(parse_declaration(declared, source.name, begin))
        elif not text:
            close(number - 1)
        elif ("%!" in text or "%:" in text) and (column := _comment_behind(lines[number - 1])):
            raise source.error(
                "a header or vocabulary behind other text; it stands on a line of its own",
                number,
                column,
            )
    close(number)
    return Layout(source, core, hall, tuple(entries), tuple(blocks))


def read_statements(
    layout: Layout, checker: Checker, stated: Mapping[str, Sequence[Label]] | None = None
) -> Iterator[Statement]:
    """Parse and check the statements of a file, in their order.

    Parameters
    ----------
    layout : Layout
    checker : Checker
    stated : mapping of str to sequence of Label, optional
        The headers of a game under which blocks of a hall stand, by the names of the blocks.
    """
    source = layout.source
    starts = [block.first for block in layout.blocks]
    lines = source.lines
    used: set[int] = set()
    for tree in parse(source):
        kind = tree.ast_type
        if kind in (ASTType.Comment, ASTType.Program):  # the parser begins with a program part
            continue
        begin, end = tree.location.begin, tree.location.end
        index = bisect_right(starts, begin.line) - 1
        block = layout.blocks[index] if index >= 0 else None
        if block is None or begin.line > block.last:
            raise source.error(
                "a statement without a header; expected '%! NUMBER [PERIOD]' or "
                "'%! define NAME' directly above its block",
                begin.line,
                begin.column,
            )
        if end.line > block.last:
            raise source.error("a statement with an empty line or a header inside", begin.line)
        if block.label.repeals:
            raise source.error("a statement below 'repeals'; expected 'replaces'", begin.line)
        used.add(index)
        labels = (stated or {}).get(block.label.defines or "", (block.label,))
        if kind == ASTType.Minimize:
            text = str(tree)  # its place is that of one weight, within the braces
        else:
            text = _slice(lines, begin.line, begin.column, end.line, end.column)
        exact = True  # whether a message may name a column of the text as it stands
        try:
            trees = unfolded(tree, checker.vocabulary) if f"{WORD}(" in text else (tree,)
            meanings = [(meant, text if meant is tree else str(meant)) for meant in trees]
            for label in labels:
                for meant, meaning in meanings:
                    exact = meant is tree
                    code = without_comments(meaning)
                    uses = checker.check(meant, label, core=layout.core, text=code)
                    yield Statement(
                        meaning,
                        label,
                        source.name,
                        source.origin or begin.line,
                        meant.ast_type == ASTType.Rule,
                        frozenset(uses.heads),
                        frozenset(uses.bodies),
                    )
        except LudexError as error:
            column = error.column if exact and not source.origin else None
            raise error.at(source.name, source.origin or error.line, column) from None
    for index, block in enumerate(layout.blocks):
        if index not in used and not block.label.repeals and not block.label.hall:
            raise _empty(source, block.label)


def parse(source: Source) -> list[AST]:
    """Return the syntax trees of a text, or raise the first message of the parser."""
    trees: list[AST] = []
    messages: list[str] = []

    def log(_: MessageCode, message: str) -> None:
        messages.append(message)

    try:
        parse_string(source.text, trees.append, logger=log)
    except RuntimeError as error:
        messages.append(str(error))
    if messages:
        _raise_first(source, messages)
    return trees


def check_safe(statements: Iterable[Statement]) -> None:
    """Refuse a statement with a variable that no condition binds; nothing is grounded for that."""
    for statement in statements:
        messages: list[str] = []

        def log(_: MessageCode, text: str, found: list[str] = messages) -> None:
            found.append(text)

        control = Control(logger=log)
        try:
            control.add("unused", [], statement.code)
            control.ground([])
        except RuntimeError:
            said = read_message(messages[0]) if messages else Message(None, None, "")
            raise LudexError(
                said.text, file=statement.file, line=statement.line + (said.line or 1) - 1
            ) from None


def read_message(message: str) -> Message:
    """Take a message of clingo apart.

    >>> read_message("<string>:3:1-2: error: syntax error, unexpected EOF\\n")
    Message(line=3, column=1, text='syntax error, unexpected EOF')
    """
    found = _MESSAGE.match(message)
    if found is None:
        return Message(None, None, _one_line(message))
    return Message(int(found["line"]), int(found["column"]), _one_line(found["text"]))


def _empty(source: Source, label: Label) -> LudexError:
    return source.error("a header without statements; they follow directly below it", label.line)


def _comment_behind(line: str) -> int | None:
    """Return the column of a header or a vocabulary line that stands behind a statement."""
    for found in _STRING_OR_COMMENT.finditer(line):
        if found["comment"]:
            at = found.start()
            return at + 1 if at and found["comment"].startswith(("%!", "%:")) else None
    return None


def _raise_first(source: Source, messages: Sequence[str]) -> NoReturn:
    first = read_message(messages[0])
    raise LudexError(first.text, file=source.name, line=first.line, column=first.column)


def _one_line(text: str) -> str:
    if unsafe := _UNSAFE.findall(text):
        return f"nothing in the body says what {' and '.join(unsafe)} is (unsafe variable)"
    return " ".join(line.strip() for line in text.strip().splitlines())


def _slice(lines: Sequence[str], line: int, column: int, last: int, end: int) -> str:
    """Return the text between two places; columns count characters from 1."""
    if line == last:
        return lines[line - 1][column - 1 : end - 1]
    inner = lines[line : last - 1]
    return "\n".join([lines[line - 1][column - 1 :], *inner, lines[last - 1][: end - 1]])
