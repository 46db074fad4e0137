"""Dungeons: who ventures into one, has completed one, or completes one."""

from __future__ import annotations

from kb.cards.mtg.nodes import is_plain, items, lemma, plain, quantifier_kind, verb_of
from kb.cards.mtg.noun_phrases import name_within
from kb.cards.values import Node

_ANY = ("a", "an")
COMPLETED = "dungeon you completed"
"""The filter of card files for the dungeons that the controller has completed."""


def into_the_dungeon(core: Node, hows: tuple[Node, ...]) -> bool:
    """Whether somebody ventures "into the dungeon", and nothing more is said of it."""
    if core.kind != "act_alone" or len(hows) != 1 or hows[0].kind != "prep":
        return False
    where = hows[0].node("what")
    if where is None or lemma(where) != "dungeon" or not is_plain(where):
        return False
    return plain(hows[0].get("prep")) == "into" and quantifier_kind(where) == "the"


def completes(acts: Node, hows: list[Node]) -> bool:
    """Whether somebody completes a dungeon."""
    return verb_of(acts) == "complete" and acts.kind == "act" and not hows and _any(acts)


def has_completed(node: Node, subject: Node, acts: Node) -> str | None:
    """Return whether "you've completed a dungeon", or have not, as a condition of card files."""
    kinds = ("have_done", "have_done__short", "have_not_done")
    done = acts.node("past") if acts.kind in kinds else None
    if done is None or node.kind != "does" or subject.kind != "you" or done.kind != "done_to":
        return None
    if plain(done.get("past")) != "completed":
        return None
    words = COMPLETED if _any(done) else _named(done.node("object"))
    bound = "is at most 0" if acts.kind == "have_not_done" else "is at least 1"
    return None if words is None else f"number of {words} {bound}"


def those_completed(node: Node) -> bool:
    """Whether "differently named dungeon you've completed" is meant."""
    posts = items(node.node("posts"))
    if lemma(node) != "differently named dungeon" or items(node.node("describers")):
        return False
    if len(posts) != 1 or posts[0].kind != "has_related" or items(posts[0].node("how"), "adverbs"):
        return False
    return (str(posts[0].get("subject")), plain(posts[0].get("verb"))) == ("you^c", "completed")


def _any(act: Node) -> bool:
    thing = act.node("object")
    if thing is None or lemma(thing) != "dungeon":
        return False
    return quantifier_kind(thing) in _ANY and is_plain(thing)


def _named(thing: Node | None) -> str | None:
    """Return the dungeon of a certain name, where that alone is said."""
    posts = items(None if thing is None else thing.node("posts"))
    if thing is None or any(post.kind != "of" for post in posts):
        return None
    names = [name_within(one) for one in (thing.put("posts", None), *map(_after_of, posts))]
    return f'{COMPLETED} named "{" of ".join(names)}"'


def _after_of(post: Node) -> Node | None:
    return post.node("what")
