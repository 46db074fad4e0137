"""What the effects of a card become: choices and instructions in the words of card files.

Sentence by sentence: what is read becomes instructions that the rules carry out, whatever verb and
noun phrase it is made of; a sentence that the rules have no word for becomes ``other``, as it is
printed, and so does what follows if it speaks of the same thing.
"""

from __future__ import annotations

import re

from kb.cards.fftcg.clauses import follows_on, instead, is_lost, kinds_of_steps
from kb.cards.fftcg.conditions import condition_of
from kb.cards.fftcg.damage import replaced
from kb.cards.fftcg.effects.clauses import clause, harmed, under
from kb.cards.fftcg.effects.reader import Effect, EffectReader, Entry
from kb.cards.fftcg.nodes import Unsaid, word_in
from kb.cards.values import Node

_LASTS = "(This effect does not end at the end of the turn"
"""How a note begins that says that what is gained does not end with the turn."""

_HARMS = frozenset({"damage", "break", "dull", "freeze", "put into break zone", "remove"})
"""What is done to what an opponent controls, and not to what one has just played."""

_NEEDS = {
    repr([{"put into break zone": "this"}]): "this is on the field",
    repr([{"discard": None, "who": "you"}]): "hand of you is at least 1",
}
"""Under which condition something is done at all, and so is what follows on its being done."""

_DONE_WITH_IT = ({"put into break zone": "it"}, {"dull": "it"}, {"remove": "it"}, {"discard": "it"})
"""What is done with a thing that has to be selected where there is one."""

_OF_IT = re.compile(r"^it (?:fits|does not fit) |\bof it\b")
"""How a condition asks something of "it", and not whether it is somebody's turn."""

_UNSURE = frozenset({"other", "may", "may pay", "one way"})
"""What a sentence became of which it cannot be said that something else is done instead."""


def read(reader: EffectReader, sentences: list[Node], first: Node | None = None) -> Effect:
    """Return the effect of sentences; of the first one `first` is what it does."""
    rest, effect = list(sentences), reader.effect
    while rest:
        sentence = rest.pop(0)
        does = first if first is not None else sentence.node("does")
        first = None
        if sentence.kind == "sentence" and does is not None and follows_on(does, "when"):
            _later(reader, sentence, does, rest)
            return effect
        targets = len(effect.targets)
        reader.lasting = reader.phrases.noted(sentence, _LASTS)
        try:
            _sentence(reader, sentence, does, rest)
        except Unsaid:
            del effect.targets[targets:]
            effect.steps.append(_left_out(reader, sentence if does is None else does))
            reader.it, reader.groups, reader.open, reader.before = [], [], None, []
            reader.shown = False
        if reader.follower is not None:
            _add(effect, read(reader.follower, rest))
            reader.follower = None
            return effect
    return effect


def _add(effect: Effect, found: Effect) -> None:
    """Take in what follows on a part of an effect that is an ability of its own."""
    effect.later |= found.later
    effect.due |= found.due
    effect.losses |= found.losses


def _left_out(reader: EffectReader, node: Node) -> Entry:
    """Return what is not understood; under a condition that is, only where that is so.

    What is done instead of something else changes that, so it is left out altogether.
    """
    left: Entry = {"other": reader.said(node).rstrip(".")}
    opening = node.node("opening") if node.kind == "under" else None
    if opening is None or opening.kind != "if" or word_in(opening, "word") != "if":
        return left
    if instead(node) is not None or follows_on(node, "if"):
        return left
    try:
        said = condition_of(opening.node("condition"), reader.phrases, reader.one())
    except Unsaid:
        return left
    return {"if": said, "then": [left]}


def _sentence(reader: EffectReader, sentence: Node, does: Node | None, rest: list[Node]) -> None:
    if does is None or sentence.kind != "sentence":
        raise Unsaid("a sentence")
    if follows_on(does, "if"):
        if reader.open is None:
            raise Unsaid("what may be done")
        reader.open += _once_done(reader, does.node("does"))
        reader.before = []
        return
    offered, reader.open = reader.open, None
    harm = replaced(does, reader.phrases)
    opening = does.node("opening")
    lost = opening is not None and opening.kind == "if" and is_lost(opening)
    if harm is None and not lost and (other := instead(does)) is not None:
        _replace(reader, other, rest)
        return
    if harm is not None and not harm.lasts:
        raise Unsaid("until when")
    made = clause(reader, does) if harm is None else harmed(reader, harm)
    if offered is not None and _asks_about_it(made) and any("select" in one for one in offered):
        offered += made  # who has selected nothing, has nothing that could be so of it
        return
    reader.effect.steps += made
    if made:  # a choice alone is nothing that is done
        reader.before.append((reader.said(sentence), made))
    if len(made) == 1 and "may" in made[0]:
        reader.open = made[0]["may"]
    elif len(made) == 1 and "may pay" in made[0]:
        reader.open = made[0]["then"]
    elif made == [{"remove": "this"}]:  # what is done with the card then, is only done if it was
        reader.open = reader.effect.steps
    elif rest and _goes_on(rest[0]) and (needs := _needs(made)) is not None:
        reader.effect.steps[-len(made) :] = [{"if": needs, "then": made}]
        reader.open = made


