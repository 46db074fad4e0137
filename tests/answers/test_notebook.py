"""In a notebook: what shows itself as HTML or a picture, in one line, and what is refused."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kb

ROOT = Path(__file__).resolve().parents[2]
JACES = ROOT / "examples/two-jaces.yaml"
VOID = {"br", "hr", "img"}


class Nested(HTMLParser):
    """Sees that every element is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, _attributes: Any) -> None:
        """Open an element."""
        self.seen.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag


def elements(html: str) -> set[str]:
    found = Nested()
    found.feed(html)
    found.close()
    assert found.open == []
    return found.seen


@pytest.fixture(scope="module")
def rulings() -> list[kb.Ruling]:
    return kb.ask(JACES)


def test_a_ruling_shows_itself(rulings: list[kb.Ruling]) -> None:
    for ruling in rulings:
        html = ruling._repr_html_()
        assert {"strong", "details", "summary", "code"} <= elements(html)
        assert ruling.sentence in html
        assert "306.4" in html
    assert repr(rulings[1]) == (
        "<Ruling: No: Archibald may not activate the +2 ability of Jace, the Mind Sculptor."
        " (answered)>"
    )


def test_a_proof_draws_itself(rulings: list[kb.Ruling]) -> None:
    proof = rulings[1].proof
    assert proof is not None
    picture = proof._repr_svg_()
    assert picture is not None
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert repr(proof).startswith("<Proof of ")
    assert "\n" not in repr(proof)


def test_a_board_shows_itself() -> None:
    scenario = kb.load_scenario(JACES)
    assert {"table", "th", "td"} <= elements(scenario._repr_html_())
    assert repr(scenario) == "<Scenario: Two Jaces: mtg, 2 players, 2 do, 2 ask>"
    odd = kb.Scenario(game="mtg", title="<b>", players={"<i>": {"hand": ["Jace Beleren"]}, "B": {}})
    assert {"b", "i"}.isdisjoint(elements(odd._repr_html_()))


def test_a_comparison_shows_itself() -> None:
    found = kb.diff("mtg", "2013-01-30", "2013-01-30", cases=(), size=0)
    html = found._repr_html_()
    assert html is not None
    assert elements(html) == {"pre"}
    assert repr(found) == "<Comparison of mtg: 2013-01-30, 2013-01-30: agree>"


def test_a_question_may_be_a_mapping_a_file_or_a_scenario(rulings: list[kb.Ruling]) -> None:
    data = kb.load_scenario(JACES).data()
    for given in (data, str(JACES), kb.load_scenario(JACES)):
        assert [one.sentence for one in kb.ask(given)] == [one.sentence for one in rulings]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "3 as a scenario; expected a Scenario, a mapping, or the path of a scenario file"),
        (None, "nothing as a scenario; expected a Scenario, a mapping, or the path of a scenario"),
        ({}, "a scenario has no 'game'"),
        ({"game": "mgt"}, "unknown game 'mgt'; did you mean 'mtg'?"),
    ],
)
def test_what_is_no_question_is_refused(given: Any, message: str) -> None:
    with pytest.raises(kb.LudexError) as error:
        kb.ask(given)
    assert message.removeprefix("nothing") in str(error.value)


@pytest.mark.parametrize(
    "named",
    [
        *({"question": "x"}, {"question": True}, {"variant": 3}, {"as_of": 5}, {"limit": "x"}),
        *({"time_limit": "x"}, {"readings": 3}, {"cards": 3}, {"store": 3}, {"rulebook": "mtg"}),
        *({"without": ["999.9"]}, {"without": "999.9"}, {"overlays": ["nowhere.lp"]}),
    ],
)
def test_a_wrong_argument_is_refused(named: Any) -> None:
    with pytest.raises(kb.LudexError):
        kb.ask({"game": "mtg", "players": {"Ann": {}, "Bob": {}}}, **named)


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    book = json.loads((ROOT / "examples/notebook.ipynb").read_text(encoding="utf-8"))
    assert book["nbformat"] == 4
    monkeypatch.chdir(ROOT / "examples")
    names: dict[str, Any] = {}
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells)
    for cell in cells:
        *before, last = "".join(cell["source"]).rstrip().split("\n\n")
        exec("\n\n".join(before), names)  # noqa: S102 - it is ours
        exec(last, names)  # noqa: S102
    assert names["ruling"].answer is False
