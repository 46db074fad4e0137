"""Play one card once: each of its abilities is used or set off on a board made for that.

Whatever is played is played a second time with nothing in the place of what the ability says. What
differs then is what the ability does: it has to do something, and no more than its printed words
allow (`benchmarks.licence`).
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, Literal

import kb
from benchmarks.licence import Change, unlicensed
from benchmarks.suited import suited
from kb import Ruling
from kb.errors import LudexError
from kb.inference.properties import seen
from kb.scenario.references import Ref

SECONDS = 40.0
"""How long one way may take."""
EXPECTED, WEIGHT = 0.1, 3.0
"""How often in a second a way is taken to show something, before it has been tried for longer than
so many seconds: less than one that has shown something mostly does."""
LARGE = {"bare", "library", "graveyard", "battlefield"}
"""What a way says of the board by which it is not tried on the small one."""
ITSELF = "it is played"
"""What the card is called on the board."""
PLAIN = {"name", "types", "subtypes", "supertypes", "cost", "colors", "power", "toughness"}
PLAIN |= {
    "loyalty",
    "abilities",
    "affinity",
    "buyback",
    "bushido",
    "crew",
    "cycling",
    "dash",
    "escape",
}
PLAIN |= {"evoke", "flashback", "kicker", "madness", "megamorph", "morph", "ninjutsu", "overload"}
PLAIN |= {"suspend", "suspended for"}
"""What a card may have that changes nothing by itself."""
PAID_BY_ITSELF = re.compile(r"(\{[^{}]+\}|\[[+−-]?\d+\]|, |(sacrifice|exile) this)*")
"""Costs by which nothing but mana and the card itself is spent."""
QUIET = {
    "deathtouch",
    "defender",
    "double strike",
    "fear",
    "first strike",
    "flash",
    "flying",
    "haste",
}
QUIET |= {"hexproof", "indestructible", "intimidate", "lifelink", "menace", "reach", "shadow"}
QUIET |= {"shroud", "skulk", "trample", "vigilance", "horsemanship"}
"""Keywords by which nothing but the card itself changes as it is cast."""
SEEN = ("battlefield", "field", "stack")
"""In which zones an object has properties that are told."""

Entry = dict[str, Any]
Result = Literal[
    "played",
    "ruled out",
    "does more",
    "nothing seen",
    "conditional",
    "undetermined",
    "cut",
    "not set off",
    "refused",
]
PROVED: tuple[Result, ...] = ("played", "ruled out")
BETTER: tuple[Result, ...] = (
    "not set off",
    "refused",
    "cut",
    "undetermined",
    "ruled out",
    "conditional",
    "nothing seen",
    "played",
    "does more",
)
"""What another way to set an ability off has to beat."""
WORST: tuple[Result, ...] = (
    "does more",
    "refused",
    "undetermined",
    "cut",
    "conditional",
    "not set off",
    "nothing seen",
    "ruled out",
    "played",
)


@dataclass(frozen=True)
class Played:
    """What came of one ability.

    Attributes
    ----------
    kind : str
        What sort of ability it is, in words of card files.
    said : str
        The ruling, or why there is none.
    """

    kind: str
    result: Result
    said: str = ""


class Luck:
    """What ways have shown by now, so that those which show most in a second are tried first.

    A way of which little is known for a kind of ability counts as for the others that are used or
    set off like it.
    """

    def __init__(self) -> None:
        self._shown: Counter[tuple[str, str]] = Counter()
        self._seconds: defaultdict[tuple[str, str], float] = defaultdict(float)

    def first(self, ability: Entry, ways: Sequence[Entry]) -> Sequence[Entry]:
        """Return the ways in the order in which they are best tried."""
        return sorted(ways, key=lambda way: -self._rate(ability, json.dumps(way)))

    def tried(self, ability: Entry, way: Entry, *, shown: bool, seconds: float) -> None:
        """Remember what a way has shown."""
        for kind in _likenesses(ability):
            self._shown[kind, json.dumps(way)] += shown
            self._seconds[kind, json.dumps(way)] += seconds

    def _rate(self, ability: Entry, way: str) -> float:
        rate = EXPECTED
        for kind in _likenesses(ability):
            seconds = self._seconds[kind, way] + WEIGHT
            rate = (self._shown[kind, way] + rate * WEIGHT) / seconds
        return rate


LUCK = Luck()


def _likenesses(ability: Entry) -> list[str]:
    """Return what an ability has in common with ever fewer others."""
    kind = kind_of(ability)
    asks = json.dumps([ability.get("targets"), ability.get("static"), ability.get("when")])
    return [kind.partition(":")[0], kind, f"{kind} {asks}"]


def play(
    made: Sequence[Entry],
    board: Entry,
    text: str,
    numbers: Sequence[int] = (),
    patience: float = 1e9,
) -> list[Played]:
    """Play the abilities of a card with these numbers, or all, and return what came of each.

    After so many seconds, `patience`, no other way to set an ability off is tried.
    """
    abilities = made[0].get("abilities") or [{}]
    return [
        Played(kind_of(ability), *_ability(made, ability, number, board, text, patience))
        for number, ability in enumerate(abilities, 1)
        if not numbers or number in numbers
    ]


def worst(played: Sequence[Played]) -> Played:
    """Return that of which least can be said."""
    return min(played, key=lambda one: WORST.index(one.result))


def kind_of(ability: Entry) -> str:
    """Return what sort of ability it is: how it comes about, and the first thing that it does."""
    does = _first_word((ability.get("effect") or [""])[0])
    if "when" in ability:
        return f"when {_first_word(ability['when'])}: {does}"
    if "static" in ability:
        return f"static {_first_word(ability['static'])}"
    return f"{'activated' if 'cost' in ability else 'spell'}: {does}"


def _first_word(said: object) -> str:
    return str(next(iter(said), "")) if isinstance(said, Mapping) else str(said)


def _ability(
    made: Sequence[Entry],
    ability: Entry,
    number: int,
    board: Entry,
    text: str,
    patience: float,
) -> tuple[Result, str]:
    if _has_modes(made[0], number):
        return "played", "its modes are played"
    if (word := _first_word(ability.get("static", ""))) in board.get("outside", {}):
        return "ruled out", board["outside"][word]
    best: tuple[Result, str] = ("not set off", "no way to set it off on this board")
    began = process_time()
    for way in _tried(made[0], ability, board):
        start = process_time()
        if start - began > patience:
            return "cut", f"stopped after {patience:g} seconds; so far {best[0]}: {best[1]}"
        found = _once(made, number, way, board, text)
        shown = found[0] in ("played", "does more")
        LUCK.tried(ability, way["way"], shown=shown, seconds=process_time() - start)
        if shown:
            return found
        if found[0] == "refused" and "suited" in way:
            continue
        if BETTER.index(found[0]) > BETTER.index(best[0]):
            best = found
    return best


def _tried(card: Entry, ability: Entry, board: Entry) -> Iterator[Entry]:
    """Return the ways as they suit the ability, each on a small board at first.

    Most shows there, and sooner.
    """
    for plain in LUCK.first(ability, [*_ways(card, ability, board)]):
        for way in suited(card, ability, plain, board):
            known = {**way, "way": plain}
            # Where nothing is done, the large board takes no longer.
            if way["do"] and "small board" in board and not {*plain} & LARGE:
                yield {**known, "players": _small(way, board)}
            yield known


def _small(way: Entry, board: Entry) -> Entry:
    """Return the small board, with what a way speaks of."""
    said = json.dumps(way)
    players = json.loads(json.dumps(board["small board"]))
    for player, zones in board["board"].items():
        there = players[player]["battlefield"]
        there += (
            one for one in zones["battlefield"] if one not in there and f'"{one["as"]}"' in said
        )
    return dict(players)


def _ways(card: Entry, ability: Entry, board: Entry) -> Iterator[Entry]:
    """Return the ways in which an ability is used or set off."""
    ability = head_of(card, ability) or ability
    elsewhere = {"zone": ability["from"]} if "from" in ability else {}
    if "cost" in ability:
        yield from ({**way, **elsewhere} for way in board["activated"])
    elif "when" in ability:
        ways = board["triggered"].get(_first_word(ability["when"]), ())
        yield from ({**way, **elsewhere} for way in ways)
    elif "static" in ability:
        known = board["static"]
        for one in _granted(ability):
            if "cost" in one:
                yield {"zone": "battlefield", "do": [], "ask": [{"options": {"by": "Anna"}}]}
            elif "when" in one:
                yield from board["triggered"].get(_first_word(one["when"]), ())
        yield from known.get(_first_word(ability["static"]), known["any"])
    elif ability or not {*card.get("types", ())} & {*board.get("permanents", ())}:
        yield from board["spell"]
    else:
        yield from board["permanent"]


def _granted(ability: Entry) -> Sequence[Entry]:
    """Return the abilities that a static ability gives to something."""
    grant = ability["static"].get("grant") if isinstance(ability["static"], dict) else None
    return grant.get("abilities", ()) if isinstance(grant, dict) else ()


def _has_modes(card: Entry, number: int) -> bool:
    """Tell whether an ability says only that some of those behind it are chosen."""
    abilities = card.get("abilities") or [{}]
    behind = abilities[number] if number < len(abilities) else {}
    return abilities[number - 1].get("effect") == [] and "mode" in behind


def head_of(card: Entry, ability: Entry) -> Entry | None:
    """Return the ability of which something is a mode; None of a spell, or if it is none."""
    if "mode" not in ability:
        return None
    before = card["abilities"][: card["abilities"].index(ability)]
    return next((one for one in reversed(before) if one.get("effect") == []), None)


def _once(
    made: Sequence[Entry], number: int, way: Entry, board: Entry, text: str
) -> tuple[Result, str]:
    """Play an ability in one way, with what it says and without."""
    ability = (made[0].get("abilities") or [{}])[number - 1]
    try:
        rulings = _asked(made, number, way, board)
    except LudexError as error:
        return "refused", str(error)
    ruling = rulings[0]
    if not ruling.exhausted:
        return "cut", ruling.sentence
    if any(one.status == "undetermined" for all_ in rulings for one in all_.outcomes):
        return "undetermined", ruling.sentence
    if _illegal(ruling):
        forbids = "static" in ability and _legal(_without(made, number, board), number, way, board)
        return ("played", "") if forbids else ("ruled out", ruling.sentence)
    if "when" in ability and not _at_once(ability) and not _set_off(ruling, number):
        return "not set off", ruling.sentence
    if any(one.state == "conditional" for one in rulings):
        return "conditional", ruling.sentence
    if not ability:
        return "played", ""
    if _nothing_else_acts(made[0], ability, way):
        changes = {change for change in _differing(ruling) if change[0] != ITSELF}
        if changes and not [*unlicensed(changes, text, board.get("licence", ()))]:
            return "played", ""
    try:
        without = _asked(_without(made, number, board), number, way, board)
    except LudexError as error:
        return "nothing seen", f"not to be compared: {error}"
    more = [*unlicensed(_differing(ruling, without[0]), text, board.get("licence", ()))]
    if more:
        return "does more", f"{', '.join(map(str, more))}: {ruling.sentence}"
    does = (
        _ends(ruling) != _ends(without[0])
        or _looks(ruling) != _looks(without[0])
        or any(
            _answers(one) != _answers(other)
            for one, other in zip(rulings[1:], without[1:], strict=True)
        )
    )
    return ("played", "") if does else ("nothing seen", ruling.sentence)


def _illegal(ruling: Ruling) -> bool:
    return all(outcome.status == "illegal" for outcome in ruling.outcomes)


def _legal(made: Sequence[Entry], number: int, way: Entry, board: Entry) -> bool:
    try:
        return not _illegal(_asked(made, number, way, board)[0])
    except LudexError:
        return False


def _nothing_else_acts(card: Entry, ability: Entry, way: Entry) -> bool:
    """Tell whether all that changes besides the card itself is what the ability does.

    So it is where a card is only cast, or an ability of it activated for no more than mana and
    itself, and no other ability of it acts: then nothing needs to be compared.
    """
    acts = [step for step in way["do"] if not {"resolve", "choose"} & {*step}]
    others = [one for one in card.get("abilities", ()) if one != ability]
    unused = all("cost" in one or ("mode" in ability and "mode" in one) for one in others)
    if "effect" not in ability or len(acts) != 1 or way.get("first") or not unused:
        return False
    if not PLAIN | {"keywords"} >= card.keys():
        return False
    if "cost" in ability:
        return acts[0].get("activate") == "CARD" and bool(PAID_BY_ITSELF.fullmatch(ability["cost"]))
    return acts[0].get("cast") == "CARD" and {*card.get("keywords", ())} <= QUIET


def _without(made: Sequence[Entry], number: int, board: Entry) -> list[Entry]:
    """Return a card with an ability that does nothing, or is not there."""
    card = json.loads(json.dumps(made[0]))
    ability = card["abilities"][number - 1]
    if "effect" in ability:
        ability["effect"] = []
    else:
        card["abilities"][number - 1] = board["nothing"]
    return [card, *made[1:]]


def _asked(made: Sequence[Entry], number: int, way: Entry, board: Entry) -> list[Ruling]:
    """Ask what comes of a way, and what else it asks."""
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
    scenario = {
        "title": "played once",
        "game": board["game"],
        "cards": [*_named(board["cards"], json.dumps([players, do])), *made],
        "players": players,
        **turn,
        "do": [*do, {"resolve": "all"}] if do else [],
        "ask": [{"outcomes": {}}, *ask],
    }
    return list(kb.ask(kb.read_scenario(json.dumps(scenario)), time_limit=SECONDS))


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
    if "planeswalker" in card["types"]:
        place["loyalty"] = 20
    if card.get("toughness") == 0:
        place["counters"] = {"+1/+1": 2}
    enchants = next((a for a in card.get("abilities", ()) if a.get("static") == "enchant"), None)
    if enchants is not None:
        (said,) = enchants["targets"][:1]
        takes = any("control" in _words(one) for one in card["abilities"])
        kinds = board["attached to take" if takes else "attached"]
        place["attached"] = next((kinds[kind] for kind in kinds if kind in str(said)), "own bear")
    elif "equipment" in card.get("subtypes", ()) and "attach" not in _does(ability):
        place["attached"] = board["attached"]["creature"]
    return place


def _does(ability: Entry) -> set[str]:
    """Return the words of what an ability does first."""
    first = (ability.get("effect") or [""])[0]
    return {*first} if isinstance(first, dict) else {str(first)}


def _words(ability: Entry) -> Entry:
    """Return what a static ability says, or nothing."""
    said = ability.get("static")
    return said if isinstance(said, dict) else {}


def _at_once(ability: Entry) -> bool:
    """Tell whether a triggered ability only adds mana, and so waits nowhere."""
    return all(_first_word(one).startswith("add ") for one in ability.get("effect") or [""])


def _set_off(ruling: Ruling, number: int) -> bool:
    """Tell whether an ability of the card has triggered on the way."""
    return any(
        fluent.name == "waiting"
        and fluent.arguments[0].match("ab", 2)
        and str(fluent.arguments[0].arguments[1]) == str(number)
        and "it_is_played" in str(fluent.arguments[1])
        for node in ruling.session.graph.nodes
        for fluent in node.state
    )


def _ends(ruling: Ruling) -> frozenset[frozenset[str]]:
    """Return the states in which it can end."""
    graph = ruling.session.graph
    return frozenset(frozenset(map(str, graph.nodes[n].state)) for n in graph.leaves)


def _looks(ruling: Ruling) -> frozenset[frozenset[str]]:
    """Return what the rules make of each state in which it can end."""
    session = ruling.session
    derived = [one for one in session.game.each_property() if one.derived]
    names = session.situation.names
    refs = [Ref(text, "object", handle) for handle, text in names.handles.items()]
    asked = [(one, ref) for one in derived for ref in refs]
    return frozenset(
        frozenset(
            f"{one.name} {of.text} {[*map(str, values)]}"
            for one, of, values in seen(session, number, asked)[0]
        )
        for number in session.graph.leaves
    )


def _answers(ruling: Ruling) -> set[str]:
    return {json.dumps(one.answer, sort_keys=True, default=str) for one in ruling.outcomes}


def _differing(ruling: Ruling, without: Ruling | None = None) -> set[Change]:
    """Return what of whom comes to what, or can, as it does not without the ability."""
    same = _values(without) if without else set()
    changed = _values(ruling) - same
    # What attacks is tapped, and where it is gone nothing is told of that.
    return {(who, f"{what} {v}") for who, what, v in changed if (who, what) != (ITSELF, "tapped")}


def _values(ruling: Ruling) -> set[tuple[str, str, str]]:
    """Return what of whom is something else than at the start in some outcome, and what it is."""
    found: set[tuple[str, str, str]] = set()
    for outcome in ruling.outcomes:
        wanted = [(what, of) for what, of, _ in outcome.leaf.seen]
        first, _ = seen(ruling.session, 0, wanted)
        was = {(what.name, of): values for what, of, values in first}
        changed = [
            (of, what.name, values)
            for what, of, values in outcome.leaf.seen
            if was.get((what.name, of)) != values
        ]
        # Of what is nowhere to be seen any more, nothing else is told.
        gone = {of for of, what, values in changed if what == "zone" and str(values[0]) not in SEEN}
        for of, what, values in changed:
            if what == "zone" or of not in gone:
                said = ", ".join(ruling.session.situation.names.text(one) for one in values)
                found.add((of.text, what, said))
    return found
