"""Play the texts that count as running: ``python -m benchmarks.play GAME FILE --sample 200``.

Each ability of a card all of whose text the rules can carry out is used or set off once, on the
board of ``queries/GAME/play.yaml``: what comes of it is found, or the rule that stands against it
is told. What Ludex then says it cannot carry out was declared and is not proved; nor is what does
nothing there, or more than its printed words can say. All cores work; with ``--record FILE``, what
came of each card is kept, and the next run goes on behind it: so all texts are played in pieces.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from benchmarks.once import PROVED, Entry, Played, play, worst
from kb.cards.game import Game
from kb.cards.game import game as game_of
from kb.cards.reading import read
from kb.cards.unread import words_left
from kb.cli.output import Counting
from kb.errors import LudexError
from kb.inference.engine import Clock
from kb.library.formats import load_cards
from kb.workers import spread

SEED = 20261122
SECONDS = 180.0
"""How long a card may take."""
BOARDS = Path(__file__).parents[1] / "queries"

Piece = tuple[list[Entry], Entry, str]
"""A card as it is read, the board, and the printed text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of each card that was drawn, and how many of each there are."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.play", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--sample", type=int, default=50, help="how many cards are drawn")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--type", default="", help="only cards of this type")
    parser.add_argument("--name", action="append", help="this card; may be said several times")
    parser.add_argument("--jobs", type=int, help="how many processes work (as many as cores)")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--record", type=Path, help="keep what came of each card, and go on")
    parser.add_argument("--families", type=Path, help="sum up this record, and play nothing")
    parser.add_argument("--show", action="store_true", help="also what comes of each ability")
    options = parser.parse_args(arguments)
    if options.families is not None:
        _sum_up(_recorded(options.families))
        return 0
    game = game_of(options.game)
    board = yaml.safe_load((BOARDS / options.game / "play.yaml").read_text(encoding="utf-8"))
    known = _recorded(options.record) if options.record else {}
    pieces = _drawn(game, board, options, known)
    found: dict[str, list[Played]] = {}
    with Counting("cards", quiet=False) as counting:
        for number, played in spread(
            _piece,
            pieces,
            jobs=options.jobs,
            seconds=SECONDS,
            lost=_lost,
            clock=Clock(options.seconds),
        ):
            name = str(pieces[number][0][0]["name"])
            found[name] = played
            counting.at(len(found), len(pieces))
            if options.record:
                _keep(options.record, name, played)
            for said in _told(name, played, every=options.show):
                counting.say(said)
    _sum_up(found)
    return 0


def _drawn(
    game: Game, board: Entry, options: argparse.Namespace, known: Mapping[str, object]
) -> list[Piece]:
    """Return the next cards that count as running, in an order that the seed fixes."""
    cards = list(load_cards(options.file))
    random.Random(options.seed).shuffle(cards)
    pieces: list[Piece] = []
    for card in cards:
        name = str(card.get("name"))
        if name in known or (options.name and name not in options.name):
            continue
        pieces += (
            (made, board, str(game.card_text(card))) for made in _running(card, game, options)
        )
        if len(pieces) >= options.sample:
            break
    return pieces


def _running(
    card: Mapping[str, object], game: Game, options: argparse.Namespace
) -> Iterator[list[Entry]]:
    text = game.card_text(card)
    types = [str(word).lower() for word in card.get("types") or ()]  # type: ignore[attr-defined]
    if not text or not text.strip() or game.entries is None or card.get("full_name"):
        return
    if options.type and options.type not in types:
        return
    made = game.entries(card, partial(read, game=game, name=str(card.get("name") or "")))
    if made and next(words_left(made), None) is None:
        yield made


def _piece(piece: Piece) -> list[Played]:
    return play(*piece)


def _lost(_: Piece, error: LudexError) -> list[Played]:
    return [Played("a whole card", "cut", str(error))]


def _told(name: str, played: Sequence[Played], *, every: bool) -> Iterator[str]:
    """Yield a line for what is not proved of a card, or for each ability."""
    if every:
        for number, one in enumerate(played, 1):
            yield f"{name} {number} ({one.kind}): {one.result}: {one.said}"
        return
    least = worst(played)
    if least.result not in PROVED:
        yield f"{name} ({least.kind}): {least.result}: {least.said}"


def _keep(record: Path, name: str, played: Sequence[Played]) -> None:
    line = {"name": name, "played": [vars(one) for one in played]}
    with record.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _recorded(record: Path) -> dict[str, list[Played]]:
    if not record.exists():
        return {}
    lines: Iterator[dict[str, Any]] = map(json.loads, record.read_text("utf-8").splitlines())
    return {line["name"]: [Played(**one) for one in line["played"]] for line in lines}


def _sum_up(found: Mapping[str, Sequence[Played]]) -> None:
    """Print how many cards are proved, and what is not, by families of abilities."""
    counts = Counter(worst(played).result for played in found.values())
    proved = sum(counts[one] for one in PROVED)
    print(f"of {len(found)} cards that count as running, {proved} are proved")
    for result, number in counts.most_common():
        print(f"{number:6} {result}")
    families: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, played in found.items():
        for one in played:
            if one.result not in PROVED:
                families[one.result, one.kind].append(name)
    for (came, kind), names in sorted(families.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):6} {came}: {kind} ({', '.join(names[:3])})")


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except LudexError as error:
        print(f"benchmarks.play: {error}", file=sys.stderr)
        raise SystemExit(2) from None
