"""Texts that no rule carries out, and that may yet decide what is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from clingo import String, Symbol, SymbolType

from kb.errors import quote
from kb.inference.graph import State
from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.proof import walk
from kb.proof.support import objects_in
from kb.questions.asked import Asked
from kb.questions.speech import listed
from kb.scenario.game import Functioning, Occasion
from kb.scenario.terms import Template
from kb.scenario.unread import is_used

IN_FORCE = frozenset({"static", "when"})
"""What an ability says by which it is in force, or listens, without being used."""

WHEN = "when"
"""What an ability says that waits for something."""

STEP = "step"
"""What an ability says that it does when it is used."""

SENTENCE = 6
"""From how many words on a text is taken for a sentence, and not for a keyword with its cost."""

_LABEL = re.compile(r"^[^.,:]{1,30} -- |\([^()]*\)")
_QUOTED = re.compile(r"[\"“”]")

_SIGN = re.compile(r"\{[^{}]*\}")
_THEN = re.compile(r", | — ")
"""What stands between what a text waits for and what it does."""

_ONLY = frozenset(["only"])
_OTHERS = frozenset({"another", "other", "others", "and"})
_CONDITION = re.compile(r" (?:if|unless|as long as) ")
_FROM = re.compile(r"\bfrom (?:your|a|their|its owner's) (hand|graveyard|library)\b")
"""Where a text takes its own card from."""

_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(rf"\b(\w+) the ({'|'.join(_ORDINALS)}) ")
"""Which of several times a text waits for something."""

_GIVEN = re.compile(
    r"\b(?:gains?|am|is|are|suis|est|sont) ([^.]+?)(?: (?:unless|if|sauf si|si) .*)?\.?$"
)
_AND = re.compile(r",? and |, ")
_MEASURED = re.compile(r" (?:for each|for every|until|by) ")
"""What stands behind how much is given."""

_SOME_THING = String("some thing")
"""Stands for any thing, where a text speaks of no player."""

_MORE = re.compile(r"[.;] *\w")
"""Where a text goes on with another sentence."""

_ONCE = re.compile(r"\bnext\b")
"""By what a text is known that waits but once, from when it is said."""

TOLD = 3
"""How many texts a sentence names."""


@dataclass(frozen=True)
class LeftOut:
    """An ability that no rule carries out.

    Attributes
    ----------
    card : str
        The card that has it.
    ability : int
        Which of the card's abilities it is, counted from 1.
    text : str
        What is not carried out, as the card says it.
    key : (Symbol, int)
        The card and the number, for whoever compares.
    done : bool
        Whether it is what an ability does that is used, and not an ability in force.
    symbol : Symbol or None
        The ability.
    waits : bool
        Whether the ability waits for something, and is not used.
    rest : str
        What of the ability is not carried out, from this text on.
    noted : bool
        Whether the text is a note about the card, in brackets, and not printed on it.
    """

    card: str
    ability: int
    text: str
    key: tuple[Symbol, int] = field(repr=False)
    done: bool = False
    symbol: Symbol | None = field(default=None, repr=False, compare=False)
    waits: bool = field(default=False, repr=False, compare=False)
    rest: str = field(default="", repr=False, compare=False)
    noted: bool = field(default=False, repr=False, compare=False)

    @property
    def entry(self) -> str:
        """How a case names it."""
        return f"{{card: {quote(self.card)}, ability: {self.ability}}}"

    def __str__(self) -> str:
        said = f"the fact that {self.text}" if self.noted else f"“{self.text}”"
        return f"{said} ({self.card})"


def left_out(
    session: Session,
    asked: Asked,
    proofs: Callable[[], Iterable[Proof]],
    *,
    refused: bool = False,
) -> tuple[LeftOut, ...]:
    """Return the abilities that no rule carries out and that may matter for what is asked.

    A text may matter wherever its card has been on the way, unless what is known of it shows that
    it can't: where such abilities function, that it is used or waits for something, whether it
    says what is so or only what may be done, and of whom.

    Parameters
    ----------
    session : Session
    asked : Asked
    proofs : callable
        What the answers rest on: a text that speaks of its own card only is about one of these.
    refused : bool
        Whether the answer is that something may not be done: what only forbids can't change that.
    """
    unread = dict(_unread(session))
    if not unread:
        return ()
    matters = _Relevance(session, asked, proofs, refused)
    seen: dict[LeftOut, None] = {}
    where = {zone.term: zone for zone in session.game.zones.values()}
    cards = {fact.arguments[0]: fact.arguments[1] for fact in session.situation.said("card", 2)}
    parts = _Parts(session, asked)
    known: set[tuple[object, ...]] = set()  # a thing, a zone where it has been, and a text of it
    for number, node in enumerate(session.graph.nodes):
        borrowed = _borrowed(node.state, unread)
        turned = parts.turned(node.state)
        for fluent in node.state:
            if not fluent.match("in", 2) or not fluent.arguments[0].match("obj", 2):
                continue
            (thing, _), zone = fluent.arguments[0].arguments, fluent.arguments[1]
            if zone in where and where[zone].hidden:
                continue
            card = cards.get(thing, thing)
            shown = (
                (parts.backs.get(card, card),) if thing in turned else parts.of(thing, card, zone)
            )
            has = [text for one in shown for text in unread.get(one, ())]
            has += borrowed.get(thing, ())
            for one in has:
                if one in seen or (thing, zone, one.key, one.text) in known:
                    continue
                if not matters.may(one, thing, zone):
                    known.add((thing, zone, one.key, one.text))
                elif one.key[0] != card or matters.has(one, fluent.arguments[0], zone, number):
                    seen[one] = None
    return tuple(sorted(seen, key=lambda one: (one.card, one.ability, one.text)))


def unless(texts: tuple[LeftOut, ...]) -> str:
    """Return the condition under which an answer holds that was found without some texts."""
    if not texts:
        return ""
    named = [str(one) for one in texts[:TOLD]]
    if len(texts) > TOLD:
        more = len(texts) - TOLD
        named.append("one more text" if more == 1 else f"one of {more} more texts")
    return f", unless {listed(named, 'or')} says otherwise"


def _unread(session: Session) -> Iterator[tuple[Symbol, list[LeftOut]]]:
    """Yield the cards that have such abilities, with these."""
    said: dict[Symbol, list[tuple[str, bool]]] = {}
    printed: dict[Symbol, list[Symbol]] = {}
    waiting: set[Symbol] = set()
    for fact in session.situation.said("says", 3):
        ability, word, text = fact.arguments
        if word.name == WHEN:
            waiting.add(ability)
        if word.name in IN_FORCE and text.match("unsupported", 1):
            said.setdefault(ability, []).append((text.arguments[0].string, False))
        elif word.name == STEP and text.match("unsupported", 2):
            said.setdefault(ability, []).append((text.arguments[0].string, True))
    if not said:
        return
    for fact in session.situation.said("printed", 3):
        if fact.arguments[1].name == "ability":
            printed.setdefault(fact.arguments[0], []).append(fact.arguments[2])
    names = session.situation.names
    for card, abilities in printed.items():
        found = []
        for number, ability in enumerate(sorted(abilities), 1):
            texts = said.get(ability, [])
            for place, (part, done) in enumerate(texts):
                rest = ". ".join(one for one, _ in texts[place:])
                key, waits = (card, number), ability in waiting
                noted = part.startswith("(") and part.endswith(")")
                told = part[1:-1] if noted else part
                found.append(
                    LeftOut(names.text(card), number, told, key, done, ability, waits, rest, noted)
                )
        if found:
            yield card, found


class _Parts:
    """Tells of which cards the texts are that a thing may have: of the whole, and of its parts."""

    def __init__(self, session: Session, asked: Asked) -> None:
        self.act = getattr(asked, "act", None)
        self.known = session.game.functioning
        keys = {one.key for one in session.game.part_keys.values()}
        self.parts: dict[Symbol, list[Symbol]] = {}
        self.backs: dict[Symbol, Symbol] = {}
        attributes = session.game.object_attributes.values()
        self._turned = [one.fluent for one in attributes if one.shows == "back"]
        for fact in session.situation.said("printed", 3) if keys or self._turned else ():
            if fact.arguments[1] in keys:
                self.parts.setdefault(fact.arguments[0], []).append(fact.arguments[2])
            elif fact.arguments[1].name == "back":
                self.backs[fact.arguments[0]] = fact.arguments[2]

    def turned(self, state: Iterable[Symbol]) -> frozenset[Symbol]:
        """Return the things that show their back faces in a state."""
        if not self._turned:
            return frozenset()
        found = (
            fluent for fluent in state for one in self._turned if one.match(fluent) is not None
        )
        return frozenset().union(*map(objects_in, found))

    def of(self, thing: Symbol, card: Symbol, zone: Symbol) -> tuple[Symbol, ...]:
        """Return the cards whose texts count: of what is played as a part, that part alone."""
        parts = self.parts.get(card)
        if parts is None or (self.known is not None and zone.name in self.known.constants):
            return (card,)
        act = self.act
        if act is not None and act.about and thing in (act.about.symbol, *act.about.others):
            return (card,) if act.part is None else (act.part.card,)
        return (card, *parts)


def _borrowed(
    state: Iterable[Symbol], unread: Mapping[Symbol, list[LeftOut]]
) -> dict[Symbol, list[LeftOut]]:
    """Return what things have of the texts of cards that they are not: copies, and what is lent."""
    found: dict[Symbol, list[LeftOut]] = {}
    for fluent in state:
        if fluent.type != SymbolType.Function:
            continue
        place = next((n for n, one in enumerate(fluent.arguments) if one.match("obj", 2)), None)
        if place is not None:
            thing = fluent.arguments[place].arguments[0]
            for other in fluent.arguments[place + 1 :]:
                for key in _cards_in(other):
                    whole = unread.get(key[0], ())
                    lent = [one for one in whole if key[1] in (None, one.key[1])]
                    if lent:
                        found.setdefault(thing, []).extend(lent)
    return found


def _cards_in(term: Symbol) -> Iterator[tuple[Symbol, int | None]]:
    """Yield the cards that a term may speak of, and which of their abilities if of one only."""
    if term.type != SymbolType.Function or term.match("obj", 2):
        return
    if term.match("ab", 2) and term.arguments[1].type == SymbolType.Number:
        yield term.arguments[0], term.arguments[1].number
    elif not term.arguments:
        yield term, None
    else:
        for one in term.arguments:
            yield from _cards_in(one)


class _Relevance:
    """Tells by its words what a text that is not understood can't change."""

    def __init__(
        self,
        session: Session,
        asked: Asked,
        proofs: Callable[[], Iterable[Proof]],
        refused: bool,
    ) -> None:
        self._session = session
        self.functioning = session.game.functioning
        self.zones = frozenset(zone.term for zone in session.game.zones.values())
        self.asked = asked
        self._nodes = session.graph.nodes
        self.calm = len(self._nodes) == 1
        # What was done was legal: that something else is allowed as well changes nothing.
        self.refused_on_the_way = any(one.kind in ("illegal", "stuck") for one in self._nodes)
        self.refused_uses = frozenset[Symbol]().union(
            *(
                objects_in(why.arguments[1])
                for one in self._nodes
                if one.kind == "illegal"
                for why in one.reasons
                if why.match("unmet", 3) and _abilities_in(why.arguments[1])
            )
        )
        self.done = not asked.about_acts and not self.refused_on_the_way
        self._proofs = proofs
        act = getattr(asked, "act", None)
        # Where a declaration must obey what it can, less may be asked of it than without the text.
        declares = act is not None and (act.action.each or act.action.rest)
        self.refused = refused and act is not None and not declares
        self.allowed = act is not None and not refused and not declares and not asked.ranges
        self.allowed &= not self.refused_on_the_way
        # More to pay with makes nothing illegal that is legal without it.
        self.may_lack = asked.about_acts and (act is None or refused)

    @cached_property
    def rested_on(self) -> frozenset[Symbol]:
        """The things that the proofs speak of."""
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        return frozenset().union(*(objects_in(one.atom) for one in nodes if one.atom is not None))

    @cached_property
    def involved(self) -> frozenset[Symbol]:
        """The things that the proofs speak of, and those that took part in what came before.

        What did not happen has no proof that speaks of those by which it might have happened.
        """
        takes = (option for node in self._nodes for edge in node.edges for _, option in edge.takes)
        return self.rested_on.union(*map(objects_in, (*self.begun, *self.ended, *takes)))

    @cached_property
    def totalled(self) -> bool:
        """Whether the proofs, or what came before, speak of what adds up over many things."""
        totals = self.functioning.totals if self.functioning else frozenset()
        if not totals:
            return False
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        edges = (edge for node in self._nodes for edge in node.edges)
        atoms = chain(
            (one.atom for one in nodes if one.atom is not None),
            (atom for edge in edges for atom in edge.atoms or ()),
        )
        return any(part.name in totals for atom in atoms for part in _functions(atom))

    def functions(self, text: str, zone: Symbol, card: str) -> bool:
        """Return whether an ability of a card with these words may do something in a zone."""
        known = self.functioning
        if known is None:
            return True
        if any(words in text.casefold() for words in known.before_the_game):
            return False
        if zone.name in known.constants:
            return zone not in self.zones or not text.casefold().startswith(known.spells)
        named = () if text.casefold().startswith("when") else _FROM.findall(text.casefold())
        if named and zone.name not in named:
            return False
        words = _words(text)
        if known.by_name and len(words) >= SENTENCE and not _names(card, words):
            return False
        # The name of a keyword says nothing of where it does something.
        return len(words) < SENTENCE or not known.elsewhere.isdisjoint(words)

    def has(self, left: LeftOut, what: Symbol, zone: Symbol, node: int) -> bool:
        """Return whether something has an ability in a state, if rules say there what it has."""
        known = self.functioning
        if known is None or known.has is None or zone.name not in known.constants:
            return True
        if zone not in self.zones or left.symbol is None:
            return True
        atom = known.has.fill({"object": what, "ability": left.symbol})
        shown = (f"{atom.name}/{len(atom.arguments)}",)
        return atom in self._session.ask(node, "", shown).of(atom.name)

    def may(self, left: LeftOut, thing: Symbol, zone: Symbol) -> bool:
        """Return whether what is left out of a thing in a zone may change what is asked."""
        if left.done:
            if thing in self.refused_uses and (self._limited(left.text) or is_used(left.text)):
                return True
            if left.symbol in self.used and self._limited(left.text):
                return True
            act = getattr(self.asked, "act", None)
            used = frozenset(() if act is None else act.abilities)
            # What is chosen for what waits is chosen when it is set off; and another ability than
            # the one that is asked about is not used.
            other = bool(used) and left.symbol not in used
            chosen = not left.waits and not other and self._asks_to_choose(left.text, thing)
            return chosen or self._set_off_elsewhere(left, thing, zone)
        if self._pays_otherwise(left.text, thing, zone):
            return True
        if self._of_what_is_not_there(left.text, zone):
            return False
        if self._is_something_else(left.text, zone):
            return thing in self.involved or self.asked.about_acts
        left = replace(left, text=self._meaning(left.text))
        if self._of_being_played(left) and not self._played(thing):
            return False
        if self._saves_nothing(left.text.casefold()):
            return False
        return self.functions(left.text, zone, left.card) and self.can(left, thing)

    def _of_what_is_not_there(self, text: str, zone: Symbol) -> bool:
        """Return whether a text is about something that is nowhere on the way.

        That is so of another face, as long as nothing has been done that could turn a card.
        """
        known = self.functioning
        if known is None:
            return False
        said = text.casefold()
        if zone.name in known.constants and any(words in said for words in known.apart):
            return self.calm and self.asked.about_acts and not self.refused_on_the_way
        for phrase, shows in known.only_about.items():
            if phrase in said:
                return not self._shown(shows)
        return False

    def _is_something_else(self, text: str, zone: Symbol) -> bool:
        """Return whether a note says that a card is another one in a zone: its unknown front."""
        known = self.functioning
        if known is None or zone.name in known.constants:
            return False
        return any(words in text.casefold() for words in known.apart)

    def _shown(self, patterns: Iterable[Template]) -> bool:
        """Return whether one of some atoms is derived on the way."""
        terms = [one.term for one in patterns]
        shown = tuple({f"{term.name}/{len(term.arguments)}" for term in terms})
        return any(
            one.match(atom) is not None
            for number in range(len(self._nodes))
            for one in patterns
            for atom in self._session.ask(number, "", shown).of(one.term.name)
        )

    def _set_off_elsewhere(self, left: LeftOut, thing: Symbol, zone: Symbol) -> bool:
        """Return whether a text waits, where its card lies, for something that happens.

        It is taken for what is done when its card is used, as by a spell, or for what functions
        where things do; its words alone tell that it functions somewhere else.
        """
        known = self.functioning
        text = left.rest.casefold()
        if known is None or zone.name in known.constants or not text.startswith(known.waits):
            return False
        if _ONCE.search(_waited_for(text)):
            return False
        return self.functions(text, zone, left.card) and self._says(known, text, left.card, thing)

    def _saves_nothing(self, text: str) -> bool:
        """Return whether a text only makes cheaper what was paid for, with nobody counting."""
        known = self.functioning
        if known is None or not self.done or not self.shown or _MORE.search(text):
            return False
        less = (word in _words(text) for one, word in known.cheaper.items() if text.startswith(one))
        counted = (
            one.match(fluent) is not None
            for node in self._nodes
            for fluent in node.state
            for one in known.counts_payment
        )
        asked = not self.shown.isdisjoint(known.payments)
        return any(less) and not asked and not any(counted)

    @cached_property
    def shown(self) -> frozenset[str]:
        """What the terms are called of which a question asks that is about one property."""
        asks = getattr(self.asked, "property", None)
        terms = () if asks is None else (asks.atom, asks.fluent)
        shown = (part.name for one in terms if one is not None for part in _functions(one.term))
        return frozenset(shown)

    def _pays_otherwise(self, text: str, thing: Symbol, zone: Symbol) -> bool:
        """Return whether what was refused may be paid for, or timed, in the way a text says."""
        known = self.functioning
        about = getattr(getattr(self.asked, "act", None), "about", None)
        if known is None or not (self.refused or self.refused_on_the_way):
            return False
        concerned = self.refused_on_the_way or zone.name in known.constants
        concerned |= about is not None and thing in (about.symbol, *about.others)
        return concerned and any(_says(text, words) for words in known.own_cost)

    def _meaning(self, text: str) -> str:
        """Return what a text is about: of a keyword the name alone does not say it."""
        known = self.functioning.keywords if self.functioning else {}
        words = _words(text)
        if len(words) >= SENTENCE:
            return text
        return next((known[word] for word in words[:1] if word in known), text)

    def _of_being_played(self, left: LeftOut) -> bool:
        """Return whether a text is about its own card being played, or what that costs."""
        known = self.functioning
        if known is None:
            return False
        text, name = left.text.casefold(), left.card.partition(" (")[0].casefold()
        if known.by_name and text.startswith(known.own_play):
            return self._of_own_play(known, text, name)
        costs = (f"{phrase} {name}" for phrase in known.own_cost) if known.by_name else ()
        return any(words in text for words in (*known.spells, *costs))

    def _of_own_play(self, known: Functioning, text: str, name: str) -> bool:
        """Return whether a text says when its own card may be played, and no other that is here."""
        also = rf"(?: (?:or|and) {known.named_by} [^,.]*?)?"
        ends = "(?: (?:while|if|unless|during|onto) |[.,]|$)"
        begins = next(one for one in known.own_play if text.startswith(one))
        if re.match(f"{begins} {re.escape(name)}{also}{ends}", text) is None:
            return False
        names = self._session.situation.names
        called = (
            (one, names.text(card).partition(" (")[0].casefold())
            for one, card in self.cards.items()
        )
        others = (one for one, other in called if f"{known.named_by} {other}" in text)
        return not any(map(self._played, others))

    def _played(self, thing: Symbol) -> bool:
        """Return whether a thing is, or may be, played: on the way, or as what is asked about."""
        if self.refused_on_the_way:
            return True
        act = getattr(self.asked, "act", None)
        if act is None and self.asked.about_acts:
            by = getattr(self.asked, "by", None)
            return by is None or self.controllers.get(thing) in (by, None)
        if act is not None and act.about and thing in (act.about.symbol, *act.about.others):
            return True
        return any(
            fluent.match("in", 2) and thing in objects_in(fluent.arguments[0])
            for fluent in self.begun
        )

    def _asks_to_choose(self, text: str, thing: Symbol) -> bool:
        """Return whether an effect may ask for what it takes to use it: a choice, a time, a cost.

        What else is not understood of an effect counts when it is carried out.
        """
        act = getattr(self.asked, "act", None)
        known = self.functioning
        needed = known.chooses if known else frozenset()
        limits = self._limited(text)
        costs = bool(known and any(_says(text, words) for words in known.own_cost))
        if costs and self.refused_on_the_way:
            return True
        limits |= costs
        if act is None:
            asks = limits or not needed.isdisjoint(_words(text))
            return self.asked.about_acts and asks
        if act.about is None or thing not in (act.about.symbol, *act.about.others):
            return False
        if limits:
            return True
        # Where nothing need be chosen, only what may be chosen can be more than was found.
        return self.asked.ranges if not needed else not needed.isdisjoint(_words(text))

    def _limited(self, text: str) -> bool:
        """Return whether a text says when, or how often, what it speaks of may be done."""
        known = self.functioning
        return bool(known and not known.limits.isdisjoint(_words(text)))

    @cached_property
    def used(self) -> frozenset[Symbol]:
        """The abilities that were used on the way."""
        edges = (edge for node in self._nodes for edge in node.edges)
        options = (option for edge in edges for _, option in edge.takes)
        return frozenset(part for option in options for part in _abilities_in(option))

    def can(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether an ability of a thing may change what is asked."""
        known = self.functioning
        if known is None:
            return True
        if is_used(left.text):
            # Whoever is not named passes: it is not used, except to pay for what is asked about.
            pays = not known.pays.isdisjoint(_words(left.text))
            used = self.asked.open_ended or thing in self.refused_uses
            return used or (self.may_lack and pays)
        # What it grants may matter, or what it says besides.
        text = _LABEL.sub("", left.text).casefold()
        text = next((text[len(one) :] for one in known.signs if text.startswith(one)), text)
        if known.before_paying and text.startswith(known.before_paying):
            text = text.partition(f"{left.card.partition(' (')[0].casefold()}, ")[2] or text
        first, *more = _QUOTED.split(text.strip())
        # What is offered, or lent, once something happens is neither before that.
        waits = bool(more) and first.strip().startswith(known.waits)
        if waits and not self._says(known, first.strip(), left.card, thing):
            return False
        *before, last = _words(first) or [""]
        # "Enchanted creature has" says no more than what is lent, "gets +1/+1 and has" does.
        grants = bool(more) and last in known.states
        grants &= (known.acts | known.states).isdisjoint(before)
        parts = [] if grants else [self._says(known, first.strip(), left.card, thing)]
        lent = (part.strip() for part in more if part.strip(" .,") not in ("", "and", "or"))
        return any(parts) or any(self._says(known, one, "", thing, lent=True) for one in lent)

    def _says(
        self, known: Functioning, text: str, card: str, thing: Symbol, *, lent: bool = False
    ) -> bool:
        """Return whether what a part of a text says may change what is asked.

        What is lent speaks, where it seems to speak of its own card, of the one that has it.
        """
        if not text.strip(" .,"):
            return False
        # What was paid for, or can be, is so whatever else there might be to pay with.
        if text.startswith(known.ways_to_pay) and (self.done or self.allowed):
            return False
        condition, _, rest = text.partition(", ")
        begins, name = _words(condition), _words(card.partition(" (")[0])
        itself = not known.itself.isdisjoint(begins[1:2])
        itself |= bool(name) and begins[1 : 1 + len(name)] == name
        itself &= not lent and not _begins(begins[1:], known.beyond)
        alone = thing if itself and _OTHERS.isdisjoint(begins) else None
        if alone is None and self._of_things(known, condition):
            alone = _SOME_THING
        if text.startswith(known.waits) or (begins[:1] == ["as"] and begins[1:2] != ["long"]):
            # What is set off comes after the act that is asked about.
            later = text.startswith(WHEN)
            return not self._never(known, _waited_for(text), alone, later=later)
        met = None
        if rest and condition.startswith(known.conditions):
            text, met = rest, condition
            happens = not known.events.isdisjoint(begins)
            nobody = happens and self._of_nobody(known, condition)
            if nobody or (happens and self._never(known, condition, alone)):
                return False
        for phrase, what in known.several.items():
            if text.startswith(phrase):
                return self._several(what)
        if text.startswith(known.lasting):
            return not self.calm or self.asked.about_acts
        words = _words(text)
        permits = text.startswith(known.permits) and (known.limits & _ONLY).isdisjoint(words)
        # What may be done as well leaves a "yes" as it is.
        if permits and self.allowed and met is None:
            return False
        # What happens may be what somebody is let do something about.
        if permits and self.done and (met is None or self._never(known, met, alone)):
            return False
        if not known.obliges.isdisjoint(words) and self._was_due(known, words):
            return True
        spoken = frozenset().union(*(one.words for one in known.happenings.values()))
        others = (known.acts | known.states) - known.forbids - spoken
        if self.refused and not known.forbids.isdisjoint(words) and others.isdisjoint(words):
            return False
        own = (
            bool(name)
            and words[: len(name)] == name
            and words[len(name) : len(name) + 1] != ["and"]
        )
        own |= not known.itself.isdisjoint(words[:1])
        own = own and not lent and not _MORE.search(text) and not text.startswith(known.beyond)
        # Whose something is makes no state of it.
        bare = re.sub("|".join(map(re.escape, sum(known.whose, ()))) or "$^", "", text)
        # What a condition speaks of does not happen by the text.
        main, held = _CONDITION.split(text, 1)[0], _CONDITION.split(bare, 1)[0]
        deed = text.startswith(known.deeds) or (
            not known.acts.isdisjoint(_words(main)) and known.states.isdisjoint(_words(held))
        )
        if deed and self._never(known, main, thing if own else None):
            return False
        if not deed and (self._of_nobody(known, text) or self._of_no_use(known, text)):
            return False
        if own:
            # All that may be done may be done with it, too; and what has to be done with it
            # stands in the way of anything else.
            obliges = deed and self.asked.about_acts and not known.obliges.isdisjoint(words)
            counted = self.totalled and not known.states.isdisjoint(words)
            counted |= self._counts(known, words)
            # What may be done has reasons of its own, also where it may not.
            about = self.rested_on if self.asked.about_acts else self.involved
            return thing in about or obliges or counted or self._among(known, words)
        return not self._of_others(known, text, thing)

    def _counts(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether a text is about something that happened to no object by itself."""
        named = (one for one in known.happenings.values() if not one.words.isdisjoint(words))
        return any(self._happens(one, None) for one in named if not one.of_objects and one.seen)

    def _among(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether a text is about an act of which all that may be done is asked."""
        act = getattr(self.asked, "act", None)
        spoken = [one for one in known.happenings.values() if not one.words.isdisjoint(words)]
        acts = frozenset().union(*(one.acts for one in spoken))
        return self.asked.ranges and (bool(acts) if act is None else act.action.name in acts)

    def _of_others(self, known: Functioning, text: str, thing: Symbol) -> bool:
        """Return whether a text speaks of the things of a player who plays no part.

        It does where what it is about, before its verb, is somebody's; what stands behind may be
        one of several things that it says.
        """
        verbs = known.acts | known.states

        def about_it(phrase: str) -> bool:
            before, found, after = text.partition(phrase)
            # What is done to somebody's things, and not said of them, is a change as well.
            if self.asked.all_changes and verbs.isdisjoint(_words(after)[:1]):
                return False
            # The players themselves may be spoken of, too: "you and creatures you control".
            if not set(_words(phrase)[:-1]).isdisjoint(_words(before)):
                return False
            # Without anything before it, it is the verb: "you control enchanted creature".
            return bool(found) and bool(before.strip()) and verbs.isdisjoint(_words(before))

        yours, theirs = ([one for one in words if about_it(one)] for words in known.whose)
        if bool(yours) == bool(theirs) or _MORE.search(text):
            return False
        about = {self.controllers[one] for one in self.involved if one in self.controllers}
        holder = {self.controllers.get(thing)}
        return bool(about) and (about.isdisjoint(holder) if yours else about <= holder)

    @cached_property
    def controllers(self) -> dict[Symbol, Symbol | None]:
        """Who controls each thing, or owns it as long as nobody does; None where that changes."""
        owners = self._session.situation.said("owner", 2)
        owned = {fact.arguments[0]: fact.arguments[1] for fact in owners}
        found: dict[Symbol, Symbol | None] = {}
        for node in self._nodes:
            for fluent in node.state:
                if fluent.match("controls", 2) and fluent.arguments[0].match("obj", 2):
                    thing, player = fluent.arguments[0].arguments[0], fluent.arguments[1]
                    found[thing] = player if found.get(thing, player) == player else None
        return owned | found

    def _never(
        self, known: Functioning, text: str, thing: Symbol | None = None, *, later: bool = False
    ) -> bool:
        """Return whether nothing of what a text speaks of happens, nor is asked about.

        A text that speaks of one thing only is about what happens to that.
        """
        words = frozenset((*_words(text), *_SIGN.findall(text)))
        named = [one for one in known.happenings.values() if one.spoken_of(text, words)]
        if self.calm and not self.asked.about_acts and not self.refused_on_the_way:
            return bool(named) or known.holds.isdisjoint(words)
        return bool(named) and not any(
            self._happens(one, thing, later=later) and not self._too_seldom(one, text)
            for one in named
        )

    def _was_due(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether it was to be said on the way whether something was done, or not."""
        named = [one for one in known.happenings.values() if not one.words.isdisjoint(words)]
        held = (fluent for node in self._nodes for fluent in node.state)
        due = [pattern for one in named for pattern in one.due]
        return bool(due) and any(one.match(fluent) is not None for fluent in held for one in due)

    def _happens(self, what: Occasion, thing: Symbol | None, *, later: bool = False) -> bool:
        act = getattr(self.asked, "act", None)
        if self.refused_on_the_way and what.acts:  # it may have been legal
            return True
        about_acts = self.asked.about_acts and (self.asked.open_ended or not later)
        if about_acts and (act is None or act.action.name in what.acts):
            return True
        if thing == _SOME_THING and what.to_things:
            done_to = (
                found
                for one in what.to_things
                for fluent in self.begun
                if (found := one.match(fluent)) is not None
            )
            return any(not self.fielded.isdisjoint(objects_in(one)) for one in done_to)
        anyone = thing is None or not what.of_objects
        about = self.fielded if thing == _SOME_THING else frozenset([thing])
        return any(
            one.match(fluent) is not None
            and (anyone or not about.isdisjoint(objects_in(fluent)))
            and not (what.never_of and self._is_of(fluent, what.never_of))
            for patterns, changed in ((what.seen, self.begun), (what.over, self.ended))
            for one in patterns
            for fluent in changed
        )

    def _is_of(self, fluent: Symbol, kinds: frozenset[str]) -> bool:
        """Return whether the first thing that a fluent speaks of is one of some kinds of cards."""
        first = next((one for one in _functions(fluent) if one.match("obj", 2)), None)
        card = None if first is None else self.cards.get(first.arguments[0])
        printed = self._session.situation.said("printed", 3)
        return card is not None and any(
            fact.arguments[0] == card
            and fact.arguments[2].type is SymbolType.Function
            and fact.arguments[2].name in kinds
            for fact in printed
        )

    def _too_seldom(self, what: Occasion, text: str) -> bool:
        """Return whether what a text waits for happened too few times: "the second card"."""
        said = _ORDINAL.search(text)
        each = what.each_time
        verb = "" if said is None else said[1]
        if said is None or each is None or self.asked.about_acts or verb not in what.words:
            return False
        found = (
            Counter(fluent.arguments[0] for fluent in node.state if each.match(fluent) is not None)
            for node in self._nodes
        )
        most = max((max(one.values(), default=0) for one in found), default=0)
        return most < _ORDINALS.index(said[2]) + 2

    def _of_things(self, known: Functioning, condition: str) -> bool:
        """Return whether a condition speaks of what is done to things, and not to players."""
        subject, suffers, _ = next(
            (part for one in known.suffers if (part := condition.partition(f" {one}"))[1]),
            ("", "", ""),
        )
        words = set(_words(subject))
        return bool(suffers) and bool(known.objects & words) and known.people.isdisjoint(words)

    def _of_nobody(self, known: Functioning, text: str) -> bool:
        """Return whether a text speaks of what does something that nothing does on the way."""
        happens = frozenset().union(*(one.words for one in known.happenings.values()))
        verbs = (happens | known.acts | known.states) - known.doing
        words = _words(text)
        verb = next((n for n, word in enumerate(words) if word in verbs), 0)
        doing = known.doing.intersection(words[:verb])
        named = [one for one in known.happenings.values() if not one.words.isdisjoint(doing)]
        return bool(named) and not any(map(self._goes_on, named))

    def _goes_on(self, what: Occasion) -> bool:
        """Return whether something happens on the way, or was happening before."""
        return self._happens(what, None) or any(
            one.match(fluent) is not None
            for node in self._nodes
            for fluent in node.state
            for one in what.seen
        )

    def _of_no_use(self, known: Functioning, text: str) -> bool:
        """Return whether a text gives only what nothing on the way looks at, nor the question."""
        shown = self.shown
        if not shown or self.refused_on_the_way or _MORE.search(text):
            return False
        given = _GIVEN.search(text)
        keywords = [] if given is None else _AND.split(given[1])
        if keywords and all(word in known.in_happenings for word in keywords):
            named = {one for word in keywords for one in known.in_happenings[word]}
            goes_on = any(self._goes_on(known.happenings[one]) for one in named)
            return (
                not goes_on
                and "keyword" not in shown
                and not self._looked_at({word.replace(" ", "_") for word in keywords})
            )
        words = set(_words(text))
        main = _MEASURED.split(text.rstrip("."))[0]
        (measure,) = known.measures & words or (None,)
        limits = text.startswith(f"the {measure} of ")
        if limits and not self._changes(measure):
            return True
        if measure is None or not shown.isdisjoint(known.measures):
            return False
        if not limits and (not main.endswith(f" {measure}") or not known.lowers.isdisjoint(words)):
            return False
        things = self._things_of(known.critical)
        if not self.fielded.isdisjoint(things):
            return False
        return not self._looked_at(known.measures)

    def _changes(self, measure: str | None) -> bool:
        """Return whether anything on the way, or any text, says more of something."""
        held = (fluent for node in self._nodes for fluent in node.state)
        said = chain(held, self._session.situation.said("says", 3))
        return any(str(measure) in part.name for atom in said for part in _functions(atom))

    def _things_of(self, patterns: tuple[Template, ...]) -> frozenset[Symbol]:
        """Return the things of which one of some patterns holds at any time."""
        held = {fluent for node in self._nodes for fluent in node.state}
        told = (one for one in held if any(p.match(one) is not None for p in patterns))
        return frozenset().union(*map(objects_in, told))

    def _looked_at(self, names: Collection[str]) -> bool:
        """Return whether proofs, what is so on the way, or what cards say speaks of something."""
        nodes = walk(tree for proof in self._proofs() for tree in proof.trees)
        atoms = chain(
            (one.atom for one in nodes if one.atom is not None),
            (fluent for node in self._nodes for fluent in node.state),
            self._session.situation.said("says", 3),
            self._session.situation.said("filter", 3),
        )
        return any(part.name in names for atom in atoms for part in _functions(atom))

    def _several(self, what: str) -> bool:
        """Return whether somebody has two of what a text lets players have several of."""
        if self.allowed:
            return False
        found = [
            (number, objects_in(atom))
            for number in range(len(self._nodes))
            for atom in self._session.ask(number, "", (f"{what}/1",)).of(what)
        ]
        things = frozenset().union(*(objects for _, objects in found))
        if self.asked.about_acts or self.refused_on_the_way:
            act = getattr(self.asked, "act", None)
            about = None if act is None or self.refused_on_the_way else act.about
            return about is None or not things.isdisjoint((about.symbol, *about.others))
        held = Counter(self.controllers.get(one) for one in things & self.fielded)
        unsure = held.pop(None, 0)
        return max(held.values(), default=0) + unsure > 1

    @cached_property
    def fielded(self) -> frozenset[Symbol]:
        """The things that have been in a zone in which somebody controls what is there."""
        zones = {one.term for one in self._session.game.zones.values() if one.controlled}
        return frozenset(
            fluent.arguments[0].arguments[0]
            for node in self._nodes
            for fluent in node.state
            if fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[1] in zones
        )

    @cached_property
    def cards(self) -> dict[Symbol, Symbol]:
        """Of which card each thing is."""
        facts = self._session.situation.said("card", 2)
        return {fact.arguments[0]: fact.arguments[1] for fact in facts}

    @cached_property
    def begun(self) -> frozenset[Symbol]:
        """What begins to hold on the way."""
        return frozenset().union(*(after - before for before, after in self._steps))

    @cached_property
    def ended(self) -> frozenset[Symbol]:
        """What ceases to hold on the way."""
        return frozenset().union(*(before - after for before, after in self._steps))

    @property
    def _steps(self) -> Iterator[tuple[State, State]]:
        nodes = self._nodes
        return ((node.state, nodes[edge.target].state) for node in nodes for edge in node.edges)


def _abilities_in(option: Symbol) -> list[Symbol]:
    """Return the abilities that an option names: those that are used."""
    parts = option.arguments if option.type is SymbolType.Function else []
    return [part for part in parts if part.match("ab", 2)]


def _functions(term: Symbol) -> Iterator[Symbol]:
    """Yield a term and its parts, but for numbers and strings."""
    if term.type is SymbolType.Function:
        yield term
        for part in term.arguments:
            yield from _functions(part)


def _waited_for(text: str) -> str:
    """Return what a text waits for, without what it does then."""
    sign = _SIGN.match(text)
    return sign.group() if sign else _THEN.split(text, maxsplit=1)[0]


def _names(card: str, words: list[str]) -> bool:
    """Return whether words speak of their own card by its name."""
    name = _words(card.partition(" (")[0])
    places = range(len(words) - len(name) + 1)
    return any(words[place : place + len(name)] == name for place in places)


def _begins(words: Iterable[str], phrases: Iterable[str]) -> bool:
    """Return whether words begin with one of some phrases."""
    said = " ".join(words)
    return any(f"{said} ".startswith(f"{phrase} ") for phrase in phrases)


def _says(text: str, phrase: str) -> bool:
    """Return whether a phrase stands in a text, word for word."""
    return f" {' '.join(_words(phrase))} " in f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return re.findall(r"[\w']+", text.casefold().replace("’", "'"))
