"""What a text asks of the turn so far: "if you attacked this turn", "if a creature died"."""

from __future__ import annotations

from collections.abc import Mapping

from kb.cards.mtg.nodes import NUMBERS, is_plain, items, lemma, plain, quantifier_kind, verb_of
from kb.cards.values import Node

_CHANGES = {
    **dict.fromkeys(("draws", "draws nth"), "cards drawn"),
    "gains life": "you gained",
    "loses life": "lost",
}
"""What of the turn so far is otherwise as soon as something has set an ability off."""


def changes(when: Mapping[str, object], condition: str) -> bool:
    """Whether what sets an ability off changes what the ability asks of the turn so far."""
    return any(word in when and said in condition for word, said in _CHANGES.items())


def happened(
    node: Node, subject: Node, acts: Node, *, about_this: bool, about_first: bool = False
) -> str | None:
    """Return what is said to have happened this turn, in the words of card files.

    `about_this` tells that the subject is the card itself, `about_first` that it is the first of
    several subjects.
    """
    how, act = acts.node("how"), acts.node("act")
    if act is not None and act.kind in ("have_done", "have_done__short"):  # "you've drawn"
        act = act.node("past")
    if how is not None and act is not None and plain(how.get("time")) == "last turn":
        return _last_turn(node, subject, act)
    if node.kind != "does" or how is None or act is None or acts.kind != "act_how":
        return None
    if plain(how.get("time")) == "this combat" and plain(act.get("past")) == "attacked":
        others = _others(subject.node("second")) if about_first and act.kind == "done" else None
        return (
            None
            if others is None
            else f"this and {others} or more other creatures attacked this combat"
        )
    if plain(how.get("time")) != "this turn" or act.kind not in ("done", "done_to"):
        return None
    past, thing = plain(act.get("past")), act.node("object")
    if past == "attacked" and act.kind == "done" and subject.kind == "you":
        return "you attacked this turn"
    if past == "entered" and about_this and (act.kind == "done" or lemma(thing) == "battlefield"):
        return "this entered this turn"
    one = quantifier_kind(subject) in ("a", "an")
    if past == "died" and act.kind == "done" and one and _is(subject, "creature"):
        return "a creature died this turn"
    if past == "left" and lemma(thing) == "battlefield" and one and _your_permanent(subject):
        return "a permanent you controlled left the battlefield this turn"
    if past == "drawn" and subject.kind == "you" and thing is not None and _is(thing, "card"):
        bound = thing.node("quantifier")
        number = None if bound is None else NUMBERS.get(plain(bound.get("count")))
        least = bound is not None and bound.kind == "bounded" and plain(bound.get("bound"))
        return f"cards drawn this turn by you is at least {number}" if least == "or more" else None
    if past in ("gained", "lost") and thing is not None and lemma(thing) == "life":
        return _life(past, subject, thing)
    return None


def _life(past: str, subject: Node, thing: Node) -> str | None:
    """Read "you gained 3 or more life" and "an opponent lost life"."""
    bound = thing.node("quantifier")
    number: object = 1
    if bound is not None:
        count = bound.get("count")
        number = count if isinstance(count, int) else NUMBERS.get(plain(count))
        if bound.kind != "bounded" or plain(bound.get("bound")) != "or more":
            return None
    if not isinstance(number, int) or not is_plain(thing):
        return None
    if past == "gained" and subject.kind == "you":
        return f"you gained {number} or more life this turn"
    if past == "lost" and quantifier_kind(subject) in ("a", "an") and _is(subject, "opponent"):
        return f"an opponent lost {number} or more life this turn"
    return None


def _last_turn(node: Node, subject: Node, act: Node) -> str | None:
    """Read "no spells were cast last turn", "a player cast two or more spells last turn"."""
    if node.kind != "does":
        return None
    done = act.node("complement") if act.kind == "be_so" else None
    if done is not None and plain(done.get("past")) == "cast" and _is(subject, "spell"):
        return "no spells were cast last turn" if quantifier_kind(subject) == "no" else None
    spells = act.node("object")
    bound = None if spells is None else spells.node("quantifier")
    if spells is None or bound is None or bound.kind != "bounded" or not _is(spells, "spell"):
        return None
    number = NUMBERS.get(plain(bound.get("count")))
    player = quantifier_kind(subject) in ("a", "an") and _is(subject, "player")
    casts = plain(act.get("past")) == "cast" or verb_of(act) == "cast"
    if not (player and casts) or plain(bound.get("bound")) != "or more" or number is None:
        return None
    return f"a player cast {number} or more spells last turn"


def _others(node: Node | None) -> int | None:
    """Return how many "at least two other creatures" are."""
    bound = None if node is None else node.node("quantifier")
    describers = [] if node is None else items(node.node("describers"))
    if node is None or bound is None or bound.kind != "minimum" or lemma(node) != "creature":
        return None
    if [one.kind for one in describers] != ["other"] or items(node.node("posts")):
        return None
    return NUMBERS.get(plain(bound.get("count")))


def _is(subject: Node, noun: str) -> bool:
    return lemma(subject) == noun and is_plain(subject)


def _your_permanent(subject: Node) -> bool:
    """Whether "a permanent you controlled" is meant."""
    posts = items(subject.node("posts"))
    if lemma(subject) != "permanent" or items(subject.node("describers")) or len(posts) != 1:
        return False
    said = str(posts[0].get("subject")), plain(posts[0].get("verb"))
    return posts[0].kind == "related" and said == ("you^c", "controlled")
