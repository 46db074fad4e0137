"""What players get, lose, draw, discard, choose and win."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.dungeons import into_the_dungeon
from kb.cards.mtg.effects.piles import Piles
from kb.cards.mtg.effects.shapes import by_whom, is_described, quantifier_of
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import place_of
from kb.cards.values import Node

Entry = dict[str, Any]


class OnPlayers(Piles):
    """What players get, lose, draw, discard, choose and win."""

    def _life_becomes(self, node: Node, who: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "target opponent's life total becomes 10"."""
        amount, quantifier = node.get("amount"), who.node("quantifier")
        if verb_of(node) != "become" or hows or not isinstance(amount, int) or quantifier is None:
            raise Unsaid("a life total")
        whose = quantifier.node("whose")
        if plain(quantifier.get("whose")) == "your":
            return [{"life becomes": amount}]
        if whose is None or items(who.node("describers")):
            raise Unsaid("whose life total")
        player = Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
        return [{"life becomes": amount, "who": self.phrases.reference(player)}]

    def _skip(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "target player skips their next draw step": an ability that is used up at once.

        Also "you skip your next turn", of the whole of it.
        """
        if core.kind == "act_alone" and [plain(how.get("time")) for how in hows] == [
            "your next turn"
        ]:
            if who != "you":
                raise Unsaid("whose turn is skipped")
            return [self._skipping("whole turn")]
        thing = core.node("object")
        whose = None if thing is None else thing.node("quantifier")
        words = [plain(one.get("state")) for one in items(thing and thing.node("describers"))]
        own = whose is not None and plain(whose.get("whose")) == (
            "your" if who == "you" else "their"
        )
        step = lemma(thing).removesuffix(" step")
        if hows or core.kind != "act" or thing is None or items(thing.node("posts")):
            raise Unsaid("skip")
        step = "whole turn" if step == "turn" else step
        if not own or words != ["next"] or step not in ("untap", "upkeep", "draw", "whole turn"):
            raise Unsaid("what is skipped")
        return [self._skipping(step, **by_whom(who))]

    def _skipping(self, step: str, **whose: str) -> Entry:
        skips = {"static": {"skips": step}, "once": True}
        return {"delay": {"abilities": [skips]}, **whose, "until": "permanent"}

    def _counted(self, core: Node, noun: str) -> int | str:
        thing = core.node("object")
        if core.kind != "act" or thing is None or lemma(thing) != noun:
            raise Unsaid(noun)
        if items(thing.node("describers")) or items(thing.node("posts")):
            raise Unsaid(f"which {noun}")
        return self.phrases.count(thing)

    def _cards(self, word: str, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if (
            (
                len(hows) == 1
                and hows[0].kind == "equal"
                and thing is not None
                and thing.kind == "bare"
            )
            and plain(hows[0].get("how")) == "equal to"
            and lemma(thing) == "card"
        ):
            return [{word: self.phrases.amount(hows[0].get("to")), **by_whom(who)}]
        if [plain(how.get("manner")) for how in hows] == ["at random"] and word == "discard":
            return [{"discard at random": self._counted(core, "card"), **by_whom(who)}]
        if hows:
            raise Unsaid("how")
        if word == "discard" and who == "you" and core.kind == "act" and _whole_hand(thing):
            self.phrases.counts_discards = True
            return [{"discard": "cards in hand of you"}]
        whose = thing if word == "discard" and core.kind == "act" else None
        if whose is not None and self.phrases.own_hand(whose, who):
            return [{"discard": "all", **by_whom(who)}]
        if word == "discard" and who == "you" and core.kind == "act" and lemma(thing) == "card":
            most = None if thing is None or is_described(thing) else self.so_many(thing)
            self.phrases.counts_discards = True
            if most is not None and most.get("how") == "up to":
                return [{"discard up to": most.get("amount", 1)}]
        if word == "draw" and thing is not None and core.kind == "act":
            describers = items(thing.node("describers"))
            if [plain(one.get("state")) for one in describers] == ["additional"]:
                core = core.put("object", thing.put("describers", None))
        if core.kind == "act_plus" and plain(core.get("how")) == "plus":
            more = NUMBERS.get(plain(core.get("more")))
            if more is None or (thing is not None and is_described(thing)):
                raise Unsaid("how many")
            return [{word: f"{more} plus {self.phrases.count(thing)}", **by_whom(who)}]
        number = self._counted(core, "card")
        return [{word: number, **by_whom(who)}]

    def _draw(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        return self._cards("draw", core, who, hows)

    def _discard(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        return self._cards("discard", core, who, hows)

    def _mill(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if not hows and (half := self._half_of(core.node("object"), "library", who)) is not None:
            return [{"mill": half, **by_whom(who)}]
        return self._cards("mill", core, who, hows)

    def _choice_of(self, thing: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "gains your choice of flying or haste until end of turn"."""
        posts, quantifier = items(thing.node("posts")), thing.node("quantifier")
        yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
        if not yours or len(posts) != 1 or posts[0].kind != "of_grants" or not hows:
            raise Unsaid("a choice")
        lasts = self._until(hows)
        grants = [
            one.node("grant") or one if one.kind.endswith("_grant") else one
            for one in items(posts[0].node("grants"))
        ]
        words = [self.phrases.keyword(one) for one in grants]
        if len(words) < 2:
            raise Unsaid("a choice")
        return [self._either([[{"gain keyword": one, "what": who, **lasts}] for one in words])]

    def _win(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act" or hows or not the_game(core.node("object")):
            raise Unsaid("win")
        return [{"win the game": who}]

    def _half_of(self, thing: Node | None, what: str, who: str) -> str | None:
        """Read "half their life", "half your library", which is rounded as the text goes on."""
        if thing is None or thing.kind != "portion_of" or plain(thing.get("portion")) != "half":
            return None
        whole, way = thing.node("of"), self.phrases.rounded
        own = None if whole is None else whole.node("quantifier")
        whose = "" if own is None else plain(own.get("whose"))
        many = who == "opponents" or who.startswith("each ") or self.phrases.several(who)
        if lemma(whole) != what or whole is None or is_described(whole) or not way or many:
            raise Unsaid("half of what")
        if whose != ("your" if who == "you" else "their"):
            raise Unsaid("half of whose")
        self.phrases.rounded = ""
        return f"half {what if what == 'life' else f'cards in {what}'} of {who} rounded {way}"

    def _life(self, word: str, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if not hows and (half := self._half_of(thing, "life", who)) is not None:
            return [{word: half, **by_whom(who)}]
        equal = len(hows) == 1 and hows[0].kind == "equal"
        if equal and thing is not None and thing.kind == "bare" and lemma(thing) == "life":
            if items(thing.node("describers")) or items(thing.node("posts")):
                raise Unsaid("which life")
            if plain(hows[0].get("how")) == "equal to":
                self.phrases.their = "" if who == "you" else who
                amount = self.phrases.amount(hows[0].get("to"))
                self.phrases.their = ""
                return [{word: amount, **by_whom(who)}]
        if hows:
            raise Unsaid("how")
        return [{word: self._counted(core, "life"), **by_whom(who)}]

    def _lose(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act" and not hows and the_game(thing):
            return [{"lose the game": who}]
        if core.kind == "act_grants":
            lasts = self._until(hows)
            return [
                {"lose keyword": self.phrases.keyword(one), "what": who, **lasts}
                for one in items(core.node("grants"))
            ]
        if core.kind == "act" and lemma(thing) == "ability" and thing is not None:
            quantifier = thing.node("quantifier")
            if quantifier is not None and quantifier.kind == "all":
                return [{"lose abilities": who, **self._lasts(hows)}]
        return self._life("lose life", core, who, hows)

    def _control(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "you control target player during that player's next turn"."""
        thing, during = core.node("object"), hows[0] if len(hows) == 1 else None
        turn = None if during is None else during.node("what")
        quantifier = None if turn is None else turn.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        if core.kind != "act" or who != "you" or turn is None or during is None or whose is None:
            raise Unsaid("control")
        words = [plain(one.get("state")) for one in items(turn.node("describers"))]
        if lemma(turn) != "turn" or plain(during.get("prep")) != "during" or words != ["next"]:
            raise Unsaid("control")
        one = self.phrases.reference(thing)
        self.phrases.it = one
        player = Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
        if not one.startswith("target ") or self.phrases.reference(player) != one:
            raise Unsaid("who is controlled")
        return [{"gain control": one, "next turn": True}]

    def _take(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        after = hows[0] if len(hows) == 1 else None
        if core.kind != "act" or thing is None or after is None or lemma(thing) != "turn":
            raise Unsaid("take")
        words = [plain(one.get("state")) for one in items(thing.node("describers"))]
        if plain(after.get("prep")) != "after" or words != ["extra"] or items(thing.node("posts")):
            raise Unsaid("take")
        return [{"extra turn": self.phrases.count(thing), **by_whom(who)}]

    def _investigate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind != "act_alone" or hows or who != "you":
            raise Unsaid("investigate")
        return [{"create": "Clue"}]

    def _venture(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if not into_the_dungeon(core, hows):
            raise Unsaid("venture")
        return [{"venture": who}]

    def _choose(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        quantifier = None if thing is None else thing.node("quantifier")
        targeted = quantifier is not None and quantifier.kind in ("target", "targeted")
        if core.kind == "act" and not hows and who == "you" and self._one_of_them(thing):
            self.phrases.it = "it"
            return [{"take": "card among them", "to": "nowhere"}]
        if core.kind != "act" or hows or who != "you" or not targeted:
            raise Unsaid("choose")
        self.phrases.reference(thing)
        return []

    def _one_of_them(self, thing: Node | None) -> bool:
        """Whether "one" or "one of them" is meant, of cards that were looked at or exiled."""
        if thing is None or not self.phrases.among:
            return False
        if thing.kind == "so_many_alone":
            return plain(thing.get("count")) == "one"
        of = thing.node("of") if thing.kind == "portion_of" else None
        again = of is not None and quantifier_of(of) == "those" and lemma(of) == "card"
        them = of is not None and (of.kind == "them" or (again and not is_described(of)))
        return them and plain(thing.get("portion")) == "one of"

    def _poison(self, thing: Node | None, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "gets two poison counters": of what players get, only these do anything alone."""
        describers = () if thing is None else items(thing.node("describers"))
        sorts = [plain(one.get("sort")) for one in describers]
        if thing is None or sorts != ["poison"] or items(thing.node("posts")) or hows:
            raise Unsaid("which counters a player gets")
        return [{"put counters": self.phrases.count(thing), "kind": "poison", "on": who}]


def _whole_hand(thing: Node | None) -> bool:
    """Tell whether "your hand" is meant, or "all the cards in your hand"."""
    quantifier, posts = (None, [])
    if thing is not None and not items(thing.node("describers")):
        quantifier, posts = thing.node("quantifier"), items(thing.node("posts"))
    if quantifier is None or quantifier.kind not in ("all", "all_the") or len(posts) != 1:
        return place_of(thing) == "in your hand"
    return lemma(thing) == "card" and place_of(posts[0].node("what")) == "in your hand"


def the_game(thing: Node | None) -> bool:
    """Whether a phrase is "the game", which is won or lost."""
    return thing is not None and lemma(thing) == "game" and quantifier_of(thing) == "the"
