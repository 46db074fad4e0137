"""What becomes of cards in libraries, hands and graveyards, in the words of card files."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import (
    SEQUENCES,
    by_whom,
    is_described,
    is_target,
    quantifier_of,
)
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.noun_phrases import (
    counter_kind,
    on_it,
    places_of,
    told_apart,
    without_counters,
)
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node, Noun

Entry = dict[str, Any]
Hows = tuple[Node, ...]

_DEPTHS = {f"{nth} from the top": f"{nth} from top" for nth in ("second", "third")}
FACE_DOWN = "arrive face down"
"""The instruction by which what is put onto the battlefield next lies face down there."""
_ORDERS = ("in any order", "in a random order", "in random order")


class Piles(EffectReader):
    """Reads what is looked at, searched for, put and returned."""

    # --- Looking ---

    def _look(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        if (
            core.kind != "act_alone"
            or who != "you"
            or len(hows) != 1
            or plain(hows[0].get("prep")) != "at"
        ):
            raise Unsaid("look")
        seen = hows[0].node("what")
        if seen is not None and seen.kind == "it" and self.phrases.exiled and self.phrases.among:
            return []  # what somebody knows changes nothing
        return self._top("look", "at", hows[0].node("what"))

    def _reveal(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        thing = core.node("object")
        if core.kind != "act" or thing is None:
            raise Unsaid("reveal")
        if who != "you":
            return self._shows_own(thing, who, hows)
        if hows and _from_top(thing, hows[0]) and len(hows) == 1:
            raise Unsaid("until when")
        again = quantifier_of(thing) in ("that", "those") and not is_described(thing)
        named = thing.kind in ("it", "them") or (again and lemma(thing) == "card")
        if named and self.phrases.found is not None and not hows:
            return []  # what was found is shown to all, and nothing else comes of it
        if thing.kind == "it" and self.phrases.among and not hows:
            return []
        if hows and self.phrases.among:
            _, _, rest, source = self.destination(hows)
            if rest or source != "among them":
                raise Unsaid("reveal")
            if thing.kind == "and_or_of":
                found, *self.phrases.found_beside = both = self._each_kind(thing, "")
                self.phrases.found = found
                return both
            found = {"take": self.phrases.filter(thing, source), **self.so_many(thing), "to": ""}
            self.phrases.found, self.phrases.it = found, "it"
            return [found]
        if hows:
            raise Unsaid("reveal")
        return self._top("reveal", "of", thing)

    def _shows_own(self, thing: Node, who: str, hows: Hows) -> list[Entry]:
        """Read "defending player reveals the top card of their library"."""
        number, whose = self.top_cards(thing, who)
        one = who == "defending player" or (
            who.startswith("target ") and not self.phrases.several(who)
        )
        if hows or whose != who or number != 1 or not one:
            raise Unsaid("reveal")
        self.phrases.among, self.phrases.it = True, "it"
        self.phrases.that_player = self.phrases.top_of = who
        return [{"reveal": 1, "of": who}]

    def _takes_own(self, thing: Node | None, who: str, hows: Hows) -> bool:
        """Whether it is "that player puts it into their hand", of their own card that is shown."""
        where = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
        card = thing is not None and (thing.kind == "it" or lemma(thing) == "card")
        shown = self.phrases.among and self.phrases.it == "it" and who == self.phrases.top_of
        if not (card and shown and where is not None) or plain(hows[0].get("prep")) != "into":
            return False
        again = thing is not None and (thing.kind == "it" or quantifier_of(thing) == "that")
        return again and self.phrases.own_hand(where, who)

    def reveals_until(self, does: Node | None, until: Node | None) -> list[Entry]:
        """Read "reveal cards from the top of your library until you reveal a creature card"."""
        if does is not None and does.kind == "does":
            return self._exiles_until(does, until)
        acts = None if does is None or does.kind != "do" else does.node("acts")
        before: list[Entry] = []
        while acts is not None and acts.kind in SEQUENCES:
            before += self._acting(acts.node("first"), "you", ())
            acts = acts.node("second")
        how, inner = (None, None) if acts is None else (acts.node("how"), acts.node("act"))
        thing = None if inner is None or verb_of(inner) != "reveal" else inner.node("object")
        if thing is None or how is None or not _from_top(thing, how) or until is None:
            raise Unsaid("until")
        top = how.node("what")
        posts = items(None if top is None else top.node("posts"))
        if len(posts) != 1 or self.whose_library(posts[0].node("what")) != "you":
            raise Unsaid("whose library")
        again, subject = until.node("acts"), until.node("subject")
        found = None if again is None or again.kind != "act" else again.node("object")
        by_you = subject is not None and subject.kind == "you" and verb_of(again) == "reveal"
        quantifier = None if found is None else found.node("quantifier")
        if not by_you or quantifier is None or quantifier.kind != "a" or until.kind != "does":
            raise Unsaid("until")
        words = self.phrases.filter(found, "in your library")
        self.phrases.renamed()
        self.phrases.among, self.phrases.dug, self.phrases.it = True, True, "it"
        return [*before, {"reveal until": words}]

    def _exiles_until(self, does: Node, until: Node | None) -> list[Entry]:
        """Read "target opponent exiles cards from the top of their library until they exile"."""
        acts, again = does.node("acts"), None if until is None else until.node("acts")
        how, inner = (None, None) if acts is None else (acts.node("how"), acts.node("act"))
        thing = None if inner is None or verb_of(inner) != "exile" else inner.node("object")
        if thing is None or how is None or again is None or not _from_top(thing, how):
            raise Unsaid("until")
        found, subject = again.node("object"), None if until is None else until.node("subject")
        they = subject is not None and subject.kind == "they" and verb_of(again) == "exile"
        who = self.phrases.reference(does.node("subject"))
        top = how.node("what")
        posts = items(None if top is None else top.node("posts"))
        own = len(posts) == 1 and self.whose_library(posts[0].node("what"), who) == who
        if not they or not own or found is None or quantifier_of(found) != "a":
            raise Unsaid("until")
        words = self.phrases.filter(found, "in your library")
        self.phrases.exiled, self.phrases.it = True, "it"
        return [{"exile until": words, "of": who}]

    def _top(self, word: str, key: str, node: Node | None) -> list[Entry]:
        """Return "look at the top four cards of your library"."""
        number, whose = self.top_cards(node)
        self.phrases.among = True
        self.phrases.it = "it" if number == 1 else None
        if whose.startswith("target "):
            self.phrases.that_player = self.phrases.top_of = whose
        return [{word: number, **({} if whose == "you" else {key: whose})}]

    def top_cards(self, node: Node | None, who: str = "you") -> tuple[int | str, str]:
        """Return how many cards on top of whose library are meant."""
        posts = items(None if node is None else node.node("posts"))
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or quantifier.kind != "the" or len(posts) != 1:
            raise Unsaid("which cards")
        if lemma(node) != "card" or posts[0].kind != "of":
            raise Unsaid("which cards")
        words = [
            plain(one.get("state") or one.get("count")) for one in items(node.node("describers"))
        ]
        if words[:1] != ["top"] or len(words) > 2:
            raise Unsaid("which cards")
        number: int | str = 1
        if len(words) == 2:
            if words[1] == "x":
                number = "x"
            elif words[1] in NUMBERS:
                number = NUMBERS[words[1]]
            else:
                raise Unsaid("how many cards")
        return number, self.whose_library(posts[0].node("what"), who)

    def whose_library(self, node: Node | None, who: str = "you") -> str:
        """Return the player whose library is meant; "their" is that of who does something."""
        quantifier = None if node is None else node.node("quantifier")
        if (
            node is None
            or quantifier is None
            or lemma(node) != "library"
            or items(node.node("posts"))
        ):
            raise Unsaid("whose library")
        if quantifier.kind == "own" and plain(quantifier.get("whose")) == "your":
            return "you"
        if quantifier.kind == "own" and plain(quantifier.get("whose")) == "their" and who != "you":
            return who
        whose = quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        if whose is not None and inner is not None and inner.kind in ("target", "that"):
            return self.phrases.reference(
                Node("phrase", (*whose.parts, ("posts", None)), whose.style, whose.span)
            )
        raise Unsaid("whose library")

    def _exile_top(self, thing: Node | None, who: str) -> list[Entry]:
        """Return "exile the top three cards of your library"."""
        number, whose = self.top_cards(thing, who)
        self.phrases.among = self.phrases.exiled = True
        self.phrases.those = "each card among them"
        self.phrases.it = "it" if number == 1 else None
        return [{"exile top": number, **({} if whose == "you" else {"of": whose})}]

    def _manifest(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        """Read "manifest the top card of your library"."""
        number, whose = self.top_cards(core.node("object"), who)
        if core.kind != "act" or hows or whose != who:
            raise Unsaid("manifest")
        self.phrases.it = "it" if number == 1 else None
        return [{"manifest": number, **by_whom(who)}]

    def _scry(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        return self._keyword_action("scry", core, who, hows)

    def _surveil(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        return self._keyword_action("surveil", core, who, hows)

    def _keyword_action(self, word: str, core: Node, who: str, hows: Hows) -> list[Entry]:
        said = core.get("amount") if core.kind == "act_amount" else core.node("object")
        by_x = isinstance(said, Node) and said.kind == "x"
        if hows or not (by_x or core.kind == "act_amount"):
            raise Unsaid(word)
        amount = said if isinstance(said, int) else self.phrases.amount(said)
        return [{word: amount, **by_whom(who)}]

    def _explore(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        """Read "it explores, then it explores again"."""
        again = [plain(how.get("manner")) or plain(how.get("time")) for how in hows]
        if core.kind != "act_alone" or again not in ([], ["again"]):
            raise Unsaid("explore")
        return [{"explore": self._one_permanent(who)}]

    def _connive(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        """Read "it connives", or "it connives 2"."""
        if core.kind == "act_alone" and not hows:
            return [{"connive": 1, "what": self._one_permanent(who)}]
        made = self._keyword_action("connive", core, "you", hows)
        return [{**made[0], "what": self._one_permanent(who)}]

    def _one_permanent(self, who: str) -> str:
        """Return whom an action is about that a single permanent performs."""
        if who in ("this", "it") or (is_target(who) and not self.phrases.several(who)):
            return who
        raise Unsaid("who does it")

    def _shuffle(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        thing = core.node("object")
        if (piles := self._shuffled_away(core, who, hows)) is not None:
            return [piles]
        if thing is not None and _is_rest(thing) and self.phrases.among and who == "you":
            into = hows[0] if len(hows) == 1 and plain(hows[0].get("prep")) == "into" else None
            if into is None or self.whose_library(into.node("what")) != "you":
                raise Unsaid("shuffle")
            self.phrases.among = False
            return [{"put the rest": "bottom"}, {"shuffle": "you"}]
        if core.kind == "act" and who == "you" and _into_its_owners(hows):
            one = self.phrases.reference(thing)
            if one != "this" and not re.fullmatch(r"target \d+", one):
                raise Unsaid("which are shuffled away")
            return [{"put into library": one, "at": "shuffled"}]
        if hows or core.kind not in ("act", "act_alone"):
            raise Unsaid("shuffle")
        if core.kind == "act" and self.whose_library(thing, who) != who:
            raise Unsaid("shuffle")
        return [{"shuffle": who}]

    def _shuffled_away(self, core: Node, who: str, hows: Hows) -> Entry | None:
        """Read "shuffles their hand and graveyard into their library"."""
        thing = core.node("object") if core.kind == "act" else None
        into = hows[0] if len(hows) == 1 and hows[0].kind == "prep" else None
        if thing is None or into is None or plain(into.get("prep")) != "into":
            return None
        whose, head = thing.node("quantifier"), thing.node("noun")
        own = whose is not None and plain(whose.get("whose")) == (
            "your" if who == "you" else "their"
        )
        heads = (
            [head]
            if head is None or head.kind == "noun"
            else [head.node("first"), head.node("noun")]
        )
        nouns = [one.get("noun") for one in heads if one is not None]
        words = " and ".join(one.lemma for one in nouns if isinstance(one, Noun))
        if not own or items(thing.node("posts")) or items(thing.node("describers")):
            return None
        if self.whose_library(into.node("what"), who) != who:
            raise Unsaid("shuffle")
        if words not in ("hand", "graveyard", "hand and graveyard"):
            return None
        return {"shuffle away": words, **by_whom(who)}

    def _search(self, core: Node, who: str, hows: Hows) -> list[Entry]:
        """Read "search your library for a Forest card"; what follows says where it is put."""
        if core.kind != "act" or not self.phrases.is_player(who) or len(hows) != 1:
            raise Unsaid("search")
        places = ["in your library"]
        if _or_graveyard(core.node("object")) and who == "you":
            places.append("in your graveyard")
        elif self.whose_library(core.node("object"), who) != who:
            raise Unsaid("search")
        if plain(hows[0].get("prep")) != "for":
            raise Unsaid("search")
        what = hows[0].node("what")
        amount = self.so_many(what)
        self.phrases.it = "it"
        what, apart = _with_different_names(what)
        words = " or ".join(self.phrases.filter(what, place) + apart for place in places)
        entry = {"search": words, **amount, "to": "nowhere"}
        entry.pop("how", None)
        entry |= by_whom(who)
        self.phrases.found, self.phrases.sought = entry, entry["search"].split()
        return [entry]

    # --- Putting ---

    def so_many(self, node: Node | None) -> Entry:
        """Return how many are picked: one, up to two, any number."""
        quantifier = None if node is None else node.node("quantifier")
        if quantifier is None:
            raise Unsaid("how many")
        number = NUMBERS.get(plain(quantifier.get("count")))
        match quantifier.kind:
            case "a":
                return {}
            case "exactly" if number is not None:
                return {"amount": number}
            case "up_to" if number is not None:
                return {"how": "up to", **({"amount": number} if number > 1 else {})}
            case "any_number":
                return {"how": "up to", "amount": 99}
        raise Unsaid("how many")

    def destination(self, hows: Hows) -> tuple[str, str | None, list[Node], str]:
        """Return where something is put, under whose control, what else is said, and from where."""
        to, under, rest, source = "", None, [], ""
        for how in hows:
            prep, what = plain(how.get("prep")), how.node("what")
            if how.kind == "prep" and prep == "into" and not to and lemma(what) == "library":
                self._library_of(what)
                to = "library"  # of which it must be said where
            elif how.kind == "prep" and prep in ("into", "onto", "to") and not to:
                to = self._zone(what)
            elif how.kind == "prep" and prep in ("on the bottom of", "on top of") and not to:
                self._library_of(what)
                to = "bottom" if "bottom" in prep else "top"
            elif _on_top(how) and not to:
                to = "top"
            elif to == "library" and plain(how.get("manner") or "") in _DEPTHS:
                to = _DEPTHS[plain(how.get("manner"))]
            elif how.kind == "manner" and plain(how.get("manner")) in _ORDERS:
                continue
            elif how.kind == "manner" and plain(how.get("manner")) in ("tapped", "transformed"):
                to = f"{to} {plain(how.get('manner'))}"
            elif plain(how.get("manner") or "") == "face down" and to == "battlefield":
                to = "battlefield face down"
            elif how.kind == "prep" and prep == "under":
                under = self._under_whom(what)
            elif how.kind == "prep" and prep == "from" and places_of(what):
                source = " or ".join(places_of(what))
            elif how.kind == "prep" and prep == "from" and _are_graveyards(what):
                source = "in a graveyard"
            elif how.kind == "prep" and prep == "from among" and what is not None:
                if what.kind not in ("them", "phrase"):
                    raise Unsaid("from among")
                source = "among them"
            else:
                rest.append(how)
        if to == "library":
            raise Unsaid("where in a library")
        return to, under, rest, source

    def _zone(self, node: Node | None) -> str:
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or items(node.node("posts")):
            raise Unsaid("where")
        word = lemma(node)
        if word == "battlefield" and quantifier.kind == "the":
            return word
        mine = quantifier.kind == "own" and plain(quantifier.get("whose")) == "your"
        whose = quantifier.node("whose")
        owners = whose is not None and lemma(whose) == "owner"
        mine = mine or (whose is not None and self._looked_at(whose))
        if word in ("hand", "graveyard") and (mine or owners):
            return word if mine else f"owner's {word}"
        raise Unsaid("where")

    def _library_of(self, node: Node | None) -> None:
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or lemma(node) != "library":
            raise Unsaid("whose library")
        whose = quantifier.node("whose")
        mine = quantifier.kind == "own" and plain(quantifier.get("whose")) == "your"
        theirs = whose is not None and (lemma(whose) == "owner" or self._looked_at(whose))
        if not mine and not theirs:
            raise Unsaid("whose library")

    def _looked_at(self, whose: Node) -> bool:
        """Whether "that player" is the one into whose library somebody looks."""
        player = lemma(whose) == "player" and quantifier_of(whose) == "that"
        known = bool(self.phrases.top_of) and self.phrases.that_player == self.phrases.top_of
        return player and known and self.phrases.among and not is_described(whose)

    def _under_whom(self, node: Node | None) -> str:
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or lemma(node) != "control":
            raise Unsaid("under")
        if plain(quantifier.get("whose")) == "your":
            return "you"
        whose = quantifier.node("whose")
        if whose is not None and lemma(whose) == "owner":
            return "owner"
        raise Unsaid("under")

    def placed(self, thing: Node | None, who: str, hows: Hows) -> list[Entry]:
        """Return what is put or returned somewhere."""
        hows, entering = self._arriving(hows)
        if entering is not None:
            return self._arrives(entering, thing, who, hows)
        if who != "you" and self._takes_own(thing, who, hows):
            return [{"return to hand": "it"}]
        if self._put_back(thing, hows):
            return [{"put the rest": "top"}]
        to, under, rest, source = self.destination(hows)
        phrases = self.phrases
        if thing is not None and not source and (exiled := exiled_with_this(thing, phrases)):
            thing, source = exiled, "exiled with this"
        if rest or not to or thing is None:
            raise Unsaid("where")
        if to.endswith(" face down"):
            there = tuple(how for how in hows if plain(how.get("manner") or "") != "face down")
            return [{FACE_DOWN: None}, *self.placed(thing, who, there)]
        if to.endswith("transformed"):
            return self._put_there(phrases.referring(thing, source), to, under, who)
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if phrases.found is not None and thing.kind == "so_many_alone":
            return self._parted(thing, to)
        if phrases.found is not None and thing.kind in ("it", "them", "phrase"):
            found, phrases.found = phrases.found, None
            if thing.kind == "phrase" and kind not in ("that", "those", "the"):
                raise Unsaid("what is put")
            if to == "top":
                return [{"put into library": "it"}]
            if under not in (None, "you") or (under and "who" in found):
                raise Unsaid("under")
            for one in (found, *phrases.found_beside):
                one["to"] = to
            phrases.found_beside = []
            return []
        one_card = thing.kind == "it" or (kind == "that" and lemma(thing) == "card")
        if phrases.dug and one_card and phrases.it == "it" and under is None:
            return self._put_there("it", to.removeprefix("owner's "), under, who)
        if phrases.among and one_card and phrases.it == "it" and under is None:
            return [{"take": "card among them", "to": to}]
        if phrases.exiled and to in ("top", "bottom", *_DEPTHS.values()):
            raise Unsaid("what is exiled")
        if _is_rest(thing) and phrases.among:
            phrases.among = False
            return [{"put the rest": to.removeprefix("owner's ")}]
        if phrases.among and thing.kind == "portion_of" and lemma_of_them(thing.node("of")):
            number = NUMBERS.get(plain(thing.get("portion")).removesuffix(" of"))
            if number is None or under is not None:
                raise Unsaid("how many")
            return [{"take": "card among them", **_amount(number), "to": to}]
        if phrases.among and source == "among them" and thing.kind == "and_or_of":
            return self._each_kind(thing, to)
        if phrases.among and source == "among them":
            if kind == "all":
                return [{"take all": phrases.filter(thing, source), "to": to}]
            entry = {"take": phrases.filter(thing, source), **self.so_many(thing), "to": to}
            phrases.it = "it"
            return [entry]
        if phrases.among and kind == "all" and _this_way(thing):
            return [{"take all": phrases.filter(_without_way(thing), "among them"), "to": to}]
        if _whole_way(thing) and not source and kind in ("a", "exactly", "up_to", "any_number"):
            return [{"take": phrases.filter(thing), **self.so_many(thing), "to": to}]
        anywhere = source == "in a graveyard" and to.startswith("battlefield")
        anywhere = anywhere or (source == "exiled with this" and to.startswith("battlefield"))
        if (source.startswith("in your ") or anywhere) and kind in (
            "a",
            "exactly",
            "up_to",
            "any_number",
        ):
            words = " or ".join(phrases.filter(thing, place) for place in source.split(" or "))
            entry = {"take": words, **self.so_many(thing), "to": to}
            if under not in (None, "you"):
                raise Unsaid("under")
            phrases.it = "it"
            return [entry]
        return self._put_there(phrases.referring(thing, source), to, under, who)

    def _each_kind(self, thing: Node, to: str) -> list[Entry]:
        """Read "a creature card and/or a land card from among them": one of each kind, or less."""
        made: list[Entry] = []
        for one in (thing.node("first"), thing.node("second")):
            if one is None or quantifier_of(one) != "a":
                raise Unsaid("how many")
            words = self.phrases.filter(one, "among them")
            made.append({"take": words, "how": "up to", "to": to})
        self.phrases.it = None
        return made

    def _put_back(self, thing: Node | None, hows: Hows) -> bool:
        """Take in "put them back in any order", of cards on top of a library."""
        manners = [plain(how.get("manner") or "") for how in hows]
        if thing is None or not self.phrases.among or manners[:1] != ["back"]:
            return False
        them = lemma_of_them(thing) or (
            quantifier_of(thing) == "those" and lemma(thing) == "card" and not is_described(thing)
        )
        back = them and manners[1:] == ["in any order"]
        if self.phrases.exiled or not back:
            raise Unsaid("put back")
        self.phrases.among = False
        return True

    def _parted(self, thing: Node, to: str) -> list[Entry]:
        """Read "put one onto the battlefield tapped", of several cards that were found.

        They stay where they are, as cards that are looked at do, until it is said of each.
        """
        found, number = self.phrases.found, NUMBERS.get(plain(thing.get("count")))
        if found is None or number is None or found.get("who") or found.get("amount", 1) <= number:
            raise Unsaid("how many")
        self.phrases.found, self.phrases.among = None, True
        return [{"take": "card among them", **_amount(number), "to": to}]

    def _arriving(self, hows: Hows) -> tuple[Hows, Node | None]:
        """Return what else is said, and the counters with which something is put there."""
        entering: list[Node] = []
        kept: list[Node] = []
        for how in hows:
            what = how.node("what") if how.kind == "prep" else None
            if what is None:
                kept.append(how)
                continue
            if plain(how.get("prep")) == "with" and on_it(what):
                entering.append(what)
                continue
            place, counters = without_counters(what)
            kept.append(how.put("what", place))
            entering += [] if counters is None else [counters]
        if len(entering) > 1:
            raise Unsaid("which counters")
        return tuple(kept), entering[0] if entering else None

    def _arrives(self, counters: Node, thing: Node | None, who: str, hows: Hows) -> list[Entry]:
        """Read "onto the battlefield with two +1/+1 counters on it"."""
        describers = [
            one
            for one in items(counters.node("describers"))
            if plain(one.get("state") or "") != "additional"
        ]
        made = self.placed(thing, who, hows)
        last = made[-1] if made else {}
        put = str(last.get("to", "")).startswith("battlefield") or "put onto battlefield" in last
        if len(describers) != 1 or len(made) != 1 or not put:
            raise Unsaid("which counters")
        kind, number = counter_kind(describers[0]), self.phrases.count(counters)
        return [{"arrive with": number, "kind": kind}, *made]

    def _put_there(self, one: str, to: str, under: str | None, who: str) -> list[Entry]:
        if who != "you":
            raise Unsaid("who puts it")
        if to in ("hand", "owner's hand"):
            return [{"return to hand": one}]
        if to in ("top", "bottom", *_DEPTHS.values()):
            return [{"put into library": one, **({} if to == "top" else {"at": to})}]
        if to in ("battlefield", "battlefield tapped", "battlefield transformed"):
            made: Entry = {"put onto battlefield": one}
            if under == "owner":
                made["under"] = f"owner of {one}"
            if to.endswith("tapped"):
                made["tapped"] = True
            if to.endswith("transformed"):
                made["transformed"] = True
            return [made]
        raise Unsaid("where")


def _or_graveyard(node: Node | None) -> bool:
    """Whether "your library and/or graveyard" is meant."""
    both = None if node is None else node.node("noun")
    whose = None if node is None else node.node("quantifier")
    if both is None or whose is None or node is None:
        return False
    if both.kind not in ("and_or_noun", "and_noun"):
        return False
    plainly = not items(node.node("describers")) and not items(node.node("posts"))
    mine = whose.kind == "own" and plain(whose.get("whose")) == "your"
    first, second = (Node("bare", (("noun", both.node(one)),)) for one in ("first", "noun"))
    return plainly and mine and {lemma(first), lemma(second)} == {"library", "graveyard"}


def _with_different_names(what: Node | None) -> tuple[Node | None, str]:
    """Return a phrase without "with different names", and those words if they are said."""
    posts = items(None if what is None else what.node("posts"))
    last = posts[-1].node("what") if posts and posts[-1].kind == "with" else None
    words = [plain(one.get("state")) for one in items(last and last.node("describers"))]
    different = words == ["different"] and lemma(last) == "name" and last is not None
    if what is None or not different or plain(posts[-1].get("with")) != "with":
        return what, ""
    return what.put("posts", Node("posts", (("items", tuple(posts[:-1])),))), " of different names"


def _are_graveyards(what: Node | None) -> bool:
    """Whether "graveyards" are meant, whosever they are."""
    if what is None or what.kind != "bare" or lemma(what) != "graveyard":
        return False
    return not items(what.node("describers")) and not items(what.node("posts"))


def _on_top(how: Node) -> bool:
    """Whether "on top" is said, of one's library."""
    if how.kind == "manner":
        return plain(how.get("manner")) == "on top"
    what = how.node("what") if how.kind == "prep" and plain(how.get("prep")) == "on" else None
    return what is not None and what.kind == "bare" and lemma(what) == "top"


