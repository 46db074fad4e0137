"""``ludex rules`` on a rulebook of a few lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb import cases, resources
from kb.cli import main
from kb.rulebook import rulebook

RULES = """\
%: predicate lamp(object)  {1} is a lamp
%: predicate lit(object)   {1} is lit
%: input bulb(object)      {1} has a bulb

%! 1.1  [2020-01-01 .. 2020-12-31]
%! source: the old book
%! A lamp with a bulb is lit.
lit(X) :- lamp(X), bulb(X).

%! 1.1  [2021-01-01 .. ]
%! source: the new book
%! see: 1.2
%! Every lamp is lit.
lit(X) :- lamp(X).

%! 1.2 (2021-06-01: 1.3)  [2020-01-01 .. ]
%! source: the old book
%! What has a bulb is a lamp.
lamp(X) :- bulb(X).
"""

GAME = """\
editions:
  - {from: 2020-01-01, to: 2020-12-31, text: the old book}
  - {from: 2021-01-01, to: 2021-12-31, text: the new book}
"""

CASE = """\
title: A lamp
case: L-1
game: toy
date: 2020-05-05
ask:
  - may: {switch: lamp}
    because: ["1.1"]
variants:
  - name: today
    date: 2021-12-01
    ask:
      - may: {switch: lamp}
        because: ["1.3"]
"""


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "rules/toy/1-lamps.lp": RULES,
        "rules/toy/game.yaml": GAME,
        "rulings/toy/lamp.yaml": CASE,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    come_along = resources.resource

    def resource(name: resources.Resource) -> Path:
        return tmp_path / name if (tmp_path / name).is_dir() else come_along(name)

    for module in (resources, rulebook, cases):
        monkeypatch.setattr(module, "resource", resource)


def test_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == (
        "toy  3 rules\n"
        "  2020-01-01 .. 2020-12-31  the old book\n"
        "  2021-01-01 .. 2021-12-31  the new book\n"
    )


def test_the_rules_in_force_on_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "--as-of", "2020-05-05"]) == 0
    assert capsys.readouterr().out == (
        "\n"
        "rules/toy/1-lamps.lp\n"
        "1.1  2020-01-01 .. 2020-12-31\n"
        "  A lamp with a bulb is lit.\n"
        "1.2  2020-01-01 ..\n"
        "  What has a bulb is a lamp.\n"
    )


def test_all_about_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "1.1"]) == 0
    assert capsys.readouterr().out == (
        "1.1  2020-01-01 .. 2020-12-31\n"
        "  A lamp with a bulb is lit.\n"
        "  source: the old book\n"
        "  rules/toy/1-lamps.lp:5\n"
        "\n"
        "    lit(X) :- lamp(X), bulb(X).\n"
        "\n"
        "  cases that pin it:\n"
        "    L-1  A lamp  (toy/lamp.yaml)\n"
        "\n"
        "1.1  2021-01-01 ..\n"
        "  Every lamp is lit.\n"
        "  source: the new book\n"
        "  see: 1.2\n"
        "  rules/toy/1-lamps.lp:10\n"
        "\n"
        "    lit(X) :- lamp(X).\n"
        "\n"
        "  no case pins it under 'because:', though some may come to it\n"
    )


def test_an_overlay_without_a_period_names_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlay = tmp_path / "dark.lp"
    overlay.write_text("%! repeals 1.1\n%! It stays dark.\n")
    assert main(["rules", "toy", "1.1", "--overlay", str(overlay)]) == 0
    assert f"  repealed: {overlay}:1\n" in capsys.readouterr().out
    overlay.write_text("%! repeals 1.1  [2021-01-01 ..]\n%! It stays dark.\n")
    assert main(["rules", "toy", "1.1", "--overlay", str(overlay)]) == 0
    assert f"  repealed in [2021-01-01 ..]: {overlay}:1\n" in capsys.readouterr().out


def test_a_rule_by_its_later_number_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "1.3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "version": 2,
        "game": "toy",
        "rules": [
            {
                "id": "1.2@2020-01-01",
                "numbers": ["1.2"],
                "start": "2020-01-01",
                "end": None,
                "readings": {},
                "sentence": "What has a bulb is a lamp.",
                "file": "rules/toy/1-lamps.lp",
                "line": 16,
                "source": "the old book",
                "see": [],
                "renumbered": [{"number": "1.2", "start": "2021-06-01", "later": "1.3"}],
                "program": "lamp(X) :- bulb(X).",
                "cases": [{"case": ["L-1"], "name": "A lamp: today", "file": "toy/lamp.yaml"}],
            }
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["tod"], "ludex: unknown game 'tod'; did you mean 'toy'?\n"),
        (["toy", "1.11"], "ludex: no rule '1.11' in toy; did you mean '1.1'?\n"),
        (
            ["toy", "--as-of", "today"],
            "ludex: 'today' is not a date; expected one such as 2013-01-30\n",
        ),
        (
            ["toy", "--as-of", "1993-08-05"],
            "ludex: no edition of the rules covers 1993-08-05; covered: 2020-01-01 to 2021-12-31\n",
        ),
    ],
)
def test_what_is_not_there(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    assert capsys.readouterr() == ("", line)
