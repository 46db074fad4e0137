"""The step with which something begins: "at the beginning of your upkeep"."""

from __future__ import annotations

from kb.cards.mtg.events.deed import Entry, is_yours
from kb.cards.mtg.nodes import Unsaid, is_chosen, items, lemma, plain, quantifier_kind
from kb.cards.mtg.noun_phrases import attached_to
from kb.cards.values import Node

_STEPS = {
    "upkeep": "upkeep",
    "end step": "end step",
    "draw step": "draw",
    "untap step": "untap",
    "cleanup step": "cleanup",
}
_MAIN_PHASES = {"precombat": "main1", "first": "main1", "postcombat": "main2"}


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
    if step is not None and lemma(step) == "main phase" and not adverbs[1:]:
        return _main_phase(step)
    if step is None or items(step.node("describers")):
        raise Unsaid("which step")
    if items(step.node("posts")):
        return _of_controller(step)
    rest = adverbs[1:]
    if lemma(step) == "combat" and not rest and quantifier_kind(step) == "each":
        return {"begins": "beginning of combat", "whose": "each"}
    if lemma(step) == "combat" and step.kind == "bare" and len(rest) == 1:
        on_turn = rest[0].kind == "prep" and plain(rest[0].get("prep")) == "on"
        return _combat_on(rest[0].node("what") if on_turn else None)
    if rest or lemma(step) not in _STEPS:
        raise Unsaid("which step")
    name = _STEPS[lemma(step)]
    return {"begins": name, "whose": _whose(step, name)}


def _whose(step: Node, name: str) -> str:
    """Return whose step is meant: "each player's upkeep", "the end step"."""
    if is_yours(step):
        return "you"
    quantifier = step.node("quantifier")
    if quantifier is not None and quantifier.kind == "each":
        return "each"
    if quantifier is not None and quantifier.kind == "of_whose":
        whose = quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        if whose is not None and is_chosen(whose):
            return "chosen player"
        if inner is not None and inner.kind == "each" and lemma(whose) == "player":
            return "each"
        if inner is not None and inner.kind == "each" and lemma(whose) == "opponent":
            return "opponent"
        if whose is not None and lemma(whose) == "player" and attached_to(whose) == "enchanted":
            return "enchanted"
    if quantifier is not None and quantifier.kind == "the" and name == "end step":
        return "each"
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


def _main_phase(phase: Node) -> Entry:
    """Read "your precombat main phase", "each player's postcombat main phase"."""
    words = [plain(one.get("state")) for one in items(phase.node("describers"))]
    name = _MAIN_PHASES.get(" ".join(words))
    if name is None or items(phase.node("posts")):
        raise Unsaid("which phase")
    return {"begins": name, "whose": _whose(phase, name)}


def _combat(begins: Node | None, rest: list[Node]) -> Entry:
    """Read "at the beginning of combat on your turn"."""
    posts = items(None if begins is None else begins.node("posts"))
    on_turn = len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
    if rest:
        raise Unsaid("which step")
    return _combat_on(posts[0].node("what") if on_turn else None)


def _combat_on(turn: Node | None) -> Entry:
    """Return the beginning of combat "on your turn", "on each opponent's turn"."""
    if turn is None or lemma(turn) != "turn" or items(turn.node("describers")):
        raise Unsaid("which step")
    return {"begins": "beginning of combat", "whose": _whose(turn, "turn")}
