"""What becomes of an object's size, types, abilities and phases."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.costs import energy_of
from kb.cards.mtg.effects.creating import Creating
from kb.cards.mtg.effects.players import OnPlayers
from kb.cards.mtg.effects.shapes import (
    COLORS_OF_MANA,
    base_size,
    by_whom,
    creature_type,
    in_addition,
    is_described,
    size_of,
)
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.ward import ward_of
from kb.cards.unread import is_unread
from kb.cards.values import Node, Noun

Entry = dict[str, Any]


class Changing(OnPlayers, Creating):
    """What becomes of an object's size, types, abilities and phases."""

    def _has_size(self, grants: list[Node], who: str, hows: tuple[Node, ...]) -> Entry:
        """Read "has base power and toughness 0/2 until your next turn"."""
        if len(grants) != 1 or grants[0].kind != "base_size":
            raise Unsaid("have")
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        if size_of(str(grants[0].get("size"))) == ("x", "x"):
            return {"become sized": {"keeps types": True}, "size": "x", "what": who, "until": lasts}
        return {"become": base_size(grants[0]), "what": who, "until": lasts}

    def _switch(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "switch target creature's power and toughness until end of turn"."""
        thing = core.node("object")
        head = None if thing is None else thing.node("noun")
        quantifier = None if thing is None else thing.node("quantifier")
        sides = [head.node("first"), head.node("noun")] if head and head.kind == "and_noun" else []
        named = [one.get("noun") for one in sides if one is not None]
        words = [one.lemma for one in named if isinstance(one, Noun)]
        if thing is None or quantifier is None or words != ["power", "toughness"] or who != "you":
            raise Unsaid("switch")
        if items(thing.node("describers")) or is_described(thing) or core.kind != "act":
            raise Unsaid("switch")
        whose = quantifier.node("whose")
        if plain(str(quantifier.get("whose"))) == "its" and self.phrases.it is not None:
            one = self.phrases.it
        elif quantifier.kind == "of_whose" and whose is not None:
            kind = "bare" if whose.node("quantifier") is None else "phrase"
            one = self.phrases.reference(Node(kind, whose.parts, whose.style, whose.span))
        else:
            raise Unsaid("switch")
        return [{"switch": one, **self._until(hows)}]

    def _get(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind == "act" and lemma(core.node("object")) == "counter":
            return self._poison(core.node("object"), who, hows)
        if core.kind == "act_price" and (energy := energy_of(core.node("price"))) and not hows:
            return [{"put counters": energy, "kind": "energy", "on": who}]
        if core.kind == "act":
            return self._emblem(core, who, hows)
        grants = items(core.node("grants"))
        if core.kind != "act_grants" or not grants or grants[0].kind != "change":
            raise Unsaid("get")
        lasts = self._until(hows)
        parts: list[list[Entry]] = []
        for grant in grants:
            inner = grant.node("grant") if grant.kind == "or_grant" else grant
            if inner is None or inner.kind != "change" or (grant is inner) == bool(parts):
                raise Unsaid("get")
            power, toughness = size_of(str(inner.get("change")))
            parts.append([{"get": who, "power": power, "toughness": toughness, **lasts}])
        return parts[0] if len(parts) == 1 else [self._either(parts)]

    def _gain(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if core.kind == "act_grants":
            return self._granted(core, who, hows)
        if core.kind == "act" and lemma(thing) == "choice" and thing is not None:
            return self._choice_of(thing, who, hows)
        if core.kind == "act" and lemma(thing) == "control" and thing is not None:
            posts = items(thing.node("posts"))
            if len(posts) == 1 and posts[0].kind == "of":
                one = self.phrases.reference(posts[0].node("what"))
                entry: Entry = {"gain control": one, **by_whom(who)}
                if hows:
                    entry["until"] = self._until(hows).get("until", "end of turn")
                return [entry]
        return self._life("gain life", core, who, hows)

    def _granted(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        lasts = self._lasts(hows)
        made: list[Entry] = []
        if self.phrases.is_player(who):
            return self._to_player(core, who, lasts)
        for grant in items(core.node("grants")):
            inner = grant.node("grant") if grant.kind.endswith("_grant") else grant
            if inner is not None and inner.kind == "quoted":
                ability = inner.node("ability")
                if ability is None:
                    raise Unsaid("an ability")
                if who != "this":
                    self.phrases.spares_own_name(ability)
                given = self.abilities(ability)
                if any(map(is_unread, given.get("abilities", ()))):
                    raise Unsaid("an ability that is given")
                made.append({"grant": given, "to": who, **lasts})
            elif (ward := ward_of(inner, self.phrases)) is not None:
                made.append({"grant": {"abilities": [ward]}, "to": who, **lasts})
            elif inner is not None and plain(inner.get("keyword")) == "flashback":
                if inner.kind != "keyword" or "card in your graveyard" not in self._meant(who):
                    raise Unsaid("flashback")
                made.append({"flashback": who, **self._until(hows)})
            elif inner is not None and _of_chosen_color(inner):
                words = [f"protection from {color}" for color in COLORS_OF_MANA.values()]
                parts = [[{"gain keyword": word, "what": who, **lasts}] for word in words]
                made.append(self._either(parts))
            else:
                word = self.phrases.keyword(grant)
                if word == "retrace":
                    raise Unsaid("what a card in a graveyard gains")
                made.append({"gain keyword": word, "what": who, **lasts})
        return made

    def _meant(self, who: str) -> str:
        """Return in words what a reference is about: of a target, what it may be."""
        found = who.removeprefix("target ")
        aimed = self.phrases.targets[int(found) - 1] if found.isdecimal() else who
        return str(aimed)

    def _to_player(self, core: Node, who: str, lasts: Entry) -> list[Entry]:
        """Read "you gain hexproof until your next turn"."""
        words = [self.phrases.keyword(one) for one in items(core.node("grants"))]
        if who != "you" or words != ["hexproof"] or lasts.get("until") == "permanent":
            raise Unsaid("what a player gains")
        return [{"delay": {"abilities": [{"static": {"hexproof": "you"}}]}, **lasts}]

    def _phase(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        words = [plain(how.get("manner")) for how in hows]
        if core.kind != "act_alone" or words != ["out"] or who == "you":
            raise Unsaid("phase")
        self.phased = {"phase out": who}
        return [self.phased]

    def _attack(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if core.kind == "act" and who != "you":
            return self._attack_soon(core, who, hows)
        times = [plain(how.get("time") or how.get("manner")) for how in hows]
        if core.kind != "act_alone" or times != ["this turn", "if able"] or who == "you":
            raise Unsaid("attack")
        return [{"attack if able": self.phrases.found_before(who)}]

    def _attack_soon(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "target creature attacks this during its controller's next turn if able"."""
        when = [how.node("what") for how in hows if plain(how.get("prep")) == "during"]
        manners = [plain(how.get("manner")) for how in hows if how.kind == "manner"]
        turn = when[0] if len(when) == 1 else None
        whose = None if turn is None else turn.node("quantifier")
        person = whose.node("whose") if whose is not None and whose.kind == "of_whose" else None
        words = [plain(one.get("state")) for one in items(turn and turn.node("describers"))]
        soon = lemma(turn) == "turn" and words == ["next"] and lemma(person) == "controller"
        if not soon or manners != ["if able"] or len(hows) != 2:
            raise Unsaid("attack")
        if not self.phrases.is_this(core.node("object")):
            raise Unsaid("what is attacked")
        return [{"must attack": "this", "what": who, "next turn": True}]

    def _become(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        thing = core.node("object")
        if colors := _colors_of(core):
            return self._becomes_of_color(colors, who, hows)
        if core.kind == "act" and thing is not None and lemma(thing) == "copy" and who != "you":
            return self._becomes_copy(thing, who, hows)
        if core.kind == "act" and thing is not None and (kind := creature_type(thing)):
            return self._becomes_of_type(thing, kind, who, hows)
        if core.kind == "act" and thing is not None and lemma(thing) in ("artifact", "enchantment"):
            return self._becomes_also(thing, who, hows)
        if core.kind != "act" or thing is None or lemma(thing) != "creature" or who == "you":
            raise Unsaid("become")
        quantifier = thing.node("quantifier")
        many = who.startswith("each ") or self.phrases.several(who)
        many = many or (who == "it" and bool(self.phrases.sought))
        plural = thing.kind == "bare" and many
        if not plural and (quantifier is None or self.phrases.count(thing) != 1):
            raise Unsaid("become")
        look: Entry = next(filter(None, map(in_addition, hows)), {})
        hows = tuple(how for how in hows if not in_addition(how))
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        rest = []
        for post in items(thing.node("posts")):
            if post.kind == "that_does":
                look["keeps types"] = still(post.node("acts"))
            else:
                rest.append(post)
        measures = [one for one in map(_measure, rest) if one is not None]
        rest = [post for post in rest if _measure(post) is None]
        describers = items(thing.node("describers"))
        sizes = [one for one in describers if one.kind == "of_size"]
        by_x = [size_of(str(one.get("size"))) for one in sizes] == [("x", "x")]
        made = self.described([d for d in describers if not (by_x and d in sizes)], rest)
        made["types"] = [*made.get("types", []), "creature"]
        if made["types"] == ["artifact", "creature"]:  # 205.1b: it keeps what it was
            look["keeps types"] = True
        told = [("power" in made), by_x, len(measures) == 1].count(True)
        # A Vehicle has the size that is printed on it; what has none is 0/0 (208.5).
        unsized = not told and made == {"types": ["artifact", "creature"]}
        if (told != 1 and not unsized) or len(measures) > 1:
            raise Unsaid("a size")
        made.pop("called", None)
        if "keeps colors" in look and "colors" not in made:
            raise Unsaid("a colour")
        self.became = {**made, **look}
        entry: Entry = {"become": self.became, "what": who, "until": lasts}
        if by_x:
            entry = {"become sized": self.became, "size": "x", "what": who, "until": lasts}
        self.phrases.it = who
        if measures:
            size = self.phrases.amount(measures[0])
            entry = {"become sized": self.became, "size": size, "what": who, "until": lasts}
        return [entry]

    def _becomes_of_color(
        self, colors: tuple[str, ...], who: str, hows: tuple[Node, ...]
    ) -> list[Entry]:
        """Read "becomes blue until end of turn", or "becomes the color of your choice"."""
        if who == "you":
            raise Unsaid("become")
        kept: Entry = next(filter(None, map(in_addition, hows)), {})
        if kept and "keeps colors" not in kept:
            raise Unsaid("a colour")
        hows = tuple(how for how in hows if not in_addition(how))
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        made: list[Entry] = [
            {"become": {"colors": [color], **kept}, "what": who, "until": lasts} for color in colors
        ]
        self.phrases.it = who
        return made if len(made) == 1 else [self._either([[one] for one in made])]

    def _becomes_of_type(
        self, thing: Node, kind: str, who: str, hows: tuple[Node, ...]
    ) -> list[Entry]:
        """Read "becomes a blue Frog with base power and toughness 1/1": no card type is named."""
        if who == "you" or self.phrases.count(thing) != 1:
            raise Unsaid("become")
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        made = self.of_type(thing, kind)
        self.phrases.it = who
        return [{"become": made, "what": who, "until": lasts}]

    def _becomes_also(self, thing: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "becomes an artifact in addition to its other types until end of turn"."""
        kept: Entry = next(filter(None, map(in_addition, hows)), {})
        if not kept or who == "you":  # it would be nothing else any more
            raise Unsaid("become")
        hows = tuple(how for how in hows if not in_addition(how))
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        made = self._also(thing, who, kept)
        self.phrases.it = who
        return [{**made, "until": lasts}]

    def _becomes_copy(self, thing: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "becomes a copy of target creature until end of turn"."""
        posts = items(thing.node("posts"))
        if len(posts) != 1 or posts[0].kind != "of" or items(thing.node("describers")):
            raise Unsaid("a copy")
        copied = self.phrases.reference(posts[0].node("what"))
        if copied.startswith("each "):
            raise Unsaid("a copy of what")
        lasts = self._until(hows).get("until", "end of turn") if hows else "permanent"
        self.phrases.it = who
        return [{"become copy of": copied, "what": who, "until": lasts}]

    def _be(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "it's still a land" behind what something becomes."""
        complement = core.node("complement")
        kept = in_addition(hows[0]) if len(hows) == 1 else {}
        if kept and complement is not None and who != "you":
            return [self._also(complement, who, kept)]
        still = complement is not None and complement.kind == "also_being"
        thing = None if complement is None else complement.node("object")
        if not still or hows or self.became is None or who != self.phrases.it or complement is None:
            raise Unsaid("be")
        if plain(complement.get("how")) != "still" or lemma(thing) not in ("land", "planeswalker"):
            raise Unsaid("be")
        self.became["keeps types"] = True
        self.became = None
        return []

    def _also(self, complement: Node, who: str, kept: Entry) -> Entry:
        """Read "that creature is a black Vampire in addition to its other colors and types"."""
        if self.phrases.count(complement) != 1:
            raise Unsaid("be")
        made = self.described(items(complement.node("describers")), items(complement.node("posts")))
        made.pop("called", None)
        head = complement.node("noun")
        noun = None if head is None else head.get("noun")
        if not isinstance(noun, Noun) or made.keys() - {"colors", "subtypes", "types"}:
            raise Unsaid("be")
        if noun.name:
            made["subtypes"] = [*made.get("subtypes", []), *noun.lemma.lower().split()]
        elif (word := lemma(complement)) in ("artifact", "creature", "enchantment", "land"):
            made["types"] = [*made.get("types", []), word]
        else:
            raise Unsaid("be")
        if ("colors" in made) != ("keeps colors" in kept):
            raise Unsaid("a colour")
        return {"become": {**made, **kept}, "what": who, "until": "permanent"}


def _colors_of(core: Node) -> tuple[str, ...]:
    """Return the color that something becomes; of "the color of your choice" all of them."""
    known = tuple(COLORS_OF_MANA.values())
    state, thing = core.node("state"), core.node("object")
    if core.kind == "act_state" and state is not None and state.kind == "state":
        return tuple(color for color in known if color == plain(state.get("state")))
    posts = items(None if thing is None else thing.node("posts"))
    chosen = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
    yours = None if chosen is None else chosen.node("quantifier")
    choice = lemma(chosen) == "choice" and yours is not None and plain(yours.get("whose")) == "your"
    return known if core.kind == "act" and lemma(thing) == "color" and choice else ()


def _of_chosen_color(grant: Node) -> bool:
    """Whether this is "protection from the color of your choice"."""
    chosen = grant.node("qualities") if grant.kind == "keyword_from" else None
    color = None if chosen is None or chosen.kind != "from_chosen" else chosen.node("what")
    return plain(grant.get("keyword")) == "protection" and lemma(color) == "color"


def _measure(post: Node) -> Node | None:
    """Return to what "with power and toughness each equal to" something says they are equal."""
    what = post.node("what") if post.kind == "with" and plain(post.get("with")) == "with" else None
    head = None if what is None else what.node("noun")
    equal = items(None if what is None else what.node("posts"))
    if what is None or head is None or head.kind != "and_noun" or len(equal) != 1:
        return None
    nouns = [lemma(what.put("noun", head.node(name))) for name in ("first", "noun")]
    if nouns != ["power", "toughness"] or items(what.node("describers")):
        return None
    return equal[0].node("to") if plain(equal[0].get("how")) == "each equal to" else None


def still(acts: Node | None) -> bool:
    """Whether "that's still a planeswalker" or "a land" is said; nothing else may be."""
    thing = None if acts is None or acts.kind != "be_also" else acts.node("object")
    if acts is None or plain(acts.get("how")) != "still" or thing is None:
        raise Unsaid("still")
    if lemma(thing) not in ("planeswalker", "land", "artifact", "enchantment"):
        raise Unsaid("still")
    return True
