"""What spells and abilities cause players to do, in what sets an ability off."""

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
    if (caused := _caused(subject, acts)) is None or _described(subject):
        return None
    whom, goal = caused
    shuffled = verb_of(goal) == "shuffle" and own_library(goal.node("object"))
    return (whom, goal) if shuffled else None


def discarded_by_opponents(subject: Node, acts: Node) -> Node | None:
    """Return the card in "a spell or ability an opponent controls causes you to discard it"."""
    if (caused := _caused(subject, acts)) is None or caused[0].kind != "you":
        return None
    posts = items(subject.node("posts"))
    by = [f"{plain(post.get('subject'))} {plain(post.get('verb'))}" for post in posts]
    if by != ["a opponent controls"] or items(subject.node("describers")):
        return None
    return caused[1].node("object") if verb_of(caused[1]) == "discard" else None


def _caused(subject: Node, acts: Node) -> tuple[Node, Node] | None:
    """Return who is caused to do what by a spell or ability."""
    cause, goal = acts.node("act"), acts.node("goal")
    if acts.kind != "in_order" or cause is None or goal is None or verb_of(cause) != "cause":
        return None
    head, whom = subject.node("noun"), cause.node("object")
    pair = [] if head is None else [head.node("first"), head.node("noun")]
    nouns = [one.get("noun") for one in pair if one is not None]
    either = sorted(plain(one.lemma) for one in nouns if isinstance(one, Noun))
    return None if whom is None or either != ["ability", "spell"] else (whom, goal)


def _described(node: Node | None) -> bool:
    return node is not None and bool(items(node.node("describers")) or items(node.node("posts")))
