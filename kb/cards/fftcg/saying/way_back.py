"""The way back: what a line of a card became, in the words of cards (see `kb.cards.saying`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from kb.cards.fftcg.saying.abilities import Abilities
from kb.cards.fftcg.saying.conditions import under
from kb.cards.saying import Entry, WayBack


def _say(abilities: list[Entry]) -> Iterator[str]:
    once, abilities = _said_once(abilities)
    shared = [_placed_once(one) for one in abilities]
    again = [_spoken_of(one) for one in abilities]
    each = [abilities, shared, again]
    ways = [way for at, way in enumerate(each) if way not in each[:at]]
    for way, (merged, linked, owned) in product(ways, product((True, False), repeat=3)):
        sayer = Abilities(merged=merged, linked=linked, owned=owned)
        said = "\n".join([once, *sayer.lines(way)])
        yield said
        if " for each " in said:
            yield said.replace(" and", " or")
        if said.count(" this turn") > 1:  # "until the end of the turn, A gains … and B loses …"
            yield said.replace(" this turn", "", 1)
        if "become forward with" in said:
            yield said.replace(" gain", "")


def _said_once(abilities: list[Entry]) -> tuple[str, list[Entry]]:
    """Return what a line says once for all its abilities, and the abilities without that."""
    said = []
    labels = {one.get("from damage") for one in abilities} - {None}
    if len(abilities) > 1 and len(labels) == 1:
        said.append(f"damage {labels.pop()}")
        abilities = [_without(one, "from damage") for one in abilities]
    held = next((one["held while"] for one in abilities if "held while" in one), None)
    if held is not None:
        said.append(under(held))
        if not any("becomes a forward" in one.get("static", {}) for one in abilities):
            said.append("gain")
        abilities = [_without(one, "held while") for one in abilities]
        abilities = [
            {**one, "static": _without(one["static"], "while")}
            if one.get("static", {}).get("while") == held
            else one
            for one in abilities
        ]
    return " ".join(said), abilities


def _spoken_of(ability: Entry) -> Entry:
    """Return an ability in which what a step before is about is "it", or "they"."""
    met: set[Any] = set()
    steps = []
    for step in ability.get("effect", []):
        each = {one for one in step.values() if str(one).startswith("each ")}
        steps.append({key: "it" if str(one) in met else one for key, one in step.items()})
        met |= each
    return {**ability, "effect": steps} if "effect" in ability else ability


def _placed_once(ability: Entry) -> Entry:
    """Return an ability with the zone that all its targets lie in said of the last one alone."""
    targets = ability.get("targets", [])
    filters = [one if isinstance(one, str) else one["of"] for one in targets]
    places = {place[0] if (place := _PLACE.search(one)) else "" for one in filters}
    if len(targets) < 2 or len(places) > 1:
        return ability
    bare: list[Any] = [
        _PLACE.sub("", one) if isinstance(one, str) else {**one, "of": _PLACE.sub("", one["of"])}
        for one in targets
    ]
    return {**ability, "targets": [*bare[:-1], targets[-1]]}


def _without(entry: Entry, key: str) -> Entry:
    return {name: value for name, value in entry.items() if name != key}


_PLACE = re.compile(r" in (?:your|your opponent's) break zone$")
_KINDS = "forwards?|characters?|backups?|monsters?|summons?"
_SORTS = "job|card name|category|light|dark|fire|ice|wind|earth|lightning|water"
_CARD = r"(?:(?:card name|job|category) (?:\S+ )?)?\S+"
_LETTERS = {
    "f": "fire",
    "i": "ice",
    "w": "wind",
    "e": "earth",
    "l": "lightning",
    "a": "water",
    "d": "dull",
}
_SILENT = (
    "a an the it its them they their his her he she of with this that those these and at in on into"
    " onto to from is are be by as each during can will player owner owners' owner's then / for"
    " required select selects s former latter all also total"
)
WAY_BACK = WayBack(
    say=_say,
    silent=frozenset(_SILENT.split()),
    variants={
        "to play (?:from your hand )?onto the field": "to cast",
        "instead of paying the cp cost": "",
        r"((?:search(?:es)? for|choose) 1 .*?) or 1": r"\1 or",
        r"(?:either|any) player's break zone": "break zone",
        "rest of the cards|other(?= to the bottom)": "other card",
        "shuffle the other cards(?: revealed)? and return them": "put other card",
        "in any order": "",
        "place the card at": "place at",
        r"(?:doesn't|does not|don't) (pay|have)": r"not \1",
        r"^[^{}]*\{s\}": "{s}",  # before it stands the name of a special ability
        r"\{ex\}": "ex burst",
        **{rf"\{{{letter}\}}": f"{{{word}}}" for letter, word in _LETTERS.items()},
        r"(?:your )?opponent's": "opponent",
        "your opponent": "opponent",
        "until (?:the )?end of (?:the )?turn": "this turn",
        r"you can only use this ability|this (?:effect|ability) will trigger only": "only",
        "if you do so": "",
        "during the active phase": "during your active phase",
        "^as long as": "if",  # further on it is a duration
        "you gain control": "gain control",
        "(?:won't|do not) activate": "does not activate",
        "(?:at|during) (?:the|its) controller'?s? active phase": "during your active phase",
        "(?:this ability|this effect) (?:only )?while": "only if",
        "only while": "only if",
        "other than|another": "other",
        "light and dark": "light or dark",
        "each time|whenever": "when",
        r"enters? your field": "you control enter field",
        r"of opponent enters? the field|enters? opponent field": "opponent control enter field",
        rf"(discards? \d+ {_CARD}) from (?:your|his / her|their) hand": r"\1",
        r"(?:to|into) (?:your|(?:its|their) owners?'s?) hands?": "to hand",
        r"cost (?:required )?(?:to|for) (?:play(?:ing)?|put(?:ting)?)(.*?) onto the field": (
            r"cost cast\1"
        ),
        "controlled": "control",
        "(?:has|have) been put|was put|were put": "put",
        "(?:has|have) left": "left",
        r"has discarded a card(?: from their hand)?": "discarded a card",
        "was returned": "returned",
        "during this turn if": "this turn if",
        "discards? (?:this|that) card": "discard",
        "opponent removes it": "remove it",
        "card is of (fire|ice|wind|earth|lightning|water) element": r"card is \1 card",
        "in that party": "attacking",
        "you summon a summon": "you cast a summon",
        "each player's turn": "any turn",
        "beginning of your (main phase [12]|attack phase)": r"beginning of \1 during your turn",
        "beginning of opponent attack phase": "beginning of attack phase during opponent turn",
        "control 1 or more": "control",
        "controls? any": "control",
        r"(?:don't|doesn't|do not|does not) control(?: any| an?)?": "not control",
        r"this (?:forward|character|backup|monster) cannot": "cannot",
        r"(?:receives?|takes?) damage from": "dealt damage by",
        r"receives? damage": "dealt damage",
        r"decreases?|reduced|reduces": "reduce",
        r"increases|increased": "increase",
        "that (?:forward|backup|monster|character)'s controller": "controller",
        "does not activate during your next": "not activate during your next",
        "the forward that blocks?|forward blocking": "forward blocking",
        "the (?:forward|backup|monster|character)": "",  # one of those that were chosen
        r"gains? (cannot|if (?:is )?dealt)": r"\1",
        "in your hand is removed from the game due to warp": "removed from game due to warp",
        "1 or more warp counters": "warp counter",
        r"(bottom|top) of (?:your|(?:its|their) owners?'?s?) decks?": r"\1 deck",
        "from your break zone onto": "from break zone onto",
        "due to a summon or an ability": "due to effect",
        rf"({_KINDS}) ((?:and|or|and / or) (?:an? )?(?:{_SORTS}) (?:(?!{_KINDS})\S+ ){{0,4}})\1": (
            r"\2\1"
        ),
        "(cost|cp) (?:paid )?to (?:play|cast)": r"\1 cast",
        "play|plays|return|returns|add|adds|place": "put",
        "casting": "cast",
        "once per turn if possible": "if possible",
        r"gains? if possible this (?:forward|character) must": "if possible must",
        r"has (\d+ power or (?:more|less))": r"\1",
        "this (?:forward|character|backup|monster)(?:'s)?": "",
        "will not": "not",
        "no": "not",
        "higher|greater": "more",
        "fewer": "less",
        "any element (?:except|other)": "element other",
        r"(\d+) of the \d+ following": r"\1 of the following",
    },
    once=frozenset({"only", "or", "gain", "when"}),
)
