"""What of a proof is shown at a table: without what goes without saying there.

A proof holds every step back to the first; a judge wants the rules that decide. So the short form
leaves out bookkeeping (what the rulebook's vocabulary says in parentheses), what is plain from the
board (properties that rest only on what is printed and where it lies), who passed, and, further
back than two events, how things came to be as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from clingo import Function, Symbol

from kb.inference.leaves import Ending, Seen
from kb.proof import Proof
from kb.proof.proof import Node, walk
from kb.proof.support import ANYTHING
from kb.proof.words import Phrasing, rests_on_earlier
from kb.questions.reasons import states_rule
from kb.questions.speech import Speech
from kb.scenario.properties import Property
from kb.scenario.references import Present, Ref

BACK = 2
"""How many events back the short form follows what is given."""

DEEP = 7
"""How deep the short form is at most."""

NEAR = (BACK - 1, DEEP - 3)
"""Of what stands against a requirement only the nearest is told."""

MET = (BACK, DEEP - 1)
"""Of what meets a requirement even less."""

_TOLD = ("asked", "forced", "surveyed", "left_open", "wants", "mode")


def shortened(proof: Proof, speech: Speech, leaf: Ending, worth: Sequence[Seen]) -> Proof:
    """Return a proof as it is shown at a table; `worth` is what is worth telling of the answer."""
    trees = tuple(_Shortener(speech).trees(proof, leaf, worth))
    words = Phrasing(speech.name, speech.session.view.vocabulary, speech.along(leaf.query.node))
    return replace(proof, trees=_timeless(trees, len(proof.titles) - 1, words))


def _timeless(roots: Sequence[Node], last: int, words: Phrasing) -> tuple[Node, ...]:
    """Return trees without the numbers of steps, which mean nothing at a table."""
    made: dict[object, Node] = {}
    return tuple(_settled(root, last, made, words) for root in roots)


def _settled(node: Node, last: int, made: dict[object, Node], words: Phrasing) -> Node:
    # What was called by the same term at two moments, such as what lay on the stack, is two things.
    said = (node.kind, node.atom, node.label and node.label.id, words.node(node))
    key = said if node.atom else id(node)
    known = made.get(key)
    if known is not None and known.children:
        return known  # the same node once more, which the text refers to
    children, fresh = [], []
    for child in node.children:
        before = len(made)
        settled = _settled(child, last, made, words)
        children.append(settled)
        if len(made) > before or not settled.children:
            fresh.append(settled)
    # Of what has been shown before, only what else there would be nothing of.
    children = fresh if any(each.kind != "fact" for each in fresh) else children
    found = made[key] = replace(
        node, step=last, since=None, moment=node.step, children=tuple(children)
    )
    return found


class _Shortener:
    def __init__(self, speech: Speech) -> None:
        self.session = speech.session
        self.speech = speech
        self.vocabulary = self.session.view.vocabulary
        game = self.session.game
        self.properties = {
            prop.pattern.term.name for prop in game.properties.values() if prop.derived
        }
        self.lying = {template.term.name for zone in game.zones.values() for template in zone.facts}
        self.made: dict[tuple[int, int, int], tuple[Node, ...]] = {}
        self.plain: dict[int, bool] = {}
        self.applied: set[Symbol | None] = set()

    def trees(self, proof: Proof, leaf: Ending, worth: Sequence[Seen]) -> Iterator[Node]:
        """Return the short trees of the answer in a leaf."""
        roots = proof.shown()
        tried = any(root.kind != "absent" and root.atom not in leaf.goals for root in roots)
        for root in roots:
            if root.kind == "absent":
                never = replace(root, children=(), function="never")
                yield from _distinct(self._lacking(root)) or (() if tried else (never,))
        by_atom = {root.atom: root for root in roots}
        conditions = {
            r.atom.arguments[2]
            for r in roots
            if r.atom is not None and r.atom.name in ("met", "unmet")
        }
        against = {atom for reason in leaf.reasons for atom in reason.contrary}
        dull = self._unchanged(leaf, worth)
        for root in roots:
            if root.kind == "absent":
                continue
            atom = root.atom
            if atom is None or atom in against or atom in dull:
                continue
            if atom.name == "option" and conditions:
                continue
            if atom.name in ("met", "unmet"):
                reason = next((r for r in leaf.reasons if r.unmet == atom), None)
                contrary = [by_atom[a] for a in (reason.contrary if reason else ()) if a in by_atom]
                yield self._requirement(root, contrary)
            else:
                yield replace(root, children=self._below(root, 0, 0))

    def _lacking(self, node: Node) -> Iterator[Node]:
        """Return what a thing that is not so lacked, without bookkeeping."""
        for child in node.children:
            if child.function == "against":
                yield replace(child, children=self._below(child, 0, DEEP - 3))
            elif child.kind != "absent":
                yield from self._node(child, 0, DEEP - 3)
            elif str(ANYTHING) in str(child.atom):
                if child.label is not None and child.label.defines is None:
                    yield replace(child, children=())
            elif self._phrase(child).startswith("(") or self._repeats(node, child):
                yield from self._lacking(child)
            else:
                yield replace(child, children=_distinct(self._lacking(child)))

    def _repeats(self, node: Node, child: Node) -> bool:
        """Tell whether what is lacking is what it is lacking for, in other terms."""
        if node.atom is None or child.atom is None or child.function == "never":
            return False
        return self.speech.clause(node.atom) == self.speech.clause(child.atom)

    def _unchanged(self, leaf: Ending, worth: Sequence[Seen]) -> set[Symbol]:
        """Return what an outcome says that is as at the start, if not all of it is."""
        if not worth:
            return set()
        same = [one for one in leaf.seen if one not in worth]
        present = Present(self.session.graph.nodes[leaf.node].state)
        return {
            goal for goal in leaf.goals if any(_says(goal, p, of, present) for p, of, _ in same)
        }

    def _requirement(self, root: Node, contrary: Sequence[Node]) -> Node:
        """Return a requirement under its rule, with what makes it met or stands against it."""
        rule = next((node for node in root.children if states_rule(node)), None)
        if rule is None:
            return replace(root, children=self._below(root, 0, 0))
        assert root.atom is not None
        near = MET if root.atom.name == "met" else NEAR
        applies = []
        for each in self._below(rule, 0, 0):
            if states_rule(each) and each.atom not in self.applied:
                self.applied.add(each.atom)
                applies.append(each)
        # That a requirement is met, or not, needs no second line.
        held = Function("holds", [root.atom.arguments[2]])
        support: list[Node] = []
        for node in root.children:
            if node.atom == held and node.kind != "absent":
                support += self._below(node, near[0], near[1] - 1)
            elif node is not rule and node.atom != held:
                support += self._node(node, *near)
        for node in contrary:
            support += self._against(node)
        shown = [n for n in support if n.kind != "absent"] or support
        return replace(rule, children=_distinct([*applies, *shown]))

    def _against(self, node: Node) -> Iterator[Node]:
        """Return what stands against a condition, without saying once more against what."""
        atom = node.atom
        if atom is None:
            return
        fluent = atom.arguments[1]
        facts = [n for n in walk([node]) if n.atom is not None and n.atom.match("given", 1)]
        fact = next(
            (n for n in facts if n.atom is not None and n.atom.arguments[0] == fluent), None
        )
        if fact is not None:
            yield from self._node(fact, *NEAR)
        else:
            yield replace(node, atom=fluent, children=self._below(node, *NEAR))

    def _below(self, node: Node, back: int, depth: int) -> tuple[Node, ...]:
        """Return what a node rests on, in short."""
        if depth >= DEEP:
            return ()
        found = [n for child in node.children for n in self._node(child, back, depth + 1)]
        return _told_once(_distinct([n for n in found if n.kind != "absent"] or found))

    def _node(self, node: Node, back: int, depth: int) -> tuple[Node, ...]:
        """Return what stands in the place of a node: itself, what it rests on, or nothing."""
        key = (id(node), back, depth)
        if key not in self.made:
            self.made[key] = self._short(node, back, depth)
        return self.made[key]

    def _short(self, node: Node, back: int, depth: int) -> tuple[Node, ...]:
        atom = node.atom
        if atom is not None and (atom.name in _TOLD or self._is_done(atom)):
            return ()
        if atom is not None and (phrase := self._phrase(node)).startswith("("):
            if node.kind == "absent" or phrase.startswith("(("):
                return ()
            return self._below(node, back, depth - 1)
        if not node.children:
            return () if node.kind == "elements" and atom is None else (node,)
        if self._goes_without_saying(node):
            return (replace(node, children=()),)
        if rests_on_earlier(node):
            if back >= BACK:
                return (replace(node, children=()),)
            back += 1
        children = self._below(node, back, depth)
        if len(children) == 1 and self._same_words(node, children[0]):
            children = children[0].children
        if node.kind == "elements" and node.atom is None and not children:
            return ()
        return (replace(node, children=children),)

    def _same_words(self, node: Node, other: Node) -> bool:
        if node.atom is None or other.atom is None or node.kind == "absent":
            return False
        same = self.speech.clause(node.atom) == self.speech.clause(other.atom)
        return same and other.kind != "absent"

    def _is_done(self, atom: Symbol) -> bool:
        """Tell whether an atom says what a player did with priority: the rule beside it says it."""
        return atom.match("takes", 2) and atom.arguments[0] in self.session.script.passing

    def _phrase(self, node: Node) -> str:
        """Return how the vocabulary says what a node says, if it is no fact of the situation."""
        atom = node.atom
        assert atom is not None
        phrase = "{1}"
        kinds: tuple[str, ...] = ("predicate", "input")
        while phrase == "{1}" and atom is not None:
            found = [self.vocabulary.entry(kind, atom.name, len(atom.arguments)) for kind in kinds]
            phrase = next((entry.phrase for entry in found if entry is not None), "")
            kinds = ("fluent",)
            atom = atom.arguments[0] if atom.arguments else None
        return phrase if phrase.endswith(")") else ""

    def _goes_without_saying(self, node: Node) -> bool:
        """Tell whether a node is a property that anybody at the table sees."""
        return (
            node.atom is not None
            and node.kind in ("rule", "definition")
            and node.atom.name in self.properties
            and self._is_plain(node)
        )

    def _is_plain(self, node: Node) -> bool:
        """Tell whether a node rests only on what is printed, and on where things lie."""
        known = self.plain.get(id(node))
        if known is None:
            self.plain[id(node)] = known = self._lies(node)
        return known

    def _lies(self, node: Node) -> bool:
        atom = node.atom
        if node.kind == "absent":
            return True
        if atom is not None and atom.match("given", 1):
            return atom.arguments[0].name in self.lying
        if node.kind in ("choice", "elements"):
            return False
        return all(self._is_plain(child) for child in node.children)


def _says(goal: Symbol, asked: Property, of: Ref, present: Present) -> bool:
    """Tell whether an atom states a property of an object or player."""
    fact = goal.arguments[0] if not asked.derived and goal.match("given", 1) else goal
    side = {} if of.side is None else {"side": of.side}
    return any(
        asked.pattern.match(fact, {"object": term, "player": term, **side}) is not None
        for term in of.terms(present)
    )


def _told_once(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return nodes side by side; of what is so of each thing, what stands beside it is left out."""
    beside = {node.atom for node in nodes if node.atom is not None}
    found = []
    for node in nodes:
        if node.function == "each" and node.atom is None:
            left = tuple(one for one in node.children if one.atom not in beside)
            if not left:
                continue
            node = replace(node, children=left)
        found.append(node)
    return tuple(found)


def _distinct(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return nodes without those that say what an earlier one says."""
    found: dict[tuple[object, ...], Node] = {}
    for node in nodes:
        key = (node.kind, node.atom, None if node.atom is not None else id(node))
        if key not in found or len(found[key].children) < len(node.children):
            found[key] = node
    return tuple(found.values())
