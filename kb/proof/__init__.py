"""Proofs: the rules and facts that an answer rests on, as data, text and picture."""

from kb.proof.naming import naming
from kb.proof.proof import Node, Proof
from kb.proof.schema import JSON_SCHEMA, JSON_VERSION
from kb.proof.search import BOUND, explain
from kb.proof.svg import render_svg
from kb.proof.text import render_text
from kb.proof.trace import Step, Trace

__all__ = [
    "BOUND",
    "JSON_SCHEMA",
    "JSON_VERSION",
    "Node",
    "Proof",
    "Step",
    "Trace",
    "explain",
    "naming",
    "render_svg",
    "render_text",
]
