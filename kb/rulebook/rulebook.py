"""A game's rules, loaded and checked, and what of them is in force on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING

from kb import cache
from kb.errors import LudexError, nearest, quote
from kb.records import record
from kb.resources import GAME_FILE, Home, home, own_rules, resource
from kb.rulebook.compiled import CODE, Compiled
from kb.rulebook.edition import Edition, Editions, read_date
from kb.rulebook.gaps import Gaps, Readings, in_force
from kb.rulebook.header import Label
from kb.rulebook.overlay import Overlay, overridden, read_overlay
from kb.rulebook.program import ProgramText, program_text
from kb.rulebook.source import CORE, HALLS, Source, checked_source, read_unchecked
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import Vocabulary

if TYPE_CHECKING:
    from kb.rulebook.amending import Stated


@record(eq=False)
class Rulebook:
    """The rules of a game: what all games share, the game's own, and overlays.

    Attributes
    ----------
    game : str
        The name of the game.
    statements : tuple of Statement
        All statements, of whatever date, in the order of the files.
    vocabulary : Vocabulary
        All declared words.
    labels : mapping of str to Label
        The headers by the ids of their switches; blocks that share one are taken together.
    headers : tuple of Label
        The headers one by one, also those that only repeal.
    files : tuple of str
        The names of the files, in the order in which they were read.
    editions : Editions
        The texts of the rules, and the days that each covers.
    gaps : Gaps
        What the documents leave open, and how each may be read.
    key : str
        The hash of everything that it was made from.
    off : tuple of str
        The ids of rules that are switched off.
    """

    game: str
    statements: tuple[Statement, ...]
    vocabulary: Vocabulary
    labels: Mapping[str, Label]
    headers: tuple[Label, ...]
    files: tuple[str, ...]
    editions: Editions
    gaps: Gaps = field(default_factory=Gaps)
    key: str = ""
    off: tuple[str, ...] = ()
    _views: dict[tuple[date, tuple[str, ...]], RulebookView] = field(
        default_factory=dict, repr=False
    )
    _shared: dict[frozenset[int], _InForce] = field(default_factory=dict, repr=False)

    @staticmethod
    def load(
        game: str,
        root: Path | str | None = None,
        overlays: Iterable[Overlay] = (),
        editions: Editions | None = None,
    ) -> Rulebook:
        """Read, check and collect the rules of a game.

        Parameters
        ----------
        game : str
            The name of a folder of rules.
        root : path, optional
            The folder of a game, or one that holds several; with a folder ``core`` in it, core
            and halls are read there, too. The rules that come with Ludex, unless given.
        overlays : iterable of path or Source
            Files of rules that replace, repeal or add.
        editions : Editions, optional
            The texts and their days; those of the game's file, unless given.

        Raises
        ------
        LudexError
            At the first thing that is wrong, with its file and line.
        """
        places = _places(game, None if root is None else Path(root))
        folder, shown = places[game]
        words, shown_words = folder / GAME_FILE, str(shown / GAME_FILE)
        parts = [
            (part, read_unchecked(path, str(places[part][1] / path.name)))
            for part in (CORE, HALLS, game)
            for path in sorted(places[part][0].glob("*.lp"))
        ]
        added = list(map(read_overlay, overlays))
        files: list[str | bytes] = [
            shown_words,
            words.read_bytes() if words.is_file() else b"",
            *(each for _, source in parts for each in (source.name, source.text)),
        ]
        overlaid = [each for source in added for each in ("", source.name, source.text)]
        entry = cache.Entry.of("rulebook", CODE, (*files, *overlaid))
        read = Compiled.unpack(entry.load())
        if read is None:
            from kb.rulebook.reading import Onto, read_rules

            onto = None
            if added:
                book = None if root is not None else loaded(game)
                if book is None or book.key != cache.Entry.of("rulebook", CODE, files).key:
                    book = Rulebook.load(game, root)
                onto = Onto(added, book.compiled, book.stated)
            read = read_rules(parts, words, shown_words, onto)
            entry.save(read.pack())
        return Rulebook(
            game,
            read.statements,
            Vocabulary({(each.kind, *each.signature): each for each in read.entries}),
            _by_id(read.headers),
            read.headers,
            read.files,
            read.editions if editions is None else editions,
            read.gaps,
            entry.key,
        )

    @lru_cache(maxsize=8)  # noqa: B019 - the few that are kept are those of one question
    def without(self, rules: frozenset[str]) -> Rulebook:
        """Return the rulebook with rules switched off, given by the ids of their switches."""
        return replace(
            self,
            statements=tuple(one for one in self.statements if one.label.id not in rules),
            key="",
            off=tuple(sorted({*self.off, *rules})),
            _views={},
            _shared={},
        )

    @property
    def compiled(self) -> Compiled:
        """What was read from its files."""
        entries = tuple(self.vocabulary.entries.values())
        return Compiled(
            self.files, entries, self.headers, self.statements, self.editions, self.gaps
        )

    def stated(self) -> tuple[Vocabulary, list[Stated]]:
        """Return the words, and the rules and definitions, each with its statements."""
        from kb.rulebook.amending import Stated

        return self.vocabulary, [Stated(la, self.of_label(la.id)) for la in self.labels.values()]

    @cached_property
    def overlays(self) -> tuple[str, ...]:
        """The names of the overlays."""
        return tuple(dict.fromkeys(label.file for label in self.headers if label.overlay))

    @property
    def newest(self) -> date:
        """The newest day that the rulebook covers."""
        return self.editions.newest

    def on(self, day: date | str | None = None, readings: Readings | None = None) -> RulebookView:
        """Return the rules as they were in force on a day; the newest, unless given.

        Parameters
        ----------
        day : date or str, optional
        readings : mapping of str to str, optional
            How gaps are read; the others as by default.

        Raises
        ------
        LudexError
            If no edition covers the day; the message names the days that are covered. If there
            is no such gap or reading.
        """
        at = self.newest if day is None else read_date(day)
        chosen = self.gaps.chosen(readings)
        key = (at, tuple(chosen.values()))
        view = self._views.get(key)
        if view is None:
            edition = self.editions.at(at)
            shared = self._in_force(at, chosen)
            view = RulebookView(self, at, edition, shared.statements, shared, chosen)
            self._views[key] = view
        return view

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        """The numbers of the statements under each header, by its identity."""
        found: dict[int, list[int]] = {id(label): [] for label in self.headers}
        for number, one in enumerate(self.statements):
            found.setdefault(id(one.label), []).append(number)
        return found

    def place_of(self, statement: Statement) -> int | None:
        """Return the number of a statement, or of one that says the same by the same rule."""
        return self._places.get((statement.label.id, statement.code))

    @cached_property
    def _places(self) -> dict[tuple[str, str], int]:
        return {(one.label.id, one.code): n for n, one in enumerate(self.statements)}

    @lru_cache(maxsize=8)  # noqa: B019 - the few that are kept are those of one question
    def _on_day(self, day: date) -> tuple[frozenset[int], tuple[Label, ...]]:
        """Return what is in force on a day under every reading, and the headers of the rest."""
        here = [label for label in self.headers if day in label.period]
        fixed = (self._below[id(label)] for label in here if not label.readings)
        return frozenset(chain.from_iterable(fixed)), tuple(la for la in here if la.readings)

    def _in_force(self, day: date, readings: Readings) -> _InForce:
        # Under some ten readings of one question most of what is in force is the same.
        fixed, left_open = self._on_day(day)
        read = [label for label in left_open if in_force(label, readings)]
        indexes = fixed.union(*(self._below[id(label)] for label in read))
        if self.overlays:
            known = [la for la in self.headers if in_force(la, readings)]
            indexes -= {n for label in overridden(known, day) for n in self._below[id(label)]}
        shared = self._shared.get(indexes)
        if shared is None:
            chosen = tuple(self.statements[index] for index in sorted(indexes))
            shared = self._shared[indexes] = _InForce(chosen, indexes)
        return shared

    def label(self, identifier: str) -> Label:
        """Return the header with the id of a switch."""
        found = self.labels.get(identifier)
        if found is None:
            raise LudexError(
                f"no rule {quote(identifier)} in {self.game}{nearest(identifier, self.labels)}"
            )
        return found

    def find(self, number: str) -> tuple[Label, ...]:
        """Return the rules that any text ever called by a number.

        Parameters
        ----------
        number : str
            A rule's number, the id of its switch, the name of a block of definitions, or the
            number of a section, whose rules are all returned.

        Raises
        ------
        LudexError
            If there is none; the message names the nearest number.
        """
        named = {
            label.id: (*(name for name, _ in label.names()), label.id, label.defines or label.id)
            for label in self.labels.values()
        }
        return _find(number, self.labels, named, f"in {self.game}")

    @property
    def days_of_change(self) -> tuple[date, ...]:
        """The covered days on which other rules are in force than on the day before."""
        days = {edition.start for edition in self.editions.texts}
        for label in self.headers:
            days |= {label.start} if label.start else set()
            days |= {label.end + timedelta(days=1)} if label.end and label.end < date.max else set()
        days |= {self.newest}
        texts = self.editions.texts
        return tuple(
            sorted(d for d in days if not texts or any(d in text.period for text in texts))
        )

    def of_label(self, identifier: str) -> tuple[Statement, ...]:
        """Return the statements that a switch governs."""
        return self._statements_by_id.get(identifier, ())

    @cached_property
    def _statements_by_id(self) -> dict[str, tuple[Statement, ...]]:
        found: dict[str, list[Statement]] = {}
        for statement in self.statements:
            found.setdefault(statement.label.id, []).append(statement)
        return {identifier: tuple(statements) for identifier, statements in found.items()}


@record(eq=False)
class _InForce:
    """The statements in force, shared by all days on which they are the same."""

    statements: tuple[Statement, ...]
    numbers: frozenset[int] | None = None
    texts: dict[tuple[bool, date | None], ProgramText] = field(default_factory=dict)


@record(eq=False)
class RulebookView:
    """The rules as they were in force on a day.

    Attributes
    ----------
    rulebook : Rulebook
    date : date
    edition : Edition or None
        The text in force; None for a rulebook without editions.
    statements : tuple of Statement
        The statements in force.
    readings : mapping of str to str
        The reading that is taken of each gap.
    """

    rulebook: Rulebook
    date: date
    edition: Edition | None
    statements: tuple[Statement, ...]
    _shared: _InForce = field(repr=False)
    readings: Readings = field(default_factory=dict)

    @property
    def vocabulary(self) -> Vocabulary:
        """All declared words of the rulebook."""
        return self.rulebook.vocabulary

    def of(self, statements: Iterable[Statement]) -> RulebookView:
        """Return the view of the same day with other statements in force."""
        chosen = tuple(statements)
        return replace(self, statements=chosen, _shared=_InForce(chosen))

    def picked(self, statements: Iterable[Statement]) -> RulebookView:
        """Return a view with other statements, which can be had `under` other readings, too.

        They are the rulebook's own, or say the same as some of its own; where some are not, it is
        what `of` returns.
        """
        chosen = tuple(statements)
        found = [self.rulebook.place_of(one) for one in chosen]
        numbers = frozenset(number for number in found if number is not None)
        return self.of(chosen) if None in found else self._of_numbers(numbers)

    def _of_numbers(self, numbers: frozenset[int]) -> RulebookView:
        chosen = tuple(self.rulebook.statements[number] for number in sorted(numbers))
        return replace(self, statements=chosen, _shared=_InForce(chosen, numbers))

    def under(self, readings: Readings) -> RulebookView:
        """Return the view of the same day under other readings of the gaps.

        What was picked besides or left out stays so.
        """
        own, other = (self.rulebook.on(self.date, each) for each in (self.readings, readings))
        if own.statements is self.statements:  # nothing was picked
            return other
        if self.numbers is None or own.numbers is None or other.numbers is None:
            return other
        gone, come = own.numbers - self.numbers, self.numbers - own.numbers
        if not gone and not come:
            return other
        fits = {n for n in come if in_force(self.rulebook.statements[n].label, other.readings)}
        return other._of_numbers((other.numbers - gone) | fits)

    @property
    def numbers(self) -> frozenset[int] | None:
        """Which statements of the rulebook these are, by number; None where they were picked."""
        return self._shared.numbers

    @cached_property
    def overlaid(self) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
        """The blocks of overlays in force on the day, and those of which nothing is.

        A change by words may become several blocks; where one is in force, the change is.
        """
        own = [label for label in self.rulebook.headers if label.overlay]
        here = {(label.file, label.line): label for label in own if self.date in label.period}
        left = {(label.file, label.line): label for label in own}
        return tuple(here.values()), tuple(left[place] for place in left if place not in here)

    @cached_property
    def labels(self) -> dict[str, Label]:
        """The headers in force by the ids of their switches."""
        ids = dict.fromkeys(statement.label.id for statement in self.statements)
        return {identifier: self.rulebook.labels[identifier] for identifier in ids}

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """The ids of the numbered rules in force, in the order of the files."""
        return tuple(i for i, label in self.labels.items() if label.numbers)

    def program(self, switches: bool = False, comments: bool = False) -> str:
        """Return the text of the statements in force, as one program.

        Parameters
        ----------
        switches : bool
            Give every statement of a numbered rule the condition ``rule("ID")``, which is
            declared as an external.
        comments : bool
            Write above each block what its header says.
        """
        return self.text(switches, comments).text

    def text(self, switches: bool = False, comments: bool = False) -> ProgramText:
        """Return the program together with the way back from its lines to the files."""
        # The numbers in comments are those of the day; all else is the same on many days.
        day = self.date if comments else None
        known = self._shared.texts.get((switches, day))
        if known is None:
            known = program_text(
                self.statements, self.vocabulary, switches=switches, comments=comments, day=day
            )
            self._shared.texts[switches, day] = known
        return known

    def label(self, identifier: str) -> Label:
        """Return the header with the id of a switch."""
        return self.rulebook.label(identifier)

    def number_on_date(self, label: Label) -> str:
        """Return the first number under which the text in force knows a rule."""
        numbers = label.numbers_on(self.date)
        return numbers[0] if numbers else label.defines or label.id

    def find(self, number: str) -> tuple[Label, ...]:
        """Return the rules in force that the text in force calls by a number.

        Parameters and errors are those of `Rulebook.find`.
        """
        named = {
            label.id: (*label.numbers_on(self.date), label.id, label.defines or label.id)
            for label in self.labels.values()
        }
        try:
            return _find(number, self.labels, named, f"in force on {self.date}")
        except LudexError as unknown:
            raise self._on_other_days(number) or unknown from None

    def _on_other_days(self, number: str) -> LudexError | None:
        """Say what is called by a number on other days, if anything is."""
        try:
            found = self.rulebook.find(number)
        except LudexError:
            return None
        label = next((one for one in found if one.id in self.labels), found[0])
        here = label.id in self.labels
        other = f"it is {self.number_on_date(label)}" if here else f"it is in [{label.period}]"
        return LudexError(f"no rule {quote(number)} in force on {self.date}; {other}")


def _places(game: str, root: Path | None) -> dict[str, tuple[Path, PurePath]]:
    """Return where core, the halls and a game lie, and what messages call these folders."""
    if root is not None and (root / CORE).is_dir():
        names = [p.name for p in root.iterdir() if any(p.glob("*.lp"))]
        valid = [name for name in names if name not in (CORE, HALLS)]
        if game not in valid:
            raise LudexError(f"unknown game {quote(game)}{nearest(game, valid)}")
        return {part: (root / part, PurePath(root) / part) for part in (CORE, HALLS, game)}
    with own_rules(root):
        place = home(game)
    common = {
        part: (resource("rules") / part, PurePosixPath("rules") / part) for part in (CORE, HALLS)
    }
    return common | {game: (place.rules, place.shown)}


def loaded(game: str) -> Rulebook:
    """Return the rules of a game, read once as long as they stay as they are."""
    return _loaded(game, home(game))


@lru_cache(maxsize=8)
def _loaded(game: str, _home: Home) -> Rulebook:
    return Rulebook.load(game)


def with_overlays(game: str, overlays: Iterable[Overlay]) -> Rulebook | None:
    """Return a game's rules with overlays on top; None if there are none of these."""
    given = tuple(overlays)
    return Rulebook.load(game, overlays=given) if given else None


