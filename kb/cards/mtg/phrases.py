"""What phrases of Magic's text become in the words of card files: filters, references, amounts.

Whatever has no word there raises `Unsaid`: nothing is left out in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from kb.cards.mtg.history import happened
from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    is_chosen,
    is_one_opponent,
    is_plain,
    items,
    lemma,
    name_of,
    plain,
    quantifier_kind,
    verb_of,
)
from kb.cards.mtg.subtypes import SUBTYPES
from kb.cards.mtg.words import listed
from kb.cards.mtg.writing import calls
from kb.cards.values import Node, Noun, Value

MAX_PHRASE = 300
"""How long a filter of a card file may be."""

_TYPES = listed("artifact creature enchantment instant land planeswalker sorcery")
_NOUNS = _TYPES | listed("permanent spell ability player opponent")
_SELF = listed("creature permanent artifact enchantment land planeswalker spell card")
"""Nouns by which today's texts call the card that bears them: this creature."""
_COLORS = listed("white blue black red green")
_STATES = _COLORS | listed(
    "tapped untapped attacking blocking basic legendary snow enchanted equipped colorless token"
    " multicolored kicked monstrous activated triggered"
)
_PERMANENTS = ("artifact", "creature", "enchantment", "land", "planeswalker")
_NEGATED = _TYPES | _COLORS | listed("basic legendary snow token")
_PLAYERS = listed("player opponent you")
_CONTROLS = {
    "you^c": "you control",
    "a^c opponent^c": "an opponent controls",
    "your^c opponents^c": "opponents control",
    "opponents^c": "opponents control",
    "each^c opponent^c": "an opponent controls",
}
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
_MEASURES = {"mana value": "mana value", "power": "power", "toughness": "toughness"}


_COUNTED = ("one", "two", "three", "four")
_EITHER = "either"
_THAT_SIDE = "that player or that planeswalker 's controller"
"""Who is meant where a player or a planeswalker is a target."""


