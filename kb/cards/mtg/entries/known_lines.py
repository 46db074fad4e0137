"""Lines of which the words are known as a whole."""

from __future__ import annotations

import re

from kb.cards.mtg.effects.delaying import DOUBLES_TOKENS
from kb.cards.mtg.entries.maker import Entry, Maker
from kb.cards.mtg.nodes import items
from kb.cards.mtg.saying.way_back import says
from kb.cards.values import Node

_SHOWN_OR_TAPPED = re.compile(
    r"As .+ enters(?: the battlefield)?, you may reveal an? ([A-Z][a-z]+(?: or [A-Z][a-z]+)?) card"
    r" from your hand\. If you don['’]t, .+ enters(?: the battlefield)? tapped\."
)
_LIFE_OR_TAPPED = re.compile(
    r"as .+ enters(?: the battlefield)?, you may pay (\d+) life\. if you don['’]t,"
    r" .+ enters(?: the battlefield)? tapped\.",
    re.I,
)

_DOUBLES_COUNTERS = re.compile(
    r"if an effect would put one or more counters on an? [^,.]+,"
    r" it puts twice that many of those counters on (?:that \w+|it) instead\.",
    re.I,
)
_TAXES = re.compile(
    r".+ can['’]t attack you( or planeswalkers you control)? unless their controller pays"
    r" \{(\d+)\} for each (?:creature they control that['’]s attacking you|of those creatures)\.",
    re.I,
)
_AND_EQUIPS = re.compile(
    r"(as long as .+) and (equip abilities you activate cost \{\d+\} less to activate\.)", re.I
)
"""What is so, and how much cheaper it makes another thing's abilities besides."""


def in_words(maker: Maker, text: str, value: Node) -> Entry | None:
    """Read a line of which the words are known as a whole.

    "As this land enters, you may pay 2 life. If you don't, it enters tapped", or "if an effect
    would create one or more tokens under your control, …".
    """
    if DOUBLES_TOKENS.fullmatch(text.rstrip(".")) and not maker.is_spell():
        return {"abilities": [{"static": "double tokens"}]}
    said = _replaces(maker, text, value)
    if said is not None and not maker.is_spell():
        return {"abilities": [{"static": said}]}
    if (equips := _AND_EQUIPS.fullmatch(text)) is not None and not maker.is_spell():
        return _without_equipping(maker, equips, value)
    shown = _SHOWN_OR_TAPPED.fullmatch(text)
    if shown is not None:
        kinds = " or ".join(f"{kind} card in your hand" for kind in shown[1].split(" or "))
        unless = f"you reveal {kinds.lower()}"
        return {"abilities": [{"static": {"enters tapped": "this"}, "unless": unless}]}
    asked = _LIFE_OR_TAPPED.fullmatch(text)
    return asked and {"abilities": [{"static": {"tapped unless life": int(asked[1])}}]}


def _without_equipping(maker: Maker, both: re.Match[str], value: Node) -> Entry | None:
    """Read the first of two things, and leave apart how much cheaper equipping becomes."""
    sentences = items(value, "sentences")
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    joined = None if clause is None or clause.kind != "under" else clause.node("does")
    first = None if joined is None or joined.kind != "clauses" else joined.node("first")
    if clause is None or first is None:
        return None
    alone = sentences[0].put("does", clause.put("does", first))
    made = maker.value(value.put("sentences", (alone,)))
    found = made.get("abilities", [])
    told = maker.grammar is None or says(f"{both[1]}.", [made], maker.grammar, maker.name) is None
    if set(made) != {"abilities"} or any("static" not in one for one in found) or not told:
        return None
    return {"abilities": [*found, {"other": f"{both[2][:1].upper()}{both[2][1:]}"}]}


def _replaces(maker: Maker, text: str, value: Node) -> Entry | str | None:
    """Read "if an effect would put one or more counters on …, it puts twice that many …"."""
    if (taxes := _TAXES.fullmatch(text)) is not None:
        return _taxes(maker, taxes, value)
    sentences = items(value, "sentences") if _DOUBLES_COUNTERS.fullmatch(text) else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    place: Node | None = clause
    for part in ("opening", "condition", "acts", "how", "what"):
        place = None if place is None else place.node(part)
    return None if place is None else {"double counters": maker.phrases("this").filter(place)}


def _taxes(maker: Maker, taxes: re.Match[str], value: Node) -> Entry | None:
    """Read "creatures can't attack you unless their controller pays {1} for each …"."""
    sentences = items(value, "sentences")
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    does = None if clause is None else clause.node("does")
    subject = None if does is None else does.node("subject")
    if subject is None:
        return None
    made: Entry = {"attack you for": int(taxes[2])}
    made["creatures"] = maker.phrases("this").filter(subject)
    return {**made, "or planeswalkers": True} if taxes[1] else made
