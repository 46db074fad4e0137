"""The names of a scenario, as proofs ask for them."""

from __future__ import annotations

import pytest
from clingo import parse_term

from kb.proof.naming import naming
from kb.scenario import Names


@pytest.mark.parametrize(
    ("term", "said"),
    [
        ("anna", "Anna"),
        ("jace_beleren", "Jace Beleren"),
        ("obj(old_jace,2)", "old Jace"),
        ("obj(nobody,2)", None),
        ("ab(jace_beleren,1)", "the +2 ability of Jace Beleren"),
        ("main1", "main phase"),
        ("other", None),
        ("f(anna)", None),
        ("7", None),
        ('"text"', None),
    ],
)
def test_naming(term, said):
    names = Names(
        players={parse_term("anna"): "Anna"},
        cards={parse_term("jace_beleren"): "Jace Beleren"},
        handles={parse_term("old_jace"): "old Jace"},
        terms={parse_term("ab(jace_beleren,1)"): "the +2 ability of Jace Beleren"},
        words={parse_term("main1"): "main phase"},
    )
    assert naming(names)(parse_term(term)) == said
