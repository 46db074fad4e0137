"""What noun phrases and conditions of a card become in the words of card files.

A phrase becomes the words of a filter (``forward cost 3 or less you control``), a reference
(``target 1``, ``each forward you control``) or an amount (``number of forward you control``);
whatever the rules have no word for is `Unsaid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from kb.cards.values import Node, Noun, Value, Verb

Clause = tuple[str, ...]

_NOUNS = {
    "forward": ("forward",),
    "backup": ("backup",),
    "monster": ("monster",),
    "summon": ("summon",),
    "character": ("character",),
    "card": ("anything",),
    "auto-ability": ("auto ability",),
}
_KINDS = {"job": "job", "category": "category", "card name": "card name"}
_JOINED = re.compile(r"[^\W_](?<! )(?:character|forward|backup|monster|summon)s?$", re.IGNORECASE)
"""A name that a card's file has run into the word behind it: "Class Zero CadetForward"."""
_THEIRS = frozenset({"their", "his / her", "his", "her"})
_SELVES = frozenset({"forward", "character", "monster", "backup"})
_STATES = frozenset({"dull", "active", "damaged", "multi-element", "attacking", "blocking"})
_ZONES = {"break zone": "break zone", "hand": "hand", "deck": "deck"}
_EVERY = frozenset({"all", "all_the", "the", "every", "each", "all_own", "both_the"})

CASTING = {
    "play": "pay the cost to put onto the field",
    "play_onto": "pay the cost to put onto the field",
    "put_onto": "pay the cost to put onto the field",
    "summon": "summon a Summon",
}
"""What a cost is called by the styles in which a card may say that something is cast."""


class Unsaid(Exception):
    """A part of a text for which card files have no word."""


def plain(word: object) -> str:
    """Return a word of the grammar without its marks."""
    return " ".join(part.split("^")[0] for part in str(word).split())


def items(node: Node | None, name: str = "items") -> list[Node]:
    """Return the nodes of a list."""
    found = None if node is None else node.get(name)
    return [one for one in found if isinstance(one, Node)] if isinstance(found, tuple) else []


def lemma(node: Value) -> str:
    """Return the noun of a phrase without sorts; empty where there is no such noun."""
    while isinstance(node, Node) and node.kind != "noun":
        node = node.get("noun")
    noun = node.get("noun") if isinstance(node, Node) else None
    return plain(noun.lemma) if isinstance(noun, Noun) and not noun.name else ""


def ended(body: Node) -> Node:
    """Return an ability in quotation marks without a full stop as one that has it."""
    if body.kind not in ("unended", "sentences_unended"):
        return body
    said = [body.node("does")] if body.kind == "unended" else items(body, "sentences")
    sentences = tuple(
        one if one.kind in ("sentence", "option", "note") else Node("sentence", (("does", one),))
        for one in said
        if one is not None
    )
    return Node("effects", (("sentences", sentences),), span=body.span)


