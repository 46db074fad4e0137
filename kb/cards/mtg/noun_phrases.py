"""What a phrase of Magic's text shows by its form alone, whatever the text said before."""

from __future__ import annotations

from collections.abc import Iterator

from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    items,
    lemma,
    plain,
    quantifier_kind,
)
from kb.cards.mtg.subtypes import SUBTYPES
from kb.cards.mtg.words import listed
from kb.cards.saying import clauses_of
from kb.cards.values import Node, Noun

TYPES = listed("artifact creature enchantment instant land planeswalker sorcery")

COLORS = listed("white blue black red green")

PLAYERS = listed("player opponent you")

MEASURES = {"mana value": "mana value", "power": "power", "toughness": "toughness"}

KEYWORDS = frozenset(
    [
        *listed(
            "aftermath banding deathtouch defender fear flash flying haste hexproof horsemanship"
        ),
        *listed("indestructible infect intimidate islandwalk forestwalk mountainwalk plainswalk"),
        *listed("swampwalk landwalk lifelink menace reach shadow shroud skulk trample vigilance"),
        *listed("changeling devoid evolve exalted exploit extort flanking ingest melee mentor"),
        *listed(
            "persist phasing prowess riot training undying unleash wither convoke delve improvise"
        ),
        *listed("storm cascade rebound retrace daybound nightbound"),
        *(f"protection from {one}" for one in sorted(COLORS)),
        *("protection from artifacts", "protection from creatures", "protection from everything"),
        *("battle cry", "double strike", "first strike", "split second", "totem armor"),
        *("umbra armor",),
    ]
)

_GIVING = listed("flying deathtouch haste hexproof indestructible lifelink menace reach shadow")

_GIVING |= {"first strike", "double strike", *listed("trample vigilance")}
"""Keywords that a counter of that name gives."""

_TELLING_COUNTERS = (KEYWORDS - _GIVING) | listed("decayed exalted finality shield stun")
"""Counters of which the book says what comes of them, and no rule here carries it out."""

_WAYS = {"milled": "put there", "discarded": "put there", "exiled": "exiled"}

_OF_CREATURES = ("with ", "without ", "power ", "toughness ")


def is_on_the_battlefield(acts: Node, *, negated: bool = False) -> bool:
    """Whether it is said that something is, or isn't, on the battlefield, and no more than that."""
    how, core = (acts.node("how"), acts.node("act")) if acts.kind == "act_how" else (None, None)
    where = None if how is None or how.kind != "prep" else how.node("what")
    be = None if core is None or core.kind != "be_alone" else core.node("be")
    return (
        where is not None
        and how is not None
        and plain(how.get("prep")) == "on"
        and lemma(where) == "battlefield"
        and not is_described(where)
        and be is not None
        and be.kind == ("be_not" if negated else "be")
    )


def lies_in_your_graveyard(acts: Node) -> bool:
    """Whether it is said that something is in your graveyard, and no more than that."""
    how, core = (acts.node("how"), acts.node("act")) if acts.kind == "act_how" else (None, None)
    where = None if how is None or how.kind != "prep" else how.node("what")
    quantifier = None if where is None else where.node("quantifier")
    be = None if core is None or core.kind != "be_alone" else core.node("be")
    return (
        where is not None
        and be is not None
        and be.kind == "be"
        and how is not None
        and plain(how.get("prep")) == "in"
        and lemma(where) == "graveyard"
        and quantifier is not None
        and plain(quantifier.get("whose")) == "your"
        and not is_described(where)
    )


def done_this_way_to(posts: list[Node]) -> str:
    """Return how "cards milled this way" came where they are."""
    past = way_of(posts)
    return f"{_WAYS[past]} this way" if past in _WAYS else ""


def way_of(posts: list[Node]) -> str:
    """Return the participle before "this way"."""
    for post in posts:
        hows = items(post.node("how"), "adverbs") if post.kind == "done_after" else []
        if [plain(how.get("manner")) for how in hows] == ["this way"]:
            return plain(post.get("past"))
    return ""


