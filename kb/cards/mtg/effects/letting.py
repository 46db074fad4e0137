"""What may be done: offers, what somebody lets be played, and what is cast at once."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.costs import cost_of_act, paid_by
from kb.cards.mtg.effects.creating import Creating
from kb.cards.mtg.effects.forbidding import Forbidding
from kb.cards.mtg.effects.piles import Piles
from kb.cards.mtg.effects.shapes import (
    by_whom,
    is_described,
    is_duration,
    is_target,
    quantifier_of,
    unfold,
    unpaid,
)
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import is_plural, places_of
from kb.cards.values import Node

Entry = dict[str, Any]

_HANDED_OVER = re.compile("(?:tap|exile|return) [0-9]")
"""A price of things that are chosen as it is paid: the rules call the last of them "it"."""


class Letting(Forbidding, Piles, Creating):
    """Reads what somebody may do."""

    def _may(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        modal, acts = plain(node.get("modal")), node.node("acts")
        subject = node.node("subject")
        if modal == "may" and subject is not None and subject.kind == "you" and acts is not None:
            if acts.kind == "act_price" and not hows:
                price = paid_by(acts.node("price"))
                if "{X}" in price:
                    raise Unsaid("an X that is chosen as it is paid")
                return [{"may pay": price, "then": []}]
            if verb_of(acts) in ("sacrifice", "discard", "pay", "tap", "exile") and not hows:
                try:
                    paid = cost_of_act(acts, self.phrases)
                    if paid == "exile this":
                        self.phrases.it = "this"
                    if paid.startswith("sacrifice 1 "):
                        self.phrases.it = "it"
                        self.phrases.only_that = lemma(acts.node("object")) or "something named"
                        self.phrases.sacrificed = True
                    elif _HANDED_OVER.match(paid) and self.phrases.it == "it":
                        self.phrases.it = "what set it off"
                    if "this" not in paid:
                        self.phrases.renamed()
                    return [{"may pay": paid, "then": []}]
                except Unsaid:
                    pass
            if number := additional_lands(unfold(acts)[0]):
                if self._until((*hows, *unfold(acts)[1])):
                    raise Unsaid("how long")
                return [{"additional lands": number}]
            if verb_of(unfold(acts)[0]) in ("play", "cast"):
                return [self._let_play(acts, hows)]
            if self.phrases.among or place_of_act(acts):
                *before, last = made = self.acts(acts, None, hows) or [{}]
                if made and all(step.get("how") == "up to" for step in made):
                    return made
                if "take" in last and all("arrive with" in one for one in before):
                    return [*before, {**last, "how": "up to"}]
                one = any(is_target(value) or value == "this" for value in last.values())
                if len(made) != 1 or not one:
                    raise Unsaid("may")
                return [{"may pay": "{0}", "then": made}]
            core, more = unfold(acts)
            if core is not None and core.kind == "have_do" and (whom := core.node("whom")):
                made = self.acts(core.node("act"), whom, (*hows, *more))
                return [{"may pay": "{0}", "then": made}]
            return [{"may pay": "{0}", "then": self.acts(acts, None, hows)}]
        if modal == "may" and subject is not None and acts is not None:
            return [self._others_may(acts, subject, hows)]
        if modal == "can" and subject is not None:
            return [self._attacks_despite(acts, self.phrases.reference(subject), hows)]
        if modal.startswith("can not"):
            return self._cannot(acts, subject, hows)
        if modal == "must" and subject is not None:
            return [self._must_be_blocked(acts, self.phrases.reference(subject), hows)]
        raise Unsaid(modal)

    def _others_may(self, acts: Node, subject: Node, hows: tuple[Node, ...]) -> Entry:
        """Read "its controller may search their library": what another player may do."""
        who = self.phrases.reference(subject)
        # What each player may do is not carried out: they would choose one after the other.
        if not self.phrases.is_player(who) or who == "each player":
            raise Unsaid("may")
        made = self._acting(acts, who, hows)
        if self.phrases.found is not None:
            raise Unsaid("what becomes of what was found")
        self.phrases.it = None
        return {"may do": made, **by_whom(who)}

    def _let_play(self, acts: Node, hows: tuple[Node, ...]) -> Entry:
        """Read "you may play those cards this turn", "cast red spells from among them"."""
        core, more = unfold(acts)
        times = tuple(how for how in (*hows, *more) if is_duration(how))
        free = any(unpaid(how) for how in (*hows, *more))
        places = [how for how in (*hows, *more) if not is_duration(how) and not unpaid(how)]
        thing = None if core is None or core.kind != "act" else core.node("object")
        if core is not None and thing is not None and not times and verb_of(core) == "cast":
            price = {"price": "nothing"} if free else {}
            if (copies := _copies(thing)) is not None and not places:
                return {"cast copies": self._so_many_copies(copies), **price}
            if (several := self._cast_some(thing, places)) is not None:
                return {**several, **price}
            return {"cast": self._cast_now(thing, places), **price}
        if core is None or thing is None or not self.phrases.exiled:
            raise Unsaid("play")
        if free and verb_of(core) == "cast":
            one = self.phrases.exiled_cards(thing, places)
            return {"let cast free": one, **self._until(times)}
        if free:
            raise Unsaid("play without paying")
        what = self.phrases.exiled_cards(thing, places)
        entry: Entry = {"let play": what, **self._until(times)}
        return {**entry, "spells only": True} if verb_of(core) == "cast" else entry

    def _so_many_copies(self, thing: Node) -> int:
        """Return how many are cast of "the copy", "the copies", "any number of the copies"."""
        number = self.copied.removeprefix("target ")
        aimed = self.phrases.targets[int(number) - 1] if number.isdecimal() else ""
        several = isinstance(aimed, dict) and aimed.get("up to") != 1
        alone = quantifier_of(thing) == "the" and not is_described(thing)
        if not self.copied or not alone or (several and not is_plural(thing)):
            raise Unsaid("which copies")
        return 99 if is_plural(thing) else 1

    def _cast_some(self, thing: Node, places: list[Node]) -> Entry | None:
        """Read "cast up to two red spells from among them", of cards that have been named.

        None where nothing is cast from among others.
        """
        where = places[0].node("what") if len(places) == 1 else None
        if where is None or plain(places[0].get("prep")) != "from among":
            return None
        if thing.kind != "bare" and quantifier_of(thing) not in ("a", "up_to", "any_number"):
            return None
        number = 99 if thing.kind == "bare" else self.so_many(thing).get("amount")
        words = re.split(r" or (?!less|greater)", self.phrases.filter(thing))
        place = self._among_which(where)
        if not all(re.search(r"\bspell\b", one) for one in words):
            raise Unsaid("which spells")
        made = {
            "cast some": " or ".join(re.sub(r"\bspell\b", f"card {place}", one) for one in words)
        }
        return {**made, **({} if number is None else {"amount": number})}

    def _among_which(self, where: Node) -> str:
        """Return where cards are among which one chooses: "among them", "in exile you own"."""
        posts = items(where.node("posts"))
        card = lemma(where) == "card"
        this_way = len(posts) == 1 and plain(posts[0].get("past")) in ("exiled", "revealed")
        them = where.kind == "them" or (
            card and quantifier_of(where) == "those" and not is_described(where)
        )
        plainly = card and where.kind == "bare" and not items(where.node("describers"))
        if them or (plainly and this_way and posts[0].kind == "done_after"):
            if not self.phrases.among and not self.phrases.exiled:
                raise Unsaid("among which cards")
            return "among them"
        states = [plain(one.get("state")) for one in items(where.node("describers"))]
        hows = items(posts[0].node("how"), "adverbs") if len(posts) == 1 else ()
        exiles = [one.node("what") for one in hows if plain(one.get("prep")) in ("from", "in")]
        exiled = len(hows) == 1 and [one and one.kind for one in exiles] == ["exile"]
        if not card or where.kind != "bare" or states not in ([], ["face-up"]):
            raise Unsaid("among which cards")
        if not exiled:
            raise Unsaid("among which cards")
        # What lies face down is never cast so.
        own = Node("posts", (("items", (posts[0].put("how", None),)),))
        words = self.phrases.filter(where.put("describers", None).put("posts", own), "in exile")
        return words.removeprefix("card ")

    def _cast_now(self, thing: Node, places: list[Node]) -> str:
        """Return which card may be cast as the text is carried out."""
        where = places_of(places[0].node("what")) if len(places) == 1 else []
        if len(where) == 1 and plain(places[0].get("prep")) == "from":
            one = self.phrases.referring(thing, where[0])
            if not one.startswith("target ") or self.phrases.several(one):
                raise Unsaid("which cards")
            return one
        if places or not (self.phrases.exiled or self.phrases.gone or self.phrases.among):
            raise Unsaid("which cards")
        one = self.phrases.exiled_cards(thing, [])
        if one.startswith("each ") or self.phrases.several(one):
            raise Unsaid("which cards")
        return one


def _copies(thing: Node) -> Node | None:
    """Return "the copies" of "any number of the copies"; None if no copies are spoken of."""
    if thing.kind == "portion_of" and plain(thing.get("portion")) == "any number of":
        inner = thing.node("of")
        return inner if lemma(inner) == "copy" and inner is not None and is_plural(inner) else None
    return thing if lemma(thing) == "copy" else None


def additional_lands(core: Node | None) -> int:
    """Return how many "additional lands" are played; 0 if that is not what is said."""
    thing = None if core is None or core.kind != "act" else core.node("object")
    words = [
        plain(one.get("state"))
        for one in items(None if thing is None else thing.node("describers"))
    ]
    if verb_of(core) != "play" or thing is None or lemma(thing) != "land":
        return 0
    quantifier = thing.node("quantifier")
    if words != ["additional"] or items(thing.node("posts")) or quantifier is None:
        return 0
    if quantifier.kind == "a":
        return 1
    return NUMBERS.get(plain(quantifier.get("count")), 0) if quantifier.kind == "exactly" else 0


def place_of_act(acts: Node) -> bool:
    """Whether something is taken from a hand or a graveyard."""
    core, hows = unfold(acts)
    return (
        any(
            how.kind == "prep"
            and plain(how.get("prep")) == "from"
            and bool(places_of(how.node("what")))
            for how in hows
        )
        and core is not None
        and verb_of(core) in ("put", "return")
    )
