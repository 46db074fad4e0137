"""Two rulebooks side by side: the smallest board on which they end differently."""

from kb.comparison.comparison import Comparison, Difference

__all__ = ["Comparison", "Difference"]
