"""Reads a game file; its own comments describe its sections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from clingo import Symbol

from kb.errors import LudexError, nearest, quote
from kb.rulebook.edition import Editions
from kb.rulebook.gaps import Gaps
from kb.rulebook.uncovered import read_uncovered
from kb.scenario import reader
from kb.scenario.game import (
    PASS,
    Action,
    Attribute,
    Board,
    CardKey,
    CostSymbol,
    Effects,
    FilterWords,
    Form,
    Game,
    Ordering,
    Param,
    Parts,
    Property,
    Settled,
    TargetForm,
    Wording,
    Words,
    Zone,
)
from kb.scenario.phrases import Phrase
from kb.scenario.reader import Node
from kb.scenario.terms import Template, constant, fold

BUILT_IN_KINDS = frozenset(
    (
        "amount",
        "signed amount",
        "number",
        "reference",
        "condition",
        "filter",
        "text",
        "name",
        "card",
        "cost",
        "instructions",
        "look",
        "exceptions",
        "flag",
        "nothing",
        "player",
        "activated abilities",
        "wording",
        "later wordings",
    )
)


@lru_cache(maxsize=16)
def load_game(path: Path) -> Game:
    """Read a game file, once."""
    return _Loader(path).game()


class _Loader:
    """Reads one game file; every mistake in it is located."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = reader.mapping(reader.read_file(path), "a game file")
        self.reserved: set[str] = set()
        self.values = self.value_lists()

    # --- Small readers ---

    def section(self, name: str, node: reader.Mapping | None = None) -> reader.Mapping:
        value = (node or self.root).get(name)
        return reader.Mapping({}, self.root.mark) if value is None else reader.mapping(value, name)

    def rows(self, name: str, *keys: str) -> Iterator[tuple[str, reader.Mapping]]:
        for word, entry in self.section(name).entries.items():
            row = reader.mapping(entry.node, f"{name}: {word}")
            if keys:
                reader.only(row, f"{name}: {word}", keys)
            yield word, row

    def template(self, node: Node) -> Template:
        found = Template(reader.text(node, "a term"))
        try:
            self.reserved.update(found.constants)
        except LudexError as cause:
            raise reader.error(cause.message, node.mark) from None
        return found

    def optional(self, row: reader.Mapping, key: str) -> Template | None:
        node = row.get(key)
        return None if node is None else self.template(node)

    def required(self, row: reader.Mapping, key: str, what: str) -> Template:
        return self.template(reader.needed(row, key, what))

    def templates(self, row: reader.Mapping, key: str) -> tuple[Template, ...]:
        node = row.get(key)
        return () if node is None else tuple(map(self.template, reader.items(node, key)))

    def word(self, row: reader.Mapping, key: str) -> str | None:
        node = row.get(key)
        return None if node is None else reader.text(node, key)

    def words(self, row: reader.Mapping, key: str) -> tuple[str, ...]:
        node = row.get(key)
        return (
            ()
            if node is None
            else tuple(reader.text(item, key) for item in reader.items(node, key))
        )

    def truth(self, row: reader.Mapping, key: str) -> bool:
        node = row.get(key)
        return node is not None and reader.flag(node, key)

    def terms(self, name: str, node: reader.Mapping | None = None) -> dict[str, Symbol]:
        """Return a mapping from words to constants or ground terms."""
        return {
            fold(word): self.template(entry.node).term
            for word, entry in self.section(name, node).entries.items()
        }

    def kind(self, node: Node, name: str) -> str:
        if name not in BUILT_IN_KINDS and name not in self.values:
            known = [*BUILT_IN_KINDS, *self.values]
            raise reader.error(f"unknown kind {quote(name)}{nearest(name, known)}", node.mark)
        return name

    # --- Sections ---

    def value_lists(self) -> dict[str, Words]:
        open_lists = set(self.words(self.root, "open values"))
        lists: dict[str, Words] = {}
        for name, entry in self.section("values").entries.items():
            terms: dict[str, Symbol] = {}
            if isinstance(entry.node, reader.Mapping):
                for word, value in entry.node.entries.items():
                    terms[fold(word)] = self.template(value.node).term
            else:
                for item in reader.items(entry.node, name):
                    word = reader.text(item, name)
                    terms[fold(word)] = constant(word)
            self.reserved.update(term.name for term in terms.values())
            lists[name] = Words(name, terms, name in open_lists)
        return lists

    def editions(self) -> Editions:
        reader.needed(self.root, "editions", "the game")
        return Editions.read(self.path)

    def zones(self) -> dict[str, Zone]:
        return {
            fold(name): Zone(
                name,
                constant(name),
                self.templates(row, "facts"),
                self.truth(row, "controlled"),
                self.optional(row, "unknown"),
                self.optional(row, "listed"),
            )
            for name, row in self.rows("zones", "facts", "controlled", "unknown", "listed")
        }

    def attributes(self, section: str) -> dict[str, Attribute]:
        found = {}
        keys: tuple[str, ...] = ("kind", "of", "zones", "needs", "default", "team default")
        keys += ("default printed", "fluent", "absent", "shows", "during", "active", "anyone")
        for name, row in self.rows(section, *keys):
            default, in_team = row.get("default"), row.get("team default")
            found[name] = Attribute(
                name,
                self.word(row, "kind") or "flag",
                self.required(row, "fluent", name),
                self.word(row, "of"),
                frozenset(self.words(row, "zones")),
                self.words(row, "needs"),
                None if default is None else reader.number(default, "default"),
                self.word(row, "default printed"),
                self.optional(row, "absent"),
                self.word(row, "shows"),
                None if in_team is None else reader.number(in_team, "team default"),
                self.words(row, "during"),
                self.truth(row, "active") if row.get("active") is not None else None,
                self.truth(row, "anyone"),
            )
        return found

    def board(self) -> Board:
        turn, stack = self.section("turn"), self.section("stack")
        return Board(
            active=self.required(turn, "active", "turn"),
            phase=self.required(turn, "phase", "turn"),
            priority=self.optional(turn, "priority"),
            passed=self.required(turn, "passed", "turn"),
            start=reader.text(reader.needed(turn, "start", "turn"), "start"),
            team=self.required(turn, "team", "turn"),
            stack_facts=self.templates(stack, "facts"),
            stack_object=self.optional(stack, "ability object"),
            stack_ability=self.optional(stack, "ability"),
            stack_target=self.optional(stack, "target"),
            stack_x=self.optional(stack, "x"),
            stack_waits=self.optional(stack, "waits"),
            stack_resolving=self.optional(stack, "resolving"),
            first=self.optional(turn, "first"),
            seat=self.optional(turn, "seat"),
            stack_called=self.word(stack, "called") or "on the stack",
        )

    def param(self, node: Node) -> Param:
        kind, equals, default = reader.text(node, "a kind").partition("=")
        name = self.kind(node, kind.strip())
        if not equals:
            return Param(name)
        word = default.strip()
        value: str | int | None = int(word) if word.isdigit() else word or None
        return Param(name, reader.Scalar(value, node.mark))

    def forms(self, name: str, node: reader.Mapping | None = None) -> dict[str, Form]:
        found = {}
        for head, entry in self.section(name, node).entries.items():
            row = reader.mapping(entry.node, head)
            params: dict[str, Param] = {}
            variants: dict[str, Template] = {}
            for key, value in row.entries.items():
                if key.startswith("if "):
                    variants[key[3:]] = self.template(value.node)
                elif key != "term":
                    params[key] = self.param(value.node)
            term = self.required(row, "term", head)
            for template in (term, *variants.values()):
                missing = template.holes - {key.replace(" ", "_") for key in params}
                if missing:
                    message = f"the term of {quote(head)} has a hole {quote(min(missing))}"
                    raise reader.error(f"{message} that no word fills", row.mark)
            if head not in params:
                raise reader.error(f"{quote(head)} does not say what it takes", row.mark)
            found[head] = Form(head, term, params, variants)
        return found

    def effects(self) -> Effects | None:
        row = self.section("effects")
        if not row.entries:
            return None
        reader.only(row, "effects", ("zones", "fluent", "clock", "until", "changes"))
        return Effects(
            self.required(row, "fluent", "effects"),
            self.optional(row, "clock"),
            self.param(reader.needed(row, "until", "effects")),
            frozenset(self.words(row, "zones")),
            self.forms("changes", row),
        )

    def wording(self) -> Wording | None:
        row = self.section("wording")
        if not row.entries:
            return None
        reader.only(row, "wording", ("grammar", "endings"))
        grammar = reader.text(reader.needed(row, "grammar", "wording"), "grammar")
        return Wording(grammar, self.words(row, "endings"))

    def ordering(self) -> Ordering | None:
        row = self.section("orders")
        if not row.entries:
            return None
        reader.only(row, "orders", ("action", "own"))
        node = reader.needed(row, "action", "orders")
        action = reader.text(node, "action")
        known = self.section("actions").entries
        if action not in known:
            raise reader.error(f"unknown action {quote(action)}{nearest(action, known)}", node.mark)
        return Ordering(action, frozenset(map(constant, self.words(row, "own"))))

    def actions(self) -> dict[str, Action]:
        found = {}
        keys = ("takes", "zone", "ability", "decision", "option", "settles")
        declaring = ("rest", "through", "each", "together", "must", "says", "parts")
        for name, row in self.rows("actions", *keys, *declaring):
            settles = {}
            for key, entry in self.section("settles", row).entries.items():
                settles[key] = self.settled(entry.node, key)
            each, together, ability = row.get("each"), row.get("together"), row.get("ability")
            kinds = ability is not None and not _is_flag(ability)
            found[name] = Action(
                name,
                self.word(row, "takes") or "nothing",
                self.word(row, "zone"),
                kinds or self.truth(row, "ability"),
                self.required(row, "decision", name),
                self.required(row, "option", name),
                settles,
                self.optional(row, "rest"),
                frozenset(self.words(row, "through")),
                None if each is None else self.settled(each, "each"),
                None if together is None else self.settled(together, "together"),
                self.words(row, "ability") if kinds else ("activated",),
                self.truth(row, "must"),
                says=self.word(row, "says"),
                parts=self.parts(row),
            )
        if PASS not in found:
            mark = self.section("actions").mark
            message = f"no action {quote(PASS)}; expected what whoever may act can always do"
            raise reader.error(message, mark)
        return found

    def parts(self, action: reader.Mapping) -> dict[str, Parts]:
        found = {}
        for word, entry in self.section("parts", action).entries.items():
            row = reader.mapping(entry.node, word)
            reader.only(row, word, ("decision", "option", "freely", "each", "of", "says"))
            of = reader.needed(row, "of", word)
            found[word] = Parts(
                word,
                self.required(row, "decision", word),
                self.required(row, "option", word),
                self.optional(row, "freely"),
                self.settled(reader.needed(row, "each", word), "each"),
                self.kind(of, reader.text(of, "of")),
                self.word(row, "says"),
            )
        return found

    def settled(self, node: Node, what: str) -> Settled:
        pair = reader.mapping(node, what)
        return Settled(self.required(pair, "decision", what), self.required(pair, "option", what))

    def properties(self) -> dict[str, Property]:
        found = {}
        for name, row in self.rows("properties", "of", "atom", "fluent", "answer", "otherwise"):
            derived = row.get("fluent") is None
            otherwise = row.get("otherwise")
            found[fold(name)] = Property(
                name,
                self.word(row, "of") or "object",
                self.required(row, "atom" if derived else "fluent", name),
                derived,
                self.word(row, "answer") or "flag",
                None if otherwise is None else self.template(otherwise).term,
            )
        return found

    def symbols(self) -> dict[str, CostSymbol]:
        found = {}
        for name, row in self.rows("symbols", "term", "value", "color"):
            value = row.get("value")
            found[name.upper()] = CostSymbol(
                self.required(row, "term", name),
                0 if value is None else reader.number(value, "value"),
                self.word(row, "color"),
            )
        return found

    def phrases(self, name: str, within: reader.Mapping | None = None) -> tuple[Phrase, ...]:
        return tuple(
            Phrase(text, self.template(entry.node))
            for text, entry in self.section(name, within).entries.items()
        )

    def filters(self) -> FilterWords:
        row = self.section("filters")
        keys = ("nouns", "people", "adjectives", "suffixes", "lists", "with", "negation")
        reader.only(row, "filters", (*keys, "named", "numbered"))
        with_row = self.section("with", row)
        return FilterWords(
            self.terms("nouns", row),
            frozenset(self.words(row, "people")),
            self.terms("adjectives", row),
            self.terms("suffixes", row),
            {
                self.kind(entry.node, name): self.template(entry.node)
                for name, entry in self.section("lists", row).entries.items()
            },
            {
                fold(word): self.template(entry.node)
                for word, entry in self.section("named", row).entries.items()
            },
            self.phrases("numbered", row),
            self.word(with_row, "list"),
            self.optional(with_row, "term"),
            self.optional(row, "negation"),
        )

    def keys(self, section: str) -> dict[str, CardKey]:
        found = {}
        for name, row in self.rows(section, "kind", "key", "list", "least", "total", "colors"):
            kind = reader.needed(row, "kind", name)
            least = row.get("least")
            total, colors = self.word(row, "total"), self.word(row, "colors")
            found[name] = CardKey(
                name,
                self.kind(kind, reader.text(kind, "kind")),
                constant(self.word(row, "key") or name),
                self.truth(row, "list"),
                None if least is None else reader.number(least, "least"),
                None if total is None else constant(total),
                None if colors is None else constant(colors),
            )
        return found

    def target_forms(self) -> dict[str, TargetForm]:
        found = {}
        for head, row in self.rows("targets", "count", "of", "needed", "others"):
            count = reader.needed(row, "count", head)
            fixed = isinstance(count, reader.Scalar) and isinstance(count.value, int)
            found[head] = TargetForm(
                head,
                reader.number(count, "count") if fixed else reader.text(count, "count"),
                self.word(row, "of") or head,
                self.truth(row, "needed"),
                self.word(row, "others"),
            )
        return found

    def game(self) -> Game:
        root = self.root
        reader.only(root, "a game file", _SECTIONS)
        phases = self.terms("phases")
        number_symbol = self.optional(root, "number symbol")
        name = reader.text(reader.needed(root, "game", "the game file"), "game")
        game = Game(
            name=name,
            title=self.word(root, "title") or name,
            folder=self.path.parent,
            editions=self.editions(),
            facts=tuple(template.term for template in self.templates(root, "facts")),
            zones=self.zones(),
            phases=phases,
            board=self.board(),
            player_attributes=self.attributes("players"),
            object_attributes=self.attributes("objects"),
            effects=self.effects(),
            actions=self.actions(),
            decisions={
                fold(word): reader.text(entry.node, word)
                for word, entry in self.section("decisions").entries.items()
            },
            properties=self.properties(),
            values=self.values,
            symbols=self.symbols(),
            number_symbol=number_symbol,
            costs=self.phrases("costs"),
            references=self.phrases("references"),
            amounts=self.phrases("amounts"),
            conditions=self.phrases("conditions"),
            filters=self.filters(),
            card_keys=self.keys("cards"),
            ability_keys=self.keys("abilities"),
            target_forms=self.target_forms(),
            instructions=self.forms("instructions"),
            triggers=self.forms("triggers"),
            statics=self.forms("statics"),
            reserved=frozenset(self.reserved),
            wording=self.wording(),
            gaps=Gaps.read(self.path),
            uncovered=read_uncovered(self.path),
            card_files=self.word(root, "card files"),
            orders=self.ordering(),
            told_apart_by=self.word(root, "told apart by"),
        )
        return self.checked(game)

    def checked(self, game: Game) -> Game:
        """Refuse words that only make sense together and do not."""
        if fold(game.board.start) not in game.phases:
            node = self.section("turn").get("start")
            message = (
                f"unknown phase {quote(game.board.start)}{nearest(game.board.start, game.phases)}"
            )
            raise reader.error(message, None if node is None else node.mark)
        for attribute in (*game.player_attributes.values(), *game.object_attributes.values()):
            section = "players" if attribute.name in game.player_attributes else "objects"
            mark = self.section(section).key_mark(attribute.name)
            kinds = ("flag", "integer", "counts", "card", "word", "named")
            if attribute.kind not in kinds:
                message = f"unknown kind {quote(attribute.kind)}{nearest(attribute.kind, kinds)}"
                raise reader.error(message, mark)
            for phase in attribute.during:
                if fold(phase) not in game.phases:
                    message = f"unknown phase {quote(phase)}{nearest(phase, game.phases)}"
                    raise reader.error(message, mark)
            for zone in attribute.zones:
                if zone not in game.zones:
                    raise reader.error(
                        f"unknown zone {quote(zone)}{nearest(zone, game.zones)}", mark
                    )
            if attribute.kind in ("counts", "word") and attribute.of not in game.values:
                raise reader.error(f"{quote(attribute.name)} does not say of what", mark)
        return game


def _is_flag(node: Node) -> bool:
    return isinstance(node, reader.Scalar) and isinstance(node.value, bool)


_SECTIONS = (
    "game",
    "title",
    "editions",
    "halls",
    "gaps",
    "not covered",
    "card files",
    "told apart by",
    "wording",
    "facts",
    "zones",
    "stack",
    "phases",
    "turn",
    "players",
    "objects",
    "effects",
    "actions",
    "decisions",
    "orders",
    "properties",
    "values",
    "open values",
    "symbols",
    "number symbol",
    "costs",
    "references",
    "amounts",
    "conditions",
    "filters",
    "cards",
    "abilities",
    "targets",
    "instructions",
    "triggers",
    "statics",
)
