"""What may be done: as though something else were so, more often, or at any time."""

from __future__ import annotations

from kb.cards.mtg.as_though import DESPITE_DEFENDER
from kb.cards.mtg.effects.letting import additional_lands
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node


class Allowing(StandingReader):
    """Reads what may be done."""

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

    def _commander(self, clause: Node, subject: Node) -> list[Entry]:
        """Read "can block only creatures with flying".

        "Can be your commander" matters before the game alone.
        """
        acts = clause.node("acts")
        if acts is not None and acts.kind == DESPITE_DEFENDER:
            return [{"static": {"attacks despite defender": self.whom(subject)}}]
        if (more := _blocks_more(acts)) is not None:
            number = {"blocks any number": self.whom(subject)}
            return [
                {"static": {"blocks more": more, "what": self.whom(subject)} if more else number}
            ]
        thing = None if acts is None or verb_of(acts) != "block" else acts.node("object")
        if acts is not None and acts.kind == "act" and thing is not None:
            of = thing.node("of") if thing.kind == "portion_of" else None
            if of is None or of.kind != "bare" or plain(thing.get("portion")) != "only":
                raise Unsaid("what it can block")
            return [
                {"static": {"blocks only": self.phrases.filter(of), "what": self.whom(subject)}}
            ]
        what = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        if not self.phrases.is_this(subject) or lemma(what) != "commander":
            raise Unsaid("can")
        return [{"static": {"for the deck": "can be your commander"}}]


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


def more_lands(clause: Node, subject: Node) -> int:
    """Return how many additional lands one may play on each of one's turns; 0 if not said."""
    acts = clause.node("acts")
    how, core = (None, None) if acts is None else (acts.node("how"), acts.node("act"))
    number = additional_lands(core)
    if not number or subject.kind != "you" or plain(clause.get("modal")) != "may" or how is None:
        return 0
    return number if plain(how.get("time")) == "on each of your turns" else 0


def _turn_of_any_player(turn: Node | None) -> bool:
    """Whether a turn is that of any player."""
    quantifier = None if turn is None else turn.node("quantifier")
    any_player = None if quantifier is None else quantifier.node("whose")
    return lemma(turn) == "turn" and lemma(any_player) == "player"
