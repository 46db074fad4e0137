"""What a passive ability says, in the words of card files."""

from __future__ import annotations

from typing import Any

from kb.cards.altered.phrases import (
    TERRAINS,
    conditions,
    count_of,
    filter_words,
    items,
    noun_of,
    whose_of,
)
from kb.cards.values import Node, walk

Entry = dict[str, Any]

PLAYED = frozenset({"card", "character", "spell", "permanent"})
"""The kinds of what is played."""

BETWEEN = "regions between your expeditions"
"""How many regions lie between the Hero and the Companion of a player."""

_ICONS = {"{j}": "entry", "{h}": "entry from hand", "{r}": "entry from reserve"}
"""The icons of abilities, and what they trigger on."""


def static_of(value: Node) -> Entry | None:
    """Return the static of a line of one sentence; None for what the rules cannot do."""
    sentences = items(value, "sentences") if value.kind == "effects" else []
    if len(sentences) != 1 or sentences[0].kind != "sentence" or len(sentences[0].parts) != 1:
        return None
    clause = sentences[0].node("does")
    if clause is None:
        return None
    if clause.kind == "but_clause" and _only_an_orb(clause):
        return {"cannot be played": True}
    if (equal := _equal_statistics(clause)) is not None:
        return equal
    if clause.kind == "can_not" and len(clause.parts) == 2:
        return _cannot(clause.node("subject"), clause.node("acts"))
    if clause.kind == "may" and len(clause.parts) == 2:
        return _playable(clause.node("subject"), clause.node("acts"))
    if _disregards(clause, "expedition"):
        return {"ignores defender": True}
    if _uncounted(clause):
        return {"not counted in reserve": True}
    if clause.kind == "is" and len(clause.parts) == 2:
        if (found := _given_keyword(clause.node("subject"), clause.node("complement"))) is not None:
            return found
        if (found := _given_tough(clause.node("subject"), clause.node("complement"))) is not None:
            return found
        return _limit(clause.node("subject"), clause.node("complement"))
    return _grown_limit(clause)


def _playable(subject: Node | None, acts: Node | None) -> Entry | None:
    """Return that exhausted cards may be played from Reserve."""
    core = None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")
    thing = None if core is None or core.kind != "verb_object" else core.node("object")
    if subject is None or subject.kind != "you" or core is None or core.get("verb") != "play":
        return None
    words = None if thing is None or thing.get("quantifier") is not None else filter_words(thing)
    return {"play exhausted": True} if words == "exhausted card in your reserve" else None


def guarded(value: Node) -> Entry | None:
    """Return a passive ability with its condition: what the object is, or costs, if it is so."""
    sentences = items(value, "sentences") if value.kind == "effects" else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    if clause is None or clause.kind != "under" or len(clause.parts) != 2:
        return None
    condition, does = clause.node("condition"), clause.node("does")
    how = {"if": "while", "if_not": "unless"}.get(condition.kind if condition is not None else "")
    asked = conditions(None if condition is None else condition.node("condition"), None)
    if how is None or asked is None:
        return None
    subject = None if does is None else does.node("subject")
    if does is None or subject is None or len(does.parts) != 2:
        return None
    limit = _limit(subject, does.node("complement")) if does.kind == "is" else _grown_limit(does)
    if limit is not None:
        return {"static": limit, how: asked}
    if _not_played(does):
        return {"static": {"cannot be played": True}, how: asked}
    if (equal := _equal_statistics(does)) is not None:
        return {"static": equal, how: asked}
    # "It" is the Expedition of which the condition speaks.
    if _disregards(does, "it" if asked.startswith("the expedition of this ") else "expedition"):
        return {"static": {"ignores defender": True}, how: asked}
    complement = does.node("complement")
    if does.kind == "is" and (given := _given_keyword(subject, complement)) is not None:
        return {"static": given, how: asked}
    if subject.kind != "i":
        return None
    if does.kind == "is" and complement is not None and complement.kind == "keyword":
        word = str(complement.get("keyword")).strip("[]")
        # Whether it is Gigantic matters as it joins an Expedition: that asks for a status.
        big = word == "gigantic" and (how, asked) == ("while", "this is fleeting")
        return {"static": {"keyword": word}, how: asked} if big or word in _GUARDED else None
    acts = does.node("acts")
    core = None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")
    less = None if core is None or core.kind != "cost" else core.node("more")
    price = "" if core is None else str(core.get("price")).strip("{}#")
    if does.kind != "does" or less is None or less.kind != "less" or not price.isdigit():
        return None
    return {"static": {"cost less": int(price)}, how: asked} if "this" not in asked else None


