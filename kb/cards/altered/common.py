"""What Altered's two languages share: the text of a card, and facts without a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kb.cards.altered.concepts import LANGUAGES
from kb.cards.altered.entries import entries
from kb.cards.altered.kinds import kind_facts
from kb.cards.altered.meaning import meaning
from kb.cards.altered.mentions import rules, target_facts
from kb.cards.altered.saying import WAY_BACK
from kb.cards.altered.symbols import bracketed, symbol
from kb.cards.build import Settle
from kb.cards.english import said_twice
from kb.cards.facts import Fact, to_facts
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.printer import Join, Printer
from kb.cards.text import Mark, Writing
from kb.cards.values import Node

if TYPE_CHECKING:
    from kb.cards.reading import Reading

_BREAK = re.compile(r" {2,}")
_ASIDE = re.compile(r"#|\[\]")
_QUOTES = str.maketrans("«»’", "“”'")


def prepare(text: str) -> str:
    """Break lines at two spaces and set marks aside, in as many characters.

    ``#…#`` marks what a rarer version changes, ``[]`` what reminder text explains; both are
    about printing only.
    """
    text = _BREAK.sub(lambda found: "\n" + " " * (len(found.group()) - 1), text)
    text = text.translate(_QUOTES)
    return _ASIDE.sub(lambda found: " " * len(found.group()), text)


def in_language(
    language: str,
    folder: Path,
    *,
    split: Callable[[str], tuple[str, ...] | None],
    marks: Callable[[Grammar], tuple[Mark, ...]],
    printer: Callable[[Grammar, Mapping[str, Join]], Printer],
    settle: Mapping[str, Settle],
) -> Game:
    """Return Altered's card text in a language, by what its two languages do not share."""

    def writing(grammar: Grammar) -> Writing:
        return Writing(symbol=symbol, split=split, prepare=prepare, marks=marks(grammar))

    return Game(
        name="altered",
        folder=folder,
        writing=writing,
        printer=printer,
        joins={
            "keywords": Join(between=","),
            "costs": Join(between=",", before="^capital"),
        },
        settle=settle,
        mentions=rules(language),
        objection=objection,
        card_text=card_text(language),
        typed=bracketed,
        facts_of=facts(language),
        entries=entries(language),
        way_back=WAY_BACK,
        compare=compare,
    )


def card_text(language: str) -> Callable[[Mapping[str, object]], str | None]:
    """Return what reads a card's text: main text and support, None if in another language."""

    def text(card: Mapping[str, object]) -> str | None:
        if card.get("lang") not in {None, language}:
            return None
        parts = [card.get("text"), card.get("support")]
        return "  ".join(part for part in parts if isinstance(part, str) and part.strip())

    return text


def compare(file: Path) -> Mapping[str, object]:
    """Compare what a card file says in English and in French."""
    from kb.cards.altered.compare import compare_languages

    return compare_languages(file).as_json()


_SETS = frozenset({"sorts", "describers", "pre", "adjs", "adverbs", "posts"})
_ONCE = frozenset({"next", "otherwise"})


def objection(node: Node) -> str | None:
    """Refuse what is said twice: "Soldier Soldier token", "then, then"."""
    if node.kind in _SETS:
        said = node.get("items")
        if isinstance(said, tuple) and said_twice(said):
            return "another word"
    inner = node.get("does")
    if node.kind in _ONCE and isinstance(inner, Node) and inner.kind == node.kind:
        return "an effect"
    return None


def facts(language: str) -> Callable[[Reading], list[Fact]]:
    """Return what makes facts of a reading: the same ones in every language."""

    def found(reading: Reading) -> list[Fact]:
        value = meaning(reading.value, LANGUAGES[language])
        return [*to_facts(value), *kind_facts(value), *target_facts(reading)]

    return found
