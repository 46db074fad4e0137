"""Atoms and terms in words: the phrases of the vocabulary, the names of the scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from clingo import Symbol, SymbolType

from kb.errors import escape
from kb.ordinals import nth
from kb.proof.naming import NameOf
from kb.proof.proof import Node
from kb.proof.support import ANYTHING
from kb.rulebook.vocabulary import Entry, Vocabulary

_DEEPEST = 24
_LARGEST = 200
_ANSWERS = 3
_TWICE = re.compile(r" of (\S.{0,80}) of ((?:[^\s,;]{1,40} ){0,3}[^\s,;]{1,40}'s? |)\1(?!\w)")
_ARTICLE = re.compile(r"( )a( (?:[aeioAEIO]|u(?!n[ir]|s)))")
"""An article before a vowel, where what stands behind it was filled in."""

_PUT = re.compile(r"\bput (?=\w+ed )")
_WHO_DOES = re.compile(r"\b(\w[^,;:()]{0,40}) (pays for|sets about) \1 (?=\w+ing\b)")
"""Whoever is said to do what is said to be their doing."""

_PLACE = re.compile(r"\{(\+?)(\d+)(\.?)\}")
_SAID = ("predicate", "input", "fluent")
_ONE = re.compile(r"(?<![\w+-])1 (?:\w+ )?(?:cards|counters|points|boosts)\b")
"""One of several things, as a phrase says that for any number of them."""

_OF_THINGS = re.compile(r" (?!(?:is|are|was|were|has|have|to|by|of|in|for|at)\b)[a-z]")
"""How a phrase goes on behind a number of things: any number, where it may be any."""

_OPEN = "anything"
"""How what may be anything is called where no kind of thing says it better."""
_OPEN_KINDS = {"", "term", "word", "number", "text"}

COLLECTED = {
    "count": "counted",
    "sum": "added up",
    "min": "the smallest of",
    "max": "the largest of",
    "each": "each of",
}


class Phrasing:
    """Says symbols in words.

    Parameters
    ----------
    names : callable
        The display name of a symbol, or None.
    vocabulary : Vocabulary
        The phrases; ``{1}`` in a phrase stands for the first argument.
    at : callable, optional
        How symbols are said in a step of a proof, if not everywhere alike.
    """

    def __init__(
        self, names: NameOf, vocabulary: Vocabulary, at: Callable[[int], Phrasing] | None = None
    ) -> None:
        self._at = at
        self._names = names
        self._vocabulary = vocabulary
        self._atoms: dict[Symbol, str] = {}
        self._size = 0

    def atom(self, atom: Symbol) -> str:
        """Return an atom of a model in words."""
        known = self._atoms.get(atom)
        if known is None:
            self._size = 0
            known = self._atoms[atom] = self._atom(atom)
        return known

    def _atom(self, atom: Symbol) -> str:
        name, arity = atom.name, len(atom.arguments)
        entry = next(
            filter(None, (self._vocabulary.entry(kind, name, arity) for kind in _SAID)),
            self._vocabulary.any(name, arity),
        )
        if entry is None:
            return self.term(atom)
        said = self._fill(entry, atom.arguments, 0)
        return said if atom.positive else f"not {said}"

    def knowing(self, called: Mapping[Symbol, str]) -> Phrasing:
        """Return the phrasing that calls some things otherwise."""
        if not called:
            return self
        return Phrasing(lambda one: called.get(one) or self._names(one), self._vocabulary)

    def ability_of(self, ability: Symbol, source: Symbol) -> str:
        """Return what an ability of an object is called: after both, unless its own name has that.

        "The +2 ability of Jace" of Anna's Jace is "the +2 ability of Anna's Jace".
        """
        alone = self.term(ability, "ability")
        whole = f"{alone} of {self.term(source, 'object')}"
        said = _TWICE.sub(r" of \2\1", whole)
        return alone if said == whole and " of " in alone else said

    def term(self, term: Symbol, kind: str = "", depth: int = 0) -> str:
        """Return a term in words; its kind, if known, chooses between phrases.

        Of a term that is very deep or large, a part is left out.
        """
        if depth == 0:
            self._size = 0
        self._size += 1
        if depth > _DEEPEST or self._size > _LARGEST:
            return "…"
        return self._term(term, kind, depth)

    def _term(self, term: Symbol, kind: str, depth: int) -> str:
        if term == ANYTHING:
            known = not _OPEN_KINDS.intersection(kind.split("|"))
            return f"any {_plain(kind.replace('|', ' or '))}" if known else _OPEN
        named = self._names(term)
        if named is not None:
            # Part of a text that is put where abilities are has been put off until then.
            part = kind == "ability" and term.match("seq", 2)
            return escape(re.sub("^part of ", "the delayed ability of ", named) if part else named)
        if term.type == SymbolType.String:
            return escape(term.string)
        if term.type != SymbolType.Function:
            return str(term)
        arity = len(term.arguments)
        entry = None
        if term.name:
            for each in kind.split("|"):
                entry = entry or self._vocabulary.entry(each, term.name, arity)
            # A bare word may be the name of something else: it is a declared one by kind only.
            entry = entry or (self._vocabulary.any(term.name, arity) if arity else None)
        if entry is not None:
            return self._fill(entry, term.arguments, depth)
        inner = ", ".join(self.term(each, "", depth + 1) for each in term.arguments)
        if not term.name:
            return f"({inner})"
        sign = "" if term.positive else "not "
        return f"{sign}{_plain(term.name)} of {inner}" if arity else sign + _plain(term.name)

    def _fill(self, entry: Entry, arguments: Sequence[Symbol], depth: int) -> str:
        kinds = entry.arguments

        def said(match: re.Match[str]) -> str:
            place = int(match[2]) - 1
            if not 0 <= place < len(arguments):
                return match[0]
            one, kind = arguments[place], kinds[place] if place < len(kinds) else ""
            if one == ANYTHING and kind == "number" and _OF_THINGS.match(entry.phrase, match.end()):
                return "any"
            if match[3] and one.type == SymbolType.Number:
                return nth(one.number)
            # By how much something changes is said with its sign.
            sign = "+" if match[1] and one.type == SymbolType.Number and one.number >= 0 else ""
            return sign + self.term(one, kind, depth + 1)

        filled = _PLACE.sub(said, entry.phrase)
        filled = _ONE.sub(lambda one: one[0][:-1], filled) if "1 " in filled else filled
        if " a {" in entry.phrase:
            filled = _ARTICLE.sub(r"\1an\2", filled).replace(" an other ", " another ")
        filled = _WHO_DOES.sub(r"\1 \2 ", filled) if "ing " in filled else filled
        # What is put "removed from the game" is removed from it.
        filled = _PUT.sub("", filled) if "put " in filled else filled
        # "the +2 ability of Jace" of Jace is "the +2 ability of Jace".
        return _TWICE.sub(r" of \2\1", filled) if " of " in filled else filled

    def step(self, node: Node, parent_step: int, titles: Sequence[str]) -> str:
        """Return the step of a node, if it is not that of what rests on it, or nothing."""
        step = step_of(node, parent_step)
        since = rests_on_earlier(node)
        if step == parent_step and not since:
            return ""
        title = titles[step] if step < len(titles) else ""
        # A step is often called by what kind of moment it is.
        entry = self._vocabulary.entry("mode", title, 0)
        title = escape(title) if entry is None else entry.phrase
        said = f"step {step + 1}: {title}" if title else f"step {step + 1}"
        return f"since {said}" if since else said

    def roots(self, roots: Sequence[Node]) -> tuple[Node, ...]:
        """Return the answers; one that only repeats what it rests on gives way to that."""
        return tuple(
            root.children[0]
            if root.kind == "definition"
            and len(root.children) == 1
            and self.node(root) == self.node(root.children[0])
            else root
            for root in roots
        )

    def answer(self, roots: Sequence[Node]) -> str:
        """Return what is proved, in words; of many things the first few."""
        said = [self.node(root) for root in roots[:_ANSWERS]]
        left_out = len(roots) - len(said)
        return "; ".join([*said, f"… and {left_out} more"] if left_out else said)

    def below(self, node: Node) -> tuple[Node, ...]:
        """Return what a node rests on; what only repeats it, by the same rule, gives way.

        So it is where "it is Ann's turn" is what is "required: it is Ann's turn".
        """
        children = node.children
        if node.label is None or all(one.label is not node.label for one in children):
            return children
        said = self.node(node)
        told = (said, said.partition(": ")[2])
        found: list[Node] = []
        for one in children:
            again = one.label is node.label and self.node(one) in told
            found.extend(one.children if again else [one])
        return tuple(found)

    def beneath(self, node: Node, parent: Node | None) -> str:
        """Return what a node says below another: of a number that changed, that it was before."""
        said = self.node(node)
        return f"before: {said}" if parent is not None and _was(node, parent) else said

    def node(self, node: Node) -> str:
        """Return what a node of a proof says, in words."""
        if node.atom is None:
            told = COLLECTED.get(node.function, node.function)
            return f"{told}:" if node.children else f"{told}: nothing"
        moment = node.step if node.moment is None else node.moment
        words = self if self._at is None else self._at(moment)
        said = words.atom(node.atom)
        what = said.removesuffix(f" is {_OPEN}")
        if what != said and (node.function == "never" or node.kind == "absent"):
            nothing = "neither the board nor anything that was done"
            return f"{nothing if node.function == 'never' else 'nothing here'} changes {what}"
        if node.function == "against":
            return f"against it: {said}"
        if node.function == "never":
            return f"neither the board nor anything that was done says that {said}"
        if node.kind == "absent":
            whatever = any(each == ANYTHING for each in node.atom.arguments)
            if node.function == "lacking" and str(ANYTHING) in str(node.atom):
                return "nothing here does so"
            return f"nothing says that {said}" if whatever else f"not: {said}"
        if node.kind == "choice" and node.by is not None:
            return f"{said} (chosen by {self.term(node.by, 'player')})"
        return said


def listed(texts: Iterable[str], word: str = "and") -> str:
    """Return texts as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    parts = list(texts)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _was(node: Node, parent: Node) -> bool:
    """Tell whether a node holds a number that is another one in the node that rests on it."""
    here, there = (_numbered(one.atom) for one in (node, parent))
    return (
        here is not None
        and there is not None
        and here.arguments[0] == there.arguments[0]
        and here.arguments[1] != there.arguments[1]
    )


def _numbered(atom: Symbol | None) -> Symbol | None:
    """Return the fluent of an atom that says how much something is, or None."""
    if atom is None or len(atom.arguments) != 1:
        return None
    fluent = atom.arguments[0]
    known = fluent.type == SymbolType.Function and fluent.match("val", 2)
    return fluent if known else None


def rests_on_earlier(node: Node) -> bool:
    """Tell whether a node is given and an earlier step brought it about."""
    return bool(node.since) and bool(node.children)


def step_of(node: Node, parent_step: int) -> int:
    """Return the step in which what the node rests on took place."""
    if node.since is not None:
        return node.since - 1 if rests_on_earlier(node) else parent_step
    return node.step if node.kind in ("rule", "definition", "choice") else parent_step


def _plain(name: str) -> str:
    return name.replace("_", " ").strip() or name
