"""Sentences of static abilities: under which condition what is so."""

from __future__ import annotations

from kb.cards.mtg.as_though import blocked_by_all, blocked_if_able, despite_defender
from kb.cards.mtg.daylight import enters_by_day
from kb.cards.mtg.effects.shapes import is_described, quantifier_of
from kb.cards.mtg.effects.sources import damage_grows, damage_leaves
from kb.cards.mtg.elsewhere import cast_free, played_from
from kb.cards.mtg.limits import leaves_tapped, untap_limit
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import is_on_the_battlefield
from kb.cards.mtg.standing.allowing import Allowing, more_lands
from kb.cards.mtg.standing.barring import Barring
from kb.cards.mtg.standing.being import Being
from kb.cards.mtg.standing.entering import Entering
from kb.cards.mtg.standing.having import Having
from kb.cards.mtg.standing.preventing import Preventing
from kb.cards.mtg.standing.prices import Prices
from kb.cards.mtg.standing.reader import Entry
from kb.cards.values import Node


class Standing(Allowing, Barring, Being, Entering, Having, Preventing, Prices):
    """Reads one sentence of a static ability."""

    def read(self, clause: Node | None) -> list[Entry]:
        """Return what a sentence says as static abilities."""
        if clause is None:
            raise Unsaid("a clause")
        if (found := self.own_cost(clause)) is not None:
            return found
        if (attacks := despite_defender(clause)) is not None:
            return self.read(attacks)
        if clause.kind == "tailed" and (found := self._as_though_flash(clause)) is not None:
            return found
        if (copied := self._enters_as_copy(clause)) is not None:
            return [{"static": copied}]
        if (played := played_from(clause, self.phrases)) is not None:
            return played
        if (free := cast_free(clause, self.phrases)) is not None:
            return free
        if clause.kind == "may" and (any_time := self._any_time(clause)):
            return [{"static": any_time}]
        if clause.kind == "tailed" and (found := self._attacks_only(clause)) is not None:
            return found
        if clause.kind == "tailed" and (found := self._unless(clause)) is not None:
            return found
        if clause.kind == "tailed":
            return self._while(clause.node("tail"), clause.node("does"))
        if clause.kind == "under" and (chosen := self._chosen_as_it_enters(clause)):
            return [{"static": chosen}]
        if clause.kind == "under" and (grows := damage_grows(clause, self.phrases)) is not None:
            return [{"static": grows}]
        if (leaves := damage_leaves(clause)) is not None:
            return [{"static": leaves}]
        if enters_by_day(clause, self.phrases):
            return [{"static": "enters by day"}]
        if clause.kind == "under" and (found := self._leaves_if(clause)) is not None:
            return found
        if clause.kind == "under":
            return self._while(clause.node("opening"), clause.node("does"))
        if clause.kind == "where_clause":
            return self._enters_with_x(clause)
        if clause.kind == "clauses":
            return [*self.read(clause.node("first")), *self.read(clause.node("second"))]
        if clause.kind == "do":
            return self._prevents(clause.node("acts"))
        if (limited := untap_limit(clause, self.phrases)) is not None:
            return [{"static": limited}]
        if leaves_tapped(clause, self.phrases):
            return [{"static": "may stay tapped"}]
        subject = clause.node("subject")
        if subject is None:
            raise Unsaid("a subject")
        if (blocked := blocked_by_all(clause)) is not None:
            return [{"static": {"blocked by all able": self.whom(blocked)}}]
        if clause.kind == "may" and (found := self._barred(clause, subject)) is not None:
            return found
        if clause.kind == "may" and self._of_less_power(clause, subject):
            return [{"static": {"cannot be blocked by smaller": "this"}}]
        if clause.kind == "may" and (whose := self._whose_abilities(clause, subject)) is not None:
            return [{"static": {"cannot activate": whose}}]
        if clause.kind == "may" and (number := more_lands(clause, subject)):
            return [{"static": {"additional lands": number}}]
        if clause.kind == "may" and plain(clause.get("modal")) in ("can not", "cannot"):
            return self._cannot(clause.node("acts"), self._spells(subject))
        if clause.kind == "may" and plain(clause.get("modal")) == "must":
            return self._must(clause.node("acts"), self.whom(subject))
        if clause.kind == "may" and str(clause.get("modal")).startswith("can not"):
            return self._cannot(clause.node("acts"), self._spells(subject))
        if clause.kind == "does_not":
            return self._stays_tapped(clause.node("acts"), self.whom(subject))
        if clause.kind == "may" and plain(clause.get("modal")) == "can":
            return self._commander(clause, subject)
        if clause.kind != "does":
            raise Unsaid(clause.kind)
        return self.acts(clause.node("acts"), subject)

    def _while(self, opening: Node | None, does: Node | None) -> list[Entry]:
        """Read "as long as you control an artifact"."""
        if opening is None or opening.kind not in ("only_if", "if"):
            raise Unsaid("when it is so")
        if plain(opening.get("word")) == "if" and does is not None:
            return self._enters_if(opening, does)
        if plain(opening.get("word")) != "as long as":
            raise Unsaid("when it is so")
        does = does if does is None else despite_defender(does) or does
        subject = None if does is None else does.node("subject")
        said = opening.node("condition")
        if (elsewhere := self._off_the_battlefield(said, does)) is not None:
            return elsewhere
        condition = self.phrases.condition(said)
        self.about_this = self.phrases.is_this(None if said is None else said.node("subject"))
        pronoun = self.about_this and subject is not None and subject.kind in ("it", "he", "she")
        if condition.startswith("this ") and not (pronoun or self.phrases.is_this(subject)):
            raise Unsaid("it")  # what it is said of, and not the card itself
        return [{**one, "while": condition} for one in self.read(does)]

    def _leaves_if(self, clause: Node) -> list[Entry] | None:
        """Read "if you control a creature, damage that would reduce …": asked as it is dealt."""
        opening, does = clause.node("opening"), clause.node("does")
        leaves = None if does is None else damage_leaves(does)
        if leaves is None or opening is None or plain(opening.get("word")) != "if":
            return None
        return [{"static": leaves, "while": self.phrases.condition(opening.node("condition"))}]

    def _off_the_battlefield(self, said: Node | None, does: Node | None) -> list[Entry] | None:
        """Read "as long as this card isn't on the battlefield, it's a creature, too"."""
        acts = None if said is None or said.kind != "does" else said.node("acts")
        if said is None or acts is None or not is_on_the_battlefield(acts, negated=True):
            return None
        subject = None if does is None else does.node("subject")
        about = subject is not None and (subject.kind == "it" or self.phrases.is_this(subject))
        if not self.phrases.is_this(said.node("subject")) or not about:
            raise Unsaid("what is not on the battlefield")
        self.about_this = True
        made = self.read(does)
        if any("become" not in one["static"] for one in made):
            raise Unsaid("what it does elsewhere")
        return [{**one, "unless": "this is permanent"} for one in made]

    def acts(self, acts: Node | None, subject: Node) -> list[Entry]:
        """Return what is said of a subject as static abilities."""
        if acts is None:
            raise Unsaid("an act")
        you, others = subject.node("first"), subject.node("second")
        both = subject.kind == "all_of" and acts.kind == "have_grants" and others is not None
        if both and you is not None and you.kind == "you" and others is not None:
            return [*self.acts(acts, you), *self.acts(acts, others)]
        if acts.kind in ("and_act", "comma_act", "comma_and_act"):
            return [
                *self.acts(acts.node("first"), subject),
                *self.acts(acts.node("second"), subject),
            ]
        if acts.kind == "and_may" and plain(acts.get("modal")) == "can":
            can = Node(
                "may", (("subject", subject), ("modal", "can"), ("acts", acts.node("second")))
            )
            return [*self.acts(acts.node("first"), subject), *self._commander(can, subject)]
        if acts.kind == "and_may" and plain(acts.get("modal")) == "must":
            must = self._must(acts.node("second"), self.whom(subject))
            return [*self.acts(acts.node("first"), subject), *must]
        if acts.kind == "and_may" and str(acts.get("modal")).startswith("can not"):
            return [
                *self.acts(acts.node("first"), subject),
                *self._cannot(acts.node("second"), self.whom(subject)),
            ]
        if subject.kind == "you" and acts.kind == "act" and verb_of(acts) == "control":
            words = self.phrases.filter(acts.node("object"))
            if not words.startswith("enchanted ") or " or " in words:
                raise Unsaid("control")
            return [{"static": {"control": words}}]
        if subject.kind == "you":
            grants = items(acts.node("grants"))
            if acts.kind == "have_grants" and [self.phrases.keyword(g) for g in grants] == [
                "hexproof"
            ]:
                return [{"static": {"hexproof": "you"}}]
            size = acts.node("object") if acts.kind == "have" else None
            quantifier = None if size is None else size.node("quantifier")
            none = quantifier is not None and quantifier.kind == "no"
            if lemma(size) == "maximum hand size" and none:
                return [{"static": {"no maximum hand size": None}}]
            raise Unsaid("you")
        if acts.kind == "in_order":
            return [{"static": self._cost(acts, subject)}]
        if self.still_is(acts, subject):
            return []
        if (amount := self._sized(acts, subject)) is not None:
            one = lemma(subject)  # none of "power and toughness"
            return [{"static": {f"{one} is" if one else "power and toughness": amount}}]
        gives = acts.kind in ("have_grants", "act_grants") and verb_of(acts) != "lose"
        whom = self.whom(subject, by_choice=gives)
        if acts.kind in ("have_grants", "act_grants"):
            if acts.kind == "act_grants" and verb_of(acts) == "lose":
                lost_ones = [self.phrases.keyword(one) for one in items(acts.node("grants"))]
                return [{"static": {"lose keyword": one, "for": whom}} for one in lost_ones]
            if acts.kind == "act_grants" and verb_of(acts) not in ("get", "gain"):
                raise Unsaid(verb_of(acts))
            return [self._grant(one, whom) for one in items(acts.node("grants"))]
        each = acts.node("how") if acts.kind == "act_how" else None
        if each is not None and each.kind == "for_each":
            within = acts.node("act")
            if within is not None and within.kind == "act_how":
                return self._enters_for_each(within, each, whom)
            return self._for_each(acts, each, whom)
        if acts.kind == "act_how" and verb_of(acts.node("act")) == "enter":
            return self._enters(acts, whom)
        if each is not None and each.kind == "equal" and (inner := acts.node("act")) is not None:
            return self._enters_equal(inner, each, whom)
        if each is not None and plain(each.get("manner")) == "if able":
            return self._if_able(acts, whom)
        lost = acts.node("object") if acts.kind == "act" and verb_of(acts) == "lose" else None
        if lost is not None and lemma(lost) == "ability" and quantifier_of(lost) == "all":
            if is_described(lost):
                raise Unsaid("which abilities")
            return [{"static": {"lose abilities": whom}}]
        if (found := self.is_so(acts, whom)) is not None:
            return found
        raise Unsaid(acts.kind)

    def _must(self, acts: Node | None, whom: str) -> list[Entry]:
        """Read "must be blocked if able"."""
        if blocked_if_able(acts) != ():
            raise Unsaid("must")
        return [{"static": {"blocked if able": whom}}]

    def _if_able(self, acts: Node, whom: str) -> list[Entry]:
        """Read "attacks each combat if able", "blocks each combat if able"."""
        how, inner = acts.node("how"), acts.node("act")
        words = "" if how is None else plain(how.get("manner"))
        if words == "if able" and inner is not None and inner.kind == "act_how":
            when, core = inner.node("how"), inner.node("act")
            each = when is not None and plain(when.get("time")) in ("each combat", "each turn")
            alone = core is not None and core.kind == "act_alone"
            if each and alone and (verb := verb_of(core)) in ("attack", "block"):
                return [{"static": {f"{verb}s if able": whom}}]
        raise Unsaid("attack")
