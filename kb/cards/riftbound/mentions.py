"""What Riftbound's noun phrases are made of: zone, side, and what else describes them.

The roles are remarks in the grammar (``costs:cost``, ``event:trigger`` …); what cannot be seen
from the frame alone (a destination is where a unit is moved or played, but is acted upon when
damage is dealt "to" it) is settled here from the verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.cards.english import noun_number
from kb.cards.mentions import Mention, MentionRules
from kb.cards.reference import References
from kb.cards.riftbound.passive import is_passive
from kb.cards.values import Node, Noun, Value, Verb, walk

ZONES = {
    "hand": "hand",
    "trash": "trash",
    "deck": "deck",
    "base": "base",
    "battlefield": "battlefield",
    "location": "board",
    "zone": "zone",
    "board": "board",
}
"""Where a noun of a place puts what it describes."""

HOME_ZONES = {
    "unit": "board",
    "gear": "board",
    "equipment": "board",
    "rune": "board",
    "token": "board",
    "battlefield": "battlefield",
    "legend": "legend",
    "player": "player",
    "opponent": "player",
    "controller": "player",
    "owner": "player",
    "ally": "player",
    "teammate": "player",
    "spell": "chain",
}
"""Where a noun's objects are when no place is named."""

_SIDES = {"your": "own", "my": "own", "their": "other"}
_CONTROLLED = {
    "you control^c": "own",
    "you own": "owned",
    "you do not^t control": "not_own",
    "they control^c": "other",
    "that player controls": "other",
    "a opponent controls": "enemy",
    "opponents control^c": "enemy",
    "you or^n allies control": "friendly",
}
_HIDDEN = {"hand", "deck"}


