"""What static abilities become in the words of card files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.cards.mtg.effects import size_of
from kb.cards.mtg.phrases import Phrases, Unsaid, items, lemma, plain, verb_of
from kb.cards.values import Node

Entry = dict[str, Any]


class Standing:
    """Reads one sentence of a static ability."""

    def __init__(self, phrases: Phrases, abilities: Callable[[Node], Entry]) -> None:
        self.phrases = phrases
        self.abilities = abilities

    def read(self, clause: Node | None) -> list[Entry]:
        """Return what a sentence says as static abilities."""
        if clause is None:
            raise Unsaid("a clause")
        if clause.kind == "clauses":
            return [*self.read(clause.node("first")), *self.read(clause.node("second"))]
        subject = clause.node("subject")
        if subject is None:
            raise Unsaid("a subject")
        if clause.kind == "may" and plain(clause.get("modal")) in ("can not", "cannot"):
            return self._cannot(clause.node("acts"), self._whom(subject))
        if clause.kind == "may" and str(clause.get("modal")).startswith("can not"):
            return self._cannot(clause.node("acts"), self._whom(subject))
        if clause.kind != "does":
            raise Unsaid(clause.kind)
        return self._acts(clause.node("acts"), subject)

    def _whom(self, subject: Node) -> str:
        quantifier = subject.node("quantifier")
        if quantifier is not None and quantifier.kind not in ("each", "all", "this_one"):
            raise Unsaid("which")
        return self.phrases.filter(subject)

    def _acts(self, acts: Node | None, subject: Node) -> list[Entry]:
        if acts is None:
            raise Unsaid("an act")
        if acts.kind == "and_act":
            return [
                *self._acts(acts.node("first"), subject),
                *self._acts(acts.node("second"), subject),
            ]
        if acts.kind == "and_may" and str(acts.get("modal")).startswith("can not"):
            return [
                *self._acts(acts.node("first"), subject),
                *self._cannot(acts.node("second"), self._whom(subject)),
            ]
        if subject.kind == "you":
            grants = items(acts.node("grants"))
            if acts.kind == "have_grants" and [self.phrases.keyword(g) for g in grants] == [
                "hexproof"
            ]:
                return [{"static": {"hexproof": "you"}}]
            raise Unsaid("you")
        if (amount := self._sized(acts, subject)) is not None:
            return [{"static": {"power and toughness": amount}}]
        whom = self._whom(subject)
        if acts.kind in ("have_grants", "act_grants"):
            if acts.kind == "act_grants" and verb_of(acts) not in ("get", "gain"):
                raise Unsaid(verb_of(acts))
            return [self._grant(one, whom) for one in items(acts.node("grants"))]
        if acts.kind == "act_how" and verb_of(acts.node("act")) == "enter":
            return self._enters(acts, whom)
        if acts.kind == "act_how" and verb_of(acts.node("act")) == "attack":
            return self._if_able(acts, whom)
        raise Unsaid(acts.kind)

    def _sized(self, acts: Node, subject: Node) -> int | str | None:
        """Return to what the power and toughness of the card are equal, if that is what is said."""
        how = acts.node("how") if acts.kind == "act_how" else None
        inner = acts.node("act") if acts.kind == "act_how" else None
        quantifier = subject.node("quantifier")
        head = subject.node("noun")
        if how is None or how.kind != "equal" or inner is None or head is None:
            return None
        if inner.kind == "act_how" and (each := inner.node("how")) is not None:
            if plain(each.get("manner")) != "each" or head.kind != "and_noun":
                return None
            inner = inner.node("act")
        if inner is None or inner.kind != "be_alone" or plain(how.get("how")) != "equal to":
            return None
        if quantifier is None or quantifier.kind != "of_whose" or head.kind != "and_noun":
            return None
        if not self.phrases.is_this(quantifier.node("whose")):
            return None
        return self.phrases.amount(how.get("to"))

    def _grant(self, grant: Node, whom: str) -> Entry:
        inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
        ability = None if inner is None or inner.kind != "quoted" else inner.node("ability")
        if ability is not None:
            return {"static": {"grant": self.abilities(ability), "to": whom}}
        if inner is not None and inner.kind == "change":
            power, toughness = size_of(str(inner.get("change")))
            if not isinstance(power, int) or not isinstance(toughness, int):
                raise Unsaid("a size")
            return {"static": {"boost": whom, "power": power, "toughness": toughness}}
        return {"static": {"keyword": self.phrases.keyword(grant), "for": whom}}

    def _enters(self, acts: Node, whom: str) -> list[Entry]:
        how, inner = acts.node("how"), acts.node("act")
        thing = None if inner is None else inner.node("object")
        if how is None or how.kind != "manner" or plain(how.get("manner")) != "tapped":
            raise Unsaid("how it enters")
        if thing is not None and lemma(thing) != "battlefield":
            raise Unsaid("where it enters")
        return [{"static": {"enters tapped": whom}}]

    def _if_able(self, acts: Node, whom: str) -> list[Entry]:
        how, inner = acts.node("how"), acts.node("act")
        words = "" if how is None else plain(how.get("manner"))
        if words == "if able" and inner is not None and inner.kind == "act_how":
            when, core = inner.node("how"), inner.node("act")
            each = when is not None and plain(when.get("time")) in ("each combat", "each turn")
            if each and core is not None and core.kind == "act_alone":
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
        complement = acts.node("complement") if acts.kind == "be_so" else None
        past = None if complement is None or complement.kind != "done" else complement.get("past")
        if plain(past) == "blocked":
            return [{"static": {"cannot be blocked": whom}}]
        raise Unsaid("cannot")
