"""Noun phrases and conditions in the words of card files."""

from __future__ import annotations

from kb.cards.altered.french import SORTS
from kb.cards.values import Node, Noun, Value, walk

_NOUNS = frozenset(
    {
        "character",
        "permanent",
        "expedition permanent",
        "card",
        "spell",
        "landmark",
        "expedition",
        *SORTS.values(),
    }
)
_STATES = frozenset({"other", "exhausted"})
TERRAINS = {"{v}": "forest", "{m}": "mountain", "{o}": "ocean"}
"""The icons of terrains."""
_REGIONS = [[f"in {terrain}"] for terrain in TERRAINS.values()]
_DESCRIBED = frozenset({"boosted", "anchored", "asleep", "fleeting"})


def items(node: Node | None, name: str) -> list[Node]:
    """Return the nodes in a part of a node."""
    found = None if node is None else node.get(name)
    return [one for one in found if isinstance(one, Node)] if isinstance(found, tuple) else []


def noun_of(phrase: Node) -> str | None:
    """Return the noun of a phrase, if it is a single word."""
    noun = phrase.node("noun")
    inner = None if noun is None or noun.kind != "noun" else noun.get("noun")
    return inner.lemma if isinstance(inner, Noun) and not inner.name else None


def count_of(value: Value, noun: str | None, *, bound: bool = False) -> int | None:
    """Return how many of a noun (None: of any) a phrase says, or to what it bounds them."""
    if not isinstance(value, Node) or value.kind != "phrase":
        return None
    if noun is not None and noun_of(value) != noun:
        return None
    quantifier = value.get("quantifier")
    if not isinstance(quantifier, Node) or {n for n, _ in value.parts} != {"noun", "quantifier"}:
        return None
    if quantifier.kind == "a":
        return 1
    if bound:
        return (_least(value) or ("", None))[1]
    count = quantifier.get("count")
    return count if quantifier.kind == "exactly" and isinstance(count, int) else None


def is_player(phrase: Node, how: str, noun: str) -> bool:
    """Return whether a phrase is a player: each one, or a target."""
    if phrase.kind != "phrase" or noun_of(phrase) != noun:
        return False
    names = {name for name, _ in phrase.parts}
    if how == "target":
        return names == {"noun", "target"}
    quantifier = phrase.node("quantifier")
    return names == {"noun", "quantifier"} and quantifier is not None and quantifier.kind == how


def filter_words(phrase: Node) -> str | None:
    """Return what a phrase speaks of as words of a filter; its count and target are left out."""
    known = {"noun", "target", "control", "posts", "describers", "quantifier"}
    if phrase.kind != "phrase" or {name for name, _ in phrase.parts} - known:
        return None
    nouns = _kinds(phrase.node("noun"))
    before = _before(phrase)
    after = _after(phrase)
    if not nouns or before is None or after is None:
        return None
    numbers, places = after
    # Only Expeditions are in regions themselves.
    if any(place[-1:] in _REGIONS for place in places) and nouns != ["expedition"]:
        return None
    shared, own = (places[0], [[]]) if len(places) == 1 else ([], places)
    whole = [
        " ".join([*said, noun, *numbers, *place])
        for place in own
        for noun in nouns
        for said in before
    ]
    return " ".join([" or ".join(whole), *shared])


def _kinds(noun: Node | None) -> list[str]:
    if noun is None:
        return []
    if noun.kind in ("or_noun", "and_noun"):
        first, second = _kinds(noun.node("first")), _kinds(noun.node("second"))
        return [*first, *second] if first and second else []
    inner = noun.get("noun") if noun.kind == "noun" else None
    if isinstance(inner, Noun) and not inner.name and inner.lemma in _NOUNS:
        return [inner.lemma]
    return []


def _before(phrase: Node) -> list[list[str]] | None:
    """Return what is said before a noun: each of the alternatives that there are."""
    words: list[list[str]] = [[]]
    quantifier = phrase.get("quantifier")
    if isinstance(quantifier, Node) and quantifier.kind == "another":
        words = [["other"]]
    for one in items(phrase.node("describers"), "items"):
        states = _states(one)
        if states is None:
            return None
        words = [[*said, state] for said in words for state in states]
    return words


