"""What auto abilities trigger on, in the words of card files."""

from __future__ import annotations

from typing import Any

from kb.cards.fftcg.nodes import (
    Unsaid,
    inner,
    is_described,
    items,
    lemma,
    owner_of,
    posts_of,
    quantifier_kind,
    states_of,
    unfold,
    verb_of,
    whose,
    with_items,
    without_quantifier,
    word_in,
)
from kb.cards.fftcg.phrases import CASTING, Phrases
from kb.cards.saying import clauses_of
from kb.cards.values import Node, Noun, Value
from kb.ordinals import nth

Entry = dict[str, Any]

_PHASES = {
    "main phase #1": "main phase 1",
    "main phase #2": "main phase 2",
    "attack phase": "attack phase",
    "end phase": "end phase",
}
_ORDINALS = [nth(number) for number in range(1, 8)]
"""Which point of damage a text may speak of: with the seventh the game is lost."""


class Triggers:
    """Reads the events of one card's auto abilities.

    Parameters
    ----------
    phrases : Phrases
        The phrases of the card.
    """

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases

    def events(self, opening: Node) -> list[Entry]:
        """Return what an auto ability triggers on."""
        if opening.kind == "first":
            return [_phase(items(opening.node("adverbs"), "adverbs"))]
        event = opening.node("event")
        if opening.kind == "when" and event is not None and event.kind == "either_event":
            both_events = (event.node("first"), event.node("second"))
            return [
                one
                for said in both_events
                if said is not None
                for one in self.events(opening.put("event", said))
            ]
        if opening.kind != "when" or event is None or event.kind != "does":
            raise Unsaid("an event")
        subject, acts = event.get("subject"), event.node("acts")
        if (party := self._party(subject, acts)) is not None:
            return [party]
        both: list[Node | None] = [acts]
        if acts is not None and acts.kind == "or_act":
            both = [acts.node("first"), acts.node("second")]
        both = [one for act in both for one in _toward_each(act)]
        subjects = self._subjects(subject)
        found = [self._event(one, act) for one in subjects for act in both]
        if len(subjects) > 1:
            # "This or a Forward": what is both triggers it once.
            for one in found[len(both) :]:
                word = next(iter(one))
                one[word] = " or ".join(f"other {words}" for words in clauses_of(one[word]))
        return found

    def _party(self, subject: Value, acts: Node | None) -> Entry | None:
        """Return that a party attacks, or that something forms one; None for other events."""
        alone = acts is not None and acts.kind == "act_alone"
        if lemma(subject) == "party" and isinstance(subject, Node):
            if not alone or verb_of(acts) != "attack":
                raise Unsaid("what a party does")
            if [verb_of(post) for post in posts_of(subject)] != ["control"]:
                raise Unsaid("whose party")
            return {"a party attacks": "forward you control", "at least": 1}
        if (partner := _forms_party(acts)) is None:
            return None
        if partner:
            if lemma(partner[0]) == "" and _is_joined(partner[0]):
                raise Unsaid("with both")
            return {"forms a party": self._thing(subject), "with": self.phrases.filter(partner[0])}
        if isinstance(subject, Node) and quantifier_kind(subject) == "bounded":
            least, most = self.phrases.count(subject)
            if most is not None:
                raise Unsaid("how many")
            words = self.phrases.filter(without_quantifier(subject))
            return {"a party attacks": words, "at least": least}
        return {"forms a party": self._thing(subject)}

    def _subjects(self, subject: Value) -> list[Value]:
        """Return what an event is about: the card itself, and whatever else, each by itself."""
        said = _alternatives(subject)
        if len(said) < 2:
            return [subject]
        others = _alike(said[1:] if self.phrases.is_this(said[0]) else said)
        joined = others[0]
        for one in others[1:]:
            joined = Node("any_of", (("first", joined), ("second", one)))
        return [said[0], joined] if self.phrases.is_this(said[0]) else [joined]

    def _event(self, subject: Value, act: Node | None) -> Entry:
        act, hows = unfold(act)
        if act is None:
            raise Unsaid("an event")
        name, thing = verb_of(act), act.node("object")
        if act.kind == "act_alone" and name == "attack" and not hows:
            if isinstance(subject, Node) and _some(subject):
                return {"some attack": self.phrases.filter(without_quantifier(subject))}
            return {"attacks": self._thing(subject)}
        if act.kind == "act_alone" and name == "block" and not hows:
            return {"blocks": self._thing(subject)}
        if act.kind == "act" and name == "cast" and _is_opponent(subject) and thing is not None:
            return {"opponent casts": self.phrases.filter(thing)}
        received = act.kind == "act" and name == "receive" and lemma(thing) == "damage"
        if received and not hows and self.phrases.player(subject) == "you":
            if thing is None or thing.kind != "bare":
                raise Unsaid("how much damage")
            return {"receives damage": "you"}
        if act.kind == "act" and name == "receive" and lemma(thing) == "point" and not hows:
            return self._point(subject, thing)
        if received and not hows:
            return {"is dealt damage": self._thing(subject)}
        if act.kind == "act" and name == "enter" and thing is not None and lemma(thing) == "field":
            return self._entering(subject, thing, hows)
        if act.kind == "act" and name == "leave" and lemma(thing) == "field" and not hows:
            return {"leaves": self._thing(subject)}
        if act.kind == "act" and name == "cast" and self.phrases.player(subject) == "you":
            return {
                "casts": self.phrases.filter(thing),
                "words": CASTING.get(act.style, "cast a Summon"),
            }
        if act.kind == "give" and name == "deal" and lemma(thing) == "damage" and len(hows) == 1:
            to = hows[0].get("to")
            if hows[0].kind == "toward" and self.phrases.player(to) is None:
                return {"deals damage": self._thing(subject), "to": self._thing(to)}
            if self.phrases.player(to) != "opponent":
                raise Unsaid("what is damaged")
            return {"hits opponent": self._this(subject)}
        if act.kind == "act_alone" and name == "prime" and len(hows) == 1:
            self._this(hows[0].get("what") or hows[0].get("to"))
            return {"primed into this": _called(subject)}
        be = act.node("be")
        if act.kind == "be_so" and be is not None and "_not" not in be.kind:
            return self._passive(subject, act.node("complement"), hows)
        raise Unsaid(name)

    def _point(self, subject: Value, thing: Node | None) -> Entry:
        """Return that "you receive a fifth point of damage"."""
        states, of = states_of(thing), [lemma(post.get("what")) for post in posts_of(thing)]
        if self.phrases.player(subject) != "you" or len(states) != 1 or of != ["damage"]:
            raise Unsaid("which point of damage")
        if states[0] not in _ORDINALS:
            raise Unsaid("which point of damage")
        return {"receives point of damage": _ORDINALS.index(states[0]) + 1}

    def _entering(self, subject: Value, field: Node, hows: list[Node]) -> Entry:
        theirs = _of_opponent(subject)
        what, whose_field = self._thing(subject if theirs is None else theirs), ""
        if theirs is not None or _is_opponent(owner_of(field)):
            whose_field = "opponent controls"
        elif quantifier_kind(field) == "own":
            whose_field = "you control"
        if not whose_field and what != "this":
            raise Unsaid("whose field")
        if what != "this":
            what = " or ".join(f"{words} {whose_field}" for words in clauses_of(what))
        causes = [how.get("what") for how in hows if word_in(how, "prep") == "due to"]
        if len(causes) != len(hows):
            raise Unsaid("an event")
        if not causes:
            return {"enters": what}
        if quantifier_kind(causes[0]) == "own":
            if lemma(causes[0]) == "cast" and whose(causes[0]) == "your":
                return {"enters due to being cast": what}
            raise Unsaid("whose effect")
        if lemma(causes[0]) == "warp":
            return {"enters due to warp": what}
        if lemma(causes[0]) == "ability":
            return {"enters due to an ability": what}
        return {"enters due to an effect": what}

    def _passive(self, subject: Value, complement: Node | None, hows: list[Node]) -> Entry:
        past = word_in(complement, "past")
        places = [(word_in(how, "prep"), how.get("what") or how.get("to")) for how in hows]
        named = [(prep, lemma(place)) for prep, place in places]
        if past == "put" and named == [("from", "field"), ("into", "break zone")]:
            return {"put into the break zone": self._thing(subject)}
        by = places[0][1] if [prep for prep, _ in places] == ["by"] else None
        if past == "chosen" and _is_opponents(by) and self.phrases.is_this(subject):
            return {"chosen by the opponent": "this"}
        if past == "chosen" and by is not None:
            return {"is chosen": self._thing(subject), "by": _chooser(by)}
        if past == "blocked" and not hows:
            return {"is blocked": self._thing(subject)}
        if past == "returned" and [one for _, one in named] == ["field", "hand"]:
            return {"returned to hand": self._thing(subject)}
        damage = lemma(inner(complement, "object")) == "damage"
        if past == "dealt" and lemma(by) == "forward" and self.phrases.is_this(subject):
            if not damage:
                raise Unsaid("what is dealt")
            return {"is damaged": "this", "from": self._thing(by)}
        if past == "dealt" and not hows and damage:
            return {"is dealt damage": self._thing(subject)}
        if lemma(complement) == "priming" and not places:
            return {"is primed": self._thing(subject)}
        if past == "removed" and isinstance(subject, Node):
            if lemma(subject) == "counter" and [prep for prep, _ in places] == ["from"]:
                place = places[0][1]
                if isinstance(place, Node) and lemma(place) == "card":
                    return {"loses a warp counter": f"removed {self._any_players(place)}"}
                return {"loses a warp counter": self._this(place)}
            if named[0] == ("from", "game") and named[1:] == [("due to", "warp")]:
                return {"removed due to warp": "this"}
        raise Unsaid(past)

    def _any_players(self, phrase: Node) -> str:
        """Return "any player's card other than …" without its owner."""
        owner = owner_of(phrase)
        if lemma(owner) != "player" or quantifier_kind(owner) != "any":
            raise Unsaid("whose cards")
        return self.phrases.filter(without_quantifier(phrase))

    def _this(self, value: Value) -> str:
        if not self.phrases.is_this(value):
            raise Unsaid("another thing")
        return "this"

    def _thing(self, value: Value) -> str:
        if self.phrases.is_this(value):
            return "this"
        if isinstance(value, Node) and value.kind == "any_of":
            return " or ".join(self._thing(value.get(part)) for part in ("first", "second"))
        if not isinstance(value, Node) or value.kind not in ("phrase", "bare"):
            raise Unsaid("what triggers it")
        if quantifier_kind(value) and self.phrases.count(value) != (1, 1):
            raise Unsaid("how many at once")
        self.phrases.of_event = True
        try:
            return self.phrases.filter(value)
        finally:
            self.phrases.of_event = False


