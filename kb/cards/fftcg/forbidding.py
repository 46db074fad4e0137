"""What cannot be done, by or with something, and what has to be done if it can."""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.clauses import this_turn
from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    is_described,
    items,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    states_of,
    unfold,
    verb_of,
    whose,
    with_items,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node

Entry = dict[str, Any]

_CHOOSERS = {
    ("summon",): "summons",
    ("ability",): "abilities",
    ("summon", "ability"): "either",
}
_EITHER = {"either": "summons or abilities", "any": "summons or abilities"}


def not_to_be(acts: Node | None, *, ends: bool = True) -> str | None:
    """Return what cannot be done with something until the turn ends; None for other clauses."""
    core, hows = unfold(acts)
    complement = None if core is None or core.kind != "be_so" else core.node("complement")
    if complement is None:
        return None
    others = [how for how in hows if not this_turn(how)]
    if len(hows) - len(others) != int(ends):
        raise Unsaid("how long")
    past = word_in(complement, "past")
    if past in ("broken", "blocked") and not others:
        return past
    by = others[0].node("what") if len(others) == 1 else None
    if past != "chosen" or by is None:
        raise Unsaid("by what")
    chooser = _chooser(by)
    opposing = "" if chooser.startswith("any") else "opposing "
    chooser = chooser.removeprefix("any ")
    return f"chosen by {opposing}{_EITHER.get(chooser, chooser)}"


def _chooser(by: Node) -> str:
    """Return by what something cannot be chosen: what the opponent plays, or anybody."""
    chooser = _CHOOSERS.get(_nouns(by))
    anybody = by.kind in ("bare", "small_bare")
    if chooser is None or not (anybody or lemma(owner_of(by)) == "opponent"):
        raise Unsaid("by what")
    if not anybody:
        return chooser
    return "any" if chooser == "either" else f"any {chooser}"


def _guarded(acts: Node | None) -> tuple[str, str] | None:
    """Return what the opponent's Summons or abilities cannot do with something, and by which."""
    acts, hows = unfold(acts)
    by = hows[-1].node("what") if hows and word_in(hows[-1], "prep") == "by" else None
    if acts is None or by is None:
        return None
    places, fate = hows[:-1], ""
    if acts.kind == "act_alone" and verb_of(acts) == "become":
        if [word_in(how, "manner") for how in places] == ["dull"]:
            fate = "dulled"
    elif acts.kind == "be_so":
        complement = acts.node("complement")
        past = word_in(complement, "past")
        posts = posts_of(by)
        if past == "broken" and not places and [one.kind for one in posts] == ["that_does_not"]:
            fate, by = "broken", with_items(by, "posts")
        if past == "returned" and [lemma(how.get("to")) for how in places] == ["hand"]:
            fate = "returned"
    if not fate:
        return None
    opposing = states_of(by) == ["opposing"]
    if opposing:
        by = with_items(by, "describers")
    chooser = _CHOOSERS.get(_nouns(by), "")
    if not chooser or (not opposing and lemma(owner_of(by)) != "opponent"):
        raise Unsaid("by what")
    return fate, chooser


def _nouns(phrase: Node) -> tuple[str, ...]:
    noun = phrase.node("noun")
    parts = (
        [noun] if noun is None or noun.kind == "noun" else [noun.node("first"), noun.node("noun")]
    )
    if is_described(phrase):
        raise Unsaid("by what")
    return tuple(lemma(part) for part in parts)


def deeds_hindered(acts: Node | None, *, ends: bool) -> list[str]:
    """Return what cannot be done: to attack, to block; this turn or, if it does not end, at all."""
    if acts is None:
        raise Unsaid("an act")
    if acts.kind == "or_act":
        first, second = acts.node("first"), acts.node("second")
        return [*deeds_hindered(first, ends=False), *deeds_hindered(second, ends=ends)]
    how = acts.node("how") if acts.kind == "act_how" else None
    core = acts.node("act") if how is not None else acts
    deed = "" if core is None or core.kind != "act_alone" else verb_of(core)
    if deed not in ("attack", "block") or (how is not None and this_turn(how)) != ends:
        raise Unsaid("what cannot be done")
    return [deed]


def with_if_possible(does: Node) -> Node:
    """Return "if possible, it must block" as "it must block if possible"."""
    how = Node("manner", (("manner", "if^m possible"),))
    return does.put("acts", Node("act_how", (("act", does.get("acts")), ("how", how))))


def obliged(does: Node, *, ends: bool) -> str:
    """Return what has to be done if possible: to attack or to block; this turn, or always."""
    act, hows = unfold(does.node("acts"))
    said = sorted(word_in(how, "manner") or word_in(how, "time") for how in hows)
    deed = "" if act is None or act.kind != "act_alone" else verb_of(act)
    lasting = [["if possible", "once per turn"]] if deed == "attack" else []
    if said not in ([["if possible", "this turn"]] if ends else [["if possible"], *lasting]):
        raise Unsaid("what must be done")
    if deed not in ("attack", "block"):
        raise Unsaid("what must be done")
    return deed


