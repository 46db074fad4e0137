"""What kind of thing a phrase of Magic's text is about, as a filter of card files."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import product

from kb.cards.mtg.nodes import (
    Unsaid,
    is_one_opponent,
    items,
    lemma,
    plain,
    quantifier_kind,
    verb_of,
)
from kb.cards.mtg.noun_phrases import (
    COLORS,
    MEASURES,
    PLAYERS,
    TYPES,
    apart_from_the_last,
    bound_of,
    done_this_way_to,
    either_being,
    either_having,
    has_article,
    is_both_at_once,
    is_described,
    is_plural,
    lying_or_standing,
    name_within,
    one_keyword_of,
    place_of,
    quality_chosen,
    said_behind,
    subtype_of,
    told_apart,
    was_attacked,
    was_dealt_damage,
)
from kb.cards.mtg.references import THAT_SIDE, References
from kb.cards.mtg.words import listed
from kb.cards.values import Node, Noun, Value

MAX_PHRASE = 300
"""How long a filter of a card file may be."""
_NOUNS = TYPES | listed("permanent spell ability player opponent")
STATES = COLORS | listed(
    "tapped untapped attacking blocking basic legendary snow enchanted equipped colorless token"
    " multicolored kicked monstrous activated triggered face-down"
)
_PERMANENTS = ("artifact", "creature", "enchantment", "land", "planeswalker")
_NEGATED = TYPES | COLORS | listed("basic legendary snow token")
_CONTROLS = {
    "you^c": "you control",
    "a^c opponent^c": "an opponent controls",
    "your^c opponents^c": "opponents control",
    "opponents^c": "opponents control",
    "each^c opponent^c": "an opponent controls",
}
_OWNS = {("your^c opponents^c", "own"), ("an^c opponent^c", "owns"), ("a^c opponent^c", "owns")}
_BOUNDS = {"or less": "or less", "or greater": "or greater", "or more": "or greater"}
_COMPARED = {
    "equal to": "mana value x",
    "less than or equal to": "mana value up to x",
    "less than": "mana value below x",
    "greater than": "mana value above x",
}
_THAN_THAT = {
    "lesser": "mana value below x",
    "greater": "mana value above x",
    "higher": "mana value above x",
}
"""How a mana value is compared with a number, or with what was named before."""


class Filters(References):
    """References, and filters of card files."""

    speaks_of_the_chosen = False
    """Whether "of the chosen color" is carried out in what is read."""

    def filter_by_choice(self, node: Node | None) -> str:
        """Return a filter that may ask for the color or type that was chosen."""
        self.speaks_of_the_chosen = True
        try:
            return self.filter(node)
        finally:
            self.speaks_of_the_chosen = False

    def filter(self, node: Node | None, place: str = "") -> str:
        """Return what a phrase is about as a filter of card files.

        Parameters
        ----------
        place
            Where the cards are of which it speaks: "in your graveyard".
        """
        if node is None:
            raise Unsaid("a thing")
        if is_one_opponent(node):
            return "opponent"
        place = place or self.place
        if node.kind == "any_of":
            first, second = node.node("first"), node.node("second")
            return f"{self.filter(first, place)} or {self.filter(second, place)}"
        if self.is_this(node):
            return "this"
        if is_both_at_once(node):
            raise Unsaid("one thing of several kinds")
        if (either := either_being(node) or either_having(node)) is not None:
            return " or ".join(self.filter(one, place) for one in either)
        if not place and (apart := lying_or_standing(node)) is not None:
            lying, standing = apart
            return f"{self.filter(lying)} or {self.filter(standing)}"
        before = [list(one) for one in self._descriptions(items(node.node("describers")))]
        posts = items(node.node("posts"))
        for post in posts:
            if post.kind == "placed" and plain(post.get("prep")) == "in" and not place:
                place = place_of(post.node("what"))
        posts = [post for post in posts if post.kind != "placed"]
        place = place or done_this_way_to(posts)
        but_this = [post for post in posts if self._other_than_this(post)]
        posts = [post for post in posts if post not in but_this]
        nouns = list(self._nouns(node.node("noun"), place))
        after = self._after(posts, place)
        if any(one.startswith("with the greatest ") for one in after) and nouns != ["creature"]:
            raise Unsaid("the greatest")
        if any("permanent" in words for words in before):
            before = [
                [kind if word == "permanent" else word for word in words]
                for words in before
                for kind in (_PERMANENTS if "permanent" in words else ("",))
            ]
        plain_words = {"other"}
        if nouns == ["creature", "planeswalker"]:  # all planeswalkers are legendary: it is one kind
            plain_words.add("legendary")
        if len(nouns) > 1 and any(word not in plain_words for words in before for word in words):
            raise Unsaid("a description of several")
        quantifier = node.node("quantifier")
        another = quantifier is not None and quantifier.kind == "another"
        other = ["other"] if another or but_this else []
        behind = said_behind(nouns, after)
        said = " or ".join(
            " ".join([*other, *words, noun, *behind[noun]]) for words in before for noun in nouns
        )
        if len(said) > MAX_PHRASE:
            raise Unsaid("too many kinds")
        return said

    def _other_than_this(self, post: Node) -> bool:
        """Whether a description ends in "other than" and the name of the card."""
        what = post.node("what") if post.kind == "of" else None
        return what is not None and plain(post.get("prep")) == "other than" and self.is_this(what)

    def _descriptions(self, describers: list[Node]) -> Iterator[list[str]]:
        if not describers:
            yield []
            return
        first, *rest = describers
        alone, shared = apart_from_the_last(first) if rest else ([], [first])
        for one in alone:  # "an Aura or legendary artifact card": no artifact but the last
            yield from ([word] for word in self._description(one))
        for words in self._descriptions(rest):
            for one in shared:
                yield from ([word, *words] for word in self._description(one))

    def _description(self, node: Node, *, listed: bool = False) -> Iterator[str]:
        if node.kind == "comma_describer" and not listed:  # noncreature, nonland: both
            both = [
                self._description(one) for one in (node.node("first"), node.node("second")) if one
            ]
            yield from (" ".join(words) for words in product(*both))
            return
        if node.kind in (
            "or_describer",
            "and_describer",
            "comma_or_describer",
            "comma_describer",
            "and_or_describer",
            "comma_and_describer",
        ):
            for name in ("first", "second"):
                inner = node.node(name)
                if inner is None:
                    raise Unsaid("a description")
                yield from self._description(inner, listed=True)
            return
        if node.kind == "other":
            yield "other"
            return
        word = plain(node.get("state") or node.get("past") or node.get("sort") or "")
        if node.kind == "sort" and word == "permanent":
            yield word
            return
        if node.kind == "state_of" and word in TYPES:
            yield word
            return
        if node.kind == "not_a":
            yield "non-" + subtype_of(str(node.get("what")).removeprefix("non-"))
            return
        if node.kind == "subtype":
            yield subtype_of(str(node.get("subtype")).strip("~").partition("^")[0])
            return
        if node.kind == "sort" and word not in TYPES:
            raise Unsaid(word)
        if (
            (word.startswith("non") and word[3:] in _NEGATED)
            or word in STATES
            or (node.kind == "sort" and word in TYPES)
        ):
            yield word
        else:
            raise Unsaid(word or node.kind)

    def _nouns(self, head: Node | None, place: str = "") -> Iterator[str]:
        if head is None:
            raise Unsaid("a noun")
        if head.kind in (
            "or_noun",
            "and_noun",
            "and_or_noun",
            "comma_or_noun",
            "comma_noun",
            "comma_and_noun",
        ):
            yield from self._nouns(head.node("first"), place)
            yield from self._nouns(head.node("noun"), place)
            return
        if head.kind == "described_noun" and (describer := head.node("describer")) is not None:
            described = product(self._description(describer), self._nouns(head.node("noun"), place))
            yield from (" ".join(words) for words in described)
            return
        noun = head.get("noun")
        if not isinstance(noun, Noun) or head.kind not in ("noun", "named"):
            raise Unsaid(head.kind)
        if plain(noun.lemma) == "card" and place and not noun.name:
            yield f"card {place}"
        elif plain(noun.lemma) == "token" and not noun.name:
            yield "token permanent"
        elif noun.name:
            yield subtype_of(noun.lemma)
        elif plain(noun.lemma) in _NOUNS:
            yield plain(noun.lemma)
        else:
            raise Unsaid(noun.lemma)

    def _after(self, posts: list[Node], place: str = "") -> list[str]:
        found = []
        for post in told_apart(posts):
            how = post.node("how")
            if post.kind == "related" and not items(how):
                who, verb = str(post.get("subject")), plain(post.get("verb"))
                if verb in ("control", "controls") and who in _CONTROLS:
                    found.append(_CONTROLS[who])
                    continue
                if verb == "controls" and plain(who) == "that player" and self._aiming:
                    found.append("that player controls")
                    continue
                if verb == "controls" and who == "defending^c player^c" and self.attacks:
                    found.append("the defending player controls")
                    continue
                if (who, verb) == ("you^c", "own"):
                    found.append("you own")
                    continue
                if (who, verb) in _OWNS:
                    found.append("an opponent owns")
                    continue
                if (
                    verb in ("control", "controls")
                    and plain(who)
                    in (
                        "target player",
                        "target opponent",
                        "that player",
                        "they",
                        THAT_SIDE,
                    )
                    and self._whose_is_known
                ):
                    continue
            other = (post.kind, str(post.get("subject")), plain(post.get("verb")))
            if other == ("not_related", "you^c", "control") and not items(how):
                found.append("you do not control")
                continue
            if post.kind == "with" and (said := self._measured(post)):
                found.append(said)
                continue
            if post.kind == "with_grants":
                words = [self.keyword(one_keyword_of(one)) for one in items(post.node("grants"))]
                if len(words) == 1 or plain(post.get("with")) == "without":
                    found += [f"{plain(post.get('with'))} {word}" for word in words]
                    continue
            if post.kind == "on_battlefield":
                continue
            if self.speaks_of_the_chosen and (chosen := quality_chosen(post)):
                found.append(chosen)
                continue
            if post.kind == "called":
                found.append(f'named "{name_within(post.node("name"))}"')
                continue
            if post.kind == "done_after" and place.endswith("this way"):
                continue
            if post.kind == "that_does" and was_attacked(post.node("acts")):
                found.append("that attacked this turn")
                continue
            if was_dealt_damage(post) == ():
                found.append("that was dealt damage this turn")
                continue
            if post.kind == "that_does" and verb_of(post.node("acts")) == "target":
                found.append(self._aiming_at_own(post.node("acts")))
                continue
            if post.kind == "that_does":
                found.append(self._being(post.node("acts")))
                continue
            raise Unsaid(post.kind)
        return found

    def _aiming_at_own(self, acts: Node | None) -> str:
        """Read "that targets a creature you control"."""
        what = None if acts is None or acts.kind != "act" else acts.node("object")
        words = self.filter(what) if what is not None and quantifier_kind(what) == "a" else ""
        if words not in ("creature you control", "permanent you control"):
            raise Unsaid("what is targeted")
        return f"that targets a {words}"

    def _being(self, acts: Node | None) -> str:
        """Read "that's a Wolf", "that's one or more colors"."""
        what = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        quantifier = None if what is None else what.node("quantifier")
        if what is None or quantifier is None or is_described(what) or what.kind != "phrase":
            raise Unsaid("that is")
        if quantifier.kind == "one_or_more" and lemma(what) == "color":
            return "colored"
        if quantifier.kind == "a":
            words = list(self._nouns(what.node("noun")))
            if len(words) == 1 and words[0] not in PLAYERS:
                return words[0]
        raise Unsaid("that is")

    def _measured(self, post: Node) -> str | None:
        """Return "mana value 3 or less", "with a +1/+1 counter" as filters say them."""
        what = post.node("what")
        if what is None or plain(post.get("with")) != "with":
            return None
        posts = items(what.node("posts"))
        if lemma(what) in MEASURES and len(posts) == 1 and not items(what.node("describers")):
            number, bound = posts[0].get("number"), plain(posts[0].get("bound"))
            if posts[0].kind == "so_much_bounded" and isinstance(number, int) and bound in _BOUNDS:
                return f"{MEASURES[lemma(what)]} {number} {_BOUNDS[bound]}"
            if lemma(what) == "mana value" and self.x and posts[0].kind == "so_much_x":
                return "mana value x"
            if posts[0].kind == "so_much_x_bounded" and lemma(what) == "mana value" and self.x:
                if bound != "or less":
                    raise Unsaid("how much")
                return "mana value up to x"
            if posts[0].kind == "so_much" and isinstance(number, int):
                return f"{MEASURES[lemma(what)]} {number}"
        if (compared := self._compared(what, posts)) is not None:
            return compared
        describers = items(what.node("describers"))
        if (utmost := bound_of(what)) is not None:
            return utmost
        on_it = (
            len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
        )
        if lemma(what) == "counter" and len(describers) == 1 and on_it:
            kind = str(describers[0].get("change")).strip("&").partition("^")[0]
            article = what.node("quantifier")
            if kind in ("+1/+1", "-1/-1") and article is not None and article.kind == "a":
                return f"with a {kind} counter"
        if lemma(what) == "counter" and not describers and on_it and _some(what):
            return "with a counter"
        return None

    def _compared(self, what: Node, posts: list[Node]) -> str | None:
        """Return "mana value up to x" for "less than or equal to the number of lands": X is that.

        "Lesser" and "higher" compare with what was named last.
        """
        if lemma(what) != "mana value" or what.kind != "bare":
            return None
        states = [plain(one.get("state") or "") for one in items(what.node("describers"))]
        if not posts and len(states) == 1 and states[0] in _THAN_THAT:
            return self._by_x(_THAN_THAT[states[0]], f"mana value of {self._last()}")
        how = plain(posts[0].get("how") or "") if len(posts) == 1 and not states else ""
        if how in _COMPARED and posts[0].kind == "compared":
            return self._by_x(_COMPARED[how], self.amount(posts[0].get("to")))
        return None

    def _by_x(self, words: str, amount: int | str) -> str:
        if (
            self.x
            or self.x_is not in (None, amount)
            or not self.may_set_x
            or "x" in str(amount).split()
        ):
            raise Unsaid("an X")
        self.x_is = amount
        return words

    def of_theirs(self, node: Node) -> str:
        """Return "a permanent they control" as a filter that is asked for the player meant."""
        controls = [plain(one.get("subject")) for one in items(node.node("posts"))]
        if controls != ["they"] or quantifier_kind(node) != "a":
            raise Unsaid("whose things")
        self._whose_is_known = True
        words = self.filter(node)
        self._whose_is_known = False
        if " or " in words or "card" in words.split():
            raise Unsaid("whose things")
        return f"{words} you control"

    def own_hand(self, node: Node, who: str) -> bool:
        """Whether a phrase is the hand of the player who does something."""
        return self.own_pile(node, who) == "hand"

    def own_pile(self, node: Node, who: str) -> str:
        """Return which pile of the player who does something a phrase is; empty if none."""
        quantifier = node.node("quantifier")
        whose = "" if quantifier is None else plain(quantifier.get("whose"))
        own = whose == ("your" if who == "you" else "their")
        return lemma(node) if own and not is_described(node) else ""

    def exiled_cards(self, thing: Node, places: list[Node]) -> str:
        """Return which of the cards that were exiled just before are meant."""
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if thing.kind in ("it", "them") and not places:
            return self.reference(thing)
        plain_card = lemma(thing) in ("card", "spell") and not is_described(thing) and not places
        if plain_card and kind == "those":
            return "each card among them"
        if plain_card and kind == "that" and self.it not in (None, "this"):
            return str(self.it)
        posts = items(thing.node("posts"))
        this_way = len(posts) == 1 and posts[0].kind == "done_after"
        if this_way and plain(posts[0].get("past")) == "exiled" and not places:
            return f"each {self.filter(thing.put('posts', None), 'among them')}"
        among = len(places) == 1 and plain(places[0].get("prep")) == "from among"
        source = places[0].node("what") if among else None
        if source is not None and source.kind == "them" and thing.kind == "bare":
            words = self.filter(thing)
            if words.endswith("spell") and " or " not in words:
                return f"each {words.removesuffix('spell')}card among them"
        raise Unsaid("which cards")

    @abstractmethod
    def amount(self, node: Value) -> int | str:
        """Return how much a phrase says; see `kb.cards.mtg.amounts`."""

    @abstractmethod
    def keyword(self, node: Node) -> str:
        """Return the keyword that is granted; see `kb.cards.mtg.amounts`."""


def _some(what: Node) -> bool:
    """Whether one or more of something is said: "a counter", "counters"."""
    quantifier = what.node("quantifier")
    if quantifier is None:
        return is_plural(what)
    bounds = (plain(str(quantifier.get(part))) for part in ("count", "bound"))
    return has_article(what) or (quantifier.kind == "bounded" and [*bounds] == ["one", "or more"])
