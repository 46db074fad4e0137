"""What effects become: targets and instructions in the words of card files.

Sentence by sentence; a sentence for which there are no words becomes ``other``, as it is printed,
and what follows may then no longer speak of what it named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kb.cards.mtg.costs import cost_of_act, symbols_of
from kb.cards.mtg.phrases import (
    NUMBERS,
    Phrases,
    Unsaid,
    counter_kind,
    items,
    lemma,
    name_of,
    place_of,
    places_of,
    plain,
    verb_of,
)
from kb.cards.mtg.piles import Piles
from kb.cards.mtg.triggers import event, spoken_of
from kb.cards.mtg.words import listed
from kb.cards.values import Node, Noun, Value

Entry = dict[str, Any]

_TO_IT = listed("destroy exile counter tap untap transform regenerate")
"""Verbs with an object for which the rules have an instruction of the same name."""
_SEQUENCES = listed("and_act comma_act then_act comma_and_act clauses clauses__comma then")
_COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
_DURATIONS = {
    "until end of turn": "end of turn",
    "this turn": "end of turn",
    "until your next turn": "your next turn",
}
_PREDEFINED = listed("treasure food clue shard blood gold")
"""Tokens of which the rules say what they are."""


class Abilities(Protocol):
    """Reads what stands in quotation marks; what has it may be called otherwise than the card."""

    def __call__(self, value: Node, called: str = "") -> Entry:
        """Return keywords and abilities as a card file says them."""


class Effects(Piles):
    """Reads the effect of one ability.

    Parameters
    ----------
    phrases
        The phrases of the ability.
    said
        A part of the text as it is printed.
    created
        Takes in a card that the effect creates, a token or an emblem; returns its name.
    abilities
        Reads what stands in quotation marks: abilities as a card file says them.
    """

    def __init__(
        self,
        phrases: Phrases,
        said: Callable[[Node], str],
        created: Callable[[Entry], str],
        abilities: Abilities,
        stands: Callable[[Node], list[Entry]] | None = None,
    ) -> None:
        self.phrases = phrases
        self.stands = stands
        self.said = said
        self.created = created
        self.abilities = abilities
        self.steps: list[Entry] = []
        self.timing: str | None = None
        self.only_if: str | None = None
        self.by_anyone = False
        self.became: Entry | None = None
        self.token_has: Node | None = None

    def read(self, sentences: list[Node], first: Node | None = None) -> None:
        """Take in sentences; of the first one `first` is what it does."""
        waiting: list[Entry] | None = None  # the steps behind what may be done
        self.phrases.begin_act()
        for place, sentence in enumerate(sentences):
            clause = first if first is not None else sentence.node("does")
            first = None
            if place and self.token_has is _had(clause) is not None:
                continue  # the sentence before has created what has it
            self.token_has = None
            if (had := _had_next(sentences, place)) is not None and _creates(clause):
                self.token_has = had
            before = list(self.phrases.targets)
            it = self.phrases.it
            try:
                if self._timing(clause):
                    continue
                if _no_regeneration(clause):
                    self._for_good(clause)
                    continue
                if (doomed := self._exiled_instead(clause)) is not None:
                    self.steps.append(doomed)
                    continue
                if _new_targets(clause):
                    self._retargets()
                    continue
                if clause is not None and clause.kind == "otherwise":
                    self._otherwise(clause)
                    continue
                follows = _if_you_do(clause, "when")
                if follows is not None:
                    if waiting is None:
                        waiting = self._done_before("when you do")
                    _if_done(waiting).append(self._reflex(follows))
                    waiting = None
                    continue
                follows = _if_you_do(clause)
                if follows is not None:
                    if waiting is None:
                        waiting = self._done_before("if you do")
                    done = _if_done(waiting)
                    done += self.clause(follows)
                    waiting = None
                    continue
                instead = _instead(clause)
                if instead is not None and clause is not None:
                    self._instead(clause, instead)
                    continue
                made = self.clause(clause)
                if self.phrases.found is not None:
                    raise Unsaid("what becomes of what was found")
                if (later := _returning(self.steps)) is not None and _gains_for_good(made):
                    later.append({**made[0], "what": later[-1]["put onto battlefield"]})
                    continue
                offered = len(made) == 1 and "may pay" in made[0]
                waiting = made[0]["then"] if offered else None
                self.steps += made
            except Unsaid:
                self.phrases.found = self.token_has = None
                self.phrases.targets[:] = before
                left = self.said(clause or sentence).rstrip(".")
                self.phrases.it = None if it != "this" or "target" in left.lower() else it
                self.phrases.that_is_this = False
                waiting = None
                adds = left.casefold().startswith("add ")
                self.steps.append({"other": left, **({"touches": "mana"} if adds else {})})

    def _exiled_instead(self, clause: Node | None) -> Entry | None:
        """Read "if that creature would die this turn, exile it instead", of the one target."""
        if clause is None or clause.kind != "under":
            return None
        said = self.said(clause).rstrip(".").lower()
        if _DIES.fullmatch(said) and self.phrases.targets in (["creature"], ["any target"]):
            return {"exile if it dies": "target 1"}
        if _LEAVES.fullmatch(said) and self.phrases.it is not None:
            return {"exile if it leaves": self.phrases.it}
        return None

    def _done_before(self, word: str) -> list[Entry]:
        """Return where to put what is done if the one thing said before could be done."""
        duty = self.steps[-1] if len(self.steps) == 1 else {}
        one = "sacrifice one" in duty and "amount" not in duty
        once = duty.get("discard") == 1 or one or "draw" in duty
        if not once or duty.get("who", "you") != "you":
            raise Unsaid(word)
        then: list[Entry] = []
        self.steps.append({"if": "it was done", "then": then})
        return then

    def _timing(self, clause: Node | None) -> bool:
        """Take in "activate only as a sorcery"; whether that is it."""
        if clause is not None and clause.kind == "tailed" and _before_attackers(clause):
            act = clause.node("does")
            core = None if act is None or act.kind != "do" else act.node("acts")
            only = None if core is None else core.node("how")
            when = None if only is None or only.kind != "only" else only.node("how")
            activates = core is not None and verb_of(core.node("act")) == "activate"
            if activates and when is not None and plain(when.get("time")) == "during your turn":
                self.timing = "your turn before attackers"
                return True
            raise Unsaid("a timing")
        if clause is not None and self._any_player(clause):
            self.by_anyone = True
            return True
        if clause is not None and clause.kind == "tailed":
            return self._only_if(clause)
        if clause is None or clause.kind != "do":
            return False
        act = clause.node("acts")
        if act is None or act.kind != "act_how" or verb_of(act.node("act")) != "activate":
            return False
        how = act.node("how")
        inner = None if how is None or how.kind != "only" else how.node("how")
        words = "" if inner is None else plain(inner.get("manner"))
        if words in ("as a sorcery", "any time you could cast a sorcery"):
            self.timing = "sorcery"
            return True
        times = "" if inner is None else plain(inner.get("time"))
        if times in ("once each turn", "only once each turn"):
            self.timing = "once each turn"
            return True
        if times in ("during your turn", "during your upkeep"):
            self.timing = times.removeprefix("during ")
            return True
        turn = inner.node("what") if inner is not None and inner.kind == "prep" else None
        quantifier = None if turn is None else turn.node("quantifier")
        yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
        bare = turn is not None and turn.kind == "bare" and not items(turn.node("describers"))
        during = inner is not None and plain(inner.get("prep")) == "during"
        if bare and during and turn is not None and lemma(turn) == "combat" and not _posts(turn):
            self.timing = "combat"
            return True
        plain_turn = turn is not None and lemma(turn) in ("turn", "upkeep") and not _posts(turn)
        if plain_turn and inner is not None and plain(inner.get("prep")) == "during" and yours:
            self.timing = f"your {lemma(turn)}"
            return True
        raise Unsaid("a timing")

    def _only_if(self, clause: Node) -> bool:
        """Take in "activate only if you control a Swamp"; whether that is it."""
        tail, act = clause.node("tail"), clause.node("does")
        core = None if act is None or act.kind != "do" else act.node("acts")
        thing = None if core is None else core.node("object")
        this_one = thing is None or (lemma(thing) == "ability" and _quantifier(thing) == "this_one")
        if core is None or verb_of(core) != "activate" or not this_one or tail is None:
            return False
        if plain(tail.get("word")) != "only if" or self.only_if is not None:
            raise Unsaid("a timing")
        inner = Phrases("", "this")
        inner.names = self.phrases.names
        self.only_if = inner.condition(tail.node("condition"))
        return True

    def _any_player(self, clause: Node) -> bool:
        """Whether this is "any player may activate this ability"."""
        subject, acts = clause.node("subject"), clause.node("acts")
        quantifier = None if subject is None else subject.node("quantifier")
        thing = None if acts is None or acts.kind != "act" else acts.node("object")
        anyone = quantifier is not None and quantifier.kind == "any" and lemma(subject) == "player"
        alone = subject is not None and not items(subject.node("describers"))
        plainly = alone and subject is not None and not _posts(subject)
        this_one = thing is not None and _quantifier(thing) == "this_one"
        activates = verb_of(acts) == "activate" and lemma(thing) == "ability" and this_one
        return clause.kind == "may" and anyone and plainly and activates

    # --- Clauses ---

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
        if DOUBLES_TOKENS.fullmatch(self.said(node).rstrip(".")) and hows:
            static, until = [{"static": "double tokens"}], self._until(hows).get("until", "")
            until = until or "end of turn"
        else:
            try:
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
        return made if until == "end of turn" else {**made, "until": until}

    def _clause(self, node: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        if node is None:
            raise Unsaid("a clause")
        if node.kind in _SEQUENCES:
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
                    if any(_next_step(one) == "end of combat" for one in adverbs):
                        raise Unsaid("what is done in each combat")
                    if (drawn := self._draws_attacks(adverbs, node.node("does"))) is not None:
                        return drawn
                    each = len(adverbs) == 1 and adverbs[0].kind == "for_each"
                    if each and not hows and _copies_it(node.node("does")):
                        return self._copies_each(adverbs[0].node("each"), node.node("does"))
                    if all(map(_leads, adverbs)):
                        return self.clause(node.node("does"), (*adverbs, *hows))
                if opening is not None and opening.kind == "if" and not hows:
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
        return [{"if": condition, "then": [] if does is None else self._aside(does)}]

    def _reflex(self, does: Node) -> Entry:
        """Read "when you do, …": an ability that triggers as something is done."""
        inner = Phrases("", None)
        inner.names = self.phrases.names
        effects = Effects(inner, self.said, self.created, self.abilities)
        made: Entry = {"when": {"done": True}}
        steps = effects.clause(does)
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
        plainly = subject is not None and subject.kind == "bare" and lemma(subject) == "creature"
        able = [plain(how.get("manner")) for how in hows] == ["if able"]
        attack = core is not None and core.kind == "act" and verb_of(core) == "attack"
        if words != ["next"] or not (controls and plainly and able and attack) or core is None:
            raise Unsaid("during a turn")
        if subject is None or items(subject.node("describers")) or _quantifier(whose) != "target":
            raise Unsaid("during a turn")
        if not self.phrases.is_this(core.node("object")):
            raise Unsaid("what is attacked")
        player = Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
        return [{"draw attacks": self.phrases.reference(player)}]

    def _otherwise(self, clause: Node) -> None:
        """Take in what is done if what the sentence before asks for is not so."""
        last = self.steps[-1] if self.steps else {}
        if set(last) != {"if", "then"}:
            raise Unsaid("otherwise")
        made = self._aside(clause.node("does"))
        self.steps[-1] = {"whether": last["if"], "then": last["then"], "otherwise": made}

    def _for_good(self, clause: Node | None) -> None:
        """Take in "it can't be regenerated", of what the sentence before destroys."""
        subject = None if clause is None else clause.node("subject")
        destroyed = []
        for step in reversed(self.steps):
            if "destroy" not in step:
                break
            destroyed.append(step)
        many = subject is not None and subject.kind == "they"
        pronoun = subject is not None and subject.kind in ("it", "they")
        that = subject is not None and _quantifier(subject) in ("that", "those")
        if not destroyed or not (pronoun or that) or (len(destroyed) > 1 and not many):
            raise Unsaid("what can't be regenerated")
        for step in destroyed:
            step["for good"] = True

    def _retargets(self) -> None:
        """Take in "you may choose new targets for the copy", of the copy made last."""
        steps = self.steps
        while steps and "copy spell" not in steps[-1]:
            later = steps[-1].get("delay", {}).get("abilities", [{}])
            steps = steps[-1].get("then") or later[-1].get("effect", [])
        if not steps:
            raise Unsaid("new targets for what")
        steps[-1]["new targets"] = True

    def _copy(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "copy target instant or sorcery spell", "copy that spell"; no permanent spell."""
        thing = core.node("object")
        if core.kind != "act" or who != "you" or hows or thing is None:
            raise Unsaid("copy")
        if _quantifier(thing) == "target":
            one = self.phrases.reference(thing)
            words = str(self.phrases.targets[int(one.removeprefix("target ")) - 1])
        elif thing.kind == "it" or (_quantifier(thing) == "that" and lemma(thing) == "spell"):
            one, words = "it", self.phrases.spell if self.phrases.it == "it" else ""
        else:
            raise Unsaid("copy what")
        kinds = words.split(" or ")
        if not all(kind.startswith(("instant spell", "sorcery spell")) for kind in kinds):
            raise Unsaid("a copy of a permanent spell")
        return [{"copy spell": one}]

    def _instead(self, clause: Node, does: Node) -> None:
        """Take in what is done in place of what the sentence before says, if something is so."""
        steps = self.steps
        if steps and set(steps[-1]) == {"may pay", "then"}:
            steps = steps[-1]["then"]
        last = steps[-1] if steps else {}
        number = len(self.phrases.targets)
        if (more := self._deals_more(does, last)) is not None:
            (made,) = self._if(clause.node("opening") or clause, None)
            made["then"] = [more]
        else:
            (made,) = self._if(clause.node("opening") or clause, does)
        if len(made["then"]) != 1 or len(self.phrases.targets) != number:
            raise Unsaid("instead")
        new, word = made["then"][0], next(iter(last), "other")
        same = {key for key in {*last, *new} if last.get(key) != new.get(key)}
        if next(iter(new)) != word or not same or not same <= _INSTEAD.get(word, set()):
            raise Unsaid("instead of what")
        steps[-1] = {"whether": made["if"], "then": [new], "otherwise": [last]}

    def _deals_more(self, does: Node, last: Entry) -> Entry | None:
        """Read "it deals 4 damage instead", to what the sentence before says."""
        core, hows = unfold(does.node("acts"))
        subject = does.node("subject")
        by_this = subject is not None and (subject.kind == "it" or self.phrases.is_this(subject))
        if list(last) != ["damage", "to"] or not by_this or verb_of(core) != "deal":
            return None
        thing = None if core is None or core.kind != "act" else core.node("object")
        whom = hows[0].node("what") if hows and plain(hows[0].get("prep")) == "to" else None
        again = whom is not None and _AGAIN.fullmatch(self.said(whom).lower())
        if thing is None or lemma(thing) != "damage" or len(hows) > 1 or (hows and not again):
            return None
        if items(thing.node("describers")) or items(thing.node("posts")):
            return None
        return {"damage": self.phrases.count(thing), "to": last["to"]}

    def _aside(self, does: Node | None) -> list[Entry]:
        """Return instructions of a part; what it names is not named outside."""
        before = self.phrases.it
        made = self.clause(does)
        if self.phrases.it != before:
            self.phrases.it = None
        return made

    def _tailed(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        tail = node.node("tail")
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
        acts = None if condition is None else condition.node("acts")
        payer = None if condition is None else condition.node("subject")
        if word == "unless" and condition is not None and condition.kind == "does":
            does = node.node("does")
            then = self.clause(does)
            each = None if does is None or does.kind != "does" else does.node("subject")
            if payer is not None and payer.kind == "they" and _is_each_opponent(each):
                who = "opponents"
            else:
                who = self.phrases.reference(payer)
            self.phrases.it = None
            return [{"unless paid": self._price(acts), **_who(who), "then": then}]
        raise Unsaid(word)

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
            return symbols_of(acts.node("price"))
        return cost_of_act(acts, self.phrases)

    def _does_not(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "it doesn't untap during its controller's next untap step"."""
        self._stays(node.node("acts"), node.node("subject"), hows)
        return [{"keep tapped": self.phrases.reference(node.node("subject"))}]

    def _stays(self, acts: Node | None, subject: Node | None, hows: tuple[Node, ...]) -> None:
        """See that acts are "untap during its controller's next untap step"."""
        core, more = unfold(acts)
        during = (*hows, *more)
        what = during[0].node("what") if len(during) == 1 else None
        quantifier = None if what is None else what.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        yours = quantifier is not None and plain(str(quantifier.get("whose"))) == "your"
        own = yours and self.phrases.is_this(subject)
        words = [
            plain(one.get("state"))
            for one in items(None if what is None else what.node("describers"))
        ]
        untap = core is not None and core.kind == "act_alone" and verb_of(core) == "untap"
        if (
            not untap
            or lemma(what) != "untap step"
            or words != ["next"]
            or not (lemma(whose) == "controller" or own)
        ):
            raise Unsaid("not")

    def _delayed(self, opening: Node, does: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "whenever a creature attacks this turn, …": an ability that is laid down."""
        word = plain(opening.get("word"))
        happens = opening.node("event")
        if word not in ("when", "whenever") or happens is None:
            raise Unsaid(word)
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
        ways = [(when, inner), *spoken_of(inner, when)]
        while True:
            when, inner = ways.pop(0)
            effects = Effects(inner, self.said, self.created, self.abilities)
            try:
                effects.steps = effects.clause(does)
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

    def _copies_but(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "create a token that's a copy of it, except it has haste"."""
        but = node.node("but")
        made = self.clause(node.node("does"), hows)
        subject = None if but is None else but.node("subject")
        if but is None or subject is None or subject.kind not in ("it", "they"):
            raise Unsaid("except")
        if len(made) != 1 or not {"create copy of", "become copy of"} & set(made[0]):
            raise Unsaid("except")
        return [{**made[0], "except": exceptions(but.node("acts"), self.phrases, self.abilities)}]

    def _may(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        modal, acts = plain(node.get("modal")), node.node("acts")
        subject = node.node("subject")
        if modal == "may" and subject is not None and subject.kind == "you" and acts is not None:
            if acts.kind == "act_price" and not hows:
                return [{"may pay": symbols_of(acts.node("price")), "then": []}]
            if verb_of(acts) in ("sacrifice", "discard", "pay", "tap", "exile") and not hows:
                try:
                    paid = cost_of_act(acts, self.phrases)
                    if paid == "exile this":
                        self.phrases.it = "this"
                    if paid.startswith("sacrifice 1 "):
                        self.phrases.it = "it"
                        self.phrases.only_that = lemma(acts.node("object"))
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
                made = self.acts(acts, None, hows)
                if len(made) == 1 and "take" in made[0]:
                    return [{**made[0], "how": "up to"}]
                raise Unsaid("may")
            core, more = unfold(acts)
            if core is not None and core.kind == "have_do" and (whom := core.node("whom")):
                made = self.acts(core.node("act"), whom, (*hows, *more))
                return [{"may pay": "{0}", "then": made}]
            return [{"may pay": "{0}", "then": self.acts(acts, None, hows)}]
        if modal == "can not" or modal == "can not^t" or modal.startswith("can not"):
            return self._cannot(acts, subject, hows)
        raise Unsaid(modal)

    def _let_play(self, acts: Node, hows: tuple[Node, ...]) -> Entry:
        """Read "you may play those cards this turn", "cast red spells from among them"."""
        core, more = unfold(acts)
        times = tuple(how for how in (*hows, *more) if _until(how))
        places = [how for how in (*hows, *more) if not _until(how)]
        thing = None if core is None or core.kind != "act" else core.node("object")
        if core is None or thing is None or not self.phrases.exiled:
            raise Unsaid("play")
        what = self.phrases.exiled_cards(thing, places)
        entry: Entry = {"let play": what, **self._until(times)}
        return {**entry, "spells only": True} if verb_of(core) == "cast" else entry

    def _cannot(
        self, acts: Node | None, subject: Node | None, hows: tuple[Node, ...]
    ) -> list[Entry]:
        if subject is None:
            raise Unsaid("who")
        if lemma(subject) == "damage" and not items(subject.node("describers")):
            if not _is_done(unfold(acts)[0], "prevented") or _posts(subject):
                raise Unsaid("cannot")
            return [{"damage cannot be prevented": None, **self._until((*hows, *unfold(acts)[1]))}]
        if (whose := _abilities_of(subject)) is not None:
            if not _is_done(unfold(acts)[0], "activated"):
                raise Unsaid("cannot")
            one = self.phrases.reference(whose)
            return self._is_forbidden(acts, one, hows)
        who = self.phrases.reference(subject)
        return self._is_forbidden(acts, self.phrases.found_before(who), hows)

    def _is_forbidden(self, acts: Node | None, one: str, hows: tuple[Node, ...]) -> list[Entry]:
        if one.startswith("each ") and one.endswith((" x", " x or less")):
            raise Unsaid("the X of what is never locked in")
        core, more = unfold(acts)
        hows = (*hows, *more)
        if core is not None and core.kind == "be_so" and _is_done(core, "activated"):
            return [{"cannot activate": one, **self._until(hows)}]
        if core is not None and core.kind == "or_act":
            first, second = core.node("first"), core.node("second")
            inner, late = unfold(second)
            deeds = [_deed(first), _deed(inner)]
            lasts = self._until((*hows, *late))
        else:
            deeds = [_deed(core)]
            lasts = self._until(hows)
        return [{f"cannot {deed}": one, **lasts} for deed in deeds]

    def _lasts(self, hows: tuple[Node, ...]) -> Entry:
        """Return how long it lasts: for good, if nothing is said."""
        return self._until(hows) if hows else {"until": "permanent"}

    def _until(self, hows: tuple[Node, ...]) -> Entry:
        """Return how long it lasts; until end of turn goes without saying."""
        if len(hows) != 1 or not _until(hows[0]):
            raise Unsaid("how long")
        until = _DURATIONS[plain(hows[0].get("time"))]
        return {} if until == "end of turn" else {"until": until}

    # --- Acts ---

    def acts(self, node: Node | None, who: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of one or more acts of somebody."""
        if node is None:
            raise Unsaid("an act")
        if lemma(who) == "life total" and node.kind == "act_amount" and who is not None:
            return self._life_becomes(node, who, hows)
        if node.kind in _SEQUENCES:
            first, second = node.node("first"), node.node("second")
            shared = hows
            if who is not None and not hows and _changes(first):
                # "Gets +1/+1 and gains flying until end of turn": both end then.
                shared = tuple(how for how in unfold(second)[1] if _until(how))
            subject = None if who is None else self._once(who)
            if subject is None:
                made = self.acts(first, who, shared)
                self.phrases.settle()
                return [*made, *self.acts(second, who, hows)]
            made = self._acting(first, subject, shared)
            self.phrases.settle()
            self.phrases.it = subject if subject != "you" else self.phrases.it
            return _same_things([*made, *self._acting(second, subject, hows)])
        if who is None:
            return self._acting(node, "you", hows)
        if node.kind == "and_may" and plain(node.get("modal")).startswith("can not"):
            one, late = self._once(who), unfold(node.node("second"))[1]
            shared = hows or tuple(how for how in late if _until(how))
            return [
                *self._acting(node.node("first"), one, shared),
                *self._is_forbidden(node.node("second"), one, hows),
            ]
        if node.kind == "and_does_not" and not hows:
            self._stays(node.node("second"), who, ())
            one = self._once(who)
            return [*self._acting(node.node("first"), one, ()), {"keep tapped": one}]
        return self._acting(node, self._once(who), hows)

    def _life_becomes(self, node: Node, who: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "target opponent's life total becomes 10"."""
        amount, quantifier = node.get("amount"), who.node("quantifier")
        if verb_of(node) != "become" or hows or not isinstance(amount, int) or quantifier is None:
            raise Unsaid("a life total")
        whose = quantifier.node("whose")
        if plain(quantifier.get("whose")) == "your":
            return [{"life becomes": amount}]
        if whose is None or items(who.node("describers")):
            raise Unsaid("whose life total")
        player = Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
        return [{"life becomes": amount, "who": self.phrases.reference(player)}]

    def _once(self, who: Node) -> str:
        return self.phrases.reference(who)

    def _acting(self, node: Node | None, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if node is not None and node.kind in _SEQUENCES:
            made = self._acting(node.node("first"), who, hows)
            self.phrases.settle()
            return [*made, *self._acting(node.node("second"), who, hows)]
        core, more = unfold(node)
        if core is None:
            raise Unsaid("an act")
        if core.kind == "and_placed":
            first, second = core.node("first"), core.node("second")
            if second is not None and second.kind == "placing_how":
                hows = tuple(how for how in (*hows, second.node("how")) if how is not None)
                second = second.node("placing")
            if second is None:
                raise Unsaid("an act")
            where = second.node("where")
            verb = unfold(first)[0]
            made = self._acting(first, who, (*hows, *more))
            thing = Node(
                "act",
                (
                    ("verb", None if verb is None else verb.get("verb")),
                    ("object", second.node("object")),
                ),
            )
            return [*made, *self.act(thing, who, (() if where is None else (where,)))]
        return self.act(core, who, (*hows, *more))

    def act(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of one act."""
        inner = core.node("act") if core.kind == "act_before" else None
        if inner is not None and plain(core.get("how")) == "each":
            core = inner
        later = [how for how in hows if _next_step(how)]
        if later:
            return self._later(core, who, later, tuple(how for how in hows if how not in later))
        each = [how for how in hows if how.kind == "for_each"]
        if len(each) == 1:
            return self._for_each(
                core, who, each[0], tuple(how for how in hows if how is not each[0])
            )
        verb, thing = verb_of(core), core.node("object")
        if core.kind == "be_so":
            return self._be(core, who, hows)
        if core.kind == "have_grants":
            return [self._has_size(items(core.node("grants")), who, hows)]
        method = getattr(self, f"_{verb}", None) if verb.isalpha() else None
        if method is not None:
            found: list[Entry] = method(core, who, hows)
            return found
        if verb == "destroy" and core.kind == "act" and len(hows) == 1 and who == "you":
            return [{verb: self._all_except(thing, hows[0])}]
        number = _up_to(thing) if verb == "untap" and core.kind == "act" and not hows else 0
        if number and thing is not None and who == "you":
            return [{"untap up to": number, "of": self.phrases.filter(thing)}]
        if verb in _TO_IT and core.kind == "act" and not hows and who == "you":
            return [{verb: self.phrases.reference(one)} for one in _each(thing)]
        raise Unsaid(verb or core.kind)

    def _all_except(self, thing: Node | None, how: Node) -> str:
        """Read "all other permanents except for lands and tokens"."""
        but = how.node("what") if how.kind == "prep" else None
        if thing is None or but is None or plain(how.get("prep")) != "except for":
            raise Unsaid("how")
        if _quantifier(thing) != "all" or but.kind != "bare" or _posts(but):
            raise Unsaid("except")
        spared = [
            "non-token" if word == "token permanent" else f"non{word}"
            for word in self.phrases.filter(but).split(" or ")
        ]
        if any(" " in word for word in spared):
            raise Unsaid("except")
        words = self.phrases.reference(thing).removeprefix("each ")
        return f"each {' '.join(spared)} {words}"

    def _has_size(self, grants: list[Node], who: str, hows: tuple[Node, ...]) -> Entry:
        """Read "has base power and toughness 0/2 until your next turn"."""
        if len(grants) != 1 or grants[0].kind != "base_size":
            raise Unsaid("have")
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        if size_of(str(grants[0].get("size"))) == ("x", "x"):
            return {"become sized": {"keeps types": True}, "size": "x", "what": who, "until": lasts}
        return {"become": _base(grants[0]), "what": who, "until": lasts}

    def _later(
        self, core: Node, who: str, later: list[Node], hows: tuple[Node, ...]
    ) -> list[Entry]:
        """Return what is done at the beginning of the next end step."""
        step = _next_step(later[0])
        before, about = self.phrases.it, self.phrases.nearest
        targets = len(self.phrases.targets)
        self.phrases.it = about if about in (None, "this", "you") else "it"
        if about is not None and about == self.phrases.gone:
            self.phrases.gone = self.phrases.it
        those = self.phrases.those
        if about == "what it made":  # "those tokens", each by a trigger of its own
            self.phrases.those = "it"
        done = self.act(core, who, hows)
        self.phrases.those = those
        if len(self.phrases.targets) != targets or step is None:
            raise Unsaid("later")
        self.phrases.it = before
        key = "at your next" if step.startswith("your ") else "at next"
        made: Entry = {key: step.removeprefix("your "), "then": done}
        if step == "end of combat":
            made = {"at end of combat": done, "about": "this"}
        if about is not None and about not in ("this", "you") and _speaks_of_it(done):
            made["about"] = about
        return [made]

    def _for_each(self, core: Node, who: str, each: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Return an instruction whose number is taken for each of something."""
        one = each.node("each")
        if one is None or one.kind != "one_each":
            raise Unsaid("for each")
        counted = self.phrases.number_of(one)
        made = self.act(core, who, hows)
        if len(made) != 1:
            raise Unsaid("for each")
        (entry,) = made
        keys = [key for key in entry if key in _SCALED]
        if "create" in entry:
            return [{**entry, "amount": _product(entry.get("amount", 1), counted)}]
        if "add mana" in entry:
            return [{**entry, "amount": _product(entry.get("amount", 1), counted)}]
        if "get" in entry:
            return [
                {
                    **entry,
                    "power": _product(entry["power"], counted),
                    "toughness": _product(entry["toughness"], counted),
                }
            ]
        if len(keys) != 1:
            raise Unsaid("for each")
        return [{**entry, keys[0]: _product(entry[keys[0]], counted)}]

    def _counted(self, core: Node, noun: str) -> int | str:
        thing = core.node("object")
        if core.kind != "act" or thing is None or lemma(thing) != noun:
            raise Unsaid(noun)
        if items(thing.node("describers")) or items(thing.node("posts")):
            raise Unsaid(f"which {noun}")
        return self.phrases.count(thing)

    def _cards(self, word: str, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if (
            (
                len(hows) == 1
                and hows[0].kind == "equal"
                and thing is not None
                and thing.kind == "bare"
            )
            and plain(hows[0].get("how")) == "equal to"
            and lemma(thing) == "card"
        ):
            return [{word: self.phrases.amount(hows[0].get("to")), **_who(who)}]
        if [plain(how.get("manner")) for how in hows] == ["at random"] and word == "discard":
            return [{"discard at random": self._counted(core, "card"), **_who(who)}]
        if hows:
            raise Unsaid("how")
        if word == "discard" and who == "you" and core.kind == "act" and _whole_hand(thing):
            self.phrases.counts_discards = True
            return [{"discard": "cards in hand of you"}]
        if word == "discard" and who == "you" and core.kind == "act" and lemma(thing) == "card":
            most = None if thing is None or _posts(thing) else self.so_many(thing)
            self.phrases.counts_discards = True
            if most is not None and most.get("how") == "up to":
                return [{"discard up to": most.get("amount", 1)}]
        if word == "draw" and thing is not None and core.kind == "act":
            describers = items(thing.node("describers"))
            if [plain(one.get("state")) for one in describers] == ["additional"]:
                core = core.put("object", thing.put("describers", None))
        if core.kind == "act_plus" and plain(core.get("how")) == "plus":
            more = NUMBERS.get(plain(core.get("more")))
            if more is None or (thing is not None and _posts(thing)):
                raise Unsaid("how many")
            return [{word: f"{more} plus {self.phrases.count(thing)}", **_who(who)}]
        number = self._counted(core, "card")
        return [{word: number, **_who(who)}]

    def _draw(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        return self._cards("draw", core, who, hows)

    def _discard(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        return self._cards("discard", core, who, hows)

    def _mill(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        return self._cards("mill", core, who, hows)

    def _gain(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act_grants":
            return self._granted(core, who, hows)
        if core.kind == "act" and lemma(thing) == "choice" and thing is not None:
            return self._choice_of(thing, who, hows)
        if core.kind == "act" and lemma(thing) == "control" and thing is not None:
            posts = items(thing.node("posts"))
            if len(posts) == 1 and posts[0].kind == "of":
                one = self.phrases.reference(posts[0].node("what"))
                entry: Entry = {"gain control": one, **_who(who)}
                if hows:
                    entry["until"] = self._until(hows).get("until", "end of turn")
                return [entry]
        return self._life("gain life", core, who, hows)

    def _choice_of(self, thing: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "gains your choice of flying or haste until end of turn"."""
        posts, quantifier = items(thing.node("posts")), thing.node("quantifier")
        yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
        if not yours or len(posts) != 1 or posts[0].kind != "of_grants" or not hows:
            raise Unsaid("a choice")
        lasts = self._until(hows)
        grants = [
            one.node("grant") or one if one.kind.endswith("_grant") else one
            for one in items(posts[0].node("grants"))
        ]
        words = [self.phrases.keyword(one) for one in grants]
        if len(words) < 2:
            raise Unsaid("a choice")
        return [self._either([[{"gain keyword": one, "what": who, **lasts}] for one in words])]

    def _win(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act" or hows or not the_game(core.node("object")):
            raise Unsaid("win")
        return [{"win the game": who}]

    def _life(self, word: str, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        equal = len(hows) == 1 and hows[0].kind == "equal"
        if equal and thing is not None and thing.kind == "bare" and lemma(thing) == "life":
            if items(thing.node("describers")) or items(thing.node("posts")):
                raise Unsaid("which life")
            if plain(hows[0].get("how")) == "equal to":
                self.phrases.their = "" if who == "you" else who
                amount = self.phrases.amount(hows[0].get("to"))
                self.phrases.their = ""
                return [{word: amount, **_who(who)}]
        if hows:
            raise Unsaid("how")
        return [{word: self._counted(core, "life"), **_who(who)}]

    def _lose(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act" and not hows and the_game(thing):
            return [{"lose the game": who}]
        if core.kind == "act_grants":
            lasts = self._until(hows)
            return [
                {"lose keyword": self.phrases.keyword(one), "what": who, **lasts}
                for one in items(core.node("grants"))
            ]
        if core.kind == "act" and lemma(thing) == "ability" and thing is not None:
            quantifier = thing.node("quantifier")
            if quantifier is not None and quantifier.kind == "all":
                return [{"lose abilities": who, **self._lasts(hows)}]
        return self._life("lose life", core, who, hows)

    def _deal(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        rest = list(hows)
        if core.kind != "act" or thing is None or lemma(thing) != "damage":
            raise Unsaid("damage")
        if (among := _divided(thing)) is not None and not hows and who != "you":
            plainly = thing.put("posts", Node("posts", (("items", ()),)))
            number, to = self.phrases.count(plainly), ""
            to = self.phrases.shared(among, number)
            source = {} if who == "this" else {"from": who}
            return [{"damage": f"share of {to} in {number}", "to": to, **source}]
        if items(thing.node("describers")) or items(thing.node("posts")):
            raise Unsaid("which damage")
        both = _two_amounts(rest)
        if both is not None:
            first, second, last = both
            number = self.phrases.count(second)
            made = self._deal(core, who, (first,))
            return [*made, {**made[0], "damage": number, "to": self.phrases.reference(last)}]
        source = {} if who in ("this", "you") else {"from": who}
        if who == "you":
            raise Unsaid("a source")
        amount: int | str
        if thing.kind == "bare" and who.startswith("each "):
            return self._strike(who, rest)
        if thing.kind == "bare":
            equal = [how for how in rest if how.kind == "equal"]
            if len(equal) != 1 or plain(equal[0].get("how")) != "equal to":
                raise Unsaid("how much")
            rest.remove(equal[0])
            named = len(self.phrases.targets)
            self.phrases.speak_of(who)
            amount = self.phrases.amount(equal[0].get("to"))
            if not str(amount).endswith(f" of {who}"):
                self.phrases.speak_of(None)
            if len(self.phrases.targets) > named and hows[0] is not equal[0]:
                raise Unsaid("which target comes first")
            self.phrases.speak_of_player(named)
        else:
            amount = self.phrases.count(thing)
        if len(rest) != 1 or rest[0].kind != "prep" or plain(rest[0].get("prep")) != "to":
            raise Unsaid("to what")
        what = rest[0].node("what")
        if what is not None and what.kind == "all_of":
            parts = [what.node("first"), what.node("second")]
            if any(part is None for part in parts) or not _all_at_once(parts):
                raise Unsaid("to what")
            return [
                {"damage": amount, "to": self.phrases.reference(part), **source} for part in parts
            ]
        if what is not None and what.kind in ("himself", "itself", "herself"):
            if who.startswith("each ") or self.phrases.several(who):
                raise Unsaid("to what")
            return [{"damage": amount, "to": who, **source}]
        to = self.phrases.reference(what)
        if what is not None and what.kind in ("it", "him", "her") and to == who:
            # A pronoun that is not reflexive never means the subject; a person is the card's own.
            if what.kind == "it" or who == "this":
                raise Unsaid("whom")
            to = "this"
        return [{"damage": amount, "to": to, **source}]

    def _strike(self, who: str, hows: list[Node]) -> list[Entry]:
        """Read "each Dragon you control deals damage equal to its power to any target"."""
        equal = [how for how in hows if how.kind == "equal"]
        to = [how for how in hows if how.kind == "prep" and plain(how.get("prep")) == "to"]
        power = equal[0].get("to") if len(equal) == 1 else None
        own = power.node("quantifier") if isinstance(power, Node) else None
        plainly = own is not None and plain(own.get("whose")) == "its"
        if not isinstance(power, Node) or lemma(power) != "power" or not plainly or _posts(power):
            raise Unsaid("how much")
        if len(to) != 1 or len(hows) != 2 or plain(equal[0].get("how")) != "equal to":
            raise Unsaid("to what")
        what = to[0].node("what")
        if what is None or what.kind != "phrase":
            raise Unsaid("to what")
        whom = self.phrases.reference(what)
        if whom.startswith("each ") and whom != "each player":
            raise Unsaid("to what")
        return [{"strike": who, "to": whom}]

    def _return(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if who != "you" or core.kind != "act":
            raise Unsaid("return")
        if len(hows) != 1 or lemma(hows[0].node("what")) != "hand" or self.phrases.among:
            return self.placed(core.node("object"), who, hows)
        where = hows[0].node("what") if hows[0].kind == "prep" else None
        if where is None or plain(hows[0].get("prep")) != "to" or lemma(where) != "hand":
            raise Unsaid("where")
        one = self.phrases.reference(core.node("object"))
        quantifier = where.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        mine = quantifier is not None and plain(quantifier.get("whose")) == "your"
        owners = lemma(whose) == "owner" and not items(where.node("posts"))
        if not owners and not (mine and one == "this"):
            raise Unsaid("whose hand")
        return [{"return to hand": one}]

    def _exile(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act" and not hows and _is_top(thing):
            return self._exile_top(thing, who)
        if core.kind == "act" and thing is not None and len(hows) == 1:
            hand = hows[0].node("what") if plain(hows[0].get("prep")) == "from" else None
            if hand is not None and self.phrases.own_hand(hand, who):
                words = self.phrases.filter(thing, "in your hand")
                return [{"take": words, **self.so_many(thing), "to": "exile", **_who(who)}]
        if core.kind != "act" or thing is None or who != "you":
            raise Unsaid("exile")
        if lemma(thing) == "graveyard" and not hows and not _posts(thing):
            owner = self._whose_graveyard(thing)
            return [{"exile": f"each card in a graveyard controlled by {owner}"}]
        source = ""
        for how in hows:
            if how.kind != "prep" or plain(how.get("prep")) != "from" or source:
                raise Unsaid("exile")
            source = place_of(how.node("what"))
            if not source:
                raise Unsaid("from where")
        made: list[Entry] = [{"exile": self.phrases.referring(one, source)} for one in _each(thing)]
        self.phrases.gone = made[0]["exile"] if len(made) == 1 else None
        return made

    def _whose_graveyard(self, thing: Node) -> str:
        """Return the player whose graveyard is meant."""
        quantifier = thing.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        if whose is None or inner is None or _posts(whose):
            raise Unsaid("whose graveyard")
        if inner.kind == "each" and lemma(whose) == "opponent":
            return "opponents"
        if inner.kind == "target" and lemma(whose) in ("player", "opponent"):
            return self.phrases.reference(
                Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
            )
        raise Unsaid("whose graveyard")

    def _fight(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act" or hows or who == "you":
            raise Unsaid("fight")
        return [{"fight": self.phrases.reference(core.node("object")), "what": who}]

    def _take(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        after = hows[0] if len(hows) == 1 else None
        if core.kind != "act" or thing is None or after is None or lemma(thing) != "turn":
            raise Unsaid("take")
        words = [plain(one.get("state")) for one in items(thing.node("describers"))]
        if plain(after.get("prep")) != "after" or words != ["extra"] or items(thing.node("posts")):
            raise Unsaid("take")
        return [{"extra turn": self.phrases.count(thing), **_who(who)}]

    def _investigate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act_alone" or hows or who != "you":
            raise Unsaid("investigate")
        return [{"create": "Clue"}]

    def _choose(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        quantifier = None if thing is None else thing.node("quantifier")
        targeted = quantifier is not None and quantifier.kind in ("target", "targeted")
        if core.kind != "act" or hows or who != "you" or not targeted:
            raise Unsaid("choose")
        self.phrases.reference(thing)
        return []

    def _sacrifice(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if hows or core.kind != "act" or thing is None:
            raise Unsaid("sacrifice")
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if kind in ("a", "another", "exactly"):
            number = 1 if kind != "exactly" else self.phrases.count(thing)
            one = {"sacrifice one": self.phrases.filter(thing), **_who(who)}
            one |= {} if number == 1 else {"amount": number}
            alone = number == 1 and (who == "you" or who.startswith("target "))
            self.phrases.it = "it" if alone else None
            self.phrases.only_that = lemma(thing) if alone else ""
            return [one]
        one_thing = self.phrases.reference(thing)
        if who == f"controller of {one_thing}":
            return [{"sacrifice": one_thing, **_who(who)}]
        if who != "you" or one_thing not in ("this", "it", "what it made"):
            raise Unsaid("what is sacrificed")
        return [{"sacrifice": one_thing}]

    def _put(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        created = core.kind == "act" and thing is not None and lemma(thing) == "token"
        if created and self.destination(hows) == ("battlefield", None, [], ""):
            return self._create(core, who, ())
        if core.kind == "act" and lemma(thing) != "counter":
            return self.placed(thing, who, hows)
        if who != "you" or core.kind != "act" or thing is None or lemma(thing) != "counter":
            raise Unsaid("put")
        describers = items(thing.node("describers"))
        equal = [how for how in hows if how.kind == "equal"]
        hows = tuple(how for how in hows if how.kind != "equal")
        if len(describers) != 1 or items(thing.node("posts")) or len(hows) != 1:
            raise Unsaid("which counters")
        kind = counter_kind(describers[0])
        if len(equal) == 1 and plain(equal[0].get("how")) == "equal to" and thing.kind == "bare":
            if hows[0].kind != "prep" or plain(hows[0].get("prep")) != "on":
                raise Unsaid("on what")
            if not self.phrases.is_this(hows[0].node("what")):
                raise Unsaid("on what")
            amount = self.phrases.amount(equal[0].get("to"))
            return [{"put counters": amount, "kind": kind, "on": "this"}]
        if equal:
            raise Unsaid("how many")
        if hows[0].kind != "prep" or plain(hows[0].get("prep")) != "on":
            raise Unsaid("on what")
        number = self.phrases.count(thing)
        one = self.phrases.reference(hows[0].node("what"))
        return [{"put counters": number, "kind": kind, "on": one}]

    def _remove(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "remove a time counter from this"."""
        thing = core.node("object")
        if who != "you" or core.kind != "act" or thing is None or lemma(thing) != "counter":
            raise Unsaid("remove")
        describers, source = items(thing.node("describers")), hows[0] if len(hows) == 1 else core
        if len(describers) != 1 or items(thing.node("posts")) or source.kind != "prep":
            raise Unsaid("which counters")
        if plain(source.get("prep")) != "from":
            raise Unsaid("from what")
        kind, every = counter_kind(describers[0]), _quantifier(thing) == "all"
        one = self.phrases.reference(source.node("what"))
        if one.startswith("each ") or kind == "loyalty":
            raise Unsaid("from what")
        number = f"{kind} counters on {one}" if every else self.phrases.count(thing)
        return [{"remove counters": number, "kind": kind, "from": one}]

    def _proliferate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act_alone" or hows or who != "you":
            raise Unsaid("proliferate")
        return [{"proliferate": True}]

    def _switch(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "switch target creature's power and toughness until end of turn"."""
        thing = core.node("object")
        head = None if thing is None else thing.node("noun")
        quantifier = None if thing is None else thing.node("quantifier")
        sides = [head.node("first"), head.node("noun")] if head and head.kind == "and_noun" else []
        named = [one.get("noun") for one in sides if one is not None]
        words = [one.lemma for one in named if isinstance(one, Noun)]
        if thing is None or quantifier is None or words != ["power", "toughness"] or who != "you":
            raise Unsaid("switch")
        if items(thing.node("describers")) or _posts(thing) or core.kind != "act":
            raise Unsaid("switch")
        whose = quantifier.node("whose")
        if plain(str(quantifier.get("whose"))) == "its" and self.phrases.it is not None:
            one = self.phrases.it
        elif quantifier.kind == "of_whose" and whose is not None:
            kind = "bare" if whose.node("quantifier") is None else "phrase"
            one = self.phrases.reference(Node(kind, whose.parts, whose.style, whose.span))
        else:
            raise Unsaid("switch")
        return [{"switch": one, **self._until(hows)}]

    def _attach(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "attach it to target creature you control", of an Equipment itself."""
        thing = core.node("object")
        to = hows[0] if len(hows) == 1 and hows[0].kind == "prep" else Node("")
        if who != "you" or core.kind != "act" or plain(to.get("prep")) != "to":
            raise Unsaid("attach")
        if thing is not None and _quantifier(thing) == "a":
            return self._attach_one(thing, to.node("what"))
        what = self.phrases.reference(thing)
        aimed = self.phrases.targets[-1] if what.startswith("target ") else ""
        if what != "this" and "equipment" not in str(aimed or what).split():
            raise Unsaid("what is attached")
        return [{"attach": what, "to": self.phrases.reference(to.node("what"))}]

    def _attach_one(self, thing: Node, to: Node | None) -> list[Entry]:
        """Read "attach an Equipment you control to it", of what was created."""
        words, whom = self.phrases.filter(thing), self.phrases.reference(to)
        if words != "equipment you control" or whom not in ("what it made", "this"):
            raise Unsaid("what is attached")
        return [{"select": words}, {"attach": "it", "to": whom}]

    def _distribute(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "distribute three +1/+1 counters among one or two target creatures"."""
        thing = core.node("object")
        describers = items(None if thing is None else thing.node("describers"))
        plainly = thing is not None and not items(thing.node("posts")) and len(describers) == 1
        if who != "you" or core.kind != "act" or lemma(thing) != "counter" or not plainly:
            raise Unsaid("distribute")
        if len(hows) != 1 or hows[0].kind != "prep" or plain(hows[0].get("prep")) != "among":
            raise Unsaid("among what")
        number, kind = self.phrases.count(thing), counter_kind(describers[0])
        on = self.phrases.shared(hows[0].node("what"), number)
        return [{"put counters": f"share of {on} in {number}", "kind": kind, "on": on}]

    def _add(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        price = core.node("price")
        thing = core.node("object")
        if thing is not None and thing.kind == "additional_price" and not hows and who == "you":
            more = thing.node("price")
            return self._mana(more) if more is not None else []
        if core.kind == "act" and thing is not None and lemma(thing) == "mana" and who == "you":
            posts = items(thing.node("posts"))
            of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
            if not posts and not items(thing.node("describers")):
                return [self._combination(self.phrases.count(thing), hows)]
            quantifier = None if of is None else of.node("quantifier")
            plain_any = quantifier is not None and quantifier.kind in ("any", "any_one")
            if hows or not plain_any or lemma(of) != "color" or items(thing.node("describers")):
                raise Unsaid("mana")
            return [{"add any color": self.phrases.count(thing)}]
        if core.kind == "act_price" and price is not None and not hows and who == "you":
            options = _options(price)
            if len(options) > 1:
                return [self._either([self._mana(option) for option in options])]
        if core.kind != "act_price" or hows or who != "you" or price is None:
            raise Unsaid("mana")
        return self._mana(price)

    def _combination(self, number: int | str, hows: tuple[Node, ...]) -> Entry:
        """Read "in any combination of {R} and/or {G}" behind so much mana."""
        mixed = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
        quantifier = None if mixed is None else mixed.node("quantifier")
        posts = items(None if mixed is None else mixed.node("posts"))
        price = posts[0].node("price") if len(posts) == 1 and posts[0].kind == "of_price" else None
        if (
            plain(hows[0].get("prep") if hows else None) != "in"
            or lemma(mixed) != "combination"
            or quantifier is None
            or quantifier.kind != "any"
            or price is None
            or price.kind != "and_or_price"
        ):
            raise Unsaid("mana")
        kinds = [
            self._mana(one)
            for one in (price.node("first"), price.node("second"))
            if one is not None
        ]
        if len(kinds) != 2 or any(len(one) != 1 or "amount" in one[0] for one in kinds):
            raise Unsaid("mana")
        first, second = (one[0]["add mana"] for one in kinds)
        return {"add any combination": number, "of": first, "and": second}

    def _either(self, parts: list[list[Entry]]) -> Entry:
        """Return a choice among parts."""
        first, *rest = parts
        return {"either": first, "or": rest[0] if len(rest) == 1 else [self._either(rest)]}

    def _mana(self, price: Node) -> list[Entry]:
        found = price.get("symbols") if price.kind == "price" else None
        symbols = [str(one).strip("{}") for one in found] if isinstance(found, tuple) else []
        if not symbols or any(one not in (*_COLORS, "c") for one in symbols):
            raise Unsaid("mana")
        kinds = dict.fromkeys(symbols)
        return [
            {"add mana": _COLORS.get(one, "colorless"), **_times(symbols.count(one))}
            for one in kinds
        ]

    def _get(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind == "act" and lemma(core.node("object")) == "counter":
            return self._poison(core.node("object"), who, hows)
        if core.kind == "act":
            return self._emblem(core, who, hows)
        grants = items(core.node("grants"))
        if core.kind != "act_grants" or not grants or grants[0].kind != "change":
            raise Unsaid("get")
        lasts = self._until(hows)
        parts: list[list[Entry]] = []
        for grant in grants:
            inner = grant.node("grant") if grant.kind == "or_grant" else grant
            if inner is None or inner.kind != "change" or (grant is inner) == bool(parts):
                raise Unsaid("get")
            power, toughness = size_of(str(inner.get("change")))
            parts.append([{"get": who, "power": power, "toughness": toughness, **lasts}])
        return parts[0] if len(parts) == 1 else [self._either(parts)]

    def _poison(self, thing: Node | None, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "gets two poison counters": of what players get, only these do anything alone."""
        describers = () if thing is None else items(thing.node("describers"))
        sorts = [plain(one.get("sort")) for one in describers]
        if thing is None or sorts != ["poison"] or items(thing.node("posts")) or hows:
            raise Unsaid("which counters a player gets")
        return [{"put counters": self.phrases.count(thing), "kind": "poison", "on": who}]

    def _emblem(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if thing is None or lemma(thing) != "emblem" or hows:
            raise Unsaid("an emblem")
        posts = items(thing.node("posts"))
        if (
            len(posts) != 1
            or posts[0].kind != "with_grants"
            or plain(posts[0].get("with")) != "with"
        ):
            raise Unsaid("an emblem")
        made: Entry = {"emblem": True}
        for grant in items(posts[0].node("grants")):
            inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
            if inner is None or inner.kind != "quoted":
                raise Unsaid("an emblem")
            ability = inner.node("ability")
            if ability is None:
                raise Unsaid("an emblem")
            self.phrases.spares_own_name(ability)
            for key, value in self.abilities(ability).items():
                made.setdefault(key, []).extend(value)
        return [{"emblem": self.created(made), **_who(who)}]

    def _granted(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        lasts = self._lasts(hows)
        made: list[Entry] = []
        for grant in items(core.node("grants")):
            inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
            if inner is not None and inner.kind == "quoted":
                ability = inner.node("ability")
                if ability is None:
                    raise Unsaid("an ability")
                if who != "this":
                    self.phrases.spares_own_name(ability)
                made.append({"grant": self.abilities(ability), "to": who, **lasts})
            else:
                made.append({"gain keyword": self.phrases.keyword(grant), "what": who, **lasts})
        return made

    def _create(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind != "act" or thing is None or hows:
            raise Unsaid("create")
        called = None
        if thing.kind == "comma_of" and thing.node("second") is not None:
            called, thing = _proper(thing.node("first")), thing.node("second") or thing
        posts = items(thing.node("posts"))
        if called is None and (names := [one for one in posts if one.kind == "called"]):
            own = names[0].node("name")
            has = tuple(one for one in items(None if own is None else own.node("posts")))
            if own is not None and has and all(one.kind == "with_grants" for one in has):
                own = own.put("posts", None)  # "named Ox with": the token has it, not the name
            called = _proper(own)
            rest = (*(one for one in posts if one.kind != "called"), *has)
            thing = thing.put("posts", Node("posts", (("items", rest),)))
        entering: Entry = {}
        if any(_tapped_and_attacking(one) for one in items(thing.node("posts"))):
            rest = tuple(o for o in items(thing.node("posts")) if not _tapped_and_attacking(o))
            thing = thing.put("posts", Node("posts", (("items", rest),)))
            entering = {"tapped and attacking": True}
        number = self.phrases.count(thing)
        copied = _copied(thing)
        if copied is not None and not entering:
            one = self.phrases.reference(copied)
            self.phrases.it = "what it made"
            return [{"create copy of": one, **_times(number), **_who(who)}]
        known = _predefined(thing)
        name = known if known and not called else self.created(self._token(thing, called))
        made = {"create": name, **_times(number), **_who(who), **entering}
        self.phrases.it = "what it made"
        return [made]

    def _token(self, thing: Node, called: str | None = None) -> Entry:
        """Return a token that is created as a card file describes it."""
        if lemma(thing) != "token":
            raise Unsaid("a token")
        described = items(thing.node("describers")), items(thing.node("posts"))
        made = self.described(*described, called or "")
        if called is not None:
            made["called"] = called
        if "types" not in made or "called" not in made:
            raise Unsaid("a token")
        if self.token_has is not None:
            for key, value in self.abilities(self.token_has, called or "").items():
                made.setdefault(key, []).extend(value)
        if called is None:
            made["token called"] = f"{made['called']} Token"
        defined = any("power and toughness" in one.get("static", {}) for one in _abilities(made))
        if "creature" in made["types"] and "power" not in made and not defined:
            raise Unsaid("a size")
        return made

    def described(self, describers: list[Node], posts: list[Node], called: str = "") -> Entry:
        """Return what is said before and behind the noun as a card file says it."""
        made: Entry = {}
        for describer in describers:
            word = plain(describer.get("state") or describer.get("sort") or "")
            if describer.kind == "of_size":
                power, toughness = size_of(str(describer.get("size")))
                if not isinstance(power, int) or not isinstance(toughness, int):
                    raise Unsaid("a size")
                made |= {"power": power, "toughness": toughness}
            elif describer.kind == "and_describer":
                words = [
                    plain(one.get("state"))
                    for one in (describer.node("first"), describer.node("second"))
                    if one is not None
                ]
                if any(one not in _COLORS.values() for one in words):
                    raise Unsaid("a colour")
                made.setdefault("colors", []).extend(words)
            elif word in _COLORS.values():
                made.setdefault("colors", []).append(word)
            elif word == "colorless":
                continue
            elif word in ("legendary",):
                made.setdefault("supertypes", []).append(word)
            elif describer.kind == "subtype":
                names = str(describer.get("subtype")).strip("~").partition("^")[0].split("_")
                made["subtypes"] = [name.lower() for name in names]
                made["called"] = " ".join(names)
            elif word in ("artifact", "creature", "enchantment", "land"):
                made.setdefault("types", []).append(word)
            else:
                raise Unsaid(word)
        for post in posts:
            if post.kind != "with_grants" or plain(post.get("with")) != "with":
                raise Unsaid("a token")
            for grant in items(post.node("grants")):
                inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
                ability = None if inner is None else inner.node("ability")
                if inner is not None and inner.kind == "base_size":
                    made |= _base(inner)
                elif inner is not None and inner.kind == "quoted" and ability is not None:
                    self.phrases.spares_own_name(ability)
                    for key, value in self.abilities(ability, called).items():
                        made.setdefault(key, []).extend(value)
                else:
                    made.setdefault("keywords", []).append(self.phrases.keyword(grant))
        return made

    def _phase(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        words = [plain(how.get("manner")) for how in hows]
        if core.kind != "act_alone" or words != ["out"] or who == "you":
            raise Unsaid("phase")
        return [{"phase out": who}]

    def _attack(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind == "act" and who != "you":
            return self._attack_soon(core, who, hows)
        times = [plain(how.get("time") or how.get("manner")) for how in hows]
        if core.kind != "act_alone" or times != ["this turn", "if able"] or who == "you":
            raise Unsaid("attack")
        return [{"attack if able": self.phrases.found_before(who)}]

    def _attack_soon(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "target creature attacks this during its controller's next turn if able"."""
        when = [how.node("what") for how in hows if plain(how.get("prep")) == "during"]
        manners = [plain(how.get("manner")) for how in hows if how.kind == "manner"]
        turn = when[0] if len(when) == 1 else None
        whose = None if turn is None else turn.node("quantifier")
        person = whose.node("whose") if whose is not None and whose.kind == "of_whose" else None
        words = [plain(one.get("state")) for one in items(turn and turn.node("describers"))]
        soon = lemma(turn) == "turn" and words == ["next"] and lemma(person) == "controller"
        if not soon or manners != ["if able"] or len(hows) != 2:
            raise Unsaid("attack")
        if not self.phrases.is_this(core.node("object")):
            raise Unsaid("what is attacked")
        return [{"must attack": "this", "what": who, "next turn": True}]

    def _become(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act" and thing is not None and lemma(thing) == "copy" and who != "you":
            return self._becomes_copy(thing, who, hows)
        if core.kind != "act" or thing is None or lemma(thing) != "creature" or who == "you":
            raise Unsaid("become")
        quantifier = thing.node("quantifier")
        plural = thing.kind == "bare" and (who.startswith("each ") or self.phrases.several(who))
        if not plural and (quantifier is None or self.phrases.count(thing) != 1):
            raise Unsaid("become")
        look: Entry = {"keeps types": True} if any(map(_in_addition, hows)) else {}
        hows = tuple(how for how in hows if not _in_addition(how))
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        rest = []
        for post in items(thing.node("posts")):
            if post.kind == "that_does":
                look["keeps types"] = still(post.node("acts"))
            else:
                rest.append(post)
        measures = [one for one in map(_measure, rest) if one is not None]
        rest = [post for post in rest if _measure(post) is None]
        describers = items(thing.node("describers"))
        sizes = [one for one in describers if one.kind == "of_size"]
        by_x = [size_of(str(one.get("size"))) for one in sizes] == [("x", "x")]
        made = self.described([d for d in describers if not (by_x and d in sizes)], rest)
        made["types"] = [*made.get("types", []), "creature"]
        if made["types"] == ["artifact", "creature"]:  # 205.1b: it keeps what it was
            look["keeps types"] = True
        if [("power" in made), by_x, len(measures) == 1].count(True) != 1 or len(measures) > 1:
            raise Unsaid("a size")
        made.pop("called", None)
        self.became = {**made, **look}
        entry: Entry = {"become": self.became, "what": who, "until": lasts}
        if by_x:
            entry = {"become sized": self.became, "size": "x", "what": who, "until": lasts}
        self.phrases.it = who
        if measures:
            size = self.phrases.amount(measures[0])
            entry = {"become sized": self.became, "size": size, "what": who, "until": lasts}
        return [entry]

    def _becomes_copy(self, thing: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "becomes a copy of target creature until end of turn"."""
        posts = items(thing.node("posts"))
        if len(posts) != 1 or posts[0].kind != "of" or items(thing.node("describers")):
            raise Unsaid("a copy")
        copied = self.phrases.reference(posts[0].node("what"))
        if copied.startswith("each "):
            raise Unsaid("a copy of what")
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        self.phrases.it = who
        return [{"become copy of": copied, "what": who, "until": lasts}]

    def _be(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "it's still a land" behind what something becomes."""
        complement = core.node("complement")
        if len(hows) == 1 and _in_addition(hows[0]) and complement is not None and who != "you":
            return [self._also(complement, who)]
        still = complement is not None and complement.kind == "also_being"
        thing = None if complement is None else complement.node("object")
        if not still or hows or self.became is None or who != self.phrases.it or complement is None:
            raise Unsaid("be")
        if plain(complement.get("how")) != "still" or lemma(thing) not in ("land", "planeswalker"):
            raise Unsaid("be")
        self.became["keeps types"] = True
        self.became = None
        return []

    def _also(self, complement: Node, who: str) -> Entry:
        """Read "that creature is a Vampire in addition to its other types"."""
        head = complement.node("noun")
        noun = None if head is None else head.get("noun")
        if not isinstance(noun, Noun) or not noun.name or items(complement.node("describers")):
            raise Unsaid("be")
        if items(complement.node("posts")) or self.phrases.count(complement) != 1:
            raise Unsaid("be")
        look = {"subtypes": [self.phrases.filter(complement)], "keeps types": True}
        return {"become": look, "what": who, "until": "permanent"}

    def _prevent(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "prevent all combat damage that would be dealt this turn" and the like."""
        thing = core.node("object")
        if core.kind != "act" or thing is None or who != "you":
            raise Unsaid("prevent")
        within = would_be_dealt(thing)
        if (laid_down := self._prevents_by_kind(thing, (*within, *hows))) is not None:
            return [laid_down]
        times, places = [], []
        for how in (*within, *hows):
            if how.kind == "time":
                times.append(plain(how.get("time")))
            elif how.kind == "prep" and plain(how.get("prep")) == "to":
                places.append(how.node("what"))
            else:
                raise Unsaid("prevent")
        until = {"this turn": "end of turn", "until your next turn": "your next turn"}
        if len(times) != 1 or times[0] not in until:
            raise Unsaid("how long")
        plain_all = _quantifier(thing) == "all" and not items(thing.node("describers"))
        if lemma(thing) == "combat damage" and plain_all and not places:
            lasts = until[times[0]]
            return [{"prevent combat damage": None, **_lasting(lasts)}]
        if lemma(thing) != "damage" or len(places) != 1:
            raise Unsaid("prevent")
        if plain_all:
            amount: int | str = "all"
        elif _quantifier(thing) == "the":
            amount = _next(items(thing.node("describers")))
        else:
            raise Unsaid("how much")
        return [
            {"prevent damage": amount, "to": self._small(places[0]), **_lasting(until[times[0]])}
        ]

    def _prevents_by_kind(self, thing: Node, hows: tuple[Node, ...]) -> Entry | None:
        """Read "prevent all combat damage that would be dealt this turn by nongreen creatures".

        Which they are is asked as the damage would be dealt, so it is laid down as a static ability
        says it.
        """
        combat = {"combat damage": True, "damage": False}.get(lemma(thing))
        preps = {
            how for how in hows if how.kind == "prep" and plain(how.get("prep")) in ("to", "by")
        }
        if combat is None or len(hows) != 2 or len(preps) != 1 or items(thing.node("describers")):
            return None
        (way,), (time,) = preps, [how for how in hows if how not in preps]
        what, side = way.node("what"), plain(way.get("prep"))
        by_kind = what is not None and what.kind in ("you", "bare", "small_bare")
        if not by_kind or (side == "to" and not combat) or _quantifier(thing) != "all":
            return None
        if time.kind != "time" or plain(time.get("time")) != "this turn":
            return None
        words = "you" if what is not None and what.kind == "you" else self.phrases.filter(what)
        static: Entry = {f"prevent damage {side}": words, **({"combat": True} if combat else {})}
        return {"delay": {"abilities": [{"static": static}]}}

    def _small(self, node: Node | None) -> str:
        if node is None:
            raise Unsaid("to what")
        kinds = {"small": "phrase", "small_bare": "bare"}
        if node.kind in kinds:
            parts = (*node.parts, ("posts", None))
            return self.phrases.reference(Node(kinds[node.kind], parts, node.style, node.span))
        return self.phrases.reference(node)


def would_be_dealt(thing: Node) -> tuple[Node, ...]:
    """Return what is said beside "would be dealt" of damage, of which nothing else is said."""
    posts = items(thing.node("posts"))
    if len(posts) != 1 or posts[0].kind != "that_may" or plain(posts[0].get("modal")) != "would":
        raise Unsaid("prevent")
    dealt = posts[0].node("acts")
    within: tuple[Node, ...] = ()
    if dealt is not None and dealt.kind == "act_related":
        within = tuple(items(dealt.node("how"), "adverbs"))
        dealt = dealt.node("act")
    past = None if dealt is None else dealt.node("complement")
    if dealt is None or dealt.kind != "be_so" or past is None or plain(past.get("past")) != "dealt":
        raise Unsaid("prevent")
    return within


def _is_each_opponent(subject: Node | None) -> bool:
    quantifier = None if subject is None else subject.node("quantifier")
    if subject is None or quantifier is None or quantifier.kind != "each" or _posts(subject):
        return False
    return lemma(subject) == "opponent"


def _whole_hand(thing: Node | None) -> bool:
    """Tell whether "your hand" is meant, or "all the cards in your hand"."""
    quantifier, posts = (None, [])
    if thing is not None and not items(thing.node("describers")):
        quantifier, posts = thing.node("quantifier"), items(thing.node("posts"))
    if quantifier is None or quantifier.kind not in ("all", "all_the") or len(posts) != 1:
        return place_of(thing) == "in your hand"
    return lemma(thing) == "card" and place_of(posts[0].node("what")) == "in your hand"


def _abilities(made: Entry) -> list[Entry]:
    found: list[Entry] = made.get("abilities", [])
    return [one for one in found if isinstance(one.get("static", {}), dict)]


def _base(grant: Node) -> Entry:
    power, toughness = size_of(str(grant.get("size")))
    if not isinstance(power, int) or not isinstance(toughness, int):
        raise Unsaid("a size")
    return {"power": power, "toughness": toughness}


def _in_addition(how: Node) -> bool:
    """Whether "in addition to its other types" is said."""
    what = how.node("what") if how.kind == "prep" else None
    words = [one.kind for one in items(None if what is None else what.node("describers"))]
    said = plain(how.get("prep")) == "in addition to" and lemma(what) == "type"
    return said and words == ["other"]


def _is_not(acts: Node) -> bool:
    be = acts.node("be")
    return be is not None and be.kind == "be_not"


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


_PHASES = ("phase", "main phase", "combat phase")


def _is_added(thing: Node | None, phase: str) -> bool:
    """Whether "an additional combat phase" is said."""
    words = [plain(one.get("state")) for one in items(thing and thing.node("describers"))]
    return lemma(thing) == phase and words == ["additional"]


def _measure(post: Node) -> Node | None:
    """Return to what "with power and toughness each equal to" something says they are equal."""
    what = post.node("what") if post.kind == "with" and plain(post.get("with")) == "with" else None
    head = None if what is None else what.node("noun")
    equal = items(None if what is None else what.node("posts"))
    if what is None or head is None or head.kind != "and_noun" or len(equal) != 1:
        return None
    nouns = [lemma(what.put("noun", head.node(name))) for name in ("first", "noun")]
    if nouns != ["power", "toughness"] or items(what.node("describers")):
        return None
    return equal[0].node("to") if plain(equal[0].get("how")) == "each equal to" else None


def _up_to(thing: Node | None) -> int:
    """Return how many "up to two lands" are at most; 0 if that is not what is said."""
    quantifier = None if thing is None else thing.node("quantifier")
    if quantifier is None or quantifier.kind != "up_to":
        return 0
    return NUMBERS.get(plain(quantifier.get("count")), 0)


def exceptions(acts: Node | None, phrases: Phrases, abilities: Abilities) -> Entry:
    """Read "it has haste and “…”", "it's an artifact in addition to its other types"."""
    if acts is None:
        raise Unsaid("except")
    if acts.kind in ("and_act", "comma_and_act", "comma_act"):
        found = [exceptions(acts.node(name), phrases, abilities) for name in ("first", "second")]
        if set(found[0]) & set(found[1]):
            raise Unsaid("except")
        return found[0] | found[1]
    how = acts.node("how") if acts.kind == "act_how" else None
    being = acts.node("act") if acts.kind == "act_how" else None
    complement = None if being is None else being.node("complement")
    if acts.kind == "be_so" and _is_not(acts) and (what := acts.node("complement")) is not None:
        if what.kind != "state" or plain(what.get("state")) != "legendary":
            raise Unsaid("except")
        return {"without": {"supertypes": ["legendary"]}}
    if how is not None and _in_addition(how) and complement is not None:
        words = lemma(complement)
        if words not in ("artifact", "creature", "enchantment") or _posts(complement):
            raise Unsaid("except")
        return {"types": [words]}
    own = acts.node("object") if acts.kind == "have" else None
    quantifier = None if own is None else own.node("quantifier")
    if own is not None and quantifier is not None and quantifier.kind == "this_one":
        if lemma(own) != "ability" or items(own.node("describers")) or _posts(own):
            raise Unsaid("except")
        return {"this ability": True}
    if acts.kind != "have_grants":
        raise Unsaid("except")
    made: Entry = {}
    for grant in items(acts.node("grants")):
        inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
        ability = None if inner is None or inner.kind != "quoted" else inner.node("ability")
        if ability is None:
            made.setdefault("keywords", []).append(phrases.keyword(grant))
            continue
        for key, value in abilities(ability).items():
            made.setdefault(key, []).extend(value)
    return made


def _is_done(acts: Node | None, past: str) -> bool:
    being = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    return being is not None and plain(being.get("past")) == past


def _abilities_of(subject: Node) -> Node | None:
    """Return whose "activated abilities" are meant, of one thing that is named."""
    words = [plain(one.get("past")) for one in items(subject.node("describers"))]
    if lemma(subject) != "ability" or words != ["activated"] or items(subject.node("posts")):
        return None
    quantifier = subject.node("quantifier")
    if quantifier is not None and plain(quantifier.get("whose")) == "its":
        return Node("it", ())
    return None


def the_game(thing: Node | None) -> bool:
    """Whether a phrase is "the game", which is won or lost."""
    return thing is not None and lemma(thing) == "game" and _quantifier(thing) == "the"


def _of_card(amount: object) -> bool:
    """Whether what is measured is "that card", which never deals damage itself."""
    quantifier = amount.node("quantifier") if isinstance(amount, Node) else None
    whose = None if quantifier is None else quantifier.node("whose")
    return quantifier is not None and quantifier.kind == "of_whose" and lemma(whose) == "card"


def _is_top(thing: Node | None) -> bool:
    """Whether cards on top of a library are meant."""
    words = [
        plain(one.get("state"))
        for one in items(None if thing is None else thing.node("describers"))
    ]
    return thing is not None and lemma(thing) == "card" and words[:1] == ["top"]


def still(acts: Node | None) -> bool:
    """Whether "that's still a planeswalker" or "a land" is said; nothing else may be."""
    thing = None if acts is None or acts.kind != "be_also" else acts.node("object")
    if acts is None or plain(acts.get("how")) != "still" or thing is None:
        raise Unsaid("still")
    if lemma(thing) not in ("planeswalker", "land", "artifact", "enchantment"):
        raise Unsaid("still")
    return True


def _next(describers: list[Node]) -> int | str:
    """Return the number of "the next 3 damage"."""
    if len(describers) == 2 and plain(describers[0].get("state")) == "next":
        number = plain(describers[1].get("count")).strip("#")
        if number == "x":
            return "x"
        if number.isdecimal():
            return int(number)
    raise Unsaid("the next")


def unfold(node: Node | None) -> tuple[Node | None, tuple[Node, ...]]:
    """Return an act without what tells how it is done, and that."""
    hows: list[Node] = []
    while node is not None and node.kind == "act_how":
        how = node.node("how")
        if how is None:
            raise Unsaid("how")
        hows.insert(0, how)
        node = node.node("act")
    return node, tuple(hows)


def _lasting(until: str) -> Entry:
    return {} if until == "end of turn" else {"until": until}


def _posts(node: Node) -> bool:
    return bool(items(node.node("posts")) or items(node.node("describers")))


def _all_at_once(parts: list[Node | None]) -> bool:
    """Whether "each" is said of all parts, or of the second behind a target."""
    kinds = [_quantifier(part) for part in parts if part is not None]
    return kinds in (["each", "each"], ["target", "each"])


def _two_amounts(hows: list[Node]) -> tuple[Node, Node, Node | None] | None:
    """Return the parts of "3 damage to any target and 1 damage to you"."""
    if len(hows) != 2 or any(how.kind != "prep" or plain(how.get("prep")) != "to" for how in hows):
        return None
    both = hows[0].node("what")
    second = both.node("second") if both is not None and both.kind == "all_of" else None
    if both is None or lemma(second) != "damage" or second is None:
        return None
    return hows[0].put("what", both.node("first")), second, hows[1].node("what")


_DIES = re.compile(
    r"if that (?:creature|permanent|creature or planeswalker) would die this turn,"
    r" exile it instead"
)
_LEAVES = re.compile(
    r"if (?:it|that creature) would leave the battlefield,"
    r" exile it instead of putting it anywhere else"
)
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
    "enters tapped",
}
"""What a static ability may say that needs no permanent that has it."""
_AGAIN = re.compile(r"it|that [a-z]+(?: or [a-z]+)*")
"""How what was named before is called again."""
_INSTEAD: Mapping[str, set[str]] = {
    **{one: {one} for one in ("draw", "discard", "mill", "damage", "scry", "surveil")},
    **{one: {one} for one in ("gain life", "lose life", "put counters", "look", "reveal")},
    "create": {"amount"},
    "get": {"power", "toughness"},
}
"""In what one instruction may differ from another that is done in its place."""
_SCALED = listed("draw discard mill damage") | {"gain life", "lose life", "put counters"}
"""Instructions that say how much in their first word."""


def _product(number: int | str, counted: str) -> int | str:
    if number in (0, 1):
        return 0 if number == 0 else counted
    if not isinstance(number, int):
        raise Unsaid("for each")
    if number == -1:
        return f"minus {counted}"
    return f"{number} times {counted}" if number > 0 else f"minus {-number} times {counted}"


def _next_step(how: Node) -> str | None:
    """Return the step of "at the beginning of the next end step", or "end of combat"."""
    if how.kind == "time" and plain(how.get("time")) == "at end of combat":
        return "end of combat"
    begins = how.node("what") if how.kind == "prep" and plain(how.get("prep")) == "at" else None
    posts = items(None if begins is None else begins.node("posts"))
    if lemma(begins) != "beginning" or len(posts) != 1 or posts[0].kind != "of":
        return None
    step = posts[0].node("what")
    words = [
        plain(one.get("state")) for one in items(None if step is None else step.node("describers"))
    ]
    quantifier = None if step is None else step.node("quantifier")
    turn = None if quantifier is None else quantifier.node("whose")
    describers = items(None if turn is None else turn.node("describers"))
    described = [plain(one.get("state")) for one in describers]
    if not words and lemma(turn) == "turn" and described == ["next"] and lemma(step) == "upkeep":
        return lemma(step)  # the next upkeep to begin is that of the next turn
    if words != ["next"] or lemma(step) not in ("end step", "upkeep") or quantifier is None:
        return None
    if quantifier.kind == "the":
        return lemma(step)
    yours = quantifier.kind == "own" and plain(quantifier.get("whose")) == "your"
    return f"your {lemma(step)}" if yours else None


def _leads(how: Node) -> bool:
    """Whether an adverb may stand before what it is about."""
    return _until(how) or _next_step(how) is not None or how.kind == "for_each"


def _without_time(happens: Node) -> tuple[Node, str]:
    """Return what happens without "this turn", and how long it is looked for."""
    acts = happens.node("acts")
    hows: list[Node] = []
    while acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        if how is None:
            raise Unsaid("how")
        hows.insert(0, how)
        acts = acts.node("act")
    times = [how for how in hows if how.kind == "time"]
    if acts is None or len(times) != 1 or plain(times[0].get("time")) not in _DURATIONS:
        raise Unsaid("how long")
    for how in hows:
        if how is not times[0]:
            acts = Node("act_how", (("act", acts), ("how", how)))
    return happens.put("acts", acts), _DURATIONS[plain(times[0].get("time"))]


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
        if not _until(one):
            return False
        times.append(_DURATIONS[plain(one.get("time"))])
        return True

    found = without(node)
    return (found if isinstance(found, Node) else node), times


def _had(clause: Node | None) -> Node | None:
    """Return the one ability of "it has “…”"."""
    subject = None if clause is None or clause.kind != "does" else clause.node("subject")
    acts = None if clause is None or subject is None else clause.node("acts")
    grants = items(None if acts is None or acts.kind != "have_grants" else acts.node("grants"))
    it = subject is not None and subject.kind in ("it", "they")
    return grants[0].node("ability") if it and len(grants) == 1 else None


def _had_next(sentences: list[Node], place: int) -> Node | None:
    """Return the ability that the next sentence says "it" has."""
    return _had(sentences[place + 1].node("does")) if place + 1 < len(sentences) else None


def _creates(clause: Node | None) -> bool:
    """Whether the one thing that a clause does is to create a token described there."""
    acts = None if clause is None or clause.kind != "do" else clause.node("acts")
    thing = None if acts is None or verb_of(acts) != "create" else acts.node("object")
    return thing is not None and lemma(thing) == "token" and _copied(thing) is None


def _copied(thing: Node) -> Node | None:
    """Return what a token is a copy of."""
    posts = items(thing.node("posts"))
    if lemma(thing) != "token" or len(posts) != 1 or posts[0].kind != "that_does":
        return None
    acts = posts[0].node("acts")
    copy = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    of = items(None if copy is None else copy.node("posts"))
    if (
        lemma(copy) != "copy"
        or len(of) != 1
        or of[0].kind != "of"
        or items(thing.node("describers"))
    ):
        raise Unsaid("a copy")
    return of[0].node("what")


def _proper(node: Node | None) -> str:
    """Return the name by which a token is called."""
    found = None if node is None or _posts(node) else name_of(node)
    if not found:
        raise Unsaid("a name")
    return found


def _predefined(thing: Node) -> str | None:
    """Return the name of a token of which the rules say what it is."""
    describers = items(thing.node("describers"))
    if lemma(thing) != "token" or len(describers) != 1 or items(thing.node("posts")):
        return None
    name = str(describers[0].get("subtype") or "").strip("~").partition("^")[0]
    return name if name.lower() in _PREDEFINED else None


def _options(price: Node) -> list[Node]:
    """Return the prices of "{R} or {G}"."""
    if price.kind in ("or_price", "comma_price", "comma_or_price"):
        first, second = price.node("first"), price.node("second")
        return [
            *(_options(first) if first is not None else []),
            *(_options(second) if second is not None else []),
        ]
    return [price]


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


def _until(how: Node) -> bool:
    return how.kind == "time" and plain(how.get("time")) in _DURATIONS


def _speaks_of_it(value: object) -> bool:
    """Whether instructions speak of "it" anywhere."""
    if isinstance(value, dict):
        return any(map(_speaks_of_it, value.values()))
    if isinstance(value, list):
        return any(map(_speaks_of_it, value))
    return isinstance(value, str) and "it" in value.split()


def _returning(steps: list[Entry]) -> list[Entry] | None:
    """Return what is done later if something returns to the battlefield then."""
    last = steps[-1] if steps else {}
    then = last.get("then") or [{}]
    if {"at next", "at your next"} & set(last):
        return then if "put onto battlefield" in then[-1] else None
    return _returning(then) if "may pay" in last else None


def _gains_for_good(made: list[Entry]) -> bool:
    """Whether this is "it gains haste", which lasts."""
    return len(made) == 1 and "gain keyword" in made[0] and made[0].get("until") == "permanent"


def _if_done(steps: list[Entry]) -> list[Entry]:
    """Return where to put what follows if these steps, which were offered, could be done at all."""
    if len(steps) != 1 or not {"exile", "sacrifice"} & set(steps[0]):
        return steps
    then: list[Entry] = []
    steps.append({"if": "it was done", "then": then})
    return then


def _same_things(made: list[Entry]) -> list[Entry]:
    """Let what follows on what a group becomes be about the same things, whatever they are."""
    if len(made) < 2 or "become" not in made[0] or not made[0]["what"].startswith("each "):
        return made
    those = f"those {made[0]['what'].removeprefix('each ')}"
    same = made[0]["what"]
    rest = [{**one, "what": those} if one.get("what") == same else one for one in made[1:]]
    return [made[0], *rest]


def _changes(node: Node | None) -> bool:
    core, hows = unfold(node)
    if core is not None and core.kind == "act_before":
        core = core.node("act")
    kinds = core is not None and core.kind in ("act_grants", "have_grants")
    return (kinds or verb_of(core) in ("become", "lose")) and not hows


def _deed(node: Node | None) -> str:
    if node is not None and node.kind == "act_alone" and verb_of(node) in ("attack", "block"):
        return verb_of(node)
    if node is not None and node.kind == "be_so":
        complement = node.node("complement")
        if complement is not None and plain(complement.get("past")) == "blocked":
            return "be blocked"
    raise Unsaid("cannot")


def _each(thing: Node | None) -> list[Node]:
    """Return the things that a list names."""
    if thing is None:
        raise Unsaid("a thing")
    if thing.kind == "all_of":
        return [*_each(thing.node("first")), *_each(thing.node("second"))]
    return [thing]


def _who(who: str) -> Entry:
    return {} if who == "you" else {"who": who}


def _times(number: int | str) -> Entry:
    return {} if number == 1 else {"amount": number}


def _quantifier(node: Node) -> str:
    quantifier = node.node("quantifier")
    return "" if quantifier is None else quantifier.kind


def size_of(word: str) -> tuple[int | str, int | str]:
    """Return power and toughness of ``&+2/-1`` and the like."""
    power, _, toughness = word.strip("&").partition("^")[0].partition("/")
    return _side(power), _side(toughness)


def _side(word: str) -> int | str:
    if word in ("+x", "x"):
        return "x"
    if word == "-x":
        return "minus x"
    try:
        return int(word)
    except ValueError:
        raise Unsaid("a size") from None


def _divided(thing: Node) -> Node | None:
    """Return among what damage is "divided as you choose"; None if it is not divided."""
    posts = items(thing.node("posts"))
    if len(posts) != 1 or plain(posts[0].get("past")) != "divided":
        return None
    manner, among = (*items(posts[0].node("how"), "adverbs"), Node(""), Node(""))[:2]
    if plain(manner.get("manner")) != "as you choose" or plain(among.get("prep")) != "among":
        raise Unsaid("how it is divided")
    return None if items(thing.node("describers")) else among.node("what")


def _put(entry: Entry, amount: int | str) -> Entry:
    """Return an instruction with an amount in place of X."""
    known = {"x": amount, "minus x": f"minus {amount}"}
    if "either" in entry:
        return {key: [_put(one, amount) for one in value] for key, value in entry.items()}
    return {
        key: known.get(value, value) if isinstance(value, str) else value
        for key, value in entry.items()
    }


def _parts(entry: Entry) -> list[Entry]:
    """Return an instruction, or those among which it lets somebody choose."""
    if "either" not in entry:
        return [entry]
    return [part for some in entry.values() for one in some for part in _parts(one)]


def _no_regeneration(clause: Node | None) -> bool:
    """Whether a sentence says that something can't be regenerated."""
    acts = None if clause is None or clause.kind != "may" else clause.node("acts")
    complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    cannot = clause is not None and str(clause.get("modal")).startswith("can not")
    return cannot and complement is not None and plain(complement.get("past")) == "regenerated"


def _tapped_and_attacking(post: Node) -> bool:
    """Whether a token is described as one "that's tapped and attacking"."""
    acts = post.node("acts") if post.kind == "that_does" else None
    both = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    if both is None or both.kind != "and_state":
        return False
    parts = [both.node("first"), both.node("second")]
    words = [plain(p.get("past") or p.get("state")) for p in parts if p is not None]
    return words == ["tapped", "attacking"]


def _new_targets(clause: Node | None) -> bool:
    """Whether a sentence is "you may choose new targets for the copy"."""
    acts = None if clause is None or clause.kind != "may" else clause.node("acts")
    if clause is None or acts is None or acts.kind != "act_how":
        return False
    chosen, how = acts.node("act"), acts.node("how")
    targets = None if chosen is None else chosen.node("object")
    copy = None if how is None or plain(how.get("prep")) != "for" else how.node("what")
    if verb_of(chosen) != "choose" or lemma(targets) != "target" or lemma(copy) != "copy":
        return False
    describers = items(None if targets is None else targets.node("describers"))
    subject = clause.node("subject")
    yours = subject is not None and subject.kind == "you" and clause.get("modal") == "may"
    return yours and [plain(one.get("state")) for one in describers] == ["new"]


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


def _instead(clause: Node | None) -> Node | None:
    """Return what "if …" says that is done instead, without that word."""
    opening = None if clause is None or clause.kind != "under" else clause.node("opening")
    does = None if clause is None or opening is None else clause.node("does")
    if opening is None or opening.kind != "if" or does is None:
        return None
    acts = does.node("acts")
    how = None if acts is None or acts.kind != "act_how" else acts.node("how")
    if acts is None or how is None or plain(how.get("manner")) != "instead":
        return None
    return does.put("acts", acts.node("act"))


def _if_you_do(clause: Node | None, word: str = "if") -> Node | None:
    """Return what follows "if you do", or "when you do"."""
    if clause is None or clause.kind != "under":
        return None
    opening = clause.node("opening")
    said = "event" if word == "when" else "condition"
    condition = None if opening is None or opening.kind != word else opening.node(said)
    if condition is None or condition.kind != "does" or opening is None:
        return None
    subject, acts = condition.node("subject"), condition.node("acts")
    done = acts is not None and acts.kind == "do_so_alone"
    by_you = subject is not None and subject.kind == "you"
    return clause.node("does") if done and by_you and plain(opening.get("word")) == word else None


def _before_attackers(clause: Node) -> bool:
    """Whether it is said that something is done before attackers are declared."""
    tail = clause.node("tail")
    if tail is None or plain(tail.get("word")) != "before":
        return False
    said = tail.node("condition")
    subject, acts = (None, None) if said is None else (said.node("subject"), said.node("acts"))
    done = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    plainly = subject is not None and subject.kind == "bare" and not _posts(subject)
    declared = done is not None and plain(done.get("past")) == "declared"
    return plainly and declared and lemma(subject) == "attacker"


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
    copied = None if thing is None else _copied(thing)
    return verb_of(core) == "create" and copied is not None and copied.kind == "it"
