"""The scenario in which a card is played once, in one way, on a board."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.kinds import Entry, head_of

ITSELF = "it is played"
"""What the card is called on the board."""


def scenario_of(made: Sequence[Entry], number: int, way: Entry, board: Entry) -> Entry:
    """Return what asks what comes of a way, and what else it asks."""
    card = made[0]
    ability = (card.get("abilities") or [{}])[number - 1]
    way = json.loads(json.dumps(way).replace("CARD", ITSELF).replace('"ABILITY"', str(number)))
    place = _placed(card, ability, way["zone"], board)
    players = json.loads(json.dumps(way.get("players", board["board"])))
    if "bare" in way:
        players = {"Anna": {"hand": [], "battlefield": [], "graveyard": []}, "Bert": {"hand": []}}
    for player, whose in (("Anna", ""), ("Bert", "their ")):
        for zone, cards in players[player].items():
            if isinstance(cards, list):
                cards += way.get(f"{whose}{zone}", ())
    if "alone" in way:
        players["Anna"]["hand"] = [*way.get("hand", ())]
    if "empty" in way:
        players["Anna"]["library"] = [0]
    players["Anna"].setdefault(way["zone"], []).append({**place, **way.get("with", {})})
    for player, key in (("Anna", "mana"), ("Anna", "life"), ("Bert", "their mana")):
        if key in way:
            players[player][key.removeprefix("their ")] = way[key]
    if players["Anna"].get("mana") == "its cost":
        players["Anna"]["mana"] = _mana(card)
    do, ask = [*way.get("first", ()), *way["do"]], way.get("ask", [])
    turn = {"turn": way["turn"]} if "turn" in way else _begun(do, board)
    if "land" in card.get("types", ()):
        do = [*_played_as_land(do, place["as"])]
    if "mode" in ability:
        # A spell's mode is chosen as it is cast, that of an ability once this is set off.
        cast = [i for i, step in enumerate(do) if step.get("cast") == ITSELF]
        at = len(do) - 1 if head_of(card, ability) or not cast else cast[0]
        mode = ability["mode"]
        named = " and ".join(map(str, mode)) if isinstance(mode, list) else mode
        do.insert(at + 1, {"choose": named, "for": "mode"})
    return {
        "title": "played once",
        "game": board["game"],
        "cards": [*_named(board["cards"], json.dumps([players, do])), *made],
        "players": players,
        **turn,
        "do": [*do, {"resolve": "all"}] if do else [],
        "ask": [{"outcomes": {}}, *ask],
    }


def _mana(card: Entry) -> Entry:
    """Return the mana that a card costs, as it lies in a pool."""
    colors = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    found: Counter[str] = Counter()
    for symbol in re.findall(r"\{(\w+)\}", card.get("cost", "")):
        found[colors.get(symbol, "colorless")] += int(symbol) if symbol.isdigit() else 1
    return dict(found)


def _begun(do: Sequence[Entry], board: Entry) -> Entry:
    """Return when the game is taken up, if not as it usually is.

    What waits for a step at first begins with the one before it, and not a turn earlier.
    """
    first = do[0].get("until", {}) if do else {}
    before = board.get("before", {}).get(first.get("phase"))
    if before is None or "player" not in first:
        return {}
    player = first["player"]
    if before.get("turn") == "of the other":
        player = next(other for other in board["board"] if other != player)
    return {"turn": {"player": player, "phase": before["phase"]}}


def _named(cards: Sequence[Entry], said: str) -> Iterator[Entry]:
    """Yield the cards that lie on the board, or that something is done with."""
    return (card for card in cards if f'"{card["name"]}"' in said)


def _played_as_land(do: Sequence[Entry], name: str) -> Iterator[Entry]:
    """Yield steps in which a card is played and does not resolve, where it was cast."""
    at = next((i for i, step in enumerate(do) if step.get("cast") == name), len(do))
    for number, step in enumerate(do):
        if number == at:
            yield {"play": name, "by": step["by"]}
        elif number != at + 1 or step != {"resolve": "top"}:
            yield step


def _placed(card: Entry, ability: Entry, zone: str, board: Entry) -> Entry:
    """Return the card as it lies on the board at first.

    What an ability attaches is attached to nothing yet.
    """
    place: Entry = {"card": card["name"], "as": ITSELF}
    if zone != "battlefield":
        return place
    for one in board.get("laid with", ()):
        if all(_is(card.get(key), value) for key, value in one["if"].items()):
            place |= one["with"]
    enchants = next((a for a in card.get("abilities", ()) if a.get("static") == "enchant"), None)
    if enchants is not None:
        (said,) = enchants["targets"][:1]
        takes = any("control" in _words(one) for one in card["abilities"])
        kinds = board["attached to take" if takes else "attached"]
        place["attached"] = next((kinds[kind] for kind in kinds if kind in str(said)), "own bear")
    elif "attach" not in _does(ability):
        carried = board.get("carried by", {})
        for kind in {*card.get("subtypes", ())} & carried.keys():
            place["attached"] = carried[kind]
    return place


def _is(said: object, wanted: object) -> bool:
    """Tell whether a card has this, by itself or among others."""
    return said == wanted or (isinstance(said, list) and wanted in said)


def _does(ability: Entry) -> set[str]:
    """Return the words of what an ability does first."""
    first = (ability.get("effect") or [""])[0]
    return {*first} if isinstance(first, dict) else {str(first)}


def _words(ability: Entry) -> Entry:
    """Return what a static ability says, or nothing."""
    said = ability.get("static")
    return said if isinstance(said, dict) else {}
