"""Boards near a board on which a card does something else: what some words of its game say.

A text is taken for what it becomes (`kb.scenario.card_files`), and in the place of what an ability
does, triggers on or says is so stands what tells of what changed rules speak; or it does another
thing with the same (`exchanged`): what a rule says of a thing that goes one way shows in where else
it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from kb.errors import LudexError
from kb.scenario import Game, reader
from kb.scenario.card_files import with_text
from kb.scenario.forms import Form
from kb.verification.board import Data

PLACES = (("effect", "instructions"), ("when", "triggers"), ("static", "statics"))
"""Where an ability says what, and what the words for it are called in a game."""

FORMS = 4
"""How many words are tried in each place at most."""

SIBLINGS = 6
"""How many other words stand in the place of each that says what is done."""

REFERENCES = ("target 1", "this", "it")
"""What something is said of, where the word does not tell by itself."""


HOLES = {"reference": "this", "amount": "1", "number": "1", "target": "1"}
"""What stands in the holes of a phrase."""


def instructed(data: Data, game: Game, terms: Container[str]) -> Iterator[Data]:
    """Yield the boards on which an ability of a card is worded by some terms.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    terms : container of str
        The names of the terms that its words are to become.
    """
    found = data.get("cards")
    cards = found if isinstance(found, list) else []
    for number, card in enumerate(cards):
        for changed in _otherwise(card, game, terms):
            yield {**data, "cards": [*cards[:number], changed, *cards[number + 1 :]]}


def exchanged(data: Data, game: Game) -> Iterator[Data]:
    """Yield the boards on which an ability does another thing with the same things and numbers.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    """
    yield from _with_abilities(data, game, partial(_doing_another, game=game))


def _doing_another(ability: Any, game: Game) -> Iterator[Any]:
    does = ability.get("effect") if isinstance(ability, dict) else None
    effect: list[Any] = does if isinstance(does, list) else []
    for n, one in enumerate(effect):
        for said in islice(_siblings(one, game.instructions), SIBLINGS):
            yield {**ability, "effect": [*effect[:n], said, *effect[n + 1 :]]}


def filtered(data: Data, game: Game, terms: Container[str]) -> Iterator[Data]:
    """Yield the boards on which an ability speaks of things that are so as some terms say.

    Parameters
    ----------
    data : dict
        The board.
    game : Game
    terms : container of str
        The names of the terms that the words for it become.
    """
    before = [word for word, term in game.filters.adjectives.items() if term.name in terms]
    behind = [word for word, term in game.filters.suffixes.items() if term.name in terms]
    if before or behind:
        narrowed = partial(_narrowed, game=game, before=before[:FORMS], behind=behind[:FORMS])
        yield from _with_abilities(data, game, narrowed)


def _with_abilities(
    data: Data, game: Game, others: Callable[[Any], Iterator[Any]]
) -> Iterator[Data]:
    """Yield the boards on which a card has another ability in place of one of its own."""
    found = data.get("cards")
    cards = found if isinstance(found, list) else []
    for number, card in enumerate(cards):
        written = _written(card, game)
        if written is None:
            continue
        abilities: list[Any] = written["abilities"]
        for place, ability in enumerate(abilities):
            for other in others(ability):
                own = [*abilities[:place], other, *abilities[place + 1 :]]
                changed = {**written, "abilities": own}
                yield {**data, "cards": [*cards[:number], changed, *cards[number + 1 :]]}


def _narrowed(value: Any, game: Game, before: list[str], behind: list[str]) -> Iterator[Any]:
    """Yield what an ability says with another word said of what one of its filters means."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if isinstance(inside, str) and _is_filter(value, key, game):
                narrower = [f"{word} {inside}" for word in before]
                narrower += [f"{inside} {word}" for word in behind]
                yield from ({**value, key: said} for said in narrower)
            elif key == "targets" and isinstance(inside, list):
                for number, one in enumerate(inside):
                    for said in (f"{word} {one}" for word in before if isinstance(one, str)):
                        yield {**value, key: [*inside[:number], said, *inside[number + 1 :]]}
            else:
                yield from ({**value, key: one} for one in _narrowed(inside, game, before, behind))
    elif isinstance(value, list):
        for number, inside in enumerate(value):
            for one in _narrowed(inside, game, before, behind):
                yield [*value[:number], one, *value[number + 1 :]]


def _is_filter(said: Mapping[str, Any], key: str, game: Game) -> bool:
    """Return whether what stands under a key says which things are meant."""
    return any(
        key in form.params and form.params[key].kind == "filter"
        for forms in (game.instructions, game.triggers, game.statics)
        for form in (forms[word] for word in said if word in forms)
    )


