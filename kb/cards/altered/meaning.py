"""What a text means, whatever the language: values with one name for each thing.

The grammars share their frames; here what still differs is settled: words become concepts, styles
are dropped, a possessor ("its owner's hand") becomes a phrase of its own ("the hand of its
owner"), and what is said by one verb in one language and by two in the other gets one frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.cards.altered import nouns
from kb.cards.altered.concepts import Concepts
from kb.cards.altered.shape import Parts, act, canonical, items, make, phrase, unnumbered
from kb.cards.values import Node, Noun, Value, Verb

Rule = Callable[[Parts], Value]


def meaning(value: Node, concepts: Concepts) -> Node:
    """Return the value without language: frames by concept, parts in one order."""
    found = canonical(_mean(value, concepts))
    return found if isinstance(found, Node) else value


def _mean(value: Value, concepts: Concepts) -> Value:
    if isinstance(value, Node):
        parts: Parts = {}
        for name, part in value.parts:
            _add(parts, name, _mean(part, concepts))
        if value.kind == "does" and value.style == "ne":
            parts["denied"] = 1
        kind = RENAMED.get(value.kind, value.kind)
        rule = RULES.get(kind)
        if rule is not None:
            return rule(parts)
        return make(kind, parts)
    if isinstance(value, tuple):
        return tuple(_mean(item, concepts) for item in value)
    if isinstance(value, Noun):
        return concepts.noun(value)
    if isinstance(value, Verb):
        return concepts.verb(value.lemma)
    if isinstance(value, str):
        return concepts.word(value)
    return value


def _add(parts: Parts, name: str, value: Value) -> None:
    """Put a part; the verb and its object, where they are one part, become two."""
    if isinstance(value, Node) and value.kind in {"v", "taking", "taking_how"}:
        for inner, part in value.parts:
            _add(parts, inner, part)
    elif name == "to" and isinstance(value, Node) and value.kind == "dest":
        parts["to"] = value.get("to")
    elif value is not None:
        parts[name] = value


def _without(*names: str) -> Callable[[Parts, str], Value]:
    def rule(parts: Parts, kind: str) -> Value:
        return make(kind, {name: part for name, part in parts.items() if name not in names})

    return rule


# ---- Acts ---------------------------------------------------------------------------------------


def _act(parts: Parts) -> Value:
    core, adverbs = parts.get("core"), list(items(parts.get("adverbs")))
    if isinstance(core, Node):
        if (how := core.get("how")) is not None:
            adverbs.append(make("manner", {"manner": how}))
            core = make(core.kind, {k: v for k, v in core.parts if k != "how"})
        if core.kind == "make" and not adverbs:
            return core
    early = parts.get("early")
    if early is not None:
        word = early.kind if isinstance(early, Node) else early
        adverbs.append(make("manner", {"manner": word}))
    return act(core, adverbs)


def _give(parts: Parts) -> Value:
    gain = act(make("verb_object", {"verb": "gain", "object": parts.get("gift")}))
    return _make({"who": parts.get("to"), "acts": gain})


def _made(parts: Parts) -> Value:
    return act(make("verb_object", parts))


def _switch(_parts: Parts) -> Value:
    return act(make("switch", {}))


def _switch_of(parts: Parts) -> Value:
    return make("make", {"who": parts.get("who"), "acts": _switch({})})


def _verb_free(parts: Parts) -> Value:
    return make("verb_object", {**parts, "how": "for free"})


def _verb_none(parts: Parts) -> Value:
    inner = parts["object"]
    assert isinstance(inner, Node)
    noun = unnumbered(inner.get("noun"))
    none = make("phrase", {**dict(inner.parts), "quantifier": make("no", {}), "noun": noun})
    return make("verb_object", {"verb": parts.get("verb"), "object": none})


def _verb_one(parts: Parts) -> Value:
    return make("verb_number", {**parts, "count": 1})


def _verb_object(parts: Parts) -> Value:
    thing = parts.get("object")
    if not isinstance(thing, Node):
        return make("verb_object", parts)
    if thing.kind == "one" and parts.get("verb") == "choose":
        return make("verb_number", {"verb": "choose", "count": 1})
    if thing.kind == "of_it":
        return make("verb_number", {**_less(parts, "object"), "count": thing.get("count")})
    if thing.kind == "of_it_only":
        return make("verb_object", {**parts, "object": make("only_some", {"count": 1})})
    if thing.kind == "there_with":
        there = {"object": thing.get("object"), "to": make("it", {})}
        return make("verb_to", {**parts, **there})
    return make("verb_object", parts)


def _less(parts: Parts, name: str) -> Parts:
    return {key: part for key, part in parts.items() if key != name}


def _make(parts: Parts) -> Value:
    if _is_kind(parts.get("who"), "i"):
        parts = {**parts, "who": make("me", {})}
    return make("make", parts)


def _verb_to(parts: Parts) -> Value:
    to = parts.get("to")
    if isinstance(to, Noun):
        to = phrase({"noun": make("noun", {"noun": to})})
    elif isinstance(to, Node) and to.kind == "noun":
        to = phrase({"noun": to})
    return make("verb_to", {**parts, "to": to})


def _dest_top(parts: Parts) -> Value:
    top = make("noun", {"noun": Noun("top", "one")})
    of = make("of", {"of": parts.get("to")})
    posts = make("posts", {"items": (of,)})
    return nouns.build_phrase({"quantifier": make("the", {}), "noun": top, "posts": posts})


# ---- Clauses ------------------------------------------------------------------------------------

_HEADS = frozenset({"if", "if_not", "for_each_first", "during_phase", "at_moment"})


def _under(parts: Parts) -> Value:
    condition = parts.get("condition")
    if not (isinstance(condition, Node) and condition.kind in _HEADS):
        condition = make("if", {"condition": condition})
    return make("under", {"condition": condition, "does": parts.get("does")})


def _unless(parts: Parts) -> Value:
    negated = make("if_not", {"condition": parts.get("condition")})
    return make("under", {"condition": negated, "does": parts.get("does")})


def _does(parts: Parts) -> Value:
    acts = parts.get("acts")
    if isinstance(acts, Node) and acts.kind == "fail":
        return make("does_not", {"subject": parts.get("subject"), "acts": acts.get("act")})
    core = acts.get("core") if isinstance(acts, Node) else None
    owned = core.get("object") if isinstance(core, Node) and core.get("verb") == "have" else None
    if _is_kind(owned, "keyword"):
        return make("is", {"subject": parts.get("subject"), "complement": owned})
    if parts.pop("denied", None) and _has_not(acts):
        return make("does_not", {**parts, "acts": _drop_not(acts)})
    return make("does", parts)


def _did_object(parts: Parts) -> Value:
    if parts.get("did") == "had":
        return make("had", {key: parts.get(key) for key in ("subject", "object")})
    return make("did_object", parts)


def _does_each(parts: Parts) -> Value:
    return make("does", parts)


def _has_not(value: Value) -> bool:
    if isinstance(value, Node):
        return value.get("not") is not None or any(_has_not(part) for _, part in value.parts)
    return isinstance(value, tuple) and any(_has_not(item) for item in value)


def _drop_not(value: Value) -> Value:
    if isinstance(value, Node):
        return make(value.kind, {k: _drop_not(v) for k, v in value.parts if k != "not"})
    return tuple(_drop_not(item) for item in value) if isinstance(value, tuple) else value


def _may(parts: Parts) -> Value:
    modal = parts.pop("modal", "may")
    return make("would" if modal == "would" else "may", parts)


def _may_to_have(parts: Parts) -> Value:
    goal = parts["goal"]
    assert isinstance(goal, Node)
    made = _make({"who": goal.get("subject"), "acts": goal.get("acts")})
    return make("may_to", {**parts, "goal": made})


def _is(parts: Parts) -> Value:
    be = parts.pop("be", None)
    kind = be.kind if isinstance(be, Node) else "be"
    if kind.startswith("was"):
        parts["was"] = 1
    if kind == "was_already":
        parts["already"] = 1
    return make("is_not" if kind.endswith("_not") else "is", parts)


def _is_not(parts: Parts) -> Value:
    found = _is(parts)
    assert isinstance(found, Node)
    return make("is_not", dict(found.parts))


def _it_is(parts: Parts) -> Value:
    return make("is", {"subject": make("it", {}), **parts})


def _is_facing(parts: Parts) -> Value:
    facing = make("facing", {"what": parts.get("what")})
    return make("is", {"subject": parts.get("subject"), "complement": facing})


def _if_done(parts: Parts) -> Value:
    place = make("of", {"of": parts.get("place")})
    adverbs = make("adverbs", {"items": (place,)})
    done = make("done", {"past": parts.get("past"), "adverbs": adverbs})
    return make("is", {"subject": make("it", {}), "complement": done})


def _during_first(parts: Parts) -> Value:
    noun = parts.get("noun")
    assert isinstance(noun, Noun)
    return make("time", {"time": f"the first {noun.lemma}"})


def _while(parts: Parts) -> Value:
    state = parts.pop("state", None)
    if state is not None:
        parts["while"] = make("is", {"subject": make("i", {}), "complement": state})
    return make("while", parts)


def _repeat(parts: Parts) -> Value:
    times = parts.get("times")
    if isinstance(times, Node) and times.kind == "repetition":
        times = times.get("count")
    return make("repeat", {"times": times})


def _is_kind(value: Value, kind: str) -> bool:
    return isinstance(value, Node) and value.kind == kind


def _leaf(name: str) -> Rule:
    return lambda parts: parts.get(name)


RENAMED: Mapping[str, str] = {
    "verb_in": "verb_to",
    "verb_on": "verb_to",
    "act_early": "act",
    "made_act": "act",
    "fewer_than": "fewer",
    "can_not_so": "does_not_so",
    "verb_with": "verb_object",
    "from": "of",
    "from_place": "of",
    "with_quality": "with",
    "there_is_only": "there_is",
    "them_all": "them",
}

RULES: Mapping[str, Rule] = {
    "act": _act,
    "make": _make,
    "adverbs": lambda parts: make("adverbs", {"items": parts.get("adverbs")}),
    "verb_object": _verb_object,
    "attempt": _leaf("act"),
    "did_object": _did_object,
    "of_it_one": lambda _parts: make("one", {}),
    "do_verb": lambda parts: make("verb", parts),
    "each_does": _does_each,
    "give": _give,
    "made": _made,
    "made_switch": _switch,
    "switch_of": _switch_of,
    "verb_free": _verb_free,
    "verb_none": _verb_none,
    "verb_one": _verb_one,
    "verb_to": _verb_to,
    "dest_top": _dest_top,
    "under": _under,
    "unless": _unless,
    "does": _does,
    "may": _may,
    "may_to": lambda parts: _without("modal")(parts, "may_to"),
    "may_to_have": _may_to_have,
    "is": _is,
    "is_not": _is_not,
    "it_is": _it_is,
    "is_facing": _is_facing,
    "if_done": _if_done,
    "there_is": lambda parts: _without("be")(parts, "there_is"),
    "that_is": lambda parts: _without("be")(parts, "that_is"),
    "that_is_at": lambda parts: _without("be")(parts, "that_is_at"),
    "distributed": lambda parts: _without("how")(parts, "distributed"),
    "while": _while,
    "repeat": _repeat,
    "past": _leaf("past"),
    "rank": _leaf("rank"),
    "during_first": _during_first,
    "up_to_one": lambda _parts: make("up_to_number", {"count": 1}),
    **nouns.RULES,
}
