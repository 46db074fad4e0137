"""Proofs: the rules and facts that an answer rests on, as data, text and picture."""

from kb.proof.proof import Node, Proof
from kb.proof.search import BOUND, explain
from kb.proof.trace import Step, Trace

__all__ = ["BOUND", "Node", "Proof", "Step", "Trace", "explain"]