def _states(node: Value) -> list[str] | None:
    """Return a state, or several of which one is meant."""
    if isinstance(node, Node) and node.kind in ("or_keyword", "comma_keyword"):
        first, second = _states(node.get("first")), _states(node.get("second"))
        return [*first, *second] if first and second else None
    said = (
        node.get("state" if node.kind == "state" else "keyword") if isinstance(node, Node) else node
    )
    word = str(said).strip("[]")
    word = word.lower() if word.startswith("non-") else word
    return [word] if word.removeprefix("non-") in _STATES | _DESCRIBED | {"token"} else None


def _after(phrase: Node) -> tuple[list[str], list[list[str]]] | None:
    """Return what is said behind a noun: numbers, and places of which the last is said last."""
    numbers: list[str] = []
    places: list[list[str]] = []
    control = phrase.get("control")
    if control is not None:
        if not isinstance(control, Node) or control.kind != "who_does":
            return None
        if control.get("verb") != "control" or control.get("time") is not None:
            return None
        who = control.get("subject")
        if not isinstance(who, Node):
            return None
        if who.kind != "you" and not is_player(who, "another", "player"):
            return None
        places.append(["you control" if who.kind == "you" else "an opponent controls"])
    posts = items(phrase.node("posts"), "items")
    if any(post.kind == "facing" for post in posts):  # "in the Expedition facing me"
        posts = [post for post in posts if not _in_the_expedition(post)]
    if (statistic := _base_statistic(posts)) is not None:
        numbers.append(statistic)
        posts = posts[2:]
    for post in posts:
        words = _cost(post)
        if words is not None:
            numbers.append(words)
            continue
        found = None if places else _places(post)
        if found is None:
            return None
        places = found
    return numbers, places or [[]]


def _in_the_expedition(post: Node) -> bool:
    place = post.node("place") if post.kind == "in" else None
    one = None if place is None or len(place.parts) != 2 else place.node("quantifier")
    said = place is not None and one is not None and one.kind == "the" and len(post.parts) == 1
    return said and place is not None and noun_of(place) == "expedition"


def _places(post: Node) -> list[list[str]] | None:
    """Return where something is, as what is said behind a noun says it."""
    if post.kind == "facing":
        what = post.node("what")
        return [["facing this"]] if what is not None and what.kind == "me" else None
    of = post.node("of") if post.kind == "of" else None
    if post.kind == "in" and (terrain := terrain_of(post.node("place"))) is not None:
        return [[f"in {terrain}"]]
    if post.kind == "in":
        place = post.node("place")
        if place is None or whose_of(place) != "my" or len(place.parts) != 2:
            return None
        return [["in my expedition"]] if noun_of(place) == "expedition" else None
    if post.kind == "in_play_or":
        place = post.node("place")
        if len(post.parts) == 1 and place is not None and len(place.parts) == 1:
            return [["in reserve"], ["in play"]] if noun_of(place) == "reserve" else None
        return None
    if of is None or noun_of(of) not in ("reserve", "hand", "landmark"):
        return None
    if noun_of(of) == "landmark":
        return [["in your landmarks"]] if whose_of(of) == "your" and len(of.parts) == 2 else None
    one = of.node("quantifier")
    if noun_of(of) == "reserve" and (len(of.parts) == 1 or (one is not None and one.kind == "a")):
        return [["in reserve"]]
    whose = whose_of(of)
    if whose in ("your", "its") and len(of.parts) == 2:
        return [[f"in {whose} {noun_of(of)}"]]
    return None


def terrain_of(place: Node | None) -> str | None:
    """Return the terrain that a place is; None if it is none."""
    noun = None if place is None or len(place.parts) != 1 else place.node("noun")
    if noun is None or noun.kind != "terrain":
        return None
    return TERRAINS.get(str(noun.get("terrain")))


def _cost(post: Node) -> str | None:
    quality = post.node("quality") if post.kind == "with" else None
    if quality is not None and quality.kind == "none_over" and noun_of(quality) == "statistic":
        return f"no statistic over {quality.get('number')}"
    amount = None if quality is None else quality.node("amount")
    if quality is None or amount is None or amount.kind != "mana" or len(quality.parts) != 2:
        return None
    word = {"at_most_amount": "less", "at_least_amount": "more"}.get(quality.kind)
    number = str(amount.get("amount")).strip("{}#")
    cost = {"hand cost": "cost", "base cost": "base cost"}.get(noun_of(quality) or "")
    if word is None or not number.isdigit() or cost is None:
        return None
    return f"{cost} {number} or {word}"