class Phrases:
    """The phrases of one card.

    Parameters
    ----------
    name : str
        The card's name, which in its own text means the card.
    text : str
        Its text, as it is printed.
    """

    def __init__(self, name: str, text: str = "") -> None:
        self.name = name
        self.text = text
        self.shown_hand = False
        """Whether "their hand" is that of the opponent, which has been shown."""
        self.of_event = False
        """Whether a phrase is about what sets an ability off."""
        self.discarded = False
        """Whether an ability has had a card discarded, as its cost or by what it does."""
        self.own_it = False
        """Whether "it" is the card, as in "Pim and all the Forwards forming a party with it"."""

    def noted(self, sentence: Node, words: str) -> bool:
        """Whether a note in brackets that begins with some words follows on a sentence."""
        after = self.text[sentence.span[1] :] if sentence.span[1] else ""
        return after.lstrip(' ."”').startswith(words)

    def is_this(self, value: Value) -> bool:
        """Whether a phrase is the card's own name, or "this Forward" in an ability it has."""
        if not isinstance(value, Node) or items(value.node("posts")):
            return False
        quantifier = value.node("quantifier")
        if quantifier is not None and quantifier.kind == "this_one":
            return lemma(value) in _SELVES and not items(value.node("describers"))
        noun = value.node("noun") if value.kind != "named" else value
        if noun is None or noun.kind != "named" or items(value.node("describers")):
            return False
        said = noun.get("noun")
        return isinstance(said, Noun) and said.lemma.casefold() == self.name.casefold()

    # --- Who and how many ---

    def player(self, value: Value) -> str | None:
        """Return the player that a phrase is about, None if it is none."""
        if not isinstance(value, Node):
            return None
        if value.kind == "you":
            return "you"
        if lemma(value) == "opponent" and not items(value.node("posts")):
            return "opponent"
        return None

    def count(self, phrase: Node) -> tuple[int, int | None]:
        """Return how many a phrase says: at least and at most."""
        quantifier = phrase.node("quantifier")
        number = None if quantifier is None else quantifier.get("count")
        kind = "" if quantifier is None else quantifier.kind
        if kind in ("a", "another"):
            return 1, 1
        if kind in ("exactly", "total_of") and isinstance(number, int):
            return number, number
        if kind == "up_to" and isinstance(number, int):
            return 0, number
        if (
            kind in ("bounded", "total_bounded")
            and isinstance(number, int)
            and quantifier is not None
        ):
            more = "more" in str(quantifier.get("bound"))
            return (number, None) if more else (0, number)
        raise Unsaid("how many")

    # --- Filters ---

    def filter(self, phrase: Value, *zone: str) -> str:
        """Return what a phrase is about as a filter; `zone` is where, if the phrase is silent."""
        found = [
            " ".join((*clause, *self._placed(clause, zone))) for clause in self.clauses(phrase)
        ]
        return " or ".join(found)

    def _placed(self, clause: Clause, zone: Clause) -> Clause:
        return () if any(word.startswith("in ") for word in clause) else zone

    def clauses(self, phrase: Value) -> list[Clause]:
        """Return what a phrase is about, as clauses any of which is enough."""
        if not isinstance(phrase, Node):
            raise Unsaid("a phrase")
        if phrase.kind in ("any_of", "all_of", "and_or_of"):
            return [*self.clauses(phrase.get("first")), *self.clauses(phrase.get("second"))]
        if phrase.get("noun") is None or not self._countable(phrase.node("quantifier")):
            raise Unsaid("a noun")
        before = tuple(map(self._describer, items(phrase.node("describers"))))
        after = list(self._posts(items(phrase.node("posts"))))
        found = [
            (*before, *noun, *post)
            for noun, post in product(self._noun(phrase.node("noun")), after or [()])
        ]
        quantifier = phrase.node("quantifier")
        if quantifier is not None and quantifier.kind == "another":
            found = [("other", *clause) for clause in found]
        if quantifier is not None and quantifier.kind == "own":
            found = [(*clause, "you own") for clause in found]
        return found

    def _countable(self, quantifier: Node | None) -> bool:
        if quantifier is not None and quantifier.kind == "own":
            return plain(quantifier.get("whose")) == "your"
        return quantifier is None or quantifier.kind not in (
            "that",
            "this_one",
            "of_whose",
            "those",
        )

    def _noun(self, noun: Node | None) -> list[Clause]:
        if noun is None:
            raise Unsaid("a noun")
        match noun.kind:
            case "noun":
                said = lemma(noun)
                if said in _NOUNS:
                    return [_NOUNS[said]]
            case "named":
                if self.is_this(noun):
                    return [("this",)]
            case "called":
                kind, name = plain(noun.get("kind")), noun.get("noun")
                if kind in _KINDS and isinstance(name, Noun) and '"' not in name.lemma:
                    if _JOINED.search(name.lemma):
                        raise Unsaid("a name that runs into the word behind it")
                    return [(f'{_KINDS[kind]} "{name.lemma}"',)]
            case "element":
                return [(plain(noun.get("element")),)]
            case "sort" if plain(noun.get("sort")) in _SELVES:  # "1 Character card"
                return [(plain(noun.get("sort")),)]
            case "sorted":
                sorts, nouns = self._noun(noun.node("sort")), self._noun(noun.node("noun"))
                return [(*sort, *one) for sort, one in product(sorts, nouns)]
            case "described":
                word = self._describer(noun.node("describer"))
                return [(word, *one) for one in self._noun(noun.node("noun"))]
            case _ if noun.kind.endswith("_noun"):
                return [*self._noun(noun.node("first")), *self._noun(noun.node("noun"))]
        raise Unsaid(noun.kind)

    def _describer(self, node: Node | None) -> str:
        if node is not None and node.kind == "other":
            return "other"
        state = "" if node is None else plain(node.get("state") or node.get("past"))
        if state not in _STATES:
            raise Unsaid(state)
        return state

    def _posts(self, posts: list[Node]) -> Iterator[Clause]:
        """Yield what stands after a noun, once for each reading of "of cost 2 or 4"."""
        rest = list(posts)
        found: list[list[Clause]] = []
        while rest:
            post = rest.pop(0)
            if rest and self._in_party(post, rest[0]):
                rest.pop(0)
                found.append([("forming a party with this",)])
                continue
            if post.kind in ("of_quality", "of_either_quality"):
                if plain(post.get("quality")) != "cost":
                    raise Unsaid("power")
                bound = rest.pop(0) if rest and rest[0].kind == "bound" else None
                word = "" if bound is None else f" or {_bound(bound)}"
                numbers = [post.get("number"), post.get("second")]
                found.append([(f"cost {n}{word}",) for n in numbers if isinstance(n, int)])
            elif (element := _other_element(post, rest)) is not None:
                rest.pop(0)
                found.append([(f"of an element other than {element}",)])
            else:
                found.append([self._post(post)])
        for choice in product(*found):
            yield tuple(word for clause in choice for word in clause)

    def _in_party(self, post: Node, after: Node) -> bool:
        """Whether two posts say "forming a party with Pim"."""
        if post.kind != "doing_after" or plain(post.get("verb")) != "forming":
            return False
        whom = after.node("what")
        own = self.is_this(whom) or (
            self.own_it and isinstance(whom, Node) and whom.kind in ("it", "him", "her")
        )
        return lemma(post.get("what")) == "party" and plain(after.get("prep")) == "with" and own

    def _post(self, post: Node) -> Clause:
        match post.kind:
            case "you_do" | "they_do" if plain(post.node("verb") or _verb(post)) == "control":
                return ("you control",)
            case "opponent_controls":
                return ("opponent controls",)
            case "done_after" if self.of_event and plain(post.get("past")) == "damaged":
                by = items(post.node("tails"))
                if len(by) != 1 or plain(by[0].get("prep")) != "by":
                    raise Unsaid("damaged by what")
                if not self.is_this(by[0].get("what")):
                    raise Unsaid("damaged by what")
                return ("damaged by this",)
            case "other_than" if self.is_this(post.get("what")):
                return ("other",)
            case "other_than":
                return (self._not_called(post.node("what")),)
            case "of" if plain(post.get("prep")) == "in" and _is_that_party(post.node("what")):
                return ("attacking",)  # one Forward or one party attacks at a time
            case "of" if plain(post.get("prep")) == "in":
                return (self.zone(post.get("what")),)
            case "of" if plain(post.get("prep")) == "with" and lemma(post.get("what")) == "warp":
                return ("with warp",)
            case "of_keyword" if plain(post.get("prep")) == "with":
                keyword = post.node("keyword")
                return (f"with {plain(keyword.get('keyword') if keyword else '')}",)
        raise Unsaid(post.kind)

    def _not_called(self, phrase: Node | None) -> str:
        noun = None if phrase is None else phrase.node("noun")
        name = None if noun is None else noun.get("noun")
        if noun is None or noun.kind != "called" or plain(noun.get("kind")) != "card name":
            raise Unsaid("what else")
        if not isinstance(name, Noun) or '"' in name.lemma:
            raise Unsaid("a name")
        return f'not called "{name.lemma}"'

    def zone(self, value: Value) -> str:
        """Return where something is: ``in your break zone``."""
        if isinstance(value, Node) and (word := _ZONES.get(lemma(value))):
            quantifier = value.node("quantifier")
            if quantifier is not None and plain(quantifier.get("whose")) == "your":
                return f"in your {word}"
            whose = None if quantifier is None else quantifier.node("whose")
            theirs = quantifier is not None and plain(quantifier.get("whose")) in _THEIRS
            if word == "hand" and self.shown_hand and theirs:
                return "in your opponent's hand"
            if word == "break zone" and self.player(whose) == "opponent":
                return "in your opponent's break zone"
        raise Unsaid("a place")

    # --- Amounts and conditions ---

    def every(self, phrase: Node) -> bool:
        """Whether a phrase is about all that it describes."""
        quantifier = phrase.node("quantifier")
        if quantifier is None:
            return _number(phrase) == "many"
        return quantifier.kind in _EVERY and not (quantifier.kind == "the" and is_one(phrase))

    def each(self, how: Node) -> str:
        """Return what "for each" counts, as the end of an amount."""
        each = how.node("each")
        every = how.node("every") if how.kind == "for_every" else None
        if every is not None and every.kind == "so_many" and isinstance(every.get("count"), int):
            return f"for every {every.get('count')} {self.filter(without_quantifier(every))}"
        if how.kind != "for_each" or each is None:
            raise Unsaid("an amount")
        posts = items(each.node("posts"))
        if lemma(each) == "point":
            if [post.kind for post in posts] == ["of", "you_have_done"]:
                return "for each point of damage of you"
            raise Unsaid("an amount")
        if (kind := self._placed_on_this(each)) is not None:
            return f"for each {kind} counter of this"
        return f"for each {self.filter(each)}"

    def _placed_on_this(self, each: Node) -> str | None:
        """Return which counters "Monster Counter placed on Pim" speaks of; None for others."""
        noun, posts = each.node("noun"), items(each.node("posts"))
        sort = None if noun is None else noun.node("sort")
        tails = items(posts[0].node("tails")) if len(posts) == 1 else []
        if lemma(each) != "counter" or sort is None or sort.kind != "for_counter":
            return None
        placed = plain(posts[0].get("past")) == "placed" if posts else False
        if not placed or len(tails) != 1 or not self.is_this(tails[0].get("what")):
            raise Unsaid("which counters")
        return str(getattr(sort.get("name"), "lemma", "")).lower()

    def condition(self, node: Node | None, it: str | None = None) -> str:
        """Return a condition: ``number of forward you control is at least 3``.

        `it` is what "it" refers to, if it refers to one thing.
        """
        if node is None or node.kind not in ("does", "does_not"):
            raise Unsaid("a condition")
        for known in (self._paid(node), self._state(node, it), self._measured(node, it)):
            if known is not None:
                return known
        if node.kind == "does" and (past := self.happened(node)) is not None:
            return past
        who, acts = self.player(node.get("subject")), node.node("acts")
        if node.kind == "does" and self.is_this(node.get("subject")) and _bursts(acts):
            return "this results from an EX Burst"
        if who is None and node.kind == "does" and (came := self._came_in(node)) is not None:
            return came
        if who is None and node.kind == "does":
            return self._counters(node.node("subject"), acts)
        thing = None if acts is None else acts.node("object")
        if who is None or acts is None:
            raise Unsaid("a condition")
        if acts.kind == "have_done":
            return self._points(who, acts)
        if acts.kind == "act_how" and who == "you":
            return self._cast(acts)
        if thing is None:
            raise Unsaid("a condition")
        if acts.kind == "act" and plain(_verb(acts)) == "control":
            controls = "you control" if who == "you" else "opponent controls"
            amount = f"number of {self._controlled(thing, controls)}"
            if node.kind == "does_not":
                return f"{amount} is at most 0"
            if thing.kind in ("all_of", "comma_all_of"):
                raise Unsaid("both")
            return self._compared(amount, thing)
        if acts.kind == "have" and thing.kind == "a_price":
            if [str(one) for one in _symbols(thing)] != ["{c}"]:
                raise Unsaid("what they have")
            few = "is at least 1" if node.kind == "does" else "is at most 0"
            return f"crystals of {who} {few}"
        if acts.kind == "have" and node.kind == "does":
            if (zone := _place_of(thing)) == "break zone":
                return self._compared(f"number of {self._controlled(thing, '').strip()}", thing)
            if lemma(thing) == "card" and zone == "hand":
                return self._compared(f"hand of {who}", thing, "hand")
        raise Unsaid("a condition")

    def happened(self, node: Node, *, today: bool = False) -> str | None:
        """Return "a Forward you controlled attacked this turn"; None for other conditions.

        With `today` something before the condition says that it is about this turn.
        """
        acts = node.node("acts")
        hows: list[Node] = []
        while acts is not None and acts.kind == "act_how":
            how = acts.node("how")
            hows = [*([how] if how else []), *hows]
            acts = acts.node("act")
        lasts = [how for how in hows if plain(how.get("time")) == "this turn"]
        others = [how for how in hows if how not in lasts]
        if acts is None or len(lasts) != int(not today):
            return None
        subject, who = node.node("subject"), self.player(node.get("subject"))
        past = acts.node("past") if acts.kind == "have_done" else acts
        past = past.node("past") if past is not None and past.kind == "been" else past
        if acts.kind == "be_so":
            past = acts.node("complement")
        word = "" if past is None else plain(past.get("past"))
        thing = None if past is None else past.node("object")
        places = [
            (plain(how.get("prep")), lemma(how.get("what") or how.get("to"))) for how in others
        ]
        if who == "opponent" and word == "discarded" and lemma(thing) == "card":
            return self._robbed(thing, others)
        if who is not None or subject is None:
            return None
        event = _EVENTS.get((word, lemma(thing), *places))
        if event is None:
            return None
        posts = items(subject.node("posts"))
        if any(one.kind == "you_did" and plain(one.get("past")) != "controlled" for one in posts):
            raise Unsaid("a condition")
        then = [_THEN.get(post.kind, post) for post in posts]
        now = subject.put("posts", Node("posts", (("items", tuple(then)),)))
        if subject.kind == "any_of":
            raise Unsaid("a condition")
        least, most = self.count(now)
        if most is not None and (least, most) != (1, 1):
            raise Unsaid("how many")
        return f"{event} of {self.filter(without_quantifier(now))} this turn is at least {least}"

    def _robbed(self, thing: Node | None, hows: list[Node]) -> str:
        """Return that the opponent has discarded a card to a text of one's own."""
        hows = [how for how in hows if lemma(how.get("what")) != "hand"]
        by = hows[0].node("what") if len(hows) == 1 else None
        noun = None if by is None else by.node("noun")
        both = [lemma(inner(noun, "first")), lemma(inner(noun, "noun"))]
        quantifier = None if by is None else by.node("quantifier")
        own = "" if quantifier is None else plain(quantifier.get("whose"))
        if thing is None or self.count(thing) != (1, 1) or items(thing.node("describers")):
            raise Unsaid("a condition")
        if by is None or plain(hows[0].get("prep")) != "due to" or own != "your":
            raise Unsaid("by what")
        if both != ["summon", "ability"]:
            raise Unsaid("by what")
        return "your opponent has discarded to you this turn"

    def _state(self, node: Node, it: str | None) -> str | None:
        """Return "Pim is attacking" or "it is a Fire Forward"; None for other conditions."""
        subject, acts = node.get("subject"), node.node("acts")
        complement = None if acts is None or acts.kind != "be_so" else acts.node("complement")
        this = self.is_this(subject)
        if complement is None or node.kind != "does":
            return None
        if _is_discarded(subject):
            if not self.discarded:
                raise Unsaid("what was discarded")
            fits = "does not fit" if (inner(acts, "be") or Node("")).kind == "be_not" else "fits"
            return f"the discarded card {fits} {self._kind(complement)}"
        if not this and not (isinstance(subject, Node) and subject.kind == "it"):
            return None
        where = lemma(complement.get("what")) if complement.kind == "prep" else ""
        if this and where == "field" and plain(complement.get("prep")) == "on":
            if (inner(acts, "be") or Node("")).kind == "be_not":
                raise Unsaid("a condition")
            return "this is on the field"
        what = "this" if this else it
        if what is None:
            raise Unsaid("what it is")
        fits = "does not fit" if (inner(acts, "be") or Node("")).kind == "be_not" else "fits"
        if complement.kind == "state" and plain(complement.get("state")) in _STATES:
            return f"{what} {fits} {plain(complement.get('state'))}"
        some = complement.kind == "any_of" or self._is_one(complement)
        if not some:
            raise Unsaid("a condition")
        words = self.filter(complement)
        if any(f" {word}" in f" {words}" for word in ("in", "this")) or words == "anything":
            raise Unsaid("a condition")
        return f"{what} {fits} {words}"

    def _kind(self, complement: Node) -> str:
        """Return what kind of card something is: "a Fire card", "of Fire Element"."""
        what = complement.node("what") if complement.kind == "being_of" else None
        sort = inner(what, "noun", "sort")
        if what is not None:
            if lemma(what) != "element" or sort is None or sort.kind != "element":
                raise Unsaid("a condition")
            return f"{plain(sort.get('element'))} anything"
        quantifier = complement.node("quantifier")
        if quantifier is not None and quantifier.kind != "a":
            raise Unsaid("a condition")
        return self.filter(complement)

    def _paid(self, node: Node) -> str | None:
        """Return "the cost to cast Pim was paid with …"; None for other conditions."""
        subject, acts = node.node("subject"), node.node("acts")
        posts = items(None if subject is None else subject.node("posts"))
        cast = len(posts) == 1 and posts[0].kind == "to_do" and plain(_verb(posts[0])) == "cast"
        if lemma(subject) not in ("cost", "cp") or not cast or acts is None:
            return None
        if node.kind != "does" or not self.is_this(posts[0].get("what")):
            raise Unsaid("whose cost")
        if acts.kind == "done_to" and plain(acts.get("past")) == "included":
            return f"this was paid with {_cp(acts.node('object'))}"
        complement, how = inner(acts, "act", "complement"), acts.node("how")
        only = complement is not None and plain(complement.get("how")) == "only"
        past = "" if complement is None else plain(complement.get("past"))
        what = None if how is None else how.node("what")
        prep = "" if how is None else plain(how.get("prep"))
        backups = what is not None and lemma(what) == "backup" and _is_plain(what)
        if past == "produced" and only and prep == "by" and backups:
            return "this was paid only by backups"
        if past == "paid" and prep == "with" and only:
            return f"this was paid only with {_cp(what)}"
        if past == "paid" and prep == "with" and lemma(what) == "cp":
            kinds = [post.node("what") for post in items(what.node("posts") if what else None)]
            if len(kinds) == 1 and kinds[0] is not None and lemma(kinds[0]) == "element":
                bound = kinds[0].node("quantifier")
                least, most = self.count(kinds[0])
                states = [plain(one.get("state")) for one in items(kinds[0].node("describers"))]
                if states == ["different"] and bound is not None and most is None:
                    return f"elements paid for this is at least {least}"
        raise Unsaid("how it was paid")

    def _measured(self, node: Node, it: str | None) -> str | None:
        """Return a cost, power or number compared with a number or another; None for others."""
        subject, acts = node.get("subject"), node.node("acts")
        if not isinstance(subject, Node) or node.kind != "does" or acts is None:
            return None
        if acts.kind == "have" and self.is_this(subject):
            thing = acts.node("object")
            if thing is None or not _is_power(thing):
                return None
            return self._compared("power of this", thing)
        complement = acts.node("complement") if acts.kind == "be_so" else None
        if complement is None or (amount := self._amount(subject, it)) is None:
            return None
        bound, count = complement.get("bound"), complement.get("count")
        if complement.kind == "so_many_alone" and isinstance(count, int) and bound is not None:
            return f"{amount} is at {'least' if _bound(complement) == 'more' else 'most'} {count}"
        words = _COMPARED.get(plain(complement.get("how")))
        other = self._amount(complement.get("to"), it) if complement.kind == "compared" else None
        if words is None or other is None:
            raise Unsaid("what is compared")
        return words.format(amount, other)

    def _amount(self, value: Value, it: str | None) -> str | None:
        """Return "its cost", "the power of Pim" or "the number of Backups you control"."""
        if not isinstance(value, Node) or items(value.node("describers")):
            return None
        word, quantifier, posts = lemma(value), value.node("quantifier"), items(value.node("posts"))
        if quantifier is None or word not in ("cost", "power", "number"):
            return None
        if word != "number" and quantifier.kind == "own" and not posts:
            return f"{word} of {it}" if it and plain(quantifier.get("whose")) == "its" else None
        whose = inner(quantifier, "whose", "noun") if quantifier.kind == "of_whose" else None
        if whose is not None and not posts and word != "number":
            return f"{word} of this" if self.is_this(whose) else None
        of = posts[0].node("what") if posts and plain(posts[0].get("prep")) == "of" else None
        if of is None or quantifier.kind != "the":
            return None
        if word != "number":
            return f"{word} of this" if len(posts) == 1 and self.is_this(of) else None
        after = ("posts", Node("posts", (("items", tuple(posts[1:])),)))
        counted = Node("bare", (*((name, of.get(name)) for name in ("describers", "noun")), after))
        return f"number of {self.filter(counted)}"

    def _is_one(self, phrase: Node) -> bool:
        quantifier = phrase.node("quantifier")
        return quantifier is not None and quantifier.kind == "a"

    def _came_in(self, node: Node) -> str | None:
        """Return "a Fire Forward has entered your field this turn"; None for other conditions."""
        subject, acts = node.node("subject"), node.node("acts")
        past = inner(acts, "act", "past")
        thing = None if past is None else past.node("object")
        how = None if acts is None else acts.node("how")
        if past is None or plain(past.get("past")) != "entered" or subject is None or how is None:
            return None
        quantifier = None if thing is None else thing.node("quantifier")
        own = quantifier is not None and plain(quantifier.get("whose")) == "your"
        if lemma(thing) != "field" or not own or plain(how.get("time")) != "this turn":
            raise Unsaid("a condition")
        noun = subject.node("noun")
        sort = None if noun is None else noun.node("sort")
        kind = lemma(subject)
        plainly = not items(subject.node("posts")) and not items(subject.node("describers"))
        if sort is None or sort.kind != "element" or not plainly or self.count(subject) != (1, 1):
            raise Unsaid("a condition")
        if kind not in ("forward", "backup", "monster"):
            raise Unsaid("a condition")
        return f"a {plain(sort.get('element'))} {kind} came in this turn"

    def _counters(self, counters: Node | None, acts: Node | None) -> str:
        """Return that Warp counters lie on the card itself."""
        how = None if acts is None else acts.node("how")
        core = None if acts is None else acts.node("act")
        complement = None if core is None else core.node("complement")
        noun = None if counters is None else counters.node("noun")
        kind = None if noun is None else noun.node("sort")
        name = None if kind is None else kind.get("name") or kind.get("sort")
        word = plain(getattr(name, "lemma", name)).lower()
        if counters is None or kind is None or not re.fullmatch("[a-z]+", word):
            raise Unsaid("a condition")
        placed = complement is not None and plain(complement.get("past")) == "placed"
        if not placed or how is None or not self.is_this(how.get("what")):
            raise Unsaid("a condition")
        return self._compared_number(f"{word} counters of this", counters)

    def _compared_number(self, amount: str, phrase: Node) -> str:
        least, most = self.count(phrase)
        if most is None or (least, most) == (1, 1):
            return f"{amount} is at least {least}"
        raise Unsaid("how many")

    def _cast(self, acts: Node) -> str:
        """Return that so many cards have been cast this turn."""
        how, past = acts.node("how"), inner(acts, "act", "past")
        thing = None if past is None else past.node("object")
        if how is None or thing is None or plain(how.get("time")) != "this turn":
            raise Unsaid("a condition")
        word = {"card": "cards cast this turn", "summon": "summons cast this turn"}.get(
            lemma(thing)
        )
        received = plain(past.get("past") if past else "") == "received"
        if received and lemma(thing) == "point" and self.count(thing) == (1, 1):
            return "you have received damage this turn"
        if plain(past.get("past") if past else "") != "cast":
            raise Unsaid("a condition")
        if word is None or items(thing.node("posts")):
            amount = f"casts of {self.filter(_without_number(thing))} this turn"
            return self._compared(amount, thing)
        if items(thing.node("describers")) or inner(thing, "noun", "sort") is not None:
            raise Unsaid("a condition")
        return self._compared(word, thing)

    def _controlled(self, thing: Node, controls: str) -> str:
        shown = _without_number(thing)
        return " or ".join(" ".join((*clause, controls)).strip() for clause in self.clauses(shown))

    def _compared(self, amount: str, thing: Node, place: str = "") -> str:
        posts = items(thing.node("posts"))
        # "Forward of cost 2 or less" has a bound on the cost, not on how many there are.
        bounds = [
            _bound(post)
            for before, post in zip([None, *posts], posts, strict=False)
            if post.kind == "bound"
            and (before is None or before.kind not in ("of_quality", "of_either_quality"))
        ]
        bound = bounds[0] if bounds else None
        places = [lemma(post.get("what")) for post in posts if post.kind == "of"]
        if place and places != [place]:
            raise Unsaid("a place")
        quantifier = thing.node("quantifier")
        if quantifier is not None and quantifier.kind == "no":
            return f"{amount} is at most 0"
        if thing.kind == "any_of" and all(
            map(_is_some, (thing.node("first"), thing.node("second")))
        ):
            return f"{amount} is at least 1"
        if quantifier is not None and quantifier.kind == "any" and bound is None and not place:
            return f"{amount} is at least 1"
        if quantifier is None and not place and bound is None and _one_name(thing):
            return f"{amount} is at least 1"
        least, most = self.count(thing)
        if bound == "more" or (bound is None and most is None):
            return f"{amount} is at least {least}"
        if bound == "less" or (bound is None and least == 0):
            return f"{amount} is at most {most}"
        if not place and (least, most) == (1, 1):
            return f"{amount} is at least 1"
        raise Unsaid("how many")

    def at_least(self, node: Node | None) -> str:
        """Return what is so wherever a condition holds, which may say more."""
        acts = None if node is None else node.node("acts")
        points = inner(acts, "past", "object") if acts and acts.kind == "have_done" else None
        who = None if node is None else self.player(node.get("subject"))
        quantifier = None if points is None else points.node("quantifier")
        exactly = quantifier is not None and quantifier.kind == "exactly"
        if who and points is not None and lemma(points) == "point" and exactly:
            bounds = (post for post in items(points.node("posts")) if post.kind == "bound")
            if next(bounds, None) is None:
                return f"points of {who} is at least {self.count(points)[0]}"
        return self.condition(node)

    def _points(self, who: str, acts: Node) -> str:
        past = acts.node("past")
        thing = None if past is None else past.node("object")
        if thing is None or past is None or plain(past.get("past")) != "received":
            raise Unsaid("a condition")
        if lemma(thing) != "point":
            raise Unsaid("a condition")
        bound = [_bound(post) for post in items(thing.node("posts")) if post.kind == "bound"]
        if len(bound) != 1:
            raise Unsaid("a condition")
        compared = "at least" if bound == ["more"] else "at most"
        return f"points of {who} is {compared} {self.count(thing)[0]}"


