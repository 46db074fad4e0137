"""Statements in force as the text of one program, and the way back from its lines to the files."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import date

from kb.errors import escape
from kb.records import record
from kb.rulebook.header import Label
from kb.rulebook.statement import Statement, switch
from kb.rulebook.vocabulary import Vocabulary


@record(eq=False)
class ProgramText:
    """The text of a program, and which statement begins in which of its lines."""

    text: str
    lines: tuple[int, ...]
    statements: tuple[Statement, ...]

    def place(self, line: int) -> tuple[str, int] | None:
        """Return the file and the line where a line of the program is written."""
        index = bisect_right(self.lines, line) - 1
        if index < 0:
            return None
        statement, offset = self.statements[index], line - self.lines[index]
        if offset > statement.text.count("\n"):
            return None
        return statement.file, statement.line + offset


def program_text(
    statements: Iterable[Statement],
    vocabulary: Vocabulary,
    *,
    switches: bool = False,
    comments: bool = False,
    day: date | None = None,
) -> ProgramText:
    """Write statements down as one program.

    Parameters
    ----------
    statements : iterable of Statement
        The statements in force.
    vocabulary : Vocabulary
        The declared words; every predicate of it counts as defined.
    switches : bool
        Give every statement of a numbered rule its switch as one more condition.
    comments : bool
        Write above each block what its header says.
    day : date, optional
        The day whose numbers the comments give; those of the text that stated a rule first,
        unless given.
    """
    out: list[str] = []
    begins: list[int] = []
    placed = tuple(statements)
    line = 1
    above: Label | None = None
    for statement in placed:
        if comments and statement.label is not above:
            above = statement.label
            heading = [""] if out else []
            heading += header_comments(above, day)
            out += heading
            line += len(heading)
        text = statement.switched if switches else statement.code
        begins.append(line)
        out.append(text)
        line += text.count("\n") + 1
    if comments:
        out += ["", "% The declared predicates, and the switches of the rules."]
    if switches:
        ids = dict.fromkeys(s.label.id for s in placed if s.switchable)
        out += (f"#external {switch(identifier)}." for identifier in ids)
    out += (f"#defined {name}/{arity}." for name, arity in sorted(vocabulary.predicates))
    return ProgramText("\n".join(out) + "\n", tuple(begins), placed)


def header_comments(label: Label, day: date | None = None) -> Sequence[str]:
    """Return what a header says, as comments, with the numbers of a day if one is given."""
    numbers = label.numbers if day is None else label.numbers_on(day)
    first = f"define {label.defines}" if label.defines else ", ".join(numbers)
    period = "" if label.defines else f"  [{label.period}]"
    source = [f"% source: {escape(label.source)}"] if label.source else []
    readings = [f"% {gap}: {reading}" for gap, reading in label.readings]
    return [f"% {first}{period}", *readings, *source, f"% {escape(label.sentence)}"]
