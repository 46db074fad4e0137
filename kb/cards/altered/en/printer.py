"""How Altered's English is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kb.cards.altered.symbols import shown
from kb.cards.english import EnglishPrinter, settle_noun_phrase
from kb.cards.printer import Agreement
from kb.cards.values import Node, Value

_CAPITALS = (
    "Character", "Characters", "Permanent", "Permanents", "Landmark", "Landmarks", "Spell",
    "Spells", "Hero", "Expedition", "Expeditions", "Companion", "Reserve", "Reserves", "Mana Orb",
    "Mana Orbs", "Mana", "Terrain Marker", "Terrain Markers", "Marker", "Markers", "Hand Cost",
    "Base Cost", "Reserve Cost", "Morning", "Noon", "Afternoon", "Dusk", "Night", "Rest", "Day",
    "Ascended", "Fleeting", "Bureaucrat", "Bureaucrats", "Adventurer", "Adventurers", "Animal",
    "Animals", "Apprentice", "Apprentices", "Artist", "Artists", "Citizen", "Citizens", "Deity",
    "Deities", "Dragon", "Dragons", "Druid", "Druids", "Elemental", "Elementals", "Engineer",
    "Engineers", "Fairy", "Fairies", "Illusion", "Illusions", "Leviathan", "Leviathans", "Mage",
    "Mages", "Messenger", "Messengers", "Noble", "Nobles", "Plant", "Plants", "Robot", "Robots",
    "Scholar", "Scholars", "Soldier", "Soldiers", "Spirit", "Spirits", "Titan", "Titans",
    "Trainer", "Trainers", "Boon", "Boons", "Conjuration", "Conjurations", "Disruption",
    "Disruptions", "Maneuver", "Maneuvers", "Song", "Songs", "Gear", "Feat", "Feats",
    "Construction", "Constructions", "Site", "Sites", "X",
)  # fmt: skip


_SMALL = {f"{{{icon}}}^n": f"⟨{icon}⟩" for icon in "jhri"}
_PARTS = frozenset(
    {"of_own", "each_of", "neither_of", "at_least_of", "each_of_those", "any_of_own"}
)


_AFTER_COST = re.compile(r"(?<=[a-z]: )[A-Z][a-z]+")


def _small(found: re.Match[str]) -> str:
    """Return the first word of an effect after a cost in words, small unless it is always big."""
    word = found.group()
    return word if word in _CAPITALS else word.lower()


def _is_part(node: Node) -> bool:
    """Whether a phrase is one of several ("one of my boosts")."""
    quantifier = node.node("quantifier")
    if quantifier is None or quantifier.kind not in _PARTS:
        return False
    return quantifier.get("count") in {None, 1, "one"}


def settle_phrase(node: Node) -> Node:
    """Drop the number of a noun where the quantifier decides it."""
    quantifier = node.node("quantifier")
    if quantifier is not None and quantifier.kind == "of_own":
        # Few or many of them, they are many: "one of my boosts", "two of my boosts".
        many = settle_noun_phrase(node.put("quantifier", Node("all")))
        return many.put("quantifier", quantifier)
    return node if _is_part(node) else settle_noun_phrase(node)


class AlteredEnglish(EnglishPrinter):
    """Prints Altered's English."""

    symbols: Mapping[str, str] = {"-": "—"}
    fixed: Mapping[str, str] = {word.lower(): word for word in _CAPITALS}

    def subject(self, value: Value) -> Agreement:
        """Return person and number: "each of your Expeditions" is one."""
        if isinstance(value, Node) and _is_part(value):
            return Agreement(3, "one")
        return super().subject(value)

    def inside(self, node: Node, agreement: Agreement) -> Agreement:
        """Return the agreement inside a node."""
        found = super().inside(node, agreement)
        quantifier = node.node("quantifier")
        if quantifier is not None and quantifier.kind == "of_own":
            found = replace(found, nouns="many")
        return replace(found, person=3, number="one") if _is_part(node) else found

    def render(self, pieces: list[str]) -> str:
        """Join tokens; small icons are those that name abilities."""
        printed = super().render([_SMALL.get(piece, piece) for piece in pieces])
        return _AFTER_COST.sub(_small, printed.replace("}: ", "} : "))

    def tight(self, before: str, after: str) -> bool:
        """Results of a die and sums stand together."""
        if after in {":", ":^h", ":^q"}:
            return not before.startswith("{")
        if "#" in before and after.startswith(("-#", "+#")):
            return True
        return after.startswith("+#") or "+" in {before, after}

    def begins(self, pieces: list[str], index: int) -> bool:
        """Whether a capital follows: after a dash, an icon, a bullet or an opening quote."""
        piece = pieces[index]
        return piece in {"-", "•", ":^h", ":^q", "|"} or (
            piece.startswith("{")
            and "^" not in piece
            and (not index or pieces[index - 1] in {"“", "{i}", "•"})
        )

    def _shown(self, plain: str) -> str:
        if plain.startswith("⟨"):
            return "{" + plain[1:-1] + "}"
        if plain.startswith(("[", "{")):
            return shown(plain)
        return super()._shown(plain)

    def _vowel(self, piece: str) -> bool:
        return super()._vowel(piece.lstrip("["))
