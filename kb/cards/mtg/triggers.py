"""What sets an ability off, in the words of card files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.cards.mtg.daylight import day_changes
from kb.cards.mtg.dungeons import completes
from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    is_chosen,
    is_one_opponent,
    items,
    lemma,
    plain,
    verb_of,
)
from kb.cards.mtg.noun_phrases import attached_to, counter_kind, was_dealt_damage
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.shuffles import caused_to, discarded_by_opponents, own_library
from kb.cards.values import Node, Noun

Entry = dict[str, Any]

_STEPS = {
    "upkeep": "upkeep",
    "end step": "end step",
    "draw step": "draw",
    "untap step": "untap",
    "cleanup step": "cleanup",
}


_INSTANTS = {"instant spell", "sorcery spell"}
MEETS = {"blocks one": "of", "blocked": "by"}
"""The events of two creatures that meet in combat, and the word behind which the other stands."""
_DAMAGE: Mapping[str, Entry] = {"damage": {}, "combat damage": {"combat": True}}
"""The damage that an event names, and what the word for the event has besides."""
_ORDINALS = {"first": 1, "second": 2, "third": 3}


def moment(opening: Node) -> Entry | None:
    """Return the step with which "at the beginning of …" begins; None if it is no such thing."""
    adverbs = items(opening.node("adverbs"), "adverbs")
    if opening.kind == "first" and [plain(one.get("time")) for one in adverbs] == [
        "at end of combat"
    ]:
        return {"begins": "end of combat", "whose": "each"}
    if opening.kind != "first" or not adverbs or adverbs[0].kind != "prep":
        return None
    begins = adverbs[0].node("what")
    if plain(adverbs[0].get("prep")) == "at" and lemma(begins) == "beginning of combat":
        return _combat(begins, adverbs[1:])
    if plain(adverbs[0].get("prep")) != "at" or begins is None or lemma(begins) != "beginning":
        return None
    posts = items(begins.node("posts"))
    if len(posts) != 1 or posts[0].kind != "of":
        raise Unsaid("when")
    step = posts[0].node("what")
    if step is None or items(step.node("describers")):
        raise Unsaid("which step")
    if items(step.node("posts")):
        return _of_controller(step)
    rest = adverbs[1:]
    if lemma(step) == "combat" and step.kind == "bare" and len(rest) == 1:
        turn = rest[0].node("what") if rest[0].kind == "prep" else None
        if plain(rest[0].get("prep")) == "on" and lemma(turn) == "turn" and _yours(turn):
            return {"begins": "beginning of combat", "whose": "you"}
    if rest or lemma(step) not in _STEPS:
        raise Unsaid("which step")
    name = _STEPS[lemma(step)]
    if _yours(step):
        return {"begins": name, "whose": "you"}
    quantifier = step.node("quantifier")
    if quantifier is not None and quantifier.kind == "each":
        return {"begins": name, "whose": "each"}
    if quantifier is not None and quantifier.kind == "of_whose":
        whose = quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        if whose is not None and is_chosen(whose):
            return {"begins": name, "whose": "chosen player"}
        if inner is not None and inner.kind == "each" and lemma(whose) == "player":
            return {"begins": name, "whose": "each"}
        if inner is not None and inner.kind == "each" and lemma(whose) == "opponent":
            return {"begins": name, "whose": "opponent"}
        if whose is not None and lemma(whose) == "player" and attached_to(whose) == "enchanted":
            return {"begins": name, "whose": "enchanted"}
    if quantifier is not None and quantifier.kind == "the" and name == "end step":
        return {"begins": name, "whose": "each"}
    raise Unsaid("whose step")


def _of_controller(step: Node) -> Entry:
    """Read "the upkeep of enchanted creature's controller"."""
    posts, name = items(step.node("posts")), _STEPS.get(str(lemma(step)))
    owner = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    quantifier = None if owner is None else owner.node("quantifier")
    whose = quantifier.node("whose") if quantifier and quantifier.kind == "of_whose" else None
    plainly = owner is not None and not items(owner.node("describers"))
    if name is None or whose is None or not plainly or lemma(owner) != "controller":
        raise Unsaid("whose step")
    if attached_to(whose) != "enchanted" or lemma(whose) == "player":
        raise Unsaid("whose step")
    return {"begins": name, "whose": "controller of enchanted"}


def _combat(begins: Node | None, rest: list[Node]) -> Entry:
    """Read "at the beginning of combat on your turn"."""
    posts = items(None if begins is None else begins.node("posts"))
    on_turn = len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
    turn = posts[0].node("what") if on_turn else None
    if rest or lemma(turn) != "turn" or not _yours(turn):
        raise Unsaid("which step")
    return {"begins": "beginning of combat", "whose": "you"}


def _no_mana_ability(thing: Node | None) -> bool:
    """Whether "an ability that isn't a mana ability" is meant."""
    posts = items(None if thing is None else thing.node("posts"))
    if thing is None or lemma(thing) != "ability" or not _one(thing.put("posts", None)):
        return False
    acts = posts[0].node("acts") if len(posts) == 1 and posts[0].kind == "that_does" else None
    be = None if acts is None or acts.kind != "be_so" else acts.node("be")
    what = None if acts is None else acts.node("complement")
    if be is None or be.kind != "be_not" or what is None or items(what.node("describers")):
        return False
    return lemma(what) == "mana ability" and not items(what.node("posts"))


def _discards(thing: Node | None, whose: str, phrases: Phrases) -> Entry:
    """Return that a player discards a card, or one of a kind."""
    if _card(thing):
        return {"discards": whose}
    if thing is None or not _one(thing) or lemma(thing) != "card":
        raise Unsaid("an event")
    return {"discards one": phrases.filter(thing, "in your hand"), "whose": whose}


def _yours(node: Node | None) -> bool:
    quantifier = None if node is None else node.node("quantifier")
    return quantifier is not None and plain(quantifier.get("whose")) == "your"


def event(node: Node | None, phrases: Phrases) -> tuple[Entry, str | None]:
    """Return what sets an ability off, and what "it" then is."""
    if node is not None and day_changes(node):
        return {"day changes": None}, "this"
    if node is None or node.kind != "does":
        raise Unsaid("an event")
    subject, acts = node.node("subject"), node.node("acts")
    if subject is None or acts is None:
        raise Unsaid("an event")
    hows: list[Node] = []
    while acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        if how is not None:
            hows.insert(0, how)
        acts = acts.node("act")
    if acts is None:
        raise Unsaid("an event")
    if acts.kind == "or_act" and subject.kind == "you" and not hows:
        first, second = acts.node("first"), acts.node("second")
        spell = None if second is None else second.node("object")
        copies = verb_of(second) == "copy" and second is not None and second.kind == "act"
        if verb_of(first) == "cast" and copies and _one(spell):
            return {"casts or copies": phrases.filter(spell)}, "it"
        raise Unsaid("an event")
    if (thrown := discarded_by_opponents(subject, acts)) is not None and not hows:
        if not phrases.is_this(thrown):
            raise Unsaid("an event")
        return {"discarded by": "opponent"}, "this"
    subject, acts = caused_to(subject, acts) or (subject, acts)
    verb, thing = verb_of(acts), acts.node("object")
    stands = verb == "control" or acts.kind == "have" or subject.kind == "there"
    if stands and not hows and (subject.kind in ("you", "there") or phrases.is_this(subject)):
        # How things stand is nothing that happens.
        return {"is so": phrases.condition(node)}, "this"
    if subject.kind == "you":
        if verb == "cast" and acts.kind == "act" and not hows and phrases.is_this(thing):
            return {"cast": True}, "this"
        if verb == "cycle" and acts.kind == "act" and not hows:
            if phrases.is_this(thing):
                return {"cycled": True}, "this"
            if _card(thing):
                return {"cycles": "you"}, "it"
        if verb == "cast" and acts.kind == "act" and not hows and _targets_this(thing, phrases):
            spell = None if thing is None else thing.put("posts", None)
            return {"casts at": phrases.filter(spell), "target": "this"}, "it"
        if verb == "cast" and acts.kind == "act" and not hows and (at := _aimed_at(thing)):
            return _casts_at(thing, at, phrases), "it"
        if verb == "cast" and acts.kind == "act" and not hows and _one(thing):
            return {"casts": phrases.filter_by_choice(thing), "whose": "you"}, "it"
        if verb == "sacrifice" and acts.kind == "act" and not hows and _one(thing):
            return {"sacrifices": phrases.filter(thing), "whose": "you"}, "it"
        if verb == "cast" and acts.kind == "act" and (which := _which_spell(thing, hows, phrases)):
            return {**which, "whose": "you"}, "it"
        if verb == "activate" and acts.kind == "act" and not hows and _no_mana_ability(thing):
            return {"activates nonmana": "you"}, "it"
        if verb == "gain" and acts.kind == "act" and not hows and _life(thing):
            phrases.much = phrases.many = "as much life as was gained"
            return {"gains life": "you"}, "you"
        if verb == "lose" and acts.kind == "act" and not hows and _life(thing):
            phrases.much = "as much life as was lost"
            return {"loses life": "you"}, "you"
        if not hows and _is_dealt_damage(acts):
            phrases.much = phrases.many = "as much damage as was dealt"
            return {"damaged": "you"}, "you"
        if verb == "draw" and acts.kind == "act" and not hows and _card(thing):
            return {"draws": "you"}, "you"
        if completes(acts, hows):
            return {"completes a dungeon": "you"}, "you"
        if verb == "discard" and acts.kind == "act" and not hows:
            return _discards(thing, "you", phrases), "you"
        if verb == "shuffle" and acts.kind == "act" and not hows and own_library(thing):
            return {"shuffles": "you"}, "you"
        if verb == "draw" and acts.kind == "act" and (place := _which_card(thing, hows)):
            return {"draws nth": "you", "number": place}, "you"
        if verb == "tap" and acts.kind == "act" and _one(thing) and _for_mana(hows):
            return {"taps for mana": phrases.filter(thing)}, None
        if verb == "attack" and acts.kind == "act_alone" and (found := _with(hows)) is not None:
            least, attackers = found
            phrases.those = "it"
            return {"attacks with": phrases.filter(attackers), "least": least}, "it"
        raise Unsaid("an event")
    counted = verb == "cast" and acts.kind == "act" and lemma(subject) in ("player", "opponent")
    if counted and _one(subject) and not items(subject.node("posts")):
        nth = None if items(subject.node("describers")) else _which_spell(thing, hows, phrases)
        if nth:
            phrases.that_player = "controller of it"
            return {
                **nth,
                "whose": {"player": "each", "opponent": "opponent"}[lemma(subject)],
            }, "it"
    if lemma(subject) in ("player", "opponent") and not hows and acts.kind == "act":
        whose = {"player": "each", "opponent": "opponent"}[lemma(subject)]
        plain_one = _one(subject) and not items(subject.node("posts"))
        describers = [plain(one.get("past") or "") for one in items(subject.node("describers"))]
        if describers == ["enchanted"] and lemma(subject) == "player":
            whose, plain_one, describers = "enchanted", True, []
        if plain_one and not describers:
            phrases.that_player = "controller of it" if verb in ("cast", "sacrifice") else "it"
            if verb == "sacrifice" and _one(thing):
                return {"sacrifices": phrases.filter(thing), "whose": whose}, "it"
            if verb == "cast" and _one(thing):
                return {"casts": phrases.filter_by_choice(thing), "whose": whose}, "it"
            if verb == "activate" and _no_mana_ability(thing):
                phrases.that_player = "controller of it"
                return {"activates nonmana": whose}, "it"
            if verb == "gain" and _life(thing):
                phrases.much = phrases.many = "as much life as was gained"
                return {"gains life": whose}, "it"
            if verb == "lose" and _life(thing):
                phrases.much = "as much life as was lost"
                return {"loses life": whose}, "it"
            if verb == "draw" and _card(thing):
                return {"draws": whose}, "it"
            if verb == "shuffle" and own_library(thing):
                return {"shuffles": whose}, "it"
            if verb == "discard":
                return _discards(thing, whose, phrases), "it"
            if verb == "attack" and acts.kind == "act" and whose == "opponent" and not hows:
                return _opponent_attacks(thing, phrases), "it"
        raise Unsaid("an event")
    if others := _and_others(subject, phrases):
        if verb != "attack" or acts.kind != "act_alone" or hows:
            raise Unsaid("an event")
        return {"attacks among": others}, "this"
    if (some := _one_or_more(subject, acts, hows)) is not None:
        return {
            "some deal combat damage to": phrases.filter(some),
            "by": phrases.filter(subject),
        }, None
    if (removed := _counters_removed(subject, acts, hows, phrases)) is not None:
        return removed, "this"
    several = (subject.node("quantifier") or subject).kind == "one_or_more"
    if verb == "attack" and acts.kind == "act_alone" and not hows and several:
        phrases.those, phrases.many = "it", "as many as attacked"
        return {"some attack": phrases.filter(subject)}, "it"
    if verb == "die" and (victim := _hurt_by_this(subject, phrases)) is not None:
        if acts.kind != "act_alone" or hows:
            raise Unsaid("an event")
        return {"dies": victim}, "it"
    about = _about(subject, phrases, by_choice=verb in ("die", "enter"))
    it = "this" if about == "this" else "it"
    if about.endswith("an opponent controls"):
        phrases.that_player = "controller of it"
    if _goes_unblocked(acts) and not hows and not several:
        return {"unblocked": about}, it
    if verb == "enter" and (thing is None or _battlefield(thing)):
        if hows and not _under_you(hows):
            raise Unsaid("an event")
        if hows and about != "this":
            about = f"{about} you control"
        return {"enters": about}, it
    if verb == "exploit" and acts.kind == "act" and not hows and _one(thing):
        if thing is None or lemma(thing) != "creature" or _described(thing):
            raise Unsaid("an event")
        return {"exploits": about}, it
    if verb == "die" and acts.kind == "act_alone" and not hows:
        return {"dies": about}, it
    if verb == "attack" and acts.kind == "act_alone" and not hows:
        return {"attacks": about}, it
    state = acts.node("state") if acts.kind == "act_state" else None
    if verb == "attack" and state is not None and plain(state.get("state")) == "alone":
        if hows:
            raise Unsaid("an event")
        return {"attacks alone": about}, it
    if verb == "block" and acts.kind == "act_alone" and not hows:
        return {"blocks": about}, it
    if (met := _meets(acts, hows, subject, about)) is not None:
        word, other = met
        return {word: about, MEETS[word]: phrases.filter(other)}, "it"
    if verb == "attack" and acts.kind == "act" and not hows and about != "this":
        return {"attacks you": about, **_and_planeswalkers(thing)}, it
    if verb == "become" and acts.kind == "act" and lemma(thing) == "target" and not hows:
        posts = items(None if thing is None else thing.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        if thing is None or items(thing.node("describers")) or not _one(of):
            raise Unsaid("an event")
        words = sorted(_kinds_of(of))
        if words not in (["spell"], ["ability", "spell"], ["ability"]) or of is None:
            raise Unsaid("an event")
        if _described(of):
            if not items(of.node("posts")) and set(phrases.filter(of).split(" or ")) <= _INSTANTS:
                return {"becomes target": about, "of": phrases.filter(of)}, it
            if not _of_opponents(of):
                raise Unsaid("an event")
            aimed = f"{' or '.join(words[::-1])} an opponent controls"
            # "That player", "its controller": whoever controls what targets it, not the target.
            return {"becomes target": about, "of": aimed}, "this" if about == "this" else None
        return {"becomes target": about, "of": " or ".join(words[::-1])}, it
    if not hows and _is_dealt_damage(acts):
        phrases.much = phrases.many = "as much damage as was dealt"
        return {"damaged": about}, it
    if about == "this" and acts.kind == "be_so" and _from_anywhere(acts, hows):
        return {"goes to graveyard": None}, "this"
    if acts.kind == "be_so" and _into_exile(acts, hows):
        return {"exiled": about}, it
    if acts.kind == "be_so" and _face_up(acts, hows):
        return {"turned face up": about}, it
    if verb == "be" or acts.kind == "be_so":
        return {"dies": _into_graveyard(about, acts, hows)}, it
    tapped = acts.kind == "act_done" and plain(acts.get("past")) == "tapped"
    if verb == "become" and tapped and not hows:
        return {"becomes tapped": about}, it
    state = acts.node("state") if acts.kind == "act_state" else None
    if verb == "become" and state is not None and plain(state.get("state")) == "monstrous":
        if hows:
            raise Unsaid("an event")
        return {"becomes monstrous": about}, it
    untapped = acts.kind == "act_done" and plain(acts.get("past")) == "untapped"
    if verb == "become" and untapped and not hows:
        return {"becomes untapped": about}, it
    blocked = acts.kind == "act_done" and plain(acts.get("past")) == "blocked"
    if verb == "become" and blocked and not hows:
        return {"becomes blocked": about}, it
    alone = about == "this" and acts.kind == "act_alone" and len(hows) == 1
    into = verb == "transform" and alone and plain(hows[0].get("prep") or "") == "into"
    if into and phrases.is_this(hows[0].node("what")):
        return {"transforms": about}, it
    if verb == "leave" and not hows and thing is not None and _battlefield(thing):
        return {"leaves": about}, it
    plainly = thing is not None and thing.kind == "bare" and not _described(thing)
    if verb == "deal" and plainly and not hows and not several and lemma(thing) in _DAMAGE:
        phrases.much = phrases.many = "as much damage as was dealt"
        return {"deals damage": about, **_DAMAGE[str(lemma(thing))]}, it
    if verb == "deal" and len(hows) == 1 and thing is not None and thing.kind == "bare":
        whom = hows[0].node("what") if hows[0].kind == "prep" else None
        this = phrases.is_this(whom)
        if (
            plain(hows[0].get("prep")) == "to"
            and (_one(whom) or this or is_one_opponent(whom))
            and not _described(thing)
        ):
            if lemma(thing) in _DAMAGE:
                phrases.much = phrases.many = "as much damage as was dealt"
            if lemma(thing) == "combat damage" and about == "this" and lemma(whom) == "player":
                return {"deals combat damage to": phrases.filter(whom)}, "it"
            if lemma(thing) in _DAMAGE:
                when = {"deals damage to": phrases.filter(whom), **_DAMAGE[str(lemma(thing))]}
                if about == "this":
                    return when, "it"
                hurt = "opponent" if is_one_opponent(whom) else lemma(whom)
                phrases.nouns = ("" if this else hurt, lemma(subject))
                return {**when, "by": about}, None
    raise Unsaid("an event")


def _meets(acts: Node, hows: list[Node], subject: Node, about: str) -> tuple[str, Node] | None:
    """Return the word of "blocks a creature", "becomes blocked by a creature", and the creature."""
    by = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
    blocked = acts.kind == "act_done" and plain(acts.get("past")) == "blocked"
    if blocked and verb_of(acts) == "become" and by is not None:
        word, other = "blocked", by if plain(hows[0].get("prep")) == "by" else None
    elif verb_of(acts) == "block" and acts.kind == "act" and not hows:
        word, other = "blocks one", acts.node("object")
    else:
        return None
    # Of two creatures that are not known apart, "that creature" might be either.
    if other is None or not _one(other) or not (about == "this" or attached_to(subject)):
        raise Unsaid("what it meets")
    return word, other


def _goes_unblocked(acts: Node) -> bool:
    """Return whether something "attacks and isn't blocked"."""
    first, second = acts.node("first"), acts.node("second")
    if acts.kind != "and_act" or first is None or second is None or second.kind != "be_so":
        return False
    being, past = second.node("be"), second.node("complement")
    attacks = first.kind == "act_alone" and verb_of(first) == "attack"
    isnt = being is not None and being.kind == "be_not"
    blocked = past is not None and past.kind == "done" and plain(past.get("past")) == "blocked"
    return attacks and isnt and blocked


def _one_or_more(subject: Node, acts: Node, hows: list[Node]) -> Node | None:
    """Return the player of "one or more creatures deal combat damage to a player"."""
    quantifier = subject.node("quantifier")
    thing = acts.node("object") if acts.kind == "act" and verb_of(acts) == "deal" else None
    whom = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
    if quantifier is None or quantifier.kind != "one_or_more" or thing is None or whom is None:
        return None
    plainly = thing.kind == "bare" and lemma(thing) == "combat damage" and not _described(thing)
    to = plain(hows[0].get("prep")) == "to" and _one(whom) and not _described(whom)
    return whom if plainly and to and lemma(whom) in ("player", "opponent") else None


def _which_card(thing: Node | None, hows: list[Node]) -> int:
    """Return which one "your second card each turn" is; 0 if it is no such thing."""
    describers = items(None if thing is None else thing.node("describers"))
    each_turn = [plain(how.get("time")) for how in hows] == ["each turn"]
    if thing is None or not each_turn or lemma(thing) != "card" or not _yours(thing):
        return 0
    if len(describers) != 1 or items(thing.node("posts")):
        return 0
    return _ORDINALS.get(plain(describers[0].get("state") or ""), 0)


def _which_spell(thing: Node | None, hows: list[Node], phrases: Phrases) -> Entry | None:
    """Read "their first noncreature spell each turn"; None if it is no such thing."""
    describers = items(None if thing is None else thing.node("describers"))
    whose = None if thing is None else thing.node("quantifier")
    each_turn = [plain(how.get("time")) for how in hows] == ["each turn"]
    if thing is None or not each_turn or lemma(thing) != "spell" or items(thing.node("posts")):
        return None
    place = _ORDINALS.get(plain(describers[0].get("state") or ""), 0) if describers else 0
    if not place or whose is None or plain(whose.get("whose")) not in ("your", "their"):
        return None
    rest = Node("describers", (("items", tuple(describers[1:])),))
    kind = Node("bare", (("describers", rest), ("noun", thing.node("noun")), ("posts", None)))
    return {"casts nth": phrases.filter(kind), "number": place}


def _for_mana(hows: list[Node]) -> bool:
    what = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
    bare = what is not None and what.kind == "bare" and not _described(what)
    return bare and plain(hows[0].get("prep")) == "for" and lemma(what) == "mana"


def _with(hows: list[Node]) -> tuple[int, Node] | None:
    """Return how many attack at least, and what, of "with two or more creatures"."""
    what = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
    quantifier = None if what is None else what.node("quantifier")
    if what is None or quantifier is None or plain(hows[0].get("prep")) != "with":
        return None
    if quantifier.kind == "one_or_more":
        return 1, what
    if quantifier.kind != "bounded" or plain(quantifier.get("bound")) != "or more":
        return None
    number = quantifier.get("count")
    least = number if isinstance(number, int) else NUMBERS.get(plain(number), 0)
    return (least, what) if least else None


def _targets_this(thing: Node | None, phrases: Phrases) -> bool:
    """Whether a phrase is "a spell that targets" the card itself."""
    posts = items(None if thing is None else thing.node("posts"))
    that = posts[0] if len(posts) == 1 and posts[0].kind == "that_does" and _one(thing) else None
    acts = None if that is None else that.node("acts")
    aimed = acts is not None and acts.kind == "act" and verb_of(acts) == "target"
    return aimed and acts is not None and phrases.is_this(acts.node("object"))


def _aimed_at(thing: Node | None) -> Node | None:
    """Return what "a spell that targets one or more permanents" speaks of."""
    posts = items(None if thing is None else thing.node("posts"))
    that = posts[0] if len(posts) == 1 and posts[0].kind == "that_does" and _one(thing) else None
    acts = None if that is None else that.node("acts")
    if acts is None or acts.kind != "act" or verb_of(acts) != "target":
        return None
    return acts.node("object")


def _casts_at(thing: Node | None, at: Node, phrases: Phrases) -> Entry:
    """Read "you cast a spell that targets a creature you control"."""
    quantifier = at.node("quantifier")
    if quantifier is None or quantifier.kind not in ("a", "one_or_more") or at.kind != "phrase":
        raise Unsaid("what it targets")
    spell = phrases.filter(None if thing is None else thing.put("posts", None))
    target = phrases.filter(at)
    if "card" in target.split() or "spell" in target.split():
        raise Unsaid("what it targets")
    phrases.those = "permanents it targets" if target == "permanent" else None
    return {"casts at": spell, "target": target}


def _is_dealt_damage(acts: Node) -> bool:
    done = acts.node("complement") if acts.kind == "be_so" else None
    thing = None if done is None or done.kind != "done_to" else done.node("object")
    plainly = thing is not None and thing.kind == "bare" and not _described(thing)
    return (
        done is not None
        and plain(done.get("past")) == "dealt"
        and plainly
        and lemma(thing) == "damage"
    )


def _kinds_of(node: Node | None) -> list[str]:
    """Return the nouns of "a spell or ability"."""
    head = None if node is None else node.node("noun")
    if head is None or head.kind not in ("or_noun", "noun"):
        return []
    parts = [head] if head.kind == "noun" else [head.node("first"), head.node("noun")]
    nouns = [None if part is None else part.get("noun") for part in parts]
    return [plain(noun.lemma) for noun in nouns if isinstance(noun, Noun) and not noun.name]


def _from_anywhere(acts: Node, hows: list[Node]) -> bool:
    """Whether this is "is put into a graveyard from anywhere"."""
    done = acts.node("complement")
    where = (
        hows[0].node("what") if len(hows) == 2 and plain(hows[0].get("prep")) == "into" else None
    )
    into = lemma(where) == "graveyard" and where is not None and _one(where)
    anywhere = into and plain(hows[1].get("manner") or "") == "from anywhere"
    return done is not None and plain(done.get("past")) == "put" and anywhere


def _face_up(acts: Node, hows: list[Node]) -> bool:
    """Whether this is "is turned face up"."""
    done = acts.node("complement")
    turned = done is not None and plain(done.get("past")) == "turned"
    return turned and [plain(how.get("manner")) for how in hows] == ["face up"]


def _into_exile(acts: Node, hows: list[Node]) -> bool:
    """Whether this is "is put into exile", of what is on the battlefield."""
    done = acts.node("complement")
    where = hows[0].node("what") if hows and plain(hows[0].get("prep")) == "into" else None
    if done is None or plain(done.get("past")) != "put" or where is None or where.kind != "exile":
        return False
    whence = hows[1].node("what") if len(hows) == 2 else None
    from_there = (
        whence is not None and plain(hows[1].get("prep")) == "from" and _battlefield(whence)
    )
    return len(hows) == 1 or from_there


def _into_graveyard(about: str, acts: Node, hows: list[Node]) -> str:
    """Read "is put into your graveyard from the battlefield": of one's own, it dies."""
    done = acts.node("complement") if acts.kind == "be_so" else None
    if done is None or plain(done.get("past")) != "put" or len(hows) != 2:
        raise Unsaid("an event")
    to, source = hows
    where, whence = to.node("what"), source.node("what")
    preps = [plain(how.get("prep")) for how in hows if how.kind == "prep"]
    if preps != ["into", "from"] or lemma(where) != "graveyard" or lemma(whence) != "battlefield":
        raise Unsaid("an event")
    if whence is None or where is None or _described(whence) or _described(where):
        raise Unsaid("an event")
    if _one(where) and " or " not in about:
        return about
    if not _yours(where) or " or " in about:
        raise Unsaid("whose graveyard")
    return f"{about} you own"