def _nodes(value: Value) -> Iterator[Node]:
    """Every node that belongs to this phrase and not to a phrase inside it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, Node):
        yield value
        if value.kind not in PHRASES:
            for _, part in value.parts:
                yield from _nodes(part)


def _lemmas(value: Value) -> Iterator[str]:
    if isinstance(value, Noun):
        yield value.lemma
    elif isinstance(value, tuple):
        for item in value:
            yield from _lemmas(item)
    elif isinstance(value, Node):
        for name, part in value.parts:
            if name != "sort":
                yield from _lemmas(part)


def describe(node: Node, mention: Mention) -> Mention:
    """Complete a mention with its zone, side and features."""
    if node.kind == "part_of":
        return _part_of(node, mention)
    features: list[str] = []
    side, zone = mention.side, ""
    quantifier = node.node("quantifier")
    for inner in _nodes(quantifier):
        side = _SIDES.get(inner.kind, side)
        if (number := str(inner.get("count")).strip()) in _NUMBERS:
            mention = replace(mention, count=_NUMBERS.index(number))
        if inner.kind == "my":
            features.append("mine")
    # "A friendly unit or enemy gear": what a later noun has of its own, the first has not for both.
    apart = {inner.kind for inner in walk(node.get("noun"))} & {"side", "state_of"}
    for inner in _nodes(node.get("describers")):
        if inner.kind in apart:
            continue
        if inner.kind == "side":
            side = str(inner.get("side"))
        elif inner.kind == "state_of":
            features.append(str(inner.get("state")).split("^")[0].strip("[]"))
    control = node.node("control")
    if control is not None and control.kind == "controlled":
        side = _CONTROLLED.get(str(control.get("by")), side)
    for inner in _nodes(node.get("posts")):
        zone = zone or _zone_of(inner)
        if inner.kind == "done_how":
            features.append(str(inner.get("past")).split("^")[0])
        if inner.kind == "might_bound":
            most = str(inner.get("bound")) != "or more"
            features.append(f"might at {'most' if most else 'least'} {inner.get('might')}")
        shared = inner.node("quantifier") if inner.kind == "with_thing" else None
        if shared is not None and shared.kind == "same":
            features.append("alike")
        if inner.kind == "with_keyword":
            features.append(f"{inner.get('with')}".split("^")[0])
    if apart or not _plainly_described(node):
        features.append("further")
    if not zone:
        zone = next((HOME_ZONES[h] for h in mention.heads if h in HOME_ZONES), "")
    if "facedown" in features and zone in {"", "board"}:
        zone = "battlefield"
    if "other" in features or mention.quantifier == "another":
        features.append("other")
    return replace(mention, side=side, zone=zone, features=tuple(dict.fromkeys(features)))


_PLAIN_STATES = frozenset(
    {"attacking", "buffed", "defending", "exhausted", "facedown", "mighty", "other", "ready"}
    | {"stunned", "unbuffed"}
)


def only_tags(node: Node) -> bool:
    """Whether tags, beside zone, side, states and bounds of Might, are all that describes it."""
    return _plainly_described(node, _PLAIN_HEADS | {"named"})


_PLAIN_HEADS = frozenset({"noun", "glued_nouns", "described"})


def _plainly_described(node: Node, plain: frozenset[str] = _PLAIN_HEADS) -> bool:
    """Whether zone, side, states and bounds of Might are all that describes a phrase."""
    if node.kind in {"place", "bare_place", "whose", "whose_bare"}:
        return True
    for inner in walk(node.get("describers")):
        state = str(inner.get("state")).split("^")[0].strip("[]")
        if inner.kind == "state_of" and state not in _PLAIN_STATES:
            return False
        if inner.kind not in {"describers", "side", "state_of"}:
            return False
    if any(inner.kind not in plain for inner in _head_nodes(node)):
        return False
    control = node.node("control")
    if control is not None and control.kind != "controlled":
        return False
    posts = node.node("posts")
    items = posts.get("items") if posts is not None else ()
    return isinstance(items, tuple) and all(map(_plain_post, items))


def _head_nodes(node: Node) -> Iterator[Node]:
    return (inner for inner in walk(node.get("noun")) if not inner.get("side"))


def _plain_post(post: Value) -> bool:
    if not isinstance(post, Node):
        return False
    if post.kind == "with":
        qualities = post.node("qualities")
        return qualities is not None and qualities.kind == "might_bound"
    if post.kind == "place_word":
        word = post.node("word")
        return word is not None and word.kind == "here"
    place = post.node("place") if post.kind == "at_a" else None
    if place is None or place.get("control") is not None:
        return False
    described = place.node("describers")
    quantifier = place.node("quantifier")
    plain = described is None or not described.get("items")
    return (
        plain and _zone_of(post) != "" and (quantifier is None or quantifier.kind in {"a", "own"})
    )


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _part_of(node: Node, mention: Mention) -> Mention:
    of = node.node("of")
    portion = node.node("portion")
    quantifier = portion.kind if portion is not None else ""
    if portion is not None and portion.kind == "portion":
        quantifier = str(portion.get("portion")).split("^")[0].replace(" ", "_")
        inner = of.node("quantifier") if of is not None else None
        if quantifier == "each" and inner is not None and inner.kind not in _SETTLED:
            # "Each of up to two units": which two is chosen, and then each of them is meant.
            quantifier = inner.kind
            count = next((n.get("count") for n in walk(inner) if n.get("count")), None)
            mention = replace(mention, count=count if isinstance(count, int) else mention.count)
    whole = describe(of, replace(mention, heads=_heads(of))) if of is not None else mention
    features = whole.features
    if of is not None and any(inner.kind in _ANOTHERS for inner in walk(of.get("quantifier"))):
        features = (*features, "further")
    return replace(whole, frame="part_of", quantifier=quantifier, features=features)


_ANOTHERS = frozenset({"its", "of_whose", "the_others"})
"""Owners that are things: what they have, a board does not show."""


_SETTLED = frozenset({"all", "each", "own", "that", "the", "those"})
"""Quantifiers that leave nothing to choose."""


def _heads(node: Node) -> tuple[str, ...]:
    return tuple(_lemmas(node.get("noun")))


def _zone_of(post: Node) -> str:
    if post.kind == "place_word":
        return "board"
    if post.kind == "at_a":
        place = post.node("place")
        if place is not None:
            return next((ZONES[lemma] for lemma in _heads(place) if lemma in ZONES), "")
    return ""


def imply(node: Node) -> Mention | None:
    """Return what a frame is about without naming it: the card that "Discard 1" means.

    A keyword of the card's own that means a choice brings the phrase that is chosen for it.
    """
    if node.kind in {"keywords", "keyword_for_but"}:
        for inner in walk(node.node("keyword") or node):
            keyword = str(inner.get("keyword")).strip("[]").replace("-", "_")
            if keyword in CHOOSING:
                may = keyword == "weaponmaster"
                found = Mention(0, 0, keyword, zone="board", side="own", verb="attach", perhaps=may)
                return replace(found, words=CHOOSING[keyword])
        return None
    if node.kind == "manner" and str(node.get("manner")) == "to here":
        return Mention(0, 0, "to_here")
    if node.kind == "exhaust_this":
        return Mention(0, 0, "this_permanent", quantifier="this", zone="board", verb="exhaust")
    verb, amount = node.get("verb"), node.get("amount")
    if node.kind in {"act_amount", "act_amount_from"} and isinstance(verb, Verb):
        zone = {"discard": "hand", "recycle": "trash"}.get(verb.lemma, "")
        if zone and isinstance(amount, int):
            card = Mention(0, 0, "cards", heads=("card",), quantifier="exactly", count=amount)
            return replace(card, zone=zone, verb=verb.lemma)
    return None


def more_roles(node: Node, part: str) -> frozenset[str]:
    """Return the roles that a node's other parts give to one of its parts."""
    roles: set[str] = set()
    if node.kind == "may" and part == "acts" and str(node.get("modal")) == "must":
        roles.add("must")
    if node.kind == "may" and part == "acts" and str(node.get("modal")).split("^")[0] in _DENIALS:
        roles.add("denied")
    if node.kind == "replace" and part == "with":
        roles.add("made")
    if node.kind == "act_how" and part == "act":
        how = node.node("how")
        if how is not None and how.kind in {"as_cost", "as_cost_alone"}:
            roles.add("cost")
    if node.kind == "as_cost":
        roles.add("cost")
    if node.kind == "under" and part == "does":
        condition = node.node("condition")
        if condition is not None and condition.kind == "additional_cost":
            roles.add("cost")
    if node.kind == "prep" and part == "what" and node.get("prep") == "split among":
        roles.add("split")
    if (node.kind, part) in _IDENTITIES:
        roles.add("identity")
    if part in {"subject", "passive"} and _unchoosable(node):
        roles.add("shielded" if part == "subject" else "kept_off")
    if node.kind in BARGAINS and part == "acts":
        # "Do X to do Y": the first half is paid while the ability is carried out.
        roles.add("bargain")
    if node.kind in {"under", "if"} and replaces(node):
        # What a replacement waits for and what it does instead are both part of it.
        roles.add("replacement")
    if node.kind in {"under", "if"} and _meanwhile(node):
        roles.add("meanwhile")
    if part == "cond" and _nth_time(node):
        roles.add("nth_time")
    if part == "subject" and _enters(node):
        roles.add("entering")
    return frozenset(roles)


