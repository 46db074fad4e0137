"""Final Fantasy's entries in the words of its cards: the way back (see `kb.cards.saying`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

from kb.cards.saying import Entry, WayBack, any_of, filled, joined

_EFFECT: Mapping[str, str] = {
    "draw": "<who> draw <draw> card",
    "damage": "deal <damage> damage <to>",
    "points of damage": "deal <points of damage> point damage <who>",
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
    "reveal top": "reveal top <reveal top> card your deck",
    "if": "if <if> <then>",
    "either": "<otherwise> if <either> <then> instead",
    "put under deck": "put <put under deck> bottom deck",
    "put into deck": "put <put into deck> top deck",
    "put onto field": "put <put onto field> onto field <dull>",
    "remove": "remove <remove> from game",
    "cancel": "cancel effect <cancel>",
    "put counters": "put <put counters> <kind> counter <on>",
    "remove counters": "remove <remove counters> <kind> counter <from>",
    "dull": "dull <dull>",
    "activate": "activate <activate>",
    "freeze": "freeze <freeze>",
    "cannot": "<what> cannot <cannot> <until>",
    "cannot be": "<what> cannot <cannot be> <until>",
    "no damage": "<harmed> damage become 0 instead this turn",
    "no damage below power": "<harmed> damage become 0 instead this turn",
    "less damage": "<harmed> damage reduce <less damage> instead this turn",
    "more damage": "<harmed> damage increase <more damage> instead this turn",
    "double damage": "<harmed> double damage instead this turn",
    "deals more damage": (
        "if <from> deal damage <hit> damage increase <deals more damage> instead this turn"
    ),
    "deals double damage": "if <from> deal damage <hit> double damage instead this turn",
    "lose keyword": "<what> lose <lose keyword> <until>",
    "lose abilities": "<what> lose all ability <until>",
    "become a forward": "<what> also become forward with <become a forward> power <until>",
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

_WHEN: Mapping[str, str] = {
    "enters": "when <enters> enter field",
    "enters due to an effect": "when <enters due to an effect> enter field due to effect",
    "enters due to an ability": "when <enters due to an ability> enter field due to ability",
    "enters due to warp": "when <enters due to warp> enter field due to warp",
    "enters due to being cast": "when <enters due to being cast> enter field due to your cast",
    "attacks": "when <attacks> attack",
    "forms a party": "when <forms a party> form party <with> and attack",
    "a party attacks": "when <a party attacks>",
    "blocks": "when <blocks> block",
    "is blocked": "when <is blocked> blocked",
    "opponent casts": "when opponent cast <opponent casts>",
    "is chosen": "when <is chosen> chosen by <by>",
    "is dealt damage": "when <is dealt damage> dealt damage",
    "is damaged": "when <is damaged> dealt damage by <from>",
    "deals damage": "when <deals damage> deal damage <to>",
    "receives damage": "when you dealt damage",
    "returned to hand": "when <returned to hand> returned from field hand",
    "casts": "when you cast <casts>",
    "chosen by the opponent": "when chosen by opponent summon or ability",
    "leaves": "when <leaves> leave field",
    "is primed": "when <is primed> priming",
    "hits opponent": "when deal damage opponent",
    "loses a warp counter": "when warp counter removed from <loses a warp counter>",
    "removed due to warp": "when removed from game due to warp",
    "put into the break zone": "when <put into the break zone> put from field into break zone",
    "begins": "at <begins> during <whose>",
    "done": "when you do so",
    "end of turn": "at end of turn",
    "lost this turn": "when put from field into break zone this turn",
}

_STATIC: Mapping[str, str] = {
    "gains keyword": "<what> gain <gains keyword>",
    "gains power": "<what> gain <gains power> power",
    "loses power": "<what> lose <loses power> power",
    "unchoosable": "<what> cannot be chosen by opponent <unchoosable>",
    "unblockable": "<what> cannot be blocked by <unblockable>",
    "cannot": "<what> cannot <cannot>",
    "must": "<what> must <must> if possible",
    "cast only": "you only cast <cast only>",
    "unbreakable": "<what> cannot be broken",
    "guarded from being": "<what> cannot <guarded>",
    "produces": "<what> can produce <cp>",
    "does not activate": "<does not activate> does not activate during your active phase",
    "paid with any element": "cost cast <paid with any element> can paid with cp any element",
    "paid only with": "you only pay with <paid only with> cp to cast",
    "paid only by backups": "you only pay with cp produced by backup to cast",
    "becomes a forward": "<what> also become forward with <becomes a forward> power",
    "no damage": "<harmed> damage become 0 instead",
    "no damage below power": "<harmed> damage become 0 instead",
    "less damage": "<harmed> damage reduce <less damage> instead",
    "more damage": "<harmed> damage increase <more damage> instead",
    "double damage": "<harmed> double damage instead",
    "deals more damage": "if <from> deal damage <hit> damage increase <deals more damage> instead",
    "deals double damage": "if <from> deal damage <hit> double damage instead",
    "parties of any element": "<free> form party with forward of any element",
    "enters dull": "<enters dull> enter field dull",
    "attacks twice": "can attack twice in same turn",
    "costs less": "cost cast <cast> reduced <costs less> <at least one>",
}

_KEYS: Mapping[str, str] = {
    "once per turn": "only once per turn",
    "in your turn": "only during your turn",
    "in your opponent's turn": "only during opponent turn",
    "in your main phase": "only during your main phase",
}
_PLACES = {
    "removed": "only if removed from game",
    "hand": "only if in your hand",
    "break zone": "only if in break zone",
}
_PHASES = {"end phase": "end", "attack phase": "beginning attack phase"}
_TURNS = {"you": "your turn", "opponent": "opponent turn", "each": "any turn"}
_CHOOSERS = {
    "summons": "summon",
    "abilities": "ability",
    "either": "summon or ability",
    "opponent's summons": "opponent summon",
    "opponent's abilities": "opponent ability",
    "opponent's summons or abilities": "opponent summon or ability",
    "anything": "summon or ability",
}

_FILTER = (
    (re.compile(r" damaged by this\b"), " damaged same turn"),
    (re.compile(r" in your opponent's hand\b"), " in hand"),
    (re.compile(r" in your deck\b"), ""),
    (re.compile(r"\bremoved anything\b"), "any player's card"),
    (re.compile(r"\banything\b"), "card"),
    (re.compile(r"\bthis\b"), ""),
    (re.compile(r"\bnot_called_"), "other card name "),
    (re.compile(r"\bsummon on the stack\b"), "summon"),
    (re.compile(r"(.*) you own$"), r"your \1"),
)


_NAMED = re.compile(r'\b(?:job|category|card name|not called) "[^"]*"')
"""A name with its kind, which is said as often as it stands there."""


def _filter(words: str, between: str = "or") -> str:
    """Return a filter as it is printed: what its clauses share is said once."""
    atoms = _NAMED.sub(lambda found: found.group().replace(" ", "_"), words)
    clauses = re.split(r" or (?!less\b|more\b)", atoms)
    for pattern, other in _FILTER:
        clauses = [pattern.sub(other, clause) for clause in clauses]
    return any_of(clauses, between).replace("_", " ")


def _reference(value: object) -> str:
    """Return a reference: pronouns say nothing."""
    said = str(value)
    if said == "this in the break zone":
        return "from break zone"
    if said == "each anything in your deck among them":
        return "other card"
    for word in ("controller", "owner"):
        if said.startswith(f"{word} of "):
            return word
    if said.startswith("each "):
        return f"all {_filter(said[5:], 'and')}"
    return "opponent" if said == "opponent" else ""


def _amount(value: object, sign: str = "") -> str:
    """Return an amount."""
    said = str(value)
    if (found := re.fullmatch(r"(\d+) plus (.*)", said)) is not None:
        return f"{sign}{found[1]} damage and more {_amount(found[2])}"
    if (found := re.fullmatch(r"(\d+) for each point of damage of you", said)) is not None:
        return f"{sign}{found[1]} for each point damage you have received"
    if (found := re.fullmatch(r"(\d+) for each (.*) counter of this", said)) is not None:
        return f"{sign}{found[1]} for each {found[2]} counter placed"
    if (found := re.fullmatch(r"(\d+) for every (\d+) (.*)", said)) is not None:
        return f"{sign}{found[1]} for every {found[2]} {_filter(found[3], 'and')}"
    if (found := re.fullmatch(r"(\d+) for each (.*)", said)) is not None:
        return f"{sign}{found[1]} for each {_filter(found[2], 'and')}"
    if said.startswith("power of "):
        return "equal to power"
    return f"{sign}{said}"


_SAID = {
    "it is your turn": "during your turn",
    "it is your main phase": "during your main phase",
    "this is on the field": "on field",
    "this results from an EX Burst": "results from ex burst",
    "your opponent has discarded to you this turn": (
        "opponent discarded card due to your summon or ability this turn"
    ),
    "you have received damage this turn": "you have received point of damage this turn",
}
_PAST = {
    "losses": "put from field into break zone",
    "departures": "left field",
    "returns": "returned from field hand",
    "attacks": "attacked",
    "casts": "you have cast",
}
_PAID = {
    "with": "cost cast included <cp> cp",
    "only with": "cost cast was only paid <cp> cp",
    "only by": "cp cast was only produced backup",
}


def _condition(said: str) -> str:
    """Return a condition."""
    if (card := re.fullmatch(r"the discarded card (fits|does not fit) (.*)", said)) is not None:
        return f"discarded card {'not' if card[1] != 'fits' else ''} {_filter(card[2])}"
    if (state := re.fullmatch(r"(?:this|it|target \d+) fits (.*)", said)) is not None:
        return _filter(state[1])
    if (state := re.fullmatch(r"(?:this|it|target \d+) does not fit (.*)", said)) is not None:
        return f"not {_filter(state[1])}"
    if (came := re.fullmatch(r"a (\w+) (\w+) came in this turn", said)) is not None:
        return f"{came[1]} {came[2]} has entered your field this turn"
    if said in _SAID:
        return _SAID[said]
    if (paid := re.fullmatch(r"this was paid (only with|with|only by) (.*)", said)) is not None:
        return _PAID[paid[1]].replace("<cp>", paid[2])
    if (two := re.fullmatch(r"(.*) is (no more|more|less) than (.*)", said)) is not None:
        than = "equal to or less than" if two[2] == "no more" else f"{two[2]} than"
        return f"{_measure(two[1])} {than} {_measure(two[3])}"
    found = re.fullmatch(r"(.*) is (at least|at most) (\d+)", said)
    if found is None:
        return said
    if (past := re.fullmatch(r"(\w+) of (.*) this turn", found[1])) is not None:
        often = f"{found[3]} or more" if int(found[3]) > 1 else ""
        return f"{often} {_filter(past[2])} {_PAST[past[1]]} this turn"
    amount, bound, number = found[1], found[2], int(found[3])
    compared = f"{number} or {'more' if bound == 'at least' else 'less'}"
    if bound == "at least" and number == 1:
        compared = ""
    if bound == "at most" and number == 0:
        compared = "not"
    if amount == "elements paid for this":
        return f"cost cast was paid cp {compared} different element"
    if amount.startswith("number of "):
        have = "" if " control" in amount else "you have"
        return f"{have} {_filter(amount[10:])} {compared}"
    if amount.startswith("hand of "):
        who = amount[8:]
        return f"{who} have {compared or 1} card in {'your ' if who == 'you' else ''}hand"
    if amount.startswith("crystals of "):
        return f"{amount[12:]} {'not' if bound == 'at most' else ''} have {{c}}"
    if amount.startswith("points of "):
        return f"{amount[10:]} have received {compared or '1 or more'} point damage"
    if amount.endswith(" cast this turn"):
        return f"you have cast {compared} {amount.split()[0].removesuffix('s')} this turn"
    if amount == "power of this":
        return f"power {compared}"
    if amount.endswith(" counters of this"):
        return f"{compared} {amount.split()[0]} counter placed on"
    return said


def _measure(amount: str) -> str:
    """Return one of two amounts that are compared."""
    if amount.startswith("number of "):
        return f"number {_filter(amount[10:])}"
    return amount.split()[0]


_GIVEN_UP = re.compile(r"(dull|discard|put|return|remove) (\d+) (.*?)( into .*| from .*| to .*)?")


def _cost(said: str, *, owned: bool = True, controlled: bool = False) -> str:
    """Return a cost as it is printed; what is one's own need not be said to be one's own."""
    parts: list[str] = []
    for part in re.split(r", (?=\{|dull|discard|put|return|remove|take)", said):
        words = part
        if (top := re.fullmatch(r"(put|remove) the top (\d+) cards (.*)", part)) is not None:
            number = "" if top[2] == "1" else top[2]
            parts.append(f"{top[1]} top {number} card your deck {top[3]}")
            continue
        if (found := _GIVEN_UP.fullmatch(part)) is not None:
            verb, number, filter_, tail = found.groups()
            filter_ = filter_ if controlled else re.sub(r" you control", "", filter_)
            if verb == "discard":
                filter_ = filter_.replace(" in your hand", "")
            if not owned:
                filter_ = filter_.replace(" in your break zone", " in break zone")
            if filter_.startswith("this in "):
                words = f"{verb} {filter_[5:]} {tail or ''}"
            elif filter_ == "this":
                words = f"{verb} active" if verb == "dull" else f"{verb} {tail or ''}"
            else:
                active = "active" if verb == "dull" else ""
                words = f"{verb} {number} {active} {_filter(filter_)} {tail or ''}"
        elif (found := re.fullmatch(r"take off (\d+) (.*) counters", part)) is not None:
            words = f"remove {found[1]} {found[2]} counter from"
        parts.append(words.replace(" this ", " "))
    return joined_costs(parts)


def joined_costs(parts: list[str]) -> str:
    """Return several costs; of two that put something to one place the place is said once."""
    into = " into the break zone"
    both = [one for one in parts if one.endswith(into)]
    if len(both) == 2:
        parts = [one for one in parts if one not in both]
        parts.append(both[0].removesuffix(into) + both[1].removeprefix("put"))
    return " ".join(parts)


class _Sayer:
    """Says abilities.

    Parameters
    ----------
    merged : bool
        Whether abilities that share all but one thing are said as one.
    linked : bool
        Whether two things that restrict an ability are said in one sentence, with "and".
    owned : bool
        Whether a cost says that the Break Zone that it takes from is one's own.
    """

    def __init__(self, *, merged: bool, linked: bool, owned: bool) -> None:
        self.merged = merged
        self.linked = linked
        self.owned = owned
        self.exactly = not merged
        self.looked = False
        self.may = False

    def abilities(self, abilities: list[Entry]) -> Iterator[str]:
        """Yield each of some abilities, or several that are printed as one."""
        rest = list(abilities)
        while rest:
            first = rest.pop(0)
            if "one of" in first:
                modes = [first]
                while rest and ("one of" in rest[0] or _follows(rest[0])):
                    modes.append(rest.pop(0))
                yield self.modes(modes)
                continue
            if "static" in first:
                same = [first]
                while self.merged and rest and _same_static(first, rest[0]):
                    same.append(rest.pop(0))
                yield self.static(same)
                continue
            same, tail = [first], _followers(rest)
            while self.merged and "when" in first and rest and _same_but_when(first, rest[0]):
                before = list(rest)
                same.append(rest.pop(0))
                if not _same_but_numbers(tail, _followers(rest)):
                    rest[:] = before
                    same.pop()
                    break
            offered = [one for one in tail if "one of" in one]
            tail = [one for one in tail if one not in offered]
            said = [
                self.effect(first),
                *(f"{self.when(one['when'])} {self.effect(one)}" for one in tail),
                *([self.modes(offered)] if offered else []),
            ]
            yield " ".join([self.head(same), *said, self.limits(first)])

    def modes(self, modes: list[Entry]) -> str:
        """Return what is to be chosen from, as it stands after the first of what it begins with."""
        begins = {one["one of"]: one for one in modes if "one of" in one}
        first = modes[0]["one of"]
        picks = modes[0].get("picks") or _picks(modes, first)
        modes = [one for one in modes if not _is_selection(one)]
        said, number = [], first
        for one in modes:
            number = one.get("one of", number)
            if number == first and "effect" in one:
                follows = self.when(one["when"]) if "one of" not in one else ""
                said.append(f"{follows} {self.effect(one)}")
        head, limits = self.head(list(begins.values())), self.limits(modes[0])
        often = [
            f"{'if ' + _condition(when) if when else ''} {number} of the following action"
            f" {'instead' if when else ''}"
            for when, (least, most) in picks.items()
            for number in [most if least else f"up to {most}"]
        ]
        return "\n".join([" ".join([head, *often, limits]), *said])

    def head(self, same: list[Entry]) -> str:
        """Return what an ability says before its effect."""
        first = same[0]
        said = self.labels(first)
        if "casts it" in first:
            paid = _cost(first["cost"], owned=self.owned, controlled=self.owned)
            said.append(f"you {'pay' if paid.startswith('{') else ''} {paid} cast")
            if "saves" in first:
                said.append(f"before paying cost cast reduce cost {first['saves']}")
        elif "cost" in first:
            said.append(_cost(first["cost"], owned=self.owned))
        if "when" in first:
            said += self.events([one["when"] for one in same])
        return " ".join(said)

    def labels(self, ability: Entry) -> list[str]:
        said = ["ex burst"] if ability.get("ex burst") else []
        if "from damage" in ability:
            said.append(f"damage {ability['from damage']}")
        return said

    def limits(self, ability: Entry) -> str:
        """Return when an ability is used, or triggers, and under which condition."""
        said = [words for key, words in _KEYS.items() if ability.get(key)]
        if "works in" in ability:
            said.append(_PLACES[ability["works in"]])
        if "only if" in ability:
            only = "only" if "cost" in ability and "casts it" not in ability else ""
            said.append(f"if {_condition(ability['only if'])} {only}")
        return " ".join([*said, "and"] if len(said) > 1 and self.linked else said)

    def events(self, whens: list[Entry]) -> Iterator[str]:
        """Yield what triggers an ability: of several events what is the same of them once."""
        if len(whens) == 1:
            yield self.when(whens[0])
            return
        yield "or"
        said = [str(next(iter(when.values()))).removeprefix("other ") for when in whens]
        words = {next(iter(when)) for when in whens}
        if len(words) == 1:
            yield self.when({words.pop(): " or ".join(said)})
        elif words == {"hits opponent", "deals damage"}:  # "to your opponent or to a Forward"
            yield self.when(next(when for when in whens if "deals damage" in when))
            yield "opponent"
        else:
            yield _filter(said[0])
            alone = [self.when({word: "this"}) for word in (next(iter(when)) for when in whens)]
            yield " ".join(["when", *(one.removeprefix("when ") for one in alone)])

    def when(self, when: Entry) -> str:
        word = next(iter(when))

        def slot(name: str) -> str:
            if name == "by":
                return _CHOOSERS[when[name]]
            if name == "begins":
                return _PHASES.get(when[name], f"beginning {when[name]}")
            if name == "whose":
                return _TURNS[when[name]]
            if name == "a party attacks":
                least, who = when.get("at least", 1), str(when[name])
                if least == 1:
                    return "party you control attack"
                return f"{least} or more {_filter(who)} form party and attack"
            said = str(when.get(name, ""))
            return "" if said == "this" else _filter(said)

        return filled(_WHEN[word], slot)

    # --- Effects ---

    def effect(self, ability: Entry) -> str:
        return " ".join([*self.targets(ability), self.steps(ability.get("effect", []))])

    def targets(self, ability: Entry) -> Iterator[str]:
        for number, target in enumerate(ability.get("targets", [])):
            choose = "" if number else "choose"
            if isinstance(target, str):
                yield f"{choose} 1 {_filter(target)}"
                continue
            others = "other" if target.get("others") else ""
            if "up to" in target:
                yield f"{choose} up to {target['up to']} {others} {_filter(target['of'])}"
            else:
                yield f"{choose} {target['exactly']} {others} {_filter(target['of'])}"

    def steps(self, steps: list[Entry]) -> str:
        """Return instructions; what neighbours share is said once."""
        said: list[str] = []
        rest = list(steps)
        while rest:
            first = rest.pop(0)
            if rest and _discards(first, rest[0]):
                rest.pop(0)
                said.append(f"discard 1 {_filter(first['select'].removesuffix(' in your hand'))}")
                continue
            if rest and _mutual(first, rest[0]):
                rest.pop(0)
                who = "and chosen forward" if first["from"] == "this" else "forward"
                power = "respective power" if first["from"] == "this" else "power"
                said.append(f"{who} deal damage equal to {power} other")
                continue
            if (taken := _taken(first, rest)) is not None:
                number, one = taken
                said.append(" ".join(map(self.step, one)).replace("1", number, 1))
                continue
            group = [first]
            while rest and any(_neighbours(one, rest[0]) for one in group):
                group.append(rest.pop(0))
            if "search for any" in first and len(group) > 1:
                said.append(self.searches(group))
                continue
            if next(iter(first)) == "discard" and len(group) > 1:
                said.append(self.step(first).replace("1", str(len(group))))
                continue
            whole = joined(self.step(one) for one in group)
            if "become a forward" in first:
                whole = whole.replace("gain", "")
            if len(group) > 1 and "cannot" in first:
                whole += " or"
            said.append(whole)
        return " ".join(said)

    def searches(self, group: list[Entry]) -> str:
        """Return several searches as one."""
        first = group[0]
        unlike = next((key.split()[-1] for key in first if key.startswith("apart by")), None)
        apart = f"different {unlike}" if unlike else ""
        up_to = "" if self.exactly else "up to"
        if all(one == first for one in group):
            said = self.step(first).replace("1", str(len(group)), 1)
            return f"{said} {up_to} {apart}"
        whole = [f"1 {up_to} {_filter(str(one['search for any']))}" for one in group]
        tail = self.step({**first, "search for any": ""}).replace("1", "", 1)
        return " ".join([tail, *whole, "and"])

    def step(self, step: Entry) -> str:
        word = next(iter(step))
        if word == "points of damage" and step.get("who") == "you" and self.may:
            return f"receive {step[word]} point damage"
        if word == "mill" and step.get("away"):
            number = "" if step["mill"] == 1 else step["mill"]
            whose = "your" if step.get("who") in (None, "you") else "opponent"
            return f"remove top {number} card {whose} deck from game"
        if word == "mill" and self.looked:  # it is the card that was looked at
            return "put into break zone"
        self.looked = word == "look at top" or (self.looked and word == "may")

        def slot(name: str) -> str:
            return self.slot(word, name, step)

        return filled(_EFFECT.get(word, word), slot)

    def slot(self, word: str, name: str, step: Entry) -> str:
        value = step.get(name)
        if name == "harmed":
            return _harmed(word, step, "")
        if name == "hit":
            return _filter(str(step["to"]))
        if name == "may":
            self.may = True
            said = self.steps(value or [])
            self.may = False
            return said
        if name in ("then", "otherwise", "one way", "or"):
            return self.steps(value or [])
        if name == "crystals":
            number = step[word]
            return "{c} " * number if isinstance(number, int) else f"{{c}} {_amount(number)}"
        if name in ("select", "search for any"):
            said = _filter(str(value))
            return said.replace("you control", "control") if step.get("by") == "opponent" else said
        if name in ("if", "either"):
            return _condition(str(value))
        if name in ("may pay", "unless paid"):
            return _cost(str(value))
        if name == "dull" and word == "put onto field":
            return "dull" if value else ""
        if name == "to" and word == "search for any":
            where = "onto field" if value == "field" else "into hand"
            return f"{where} dull" if step.get("dull") else where
        if name == "until":
            return "" if value == "permanent" else "this turn"  # a note says that it lasts
        if name == "cast":
            return _filter(str(step["what"]))
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
            return "" if value in (None, "you") else str(value)
        if name == "whose":
            return "your" if step[word] == "you" else ""
        if name == "get power":
            return _amount(value, "+")
        if name in ("mill", "look at top", "reveal top") and value == 1:  # "the top card"
            return ""
        if isinstance(value, int) or name in ("draw", "damage", "mill", "lose power"):
            return _amount(value)
        if name in ("put counters", "remove counters", "points of damage"):
            return _amount(value)
        return _reference(value) if value is not None else ""

    # --- Field abilities ---

    def static(self, same: list[Entry]) -> str:
        first = same[0]
        said = self.labels(first)
        while_ = first["static"].get("while")
        if while_ is not None:
            when = _condition(while_)
            said.append(when if when.startswith("during") else f"if {when}")
        if sum("cannot" in one["static"] for one in same) > 1:
            said.append("or")
        parts = [self.one_static(one["static"]) for one in same]
        kinds = {next(iter(one["static"])) for one in same}
        apart = len(kinds) == len(same) and _about(first["static"])[0] == "this"
        return " ".join([*said, " ".join(parts) if apart else joined(parts)])

    def one_static(self, static: Entry) -> str:
        word = next(iter(static))

        def slot(name: str) -> str:
            value = static.get(name)
            if name == "harmed":
                return _harmed(word, static, _filter(str(static["to"])))
            if name in ("hit", "from"):
                return _filter(str(static["to" if name == "hit" else "from"]))
            if name == "cast":
                what = static["what"]
                return "" if what == "this" else _filter(what)
            if name == "cast only":
                when = _condition(str(value))
                return when if when.startswith("during") else f"if {when}"
            if name == "at least one":
                return "it cannot become 0" if value else ""
            if name == "what":
                return "" if value in (None, "this") else _filter(str(value), "and")
            if name == "cp":
                element = str(static["produces"])
                return "cp of any element" if element == "any" else f"{element} cp"
            if name in ("does not activate", "paid with any element", "enters dull"):
                return "" if value == "this" else _filter(str(value), "and")
            if name == "free":
                free = str(static["parties of any element"])
                return "" if free == "this" else _filter(free, "and")
            if name == "guarded":
                by = _CHOOSERS[str(static.get("by", "either"))]
                return _GUARDED[str(static["guarded from being"])].replace("<by>", by)
            if name == "unchoosable":
                return _CHOOSERS[str(value)]
            if name == "unblockable":
                return "" if value == "forward" else _filter(str(value))
            return _amount(value, "+" if name == "gains power" else "")

        return filled(_STATIC.get(word, word), slot)


def _is_selection(one: Entry) -> bool:
    """Whether an ability is a selection of none, or of more than one, of several actions."""
    actions = one.get("actions")
    return isinstance(actions, list) or actions == 0


def _picks(modes: list[Entry], first: int) -> dict[str, tuple[int, int]]:
    """Return how many actions may be selected, by the condition under which that is so."""
    found: dict[str, tuple[int, int]] = {"": (1, 1)}
    for one in modes:
        if _is_selection(one) and one["one of"] == first:
            condition, actions = one.get("selected if", ""), one["actions"]
            size = 0 if actions == 0 else len(actions)
            least, most = found.get(condition, (1, 1))
            found[condition] = min(least, size), max(most, size)
    return found


def _harmed(word: str, entry: Entry, whom: str) -> str:
    """Return how damage is said that something replaces."""
    by = str(entry.get("by", "")).replace("opposing", "opponent")
    below = "less than power" if word == "no damage below power" else ""
    if entry.get("next"):
        return f"next dealt {whom} {by}"
    return f"if {whom} dealt damage {by} {below}"


def _followers(rest: list[Entry]) -> list[Entry]:
    """Take from what comes next the abilities that follow on something being done."""
    found = []
    while rest and _follows(rest[0]):
        found.append(rest.pop(0))
    return found


def _follows(ability: Entry) -> bool:
    """Whether an ability is one that another one sets up."""
    return bool(ability.get("when", {}).keys() & {"done", "end of turn", "lost this turn"})


def _mutual(first: Entry, other: Entry) -> bool:
    """Whether two instructions have two things deal each other damage."""
    ends = (first.get("from"), first.get("to"))
    return "damage" in first and "from" in first and (other.get("to"), other.get("from")) == ends


def _same_but_when(first: Entry, other: Entry) -> bool:
    return "when" in other and _same_but_numbers(
        [{**first, "when": None}], [{**other, "when": None}]
    )


def _same_but_numbers(first: object, other: object) -> bool:
    """Whether two effects are the same, whatever numbers link them to what follows on them."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(
            key == "done" or _same_but_numbers(value, other[key]) for key, value in first.items()
        )
    if isinstance(first, list) and isinstance(other, list):
        return len(first) == len(other) and all(map(_same_but_numbers, first, other))
    return first == other


