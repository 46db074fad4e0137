"""What stands against an action, in words, with the numbers of the rules that say so."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol

from kb.inference.leaves import Reason
from kb.proof import Proof
from kb.proof.proof import Node, walk
from kb.questions.speech import Speech
from kb.records import record


@record
class Why:
    """One thing that stands against an action.

    Attributes
    ----------
    text : str
        What is required and not so, or what rules it out, in words.
    rules : tuple of str
        The numbers of the rule that says so.
    ruled_out : bool
        Whether a rule forbids it; otherwise a requirement is not met.
    against : tuple of str
        The facts that stand against it, in words.
    """

    text: str
    rules: tuple[str, ...]
    ruled_out: bool
    against: tuple[str, ...]

    def __str__(self) -> str:
        said = f"{', '.join(self.rules)}  " if self.rules else ""
        said += f"{'ruled out' if self.ruled_out else 'required'}: {self.text}"
        told = self.against and not self.ruled_out
        return f"{said}; but {' and '.join(self.against)}" if told else said


@record
class Refused:
    """Something that a player may not do, though it was considered.

    Attributes
    ----------
    text : str
        What is not allowed.
    whys : tuple of Why
        Everything that stands against it.
    option : Symbol
        The option of the decision.
    """

    text: str
    whys: tuple[Why, ...]
    option: Symbol


def whys(speech: Speech, proof: Proof, reasons: Iterable[Reason]) -> tuple[Why, ...]:
    """Return reasons in words; the proof says which rules they come from."""
    roots = {root.atom: root for root in proof.trees if root.atom is not None}
    return tuple(_why(speech, reason, roots.get(reason.unmet)) for reason in reasons)


def _why(speech: Speech, reason: Reason, root: Node | None) -> Why:
    source = origin(root)
    return Why(
        speech.condition(reason.condition),
        () if source is None or source.label is None else speech.numbers(source.label),
        source is not None and source.atom is not None and source.atom.name == "forbids",
        tuple(speech.clause(atom.arguments[1]) for atom in reason.contrary),
    )


def origin(root: Node | None) -> Node | None:
    """Return the node of the numbered rule that a requirement or prohibition comes from."""
    return next((node for node in walk([] if root is None else [root]) if states_rule(node)), None)


def states_rule(node: Node) -> bool:
    """Return whether a node is derived by a rule of the book."""
    return node.kind == "rule" and node.label is not None and node.label.defines is None