def _not_played(clause: Node | None) -> bool:
    """Whether a clause says that the object cannot be played."""
    core = None if clause is None or clause.kind != "can_not" else core_of(clause.node("acts"))
    subject = None if clause is None else clause.node("subject")
    if core is None or subject is None or subject.kind != "i" or core.kind != "be_done":
        return False
    return core.get("past") == "played" and len(core.parts) == 1


def _only_an_orb(clause: Node) -> bool:
    """Whether a clause says that the object cannot be played, but can be used as a Mana Orb."""
    second = clause.node("second")
    acts = None if second is None or second.kind != "may" else second.node("acts")
    core = None if acts is None else acts.node("core")
    said = [] if acts is None else items(acts.node("adverbs"), "items")
    what = said[0].node("what") if len(said) == 1 and said[0].kind == "as" else None
    if core is None or core.kind != "be_done" or core.get("past") != "used" or what is None:
        return False
    return noun_of(what) == "mana orb" and _not_played(clause.node("first"))


def _equal_statistics(clause: Node) -> Entry | None:
    """Return whose statistics are all equal to the highest of them."""
    subject, complement = clause.node("subject"), clause.node("complement")
    to = None if complement is None or complement.kind != "equal" else complement.node("to")
    said = [] if to is None else items(to.node("describers"), "items")
    if clause.kind != "is" or len(clause.parts) != 2 or subject is None or to is None:
        return None
    if noun_of(to) != "statistic" or [one.get("state") for one in said] != ["highest"]:
        return None
    noun = subject.node("noun")
    if noun is None or {one.get("terrain") for one in walk(noun)} - {None} != set(TERRAINS):
        return None
    if whose_of(subject) == "my" == whose_of(to) and len(subject.parts) == 2:
        return {"equal statistics": "this"}
    posts = items(subject.node("posts"), "items")
    of = next((post.node("of") for post in posts if post.kind == "of"), None)
    where = tuple(post for post in posts if post.kind != "of")
    if of is None or whose_of(to) != "its" or len(posts) - len(where) != 1:
        return None
    if where:  # what stands behind "of Characters" hangs on the outer phrase
        of = Node(of.kind, (*of.parts, ("posts", Node("posts", (("items", where),)))))
    words = filter_words(of)
    if words is None or not words.endswith(("you control", "in my expedition")):
        return None
    return {"equal statistics": words}


def turned_aside(value: Node) -> Entry | None:
    """Return that the object goes to the Mana zone instead of leaving the Expedition zone."""
    sentences = items(value, "sentences") if value.kind == "effects" else []
    clause = sentences[0].node("does") if len(sentences) == 1 else None
    if clause is None or clause.kind != "under" or len(clause.parts) != 2:
        return None
    condition, does = clause.node("condition"), clause.node("does")
    if condition is None or condition.kind != "if" or does is None:
        return None
    would, asked = condition.node("condition"), ""
    if would is not None and would.kind == "while":
        asked, would = conditions(would.node("while"), None) or "?", would.node("does")
    if asked == "?" or not _leaves_expedition(would):
        return None
    acts = does.node("acts")
    core = None if acts is None else acts.node("core")
    said = (
        [] if acts is None else [one.get("manner") for one in items(acts.node("adverbs"), "items")]
    )
    to = None if core is None or core.kind != "verb_to" else core.node("to")
    thing = None if core is None else core.node("object")
    if core is None or to is None or thing is None or thing.kind != "me" or said != ["instead"]:
        return None
    if core.get("verb") != "put" or noun_of(to) != "mana zone" or does.kind not in ("may", "do"):
        return None
    how = "may" if does.kind == "may" else "must"
    return {"static": {"aside to mana": how}, **({"while": asked} if asked else {})}


def _leaves_expedition(would: Node | None) -> bool:
    """Whether a condition is that the object itself would leave the Expedition zone."""
    acts = None if would is None or would.kind != "would" else would.node("acts")
    core = None if acts is None or len(acts.parts) != 1 else acts.node("core")
    subject = None if would is None else would.node("subject")
    place = None if core is None else core.node("object")
    if subject is None or subject.kind != "i" or core is None or place is None:
        return False
    return core.get("verb") == "leave" and noun_of(place) == "expedition zone"


_GUARDED = frozenset({"defender", "eternal", "seasoned"})
"""The keywords that an object may have under a condition, or by a text of another one."""


