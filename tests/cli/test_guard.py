"""An added rule that grounds without end is ended, and named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_an_overlay_that_grounds_without_end_is_ended(tmp_path: Path) -> None:
    overlay = tmp_path / "more.lp"
    overlay.write_text(
        "%: predicate more(number)  {1}, and more\n\n"
        "%! house.1\n%! Ever more.\nmore(0).\nmore(N+1) :- more(N).\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "verify", "mtg", "--overlay", str(overlay), "--size", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"{overlay}: no end after 4 s; does a rule here make ever more of itself?\n"
    )


CHILD = """
import sys
from kb.cli import guard, main
guard.SECONDS = 4.0
sys.exit(main())
"""
