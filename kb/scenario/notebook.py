"""How a board shows itself in a notebook: a table with the players and what each has where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any


def board_html(scenario: Mapping[str, Any]) -> str:
    """Return the board of a scenario, what is done and what is asked, as HTML."""
    return "".join(_board(scenario))


def _board(scenario: Mapping[str, Any]) -> Iterator[str]:
    title = scenario.get("title") or "A scenario"
    day = f", {scenario['date']}" if scenario.get("date") else ""
    yield f"<p><strong>{escape(str(title))}</strong> ({escape(str(scenario['game']))}{day})</p>"
    players: Mapping[str, Any] = scenario.get("players") or {}
    zones = list(dict.fromkeys(zone for board in players.values() for zone in board or {}))
    yield f"<table><thead><tr><th></th>{_cells('th', zones)}</tr></thead><tbody>"
    for name, board in players.items():
        held = (_said((board or {}).get(zone)) for zone in zones)
        yield f"<tr><th>{escape(name)}</th>{_cells('td', held)}</tr>"
    yield "</tbody></table>"
    for word in ("stack", "do", "ask"):
        lines = scenario.get(word) or ()
        listed = lines if isinstance(lines, list | tuple) else [lines]
        items = "".join(f"<li>{escape(_said(one))}</li>" for one in listed)
        if items:
            yield f"<p>{word}:</p><ol>{items}</ol>"


def _cells(name: str, texts: Any) -> str:
    return "".join(f"<{name}>{escape(text)}</{name}>" for text in texts)


def _said(value: Any) -> str:
    """Return a part of a scenario as a line."""
    if isinstance(value, Mapping):
        card = value.get("card")
        rest = [f"{word} {_said(one)}" for word, one in value.items() if word != "card"]
        if card is None:
            return ", ".join(rest)
        return f"{card} ({', '.join(rest)})" if rest else str(card)
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value))
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
