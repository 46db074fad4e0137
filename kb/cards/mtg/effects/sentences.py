"""What effects become: targets and instructions in the words of card files.

Sentence by sentence; a sentence for which there are no words becomes ``other``, as it is printed,
and what follows may then no longer speak of what it named.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kb.cards.mtg.effects.acts import Acts, speaks_of_it
from kb.cards.mtg.effects.clauses import Clauses
from kb.cards.mtg.effects.parting import pile_chosen, separated
from kb.cards.mtg.effects.piles import FACE_DOWN
from kb.cards.mtg.effects.prices import owed_later, price_or_else
from kb.cards.mtg.effects.restarting import restarted
from kb.cards.mtg.effects.shapes import by_whom, copied_thing, is_described, quantifier_of, unfold
from kb.cards.mtg.effects.timings import Timings
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.unread import has_words_left
from kb.cards.values import Node, Value

Entry = dict[str, Any]

_DIES = re.compile(
    r"if that (?:creature|permanent|creature or planeswalker) would die this turn,"
    r" exile it instead"
)
_HURT_DIES = re.compile(
    r"if a (creature|permanent|creature or planeswalker) dealt damage this way would die this turn,"
    r" exile it instead"
)
_LEAVES = re.compile(
    r"if (?:it|that creature) would leave the battlefield,"
    r" exile it instead of putting it anywhere else"
)
_CAST_AS = re.compile(
    r"for as long as (?:it|that card) remains exiled, you may look at (?:it|that card)"
    r" and you may cast (?:it|that card) if it['’]s an? (creature) spell"
)
_BURIED = re.compile(
    r"if (?:that spell|it) would be put into (?:your|a|its owner['’]s) graveyard(?: this turn)?,"
    r" exile it instead"
)
_IF_SEARCHED = re.compile(r"if you search(?:ed)? your library this way, shuffle(?: your library)?")
_FLASHBACK_COST = re.compile(r"the flashback cost is equal to (?:its|that card['’]s) mana cost")
_DIRECTION = re.compile(r"choose left or right", re.IGNORECASE)
_NEXT_ONE = re.compile(
    r"each player gains control of all .+ controlled by the next player in the chosen direction",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"it|that [a-z]+(?: or [a-z]+)*")
"""How what was named before is called again."""
_INSTEAD: Mapping[str, set[str]] = {
    **{one: {one} for one in ("draw", "discard", "mill", "damage", "scry", "surveil")},
    **{one: {one} for one in ("gain life", "lose life", "put counters", "look", "reveal")},
    "create": {"amount"},
    "get": {"power", "toughness"},
}
"""In what one instruction may differ from another that is done in its place."""


class Effects(Timings, Clauses, Acts):
    """Reads the effect of one ability."""

    def read(self, sentences: list[Node], first: Node | None = None) -> None:
        """Take in sentences; of the first one `first` is what it does."""
        waiting: list[Entry] | None = None  # the steps behind what may be done
        inner: list[Entry] | None = None  # those in which something was found of which more is said
        self.phrases.begin_act()
        self.phrases.may_set_x = True
        clauses = [sentence.node("does") for sentence in sentences]
        if first is not None and clauses:
            clauses[0] = first
        told = 0  # how many of the sentences that follow one has told along with itself
        for place, (sentence, clause) in enumerate(zip(sentences, clauses, strict=True)):
            if told:
                told -= 1
                continue
            if place and self.token_has is _had(clause) is not None:
                continue  # the sentence before has created what has it
            self.token_has = None
            if (had := _had_next(sentences, place)) is not None and _creates(clause):
                self.token_has = had
            before = list(self.phrases.targets)
            it = self.phrases.it
            try:
                if (chosen := _chosen_to_discard(clauses[place : place + 3])) is not None:
                    self.steps.append(self._discards_chosen(*chosen))
                    told = 2
                    continue
                if self._flipped(clause):
                    continue
                if (last := self._in_piles()) is not None:
                    made = pile_chosen(
                        self.said(clause or sentence).rstrip("."), last, self.phrases
                    )
                    if made is None:
                        raise Unsaid("what becomes of the piles")
                    self.steps += made
                    continue
                if (parted := separated(clause, self.phrases)) is not None:
                    self.steps.append(parted)
                    continue
                if (shed := self._may_discard(clauses[place : place + 2])) is not None:
                    self.steps += shed
                    told = 1
                    continue
                if (priced := self._priced(clauses[place : place + 2])) is not None:
                    self.steps.append(priced)
                    told = 1
                    continue
                if (passed := self._passed_round(clauses[place : place + 2])) is not None:
                    self.steps.append(passed)
                    told = 1
                    continue
                if again := restarted(clause, self._after(sentences, place), self.phrases):
                    self.steps.append(again)
                    told = 1
                    continue
                if self._timing(clause) or self._for_its_cost(clause) or self._again(clause):
                    continue
                if _no_regeneration(clause):
                    self._for_good(clause)
                    continue
                if clause is not None and self._shuffles_if_searched(clause):
                    continue
                if (let := self._castable_as(clause)) is not None:
                    self.steps.append(let)
                    continue
                if self._buried(clause) or self._if_not_cast(clause):
                    continue
                if (doomed := self._exiled_instead(clause)) is not None:
                    self.steps.append(doomed)
                    continue
                if _new_targets(clause):
                    self._retargets()
                    continue
                if clause is not None and clause.kind == "otherwise":
                    self._otherwise(clause, self.steps if inner is None else inner)
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
                    done, named = _if_done(waiting), self.phrases.renamings
                    done += self.compared(self.clause(follows))
                    waiting, inner = None, done if self.phrases.renamings != named else None
                    continue
                instead = _instead(clause)
                if instead is not None and clause is not None:
                    self._instead(clause, instead)
                    continue
                self.phrases.all_do = _left_undone(self.steps)
                made = self.clause(clause)
                if made and FACE_DOWN in made[0]:
                    made[0][FACE_DOWN], told = self._lies_as(clauses[place + 1 : place + 2]), 1
                if _lies_as_nobody_says(made):
                    raise Unsaid("what lies face down")
                if self.phrases.found is not None and place + 1 < len(clauses):
                    self.phrases.found, told = None, 1  # the next sentence says what becomes of it
                    both = (("first", clause), ("second", clauses[place + 1]))
                    made = self.clause(Node("clauses", both))
                if self.phrases.found is not None:
                    raise Unsaid("what becomes of what was found")
                if (later := _returning(self.steps)) is not None and _gains_for_good(made):
                    later.append({**made[0], "what": later[-1]["put onto battlefield"]})
                    continue
                made = self.compared(made)
                if inner is not None and _about_what_was_found(made):
                    inner += made
                    continue
                if (offered_one := _offered_to_return(self.steps, made)) is not None:
                    offered_one += made
                    continue
                inner = None
                offered = len(made) == 1 and "may pay" in made[0]
                waiting = made[0]["then"] if offered else None
                self.steps += made
            except Unsaid:
                told = 0
                self.phrases.found = self.token_has = self.phrases.x_is = None
                self.phrases.found_beside = []
                self.phrases.targets[:] = before
                left = self.said(clause or sentence).rstrip(".")
                self.phrases.it = None if it != "this" or "target" in left.lower() else it
                self.phrases.that_is_this = False
                waiting = inner = None
                adds = left.casefold().startswith("add ")
                scope = {"touches": "mana"} if adds else self._aims(clause, left)
                self.steps.append({"other": left, **scope})

    def _lies_as(self, behind: list[Node | None]) -> Entry:
        """Read "they're 2/2 creatures", behind what puts cards face down onto the battlefield."""
        acts = behind[0].node("acts") if behind and behind[0] is not None else None
        subject = None if acts is None or behind[0] is None else behind[0].node("subject")
        named = subject is not None and subject.kind in ("they", "them", "it")
        thing = acts.node("complement") if acts is not None and acts.kind == "be_so" else None
        if not named or thing is None or lemma(thing) != "creature":
            raise Unsaid("what lies face down")
        made = self.described(items(thing.node("describers")), items(thing.node("posts")))
        if made.keys() - {"power", "toughness", "types"} or "power" not in made:
            raise Unsaid("what lies face down")
        return {**made, "types": [*made.get("types", []), "creature"]}

    def _passed_round(self, both: list[Node | None]) -> Entry | None:
        """Read "choose left or right", "each player gains control of all lands controlled by …"."""
        chosen, done = both if len(both) == 2 else (None, None)
        if (
            chosen is None
            or done is None
            or not _DIRECTION.fullmatch(self.said(chosen).strip(". "))
        ):
            return None
        if _NEXT_ONE.fullmatch(self.said(done).strip(". ")) is None:
            return None
        acts = done.node("acts")
        thing = None if acts is None else acts.node("object")
        gained = items(None if thing is None else thing.node("posts"))
        what = gained[0].node("what") if len(gained) == 1 else None
        if what is None:
            raise Unsaid("what is gained")
        return {"pass control": self.phrases.reference(_wherever(what))}

    def _after(self, sentences: list[Node], place: int) -> str:
        """Return what the sentence behind one says; nothing if there is none."""
        later = sentences[place + 1 :]
        return self.said(later[0]).rstrip(".") if later else ""

    def _may_discard(self, both: list[Node | None]) -> list[Entry] | None:
        """Read "each opponent may discard a card", "if they don't, they lose 3 life".

        All of them choose before anything is discarded, and only then is asked who did not.
        """
        found = price_or_else(*both) if len(both) == 2 else None
        if found is None or verb_of(found[1]) != "discard":
            return None
        subject, acts, does = found
        if lemma(subject) != "opponent" or quantifier_of(subject) != "each":
            return None
        who = self.phrases.reference(subject)
        card = self.compared(self._aside(Node("do", (("acts", acts),))))
        lost = self._of_opponents(does)
        if card != [{"discard": 1}] or len(lost) != 1 or set(lost[0]) != {"lose life", "who"}:
            return None
        loses = {**lost[0], "who": f"{who} who discarded no card this way"}
        return [{"discard up to": 1, "who": who}, loses]

    def _priced(self, both: list[Node | None]) -> Entry | None:
        """Read "that player may pay {2}", "if the player doesn't, you create a Treasure token"."""
        if len(both) != 2:
            return None
        if (owed := owed_later(*both)) is not None:
            step, price, does = owed
            later = {"unless paid": self._price(price), "then": self._aside(does)}
            return {"at your next": step.removeprefix("your "), "then": [later]}
        if (found := price_or_else(*both)) is None:
            return None
        subject, acts, does = found
        who = self.phrases.reference(subject)
        if not self.phrases.is_player(who) and who != self.phrases.that_player:
            raise Unsaid("who pays")
        if who == "each player":
            raise Unsaid("who pays")
        before = self.phrases.it
        made: Entry = {"unless paid": self._price(acts), **by_whom(who)}
        self.phrases.it = before
        if who == "opponents":
            return {**made, "then": self._of_opponents(does)}
        return {**made, "then": self._aside(does)}

    def _flipped(self, clause: Node | None) -> bool:
        """Take in "if you win the flip, …", behind "flip a coin"."""
        opening = None if clause is None or clause.kind != "under" else clause.node("opening")
        asked = None if opening is None or opening.kind != "if" else opening.node("condition")
        acts = None if asked is None or asked.kind != "does" else asked.node("acts")
        subject = None if asked is None else asked.node("subject")
        if (
            clause is None
            or acts is None
            or acts.kind != "act"
            or lemma(acts.node("object")) != "flip"
        ):
            return False
        steps = self.steps[-1].get("then", self.steps) if self.steps else []
        coin = steps[-1] if steps else {}
        key = {"win": "either", "lose": "or"}.get(verb_of(acts), "")
        you = subject is not None and subject.kind == "you"
        if "by chance" not in coin or not you or not key or coin[key]:
            raise Unsaid("which flip")
        coin[key] = self._aside(clause.node("does"))
        return True

    def _in_piles(self) -> Entry | None:
        """Return what has separated something into piles of which more is to be said."""
        last = self.steps[-1] if self.steps else {}
        return last if "separate" in last else None

    def _of_opponents(self, does: Node) -> list[Entry]:
        """Return what is done to opponents who don't pay: "they lose 3 life"."""
        subject = does.node("subject")
        if (
            subject is None
            or subject.kind != "they"
            or len(re.findall("they|their", self.said(does))) > 1
        ):
            raise Unsaid("who of them")
        before, self.phrases.those = self.phrases.those, "opponents"
        made = self._aside(does)
        self.phrases.those = before
        return made

    def _again(self, clause: Node | None) -> bool:
        """Take in "repeat this process six more times", of all that was said before."""
        core, hows = unfold(None if clause is None else clause.node("acts"))
        thing = core.node("object") if core is not None and core.kind == "act" else None
        this = (
            thing is not None and quantifier_of(thing) == "this_one" and lemma(thing) == "process"
        )
        if clause is None or clause.kind != "do" or verb_of(core) != "repeat" or not this:
            return False
        times = plain(hows[0].get("manner")).split() if len(hows) == 1 else []
        number = (
            NUMBERS.get(times[0], 0) if times[1:] in (["more", "times"], ["more", "time"]) else 0
        )
        if not number or self.phrases.targets or not self.steps or has_words_left(self.steps):
            raise Unsaid("what is repeated")
        self.steps[:] = [copy.deepcopy(step) for _ in range(number + 1) for step in self.steps]
        return True

    def _discards_chosen(self, who: Node, card: Node) -> Entry:
        """Read "target player reveals their hand", "you choose a nonland card from it", …"."""
        player = self.phrases.reference(who)
        words = self.phrases.filter(card, "in your hand")
        return {"discard chosen": words, "who": player}

    def _aims(self, clause: Node | None, text: str) -> Entry:
        """Take in the one target of a sentence that is not understood otherwise."""
        words = re.findall(r"[a-z]+", text.casefold())
        if not self.phrases.activated or self.phrases.targets or words.count("target") != 1:
            return {}
        aimed = [one for one in _phrases_in(clause) if quantifier_of(one) == "target"]
        if len(aimed) != 1 or "targets" in words:
            return {}
        try:
            said = self.phrases.filter(aimed[0])
        except Unsaid:
            return {}
        if " x" in f" {said}":
            return {}
        self.phrases.targets.append(said)
        return {"touches": "aimed"}

    def _exiled_instead(self, clause: Node | None) -> Entry | None:
        """Read "if that creature would die this turn, exile it instead", of the one target."""
        if clause is None or clause.kind != "under":
            return None
        said = self.said(clause).rstrip(".").lower()
        if _DIES.fullmatch(said) and self.phrases.targets in (["creature"], ["any target"]):
            return {"exile if it dies": "target 1"}
        if (hurt := _HURT_DIES.fullmatch(said)) is not None and any(
            "damage" in one for one in self.steps
        ):
            return {"exile if it dies": f"each {hurt[1]} dealt damage this way"}
        if _LEAVES.fullmatch(said) and self.phrases.it is not None:
            return {"exile if it leaves": self.phrases.it}
        return None

    def _castable_as(self, clause: Node | None) -> Entry | None:
        """Read "for as long as it remains exiled, …, you may cast it if it's a creature spell"."""
        said = "" if clause is None else self.said(clause).rstrip(".").lower()
        found = _CAST_AS.fullmatch(said)
        if found is None:
            return None
        if not any(one.get("to") == "exile face down" for one in self.steps):
            raise Unsaid("which card")
        return {"let cast as": f"{found[1]} spell"}

    def _buried(self, clause: Node | None) -> bool:
        """Take in "if that spell would be put into your graveyard, exile it instead"."""
        said = "" if clause is None else self.said(clause).rstrip(".").lower()
        if _BURIED.fullmatch(said) is None or not self.steps or "cast" not in self.steps[-1]:
            return False
        self.steps[-1]["afterwards"] = "exile"
        return True

    def _shuffles_if_searched(self, clause: Node) -> bool:
        """Take in "if you search your library this way, shuffle", behind what may search both.

        Who searches the graveyard alone need not shuffle; whoever might have searched both has.
        """
        steps = self.steps
        if steps and "then" in steps[-1]:
            steps = steps[-1]["then"]
        before = str(steps[-1].get("search", "")) if steps else ""
        both = "in your library" in before and "in your graveyard" in before
        if not both or _IF_SEARCHED.fullmatch(self.said(clause).rstrip(".").lower()) is None:
            return False
        steps.append({"shuffle": "you"})
        return True

    def _for_its_cost(self, clause: Node | None) -> bool:
        """Take in "the flashback cost is equal to its mana cost", behind what gives flashback."""
        said = "" if clause is None else self.said(clause).rstrip(".").lower()
        given = bool(self.steps) and "flashback" in self.steps[-1]
        return given and _FLASHBACK_COST.fullmatch(said) is not None

    def _if_not_cast(self, clause: Node | None) -> bool:
        """Take in "if you don't, …" behind what may be cast."""
        opening = None if clause is None or clause.kind != "under" else clause.node("opening")
        asked = None if opening is None or opening.kind != "if" else opening.node("condition")
        subject = None if asked is None or asked.kind != "does" else asked.node("subject")
        acts = None if asked is None else asked.node("acts")
        if clause is None or subject is None or acts is None or acts.kind != "do_not":
            return False
        if subject.kind != "you" or not self.steps or "cast" not in self.steps[-1]:
            raise Unsaid("if you don't")
        made = self._aside(clause.node("does"))
        self.steps.append({"whether": "it was done", "then": [], "otherwise": made})
        return True

    def _done_before(self, word: str) -> list[Entry]:
        """Return where to put what is done if the one thing said before could be done."""
        steps = self.steps[-1:] if _exiled_and_returned(self.steps) else self.steps
        duty = steps[-1] if len(steps) == 1 else {}
        one = "sacrifice one" in duty and "amount" not in duty
        once = duty.get("discard") == 1 or one or "draw" in duty or "cast" in duty
        once = once or "transformed" in duty
        if not once or duty.get("who", "you") != "you":
            raise Unsaid(word)
        then: list[Entry] = []
        self.steps.append({"if": "it was done", "then": then})
        return then

    def _otherwise(self, clause: Node, steps: list[Entry]) -> None:
        """Take in what is done if what the sentence before asks for is not so."""
        last = steps[-1] if steps else {}
        if set(last) != {"if", "then"} or any(map(_may_be_declined, last["then"])):
            raise Unsaid("otherwise")  # what may be declined has to be asked for then, too
        made = self._aside(clause.node("does"))
        steps[-1] = {"whether": last["if"], "then": last["then"], "otherwise": made}

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
        that = subject is not None and quantifier_of(subject) in ("that", "those")
        if not destroyed or not (pronoun or that) or (len(destroyed) > 1 and not many):
            raise Unsaid("what can't be regenerated")
        for step in destroyed:
            step["for good"] = True

    def _retargets(self) -> None:
        """Take in "you may choose new targets for the copy", of the copy made last."""
        steps = self.steps
        while steps and not {"copy spell", "copy ability"} & set(steps[-1]):
            later = steps[-1].get("delay", {}).get("abilities", [{}])
            steps = steps[-1].get("then") or later[-1].get("effect", [])
        if not steps:
            raise Unsaid("new targets for what")
        steps[-1]["new targets"] = True

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
            self.phrases.instead = True
            try:
                (made,) = self._if(clause.node("opening") or clause, does)
            finally:
                self.phrases.instead = False
        if len(made["then"]) != 1 or len(self.phrases.targets) != number:
            raise Unsaid("instead")
        new, word = made["then"][0], next(iter(last), "other")
        same = {key for key in {*last, *new} if last.get(key) != new.get(key)}
        creates = word == "create" and next(iter(new)) in ("create", "create copy of")
        alike = next(iter(new)) == word and same <= _INSTEAD.get(word, set())
        if not same or not (alike or creates):
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