class Phrases:
    """The phrases of one ability of a card.

    Attributes
    ----------
    targets
        What the ability targets, as a card file says it.
    those
        What "they" and "those creatures" stand for, once all of a kind were named.
    harks_back
        Whether the last reference was such a word.
    their
        Whose pile "their graveyard" is, while a player does something that is counted by it.
    gone
        What the text has exiled, and calls "that card" from then on.
    spell
        What kind of spell "that spell" is, where the event was that it is cast.
    cast
        Whether the event was that a spell is cast, so that it is "that spell".
    event
        The words for the thing that the event was about, if it was about one that is no spell.
    instead
        Whether what is read is done instead of what was said before.
    much, many
        How much "that much" is, or how many "that many" are, where the event tells.
    x, x_is
        What is chosen for X, if anything; and with what the text compares, where it has no X.
    may_set_x
        Whether what is read is carried out, so that something can be compared as that is done.
    activated
        Whether they are those of an activated ability, which says what it is used on.
    sacrificed, sized_sacrificed
        Whether one thing is sacrificed as a cost, of which the text may speak; and whether it has
        counted by that, so that "its toughness" is that thing's.
    top_of
        The target player whose library the text looks into.
    renamings
        How often "it" has become what the text itself has found, revealed or sacrificed.
    about_opponent
        Whether the ability triggers on an opponent, whose things "that player controls" may be.
    that_is_this
        Whether "that creature" may be the card itself: of "this or another creature enters".
    attacks
        Whether the event is that the card itself attacks, which tells who the defending player is.
    only_that
        The noun by which alone it is spoken of, where "it" might be something else: of a creature
        that is dealt damage by a Sliver "that creature".
    """

    def __init__(self, name: str, it: str | None = None) -> None:
        self.names = frozenset(calls(name))
        self.targets: list[Any] = []
        self._named: list[str] = []
        self._new = False
        self._nearer: str | None = None
        self._it = self._thing = it
        self.only_that, self.sized_sacrificed = "", False
        self.nouns = ("", "")
        self.gone: str | None = None
        self.spell = ""
        self.cast = self.instead = False
        self.event = ""
        self.their = ""
        self.those: str | None = None
        self.harks_back = False
        self._whose_is_known = False
        self.place = ""
        self.that_player: str | None = None
        self.renamings = 0
        self.among = False
        self.top_of = ""
        self.counts_discards = False
        self.much = self.many = ""
        self.x = ""
        self.x_is: int | str | None = None
        self.may_set_x = False
        self.sacrificed = False
        self.activated = self.on_permanent = False
        self.dug = False
        self.it_died = False
        self.exiled = False
        self.attacks = self.about_opponent = self._aiming = False
        self.that_is_this = False
        self.found: dict[str, Any] | None = None
        self.sought: list[str] = []

    # --- Things and players ---

    @property
    def it(self) -> str | None:
        """What "that creature" stands for, and "it" as well; None before anything was named."""
        return self._it

    @it.setter
    def it(self, thing: str | None) -> None:
        self._it, self._nearer, self._new, self.only_that = thing, None, True, ""
        self.sized_sacrificed = False
        if thing is None or not self._is_player(thing):
            self._thing = thing

    def renamed(self) -> None:
        """Let "that player" be the one whom the trigger was about, though "it" is another thing.

        What the rules find, reveal or sacrifice is "it" for them from then on.
        """
        self.renamings += 1
        if self.that_player is not None:
            self.that_player = re.sub(r"\bit$", "what set it off", self.that_player)

    def speak_of(self, thing: str | None) -> None:
        """Let "it" be what does something; "that creature" stays what was named before."""
        self._nearer = thing

    def begin_act(self) -> None:
        """Leave what was named so far, in an event or a condition, out of what an act names."""
        self._named, self._new = [], False

    def settle(self) -> None:
        """Take what an act has named as that for which "it" stands in the next one.

        The card itself, where nothing else was named: "put a +1/+1 counter on ~. It gains flying".
        Where it is named behind something else, "it" may be either.
        """
        named, self._named = self._named, []
        new, self._new = self._new, False
        if not named or new:
            return
        if set(named) == {"this"}:
            self._nearer = "this"
        else:
            self._nearer = _EITHER if named[-1] == "this" != self.it else None

    @property
    def nearest(self) -> str | None:
        """What "it" stands for: the nearest thing that was named; None where it may be either."""
        found = self._nearer or (None if self.only_that else self.it)
        if found is not None and self._is_player(found):
            found = self._thing  # a player is never "it"
        return None if found == _EITHER else found

    def _pronoun(self) -> str:
        if self.nearest is None:
            raise Unsaid("it")
        if self.nearest == self.that_player == "it":
            return "this"  # what a player was dealt damage by; a player is never "it"
        return self.nearest

    def reference(self, node: Node | None) -> str:
        """Return what a phrase refers to; a target is added to the list."""
        self.harks_back = False
        found = self._reference(node)
        if found != "you":
            self._named.append(found)
        return found

    def found_before(self, reference: str) -> str:
        """Return how those are said that were found before: no others come to them later."""
        if not self.harks_back or self.instead or not reference.startswith("each "):
            return reference
        if "card" in reference.split():  # which has moved, and is something else by now
            return reference
        return f"those {reference.removeprefix('each ')}"

    def _reference(self, node: Node | None) -> str:
        if node is None:
            raise Unsaid("a thing")
        match node.kind:
            case "you":
                return "you"
            case "them" | "they" if self.those is not None:
                self.harks_back = True
                return self.those
            case "it" | "him" | "her" | "he" | "she" | "himself" | "itself" | "them" | "they":
                if node.kind in ("them", "they") and self.it == "this":
                    if self.that_player is None:
                        raise Unsaid("them")
                    return self.that_player
                if node.kind in ("them", "they") and self.spell and self.that_player:
                    return self.that_player
                if node.kind in ("them", "they"):
                    return self._last()
                if node.kind in ("him", "her", "he", "she", "himself"):
                    return self._last() if self.that_player == "it" else self._pronoun()
                return self._pronoun()
            case "phrase" if is_chosen(node):
                return "chosen player"
            case "phrase":
                return self._phrase(node)
            case "any_of" if self._that_side(node):
                return f"controller of {self.it}"
            case "portion_of" if plain(node.get("portion")) == "each of":
                return self.reference(node.node("of"))
            case "bare":
                if self.is_this(node):
                    return "this"
                states = [plain(one.get("state")) for one in items(node.node("describers"))]
                if states == ["defending"] and lemma(node) == "player" and self.attacks:
                    return "defending player"
                if (bearing := attached_to(node)) is not None:
                    self.it, self.those = bearing, None
                    return bearing
                if not _is_plural(node):
                    raise Unsaid("a thing without an article")
                if _dealt_damage_this_way(items(node.node("posts"))):
                    return self._every(
                        f"{self.filter(node.put('posts', None))} dealt damage this way"
                    )
                return self._every(self.filter(node))
        raise Unsaid(node.kind)

    def referring(self, node: Node | None, place: str) -> str:
        """Return what a phrase refers to whose cards are in a place."""
        self.place = place
        try:
            return self.reference(node)
        finally:
            self.place = ""

    def _every(self, words: str) -> str:
        self.those = f"each {words}"
        return self.those

    def is_this(self, node: Node | None) -> bool:
        """Whether a phrase is the card's own name, or "this creature"."""
        if node is None or items(node.node("posts")) or items(node.node("describers")):
            return False
        quantifier = node.node("quantifier")
        if quantifier is not None and quantifier.kind == "this_one":
            return lemma(node) in _SELF
        return name_of(node) in self.names

    def spares_own_name(self, value: Value) -> None:
        """Refuse the card's own name in what it gives to another: there it is no "this"."""
        match value:
            case Noun() if value.name and value.lemma in self.names:
                raise Unsaid("the card itself in what another has")
            case Node():
                for _, part in value.parts:
                    self.spares_own_name(part)
            case tuple():
                for part in value:
                    self.spares_own_name(part)

    def _phrase(self, node: Node) -> str:
        quantifier = node.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if self.is_this(node):
            return "this"
        if kind in ("target", "targeted") and quantifier is not None:
            return self._target(node, quantifier)
        if kind == "targeted_other" and quantifier is not None and not self.targets:
            counted = quantifier.node("count")
            if counted is None or counted.kind != "up_to":
                raise Unsaid("how many targets")
            number = NUMBERS[str(counted.get("count"))]
            return self._aimed({"up to": number, "of": _other(self.filter(node))})
        if kind == "any" and lemma(node) == "target" and not _described(node):
            return self._aimed("any target")
        if kind == "up_to" and quantifier is not None and lemma(node) == "target":
            if _described(node):
                raise Unsaid("which targets")
            number = NUMBERS[plain(quantifier.get("count"))]
            return self._aimed({"up to": number, "of": "any target"})
        if kind in ("each", "all") and _dealt_damage_this_way(items(node.node("posts"))):
            return self._every(f"{self.filter(node.put('posts', None))} dealt damage this way")
        if kind == "each" and (who := self._who_controls(node)):
            return who
        if kind in ("each", "all"):
            owner = self._whose_things(node)
            self._whose_is_known = owner is not None
            words = self.filter(node)
            self._whose_is_known = False
            if owner:
                self.those = f"each {words} controlled by {owner}"
                return self.those
            return "opponents" if words == "opponent" else self._every(words)
        if kind == "those" and not _described(node) and self.those is not None:
            self.harks_back = True
            return self.those
        sought = kind == "those" and self.it == "it" and lemma(node) in self.sought
        if sought and not _described(node):
            return "it"
        named = self.it == "what it made" or (self.it or "").startswith("target ")
        if kind == "those" and named and not _described(node):
            if lemma(node) not in ("creature", "token"):
                raise Unsaid("those")
            return str(self.it)
        if kind == "that" and lemma(node) == "player" and self.that_player and not _described(node):
            return self.that_player
        if kind == "that" and lemma(node) == "spell" and not _described(node):
            return self._that_spell()
        if kind in ("that", "the") and not _described(node):
            if self.only_that not in ("", lemma(node)):
                return self._of_the_event(lemma(node))
            died = self.it == "it" and self.it_died and lemma(node) == "card"
            died = died or (lemma(node) == "card" and self.it is not None and self.it == self.gone)
            if self.it is None or (lemma(node) in ("", "card") and not died):
                raise Unsaid("that")
            if (lemma(node) in ("player", "opponent")) != self._is_player(self.it):
                raise Unsaid(f"that {lemma(node)}")
            if kind == "that" and (self._is_not_that() or self._is_another_kind(lemma(node))):
                raise Unsaid(f"that {lemma(node)}")
            return self.it
        if kind == "this_one" and lemma(node) in ("token", "emblem") and not _described(node):
            return "this"
        past = [plain(one.get("past")) for one in items(node.node("describers"))]
        if kind == "the" and lemma(node) == "card" and past == ["exiled"]:
            if items(node.node("posts")):
                raise Unsaid("which exiled card")
            return "card exiled with this"
        if kind == "own" and quantifier is not None and not _described(node):
            if plain(quantifier.get("whose")) != "its" or lemma(node) not in (
                "controller",
                "owner",
            ):
                raise Unsaid("whose")
            return f"{lemma(node)} of {self._pronoun()}"
        if kind == "of_whose" and quantifier is not None and lemma(node) in ("controller", "owner"):
            whose = quantifier.node("whose")
            inner = None if whose is None else whose.node("quantifier")
            is_that = inner is not None and inner.kind == "that" and not _described(node)
            if is_that and whose is not None:
                one = self._that_spell() if lemma(whose) == "spell" else self._last()
                return f"{lemma(node)} of {one}"
            if whose is not None and inner is not None and inner.kind in ("target", "targeted"):
                self.that_player = f"{lemma(node)} of {self._target(whose, inner)}"
                return self.that_player
        raise Unsaid("a thing")

    def _who_controls(self, node: Node) -> str:
        """Read "each opponent who doesn't control a creature", "each player who controls one"."""
        posts, who = items(node.node("posts")), lemma(node)
        acts = (posts[0].node("acts") or posts[0].node("act")) if posts else None
        if len(posts) != 1 or posts[0].kind not in ("that_does", "that_does_not") or acts is None:
            return ""
        plainly = not items(node.node("describers")) and plain(posts[0].get("that")) == "who"
        if who not in ("player", "opponent") or verb_of(acts) != "control" or not plainly:
            return ""
        thing = acts.node("object") if acts.kind == "act" else None
        quantifier = None if thing is None else thing.node("quantifier")
        if quantifier is None or quantifier.kind not in ("a", "no"):
            raise Unsaid("who controls what")
        none = (posts[0].kind == "that_does_not") != (quantifier.kind == "no")
        verb = "opponents who control" if who == "opponent" else "each player who controls"
        words = self.filter(thing)
        if words.startswith("no ") or " x" in f" {words}":
            raise Unsaid("who controls what")
        return f"{verb}{' no' if none else ''} {words}"

    def _whose_things(self, node: Node) -> str | None:
        """Return the player whose things are meant, if "each" is of those of one player."""
        for post in items(node.node("posts")):
            who = plain(post.get("subject")) if post.kind == "related" else ""
            if plain(post.get("verb")) not in ("control", "controls") or items(post.node("how")):
                continue
            if who in ("target player", "target opponent"):
                return self._aimed(who.removeprefix("target "))
            if who in ("that player", "they") and self.it and self._is_player(self.it):
                return self.it
            if who == _THAT_SIDE and self._player_or_walker():
                return f"controller of {self.it}"
        return None

    def _player_or_walker(self) -> bool:
        """Whether the target that was named last is a player or a planeswalker."""
        last = self.it or ""
        words = self.targets[int(last.split()[1]) - 1] if last.startswith("target ") else ""
        return words in ("player or planeswalker", "opponent or planeswalker")

    def _that_side(self, node: Node) -> bool:
        """Whether this is "that player or that planeswalker's controller"."""
        player, other = node.node("first"), node.node("second")
        if player is None or other is None or not self._player_or_walker():
            return False
        quantifier = other.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        if whose is None or lemma(whose) != "planeswalker" or quantifier_kind(whose) != "that":
            return False
        that = quantifier_kind(player) == "that" and lemma(player) == "player" and is_plain(player)
        return that and lemma(other) == "controller" and is_plain(whose) and not _described(other)

    def speak_of_player(self, before: int) -> None:
        """Let "that player" be the one that was targeted after so many other targets."""
        for number in range(before + 1, len(self.targets) + 1):
            if self._is_player(f"target {number}"):
                self.that_player = f"target {number}"

    def _last(self) -> str:
        if self.it is None:
            raise Unsaid("it")
        return self.it

    def _that(self, node: Node) -> str:
        """Return what "that card" stands for; a permanent that speaks never calls itself so."""
        if lemma(node) == "spell":
            return self._that_spell()
        if self._is_not_that() or (self.it is not None and self._is_player(self.it)):
            raise Unsaid(f"that {lemma(node)}")
        if self.only_that not in ("", lemma(node)):
            return self._of_the_event(lemma(node))
        return self._last()

    def _of_the_event(self, noun: str) -> str:
        """Return "that creature" where the text has sacrificed something else since."""
        if not self.renamings or not noun or noun not in self.event.split():
            raise Unsaid(f"that {noun}")
        return "what set it off"

    def _that_spell(self) -> str:
        """Return what "that spell" stands for: one that is targeted, or the one that was cast."""
        last = self.it or ""
        if last.startswith("target ") and "spell" in str(self.targets[int(last.split()[1]) - 1]):
            return last
        if not self.cast:
            raise Unsaid("that spell")
        return "what set it off" if self.renamings else "it"

    def _is_not_that(self) -> bool:
        """Return whether "that creature" would be the card itself, which calls itself otherwise."""
        return self.it == "this" and not self.that_is_this

    def _is_another_kind(self, noun: str) -> bool:
        """Return whether "that land" can't be the target that was named last."""
        if noun not in ("land", "artifact", "enchantment") or not (self.it or "").startswith(
            "target "
        ):
            return False
        words = self.targets[int(str(self.it).split()[1]) - 1]
        kind = str(words.get("of")) if isinstance(words, dict) else str(words)
        return noun not in kind and "permanent" not in kind and "card" not in kind

    def _is_player(self, reference: str) -> bool:
        if reference.startswith("target "):
            words = self.targets[int(reference.split()[1]) - 1]
            return words in ("player", "opponent", {"up to": 1, "of": "player"})
        if reference.startswith(("opponents who ", "each player who ")):
            return True
        return reference in ("each player", "opponents") or reference.split()[0] in (
            "controller",
            "owner",
        )

    def is_player(self, reference: str) -> bool:
        """Whether a reference is to players and not to things."""
        return reference == "you" or self._is_player(reference)

    def several(self, reference: str) -> bool:
        """Whether a reference is to several targets that are named at once."""
        number = reference.removeprefix("target ")
        return number.isdecimal() and isinstance(self.targets[int(number) - 1], dict)

    def _target(self, node: Node, quantifier: Node) -> str:
        counted = quantifier.node("count")
        self._aiming = self.about_opponent
        try:
            words = self.filter(node)
        finally:
            self._aiming = False
        if " x" in words and (self.x != "loyalty" or "mana value x" not in words or counted):
            raise Unsaid("an X")
        if "mana value x" in words and "graveyard" not in words:
            raise Unsaid("an X")
        if counted is None:
            return self._aimed(words)
        match counted.kind:
            case "another":
                return self._aimed(_other(words))
            case "exactly" if str(counted.get("count")) in NUMBERS:
                number = NUMBERS[str(counted.get("count"))]
                if number < 2 or self.targets:
                    raise Unsaid("how many targets")
                return self._aimed({"exactly": number, "of": words})
            case "up_to":
                return self._aimed({"up to": NUMBERS[str(counted.get("count"))], "of": words})
            case "any_number":
                return self._aimed({"any number": words})
        raise Unsaid("how many targets")

    def shared(self, node: Node | None, number: int | str) -> str:
        """Return the targets among which a number is divided, each of which gets at least one."""
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or self.targets:
            raise Unsaid("among what")
        counted = quantifier.node("count") if quantifier.kind == "targeted" else quantifier
        plainly = lemma(node) == "target" and not _described(node)
        if counted is None or (quantifier.kind != "targeted" and not plainly):
            raise Unsaid("among what")
        words = "any target" if plainly else self.filter(node)
        said = [str(counted.get(one)) for one in ("first", "or", "last") if counted.get(one)]
        parts = [plain(one) for one in said]
        match counted.kind:
            case "any_number" if isinstance(number, int):
                return self._aimed({"any of": number, "of": words})
            case "up_to":
                return self._aimed({"up to": NUMBERS[plain(counted.get("count"))], "of": words})
            case "either_count" | "any_count" if parts == list(_COUNTED[: len(parts)]):
                return self._aimed({"one up to": len(parts), "of": words})
        raise Unsaid("how many targets")

    def aim(self, words: str) -> str:
        """Return the target of which words speak, which is added to the list."""
        found = self._aimed(words)
        self._named.append(found)
        return found

    def _aimed(self, words: object) -> str:
        self.targets.append(words)
        self.it = f"target {len(self.targets)}"
        self.those = None
        return self.it

    # --- Filters ---

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
        if (either := _either_being(node) or _either_having(node)) is not None:
            return " or ".join(self.filter(one, place) for one in either)
        before = [list(one) for one in self._descriptions(items(node.node("describers")))]
        posts = items(node.node("posts"))
        for post in posts:
            if post.kind == "placed" and plain(post.get("prep")) == "in" and not place:
                place = place_of(post.node("what"))
        posts = [post for post in posts if post.kind != "placed"]
        place = place or _this_way(posts)
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
        behind = _behind(nouns, after)
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
        alone, shared = _apart_from_the_last(first) if rest else ([], [first])
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
        if node.kind == "state_of" and word in _TYPES:
            yield word
            return
        if node.kind == "not_a":
            yield "non-" + _subtype(str(node.get("what")).removeprefix("non-"))
            return
        if node.kind == "subtype":
            yield _subtype(str(node.get("subtype")).strip("~").partition("^")[0])
            return
        if node.kind == "sort" and word not in _TYPES:
            raise Unsaid(word)
        if (
            (word.startswith("non") and word[3:] in _NEGATED)
            or word in _STATES
            or (node.kind == "sort" and word in _TYPES)
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
        noun = head.get("noun")
        if not isinstance(noun, Noun) or head.kind not in ("noun", "named"):
            raise Unsaid(head.kind)
        if plain(noun.lemma) == "card" and place and not noun.name:
            yield f"card {place}"
        elif plain(noun.lemma) == "token" and not noun.name:
            yield "token permanent"
        elif noun.name:
            yield _subtype(noun.lemma)
        elif plain(noun.lemma) in _NOUNS:
            yield plain(noun.lemma)
        else:
            raise Unsaid(noun.lemma)

    def _after(self, posts: list[Node], place: str = "") -> list[str]:
        found = []
        for post in _apart(posts):
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
                if (
                    verb in ("control", "controls")
                    and plain(who)
                    in (
                        "target player",
                        "target opponent",
                        "that player",
                        "they",
                        _THAT_SIDE,
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
                words = [self.keyword(_one_of(one)) for one in items(post.node("grants"))]
                if len(words) == 1 or plain(post.get("with")) == "without":
                    found += [f"{plain(post.get('with'))} {word}" for word in words]
                    continue
            if post.kind == "on_battlefield":
                continue
            if post.kind == "called":
                found.append(f'named "{_name_in(post.node("name"))}"')
                continue
            if post.kind == "done_after" and place.endswith("this way"):
                continue
            if post.kind == "that_does" and _attacked(post.node("acts")):
                found.append("that attacked this turn")
                continue
            if post.kind == "that_does":
                found.append(self._being(post.node("acts")))
                continue
            raise Unsaid(post.kind)
        return found

    def _being(self, acts: Node | None) -> str:
        """Read "that's a Wolf", "that's one or more colors"."""
        what = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        quantifier = None if what is None else what.node("quantifier")
        if what is None or quantifier is None or _described(what) or what.kind != "phrase":
            raise Unsaid("that is")
        if quantifier.kind == "one_or_more" and lemma(what) == "color":
            return "colored"
        if quantifier.kind == "a":
            words = list(self._nouns(what.node("noun")))
            if len(words) == 1 and words[0] not in _PLAYERS:
                return words[0]
        raise Unsaid("that is")

    def _measured(self, post: Node) -> str | None:
        """Return "mana value 3 or less", "with a +1/+1 counter" as filters say them."""
        what = post.node("what")
        if what is None or plain(post.get("with")) != "with":
            return None
        posts = items(what.node("posts"))
        if lemma(what) in _MEASURES and len(posts) == 1 and not items(what.node("describers")):
            number, bound = posts[0].get("number"), plain(posts[0].get("bound"))
            if posts[0].kind == "so_much_bounded" and isinstance(number, int) and bound in _BOUNDS:
                return f"{_MEASURES[lemma(what)]} {number} {_BOUNDS[bound]}"
            if lemma(what) == "mana value" and self.x and posts[0].kind == "so_much_x":
                return "mana value x"
            if posts[0].kind == "so_much_x_bounded" and lemma(what) == "mana value" and self.x:
                if bound != "or less":
                    raise Unsaid("how much")
                return "mana value up to x"
            if posts[0].kind == "so_much" and isinstance(number, int):
                return f"{_MEASURES[lemma(what)]} {number}"
        if (compared := self._compared(what, posts)) is not None:
            return compared
        describers = items(what.node("describers"))
        if (utmost := _utmost(what)) is not None:
            return utmost
        on_it = (
            len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
        )
        if lemma(what) == "counter" and len(describers) == 1 and on_it:
            kind = str(describers[0].get("change")).strip("&").partition("^")[0]
            article = what.node("quantifier")
            if kind in ("+1/+1", "-1/-1") and article is not None and article.kind == "a":
                return f"with a {kind} counter"
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
        return lemma(node) if own and not _described(node) else ""

    def exiled_cards(self, thing: Node, places: list[Node]) -> str:
        """Return which of the cards that were exiled just before are meant."""
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        if thing.kind in ("it", "them") and not places:
            return self.reference(thing)
        plain_card = lemma(thing) in ("card", "spell") and not _described(thing) and not places
        if plain_card and kind == "those":
            return "each card among them"
        if plain_card and kind == "that" and self.it is not None:
            return self.it
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

    # --- Conditions ---

    def condition(self, node: Node | None) -> str:
        """Return a condition of card files: "number of artifact you control is at least 3"."""
        if node is None:
            raise Unsaid("a condition")
        subject, acts = node.node("subject"), node.node("acts")
        if subject is not None and (counted := self._there_are(node, subject)) is not None:
            return counted
        if subject is None or acts is None:
            raise Unsaid("a condition")
        being = acts.node("be")
        if node.kind == "does" and _was_kicked(acts):
            return f"{self.reference(subject)} was kicked"
        if node.kind == "does" and acts.kind == "done" and plain(acts.get("past")) == "escaped":
            return f"{self.reference(subject)} escaped"
        if self.sacrificed and (was := self._sacrificed_was(node, subject, acts)):
            return f"sacrificed is {was}"
        if being is not None and being.kind == "was" and not _done_this_way(acts):
            raise Unsaid("what was so")
        if subject.kind == "it" and acts.kind == "be_so" and node.kind == "does":
            turn = acts.node("complement")
            mine = None if turn is None else turn.node("quantifier")
            if lemma(turn) == "turn" and mine is not None and plain(mine.get("whose")) == "your":
                negated = being is not None and being.kind == "be_not"
                return "it is not your turn" if negated else "it is your turn"
        about_this = self.is_this(subject)
        if (before := happened(node, subject, acts, about_this=about_this)) is not None:
            return before
        if self._empty_library(node, subject, acts):
            return "cards in library of you is at most 0"
        has = acts.kind == "have" or verb_of(acts) == "have"
        if subject.kind == "you" and has and node.kind == "does":
            return self._have(acts)
        if (sized := self._sized(node, subject, acts)) is not None:
            return sized
        if (measured := self._measuring(node, subject, acts)) is not None:
            return measured
        if lemma(subject) == "player" and acts.kind == "have" and node.kind == "does":
            return self._have(acts).replace(" of you ", f" of {self.reference(subject)} ")
        if (more := self._outnumbered(node, subject, acts)) is not None:
            return more
        thing = acts.node("object")
        if acts.kind == "have" and node.kind == "does" and lemma(thing) == "counter" and thing:
            return self._counters(thing, self.reference(subject))
        negated = node.kind == "does_not"
        if subject.kind == "phrase" and (done := _done_this_way(acts)) and node.kind == "does":
            return self._so_many(subject.put("posts", None), "", negated=False, place=done)
        if node.kind == "does" and subject.kind == "phrase" and _lies_in_your_graveyard(acts):
            return self._so_many(subject, "", negated=False, place="in your graveyard")
        if subject.kind == "you" and verb_of(acts) == "control" and acts.kind == "act":
            return self._so_many(thing, " you control", negated=negated)
        opponent = lemma(subject) == "opponent" and _article(subject) and not _described(subject)
        bound = None if thing is None else thing.node("quantifier")
        if opponent and acts.kind == "have" and lemma(thing) == "life" and bound is not None:
            count = bound.get("count")
            number = count if isinstance(count, int) else NUMBERS.get(plain(count))
            if bound.kind != "bounded" or plain(bound.get("bound")) != "or less" or number is None:
                raise Unsaid("a condition")
            return f"an opponent has {number} or less life"
        if opponent and verb_of(acts) == "control" and acts.kind == "act" and not negated:
            said = self._so_many(thing, "", negated=False)
            words, _, least = said.removeprefix("number of ").partition(" is at least ")
            if not least:
                raise Unsaid("a condition")
            if least == "1":
                return f"number of {words} an opponent controls is at least 1"
            return f"an opponent controls {least} or more {words}"
        if node.kind == "does" and _is_on_the_battlefield(acts):
            return self._so_many(subject, "", negated=False)
        complement = acts.node("complement") if acts.kind == "be_so" else None
        about_one = subject.kind in ("it", "phrase") or self.is_this(subject)
        if about_one and complement is not None and not negated:
            about = self.reference(subject)
            if complement.kind == "phrase" and _article(complement):
                return f"{about} is {self._sort(complement)}"
            if complement.kind == "any_of":
                either = [complement.node("first"), complement.node("second")]
                sorts = [self._sort(one) for one in either if one is not None and _article(one)]
                if len(sorts) == len(either):
                    return f"{about} is {' or '.join(sorts)}"
            word = plain(complement.get("state") or complement.get("past") or "")
            if word in _STATES:
                return f"{about} is {word} object"
        raise Unsaid("a condition")

    def _empty_library(self, node: Node, subject: Node, acts: Node) -> bool:
        """Whether this is "your library has no cards in it"."""
        whose, how, act = subject.node("quantifier"), acts.node("how"), acts.node("act")
        thing = None if act is None or act.kind != "have" else act.node("object")
        where = None if how is None or plain(how.get("prep")) != "in" else how.node("what")
        yours = whose is not None and plain(whose.get("whose")) == "your"
        if node.kind != "does" or lemma(subject) != "library" or not yours or thing is None:
            return False
        none = quantifier_kind(thing) == "no" and lemma(thing) == "card" and not _described(thing)
        return none and where is not None and where.kind == "it" and not _described(subject)

    def _there_are(self, node: Node, subject: Node) -> str | None:
        """Read "there are two or more ki counters on this artifact", "four or more card types"."""
        if node.kind == "there_is" and (kinds := self._card_types(subject)):
            bound = subject.node("quantifier")
            number = None if bound is None else NUMBERS.get(plain(bound.get("count")))
            if bound is None or bound.kind != "bounded" or number is None:
                raise Unsaid("a condition")
            if plain(bound.get("bound")) != "or more":
                raise Unsaid("a condition")
            return f"{kinds} is at least {number}"
        on = [one for one in items(subject.node("posts")) if plain(one.get("prep") or "") == "on"]
        if node.kind != "there_is" or lemma(subject) != "counter" or len(on) != 1:
            return None
        if not self.is_this(on[0].node("what")):
            raise Unsaid("a condition")
        return self._counters(subject, "this")

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

    def _sized(self, node: Node, subject: Node, acts: Node) -> str | None:
        """Read "enchanted creature's power is 4 or greater"."""
        quantifier = subject.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose") or quantifier.get("whose")
        size = acts.node("complement") if acts.kind == "be_so" else None
        if whose is None or size is None or size.kind != "number_bound":
            return None
        least = {"or greater": "is at least", "or less": "is at most"}.get(plain(size.get("bound")))
        plainly = not items(subject.node("describers")) and not items(subject.node("posts"))
        if (
            plain(str(whose)) == "your"
            and plain(lemma(subject)) == "life total"
            and least is not None
            and plainly
        ):
            return f"life of you {least} {size.get('number')}"
        if lemma(subject) not in _MEASURES or least is None or not plainly or node.kind != "does":
            raise Unsaid("a condition")
        return f"{self.amount(subject)} {least} {size.get('number')}"

    def _outnumbered(self, node: Node, subject: Node, acts: Node) -> str | None:
        """Read "an opponent controls more creatures than you"."""
        core, than = acts.node("act"), acts.node("how")
        thing = None if core is None or verb_of(core) != "control" else core.node("object")
        quantifier = None if thing is None else thing.node("quantifier")
        if thing is None or quantifier is None or quantifier.kind != "more_of" or than is None:
            return None
        you = than.node("what")
        opponent = lemma(subject) == "opponent" and _article(subject) and not _described(subject)
        if plain(than.get("prep")) != "than" or you is None or you.kind != "you" or not opponent:
            raise Unsaid("a condition")
        if node.kind != "does":
            raise Unsaid("a condition")
        return f"an opponent controls more {self.filter(thing)} than you"

    def _measuring(self, node: Node, subject: Node, acts: Node) -> str | None:
        """Read "it has mana value 3 or less"."""
        thing = acts.node("object") if acts.kind == "have" and node.kind == "does" else None
        posts = items(None if thing is None else thing.node("posts"))
        if thing is None or lemma(thing) not in _MEASURES or len(posts) != 1:
            return None
        number, bound = posts[0].get("number"), plain(posts[0].get("bound"))
        least = {"or less": "is at most", "or greater": "is at least"}.get(bound)
        plainly = thing.kind == "bare" and not items(thing.node("describers"))
        if posts[0].kind != "so_much_bounded" or least is None or not plainly:
            raise Unsaid("a condition")
        return f"{_MEASURES[lemma(thing)]} of {self.reference(subject)} {least} {number}"

    def _counters(self, thing: Node, one: str) -> str:
        """Read "it has three or more +1/+1 counters on it"."""
        quantifier, describers = thing.node("quantifier"), items(thing.node("describers"))
        posts = items(thing.node("posts"))
        on_it = len(posts) == 1 and plain(posts[0].get("prep")) == "on"
        on = posts[0].node("what") if on_it else None
        if lemma(thing) != "counter" or len(describers) != 1 or quantifier is None or on is None:
            raise Unsaid("a condition")
        kind = counter_kind(describers[0])
        if quantifier.kind == "no" and (on.kind in ("it", "him", "her") or self.is_this(on)):
            return f"{kind} counters on {one} is at most 0"
        number, bound = NUMBERS.get(plain(quantifier.get("count"))), plain(quantifier.get("bound"))
        least = {"or more": "is at least", "or fewer": "is at most"}.get(bound)
        pronoun = on.kind in ("it", "him", "her") or self.is_this(on)
        if quantifier.kind != "bounded" or None in (number, least) or not pronoun:
            raise Unsaid("a condition")
        amount = "loyalty of" if kind == "loyalty" else f"{kind} counters on"
        return f"{amount} {one} {least} {number}"

    def _have(self, acts: Node) -> str:
        """Read "if you have 30 or more life", "no cards in hand"."""
        thing = acts.node("object")
        if (above := _above_start(thing)) is not None:
            return f"life above the start of you is at least {above}"
        quantifier = None if thing is None else thing.node("quantifier")
        if thing is None or quantifier is None or items(thing.node("describers")):
            raise Unsaid("a condition")
        posts = items(thing.node("posts"))
        said, bound = plain(quantifier.get("count")), plain(quantifier.get("bound"))
        number = int(said) if said.isdecimal() else NUMBERS.get(said)
        least = {"or more": "is at least", "or less": "is at most", "or fewer": "is at most"}
        if quantifier.kind == "just":
            bound, least = "exactly", {"exactly": "is exactly"}
        counted = quantifier.kind in ("bounded", "just") and number is not None and bound in least
        if lemma(thing) == "life" and counted and not posts:
            return f"life of you {least[bound]} {number}"
        in_hand = len(posts) == 1 and plain(posts[0].get("place") or "") == "in hand"
        if len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "in":
            where = posts[0].node("what")
            in_hand = where is not None and lemma(where) == "hand" and where.kind == "small_bare"
        if lemma(thing) == "card" and in_hand:
            if quantifier.kind == "no":
                return "cards in hand of you is at most 0"
            if counted:
                return f"cards in hand of you {least[bound]} {number}"
        raise Unsaid("a condition")

    def _sort(self, node: Node) -> str:
        """Return what a thing is said to be, wherever it is: a creature card."""
        words = self.filter(node, "of any kind")
        return words.replace("card of any kind", "object").replace(" permanent", " object")

    def _so_many(self, thing: Node | None, suffix: str, *, negated: bool, place: str = "") -> str:
        if thing is None:
            raise Unsaid("a condition")
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        words = self.filter(thing, place)
        count = 1
        if thing.kind == "any_of":  # "a Mountain or a Plains"
            either = [thing.node("first"), thing.node("second")]
            kind = "a" if all(one is not None and _article(one) for one in either) else ""
        if quantifier is not None and kind == "minimum" and not negated:
            said = plain(quantifier.get("count"))
            if said not in NUMBERS:
                raise Unsaid("how many")
            return f"number of {words}{suffix} is at least {NUMBERS[said]}"
        if quantifier is not None and kind == "bounded":
            bound, said = plain(quantifier.get("bound")), plain(quantifier.get("count"))
            if bound not in ("or more", "or fewer") or said not in NUMBERS or negated:
                raise Unsaid("how many")
            if bound == "or fewer":
                return f"number of {words}{suffix} is at most {NUMBERS[said]}"
            count = NUMBERS[said]
        elif kind == "no" and not negated:
            negated = True
        elif kind not in ("a", "another"):
            raise Unsaid("how many")
        return (
            f"number of {words}{suffix} is at most 0"
            if negated
            else f"number of {words}{suffix} is at least {count}"
        )

    # --- Keywords ---

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
            if state in _COLORS:
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
        plainly = all(one in _TYPES or one.capitalize() in SUBTYPES for one in kinds)
        return [f"{words} object" if plainly else words]

    # --- Amounts ---

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
            case "that_many" if self.many:
                return self.many
            case "that_many" if self.counts_discards:
                return "as many as that"
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
                if whose_own == "its" and self.sized_sacrificed and not _described(node):
                    return f"{lemma(node)} of sacrificed"
                if whose_own in ("its", "his", "her") and not _described(node):
                    return f"{lemma(node)} of {self._pronoun()}"
                whose = quantifier.node("whose")
                if kind == "of_whose" and whose is not None and not _described(node):
                    if self.sacrificed and (own_size := _of_sacrificed(node, whose)):
                        self.sized_sacrificed = True
                        return own_size
                    done = [plain(d.get("past") or "") for d in items(whose.node("describers"))]
                    if done in (["enchanted"], ["equipped"]) and lemma(whose) == "creature":
                        return f"{lemma(node)} of {done[0]}"
                    if self.is_this(whose):
                        return f"{lemma(node)} of this"
                    inner = whose.node("quantifier")
                    if inner is not None and inner.kind == "that" and not _described(whose):
                        return f"{lemma(node)} of {self._that(whose)}"
            counted = kind == "the" and lemma(node) == "number" and len(posts) == 1
            if counted and posts[0].kind == "of" and not items(node.node("describers")):
                return self.number_of(posts[0].node("what"))
            if kind == "the" and lemma(node) == "life" and _way(posts) == "lost":
                return "life lost this way"
            own = quantifier is not None and kind == "own" and not _described(node)
            owner = plain(quantifier.get("whose")) if own and quantifier is not None else ""
            if own and lemma(node) == "devotion":
                raise Unsaid("devotion")
            if kind == "own" and lemma(node) == "devotion" and (color := _devoted(node)):
                return f"devotion to {color}"
            if lemma(node) == "life total" and owner == "your":
                return "life of you"
            if lemma(node) == "mana value" and owner in ("its", "his", "her"):
                return f"mana value of {self._pronoun()}"
            if kind == "of_whose" and lemma(node) == "mana value" and quantifier is not None:
                whose = quantifier.node("whose")
                if whose is not None and self.sacrificed and (size := _of_sacrificed(node, whose)):
                    return size
                inner = None if whose is None else whose.node("quantifier")
                if whose is not None and inner is not None and inner.kind == "that":
                    return f"mana value of {self._that(whose)}"
            describers = items(node.node("describers"))
            if kind == "the" and len(describers) == 1 and len(posts) == 1:
                among = plain(posts[0].get("prep")) == "among"
                greatest = plain(describers[0].get("state")) in ("greatest", "highest")
                if among and greatest and lemma(node) in _MEASURES:
                    words = self._counted(posts[0].node("what"))
                    return f"greatest {_MEASURES[lemma(node)]} among {words}"
        if node.kind == "portion_of" and plain(node.get("portion")) == "twice":
            return f"2 times {self.amount(node.node('of'))}"
        if node.kind == "sum_both" and plain(node.get("how")) == "plus":
            first, second = node.node("first"), node.get("second")
            count = NUMBERS.get(plain(first.get("count"))) if first is not None else None
            if first is not None and first.kind == "phrase" and isinstance(second, Node):
                return f"{self.amount(first)} plus {self.amount(second)}"
            if count is not None and isinstance(second, Node):
                return f"{count} plus {self.amount(second)}"
        if (less := self._less(node)) is not None:
            return less
        raise Unsaid("an amount")

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
        if node is not None and (exiled := self._owned_in_exile(node)) is not None:
            return exiled
        if node is not None and lemma(node) == "card" and _drawn_this_turn(node):
            return "cards drawn this turn by you"
        if node is not None and lemma(node) == "counter":
            return self._counters_on(node)
        if node is not None and (owned := self._of_player(node)) is not None:
            return owned
        counted = self._counted(node)
        if "the defending player controls" in counted:
            raise Unsaid("what is counted")
        return f"number of {counted}"

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
        if lemma(node) != "card" or not owns or place is None or place.kind != "exile":
            return None
        who, words = (
            plain(posts[0].get("subject")),
            self.filter(node.put("posts", None), "in exile"),
        )
        if who == "you":
            return f"number of {words} you own"
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
        if node is not None and lemma(node) == "hand" and theirs and not _described(node):
            named = self.it if self.it and self._is_player(self.it) else self.that_player
            return self.that_player if named == self.that_player else None
        if lemma(node) != "hand" or whose is None or inner is None or _described(whose):
            return None
        if inner.kind == "target" and lemma(whose) in ("player", "opponent"):
            return self._target(whose, inner)
        if inner.kind == "that" and lemma(whose) == "player" and self.it is not None:
            return self.it if self._is_player(self.it) else self.that_player
        return None

    def _counted(self, node: Node | None) -> str:
        words = self.filter(node)
        if words in _PLAYERS or words.endswith("spell"):
            raise Unsaid("what is counted")
        return words


KEYWORDS = frozenset(
    [
        *listed(
            "aftermath banding deathtouch defender fear flash flying haste hexproof horsemanship"
        ),
        *listed("indestructible infect intimidate islandwalk forestwalk mountainwalk plainswalk"),
        *listed("swampwalk landwalk lifelink menace reach shadow shroud skulk trample vigilance"),
        *listed("changeling devoid evolve exalted exploit extort flanking ingest mentor persist"),
        *listed("phasing prowess riot training undying unleash wither convoke delve improvise"),
        *listed("storm cascade rebound daybound nightbound"),
        *(f"protection from {one}" for one in sorted(_COLORS)),
        *("protection from artifacts", "protection from creatures", "protection from everything"),
        *("battle cry", "double strike", "first strike", "split second", "totem armor"),
        *("umbra armor",),
    ]
)
_GIVING = listed("flying deathtouch haste hexproof indestructible lifelink menace reach shadow")
_GIVING |= {"first strike", "double strike", *listed("trample vigilance")}
"""Keywords that a counter of that name gives."""
_TELLING_COUNTERS = (KEYWORDS - _GIVING) | listed("decayed exalted finality shield stun")
"""Counters of which the book says what comes of them, and no rule here carries it out."""
"""Keywords that the rules carry out."""


def _is_on_the_battlefield(acts: Node) -> bool:
    """Whether it is said that something is on the battlefield, and no more than that."""
    how, core = (acts.node("how"), acts.node("act")) if acts.kind == "act_how" else (None, None)
    where = None if how is None or how.kind != "prep" else how.node("what")
    be = None if core is None or core.kind != "be_alone" else core.node("be")
    return (
        where is not None
        and how is not None
        and plain(how.get("prep")) == "on"
        and lemma(where) == "battlefield"
        and not _described(where)
        and be is not None
        and be.kind == "be"
    )


def _lies_in_your_graveyard(acts: Node) -> bool:
    """Whether it is said that something is in your graveyard, and no more than that."""
    how, core = (acts.node("how"), acts.node("act")) if acts.kind == "act_how" else (None, None)
    where = None if how is None or how.kind != "prep" else how.node("what")
    quantifier = None if where is None else where.node("quantifier")
    be = None if core is None or core.kind != "be_alone" else core.node("be")
    return (
        where is not None
        and be is not None
        and be.kind == "be"
        and how is not None
        and plain(how.get("prep")) == "in"
        and lemma(where) == "graveyard"
        and quantifier is not None
        and plain(quantifier.get("whose")) == "your"
        and not _described(where)
    )


_WAYS = {"milled": "put there", "discarded": "put there", "exiled": "exiled"}


def _this_way(posts: list[Node]) -> str:
    """Return how "cards milled this way" came where they are."""
    past = _way(posts)
    return f"{_WAYS[past]} this way" if past in _WAYS else ""


def _way(posts: list[Node]) -> str:
    """Return the participle before "this way"."""
    for post in posts:
        hows = items(post.node("how"), "adverbs") if post.kind == "done_after" else []
        if [plain(how.get("manner")) for how in hows] == ["this way"]:
            return plain(post.get("past"))
    return ""


def _done_this_way(acts: Node) -> str:
    """Return the same of "is milled this way"."""
    how = acts.node("how") if acts.kind == "act_how" else None
    being = acts.node("act") if acts.kind == "act_how" else None
    done = being.node("complement") if being is not None and being.kind == "be_so" else None
    if how is None or done is None or plain(how.get("manner")) != "this way":
        return ""
    past = plain(done.get("past"))
    return f"{_WAYS[past]} this way" if past in _WAYS else ""


def counter_kind(describer: Node) -> str:
    """Return of which kind counters are, unless the book says what comes of that kind."""
    if describer.kind == "sized":
        return str(describer.get("change")).strip("&").partition("^")[0]
    if describer.kind == "sort" and (kind := plain(describer.get("sort"))) not in _TELLING_COUNTERS:
        return kind
    raise Unsaid("which counters")


def kind_of_counters(describers: list[Node]) -> str:
    """Return of which kind "a flying counter" or "a first strike counter" is."""
    words = " ".join(plain(one.get("sort")) for one in describers if one.kind == "sort")
    if len(describers) == 2 and words in _GIVING:
        return words
    if len(describers) != 1:
        raise Unsaid("which counters")
    return counter_kind(describers[0])


def _was_kicked(acts: Node) -> bool:
    """Whether this is "was kicked", once and with whatever kicker there is."""
    being, done = acts.node("be"), acts.node("complement")
    plainly = acts.kind == "be_so" and being is not None and being.kind == "was"
    return plainly and done is not None and plain(done.get("past")) == "kicked"


def _attacked(acts: Node | None) -> bool:
    """Whether "attacked this turn" is said."""
    done = acts.node("act") if acts is not None and acts.kind == "act_related" else None
    when = items(None if acts is None else acts.node("how"), "adverbs")
    times = [plain(one.get("time")) for one in when]
    return done is not None and plain(done.get("past")) == "attacked" and times == ["this turn"]


def _utmost(what: Node) -> str | None:
    """Read "the greatest power among creatures that player controls", of creatures."""
    words = [plain(one.get("state")) for one in items(what.node("describers"))]
    posts = items(what.node("posts"))
    if words not in (["greatest"], ["highest"]) or lemma(what) not in ("power", "toughness"):
        return None
    among = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    whose = items(None if among is None else among.node("posts"))
    if among is None or plain(posts[0].get("prep")) != "among" or items(among.node("describers")):
        return None
    theirs = [(plain(one.get("subject")), plain(one.get("verb"))) for one in whose]
    one_player = theirs in ([("that player", "controls")], [("they", "control")])
    if lemma(among) != "creature" or not one_player or items(whose[0].node("how")):
        return None
    return f"with the greatest {lemma(what)}"


def _apart(posts: list[Node]) -> Iterator[Node]:
    """Yield what is said behind a noun; what stands behind a measure of it is said of it, too."""
    for post in posts:
        what = post.node("what") if post.kind == "with" else None
        inner = items(None if what is None else what.node("posts"))
        if what is not None and len(inner) > 1 and lemma(what) in _MEASURES:
            yield post.put("what", what.put("posts", Node("posts", (("items", tuple(inner[:1])),))))
            yield from inner[1:]
        else:
            yield post


def _other(words: str) -> str:
    """Return a filter of which each clause leaves out the thing itself."""
    clauses = re.split(r" or (?!less\b|greater\b|more\b)", words)
    return " or ".join(f"other {clause}" for clause in clauses)


def _name_in(node: Node | None) -> str:
    head = None if node is None or _described(node) else node.node("noun")
    noun = None if head is None else head.get("noun")
    if not isinstance(noun, Noun) or not noun.name or '"' in noun.lemma:
        raise Unsaid("a name")
    return noun.lemma


def _one_of(grant: Node) -> Node:
    """Return what is said behind "or" in a list of keywords."""
    return (grant.node("grant") or grant) if grant.kind.endswith("or_grant") else grant


def _either_having(node: Node) -> list[Node] | None:
    """Return "creature with flying or reach" as two phrases, each of one keyword."""
    posts = items(node.node("posts"))
    for place, post in enumerate(posts):
        grants = items(post.node("grants")) if post.kind == "with_grants" else []
        last = grants[-1].kind if len(grants) > 1 else ""
        if not last.endswith("or_grant") or plain(post.get("with")) != "with":
            continue
        if any(one.kind not in ("keyword", "comma_grant") for one in grants[:-1]):
            raise Unsaid("which of them")
        made = []
        for one in grants:
            alone = post.put("grants", Node("grants", (("items", (_one_of(one),)),)))
            rest = (*posts[:place], alone, *posts[place + 1 :])
            made.append(node.put("posts", Node("posts", (("items", rest),))))
        return made
    return None


def _either_being(node: Node) -> list[Node] | None:
    """Return a phrase for each of what "that's a Wolf or a Werewolf" says."""
    posts = items(node.node("posts"))
    for place, post in enumerate(posts):
        acts = post.node("acts") if post.kind == "that_does" else None
        both = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        if acts is None or both is None or both.kind != "any_of":
            continue
        made = []
        for part in (both.node("first"), both.node("second")):
            if part is None:
                raise Unsaid("that is")
            kinds = {"small": "phrase", "small_bare": "bare"}
            whole = Node(kinds.get(part.kind, part.kind), part.parts, part.style, part.span)
            one = post.put("acts", acts.put("complement", whole))
            rest = (*posts[:place], one, *posts[place + 1 :])
            made.append(node.put("posts", Node("posts", (("items", rest),))))
        return made
    return None


_OF_CREATURES = ("with ", "without ", "power ", "toughness ")


def _behind(nouns: list[str], after: list[str]) -> dict[str, list[str]]:
    """Return what is said of each of some nouns behind them.

    "Artifact or creature with flying": what only creatures have is said of the creature alone, and
    in "opponent or creature an opponent controls" nobody controls a player.
    """
    if len(nouns) == 1:
        return dict.fromkeys(nouns, after)
    players = [noun for noun in nouns if noun in _PLAYERS]
    if players and after:
        if nouns[-1] in _PLAYERS:
            raise Unsaid("of which it is said")
        things = [noun for noun in nouns if noun not in _PLAYERS]
        return {**{noun: [] for noun in players}, **_behind(things, after)}
    if "creature" not in nouns:
        return dict.fromkeys(nouns, after)
    shared = [words for words in after if not words.startswith(_OF_CREATURES) or "counter" in words]
    if len(shared) < len(after) and nouns[-1] != "creature":
        raise Unsaid("of which it is said")
    return {noun: after if noun == "creature" else shared for noun in nouns}


def place_of(node: Node | None) -> str:
    """Return where cards are: "in your graveyard"; empty where there is no word for it."""
    quantifier = None if node is None else node.node("quantifier")
    if node is None or quantifier is None or items(node.node("describers")):
        return ""
    where, kind = lemma(node), quantifier.kind
    if kind == "own" and plain(quantifier.get("whose")) == "your":
        return f"in your {where}" if where in ("graveyard", "hand", "library") else ""
    if where == "graveyard" and kind in ("a", "all"):
        return "in a graveyard"
    return ""


def places_of(node: Node | None) -> list[str]:
    """Return each of the places where cards are: of "your hand or graveyard" both."""
    node = None if node is None else without_counters(node)[0]
    head = None if node is None else node.node("noun")
    if node is None or head is None or head.kind != "or_noun":
        place = place_of(node)
        return [place] if place else []
    parts = [head.node("first"), head.node("noun")]
    found = [place_of(node.put("noun", part)) for part in parts]
    return found if all(found) else []


def without_counters(node: Node) -> tuple[Node, Node | None]:
    """Return a phrase without "with two +1/+1 counters on it", which it is not about, and that."""
    posts = items(node.node("posts"))
    last = posts[-1] if posts else None
    what = last.node("what") if last is not None and last.kind == "with" else None
    if last is None or what is None or plain(last.get("with")) != "with" or not on_it(what):
        return node, None
    return node.put("posts", Node("posts", (("items", tuple(posts[:-1])),))), what


def on_it(counters: Node) -> bool:
    """Whether counters are meant that are on what was just named."""
    posts = items(counters.node("posts"))
    on = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "placed" else None
    named = on is not None and on.kind in ("it", "him", "her", "them")
    return lemma(counters) == "counter" and named and plain(posts[0].get("prep")) == "on"


def _devoted(node: Node) -> str:
    """Return the colour of "your devotion to white"."""
    quantifier, posts = node.node("quantifier"), items(node.node("posts"))
    yours = quantifier is not None and plain(quantifier.get("whose")) == "your"
    to = len(posts) == 1 and posts[0].kind == "of_state" and plain(posts[0].get("prep")) == "to"
    color = plain(posts[0].get("state")) if to else ""
    return color if yours and color in _COLORS and not items(node.node("describers")) else ""


def _of_sacrificed(node: Node, whose: Node) -> str:
    """Return "power of sacrificed" for "the sacrificed creature's power"."""
    done = [plain(one.get("past") or "") for one in items(whose.node("describers"))]
    if done != ["sacrificed"] or quantifier_kind(whose) != "the" or items(whose.node("posts")):
        return ""
    return f"{plain(lemma(node))} of sacrificed"


def _above_start(thing: Node | None) -> int | None:
    """Return the number of "at least 10 life more than your starting life total"."""
    least = thing is not None and thing.kind == "portion_of"
    life = thing.node("of") if thing is not None and least else None
    posts = items(None if life is None else life.node("posts"))
    to = posts[0].node("to") if len(posts) == 1 and posts[0].kind == "compared" else None
    if thing is None or life is None or to is None or plain(thing.get("portion")) != "at least":
        return None
    quantifier, whose = life.node("quantifier"), to.node("quantifier")
    number = None if quantifier is None else quantifier.get("count")
    more = lemma(life) == "life" and plain(posts[0].get("how")) == "more than"
    yours = whose is not None and plain(whose.get("whose")) == "your"
    start = lemma(to) == "starting life total"
    return number if isinstance(number, int) and more and yours and start else None


def _article(node: Node) -> bool:
    quantifier = node.node("quantifier")
    return quantifier is not None and quantifier.kind == "a"


def attached_to(node: Node) -> str | None:
    """Return "enchanted" or "equipped" creature: what an Aura or an Equipment is on."""
    words = [plain(one.get("past")) for one in items(node.node("describers"))]
    if words not in (["enchanted"], ["equipped"]) or items(node.node("posts")):
        return None
    return None if _is_plural(node) else words[0]


def _is_plural(node: Node) -> bool:
    head = node.node("noun")
    while head is not None and head.get("first") is not None:
        head = head.node("first")
    noun = None if head is None else head.get("noun")
    return isinstance(noun, Noun) and noun.number == "many"


def _apart_from_the_last(describer: Node) -> tuple[list[Node], list[Node]]:
    """Return which alternatives stand alone, and which belong to the words that follow.

    A type or a subtype that stands before an alternative of another sort, such as "legendary", is
    a kind of its own.
    """
    some = [*_alternatives(describer)]
    alone = [one for one in some if one.kind in ("sort", "subtype") or _is_type(one)]
    if len(some) == 1 or some[-1] in alone:
        return [], [describer]
    return alone, [one for one in some if one not in alone]


def _is_type(describer: Node) -> bool:
    return describer.kind == "state_of" and plain(describer.get("state")) in _TYPES


def _alternatives(describer: Node) -> Iterator[Node]:
    first, second = describer.node("first"), describer.node("second")
    if describer.kind not in ("or_describer", "comma_or_describer", "comma_describer"):
        yield describer
    elif first is not None and second is not None:
        yield from _alternatives(first)
        yield from _alternatives(second)


def _described(node: Node) -> bool:
    return bool(items(node.node("describers")) or items(node.node("posts")))


def _subtype(name: str) -> str:
    if name not in SUBTYPES or "_" in name or " " in name:
        raise Unsaid(name)
    return name.lower()


def _drawn_this_turn(node: Node) -> bool:
    """Whether cards are those that "you've drawn this turn"."""
    posts = items(node.node("posts"))
    if len(posts) != 1 or posts[0].kind != "has_related" or items(node.node("describers")):
        return False
    times = [plain(how.get("time")) for how in items(posts[0].node("how"), "adverbs")]
    who = str(posts[0].get("subject")), plain(posts[0].get("verb"))
    return who == ("you^c", "drawn") and times == ["this turn"]


def _dealt_damage_this_way(posts: list[Node]) -> bool:
    """Whether of something is said that it was "dealt damage this way"."""
    if len(posts) != 1 or posts[0].kind != "done_to_after":
        return False
    ways = [plain(how.get("manner")) for how in items(posts[0].node("how"), "adverbs")]
    dealt = plain(posts[0].get("past")) == "dealt" and ways == ["this way"]
    return dealt and lemma(posts[0].node("object")) == "damage"
