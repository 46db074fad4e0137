"""Acts: who does what, how and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from kb.cards.fftcg.clauses import at_turns_end, is_also, is_random
from kb.cards.fftcg.effects.cards import (
    discard,
    discard_at_random,
    draw,
    look,
    reveal,
    shuffled_under,
)
from kb.cards.fftcg.effects.choosing import choose, search, searched, select
from kb.cards.fftcg.effects.damage import deal, receive
from kb.cards.fftcg.effects.gaining import become, becomes, gain, lose
from kb.cards.fftcg.effects.moving import cast, move, place, remove
from kb.cards.fftcg.effects.reader import TOP, Effect, EffectReader, Entry
from kb.cards.fftcg.effects.things import chosen_once, things
from kb.cards.fftcg.nodes import Unsaid, lemma, verb_of, whose, word_in
from kb.cards.values import Node, Value

_TO_IT = ("break", "dull", "activate", "freeze")
"""Verbs with an object for which the rules have an instruction of the same name."""
_DUE = frozenset({"put onto field", "break", "add to hand", "remove", "put into break zone"})
"""What may be put off to the end of the turn."""


def acts(
    reader: EffectReader, node: Node | None, who: Value, hows: tuple[Node, ...] = ()
) -> list[Entry]:
    """Return the instructions of one or more acts of somebody."""
    if node is None:
        raise Unsaid("an act")
    last = node.node("how") if node.kind == "act_how" else None
    if last is not None and at_turns_end(last) and reader.orders(who):
        with reader.choosing_nothing():
            steps = acts(reader, node.node("act"), "you")
        return put_off(reader, steps)
    first, second = node.node("first"), node.node("second")
    if node.kind in ("and_act", "comma_and_act", "comma_act", "then_act"):
        assert first is not None
        if second is not None and (thing := searched(reader, first, who)) is not None:
            return search(reader, thing, acts(reader, second, who))
        if (under := shuffled_under(reader, first, second)) is not None and reader.orders(who):
            return under
        last = first.node("second") if first.kind == "comma_act" else None
        if last is not None and last.kind == "act_alone":  # "break one, dull and Freeze the other"
            pair = node.put("first", last)
            return [*acts(reader, first.node("first"), who, hows), *acts(reader, pair, who, hows)]
        if second is not None and first.kind == "act_alone":  # "dull and Freeze it"
            whom, verbs = second.node("object"), [verb_of(first), verb_of(second)]
            if whom is None or not set(verbs) <= set(_TO_IT) or not reader.orders(who):
                raise Unsaid("an act")
            return chosen_once([{verb: one} for one in things(reader, whom) for verb in verbs])
        return chosen_once([*acts(reader, first, who, hows), *acts(reader, second, who, hows)])
    if node.kind == "or_act" and first is not None and second is not None:
        return _one_way(reader, (first, second), who, hows)
    core, at_random = node, False
    while core.kind == "act_how" or is_also(core) or is_random(core):
        at_random = at_random or is_random(core)
        how, inside = core.get("how"), core.node("act")
        if inside is None:
            raise Unsaid("an act")
        hows = (*hows, how) if isinstance(how, Node) else hows
        core = inside
    return (discard_at_random if at_random else act)(reader, core, who, list(hows))


def _one_way(
    reader: EffectReader, both: tuple[Node, Node], who: Value, hows: tuple[Node, ...]
) -> list[Entry]:
    """Return two acts one of which is done: each of them speaks of what was spoken of before."""
    ways, meant = [], list(reader.it)
    with reader.choosing_nothing():
        for one in both:
            reader.it = list(meant)
            ways.append(acts(reader, one, who, hows))
    if not reader.orders(who):
        raise Unsaid("a choice")
    if any("search for any" in one for one in ways[0]):  # "it" is what was found
        raise Unsaid("what is found")
    reader.it = list(meant)
    return [{"one way": ways[0], "or": ways[1]}]


def act(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return the instructions of one act."""
    name = verb_of(core)
    how = (core.kind, name or word_in(core, "how"))
    read = _VERBS.get(name) if core.kind in ("act", "give", "give_to") else _BESIDES.get(how)
    if read is None:
        raise Unsaid(name or core.kind)
    return read(reader, core, who, hows)


def _to_it(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return what is done to something in the word of the verb."""
    name = verb_of(core)
    if hows or not reader.orders(who):
        raise Unsaid(name)
    return [{name: one} for one in things(reader, core.get("object"))]


def _cancel(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that what was chosen, or its effect, is cancelled."""
    thing = core.node("object")
    if hows or thing is None or not reader.orders(who) or reader.it in ([], [TOP], ["it"]):
        raise Unsaid("what is cancelled")
    if thing.kind != "it" and not (lemma(thing) == "effect" and whose(thing) == "its"):
        raise Unsaid("what is cancelled")
    return [{"cancel": one} for one in reader.it]


def put_off(reader: EffectReader, steps: list[Entry]) -> list[Entry]:
    """Return what is done at the end of the turn, each an ability of its own."""
    if any(isinstance(one, list) for step in steps for one in step.values()):
        raise Unsaid("a choice")
    if {next(iter(step)) for step in steps} - _DUE:
        raise Unsaid("what is done at the end of the turn")
    made: list[Entry] = []
    for step in steps:
        number, (word, what) = reader.number(), next(iter(step.items()))
        if len(step) > 1 or str(what).startswith("each "):
            raise Unsaid("what is done at the end of the turn")
        reader.effect.due[number] = Effect(steps=[{word: "it"}])
        made.append({"at end of turn": number, "what": what})
    return made


Reads: TypeAlias = Callable[[EffectReader, Node, Value, list[Node]], list[Entry]]
"""Reads an act of somebody, with the adverbs that tell how it is done."""

_VERBS: Mapping[str, Reads] = {
    "choose": choose,
    "draw": draw,
    "discard": discard,
    **dict.fromkeys(("return", "add", "put", "play"), move),
    "cast": cast,
    "remove": remove,
    "place": place,
    "gain": gain,
    "lose": lose,
    "receive": receive,
    "deal": deal,
    "select": select,
    "reveal": reveal,
    "cancel": _cancel,
    **dict.fromkeys(_TO_IT, _to_it),
}
"""What reads the act of a verb."""

_BESIDES: Mapping[tuple[str, str], Reads] = {
    ("act_before", "also"): become,
    ("act_prep", "look"): look,
    ("act_amount", "become"): becomes,
}
"""What reads an act that is more than a verb with its object."""
