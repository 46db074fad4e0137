"""Magic's entries in the words of its cards: the way back (see `kb.cards.saying`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from kb.cards.grammar import Grammar
from kb.cards.mtg.nodes import NUMBERS
from kb.cards.mtg.subtypes import PLURALS
from kb.cards.mtg.templates import EFFECT, STATIC, WHEN
from kb.cards.mtg.words import COUNTED, PRICED
from kb.cards.mtg.writing import calls
from kb.cards.saying import Entry, Mismatch, WayBack, clauses_of, filled, joined

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
_UNTIL = {
    "end of turn": "eot",
    "your next turn": "untilyournext",
    "end of your next turn": "untilendnext",
    "permanent": "",
    "while this is on the battlefield": "for as long as remain",
    "while you control this": "for as long as you control",
    "while this is tapped": "for as long as remain tapped",
    "while you control this tapped": "for as long as you control and remain tapped",
}
_TIMING = {
    "sorcery": "activate only sorcery",
    "once each turn": "activate only once turn",
    "combat": "activate only during combat",
    "your turn": "activate only during your turn",
    "your upkeep": "activate only during your upkeep",
    "your turn before attackers": "activate only during your turn before attacker declared",
}
_KINDS = ("artifact", "creature", "enchantment", "land", "planeswalker")
_MANA = {"white": "{w}", "blue": "{u}", "black": "{b}", "red": "{r}", "green": "{g}"}
_FILTER = (
    (re.compile(r"\bcard in (your (?:graveyard|hand|library))"), r"card \1"),
    (re.compile(r"\bcard in a graveyard of one player"), "card single graveyard"),
    (re.compile(r"\bcard in a graveyard"), "card graveyard"),
    (re.compile(r"\byou do not control\b"), "you don't control"),
    (re.compile(r"\b(?:an opponent controls|opponents control)\b"), "opponentcontrols"),
    (re.compile(r"\bnon-"), "non "),
    (re.compile(r"\btoken permanent\b"), "token"),
    (re.compile(r"\bcard your library\b"), "card"),
    (re.compile(r"\bmana value up to x\b"), "mana value x or less"),
    (re.compile(r"\bput there this way\b"), "thisway"),
    (re.compile(r"\bexiled this way\b"), "among"),
    (re.compile(r"\bspell you control\b"), "spell you cast"),
    (re.compile(r"\bthat attacked this turn\b"), "attacked eot"),
    (re.compile(r"\bthat was dealt damage this turn\b"), "was dealt damage eot"),
    (re.compile(r"\bdealt damage by this\b"), "dealt damage by eot"),
    (re.compile(r"\bwith the greatest (\w+)"), r"with greatest \1 among creature control"),
    (re.compile(r"\bof different names\b"), "with different name"),
    (re.compile(r"\bobject\b"), ""),
    (re.compile(r"\bthis\b"), ""),
)
_BARS = ("cannot cast", "cannot gain life", "cannot lose", "cannot win")
_ORDINALS = {1: "first", 2: "second", 3: "third"}
_STYLES = ("x", "equal", "each")
"""How a text may say an amount: "X, where X is", "equal to", "for each"."""


class _Sayer:
    """Says abilities.

    Parameters
    ----------
    style
        How amounts are said.
    cards
        What the abilities create, by name.
    again
        Whether what was named is named again where it comes up again.
    """

    def __init__(self, style: str, cards: Mapping[str, Entry], *, again: bool) -> None:
        self.style = style
        self.cards = cards
        self.again = again
        self.where: list[str] = []
        self.known: set[str] = set()
        self.subjects: set[object] = set()
        self.static = False
        self.dealt: object = None

    def abilities(self, made: Entry) -> str:
        """Return keywords and abilities of a card, or of what is described like one."""
        said = [str(word) for word in made.get("keywords", [])]
        said += [f"{word} {self.cost(made[word])}" for word in PRICED if word in made]
        said += [f"{word} {made[word]}" for word in COUNTED if word in made]
        said += ["living weapon"] if "living weapon" in made else []
        if "suspend" in made:
            said.append(f"suspend {made['suspended for']}-{self.cost(made['suspend'])}")
        if "affinity" in made:
            said.append(f"affinity {_filter(str(made['affinity']).removesuffix(' you control'))}")
        if "additional cost" in made:
            said.append(f"additional cost cast {self.cost(made['additional cost'])}")
        if "alternative cost" in made:
            cost = (
                f"pay {paid}" if (paid := self.cost(made["alternative cost"]))[0] == "{" else paid
            )
            so = f"if {_condition(made['alternative if'])} " if "alternative if" in made else ""
            said.append(f"{so}may {cost} rather than pay mana cost")
        rest = list(made.get("abilities", []))
        if sum(_forbids(one.get("static")) for one in rest) > 1:
            said.append("or")
        while rest:
            first = rest.pop(0)
            more = []
            while rest and "when" in first and _same_but_when(first, rest[0]):
                more.append(rest.pop(0))
            if rest and _same_damage(first, rest[0]):
                rest.pop(0)  # dealt to and dealt by it
            said.append(self.ability(first))
            if more:
                said.append(" ".join(["or", *(_or_when(first, self, one) for one in more)]))
        return " ".join([*said, *(f"where x {one}" for one in dict.fromkeys(self.where))])

    def ability(self, one: Entry) -> str:
        self.known = set()
        if one.get("keyword ability") == "afflict":
            return f"afflict {one['effect'][0]['lose life']}"
        if one.get("keyword ability") == "ward":
            return f"ward {self.cost(str(one['effect'][0]['unless paid']))}"
        if one.get("keyword ability") == "partner with":
            named = str(one["effect"][0]["may do"][0]["search"]).partition(" named ")[2]
            return f"partner with {named.strip(chr(34))}"
        if "keyword ability" in one:
            return _keyworded(one, self.cost(str(one["cost"]).partition(", ")[0]))
        if one.get("equip"):
            return f"equip {self.cost(str(one['cost']))}"
        said = []
        if "cost" in one:
            said.append(self.cost(str(one["cost"])))
        if "when" in one:
            said.append(self.when(one["when"]))
            if str(one["when"].get("of", "")).startswith("spell or ability "):
                # "That spell or ability", as often as the effect speaks of it.
                said += ["ability"] * repr(one.get("effect")).count(": 'what aims'")
        if "if" in one:
            said.append(f"if {_condition(one['if'])}")
        if (unless := str(one.get("unless", ""))).startswith("you reveal "):
            kinds = re.sub(r" card in your hand(?= or )", "", unless.removeprefix("you reveal "))
            said.append(f"enter may reveal {_filter(kinds)} if you don't")
        elif "unless" in one and ("unless", one["unless"]) not in self.subjects:
            self.subjects.add(("unless", one["unless"]))
            off = one["unless"] == "this is permanent"  # "as long as it isn't on the battlefield"
            said.append("as long as isn't" if off else f"unless {_condition(one['unless'])}")
        if "while" in one and one["while"] not in self.subjects:
            self.subjects.add(one["while"])
            said.append(f"as long as {_condition(one['while'])}")
        if "timing" in one:
            said.append(_TIMING[one["timing"]])
        if one.get("from") == "graveyard":
            said.append("your graveyard")
        if "only if" in one:
            said.append(f"activate only if {_condition(one['only if'])}")
        if "by anyone" in one:
            said.append("any player may activate")
        if "choose" in one:
            said.append(one["choose"])
        static = one.get("static")
        if isinstance(static, dict) and (static.keys() & {"costs less", "costs more"}):
            return " ".join([*said, _costs(static)])
        if static == "enchant":
            return f"enchant {_filter(one['targets'][0])}"
        said += [_target(target) for target in one.get("targets", [])]
        if isinstance(static, str):
            said.append(_NAMED[static])
        elif static is not None:
            said.append(self.filled(STATIC, static))
        said.append(self.steps(one.get("effect", [])))
        return " ".join(said)

    def cost(self, said: str) -> str:
        parts = []
        for part in said.split(", "):
            if part.startswith("["):
                parts.append(part.strip("[]").replace("-x", "minusx"))
            elif (
                found := re.fullmatch(r"(sacrifice|tap|exile|return|discard) (\d+) (.*)", part)
            ) is not None and found[3] != "cards":
                back = "tohand" if found[1] == "return" else ""  # which is put, by the text's words
                verb = "put" if back else found[1]
                what = found[3].removesuffix(" in your hand") if verb == "discard" else found[3]
                parts.append(f"{verb} {found[2]} {_filter(what)} {back}".strip())
            elif (found := re.fullmatch(r"pay (\d+) energy", part)) is not None:
                parts.append(f"pay {_energy(int(found[1]))}")
            else:
                parts.append(part.replace("this", ""))
        return " ".join(parts)

    def when(self, when: Entry) -> str:
        if "begins" in when:
            step = str(when["begins"]).removeprefix("beginning of ")
            step = {"draw": "draw step", "untap": "untap step"}.get(step, step)
            whose = _WHOSE_STEP[when.get("whose", "each")]
            if when.get("whose") == "controller of enchanted":
                self.known.add("enchanted")  # it is "that creature" from there on
            return f"beginning {step} {'your turn' if step == 'combat' else whose}"
        return self.filled(WHEN, when)

    def steps(self, steps: Sequence[Entry]) -> str:
        """Return instructions; those of one kind in a row are said in one breath."""
        said: list[str] = []
        rest = list(steps)
        if (times := _repeated(rest)) > 1:
            rest = rest[: len(rest) // times]
            said.append(f"repeat this process {times - 1} more time")
        while rest:
            if "x is" in rest[0]:
                said.append(self.compared(rest[0]["x is"], rest[1:]))
                break
            if len(rest) > 1 and (both := _one_of_each(*rest[:2])) is not None:
                rest[:2] = [both]
            group = [rest.pop(0)]
            word = next(iter(group[0]))
            while rest and next(iter(rest[0])) == word and _alike(group[0], rest[0]):
                group.append(rest.pop(0))
            if rest and _prevents_both(group[-1], rest[0]):
                rest.pop(0)  # dealt to and dealt by it
            if rest and _forbids(group[-1]) and _forbids(rest[0]):
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
        if step.get("if") == "it was done":
            return self.steps(step["then"])
        if "whether" in step and not step["then"] and step["whether"] != "it was done":
            return f"{self.steps(step['otherwise'])} unless {_condition(str(step['whether']))}"
        if step.get("whether") == "it was done":
            return f"{self.steps(step['then'])} ifnot {self.steps(step['otherwise'])}"
        if step.get("by chance"):
            won = f"if win flip {self.steps(step['either'])}" if step["either"] else ""
            lost = f"if lose flip {self.steps(step['or'])}" if step["or"] else ""
            return f"flip coin {won} {lost}"
        if (prices := _either_price(step)) is not None:
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
            symbol = _MANA.get(step["add mana"], "{c}")
            times = symbol if not isinstance(amount, int) else " ".join([symbol] * amount)
            return f"add {times} {'' if isinstance(amount, int) else self.amount(amount, 1)}"
        if (chosen := _protection(step)) is not None:
            return self.filled(EFFECT, {**chosen, "gain keyword": "protection color your choice"})
        if step.get("to") == "exile" and "take" in step:
            who = self.reference(step["who"]) if "who" in step else ""
            words = _filter(re.sub(r"in your (?=hand|graveyard)", "", str(step["take"])))
            return f"{who} exile {_number(step)} {words}"
        if "who" in step and (barred := _barred(step)):
            lasts = _UNTIL[step.get("until", "end of turn")]
            return f"{self.reference(step['who'])} cannot cast {_filter(barred)} {lasts}"
        if skipped := _laid_down(step, "skips"):
            who = self.reference(step["who"]) if "who" in step else "your"
            return f"{who} skip next {skipped} step"
        if step.get("delay") == {"abilities": [{"static": {"hexproof": "you"}}]}:
            return f"gain hexproof {_UNTIL[step.get('until', 'end of turn')]}"
        if "put counters" in step and step["kind"] == "poison":
            amount = self.amount(step["put counters"])
            return f"{self.reference(step['on'])} get {amount} poison counter"
        if "put counters" in step and step["kind"] == "energy":
            amount = step["put counters"]
            said = _energy(amount) if isinstance(amount, int) else "{e} " + self.amount(amount, 1)
            return f"{self.reference(step['on'])} get {said}"
        if "discard" in step and str(step["discard"]).startswith("cards in hand"):
            return "discard your hand"
        return self.filled(EFFECT, step)

    def filled(self, table: Mapping[str, str], entry: Entry) -> str:
        word = next(iter(entry))
        self.static = table is not EFFECT
        phrase = table[word]
        if word == "become sized" and self.style == "equal" and entry.get("size") != "x":
            phrase = "<what> <become sized> power toughness <equal to> <until>"
        if word == "prevent from" and entry.get("all"):
            phrase = "prevent all damage deal <to> <until> by <prevent from> source your choice"
        said = filled(phrase, lambda name: self.slot(word, name, entry))
        named = set(re.findall(r"<([a-z ]+)>", table[word])) | _SAID_ELSEWHERE.get(word, set())
        if left := [key for key in entry if key not in named and key != word]:
            raise KeyError(left[0])
        return said

    def slot(self, word: str, name: str, entry: Entry) -> str:
        value = entry.get(name)
        match name:
            case "until" if word == "phase out":
                return f"{_UNTIL[str(value)]} phase cannot" if value else ""
            case "until" if word == "gain control" and entry.get("next turn"):
                return ""
            case "until":
                lasting = word in ("gain control", "become", "become copy of")
                return _UNTIL[value or ("permanent" if lasting else "end of turn")]
            case "at next" | "at your next" | "for the deck":
                return str(value)
            case "or" if word == "select one":
                return self.reference(value)
            case "may do" | "then" | "otherwise" | "either" | "or" | "at end of combat":
                return self.steps(value or [])
            case "if" | "whether" | "is so":
                return _condition(str(value))
            case "may pay" | "unless paid":
                cost = "" if value == "{0}" else self.cost(str(value))
                return f"pay {cost}" if cost.startswith("{") else cost
            case "by" if word == "separate":
                return "" if value is None else "opponent"
            case "chosen by" if value is None:
                return "one pile"
            case "chosen by":
                return (
                    "opponent choose one those pile that pile"
                    if value == "opponents"
                    else "pile choice"
                )
            case "spend only on":
                return _filter(str(value))
            case "abilities of":
                return "" if value is None else f"or activate ability {_filter(str(value))}"
            case "delay" | "trigger":
                return " ".join(self.ability(one) for one in (value or {}).get("abilities", []))
            case "grant" | "except":
                if value is None:
                    return ""
                also = "".join(f"{one} keepstypes " for one in value.get("types", []))
                struck = value.get("without", {}).get("supertypes", [])
                also += "".join(f"not {one} " for one in struck)
                had = "have " if set(value) - {"types", "without"} else ""
                had += "this ability " if value.get("this ability") else ""
                return (f"except {also}{had}" if name == "except" else "") + self.described(value)
            case "become":
                return self.became(value or {})
            case "become sized" if set(value or {}) == {"keeps types"}:
                return "have"
            case "become sized":
                return f"become {self.became(value or {}).removeprefix('become')} "
            case "equal to" if word == "become sized":
                return self.amount(entry["size"])
            case "size" if word == "become sized":
                return self.side(value)
            case "emblem":
                return self.described(self.cards[str(value)])
            case "create":
                return self.token(str(value), entry.get("amount", 1))
            case "loyalty abilities of":
                if "to" in entry:
                    return "each other planeswalker you control have loyalty ability"
                return "have all loyalty ability all other planeswalker"
            case "cannot search" if entry.get("by their own"):
                return "spell ability opponents control cannot cause controller search library"
            case "cannot search":
                who = {"each": "player", "opponent": "your opponents"}.get(str(value), str(value))
                return f"{who} cannot search library"
            case "price":
                return "without paying mana cost" if value == "nothing" else ""
            case "afterwards":
                return "exiledafter" if value else ""
            case "cast from graveyard":
                return _filter(str(value)).replace("card", "spell")
            case "spells only":
                return "cast" if value else "play"
            case "combat" | "noncombat" | "tapped" | "transformed":
                return name if value else ""
            case "under":
                return "" if value is None else "owner control"
            case "how":
                return _how(entry)
            case "kind" | "keyword" | "gain keyword" | "lose keyword":
                return str(value)
            case "power" | "toughness" if word == "size":
                return str(value)
            case "power" | "toughness":
                return self.side(value)
            case "amount":
                return self.amount(1 if value is None else value)
            case "shuffle away":
                return f"{'' if 'who' in entry else 'your'} {value} into"
            case "what" if word == "next spell costs less":
                return _filter(str(value or "spell"))
            case "for each" if word == "next spell costs less":
                return "" if value is None else f"for each {_filter(str(value))}"
            case "next spell costs less":
                return f"{{{value}}}"
            case "with" if word == "amass":
                return ""
            case "whose" if word == "shuffle away":
                return "" if "who" in entry else "your"
            case "whose" if word == "search":
                return "" if "who" in entry else "your"
            case "at" if word.startswith("spells cost"):
                return "" if value is None else f"target {_filter(str(value))}"
            case "whose" if word.startswith("spells cost"):
                casts = {"you": "cast", "opponent": "opponent cast", "each": ""}
                return casts[value or "you"]
            case "whose":
                whose = {"you": "", "opponent": "opponent", "each": "player"}
                return {**whose, "enchanted": "enchanted player"}[value or "you"]
            case "tapped and attacking":
                return "tapped attacking" if value else ""
            case "new targets":
                return "may choose new target copy" if value else ""
            case "for good":
                return "cannot regenerated" if value else ""
            case "prevent from" | "prevent anywhere":
                return _filter(str(value).replace("object", ""))
            case "to" if word == "prevent from":
                return self.reference(value or "you")
            case "divided":
                shared = str(entry.get("damage")).startswith("share ")
                return "divided as you choose among" if shared else ""
            case "distribute" | "among":
                shared = str(entry.get("put counters")).startswith("share ")
                return name if shared else "put" if name == "distribute" else ""
            case "and main":
                return "followed by additional main phase" if value else ""
            case "next turn":
                return "during controller next turn" if value else ""
            case "or you":
                return "you or" if value else ""
            case "or planeswalkers":
                return "or planeswalker you control" if value else ""
            case "who" | "cannot gain life" | "cannot lose" | "cannot win" if word in _BARS:
                return {"you": "you", "opponent": "opponents", "each": "player"}[str(value)]
            case "of" if word == "untaps at most":
                return _filter(str(value))
            case "who" if word == "untaps at most":
                return {"you": "controller", "opponent": "opponents", "each": "player"}[
                    value or "you"
                ]
            case "untaps at most":
                return str(value)
            case "of" if word == "casts at most":
                return "" if value is None else str(value).removesuffix(" spell")
            case "casts at most":
                return str(value)
            case "once":
                return "during each of your turns" if value else ""
            case "cast from top":
                return str(value).replace("card in your library", "spell top your library")
            case "play lands from":
                return "top your library" if value == "top" else "your graveyard"
            case "who" if word in ("draws at most", "casts at most"):
                return {"you": "you", "opponent": "each opponent", "each": "each player"}[
                    str(value)
                ]
            case "number" if word in ("draws nth", "casts nth"):
                yours = word == "casts nth" and entry["whose"] == "you"
                return f"{'your' if yours else ''} {_ORDINALS[entry['number']]}"
            case "least":
                return str(value)
            case "draws" | "gains life" | "loses life" | "draws nth" | "activates nonmana":
                whose = {"you": "", "opponent": "opponent", "each": "player"}
                return {**whose, "enchanted": "enchanted player"}[str(value)]
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
            case "by" if word == "damage grows":
                return (
                    "source" if value is None else _filter(str(value).replace("object", "source"))
                )
            case "damage grows" if value == "permanent or player" and not self.again:
                return ""
            case "plus":
                return "" if value is None else f"plus {value}"
            case "spells cost less" | "spells cost more" | "attack you for":
                return f"{{{value}}}"
        if word == "add any combination" and name in ("of", "and"):
            return _MANA.get(str(value), "{c}")
        if name in ("to", "at", "put the rest") and word in _PUTS:
            place = "top" if value is None else str(value)
            return _PLACES.get(place, place)
        if word in ("boost each", "untap up to") and name == "of":
            return _filter(str(value))
        if word in ("becomes target", "blocks one") and name == "of":
            return _filter(str(value))
        if name in ("at", "of"):
            return "your" if value is None else self.reference(value)
        if name == "search":
            number = entry.get("amount", 1) if value == "card in your library" else _so_many(entry)
            return f"{number} {_filter(str(value))}"
        if self.static and name not in _AMOUNTS:
            subject = "" if value is None else _filter(str(value))
            before, self.subjects = self.subjects, self.subjects | {subject}
            return "" if subject in before and not self.again else subject
        if name in ("discard up to", "untap up to"):
            return "any number" if value == 99 else f"upto {value}"
        if name == "take":
            if value == "card among them" and not self.again and "amount" not in entry:
                return ""
            return f"{_number(entry)} {_filter(str(value))}"
        if name == "let play":
            said = self.reference(value)
            return said.replace("card", "spell") if entry.get("spells only") else said
        if name == "discard chosen":
            return _filter(str(value).replace(" in your hand", ""))
        if word == "take all" or name in ("sacrifice one", "select", "reveal until", "exile until"):
            return _filter(str(value))
        if name == "prevent damage" and value != "all":
            return f"next {self.amount(value)}"
        if name == "remove counters" and str(value).endswith(f" counters on {entry.get('from')}"):
            return "all"
        if name == "gain life" and value == self.dealt and not self.again:
            return "that much"
        if name == "damage":
            self.dealt = value
        if name in _AMOUNTS:
            return self.amount(value)
        return "" if value is None else self.reference(value)

    def reference(self, value: object) -> str:
        """Return a reference; what was named before may be a pronoun."""
        said = re.sub(r"^those ", "each ", str(value))
        if said == "each card exiled this way" and not self.again:
            return ""
        if said == "each card among them" or (said in self.known and not self.again):
            return ""
        self.known.add(said)
        return _reference(said)

    def amount(self, value: object, number: int | None = None) -> str:
        """Return an amount, as the style says it."""
        if isinstance(value, int) or value in ("x", "all"):
            return str(value)
        if value in ("as many as that", "as many as attacked"):
            return "that many"
        if value in ("as much life as was lost", "as many counters as that"):
            return "that much"
        said = str(value)
        if (found := re.fullmatch(r"(\d+) plus as many as that", said)) is not None:
            return f"that many plus {found[1]}"
        if (found := re.fullmatch(r"share of .* in (\d+|x)", said)) is not None:
            return found[1]
        times = 1
        if (found := re.fullmatch(r"(\d+) times (.*)", said)) is not None:
            times, said = int(found[1]), found[2]
        more = ""
        if (found := re.fullmatch(r"(\d+) plus minus (.*)|(\d+) less than (.*)", said)) is not None:
            rest = self.measure(found[2] or found[4])
            self.where.append(
                f"{found[1]} minus {rest}" if found[1] else f"{rest} minus {found[3]}"
            )
            return "x"
        if (found := re.fullmatch(r"(\d+) plus (.*)", said)) is not None:
            more, said = f"{found[1]} plus ", found[2]
        plain = self.measure(said)
        counted = (
            said.startswith(("number of ", "card types ", "basic land ", "cards drawn "))
            or " counters on " in said
        )
        if self.style == "each" and counted:
            return f"{number or times} for each {more}{plain.removeprefix('number ')}"
        plain = f"{more}{'twice ' if times == 2 else str(times) if times > 1 else ''}{plain}"
        if self.style == "x":
            self.where.append(plain)
            return "x"
        return f"equal {plain}"

    def measure(self, said: str) -> str:
        """Return a number that is counted or measured."""
        both = re.fullmatch(r"number of (.*) plus number of (.*)", said)
        if both is not None and both[1].replace("in exile you own", "in your graveyard") == both[2]:
            return f"total number {_filter(both[1])} your graveyard"
        if said.startswith("number of card in exile controlled by "):
            return "number card own exile"
        if said.startswith("number of card in a graveyard controlled by "):
            return "number card graveyard"
        if (gone := re.fullmatch(r"number of (.*) gone this way", said)) is not None:
            return f"number {_filter(gone[1])} gonethisway"
        if (found := re.fullmatch(r"number of (.*) controlled by (.*)", said)) is not None:
            return f"number {_filter(found[1])} {self.reference(found[2])} control"
        if said.startswith("number of "):
            return f"number {_filter(said[10:])}"
        if (among := re.fullmatch(r"(card|basic land) types among (.*)", said)) is not None:
            return f"number {among[1]} type among {_filter(among[2])}"
        if said.startswith("devotion to "):
            return f"your {said}"
        if said == "life of you":
            return "your life total"
        if said == "cards in hand of you":
            return "number card your hand"
        if said == "cards drawn this turn by you":
            return "number card you've drawn eot"
        if said == "life lost this way":
            return "life lost thisway"
        if (found := re.fullmatch(r"(number of .*?) plus (.*)", said)) is not None:
            return f"{self.measure(found[1])} plus {self.measure(found[2])}"
        if said in ("cards in hand of it", "cards in hand of active player"):
            return "number card hand"
        if (found := re.fullmatch(r"cards in hand of (target .*)", said)) is not None:
            return f"number card hand {self.reference(found[1])}"
        if (found := re.fullmatch(r"(\S+(?: \S+)?) counters on (.*)", said)) is not None:
            return f"number {found[1]} counter {self.reference(found[2])}"
        found = re.fullmatch(r"(power|toughness|loyalty|mana value) of (.*)", said)
        if found is not None:
            return f"{found[1]} {self.reference(found[2])}"
        found = re.fullmatch(r"greatest (power|toughness|mana value) among (.*)", said)
        if found is not None:
            return f"greatest {found[1]} among {_filter(found[2])}"
        raise KeyError(said)

    def side(self, value: object) -> str:
        if isinstance(value, int):
            return f"{value:+d}" if value else "0"
        said = str(value)
        if said in ("x", "minus x"):
            return "x" if said == "x" else "minusx"
        minus = said.startswith("minus ")
        if self.style == "each":
            counts = r"(number of .*|(?:card|basic land) types among .*)"
            found = re.fullmatch(rf"(?:minus )?(?:(\d+) times )?{counts}", said)
            if found is None:
                raise KeyError(said)
            self.where.append(f"@{found[2]}")
            return f"{'-' if minus else '+'}{found[1] or 1}"
        told = self.amount(said.removeprefix("minus "))
        return "minusx" if minus and told == "x" else told

    def described(self, made: Entry) -> str:
        inner = _Sayer(self.style, self.cards, again=self.again)
        return inner.abilities(made)

    def token(self, name: str, amount: object) -> str:
        made = self.cards.get(name)
        if made is None:
            return f"{self.amount(amount)} {name} token"
        kinds = " ".join(made.get("subtypes", []))
        looks = self.looks(made, "colorless")
        named = "" if _own_name(made) else str(made.get("called") or kinds)
        named = "" if named.lower() == kinds else named
        return f"{self.amount(amount)} {looks} token {named} {self.described(made)}"

    def looks(self, made: Entry, plain: str) -> str:
        said = [*made.get("colors", [plain]), *made.get("supertypes", [])]
        said += [*made.get("subtypes", []), *made.get("types", [])]
        if "power" in made:
            said.insert(0, f"{made['power']} / {made['toughness']}")
        return " ".join(said)

    def became(self, made: Entry) -> str:
        if set(made) == {"power", "toughness"}:
            return f"have {self.looks(made, '')}"
        still = made.get("types") != ["artifact", "creature"]  # which keeps its types, unsaid
        keeps = "keepstypes" if made.get("keeps types") and still else ""
        keeps = keeps and "keepscolors" if made.get("keeps colors") else keeps
        also = not {"power", "toughness"} & set(made) and "keeps types" in made
        verb = "" if self.static or also else "become"
        return f"{verb} {self.looks(made, '')} {self.described(made)} {keeps}"


_PUTS = frozenset({"take", "take all", "search", "put the rest", "put into library"})
_AMOUNTS = frozenset(
    [
        *("draw", "discard", "mill", "gain life", "lose life", "life becomes", "damage", "look"),
        *(
            "monstrosity",
            "discard at random",
            "reveal",
            "scry",
            "surveil",
            "put counters",
            "remove counters",
            "extra turn",
        ),
        *(
            "exile top",
            "add any color",
            "add any combination",
            "arrive with",
            "amass",
            "prevent of each",
            "prevent damage",
            "enters with",
            "least blockers",
        ),
        *("most blockers", "blocks more", "tapped unless life"),
        "power and toughness",
        "power is",
        "toughness is",
    ]
)
_SAID_ELSEWHERE: Mapping[str, set[str]] = {
    "prevent from": {"all"},
    "take": {"amount", "how"},
    "search": {"amount"},
    "amass": {"with"},
    "create": {"amount"},
    "at next": {"about"},
    "at your next": {"about"},
    "at end of combat": {"about"},
    "casts": {"whose"},
    "sacrifices": {"whose"},
    "casts nth": {"whose"},
    "keeps permanents": {"and cards"},
    "cannot search": {"by their own"},
    "loyalty abilities of": {"to"},
    "casts at": {"whose", "target"},
    "add mana": {"amount"},
    "delay": {"who"},
}
_NAMED = {
    "may exert": "you may exert as attack",
    "as unblocked": "you may have assign combat damage as though weren't blocked",
    "loyalty at instant speed": (
        "may activate loyalty ability planeswalker you control on any player turn any time"
        " could cast instant"
    ),
    "damage to enchanted": "all damage deal you deal enchanted creature otherwise",
    "wins at no card": "if you draw card while your library have no card win game otherwise",
    "keeps permanents": "spell ability opponentcontrols cannot cause you sacrifice permanent",
    "exiled instead": "if put graveyard anywhere exile otherwise",
    "double tokens": "if effect create one or more token create twice many otherwise",
    "own loyalty at instant speed": (
        "may activate loyalty ability on any player turn any time could cast instant"
    ),
}


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


def _protection(step: Entry) -> Entry | None:
    """Return one of the parts of a choice among protections from each color."""
    first = step.get("either", [{}])[0]
    if not str(first.get("gain keyword")).startswith("protection from "):
        return None
    told: list[Entry] = [first]
    rest = step["or"]
    while len(rest) == 1 and "either" in rest[0]:
        told += rest[0]["either"]
        rest = rest[0]["or"]
    words = {one.get("gain keyword") for one in (*told, *rest)}
    return first if len(words) == len(_MANA) else None


def _keyworded(one: Entry, cost: str) -> str:
    """Return an ability that is printed as a keyword with a cost."""
    word, first = one["keyword ability"], one["effect"][0]
    number = f"{first['put counters']} " if word == "reinforce" else ""
    return f"{word} {number}{cost}"


def _costs(static: Entry) -> str:
    """Return by how much a spell is said to cost less or more."""
    ((word, amount),) = static.items()
    found = re.fullmatch(r"(?:(\d+) times )?number of (.*)", str(amount))
    number = amount if found is None else found[1] or 1
    each = "" if found is None else f" for each {_filter(found[2])}"
    return f"cost {{{number}}} {word.removeprefix('costs ')} cast{each}"


def _alike(one: Entry, two: Entry) -> bool:
    """Whether two instructions share what is said but once: all but what they are about."""
    word = next(iter(one))
    if word in ("damage", "get"):
        return all(one.get(key) == two.get(key) for key in ("damage", "power", "toughness", "from"))
    return word in (
        "gain keyword",
        "cannot attack",
        "cannot block",
        "lose keyword",
        "destroy",
        "exile",
    )


def _either_price(step: Entry) -> list[Any] | None:
    """Return what is done unless one of several things is paid, and those; None for one alone."""
    then, costs = step.get("then"), [{"unless paid": step.get("unless paid")}]
    while then and len(then) == 1 and "unless paid" in then[0] and "unless paid" in step:
        if then[0].get("who") != step.get("who"):
            return None
        costs.append({"unless paid": then[0]["unless paid"]})
        then = then[0]["then"]
    return [then, *costs] if len(costs) > 1 else None


def _repeated(steps: list[Entry]) -> int:
    """Return how often a text does the same again and again; twice may be said in full."""
    ways = range(len(steps), 2, -1)
    return next(
        (n for n in ways if len(steps) % n == 0 and steps[: len(steps) // n] * n == steps), 1
    )


def _one_of_each(one: Entry, two: Entry) -> Entry | None:
    """Return two instructions that pick a card of a kind each as one: "and/or" is said of them."""
    picks = all("take" in step and step.get("how") == "up to" for step in (one, two))
    if not picks or "amount" in one or {**one, "take": ""} != {**two, "take": ""}:
        return None
    return {**one, "take": f"{one['take']} or {two['take']}"}


def _forbids(entry: object) -> bool:
    """Whether something can't be done, of which several are joined by "or"."""
    return isinstance(entry, dict) and next(iter(entry), "").startswith("cannot ")


