"""The mutants of a statement, and a case that catches one; ``tests/mutate.py`` tries many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb import load_rulebook
from kb.rulebook import Rulebook
from kb.scenario import expanded, load_scenario
from tests.mutants import CORE, FAMILIES, Mutant, changed, mutants, sample
from tests.mutate import CAUGHT, EQUAL, IDLE, RULINGS, Cases, outcome, play, read

FILE = RULINGS / "altered" / "steps-of-an-effect.yaml"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook("altered")


@pytest.fixture(scope="module")
def resupply(book: Rulebook) -> Cases:
    case = next(one for one in expanded(load_scenario(FILE)) if one.name.endswith("Resupply"))
    played = play(case, book, str(FILE))
    assert played is not None
    return Cases([read(played)], frozenset())


def mutant(book: Rulebook, words: str, family: str, number: int = 0) -> Mutant:
    one = next(each for each in book.statements if words in each.text)
    made = list(mutants(one, family))[number]
    return Mutant(one.file, one.line, family, {one.code: made})


def test_a_statement_has_mutants_of_every_family(book: Rulebook) -> None:
    statement = next(one for one in book.statements if "resupply(R)" in one.text)
    made = {family: list(mutants(statement, family)) for family in FAMILIES}
    assert all(made.values())
    assert all(text != statement.code for texts in made.values() for text in texts)


def test_a_rulebook_with_a_mutant_differs_in_its_statement(book: Rulebook) -> None:
    texts = mutant(book, "resupply(R)", "drop").of(book)
    other = changed(book, texts)
    pairs = zip(book.statements, other.statements, strict=True)
    assert {n: new.text for n, (old, new) in enumerate(pairs) if new is not old} == texts


def test_a_sample_is_drawn_by_its_seed_and_none_twice() -> None:
    drawn = sample("altered", 30, 7)
    assert drawn == sample("altered", 30, 7)
    assert len({str(one) for one in drawn}) == 30
    assert {Path(one.file).parts[1] for one in sample(CORE, 30, 7)} == {"core", "halls"}


def test_a_mutant_is_caught_by_a_case_whose_answer_it_changes(
    book: Rulebook, resupply: Cases
) -> None:
    found = outcome(mutant(book, "resupply(R)", "drop"), {"altered": book}, {"altered": resupply})
    assert found == (CAUGHT, resupply.played[0].name)


def test_a_mutant_that_no_case_fires_survives(book: Rulebook, resupply: Cases) -> None:
    found = outcome(mutant(book, "slot(rush(P))", "drop"), {"altered": book}, {"altered": resupply})
    assert found[0] == IDLE


def test_what_other_statements_say_as_well_is_equal(book: Rulebook) -> None:
    one = next(each for each in book.statements if "resupply(R)" in each.text)
    twice = replace(book, statements=(*book.statements, replace(one, line=0)))
    said = mutant(book, "resupply(R)", "drop")
    assert outcome(said, {"altered": twice}, {"altered": Cases([], frozenset())})[0] == EQUAL
    assert outcome(said, {"altered": book}, {"altered": Cases([], frozenset())})[0] == IDLE


def test_a_step_that_waits_in_the_same_place_is_equal(book: Rulebook) -> None:
    said = mutant(book, "wants(5,over)", "move a number", 1)
    assert next(iter(said.changes.values())).startswith("wants(6,over)")
    assert outcome(said, {"altered": book}, {"altered": Cases([], frozenset())})[0] == EQUAL
