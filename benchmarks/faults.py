"""Small faults put into the real rules, and how many of them are reported.

``python -m benchmarks.faults GAME [--kind KIND] [--each N] [--seed N]`` draws for each kind of
fault so many numbered rules in force, spoils one statement of each, and compares the rulebook with
the unspoilt one by `kb.diff`, along the worked examples and near them; with ``--verify``, faults
that make a rule contradict itself, fall silent or go on without end are looked for by `kb.verify`
alone. It prints what became of each fault, and the seconds until the first finding.

A fault counts as reported where the spoilt rule is blamed: by a finding of `kb.verify`, or by an
answer that `kb.diff` puts down to it, of a worked example or of a board near one. Another answer
for which it names no rule does not count. Counted apart are the faults of which `kb.diff` tells
that answers stay and rest on other rules, by the one that is spoilt; those that are none, as other
statements say the same (`benchmarks.equal`); those that are missed; and those called clean.

A fault that no stable model can tell (a condition that another one implies) is no fault; what is
not reported is printed with its statements, to be looked at, and with `--keep` written to a folder.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from clingo.ast import AST, ASTType, Sign, parse_string

import kb
from benchmarks.equal import says_the_same
from kb.comparison import Comparison
from kb.errors import LudexError
from kb.resources import own_rules
from kb.rulebook import Label, Rulebook, RulebookView, Statement, overlay_text
from kb.rulebook.source import Source
from kb.verification.findings import Finding

NUMBER = re.compile(r"(?<![\w.@\"])\d+(?![\w.\"])")
PAIR = re.compile(r"\b([a-z_]+)\(([A-Z]\w*),([A-Z]\w*)\)")


@dataclass(frozen=True)
class Fault:
    """A rule with one statement spoilt.

    Attributes
    ----------
    kind : str
    label : Label
    before, after : str
        The statement; nothing after, where it is left out.
    text : str
        The overlay.
    equal : bool
        Whether it is known to be none, as other statements say what is left out or added.
    """

    kind: str
    label: Label
    before: str
    after: str
    text: str
    equal: bool = False


def _without(statement: Statement, negative: bool) -> Iterator[str]:
    """Yield the statement without one condition, as far as its variables stay bound."""
    rule = _parsed(statement.code)
    for number, literal in enumerate(rule.body):
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
            continue
        if (literal.sign == Sign.Negation) != negative:
            continue
        rest = [other for place, other in enumerate(rule.body) if place != number]
        yield str(rule.update(body=rest))


def _off_by_one(statement: Statement) -> Iterator[str]:
    for found in NUMBER.finditer(statement.code):
        for other in (int(found[0]) + 1, int(found[0]) - 1):
            if other >= 0:
                yield f"{statement.code[: found.start()]}{other}{statement.code[found.end() :]}"


def _swapped(statement: Statement) -> Iterator[str]:
    for found in PAIR.finditer(statement.code):
        name, one, other = found.groups()
        if one != other:
            swapped = f"{name}({other},{one})"
            yield f"{statement.code[: found.start()]}{swapped}{statement.code[found.end() :]}"


def _left_out(statement: Statement) -> Iterator[str]:
    if {name for name, _ in statement.heads} & {"requires", "forbids", "needs"}:
        yield ""


KINDS: dict[str, Callable[[Statement], Iterator[str]]] = {
    "a dropped condition": lambda statement: _without(statement, negative=False),
    "a dropped exception": lambda statement: _without(statement, negative=True),
    "a number off by one": _off_by_one,
    "two things swapped": _swapped,
    "a requirement left out": _left_out,
}


def _said_twice(statement: Statement) -> Iterator[str]:
    """Yield the statement with another beside it that sets another number."""
    head, arrow, body = statement.code.partition(":-")
    for found in NUMBER.finditer(head) if ("sets", 2) in statement.heads else ():
        other = f"{head[: found.start()]}{int(found[0]) + 1}{head[found.end() :]}{arrow}{body}"
        yield f"{statement.code}\n{other}"


def _forbidden_too(statement: Statement) -> Iterator[str]:
    for said, other in (("requires(", "forbids("), ("forbids(", "requires(")):
        if statement.code.startswith(said):
            yield f"{statement.code}\n{other}{statement.code.removeprefix(said)}"


def _head_and_body(statement: Statement) -> tuple[str, list[str]] | None:
    rule = _parsed(statement.code)
    if rule.ast_type != ASTType.Rule or rule.head.ast_type != ASTType.Literal:
        return None
    if rule.head.atom.ast_type != ASTType.SymbolicAtom or ";" in str(rule.head):
        return None
    return str(rule.head), list(map(str, rule.body))


def _chosen_by_nobody(statement: Statement) -> Iterator[str]:
    if (found := _head_and_body(statement)) is not None and found[1]:
        head, body = found[0], "; ".join(found[1])
        yield f"{head} :- {body}; not {SPARED}.\n{SPARED} :- {body}; not {head}."


SPARED = "spared_by_nobody"
WORDS = f"%: predicate {SPARED}  nobody is spared\n\n"
"""What makes a choice that nobody has, and how it is declared."""


def _against_itself(statement: Statement) -> Iterator[str]:
    if (found := _head_and_body(statement)) is not None and found[1]:
        yield f"{found[0]} :- {'; '.join(found[1])}; not {found[0]}."


def _no_option(statement: Statement) -> Iterator[str]:
    if "candidate" in {name for name, _ in statement.heads}:
        yield ""


def _offers(statement: Statement) -> set[str]:
    """Return the decisions of which a statement offers options."""
    return set(OFFERED.findall(statement.code.partition(":-")[0]))


def _without_end(statement: Statement) -> Iterator[str]:
    if {name for name, _ in statement.heads} & {"wants", "state_based_action", "due"}:
        yield from _without(statement, negative=True)


NO_OPTION = "an option left out"
OFFERED = re.compile(r"\bcandidate\((\w+)")

WRONG: dict[str, Callable[[Statement], Iterator[str]]] = {
    "a number set twice": _said_twice,
    "required and forbidden": _forbidden_too,
    "a choice of nobody's": _chosen_by_nobody,
    "against itself": _against_itself,
    NO_OPTION: _no_option,
    "a duty without end": _without_end,
}
"""Kinds of faults that make a clash, a silence, a loop or an undetermined outcome."""


def _parsed(code: str) -> AST:
    found: list[AST] = []
    parse_string(code, found.append)
    return found[-1]


def faults(view: RulebookView, kind: str, each: int, chance: random.Random) -> Iterator[Fault]:
    """Yield faults of a kind, each in another rule, that the rulebook takes."""
    rules = [label for label in view.labels.values() if label.numbers and not label.readings]
    chance.shuffle(rules)
    given = 0
    for label in rules:
        own = [s for s in view.statements if s.label.id == label.id]
        ways = [(s, other) for s in own if s.derives for other in {**KINDS, **WRONG}[kind](s)]
        chance.shuffle(ways)
        for statement, other in ways[:3]:
            body = "\n".join(other if s is statement else s.code for s in own).strip()
            # A number may mean several blocks; only this one is spoilt, and keeps its numbers, as
            # whoever changes a rule calls it as it is called on that day.
            numbers = label.numbers_on(view.date)
            head = f"%! {', '.join(numbers)}\n%! instead: {label.id}\n%! {label.sentence}\n"
            head = WORDS + head if SPARED in body else head
            text = head + body + "\n" if body else f"%! repeals {label.id}\n%! {label.sentence}\n"
            try:
                Rulebook.load(view.rulebook.game, overlays=[overlay_text(text, "fault.lp")])
            except LudexError:
                continue
            others = [s for s in view.statements if s is not statement]
            equal = kind in KINDS and says_the_same(statement, other, others)
            # Where others offer options of the same decision, nobody falls silent without these.
            equal |= kind == NO_OPTION and any(_offers(s) & _offers(statement) for s in others)
            yield Fault(kind, label.on(view.date), statement.code, other, text, equal)
            given += 1
            break
        if given == each:
            return


def told(
    fault: Fault, view: RulebookView, *, verify: float | None, seconds: float | None = None
) -> str:
    """Return what became of a fault: what reports it, or that it is not examined or missed."""
    overlay = overlay_text(fault.text, "fault.lp")
    try:
        if verify is not None:
            return _by_verify(fault, view, overlay, verify)
        return _by_diff(fault, view, overlay, seconds)
    except LudexError as error:
        return f"refused: {error.message}"


def _by_diff(fault: Fault, view: RulebookView, overlay: Source, seconds: float | None) -> str:
    # The cases that pin the rule are compared first, and boards near some are tried last.
    found = kb.diff(
        *(view.rulebook.game, str(view.date), overlay),
        boards=False,
        first=True,
        jobs=1,
        time_limit=seconds,
    )
    if puts_down(found, fault.label):
        return "another answer"
    if found.verdict == "differ":
        return UNBLAMED
    if found.verdict == "agree" and not found.same:
        return CLEAN
    if fault.equal:
        return EQUAL
    if rests_on(found, fault.label):
        return REASONS
    return _silent(len(found.not_examined) < len(found.changed))


def _by_verify(fault: Fault, view: RulebookView, overlay: Source, seconds: float) -> str:
    """Return what the default way through the cases shows, up to the first finding."""

    def told(finding: Finding) -> None:
        if blames(finding, fault.label):
            raise _Found(finding)

    try:
        looked = kb.verify(
            *(view.rulebook.game,),
            overlays=[overlay],
            boards=False,
            jobs=1,
            time_limit=seconds,
            told=told,
        )
    except _Found as found:
        return f"{FOUND}{found.finding.kind}"
    if fault.equal:
        return OFFERED_TOO
    if looked.findings:
        return UNBLAMED
    return _silent(not any(label.overlay for label in looked.not_examined))


class _Found(Exception):
    """The rule that is spoilt is blamed."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.what)
        self.finding = finding


