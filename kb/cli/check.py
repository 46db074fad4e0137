"""``ludex check``: whether a scenario file makes sense, without answering it."""

from __future__ import annotations

from kb.checking import check_file
from kb.cli import options
from kb.cli.output import console, print_json
from kb.errors import escape


def check(
    file: options.ScenarioFile, _store: options.Store = None, json: options.Json = False
) -> None:
    """Read a scenario file without answering it.

    Its form, its names, its board and the rules that it pins are checked; the first thing that is
    wrong is told with its line and column.
    """
    found = [
        {
            "name": name,
            "game": situation.game.name,
            "date": str(situation.date),
            "edition": situation.edition.text,
            "questions": len(situation.questions),
        }
        for name, situation in check_file(file)
    ]
    if json:
        print_json({"file": str(file), "scenarios": found})
        return
    out = console()
    for row in found:
        questions = "1 question" if row["questions"] == 1 else f"{row['questions']} questions"
        out.print(f"{escape(str(row['name']))}: {questions}, {row['date']} ({row['edition']})")