def optional(node: Node, part: str) -> bool:
    """Whether a part of a node says what may be done, or is done under a condition only."""
    if node.kind in {"may", "may_to"} and part in {"acts", "goal"}:
        return str(node.get("modal")).split("^")[0] == "may"
    condition = node.node("condition")
    inside = node.kind == "under" and part == "does" and not _nth_time(condition)
    return inside and condition is not None and condition.kind in {"if", "does", "is", "may"}


def delayed(node: Node, part: str) -> bool:
    """Whether a part of a node is done by a delayed trigger: as the turn ends, or on an event.

    "At the end of your turn" is the condition of an ability of a permanent, "at the end of this
    turn" speaks of one turn.
    """
    if node.kind == "act_how" and part == "act":
        how = node.node("how")
        return how is not None and how.kind == "at_moment" and _at_one_time(how, bare=True)
    condition = node.node("condition") if node.kind == "under" and part == "does" else None
    match condition.kind if condition is not None else "":
        case "at":
            return _at_one_time(condition)
        case "when":
            return _in_this_turn(condition)
        case "if":
            return _nth_time(condition) and _in_this_turn(condition)
        case "during":
            inner = node.node("does")
            waits = inner.node("condition") if inner is not None else None
            sets_off = waits is not None and (waits.kind in {"at", "when"} or _nth_time(waits))
            return sets_off and _lasts(condition)
    return False


