"""What a card or a permanent does or becomes: "whenever this creature blocks a creature"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.cards.mtg.events.deed import (
    Deed,
    Entry,
    Reading,
    is_bare,
    is_battlefield,
    is_dealt_damage,
    is_one,
    is_yours,
)
from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    is_one_opponent,
    is_plain,
    items,
    lemma,
    plain,
    verb_of,
)
from kb.cards.mtg.noun_phrases import attached_to, counter_kind, was_dealt_damage
from kb.cards.values import Node, Noun

MEETS = {"blocks one": "of", "blocked": "by"}
"""The events of two creatures that meet in combat, and the word behind which the other stands."""
_INSTANTS = {"instant spell", "sorcery spell"}
_DAMAGE: Mapping[str, Entry] = {"damage": {}, "combat damage": {"combat": True}}
"""The damage that an event names, and what the word for the event has besides."""


def by_thing(deed: Deed) -> Reading:
    """Return what sets an ability off that a thing does, or that is done to it."""
    for reader in (_with_others, _some_deal, _counters_removed, _some_attack, _victim_dies):
        if (found := reader(deed)) is not None:
            return found
    about = _about(deed)
    if about.endswith("an opponent controls"):
        deed.phrases.that_player = "controller of it"
    reader_of = _BY_VERB.get(deed.verb)
    if is_dealt_damage(deed):
        deed.phrases.much = deed.phrases.many = "as much damage as was dealt"
        found = {"damaged": about}, _it(about)
    elif _goes_unblocked(deed):
        found = {"unblocked": about}, _it(about)
    elif deed.verb == "be" or deed.acts.kind == "be_so":
        found = _is_put(deed, about)
    else:
        found = None if reader_of is None else reader_of(deed, about)
    if found is None:
        raise Unsaid("an event")
    return (found[0], None) if deed.phrases.at_once else found


def _it(about: str) -> str:
    """Return what "it" is, of an event that is about something."""
    return "this" if about == "this" else "it"


def _about(deed: Deed) -> str:
    """Return what an event is about, in the words of a filter."""
    subject, phrases = deed.subject, deed.phrases
    if phrases.is_this(subject):
        return "this"
    first, second = subject.node("first"), subject.node("second")
    if subject.kind == "any_of" and first is not None and first.kind == "you" and is_one(second):
        return f"{phrases.filter(second)} or you"
    deed.phrases.at_once = deed.several and deed.verb in ("die", "enter")
    if not (is_one(subject) or deed.phrases.at_once) and attached_to(subject) is None:
        raise Unsaid("what it is about")
    if deed.verb in ("die", "enter"):
        return phrases.filter_by_choice(subject)
    return phrases.filter(subject)


def _with_others(deed: Deed) -> Reading | None:
    """Read "this creature and at least two other creatures attack"."""
    first, others = deed.subject.node("first"), deed.subject.node("second")
    if deed.subject.kind != "all_of" or others is None or not deed.phrases.is_this(first):
        return None
    quantifier, describers = others.node("quantifier"), items(others.node("describers"))
    plainly = [one.kind for one in describers] == ["other"] and not items(others.node("posts"))
    if quantifier is None or quantifier.kind != "minimum" or lemma(others) != "creature":
        raise Unsaid("what else")
    if not plainly:
        raise Unsaid("what else")
    least = NUMBERS.get(plain(quantifier.get("count")), 0)
    if not least:
        return None
    if deed.verb != "attack" or not deed.alone:
        raise Unsaid("an event")
    return {"attacks among": least}, "this"


def _some_deal(deed: Deed) -> Reading | None:
    """Read "one or more creatures deal combat damage to a player"."""
    thing, whom = deed.thing, deed.said_behind("to")
    deal = deed.acts.kind == "act" and deed.verb == "deal"
    if not deed.several or not deal or not is_bare(thing) or lemma(thing) != "combat damage":
        return None
    if whom is None or not is_one(whom) or not is_plain(whom):
        return None
    if lemma(whom) not in ("player", "opponent"):
        return None
    phrases = deed.phrases
    who = {"some deal combat damage to": phrases.filter(whom), "by": phrases.filter(deed.subject)}
    return who, None


def _counters_removed(deed: Deed) -> Reading | None:
    """Read "one or more loyalty counters are removed from this", or "are put on" something."""
    if lemma(deed.subject) != "counter" or not deed.several:
        return None
    done = deed.acts.node("complement") if deed.acts.kind == "be_so" else None
    past = "" if done is None else plain(done.get("past"))
    removed = past == "removed"
    describers = items(deed.subject.node("describers"))
    if past == "put" and (on := deed.said_behind("on")) is not None:
        return _counters_put(deed, describers, on)
    source = deed.said_behind("from")
    if not removed or source is None or not deed.phrases.is_this(source):
        raise Unsaid("an event")
    if len(describers) != 1 or items(deed.subject.node("posts")):
        raise Unsaid("an event")
    deed.phrases.much = deed.phrases.many = "as many counters as that"
    return {"loses counters": "this", "kind": counter_kind(describers[0])}, "this"


def _counters_put(deed: Deed, describers: list[Node], on: Node) -> Reading:
    """Read "one or more +1/+1 counters are put on another creature you control"."""
    if len(describers) != 1 or items(deed.subject.node("posts")):
        raise Unsaid("an event")
    about = "this" if deed.phrases.is_this(on) else deed.phrases.filter(on)
    if about != "this" and not is_one(on):
        raise Unsaid("an event")
    deed.phrases.much = deed.phrases.many = "as many counters as that"
    return {"gets counters": about, "kind": counter_kind(describers[0])}, _it(about)


def _some_attack(deed: Deed) -> Reading | None:
    """Read "one or more creatures you control attack"."""
    if deed.verb != "attack" or not deed.alone or not deed.several:
        return None
    deed.phrases.those, deed.phrases.many = "it", "as many as attacked"
    return {"some attack": deed.phrases.filter(deed.subject)}, "it"


def _victim_dies(deed: Deed) -> Reading | None:
    """Read "a creature dealt damage by this creature this turn dies"."""
    posts = items(deed.subject.node("posts"))
    by = was_dealt_damage(posts[0]) if deed.verb == "die" and len(posts) == 1 else None
    if not by:
        return None
    if len(by) != 1 or not deed.phrases.is_this(by[0]) or not is_one(deed.subject):
        raise Unsaid("what has dealt damage")
    victim = f"{deed.phrases.filter(deed.subject.put('posts', None))} dealt damage by this"
    if not deed.alone:
        raise Unsaid("an event")
    return {"dies": victim}, "it"


def _goes_unblocked(deed: Deed) -> bool:
    """Return whether something "attacks and isn't blocked"."""
    acts = deed.acts
    first, second = acts.node("first"), acts.node("second")
    if deed.hows or deed.several or acts.kind != "and_act" or first is None or second is None:
        return False
    being, past = second.node("be"), second.node("complement")
    attacks = first.kind == "act_alone" and verb_of(first) == "attack"
    isnt = second.kind == "be_so" and being is not None and being.kind == "be_not"
    blocked = past is not None and past.kind == "done" and plain(past.get("past")) == "blocked"
    return attacks and isnt and blocked


def _enters(deed: Deed, about: str) -> Reading | None:
    if deed.thing is not None and not is_battlefield(deed.thing):
        return None
    under = deed.said_behind("under")
    if deed.hows and not (lemma(under) == "control" and is_yours(under)):
        raise Unsaid("an event")
    whose = f"{about} you control" if deed.hows and about != "this" else about
    return {"enters": whose}, _it(about)


def _leaves(deed: Deed, about: str) -> Reading | None:
    there = deed.thing is not None and is_battlefield(deed.thing)
    return ({"leaves": about}, _it(about)) if there and not deed.hows else None


def _dies(deed: Deed, about: str) -> Reading | None:
    return ({"dies": about}, _it(about)) if deed.alone else None


def _exploits(deed: Deed, about: str) -> Reading | None:
    if not deed.plainly or not is_one(deed.thing):
        return None
    if deed.thing is None or lemma(deed.thing) != "creature" or not is_plain(deed.thing):
        raise Unsaid("an event")
    return {"exploits": about}, _it(about)


def _attacks(deed: Deed, about: str) -> Reading | None:
    """Read "attacks", "attacks alone", "attacks you"."""
    if deed.alone:
        return {"attacks": about}, _it(about)
    if deed.in_state("alone") and not deed.hows:
        return {"attacks alone": about}, _it(about)
    if deed.plainly and about != "this":
        return {"attacks you": about, **_and_planeswalkers(deed.thing)}, _it(about)
    return None


def _and_planeswalkers(thing: Node | None) -> Entry:
    """Read "attacks you", "attacks you or a planeswalker you control"."""
    if thing is not None and thing.kind == "you":
        return {}
    first, second = (None, None) if thing is None else (thing.node("first"), thing.node("second"))
    both = thing is not None and thing.kind == "any_of" and first is not None
    posts = items(None if second is None else second.node("posts"))
    yours = len(posts) == 1 and (str(posts[0].get("subject")), plain(posts[0].get("verb"))) == (
        "you^c",
        "control",
    )
    if not both or first is None or first.kind != "you" or lemma(second) != "planeswalker":
        raise Unsaid("an event")
    if second is None or items(second.node("describers")) or not yours or not is_one(second):
        raise Unsaid("an event")
    return {"or planeswalkers": True}


def _blocks(deed: Deed, about: str) -> Reading | None:
    """Read "blocks", "blocks a creature"."""
    if deed.alone:
        return {"blocks": about}, _it(about)
    return _meets(deed, about, "blocks one", deed.thing) if deed.plainly else None


def _meets(deed: Deed, about: str, word: str, other: Node | None) -> Reading:
    """Return that something meets a creature in combat.

    Of two creatures that are not known apart, "that creature" might be either.
    """
    if not is_one(other) or not (about == "this" or attached_to(deed.subject)):
        raise Unsaid("what it meets")
    return {word: about, MEETS[word]: deed.phrases.filter(other)}, "it"


def _becomes(deed: Deed, about: str) -> Reading | None:
    """Read "becomes blocked by a creature", "becomes tapped", "becomes the target of a spell"."""
    if deed.becomes("blocked") and deed.how is not None and deed.how.node("what") is not None:
        return _meets(deed, about, "blocked", deed.said_behind("by"))
    if deed.hows:
        return None
    if deed.acts.kind == "act" and lemma(deed.thing) == "target":
        return _becomes_target(deed, about)
    if deed.in_state("monstrous"):
        return {"becomes monstrous": about}, _it(about)
    for past in ("tapped", "untapped", "blocked"):
        if deed.becomes(past):
            return {f"becomes {past}": about}, _it(about)
    return None


def _becomes_target(deed: Deed, about: str) -> Reading:
    """Read "becomes the target of a spell or ability an opponent controls"."""
    thing, phrases = deed.thing, deed.phrases
    posts = items(None if thing is None else thing.node("posts"))
    of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    if thing is None or items(thing.node("describers")) or not is_one(of):
        raise Unsaid("an event")
    words = sorted(_kinds_of(of), reverse=True)
    if of is None or words not in (["spell"], ["spell", "ability"], ["ability"]):
        raise Unsaid("an event")
    if is_plain(of):
        return {"becomes target": about, "of": " or ".join(words)}, _it(about)
    if not items(of.node("posts")) and set(phrases.filter(of).split(" or ")) <= _INSTANTS:
        return {"becomes target": about, "of": phrases.filter(of)}, _it(about)
    if not _of_opponents(of):
        raise Unsaid("an event")
    # "That player", "its controller": whoever controls what targets it, not the target.
    it = "this" if about == "this" else None
    return {"becomes target": about, "of": f"{' or '.join(words)} an opponent controls"}, it


def _kinds_of(node: Node | None) -> list[str]:
    """Return the nouns of "a spell or ability"."""
    head = None if node is None else node.node("noun")
    if head is None or head.kind not in ("or_noun", "noun"):
        return []
    parts = [head] if head.kind == "noun" else [head.node("first"), head.node("noun")]
    nouns = [None if part is None else part.get("noun") for part in parts]
    return [plain(noun.lemma) for noun in nouns if isinstance(noun, Noun) and not noun.name]


def _of_opponents(node: Node) -> bool:
    """Whether nothing more is said of a thing than that an opponent controls it."""
    posts = items(node.node("posts"))
    by = [(plain(one.get("subject")), plain(one.get("verb"))) for one in posts]
    return not items(node.node("describers")) and by in (
        [("a opponent", "controls")],
        [("an opponent", "controls")],
    )


def _is_put(deed: Deed, about: str) -> Reading:
    """Read "is put into a graveyard from anywhere", "is put into exile", "is turned face up"."""
    done = deed.acts.node("complement") if deed.acts.kind == "be_so" else None
    past = "" if done is None else plain(done.get("past"))
    if past == "turned" and [plain(how.get("manner")) for how in deed.hows] == ["face up"]:
        return {"turned face up": about}, _it(about)
    to, rest = next(iter(deed.hows), None), deed.hows[1:]
    into = to is not None and to.kind == "prep" and plain(to.get("prep")) == "into"
    where = to.node("what") if to is not None and into and past == "put" else None
    if where is None:
        raise Unsaid("an event")
    anywhere = [plain(how.get("manner") or "") for how in rest] == ["from anywhere"]
    if about == "this" and lemma(where) == "graveyard" and is_one(where) and anywhere:
        return {"goes to graveyard": None}, "this"
    whence = rest[0].node("what") if len(rest) == 1 and rest[0].kind == "prep" else None
    left = whence is not None and plain(rest[0].get("prep")) == "from" and is_battlefield(whence)
    if where.kind == "exile" and (not rest or left):
        return {"exiled": about}, _it(about)
    if lemma(where) != "graveyard" or not left or whence is None:
        raise Unsaid("an event")
    if not is_plain(whence) or not is_plain(where):
        raise Unsaid("an event")
    return {"dies": _into_graveyard(about, where)}, _it(about)


def _into_graveyard(about: str, where: Node) -> str:
    """Return what dies as it is put into "a graveyard", or into one's own."""
    if is_one(where) and " or " not in about:
        return about
    if not is_yours(where) or " or " in about:
        raise Unsaid("whose graveyard")
    return f"{about} you own"


