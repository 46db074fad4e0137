"""Abilities and keywords, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.mtg.saying.conditions import condition
from kb.cards.mtg.saying.costs import cost
from kb.cards.mtg.saying.events import beginning
from kb.cards.mtg.saying.instructions import Instructions
from kb.cards.mtg.saying.phrases import filter_said, target_said
from kb.cards.mtg.saying.statics import NAMED, cost_changed
from kb.cards.mtg.saying.together import forbids, same_but_when, same_damage
from kb.cards.mtg.templates import STATIC, WHEN
from kb.cards.mtg.words import COUNTED, PRICED
from kb.cards.saying import Entry

_TIMING = {
    "sorcery": "activate only sorcery",
    "once each turn": "activate only once turn",
    "one or more": "or more",
    "boast": "boast",
    "combat": "activate only during combat",
    "your turn": "activate only during your turn",
    "your upkeep": "activate only during your upkeep",
    "your turn before attackers": "activate only during your turn before attacker declared",
}


_CAST_WHEN = {
    "combat": "during combat",
    "combat before blockers": "during combat before blocker declared",
    "combat after blockers": "during combat after blocker declared",
    "declare attackers": "during declare attackers step",
    "declare blockers": "during declare blockers step",
    "attacked this step": "during declare attackers step only if you've been attacked this step",
    "your turn": "your turn",
}


class Abilities(Instructions):
    """Says abilities; see `Gaps` for its parameters."""

    def abilities(self, made: Entry) -> str:
        """Return keywords and abilities of a card, or of what is described like one."""
        said = [str(word) for word in made.get("keywords", [])]
        said += [f"{word} {cost(made[word])}" for word in PRICED if word in made]
        said += [f"{word} {made[word]}" for word in COUNTED if word in made]
        said += ["living weapon"] if "living weapon" in made else []
        if "suspend" in made:
            said.append(f"suspend {made['suspended for']}-{cost(made['suspend'])}")
        if "affinity" in made:
            counted = str(made["affinity"]).removesuffix(" you control")
            said.append(f"affinity {filter_said(counted)}")
        if "additional cost" in made:
            said.append(f"additional cost cast {cost(made['additional cost'])}")
        if "alternative cost" in made:
            price = f"pay {paid}" if (paid := cost(made["alternative cost"]))[0] == "{" else paid
            so = f"if {condition(made['alternative if'])} " if "alternative if" in made else ""
            said.append(f"{so}may {price} rather than pay mana cost")
        rest = list(made.get("abilities", []))
        if sum(forbids(one.get("static")) for one in rest) > 1:
            said.append("or")
        while rest:
            first = rest.pop(0)
            more = []
            while rest and "when" in first and same_but_when(first, rest[0]):
                more.append(rest.pop(0))
            if rest and same_damage(first, rest[0]):
                rest.pop(0)  # dealt to and dealt by it
            said.append(self.ability(first))
            if more:
                said.append(" ".join(["or", *(self._or_when(first, one) for one in more)]))
        return " ".join([*said, *(f"where x {one}" for one in dict.fromkeys(self.where))])

    def ability(self, one: Entry) -> str:
        """Return one ability."""
        self.known = set()
        if one.get("keyword ability") == "frenzy":
            return f"frenzy {one['effect'][0]['power']}"
        if one.get("keyword ability") == "afflict":
            return f"afflict {one['effect'][0]['lose life']}"
        if one.get("keyword ability") == "ward":
            return f"ward {cost(str(one['effect'][0]['unless paid']))}"
        if one.get("keyword ability") == "partner with":
            named = str(one["effect"][0]["may do"][0]["search"]).partition(" named ")[2]
            return f"partner with {named.strip(chr(34))}"
        if "keyword ability" in one:
            return _keyworded(one, cost(str(one["cost"]).partition(", ")[0]))
        if one.get("equip"):
            return f"equip {cost(str(one['cost']))}"
        if one.get("static") == "cast only":
            so = _CAST_WHEN[one["timing"]] if "timing" in one else f"if {condition(one['only if'])}"
            return f"cast only {so}"
        said = []
        if "cost" in one:
            said.append(cost(str(one["cost"])))
        if "when" in one:
            said.append(self.when(one["when"]))
            if str(one["when"].get("of", "")).startswith("spell or ability "):
                # "That spell or ability", as often as the effect speaks of it.
                said += ["ability"] * repr(one.get("effect")).count(": 'what aims'")
        if "if" in one:
            said.append(f"if {condition(one['if'])}")
        if (unless := str(one.get("unless", ""))).startswith("you reveal "):
            kinds = re.sub(r" card in your hand(?= or )", "", unless.removeprefix("you reveal "))
            said.append(f"enter may reveal {filter_said(kinds)} if you don't")
        elif "unless" in one and ("unless", one["unless"]) not in self.subjects:
            self.subjects.add(("unless", one["unless"]))
            off = one["unless"] == "this is permanent"  # "as long as it isn't on the battlefield"
            said.append("as long as isn't" if off else f"unless {condition(one['unless'])}")
        if "while" in one and one["while"] not in self.subjects:
            self.subjects.add(one["while"])
            leaves = "damage leaves" in str(one.get("static"))
            said.append(f"{'if' if leaves else 'as long as'} {condition(one['while'])}")
        if "timing" in one:
            said.append(_TIMING[one["timing"]])
        if one.get("from") == "graveyard":
            said.append("your graveyard")
        if "only if" in one:
            said.append(f"activate only if {condition(one['only if'])}")
        if "by anyone" in one:
            said.append("any player may activate")
        if "choose" in one:
            said.append(one["choose"])
        static = one.get("static")
        if isinstance(static, dict) and (static.keys() & {"costs less", "costs more"}):
            return " ".join([*said, cost_changed(static)])
        if static == "enchant":
            return f"enchant {filter_said(one['targets'][0])}"
        said += [target_said(target) for target in one.get("targets", [])]
        if isinstance(static, str):
            said.append(NAMED[static])
        elif static is not None:
            said.append(self.filled(STATIC, static))
        said.append(self.steps(one.get("effect", [])))
        return " ".join(said)

    def when(self, when: Entry) -> str:
        """Return what sets an ability off."""
        if "begins" not in when:
            return self.filled(WHEN, when)
        if when.get("whose") == "controller of enchanted":
            self.known.add("enchanted")  # it is "that creature" from there on
        return beginning(when)

    def described(self, made: Entry) -> str:
        """Return the keywords and abilities of what is described."""
        return Abilities(self.style, self.cards, again=self.again).abilities(made)

    def _or_when(self, first: Entry, one: Entry) -> str:
        """Return what else sets an ability off; of the same event only whom it is about."""
        if set(first["when"]) == set(one["when"]) == {"enters"}:
            return filter_said(str(one["when"]["enters"]))
        met = first["when"].get("blocks one")
        if met is not None and first["when"]["of"] == one["when"].get("by"):
            return "become blocked by" if one["when"].get("blocked") == met else ""
        return self.when(one["when"])


def _keyworded(one: Entry, price: str) -> str:
    """Return an ability that is printed as a keyword with a cost."""
    word, first = one["keyword ability"], one["effect"][0]
    number = f"{first['put counters']} " if word == "reinforce" else ""
    return f"{word} {number}{price}"