def _called(value: Value) -> str:
    """Return a card that a text calls by its name alone as a filter."""
    noun = inner(value if isinstance(value, Node) else None, "noun")
    name = None if noun is None or noun.kind != "named" else noun.get("noun")
    if not isinstance(name, Noun) or '"' in name.lemma:
        raise Unsaid("what triggers it")
    return f'card name "{name.lemma}"'


def _toward_each(act: Node | None) -> list[Node | None]:
    """Return what is done to one and to another, "to your opponent or to a Forward", by itself."""
    how = act.node("how") if act is not None and act.kind == "act_how" else None
    to = how.node("to") if how is not None and how.kind == "toward" else None
    if act is None or how is None or to is None or to.kind != "or_to":
        return [act]
    return [act.put("how", how.put("to", to.get(name))) for name in ("first", "second")]


def _alternatives(subject: Value) -> list[Node]:
    """Return the parts of "A, B or C"."""
    if not isinstance(subject, Node):
        return []
    if subject.kind in ("any_of", "comma_of", "comma_any_of"):
        both = (subject.get("first"), subject.get("second"))
        return [part for one in both for part in _alternatives(one)]
    return [subject]


def _alike(said: list[Node]) -> list[Node]:
    """Return alternatives with what stands behind the last of them and is said of all."""
    after = said[-1].node("posts")
    if not items(after) or any(posts_of(one) for one in said[:-1]):
        return said
    return [one.put("posts", after) if one.get("noun") else one for one in said]


