"""Amounts, and what they are measured of, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.mtg.saying.phrases import filter_said, reference_said

_AS_THAT = (
    "as many as that",
    "as many as attacked",
    "as many counters as that",
    "as much damage as was dealt",
    "as much life as was gained",
    "as much life as was lost",
)
_COUNTED = (
    "number of ",
    "card types ",
    "basic land ",
    "cards drawn ",
    "cards in hand of ",
    "creatures in your ",
)


class Amounts:
    """Says amounts, and the references that they are measured of.

    Parameters
    ----------
    style
        How a text says an amount: "x" ("X, where X is"), "equal" ("equal to"), "each"
        ("for each").
    again
        Whether what was named is named again where it comes up again.

    Attributes
    ----------
    where
        What X is, of all that has been said.
    known
        What the ability has named.
    """

    def __init__(self, style: str, *, again: bool) -> None:
        self.style = style
        self.again = again
        self.where: list[str] = []
        self.known: set[str] = set()

    def reference(self, value: object) -> str:
        """Return a reference; what was named before may be a pronoun."""
        said = re.sub(r"^those ", "each ", str(value))
        if said == "each card exiled this way" and not self.again:
            return ""
        if said == "each card among them" or (said in self.known and not self.again):
            return ""
        self.known.add(said)
        return reference_said(said)

    def amount(self, value: object, number: int | None = None) -> str:
        """Return an amount, as the style says it."""
        if isinstance(value, int) or value in ("x", "all"):
            return str(value)
        if value in _AS_THAT:
            return "that much"
        said = str(value)
        if (found := re.fullmatch(r"(\d+) plus as many as that", said)) is not None:
            return f"that much plus {found[1]}"
        if (found := re.fullmatch(r"share of .* in (\d+|x)", said)) is not None:
            return found[1]
        if (found := re.fullmatch(r"half (.*) rounded (up|down)", said)) is not None:
            return self._half(found[1], found[2])
        more = ""
        if (found := re.fullmatch(r"(\d+) plus minus (.*)|(\d+) less than (.*)", said)) is not None:
            rest = self.measure(found[2] or found[4])
            self.where.append(
                f"{found[1]} minus {rest}" if found[1] else f"{rest} minus {found[3]}"
            )
            return "x"
        if (found := re.fullmatch(r"(\d+) plus (.*)", said)) is not None:
            more, said = f"{found[1]} plus ", found[2]
        times = 1
        if (found := re.fullmatch(r"(\d+) times (.*)", said)) is not None:
            times, said = int(found[1]), found[2]
        plain = self.measure(said)
        counted = said.startswith(_COUNTED) or " counters on " in said
        if self.style == "each" and counted:
            return f"{number or times} for each {more}{plain.removeprefix('number ')}"
        plain = f"{more}{'twice ' if times == 2 else str(times) if times > 1 else ''}{plain}"
        return self._equal(plain)

    def _equal(self, plain: str) -> str:
        """Return that something is as much as an amount: x, where it is told behind what x is."""
        if self.style == "x":
            self.where.append(plain)
            return "x"
        return f"equal {plain}"

    def _half(self, whole: str, way: str) -> str:
        """Return half of an amount, or half a life total or library."""
        own = re.fullmatch(r"(?:(life)|cards in (library)) of .*", whole)
        if own is not None and self.style != "x":
            return f"half {own[2] or ''} rounded {way}"
        plain = f"half {self.measure(whole)} rounded {way}"
        return self._equal(plain)

    def measure(self, said: str) -> str:
        """Return a number that is counted or measured."""
        both = re.fullmatch(r"number of (.*) plus number of (.*)", said)
        if both is not None and both[1].replace("in exile you own", "in your graveyard") == both[2]:
            return f"total number {filter_said(both[1])} your graveyard"
        if said.startswith("number of card in exile controlled by "):
            return "number card own exile"
        if said.startswith("number of card in a graveyard controlled by "):
            return "number card graveyard"
        if (gone := re.fullmatch(r"number of (.*) gone this way", said)) is not None:
            return f"number {filter_said(gone[1])} gonethisway"
        if (found := re.fullmatch(r"number of (.*) controlled by (.*)", said)) is not None:
            return f"number {filter_said(found[1])} {self.reference(found[2])} control"
        if said.startswith("number of "):
            return f"number {filter_said(said[10:])}"
        if (among := re.fullmatch(r"(card|basic land) types among (.*)", said)) is not None:
            return f"number {among[1]} type among {filter_said(among[2])}"
        if said.startswith("devotion to "):
            return f"your {said}"
        if said == "creatures in your party":
            return "number creature your party"
        if said == "life of you":
            return "your life total"
        if said == "cards in hand of you":
            return "number card your hand"
        if said == "cards drawn this turn by you":
            return "number card you've drawn eot"
        if said == "life lost this way":
            return "life lost thisway"
        if (found := re.fullmatch(r"(number of .*?) plus (.*)", said)) is not None:
            return f"{self.measure(found[1])} plus {self.measure(found[2])}"
        if said in ("cards in hand of it", "cards in hand of active player"):
            return "number card hand"
        if (found := re.fullmatch(r"cards in hand of (target .*)", said)) is not None:
            return f"number card hand {self.reference(found[1])}"
        if (found := re.fullmatch(r"(\S+(?: \S+)?) counters on (.*)", said)) is not None:
            return f"number {found[1]} counter {self.reference(found[2])}"
        found = re.fullmatch(r"(power|toughness|loyalty|mana value) of (.*)", said)
        if found is not None:
            return f"{found[1]} {self.reference(found[2])}"
        found = re.fullmatch(r"greatest (power|toughness|mana value) among (.*)", said)
        if found is not None:
            return f"greatest {found[1]} among {filter_said(found[2])}"
        raise KeyError(said)

    def side(self, value: object) -> str:
        """Return a power or toughness, or by how much it changes."""
        if isinstance(value, int):
            return f"{value:+d}" if value else "0"
        said = str(value)
        if said in ("x", "minus x"):
            return "x" if said == "x" else "minusx"
        minus = said.startswith("minus ")
        if self.style == "each":
            counts = r"(number of .*|(?:card|basic land) types among .*|cards in hand of you)"
            found = re.fullmatch(rf"(?:minus )?(?:(\d+) times )?{counts}", said)
            if found is None:
                raise KeyError(said)
            self.where.append(f"@{found[2]}")
            return f"{'-' if minus else '+'}{found[1] or 1}"
        told = self.amount(said.removeprefix("minus "))
        return "minusx" if minus and told == "x" else told
