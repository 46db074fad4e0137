"""Where the rules, the questions and the worked examples lie: in the wheel, or in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Resource = Literal["rules", "queries", "rulings"]

_PACKAGE = Path(__file__).resolve().parent
_IN_CHECKOUT: dict[Resource, str] = {
    "rules": "rules",
    "queries": "queries",
    "rulings": "tests/rulings",
}


def resource(name: Resource) -> Path:
    """Return the folder that holds the rules, the questions or the worked examples.

    A wheel carries them inside the package, so that an installed Ludex works from any folder;
    in a checkout they stand beside it, where they are read and edited.

    >>> resource("rules").is_dir()
    True
    """
    packaged = _PACKAGE / "_data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / _IN_CHECKOUT[name]
