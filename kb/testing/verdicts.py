"""Whether what a text mentions is judged as expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.inference.answers import Ruling
from kb.inference.mentions import Finding, findings, left_open, name_of
from kb.scenario.questions import Mentions, Verdict
from kb.scenario.references import Present
from kb.scenario.terms import fold

_TARGET = {True: "yes", False: "no", None: "open"}


def verdict_mistakes(ruling: Ruling, question: Mentions) -> list[str]:
    """Return what is wrong with the verdicts on the mentions of a text.

    With `expect`, a mention that is not listed must not be a target, nor left open.
    """
    covered = not question.wording.unread
    if question.covered is not None:
        if question.covered == covered:
            return []
        return ["the text is understood" if covered else _unread(question)]
    if not covered:
        return [_unread(question)]
    faults = []
    for leaf in ruling.leaves:
        found = findings(ruling.session, leaf.node, question)
        present = Present(ruling.session.graph.nodes[leaf.node].state)
        listed = set()
        for wanted in (*(question.expect or ()), *question.includes):
            same = [one for one in found if fold(one.said.text) == fold(wanted.words)]
            if len(same) < wanted.number:
                words = ", ".join(f"'{one.said.text}'" for one in found)
                faults.append(f"'{wanted.words}' is not mentioned; found {words or 'nothing'}")
                continue
            one = same[wanted.number - 1]
            listed.add(one.said.symbol)
            faults += (f"'{wanted.words}': {fault}" for fault in _faults(wanted, one))
            if wanted.gaps:
                met = left_open(ruling.session, leaf.node, question)[one.said.symbol]
                faults += (
                    f"'{wanted.words}': {fault}"
                    for fault in _missing("gap", wanted.gaps, [each.gap.name for each in met])
                )
            faults += _objects(ruling, wanted, one, present)
            meant = " and ".join(o.said.text for o in found if o.said.symbol in one.said.means)
            meant = meant or "nothing"
            if wanted.means is not None and fold(wanted.means) != fold(meant):
                faults.append(f"'{wanted.words}' means '{meant}', not '{wanted.means}'")
        if question.expect is not None:
            faults += (
                f"'{one.said.text}' is judged '{_TARGET[one.target]}', and nothing is expected"
                for one in found
                if one.said.symbol not in listed and one.target is not False
            )
    return faults


def _unread(question: Mentions) -> str:
    words = "; ".join(f"'{span.text}'" for span in question.wording.unread)
    return f"not understood: {words}"


def _faults(wanted: Verdict, one: Finding) -> Iterator[str]:
    if wanted.target is not None and wanted.target != _TARGET[one.target]:
        criteria = ", ".join(map(name_of, one.criteria))
        yield f"expected '{wanted.target}', found '{_TARGET[one.target]}' ({criteria})"
    yield from _missing("criterion", wanted.criteria, [name_of(c) for c in one.criteria])
    if wanted.only is not None and set(wanted.only) != {name_of(c) for c in one.criteria}:
        yield f"expected only {', '.join(wanted.only)}; found {_list(map(name_of, one.criteria))}"
    chosen = [name_of(moment).replace("-", " ") for moment in one.chosen]
    if wanted.chosen is not None and (chosen or ["nothing"]) != [wanted.chosen]:
        yield f"expected to be chosen at '{wanted.chosen}'; found {_list(chosen)}"
    if wanted.compulsory is not None and wanted.compulsory != one.compulsory:
        yield f"expected to be {'' if wanted.compulsory else 'not '}compulsory"
    if wanted.may_be_none is not None and wanted.may_be_none != one.may_be_none:
        yield f"expected that none {'may' if wanted.may_be_none else 'may not'} be chosen"


def _missing(what: str, wanted: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    for each in wanted:
        if each not in found:
            yield f"{what} '{each}' is missing; found {_list(found)}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _objects(ruling: Ruling, wanted: Verdict, one: Finding, present: Present) -> Iterator[str]:
    if wanted.objects is None:
        return
    names = ruling.session.situation.names
    expected = [set(ref.terms(present)) for ref in wanted.objects]
    found = set(one.objects)
    for ref, terms in zip(wanted.objects, expected, strict=True):
        if not terms & found:
            yield f"'{wanted.words}': {ref.text} may not be chosen"
    for symbol in sorted(found - set().union(*expected)):
        yield f"'{wanted.words}': {names.text(symbol)} may be chosen, too"
