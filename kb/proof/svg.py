"""A proof as a picture: the answer on the left, what it rests on to the right of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape as escape_xml

from kb.errors import escape
from kb.proof.naming import NameOf
from kb.proof.proof import Kind, Node, Proof
from kb.proof.sections import Sections
from kb.proof.words import Phrasing, step_of
from kb.rulebook.vocabulary import Vocabulary

SIZE = 13
SMALL = 11
LINE = 17
PADDING = 9
STRIPE = 5
WIDEST = 270
COLUMN_GAP = 44
ROW_GAP = 10
MARGIN = 24

_FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_NARROW = frozenset("iljtfrI.,:;'!|()[] ")
_WIDE = frozenset("mwMW@%—…")

# The stripe, the fill and the line of each kind of box; absent things have a broken line.
_COLOURS: dict[Kind, tuple[str, str, str]] = {
    "rule": ("#2563a8", "#eef4fb", "#b9cfe6"),
    "definition": ("#8a94a0", "#f5f6f7", "#d5d9de"),
    "fact": ("#5f6b76", "#ffffff", "#cfd5db"),
    "choice": ("#7a3fa0", "#f7f0fb", "#d9c3e6"),
    "absent": ("#b4690e", "#fffaf2", "#e3c193"),
    "elements": ("#1f7a6d", "#eff8f6", "#b5d8d2"),
}


def render_svg(
    proof: Proof,
    names: NameOf,
    vocabulary: Vocabulary,
    *,
    ruling: str | None = None,
    definitions: bool = False,
    elements: int = 12,
) -> str:
    """Draw a proof.

    Parameters
    ----------
    proof : Proof
        What to show.
    names : callable
        The display name of a symbol, or None.
    vocabulary : Vocabulary
        The phrases of the declared words.
    ruling : str, optional
        The heading; by default what is proved, in words.
    definitions : bool
        Whether to show definitions, which state no rule of the book.
    elements : int
        Of what was counted or added up, show no more than this.

    Returns
    -------
    str
        An SVG document.
    """
    words = Phrasing(names, vocabulary)
    sections = Sections.of(words.roots(proof.shown(definitions=definitions)))
    heading = words.answer(sections.main) if ruling is None else ruling
    boxes = _Boxes(words, proof, sections, elements).make()
    note = "The search was cut at its bound: a smaller proof may exist." if proof.bounded else ""
    return _draw(boxes, escape(heading), note)


@dataclass(slots=True)
class _Line:
    text: str
    style: str


@dataclass(slots=True)
class _Box:
    """A box of the picture, where it stands, and the boxes to the right of it."""

    kind: Kind
    lines: list[_Line]
    depth: int
    parent: _Box | None
    children: list[_Box] = field(default_factory=list)
    leaf: bool = False
    x: float = 0
    y: float = 0
    span: float = 0
    top: float = 0

    @property
    def width(self) -> float:
        widest = max(_width(line.text, _size(line.style)) for line in self.lines)
        return widest + 2 * PADDING + STRIPE

    @property
    def height(self) -> float:
        return len(self.lines) * LINE + 2 * PADDING - 4


class _Boxes:
    """Makes the boxes of a proof; what was shown before is referred to."""

    def __init__(self, words: Phrasing, proof: Proof, sections: Sections, elements: int) -> None:
        self._words = words
        self._sections = sections
        self._proof = proof
        self._elements = elements
        self._seen: set[int] = set()
        self._sentences: set[str] = set()

    def make(self) -> list[_Box]:
        """Return the boxes in tree order."""
        roots = (*self._sections.main, *self._sections.later)
        made: list[_Box] = []
        last = len(self._proof.titles) - 1
        todo: list[tuple[Node | int, _Box | None, int]] = [(r, None, last) for r in roots[::-1]]
        while todo:
            node, parent, parent_step = todo.pop()
            depth = 0 if parent is None else parent.depth + 1
            if isinstance(node, int):
                box = _Box("elements", [_Line(f"… and {node} more", "note")], depth, parent)
                children: Sequence[Node | int] = ()
                step = parent_step
            else:
                step = step_of(node, parent_step)
                box = self._box(node, parent, parent_step, depth)
                children = () if box.leaf else self._shown(node)
            made.append(box)
            if parent is not None:
                parent.children.append(box)
            todo.extend((child, box, step) for child in reversed(children))
        return made

    def _shown(self, node: Node) -> Sequence[Node | int]:
        left_out = len(node.children) - self._elements
        if node.kind != "elements" or left_out <= 0:
            return node.children
        return [*node.children[: self._elements], left_out]

    def _box(self, node: Node, parent: _Box | None, parent_step: int, depth: int) -> _Box:
        said = _wrap(self._words.node(node), "said")
        mark = self._sections.mark(node)
        if mark and parent is not None:
            return _Box("fact", [*said, _Line(mark, "number")], depth, parent, leaf=True)
        label = node.label
        number = "" if label is None else self._proof.cited(label)
        lines = _wrap(f"{mark} {number}".strip(), "number") if mark or number else []
        lines += said
        if id(node) in self._seen and node.children:
            lines += _wrap("as shown above", "note")
            return _Box(node.kind, lines, depth, parent, leaf=True)
        self._seen.add(id(node))
        note = self._words.step(node, parent_step, self._proof.titles)
        if note:
            lines += _wrap(note, "note")
        if number and label is not None and label.sentence not in self._sentences:
            self._sentences.add(label.sentence)
            lines += _wrap(label.sentence, "sentence")
        return _Box(node.kind, lines, depth, parent)


def _size(style: str) -> int:
    return SMALL if style in ("sentence", "note") else SIZE


def _width(text: str, size: int) -> float:
    """Estimate the width of a text, rather too wide: fonts differ."""
    total = 0.0
    for character in text:
        if character in _NARROW:
            total += 0.4
        elif character in _WIDE or unicodedata.east_asian_width(character) in "WF":
            total += 1.02
        else:
            total += 0.72 if character.isupper() else 0.61
    return total * size


def _wrap(text: str, style: str, room: float = WIDEST) -> list[_Line]:
    size = _size(style)
    lines = [""]
    for word in escape(text).split(" "):
        rest = word
        joined = f"{lines[-1]} {rest}" if lines[-1] else rest
        if _width(joined, size) <= room:
            lines[-1] = joined
            continue
        while _width(rest, size) > room:
            cut = max(i for i in range(1, len(rest)) if _width(rest[:i], size) <= room)
            lines.append(rest[:cut])
            rest = rest[cut:]
        lines.append(rest)
    return [_Line(line, style) for line in lines if line] or [_Line("", style)]


def _place(boxes: Sequence[_Box], top: float) -> tuple[float, float]:
    """Give every box its place; return the width and the height of the picture."""
    columns: dict[int, float] = {}
    for box in boxes:
        columns[box.depth] = max(columns.get(box.depth, 0), box.width)
    lefts = [float(MARGIN)]
    for depth in range(len(columns)):
        lefts.append(lefts[-1] + columns[depth] + COLUMN_GAP)
    # Every box comes before its children: going back, theirs are known when its is asked for.
    for box in reversed(boxes):
        box.span = max(box.height, _inner(box))
    bottom = top
    for box in boxes:
        if box.parent is None:
            box.top = bottom
            bottom += box.span + 2 * ROW_GAP
        box.x = lefts[box.depth]
        box.y = box.top + (box.span - box.height) / 2
        start = box.top + (box.span - _inner(box)) / 2
        for child in box.children:
            child.top = start
            start += child.span + ROW_GAP
    return lefts[-1] - COLUMN_GAP + MARGIN, bottom


def _inner(box: _Box) -> float:
    return sum(child.span for child in box.children) + ROW_GAP * max(0, len(box.children) - 1)


_STYLE = f"""
text {{ font-family: {_FONT}; font-size: {SIZE}px; fill: #1c2733; }}
.heading {{ font-size: 17px; font-weight: 600; }}
.number {{ font-weight: 700; fill: #2563a8; }}
.sentence {{ font-size: {SMALL}px; font-style: italic; fill: #4a5763; }}
.note {{ font-size: {SMALL}px; fill: #7a8590; }}
path {{ fill: none; stroke: #a7b1bb; stroke-width: 1.4; }}
""".strip()


def _draw(boxes: Sequence[_Box], heading: str, note: str) -> str:
    columns = max((box.depth for box in boxes), default=0) + 1
    room = max(columns * WIDEST, 2 * WIDEST) * SIZE / 17
    title = [line.text for line in _wrap(heading, "said", room)]
    top = MARGIN + 24.0 * len(title) + 8
    width, bottom = _place(boxes, top)
    width = max(width, 2 * MARGIN + max(_width(line, 17) for line in title))
    height = bottom + (LINE if note else 0) + MARGIN - 2 * ROW_GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}"'
        f' height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<title>{escape_xml(heading)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
    ]
    for place, line in enumerate(title):
        parts.append(_text(MARGIN, MARGIN + 16 + 24 * place, line, "heading"))
    parts.extend(_edge(box.parent, box) for box in boxes if box.parent is not None)
    for box in boxes:
        parts.extend(_drawn(box))
    if note:
        parts.append(_text(MARGIN, height - MARGIN / 2, note, "note"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _edge(parent: _Box, child: _Box) -> str:
    x, y = parent.x + parent.width, parent.y + parent.height / 2
    to_x, to_y = child.x, child.y + child.height / 2
    # Boxes of one column differ in width: the bend lies in the gap before the next column.
    bend = to_x - COLUMN_GAP / 2
    return f'<path d="M{x:.1f} {y:.1f}H{bend - 12:.1f}C{bend:.1f} {y:.1f} {bend:.1f} {to_y:.1f}' + (
        f' {bend + 12:.1f} {to_y:.1f}H{to_x:.1f}"/>'
    )


def _drawn(box: _Box) -> list[str]:
    stripe, fill, line = _COLOURS[box.kind]
    broken = ' stroke-dasharray="5 3"' if box.kind == "absent" or box.leaf else ""
    x, y, width, height = box.x, box.y, box.width, box.height
    parts = [
        f'<g class="{box.kind}">',
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4"'
        f' fill="{fill}" stroke="{line}"{broken}/>',
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{STRIPE}" height="{height:.1f}" rx="2"'
        f' fill="{stripe}"/>',
    ]
    for place, each in enumerate(box.lines):
        baseline = y + PADDING + LINE * place + SIZE - 2
        parts.append(_text(x + STRIPE + PADDING, baseline, each.text, each.style))
    parts.append("</g>")
    return parts


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}">{escape_xml(text)}</text>'
