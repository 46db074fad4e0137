"""How things are called in rulings: the names of the scenario, then the phrases of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from clingo import Symbol, SymbolType

from kb.errors import escape
from kb.inference.session import Session
from kb.proof.words import Words
from kb.scenario.game import Action, Property
from kb.scenario.references import TRUE, Ref
from kb.scenario.script import Act


class Speech:
    """Says terms of one session in the words that its players use.

    Parameters
    ----------
    session : Session
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.names = session.situation.names
        self.words = Words(self.name, session.view.vocabulary)

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
            return self.names.handles.get(handle) or self.name(handle)
        if symbol.arguments:
            return self._on_the_stack.get(symbol)
        for names in (self.names.players, self.names.handles, self.names.cards):
            if symbol in names:
                return names[symbol]
        word = self.names.words.get(symbol)
        return None if word == symbol.name.replace("_", " ") else word

    @cached_property
    def _on_the_stack(self) -> dict[Symbol, str]:
        """What abilities on the stack are called: after the ability, as long as that is clear."""
        template = self.session.game.stack.ability
        if template is None:
            return {}
        pattern = template.term
        found: dict[Symbol, set[Symbol]] = {}
        for node in self.session.graph.nodes:
            for fluent in node.state:
                if fluent.match(pattern.name, len(pattern.arguments)):
                    found.setdefault(fluent.arguments[0], set()).add(fluent.arguments[1])
        said = {}
        for thing, abilities in found.items():
            texts = {self.words.term(ability, "ability") for ability in abilities}
            if len(texts) == 1:
                said[thing] = texts.pop()
            else:
                said[thing] = "an ability on the stack"
        return said

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

    def term(self, symbol: Symbol, kind: str = "") -> str:
        """Return a term in words."""
        return self.words.term(symbol, kind)

    def clause(self, atom: Symbol) -> str:
        """Return an atom, or a term of a closed kind, in words."""
        return self.words.atom(atom)

    def condition(self, condition: Symbol) -> str:
        """Return a condition in words."""
        return self.words.term(condition, "condition")

    # --- Actions ---

    def act(self, act: Act) -> str:
        """Return what is done, without the one who does it: ``cast Shock, targeting Norbert``."""
        if act.action.takes in ("pairs", "amounts"):
            return self._declared(act)
        said = self._done(
            act.action,
            None if act.about is None else act.about.text,
            self._ability(act),
        )
        if act.targets:
            said += f", targeting {listed(escape(target.text) for target in act.targets)}"
        if act.x is not None:
            said += f", with X = {act.x}"
        return said

    def _declared(self, act: Act) -> str:
        """Return a declaration in words."""
        parts = [(one.text, other.text, amount) for one, other, amount in act.pairs]
        groups = [listed(escape(one.text) for one in group) for group in act.together]
        said = self._parts(act.action.name, act.action.told, parts)
        return said + "".join(f", with {group} together" for group in groups)

    @staticmethod
    def _parts(name: str, says: str | None, parts: Iterable[tuple[str, str, int]]) -> str:
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
        return listed(clauses) or f"{name} with nothing"

    def declared(self, act: Act, found: Symbol) -> str:
        """Return something that could be declared, or a class of it, in words."""
        parts = []
        free = act.free
        each = act.action.each if free is None else free.each
        for part in found.arguments:
            if part.name:
                return listed(self.term(result, "result") for result in found.arguments)
            decision, option = part.arguments
            assert each is not None
            filled: dict[str | None, Symbol] = {}
            for template, symbol in (
                (each.decision.term, decision),
                (each.option.term, option),
            ):
                filled |= dict(zip(map(_hole, template.arguments), symbol.arguments, strict=True))
            number = filled.get("n")
            parts.append(
                (
                    self.term(filled["object"], "object"),
                    self.term(filled["value"], "object"),
                    1 if number is None else number.number,
                )
            )
        if free is not None:
            return self._parts(free.word, free.told, parts)
        return self._parts(act.action.name, act.action.told, parts)

    @staticmethod
    def _done(action: Action, about: str | None, ability: str | None) -> str:
        verb = action.told or action.name
        if about is None:
            return verb
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
        handle = act.about.symbol
        cards = [
            fact.arguments[1]
            for fact in self.session.situation.static
            if fact.match("card", 2) and fact.arguments[0] == handle
        ]
        return any(self.names.cards.get(card) == named for card in cards)

    def option(self, option: Symbol) -> str:
        """Return an option of a player with priority as something to do."""
        for action in self.session.game.actions.values():
            pattern = action.option.term
            if not option.match(pattern.name, len(pattern.arguments)):
                continue
            filled = dict(zip(map(_hole, pattern.arguments), option.arguments, strict=True))
            about = filled.get("object")
            ability = filled.get("ability")
            return self._done(
                action,
                None if about is None else self.term(about, "object"),
                None if ability is None else self._own(self.term(ability, "ability"), about),
            )
        return self.term(option, "option")

    def played(self, option: Symbol) -> str:
        """Return what is played by an option of an order."""
        return listed(self.term(part, "object") for part in option.arguments) or self.option(option)

    def _own(self, ability: str, about: Symbol | None) -> str:
        """Return the text of an ability with the name of the object that has it."""
        if about is None or not about.match("obj", 2):
            return ability
        head, of, named = ability.partition(" of ")
        handle = about.arguments[0]
        card = next(
            (
                fact.arguments[1]
                for fact in self.session.situation.static
                if fact.match("card", 2) and fact.arguments[0] == handle
            ),
            None,
        )
        if of and card is not None and self.names.cards.get(card) == named:
            return f"{head} of {self.term(about, 'object')}"
        return ability

    # --- Properties ---

    def values(self, asked: Property, values: Sequence[Symbol]) -> str:
        """Return the values of a property: ``3``, ``red and white``, ``nothing``."""
        if asked.answer == "flag":
            return "yes" if tuple(values) == (TRUE,) else "no"
        return listed(self.value(value) for value in values) or "none"

    def value(self, value: Symbol) -> str:
        """Return one value of a property."""
        return escape(self.names.text(value))

    def state(self, asked: Property, values: Sequence[Symbol], *, many: bool) -> str:
        """Return a property and its values as the rest of a clause: ``has life 17``."""
        are, have = ("are", "have") if many else ("is", "has")
        if asked.answer == "flag":
            yes = tuple(values) == (TRUE,)
            if asked.of == "player" and asked.name == self._participle(asked):
                return f"{have} {'' if yes else 'not '}{asked.name}"
            return f"{are} {'' if yes else 'not '}{asked.name}"
        if asked.answer == "zone":
            if not values:
                return f"{are} in no zone"
            return f"{are} {listed(self.place(value) for value in values)}"
        said = self.values(asked, values)
        if asked.answer == "number" and values:
            return f"{have} {_counted(asked.name, said)}"
        one = asked.name.removesuffix("s") if len(values) < 2 else asked.name
        return f"{have} the {one} {said}" if values else f"{have} no {one}"

    def _participle(self, asked: Property) -> str:
        """Return the word that the vocabulary says of a flag after ``has``, if it does."""
        term = asked.pattern.term
        entry = self.session.view.vocabulary.any(term.name, len(term.arguments))
        words = [] if entry is None else entry.phrase.split()
        return words[words.index("has") + 1] if "has" in words[:-1] else ""

    def place(self, zone: Symbol) -> str:
        """Return where a zone is: ``in the graveyard``."""
        entry = self.session.view.vocabulary.entry("zone", zone.name, 0)
        return entry.phrase if entry is not None else f"in the zone {self.value(zone)}"


def _hole(part: Symbol) -> str:
    return part.name.removeprefix("hole__") if part.type == SymbolType.Function else ""


def _counted(name: str, number: str) -> str:
    """Return a number of something: ``3 loyalty counters``, ``loyalty 3``."""
    if not name.endswith(("counters", "cards", "mana")):
        return f"{name} {number}"
    return f"{number} {name[:-1] if number == '1' and name.endswith('s') else name}"


def listed(texts: Iterable[str], word: str = "and") -> str:
    """Return texts as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    parts = list(texts)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def named(refs: Iterable[Ref]) -> str:
    """Return the names of what is referred to, as a list in a sentence."""
    return listed(escape(ref.text) for ref in refs)
