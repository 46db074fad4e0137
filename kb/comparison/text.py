"""The result of a comparison, as text."""

from __future__ import annotations

from kb.comparison.compare import Comparison, Difference
from kb.errors import escape
from kb.scenario import to_yaml
from kb.verification.text import objects, rule_lines, searched_text


def comparison_text(found: Comparison) -> str:
    """Return what a comparison came to, for people; a board is a scenario for `ludex ask`."""
    old, new = escape(found.old.name), escape(found.new.name)
    lines = []
    if found.changed:
        lines += [f"In force only under one of {old} and {new}:", *rule_lines(found.changed), ""]
    else:
        end = ": nothing can differ." if found.same else "."
        lines += [f"The same rules are in force under {old} and {new}{end}", ""]
    if found.cards:
        names = ", ".join(f"{escape(name)} ({day})" for name, day in found.cards)
        lines += [
            f"Cards that say something else, and are on no board: {names}.",
            "",
        ]
    if found.uncovered:
        lines += [*(escape(f"{one.name}: {one.told}") for one in found.uncovered), ""]
    if found.difference is not None:
        lines += [*_difference(found.difference, old, new), ""]
    if found.not_examined and not found.same:
        lines += [
            "Not examined, for no board that was searched reached them:",
            *rule_lines(found.not_examined),
            "",
        ]
    if found.difference is None and not found.same:
        if found.reason:
            known = "Nothing is known"
            if found.size >= 0:
                known = f"No difference on boards of up to {objects(found.size)}"
            lines.append(f"{known}; the search ended early: {found.reason}.")
        elif len(found.not_examined) == len(found.changed):
            lines.append("Whether anything changes is not known.")
        else:
            rest = "The other changed rules" if found.not_examined else f"{old} and {new}"
            lines.append(
                f"{rest} make no difference on any board of up to {objects(found.size)} of the "
                "kinds below,\nuntil a player may act."
            )
        lines.append(searched_text(found.searched))
    if found.dismissed:
        number = found.dismissed
        suspects = "1 suspect" if number == 1 else f"{number} suspects"
        lines.append(f"{suspects} turned out to end alike when all outcomes were explored.")
    return "\n".join(lines)


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
