"""A printed card as an entry of a card file: what the rules can carry out of it, and the rest.

Keyword lines become the words that card files have for them; of abilities, what the rules have no
words for becomes ``other``, with the words as they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from kb.cards.fftcg.abilities import ability_kind
from kb.cards.fftcg.effects import KEYWORDS, Effect, Effects, hindrances, listed
from kb.cards.fftcg.phrases import Phrases, Unsaid, items, lemma, plain
from kb.cards.values import Node, Noun, Value, Verb, walk

if TYPE_CHECKING:
    from kb.cards.reading import Line, Reading

Entry = dict[str, Any]

_NUMBERS = ("cost", "power")
_SYMBOLS = frozenset({"fire", "ice", "wind", "lightning", "water", "earth", "dull", "s", "c"})
"""What stands for itself in a cost that the rules can have paid."""

_WORDS = {
    "play": "pay the cost to put onto the field",
    "play_onto": "pay the cost to put onto the field",
    "put_onto": "pay the cost to put onto the field",
    "summon": "summon a Summon",
}
"""What a cost is called by the styles in which a card may say that something is cast."""


def entries(card: Mapping[str, object], read: Callable[[str], Reading]) -> list[Entry]:
    """Return a card as an entry of a card file.

    Parameters
    ----------
    card : mapping
        The card as it stands in a file of real cards.
    read : callable
        Reads its text.
    """
    return [_Maker(card, read).entry()]


class _Maker:
    """Makes the entry of one card."""

    def __init__(self, card: Mapping[str, object], read: Callable[[str], Reading]) -> None:
        self.card = card
        self.name = str(card.get("name") or "")
        text = card.get("text")
        self.text = text if isinstance(text, str) else ""
        self.read = read
        self.phrases = Phrases(self.name)
        self.made: Entry = {"name": self.name, "called": self.name}
        self.abilities: list[Entry] = []
        self.numbers = count(1)
        self.modes: Entry | None = None
        """What the options that follow have in common, of which one is used."""

    def entry(self) -> Entry:
        """Return the entry."""
        kind = str(self.card.get("type") or "").lower()
        self.made["type"] = kind
        named = self.card.get("elements") or str(self.card.get("element") or "").split("/")
        elements = [str(one).lower() for one in named] if isinstance(named, list) else []
        if elements:
            self.made["elements"] = elements
        for word in _NUMBERS:
            value = self.card.get(word)
            if type(value) is int or (isinstance(value, str) and value.isdecimal()):
                self.made[word] = int(value)
        for word, key, between in (("jobs", "job", "/"), ("categories", "category", "·")):
            names = [one.strip() for one in str(self.card.get(key) or "").split(between)]
            if any(names):
                self.made[word] = [name for name in names if name]
        if self.text.strip():
            for line in self.read(self.text).lines:
                self._line(line)
        if self.abilities:
            self.made["abilities"] = self.abilities
        return self.made

    def _line(self, line: Line) -> None:
        if not line.text:
            return
        if not line.whole or len(line.values) != 1:
            self.abilities.append(self._unread(line))
            return
        labels: Entry = {}
        body = line.values[0]
        if body.kind == "labelled":
            for label in walk(body.get("labels")):
                points = label.get("points")
                if isinstance(points, int):
                    labels["from damage"] = points
            inner = body.get("body") or body.get("effects")
            if not isinstance(inner, Node):
                self.abilities.append(self._unread(line))
                return
            body = inner
        if not labels and self._keyword(body):
            return
        try:
            found = self._abilities(body)
        except Unsaid:
            found = [self._unread(line)]
        self.abilities += [{**ability, **labels} for ability in found]

    def _unread(self, line: Line) -> Entry:
        """Return what is known of a line by its words alone; a Summon's is what it does."""
        said = {"other": line.text}
        return {"effect": [said]} if self.made.get("type") == "summon" else said

    # --- Keywords ---

    def _keyword(self, body: Node) -> bool:
        """Take in a line of keywords; whether it is one."""
        match body.kind:
            case "keywords":
                words = [one.get("keyword") for one in walk(body) if one.kind == "keyword"]
                known = [word for word in map(plain, words) if word in KEYWORDS]
                self.made.setdefault("keywords", []).extend(known)
                return len(known) == len(words)
            case "warp":
                return self._numbered("warp", body.get("turns"), body)
            case "limit_break":
                return self._numbered("limit break", body.get("cards"), None)
            case "priming":
                name, cost = body.get("name"), self._cost(body)
                if not isinstance(name, Noun) or cost is None:
                    return False
                self.made |= {"priming": name.lemma, "priming cost": cost}
                return True
        return False

    def _numbered(self, word: str, number: Value, paid: Node | None) -> bool:
        """Take in a keyword with a number of at least 1, and its cost if it has one."""
        if not isinstance(number, int) or number < 1:
            return False
        if paid is not None:
            cost = self._cost(paid)
            if cost is None:
                return False
            self.made[f"{word} cost"] = cost
        self.made[word] = number
        return True

    # --- Abilities ---

    def _abilities(self, body: Node) -> list[Entry]:
        """Return the abilities that a line is: one, and those that follow on what it does."""
        kind = ability_kind(body)
        sentences = items(body, "sentences")
        if kind == "option":
            return self._option(sentences)
        self.modes = None
        if kind in ("action", "special"):
            cost, effects = self._cost(body), body.node("effects")
            if cost is None or effects is None:
                raise Unsaid("a cost")
            return self._with(items(effects, "sentences"), {"cost": cost})
        if self.made.get("type") == "summon" and kind in ("effect", "field"):
            return self._of_summon(sentences)
        if kind == "auto" and sentences:
            return self._auto(sentences)
        if kind == "field" and len(sentences) == 1:
            return self._field(sentences[0].node("does"))
        raise Unsaid(kind)

    def _of_summon(self, sentences: list[Node]) -> list[Entry]:
        """Return what a Summon does, or by how much it costs less."""
        if len(sentences) == 1:
            try:
                found = self._field(sentences[0].node("does"))
            except Unsaid:
                found = []
            if found and "costs less" in found[0].get("static", {}):
                return found
        return self._with(sentences, {})

    def _with(
        self,
        sentences: list[Node],
        opening: Entry,
        first: Node | None = None,
        it: str | None = None,
    ) -> list[Entry]:
        """Return an ability, and as further ones what follows on what it may do."""
        inner = [one for sentence in sentences if sentence.kind == "option" for one in [sentence]]
        said = [sentence for sentence in sentences if sentence.kind != "option"]
        while len(said) > 1 and (found := _restriction(said[-1])):
            opening = {**opening, **found}
            said.pop()
        if len(said) == 1 and (number := _modes(first or said[0].node("does"))):
            if number != 1:
                raise Unsaid("several actions")
            self.modes = {**opening, "one of": next(self.numbers)}
            return [ability for one in inner for ability in self._option([one])]
        if inner or _modes(first):
            raise Unsaid("actions")
        effects = Effects(self.phrases, self._said, lambda: next(self.numbers), it)
        return list(_of(effects.read(said, first), opening))

    def _option(self, sentences: list[Node]) -> list[Entry]:
        """Return one of the actions of which the line before offers one."""
        inner = sentences[0].node("does") if len(sentences) == 1 else None
        if self.modes is None or inner is None:
            raise Unsaid("an action")
        effects = Effects(self.phrases, self._said, lambda: next(self.numbers))
        return list(_of(effects.read(items(inner, "sentences")), self.modes))

    def _auto(self, sentences: list[Node]) -> list[Entry]:
        under = sentences[0].node("does")
        opening = None if under is None else under.node("opening")
        does = None if under is None else under.node("does")
        if opening is None or does is None:
            raise Unsaid("an event")
        head: Entry = {}
        if len(sentences) > 1 and (found := self._while_removed(sentences[-1])) is not None:
            head, sentences = {"works while removed": True, **found}, sentences[:-1]
        condition = does.node("opening") if does.kind == "under" else None
        if condition is not None and condition.kind == "if" and "only if" not in head:
            head["only if"] = self.phrases.condition(condition.node("condition"))
            does = does.node("does")
        made: list[Entry] = []
        for when in self._events(opening):
            made += self._with(sentences, {"when": when, **head}, does, "it")
        return made

    def _while_removed(self, sentence: Node) -> Entry | None:
        """Return what "triggers only if the card is removed" adds; None for other sentences."""
        does, more = sentence.node("does"), {}
        if does is not None and does.kind == "and_under":
            more = {"only if": self.phrases.condition(does.node("condition"))}
            does = does.node("does")
        return more if _only_while_removed(does, self.phrases) else None

    def _events(self, opening: Node) -> list[Entry]:
        """Return what an auto ability triggers on."""
        if opening.kind == "first":
            return [_phase(items(opening.node("adverbs"), "adverbs"))]
        event = opening.node("event")
        if opening.kind != "when" or event is None or event.kind != "does":
            raise Unsaid("an event")
        subject, acts = event.get("subject"), event.node("acts")
        both: list[Node | None] = [acts]
        if acts is not None and acts.kind == "or_act":
            both = [acts.node("first"), acts.node("second")]
        found = [self._event(one, act) for one in self._subjects(subject) for act in both]
        if isinstance(subject, Node) and subject.kind == "any_of":
            # "This or a Forward": what is both triggers it once.
            word = next(iter(found[1]))
            found[1][word] = f"other {found[1][word]}"
        return found

    def _subjects(self, subject: Value) -> list[Value]:
        """Return what an event is about: of "this or a Forward" each by itself."""
        if not isinstance(subject, Node) or subject.kind != "any_of":
            return [subject]
        first, second = subject.get("first"), subject.get("second")
        if not self.phrases.is_this(first):
            raise Unsaid("what triggers it")
        return [first, second]

    def _event(self, subject: Value, act: Node | None) -> Entry:
        hows: list[Node] = []
        while act is not None and act.kind == "act_how":
            how = act.node("how")
            hows = [*([how] if how else []), *hows]
            act = act.node("act")
        verb = None if act is None else act.get("verb")
        name = verb.lemma if isinstance(verb, Verb) else ""
        thing = None if act is None else act.node("object")
        if act is None:
            raise Unsaid("an event")
        if act.kind == "act_alone" and name == "attack" and not hows:
            return {"attacks": self._thing(subject)}
        if act.kind == "act" and name == "enter" and thing is not None and lemma(thing) == "field":
            return self._entering(subject, thing, hows)
        if act.kind == "act" and name == "leave" and lemma(thing) == "field" and not hows:
            return {"leaves": self._thing(subject)}
        if act.kind == "act" and name == "cast" and self.phrases.player(subject) == "you":
            return {
                "casts": self.phrases.filter(thing),
                "words": _WORDS.get(act.style, "cast a Summon"),
            }
        if act.kind == "give" and name == "deal" and lemma(thing) == "damage" and len(hows) == 1:
            if self.phrases.player(hows[0].get("to")) != "opponent":
                raise Unsaid("what is damaged")
            return {"hits opponent": self._this(subject)}
        if act.kind == "be_so":
            return self._passive(subject, act.node("complement"), hows)
        raise Unsaid(name)

    def _entering(self, subject: Value, field: Node, hows: list[Node]) -> Entry:
        quantifier = field.node("quantifier")
        own = quantifier is not None and quantifier.kind == "own"
        what = self._thing(subject)
        if own and what != "this":
            what += " you control"
        if not own and what != "this":
            raise Unsaid("whose field")
        causes = [how.get("what") for how in hows if plain(how.get("prep")) == "due to"]
        if len(causes) != len(hows):
            raise Unsaid("an event")
        if not causes:
            return {"enters": what}
        if isinstance(causes[0], Node) and lemma(causes[0]) == "warp":
            return {"enters due to warp": what}
        if isinstance(causes[0], Node) and lemma(causes[0]) == "ability":
            return {"enters due to an ability": what}
        return {"enters due to an effect": what}

    def _passive(self, subject: Value, complement: Node | None, hows: list[Node]) -> Entry:
        past = "" if complement is None else plain(complement.get("past"))
        places = [(plain(how.get("prep")), how.get("what") or how.get("to")) for how in hows]
        named = [(prep, lemma(place)) for prep, place in places]
        if past == "put" and named == [("from", "field"), ("into", "break zone")]:
            return {"put into the break zone": self._thing(subject)}
        by = places[0][1] if [prep for prep, _ in places] == ["by"] else None
        if past == "chosen" and _is_opponents(by):
            return {"chosen by the opponent": self._this(subject)}
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
        quantifier = phrase.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        any_player = _inner(whose, "quantifier")
        if lemma(whose) != "player" or any_player is None or any_player.kind != "any":
            raise Unsaid("whose cards")
        parts = tuple((name, part) for name, part in phrase.parts if name != "quantifier")
        return self.phrases.filter(Node(phrase.kind, parts, phrase.style, phrase.span))

    def _this(self, value: Value) -> str:
        if not self.phrases.is_this(value):
            raise Unsaid("another thing")
        return "this"

    def _thing(self, value: Value) -> str:
        if self.phrases.is_this(value):
            return "this"
        if not isinstance(value, Node) or value.kind not in ("phrase", "bare"):
            raise Unsaid("what triggers it")
        return self.phrases.filter(value)

    # --- Field abilities ---

    def _field(self, does: Node | None, condition: str = "always") -> list[Entry]:
        """Return what a field ability gives, and to what."""
        if condition == "always" and does is not None and self._attacks_twice(does):
            return [{"static": {"attacks twice": None}}]
        if does is not None and does.kind == "under":
            opening = does.node("opening")
            if opening is not None and opening.kind == "if" and condition == "always":
                return self._field(
                    does.node("does"), self.phrases.condition(opening.node("condition"))
                )
            if opening is not None and opening.kind == "first":
                return self._given(
                    does.node("does"), items(opening.node("adverbs"), "adverbs"), condition
                )
        return self._given(does, [], condition)

    def _attacks_twice(self, does: Node) -> bool:
        said = f"{self.name} can attack twice in the same turn"
        return does.kind == "may" and self._said(does).rstrip(".") == said

    def _given(self, does: Node | None, hows: list[Node], condition: str) -> list[Entry]:
        if does is not None and does.kind == "may" and does.get("modal") == "cannot" and not hows:
            return self._hindered(does, condition)
        if does is None or does.kind != "does":
            raise Unsaid("a field ability")
        subject, act = does.get("subject"), does.node("acts")
        while act is not None and act.kind == "act_how":
            how = act.node("how")
            hows = [*hows, *([how] if how else [])]
            act = act.node("act")
        if act is None or not isinstance(subject, Node):
            raise Unsaid("a field ability")
        said: Entry = {"while": condition} if condition != "always" else {}
        if act.kind == "be_so" and lemma(subject) == "cost":
            return [{"static": {**self._cheaper(subject, act, hows), **said}}]
        verb = act.get("verb")
        if act.kind != "act" or not isinstance(verb, Verb) or verb.lemma != "gain":
            raise Unsaid("a field ability")
        what = "this" if self.phrases.is_this(subject) else self._those(subject)
        parts = listed(act.node("object"))
        quoted = [self._quoted(part) for part in parts if part.kind == "quoted"]
        plainly = [part for part in parts if part.kind != "quoted"]
        effects = Effects(self.phrases, self._said, lambda: 0)
        gains = [gained for part in plainly for gained in effects.gains(part, hows)]
        words = {"get power": "gains power", "gain keyword": "gains keyword"}
        return [
            {"static": {words[word]: gained, "what": what, **said}}
            for one in gains
            for word, gained in one.items()
        ] + [{"static": {**one, "what": what, **said}} for found in quoted for one in found]

    def _hindered(self, does: Node, condition: str) -> list[Entry]:
        """Return what a field ability says that something cannot do, or be."""
        subject = does.node("subject")
        if subject is None:
            raise Unsaid("what")
        what = "this" if self.phrases.is_this(subject) else self._those(subject)
        said: Entry = {"while": condition} if condition != "always" else {}
        found = hindrances(does.node("acts"), self.phrases)
        return [{"static": {**one, "what": what, **said}} for one in found]

    def _quoted(self, part: Node) -> list[Entry]:
        """Return what an ability in quotation marks gives: "This Forward cannot be …"."""
        ability = part.node("ability")
        sentences = items(ability, "sentences") or ([ability] if ability else [])
        does = sentences[0].node("does") if len(sentences) == 1 else None
        quantifier = _inner(does, "subject", "quantifier")
        if does is None or does.kind != "may" or does.get("modal") != "cannot":
            raise Unsaid("an ability that is gained")
        if quantifier is None or quantifier.kind != "this_one":
            raise Unsaid("what")
        return hindrances(does.node("acts"), self.phrases)

    def _those(self, subject: Node) -> str:
        if not self.phrases.every(subject):
            raise Unsaid("which")
        return self.phrases.filter(subject)

    def _cheaper(self, subject: Node, act: Node, hows: list[Node]) -> Entry:
        """Return by how much casting something costs less."""
        complement = act.node("complement")
        if complement is None or plain(complement.get("past")) != "reduced":
            raise Unsaid("a cost")
        (post,) = items(subject.node("posts")) or [Node("")]
        what = post.get("what")
        cast = plain(getattr(post.get("verb"), "lemma", post.get("verb")))
        if post.kind not in ("to_do", "for_doing") or cast not in ("cast", "casting"):
            raise Unsaid("a cost")
        amount, ends, least = None, [], False
        for how in hows:
            if how.kind == "prep_number" and plain(how.get("prep")) == "by":
                amount = how.get("number")
            elif how.kind == "remark" and self._said(how).strip("()") == "it cannot become 0":
                least = True
            else:
                ends.append(self.phrases.each(how))
        if amount is None or len(ends) > 1 or not isinstance(what, Node):
            raise Unsaid("a cost")
        return {
            "costs less": f"{amount} {ends[0]}" if ends else amount,
            "what": "this"
            if self.phrases.is_this(what)
            else self.phrases.filter(what, "in your hand"),
            "words": _WORDS.get(post.style, "pay the cost to cast"),
            **({"at least one": True} if least else {}),
        }

    # --- Costs ---

    def _cost(self, body: Node) -> str | None:
        """Return a cost as card files write it; None if the rules cannot have it paid."""
        symbols, others = "", []
        for part in items(body.node("costs"), "costs"):
            if part.kind == "price":
                found = part.get("symbols")
                for symbol in found if isinstance(found, tuple) else ():
                    word = str(symbol).strip("{}")
                    if word not in _SYMBOLS and not word.isdecimal():
                        return None
                    symbols += "{" + word + "}"
            elif (said := self._paid(part)) is not None:
                others.append(said)
            else:
                return None
        return ", ".join([*([symbols] if symbols else []), *others]) or None

    def _paid(self, part: Node) -> str | None:
        """Return a cost in words: dulling Characters, or putting the card into the Break Zone."""
        if part.kind == "act" and getattr(part.get("verb"), "lemma", "") == "dull":
            return self._dulled(part.node("object"))
        act, how = part.node("act"), part.node("how")
        if part.kind != "act_how" or act is None or how is None:
            return None
        verb = getattr(act.get("verb"), "lemma", "")
        into = how.kind == "toward" and lemma(how.get("to")) == "break zone"
        if verb == "put" and into and self.phrases.is_this(act.get("object")):
            return "put this into the break zone"
        return None

    def _dulled(self, thing: Node | None) -> str | None:
        """Return "dull 2 active Forwards" as a cost; None if the rules have no word for it."""
        describers = None if thing is None else thing.node("describers")
        states = [plain(one.get("state")) for one in items(describers)]
        if thing is None or describers is None or states != ["active"]:
            return None
        plainly = thing.put("describers", describers.put("items", ()))
        if self.phrases.is_this(plainly):
            return "dull 1 this"
        try:
            least, most = self.phrases.count(thing)
            words = self.phrases.filter(plainly)
        except Unsaid:
            return None
        return f"dull {least} {words}" if least == most and "," not in words else None

    def _said(self, node: Node) -> str:
        start, end = node.span
        return " ".join(self.text[start:end].split())