def overlay_text(text: str, name: str = "overlay") -> Source:
    """Return the text of an overlay that lies in no file, checked like a file."""
    return checked_source(text, name)


def _find(
    number: str, labels: Mapping[str, Label], named: Mapping[str, Iterable[str]], where: str
) -> tuple[Label, ...]:
    found = [labels[i] for i, names in named.items() if number in names]
    found = found or [
        labels[i] for i, names in named.items() if any(_within(name, number) for name in names)
    ]
    if not found:
        words = {name for names in named.values() for name in names if "@" not in name}
        raise LudexError(f"no rule {quote(number)} {where}{nearest(number, words)}")
    return tuple(found)


def _within(number: str, section: str) -> bool:
    """Tell whether a number belongs to a section: 306.5b to 306 and to 306.5, not to 30."""
    rest = number.removeprefix(section)
    if "@" in number or rest == number or not rest or not section:
        return False
    return rest[0] in ".-_" or (section[-1].isdigit() and rest[0].isalpha())


def _by_id(headers: Iterable[Label]) -> dict[str, Label]:
    found: dict[str, Label] = {}
    for label in headers:
        if label.repeals:
            continue
        known = found.get(label.id)
        found[label.id] = label if known is None else _together(known, label)
    return found


def _together(one: Label, other: Label) -> Label:
    """Take two blocks of one rule together: what the two say between them."""
    sentences = dict.fromkeys((one.sentence, other.sentence))
    sources = dict.fromkeys((*one.source.split("; "), *other.source.split("; ")))
    return replace(
        one,
        numbers=tuple(dict.fromkeys((*one.numbers, *other.numbers))),
        sentence=" ".join(sentences),
        source="; ".join(sources),
        see=tuple(dict.fromkeys((*one.see, *other.see))),
        renumbered=tuple(dict.fromkeys((*one.renumbered, *other.renumbered))),
    )
