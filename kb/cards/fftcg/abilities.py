"""What kind of ability each line is: field, auto, action, special, keyword, or what a Summon does.

Said as facts beside those of the values: ``ability(n2,auto)``, ``burst(n2)``, ``points(n2,3)``,
``keyword(n2,warp,4)``; ``notation(n2,dash_first)`` reports a keyword line that is not written as
the rules write it (N-FF-03), ``gap(n2,"N-FF-04")`` a number that the rules do not provide for.
"""

from __future__ import annotations

from kb.cards.facts import Fact, to_facts
from kb.cards.mentions import mention_facts
from kb.cards.reading import Reading
from kb.cards.values import Node, walk

_NUMBERS = {"warp": "turns", "limit_break": "cards"}


def facts_of(reading: Reading) -> list[Fact]:
    """Return the facts of a reading: its values, its abilities, its mentions."""
    value = reading.value
    names = {id(node): f"n{index}" for index, node in enumerate(walk(value), 1)}
    found = to_facts(value)
    lines = value.get("lines")
    for line in lines if isinstance(lines, tuple) else ():
        if isinstance(line, Node):
            found.extend(ability_facts(line, names[id(line)]))
    return [*found, *mention_facts(reading.mentions)]


def ability_facts(line: Node, name: str) -> list[Fact]:
    """Return what kind of ability a line is."""
    found: list[Fact] = []
    body = line
    if line.kind == "labelled":
        for label in walk(line.get("labels")):
            if label.kind == "ex_burst":
                found.append(Fact("burst", (name,)))
            elif isinstance(points := label.get("points"), int):
                found.append(Fact("points", (name, points)))
        inner = line.get("body") or line.get("effects")
        body = inner if isinstance(inner, Node) else line
    kind = ability_kind(body)
    found.append(Fact("ability", (name, kind)))
    if kind == "keyword":
        found.extend(_keyword_facts(body, name))
    return found


def _keyword_facts(body: Node, name: str) -> list[Fact]:
    if body.kind == "keywords":
        words = [inner.get("keyword") for inner in walk(body) if inner.kind == "keyword"]
        return [Fact("keyword", (name, _plain(str(word)))) for word in words]
    number = body.get(_NUMBERS.get(body.kind, ""))
    arguments = (name, body.kind) if number is None else (name, body.kind, str(number))
    found = [Fact("keyword", arguments)]
    if body.style:
        found.append(Fact("notation", (name, body.style)))
    if number == 0:
        found.append(Fact("gap", (name, '"N-FF-04"')))
    return found


def _plain(word: str) -> str:
    return "_".join(part.split("^")[0] for part in word.split())


def ability_kind(body: Node) -> str:
    """Return the kind of an ability without its labels."""
    if body.kind in {"action", "special"}:
        return body.kind
    if body.kind in {"keywords", "warp", "priming", "limit_break"}:
        return "keyword"
    sentences = body.get("sentences")
    first = sentences[0] if isinstance(sentences, tuple) and sentences else None
    if not isinstance(first, Node) or first.kind == "note":
        return "field"
    if first.kind == "option":
        return "option"
    clause = first.node("does")
    while clause is not None and clause.kind == "under":
        opening = clause.node("opening")
        if opening is not None and (opening.kind == "when" or _is_timed(opening)):
            return "auto"
        clause = clause.node("does")
    return "effect" if clause is not None and _is_order(clause) else "field"


def _is_timed(opening: Node) -> bool:
    """Whether an opening is a moment: "at the beginning of ..."."""
    moments = [node for node in walk(opening) if node.kind == "prep"]
    return any(node.get("prep") == "at" for node in moments)


def _is_order(clause: Node) -> bool:
    """Whether a clause tells a player what to do, as the text of a Summon does."""
    while clause.node("does") or clause.node("first"):
        inner = clause.node("does") or clause.node("first")
        assert inner is not None
        clause = inner
    return clause.kind in {"do", "do_to"}
