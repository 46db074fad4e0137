"""Plain rules are read from their text as the parser's trees say."""

from __future__ import annotations

import pytest
from clingo.ast import AST, parse_string

from kb.inference import cone, patterns
from kb.resources import game_names
from kb.rulebook import Rulebook, plain
from kb.rulebook.plain import plain_rule


def _parsed(statement: str) -> list[AST]:
    found: list[AST] = []
    parse_string(statement, found.append)
    return found


@pytest.mark.parametrize(
    "statement",
    [
        "p.",
        "p(X) :- q(X), not r(X,_), X != a.",
        "p(X,f(Y,(X+1))) :- q(X); not r; Y = g(X,1).",
        'p(X,"a, (b :- c.") :- given(q(X,-1)), X < Y+2, given(r("")).',
        "p(_X,x') :- not_r(_X), notable(X'), x' = _X, 3 = Y.",
        "wants(3,f) :- given(p(X)), given(q(Y,X)).",
    ],
)
def test_plain(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_rule(statement) is not None
    _same(statement, monkeypatch)


@pytest.mark.parametrize(
    "statement",
    [
        "{ p(X) : q(X) } 1 :- r.",
        ":- p.",
        "-p :- q.",
        "p :- not not q.",
        "p(X) :- q(X) : r.",
        "p((a;b)).",
        "p((a,b)).",
        "p(1..3).",
        "p(a;b).",
        "p(|X|) :- q(X).",
        "p :- 1 < X < 3, q(X).",
        "p(@f(X)) :- q(X).",
        "p(#inf).",
        "p(X) :- X = #sum { 1 : q }.",
        "p(-X) :- q(X).",
        "p. q.",
        "#show p/1.",
        "p() :- q.",
        "p((X;X+1)) :- q(X).",
        "p | q.",
    ],
)
def test_for_the_parser(statement: str) -> None:
    assert plain_rule(statement) is None


@pytest.mark.parametrize("game", game_names())
def test_rules_of_a_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of the shared files and the longest of books, one in seven: to parse all takes long.
    texts = [one.code for one in Rulebook.load(game).statements][::7]
    some = [text for text in texts if plain_rule(text) is not None]
    assert len(some) > len(texts) / 2
    for text in some:
        _same(text, monkeypatch)


def _same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = [each.__wrapped__ for each in (patterns.clauses, cone._read)]
    ours = [each(text) for each in read]
    with monkeypatch.context() as patched:
        patched.setattr(plain, "plain_rule", lambda _: None)
        assert plain.trees(text) == _parsed(text)
        assert [each(text) for each in read] == ours
