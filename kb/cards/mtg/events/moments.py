"""The step with which something begins: "at the beginning of your upkeep"."""

from __future__ import annotations

from kb.cards.mtg.events.deed import Entry, is_yours
from kb.cards.mtg.nodes import Unsaid, is_chosen, items, lemma, plain
from kb.cards.mtg.noun_phrases import attached_to
from kb.cards.values import Node

_STEPS = {
    "upkeep": "upkeep",
    "end step": "end step",
    "draw step": "draw",
    "untap step": "untap",
    "cleanup step": "cleanup",
}


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
        if plain(rest[0].get("prep")) == "on" and lemma(turn) == "turn" and is_yours(turn):
            return {"begins": "beginning of combat", "whose": "you"}
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


def _combat(begins: Node | None, rest: list[Node]) -> Entry:
    """Read "at the beginning of combat on your turn"."""
    posts = items(None if begins is None else begins.node("posts"))
    on_turn = len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
    turn = posts[0].node("what") if on_turn else None
    if rest or lemma(turn) != "turn" or not is_yours(turn):
        raise Unsaid("which step")
    return {"begins": "beginning of combat", "whose": "you"}
