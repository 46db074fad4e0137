"""Reads what is done, and the actions that are asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any

from clingo import Function, Number, Symbol, SymbolType

from kb.errors import nearest, quote
from kb.rulebook.uncovered import unknown_word
from kb.scenario.abilities import abilities_of, unread_of
from kb.scenario.actions import NOTHING, PASS, Action, Parts
from kb.scenario.card import Ability
from kb.scenario.entries import numbered, shape
from kb.scenario.finding import Finder
from kb.scenario.model import Step, Turn
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Ref
from kb.scenario.script import Act, CardPart, Choose, Resolve, ScriptLine, Shares, Until
from kb.scenario.terms import constant, fold
from kb.scenario.unread import but_unread, left_out

_SEVERAL = re.compile(r"\d{1,3}(?:(?:, | and )\d{1,3})+")
"""Several numbers of which one choice consists: "1 and 3"."""

_FIXED = ("resolve", "choose", "until")


def _has(term: Symbol, name: str) -> bool:
    """Whether a term, or one within it, has a name, or one of which it is a word."""
    if term.type is not SymbolType.Function:
        return False
    return name in (term.name, *term.name.split("_")) or any(
        _has(one, name) for one in term.arguments
    )


def _looks_at_targets(fact: Symbol) -> bool:
    """Tell whether a card says something of what is, or becomes, a target of something else."""
    if not fact.match("says", 3) or fact.arguments[1].name not in ("when", "static"):
        return False
    return "target" in str(fact.arguments[2])


class Acting:
    """Reads the lines of a script, and actions wherever a question names them.

    Parameters
    ----------
    finder : Finder
        The players and objects of the board, by name.

    Attributes
    ----------
    facts : list of Symbol
        What the lines bring with them: what is done of which nobody knows what it does.
    """

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self.game = finder.game
        self.facts: list[Symbol] = []

    def line(self, step: Step, path: Path_) -> ScriptLine:
        """Return one line of the script, typed."""
        given = [word for word in _FIXED if getattr(step, word) is not None]
        if step.words or not given:
            if given:
                word = next(iter(step.words))
                raise self._unknown_word(word, path)
            return self.act(step, path)
        if len(given) > 1:
            message = f"{quote(given[0])} and {quote(given[1])} in one action; write two"
            raise ScenarioError(message, (*path, given[1]), key=True)
        also = {"resolve": (), "choose": ("for", "by"), "until": ()}[given[0]]
        self._only(step, {given[0], *also}, given[0], path)
        if step.resolve is not None:
            return Resolve(step.resolve == "all", path)
        if step.choose is not None:
            return self._choose(step, path)
        return self._until(step, path)

    def _choose(self, step: Step, path: Path_) -> Choose:
        if step.for_ is None:
            message = f"'choose' has no 'for'{nearest('', self.game.decisions)}"
            raise ScenarioError(message, path)
        decision = self.game.decisions.get(fold(step.for_))
        if decision is None:
            known = self._decisions(step.for_, step.choose)
            message = f"unknown decision {quote(step.for_)}{nearest(step.for_, known)}"
            raise ScenarioError(message, (*path, "for"))
        by = None if step.by is None else self.finder.player(step.by, (*path, "by"))
        # What an answer says in place of "no" may be said back.
        declined = self.game.declined.get(fold(step.for_))
        declines = declined is not None and fold(str(step.choose)) == fold(declined)
        choice = self._choice("no" if declines else step.choose, (*path, "choose"))
        return Choose(decision, choice, by, path, str(step.choose), step.for_)

    def _decisions(self, word: str, choice: str | int | bool | None) -> Iterable[str]:
        """Return the decisions that may be meant: of "yes" and "no", or told of with that word."""
        # Hardly any file has a word that is not known, and the words take time to read.
        from kb.scenario.documented import documentation

        entries = documentation(self.game)
        told = {
            one: entries["decisions", one].says
            for one in self.game.decisions
            if ("decisions", one) in entries
        }
        if isinstance(choice, bool) or choice in ("yes", "no"):
            meant = [one for one, says in told.items() if says.startswith("Whether ")]
        else:
            meant = [one for one, says in told.items() if fold(word) in fold(says)]
        return meant or self.game.decisions

    def _choice(self, value: str | int | bool | None, path: Path_) -> tuple[Ref, ...]:
        if isinstance(value, bool):
            word = "yes" if value else "no"
            return (Ref(word, "word", Function(word)),)
        if isinstance(value, int):
            return (Ref(str(value), "word", Number(value)),)
        text = value or ""
        if _SEVERAL.fullmatch(text):
            numbers = [Number(int(one)) for one in re.findall(r"\d+", text)]
            return (Ref(text, "word", Function("", numbers)),)
        word_ref = Ref(text, "word", constant(text))
        try:
            found = self.finder.ref(text, path, any_of=True)
        except ScenarioError:
            lists = [words.terms for words in self.game.values.values()]
            meant = dict.fromkeys(terms[fold(text)] for terms in lists if fold(text) in terms)
            if meant or text in ("yes", "no", "nothing", PASS):
                return (word_ref, *(Ref(text, "word", term) for term in meant))
            # It may be said as answers say an option, which is known when it comes up.
            named = self._named_by_a_card(text) or self._in_a_part(word_ref.symbol)
            if named or self.finder.may_be_said(text):
                return (word_ref,)
            raise
        return (found, word_ref)

    def _named_by_a_card(self, text: str) -> bool:
        """Whether it is what a card calls something that is no object, such as one of its rooms."""
        cards = self.finder.cards()
        return any(fold(name) == fold(text) for card in cards for name in card.texts.values())

    def _in_a_part(self, word: Symbol) -> bool:
        """Whether a part of a card's text is told by that word, such as "tap" of "tap or untap"."""
        return any(
            fact.match("says", 3) and fact.arguments[0].match("seq", 2) and _has(fact, word.name)
            for card in self.finder.cards()
            for fact in card.facts
        )

    def _until(self, step: Step, path: Path_) -> Until:
        turn, place = step.until, (*path, "until")
        if isinstance(turn, str):
            named = not self.finder.plays(turn) and fold(turn) in self.game.phases
            turn = Turn(player=None if named else turn, phase=turn if named else None)
        if turn is None or (turn.player is None and turn.phase is None):
            raise ScenarioError("'until' has neither 'player' nor 'phase'", place)
        player_place = place if isinstance(step.until, str) else (*place, "player")
        side = None if turn.player is None else self.finder.side(turn.player, player_place)
        phase = None if turn.phase is None else self.finder.phase(turn.phase, (*place, "phase"))
        text = ", ".join(part for part in (turn.player, turn.phase) if part)
        return Until(side, phase, path, text)

    def _unknown_word(self, word: str, path: Path_, parts: Iterable[str] = ()) -> ScenarioError:
        if word in self.game.actions:
            message = f"{quote(word)} is an action of its own; give it a line of its own"
            return ScenarioError(message, (*path, word), key=True)
        known = [*self.game.actions, *Step.names(), *parts]
        message = f"unknown key {quote(word)} in an action"
        hint = unknown_word(word, known, self.game.uncovered)
        return ScenarioError(message + hint, (*path, word), key=True)

    def act(self, step: Step, path: Path_) -> Act:
        """Return an action of a player, typed."""
        words = step.words
        name = next((word for word in words if word in self.game.actions), None)
        if name is None:
            if words:
                raise self._unknown_word(next(iter(words)), path)
            message = f"an action says what is done{nearest('', [*self.game.actions, *_FIXED])}"
            raise ScenarioError(message, path)
        action = self.game.actions[name]
        for word in words:
            if word != name and word not in action.parts:
                raise self._unknown_word(word, path, action.parts)
        self._only(step, action.words | words.keys(), name, path)
        by = None if step.by is None else self.finder.player(step.by, (*path, "by"))
        if action.takes in ("pairs", "amounts"):
            return self._declaration(action, step, words[name], path, by)
        said = words[name]
        if action.takes == "object" and action.rest is not None and said == NOTHING.name and by:
            self._only(step, {name, "by"}, name, path)
            whose = self.finder.sides[by]
            return Act(action, by, whose, path=path, text=f"{name} nothing", nothing=True)
        about, by = self._about(action, said, by, (*path, name))
        abilities: tuple[Symbol, ...] = ()
        meant = step.ability is not None or action.takes != "made"
        if action.ability and about is not None and meant:
            abilities = self._abilities(about, step, path, action)
        targets = tuple(
            self._target(target, (*path, "targets", index))
            for index, target in enumerate(step.targets)
        )
        part = self._part(action, about, (*path, name))
        has_targets = self._has_so_many(action, step, about, part, abilities, path)
        if not has_targets:
            targets = ()
        aiming = abilities if action.ability else self._aiming(action, about, part)
        if any(modes := [a.modes for a in self._known() if a.symbol in aiming]):
            aiming += tuple(mode for found in modes for mode in found)
        side = None if by is None else self.finder.sides[by]
        shares = tuple(
            self._shares(word, words[word], parts, by, (*path, word))
            for word, parts in action.parts.items()
            if word in words
        )
        text = _said(step, name)
        return Act(
            action,
            by,
            side,
            about,
            abilities,
            targets,
            step.x,
            path,
            text,
            shares=shares,
            part=part,
            aiming=aiming,
            aims_unread=not has_targets,
            named=len(step.targets),
            least_x=self._counted_by_x(aiming, len(targets)) if step.x is None else None,
        )

    def _counted_by_x(self, aiming: tuple[Symbol, ...], named: int) -> int | None:
        """Return how many of the targets that are named are among those that X counts, if any."""
        counting = {form.nth for form in self.game.target_forms.values() if form.nth is not None}
        if len(aiming) != 1 or not named or not counting:
            return None
        return max(
            (
                fact.arguments[2].number
                for card in self.finder.cards()
                for fact in card.facts
                if fact.match("says", 3)
                and fact.arguments[0] == aiming[0]
                and fact.arguments[1].name in counting
                and fact.arguments[1].arguments[0].number <= named
            ),
            default=None,
        )

    def _target(self, name: str, path: Path_) -> Ref:
        """Return a target, or that one of those that need not be chosen is left out."""
        if fold(name) == NOTHING.name:
            return Ref(name, "word", NOTHING)
        return self.finder.aim(name, path)

    @staticmethod
    def _only(step: Step, words: Set[str], head: str, path: Path_) -> None:
        """Refuse what an action cannot say besides."""
        for word in step.said:
            if word not in words:
                message = f"{quote(word)} has no meaning with {quote(head)}"
                raise ScenarioError(message, (*path, word), key=True)

    def _about(
        self, action: Action, value: Any, by: Symbol | None, path: Path_
    ) -> tuple[Ref | None, Symbol | None]:
        """Return what an action is done with, and by whom."""
        if action.takes == "nothing":
            if isinstance(value, str):
                return None, self.finder.player(value, path)
            if value not in (None, True):
                message = f"{shape(value)} as {quote(action.name)}; expected the player"
                raise ScenarioError(message, path)
            return None, by
        if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
            message = f"{shape(value)} as {quote(action.name)}; expected a name"
            raise ScenarioError(message, path)
        about = self.finder.ref(
            str(value), path, zone=action.zone, player=by, any_of=True, kinds=("object",)
        )
        placed = self.finder.placed(about)
        return about, placed.player if by is None and placed is not None else by

    def _part(self, action: Action, about: Ref | None, path: Path_) -> CardPart | None:
        """Return the part of a card that a name stands for, where something is done with it."""
        placed = None if about is None else self.finder.placed(about)
        parts = self.game.parts
        if about is None or placed is None or placed.card is None or parts is None:
            return None
        if action.takes != "object" or action.ability or placed.shown != placed.card:
            return None
        found = self.finder.part(about.text, placed)
        if found is not None:
            return CardPart(found, parts.object)
        card = self.finder.catalogue.card(placed.card)
        several = card.parts(one for one in self.game.part_keys.values() if one.many)
        if several:
            named = " or ".join(quote(self.finder.catalogue.card(one).name) for one in several)
            raise ScenarioError(f"{quote(about.text)} is {named}; say which", path)
        return None

    def _shares(
        self, word: str, value: Any, parts: Parts, by: Symbol | None, path: Path_
    ) -> Shares:
        """Return what a further word of an action says of many objects."""
        if value == "any" and parts.freely is not None:
            return Shares(parts, freely=True)
        if not isinstance(value, dict):
            said = " or 'any'" if parts.freely is not None else ""
            message = f"{shape(value)} as {quote(word)}; expected a mapping such as {{NAME: WORD}}"
            raise ScenarioError(message + said, path)
        terms = self.game.values[parts.of]
        pairs = []
        for key, said in value.items():
            ref = self.finder.ref(str(key), (*path, key), player=by, kinds=("object",))
            for place, one in numbered(said, (*path, key)):
                found = terms.find(one) if isinstance(one, str) else None
                if found is None:
                    hint = nearest(str(one), terms.terms)
                    raise ScenarioError(f"unknown {parts.of} {quote(str(one))}{hint}", place)
                pairs.append((ref, found))
        return Shares(parts, tuple(pairs))

    def _own(self, action: Action, card: Symbol, part: CardPart | None) -> list[Ability]:
        """Return the abilities by which a card has targets when this is done with it.

        Where what is done is a word of the card that brings another card, they are that one's.
        """
        kinds = action.kinds if action.ability else ("spell", "static")
        catalogue = self.finder.catalogue
        key = self.game.card_keys.get(action.name)
        if key is not None and key.brings is not None:
            return list(catalogue.card(catalogue.find(key.brings, None)).abilities)
        abilities = catalogue.card(part.card if part else card).abilities
        return [ability for ability in abilities if ability.kind in kinds]

    def _aiming(
        self, action: Action, about: Ref | None, part: CardPart | None
    ) -> tuple[Symbol, ...]:
        """Return the abilities whose targets are named: not those that trigger later on."""
        placed = None if about is None else self.finder.placed(about)
        if placed is None or placed.card is None:
            return ()
        found = self._own(action, placed.card, part)
        return tuple(ability.symbol for ability in found if ability.targets)

    def _known(self) -> list[Ability]:
        return [a for card in self.finder.cards() for a in (*card.abilities, *card.granted)]

    def _has_so_many(
        self,
        action: Action,
        step: Step,
        about: Ref | None,
        part: CardPart | None,
        abilities: tuple[Symbol, ...],
        path: Path_,
    ) -> bool:
        """Return whether the spell or the ability is known to have as many targets as are named.

        What it does that is not carried out may have more; without such a text that is an error.
        """
        placed = None if about is None else self.finder.placed(about)
        if not step.targets or placed is None or placed.card is None:
            return True
        cards = self.finder.cards()
        meant = [a for a in self._known() if a.symbol in abilities]
        meant = meant or self._own(action, placed.card, part)
        most = max((ability.targets for ability in meant), default=0)
        if len(step.targets) <= most:
            return True
        symbols = {one for ability in meant for one in (ability.symbol, *ability.modes)}
        out = [one for card in cards for one in left_out(card.facts, symbols)]
        left = [what.arguments[0].string for _, what in out]
        functioning = self.game.functioning
        chooses = functioning.chooses if functioning else frozenset()
        if any(chooses.intersection(_words(text)) for text in left):
            if any(_looks_at_targets(fact) for card in cards for fact in card.facts):
                self._open(action, out)
            return False
        has = {0: "no target", 1: "one target"}.get(most, f"at most {most} targets")
        named = "1 target is" if len(step.targets) == 1 else f"{len(step.targets)} targets are"
        said = f"{named} named; {quote(about.text if about else '')}"
        raise ScenarioError(f"{said} has {has}{but_unread(left)}", (*path, "targets"))

    def _declaration(
        self, action: Action, step: Step, value: Any, path: Path_, by: Symbol | None
    ) -> Act:
        """Return a declaration, a mapping of objects to objects or players."""
        name = action.name
        place = (*path, name)
        if not isinstance(value, dict) or (not value and by is None):
            who = quote(value) if isinstance(value, str) else "NAME"
            what = "NAME" if action.takes == "pairs" else "{NAME: 1}"
            expected = f"expected a mapping such as {{{who}: {what}}}"
            raise ScenarioError(f"{shape(value)} as {quote(name)}; {expected}", place)
        pairs = []
        for key, others in value.items():
            try:
                one = self._declared(str(key), action, by, (*place, key))
            except ScenarioError as cause:
                raise ScenarioError(cause.bare, (*place, key), key=True) from None
            placed = self.finder.placed(one)
            if by is None and placed is not None:
                by = placed.player
            for other, amount, where in self._others(action, key, others, (*place, key)):
                pairs.append((one, self.finder.ref(other, where, zone=action.zone), amount))
        groups = tuple(
            tuple(
                self._declared(entry, action, by, (*path, "together", number, index))
                for index, entry in enumerate(group)
            )
            for number, group in enumerate(step.together or ())
        )
        text = ", ".join(_pair(*pair, amounts=action.takes == "amounts") for pair in pairs)
        text = text or "nothing"
        side = None if by is None else self.finder.sides[by]
        return Act(
            action, by, side, path=path, text=f"{name} {text}", pairs=tuple(pairs), together=groups
        )

    def _others(
        self, action: Action, key: object, value: Any, place: Path_
    ) -> list[tuple[str, int, Path_]]:
        """Return what something is declared to be done to, and how much of it."""
        if action.takes == "amounts":
            if not isinstance(value, dict):
                message = f"{shape(value)} as {quote(key)}; expected a mapping such as {{NAME: 1}}"
                raise ScenarioError(message, place)
            found = []
            for other, amount in value.items():
                if type(amount) is not int or not 0 <= amount <= 1_000_000:
                    message = f"{shape(amount)} as {quote(other)}; expected a number, 0 or more"
                    raise ScenarioError(message, (*place, other))
                found.append((str(other), amount, (*place, other)))
            return found
        others = value if isinstance(value, list) else [value]
        for other in others or [value]:
            if not isinstance(other, str) or not other:
                message = f"{shape(other)} as {quote(key)}; expected a name"
                raise ScenarioError(message, place)
        return [(other, 1, place) for other in others]

    def _declared(self, name: str, action: Action, by: Symbol | None, path: Path_) -> Ref:
        return self.finder.ref(name, path, zone=action.zone, player=by, kinds=("object",))

    def _abilities(self, about: Ref, step: Step, path: Path_, action: Action) -> tuple[Symbol, ...]:
        source = about.symbol if about.kind == "token" else self.finder.placed(about)
        if source is None:
            raise ScenarioError(f"{quote(about.text)} has no abilities", path)
        try:
            named = abilities_of(
                self.finder, source, step.ability, path, action.kinds, targets=len(step.targets)
            )
        except ScenarioError:
            found = unread_of(self.finder, source, step.ability)
            if not self._open(action, found.items()):
                raise
            return tuple(found)
        return tuple(ability.symbol for ability in named)

    def _open(self, action: Action, found: Iterable[tuple[Symbol, Symbol]]) -> bool:
        """Keep that what is done is not known, by ability and what of it is not carried out."""
        found = [*found]
        if action.unread is None or not found:
            return False
        self.facts += (action.unread.fill({"ability": one, "what": what}) for one, what in found)
        functioning = self.game.functioning
        if action.elsewhere is not None and functioning is not None:
            self.facts += (
                action.elsewhere.fill({"ability": one})
                for one, what in found
                if _words(what.arguments[0].string) & functioning.places
            )
        return True

    def acts(self, by: Symbol, value: Any, path: Path_) -> tuple[Act, ...]:
        """Return actions of one player, each a word or a mapping."""
        if value is None:
            return ()
        found = []
        for place, entry in numbered(value, path):
            data = {entry: True} if isinstance(entry, str) else entry
            if not isinstance(data, dict):
                message = f"{shape(data)}; expected an action such as {{cast: NAME}}"
                raise ScenarioError(message, place)
            if "by" not in data:
                data = {**data, "by": self.finder.players[by]}
            found.append(self.act(Step.read(data, place), place))
        return tuple(found)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _said(step: Step, name: str) -> str:
    """Return an action in a line, as it was written."""
    value = step.words[name]
    parts = [
        name if not isinstance(value, str | int) or isinstance(value, bool) else f"{name} {value}"
    ]
    if step.ability is not None:
        parts.append(f"ability {step.ability}")
    if step.targets:
        parts.append(f"targets {', '.join(step.targets)}")
    if step.x is not None:
        parts.append(f"x {step.x}")
    if step.by is not None:
        parts.append(f"by {step.by}")
    return ", ".join(parts)


def _pair(one: Ref, other: Ref, amount: int, *, amounts: bool) -> str:
    """Return a part of a declaration, as it was written."""
    return f"{one.text}: {amount} to {other.text}" if amounts else f"{one.text}: {other.text}"
