"""Reads what is done and what is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, Literal

from clingo import Function, Number, Symbol

from kb.errors import LudexError, nearest, quote
from kb.scenario import reader
from kb.scenario.abilities import abilities_of
from kb.scenario.finding import Finder
from kb.scenario.game import Action, Parts, Property
from kb.scenario.model import Question, ScenarioError, Step, Turn, validated
from kb.scenario.reader import Path_
from kb.scenario.script import (
    FALSE,
    THE_GAME,
    TRUE,
    Act,
    Choose,
    Declarations,
    Expected,
    May,
    Mentions,
    Moment,
    Options,
    Orders,
    Outcomes,
    Ref,
    Resolve,
    ScriptLine,
    Shares,
    Targets,
    TypedQuestion,
    Until,
    Verdict,
    What,
    When,
)
from kb.scenario.terms import constant, fold
from kb.scenario.wording import Worded, worded

_FIXED = ("resolve", "choose", "until")
_YES = {True: True, "yes": True, "legal": True, False: False, "no": False, "illegal": False}
QuestionKind = Literal[
    "may", "declarations", "options", "targets", "what", "outcomes", "when", "mentions", "orders"
]
KINDS: tuple[QuestionKind, ...] = (
    *(
        "may",
        "declarations",
        "options",
        "targets",
        "what",
        "outcomes",
        "when",
        "mentions",
        "orders",
    ),
)
_OF_MENTION = (
    *("mention", "number", "target", "criteria", "only", "gaps", "means", "chosen"),
    *("compulsory", "objects"),
)
_OF_MOMENT = ("turn", "player", "phase")
_WITHIN = 3
_VERDICTS = {True: "yes", False: "no", "yes": "yes", "no": "no", "open": "open"}

_ONE = {"player": "players", "object": "objects", "game": "the game"}


class Asking:
    """Reads the script and the questions of a scenario, whose board has been read.

    Parameters
    ----------
    finder : Finder
        The players and objects of the board, by name.
    day : date
        The day whose rules apply, and whose wordings of cards.
    """

    def __init__(self, finder: Finder, day: date) -> None:
        self.finder = finder
        self.day = day
        self.game = finder.game
        self.facts: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}

    # --- The script ---

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
        allowed = {"resolve": (), "choose": ("for_", "by"), "until": ()}[given[0]]
        for field in step.model_fields_set - {given[0], *allowed}:
            name = Step.model_fields[field].alias or field
            message = f"{quote(name)} has no meaning with {quote(given[0])}"
            raise ScenarioError(message, (*path, name), key=True)
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
            message = (
                f"unknown decision {quote(step.for_)}{nearest(step.for_, self.game.decisions)}"
            )
            raise ScenarioError(message, (*path, "for"))
        by = None if step.by is None else self.finder.player(step.by, (*path, "by"))
        choice = self._choice(step.choose, (*path, "choose"))
        return Choose(decision, choice, by, path, str(step.choose))

    def _choice(self, value: str | int | bool | None, path: Path_) -> tuple[Ref, ...]:
        if isinstance(value, bool):
            word = "yes" if value else "no"
            return (Ref(word, "word", Function(word)),)
        if isinstance(value, int):
            return (Ref(str(value), "word", Number(value)),)
        text = value or ""
        word_ref = Ref(text, "word", constant(text))
        try:
            found = self.finder.ref(text, path, any_of=True)
        except ScenarioError:
            known = any(fold(text) in words.terms for words in self.game.values.values())
            if known or text in ("yes", "no", "nothing", "pass"):
                return (word_ref,)
            raise
        return (found, word_ref)

    def _until(self, step: Step, path: Path_) -> Until:
        turn = Turn(player=step.until, phase=None) if isinstance(step.until, str) else step.until
        place: Path_ = (*path, "until")
        if turn is None or (turn.player is None and turn.phase is None):
            raise ScenarioError("'until' has neither 'player' nor 'phase'", place)
        player_place = place if isinstance(step.until, str) else (*place, "player")
        side = None if turn.player is None else self.finder.side(turn.player, player_place)
        phase = None if turn.phase is None else self.finder.phase(turn.phase, (*place, "phase"))
        text = ", ".join(part for part in (turn.player, turn.phase) if part)
        return Until(side, phase, path, text)

    def _unknown_word(self, word: str, path: Path_) -> ScenarioError:
        fields = [f.alias or n for n, f in Step.model_fields.items()]
        message = f"unknown key {quote(word)} in an action"
        hint = nearest(word, [*self.game.actions, *fields])
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
                raise self._unknown_word(word, path)
        for field in ("resolve", "choose", "for_", "until"):
            if getattr(step, field) is not None:
                key = Step.model_fields[field].alias or field
                message = f"{quote(key)} has no meaning with {quote(name)}"
                raise ScenarioError(message, (*path, key), key=True)
        by = None if step.by is None else self.finder.player(step.by, (*path, "by"))
        about: Ref | None = None
        abilities: tuple[Symbol, ...] = ()
        place = (*path, name)
        value = words[name]
        if action.takes == "nothing":
            if isinstance(value, str):
                by = self.finder.player(value, place)
            elif value not in (None, True):
                message = f"{_found(value)} as {quote(name)}; expected the player"
                raise ScenarioError(message, place)
        elif action.takes in ("pairs", "amounts"):
            return self._declaration(action, step, value, path, by)
        elif not isinstance(value, str | int) or isinstance(value, bool) or value == "":
            raise ScenarioError(f"{_found(value)} as {quote(name)}; expected a name", place)
        else:
            about = self.finder.ref(
                str(value), place, zone=action.zone, player=by, any_of=True, kinds=("object",)
            )
            placed = self.finder.placed(about)
            if by is None and placed is not None:
                by = placed.player
        for field, allowed in (
            ("ability", action.ability),
            ("targets", "targets" in action.settles),
            ("x", "x" in action.settles),
            ("together", action.together is not None),
        ):
            if field in step.model_fields_set and not allowed:
                message = f"{quote(field)} has no meaning with {quote(name)}"
                raise ScenarioError(message, (*path, field), key=True)
        said = step.ability is not None or action.takes != "made"
        if action.ability and about is not None and said:
            abilities = self._abilities(about, step, path, action.kinds)
        targets = tuple(
            self.finder.ref(target, (*path, "targets", index), any_of=True)
            for index, target in enumerate(step.targets)
        )
        self._not_too_many(step, about, abilities, path)
        side = None if by is None else self.finder.sides[by]
        shares = tuple(
            self._shares(word, words[word], parts, by, (*path, word))
            for word, parts in action.parts.items()
            if word in words
        )
        text = _said(step, name)
        return Act(action, by, side, about, abilities, targets, step.x, path, text, shares=shares)

    def _shares(
        self, word: str, value: Any, parts: Parts, by: Symbol | None, path: Path_
    ) -> Shares:
        """Return what a further word of an action says of many objects."""
        if value == "any" and parts.freely is not None:
            return Shares(parts, freely=True)
        if not isinstance(value, dict):
            said = " or 'any'" if parts.freely is not None else ""
            message = f"{_found(value)} as {quote(word)}; expected a mapping such as {{NAME: WORD}}"
            raise ScenarioError(message + said, path)
        terms = self.game.values[parts.of]
        pairs = []
        for key, said in value.items():
            ref = self.finder.ref(str(key), (*path, key), player=by, kinds=("object",))
            for place, one in _numbered(said, (*path, key)):
                found = terms.find(one) if isinstance(one, str) else None
                if found is None:
                    hint = nearest(str(one), terms.terms)
                    raise ScenarioError(f"unknown {parts.of} {quote(str(one))}{hint}", place)
                pairs.append((ref, found))
        return Shares(parts, tuple(pairs))

    def _not_too_many(
        self, step: Step, about: Ref | None, abilities: tuple[Symbol, ...], path: Path_
    ) -> None:
        """Refuse more targets than the spell or the ability has."""
        placed = None if about is None else self.finder.placed(about)
        if not step.targets or placed is None or placed.card is None:
            return
        cards = self.finder.cards()
        known = [a for card in cards for a in (*card.abilities, *card.granted)]
        meant = [a for a in known if a.symbol in abilities] or [
            a
            for a in self.finder.catalogue.card(placed.card).abilities
            if a.kind in ("spell", "static")
        ]
        most = max((ability.targets for ability in meant), default=0)
        if len(step.targets) > most:
            has = {0: "no target", 1: "one target"}.get(most, f"at most {most} targets")
            said = f"{len(step.targets)} targets are named; {quote(about.text if about else '')}"
            raise ScenarioError(f"{said} has {has}", (*path, "targets"))

    def _declaration(
        self, action: Action, step: Step, value: Any, path: Path_, by: Symbol | None
    ) -> Act:
        """Return a declaration, a mapping of objects to objects or players."""
        name = action.name
        place = (*path, name)
        for field in ("ability", "targets", "x"):
            if field in step.model_fields_set:
                message = f"{quote(field)} has no meaning with {quote(name)}"
                raise ScenarioError(message, (*path, field), key=True)
        example = "{NAME: NAME}" if action.takes == "pairs" else "{NAME: {NAME: 1}}"
        if not isinstance(value, dict) or (not value and by is None):
            message = f"{_found(value)} as {quote(name)}; expected a mapping such as {example}"
            raise ScenarioError(message, place)
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
        if groups and action.together is None:
            message = f"'together' has no meaning with {quote(name)}"
            raise ScenarioError(message, (*path, "together"), key=True)
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
                message = f"{_found(value)} as {quote(key)}; expected a mapping such as {{NAME: 1}}"
                raise ScenarioError(message, place)
            found = []
            for other, amount in value.items():
                if type(amount) is not int or not 0 <= amount <= 1_000_000:
                    message = f"{_found(amount)} as {quote(other)}; expected a number, 0 or more"
                    raise ScenarioError(message, (*place, other))
                found.append((str(other), amount, (*place, other)))
            return found
        others = value if isinstance(value, list) else [value]
        for other in others or [value]:
            if not isinstance(other, str) or not other:
                message = f"{_found(other)} as {quote(key)}; expected a name"
                raise ScenarioError(message, place)
        return [(other, 1, place) for other in others]

    def _declared(self, name: str, action: Action, by: Symbol | None, path: Path_) -> Ref:
        return self.finder.ref(name, path, zone=action.zone, player=by, kinds=("object",))

    def _abilities(
        self, about: Ref, step: Step, path: Path_, kinds: tuple[str, ...]
    ) -> tuple[Symbol, ...]:
        source = about.symbol if about.kind == "token" else self.finder.placed(about)
        if source is None:
            raise ScenarioError(f"{quote(about.text)} has no abilities", path)
        named = abilities_of(
            self.finder, source, step.ability, path, kinds, targets=len(step.targets)
        )
        return tuple(ability.symbol for ability in named)

    # --- Questions ---

    def question(self, asked: Question, path: Path_) -> TypedQuestion:
        """Return a question, typed."""
        given = [kind for kind in KINDS if getattr(asked, kind) is not None]
        if len(given) != 1:
            if given:
                message = f"{quote(given[0])} and {quote(given[1])} in one question; write two"
                raise ScenarioError(message, (*path, given[1]), key=True)
            message = f"a question says what is asked{nearest('', KINDS)}"
            raise ScenarioError(message, path)
        kind: QuestionKind = given[0]
        for field, kinds in (("of", ("what", "when")), ("within", ("when",)), ("only", ("when",))):
            if getattr(asked, field) is not None and kind not in kinds:
                message = f"{quote(field)} has no meaning with {quote(kind)}"
                raise ScenarioError(message, (*path, field), key=True)
        if asked.expect == "undetermined":
            rest = asked.model_dump(by_alias=True, exclude_unset=True, exclude={"expect"})
            typed = self._typed(kind, Question.model_validate(rest), path)
            typed = replace(typed, undetermined=True)
        else:
            typed = self._typed(kind, asked, path)
        if asked.depends_on is None:
            return typed
        for place, name in enumerate(asked.depends_on):
            try:
                self.game.gaps.gap(name)
            except LudexError as cause:
                raise ScenarioError(cause.message, (*path, "depends on", place)) from None
        return replace(typed, depends=tuple(asked.depends_on))

    def _typed(self, kind: QuestionKind, asked: Question, path: Path_) -> TypedQuestion:
        match kind:
            case "may":
                return self._may(asked, path)
            case "declarations":
                return self._declarations(asked, path)
            case "options":
                return self._options(asked, path)
            case "targets":
                return self._targets(asked, path)
            case "what":
                return self._what(asked, path)
            case "outcomes":
                return self._outcomes(asked, path)
            case "when":
                return self._when(asked, path)
            case "mentions":
                return self._mentions(asked, path)
            case "orders":
                return self._orders(asked, path)

    def _may(self, asked: Question, path: Path_) -> May:
        for field in ("includes", "excludes"):
            if getattr(asked, field) is not None:
                message = f"{quote(field)} has no meaning with 'may'"
                raise ScenarioError(message, (*path, field), key=True)
        assert asked.may is not None
        act = self.act(asked.may, (*path, "may"))
        expect: bool | None = None
        if "expect" in asked.model_fields_set and asked.expect is not None:
            known = isinstance(asked.expect, bool | str) and asked.expect in _YES
            if not known:
                message = f"{_found(asked.expect)} as 'expect'; expected true or false"
                raise ScenarioError(message, (*path, "expect"))
            expect = _YES[asked.expect]
        return May(path, asked.name or f"may {act.text}", act, expect, because=tuple(asked.because))

    @staticmethod
    def _seconds(value: Any, path: Path_) -> float:
        """Return a number of seconds; a fraction is text where files are read."""
        try:
            found = -1.0 if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            found = -1.0
        if not 0 <= found <= 86_400:
            raise ScenarioError(f"{_found(value)} as 'seconds'; expected a number of seconds", path)
        return found

    def _declarations(self, asked: Question, path: Path_) -> Declarations:
        place: Path_ = (*path, "declarations")
        data = dict(asked.declarations or {})
        limit, seconds = data.pop("limit", None), data.pop("seconds", None)
        if limit is not None and (type(limit) is not int or limit < 1):
            message = f"{_found(limit)} as 'limit'; expected a number, 1 or more"
            raise ScenarioError(message, (*place, "limit"))
        if seconds is not None:
            seconds = self._seconds(seconds, (*place, "seconds"))
        flags = {}
        for word in ("count", "classes"):
            flags[word] = data.pop(word, False)
            if not isinstance(flags[word], bool):
                message = f"{_found(flags[word])} as {quote(word)}; expected true or false"
                raise ScenarioError(message, (*place, word))
        for word, given in (("limit", limit), ("seconds", seconds)):
            if given is not None and flags["count"] != (word == "seconds"):
                other = "with 'count'" if word == "limit" else "without 'count'"
                raise ScenarioError(
                    f"{quote(word)} has no meaning {other}", (*place, word), key=True
                )
        act = self.act(validated(Step, data, place), place)
        if (act.action.each is None and act.free is None) or act.by is None:
            known = [name for name, action in self.game.actions.items() if action.each is not None]
            message = f"{quote(act.action.name)} is no declaration"
            if act.action.each is not None:
                raise ScenarioError("a question about declarations has no 'by'", place)
            raise ScenarioError(message + nearest(act.action.name, known), place)
        number: int | None = None
        expect: tuple[Act, ...] | None = None
        if "expect" in asked.model_fields_set:
            if type(asked.expect) is int:
                number = asked.expect
            else:
                expect = self._acts(asked.expect, (*path, "expect"), act.by)
        return Declarations(
            path,
            asked.name or f"declarations: {act.text}",
            act,
            limit,
            flags["count"],
            flags["classes"],
            seconds,
            number,
            expect,
            self._acts(asked.includes, (*path, "includes"), act.by),
            self._acts(asked.excludes, (*path, "excludes"), act.by),
            because=tuple(asked.because),
        )

    def _options(self, asked: Question, path: Path_) -> Options:
        data = asked.options or {}
        place: Path_ = (*path, "options")
        for key in data:
            if key != "by":
                message = f"unknown key {quote(key)} in 'options'{nearest(key, ['by'])}"
                raise ScenarioError(message, (*place, key), key=True)
        if not isinstance(data.get("by"), str):
            raise ScenarioError("'options' has no 'by', the player who is asked about", place)
        by = self.finder.player(data["by"], (*place, "by"))
        expect = self._acts(asked.expect, (*path, "expect"), by)
        return Options(
            path,
            asked.name or f"options of {data['by']}",
            by,
            self.finder.sides[by],
            expect if "expect" in asked.model_fields_set else None,
            self._acts(asked.includes, (*path, "includes"), by),
            self._acts(asked.excludes, (*path, "excludes"), by),
            because=tuple(asked.because),
        )

    def _acts(self, value: Any, path: Path_, by: Symbol) -> tuple[Act, ...]:
        if value is None:
            return ()
        found = []
        for place, entry in _numbered(value, path):
            data = {entry: True} if isinstance(entry, str) else entry
            if not isinstance(data, dict):
                message = f"{_found(data)}; expected an action such as {{cast: NAME}}"
                raise ScenarioError(message, place)
            if "by" not in data:
                data = {**data, "by": self.finder.players[by]}
            found.append(self.act(validated(Step, data, place), place))
        return tuple(found)

    def _targets(self, asked: Question, path: Path_) -> Targets:
        place: Path_ = (*path, "targets")
        data = dict(asked.targets or {})
        number = data.pop("target", 1)
        if type(number) is not int or number < 1:
            message = f"{_found(number)} as 'target'; expected 1 for the first target"
            raise ScenarioError(message, (*place, "target"))
        act = self.act(validated(Step, data, place), place)
        return Targets(
            path,
            asked.name or f"targets of {act.text}",
            act,
            number,
            self._refs(asked.expect, (*path, "expect"))
            if "expect" in asked.model_fields_set
            else None,
            self._refs(asked.includes, (*path, "includes")),
            self._refs(asked.excludes, (*path, "excludes")),
            because=tuple(asked.because),
        )

    def _refs(self, value: Any, path: Path_) -> tuple[Ref, ...]:
        if value is None:
            return ()
        found = []
        for place, entry in _numbered(value, path):
            if not isinstance(entry, str) or not entry:
                raise ScenarioError(f"{_found(entry)}; expected a name", place)
            found.append(self.finder.ref(entry, place))
        return tuple(found)

    # --- What a text mentions ---

    def _mentions(self, asked: Question, path: Path_) -> Mentions:
        place: Path_ = (*path, "mentions")
        data = {"text": asked.mentions} if isinstance(asked.mentions, str) else asked.mentions
        data = dict(data or {})
        by = next(iter(self.finder.players))
        if "by" in data:
            by = self.finder.player(_text(data.pop("by"), (*place, "by")), (*place, "by"))
        if len(data) != 1 or next(iter(data)) not in ("text", "card"):
            wrong = next((key for key in data if key not in ("text", "card")), None)
            if wrong is not None:
                message = f"unknown key {quote(wrong)} in 'mentions'"
                hint = nearest(wrong, ["text", "card", "by"])
                raise ScenarioError(message + hint, (*place, wrong), key=True)
            raise ScenarioError("'mentions' has either 'text' or 'card'", place)
        found = self._wording(data, place)
        self.facts += (
            Function("chosen_by", [said.symbol, by])
            for said in found.mentions
            if Function("chosen_by", [said.symbol, by]) not in self.facts
        )
        covered: bool | None = None
        expect: tuple[Verdict, ...] | None = None
        if "expect" in asked.model_fields_set:
            if asked.expect in ("covered", "not covered"):
                covered = asked.expect == "covered"
            else:
                expect = self._verdicts(asked.expect, (*path, "expect"))
        if asked.excludes is not None:
            message = "'excludes' has no meaning with 'mentions'"
            raise ScenarioError(message, (*path, "excludes"), key=True)
        short = found.text if len(found.text) <= 60 else f"{found.text[:59]}…"
        return Mentions(
            path,
            asked.name or f"targets of {quote(short)}",
            found,
            by,
            expect,
            self._verdicts(asked.includes, (*path, "includes")),
            covered,
            because=tuple(asked.because),
        )

    def _wording(self, data: dict[str, Any], place: Path_) -> Worded:
        if "card" in data:
            name = _text(data["card"], (*place, "card"))
            card = self.finder.catalogue.card(self.finder.card(name, (*place, "card")))
            wording = card.wording_on(self.day)
            if wording is None:
                raise ScenarioError(f"{quote(name)} has no text", (*place, "card"))
            return wording
        text = _text(data["text"], (*place, "text"))
        try:
            found = worded(text, Function("text", [Number(int(place[1]))]), self.game)
        except LudexError as cause:
            raise ScenarioError(cause.message, (*place, "text")) from None
        self.facts += found.facts
        self.texts.update({said.symbol: quote(said.text) for said in found.mentions})
        return found

    def _verdicts(self, value: Any, path: Path_) -> tuple[Verdict, ...]:
        if value is None:
            return ()
        return tuple(self._verdict(entry, place) for place, entry in _numbered(value, path))

    def _verdict(self, entry: Any, path: Path_) -> Verdict:
        if not isinstance(entry, dict):
            message = (
                f"{_found(entry)}; expected a mapping such as {{mention: a unit, target: yes}}"
            )
            raise ScenarioError(message, path)
        for key in entry:
            if key not in _OF_MENTION:
                message = f"unknown key {quote(str(key))} in a mention"
                hint = nearest(str(key), _OF_MENTION)
                raise ScenarioError(message + hint, (*path, key), key=True)
        target = entry.get("target")
        if target is not None and target not in _VERDICTS:
            message = f"{_found(target)} as 'target'; expected true, false or 'open'"
            raise ScenarioError(message, (*path, "target"))
        number = entry.get("number", 1)
        if type(number) is not int or number < 1:
            message = f"{_found(number)} as 'number'; expected 1 for the first mention of the words"
            raise ScenarioError(message, (*path, "number"))
        compulsory = entry.get("compulsory")
        if compulsory is not None and not isinstance(compulsory, bool):
            message = f"{_found(compulsory)} as 'compulsory'; expected true or false"
            raise ScenarioError(message, (*path, "compulsory"))
        return Verdict(
            words=_text(entry.get("mention"), (*path, "mention")),
            number=number,
            target=None if target is None else _VERDICTS[target],
            criteria=_texts(entry.get("criteria"), (*path, "criteria")),
            gaps=_texts(entry.get("gaps"), (*path, "gaps")),
            only=_texts(entry["only"], (*path, "only")) if "only" in entry else None,
            means=_text(entry["means"], (*path, "means")) if "means" in entry else None,
            chosen=_text(entry["chosen"], (*path, "chosen")) if "chosen" in entry else None,
            compulsory=compulsory,
            objects=self._refs(entry["objects"], (*path, "objects"))
            if "objects" in entry
            else None,
            path=path,
        )

    def _what(self, asked: Question, path: Path_) -> What:
        found = self.property(asked.what or "", (*path, "what"))
        if asked.of is None and found.of != "game":
            raise ScenarioError("'what' has no 'of', the object or player asked about", path)
        of = THE_GAME if asked.of is None else self._of(asked.of, (*path, "of"))
        self._one_of(found, of, (*path, "of"))
        return What(
            path,
            asked.name or (f"{found.name} of {of.text}" if asked.of else found.name),
            found,
            of,
            self._values(found, asked.expect, (*path, "expect"))
            if "expect" in asked.model_fields_set
            else None,
            self._values(found, asked.includes, (*path, "includes")),
            self._values(found, asked.excludes, (*path, "excludes")),
            because=tuple(asked.because),
        )

    @staticmethod
    def _one_of(asked: Property, of: Ref, path: Path_) -> None:
        """Refuse a property that is not said of such a thing."""
        kind = of.kind if of.kind in ("player", "game") else "object"
        if kind == asked.of:
            return
        if "game" in (kind, asked.of):
            other = "the game" if kind == "game" else "something else"
        else:
            other = "a player" if kind == "player" else "no player"
        said = f"{quote(asked.name)} is said of {_ONE[asked.of]}"
        raise ScenarioError(f"{said}; {quote(of.text)} is {other}", path)

    def property(self, name: str, path: Path_, *, key: bool = False) -> Property:
        """Return the property with that name, or refuse the name."""
        found = self.game.properties.get(fold(name))
        if found is None:
            known = [p.name for p in self.game.properties.values()]
            raise ScenarioError(
                f"unknown property {quote(name)}{nearest(name, known)}", path, key=key
            )
        return found

    def _of(self, name: str, path: Path_, *, key: bool = False) -> Ref:
        if fold(name) in ("game", THE_GAME.text):
            return THE_GAME
        try:
            return self.finder.ref(name, path)
        except ScenarioError as cause:
            raise ScenarioError(cause.bare, path, key=key) from None

    def _values(self, asked: Property, value: Any, path: Path_) -> tuple[Symbol, ...]:
        if value is None:
            return ()
        return tuple(self._value(asked, entry, place) for place, entry in _numbered(value, path))

    def _value(self, asked: Property, value: Any, path: Path_) -> Symbol:
        kind = asked.answer
        if kind == "number":
            if type(value) is not int or abs(value) > 1_000_000_000:
                raise ScenarioError(f"{_found(value)}; expected a whole number", path)
            return Number(value)
        if kind == "flag":
            if not isinstance(value, bool | str) or value not in _YES:
                raise ScenarioError(f"{_found(value)}; expected true or false", path)
            return TRUE if _YES[value] else FALSE
        if not isinstance(value, str) or not value:
            raise ScenarioError(f"{_found(value)}; expected a word", path)
        if kind == "player":
            return self.finder.player(value, path)
        if kind == "zone":
            names = {**{k: z.term for k, z in self.game.zones.items()}, "stack": Function("stack")}
            zone = names.get(fold(value))
            if zone is None:
                raise ScenarioError(f"unknown zone {quote(value)}{nearest(value, names)}", path)
            return zone
        if kind == "name":
            card = self.finder.catalogue.get(value)
            return constant(value) if card is None else self._printed_name(card)
        words = self.game.values.get(kind)
        found = constant(value) if words is None else words.find(value)
        if found is None and words is not None:
            hint = nearest(value, words.terms)
            raise ScenarioError(f"unknown {kind} {quote(value)}{hint}", path)
        return found if found is not None else constant(value)

    def _printed_name(self, card: Symbol) -> Symbol:
        return next(iter(self.finder.catalogue.card(card).printed.get("name", ())), card)

    def _outcomes(self, asked: Question, path: Path_) -> Outcomes:
        for key in asked.outcomes or {}:
            message = f"unknown key {quote(key)} in 'outcomes'; write 'outcomes: {{}}'"
            raise ScenarioError(message, (*path, "outcomes", key), key=True)
        return Outcomes(
            path,
            asked.name or "outcomes",
            self._leaves(asked.expect, (*path, "expect"))
            if "expect" in asked.model_fields_set
            else None,
            self._leaves(asked.includes, (*path, "includes")),
            self._leaves(asked.excludes, (*path, "excludes")),
            because=tuple(asked.because),
        )

    def _when(self, asked: Question, path: Path_) -> When:
        goal = self._leaf(asked.when or {}, (*path, "when"))
        if not goal:
            message = "'when' has nothing to look for; expected a mapping such as "
            raise ScenarioError(f"{message}{{NAME: {{zone: field}}}}", (*path, "when"))
        name = asked.of or next(iter(self.finder.players.values()))
        side = self.finder.side(name, (*path, "of"))
        only = None
        if asked.only is not None:
            only = tuple(self.act(s, (*path, "only", n)) for n, s in enumerate(asked.only))
        said = ", ".join(f"{one.of.text} {one.property.name}" for one in goal)
        return When(
            path,
            asked.name or f"when {said}",
            goal,
            side,
            _WITHIN if asked.within is None else asked.within,
            only,
            self._moments(asked.expect, (*path, "expect"), side)
            if "expect" in asked.model_fields_set
            else None,
            self._moments(asked.includes, (*path, "includes"), side),
            self._moments(asked.excludes, (*path, "excludes"), side),
            because=tuple(asked.because),
        )

    def _moments(self, value: Any, path: Path_, side: Symbol) -> tuple[Moment | None, ...]:
        if value is None:
            return ()
        return tuple(self._moment(entry, place, side) for place, entry in _numbered(value, path))

    def _moment(self, value: Any, path: Path_, side: Symbol) -> Moment | None:
        if value == "never":
            return None
        if not isinstance(value, dict):
            message = f"{_found(value)}; expected 'never' or a mapping such as {{turn: 1}}"
            raise ScenarioError(message, path)
        for key in value:
            if key not in _OF_MOMENT:
                message = f"unknown key {quote(str(key))} in a moment"
                raise ScenarioError(message + nearest(str(key), _OF_MOMENT), (*path, key), key=True)
        turn = value.get("turn")
        if type(turn) is not int or turn < 0:
            message = f"{_found(turn)} as 'turn'; expected a number, 0 for the present turn"
            raise ScenarioError(message, (*path, "turn"))
        player, phase = value.get("player"), value.get("phase")
        return Moment(
            turn,
            side
            if player is None
            else self.finder.side(_text(player, (*path, "player")), (*path, "player")),
            None
            if phase is None
            else self.finder.phase(_text(phase, (*path, "phase")), (*path, "phase")),
            ", ".join(f"{key} {entry}" for key, entry in value.items()),
        )

    def _orders(self, asked: Question, path: Path_) -> Orders:
        place: Path_ = (*path, "orders")
        data = dict(asked.orders or {})
        limit, count = data.pop("limit", None), data.pop("count", False)
        for key in data:
            message = f"unknown key {quote(key)} in 'orders'{nearest(key, ['count', 'limit'])}"
            raise ScenarioError(message, (*place, key), key=True)
        if limit is not None and (type(limit) is not int or not 1 <= limit <= 10_000):
            message = f"{_found(limit)} as 'limit'; expected a number from 1 to 10000"
            raise ScenarioError(message, (*place, "limit"))
        if not isinstance(count, bool):
            message = f"{_found(count)} as 'count'; expected true or false"
            raise ScenarioError(message, (*place, "count"))
        if count and limit is not None:
            raise ScenarioError("'limit' has no meaning with 'count'", (*place, "limit"), key=True)
        if self.game.orders is None:
            message = "this game has nothing that is played in different orders"
            raise ScenarioError(message, place, key=True)
        number: int | None = None
        expect: tuple[tuple[Act, ...], ...] | None = None
        if "expect" in asked.model_fields_set:
            if type(asked.expect) is int:
                number = asked.expect
            else:
                expect = self._sequences(asked.expect, (*path, "expect"))
        return Orders(
            path,
            asked.name or "orders",
            expect,
            self._sequences(asked.includes, (*path, "includes")),
            self._sequences(asked.excludes, (*path, "excludes")),
            number,
            0 if count else Orders.limit if limit is None else limit,
            because=tuple(asked.because),
        )

    def _sequences(self, value: Any, path: Path_) -> tuple[tuple[Act, ...], ...]:
        if value is None:
            return ()
        found = []
        for place, entry in _numbered(value, path):
            if not isinstance(entry, list | tuple):
                raise ScenarioError(f"{_found(entry)}; expected a list of what is played", place)
            found.append(tuple(self._played(one, (*place, n)) for n, one in enumerate(entry)))
        return tuple(found)

    def _played(self, value: Any, path: Path_) -> Act:
        """Return one member of an order: a name, or an action with more to say."""
        assert self.game.orders is not None
        action = self.game.orders.action
        data = {action: value} if isinstance(value, str) else value
        if not isinstance(data, dict) or action not in data:
            message = f"{_found(value)}; expected a name, or a mapping such as {{{action}: NAME}}"
            raise ScenarioError(message, path)
        return self.act(validated(Step, data, path), path)

    def _leaves(self, value: Any, path: Path_) -> tuple[tuple[Expected, ...], ...]:
        if value is None:
            return ()
        return tuple(self._leaf(entry, place) for place, entry in _numbered(value, path))

    def _leaf(self, value: Any, path: Path_) -> tuple[Expected, ...]:
        if not isinstance(value, dict):
            message = f"{_found(value)}; expected a mapping such as {{NAME: {{zone: graveyard}}}}"
            raise ScenarioError(message, path)
        found = []
        for name, properties in value.items():
            place = (*path, name)
            if not isinstance(properties, dict):
                message = f"{_found(properties)} as {quote(name)}; expected properties"
                raise ScenarioError(message, place)
            for word, values in properties.items():
                asked = self.property(str(word), (*place, word), key=True)
                of = self._of(str(name), place, key=True)
                found.append(Expected(asked, of, self._values(asked, values, (*place, word))))
        return tuple(found)


def _numbered(value: Any, path: Path_) -> list[tuple[Path_, Any]]:
    if isinstance(value, list | tuple):
        return [((*path, index), entry) for index, entry in enumerate(value)]
    return [(path, value)]


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


def _found(value: Any) -> str:
    return reader.kind(reader.node_of(value))


def _text(value: Any, path: Path_) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ScenarioError(f"{_found(value)}; expected text", path)
    return value


def _texts(value: Any, path: Path_) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(_text(entry, place) for place, entry in _numbered(value, path))