def _base_statistic(posts: list[Node]) -> str | None:
    """Return which base statistic a phrase asks for: "with a base statistic of 0"."""
    if len(posts) < 2 or posts[0].kind != "of_number" or posts[1].kind != "with":
        return None
    quality = posts[1].node("quality")
    if quality is None or noun_of(quality) != "base statistic" or len(quality.parts) != 2:
        return None
    number = posts[0].get("number")
    one = quality.node("quantifier")
    known = one is not None and one.kind == "a" and isinstance(number, int)
    return f"base statistic {number}" if known else None


def counters_of(phrase: Value) -> str | None:
    """Return the name of the counters of which a phrase speaks; "boost" for boosts."""
    noun = phrase.node("noun") if isinstance(phrase, Node) and phrase.kind == "phrase" else None
    if noun is None:
        return None
    if isinstance(phrase, Node) and noun_of(phrase) == "boost":
        return "boost"
    sorts = items(noun.node("sort"), "items") if noun.kind == "compound" else []
    inner = noun.node("noun")
    word = None if inner is None else inner.get("noun")
    if not isinstance(word, Noun) or word.lemma != "counter" or len(sorts) != 1:
        return None
    name = sorts[0].get("noun") if sorts[0].kind == "named" else None
    return name.lemma.lower() if isinstance(name, Noun) else None


def spent(core: Node | None) -> tuple[int, str] | None:
    """Return how many counters of the object itself are spent, and of which name."""
    if core is None or core.kind != "verb_object" or core.get("verb") != "spend":
        return None
    thing = core.node("object")
    own = None if thing is None else thing.node("quantifier")
    whose = None if own is None or own.kind != "of_own" else own.node("whose")
    name = counters_of(thing)
    count = None if own is None else own.get("count")
    if name is None or thing is None or len(thing.parts) != 2 or not isinstance(count, int):
        return None
    return (count, name) if whose is not None and whose.kind == "my" else None


def whose_of(phrase: Node) -> str | None:
    """Return whose a phrase says that something is."""
    quantifier = phrase.node("quantifier")
    whose = None if quantifier is None or quantifier.kind != "own" else quantifier.node("whose")
    return None if whose is None else whose.kind


def conditions(value: Node | None, it: str | None) -> str | None:
    """Return a condition in the words of a card file."""
    if value is None:
        return None
    if value.kind == "is":
        return _being(value, it)
    if value.kind == "there_is":
        thing = value.node("subject")
        least = _least(thing) if thing is not None and len(value.parts) == 1 else None
        if least and thing is not None and (statistics := _statistics(thing)) is not None:
            return f"{statistics} is at {least[0]} {least[1]}"
        words = None if thing is None or least is None else filter_words(thing)
        if words is None or least is None or "control" in words:
            return None
        return f"number of {words} is at {least[0]} {least[1]}"
    subject, acts = value.node("subject"), value.node("acts")
    core = None if acts is None or acts.kind != "act" else acts.node("core")
    if value.kind != "does" or subject is None or core is None:
        return None
    if acts is None or len(acts.parts) != 1 or len(value.parts) != 2:
        return None
    thing = core.node("object")
    if core.kind != "verb_object" or thing is None or len(core.parts) != 2:
        return None
    least = _least(thing)
    if least is None:
        return None
    how, number = least
    if subject.kind == "i":
        boosts = core.get("verb") == "have" and count_of(thing, "boost", bound=True) is not None
        return f"boosts of this is at {how} {number}" if boosts else None
    if subject.kind != "you":
        return None
    if core.get("verb") == "control":
        words = filter_words(thing)
        if words is None or "control" in words or "reserve" in words:
            return None
        return f"number of {words} you control is at {how} {number}"
    if core.get("verb") == "have" and (statistics := _statistics(thing)) is not None:
        return f"{statistics} is at {how} {number}"
    if core.get("verb") == "have" and noun_of(thing) == "mana orb" and len(thing.parts) == 2:
        return f"mana orbs of you is at {how} {number}"
    if core.get("verb") == "have" and noun_of(thing) == "card":
        words = filter_words(thing)
        place = {"card in reserve": "reserve", "card in your reserve": "reserve"}.get(words or "")
        place = "hand" if words == "card in your hand" else place
        return None if place is None else f"{place} of you is at {how} {number}"
    return None


