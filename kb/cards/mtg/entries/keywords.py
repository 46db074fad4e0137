"""Keywords, and the abilities that some of them stand for."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from kb.cards.mtg.costs import cost_of, symbols_of
from kb.cards.mtg.entries.maker import Entry, Maker
from kb.cards.mtg.nodes import Unsaid, items, plain
from kb.cards.mtg.noun_phrases import KEYWORDS, names_both
from kb.cards.mtg.ward import ward_of
from kb.cards.mtg.words import COUNTED, PRICED
from kb.cards.values import Node, Noun

_EQUIP: Entry = {
    "equip": True,
    "targets": ["creature you control"],
    "effect": [{"attach": "this", "to": "target 1"}],
}
"""What equip means, besides its cost."""
_SORCERY: Entry = {"timing": "sorcery", "from": "graveyard"}
_ABILITIES: Mapping[str, Entry] = {
    "unearth": {
        **_SORCERY,
        "effect": [
            {"put onto battlefield": "this"},
            {"gain keyword": "haste", "what": "this", "until": "permanent"},
            {"exile if it leaves": "this"},
            {"at next": "end step", "then": [{"exile": "this"}]},
        ],
    },
    "scavenge": {
        **_SORCERY,
        "targets": ["creature"],
        "effect": [{"put counters": "power of this", "kind": "+1/+1", "on": "target 1"}],
    },
    "outlast": {
        "timing": "sorcery",
        "effect": [{"put counters": 1, "kind": "+1/+1", "on": "this"}],
    },
    "level up": {
        "timing": "sorcery",
        "effect": [{"put counters": 1, "kind": "level", "on": "this"}],
    },
    **{
        word: {**_SORCERY, "effect": [{"create copy of": "this"}]}
        for word in ("embalm", "eternalize")
    },
    "transmute": {
        "timing": "sorcery",
        "from": "hand",
        "effect": [
            {"x is": "mana value of this"},
            {"search": "card in your library mana value x", "amount": 1, "to": "hand"},
            {"shuffle": "you"},
        ],
    },
    "reinforce": {
        "from": "hand",
        "targets": ["creature"],
        "effect": [{"put counters": 1, "kind": "+1/+1", "on": "target 1"}],
    },
    **{
        word: {
            "from": "hand",
            "effect": [
                {"search": f"{what} card in your library", "amount": 1, "to": "hand"},
                {"shuffle": "you"},
            ],
        }
        for word, what in {
            "plainscycling": "plains",
            "islandcycling": "island",
            "swampcycling": "swamp",
            "mountaincycling": "mountain",
            "forestcycling": "forest",
            "basic landcycling": "basic land",
        }.items()
    },
}
"""What keywords stand for that are abilities of a card elsewhere, besides their cost."""
_COSTING = (
    "flashback",
    "escape",
    "kicker",
    "buyback",
    "evoke",
    "madness",
    "cumulative upkeep",
    "morph",
)
"""Keywords whose cost may be something else than mana."""
_OF_ITSELF = {
    "scavenge": "exile this",
    "embalm": "exile this",
    "eternalize": "exile this",
    "unearth": "",
    "level up": "",
    "outlast": "{T}",
}
"""What of the card itself is paid besides, where it is not discarded."""


def keywords_of(maker: Maker, value: Node | None) -> Entry:
    """Return keywords, and the abilities that some of them stand for."""
    phrases = maker.phrases()
    keywords: list[str] = []
    abilities: list[Entry] = []
    for one in items(value, "keywords"):
        one = one.node("keyword") or one
        if one.kind == "keyword_of" and plain(one.get("keyword")) == "enchant":
            what = one.node("what")
            if what is not None and names_both(what):
                raise Unsaid("one thing of several kinds")
            abilities.append({"static": "enchant", "targets": [phrases.filter(what)]})
            continue
        word = plain(one.get("keyword"))
        if one.kind == "keyword_from" and word == "protection":
            for words in phrases.protections(one.node("qualities")):
                if words in KEYWORDS:
                    keywords.append(words)
                else:
                    abilities.append({"static": {"protected from": words}})
            continue
        if (ward := ward_of(one, maker.phrases("this"))) is not None:
            abilities.append(ward)
            continue
        if one.kind == "keyword_of" and word == "partner with":
            abilities.append(_partner(one.node("what")))
            continue
        if one.kind == "keyword_price" and word in PRICED:
            if word not in ("ninjutsu", "cycling") and word in maker.entry:
                raise Unsaid("the same keyword again")
            maker.entry[word] = symbols_of(one.node("price"))
            continue
        if one.kind == "keyword_for" and word == "affinity":
            counted = phrases.filter(one.node("what"))
            if "affinity" in maker.entry or " you " in counted or " or " in counted:
                raise Unsaid("what is counted")
            maker.entry["affinity"] = f"{counted} you control"
            continue
        if one.kind in ("keyword_price", "keyword_number_cost") and word in _ABILITIES:
            abilities.append(_elsewhere(word, one))
            continue
        if one.kind == "keyword_costs" and word in _COSTING:
            price = cost_of(one.node("costs"), maker.phrases("this"))
            if word in maker.entry or price == "sacrifice this":
                raise Unsaid("a cost")
            if word == "cumulative upkeep" and not price.startswith("pay "):
                raise Unsaid("a cost for each age counter")
            maker.entry[word] = price
            continue
        if one.kind == "keyword_number_cost" and word == "suspend":
            number = one.get("number")
            if word in maker.entry or not isinstance(number, int):
                raise Unsaid("the same keyword again")
            maker.entry[word] = symbols_of(one.node("price"))
            maker.entry["suspended for"] = number
            continue
        if one.kind == "keyword_number" and word in COUNTED:
            number = one.get("number")
            if word in maker.entry or not isinstance(number, int):
                raise Unsaid("the same keyword again")
            maker.entry[word] = number
            continue
        if one.kind == "keyword_number" and word == "afflict":
            abilities.append(_afflict(one.get("number")))
            continue
        if one.kind == "keyword_number" and word == "frenzy":
            abilities.append(_frenzy(one.get("number")))
            continue
        if one.kind == "keyword_price" and word == "equip" and maker.has_type("equipment"):
            abilities.append({**_EQUIP, "cost": symbols_of(one.node("price"))})
            continue
        if one.kind == "keyword" and plain(one.get("keyword")) == "partner":
            abilities.append({"static": {"for the deck": maker.said(one)}})
            continue
        if one.kind == "keyword" and word == "living weapon":
            maker.entry[word] = True
            continue
        try:
            keywords.append(phrases.keyword(one))
        except Unsaid:
            abilities.append({"other": maker.said(one)})
    made: Entry = {"keywords": list(dict.fromkeys(keywords))} if keywords else {}
    return {**made, "abilities": abilities} if abilities else made


def _elsewhere(word: str, keyword: Node) -> Entry:
    """Return the ability that a keyword with a cost stands for."""
    made = copy.deepcopy(_ABILITIES[word])
    paid = _OF_ITSELF.get(word, "discard this")
    cost = ", ".join(one for one in (symbols_of(keyword.node("price")), paid) if one)
    if keyword.kind == "keyword_number_cost":
        number = keyword.get("number")
        if word != "reinforce" or not isinstance(number, int):
            raise Unsaid("a number")
        made["effect"][0]["put counters"] = number
    elif word == "reinforce":
        raise Unsaid("a number")
    return {"keyword ability": word, "cost": cost, **made}


def _frenzy(number: object) -> Entry:
    """Return what frenzy does as its creature attacks and isn't blocked."""
    if not isinstance(number, int):
        raise Unsaid("a number")
    effect = [{"get": "this", "power": number, "toughness": 0}]
    return {"keyword ability": "frenzy", "when": {"unblocked": "this"}, "effect": effect}


def _afflict(number: object) -> Entry:
    """Return what afflict does as its creature becomes blocked."""
    if not isinstance(number, int):
        raise Unsaid("a number")
    effect = [{"lose life": number, "who": "defending player"}]
    return {"keyword ability": "afflict", "when": {"becomes blocked": "this"}, "effect": effect}


def _partner(named: Node | None) -> Entry:
    """Return what "partner with" does as its permanent enters."""
    head = None if named is None else named.node("noun")
    noun = None if head is None or head.kind != "named" else head.get("noun")
    if not isinstance(noun, Noun) or named is None or items(named.node("describers")):
        raise Unsaid("partner with whom")
    found = {
        "search": f'card in your library named "{noun.lemma}"',
        "to": "hand",
        "who": "target 1",
    }
    offered: Entry = {"may do": [found, {"shuffle": "target 1"}], "who": "target 1"}
    when: Entry = {"enters": "this"}
    return {
        "keyword ability": "partner with",
        "when": when,
        "targets": ["player"],
        "effect": [offered],
    }
