"""Noun phrases without language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.cards.altered.shape import Parts, is_many, items, make, phrase, unnumbered
from kb.cards.values import Node, Noun, Value

ZONES = frozenset(
    {
        "reserve",
        "hand",
        "deck",
        "landmark",
        "mana zone",
        "expedition zone",
        "landmark zone",
        "discard pile",
    }
)
PLAYER = make("noun", {"noun": Noun("player")})
_RESERVE = (Noun("reserve"), Noun("reserve", "one"))
_VERBS = {"played": "play", "controlled": "control"}
_COUNTED = frozenset(
    {
        "any_number",
        "that_many",
        "at_least",
        "exactly",
        "up_to",
        "fewer",
        "all",
        "of_own",
        "no",
        "each",
    }
)


def _kind(value: Value) -> str:
    return value.kind if isinstance(value, Node) else ""


def build_phrase(parts: Parts) -> Node:
    """Return a noun phrase: its quantifier where it says something, one list of descriptions."""
    parts = dict(parts)
    if parts.pop("_aimed", None):
        parts["target"] = make("target", {})
    aim, behind = parts.get("target"), []
    if isinstance(aim, Node) and aim.kind == "target_so":  # "un Personnage ciblé [Fugace]"
        parts["target"], behind = make("target", {}), [aim.get("so")]
    posts = list(items(parts.get("posts")))
    described = [
        item for name in ("describers", "pre", "adjs") for item in items(parts.pop(name, None))
    ]
    described = [
        make("state", {"state": item}) if isinstance(item, str) else item
        for item in [*described, *behind]
    ]
    noun, quantifier = parts.get("noun"), parts.get("quantifier")
    if _kind(quantifier) in {"own"} and _kind(quantifier.get("whose")) == "phrase":  # type: ignore[union-attr]
        posts.append(make("of", {"of": quantifier.get("whose")}))  # type: ignore[union-attr]
        quantifier = make("the", {})
    noun, quantifier = _top(noun, quantifier)
    noun, quantifier, posts = _limit(noun, quantifier, posts)
    if _kind(quantifier) == "exactly" and quantifier.get("count") == 1:  # type: ignore[union-attr]
        quantifier = make("a", {})
    for post in list(posts):
        if _kind(post) == "non_fleeting":
            posts.remove(post)
            described.append(make("state", {"state": "non-Fleeting"}))
    quantifier, described = _one_more(quantifier, described)
    kind = _kind(quantifier)
    if kind == "the" and (is_many(noun) or parts.get("target") is not None):
        quantifier = None
    if kind == "a" and parts.get("target") is not None:
        quantifier = None
    if kind in {"", "the"} and isinstance(noun, Node) and noun.get("noun") in _RESERVE:
        quantifier, noun = None, unnumbered(noun)
    if kind in _COUNTED or kind.endswith("_of"):
        noun = unnumbered(noun)
    elif kind or parts.get("target") is not None:
        noun = _numbered(noun)
    if kind == "the_nth" and noun == PLAYER and not posts:
        return make("being", {"being": "first player"})
    parts["noun"] = noun
    parts["quantifier"] = quantifier
    parts["posts"] = make("posts", {"items": tuple(lifted(posts))})
    parts["describers"] = make("describers", {"items": tuple(described)})
    return phrase(parts)


def _numbered(value: Value) -> Value:
    """Return a noun that says "one" where it said nothing."""
    if isinstance(value, Noun):
        return Noun(value.lemma, None if value.number == "one" else value.number, value.name)
    if isinstance(value, Node):
        return make(value.kind, {name: _numbered(part) for name, part in value.parts})
    return value


def _top(noun: Value, quantifier: Value) -> tuple[Value, Value]:
    """Read "the top card" as "the first card"."""
    leaf = noun.get("noun") if isinstance(noun, Node) and noun.kind == "noun" else None
    if isinstance(leaf, Noun) and leaf.lemma == "top card":
        return (
            make("noun", {"noun": Noun("card", leaf.number)}),
            make("the_nth", {"nth": "first"}),
        )
    return noun, quantifier


def _limit(noun: Value, quantifier: Value, posts: list[Value]) -> tuple[Value, Value, list[Value]]:
    """Read "your Reserve limit" as "the limit of your Reserve"."""
    leaf = noun.get("noun") if isinstance(noun, Node) and noun.kind == "noun" else None
    if isinstance(leaf, Noun) and leaf.lemma == "reserve limit":
        reserve = make("noun", {"noun": Noun("reserve", leaf.number)})
        of = make("of", {"of": build_phrase({"quantifier": quantifier, "noun": reserve})})
        limit = make("noun", {"noun": Noun("limit", leaf.number)})
        return limit, make("the", {}), [*posts, of]
    return noun, quantifier, posts


def _one_more(quantifier: Value, described: list[Value]) -> tuple[Value, list[Value]]:
    more = make("state", {"state": "more"})
    kept = [item for item in described if item != more and _kind(item) != "one_more"]
    if len(kept) < len(described):
        return make("more_of", {"count": 1}), kept
    return quantifier, described


def lifted(posts: list[Value]) -> list[Value]:
    """Return posts, those of inner phrases beside the others."""
    found: list[Value] = []
    for post in posts:
        if not isinstance(post, Node):
            found.append(post)
            continue
        for name, part in post.parts:
            if isinstance(part, Node) and part.kind == "phrase" and items(part.get("posts")):
                found.extend(items(part.get("posts")))
                bare = make("phrase", {k: v for k, v in part.parts if k != "posts"})
                post = make(post.kind, {**dict(post.parts), name: bare})
        found.append(post)
    return found


def _of_whose(parts: Parts) -> Value:
    return parts.get("whose")


def _whose(parts: Parts) -> Value:
    return build_phrase({**parts, "noun": _numbered(parts.get("noun"))})


def _relator(quantifier: str | None, target: bool = False) -> Callable[[Parts], Value]:
    def rule(parts: Parts) -> Value:
        noun = parts.get("noun")
        found: Parts = {"noun": make("noun", {"noun": noun})}
        if quantifier == "your":
            found["quantifier"] = make("own", {"whose": make("your", {})})
        elif quantifier:
            found["quantifier"] = make(quantifier, {})
        if target:
            found["target"] = make("target", {})
        return build_phrase(found)

    return rule


def _done_by(parts: Parts) -> Value:
    past = parts.get("past")
    verb = _VERBS.get(past, past) if isinstance(past, str) else past
    return _who_does({"subject": parts.get("by"), "verb": verb})


def _who_does(parts: Parts, kind: str = "who_does") -> Value:
    if _kind(parts.get("subject")) == "they":
        parts = {**parts, "subject": make("it", {})}
    return make(kind, parts)


def _none_over(parts: Parts) -> Value:
    return make("with", {"quality": _quality("none_over")(parts)})


def _among(parts: Parts) -> Value:
    return make("of", {"of": parts.get("what")})


def _in(parts: Parts) -> Value:
    place = parts.get("place")
    noun = place.get("noun") if isinstance(place, Node) else None
    leaf = noun.get("noun") if isinstance(noun, Node) else None
    if isinstance(leaf, Noun) and leaf.lemma in ZONES:
        return make("of", {"of": place})
    return make("in", {"place": place})


def _of(parts: Parts) -> Value:
    return make("of", {"of": parts.get("of") or parts.get("place")})


def _with(parts: Parts) -> Value:
    quality = parts.get("quality") or parts.get("with")
    return quality if _kind(quality) == "with" else make("with", {"quality": quality})


def _quality(kind: str) -> Callable[[Parts], Value]:
    def rule(parts: Parts) -> Value:
        noun = parts.get("noun") or Noun("statistic")
        if isinstance(noun, Noun):
            noun = make("noun", {"noun": noun})
        return make(kind, {**parts, "noun": unnumbered(noun)})

    return rule


def _any_of(kind: str, merged: str) -> Callable[[Parts], Value]:
    def rule(parts: Parts) -> Value:
        first, second = parts.get("first"), parts.get("second")
        if isinstance(first, Node) and isinstance(second, Node):
            same = all(first.get(k) == second.get(k) for k in ("quantifier", "target"))
            late = _kind(first.get("quantifier")) == "a" and second.get("target") is not None
            same = same or (late and second.get("quantifier") is None)
            plain = not items(first.get("posts")) and first.get("control") is None
            plain = plain and not items(first.get("describers"))
            plain = plain and not items(second.get("describers"))
            if first.kind == second.kind == "phrase" and same and plain:
                noun = make(merged, {"first": first.get("noun"), "second": second.get("noun")})
                return phrase({**dict(second.parts), "noun": noun})
        return make(kind, parts)

    return rule


def _for_each_of(parts: Parts) -> Value:
    each = parts.get("each")
    if isinstance(each, Node) and _kind(each.get("quantifier")) == "each_of":
        own = make("own", dict(each.get("quantifier").parts))  # type: ignore[union-attr]
        each = build_phrase({**dict(each.parts), "quantifier": own})
    if isinstance(each, Node):
        each = make("phrase", {**dict(each.parts), "noun": unnumbered(each.get("noun"))})
    return make("for_each_of", {"each": each})


def _as(parts: Parts) -> Value:
    what = parts.get("what")
    if isinstance(what, Node):
        kept = {k: v for k, v in what.parts if k != "quantifier"}
        what = make(what.kind, {**kept, "noun": unnumbered(what.get("noun"))})
    return make("as", {"what": what})


def _of_state(parts: Parts) -> Value:
    states = parts.get("states")
    return states if _kind(states) == "keyword" else make("of_state", parts)


def _between_both(parts: Parts) -> Value:
    first, second = parts.get("first"), parts.get("second")
    if not (isinstance(first, Node) and isinstance(second, Node)):
        return make("between", parts)
    both = make("and_noun", {"first": first.get("noun"), "second": second.get("noun")})
    return make("between", {"what": make("phrase", {**dict(first.parts), "noun": both})})


def _spot(parts: Parts) -> Value:
    return make("spot", {**parts, "noun": unnumbered(parts.get("noun"))})


def _counted(kind: str) -> Callable[[Parts], Value]:
    return lambda _parts: make(kind, {"count": 1})


def _aimed(parts: Parts) -> Value:
    return build_phrase({**parts, "_aimed": 1})


def _as_many(parts: Parts) -> Value:
    return build_phrase({**parts, "quantifier": make("any_number", {})})


RULES: Mapping[str, Callable[[Parts], Value]] = {
    "phrase": build_phrase,
    "bare": build_phrase,
    "aimed": _aimed,
    "as_many": _as_many,
    "of_whose": _of_whose,
    "whose": _whose,
    "whose_target": lambda parts: _whose({**parts, "_aimed": 1}),
    "relator_target": _relator(None, target=True),
    "relator_your": _relator("your"),
    "relator_a": _relator("a"),
    "by_another": _relator("another"),
    "by_another_target": _relator("another", target=True),
    "done_by": _done_by,
    "in": _in,
    "of": _of,
    "with": _with,
    "total_at_most": _quality("total_at_most"),
    "at_most_amount": _quality("at_most_amount"),
    "at_least_amount": _quality("at_least_amount"),
    "exact_amount": _quality("exact_amount"),
    "none_over": _none_over,
    "who_does": _who_does,
    "among": _among,
    "their": lambda _parts: make("its", {}),
    "these": lambda _parts: make("that", {}),
    "those": lambda _parts: make("that", {}),
    "this_one": lambda _parts: make("that", {}),
    "any_of": _any_of("any_of", "or_noun"),
    "all_of": _any_of("all_of", "and_noun"),
    "for_each_of": _for_each_of,
    "as": _as,
    "of_state": _of_state,
    "between_both": _between_both,
    "spot": _spot,
    "highest": lambda _parts: make("state", {"state": "highest"}),
    "at_least_one": _counted("at_least"),
    "up_to_one_q": _counted("up_to"),
    "only_one": _counted("only_some"),
}
