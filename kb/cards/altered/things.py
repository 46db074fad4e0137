"""What single phrases of an effect say: of whom, of what, where."""

from __future__ import annotations

from collections.abc import Mapping

from kb.cards.altered.phrases import filter_words, is_player, items, noun_of, whose_of
from kb.cards.altered.sequence import Steps
from kb.cards.altered.statics import PLAYED
from kb.cards.values import Node, Noun, Value

STATUSES = frozenset({"anchored", "asleep", "fleeting"})

_LANDMARKS: Mapping[str, str] = {"[aerolith]": "Aerolith", "[manaseed]": "Manaseed"}
"""The tokens that are Landmarks, which the rulebook brings."""


def status_of(thing: Value) -> str | None:
    """Return the status that a phrase is; None if it is none."""
    if not isinstance(thing, Node) or thing.kind != "keyword":
        return None
    word = str(thing.get("keyword")).strip("[]")
    return word if word in STATUSES else None


def asked_of(condition: Node | None) -> tuple[str, Node | None]:
    """Return how something depends on a condition ("" if it is none), and on which."""
    how = {"if": "if", "if_not": "unless"}.get("" if condition is None else condition.kind, "")
    inner = None if condition is None else condition.node("condition")
    if inner is not None and inner.kind == "is_not":
        return ("unless" if how == "if" else ""), Node("is", inner.parts)
    return how, inner


def they_control(phrase: Value) -> Node | None:
    """Return a phrase without "they control"; None where that is not said of it."""
    control = phrase.node("control") if isinstance(phrase, Node) else None
    who = None if control is None or control.kind != "who_does" else control.node("subject")
    if not isinstance(phrase, Node) or control is None or who is None or who.kind != "it":
        return None
    if control.get("verb") != "control" or control.get("time") is not None:
        return None
    return Node(phrase.kind, tuple(part for part in phrase.parts if part[0] != "control"))


def of_all(phrase: Node) -> bool:
    """Whether a phrase is about all that somebody controls: "Animals you control"."""
    noun = phrase.node("noun")
    inner = None if noun is None else noun.get("noun")
    many = isinstance(inner, Noun) and inner.number == "many"
    said = {name for name, _ in phrase.parts}
    words = (filter_words(phrase) or "") if many and said == {"noun", "posts"} else ""
    return (many and said == {"noun", "control"}) or words.endswith(" in your reserve")


def both_expeditions(phrase: Node) -> str | None:
    """Return how both Expeditions of the player are meant: "both of your Expeditions"."""
    both = phrase.node("quantifier") if phrase.kind == "phrase" else None
    whose = None if both is None else both.node("whose")
    if both is None or both.kind not in ("both_of", "both_own") or len(phrase.parts) != 2:
        return None
    yours = whose is not None and whose.kind == "your" and noun_of(phrase) == "expedition"
    return "each expedition you control" if yours else None


def is_result(x: Node | None) -> bool:
    """Whether X is the result of the die."""
    is_ = None if x is None or x.kind != "x_is" else x.node("is")
    return is_ is not None and noun_of(is_) == "result" and len(is_.parts) == 2


def each_player(subject: Value) -> bool:
    """Whether somebody is each player."""
    return isinstance(subject, Node) and is_player(subject, "each", "player")


def is_own_hand(thing: Value) -> bool:
    """Whether a phrase is the hand of whoever acts."""
    if not isinstance(thing, Node) or thing.kind != "phrase" or len(thing.parts) != 2:
        return False
    return noun_of(thing) == "hand" and whose_of(thing) == "its"


def is_x(thing: Node) -> bool:
    """Whether a phrase is X boosts."""
    quantifier = thing.node("quantifier") if thing.kind == "phrase" else None
    if quantifier is None or quantifier.kind != "exactly":
        return False
    return noun_of(thing) == "boost" and quantifier.get("count") == "x"


def played_free(core: Node, adverbs: list[Node]) -> Steps | None:
    """Return the playing for free of a card that the player has in hand or in Reserve."""
    thing = core.node("object")
    free = len(adverbs) == 1 and adverbs[0].get("manner") == "for free"
    quantifier = None if thing is None else thing.node("quantifier")
    if free and thing is not None and thing.kind == "me":
        return [{"play free": "this"}]
    if not free or thing is None or quantifier is None or quantifier.kind not in ("a", "another"):
        return None
    words = filter_words(thing)
    mine = words is not None and words.endswith(("in your hand", "in your reserve"))
    return [{"play for free": words}] if mine and thing.get("target") is None else None


def played_at_once(core: Node, adverbs: list[Node]) -> Steps | None:
    """Return the playing of a card of some kind at once, for so much less."""
    thing, said = core.node("object"), {one.kind: one for one in adverbs}
    less, how = said.get("for_less"), said.get("manner")
    quantifier = None if thing is None else thing.node("quantifier")
    if thing is None or less is None or quantifier is None or quantifier.kind != "a":
        return None
    price, kind = str(less.get("price")).strip("{}#"), noun_of(thing)
    at_once = how is not None and how.get("manner") == "immediately" and len(adverbs) == len(said)
    if not at_once or len(said) != 2 or len(thing.parts) != 2 or kind not in PLAYED:
        return None
    return [{"play now": kind, "for less": int(price)}] if price.isdigit() else None