def _of(effect: Effect, opening: Entry) -> Iterator[Entry]:
    """Yield an ability and, each as one of its own, what follows on what it does."""
    yield {**opening, **effect.entry()}
    for number, later in effect.later.items():
        yield {"when": {"done": number}, **later.entry()}


def _modes(does: Node | None) -> int | None:
    """Return how many of the following actions are selected, None if none are."""
    act = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if act is None else act.node("object")
    if thing is None or thing.kind != "part_of" or lemma(thing.node("of")) != "action":
        return None
    portion = thing.node("portion")
    number = None if portion is None or portion.kind != "exactly" else portion.get("count")
    return number if isinstance(number, int) else 0


def _restriction(sentence: Node) -> Entry:
    """Return when an ability is used, or triggers, by a sentence about that; nothing else."""
    does, hows = sentence.node("does"), []
    if does is not None and does.kind == "and_only":
        hows.append(does.node("how"))
        does = does.node("does")
    act = None if does is None or does.kind != "may" else does.node("acts")
    if does is None or lemma(_inner(act, "act", "act", "object") or does.get("subject")) not in (
        "ability",
        "effect",
    ):
        return {}
    hows.append(None if act is None else act.node("how"))
    found: Entry = {}
    for how in hows:
        while how is not None and how.kind == "only":
            how = how.node("how")
        what = None if how is None else how.node("what")
        if how is not None and how.kind == "time" and plain(how.get("time")) == "once per turn":
            found["once per turn"] = True
        elif how is not None and plain(how.get("prep")) == "during" and _is_own(what):
            word = {"turn": "in your turn", "main phase": "in your main phase"}.get(lemma(what))
            if word is None:
                return {}
            found[word] = True
        else:
            return {}
    return found


