"""Questions: what may be asked of a situation, each kind in a module of its own."""

from kb.questions.asked import Asked
from kb.questions.kinds import KINDS
from kb.questions.situation import Situation, situate

__all__ = ["KINDS", "Asked", "Situation", "situate"]