def _same_static(first: Entry, other: Entry) -> bool:
    if "static" not in other:
        return False
    one, two = first["static"], other["static"]
    kept = {key: value for key, value in first.items() if key != "static"}
    same = kept == {key: value for key, value in other.items() if key != "static"}
    return same and _about(one) == _about(two)


def _about(static: Entry) -> tuple[object, object]:
    """Return what a field ability is about, and while what is so."""
    word = "from" if "from" in static else "to" if "to" in static else "what"
    return static.get(word, "this"), static.get("while")


_GUARDED = {
    "broken": "be broken by opposing <by> that don't deal damage",
    "dulled": "become dull by opponent <by>",
    "returned": "be returned to hand by opponent <by>",
}
_CHOSEN = {
    "chosen by opposing summons": "opponent summon",
    "chosen by opposing abilities": "opponent ability",
    "chosen by opposing summons or abilities": "opponent summon or ability",
}
_GAINS = ("get power", "gain keyword", "gain ability", "cannot be", "become a forward")


def _discards(first: Entry, other: Entry) -> bool:
    """Whether two instructions are the discard of some card."""
    hand = str(first.get("select", "")).endswith("in your hand") and "by" not in first
    return hand and other == {"put into break zone": "it"}


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


def _say(abilities: list[Entry]) -> Iterator[str]:
    once, abilities = _said_once(abilities)
    for merged, linked, owned in product((True, False), repeat=3):
        sayer = _Sayer(merged=merged, linked=linked, owned=owned)
        said = "\n".join([once, *sayer.abilities(abilities)])
        yield said
        if " for each " in said:
            yield said.replace(" and", " or")


