"""What cannot be done: attacking and blocking, untapping, casting, drawing, activating."""

from __future__ import annotations

from kb.cards.mtg.effects.players import the_game
from kb.cards.mtg.effects.shapes import is_described, unfold
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node

_HELD_BACK = {"cannot attack", "cannot block", "cannot be blocked"}


class Barring(StandingReader):
    """Reads what cannot be done."""

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
            made = self._cannot(does.node("acts"), self.whom(subject))
            if not all(set(one["static"]) <= _HELD_BACK for one in made):
                raise Unsaid("unless")
        else:
            made = [{"static": {"enters tapped": "this"}}]
            if does.kind != "does" or self.acts(does.node("acts"), subject) != made:
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
        made = self._cannot(does.node("acts"), self.whom(subject))
        if [list(one["static"]) for one in made] != [["cannot attack"]]:
            raise Unsaid("unless")
        return [
            {"static": {"attacks who has": self.phrases.filter(thing), "what": self.whom(subject)}}
        ]

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

    def _spells(self, subject: Node) -> str:
        """Return whom something is said of, also "creature spells you cast"."""
        posts = items(subject.node("posts"))
        cast = len(posts) == 1 and plain(posts[0].get("verb")) == "cast"
        if not cast or str(posts[0].get("subject")) != "you^c" or lemma(subject) != "spell":
            return self.whom(subject)
        if items(posts[0].node("how"), "adverbs"):
            raise Unsaid("which spells")
        words = self.whom(subject.put("posts", None))
        return " or ".join(f"{one} you control" for one in words.split(" or "))

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
        if verb_of(acts) == "gain" and lemma(thing) == "life" and not is_described(thing):
            return [{"static": {"cannot gain life": who}}]
        if verb_of(acts) == "cast":
            words = self.phrases.filter(thing)
            if not all(word.endswith("spell") for word in words.split(" or ")):
                raise Unsaid("which spells")
            return [{"static": {"cannot cast": words, "who": who}}]
        return None

    def _of_less_power(self, clause: Node, subject: Node) -> bool:
        """Whether this is "creatures with power less than this creature's power can't block it"."""
        acts, posts = clause.node("acts"), items(subject.node("posts"))
        sized = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "with" else None
        compared = [] if sized is None else items(sized.node("posts"))
        if acts is None or acts.kind != "act" or verb_of(acts) != "block" or len(compared) != 1:
            return False
        blocked, than = acts.node("object"), compared[0].get("to")
        it = blocked is not None and (blocked.kind == "it" or self.phrases.is_this(blocked))
        less = compared[0].kind == "compared" and plain(compared[0].get("how")) == "less than"
        alone = lemma(subject) == "creature" and subject.kind == "bare"
        alone = alone and not items(subject.node("describers")) and lemma(sized) == "power"
        cannot = str(clause.get("modal")).startswith("can not")
        return alone and it and less and cannot and self.phrases.amount(than) == "power of this"

    def _cannot(self, acts: Node | None, whom: str) -> list[Entry]:
        """Read "can't attack or block", "can't be blocked", "can't be countered"."""
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


def _most_draws(acts: Node | None) -> int | None:
    """Return how many cards are drawn of "draw more than one card each turn"; None if not said."""
    core, hows = unfold(acts)
    thing = None if core is None or verb_of(core) != "draw" else core.node("object")
    if thing is None or thing.kind != "portion_of" or plain(thing.get("portion")) != "more than":
        return None
    cards, when = thing.node("of"), [plain(how.get("time")) for how in hows]
    counted = None if cards is None else cards.node("quantifier")
    if cards is None or lemma(cards) != "card" or is_described(cards) or when != ["each turn"]:
        return None
    if counted is None or counted.kind != "exactly":
        return None
    return NUMBERS.get(str(counted.get("count")))


def _barred_players(subject: Node) -> str | None:
    """Return of which players something is said; None if of none."""
    if subject.kind == "you":
        return "you"
    quantifier = subject.node("quantifier")
    if is_described(subject):
        return None
    if quantifier is None:
        return "each" if subject.kind == "bare" and lemma(subject) == "player" else None
    if lemma(subject) == "opponent":
        yours = plain(quantifier.get("whose")) == "your"
        return "opponent" if yours or quantifier.kind == "each" else None
    return "each" if lemma(subject) == "player" and quantifier.kind == "each" else None
