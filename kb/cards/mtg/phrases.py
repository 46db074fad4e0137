"""What phrases of Magic's text become in the words of card files, down to what has to be so.

Whatever has no word there raises `Unsaid`: nothing is left out in silence.
"""

from __future__ import annotations

from kb.cards.mtg.amounts import Amounts
from kb.cards.mtg.dungeons import has_completed
from kb.cards.mtg.filters import STATES
from kb.cards.mtg.history import happened
from kb.cards.mtg.nodes import (
    NUMBERS,
    Unsaid,
    items,
    lemma,
    plain,
    quantifier_kind,
    verb_of,
)
from kb.cards.mtg.noun_phrases import (
    MEASURES,
    above_start,
    counter_kind,
    devotion_of,
    done_this_way,
    fewer_than,
    full_party,
    has_article,
    is_described,
    is_on_the_battlefield,
    lies_in_your_graveyard,
    place_of,
    was_kicked,
    without_different_powers,
)
from kb.cards.values import Node


class Phrases(Amounts):
    """The phrases of one ability of a card: references, filters, amounts and conditions."""

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
        if node.kind == "does" and was_kicked(acts):
            return f"{self.reference(subject)} was kicked"
        if node.kind == "does" and acts.kind == "done" and plain(acts.get("past")) == "escaped":
            return f"{self.reference(subject)} escaped"
        if self.sacrificed and (was := self._sacrificed_was(node, subject, acts)):
            return f"sacrificed is {was}"
        if being is not None and being.kind == "was" and not done_this_way(acts):
            raise Unsaid("what was so")
        if subject.kind == "it" and acts.kind == "be_so" and node.kind == "does":
            turn = acts.node("complement")
            mine = None if turn is None else turn.node("quantifier")
            if lemma(turn) == "turn" and mine is not None and plain(mine.get("whose")) == "your":
                negated = being is not None and being.kind == "be_not"
                return "it is not your turn" if negated else "it is your turn"
        if subject.kind == "it" and acts.kind == "be_so" and node.kind == "does":
            kind = acts.node("complement")
            if being is not None and being.kind == "be_not" and kind is not None:
                return self._is_no(subject, kind)
        about_this = self.is_this(subject)
        first = subject.node("first") if subject.kind == "all_of" else None
        led = first is not None and self.is_this(first)
        before = happened(node, subject, acts, about_this=about_this, about_first=led)
        if before is not None:
            return before
        if (dungeon := has_completed(node, subject, acts)) is not None:
            return dungeon
        if self._empty_library(node, subject, acts):
            return "cards in library of you is at most 0"
        if subject.kind == "you" and node.kind == "does" and (cast := self._was_cast(acts)):
            return cast
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
        if subject.kind == "phrase" and (done := done_this_way(acts)) and node.kind == "does":
            return self._so_many(subject.put("posts", None), "", negated=False, place=done)
        if node.kind == "does" and subject.kind == "phrase" and lies_in_your_graveyard(acts):
            return self._so_many(subject, "", negated=False, place="in your graveyard")
        if subject.kind == "you" and verb_of(acts) == "control" and acts.kind == "act":
            return self._so_many(thing, " you control", negated=negated)
        opponent = (
            lemma(subject) == "opponent" and has_article(subject) and not is_described(subject)
        )
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
        if node.kind == "does" and is_on_the_battlefield(acts):
            return self._so_many(subject, "", negated=False)
        complement = acts.node("complement") if acts.kind == "be_so" else None
        about_one = subject.kind in ("it", "phrase") or self.is_this(subject)
        has_now = items(acts.node("grants")) if acts.kind == "have_grants" else []
        # What else may be gone by then, and is as it was last.
        it_has = about_one and node.kind == "does" and len(has_now) == 1
        if it_has and self.reference(subject) == "this":
            return f"this is object with {self.keyword(has_now[0])}"
        if about_one and complement is not None and not negated:
            about = self.reference(subject)
            if complement.kind == "phrase" and has_article(complement):
                return f"{about} is {self._sort(complement)}"
            if complement.kind == "any_of":
                either = [complement.node("first"), complement.node("second")]
                sorts = [self._sort(one) for one in either if one is not None and has_article(one)]
                if len(sorts) == len(either):
                    return f"{about} is {' or '.join(sorts)}"
            word = plain(complement.get("state") or complement.get("past") or "")
            if word in STATES:
                return f"{about} is {word} object"
        raise Unsaid("a condition")

    def _is_no(self, subject: Node, kind: Node) -> str:
        """Read "it isn't a Vehicle": one kind alone, that it is not."""
        sort = self._sort(kind) if kind.kind == "phrase" and has_article(kind) else ""
        if not sort or " " in sort:
            raise Unsaid("a condition")
        return f"{self.reference(subject)} is non{sort} object"

    def _empty_library(self, node: Node, subject: Node, acts: Node) -> bool:
        """Whether this is "your library has no cards in it"."""
        whose, how, act = subject.node("quantifier"), acts.node("how"), acts.node("act")
        thing = None if act is None or act.kind != "have" else act.node("object")
        where = None if how is None or plain(how.get("prep")) != "in" else how.node("what")
        yours = whose is not None and plain(whose.get("whose")) == "your"
        if node.kind != "does" or lemma(subject) != "library" or not yours or thing is None:
            return False
        none = quantifier_kind(thing) == "no" and lemma(thing) == "card" and not is_described(thing)
        return none and where is not None and where.kind == "it" and not is_described(subject)

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

    def _sized(self, node: Node, subject: Node, acts: Node) -> str | None:
        """Read "enchanted creature's power is 4 or greater"."""
        quantifier = subject.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose") or quantifier.get("whose")
        size = acts.node("complement") if acts.kind == "be_so" else None
        if node.kind == "does" and (colors := devotion_of(subject)):
            return f"devotion to {colors} is at most {fewer_than(size) - 1}"
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
        if lemma(subject) not in MEASURES or least is None or not plainly or node.kind != "does":
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
        opponent = (
            lemma(subject) == "opponent" and has_article(subject) and not is_described(subject)
        )
        if plain(than.get("prep")) != "than" or you is None or you.kind != "you" or not opponent:
            raise Unsaid("a condition")
        if node.kind != "does":
            raise Unsaid("a condition")
        return f"an opponent controls more {self.filter(thing)} than you"

    def _measuring(self, node: Node, subject: Node, acts: Node) -> str | None:
        """Read "it has mana value 3 or less"."""
        thing = acts.node("object") if acts.kind == "have" and node.kind == "does" else None
        posts = items(None if thing is None else thing.node("posts"))
        if thing is None or lemma(thing) not in MEASURES or len(posts) != 1:
            return None
        number, bound = posts[0].get("number"), plain(posts[0].get("bound"))
        least = {"or less": "is at most", "or greater": "is at least"}.get(bound)
        plainly = thing.kind == "bare" and not items(thing.node("describers"))
        if posts[0].kind != "so_much_bounded" or least is None or not plainly:
            raise Unsaid("a condition")
        return f"{MEASURES[lemma(thing)]} of {self.reference(subject)} {least} {number}"

    def _was_cast(self, acts: Node) -> str | None:
        """Read "you cast it", "you cast it from your hand", of what has entered."""
        how, core = acts.node("how"), acts
        if acts.kind == "act_how" and how is not None and (inner := acts.node("act")) is not None:
            core = inner
        thing = core.node("object") if core.kind == "act" and verb_of(core) == "cast" else None
        if thing is None or not (thing.kind == "it" or self.is_this(thing)):
            return None
        cast = f"{self.reference(thing)} was cast"
        if how is None:
            return f"{cast} by you"
        whence = how.node("what") if how.kind == "prep" else None
        if plain(how.get("prep")) != "from" or place_of(whence) != "in your hand":
            return None
        return f"{cast} from your hand"

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
        if quantifier.kind == "a" and (on.kind in ("it", "him", "her") or self.is_this(on)):
            return f"{kind} counters on {one} is at least 1"
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
        if (above := above_start(thing)) is not None:
            return f"life above the start of you is at least {above}"
        if thing is not None and full_party(thing):
            return "creatures in your party is at least 4"
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
        if (alike := without_different_powers(thing)) is not None:
            said = self._so_many(alike, suffix, negated=negated, place=place)
            if " is at least " not in said:
                raise Unsaid("different powers")
            return said.replace("number of", "different powers among", 1)
        quantifier = thing.node("quantifier")
        kind = "" if quantifier is None else quantifier.kind
        words = self.filter(thing, place)
        count = 1
        if thing.kind == "any_of":  # "a Mountain or a Plains"
            either = [thing.node("first"), thing.node("second")]
            kind = "a" if all(one is not None and has_article(one) for one in either) else ""
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
