"""Damage that is dealt and received, by effects and by what they speak of."""

from __future__ import annotations

from kb.cards.fftcg.amounts import each, scaled
from kb.cards.fftcg.clauses import listed
from kb.cards.fftcg.effects.reader import EffectReader, Entry
from kb.cards.fftcg.effects.things import things
from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    whose,
    word_in,
)
from kb.cards.values import Node, Value


def receive(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a player receives points of damage."""
    thing, player = core.node("object"), reader.whose(who)
    if thing is None or lemma(thing) != "point" or hows:
        raise Unsaid("what is received")
    return [{"points of damage": reader.phrases.number(thing), "who": player}]


def deal(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that damage is dealt: so much, so much for each of something, as much as power."""
    amount, to = core.node("object"), core.get("to")
    if core.kind == "give" and (both := _to_each_other(reader, who, hows)) is not None:
        return both
    ends: list[str] = []
    base = None
    if amount is not None and amount.kind == "all_of":
        base, amount = _more(reader, amount)
    power = next((how for how in hows if how.kind == "compared"), None)
    if power is not None and amount is not None and amount.kind == "some_damage":
        return [{"damage": _equal(reader, power), "to": one} for one in things(reader, to)]
    for how in hows:
        if how.kind == "toward" and to is None:
            to = how.get("to")
        else:
            ends.append(each(how, reader.phrases))
    if amount is None or to is None or len(ends) > 1:
        raise Unsaid("damage")
    if not reader.orders(who) and not reader.phrases.is_this(who):
        raise Unsaid("who deals damage")
    number = scaled(reader.phrases.number(amount, "how much"), ends)
    if base is not None:
        if not ends:
            raise Unsaid("how much")
        number = f"{base} plus {number}"
    player = reader.phrases.player(to)
    if lemma(amount) == "point" and player is not None:
        return [{"points of damage": number, "who": player}]
    if lemma(amount) != "damage":
        raise Unsaid("damage")
    return [{"damage": number, "to": one} for one in things(reader, to)]


def _more(reader: EffectReader, amount: Node) -> tuple[int, Node]:
    """Return "4000 damage and 1000 more damage" as the number and what comes on top."""
    first, second = amount.node("first"), amount.node("second")
    quantifier = inner(second, "quantifier")
    if first is None or second is None or quantifier is None or lemma(first) != "damage":
        raise Unsaid("how much")
    least, number = reader.phrases.number(first, "how much"), quantifier.get("count")
    if quantifier.kind != "so_many_more" or not isinstance(number, int):
        raise Unsaid("how much")
    return least, second.put("quantifier", Node("exactly", (("count", number),)))


def _to_each_other(reader: EffectReader, who: Value, hows: list[Node]) -> list[Entry] | None:
    """Return that two Forwards deal each other damage equal to their power."""
    power = [how for how in hows if how.kind == "compared"]
    other = [how for how in hows if how.kind == "toward" and inner(how, "to") is not None]
    to = inner(other[0], "to") if len(other) == 1 else None
    if len(power) != 1 or len(hows) != 2 or to is None or to.kind != "the_other":
        return None
    said = whose(inner(power[0], "to"))
    if word_in(power[0], "how") != "equal to" or lemma(power[0].get("to")) != "power":
        raise Unsaid("how much")
    pair: list[str] = []
    if isinstance(who, Node) and who.kind == "all_of" and said == "their":
        pair = [one for part in listed(who) for one in things(reader, part)]
    elif said == "its" and lemma(who) == "forward" and quantifier_kind(who) == "each":
        pair = list(reader.groups) if _are_two(reader.effect.targets) else []
    if len(pair) != 2 or any(one.startswith(("each", "it")) for one in pair):
        raise Unsaid("who deals damage")
    return [
        {"damage": f"power of {one}", "to": two, "from": one} for one, two in (pair, pair[::-1])
    ]


def _are_two(targets: list[Entry | str]) -> bool:
    """Whether two were chosen, by one phrase or two."""
    return sum(1 if isinstance(one, str) else one.get("exactly", 0) for one in targets) == 2


def _equal(reader: EffectReader, how: Node) -> str:
    """Return what damage is equal to: the power of something."""
    to = how.node("to")
    if word_in(how, "how") != "equal to" or to is None or lemma(to) != "power":
        raise Unsaid("how much")
    if posts_of(to) or posts_of(how):
        raise Unsaid("how much")
    if whose(to) == "its" and (one := reader.one()):
        return f"power of {one}"
    if reader.phrases.is_this(owner_of(to)):
        return "power of this"
    raise Unsaid("whose power")