def _is_own(phrase: Node | None) -> bool:
    quantifier = None if phrase is None else phrase.node("quantifier")
    return quantifier is not None and plain(quantifier.get("whose")) == "your"


def _only_while_removed(does: Node | None, phrases: Phrases) -> bool:
    """Whether a clause says that the effect triggers only if the card is removed."""
    if (
        does is None
        or does.kind != "only_under"
        or lemma(_inner(does, "does", "subject")) != "effect"
    ):
        return False
    condition = does.node("condition")
    if (
        condition is None
        or condition.kind != "does"
        or not phrases.is_this(condition.get("subject"))
    ):
        return False
    how = _inner(condition, "acts", "how")
    return how is not None and plain(how.get("prep")) == "from" and lemma(how.get("what")) == "game"


def _is_opponents(phrase: Value) -> bool:
    """Whether it is "your opponent's Summon or ability"."""
    quantifier = phrase.node("quantifier") if isinstance(phrase, Node) else None
    whose = None if quantifier is None else quantifier.node("whose")
    noun = phrase.node("noun") if isinstance(phrase, Node) else None
    both = (_inner(noun, "first"), _inner(noun, "noun"))
    return lemma(whose) == "opponent" and [lemma(one) for one in both] == ["summon", "ability"]


def _inner(node: Node | None, *names: str) -> Node | None:
    for name in names:
        node = None if node is None else node.node(name)
    return node


