"""What a text that no rule carries out can't change, as its words tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from clingo import Symbol, SymbolType

from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.support import objects_in
from kb.questions.asked import Asked
from kb.rulings.kinds import Kinds, singulars
from kb.rulings.left_out import WHEN, LeftOut
from kb.rulings.occasions import SOME_THING, Occasions
from kb.rulings.parties import Parties
from kb.rulings.places import Places
from kb.rulings.said import (
    MORE,
    OTHERS,
    SENTENCE,
    begins_with,
    done_to_card,
    is_about_card,
    named_plainly,
    says_where_alone,
    says_words,
    waited_for,
    words_of,
)
from kb.rulings.traits import Traits
from kb.rulings.way import Way, terms_in
from kb.scenario.script import Act
from kb.scenario.unread import is_used
from kb.scenario.zones import Functioning

_LABEL = re.compile(r"^(?!(?i:choose|when))[^.,:—]{1,30} (?:--|—) |\([^()]*\)")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r"[\"“”]")


_FOLLOWS = re.compile(
    r"[.;] *(?:if|when) (?:you do\b|[^.,]*\bpaid\b)|[.;] *si vous (?:le faites|faites cela)\b"
)
"""How a text goes on with what follows from what it lets somebody do."""

_ONLY = frozenset(["only"])
_SEVERAL = frozenset({"and", "then", "when", "whenever"})
"""Words by which a text says more than one thing."""
_CONDITION = re.compile(r" (?:if|unless|as long as) ")
_BEFORE = frozenset({"have", "has", "had", "was", "were", "been"})
"""Words by which a condition is about what happened before."""

_RELATIVE = frozenset({"and", "that", "which", "who", "if"})
"""Words behind which a clause may only describe what a text is about."""

_UP_TO = re.compile(r"\bup to (?:one|two|three|four|five|six|x|that many) (?:other )?targets?\b")
"""How a text says that what it may be aimed at need not be there."""

_GIVEN = re.compile(
    r"\b(?:gains?|loses?|has|have|am|is|are|suis|est|sont) ([^.]+?)"
    r"(?: (?:unless|if|as long as|sauf si|si) .*)?\.?$"
)
_AND = re.compile(r",? and |, ")
_MEASURED = re.compile(r" (?:for each|for every|until|by) ")
"""What stands behind how much is given."""


_BANNED = re.compile(r"^[^,.:]*?\b(?:can't|cannot|can|don't|doesn't) ((?:\w+ ){0,3}\w+)")
"""What a text that forbids, or allows, is about, in the words that come after."""


_PASSIVE = re.compile(r"\b(?:can't|cannot) (be (?:\w+ ){0,3}\w+)")
"""What can't be done to something, in a text."""


_KEYWORD = re.compile(r"^(?:\w+(?: (?:X|\d+|[a-z]+))?(?:—| \{)|[IVX]+(?:, [IVX]+)* — )")
"""A keyword with its cost, or the numbers of chapters, however long what follows is."""

_TO_WHAT = re.compile(r"\b(?:dealt|damage) to ([^,.]+?)(?= by |[,.]|$)")
"""How a text says to what damage is dealt."""

_NUMBERS = ("one", "two", "three", "four", "five", "six")
_NO_MORE = re.compile(rf"no more than ({'|'.join(_NUMBERS)}) \w+ can (\w+)\b(?!.*\beach turn\b)")
"""How a text says how many can do something in one combat."""

_PAYING = frozenset({"pay", "pays", "paid", "cost", "costs", "play", "cast"})
"""Words by which a condition is about what is done, and not about what comes of it."""

_AS_MANY = re.compile(r"\bx targets?\b")
"""How a text is aimed at as many things as a number that is chosen: at none, too."""

_COST = re.compile(
    r"(?:[\w' ]+ )?spells? (?:[\w' ]+ )?costs? (?:(?:\{[^{}]+\})+ )?(?:more|less) to cast"
    r"(?: for each [\w' ]+)?\.?"
)
"""What a text says that only changes how much mana spells cost."""

_EITHER = re.compile(r"\bor\b(?! more\b)")
"""How a condition goes on that another thing meets as well."""

_NAMELESS = "–"
"""What a card is called whose name is taken for a word."""

