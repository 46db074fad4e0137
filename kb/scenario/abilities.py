"""Which ability of an object a scenario means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clingo import Symbol, SymbolType

from kb.errors import nearest, quote
from kb.scenario.cards import Ability, Card
from kb.scenario.costs import cost_label
from kb.scenario.finding import Finder, Placed
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.script import in_words
from kb.scenario.terms import fold
from kb.scenario.unread import but_unread, is_used, left_out, unread

_ONE_OF = re.compile(r"(?P<cost>.*\S) \((?P<place>\d{1,3})\)")
"""A cost that several abilities of a card have, and which of them is meant: ``{1}{T} (2)``."""


def abilities_of(
    finder: Finder,
    source: Placed | Symbol,
    wanted: str | int | None,
    path: Path_,
    kinds: tuple[str, ...] = ("activated",),
    targets: int | None = None,
) -> list[Ability]:
    """Return the abilities of an object that a scenario may mean, those printed on it first.

    Parameters
    ----------
    finder : Finder
        The objects and cards of the scenario.
    source : Placed or Symbol
        The object, or the card of a token.
    wanted : str, int or None
        Its cost, such as ``+2``, with the place among those of one cost, ``{T} (2)``; its number
        on the card, or a keyword such as ``equip``; where its text is known, its name or words of
        it that no other has; or the cost of an ability that another card gives to it, with the
        name of that card: ``{T} of Koth of the Hammer``.
    path : tuple
        The action's place.
    kinds : tuple of str
        Which kinds of abilities are meant.
    targets : int, optional
        How many targets are named; tells two abilities of the same cost apart.
    """
    card = source if isinstance(source, Symbol) else source.card
    shown = card if isinstance(source, Symbol) else source.shown
    if card is None:
        raise ScenarioError("an ability of something that is no card", path)
    faces = tuple(dict.fromkeys((*finder.faces(card), *finder.faces(shown or card))))
    name = finder.catalogue.card(card).name
    if isinstance(wanted, str) and (lent := _lent(finder, wanted, kinds, targets)):
        return lent
    own: list[Ability] = []
    for face in faces:
        found = _matching(finder, face, wanted, kinds, targets)
        if len(found) > 1:
            raise _several(finder, found, face, name, wanted, path)
        own += found
    if own and _also_unread(finder, faces, wanted, own):
        among = _by_number(finder, faces, own, _paragraphs(finder, faces))
        which = "has several abilities" if wanted is None else f"has several {quote(str(wanted))}"
        message = f"{quote(name)} {which}, not all of which are carried out{among}"
        raise ScenarioError(message, path if wanted is None else (*path, "ability"))
    if not own and isinstance(wanted, str):
        own = _by_words(finder, faces, wanted, kinds, path)
    fitting = not targets or any(one.targets or _is_unread(finder, faces, one) for one in own)
    if own and fitting:
        return own + _bestowed(finder, faces, wanted, kinds, bool(targets))
    if isinstance(wanted, str) or (wanted is not None and wanted < 1):
        others = [
            ability
            for other in finder.cards()
            for ability in (
                *_matching(finder, other.symbol, wanted, kinds, targets),
                *_granted(other, wanted, kinds),
            )
            if fitting or ability.targets or _is_unread(finder, (other.symbol,), ability)
        ]
        if others:
            return others
    if own:
        return own
    if wanted is None and (lent := _only_lent(finder, kinds, path)):
        return lent
    raise _unknown(finder, source, faces, wanted, kinds, path)


def _unknown(
    finder: Finder,
    source: Placed | Symbol,
    faces: tuple[Symbol, ...],
    wanted: str | int | None,
    kinds: tuple[str, ...],
    path: Path_,
) -> ScenarioError:
    """Return the error about an ability that the faces of an object do not have."""
    name = finder.catalogue.card(faces[0]).name
    labels = [a.label or str(a.symbol.arguments[1].number) for a in _of_kind(finder, faces, kinds)]
    texts = sorted(_texts(finder, faces), key=lambda text: "{" not in text)  # with a cost first
    if wanted is None:
        message = f"{quote(name)} has no ability that could be meant{but_unread(texts)}"
        return ScenarioError(message, path)
    none = but_unread(texts) or "; it has none of that kind"
    hint = nearest(str(wanted), labels) if labels else none
    paragraphs = _paragraphs(finder, faces)
    if paragraphs or (isinstance(wanted, int) and labels):
        hint = _by_number(finder, faces, _of_kind(finder, faces, kinds), paragraphs)
    sign = str(wanted).replace("-", "−")
    starts = (one for one in texts if one.startswith((str(wanted), sign)))
    meant = (paragraphs[one] for one in unread_of(finder, source, wanted))
    hint = but_unread(meant) or but_unread(starts) or hint
    message = f"unknown ability {quote(str(wanted))} of {quote(name)}{hint}"
    return ScenarioError(message, (*path, "ability"))


def _by_number(
    finder: Finder,
    faces: tuple[Symbol, ...],
    abilities: list[Ability],
    paragraphs: Mapping[Symbol, str],
) -> str:
    """Return which numbers abilities have, those that no rule carries out among them."""
    told: dict[int, str] = {}
    for one in dict.fromkeys((*(ability.symbol for ability in abilities), *paragraphs)):
        number = _number(finder, faces, one)
        label = next((ability.label for ability in abilities if ability.symbol == one), "")
        if number is not None:
            told[number] = paragraphs.get(one, label).partition(": ")[0]
    said = [
        f"{number} ({quote(label)})" if label else str(number)
        for number, label in sorted(told.items())
    ]
    if not said:
        return "; none of its abilities has a number"
    return f"; expected {' or '.join([', '.join(said[:-1]), said[-1]] if said[1:] else said)}"


def _number(finder: Finder, faces: Iterable[Symbol], ability: Symbol) -> int | None:
    """Return the number of an ability: as it is printed, else its place among the others."""
    for face in faces:
        for fact in finder.catalogue.card(face).facts:
            says = fact.match("says", 3) and fact.arguments[0] == ability
            if says and fact.arguments[1].match("printed", 0):
                return fact.arguments[2].number
    place = ability.arguments[1]  # what a keyword brings along has a name and no number
    return place.number if place.type is SymbolType.Number else None


def _paragraphs(finder: Finder, faces: Iterable[Symbol]) -> dict[Symbol, str]:
    """Return the texts of abilities that are used, as they are printed, where they are known."""
    found: dict[Symbol, str] = {}
    for face in faces:
        card = finder.catalogue.card(face)
        for fact in card.facts:
            if fact.match("says", 3) and fact.arguments[1].match("reads", 0):
                found[fact.arguments[0]] = fact.arguments[2].string
        for ability, what in left_out(card.facts, {one.symbol for one in card.abilities}):
            if is_used(text := what.arguments[0].string):
                found.setdefault(ability, text)
    return found


def _called(paragraphs: Mapping[Symbol, str], wanted: str) -> list[Symbol]:
    """Return the abilities that a name means, or else words of their texts."""
    if "{" in wanted or not in_words(wanted).strip():
        return []
    named = [
        one
        for one, text in paragraphs.items()
        if in_words(text.partition("{")[0]) == in_words(wanted)
    ]
    return named or [one for one, text in paragraphs.items() if in_words(wanted) in in_words(text)]


def _by_words(
    finder: Finder, faces: tuple[Symbol, ...], wanted: str, kinds: tuple[str, ...], path: Path_
) -> list[Ability]:
    """Return the ability that is meant by its name, or by words that no other has."""
    paragraphs = _paragraphs(finder, faces)
    meant = _called(paragraphs, wanted)
    found = [one for one in _of_kind(finder, faces, kinds) if one.symbol in meant]
    if len({_number(finder, faces, one) for one in meant}) > 1:
        several = {one: text for one, text in paragraphs.items() if one in meant}
        hint = _by_number(finder, faces, found, several)
        message = f"{quote(wanted)} stands in {len(meant)} abilities{hint}"
        raise ScenarioError(message, (*path, "ability"))
    if len(found) > 1:
        name = finder.catalogue.card(faces[0]).name
        raise _several(finder, found, faces[0], name, wanted, path)
    return found


def unread_of(
    finder: Finder, source: Placed | Symbol, wanted: str | int | None
) -> dict[Symbol, Symbol]:
    """Return the abilities of an object that are used, by a cost, and of which nothing is known.

    Parameters
    ----------
    finder, source, wanted
        As for `abilities_of`.

    Returns
    -------
    dict
        What of each is not carried out. Without `wanted` it is empty where there are several.
    """
    card = source if isinstance(source, Symbol) else source.card
    shown = card if isinstance(source, Symbol) else source.shown
    found: dict[Symbol, Symbol] = {}
    faces = () if card is None else tuple(dict.fromkeys((shown or card, *finder.faces(card))))
    called = _called(_paragraphs(finder, faces), wanted) if isinstance(wanted, str) else []
    for face in faces:
        known = finder.catalogue.card(face)
        for ability, what in left_out(known.facts, {one.symbol for one in known.abilities}):
            text = what.arguments[0].string
            cost = text.partition(": ")[0]
            named = wanted is None or wanted == _number(finder, faces, ability)
            if isinstance(wanted, str):
                named = cost_label(cost.strip("[]")) == cost_label(wanted.strip("[]"))
                named |= called == [ability]
            if is_used(text) and named:
                found[ability] = what
    return found if wanted is not None or len(found) == 1 else {}


def _also_unread(
    finder: Finder, faces: Iterable[Symbol], wanted: str | int | None, own: Iterable[Ability]
) -> bool:
    """Return whether what abilities are called may as well mean one that is not carried out."""
    if isinstance(wanted, int) or (wanted is not None and _ONE_OF.fullmatch(wanted)):
        return False
    texts = [
        what.arguments[0].string
        for card in map(finder.catalogue.card, faces)
        for ability, what in left_out(card.facts, {one.symbol for one in card.abilities})
        if all(ability != one.symbol for one in own)
    ]
    costs = [cost_label(one.partition(": ")[0].strip("[]")) for one in texts if is_used(one)]
    return bool(costs) and (wanted is None or cost_label(wanted.strip("[]")) in costs)


def _is_unread(finder: Finder, faces: Iterable[Symbol], ability: Ability) -> bool:
    """Return whether not all that an ability does is carried out."""
    return bool([*_texts(finder, faces, ability)])


def _texts(
    finder: Finder, faces: Iterable[Symbol], ability: Ability | None = None
) -> Iterable[str]:
    """Yield what of the faces' abilities, or of one, is not carried out."""
    for face in faces:
        card = finder.catalogue.card(face)
        own = {one.symbol for one in card.abilities} if ability is None else {ability.symbol}
        yield from unread(card.facts, own)


