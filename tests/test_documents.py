"""What the documents promise holds: the commands, the examples and the locks."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent


def commands(document: str) -> list[str]:
    """Return the lines of the document's shell blocks."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def ci_command(name: str) -> str:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    found = re.findall(rf"^{name}='(.*)'$", script, re.MULTILINE)
    assert len(found) == 1
    return str(found[0])


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert ci_command("test_command") == commands("README.md")[1]


def test_ci_runs_the_check_command_of_contributing() -> None:
    assert ci_command("check_command") in commands("CONTRIBUTING.md")


def test_the_first_command_of_the_readme_asks_a_scenario_that_is_there() -> None:
    first = shlex.split(commands("README.md")[0])
    assert first[-3:-1] == [".venv/bin/ludex", "ask"]
    assert (ROOT / first[-1]).is_file()


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/errata.md"]
)
def test_every_link_within_the_project_leads_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize(
    ("lock", "extras"), [("requirements.lock", []), ("requirements-dev.lock", ["dev"])]
)
def test_the_lock_holds_what_the_project_requires(lock: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    text = (ROOT / lock).read_text(encoding="utf-8")
    pinned = {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)
    }
    requirements = [Requirement(line) for line in wanted]
    missing = [
        str(requirement)
        for requirement in requirements
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]
    assert missing == []


def test_both_locks_pin_the_same_versions() -> None:
    pins = [
        set(re.findall(r"^[\w.-]+==\S+", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("requirements.lock", "requirements-dev.lock")
    ]
    assert pins[0] - pins[1] == set()
