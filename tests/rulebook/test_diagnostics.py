"""What is wrong with a rule file is told in one line, with its place: each pinned as a whole."""

from __future__ import annotations

import pytest

from kb.errors import LudexError
from kb.rulebook import Rulebook

HEAD = "%! 2.1  [2012-10-01 .. ]\n%! source: the book\n%! A sentence.\n"

STATEMENTS = {
    "unknown predicate": (
        "beginns(night) :- takes(_).",
        "4:1: unknown predicate 'beginns/1'; did you mean 'begins'?",
    ),
    "unknown predicate in a body": (
        "begins(night) :- not taken(_).",
        "4:22: unknown predicate 'taken/1'; did you mean 'takes'?",
    ),
    "unknown predicate like no other": (
        "xyzzy.",
        "4:1: unknown predicate 'xyzzy/0'",
    ),
    "wrong arity": (
        "begins(night, 1) :- takes(_).",
        "4:1: predicate 'begins' takes 1 argument, not 2",
    ),
    "undeclared term": (
        "begins(taped(O)) :- takes(O).",
        "4:8: unknown fluent 'taped/1'; did you mean 'tapped'?",
    ),
    "undeclared constant": (
        "begins(nihgt) :- takes(_).",
        "4:8: unknown fluent 'nihgt'; did you mean 'night'?",
    ),
    "wrong arity of a term": (
        "begins(tapped(O,1)) :- takes(O).",
        "4:8: fluent 'tapped' takes 1 argument, not 2",
    ),
    "undeclared term in a pool": (
        "begins((night;day)) :- takes(_).",
        "4:15: unknown fluent 'day'",
    ),
    "undeclared term in a pool of atoms": (
        "begins(night;day) :- takes(_).",
        "4:14: unknown fluent 'day'",
    ),
    "a number for a word": (
        "begins(3) :- takes(_).",
        "4:8: found '3'; expected a declared fluent",
    ),
    "a text for a word": (
        'begins("night") :- takes(_).',
        "4:8: found '\"night\"'; expected a declared fluent",
    ),
    "a tuple for a word": (
        "begins((night,1)) :- takes(_).",
        "4:9: found '(night,1)'; expected a declared fluent",
    ),
    "arithmetic for a word": (
        "begins(F+1) :- given(F).",
        "4:8: found '(F+1)'; expected a declared fluent",
    ),
    "undeclared term compared with a variable": (
        "begins(F) :- given(F), F != dawn.",
        "4:29: unknown fluent 'dawn'",
    ),
    "undeclared term in a condition": (
        "begins(night) :- given(dawn) : thing(_).",
        "4:24: unknown fluent 'dawn'",
    ),
    "an input that a rule makes": (
        "given(night) :- takes(_).",
        "4:1: input 'given/1' in the head of a rule; only the facts of a scenario give it",
    ),
    "classical negation": (
        "-begins(night) :- takes(_).",
        "4:1: classical negation is not used; declare a predicate of its own",
    ),
    "the switch": (
        'begins(night) :- rule("2.1@2012-10-01").',
        "4:18: 'rule/1' is the predicate of the switches",
    ),
    "a choice": (
        "{ begins(night) } :- takes(_).",
        "4:1: a choice outside core; only core chooses",
    ),
    "a choice with weights": (
        "#sum { 1 : begins(night) } <= 1 :- takes(_).",
        "4:1: a choice outside core; only core chooses",
    ),
    "a disjunction": (
        "begins(night); next(night) :- takes(_).",
        "4:1: a disjunction outside core; only core chooses",
    ),
    "a constraint": (
        ":- given(night).",
        "4:1: a constraint outside core; a rule forbids with forbids/3",
    ),
    "a negated head": (
        "not begins(night) :- takes(_).",
        "4:1: 'not' in the head of a rule; rules only derive",
    ),
    "an aggregate": (
        "begins(night) :- #count { O : takes(O) } > 1.",
        "4:18: an aggregate in a numbered rule; only core adds up",
    ),
    "an aggregate without a name": (
        "begins(night) :- 2 { takes(O) }.",
        "4:18: an aggregate in a numbered rule; only core adds up",
    ),
    "#show": ("#show begins/1.", "4:1: #show outside core; rules only derive"),
    "#minimize": (
        "#minimize { 1 : given(night) }.",
        "4:13: a preference (#minimize or :~) outside core; rules only derive",
    ),
    "a weak constraint": (
        ":~ given(night). [1]",
        "4:1: a preference (#minimize or :~) outside core; rules only derive",
    ),
    "#external": ("#external begins(night).", "4:1: #external outside core; rules only derive"),
    "a theory atom": (
        "begins(night) :- &clock { 1 }.",
        "4:18: a theory atom is not allowed in a rulebook",
    ),
    "#defined without a declaration": (
        "#defined begin/1.",
        "4:1: unknown predicate 'begin/1'; did you mean 'begins'?",
    ),
    "#script": (
        "#script (python)\nimport os\n#end.",
        "4:1: #script is not allowed: rules run no scripts",
    ),
    "#include": (
        '#include "/etc/passwd".',
        "4:1: #include is not allowed: rules include no other files",
    ),
    "#const": (
        "#const n = 2.",
        "4:1: #const is not allowed: a constant would also change the names of cards and players",
    ),
    "#program": ("#program step.", "4:1: unknown directive '#program'"),
    "a misspelt directive": (
        "#shwo begins/1.",
        "4:1: unknown directive '#shwo'; did you mean '#show'?",
    ),
    "a call": (
        "begins(F) :- F = @now().",
        "4:18: '@' calls a function outside the rules: not allowed",
    ),
    "a comment over several lines": (
        "%* begins *%",
        "4:1: comments over several lines are not allowed; use '%'",
    ),
    "an open quote": (
        'begins("night) :- takes(_).',
        "4:8: a text without its closing quote, or with a bad escape",
    ),
    "letters that clingo cannot report on": (
        "begins(é) :- takes(_).",
        "4:8: 'é' outside a comment; program text is plain ASCII",
    ),
    "a control character": ("begins(night\x00).", "4:13: '\\x00' is not text"),
    "a syntax error": ("begins(night) :- , takes(_).", '4:18: syntax error, unexpected ","'),
    "an unfinished statement": ("begins(night)", "5:1: syntax error, unexpected EOF"),
    "an empty line within a statement": (
        "begins(night) :-\n\n  takes(_).",
        "4: a statement with an empty line or a header inside",
    ),
    "a header within a statement": (
        "begins(night) :-\n%! 2.2 [2012-10-01 .. ]\n%! source: s\n%! s\n  takes(_).",
        "4: a statement with an empty line or a header inside",
    ),
    "a header behind a statement": (
        'begins(night) :- takes("%! no"). %! 2.2',
        "4:34: a header or vocabulary behind other text; it stands on a line of its own",
    ),
    "vocabulary within a block": (
        "%: fluent day  it is day",
        "4: vocabulary within a block; an empty line ends a block",
    ),
    "an unlabelled statement": (
        "begins(night).\n\nbegins(night).",
        "6:1: a statement without a header; expected '%! NUMBER [PERIOD]' or '%! define NAME' "
        "directly above its block",
    ),
    "a header without statements": (
        "\nbegins(night).",
        "1: a header without statements; they follow directly below it",
    ),
    "a header above a comment only": (
        "% begins(night).",
        "1: a header without statements; they follow directly below it",
    ),
    "nested terms": (
        "begins(" + "f(" * 100_000 + "1" + ")" * 100_001 + ".",
        "4:207: terms are nested more than 100 deep",
    ),
    "a chain of operators": (
        "begins(" + "-" * 500 + "1).",
        "4:509: a statement with more than 400 operators",
    ),
    "a number that clingo would cut": (
        "begins(night) :- takes(2147483648).",
        "4:24: '2147483648' is too large a number",
    ),
    "a long statement": (
        "begins(" + "-" * 100_000 + "1).",
        "4:100009: a statement of more than 10,000 characters",
    ),
    "a file of a megabyte": ("% " + "x" * 1_000_000, " the file is longer than 1,000,000 bytes"),
}


