"""The effect of an ability as instructions of a card file; None for what the rules cannot do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kb.cards.altered.next_card import next_card
from kb.cards.altered.phrases import (
    conditions,
    count_of,
    counters_of,
    filter_words,
    is_player,
    items,
    noun_of,
    spent,
    whose_of,
)
from kb.cards.altered.picking import (
    any_number,
    cards_in_reserve,
    discarded_so,
    is_its_owner,
    one_counter,
    reduced_next,
)
from kb.cards.altered.sequence import (
    MADE,
    MAY_BE_SO,
    Entry,
    Steps,
    both_of,
    chosen_once,
    fewer_made,
    is_just_made,
    possible_first,
    targeted_at_will,
)
from kb.cards.altered.statics import abilities_of, core_of
from kb.cards.altered.things import (
    asked_of,
    both_expeditions,
    each_player,
    expedition_of_token,
    faces_this,
    from_own_reserve,
    is_of_owner,
    is_own_hand,
    is_result,
    is_top,
    is_x,
    is_you,
    landmark_token,
    mana_paid,
    of_all,
    own_orbs,
    parts_of,
    played_at_once,
    played_free,
    says_nothing,
    status_of,
    they_control,
)
from kb.cards.values import Node, Value

_ACTS: Mapping[str, str] = {
    "exhaust": "exhaust",
    "ready": "ready",
    "discard": "discard",
    "sacrifice": "sacrifice",
    "[augment]": "augment",
}
"""Verbs with an object for which the rules have an instruction."""

_MOVING: Mapping[str, str] = {
    "advance": "move forward",
    "advance_by": "move forward",
    "retreat": "move backwards",
    "retreat_by": "move backwards",
}
"""The instructions that move an Expedition."""

_PLACES: Mapping[str, str] = {
    "reserve": "to reserve",
    "hand": "return to hand",
    "mana zone": "to mana",
}
"""The instructions that put something somewhere."""


class Effect:
    """Makes the instructions and the targets of one ability.

    Parameters
    ----------
    token : callable
        Makes the token that a phrase describes and returns its name; None if it cannot.
    it : str or None
        What "it" is when nothing in the effect was spoken of yet: what triggered the ability.
    """

    def __init__(self, token: Callable[[Node | None], str | None], it: str | None) -> None:
        self.token = token
        self.it = it
        self.targets: list[object] = []
        self.before: Steps = []
        self.x = ""
        """What X is, as an amount."""
        self.counted = ""
        """What was counted last: "them all"."""

    def of(self, sentences: Iterable[Node]) -> Entry | None:
        """Return the effect of some sentences; None if a part of it is not understood."""
        steps: Steps = []
        for sentence in sentences:
            clause = sentence.node("does")
            if sentence.kind == "on_die":
                found = self.on_die(sentence)
            elif sentence.kind != "sentence" or clause is None:
                return None
            elif (more := self.follow(clause, steps)) is not None:
                if not more:
                    return None
                continue
            else:
                found = self.steps(clause)
            if not found:
                return None
            steps = targeted_at_will([*steps, *found])
        if not steps or any(step.get("then") == [] for step in steps) or not is_just_made(steps):
            return None
        return {"effect": steps, **({"targets": self.targets} if self.targets else {})}

    def follow(self, clause: Node, steps: Steps) -> bool | None:
        """Put "if you do" and "otherwise" to the step before; None if the clause is neither."""
        if clause.kind == "otherwise":
            found = fewer_made(clause.node("does"), steps) or self.steps(clause.node("does"))
            if not found or not steps or set(steps[-1]) != {"if", "then"}:
                return False
            last = steps.pop()
            steps.append({"either": last["if"], "then": last["then"], "otherwise": found})
            return True
        condition = clause.node("condition")
        inner = None if condition is None else condition.node("condition")
        if clause.kind == "under" and inner is not None:
            so = discarded_so(inner, steps, self.targets)
            if so is not None and condition is not None and condition.kind == "if":
                self.it = so
                found = self.steps(clause.node("does")) or []
                steps[-1] = {"attempt": [steps[-1], *found]}
                return bool(found)
        if clause.kind != "under" or inner is None or not inner.kind.startswith("does_"):
            return None
        if condition is None or condition.kind != "if" or not steps:
            return False
        if not is_you(inner.node("subject")) or len(inner.parts) != 1:
            return False
        found = self.steps(clause.node("does"))
        if not found:
            return False
        if set(steps[-1]) == {"sacrifice"} and len(steps) == 2 and "select" in steps[0]:
            steps[:] = [{"attempt": [*steps]}]
        if steps == [{"sacrifice": "this"}]:
            steps[:] = [{"attempt": [*steps]}]
        last = steps[-1]
        word = next(iter(last))
        if word == "may pay" and inner.kind == "does_so":
            last["then"] = [*last["then"], *found]
            return True
        if word not in ("may", "attempt") or len(last) > 1:
            return False
        if inner.kind == "does_so":
            last[word] += found
        else:
            steps[-1] = {f"{word} or": last[word], "otherwise": found}
        return inner.kind in ("does_so", "does_not_so")

    def on_die(self, sentence: Node) -> Steps | None:
        """Return what is done on some faces of a die."""
        die, does = sentence.node("die"), self.steps(sentence.node("does"))
        if die is None or not does:
            return None
        number = {name: str(part).strip("#-+") for name, part in die.parts}
        if die.kind == "die_from" and number["from"].isdigit():
            return [{"if": f"the die is at least {number['from']}", "then": does}]
        if die.kind == "die_range" and number["from"] == "1" and number["to"].isdigit():
            return [{"if": f"the die is at most {number['to']}", "then": does}]
        return None

    def steps(self, clause: Node | None) -> Steps | None:
        """Return the instructions that a clause is."""
        if clause is None:
            return None
        match clause.kind:
            case "does" | "do" if (coming := next_card(clause)) is not None:
                return coming
            case "do" | "does":
                if {name for name, _ in clause.parts} - {"acts", "subject"}:
                    return None
                return self.acts(clause.get("subject"), clause.node("acts"))
            case "then" | "comma_clause":
                if {name for name, _ in clause.parts} != {"first", "second"}:
                    return None
                both = both_of(self.steps(clause.node("first")), lambda: self.rest(clause))
                return both and targeted_at_will(both)
            case "may" | "may_to":
                return self.may(clause)
            case "and_clause":
                return self.free_and(clause.node("first"), clause.node("second"))
            case "where" if is_result(clause.node("x")):
                self.x = "the die"
                found, self.x = self.steps(clause.node("does")), ""
                return found
            case "where" if (whose := cards_in_reserve(clause.node("x"))) is not None:
                it, who = self.it, self.player(whose)
                self.it, self.x = it, f"reserve of {who}"
                found, self.x = self.steps(clause.node("does")), ""
                return found if who is not None and who.startswith("target ") else None
            case "choice_or_none":
                either = self.steps(Node("choice", clause.parts))
                return None if either is None else [{"may": either}]
            case "choice":
                first = self.mode(clause.node("first"))
                second = None if first is None else self.mode(clause.node("second"))
                return None if second is None else [{"choose": first, "or": second}]
            case "choice_of_two":
                modes = [self.mode(clause.node(one)) for one in ("first", "second", "third")]
                one, two, three = modes
                return [{"choose two": one, "or": two, "or else": three}] if all(modes) else None
            case "next" if len(clause.parts) == 1:
                return self.steps(clause.node("does"))
            case "under":
                condition = clause.node("condition")
                if condition is not None and condition.kind == "for_each_first":
                    return self.for_each(condition.node("each"), clause.node("does"))
                how, inner = asked_of(condition)
                asked = self.fewer_in_reserve(inner) or conditions(inner, self.it)
                found = self.steps(clause.node("does")) if how and asked else None
                return [{how: asked, "then": found}] if found else None
        return None

    def fewer_in_reserve(self, condition: Node | None) -> str | None:
        """Return that the player has fewer cards in Reserve than a target opponent."""
        core = (
            None
            if condition is None or condition.kind != "does"
            else core_of(condition.node("acts"))
        )
        who = None if condition is None else condition.node("subject")
        thing = None if core is None or core.get("verb") != "have" else core.node("object")
        if thing is None or who is None or who.kind != "you" or noun_of(thing) != "card":
            return None
        posts = {post.kind: post for post in items(thing.node("posts"), "items")}
        than = posts["than"].node("than") if set(posts) == {"of", "than"} else None
        place, fewer = posts["of"].node("of") if than else None, thing.node("quantifier")
        if than is None or place is None or fewer is None or fewer.kind != "fewer":
            return None
        if fewer.parts or noun_of(place) != "reserve" or not is_player(than, "target", "opponent"):
            return None
        return f"you have fewer cards in reserve than {self.target('opponent')}"

    def mode(self, ability: Node | None) -> Steps | None:
        """Return what one of two modes is: an effect, for which the object may be exhausted."""
        paid: Steps = []
        if ability is not None and ability.kind == "quick_action":
            costs = [cost.kind for cost in items(ability.node("costs"), "costs")]
            if costs != ["exhaust_this"]:
                return None
            paid, ability = [{"exhaust": "this"}], ability.node("effects")
        found = self.of(items(ability, "sentences"))
        return None if found is None else [*paid, *found["effect"]]

    def for_each(self, each: Node | None, does: Node | None) -> Steps | None:
        """Return what is done for each of several things, which is "it" then."""
        words = None if each is None else filter_words(each)
        if words is None or not words.endswith("you control"):
            return None
        self.it = "it"
        found = self.steps(does)
        return [{"for each": words, "then": found}] if found else None

    def rest(self, clause: Node) -> Steps | None:
        """Return the second part of a clause."""
        return self.steps(clause.node("second"))

    def may(self, clause: Node) -> Steps | None:
        """Return what a player may do, and what that is done for."""
        who = clause.node("subject")
        if who is None or who.kind != "you":
            return None
        if {name for name, _ in clause.parts} - {"acts", "subject", "goal"}:
            return None
        if clause.kind == "may_to" and (picked := any_number(clause)) is not None:
            return picked
        if (price := mana_paid(clause.node("acts"))) is not None:
            goal = self.acts(None, clause.node("goal")) if clause.kind == "may_to" else []
            return None if goal is None else [{"may pay": price, "then": goal}]
        found = self.acts(None, clause.node("acts"))
        if clause.kind == "may_to":
            coming = reduced_next(clause.node("goal"))
            found = both_of(
                found,
                lambda: next_card(coming) if coming else self.acts(None, clause.node("goal")),
            )
        elif found is not None and next(iter(found[0])) in MAY_BE_SO and found[1:]:
            found = possible_first(found)
        return [{"may": found}] if found else None

    def free_and(self, first: Node | None, second: Node | None) -> Steps | None:
        """Return that a player may play the object itself for free, and what becomes of it then."""
        offer = None if first is None else self.steps(first)
        if offer != [{"may": [{"play free": "this"}]}] or second is None:
            return None
        more = self.steps(second) if second.kind == "does" else None
        return [{"may": [{"play free": "this"}, *more]}] if more else None

    def acts(self, subject: Value, act: Node | None) -> Steps | None:
        """Return what somebody does: one verb or several."""
        if act is None:
            return None
        if act.kind in ("and_act", "then_act") and {n for n, _ in act.parts} == {"first", "second"}:
            again: Value = subject
            first = self.acts(subject, act.node("first"))
            if isinstance(subject, Node) and subject.get("target") is not None:
                again = Node("it", ())
            return chosen_once(both_of(first, lambda: self.acts(again, act.node("second"))))
        if act.kind == "make" and subject is None:
            return self.acts(act.get("who"), act.node("acts"))
        core = act.node("core")
        if act.kind != "act" or core is None:
            return None
        adverbs = items(act.node("adverbs"), "items")
        found = self.verb(subject, core, [one for one in adverbs if not says_nothing(one)])
        if found is None:
            return None
        before, self.before = self.before, []
        return [*before, *found]

    def verb(self, subject: Value, core: Node, adverbs: list[Node]) -> Steps | None:
        """Return what a verb says."""
        verb = core.get("verb")
        if core.kind == "verb_object" and verb == "gain" and subject is not None:
            return self.gain(subject, core, adverbs)
        if core.kind == "verb" and verb == "pass" and subject is None:
            at_once = all(one.get("manner") == "immediately" for one in adverbs)
            return [{"pass": True}] if at_once else None
        if core.kind == "verb_object" and verb == "play" and subject is None:
            if (played := played_at_once(core, adverbs)) is not None:
                self.it = "it"
                return played
            return played_free(core, adverbs)
        if subject is None and not adverbs and (spending := one_counter(core)) is not None:
            return spending
        if subject is None and not adverbs and (paid := spent(core)) is not None:
            return [{"spend": paid[0], **({} if paid[1] == "boost" else {"named": paid[1]})}]
        if adverbs:
            return None
        if core.kind == "exchange" and subject is None and len(core.parts) == 2:
            return self.exchange(core.get("object"), core.get("with"))
        if core.kind in _MOVING and isinstance(subject, Node):
            return self.moving(subject, core)
        if core.kind == "switch" and subject is not None:
            what = self.reference(subject)
            return None if what is None else [{"switch": what}]
        if core.kind == "verb_being" and verb == "become" and subject is not None:
            being, who = core.node("being"), self.player(subject)
            first = being is not None and being.get("being") == "first player"
            return [{"become first player": who}] if first and who is not None else None
        if core.kind == "verb":
            return self.alone(subject, str(verb))
        if core.kind == "verb_object":
            return self.verb_object(subject, str(verb), core)
        if core.kind == "verb_to":
            return self.verb_to(subject, str(verb), core)
        return None

    def moving(self, subject: Node, core: Node) -> Steps | None:
        """Return the moving of an Expedition."""
        regions = core.node("object")
        count = 1 if regions is None else count_of(regions, "region")
        what = self.place(subject)
        if count is None or what is None:
            return None
        return [{_MOVING[core.kind]: what, **({"regions": count} if count != 1 else {})}]

    def place(self, phrase: Node) -> str | None:
        """Return the Expedition that a phrase means."""
        own = noun_of(phrase) if phrase.kind == "phrase" and len(phrase.parts) == 2 else None
        if own in ("hero expedition", "companion expedition") and whose_of(phrase) == "your":
            return f"the {own} of you"
        if phrase.kind == "phrase" and noun_of(phrase) in (
            "hero expedition",
            "companion expedition",
        ):
            return self.expedition_of(phrase)
        if phrase.kind == "phrase" and noun_of(phrase) == "opposing expedition":
            return "expedition facing this" if faces_this(phrase) else None
        if phrase.kind != "phrase" or noun_of(phrase) != "expedition":
            return None
        if phrase.get("target") is not None and phrase.get("quantifier") is None:
            return self.reference(phrase)
        if whose_of(phrase) == "my" and len(phrase.parts) == 2:
            return "my expedition"
        quantifier = phrase.node("quantifier")
        if quantifier is not None and quantifier.kind == "that" and len(phrase.parts) == 2:
            return f"target {len(self.targets)}" if self.targets[-1:] == ["expedition"] else None
        posts = {post.kind: post for post in items(phrase.node("posts"), "items")}
        what = posts["facing"].node("what") if "facing" in posts else None
        of = posts["of"].node("of") if "of" in posts else None
        if quantifier is None or quantifier.kind != "the" or len(phrase.parts) != 3:
            return None
        if what is None or what.kind != "me" or set(posts) - {"facing", "of"}:
            return None
        if "of" in posts and (of is None or noun_of(of) != "opponent" or whose_of(of) != "your"):
            return None
        return "expedition facing this"

    def expedition_of(self, phrase: Node) -> str | None:
        """Return one of the two Expeditions of a player who is targeted."""
        posts = items(phrase.node("posts"), "items")
        one = phrase.node("quantifier")
        if len(posts) != 1 or posts[0].kind != "of" or len(phrase.parts) != 3:
            return None
        who = self.player(posts[0].node("of")) if one is not None and one.kind == "the" else None
        known = who is not None and who.startswith(("target ", "the owner of target "))
        return f"the {noun_of(phrase)} of {who}" if known else None

    def alone(self, subject: Value, verb: str) -> Steps | None:
        """Return what a verb without an object says."""
        if verb in ("[after_you]", "[rush]") and subject is None:
            return [{verb.strip("[]").replace("_", " "): True}]
        if verb == "[resupply]":
            who = self.player(subject)
            return None if who is None else [{"resupply": who}]
        if verb == "[exhausted_resupply]":
            who = self.player(subject)
            return None if who is None else [{"exhausted resupply": who}]
        if verb == "[ascend]" and isinstance(subject, Node):
            what = both_expeditions(subject) or self.place(subject)
            return None if what is None else [{"ascend": what}]
        if verb == "[sabotage]" and subject is None:
            return [{"discard": self.target({"up to": 1, "of": "card in reserve"})}]
        return None

    def gain(self, subject: Value, core: Node, adverbs: list[Node]) -> Steps | None:
        """Return what something gains: boosts, counted by what else there is, and statuses."""
        if {name for name, _ in core.parts} - {"verb", "object"}:
            return None
        things = parts_of(core.node("object"))
        if len(adverbs) == 1 and adverbs[0].kind == "at_most" and len(things) == 1:
            return self.gain_up_to(subject, things[0], adverbs[0].get("count"))
        per = ""
        for adverb in adverbs:
            each = adverb.node("each")
            if adverb.kind == "per" and each is not None and own_orbs(each) and not per:
                per = "mana orbs of you"
                continue
            words = None
            if adverb.kind == "per" and each is not None:
                words = self.under_target(each) or filter_words(each)
            if words is None or per or len(things) > 1:
                return None
            per = f" for each {words}"
            self.counted = words
        what = self.reference(subject)
        if what is None:
            return None
        found: Steps = []
        for thing in things:
            status = status_of(thing)
            count = count_of(thing, "boost")
            if self.x and not per and is_x(thing):
                found.append({"boost": self.x, "what": what})
                continue
            counters = counters_of(thing)
            if counters not in (None, "boost"):
                number = count_of(thing, None)
                if number is None or per == "mana orbs of you" or len(things) > 1:
                    return None
                said = f"{number}{per}" if per else number
                found.append({"gain counters": said, "named": counters, "what": what})
                continue
            if status is not None and not per:
                found.append({"gain": status, "what": what})
            elif per == "mana orbs of you":
                if count != 1 or len(things) > 1:
                    return None
                found.append({"boost": per, "what": what})
            elif count is not None:
                found.append({"boost": f"{count}{per}" if per else count, "what": what})
            else:
                return None
        return chosen_once(found) or None

    def gain_up_to(self, subject: Value, thing: Node, most: Value) -> Steps | None:
        """Return boosts, or counters, that something gains until it has so many."""
        name, number = counters_of(thing), count_of(thing, None)
        if name not in (None, "boost") and number is not None and isinstance(most, int):
            what = self.reference(subject)
            more = {"by": number, "named": name, "what": what}
            return None if what is None else [{"gain counters up to": most, **more}]
        count = count_of(thing, "boost")
        what = None if count is None or not isinstance(most, int) else self.reference(subject)
        return None if what is None else [{"boost up to": most, "by": count, "what": what}]

    def verb_object(self, subject: Value, verb: str, core: Node) -> Steps | None:
        """Return the instruction of a verb with an object."""
        if {name for name, _ in core.parts} - {"verb", "object"}:
            return None
        thing = core.get("object")
        if verb == "draw":
            count, who = count_of(thing, "card"), self.player(subject)
            if count is None or who is None:
                return None
            return [{"draw": count, **({} if who == "you" else {"who": who})}]
        if verb == "discard" and is_own_hand(thing) and each_player(subject):
            return [{"discard hand": "each player"}]
        if verb == "roll" and subject is None and count_of(thing, "die") == 1:
            return [{"roll": True}]
        mine = isinstance(subject, Node) and subject.kind == "i"
        if verb == "lose" and mine and count_of(thing, "boost") == 1:
            return [{"spend": 1}]  # of more, as many are lost as there are
        if verb == "lose" and subject is not None and (status := status_of(thing)) is not None:
            what = self.reference(subject)
            return None if what is None else [{"lose": status, "what": what}]
        if verb == "activate" and subject is None and isinstance(thing, Node):
            return self.activate(thing)
        if verb == "target" and subject is None:
            return self.single_out(thing)
        if verb == "ready" and subject is None and (orbs := count_of(thing, "mana orb")):
            return [{"ready orb": "you", **({"orbs": orbs} if orbs != 1 else {})}]
        if verb == "choose" and isinstance(subject, Node) and is_player(subject, "each", "player"):
            own = they_control(thing)
            chosen = own and self.reference(own, owned=True, by="each player")
            return [] if chosen else None
        if verb in _ACTS:
            by = None if subject is None else self.player(subject)
            if subject is not None and by is None:
                return None
            what = self.reference(thing, owned=verb == "sacrifice", by=by)
            if verb == "[augment]" and what == f"target {len(self.targets)}":  # never a Hero
                said = str(self.targets[-1])
                self.targets[-1] = said.replace("card in play", "non-hero card in play")
            return None if what is None else [{_ACTS[verb]: what}]
        return None

    def exchange(self, one: Value, other: Value) -> Steps | None:
        """Return the exchange of a target and a card that its player selects."""
        what = self.reference(one)
        if what is None or not what.startswith("target "):
            return None
        selected = self.reference(other)
        return None if selected != "it" else [{"exchange": what, "with": "it"}]

    def single_out(self, thing: Value) -> Steps | None:
        """Return the choice of a target of which more is said later on."""
        one = thing.node("quantifier") if isinstance(thing, Node) else None
        words = filter_words(thing) if isinstance(thing, Node) else None
        if one is None or one.kind not in ("a", "another") or words is None or " its " in words:
            return None
        return [{"target": self.target(words)}]

    def activate(self, thing: Node) -> Steps | None:
        """Return the activation of the abilities that a phrase means."""
        found = abilities_of(thing)
        if found is None:
            return None
        word, of = found
        what = self.reference(Node("it", ()) if of is None else of)
        return None if what is None else [{"activate": word, "of": what}]

    def verb_to(self, subject: Value, verb: str, core: Node) -> Steps | None:
        """Return the instruction of a verb with an object and a place."""
        by = None if subject is None else self.player(subject)
        if (subject is not None and by is None) or {name for name, _ in core.parts} - {
            "verb",
            "object",
            "to",
        }:
            return None
        to = core.node("to")
        if to is not None and to.kind == "it" and verb == "create" and by is None:
            return self.create_there(core.node("object"))
        if to is None or to.kind != "phrase":
            return None
        if verb == "create":
            if by is not None:
                return None
            return self.landmarks(core.node("object"), to) or self.create(core.node("object"), to)
        if verb == "put" and is_top(core.node("object")) and by in (None, "each player"):
            if noun_of(to) != "mana zone" or whose_of(to) not in ("your", "its"):
                return None
            return [{"top to mana": by or "you"}]
        if verb in ("send", "return", "put"):
            place = noun_of(to)
            word = _PLACES.get(place or "")
            own = place in ("hand", "mana zone") and by is None
            own = own and from_own_reserve(core.node("object"), to)
            if word is None or not (own or is_of_owner(to, alone=place == "reserve")):
                return None
            what = self.reference(core.get("object"), by=by)
            return None if what is None else [{word: what}]
        return None

    def create(self, thing: Node | None, to: Node) -> Steps | None:
        """Return the making of tokens in an expedition."""
        with_ = expedition_of_token(to)
        count = None if thing is None else count_of(thing, None)
        aimed = to.get("target") is not None
        if with_ is None and (aimed or items(to.node("posts"), "items")) and count is not None:
            name = self.token(thing)
            place = None if name is None else self.place(to)
            if place is None:
                return None
            more = {"amount": count} if count != 1 else {}
            self.it = MADE if count == 1 else None
            return [{"create in": place, "token": name, **more}]
        name = None if with_ is None or count is None else self.token(thing)
        if name is None:
            return None
        return [{"create": name, "with": with_, **({"amount": count} if count != 1 else {})}]

    def create_there(self, thing: Node | None) -> Steps | None:
        """Return the making of X tokens in the Expedition that was targeted first."""
        many = None if thing is None else thing.node("quantifier")
        if many is None or many.kind != "exactly" or many.get("count") != "x" or not self.x:
            return None
        name = self.token(thing)
        if name is None or self.targets[:1] != ["expedition"]:
            return None
        return [{"create in": "target 1", "token": name, "amount": self.x}]

    def landmarks(self, thing: Node | None, to: Node) -> Steps | None:
        """Return the making of tokens that are Landmarks; None for other tokens."""
        name = None if thing is None else landmark_token(thing)
        count = None if thing is None else count_of(thing, None)
        if name is None or count is None or noun_of(to) != "landmark":
            return None
        posts = items(to.node("posts"), "items")
        if whose_of(to) == "your" and len(to.parts) == 2:
            who: str | None = "you"
        elif len(posts) == 1 and posts[0].kind == "of" and len(to.parts) == 2:
            who = self.player(posts[0].node("of"))
        else:
            who = None
        if who is None:
            return None
        made = {"create landmark": name, **({"amount": count} if count != 1 else {})}
        return [{**made, **({"who": who} if who != "you" else {})}]

    # --- Who and what ---

    def player(self, subject: Value) -> str | None:
        """Return who does something."""
        if subject is None:
            return "you"
        if not isinstance(subject, Node):
            return None
        if subject.kind == "you":
            return "you"
        if is_player(subject, "each", "player"):
            return "each player"
        if is_its_owner(subject) and (self.it or "").startswith("target "):
            return f"the owner of {self.it}"
        for noun in ("opponent", "player"):
            if is_player(subject, "target", noun):
                return self.target(noun)
        rest = Node(subject.kind, tuple(part for part in subject.parts if part[0] != "target"))
        if subject.get("target") is not None and is_player(rest, "another", "player"):
            return self.target("opponent")
        return None

    def under_target(self, phrase: Node) -> str | None:
        """Return a filter for what is in a target Expedition, or what a target player controls."""
        posts, control = items(phrase.node("posts"), "items"), phrase.node("control")
        if phrase.kind != "phrase" or phrase.get("target") is not None:
            return None
        place = (posts[0].node("place") or posts[0].node("of")) if len(posts) == 1 else None
        who = (
            None if control is None or control.get("time") is not None else control.node("subject")
        )
        if control is None and place is not None and noun_of(place) == "expedition":
            if {name for name, _ in place.parts} != {"noun", "target"}:
                return None
            aim, how, left = "expedition", "in", "posts"
        elif control is not None and control.kind == "who_does" and who is not None and not posts:
            nouns = [one for one in ("opponent", "player") if is_player(who, "target", one)]
            if control.get("verb") != "control" or not nouns:
                return None
            aim, how, left = nouns[0], "under", "control"
        else:
            return None
        words = filter_words(
            Node("phrase", tuple(part for part in phrase.parts if part[0] != left))
        )
        if words is None or " or " in words or " in " in words:
            return None
        self.targets.append(aim)
        return f"{words} {how} target {len(self.targets)}"

    def target(self, words: object) -> str:
        """Return what one more target of the ability is called."""
        self.targets.append(words)
        self.it = f"target {len(self.targets)}"
        return self.it

    def reference(self, value: Value, *, owned: bool = False, by: str | None = None) -> str | None:
        """Return what a noun phrase refers to; what has to be selected is selected before.

        Parameters
        ----------
        owned
            Whether it is something that whoever acts controls, said or not.
        by
            Who selects it, if somebody else than the player.
        """
        if not isinstance(value, Node):
            return None
        if value.kind in ("i", "me"):
            return "this"
        if value.kind == "it":
            return self.it
        if value.kind == "them" and self.counted:
            return f"each {self.counted}"
        if value.kind != "phrase":
            return None
        quantifier = value.get("quantifier")
        kind = quantifier.kind if isinstance(quantifier, Node) else ""
        if (kind in ("each", "all") or not kind) and (
            words := self.under_target(value)
        ) is not None:
            return f"each {words}"
        if kind == "that" and len(value.parts) == 2 and self.it == "it":
            return self.it if noun_of(value) in ("card", "character", "permanent") else None
        words = filter_words(value)
        if words is None or words.startswith("expedition in "):  # it may not be told which are
            return None
        if by is not None:
            words = re.sub(r"\bin its\b", "in your", words)
            if kind not in ("a", "another"):
                return None
        if " its " in words:
            return None
        if value.get("target") is not None:
            if kind in ("", "another"):
                return self.target(words)
            count = quantifier.get("count") if isinstance(quantifier, Node) else None
            if kind == "up_to" and isinstance(count, int):
                return self.target({"up to": count, "of": words})
            return None
        if kind in ("each", "all") or of_all(value):
            return f"each {words}"
        if kind in ("a", "another"):
            if owned and not any(one in words for one in ("you control", "your", "my expedition")):
                words = f"{words} you control"
            if owned and words.endswith("in my expedition"):
                words += " you control"
            if not words.endswith(("you control", "in your reserve", "in your hand")):
                return None
            self.before.append({"select": words, **({"by": by} if by else {})})
            self.it = "it"
            return "it"
        return None