_THEN = {
    "you_did": Node("you_do", (("verb", Verb("control")),)),
    "opponent_controlled": Node("opponent_controls"),
}
"""Whose something was, said of it as of what is there now."""

_EVENTS = {
    ("put", "", ("from", "field"), ("into", "break zone")): "losses",
    ("left", "field"): "departures",
    ("returned", "", ("from", "field"), ("to", "hand")): "returns",
    ("attacked", ""): "attacks",
}
"""What has happened to something, by the words for it."""

_COMPARED = {
    "equal to or less than": "{0} is no more than {1}",
    "less than": "{0} is less than {1}",
    "greater than": "{0} is more than {1}",
}
"""How two amounts are compared."""


def _is_that_party(phrase: Node | None) -> bool:
    quantifier = None if phrase is None else phrase.node("quantifier")
    return lemma(phrase) == "party" and quantifier is not None and quantifier.kind == "that"


def _is_discarded(phrase: Value) -> bool:
    """Whether a phrase is "the discarded card"."""
    quantifier = phrase.node("quantifier") if isinstance(phrase, Node) else None
    if not isinstance(phrase, Node) or quantifier is None or quantifier.kind != "the":
        return False
    states = [plain(one.get("past")) for one in items(phrase.node("describers"))]
    return lemma(phrase) == "card" and states == ["discarded"] and not items(phrase.node("posts"))


