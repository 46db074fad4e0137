"""What the clauses and noun phrases of an effect say: small questions about what was read.

What is put off, what is done instead, until when something lasts, what cannot be done or has to be.
"""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.nodes import Unsaid, describers_of, inner, items, lemma, plain, quantifier_kind
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value, Verb

Entry = dict[str, Any]


def is_lost(opening: Node) -> bool:
    """Whether an opening is about "it is put from the field into the Break Zone this turn"."""
    said = opening.node("event" if opening.kind == "when" else "condition")
    subject = None if said is None or said.kind != "does" else said.node("subject")
    acts, hows = (None if said is None else said.node("acts")), []
    while acts is not None and acts.kind == "act_how":
        how = acts.node("how") or Node("")
        hows.append(
            (plain(how.get("prep") or how.get("time")), lemma(how.get("what") or how.get("to")))
        )
        acts = acts.node("act")
    past = inner(acts, "complement") if acts is not None and acts.kind == "be_so" else None
    if subject is None or subject.kind not in ("it", "they") or past is None:
        return False
    places = {("this turn", ""), ("from", "field"), ("into", "break zone")}
    return plain(past.get("past")) == "put" and set(hows) == places


def differs_in(post: Node) -> str | None:
    """Return in what "with different names" says that cards differ; None for other words."""
    what = post.node("what")
    states = [plain(one.get("state")) for one in items(what.node("describers") if what else None)]
    word = lemma(what)
    if post.kind not in ("of", "each_of_them") or states != ["different"]:
        return None
    return word if word in ("name", "cost", "element") else None


def without_among(phrase: Node) -> Node | None:
    """Return "1 Forward among them" without "among them"; None for other phrases."""
    posts = items(phrase.node("posts"))
    among = [
        post
        for post in posts
        if plain(post.get("prep")) == "among" and (inner(post, "what") or Node("")).kind == "them"
    ]
    if len(among) != 1 or phrase.get("noun") is None:
        return None
    kept = tuple(post for post in posts if post not in among)
    return phrase.put("posts", Node("posts", (("items", kept),)))


def is_rest(phrase: Node) -> bool:
    """Whether a phrase is about all of several cards but those spoken of: "the other cards"."""
    if phrase.kind == "the_other":
        return True
    quantifier, posts = phrase.node("quantifier"), items(phrase.node("posts"))
    if quantifier is None or quantifier.kind != "the":
        return False
    if lemma(phrase) == "rest":
        return all(post.kind == "of" and lemma(post.get("what")) == "card" for post in posts)
    others = [one.kind for one in items(phrase.node("describers"))] == ["other"]
    return lemma(phrase) == "card" and others and not posts


def kinds_of_steps(steps: list[Entry]) -> list[frozenset[str]]:
    """Return what kinds of things steps do."""
    return [frozenset(one) for one in steps]


def instead(clause: Node) -> Node | None:
    """Return "if it is so, do this instead" without "instead"; None for other clauses."""
    opening, does = clause.node("opening"), clause.node("does")
    if clause.kind != "under" or opening is None or opening.kind != "if" or does is None:
        return None
    if does.kind not in ("do", "does"):
        return None
    acts = does.node("acts")
    found = None if acts is None else _without_instead(acts)
    return None if found is None else clause.put("does", does.put("acts", found))


def _without_instead(acts: Node) -> Node | None:
    how, act = acts.node("how"), acts.node("act")
    if acts.kind == "act_how" and how is not None and act is not None:
        if how.kind == "manner" and plain(how.get("manner")) == "instead":
            return act
        found = _without_instead(act)
        return None if found is None else acts.put("act", found)
    last = acts.node("second")
    found = None if last is None else _without_instead(last)
    return None if found is None else acts.put("second", found)


def follows_on(clause: Node, kind: str) -> bool:
    """Whether a clause begins with "when you do so" or "if you do so"."""
    opening = clause.node("opening") if clause.kind == "under" else None
    if opening is None or opening.kind != kind:
        return False
    said = opening.node("event" if kind == "when" else "condition")
    acts = None if said is None else said.node("acts")
    return acts is not None and acts.kind == "do_so"