def _may_be_declined(step: Entry) -> bool:
    """Return whether an instruction says "may"."""
    return "may pay" in step or step.get("how") == "up to"


def _lies_as_nobody_says(made: Any) -> bool:
    """Return whether something is put face down somewhere and no sentence says what it is then."""
    if isinstance(made, dict):
        lies = made.get(FACE_DOWN, made) is None
        return lies or any(map(_lies_as_nobody_says, made.values()))
    return isinstance(made, list) and any(map(_lies_as_nobody_says, made))


def _left_undone(steps: list[Entry]) -> str:
    """Return what players have not done of whom is said that they didn't, or can't."""
    last = steps[-1] if steps else {}
    if last.get("who") not in ("each player", "opponents"):
        return ""
    if last.get("discard") == 1:
        return "discarded no card"
    one = last.get("sacrifice one") if last.get("amount", 1) == 1 else None
    return "" if one is None else f"sacrificed no {one}"


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
    return thing is not None and lemma(thing) == "token" and copied_thing(thing) is None


def _offered_to_return(steps: list[Entry], made: list[Entry]) -> list[Entry] | None:
    """Return what "you may return target card to the battlefield" offers, if more is said of it.

    "That creature gains haste": only where it was returned.
    """
    offer = steps[-1] if steps else {}
    then = offer.get("then") if offer.get("may pay") == "{0}" else None
    one = "" if not then else str(then[-1].get("put onto battlefield", "") or _gaining(then))
    if not then or not one.startswith("target "):
        return None
    words = f" {one} "
    return then if all(words in f" {' '.join(_words(step))} " for step in made) else None