def _same_but_when(one: Entry, two: Entry) -> bool:
    return "when" in two and {**one, "when": None} == {**two, "when": None}


def _same_damage(one: Entry, two: Entry) -> bool:
    """Whether of two abilities one prevents the damage to something, the other that by it."""
    first, second = one.get("static"), two.get("static")
    if not isinstance(first, dict) or not isinstance(second, dict):
        return False
    dealt_to = {"dealt": first.get("prevent damage to"), **first}
    dealt_by = {"dealt": second.get("prevent damage by"), **second}
    dealt_to.pop("prevent damage to", None)
    dealt_by.pop("prevent damage by", None)
    return dealt_to["dealt"] is not None and dealt_to == dealt_by


def _prevents_both(one: Entry, two: Entry) -> bool:
    """Whether of two instructions one prevents all damage to something, the other that by it."""
    if one.get("prevent damage") != "all" or "prevent all damage by" not in two:
        return False
    rest = {key: value for key, value in one.items() if key not in ("prevent damage", "to")}
    return two == {"prevent all damage by": one["to"], **rest}


def _or_when(first: Entry, sayer: _Sayer, one: Entry) -> str:
    """Return what else sets an ability off; of the same event only whom it is about."""
    if set(first["when"]) == set(one["when"]) == {"enters"}:
        return _filter(str(one["when"]["enters"]))
    met = first["when"].get("blocks one")
    if met is not None and first["when"]["of"] == one["when"].get("by"):
        return "become blocked by" if one["when"].get("blocked") == met else ""
    return sayer.when(one["when"])


