"""What costs become in the words of card files."""

from __future__ import annotations

import re

from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import counter_kind, place_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_OTHERS = {"C": 1, "S": 1, "P": 1, "X": 0, "Y": 0, "Z": 0}
_BRACES = re.compile(r"\{([^{}]*)\}")
_KNOWN = re.compile(r"\{(?:[wubrgcxtq]|\d+|w/[ub]|u/[br]|b/[rg]|r/[gw]|g/[wu]|2/[wubrg])\}")
_OR_LIFE = re.compile(r"\{[wubrg]/p\}")


def symbols_of(price: Node | None, announced: bool = False) -> str:
    """Return the symbols of a price as they are printed."""
    found = None if price is None else price.get("symbols")
    symbols = [str(one) for one in found] if isinstance(found, tuple) else []
    return known_symbols(symbols, announced)


def paid_by(price: Node | None) -> str:
    """Return what a price is paid with: energy counters, or mana and the like as printed."""
    return f"pay {number} energy" if (number := energy_of(price)) else symbols_of(price)


def energy_of(price: Node | None) -> int:
    """Return of how many energy counters a price consists, if of nothing else."""
    found = None if price is None else price.get("symbols")
    symbols = [str(one).lower() for one in found] if isinstance(found, tuple) else []
    return len(symbols) if symbols and set(symbols) == {"{e}"} else 0


def known_symbols(symbols: list[str], announced: bool = False) -> str:
    """Return symbols as card files write them, if the rules know each of them.

    Where the cost is one of casting or activating something, how it is paid is announced: then life
    may be paid for Phyrexian symbols, as long as they are of one color.
    """
    either = {one for one in map(str.lower, symbols) if announced and _OR_LIFE.fullmatch(one)}
    others = [one for one in map(str.lower, symbols) if one not in either]
    if not symbols or len(either) > 1 or not all(map(_KNOWN.fullmatch, others)):
        raise Unsaid("a symbol")
    return "".join(symbols).upper()


def value_of(cost: str) -> dict[str, object]:
    """Return what a mana cost tells besides how it is paid: the colors and the mana value.

    >>> value_of("{2}{W/B}{2/R}")
    {'colors': ['white', 'black', 'red'], 'mana value': 5}
    """
    total = 0
    colors: list[str] = []
    for symbol in _BRACES.findall(cost.upper()):
        parts = symbol.split("/")
        if not all(one in COLORS or one in _OTHERS or one.isdecimal() for one in parts):
            return {}
        total += max(int(one) if one.isdecimal() else _OTHERS.get(one, 1) for one in parts)
        colors += [COLORS[one] for one in parts if one in COLORS]
    return {"colors": list(dict.fromkeys(colors)), "mana value": total}


def loyalty_of(word: str) -> str:
    """Return a loyalty cost as card files write it."""
    inside = word.strip("[]%").lower()
    return f"[{inside}]"


def cost_of(costs: Node | None, phrases: Phrases) -> str:
    """Return what is paid to activate an ability."""
    return ", ".join(cost_of_act(one, phrases) for one in items(costs, "costs"))


def cost_of_act(node: Node, phrases: Phrases) -> str:
    """Return as a cost what somebody does."""
    if node.kind == "price":
        return symbols_of(node, announced=True)
    if node.kind == "act_price" and verb_of(node) == "pay" and energy_of(node.node("price")):
        return paid_by(node.node("price"))
    if node.kind == "act_price" and verb_of(node) == "pay":
        return symbols_of(node.node("price"))
    if node.kind == "act_how":
        how, inner = node.node("how"), node.node("act")
        core = Node("act", ()) if inner is None else inner
        return _cost_somewhere(core, how, phrases)
    thing = node.node("object")
    match verb_of(node), node.kind:
        case "sacrifice", "act" if phrases.is_this(thing):
            return "sacrifice this"
        case ("exile" | "discard" | "exert") as verb, "act" if phrases.is_this(thing):
            return f"{verb} this"
        case "discard", "act" if thing is not None and lemma(thing) == "card":
            number = phrases.count(thing)
            if not items(thing.node("describers")) and not items(thing.node("posts")):
                return "discard a card" if number == 1 else f"discard {number} cards"
            if isinstance(number, int) and _article(thing) != "another":
                return f"discard {number} {phrases.filter(thing, 'in your hand')}"
        case "pay", "act" if thing is not None and lemma(thing) == "life":
            quantifier = thing.node("quantifier")
            paid = None if quantifier is None else quantifier.get("count")
            if isinstance(paid, int):
                return f"pay {paid} life"
        case ("sacrifice" | "tap") as verb, "act" if thing is not None:
            number = phrases.count(thing) if _article(thing) != "another" else 1
            if not isinstance(number, int):
                raise Unsaid("how many")
            words = phrases.filter(thing)
            if verb == "tap" and not words.startswith(("untapped ", "other untapped ")):
                raise Unsaid("a cost")
            if verb == "tap" and not words.endswith("you control"):
                raise Unsaid("a cost")
            return f"{verb} {number} {words}"
    raise Unsaid("a cost")


def alternative(clause: Node, phrases: Phrases) -> dict[str, str]:
    """Return what "you may pay 1 life and … rather than pay this spell's mana cost" offers."""
    made: dict[str, str] = {}
    if clause.kind == "under":
        opening, inner = clause.node("opening"), clause.node("does")
        if opening is None or opening.kind != "if" or plain(opening.get("word")) != "if":
            raise Unsaid("when that may be paid")
        made["alternative if"] = phrases.condition(opening.node("condition"))
        clause = Node("nothing", ()) if inner is None else inner
    subject, acts = clause.node("subject"), clause.node("acts")
    if clause.kind != "may" or subject is None or subject.kind != "you" or acts is None:
        raise Unsaid("an alternative cost")
    parts = [acts]
    if acts.kind == "and_act":
        parts = [part for part in (acts.node("first"), acts.node("second")) if part is not None]
    last = parts.pop()
    paid = last.node("act") if last.kind == "rather_than" else None
    if paid is None:
        raise Unsaid("an alternative cost")
    costs = [cost_of_act(one, phrases) for one in (*parts, paid)]
    return {"alternative cost": ", ".join(costs), **made}


def _cost_somewhere(node: Node, how: Node | None, phrases: Phrases) -> str:
    """Return "exile a creature card from your graveyard" and the like."""
    thing = node.node("object")
    if node.kind != "act" or how is None or how.kind != "prep" or thing is None:
        raise Unsaid("a cost")
    verb, prep, what = verb_of(node), plain(how.get("prep")), how.node("what")
    place = place_of(what)
    if verb == "exile" and prep == "from" and place in ("in your graveyard", "in your hand"):
        if phrases.is_this(thing) and place == "in your graveyard":
            return "exile this"
        number = phrases.count(thing) if _article(thing) != "another" else 1
        if isinstance(number, int):
            return f"exile {number} {phrases.filter(thing, place)}"
    if verb == "remove" and prep == "from" and phrases.is_this(what) and lemma(thing) == "counter":
        describers = items(thing.node("describers"))
        number = phrases.count(thing)
        if len(describers) == 1 and isinstance(number, int):
            return f"remove {number} {counter_kind(describers[0])} counters"
    if verb == "return" and prep == "to" and lemma(what) == "hand":
        number = phrases.count(thing)
        words = phrases.filter(thing)
        if isinstance(number, int) and words.endswith("you control"):
            return f"return {number} {words}"
    raise Unsaid("a cost")


def _article(node: Node) -> str:
    quantifier = node.node("quantifier")
    return "" if quantifier is None else quantifier.kind
