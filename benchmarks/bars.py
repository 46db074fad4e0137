"""Measure a card grammar on a file of real cards: ``python -m benchmarks.bars GAME FILE``.

GAME is ``riftbound``, ``fftcg``, ``altered`` or ``altered:fr``; FILE holds one JSON object a line.
Everything is counted anew: texts read whole, printed back, held out, spoilt, with facts changed;
with ``--readings``, also the readings of every distinct line, which takes Earley some minutes.
``--rules FILE`` is the text of the game's rules: with it, cards held out are also counted with
the words of the rules given, which whoever writes a lexicon has (`kb.cards.measures.held_out`).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.cards.ambiguity import count_readings
from kb.cards.facts import from_facts, to_facts
from kb.cards.game import Game
from kb.cards.game import game as game_of
from kb.cards.measures import (
    CHANGES,
    RulesWords,
    accepted_when_spoilt,
    can_be_said,
    distinct_lines,
    held_out,
    mutate,
    restyled,
    single_card_productions,
)
from kb.cards.reading import Line, Reading, read, read_line
from kb.library.formats import load_cards

SEED = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line for each measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bars", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--readings", action="store_true", help="also count readings (slow)")
    parser.add_argument("--rules", metavar="FILE", type=Path, help="the text of the game's rules")
    options = parser.parse_args(arguments)
    game = game_of(options.game)
    rules = None
    if options.rules is not None:
        try:
            rules = options.rules.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"cannot read the rules {options.rules}: {error}")
    cards = [(str(c.get("name")), game.card_text(c)) for c in load_cards(options.file)]
    texts = [(name, text) for name, text in cards if text and text.strip()]
    for what, value in measures(game, texts, readings=options.readings, rules=rules):
        print(f"{what:60} {value}")
    return 0


def measures(
    game: Game,
    texts: list[tuple[str, str]],
    *,
    readings: bool = False,
    rules: str | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield what is measured and what came of it."""
    read("Warm.", game)
    distinct = list(dict.fromkeys(text for _, text in texts))
    begin = time.process_time()
    for text in distinct:
        read(text, game)
    spent = time.process_time() - begin
    found = [read(text, game, name) for name, text in texts]
    whole = [reading for reading in found if reading.status == "whole"]
    yield "distinct texts a second of processor time", f"{len(distinct) / spent:.0f}"
    yield "texts", str(len(found))
    yield "read whole and printed back to the same words", _share(_same(whole), len(found))
    yield "of texts read whole: printed back exactly", _share(_exact(whole), len(whole))
    combining, single = single_card_productions(whole, game)
    yield "productions that serve a single text", _share(len(single), combining)
    names = [name for name, _ in texts]
    for kept, words in (("productions", False), ("productions and words", True)):
        share = held_out(found, names, words=words)
        yield f"read with the {kept} of four other fifths", f"{share:.1%}"
    if rules is not None:
        share = held_out(found, names, known=RulesWords(rules, game))
        yield "... and with the words of the rules", f"{share:.1%}"
    tried, accepted = accepted_when_spoilt(whole, game, SEED)
    yield "spoilt texts that are read nevertheless", _share(len(accepted), tried)
    lines = distinct_lines(whole)
    right, changed = _changed(lines, game)
    yield "lines with a fact changed, printed and read as changed", _share(right, changed)
    if readings:
        double = sum(count_readings(line.normal, game).readings > 1 for line in lines)
        yield "distinct lines with more than one reading", _share(double, len(lines))


def _share(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.2%} ({part} of {whole})"


def _same(whole: list[Reading]) -> int:
    return sum(reading.same_words for reading in whole)


def _exact(whole: list[Reading]) -> int:
    return sum(reading.exact for reading in whole)


def _changed(lines: list[Line], game: Game) -> tuple[int, int]:
    rng = random.Random(SEED)
    kept = tried = 0
    for line in lines:
        for change in CHANGES.values():
            value = mutate(line.values[0], change, rng)
            if value is None:
                continue
            value = restyled(value, game)
            if not can_be_said(value, game):
                continue
            tried += 1
            again = read_line(game.voice.text(from_facts(to_facts(value))), game)
            kept += again.whole and again.values == (value,)
    return kept, tried


if __name__ == "__main__":
    raise SystemExit(main())
