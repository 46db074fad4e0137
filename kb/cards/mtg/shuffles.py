"""Shuffling a library, in what sets an ability off."""

from kb.cards.mtg.nodes import items, lemma, plain, verb_of
from kb.cards.values import Node, Noun


def own_library(thing: Node | None) -> bool:
    """Whether this is "your library" or "their library"."""
    whose = None if thing is None else thing.node("quantifier")
    own = whose is not None and plain(whose.get("whose") or "") in ("your", "their")
    return own and lemma(thing) == "library" and not _described(thing)


def caused_to(subject: Node, acts: Node) -> tuple[Node, Node] | None:
    """Return who does what in "a spell or ability causes a player to shuffle their library".

    Nothing but spells and abilities has anybody shuffle during a game.
    """
    cause, goal = acts.node("act"), acts.node("goal")
    if acts.kind != "in_order" or cause is None or goal is None or verb_of(cause) != "cause":
        return None
    head, whom = subject.node("noun"), cause.node("object")
    pair = [] if head is None else [head.node("first"), head.node("noun")]
    nouns = [one.get("noun") for one in pair if one is not None]
    either = sorted(plain(one.lemma) for one in nouns if isinstance(one, Noun))
    if whom is None or either != ["ability", "spell"] or _described(subject):
        return None
    shuffled = verb_of(goal) == "shuffle" and own_library(goal.node("object"))
    return (whom, goal) if shuffled else None


def _described(node: Node | None) -> bool:
    return node is not None and bool(items(node.node("describers")) or items(node.node("posts")))