def _forms_party(acts: Node | None) -> list[Node] | None:
    """Return with whom somebody "forms a party and attacks"; None for other acts."""
    if acts is None or acts.kind != "and_act":
        return None
    first, second = acts.node("first") or Node(""), acts.node("second") or Node("")
    kinds, verbs = (first.kind, second.kind), (verb_of(first), verb_of(second))
    thing = first.node("object")
    if (kinds, verbs) != (("act", "act_alone"), ("form", "attack")) or lemma(thing) != "party":
        return None
    posts = posts_of(thing)
    others = [what for post in posts if (what := post.node("what")) is not None]
    if any(word_in(post, "prep") != "with" for post in posts) or len(others) > 1:
        raise Unsaid("with whom")
    return others


def _is_joined(phrase: Node) -> bool:
    noun = phrase.node("noun")
    kinds = (phrase.kind, "" if noun is None else noun.kind)
    return any(kind in ("all_of", "and_noun", "comma_and_noun") for kind in kinds)


def _is_opponent(phrase: Value) -> bool:
    return isinstance(phrase, Node) and lemma(phrase) == "opponent" and not posts_of(phrase)


def _of_opponent(phrase: Value) -> Node | None:
    """Return "a Forward of your opponent" without what says whose it is; None for other phrases."""
    posts = posts_of(phrase) if isinstance(phrase, Node) and phrase.kind == "phrase" else []
    kept = [post for post in posts if post.kind != "of" or not _is_opponent(post.get("what"))]
    if not isinstance(phrase, Node) or len(kept) != len(posts) - 1:
        return None
    return with_items(phrase, "posts", kept)