def _said_once(abilities: list[Entry]) -> tuple[str, list[Entry]]:
    """Return what a line says once for all its abilities, and the abilities without that."""
    said = []
    labels = {one.get("from damage") for one in abilities} - {None}
    if len(abilities) > 1 and len(labels) == 1:
        said.append(f"damage {labels.pop()}")
        abilities = [_without(one, "from damage") for one in abilities]
    held = next((one["held while"] for one in abilities if "held while" in one), None)
    if held is not None:
        when = _condition(held)
        said.append(f"{when if when.startswith('during') else f'if {when}'}")
        if not any("becomes a forward" in one.get("static", {}) for one in abilities):
            said.append("gain")
        abilities = [_without(one, "held while") for one in abilities]
        abilities = [
            {**one, "static": _without(one["static"], "while")}
            if one.get("static", {}).get("while") == held
            else one
            for one in abilities
        ]
    return " ".join(said), abilities


def _without(entry: Entry, key: str) -> Entry:
    return {name: value for name, value in entry.items() if name != key}


_KINDS = "forwards?|characters?|backups?|monsters?|summons?"
_SORTS = "job|card name|category|light|dark|fire|ice|wind|earth|lightning|water"
_LETTERS = {
    "f": "fire",
    "i": "ice",
    "w": "wind",
    "e": "earth",
    "l": "lightning",
    "a": "water",
    "d": "dull",
}

