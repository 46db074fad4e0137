"""What a card grammar is judged by, beyond how much it reads.

Spoilt texts (two words swapped, one doubled) should be refused; facts with one thing changed
should print and be read as changed; few productions should serve a single card.
"""

from __future__ import annotations

import random
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from dataclasses import replace

from kb.cards.game import Game
from kb.cards.reading import Line, Reading, read
from kb.cards.values import Node, Noun, Value, Verb, rewrite, walk
from kb.errors import LudexError

WORD = re.compile(r"[A-Za-z']+")


def spoilt(line: str, rng: random.Random) -> Iterator[str]:
    """Yield a line with two neighbouring words swapped, and one with a word doubled."""
    words = line.split(" ")
    plain = [word.strip('.,:;"') for word in words]
    places = [
        i
        for i in range(len(words) - 1)
        if WORD.fullmatch(plain[i])
        and WORD.fullmatch(plain[i + 1])
        and plain[i].lower() != plain[i + 1].lower()
    ]
    if not places:
        return
    at = rng.choice(places)
    one, two = words[at], words[at + 1]
    swapped = [one.replace(plain[at], plain[at + 1]), two.replace(plain[at + 1], plain[at])]
    yield " ".join([*words[:at], *swapped, *words[at + 2 :]])
    yield " ".join([*words[: at + 1], plain[at], *words[at + 1 :]])


PERTURBATIONS = ("not", "other", "may", "up to", "or", "your")
"""What changes the meaning of a text, put in or taken out."""


def perturbed(text: str, rng: random.Random, places: int = 3) -> Iterator[str]:
    """Yield a text with each of some words taken out wherever it is, and put in at some places.

    Whose opponent it is need not be said: "your" before it is no change.
    """
    words = text.split(" ")
    for change in PERTURBATIONS:
        part = change.split()
        for at in range(len(words) - len(part) + 1):
            if words[at : at + len(part)] == part and _matters(change, words[at + len(part) :]):
                yield " ".join([*words[:at], *words[at + len(part) :]])
        for at in sorted(rng.sample(range(1, len(words)), min(places, len(words) - 1))):
            if _matters(change, words[at:]):
                yield " ".join([*words[:at], *part, *words[at:]])


def _matters(change: str, after: list[str]) -> bool:
    return change != "your" or not after or not after[0].startswith("opponent")


def accepted_when_spoilt(readings: list[Reading], game: Game, seed: int) -> tuple[int, list[str]]:
    """Count spoilt lines and list those that are still read whole."""
    rng = random.Random(seed)
    tried, accepted = 0, []
    for reading in readings:
        lines = [line for line in reading.lines if len(line.normal.tokens) > 3]
        if not lines:
            continue
        for text in spoilt(rng.choice(lines).text, rng):
            tried += 1
            if read(text, game).status == "whole":
                accepted.append(text)
    return tried, accepted


Change = Callable[[Node, random.Random], Node | None]

# The frames by which grammars name what is changed here; a grammar that has others changes less.
SIDES = {"friendly": "enemy", "enemy": "friendly"}
SUBJECTS = ("i", "it", "you", "they", "we")
OBJECTS = ("me", "it", "them")
QUANTIFIERS = ("a", "another", "each", "any", "all", "every", "any_number")
NOUNS = ("unit", "gear", "spell", "card", "rune")


def _side(node: Node, _rng: random.Random) -> Node | None:
    side = node.get("side")
    return node.put("side", SIDES[side]) if isinstance(side, str) and side in SIDES else None


def _number(node: Node, rng: random.Random) -> Node | None:
    for name in ("amount", "count", "might"):
        value = node.get(name)
        if isinstance(value, int):
            return node.put(name, rng.choice([n for n in (1, 2, 3, 7) if n != value]))
    return None


