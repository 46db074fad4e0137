"""``ludex check``: whether a scenario file makes sense, without answering it."""

from __future__ import annotations

from kb.answers.asked import CheckAnswer
from kb.checking import check_file
from kb.cli import options
from kb.cli.output import console, print_answer
from kb.errors import escape


def check(
    file: options.ScenarioFile, _store: options.Store = None, json: options.Json = False
) -> None:
    """Read a scenario file without answering it.

    Its form, its names, its board and the rules that it pins are checked; the first thing that is
    wrong is told with its line and column.
    """
    found = [situation for _, situation in check_file(file)]
    if json:
        print_answer(CheckAnswer, {"file": file, "scenarios": found})
        return
    out = console()
    for one in found:
        count = len(one.questions)
        questions = "1 question" if count == 1 else f"{count} questions"
        out.print(f"{escape(one.name)}: {questions}, {one.date} ({one.edition.text})")
