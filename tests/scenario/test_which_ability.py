"""Which ability is meant, where a card's text is known: what is none is refused in one line."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from kb.questions import situate
from kb.scenario import expanded, read_scenario

HERALD = r"""
game: fftcg
cards:
  - name: Herald
    type: forward
    elements: [fire]
    text: "Brave\nWhen Herald enters the field or attacks, draw 1 card.\n{Dull}: Draw 1 card.\n\
      Loud Call {S}{1}: Draw 2 cards.\n{2}: Bend an odd Forward."
players: {A: {field: [Herald]}}
do: [{use: Herald, by: A, ability: WANTED}]
"""
USABLE = "3 ('{Dull}'), 4 ('Loud Call {S}{1}') or 5 ('{2}')"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("2", f"unknown ability '2' of 'Herald'; expected {USABLE}"),
        ("shout", f"unknown ability 'shout' of 'Herald'; expected {USABLE}"),
        (
            "5",
            "unknown ability '5' of 'Herald' that Ludex knows of: "
            "it does not carry out '{2}: Bend an odd Forward.'",
        ),
        ("draw", "'draw' stands in 2 abilities; expected 3 ('{Dull}') or 4 ('Loud Call {S}{1}')"),
    ],
)
def test_what_is_no_ability_is_refused(wanted: str, expected: str) -> None:
    (case,) = expanded(read_scenario(HERALD.replace("WANTED", wanted), "f.yaml"))
    with pytest.raises(LudexError) as caught:
        situate(case.scenario)
    assert caught.value.message == expected


@pytest.mark.parametrize(
    ("said", "told"),
    [("", "has several abilities"), (", ability: '{Dull}'", "has several '{Dull}'")],
)
def test_what_may_as_well_mean_what_is_not_carried_out_is_refused(said: str, told: str) -> None:
    text = HERALD.replace("{2}: Bend", "{Dull}: Bend").replace("Loud Call {S}{1}: Draw 2", "Draw 2")
    (case,) = expanded(read_scenario(text.replace(", ability: WANTED", said), "f.yaml"))
    with pytest.raises(LudexError) as caught:
        situate(case.scenario)
    expected = "not all of which are carried out; expected 3 ('{Dull}') or 5 ('{Dull}')"
    assert caught.value.message == f"'Herald' {told}, {expected}"
