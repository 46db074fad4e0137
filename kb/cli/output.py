"""How answers are printed: JSON with a version, or text that has colour only on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kb.serialization import JSON_VERSION, serialized

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Return where text goes: nothing in it is taken for markup, and no line is cut."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_answer(shape: type[Any], value: object, **made: object) -> None:
    """Print an object as JSON of a declared shape."""
    print_json(serialized(shape, value, **made))


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer as JSON that says which version of its schema it follows."""
    # Elsewhere than in UTF-8, letters go out as JSON's own escapes.
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps({"version": JSON_VERSION, **answer}, indent=2, ensure_ascii=not unicode)
    sys.stdout.write(text + "\n")
