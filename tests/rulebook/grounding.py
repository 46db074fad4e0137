"""Whether clingo has nothing to say about the rules of any day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import product

import clingo

from kb.errors import LudexError
from kb.rulebook.loader import read_message
from kb.rulebook.program import ProgramText
from kb.rulebook.rulebook import Rulebook


def check_grounding(
    rulebook: Rulebook, facts: str = "", days: Sequence[date] = (), *, others: bool = True
) -> int:
    """Ground the rules of some days under every reading, each set of them once.

    The newest are grounded with their switches, too.

    Parameters
    ----------
    rulebook : Rulebook
        The rules.
    facts : str
        Facts to ground them with: some warnings come only when a rule applies.
    days : sequence of date, optional
        Without them, every day on which something changes.
    others : bool
        Whether readings are tried that are not taken by default.

    Returns
    -------
    int
        How many sets of rules there are.

    Raises
    ------
    LudexError
        At the first message of clingo, be it an error, a warning or a note.
    """
    checked: set[int] = set()
    gaps = rulebook.gaps.gaps.values() if others else ()
    tried = [{gap.name: reading} for gap in gaps for reading in gap.readings]
    for day, readings in product(days or rulebook.days_of_change, tried or [{}]):
        view = rulebook.on(day, readings)
        plain = view.text()
        if id(plain) in checked:  # days with the same rules share the text
            continue
        checked.add(id(plain))
        _ground(plain, facts)
    _ground(view.text(switches=True), facts)
    return len(checked)


def _ground(program: ProgramText, facts: str) -> None:
    messages: list[str] = []

    def log(_: clingo.MessageCode, message: str) -> None:
        messages.append(message)

    control = clingo.Control(logger=log, message_limit=1)
    try:
        # One text, so that every line that a message names is a line of it.
        control.add("base", [], program.text + facts)
        control.ground([("base", [])])
    except RuntimeError as error:
        messages.append(str(error))
    if messages:
        first = read_message(messages[0])
        place = None if first.line is None else program.place(first.line)
        file, line = place or (None, None)
        raise LudexError(first.text, file=file, line=line)