def _gaining(then: list[Entry]) -> str:
    """Return what is said of something once it was returned."""
    first = then[0].get("put onto battlefield", "")
    return str(first) if any("gain keyword" in step for step in then) else ""


def _words(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
    else:
        yield str(value)


def _exiled_and_returned(steps: list[Entry]) -> bool:
    """Whether all that is said is that something is exiled and returns at once, transformed."""
    if len(steps) != 2 or not steps[1].get("transformed"):
        return False
    return list(steps[0].items()) == [("exile", steps[1]["put onto battlefield"])]


def _about_what_was_found(made: list[Entry]) -> bool:
    """Whether instructions go on with what was revealed or searched for just before."""
    return any(
        "put the rest" in one
        or speaks_of_it(one)
        or any("among them" in word for word in one.values() if isinstance(word, str))
        for one in made
    )


def _returning(steps: list[Entry]) -> list[Entry] | None:
    """Return what is done later if something returns to the battlefield then."""
    last = steps[-1] if steps else {}
    then = last.get("then") or [{}]
    if {"at next", "at your next"} & set(last):
        return then if "put onto battlefield" in then[-1] else None
    return _returning(then) if "may pay" in last else None


def _gains_for_good(made: list[Entry]) -> bool:
    """Whether this is "it gains haste" or "it's a Zombie", which lasts."""
    lasts = len(made) == 1 and made[0].get("until") == "permanent"
    return lasts and not {"gain keyword", "become"}.isdisjoint(made[0])


def _if_done(steps: list[Entry]) -> list[Entry]:
    """Return where to put what follows if these steps, which were offered, could be done at all."""
    if len(steps) != 1 or not {"exile", "sacrifice"} & set(steps[0]):
        return steps
    then: list[Entry] = []
    steps.append({"if": "it was done", "then": then})
    return then


def _phrases_in(value: Value) -> Iterator[Node]:
    """Yield the noun phrases of a sentence, those within others as well."""
    if isinstance(value, tuple):
        for one in value:
            yield from _phrases_in(one)
    elif isinstance(value, Node):
        if value.kind == "phrase":
            yield value
        elif value.kind == "whose" and quantifier_of(value) == "target":
            yield Node("phrase", (*value.parts, ("posts", None)), value.style, value.span)
        for _, part in value.parts:
            yield from _phrases_in(part)


def _no_regeneration(clause: Node | None) -> bool:
    """Whether a sentence says that something can't be regenerated."""
    acts = None if clause is None or clause.kind != "may" else clause.node("acts")
    complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    cannot = clause is not None and str(clause.get("modal")).startswith("can not")
    return cannot and complement is not None and plain(complement.get("past")) == "regenerated"


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


def _chosen_to_discard(clauses: list[Node | None]) -> tuple[Node, Node] | None:
    """Return who reveals a hand, and what card of it you choose for "that player" to discard."""
    if len(clauses) != 3 or any(one is None or one.kind != "does" for one in clauses):
        return None
    reveals, chooses, discards = (one for one in clauses if one is not None)
    who, shown = reveals.node("subject"), reveals.node("acts")
    hand = None if shown is None or verb_of(shown) != "reveal" else shown.node("object")
    (act, hows), you = unfold(chooses.node("acts")), chooses.node("subject")
    card = None if act is None or verb_of(act) != "choose" else act.node("object")
    late = hows[-1] if len(hows) == 2 and plain(hows[-1].get("prep")) == "with" else None
    if late is not None and card is not None:  # "from it with mana value 3 or less"
        hows, more = hows[:1], Node("with", (("with", "with"), ("what", late.node("what"))))
        posts = (*items(card.node("posts")), more)
        card = card.put("posts", Node("posts", (("items", posts),)))
    from_it = [(plain(how.get("prep")), _kind(how.node("what"))) for how in hows] == [
        ("from", "it")
    ]
    gone = discards.node("acts")
    thrown = None if gone is None or verb_of(gone) != "discard" else gone.node("object")
    own = hand is not None and quantifier_of(hand) == "own" and lemma(hand) == "hand"
    one = card is not None and quantifier_of(card) == "a"
    that = thrown is not None and quantifier_of(thrown) == "that" and lemma(thrown) == "card"
    them = discards.node("subject")
    theirs = them is not None and quantifier_of(them) == "that" and lemma(them) == "player"
    if not (own and one and that and theirs and from_it and _kind(you) == "you"):
        return None
    plainly = not any(is_described(one) for one in (hand, thrown, them) if one is not None)
    return (who, card) if plainly and who is not None and card is not None else None


def _kind(node: Node | None) -> str:
    return "" if node is None else node.kind


def _wherever(what: Node) -> Node:
    """Return what is gained without who controls it, which stands behind the last noun."""
    posts = what.node("posts")
    last = items(posts)
    if posts is None or len(last) != 1:
        raise Unsaid("what is gained")
    if last[0].kind == "done_after":
        return what.put("posts", None)
    but = last[0].node("what")
    if but is None or [post.kind for post in items(but.node("posts"))] != ["done_after"]:
        raise Unsaid("what is gained")
    return what.put("posts", posts.put("items", (last[0].put("what", but.put("posts", None)),)))
