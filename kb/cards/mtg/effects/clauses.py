"""Clauses: what is done under a condition, later, by choice, for a price or for a while."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.as_though import despite_defender
from kb.cards.mtg.costs import cost_of_act, paid_by
from kb.cards.mtg.effects.creating import Creating
from kb.cards.mtg.effects.forbidding import Forbidding
from kb.cards.mtg.effects.piles import Piles
from kb.cards.mtg.effects.shapes import (
    DURATIONS,
    SEQUENCES,
    by_whom,
    copied_thing,
    is_described,
    is_duration,
    is_target,
    next_step,
    quantifier_of,
    unfold,
    unpaid,
)
from kb.cards.mtg.effects.sources import next_time
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import is_plural, places_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.triggers import event, spoken_of
from kb.cards.values import Node, Value

Entry = dict[str, Any]

_HANDED_OVER = re.compile("(?:tap|exile|return) [0-9]")
"""A price of things that are chosen as it is paid: the rules call the last of them "it"."""
_ITS = re.compile(r"\b(?:its?|that)\b", re.I)
_PHASES = ("phase", "main phase", "combat phase")
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


class Clauses(Forbidding, Piles, Creating):
    """Clauses: what is done under a condition, later, by choice, for a price or for a while."""

    def clause(self, node: Node | None, hows: tuple[Node, ...] = ()) -> list[Entry]:
        """Return the instructions of a clause."""
        before, it = list(self.phrases.targets), self.phrases.it
        try:
            made = self._clause(node, hows)
        except Unsaid:
            self.phrases.targets[:], nothing = before, self.phrases.targets == before
            if not nothing or (found := self._for_a_while(node, hows)) is None:
                raise
            self.phrases.it = it
            return [found]
        self.phrases.settle()
        return made

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

    def _clause(self, node: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        if node is None:
            raise Unsaid("a clause")
        if node.kind in SEQUENCES:
            return [
                *self.clause(node.node("first"), hows),
                *self.clause(node.node("second"), hows),
            ]
        if not hows and (added := _added_phases(node)) is not None:
            return [added]
        match node.kind:
            case "after_that":
                return self.clause(node.node("does"), hows)
            case "under":
                opening = node.node("opening")
                if opening is not None and opening.kind == "first":
                    adverbs = items(opening.node("adverbs"), "adverbs")
                    if any(next_step(one) == "end of combat" for one in adverbs):
                        raise Unsaid("what is done in each combat")
                    if (drawn := self._draws_attacks(adverbs, node.node("does"))) is not None:
                        return drawn
                    each = len(adverbs) == 1 and adverbs[0].kind == "for_each"
                    if (
                        each
                        and not hows
                        and (bereft := self._bereft(adverbs[0], node.node("does")))
                    ):
                        return bereft
                    if each and not hows and _copies_it(node.node("does")):
                        return self._copies_each(adverbs[0].node("each"), node.node("does"))
                    if all(map(_leads, adverbs)):
                        return self.clause(node.node("does"), (*adverbs, *hows))
                if opening is not None and opening.kind == "if" and not hows:
                    if (laid := next_time(opening, node.node("does"), self.phrases)) is not None:
                        return [laid]
                    return self._if(opening, node.node("does"))
                if opening is not None and opening.kind == "when":
                    return self._delayed(opening, node.node("does"), hows)
            case "where_clause":
                where = node.node("where")
                subject = None if where is None else where.node("subject")
                if where is None or subject is None or subject.kind != "x":
                    raise Unsaid("where")
                before = self.phrases.it
                made = self.clause(node.node("does"), hows)
                about = self.phrases.it
                if about == "what it made":  # of which nothing is measured as it is made
                    self.phrases.it = before
                amount = self.phrases.amount(where.get("amount"))
                if self.phrases.it != about:
                    self.phrases.it = about
                parts = [one for entry in made for one in _parts(entry)]
                if not any(value in ("x", "minus x") for one in parts for value in one.values()):
                    raise Unsaid("where")
                return [_put(entry, amount) for entry in made]
            case "do":
                return self.acts(node.node("acts"), None, hows)
            case "does" if not hows and _is_next_spell(node.node("subject")):
                return self._next_spell(node)
            case "does" if not hows and (given := self._given_in_exile(node)):
                return given
            case "does":
                return self.acts(node.node("acts"), node.node("subject"), hows)
            case "may":
                return self._may(node, hows)
            case "does_not":
                return self._does_not(node, hows)
            case "tailed":
                return self._tailed(node, hows)
            case "except_that":
                return self._copies_but(node, hows)
        raise Unsaid(node.kind)

    def _given_in_exile(self, node: Node) -> list[Entry]:
        """Read "creature cards exiled this way gain "You may cast this card from exile.""."""
        subject, acts = node.node("subject"), node.node("acts")
        posts = items(None if subject is None else subject.node("posts"))
        this_way = len(posts) == 1 and plain(posts[0].get("past")) == "exiled"
        gain = acts is not None and acts.kind == "act_grants" and verb_of(acts) == "gain"
        if subject is None or acts is None or not (this_way and gain and self.phrases.exiled):
            return []
        who = self.phrases.exiled_cards(subject, [])
        made = self._acting(acts, who, ())
        given = [one["grant"]["abilities"] for one in made if "grant" in one]
        if len(given) != len(made) or any(
            one.get("from") != "exile" for each in given for one in each
        ):
            raise Unsaid("what a card in exile gains")
        return made

    def _bereft(self, each: Node, does: Node | None) -> list[Entry]:
        """Read "for each creature destroyed this way, its controller creates a Spirit token"."""
        subject = None if does is None or does.kind != "does" else does.node("subject")
        whose = None if subject is None else subject.node("quantifier")
        its = whose is not None and plain(whose.get("whose")) == "its" and lemma(subject)
        one, core = each.node("each"), None if does is None else does.node("acts")
        gone = "" if one is None or does is None else self.phrases.gone_this_way(one)
        if not gone or does is None or not _ITS.search(self.said(does)):
            return []
        if its != "controller" or core is None or verb_of(core) != "create":
            raise Unsaid("what each of them was")
        made = self.acts(core, None, ())
        if len(made) != 1 or set(made[0]) != {"create"}:
            raise Unsaid("for each")
        self.phrases.it = None
        return [{**made[0], "who": f"whoever lost {gone} this way"}]

    def _copies_each(self, each: Node | None, does: Node | None) -> list[Entry]:
        """Read "for each artifact you control, create a token that's a copy of it"."""
        if each is None or each.kind != "one_each":
            raise Unsaid("for each")
        every = f"each {self.phrases.filter(each)}"
        self.phrases.it = every
        made = self.clause(does)
        if len(made) != 1 or made[0].get("create copy of") != every:
            raise Unsaid("for each")
        return made

    def _if(self, opening: Node, does: Node | None) -> list[Entry]:
        if plain(opening.get("word")) not in ("if", "then if"):
            raise Unsaid("if")
        condition = self.phrases.condition(opening.node("condition"))
        self.phrases.begin_act()
        if does is None or not _asks_of_the_spell(opening.node("condition")):
            return [{"if": condition, "then": [] if does is None else self._aside(does)}]
        targets = len(self.phrases.targets)
        if verb_of(unfold(does.node("acts"))[0]) == "deal":  # no spell does anything else
            self.phrases.speak_of("this")
        then = self._aside(does)
        if len(self.phrases.targets) > targets:
            raise Unsaid("a target that only a kicked spell has")
        return [{"if": condition, "then": then}]

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

    def _draws_attacks(self, adverbs: list[Node], does: Node | None) -> list[Entry] | None:
        """Read "during target opponent's next turn, creatures that player controls attack this"."""
        turn = adverbs[0].node("what") if len(adverbs) == 1 else None
        quantifier = None if turn is None else turn.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        if turn is None or whose is None or lemma(turn) != "turn" or does is None:
            return None
        words = [plain(one.get("state")) for one in items(turn.node("describers"))]
        subject, acts = does.node("subject"), does.node("acts")
        core, hows = unfold(acts)
        posts = items(None if subject is None else subject.node("posts"))
        theirs = len(posts) == 1 and plain(posts[0].get("subject")) == "that player"
        controls = theirs and plain(posts[0].get("verb")) == "controls"
        every = subject is not None and (subject.kind == "bare" or quantifier_of(subject) == "each")
        plainly = every and lemma(subject) == "creature"
        alone = core is not None and core.kind == "act_alone" and verb_of(core) == "attack"
        able = [plain(how.get("manner")) for how in hows] == ["if able"]
        attack = core is not None and core.kind == "act" and verb_of(core) == "attack"
        attack = attack or alone
        if words != ["next"] or not (controls and plainly and able and attack) or core is None:
            raise Unsaid("during a turn")
        if subject is None or items(subject.node("describers")) or quantifier_of(whose) != "target":
            raise Unsaid("during a turn")
        if not alone and not self.phrases.is_this(core.node("object")):
            raise Unsaid("what is attacked")
        player = Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
        return [{"all attack" if alone else "draw attacks": self.phrases.reference(player)}]

    def _aside(self, does: Node | None) -> list[Entry]:
        """Return instructions of a part; what it names is not named outside."""
        before = self.phrases.it
        made = self.clause(does)
        if self.phrases.it != before:
            self.phrases.it = None
        return made

    def _tailed(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        if (attacks := despite_defender(node)) is not None:
            return self.clause(attacks, hows)
        tail = node.node("tail")
        if tail is not None and tail.kind == "and_how" and (how := tail.node("how")) is not None:
            return self._counted_there_too(node.node("does"), how, hows)
        if tail is None or tail.kind != "only_if" or hows:
            raise Unsaid("tailed")
        word, condition = plain(tail.get("word")), tail.node("condition")
        if word == "until" and self._until_this_leaves(condition):
            exiled = self.clause(node.node("does"))
            if not all(list(step) == ["exile"] for step in exiled):
                raise Unsaid("until it leaves")
            return [{"exile until left": step["exile"]} for step in exiled]
        if word == "until":
            return self.reveals_until(node.node("does"), condition)
        if word == "for as long as":
            lasting = self._while(condition)
            made = self.clause(node.node("does"), (Node("time", (("time", lasting),)),))
            if any(step.get("until") != lasting for step in made):
                raise Unsaid("how long")
            return made
        if word == "if":
            before = self.phrases.it
            then = self.clause(node.node("does"))
            said = self.phrases.condition(condition)  # of what was just named, where it says "it"
            if self.phrases.it != before:
                self.phrases.it = None
            if len(then) == 1 and "at end of combat" in then[0]:
                raise Unsaid("when it is asked")
            late = {"at next", "at your next"}.intersection(then[0]) if len(then) == 1 else set()
            if late and "about" in then[0]:  # what is asked is asked then
                said = said.replace(f" {then[0]['about']} ", " it ")
                return [{**then[0], "then": [{"if": said, "then": then[0]["then"]}]}]
            if late:
                raise Unsaid("when it is asked")
            return [{"if": said, "then": then}]
        if word == "unless" and (state := self._state(condition)):
            then = self.clause(node.node("does"))
            return [{"whether": state, "then": [], "otherwise": then}]
        if word == "as" and self._as_it_is_cast(condition):
            return self._next_spell(node.node("does"))
        acts = None if condition is None else condition.node("acts")
        payer = None if condition is None else condition.node("subject")
        if word == "unless" and condition is not None and condition.kind == "does":
            does = node.node("does")
            then = self.clause(does)
            each = None if does is None or does.kind != "does" else does.node("subject")
            player = str(then[0].get("who", ""))
            they = payer is not None and (payer.kind == "they" or _is_that_player(payer))
            if they and _is_each_opponent(each):
                who = "opponents"
            elif payer is not None and payer.kind == "they" and player.startswith("controller of"):
                who = player
            else:
                who = self.phrases.reference(payer)
            self.phrases.it = None
            for price in reversed([self._price(one) for one in _either_act(acts)]):
                then = [{"unless paid": price, **by_whom(who), "then": then}]
            return then
        raise Unsaid(word)

    def _counted_there_too(
        self, does: Node | None, how: Node, hows: tuple[Node, ...]
    ) -> list[Entry]:
        """Read "… equal to the number of cards you own in exile" behind "and in your graveyard"."""
        place = places_of(how.node("what")) if plain(how.get("prep")) == "in" else []
        if place != ["in your graveyard"]:
            raise Unsaid("and where")
        self.phrases.also_in = place[0]
        made = self.clause(does, hows)
        if self.phrases.also_in:
            self.phrases.also_in = ""
            raise Unsaid("what is there, too")
        return made

    def _while(self, condition: Node | None) -> str:
        """Read "you control this creature and this creature remains tapped"."""
        if condition is None:
            raise Unsaid("how long")
        if condition.kind == "and_condition":
            both = [self._while(condition.node(part)) for part in ("first", "second")]
            if both != ["while you control this", "while this is tapped"]:
                raise Unsaid("how long")
            return "while you control this tapped"
        core, hows = unfold(condition.node("acts") if condition.kind == "does" else None)
        subject = condition.node("subject")
        if core is None or subject is None:
            raise Unsaid("how long")
        controls = subject.kind == "you" and core.kind == "act" and verb_of(core) == "control"
        if controls and not hows and self.phrases.is_this(core.node("object")):
            return "while you control this"
        if self.phrases.is_this(subject) and verb_of(core) == "remain":
            if core.kind == "act_done" and plain(core.get("past")) == "tapped" and not hows:
                return "while this is tapped"
            place = hows[0] if len(hows) == 1 and core.kind == "act_alone" else Node("")
            if plain(place.get("prep")) == "on" and lemma(place.node("what")) == "battlefield":
                return "while this is on the battlefield"
        raise Unsaid("how long")

    def _state(self, condition: Node | None) -> str:
        """Return what is asked behind "unless" that is no payment; nothing if it is one."""
        acts = None if condition is None or condition.kind != "does" else condition.node("acts")
        subject = None if condition is None else condition.node("subject")
        if acts is not None and acts.kind == "done" and plain(acts.get("past")) == "escaped":
            return self.phrases.condition(condition)
        if condition is None or acts is None or subject is None or subject.kind != "you":
            return ""
        past = acts.kind == "act_how" and (acts.node("act") or acts).kind == "done"
        return self.phrases.condition(condition) if past else ""

    def _as_it_is_cast(self, condition: Node | None) -> bool:
        """Whether this is "(as) you cast it"."""
        acts = None if condition is None or condition.kind != "does" else condition.node("acts")
        subject = None if condition is None else condition.node("subject")
        thing = None if acts is None or acts.kind != "act" else acts.node("object")
        you = subject is not None and subject.kind == "you"
        return you and verb_of(acts) == "cast" and thing is not None and thing.kind == "it"

    def _next_spell(self, does: Node | None) -> list[Entry]:
        """Read "the next creature spell you cast this turn costs {2} less to cast"."""
        subject = None if does is None or does.kind != "does" else does.node("subject")
        acts = None if does is None else does.node("acts")
        if subject is None or acts is None or not _is_next_spell(subject):
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

    def _price(self, acts: Node | None) -> str:
        """Return as a cost what somebody may do."""
        if acts is None:
            raise Unsaid("a cost")
        if acts.kind == "act_price" and verb_of(acts) == "pay":
            return paid_by(acts.node("price"))
        return cost_of_act(acts, self.phrases)

    def _delayed(self, opening: Node, does: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "whenever a creature attacks this turn, …": an ability that is laid down."""
        word = plain(opening.get("word"))
        happens = opening.node("event")
        if word not in ("when", "whenever") or happens is None:
            raise Unsaid(word)
        if word == "when" and not hows and (left := self._once_left(happens, does)) is not None:
            return [left]
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

    def _may(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        modal, acts = plain(node.get("modal")), node.node("acts")
        subject = node.node("subject")
        if modal == "may" and subject is not None and subject.kind == "you" and acts is not None:
            if acts.kind == "act_price" and not hows:
                price = paid_by(acts.node("price"))
                if "{X}" in price:
                    raise Unsaid("an X that is chosen as it is paid")
                return [{"may pay": price, "then": []}]
            if verb_of(acts) in ("sacrifice", "discard", "pay", "tap", "exile") and not hows:
                try:
                    paid = cost_of_act(acts, self.phrases)
                    if paid == "exile this":
                        self.phrases.it = "this"
                    if paid.startswith("sacrifice 1 "):
                        self.phrases.it = "it"
                        self.phrases.only_that = lemma(acts.node("object")) or "something named"
                        self.phrases.sacrificed = True
                    elif _HANDED_OVER.match(paid) and self.phrases.it == "it":
                        self.phrases.it = "what set it off"
                    if "this" not in paid:
                        self.phrases.renamed()
                    return [{"may pay": paid, "then": []}]
                except Unsaid:
                    pass
            if number := additional_lands(unfold(acts)[0]):
                if self._until((*hows, *unfold(acts)[1])):
                    raise Unsaid("how long")
                return [{"additional lands": number}]
            if verb_of(unfold(acts)[0]) in ("play", "cast"):
                return [self._let_play(acts, hows)]
            if self.phrases.among or place_of_act(acts):
                *before, last = made = self.acts(acts, None, hows) or [{}]
                if made and all(step.get("how") == "up to" for step in made):
                    return made
                if "take" in last and all("arrive with" in one for one in before):
                    return [*before, {**last, "how": "up to"}]
                one = any(is_target(value) or value == "this" for value in last.values())
                if len(made) != 1 or not one:
                    raise Unsaid("may")
                return [{"may pay": "{0}", "then": made}]
            core, more = unfold(acts)
            if core is not None and core.kind == "have_do" and (whom := core.node("whom")):
                made = self.acts(core.node("act"), whom, (*hows, *more))
                return [{"may pay": "{0}", "then": made}]
            return [{"may pay": "{0}", "then": self.acts(acts, None, hows)}]
        if modal == "may" and subject is not None and acts is not None:
            return [self._others_may(acts, subject, hows)]
        if modal == "can" and subject is not None:
            return [self._attacks_despite(acts, self.phrases.reference(subject), hows)]
        if modal == "can not" or modal == "can not^t" or modal.startswith("can not"):
            return self._cannot(acts, subject, hows)
        raise Unsaid(modal)

    def _others_may(self, acts: Node, subject: Node, hows: tuple[Node, ...]) -> Entry:
        """Read "its controller may search their library": what another player may do."""
        who = self.phrases.reference(subject)
        # What each player may do is not carried out: they would choose one after the other.
        if not self.phrases.is_player(who) or who == "each player":
            raise Unsaid("may")
        made = self._acting(acts, who, hows)
        if self.phrases.found is not None:
            raise Unsaid("what becomes of what was found")
        self.phrases.it = None
        return {"may do": made, **by_whom(who)}

    def _let_play(self, acts: Node, hows: tuple[Node, ...]) -> Entry:
        """Read "you may play those cards this turn", "cast red spells from among them"."""
        core, more = unfold(acts)
        times = tuple(how for how in (*hows, *more) if is_duration(how))
        free = any(unpaid(how) for how in (*hows, *more))
        places = [how for how in (*hows, *more) if not is_duration(how) and not unpaid(how)]
        thing = None if core is None or core.kind != "act" else core.node("object")
        if core is not None and thing is not None and not times and verb_of(core) == "cast":
            price = {"price": "nothing"} if free else {}
            if (copies := _copies(thing)) is not None and not places:
                return {"cast copies": self._so_many_copies(copies), **price}
            if (several := self._cast_some(thing, places)) is not None:
                return {**several, **price}
            return {"cast": self._cast_now(thing, places), **price}
        if core is None or thing is None or not self.phrases.exiled:
            raise Unsaid("play")
        if free and verb_of(core) == "cast":
            one = self.phrases.exiled_cards(thing, places)
            return {"let cast free": one, **self._until(times)}
        if free:
            raise Unsaid("play without paying")
        what = self.phrases.exiled_cards(thing, places)
        entry: Entry = {"let play": what, **self._until(times)}
        return {**entry, "spells only": True} if verb_of(core) == "cast" else entry

    def _so_many_copies(self, thing: Node) -> int:
        """Return how many are cast of "the copy", "the copies", "any number of the copies"."""
        number = self.copied.removeprefix("target ")
        aimed = self.phrases.targets[int(number) - 1] if number.isdecimal() else ""
        several = isinstance(aimed, dict) and aimed.get("up to") != 1
        alone = quantifier_of(thing) == "the" and not is_described(thing)
        if not self.copied or not alone or (several and not is_plural(thing)):
            raise Unsaid("which copies")
        return 99 if is_plural(thing) else 1

    def _cast_some(self, thing: Node, places: list[Node]) -> Entry | None:
        """Read "cast up to two red spells from among them", of cards that have been named.

        None where nothing is cast from among others.
        """
        where = places[0].node("what") if len(places) == 1 else None
        if where is None or plain(places[0].get("prep")) != "from among":
            return None
        if thing.kind != "bare" and quantifier_of(thing) not in ("a", "up_to", "any_number"):
            return None
        number = 99 if thing.kind == "bare" else self.so_many(thing).get("amount")
        words = re.split(r" or (?!less|greater)", self.phrases.filter(thing))
        place = self._among_which(where)
        if not all(re.search(r"\bspell\b", one) for one in words):
            raise Unsaid("which spells")
        made = {
            "cast some": " or ".join(re.sub(r"\bspell\b", f"card {place}", one) for one in words)
        }
        return {**made, **({} if number is None else {"amount": number})}

    def _among_which(self, where: Node) -> str:
        """Return where cards are among which one chooses: "among them", "in exile you own"."""
        posts = items(where.node("posts"))
        card = lemma(where) == "card"
        this_way = len(posts) == 1 and plain(posts[0].get("past")) in ("exiled", "revealed")
        them = where.kind == "them" or (
            card and quantifier_of(where) == "those" and not is_described(where)
        )
        plainly = card and where.kind == "bare" and not items(where.node("describers"))
        if them or (plainly and this_way and posts[0].kind == "done_after"):
            if not self.phrases.among and not self.phrases.exiled:
                raise Unsaid("among which cards")
            return "among them"
        states = [plain(one.get("state")) for one in items(where.node("describers"))]
        hows = items(posts[0].node("how"), "adverbs") if len(posts) == 1 else ()
        exiles = [one.node("what") for one in hows if plain(one.get("prep")) in ("from", "in")]
        exiled = len(hows) == 1 and [one and one.kind for one in exiles] == ["exile"]
        if not card or where.kind != "bare" or states not in ([], ["face-up"]):
            raise Unsaid("among which cards")
        if not exiled:
            raise Unsaid("among which cards")
        # What lies face down is never cast so.
        own = Node("posts", (("items", (posts[0].put("how", None),)),))
        words = self.phrases.filter(where.put("describers", None).put("posts", own), "in exile")
        return words.removeprefix("card ")

    def _cast_now(self, thing: Node, places: list[Node]) -> str:
        """Return which card may be cast as the text is carried out."""
        where = places_of(places[0].node("what")) if len(places) == 1 else []
        if len(where) == 1 and plain(places[0].get("prep")) == "from":
            one = self.phrases.referring(thing, where[0])
            if not one.startswith("target ") or self.phrases.several(one):
                raise Unsaid("which cards")
            return one
        if places or not (self.phrases.exiled or self.phrases.gone or self.phrases.among):
            raise Unsaid("which cards")
        one = self.phrases.exiled_cards(thing, [])
        if one.startswith("each ") or self.phrases.several(one):
            raise Unsaid("which cards")
        return one


def _asks_of_the_spell(condition: Node | None) -> bool:
    """Whether it is asked how "this spell" was cast, and not how a permanent was."""
    subject = None if condition is None else condition.node("subject")
    return (
        subject is not None and lemma(subject) == "spell" and quantifier_of(subject) == "this_one"
    )


def _copies(thing: Node) -> Node | None:
    """Return "the copies" of "any number of the copies"; None if no copies are spoken of."""
    if thing.kind == "portion_of" and plain(thing.get("portion")) == "any number of":
        inner = thing.node("of")
        return inner if lemma(inner) == "copy" and inner is not None and is_plural(inner) else None
    return thing if lemma(thing) == "copy" else None


def _either_act(acts: Node | None) -> list[Node | None]:
    """Return what somebody may do of "sacrifices a permanent or discards a card"."""
    if acts is None or acts.kind not in ("or_act", "comma_or_act"):
        return [acts]
    first, second = acts.node("first"), acts.node("second")
    if first is not None and first.kind == "comma_act" and acts.kind == "comma_or_act":
        return [first.node("first"), first.node("second"), second]
    return [*_either_act(first), second]


def _is_that_player(subject: Node) -> bool:
    return (
        lemma(subject) == "player"
        and quantifier_of(subject) == "that"
        and not is_described(subject)
    )


def _is_each_opponent(subject: Node | None) -> bool:
    quantifier = None if subject is None else subject.node("quantifier")
    if subject is None or quantifier is None or quantifier.kind != "each" or is_described(subject):
        return False
    return lemma(subject) == "opponent"


def additional_lands(core: Node | None) -> int:
    """Return how many "additional lands" are played; 0 if that is not what is said."""
    thing = None if core is None or core.kind != "act" else core.node("object")
    words = [
        plain(one.get("state"))
        for one in items(None if thing is None else thing.node("describers"))
    ]
    if verb_of(core) != "play" or thing is None or lemma(thing) != "land":
        return 0
    quantifier = thing.node("quantifier")
    if words != ["additional"] or items(thing.node("posts")) or quantifier is None:
        return 0
    if quantifier.kind == "a":
        return 1
    return NUMBERS.get(plain(quantifier.get("count")), 0) if quantifier.kind == "exactly" else 0


def _added_phases(node: Node) -> Entry | None:
    """Read "after this phase, there is an additional combat phase", "followed by …"."""
    when: Node | None = None
    there: Node | None = node
    if node.kind == "under" and (opening := node.node("opening")) is not None:
        first = items(opening.node("adverbs"), "adverbs") if opening.kind == "first" else []
        when, there = first[0] if len(first) == 1 else None, node.node("does")
    if there is None or there.kind not in ("there_is", "there_is__short"):
        return None
    late = items(there.node("how"), "adverbs")
    if when is None and len(late) == 1:
        when, late = late[0], []
    after = when.node("what") if when is not None and plain(when.get("prep")) == "after" else None
    which = None if after is None else after.node("quantifier")
    here = which is not None and which.kind == "this_one" and lemma(after) in _PHASES
    subject = there.node("subject")
    if not here or late or not _is_added(subject, "combat phase") or subject is None:
        return None
    then = items(subject.node("posts"))
    if not then:
        return {"additional combat": None}
    followed = then[0] if len(then) == 1 and plain(then[0].get("past")) == "followed" else None
    by = items(None if followed is None else followed.node("how"), "adverbs")
    main = by[0].node("what") if len(by) == 1 and plain(by[0].get("prep")) == "by" else None
    if not _is_added(main, "main phase"):
        return None
    return {"additional combat": None, "and main": True}


def _is_added(thing: Node | None, phase: str) -> bool:
    """Whether "an additional combat phase" is said."""
    words = [plain(one.get("state")) for one in items(thing and thing.node("describers"))]
    return lemma(thing) == phase and words == ["additional"]


def _leads(how: Node) -> bool:
    """Whether an adverb may stand before what it is about."""
    return is_duration(how) or next_step(how) is not None or how.kind == "for_each"


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


def _is_next_spell(subject: Node | None) -> bool:
    """Whether a phrase is "the next spell you cast this turn"."""
    describers = items(None if subject is None else subject.node("describers"))
    posts = items(None if subject is None else subject.node("posts"))
    if lemma(subject) != "spell" or not describers or len(posts) != 1:
        return False
    by = (str(posts[0].get("subject")), plain(posts[0].get("verb")))
    times = [plain(one.get("time")) for one in items(posts[0].node("how"), "adverbs")]
    first = plain(describers[0].get("state") or "") == "next"
    return first and by == ("you^c", "cast") and times == ["this turn"]


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


def place_of_act(acts: Node) -> bool:
    """Whether something is taken from a hand or a graveyard."""
    core, hows = unfold(acts)
    return (
        any(
            how.kind == "prep"
            and plain(how.get("prep")) == "from"
            and bool(places_of(how.node("what")))
            for how in hows
        )
        and core is not None
        and verb_of(core) in ("put", "return")
    )


def _put(entry: Entry, amount: int | str) -> Entry:
    """Return an instruction with an amount in place of X."""
    known = {"x": amount, "minus x": f"minus {amount}"}
    if "either" in entry:
        parts = {key: [_put(one, amount) for one in entry[key]] for key in ("either", "or")}
        return {**entry, **parts}
    return {
        key: known.get(value, value) if isinstance(value, str) else value
        for key, value in entry.items()
    }


def _parts(entry: Entry) -> list[Entry]:
    """Return an instruction, or those among which it lets somebody choose."""
    if "either" not in entry:
        return [entry]
    return [part for key in ("either", "or") for one in entry[key] for part in _parts(one)]


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


def _of_players(ability: Entry) -> bool:
    """Whether what an ability says in force is said of players, spells or what enters, alone."""
    static = ability.get("static")
    word = static if isinstance(static, str) else next(iter(static or {}), "")
    about_itself = isinstance(static, dict) and "this" in static.values()
    return set(ability) == {"static"} and word in _FOR_PLAYERS and not about_itself


def _copies_it(does: Node | None) -> bool:
    """Whether a clause is "create a token that's a copy of it"."""
    core = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if core is None or core.kind != "act" else core.node("object")
    copied = None if thing is None else copied_thing(thing)
    return verb_of(core) == "create" and copied is not None and copied.kind == "it"
