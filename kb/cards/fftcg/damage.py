"""What replaces damage, in the words of card files: "if it is dealt damage, it becomes 0 instead".

The same sentence is a field ability of a card and, "this turn", an effect on something: either way
it says what is dealt the damage or deals it, by what, and what becomes of it.
"""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.nodes import (
    Unsaid,
    describers_of,
    inner,
    items,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    states_of,
    unfold,
    verb_of,
    whose,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value
from kb.records import record

Entry = dict[str, Any]


@record
class Harm:
    """Damage that is replaced.

    Attributes
    ----------
    entry
        What becomes of it, in the words that field abilities and instructions share.
    word
        ``to`` if `whom` is dealt the damage, ``from`` if it deals it.
    lasts
        Whether the condition says that it is about this turn.
    """

    entry: Entry
    word: str
    whom: Value
    lasts: bool = False


def replaced(clause: Node | None, phrases: Phrases) -> Harm | None:
    """Return the damage that "if …, the damage … instead" replaces; None for other clauses."""
    opening, does = inner(clause, "opening"), inner(clause, "does")
    if clause is None or clause.kind != "under" or opening is None or opening.kind != "if":
        return None
    said = opening.node("condition")
    if said is None or said.kind != "does":
        return None
    act, hows = unfold(said.node("acts"))
    lasts = [how for how in hows if word_in(how, "time") == "this turn"]
    hows = [how for how in hows if how not in lasts]
    if _is_dealt(act):
        below = [how for how in hows if _below_power(how)]
        by = _dealer([how for how in hows if how not in below])
        change = _change(does)
        if "so much damage" in change:
            raise Unsaid("what becomes of the damage")
        if below:
            if change != {"no damage": None}:
                raise Unsaid("damage below its power")
            change = {"no damage below power": None}
        return Harm(_by(change, by), "to", said.get("subject"), bool(lasts))
    if act is not None and act.kind in ("give", "give_to") and verb_of(act) == "deal":
        to = act.get("to") or (hows[0].get("to") if len(hows) == 1 else None)
        if lemma(act.get("object")) != "damage" or not isinstance(to, Node):
            return None
        if len(hows) > 1:
            raise Unsaid("what is damaged")
        ((change_word, number),) = _change(does).items()
        if change_word not in _DEALS:
            raise Unsaid("what it deals")
        word, number = _DEALS[change_word], 0 if change_word == "no damage" else number
        made = {word: number, "to": _hit(to, phrases)}
        return Harm(made, "from", said.get("subject"), bool(lasts))
    return None


def _hit(to: Node, phrases: Phrases) -> str:
    """Return what damage is dealt to: one of some things, the opponent, or either."""
    if phrases.player(to) == "opponent":
        return "opponent"
    if to.kind == "any_of":
        parts = [part for part in (to.node("first"), to.node("second")) if part is not None]
        return " or ".join(_hit(part, phrases) for part in parts)
    if phrases.count(to) != (1, 1):
        raise Unsaid("what is damaged")
    return phrases.filter(to)


def next_damage(does: Node | None) -> Harm | None:
    """Return what "the next damage dealt to it becomes 0 instead" replaces; None for others."""
    subject = None if does is None else does.node("subject")
    if does is None or subject is None or lemma(subject) != "damage" or does.kind != "does":
        return None
    posts = posts_of(subject)
    tails = items(posts[0].node("tails")) if len(posts) == 1 else []
    if states_of(subject) != ["next"] or not tails or word_in(posts[0], "past") != "dealt":
        return None
    to, *by = tails
    if word_in(to, "prep") != "to" or any(word_in(one, "prep") != "by" for one in by):
        raise Unsaid("what is damaged")
    change = _change(does)
    if "so much damage" in change:
        raise Unsaid("what becomes of the damage")
    return Harm({**_by(change, _dealer(by)), "next": True}, "to", to.get("what") or to.get("to"))


def _is_dealt(act: Node | None) -> bool:
    if act is None:
        return False
    if act.kind == "act" and verb_of(act) == "receive":
        thing = act.node("object")
        return thing is not None and lemma(thing) == "damage" and thing.kind == "bare"
    complement = act.node("complement") if act.kind == "be_so" else None
    return word_in(complement, "past") == "dealt" and lemma(inner(complement, "object")) == "damage"


def _below_power(how: Node) -> bool:
    to = how.node("to")
    its = whose(to) in ("its", "his", "her")
    return word_in(how, "how") == "less than" and lemma(to) == "power" and its


def _dealer(hows: list[Node]) -> str | None:
    """Return what deals the damage; None where that is not said."""
    if not hows:
        return None
    what = hows[0].get("what")
    if len(hows) > 1 or word_in(hows[0], "prep") not in ("by", "from") or not what:
        raise Unsaid("by what")
    said, opposing = _makers(what)
    if len(said) == 1 and said[0] in _DEALERS and not opposing:
        return f"{said[0]}s"
    kinds = {"summon": "summons", "ability": "abilities"}
    if not said or set(said) - kinds.keys():
        raise Unsaid("by what")
    return f"{opposing}{' or '.join(kinds[one] for one in said)}"


_DEALERS = ("forward", "backup", "character")
"""What may be said to deal the damage itself, in battle or by an ability."""


def _makers(what: Value) -> tuple[list[str], str]:
    """Return "a Summon or an ability" as its nouns, and whose they are, where that is said."""
    if not isinstance(what, Node):
        return [], ""
    if what.kind == "any_of":
        (first, one), (second, other) = _makers(what.get("first")), _makers(what.get("second"))
        if other and not one:
            raise Unsaid("by whose")
        return [*first, *second], one
    owner = owner_of(what)
    side = "opposing " * (lemma(owner) == "opponent") + "own " * (whose(what) == "your")
    posts = posts_of(what)
    if len(posts) == 1 and posts[0].kind == "of" and lemma(posts[0].get("what")) == "opponent":
        side, posts = "opposing ", []
    kind = quantifier_kind(what)
    plainly = not kind or side == "own " or (kind in ("a", "of_whose") and (owner is None or side))
    if describers_of(what) or posts or not plainly:
        raise Unsaid("by what")
    noun = what.node("noun")
    if noun is not None and noun.kind == "or_noun":
        return [lemma(noun.node("first")), lemma(noun.node("noun"))], side
    return [lemma(what) if noun is not None and noun.kind == "noun" else ""], side


def _by(change: Entry, by: str | None) -> Entry:
    return {**change, **({"by": by} if by else {})}


def _change(does: Node | None) -> Entry:
    """Return what becomes of the damage."""
    act, hows = unfold(inner(does, "acts"))
    if does is None or act is None or not any(_is_instead(how) for how in hows):
        raise Unsaid("what becomes of the damage")
    hows = [how for how in hows if not _is_instead(how)]
    numbers = [how.get("number") for how in hows if word_in(how, "prep") == "by"]
    number = numbers[0] if len(hows) == len(numbers) == 1 else None
    verb = verb_of(act)
    if does.kind == "does" and lemma(does.get("subject")) == "damage":
        if act.kind == "act_amount" and verb == "become" and not hows:
            amount = act.get("amount")
            return {"no damage": None} if amount == 0 else {"so much damage": amount}
        word = word_in(act.node("complement"), "past") or verb
    elif does.kind == "do" and lemma(act.get("object")) == "damage":
        if verb == "double" and not hows:
            return {"double damage": None}
        word = verb
    else:
        raise Unsaid("what becomes of the damage")
    said = next((said for stem, said in _MOVES.items() if word.startswith(stem)), None)
    if said is None or not isinstance(number, int):
        raise Unsaid("what becomes of the damage")
    return {said: number}


_DEALS = {
    "no damage": "deals exactly",
    "so much damage": "deals exactly",
    "more damage": "deals more damage",
    "double damage": "deals double damage",
}
_MOVES = {"reduc": "less damage", "decreas": "less damage", "increas": "more damage"}


def _is_instead(how: Node) -> bool:
    return word_in(how, "manner") == "instead"
