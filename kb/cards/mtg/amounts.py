"""How much and how many a phrase of Magic's text says, as an amount of card files."""

from __future__ import annotations

from kb.cards.mtg.dungeons import COMPLETED, those_completed
from kb.cards.mtg.filters import Filters
from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    items,
    lemma,
    plain,
    quantifier_kind,
)
from kb.cards.mtg.noun_phrases import (
    COLORS,
    KEYWORDS,
    MEASURES,
    PLAYERS,
    TYPES,
    counter_kind,
    devotion_of,
    drawn_this_turn,
    in_your_party,
    is_described,
    of_sacrificed,
    place_of,
    way_of,
)
from kb.cards.mtg.subtypes import SUBTYPES
from kb.cards.values import Node, Value


class Amounts(Filters):
    """Filters, amounts, and what is counted."""

    def keyword(self, node: Node) -> str:
        """Return a keyword as card files call it."""
        if node.kind in ("and_grant", "comma_grant", "comma_and_grant"):
            inner = node.node("grant")
            if inner is None:
                raise Unsaid("a keyword")
            return self.keyword(inner)
        if node.kind == "keyword":
            word = plain(node.get("keyword"))
            if word in KEYWORDS:
                return word
        if node.kind == "keyword_from" and plain(node.get("keyword")) == "protection":
            words = self.protections(node.node("qualities"))
            if len(words) == 1 and words[0] in KEYWORDS:
                return words[0]
        raise Unsaid("a keyword")

    def protections(self, qualities: Node | None) -> list[str]:
        """Return keywords, or filters of what something is protected from."""
        if qualities is None:
            raise Unsaid("a quality")
        if qualities.kind.startswith("and_from"):
            both = (qualities.node("first"), qualities.node("second"))
            return [words for one in both for words in self.protections(one)]
        if qualities.kind == "from_state":
            state = plain(qualities.get("state"))
            if state in COLORS:
                return [f"protection from {state}"]
            if state in ("colorless", "multicolored"):
                return [f"{state} object"]
        what = qualities.node("what") if qualities.kind == "from_thing" else None
        if what is not None and lemma(what) == "color" and quantifier_kind(what) == "all":
            return ["colored object"]
        if what is None or what.node("quantifier") is not None:
            raise Unsaid("a quality")
        words = self.filter(what)
        if " or " in words or "card" in words.split():
            raise Unsaid("a quality")
        noun = words.split()
        if len(noun) == 1 and f"protection from {words}s" in KEYWORDS:
            return [f"protection from {words}s"]
        kinds = [one.removeprefix("non-").removeprefix("non") for one in noun]
        plainly = all(one in TYPES or one.capitalize() in SUBTYPES for one in kinds)
        return [f"{words} object" if plainly else words]

    def count(self, node: Node | None) -> int | str:
        """Return how many a phrase is about."""
        quantifier = None if node is None else node.node("quantifier")
        if quantifier is None:
            raise Unsaid("how many")
        number = quantifier.get("count")
        match quantifier.kind:
            case "a":
                return 1
            case "exactly" if isinstance(number, int):
                return number
            case "exactly" if str(number) in NUMBERS:
                return NUMBERS[str(number)]
            case "so_many_x":
                return "x"
            case "that_much_of" if self.much:
                return self.much
            case "that_many" if self.counts_discards:
                return "as many as that"
            case "that_many" if self.many:
                return self.many
        raise Unsaid("how many")

    def amount(self, node: Value) -> int | str:
        """Return an amount: a number, the power of something, how many there are."""
        if isinstance(node, int):
            return node
        if not isinstance(node, Node):
            raise Unsaid("an amount")
        if node.kind == "number" and isinstance(number := node.get("number"), int):
            return number
        if node.kind == "x":
            return "x"
        if node.kind == "phrase":
            quantifier = node.node("quantifier")
            posts = items(node.node("posts"))
            kind = "" if quantifier is None else quantifier.kind
            if lemma(node) in ("power", "toughness", "loyalty") and quantifier is not None:
                whose_own = plain(quantifier.get("whose")) if kind == "own" else ""
                if whose_own == "its" and self.sized_sacrificed and not is_described(node):
                    return f"{lemma(node)} of sacrificed"
                if whose_own in ("its", "his", "her") and not is_described(node):
                    return f"{lemma(node)} of {self._pronoun()}"
                whose = quantifier.node("whose")
                if kind == "of_whose" and whose is not None and not is_described(node):
                    if self.sacrificed and (own_size := of_sacrificed(node, whose)):
                        self.sized_sacrificed = True
                        return own_size
                    done = [plain(d.get("past") or "") for d in items(whose.node("describers"))]
                    if done in (["enchanted"], ["equipped"]) and lemma(whose) == "creature":
                        return f"{lemma(node)} of {done[0]}"
                    if self.is_this(whose):
                        return f"{lemma(node)} of this"
                    inner = whose.node("quantifier")
                    if inner is not None and inner.kind == "that" and not is_described(whose):
                        return f"{lemma(node)} of {self._that(whose)}"
            counted = kind == "the" and lemma(node) == "number" and len(posts) == 1
            total = [plain(one.get("state")) for one in items(node.node("describers"))]
            if counted and posts[0].kind == "of" and total in ([], ["total"]):
                return self.number_of(posts[0].node("what"))
            if kind == "the" and lemma(node) == "life" and way_of(posts) == "lost":
                return "life lost this way"
            own = quantifier is not None and kind == "own" and not is_described(node)
            owner = plain(quantifier.get("whose")) if own and quantifier is not None else ""
            if own and lemma(node) == "devotion":
                raise Unsaid("devotion")
            if kind == "own" and lemma(node) == "devotion" and (color := devotion_of(node)):
                return f"devotion to {color}"
            if lemma(node) == "life total" and owner == "your":
                return "life of you"
            if lemma(node) == "mana value" and owner in ("its", "his", "her"):
                return f"mana value of {self._pronoun()}"
            if kind == "of_whose" and lemma(node) == "mana value" and quantifier is not None:
                whose = quantifier.node("whose")
                if whose is not None and self.sacrificed and (size := of_sacrificed(node, whose)):
                    return size
                inner = None if whose is None else whose.node("quantifier")
                if whose is not None and inner is not None and inner.kind == "that":
                    return f"mana value of {self._that(whose)}"
            describers = items(node.node("describers"))
            if kind == "the" and len(describers) == 1 and len(posts) == 1:
                among = plain(posts[0].get("prep")) == "among"
                greatest = plain(describers[0].get("state")) in ("greatest", "highest")
                if among and greatest and lemma(node) in MEASURES:
                    words = self._counted(posts[0].node("what"))
                    return f"greatest {MEASURES[lemma(node)]} among {words}"
        if node.kind == "portion_of" and plain(node.get("portion")) == "half" and self.rounded:
            way, self.rounded = self.rounded, ""
            return f"half {self.amount(node.node('of'))} rounded {way}"
        if node.kind == "portion_of" and plain(node.get("portion")) == "twice":
            return f"2 times {self.amount(node.node('of'))}"
        if node.kind == "sum_both" and plain(node.get("how")) == "plus":
            first, second = node.node("first"), node.get("second")
            count = NUMBERS.get(plain(first.get("count"))) if first is not None else None
            if first is not None and first.kind == "phrase" and isinstance(second, Node):
                return f"{self.amount(first)} plus {self.amount(second)}"
            if count is not None and isinstance(second, Node):
                return f"{count} plus {self.amount(second)}"
        if node.kind in ("sum", "sum_after") and plain(node.get("how")) == "plus":
            parts = [node.get("first"), node.get("second")]
            number, other = sorted(parts, key=lambda part: not isinstance(part, int))
            return f"{number} plus {self.amount(other)}"
        if (less := self._less(node)) is not None:
            return less
        raise Unsaid("an amount")

    def halved(self, node: Value, way: str) -> int | str:
        """Return an amount of which the text says which way its half is rounded."""
        self.rounded = way
        amount = self.amount(node)
        if self.rounded:
            self.rounded = ""
            raise Unsaid("what is rounded")
        return amount

    def _sacrificed_was(self, node: Node, subject: Node, acts: Node) -> str:
        """Return what "the sacrificed creature was a Human" says that it was."""
        being, what = acts.node("be"), acts.node("complement")
        done = [plain(one.get("past") or "") for one in items(subject.node("describers"))]
        plainly = node.kind == "does" and acts.kind == "be_so" and done == ["sacrificed"]
        the = quantifier_kind(subject) == "the" and not items(subject.node("posts"))
        if not plainly or not the or being is None or being.kind != "was" or what is None:
            return ""
        article = what.node("quantifier")
        return self.filter(what) if article is not None and article.kind == "a" else ""

    def _less(self, node: Node) -> str | None:
        """Read "3 minus the number of cards in their hand", or the other way about."""
        if plain(node.get("how")) != "minus":
            return None
        first, second = node.get("first"), node.get("second")
        if node.kind == "sum" and isinstance(first, int) and isinstance(second, Node):
            return f"{first} plus minus {self.amount(second)}"
        if node.kind == "sum_after" and isinstance(first, Node) and isinstance(second, int):
            return f"{second} less than {self.amount(first)}"
        return None

    def number_of(self, node: Node | None) -> str:
        """Return how many things of a kind there are, as an amount."""
        if node is not None and (kinds := self._card_types(node)):
            return kinds
        if node is not None and lemma(node) == "card" and not items(node.node("describers")):
            posts = items(node.node("posts"))
            if len(posts) == 1 and (player := self._whose_hand(posts[0].node("what"))):
                return f"cards in hand of {player}"
            pile = posts[0].node("what") if len(posts) == 1 else None
            own = None if pile is None else pile.node("quantifier")
            theirs = own is not None and plain(own.get("whose")) == "their"
            if self.their and lemma(pile) == "graveyard" and theirs:
                return f"number of card in a graveyard controlled by {self.their}"
            if lemma(pile) == "hand" and theirs and posts[0].kind == "placed":
                return f"cards in hand of {self._only_player()}"
            place = place_of(pile)
            if place == "in your hand" and posts[0].kind == "placed":
                return "cards in hand of you"
        if node is not None and (gone := self.gone_this_way(node)):
            return f"number of {gone} gone this way"
        if node is not None and (exiled := self._owned_in_exile(node)) is not None:
            return exiled
        if node is not None and lemma(node) == "card" and drawn_this_turn(node):
            return "cards drawn this turn by you"
        if node is not None and those_completed(node):
            return f"number of {COMPLETED}"
        if node is not None and lemma(node) == "counter":
            return self._counters_on(node)
        if node is not None and in_your_party(node):
            return "creatures in your party"
        if node is not None and (owned := self._of_player(node)) is not None:
            return owned
        counted = self._counted(node)
        if "the defending player controls" in counted:
            raise Unsaid("what is counted")
        return f"number of {counted}"

    def gone_this_way(self, node: Node) -> str:
        """Return which permanents "each creature destroyed this way" counts; nothing for others."""
        way = {"destroyed": {"destroy"}, "exiled": {"exile"}}.get(way_of(items(node.node("posts"))))
        if way is None or lemma(node) == "card":
            return ""
        if self.ends != way:
            raise Unsaid("which of them")
        posts = [one for one in items(node.node("posts")) if one.kind != "done_after"]
        words = self.filter(node.put("posts", Node("posts", (("items", tuple(posts)),))))
        if "card" in words.split() or {*PLAYERS, "spell"} & {*words.split()}:
            raise Unsaid("which of them")
        return words

    def _only_player(self) -> str:
        """Return the one player of whom "their hand" can be."""
        if self.targets:
            if len(self.targets) > 1 or self.that_player or not self._is_player(self.it or ""):
                raise Unsaid("whose hand")
            return str(self.it)
        if self.that_player is None:
            raise Unsaid("whose hand")
        return self.that_player

    def _owned_in_exile(self, node: Node) -> str | None:
        """Return how many cards a player owns in exile, as an amount."""
        posts = items(node.node("posts"))
        hows = items(posts[0].node("how"), "adverbs") if len(posts) == 1 else []
        place = hows[0].node("what") if len(hows) == 1 else None
        owns = (
            posts[0].kind == "related" and plain(posts[0].get("verb")) in ("own", "owns")
            if posts
            else False
        )
        if not owns or place is None or place.kind != "exile" or not _are_cards(node):
            return None
        who, words = (
            plain(posts[0].get("subject")),
            self.filter(node.put("posts", None), "in exile"),
        )
        if who == "you":
            owned = " or ".join(f"{one} you own" for one in words.split(" or "))
            also, self.also_in = self.also_in, ""
            if also:
                return (
                    f"number of {owned} plus number of {self.filter(node.put('posts', None), also)}"
                )
            return f"number of {owned}"
        if who != "that player" or self.it is None or not self._is_player(self.it):
            raise Unsaid("whose cards")
        return f"number of {words} controlled by {self.it}"

    def _counters_on(self, node: Node) -> str:
        """Return how many counters of a kind are on something, as an amount."""
        describers, posts = items(node.node("describers")), items(node.node("posts"))
        on_it = len(posts) == 1 and plain(posts[0].get("prep")) == "on"
        if len(describers) != 1 or not on_it or posts[0].kind != "placed":
            raise Unsaid("what is counted")
        kind, on = counter_kind(describers[0]), posts[0].node("what")
        one = "this" if self.is_this(on) else self.reference(on)
        if one not in ("this", "it") and not one.startswith("target "):
            raise Unsaid("what is counted")
        return f"{kind} counters on {one}"

    def _of_player(self, node: Node) -> str | None:
        """Return how many things a player controls whom the text targets or has named."""
        owner = self._whose_things(node)
        if owner is None:
            return None
        self._whose_is_known = True
        words = self._counted(node)
        self._whose_is_known = False
        if "other " in words or "card" in words:
            raise Unsaid("what is counted")
        return f"number of {words} controlled by {owner}"

    def _whose_hand(self, node: Node | None) -> str | None:
        """Return whose hand is meant: that of a target, or of the player just named."""
        quantifier = None if node is None else node.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        inner = None if whose is None else whose.node("quantifier")
        theirs = quantifier is not None and plain(quantifier.get("whose")) == "their"
        if node is not None and lemma(node) == "hand" and theirs and not is_described(node):
            named = self.it if self.it and self._is_player(self.it) else self.that_player
            return self.that_player if named == self.that_player else None
        if lemma(node) != "hand" or whose is None or inner is None or is_described(whose):
            return None
        if inner.kind == "target" and lemma(whose) in ("player", "opponent"):
            return self._target(whose, inner)
        if inner.kind == "that" and lemma(whose) == "player" and self.it is not None:
            return self.it if self._is_player(self.it) else self.that_player
        return None

    def _counted(self, node: Node | None) -> str:
        words = self.filter(node)
        if words in PLAYERS or words.endswith("spell"):
            raise Unsaid("what is counted")
        return words

    def _card_types(self, node: Node) -> str:
        """Return "card types among cards in your graveyard", which are counted."""
        describers = items(node.node("describers"))
        sorts = [plain(one.get("sort") or one.get("state") or "") for one in describers]
        posts = items(node.node("posts"))
        known = {("card",): "card types", ("basic", "land"): "basic land types"}
        types = known.get(tuple(sorts), "")
        if lemma(node) != "type" or not types or len(posts) != 1:
            return ""
        among = posts[0].node("what") if plain(posts[0].get("prep") or "") == "among" else None
        place = [one for one in items(among and among.node("posts")) if one.kind == "placed"]
        if among is None or among.kind != "bare" or len(place) != (types == "card types"):
            raise Unsaid("among what")
        return f"{types} among {self.filter(among)}"


def _are_cards(node: Node) -> bool:
    """Whether cards are meant, of whatever kinds."""
    head = node.node("noun")
    while head is not None and head.kind != "noun":
        head = head.node("noun")
    return lemma(node.put("noun", head)) == "card"