def _symbols(thing: Node) -> tuple[Value, ...]:
    """Return the symbols of "a {C}"."""
    symbols = (thing.node("price") or Node("")).get("symbols")
    return symbols if isinstance(symbols, tuple) else ()


def _is_power(thing: Node | None) -> bool:
    """Whether a phrase is "10000 power or more"."""
    posts = items(None if thing is None else thing.node("posts"))
    return lemma(thing) == "power" and [one.kind for one in posts] == ["bound"]


def _bursts(acts: Node | None) -> bool:
    """Whether something "results from an EX Burst"."""
    how = None if acts is None or acts.kind != "act_how" else acts.node("how")
    verb = inner(acts, "act")
    named = getattr(None if verb is None else verb.get("verb"), "lemma", "")
    return plain(named) == "result" and how is not None and lemma(how.get("what")) == "ex burst"


def _is_plain(phrase: Node) -> bool:
    """Whether a phrase is a noun alone, such as "Backups"."""
    noun = phrase.node("noun")
    more = items(phrase.node("describers")) or items(phrase.node("posts"))
    return noun is not None and noun.kind == "noun" and not more


def _cp(phrase: Node | None) -> str:
    """Return of which element CP are."""
    noun = None if phrase is None else phrase.node("noun")
    sort = None if noun is None or lemma(phrase) != "cp" else noun.node("sort")
    if sort is None or sort.kind != "element" or items(phrase.node("posts") if phrase else None):
        raise Unsaid("which CP")
    return plain(sort.get("element"))


