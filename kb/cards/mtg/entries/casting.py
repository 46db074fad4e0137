"""What a text says of how, when and for what its card is cast."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kb.cards.mtg.costs import alternative, cost_of_act
from kb.cards.mtg.entries.maker import Entry, Maker
from kb.cards.mtg.nodes import Unsaid, items
from kb.cards.mtg.writing import calls
from kb.cards.values import Node

if TYPE_CHECKING:
    from kb.cards.reading import Line


CAST = re.compile(
    r"this spell (?:costs|has flash|can['’]t be countered)|^cast this spell only"
    r"|additional cost to cast this spell|(?:^|\. )x can['’]t be "
    r"|rather than pay this spell|may cast this spell (?:without|as though|from|for)"
    r"|^[^,.:]{1,40} (?:is|are) (?:colorless|all colors)\b",
    re.I,
)
"""How a text says when, how or for what its spell is cast."""


def says_how_it_is_cast(text: str, name: str) -> bool:
    """Return whether a line of a spell says when, how or for what it is cast."""
    for call in (*calls(name), "this card"):
        text = text.replace(call, "this spell")
    return CAST.search(text) is not None


SPELL_HAS = re.compile(r"(?:[\w ]+ — )?this spell (?:has|gains) ", re.I)
"""What only the spell has, and not the permanent that it becomes."""

RATHER = re.compile(r"rather than pay (?:this spell|its)['’]?s? mana cost\.$", re.I)
ADDITIONAL = re.compile(r"as an additional cost to cast this spell, ", re.I)


_ONLY = re.compile(r"cast this spell only (during|if) ([^.]*)\.", re.I)
_WHEN = {
    "combat": "combat",
    "combat before blockers are declared": "combat before blockers",
    "combat after blockers are declared": "combat after blockers",
    "the declare attackers step": "declare attackers",
    "the declare blockers step": "declare blockers",
    "the declare attackers step and only if you've been attacked this step": "attacked this step",
    "your turn": "your turn",
}


def only(maker: Maker, line: Line, value: Node) -> Entry | None:
    """Read "cast this spell only during combat"; None for any other line."""
    if (found := _ONLY.fullmatch(line.text.strip())) is None:
        return None
    made: Entry = {"static": "cast only"}
    if found[1].lower() == "during":
        when = _WHEN.get(found[2].lower().replace("’", "'"))
        if when is None:
            raise Unsaid("when it is cast")
        return {"abilities": [{**made, "timing": when}]}
    sentences = items(value, "sentences")
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    tail = None if clause is None or clause.kind != "tailed" else clause.node("tail")
    if tail is None:
        raise Unsaid("when it is cast")
    condition = maker.phrases("this").condition(tail.node("condition"))
    return {"abilities": [{**made, "only if": condition}]}


def besides(maker: Maker, line: Line, value: Node) -> Entry | None:
    """Read "as an additional cost to cast this spell, …"; None for any other line."""
    if not ADDITIONAL.match(line.text):
        return None
    sentences = items(value, "sentences")
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    does = None if clause is None else clause.node("does")
    acts = None if does is None or does.kind != "do" else does.node("acts")
    if acts is None or "additional cost" in maker.entry:
        raise Unsaid("a cost")
    cost = cost_of_act(acts, maker.phrases("this"))
    if "{" in cost or cost == "sacrifice this":
        raise Unsaid("a cost")
    maker.entry["additional cost"] = cost
    return {"additional cost": cost}


def rather(maker: Maker, line: Line, value: Node) -> Entry | None:
    """Read "you may pay … rather than pay this spell's mana cost"; None for any other line."""
    sentences = items(value, "sentences") if RATHER.search(line.text) else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    if clause is None:
        return None
    if "alternative cost" in maker.entry:
        raise Unsaid("another cost")
    found = alternative(clause, maker.phrases("this"))
    maker.entry |= found
    return found