def forced(does: Node | None) -> str | None:
    """Return what "If possible, this Forward must block" asks for; None for other clauses."""
    if does is not None and does.kind == "under":
        adverbs = items(inner(does, "opening", "adverbs"), "adverbs")
        inside = does.node("does")
        if [word_in(how, "manner") for how in adverbs] != ["if possible"] or inside is None:
            return None
        does = with_if_possible(inside)
    this = quantifier_kind(inner(does, "subject")) == "this_one"
    if does is None or does.kind != "may" or does.get("modal") != "must" or not this:
        return None
    return obliged(does, ends=False)


def quoted_clause(part: Node) -> Node | None:
    """Return the clause that an ability in quotation marks is, if it is one alone."""
    ability = part.node("ability")
    sentences = items(ability, "sentences") or ([ability] if ability else [])
    return sentences[0].node("does") if len(sentences) == 1 else None


def hindrances(acts: Node | None, phrases: Phrases) -> list[Entry]:
    """Return what a field ability says that something cannot do, or that cannot be done with it."""
    if (guarded := _guarded(acts)) is not None:
        fate, chooser = guarded
        more = {"by": chooser} if chooser != "either" else {}
        return [{"guarded from being": fate, **more}]
    if (evasion := _shunned(acts)) is not None:
        return [{"avoids greater power": evasion}]
    how = acts.node("how") if acts is not None and acts.kind == "act_how" else None
    core = acts.node("act") if how is not None and acts is not None else acts
    complement = None if core is None or core.kind != "be_so" else core.node("complement")
    if complement is None:
        return [{"cannot": deed} for deed in deeds_hindered(acts, ends=False)]
    past, what = word_in(complement, "past"), None if how is None else how.node("what")
    if past == "broken" and how is None:
        return [{"unbreakable": None}]
    if past == "blocked" and how is None:
        return [{"unblockable": "forward"}]
    if how is None or what is None or word_in(how, "prep") != "by":
        raise Unsaid("by what")
    if past == "blocked":
        return [{"unblockable": phrases.filter(what)}]
    if past != "chosen":
        raise Unsaid("by what")
    return [{"unchoosable": _chooser(what)}]


def _shunned(acts: Node | None) -> str | None:
    """Return what is not done with a Forward "with a power greater than his"; None for others."""
    act, hows = unfold(acts)
    than = hows[-1] if hows else None
    if act is None or than is None or than.kind != "compared":
        return None
    own = than.node("to")
    if word_in(than, "how") != "greater than" or own is None or own.kind != "his_own":
        raise Unsaid("what is compared")
    by = hows[0].node("what") if len(hows) == 2 and word_in(hows[0], "prep") == "by" else None
    if act.kind == "be_so" and word_in(act.node("complement"), "past") == "blocked":
        stronger, deed = by, "be blocked"
    elif act.kind == "act" and verb_of(act) == "block" and len(hows) == 1:
        stronger, deed = act.node("object"), "block"
    else:
        raise Unsaid("what is compared")
    posts = posts_of(stronger)
    measured = posts[0].node("what") if [one.kind for one in posts] == ["of"] else None
    if lemma(stronger) != "forward" or lemma(measured) != "power":
        raise Unsaid("what is compared")
    return deed


def not_cast(does: Node, phrases: Phrases) -> Entry | None:
    """Return what players "cannot cast"; None for other clauses."""
    act, subject = does.node("acts"), does.node("subject")
    what = None if act is None or act.kind != "act" else act.node("object")
    if act is None or verb_of(act) != "cast" or what is None or subject is None:
        return None
    every = subject.kind == "bare" and lemma(subject) == "player" and not is_described(subject)
    who = "players" if every else phrases.player(subject)
    if who is None:
        raise Unsaid("who cannot cast")
    return {"cannot cast": phrases.filter(what), "who": who}


def not_played(does: Node, phrases: Phrases) -> Entry | None:
    """Return when "you cannot play" the card; None for other clauses."""
    act, hows = unfold(does.node("acts"))
    what = None if act is None or act.kind != "act" else act.node("object")
    if what is None or verb_of(act) != "play" or phrases.player(does.get("subject")) != "you":
        return None
    said = [word_in(how, "prep") for how in hows]
    if said == ["while already in control of"]:
        first, other = inner(what, "noun", "first"), inner(what, "noun", "noun")
        either = hows[0].node("what")
        named = other is not None and other.kind == "called"
        if quantifier_kind(either) != "either" or lemma(either) != "character" or not named:
            raise Unsaid("beside what")
        if not phrases.is_this(first):
            raise Unsaid("what is not played")
        return {"never beside": phrases.filter(what.put("noun", other))}
    if sorted(said) == ["due to", "from"] and phrases.is_this(what):
        place, cause = (how.node("what") for how in sorted(hows, key=_prep, reverse=True))
        if place is None or cause is None or _CHOOSERS.get(_nouns(cause)) != "either":
            raise Unsaid("due to what")
        if lemma(place) != "hand" or whose(place) != "your":
            raise Unsaid("from where")
        return {"not put from": "hand"}
    raise Unsaid("when it is not played")


def _prep(how: Node) -> str:
    return word_in(how, "prep")
