"""The result of a hunt, as text."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from kb.errors import escape
from kb.rulebook import Label
from kb.scenario import to_yaml
from kb.verification.closer import TRIED
from kb.verification.findings import Finding, Searched, Verification, WordsPlayed
from kb.verification.pieces import AlongCases
from kb.verification.stepping import TAKEN


def verification_text(found: Verification, *, told: bool = False) -> str:
    """Return what a hunt came to, for people; boards are scenarios that `ludex ask` replays.

    Parameters
    ----------
    found : Verification
    told : bool
        Whether the findings were told already.
    """
    rules = _rules(found.game, str(found.date), found.overlays)
    parts = [] if told else [finding_text(finding, rules) for finding in found.findings]
    if not found.findings:
        parts.append(_nothing(found, rules))
    elif told:
        count = len(found.findings)
        parts.append(f"{count} {'finding' if count == 1 else 'findings'} in {rules}.")
    if found.reasons:
        parts.append(
            "\n".join(["Not decided, for", *(f"  - {escape(one)}" for one in found.reasons)])
        )
        if (
            found.along is not None
            and found.along.played < found.along.files
            and not found.overlays
        ):
            parts[-1] += (
                "\nWhat came of these cases is kept: run again, it goes on with the others."
            )
    if found.searched:
        parts.append(searched_text(found.searched))
    if found.words is not None:
        parts.append(words_text(found.words))
    if found.along is not None:
        parts.append(_along(found.along))
    parts.append(_reached(found))
    if found.remarks:
        parts += [_REMARKS, *(finding_text(remark, rules) for remark in found.remarks)]
    if not found.remarked:
        parts.append("Time ran out before all was looked at for rules overridden and answers open.")
    parts.append(f"It took {found.seconds:.0f} s.")
    return "\n\n".join(parts)


def told_text(finding: Finding, overlays: Iterable[str]) -> str:
    """Return a finding as it is told as soon as it is made; a line while its board is raw."""
    data = finding.scenario.data()
    rules = _rules(data["game"], str(data["date"]), overlays)
    if finding.raw:
        numbers = escape(", ".join(label.numbers[0] for label in finding.at_odds))
        said = f"{finding.kind.capitalize()} in {rules}: {escape(finding.what)} ({numbers})"
        return f"{said}; its board is made smaller."
    return finding_text(finding, rules)


def _rules(game: str, day: str, overlays: Iterable[str]) -> str:
    return f"the rules of {game} on {day}" + "".join(f" with {escape(one)}" for one in overlays)


def _reached(found: Verification) -> str:
    """Return which rules were reached, and which were not."""
    every = len(found.reached) + len(found.not_examined)
    those = "Those boards" if found.along is None else "All this"
    rules = "numbered rules in force"
    if found.overlays:
        rules = "rule of the overlay" if every == 1 else "rules of the overlay"
    text = (
        f"{those} reached {len(found.reached)} of {every} {rules}; "
        f"{_unexamined(found)}{':' if found.not_examined else '.'}"
    )
    never = [label for label in found.not_examined if label not in found.idle]
    played = [
        *(["case"] if found.along is not None else []),
        *(["board of words"] if found.words is not None else []),
    ]
    if played and never:
        text += f"\n  No {' or '.join(played)} that was looked at meets what these ask for:"
    text += f"\n{_listed(never)}" if never else ""
    if found.idle:
        text += (
            "\n  What these ask for is met, and nothing changed without them where that was tried:"
            f"\n{_listed(found.idle)}"
        )
    return text


def _nothing(found: Verification, rules: str) -> str:
    changed = found.changed_not_examined
    lines = []
    if changed:
        lines = ["Not examined, for nothing searched reached them:", *rule_lines(changed), ""]
    if not found.searched:
        where = "along the cases" if found.along is not None else "where its words are put to use"
        said = f"Nothing found in {rules} {where}; no board was searched."
        return "\n".join([*lines, said])
    if found.size < 0:
        said = f"Nothing can be said of boards under {rules}: time, memory or the limit ran out."
        return "\n".join([*lines, said])
    lines += [
        f"Nothing found in {rules} on boards of up to {objects(found.size)} of the kinds below:",
        "no contradiction, no clash, no silence, no unrest, until a player may act.",
    ]
    return "\n".join(lines)


_REMARKS = (
    "These are no faults: rules that others override, and answers that are left open. Each was "
    f"looked for in {TRIED} cases at most."
)


def taken(smallest: bool) -> str:
    """Return what a board made of a case is."""
    if smallest:
        return "from which nothing can be taken away"
    return "from which more may be taken away, for time ran out"


def _unexamined(found: Verification) -> str:
    count = len(found.not_examined)
    return "1 is not examined" if count == 1 else f"{count} are not examined"


def _along(along: AlongCases) -> str:
    """Return which cases were played."""
    text = f"Along {along.cases} cases every step was looked at"
    if along.near:
        text += f", and on {along.near} boards near those that come to a changed rule"
    if along.apart:
        text += f"; in {along.apart} others no changed rule can play a part"
    return f"{text}."


def searched_text(searched: Iterable[Searched]) -> str:
    """Return which boards were searched, and how far."""
    lines = ["Boards were searched that show:"]
    for kind in searched:
        far = "not searched to the end"
        if kind.size >= 0:
            far = f"all of up to {objects(kind.size)}, {steps(kind.moments)}"
        if kind.short:
            far += f"; then {kind.short}"
        lines.append(f"  - {escape(kind.picture)}: {far}")
    return "\n".join(lines)


def words_text(words: WordsPlayed) -> str:
    """Return how far boards of words were looked through."""
    text = f"Words of the game were put to use: {words.done} of {words.boards} such boards"
    text += f" were looked at, each for {TAKEN:.0f} s of play and as long of trying rules at most"
    if words.senseless:
        text += f"; {words.senseless} words cannot be played as they stand there"
    return f"{text}."


def _listed(labels: Iterable[Label]) -> str:
    """Return the first numbers of rules, in lines."""
    numbers = ", ".join(escape(label.numbers[0]) for label in labels)
    return fill(numbers, 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def steps(number: int) -> str:
    """Return a number of steps in words."""
    return "1 step" if number == 1 else f"{number} steps"


def objects(number: int) -> str:
    """Return a number of objects in words."""
    return "1 object" if number == 1 else f"{number} objects"


def rule_lines(labels: tuple[Label, ...]) -> list[str]:
    """Return rules, each with its numbers, its sentence and its place."""
    width = max((len(_numbers(label)) for label in labels), default=0)
    lines = []
    for label in labels:
        place = escape(f"{label.file}:{label.line}")
        lines.append(f"  {_numbers(label):<{width}}  {escape(label.sentence)}  ({place})")
    return lines


def _numbers(label: Label) -> str:
    return ", ".join(label.numbers)


_HEADINGS = {"shadowed": "The rule, and the other:", "open": "The readings:"}


def _heading(finding: Finding) -> str:
    return "At odds:" if finding.brought_about_by else "The rules that lead to it:"


def reached_text(finding: Finding) -> str:
    """Return whether play leads from the board of a finding to what is wrong."""
    if finding.after:
        return f"Play leads from this board to it, in {steps(finding.after)}"
    return "It is so on this board as it stands; whether play leads to such a board is not known"


def finding_text(finding: Finding, rules: str) -> str:
    """Return a finding with its rules and its board."""
    lines = [f"{finding.kind.capitalize()} in {rules}: {escape(finding.what)}.", ""]
    lines.append(_HEADINGS.get(finding.kind) or _heading(finding))
    lines += rule_lines(finding.at_odds)
    if finding.brought_about_by:
        lines += ["Brought about by:", *rule_lines(finding.brought_about_by)]
    if not finding.smallest:
        lines.append("Time ran out: some of these rules may not be needed.")
    board = "The smallest board:"
    if not finding.board_smallest:
        board = "A board; not all smaller ones were searched:"
    if finding.case:
        board = f"A board {taken(finding.board_smallest)}, made of “{escape(finding.case)}”:"
    lines += ["", board, "", to_yaml(finding.scenario).rstrip()]
    if finding.after is not None:
        lines += ["", f"{reached_text(finding)}."]
    if finding.proof:
        lines += ["", "Why:", finding.proof]
    return "\n".join(lines)
