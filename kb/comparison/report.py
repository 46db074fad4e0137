"""The result of a comparison as a report to pass around: one page of HTML, or Markdown.

The page needs nothing besides itself: no network, no script. Its parts are those of the text: the
headline, the rules before and after side by side, the answers that change, boards as tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from html import escape
from pathlib import Path

from kb.comparison.answers import ChangedAnswer
from kb.comparison.comparison import Comparison
from kb.comparison.sides import Side
from kb.comparison.text import headline, spoken_text, untold
from kb.resources import resource
from kb.rulebook import Label
from kb.scenario import Scenario, reader, to_yaml
from kb.scenario.notebook import board_html
from kb.testing.asked import GivenAnswer
from kb.verification.findings import Finding, Searched
from kb.verification.text import objects, reached_text, taken

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;color:#1b1b1b}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #bbb}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top}
pre{overflow-x:auto;background:#f4f4f4;padding:.5rem;font-size:.85rem}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
article{break-inside:avoid}summary{cursor:pointer}mark{background:#ffe08a;color:inherit}
td ul{margin:.3rem 0;padding-left:1.2rem}.place{color:#666;font-size:.85rem;overflow-wrap:anywhere}
@media(max-width:40rem){.sides{grid-template-columns:1fr}}
@media print{pre{white-space:pre-wrap}details>*{display:block}body{max-width:none;font-size:11pt}}
@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#eee}pre{background:#2a2a2a}
mark{background:#665200}.place{color:#aaa}}
""".strip()


def report_html(found: Comparison) -> str:
    """Return what a comparison came to as a page that needs nothing besides itself."""
    title = escape(f"{found.game}: {found.old.name} and {found.new.name}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>\n"
        f"<h1>{escape(headline(found))}.</h1>\n<p>{title}</p>\n{''.join(_html(found))}"
        "</body></html>\n"
    )


def _html(found: Comparison) -> Iterator[str]:
    if found.changed:
        yield "<h2>Rules</h2>\n"
    for number, before, after in _rules(found):
        both = ((found.old, before), (found.new, after))
        codes = marked(*("" if label is None else _statements(label, side) for side, label in both))
        sides = "".join(
            f"<div><strong>{escape(side.name)}</strong>{_rule(label, code)}</div>"
            for (side, label), code in zip(both, codes, strict=True)
        )
        yield f'<article><h3>{escape(number)}</h3><div class="sides">{sides}</div></article>\n'
    if found.cases is not None and found.cases.changed:
        yield "<h2>Answers that change</h2>\n"
        yield "".join(_answer(found, one) for one in found.cases.changed)
    if found.cases is not None and found.cases.reasons:
        yield "<h2>Answers that stay, for other reasons</h2>\n<table>"
        yield "<tr><th>case</th><th>answer</th><th>before</th><th>after</th></tr>"
        for row in _other_reasons(found):
            yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n"
        yield "</table>\n"
    for title, those in _findings(found):
        yield f"<h2>{escape(title)}</h2>\n"
        yield "".join(map(_finding, those))
    for board in found.small:
        numbers = escape(", ".join(board.rules))
        question = f"On a board {taken(board.smallest)}: {board.question}"
        yield f"<h2>Rule {numbers}</h2><p>{escape(question)}</p>\n"
        yield _board(board.scenario)
        yield _answers(found, board.before, board.after)
    if found.difference is not None:
        size = objects(found.difference.size)
        yield f"<h2>The smallest board that ends differently</h2><p>It has {size}.</p>\n"
        yield _board(found.difference.scenario)
        ends = ("; or ".join(map("; ".join, each)) for each in _ends(found))
        yield _said(found, *ends)
    if found.speaking:
        yield "<h2>Cards on which words of what changed stand</h2><ul>"
        yield "".join(f"<li>{escape(spoken_text(one))}</li>" for one in found.speaking)
        yield "</ul>\n"
    if found.not_examined:
        yield "<h2>Not examined</h2><p>Neither a case nor a board reached these rules.</p><ul>"
        yield "".join(f"<li>{escape(_numbered(label))}</li>" for label in found.not_examined)
        yield "</ul>\n"
    if found.idle:
        told = "Cases come to these rules, and answer alike; no board that was searched does."
        yield f"<h2>Nothing known elsewhere</h2><p>{told}</p><ul>"
        yield "".join(f"<li>{escape(_numbered(label))}</li>" for label in found.idle)
        yield "</ul>\n"
    if unknown := _unknown(found):
        rows = "".join(f"<li>{escape(one)}</li>" for one in unknown)
        yield f"<h2>Not looked at, and not covered</h2><ul>{rows}</ul>\n"
    if found.searched:
        kinds = "".join(f"<li>{escape(one.picture)}: {_far(one)}</li>" for one in found.searched)
        yield f"<h2>Boards searched, up to how many objects</h2><ul>{kinds}</ul>\n"


def _far(searched: Searched) -> str:
    """Return up to how many objects boards of a kind were searched."""
    return "not searched to the end" if searched.size < 0 else str(searched.size)


