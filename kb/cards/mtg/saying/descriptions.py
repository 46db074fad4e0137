"""What is described like a card: tokens, emblems, and what something becomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from kb.cards.mtg.saying.amounts import Amounts
from kb.cards.saying import Entry

_SIZE = ("power", "toughness")


class Descriptions(Amounts, ABC):
    """Says what has keywords and abilities, as a card has.

    Parameters
    ----------
    style, again
        See `Amounts`.
    cards
        What the abilities create, by name.

    Attributes
    ----------
    static
        Whether what is said now lasts, or sets something off, rather than being done.
    """

    def __init__(self, style: str, cards: Mapping[str, Entry], *, again: bool) -> None:
        super().__init__(style, again=again)
        self.cards = cards
        self.static = False

    @abstractmethod
    def described(self, made: Entry) -> str:
        """Return the keywords and abilities of what is described."""

    def token(self, name: str, amount: object) -> str:
        """Return so many tokens of a name."""
        made = self.cards.get(name)
        if made is None:
            return f"{self.amount(amount)} {name} token"
        kinds = " ".join(made.get("subtypes", []))
        looked = looks(made, "colorless")
        named = "" if own_name(made) else str(made.get("called") or kinds)
        named = "" if named.lower() == kinds else named
        return f"{self.amount(amount)} {looked} token {named} {self.described(made)}"

    def became(self, made: Entry) -> str:
        """Return what something becomes."""
        if set(made) == {"power", "toughness"}:
            return f"have {looks(made, '')}"
        still = made.get("types") != ["artifact", "creature"]  # which keeps its types, unsaid
        keeps = "keepstypes" if made.get("keeps types") and still else ""
        keeps = keeps and "keepscolors" if made.get("keeps colors") else keeps
        also = not {"power", "toughness"} & set(made) and "keeps types" in made
        verb = "" if self.static or also else "become"
        return f"{verb} {looks(made, '')} {self.described(made)} {keeps}"


def own_name(token: Entry) -> str:
    """Return the name of a token, where it has one that its types do not give, and a text."""
    called, kinds = str(token.get("called") or ""), " ".join(token.get("subtypes", []))
    return called if token.get("abilities") and called.lower() != kinds else ""


def looks(made: Entry, plain: str) -> str:
    """Return what a card is: its size, colors and types; its color may go without saying."""
    said = [*made.get("colors", [plain]), *made.get("supertypes", [])]
    said += [*made.get("subtypes", []), *made.get("types", [])]
    if "power" in made:
        said.insert(0, f"{made['power']} / {made['toughness']}")
    return " ".join(said)


def excepted(value: Entry) -> str:
    """Return what a copy is, and has, that the original is not or has not."""
    also = "".join(f"{one} keepstypes " for one in value.get("types", []))
    also += "".join(f"{one} keepstypes " for one in value.get("supertypes", []))
    also += " ".join([*value["subtypes"], "keepstypes "]) if "subtypes" in value else ""
    also += f"{looks({key: value[key] for key in _SIZE}, '')} " if "power" in value else ""
    also += "".join(f"{one} " for words in value.get("only", {}).values() for one in words)
    also += "name " if value.get("name") == "keep" else ""
    struck = value.get("without", {}).get("supertypes", [])
    also += "".join(f"not {one} " for one in struck)
    had = "have " if set(value) & {"abilities", "keywords", "this ability"} else ""
    had += "this ability " if value.get("this ability") else ""
    return f"except {also}{had}"