def _silent(examined: bool) -> str:
    return "missed: examined, and nothing found" if examined else "missed: not examined"


REPORTED = "reported, with the spoilt rule blamed"
"""What became of a fault of which there is a finding, or another answer."""

REASONS = "answers stay for other reasons"
"""What became of a fault that is told, and changes no answer that was looked at."""

EQUAL = "no fault: other statements say the same"
"""What became of what is no fault, as the form of the statements shows."""

OFFERED_TOO = "no silence: other statements offer options"
"""What became of an option left out that is not the only one."""

FOUND = "found: "
UNBLAMED = "changed, and the rule is not blamed"
CLEAN = "called clean"


def is_silent(outcome: str) -> bool:
    """Return whether a fault was not reported; a refusal is no report."""
    return not outcome.startswith(("another", FOUND))


def rests_on(found: Comparison, label: Label) -> bool:
    """Return whether an answer stays, and the spoilt rule is among its other reasons."""
    reasons = () if found.cases is None else found.cases.reasons
    labels = {**found.old.view.labels, **found.new.view.labels}
    day = found.new.view.date
    named = (labels[one].numbers_on(day) for why in reasons for one in why.rules if one in labels)
    return any(set(numbers).intersection(label.numbers) for numbers in named)


def puts_down(found: Comparison, label: Label) -> bool:
    """Return whether some other answer is put down to the rule that is spoilt."""
    cases = () if found.cases is None else found.cases.changed
    labels = {**found.old.view.labels, **found.new.view.labels}
    day = found.new.view.date
    blamed = [labels[n].numbers_on(day) for one in cases for n in one.rules if n in labels]
    blamed += [board.rules for board in found.small]
    return any(set(numbers).intersection(label.numbers) for numbers in blamed)


