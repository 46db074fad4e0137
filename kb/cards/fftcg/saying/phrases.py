"""Filters, references and amounts, in the words of cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kb.cards.saying import Entry, any_of, clauses_of

CHOOSERS = {
    "summons": "summon",
    "abilities": "ability",
    "either": "summon or ability",
    "any summons": "summon",
    "any abilities": "ability",
    "any": "summon or ability",
    "opponent's summons": "opponent summon",
    "opponent's abilities": "opponent ability",
    "opponent's summons or abilities": "opponent summon or ability",
    "anything": "summon or ability",
}
REPLACED: Mapping[str, str] = {
    "no damage": "<harmed> damage become 0 instead",
    "no damage below power": "<harmed> damage become 0 instead",
    "less damage": "<harmed> damage reduce <less damage> instead",
    "more damage": "<harmed> damage increase <more damage> instead",
    "double damage": "<harmed> double damage instead",
    "deals more damage": "if <from> deal damage <hit> damage increase <deals more damage> instead",
    "deals exactly": "if <from> deal damage <hit> damage become <deals exactly> instead",
    "deals double damage": "if <from> deal damage <hit> double damage instead",
}
"""What is done with damage instead, by the words for it: always, or this turn."""


def _unlike(found: re.Match[str]) -> str:
    """Return what is shut out as it is printed: "other than Light or Dark"."""
    *before, last = [
        one.replace("not_called_", "card name_").removeprefix("not_").removeprefix("non")
        for one in found[0].split()
    ]
    return f"other {' '.join([*before, *['or'][: len(before)], last])} "


_FILTER: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r" damaged by this\b"), " damaged same turn"),
    (re.compile(r" in your opponent's hand\b"), " in hand"),
    (re.compile(r" in your deck\b"), ""),
    (re.compile(r"\bremoved anything\b"), "any player's card"),
    (re.compile(r"\banything\b"), "card"),
    (re.compile(r"\bthis\b"), ""),
    (re.compile(r"(?:\b(?:non|not_called_|not_job_|not_category_)\S+ ?)+"), _unlike),
    (re.compile(r"\bsummon on the stack\b"), "summon"),
    (re.compile(r"(.*) you own$"), r"your \1"),
)
_NAMED = re.compile(r'\b(?:(?:not )?(?:job|category)|card name|not called) "[^"]*"')
"""A name with its kind, which is said as often as it stands there."""


def filter_said(words: str, between: str = "or") -> str:
    """Return a filter as it is printed: what its clauses share is said once."""
    atoms = _NAMED.sub(lambda found: found.group().replace(" ", "_"), words)
    clauses = clauses_of(atoms)
    for pattern, other in _FILTER:
        clauses = [pattern.sub(other, clause) for clause in clauses]
    return any_of(clauses, between).replace("_", " ")


def reference(value: object) -> str:
    """Return a reference: pronouns say nothing."""
    said = str(value)
    if said == "this in the break zone":
        return "from break zone"
    if said == "each anything in your deck among them":
        return "other card"
    for word in ("controller", "owner"):
        if said.startswith(f"{word} of "):
            return word
    if said.startswith("each "):
        return f"all {filter_said(said[5:], 'and')}"
    return "opponent" if said == "opponent" else ""


def amount(value: object, sign: str = "") -> str:
    """Return an amount."""
    said = str(value)
    if (found := re.fullmatch(r"(\d+) plus (.*)", said)) is not None:
        return f"{sign}{found[1]} damage and more {amount(found[2])}"
    if (found := re.fullmatch(r"(\d+) for each point of damage of you", said)) is not None:
        return f"{sign}{found[1]} for each point damage you have received"
    if (found := re.fullmatch(r"(\d+) for each (.*) counter of this", said)) is not None:
        return f"{sign}{found[1]} for each {found[2]} counter placed"
    if (found := re.fullmatch(r"(\d+) for every (\d+) (.*)", said)) is not None:
        return f"{sign}{found[1]} for every {found[2]} {filter_said(found[3], 'and')}"
    if (found := re.fullmatch(r"(\d+) for each element among (.*)", said)) is not None:
        return f"{sign}{found[1]} for each different element among {filter_said(found[2], 'and')}"
    if (found := re.fullmatch(r"(\d+) for each card cast this turn", said)) is not None:
        return f"{sign}{found[1]} for each card you have cast this turn"
    if (found := re.fullmatch(r"(\d+) for each (.*)", said)) is not None:
        return f"{sign}{found[1]} for each {filter_said(found[2], 'and')}"
    if said.startswith("power of "):
        return "equal to power"
    if said.startswith("number of "):
        return f"number {filter_said(said[10:])}"
    return f"{sign}{said}"


def harmed(word: str, entry: Entry, whom: str) -> str:
    """Return how damage is said that something replaces."""
    by = str(entry.get("by", "")).replace("opposing", "opponent").replace("own", "your")
    below = "less than power" if word == "no damage below power" else ""
    if entry.get("next"):
        return f"next dealt {whom} {by}"
    return f"if {whom} dealt damage {by} {below}"
