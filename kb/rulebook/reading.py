"""From the files of a rulebook to what they say, all of it checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from kb.errors import LudexError, quote
from kb.records import record
from kb.rulebook.amending import Stated
from kb.rulebook.checks import Checker
from kb.rulebook.compiled import Compiled
from kb.rulebook.edition import Editions
from kb.rulebook.errata import written_out
from kb.rulebook.gaps import Gaps, check_readings
from kb.rulebook.halls import halls_of, stated
from kb.rulebook.header import Label
from kb.rulebook.loader import Layout, check_safe, read_layout, read_statements
from kb.rulebook.overlay import check_overrides
from kb.rulebook.references import check_numbers, check_references
from kb.rulebook.source import CORE, HALLS, Source, checked_source
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import WORD, Vocabulary

_ANY_WORD = re.compile(rf"\b{WORD}\(\s*(\w+)")
"""How a statement speaks of every word of a kind."""


@record
class Onto:
    """Overlays, and what the files of the rulebook say without them.

    Attributes
    ----------
    added : sequence of Source
        The overlays.
    plain : Compiled
    stated : callable
        Gives the words, and the rules that have a number; overlays may speak of them.
    """

    added: Sequence[Source]
    plain: Compiled
    stated: Callable[[], tuple[Vocabulary, list[Stated]]]


def read_rules(
    parts: Sequence[tuple[str, Source]],
    words: Path,
    shown: str,
    overlays: Onto | None = None,
) -> Compiled:
    """Read, check and collect what the files of a rulebook say.

    Parameters
    ----------
    parts : sequence of (str, Source)
        The files of core, of all halls and of the game, with the folder of each.
    words : Path
        The game's file, which need not be there.
    shown : str
        What messages call it.
    overlays : Onto, optional
    """
    game = next((part for part, _ in parts if part not in (CORE, HALLS)), words.parent.name)
    if overlays is None:
        stems = [PurePath(source.name).stem for part, source in parts if part == HALLS]
        taken = halls_of(words, shown, stems)
        editions = Editions.read(words, shown) if words.is_file() else Editions()
        gaps = Gaps.read(words, shown) if words.is_file() else Gaps()
    else:
        # A game may have a file that is called like a hall which it does not take.
        halls = (source.name for part, source in parts if part == HALLS)
        taken = tuple(PurePath(n).stem for n in halls if n in overlays.plain.files)
        editions, gaps = overlays.plain.editions, overlays.plain.gaps
    own_files = [
        read_layout(_checked(source), core=part == CORE, hall=part == HALLS)
        for part, source in parts
        if part != HALLS or PurePath(source.name).stem in taken
    ]
    added = [] if overlays is None else list(_overlaid(overlays, game))
    if overlays is not None:
        own_files = list(_with_labels(overlays.plain.headers, own_files))
    layouts = [*own_files, *added]
    vocabulary = Vocabulary.of(entry for layout in layouts for entry in layout.entries)
    own = [b.label for layout in layouts if not layout.hall for b in layout.blocks]
    hall = [b.label for layout in layouts if layout.hall for b in layout.blocks]
    under = stated(hall, own)
    headers = tuple(
        block.label
        for layout in layouts
        for block in layout.blocks
        if not layout.hall or block.label.defines not in under
    )
    check_overrides(headers)
    check_numbers(hall)
    check_numbers(own)
    check_references(headers)
    check_readings(headers, gaps)
    checker = Checker(vocabulary)
    kept = {} if overlays is None else _kept(overlays.plain, own_files, added)
    statements = tuple(
        statement
        for layout in layouts
        for statement in kept.get(layout.source.name)
        or read_statements(layout, checker, under if layout.hall else None)
    )
    _check_made(layouts, statements, vocabulary)
    check_safe(statement for statement in statements if statement.label.overlay)
    files = tuple(dict.fromkeys(layout.source.name for layout in layouts))
    entries = tuple(vocabulary.entries.values())
    return Compiled(files, entries, headers, statements, editions, gaps)


def _overlaid(overlays: Onto, game: str) -> Iterator[Layout]:
    for source in overlays.added:
        for part in written_out(_checked(source), game, overlays.stated):
            yield read_layout(_checked(part), overlay=True)


def _with_labels(known: Iterable[Label], layouts: Iterable[Layout]) -> Iterator[Layout]:
    """Give blocks the very labels that statements have which stay as they are."""
    same = {label: label for label in known}
    for layout in layouts:
        blocks = (
            replace(block, label=same.get(block.label, block.label)) for block in layout.blocks
        )
        yield replace(layout, blocks=tuple(blocks))


def _kept(
    known: Compiled, own: Iterable[Layout], added: Sequence[Layout]
) -> dict[str, list[Statement]]:
    """Return the statements of each file that mean with overlays what they mean without them.

    A block of a hall stands under a header that an overlay may have, too; ``word(KIND,W)`` means
    every word of a kind, also one that an overlay declares; and with one more word of a name,
    what has that name is looked at anew.
    """
    new = [entry for layout in added for entry in layout.entries]
    if not {entry.signature for entry in new}.isdisjoint(one.signature for one in known.entries):
        return {}
    takes = any(block.label.hall for layout in added for block in layout.blocks)
    kinds = {entry.kind for entry in new}
    kept: dict[str, list[Statement]] = {
        layout.source.name: []
        for layout in own
        if not (takes and layout.hall)
        and kinds.isdisjoint(_ANY_WORD.findall(layout.source.text) if kinds else ())
    }
    for statement in known.statements:
        if statement.file in kept:
            kept[statement.file].append(statement)
    return kept


def _checked(source: Source) -> Source:
    return replace(checked_source(source.text, source.name), origin=source.origin)


def _check_made(
    layouts: Iterable[Layout], statements: Iterable[Statement], vocabulary: Vocabulary
) -> None:
    """Refuse a predicate of a game that rules look at, but no rule makes and no fact gives.

    Those of core and of halls are exempt: a game need not use all that they offer.
    """
    shared = {layout.source.name for layout in layouts if layout.core or layout.hall}
    rules = tuple(statements)
    made = {signature for statement in rules for signature in statement.heads}
    for statement in rules:
        for signature in statement.bodies - made:
            entry = vocabulary.predicates[signature]
            if entry.kind != "input" and entry.file not in shared:
                raise LudexError(
                    f"no rule makes {quote(str(entry))}; declare it as an input, if facts give it",
                    file=statement.file,
                    line=statement.line,
                )
