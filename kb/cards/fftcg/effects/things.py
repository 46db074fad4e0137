"""What a phrase is about: references to what is on the field, chosen, selected or spoken of."""

from __future__ import annotations

import re

from kb.cards.fftcg.clauses import is_rest, says_other, without_among, without_chosen
from kb.cards.fftcg.effects.reader import TOP, EffectReader, Entry
from kb.cards.fftcg.nodes import Unsaid, lemma, posts_of, quantifier_kind
from kb.cards.fftcg.phrases import BLOCKING_THIS
from kb.cards.values import Node, Value

_CHANGES = re.compile(r"\b(?:dull|active|damaged|attacking|blocking|frozen|power)\b")
"""What may be so of a card no more once something has been done with it."""
_THEM = ("them", "they", "those_ones")


def chosen_once(steps: list[Entry]) -> list[Entry]:
    """Return what is done to the same things one after another: later to those meant at first.

    What they are described by may be so of them no more once the first thing has been done.
    """
    met: set[str] = set()
    found = []
    for step in steps:
        each = {
            value for value in step.values() if isinstance(value, str) and value.startswith("each ")
        }
        found.append(
            {
                key: f"those {value.removeprefix('each ')}"
                if value in met and _CHANGES.search(value)
                else value
                for key, value in step.items()
            }
            if each & met
            else step
        )
        met |= each
    return found


def things(
    reader: EffectReader, value: Value, zone: str = "", before: list[Entry] | None = None
) -> list[str]:
    """Return references to what a phrase is about.

    What is to be one of several is selected first: by an instruction in `before`.
    """
    phrases = reader.phrases
    if not isinstance(value, Node):
        raise Unsaid("a thing")
    if reader.shown and is_rest(value):
        return ["each anything in your deck among them"]
    if reader.shown and (plainly := without_among(value)) is not None:
        if before is None or phrases.count(plainly) != (1, 1):
            raise Unsaid("how many")
        return _selected(reader, phrases.filter(plainly, "in your deck among them"), before)
    if value.kind in _THEM and reader.it in ([], [TOP], ["it"]):
        if reader.several is not None:
            return [reader.several]
        if reader.it != ["it"] or not reader.found:  # what sets it off is one thing
            raise Unsaid("what they are")
    if value.kind in ("it", *_THEM):
        return reader.known()
    if reader.it == [TOP] and lemma(value) == "card":
        raise Unsaid("what it is")
    if value.kind in ("the_former", "the_latter") and len(reader.groups) == 2:
        return [reader.groups[value.kind == "the_latter"]]
    if phrases.is_this(value):
        return ["this"]
    first, second = value.node("first"), value.node("second")
    if value.kind == "all_of" and phrases.is_this(first) and second is not None:
        phrases.own_it = True
        others = things(reader, second)
        phrases.own_it = False
        return ["this", *others]
    if value.kind == "all_of" and first is not None and second is not None and not zone:
        return [*things(reader, first), *things(reader, second)]
    if value.get("noun") is None:
        raise Unsaid("a thing")
    if (reader.groups or reader.selected) and says_other(value):  # than what was chosen or selected
        raise Unsaid("other than what")
    if phrases.every(value) and not zone:
        every = phrases.filter(value)
        reader.several = None if _CHANGES.search(every) else f"each {every}"
        return [f"each {every}"]
    if quantifier_kind(value) == "the" and posts_of(value):
        words = phrases.filter(value)
        if words.endswith(BLOCKING_THIS):  # no more than one does
            return [f"each {words}"]
    if (chosen := _chosen(reader, value)) is not None:
        return [chosen]
    if before is None or phrases.count(value) != (1, 1):
        raise Unsaid("a thing")
    return _selected(reader, phrases.filter(value, *([zone] if zone else [])), before)


def _selected(reader: EffectReader, words: str, before: list[Entry]) -> list[str]:
    """Return what is selected first, which is "it" from then on."""
    before.append({"select": words})
    reader.it = ["it"]
    return ["it"]


def _chosen(reader: EffectReader, phrase: Node) -> str | None:
    """Return the one of what was chosen that "the Forward" is; None if it is not told apart."""
    if quantifier_kind(phrase) != "the" or posts_of(phrase):
        return None
    words = reader.phrases.filter(without_chosen(phrase))
    said = [one if isinstance(one, str) else one["of"] for one in reader.effect.targets]
    found = [number for number, one in enumerate(said, 1) if words in one.split()]
    return f"target {found[0]}" if len(found) == 1 else None


def is_selected(reader: EffectReader, thing: Node | None) -> bool:
    """Whether a phrase is the card that was selected from the hand that was shown."""
    if thing is None or not reader.selected or not reader.phrases.shown_hand:
        return False
    this = lemma(thing) == "card" and quantifier_kind(thing) in ("this_one", "that")
    return reader.it == ["it"] and (thing.kind == "it" or this)
