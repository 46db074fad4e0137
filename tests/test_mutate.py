"""The mutants of a statement, and a case that catches one; ``tests/mutate.py`` tries many."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

from kb import load_rulebook

MADE = runpy.run_path(str(Path(__file__).with_name("mutate.py")))


def test_mutants_of_every_family_and_a_case_that_catches_one() -> None:
    book = load_rulebook("altered")
    place = next(n for n, one in enumerate(book.statements) if "resupply(R)" in one.text)
    statement = book.statements[place]
    made = {family: list(MADE["mutants"](statement, family)) for family in MADE["FAMILIES"]}
    assert all(made.values())
    assert all(text != statement.code for texts in made.values() for text in texts)
    dropped = MADE["with_statement"](book, place, made["drop"][0])
    assert dropped.statements[place].text == made["drop"][0]
    assert book.statements[place] is statement
    files = [Path(MADE["RULINGS"]) / "altered" / "steps-of-an-effect.yaml"]
    cases = MADE["cases_for"](statement, files, random.Random(1))
    about_it = (one for one in cases if one.name.endswith("Resupply"))
    assert MADE["caught_by"](dropped, about_it)
