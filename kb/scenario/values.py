"""What stands under the words of card files, read: words, phrases, filters, costs, forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from clingo import Function, Number, String, Symbol

from kb.errors import LudexError, nearest, quote
from kb.rulebook.uncovered import unknown_word
from kb.scenario import filters, reader
from kb.scenario.costs import Cost, read_cost
from kb.scenario.forms import Form
from kb.scenario.game import Game
from kb.scenario.phrases import Phrase
from kb.scenario.reader import Node

MAX_PHRASE = 300
ITSELF = Function("this")
"""The feature of what a filter finds in the object itself."""


class Known(Protocol):
    """The cards among which names are looked up, and what they share."""

    game: Game
    extra_words: frozenset[str]

    def get(self, name: str) -> Symbol | None:
        """Return the constant of the card with that name."""

    def find(self, name: str, mark: reader.Mark | None = None) -> Symbol:
        """Return the constant of the card with that name, or refuse the name."""

    def filter(self, clauses: filters.Clauses, text: str) -> Symbol:
        """Return the constant of a filter."""


class ValueReader(ABC):
    """Reads what stands under a word of a card file, by the kind that the word takes.

    What is described at length (cards, abilities, nested instructions) is read by who inherits.

    Parameters
    ----------
    catalogue : Known
        Where cards are looked up that are named.
    player : callable, optional
        Finds a player by name, where there are players.
    """

    def __init__(self, catalogue: Known, player: Callable[[Node], Symbol] | None = None) -> None:
        self.catalogue = catalogue
        self.game = catalogue.game
        self.player = player
        self.facts: list[Symbol] = []
        self.mentions: list[Symbol] = []
        self.texts: dict[Symbol, str] = {}
        self.targets: list[range] | None = None
        self._place = ""  # the word, or the phrase, under which a filter stands

    @abstractmethod
    def look(self, node: Node) -> Symbol:
        """Read a description of something."""

    @abstractmethod
    def part(self, kind: str, node: Node) -> Symbol:
        """Read a nested list of instructions, or a cost that is said apart."""

    @abstractmethod
    def exceptions(self, node: Node) -> None:
        """Read what a copy has that the copied thing has not."""

    @abstractmethod
    def called(self, name: str) -> Symbol:
        """Return what a filter calls by the name of a card."""

    def form(self, node: Node, forms: Mapping[str, Form], what: str) -> Symbol:
        """Read an instruction, a trigger, a static ability or a change."""
        if isinstance(node, reader.Scalar) and isinstance(node.value, str):
            node = reader.Mapping(
                {node.value: reader.Entry(reader.Scalar(None, node.mark), node.mark)}, node.mark
            )
        row = reader.mapping(node, what)
        head = next((key for key in row.entries if key in forms), None)
        if head is None:
            word = next(iter(row.entries), "")
            message = f"unknown {what.partition(' ')[2]} {quote(word)}{nearest(word, forms)}"
            raise reader.error(message, row.key_mark(word))
        form = forms[head]
        self.mentions += (self.catalogue.find(name, row.mark) for name in form.brings)
        reader.only(row, f"{what} {quote(head)}", form.params)
        values: dict[str, Symbol] = {}
        template, outer = form.term, self._place
        self._place = head
        for word, param in form.params.items():
            value = row.get(word)
            if value is None or (value == reader.Scalar(None, value.mark) and param.default):
                value = param.default
            if value is None and param.kind == "flag":
                continue
            if value is None:
                raise reader.error(f"{what} {quote(head)} has no {quote(word)}", row.mark)
            if value.mark is None:
                value = _marked(value, row.mark)
            if param.kind == "flag":
                if reader.flag(value, word):
                    template = form.variants.get(word, template)
                continue
            values[word.replace(" ", "_")] = self.value(
                param.kind, value, f"{quote(word)} of {head}"
            )
        self._place = outer
        return template.fill(values)

    def value(self, kind: str, node: Node, what: str) -> Symbol:
        """Read a value of some kind."""
        if kind in self.game.values:
            return self._word(kind, node, what)
        match kind:
            case "number":
                return Number(reader.number(node, what))
            case "signed amount" if isinstance(node, reader.Scalar) and type(node.value) is int:
                return Number(reader.number(node, what))
            case "amount" | "signed amount":
                return self._phrase(reader.text(node, what), self.game.amounts, "amount", node)
            case "reference":
                return self._phrase(
                    reader.text(node, what), self.game.references, "reference", node
                )
            case "condition":
                text = reader.text(node, what)
                return self._phrase(text, self.game.conditions, "condition", node)
            case "filter":
                return self.filter(node)
            case "text":
                return String(printable(reader.text(node, what)))
            case "card":
                symbol = self.catalogue.find(reader.text(node, what), node.mark)
                self.mentions.append(symbol)
                return symbol
            case "look":
                return self.look(node)
            case "cost" | "instructions":
                return self.part(kind, node)
            case "exceptions":
                self.exceptions(node)
                return Function("exceptions")
            case "player" if self.player is not None:
                return self.player(node)
            case "nothing":
                self._nothing(node, what)
                return Function("nothing")
        raise reader.error(f"{what} cannot be said here", node.mark)

    def _nothing(self, node: Node, what: str) -> None:
        if not isinstance(node, reader.Scalar) or node.value not in (None, True):
            raise reader.error(f"{reader.kind(node)} as {what}; it takes no value", node.mark)

    def _word(self, kind: str, node: Node, what: str) -> Symbol:
        word = reader.text(node, what)
        words = self.game.values[kind]
        found = words.find(word)
        if found is None:
            hint = unknown_word(word, words.terms, self.game.uncovered)
            raise reader.error(f"unknown {kind} {quote(word)}{hint}", node.mark)
        if words.open and word[:1].isupper():  # a name, such as that of a room
            self.texts.setdefault(found, word)
        return found

    def _phrase(self, text: str, phrases: Iterable[Phrase], kind: str, node: Node) -> Symbol:
        phrases = tuple(phrases)
        if len(text) > MAX_PHRASE:  # they nest: "controller of controller of …"
            message = f"{kind} of {len(text)} characters; expected at most {MAX_PHRASE}"
            raise reader.error(message, node.mark)
        for phrase in phrases:
            holes = phrase.match(text)
            if holes is not None:
                outer, self._place = self._place, phrase.pattern
                values = {hole: self._hole(hole, inner, node) for hole, inner in holes.items()}
                self._place = outer
                return phrase.term.fill(values)
        known = [phrase.shown for phrase in phrases]
        raise reader.error(f"unknown {kind} {quote(text)}{nearest(text, known)}", node.mark)

    def _hole(self, hole: str, text: str, node: Node) -> Symbol:
        match hole:
            case "number":
                return Number(int(text))
            case "target":
                place = int(text)
                known = self.targets or []
                if not 1 <= place <= len(known):
                    count = {0: "no targets", 1: "1 target"}.get(
                        len(known), f"{len(known)} targets"
                    )
                    message = f"unknown reference 'target {place}'; the ability has {count}"
                    raise reader.error(message, node.mark)
                return Number(known[place - 1].start)
            case "filter":
                return self.filter(reader.Scalar(text, node.mark))
            case "reference":
                return self._phrase(text, self.game.references, "reference", node)
            case "amount" | "another":  # "another" is an amount beside the first one
                return self._phrase(text, self.game.amounts, "amount", node)
            case "condition":
                return self._phrase(text, self.game.conditions, "condition", node)
            case _ if hole in self.game.values:
                return self._word(hole, reader.Scalar(text, node.mark), f"a {hole}")
        raise reader.error(f"unknown hole {quote(hole)} in a phrase of the game file", node.mark)

    def filter(self, node: Node) -> Symbol:
        """Read a filter: a phrase, or a list of phrases any of which is enough."""
        parts = [reader.text(item, "a filter") for item in reader.items(node, "a filter")]
        if sum(map(len, parts)) > MAX_PHRASE:
            message = f"filter of {sum(map(len, parts))} characters; expected at most {MAX_PHRASE}"
            raise reader.error(message, node.mark)
        found: list[tuple[Symbol, ...]] = []
        for part in parts:
            try:
                found.extend(
                    filters.clauses(self.game, part, self.catalogue.extra_words, self.called)
                )
            except LudexError as cause:
                raise reader.error(cause.message, node.mark) from None
        if not found:
            raise reader.error("an empty filter", node.mark)
        self._check_place(found, node)
        text = " or ".join(" ".join(part.split()) for part in parts)
        if 0 < sum(ITSELF in features for features in found) < len(found):
            # "This" is compared with what a filter finds as a whole.
            message = f"'this' beside others in the filter {quote(text)}; expected an ability for"
            raise reader.error(f"{message} each", node.mark)
        symbol = self.catalogue.filter(tuple(found), text)
        for number, features in enumerate(found, 1):
            for feature in features:
                self.facts.append(Function("filter", [symbol, Number(number), feature]))
        self.texts[symbol] = text
        return symbol

    def _check_place(self, found: Iterable[tuple[Symbol, ...]], node: Node) -> None:
        """Refuse words that mean something in some places alone where no rule looks at them."""
        words = self.game.filters
        for word, places in words.only_in.items():
            said = any(words.says(word, one) for features in found for one in features)
            if said and self._place not in places:
                known = ", ".join(map(quote, sorted(places)))
                message = f"{quote(word)} means nothing here; expected it in {known} only"
                raise reader.error(message, node.mark)

    def cost(self, node: Node) -> Cost:
        """Read a cost."""
        text = reader.text(node, "a cost")
        if len(text) > MAX_PHRASE:
            message = f"cost of {len(text)} characters; expected at most {MAX_PHRASE}"
            raise reader.error(message, node.mark)

        def phrase(part: str) -> Symbol:
            return self._phrase(part, self.game.costs, "cost", node)

        return read_cost(text, self.game, phrase, node.mark)


def printable(text: str) -> str:
    """Return text as it may stand in a string of a program: NUL and lone surrogates escaped."""
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode("utf-8")


def _marked(node: Node, mark: reader.Mark | None) -> Node:
    return reader.Scalar(node.value, mark) if isinstance(node, reader.Scalar) else node
