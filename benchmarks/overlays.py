"""Changed rules that show only in one moment of a game, and how soon each is found.

``python -m benchmarks.overlays`` looks for what is wrong with each overlay in ``tests/overlays`` on
all boards of up to two objects, and for those of a countdown along the worked examples that name
it. It prints what was found, with the rules at odds, and the seconds that the processor took.
"""

from __future__ import annotations

import time
from pathlib import Path

import kb
from kb.cases import examples_of
from kb.comparison.showing import SmallBoard

OVERLAYS = Path("tests/overlays")
COUNTDOWN = "warp"


def main() -> None:
    """Look for what each overlay does."""
    for overlay in sorted(OVERLAYS.glob("*.lp")):
        began = time.process_time()
        if overlay.name.startswith(COUNTDOWN):
            found = "; ".join(
                f"{board.question}: {board.before.sentence} / {board.after.sentence}"
                for board in _compared(overlay)
            )
        else:
            verified = kb.verify("mtg", overlays=[overlay], cases=(), size=2)
            found = "; ".join(
                f"{one.kind} of {', '.join(label.numbers[0] for label in one.at_odds)}: {one.what}"
                for one in verified.findings
            )
        seconds = time.process_time() - began
        print(f"{overlay.stem} ({seconds:.0f} s): {found or 'nothing'}", flush=True)


def _compared(overlay: Path) -> tuple[SmallBoard, ...]:
    files = [file for file in examples_of("fftcg") if COUNTDOWN in file.name]
    return kb.diff("fftcg", "2025-12-31", overlay, cases=files, boards=False).small


if __name__ == "__main__":
    main()