def done_this_way(acts: Node) -> str:
    """Return the same of "is milled this way"."""
    how = acts.node("how") if acts.kind == "act_how" else None
    being = acts.node("act") if acts.kind == "act_how" else None
    done = being.node("complement") if being is not None and being.kind == "be_so" else None
    if how is None or done is None or plain(how.get("manner")) != "this way":
        return ""
    past = plain(done.get("past"))
    return f"{_WAYS[past]} this way" if past in _WAYS else ""


def counter_kind(describer: Node) -> str:
    """Return of which kind counters are, unless the book says what comes of that kind."""
    if describer.kind == "sized":
        return str(describer.get("change")).strip("&").partition("^")[0]
    if describer.kind == "sort" and (kind := plain(describer.get("sort"))) not in _TELLING_COUNTERS:
        return kind
    raise Unsaid("which counters")


def kind_of_counters(describers: list[Node]) -> str:
    """Return of which kind "a flying counter" or "a first strike counter" is."""
    words = " ".join(plain(one.get("sort")) for one in describers if one.kind == "sort")
    if len(describers) == 2 and words in _GIVING:
        return words
    if len(describers) != 1:
        raise Unsaid("which counters")
    return counter_kind(describers[0])


def was_kicked(acts: Node) -> bool:
    """Whether this is "was kicked", once and with whatever kicker there is."""
    being, done = acts.node("be"), acts.node("complement")
    plainly = acts.kind == "be_so" and being is not None and being.kind == "was"
    return plainly and done is not None and plain(done.get("past")) == "kicked"


def was_attacked(acts: Node | None) -> bool:
    """Whether "attacked this turn" is said."""
    done = acts.node("act") if acts is not None and acts.kind == "act_related" else None
    when = items(None if acts is None else acts.node("how"), "adverbs")
    times = [plain(one.get("time")) for one in when]
    return done is not None and plain(done.get("past")) == "attacked" and times == ["this turn"]


def was_dealt_damage(post: Node) -> tuple[Node, ...] | None:
    """Return by what, of "that was dealt damage this turn", "dealt damage by this this turn".

    Empty where nothing is said of that, and None where a phrase says something else.
    """
    acts = post.node("acts") if post.kind == "that_does" else None
    done = post if post.kind == "done_to_after" else None
    if acts is not None and acts.kind == "act_related":
        inner, being = acts.node("act"), None if acts.node("act") is None else acts.node("act")
        be = None if being is None else being.node("be")
        done = inner if be is not None and be.kind == "was" else None
    if done is None or plain(done.get("past")) != "dealt":
        return None
    thing = done.node("object")
    if lemma(thing) != "damage" or thing is None or is_described(thing):
        return None
    hows = items((acts or post).node("how"), "adverbs")
    times = [plain(one.get("time")) for one in hows if one.kind == "time"]
    by = [one for one in hows if one.kind == "prep" and plain(one.get("prep")) == "by"]
    what = tuple(node for one in by if (node := one.node("what")) is not None)
    return what if times == ["this turn"] and len(hows) == 1 + len(what) else None


def bound_of(what: Node) -> str | None:
    """Read "the greatest power among creatures that player controls", of creatures."""
    words = [plain(one.get("state")) for one in items(what.node("describers"))]
    posts = items(what.node("posts"))
    if words not in (["greatest"], ["highest"]) or lemma(what) not in ("power", "toughness"):
        return None
    among = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    whose = items(None if among is None else among.node("posts"))
    if among is None or plain(posts[0].get("prep")) != "among" or items(among.node("describers")):
        return None
    theirs = [(plain(one.get("subject")), plain(one.get("verb"))) for one in whose]
    one_player = theirs in ([("that player", "controls")], [("they", "control")])
    if lemma(among) != "creature" or not one_player or items(whose[0].node("how")):
        return None
    return f"with the greatest {lemma(what)}"


