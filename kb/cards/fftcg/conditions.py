"""What has to be so: conditions in the words of card files."""

from __future__ import annotations

import re

from kb.cards.fftcg.amounts import compared, elements_among, measure, without_number
from kb.cards.fftcg.history import came_in, cast, different, happened, paid, points
from kb.cards.fftcg.nodes import (
    Unsaid,
    bound_of,
    counter_kind,
    describers_of,
    inner,
    lemma,
    posts_of,
    quantifier_kind,
    unfold,
    verb_of,
    word_in,
)
from kb.cards.fftcg.phrases import STATES, Phrases
from kb.cards.values import Node, Value

_COMPARED = {
    "equal to or less than": "{0} is no more than {1}",
    "less than": "{0} is less than {1}",
    "greater than": "{0} is more than {1}",
}
"""How two amounts are compared."""


def condition_of(node: Node | None, phrases: Phrases, it: str | None = None) -> str:
    """Return a condition: ``number of forward you control is at least 3``.

    `it` is what "it" refers to, if it refers to one thing.
    """
    subject = None if node is None or node.kind != "there_is" else node.node("subject")
    if subject is not None and (among := elements_among(subject, phrases)) is not None:
        return different(f"elements among {among}", subject, phrases)
    if node is None or node.kind not in ("does", "does_not"):
        raise Unsaid("a condition")
    known = (paid(node, phrases), _state(node, it, phrases), _measured(node, it, phrases))
    for one in known:
        if one is not None:
            return one
    does, subject, acts = node.kind == "does", node.node("subject"), node.node("acts")
    if does and (past := happened(node, phrases)) is not None:
        return past
    who = phrases.player(subject)
    if does and phrases.is_this(subject) and _bursts(acts):
        return "this results from an EX Burst"
    if who is None and does:
        came = came_in(node, phrases)
        return came if came is not None else _counters(subject, acts, phrases)
    if who is None or acts is None:
        raise Unsaid("a condition")
    if acts.kind == "have_done":
        return points(who, acts, phrases)
    if acts.kind == "act_how" and who == "you":
        return cast(acts, phrases)
    thing = acts.node("object")
    if thing is not None and acts.kind == "act" and verb_of(acts) == "control":
        return _controls(thing, who, does, phrases)
    if thing is not None and acts.kind == "have":
        return _has(thing, who, does, phrases)
    raise Unsaid("a condition")


def _controls(thing: Node, who: str, does: bool, phrases: Phrases) -> str:
    """Return how many of something a player controls."""
    controls = "you control" if who == "you" else "opponent controls"
    if (both := _both(thing)) is not None:
        if not does or any(quantifier_kind(one) not in ("", "a") for one in both):
            raise Unsaid("both")
        first, second = (f"number of {_placed(one, controls, phrases)}" for one in both)
        return f"lesser of {first} and {second} is at least 1"
    amount = f"number of {_placed(thing, controls, phrases)}"
    if not does:
        return f"{amount} is at most 0"
    return compared(amount, thing, phrases)


def _both(thing: Node) -> tuple[Node, Node] | None:
    """Return the two things of "a Job Father and a Job Mother"; None for other phrases."""
    noun = thing.node("noun")
    parts = thing if thing.kind in ("all_of", "comma_all_of") else noun
    if parts is None or parts.kind not in ("all_of", "comma_all_of", "and_noun", "comma_and_noun"):
        return None
    if parts is thing:
        first, second = thing.node("first"), thing.node("second")
    else:
        first, second = (thing.put("noun", parts.get(name)) for name in ("first", "noun"))
    if first is None or second is None or _both(first) is not None:
        raise Unsaid("all of several")
    return first, second


def _has(thing: Node, who: str, does: bool, phrases: Phrases) -> str:
    """Return whether a player has a Crystal, or how many cards in a zone."""
    if thing.kind == "a_price":
        symbols = (thing.node("price") or Node("")).get("symbols")
        if not isinstance(symbols, tuple) or [str(one) for one in symbols] != ["{c}"]:
            raise Unsaid("what they have")
        return f"crystals of {who} {'is at least 1' if does else 'is at most 0'}"
    places = [post.get("what") for post in posts_of(thing) if post.kind == "of"]
    zone = lemma(places[0]) if len(places) == 1 else ""
    if does and zone == "break zone":
        return compared(f"number of {_placed(thing, '', phrases)}", thing, phrases)
    if does and lemma(thing) == "card" and zone == "hand":
        return compared(f"hand of {who}", thing, phrases, "hand")
    raise Unsaid("a condition")


def _placed(thing: Node, where: str, phrases: Phrases) -> str:
    """Return what is counted, in each of its clauses with where it is."""
    clauses = phrases.clauses(without_number(thing))
    return " or ".join(" ".join((*one, where)).strip() for one in clauses)