@pytest.mark.parametrize(("text", "expected"), STATEMENTS.values(), ids=STATEMENTS.keys())
def test_a_statement_is_refused(load, text, expected):
    with pytest.raises(LudexError) as error:
        load(HEAD + text + "\n")
    assert str(error.value) == f"rules/tiny/2.lp:{expected}"


HEADERS = {
    "no period": (
        "%! 2.1",
        "1: a header without a period; expected one such as [2012-10-01 .. ]",
    ),
    "words behind the period": (
        "%! 2.1 [2012-10-01 .. ] At night.",
        "1: '[2012-10-01 .. ] At night.' ends the first line of a header; expected a period in "
        "square brackets, and nothing after it",
    ),
    "one date": (
        "%! 2.1 [2012-10-01]",
        "1: '[2012-10-01]' is not a period; expected [2012-10-01 .. ]",
    ),
    "no such day": (
        "%! 2.1 [2012-13-01 .. ]",
        "1: '2012-13-01' is not a date; expected one such as 2013-01-30",
    ),
    "no beginning": (
        "%! 2.1 [ .. 2012-10-01]",
        "1: a period without a beginning; expected a date or 'unknown'",
    ),
    "ends before it begins": (
        "%! 2.1 [2012-10-01 .. 2012-09-30]",
        "1: the period ends on 2012-09-30, before it begins on 2012-10-01",
    ),
    "no number": (
        "%! [2012-10-01 .. ]",
        "1: '' in a header; expected rule numbers, such as 306.4, 704.5j",
    ),
    "not a number": (
        "%! 2.1, §4 [2012-10-01 .. ]",
        "1: '§4' in a header; expected rule numbers, such as 306.4, 704.5j",
    ),
    "no comma": (
        "%! 2.1 2.2 [2012-10-01 .. ]",
        "1: '2.1 2.2' in a header; expected rule numbers, such as 306.4, 704.5j",
    ),
    "the same number twice": (
        "%! 2.1, 2.1 [2012-10-01 .. ]",
        "1: a header names the same number twice",
    ),
    "a bad renumbering": (
        "%! 2.1 (117.3b) [2012-10-01 .. ]",
        "1: '117.3b' after the number '2.1'; expected what later texts call it, such as "
        "(2018-07-13: 117.3b)",
    ),
    "renumbered after its end": (
        "%! 2.1 (2018-07-13: 3.1) [2012-10-01 .. 2013-07-12]",
        "1: '2.1' is renumbered on 2018-07-13, which is not within its period "
        "[2012-10-01 .. 2013-07-12]",
    ),
    "renumbering another rule": (
        "%! 2.1 [2012-10-01 .. ]\n%! source: the book\n%! renumbered: 2.2 (2018-07-13: 3.1)",
        "3: '2.2' after 'renumbered:' is no number of this header; did you mean '2.1'?",
    ),
    "renumbering to nothing": (
        "%! 2.1 [2012-10-01 .. ]\n%! source: the book\n%! renumbered: 2.1",
        "3: '2.1' after 'renumbered:' has no later number; expected what later texts call it, "
        "such as 116.3b (2018-07-13: 117.3b)",
    ),
    "no source": (
        "%! 2.1 [2012-10-01 .. ]\n%! A sentence.",
        "1: a header without 'source:'; expected where the rule is written",
    ),
    "an empty source": (
        "%! 2.1 [2012-10-01 .. ]\n%! source:\n%! A sentence.",
        "2: 'source:' says nothing; expected where the rule is written",
    ),
    "a misspelt key": (
        "%! 2.1 [2012-10-01 .. ]\n%! sorce: the book\n%! A sentence.",
        "2: unknown key 'sorce' in a header; did you mean 'source'?",
    ),
    "no sentence": (
        "%! 2.1 [2012-10-01 .. ]\n%! source: the book",
        "1: a header without a sentence; expected the rule in our own words",
    ),
    "a definition without a sentence": (
        "%! define night",
        "1: a header without a sentence; expected the rule in our own words",
    ),
    "a definition without a name": (
        "%! define\n%! A sentence.",
        "1: '' after 'define'; expected one name, like_this",
    ),
    "a reference to no number": (
        "%! 2.1 [2012-10-01 .. ]\n%! source: the book\n%! see: the moon\n%! A sentence.",
        "3: 'the moon' after 'see:'; expected rule numbers, such as 306.4, 704.5j",
    ),
    "a dangling reference": (
        "%! 2.1 [2012-10-01 .. ]\n%! source: the book\n%! see: 1.2\n%! A sentence.",
        "1: 'see:' names a rule '1.2' that is not there; did you mean '1.1'?",
    ),
    "a number of another file": (
        "%! 1.1 [2012-10-01 .. ]\n%! source: the book\n%! A sentence.",
        "1: rule '1.1' is stated in two files; the first is at rules/tiny/1.lp:4",
    ),
    "a later number of another rule": (
        "%! 2.1 (2018-07-13: 1.1) [2012-10-01 .. ]\n%! source: the book\n%! A sentence.",
        "1: rule '1.1' is stated in two files; the first is at rules/tiny/1.lp:4",
    ),
    "a definition of another file": (
        "%! define choice\n%! A sentence.",
        "1: 'choice' is defined in two files; the first is at rules/core/core.lp:11",
    ),
    "an overlay's word": (
        "%! replaces 1.1 [2013-01-01 .. ]\n%! A sentence.",
        "1: 'replaces' outside an overlay; a rulebook ends a rule by its period",
    ),
}