def told_apart(posts: list[Node]) -> Iterator[Node]:
    """Yield what is said behind a noun; what stands behind a measure of it is said of it, too."""
    for post in posts:
        what = post.node("what") if post.kind == "with" else None
        inner = items(None if what is None else what.node("posts"))
        if what is not None and len(inner) > 1 and lemma(what) in MEASURES:
            yield post.put("what", what.put("posts", Node("posts", (("items", tuple(inner[:1])),))))
            yield from inner[1:]
        else:
            yield post


def with_other(words: str) -> str:
    """Return a filter of which each clause leaves out the thing itself."""
    clauses = clauses_of(words)
    return " or ".join(f"other {clause}" for clause in clauses)


def quality_chosen(post: Node) -> str:
    """Return "of the chosen color" or "of the chosen type", if that is what is said."""
    what = post.node("what") if post.kind == "of" and plain(post.get("prep")) == "of" else None
    if what is None or lemma(what) not in ("color", "type") or items(what.node("posts")):
        return ""
    past = [str(one.get("past")).partition("^")[0] for one in items(what.node("describers"))]
    chosen = past == ["chosen"] and quantifier_kind(what) == "the"
    return f"of the chosen {lemma(what)}" if chosen else ""


def named_alike(node: Node | None) -> tuple[Node, Node] | None:
    """Return a thing and the kind of all others "with the same name as that creature"."""
    first, second = (None, None) if node is None else (node.node("first"), node.node("second"))
    if node is None or node.kind != "all_of" or first is None or second is None:
        return None
    others, posts = items(second.node("describers")), items(second.node("posts"))
    name = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "with" else None
    if name is None or lemma(name) != "name" or quantifier_kind(second) not in ("all", "each"):
        return None
    states = [plain(one.get("state") or "") for one in items(name.node("describers"))]
    compared = items(name.node("posts"))
    that = compared[0].node("what") if len(compared) == 1 and compared[0].kind == "of" else None
    alike = states == ["same"] and that is not None and plain(compared[0].get("prep")) == "as"
    if not alike or that is None or quantifier_kind(that) != "that" or is_described(that):
        return None
    if not others or others[0].kind != "other" or lemma(that) != lemma(first):
        return None
    kept = Node("describers", (("items", tuple(others[1:])),))
    return first, second.put("describers", kept).put("posts", None)


def name_within(node: Node | None) -> str:
    """Return the noun that a phrase consists of, if it is one noun alone."""
    head = None if node is None or is_described(node) else node.node("noun")
    noun = None if head is None else head.get("noun")
    if not isinstance(noun, Noun) or not noun.name or '"' in noun.lemma:
        raise Unsaid("a name")
    return noun.lemma


def one_keyword_of(grant: Node) -> Node:
    """Return what is said behind "or" in a list of keywords."""
    return (grant.node("grant") or grant) if grant.kind.endswith("or_grant") else grant


def either_having(node: Node) -> list[Node] | None:
    """Return "creature with flying or reach" as two phrases, each of one keyword."""
    posts = items(node.node("posts"))
    for place, post in enumerate(posts):
        grants = items(post.node("grants")) if post.kind == "with_grants" else []
        last = grants[-1].kind if len(grants) > 1 else ""
        if not last.endswith("or_grant") or plain(post.get("with")) != "with":
            continue
        if any(one.kind not in ("keyword", "comma_grant") for one in grants[:-1]):
            raise Unsaid("which of them")
        made = []
        for one in grants:
            alone = post.put("grants", Node("grants", (("items", (one_keyword_of(one),)),)))
            rest = (*posts[:place], alone, *posts[place + 1 :])
            made.append(node.put("posts", Node("posts", (("items", rest),))))
        return made
    return None


def either_being(node: Node) -> list[Node] | None:
    """Return a phrase for each of what "that's a Wolf or a Werewolf" says."""
    posts = items(node.node("posts"))
    for place, post in enumerate(posts):
        acts = post.node("acts") if post.kind == "that_does" else None
        both = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        if acts is None or both is None or both.kind != "any_of":
            continue
        made = []
        for part in (both.node("first"), both.node("second")):
            if part is None:
                raise Unsaid("that is")
            kinds = {"small": "phrase", "small_bare": "bare"}
            whole = Node(kinds.get(part.kind, part.kind), part.parts, part.style, part.span)
            one = post.put("acts", acts.put("complement", whole))
            rest = (*posts[:place], one, *posts[place + 1 :])
            made.append(node.put("posts", Node("posts", (("items", rest),))))
        return made
    return None