def _so_many(entry: Entry) -> str:
    amount = entry.get("amount", 1)
    return "any number" if amount == 99 else "" if amount == 1 else f"upto {amount}"


def _energy(number: int) -> str:
    return " ".join(["{e}"] * number)


def _number(entry: Entry) -> str:
    amount = entry.get("amount", 1)
    if amount == 99:
        return "any number"
    return f"upto {amount}" if entry.get("how") == "up to" and amount != 1 else str(amount)


def _how(entry: Entry) -> str:
    return "may" if entry.get("how") == "up to" else ""


def _target(target: object) -> str:
    if not isinstance(target, dict):
        return "any target" if target == "any target" else f"target {_filter(str(target))}"
    if target.get("of") == "any target" and ("up to" in target or "exactly" in target):
        return f"upto {target['up to']} target" if "up to" in target else str(target["exactly"])
    if "any of" in target:
        of = "" if target["of"] == "any target" else _filter(target["of"])
        return f"any number target {of}"
    if "one up to" in target:
        of = "" if target["of"] == "any target" else _filter(target["of"])
        return f"{' '.join(map(str, range(1, target['one up to'] + 1)))} or target {of}"
    if "any number" in target:
        return f"any number target {_filter(target['any number'])}"
    number = f"upto {target['up to']}" if "up to" in target else str(target["exactly"])
    return f"{number} target {_filter(target['of'])}"


