"""What comes later, or for a while: delayed triggers, the next spell, until something leaves."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import (
    DURATIONS,
    is_duration,
    quantifier_of,
    unfold,
)
from kb.cards.mtg.events.event import event, spoken_of
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node, Value

Entry = dict[str, Any]

DOUBLES_TOKENS = re.compile(
    r"if (?:an effect would create one or more tokens|one or more tokens would be created)"
    r" under your control,"
    r" (?:it creates twice that many of those tokens|twice that many of those tokens are created)"
    r" instead",
    re.I,
)
"""How a text says that twice as many tokens are created."""
_FOR_PLAYERS = {
    *("double tokens", "cannot gain life", "cannot cast", "cannot lose", "cannot win"),
    *("flash for", "spells cost less", "spells cost more", "cannot be countered", "enters with"),
    *("enters tapped", "cast from graveyard", "cast free"),
}
"""What a static ability may say that needs no permanent that has it."""


class Delaying(EffectReader):
    """Reads what is done later, or for a while."""

    def _for_a_while(self, node: Node | None, hows: tuple[Node, ...]) -> Entry | None:
        """Read "players can't gain life this turn": what a static ability says, for a while."""
        if node is None or self.stands is None or len(hows) > 1:
            return None
        theirs = ""
        if DOUBLES_TOKENS.fullmatch(self.said(node).rstrip(".")) and hows:
            static, until = [{"static": "double tokens"}], self._until(hows).get("until", "")
            until = until or "end of turn"
        else:
            try:
                node, theirs = self._that_player_casts(node)
                if hows:
                    short, until = node, self._until(hows).get("until", "end of turn")
                else:
                    short, times = _timeless(node)
                    if len(times) != 1:
                        return None
                    until = times[0]
                static = self.stands(short)
            except Unsaid:
                return None
        if not all(_of_players(one) for one in static):
            return None
        made: Entry = {"delay": {"abilities": static}}
        made |= {"who": theirs} if theirs else {}
        return made if until == "end of turn" else {**made, "until": until}

    def _that_player_casts(self, node: Node) -> tuple[Node, str]:
        """Return "spells that player casts cost {2} less" as if said of "you", and the player."""
        who = self.phrases.that_player or self.phrases.it
        number = (who or "").removeprefix("target ")
        if who is None or not number.isdecimal() or int(number) > len(self.phrases.targets):
            return node, ""
        if not self.phrases.is_player(who):
            return node, ""
        found: list[Node] = []

        def yours(one: Value) -> Value:
            if isinstance(one, tuple):
                return tuple(map(yours, one))
            if not isinstance(one, Node):
                return one
            if one.kind == "related" and plain(one.get("subject")) == "that player":
                found.append(one)
                return one.put("subject", "you").put("verb", "cast")
            parts = tuple((key, yours(value)) for key, value in one.parts)
            return Node(one.kind, parts, one.style, one.span)

        said = yours(node)
        return (said, who) if len(found) == 1 and isinstance(said, Node) else (node, "")

    def _reflex(self, does: Node) -> Entry:
        """Read "when you do, …": an ability that triggers as something is done."""
        inner = Phrases("", None)
        inner.names = self.phrases.names
        effects = type(self)(inner, self.said, self.created, self.abilities)
        made: Entry = {"when": {"done": True}}
        inner.may_set_x = True
        steps = effects.compared(effects.clause(does))
        if inner.targets:
            made["targets"] = inner.targets
        return {"trigger": {"abilities": [{**made, "effect": steps}]}}

    def _next_spell(self, does: Node | None) -> list[Entry]:
        """Read "the next creature spell you cast this turn costs {2} less to cast"."""
        subject = None if does is None or does.kind != "does" else does.node("subject")
        acts = None if does is None else does.node("acts")
        if subject is None or acts is None or not is_next_spell(subject):
            raise Unsaid("the next spell")
        inner, goal = acts.node("act"), acts.node("goal")
        how, cost = (None, None) if inner is None else (inner.node("how"), inner.node("act"))
        price = None if cost is None or cost.kind != "act_price" else cost.node("price")
        symbols = None if price is None else price.get("symbols")
        number = str(symbols[0]).strip("{}") if isinstance(symbols, tuple) else ""
        each = None if goal is None or goal.kind != "act_how" else goal.node("how")
        cast = goal if each is None or goal is None else goal.node("act")
        less = how is not None and plain(how.get("manner")) == "less" and verb_of(cost) == "cost"
        if not less or not number.isdecimal() or cast is None or verb_of(cast) != "cast":
            raise Unsaid("the next spell")
        describers = items(subject.node("describers"))[1:]
        kind = subject.put("posts", None).put(
            "describers", Node("describers", (("items", tuple(describers)),))
        )
        words = self.phrases.filter(kind)
        made: Entry = {"next spell costs less": int(number)}
        made |= {} if words == "spell" else {"what": words}
        if each is not None:
            counted = self.phrases.number_of(each.node("each")) if each.kind == "for_each" else ""
            if not counted.startswith("number of ") or "card" in counted.split():
                raise Unsaid("what is counted")
            made["for each"] = counted.removeprefix("number of ")
        return [made]

    def _until_this_leaves(self, condition: Node | None) -> bool:
        """Whether "until" is followed by "this creature leaves the battlefield"."""
        acts = None if condition is None or condition.kind != "does" else condition.node("acts")
        subject = None if condition is None else condition.node("subject")
        if acts is None or acts.kind != "act" or subject is None or verb_of(acts) != "leave":
            return False
        return lemma(acts.node("object")) == "battlefield" and self.phrases.is_this(subject)

    def _delayed(self, opening: Node, does: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "whenever a creature attacks this turn, …": an ability that is laid down."""
        word = plain(opening.get("word"))
        happens = opening.node("event")
        if word not in ("when", "whenever") or happens is None:
            raise Unsaid(word)
        if word == "when" and not hows and (left := self._once_left(happens, does)) is not None:
            return [left]
        if word == "when" and not hows and (dead := self._once_dead(happens, does)) is not None:
            return [dead]
        if hows:
            short, until = happens, self._until(hows).get("until", "end of turn")
        else:
            short, until = _without_time(happens)
        if word == "when":
            short = _next_cast(short)
        inner = Phrases("", None)
        inner.names = self.phrases.names
        when, inner.it = event(short, inner)
        inner.spell = when.get("casts") or when.get("casts nth", "")
        inner.cast = any(word.startswith("cast") for word in when)
        ways = [(when, inner), *spoken_of(inner, when)]
        while True:
            when, inner = ways.pop(0)
            effects = type(self)(inner, self.said, self.created, self.abilities)
            inner.may_set_x = True
            try:
                effects.steps = effects.compared(effects.clause(does))
                break
            except Unsaid:
                if not ways:
                    raise
        made: Entry = {"when": when}
        if word == "when":
            made["once"] = True
        if inner.targets:
            made["targets"] = inner.targets
        made["effect"] = effects.steps
        ability = {"delay": {"abilities": [made]}}
        return [ability if until == "end of turn" else {**ability, "until": until}]

    def _once_left(self, happens: Node, does: Node | None) -> Entry | None:
        """Read "when that token leaves the battlefield, …", of what was created just before.

        "The exiled card" is then the one that the same text has exiled.
        """
        acts, subject = happens.node("acts"), happens.node("subject")
        core = None if acts is None or acts.kind != "act" else acts
        if verb_of(core) != "leave" or core is None or lemma(core.node("object")) != "battlefield":
            return None
        if subject is None or quantifier_of(subject) != "that" or lemma(subject) != "token":
            return None
        one = self.phrases.reference(subject)
        inner = Phrases("", None)
        inner.names = self.phrases.names
        effects = type(self)(inner, self.said, self.created, self.abilities)
        made = effects.clause(does)
        exiled = self.phrases.among and self.phrases.exiled
        if one != "what it made" or inner.targets or len(made) != 1:
            raise Unsaid("when that leaves")
        if made == [{"return to hand": "card exiled with this"}] and exiled:
            return {"when left": one, "then": [{"return to hand": "it"}], "about": "it"}
        if "this" not in made[0].values():
            raise Unsaid("what is done then")
        return {"when left": one, "then": made}

    def _once_dead(self, happens: Node, does: Node | None) -> Entry | None:
        """Read "when that creature dies this turn, …", of what was named just before."""
        acts, _ = unfold(happens.node("acts"))
        subject = happens.node("subject")
        known = subject is not None and (quantifier_of(subject) == "that" or subject.kind == "it")
        if verb_of(acts) != "die" or acts is None or acts.kind != "act_alone" or not known:
            return None
        _, until = _without_time(happens)
        one = self.phrases.reference(subject) if subject is not None else "this"
        inner = Phrases("", None)
        inner.names, inner.it = self.phrases.names, "it"
        effects = type(self)(inner, self.said, self.created, self.abilities)
        made = effects.clause(does)
        moved = any("it" in step.values() for step in made)  # it lies in a graveyard by then
        if until != "end of turn" or inner.targets or moved:
            raise Unsaid("what is done once that has died")
        return {"when dead": one, "then": made}


