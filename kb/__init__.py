"""Ludex: a judge for card games whose rulebook is a program.

The names here are the whole of its interface for Python:

>>> import kb
>>> scenario = kb.read_scenario('''
... game: mtg
... date: 2013-01-30
... players:
...   Archibald: {battlefield: [{card: Jace Beleren, activated: true}]}
...   Norbert: {}
... ask:
...   - may: {activate: Jace Beleren, ability: "+2"}
... ''')
>>> ruling, = kb.ask(scenario)
>>> ruling.answer
False
>>> print(ruling.sentence)
No: Archibald may not activate the +2 ability of Jace Beleren.
>>> ruling.outcomes[0].whys[0].rules
('606.3', '306.5d')
"""

from kb.errors import LudexError
from kb.proof import Proof
from kb.rulebook import Rulebook
from kb.rulings import Outcome, Refused, Ruling, Why, ask
from kb.scenario import Scenario, load_scenario, read_scenario
from kb.testing.running import Checked
from kb.testing.running import check_expectations as test

__version__ = "0.1.0"

load_rulebook = Rulebook.load

__all__ = [
    "Checked",
    "LudexError",
    "Outcome",
    "Proof",
    "Refused",
    "Rulebook",
    "Ruling",
    "Scenario",
    "Why",
    "__version__",
    "ask",
    "load_rulebook",
    "load_scenario",
    "read_scenario",
    "test",
]