def not_to_be(acts: Node | None, *, ends: bool = True) -> str | None:
    """Return what cannot be done with something until the turn ends; None for other clauses."""
    hows, core = [], acts
    while core is not None and core.kind == "act_how":
        hows.append(core.node("how"))
        core = core.node("act")
    complement = None if core is None or core.kind != "be_so" else core.node("complement")
    if complement is None:
        return None
    lasts = [
        one
        for one in hows
        if one is not None and (until_end(one) or plain(one.get("time")) == "this turn")
    ]
    others = [one for one in hows if one not in lasts]
    if len(lasts) != int(ends):
        raise Unsaid("how long")
    past = plain(complement.get("past"))
    if past in ("broken", "blocked") and not others:
        return past
    by = others[0].node("what") if len(others) == 1 and others[0] is not None else None
    quantifier = None if by is None else by.node("quantifier")
    whose = None if quantifier is None else quantifier.node("whose")
    if past != "chosen" or by is None or lemma(whose) != "opponent":
        raise Unsaid("by what")
    word = {
        "summons": "summons",
        "abilities": "abilities",
        "either": "summons or abilities",
    }.get(_CHOOSERS.get(_nouns(by), ""))
    if word is None:
        raise Unsaid("by what")
    return f"chosen by opposing {word}"


def _guarded(acts: Node | None) -> tuple[str, str] | None:
    """Return what the opponent's Summons or abilities cannot do with something, and by which."""
    hows: list[Node] = []
    while acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        hows = [*([how] if how else []), *hows]
        acts = acts.node("act")
    by = hows[-1].node("what") if hows and plain(hows[-1].get("prep")) == "by" else None
    if acts is None or by is None:
        return None
    places, fate = hows[:-1], ""
    if acts.kind == "act_alone" and getattr(acts.get("verb"), "lemma", "") == "become":
        if [plain(how.get("manner")) for how in places] == ["dull"]:
            fate = "dulled"
    elif acts.kind == "be_so":
        complement = acts.node("complement")
        past = "" if complement is None else plain(complement.get("past"))
        posts = items(by.node("posts"))
        if past == "broken" and not places and [one.kind for one in posts] == ["that_does_not"]:
            fate, by = "broken", by.put("posts", Node("posts", (("items", ()),)))
        if past == "returned" and [lemma(how.get("to")) for how in places] == ["hand"]:
            fate = "returned"
    if not fate:
        return None
    opposing = [plain(one.get("state")) for one in items(by.node("describers"))] == ["opposing"]
    if opposing:
        by = by.put("describers", Node("describers", (("items", ()),)))
    whose = inner(by, "quantifier", "whose")
    chooser = _CHOOSERS.get(_nouns(by), "")
    if not chooser or (not opposing and lemma(whose) != "opponent"):
        raise Unsaid("by what")
    return fate, chooser


def _nouns(phrase: Node) -> tuple[str, ...]:
    noun = phrase.node("noun")
    parts = (
        [noun] if noun is None or noun.kind == "noun" else [noun.node("first"), noun.node("noun")]
    )
    if items(phrase.node("posts")) or items(phrase.node("describers")):
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
    lasts = how is not None and (until_end(how) or plain(how.get("time")) == "this turn")
    verb = None if core is None or core.kind != "act_alone" else core.get("verb")
    if getattr(verb, "lemma", "") not in ("attack", "block") or lasts != ends:
        raise Unsaid("what cannot be done")
    return [verb.lemma] if isinstance(verb, Verb) else []


def with_if_possible(does: Node) -> Node:
    """Return "if possible, it must block" as "it must block if possible"."""
    how = Node("manner", (("manner", "if^m possible"),))
    return does.put("acts", Node("act_how", (("act", does.get("acts")), ("how", how))))