def _filter(words: str) -> str:
    """Return a filter as it is printed: what its clauses share is said once."""
    clauses = clauses_of(words)
    for pattern, other in _FILTER:
        clauses = [pattern.sub(other, clause) for clause in clauses]
    if len(clauses) == len(_KINDS):
        pairs = zip(_KINDS, clauses, strict=True)
        same = {re.sub(rf"\b{kind}\b", "permanent", clause) for kind, clause in pairs}
        if len(same) == 1:
            return same.pop()
    return joined(clauses) + (" or" if len(clauses) > 1 else "")


def _reference(value: object) -> str:
    """Return a reference: pronouns, targets and the card itself say nothing here."""
    said = str(value)
    for word in ("controller", "owner"):
        if said.startswith(f"{word} of "):
            return word
    if said in ("enchanted", "equipped", "sacrificed"):
        return f"{said}one"
    if said in ("defending player", "chosen player"):
        return said
    if said == "card exiled with this":
        return "exiled card"
    if (owner := said.removeprefix("each card in a graveyard controlled by ")) != said:
        return "eachopponent graveyard" if owner == "opponents" else "graveyard"
    if (hurt := said.removesuffix(" dealt damage this way")) != said:
        hurt = hurt.removeprefix("each ")
        return f"{'eachplayer' if hurt == 'player' else _filter(hurt)} deal damage thisway"
    if (lost := re.fullmatch(r"whoever lost (.*) this way", said)) is not None:
        return f"for each {_filter(lost[1])} gonethisway controller"
    if said == "opponents":
        return "eachopponent"
    who = re.fullmatch(r"(opponents|each player) who controls?( no)? (.*)", said)
    if who is not None:
        every = "eachopponent" if who[1] == "opponents" else "eachplayer"
        does = "don't" if who[2] else ""
        return f"{every} {does} control {_filter(who[3])}"
    if said == "each player":
        return "eachplayer"
    if (found := re.fullmatch(r"each (.*) controlled by .*", said)) is not None:
        return f"{_filter(found[1])} control"
    return _filter(said[5:]) if said.startswith("each ") else ""