def spoken_of(phrases: Phrases, when: Entry) -> Iterator[tuple[Entry, Phrases]]:
    """Yield each way in which an ability may go on to speak of what is dealt damage, or deals it.

    Of two creatures either may be "that creature", which is refused; what has another noun is
    known by that, and so is what deals damage to the card itself, which is never "that creature";
    of a creature and a player the creature is "it".
    """
    if (dealer := _what_deals(when)) is None:
        return
    whom, who = phrases.nouns
    players = {"player", "opponent", "you"}
    for event_, noun, other in ((when, whom, who), (dealer, who, whom)):
        if noun in players or (other not in players and noun in ("", other)):
            continue
        known = Phrases("", "it")
        known.names = phrases.names
        known.only_that = "" if other in players else noun
        yield event_, known


def _what_deals(when: Entry) -> Entry | None:
    """Return the same event as one about what deals the damage, not what is dealt it."""
    if "deals damage to" not in when or "by" not in when:
        return None
    other = {"deals": when["by"], "damage to": when["deals damage to"]}
    return {**other, "combat": True} if "combat" in when else other


def when_exerted(sentences: list[Node], phrases: Phrases) -> Node | None:
    """Return what is done of "you may exert this as it attacks. When you do, …"."""
    clause = sentences[0].node("does") if sentences else None
    may, tail = (None, None) if clause is None else (clause.node("does"), clause.node("tail"))
    if clause is None or clause.kind != "tailed" or may is None or tail is None:
        return None
    acts, attacks = may.node("acts"), tail.node("condition")
    who, it = may.node("subject"), None if attacks is None else attacks.node("subject")
    if may.kind != "may" or acts is None or verb_of(acts) != "exert" or acts.kind != "act":
        return None
    core = None if attacks is None else attacks.node("acts")
    own = phrases.is_this(acts.node("object")) and who is not None and who.kind == "you"
    as_it = plain(tail.get("word")) == "as" and it is not None and it.kind in ("it", "he", "she")
    alone = core is not None and core.kind == "act_alone" and verb_of(core) == "attack"
    then = sentences[1].node("does") if len(sentences) > 1 else None
    opening = None if then is None or then.kind != "under" else then.node("opening")
    done = None if opening is None or opening.kind != "when" else opening.node("event")
    deed = None if done is None else done.node("acts")
    doer = None if done is None else done.node("subject")
    does_so = deed is not None and deed.kind == "do_so_alone" and doer is not None
    if not (own and as_it and alone and does_so and doer is not None and doer.kind == "you"):
        raise Unsaid("exert")
    return None if then is None else then.node("does")