def _unknown(found: Comparison) -> list[str]:
    """Return what was not looked at, and what the rulebooks do not cover."""
    told = [f"{one[:1].upper()}{one[1:]}." for one in found.left_out]
    told += [
        f"{name} says something else since {day}, and is on no board." for name, day in found.cards
    ]
    told += [f"Not in force on the day: {_numbered(label)}." for label in found.not_in_force]
    return [*told, *(f"{one.name}: {one.told}" for one in found.uncovered)]


def _findings(found: Comparison) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    """Yield what is wrong under one of the two only, each with a title."""
    if found.findings is not None:
        sides = (("appears", found.findings.appear), ("vanishes", found.findings.vanish))
        for verb, those in sides:
            if those:
                yield f"What {verb}", those


def _finding(one: Finding) -> str:
    rules = "".join(
        f"<li>{escape(_numbered(label))}</li>" for label in (*one.at_odds, *one.brought_about_by)
    )
    return (
        f"<article><h3>{escape(f'{one.kind.capitalize()}: {one.what}')}</h3><ul>{rules}</ul>"
        f"<p>On a board {taken(one.board_smallest)}:</p>{_board(one.scenario)}"
        f"<p>{_reached(one)}</p>{_folded('Why', one.proof)}</article>\n"
    )


def _reached(one: Finding) -> str:
    return "" if one.after is None else f"{reached_text(one)}."


def _ends(found: Comparison) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    assert found.difference is not None
    return found.difference.old, found.difference.new


def _rules(found: Comparison) -> Iterator[tuple[str, Label | None, Label | None]]:
    """Yield the changed rules by number, as they stand before and after."""
    numbers = dict.fromkeys(label.numbers[0] for label in found.changed)
    for number in numbers:
        own = [label for label in found.changed if label.numbers[0] == number]
        sides = [
            next((label for label in own if label.id in side.view.labels), None)
            for side in (found.old, found.new)
        ]
        yield number, sides[0], sides[1]


def _statements(label: Label, side: Side) -> str:
    return "\n".join(s.text.strip() for s in side.view.statements if s.label.id == label.id)


def _rule(label: Label | None, code: str) -> str:
    if label is None:
        return "<p>No such rule.</p>"
    return f"<p>{escape(label.sentence)}</p><pre>{code}</pre>"


def _numbered(label: Label) -> str:
    return f"{', '.join(label.numbers)}  {label.sentence}"


def _answer(found: Comparison, one: ChangedAnswer) -> str:
    question = f"{one.case}: {one.question}" if one.question else one.case
    place = shown_place(one.file)
    place = place if one.line is None else f"{place}:{one.line}"
    said = _answers(found, one.before, one.after)
    return (
        f'<article><h3>{escape(question)}</h3><p class="place">{escape(place)}</p>{said}'
        f"{_folded('Why, before', one.proofs[0])}{_folded('Why, after', one.proofs[1])}</article>\n"
    )


def shown_place(file: str) -> str:
    """Return where a case stands; of a worked example, below the folder of them."""
    with suppress(ValueError):
        return Path(file).resolve().relative_to(resource("rulings").resolve()).as_posix()
    return file


def _other_reasons(found: Comparison) -> Iterator[tuple[str, str, str, str]]:
    """Yield the answers that stay: the question, the answer, and what it rests on in one only."""
    labels = {label.id: label for side in (found.old, found.new) for label in side.labels}

    def numbers(names: Iterable[str]) -> str:
        known = (labels[name] for name in names if name in labels)
        return ", ".join(dict.fromkeys(n for label in known for n in label.numbers))

    for one in () if found.cases is None else found.cases.reasons:
        question = f"{one.case}: {one.question}" if one.question else one.case
        yield question, one.answer.sentence, numbers(one.gone), numbers(one.come)


def _answers(found: Comparison, before: GivenAnswer, after: GivenAnswer) -> str:
    """Return two answers with what each tells besides its sentence, and the other does not."""
    besides = (untold(before, after), untold(after, before))
    return _said(found, before.sentence, after.sentence, besides)


def _said(
    found: Comparison, before: str, after: str, besides: Iterable[Sequence[str]] = ((), ())
) -> str:
    rows = []
    names = (found.old.name, found.new.name)
    for name, said, more in zip(names, marked(before, after), besides, strict=True):
        rest = "".join(f"<li>{escape(one)}</li>" for one in more)
        told = f"{said}<ul>{rest}</ul>" if rest else said
        rows.append(f"<tr><th>{escape(name)}</th><td>{told}</td></tr>")
    return f"<table>{''.join(rows)}</table>\n"