def _place_of(phrase: Node) -> str:
    """Return where a phrase says that something is: "cards in your hand"."""
    places = [post.get("what") for post in items(phrase.node("posts")) if post.kind == "of"]
    return lemma(places[0]) if len(places) == 1 else ""


def _number(phrase: Node) -> str | None:
    noun = phrase.node("noun")
    while noun is not None and noun.kind != "noun":
        noun = noun.node("noun")
    said = None if noun is None else noun.get("noun")
    return said.number if isinstance(said, Noun) else None


def is_one(phrase: Node) -> bool:
    """Whether a phrase speaks of a single thing: "the Forward"."""
    return _number(phrase) == "one"


def _one_name(phrase: Node) -> bool:
    """Whether a phrase is a card name, which needs no article: "Card Name Cloud"."""
    noun = phrase.node("noun")
    return noun is not None and noun.kind == "called" and plain(noun.get("kind")) == "card name"


def _bound(post: Node) -> str:
    word = str(post.get("bound"))
    return "more" if any(one in word for one in ("more", "higher", "greater")) else "less"


def _is_some(phrase: Node | None) -> bool:
    """Whether a phrase is about any one of a kind: "a Forward"."""
    quantifier = None if phrase is None else phrase.node("quantifier")
    return quantifier is not None and quantifier.kind == "a"


