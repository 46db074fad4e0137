"""What is exiled, returned, sacrificed, attached, and which counters it gets."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.creating import Creating
from kb.cards.mtg.effects.piles import Piles, lemma_of_them
from kb.cards.mtg.effects.shapes import by_whom, each_thing, is_described, quantifier_of
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.noun_phrases import counter_kind, kind_of_counters, place_of
from kb.cards.values import Node

Entry = dict[str, Any]


class Moving(Piles, Creating):
    """What is exiled, returned, sacrificed, attached, and which counters it gets."""

    def _return(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if who != "you" or core.kind != "act":
            raise Unsaid("return")
        if len(hows) != 1 or lemma(hows[0].node("what")) != "hand" or self.phrases.among:
            return self.placed(core.node("object"), who, hows)
        where = hows[0].node("what") if hows[0].kind == "prep" else None
        if where is None or plain(hows[0].get("prep")) != "to" or lemma(where) != "hand":
            raise Unsaid("where")
        thing = core.node("object")
        quantifier = where.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        mine = quantifier is not None and plain(quantifier.get("whose")) == "your"
        owners = lemma(whose) == "owner" and not items(where.node("posts"))
        if owners and thing is not None and quantifier_of(thing) in ("a", "another"):
            self.phrases.it = "it"
            return [{"select": self.phrases.filter(thing)}, {"return to hand": "it"}]
        one = self.phrases.reference(thing)
        if not owners and not (mine and one == "this"):
            raise Unsaid("whose hand")
        if owners and one.startswith("target "):
            self.phrases.that_player = f"owner of {one}"
        return [{"return to hand": one}]

    def _exile(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act" and who == "you" and not hows and self._exiles_found(thing):
            return []
        if core.kind == "act" and not hows and _is_top(thing):
            return self._exile_top(thing, who)
        down = len(hows) == 1 and plain(hows[0].get("manner")) == "face down"
        if core.kind == "act" and _is_top(thing) and down and who == "you":
            return [{**one, "face down": True} for one in self._exile_top(thing, who)]
        if core.kind == "act" and down and who == "you" and self._is_one_of_them(thing):
            self.phrases.it = "it"
            return [{"take": "card among them", "to": "exile face down"}]
        if core.kind == "act" and who == "you" and not hows and (one := self._this_or(thing)):
            return one
        if core.kind == "act" and who == "you" and (library := self._whole_library(thing, hows)):
            return [{"exile library": library}]
        if core.kind == "act" and thing is not None and len(hows) == 1:
            hand = hows[0].node("what") if plain(hows[0].get("prep")) == "from" else None
            if hand is not None and (words := self._hand_or_permanent(thing, hand, who)):
                return [{"take": words, "to": "exile", **by_whom(who)}]
            aimed = quantifier_of(thing) in ("target", "targeted")
            if not aimed and hand is not None and self.phrases.own_pile(hand, who) == "graveyard":
                words = self.phrases.filter(thing, "in your graveyard")
                return [{"take": words, **self.so_many(thing), "to": "exile", **by_whom(who)}]
            if hand is not None and self.phrases.own_hand(hand, who):
                words = self.phrases.filter(thing, "in your hand")
                return [{"take": words, **self.so_many(thing), "to": "exile", **by_whom(who)}]
        if core.kind != "act" or thing is None or who != "you":
            raise Unsaid("exile")
        if lemma(thing) == "graveyard" and not hows and not is_described(thing):
            if quantifier_of(thing) == "all":
                return [{"exile": "each card in a graveyard"}]
            owner = self._whose_graveyard(thing)
            return [{"exile": f"each card in a graveyard controlled by {owner}"}]
        source = ""
        for how in hows:
            if how.kind != "prep" or plain(how.get("prep")) != "from" or source:
                raise Unsaid("exile")
            source = place_of(how.node("what"))
            if _is_single_graveyard(how.node("what")) and quantifier_of(thing) == "targeted":
                source = "in a graveyard of one player"
            if not source:
                raise Unsaid("from where")
        made: list[Entry] = [
            {"exile": self.phrases.referring(one, source)} for one in each_thing(thing)
        ]
        self.phrases.gone = made[0]["exile"] if len(made) == 1 else None
        return made

    def _is_one_of_them(self, thing: Node | None) -> bool:
        """Whether it is "one", or "one of them", of the cards that are looked at."""
        if thing is None or not self.phrases.among or self.phrases.exiled:
            return False
        if thing.kind == "so_many_alone":
            return plain(thing.get("count")) == "one"
        portion = thing.kind == "portion_of" and plain(thing.get("portion")) == "one of"
        return portion and lemma_of_them(thing.node("of"))

    def _exiles_found(self, thing: Node | None) -> bool:
        """Take in "exile it", of what was searched for just before."""
        found = self.phrases.found
        again = thing is not None and quantifier_of(thing) in ("that", "those")
        named = thing is not None and (
            thing.kind in ("it", "them")
            or (again and lemma(thing) == "card" and not is_described(thing))
        )
        if found is None or "search" not in found or not named or self.phrases.found_beside:
            return False
        self.phrases.found, found["to"] = None, "exile"
        several = "amount" in found
        self.phrases.exiled, self.phrases.it = True, None if several else "it"
        self.phrases.those = "each card exiled this way" if several else None
        return True

    def _this_or(self, thing: Node | None) -> list[Entry]:
        """Read "this or up to one target creature", of which one is chosen."""
        first, second = (
            (None, None) if thing is None else (thing.node("first"), thing.node("second"))
        )
        if thing is None or thing.kind != "any_of" or second is None:
            return []
        if not self.phrases.is_this(first) or quantifier_of(second) not in ("target", "targeted"):
            return []
        other = self.phrases.reference(second)
        self.phrases.it = self.phrases.gone = "it"
        return [{"select one": "this", "or": other}, {"exile": "it"}]

    def _whole_library(self, thing: Node | None, hows: tuple[Node, ...]) -> str:
        """Read "all cards from target player's library"."""
        source = hows[0] if len(hows) == 1 and hows[0].kind == "prep" else None
        every = thing is not None and quantifier_of(thing) == "all" and lemma(thing) == "card"
        if source is None or thing is None or not every or is_described(thing):
            return ""
        library = source.node("what") if plain(source.get("prep")) == "from" else None
        if lemma(library) != "library":
            return ""
        player = self.whose_library(library)
        self.phrases.it = self.phrases.that_player = player if player != "you" else None
        return player

    def _amass(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        amount = core.get("amount")
        if core.kind != "act_amount" or hows or who != "you" or not isinstance(amount, int):
            raise Unsaid("amass")
        return [{"amass": amount, "with": "Zombie Army"}]

    def _hand_or_permanent(self, thing: Node, where: Node, who: str) -> str:
        """Read "a card from their hand or a permanent they control", of who exiles one."""
        first, second = where.node("first"), where.node("second")
        if where.kind != "any_of" or first is None or second is None or who == "you":
            return ""
        if not self.phrases.own_hand(first, who) or quantifier_of(thing) != "a":
            raise Unsaid("exile")
        # In this order, for what stands last is said of all.
        return f"{self.phrases.of_theirs(second)} or {self.phrases.filter(thing, 'in your hand')}"

    def _whose_graveyard(self, thing: Node) -> str:
        """Return the player whose graveyard is meant."""
        quantifier = thing.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        if whose is None or inner is None or is_described(whose):
            raise Unsaid("whose graveyard")
        if inner.kind == "each" and lemma(whose) == "opponent":
            return "opponents"
        if inner.kind == "target" and lemma(whose) in ("player", "opponent"):
            return self.phrases.reference(
                Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
            )
        raise Unsaid("whose graveyard")

    def _sacrifice(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if hows or core.kind != "act" or thing is None:
            raise Unsaid("sacrifice")
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if kind in ("a", "another", "exactly"):
            number = 1 if kind != "exactly" else self.phrases.count(thing)
            one = {"sacrifice one": self.phrases.filter(thing), **by_whom(who)}
            one |= {} if number == 1 else {"amount": number}
            alone = number == 1 and (who == "you" or who.startswith("target "))
            self.phrases.it = "it" if alone else None
            self.phrases.only_that = lemma(thing) if alone else ""
            return [one]
        one_thing = self.phrases.reference(thing)
        if who == f"controller of {one_thing}":
            return [{"sacrifice": one_thing, **by_whom(who)}]
        if who != "you" or one_thing not in ("this", "it", "what it made"):
            raise Unsaid("what is sacrificed")
        return [{"sacrifice": one_thing}]

    def _put(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        created = core.kind == "act" and thing is not None and lemma(thing) == "token"
        if created and self.destination(hows) == ("battlefield", None, [], ""):
            return self._create(core, who, ())
        if core.kind == "act" and who == "you" and not hows and (chosen := _choice_of(thing)):
            *kinds, where = chosen
            one = self.phrases.reference(where)
            said = [kind_of_counters(items(one.node("describers"))) for one in kinds]
            return [self._either([[{"put counters": 1, "kind": kind, "on": one}] for kind in said])]
        if core.kind == "act" and lemma(thing) != "counter":
            return self.placed(thing, who, hows)
        if who != "you" or core.kind != "act" or thing is None or lemma(thing) != "counter":
            raise Unsaid("put")
        equal = [how for how in hows if how.kind == "equal"]
        hows = tuple(how for how in hows if how.kind != "equal")
        if items(thing.node("posts")) or len(hows) != 1:
            raise Unsaid("which counters")
        kind = kind_of_counters(items(thing.node("describers")))
        if len(equal) == 1 and plain(equal[0].get("how")) == "equal to" and thing.kind == "bare":
            if hows[0].kind != "prep" or plain(hows[0].get("prep")) != "on":
                raise Unsaid("on what")
            if not self.phrases.is_this(hows[0].node("what")):
                raise Unsaid("on what")
            amount = self.phrases.amount(equal[0].get("to"))
            return [{"put counters": amount, "kind": kind, "on": "this"}]
        if equal:
            raise Unsaid("how many")
        if hows[0].kind != "prep" or plain(hows[0].get("prep")) != "on":
            raise Unsaid("on what")
        number = self.phrases.count(thing)
        one = self.phrases.reference(hows[0].node("what"))
        return [{"put counters": number, "kind": kind, "on": one}]

    def _remove(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "remove a time counter from this"."""
        thing = core.node("object")
        if who != "you" or core.kind != "act" or thing is None or lemma(thing) != "counter":
            raise Unsaid("remove")
        describers, source = items(thing.node("describers")), hows[0] if len(hows) == 1 else core
        if len(describers) != 1 or items(thing.node("posts")) or source.kind != "prep":
            raise Unsaid("which counters")
        if plain(source.get("prep")) != "from":
            raise Unsaid("from what")
        kind, every = counter_kind(describers[0]), quantifier_of(thing) == "all"
        one = self.phrases.reference(source.node("what"))
        if one.startswith("each ") or kind == "loyalty":
            raise Unsaid("from what")
        number = f"{kind} counters on {one}" if every else self.phrases.count(thing)
        return [{"remove counters": number, "kind": kind, "from": one}]

    def _monstrosity(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "monstrosity 3", or X."""
        return [{"monstrosity": self._so_many_counters(core, who, hows)}]

    def _bolster(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "bolster 2": counters for the creature of least toughness."""
        number = self._so_many_counters(core, who, hows)
        least = "creature you control with the least toughness"
        self.phrases.it = "it"
        return [{"select": least}, {"put counters": number, "kind": "+1/+1", "on": "it"}]

    def _adapt(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "adapt 2": counters for a creature that has none."""
        number = self._so_many_counters(core, who, hows)
        put: Entry = {"put counters": number, "kind": "+1/+1", "on": "this"}
        return [{"if": "+1/+1 counters on this is at most 0", "then": [put]}]

    def _turn(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "turn target creature face up", or face down."""
        word = f"turn {plain(hows[0].get('manner'))}" if len(hows) == 1 else ""
        if core.kind != "act" or who != "you" or word not in ("turn face up", "turn face down"):
            raise Unsaid("turn")
        return [{word: self.phrases.reference(core.node("object"))}]

    def _detain(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "detain target creature": it attacks, blocks and is used no more for a while."""
        if core.kind != "act" or who != "you" or hows:
            raise Unsaid("detain")
        held = self.phrases.reference(core.node("object"))
        acts = ("cannot attack", "cannot block", "cannot activate")
        return [{act: held, "until": "your next turn"} for act in acts]

    def _support(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "support 2": a counter for each of up to two targets."""
        number = self._so_many_counters(core, who, hows)
        if not isinstance(number, int):
            raise Unsaid("support")
        other = "other " if self.phrases.on_permanent else ""
        self.phrases.targets.append({"up to": number, "of": f"{other}creature"})
        target = f"target {len(self.phrases.targets)}"
        return [{"put counters": 1, "kind": "+1/+1", "on": target}]

    def _populate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "populate": a copy of a creature token that one controls."""
        if core.kind != "act_alone" or who != "you" or hows:
            raise Unsaid("populate")
        return [{"select": "token creature you control"}, {"create copy of": "it"}]

    def _so_many_counters(self, core: Node, who: str, hows: tuple[Node, ...]) -> int | str:
        amount = core.get("amount")
        if core.kind != "act_amount" or who != "you" or hows:
            raise Unsaid("how many counters")
        if not isinstance(amount, int):
            raise Unsaid("how many counters")
        return amount

    def _proliferate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if [plain(how.get("manner")) for how in hows] == ["again"]:
            hows = ()
        if core.kind != "act_alone" or hows or who != "you":
            raise Unsaid("proliferate")
        return [{"proliferate": True}]

    def _attach(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "attach it to target creature you control", of an Equipment itself."""
        thing = core.node("object")
        to = hows[0] if len(hows) == 1 and hows[0].kind == "prep" else Node("")
        if who != "you" or core.kind != "act" or plain(to.get("prep")) != "to":
            raise Unsaid("attach")
        if thing is not None and quantifier_of(thing) == "a":
            return self._attach_one(thing, to.node("what"))
        what = self.phrases.reference(thing)
        aimed = self.phrases.targets[-1] if what.startswith("target ") else ""
        if what != "this" and "equipment" not in str(aimed or what).split():
            raise Unsaid("what is attached")
        return [{"attach": what, "to": self.phrases.reference(to.node("what"))}]

    def _attach_one(self, thing: Node, to: Node | None) -> list[Entry]:
        """Read "attach an Equipment you control to it", of what was created."""
        words, whom = self.phrases.filter(thing), self.phrases.reference(to)
        if words != "equipment you control" or whom not in ("what it made", "this"):
            raise Unsaid("what is attached")
        return [{"select": words}, {"attach": "it", "to": whom}]

    def _distribute(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "distribute three +1/+1 counters among one or two target creatures"."""
        thing = core.node("object")
        describers = items(None if thing is None else thing.node("describers"))
        plainly = thing is not None and not items(thing.node("posts")) and len(describers) == 1
        if who != "you" or core.kind != "act" or lemma(thing) != "counter" or not plainly:
            raise Unsaid("distribute")
        if len(hows) != 1 or hows[0].kind != "prep" or plain(hows[0].get("prep")) != "among":
            raise Unsaid("among what")
        number, kind = self.phrases.count(thing), counter_kind(describers[0])
        on = self.phrases.shared(hows[0].node("what"), number)
        return [{"put counters": f"share of {on} in {number}", "kind": kind, "on": on}]


def _is_top(thing: Node | None) -> bool:
    """Whether cards on top of a library are meant."""
    words = [
        plain(one.get("state"))
        for one in items(None if thing is None else thing.node("describers"))
    ]
    return thing is not None and lemma(thing) == "card" and words[:1] == ["top"]


def _choice_of(thing: Node | None) -> list[Node]:
    """Return the counters of "your choice of a flying counter or a reach counter on it", and it."""
    parts: list[Node] = []
    while thing is not None and thing.kind in ("any_of", "comma_any_of", "comma_of"):
        last = thing.node("second")
        parts[:0] = [] if last is None else [last]
        thing = thing.node("first")
    of = items(None if thing is None else thing.node("posts"))
    whose = None if thing is None else thing.node("quantifier")
    first = of[0].node("what") if len(of) == 1 and of[0].kind == "of" else None
    if not parts or first is None or whose is None or lemma(thing) != "choice":
        return []
    on = items(parts[-1].node("posts"))
    where = on[0].node("what") if len(on) == 1 and plain(on[0].get("prep") or "") == "on" else None
    counters = [first, *parts[:-1], parts[-1].put("posts", None)]
    plainly = all(lemma(one) == "counter" and quantifier_of(one) == "a" for one in counters)
    bare = not any(items(one.node("posts")) for one in counters)
    mine = plain(whose.get("whose")) == "your" and where is not None and plainly and bare
    return [*counters, where] if mine and where is not None else []


def _is_single_graveyard(where: Node | None) -> bool:
    """Whether "a single graveyard" is meant."""
    described = [plain(one.get("state")) for one in items(where and where.node("describers"))]
    single = lemma(where) == "graveyard" and described == ["single"]
    return single and where is not None and quantifier_of(where) == "a"