_SILENT = (
    "a an the it its them they their his her he she of with this that those these and at in on into"
    " onto to from is are be by as each during can will player owner owners' owner's then / for"
    " required select selects s former latter all also total"
)

WAY_BACK = WayBack(
    say=_say,
    silent=frozenset(_SILENT.split()),
    variants={
        "to play (?:from your hand )?onto the field": "to cast",
        "instead of paying the cp cost": "",
        "rest of the cards|other(?= to the bottom)": "other card",
        "in any order": "",
        r"(?:doesn't|does not|don't) pay": "not pay",
        r"^[^{}]*\{s\}": "{s}",  # before it stands the name of a special ability
        r"\{ex\}": "ex burst",
        **{rf"\{{{letter}\}}": f"{{{word}}}" for letter, word in _LETTERS.items()},
        r"(?:your )?opponent's": "opponent",
        "your opponent": "opponent",
        "until (?:the )?end of (?:the )?turn": "this turn",
        r"you can only use this ability|this (?:effect|ability) will trigger only": "only",
        "if you do so": "",
        "during the active phase": "during your active phase",
        "(?:this ability|this effect) (?:only )?while": "only if",
        "only while": "only if",
        "other than|another": "other",
        "each time|whenever": "when",
        r"enters? your field": "you control enter field",
        r"(discards? \d+ (?:card name \S+|\S+)) from (?:your|his / her|their) hand": r"\1",
        r"(?:to|into) (?:your|(?:its|their) owners?'s?) hands?": "to hand",
        r"cost (?:required )?(?:to|for) (?:play(?:ing)?|put(?:ting)?)(.*?) onto the field": (
            r"cost cast\1"
        ),
        "controlled": "control",
        "(?:has|have) been put|was put|were put": "put",
        "(?:has|have) left": "left",
        r"has discarded a card(?: from their hand)?": "discarded a card",
        "was returned": "returned",
        "during this turn if": "this turn if",
        "discards? (?:this|that) card": "discard",
        "opponent removes it": "remove it",
        "card is of (fire|ice|wind|earth|lightning|water) element": r"card is \1 card",
        "in that party": "attacking",
        "you summon a summon": "you cast a summon",
        "each player's turn": "any turn",
        "beginning of your (main phase [12]|attack phase)": r"beginning of \1 during your turn",
        "beginning of opponent attack phase": "beginning of attack phase during opponent turn",
        "control 1 or more": "control",
        "controls? any": "control",
        r"(?:don't|doesn't|do not|does not) control(?: any| an?)?": "not control",
        r"this (?:forward|character|backup|monster) cannot": "cannot",
        r"(?:receives?|takes?) damage from": "dealt damage by",
        r"receives? damage": "dealt damage",
        r"decreases?|reduced|reduces": "reduce",
        r"increases|increased": "increase",
        "the (?:forward|backup|monster|character)": "",  # one of those that were chosen
        r"gains? (cannot|if (?:is )?dealt)": r"\1",
        "in your hand is removed from the game due to warp": "removed from game due to warp",
        "1 or more warp counters": "warp counter",
        r"(bottom|top) of (?:your|(?:its|their) owners?'?s?) decks?": r"\1 deck",
        "from your break zone onto": "from break zone onto",
        "due to a summon or an ability": "due to effect",
        rf"({_KINDS}) ((?:and|or|and / or) (?:an? )?(?:{_SORTS}) (?:(?!{_KINDS})\S+ ){{0,4}})\1": (
            r"\2\1"
        ),
        "(cost|cp) (?:paid )?to (?:play|cast)": r"\1 cast",
        "play|plays|return|returns|add|adds|place": "put",
        "casting": "cast",
        "once per turn if possible": "if possible",
        r"gains? if possible this (?:forward|character) must": "if possible must",
        r"has (\d+ power or (?:more|less))": r"\1",
        "this (?:forward|character|backup|monster)(?:'s)?": "",
        "will not": "not",
        "no": "not",
        "higher|greater": "more",
        "fewer": "less",
        r"(\d+) of the \d+ following": r"\1 of the following",
    },
    once=frozenset({"only", "or", "gain", "when"}),
)
