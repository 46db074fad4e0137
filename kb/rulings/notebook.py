"""How a ruling shows itself in a notebook: the sentence, what happened, a proof that unfolds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from kb.proof.tree import BranchData
from kb.rulings.data import RulingData

_COLOURS = {"answered": "#1f7a6d", "conditional": "#b4690e", "undetermined": "#8a2f2f"}
"""The stripe beside a ruling, by how sure it is."""


def ruling_html(ruling: RulingData) -> str:
    """Return a ruling as HTML."""
    return "".join(_ruling(ruling))


def _ruling(ruling: RulingData) -> Iterator[str]:
    colour = _COLOURS[ruling["state"]]
    yield f'<div style="border-left:4px solid {colour};padding:0 .8em">'
    state = "" if ruling["state"] == "answered" else f" <em>({ruling['state']})</em>"
    yield f"<p><strong>{escape(ruling['sentence'])}</strong>{state}</p>"
    several = len(ruling["outcomes"]) > 1
    for outcome in ruling["outcomes"]:
        if several:
            yield f"<p>{escape(outcome['sentence'])}</p>"
        told: Iterable[Any] = outcome["timeline"]
        happened = [f"{one['what']}{_cited(one['rules'])}" for one in told]
        yield _listed(happened or outcome["choices"])
        refused: Iterable[Any] = outcome["unmet"]
        yield _listed([f"{one['text']}{_cited(one['rules'])}" for one in refused])
        yield from map(_branch, outcome["tree"])
    yield _listed([f"not carried out: {gap}" for gap in ruling["gaps"]])
    yield _listed([f"not known: {unknown}" for unknown in ruling["unknown"]])
    left: Iterable[Any] = ruling["unless"]
    yield _listed([f"left out: “{one['text']}” ({one['card']})" for one in left])
    edition = f"{ruling['edition']}, as on {ruling['date']}."
    yield f"<p><small>{escape(' '.join((edition, *ruling['notes'])))}</small></p></div>"


def _cited(rules: Iterable[str]) -> str:
    numbers = ", ".join(rules)
    return f" ({numbers})" if numbers else ""


def _listed(lines: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def _branch(branch: BranchData) -> str:
    numbers = ", ".join(branch["rules"])
    said = f"<code>{escape(numbers)}</code> " if numbers else ""
    said += escape(branch["text"])
    if branch["note"]:
        said += f" <small>{escape(branch['note'])}</small>"
    inner = f"<p><em>{escape(branch['sentence'])}</em></p>" if branch["sentence"] else ""
    inner += "".join(map(_branch, branch["branches"]))
    if not inner:
        return f'<div style="margin-left:1.2em">{said}</div>'
    shown = f"<summary>{said}</summary>{inner}"
    return f'<details style="margin-left:1.2em">{shown}</details>'
