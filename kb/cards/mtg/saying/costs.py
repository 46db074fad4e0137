"""What is paid, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.mtg.saying.phrases import filter_said


def cost(said: str) -> str:
    """Return a cost as it is printed."""
    parts = []
    for part in said.split(", "):
        if part.startswith("["):
            parts.append(part.strip("[]").replace("-x", "minusx"))
        elif (
            found := re.fullmatch(r"(sacrifice|tap|exile|return|discard) (\d+) (.*)", part)
        ) is not None and found[3] != "cards":
            back = "tohand" if found[1] == "return" else ""  # which is put, by the text's words
            verb = "put" if back else found[1]
            what = found[3].removesuffix(" in your hand") if verb == "discard" else found[3]
            parts.append(f"{verb} {found[2]} {filter_said(what)} {back}".strip())
        elif (found := re.fullmatch(r"pay (\d+) energy", part)) is not None:
            parts.append(f"pay {energy(int(found[1]))}")
        else:
            parts.append(part.replace("this", ""))
    return " ".join(parts)


def energy(number: int) -> str:
    """Return so many energy counters."""
    return " ".join(["{e}"] * number)