def _barred(step: Entry) -> str:
    """Return what somebody can't cast for a while; empty if a step says nothing of that."""
    return _laid_down(step, "cannot cast")


def _laid_down(step: Entry, word: str) -> str:
    """Return what a static ability that a step lays down says by a word alone, or nothing."""
    (said, *more) = (step.get("delay") or {}).get("abilities") or [{}]
    static = said.get("static")
    alone = not more and isinstance(static, dict) and set(static) == {word}
    return str(static[word]) if alone else ""


def _condition(said: str) -> str:
    if said == "it is your turn":
        return "your turn"
    if said == "it is not your turn":
        return "not your turn"
    if (above := re.fullmatch(r"life above the start of you is at least (\d+)", said)) is not None:
        return f"have least {above[1]} life more than your starting life total"
    if said.endswith(" last turn"):
        return said
    if said == "you attacked this turn":
        return "attacked eot"
    if said == "a creature died this turn":
        return "creature died eot"
    if said.startswith("a permanent you controlled left"):
        return "permanent controlled left battlefield eot"
    if life := re.fullmatch(r"(you|an opponent) (gained|lost) (\d+) or more life (.*)", said):
        who, least = (
            "opponent" if life[1] != "you" else "",
            "" if life[3] == "1" else f"{life[3]} or more",
        )
        return f"{who} {life[2]} {least} life eot"
    if (weak := re.fullmatch(r"an opponent has (\d+) or less life", said)) is not None:
        return f"opponent {weak[1]} or less life"
    if said.endswith(" escaped"):
        return "escaped"
    if said == "this entered this turn":
        return "entered eot"
    if said == "cards in library of you is at most 0":
        return "your library have no card"
    if (more := re.fullmatch(r"an opponent controls more (.*) than you", said)) is not None:
        return f"opponentcontrols more {_filter(more[1])} than"
    if (more := re.fullmatch(r"an opponent controls (\d+) or more (.*)", said)) is not None:
        return f"opponentcontrols {more[1]} or more {_filter(more[2])}"
    if (cast := re.fullmatch(r"(\S+) was cast (by you|from your hand)", said)) is not None:
        return f"cast {_reference(cast[1])} {cast[2].removeprefix('by you')}"
    if (about := said.removesuffix(" was kicked")) != said:
        return f"{_reference(about)} was kicked"
    found = re.fullmatch(r"(.*) is (at least|at most|exactly) (\d+)", said)
    if found is None:
        about, _, what = said.partition(" is ")
        was = "was" if about == "sacrificed" else ""
        return f"{_reference(about)} {was} {_filter(what)}"
    amount, bound, number = found[1], found[2], int(found[3])
    compared = f"{number} or {'more' if bound == 'at least' else 'fewer'}"
    if bound == "exactly":
        compared = f"exactly {number}"
    if bound == "at least" and number == 1:
        compared = ""
    if bound == "at most" and number == 0:
        compared = "no"
    if amount.startswith("number of "):
        return f"{compared} {_filter(amount[10:])}"
    if (among := re.fullmatch(r"(card|basic land) types among (.*)", amount)) is not None:
        return f"{compared} {among[1]} type among {_filter(among[2])}"
    if amount == "cards drawn this turn by you":
        return f"you've drawn {compared} card eot"
    if amount == "life of you":
        return f"have {compared.replace('fewer', 'less')} life"
    if amount.startswith("cards in hand of "):
        return f"have {compared} card in hand"
    if (size := re.fullmatch(r"(mana value|power|toughness) of (.*)", amount)) is not None:
        compared = compared.replace("more", "greater").replace("fewer", "less")
        return f"{_reference(size[2])} have {size[1]} {compared}"
    on_it = re.fullmatch(r"(?:(loyalty) of|(\S+) counters on) (.*)", amount)
    if on_it is not None:
        return f"{_reference(on_it[3])} have {compared} {on_it[1] or on_it[2]} counter"
    raise KeyError(said)


