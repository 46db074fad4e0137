"""The rulebook: numbered rules with their headers, checked, dated, and turned into programs."""

from kb.rulebook.edition import Edition, Editions, Period, read_date
from kb.rulebook.header import Label, Renumbering
from kb.rulebook.rulebook import Rulebook, RulebookView, loaded, overlay_text
from kb.rulebook.statement import Statement, switch
from kb.rulebook.vocabulary import Entry, Vocabulary

__all__ = [
    "Edition",
    "Editions",
    "Entry",
    "Label",
    "Period",
    "Renumbering",
    "Rulebook",
    "RulebookView",
    "Statement",
    "Vocabulary",
    "loaded",
    "overlay_text",
    "read_date",
    "switch",
]
