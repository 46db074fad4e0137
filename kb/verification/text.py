"""The result of a hunt, as text."""

from __future__ import annotations

from kb.errors import escape
from kb.rulebook import Label
from kb.scenario import to_yaml
from kb.verification.verify import Finding, Verification


def verification_text(found: Verification) -> str:
    """Return what a hunt came to, for people; boards are scenarios that `ludex ask` replays."""
    rules = f"the rules of {found.game} on {found.date}"
    for overlay in found.overlays:
        rules += f" with {escape(overlay)}"
    if found.findings:
        return "\n\n".join(_finding(finding, rules) for finding in found.findings)
    if found.size < 0:
        return f"Nothing can be said of {rules}: time or the limit ran out."
    boards = f"any board of up to {objects(found.size)}"
    said = (
        f"{rules[0].upper()}{rules[1:]} are clean on {boards}: no contradiction, no clash, "
        f"no silence, no unrest,\nwithin the {found.moments + 1} steps that it takes at most until "
        "a player may act."
    )
    if not found.complete:
        said += f"\nTime or the limit ran out before boards of {objects(found.size + 1)} were done."
    return said


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


def _finding(finding: Finding, rules: str) -> str:
    lines = [f"{finding.kind.capitalize()} in {rules}: {escape(finding.what)}.", ""]
    lines.append("The rules that lead to it:" if not finding.brought_about_by else "At odds:")
    lines += rule_lines(finding.at_odds)
    if finding.brought_about_by:
        lines += ["Brought about by:", *rule_lines(finding.brought_about_by)]
    if not finding.smallest:
        lines.append("Time ran out: some of these rules may not be needed.")
    lines += ["", "The smallest board:", "", to_yaml(finding.scenario).rstrip()]
    return "\n".join(lines)
