"""Rulings: answers that people and programs can use, with their reasons."""

from kb.rulings.asking import ask, questions_of
from kb.rulings.ruling import Outcome, Ruling, Why

__all__ = ["Outcome", "Ruling", "Why", "ask", "questions_of"]
