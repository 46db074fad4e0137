"""What sets an ability off, in the words of cards."""

from __future__ import annotations

from kb.cards.mtg.saying.phrases import WHOSE, filter_said
from kb.cards.saying import Entry

_ORDINALS = {1: "first", 2: "second", 3: "third"}
_STEPS = {
    "draw": "draw step",
    "untap": "untap step",
    "main1": "precombat main phase",
    "main2": "postcombat main phase",
}
_WHOSE_STEP = {
    "you": "your",
    "each": "",
    "opponent": "eachopponent",
    "enchanted": "enchanted player",
    "chosen player": "chosen player",
    "controller of enchanted": "enchanted creature controller",
}


def beginning(when: Entry) -> str:
    """Return which step begins, and whose."""
    if when["begins"] == "end of combat":
        return "at end combat"
    step = str(when["begins"]).removeprefix("beginning of ")
    step = _STEPS.get(step, step)
    whose = _WHOSE_STEP[when.get("whose", "each")]
    return f"beginning {step} {whose} {'turn' if step == 'combat' and whose else ''}"


def of_event(word: str, name: str, entry: Entry) -> str | None:
    """Return what fills a gap of an event by its value alone; None if it is no such gap."""
    value = entry.get(name)
    match name:
        case "of" if word in ("becomes target", "blocks one"):
            return filter_said(str(value))
        case "number" if word in ("draws nth", "casts nth"):
            yours = word == "casts nth" and entry["whose"] == "you"
            return f"{'your' if yours else ''} {_ORDINALS[entry['number']]}"
        case "target" if word == "casts at":
            return "" if value == "this" else filter_said(str(value))
        case "least":
            return str(value)
        case "draws" | "discards" | "shuffles" | "gains life" | "loses life" | "draws nth":
            return WHOSE[str(value)]
        case "activates nonmana":
            return WHOSE[str(value)]
        case "discards one":
            return filter_said(str(value).replace(" in your hand", ""))
        case "whose" if word in ("casts", "sacrifices", "casts nth", "discards one"):
            return WHOSE[value or "you"]
        case "or you":
            return "you or" if value else ""
    return None