def _timeless(node: Node) -> tuple[Node, list[str]]:
    """Return a phrase without "this turn" and its like, and how long each of those lasts."""
    times: list[str] = []

    def without(one: Value) -> Value:
        if isinstance(one, tuple):
            kept = [part for part in one if not (isinstance(part, Node) and lasts(part))]
            return tuple(without(part) for part in kept)
        if not isinstance(one, Node):
            return one
        how = one.node("how") if one.kind == "act_how" else None
        if how is not None and lasts(how):
            return without(one.get("act"))
        parts = tuple([(key, without(value)) for key, value in one.parts])
        return Node(one.kind, parts, one.style, one.span)

    def lasts(one: Node) -> bool:
        if not is_duration(one):
            return False
        times.append(DURATIONS[plain(one.get("time"))])
        return True

    found = without(node)
    return (found if isinstance(found, Node) else node), times


def _of_players(ability: Entry) -> bool:
    """Whether what an ability says in force is said of players, spells or what enters, alone."""
    static = ability.get("static")
    word = static if isinstance(static, str) else next(iter(static or {}), "")
    about_itself = isinstance(static, dict) and "this" in static.values()
    return set(ability) == {"static"} and word in _FOR_PLAYERS and not about_itself


def _next_cast(happens: Node) -> Node:
    """Return "you cast your next spell" as "you cast a spell", which "when" waits for once."""
    acts, subject = happens.node("acts"), happens.node("subject")
    thing = None if acts is None or verb_of(acts) != "cast" else acts.node("object")
    if acts is None or thing is None or subject is None or subject.kind != "you":
        return happens
    quantifier, describers = thing.node("quantifier"), items(thing.node("describers"))
    yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
    if not yours or not describers or plain(describers[0].get("state")) != "next":
        return happens
    rest = Node("describers", (("items", tuple(describers[1:])),))
    one = thing.put("quantifier", Node("a")).put("describers", rest)
    return happens.put("acts", acts.put("object", one))


def _without_time(happens: Node) -> tuple[Node, str]:
    """Return what happens without "this turn", and how long it is looked for."""
    acts, hows = unfold(happens.node("acts"))
    times = [how for how in hows if how.kind == "time"]
    if acts is None or len(times) != 1 or plain(times[0].get("time")) not in DURATIONS:
        raise Unsaid("how long")
    for how in hows:
        if how is not times[0]:
            acts = Node("act_how", (("act", acts), ("how", how)))
    return happens.put("acts", acts), DURATIONS[plain(times[0].get("time"))]


def is_next_spell(subject: Node | None) -> bool:
    """Whether a phrase is "the next spell you cast this turn"."""
    describers = items(None if subject is None else subject.node("describers"))
    posts = items(None if subject is None else subject.node("posts"))
    if lemma(subject) != "spell" or not describers or len(posts) != 1:
        return False
    by = (str(posts[0].get("subject")), plain(posts[0].get("verb")))
    times = [plain(one.get("time")) for one in items(posts[0].node("how"), "adverbs")]
    first = plain(describers[0].get("state") or "") == "next"
    return first and by == ("you^c", "cast") and times == ["this turn"]