def said_behind(nouns: list[str], after: list[str]) -> dict[str, list[str]]:
    """Return what is said of each of some nouns behind them.

    "Artifact or creature with flying": what only creatures have is said of the creature alone, and
    in "opponent or creature an opponent controls" nobody controls a player.
    """
    if len(nouns) == 1:
        return dict.fromkeys(nouns, after)
    players = [noun for noun in nouns if noun in PLAYERS]
    if players and after:
        if nouns[-1] in PLAYERS:
            raise Unsaid("of which it is said")
        things = [noun for noun in nouns if noun not in PLAYERS]
        return {**{noun: [] for noun in players}, **said_behind(things, after)}
    if "creature" not in nouns:
        return dict.fromkeys(nouns, after)
    shared = [words for words in after if not words.startswith(_OF_CREATURES) or "counter" in words]
    if len(shared) < len(after) and nouns[-1] != "creature":
        raise Unsaid("of which it is said")
    return {noun: after if noun == "creature" else shared for noun in nouns}


def place_of(node: Node | None) -> str:
    """Return where cards are: "in your graveyard"; empty where there is no word for it."""
    quantifier = None if node is None else node.node("quantifier")
    if node is None or quantifier is None or items(node.node("describers")):
        return ""
    where, kind = lemma(node), quantifier.kind
    if kind == "own" and plain(quantifier.get("whose")) == "your":
        return f"in your {where}" if where in ("graveyard", "hand", "library") else ""
    if where == "graveyard" and kind in ("a", "all"):
        return "in a graveyard"
    return ""


def lying_or_standing(node: Node) -> tuple[Node, Node] | None:
    """Return both of "artifact card in a graveyard or artifact on the battlefield"."""
    posts = items(node.node("posts"))
    if lemma(node) != "card" or [post.kind for post in posts] != ["placed", "placed"]:
        return None
    (where, there) = (post.node("what") for post in posts)
    head = None if where is None else where.node("noun")
    if head is None or head.kind != "or_noun" or where is None or lemma(there) != "battlefield":
        return None
    if [plain(post.get("prep")) for post in posts] != ["in", "on"]:
        return None
    zone, kind = head.node("first"), head.node("noun")
    lying = posts[0].put("what", where.put("noun", zone))
    if not place_of(lying.node("what")) or kind is None:
        return None
    empty = Node("posts", (("items", ()),))
    return (
        node.put("posts", Node("posts", (("items", (lying,)),))),
        node.put("posts", empty).put("describers", where.node("describers")).put("noun", kind),
    )


def places_of(node: Node | None) -> list[str]:
    """Return each of the places where cards are: of "your hand or graveyard" both."""
    node = None if node is None else without_counters(node)[0]
    head = None if node is None else node.node("noun")
    if node is None or head is None or head.kind != "or_noun":
        place = place_of(node)
        return [place] if place else []
    parts = [head.node("first"), head.node("noun")]
    found = [place_of(node.put("noun", part)) for part in parts]
    return found if all(found) else []


def without_counters(node: Node) -> tuple[Node, Node | None]:
    """Return a phrase without "with two +1/+1 counters on it", which it is not about, and that."""
    posts = items(node.node("posts"))
    last = posts[-1] if posts else None
    what = last.node("what") if last is not None and last.kind == "with" else None
    if last is None or what is None or plain(last.get("with")) != "with" or not on_it(what):
        return node, None
    return node.put("posts", Node("posts", (("items", tuple(posts[:-1])),))), what


def on_it(counters: Node) -> bool:
    """Whether counters are meant that are on what was just named."""
    posts = items(counters.node("posts"))
    on = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "placed" else None
    named = on is not None and on.kind in ("it", "him", "her", "them")
    return lemma(counters) == "counter" and named and plain(posts[0].get("prep")) == "on"