def marked(before: str, after: str) -> tuple[str, str]:
    """Return two texts as HTML, with the words marked that only one of them has.

    Two that have little in common are left as they are.
    """
    words = [TOKEN.findall(text) for text in (before, after)]
    keys = [[word.strip().replace(";", ",") for word in some] for some in words]
    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    if matcher.ratio() < ALIKE:
        return escape(before), escape(after)
    found: list[list[str]] = [[], []]
    for what, *ends in matcher.get_opcodes():
        for side, (start, end) in enumerate((ends[:2], ends[2:])):
            said = "".join(words[side][start:end])
            text = said.rstrip()
            mark = f"<mark>{escape(text)}</mark>" if what != "equal" and text else escape(text)
            found[side].append(mark + said[len(text) :])
    return "".join(found[0]), "".join(found[1])


TOKEN = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
"""A word or a sign, with the space behind it."""

ALIKE = 0.5
"""How much two texts have in common at least for it to be marked what they have not."""


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary><pre>{escape(text)}</pre></details>" if text else ""


def _board(scenario: Scenario) -> str:
    file = _folded("The board as a file", to_yaml(scenario))
    return f"<article>{board_html(reader.plain(scenario.node))}{file}</article>\n"


def report_markdown(found: Comparison) -> str:
    """Return what a comparison came to as Markdown, for a pull request or an issue."""
    return "\n".join(_markdown(found)) + "\n"


def _markdown(found: Comparison) -> Iterator[str]:
    yield f"## {_plain(headline(found))}.\n\n{_plain(found.game)}: {_names(found)}\n"
    for number, before, after in _rules(found):
        yield f"### Rule {_plain(number)}\n"
        for side, label in ((found.old, before), (found.new, after)):
            said = "no such rule" if label is None else label.sentence
            yield f"- {_plain(side.name)}: {_plain(said)}"
        yield ""
    if found.cases is not None and found.cases.changed:
        yield f"### Answers that change\n\n| case | {_names(found).replace(', ', ' | ')} |"
        yield "|---|---|---|"
        for one in found.cases.changed:
            question = f"{one.case}: {one.question}" if one.question else one.case
            cells = (question, *_both(one.before, one.after))
            yield f"| {' | '.join(map(_plain, cells))} |"
        yield ""
    if found.cases is not None and found.cases.reasons:
        names = _names(found).replace(", ", " | ")
        yield f"### Answers that stay, for other reasons\n\n| case | answer | {names} |"
        yield "|---|---|---|---|"
        for row in _other_reasons(found):
            yield f"| {' | '.join(map(_plain, row))} |"
        yield ""
    for title, those in _findings(found):
        yield f"### {title}\n"
        for finding in those:
            numbers = ", ".join(n for label in finding.at_odds for n in label.numbers)
            said = f"{finding.kind.capitalize()}: {finding.what} ({numbers}). {_reached(finding)}"
            yield f"- {_plain(said.strip())}\n"
            yield _fenced("The board", to_yaml(finding.scenario))
    for board in found.small:
        numbers = ", ".join(board.rules)
        yield f"### Rule {_plain(numbers)}, on a board {taken(board.smallest)}\n"
        yield f"{_plain(board.question)}\n"
        both = _both(board.before, board.after)
        yield f"- {_plain(found.old.name)}: {_plain(both[0])}"
        yield f"- {_plain(found.new.name)}: {_plain(both[1])}\n"
        yield _fenced("The board", to_yaml(board.scenario))
    if found.difference is not None:
        yield f"### A board of {objects(found.difference.size)} ends differently\n"
        for side, ends in zip((found.old, found.new), _ends(found), strict=True):
            yield f"- {_plain(side.name)}: {_plain('; or '.join(map('; '.join, ends)))}"
        yield f"\n{_fenced('The board', to_yaml(found.difference.scenario))}"
    if found.speaking:
        yield "### Cards on which words of what changed stand\n"
        yield from (f"- {_plain(spoken_text(word))}" for word in found.speaking)
        yield ""
    if found.not_examined:
        yield "### Not examined\n"
        yield from (f"- {_plain(_numbered(label))}" for label in found.not_examined)
    if found.idle:
        yield "### Come to by cases that answer alike, and by no board\n"
        yield from (f"- {_plain(_numbered(label))}" for label in found.idle)
    if told := _unknown(found):
        yield "\n### Not looked at, and not covered\n"
        yield from (f"- {_plain(one)}" for one in told)


def _both(before: GivenAnswer, after: GivenAnswer) -> tuple[str, str]:
    """Return two answers, each with what it tells besides its sentence and the other does not."""
    return (
        " ".join((before.sentence, *untold(before, after))),
        " ".join((after.sentence, *untold(after, before))),
    )


def _names(found: Comparison) -> str:
    return f"{_plain(found.old.name)}, {_plain(found.new.name)}"


def _fenced(title: str, text: str) -> str:
    fence = "`" * 8  # longer than any in a scenario
    return f"<details><summary>{title}</summary>\n\n{fence}yaml\n{text}{fence}\n\n</details>\n"


def _plain(text: str) -> str:
    """Return a text with nothing in it that Markdown takes for its own."""
    line = escape(" ".join(text.split()), quote=False)
    return "".join(f"\\{char}" if char in "\\`*_[]|#~" else char for char in line)
