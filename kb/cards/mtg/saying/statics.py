"""What lasts, in the words of cards."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.saying.phrases import WHOSE, filter_said
from kb.cards.saying import Entry

_CASTERS = {"you": "cast", "opponent": "opponent cast", "each": ""}
_BARRED = {"you": "you", "opponent": "opponents", "each": "player"}
_LIMITED = {"you": "you", "opponent": "each opponent", "each": "each player"}
_BARS = ("cannot cast", "cannot gain life", "cannot lose", "cannot win")
NAMED = {
    "enters by day": "if neither day nor night become day as enter",
    "choose color": "as enter choose color",
    "choose type": "as enter choose creature type",
    "may exert": "you may exert as attack",
    "may stay tapped": "you may choose not to untap during your untap step",
    "as unblocked": "you may have assign combat damage as though weren't blocked",
    "loyalty at instant speed": (
        "may activate loyalty ability planeswalker you control on any player turn any time"
        " could cast instant"
    ),
    "damage to enchanted": "all damage deal you deal enchanted creature otherwise",
    "wins at no card": "if you draw card while your library have no card win game otherwise",
    "keeps permanents": "spell ability opponentcontrols cannot cause you sacrifice permanent",
    "exiled instead": "if put graveyard anywhere exile otherwise",
    "enters if discarded": (
        "if spell or ability opponentcontrols cause you discard put onto battlefield otherwise"
    ),
    "double tokens": "if effect create one or more token create twice many otherwise",
    "own loyalty at instant speed": (
        "may activate loyalty ability on any player turn any time could cast instant"
    ),
}
"""What lasts, where a word alone says it."""


def cost_changed(static: Entry) -> str:
    """Return by how much a spell is said to cost less or more."""
    word, amount = next((key, said) for key, said in static.items() if key != "at")
    amount = str(amount).replace("creatures in your party", "number of creature in your party")
    found = re.fullmatch(r"(?:(\d+) times )?number of (.*)", amount)
    number = amount if found is None else found[1] or 1
    each = "" if found is None else f" for each {filter_said(found[2])}"
    each = " for each creature your party" if each.endswith("your party") else each
    aimed = f" if target {filter_said(static['at'])}" if "at" in static else ""
    return f"cost {{{number}}} {word.removeprefix('costs ')} cast{each}{aimed}"


def of_static(word: str, name: str, entry: Entry) -> str | None:
    """Return what fills a gap of what lasts by its value alone; None if it is no such gap."""
    value = entry.get(name)
    if word in ("untaps at most", "casts at most", "draws at most", *_BARS):
        return _of_bar(word, name, value)
    match name:
        case "loyalty abilities of":
            if "to" in entry:
                return "each other planeswalker you control have loyalty ability"
            return "have all loyalty ability all other planeswalker"
        case "cannot search" if entry.get("by their own"):
            return "spell ability opponents control cannot cause controller search library"
        case "cannot search":
            who = {"each": "player", "opponent": "your opponents"}.get(str(value), str(value))
            return f"{who} cannot search library"
        case "cast from graveyard":
            return filter_said(str(value)).replace("card", "spell")
        case "cast from exile":
            return f"{filter_said(str(value))} exile"
        case "power" | "toughness" if word == "size":
            return str(value)
        case "at" if word.startswith("spells cost"):
            return "" if value is None else f"target {filter_said(str(value))}"
        case "whose" if word.startswith("spells cost"):
            return _CASTERS[value or "you"]
        case "whose" if word == "multiply life gain":
            return WHOSE[value or "you"]
        case "of" if word == "boost each":
            return filter_said(str(value))
        case "once":
            return "during each of your turns" if value else ""
        case "cast from top":
            kinds = str(value).replace("card in your library", "spell")
            return f"{filter_said(kinds)} top your library"
        case "play lands from":
            return "top your library" if value == "top" else "your graveyard"
        case "no graveyard":
            return {"you": "your", "opponent": "opponent", "each": ""}[str(value)]
        case "and tokens":
            return "or token" if value else ""
        case "when it dies":
            return "die"
        case "multiply life gain":
            return {"0": "no", "1": "that much", "2": "twice that much"}[str(value)]
        case "plus" if word == "damage grows":
            return "double" if value is None else f"much plus {value}"
        case "plus":
            return "" if value is None else f"plus {value}"
        case "by" if word == "damage grows":
            source = str(value or "object").replace("object", "source")
            return filter_said(source)
        case "spells cost less" | "spells cost more" | "attack you for":
            return f"{{{value}}}"
    return None


def _of_bar(word: str, name: str, value: Any) -> str | None:
    """Return what fills a gap of what somebody cannot do, or not more often than so."""
    match name:
        case "who" | "cannot gain life" | "cannot lose" | "cannot win" if word in _BARS:
            return _BARRED[str(value)]
        case "who" if word == "untaps at most":
            return {**_BARRED, "you": "controller"}[value or "you"]
        case "who":
            return _LIMITED[str(value)]
        case "of" if word == "untaps at most":
            return filter_said(str(value))
        case "of" if word == "casts at most":
            return "" if value is None else str(value).removesuffix(" spell")
        case "untaps at most" | "casts at most":
            return str(value)
    return None
