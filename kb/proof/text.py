"""A proof as text: the ruling, and the tree that it rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from kb.proof.naming import NameOf
from kb.proof.proof import Node, Proof, told_by_its_parts
from kb.proof.sections import Sections
from kb.proof.words import Phrasing, step_of
from kb.rulebook.vocabulary import Vocabulary

_STYLES = {
    "ruling": "1",
    "number": "1;36",
    "sentence": "2;3",
    "absent": "33",
    "choice": "35",
    "note": "2",
    "branch": "2",
}
_NARROWEST = 24


def render_text(
    proof: Proof,
    names: NameOf,
    vocabulary: Vocabulary,
    *,
    colour: bool = False,
    ruling: str | None = None,
    definitions: bool = False,
    width: int = 100,
    elements: int = 12,
    at: Callable[[int], Phrasing] | None = None,
) -> str:
    """Write a proof for people to read.

    Parameters
    ----------
    proof : Proof
        What to show.
    names : callable
        The display name of a symbol, or None.
    vocabulary : Vocabulary
        The phrases of the declared words.
    colour : bool
        Whether to use the colours of a terminal.
    ruling : str, optional
        The first line; by default what is proved, in words.
    definitions : bool
        Whether to show definitions, which state no rule of the book.
    width : int
        Where lines are wrapped, if the depth of the tree leaves room for it.
    elements : int
        Of what was counted or added up, show no more than this.
    at : callable, optional
        How symbols are said in a step, if not everywhere alike.

    Returns
    -------
    str
        Lines without a line break at the end.
    """
    words = Phrasing(names, vocabulary, at)
    writer = _TextWriter(words, proof, colour=colour, width=width, elements=elements)
    sections = Sections.of(words.roots(proof.shown(definitions=definitions)))
    writer.ruling(words.answer(sections.main) if ruling is None else ruling)
    writer.write(sections)
    if proof.bounded:
        writer.note("(The search was cut at its bound: a smaller proof may exist.)")
    return "\n".join(writer.lines)


@dataclass(slots=True)
class _Place:
    """A node still to be written, and where it stands in the tree."""

    node: Node | None
    prefix: str
    last: bool
    parent_step: int
    left_out: int = 0
    parent: Node | None = None


class _TextWriter:
    def __init__(
        self, words: Phrasing, proof: Proof, *, colour: bool, width: int, elements: int
    ) -> None:
        self.lines: list[str] = []
        self._words = words
        self._proof = proof
        self._colour = colour
        self._width = width
        self._elements = elements
        self._sentences: set[str] = set()
        self._seen: set[int] = set()
        self._sections = Sections((), (), {})

    def ruling(self, text: str) -> None:
        self.lines.extend(self._style("ruling", line) for line in self._wrap(text, self._width))

    def note(self, text: str) -> None:
        self.lines.append(self._style("note", text))

    def write(self, sections: Sections) -> None:
        self._sections = sections
        roots = sections.main
        if told_by_its_parts(roots):
            roots = roots[0].children
        last = len(self._proof.titles) - 1
        self._tree(self._places(roots, "", last))
        for node in sections.later:
            self.lines.append("")
            self._tree(self._node(node, last, sections.mark(node) + " ", "", whole=True))

    def _tree(self, todo: list[_Place]) -> None:
        while todo:
            place = todo.pop()
            branch = place.prefix + ("└─ " if place.last else "├─ ")
            below = place.prefix + ("   " if place.last else "│  ")
            if place.node is None:
                self._line(branch, below, f"… and {place.left_out} more", "note")
                continue
            todo.extend(self._node(place.node, place.parent_step, branch, below, place.parent))

    def _places(
        self,
        nodes: tuple[Node, ...],
        prefix: str,
        step: int,
        *,
        last: bool = True,
        parent: Node | None = None,
    ) -> list[_Place]:
        """Return places for nodes, the last one first."""
        places = [_Place(node, prefix, False, step, parent=parent) for node in reversed(nodes)]
        if places:
            places[0].last = last
        return places

    def _node(
        self,
        node: Node,
        parent_step: int,
        branch: str,
        below: str,
        parent: Node | None = None,
        *,
        whole: bool = False,
    ) -> list[_Place]:
        """Write a node, and return the places of what it rests on, the last one first."""
        said = self._words.beneath(node, parent)
        mark = self._sections.mark(node)
        if mark and not whole:
            self._line(branch, below, f"{said} {mark}", "fact")
            return []
        step = step_of(node, parent_step)
        note = self._words.step(node, parent_step, self._proof.titles)
        if note:
            said += f" ({note})"
        label = node.label
        number = "" if label is None else self._proof.cited(label)
        if id(node) in self._seen and node.children:
            self._line(branch, below, f"{said} (as shown above)", node.kind, number)
            return []
        self._seen.add(id(node))
        # What stands under a node is beside the branch that leads to its children.
        children = self._words.below(node)
        bar = below + ("│ " if children and not whole else "  ")
        self._line(branch, bar, said, node.kind, number)
        if number and label is not None and label.sentence not in self._sentences:
            self._sentences.add(label.sentence)
            self._line(bar, bar, label.sentence, "sentence")
        left_out = len(children) - self._elements
        if node.kind != "elements" or left_out <= 0:
            return self._places(children, below, step, parent=node)
        rest = _Place(None, below, True, step, left_out)
        places = self._places(children[: self._elements], below, step, last=False)
        return [rest, *places]

    def _line(self, branch: str, bar: str, text: str, kind: str, number: str = "") -> None:
        indent = len(number) + 2 if number else 0
        for position, line in enumerate(self._wrap(text, self._width - len(branch) - indent)):
            before = bar.ljust(len(branch) + indent) if position else branch
            shown = self._style("branch", before)
            if number and position == 0:
                shown += self._style("number", number) + "  "
            self.lines.append(shown + self._style(kind, line))

    def _wrap(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(
            text, max(width, _NARROWEST), break_long_words=False, break_on_hyphens=False
        ) or [""]

    def _style(self, style: str, text: str) -> str:
        code = _STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour and code and text else text