def _at_one_time(node: Node | None, *, bare: bool = False) -> bool:
    """Whether a time of one turn is told: "at the end of this turn", "of your next Main Phase"."""
    when = next((one for one in walk(node) if one.kind == "when_"), None)
    of = when.node("of") if when is not None else None
    if when is None or of is None or not str(when.get("time")).startswith("at "):
        return False
    if any(str(one.get("state")).split("^")[0] == "next" for one in walk(of)):
        return True
    quantifier = of.node("quantifier")
    return bare if quantifier is None else quantifier.kind in {"this_one", "that"}


def _in_this_turn(condition: Node | None) -> bool:
    """Whether an event is waited for as long as this turn lasts."""
    event = (condition.node("event") or condition.node("cond")) if condition is not None else None
    return any(one.kind == "time" and _lasts(one) for one in walk(event))


def _lasts(node: Node | None) -> bool:
    """Whether a frame of time is this turn, or this combat."""
    time = str(node.get("time")) if node is not None else ""
    return time.replace("^t", "") in {"this turn", "this combat"}


def _unchoosable(node: Node) -> bool:
    """Whether a sentence says that something can't be chosen."""
    passive = node.node("passive") if node.kind == "may_be" else None
    if passive is None or str(node.get("modal")).split("^")[0] != "can not":
        return False
    return any(str(inner.get("past")).split("^")[0] == "chosen" for inner in walk(passive))


def replaces(node: Node) -> bool:
    """Whether a condition waits for what would happen, to change it."""
    condition = node.node("condition") if node.kind == "under" else node
    if condition is None or condition.kind not in {"if", "when"}:
        return False
    if str(condition.get("if")) == "the next time":
        return True
    return any(str(inner.get("modal")) == "would" for inner in walk(condition))


def _meanwhile(node: Node) -> bool:
    """Whether something is said to be done "as" something else happens."""
    condition = node.node("condition") if node.kind == "under" else node
    return condition is not None and condition.kind == "if" and str(condition.get("if")) == "as"


def _nth_time(node: Node | None) -> bool:
    """Whether something is waited for that happens "the first time", or another."""
    return node is not None and node.kind == "if" and str(node.get("if")) in _NTH_TIMES


_NTH_TIMES = frozenset({"the first time", "the second time", "the third time"})


def _enters(node: Node) -> bool:
    """Whether a clause says that its subject enters, which spells never do."""
    does = node.node("acts")
    verb = does.get("verb") if does is not None else None
    return isinstance(verb, Verb) and verb.lemma == "enter"


def public(mention: Mention) -> bool:
    """Whether everyone sees what a mention is about: not what lies in a hand or a deck."""
    return mention.zone not in _HIDDEN


_DENIALS = frozenset({"can not", "do not", "may not", "must not"})
"""Modals by which something is not to be done."""

CHOOSING = {
    "equip": "a unit you control",
    "quick_draw": "a unit you control",
    "weaponmaster": "an Equipment you control",
}
"""What is chosen for keywords: what they attach the card to, or what they attach to the card."""

_IDENTITIES = {("is", "complement"), ("is_still", "complement"), ("become", "object")}
"""Parts that say what something is."""