def say(made: list[Entry]) -> Iterator[str]:
    """Yield ways of saying a part of a card's entry; after it stands what it creates."""
    card, *others = made
    cards = {str(other["name"]): other for other in others}
    for style, again in product(_STYLES, (False, True)):
        try:
            said = _Sayer(style, cards, again=again).abilities(card)
        except KeyError:
            continue
        if "where x @" in said:  # gets +1/+1 for each
            said = re.sub(
                r"where x @number of (.*?)(?= where x |$)",
                lambda one: f"for each {_filter(one[1])}",
                said,
            )
            said = re.sub(
                r"where x @(card|basic land) types among (.*?)(?= where x |$)",
                lambda one: f"for each {one[1]} type among {_filter(one[2])}",
                said,
            )
        yield said
        if "gonethisway" in said:
            yield said.replace("gonethisway", "among")
        if "exile card graveyard" in said:
            yield said.replace("exile card graveyard", "exile graveyard")
        if "after" in said and "additional" in said:  # it may be said which phase this one is
            yield f"{said} main"
            yield f"{said} combat"
        if "for each those creature" in said:  # of which it may be said in full which they are
            yield said.replace("those creature", "creature control attacking you")
            yield said.replace("those creature", "")
        support = r"upto (\d+) target (?:other )?creature put 1 \+1/\+1 counter"
        if re.search(support, said):
            yield re.sub(support, r"support \1", said)
        if any(_waits_for_others(one) for one in card.get("abilities", [])):
            yield re.sub(r"\bcontroller\b", "", said)  # of the spell or permanent: that player
        if "unless" in said:  # it may be paid, and if it is not, …
            yield re.sub(r"\bunless\b", "may ifnot", said)
            yield re.sub(r"\bunless\b", "ifnot", said)
        if "owner exile" in said:  # of what it returns to them: that player
            yield said.replace("owner exile", "exile")
        if "upto" in said or "any number" in said:
            yield said.replace("may", "")