def _other_element(post: Node, after: list[Node]) -> str | None:
    """Return which element is left out of "of an Element other than Water"; None otherwise."""
    if post.kind != "of" or plain(post.get("prep")) != "of" or lemma(post.get("what")) != "element":
        return None
    but = after[0] if after and after[0].kind == "other_than" else None
    element = inner(but, "what", "noun")
    return None if element is None or element.kind != "element" else plain(element.get("element"))


def _without_number(phrase: Node) -> Node:
    """Return a phrase without its number, even where that stands behind: "4 Forwards or more"."""
    posts = items(phrase.node("posts"))
    if not posts or posts[0].kind != "bound":
        return without_quantifier(phrase)
    rest = Node("posts", (("items", tuple(posts[1:])),))
    parts = tuple((name, rest if name == "posts" else part) for name, part in phrase.parts)
    return without_quantifier(Node(phrase.kind, parts, phrase.style, phrase.span))


def _verb(node: Node) -> str:
    verb = node.get("verb")
    return getattr(verb, "lemma", "")


def without_quantifier(phrase: Node) -> Node:
    """Return a phrase without its number, and without "or more"."""
    parts = tuple((name, part) for name, part in phrase.parts if name != "quantifier")
    return Node(phrase.kind, parts, phrase.style, phrase.span)


def inner(node: Node | None, *names: str) -> Node | None:
    """Return a part of a part, by names; None where one is missing."""
    for name in names:
        node = None if node is None else node.node(name)
    return node
