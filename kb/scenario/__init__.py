"""Scenarios: a board, what is done, what is asked, from YAML or Python to facts."""

from kb.scenario.cards import Ability, Card, Catalogue
from kb.scenario.game import Game
from kb.scenario.model import Player, Question, Scenario, Stacked, Step, Thing, Turn, Variant
from kb.scenario.names import Names
from kb.scenario.variants import Case, expanded, load_scenario, read_scenario, to_yaml

__all__ = [
    "Ability",
    "Card",
    "Case",
    "Catalogue",
    "Game",
    "Names",
    "Player",
    "Question",
    "Scenario",
    "Stacked",
    "Step",
    "Thing",
    "Turn",
    "Variant",
    "expanded",
    "load_scenario",
    "read_scenario",
    "to_yaml",
]