def _waits_for_others(ability: Entry) -> bool:
    """Whether "that player" may be said of who controls what sets an ability off."""
    when = ability.get("when")
    if not isinstance(when, dict):
        return False
    about = next(iter(when.values()), None)
    theirs = isinstance(about, str) and about.endswith("an opponent controls")
    theirs = theirs or when.get("activates nonmana", "you") != "you"
    return theirs or ("casts" in when and when.get("whose", "you") != "you")


def _say_and(made: list[Entry]) -> Iterator[str]:
    """Yield the same without "or": instant and sorcery spells."""
    for said in say(made):
        yield said
        yield re.sub(r"\bor\b", "", said)


_PLURAL = re.compile(r"\b(?:" + "|".join(map(re.escape, PLURALS)) + r")\b")


def prepared(text: str, name: str) -> str:
    """Return a printed text without the names of its card, with signs that can be compared."""
    text = re.sub(r"^[A-Z][\w' ]* — (?=[A-Z{])", "", text)  # an ability word
    for one in calls(name):
        text = re.sub(rf"other than {re.escape(one)}(?!\w)", "other", text)
        # "non-Gideon" and "a Gideon planeswalker" are about a type of that name
        text = re.sub(rf"(?<!non-){re.escape(one)}(?:'s|’s)?(?! planeswalker)", " ", text)
    text = re.sub(r"\([^()]*\)", " ", text).replace("−", "-")
    text = _PLURAL.sub(lambda found: PLURALS[found.group()], text)
    return re.sub(r"-x(?!\w)", "minusx", text, flags=re.IGNORECASE)


_SILENT = (
    "a an the 1 one it its him his her he she they their them of with to in on into onto from is"
    " are be by as each all you can then for and would at themselves himself herself itself that"
    " who long"
)
_SELF = "creature|permanent|spell|planeswalker|card|land|artifact|token"
_ONCE = (
    "or deal damage gain lose get eot untilyournext put have exile when add tap untap destroy die"
    " cannot without"
)
"""What is said once of several things, and once of each elsewhere."""
_WHOSE_STEP = {
    "you": "your",
    "each": "",
    "opponent": "eachopponent",
    "enchanted": "enchanted player",
    "chosen player": "chosen player",
    "controller of enchanted": "enchanted creature controller",
}
_NUMBER_WORDS = {word: str(number) for word, number in NUMBERS.items() if number > 1}

