"""Tokens, emblems and copies, with all that is said of them."""

from __future__ import annotations

import re
from typing import Any

from kb.cards.mtg.effects.exceptions import exceptions
from kb.cards.mtg.effects.piles import exiled_with_this
from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import (
    COLORS_OF_MANA,
    base_size,
    by_whom,
    copied_thing,
    each_thing,
    is_described,
    quantifier_of,
    repeated,
    size_of,
)
from kb.cards.mtg.nodes import Unsaid, items, lemma, name_of, plain
from kb.cards.mtg.words import listed
from kb.cards.values import Node

Entry = dict[str, Any]

_PREDEFINED = listed("treasure food clue shard blood gold")
"""Tokens of which the rules say what they are."""


class Creating(EffectReader):
    """Tokens, emblems and copies, with all that is said of them."""

    def _copy(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "copy target instant or sorcery spell", "copy that spell"; no permanent spell."""
        thing = core.node("object")
        if core.kind != "act" or who != "you" or hows or thing is None:
            raise Unsaid("copy")
        if quantifier_of(thing) == "a" and (cards := exiled_with_this(thing, self.phrases)):
            self.copied = self.phrases.it = "it"
            chosen = {"select": self.phrases.filter(cards, "exiled with this")}
            return [chosen, {"copy card": "it"}]
        if card := self._card_to_copy(thing):
            self.copied = card
            return [{"copy card": card}]
        if quantifier_of(thing) == "target":
            one = self.phrases.reference(thing)
            words = str(self.phrases.targets[int(one.removeprefix("target ")) - 1])
        elif thing.kind == "it" or quantifier_of(thing) == "that":
            one, words = "it", self.phrases.spell if self.phrases.it == "it" else ""
            if thing.kind != "it" and lemma(thing) != (
                "ability" if words == "ability" else "spell"
            ):
                raise Unsaid("copy what")
            if words == "ability":
                return [{"copy ability": one}]
        else:
            raise Unsaid("copy what")
        kinds = words.split(" or ")
        if not all(kind.startswith(("instant spell", "sorcery spell")) for kind in kinds):
            raise Unsaid("a copy of a permanent spell")
        return [{"copy spell": one}]

    def _card_to_copy(self, thing: Node) -> str:
        """Return which card is copied where it is; nothing if it is a spell or an ability."""
        quantifier = quantifier_of(thing)
        exiled = [plain(one.get("past")) for one in items(thing.node("describers"))] == ["exiled"]
        if quantifier == "target" and lemma(thing) == "card":
            return self.phrases.reference(thing)
        if quantifier == "the" and lemma(thing) == "card" and exiled:
            return self.phrases.reference(thing)
        that = quantifier == "that" and lemma(thing) == "card" and not is_described(thing)
        last = self.phrases.it or ""
        number = last.removeprefix("target ")
        if thing.kind not in ("it", "them") and not that:
            return ""
        if number.isdecimal():
            aimed = str(self.phrases.targets[int(number) - 1])
            return last if "card" in re.findall(r"[a-z]+", aimed) else ""
        return last if that and last == "it" else ""

    def _copies_but(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "create a token that's a copy of it, except it has haste"."""
        made = self.clause(node.node("does"), hows)
        if len(made) != 1 or not {"create copy of", "become copy of"} & set(made[0]):
            raise Unsaid("except")
        differs = exceptions(node.node("but"), self.phrases, self.abilities)
        if "name" in differs and "create copy of" in made[0]:
            raise Unsaid("except")  # a token has no other name that it could keep
        return [{**made[0], "except": differs}]

    def _emblem(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if thing is None or lemma(thing) != "emblem" or hows:
            raise Unsaid("an emblem")
        posts = items(thing.node("posts"))
        if (
            len(posts) != 1
            or posts[0].kind != "with_grants"
            or plain(posts[0].get("with")) != "with"
        ):
            raise Unsaid("an emblem")
        made: Entry = {"emblem": True}
        for grant in items(posts[0].node("grants")):
            inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
            if inner is None or inner.kind != "quoted":
                raise Unsaid("an emblem")
            ability = inner.node("ability")
            if ability is None:
                raise Unsaid("an emblem")
            self.phrases.spares_own_name(ability)
            for key, value in self.abilities(ability).items():
                made.setdefault(key, []).extend(value)
        return [{"emblem": self.created(made), **by_whom(who)}]

    def _create(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind != "act" or thing is None or hows:
            raise Unsaid("create")
        if thing.kind == "all_of":
            return [
                made
                for one in each_thing(thing)
                for made in self._create(core.put("object", one), who, hows)
            ]
        called = None
        if thing.kind == "comma_of" and thing.node("second") is not None:
            called, thing = _proper(thing.node("first")), thing.node("second") or thing
        posts = items(thing.node("posts"))
        if called is None and (names := [one for one in posts if one.kind == "called"]):
            own = names[0].node("name")
            has = tuple(one for one in items(None if own is None else own.node("posts")))
            if own is not None and has and all(one.kind == "with_grants" for one in has):
                own = own.put("posts", None)  # "named Ox with": the token has it, not the name
            called = _proper(own)
            rest = (*(one for one in posts if one.kind != "called"), *has)
            thing = thing.put("posts", Node("posts", (("items", rest),)))
        entering: Entry = {}
        if any(_tapped_and_attacking(one) for one in items(thing.node("posts"))):
            rest = tuple(o for o in items(thing.node("posts")) if not _tapped_and_attacking(o))
            thing = thing.put("posts", Node("posts", (("items", rest),)))
            entering = {"tapped and attacking": True}
        number = self.phrases.count(thing)
        copied = copied_thing(thing)
        if copied is not None and not entering:
            one = self.phrases.reference(copied)
            self.phrases.it = "what it made"
            return [{"create copy of": one, **repeated(number), **by_whom(who)}]
        known = _predefined(thing)
        name = known if known and not called else self.created(self._token(thing, called))
        made = {"create": name, **repeated(number), **by_whom(who), **entering}
        self.phrases.it = "what it made"
        return [made]

    def _token(self, thing: Node, called: str | None = None) -> Entry:
        """Return a token that is created as a card file describes it."""
        if lemma(thing) != "token":
            raise Unsaid("a token")
        described = items(thing.node("describers")), items(thing.node("posts"))
        made = self.described(*described, called or "")
        if called is not None:
            made["called"] = called
        if "types" not in made or "called" not in made:
            raise Unsaid("a token")
        if self.token_has is not None:
            for key, value in self.abilities(self.token_has, called or "").items():
                made.setdefault(key, []).extend(value)
        if called is None:
            made["token called"] = f"{made['called']} Token"
        defined = any("power and toughness" in one.get("static", {}) for one in _abilities(made))
        if "creature" in made["types"] and "power" not in made and not defined:
            raise Unsaid("a size")
        return made

    def of_type(self, thing: Node, kind: str) -> Entry:
        """Return what "a blue Frog with base power and toughness 1/1" is."""
        made = self.described(items(thing.node("describers")), items(thing.node("posts")))
        made.pop("called", None)
        if set(made) - {"colors", "subtypes", "power", "toughness", "keywords", "types"}:
            raise Unsaid("what it becomes")
        made["subtypes"] = [*made.get("subtypes", []), *kind.lower().split()]
        if made.pop("types", None):
            raise Unsaid("what it becomes")
        return made

    def described(self, describers: list[Node], posts: list[Node], called: str = "") -> Entry:
        """Return what is said before and behind the noun as a card file says it."""
        made: Entry = {}
        for describer in describers:
            word = plain(describer.get("state") or describer.get("sort") or "")
            if describer.kind == "of_size":
                power, toughness = size_of(str(describer.get("size")))
                if not isinstance(power, int) or not isinstance(toughness, int):
                    raise Unsaid("a size")
                made |= {"power": power, "toughness": toughness}
            elif describer.kind == "and_describer":
                words = [
                    plain(one.get("state"))
                    for one in (describer.node("first"), describer.node("second"))
                    if one is not None
                ]
                if any(one not in COLORS_OF_MANA.values() for one in words):
                    raise Unsaid("a colour")
                made.setdefault("colors", []).extend(words)
            elif word in COLORS_OF_MANA.values():
                made.setdefault("colors", []).append(word)
            elif word == "colorless":
                continue
            elif word in ("legendary",):
                made.setdefault("supertypes", []).append(word)
            elif describer.kind == "subtype":
                names = str(describer.get("subtype")).strip("~").partition("^")[0].split("_")
                made["subtypes"] = [name.lower() for name in names]
                made["called"] = " ".join(names)
            elif word in ("artifact", "creature", "enchantment", "land"):
                made.setdefault("types", []).append(word)
            else:
                raise Unsaid(word)
        for post in posts:
            if post.kind != "with_grants" or plain(post.get("with")) != "with":
                raise Unsaid("a token")
            for grant in items(post.node("grants")):
                inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
                ability = None if inner is None else inner.node("ability")
                if inner is not None and inner.kind == "base_size":
                    made |= base_size(inner)
                elif inner is not None and inner.kind == "quoted" and ability is not None:
                    self.phrases.spares_own_name(ability)
                    for key, value in self.abilities(ability, called).items():
                        made.setdefault(key, []).extend(value)
                else:
                    made.setdefault("keywords", []).append(self.phrases.keyword(grant))
        return made


def _abilities(made: Entry) -> list[Entry]:
    found: list[Entry] = made.get("abilities", [])
    return [one for one in found if isinstance(one.get("static", {}), dict)]


def _proper(node: Node | None) -> str:
    """Return the name by which a token is called."""
    found = None if node is None or is_described(node) else name_of(node)
    if not found:
        raise Unsaid("a name")
    return found


def _predefined(thing: Node) -> str | None:
    """Return the name of a token of which the rules say what it is."""
    describers = items(thing.node("describers"))
    if lemma(thing) != "token" or len(describers) != 1 or items(thing.node("posts")):
        return None
    name = str(describers[0].get("subtype") or "").strip("~").partition("^")[0]
    return name if name.lower() in _PREDEFINED else None


def _tapped_and_attacking(post: Node) -> bool:
    """Whether a token is described as one "that's tapped and attacking"."""
    acts = post.node("acts") if post.kind == "that_does" else None
    both = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    if both is None or both.kind != "and_state":
        return False
    parts = [both.node("first"), both.node("second")]
    words = [plain(p.get("past") or p.get("state")) for p in parts if p is not None]
    return words == ["tapped", "attacking"]