def either(node: Node) -> tuple[Node, ...]:
    """Return the phrases of which a node means one, if one of them leaves open which.

    "Your hand or your base" are places, and no things of which one is chosen.
    """
    if node.kind != "any_of":
        return ()
    choices: tuple[Node, ...] = ()
    left: Value = node
    while isinstance(left, Node) and left.kind == "any_of":
        second = left.node("second")
        choices = (second, *choices) if second is not None else choices
        left = left.get("first")
    choices = (left, *choices) if isinstance(left, Node) else choices
    if any(one.kind not in RULES.phrases | RULES.pronouns for one in choices):
        return ()
    if any(head in _PLACES for one in choices for head in _heads(one)):
        return ()
    quantifiers = [one.node("quantifier") for one in choices]
    open_ = any(one is not None and one.kind in _OPEN for one in quantifiers)
    return choices if open_ else ()


_PLACES = ZONES.keys() - {"battlefield"}
_OPEN = frozenset({"a", "another", "any", "exactly", "limit"})
"""Quantifiers that leave open which thing is meant."""

BARGAINS = frozenset({"do_to", "may_to", "does_to"})

PHRASES = frozenset({"phrase", "bare", "place", "bare_place", "whose", "whose_bare", "such"})

_THINGS = frozenset(
    {"unit", "gear", "spell", "card", "rune", "legend", "champion", "ability", "equipment"}
    | {"token", "permanent", "object", "attacker", "defender", "battlefield"}
)
"""Nouns for things of the game."""

RULES = MentionRules(
    phrases=PHRASES | {"part_of"},
    pronouns=frozenset(
        {"it", "them", "they", "me", "i", "we", "us", "this", "you", "those_ones", "each_one"}
        | {"one", "the_rest", "the_other", "each_other", "mine", "this_other", "here", "there"}
    ),
    players=frozenset({"player", "opponent", "owner", "controller", "they", "ally", "attacker"})
    | {"defender"},
    roles=frozenset(
        {
            "bargain",
            "identity",
            "split",
            "cost",
            "trigger",
            "condition",
            "replacement",
            "meanwhile",
            "entering",
            "nth_time",
            "alternative",
            "must",
            "restriction",
            "destination",
            "measured",
            "count",
            "shielded",
            "kept_off",
            "denied",
            "made",
        }
    ),
    describe=describe,
    imply=imply,
    whole=frozenset({"part_of"}),
    verbs={"deal": "deal", "deal_damage": "deal", "give": "give", "pay_object": "pay"},
    more_roles=more_roles,
    number=noun_number,
    later=frozenset({"do_this", "modes"}),
    items=frozenset({"item"}),
    passive=is_passive,
    quoted=frozenset({"quoted"}),
    # "In combat with a friendly unit" speaks of a thing, "with the same tag" does not.
    only_of={"with_thing": _THINGS},
    optional=optional,
    delayed=delayed,
    either=either,
)

REFERENCES = References(
    one=frozenset({"it"}),
    many=frozenset({"they", "them", "those_ones"}),
    place=frozenset({"there"}),
    rest=frozenset({"the_rest"}),
    part=frozenset({"one", "each_one"}),
    pointing=frozenset({"that", "those"}),
    described=frozenset({"chosen", "revealed", "discarded", "killed", "recycled", "banished"}),
    things=_THINGS,
    places=frozenset({"battlefield", "base", "location", "hand", "trash", "deck", "zone"}),
    players=frozenset({"player", "opponent", "ally", "owner", "controller"}),
    apart=frozenset({"unit", "gear", "spell", "rune", "legend", "battlefield"}),
    acts_of_players=frozenset(
        {"reveal", "discard", "play", "draw", "pay", "choose", "control", "own", "recycle", "look"}
        | {"put", "give", "kill", "banish", "return", "channel", "score", "conquer", "hold", "move"}
        | {"do", "spend", "exhaust", "ready", "place", "search", "banishes", "lose", "win"}
    ),
    passing=frozenset({"alternative", "identity", "count", "measured"}),
    means=("with ", "by ", "using "),
    inside=("from ", "in ", "at ", "among ", "into "),
    place_is=(" is empty", " is occupied", " is uncontrolled", " is open"),
)
