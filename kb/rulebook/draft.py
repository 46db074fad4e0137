"""The overlay to begin with: a rule as it stands, in words, and what can be said to change it."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.ast import ASTType

from kb.errors import LudexError, quote
from kb.rulebook.header import Label
from kb.rulebook.phrases import Phrases
from kb.rulebook.rulebook import RulebookView
from kb.rulebook.statement import Statement

FORMS = """\
% Below the sentence of the header, any of these say what changes; words are copied from above:
%   %! drop: A CONDITION OR CONCLUSION   takes it away
%   %! add: A CONDITION                  adds it; 'not: …' says the opposite
%   %! change: 3 to 2                    another number, or another word
%   %! where: A CONDITION OR CONCLUSION  below one of these: only there
% Or another first line stands in place of 'amends':
%   %! repeals {number}  [{period}]
%   %! redates {id}  [2026-01-01 .. ]
%   %! replaces {number}  [{period}]     and, below the sentence, the program text
"""


def overlay_draft(view: RulebookView, number: str) -> str:
    """Return an overlay that amends a rule, with the rule as it is in force.

    Parameters
    ----------
    view : RulebookView
    number : str

    Raises
    ------
    LudexError
        If no rule is in force under that number, or it is that of a whole section.
    """
    labels = [label for label in view.find(number) if label.numbers]
    exact = [la for la in labels if number in (la.id, *la.numbers_on(view.date))]
    if not exact:
        first = labels[0].numbers_on(view.date)[0] if labels else ""
        raise LudexError(f"{quote(number)} is no rule but a section; expected one such as {first}")
    label = exact[0]
    lines = [f"%! game: {view.rulebook.game}", ""]
    for one in exact:
        called = ", ".join(one.numbers_on(view.date))
        lines += [f"% {called}, [{one.period}], as it stands ({one.file}:{one.line}):"]
        lines += _commented(view, one)
    forms = FORMS.format(number=number, period=label.period, id=label.id)
    sentence = " ".join(one.sentence for one in exact)
    return "\n".join([*lines, f"{forms}\n%! amends {number}  [{label.period}]", f"%! {sentence}\n"])


def _commented(view: RulebookView, label: Label) -> Iterator[str]:
    phrases = Phrases(view.vocabulary)
    yield f"%   {label.sentence}"
    yield "%"
    statements = view.rulebook.of_label(label.id)
    for statement in statements:
        yield from (f"%   {line}" for line in _in_words(statement, phrases))
    yield "%"
    yield "% The same as program text:"
    yield from (f"%   {line}" for one in statements for line in one.text.splitlines())
    yield "%"


def _in_words(statement: Statement, phrases: Phrases) -> Iterator[str]:
    rule = statement.ast
    if rule.ast_type != ASTType.Rule:
        yield statement.code
        return
    yield phrases.said(rule.head)
    for place, part in enumerate(rule.body):
        yield f"  {'and' if place else 'if'} {phrases.said(part)}"
