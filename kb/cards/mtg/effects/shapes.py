"""How parts of a sentence are told apart, and small pieces of instructions."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.noun_phrases import named_alike
from kb.cards.mtg.subtypes import CREATURES
from kb.cards.mtg.words import listed
from kb.cards.values import Node, Noun

Entry = dict[str, Any]

SEQUENCES = listed("and_act comma_act then_act comma_and_act clauses clauses__comma then")
COLORS_OF_MANA = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
DURATIONS = {
    "until end of turn": "end of turn",
    "this turn": "end of turn",
    "until your next turn": "your next turn",
    "until the end of your next turn": "end of your next turn",
}
WHILE = (
    "while this is on the battlefield",
    "while you control this",
    "while this is tapped",
    "while you control this tapped",
)
"""How long "for as long as …" lasts."""
DURATIONS |= {one: one for one in WHILE}


def base_size(grant: Node) -> Entry:
    """Return the power and toughness of "base power and toughness 0/2"."""
    power, toughness = size_of(str(grant.get("size")))
    if not isinstance(power, int) or not isinstance(toughness, int):
        raise Unsaid("a size")
    return {"power": power, "toughness": toughness}


def in_addition(how: Node, sort: str = "creature") -> Entry:
    """Return what is kept "in addition to its other colors and types", if that is said.

    "Its other creature types" are as much as "its other types" of what is of a creature type.
    """
    what = how.node("what") if how.kind == "prep" else None
    describers = items(None if what is None else what.node("describers"))
    words = [plain(one.get("sort") or one.kind) for one in describers]
    if plain(how.get("prep")) != "in addition to" or what is None or words[:1] != ["other"]:
        return {}
    if words[1:] not in ([], [sort]):
        return {}
    head = what.node("noun")
    both = head is not None and head.kind == "and_noun"
    parts = [head.node("first"), head.node("noun")] if head is not None and both else [head]
    nouns = [lemma(what.put("noun", one)) for one in parts]
    if nouns not in (["type"], ["color", "type"]):
        return {}
    return {f"keeps {noun}s": True for noun in nouns}


def unfold(node: Node | None) -> tuple[Node | None, tuple[Node, ...]]:
    """Return an act without what tells how it is done, and that."""
    hows: list[Node] = []
    while node is not None and node.kind == "act_how":
        how = node.node("how")
        if how is None:
            raise Unsaid("how")
        hows.insert(0, how)
        node = node.node("act")
    return node, tuple(hows)


def rounded(how: Node | None) -> str:
    """Return which way "rounded up", "rounded down" says; nothing for anything else."""
    words = plain(how.get("manner") or "").split() if how is not None else []
    return words[1] if words[:1] == ["rounded"] else ""


def is_described(node: Node) -> bool:
    """Whether more is said of a thing than its noun."""
    return bool(items(node.node("posts")) or items(node.node("describers")))


def next_step(how: Node) -> str | None:
    """Return the step of "at the beginning of the next end step", or "end of combat"."""
    if how.kind == "time" and plain(how.get("time")) == "at end of combat":
        return "end of combat"
    begins = how.node("what") if how.kind == "prep" and plain(how.get("prep")) == "at" else None
    posts = items(None if begins is None else begins.node("posts"))
    if lemma(begins) != "beginning" or len(posts) != 1 or posts[0].kind != "of":
        return None
    step = posts[0].node("what")
    words = [
        plain(one.get("state")) for one in items(None if step is None else step.node("describers"))
    ]
    quantifier = None if step is None else step.node("quantifier")
    turn = None if quantifier is None else quantifier.node("whose")
    describers = items(None if turn is None else turn.node("describers"))
    described = [plain(one.get("state")) for one in describers]
    if not words and lemma(turn) == "turn" and described == ["next"] and lemma(step) == "upkeep":
        return lemma(step)  # the next upkeep to begin is that of the next turn
    if words != ["next"] or lemma(step) not in ("end step", "upkeep") or quantifier is None:
        return None
    if quantifier.kind == "the":
        return lemma(step)
    yours = quantifier.kind == "own" and plain(quantifier.get("whose")) == "your"
    return f"your {lemma(step)}" if yours else None


def copied_thing(thing: Node) -> Node | None:
    """Return what a token is a copy of."""
    posts = items(thing.node("posts"))
    if lemma(thing) != "token" or len(posts) != 1 or posts[0].kind != "that_does":
        return None
    acts = posts[0].node("acts")
    copy = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    of = items(None if copy is None else copy.node("posts"))
    if (
        lemma(copy) != "copy"
        or len(of) != 1
        or of[0].kind != "of"
        or items(thing.node("describers"))
    ):
        raise Unsaid("a copy")
    return of[0].node("what")


def is_duration(how: Node) -> bool:
    """Whether an adverb says how long something lasts."""
    return how.kind == "time" and plain(how.get("time")) in DURATIONS


def unpaid(how: Node) -> bool:
    """Whether "without paying its mana cost" is said, or "their mana costs"."""
    what = how.node("what") if how.kind == "prep_doing_to" else None
    quantifier = None if what is None else what.node("quantifier")
    its = quantifier is not None and plain(quantifier.get("whose")) in ("its", "their")
    without = plain(how.get("prep")) == "without" and plain(how.get("verb")) == "paying"
    return without and its and what is not None and lemma(what) == "mana cost"


def each_thing(thing: Node | None) -> list[Node]:
    """Return the things that a list names."""
    if thing is None:
        raise Unsaid("a thing")
    if thing.kind == "all_of" and named_alike(thing) is None:
        return [*each_thing(thing.node("first")), *each_thing(thing.node("second"))]
    return [thing]


def is_target(value: object) -> bool:
    """Whether what an instruction names is a target."""
    return isinstance(value, str) and value.startswith("target ")


def by_whom(who: str) -> Entry:
    """Return the part of an instruction that names who carries it out, if not "you"."""
    return {} if who == "you" else {"who": who}


def repeated(number: int | str) -> Entry:
    """Return the part of an instruction that says how often, if not once."""
    return {} if number == 1 else {"amount": number}


def quantifier_of(node: Node) -> str:
    """Return the kind of what stands before a noun: "each", "target", "the"."""
    quantifier = node.node("quantifier")
    return "" if quantifier is None else quantifier.kind


def size_of(word: str) -> tuple[int | str, int | str]:
    """Return power and toughness of ``&+2/-1`` and the like."""
    power, _, toughness = word.strip("&").partition("^")[0].partition("/")
    return _side(power), _side(toughness)


def _side(word: str) -> int | str:
    if word in ("+x", "x"):
        return "x"
    if word == "-x":
        return "minus x"
    try:
        return int(word)
    except ValueError:
        raise Unsaid("a size") from None


def creature_type(thing: Node) -> str:
    """Return the creature type at the head of "a blue Frog"; empty where there is none."""
    head = thing.node("noun")
    noun = None if head is None or head.kind != "named" else head.get("noun")
    known = isinstance(noun, Noun) and set(noun.lemma.split()) <= CREATURES
    return noun.lemma if known and isinstance(noun, Noun) else ""
