"""What answers call the effects of a spell of which one is chosen."""

from __future__ import annotations

from pathlib import Path

import kb

SCENARIO = """
game: fftcg
cards:
  - name: Test Fork
    type: summon
    elements: [fire]
    cost: 1
    text: "Select 1 of the 2 following actions.\\nDraw 1 card.\\nChoose 1 Forward. Break it."
  - {name: Guard, type: forward, elements: [ice], cost: 2, power: 5000}
players:
  Anna: {pays all: true, deck: 10, hand: [Test Fork]}
  Bert: {field: [Guard]}
do: [{cast: Test Fork, by: Anna}, {resolve: all}]
ask: [{what: zone, of: Guard}]
"""


def test_modes_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "modes.yaml"
    path.write_text(SCENARIO)
    (answer,) = kb.ask(path)
    assert "mode 1 of Test Fork" in str(answer)
    assert "mode 2 of Test Fork" in str(answer)
