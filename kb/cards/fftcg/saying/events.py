"""What sets an ability off, in the words of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.cards.fftcg.saying.phrases import CHOOSERS, filter_said
from kb.cards.saying import Entry, filled
from kb.ordinals import nth

_WHEN: Mapping[str, str] = {
    "enters": "when <enters> enter field",
    "enters due to an effect": "when <enters due to an effect> enter field due to effect",
    "enters due to an ability": "when <enters due to an ability> enter field due to ability",
    "enters due to warp": "when <enters due to warp> enter field due to warp",
    "enters due to being cast": "when <enters due to being cast> enter field due to your cast",
    "attacks": "when <attacks> attack",
    "some attack": "when 1 or more <some attack> attack",
    "forms a party": "when <forms a party> form party <with> and attack",
    "a party attacks": "when <a party attacks>",
    "blocks": "when <blocks> block",
    "is blocked": "when <is blocked> blocked",
    "opponent casts": "when opponent cast <opponent casts>",
    "is chosen": "when <is chosen> chosen by <by>",
    "is dealt damage": "when <is dealt damage> dealt damage",
    "is damaged": "when <is damaged> dealt damage by <from>",
    "deals damage": "when <deals damage> deal damage <to>",
    "receives damage": "when you dealt damage",
    "receives point of damage": "when you receive <receives point of damage> point damage",
    "returned to hand": "when <returned to hand> returned from field hand",
    "casts": "when you cast <casts>",
    "chosen by the opponent": "when chosen by opponent summon or ability",
    "leaves": "when <leaves> leave field",
    "is primed": "when <is primed> priming",
    "primed into this": "when <primed into this> primes",
    "hits opponent": "when deal damage opponent",
    "loses a warp counter": "when warp counter removed from <loses a warp counter>",
    "removed due to warp": "when removed from game due to warp",
    "put into the break zone": "when <put into the break zone> put from field into break zone",
    "begins": "at <begins> during <whose>",
    "done": "when you do so",
    "end of turn": "at end of turn",
    "lost this turn": "when put from field into break zone this turn",
}
_PHASES = {"end phase": "end", "attack phase": "beginning attack phase"}
_TURNS = {"you": "your turn", "opponent": "opponent turn", "each": "any turn"}


def events(whens: list[Entry]) -> Iterator[str]:
    """Yield what triggers an ability: of several events what is the same of them once."""
    if len(whens) == 1:
        yield when(whens[0])
        return
    if (primed := [one for one in whens if "primed into this" in one]) and len(primed) < len(whens):
        others = [one for one in whens if one not in primed]
        yield "or" if len(others) == 1 else ""
        yield from events(others)
        yield from map(when, primed)
        return
    yield "or"
    said = [str(next(iter(one.values()))).removeprefix("other ") for one in whens]
    words = {next(iter(one)) for one in whens}
    if len(words) == 1:
        yield when({words.pop(): " or ".join(said)})
    elif words == {"hits opponent", "deals damage"}:  # "to your opponent or to a Forward"
        yield when(next(one for one in whens if "deals damage" in one))
        yield "opponent"
    else:
        yield filter_said(said[0])
        alone = [when({word: "this"}) for word in (next(iter(one)) for one in whens)]
        yield " ".join(["when", *(one.removeprefix("when ") for one in alone)])


def when(event: Entry) -> str:
    """Return what triggers an ability."""
    word = next(iter(event))

    def slot(name: str) -> str:
        if name == "by":
            return CHOOSERS[event[name]]
        if name == "begins":
            return _PHASES.get(event[name], f"beginning {event[name]}")
        if name == "whose":
            return _TURNS[event[name]]
        if name == "a party attacks":
            least, who = event.get("at least", 1), str(event[name])
            if least == 1:
                return "party you control attack"
            return f"{least} or more {filter_said(who)} form party and attack"
        if name == "receives point of damage":
            return nth(event[name])
        said = str(event.get(name, ""))
        if name == "primed into this":  # by its name alone
            return filter_said(said).removeprefix("card name ")
        return "" if said == "this" else filter_said(said)

    return filled(_WHEN[word], slot)