def both_events(opening: Node) -> list[Node]:
    """Return the openings of "whenever this creature attacks or blocks": one for each event.

    So it is with "whenever this creature or another Ally enters".
    """
    happens = opening.node("event") if opening.kind == "when" else None
    acts = None if happens is None else happens.node("acts")
    subject = None if happens is None else happens.node("subject")
    if happens is None or acts is None:
        return []
    name, both = ("acts", acts) if acts.kind == "or_act" else ("subject", subject)
    second = None if both is None else both.node("second")
    if name == "acts" and verb_of(second) == "copy":
        return []  # "cast or copy" share what is cast, and are one event
    if name == "subject" and (both is None or both.kind != "any_of" or not _is_another(second)):
        return []
    first = None if both is None else both.node("first")
    if name == "acts" and first is not None and first.kind == "act_alone":
        first = _shares_the_other(first, second)
    parts = [first, second]
    return [opening.put("event", happens.put(name, part)) for part in parts if part is not None]


def _shares_the_other(first: Node, second: Node | None) -> Node:
    """Return "blocks a creature" for "blocks" in "blocks or becomes blocked by a creature"."""
    by = second.node("how") if second is not None and second.kind == "act_how" else None
    other = None if by is None or by.kind != "prep" else by.node("what")
    if verb_of(first) != "block" or other is None or plain((by or first).get("prep")) != "by":
        return first
    return Node("act", (("verb", first.get("verb")), ("object", other)))