def obliged(does: Node, *, ends: bool) -> str:
    """Return what has to be done if possible: to attack or to block; this turn, or always."""
    acts, hows = does.node("acts"), []
    while acts is not None and acts.kind == "act_how":
        hows.append(acts.node("how") or Node(""))
        acts = acts.node("act")
    said = sorted(plain(how.get("manner") or how.get("time")) for how in hows)
    verb = None if acts is None or acts.kind != "act_alone" else acts.get("verb")
    deed = getattr(verb, "lemma", "")
    lasting = [["if possible", "once per turn"]] if deed == "attack" else []
    if said not in ([["if possible", "this turn"]] if ends else [["if possible"], *lasting]):
        raise Unsaid("what must be done")
    if deed not in ("attack", "block"):
        raise Unsaid("what must be done")
    return str(deed)


def forced(does: Node | None) -> str | None:
    """Return what "If possible, this Forward must block" asks for; None for other clauses."""
    if does is not None and does.kind == "under":
        adverbs = items(inner(does, "opening", "adverbs"), "adverbs")
        inside = does.node("does")
        if [plain(how.get("manner")) for how in adverbs] != ["if possible"] or inside is None:
            return None
        does = with_if_possible(inside)
    quantifier = inner(does, "subject", "quantifier")
    this = quantifier is not None and quantifier.kind == "this_one"
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
    how = acts.node("how") if acts is not None and acts.kind == "act_how" else None
    core = acts.node("act") if how is not None and acts is not None else acts
    complement = None if core is None or core.kind != "be_so" else core.node("complement")
    if complement is None:
        return [{"cannot": deed} for deed in deeds_hindered(acts, ends=False)]
    past, what = plain(complement.get("past")), None if how is None else how.node("what")
    if past == "broken" and how is None:
        return [{"unbreakable": None}]
    if past == "blocked" and how is None:
        return [{"unblockable": "forward"}]
    if how is None or what is None or plain(how.get("prep")) != "by":
        raise Unsaid("by what")
    if past == "blocked":
        return [{"unblockable": phrases.filter(what)}]
    quantifier = what.node("quantifier")
    whose = None if quantifier is None else quantifier.node("whose")
    by = _CHOOSERS.get(_nouns(what))
    if past != "chosen" or by is None or lemma(whose) != "opponent":
        raise Unsaid("by what")
    return [{"unchoosable": by}]


_CHOOSERS = {
    ("summon",): "summons",
    ("ability",): "abilities",
    ("summon", "ability"): "either",
}


def top_number(thing: Node | None) -> Value:
    """Return the number of "the top 3 cards", 1 for "the top card"; None for other phrases."""
    if [one.kind for one in describers_of(thing)] == ["top"]:
        return 1
    quantifier = inner(thing, "quantifier")
    return None if quantifier_kind(thing) != "top_of" or not quantifier else quantifier.get("count")


def is_some_card(phrase: Node) -> bool:
    """Whether a phrase is about some cards only, such as Summons, and says no place."""
    plainly = lemma(phrase) == "card" and inner(phrase, "noun", "sort") is None
    plainly = plainly and not items(phrase.node("describers"))
    return phrase.get("noun") is not None and not plainly and not items(phrase.node("posts"))


def becoming(act: Node | None) -> tuple[int, list[Node]]:
    """Return with how much power something "also becomes a Forward", and with what else."""
    inside = None if act is None or act.kind != "act_before" else act.node("act")
    verb = None if inside is None else inside.get("verb")
    thing = None if inside is None else inside.node("object")
    posts = items(None if thing is None else thing.node("posts"))
    power = posts[0].node("what") if posts else None
    more = [post.node("what") for post in posts[1:]]
    number = inner(power, "quantifier")
    count = None if number is None else number.get("count")
    if act is None or plain(act.get("how")) != "also" or getattr(verb, "lemma", "") != "become":
        raise Unsaid("what it becomes")
    if lemma(thing) != "forward" or lemma(power) != "power" or not isinstance(count, int):
        raise Unsaid("what it becomes")
    return count, [one for one in more if one is not None]


