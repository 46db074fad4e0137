"""Numbers across a rulebook: each stated in one place, each reference leading somewhere."""

from __future__ import annotations

from collections.abc import Iterable

from kb.errors import LudexError, nearest, quote
from kb.rulebook.edition import Period
from kb.rulebook.header import Label


def check_numbers(headers: Iterable[Label]) -> None:
    """Refuse a number that two files state, or that means two things on one day.

    A rule and the overlay that replaces it do not clash; nor do blocks of one file that state
    parts of the same rule, for the same period.
    """
    stated: dict[tuple[str, bool], list[tuple[Period, Label]]] = {}
    defined: dict[str, Label] = {}
    for label in headers:
        if label.defines is not None:
            first = defined.setdefault(label.defines, label)
            if first.file != label.file and not first.excludes(label):
                raise _clash(f"{quote(label.defines)} is defined in two files", first, label)
            continue
        for number, period in label.names():
            # What replaces or repeals is compared with other overlays only.
            overriding = bool(label.replaces or label.repeals)
            known = stated.setdefault((number, overriding), [])
            for other_period, other in known:
                if not period.overlaps(other_period) or label.excludes(other):
                    continue
                if label.overlay and not other.overlay:
                    raise _clash(
                        f"rule {quote(number)} is already stated; an overlay begins such a "
                        "header with 'replaces'",
                        other,
                        label,
                    )
                if other.file != label.file:
                    raise _clash(f"rule {quote(number)} is stated in two files", other, label)
                if (other.start, other.end) != (label.start, label.end) or label.repeals:
                    raise _clash(
                        f"rule {quote(number)} is stated twice for the same days, "
                        f"as [{other.period}] and as [{label.period}]",
                        other,
                        label,
                    )
            known.append((period, label))


def check_references(headers: Iterable[Label]) -> None:
    """Refuse a reference to a number that no rule has or ever had."""
    known = tuple(headers)
    numbers = {number for label in known for number, _ in label.names()}
    for label in known:
        for number in label.see:
            if number not in numbers:
                raise LudexError(
                    f"'see:' names a rule {quote(number)} that is not there"
                    f"{nearest(number, numbers)}",
                    file=label.file,
                    line=label.line,
                )


def _clash(message: str, first: Label, second: Label) -> LudexError:
    return LudexError(
        f"{message}; the first is at {first.file}:{first.line}",
        file=second.file,
        line=second.line,
    )