def _needs(steps: list[Entry]) -> str | None:
    """Return under which condition something is done at all; None where that is not known."""
    match steps:
        case [{"select": str(what), **more}, act] if not more and act in _DONE_WITH_IT:
            return f"number of {what} is at least 1"
    return _NEEDS.get(repr(steps))


def _asks_about_it(steps: list[Entry]) -> bool:
    """Whether something is done only if something is so of "it"."""
    return len(steps) == 1 and _OF_IT.search(str(steps[0].get("if", ""))) is not None


def _goes_on(sentence: Node) -> bool:
    """Whether a sentence begins with "when you do so" or "if you do so"."""
    does = sentence.node("does")
    return does is not None and any(follows_on(does, kind) for kind in ("when", "if"))


def _once_done(reader: EffectReader, node: Node | None) -> list[Entry]:
    """Return what is done then: "it" is what was chosen, where that is harmed and not played.

    Of what was chosen first and what was played since, no other text says which it means.
    """
    targets = len(reader.effect.targets)
    made = clause(reader, node)
    if reader.it != ["it"] or not targets or len(reader.effect.targets) != targets:
        return made
    reader.it = [f"target {number}" for number in range(1, targets + 1)]
    chosen = clause(reader, node)
    if made == chosen:
        reader.it = ["it"]
    elif not all(_HARMS.intersection(one) for one in chosen):
        raise Unsaid("it")
    return chosen


def _replace(reader: EffectReader, node: Node, rest: list[Node]) -> None:
    """Read what is done instead of what a sentence before says, if something is so.

    That is the sentence just before, unless the ones after repeat what stands between: then
    they go on with what is done instead, as those went on with what it replaces.
    """
    (found,) = under(reader, node)
    if "if" not in found:
        raise Unsaid("under which condition something is replaced")
    again = _repeated(reader, rest)
    before = reader.before[len(reader.before) - again - 1 :]
    if not before or any(not _UNSURE.isdisjoint(one) for _, said in before for one in said):
        raise Unsaid("what is replaced")
    then, undone = found["then"], before[0][1]
    several = not again and len(reader.before) > 1
    if several and kinds_of_steps(then) != kinds_of_steps(undone):
        raise Unsaid("which of several sentences is replaced")
    for (_, said), sentence in zip(before[1:], rest, strict=False):
        if clause(reader, sentence.node("does")) != said:
            raise Unsaid("what is done again")
        then = [*then, *said]
    del rest[:again]
    steps, otherwise = reader.effect.steps, [one for _, said in before for one in said]
    del steps[len(steps) - len(otherwise) :]
    steps.append({"either": found["if"], "then": then, "otherwise": otherwise})
    reader.before = []


def _repeated(reader: EffectReader, rest: list[Node]) -> int:
    """Return how many sentences that follow say again, in order, what was said last."""
    said = [words for words, _ in reader.before]
    for number in range(min(len(said) - 1, len(rest)), 0, -1):
        if said[-number:] == [reader.said(one) for one in rest[:number]]:
            return number
    return 0


def _later(reader: EffectReader, sentence: Node, does: Node, rest: list[Node]) -> None:
    """Read what follows "when you do so": an ability of its own."""
    effect, then = reader.effect, does.node("does")
    if reader.open is None:
        effect.steps.append({"other": reader.said(sentence).rstrip(".")})
        return
    number = reader.number()
    reader.open.append({"done": number})
    if not rest and reader.offer is not None and reader.offer(then, number):
        return
    reader.phrases.discarded = False  # what was discarded, the ability before this one knows
    found = read(reader.another(), [sentence, *rest], then)
    effect.later[number] = found
    _add(effect, found)
