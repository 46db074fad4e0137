"""What a command imports: nothing that it does not need, for that is most of a short command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kb.cli.app import COMMANDS, app, typer
from kb.cli.app import main as run

ROOT = Path(__file__).resolve().parents[2]

HEAVY = {
    "asyncio",
    "clingo",
    "http",
    "lark",
    "mcp",
    "multiprocessing",
    "pydantic",
    "rich",
    "starlette",
    "typer",
    "uvicorn",
    "xml",
    "yaml",
    "kb.cards.game",
    "kb.comparison",
    "kb.proof.svg",
    "kb.rulebook.reading",
    "kb.rulings",
    "kb.scenario",
    "kb.scenario.schema",
    "kb.verification",
}
"""What takes long to import."""


def imported(program: str) -> set[str]:
    """Return what of the heavy modules a program imports."""
    told = f"import json, sys\n{program}\nprint(); print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return HEAVY.intersection(json.loads(done.stdout.splitlines()[-1]))


def command(*words: str) -> str:
    return f"from kb.cli import main\nassert main({list(words)!r}) == 0"


def test_the_package_imports_what_is_asked_of_it() -> None:
    assert imported("import kb; kb.__version__") == set()
    assert imported("import kb; kb.LudexError") == set()


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_word_about_itself_needs_the_command_line_only(option: str) -> None:
    assert imported(command(option)) == {"typer"}


def test_a_question_needs_no_grammar_and_no_other_command() -> None:
    ask = command("ask", "examples/two-jaces.yaml")
    run(["ask", str(ROOT / "examples/two-jaces.yaml")])  # so that the rulebook is compiled
    assert imported(ask) == {"clingo", "kb.rulings", "kb.scenario", "rich", "typer", "yaml"}


def test_the_help_says_of_each_command_what_its_own_help_says() -> None:
    group = typer.main.get_group(app)
    for name, (_, said) in COMMANDS.items():
        found = group.get_command(None, name)
        own = " ".join((found.help or "").split("\n\n")[0].split())
        assert own.replace("the answers", "answers").startswith(said.removesuffix("."))
