"""What field abilities give, hinder and make cheaper, in the words of card files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kb.cards.fftcg.amounts import CAST, cards_cast, each, ends_of, scaled, scales
from kb.cards.fftcg.clauses import becoming, listed, this_turn
from kb.cards.fftcg.conditions import condition_of
from kb.cards.fftcg.damage import replaced
from kb.cards.fftcg.effects.gaining import gains
from kb.cards.fftcg.effects.reader import EffectReader
from kb.cards.fftcg.forbidding import (
    forced,
    hindrances,
    not_cast,
    not_played,
    obliged,
    quoted_clause,
)
from kb.cards.fftcg.history import happened
from kb.cards.fftcg.nodes import (
    Unsaid,
    items,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    unfold,
    verb_of,
    whose,
    word_in,
)
from kb.cards.fftcg.paying import paying
from kb.cards.fftcg.phrases import CASTING, Phrases
from kb.cards.values import Node

Entry = dict[str, Any]


class Standing:
    """Reads the field abilities of one card.

    Parameters
    ----------
    phrases : Phrases
        The phrases of the card.
    name : str
        What the card is called.
    said : callable
        A part of the text as it is printed.
    read : callable
        Makes abilities of a line.
    """

    def __init__(
        self,
        phrases: Phrases,
        name: str,
        said: Callable[[Node], str],
        read: Callable[[Node], list[Entry]],
    ) -> None:
        self.phrases = phrases
        self.read = read
        self.name = name
        self._said = said

    def abilities(self, does: Node | None, condition: str = "always") -> list[Entry]:
        """Return what a field ability gives, and to what."""
        if condition == "always" and does is not None and self._attacks_twice(does):
            return [{"static": {"attacks twice": None}}]
        if does is not None and does.kind == "under":
            when, does = _in_turn_of_condition(does)
            if when is not None and condition == "always":
                return self.abilities(does, when)
            if (harm := replaced(does, self.phrases)) is not None:
                if harm.lasts or not isinstance(harm.whom, Node):
                    raise Unsaid("until when")
                whom = harm.whom
                what = "this" if self.phrases.is_this(whom) else self._any(whom)
                return [{"static": {**harm.entry, harm.word: what, **_while(condition)}}]
            opening = does.node("opening")
            if opening is not None and opening.kind == "if" and condition == "always":
                asked, then = opening.node("condition"), does.node("does")
                said = condition_of(asked, self.phrases)
                it = None if then is None else then.node("subject")
                if said == "this is on the field" and then and asked and it and it.kind == "it":
                    then = then.put("subject", asked.get("subject"))
                return self.abilities(then, said)
            if (today := self._today(does)) is not None and condition == "always":
                return self.abilities(today[1], today[0])
            turn = None if opening is None else _TURNS.get(self._said(opening).rstrip(","))
            if turn is not None and condition == "always":
                return self.abilities(does.node("does"), turn)
            if opening is not None and opening.kind == "first":
                return self._given(
                    does.node("does"), items(opening.node("adverbs"), "adverbs"), condition
                )
        when, does = _in_turn(does)
        if when is not None and condition != "always":
            raise Unsaid("two conditions")
        return self._given(does, [], when or condition)

    def _today(self, does: Node) -> tuple[str, Node | None] | None:
        """Return what has to have happened "during this turn", and what is so then."""
        opening, under = does.node("opening"), does.node("does")
        said = "" if opening is None else self._said(opening).rstrip(",")
        inside = None if under is None or under.kind != "under" else under.node("opening")
        if said != "During this turn" or under is None or inside is None or inside.kind != "if":
            return None
        condition = inside.node("condition")
        past = None if condition is None else happened(condition, self.phrases, today=True)
        return None if past is None else (past, under.node("does"))

    def _attacks_twice(self, does: Node) -> bool:
        ways = [f"{who} can attack twice in the same turn" for who in (self.name, "This Forward")]
        return does.kind == "may" and self._said(does).rstrip(".") in ways

    def _given(self, does: Node | None, hows: list[Node], condition: str) -> list[Entry]:
        if does is not None and does.kind == "may" and does.get("modal") == "cannot" and not hows:
            barred = not_cast(does, self.phrases)
            if barred is not None:
                return [{"static": {**barred, **_while(condition)}}]
            kept = not_played(does, self.phrases) if condition == "always" else None
            return self._hindered(does, condition) if kept is None else [{"static": kept}]
        if does is not None and does.kind == "may" and does.get("modal") == "must" and not hows:
            return self._obliged(does, condition)
        if condition == "always" and not hows and (only := self._cast_only(does)) is not None:
            return [{"static": {"cast only": only}}]
        if does is not None and not hows and (found := paying(does, self.phrases)):
            if condition != "always" and next(iter(found)).startswith("paid only"):
                raise Unsaid("a condition")
            return [{"static": {**found, **_while(condition)}}]
        if (several := self._several(does)) is not None and condition == "always" and not hows:
            return [{"static": {"plays several": several}}]
        if (free := self._free_parties(does)) is not None and condition == "always" and not hows:
            return [{"static": {"parties of any element": free}}]
        if does is None or does.kind != "does":
            raise Unsaid("a field ability")
        subject, act = does.get("subject"), does.node("acts")
        act, more_hows = unfold(act)
        hows = [*hows, *more_hows]
        if act is None or not isinstance(subject, Node):
            raise Unsaid("a field ability")
        said = _while(condition)
        if act.kind == "act_before" and self.phrases.is_this(subject) and not hows:
            number, more = becoming(act)
            return [
                {"static": {"becomes a forward": number, **said}},
                *self._own(more, said),
            ]
        complement = act.node("complement") if act.kind == "be_so" else None
        if word_in(complement, "past") == "increased" and lemma(subject) == "cost":
            return [{"static": {**self._dearer(subject, hows), **said}}]
        if act.kind == "be_so" and lemma(subject) == "cost":
            return [{"static": {**self._cheaper(subject, act, hows), **said}}]
        if verb_of(act) == "increase" and lemma(subject) == "cost":
            return [{"static": {**self._dearer(subject, hows), **said}}]
        if self._enters_dull(act, hows):
            what = self.phrases.all_of(subject)
            if "control" in what:  # who controls it is not known before it is there
                raise Unsaid("whose")
            return [{"static": {"enters dull": what, **said}}]
        verb = verb_of(act)
        if act.kind != "act" or verb not in ("gain", "lose"):
            raise Unsaid("a field ability")
        what = self.phrases.all_of(subject)
        if verb == "lose":
            return [{"static": {"loses power": self._lost(act, hows), "what": what, **said}}]
        parts = listed(act.node("object"))
        plainly = [part for part in parts if part.kind != "quoted"]
        if what == "this" and len(plainly) < len(parts) and not hows:
            return self._own(parts, said)
        quoted = [self._quoted(part) for part in parts if part.kind == "quoted"]
        gained = [one for part in plainly for one in self._gains(part, hows)]
        words = {"get power": "gains power", "gain keyword": "gains keyword"}
        return [
            {"static": {words[word]: value, "what": what, **said}}
            for one in gained
            for word, value in one.items()
        ] + [{"static": {**one, "what": what, **said}} for found in quoted for one in found]

    def _gains(self, part: Node, hows: list[Node]) -> list[Entry]:
        return gains(EffectReader(self.phrases, self._said, lambda: 0), part, hows)

    def _enters_dull(self, act: Node, hows: list[Node]) -> bool:
        """Whether something "enters the field dull"."""
        verb = verb_of(act)
        field = act.kind == "act" and verb == "enter" and lemma(act.get("object")) == "field"
        return field and [word_in(how, "manner") for how in hows] == ["dull"]

    def _lost(self, act: Node, hows: list[Node]) -> str | int:
        """Return how much power is lost."""
        thing = act.node("object")
        ends = ends_of(hows, self.phrases)
        if thing is None or lemma(thing) != "power" or len(ends) != len(hows) or len(ends) > 1:
            raise Unsaid("what is lost")
        return scaled(self.phrases.number(thing, "how much"), ends)

    def _own(self, parts: list[Node], said: Entry) -> list[Entry]:
        """Return what the card itself gains: power, keywords, abilities in quotation marks."""
        made: list[Entry] = []
        words = {"get power": "gains power", "gain keyword": "gains keyword"}
        held = {"held while": said["while"]} if said else {}
        for part in parts:
            body = part.node("ability") if part.kind == "quoted" else None
            if body is None:
                for gained in self._gains(part, []):
                    ((word, value),) = gained.items()
                    made.append({"static": {words[word]: value, "what": "this", **said}})
                continue
            for one in self.read(body):
                static = one.get("static")
                if static is None:
                    made.append({**one, **held})
                elif said and ("while" in static or "attacks twice" in static):
                    raise Unsaid("two conditions")
                else:
                    made.append({**one, "static": {**static, **said}})
        return made

    def _hindered(self, does: Node, condition: str) -> list[Entry]:
        """Return what a field ability says that something cannot do, or be."""
        subject = does.node("subject")
        if subject is None:
            raise Unsaid("what")
        what = self.phrases.all_of(subject)
        found = hindrances(does.node("acts"), self.phrases)
        return [{"static": {**one, "what": what, **_while(condition)}} for one in found]

    def _obliged(self, does: Node, condition: str) -> list[Entry]:
        """Return what a field ability says that something has to do if it can."""
        subject = does.node("subject")
        if subject is None:
            raise Unsaid("what")
        act, hows = unfold(does.node("acts"))
        if self.phrases.player(subject) == "opponent" and act is not None and act.kind == "act":
            blocked = act.node("object")
            possible = [word_in(how, "manner") for how in hows] == ["if possible"]
            if verb_of(act) != "block" or blocked is None or not possible:
                raise Unsaid("what must be done")
            what = self.phrases.all_of(blocked)
            return [{"static": {"to be blocked": None, "what": what, **_while(condition)}}]
        what = self.phrases.all_of(subject)
        must = obliged(does, ends=False)
        return [{"static": {"must": must, "what": what, **_while(condition)}}]

    def _cast_only(self, does: Node | None) -> str | None:
        """Return when "you can only cast" the card; None for other clauses."""
        condition = None
        if does is not None and does.kind == "only_under":
            condition, does = does.node("condition"), does.node("does")
        acts = None if does is None else does.node("acts")
        how = acts.node("how") if acts is not None and acts.kind == "act_how" else None
        only = acts.node("act") if how is not None and acts is not None else acts
        act = None if only is None or only.kind != "act_before" else only.node("act")
        if does is None or act is None or does.kind != "may" or does.get("modal") != "can":
            return None
        cast = verb_of(act) == "cast" and act.kind == "act"
        this = cast and self.phrases.is_this(act.get("object"))
        only_word = only is not None and word_in(only, "how") == "only"
        if not this or not only_word or self.phrases.player(does.get("subject")) != "you":
            return None
        if condition is not None and how is None:
            return condition_of(condition, self.phrases)
        what = None if how is None else how.node("what")
        during = how is not None and word_in(how, "prep") == "during" and condition is None
        word = {"turn": "it is your turn", "main phase": "it is your main phase"}.get(lemma(what))
        if whose(what) != "your" or not during or word is None:
            raise Unsaid("when it is cast")
        return word

    def _quoted(self, part: Node) -> list[Entry]:
        """Return what an ability in quotation marks gives: "This Forward cannot be …"."""
        does = quoted_clause(part)
        if (must := forced(does)) is not None:
            return [{"must": must}]
        if does is None or does.kind != "may" or does.get("modal") != "cannot":
            raise Unsaid("an ability that is gained")
        if quantifier_kind(does.node("subject")) != "this_one":
            raise Unsaid("what")
        return hindrances(does.node("acts"), self.phrases)

    def _several(self, does: Node | None) -> str | None:
        """Return of which element "you can play 2 or more Light Characters"; None for others."""
        if does is None or does.kind != "may" or does.get("modal") != "can":
            return None
        said = _SEVERAL.fullmatch(self._said(does))
        return None if said is None else said[1].lower()

    def _free_parties(self, does: Node | None) -> str | None:
        """Return what "can form a party with Forwards of any Element"; None for others."""
        act = None if does is None or does.kind != "may" else does.node("acts")
        subject = None if does is None else does.get("subject")
        if does is None or act is None or act.kind != "act" or verb_of(act) != "form":
            return None
        said = self._said(act)
        if does.get("modal") != "can" or said != "form a party with Forwards of any Element":
            return None
        if not isinstance(subject, Node):
            return None
        return self.phrases.all_of(subject)

    def _any(self, subject: Node) -> str:
        """Return what "a Forward you control" is about: any of them."""
        if not self.phrases.every(subject) and self.phrases.count(subject) != (1, 1):
            raise Unsaid("which")
        return self.phrases.filter(subject)

    def _dearer(self, subject: Node, hows: list[Node]) -> Entry:
        """Return by how much casting something costs players more."""
        posts = posts_of(subject)
        if len(posts) != 1 or len(hows) != 1:
            raise Unsaid("a cost")
        ((post,), (by,)) = posts, hows
        what, who = post.get("what"), _WHOM.get(word_in(post, "word"))
        if who is None or verb_of(post) != "cast" or not isinstance(what, Node):
            raise Unsaid("whose cost")
        if by.kind != "prep_number" or word_in(by, "prep") != "by":
            raise Unsaid("a cost")
        return {"costs more": by.get("number"), "what": self.phrases.filter(what), "who": who}

    def _cheaper(self, subject: Node, act: Node, hows: list[Node]) -> Entry:
        """Return by how much casting something costs less."""
        complement = act.node("complement")
        if complement is None or word_in(complement, "past") != "reduced":
            raise Unsaid("a cost")
        (post,) = posts_of(subject) or [Node("")]
        what = post.get("what")
        casts = verb_of(post) in ("cast", "casting")
        if post.kind not in ("to_do", "for_doing") or not casts:
            raise Unsaid("a cost")
        amount, ends, least = None, [], False
        if cards_cast(hows):
            hows, ends = [how for how in hows if not scales(how) and not this_turn(how)], [CAST]
        for how in hows:
            if how.kind == "prep_number" and word_in(how, "prep") == "by":
                amount = how.get("number")
            elif how.kind == "remark" and self._said(how).strip("()") == "it cannot become 0":
                least = True
            else:
                ends.append(each(how, self.phrases))
        if amount is None or len(ends) > 1 or not isinstance(what, Node):
            raise Unsaid("a cost")
        return {
            "costs less": f"{amount} {ends[0]}" if ends else amount,
            "what": "this" if self.phrases.is_this(what) else self.phrases.filter(what),
            "words": CASTING.get(post.style, "pay the cost to cast"),
            **({"at least one": True} if least else {}),
        }


_WHOM = {
    "required for your opponent to": "opponent",
    "required for all players to": "players",
}
"""Whom the cost of something is said to be for."""

_SEVERAL = re.compile(r"You can play 2 or more (Light|Dark) Characters onto the field")

_TURNS = {
    "During your turn": "it is your turn",
    "During your opponent's turn": "it is your opponent's turn",
}


def _in_turn(does: Node | None) -> tuple[str | None, Node | None]:
    """Return in whose turn "it gains Haste during your turn" is so, and what is so then."""
    acts = None if does is None else does.node("acts")
    how = acts.node("how") if acts is not None and acts.kind == "act_how" else None
    what = None if how is None else how.node("what")
    if does is None or acts is None or what is None or word_in(how, "prep") != "during":
        return None, does
    if lemma(what) != "turn" or posts_of(what) or does.get("modal") == "can":
        return None, does
    if whose(what) == "your":
        return "it is your turn", does.put("acts", acts.node("act"))
    if lemma(owner_of(what)) == "opponent":
        return "it is your opponent's turn", does.put("acts", acts.node("act"))
    return None, does


def _in_turn_of_condition(under: Node) -> tuple[str | None, Node]:
    """Return in whose turn "if it is dealt damage during your turn" holds, and what is left."""
    opening = under.node("opening")
    said = opening.node("condition") if opening is not None and opening.kind == "if" else None
    when, bare = _in_turn(said if said is not None and said.kind == "does" else None)
    if opening is None or when is None:
        return None, under
    return when, under.put("opening", opening.put("condition", bare))


def _while(condition: str) -> Entry:
    return {"while": condition} if condition != "always" else {}