def _several(
    finder: Finder,
    found: list[Ability],
    face: Symbol,
    name: str,
    wanted: str | int | None,
    path: Path_,
) -> ScenarioError:
    """Return the error about several abilities of one face that could be meant."""
    numbers = [_number(finder, (face,), ability.symbol) for ability in found]
    if wanted is None:
        labels = [quote(ability.label) for ability in found if ability.label]
        if len(set(labels)) < len(labels):  # as far as they are quoted, two are the same
            told = zip(numbers, found, strict=True)
            labels = [f"{number} {quote(ability.label)}" for number, ability in told]
        said = f"{quote(name)} has several abilities; say which with 'ability'"
        return ScenarioError(
            said + (f": {', '.join(dict.fromkeys(labels))}" if labels else ""), path
        )
    said = f"{len(found)} abilities of {quote(finder.catalogue.card(face).name)}"
    first, second = map(str, numbers[:2])
    if numbers[0] == numbers[1]:  # parts of one, of the same cost
        first, second = (f"{cost_label(found[0].label)} ({place})" for place in (1, 2))
    message = f"{said} are {quote(str(wanted))}; say 'ability: {first}' or 'ability: {second}'"
    return ScenarioError(message, (*path, "ability"))


def _of_that_sort(
    finder: Finder, face: Symbol, word: str, abilities: list[Ability]
) -> list[Ability]:
    """Return the abilities that are called by a keyword of theirs: ``equip``."""
    known = finder.game.ability_keys.get(word)
    if known is None or known.kind != "flag":
        return []
    symbols = {one.symbol for one in abilities}
    marked = {
        fact.arguments[0]
        for fact in finder.catalogue.card(face).facts
        if fact.match("says", 3)
        and fact.arguments[0] in symbols
        and str(fact.arguments[1]) == str(known.key)
    }
    return [one for one in abilities if one.symbol in marked]


