"""What Magic's text speaks of, in the words of card files: this, it, a target, that player."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    is_chosen,
    is_plain,
    items,
    lemma,
    name_of,
    plain,
    quantifier_kind,
    verb_of,
)
from kb.cards.mtg.noun_phrases import (
    attached_to,
    dealt_damage_this_way,
    is_described,
    is_plural,
    named_alike,
    with_other,
)
from kb.cards.mtg.words import listed
from kb.cards.mtg.writing import calls
from kb.cards.values import Node, Noun, Value

_SELF = listed("creature permanent artifact enchantment land planeswalker spell card")
"""Nouns by which today's texts call the card that bears them: this creature."""
_COUNTED = ("one", "two", "three", "four")
_EITHER = "either"
_DONE = {"discard": "discarded", "discarded": "discarded", "sacrifice": "sacrificed"}
_DONE["sacrificed"] = "sacrificed"
THAT_SIDE = "that player or that planeswalker 's controller"
"""Who is meant where a player or a planeswalker is a target."""


class References(ABC):
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
    all_do
        What those players have not done of whom "each opponent who can't" or "who didn't" speaks.
    ends
        How the text has got rid of permanents: destroyed them, or exiled them.
    also_in
        Where else cards are counted that "you own in exile": "and in your graveyard".
    rounded
        Which way "half" of something is rounded: up or down.
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
        self.cast = self.instead = self.aimed = False
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
        self.at_once = False
        self.exiled = False
        self.attacks = self.about_opponent = self._aiming = False
        self.that_is_this = False
        self.found: dict[str, Any] | None = None
        self.ends: set[str] = set()
        self.all_do = ""
        self.also_in = ""
        self.rounded = ""
        self.found_beside: list[dict[str, Any]] = []
        self.sought: list[str] = []

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
            case "it" | "him" | "her" | "he" | "she" | "them" | "they":
                if node.kind in ("them", "they") and self.it == "this":
                    if self.that_player is None:
                        raise Unsaid("them")
                    return self.that_player
                if node.kind in ("them", "they") and self.spell and self.that_player:
                    return self.that_player
                if node.kind in ("them", "they"):
                    return self._last()
                if node.kind in ("him", "her", "he", "she"):
                    return self._last() if self.that_player == "it" else self._pronoun()
                return self._pronoun()
            case "phrase" if is_chosen(node):
                return "chosen player"
            case "phrase":
                return self._phrase(node)
            case "all_of" if (alike := named_alike(node)) is not None:
                one = self.reference(alike[0])
                if not one.startswith("target ") or self.several(one):
                    raise Unsaid("whose name")
                return f"each {self.filter(alike[1])} named as {one}"
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
                if not is_plural(node):
                    raise Unsaid("a thing without an article")
                if dealt_damage_this_way(items(node.node("posts"))):
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
            return self._aimed({"up to": number, "of": with_other(self.filter(node))})
        if kind == "any" and lemma(node) == "target" and not is_described(node):
            return self._aimed("any target")
        if kind == "up_to" and quantifier is not None and lemma(node) == "target":
            if is_described(node):
                raise Unsaid("which targets")
            number = NUMBERS[plain(quantifier.get("count"))]
            return self._aimed({"up to": number, "of": "any target"})
        if kind in ("each", "all") and dealt_damage_this_way(items(node.node("posts"))):
            return self._every(f"{self.filter(node.put('posts', None))} dealt damage this way")
        if kind == "each" and (who := self._who_controls(node) or self._who_did(node)):
            return who
        if kind in ("each", "all"):
            owner = self._whose_things(node)
            self._whose_is_known = owner is not None
            words = self.filter(node)
            self._whose_is_known = False
            if owner:
                self.those = f"each {words} controlled by {owner}"
                return self.those
            return "opponents" if words == "opponent" else self._every(self._but_that_one(words))
        if kind == "those" and not is_described(node) and self.those is not None:
            self.harks_back = True
            return self.those
        sought = kind == "those" and self.it == "it" and lemma(node) in self.sought
        if sought and not is_described(node):
            return "it"
        named = self.it == "what it made" or (self.it or "").startswith("target ")
        if kind == "those" and named and not is_described(node):
            gone = lemma(node) == "card" and self.it == self.gone
            if lemma(node) not in ("creature", "token") and not gone:
                raise Unsaid("those")
            return str(self.it)
        if (
            kind == "that"
            and lemma(node) == "player"
            and self.that_player
            and not is_described(node)
        ):
            return self.that_player
        if kind == "that" and self.aimed and _is_aimer(node):
            return "what aims"
        if kind == "that" and lemma(node) == "spell" and not is_described(node):
            return self._that_spell()
        if kind in ("that", "the") and not is_described(node):
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
        if kind == "this_one" and lemma(node) in ("token", "emblem") and not is_described(node):
            return "this"
        past = [plain(one.get("past")) for one in items(node.node("describers"))]
        if kind == "the" and lemma(node) == "card" and past == ["exiled"]:
            if items(node.node("posts")):
                raise Unsaid("which exiled card")
            return "card exiled with this"
        if kind == "own" and quantifier is not None and not is_described(node):
            if plain(quantifier.get("whose")) != "its" or lemma(node) not in (
                "controller",
                "owner",
            ):
                raise Unsaid("whose")
            # The controller of what is aimed at is "you", so another's is of what aims.
            one = "what aims" if self.aimed else self._pronoun()
            return f"{lemma(node)} of {one}"
        if kind == "of_whose" and quantifier is not None and lemma(node) in ("controller", "owner"):
            whose = quantifier.node("whose")
            inner = None if whose is None else whose.node("quantifier")
            pointing = ("that", "the") if self.it == "it" else ("that",)
            is_that = inner is not None and inner.kind in pointing and not is_described(node)
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

    def _who_did(self, node: Node) -> str:
        """Read "each opponent who didn't discard a land card this way", "each player who can't"."""
        posts, who = items(node.node("posts")), lemma(node)
        post = posts[0] if len(posts) == 1 else None
        plainly = who in ("player", "opponent") and not items(node.node("describers"))
        if post is None or not plainly:
            return ""
        every = "opponents" if who == "opponent" else "each player"
        if post.kind == "who_did_not":
            if not self.all_do:
                raise Unsaid("who did not what")
            return f"{every} who {self.all_do} this way"
        acts = post.node("acts")
        negated = post.kind == "that_may" and plain(post.get("modal")).startswith("did not")
        if (post.kind != "that_does" and not negated) or acts is None:
            return ""
        core = (acts.node("act") or acts) if acts.kind == "act_related" else acts
        thing = core.node("object")
        ways = [plain(how.get("manner")) for how in items(acts.node("how"), "adverbs")]
        done = _DONE.get(verb_of(core) or plain(core.get("past")))
        bound = None if thing is None else thing.node("quantifier")
        if done is None or thing is None or ways not in ([], ["this way"]):
            return ""
        if bound is None or bound.kind != "a" or not (negated or ways):
            raise Unsaid("who did what")
        words = self.filter(thing, "in your hand" if done == "discarded" else "")
        cards = words.endswith("card in your hand")
        if " x" in f" {words}" or cards != (done == "discarded"):
            raise Unsaid("who did what")
        words = words.removesuffix(" in your hand")
        return f"{every} who {done} {'no ' if negated else ''}{words} this way"

    def _but_that_one(self, words: str) -> str:
        """Return "other player" as what it leaves out: you, or the one of whom was spoken before.

        Raises
        ------
        Unsaid
            Where somebody was spoken of, and no word of filters leaves that one out.
        """
        if words not in ("other player", "other opponent"):
            return words
        if self.that_player == "it":
            return f"{words.removeprefix('other ')} besides it"
        if words == "other opponent" or self.that_player is not None or self.targets:
            raise Unsaid("others than whom")
        return words

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
            if who == THAT_SIDE and self._player_or_walker():
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
        return that and lemma(other) == "controller" and is_plain(whose) and not is_described(other)

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
                return self._aimed(with_other(words))
            case "exactly" if str(counted.get("count")) in NUMBERS:
                number = NUMBERS[str(counted.get("count"))]
                if number < 2 or self.targets:
                    raise Unsaid("how many targets")
                return self._aimed({"exactly": number, "of": words})
            case "up_to":
                return self._aimed({"up to": NUMBERS[str(counted.get("count"))], "of": words})
            case "any_number":
                return self._aimed({"any number": words})
            case "so_many_x" | "up_to_x" if self.x == "mana" and not self.targets:
                exactly = counted.kind == "so_many_x"
                return self._aimed({"x targets" if exactly else "up to x": words})
        raise Unsaid("how many targets")

    def shared(self, node: Node | None, number: int | str) -> str:
        """Return the targets among which a number is divided, each of which gets at least one."""
        quantifier = None if node is None else node.node("quantifier")
        if node is None or quantifier is None or self.targets:
            raise Unsaid("among what")
        counted = quantifier.node("count") if quantifier.kind == "targeted" else quantifier
        plainly = lemma(node) == "target" and not is_described(node)
        if counted is None or (quantifier.kind != "targeted" and not plainly):
            raise Unsaid("among what")
        words = "any target" if plainly else self.filter(node)
        said = [str(counted.get(one)) for one in ("first", "or", "last") if counted.get(one)]
        parts = [plain(one) for one in said]
        match counted.kind:
            case "any_number" if isinstance(number, int):
                return self._aimed({"any of": number, "of": words})
            case "any_number" if number == "x":
                return self._aimed({"any number": words})
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

    @abstractmethod
    def filter(self, node: Node | None, place: str = "") -> str:
        """Return what a phrase is about; see `kb.cards.mtg.filters`."""


def _is_aimer(node: Node) -> bool:
    """Whether this is "that spell", "that ability" or "that spell or ability"."""
    head = node.node("noun")
    first = None if head is None or head.kind != "or_noun" else head.node("first")
    if head is None or is_described(node):
        return False
    nouns = [head] if first is None else [first, head.node("noun")]
    words = {one.get("noun") for one in nouns if one is not None}
    return bool(words) and all(
        isinstance(w, Noun) and w.lemma in ("spell", "ability") for w in words
    )
