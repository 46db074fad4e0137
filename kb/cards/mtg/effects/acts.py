"""Acts: who does what, how often and when."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.daylight import daylight
from kb.cards.mtg.effects.changing import Changing
from kb.cards.mtg.effects.damage import Damage
from kb.cards.mtg.effects.forbidding import Forbidding
from kb.cards.mtg.effects.mana import Mana
from kb.cards.mtg.effects.moving import Moving
from kb.cards.mtg.effects.parting import parted_by
from kb.cards.mtg.effects.shapes import (
    SEQUENCES,
    each_thing,
    is_described,
    is_duration,
    next_step,
    quantifier_of,
    rounded,
    unfold,
)
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, says_that, verb_of
from kb.cards.mtg.noun_phrases import with_other
from kb.cards.mtg.words import listed
from kb.cards.values import Node

Entry = dict[str, Any]

_TO_IT = listed("destroy exile counter tap untap transform regenerate")
"""Verbs with an object for which the rules have an instruction of the same name."""
_RENAMING = frozenset(
    {"sacrifice one", "exile top", "look", "reveal", "reveal until", "take", "search", "select"}
)
"""Instructions after which the rules call "it" what was found, revealed or sacrificed by them."""
_SCALED = listed("draw discard mill damage") | {"gain life", "lose life", "put counters"}
"""Instructions that say how much in their first word."""


class Acts(Changing, Forbidding, Moving, Damage, Mana):
    """Acts: who does what, how often and when."""

    def acts(self, node: Node | None, who: Node | None, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of one or more acts of somebody."""
        if node is None:
            raise Unsaid("an act")
        if lemma(who) == "life total" and node.kind == "act_amount" and who is not None:
            return self._life_becomes(node, who, hows)
        if who is not None and who.kind == "it" and (time := daylight(node)) and not hows:
            return [{f"it becomes {time}": True}]
        if node.kind in SEQUENCES:
            first, second = node.node("first"), node.node("second")
            shared = hows
            if who is not None and not hows and _changes(first):
                # "Gets +1/+1 and gains flying until end of turn": both end then.
                shared = tuple(how for how in unfold(second)[1] if is_duration(how))
            subject = None if who is None else self.phrases.found_before(self._once(who))
            if subject is None:
                made = self.acts(first, who, shared)
                self.phrases.settle()
                return [*made, *self.acts(second, who, hows)]
            player = self.phrases.that_player
            made = self._acting(first, subject, shared)
            if subject == player:
                subject = self.phrases.that_player or subject
            self.phrases.settle()
            self.phrases.it = subject if subject != "you" else self.phrases.it
            return _same_things([*made, *self._acting(second, subject, hows)])
        if who is None:
            return self._acting(node, "you", hows)
        modal = plain(node.get("modal")) if node.kind == "and_may" else ""
        if modal.startswith("can") or modal == "must":
            one, late = self._once(who), unfold(node.node("second"))[1]
            shared = hows or tuple(how for how in late if is_duration(how))
            if any(map(is_duration, unfold(node.node("first"))[1])):
                shared = hows  # it tells itself how long it lasts
            made = self._acting(node.node("first"), one, shared)
            if modal == "can":
                return [*made, self._attacks_despite(node.node("second"), one, hows)]
            if modal == "must":
                return [*made, self._must_be_blocked(node.node("second"), one, hows)]
            return [*made, *self._is_forbidden(node.node("second"), one, hows)]
        if node.kind == "and_does_not" and not hows:
            self._stays(node.node("second"), who, ())
            one = self._once(who)
            return [*self._acting(node.node("first"), one, ()), {"keep tapped": one}]
        one, core = self._once(who), unfold(node)[0]
        if core is not None and core.kind != "be_so":  # "they're still lands" does nothing to them
            one = self.phrases.found_before(one)
        return self._acting(node, one, hows)

    def _flip(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "flip a coin"; what comes of it the next sentences say."""
        thing = core.node("object") if core.kind == "act" else None
        one = thing is not None and quantifier_of(thing) == "a" and not is_described(thing)
        if who != "you" or hows or not one or lemma(thing) != "coin":
            raise Unsaid("flip")
        return [{"either": [], "or": [], "by chance": True}]

    def _separate(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if who != "you" or core.kind != "act":
            raise Unsaid("who separates them")
        return [parted_by(core, hows, None, self.phrases)]

    def _repeat(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "repeat this process" at the end of a text, if something was so."""
        thing = core.node("object") if core.kind == "act" else None
        this = (
            thing is not None and quantifier_of(thing) == "this_one" and lemma(thing) == "process"
        )
        plainly = not (self.phrases.targets or self.phrases.among or self.phrases.x)
        if not this or who != "you" or hows or not plainly:
            raise Unsaid("what is repeated")
        return [{"do it again": None}]

    def _exchange(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "exchange control of target creature and target creature an opponent controls"."""
        thing = core.node("object") if core.kind == "act" else None
        if thing is not None and thing.kind == "bare" and not hows and who == "you":
            return [self._exchange_two(thing)]
        if thing is not None and not hows and who == "you" and _is_hand_and_library(thing):
            return [{"exchange hand and library": "you"}]
        first, second = (
            (None, None) if thing is None else (thing.node("first"), thing.node("second"))
        )
        posts = items(None if first is None else first.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        if thing is None or thing.kind != "all_of" or hows or who != "you":
            raise Unsaid("exchange")
        if lemma(first) != "control" or of is None or items((first or of).node("describers")):
            raise Unsaid("exchange")
        one, other = self.phrases.reference(of), self.phrases.reference(second)
        if not all(word == "this" or word.startswith("target ") for word in (one, other)):
            raise Unsaid("exchange")
        if self.phrases.several(one) or self.phrases.several(other):
            raise Unsaid("exchange")
        self.phrases.it = None
        return [{"exchange control": one, "with": other}]

    def _exchange_two(self, thing: Node) -> Entry:
        """Read "exchange control of two target lands": the second is another than the first."""
        posts = items(thing.node("posts"))
        two = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        quantifier = None if two is None else two.node("quantifier")
        counted = None if quantifier is None else quantifier.node("count")
        if lemma(thing) != "control" or items(thing.node("describers")) or two is None:
            raise Unsaid("exchange")
        exactly = counted is not None and counted.kind == "exactly"
        if counted is None or not exactly or counted.get("count") != "two" or self.phrases.targets:
            raise Unsaid("exchange")
        words = self.phrases.filter(two)
        if " or " in words:
            raise Unsaid("exchange")
        one, other = self.phrases.aim(words), self.phrases.aim(with_other(words))
        self.phrases.it = None
        return {"exchange control": one, "with": other}

    def _once(self, who: Node) -> str:
        return self.phrases.reference(who)

    def _acting(self, node: Node | None, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        if node is not None and node.kind in SEQUENCES:
            player = self.phrases.that_player
            made = self._acting(node.node("first"), who, hows)
            if who == player:
                who = self.phrases.that_player or who
            self.phrases.settle()
            return [*made, *self._acting(node.node("second"), who, hows)]
        core, more = unfold(node)
        if core is None:
            raise Unsaid("an act")
        if core.kind == "and_placed":
            first, second = core.node("first"), core.node("second")
            if second is not None and second.kind == "placing_how":
                hows = tuple(how for how in (*hows, second.node("how")) if how is not None)
                second = second.node("placing")
            if second is None:
                raise Unsaid("an act")
            where = second.node("where")
            last = first
            while last is not None and last.kind in SEQUENCES:
                last = last.node("second")
            verb = unfold(last)[0]
            made = self._acting(first, who, (*hows, *more))
            thing = Node(
                "act",
                (
                    ("verb", None if verb is None else verb.get("verb")),
                    ("object", second.node("object")),
                ),
            )
            return [*made, *self.act(thing, who, (() if where is None else (where,)))]
        return self.act(core, who, (*hows, *more))

    def act(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        """Return the instructions of one act."""
        self.phrases.rounded = "".join(map(rounded, hows))
        made = self._act(core, who, tuple(how for how in hows if not rounded(how)))
        if self.phrases.rounded:
            raise Unsaid("what is rounded")
        self.phrases.ends |= {word for one in made for word in one} & {"destroy", "exile"}
        if any(_RENAMING & one.keys() for one in made):
            self.phrases.renamed()
        return made

    def _act(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        inner = core.node("act") if core.kind == "act_before" else None
        if inner is not None and plain(core.get("how")) in ("each", "also"):
            core = inner
        if not hows and who == "you" and (bound := self._spends_only(core)) is not None:
            return bound
        later = [how for how in hows if next_step(how)]
        if later:
            return self._later(core, who, later, tuple(how for how in hows if how not in later))
        each = [how for how in hows if how.kind == "for_each"]
        if len(each) == 1:
            return self._for_each(
                core, who, each[0], tuple(how for how in hows if how is not each[0])
            )
        if core.kind == "or_act" and who == "you" and not hows:
            return [self._taps_or_untaps(core)]
        verb, thing = verb_of(core), core.node("object")
        if core.kind == "be_so":
            return self._be(core, who, hows)
        if core.kind == "have_grants":
            return [self._has_size(items(core.node("grants")), who, hows)]
        method = getattr(self, f"_{verb}", None) if verb.isalpha() else None
        if method is not None:
            found: list[Entry] = method(core, who, hows)
            return found
        if verb == "destroy" and core.kind == "act" and len(hows) == 1 and who == "you":
            return [{verb: self._all_except(thing, hows[0])}]
        number = _up_to(thing) if verb == "untap" and core.kind == "act" and not hows else 0
        if number and thing is not None and who == "you":
            return [{"untap up to": number, "of": self.phrases.filter(thing)}]
        if verb in _TO_IT and core.kind == "act" and not hows and who == "you":
            those = self.phrases.found_before
            return [{verb: those(self.phrases.reference(one))} for one in each_thing(thing)]
        raise Unsaid(verb or core.kind)

    def _taps_or_untaps(self, core: Node) -> Entry:
        """Read "tap or untap target permanent": one of two things is done to the same one."""
        first, second = core.node("first"), core.node("second")
        both = first is not None and first.kind == "act_alone" and verb_of(first) == "tap"
        if not both or second is None or second.kind != "act" or verb_of(second) != "untap":
            raise Unsaid("or")
        one = self.phrases.reference(second.node("object"))
        if one.startswith("each ") or self.phrases.several(one):
            raise Unsaid("each of them")
        return {"either": [{"tap": one}], "or": [{"untap": one}]}

    def _all_except(self, thing: Node | None, how: Node) -> str:
        """Read "all other permanents except for lands and tokens"."""
        but = how.node("what") if how.kind == "prep" else None
        if thing is None or but is None or plain(how.get("prep")) != "except for":
            raise Unsaid("how")
        if quantifier_of(thing) != "all" or but.kind != "bare" or is_described(but):
            raise Unsaid("except")
        spared = [
            "non-token" if word == "token permanent" else f"non{word}"
            for word in self.phrases.filter(but).split(" or ")
        ]
        if any(" " in word for word in spared):
            raise Unsaid("except")
        words = self.phrases.reference(thing).removeprefix("each ")
        return f"each {' '.join(spared)} {words}"

    def _later(
        self, core: Node, who: str, later: list[Node], hows: tuple[Node, ...]
    ) -> list[Entry]:
        """Return what is done at the beginning of the next end step."""
        step = next_step(later[0])
        before, about = self.phrases.it, self.phrases.nearest
        only_that = self.phrases.only_that
        if only_that and says_that(core, only_that):
            about = before
        targets = len(self.phrases.targets)
        self.phrases.it = about if about in (None, "this", "you") else "it"
        if about is not None and about == self.phrases.gone:
            self.phrases.gone = self.phrases.it
        those = self.phrases.those
        if about == "what it made":  # "those tokens", each by a trigger of its own
            self.phrases.those = "it"
        done = self.act(core, who, hows)
        self.phrases.those = those
        if len(self.phrases.targets) != targets or step is None:
            raise Unsaid("later")
        self.phrases.it, self.phrases.only_that = before, only_that
        key = "at your next" if step.startswith("your ") else "at next"
        made: Entry = {key: step.removeprefix("your "), "then": done}
        if step == "end of combat":
            made = {"at end of combat": done, "about": "this"}
        if about is not None and about not in ("this", "you") and speaks_of_it(done):
            made["about"] = about
        return [made]

    def _for_each(self, core: Node, who: str, each: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Return an instruction whose number is taken for each of something."""
        one = each.node("each")
        if one is None or one.kind != "one_each":
            raise Unsaid("for each")
        counted = self.phrases.number_of(one)
        made = self.act(core, who, hows)
        if len(made) != 1:
            raise Unsaid("for each")
        (entry,) = made
        keys = [key for key in entry if key in _SCALED]
        if "create" in entry:
            return [{**entry, "amount": _product(entry.get("amount", 1), counted)}]
        if "sacrifice one" in entry:
            self.phrases.it = None  # they may be several
            return [{**entry, "amount": _product(entry.get("amount", 1), counted)}]
        if "add mana" in entry:
            return [{**entry, "amount": _product(entry.get("amount", 1), counted)}]
        if "get" in entry:
            return [
                {
                    **entry,
                    "power": _product(entry["power"], counted),
                    "toughness": _product(entry["toughness"], counted),
                }
            ]
        if len(keys) != 1:
            raise Unsaid("for each")
        return [{**entry, keys[0]: _product(entry[keys[0]], counted)}]


def _up_to(thing: Node | None) -> int:
    """Return how many "up to two lands" are at most; 0 if that is not what is said."""
    quantifier = None if thing is None else thing.node("quantifier")
    if quantifier is None or quantifier.kind != "up_to":
        return 0
    return NUMBERS.get(plain(quantifier.get("count")), 0)


def _product(number: int | str, counted: str) -> int | str:
    if number in (0, 1):
        return 0 if number == 0 else counted
    if not isinstance(number, int):
        raise Unsaid("for each")
    if number == -1:
        return f"minus {counted}"
    return f"{number} times {counted}" if number > 0 else f"minus {-number} times {counted}"


def _is_hand_and_library(thing: Node) -> bool:
    """Whether "your hand and library" is meant."""
    head, quantifier = thing.node("noun"), thing.node("quantifier")
    if head is None or head.kind != "and_noun" or quantifier_of(thing) != "own":
        return False
    if quantifier is None or plain(quantifier.get("whose")) != "your" or is_described(thing):
        return False
    return [lemma(thing.put("noun", head.node(one))) for one in ("first", "noun")] == [
        "hand",
        "library",
    ]


def speaks_of_it(value: object) -> bool:
    """Whether instructions speak of "it" anywhere."""
    if isinstance(value, dict):
        return any(map(speaks_of_it, value.values()))
    if isinstance(value, list):
        return any(map(speaks_of_it, value))
    return isinstance(value, str) and "it" in value.split()


def _same_things(made: list[Entry]) -> list[Entry]:
    """Let what follows on what a group becomes be about the same things, whatever they are."""
    if len(made) < 2 or "become" not in made[0] or not made[0]["what"].startswith("each "):
        return made
    those = f"those {made[0]['what'].removeprefix('each ')}"
    same = made[0]["what"]
    rest = [{**one, "what": those} if one.get("what") == same else one for one in made[1:]]
    return [made[0], *rest]


def _changes(node: Node | None) -> bool:
    core, hows = unfold(node)
    if core is not None and core.kind == "act_before":
        core = core.node("act")
    kinds = core is not None and core.kind in ("act_grants", "have_grants")
    return (kinds or verb_of(core) in ("become", "lose")) and not hows