def blames(finding: Finding, label: Label) -> bool:
    """Return whether a finding blames the rule that is spoilt."""
    blamed = (*finding.at_odds, *finding.brought_about_by)
    return any(set(one.numbers).intersection(label.numbers) for one in blamed)


def _keep(folder: Path, seed: int, fault: Fault) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kind = fault.kind.replace(" ", "-")
    name = f"{fault.label.numbers[0]}-{kind}-{seed}.lp"
    (folder / name).write_text(fault.text, encoding="utf-8")


def worked() -> float:
    """Return the seconds of work so far, those of processes that have ended among them."""
    return sum(os.times()[:4])


def main(arguments: Sequence[str] | None = None) -> None:
    """Spoil rules, and tell how many of the faults are reported."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--kind", choices=[*KINDS, *WRONG], help="only this kind")
    parser.add_argument("--each", type=int, default=5, help="faults of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", help="a folder with the game")
    parser.add_argument(
        *("--verify",),
        nargs="?",
        type=float,
        const=100.0,
        metavar="S",
        help="faults that contradict themselves, by verify alone in S seconds each",
    )
    parser.add_argument("--seconds", type=float, help="how long diff may take for each")
    parser.add_argument("--keep", metavar="FOLDER", help="write there what is not reported")
    given = parser.parse_args(arguments)
    with own_rules(given.rules):
        view = Rulebook.load(given.game).on()
        became: dict[str, Counter[str]] = {}
        first: list[float] = []
        for kind in [given.kind] if given.kind else KINDS if given.verify is None else WRONG:
            # Each kind draws rules of its own.
            draw = random.Random(f"{given.seed} {kind}")
            counts = became.setdefault(kind, Counter())
            for fault in faults(view, kind, given.each, draw):
                began, clock = worked(), time.monotonic()
                outcome = told(fault, view, verify=given.verify, seconds=given.seconds)
                counts[outcome.partition(":")[0] if is_silent(outcome) else REPORTED] += 1
                seconds = worked() - began
                waited = time.monotonic() - clock
                first += [] if is_silent(outcome) else [waited]
                took = f"{seconds:.0f} s of work, {waited:.0f} s waited"
                print(f"{kind}, {fault.label.numbers[0]}: {outcome} ({took})", flush=True)
                if is_silent(outcome):
                    print(f"    {fault.before}\n    {fault.after}", flush=True)
                    if given.keep:
                        _keep(Path(given.keep), given.seed, fault)
        became["all"] = sum(became.values(), Counter())
        for kind, counts in became.items():
            others = "".join(f", {n} {what}" for what, n in counts.items() if what != REPORTED)
            print(f"{kind}: {counts[REPORTED]} of {counts.total()} {REPORTED}{others}")
        if first:
            print(f"first finding: {median(first):.0f} s in the middle, {max(first):.0f} s at most")


if __name__ == "__main__":
    main()
