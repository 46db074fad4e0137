"""The vocabulary of the files of a game: every word, what it takes, a sentence, a rule, an example.

Sentence and rule stand beside the word where it is declared: in the file of the game, or in the
records that all games share. What a word takes follows from the declaration, and so does an example
where none is written down.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kb import cache
from kb.records import record
from kb.scenario import reader
from kb.scenario.actions import Action
from kb.scenario.card import AbilityKeys, CardKeys
from kb.scenario.cards import Catalogue
from kb.scenario.declared import Record, Said, record_of
from kb.scenario.documented import documentation, game_file
from kb.scenario.forms import Attribute, Form
from kb.scenario.game import Game, forms_of
from kb.scenario.kinds import KINDS
from kb.scenario.model import Player, Question, Scenario, Stacked, Step, Thing, Turn, Variant
from kb.scenario.shapes import Named
from kb.scenario.terms import Template, fold

FILES: dict[type[Said], str] = {
    Scenario: "a scenario",
    Variant: "a variant of a scenario",
    Turn: "'turn:' and 'until:'",
    Player: "a player",
    Thing: "an object",
    Stacked: "something on the stack",
    Step: "an action, in 'do:' and in questions",
    Question: "a question",
    CardKeys: "a card",
    AbilityKeys: "an ability of a card",
}
"""The records that files consist of, whatever the game, and where their keys stand."""

SECTIONS = {
    "zones": "zones: keys of a player",
    "phases": "parts of a turn, for 'phase:'",
    "players": "attributes of a player",
    "objects": "attributes of an object",
    "effects: changes": "effects that are already there: entries of 'effects:'",
    "actions": "actions: entries of 'do:', and in questions",
    "decisions": "decisions, for 'choose: … for:'",
    "properties": "properties, for 'what:', 'expect:' and 'when:'",
    "cards": "what is printed on a card",
    "abilities": "what an ability says besides",
    "targets": "targets that are not exactly one",
    "instructions": "instructions: entries of 'effect:'",
    "triggers": "triggers, for 'when:' of an ability",
    "statics": "static abilities, for 'static:'",
    "symbols": "symbols of costs",
    "costs": "phrases of costs",
    "references": "phrases for what is meant",
    "amounts": "phrases for how much",
    "conditions": "phrases for what has to be so",
    "filters: nouns": "nouns of filters",
    "filters: adjectives": "adjectives of filters",
    "filters: suffixes": "ends of filters",
    "filters: named": "words of filters before a name in quotation marks",
    "filters: numbered": "phrases of filters with a number",
    "values: keyword": "keywords",
    "values": "lists of words",
}
"""The sections of a game file that hold words, in the order of a page, and what they are for."""


@record
class Entry:
    """One word of the vocabulary.

    Parameters
    ----------
    section : str
        The section of the game file, or the record that it is a key of.
    word : str
        The word.
    takes : str
        What it takes, in words.
    says : str
        One sentence.
    rules : tuple of str
        The numbers of the rules behind it.
    example : object
        How it stands in a file.
    """

    section: str
    word: str
    takes: str
    says: str
    rules: tuple[str, ...]
    example: Any


def vocabulary(game: Game, files: Iterable[Path] = ()) -> list[Entry]:
    """Return every word that the files of a game may use: those of all games, then its own.

    Parameters
    ----------
    game : Game
    files : iterable of Path
        Scenario files of the game, from which the keys that all games share take their examples.
    """
    return [*_shared(files), *_Page(game).entries()]


def file_keys(game: Game) -> list[Entry]:
    """Return the keys of a game file, with examples from the file of the game."""
    used: dict[tuple[Record, str], Any] = {}
    for part, row in _parts(record_of(Game), reader.plain(game_file(game))):
        for word, value in row.items():
            short = len(str(value)) <= _SHORT or not isinstance(value, dict)
            example = {word: value if short else dict([next(iter(value.items()))])}
            known = used.setdefault((part, word), example)
            if len(str(example)) < len(str(known)):
                used[part, word] = example
    return [
        Entry(_about(part), word, shape.said, part.keys[word].metadata["says"], (), example)
        for (part, word), example in sorted(used.items(), key=lambda one: _about(one[0][0]))
        if (shape := part.shapes.get(word)) is not None
    ]


_SHORT = 120


def _about(record: Record) -> str:
    about = (record.cls.__doc__ or "").partition("\n")[0].rstrip(".")
    return f"{'' if record.cls is Game else 'in the file of a game: '}{about[0].lower()}{about[1:]}"


def _parts(record: Record, data: Any) -> Iterator[tuple[Record, dict[str, Any]]]:
    """Yield the records that the data of a game file consists of."""
    if not isinstance(data, dict):
        return
    yield record, data
    for word, shape in record.shapes.items():
        for cls in shape.records():
            inner = data.get(word)
            rows = inner if isinstance(inner, list) else [inner]
            if isinstance(shape, Named) and isinstance(inner, dict):
                rows = list(inner.values())
            for row in rows:
                yield from _parts(record_of(cls), row)


def _shared(files: Iterable[Path]) -> Iterator[Entry]:
    used = _used(list(files))
    for cls, section in FILES.items():
        record = record_of(cls)
        for key, shape in record.shapes.items():
            says = record.keys[key].metadata["says"]
            yield Entry(section, key, shape.said, says, (), used.get(f"{cls.__name__} {key}"))


def _used(files: Collection[Path]) -> dict[str, Any]:
    """Return the shortest example of each key in some files, by the record and the key.

    Reading many files takes seconds: what was found is kept.
    """
    entry = cache.Entry.of("examples", ("scenario",), (path.read_bytes() for path in files))
    used: dict[str, Any] | None = entry.load()
    if used is not None:
        return used
    used = {}
    for path in files:
        for cls, row in _records(reader.plain(reader.read_file(path))):
            for word, value in row.items():
                example = {word: value} if cls in (Scenario, Variant) else row
                known = used.setdefault(f"{cls.__name__} {word}", example)
                if len(str(example)) < len(str(known)):
                    used[f"{cls.__name__} {word}"] = example
    entry.save(used)
    return used


def _records(data: Any) -> Iterator[tuple[type[Said], dict[str, Any]]]:
    """Yield the records that the data of a scenario file consists of."""
    yield Scenario, data
    for body in (data, *_rows(data.get("variants"))):
        if body is not data:
            yield Variant, body
        for row in _rows(body.get("turn")):
            yield Turn, row
        players = [board for board in (body.get("players") or {}).values() if board]
        for zone in (zone for board in players for zone in board.values()):
            for row in _rows(zone):
                if "card" in row:
                    yield Thing, row
        for row in _rows(body.get("stack")):
            yield Stacked, row
        for row in _rows(body.get("ask")):
            yield Question, row
        for row in _rows(body.get("do")):
            yield Step, row
        for card in _rows(body.get("cards")):
            yield CardKeys, card
            for row in _rows(card.get("abilities")):
                yield AbilityKeys, row


def _rows(value: Any) -> list[dict[str, Any]]:
    return [row for row in (value if isinstance(value, list) else [value]) if isinstance(row, dict)]


class _Page:
    """Says of each word of a game what it takes, and how it may stand in a file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.said = documentation(game)
        self.cards = Catalogue.load(game)
        self.noun = next(iter(game.filters.nouns), "")

    def entries(self) -> Iterator[Entry]:
        for section, title in SECTIONS.items():
            for one in (one for one in self.said.values() if one.section == section):
                takes = self.takes(section, one.word)
                example = one.example or self.example(section, one.word)
                yield Entry(title, one.word, takes, one.says, one.rules, example)
        for name, words in self.game.values.items():
            listed = list(words.terms)
            if words.open:
                listed.append("and those that cards bring along" if listed else BROUGHT)
            yield Entry(SECTIONS["values"], name, ", ".join(listed), "", (), None)

    # --- What a word takes ---

    def takes(self, section: str, word: str) -> str:
        game = self.game
        match section:
            case "zones":
                number = game.zones[fold(word)].unknown is not None
                return f"cards{', a number, or cards and a number' if number else ''}"
            case "players" | "objects":
                of_player, of_object = game.player_attributes, game.object_attributes
                return self.of_attribute((of_player if section == "players" else of_object)[word])
            case "actions":
                return self.of_action(game.actions[word])
            case "properties":
                asked = game.properties[fold(word)]
                return f"{_ANSWERS.get(asked.answer, asked.answer)}, of {_OF[asked.of]}"
            case "cards" | "abilities":
                key = (game.card_keys if section == "cards" else game.ability_keys)[word]
                return self.of_kind(key.kind) + (", or several" if key.many else "")
            case "targets":
                form = game.target_forms[word]
                count = f"{form.count}: a number; " if isinstance(form.count, str) else ""
                return f"{count}{form.of}: a filter"
        form_ = self.forms(section).get(word)
        return "" if form_ is None else self.of_form(form_)

    def forms(self, section: str) -> Mapping[str, Form]:
        found = {": ".join(place): forms for place, forms in forms_of(self.game)}
        return found.get(section, {})

    def of_attribute(self, attribute: Attribute) -> str:
        words = self.game.values.get(attribute.of or "")
        listed = "" if words is None else _listed(words.terms) or BROUGHT
        return {
            "flag": "true or false",
            "integer": "a number, 0 or more",
            "card": "the name of a card",
            "named": "the name of a player or an object, or several",
            "word": listed,
            "counts": f"a mapping of words to numbers: {listed}",
        }[attribute.kind]

    def of_action(self, action: Action) -> str:
        more = [*sorted(action.words), *action.parts]
        taken = {
            "nothing": "the player",
            "pairs": "a mapping of objects to objects or players",
            "amounts": "a mapping of objects to a mapping of names to numbers",
        }.get(action.takes, "the name of an object")
        return taken + (f"; with {', '.join(more)}" if more else "")

    def of_form(self, form: Form) -> str:
        said = []
        for word, param in form.params.items():
            if word == form.head and param.kind == "nothing":
                continue
            default = param.default is not None
            meant = "" if not default or param.default is None else param.default.value
            text = self.of_kind(param.kind)
            said.append(text if word == form.head else f"{word}: {text}")
            if default:
                said[-1] += f" (without it: {meant})" if meant is not None else " (or nothing)"
        return "; ".join(said) or "nothing"

    def of_kind(self, kind: str) -> str:
        if kind in KINDS:
            return KINDS[kind].says
        return _listed(self.game.values[kind].terms) or BROUGHT

    # --- How a word may stand in a file ---

    def chosen(self, decision: str) -> str | int:
        """Return what may be chosen in a decision, as it says what is decided in it."""
        says = self.said["decisions", decision].says
        if says.startswith("How "):
            return 2
        return "yes" if says.startswith("Whether ") else self.card()

    def example(self, section: str, word: str) -> Any:
        game = self.game
        match section:
            case "zones":
                return {word: [self.card()]}
            case "phases":
                return {"turn": {"phase": word}}
            case "players":
                return {word: self.of_board(game.player_attributes[word])}
            case "objects":
                attribute = game.object_attributes[word]
                card = self.card(*attribute.needs, told_by=attribute.told_by)
                return {"card": card, word: self.of_board(attribute)}
            case "actions":
                action = game.actions[word]
                return {word: "Anna" if action.takes == "nothing" else self.card()}
            case "decisions":
                return {"choose": self.chosen(word), "for": word}
            case "properties":
                of = {"player": "Anna", "game": "the game", "object": self.card()}
                return {"what": word, "of": of[game.properties[fold(word)].of]}
            case "cards" | "abilities":
                key = (game.card_keys if section == "cards" else game.ability_keys)[word]
                sample = self.sample(key.kind)
                value = [sample] if key.many or key.kind == "later wordings" else sample
                return {"name": "Example", word: value} if section == "cards" else {word: value}
            case "targets":
                form = game.target_forms[word]
                count = {form.count: 2} if isinstance(form.count, str) else {}
                return {**count, form.of: self.noun}
            case "symbols":
                return f"{{{word}}}"
            case "costs" | "references" | "amounts" | "conditions" | "filters: numbered":
                return self.filled(word)
            case "values: keyword":
                return self.of_keyword(word)
        if section.startswith("filters: "):
            before = {"filters: suffixes": f"{self.noun} "}.get(section, "")
            return before + word
        form_ = self.forms(section).get(word)
        found = None if form_ is None else self.of_words(form_)
        # An effect on a board is always a mapping, to which its end can be added.
        return {word: True} if section == "effects: changes" and found == word else found

    def of_keyword(self, word: str) -> Any:
        """Return how a card is said to have a keyword: it is printed, or a static ability."""
        for name, key in self.game.card_keys.items():
            if key.kind == "keyword":
                return {"name": "Example", name: [word]}
        forms = self.game.statics.items()
        said = ({**self.of_words(f), h: word} for h, f in forms if f.params[h].kind == "keyword")
        return {"name": "Example", "abilities": [{"static": one} for one in said]}

    def card(self, *printed: str, told_by: Template | None = None) -> str:
        """Return the name of a card on which something is printed, or of which a text says it."""
        for name in self.cards.names:
            card = self.cards.card(self.cards.find(name))
            said = (fact.arguments[2] for fact in card.facts if fact.match("says", 3))
            if told_by is not None and not any(told_by.match(one) is not None for one in said):
                continue
            key, *wanted = printed or ("name",)
            values = card.printed.get(key, ())
            if values and (not wanted or wanted[0] in map(str, values)):
                return name
        return self.cards.names[0] if len(self.cards) else "Example"

    def of_board(self, attribute: Attribute) -> Any:
        word = next(iter(self.game.values[attribute.of].terms)) if attribute.of else ""
        return {
            "flag": True,
            "integer": 2,
            "card": self.card(),
            "named": "Bert",
            "word": word,
            "counts": {word: 2},
        }[attribute.kind]

    def of_words(self, form: Form) -> Any:
        said = {
            word: self.sample(param.kind)
            for word, param in form.params.items()
            if word == form.head or (param.default is None and param.kind != "flag")
        }
        return form.head if said == {form.head: None} else said

    def sample(self, kind: str) -> Any:
        game = self.game
        if kind in game.values:
            return next(iter(game.values[kind].terms))
        if kind in ("card", "activated abilities"):
            return self.card()
        if kind == "filter":
            return self.noun
        if kind == "cost":
            return "{1}" if game.number_symbol is not None else f"{{{next(iter(game.symbols))}}}"
        if kind == "instructions":
            forms = game.instructions.values()
            plain = (f for f in forms if kind not in {param.kind for param in f.params.values()})
            return [self.of_words(next(plain))]
        if kind == "look":
            key = next(key for key in game.card_keys.values() if key.kind in game.values)
            return {key.name: [self.sample(key.kind)]}
        if kind == "condition":
            return self.filled(game.conditions[0].pattern)
        return _SAMPLES.get(kind)

    def filled(self, pattern: str) -> str:
        """Return a phrase with something in its holes."""
        holes = {kind: next(iter(known.terms), "2") for kind, known in self.game.values.items()}
        holes |= {"number": "2", "target": "1", "filter": self.noun, "reference": "this"}
        return re.sub(r"\{([a-z]+)\}", lambda hole: holes.get(hole[1], "2"), pattern)


_SAMPLES: dict[str, Any] = {
    "number": 2,
    "amount": 2,
    "signed amount": 2,
    "flag": True,
    "text": "what no other word says",
    "name": "A name",
    "wording": "Draw 1.",
    "player": "Bert",
    "reference": "target 1",
    "exceptions": {},
}
_ANSWERS = {"flag": "true or false", "number": "a number", "name": "names", "ability": "abilities"}
_OF = {"object": "an object", "player": "a player", "game": "the game"}


def _listed(words: Iterable[str]) -> str:
    first = list(words)
    if len(first) > _SHOWN:
        return ", ".join(first[:_SHOWN]) + " …"
    return "".join(first) if len(first) < 2 else f"{', '.join(first[:-1])} or {first[-1]}"


BROUGHT = "words that cards bring along"
"""What an open list holds, or a word takes, of which a game names none."""

_SHOWN = 6
