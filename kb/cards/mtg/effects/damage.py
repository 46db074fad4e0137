"""Damage that is dealt, divided and prevented."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import is_described, quantifier_of
from kb.cards.mtg.effects.sources import of_your_choice, recipient
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.noun_phrases import named_alike
from kb.cards.values import Node

Entry = dict[str, Any]


_REFLEXIVE = frozenset({"himself", "herself", "itself"})
"""The pronouns that mean what the clause says it of, and never what was named in between."""
_SIDES = {"to": ("to",), "by": ("by",), "to and dealt by": ("to", "by")}
"""Which damage of something is prevented: what is dealt to it, or by it, or both."""


class Damage(EffectReader):
    """Damage that is dealt, divided and prevented."""

    def _deal(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        rest = list(hows)
        if core.kind != "act" or thing is None or lemma(thing) != "damage":
            raise Unsaid("damage")
        if (among := _divided(thing)) is not None and not hows and who != "you":
            plainly = thing.put("posts", Node("posts", (("items", ()),)))
            number, to = self.phrases.count(plainly), ""
            to = self.phrases.shared(among, number)
            source = {} if who == "this" else {"from": who}
            return [{"damage": f"share of {to} in {number}", "to": to, **source}]
        if items(thing.node("describers")) or items(thing.node("posts")):
            raise Unsaid("which damage")
        both = _two_amounts(rest)
        if both is not None:
            first, second, last = both
            number = self.phrases.count(second)
            made = self._deal(core, who, (first,))
            whom = self._itself(last, who) or self.phrases.reference(last)
            return [*made, {**made[0], "damage": number, "to": whom, "at once": True}]
        source = {} if who in ("this", "you") else {"from": who}
        before = None
        if who == "you":
            raise Unsaid("a source")
        amount: int | str
        if thing.kind == "bare" and who.startswith("each "):
            return self._strike(who, rest)
        if thing.kind == "bare":
            equal = [how for how in rest if how.kind == "equal"]
            if len(equal) != 1 or plain(equal[0].get("how")) != "equal to":
                raise Unsaid("how much")
            rest.remove(equal[0])
            before = self._named_before(rest, equal[0])
            named = len(self.phrases.targets)
            self.phrases.speak_of(who)
            amount = self.phrases.amount(equal[0].get("to"))
            if not str(amount).endswith(f" of {who}"):
                self.phrases.speak_of(None)
            if str(amount).startswith("number of card in exile"):
                self.phrases.much = str(amount)
            if len(self.phrases.targets) > named and hows[0] is not equal[0]:
                raise Unsaid("which target comes first")
            self.phrases.speak_of_player(named)
        else:
            amount = self.phrases.count(thing)
        if len(rest) != 1 or rest[0].kind != "prep" or plain(rest[0].get("prep")) != "to":
            raise Unsaid("to what")
        what = rest[0].node("what")
        if what is not None and what.kind == "all_of" and named_alike(what) is None:
            parts = [what.node("first"), what.node("second")]
            if any(part is None for part in parts) or not _all_at_once(parts):
                raise Unsaid("to what")
            dealt = [
                {"damage": amount, "to": self.phrases.reference(part), **source} for part in parts
            ]
            return [dealt[0], *({**one, "at once": True} for one in dealt[1:])]
        if (dealer := self._itself(what, who)) is not None:
            return [{"damage": amount, "to": dealer, **source}]
        to = before or self._another(self.phrases.reference(what), what, who)
        if what is not None and what.kind in ("it", "him", "her") and to == who:
            # A pronoun that is not reflexive never means the subject; a person is the card's own.
            if what.kind == "it" or who == "this":
                raise Unsaid("whom")
            to = "this"
        return [{"damage": amount, "to": to, **source}]

    def _itself(self, what: Node | None, who: str) -> str | None:
        """Return what "itself" means: what deals the damage, whatever was named in between."""
        if what is None or what.kind not in _REFLEXIVE:
            return None
        if who.startswith("each ") or self.phrases.several(who):
            raise Unsaid("to what")
        return who

    def _named_before(self, rest: list[Node], equal: Node) -> str | None:
        """Return whom "target player equal to the number of cards that player owns" names first."""
        whom = rest[0].node("what") if len(rest) == 1 and rest[0].kind == "prep" else None
        to = equal.node("to")
        if whom is None or to is None or plain(rest[0].get("prep")) != "to":
            return None
        said = self.said(to).lower().replace("’", "'")
        theirs = "that player owns" in said or said.endswith("in that player's hand")
        if not theirs or quantifier_of(whom) != "target":
            return None
        return self.phrases.reference(whom)

    def _strike(self, who: str, hows: list[Node]) -> list[Entry]:
        """Read "each Dragon you control deals damage equal to its power to any target"."""
        equal = [how for how in hows if how.kind == "equal"]
        to = [how for how in hows if how.kind == "prep" and plain(how.get("prep")) == "to"]
        power = equal[0].get("to") if len(equal) == 1 else None
        own = power.node("quantifier") if isinstance(power, Node) else None
        plainly = own is not None and plain(own.get("whose")) == "its"
        if (
            not isinstance(power, Node)
            or lemma(power) != "power"
            or not plainly
            or is_described(power)
        ):
            raise Unsaid("how much")
        if len(to) != 1 or len(hows) != 2 or plain(equal[0].get("how")) != "equal to":
            raise Unsaid("to what")
        what = to[0].node("what")
        if what is None or what.kind != "phrase":
            raise Unsaid("to what")
        whom = self.phrases.reference(what)
        if whom.startswith("each ") and whom != "each player":
            raise Unsaid("to what")
        return [{"strike": who, "to": whom}]

    def _fight(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act" or hows or who == "you":
            raise Unsaid("fight")
        thing = core.node("object")
        return [{"fight": self._another(self.phrases.reference(thing), thing, who), "what": who}]

    def _another(self, whom: str, what: Node | None, who: str) -> str:
        """Return what is meant by "that creature", which is never the subject of its sentence."""
        if whom != who or what is None or quantifier_of(what) not in ("that", "the"):
            return whom
        if who != "target 2":
            raise Unsaid("whom")
        return "target 1"

    def _prevent(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "prevent all combat damage that would be dealt this turn" and the like."""
        thing = core.node("object")
        if core.kind != "act" or thing is None or who != "you":
            raise Unsaid("prevent")
        if (one := self._dealer(thing)) is not None:
            return [{"prevent all damage by": one, **self._until(hows)}]
        within = would_be_dealt(thing)
        if (chosen := self._by_one_source(thing, (*within, *hows))) is not None:
            return [chosen]
        if (laid_down := self._prevents_by_kind(thing, (*within, *hows))) is not None:
            return [laid_down]
        if (aside := self._kept_from_damage(thing, (*within, *hows))) is not None:
            return aside
        times, places = [], []
        for how in (*within, *hows):
            if how.kind == "time":
                times.append(plain(how.get("time")))
            elif how.kind == "prep" and plain(how.get("prep")) == "to":
                places.append(how.node("what"))
            else:
                raise Unsaid("prevent")
        until = {"this turn": "end of turn", "until your next turn": "your next turn"}
        if len(times) != 1 or times[0] not in until:
            raise Unsaid("how long")
        plain_all = quantifier_of(thing) == "all" and not items(thing.node("describers"))
        if lemma(thing) == "combat damage" and plain_all and not places:
            lasts = until[times[0]]
            return [{"prevent combat damage": None, **_lasting(lasts)}]
        if lemma(thing) != "damage" or len(places) != 1:
            raise Unsaid("prevent")
        if plain_all:
            amount: int | str = "all"
        elif quantifier_of(thing) == "the":
            amount = _next(items(thing.node("describers")))
        else:
            raise Unsaid("how much")
        return [
            {"prevent damage": amount, "to": self._small(places[0]), **_lasting(until[times[0]])}
        ]

    def _by_one_source(self, thing: Node, hows: tuple[Node, ...]) -> Entry | None:
        """Read "all damage that would be dealt to you this turn by a source of your choice"."""
        said = {plain(how.get("prep")): how.node("what") for how in hows if how.kind == "prep"}
        words = of_your_choice(said.get("by"), self.phrases)
        if words is None:
            return None
        times = [plain(how.get("time")) for how in hows if how.kind == "time"]
        every = quantifier_of(thing) == "all" and not items(thing.node("describers"))
        if set(said) != {"by", "to"} or times != ["this turn"] or len(hows) != len(said) + 1:
            raise Unsaid("prevent")
        if not every or lemma(thing) != "damage":
            raise Unsaid("prevent")
        return {"prevent from": words, **recipient(said["to"], self.phrases), "all": True}

    def _dealer(self, thing: Node) -> str | None:
        """Read "all damage target creature would deal"."""
        posts = items(thing.node("posts"))
        if len(posts) != 1 or posts[0].kind != "has_related" or quantifier_of(thing) != "all":
            return None
        who, verb = plain(posts[0].get("subject")), plain(posts[0].get("verb"))
        would = plain(posts[0].get("have")) == "would" and not items(posts[0].node("how"))
        if lemma(thing) != "damage" or items(thing.node("describers")) or not would:
            return None
        if verb != "deal" or who not in ("target permanent", "target creature"):
            return None
        return self.phrases.aim(who.removeprefix("target "))

    def _prevents_by_kind(self, thing: Node, hows: tuple[Node, ...]) -> Entry | None:
        """Read "prevent all combat damage that would be dealt this turn by nongreen creatures".

        Which they are is asked as the damage would be dealt, so it is laid down as a static ability
        says it.
        """
        combat = {"combat damage": True, "damage": False}.get(lemma(thing))
        preps = {
            how for how in hows if how.kind == "prep" and plain(how.get("prep")) in ("to", "by")
        }
        if combat is None or len(hows) != 2 or len(preps) != 1 or items(thing.node("describers")):
            return None
        (way,), (time,) = preps, [how for how in hows if how not in preps]
        what, side = way.node("what"), plain(way.get("prep"))
        by_kind = what is not None and what.kind in ("you", "bare", "small_bare")
        if not by_kind or (side == "to" and not combat) or quantifier_of(thing) != "all":
            return None
        if time.kind != "time" or plain(time.get("time")) != "this turn":
            return None
        words = "you" if what is not None and what.kind == "you" else self.phrases.filter(what)
        static: Entry = {f"prevent damage {side}": words, **({"combat": True} if combat else {})}
        return {"delay": {"abilities": [{"static": static}]}}

    def _kept_from_damage(self, thing: Node, hows: tuple[Node, ...]) -> list[Entry] | None:
        """Read "prevent all combat damage that would be dealt to and dealt by that creature".

        All damage to something alone is a shield without end, of which more may be said.
        """
        combat = {"combat damage": True, "damage": False}.get(lemma(thing))
        preps = [how for how in hows if how.kind == "prep" and plain(how.get("prep")) in _SIDES]
        if combat is None or quantifier_of(thing) != "all" or len(hows) != 2 or len(preps) != 1:
            return None
        (time,) = [how for how in hows if how is not preps[0]]
        sides = _SIDES[plain(preps[0].get("prep"))]
        lasting = {"this turn": "end of turn", "until your next turn": "your next turn"}
        until = lasting.get(plain(time.get("time"))) if time.kind == "time" else None
        if (
            until is None
            or items(thing.node("describers"))
            or (sides == _SIDES["to"] and not combat)
        ):
            return None
        one = self._small(preps[0].node("what"))
        if one.startswith("each ") or self.phrases.is_player(one):
            raise Unsaid("to what")
        more: Entry = {**({"combat": True} if combat else {}), **_lasting(until)}
        to: Entry = {"prevent damage": "all", "to": one, **more}
        return [to if side == "to" else {"prevent all damage by": one, **more} for side in sides]

    def _small(self, node: Node | None) -> str:
        if node is None:
            raise Unsaid("to what")
        kinds = {"small": "phrase", "small_bare": "bare"}
        if node.kind in kinds:
            parts = (*node.parts, ("posts", None))
            return self.phrases.reference(Node(kinds[node.kind], parts, node.style, node.span))
        return self.phrases.reference(node)


