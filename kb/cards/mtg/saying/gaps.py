"""What fills the gaps of a template, whatever it is about."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence

from kb.cards.mtg.saying.acts import of_act
from kb.cards.mtg.saying.conditions import condition
from kb.cards.mtg.saying.descriptions import Descriptions, excepted
from kb.cards.mtg.saying.events import of_event
from kb.cards.mtg.saying.phrases import filter_said, number_said, so_many
from kb.cards.mtg.saying.statics import of_static
from kb.cards.mtg.templates import EFFECT
from kb.cards.saying import Entry, filled

_AMOUNTS = frozenset(
    [
        "add any color",
        "add any combination",
        "amass",
        "arrive with",
        "blocks more",
        "connive",
        "damage",
        "discard",
        "discard at random",
        "draw",
        "enters with",
        "exile top",
        "extra turn",
        "gain life",
        "least blockers",
        "life becomes",
        "look",
        "lose life",
        "manifest",
        "mill",
        "monstrosity",
        "most blockers",
        "power and toughness",
        "power is",
        "prevent damage",
        "prevent of each",
        "put counters",
        "remove counters",
        "reveal",
        "scry",
        "surveil",
        "tapped unless life",
        "toughness is",
    ]
)
_SAID_ELSEWHERE: Mapping[str, set[str]] = {
    "prevent from": {"all"},
    "take": {"amount", "how"},
    "search": {"amount"},
    "cast some": {"amount"},
    "damage": {"at once"},
    "amass": {"with"},
    "create": {"amount"},
    "at next": {"about"},
    "at your next": {"about"},
    "at end of combat": {"about"},
    "casts": {"whose"},
    "sacrifices": {"whose"},
    "discards one": {"whose"},
    "casts nth": {"whose"},
    "keeps permanents": {"and cards"},
    "cannot search": {"by their own"},
    "loyalty abilities of": {"to"},
    "casts at": {"whose"},
    "add mana": {"amount"},
    "delay": {"who"},
}


class Gaps(Descriptions):
    """Says whatever there is a template for.

    Parameters
    ----------
    style, cards, again
        See `Descriptions`.

    Attributes
    ----------
    subjects
        What has been said of which it need not be said again what it is about.
    dealt
        How much damage was dealt.
    """

    def __init__(self, style: str, cards: Mapping[str, Entry], *, again: bool) -> None:
        super().__init__(style, cards, again=again)
        self.subjects: set[object] = set()
        self.dealt: object = None

    @abstractmethod
    def steps(self, steps: Sequence[Entry]) -> str:
        """Return instructions."""

    @abstractmethod
    def ability(self, one: Entry) -> str:
        """Return an ability."""

    def filled(self, table: Mapping[str, str], entry: Entry) -> str:
        """Return the template of an entry with its gaps filled; all of the entry has to fit."""
        word = next(iter(entry))
        self.static = table is not EFFECT
        phrase = table[word]
        if word == "become sized" and self.style == "equal" and entry.get("size") != "x":
            phrase = "<what> <become sized> power toughness <equal to> <until>"
        if word == "prevent from" and entry.get("all"):
            phrase = "prevent all damage deal <to> <until> by <prevent from> source your choice"
        said = filled(phrase, lambda name: self._gap(word, name, entry))
        named = set(re.findall(r"<([a-z ]+)>", table[word])) | _SAID_ELSEWHERE.get(word, set())
        if left := [key for key in entry if key not in named and key != word]:
            raise KeyError(left[0])
        return said

    def _gap(self, word: str, name: str, entry: Entry) -> str:
        for known in (of_act, of_event, of_static):
            if (said := known(word, name, entry)) is not None:
                return said
        value = entry.get(name)
        match name:
            case "if" | "whether" | "is so":
                return condition(str(value))
            case "for the deck" | "kind" | "keyword" | "gain keyword" | "lose keyword":
                return str(value)
            case "combat" | "noncombat" | "tapped" | "transformed":
                return name if value else ""
            case "or planeswalkers":
                return "or planeswalker you control" if value else ""
            case "or" if word == "select one":
                return self.reference(value)
            case "may do" | "then" | "otherwise" | "either" | "or" | "at end of combat":
                return self.steps(value or [])
            case "amount":
                return self.amount(1 if value is None else value)
            case "to" if word == "prevent from":
                return self.reference(value or "you")
            case "at" | "of":
                return "your" if value is None else self.reference(value)
        described = self._described(word, name, entry)
        if described is not None:
            return described
        if self.static and name not in _AMOUNTS:
            return self._subject(name, value)
        return self._told(name, entry)

    def _described(self, word: str, name: str, entry: Entry) -> str | None:
        """Return what is described like a card, or its size; None if a gap is for neither."""
        value = entry.get(name)
        match name:
            case "delay" | "trigger":
                return " ".join(self.ability(one) for one in (value or {}).get("abilities", []))
            case "grant" | "except":
                if value is None:
                    return ""
                return (excepted(value) if name == "except" else "") + self.described(value)
            case "become":
                return self.became(value or {})
            case "become sized" if set(value or {}) == {"keeps types"}:
                return "have"
            case "become sized":
                return f"become {self.became(value or {}).removeprefix('become')} "
            case "equal to" if word == "become sized":
                return self.amount(entry["size"])
            case "size" if word == "become sized":
                return self.side(value)
            case "power" | "toughness":
                return self.side(value)
            case "emblem":
                return self.described(self.cards[str(value)])
            case "create":
                return self.token(str(value), entry.get("amount", 1))
        return None

    def _subject(self, name: str, value: object) -> str:
        """Return what something is about that lasts, or sets something off."""
        if name == "damage grows" and value == "permanent or player" and not self.again:
            return ""
        subject = "" if value is None else filter_said(str(value))
        before, self.subjects = self.subjects, self.subjects | {subject}
        return "" if subject in before and not self.again else subject

    def _told(self, name: str, entry: Entry) -> str:
        """Return how much an instruction is for, or what it is about."""
        value = entry.get(name)
        if name == "take":
            if value == "card among them" and not self.again and "amount" not in entry:
                return ""
            return f"{number_said(entry)} {filter_said(str(value))}"
        if name == "cast some":
            among = filter_said(str(value))
            exiled = " among card " if "in exile" in among else " "
            number = "" if self.again and entry.get("amount") == 99 else so_many(entry)
            return f"{number} {among} ".replace(" card ", f" spell{exiled}")
        if name == "let play":
            said = self.reference(value)
            return said.replace("card", "spell") if entry.get("spells only") else said
        if name == "prevent damage" and value != "all":
            return f"next {self.amount(value)}"
        if name == "gain life" and value == self.dealt and not self.again:
            return "that much"
        if name == "damage":
            self.dealt = value
        if name in _AMOUNTS:
            return self.amount(value)
        return "" if value is None else self.reference(value)