@pytest.mark.parametrize(("text", "expected"), HEADERS.values(), ids=HEADERS.keys())
def test_a_header_is_refused(load, text, expected):
    with pytest.raises(LudexError) as error:
        load(text + "\nbegins(night) :- takes(_).\n")
    assert str(error.value) == f"rules/tiny/2.lp:{expected}"


def test_periods_that_overlap_are_refused(load):
    block = "%! source: the book\n%! A sentence.\nbegins(night) :- takes(_).\n\n"
    with pytest.raises(LudexError) as error:
        load(f"%! 2.1 [2012-10-01 .. 2013-07-13]\n{block}%! 2.1 [2013-07-13 .. ]\n{block}")
    assert str(error.value) == (
        "rules/tiny/2.lp:6: rule '2.1' is stated twice for the same days, as "
        "[2012-10-01 .. 2013-07-13] and as [2013-07-13 ..]; the first is at rules/tiny/2.lp:1"
    )


DECLARATIONS = {
    "nothing": (
        "%: fluent",
        "1: '%: fluent' declares nothing; expected '%: KIND name(argument kind, …)  "
        "phrase with {1}'",
    ),
    "no name": (
        "%: fluent Night  it is night",
        "1: 'Night' cannot be declared; expected a name like_this",
    ),
    "no kind": (
        "%: Fluent night  it is night",
        "1: 'Fluent' is not a kind of word; expected lower-case letters",
    ),
    "no kind of argument": (
        "%: fluent day(Object)  it is day",
        "1: 'Object' is not a kind of argument of 'day'",
    ),
    "no phrase": ("%: fluent day", "1: 'day' has no phrase; expected the words that say it"),
    "a hole too many": (
        "%: fluent day(object)  {1} and {2}",
        "1: '{2}' in the phrase of 'day', which has 1 argument",
    ),
    "a hole with a name": (
        "%: fluent day(object)  {object}",
        "1: '{object}' in a phrase; expected {1}, {2}, …",
    ),
    "an open hole": ("%: fluent day(object)  {1", "1: '{' in a phrase; expected {1}, {2}, …"),
    "a second declaration": (
        "%: fluent night  it is dark",
        "1: fluent 'night/0' is declared a second time; the first is at rules/tiny/1.lp:2",
    ),
    "a second declaration as input": (
        "%: input next(fluent)  {1} follows",
        "1: input 'next/1' is declared a second time; the first is at rules/core/core.lp:3",
    ),
    "a misspelt kind": (
        "%: fluent about(flunet)  {1}",
        "1: unknown kind 'flunet' of an argument of 'about/1'; did you mean 'fluent'?",
    ),
    "the switch": (
        "%: predicate rule(word)  rule {1}",
        "1: 'rule/1' is the predicate of the switches; expected another name",
    ),
}


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS.values(), ids=DECLARATIONS.keys())
def test_a_declaration_is_refused(load, text, expected):
    with pytest.raises(LudexError) as error:
        load(text + "\n")
    assert str(error.value) == f"rules/tiny/2.lp:{expected}"


def test_a_predicate_that_nothing_makes_is_refused(load):
    text = "%: predicate dark(object)  {1} is dark\n\n" + HEAD + "begins(night) :- dark(_).\n"
    with pytest.raises(LudexError) as error:
        load(text)
    assert str(error.value) == (
        "rules/tiny/2.lp:6: no rule makes 'dark/1'; declare it as an input, if facts give it"
    )


def test_a_file_that_is_no_text_is_refused(load, tmp_path):
    load()
    (tmp_path / "rules" / "tiny" / "2.lp").write_bytes(b"% one\n\xff\xfe\n")
    with pytest.raises(LudexError) as error:
        load()
    assert str(error.value) == "rules/tiny/2.lp:2: the file is not UTF-8 text"


def test_an_unknown_game_is_refused(load, tmp_path):
    load()
    with pytest.raises(LudexError, match=r"^unknown game 'tinny'; did you mean 'tiny'\?$"):
        Rulebook.load("tinny", tmp_path / "rules")
