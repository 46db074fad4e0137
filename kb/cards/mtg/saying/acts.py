"""What of an instruction is said by a value alone, in the words of cards."""

from __future__ import annotations

from kb.cards.mtg.saying.costs import cost
from kb.cards.mtg.saying.phrases import MANA, UNTIL, filter_said, so_many
from kb.cards.saying import Entry

_PUTS = frozenset({"take", "take all", "search", "put the rest", "put into library"})
_PILES = _PUTS | {"separate", "shuffle away", "manifest"}
_PLACES = {
    "hand": "tohand",
    "graveyard": "your graveyard",
    "battlefield tapped": "battlefield tapped",
    "top": "toplibrary",
    "bottom": "bottomlibrary",
    "second from top": "secondlibrary",
    "third from top": "thirdlibrary",
    "nowhere": "",
}


def of_act(word: str, name: str, entry: Entry) -> str | None:
    """Return what fills a gap of an instruction by its value alone; None if it is no such gap."""
    if word in _PILES and (said := _of_pile(word, name, entry)) is not None:
        return said
    value = entry.get(name)
    match name:
        case "until":
            return _lasting(word, entry)
        case "at next" | "at your next":
            return str(value)
        case "may pay" | "unless paid":
            paid = "" if value == "{0}" else cost(str(value))
            return f"pay {paid}" if paid.startswith("{") else paid
        case "spend only on":
            return filter_said(str(value))
        case "abilities of":
            return "" if value is None else f"or activate ability {filter_said(str(value))}"
        case "price":
            return "without paying mana cost" if value == "nothing" else ""
        case "afterwards":
            return "exiledafter" if value else ""
        case "spells only":
            return "cast" if value else "play"
        case "under":
            return "" if value is None else "owner control"
        case "what" if word == "next spell costs less":
            return filter_said(str(value or "spell"))
        case "for each" if word == "next spell costs less":
            return "" if value is None else f"for each {filter_said(str(value))}"
        case "next spell costs less":
            return f"{{{value}}}"
        case "with" if word == "amass":
            return ""
        case "tapped and attacking":
            return "tapped attacking" if value else ""
        case "new targets":
            return "may choose new target copy" if value else ""
        case "for good":
            return "cannot regenerated" if value else ""
        case "let cast as":
            return filter_said(str(value))
        case "prevent from" | "prevent anywhere":
            return filter_said(str(value).replace("object", ""))
        case "divided":
            shared = str(entry.get("damage")).startswith("share ")
            return "divided as you choose among" if shared else ""
        case "restart leaving":
            return filter_said(str(value))
        case "cast copies":
            return "any number" if value == 99 else ""
        case "distribute" | "among":
            shared = str(entry.get("put counters")).startswith("share ")
            return name if shared else "put" if name == "distribute" else ""
        case "and main":
            return "followed by additional main phase" if value else ""
        case "next turn":
            return "during controller next turn" if value else ""
        case "of" | "and" if word == "add any combination":
            return MANA.get(str(value), "{c}")
        case "of" if word == "untap up to":
            return filter_said(str(value))
        case "discard up to" | "untap up to":
            return "any number" if value == 99 else f"upto {value}"
        case "discard chosen":
            return filter_said(str(value).replace(" in your hand", ""))
        case "sacrifice one" | "select" | "reveal until" | "exile until":
            return filter_said(str(value))
        case "remove counters" if str(value).endswith(f" counters on {entry.get('from')}"):
            return "all"
    return None


def _of_pile(word: str, name: str, entry: Entry) -> str | None:
    """Return what fills a gap of what is done with cards of a library, or with piles."""
    value = entry.get(name)
    match name:
        case "by" if word == "separate":
            return "" if value is None else "opponent"
        case "chosen by" if value is None:
            return "one pile"
        case "chosen by":
            theirs = "opponent choose one those pile that pile"
            return theirs if value == "opponents" else "pile choice"
        case "how":
            return "may" if entry.get("how") == "up to" else ""
        case "shuffle away":
            return f"{'' if 'who' in entry else 'your'} {value} into"
        case "whose":
            return "" if "who" in entry else "your"
        case "to" | "at" | "put the rest" if word in _PUTS:
            place = "top" if value is None else str(value)
            return _PLACES.get(place, place)
        case "search":
            number = entry.get("amount", 1) if value == "card in your library" else so_many(entry)
            return f"{number} {filter_said(str(value))}"
        case "take all":
            return filter_said(str(value))
    return None


def _lasting(word: str, entry: Entry) -> str:
    """Return for how long something is so."""
    value = entry.get("until")
    if word == "phase out":
        return f"{UNTIL[str(value)]} phase cannot" if value else ""
    if word == "gain control" and entry.get("next turn"):
        return ""
    for_good = word in ("gain control", "become", "become copy of")
    return UNTIL[value or ("permanent" if for_good else "end of turn")]
