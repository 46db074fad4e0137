"""What is chosen and done, in the words of cards: what neighbours share is said once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.cards.fftcg.saying.conditions import condition
from kb.cards.fftcg.saying.costs import cost
from kb.cards.fftcg.saying.phrases import REPLACED, amount, filter_said, harmed, reference
from kb.cards.saying import Entry, each_of, filled, joined

_EFFECT: Mapping[str, str] = {
    "draw": "<who> draw <draw> card",
    "damage": "deal <damage> damage <to>",
    "points of damage": "deal <points of damage> point damage <who>",
    "no ex bursts": "ex bursts card put into damage zone due to this ability cannot be used",
    "gain crystal icons": "gain <crystals>",
    "break": "break <break>",
    "add to hand": "put <add to hand> into hand",
    "put into break zone": "put <put into break zone> into break zone",
    "discard": "<who> discard 1 card",
    "discard at random": "<discard at random> randomly discard 1 card",
    "discard card": "opponent discard <discard card>",
    "reveal hand": "<reveal hand> reveal hand",
    "discard hand": "<discard hand> discard <whose> hand",
    "select": "<by> 1 <select>",
    "may": "you may <may>",
    "one way": "<one way> or <or>",
    "may pay": "you may pay <may pay> <then>",
    "unless paid": "if opponent not pay <unless paid> <then>",
    "mill": "<who> put top <mill> card deck into break zone",
    "look at top": "look at top <look at top> card your deck",
    "top to bottom": "put bottom deck",
    "arrange top": "look at top <arrange top> card your deck put to top and / or bottom deck",
    "reveal top": "reveal top <reveal top> card your deck",
    "turn over until": "turn over one card at a time from top deck until <until shown> revealed",
    "if": "if <if> <then>",
    "either": "<otherwise> if <either> <then> instead",
    "put under deck": "put <put under deck> bottom deck",
    "put into deck": "put <put into deck> top deck",
    "put onto field": "put <put onto field> onto field <dull>",
    "remove": "remove <remove> from game",
    "remove while here": "remove <remove while here> from game for as long as on field",
    "cast free": "cast <cast free> without paying cost",
    "cancel": "cancel effect <cancel>",
    "put counters": "put <put counters> <kind> counter <on>",
    "remove counters": "remove <remove counters> <kind> counter <from>",
    "dull": "dull <dull>",
    "activate": "activate <activate>",
    "freeze": "freeze <freeze>",
    "attack once more": "<attack once more> can attack once more this turn",
    "cannot": "<what> cannot <cannot> <until>",
    "cannot be": "<what> cannot <cannot be> <until>",
    **{word: f"{said} this turn" for word, said in REPLACED.items()},
    "lose keyword": "<what> lose <lose keyword> <until>",
    "lose abilities": "<what> lose all ability <until>",
    "become a forward": "<what> also become forward with <become a forward> power <until>",
    "gain control": "<who> gain control <gain control> <until>",
    "gain ability": "<what> gain <until>",
    "get power": "<what> gain <get power> power <until>",
    "power becomes": "<what> power become <power becomes> <until>",
    "lose power": "<what> lose <lose power> power <until>",
    "gain keyword": "<what> gain <gain keyword> <until>",
    "search for any": "search 1 <search for any> put <to>",
    "must": "<what> must <must> if possible <until>",
    "stays dull": "<stays dull> not activate during your next active phase",
    "next costs less": (
        "cost cast your next <cast> reduced <next costs less> <at least one> this turn"
    ),
    "done": "",
    "at end of turn": "",
    "when lost": "",
    "removed if lost": "if put from field into break zone this turn remove from game instead",
}
_CHOSEN = {
    "chosen by summons": "summon",
    "chosen by abilities": "ability",
    "chosen by summons or abilities": "summon or ability",
    "chosen by opposing summons": "opponent summon",
    "chosen by opposing abilities": "opponent ability",
    "chosen by opposing summons or abilities": "opponent summon or ability",
}
_GAINS = ("get power", "gain keyword", "gain ability", "cannot be", "become a forward")


def _in_symbols(step: Entry) -> bool:
    """Whether what a step has paid is printed as icons, which are said to be paid."""
    return str(step.get("may pay", "{")).startswith("{")


class Instructions:
    """Says the instructions of some abilities.

    Parameters
    ----------
    exactly : bool
        Whether a search is for as many cards as are listed, and not for up to so many.

    Attributes
    ----------
    looked
        Whether the card that was looked at on top of a deck is "it".
    may
        Whether what is said now is what may be done.
    """

    def __init__(self, *, exactly: bool) -> None:
        self.exactly = exactly
        self.looked = False
        self.may = False

    def effect(self, ability: Entry) -> str:
        """Return what an ability chooses and does."""
        return " ".join([*self._targets(ability), self._steps(ability.get("effect", []))])

    def _targets(self, ability: Entry) -> Iterator[str]:
        for number, target in enumerate(ability.get("targets", [])):
            one: Entry = {"exactly": 1, "of": target} if isinstance(target, str) else target
            if "as many as" in one:
                counted = amount(one["as many as"])
                yield f"choose up to same {filter_said(one['of'])} as {counted}"
                continue
            many = f"up to {one['up to']}" if "up to" in one else one["exactly"]
            others = "other" if one.get("others") else ""
            yield f"{'' if number else 'choose'} {many} {others} {filter_said(one['of'])}"

    def _steps(self, steps: list[Entry]) -> str:
        """Return instructions; what neighbours share is said once."""
        said: list[str] = []
        rest = [each_of(step) for step in steps]
        while rest:
            first = rest.pop(0)
            if rest and _discards(first, rest[0]):
                rest.pop(0)
                card = first["select"].removesuffix(" in your hand")
                said.append(f"discard 1 {filter_said(card)}")
                continue
            if rest and _mutual(first, rest[0]):
                rest.pop(0)
                who = "and chosen forward" if first["from"] == "this" else "forward"
                power = "respective power" if first["from"] == "this" else "power"
                said.append(f"{who} deal damage equal to {power} other")
                continue
            if (taken := _taken(first, rest)) is not None:
                number, one = taken
                said.append(" ".join(map(self._step, one)).replace("1", number, 1))
                continue
            group = [first]
            while rest and any(_neighbours(one, rest[0]) for one in group):
                group.append(rest.pop(0))
            if "search for any" in first and len(group) > 1:
                said.append(self._searches(group))
                continue
            if next(iter(first)) == "discard" and len(group) > 1:
                said.append(self._step(first).replace("1", str(len(group))))
                continue
            whole = joined(self._step(one) for one in group)
            if "become a forward" in first:
                whole = whole.replace("gain", "")
            if len(group) > 1 and "cannot" in first:
                whole += " or"
            said.append(whole)
        return " ".join(said)

    def _searches(self, group: list[Entry]) -> str:
        """Return several searches as one."""
        first = group[0]
        unlike = next((key.split()[-1] for key in first if key.startswith("apart by")), None)
        apart = f"different {unlike}" if unlike else ""
        up_to = "" if self.exactly else "up to"
        if all(one == first for one in group):
            said = self._step(first).replace("1", str(len(group)), 1)
            return f"{said} {up_to} {apart}"
        whole = [f"1 {up_to} {filter_said(str(one['search for any']))}" for one in group]
        tail = self._step({**first, "search for any": ""}).replace("1", "", 1)
        return " ".join([tail, *whole, "and"])

    def _step(self, step: Entry) -> str:
        word = next(iter(step))
        if word == "points of damage" and step.get("who") == "you" and self.may:
            return f"receive {step[word]} point damage"
        if word == "mill" and step.get("away"):
            number = "" if step["mill"] == 1 else step["mill"]
            whose = "your" if step.get("who") in (None, "you") else "opponent"
            return f"remove top {number} card {whose} deck from game"
        if word == "if" and _can_be_done(step["if"], step["then"][0]):
            return self._steps(step["then"])
        if word == "mill" and self.looked:  # it is the card that was looked at
            return "put into break zone"
        self.looked = word == "look at top" or (self.looked and word == "may")

        def slot(name: str) -> str:
            return self._slot(word, name, step)

        if word == "may pay" and not _in_symbols(step):
            return filled("you may <may pay> <then>", slot)
        return filled(_EFFECT.get(word, word), slot)

    def _slot(self, word: str, name: str, step: Entry) -> str:
        value = step.get(name)
        if name == "harmed":
            return harmed(word, step, "you" if step.get("to") == "you" else "")
        if name == "hit":
            return filter_said(str(step["to"]))
        if name == "may":
            self.may = True
            said = self._steps(value or [])
            self.may = False
            return said
        if name in ("then", "otherwise", "one way", "or"):
            self.may = self.may and word != "if"
            return self._steps(value or [])
        if name == "crystals":
            number = step[word]
            return "{c} " * number if isinstance(number, int) else f"{{c}} {amount(number)}"
        if name in ("select", "search for any"):
            said = filter_said(str(value))
            return said.replace("you control", "control") if step.get("by") == "opponent" else said
        if name == "until shown":
            return filter_said(str(step[word]))
        if name in ("if", "either"):
            return condition(str(value))
        if name in ("may pay", "unless paid"):
            return cost(str(value), controlled=not _in_symbols(step))
        if name == "dull" and word == "put onto field":
            return "dull" if value else ""
        if name == "to" and word == "search for any":
            where = f"into {value}" if value else "into hand"
            return f"{where} dull" if step.get("dull") else where
        if name == "until":
            return "" if value == "permanent" else "this turn"  # a note says that it lasts
        if name == "cast":
            return filter_said(str(step["what"]))
        if name == "at least one":
            return "it cannot become 0" if value else ""
        if name in ("kind", "gain keyword", "lose keyword", "cannot", "must"):
            return str(value)
        if name == "cannot be":
            chosen = _CHOSEN.get(str(value))
            return f"be chosen by {chosen}" if chosen else str(value)
        if name in ("who", "by", "discard hand", "discard at random"):
            if word == "mill":
                return "your" if value in (None, "you") else "opponent"
            if word == "points of damage":
                return "opponent" if value is None else str(value)
            if str(value).startswith("controller of "):
                return reference(value)
            return "" if value in (None, "you") else str(value)
        if name == "whose":
            return "your" if step[word] == "you" else ""
        if name == "get power":
            return amount(value, "+")
        if name in ("mill", "look at top", "reveal top") and value == 1:  # "the top card"
            return ""
        if isinstance(value, int) or name in ("draw", "damage", "mill", "lose power"):
            return amount(value)
        if name in ("put counters", "remove counters", "points of damage"):
            return amount(value)
        return reference(value) if value is not None else ""


def _mutual(first: Entry, other: Entry) -> bool:
    """Whether two instructions have two things deal each other damage."""
    ends = (first.get("from"), first.get("to"))
    return "damage" in first and "from" in first and (other.get("to"), other.get("from")) == ends


def _discards(first: Entry, other: Entry) -> bool:
    """Whether two instructions are the discard of some card."""
    hand = str(first.get("select", "")).endswith("in your hand") and "by" not in first
    return hand and other == {"put into break zone": "it"}


def _can_be_done(condition: str, first: Entry) -> bool:
    """Whether a condition only says that a thing can be done: what is there can be given up."""
    if condition == "this is on the field":
        return first == {"put into break zone": "this"}
    if "select" in first:
        return condition == f"number of {first['select']} is at least 1"
    return condition == "hand of you is at least 1" and first == {"discard": None, "who": "you"}


def _taken(first: Entry, rest: list[Entry]) -> tuple[str, list[Entry]] | None:
    """Take what is done with several of the cards that were shown; return how many, and one."""
    one = first["may"] if "may" in first else [first, *rest[:1]]
    if len(one) != 2 or not str(one[0].get("select", "")).endswith(" among them"):
        return None
    group = [first] if "may" in first else one
    number, size = 1, len(group)
    del rest[: size - 1]
    while rest[:size] == group:
        del rest[:size]
        number += 1
    return (f"up to {number}" if "may" in first else str(number)), one


def _neighbours(first: Entry, other: Entry) -> bool:
    """Whether two instructions are said in one breath."""
    one, two = next(iter(first)), next(iter(other))
    if one == "discard card":  # the opponent "discards it and draws 1 card"
        return two == "draw" and other.get("who") == "opponent"
    if one == two:
        if one in ("discard", "damage", "get power", "lose power", "points of damage"):
            return first == other or (one != "discard" and first[one] == other[one])
        return one not in ("if", "may", "may pay", "select")
    if {one, two} <= set(_GAINS):
        return first.get("what") == other.get("what")
    return {one, two} <= {"dull", "freeze", "activate"} and first[one] == other[two]
