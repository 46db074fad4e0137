"""Cards of hands and decks: drawn, discarded, looked at, shown."""

from __future__ import annotations

from kb.cards.fftcg.clauses import comes_from, is_rest, is_some_card, top_number
from kb.cards.fftcg.effects.reader import MOST, TOP, EffectReader, Entry
from kb.cards.fftcg.effects.things import is_selected
from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    is_described,
    lemma,
    posts_of,
    unfold,
    verb_of,
    whose,
    with_items,
    word_in,
)
from kb.cards.fftcg.phrases import THEIRS
from kb.cards.values import Node, Value


def draw(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a player draws cards."""
    number = _cards(reader, core.node("object"), hows)
    player = reader.whose(who)
    return [{"draw": number, **({"who": player} if player != "you" else {})}]


def discard(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a player discards: the hand, a card that is known, some cards."""
    thing, theirs = core.node("object"), reader.controller(who)
    player = theirs or reader.whose(who)
    reader.phrases.discarded = player == "you"
    if lemma(thing) == "hand" and not hows and theirs is None:
        return [{"discard hand": player}]
    if player == "opponent" and not hows and is_selected(reader, thing):
        return [{"discard card": "it"}]
    hows = [how for how in hows if not comes_from(how, "hand")]
    if thing is not None and player == "you" and not hows and is_some_card(thing):
        if reader.phrases.count(thing) != (1, 1):
            raise Unsaid("how many")
        words = reader.phrases.filter(thing, "in your hand")
        return [{"select": words}, {"put into break zone": "it"}]
    return [{"discard": None, "who": player}] * _cards(reader, thing, hows)


def discard_at_random(
    reader: EffectReader, core: Node, who: Value, hows: list[Node]
) -> list[Entry]:
    """Return that a player discards cards that nobody picks."""
    hows = [how for how in hows if not comes_from(how, "hand")]
    player = reader.whose(who)
    return [{"discard at random": player}] * _cards(reader, core.node("object"), hows)


def _cards(reader: EffectReader, thing: Node | None, hows: list[Node]) -> int:
    """Return of how many cards a phrase speaks, of which it says nothing more."""
    if hows or thing is None or lemma(thing) != "card" or posts_of(thing):
        raise Unsaid("cards")
    if is_described(thing):
        raise Unsaid("which cards")
    number, noun = reader.phrases.number(thing), thing.node("noun")
    if number > MOST or noun is None or noun.kind != "noun":
        raise Unsaid("how many")
    return number


def look(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Read a look at the top of one's deck, which does nothing by itself."""
    if hows or not reader.orders(who):
        raise Unsaid("look")
    number = _tops(reader, core.node("object"))
    reader.it, reader.shown = [TOP] if number == 1 else [], number > 1
    return [{"look at top": number}]


def reveal(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Read that the top of one's deck is shown; a single card is "it" then.

    Or that the opponent shows the hand, of which "their hand" is spoken from then on.
    """
    thing = core.node("object")
    if lemma(thing) == "hand" and not hows and reader.phrases.player(who) == "opponent":
        if whose(thing) not in THEIRS:
            raise Unsaid("whose hand")
        reader.phrases.shown_hand = True
        return [{"reveal hand": "opponent"}]
    if hows or not reader.orders(who):
        raise Unsaid("what is shown")
    number = _tops(reader, thing)
    reader.it, reader.shown = ["it"] if number == 1 else [], number > 1
    return [{"reveal top": number}]


def turned_over(reader: EffectReader, node: Node) -> list[Entry] | None:
    """Return that cards are turned over until one is shown, which is "it"; None for others."""
    condition, does = node.node("condition"), node.node("does")
    acts = None if does is None or does.kind != "do" else does.node("acts")
    core, hows = unfold(acts)
    thing = None if condition is None else condition.node("subject")
    past = word_in(inner(condition, "acts", "complement"), "past")
    if verb_of(core) != "turn over" or word_in(node, "word") != "until" or thing is None:
        return None
    manner = [word_in(how, "manner") for how in hows if how.kind == "manner"]
    tops = [how.node("what") for how in hows if comes_from(how, "top")]
    decks = [reader.phrases.zone(post.get("what")) for top in tops for post in posts_of(top)]
    plainly = manner == ["one card at a time"] and decks == ["in your deck"] and len(hows) == 2
    if not plainly or past != "revealed" or reader.effect.targets:
        raise Unsaid("what is turned over")
    if reader.phrases.count(thing) != (1, 1):
        raise Unsaid("how many")
    reader.it, reader.shown = ["it"], True
    return [{"turn over until": reader.phrases.filter(thing, "in your deck")}]


def shuffled_under(reader: EffectReader, first: Node, second: Node | None) -> list[Entry] | None:
    """Return that "the other cards" are shuffled and put at the bottom; None for other acts."""
    if verb_of(first) != "shuffle" or not reader.shown or second is None:
        return None
    rest, (core, hows) = first.node("object"), unfold(second)
    whom = None if core is None else core.node("object")
    places = [how.node("to") or how.node("what") for how in hows]
    if rest is None or core is None or verb_of(core) != "return" or len(places) != 1:
        return None
    shown = (post for post in posts_of(rest) if word_in(post, "past") != "revealed")
    under = lemma(places[0]) == "bottom" and [
        reader.phrases.zone(post.get("what")) for post in posts_of(places[0])
    ] == ["in your deck"]
    if whom is None or whom.kind != "them" or not is_rest(with_items(rest, "posts", shown)):
        return None
    return [{"put under deck": "each anything in your deck among them"}] if under else None


def _tops(reader: EffectReader, thing: Node | None) -> int:
    """Return of how many cards on top of one's deck a phrase speaks."""
    posts = posts_of(thing)
    if lemma(thing) != "card" or len(posts) != 1 or reader.effect.targets:
        raise Unsaid("a look")
    number = top_number(thing)
    if number is None or reader.phrases.zone(posts[0].get("what")) != "in your deck":
        raise Unsaid("a look")
    if not isinstance(number, int):
        raise Unsaid("how many")
    return number
