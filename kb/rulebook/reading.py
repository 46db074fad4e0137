"""From the files of a rulebook to what they say, all of it checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from kb.errors import LudexError, quote
from kb.rulebook.checks import Checker
from kb.rulebook.compiled import Compiled
from kb.rulebook.edition import Editions
from kb.rulebook.errata import Stated, written_out
from kb.rulebook.gaps import Gaps, check_readings
from kb.rulebook.halls import halls_of, stated
from kb.rulebook.loader import Layout, check_safe, read_layout, read_statements
from kb.rulebook.overlay import check_overrides
from kb.rulebook.references import check_numbers, check_references
from kb.rulebook.source import CORE, HALLS, Source, checked_source
from kb.rulebook.statement import Statement
from kb.rulebook.vocabulary import Vocabulary


def read_rules(
    parts: Sequence[tuple[str, Source]],
    added: Sequence[Source],
    words: Path,
    shown: str,
    plain: Callable[[], tuple[Vocabulary, list[Stated]]],
) -> Compiled:
    """Read, check and collect what the files of a rulebook say.

    Parameters
    ----------
    parts : sequence of (str, Source)
        The files of core, of all halls and of the game, with the folder of each.
    added : sequence of Source
        Overlays.
    words : Path
        The game's file, which need not be there.
    shown : str
        What messages call it.
    plain : callable
        Gives the words and rules without overlays, which may speak of them.
    """
    known = [PurePath(source.name).stem for part, source in parts if part == HALLS]
    game = next((part for part, _ in parts if part not in (CORE, HALLS)), words.parent.name)
    taken = halls_of(words, shown, known)
    layouts = [
        read_layout(_checked(source), core=part == CORE, hall=part == HALLS)
        for part, source in parts
        if part != HALLS or PurePath(source.name).stem in taken
    ]
    layouts += (
        read_layout(_checked(part), overlay=True)
        for source in added
        for part in written_out(_checked(source), game, plain)
    )
    editions = Editions.read(words, shown) if words.is_file() else Editions()
    gaps = Gaps.read(words, shown) if words.is_file() else Gaps()
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
    statements = tuple(
        statement
        for layout in layouts
        for statement in read_statements(layout, checker, under if layout.hall else None)
    )
    _check_made(layouts, statements, vocabulary)
    check_safe(statement for statement in statements if statement.label.overlay)
    files = tuple(dict.fromkeys(layout.source.name for layout in layouts))
    entries = tuple(vocabulary.entries.values())
    return Compiled(files, entries, headers, statements, editions, gaps)


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