def _person(node: Node, rng: random.Random) -> Node | None:
    for name, kinds in (("subject", SUBJECTS), ("object", OBJECTS)):
        value = node.get(name)
        if isinstance(value, Node) and value.kind in kinds and not value.parts:
            if node.kind == "is":
                return None  # "it's" and "it is" are told apart by their style
            kind = rng.choice([k for k in kinds if k != value.kind])
            return node.put(name, Node(kind, style=value.style))
    return None


def _quantifier(node: Node, rng: random.Random) -> Node | None:
    quantifier = node.get("quantifier")
    if node.kind not in {"phrase", "place"} or not isinstance(quantifier, Node):
        return None
    if quantifier.kind not in QUANTIFIERS:
        return None
    kind = rng.choice([k for k in QUANTIFIERS if k != quantifier.kind])
    return node.put("quantifier", Node(kind))


def _noun(node: Node, rng: random.Random) -> Node | None:
    if node.kind not in {"phrase", "place"}:
        return None
    word = node.get("noun")
    if not isinstance(word, Node) or word.kind != "noun":
        return None
    noun = word.get("noun")
    if not isinstance(noun, Noun) or noun.lemma not in NOUNS or noun.lemma == "gear":
        return None
    lemma = rng.choice([n for n in NOUNS if n not in {noun.lemma, "gear"}])
    return node.put("noun", word.put("noun", replace(noun, lemma=lemma)))


CHANGES: dict[str, Change] = {
    "side": _side,
    "number": _number,
    "person": _person,
    "quantifier": _quantifier,
    "noun": _noun,
}


def mutate(value: Node, change: Change, rng: random.Random) -> Node | None:
    """Return a value with one node changed, or None if the change fits nowhere."""
    places = [node for node in walk(value) if change(node, rng) is not None]
    if not places:
        return None
    chosen = rng.choice(places)

    def visit(part: Value) -> Value:
        if part is chosen:
            return change(chosen, rng)
        if isinstance(part, Node):
            return replace(part, parts=tuple((name, visit(inner)) for name, inner in part.parts))
        if isinstance(part, tuple):
            return tuple(visit(item) for item in part)
        return part

    changed = visit(value)
    return changed if isinstance(changed, Node) else None


def restyled(value: Node, game: Game) -> Node:
    """Return a value whose pronouns have no styles that no production has.

    A pronoun keeps its place in the sentence when another is put there ("me" and "it" before a
    French verb); the gender that only one of them shows ("elle") goes with it.
    """

    def fit(node: Node) -> Node:
        style = node.style
        if node.parts:
            return node
        while style and f"{node.kind}__{style}" not in game.grammar.productions:
            style = style.rpartition("_")[0]
        return replace(node, style=style)

    found = rewrite(value, fit)
    assert isinstance(found, Node)
    return found


def can_be_said(value: Node, game: Game) -> bool:
    """Whether a grammar has a production for every frame of a value, and every word of it."""
    try:
        game.voice.say(value)
    except LudexError:
        return False
    return True


def used_productions(readings: list[Reading]) -> dict[str, set[int]]:
    """Return, for every production, the texts that it serves."""
    used: dict[str, set[int]] = defaultdict(set)
    for index, reading in enumerate(readings):
        for node in walk(reading.value):
            used[f"{node.kind}__{node.style}" if node.style else node.kind].add(index)
    return used


def single_card_productions(readings: list[Reading], game: Game) -> tuple[int, list[str]]:
    """Count the productions that combine others, and list those that serve one text only.

    Productions that only put an entry of the lexicon in its place are not counted.
    """
    grammar = game.grammar
    combining = [alias for alias in grammar.productions if not grammar.single_terminal(alias)]
    used = used_productions(readings)
    return len(combining), [alias for alias in combining if len(used.get(alias, ())) == 1]