def _phase(adverbs: list[Node]) -> Entry:
    """Return a trigger on the beginning of a phase of one's own turns."""
    whose = ""
    moment = ""
    for adverb in adverbs:
        what = adverb.node("what")
        prep, where = plain(adverb.get("prep")), lemma(what)
        if what is None:
            raise Unsaid("a time")
        inner = [post.node("what") for post in items(what.node("posts")) if post.kind == "of"]
        of = inner[0] if inner else None
        if prep == "at" and where == "end" and lemma(of) == "turn":
            moment, whose = "end phase", _own_turn(of)
        elif prep == "at" and where == "beginning" and lemma(of) in _PHASES:
            moment = _PHASES[lemma(of)]
        elif prep == "during" and where == "turn":
            whose = _own_turn(what)
        else:
            raise Unsaid("a time")
    if not moment or not whose:
        raise Unsaid("a time")
    return {"begins": moment, "whose": whose}


_PHASES = {
    "main phase #1": "main phase 1",
    "main phase #2": "main phase 2",
    "attack phase": "attack phase",
    "end phase": "end phase",
}


def _own_turn(phrase: Node | None) -> str:
    quantifier = None if phrase is None else phrase.node("quantifier")
    if quantifier is None or plain(quantifier.get("whose")) != "your":
        raise Unsaid("whose turn")
    return "you"
