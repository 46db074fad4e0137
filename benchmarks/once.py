"""Play one card once: each of its abilities is used or set off on a board made for that.

Whatever is played is played a second time with nothing in the place of what the ability says. What
differs then is what the ability does: it has to do something, and no more than its printed words
allow (`benchmarks.licence`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Literal

import kb
from benchmarks.kinds import Entry, first_word, has_modes, kind_of
from benchmarks.laid import ITSELF, scenario_of
from benchmarks.licence import Change, unlicensed
from benchmarks.luck import Luck
from benchmarks.ways import tried
from kb import Ruling
from kb.errors import LudexError
from kb.inference.properties import seen
from kb.scenario.references import Ref

SECONDS = 40.0
"""How long one way may take."""
SEEN = ("battlefield", "field", "stack")
"""In which zones an object has properties that are told."""

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


LUCK = Luck()
"""What ways have shown in this process."""


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


def _ability(
    made: Sequence[Entry],
    ability: Entry,
    number: int,
    board: Entry,
    text: str,
    patience: float,
) -> tuple[Result, str]:
    if has_modes(made[0], number):
        return "played", "its modes are played"
    if (word := first_word(ability.get("static", ""))) in board.get("outside", {}):
        return "ruled out", board["outside"][word]
    best: tuple[Result, str] = ("not set off", "no way to set it off on this board")
    began = process_time()
    for way in tried(made[0], ability, board, LUCK):
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
    if _nothing_else_acts(made[0], ability, way, board):
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


def _asked(made: Sequence[Entry], number: int, way: Entry, board: Entry) -> list[Ruling]:
    """Ask what comes of a way, and what else it asks."""
    scenario = kb.read_scenario(json.dumps(scenario_of(made, number, way, board)))
    return list(kb.ask(scenario, time_limit=SECONDS))


def _illegal(ruling: Ruling) -> bool:
    return all(outcome.status == "illegal" for outcome in ruling.outcomes)


def _legal(made: Sequence[Entry], number: int, way: Entry, board: Entry) -> bool:
    try:
        return not _illegal(_asked(made, number, way, board)[0])
    except LudexError:
        return False


def _nothing_else_acts(card: Entry, ability: Entry, way: Entry, board: Entry) -> bool:
    """Tell whether all that changes besides the card itself is what the ability does.

    So it is where a card is only cast, or an ability of it activated for no more than mana and
    itself, and no other ability of it acts: then nothing needs to be compared.
    """
    acts = [step for step in way["do"] if not {"resolve", "choose"} & {*step}]
    others = [one for one in card.get("abilities", ()) if one != ability]
    unused = all("cost" in one or ("mode" in ability and "mode" in one) for one in others)
    if "effect" not in ability or len(acts) != 1 or way.get("first") or not unused:
        return False
    if not {*board.get("plain", ()), "keywords"} >= card.keys():
        return False
    if "cost" in ability:
        return acts[0].get("activate") == "CARD" and bool(
            re.fullmatch(board["paid by itself"], ability["cost"])
        )
    return acts[0].get("cast") == "CARD" and {*card.get("keywords", ())} <= {*board["quiet"]}


def _without(made: Sequence[Entry], number: int, board: Entry) -> list[Entry]:
    """Return a card with an ability that does nothing, or is not there."""
    card = json.loads(json.dumps(made[0]))
    ability = card["abilities"][number - 1]
    if "effect" in ability:
        ability["effect"] = []
    else:
        card["abilities"][number - 1] = board["nothing"]
    return [card, *made[1:]]


def _at_once(ability: Entry) -> bool:
    """Tell whether a triggered ability only adds mana, and so waits nowhere."""
    return all(first_word(one).startswith("add ") for one in ability.get("effect") or [""])


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
