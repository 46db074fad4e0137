"""Things that are separated into two piles, of which one is chosen."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.shapes import is_described, quantifier_of, unfold
from kb.cards.mtg.nodes import Unsaid, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

_ONE = re.compile(r"put one pile into your hand and the other into your graveyard", re.I)
_THAT = re.compile(r"put that pile into your hand and the other into your graveyard", re.I)
_CHOOSES = re.compile(r"an opponent chooses one of those piles", re.I)
_SACRIFICES = re.compile(
    r"that player sacrifices all permanents in the pile of (?:their|his or her) choice", re.I
)


def separated(clause: Node | None, phrases: Phrases) -> Entry | None:
    """Read "an opponent separates those cards into two piles"; None if something else is said.

    Who chooses one of them the next sentence says.
    """
    core, hows = unfold(None if clause is None else clause.node("acts"))
    if clause is None or core is None or verb_of(core) != "separate" or core.kind != "act":
        return None
    return parted_by(core, hows, clause.node("subject"), phrases)


def parted_by(core: Node, hows: tuple[Node, ...], subject: Node | None, phrases: Phrases) -> Entry:
    """Return what somebody separates into two piles."""
    into = hows[0].node("what") if len(hows) == 1 and plain(hows[0].get("prep")) == "into" else None
    count = None if into is None else into.node("quantifier")
    if lemma(into) != "pile" or count is None or plain(count.get("count")) != "two":
        raise Unsaid("into what")
    opponent = lemma(subject) == "opponent" and subject is not None and not is_described(subject)
    if subject is not None and not (opponent and quantifier_of(subject) == "a"):
        raise Unsaid("who separates them")
    thing = core.node("object")
    those = thing is not None and (thing.kind == "them" or quantifier_of(thing) == "those")
    what = "each card among them" if those and phrases.among else phrases.reference(thing)
    if not what.startswith("each "):
        raise Unsaid("what is separated")
    return {"separate": what, **({} if subject is None else {"by": "opponents"})}


def pile_chosen(said: str, parted: Entry, phrases: Phrases) -> list[Entry] | None:
    """Return what becomes of two piles, as the next sentence says; None if it says something else.

    Who chooses one of them is taken in.
    """
    among = "among them" in parted["separate"]
    if _CHOOSES.fullmatch(said) and "chosen by" not in parted:
        parted["chosen by"] = "opponents"
        return []
    if among and _ONE.fullmatch(said) and "chosen by" not in parted:
        phrases.among = False
        return [{"return to hand": "chosen pile"}, {"put the rest": "graveyard"}]
    if among and _THAT.fullmatch(said) and "chosen by" in parted:
        phrases.among = False
        return [{"return to hand": "chosen pile"}, {"put the rest": "graveyard"}]
    whose = re.search(r" controlled by (target \d+)$", parted["separate"])
    if whose is not None and _SACRIFICES.fullmatch(said) and "chosen by" not in parted:
        parted["chosen by"] = whose[1]
        return [{"sacrifice": "chosen pile", "who": whose[1]}]
    return None
