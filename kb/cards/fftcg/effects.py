"""What the effects of a card become: choices and instructions in the words of card files.

Sentence by sentence: what is read becomes instructions that the rules carry out, whatever verb and
noun phrase it is made of; a sentence that the rules have no word for becomes ``other``, as it is
printed, and so does what follows if it speaks of the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.cards.fftcg.amounts import each
from kb.cards.fftcg.clauses import (
    at_turns_end,
    becoming,
    comes_from,
    deeds_hindered,
    differs_in,
    during_this_turn,
    follows_on,
    forced,
    instead,
    is_also,
    is_described,
    is_its,
    is_lost,
    is_random,
    is_rest,
    is_some_card,
    kinds_of_steps,
    listed,
    not_to_be,
    obliged,
    price_paid,
    says_other,
    unpaid,
    until_end,
    with_if_possible,
    without_among,
    without_chosen,
    without_other,
)
from kb.cards.fftcg.conditions import condition_of
from kb.cards.fftcg.damage import Harm, next_damage, replaced
from kb.cards.fftcg.nodes import Unsaid, inner, items, lemma, plain, without_quantifier
from kb.cards.fftcg.phrases import Phrases
from kb.cards.values import Node, Value, Verb

Entry = dict[str, Any]

KEYWORDS = frozenset({"haste", "brave", "first strike", "back attack"})
_TO_IT = {"break": "break", "dull": "dull", "activate": "activate", "freeze": "freeze"}
"""Verbs with an object for which the rules have an instruction of the same name."""
_CHANGES = re.compile(r"\b(?:dull|active|damaged|attacking|blocking)\b")
"""What may be so of a card no more once something has been done with it."""
_THEIRS = frozenset({"their", "his / her", "his", "her"})
_THERE = ["this in the break zone"]
_TOP = "top"
"""The card that was looked at on top of a deck."""
_DUE = frozenset({"break", "add to hand", "remove", "put into break zone"})
"""What may be put off to the end of the turn."""
_LASTS = "(This effect does not end at the end of the turn"
"""How a note begins that says that what is gained does not end with the turn."""
_MOST = 9
"""How many cards an instruction may name one by one."""


@dataclass
class Effect:
    """What an effect chooses and does, and what follows on what it may do.

    Attributes
    ----------
    later
        What is an ability of its own once something has been done: its sentences, by number.
    """

    targets: list[Any] = field(default_factory=list)
    steps: list[Entry] = field(default_factory=list)
    later: dict[int, Effect] = field(default_factory=dict)
    due: dict[int, Effect] = field(default_factory=dict)
    """What is an ability of its own at the end of the turn."""
    losses: dict[int, Effect] = field(default_factory=dict)
    """What is an ability of its own when something is put into the Break Zone this turn."""

    def entry(self) -> Entry:
        """Return the effect as a card file says it."""
        made: Entry = {"targets": self.targets} if self.targets else {}
        return {**made, "effect": self.steps or [{"other": "nothing"}]}


_HARMS = frozenset({"damage", "break", "dull", "freeze", "put into break zone", "remove"})
"""What is done to what an opponent controls, and not to what one has just played."""

_UNSURE = frozenset({"other", "may", "may pay", "one way"})
"""What a sentence became of which it cannot be said that something else is done instead."""


class Effects:
    """Reads the effects of one ability.

    Parameters
    ----------
    phrases : Phrases
        The phrases of the card.
    said : callable
        A part of the text as it is printed.
    number : callable
        Gives each thing that is done, and followed on, a number of its own.
    it : str or None
        What "it" is before anything is chosen.
    grant : callable or None
        Makes an ability in quotation marks one of the card, and returns its number.
    offer : callable or None
        Takes in what follows on the thing of a number as actions of which some are selected, if it
        is that.
    """

    def __init__(
        self,
        phrases: Phrases,
        said: Callable[[Node], str],
        number: Callable[[], int],
        it: str | None = None,
        grant: Callable[[Node], int] | None = None,
        offer: Callable[[Node | None, int], bool] | None = None,
    ) -> None:
        self.phrases = phrases
        self.said = said
        self.number = number
        self.grant = grant
        self.offer = offer
        self.it: list[str] = [it] if it else []
        self.groups: list[str] = []
        self.selected = False
        self.found = False
        """Whether "them" may be cards that are searched for."""
        self.several: str | None = None
        """All of what "they" are, of which a sentence before has spoken."""
        self.shown = False
        """Whether "them" may be cards from the top of the deck that have been shown."""
        self.effect = Effect()
        self.open: list[Entry] | None = None
        """The steps of what may be done, as long as "if you do so" may follow."""
        self.before: list[tuple[str, list[Entry]]] = []
        """The sentences before that say what is done, by their words, with what they became."""
        self.lasting = False
        """Whether a note says that what is gained does not end with the turn."""

    def read(self, sentences: list[Node], first: Node | None = None) -> Effect:
        """Return the effect of sentences; of the first one `first` is what it does."""
        rest = list(sentences)
        while rest:
            sentence = rest.pop(0)
            clause = first if first is not None else sentence.node("does")
            first = None
            if sentence.kind == "sentence" and clause is not None and follows_on(clause, "when"):
                self._later(sentence, clause, rest)
                return self.effect
            targets = len(self.effect.targets)
            self.lasting = self.phrases.noted(sentence, _LASTS)
            try:
                self._sentence(sentence, clause, rest)
            except Unsaid:
                del self.effect.targets[targets:]
                place = sentence if clause is None else clause
                self.effect.steps.append(self._left_out(place))
                self.it, self.groups, self.open, self.before = [], [], None, []
                self.shown = False
        return self.effect

    def _left_out(self, clause: Node) -> Entry:
        """Return what is not understood; under a condition that is, only where that is so.

        What is done instead of something else changes that, so it is left out altogether.
        """
        left: Entry = {"other": self.said(clause).rstrip(".")}
        opening = clause.node("opening") if clause.kind == "under" else None
        if opening is None or opening.kind != "if" or plain(opening.get("word")) != "if":
            return left
        if instead(clause) is not None or follows_on(clause, "if"):
            return left
        it = self.it[0] if len(self.it) == 1 and self.it != [_TOP] else None
        try:
            return {"if": condition_of(opening.node("condition"), self.phrases, it), "then": [left]}
        except Unsaid:
            return left

    def _sentence(self, sentence: Node, clause: Node | None, rest: list[Node]) -> None:
        if clause is None or sentence.kind != "sentence":
            raise Unsaid("a sentence")
        if follows_on(clause, "if"):
            if self.open is None:
                raise Unsaid("what may be done")
            self.open += self._once_done(clause.node("does"))
            self.before = []
            return
        self.open = None
        harm = replaced(clause, self.phrases)
        opening = clause.node("opening")
        lost = opening is not None and opening.kind == "if" and is_lost(opening)
        if harm is None and not lost and (other := instead(clause)) is not None:
            self._replace(other, rest)
            return
        made = self.clause(clause) if harm is None else self._harmed(harm, lasts=harm.lasts)
        self.effect.steps += made
        if made:  # a choice alone is nothing that is done
            self.before.append((self.said(sentence), made))
        if len(made) == 1 and "may" in made[0]:
            self.open = made[0]["may"]
        elif len(made) == 1 and "may pay" in made[0]:
            self.open = made[0]["then"]
        elif made == [
            {"remove": "this"}
        ]:  # what is done with the card then, is only done if it was
            self.open = self.effect.steps

    def _once_done(self, node: Node | None) -> list[Entry]:
        """Return what is done then: "it" is what was chosen, where that is harmed and not played.

        Of what was chosen first and what was played since, no other text says which it means.
        """
        targets = len(self.effect.targets)
        made = self.clause(node)
        if self.it != ["it"] or not targets or len(self.effect.targets) != targets:
            return made
        self.it = [f"target {number}" for number in range(1, targets + 1)]
        chosen = self.clause(node)
        if made == chosen:
            self.it = ["it"]
        elif not all(_HARMS.intersection(one) for one in chosen):
            raise Unsaid("it")
        return chosen

    def _harmed(self, harm: Harm, *, lasts: bool) -> list[Entry]:
        """Return what replaces damage for the rest of the turn."""
        if not lasts:
            raise Unsaid("until when")
        return [{**harm.entry, harm.word: one} for one in self._things(harm.whom)]

    def _replace(self, clause: Node, rest: list[Node]) -> None:
        """Read what is done instead of what a sentence before says, if something is so.

        That is the sentence just before, unless the ones after repeat what stands between: then
        they go on with what is done instead, as those went on with what it replaces.
        """
        (found,) = self._under(clause)
        again = self._repeated(rest)
        before = self.before[len(self.before) - again - 1 :]
        if not before or any(not _UNSURE.isdisjoint(one) for _, said in before for one in said):
            raise Unsaid("what is replaced")
        then, replaced = found["then"], before[0][1]
        if not again and len(self.before) > 1 and kinds_of_steps(then) != kinds_of_steps(replaced):
            raise Unsaid("which of several sentences is replaced")
        for (_, said), sentence in zip(before[1:], rest, strict=False):
            if self.clause(sentence.node("does")) != said:
                raise Unsaid("what is done again")
            then = [*then, *said]
        del rest[:again]
        otherwise = [one for _, said in before for one in said]
        del self.effect.steps[len(self.effect.steps) - len(otherwise) :]
        self.effect.steps.append({"either": found["if"], "then": then, "otherwise": otherwise})
        self.before = []

    def _repeated(self, rest: list[Node]) -> int:
        """Return how many sentences that follow say again, in order, what was said last."""
        said = [words for words, _ in self.before]
        for number in range(min(len(said) - 1, len(rest)), 0, -1):
            if said[-number:] == [self.said(one) for one in rest[:number]]:
                return number
        return 0

    def _later(self, sentence: Node, clause: Node, rest: list[Node]) -> None:
        """Read what follows "when you do so": an ability of its own."""
        if self.open is None:
            self.effect.steps.append({"other": self.said(sentence).rstrip(".")})
            return
        number = self.number()
        self.open.append({"done": number})
        if not rest and self.offer is not None and self.offer(clause.node("does"), number):
            return
        inner = Effects(self.phrases, self.said, self.number, grant=self.grant)
        self.phrases.discarded = False  # what was discarded, the ability before this one knows
        found = inner.read([sentence, *rest], clause.node("does"))
        self.effect.later = {number: found, **found.later}
        self.effect.due |= found.due
        self.effect.losses |= found.losses

    # --- Clauses ---

    def clause(self, node: Node | None) -> list[Entry]:
        """Return the instructions of a clause."""
        if node is None:
            raise Unsaid("a clause")
        match node.kind:
            case "after_that":
                return self.clause(node.node("does"))
            case "clauses" | "then":
                return [*self.clause(node.node("first")), *self.clause(node.node("second"))]
            case "under":
                return self._under(node)
            case "do":
                return self.acts(node.node("acts"), "you")
            case "does":
                return self.acts(node.node("acts"), node.get("subject"))
            case "may" if node.get("modal") == "may" and self._player(node) == "you":
                acts = node.node("acts")
                if (price := price_paid(acts)) is not None:
                    return [{"may pay": price, "then": []}]
                return [{"may": self.nested(acts)}]
            case "may" if node.get("modal") == "cannot" and (being := not_to_be(node.node("acts"))):
                return [
                    {"cannot be": being, "what": one} for one in self._things(node.get("subject"))
                ]
            case "may" if node.get("modal") == "must":
                return [
                    {"must": deed, "what": one}
                    for one in self._things(node.get("subject"))
                    for deed in [obliged(node, ends=True)]
                ]
            case "may" if node.get("modal") == "will not":
                return self._stays_dull(node)
            case "may" if node.get("modal") == "cannot":
                return [
                    {"cannot": deed, "what": one}
                    for one in self._things(node.get("subject"))
                    for deed in deeds_hindered(node.node("acts"), ends=True)
                ]
        raise Unsaid(node.kind)

    def _stays_dull(self, node: Node) -> list[Entry]:
        """Return what does not become active in its player's next Active Phase."""
        acts = node.node("acts")
        how = None if acts is None else acts.node("how")
        verb = inner(acts, "act")
        named = getattr(None if verb is None else verb.get("verb"), "lemma", "")
        phase = None if how is None else how.node("what")
        quantifier = None if phase is None else phase.node("quantifier")
        own = quantifier is not None and plain(quantifier.get("whose")) == "your"
        states = [
            plain(one.get("state"))
            for one in items(None if phase is None else phase.node("describers"))
        ]
        if named != "activate" or lemma(phase) != "active phase" or not own or states != ["next"]:
            raise Unsaid("what does not become active")
        return [{"stays dull": one} for one in self._things(node.get("subject"))]

    def nested(self, acts: Node | None) -> list[Entry]:
        """Return instructions that are done only perhaps, so that they choose nothing."""
        before = len(self.effect.targets)
        made = self.acts(acts, "you")
        if len(self.effect.targets) != before:
            raise Unsaid("a choice")
        return made

    def _player(self, node: Node) -> str | None:
        return self.phrases.player(node.get("subject"))

    def _under(self, node: Node) -> list[Entry]:
        opening, does = node.node("opening"), node.node("does")
        if opening is None:
            raise Unsaid("an opening")
        if opening.kind in ("when", "if") and is_lost(opening):
            return self._lost(opening.kind, node)
        if opening.kind == "if" and plain(opening.get("word")) == "if":
            before = len(self.effect.targets)
            if (price := unpaid(opening.node("condition"), self.phrases)) is not None:
                then = self.clause(does)
                if len(self.effect.targets) != before:
                    raise Unsaid("a choice")
                return [{"unless paid": price, "then": then}]
            it = self.it[0] if len(self.it) == 1 and self.it != [_TOP] else None
            condition = condition_of(opening.node("condition"), self.phrases, it)
            then = self.clause(does)
            if len(self.effect.targets) != before:
                raise Unsaid("a choice")
            return [{"if": condition, "then": then}]
        if opening.kind == "first" and does is not None:
            hows = items(opening.node("adverbs"), "adverbs")
            if len(hows) == 1 and at_turns_end(hows[0]):
                return self._at_end(does)
            if len(hows) == 1 and during_this_turn(hows[0]):
                if (next_one := self._next_costs_less(does)) is not None:
                    return [next_one]
                harm = replaced(does, self.phrases) or next_damage(does)
                if harm is None or harm.lasts:
                    raise Unsaid("what is so this turn")
                return self._harmed(harm, lasts=True)
            if [plain(how.get("manner")) for how in hows] == ["if possible"]:
                return self.clause(with_if_possible(does))
            if does.kind == "does" and all(
                until_end(how) or how.kind in ("for_each", "for_every") for how in hows
            ):
                return self.acts(does.node("acts"), does.get("subject"), tuple(hows))
        raise Unsaid("an opening")

    def _lost(self, kind: str, node: Node) -> list[Entry]:
        """Return what is done when what is spoken of is lost this turn, or instead of that."""
        if not self.it or self.it in ([_TOP], ["it"]):
            raise Unsaid("what it is")
        things = list(self.it)
        if kind == "if":
            clause = instead(node)
            does = None if clause is None else clause.node("does")
            if does is None or self.clause(does) != [{"remove": one} for one in things]:
                raise Unsaid("what is done instead")
            return [{"removed if lost": one} for one in things]
        number = self.number()
        inner = Effects(self.phrases, self.said, self.number, "it", self.grant)
        found = inner.clause(node.node("does"))
        if inner.effect.later or inner.effect.due:
            raise Unsaid("what follows on it")
        self.effect.losses[number] = Effect(inner.effect.targets, found)
        return [{"when lost": number, "what": one} for one in things]

    def _next_costs_less(self, does: Node) -> Entry | None:
        """Return by how much the next card costs less this turn; None for other clauses."""
        subject, acts, number, more = does.node("subject"), does.node("acts"), None, {}
        post = next(iter(items(None if subject is None else subject.node("posts"))), None)
        if lemma(subject) != "cost" or post is None or post.kind != "to_do":
            return None
        while acts is not None and acts.kind == "act_how":
            how = acts.node("how") or Node("")
            if how.kind == "prep_number" and plain(how.get("prep")) == "by" and number is None:
                number = how.get("number")
            elif how.kind == "remark" and self.said(how).strip("()") == "it cannot become 0":
                more = {"at least one": True}
            else:
                raise Unsaid("a cost")
            acts = acts.node("act")
        complement = None if acts is None else acts.node("complement")
        what, cast = post.node("what"), plain(getattr(post.get("verb"), "lemma", ""))
        past = "" if complement is None else plain(complement.get("past"))
        if past != "reduced" or cast != "cast" or not isinstance(number, int) or what is None:
            raise Unsaid("a cost")
        quantifier, describers = what.node("quantifier"), items(what.node("describers"))
        own = quantifier is not None and plain(quantifier.get("whose")) == "your"
        if not own or [plain(one.get("state")) for one in describers] != ["next"]:
            raise Unsaid("which cost")
        plainly = what.put("describers", Node("describers", (("items", ()),)))
        words = self.phrases.filter(without_quantifier(plainly))
        return {"next costs less": number, "what": words, **more}

    def _at_end(self, does: Node) -> list[Entry]:
        """Return what is done at the end of the turn, which is an ability of its own."""
        before = len(self.effect.targets)
        steps = self.clause(does)
        about = [one for step in steps for one in step.values()]
        if len(self.effect.targets) != before or any(isinstance(one, list) for one in about):
            raise Unsaid("a choice")
        words = [next(iter(step)) for step in steps]
        if set(words) - _DUE:
            raise Unsaid("what is done at the end of the turn")
        made: list[Entry] = []
        for word, step in zip(words, steps, strict=True):
            number = self.number()
            if len(step) > 1 or str(step[word]).startswith("each "):
                raise Unsaid("what is done at the end of the turn")
            self.effect.due[number] = Effect(steps=[{word: "it"}])
            made.append({"at end of turn": number, "what": step[word]})
        return made

    # --- Acts ---

    def acts(self, acts: Node | None, who: Value, hows: tuple[Node, ...] = ()) -> list[Entry]:
        """Return the instructions of one or more acts of somebody."""
        if acts is None:
            raise Unsaid("an act")
        last = acts.node("how") if acts.kind == "act_how" else None
        if last is not None and at_turns_end(last) and self._orders(who):
            return self._at_end(Node("do", (("acts", acts.get("act")),)))
        first, second = acts.node("first"), acts.node("second")
        if acts.kind in ("and_act", "comma_and_act", "comma_act", "then_act"):
            assert first is not None
            if second is not None and (found := self._search(first, second, who)):
                return found
            if second is not None and first.kind == "act_alone":  # "dull and Freeze it"
                thing = second.node("object")
                verbs = [getattr(one.get("verb"), "lemma", "") for one in (first, second)]
                if thing is None or not set(verbs) <= _TO_IT.keys() or not self._orders(who):
                    raise Unsaid("an act")
                return [{_TO_IT[verb]: one} for one in self._things(thing) for verb in verbs]
            return [*self.acts(first, who, hows), *self.acts(second, who, hows)]
        if acts.kind == "or_act" and first is not None and second is not None:
            before, meant = len(self.effect.targets), list(self.it)
            ways = []
            for one in (first, second):
                self.it = list(meant)
                ways.append(self.acts(one, who, hows))
            if len(self.effect.targets) != before or not self._orders(who):
                raise Unsaid("a choice")
            if any("search for any" in one for one in ways[0]):  # "it" is what was found
                raise Unsaid("what is found")
            self.it = list(meant)
            return [{"one way": ways[0], "or": ways[1]}]
        core = acts
        at_random = False
        while core.kind == "act_how" or is_also(core) or is_random(core):
            at_random = at_random or is_random(core)
            how, inner = core.get("how"), core.node("act")
            if inner is None:
                raise Unsaid("an act")
            if isinstance(how, Node):
                hows = (*hows, how)
            core = inner
        if at_random:
            hows = tuple(how for how in hows if not comes_from(how, "hand"))
            player = self._whose(who)
            return [{"discard at random": player}] * self._cards(core.node("object"), list(hows))
        return self.act(core, who, list(hows))

    def act(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        """Return the instructions of one act."""
        verb = core.get("verb")
        name = verb.lemma.split("^")[0] if isinstance(verb, Verb) else ""
        method = _VERBS.get(name)
        if core.kind in ("act", "give", "give_to") and method is not None:
            return method(self, core, who, hows)
        if core.kind == "act_before" and plain(core.get("how")) == "also":
            return self._become(core, who, hows)
        if core.kind == "act_prep" and name == "look" and not hows and self._orders(who):
            return self._look(core.node("object"))
        if core.kind == "act_amount" and name == "become":
            return self._becomes(core, who, hows)
        if core.kind == "act" and name in _TO_IT and not hows and self._orders(who):
            return [{_TO_IT[name]: one} for one in self._things(core.get("object"))]
        raise Unsaid(name or core.kind)

    def _becomes(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        """Return that the power of something becomes a number."""
        quantifier = who.node("quantifier") if isinstance(who, Node) else None
        its = quantifier is not None and plain(quantifier.get("whose")) in ("its", "their")
        amount = core.get("amount")
        lasts = bool(hows) and all(map(until_end, hows))
        if lemma(who) != "power" or not its or not isinstance(amount, int) or not lasts:
            raise Unsaid("what becomes something else")
        if not self.it or self.it == [_TOP]:
            raise Unsaid("what it is")
        return [{"power becomes": amount, "what": one} for one in self.it]

    def _orders(self, who: Value) -> bool:
        return who == "you" or self.phrases.player(who) == "you"

    def _whose(self, who: Value) -> str:
        player = "you" if who == "you" else self.phrases.player(who)
        quantifier = who.node("quantifier") if isinstance(who, Node) else None
        each = quantifier is not None and quantifier.kind == "each"
        if isinstance(who, Node) and lemma(who) == "player" and each and not is_described(who):
            return "each player"
        if player is None:
            raise Unsaid("a player")
        return player

    def _look(self, thing: Node | None) -> list[Entry]:
        """Read a look at the top of one's deck, which does nothing by itself."""
        number = self._tops(thing)
        self.it, self.shown = [_TOP] if number == 1 else [], number > 1
        return [{"look at top": number}]

    def _reveal(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        """Read that the top of one's deck is shown; a single card is "it" then.

        Or that the opponent shows the hand, of which "their hand" is spoken from then on.
        """
        thing = core.node("object")
        quantifier = None if thing is None else thing.node("quantifier")
        whose = "" if quantifier is None else plain(quantifier.get("whose"))
        if lemma(thing) == "hand" and not hows and self.phrases.player(who) == "opponent":
            if whose not in _THEIRS:
                raise Unsaid("whose hand")
            self.phrases.shown_hand = True
            return [{"reveal hand": "opponent"}]
        if hows or not self._orders(who):
            raise Unsaid("what is shown")
        number = self._tops(core.node("object"))
        self.it, self.shown = ["it"] if number == 1 else [], number > 1
        return [{"reveal top": number}]

    def _tops(self, thing: Node | None) -> int:
        """Return of how many cards on top of one's deck a phrase speaks."""
        posts = [] if thing is None else items(thing.node("posts"))
        if thing is None or lemma(thing) != "card" or len(posts) != 1 or self.effect.targets:
            raise Unsaid("a look")
        quantifier = thing.node("quantifier")
        number = None if quantifier is None else quantifier.get("count")
        if [one.kind for one in items(thing.node("describers"))] == ["top"]:
            number = 1
        elif quantifier is None or quantifier.kind != "top_of":
            number = None
        if number is None or self.phrases.zone(posts[0].get("what")) != "in your deck":
            raise Unsaid("a look")
        if not isinstance(number, int):
            raise Unsaid("how many")
        return number

    def _choose(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        if hows or not self._orders(who) or self.effect.steps:
            raise Unsaid("a choice")
        for phrase in listed(core.node("object")):
            least, most = self.phrases.count(phrase)
            others = bool(self.groups) and says_other(phrase)
            words = self.phrases.filter(without_other(phrase) if others else phrase)
            if words == "summon":
                words = "summon on the stack"
            if most is None or most > _MOST or least not in (0, most):
                raise Unsaid("how many")
            if (least, most) == (1, 1) and not others:
                self.effect.targets.append(words)
            else:
                self.effect.targets.append(
                    {
                        ("up to" if least == 0 else "exactly"): most,
                        "of": words,
                        **({"others": True} if others else {}),
                    }
                )
            self.groups.append(f"target {len(self.effect.targets)}")
        self.it = list(self.groups)
        return []

    def _draw(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        number = self._cards(core.node("object"), hows)
        player = self._whose(who)
        return [{"draw": number, **({"who": player} if player != "you" else {})}]

    def _discard(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing, player = core.node("object"), self._whose(who)
        self.phrases.discarded = player == "you"
        if thing is not None and lemma(thing) == "hand" and not hows:
            return [{"discard hand": player}]
        if thing is not None and player == "opponent" and not hows and self._is_selected(thing):
            return [{"discard card": "it"}]
        hows = [how for how in hows if not comes_from(how, "hand")]
        if thing is not None and player == "you" and not hows and is_some_card(thing):
            if self.phrases.count(thing) != (1, 1):
                raise Unsaid("how many")
            words = self.phrases.filter(thing, "in your hand")
            return [{"select": words}, {"put into break zone": "it"}]
        return [{"discard": None, "who": player}] * self._cards(thing, hows)

    def _is_selected(self, thing: Node) -> bool:
        """Whether a phrase is the card that was selected from the hand that was shown."""
        quantifier = thing.node("quantifier")
        this = quantifier is not None and quantifier.kind in ("this_one", "that")
        said = thing.kind == "it" or (lemma(thing) == "card" and this)
        return said and self.selected and self.phrases.shown_hand and self.it == ["it"]

    def _cards(self, thing: Node | None, hows: list[Node]) -> int:
        if hows or thing is None or lemma(thing) != "card" or items(thing.node("posts")):
            raise Unsaid("cards")
        if items(thing.node("describers")):
            raise Unsaid("which cards")
        least, most = self.phrases.count(thing)
        noun = thing.node("noun")
        if least != most or least > _MOST or noun is None or noun.kind != "noun":
            raise Unsaid("how many")
        return least

    def _remove(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        if thing is not None and lemma(thing) == "counter":
            return [
                {"remove counters": self._counters(thing, hows), **self._on("from", thing, hows)}
            ]
        return self._move(core, who, hows)

    def _move(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        """Return what puts something elsewhere: where, is said by the adverbs."""
        if (top := self._top(core, who, hows)) is not None:
            return [top]
        moved = core.node("object")
        theirs = moved is not None and self.phrases.player(who) == "opponent"
        if not self._orders(who) and not (theirs and moved and self._is_selected(moved)):
            raise Unsaid("a player")
        if (several := self._several_shown(core, who, hows)) is not None:
            return several
        thing, zone, word, more = core.get("object"), "", "", {}
        orderly, from_there = True, False
        for how in hows:
            place = how.node("to") or how.node("what")
            where = "" if place is None else lemma(place)
            if comes_from(how, "hand") and isinstance(thing, Node):
                zone = self.phrases.zone(place)
            elif comes_from(how, "break zone") and self.phrases.is_this(thing):
                from_there = True
            elif comes_from(how, "game"):
                word = "remove"
            elif how.kind == "toward" and where == "hand":
                word = "add to hand"
            elif how.kind == "toward" and where == "field":
                word = "put onto field"
            elif how.kind == "toward" and where == "break zone":
                word = "put into break zone"
            elif where in ("top", "bottom") and "deck" in self.said(how):
                word = "put into deck" if where == "top" else "put under deck"
            elif how.kind == "manner" and plain(how.get("manner")) == "dull":
                more = {"dull": True}
            elif how.kind == "manner" and plain(how.get("manner")) == "in any order":
                orderly = False
            else:
                raise Unsaid("a place")
        if not orderly and word != "put under deck":
            raise Unsaid("an order")
        if not word or (more and word != "put onto field"):
            raise Unsaid("a place")
        made: list[Entry] = []
        if from_there and word != "put onto field":
            raise Unsaid("a place")
        things = _THERE if from_there else self._things(thing, zone, made)
        return [*made, *({word: one, **more} for one in things)]

    def _several_shown(self, core: Node, who: Value, hows: list[Node]) -> list[Entry] | None:
        """Return the moving of several, or of up to so many, of the cards that were shown."""
        thing = core.node("object")
        plainly = None if thing is None or not self.shown else without_among(thing)
        if thing is None or plainly is None:
            return None
        least, most = self.phrases.count(plainly)
        if (least, most) == (1, 1):
            return None
        if most is None or most > _MOST or least not in (0, most):
            raise Unsaid("how many")
        one = thing.put("quantifier", Node("exactly", (("count", 1),)))
        made = self._move(core.put("object", one), who, hows)
        return made * most if least else [{"may": made}] * most

    def _top(self, core: Node, who: Value, hows: list[Node]) -> Entry | None:
        """Return that the top cards of a deck are put into the Break Zone; None if it is not so."""
        thing = core.node("object")
        if thing is not None and thing.kind == "it" and self.it == [_TOP] and len(hows) == 1:
            if hows[0].kind == "toward" and lemma(hows[0].get("to")) == "break zone":
                return {"mill": 1, "who": self._whose(who)}
            raise Unsaid("a place")
        quantifier = None if thing is None else thing.node("quantifier")
        number = None if quantifier is None else quantifier.get("count")
        if thing is not None and [one.kind for one in items(thing.node("describers"))] == ["top"]:
            number = 1
        elif quantifier is not None and quantifier.kind != "top_of":
            number = None
        if thing is None or lemma(thing) != "card" or number is None or len(hows) != 1:
            return None
        decks = [lemma(post.get("what")) for post in items(thing.node("posts"))]
        away = {"away": True} if comes_from(hows[0], "game") else {}
        if decks != ["deck"] or (lemma(hows[0].get("to")) != "break zone" and not away):
            return None
        return {"mill": number, "who": self._whose(who), **away}

    def _place(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        if thing is None or not self._orders(who):
            raise Unsaid("counters")
        if lemma(thing) != "counter":
            return self._move(core, who, hows)
        return [{"put counters": self._counters(thing, hows), **self._on("on", thing, hows)}]

    def _counters(self, thing: Node, hows: list[Node]) -> int | str:
        least, most = self.phrases.count(thing)
        if least != most:
            raise Unsaid("how many")
        ends = [each(how, self.phrases) for how in hows if how.kind in ("for_each", "for_every")]
        return f"{least} {ends[0]}" if ends else least

    def _on(self, word: str, thing: Node, hows: list[Node]) -> Entry:
        """Return which counters are meant, and of what."""
        noun = thing.node("noun")
        sort = None if noun is None else noun.node("sort")
        name = None if sort is None else sort.get("name")
        places = [how.get("what") for how in hows if how.kind == "prep"]
        places += [post.get("what") for post in items(thing.node("posts")) if post.kind == "of"]
        kind = getattr(name, "lemma", None)
        if kind is None and sort is not None:
            kind = plain(sort.get("sort"))
        if kind is None or len(places) != 1:
            raise Unsaid("counters")
        (place,) = self._things(places[0])
        return {"kind": str(kind).lower(), word: place}

    def _gain(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        if thing is not None and thing.kind == "price" and self._orders(who) and not hows:
            symbols = thing.get("symbols")
            if isinstance(symbols, tuple) and set(symbols) == {"{c}"}:
                return [{"gain crystal icons": len(symbols)}]
        if any(until_end(how) for how in hows) == self.lasting:
            raise Unsaid("until when")
        lasts = {"until": "permanent"} if self.lasting else {}
        this = self.phrases.is_this(who)
        if this and thing is not None and any(one.kind == "quoted" for one in listed(thing)):
            if not all(map(until_end, hows)):
                raise Unsaid("an adverb")
            quoted = [one for one in listed(thing) if one.kind in ("quoted", "keyword")]
            others = [one for one in listed(thing) if one not in quoted]
            return [
                *(
                    {**one, "what": "this", **lasts}
                    for part in others
                    for one in self.gains(part, hows)
                ),
                *({**one, "what": "this", **lasts} for one in self._granted(quoted)),
            ]
        return [
            {**gained, "what": one, **lasts}
            for one in self._things(who)
            for gained in self.gains(thing, hows)
        ]

    def gains(self, thing: Node | None, hows: list[Node]) -> list[Entry]:
        """Return what is gained: power and keywords."""
        found: list[Entry] = []
        ends = [each(how, self.phrases) for how in hows if how.kind in ("for_each", "for_every")]
        if not all(until_end(how) or how.kind in ("for_each", "for_every") for how in hows):
            raise Unsaid("an adverb")
        for part in listed(thing):
            if part.kind == "keyword" and plain(part.get("keyword")) in KEYWORDS and not ends:
                found.append({"gain keyword": plain(part.get("keyword"))})
                continue
            if part.kind == "quoted" and not ends:
                found += self._lent(part)
                continue
            quantifier = part.node("quantifier")
            change = "" if quantifier is None else str(quantifier.get("change"))
            if lemma(part) != "power" or not change.startswith("+#") or len(ends) > 1:
                raise Unsaid("what is gained")
            number = int(change[2:])
            found.append({"get power": f"{number} {ends[0]}" if ends else number})
        return found

    def _lent(self, part: Node) -> list[Entry]:
        """Return what an ability in quotation marks gives to other cards than its own."""
        try:
            return self._quoted(part)
        except Unsaid:
            if self.grant is None or self.phrases.name.casefold() in self.said(part).casefold():
                raise
        return [{"gain ability": self.grant(part)}]

    def _quoted(self, part: Node) -> list[Entry]:
        """Return what an ability in quotation marks says cannot be done with or by its Forward."""
        ability = part.node("ability")
        sentences = items(ability, "sentences") or ([ability] if ability else [])
        does = sentences[0].node("does") if len(sentences) == 1 else None
        if (must := forced(does)) is not None:
            return [{"must": must}]
        subject = None if does is None else does.node("subject")
        quantifier = None if subject is None else subject.node("quantifier")
        this = quantifier is not None and quantifier.kind == "this_one"
        if does is None or does.kind != "may" or does.get("modal") != "cannot" or not this:
            raise Unsaid("an ability that is gained")
        being = not_to_be(does.node("acts"), ends=False)
        if being is not None:
            return [{"cannot be": being}]
        return [{"cannot": deed} for deed in deeds_hindered(does.node("acts"), ends=False)]

    def _receive(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing, player = core.node("object"), self._whose(who)
        if thing is None or lemma(thing) != "point" or hows:
            raise Unsaid("what is received")
        least, most = self.phrases.count(thing)
        if least != most:
            raise Unsaid("how many")
        return [{"points of damage": least, "who": player}]

    def _become(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        if not hows or not all(map(until_end, hows)):
            raise Unsaid("until when")
        number, more = becoming(core)
        found = [{"become a forward": number}, *self._granted(more)]
        return [{**gained, "what": one} for one in self._things(who) for gained in found]

    def _granted(self, parts: list[Node]) -> list[Entry]:
        """Return keywords and abilities in quotation marks that are gained."""
        found: list[Entry] = []
        for part in parts:
            if part.kind == "keyword" and plain(part.get("keyword")) in KEYWORDS:
                found.append({"gain keyword": plain(part.get("keyword"))})
            elif part.kind == "quoted" and self.grant is not None:
                found.append({"gain ability": self.grant(part)})
            else:
                raise Unsaid("what is gained")
        return found

    def _lose(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        ends = [each(how, self.phrases) for how in hows if how.kind in ("for_each", "for_every")]
        lasts = [how for how in hows if until_end(how)]
        if thing is None or len(lasts) != 1 or len(ends) > 1 or len(lasts) + len(ends) != len(hows):
            raise Unsaid("until when")
        parts = listed(thing)
        if not ends and all(part.kind == "keyword" for part in parts):
            words = [plain(part.get("keyword")) for part in parts]
            if set(words) - KEYWORDS:
                raise Unsaid("a keyword")
            return [
                {"lose keyword": word, "what": one} for one in self._things(who) for word in words
            ]
        quantifier = thing.node("quantifier")
        own = quantifier is not None and plain(quantifier.get("whose")) in ("their", "its")
        if not ends and lemma(thing) == "ability" and (self.phrases.every(thing) or own):
            return [{"lose abilities": None, "what": one} for one in self._things(who)]
        if lemma(thing) != "power":
            raise Unsaid("what is lost")
        least, most = self.phrases.count(thing)
        if least != most:
            raise Unsaid("how much")
        number = f"{least} {ends[0]}" if ends else least
        return [{"lose power": number, "what": one} for one in self._things(who)]

    def _deal(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        amount, to = core.node("object"), core.get("to")
        if core.kind == "give" and (both := self._to_each_other(who, hows)) is not None:
            return both
        ends: list[str] = []
        base = None
        if amount is not None and amount.kind == "all_of":
            base, amount = self._more(amount)
        power = next((how for how in hows if how.kind == "compared"), None)
        if power is not None and amount is not None and amount.kind == "some_damage":
            return [{"damage": self._equal(power), "to": one} for one in self._things(to)]
        for how in hows:
            if how.kind == "toward" and to is None:
                to = how.get("to")
            else:
                ends.append(each(how, self.phrases))
        if amount is None or to is None or len(ends) > 1:
            raise Unsaid("damage")
        if not self._orders(who) and not self.phrases.is_this(who):
            raise Unsaid("who deals damage")
        least, most = self.phrases.count(amount)
        if least != most:
            raise Unsaid("how much")
        number = f"{least} {ends[0]}" if ends else least
        if base is not None:
            if not ends:
                raise Unsaid("how much")
            number = f"{base} plus {number}"
        player = self.phrases.player(to)
        if lemma(amount) == "point" and player is not None:
            return [{"points of damage": number, "who": player}]
        if lemma(amount) != "damage":
            raise Unsaid("damage")
        return [{"damage": number, "to": one} for one in self._things(to)]

    def _more(self, amount: Node) -> tuple[int, Node]:
        """Return "4000 damage and 1000 more damage" as the number and what comes on top."""
        first, second = amount.node("first"), amount.node("second")
        quantifier = None if second is None else second.node("quantifier")
        if first is None or second is None or quantifier is None or lemma(first) != "damage":
            raise Unsaid("how much")
        least, most = self.phrases.count(first)
        number = quantifier.get("count")
        if quantifier.kind != "so_many_more" or least != most or not isinstance(number, int):
            raise Unsaid("how much")
        exactly = Node("exactly", (("count", number),))
        return least, second.put("quantifier", exactly)

    def _to_each_other(self, who: Value, hows: list[Node]) -> list[Entry] | None:
        """Return that two Forwards deal each other damage equal to their power."""
        power = [how for how in hows if how.kind == "compared"]
        other = [how for how in hows if how.kind == "toward" and inner(how, "to") is not None]
        to = inner(other[0], "to") if len(other) == 1 else None
        if len(power) != 1 or len(hows) != 2 or to is None or to.kind != "the_other":
            return None
        whose = inner(power[0], "to", "quantifier")
        said = "" if whose is None else plain(whose.get("whose"))
        if plain(power[0].get("how")) != "equal to" or lemma(power[0].get("to")) != "power":
            raise Unsaid("how much")
        if isinstance(who, Node) and who.kind == "all_of" and said == "their":
            pair = [one for part in listed(who) for one in self._things(part)]
        elif isinstance(who, Node) and said == "its" and lemma(who) == "forward":
            quantifier = who.node("quantifier")
            each = quantifier is not None and quantifier.kind == "each"
            pair = list(self.groups) if each and self._all_exact() else []
        else:
            pair = []
        if len(pair) != 2 or any(one.startswith(("each", "it")) for one in pair):
            raise Unsaid("who deals damage")
        one, two = pair
        return [
            {"damage": f"power of {one}", "to": two, "from": one},
            {"damage": f"power of {two}", "to": one, "from": two},
        ]

    def _all_exact(self) -> bool:
        """Whether two were chosen, by one phrase or two."""
        counts = [
            1 if isinstance(one, str) else one.get("exactly", 0) for one in self.effect.targets
        ]
        return sum(counts) == 2

    def _equal(self, how: Node) -> str:
        """Return what damage is equal to: the power of something."""
        to = how.node("to")
        quantifier = None if to is None else to.node("quantifier")
        whose = None if quantifier is None else quantifier.get("whose")
        if plain(how.get("how")) != "equal to" or to is None or lemma(to) != "power":
            raise Unsaid("how much")
        if items(to.node("posts")) or items(how.node("posts")):
            raise Unsaid("how much")
        if plain(whose) == "its":
            one = self.it[0] if len(self.it) == 1 else ""
            if one not in ("", _TOP):
                return f"power of {one}"
        if isinstance(whose, Node) and self.phrases.is_this(whose):
            return "power of this"
        raise Unsaid("whose power")

    def _select(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        places = [self.phrases.zone(how.get("what")) for how in hows if comes_from(how, "hand")]
        if len(places) != len(hows) or thing is None or self.phrases.count(thing) != (1, 1):
            raise Unsaid("a selection")
        player = self._whose(who)
        self.it = ["it"]
        self.selected = True
        return [{"select": self.phrases.filter(thing, *places), "by": player}]

    def _cancel(self, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
        thing = core.node("object")
        if hows or thing is None or not self._orders(who) or self.it in ([], [_TOP], ["it"]):
            raise Unsaid("what is cancelled")
        if thing.kind != "it" and not (lemma(thing) == "effect" and is_its(thing)):
            raise Unsaid("what is cancelled")
        return [{"cancel": one} for one in self.it]

    def _search(self, first: Node, second: Node, who: Value) -> list[Entry] | None:
        """Return a search with what is done with the card found; None if it is none."""
        verb = first.get("verb")
        if first.kind != "act_prep" or getattr(verb, "lemma", "") != "search":
            return None
        thing = first.node("object")
        if thing is None or not self._orders(who):
            raise Unsaid("a search")
        self.it, self.found = ["it"], True
        (put,) = self.acts(second, who)
        word = next(iter(put))
        if word not in ("add to hand", "put onto field") or put[word] != "it":
            raise Unsaid("a search")
        to: Entry = {} if word == "add to hand" else {"to": "field"}
        to |= {"dull": True} if put.get("dull") else {}
        return [{"search for any": words, **to, **apart} for words, apart in self._sought(thing)]

    def _sought(self, thing: Node) -> list[tuple[str, Entry]]:
        """Return what is searched for, each card by itself, and what sets it apart from others."""
        if thing.kind == "all_of":
            parts = [part for part in (thing.node("first"), thing.node("second")) if part]
            if {self.phrases.count(part) for part in parts} - {(0, 1), (1, 1)}:
                raise Unsaid("how many")
            return [(self.phrases.filter(part, "in your deck"), {}) for part in parts]
        if thing.kind == "any_of":
            parts = [part for part in (thing.node("first"), thing.node("second")) if part]
            if {self.phrases.count(part) for part in parts} != {(1, 1)}:
                raise Unsaid("how many")
            return [(self.phrases.filter(thing, "in your deck"), {})]
        posts = items(thing.node("posts"))
        unlike = [(post, word) for post in posts if (word := differs_in(post)) is not None]
        kept = tuple(post for post in posts if post not in [one for one, _ in unlike])
        plainly = thing.put("posts", Node("posts", (("items", kept),)))
        least, most = self.phrases.count(plainly)
        if most is None or most > _MOST or least not in (0, most) or len(unlike) > 1:
            raise Unsaid("how many")
        apart: Entry = {f"apart by {unlike[0][1]}": True} if unlike else {}
        return [(self.phrases.filter(plainly, "in your deck"), apart)] * most

    # --- Things ---

    def _things(self, value: Value, zone: str = "", before: list[Entry] | None = None) -> list[str]:
        """Return references to what a phrase is about.

        What is to be one of several is selected first: by an instruction in `before`.
        """
        if not isinstance(value, Node):
            raise Unsaid("a thing")
        if self.shown and is_rest(value):
            return ["each anything in your deck among them"]
        if self.shown and (plainly := without_among(value)) is not None:
            if before is None or self.phrases.count(plainly) != (1, 1):
                raise Unsaid("how many")
            before.append({"select": self.phrases.filter(plainly, "in your deck among them")})
            self.it = ["it"]
            return ["it"]
        if value.kind in ("them", "they", "those_ones") and self.it in ([], [_TOP], ["it"]):
            if self.several is not None:
                return [self.several]
            if self.it != ["it"] or not self.found:  # what sets it off is one thing
                raise Unsaid("what they are")
        if value.kind in ("it", "them", "they", "those_ones"):
            if not self.it or self.it == [_TOP]:
                raise Unsaid("what it is")
            return list(self.it)
        if self.it == [_TOP] and lemma(value) == "card":
            raise Unsaid("what it is")
        if value.kind in ("the_former", "the_latter") and len(self.groups) == 2:
            return [self.groups[value.kind == "the_latter"]]
        if self.phrases.is_this(value):
            return ["this"]
        first, second = value.node("first"), value.node("second")
        if value.kind == "all_of" and self.phrases.is_this(first) and second is not None:
            self.phrases.own_it = True
            others = self._things(second)
            self.phrases.own_it = False
            return ["this", *others]
        if value.kind == "all_of" and first is not None and second is not None and not zone:
            return [*self._things(first), *self._things(second)]
        if value.get("noun") is None:
            raise Unsaid("a thing")
        if (self.groups or self.selected) and says_other(value):  # than what was chosen or selected
            raise Unsaid("other than what")
        if self.phrases.every(value) and not zone:
            every = self.phrases.filter(value)
            self.several = None if _CHANGES.search(every) else f"each {every}"
            return [f"each {every}"]
        if (chosen := self._chosen(value)) is not None:
            return [chosen]
        if before is None or self.phrases.count(value) != (1, 1):
            raise Unsaid("a thing")
        before.append({"select": self.phrases.filter(value, *([zone] if zone else []))})
        self.it = ["it"]
        return ["it"]

    def _chosen(self, phrase: Node) -> str | None:
        """Return the one of what was chosen that "the Forward" is; None if it is not told apart."""
        quantifier = phrase.node("quantifier")
        if quantifier is None or quantifier.kind != "the" or items(phrase.node("posts")):
            return None
        phrase = without_chosen(phrase)
        words = self.phrases.filter(phrase)
        said = [one if isinstance(one, str) else one["of"] for one in self.effect.targets]
        found = [number for number, one in enumerate(said, 1) if words in one.split()]
        return f"target {found[0]}" if len(found) == 1 else None


_VERBS: Mapping[str, Callable[[Effects, Node, Value, list[Node]], list[Entry]]] = {
    "choose": Effects._choose,
    "draw": Effects._draw,
    "discard": Effects._discard,
    **dict.fromkeys(("return", "add", "put", "play"), Effects._move),
    "remove": Effects._remove,
    "place": Effects._place,
    "gain": Effects._gain,
    "lose": Effects._lose,
    "receive": Effects._receive,
    "deal": Effects._deal,
    "select": Effects._select,
    "reveal": Effects._reveal,
    "cancel": Effects._cancel,
}
"""What reads the act of a verb."""
