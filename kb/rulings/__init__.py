"""Rulings: answers that people and programs can use, with their reasons."""

from kb.rulings.asking import ask
from kb.rulings.ruling import Outcome, Refused, Ruling, Why

__all__ = ["Outcome", "Refused", "Ruling", "Why", "ask"]
