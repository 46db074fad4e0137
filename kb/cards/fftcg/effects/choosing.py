"""What is chosen, selected and searched for."""

from __future__ import annotations

from kb.cards.fftcg.amounts import same_number
from kb.cards.fftcg.clauses import comes_from, differs_in, listed, says_other, without_other
from kb.cards.fftcg.effects.reader import MOST, EffectReader, Entry
from kb.cards.fftcg.nodes import Unsaid, posts_of, verb_of, with_items, word_in
from kb.cards.fftcg.phrases import ANYWHERE_BROKEN
from kb.cards.values import Node, Value


def choose(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Take in what is chosen; choosing alone is nothing that is done."""
    origins = [how.get("what") for how in hows if comes_from(how, "break zone")]
    if len(origins) < len(hows) or not reader.orders(who) or reader.effect.steps:
        raise Unsaid("a choice")
    targets = reader.effect.targets
    phrases = listed(core.node("object"))
    if origins and (len(origins) > 1 or len(phrases) > 1):
        raise Unsaid("a choice")
    if len(phrases) == 1 and (bounded := same_number(phrases[0], reader.phrases)) is not None:
        targets.append({"as many as": bounded[1], "of": bounded[0]})
        reader.groups.append(f"target {len(targets)}")
        reader.it = list(reader.groups)
        return []
    place = [reader.phrases.zone(one) for one in origins] or _place_of_all(reader, phrases)
    for phrase in phrases:
        least, most = reader.phrases.count(phrase)
        others = bool(reader.groups) and says_other(phrase)
        words = reader.phrases.filter(without_other(phrase) if others else phrase, *place)
        if words == "summon":
            words = "summon on the stack"
        # Whether several come from the Break Zone of one player is not said.
        if ANYWHERE_BROKEN in words and most != 1:
            raise Unsaid("whose Break Zone")
        if most is None or most > MOST or least not in (0, most):
            raise Unsaid("how many")
        if (least, most) == (1, 1) and not others:
            targets.append(words)
        else:
            many = "up to" if least == 0 else "exactly"
            targets.append({many: most, "of": words, **({"others": True} if others else {})})
        reader.groups.append(f"target {len(targets)}")
    reader.it = list(reader.groups)
    return []


def _place_of_all(reader: EffectReader, phrases: list[Node]) -> list[str]:
    """Return the zone that a list of choices ends with, if no other one says where it is.

    "1 Forward of cost 1 and 1 Forward of cost 3 in your Break Zone" is about two cards there. Of
    "1 Forward and 1 Backup opponent controls" nobody can say whose the Forward is.
    """
    *before, last = [_where(phrase) for phrase in phrases]
    if not before or last is None or any(where is not None for where in before):
        return []
    if not _is_in(last):
        raise Unsaid("where the first is")
    return [reader.phrases.zone(last.get("what"))]


def _where(phrase: Node) -> Node | None:
    """Return the end of a phrase that says where something is, or who controls it."""
    wheres = ("you_do", "they_do", "opponent_controls")
    return next((p for p in posts_of(phrase) if p.kind in wheres or _is_in(p)), None)


def _is_in(post: Node) -> bool:
    return post.kind == "of" and word_in(post, "prep") == "in"


def select(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a player selects something; it is "it" then."""
    thing = core.node("object")
    places = [reader.phrases.zone(how.get("what")) for how in hows if comes_from(how, "hand")]
    if len(places) != len(hows) or thing is None or reader.phrases.count(thing) != (1, 1):
        raise Unsaid("a selection")
    player = reader.whose(who)
    reader.it, reader.selected = ["it"], True
    return [{"select": reader.phrases.filter(thing, *places), "by": player}]


_FOUND = {"add to hand": "", "put onto field": "field", "put into break zone": "break zone"}
"""Where what is found is put, by the instruction; to the hand where nothing is said."""


def searched(reader: EffectReader, act: Node, who: Value) -> Node | None:
    """Return what is searched for, which is "it" then; None if an act is no search."""
    if act.kind != "act_prep" or verb_of(act) != "search":
        return None
    thing = act.node("object")
    if thing is None or not reader.orders(who):
        raise Unsaid("a search")
    reader.it, reader.found = ["it"], True
    return thing


def search(reader: EffectReader, thing: Node, made: list[Entry]) -> list[Entry]:
    """Return a search with what is done with the card found."""
    put = made[0] if len(made) == 1 else {"": None}
    word = next(iter(put))
    if word not in _FOUND or put[word] != "it":
        raise Unsaid("a search")
    to: Entry = {"to": _FOUND[word]} if _FOUND[word] else {}
    to |= {"dull": True} if put.get("dull") else {}
    return [{"search for any": words, **to, **apart} for words, apart in _sought(reader, thing)]


def _sought(reader: EffectReader, thing: Node) -> list[tuple[str, Entry]]:
    """Return what is searched for, each card by itself, and what sets it apart from others."""
    phrases, place = reader.phrases, "in your deck"
    either = thing.kind == "any_of"
    if either or thing.kind == "all_of":
        parts = [part for part in (thing.node("first"), thing.node("second")) if part]
        if {phrases.count(part) for part in parts} - ({(1, 1)} if either else {(0, 1), (1, 1)}):
            raise Unsaid("how many")
        return [(phrases.filter(one, place), {}) for one in ([thing] if either else parts)]
    posts = posts_of(thing)
    unlike = [post for post in posts if differs_in(post) is not None]
    plainly = with_items(thing, "posts", (post for post in posts if post not in unlike))
    least, most = phrases.count(plainly)
    if not most or most > MOST or least not in (0, most) or len(unlike) > 1:
        raise Unsaid("how many")
    apart: Entry = {f"apart by {differs_in(post)}": True for post in unlike}
    return [(phrases.filter(plainly, place), apart)] * most
