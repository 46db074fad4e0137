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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.comparison.comparison import Comparison, Difference
    from kb.comparison.diff import diff
    from kb.comparison.rewording import Reworded, reword
    from kb.errors import LudexError
    from kb.proof.proof import Proof
    from kb.questions.reasons import Refused, Why
    from kb.rulebook import Rulebook
    from kb.rulings.asking import ask
    from kb.rulings.outcome import Outcome
    from kb.rulings.ruling import Ruling
    from kb.scenario.model import Scenario
    from kb.scenario.variants import load_scenario, read_scenario
    from kb.testing.running import Checked
    from kb.testing.running import check_expectations as test
    from kb.verification.findings import Finding, Verification
    from kb.verification.whole import verify

    load_rulebook = Rulebook.load

__version__ = "0.1.0"

__all__ = [
    "Checked",
    "Comparison",
    "Difference",
    "Finding",
    "LudexError",
    "Outcome",
    "Proof",
    "Refused",
    "Reworded",
    "Rulebook",
    "Ruling",
    "Scenario",
    "Verification",
    "Why",
    "__version__",
    "ask",
    "diff",
    "load_rulebook",
    "load_scenario",
    "read_scenario",
    "reword",
    "test",
    "verify",
]

_WHERE = {
    "Checked": "kb.testing.running:Checked",
    "Comparison": "kb.comparison.comparison:Comparison",
    "Difference": "kb.comparison.comparison:Difference",
    "Finding": "kb.verification.findings:Finding",
    "LudexError": "kb.errors:LudexError",
    "Outcome": "kb.rulings.outcome:Outcome",
    "Proof": "kb.proof.proof:Proof",
    "Refused": "kb.questions.reasons:Refused",
    "Reworded": "kb.comparison.rewording:Reworded",
    "Rulebook": "kb.rulebook:Rulebook",
    "Ruling": "kb.rulings.ruling:Ruling",
    "Scenario": "kb.scenario.model:Scenario",
    "Verification": "kb.verification.findings:Verification",
    "Why": "kb.questions.reasons:Why",
    "diff": "kb.comparison.diff:diff",
    "ask": "kb.rulings.asking:ask",
    "load_rulebook": "kb.rulebook:Rulebook.load",
    "load_scenario": "kb.scenario.variants:load_scenario",
    "read_scenario": "kb.scenario.variants:read_scenario",
    "reword": "kb.comparison.rewording:reword",
    "test": "kb.testing.running:check_expectations",
    "verify": "kb.verification.whole:verify",
}
"""Where each name comes from: it is imported when somebody asks for it."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, path = _WHERE[name].partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
