"""How things are called in rulings: the names of the scenario, then the phrases of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from clingo import Function, Symbol, SymbolType

from kb.errors import escape
from kb.inference.graph import State, TakenChoice
from kb.inference.leaves import Ending, Seen
from kb.inference.parts import TextParts
from kb.inference.session import Session
from kb.proof.words import Phrasing, listed
from kb.questions.phrases import called, nothing, singular, so_many
from kb.rulebook.header import Label
from kb.scenario.actions import NOTHING, Action, Settled
from kb.scenario.properties import Property
from kb.scenario.references import TRUE, Ref
from kb.scenario.script import Act

Value = bool | int | str | list[str] | list[int] | None
"""The values of a property as they stand in JSON."""

TakenOption = tuple[Symbol, Symbol]
"""A decision and the option that is taken in it."""

Plain = Value | Mapping[str, object]
"""An answer as it stands in JSON."""

TOLD = 4
"""How many options, and how many ways to end, still fit into a sentence."""

ONE = frozenset(("zone", "player", "name"))
"""The kinds of property that have one value at a time."""


NO = Function("no")
"""The option by which a decision is declined."""


class Speech:
    """Says terms of one session in the words that its players use.

    Parameters
    ----------
    session : Session
    *states : State
        The moment that is spoken of; by default all that what is done can lead to.
    """

    def __init__(self, session: Session, *states: State) -> None:
        self.session = session
        self._states = states
        self._moments: dict[State, Speech] = {}
        self.names = session.situation.names
        self._calling = False
        self.words = Phrasing(self.name, session.view.vocabulary)

    def name(self, symbol: Symbol) -> str | None:
        """Return what the scenario calls a symbol, None if it has no name for it."""
        found = self.names.terms.get(symbol)
        # A word that is its own name may have a better phrase in the vocabulary.
        if found is not None and (symbol.arguments or found != symbol.name.replace("_", " ")):
            return found
        if symbol.type != SymbolType.Function:
            return None
        if symbol.match("obj", 2):
            handle = symbol.arguments[0]
            return self.names.handles.get(handle) or self.made.get(handle) or self.name(handle)
        if symbol.match("part", 1) and (does := self.texts.said(symbol)):
            return does
        if symbol.arguments:
            # An ability without a name of its own is not on the stack, but what is there is its.
            known = {} if self._calling else self.on_the_stack
            return self.made.get(symbol) or known.get(symbol)
        for names in (self.names.players, self.names.handles, self.names.cards):
            if symbol in names:
                return names[symbol]
        word = self.names.words.get(symbol)
        return None if word == symbol.name.replace("_", " ") else word

    @cached_property
    def made(self) -> dict[Symbol, str]:
        """What came into being on the way is called, by its handle: no two alike."""
        return called(self.session)

    @cached_property
    def on_the_stack(self) -> dict[Symbol, str]:
        """What abilities on the stack are called: after the ability, as long as that is clear."""
        template = self.session.game.stack.ability
        if template is None:
            return {}
        name, arity = template.term.name, len(template.term.arguments)
        found: dict[Symbol, set[tuple[Symbol, Symbol]]] = {}
        for state in self._states or [node.state for node in self.session.graph.nodes]:
            for fluent in state:
                if fluent.match(name, arity):
                    thing, ability, source = fluent.arguments
                    found.setdefault(thing, set()).add((ability, source))
        said = {}
        self._calling = True
        for thing, abilities in found.items():
            texts = {self.words.ability_of(*one) for one in abilities}
            said[thing] = texts.pop() if len(texts) == 1 else "an ability on the stack"
        self._calling = False
        return said

    def at(self, *states: State) -> Speech:
        """Return the speech of a moment, in which what lies on the stack is called what it is."""
        template = self.session.game.stack.ability
        if template is None or "an ability on the stack" not in self.on_the_stack.values():
            return self
        name, arity = template.term.name, len(template.term.arguments)
        key = frozenset(f for state in states for f in state if f.match(name, arity))
        if key not in self._moments:
            self._moments[key] = Speech(self.session, key)
        return self._moments[key]

    def along(self, node: int) -> Callable[[int], Phrasing]:
        """Return how symbols are said in each step on a shortest way to a state."""
        graph = self.session.graph
        states = [graph.nodes[number].state for number, _ in graph.path(node)]
        states.append(graph.nodes[node].state)
        return lambda step: self.at(*states[step : step + 2]).words

    def abilities(self, states: Iterable[Iterable[Symbol]]) -> list[str]:
        """Return what the abilities are called that are on the stack in some states."""
        template = self.session.game.stack.ability
        found: dict[str, None] = {}
        if template is not None:
            name, arity = template.term.name, len(template.term.arguments)
            for fluent in (fluent for state in states for fluent in state):
                if fluent.match(name, arity):
                    found[self.term(fluent.arguments[1], "ability")] = None
        return sorted(found)

    def still_to_come(self, leaf: Ending) -> list[str]:
        """Return what was set off and waits where an answer is found, in words."""
        nodes = self.session.graph.nodes
        if leaf.kind != "leaf":
            return []
        now, first = nodes[leaf.node].state, nodes[0].state
        waiting = (one for one in now - first if _counts(one).name in self.session.game.to_come)
        stacked = set(self.abilities([now])) - set(self.abilities([first]))
        return sorted(
            {*map(self.clause, waiting), *(f"{escape(one)} on the stack" for one in stacked)}
        )

    def term(self, symbol: Symbol, kind: str = "") -> str:
        """Return a term in words."""
        return self.words.term(symbol, kind)

    def clause(self, atom: Symbol) -> str:
        """Return an atom, or a term of a closed kind, in words."""
        return self.words.atom(atom)

    def mode(self, name: str) -> str:
        """Return what a kind of step is called."""
        entry = self.session.view.vocabulary.entry("mode", name, 0)
        return name if entry is None else entry.phrase

    def condition(self, condition: Symbol) -> str:
        """Return a condition in words."""
        return self.words.term(condition, "condition")

    def who(self, player: Symbol | None) -> str:
        """Return what a player is called; "one" for nobody in particular."""
        return "one" if player is None else escape(self.names.text(player))

    def numbers(self, label: Label) -> tuple[str, ...]:
        """Return the numbers under which the text in force knows a rule."""
        return tuple(label.numbers_on(self.session.view.date))

    def choice(self, made: TakenChoice) -> str:
        """Return a choice in words: who chooses what."""
        return " ".join(self.chosen(made))

    def chosen(self, made: TakenChoice) -> tuple[str, str]:
        """Return who chooses, or that chance does, and the rest of that clause."""
        who = listed(self.who(player) for player in made.choosers)
        decision = self.term(made.decision, "decision")
        if not who:
            return "chance", f"decides {decision}: {self._taken(made)}"
        asks = decision.startswith(("which ", "what ", "whether ", "who ", "how "))
        verb = "decides" if asks else "chooses"
        return who, f"{verb} {decision}: {self._taken(made)}"

    def _taken(self, made: TakenChoice) -> str:
        """Return what was chosen; of what was declined, what that means for the decision."""
        game = self.session.game
        if made.option == NO:
            for word, said in game.declined.items():
                if game.decisions[word] == made.decision.name:
                    return said
        return self._offered(made.option)

    def _offered(self, option: Symbol) -> str:
        """Return an option that is no action; one of several parts of a text by what it says."""
        return self.texts.said(option) or self.term(option, "option")

    @cached_property
    def texts(self) -> TextParts:
        """What the parts of texts say."""
        return TextParts(self.session.situation.said("says", 3), self.term)

    # --- Actions ---

    def may(self, act: Act, *, yes: bool) -> str:
        """Return that somebody may, or may not, do something."""
        return f"{self.who(act.by)} may {'' if yes else 'not '}{self.act(act)}"

    def act(self, act: Act) -> str:
        """Return what is done, without the one who does it: ``cast Shock, targeting Norbert``."""
        if act.action.takes in ("pairs", "amounts"):
            return self._declared(act)
        if act.nothing:
            return nothing(act.action.name, act.action.told)
        said = self._done(
            act.action,
            None if act.about is None else act.about.text,
            self._ability(act),
        )
        targets = [escape(target.text) for target in act.targets if target.symbol != NOTHING]
        if targets:
            said += f", targeting {listed(targets)}"
        if act.x is not None:
            said += f", with X = {act.x}"
        for shares in act.shares:
            if shares.parts.freely is None and shares.pairs:
                whom = listed([escape(ref.text) for ref, _ in shares.pairs])
                told = shares.parts.told or "with {object}"
                said += f", {told.replace('{object}', whom)}"
        return said

    def _declared(self, act: Act) -> str:
        """Return a declaration in words."""
        parts = [(one.text, other.text, amount) for one, other, amount in act.pairs]
        groups = [listed(escape(one.text) for one in group) for group in act.together]
        said = self._parts(act.action.name, act.action.told, parts)
        return said + "".join(f", with {group} together" for group in groups)

    @staticmethod
    def _clauses(name: str, says: str | None, parts: Iterable[tuple[str, str, int]]) -> list[str]:
        """Return a declaration in words; what several do to the same thing is said once."""
        objects: dict[tuple[str, int], list[str]] = {}
        for one, other, amount in parts:
            objects.setdefault((other, amount), []).append(escape(one))
        clauses = [
            (says or f"{name} {{object}}: {{value}}")
            .replace("{object}", listed(who))
            .replace("{value}", escape(value))
            .replace("{n}", str(amount))
            for (value, amount), who in objects.items()
        ]
        return clauses or [nothing(name, says)]

    def _parts(self, name: str, says: str | None, parts: Iterable[tuple[str, str, int]]) -> str:
        return listed(self._clauses(name, says, parts))

    def done(self, decision: Symbol, option: Symbol, takes: Iterable[TakenOption]) -> list[str]:
        """Return what is done, as clauses; of a declaration, with the parts taken beside it."""
        for action in self.session.game.actions.values():
            each = action.each
            if each is None or action.takes not in ("pairs", "amounts"):
                continue
            if option == action.option.term and action.decision.match(decision) is not None:
                found = [self._pair(each, *pair) for pair in takes]
                return self._clauses(action.name, action.told, filter(None, found))
        return [self.option(option)]

    def _pair(self, each: Settled, decision: Symbol, option: Symbol) -> tuple[str, str, int] | None:
        """Return who does something to what, and how much; None if it is another decision."""
        filled: dict[str, Symbol] = {}
        for template, symbol in ((each.decision.term, decision), (each.option.term, option)):
            if not symbol.match(template.name, len(template.arguments)):
                return None
            filled |= dict(zip(map(_hole, template.arguments), symbol.arguments, strict=True))
        number = filled.get("n")
        amount = 1 if number is None else number.number
        return self.term(filled["object"], "object"), self.term(filled["value"], "object"), amount

    def declared(self, act: Act, found: Symbol) -> str:
        """Return something that could be declared, or a class of it, in words."""
        parts = []
        free = act.free
        each = act.action.each if free is None else free.each
        for part in found.arguments:
            if part.name:
                return listed(self.term(result, "result") for result in found.arguments)
            assert each is not None
            pair = self._pair(each, *part.arguments)
            assert pair is not None
            parts.append(pair)
        if free is not None:
            return self._parts(free.word, free.told, parts)
        return self._parts(act.action.name, act.action.told, parts)

    @staticmethod
    def _done(action: Action, about: str | None, ability: str | None) -> str:
        verb = action.told or action.name
        if about is None:
            return " ".join(verb.replace("{object}", "").split())
        if "{object}" in verb:
            return verb.replace("{object}", escape(about))
        if ability is None:
            return f"{verb} {escape(about)}"
        if ability.endswith(f" of {about}"):
            return f"{verb} {escape(ability)}"
        return f"{verb} {escape(ability)}, which {escape(about)} has"

    def _ability(self, act: Act) -> str | None:
        if not act.abilities:
            return None
        about = "" if act.about is None else act.about.text
        texts = list(dict.fromkeys(self.term(ability, "ability") for ability in act.abilities))
        if len(texts) == 1:
            # A second card of the same name is called by its own name here.
            head, of, named = texts[0].partition(" of ")
            return f"{head} of {about}" if of and self._same_card(act, named) else texts[0]
        heads = {text.partition(" of ")[0] for text in texts}
        return f"{heads.pop()} of {about}" if len(heads) == 1 else f"an ability of {about}"

    def _same_card(self, act: Act, named: str) -> bool:
        if act.about is None:
            return False
        return named in self._card_names(act.about.symbol)

    def _card_names(self, handle: Symbol) -> list[str | None]:
        return [
            self.names.cards.get(fact.arguments[1])
            for fact in self.session.situation.static
            if fact.match("card", 2) and fact.arguments[0] == handle
        ]

    def option(self, option: Symbol) -> str:
        """Return an option of a player as something to do; of a declaration, with its parts."""
        if option.match("declared", 2):
            action = self.session.game.actions[option.arguments[0].string]
            each = action.each
            if each is None:
                return nothing(action.name, action.told)
            pairs = [self._pair(each, *part.arguments) for part in option.arguments[1].arguments]
            return self._parts(action.name, action.told, filter(None, pairs))
        taken = self.taken(option)
        if taken is None:
            return self._offered(option)
        action, filled = taken
        about, ability = filled.get("object"), filled.get("ability")
        return self._done(
            action,
            None if about is None else self.term(about, "object"),
            None if ability is None else self._own(self.term(ability, "ability"), about),
        )

    def taken(self, option: Symbol) -> tuple[Action, dict[str, Symbol]] | None:
        """Return the action that takes an option, and what fills its holes; None for no action."""
        for action in self.session.game.actions.values():
            pattern = action.option.term
            if option.match(pattern.name, len(pattern.arguments)):
                holes = map(_hole, pattern.arguments)
                return action, dict(zip(holes, option.arguments, strict=True))
        return None

    def played(self, option: Symbol) -> str:
        """Return what is played by an option of an order."""
        return listed(self.term(part, "object") for part in option.arguments) or self.option(option)

    def _own(self, ability: str, about: Symbol | None) -> str:
        """Return the text of an ability with the name of the object that has it."""
        if about is None or not about.match("obj", 2):
            return ability
        head, of, named = ability.partition(" of ")
        if of and named in self._card_names(about.arguments[0])[:1]:
            return f"{head} of {self.term(about, 'object')}"
        return ability

    # --- Properties ---

    def plain(self, asked: Property, values: tuple[Symbol, ...]) -> Value:
        """Return the values of a property as plain Python.

        What has one value at a time is a number, a word or None; anything else is a list.
        """
        if asked.answer == "flag":
            return values == (TRUE,)
        if asked.answer == "number":
            numbers = [one.number for one in values if one.type == SymbolType.Number]
            return numbers if len(numbers) > 1 else numbers[0] if numbers else None
        words = [self.value(one) for one in values]
        if asked.answer in ONE and len(words) < 2:
            return words[0] if words else None
        return words

    def properties(self, seen: Iterable[Seen]) -> dict[str, dict[str, Value]]:
        """Return what is seen in an answer, by object or player and property."""
        found: dict[str, dict[str, Value]] = {}
        for asked, of, values in seen:
            found.setdefault(of.text, {})[asked.name] = self.plain(asked, values)
        return found

    def clauses(self, seen: Iterable[Seen]) -> list[str]:
        """Return clauses: what several share is said once, and what is said of each in a row."""
        groups: dict[tuple[str, tuple[Symbol, ...]], list[Seen]] = {}
        for one in seen:
            groups.setdefault((one[0].name, one[2]), []).append(one)
        said: dict[str, list[str]] = {}
        for same in groups.values():
            who, what = self.property_of(same[0][0], [one[1] for one in same], same[0][2])
            said.setdefault(who, []).append(what)
        return [f"{who} {listed(dict.fromkeys(whats))}" for who, whats in said.items()]

    def property_of(
        self, asked: Property, of: Sequence[Ref], values: Sequence[Symbol]
    ) -> tuple[str, str]:
        """Return a property and its values as the subject and the rest of a clause."""
        if asked.of == "game" and asked.clause is not None and (values or asked.answer == "player"):
            said = self.values(asked, values) if values else "nobody"
            return "it", asked.clause.replace("?", said)
        if asked.of == "game":
            number = "number of " if asked.answer == "number" else ""
            return f"the {number}{asked.name}", f"is {self.values(asked, values)}"
        names = [escape(ref.text) for ref in of]
        who = f"both {listed(names)}" if len(names) == 2 else listed(names)
        if asked.answer in ("player", "name") and values and asked.clause is None:
            one = len(values) == 1
            name = asked.name.removesuffix("s") if one else asked.name
            verb = "is" if one else "are"
            return f"the {name} of {listed(names)}", f"{verb} {self.values(asked, values)}"
        return who, self.state(asked, values, many=len(names) > 1)

    def values(self, asked: Property, values: Sequence[Symbol]) -> str:
        """Return the values of a property: ``3``, ``red and white``, ``nothing``."""
        if asked.answer == "flag":
            return "yes" if tuple(values) == (TRUE,) else "no"
        if asked.answer == "name":
            printed = self.names.printed
            return listed(escape(printed.get(v) or self.names.text(v)) for v in values) or "none"
        return listed(self.value(value) for value in values) or "none"

    def value(self, value: Symbol) -> str:
        """Return one value of a property."""
        return escape(self.names.text(value))

    def state(self, asked: Property, values: Sequence[Symbol], *, many: bool) -> str:
        """Return a property and its values as the rest of a clause: ``has 17 life``."""
        are, have = ("are", "have") if many else ("is", "has")
        if asked.answer == "flag":
            yes = tuple(values) == (TRUE,)
            if asked.clause is not None:
                verb, _, rest = asked.clause.partition(" ")
                verb = {"is": are, "has": have}.get(verb, verb)
                return f"{verb} {rest.replace('?', 'an' if yes else 'no')}"
            if asked.of == "player" and asked.name == self._participle(asked):
                return f"{have} {'' if yes else 'not '}{asked.name}"
            if asked.name.startswith("was "):
                past = asked.name.removeprefix("was ")
                return f"{'were' if many else 'was'} {'' if yes else 'not '}{past}"
            noun = self._noun(asked)
            what = f"{asked.name}s" if noun and many else f"{noun} {asked.name}".strip()
            return f"{are} {'' if yes else 'not '}{what}"
        if asked.answer == "zone" and asked.clause is not None:
            return asked.clause.replace("?", listed(map(self._where, values)) or "no zone")
        if asked.answer == "zone":
            if not values:
                return f"{are} in no zone"
            return f"{are} {listed(self.place(value) for value in values)}"
        nobody = asked.answer == "player" and not values
        said = "nobody" if nobody else self.values(asked, values)
        if asked.clause is not None and (values or nobody):
            verb, _, rest = asked.clause.partition(" ")
            verb = {"is": are, "has": have}.get(verb, verb)
            before, _, after = rest.partition("?")
            what = so_many(after.strip(), said) if asked.answer == "number" else f"{said}{after}"
            counted = what.startswith(f"{said} ")
            return f"{verb} {before}{what if counted else said + after}"
        if asked.answer == "number" and values:
            return f"{have} {so_many(asked.name, said)}"
        single = len(values) < 2 and not asked.name.endswith("ss")
        one = singular(asked.name) if single else asked.name
        return f"{have} the {one} {said}" if values else f"{have} no {one}"

    def _participle(self, asked: Property) -> str:
        """Return the word that the vocabulary says of a flag after ``has``, if it does."""
        term = asked.pattern.term
        entry = self.session.view.vocabulary.any(term.name, len(term.arguments))
        words = [] if entry is None else entry.phrase.split()
        return words[words.index("has") + 1] if "has" in words[:-1] else ""

    def _noun(self, asked: Property) -> str:
        """Return the article that the vocabulary has before a flag that is a noun, or nothing."""
        term = asked.pattern.term
        entry = self.session.view.vocabulary.any(term.name, len(term.arguments))
        words = [] if entry is None else entry.phrase.split()
        named = words[3:] == asked.name.split() and words[2:3] in (["a"], ["an"])
        return words[2] if named else ""

    def place(self, zone: Symbol) -> str:
        """Return where a zone is: ``in the graveyard``."""
        entry = self.session.view.vocabulary.entry("zone", zone.name, 0)
        return entry.phrase if entry is not None else f"in the zone {self.value(zone)}"

    def _where(self, zone: Symbol) -> str:
        """Return a zone as a noun: ``the graveyard``."""
        preposition, _, noun = self.place(zone).partition(" ")
        return noun if preposition in ("in", "on") else f"being {preposition} {noun}"


def _counts(fluent: Symbol) -> Symbol:
    """Return what a fluent counts, where it does; itself else."""
    return fluent.arguments[0] if fluent.match("val", 2) else fluent


def _hole(part: Symbol) -> str:
    return part.name.removeprefix("hole__") if part.type == SymbolType.Function else ""