def in_your_party(node: Node) -> bool:
    """Whether a phrase is "creatures in your party"."""
    posts = items(node.node("posts"))
    where = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "placed" else None
    whose = None if where is None else where.node("quantifier")
    party = whose is not None and plain(whose.get("whose") or "") == "your"
    plainly = lemma(node) == "creature" and not items(node.node("describers"))
    return plainly and party and lemma(where) == "party" and plain(posts[0].get("prep")) == "in"


def full_party(thing: Node) -> bool:
    """Whether a phrase is "a full party"."""
    quantifier, describers = thing.node("quantifier"), items(thing.node("describers"))
    one = quantifier is not None and quantifier.kind == "a" and not items(thing.node("posts"))
    full = [plain(each.get("state") or "") for each in describers] == ["full"]
    return one and full and lemma(thing) == "party"


def devotion_of(node: Node) -> str:
    """Return the colours of "your devotion to white", "your devotion to white and black"."""
    quantifier, posts = node.node("quantifier"), items(node.node("posts"))
    yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
    to = len(posts) == 1 and plain(posts[0].get("prep") or "") == "to"
    if not to or not yours or lemma(node) != "devotion" or items(node.node("describers")):
        return ""
    color, second = plain(posts[0].get("state") or ""), plain(posts[0].get("second") or "")
    if posts[0].kind == "of_states" and color in COLORS and second in COLORS:
        return f"{color} and {second}"
    return color if posts[0].kind == "of_state" and color in COLORS else ""


def fewer_than(thing: Node | None) -> int:
    """Return the number of "less than five"."""
    least = thing is not None and plain(thing.get("portion") or "") == "less than"
    number = thing.node("of") if thing is not None and least else None
    if number is None or number.kind != "so_many_alone":
        raise Unsaid("a number")
    said = plain(number.get("count"))
    if said not in NUMBERS:
        raise Unsaid("a number")
    return NUMBERS[said]


def of_sacrificed(node: Node, whose: Node) -> str:
    """Return "power of sacrificed" for "the sacrificed creature's power"."""
    done = [plain(one.get("past") or "") for one in items(whose.node("describers"))]
    if done != ["sacrificed"] or quantifier_kind(whose) != "the" or items(whose.node("posts")):
        return ""
    return f"{plain(lemma(node))} of sacrificed"


def above_start(thing: Node | None) -> int | None:
    """Return the number of "at least 10 life more than your starting life total"."""
    least = thing is not None and thing.kind == "portion_of"
    life = thing.node("of") if thing is not None and least else None
    posts = items(None if life is None else life.node("posts"))
    to = posts[0].node("to") if len(posts) == 1 and posts[0].kind == "compared" else None
    if thing is None or life is None or to is None or plain(thing.get("portion")) != "at least":
        return None
    quantifier, whose = life.node("quantifier"), to.node("quantifier")
    number = None if quantifier is None else quantifier.get("count")
    more = lemma(life) == "life" and plain(posts[0].get("how")) == "more than"
    yours = whose is not None and plain(whose.get("whose")) == "your"
    start = lemma(to) == "starting life total"
    return number if isinstance(number, int) and more and yours and start else None


def is_both_at_once(node: Node) -> bool:
    """Tell whether "target artifact and enchantment" is said: one thing that is of several kinds.

    "Each artifact and enchantment", "instant and sorcery spells" are about all of either kind.
    """
    quantifier = node.node("quantifier")
    return quantifier is not None and _is_of_one(quantifier) and names_both(node)


def names_both(node: Node) -> bool:
    """Tell whether "and" stands between kinds in a phrase: "artifact and enchantment"."""
    heads = _within(node.node("noun"), ("first", "noun"))
    describers = (
        part for one in items(node.node("describers")) for part in _within(one, ("first", "second"))
    )
    return any(part.kind in _BOTH for part in (*heads, *describers))


_BOTH = listed("and_noun comma_and_noun and_describer comma_and_describer")

_ONE = listed("a another any target that this_one one_of_the")


