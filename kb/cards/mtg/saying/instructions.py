"""What is done, in the words of cards: what neighbours share is said once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kb.cards.mtg.saying.conditions import condition
from kb.cards.mtg.saying.costs import energy
from kb.cards.mtg.saying.descriptions import looks
from kb.cards.mtg.saying.gaps import Gaps
from kb.cards.mtg.saying.phrases import MANA, UNTIL, filter_said, number_said
from kb.cards.mtg.saying.together import (
    alike,
    either_price,
    forbids,
    of_chosen_color,
    one_of_each,
    prevents_both,
    repeated,
)
from kb.cards.mtg.templates import EFFECT
from kb.cards.saying import Entry, joined


class Instructions(Gaps):
    """Says instructions; see `Gaps` for its parameters."""

    def steps(self, steps: Sequence[Entry]) -> str:
        """Return instructions; those of one kind in a row are said in one breath."""
        said: list[str] = []
        rest = list(steps)
        if (times := repeated(rest)) > 1:
            rest = rest[: len(rest) // times]
            said.append(f"repeat this process {times - 1} more time")
        while rest:
            if "x is" in rest[0]:
                said.append(self.compared(rest[0]["x is"], rest[1:]))
                break
            if len(rest) > 1 and (both := one_of_each(*rest[:2])) is not None:
                rest[:2] = [both]
            group = [rest.pop(0)]
            word = next(iter(group[0]))
            while rest and next(iter(rest[0])) == word and alike(group[0], rest[0]):
                group.append(rest.pop(0))
            if rest and prevents_both(group[-1], rest[0]):
                rest.pop(0)  # dealt to and dealt by it
            if rest and forbids(group[-1]) and forbids(rest[0]):
                said.append("or")
            if word == "create" and rest and word in rest[0] and not self.again:
                said.append(self.step(group[0]).replace(word, "", 1))
                continue  # "create a Food token and a Treasure token"
            said.append(joined(self.step(one) for one in group))
        return " ".join(said)

    def compared(self, amount: object, steps: Sequence[Entry]) -> str:
        """Return instructions with the number with which they compare a mana value."""
        number = ""
        if str(amount).startswith("mana value of "):
            told = {"above": "greater mana value", "below": "lesser mana value"}
        else:
            more = re.fullmatch(r"(\d+) plus (.*)", str(amount))
            measured = str(amount) if more is None else more[2]
            number = str(amount) if isinstance(amount, int) else self.measure(measured)
            number = number if more is None else f"{more[1]} plus {number}"
            told = {
                "above": f"mana value greater than {number}",
                "below": f"mana value less than {number}",
                "up to": f"mana value less than orequal {number}",
            }
        for word, words in told.items():
            steps = [_put_in(step, f"mana value {word} x", words) for step in steps]
        equal = f"mana value equal {number}" if number else "equal mana value"
        return self.steps([_put_in(step, "mana value x", equal) for step in steps])

    def step(self, step: Entry) -> str:
        """Return one instruction."""
        if step.get("if") == "it was done":
            return self.steps(step["then"])
        if "whether" in step and not step["then"] and step["whether"] != "it was done":
            return f"{self.steps(step['otherwise'])} unless {condition(str(step['whether']))}"
        if step.get("whether") == "it was done":
            return f"{self.steps(step['then'])} ifnot {self.steps(step['otherwise'])}"
        if step.get("by chance"):
            won = f"if win flip {self.steps(step['either'])}" if step["either"] else ""
            lost = f"if lose flip {self.steps(step['or'])}" if step["or"] else ""
            return f"flip coin {won} {lost}"
        if (prices := either_price(step)) is not None:
            inner, *costs = prices
            who = self.reference(step["who"]) if "who" in step else ""
            told = " or ".join(self.filled({"unless paid": "<unless paid>"}, one) for one in costs)
            return f"{self.steps(inner)} unless {who} {told}"
        if "search" in step and step.get("to") == "exile":
            found = {**step, "to": "nowhere"}
            return f"{self.filled(EFFECT, found).replace(' put ', ' ')} exile"
        if "put into library" in step and step.get("at") == "shuffled":
            return f"shuffle {self.reference(step['put into library'])} owner library"
        if "add mana" in step:
            amount = step.get("amount", 1)
            symbol = MANA.get(step["add mana"], "{c}")
            times = symbol if not isinstance(amount, int) else " ".join([symbol] * amount)
            return f"add {times} {'' if isinstance(amount, int) else self.amount(amount, 1)}"
        if (chosen := of_chosen_color(step)) is not None:
            return self.filled(EFFECT, chosen)
        if "arrive face down" in step:
            return f"face down {looks(step['arrive face down'], '')}"
        if step.get("face down"):
            shown = {key: one for key, one in step.items() if key != "face down"}
            return f"{self.step(shown)} face down look"
        if "when left" in step:
            said = self.steps(step["then"])
            about = "exiled card" if step.get("about") == "it" else ""
            return f"when leave battlefield {about} {said}"
        if "when dead" in step:
            return f"when {self.reference(step['when dead'])} die eot {self.steps(step['then'])}"
        if step.get("to") == "nowhere" and "take" in step:
            return "choose"
        if step.get("to") == "exile" and "take" in step:
            who = self.reference(step["who"]) if "who" in step else ""
            whose = "" if "who" in step else "your "  # "their" says nothing
            words = re.sub(r"in your (?=hand|graveyard)", whose, str(step["take"]))
            words = filter_said(words)
            return f"{who} exile {number_said(step)} {words}"
        if "who" in step and (spells := _barred(step)):
            lasts = UNTIL[step.get("until", "end of turn")]
            return f"{self.reference(step['who'])} cannot cast {filter_said(spells)} {lasts}"
        if skipped := _laid_down(step, "skips"):
            who = self.reference(step["who"]) if "who" in step else "your"
            return f"{who} skip next {'turn' if skipped == 'whole turn' else f'{skipped} step'}"
        if step.get("delay") == {"abilities": [{"static": {"hexproof": "you"}}]}:
            return f"gain hexproof {UNTIL[step.get('until', 'end of turn')]}"
        if "put counters" in step and step["kind"] == "poison":
            amount = self.amount(step["put counters"])
            return f"{self.reference(step['on'])} get {amount} poison counter"
        if "put counters" in step and step["kind"] == "energy":
            amount = step["put counters"]
            said = energy(amount) if isinstance(amount, int) else "{e} " + self.amount(amount, 1)
            return f"{self.reference(step['on'])} get {said}"
        if "discard" in step and str(step["discard"]).startswith("cards in hand"):
            return "discard your hand"
        if step.get("discard") == "all":
            return f"{self.reference(step['who'])} discard hand"
        return self.filled(EFFECT, step)


def _put_in(value: Any, words: str, other: str) -> Any:
    """Return an instruction with other words for some, wherever they stand in it."""
    match value:
        case str():
            return value.replace(words, other)
        case list():
            return [_put_in(one, words, other) for one in value]
        case dict():
            return {key: _put_in(one, words, other) for key, one in value.items()}
    return value


def _barred(step: Entry) -> str:
    """Return what somebody can't cast for a while; empty if a step says nothing of that."""
    return _laid_down(step, "cannot cast")


def _laid_down(step: Entry, word: str) -> str:
    """Return what a static ability that a step lays down says by a word alone, or nothing."""
    (said, *more) = (step.get("delay") or {}).get("abilities") or [{}]
    static = said.get("static")
    alone = not more and isinstance(static, dict) and set(static) == {word}
    return str(static[word]) if alone else ""