def _is_another(node: Node | None) -> bool:
    quantifier = None if node is None else node.node("quantifier")
    return quantifier is not None and quantifier.kind == "another"


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
    if second is None or items(second.node("describers")) or not yours or not _one(second):
        raise Unsaid("an event")
    return {"or planeswalkers": True}


def _of_opponents(node: Node) -> bool:
    """Whether nothing more is said of a thing than that an opponent controls it."""
    posts = items(node.node("posts"))
    by = [(plain(one.get("subject")), plain(one.get("verb"))) for one in posts]
    return not items(node.node("describers")) and by in (
        [("a opponent", "controls")],
        [("an opponent", "controls")],
    )


def _opponent_attacks(thing: Node | None, phrases: Phrases) -> Entry:
    """Read "attacks one or more planeswalkers you control", "attacks you and/or one or more"."""
    both = thing is not None and thing.kind == "and_or_of"
    you, many = (thing.node("first"), thing.node("second")) if both and thing else (None, thing)
    quantifier = None if many is None else many.node("quantifier")
    if quantifier is None or quantifier.kind != "one_or_more" or lemma(many) != "planeswalker":
        raise Unsaid("an event")
    if both and (you is None or you.kind != "you"):
        raise Unsaid("an event")
    return {"opponent attacks": phrases.filter(many), **({"or you": True} if both else {})}