def would_be_dealt(thing: Node) -> tuple[Node, ...]:
    """Return what is said beside "would be dealt" of damage, of which nothing else is said."""
    posts = items(thing.node("posts"))
    if len(posts) != 1 or posts[0].kind != "that_may" or plain(posts[0].get("modal")) != "would":
        raise Unsaid("prevent")
    dealt = posts[0].node("acts")
    within: tuple[Node, ...] = ()
    if dealt is not None and dealt.kind == "act_related":
        within = tuple(items(dealt.node("how"), "adverbs"))
        dealt = dealt.node("act")
    past = None if dealt is None else dealt.node("complement")
    if dealt is None or dealt.kind != "be_so" or past is None or plain(past.get("past")) != "dealt":
        raise Unsaid("prevent")
    return within


def _next(describers: list[Node]) -> int | str:
    """Return the number of "the next 3 damage"."""
    if len(describers) == 2 and plain(describers[0].get("state")) == "next":
        number = plain(describers[1].get("count")).strip("#")
        if number == "x":
            return "x"
        if number.isdecimal():
            return int(number)
    raise Unsaid("the next")


def _lasting(until: str) -> Entry:
    return {} if until == "end of turn" else {"until": until}


def _all_at_once(parts: list[Node | None]) -> bool:
    """Whether "each" is said of all parts, or of the second behind a target."""
    kinds = [quantifier_of(part) for part in parts if part is not None]
    return kinds in (["each", "each"], ["target", "each"])


def _two_amounts(hows: list[Node]) -> tuple[Node, Node, Node | None] | None:
    """Return the parts of "3 damage to any target and 1 damage to you"."""
    if len(hows) != 2 or any(how.kind != "prep" or plain(how.get("prep")) != "to" for how in hows):
        return None
    both = hows[0].node("what")
    second = both.node("second") if both is not None and both.kind == "all_of" else None
    if both is None or lemma(second) != "damage" or second is None:
        return None
    return hows[0].put("what", both.node("first")), second, hows[1].node("what")


def _divided(thing: Node) -> Node | None:
    """Return among what damage is "divided as you choose"; None if it is not divided."""
    posts = items(thing.node("posts"))
    if len(posts) != 1 or plain(posts[0].get("past")) != "divided":
        return None
    manner, among = (*items(posts[0].node("how"), "adverbs"), Node(""), Node(""))[:2]
    if plain(manner.get("manner")) != "as you choose" or plain(among.get("prep")) != "among":
        raise Unsaid("how it is divided")
    return None if items(thing.node("describers")) else among.node("what")