def price_paid(acts: Node | None) -> str | None:
    """Return what is paid, None if nothing but symbols is, or X."""
    price = None if acts is None or acts.kind != "act" else acts.node("object")
    symbols = None if price is None or price.kind != "price" else price.get("symbols")
    verb = None if acts is None else acts.get("verb")
    if not isinstance(symbols, tuple) or getattr(verb, "lemma", "") != "pay":
        return None
    if any(str(symbol).strip("{}") in ("x", "s", "dull") for symbol in symbols):
        raise Unsaid("a cost")
    return "".join(map(str, symbols))


def unpaid(condition: Node | None, phrases: Phrases) -> str | None:
    """Return what "your opponent doesn't pay {2}" asks for; None for other conditions."""
    if condition is None or condition.kind != "does_not":
        return None
    if phrases.player(condition.get("subject")) != "opponent":
        return None
    return price_paid(condition.node("acts"))


def is_described(phrase: Node) -> bool:
    """Whether a phrase says more of its noun."""
    return bool(items(phrase.node("posts")) or items(phrase.node("describers")))


def says_other(phrase: Node) -> bool:
    """Whether a phrase says "other"."""
    return any(one.kind == "other" for one in items(phrase.node("describers")))


def without_other(phrase: Node) -> Node:
    """Return a phrase without "other": other than what was chosen before it."""
    describers = phrase.node("describers")
    if describers is None:
        return phrase
    kept = tuple(one for one in items(describers) if one.kind != "other")
    return phrase.put("describers", describers.put("items", kept))


def without_chosen(phrase: Node) -> Node:
    """Return "the chosen Forward" as "the Forward"."""
    describers = phrase.node("describers")
    if describers is None:
        return phrase
    kept = tuple(one for one in items(describers) if plain(one.get("past")) != "chosen")
    return phrase.put("describers", describers.put("items", kept))


def until_end(how: Node) -> bool:
    """Whether an adverb says "until the end of the turn"."""
    return how.kind == "time" and plain(how.get("time")) in (
        "until the end of the turn",
        "until end of turn",
    )


def is_also(act: Node) -> bool:
    """Whether an act is done "also", which changes nothing about it; what becomes is no act."""
    verb = None if act.kind != "act_before" else inner(act, "act")
    named = getattr(None if verb is None else verb.get("verb"), "lemma", "")
    return act.kind == "act_before" and plain(act.get("how")) == "also" and named != "become"


def at_turns_end(how: Node) -> bool:
    """Whether an adverb says "at the end of the turn"."""
    what = how.node("what")
    ends = [lemma(post.get("what")) for post in items(what.node("posts"))] if what else []
    said = plain(how.get("prep")) == "at" and lemma(what) == "end" and ends == ["turn"]
    of = items(what.node("posts"))[0].node("what") if said and what else None
    quantifier = None if of is None else of.node("quantifier")
    return quantifier is not None and quantifier.kind == "the"


def is_random(act: Node) -> bool:
    """Whether an act is to discard at random."""
    verb = None if act.kind != "act_before" else inner(act, "act")
    named = getattr(None if verb is None else verb.get("verb"), "lemma", "")
    return act.kind == "act_before" and plain(act.get("how")) == "randomly" and named == "discard"


def during_this_turn(how: Node) -> bool:
    """Whether an adverb says "during this turn"."""
    what = how.node("what")
    quantifier = None if what is None else what.node("quantifier")
    this = quantifier is not None and quantifier.kind == "this_one"
    return plain(how.get("prep")) == "during" and lemma(what) == "turn" and this


def comes_from(how: Node, place: str) -> bool:
    """Whether an adverb says "from" a place."""
    what = how.get("what")
    return how.kind == "prep" and plain(how.get("prep")) == "from" and lemma(what) == place


def is_its(thing: Node) -> bool:
    """Whether a phrase says "its"."""
    quantifier = thing.node("quantifier")
    return quantifier is not None and plain(quantifier.get("whose")) == "its"


def listed(value: Node | None) -> list[Node]:
    """Return the parts of "A, B and C"."""
    if value is None:
        raise Unsaid("a thing")
    if value.kind in ("all_of", "comma_of", "comma_all_of"):
        return [*listed(value.node("first")), *listed(value.node("second"))]
    return [value]