def _transforms(deed: Deed, about: str) -> Reading | None:
    alone = about == "this" and deed.acts.kind == "act_alone"
    into = deed.said_behind("into") if alone else None
    return ({"transforms": about}, "this") if deed.phrases.is_this(into) else None


def _deals(deed: Deed, about: str) -> Reading | None:
    """Read "deals damage", "deals combat damage to a player"."""
    thing, phrases = deed.thing, deed.phrases
    kind = lemma(thing)
    if kind not in _DAMAGE or not is_bare(thing):
        return None
    if not deed.hows and not deed.several:
        phrases.much = phrases.many = "as much damage as was dealt"
        return {"deals damage": about, **_DAMAGE[kind]}, _it(about)
    whom = deed.said_behind("to")
    this = phrases.is_this(whom)
    if not (is_one(whom) or this or is_one_opponent(whom)):
        return None
    phrases.much = phrases.many = "as much damage as was dealt"
    if kind == "combat damage" and about == "this" and lemma(whom) == "player":
        return {"deals combat damage to": phrases.filter(whom)}, "it"
    when = {"deals damage to": phrases.filter(whom), **_DAMAGE[kind]}
    if about == "this":
        return when, "it"
    hurt = "opponent" if is_one_opponent(whom) else lemma(whom)
    phrases.nouns = ("" if this else hurt, lemma(deed.subject))
    return {**when, "by": about}, None


_BY_VERB: Mapping[str, Callable[[Deed, str], Reading | None]] = {
    "attack": _attacks,
    "become": _becomes,
    "block": _blocks,
    "deal": _deals,
    "die": _dies,
    "enter": _enters,
    "exploit": _exploits,
    "leave": _leaves,
    "transform": _transforms,
}
