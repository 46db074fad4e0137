"""Writes ``docs/reference.md`` from the declarations: ``python tests/reference.py``.

What `rules/core/` and the halls offer to the rules of a game, and the keys of a game's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.resources import resource
from kb.rulebook.loader import Layout, read_layout
from kb.rulebook.source import CORE, HALLS, read_source
from kb.scenario.declared import Record, record_of
from kb.scenario.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"


def page() -> str:
    """Return the page."""
    return "\n".join([*_predicates(), *_keys(), ""])


def _predicates() -> Iterator[str]:
    yield "# Reference for those who write rules"
    yield ""
    yield "Made from the declarations by `python tests/reference.py`; not to be edited by hand."
    for part, title, said in (
        (CORE, "Core", "what every game's rules may use"),
        (HALLS, "Halls", "what a game takes up by naming the file under `halls:`"),
    ):
        yield f"\n## {title}: {said}"
        for path in sorted((resource("rules") / part).glob("*.lp")):
            source = read_source(path, f"rules/{part}/{path.name}")
            layout = read_layout(source, core=part == CORE, hall=part == HALLS)
            yield f"\n### {path.stem}\n\n{_about(source.lines)}\n"
            yield from _words(layout)


def _about(lines: list[str]) -> str:
    """Return what the comment at the top of a file says."""
    said = []
    for line in lines:
        if not line.startswith("% "):
            break
        said.append(line.removeprefix("% ").strip())
    return " ".join(said)


def _words(layout: Layout) -> Iterator[str]:
    if layout.entries:
        yield "| what | declared as | said as |"
        yield "|---|---|---|"
    for entry in layout.entries:
        arguments = ", ".join("/".join(kinds) for kinds in entry.kinds)
        word = f"{entry.name}({arguments})" if arguments else entry.name
        yield _row(f"`{word}`", entry.kind, entry.phrase)
    blocks = [block.label for block in layout.blocks]
    if blocks:
        yield "\n| block | what it states |\n|---|---|"
    for label in blocks:
        yield _row(f"`{label.defines or label.id}`", label.sentence)


def _keys() -> Iterator[str]:
    yield "\n## The keys of `game.yaml`\n"
    yield "Keys in **bold** have to be there."
    seen: list[Record] = []
    waiting = [record_of(Game)]
    while waiting:
        record = waiting.pop(0)
        if record in seen:
            continue
        seen.append(record)
        said = " ".join((record.cls.__doc__ or "").partition("\n\n")[0].split())
        yield f"\n### {record.cls.__name__}\n\n{said}\n"
        yield "| key | takes | what it means |\n|---|---|---|"
        for key, shape in record.shapes.items():
            word = f"**`{key}`**" if key in record.needed else f"`{key}`"
            yield _row(word, shape.said, record.keys[key].metadata["says"])
            waiting += map(record_of, shape.records())


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