def _disregards(clause: Node, what: str) -> bool:
    """Whether a clause says that no Defender keeps the object's own Expedition from moving."""
    subject, core = clause.node("subject"), core_of(clause.node("acts"))
    if clause.kind != "does_not" or len(clause.parts) != 2 or subject is None or core is None:
        return False
    said = [one.get("keyword") for one in items(subject.node("describers"), "items")]
    thing = core.node("object")
    if core.kind != "prevent" or noun_of(subject) != "character" or said != ["[defender]"]:
        return False
    if thing is None or len(subject.parts) != 2:
        return False
    if thing.kind == "it":
        return what == "it"
    own = noun_of(thing) == "expedition" and whose_of(thing) == "my" and len(thing.parts) == 2
    return own if what == "expedition" else False


def _uncounted(clause: Node) -> bool:
    """Whether a clause says that the card does not count towards its owner's Reserve limit."""
    subject, core = clause.node("subject"), core_of(clause.node("acts"))
    limit = None if core is None or core.kind != "count_towards" else core.node("object")
    if clause.kind != "does_not" or subject is None or subject.kind != "i" or limit is None:
        return False
    posts = items(limit.node("posts"), "items")
    zone = posts[0].node("of") if len(posts) == 1 and posts[0].kind == "of" else None
    if zone is None or noun_of(limit) != "limit" or len(zone.parts) != 2:
        return False
    return noun_of(zone) == "reserve" and whose_of(zone) == "your"


def _given_keyword(subject: Node | None, complement: Node | None) -> Entry | None:
    """Return who has a keyword: "Characters in my Expedition are [Seasoned]"."""
    word = "" if complement is None or complement.kind != "keyword" else complement.get("keyword")
    keyword = str(word).strip("[]")
    if subject is None or subject.kind != "phrase" or keyword not in _GUARDED:
        return None
    words = None if subject.get("quantifier") is not None else filter_words(subject)
    if words is None or not words.endswith(("you control", "in my expedition")):
        return None
    return {"gives keyword": keyword, "to": words}


def counted_tough(keyword: Node) -> Entry | None:
    """Return Tough by a number of things: "[Tough X], where X is the number of …"."""
    where = keyword.node("x")
    number = None if where is None or where.kind != "x_is" else where.node("is")
    posts = [] if number is None else items(number.node("posts"), "items")
    if number is not None and keyword.get("keyword") == "[tough:x]" and _regions_between(posts):
        return {"tough": BETWEEN} if noun_of(number) == "number" else None
    of = posts[0].node("of") if posts and posts[0].kind == "of" else None
    if number is None or of is None or noun_of(number) != "number" or len(number.parts) != 3:
        return None
    if len(posts) == 2 and posts[1].kind == "of" and keyword.get("keyword") == "[tough:x]":
        of = Node("phrase", (*of.parts, ("posts", Node("posts", (("items", tuple(posts[1:])),)))))
    elif len(posts) != 1:
        return None
    words = filter_words(of)
    if keyword.get("keyword") != "[tough:x]" or words is None:
        return None
    if not words.endswith("you control") and words != "exhausted card in reserve":
        return None
    return {"tough": f"number of {words}"}


def _regions_between(posts: list[Node]) -> bool:
    """Whether a number is that of the regions between the Hero and the Companion of the player."""
    said = {post.kind: post for post in posts}
    of = said["of"].node("of") if set(said) == {"of", "between"} else None
    what = None if of is None else said["between"].node("what")
    both = None if what is None else what.node("noun")
    if of is None or what is None or both is None or both.kind != "and_noun":
        return False
    nouns = [both.node(name) for name in ("first", "second")]
    ends = {str(getattr(one.get("noun"), "lemma", "")) for one in nouns if one is not None}
    return noun_of(of) == "region" and whose_of(what) == "your" and ends == {"hero", "companion"}


def _given_tough(subject: Node | None, complement: Node | None) -> Entry | None:
    """Return who is Tough by how much: "Characters you control are [Tough 1]"."""
    word = "" if complement is None or complement.kind != "keyword" else complement.get("keyword")
    name, _, number = str(word).strip("[]").partition(":")
    words = None if subject is None else filter_words(subject)
    if name != "tough" or not number.isdigit() or words is None:
        return None
    return {"gives tough": int(number), "to": words} if words.endswith("you control") else None


def _grown_limit(does: Node) -> Entry | None:
    """Return by how much a limit is increased where French says that it grows by a card."""
    core = core_of(does.node("acts")) if does.kind == "does" and len(does.parts) == 2 else None
    count = count_of(core.node("by"), "card") if core is not None and core.kind == "grow" else None
    if count is None:
        return None
    by = Node("adverbs", (("items", (Node("by_number", (("count", count),)),)),))
    return _limit(does.node("subject"), Node("done", (("past", "increased"), ("adverbs", by))))