def _counters_removed(
    subject: Node, acts: Node, hows: list[Node], phrases: Phrases
) -> Entry | None:
    """Read "one or more loyalty counters are removed from this"."""
    quantifier, done = subject.node("quantifier"), acts.node("complement")
    source = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
    if lemma(subject) != "counter" or quantifier is None or quantifier.kind != "one_or_more":
        return None
    removed = acts.kind == "be_so" and done is not None and plain(done.get("past")) == "removed"
    describers = items(subject.node("describers"))
    if not removed or source is None or plain(hows[0].get("prep")) != "from":
        raise Unsaid("an event")
    if len(describers) != 1 or items(subject.node("posts")) or not phrases.is_this(source):
        raise Unsaid("an event")
    phrases.much = phrases.many = "as many counters as that"
    return {"loses counters": "this", "kind": counter_kind(describers[0])}


def _and_others(subject: Node, phrases: Phrases) -> int:
    """Return how many there are at least, of "this creature and at least two other creatures"."""
    first, others = subject.node("first"), subject.node("second")
    if subject.kind != "all_of" or first is None or others is None or not phrases.is_this(first):
        return 0
    quantifier, describers = others.node("quantifier"), items(others.node("describers"))
    plainly = [one.kind for one in describers] == ["other"] and not items(others.node("posts"))
    if quantifier is None or quantifier.kind != "minimum" or lemma(others) != "creature":
        raise Unsaid("what else")
    if not plainly:
        raise Unsaid("what else")
    return NUMBERS.get(plain(quantifier.get("count")), 0)


