"""The result of a comparison, as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.comparison.answers import ChangedAnswer, ComparedCases, OtherReasons
from kb.comparison.comparison import ChangedFindings, Comparison, Difference
from kb.comparison.rewording import Reworded
from kb.comparison.showing import SmallBoard
from kb.comparison.speaking import SpokenWord
from kb.errors import escape, quote
from kb.rulebook import Label
from kb.scenario import to_yaml
from kb.testing.asked import GivenAnswer
from kb.verification.text import finding_text, objects, rule_lines, searched_text, taken


def comparison_text(found: Comparison) -> str:
    """Return what a comparison came to, for people; a board is a scenario for `ludex ask`."""
    old, new = escape(found.old.name), escape(found.new.name)
    lines = [f"{headline(found)}.", "", *_rulebooks(found, old, new)]
    if found.cases is not None:
        labels = {label.id: label for side in (found.old, found.new) for label in side.labels}
        lines += [*_cases(labels, found.cases, old, new), ""]
    if found.findings is not None:
        lines += [*_findings(found.findings, old, new), ""]
    if found.difference is not None:
        lines += [*_difference(found.difference, old, new), ""]
    for board in found.small:
        lines += [*_small(board, old, new), ""]
    if not found.same:
        lines += _unshown(found)
    if found.difference is None and not found.same:
        lines += _boards(found, old, new)
    return "\n".join([*lines, *_cut_short(found)])


def _rulebooks(found: Comparison, old: str, new: str) -> list[str]:
    """Return what is not the same in the two rulebooks, and of what cards that speaks."""
    lines = [f"{note[:1].upper()}{note[1:]}." for note in found.notes]
    lines += [""] if found.notes else []
    if found.not_in_force:
        lines += [f"{_off(found)}:", *rule_lines(found.not_in_force), ""]
    if found.changed:
        lines += [f"In force only under one of {old} and {new}:", *rule_lines(found.changed), ""]
    else:
        end = ": nothing can differ." if found.same and not found.not_in_force else "."
        lines += [f"The same rules are in force under {old} and {new}{end}", ""]
    if found.cards:
        names = ", ".join(f"{escape(name)} ({day})" for name, day in found.cards)
        lines += [f"Cards that say something else, and are on no board: {names}.", ""]
    if found.speaking:
        lines += ["Cards on which words of what changed stand:"]
        lines += [f"  {escape(spoken_text(one))}" for one in found.speaking]
        lines += [""]
    if found.uncovered:
        lines += [*(escape(f"{one.name}: {one.told}") for one in found.uncovered), ""]
    return lines


def _unshown(found: Comparison) -> list[str]:
    """Return the changed rules of which nothing that was looked at shows a difference."""
    lines = []
    if found.not_examined:
        lines += [f"Not examined{_reaching(found)}:", *rule_lines(found.not_examined), ""]
    if found.idle:
        boards = ", and no board that was searched does" if found.searched else ""
        told = f"Cases come to these, where no answer is another one{boards}:"
        lines += [told, *rule_lines(found.idle), ""]
    return lines


def _boards(found: Comparison, old: str, new: str) -> list[str]:
    """Return what is known of boards, of which none ends differently."""
    if not found.searched:
        return ["No board was searched: whether anything else changes is not known."]
    many = objects(found.size)
    if found.reason:
        known = "Of other boards nothing is known" if found.small else "Nothing is known"
        if found.size >= 0:
            known = f"No difference on boards of up to {many}"
        told = f"{known}; the search ended early: {found.reason}."
    elif len(found.not_examined) + len(found.idle) == len(found.changed):
        elsewhere = " elsewhere" if found.idle else ""
        told = f"Whether anything changes{elsewhere} is not known."
    elif found.small or (found.cases is not None and found.cases.changed):
        told = f"Boards of up to {many} of the kinds below end alike, until a player may act."
    else:
        some = found.not_examined or found.idle
        rest = "The other changed rules" if some else f"{old} and {new}"
        told = (
            f"{rest} make no difference on any board of up to {many} of the "
            "kinds below,\nuntil a player may act."
        )
    return [told, searched_text(found.searched)]


def _cut_short(found: Comparison) -> list[str]:
    """Return what was left out, and what turned out to be nothing."""
    lines = []
    if found.unmade:
        count = "1 changed rule" if found.unmade == 1 else f"{found.unmade} changed rules"
        lines.append(f"Time ran out before a small board was looked for that shows {count}.")
    if found.cases is not None and (left := found.cases.unreasoned):
        those = "1 case" if left == 1 else f"{left} cases"
        lines.append(f"Time ran out before the reasons of {those} were compared.")
    if found.dismissed:
        number = found.dismissed
        suspects = "1 suspect" if number == 1 else f"{number} suspects"
        lines.append(f"{suspects} turned out to end alike when all outcomes were explored.")
    return lines


def spoken_text(one: SpokenWord) -> str:
    """Return on how many cards a word stands, and on which."""
    more = one.count - len(one.cards)
    rest = f" and {more} more" if more > 0 else ""
    return f"{one.word}: {', '.join(one.cards)}{rest}"


def headline(found: Comparison) -> str:
    """Return what a comparison came to, in one clause."""
    if found.same and not (found.cases and found.cases.changed):
        same = "Nothing changes: the rules are the same"
        return f"Nothing was compared: {_off(found)}" if found.not_in_force else same
    said = []
    cases = found.cases
    if cases is not None and cases.cases:
        many = "case" if cases.cases == 1 else "cases"
        verb = "changes" if cases.changed_cases == 1 else "change"
        said.append(f"{cases.changed_cases} of {cases.cases} {many} {verb}")
    if cases is not None and not cases.complete:
        said.append(cases.cut)
    if cases is not None and (alike := cases.alike_cases):
        more = "more " if cases.changed_cases else ""
        verb = "answers" if alike == 1 else "answer"
        said.append(f"{alike} {more}{verb} the same for other reasons")
    if found.small and not (cases is not None and cases.changed_cases):
        near = "1 board near a case is" if len(found.small) == 1 else "boards near cases are"
        said.append(f"{near} answered in another way")
    if found.difference is not None:
        said.append(f"a board of {objects(found.difference.size)} ends differently")
    if found.not_examined:
        # Of a rule both the old and the new wording may stand there.
        count = len({label.numbers[0] for label in found.not_examined})
        said.append("1 rule is not examined" if count == 1 else f"{count} rules are not examined")
    if found.idle and found.verdict == "unknown":
        said.append("whether anything changes elsewhere is not known")
    if not said:
        said = [f"No difference on boards of up to {objects(found.size)}"]
    told = ", ".join(said)
    return f"{told[:1].upper()}{told[1:]}"


def _off(found: Comparison) -> str:
    """Return that some of what overlays change is in force on no day that is compared."""
    days = " or ".join(dict.fromkeys(str(side.view.date) for side in (found.old, found.new)))
    count = len(found.not_in_force)
    changes = "1 change is" if count == 1 else f"{count} changes are"
    return f"{changes} not in force on {days}"


def _reaching(found: Comparison) -> str:
    """Return what did not reach a rule; nothing where nothing was looked at."""
    asked = found.cases is not None and found.cases.cases
    boards = "board that was searched" if found.searched else ""
    looked = list(filter(None, ("case" if asked else "", boards)))
    return f", for no {' and no '.join(looked)} reached them" if looked else ""


def reworded_text(found: Reworded) -> str:
    """Return what came of another text of a card, for people."""
    cases = found.cases
    those = "case that names" if cases.cases == 1 else "cases that name"
    verb = "changes" if cases.changed_cases == 1 else "change"
    card = escape(found.card)
    said = [f"{cases.changed_cases} of {cases.cases} {those} {card} {verb}"]
    if not cases.cases and cases.complete:
        said = [f"Not examined: no case names {card}"]
    if not cases.complete:
        said.append(cases.cut)
    if found.left:
        said.append("of the other text not all is carried out")
    lines = [f"{', '.join(said)}.", *(f"Not carried out: {quote(one)}." for one in found.left), ""]
    return "\n".join([*lines, *_cases({}, cases, "now", "with the other text")]).rstrip()


def _cases(labels: Mapping[str, Label], cases: ComparedCases, old: str, new: str) -> list[str]:
    lines = []

    def numbered(names: Iterable[str]) -> list[str]:
        known = (labels[name] for name in names if name in labels)
        return list(dict.fromkeys(n for label in known for n in label.numbers))

    def numbers(names: Iterable[str], besides: Iterable[str] = ()) -> str:
        # On a rule that is stated in other words the answer rests before and after.
        others = numbered(besides)
        found = [number for number in numbered(names) if number not in others]
        more = [f"and {len(found) - NUMBERS} more"] if len(found) > NUMBERS else []
        return ", ".join((*found[:NUMBERS], *more))

    def by(one: ChangedAnswer | OtherReasons) -> str:
        those = [
            ("changed there", numbers(one.rules)),
            ("no longer rests on", numbers(one.gone, one.come)),
            ("now", numbers(one.come, one.gone)),
        ]
        told = "; ".join(f"{word}: {said}" for word, said in those if said)
        return f"    ({told})" if told else ""

    if cases.changed:
        lines.append("Answered in another way:")
    for one in cases.changed:
        place = f"{one.file}:{one.line}" if one.line else one.file
        lines += [f"  {escape(place)}: {escape(one.case)}"]
        lines += [f"    {escape(one.question)}"] if one.question else []
        for name, said, against in ((old, one.before, one.after), (new, one.after, one.before)):
            lines.append(f"    {name}: {escape(said.sentence)}")
            lines += (f"      - {escape(each)}" for each in untold(said, against))
        lines.append(by(one))
    if not cases.changed and cases.cases:
        lines.append(f"No case of {cases.cases} is answered in another way.")
    if cases.reasons:
        lines.append("Answered in the same way, for other reasons:")
    for other in cases.reasons[:LISTED]:
        place = f"{other.file}:{other.line}" if other.line else other.file
        lines += [f"  {escape(place)}: {escape(other.case)}", f"    {escape(other.question)}"]
        lines += [f"    {escape(other.answer.sentence)}", by(other)]
    if (more := len(cases.reasons) - LISTED) > 0:
        lines.append(f"  and {more} more: --json tells all")
    if not cases.complete:
        lines.append(f"{cases.cut[:1].upper()}{cases.cut[1:]}; run it again to go on.")
    if cases.unasked:
        count = len(cases.unasked)
        lines.append(f"{count} more make no sense under either: {_some(cases.unasked)}.")
    return [line for line in lines if line]


def found_text(board: SmallBoard, old: str, new: str) -> str:
    """Return a board as it is told as soon as it is found."""
    return "\n".join([*_small(board, escape(old), escape(new)), ""])


def answer_text(one: ChangedAnswer, old: str, new: str) -> str:
    """Return an answer that changes as it is told as soon as it is found, in a line."""
    place = f"{one.file}:{one.line}" if one.line else one.file
    before, after = one.before, one.after
    # Where the sentence stays, it is what is told besides that changes.
    both = (
        " ".join((said.sentence, *(() if one.plain else untold(said, other))))
        for said, other in ((before, after), (after, before))
    )
    told = " ".join(f"{name}: {said}" for name, said in zip((old, new), both, strict=True))
    return f"{escape(place)}: {escape(one.case)}: {escape(told)}"


def _small(board: SmallBoard, old: str, new: str) -> list[str]:
    numbers = ", ".join(map(escape, board.rules))
    lines = [f"Rule {numbers}, on a board {taken(board.smallest)}: {board.question}"]
    both = ((old, board.before, board.after), (new, board.after, board.before))
    for name, said, other in both:
        lines.append(f"  {name}: {escape(said.sentence)}")
        lines += (f"    - {escape(each)}" for each in untold(said, other))
    return [*lines, "", to_yaml(board.scenario).rstrip()]


def _findings(found: ChangedFindings, old: str, new: str) -> list[str]:
    """Return what is wrong under one of the rulebooks only."""
    lines = []
    for those, name, verb in ((found.appear, new, "appears"), (found.vanish, old, "vanishes")):
        for one in those:
            lines += [f"What {verb}:", "", finding_text(one, f"the rules of {name}"), ""]
    if not lines:
        lines = ["Along the cases, verify finds the same under both.", ""]
    if not found.complete:
        lines += ["Time ran out before all cases were looked through.", ""]
    return lines[:-1]


def untold(said: GivenAnswer, other: GivenAnswer) -> list[str]:
    """Return the answers in several outcomes that the sentence does not tell.

    What is the same under both rulebooks is left out.
    """
    untold = [each for each in said.outcomes if each.rstrip(".") not in said.sentence]
    return [each for each in untold if each not in other.outcomes]


def _some(unasked: Sequence[tuple[str, str]]) -> str:
    named = [escape(name) for name, _ in unasked[:TOLD]]
    more = len(unasked) - TOLD
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


NUMBERS = 6
"""How many numbers of rules are told that an answer newly rests on, or no longer."""

LISTED = 20
"""How many answers are told that stay for other reasons."""

TOLD = 3
"""How many cases that can't be asked are named."""


def _difference(found: Difference, old: str, new: str) -> list[str]:
    lines = [
        f"They end differently on a board of {objects(found.size)}, and on none with fewer.",
        "",
    ]
    for name, ends in ((old, found.old), (new, found.new)):
        lines.append(f"Under {name}:" if len(ends) == 1 else f"Under {name}, one of {len(ends)}:")
        lines += (f"  - {'; '.join(map(escape, end)) or 'as it began'}" for end in ends)
    if found.rules:
        lines += ["", "The rules that make the difference there:", *rule_lines(found.rules)]
    return [*lines, "", "The smallest board:", "", to_yaml(found.scenario).rstrip()]
