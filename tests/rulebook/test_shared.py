"""What the games share: stated once, called alike, in lines that can be read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice, permutations, product

import pytest
from clingo.ast import (
    AST,
    ASTType,
    ComparisonOperator,
    Guard,
    Sign,
    Transformer,
    Variable,
    parse_string,
)

from kb.resources import game_names, resource
from kb.rulebook import Rulebook
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import PREDICATES

MOST_ALIKE = 10
WIDEST = 120


@pytest.fixture(scope="module")
def books() -> dict[str, Rulebook]:
    return {game: Rulebook.load(game) for game in game_names()}


def test_hardly_a_statement_stands_in_two_games(books: dict[str, Rulebook]) -> None:
    own = {
        game: [s for s in book.statements if s.file.startswith(f"rules/{game}/")]
        for game, book in books.items()
    }
    found = [
        "  ".join(f"{s.file}:{s.line}" for statements in by_game.values() for s in statements[:1])
        for by_game in alike(own).values()
    ]
    assert len(found) <= MOST_ALIKE, "state this once, in rules/halls:\n" + "\n".join(found)


def test_a_predicate_has_one_arity_and_one_phrase_in_all_games(books: dict[str, Rulebook]) -> None:
    meant: dict[str, dict[tuple[int, str], str]] = defaultdict(dict)
    for book in books.values():
        for entry in book.vocabulary.entries.values():
            if entry.kind in PREDICATES:
                meant[entry.name].setdefault((entry.arity, entry.phrase), entry.file)
    differing = [
        f"{name}: {', '.join(files)}"
        for name, forms in sorted(meant.items())
        if len(files := set(forms.values())) > 1
    ]
    assert not differing, "\n".join(differing)


def test_lines_of_rules_keep_to_the_width_of_a_page() -> None:
    root = resource("rules")
    wide = [
        f"{path.relative_to(root)}:{number}"
        for path in sorted(root.glob("*/*.lp"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not wide, f"{len(wide)} lines of rules are longer than {WIDEST}: {', '.join(wide)}"


class Denied(Transformer):
    """Collects the places where one of several is denied: in each copy of the rule only one."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._denied = False

    def visit_Literal(self, literal: AST) -> AST:  # noqa: N802
        """Look into what is denied."""
        self._denied = literal.sign != Sign.NoSign
        self.visit_children(literal)
        self._denied = False
        return literal

    def visit_Pool(self, pool: AST) -> AST:  # noqa: N802
        """Collect where one of several is said."""
        if self._denied:
            self.found.append(str(pool.location.begin.line))
        return pool


@pytest.mark.long
def test_none_of_several_is_said_of_each() -> None:
    denied: list[str] = []
    for path in sorted(resource("rules").glob("*/*.lp")):
        seeker = Denied()
        parse_string(path.read_text("utf-8"), seeker.visit)
        denied += (f"{path.parent.name}/{path.name}:{line}" for line in seeker.found)
    assert not denied, f"'not p((a;b))' holds where one of both does not: {', '.join(denied)}"


def test_order_and_names_make_no_difference() -> None:
    rules: list[AST] = []
    parse_string("a(X) :- b(X,Y), Y > 0, c(Y).  a(V) :- c(W), 0 < W, b(V,W).", rules.append)
    parse_string("a(X) :- b(X,Y), Y > 0, c(X).", rules.append)
    first, same, other = (canonical(rule) for rule in rules if rule.ast_type == ASTType.Rule)
    assert first == same
    assert first != other


_MIRRORED = {
    ComparisonOperator.GreaterThan: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessEqual,
}
_WORD = re.compile(r"\b(?:[a-z]\w*|\d+)\b")
_SYMMETRIC = {ComparisonOperator.Equal, ComparisonOperator.NotEqual}
_ORDERS = 5_000
"""How many orders of literals that look alike are tried."""


class _Names(Transformer):
    """Gives each variable the name that it is first met under, or one name to all."""

    def __init__(self, known: dict[str, str] | None) -> None:
        self._known = known

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
        if node.name == "_":
            return node
        if self._known is None:
            return Variable(node.location, "V")
        name = self._known.setdefault(node.name, f"V{len(self._known)}")
        return Variable(node.location, name)


class _Comparisons(Transformer):
    """Writes every comparison of two terms with the smaller one first."""

    def visit_Comparison(self, node: AST) -> AST:  # noqa: N802
        if len(node.guards) != 1:
            return node
        guard = node.guards[0]
        turned = _MIRRORED.get(guard.comparison)
        if guard.comparison in _SYMMETRIC and _anonymous(guard.term) < _anonymous(node.term):
            turned = guard.comparison
        if turned is None:
            return node
        return node.update(term=guard.term, guards=[Guard(turned, node.term)])


def alike(games: Mapping[str, Iterable[Statement]]) -> dict[str, dict[str, list[Statement]]]:
    """Return the statements that stand in several games: by canonical form, then by game."""
    found: dict[str, dict[str, list[Statement]]] = {}
    speaking: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for game, statements in games.items():
        for statement in statements:
            speaking[words(statement.ast)].add(game)
    for game, statements in games.items():
        for statement in statements:
            shared = len(speaking[words(statement.ast)]) > 1  # the others can't be alike
            if shared and statement.ast.ast_type == ASTType.Rule:
                by_game = found.setdefault(canonical(statement.ast), {})
                by_game.setdefault(game, []).append(statement)
    return {form: by_game for form, by_game in found.items() if len(by_game) > 1}


def words(statement: AST) -> tuple[str, ...]:
    """Return the names and numbers in a statement, which are the same in whatever order."""
    return tuple(sorted(_WORD.findall(str(statement))))


def canonical(rule: AST) -> str:
    """Return a text that two rules share if and only if they say the same."""
    rule = _Comparisons().visit(rule)
    return min(_written(rule.head, body) for body in islice(_bodies(list(rule.body)), _ORDERS))


def _bodies(body: list[AST]) -> Iterator[list[AST]]:
    """Yield the orders of a body that could be the least: literals alike in every order."""
    ordered = sorted(body, key=_anonymous)
    groups = [list(group) for _, group in groupby(ordered, key=_anonymous)]
    for order in product(*(permutations(group) for group in groups)):
        yield [literal for group in order for literal in group]


def _written(head: AST, body: list[AST]) -> str:
    names = _Names({})
    return " ; ".join(str(names.visit(part)) for part in (head, *body))


def _anonymous(part: AST) -> str:
    return str(_Names(None).visit(part))