def at_least(node: Node | None, phrases: Phrases) -> str:
    """Return what is so wherever a condition holds, which may say more."""
    acts = inner(node, "acts")
    received = inner(acts, "past", "object") if acts and acts.kind == "have_done" else None
    who = None if node is None else phrases.player(node.get("subject"))
    if received is not None and lemma(received) == "point" and who:
        bounded = any(post.kind == "bound" for post in posts_of(received))
        if quantifier_kind(received) == "exactly" and not bounded:
            return f"points of {who} is at least {phrases.count(received)[0]}"
    return condition_of(node, phrases)


def _state(node: Node, it: str | None, phrases: Phrases) -> str | None:
    """Return "Pim is attacking" or "it is a Fire Forward"; None for other conditions."""
    subject, acts = node.get("subject"), node.node("acts")
    complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    if complement is None or node.kind != "does":
        return None
    negated = (inner(acts, "be") or Node("")).kind == "be_not"
    fits = "does not fit" if negated else "fits"
    if _is_discarded(subject):
        if not phrases.discarded:
            raise Unsaid("what was discarded")
        return f"the discarded card {fits} {_kind(complement, phrases)}"
    this = phrases.is_this(subject)
    if not this and not (isinstance(subject, Node) and subject.kind == "it"):
        return None
    where = lemma(complement.get("what")) if complement.kind == "prep" else ""
    if this and where == "field" and word_in(complement, "prep") == "on":
        if negated:
            raise Unsaid("a condition")
        return "this is on the field"
    what = "this" if this else it
    if what is None:
        raise Unsaid("what it is")
    if complement.kind == "state" and word_in(complement, "state") in STATES:
        return f"{what} {fits} {word_in(complement, 'state')}"
    if complement.kind != "any_of" and quantifier_kind(complement) != "a":
        raise Unsaid("a condition")
    words = phrases.filter(complement)
    if any(f" {word}" in f" {words}" for word in ("in", "this")) or words == "anything":
        raise Unsaid("a condition")
    return f"{what} {fits} {words}"


def _is_discarded(phrase: Value) -> bool:
    """Whether a phrase is "the discarded card"."""
    if not isinstance(phrase, Node) or quantifier_kind(phrase) != "the" or posts_of(phrase):
        return False
    states = [word_in(one, "past") for one in describers_of(phrase)]
    return lemma(phrase) == "card" and states == ["discarded"]


def _kind(complement: Node, phrases: Phrases) -> str:
    """Return what kind of card something is: "a Fire card", "of Fire Element"."""
    what = complement.node("what") if complement.kind == "being_of" else None
    sort = inner(what, "noun", "sort")
    if what is not None:
        if lemma(what) != "element" or sort is None or sort.kind != "element":
            raise Unsaid("a condition")
        return f"{word_in(sort, 'element')} anything"
    if quantifier_kind(complement) not in ("", "a"):
        raise Unsaid("a condition")
    return phrases.filter(complement)


def _measured(node: Node, it: str | None, phrases: Phrases) -> str | None:
    """Return a cost, power or number compared with a number or another; None for others."""
    subject, acts = node.get("subject"), node.node("acts")
    if not isinstance(subject, Node) or node.kind != "does" or acts is None:
        return None
    if acts.kind == "have" and phrases.is_this(subject):
        thing = acts.node("object")
        bounded = [one.kind for one in posts_of(thing)] == ["bound"]
        if thing is None or lemma(thing) != "power" or not bounded:
            return None
        return compared("power of this", thing, phrases)
    complement = acts.node("complement") if acts.kind == "be_so" else None
    if complement is None or (amount := measure(subject, it, phrases)) is None:
        return None
    bound, count = complement.get("bound"), complement.get("count")
    if complement.kind == "so_many_alone" and isinstance(count, int) and bound is not None:
        return f"{amount} is at {'least' if bound_of(complement) == 'more' else 'most'} {count}"
    words = _COMPARED.get(word_in(complement, "how"))
    than = complement.get("to") if complement.kind == "compared" else None
    other = measure(than, it, phrases)
    if words is None or other is None:
        raise Unsaid("what is compared")
    return words.format(amount, other)


def _bursts(acts: Node | None) -> bool:
    """Whether something "results from an EX Burst"."""
    core, hows = unfold(acts)
    return verb_of(core) == "result" and [lemma(how.get("what")) for how in hows] == ["ex burst"]


def _counters(counters: Node | None, acts: Node | None, phrases: Phrases) -> str:
    """Return that Warp counters lie on the card itself."""
    word, complement = counter_kind(counters), inner(acts, "act", "complement")
    if counters is None or not re.fullmatch("[a-z]+", word):
        raise Unsaid("a condition")
    if word_in(complement, "past") != "placed" or not phrases.is_this(inner(acts, "how", "what")):
        raise Unsaid("a condition")
    least, most = phrases.count(counters)
    if most is None or (least, most) == (1, 1):
        return f"{word} counters of this is at least {least}"
    raise Unsaid("how many")