def _limit(subject: Node | None, complement: Node | None) -> Entry | None:
    """Return by how much a limit is increased: "Your Reserve limit is increased by one"."""
    if subject is None or complement is None or complement.kind != "done":
        return None
    by = items(complement.node("adverbs"), "items")
    posts = items(subject.node("posts"), "items")
    zone = posts[0].node("of") if len(posts) == 1 and posts[0].kind == "of" else None
    if complement.get("past") != "increased" or len(by) != 1 or by[0].kind != "by_number":
        return None
    if zone is None or noun_of(subject) != "limit" or whose_of(zone) != "your":
        return None
    count, where = by[0].get("count"), noun_of(zone)
    if len(zone.parts) != 2 or where not in ("reserve", "landmark") or not isinstance(count, int):
        return None
    return {"keep more": where, "by": count}


def core_of(acts: Node | None) -> Node | None:
    """Return the core of an act that says nothing else."""
    return None if acts is None or acts.kind != "act" or len(acts.parts) != 1 else acts.node("core")


def _other_and_facing(subject: Node) -> bool:
    """Whether a phrase is "your other Expedition and the Expedition facing it"."""
    first, second = subject.node("first"), subject.node("second")
    if subject.kind != "all_of" or first is None or second is None:
        return False
    if noun_of(first) != "expedition" or whose_of(first) != "your" or len(first.parts) != 3:
        return False
    other = [one.get("state") for one in items(first.node("describers"), "items")] == ["other"]
    posts = items(second.node("posts"), "items")
    what = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "facing" else None
    if not other or what is None or what.kind != "it" or noun_of(second) != "expedition":
        return False
    one = second.node("quantifier")
    return one is not None and one.kind == "the" and len(second.parts) == 3


def _cannot(subject: Node | None, acts: Node | None) -> Entry | None:
    core = core_of(acts)
    if core is not None and core.kind == "advance" and not core.parts and subject is not None:
        return {"bars other expedition": True} if _other_and_facing(subject) else None
    if core is not None and core.kind == "cost_under" and subject is not None:
        return _least_cost(subject, str(core.get("price")).strip("{}"))
    if subject is None or core is None or core.kind != "verb" or core.get("verb") != "activate":
        return None
    found = abilities_of(subject)
    if found is None or found[0] != "any entry" or found[1] is None:
        return None
    return {"cannot activate": found[0], "of": filter_words(found[1])}


def _least_cost(subject: Node, price: str) -> Entry | None:
    """Return what opponents' cards of a kind cost at least."""
    played = subject.node("control")
    who = None if played is None else played.node("subject")
    noun = noun_of(subject)
    if played is None or who is None or played.kind != "who_does" or len(played.parts) != 2:
        return None
    if played.get("verb") != "play" or noun_of(who) != "opponent" or whose_of(who) != "your":
        return None
    if len(subject.parts) != 2 or noun not in PLAYED or not price.isdigit():
        return None
    return {"costs at least": int(price), "cards": noun}


def abilities_of(phrase: Node) -> tuple[str, Node | None] | None:
    """Return what the abilities trigger on that a phrase means, and of what they are.

    Of "its abilities" nothing is told.
    """
    icons = items(phrase.node("describers"), "items")
    if phrase.kind != "phrase" or noun_of(phrase) != "ability" or len(icons) != 1:
        return None
    said = {part for _, part in icons[0].parts}
    if icons[0].kind == "icons" and said == set(_ICONS):
        word = "any entry"
    elif icons[0].kind == "icon" and icons[0].get("icon") in _ICONS:
        word = _ICONS[str(icons[0].get("icon"))]
    else:
        return None
    names = {name for name, _ in phrase.parts}
    if names == {"describers", "noun", "quantifier"}:
        owner = phrase.node("quantifier")
        whose = None if owner is None or owner.kind != "own" else owner.node("whose")
        return None if whose is None or whose.kind != "its" else (word, None)
    posts = items(phrase.node("posts"), "items")
    of = [post.node("of") for post in posts if post.kind == "of"]
    where = [post for post in posts if post.kind != "of"]
    if names - {"quantifier"} != {"describers", "noun", "posts"} or len(of) != 1 or of[0] is None:
        return None
    if not where:
        return word, of[0]
    if of[0].get("posts") is not None:
        return None
    # What stands behind "of Characters" hangs on the outer phrase.
    parts = (*of[0].parts, ("posts", Node("posts", (("items", tuple(where)),))))
    return word, Node(of[0].kind, parts)
