"""Play the texts that count as running: ``python -m benchmarks.play GAME FILE --sample 200``.

Each ability of a card all of whose text the rules can carry out is used or set off once, on the
board of ``queries/GAME/play.yaml``: what comes of it is found, or the rule that stands against it
is told. What Ludex then says it cannot carry out was declared and is not proved.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import yaml

import kb
from kb.cards.coverage import words_left
from kb.cards.game import Game
from kb.cards.game import game as game_of
from kb.cards.reading import read
from kb.errors import LudexError
from kb.library.formats import load_cards

SEED = 20261122
SECONDS = 20.0
"""How long one ability may take."""
BOARDS = Path(__file__).parents[1] / "queries"

Entry = dict[str, Any]
Result = Literal["played", "ruled out", "not set off", "undetermined", "cut", "refused"]
PROVED: tuple[Result, ...] = ("played", "ruled out")
BETTER: tuple[Result, ...] = (
    "not set off",
    "refused",
    "cut",
    "undetermined",
    "ruled out",
    "played",
)
"""What another way to set an ability off has to beat."""
WORST: tuple[Result, ...] = ("refused", "undetermined", "cut", "not set off", "ruled out", "played")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of each card that was drawn, and how many of each there are."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.play", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--sample", type=int, default=50, help="how many cards are drawn")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--type", default="", help="only cards of this type")
    parser.add_argument("--show", action="store_true", help="also what comes of each ability")
    options = parser.parse_args(arguments)
    game = game_of(options.game)
    board = yaml.safe_load((BOARDS / options.game / "play.yaml").read_text(encoding="utf-8"))
    running = [made for card in load_cards(options.file) for made in _running(card, game, options)]
    random.Random(options.seed).shuffle(running)
    drawn = running[: options.sample]
    counts: Counter[Result] = Counter()
    for made in drawn:
        result, said = play(made, board, show=options.show)
        counts[result] += 1
        if result not in PROVED:
            print(f"{made[0]['name']}: {result}: {said}", flush=True)
    proved = sum(counts[one] for one in PROVED)
    print(f"{len(running)} cards count as running; of {len(drawn)} drawn, {proved} are proved")
    for one, number in counts.most_common():
        print(f"{number:6} {one}")
    return 0


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


def play(made: list[Entry], board: Entry, *, show: bool = False) -> tuple[Result, str]:
    """Play each ability of a card; return the worst of what came of them."""
    worst: tuple[Result, str] = ("played", "")
    for number, ability in enumerate(made[0].get("abilities") or [{}], 1):
        result, said = _ability(made, ability, number, board)
        if show:
            print(f"{made[0]['name']} {number}: {result}\n    {json.dumps(ability)}\n    {said}")
        if WORST.index(result) < WORST.index(worst[0]):
            worst = result, said
    return worst


def _ability(made: list[Entry], ability: Entry, number: int, board: Entry) -> tuple[Result, str]:
    if "cost" in ability:
        ways = board["activated"]
    elif "when" in ability:
        known = board["triggered"]
        ways = next((known[key] for key in ability["when"] if key in known), [])
    elif "static" in ability or not ability:
        ways = [board["static"]]
    else:
        ways = board["spell"]
    best: tuple[Result, str] = ("not set off", "no way to set it off on this board")
    for way in ways:
        found = _once(made, number, way, board)
        if found[0] == "played":
            return found
        if BETTER.index(found[0]) > BETTER.index(best[0]):
            best = found
    return best


def _once(made: list[Entry], number: int, way: Entry, board: Entry) -> tuple[Result, str]:
    card = made[0]
    ability = (card.get("abilities") or [{}])[number - 1]
    players = json.loads(json.dumps(board["board"]))
    place: Entry = {"card": card["name"], "as": "it is played"}
    if way["zone"] == "battlefield" and "planeswalker" in card.get("types", ()):
        place["loyalty"] = 20
    players["Anna"]["hand"] += way.get("hand", ())
    players["Anna"][way["zone"]].append(place)
    text = json.dumps([*way["do"], {"resolve": "all"}])
    do = json.loads(text.replace("CARD", place["as"]).replace('"ABILITY"', str(number)))
    if "mode" in ability:
        at = next(i for i, step in enumerate(do) if step.get("cast") == place["as"])
        do.insert(at + 1, {"choose": ability["mode"], "for": "mode"})
    scenario = {
        "title": "played once",
        "game": board["game"],
        "cards": [*board["cards"], *made],
        "players": players,
        "do": do,
        "ask": [{"outcomes": {}}],
    }
    if not way["do"]:
        scenario["do"] = []
    try:
        read_in = kb.read_scenario(json.dumps(scenario))
        (ruling,) = kb.ask(read_in, time_limit=SECONDS)
    except LudexError as error:
        return "refused", str(error)
    said = str(ruling.sentence)
    data = json.dumps(ruling.to_json(), ensure_ascii=False, default=str)
    if "search was cut" in said:
        return "cut", said
    if not any(outcome.status != "undetermined" for outcome in ruling.outcomes):
        return "undetermined", said
    if '"result": "illegal"' in data or said.startswith("Not legal") or "not legal" in said:
        return "ruled out", said
    set_off = f"ability {number} of {card['name']} of {place['as']} has triggered"
    if "when" in ability and set_off not in data:
        return "not set off", said
    return "played", said


if __name__ == "__main__":
    raise SystemExit(main())