def held_out(
    readings: list[Reading],
    names: list[str],
    *,
    folds: int = 5,
    words: bool = True,
    known: Container[str] = (),
) -> float:
    """Return how much is read of cards that the grammar was not fitted to.

    Cards are split by name. Fitted to all parts but one, the grammar keeps the productions that
    serve a card there; of the part left out, a text counts as read if it needs no others. The
    share is that of all texts, read or not, over all ways to leave one part out.

    By the cards alone, this is a lower bound: it takes a word that the game's rules define for
    unknown where only one card of the sample has it. Who writes a lexicon has the rules as well:
    `known` gives it their words (see `RulesWords`). It gives no production, and no glue of
    punctuation and words. Rules that quote a card in an example give away that card's words.

    Parameters
    ----------
    words
        Whether the lexicon, too, keeps only what serves a card.
    known
        Words that it keeps in any case.
    """
    needed = [_needs(reading, words=words, known=known) for reading in readings]
    parts = [zlib.crc32(name.encode()) % folds for name in names]
    held = 0
    for left_out in range(folds):
        kept: set[object] = set()
        for part, needs in zip(parts, needed, strict=True):
            if part != left_out and needs is not None:
                kept |= needs
        held += sum(
            part == left_out and needs is not None and needs <= kept
            for part, needs in zip(parts, needed, strict=True)
        )
    return held / len(readings)


class RulesWords:
    """The words and phrases of a game's rules, as its grammar cuts text.

    A phrase of the lexicon is among them if it stands there word for word, in any of its own
    forms, whatever its mark: marks tell uses of a word apart, and the rules define words.

    Parameters
    ----------
    rules
        The text of the rules.
    """

    def __init__(self, rules: str, game: Game) -> None:
        shapes = game.tokeniser(" ".join(rules.split())).shapes
        self._said = f" {' '.join(_plain(shape) for shape in shapes)} "
        self._forms: dict[str, set[str]] = defaultdict(set)
        for entry in game.grammar.entries.values():
            if entry.word_class in {"noun", "verb"}:
                for place, form in enumerate(entry.forms):
                    self._forms[entry.forms[place & ~1]].add(form)

    def __contains__(self, item: object) -> bool:
        """Whether the rules say a word or phrase, by its first form."""
        if not isinstance(item, str):
            return False
        plain = (_plain(form) for form in self._forms.get(item, {item}))
        return any(_PHRASE.fullmatch(form) and f" {form} " in self._said for form in plain)


_PHRASE = re.compile(r"[a-z'-]*[a-z][a-z' -]*")
"""Words alone: a comma and "and" are a construction, which no rules define."""


def _plain(form: str) -> str:
    """Return a form of the normal string without marks, brackets and signs of names."""
    words = (word.partition("^")[0].strip("[]~") for word in form.replace("_", " ").split())
    return " ".join(words).lower()


def _needs(reading: Reading, *, words: bool, known: Container[str] = ()) -> set[object] | None:
    """Return the productions and words of a text that was read whole."""
    if reading.status != "whole":
        return None
    found: set[object] = set()
    for node in walk(reading.value):
        found.add((node.kind, node.style))
        for _, part in node.parts if words else ():
            for leaf in part if isinstance(part, tuple) else (part,):
                if isinstance(leaf, Verb):
                    if leaf.lemma not in known:
                        found.add(leaf)
                elif isinstance(leaf, Noun) and not leaf.name:
                    if leaf.lemma not in known:
                        found.add(leaf.lemma)
                elif isinstance(leaf, str) and not _OPEN.search(leaf) and leaf not in known:
                    found.add(leaf)
    return found


_OPEN = re.compile(r"[#~\d]")
"""Numbers and names come without end; no grammar lists them."""


def distinct_lines(readings: list[Reading]) -> list[Line]:
    """Return one line for every normal string that was read whole."""
    found: dict[str, Line] = {}
    for reading in readings:
        for line in reading.lines:
            if line.whole and line.normal.tokens:
                found.setdefault(line.normal.string, line)
    return [found[key] for key in sorted(found)]
