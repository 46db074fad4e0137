"""Which known cards speak of what changed."""

from __future__ import annotations

import json
from pathlib import Path

from kb.comparison.sides import sides_of
from kb.comparison.speaking import speaking
from kb.library.importing import import_cards
from kb.library.place import using
from kb.rulebook import overlay_text

WARP = Path(__file__).parents[1] / "overlays" / "warp-at-the-end.lp"


def test_cards_of_the_rulebook_and_of_the_library(tmp_path: Path) -> None:
    cards = [
        {"name": "Slow Traveller", "type": "Forward", "text": "Warp 2 -- [Fire]", "id": "1-001C"},
        {"name": "Quick Traveller", "type": "Forward", "text": "Haste", "id": "1-002C"},
    ]
    file, store = tmp_path / "cards.json", tmp_path / "cards.sqlite"
    file.write_text(json.dumps(cards), encoding="utf-8")
    import_cards("fftcg", file, store)
    old, new = sides_of("fftcg", "2025-12-31", WARP)
    with using(store):
        (warp,) = speaking("fftcg", (old.view, new.view))
        assert warp.word == "warp"
        assert "Lunafreya" in warp.cards
        longer = warp.count
    file.write_text(json.dumps(cards[1:]), encoding="utf-8")
    import_cards("fftcg", file, tmp_path / "other.sqlite")
    with using(tmp_path / "other.sqlite"):
        (warp,) = speaking("fftcg", (old.view, new.view))
        assert warp.count == longer - 1


def test_a_word_of_what_is_left_alone_is_not_told() -> None:
    old, new = sides_of(
        "fftcg", "2025-12-31", overlay_text("%! repeals 12.4.7\n%! None.\n", "none.lp")
    )
    assert "warp" not in [one.word for one in speaking("fftcg", (old.view, new.view))]


def test_a_word_of_a_statement_that_stays_is_not_told() -> None:
    overlay = "%! amends 5.2.1.3\n%! Another card is discarded for 1 CP.\n%! change: 2 to 1\n"
    old, new = sides_of("fftcg", "2025-12-31", overlay_text(overlay, "one.lp"))
    assert "warp" not in [one.word for one in speaking("fftcg", (old.view, new.view))]