def _chooser(by: Value) -> str:
    """Return what chooses, in the words of card files: "your opponent's ability"."""
    said = noun_words(by)
    owner = owner_of(by)
    if set(said) - {"summon", "ability"} or not said:
        raise Unsaid("what chooses")
    if owner is None:
        if set(said) == {"summon", "ability"}:
            return "anything"
        raise Unsaid("what chooses")
    if lemma(owner) != "opponent":
        raise Unsaid("what chooses")
    kinds = {"summon": "summons", "ability": "abilities"}
    return "opponent's " + " or ".join(kinds[one] for one in said)


def noun_words(phrase: Value) -> list[str]:
    """Return the nouns of "a Summon or an ability", without what describes them."""
    if not isinstance(phrase, Node):
        return []
    if phrase.kind == "any_of":
        return [*noun_words(phrase.get("first")), *noun_words(phrase.get("second"))]
    if is_described(phrase):
        return []
    noun = phrase.node("noun")
    if noun is not None and noun.kind == "or_noun":
        return [lemma(noun.node("first")), lemma(noun.node("noun"))]
    return [lemma(phrase)]


def _some(phrase: Node) -> bool:
    """Whether a phrase says "1 or more"."""
    quantifier = phrase.node("quantifier")
    if quantifier is None or quantifier.kind != "bounded" or quantifier.get("count") != 1:
        return False
    return "more" in word_in(quantifier, "bound")


def _is_opponents(phrase: Value) -> bool:
    """Whether it is "your opponent's Summon or ability"."""
    noun = phrase.node("noun") if isinstance(phrase, Node) else None
    both = [lemma(inner(noun, "first")), lemma(inner(noun, "noun"))]
    if isinstance(phrase, Node) and phrase.kind == "any_of":  # "a Summon or an ability of theirs"
        summon, ability = phrase.node("first"), _of_opponent(phrase.get("second"))
        both = [lemma(one) for one in (summon, ability) if one and not posts_of(one)]
        return both == ["summon", "ability"]
    return lemma(owner_of(phrase)) == "opponent" and both == ["summon", "ability"]


def _phase(adverbs: list[Node]) -> Entry:
    """Return a trigger on the beginning of a phase of one's own turns."""
    moment, turns = "", ""
    for adverb in adverbs:
        what = adverb.node("what")
        prep, where = word_in(adverb, "prep"), lemma(what)
        if what is None:
            raise Unsaid("a time")
        of = next((post.node("what") for post in posts_of(what) if post.kind == "of"), None)
        if prep == "at" and where == "end" and lemma(of) == "turn":
            moment, turns = "end phase", _whose_turn(of)
        elif prep == "at" and where == "beginning" and lemma(of) in _PHASES:
            moment = _PHASES[lemma(of)]
            if quantifier_kind(of) in ("own", "of_whose"):
                turns = _whose_turn(of)
        elif prep == "during" and where == "turn":
            turns = _whose_turn(what)
        else:
            raise Unsaid("a time")
    if not moment or not turns:
        raise Unsaid("a time")
    return {"begins": moment, "whose": turns}


def _whose_turn(phrase: Node | None) -> str:
    if whose(phrase) == "your":
        return "you"
    owner = owner_of(phrase)
    if lemma(owner) == "opponent":
        return "opponent"
    if lemma(owner) == "player" and quantifier_kind(owner) == "each":
        return "each"
    raise Unsaid("whose turn")
