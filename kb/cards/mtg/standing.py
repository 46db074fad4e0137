"""What static abilities become in the words of card files."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.as_though import DESPITE_DEFENDER, blocked_by_all, despite_defender
from kb.cards.mtg.effects.changing import still
from kb.cards.mtg.effects.clauses import additional_lands
from kb.cards.mtg.effects.creating import exceptions
from kb.cards.mtg.effects.damage import would_be_dealt
from kb.cards.mtg.effects.players import the_game
from kb.cards.mtg.effects.reader import Abilities
from kb.cards.mtg.effects.sentences import Effects
from kb.cards.mtg.effects.shapes import (
    base_size,
    in_addition,
    is_described,
    quantifier_of,
    size_of,
    unfold,
)
from kb.cards.mtg.effects.sources import damage_grows
from kb.cards.mtg.elsewhere import cast_free, played_from
from kb.cards.mtg.limits import untap_limit
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import is_on_the_battlefield, kind_of_counters
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.ward import ward_of
from kb.cards.values import Node, Noun

Entry = dict[str, Any]

_DAMAGE = {"damage": "", "combat damage": "combat", "noncombat damage": "noncombat"}
_DEALT = {
    "to": ("prevent damage to",),
    "by": ("prevent damage by",),
    "to and dealt by": ("prevent damage to", "prevent damage by"),
}
_BASIC_LANDS = frozenset(("Plains", "Island", "Swamp", "Mountain", "Forest"))
_HELD_BACK = {"cannot attack", "cannot block", "cannot be blocked"}
_CASTERS = {"you": "you", "your opponents": "opponent"}


class Standing:
    """Reads one sentence of a static ability."""

    def __init__(self, phrases: Phrases, abilities: Abilities) -> None:
        self.phrases = phrases
        self.abilities = abilities
        self.about_this = False

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
        if clause.kind == "under" and (grows := damage_grows(clause, self.phrases)) is not None:
            return [{"static": grows}]
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
        subject = clause.node("subject")
        if subject is None:
            raise Unsaid("a subject")
        if (blocked := blocked_by_all(clause)) is not None:
            return [{"static": {"blocked by all able": self._whom(blocked)}}]
        if clause.kind == "may" and (found := self._barred(clause, subject)) is not None:
            return found
        if clause.kind == "may" and (whose := self._whose_abilities(clause, subject)) is not None:
            return [{"static": {"cannot activate": whose}}]
        if clause.kind == "may" and (number := _more_lands(clause, subject)):
            return [{"static": {"additional lands": number}}]
        if clause.kind == "may" and plain(clause.get("modal")) in ("can not", "cannot"):
            return self._cannot(clause.node("acts"), self._spells(subject))
        if clause.kind == "may" and str(clause.get("modal")).startswith("can not"):
            return self._cannot(clause.node("acts"), self._spells(subject))
        if clause.kind == "does_not":
            return self._stays_tapped(clause.node("acts"), self._whom(subject))
        if clause.kind == "may" and plain(clause.get("modal")) == "can":
            return self._commander(clause, subject)
        if clause.kind != "does":
            raise Unsaid(clause.kind)
        return self._acts(clause.node("acts"), subject)

    def _enters_as_copy(self, clause: Node) -> Entry | None:
        """Read "you may have this creature enter as a copy of any creature", "except it's …"."""
        but = clause.node("but") if clause.kind == "except_that" else None
        does = clause if but is None else clause.node("does")
        subject = None if does is None or does.kind != "may" else does.node("subject")
        core, hows = unfold(None if does is None else does.node("acts"))
        if subject is None or subject.kind != "you" or core is None or core.kind != "have_do":
            return None
        inner, how = core.node("act"), hows[0] if len(hows) == 1 else None
        copy = how.node("what") if how is not None and plain(how.get("prep")) == "as" else None
        of = items(None if copy is None else copy.node("posts"))
        copied = of[0].node("what") if len(of) == 1 and of[0].kind == "of" else None
        thing = None if inner is None or inner.kind != "act" else inner.node("object")
        if lemma(copy) != "copy" or verb_of(inner) != "enter" or copied is None:
            return None
        quantifier = copied.node("quantifier")
        one = quantifier is not None and quantifier.kind in ("a", "any", "another")
        if not (self.phrases.is_this(core.node("whom")) and one):
            raise Unsaid("what it enters as")
        if thing is not None and lemma(thing) != "battlefield":
            raise Unsaid("where it enters")
        words = self.phrases.filter(copied)
        if "card" in words.split():
            raise Unsaid("a copy of a card")
        made: Entry = {"enters as copy of": words}
        if but is None:
            return made
        who = but.node("subject")
        if who is None or who.kind not in ("it", "he", "she"):
            raise Unsaid("except")
        return {**made, "except": exceptions(but.node("acts"), self.phrases, self.abilities)}

    def _unless(self, clause: Node) -> list[Entry] | None:
        """Read "this land enters tapped unless you control two or more other lands".

        So it is with what can't attack or block.
        """
        tail, does = clause.node("tail"), clause.node("does")
        if tail is None or does is None or plain(tail.get("word")) != "unless":
            return None
        subject = does.node("subject")
        if subject is None or not self.phrases.is_this(subject):
            raise Unsaid("unless")
        if does.kind == "may" and plain(does.get("modal")).startswith("can not"):
            made = self._cannot(does.node("acts"), self._whom(subject))
            if not all(set(one["static"]) <= _HELD_BACK for one in made):
                raise Unsaid("unless")
        else:
            made = [{"static": {"enters tapped": "this"}}]
            if does.kind != "does" or self._acts(does.node("acts"), subject) != made:
                raise Unsaid("unless")
        condition = self.phrases.condition(tail.node("condition"))
        return [{**one, "unless": condition} for one in made]

    def _attacks_only(self, clause: Node) -> list[Entry] | None:
        """Read "this creature can't attack unless defending player controls an Island"."""
        tail, does = clause.node("tail"), clause.node("does")
        said = (
            None if tail is None or plain(tail.get("word")) != "unless" else tail.node("condition")
        )
        who, acts = (None, None) if said is None else (said.node("subject"), said.node("acts"))
        states = [plain(one.get("state")) for one in items(who and who.node("describers"))]
        if lemma(who) != "player" or states != ["defending"] or does is None or acts is None:
            return None
        thing = acts.node("object") if acts.kind == "act" and verb_of(acts) == "control" else None
        quantifier, subject = thing and thing.node("quantifier"), does.node("subject")
        if quantifier is None or quantifier.kind != "a" or subject is None or does.kind != "may":
            raise Unsaid("unless")
        made = self._cannot(does.node("acts"), self._whom(subject))
        if [list(one["static"]) for one in made] != [["cannot attack"]]:
            raise Unsaid("unless")
        return [
            {"static": {"attacks who has": self.phrases.filter(thing), "what": self._whom(subject)}}
        ]

    def _as_though_flash(self, clause: Node) -> list[Entry] | None:
        """Read "you may cast creature spells as though they had flash"."""
        tail, does = clause.node("tail"), clause.node("does")
        if tail is None or does is None or plain(tail.get("word")) != "as though":
            return None
        if self._as_unblocked(does.node("acts"), tail.node("condition")):
            return [{"static": "as unblocked"}]
        had, acts, subject = tail.node("condition"), does.node("acts"), does.node("subject")
        more = had.node("second") if had is not None and had.kind == "and_condition" else None
        had = had if more is None or had is None else had.node("first")
        grants = items(None if had is None or (a := had.node("acts")) is None else a.node("grants"))
        flash = [self.phrases.keyword(grant) for grant in grants] == ["flash"]
        by_you = subject is not None and subject.kind == "you" and does.kind == "may"
        thing = None if acts is None or acts.kind != "act" else acts.node("object")
        casts = verb_of(acts) == "cast" and thing is not None and thing.kind == "bare"
        if not (flash and by_you and casts):
            raise Unsaid("as though")
        words = self.phrases.filter(thing)
        if not words.endswith("spell"):
            raise Unsaid("which spells")
        besides = [] if more is None else self.read(more)
        return [{"static": {"flash for": words}}, *besides]

    def _as_unblocked(self, acts: Node | None, tail: Node | None) -> bool:
        """Whether one may have this assign its combat damage as though it weren't blocked."""
        whom = None if acts is None or acts.kind != "have_do" else acts.node("whom")
        inner = None if acts is None or whom is None else acts.node("act")
        damage = None if inner is None else inner.node("object")
        being = None if tail is None else tail.node("acts")
        complement = None if being is None or being.kind != "be_so" else being.node("complement")
        be = None if being is None else being.node("be")
        return (
            self.phrases.is_this(whom)
            and verb_of(inner) == "assign"
            and lemma(damage) == "combat damage"
            and be is not None
            and be.kind == "were_not"
            and complement is not None
            and plain(complement.get("past")) == "blocked"
        )

    def _any_time(self, clause: Node) -> str:
        """Return whose loyalty abilities may be activated any time: the card's, or all of yours."""
        acts, subject = clause.node("acts"), clause.node("subject")
        how, act = (None, None) if acts is None else (acts.node("how"), acts.node("act"))
        thing = None if act is None else act.node("object")
        posts = items(None if thing is None else thing.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        whose = items(None if of is None else of.node("posts"))
        if (
            subject is None
            or subject.kind != "you"
            or verb_of(act) != "activate"
            or how is None
            or plain(how.get("manner")) != "any time you could cast a instant"
            or lemma(thing) != "loyalty ability"
            or of is None
            or len(whose) != 1
        ):
            return ""
        if whose[0].kind == "placed" and plain(whose[0].get("prep")) == "on":
            its_own = self.phrases.is_this(of.put("posts", None))
            on_any = its_own and _turn_of_any_player(whose[0].node("what"))
            return "own loyalty at instant speed" if on_any else ""
        yours = (str(whose[0].get("subject")), plain(whose[0].get("verb"))) == ("you^c", "control")
        turns = items(whose[0].node("how"), "adverbs")
        if not yours or lemma(of) != "planeswalker" or len(turns) != 1:
            return ""
        return "loyalty at instant speed" if _turn_of_any_player(turns[0].node("what")) else ""

    def _whose_abilities(self, clause: Node, subject: Node) -> str | None:
        """Read "activated abilities of artifacts your opponents control can't be activated"."""
        acts = clause.node("acts")
        done = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        words = [plain(one.get("past")) for one in items(subject.node("describers"))]
        posts = items(subject.node("posts"))
        if lemma(subject) != "ability" or words != ["activated"] or len(posts) != 1:
            return None
        cannot = str(clause.get("modal")).startswith("can not")
        what = posts[0].node("what") if posts[0].kind == "of" else None
        if not cannot or done is None or plain(done.get("past")) != "activated" or what is None:
            raise Unsaid("abilities")
        if what.kind != "bare":
            raise Unsaid("whose abilities")
        return self.phrases.filter(what)

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

    def _enters_if(self, opening: Node, does: Node) -> list[Entry]:
        """Read "if this was kicked, it enters with two +1/+1 counters on it"."""
        said = opening.node("condition")
        condition = self.phrases.condition(said)
        self.about_this = self.phrases.is_this(None if said is None else said.node("subject"))
        made = self.read(does)
        ours = {"this was kicked", "this was cast by you", "this was cast from your hand"}
        before = condition.endswith(" this turn") and not condition.startswith(("this ", "it "))
        if condition not in ours and not before and " you control is at " not in condition:
            raise Unsaid("when it enters")
        if [*made[0]["static"]][:1] != ["enters with"] or "what" in made[0]["static"]:
            raise Unsaid("how it enters")
        return [{**one, "if": condition} for one in made]

    def _stays_tapped(self, acts: Node | None, whom: str) -> list[Entry]:
        """Read "doesn't untap during its controller's untap step"."""
        core = None if acts is None or acts.kind != "act_how" else acts.node("act")
        how = None if acts is None else acts.node("how")
        step = None if how is None or how.kind != "prep" else how.node("what")
        untap = core is not None and core.kind == "act_alone" and verb_of(core) == "untap"
        if (
            not untap
            or lemma(step) != "untap step"
            or step is None
            or items(step.node("describers"))
        ):
            raise Unsaid("not")
        quantifier = step.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
        if lemma(whose) != "controller" and not (yours and whom == "this"):
            raise Unsaid("whose untap step")
        return [{"static": {"stays tapped": whom}}]

    def _commander(self, clause: Node, subject: Node) -> list[Entry]:
        """Read "can block only creatures with flying".

        "Can be your commander" matters before the game alone.
        """
        acts = clause.node("acts")
        if acts is not None and acts.kind == DESPITE_DEFENDER:
            return [{"static": {"attacks despite defender": self._whom(subject)}}]
        if (more := _blocks_more(acts)) is not None:
            number = {"blocks any number": self._whom(subject)}
            return [
                {"static": {"blocks more": more, "what": self._whom(subject)} if more else number}
            ]
        thing = None if acts is None or verb_of(acts) != "block" else acts.node("object")
        if acts is not None and acts.kind == "act" and thing is not None:
            of = thing.node("of") if thing.kind == "portion_of" else None
            if of is None or of.kind != "bare" or plain(thing.get("portion")) != "only":
                raise Unsaid("what it can block")
            return [
                {"static": {"blocks only": self.phrases.filter(of), "what": self._whom(subject)}}
            ]
        what = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        if not self.phrases.is_this(subject) or lemma(what) != "commander":
            raise Unsaid("can")
        return [{"static": {"for the deck": "can be your commander"}}]

    def _spells(self, subject: Node) -> str:
        """Return whom something is said of, also "creature spells you cast"."""
        posts = items(subject.node("posts"))
        cast = len(posts) == 1 and plain(posts[0].get("verb")) == "cast"
        if not cast or str(posts[0].get("subject")) != "you^c" or lemma(subject) != "spell":
            return self._whom(subject)
        if items(posts[0].node("how"), "adverbs"):
            raise Unsaid("which spells")
        words = self._whom(subject.put("posts", None))
        return " or ".join(f"{one} you control" for one in words.split(" or "))

    def _whom(self, subject: Node) -> str:
        if subject.kind in ("it", "he", "she") and self.about_this:
            return "this"
        quantifier = subject.node("quantifier")
        if quantifier is not None and quantifier.kind not in ("each", "all", "this_one"):
            raise Unsaid("which")
        return self.phrases.filter(subject)

    def _acts(self, acts: Node | None, subject: Node) -> list[Entry]:
        if acts is None:
            raise Unsaid("an act")
        if acts.kind in ("and_act", "comma_act", "comma_and_act"):
            return [
                *self._acts(acts.node("first"), subject),
                *self._acts(acts.node("second"), subject),
            ]
        if acts.kind == "and_may" and plain(acts.get("modal")) == "can":
            can = Node(
                "may", (("subject", subject), ("modal", "can"), ("acts", acts.node("second")))
            )
            return [*self._acts(acts.node("first"), subject), *self._commander(can, subject)]
        if acts.kind == "and_may" and str(acts.get("modal")).startswith("can not"):
            return [
                *self._acts(acts.node("first"), subject),
                *self._cannot(acts.node("second"), self._whom(subject)),
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
        if (amount := self._sized(acts, subject)) is not None:
            one = lemma(subject)  # none of "power and toughness"
            return [{"static": {f"{one} is" if one else "power and toughness": amount}}]
        whom = self._whom(subject)
        if acts.kind in ("have_grants", "act_grants"):
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
        if acts.kind == "be_so" and (land := _basic_land(acts.node("complement"))):
            return [{"static": {"lands are": land, "what": whom}}]
        also = {} if each is None else in_addition(each)
        core = acts.node("act") if also else acts
        if core is not None and core.kind == "be_so" and whom == "this":
            if also:
                look = {**self._look(core.node("complement")), **also}
                if "keeps colors" in look and "colors" not in look:
                    raise Unsaid("a colour")
                return [{"static": {"become": look, "what": whom}}]
            return [{"static": {"become": self._look(acts.node("complement")), "what": whom}}]
        raise Unsaid(acts.kind)

    def _look(self, thing: Node | None) -> Entry:
        """Read "a 4/4 Soldier creature with flying that's still a planeswalker"."""
        if thing is None or lemma(thing) != "creature" or self.phrases.count(thing) != 1:
            raise Unsaid("what it is")
        posts = items(thing.node("posts"))
        rest = [post for post in posts if post.kind != "that_does"]
        if any(not still(post.node("acts")) for post in posts if post.kind == "that_does"):
            raise Unsaid("what it is")
        effects = Effects(self.phrases, str, str, self.abilities)
        made = effects.described(items(thing.node("describers")), rest)
        made["types"] = [*made.get("types", []), "creature"]
        made.pop("called", None)
        if "power" not in made:
            raise Unsaid("a size")
        return {**made, "keeps types": True} if len(rest) < len(posts) else made

    def _prevents(self, acts: Node | None) -> list[Entry]:
        """Read "prevent all combat damage that would be dealt to and dealt by this creature"."""
        core, hows = unfold(acts)
        thing = None if core is None or core.kind != "act" else core.node("object")
        if thing is None or verb_of(core) != "prevent" or lemma(thing) not in _DAMAGE:
            raise Unsaid("prevent")
        quantifier = thing.node("quantifier")
        if quantifier is None or quantifier.kind != "all":
            raise Unsaid("which damage")
        about: Entry = {} if not _DAMAGE[lemma(thing)] else {_DAMAGE[lemma(thing)]: True}
        words = [plain(one.get("state")) for one in items(thing.node("describers"))]
        if words == ["noncombat"]:
            about = {"noncombat": True}
        elif words:
            raise Unsaid("which damage")
        made: list[Entry] = []
        during: Entry = {}
        for how in (*would_be_dealt(thing), *hows):
            if plain(how.get("time")) == "during your turn":
                during = {"while": "it is your turn"}
                continue
            preps = _DEALT.get(plain(how.get("prep"))) if how.kind == "prep" else None
            if preps is None:
                raise Unsaid("prevent")
            whom = "this" if self.phrases.is_this(how.node("what")) else self._them(how)
            made += [{"static": {prep: whom, **about}} for prep in preps]
        if not made or (len(made) > 1 and during):
            raise Unsaid("prevent")
        return [{**one, **during} for one in made]

    def _them(self, how: Node) -> str:
        """Return all of a kind: "you and permanents you control"."""
        what = how.node("what")
        parts = (
            [what]
            if what is None or what.kind != "all_of"
            else [what.node("first"), what.node("second")]
        )
        said = []
        for part in parts:
            if part is None or part.kind not in ("you", "bare", "small_bare"):
                raise Unsaid("to what")
            said.append("you" if part.kind == "you" else self.phrases.filter(part))
        return " or ".join(said)

    def _barred(self, clause: Node, subject: Node) -> list[Entry] | None:
        """Read "your opponents can't cast noncreature spells", "can't gain life"."""
        acts, who = clause.node("acts"), _barred_players(subject)
        negated = str(clause.get("modal")).startswith("can not")
        if who is not None and negated and (number := _most_draws(acts)) is not None:
            return [{"static": {"draws at most": number, "who": who}}]
        thing = None if acts is None or acts.kind != "act" else acts.node("object")
        if who is None or thing is None or not negated:
            return None
        if verb_of(acts) in ("lose", "win") and the_game(thing):
            return [{"static": {f"cannot {verb_of(acts)}": who}}]
        if thing.kind != "bare":
            return None
        if verb_of(acts) == "gain" and lemma(thing) == "life" and not _described(thing):
            return [{"static": {"cannot gain life": who}}]
        if verb_of(acts) == "cast":
            words = self.phrases.filter(thing)
            if not all(word.endswith("spell") for word in words.split(" or ")):
                raise Unsaid("which spells")
            return [{"static": {"cannot cast": words, "who": who}}]
        return None

    def _for_each(self, acts: Node, how: Node, whom: str) -> list[Entry]:
        """Read "gets +1/+1 for each artifact you control"."""
        one, inner = how.node("each"), acts.node("act")
        grants = items(None if inner is None else inner.node("grants"))
        change = len(grants) == 1 and grants[0].kind == "change" and verb_of(inner) == "get"
        if one is None or one.kind != "one_each" or not change:
            raise Unsaid("for each")
        power, toughness = size_of(str(grants[0].get("change")))
        counted = self.phrases.number_of(one)
        if not isinstance(power, int) or not isinstance(toughness, int):
            raise Unsaid("a size")
        if counted.endswith(" counters on this"):
            kind = counted.removesuffix(" counters on this")
            raised = {"boost per counter": whom, "power": power, "toughness": toughness}
            return [{"static": {**raised, "kind": kind}}]
        words = counted.removeprefix("number of ")
        if words == counted or any(word in words for word in ("power ", "toughness ", "counter")):
            raise Unsaid("what is counted")
        boost = {"boost each": whom, "power": power, "toughness": toughness, "of": words}
        return [{"static": boost}]

    def own_cost(self, clause: Node | None) -> list[Entry] | None:
        """Read "this spell costs {1} less to cast for each artifact you control"; else None."""
        tail = clause.node("tail") if clause is not None and clause.kind == "tailed" else None
        does = clause if clause is None or tail is None else clause.node("does")
        subject, acts = (None, None) if does is None else (does.node("subject"), does.node("acts"))
        inner = None if acts is None or acts.kind != "in_order" else acts.node("act")
        act = None if inner is None else inner.node("act")
        if verb_of(act) != "cost" or not self.phrases.is_this(subject):
            return None
        if act is None or acts is None or inner is None or does is None or does.kind != "does":
            raise Unsaid("cost")
        how, goal, price = inner.node("how"), acts.node("goal"), act.node("price")
        less = "" if how is None else plain(how.get("manner"))
        symbols = None if price is None else price.get("symbols")
        number = str(symbols[0]).strip("{}") if isinstance(symbols, tuple) else ""
        if less not in ("less", "more") or not number.isdecimal() or symbols != (f"{{{number}}}",):
            raise Unsaid("cost")
        each = None if goal is None or goal.kind != "act_how" else goal.node("how")
        amount: int | str = int(number)
        if each is not None:
            goal = None if goal is None else goal.node("act")
            if each.kind != "for_each" or tail is not None:
                raise Unsaid("cost")
            counted = self.phrases.number_of(each.node("each"))
            if not counted.startswith("number of "):
                raise Unsaid("what is counted")
            amount = counted if amount == 1 else f"{number} times {counted}"
        if goal is None or goal.kind != "act_alone" or verb_of(goal) != "cast":
            raise Unsaid("cost")
        made: Entry = {"static": {f"costs {less}": amount}}
        if tail is not None:
            if tail.kind != "only_if" or plain(tail.get("word")) != "if":
                raise Unsaid("when it costs less")
            made["if"] = self.phrases.condition(tail.node("condition"))
        return [made]

    def _cost(self, acts: Node, subject: Node) -> Entry:
        """Read "instant spells you cast cost {1} less to cast"."""
        inner, goal = acts.node("act"), acts.node("goal")
        how, act = (None, None) if inner is None else (inner.node("how"), inner.node("act"))
        less = "" if how is None else plain(how.get("manner"))
        price = None if act is None or act.kind != "act_price" else act.node("price")
        symbols = None if price is None else price.get("symbols")
        number = str(symbols[0]).strip("{}") if isinstance(symbols, tuple) else ""
        if verb_of(act) != "cost" or less not in ("less", "more") or not number.isdecimal():
            raise Unsaid("cost")
        posts = items(subject.node("posts"))
        at = self._aimed_at(posts[-1]) if posts else None
        posts = posts if at is None else posts[:-1]
        by = posts[0] if len(posts) == 1 and posts[0].kind == "related" else Node("nobody", ())
        who = _CASTERS.get(plain(by.get("subject"))) if posts else "each"
        to_cast = goal is not None and goal.kind == "act_alone" and verb_of(goal) == "cast"
        casts = plain(by.get("verb")) == "cast" and not items(by.node("how"), "adverbs")
        casts |= not posts
        if who is None or not casts or not to_cast or symbols != (f"{{{number}}}",):
            raise Unsaid("whose spells")
        words = self.phrases.filter(subject.put("posts", None))
        if subject.kind != "bare" or not words.endswith("spell"):
            raise Unsaid("which spells")
        whose = {} if who == "you" else {"whose": who}
        aimed = {} if at is None else {"at": at}
        return {f"spells cost {less}": int(number), "what": words, **whose, **aimed}

    def _aimed_at(self, post: Node) -> str | None:
        """Return what "that target a creature you control" says of spells; None if nothing is."""
        acts = post.node("acts") if post.kind == "that_does" else None
        if verb_of(acts) != "target" or acts is None or acts.kind != "act":
            return None
        what = acts.node("object")
        if what is None or not (self.phrases.is_this(what) or quantifier_of(what) == "a"):
            raise Unsaid("what is targeted")
        return self.phrases.filter(what)

    def _sized(self, acts: Node, subject: Node) -> int | str | None:
        """Return to what the power and toughness of the card are equal, if that is what is said."""
        how = acts.node("how") if acts.kind == "act_how" else None
        inner = acts.node("act") if acts.kind == "act_how" else None
        quantifier = subject.node("quantifier")
        head = subject.node("noun")
        if how is None or how.kind != "equal" or inner is None or head is None:
            return None
        both = head.kind == "and_noun"
        if inner.kind == "act_how" and (each := inner.node("how")) is not None:
            if plain(each.get("manner")) != "each" or not both:
                return None
            inner = inner.node("act")
        if inner is None or inner.kind != "be_alone" or plain(how.get("how")) != "equal to":
            return None
        if quantifier is None or quantifier.kind != "of_whose":
            return None
        if not both and (lemma(subject) not in ("power", "toughness") or is_described(subject)):
            return None
        if not self.phrases.is_this(quantifier.node("whose")):
            return None
        amount = self.phrases.amount(how.get("to"))
        known = ("life of you", "cards in hand of you")
        counted = re.sub(r"^\d+ times ", "", str(amount))
        if not counted.startswith("number of ") and counted not in known:
            raise Unsaid("what is counted")
        return amount

    def _grant(self, grant: Node, whom: str) -> Entry:
        if re.search(r"\bspell\b", whom):
            raise Unsaid("what a spell has on the stack")
        inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
        ability = None if inner is None or inner.kind != "quoted" else inner.node("ability")
        if ability is not None:
            if whom != "this":
                self.phrases.spares_own_name(ability)
            return {"static": {"grant": self.abilities(ability), "to": whom}}
        if (ward := ward_of(inner, self.phrases)) is not None:
            return {"static": {"grant": {"abilities": [ward]}, "to": whom}}
        if inner is not None and inner.kind == "change":
            power, toughness = size_of(str(inner.get("change")))
            if not isinstance(power, int) or not isinstance(toughness, int):
                raise Unsaid("a size")
            return {"static": {"boost": whom, "power": power, "toughness": toughness}}
        if inner is not None and inner.kind == "base_size":
            return {"static": {"size": whom, **base_size(inner)}}
        return {"static": {"keyword": self.phrases.keyword(grant), "for": whom}}

    def _enters(self, acts: Node, whom: str) -> list[Entry]:
        how, inner = acts.node("how"), acts.node("act")
        thing = None if inner is None else inner.node("object")
        if how is not None and how.kind == "prep" and plain(how.get("prep")) == "with":
            return self._enters_with(how.node("what"), whom)
        if how is None or how.kind != "manner" or plain(how.get("manner")) != "tapped":
            raise Unsaid("how it enters")
        if thing is not None and lemma(thing) != "battlefield":
            raise Unsaid("where it enters")
        return [{"static": {"enters tapped": whom}}]

    def _enters_equal(self, acts: Node, equal: Node, whom: str) -> list[Entry]:
        """Read "enters with a number of +1/+1 counters on it equal to …"."""
        how, entering = acts.node("how"), acts.node("act")
        thing = None if how is None or plain(how.get("prep")) != "with" else how.node("what")
        posts = items(None if thing is None else thing.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        plainly = verb_of(entering) == "enter" and plain(equal.get("how")) == "equal to"
        if lemma(thing) != "number" or of is None or not plainly or whom != "this":
            raise Unsaid("how it enters")
        several = Node("phrase", (("quantifier", Node("a", ())), *of.parts), of.style, of.span)
        (made,) = self._enters_with(several, whom)
        made["static"]["enters with"] = self.phrases.amount(equal.get("to"))
        return [made]

    def _enters_with_x(self, clause: Node) -> list[Entry]:
        """Read "enters with X +1/+1 counters on it, where X is …"."""
        where, does = clause.node("where"), clause.node("does")
        subject = None if where is None else where.node("subject")
        if where is None or subject is None or subject.kind != "x" or self.phrases.x:
            raise Unsaid("where")
        self.phrases.x = "where"
        made = self.read(does)
        self.phrases.x = ""
        static = made[0]["static"] if len(made) == 1 else {}
        if not isinstance(static, dict) or static.get("enters with") != "x" or "what" in static:
            raise Unsaid("where")
        static["enters with"] = self.phrases.amount(where.get("amount"))
        return made

    def _enters_for_each(self, acts: Node, each: Node, whom: str) -> list[Entry]:
        """Read "enters with a +1/+1 counter on it for each …"."""
        one = each.node("each")
        if one is None or one.kind != "one_each" or verb_of(acts.node("act")) != "enter":
            raise Unsaid("for each")
        (made,) = self._enters(acts, whom)
        if "enters with" not in made["static"] or whom != "this":
            raise Unsaid("how it enters")
        number, counted = made["static"]["enters with"], self.phrases.number_of(one)
        made["static"]["enters with"] = counted if number == 1 else f"{number} times {counted}"
        return [made]

    def _enters_with(self, thing: Node | None, whom: str) -> list[Entry]:
        describers = items(None if thing is None else thing.node("describers"))
        posts = items(None if thing is None else thing.node("posts"))
        on_it = (
            len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
        )
        if describers and plain(describers[0].get("state")) == "additional":
            describers = describers[1:]
        if thing is None or lemma(thing) != "counter" or not describers or not on_it:
            raise Unsaid("how it enters")
        on = posts[0].node("what")
        if on is None or on.kind not in ("it", "him", "her", "them"):
            raise Unsaid("how it enters")
        kind = kind_of_counters(describers)
        number = self.phrases.count(thing)
        known = isinstance(number, int) or (
            number == "x" and self.phrases.x in ("mana", "where") and whom == "this"
        )
        if not known:
            raise Unsaid("how it enters")
        what = {} if whom == "this" else {"what": whom}
        return [{"static": {"enters with": number, "kind": kind, **what}}]

    def _if_able(self, acts: Node, whom: str) -> list[Entry]:
        how, inner = acts.node("how"), acts.node("act")
        words = "" if how is None else plain(how.get("manner"))
        if words == "if able" and inner is not None and inner.kind == "act_how":
            when, core = inner.node("how"), inner.node("act")
            each = when is not None and plain(when.get("time")) in ("each combat", "each turn")
            attacks = core is not None and core.kind == "act_alone" and verb_of(core) == "attack"
            if each and attacks:
                return [{"static": {"attacks if able": whom}}]
        raise Unsaid("attack")

    def _cannot(self, acts: Node | None, whom: str) -> list[Entry]:
        if acts is None:
            raise Unsaid("an act")
        if acts.kind == "or_act":
            return [
                *self._cannot(acts.node("first"), whom),
                *self._cannot(acts.node("second"), whom),
            ]
        if acts.kind == "act_alone" and verb_of(acts) in ("attack", "block"):
            return [{"static": {f"cannot {verb_of(acts)}": whom}}]
        if acts.kind == "act_how" and acts.node("how") is not None:
            return self._blocked_by(acts.node("act"), acts.node("how"), whom)
        complement = acts.node("complement") if acts.kind == "be_so" else None
        past = None if complement is None or complement.kind != "done" else complement.get("past")
        if plain(past) == "blocked":
            return [{"static": {"cannot be blocked": whom}}]
        if plain(past) == "countered" and (whom == "this" or "spell" in whom):
            return [{"static": {"cannot be countered": whom}}]
        raise Unsaid("cannot")

    def _blocked_by(self, core: Node | None, how: Node | None, whom: str) -> list[Entry]:
        """Read "can't be blocked by Walls", "except by two or more creatures"."""
        complement = core.node("complement") if core is not None and core.kind == "be_so" else None
        past = None if complement is None or complement.kind != "done" else complement.get("past")
        what = how.node("what") if how is not None and how.kind == "prep" else None
        if how is None or plain(past) != "blocked" or what is None:
            raise Unsaid("cannot")
        quantifier = what.node("quantifier")
        prep, kind = plain(how.get("prep")), "" if quantifier is None else quantifier.kind
        if prep == "by" and what.kind in ("bare", "any_of") and quantifier is None:
            return [{"static": {"cannot be blocked by": self.phrases.filter(what), "what": whom}}]
        if prep == "except by" and what.kind in ("bare", "any_of") and quantifier is None:
            return [{"static": {"blocked only by": self.phrases.filter(what), "what": whom}}]
        if prep == "except by" and kind == "bounded" and quantifier is not None:
            said, bound = plain(quantifier.get("count")), plain(quantifier.get("bound"))
            if bound == "or more" and said in NUMBERS and self.phrases.filter(what) == "creature":
                return [{"static": {"least blockers": NUMBERS[said], "what": whom}}]
        of = what.node("of") if what.kind == "portion_of" else None
        exactly = None if of is None else of.node("quantifier")
        if prep == "by" and of is not None and plain(what.get("portion")) == "more than":
            said = "" if exactly is None else plain(exactly.get("count"))
            if said in NUMBERS and self.phrases.filter(of) == "creature":
                return [{"static": {"most blockers": NUMBERS[said], "what": whom}}]
        raise Unsaid("cannot")


def _blocks_more(acts: Node | None) -> int | None:
    """Return how many more creatures one can block each combat, 0 for any number; else None."""
    how, core = (
        (None, acts)
        if acts is None or acts.kind != "act_how"
        else (acts.node("how"), acts.node("act"))
    )
    thing = (
        None
        if core is None or core.kind != "act" or verb_of(core) != "block"
        else core.node("object")
    )
    quantifier = None if thing is None else thing.node("quantifier")
    if (
        thing is None
        or quantifier is None
        or lemma(thing) != "creature"
        or items(thing.node("posts"))
    ):
        return None
    describers = [plain(one.get("state")) for one in items(thing.node("describers"))]
    if quantifier.kind == "any_number" and not describers and how is None:
        return 0
    each_combat = how is not None and plain(how.get("time")) == "each combat"
    number = 1 if quantifier.kind == "a" else NUMBERS.get(plain(quantifier.get("count")), 0)
    return number or None if describers == ["additional"] and each_combat else None


def _more_lands(clause: Node, subject: Node) -> int:
    """Return how many additional lands one may play on each of one's turns; 0 if not said."""
    acts = clause.node("acts")
    how, core = (None, None) if acts is None else (acts.node("how"), acts.node("act"))
    number = additional_lands(core)
    if not number or subject.kind != "you" or plain(clause.get("modal")) != "may" or how is None:
        return 0
    return number if plain(how.get("time")) == "on each of your turns" else 0


def _most_draws(acts: Node | None) -> int | None:
    """Return how many cards are drawn of "draw more than one card each turn"; None if not said."""
    core, hows = unfold(acts)
    thing = None if core is None or verb_of(core) != "draw" else core.node("object")
    if thing is None or thing.kind != "portion_of" or plain(thing.get("portion")) != "more than":
        return None
    cards, when = thing.node("of"), [plain(how.get("time")) for how in hows]
    counted = None if cards is None else cards.node("quantifier")
    if cards is None or lemma(cards) != "card" or _described(cards) or when != ["each turn"]:
        return None
    if counted is None or counted.kind != "exactly":
        return None
    return NUMBERS.get(str(counted.get("count")))


def _described(node: Node) -> bool:
    return bool(items(node.node("describers")) or items(node.node("posts")))


def _barred_players(subject: Node) -> str | None:
    """Return of which players something is said; None if of none."""
    if subject.kind == "you":
        return "you"
    quantifier = subject.node("quantifier")
    if _described(subject):
        return None
    if quantifier is None:
        return "each" if subject.kind == "bare" and lemma(subject) == "player" else None
    if lemma(subject) == "opponent":
        yours = plain(quantifier.get("whose")) == "your"
        return "opponent" if yours or quantifier.kind == "each" else None
    return "each" if lemma(subject) == "player" and quantifier.kind == "each" else None


def _turn_of_any_player(turn: Node | None) -> bool:
    quantifier = None if turn is None else turn.node("quantifier")
    any_player = None if quantifier is None else quantifier.node("whose")
    return lemma(turn) == "turn" and lemma(any_player) == "player"


def _basic_land(thing: Node | None) -> str:
    """Return the basic land of "is an Island" or "are Mountains"; empty for anything else."""
    noun = None if thing is None or thing.kind not in ("phrase", "bare") else thing.node("noun")
    if noun is None or noun.kind != "named" or thing is None:
        return ""
    alone = not items(thing.node("describers")) and not items(thing.node("posts"))
    found = noun.get("noun")
    name = found.lemma if isinstance(found, Noun) else ""
    return name if alone and name in _BASIC_LANDS else ""
