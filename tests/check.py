"""Every check but the tests, in one command: style, types, and the wheel as its users get it.

``python tests/check.py`` runs all of them, whatever the earlier ones say, and ends with status 1
if one has failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = {  # where each folder of the checkout travels in the wheel
    "kb": "kb",
    "rules": "kb/_data/rules",
    "queries": "kb/_data/queries",
    "tests/rulings": "kb/_data/rulings",
}
EXAMPLE = ROOT / "tests" / "rulings" / "mtg" / "mtgc-05-two-jaces.yaml"


class CheckFailed(Exception):
    """A check that failed, and why."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command without a terminal and return what it printed."""
    # A path to the checkout in the environment would hide what the wheel lacks.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        words = " ".join(str(word) for word in command)
        raise CheckFailed(f"{words}\nended with status {done.returncode}:\n{done.stdout}")
    return done.stdout


def expect(text: str, part: str) -> None:
    """Fail unless the text holds the part."""
    if part not in text:
        raise CheckFailed(f"{part!r} is not in:\n{text}")


def built_wheel(folder: Path) -> Path:
    """Return the wheel that an earlier check has built."""
    wheels = list((folder / "dist").glob("*.whl"))
    if not wheels:
        raise CheckFailed("there is no wheel")
    return wheels[0]


def style(_folder: Path) -> None:
    """Style: ruff finds nothing, and would format nothing otherwise."""
    run(sys.executable, "-m", "ruff", "check", ".")
    run(sys.executable, "-m", "ruff", "format", "--check", ".")


def types(_folder: Path) -> None:
    """Types: mypy, strict, on the package."""
    run(sys.executable, "-m", "mypy", "--strict", "kb")


def wheel(folder: Path) -> None:
    """Wheel: built from the source archive, so that the archive is complete too."""
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT)
    with zipfile.ZipFile(built_wheel(folder)) as archive:
        shipped = set(archive.namelist())
    for source, target in SHIPPED.items():
        files = run("git", "ls-files", "--", source).splitlines()
        wanted = {target + name.removeprefix(source) for name in files}
        if not wanted or wanted - shipped:
            raise CheckFailed(f"the wheel lacks {sorted(wanted - shipped) or source}")


def installed(folder: Path) -> None:
    """Installed wheel: in an environment of its own, it answers from another folder."""
    wheel_file = built_wheel(folder)
    venv.create(folder / "venv", with_pip=True)
    bin_folder = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = (bin_folder / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "-q", "-r", ROOT / "requirements.lock")
    run(*pip, "install", "-q", "--no-deps", wheel_file)
    run(*pip, "check")

    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    scenario = elsewhere / EXAMPLE.name
    scenario.write_bytes(EXAMPLE.read_bytes())
    ludex = bin_folder / "ludex"
    expect(run(ludex, "--help", cwd=elsewhere), "ask")
    expect(run(ludex, "ask", scenario.name, cwd=elsewhere), "704.5j")
    expect(run(ludex, "ask", "--json", scenario.name, cwd=elsewhere), '"version"')
    expect(run(ludex, "test", scenario.name, cwd=elsewhere), "0 failed")


CHECKS: tuple[Callable[[Path], None], ...] = (style, types, wheel, installed)


def main() -> int:
    """Run every check, say how each went, and return the exit status."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="ludex-check-") as folder:
        for check in CHECKS:
            start = time.monotonic()
            try:
                check(Path(folder))
            except CheckFailed as failure:
                failed += 1
                outcome, detail = "FAILED", f"\n{failure}"
            else:
                outcome, detail = "ok", ""
            seconds = time.monotonic() - start
            print(f"{outcome:6} {seconds:6.1f} s  {check.__doc__}{detail}", flush=True)
    print(f"{len(CHECKS) - failed} checks passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