def _of_kind(finder: Finder, faces: Iterable[Symbol], kinds: tuple[str, ...]) -> list[Ability]:
    return [a for face in faces for a in finder.catalogue.card(face).abilities if a.kind in kinds]


def _bestowed(
    finder: Finder,
    faces: Iterable[Symbol],
    wanted: str | int | None,
    kinds: tuple[str, ...],
    targets: bool,
) -> list[Ability]:
    """Return abilities of that cost which cards name: an object may have one instead of its own."""
    if not isinstance(wanted, str):
        return []
    cards = finder.cards()
    named = {symbol for card in cards for symbol in card.mentions if symbol != card.back}
    named -= set(faces)
    return [
        ability
        for symbol in sorted(named)
        for ability in _matching(finder, symbol, wanted, kinds, None)
        if bool(ability.targets) == targets
    ]


def _lent(
    finder: Finder, wanted: str, kinds: tuple[str, ...], targets: int | None
) -> list[Ability]:
    """Return the abilities that a card gives to others, itself or by what it creates."""
    found: list[Ability] = []
    for card in finder.cards():
        cost, of, whose = wanted.partition(" of ")
        if not of or fold(whose) != fold(card.name):
            continue
        for one in (card, *map(finder.catalogue.card, card.mentions)):
            found += _granted(one, cost, kinds)
    fitting = [one for one in found if bool(one.targets) == bool(targets)]
    return fitting if targets is not None and fitting else found