def _facing(what: Node | None) -> str | None:
    """Return the condition that the object faces so many of something."""
    least = None if what is None else _least(what)
    words = None if what is None else filter_words(what)
    if least is None or words is None or "control" in words:
        return None
    placed = what is not None and what.get("posts") is not None
    # "An Expedition in {O}" asks for a place, and a thing for none.
    if placed != words.startswith("expedition in ") or (not placed and "expedition" in words):
        return None
    return f"number of {words} facing this is at {least[0]} {least[1]}"


def _statistics(thing: Node) -> str | None:
    """Return how many base statistics there are: "base statistics of 0 among Characters"."""
    posts = {post.kind: post for post in items(thing.node("posts"), "items")}
    number = posts["of_number"].get("number") if "of_number" in posts else None
    of = posts["of"].node("of") if "of" in posts else None
    words = None if of is None or len(posts) != 2 else filter_words(of)
    if noun_of(thing) != "base statistic" or words is None or not isinstance(number, int):
        return None
    return f"base statistics {number} among {words}" if words.endswith("you control") else None


def _least(phrase: Node) -> tuple[str, int] | None:
    quantifier = phrase.node("quantifier")
    if quantifier is None:
        return None
    if quantifier.kind in ("a", "another"):
        return "least", 1
    if quantifier.kind == "no":
        return "most", 0
    count = quantifier.get("count")
    if quantifier.kind == "fewer" and isinstance(count, int):
        return "most", count - 1
    how = {"at_least": "least", "at_most": "most"}.get(quantifier.kind)
    return (how, count) if how is not None and isinstance(count, int) else None


def _being(value: Node, it: str | None) -> str | None:
    subject, complement = value.node("subject"), value.node("complement")
    if subject is None or complement is None or len(value.parts) != 2:
        return None
    if complement.kind == "being" and complement.get("being") == "empty":
        place = (
            noun_of(subject) if whose_of(subject) == "your" and len(subject.parts) == 2 else None
        )
        return f"{place} of you is at most 0" if place in ("hand", "reserve") else None
    if complement.kind == "being" and complement.get("being") == "first player":
        opponent = noun_of(subject) == "opponent" and whose_of(subject) == "your"
        if opponent and len(subject.parts) == 2:
            return "opponents is first player"
        return "you is first player" if subject.kind == "you" else None
    standing = complement.get("being") if complement.kind == "being" else None
    of = {"my": "this", "its": it}.get(whose_of(subject) or "")
    if noun_of(subject) == "expedition" and of and len(subject.parts) == 2:
        known = standing in ("ahead", "behind", "tied") and len(complement.parts) == 1
        return f"the expedition of {of} is {standing}" if known else None
    where = complement.node("place") if complement.kind == "in" else None
    if where is not None and subject.kind == "i" and noun_of(where) == "expedition":
        said = items(where.node("describers"), "items")
        one = where.node("quantifier")
        alone = len(said) == 1 and one is not None and one.kind == "a" and len(where.parts) == 3
        word = str(said[0].get("keyword") or said[0].get("state")).strip("[]") if alone else ""
        return "the expedition of this is ascended" if word == "ascended" else None
    who = {"i": "this", "it": it}.get(subject.kind)
    if (found := terrain_of(where)) is not None and who:
        return f"{who} is in {found}"
    own = subject.node("quantifier")
    if found is not None and own is not None and own.kind == "neither_of":
        whose = own.node("whose")
        mine = whose is not None and whose.kind == "my" and len(subject.parts) == 2
        known = mine and noun_of(subject) == "expedition"
        return f"number of expedition in {found} you control is at most 0" if known else None
    if complement.kind == "facing" and subject.kind == "i" and len(complement.parts) == 1:
        return _facing(complement.node("what"))
    if complement.kind == "of_state" and (least := _least(subject)) is not None:
        return _visible(subject, complement, least)
    word = str(complement.get("keyword")).strip("[]") if complement.kind == "keyword" else ""
    if who and word == "in_contact":
        return f"the expedition of {who} is contacting"
    return f"{who} is {word}" if who and word in _DESCRIBED else None


def _visible(subject: Node, complement: Node, least: tuple[str, int]) -> str | None:
    """Return the condition that so many regions with a single terrain are visible."""
    said = {one.get("state") for one in items(subject.node("describers"), "items")}
    how = {one.get("state") for one in walk(complement) if one.kind == "state"}
    known = noun_of(subject) == "region" and len(subject.parts) == 3
    if not known or said != {"single-terrain"} or how != {"visible"}:
        return None
    return f"visible single-terrain regions is at {least[0]} {least[1]}"
