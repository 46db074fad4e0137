"""How a copy differs from what it copies: "except it's an artifact in addition to …"."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.reader import Abilities
from kb.cards.mtg.effects.shapes import (
    COLORS_OF_MANA,
    base_size,
    creature_type,
    in_addition,
    is_described,
    quantifier_of,
)
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

_BESIDES = ("types", "subtypes", "supertypes")
"""What a copy is besides what it copies; it is told first."""


def exceptions(but: Node | None, phrases: Phrases, abilities: Abilities) -> Entry:
    """Read "it's a Ninja in addition to its other creature types and it has flying"."""
    if but is None:
        raise Unsaid("except")
    if but.kind.startswith("and_excepted"):
        parts = [exceptions(but.node(name), phrases, abilities) for name in ("first", "second")]
        return _together(*parts)
    subject = but.node("subject")
    if _keeps_name(but, phrases):
        return {"name": "keep"}
    if subject is None or subject.kind not in ("it", "they", "he", "she"):
        raise Unsaid("except")
    return _differs(but.node("acts"), phrases, abilities)


def _together(first: Entry, second: Entry) -> Entry:
    if set(first) & set(second):
        raise Unsaid("except")
    both = first | second
    return {key: both[key] for key in _BESIDES if key in both} | both


def _keeps_name(but: Node, phrases: Phrases) -> bool:
    """Whether it is said that the copy has the name of the card whose text it is."""
    subject, acts = but.node("subject"), but.node("acts")
    whose = None if subject is None else subject.node("quantifier")
    being = acts is not None and acts.kind == "be_so" and not _is_not(acts)
    its = whose is not None and plain(whose.get("whose")) == "its"
    named = None if acts is None else acts.node("complement")
    return being and its and lemma(subject) == "name" and phrases.is_this(named)


def _is_not(acts: Node) -> bool:
    be = acts.node("be")
    return be is not None and be.kind == "be_not"


def _differs(acts: Node | None, phrases: Phrases, abilities: Abilities) -> Entry:
    """Read "has haste and “…”", "is an artifact in addition to its other types"."""
    if acts is None:
        raise Unsaid("except")
    if acts.kind in ("and_act", "comma_and_act", "comma_act"):
        return _together(
            *(_differs(acts.node(name), phrases, abilities) for name in ("first", "second"))
        )
    if acts.kind == "be_so":
        return _is(acts)
    how = acts.node("how") if acts.kind == "act_how" else None
    if how is not None and set(in_addition(how)) == {"keeps types"}:
        return _is_also(acts.node("act"))
    own = acts.node("object") if acts.kind == "have" else None
    if own is not None and quantifier_of(own) == "this_one":
        if lemma(own) != "ability" or items(own.node("describers")) or is_described(own):
            raise Unsaid("except")
        return {"this ability": True}
    if acts.kind != "have_grants":
        raise Unsaid("except")
    made: Entry = {}
    for grant in items(acts.node("grants")):
        inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
        ability = None if inner is None or inner.kind != "quoted" else inner.node("ability")
        if ability is None:
            made.setdefault("keywords", []).append(phrases.keyword(grant))
            continue
        for key, value in abilities(ability).items():
            made.setdefault(key, []).extend(value)
    return made


def _is(acts: Node) -> Entry:
    """Read "is 7/7", "is a 4/4 black Zombie", "isn't legendary"."""
    what = acts.node("complement")
    if what is not None and what.kind == "phrase" and not _is_not(acts):
        return _is_only(what)
    if what is not None and what.kind == "state_size" and not _is_not(acts):
        return base_size(what)
    legendary = what is not None and plain(what.get("state")) == "legendary"
    if not _is_not(acts) or not legendary or what is None or what.kind != "state":
        raise Unsaid("except")
    return {"without": {"supertypes": ["legendary"]}}


def _is_only(what: Node) -> Entry:
    """Read "a 4/4 black Zombie": of no other size, color or creature type."""
    kind, made = creature_type(what), Entry()
    if quantifier_of(what) != "a" or items(what.node("posts")) or not kind:
        raise Unsaid("except")
    only: Entry = {}
    for one in items(what.node("describers")):
        if one.kind == "of_size":
            made |= base_size(one)
        elif one.kind == "state_of" and plain(one.get("state")) in COLORS_OF_MANA.values():
            only.setdefault("colors", []).append(plain(one.get("state")))
        else:
            raise Unsaid("except")
    return {**made, "only": {**only, "subtypes": kind.lower().split()}}


def _is_also(being: Node | None) -> Entry:
    """Read what something is besides: "an artifact", "an Illusion", "legendary"."""
    what = None if being is None or being.kind != "be_so" else being.node("complement")
    if being is None or what is None or _is_not(being):
        raise Unsaid("except")
    if what.kind == "state" and plain(what.get("state")) in ("legendary", "snow"):
        return {"supertypes": [plain(what.get("state"))]}
    if is_described(what) or quantifier_of(what) != "a":
        raise Unsaid("except")
    if kind := creature_type(what):
        return {"subtypes": kind.lower().split()}
    if lemma(what) not in ("artifact", "creature", "enchantment"):
        raise Unsaid("except")
    return {"types": [lemma(what)]}
