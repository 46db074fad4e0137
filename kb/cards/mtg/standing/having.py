"""What permanents have and get."""

from __future__ import annotations

import re

from kb.cards.mtg.effects.shapes import base_size, is_described, size_of
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.mtg.ward import ward_of
from kb.cards.values import Node

_DEFINING = re.compile(
    r"(?:\d+ plus )?(?:\d+ times )?(?:number of .*|devotion to .*|basic land types among .*"
    r"|creatures in your party)|(?:\d+ times )?(?:life of you|cards in hand of you)"
)
"""What a power or toughness that is defined may be equal to."""


class Having(StandingReader):
    """Reads what permanents have and get."""

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
        if counted == "cards in hand of you":
            counted = "number of card in your hand"
        words = counted.removeprefix("number of ")
        if words == counted or any(word in words for word in ("power ", "toughness ", "counter")):
            raise Unsaid("what is counted")
        boost = {"boost each": whom, "power": power, "toughness": toughness, "of": words}
        return [{"static": boost}]

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
        if not _DEFINING.fullmatch(str(amount)):
            raise Unsaid("what is counted")
        return amount

    def _grant(self, grant: Node, whom: str) -> Entry:
        """Read one of "gets +1/+1 and has flying": a change of size, a keyword, an ability."""
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
