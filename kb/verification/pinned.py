"""Which rules files of cases seem to pin: enough to tell which of them go first, and read at once.

To read all cases of a game takes seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

BECAUSE = re.compile(r"\bbecause:\s*\[([^]]*)\]")
"""What pins rules in a file of cases, as it is commonly written."""


def seeming_pins(files: Iterable[Path]) -> Mapping[str, frozenset[str]]:
    """Return the numbers of rules that each file seems to pin."""
    return {
        str(file): frozenset(
            number.strip(" \t\r\n\"'")
            for found in BECAUSE.findall(file.read_text("utf-8", errors="replace"))
            for number in found.split(",")
        )
        for file in files
    }