def _siblings(said: Any, forms: Mapping[str, Form]) -> Iterator[Data]:
    """Yield other words that take the same, those first that begin as the word does."""
    own = next((w for w in said if w in forms), None) if isinstance(said, dict) else None
    if own is None:
        return
    needed = _needed(forms[own])
    if set(said) != {word for _, word in needed}:
        return
    others = [form for word, form in forms.items() if word != own]
    others.sort(key=lambda form: form.head.split()[0] != own.split()[0])
    for form in others:
        taken = _needed(form)
        if [kind for kind, _ in taken] == [kind for kind, _ in needed]:
            other = {w: said[v] for (_, w), (_, v) in zip(taken, needed, strict=True)}
            if form.head in other:
                yield other


def _needed(form: Form) -> list[tuple[str, str]]:
    """Return what a word has to be told, by kind; what may be so or not need not be."""
    return sorted(
        (one.kind, word)
        for word, one in form.params.items()
        if one.default is None and one.kind != "flag"
    )


def _written(card: Any, game: Game) -> Data | None:
    """Return a card with the abilities that its text becomes; None if it has none that is read."""
    try:
        written = reader.plain(with_text(game, reader.node_of(card))[0])
    except LudexError:  # its text is not read
        return None
    if not isinstance(written, dict) or not isinstance(written.get("abilities"), list):
        return None
    return written


def _otherwise(card: Any, game: Game, terms: Container[str]) -> Iterator[Data]:
    written = _written(card, game)
    if written is None:
        return
    abilities: list[Any] = written["abilities"]
    for place, kind in PLACES:
        known = getattr(game, kind)
        forms = [
            (form, term, flag)
            for form in known.values()
            for term, flag in ((form.term, ""), *((t, f) for f, t in form.variants.items()))
            if term.term.name in terms
        ]
        for number, ability in enumerate(abilities):
            if not isinstance(ability, dict) or place not in ability:
                continue
            own = ability[place] if place == "effect" else [ability[place]]
            ways = [
                *([said] for f, _, flag in forms[:FORMS] for said in _said(f, flag, ability, game)),
                *(
                    [*own[:n], said, *own[n + 1 :]]
                    for n, one in enumerate(own)
                    for said in _of_others(one, known, game, terms)
                ),
            ]
            for way in ways:
                other = {**ability, place: way if place == "effect" else way[0]}
                others = [*abilities[:number], other, *abilities[number + 1 :]]
                yield {**written, "abilities": others}


def _of_others(
    said: Any, forms: Mapping[str, Form], game: Game, terms: Container[str]
) -> Iterator[Data]:
    """Yield a word said of something else, by the phrases that become some terms."""
    phrases = {
        "reference": game.references,
        "amount": game.amounts,
        "signed amount": game.amounts,
        "condition": game.conditions,
    }
    for form in (forms[word] for word in said if word in forms) if isinstance(said, dict) else ():
        for word, one in form.params.items():
            for phrase in phrases.get(one.kind, ()):
                if phrase.term.term.name in terms and phrase.term.holes <= HOLES.keys():
                    other = phrase.pattern.format_map(HOLES)
                    if said.get(word) != other:
                        yield {**said, word: other}


def _said(form: Form, flag: str, ability: Mapping[str, Any], game: Game) -> Iterator[Data]:
    """Yield a word with what it takes, for each thing of which it may be said."""
    needed = {word: one for word, one in form.params.items() if one.default is None}
    of_things = [word for word, one in needed.items() if one.kind == "reference"]
    targets = ability.get("targets")
    for thing in REFERENCES if of_things else REFERENCES[:1]:
        if thing == REFERENCES[0] and of_things and not targets:
            continue
        said: Data = {}
        for word in dict.fromkeys((form.head, *needed)):
            value = thing if word in of_things else _value(form, word, flag, ability, game)
            if value is not None:
                said[word] = value
        if form.head in said:
            yield said


def _value(form: Form, word: str, flag: str, ability: Mapping[str, Any], game: Game) -> Any:
    """Return something that a word takes; None where nothing is known that it could."""
    one = form.params[word]
    if one.default is not None:
        return one.default.value
    if one.kind == "flag":
        return True if word == flag else None
    known: dict[str, Any] = {
        "nothing": True,
        "number": 1,
        "amount": 1,
        "signed amount": 1,
        "instructions": ability.get("effect"),
        "filter": next(iter(ability.get("targets") or ()), None),
    }
    if one.kind in game.values:
        return next(iter(game.values[one.kind].terms), None)
    return known.get(one.kind)
