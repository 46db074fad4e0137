"""Clauses: what is done under a condition, later, by choice, for a price or for a while."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.as_though import despite_defender
from kb.cards.mtg.costs import cost_of_act, paid_by
from kb.cards.mtg.effects.delaying import Delaying, is_next_spell
from kb.cards.mtg.effects.letting import Letting
from kb.cards.mtg.effects.shapes import (
    SEQUENCES,
    by_whom,
    copied_thing,
    is_described,
    is_duration,
    next_step,
    quantifier_of,
    rounded,
    unfold,
)
from kb.cards.mtg.effects.sources import next_time
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import places_of
from kb.cards.values import Node

Entry = dict[str, Any]

_ITS = re.compile(r"\b(?:its?|that)\b", re.I)
_PHASES = ("phase", "main phase", "combat phase")


class Clauses(Letting, Delaying):
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
                amount = self.phrases.halved(where.get("amount"), rounded(where.node("how")))
                if self.phrases.it != about:
                    self.phrases.it = about
                parts = [one for entry in made for one in _parts(entry)]
                if not any(value in ("x", "minus x") for one in parts for value in one.values()):
                    raise Unsaid("where")
                return [_put(entry, amount) for entry in made]
            case "do":
                return self.acts(node.node("acts"), None, hows)
            case "does" if not hows and is_next_spell(node.node("subject")):
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

    def _price(self, acts: Node | None) -> str:
        """Return as a cost what somebody may do."""
        if acts is None:
            raise Unsaid("a cost")
        if acts.kind == "act_price" and verb_of(acts) == "pay":
            return paid_by(acts.node("price"))
        return cost_of_act(acts, self.phrases)


def _asks_of_the_spell(condition: Node | None) -> bool:
    """Whether it is asked how "this spell" was cast, and not how a permanent was."""
    subject = None if condition is None else condition.node("subject")
    return (
        subject is not None and lemma(subject) == "spell" and quantifier_of(subject) == "this_one"
    )


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


def _copies_it(does: Node | None) -> bool:
    """Whether a clause is "create a token that's a copy of it"."""
    core = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if core is None or core.kind != "act" else core.node("object")
    copied = None if thing is None else copied_thing(thing)
    return verb_of(core) == "create" and copied is not None and copied.kind == "it"