def mana_paid(acts: Node | None) -> int | None:
    """Return how much mana somebody pays who does nothing else; None for other acts."""
    core = None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")
    price = "" if core is None or core.kind != "pay_mana" else str(core.get("price")).strip("{}#")
    return int(price) if price.isdigit() else None


def landmark_token(thing: Node) -> str | None:
    """Return the token that is a Landmark of which a phrase speaks."""
    noun = thing.node("noun")
    sorts = [] if noun is None else items(noun.node("sort"), "items")
    if noun is None or noun.kind != "compound" or len(sorts) != 1 or sorts[0].kind != "token":
        return None
    return _LANDMARKS.get(str(sorts[0].get("token")).strip())


def from_own_reserve(thing: Node | None, to: Node) -> bool:
    """Whether a card is to go from one's own Reserve to one's own hand or Mana zone."""
    words = None if thing is None else filter_words(thing)
    mine = words is not None and words.endswith(" in your reserve")
    return mine and whose_of(to) == "your" and len(to.parts) == 2


def own_orbs(each: Node) -> bool:
    """Whether a phrase is about the Mana Orbs in one's own Mana zone."""
    posts = items(each.node("posts"), "items")
    zone = posts[0].node("of") if len(posts) == 1 and posts[0].kind == "of" else None
    if zone is None or noun_of(each) != "mana orb" or noun_of(zone) != "mana zone":
        return False
    return whose_of(zone) == "your" and {name for name, _ in each.parts} == {"noun", "posts"}


def parts_of(thing: Node | None) -> list[Node]:
    """Return what is strung together by "and"."""
    if thing is None:
        return []
    if thing.kind == "all_of" and {n for n, _ in thing.parts} == {"first", "second"}:
        return [*parts_of(thing.node("first")), *parts_of(thing.node("second"))]
    return [thing]


def is_of_owner(to: Node, *, alone: bool) -> bool:
    """Return whether a place is that of whoever owns what goes there."""
    if alone and len(to.parts) == 1:
        return True
    posts = items(to.node("posts"), "items")
    if {name for name, _ in to.parts} - {"noun", "posts", "quantifier"} or len(posts) != 1:
        return False
    of = posts[0].node("of")
    return posts[0].kind == "of" and of is not None and noun_of(of) == "owner"


def expedition_of_token(to: Node) -> str | None:
    """Return in which expedition a token is made."""
    quantifier, noun = to.node("quantifier"), noun_of(to)
    if _trailing(to):
        return "trailing"
    if {name for name, _ in to.parts} - {"noun", "quantifier", "describers"}:
        return None
    if quantifier is None:
        return None
    whose = quantifier.node("whose")
    said = items(to.node("describers"), "items")
    if whose is None or len(said) > 1:
        return None
    if quantifier.kind == "each_of":
        alone = whose.kind == "your" and not said and noun == "expedition"
        return "each" if alone else None
    state = said[0].get("state") if said else None
    if quantifier.kind != "own":
        return None
    return {
        ("expedition", "my", None): "mine",
        ("expedition", "your", "other"): "other",
        ("hero expedition", "your", None): "hero",
        ("companion expedition", "your", None): "companion",
    }.get((str(noun), whose.kind, state if isinstance(state, str) else None))


def faces_this(phrase: Node) -> bool:
    """Whether all that a phrase says is that what it speaks of faces the object itself."""
    posts, one = items(phrase.node("posts"), "items"), phrase.node("quantifier")
    what = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "facing" else None
    alone = len(phrase.parts) == 3 and one is not None and one.kind == "the"
    return alone and what is not None and what.kind == "me"


def _trailing(to: Node) -> bool:
    """Whether a place is each of one's Expeditions "that's behind or tied"."""
    posts, each = items(to.node("posts"), "items"), to.node("quantifier")
    being = posts[0].node("being") if len(posts) == 1 and posts[0].kind == "that_is" else None
    whose = None if each is None or each.kind != "each_of" else each.node("whose")
    if being is None or being.kind != "either_being" or whose is None or len(to.parts) != 3:
        return False
    either = [being.get("first"), being.get("second")]
    said = {str(one.get("being") if isinstance(one, Node) else one) for one in either}
    return whose.kind == "your" and noun_of(to) == "expedition" and said == {"behind", "tied"}


def is_you(node: Node | None) -> bool:
    """Whether somebody is the player of the text."""
    return node is not None and node.kind == "you"


def says_nothing(adverb: Node) -> bool:
    """Whether an adverb only says that it is done once more, as it is said once more."""
    return adverb.kind == "manner" and adverb.get("manner") == "again"


def is_top(phrase: Node | None) -> bool:
    """Whether a phrase is the top card of a deck."""
    posts = [] if phrase is None else items(phrase.node("posts"), "items")
    if phrase is None or len(posts) != 1 or noun_of(phrase) != "card":
        return False
    nth, of = phrase.node("quantifier"), posts[0].node("of")
    if nth is None or nth.kind != "the_nth" or nth.get("nth") != "first" or of is None:
        return False
    return len(phrase.parts) == 3 and noun_of(of) == "deck" and whose_of(of) in ("your", "its")
