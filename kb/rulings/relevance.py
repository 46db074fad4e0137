"""What a text that no rule carries out can't change, as its words tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from clingo import Symbol

from kb.inference.session import Session
from kb.proof import Proof
from kb.questions.asked import Asked
from kb.records import record
from kb.rulings.aiming import Aiming
from kb.rulings.bans import Bans
from kb.rulings.before import Before
from kb.rulings.gains import Gains
from kb.rulings.kinds import Kinds, singulars
from kb.rulings.left_out import WHEN, LeftOut
from kb.rulings.occasions import SOME_THING, Occasions
from kb.rulings.own_play import OwnPlay
from kb.rulings.parties import Parties
from kb.rulings.paying import Paying
from kb.rulings.places import Places
from kb.rulings.request import Request
from kb.rulings.said import (
    MEASURED,
    MORE,
    OTHERS,
    begins_with,
    done_to_card,
    is_about_card,
    meaning,
    named_plainly,
    says_where_alone,
    says_words,
    waited_for,
    words_of,
)
from kb.rulings.traits import Traits
from kb.rulings.way import Way
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
_CONDITION = re.compile(r" (?:if|unless|as long as) ")
_BEFORE = frozenset({"have", "has", "had", "was", "were", "been"})
"""Words by which a condition is about what happened before."""

_TO_WHAT = re.compile(r"\b(?:dealt|damage) to ([^,.]+?)(?= by |[,.]|$)")
"""How a text says to what damage is dealt."""

_PAYING = frozenset({"pay", "pays", "paid", "cost", "costs", "play", "cast"})
"""Words by which a condition is about what is done, and not about what comes of it."""

_EITHER = re.compile(r"\bor\b(?! more\b)")
"""How a condition goes on that another thing meets as well."""

_NAMELESS = "–"
"""What a card is called whose name is taken for a word."""

_MODE = "•"
_ONCE = re.compile(r"\b(?:next|this way)\b")
"""By what a text is known that waits but once, from when it is said, or for what it does itself."""


@record
class _Said:
    """Of whom a part of a text speaks.

    Attributes
    ----------
    known : Functioning
    name : list of str
        The words of the name of its card; none where it is lent.
    thing : Symbol
        What has the text.
    lent : bool
        Whether another text gives it to whatever has it.
    itself : bool
        Whether what it begins with is about its own card.
    alone : Symbol or None
        What alone it begins with is about: its card, or `SOME_THING` and no player.
    """

    known: Functioning
    name: list[str]
    thing: Symbol
    lent: bool
    itself: bool
    alone: Symbol | None

    @property
    def holder(self) -> Symbol | None:
        """What has the text by itself."""
        return None if self.lent else self.thing

    def only(self, condition: str) -> Symbol | None:
        """Return what alone a condition is about; to which alone it is done counts as well."""
        done = not self.lent and bool(self.name)
        if self.alone is None and done and done_to_card(condition, self.name, self.known.itself):
            return self.thing
        return self.alone

    def begins(self, words: list[str]) -> int:
        """Return by how many words a text that speaks of its own card calls it: its name, "I"."""
        named = [word.removesuffix("'s") for word in words[: len(self.name)]] == self.name
        return len(self.name) if named else 1

    def is_own(self, text: str, met: str | None) -> bool:
        """Return whether a text, where a condition is met, speaks of its own card and no other."""
        known, name, words = self.known, self.name, words_of(text)
        if self.lent or MORE.search(text) or text.startswith(known.beyond):
            return False
        # What is said of its power is said of the card: "Wolf's power is".
        begins, after = words[: len(name)], words[len(name) : len(name) + 1]
        said = [word.removesuffix("'s") for word in begins]
        return (
            (bool(name) and begins == name and after != ["and"])
            or (met is not None and words[:1] == ["it"] and is_about_card(met, name, known))
            or (bool(name) and begins != name == said and not known.states.isdisjoint(after))
            or not known.itself.isdisjoint(words[:1])
        )


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
        self.before = Before(self.functioning, self.way)
        self.traits = Traits(session)
        any_kind = self.functioning.any_kind if self.functioning else frozenset()
        self.kinds = Kinds(session, self.way, any_kind)
        self.request = Request(asked, self.way, refused)
        self.bans = Bans(session, self.request, self.way, self.parties, self.occasions)
        self.plays = OwnPlay(session, self.request, self.way)
        self.paying = Paying(session, self.request, self.way, self.parties, self.places, self.plays)
        self.aiming = Aiming(session, self.request, self.way)
        self.gains = Gains(session, self.request, self.way, self.occasions, self.places)

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
        if self.plays.in_own_way(left.text, thing) or self.before.lasts(left, thing):
            return True
        if left.done:
            if self.aiming.may_be_unread(left.text, thing):
                return True
            if thing in self.way.refused_uses and (
                self.aiming.limited(left.text) or is_used(left.text)
            ):
                return True
            if left.symbol in self.way.used and self.aiming.limited(left.text):
                return True
            act = self.request.act
            # The modes that an ability offers are used with it.
            used = frozenset(() if act is None or not act.abilities else act.uses)
            if self.aiming.another_mode(left, thing):
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
            chosen &= self.aiming.asks_to_choose(left.text, thing, aimed=left.aimed)
            return chosen or self._set_off_elsewhere(left, thing, zone)
        if self.paying.only_pays(left.text) or self.paying.only_hinders(left.text.casefold()):
            return False
        if self.places.on_nothing(left.text, thing) or self.kinds.absent(left.text, left.symbol):
            return False
        elsewhere = self.plays.spoken_of(left) and not self.plays.played(thing)
        if not elsewhere and self.paying.otherwise(left.text, thing, zone):
            return True
        if self.places.not_there(left.text, zone):
            return False
        if self.places.is_something_else(left.text, zone):
            return thing in self.way.involved or self.asked.about_acts
        if self.places.has_no_size_yet(left.text, zone):
            return True
        left = replace(left, text=meaning(self.functioning, left.text))
        if self.plays.spoken_of(left) and not self.plays.played(thing):
            return False
        if self.paying.saves_nothing(left.text.casefold()):
            return False
        return self.places.functions(left.text, zone, left.card) and self.can(left, thing)

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

    def can(self, left: LeftOut, thing: Symbol) -> bool:
        """Return whether an ability of a thing may change what is asked."""
        known = self.functioning
        if known is None:
            return True
        if is_used(left.text):
            # Whoever is not named passes: it is not used, except to pay for what is asked about.
            used = self.asked.open_ended or thing in self.way.refused_uses
            pays = not known.pays.isdisjoint(words_of(left.text))
            return used or (self.request.may_lack and pays)
        opening, *chosen = left.text.split("•")
        if chosen and words_of(opening)[:1] == ["as"]:
            # What is chosen as it enters stands behind bullets, and lasts: any of it may be so.
            return any(self.can(replace(left, text=one.strip()), thing) for one in chosen)
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
        if text.startswith(known.ways_to_pay) and (self.request.done or self.request.allowed):
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
        said = _Said(known, name, thing, lent, itself, alone)
        if text.startswith(known.waits) or (begins[:1] == ["as"] and begins[1:2] != ["long"]):
            return self._is_set_off(said, text)
        if not rest or not condition.startswith(known.conditions):
            return self._is_so(said, text, None)
        met = self._is_met(said, condition, rest)
        return self._is_so(said, rest, condition) if met is None else met

    def _is_set_off(self, said: _Said, text: str) -> bool:
        """Return whether what a text waits for may have happened, or may yet."""
        # What is set off comes after the act that is asked about.
        known, later, waited = said.known, text.startswith(WHEN), waited_for(text)
        # Nothing has happened that could have set it off before what may be done.
        stands = not known.holds or not known.holds.isdisjoint(words_of(waited))
        if later and self.request.allowed and self.way.calm and not stands:
            return False
        if self._stands_not(known, waited, said.thing if said.itself else None):
            return False
        alone = said.only(waited)
        return not self.occasions.not_so(known, waited, alone, later=later, holder=said.holder)

    def _is_met(self, said: _Said, condition: str, rest: str) -> bool | None:
        """Return whether a condition alone tells if a text may matter; None where it does not."""
        known, begins, alone = said.known, words_of(condition), said.only(condition)
        if self._stands_not(known, condition, said.thing if said.itself else None):
            return False
        happens = not known.events.isdisjoint(begins)
        if happens and self.gains.of_nobody(known, condition):
            return False
        # What would happen comes after the act that is asked about, unless it pays for that.
        later = (known.pays | _PAYING).isdisjoint(begins)
        if happens and self.occasions.not_so(
            known, condition, alone, later=later, holder=said.holder
        ):
            return False
        # What happens is replaced, by whatever has not happened so far.
        replaced = "instead" in words_of(rest) and _BEFORE.isdisjoint(begins)
        if replaced and self.occasions.spoken(known, condition):
            return not self.occasions.not_so(known, condition, alone, holder=said.holder)
        return True if "would" in begins else None

    def _is_so(self, said: _Said, text: str, met: str | None) -> bool:
        """Return whether what a text says, where a condition is met, may change what is asked."""
        known, words = said.known, words_of(text)
        for phrase, what in known.several.items():
            if text.startswith(phrase):
                return self.gains.several(what)
        if text.startswith(known.lasting):
            return not self.way.calm or self.asked.about_acts
        if self._only_permits(said, text, met):
            return False
        if not known.obliges.isdisjoint(words) and self.occasions.was_due(known, words):
            return True
        spoken = frozenset().union(*(one.words for one in known.happenings.values()))
        others = (known.acts | known.states) - known.forbids - spoken
        forbids = not known.forbids.isdisjoint(words) and others.isdisjoint(words)
        if self.request.refused and forbids and not self.bans.would_have_kept(known, text):
            return False
        own = said.is_own(text, met)
        if (
            self.bans.on_others(known, text, said.holder)
            or self.bans.on_more_than_do(known, text)
            or self.bans.on_nothing(known, text, said.thing if own else None, said.holder)
        ):
            return False
        return self._changes(said, text, own=own)

    def _only_permits(self, said: _Said, text: str, met: str | None) -> bool:
        """Return whether a text only lets something be done, or paid, that nobody needs."""
        known = said.known
        permits = text.startswith(known.permits) and not says_where_alone(text)
        permits &= (known.limits & _ONLY).isdisjoint(words_of(text))
        # What may be done, or paid, as well leaves a "yes" as it is.
        if (permits or text.startswith(known.may_cost)) and self.request.allowed and met is None:
            return True
        # What happens may be what somebody is let do something about, and what follows if they do.
        if not permits or _FOLLOWS.search(text) is not None or not self.request.done:
            return False
        return met is None or self.occasions.not_so(known, met, said.only(met))

    def _changes(self, said: _Said, text: str, *, own: bool) -> bool:
        """Return whether what a text does, or what it says of things, may change what is asked."""
        known, thing, words = said.known, said.thing, words_of(text)
        # Whose something is makes no state of it.
        bare = re.sub("|".join(map(re.escape, sum(known.whose, ()))) or "$^", "", text)
        # What a condition speaks of does not happen by the text.
        main, held = _CONDITION.split(text, 1)[0], _CONDITION.split(bare, 1)[0]
        deed = text.startswith(known.deeds) or (
            not known.acts.isdisjoint(words_of(main)) and known.states.isdisjoint(words_of(held))
        )
        calls = said.begins(words)
        after = words[calls : calls + 1]
        # How much is done is told behind it.
        measured = MEASURED.split(main)[0]
        if not known.acts.isdisjoint(after if own else words_of(measured)):
            main = measured
        done_to = thing if own else SOME_THING if self._of_things(known, main) else None
        doers = self.parties.opposing(known, text, said.holder)
        if deed and self.occasions.never(known, main, done_to, holder=said.holder, doers=doers):
            return False
        if not deed and (self.gains.of_nobody(known, text) or self.gains.of_no_use(known, text)):
            return False
        if own:
            # All that may be done may be done with it, too; and what has to be done with it
            # stands in the way of anything else.
            obliges = deed and self.asked.about_acts and not known.obliges.isdisjoint(words)
            counted = self.way.totalled and not known.states.isdisjoint(words)
            counted |= self.gains.counts(known, words)
            # What may be done has reasons of its own, also where it may not.
            about = self.way.rested_on if self.asked.about_acts else self.way.involved
            counted |= not deed and self.traits.asked_for(known, main, words[:calls])
            # What it could still be among, if it had not been taken away.
            counted |= self.asked.ranges and self.bans.would_have_kept(known, text, thing)
            return thing in about or obliges or counted or self._among(known, words)
        if not deed and self.traits.asked_for(known, main):
            return True
        return not self._of_others(known, text, thing)

    def _among(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether a text is about an act of which all that may be done is asked."""
        act = self.request.act
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