def _is_of_one(quantifier: Node) -> bool:
    if quantifier.kind in ("targeted", "targeted_other"):
        counted = quantifier.node("count")
        return counted is not None and _is_of_one(counted)
    counts = ("exactly", "exactly__worded", "up_to", "just", "just__number")
    one = plain(quantifier.get("count")) in ("1", "one")
    return quantifier.kind in _ONE or (quantifier.kind in counts and one)


def _within(node: Node | None, names: tuple[str, str]) -> Iterator[Node]:
    """Yield a part of a list of words and all parts within it."""
    if node is not None:
        yield node
        for name in names:
            yield from _within(node.node(name), names)


def has_article(node: Node) -> bool:
    """Tell whether a phrase begins with "a" or "an"."""
    quantifier = node.node("quantifier")
    return quantifier is not None and quantifier.kind == "a"


def attached_to(node: Node) -> str | None:
    """Return "enchanted" or "equipped" creature: what an Aura or an Equipment is on."""
    words = [plain(one.get("past")) for one in items(node.node("describers"))]
    if words not in (["enchanted"], ["equipped"]) or items(node.node("posts")):
        return None
    return None if is_plural(node) else words[0]


def is_plural(node: Node) -> bool:
    """Tell whether a phrase is about several."""
    head = node.node("noun")
    while head is not None and head.get("first") is not None:
        head = head.node("first")
    noun = None if head is None else head.get("noun")
    return isinstance(noun, Noun) and noun.number == "many"


def apart_from_the_last(describer: Node) -> tuple[list[Node], list[Node]]:
    """Return which alternatives stand alone, and which belong to the words that follow.

    A type or a subtype that stands before an alternative of another sort, such as "legendary", is
    a kind of its own.
    """
    some = [*_alternatives(describer)]
    alone = [one for one in some if one.kind in ("sort", "subtype") or _is_type(one)]
    if len(some) == 1 or some[-1] in alone:
        return [], [describer]
    return alone, [one for one in some if one not in alone]


def _is_type(describer: Node) -> bool:
    return describer.kind == "state_of" and plain(describer.get("state")) in TYPES


def _alternatives(describer: Node) -> Iterator[Node]:
    first, second = describer.node("first"), describer.node("second")
    if describer.kind not in ("or_describer", "comma_or_describer", "comma_describer"):
        yield describer
    elif first is not None and second is not None:
        yield from _alternatives(first)
        yield from _alternatives(second)


def is_described(node: Node) -> bool:
    """Tell whether anything is said of a noun."""
    return bool(items(node.node("describers")) or items(node.node("posts")))


def subtype_of(name: str) -> str:
    """Return a subtype as card files write it; refuse any other word."""
    if name not in SUBTYPES or "_" in name or " " in name:
        raise Unsaid(name)
    return name.lower()


def drawn_this_turn(node: Node) -> bool:
    """Whether cards are those that "you've drawn this turn"."""
    posts = items(node.node("posts"))
    if len(posts) != 1 or posts[0].kind != "has_related" or items(node.node("describers")):
        return False
    times = [plain(how.get("time")) for how in items(posts[0].node("how"), "adverbs")]
    who = str(posts[0].get("subject")), plain(posts[0].get("verb"))
    return who == ("you^c", "drawn") and times == ["this turn"]


def dealt_damage_this_way(posts: list[Node]) -> bool:
    """Whether of something is said that it was "dealt damage this way"."""
    if len(posts) != 1 or posts[0].kind != "done_to_after":
        return False
    ways = [plain(how.get("manner")) for how in items(posts[0].node("how"), "adverbs")]
    dealt = plain(posts[0].get("past")) == "dealt" and ways == ["this way"]
    return dealt and lemma(posts[0].node("object")) == "damage"


def without_different_powers(thing: Node) -> Node | None:
    """Return "three or more creatures" of "three or more creatures with different powers"."""
    posts = items(thing.node("posts"))
    what = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "with" else None
    words = [plain(one.get("state")) for one in items(what and what.node("describers"))]
    return thing.put("posts", None) if lemma(what) == "power" and words == ["different"] else None
