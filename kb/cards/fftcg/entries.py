"""A printed card as an entry of a card file: what the rules can carry out of it, and the rest.

Keyword lines become the words that card files have for them; of abilities, what the rules have no
words for becomes ``other``, with the words as they are printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, count
from typing import TYPE_CHECKING, Any

from kb.cards.fftcg.abilities import ability_kind
from kb.cards.fftcg.clauses import instead, unpaid
from kb.cards.fftcg.conditions import at_least, condition_of
from kb.cards.fftcg.costs import cost_of, other_way
from kb.cards.fftcg.effects.gaining import KEYWORDS
from kb.cards.fftcg.effects.reader import Effect, EffectReader
from kb.cards.fftcg.effects.sentences import read as read_effect
from kb.cards.fftcg.nodes import (
    Unsaid,
    ended,
    inner,
    items,
    lemma,
    owner_of,
    plain,
    quantifier_kind,
    whose,
    word_in,
)
from kb.cards.fftcg.phrases import Phrases
from kb.cards.fftcg.saying.way_back import WAY_BACK
from kb.cards.fftcg.standing import Standing
from kb.cards.fftcg.triggers import Triggers
from kb.cards.unread import is_unread, words_left
from kb.cards.values import Node, Noun, Value, walk

if TYPE_CHECKING:
    from kb.cards.reading import Line, Reading

Entry = dict[str, Any]

_NUMBERS = ("cost", "power")
_LABELS = re.compile(r"(?:<p>)?\s*(?:Damage (\d+)\s*(?:--|—|–)\s*)?(EX BURST)?")
"""What stands before an ability, as it is printed, or the whole of nothing."""

_WORKS_ELSEWHERE = re.compile(
    r"\b(?:is|are|was) (?:in (?:your hand|the Break Zone|your Break Zone)|removed from the game)"
)
"""What may tell that an ability works where its card is not on the field."""

_OFFER = re.compile(
    r"\bthe (\d+) following actions?(?: instead)?\.(?: (?:You|This)\b[^.\"“]*\.)*\s*$"
)
"""Where a line ends that offers as many actions as the lines behind it, quoted or not."""

_TARGET = re.compile(r"\btarget (\d+)\b")

_CASTING = re.compile(
    r"(?:Before paying the cost |If you cast |(?:If [^.]*, )?[Tt]he cost (?:required )?to cast "
    r"|(?:During your turn, )?[Yy]ou (?:can|may|must) )[^.]*\.?"
)
"""What a Summon says of being cast, in a line of one sentence, and not of what it does."""

_OF_CASTING = {"costs less", "paid only with", "paid only by", "cast only"}
"""What a Summon may say about being cast, instead of what it does."""


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
        self.phrases = Phrases(self.name, self.text)
        self.standing = Standing(self.phrases, self.name, self._said, self._abilities)
        self.made: Entry = {"name": self.name, "called": self.name}
        self.abilities: list[Entry] = []
        self.numbers = count(1)
        self.granted: list[Entry] = []
        """The abilities that the line gives the card for a while."""
        self.modes: list[Entry] = []
        """What the options that follow have in common, of which one is used, by what begins it."""
        self.left_with = False
        """Whether the options that follow belong to a line that is left out."""
        self.printed = 0
        """How many abilities, lines of keywords among them, have been read."""
        self.offered = 0
        """How many lines from here on are options, even without quotation marks."""

    def entry(self) -> Entry:
        """Return the entry."""
        kind = str(self.card.get("type") or "").lower()
        self.made["type"] = kind
        named = self.card.get("elements") or str(self.card.get("element") or "").split("/")
        elements = [str(one).lower() for one in named if one] if isinstance(named, list) else []
        if elements:
            self.made["elements"] = elements
        for word in _NUMBERS:
            value = self.card.get(word)
            if type(value) is int or (isinstance(value, str) and value.isdecimal()):
                self.made[word] = int(value)
        if self.card.get("id") and kind != "summon":
            icon = self.card.get("generic")
            self.made["icon untold" if icon is None else "generic"] = icon is not False
        for word, key, between in (("jobs", "job", "/"), ("categories", "category", "·")):
            names = [one.strip() for one in str(self.card.get(key) or "").split(between)]
            if any(names):
                self.made[word] = [name for name in names if name]
        if self.text.strip():
            self.reading = self.read(self.text)
            for line in self.reading.lines:
                if not line.text:
                    for aside in _rules_aside(line):
                        self.printed += 1
                        self.abilities.append({"other": aside, "printed": self.printed})
                    continue
                before, option = len(self.abilities), self.offered > 0 or line.text[0] in '"“'
                self._line(line, offered=self.offered > 0)
                offer = _OFFER.search(line.text)
                self.offered = int(offer[1]) if offer else max(self.offered - 1, 0)
                self.printed += 0 if option else 1
                for one in self.abilities[before:]:
                    one["printed"] = self.printed
                    if "cost" in one:
                        one["reads"] = " ".join(line.text.split())
        self.abilities = list(_selections(self.abilities))
        self._numbers_as_printed()
        if self.made["type"] == "summon":
            self.abilities = list(_as_one(self.abilities))
        if self.abilities:
            self.made["abilities"] = self.abilities
        return self.made

    def _numbers_as_printed(self) -> None:
        """Leave the printed numbers of abilities out where they are those of their places."""
        named = self.made["type"] != "summon" and any(
            "cost" in one or next(words_left(one), None) is not None for one in self.abilities
        )
        if not named or all(one["printed"] == at for at, one in enumerate(self.abilities, 1)):
            self.abilities = [_but_number(one) for one in self.abilities]

    def _line(self, line: Line, *, offered: bool) -> None:
        if offered and self.left_with:  # what the line before says, of which it is a part
            return
        if not line.whole or len(line.values) != 1 or _rules_aside(line):
            self.abilities += self._unread(line, offered=offered)
            return
        labels: Entry = {}
        body = line.values[0]
        if body.kind == "labelled":
            for label in walk(body.get("labels")):
                points = label.get("points")
                if isinstance(points, int):
                    labels["from damage"] = points
                elif label.kind == "ex_burst":
                    labels["ex burst"] = True
            inner = body.get("body") or body.get("effects")
            if not isinstance(inner, Node):
                self.abilities += self._unread(line, offered=offered)
                return
            body = inner
        if not offered and labels.keys() <= {"ex burst"} and self._keyword(body):
            return
        option = offered or ability_kind(body) == "option"
        if option and self.left_with:  # what the line before says, of which it is a part
            return
        self.granted = []
        try:
            found = [*self._abilities(body, offered=offered), *self.granted]
        except Unsaid:
            found = self._unread(line, offered=offered)
        if not found:
            self.modes = [{**mode, **labels} for mode in self.modes]
        found = [{**ability, **labels} for ability in found]
        known = next(words_left(found), None) is None
        lost = known and not self._says(found, line, option=option)
        lost |= not known and self.made.get("type") == "summon" and self._of_casting(line)
        told = any("works in" in ability for ability in found)
        lost |= not known and not told and _WORKS_ELSEWHERE.search(line.text) is not None
        if lost:
            found = self._unread(line, offered=offered)
        elif not known and not option:  # what can be picked from belongs to what is left out
            self.left_with = "following action" in line.text
        if len(found) == 1 and "other" in found[0]:  # what a field ability waits for may be known
            found = [{**found[0], **self._held(body)}]
        self.abilities += found

    def _grant(self, quoted: Node) -> int:
        """Make abilities in quotation marks those of the card while it has been given them."""
        body, number = quoted.node("ability"), next(self.numbers)
        if body is None:
            raise Unsaid("an ability")
        given = self._abilities(body, quoted=True)
        if any(map(is_unread, given)):
            raise Unsaid("an ability that is given")
        self.granted += [{**one, "granted": number} for one in given]
        return number

    def _says(self, found: list[Entry], line: Line, *, option: bool) -> bool:
        """Whether what a line became says what the line says."""
        said = found if option else [*found, *self.modes]
        if option and self.modes:  # the line before says when it may be chosen
            first, *more = _first(found)
            said = [{key: first[key] for key in first if key not in self.modes[0]}, *more]
        words = dict.fromkeys(line.normal.spans)
        printed = " ".join(self.text[start:end] for start, end in words)
        grammar = self.reading.game.grammar
        return WAY_BACK.difference(printed, said, grammar, self.name) is None

    def _unread(self, line: Line, *, offered: bool = False) -> list[Entry]:
        """Return what is known of a line by its words alone; a Summon's is what it does.

        Its labels stand before what is not read: from how much damage on it counts, and whether it
        is an EX Burst, which of a Character only an auto-ability is.
        """
        said = {"other": " ".join([line.text, *_rules_aside(line)])}
        self.left_with = "following action" in line.text
        quoted = line.text.startswith(('"', "“"))
        if self.modes and (offered or quoted):  # one of the actions to choose from
            return [{**mode, "effect": [said]} for mode in self.modes]
        points, burst = _LABELS.match(line.text).groups()  # type: ignore[union-attr]
        labels: Entry = {"from damage": int(points)} if points else {}
        labels |= {"ex burst": True} if burst else {}
        if self.made.get("type") == "summon" and not self._of_casting(line):
            return [{"effect": [said], **labels}]
        events = self._awaited(line.text) or ([said] if burst else [])
        waiting = [{"when": when, "effect": [said], **labels} for when in events]
        return waiting or [{**said, **labels}]

    def _awaited(self, text: str) -> list[Entry]:
        """Return what a line waits for of which the rest is not read; nothing where that is not."""
        said = text[_LABELS.match(text).end() :]  # type: ignore[union-attr]
        if not said.startswith(("When ", "At the ")) or _WORKS_ELSEWHERE.search(said):
            return []
        for comma in re.finditer(", ", said):
            line = self.read(said[: comma.end()] + "draw 1 card.").lines[0]
            body = line.values[0] if line.whole and len(line.values) == 1 else None
            sentences = [] if body is None else items(body, "sentences")
            under = sentences[0].node("does") if len(sentences) == 1 else None
            opening = under.node("opening") if under is not None and under.kind == "under" else None
            does = None if under is None else under.node("does")
            if opening is None or does is None or does.kind != "do":
                continue
            try:
                return Triggers(self.phrases).events(opening)
            except Unsaid:
                return []
        return []

    def _held(self, body: Node) -> Entry:
        """Return under which condition a field ability holds, though it is not read further."""
        sentences = items(body, "sentences")
        under = sentences[0].node("does") if len(sentences) == 1 else None
        opening = under.node("opening") if under is not None and under.kind == "under" else None
        if opening is None or opening.kind != "if":
            return {}
        if ability_kind(body) not in ("field", "effect"):
            return {}
        try:
            return {"held while": at_least(opening.node("condition"), self.phrases)}
        except Unsaid:
            return {}

    def _of_casting(self, line: Line) -> bool:
        """Whether a line is about its card being cast, and not about what a Summon does."""
        named = self.name.casefold() in line.text.casefold()
        return named and _CASTING.fullmatch(line.text.strip()) is not None

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
                name, cost = body.get("name"), cost_of(body, self.phrases)
                if not isinstance(name, Noun) or cost is None:
                    return False
                self.made |= {"priming": name.lemma, "priming cost": cost}
                return True
            case "effects":
                return self._also(items(body, "sentences"))
        return False

    def _also(self, sentences: list[Node]) -> bool:
        """Take in a name or a type that the card has besides; whether a line is about that."""
        does = sentences[0].node("does") if len(sentences) == 1 else None
        acts = None if does is None or does.kind != "does" else does.node("acts")
        complement, how = inner(acts, "act", "complement"), inner(acts, "how")
        thing = None if complement is None else complement.node("object")
        if does is None or not self.phrases.is_this(does.get("subject")) or thing is None:
            return False
        everywhere = how is not None and word_in(how, "manner") == "in all situations"
        if not everywhere or complement is None or complement.kind != "also_being":
            return False
        try:
            words = self.phrases.filter(thing)
        except Unsaid:
            return False
        if (name := re.fullmatch(r'card name "([^"]+)"', words)) is not None:
            self.made.setdefault("also called", []).append(name[1])
        elif words in ("forward", "backup", "monster"):
            self.made.setdefault("also types", []).append(words)
        else:
            return False
        return True

    def _numbered(self, word: str, number: Value, paid: Node | None) -> bool:
        """Take in a keyword with a number of at least 1, and its cost if it has one."""
        if not isinstance(number, int) or number < 1:
            return False
        if paid is not None:
            cost = cost_of(paid, self.phrases)
            if cost is None:
                return False
            self.made[f"{word} cost"] = cost
        self.made[word] = number
        return True

    # --- Abilities ---

    def _abilities(self, body: Node, *, offered: bool = False, quoted: bool = False) -> list[Entry]:
        """Return the abilities that a line is: one, and those that follow on what it does.

        What is quoted is no effect of a Summon, but what a Character has.
        """
        body = ended(body)
        kind = ability_kind(body)
        sentences = items(body, "sentences")
        if kind == "option":
            return self._option(sentences, self.modes)
        if offered:
            return self._offered(sentences, self.modes)
        self.modes, self.left_with = [], False
        if kind in ("action", "special"):
            cost, effects = cost_of(body, self.phrases), body.node("effects")
            if cost is None or effects is None:
                raise Unsaid("a cost")
            return self._with(items(effects, "sentences"), {"cost": cost})
        alone = sentences[0].node("does") if len(sentences) == 1 else None
        if kind in ("effect", "field") and (way := other_way(alone, self.phrases)) is not None:
            return [way]
        if self.made.get("type") == "summon" and kind in ("effect", "field") and not quoted:
            return self._of_summon(sentences)
        if kind == "auto" and sentences:
            return self._auto(sentences)
        if kind in ("field", "effect") and len(sentences) == 1:
            return self.standing.abilities(sentences[0].node("does"))
        raise Unsaid(kind)

    def _of_summon(self, sentences: list[Node]) -> list[Entry]:
        """Return what a Summon does, or by how much it costs less."""
        if len(sentences) == 1:
            try:
                found = self.standing.abilities(sentences[0].node("does"))
            except Unsaid:
                found = []
            if found and _OF_CASTING & found[0].get("static", {}).keys():
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
        while len(said) > 1 and (found := self._restriction(said[-1])):
            if opening.keys() & found.keys():
                raise Unsaid("two conditions")
            opening = {**opening, **found}
            said.pop()
        if (picks := self._picks(said, first)) is not None:
            if picks and "cost" in opening:
                raise Unsaid("several actions")
            self.modes.append({**opening, "one of": next(self.numbers), **picks})
            last = self.modes[-1:]
            return [ability for one in inner for ability in self._option([one], last)]
        if _modes(first):
            raise Unsaid("actions")
        offers = len(self.modes)
        self.phrases.discarded = "discard" in opening.get("cost", "")
        reader = self._reader()
        reader.offer, reader.it = self._offer, [it] if it else []
        made = list(_of(read_effect(reader, said, first), opening))
        if inner and len(self.modes) == offers:
            raise Unsaid("actions")
        last = self.modes[-1:]
        return made + [ability for one in inner for ability in self._option([one], last)]

    def _offer(self, does: Node | None, done: int) -> bool:
        """Take in that some of the actions that follow are selected once something is done."""
        picks = _modes(does)
        if picks is not None:
            more = {} if picks == (1, 1) else {"picks": {"": picks}}
            self.modes.append({"when": {"done": done}, "one of": next(self.numbers), **more})
        return picks is not None

    def _picks(self, said: list[Node], first: Node | None) -> Entry | None:
        """Return how many of the actions that follow may be selected; None if none are.

        If one of them is, that is nothing to say; "if …, select up to 2 of them instead" is.
        """
        most = _modes(first or said[0].node("does")) if said else None
        if most is None or len(said) > 2:
            return None
        more: Entry = {} if most == (1, 1) else {"picks": {"": most}}
        if len(said) == 2:
            under = said[1].node("does")
            clause = None if under is None else instead(under)
            opening = None if clause is None else clause.node("opening")
            then = None if clause is None else _modes(clause.node("does"))
            if opening is None or then is None:
                return None
            condition = condition_of(opening.node("condition"), self.phrases)
            more = {"picks": {"": most, condition: then}}
        return more

    def _restriction(self, sentence: Node) -> Entry:
        """Return when, where and under which condition an ability is used, or triggers.

        Sentences about anything else add nothing.
        """
        does, hows, conditions = sentence.node("does"), [], []
        while does is not None and does.kind in ("and_only", "and_under", "only_under"):
            if does.kind == "and_only":
                hows.append(does.node("how"))
            else:
                conditions.append(does.node("condition"))
            does = does.node("does")
        act = None if does is None or does.kind != "may" else does.node("acts")
        used = (
            inner(act, "object")
            or inner(act, "act", "object")
            or inner(act, "act", "act", "object")
        )
        about = used if lemma(used) == "ability" else None if does is None else does.node("subject")
        if quantifier_kind(about) != "this_one" or lemma(about) not in _ABILITIES:
            return {}
        hows.append(None if act is None or act.kind != "act_how" else act.node("how"))
        if does is not None and does.kind not in ("may", "does"):
            return {}
        found: Entry = {}
        for how in filter(None, hows):
            found |= _restriction(how)
        for condition in conditions:
            place = _place_of_this(condition, self.phrases)
            more = (
                {"only if": condition_of(condition, self.phrases)}
                if place is None
                else {"works in": place}
            )
            if found.keys() & more.keys():
                raise Unsaid("two conditions")
            found |= more
        return found

    def _option(self, sentences: list[Node], modes: list[Entry]) -> list[Entry]:
        """Return one of the actions of which the line before offers one."""
        inner = sentences[0].node("does") if len(sentences) == 1 else None
        if inner is None:
            raise Unsaid("an action")
        return self._offered(items(inner, "sentences"), modes)

    def _offered(self, sentences: list[Node], modes: list[Entry]) -> list[Entry]:
        """Return an action by what it does."""
        if not modes or not sentences:
            raise Unsaid("an action")
        return [one for mode in modes for one in _of(read_effect(self._reader(), sentences), mode)]

    def _reader(self) -> EffectReader:
        return EffectReader(self.phrases, self._said, lambda: next(self.numbers), self._grant)

    def _auto(self, sentences: list[Node]) -> list[Entry]:
        under = sentences[0].node("does")
        opening = None if under is None else under.node("opening")
        does = None if under is None else under.node("does")
        if opening is None or does is None:
            raise Unsaid("an event")
        head: Entry = {}
        condition = does.node("opening") if does.kind == "under" else None
        asked = None if condition is None else condition.node("condition")
        paying = asked is not None and unpaid(asked, self.phrases) is not None
        if condition is not None and condition.kind == "if" and not paying:
            try:
                head["only if"] = condition_of(condition.node("condition"), self.phrases)
            except Unsaid:
                events = Triggers(self.phrases).events(opening)
                return [self._left(when, head, sentences) for when in events]
            does = does.node("does")
        made: list[Entry] = []
        events = Triggers(self.phrases).events(opening)
        for when in events:
            try:
                made += self._with(sentences, {"when": when, **head}, does, "it")
            except Unsaid:  # what sets it off is known: as long as that does not happen, no more
                made.append(self._left(when, head, sentences))
        if len(events) > 1 and (once := [one for one in made if "once per turn" in one]):
            number = next(self.numbers)
            for one in once:
                one["same ability"] = number
        return made

    def _left(self, when: Entry, head: Entry, sentences: list[Node]) -> Entry:
        """Return an ability of which only what sets it off is said in words that are known."""
        self.modes = []
        said = " ".join(map(self._said, sentences))
        self.left_with = "following action" in said
        return {"when": when, **head, "effect": [{"other": said}]}

    def _said(self, node: Node) -> str:
        start, end = node.span
        return " ".join(self.text[start:end].split())


def _rules_aside(line: Line) -> list[str]:
    """Return what stands in round brackets and may say more than its line does."""
    return [one.text for one in line.reminders if one.fits is not True]


def _of(effect: Effect, opening: Entry) -> Iterator[Entry]:
    """Yield an ability and, each as one of its own, what follows on what it does."""
    yield {**opening, **effect.entry()}
    for number, later in effect.later.items():
        yield {"when": {"done": number}, **later.entry()}
    for number, due in effect.due.items():
        yield {"when": {"end of turn": number}, **due.entry()}
    for number, lost in effect.losses.items():
        yield {"when": {"lost this turn": number}, **lost.entry()}


def _as_one(abilities: list[Entry]) -> Iterator[Entry]:
    """Yield what a Summon says, its paragraphs that are all carried out as one ability.

    Each of them chooses for itself, and they are carried out in their order. One that can't be
    joined to the rest, as it is labelled, is left out where it chooses as well.
    """
    whole: Entry | None = None
    for one in abilities:
        if "effect" not in one or one.keys() & {"when", "one of", "granted", "cost"}:
            yield one
        elif whole is None:
            whole = {**one, "effect": list(one["effect"])}
            yield whole
        elif one.keys() - {"effect", "targets"} == whole.keys() - {"effect", "targets"}:
            chosen = len(whole.get("targets", ()))
            if "targets" in one:
                whole["targets"] = [*whole.get("targets", ()), *one["targets"]]
            whole["effect"] += _further(one["effect"], chosen)
        elif "targets" in one and "targets" in whole:
            yield {**one, "targets": [], "effect": [{"other": "a further choice"}]}
        else:
            yield one


def _but_number(ability: Entry) -> Entry:
    """Return an ability without its printed number."""
    return {key: value for key, value in ability.items() if key != "printed"}


def _further(said: Any, chosen: int) -> Any:
    """Return instructions that speak of what is chosen behind so many other things."""
    if isinstance(said, str):
        return _TARGET.sub(lambda found: f"target {int(found[1]) + chosen}", said)
    if isinstance(said, list):
        return [_further(one, chosen) for one in said]
    if isinstance(said, dict):
        return {key: one if key == "other" else _further(one, chosen) for key, one in said.items()}
    return said


def _first(found: list[Entry]) -> list[Entry]:
    """Return one option as it stands after the first of what it may begin with."""
    more = [number for number, one in enumerate(found) if number and "one of" in one]
    return found[: more[0]] if more else found


def _selections(abilities: list[Entry]) -> Iterator[Entry]:
    """Yield abilities, and each selection of several of the actions that a text offers.

    An action that is to be said as one of several is left as it is where not all are known.
    """
    offers: dict[int, list[Entry]] = {}
    for one in abilities:
        if "picks" in one:
            offers.setdefault(one["one of"], []).append(one)
    for one in abilities:
        if "picks" not in one:
            yield one
            continue
        offer = offers[one["one of"]]
        number = next(place for place, other in enumerate(offer, 1) if other is one)
        yield _selection([one], [number])
        if one is offer[-1]:
            yield from _several(offer)


def _several(offer: list[Entry]) -> Iterator[Entry]:
    """Yield the selections of none and of more than one of some actions."""
    picks: dict[str, tuple[int, int]] = offer[0]["picks"]
    made: set[tuple[int, ...]] = set()
    for condition, (least, most) in picks.items():
        for size in range(least, min(most, len(offer)) + 1):
            for places in combinations(range(1, len(offer) + 1), size):
                if size == 1 or places in made:
                    continue
                made.add(places)
                if places:
                    chosen = _selection([offer[place - 1] for place in places], list(places))
                else:
                    chosen = {key: one for key, one in offer[0].items() if key not in _OF_ACTIONS}
                    chosen |= {"actions": 0, "effect": []}
                yield {**chosen, **({"selected if": condition} if condition else {})}


def _selection(offer: list[Entry], places: list[int]) -> Entry:
    """Return a selection of actions, which are carried out one after the other."""
    first, *others = offer
    made = {key: one for key, one in first.items() if key != "picks"}
    made["actions"] = places[0] if len(places) == 1 else places
    for one in others:
        chosen = len(made.get("targets", ()))
        if "targets" in one:
            made["targets"] = [*made.get("targets", ()), *one["targets"]]
        made["effect"] = [*made["effect"], *_further(one["effect"], chosen)]
    return made


_OF_ACTIONS = ("picks", "targets", "effect")


def _modes(does: Node | None) -> tuple[int, int] | None:
    """Return how many of the following actions are selected, None if none are."""
    act = None if does is None or does.kind != "do" else does.node("acts")
    thing = None if act is None else act.node("object")
    if thing is None or thing.kind != "part_of" or lemma(thing.node("of")) != "action":
        return None
    portion = thing.node("portion")
    number = None if portion is None else portion.get("count")
    if portion is None or portion.kind not in ("exactly", "up_to") or not isinstance(number, int):
        raise Unsaid("several actions")
    return (number if portion.kind == "exactly" else 0), number


_ABILITIES = ("ability", "effect")


def _restriction(how: Node) -> Entry:
    """Return when an ability is used, or triggers."""
    while how.kind == "only":
        how = how.node("how") or Node("")
    what = how.node("what")
    if how.kind == "time" and word_in(how, "time") == "once per turn":
        return {"once per turn": True}
    if word_in(how, "prep") == "during" and what is not None:
        word = {"turn": "in your turn", "main phase": "in your main phase"}.get(lemma(what))
        if whose(what) == "your" and word:
            return {word: True}
        if lemma(what) == "turn" and lemma(owner_of(what)) == "opponent":
            return {"in your opponent's turn": True}
    raise Unsaid("when")


def _place_of_this(condition: Node | None, phrases: Phrases) -> str | None:
    """Return where a condition says that the card is; None for other conditions."""
    this = condition is not None and phrases.is_this(condition.get("subject"))
    how = inner(condition, "acts", "how") or inner(condition, "acts", "complement")
    if condition is None or condition.kind != "does" or not this or how is None:
        return None
    prep, where = word_in(how, "prep"), lemma(how.get("what"))
    if prep == "from" and where == "game":
        return "removed"
    return {"hand": "hand", "break zone": "break zone"}.get(where) if prep == "in" else None
