"""Play the texts that count as running: ``python -m benchmarks.play GAME FILE --sample 200``.

Each ability of a card all of whose text the rules can carry out is used or set off once, on the
board of ``queries/GAME/play.yaml``: what comes of it is found, or the rule that stands against it
is told. What Ludex then says it cannot carry out was declared and is not proved; nor is what does
nothing there, or more than its printed words can say. An ability that several cards of the same
types have in the same words is played on the first of them. All cores work; with ``--record FILE``,
what came of each ability is kept, and the next run goes on behind it: so all texts are played in
pieces, and the record is summed up by cards: a card is proved as far as all its abilities are.
``benchmarks/played`` holds the records of the cards that we have.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchmarks.kinds import Entry, head_of
from benchmarks.once import PROVED, Played, Result, play, worst
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
PATIENCE = 60.0
"""After how many seconds no other way to set an ability off is tried."""
WAITS = 2.5
"""How much longer it takes to play what has to be waited for than what is used."""
SECONDS = 180.0
"""How long a card may take."""
BOARDS = Path(__file__).parents[1] / "queries"

KEY = 12
"""How many hexadecimal digits stand for an ability in a record."""


class Form(NamedTuple):
    """An ability with the types of its card: what two cards have alike is played once.

    Attributes
    ----------
    key : str
        What stands for it in a record: a digest, for a record tells nothing of a text.
    waits : bool
        Whether it has to be waited for.
    """

    key: str
    waits: bool


Piece = tuple[list[Entry], Entry, str, tuple[int, ...], float]
"""A card as it is read, the board, its text, the numbers of the abilities to play, patience."""


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
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds for an ability")
    parser.add_argument("--again", action="store_true", help="also play again what is not proved")
    parser.add_argument("--show", action="store_true", help="also what comes of each ability")
    options = parser.parse_args(arguments)
    game = game_of(options.game)
    board = yaml.safe_load((BOARDS / options.game / "play.yaml").read_text(encoding="utf-8"))
    every = _drawn(game, options)
    cards = [(made, str(game.card_text(card))) for card in every for made in _running(card, game)]
    record = options.families or options.record
    known = recorded(record) if record else {}
    if options.again:
        known = {form: one for form, one in known.items() if one.result in PROVED}
    pieces = [] if options.families else [*_new(cards, board, known, options)]
    with Counting("cards", quiet=False) as counting:
        for done, (number, played) in enumerate(
            spread(
                _piece,
                pieces,
                jobs=options.jobs,
                seconds=SECONDS,
                lost=_lost,
                clock=Clock(options.seconds),
            ),
            1,
        ):
            made, _, _, numbers, _ = pieces[number]
            forms = [form for place, form in enumerate(_forms(made), 1) if place in numbers]
            found = {form.key: one for form, one in zip(forms, played, strict=True)}
            known |= found
            counting.at(done, len(pieces))
            if options.record:
                keep(options.record, found)
            for said in _told(str(made[0]["name"]), played, every=options.show):
                counting.say(said)
    _sum_up(cards, known, [str(game.card_text(card)) for card in every])
    return 0


def _drawn(game: Game, options: argparse.Namespace) -> list[Mapping[str, object]]:
    """Return the cards with a text that are asked for, in an order that the seed fixes."""
    cards: list[Mapping[str, object]] = list(load_cards(options.file))
    random.Random(options.seed).shuffle(cards)
    return [card for card in cards if _counts(card, game, options)]


def _new(
    cards: Sequence[tuple[list[Entry], str]],
    board: Entry,
    known: Mapping[str, object],
    options: argparse.Namespace,
) -> Iterator[Piece]:
    """Yield the next cards with an ability that was not played, each with the numbers of those.

    Those come first by which most cards are proved in the least time: with few abilities that were
    not played, which need not be waited for, and which many other cards have, too.
    """
    drawn, most = set(known), options.sample
    having = Counter(form.key for made, _ in cards for form in {*_forms(made)})

    def rank(card: tuple[list[Entry], str]) -> float:
        new = {form for form in _forms(card[0]) if form.key not in known}
        waits = sum(form.waits for form in new)
        return (len(new) + WAITS * waits) / min((having[form.key] for form in new), default=1)

    for made, text in sorted(cards, key=rank):
        if most <= 0:
            return
        forms = _forms(made)
        numbers = tuple(at for at, one in enumerate(forms, 1) if one.key not in drawn)
        drawn.update(form.key for form in forms)
        if numbers:
            most -= 1
            yield made, board, text, numbers, options.patience


def _forms(made: Sequence[Entry]) -> list[Form]:
    """Return each ability of a card in words that another card may have, too."""
    card = made[0]
    types = " ".join(sorted(card.get("types") or ()))
    # A mode is set off with the ability of which it is one.
    forms = (
        [*filter(None, [head_of(card, one)]), one] if "mode" in one else one
        for one in card.get("abilities") or [{}]
    )
    said = (json.dumps(one, sort_keys=True) for one in forms)
    return [_form(f"{types}: {one.replace(str(card['name']), 'CARD')}") for one in said]


def _form(said: str) -> Form:
    key = hashlib.sha256(said.encode()).hexdigest()[:KEY]
    return Form(key, '"when"' in said or '"static"' in said)


def _counts(card: Mapping[str, object], game: Game, options: argparse.Namespace) -> bool:
    """Tell whether a card has a text, and is one of those that are asked for."""
    text = game.card_text(card)
    types = [str(word).lower() for word in card.get("types") or ()]  # type: ignore[attr-defined]
    asked = not options.name or str(card.get("name")) in options.name
    asked = asked and (not options.type or options.type in types)
    return asked and bool(text and text.strip())


def _running(card: Mapping[str, object], game: Game) -> Iterator[list[Entry]]:
    if game.entries is None or card.get("full_name"):  # a face of a card that has several
        return
    made = game.entries(card, partial(read, game=game, name=str(card.get("name") or "")))
    if made and next(words_left(made), None) is None:
        yield made


def _piece(piece: Piece) -> list[Played]:
    return play(*piece)


def _lost(piece: Piece, error: LudexError) -> list[Played]:
    return [Played("a whole card", "cut", str(error)) for _ in piece[3]]


def _told(name: str, played: Sequence[Played], *, every: bool) -> Iterator[str]:
    """Yield a line for what is not proved of a card, or for each ability."""
    if every:
        for number, one in enumerate(played, 1):
            yield f"{name} {number} ({one.kind}): {one.result}: {one.said}"
        return
    least = worst(played)
    if least.result not in PROVED:
        yield f"{name} ({least.kind}): {least.result}: {least.said}"


def keep(record: Path, found: Mapping[str, Played]) -> None:
    """Add what came of abilities to a record, and what is said of those that are not proved.

    Of what is told twice, the second counts.
    """
    with record.open("a", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, "excel-tab", lineterminator="\n")
        for key, one in found.items():
            more = [] if one.result == "played" else [one.kind, " ".join(one.said.split())]
            rows.writerow([key, one.result, *more])


def recorded(record: Path) -> dict[str, Played]:
    """Return what came of each ability of a record; nothing of one that is not there yet."""
    if not record.exists():
        return {}
    with record.open(encoding="utf-8", newline="") as file:
        rows: Iterator[list[Any]] = csv.reader(file, "excel-tab")
        return {key: _played(*row) for key, *row in rows}


def _played(result: Result, kind: str = "", said: str = "") -> Played:
    return Played(kind, result, said)


def _sum_up(
    cards: Sequence[tuple[list[Entry], str]], known: Mapping[str, Played], texts: Sequence[str]
) -> None:
    """Print how many cards are proved, of all with a text, and what is not, by families."""
    forms = {str(made[0]["name"]): [form.key for form in _forms(made)] for made, _ in cards}
    found = {
        name: [known[form] for form in those]
        for name, those in forms.items()
        if known.keys() >= set(those)
    }
    counts = Counter(worst(played).result for played in found.values())
    proved = sum(counts[one] for one in PROVED)
    print(f"of {len(cards)} cards that count as running, {len(found)} were played")
    whole = max(len(texts), 1)
    print(f"{proved} of {whole} cards with a text are proved ({proved / whole:.1%})")
    paragraphs = max(sum(len(text.splitlines()) for text in texts), 1)
    done = sum(
        known[form].result in PROVED for those in forms.values() for form in those if form in known
    )
    print(
        f"{done} abilities are proved, of {paragraphs} paragraphs of text ({done / paragraphs:.1%})"
    )
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