_MODE = "•"
_ONCE = re.compile(r"\b(?:next|this way)\b")
"""By what a text is known that waits but once, from when it is said, or for what it does itself."""


class Relevance:
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
        self.way = Way(session, proofs)
        self.parties = Parties(session, self.way)
        self.occasions = Occasions(session, asked, self.way, self.parties)
        self.places = Places(session, asked, self.way)
        self.traits = Traits(session)
        any_kind = self.functioning.any_kind if self.functioning else frozenset()
        self.kinds = Kinds(session, self.way, any_kind)
        # Where all was legal, that something else is allowed as well changes nothing.
        self.done = not asked.about_acts and not self.way.refused_on_the_way
        act = getattr(asked, "act", None)
        # Where a declaration must obey what it can, less may be asked of it than without the text.
        declares = act is not None and (act.action.each or act.action.rest)
        self.refused = refused and act is not None and not declares
        self.allowed = act is not None and not refused and not declares and not asked.ranges
        self.allowed &= not self.way.refused_on_the_way
        # More to pay with makes nothing illegal that is legal without it.
        self.may_lack = asked.about_acts and (act is None or refused)

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
        """Return whether what is left out of a thing in a zone may change what is asked.

        Where the name of its card may be a word of the text, too, it may by either meaning.
        """
        if self._may(named_plainly(left), thing, zone):
            return True
        return self._may_be_a_word(left) and self._may(replace(left, card=_NAMELESS), thing, zone)

    def _may_be_a_word(self, left: LeftOut) -> bool:
        """Return whether a text begins with the name of its card, and the name is a word as well.

        So are all words of the game's texts, and the plural of what is printed as a kind.
        """
        call = left.card.partition(" (")[0].partition(",")[0]
        if not re.search(rf"(?:^|[.:—•\"“] ?){re.escape(call)}\b", left.text, re.IGNORECASE):
            return False
        words = [word.casefold() for word in call.split()]
        return all(
            self.kinds.is_plural(word) or not self._words.isdisjoint((word, *singulars(word)))
            for word in words
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words of the game's texts: of its card grammar, and of what its file says."""
        # Grammars take time to load, and hardly any text begins with the name of its card.
        from kb.cards.game import MODULES
        from kb.cards.game import game as card_game

        name = self._session.game.name
        read = card_game(name).grammar.vocabulary if name in MODULES else frozenset()
        known = self.functioning
        if known is None:
            return read
        phrases = (" ".join(one.phrases).split() for one in known.happenings.values())
        words = (one.words for one in known.happenings.values())
        own = " ".join((*known.me, *known.yours_too, *known.anybody)).casefold().split()
        return read.union(
            known.objects, known.people, known.elsewhere, known.places, own, *phrases, *words
        )

    def _may(self, left: LeftOut, thing: Symbol, zone: Symbol) -> bool:
        if self._is_own_way(left.text, thing):
            return True
        if left.done:
            if thing in self._aimed_unread and _UP_TO.search(left.text.casefold()):
                return True
            if thing in self.way.refused_uses and (self._limited(left.text) or is_used(left.text)):
                return True
            if left.symbol in self.way.used and self._limited(left.text):
                return True
            act = getattr(self.asked, "act", None)
            # The modes that an ability offers are used with it.
            used = frozenset(() if act is None or not act.abilities else act.uses)
            if self._is_another_mode(left, thing):
                return False
            # What is chosen for what waits is chosen when it is set off; and another ability than
            # the one that is asked about is not used.
            other = bool(used) and left.symbol not in used
            # A card that is played from elsewhere does nothing by what is paid for.
            known = self.functioning
            if (
                known is not None
                and left.paid
                and act is not None
                and act.action.name in known.plays
            ):
                other |= zone.name not in known.constants
            chosen = not left.waits and not other
            chosen &= self._asks_to_choose(left.text, thing, aimed=left.aimed)
            return chosen or self._set_off_elsewhere(left, thing, zone)
        if self._only_pays(left.text):
            return False
        if self.places.on_nothing(left.text, thing) or self.kinds.absent(left.text, left.symbol):
            return False
        elsewhere = self._of_being_played(left) and not self._played(thing)
        if not elsewhere and self._pays_otherwise(left.text, thing, zone):
            return True
        if self.places.not_there(left.text, zone):
            return False
        if self.places.is_something_else(left.text, zone):
            return thing in self.way.involved or self.asked.about_acts
        if self.places.has_no_size_yet(left.text, zone):
            return True
        left = replace(left, text=self._meaning(left.text))
        if self._of_being_played(left) and not self._played(thing):
            return False
        if self._saves_nothing(left.text.casefold()):
            return False
        return self.places.functions(left.text, zone, left.card) and self.can(left, thing)

    def _is_another_mode(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether a text is a mode that is not needed: another takes what is named."""
        act = getattr(self.asked, "act", None)
        if not self.allowed or act is None or act.about is None or not act.targets:
            return False
        place = None if left.symbol is None else left.symbol.arguments[1]
        alone = place is not None and place.type is SymbolType.Function and not place.arguments[1:]
        return alone and thing in (act.about.symbol, *act.about.others)

    @cached_property
    def _aimed_unread(self) -> frozenset[Symbol]:
        """The things that were said to be done with targets of which a text is not read."""
        lines = (line for line in self._session.script.lines if isinstance(line, Act))
        meant = (line.about for line in lines if line.aims_unread and line.about is not None)
        return frozenset(one for about in meant for one in (about.symbol, *about.others))

    def _set_off_elsewhere(self, left: LeftOut, thing: Symbol, zone: Symbol) -> bool:
        """Return whether a text waits, where its card lies, for something that happens.

        It is taken for what is done when its card is used, as by a spell, or for what functions
        where things do; its words alone tell that it functions somewhere else.
        """
        known = self.functioning
        text = left.rest.casefold()
        if known is None or not text.startswith(known.waits):
            return False
        if zone.name in known.constants and f"the {zone.name} zone" not in text:
            return False
        # What may be chosen is chosen as its card is played, or where it functions.
        if zone.name not in known.constants and text.startswith(_MODE):
            return False
        if _ONCE.search(waited_for(text)):
            return False
        return self.places.functions(text, zone, left.card) and self._says(
            known, text, left.card, thing
        )

    def _saves_nothing(self, text: str) -> bool:
        """Return whether a text only makes cheaper what was paid for, with nobody counting."""
        known = self.functioning
        if known is None or not self.done or not self.places.shown or MORE.search(text):
            return False
        less = (
            word in words_of(text) for one, word in known.cheaper.items() if text.startswith(one)
        )
        return any(less) and not self._counted

    @cached_property
    def _counted(self) -> bool:
        """Whether anything, or the question, counts what is paid, or is left to pay with."""
        known = self.functioning
        if known is None:
            return True
        return not self.places.shown.isdisjoint(known.payments) or self.way.holds(
            known.counts_payment
        )

    def _pays_otherwise(self, text: str, thing: Symbol, zone: Symbol) -> bool:
        """Return whether what was refused may be paid for, or timed, in the way a text says."""
        known = self.functioning
        act = getattr(self.asked, "act", None)
        about = getattr(act, "about", None)
        # What a player may do at all: with each of their own cards.
        of_any_act = self.asked.about_acts and act is None and self._played(thing)
        if known is None or not (self.refused or self.way.refused_on_the_way or of_any_act):
            return False
        concerned = self.way.refused_on_the_way or of_any_act or zone.name in known.constants
        concerned |= about is not None and thing in (about.symbol, *about.others)
        costs = set(known.own_cost)
        # Whoever can pay everything needs no other way to pay, nor anything to pay with.
        if self._all_can_pay:
            costs -= set(known.in_mana)
        return concerned and any(says_words(text, words) for words in costs)

    @cached_property
    def _all_can_pay(self) -> bool:
        """Whether all players can pay everything, at any time."""
        pays = self.functioning.pays_all if self.functioning else None
        return pays is not None and self.parties.all <= self.way.always(pays)

    def _only_pays(self, text: str) -> bool:
        """Return whether a text only lets something else be paid than what all can pay anyway."""
        known = self.functioning
        if known is None or not self._all_can_pay or MORE.search(text):
            return False
        said = self._meaning(text).casefold()
        if _COST.fullmatch(said) and _SEVERAL.isdisjoint(words_of(said)) and not self._counted:
            return True
        said = text.casefold()
        ways = (one.rpartition("…") for one in known.in_place_of)
        return any(said.startswith(begins) and said.endswith(ends) for begins, _, ends in ways)

    def _is_own_way(self, text: str, thing: Symbol) -> bool:
        """Return whether a text names a way to play its own card, or use it, that may be meant.

        That is so where the card was refused, or all that may be done is asked for.
        """
        known = self.functioning
        act = getattr(self.asked, "act", None)
        about = getattr(act, "about", None)
        meant = self.refused and about is not None and thing in (about.symbol, *about.others)
        meant |= self.asked.about_acts and act is None and self._played(thing)
        if known is None or not meant:
            return False
        return any(word.endswith(known.own_ways) for word in words_of(text)[:2])

    def _meaning(self, text: str) -> str:
        """Return what a text is about: of a keyword the name alone does not say it."""
        known = self.functioning.keywords if self.functioning else {}
        words = words_of(text)
        if len(words) >= SENTENCE and not _KEYWORD.match(text):
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
        if not known.by_name:
            return any(words in text for words in known.spells)
        # What waits, or is used, may play the card as what it does.
        does = text.startswith(known.waits) or is_used(left.text)
        said = known.own_cost if does else (*known.spells, *known.own_cost)
        return any(f"{phrase} {name}" in text for phrase in said)

    def _of_own_play(self, known: Functioning, text: str, name: str) -> bool:
        """Return whether a text says when its own card may be played, and no other that is here."""
        also = rf"(?: (?:or|and) {known.named_by} [^,.]*?)?"
        ends = "(?: (?:while|if|unless|during|onto|from) |[.,]|$)"
        begins = next(one for one in known.own_play if text.startswith(one))
        if re.match(f"{begins} {re.escape(name)}{also}{ends}", text) is None:
            return False
        names = self._session.situation.names
        called = (
            (one, names.text(card).partition(" (")[0].casefold())
            for one, card in self.way.cards.items()
        )
        others = (one for one, other in called if f"{known.named_by} {other}" in text)
        return not any(map(self._played, others))

    def _played(self, thing: Symbol) -> bool:
        """Return whether a thing is, or may be, played: on the way, or as what is asked about."""
        if self.way.refused_on_the_way:
            return True
        act = getattr(self.asked, "act", None)
        if act is None and self.asked.about_acts:
            by = getattr(self.asked, "by", None)
            return by is None or self.way.controllers.get(thing) in (by, None)
        if act is not None and act.about and thing in (act.about.symbol, *act.about.others):
            return True
        known = self.functioning
        return any(
            fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)  # and not one of its abilities
            and fluent.arguments[0].arguments[0] == thing
            and (known is None or fluent.arguments[1].name in known.constants)
            for fluent in self.way.begun
        )

    def _asks_to_choose(self, text: str, thing: Symbol, *, aimed: bool = False) -> bool:
        """Return whether an effect may ask for what it takes to use it: a choice, a time, a cost.

        Where it is known what it is aimed at, no choice is left. What else is not understood of an
        effect counts when it is carried out.
        """
        act = getattr(self.asked, "act", None)
        known = self.functioning
        needed = known.chooses if known and not aimed else frozenset()
        limits = self._limited(text)
        costs = bool(known and any(says_words(text, words) for words in known.own_cost))
        if costs and self.way.refused_on_the_way:
            return True
        limits |= costs
        if act is None:
            asks = limits or not needed.isdisjoint(words_of(text))
            return self.asked.about_acts and asks
        if act.about is None or thing not in (act.about.symbol, *act.about.others):
            return False
        # What waits is aimed once it is set off.
        waits = known is not None and text.casefold().startswith(known.waits)
        if limits or aimed or (waits and not MORE.search(text)):
            return limits
        # Where nothing need be chosen, only what may be chosen can be more than was found.
        must = words_of(text if self.asked.ranges else self._may_lack_targets(text.casefold()))
        return self.asked.ranges if not needed else not needed.isdisjoint(must)

    def _may_lack_targets(self, text: str) -> str:
        """Return a text without what is aimed at there for sure, or need not be there."""
        known = self.functioning
        act = getattr(self.asked, "act", None)
        # What somebody does aim at may be what can't be aimed at there.
        text = text if getattr(act, "aims_unread", False) else _UP_TO.sub("", text)
        chosen = getattr(act, "x", None)
        if chosen is None and " x is " not in text:
            text = _AS_MANY.sub("", text)
        if known is None or not known.guards or self.way.looks_at(known.guards):
            return text
        return re.sub(rf"\btarget (?:{'|'.join(map(re.escape, known.anybody))})\b", "", text)

    def _limited(self, text: str) -> bool:
        """Return whether a text says when, or how often, what it speaks of may be done."""
        known = self.functioning
        return bool(known and not known.limits.isdisjoint(words_of(text)))

    def can(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether an ability of a thing may change what is asked."""
        known = self.functioning
        if known is None:
            return True
        if is_used(left.text):
            # Whoever is not named passes: it is not used, except to pay for what is asked about.
            used = self.asked.open_ended or thing in self.way.refused_uses
            pays = not known.pays.isdisjoint(words_of(left.text))
            return used or (self.may_lack and pays)
        # What it grants may matter, or what it says besides.
        label = _IN_BRACKETS if left.text.casefold().startswith(known.waits) else _LABEL
        text = label.sub("", left.text).casefold()
        text = next((text[len(one) :] for one in known.signs if text.startswith(one)), text)
        if known.before_paying and text.startswith(known.before_paying):
            text = text.partition(f"{left.card.partition(' (')[0].casefold()}, ")[2] or text
        first, *more = _QUOTED.split(text.strip())
        # What is offered, or lent, once something happens is neither before that.
        waits = bool(more) and first.strip().startswith(known.waits)
        if waits and not self._says(known, first.strip(), left.card, thing):
            return False
        if self._lends_nothing(known, first.strip(), more):
            return False
        *before, last = words_of(first) or [""]
        # "Enchanted creature has" says no more than what is lent, "gets +1/+1 and has" does.
        grants = bool(more) and last in known.states
        grants &= (known.acts | known.states).isdisjoint(before)
        plain = first.strip().removesuffix(" and")
        parts = [] if grants else [self._says(known, plain, left.card, thing)]
        lent = (part.strip() for part in more if part.strip(" .,") not in ("", "and", "or"))
        return any(parts) or any(self._says(known, one, "", thing, lent=True) for one in lent)

    def _lends_nothing(self, known: Functioning, first: str, more: Sequence[str]) -> bool:
        """Return whether what is lent, and nothing more, hangs on what nothing is like."""
        if not more or not first.startswith(known.conditions) or MORE.search(first):
            return False
        besides = (part.strip(" .,") for part in more[1::2])
        condition = first.partition(", ")[0]
        return all(part in ("", "and") for part in besides) and self._stands_not(
            known, condition, None
        )

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
        condition = condition.partition(" except ")[0]
        begins, name = words_of(condition), words_of(card.partition(" (")[0])
        itself = not known.itself.isdisjoint(begins[1:2])
        itself |= bool(name) and begins[1 : 1 + len(name)] == name
        itself &= not lent and not begins_with(begins[1:], known.beyond)
        alone = thing if itself and OTHERS.isdisjoint(begins) else None
        if alone is None and self._of_things(known, condition):
            alone = SOME_THING
        if text.startswith(known.waits) or (begins[:1] == ["as"] and begins[1:2] != ["long"]):
            # What is set off comes after the act that is asked about.
            later, waited = text.startswith(WHEN), waited_for(text)
            # Nothing has happened that could have set it off before what may be done.
            stands = not known.holds or not known.holds.isdisjoint(words_of(waited))
            if later and self.allowed and self.way.calm and not stands:
                return False
            if self._stands_not(known, waited, thing if itself else None):
                return False
            if alone is None and not lent and name and done_to_card(waited, name, known.itself):
                alone = thing
            holder = None if lent else thing
            return not self.occasions.never(known, waited, alone, later=later, holder=holder)
        met = None
        if rest and condition.startswith(known.conditions):
            text, met = rest, condition
            happens = not known.events.isdisjoint(begins)
            if self._stands_not(known, condition, thing if itself else None):
                return False
            if alone is None and not lent and name and done_to_card(condition, name, known.itself):
                alone = thing
            holder = None if lent else thing
            nobody = happens and self._of_nobody(known, condition)
            # What would happen comes after the act that is asked about, unless it pays for that.
            later = happens and (known.pays | _PAYING).isdisjoint(begins)
            never = happens and self.occasions.never(
                known, condition, alone, later=later, holder=holder
            )
            if nobody or never:
                return False
            # What happens is replaced, by whatever has not happened so far.
            replaced = "instead" in words_of(rest) and _BEFORE.isdisjoint(begins)
            if replaced and self.occasions.spoken(known, condition):
                return not self.occasions.never(known, condition, alone, holder=holder)
            if "would" in begins:
                return True
        for phrase, what in known.several.items():
            if text.startswith(phrase):
                return self._several(what)
        if text.startswith(known.lasting):
            return not self.way.calm or self.asked.about_acts
        words = words_of(text)
        permits = text.startswith(known.permits) and (known.limits & _ONLY).isdisjoint(words)
        permits &= not says_where_alone(text)
        # What may be done, or paid, as well leaves a "yes" as it is.
        also = permits or text.startswith(known.may_cost)
        if also and self.allowed and met is None:
            return False
        # What happens may be what somebody is let do something about, and what follows if they do.
        follows = permits and _FOLLOWS.search(text) is not None
        if (
            permits
            and not follows
            and self.done
            and (met is None or self.occasions.never(known, met, alone))
        ):
            return False
        if not known.obliges.isdisjoint(words) and self.occasions.was_due(known, words):
            return True
        spoken = frozenset().union(*(one.words for one in known.happenings.values()))
        others = (known.acts | known.states) - known.forbids - spoken
        forbids = not known.forbids.isdisjoint(words) and others.isdisjoint(words)
        if self.refused and forbids and not self._would_have_kept(known, text):
            return False
        # What is said of its power is said of the card: "Wolf's power is".
        begins, after = words[: len(name)], words[len(name) : len(name) + 1]
        said = [word.removesuffix("'s") for word in begins]
        own = bool(name) and begins == name and after != ["and"]
        own |= met is not None and words[:1] == ["it"] and is_about_card(met, name, known)
        own |= bool(name) and begins != name == said and not known.states.isdisjoint(after)
        own |= not known.itself.isdisjoint(words[:1])
        own = own and not lent and not MORE.search(text) and not text.startswith(known.beyond)
        # Whose something is makes no state of it.
        bare = re.sub("|".join(map(re.escape, sum(known.whose, ()))) or "$^", "", text)
        # What a condition speaks of does not happen by the text.
        main, held = _CONDITION.split(text, 1)[0], _CONDITION.split(bare, 1)[0]
        if self._forbids_others(known, text, None if lent else thing):
            return False
        if self._forbids_more_than_do(known, text):
            return False
        holder = None if lent else thing
        if self._forbids_only_what_does_not_happen(known, text, thing if own else None, holder):
            return False
        deed = text.startswith(known.deeds) or (
            not known.acts.isdisjoint(words_of(main)) and known.states.isdisjoint(words_of(held))
        )
        if own and not known.acts.isdisjoint(after):  # how much it does then is told behind it
            main = _MEASURED.split(main)[0]
        done_to = thing if own else SOME_THING if self._of_things(known, main) else None
        if deed and self.occasions.never(known, main, done_to, holder=holder):
            return False
        if not deed and (self._of_nobody(known, text) or self._of_no_use(known, text)):
            return False
        if own:
            # All that may be done may be done with it, too; and what has to be done with it
            # stands in the way of anything else.
            obliges = deed and self.asked.about_acts and not known.obliges.isdisjoint(words)
            counted = self.way.totalled and not known.states.isdisjoint(words)
            counted |= self._counts(known, words)
            # What may be done has reasons of its own, also where it may not.
            about = self.way.rested_on if self.asked.about_acts else self.way.involved
            counted |= not deed and self.traits.asked_for(known, main, name)
            # What it could still be among, if it had not been taken away.
            counted |= self.asked.ranges and self._would_have_kept(known, text, thing)
            return thing in about or obliges or counted or self._among(known, words)
        if not deed and self.traits.asked_for(known, main):
            return True
        return not self._of_others(known, text, thing)

    def _would_have_kept(self, known: Functioning, text: str, thing: Symbol | None = None) -> bool:
        """Return whether a text says what can't be done to something, and it was, before the act.

        What stays because of that may be what makes the act legal.
        """
        banned = _PASSIVE.search(text)
        named = [] if banned is None else self.occasions.spoken(known, banned[1])
        return any(self.occasions.happens(one, thing, later=True) for one in named)

    def _forbids_others(self, known: Functioning, text: str, thing: Symbol | None) -> bool:
        """Return whether a text only says what the opponents of the player who acts can't do."""
        act = getattr(self.asked, "act", None)
        by = getattr(self.asked if act is None else act, "by", None)
        if by is None or self.way.refused_on_the_way or MORE.search(text):
            return False
        banned = any(text.startswith(f"{one} can't ") for one in known.opponents)
        return banned and thing is not None and self.way.controllers.get(thing) == by

    def _forbids_only_what_does_not_happen(
        self, known: Functioning, text: str, thing: Symbol | None, holder: Symbol | None
    ) -> bool:
        """Return whether a text only says what can't be done, and nothing of that comes up."""
        banned = None if MORE.search(text) or "and" in words_of(text) else _BANNED.match(text)
        if banned is None:
            return False
        for phrase, zone in known.other_zones.items():
            if phrase in text:
                return self._all_played_from(zone)
        words = frozenset(words_of(banned[1]))
        named = any(one.spoken_of(banned[1], words) for one in known.happenings.values())
        doers = self.parties.banned(known, text, holder)
        return named and self.occasions.never(known, banned[1], thing, holder=holder, doers=doers)

    def _forbids_more_than_do(self, known: Functioning, text: str) -> bool:
        """Return whether a text only says how many can do at a time what no more than that do."""
        said = _NO_MORE.match(text)
        if said is None or self.refused or self.way.refused_on_the_way or MORE.search(text):
            return False
        limit = _NUMBERS.index(said[1]) + 1
        named = [one for one in known.happenings.values() if said[2] in one.words]
        act = getattr(self.asked, "act", None)
        if self.asked.about_acts and (act is None or self.asked.ranges or len(act.pairs) > limit):
            return False
        return bool(named) and all(
            sum(any(p.match(fluent) is not None for p in one.seen) for fluent in node.state)
            <= limit
            for one in named
            for node in self.way.nodes
        )

    def _all_played_from(self, zone: str) -> bool:
        """Return whether what is played, on the way and as is asked, comes from one zone."""
        act = getattr(self.asked, "act", None)
        if self.way.refused_on_the_way or (self.asked.about_acts and act is None):
            return False
        place = self._session.game.zones[zone].term
        known = self.functioning
        plays = frozenset() if known is None else known.plays
        things = () if act is None or act.about is None else (act.about.symbol, *act.about.others)
        if act is not None and (act.action.name not in plays or self.asked.ranges):
            return False
        there = {
            fluent.arguments[0].arguments[0]
            for fluent in self.way.nodes[-1].state
            if fluent.match("in", 2)
            and fluent.arguments[0].match("obj", 2)
            and fluent.arguments[1] == place
        }
        return there.issuperset(things) and self.way.all_from(place)

    def _counts(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether a text is about something that happened to no object by itself."""
        named = (one for one in known.happenings.values() if not one.words.isdisjoint(words))
        return any(
            self.occasions.happens(one, None) for one in named if not one.of_objects and one.seen
        )

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
            if self.asked.all_changes and verbs.isdisjoint(words_of(after)[:1]):
                return False
            # The players themselves may be spoken of, too: "you and creatures you control".
            if not set(words_of(phrase)[:-1]).isdisjoint(words_of(before)):
                return False
            # Without anything before it, it is the verb: "you control enchanted creature".
            return bool(found) and bool(before.strip()) and verbs.isdisjoint(words_of(before))

        yours, theirs = ([one for one in words if about_it(one)] for words in known.whose)
        if bool(yours) == bool(theirs) or MORE.search(text):
            return False
        about = {
            self.way.controllers[one] for one in self.way.involved if one in self.way.controllers
        }
        holder = {self.way.controllers.get(thing)}
        return bool(about) and (about.isdisjoint(holder) if yours else about <= holder)

    def _stands_not(self, known: Functioning, condition: str, thing: Symbol | None) -> bool:
        """Return whether a condition speaks of what nothing is like, at any time on the way.

        One that speaks of a single thing is about that.
        """
        if _EITHER.search(condition) or any(says_words(condition, one) for one in known.but):
            return False
        for phrase, patterns in known.stands.items():
            if phrase in condition:
                held = self.way.things_of(patterns)
                return not held if thing is None else thing not in held
        return False

    def _of_things(self, known: Functioning, condition: str) -> bool:
        """Return whether a condition speaks of what is done to things, and not to players."""
        # Whose they are makes no players of them.
        plain = re.sub("|".join(map(re.escape, sum(known.whose, ()))) or "$^", "", condition)
        subject, suffers, _ = next(
            (
                part
                for one in known.suffers
                if (part := plain.partition(f" {one}"))[1] and not part[2].startswith(" to ")
            ),
            ("", "", ""),
        )
        named = [subject] if suffers else _TO_WHAT.findall(plain) if known.suffers else []
        words = [set(words_of(one)) for one in named]
        things = (bool(known.objects & one) and known.people.isdisjoint(one) for one in words)
        return bool(words) and all(things)

    def _of_nobody(self, known: Functioning, text: str) -> bool:
        """Return whether a text speaks of what does something that nothing does on the way."""
        happens = frozenset().union(*(one.words for one in known.happenings.values()))
        verbs = (happens | known.acts | known.states) - known.doing
        words = words_of(text)
        verb = next((n for n, word in enumerate(words) if word in verbs), 0)
        doing = known.doing.intersection(words[:verb])
        named = [one for one in known.happenings.values() if not one.words.isdisjoint(doing)]
        return bool(named) and not any(map(self.occasions.goes_on, named))

    def _of_no_use(self, known: Functioning, text: str) -> bool:
        """Return whether a text gives only what nothing on the way looks at, nor the question."""
        shown, act = self.places.shown, getattr(self.asked, "act", None)
        if self.way.refused_on_the_way or MORE.search(text) or not (shown or act):
            return False
        given = _GIVEN.search(text)
        before = frozenset() if given is None else frozenset(words_of(text[: given.start()]))
        happens = frozenset().union(*(one.words for one in known.happenings.values()))
        alone = before.isdisjoint(known.acts | happens | _RELATIVE)
        keywords = _AND.split(given[1]) if given is not None and alone else []
        keywords = [re.split(r" from | \{| \d", word)[0] for word in keywords]
        if keywords and all(word in known.in_happenings for word in keywords):
            named = {one for word in keywords for one in known.in_happenings[word]}
            goes_on = any(self.occasions.goes_on(known.happenings[one]) for one in named)
            return (
                not goes_on
                and "keyword" not in shown
                and not self.way.looks_at({word.replace(" ", "_") for word in keywords})
            )
        words = set(words_of(text))
        main = _MEASURED.split(text.rstrip("."))[0]
        (measure,) = known.measures & words or (None,)
        limits = text.startswith(f"the {measure} of ")
        if limits and not self._changes(measure):
            return True
        if measure is None or not shown.isdisjoint(known.measures):
            return False
        if not limits and (not main.endswith(f" {measure}") or not known.lowers.isdisjoint(words)):
            return False
        things = self.way.things_of(known.critical)
        if not self.way.fielded.isdisjoint(things):
            return False
        return not self.way.looks_at(known.measures)

    def _changes(self, measure: str | None) -> bool:
        """Return whether anything on the way, or any text, says more of something."""
        held = self.way.fluents()
        said = chain(held, self._session.situation.said("says", 3))
        return any(str(measure) in part.name for atom in said for part in terms_in(atom))

    def _several(self, what: str) -> bool:
        """Return whether somebody has two of what a text lets players have several of.

        What may be done anyway stays so, unless it may only because one of two has gone.
        """
        found = [
            (number, objects_in(atom))
            for number in range(len(self.way.nodes))
            for atom in self._session.ask(number, "", (f"{what}/1",)).of(what)
        ]
        things = frozenset().union(*(objects for _, objects in found))
        if not self.allowed and (self.asked.about_acts or self.way.refused_on_the_way):
            act = getattr(self.asked, "act", None)
            about = None if act is None or self.way.refused_on_the_way else act.about
            return about is None or not things.isdisjoint((about.symbol, *about.others))
        held = Counter(self.way.controllers.get(one) for one in things & self.way.fielded)
        unsure = held.pop(None, 0)
        return max(held.values(), default=0) + unsure > 1
