"""What the clauses and noun phrases of an effect say: small questions about what was read.

What is put off, what is done instead, until when something lasts, what cannot be done or has to be.
"""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.nodes import (
    Unsaid,
    describers_of,
    inner,
    lemma,
    posts_of,
    quantifier_kind,
    states_of,
    unfold,
    verb_of,
    with_items,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value

Entry = dict[str, Any]


def is_lost(opening: Node) -> bool:
    """Whether an opening is about "it is put from the field into the Break Zone this turn"."""
    said = opening.node("event" if opening.kind == "when" else "condition")
    subject = None if said is None or said.kind != "does" else said.node("subject")
    core, hows = unfold(inner(said, "acts"))
    past = core.node("complement") if core is not None and core.kind == "be_so" else None
    if subject is None or subject.kind not in ("it", "they") or past is None:
        return False
    found = {
        (word_in(how, "prep") or word_in(how, "time"), lemma(how.get("what") or how.get("to")))
        for how in hows
    }
    places = {("this turn", ""), ("from", "field"), ("into", "break zone")}
    return word_in(past, "past") == "put" and found == places


def differs_in(post: Node) -> str | None:
    """Return in what "with different names" says that cards differ; None for other words."""
    what, word = post.node("what"), lemma(post.get("what"))
    if post.kind not in ("of", "each_of_them") or states_of(what) != ["different"]:
        return None
    return word if word in ("name", "cost", "element") else None


def without_among(phrase: Node) -> Node | None:
    """Return "1 Forward among them" without "among them"; None for other phrases."""
    posts = posts_of(phrase)
    among = [
        post
        for post in posts
        if word_in(post, "prep") == "among" and (inner(post, "what") or Node("")).kind == "them"
    ]
    if len(among) != 1 or phrase.get("noun") is None:
        return None
    return with_items(phrase, "posts", (post for post in posts if post not in among))


def is_rest(phrase: Node) -> bool:
    """Whether a phrase is about all of several cards but those spoken of: "the other cards"."""
    if phrase.kind == "the_other":
        return True
    posts = posts_of(phrase)
    if quantifier_kind(phrase) != "the":
        return False
    if lemma(phrase) == "rest":
        return all(post.kind == "of" and lemma(post.get("what")) == "card" for post in posts)
    others = [one.kind for one in describers_of(phrase)] == ["other"]
    return lemma(phrase) == "card" and others and not posts


def kinds_of_steps(steps: list[Entry]) -> list[frozenset[str]]:
    """Return what kinds of things steps do."""
    return [frozenset(one) for one in steps]


def instead(clause: Node) -> Node | None:
    """Return "if it is so, do this instead" without "instead"; None for other clauses."""
    opening, does = clause.node("opening"), clause.node("does")
    if clause.kind != "under" or opening is None or opening.kind != "if" or does is None:
        return None
    if does.kind not in ("do", "does"):
        return None
    acts = does.node("acts")
    found = None if acts is None else _without_instead(acts)
    return None if found is None else clause.put("does", does.put("acts", found))


def _without_instead(acts: Node) -> Node | None:
    how, act = acts.node("how"), acts.node("act")
    if acts.kind == "act_how" and how is not None and act is not None:
        if how.kind == "manner" and word_in(how, "manner") == "instead":
            return act
        found = _without_instead(act)
        return None if found is None else acts.put("act", found)
    last = acts.node("second")
    found = None if last is None else _without_instead(last)
    return None if found is None else acts.put("second", found)


def follows_on(clause: Node, kind: str) -> bool:
    """Whether a clause begins with "when you do so" or "if you do so"."""
    opening = clause.node("opening") if clause.kind == "under" else None
    if opening is None or opening.kind != kind:
        return False
    acts = inner(opening, "event" if kind == "when" else "condition", "acts")
    return acts is not None and acts.kind == "do_so"


def top_number(thing: Node | None) -> Value:
    """Return the number of "the top 3 cards", 1 for "the top card"; None for other phrases."""
    if [one.kind for one in describers_of(thing)] == ["top"]:
        return 1
    quantifier = inner(thing, "quantifier")
    return None if quantifier_kind(thing) != "top_of" or not quantifier else quantifier.get("count")


def is_some_card(phrase: Node) -> bool:
    """Whether a phrase is about some cards only, such as Summons, and says no place."""
    plainly = inner(phrase, "noun", "sort") is None and not describers_of(phrase)
    plainly = plainly and lemma(phrase) == "card"
    return phrase.get("noun") is not None and not plainly and not posts_of(phrase)


def becoming(act: Node | None) -> tuple[int, list[Node]]:
    """Return with how much power something "also becomes a Forward", and with what else."""
    inside = None if act is None or act.kind != "act_before" else act.node("act")
    thing = inner(inside, "object")
    posts = posts_of(thing)
    power = posts[0].node("what") if posts else None
    more = [post.node("what") for post in posts[1:]]
    number = inner(power, "quantifier")
    count = None if number is None else number.get("count")
    if word_in(act, "how") != "also" or verb_of(inside) != "become":
        raise Unsaid("what it becomes")
    if lemma(thing) != "forward" or lemma(power) != "power" or not isinstance(count, int):
        raise Unsaid("what it becomes")
    return count, [one for one in more if one is not None]


def price_paid(acts: Node | None) -> str | None:
    """Return what is paid, None if nothing but symbols is, or X."""
    price = None if acts is None or acts.kind != "act" else acts.node("object")
    symbols = None if price is None or price.kind != "price" else price.get("symbols")
    if not isinstance(symbols, tuple) or verb_of(acts) != "pay":
        return None
    if any(str(symbol).strip("{}") in ("x", "s", "dull") for symbol in symbols):
        raise Unsaid("a cost")
    return "".join(map(str, symbols))


def unpaid(condition: Node | None, phrases: Phrases) -> str | None:
    """Return what "your opponent doesn't pay {2}" asks for; None for other conditions."""
    if condition is None or condition.kind != "does_not":
        return None
    if phrases.player(condition.get("subject")) != "opponent":
        return None
    return price_paid(condition.node("acts"))


def says_other(phrase: Node) -> bool:
    """Whether a phrase says "other"."""
    return any(one.kind == "other" for one in describers_of(phrase))


def without_other(phrase: Node) -> Node:
    """Return a phrase without "other": other than what was chosen before it."""
    kept = (one for one in describers_of(phrase) if one.kind != "other")
    return with_items(phrase, "describers", kept)


def without_chosen(phrase: Node) -> Node:
    """Return "the chosen Forward" as "the Forward"."""
    kept = (one for one in describers_of(phrase) if word_in(one, "past") != "chosen")
    return with_items(phrase, "describers", kept)


def until_end(how: Node) -> bool:
    """Whether an adverb says "until the end of the turn"."""
    return how.kind == "time" and word_in(how, "time") in (
        "until the end of the turn",
        "until end of turn",
    )


def this_turn(how: Node) -> bool:
    """Whether an adverb says that something is so until the turn ends."""
    what = how.node("what") if word_in(how, "prep") == "during" else None
    during = lemma(what) == "turn" and quantifier_kind(what) == "this_one" and not posts_of(what)
    return until_end(how) or word_in(how, "time") == "this turn" or during


def is_also(act: Node) -> bool:
    """Whether an act is done "also", which changes nothing about it; what becomes is no act."""
    also = act.kind == "act_before" and word_in(act, "how") == "also"
    return also and verb_of(act.node("act")) != "become"


def at_turns_end(how: Node) -> bool:
    """Whether an adverb says "at the end of the turn"."""
    what = how.node("what")
    ends = [post.node("what") for post in posts_of(what)]
    turns = [(lemma(one), quantifier_kind(one)) for one in ends]
    at_end = word_in(how, "prep") == "at" and lemma(what) == "end"
    return at_end and turns == [("turn", "the")]


def is_random(act: Node) -> bool:
    """Whether an act is to discard at random."""
    randomly = act.kind == "act_before" and word_in(act, "how") == "randomly"
    return randomly and verb_of(act.node("act")) == "discard"


def during_this_turn(how: Node) -> bool:
    """Whether an adverb says "during this turn"."""
    what = how.node("what")
    this = lemma(what) == "turn" and quantifier_kind(what) == "this_one"
    return this and word_in(how, "prep") == "during"


def comes_from(how: Node, place: str) -> bool:
    """Whether an adverb says "from" a place."""
    what = how.get("what")
    return how.kind == "prep" and word_in(how, "prep") == "from" and lemma(what) == place


def listed(value: Node | None) -> list[Node]:
    """Return the parts of "A, B and C"."""
    if value is None:
        raise Unsaid("a thing")
    if value.kind in ("all_of", "comma_of", "comma_all_of"):
        return [*listed(value.node("first")), *listed(value.node("second"))]
    return [value]