def _only_lent(finder: Finder, kinds: tuple[str, ...], path: Path_) -> list[Ability]:
    """Return the abilities that cards give to others, if all of them have one cost."""
    givers = [(card, ability) for card in finder.cards() for ability in card.granted]
    found = [(card, ability) for card, ability in givers if ability.kind in kinds]
    if len({ability.label for _, ability in found}) > 1:
        said = ", ".join(quote(f"{ability.label} of {card.name}") for card, ability in found)
        message = f"several abilities are given to others; say which with 'ability': {said}"
        raise ScenarioError(message, path)
    return [ability for _, ability in found]


def _granted(card: Card, wanted: str | int, kinds: tuple[str, ...]) -> list[Ability]:
    label = cost_label(str(wanted))
    return [a for a in card.granted if a.kind in kinds and a.label == label]


def _matching(
    finder: Finder,
    face: Symbol,
    wanted: str | int | None,
    kinds: tuple[str, ...],
    targets: int | None,
) -> list[Ability]:
    found = _of_kind(finder, (face,), kinds)
    if wanted is None:
        return found
    if type(wanted) is int and wanted > 0:
        return [one for one in found if _number(finder, (face,), one.symbol) == wanted]
    if (one_of := _ONE_OF.fullmatch(str(wanted))) is not None:
        alike = [a for a in found if a.label == cost_label(one_of["cost"])]
        return alike[int(one_of["place"]) - 1 :][:1] if int(one_of["place"]) else []
    label = cost_label(str(wanted))
    found = [a for a in found if a.label == label] or _of_that_sort(finder, face, label, found)
    if len(found) > 1 and targets is not None:
        fitting = [a for a in found if (a.targets > 0) == (targets > 0)]
        return fitting or found
    return found
