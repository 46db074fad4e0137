"""What a condition says has happened: this turn, to a player or a card, or when a card was paid."""

from __future__ import annotations

from kb.cards.fftcg.amounts import compared, without_number
from kb.cards.fftcg.nodes import (
    Unsaid,
    bound_of,
    describers_of,
    inner,
    is_described,
    lemma,
    posts_of,
    states_of,
    unfold,
    verb_of,
    whose,
    with_items,
    without_quantifier,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Verb

_THEN = {
    "you_did": Node("you_do", (("verb", Verb("control")),)),
    "opponent_controlled": Node("opponent_controls"),
}
"""Whose something was, said of it as of what is there now."""

_EVENTS = {
    ("put", "", ("from", "field"), ("into", "break zone")): "losses",
    ("left", "field"): "departures",
    ("returned", "", ("from", "field"), ("to", "hand")): "returns",
    ("attacked", ""): "attacks",
}
"""What has happened to something, by the words for it."""


def happened(node: Node, phrases: Phrases, *, today: bool = False) -> str | None:
    """Return "a Forward you controlled attacked this turn"; None for other conditions.

    With `today` something before the condition says that it is about this turn.
    """
    acts, hows = unfold(node.node("acts"))
    others = [how for how in hows if word_in(how, "time") != "this turn"]
    if acts is None or len(hows) - len(others) != int(not today):
        return None
    subject, who = node.node("subject"), phrases.player(node.get("subject"))
    past = acts.node("past") if acts.kind == "have_done" else acts
    past = past.node("past") if past is not None and past.kind == "been" else past
    if acts.kind == "be_so":
        past = acts.node("complement")
    thing = inner(past, "object")
    places = [(word_in(how, "prep"), lemma(how.get("what") or how.get("to"))) for how in others]
    if who == "opponent" and word_in(past, "past") == "discarded" and lemma(thing) == "card":
        return _robbed(thing, others, phrases)
    event = _EVENTS.get((word_in(past, "past"), lemma(thing), *places))
    if who is not None or subject is None or event is None:
        return None
    posts = posts_of(subject)
    if any(one.kind == "you_did" and word_in(one, "past") != "controlled" for one in posts):
        raise Unsaid("a condition")
    now = with_items(subject, "posts", (_THEN.get(post.kind, post) for post in posts))
    if subject.kind == "any_of":
        raise Unsaid("a condition")
    least, most = phrases.count(now)
    if most is not None and (least, most) != (1, 1):
        raise Unsaid("how many")
    return f"{event} of {phrases.filter(without_quantifier(now))} this turn is at least {least}"


def _robbed(thing: Node | None, hows: list[Node], phrases: Phrases) -> str:
    """Return that the opponent has discarded a card to a text of one's own."""
    hows = [how for how in hows if lemma(how.get("what")) != "hand"]
    by = hows[0].node("what") if len(hows) == 1 else None
    both = [lemma(inner(by, "noun", "first")), lemma(inner(by, "noun", "noun"))]
    if thing is None or phrases.count(thing) != (1, 1) or describers_of(thing):
        raise Unsaid("a condition")
    if by is None or word_in(hows[0], "prep") != "due to" or whose(by) != "your":
        raise Unsaid("by what")
    if both != ["summon", "ability"]:
        raise Unsaid("by what")
    return "your opponent has discarded to you this turn"


def came_in(node: Node, phrases: Phrases) -> str | None:
    """Return "a Fire Forward has entered your field this turn"; None for other conditions."""
    subject, acts = node.node("subject"), node.node("acts")
    past, how = inner(acts, "act", "past"), inner(acts, "how")
    if word_in(past, "past") != "entered" or subject is None or how is None:
        return None
    thing = inner(past, "object")
    if lemma(thing) != "field" or whose(thing) != "your" or word_in(how, "time") != "this turn":
        raise Unsaid("a condition")
    sort, kind = inner(subject, "noun", "sort"), lemma(subject)
    if sort is None or sort.kind != "element" or is_described(subject):
        raise Unsaid("a condition")
    if phrases.count(subject) != (1, 1) or kind not in ("forward", "backup", "monster"):
        raise Unsaid("a condition")
    return f"a {word_in(sort, 'element')} {kind} came in this turn"


def cast(acts: Node, phrases: Phrases) -> str:
    """Return that so many cards have been cast this turn."""
    past, thing = inner(acts, "act", "past"), inner(acts, "act", "past", "object")
    if thing is None or word_in(acts.node("how"), "time") != "this turn":
        raise Unsaid("a condition")
    word = {"card": "cards cast this turn", "summon": "summons cast this turn"}.get(lemma(thing))
    received = word_in(past, "past") == "received"
    if received and lemma(thing) == "point" and phrases.count(thing) == (1, 1):
        return "you have received damage this turn"
    if word_in(past, "past") != "cast":
        raise Unsaid("a condition")
    if word is None or posts_of(thing):
        word = f"casts of {phrases.filter(without_number(thing))} this turn"
    elif describers_of(thing) or inner(thing, "noun", "sort") is not None:
        raise Unsaid("a condition")
    return compared(word, thing, phrases)


def points(who: str, acts: Node, phrases: Phrases) -> str:
    """Return how many points of damage a player has received."""
    thing = inner(acts, "past", "object")
    if thing is None or word_in(acts.node("past"), "past") != "received":
        raise Unsaid("a condition")
    if lemma(thing) != "point":
        raise Unsaid("a condition")
    bound = [bound_of(post) for post in posts_of(thing) if post.kind == "bound"]
    if len(bound) != 1:
        raise Unsaid("a condition")
    least = "at least" if bound == ["more"] else "at most"
    return f"points of {who} is {least} {phrases.count(thing)[0]}"


def different(amount: str, elements: Node, phrases: Phrases) -> str:
    """Return that an amount is "4 or more different Elements", or "exactly 3"."""
    number = inner(elements, "quantifier")
    if number is not None and number.kind == "just":
        return f"{amount} is exactly {number.get('count')}"
    least, most = phrases.count(elements)
    if most is None:
        return f"{amount} is at least {least}"
    raise Unsaid("how many elements")


def paid(node: Node, phrases: Phrases) -> str | None:
    """Return "the cost to cast Pim was paid with …"; None for other conditions."""
    subject, acts = node.node("subject"), node.node("acts")
    posts = posts_of(subject)
    casts = len(posts) == 1 and posts[0].kind == "to_do" and verb_of(posts[0]) == "cast"
    if lemma(subject) not in ("cost", "cp") or not casts or acts is None:
        return None
    if node.kind != "does" or not phrases.is_this(posts[0].get("what")):
        raise Unsaid("whose cost")
    if acts.kind == "done_to" and word_in(acts, "past") == "included":
        return f"this was paid with {_cp(acts.node('object'))}"
    complement, what = inner(acts, "act", "complement"), inner(acts, "how", "what")
    only, prep = word_in(complement, "how") == "only", word_in(acts.node("how"), "prep")
    was = word_in(complement, "past")
    if was == "produced" and only and prep == "by" and _is_backups(what):
        return "this was paid only by backups"
    if was == "paid" and prep == "with" and only:
        return f"this was paid only with {_cp(what)}"
    if was == "paid" and prep == "with" and lemma(what) == "cp":
        kinds = [post.node("what") for post in posts_of(what)]
        said = [(lemma(one), states_of(one)) for one in kinds]
        if said == [("element", ["different"])] and kinds[0] is not None:
            return different("elements paid for this", kinds[0], phrases)
    raise Unsaid("how it was paid")


def _cp(phrase: Node | None) -> str:
    """Return of which element CP are."""
    sort = inner(phrase, "noun", "sort")
    if lemma(phrase) != "cp" or sort is None or sort.kind != "element" or posts_of(phrase):
        raise Unsaid("which CP")
    return word_in(sort, "element")


def _is_backups(phrase: Node | None) -> bool:
    """Whether a phrase is "Backups" and says nothing more."""
    noun = inner(phrase, "noun")
    plainly = noun is not None and noun.kind == "noun" and not is_described(phrase)
    return plainly and lemma(phrase) == "backup"
