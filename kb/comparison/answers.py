"""What came of cases that were asked under two rulebooks: the answers that change, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from kb.records import record
from kb.testing.asked import GivenAnswer
from kb.verification.pieces import files_left


@record
class ChangedAnswer:
    """A question that is answered in another way.

    Attributes
    ----------
    file : str
    line : int or None
        Where the question stands.
    case : str
        The scenario or the variant.
    number : int
        Which of its questions it is, counted from 1.
    question : str
        The question, in words.
    before, after : GivenAnswer
        The answers.
    rules : tuple of str
        The ids of the changed rules without which a step of the case leads elsewhere.
    gone, come : tuple of str
        The ids of the rules that the one answer rests on, and the other does not.
    proofs : tuple of str
        Both answers with what they rest on, as text.
    """

    file: str
    line: int | None
    case: str
    number: int
    question: str
    before: GivenAnswer
    after: GivenAnswer
    rules: tuple[str, ...]
    gone: tuple[str, ...]
    come: tuple[str, ...]
    proofs: tuple[str, str] = ("", "")

    @property
    def plain(self) -> bool:
        """Whether the sentence is another one, and not only what is told besides."""
        return self.before.sentence != self.after.sentence


@record
class OtherReasons:
    """A question that is answered in the same way, and rests on other rules.

    Attributes
    ----------
    file : str
    line : int or None
        Where the question stands.
    case : str
        The scenario or the variant.
    number : int
        Which of its questions it is, counted from 1.
    question : str
        The question, in words.
    answer : GivenAnswer
    rules : tuple of str
        The ids of the changed rules on which it rested or rests.
    gone, come : tuple of str
        The ids of the rules that it rests on under the one, and not under the other.
    """

    file: str
    line: int | None
    case: str
    number: int
    question: str
    answer: GivenAnswer
    rules: tuple[str, ...]
    gone: tuple[str, ...]
    come: tuple[str, ...]


@record
class ComparedFile:
    """What came of the cases of a file.

    Attributes
    ----------
    cases : int
        How many could be asked under one of the rulebooks at least.
    live : tuple of (str, str)
        File and case of those that were asked again, for a changed rule may play a part in them.
    changed : tuple of ChangedAnswer
    reaching : tuple of (str, str, str)
        File, case, and id of a changed rule without which a step of the case leads elsewhere.
    unasked : tuple of (str, str)
        The cases that make no sense on the day of either, each with the reason.
    put_off : tuple of (str, str, int)
        File and case of those in which a changed rule comes up and nothing is otherwise that a step
        shows, each with its weight: they are to be asked again when all others are.
    file : str
        Which file it is.
    """

    cases: int = 0
    live: tuple[tuple[str, str], ...] = ()
    changed: tuple[ChangedAnswer, ...] = ()
    reaching: tuple[tuple[str, str, str], ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()
    put_off: tuple[tuple[str, str, int], ...] = ()
    file: str = ""


@record
class ComparedCases:
    """What came of all cases.

    Attributes
    ----------
    files : int
        How many files there are.
    begun : int
        Of how many of them all that is not put off was compared before time ran out.
    parts : tuple of ComparedFile
    reasons : tuple of OtherReasons
        The answers that stay, and rest on other rules.
    unreasoned : int
        In how many cases that was not looked for before time ran out.
    """

    files: int
    begun: int
    parts: tuple[ComparedFile, ...]
    reasons: tuple[OtherReasons, ...] = ()
    unreasoned: int = 0

    @property
    def cases(self) -> int:
        """How many cases were asked under both rulebooks."""
        return sum(part.cases for part in self.parts)

    @property
    def again(self) -> int:
        """How many were asked again, for a changed rule may play a part in them."""
        return len(self.live)

    @property
    def asked(self) -> int:
        """How many of the files were compared, with all their cases."""
        return self.begun - len(self.off)

    @property
    def cut(self) -> str:
        """What is told where time ran out: of a file that is left some cases may be asked."""
        left = files_left(self.files - self.asked, self.files)
        return f"time ran out before all cases of {left} were asked"

    @property
    def off(self) -> frozenset[str]:
        """The files with cases that were put off."""
        return frozenset(file for file, _ in self.put_off)

    @cached_property
    def put_off(self) -> tuple[tuple[str, str], ...]:
        """File and case of those in which a changed rule comes up, and that were not asked yet.

        The weightiest are first.
        """
        done = {*self.live, *((one.file, one.case) for one in self.changed)}
        left = [one for part in self.parts for one in part.put_off if one[:2] not in done]
        return tuple(one[:2] for one in sorted(left, key=lambda one: -one[2]))

    @property
    def live(self) -> tuple[tuple[str, str], ...]:
        """File and case of those that were asked again."""
        return tuple(one for part in self.parts for one in part.live)

    @property
    def coming(self) -> tuple[tuple[str, str], ...]:
        """File and case of all in which a changed rule comes up, those put off at the end."""
        return (*self.live, *self.put_off)

    @cached_property
    def changed(self) -> tuple[ChangedAnswer, ...]:
        """The answers that change, in the order of the files."""
        return tuple(one for part in self.parts for one in part.changed)

    @property
    def changed_cases(self) -> int:
        """How many cases have an answer that changes."""
        return len({(one.file, one.case) for one in self.changed})

    @cached_property
    def alike_cases(self) -> int:
        """How many cases are answered alike, and for other reasons."""
        changed = {(one.file, one.case) for one in self.changed}
        return len({(one.file, one.case) for one in self.reasons} - changed)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The ids of the changed rules without which a step of some case leads elsewhere."""
        return frozenset(rule for _, _, rule in self.reaching)

    @property
    def reaching(self) -> tuple[tuple[str, str, str], ...]:
        """File, case, and id of a changed rule without which a step of the case leads elsewhere."""
        return tuple(one for part in self.parts for one in part.reaching)

    @property
    def unasked(self) -> tuple[tuple[str, str], ...]:
        """The cases that make no sense on the day of either rulebook, each with the reason."""
        return tuple(one for part in self.parts for one in part.unasked)

    @property
    def blaming(self) -> bool:
        """Whether some answer is another one by a changed rule."""
        return any(one.rules for one in self.changed)

    @property
    def complete(self) -> bool:
        """Whether no file was left out."""
        return self.asked == self.files

    def and_more(self, others: ComparedCases) -> ComparedCases:
        """Return these and others together."""
        parts = (*self.parts, *others.parts)
        return ComparedCases(
            *(self.files + others.files, self.begun + others.begun, parts),
            reasons=(*self.reasons, *others.reasons),
            unreasoned=self.unreasoned + others.unreasoned,
        )


def unpacked(data: Any) -> ComparedFile:
    """Return what came of a case as it was kept."""
    rows = {
        name: tuple(map(tuple, data[name])) for name in ("live", "reaching", "unasked", "put_off")
    }
    changed = (
        {
            **one,
            **{side: GivenAnswer.kept(one[side]) for side in ("before", "after")},
            **{name: tuple(one[name]) for name in ("rules", "gone", "come", "proofs")},
        }
        for one in data["changed"]
    )
    answers = tuple(ChangedAnswer(**one) for one in changed)
    return ComparedFile(**{**data, **rows, "changed": answers})


def together(parts: Sequence[ComparedFile], file: str) -> ComparedFile:
    """Return what came of the cases of a file, as one."""
    return ComparedFile(
        sum(part.cases for part in parts),
        tuple(one for part in parts for one in part.live),
        tuple(one for part in parts for one in part.changed),
        tuple(one for part in parts for one in part.reaching),
        tuple(one for part in parts for one in part.unasked),
        tuple(one for part in parts for one in part.put_off),
        file,
    )
