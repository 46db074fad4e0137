"""How much a phrase says: what is counted, what is measured, and with what it is compared."""

from __future__ import annotations

from kb.cards.fftcg.clauses import this_turn
from kb.cards.fftcg.nodes import (
    Unsaid,
    bound_of,
    counter_kind,
    describers_of,
    inner,
    items,
    lemma,
    posts_of,
    quantifier_kind,
    states_of,
    whose,
    with_items,
    without_quantifier,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value


def scales(how: Node) -> bool:
    """Whether an adverb says for each of what something is so often."""
    return how.kind in ("for_each", "for_every")


def ends_of(hows: list[Node], phrases: Phrases) -> list[str]:
    """Return for each of what adverbs say that something is so often, as ends of an amount."""
    return [each(how, phrases) for how in hows if scales(how)]


def scaled(number: int, ends: list[str]) -> int | str:
    """Return a number, or so many for each of what its end counts."""
    return f"{number} {ends[0]}" if ends else number


CAST = "for each card cast this turn"
"""How an amount counts the cards that a player has cast this turn."""


def cards_cast(hows: list[Node]) -> bool:
    """Whether adverbs say "for each card you have cast", "this turn"."""
    counted = [how.node("each") for how in hows if how.kind == "for_each"]
    if len(counted) != 1 or lemma(counted[0]) != "card" or states_of(counted[0]):
        return False
    posts = posts_of(counted[0])
    done = [word_in(post, "past") for post in posts if post.kind == "you_have_done"]
    return done == ["cast"] and len(posts) == 1 and any(map(this_turn, hows))


def each(how: Node, phrases: Phrases) -> str:
    """Return what "for each" counts, as the end of an amount."""
    counted = how.node("each")
    every = how.node("every") if how.kind == "for_every" else None
    if every is not None and every.kind == "so_many" and isinstance(every.get("count"), int):
        return f"for every {every.get('count')} {phrases.filter(without_quantifier(every))}"
    if how.kind != "for_each" or counted is None:
        raise Unsaid("an amount")
    if lemma(counted) == "point":
        if [post.kind for post in posts_of(counted)] == ["of", "you_have_done"]:
            return "for each point of damage of you"
        raise Unsaid("an amount")
    if (among := elements_among(counted, phrases)) is not None:
        return f"for each element among {among}"
    if (kind := _placed_on_this(counted, phrases)) is not None:
        return f"for each {kind} counter of this"
    return f"for each {phrases.filter(counted)}"


def elements_among(phrase: Node | None, phrases: Phrases) -> str | None:
    """Return of what "different Elements among Forwards you control" are, as a filter."""
    posts = posts_of(phrase)
    if lemma(phrase) != "element" or states_of(phrase) != ["different"] or not posts:
        return None
    what = posts[0].node("what")
    if word_in(posts[0], "prep") != "among" or what is None or posts_of(what):
        raise Unsaid("which elements")
    if quantifier_kind(what) not in ("", "the"):
        raise Unsaid("which elements")
    return phrases.filter(_followed(what, posts[1:]))


def _placed_on_this(counters: Node, phrases: Phrases) -> str | None:
    """Return which counters "Monster Counter placed on Pim" speaks of; None for others."""
    sort, posts = inner(counters, "noun", "sort"), posts_of(counters)
    tails = items(posts[0].node("tails")) if len(posts) == 1 else []
    if lemma(counters) != "counter" or sort is None or sort.kind != "for_counter":
        return None
    placed = word_in(posts[0], "past") == "placed" if posts else False
    if not placed or len(tails) != 1 or not phrases.is_this(tails[0].get("what")):
        raise Unsaid("which counters")
    return counter_kind(counters)


def measure(value: Value, it: str | None, phrases: Phrases) -> str | None:
    """Return "its cost", "the power of Pim" or "the number of Backups you control"."""
    if not isinstance(value, Node) or describers_of(value):
        return None
    word, quantifier, posts = lemma(value), value.node("quantifier"), posts_of(value)
    if quantifier is None or word not in ("cost", "power", "number"):
        return None
    if word != "number" and quantifier.kind == "own" and not posts:
        return f"{word} of {it}" if it and whose(value) == "its" else None
    owner = inner(quantifier, "whose", "noun") if quantifier.kind == "of_whose" else None
    if owner is not None and not posts and word != "number":
        return f"{word} of this" if phrases.is_this(owner) else None
    of = posts[0].node("what") if posts and word_in(posts[0], "prep") == "of" else None
    if of is None or quantifier.kind != "the":
        return None
    if word != "number":
        return f"{word} of this" if len(posts) == 1 and phrases.is_this(of) else None
    return f"number of {phrases.filter(_followed(of, posts[1:]))}"


def same_number(phrase: Node, phrases: Phrases) -> tuple[str, str] | None:
    """Return what is chosen up to "the same number of Forwards as the Backups you control".

    And what is counted, as an amount; None for other phrases.
    """
    what = phrase.node("what") if phrase.kind == "up_to_phrase" else None
    if what is None or states_of(what) != ["same"] or lemma(what) != "number":
        return None
    posts = posts_of(what)
    ends = [at for at, post in enumerate(posts) if word_in(post, "prep") == "as"]
    chosen = posts[0].node("what") if posts and word_in(posts[0], "prep") == "of" else None
    counted = posts[ends[0]].node("what") if len(ends) == 1 else None
    if chosen is None or counted is None or posts_of(chosen) or posts_of(counted):
        raise Unsaid("how many")
    of = phrases.filter(_followed(chosen, posts[1 : ends[0]]))
    return of, f"number of {phrases.filter(_followed(counted, posts[ends[0] + 1 :]))}"


def _followed(phrase: Node, posts: list[Node]) -> Node:
    """Return a phrase without its article, and with what stands behind it."""
    parts = ((name, phrase.get(name)) for name in ("describers", "noun"))
    return Node("bare", (*parts, ("posts", Node("posts", (("items", tuple(posts)),)))))


def compared(amount: str, thing: Node, phrases: Phrases, place: str = "") -> str:
    """Return an amount compared with the number that a phrase says, of things in a place."""
    posts = posts_of(thing)
    # "Forward of cost 2 or less" has a bound on the cost, not on how many there are.
    bounds = [
        bound_of(post)
        for before, post in zip([None, *posts], posts, strict=False)
        if post.kind == "bound"
        and (before is None or before.kind not in ("of_quality", "of_either_quality"))
    ]
    bound = bounds[0] if bounds else None
    places = [lemma(post.get("what")) for post in posts if post.kind == "of"]
    if place and places != [place]:
        raise Unsaid("a place")
    kind = quantifier_kind(thing)
    if kind == "no":
        return f"{amount} is at most 0"
    either = (thing.node("first"), thing.node("second"))
    if thing.kind == "any_of" and all(quantifier_kind(one) == "a" for one in either):
        return f"{amount} is at least 1"
    if kind == "any" and bound is None and not place:
        return f"{amount} is at least 1"
    if thing.node("quantifier") is None and not place and bound is None and _is_one_name(thing):
        return f"{amount} is at least 1"
    least, most = phrases.count(thing)
    if bound == "more" or (bound is None and most is None):
        return f"{amount} is at least {least}"
    if bound == "less" or (bound is None and least == 0):
        return f"{amount} is at most {most}"
    if not place and (least, most) == (1, 1):
        return f"{amount} is at least 1"
    raise Unsaid("how many")


def _is_one_name(phrase: Node) -> bool:
    """Whether a phrase is a card name, which needs no article: "Card Name Cloud"."""
    noun = phrase.node("noun")
    return noun is not None and noun.kind == "called" and word_in(noun, "kind") == "card name"


def without_number(phrase: Node) -> Node:
    """Return a phrase without its number, even where that stands behind: "4 Forwards or more"."""
    posts = posts_of(phrase)
    if posts and posts[0].kind == "bound":
        phrase = with_items(phrase, "posts", posts[1:])
    return without_quantifier(phrase)
