"""Rulings: answers that people and programs can use, with their reasons."""

from kb.questions.reasons import Refused, Why
from kb.rulings.asking import ask
from kb.rulings.outcome import Outcome
from kb.rulings.ruling import Ruling

__all__ = ["Outcome", "Refused", "Ruling", "Why", "ask"]
