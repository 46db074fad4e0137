"""Whether a spoilt rule says the same as the unspoilt one, as far as that shows in its form.

A statement with a condition less says more only where that condition is not met. If another
statement in force says the same there, be it more generally, nothing has changed; nor has it where
a statement is left out that another one repeats, or a step has another number and the same place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo.ast import AST, ASTType, Sign, parse_string

from kb.rulebook import Statement

Binding = Mapping[str, str]


def says_the_same(before: Statement, after: str, others: Iterable[Statement]) -> bool:
    """Return whether other statements say what one no longer says, or says too much.

    Parameters
    ----------
    before : Statement
        As it stands.
    after : str
        With a condition less; nothing where it is left out.
    others : iterable of Statement
        All other statements in force.
    """
    others = list(others)
    if after and keeps_the_order(before.code, after, (one.code for one in others)):
        return True
    whole = rule_of(before.code)
    if whole is None:
        return False
    more = [whole] if not after else [_where_dropped(whole, rule_of(after))]
    if after and more[0] is not None and nothing_makes(more[0].body[-1], [*others, before]):
        return True
    known = [rule for one in others if one.heads & before.heads and (rule := rule_of(one.code))]
    return all(
        clause is not None and any(covers(rule, clause) for rule in known) for clause in more
    )


def nothing_makes(literal: AST, statements: Iterable[Statement]) -> bool:
    """Return whether a condition is never met: no conclusion in force can be what it says.

    Of what no statement at all concludes, a board tells.
    """
    if literal.sign != Sign.NoSign or literal.atom.ast_type != ASTType.SymbolicAtom:
        return False
    symbol = literal.atom.symbol
    if symbol.ast_type != ASTType.Function:
        return False
    name = (symbol.name, len(symbol.arguments))
    makers = [rule_of(one.code) for one in statements if name in one.heads]
    if not makers or None in makers:
        return False
    wanted = _flat(literal.atom)
    return not any(_may_be(_flat(rule.head.atom), wanted) for rule in makers if rule is not None)


def _may_be(one: object, other: object) -> bool:
    """Return whether two parts can be the same for some values of their variables."""
    if isinstance(one, tuple) and isinstance(other, tuple) and POOL not in (one[:1], other[:1]):
        return len(one) == len(other) and all(map(_may_be, one, other))
    free = any(not isinstance(each, str) or each[:1] == "?" for each in (one, other))
    return free or one == other


POOL = (str(ASTType.Pool),)
"""How several values in one place begin."""

STEP = re.compile(r"\bwants\((\w+),")


def keeps_the_order(before: str, after: str, others: Iterable[str]) -> bool:
    """Return whether a step that waits with another number waits in the same place.

    Of all that waits at once the lowest number goes first: the number itself means nothing.
    """
    own = [STEP.match(code) for code in (before, after)]
    if not all(one is not None and one[1].isdigit() for one in own):
        return False
    old, new = (int(one[1]) for one in own if one is not None)
    rest = [code.removeprefix(f"wants({number},") for code, number in ((before, old), (after, new))]
    if rest[0] != rest[1]:
        return False
    numbers = {number for code in others for number in STEP.findall(code)}
    known = [int(number) for number in numbers if number.isdigit()]
    return all((n > old) == (n > new) and (n < old) == (n < new) for n in known)


def rule_of(code: str) -> AST | None:
    """Return a statement that is one rule with a plain head; None for any other."""
    found: list[AST] = []
    parse_string(code, found.append)
    rules = found[1:]
    plain = len(rules) == 1 and rules[0].ast_type == ASTType.Rule
    return rules[0] if plain and rules[0].head.ast_type == ASTType.Literal else None


def _where_dropped(before: AST, after: AST | None) -> AST | None:
    """Return the rule for where it says more without its condition; None if that is not one."""
    if after is None or str(after.head) != str(before.head):
        return None
    left = list(map(str, after.body))
    dropped = []
    for literal in before.body:
        if str(literal) in left:
            left.remove(str(literal))
        else:
            dropped.append(literal)
    if left or len(dropped) != 1 or dropped[0].ast_type != ASTType.Literal:
        return None
    (literal,) = dropped
    sign = Sign.NoSign if literal.sign == Sign.Negation else Sign.Negation
    return before.update(body=[*after.body, literal.update(sign=sign)])


def covers(rule: AST, clause: AST) -> bool:
    """Return whether a rule says what a clause says: some instance of it needs no more."""
    there = [_flat(literal) for literal in clause.body]
    wanted = [_flat(literal) for literal in rule.body]
    return any(
        _found(wanted, there, binding)
        for binding in _matched(_flat(rule.head), _flat(clause.head), {})
    )


def _found(wanted: list[object], there: list[object], binding: Binding) -> bool:
    if not wanted:
        return True
    return any(
        _found(wanted[1:], there, more)
        for literal in there
        for more in _matched(wanted[0], literal, binding)
    )


def _matched(one: object, other: object, binding: Binding) -> Iterator[Binding]:
    """Yield what the variables of the one stand for, if it is the other then."""
    if isinstance(one, str) and one[:1] == "?":
        if one == "?_":
            yield binding
        elif one not in binding:
            yield {**binding, one: repr(other)}
        elif binding[one] == repr(other) and "?_" not in binding[one]:
            yield binding
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        found = [binding]
        for mine, its in zip(one, other, strict=True):
            found = [more for known in found for more in _matched(mine, its, known)]
        yield from found
    elif one == other:
        yield binding


def _flat(node: object) -> object:
    """Return a part of a rule as nested tuples; its variables begin with a question mark."""
    if isinstance(node, Sequence) and not isinstance(node, str):
        return tuple(map(_flat, node))
    if not isinstance(node, AST):
        return str(node)
    if node.ast_type == ASTType.Variable:
        return f"?{node.name}"
    if node.ast_type == ASTType.SymbolicTerm:
        return str(node.symbol)
    if node.ast_type == ASTType.Function and not node.arguments:
        return node.name
    children = [child for key, child in node.items() if key != "location"]
    flat = [_flat(child) for child in children]
    return (str(node.ast_type), *flat)
