"""A comparison as a page that needs nothing besides itself, and as Markdown."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from kb.cases import examples_of
from kb.cli import main
from kb.comparison.answers import ChangedAnswer, ComparedCases, ComparedFile
from kb.comparison.comparison import ChangedFindings, unsearched
from kb.comparison.report import marked, report_html, report_markdown, shown_place
from kb.comparison.sides import sides_of
from kb.resources import own_rules
from kb.scenario import Scenario, reader
from kb.testing.asked import GivenAnswer
from kb.verification.findings import Finding

TOY = Path(__file__).parents[1] / "toy"
EXAMPLES = Path(__file__).parents[2] / "examples"

HARDER = """\
%! replaces 4  [2026-01-01 .. ]
%! Whoever strikes back does <one> damage | more.
adds(damage(T),by(X),N)   :- takes(aim(_,X),at(T)), in(T,field), value(X,strength,N).
adds(damage(X),by(T),N+1) :- takes(aim(_,X),at(T)), value(T,strength,N).

%! house.1
%! An attacked player loses as much life as the attacker is strong.
adds(life(S),by(X),-N)    :- takes(aim(_,X),at(P)), side(P,S), value(X,strength,N).
"""

EMPTY = {"meta", "br"}


class Page(HTMLParser):
    """Tells whether what is opened is closed, and what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember what is opened."""
        self.open += [] if tag in EMPTY else [tag]
        self.loads += [word for word, _ in attrs if word in ("src", "href")]
        self.loads += [tag] if tag in ("script", "link") else []

    def handle_endtag(self, tag: str) -> None:
        """Compare with what was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Remember the text."""
        self.text += data


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("reports")
    (place / "harder.lp").write_text(HARDER, encoding="utf-8")
    words = ["duel", "2026-01-01", str(place / "harder.lp"), "--rules", str(TOY / "duel")]
    words += ["--cases", str(TOY / "cases"), "--only", "cases", "-j", "1"]
    files = ["--html", str(place / "plan.html"), "--markdown", str(place / "plan.md")]
    assert main(["diff", *words, *files]) == 1
    return place


def test_the_page_stands_by_itself(reports: Path) -> None:
    page = Page()
    page.feed((reports / "plan.html").read_text("utf-8"))
    assert (page.open, page.loads) == ([], [])
    assert "1 of 5 cases changes, 1 more answers the same for other reasons." in page.text
    assert "Answers that stay, for other reasons" in page.text
    assert "Whoever strikes back does <one> damage | more." in page.text  # beside the rule before
    assert "An attacker does as much damage as its strength" in page.text
    assert "adds(damage(X),by(T),N+1)" in page.text
    assert "veteran has damage 2" in page.text
    assert "Why, after" in page.text


def test_the_page_marks_what_is_another_word() -> None:
    before, after = marked("adds(X,1) :- a(X), b.", "adds(X,2) :- a(X); b.")
    assert before == "adds(X,<mark>1</mark>) :- a(X), b."
    assert after == "adds(X,<mark>2</mark>) :- a(X); b."
    assert marked("<a> has 1.", "<a> has 1.") == ("&lt;a&gt; has 1.",) * 2
    # Of what has little in common nothing is marked.
    assert marked("It is on the field.", "Nobody <wins>") == (
        "It is on the field.",
        "Nobody &lt;wins&gt;",
    )


def test_a_worked_example_is_shown_by_its_place_among_them() -> None:
    (first, *_) = examples_of("riftbound")
    assert shown_place(str(first)) == f"riftbound/{first.name}"
    assert shown_place("mine/a.yaml") == "mine/a.yaml"


def test_what_was_not_looked_at_stands_in_both(reports: Path) -> None:
    page = Page()
    page.feed((reports / "plan.html").read_text("utf-8"))
    assert "No board was searched." in page.text
    assert "- No board was searched." in (reports / "plan.md").read_text("utf-8")
    assert "duel.yaml:" in page.text


def test_an_answer_that_tells_other_things_besides_tells_them(tmp_path: Path) -> None:
    overlay = tmp_path / "harder.lp"
    overlay.write_text(HARDER, encoding="utf-8")
    with own_rules(TOY / "duel"):
        found = unsearched("duel", sides_of("duel", "2026-01-01", str(overlay)))
    told = "A card is meant."
    one, two = (GivenAnswer(told, (f"Ann <{said}> decides.",), said) for said in "xy")
    changed = ChangedAnswer("a.yaml", 3, "a case", 1, "what?", one, two, (), (), ())
    part = ComparedFile(1, changed=(changed,))
    cases = ComparedCases(2, 1, (part,))
    found = replace(found, cases=cases)
    page = Page()
    page.feed(report_html(found))
    assert (page.open, page.loads) == ([], [])
    assert "Ann <x> decides." in page.text
    cut = "time ran out before all cases of 1 of 2 files were asked"
    assert f"1 of 1 case changes, {cut}" in page.text
    assert replace(cases, begun=0).cut == "time ran out before all cases of 2 files were asked"
    assert "A card is meant. Ann &lt;y&gt; decides." in report_markdown(found)


def test_markdown_holds_the_same(reports: Path) -> None:
    text = (reports / "plan.md").read_text("utf-8")
    assert text.startswith("## 1 of 5 cases changes, 1 more answers the same for other reasons.\n")
    assert "### Answers that stay, for other reasons" in text
    assert "&lt;one&gt; damage \\| more" in text
    (row,) = (line for line in text.splitlines() if "outcomes | Guard" in line)
    assert row.replace("\\|", "").count("|") == 4
    board = text.split("yaml\n")[1].split("`" * 8)[0]
    assert yaml.safe_load(board)["do"] == [{"attack": "veteran", "by": "Ann"}]


def test_findings_stand_in_both(tmp_path: Path) -> None:
    overlay = tmp_path / "harder.lp"
    overlay.write_text(HARDER, encoding="utf-8")
    with own_rules(TOY / "duel"):
        found = unsearched("duel", sides_of("duel", "2026-01-01", str(overlay)))
    board = {"game": "duel", "players": {"Ann": None, "Bo": {"field": ["Pikeman"]}}, "ask": []}
    finding = Finding(
        *("clash", "place of <Pikeman> is to be both", found.changed[:1], found.changed[1:], True),
        *(Scenario.of(reader.node_of(board)), "a case", True, 2, "├─ <why>"),
    )
    found = replace(found, findings=ChangedFindings((finding,), (), True))
    page = Page()
    page.feed(report_html(found))
    assert (page.open, page.loads) == ([], [])
    for said in ("What appears", "Clash: place of <Pikeman>", "in 2 steps.", "├─ <why>"):
        assert said in page.text
    assert "What vanishes" not in page.text
    text = report_markdown(found)
    assert "### What appears\n\n- Clash: place of &lt;Pikeman&gt; is to be both (4)" in text


def test_the_workflow_is_one() -> None:
    workflow = yaml.safe_load((EXAMPLES / "rulebook-plan.yml").read_text("utf-8"))
    assert [step.get("name") for step in workflow["jobs"]["plan"]["steps"]].count("compare") == 1
