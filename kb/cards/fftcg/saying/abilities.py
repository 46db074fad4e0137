"""Abilities, in the words of cards: what they cost, what sets them off, what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.cards.fftcg.saying.conditions import condition, under
from kb.cards.fftcg.saying.costs import cost
from kb.cards.fftcg.saying.events import events, when
from kb.cards.fftcg.saying.instructions import Instructions
from kb.cards.fftcg.saying.statics import same_static, static
from kb.cards.saying import Entry

_KEYS: Mapping[str, str] = {
    "once per turn": "only once per turn",
    "in your turn": "only during your turn",
    "in your opponent's turn": "only during opponent turn",
    "in your main phase": "only during your main phase",
}
_PLACES = {
    "removed": "only if removed from game",
    "hand": "only if in your hand",
    "break zone": "only if in break zone",
}


class Abilities:
    """Says abilities.

    Parameters
    ----------
    merged : bool
        Whether abilities that share all but one thing are said as one.
    linked : bool
        Whether two things that restrict an ability are said in one sentence, with "and".
    owned : bool
        Whether a cost says that the Break Zone that it takes from is one's own.
    """

    def __init__(self, *, merged: bool, linked: bool, owned: bool) -> None:
        self.merged = merged
        self.linked = linked
        self.owned = owned
        self.instructions = Instructions(exactly=not merged)

    def lines(self, abilities: list[Entry]) -> Iterator[str]:
        """Yield each of some abilities, or several that are printed as one."""
        rest = list(abilities)
        while rest:
            first = rest.pop(0)
            if "one of" in first:
                modes = [first]
                while rest and ("one of" in rest[0] or _follows(rest[0])):
                    modes.append(rest.pop(0))
                yield self.modes(modes)
                continue
            if "static" in first:
                same = [first]
                while self.merged and rest and same_static(first, rest[0]):
                    same.append(rest.pop(0))
                yield " ".join([*_labels(first), static(same)])
                continue
            same, tail = [first], _followers(rest)
            while self.merged and "when" in first and rest and _same_but_when(first, rest[0]):
                before = list(rest)
                same.append(rest.pop(0))
                if not _same_but_numbers(tail, _followers(rest)):
                    rest[:] = before
                    same.pop()
                    break
            offered = [one for one in tail if "one of" in one]
            tail = [one for one in tail if one not in offered]
            said = [
                self.instructions.effect(first),
                *(f"{when(one['when'])} {self.instructions.effect(one)}" for one in tail),
                *([self.modes(offered)] if offered else []),
            ]
            yield " ".join([self.head(same), *said, self.limits(first)])

    def modes(self, modes: list[Entry]) -> str:
        """Return what is to be chosen from, as it stands after the first of what it begins with."""
        begins = {one["one of"]: one for one in modes if "one of" in one}
        first = modes[0]["one of"]
        picks = modes[0].get("picks") or _picks(modes, first)
        modes = [one for one in modes if not _is_selection(one)]
        said, number = [], first
        for one in modes:
            number = one.get("one of", number)
            if number == first and "effect" in one:
                follows = when(one["when"]) if "one of" not in one else ""
                said.append(f"{follows} {self.instructions.effect(one)}")
        head, limits = self.head(list(begins.values())), self.limits(modes[0])
        often = [
            f"{'if ' + condition(asked) if asked else ''} {number} of the following action"
            f" {'instead' if asked else ''}"
            for asked, (least, most) in picks.items()
            for number in [most if least else f"up to {most}"]
        ]
        return "\n".join([" ".join([head, *often, limits]), *said])

    def head(self, same: list[Entry]) -> str:
        """Return what an ability says before its effect."""
        first = same[0]
        said = _labels(first)
        if "casts it" in first:
            paid = cost(first["cost"], owned=self.owned, controlled=self.owned)
            said.append(f"you {'pay' if paid.startswith('{') else ''} {paid} cast")
            if "saves" in first:
                said.append(f"before paying cost cast reduce cost {first['saves']}")
        elif "cost" in first:
            said.append(cost(first["cost"], owned=self.owned))
        if "when" in first:
            said += events([one["when"] for one in same])
        return " ".join(said)

    def limits(self, ability: Entry) -> str:
        """Return when an ability is used, or triggers, and under which condition."""
        said = [words for key, words in _KEYS.items() if ability.get(key)]
        if "works in" in ability:
            said.append(_PLACES[ability["works in"]])
        if "only if" in ability:
            only = "only" if "cost" in ability and "casts it" not in ability else ""
            said.append(f"{under(ability['only if'])} {only}")
        return " ".join([*said, "and"] if len(said) > 1 and self.linked else said)


def _labels(ability: Entry) -> list[str]:
    """Return what stands before an ability: EX Burst, and from how much damage on it counts."""
    said = ["ex burst"] if ability.get("ex burst") else []
    if "from damage" in ability:
        said.append(f"damage {ability['from damage']}")
    return said


def _is_selection(one: Entry) -> bool:
    """Whether an ability is a selection of none, or of more than one, of several actions."""
    actions = one.get("actions")
    return isinstance(actions, list) or actions == 0


def _picks(modes: list[Entry], first: int) -> dict[str, tuple[int, int]]:
    """Return how many actions may be selected, by the condition under which that is so."""
    found: dict[str, tuple[int, int]] = {"": (1, 1)}
    for one in modes:
        if _is_selection(one) and one["one of"] == first:
            asked, actions = one.get("selected if", ""), one["actions"]
            size = 0 if actions == 0 else len(actions)
            least, most = found.get(asked, (1, 1))
            found[asked] = min(least, size), max(most, size)
    return found


def _followers(rest: list[Entry]) -> list[Entry]:
    """Take from what comes next the abilities that follow on something being done."""
    found = []
    while rest and _follows(rest[0]):
        found.append(rest.pop(0))
    return found


def _follows(ability: Entry) -> bool:
    """Whether an ability is one that another one sets up."""
    return bool(ability.get("when", {}).keys() & {"done", "end of turn", "lost this turn"})


def _same_but_when(first: Entry, other: Entry) -> bool:
    return "when" in other and _same_but_numbers(
        [{**first, "when": None}], [{**other, "when": None}]
    )


def _same_but_numbers(first: object, other: object) -> bool:
    """Whether two effects are the same, whatever numbers link them to what follows on them."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(
            key == "done" or _same_but_numbers(value, other[key]) for key, value in first.items()
        )
    if isinstance(first, list) and isinstance(other, list):
        return len(first) == len(other) and all(map(_same_but_numbers, first, other))
    return first == other