def _hurt_by_this(subject: Node, phrases: Phrases) -> str | None:
    """Read "a creature dealt damage by this creature this turn"."""
    posts = items(subject.node("posts"))
    by = was_dealt_damage(posts[0]) if len(posts) == 1 else None
    if not by:
        return None
    if len(by) != 1 or not phrases.is_this(by[0]) or not _one(subject):
        raise Unsaid("what has dealt damage")
    return f"{phrases.filter(subject.put('posts', None))} dealt damage by this"


def _about(subject: Node, phrases: Phrases, *, by_choice: bool) -> str:
    if phrases.is_this(subject):
        return "this"
    first, second = subject.node("first"), subject.node("second")
    if subject.kind == "any_of" and first is not None and first.kind == "you" and _one(second):
        return f"{phrases.filter(second)} or you"
    if not _one(subject) and attached_to(subject) is None:
        raise Unsaid("what it is about")
    return phrases.filter_by_choice(subject) if by_choice else phrases.filter(subject)


def _one(node: Node | None) -> bool:
    """Whether a phrase is about one thing of a kind: a creature, another creature."""
    quantifier = None if node is None else node.node("quantifier")
    return quantifier is not None and quantifier.kind in ("a", "another")


def _described(node: Node) -> bool:
    return bool(items(node.node("describers")) or items(node.node("posts")))


def _life(node: Node | None) -> bool:
    return node is not None and node.kind == "bare" and lemma(node) == "life"


def _card(node: Node | None) -> bool:
    return node is not None and _one(node) and lemma(node) == "card" and not _described(node)


def _battlefield(node: Node) -> bool:
    return lemma(node) == "battlefield" and not items(node.node("posts"))


def _under_you(hows: list[Node]) -> bool:
    what = hows[0].node("what")
    under = hows[0].kind == "prep" and plain(hows[0].get("prep")) == "under"
    return len(hows) == 1 and under and lemma(what) == "control" and _yours(what)