WAY_BACK = WayBack(
    say=say,
    silent=frozenset(_SILENT.split()),
    variants={
        r"if (?:that spell|it|a spell cast this way) would be put into (?:your|a|its owner's)"
        r" graveyard,? ?(?:this turn)? ?,? ?exile it instead": "exiledafter",
        **_NUMBER_WORDS,
        r"[+-]0": "0",
        "colorless": "colorless",
        "whenever": "when",
        "activate this ability": "activate",
        "cast your next": "cast",
        r"(?:once )?during each of your turns": "during each of your turns",
        r"may play lands and cast (.*?) from the top of your library": (
            r"may play lands from the top of your library may cast \1 from the top of your library"
        ),
        r"(each (?:player|opponent)) who has cast an? (\S+) spell this turn can't cast"
        r" additional \2 spells?": r"\1 can't cast more than 1 \2 spell each turn",
        "another": "other",
        r"control at least (\d+)": r"control \1 or more",
        r"protection from (\S+) from (\S+) and from (\S+)": (
            r"protection from \1 protection from \2 protection from \3"
        ),
        r"protection from (\S+) and from (\S+)": r"protection from \1 protection from \2",
        r"(?:protection )?from all colors": "protection from colored",
        "up to": "upto",
        r"if (?:you don't|they don't|(?:the|that) player doesn't)(?! control)": "ifnot",
        "if you do": "",
        r"who controls? no": "who don't control",
        r"also(?= (?:gains?|gets?|discards?|deals?|loses?|draws?)\b)": "",
        r"if you search(?:ed)? your library this way": "",
        "when you do": "when do",
        "than or equal to": "than orequal",
        r"if (?:it's|it is) (?:an? )?(\S+) card or (?:an? )?(\S+) card": r"if \1 or \2",
        r"if (?:it's|it is|that card is) (?:an? )?((?:\S+ ){1,4}?)card": r"if \1",
        r"if you don't control (?:an?|any)": "if control no",
        r"each opponent(?:'s)?": "eachopponent",
        r"you control (\S+ \S+) during that player's next turn": (
            r"gain control \1 during controller next turn"
        ),
        "your library and / or graveyard": "your library or your graveyard",
        "all permanents in the pile": "pile",
        "your graveyard and library": "your library or your graveyard",
        r"card and / or(?= (?:an? )?\w+ card)": "or",
        "and / or": "or",
        "your opponents": "opponents",
        "had": "have",
        r"each player(?!'s)": "eachplayer",
        r"(?:until end of turn|this turn)": "eot",
        "until the end of your next turn": "untilendnext",
        "until your next turn": "untilyournext",
        r"enters? (?:the battlefield )?under your control": "enter you control",
        r"enters? the battlefield": "enter",
        "under your control": "",
        r"under (?:its|her|his|their) owner(?:s|'s)? control": "owner control",
        r"(?:an opponent controls|(?:your )?opponents control|each opponent controls)": (
            "opponentcontrols"
        ),
        r"(?:to|into) (?:your|(?:its|their) owners?(?:'s)?) hands?": "tohand",
        "shuffle your library": "shuffle",
        r"shuffle the rest into your library": "put rest bottomlibrary shuffle",
        r"in (?:any|a random|random) order": "",
        r"(?:the )?(?:rest|other)(?= (?:on|into|tohand))": "rest",
        r"into that player's graveyard": "into your graveyard",
        r"into (?:your|its owner's|their owners) librar(?:y|ies) (second|third) from the top": (
            r"\1library"
        ),
        r"puts it into their hand": "put tohand",
        r"put (?:them|those cards) back": "put rest toplibrary",
        r"on the bottom of (?:your|its owner's|their owners|that player's) librar(?:y|ies)": (
            "bottomlibrary"
        ),
        r"on top of (?:your|its owner's|their owners|that player's) librar(?:y|ies)": "toplibrary",
        r"reveal (?:it|them|those cards?|that card)": "",
        r"put (?:that card|it) on top(?! of)": "put toplibrary",
        "cards exiled this way": "",
        r"(?:was )?(?:revealed|exiled) this way": "among",
        "destroyed this way": "gonethisway",
        r"(?:was )?(?:milled|discarded) this way": "thisway",
        "damage this way": "damage thisway",
        "lost this way": "lost thisway",
        "discard all the cards in your hand": "discard your hand",
        r"at least(?= one\b)": "",
        r"(?:is|are) put into a graveyard from (?:the )?battlefield": "die",
        r"(?:is|are) put into your graveyard from (?:the )?battlefield": "die you own",
        "your choice of": "",
        r"you may reveal (.*?)(?:,? and)? put (?:it|that card|them|the revealed cards?)": (
            r"you may put \1"
        ),
        r"put (\S+) of (?:them|those cards)": r"put \1 card among them",
        r"that player or that planeswalker's controller controls": "control",
        r"that player or that planeswalker's controller": "controller",
        r"that (?:creature|permanent|player) or (?:player|planeswalker)": "",
        rf"that (?:player|{_SELF})(?:'s)?": "",
        r"those (?:creature|permanent|card|land|token|planeswalker)s": "",
        rf"this (?:emblem|enchantment|{_SELF})(?:'s)?": "",
        "return": "put",
        r"returns|puts": "put",
        r"can't": "cannot",
        r"doesn't": "don't",
        r"(?:isn't|aren't|(?:it|he|she|they)'(?:s|re) not)(?= legendary)": "not",
        r"a number of(?= (?:\S+ / )?\S+ counters?)": "",
        r"(other )?permanents? except for (land|artifact|creature|enchantment)s? and tokens?": (
            r"non\2 non token \1permanent"
        ),
        "dealt": "deal",
        "higher mana value": "greater mana value",
        "highest": "greatest",
        r"proliferate again": "proliferate",
        r"bolster (\S+)": r"creature you control least toughness put \1 +1 +1 / counter",
        r"adapt (\S+)": r"if have no +1 +1 / counter put \1 +1 +1 / counter",
        r"detain ([^.]*)": (
            r"\1 cannot attack or block activated ability cannot activated untilyournext"
        ),
        "one of your opponents": "opponent",
        "populate": "token creature you control create token copy",
        "an amount of": "",
        **{rf"add {number} (\{{[wubrgc]\}})": "add" + number * r" \1" for number in range(2, 11)},
        r"choose(?= (?:up ?to one )?target)": "",
        r"(instant|sorcery) spells? you control": r"\1 spell you cast",
        r"during (?:your|its controller's|their controller's) untap step": (
            "during controller untap step"
        ),
        r"each player's (upkeep|end step|draw step)": r"\1",
        "on the battlefield": "",
        r"in addition to its other types": "keepstypes",
        r"in addition to its other colors and types": "keepscolors",
        r"(?:that's|he's|she's|it's|they're) still (?:an? )?(?:planeswalker|land|artifact)s?": (
            "keepstypes"
        ),
        r"(artifact creatures?\b[^•]*?)keepstypes": r"\1",
        r"(?:with )?base power and toughness": "",
        r"one or more colors?": "colored",
        r"enchanted (?:creature|permanent|artifact|land)(?:'s)?": "enchantedone",
        r"equipped creature(?:'s)?": "equippedone",
        r"(?<=the )sacrificed (?:creature|artifact|permanent|land|enchantment)(?:'s)?": (
            "sacrificedone"
        ),
        "entered the battlefield": "entered",
        "as you cast it": "",
        "next turn's upkeep": "next upkeep",
        "during your turn": "your turn",
        "one or more tokens would be created": "effect create one or more token",
        r"that many(?: of)?(?: those tokens)?\s+are created": "create many",
        "instead": "otherwise",
        "named": "",
        r"additional(?= (?:\S+ / \S+|loyalty) counter| cards?)": "",
        "may have": "may",
        r"as a copy of any": "as a copy of",
        r"during your next untap step": "during controller next untap step",
        r"put (.*?token.*?) onto the battlefield": r"create \1",
        r"add (?:an )?additional": "add",
        "investigate": "create clue token",
        r"(\w+)'s": r"\1",
        r"there (?:are|is)(?= .* counters? on)": "have",
        r"there are(?= \d+ or more (?:card|basic land) types among)": "",
        r"is(?= \d+ or (?:greater|less))": "have",
        r"your life total have (\d+ or less)": r"have \1 life",
        r"equal to": "equal",
        "where x is": "where x",
        "after this one": "after",
        r"(tokens?) (?:it has|they have)": r"\1",
    },
    once=frozenset(_ONCE.split()),
)
_WAY_BACK_AND = replace(WAY_BACK, say=_say_and)


def _own_name(token: Entry) -> str:
    """Return the name of a token, where it has one that its types do not give, and a text."""
    called, kinds = str(token.get("called") or ""), " ".join(token.get("subtypes", []))
    return called if token.get("abilities") and called.lower() != kinds else ""


def says(printed: str, made: list[Entry], grammar: Grammar, name: str) -> Mismatch | None:
    """Return in which words a printed line and what it became differ; None if in none.

    Parameters
    ----------
    made
        The part of the card's entry that the line became, and after it what it creates.
    """
    way = _WAY_BACK_AND if " and" in printed else WAY_BACK
    if next(iter(way.say(made)), None) is None:
        return Mismatch((), ())
    for own in filter(None, map(_own_name, made[1:])):
        if own not in printed:
            return Mismatch((), (own,))
        printed = printed.replace(own, " ")  # what it has speaks of it by its name
    return way.difference(prepared(printed, name), made, grammar, "")
