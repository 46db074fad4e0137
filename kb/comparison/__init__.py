"""Two rulebooks side by side: the smallest board on which they end differently."""

from kb.comparison.compare import Comparison, Difference, compare

__all__ = ["Comparison", "Difference", "compare"]
