"""One card entry, or what a board says of an effect, as facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import date

from clingo import Function, Number, String, Symbol, SymbolType

from kb.errors import LudexError, nearest, quote
from kb.ordinals import nth
from kb.scenario import reader
from kb.scenario.card import Ability, AbilityKeys, Card
from kb.scenario.costs import cost_aloud, cost_label, cost_said
from kb.scenario.game_words import CardKey
from kb.scenario.modes import mode_numbers
from kb.scenario.reader import Node
from kb.scenario.terms import constant, occurs, replaced
from kb.scenario.unread import is_used
from kb.scenario.values import Known, ValueReader, printable
from kb.scenario.wording import Worded, worded

_IN_BRACES = re.compile(r"\{[^{}]*\}")
_POINTS = re.compile(r"\b(?:an)?(?:it|its|that|they|them|their|other)\b")
"""Words by which an ability may speak of what set it off."""

_NUMBERED = re.compile(r"the \w+ ability \d+ of .*")

MAX_TARGETS = 20
MAX_ENTRIES = 200


class Compiler(ValueReader):
    """Turns one card entry, or what a board says of an effect, into facts.

    Parameters
    ----------
    catalogue : Known
        Where cards are looked up that the entry names.
    owner : Symbol
        The constant that nested descriptions are numbered under.
    name : str
        What messages and display texts call it.
    player : callable, optional
        Finds a player by name, where there are players.
    """

    def __init__(
        self,
        catalogue: Known,
        owner: Symbol,
        name: str,
        player: Callable[[Node], Symbol] | None = None,
    ) -> None:
        super().__init__(catalogue, player)
        self.owner = owner
        self.name = name
        self.printed: dict[str, dict[Symbol, None]] = {}
        self.abilities: list[Ability] = []
        self.granted: list[Ability] = []
        self.wording: Worded | None = None
        self.later: list[tuple[date, Worded]] = []
        self._parts = 0
        self._looks = 0
        self._ability: Symbol = owner

    # --- Cards ---

    def card(self, node: reader.Mapping) -> Card:
        """Read a whole entry."""
        self.describe(node, self.owner, ("name", "names", "abilities", "changes"))
        if "name" not in self.printed:
            self._print(self.owner, "name", self.owner)
        self._all_abilities(node, self.owner)
        self._tell_apart()
        return Card(
            self.owner,
            self.name,
            tuple(dict.fromkeys(self.facts)),
            {key: tuple(values) for key, values in self.printed.items()},
            tuple(self.abilities),
            tuple(self.mentions),
            self.texts,
            self.wording,
            tuple(self.later),
            tuple(self.granted),
        )

    def describe(self, node: reader.Mapping, symbol: Symbol, others: tuple[str, ...]) -> None:
        """Read what is printed: every key but the others."""
        keys = self.game.card_keys
        reader.only(node, f"the card {quote(self.name)}", (*others, *keys))
        for name, key in keys.items():
            value = node.get(name)
            if value is not None:
                self._key(symbol, key, value, node)

    def _key(self, symbol: Symbol, key: CardKey, value: Node, node: reader.Mapping) -> None:
        what = f"{key.name} of {quote(self.name)}"
        if key.brings is not None:
            brought = self.catalogue.find(key.brings, value.mark)
            self.mentions.append(brought)
            self._print(symbol, f"{key.key.name}_token", brought)
        if key.kind == "cost":
            self._cost_key(symbol, key, value, node)
        elif key.kind == "wording":
            self.wording = self._wording(symbol, reader.text(value, what), value)
        elif key.kind == "later wordings":
            for number, item in enumerate(reader.items(value, what), 1):
                row = reader.mapping(item, what)
                reader.only(row, what, ("from", "text"))
                text = reader.needed(row, "text", what)
                owner = Function("w", [symbol, Number(number)])
                wording = self._wording(owner, reader.text(text, what), text)
                self.later.append((_day(reader.needed(row, "from", what)), wording))
        elif key.kind == "flag":
            if reader.flag(value, what):
                self._print(symbol, key.key.name, Function("yes"))
        elif key.kind == "number":
            least = key.least
            self._print(symbol, key.key.name, Number(reader.number(value, what, least=least)))
        elif key.kind == "name":
            for item in reader.items(value, what) if key.many else (value,):
                self._print(symbol, key.key.name, self.called(reader.text(item, what)))
        else:
            items = reader.items(value, what) if key.many else (value,)
            for item in items:
                self._print(symbol, key.key.name, self.value(key.kind, item, what))

    def called(self, name: str) -> Symbol:
        """Return the constant of a name: that of the card that has it, if there is one."""
        found = self.catalogue.get(name)
        if found is None:
            symbol = constant(name)
            if " " in name:  # a single word may be that of a type, too
                self.texts.setdefault(symbol, name)
            return symbol
        self.texts.setdefault(found, name)
        return found

    def _wording(self, symbol: Symbol, text: str, node: Node) -> Worded:
        try:
            found = worded(text, symbol, self.game)
        except LudexError as cause:
            raise reader.error(cause.message, node.mark) from None
        self.facts += found.facts
        self.texts.update({said.symbol: quote(said.text) for said in found.mentions})
        self.texts.update({claim: quote(words) for claim, words in found.claims.items()})
        return found

    def _cost_key(self, symbol: Symbol, key: CardKey, value: Node, node: reader.Mapping) -> None:
        cost = self.cost(value)
        for term in cost.terms:
            self._print(symbol, key.key.name, term)
        if key.total is not None:
            self._print(symbol, key.total.name, Number(cost.total))
        printed = next((k for k in self.game.card_keys.values() if k.key == key.colors), None)
        if key.colors is not None and (printed is None or node.get(printed.name) is None):
            for color in cost.colors:
                self._print(symbol, key.colors.name, constant(color))

    def _print(self, symbol: Symbol, key: str, value: Symbol) -> None:
        self.facts.append(Function("printed", [symbol, Function(key), value]))
        if symbol == self.owner:
            self.printed.setdefault(key, {})[value] = None

    def look(self, node: Node) -> Symbol:
        """Read a nested description, such as what a land becomes."""
        inner = reader.mapping(node, "a description")
        self._looks += 1
        symbol = Function("look", [self.owner, Number(self._looks)])
        self.describe(inner, symbol, ("abilities",))
        self._all_abilities(inner, symbol)
        self.texts[symbol] = _one_word(inner) or f"what {self.name} describes"
        return symbol

    # --- Abilities ---

    def _all_abilities(self, node: reader.Mapping, symbol: Symbol) -> None:
        value = node.get("abilities")
        if value is None:
            return
        alike: dict[str, Symbol] = {}
        found: list[Ability] = []
        for index, item in enumerate(_entries(value, "abilities"), 1):
            ability = self.ability(item, Function("ab", [symbol, _place(item, index)]))
            self._print(symbol, "ability", ability.symbol)
            self._tell_twins(item, ability.symbol, alike)
            found.append(ability)
        self._tell_modes(found)
        acting = {
            fact.arguments[0]
            for fact in self.facts
            if fact.match("says", 3) and fact.arguments[1].name == "step"
        }
        offered = [one for one in found if one.symbol.arguments[1].type is not SymbolType.Number]
        (self.abilities if symbol == self.owner else self.granted).extend(
            one if one.kind != "activated" or one.symbol in acting else _offering(one, offered)
            for one in found
        )

    def _tell_modes(self, found: list[Ability]) -> None:
        """Call what is one of several to choose from by its number among them."""
        told = {one.symbol for one in found if not one.label}
        numbers = {one: said for one, said in mode_numbers(self.facts).items() if one in told}
        several = len({choice for _, choice in numbers.values()}) > 1
        for symbol, (number, choice) in numbers.items():
            which = f" of the {nth(choice)} choice" if several else ""
            self.texts[symbol] = f"mode {number}{which} of {self.name}"

    def _tell_apart(self) -> None:
        """Count abilities that would be called alike: the first {T} ability, the second.

        The only one of a kind needs no number.
        """
        kinds = Counter(one.kind for one in (*self.abilities, *self.granted) if not one.label)
        for one in (*self.abilities, *self.granted):
            alone = not one.label and kinds[one.kind] == 1
            if alone and _NUMBERED.fullmatch(self.texts.get(one.symbol, "")):
                self.texts[one.symbol] = f"the {one.kind} ability of {self.name}"
        alike: dict[str, list[Symbol]] = {}
        for one in (*self.abilities, *self.granted):
            if one.label and one.symbol in self.texts:
                alike.setdefault(self.texts[one.symbol], []).append(one.symbol)
        for text, symbols in alike.items():
            for number, symbol in enumerate(symbols if len(symbols) > 1 else (), 1):
                self.texts[symbol] = text.replace("the ", f"the {nth(number)} ", 1)

    def _tell_twins(self, node: Node, symbol: Symbol, alike: dict[str, Symbol]) -> None:
        """Say of abilities that do the same, whatever sets them off, which of them is the first."""
        row = reader.mapping(node, "an ability")
        does = _but_when(row)
        if row.get("when") is not None and not _POINTS.search(does):
            first = alike.setdefault(does, symbol)
            if first != symbol:
                self._say(symbol, "twin", first)

    def ability(self, node: Node, symbol: Symbol) -> Ability:
        """Read one ability."""
        what = f"an ability of {quote(self.name)}"
        row = reader.mapping(node, what)
        reader.only(row, what, (*AbilityKeys.names(), *self.game.ability_keys))
        outer = (self._ability, self.targets)
        self._ability, self.targets = symbol, []
        self._read_targets(row.get("targets"), symbol)
        kind, label, said, place = "spell", "", "", ""
        cost, when, static, other = (row.get(k) for k in ("cost", "when", "static", "other"))
        if sum(part is not None for part in (cost, when, static, other)) > 1:
            message = "of 'cost', 'when', 'static' and 'other' an ability has one"
            raise reader.error(f"{what}: {message}", row.mark)
        if cost is not None:
            written = reader.text(cost, "a cost")
            kind, label, said = "activated", cost_label(written), cost_said(written, self.game)
            for term in self.cost(cost).terms:
                self._say(symbol, "cost", term)
        if when is not None:
            kind = "triggered"
            self._say(symbol, "when", self.form(when, self.game.triggers, "a trigger"))
            if not _POINTS.search(_but_when(row)):
                self._say(symbol, "heedless", Function("yes"))
            place = self._named_place(when)
            label = cost_label(place) if place else ""
        if static is not None:
            kind = "static"
            self._say(symbol, "static", self.form(static, self.game.statics, "a static ability"))
        if other is not None:
            kind = "static"
            text = reader.text(other, "other")
            self._say(symbol, "static", Function("unsupported", [String(printable(text))]))
            if is_used(text):
                said = text.partition(": ")[0]
        self._say(symbol, "kind", Function(kind))
        for name, key in self.game.ability_keys.items():
            value = row.get(name)
            if value is not None and key.kind == "flag":
                if reader.flag(value, name):
                    self._say(symbol, key.key.name, Function("yes"))
            elif value is not None:
                for item in reader.items(value, name):
                    self._say(symbol, key.key.name, self.value(key.kind, item, name))
        effect = row.get("effect")
        if effect is not None:
            self._instructions(effect, symbol)
        elif static is None and other is None:
            raise reader.error(f"{what} has no 'effect'", row.mark)
        targets = self.targets[-1].stop - 1 if self.targets else 0
        self._ability, self.targets = outer
        said_of = {
            fact.arguments[1].name
            for fact in self.facts
            if fact.match("says", 3) and fact.arguments[0] == symbol
        }
        text = self._ability_text(symbol, "mode" if "mode" in said_of else kind, said)
        self.texts[symbol] = f"the {place} ability of {self.name}" if place else text
        return Ability(symbol, kind, label, targets)

    def _named_place(self, when: Node) -> str:
        """Return what a trigger calls by a name of its own, such as a room; empty for others."""
        row = when if isinstance(when, reader.Mapping) else reader.Mapping({}, None)
        for word, entry in row.entries.items():
            form = self.game.triggers.get(word)
            known = None if form is None else self.game.values.get(form.params[word].kind)
            if known is not None and known.open and isinstance(entry.node, reader.Scalar):
                return str(entry.node.value)
        return ""

    def _ability_text(self, symbol: Symbol, kind: str, label: str) -> str:
        if label:
            words = any(map(str.islower, _IN_BRACES.sub("", label)))
            # The words are those of the file, not those on the card: no quotation.
            return f"the {f'[{cost_aloud(label)}]' if words else label} ability of {self.name}"
        if kind == "spell":
            return f"the text of {self.name}"
        if kind == "mode":
            return f"{_modes(symbol.arguments[1])} of {self.name}"
        return f"the {kind} ability {symbol.arguments[1].number} of {self.name}"

    def _say(self, holder: Symbol, key: str | Symbol, value: Symbol) -> None:
        name = Function(key) if isinstance(key, str) else key
        self.facts.append(Function("says", [holder, name, value]))

    def _read_targets(self, node: Node | None, symbol: Symbol) -> None:
        assert self.targets is not None
        if node is None:
            return
        number = 1
        for item in _entries(node, "targets"):
            if number > MAX_TARGETS:
                raise reader.error(f"more than {MAX_TARGETS} targets", item.mark)
            count, least, inner, apart, nth = 1, 1, item, False, None
            bound: tuple[str, Symbol] | None = None
            if isinstance(item, reader.Mapping):
                head = next((h for h in self.game.target_forms if h in item.entries), None)
                if head is None:
                    known = nearest(next(iter(item.entries), ""), self.game.target_forms)
                    raise reader.error(f"unknown kind of target{known}", item.mark)
                form = self.game.target_forms[head]
                keys = {head, form.of, *([form.others] if form.others else [])}
                reader.only(item, f"a target with {quote(head)}", keys)
                said = item.get(form.others) if form.others else None
                apart = said is not None and reader.flag(said, str(form.others))
                least, nth = MAX_TARGETS if form.needed else form.least, form.nth
                if form.bound is not None:
                    most = reader.needed(item, head, "a target")
                    bound = form.bound, self.value("amount", most, f"{quote(head)} of a target")
                if isinstance(form.count, int):
                    count = form.count
                else:
                    value = reader.needed(item, form.count, "a target")
                    count = reader.number(value, form.count, least=1, most=MAX_TARGETS)
                inner = reader.needed(item, form.of, f"a target with {quote(head)}")
            name = self.filter(inner)
            for place in range(number, number + count):
                self._say(symbol, Function("target", [Number(place)]), name)
                if place >= number + least:
                    optional = Function("optional_target", [Number(place)])
                    self._say(symbol, optional, Function("yes"))
                if nth is not None:
                    which = Number(place - number + 1)
                    self._say(symbol, Function(nth, [Number(place)]), which)
                if bound is not None:
                    which = Function(bound[0], [Number(place), Number(place - number + 1)])
                    self._say(symbol, which, bound[1])
                for earlier in range(1, number) if apart else ():
                    self._say(symbol, Function("others", [Number(place)]), Number(earlier))
                for earlier in range(number, place):
                    self._say(symbol, Function("same_word", [Number(place)]), Number(earlier))
            self.targets.append(range(number, number + count))
            number += count

    # --- Instructions ---

    def _instructions(self, node: Node, holder: Symbol) -> None:
        place = first = 1
        for item in _entries(node, "effect"):
            joined = self._joined(item)
            if joined is not None and place == 1:
                message = f"{quote(joined.value)} with nothing; expected an instruction before this"
                raise reader.error(message, joined.mark)
            first = place if joined is None else first
            # What is done to several targets is done to all of them at once, unless it goes on
            # with instructions of its own.
            at_once = isinstance(item, reader.Mapping) and all(
                isinstance(one.node, reader.Scalar) for one in item.entries.values()
            )
            for term in self._spread(item):
                self._say(holder, Function("step", [Number(place)]), term)
                if at_once and place > first:
                    self._say(holder, Function("with", [Number(place)]), Number(first))
                place += 1

    def _joined(self, item: Node) -> reader.Scalar | None:
        """Return the word by which an instruction is done along with the one before it."""
        if not isinstance(item, reader.Mapping):
            return None
        forms = (self.game.instructions.get(word) for word in item.entries)
        word = next((form.alongside for form in forms if form and form.alongside), None)
        flag = item.get(word) if word else None
        if word is None or flag is None or not reader.flag(flag, word):
            return None
        return reader.Scalar(word, item.key_mark(word))

    def _spread(self, item: Node) -> list[Symbol]:
        """Return an instruction once for each target that its words ``target N`` stand for."""
        several = [r for r in self.targets or () if len(r) > 1]
        term = self.form(item, self.game.instructions, "an instruction")
        for places in several:
            first = Function("target", [Number(places.start)])
            if occurs(first, term):
                return [
                    replaced(term, first, Function("target", [Number(place)])) for place in places
                ]
        return [term]

    def part(self, kind: str, node: Node) -> Symbol:
        """Read a nested list: it gets a name of its own, under which its facts stand."""
        self._parts += 1
        symbol = Function("seq", [self._ability, Number(self._parts)])
        if kind == "cost":
            for term in self.cost(node).terms:
                self._say(symbol, "cost", term)
            self.texts[symbol] = cost_aloud(reader.text(node, "a cost"))
        else:
            self._instructions(node, symbol)
            self.texts[symbol] = f"part of {self.name}"
        return symbol

    def exceptions(self, node: Node) -> None:
        """Read what a copy has that the copied thing has not.

        A list is had besides, and one under "only" instead, as a number is; "keep" leaves a value
        as it was, and "without" takes words of lists away; "this ability" is had as well.
        """
        if isinstance(node, reader.Scalar) and node.value is None:
            return
        row = reader.mapping(node, "exceptions")
        keys = {name: key for name, key in self.game.card_keys.items() if _excepted(key)}
        reader.only(row, "exceptions", ("name", "abilities", "this ability", *_OF_LISTS, *keys))
        for name, entry in row.entries.items():
            if isinstance(entry.node, reader.Scalar) and entry.node.value == "keep":
                if name in ("abilities", "this ability", *_OF_LISTS):
                    message = f"'keep' as the exception {quote(name)}; it keeps one characteristic"
                    raise reader.error(message, entry.node.mark)
                self._say(
                    self._ability, "keeps", keys[name].key if name in keys else Function(name)
                )
            elif name == "this ability":
                if not (isinstance(entry.node, reader.Scalar) and entry.node.value is True):
                    found = reader.kind(entry.node)
                    raise reader.error(f"{found} as {quote(name)}; expected true", entry.node.mark)
                self._say(self._ability, "adds_ability", self._ability)
            elif name == "abilities":
                holder = Function("look", [self._ability])
                for index, item in enumerate(reader.items(entry.node, name), 1):
                    ability = self.ability(item, Function("ab", [holder, Number(index)]))
                    self._say(self._ability, "adds_ability", ability.symbol)
                    self.granted.append(ability)
            elif name in _OF_LISTS:
                struck = reader.mapping(entry.node, name)
                lists = {part: key for part, key in keys.items() if key.many}
                reader.only(struck, name, tuple(lists))
                for part, inner in struck.entries.items():
                    for value in self._values(lists[part], inner.node, part):
                        pair = Function("", [lists[part].key, value])
                        self._say(self._ability, _OF_LISTS[name], pair)
            elif name in keys:
                how = "adds" if keys[name].many else "sets"
                for value in self._values(keys[name], entry.node, name):
                    self._say(self._ability, how, Function("", [keys[name].key, value]))
            else:
                found = reader.kind(entry.node)
                message = f"{found} as the exception {quote(name)}; expected 'keep'"
                raise reader.error(message, entry.node.mark)

    def _values(self, key: CardKey, node: Node, name: str) -> list[Symbol]:
        """Read what a card has under a key: each word of a list, or the one value."""
        parts = reader.items(node, name) if key.many else (node,)
        return [self.value(key.kind, part, name) for part in parts]


_OF_LISTS = {"without": "without", "only": "sets"}
"""What is said of the words of lists that a copy has not, or has instead: by which word."""


def _excepted(key: CardKey) -> bool:
    """Return whether a copy may differ in what stands under a key: a list, a number."""
    return key.many or key.kind == "number"


def _place(node: Node, index: int) -> Symbol:
    """Return what tells an ability from the others of its card: its modes, or its place."""
    modes = node.get("mode") if isinstance(node, reader.Mapping) else None
    if modes is None:
        return Number(index)
    numbers = [reader.number(one, "a mode", least=0) for one in reader.items(modes, "mode")]
    return Function("", [Number(one) for one in numbers])


def _offering(ability: Ability, modes: list[Ability]) -> Ability:
    """Return an ability that does nothing itself, with the modes that it offers."""
    targets = max((one.targets for one in modes), default=ability.targets)
    symbols = tuple(one.symbol for one in modes)
    return Ability(ability.symbol, ability.kind, ability.label, targets, symbols)


def _one_word(look: reader.Mapping) -> str:
    """Return the word of which a description consists, such as a color; mostly there are more."""
    said = [reader.plain(entry.node) for entry in look.entries.values()]
    words = said[0] if len(said) == 1 and isinstance(said[0], list) else said
    return words[0] if len(words) == 1 and isinstance(words[0], str) else ""


def _modes(place: Symbol) -> str:
    """Return what the text says of modes by their numbers."""
    if place.type is SymbolType.Number:
        return f"mode {place.number}"
    numbers = [str(one.number) for one in place.arguments]
    listed = " and ".join([part for part in (", ".join(numbers[:-1]), numbers[-1]) if part])
    return f"mode{'s' if len(numbers) > 1 else ''} {listed}"


def _entries(node: Node, what: str) -> tuple[Node, ...]:
    found = reader.items(node, what)
    if len(found) > MAX_ENTRIES:
        message = f"{len(found)} entries of {quote(what)}; expected at most {MAX_ENTRIES}"
        raise reader.error(message, node.mark)
    return found


def _day(node: Node) -> date:
    try:
        return date.fromisoformat(reader.text(node, "a date"))
    except ValueError:
        message = f"{reader.kind(node)} as a date; expected YYYY-MM-DD"
        raise reader.error(message, node.mark) from None


def _but_when(row: reader.Mapping) -> str:
    """Return, to compare it, what an ability says besides what sets it off."""
    return str({**reader.plain(row), "when": ""})
