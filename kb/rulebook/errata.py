"""Changes of rules that need no program text: each is written out as the blocks that it becomes.

An overlay may say ``amends 306.4 [2026-01-01 .. ]`` or ``redates 306.4 [2026-01-01 .. ]``. Below
the first, lines with a key say what changes in the statements of the rule:

- ``drop: X is tapped`` takes a condition away, or a conclusion with all that it needs,
- ``add: X is tapped`` adds one,
- ``change: 3 to 2`` puts another number, or another word, in the place of one,
- ``where: X has loyalty 0`` below one of these says in which statements, by one of their parts.

Every wording of the rule in force in the period is changed so; the other rules do not change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.rulebook.amending import VARIABLE, Amended, Edit, RuleWords, Stated
from kb.rulebook.edition import Period
from kb.rulebook.header import EDITS, Label, parse_header
from kb.rulebook.phrases import NOT, Phrases
from kb.rulebook.source import Source
from kb.rulebook.vocabulary import Vocabulary

FORMS = ("amends", "redates")

_GAME = re.compile(r"%!\s*game:\s*(.*)")
_FORM = re.compile(rf"%!\s*({'|'.join(FORMS)})\b\s*(.*)")
_KEYED = re.compile(r"%!\s*([a-z]+):\s*(.*)")


@record
class _Form:
    """A header that changes a rule by words, and where it stands."""

    key: str
    label: Label
    edits: tuple[Edit, ...]


def game_of(source: Source) -> str | None:
    """Return the game that an overlay says it is for."""
    found = next(filter(None, map(_GAME.match, source.lines)), None)
    return None if found is None else found[1].strip()


def written_out(
    source: Source, game: str, stated: Callable[[], tuple[Vocabulary, Sequence[Stated]]]
) -> list[Source]:
    """Return an overlay as program text alone, each change of words as blocks of its own.

    Parameters
    ----------
    source : Source
    game : str
        The game whose rules it goes on.
    stated : callable
        Gives the words and the rules of the rulebook; called only if the overlay changes a rule
        by words.

    Raises
    ------
    LudexError
        If the overlay is for another game, or a change does not fit the rule.
    """
    lines = source.lines
    for number, line in enumerate(lines):
        if (found := _GAME.match(line)) and found[1].strip() != game:
            message = f"these rules are for {quote(found[1].strip())}, not for {quote(game)}"
            raise source.error(message, number + 1)
    forms, rest = _forms(source)
    sources = [Source(source.name, "\n".join(rest))]
    if not forms:
        return sources if rest != lines else [source]
    vocabulary, rules = stated()
    phrases = Phrases(vocabulary)

    def usual(condition: str) -> int:
        """Return how many statements look at the same thing: of two that read alike, one does."""
        opening = condition.removeprefix("not ")
        opening = opening[: opening.rfind("(") + 1 or None]
        return sum(opening in each.code for rule in rules for each in rule.statements)

    words = RuleWords.of(vocabulary, rules)
    changed: dict[str, _Form] = {}
    for form in forms:
        about = [rule for rule, _ in _meant(form, rules, source)]
        new = _new_variables(form, about)
        for rule, period in _meant(form, rules, source):
            known = changed.setdefault(rule.label.id, form)
            if known is not form:
                message = (
                    f"{rule.label.id} is changed a second time; write this change under the "
                    f"first one, at line {known.label.line}"
                )
                raise source.error(message, form.label.line)
            texts = [statement.code for statement in rule.statements]
            if form.key == "amends":
                amended = _amended(rule, form, phrases, usual, words, new, source)
                if amended is None:
                    del changed[rule.label.id]
                    continue
                if not amended:
                    message = f"nothing is left of {form.label.numbers[0]}; expected 'repeals'"
                    raise source.error(message, form.edits[-1].line)
                texts = amended
            sources.append(_block(form, rule, period, texts, source.name))
            if form.key == "redates":
                sources.append(_without(form, rule, source.name))
        if form not in changed.values():
            raise _unfit(form, about, rules, phrases, source)
    return sources


def _forms(source: Source) -> tuple[list[_Form], list[str]]:
    """Return the changes by words, and the lines without them."""
    lines, forms = list(source.lines), []
    number = 0
    while number < len(lines):
        if _GAME.match(lines[number]):
            lines[number] = ""
        found = _FORM.match(lines[number])
        number += 1
        if found is None:
            continue
        begin = number
        header, edits = [f"%! replaces {found[2]}"], []
        while number < len(lines) and lines[number].lstrip().startswith("%!"):
            keyed = _KEYED.match(lines[number].strip())
            if keyed is not None and keyed[1] in EDITS:
                edits.append(Edit(keyed[1], " ".join(keyed[2].split()), number + 1))
                header.append("%!")
            else:
                header.append(lines[number])
            number += 1
        label = parse_header(header, source.name, begin, overlay=True)
        while number < len(lines) and lines[number].lstrip().startswith("%"):
            number += 1
        if number < len(lines) and lines[number].strip():
            message = f"a statement below '{found[1]}', which changes a rule by words"
            raise source.error(f"{message}; expected 'replaces'", number + 1)
        forms.append(_Form(found[1], label, tuple(_placed(edits, found[1], source, begin))))
        lines[begin - 1 : number] = [""] * (number - begin + 1)
    return forms, lines


def _placed(edits: Sequence[Edit], form: str, source: Source, line: int) -> Iterator[Edit]:
    """Yield the changes, each with the place that the line below it says."""
    if form == "redates" and edits:
        message = f"'{edits[0].key}:' below 'redates', which only changes the period"
        raise source.error(message, edits[0].line)
    if form == "amends" and not edits:
        raise source.error("'amends' changes nothing; expected 'drop:', 'add:' or 'change:'", line)
    last: Edit | None = None
    for edit in edits:
        if not edit.text:
            raise source.error(f"'{edit.key}:' says nothing", edit.line)
        if edit.key != "where":
            if last is not None:
                yield last
            last = edit
        elif last is None or last.where:
            raise source.error("'where:' stands below what it is about", edit.line)
        else:
            last.where = edit.text
    if last is not None:
        yield last


def _meant(form: _Form, rules: Sequence[Stated], source: Source) -> Iterator[tuple[Stated, Period]]:
    """Yield the rules that a change is about, each with the days on which it is changed."""
    label = form.label
    rules = [rule for rule in rules if rule.label.numbers]  # a definition states no rule
    for number in label.numbers:
        called = [
            rule
            for rule in rules
            if number == rule.label.id
            or any(
                number == name and (form.key == "redates" or period.overlaps(label.period))
                for name, period in rule.label.names()
            )
        ]
        # A number that a later text gave to another rule means the one that had it first.
        first = [rule for rule in called if number in (rule.label.id, *rule.label.numbers)]
        if form.key == "redates":
            found = [(rule, label.period) for rule in first or called]
        else:
            both = [(rule, _both(rule.label.period, label.period)) for rule in first or called]
            found = [(rule, period) for rule, period in both if period is not None]
        if not found:
            names = {name for rule in rules for name, _ in rule.label.names()}
            names |= {rule.label.id for rule in rules} if "@" in number else set()
            if number in names:
                message = f"no rule {quote(number)} is in force in [{label.period}]"
                raise source.error(message, label.line)
            message = f"'{form.key}' a rule {quote(number)} that the rulebook does not state"
            raise source.error(message + nearest(number, names), label.line)
        if form.key == "redates" and len(found) > 1:
            ids = ", ".join(rule.label.id for rule, _ in found)
            message = f"{quote(number)} has several wordings; expected one of {ids}"
            raise source.error(message, label.line)
        yield from found


def _both(one: Period, other: Period) -> Period | None:
    """Return the days that two periods share."""
    if not one.overlaps(other):
        return None
    starts = [day for day in (one.start, other.start) if day is not None]
    ends = [day for day in (one.end, other.end) if day is not None]
    return Period(max(starts, default=None), min(ends, default=None))


def _amended(
    rule: Stated,
    form: _Form,
    phrases: Phrases,
    usual: Callable[[str], int],
    words: RuleWords,
    new: frozenset[str],
    source: Source,
) -> list[str] | None:
    """Return the statements of a rule with its changes; None if one does not fit here."""
    trees = [Amended(statement, phrases, usual, words, new) for statement in rule.statements]
    for edit in form.edits:
        fits = [tree.edited(edit, source) for tree in trees if tree.has(edit.where)]
        if not any(fits):
            return None
    sought = dict.fromkeys(one for tree in trees for one in tree.sought)
    return [*(tree.text for tree in trees if tree.kept), *sought]


def _new_variables(form: _Form, about: Sequence[Stated]) -> frozenset[str]:
    """Return the variables of which several conditions that are added speak, and not the rule.

    One that stands in a single condition is a slip: 'anything' stands for what does not matter.
    """
    codes = " ".join(each.code for rule in about for each in rule.statements)
    added = [set(VARIABLE.findall(edit.text)) for edit in form.edits if edit.key == "add"]
    count = Counter(name for some in added for name in some)
    shared = {name for name, conditions in count.items() if conditions > 1}
    return frozenset(shared - set(VARIABLE.findall(codes)))


def _block(form: _Form, rule: Stated, period: Period, texts: Sequence[str], name: str) -> Source:
    """Return the block that takes the place of a rule on some days."""
    own = rule.label
    on = period.start or date.min
    numbers = own.numbers_on(on) if period.start else own.numbers
    later = dict.fromkeys(
        f"%! renumbered: {own.number_on(change.number, on)} ({change.start}: {change.later})"
        for change in own.renumbered
        if change.start in period and change.start > on
    )
    header = [
        f"%! {', '.join(numbers)}  [{period}]",
        f"%! instead: {own.id}",
        *later,
        *(f"%! reading: {gap} {reading}" for gap, reading in own.readings),
        f"%! {form.label.sentence}",
    ]
    # As far down as the change stands, so that what is wrong in it is told with its place.
    above = "\n" * (form.label.line - 1)
    return Source(name, above + "\n".join([*header, *texts]) + "\n", form.label.line)


def _without(form: _Form, rule: Stated, name: str) -> Source:
    """Return the block that ends a rule on all other days."""
    text = f"%! repeals {rule.label.id}\n%! {form.label.sentence}\n"
    return Source(name, "\n" * (form.label.line - 1) + text)


def _unfit(
    form: _Form,
    about: Sequence[Stated],
    rules: Sequence[Stated],
    phrases: Phrases,
    source: Source,
) -> LudexError:
    """Say which change fits no statement of the rule, and what it could have been."""
    new = _new_variables(form, about)
    trees = [
        Amended(statement, phrases, lambda _: 0, new=new)
        for rule in about
        for statement in rule.statements
    ]
    number = form.label.numbers[0]
    for edit in form.edits:
        parts = {phrases.said(part) for tree in trees for part in tree.parts}
        if edit.where and not any(tree.has(edit.where) for tree in trees):
            message = f"no part of {number} is {quote(edit.where)}{nearest(edit.where, parts)}"
            return source.error(message, edit.line)
        if any(tree.edited(edit, source) for tree in trees if tree.has(edit.where)):
            continue
        if edit.key == "drop":
            hint = nearest(edit.text, parts)
            return source.error(f"{number} has no condition {quote(edit.text)}{hint}", edit.line)
        if edit.key == "change":
            return source.error(f"nothing in {number} to change: {quote(edit.text)}", edit.line)
        hint = _spoken_of(edit.text, trees, phrases) or _said_so(edit.text, rules, phrases)
        return source.error(f"{quote(edit.text)} is no condition of {number}{hint}", edit.line)
    return source.error(f"{number} has no wording that all these changes fit", form.label.line)


def _spoken_of(text: str, trees: Sequence[Amended], phrases: Phrases) -> str:
    """Return of what a condition speaks that the rule does not, if that is all that is wrong."""
    own = {name for tree in trees for name in VARIABLE.findall(tree.text)}
    others = sorted(name for name in set(VARIABLE.findall(text)) - own if _LETTER.match(name))
    if not others or not phrases.conditions(text, own.union(others)):
        return ""
    names = ", ".join(sorted(own))
    return f": it speaks of no {others[0]}; expected {names} or 'anything'"


def _said_so(text: str, rules: Sequence[Stated], phrases: Phrases) -> str:
    """Return how rules say what shares most words with a condition that is not understood."""
    if "(" in text:  # it is meant as program text
        return ""
    said = {
        phrases.said(part).removeprefix(NOT)
        for rule in rules
        for statement in rule.statements
        for part in Amended(statement, phrases, lambda _: 0).parts[1:]
    }
    own = _stems(text)

    def shared(condition: str) -> int:
        return len(own & _stems(condition))

    best = min(said, key=lambda one: (-shared(one), len(one), one), default="")
    if best and shared(best):
        return f"; rules say {quote(best)}"
    of_x = {VARIABLE.sub("X", one) for one in said}
    return nearest(VARIABLE.sub("X", text), of_x)


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _SAID.findall(text.lower())} - LITTLE


STEM = 5
"""By how many letters words are the same to someone who looks for the right ones."""

LITTLE = frozenset({"are", "the", "not", "has", "and", "that", "what", "anyth"})
_SAID = re.compile(r"[a-z]{3,}")
_LETTER = re.compile(r"[A-Z][0-9]?\Z")
