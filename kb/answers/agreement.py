"""Whether the cards that a rulebook brings say what their printed texts say.

Both are read into facts by one catalogue, so that only what the rules are told is compared, not
how it is written down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from clingo import Symbol

from kb.cards.unread import words_left
from kb.errors import LudexError
from kb.library.formats import load_cards
from kb.records import record
from kb.scenario import Game, reader
from kb.scenario.card_files import entries_of, is_read
from kb.scenario.cards import Catalogue
from kb.scenario.terms import fold

_PRINTED = " as printed"


@record
class CardAgreement:
    """A card of the rulebook beside its printed text.

    Attributes
    ----------
    name, printed
        The card, and what tells the printed one from others of its name.
    by_hand, from_text
        The abilities that only one of them has, as card files say them.
    left
        What of the text no rule carries out, so that it cannot be compared.
    """

    name: str
    printed: str
    by_hand: tuple[str, ...]
    from_text: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether they have the same abilities."""
        return not (self.by_hand or self.from_text)


def agreements(game: Game, file: Path) -> list[CardAgreement]:
    """Compare the cards that a rulebook brings with their printed texts in a file.

    Of several printed cards of one name the one that agrees best is compared.

    Raises
    ------
    LudexError
        When no grammar reads the game's texts, or the file has none of the cards.
    """
    if not is_read(game) or game.card_files is None:
        raise LudexError(f"no grammar makes abilities of the card text of '{game.name}'")
    brought = Catalogue.load(game)
    known = {fold(name): name for name in brought.names}
    found: dict[str, list[CardAgreement]] = {}
    for card in load_cards(file):
        name = known.get(fold(str(card.get("name") or "")))
        if name is None or str(card.get("lang") or "en") != "en":
            continue
        entries = entries_of(game, card)
        if entries:
            found.setdefault(name, []).append(_agreement(game, brought, name, card, entries))
    if not found:
        raise LudexError(f"no card in it that '{game.name}' brings", file=str(file))
    return [min(found[name], key=_size) for name in sorted(found)]


def _size(one: CardAgreement) -> int:
    return len(one.by_hand) + len(one.from_text)


def _agreement(
    game: Game,
    brought: Catalogue,
    name: str,
    card: Mapping[str, object],
    entries: list[dict[str, Any]],
) -> CardAgreement:
    first, *others = entries
    named = {**first, "name": name + _PRINTED, "called": name + _PRINTED}
    catalogue = brought.extended([reader.node_of(one) for one in (named, *others)])
    hand = dict(_abilities(catalogue, catalogue.find(name)))
    text = dict(_abilities(catalogue, catalogue.find(name + _PRINTED)))
    number = str(card.get(game.told_apart_by or "") or "")
    return CardAgreement(
        name,
        number,
        tuple(said for facts, said in hand.items() if facts not in text),
        tuple(said for facts, said in text.items() if facts not in hand),
        tuple(dict.fromkeys(words_left(first))),
    )


def _abilities(catalogue: Catalogue, symbol: Symbol) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each ability of a card as facts without its place, and as the card file says it."""
    entry = reader.plain(catalogue.entry(symbol))
    said = entry.get("abilities", []) if isinstance(entry, dict) else []
    card = catalogue.card(symbol)
    looks = {str(look): facts for look, facts in _looks(card.facts).items()}
    for number, ability in enumerate(card.abilities):
        own = str(ability.symbol)
        facts = (str(fact) for fact in card.facts if fact.match("says", 3))
        about = {fact.replace(own, "~") for fact in facts if own in fact}
        for look, shown in looks.items():
            about = {fact.replace(look, shown) for fact in about}
        yield frozenset(about), _flow(said[number] if number < len(said) else own)


def _looks(facts: Iterable[Symbol]) -> dict[Symbol, str]:
    """Return what an ability of the card makes of a thing, by its term: the same under any name."""
    shown = defaultdict[Symbol, set[str]](set)
    for fact in facts:
        if fact.match("printed", 3) and fact.arguments[0].match("look", 2):
            shown[fact.arguments[0]].add(f"{fact.arguments[1]} {fact.arguments[2]}")
    return {look: ", ".join(sorted(values)) for look, values in shown.items()}


def _flow(value: object) -> str:
    """Return a value as YAML in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return "true" if value is True or value is None else str(value)