def _whole_way(thing: Node) -> bool:
    """Whether cards are meant that were milled or discarded by the same text."""
    posts = items(thing.node("posts"))
    pasts = [plain(post.get("past")) for post in posts if post.kind == "done_after"]
    return pasts in (["milled"], ["discarded"])


def exiled_with_this(thing: Node, phrases: Phrases) -> Node | None:
    """Return "a creature card" of "a creature card exiled with this"; None if that is not said."""
    rest, found = [], False
    for post in told_apart(items(thing.node("posts"))):
        hows = items(post.node("how"), "adverbs") if post.kind == "done_after" else []
        by = [one.node("what") for one in hows if plain(one.get("prep")) == "with"]
        if plain(post.get("past")) == "exiled" and len(hows) == 1 and len(by) == 1:
            if not phrases.is_this(by[0]):
                raise Unsaid("exiled with what")
            found = True
        else:
            rest.append(post)
    posts = Node("posts", (("items", tuple(rest)),))
    return thing.put("posts", posts) if found else None


def _from_top(thing: Node, how: Node) -> bool:
    """Whether "cards from the top of" a library is said."""
    top = how.node("what") if how.kind == "prep" and plain(how.get("prep")) == "from" else None
    plainly = lemma(thing) == "card" and thing.kind == "bare"
    return plainly and not items(thing.node("describers")) and lemma(top) == "top"


def _is_rest(node: Node) -> bool:
    return node.kind == "the_other" or (node.kind == "phrase" and lemma(node) == "rest")


def lemma_of_them(node: Node | None) -> bool:
    """Whether the cards that were looked at are meant."""
    return node is not None and node.kind in ("them", "they")


def _this_way(node: Node) -> bool:
    return any(
        post.kind == "done_after" and plain(post.get("past")) == "revealed"
        for post in items(node.node("posts"))
    )


def _without_way(node: Node) -> Node:
    return node.put("posts", None)


def _amount(number: int) -> Entry:
    return {} if number == 1 else {"amount": number}


__all__ = ["Piles", "verb_of"]


def _into_its_owners(hows: Hows) -> bool:
    """Whether something is put "into its owner's library"."""
    into = hows[0] if len(hows) == 1 and plain(hows[0].get("prep")) == "into" else None
    where = None if into is None else into.node("what")
    quantifier = None if where is None else where.node("quantifier")
    owner = None if quantifier is None else quantifier.node("whose")
    inner = None if owner is None else owner.node("quantifier")
    its = inner is not None and plain(inner.get("whose")) in ("its", "their")
    return its and lemma(owner) == "owner" and lemma(where) == "library"
