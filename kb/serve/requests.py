"""What can be asked of the server: the keys of each request, declared once.

From the declarations come the reading of a request, the messages about what is wrong with it, and
its part of the description of the API.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date as day
from typing import Any

from kb.errors import LudexError, quote
from kb.records import record
from kb.scenario import Scenario, expanded, read_scenario
from kb.scenario.declared import Said, key, record_of
from kb.scenario.reader import Path_, ScenarioError, node_of
from kb.scenario.shapes import Whole
from kb.serve.limits import Limits

FILE = "scenario.yaml"
"""What messages call a scenario that came as text."""


@record(init=False, eq=False)
class NothingRequest(Said):
    """Nothing is said."""

    called = "the request"


@record(init=False, eq=False)
class SituatedRequest(Said):
    """A scenario."""

    called = "the request"
    scenario: dict[str, Any] | None = key("The scenario, as a mapping.", None)
    yaml: str | None = key("The scenario as the text of a file, in its place.", None)

    def read_scenario(self) -> Scenario:
        """Return the scenario, which may name no file of this machine.

        Raises
        ------
        LudexError
            If there is none, or both; if it makes no sense, with its place.
        """
        if (self.scenario is None) == (self.yaml is None):
            raise LudexError("expected either 'scenario', a mapping, or 'yaml', its text")
        if self.yaml is not None:
            found = read_scenario(self.yaml, FILE)
        else:
            found = Scenario.of(node_of(self.scenario))
        for case in expanded(found):
            for place, card in enumerate(case.scenario.cards):
                if isinstance(card, str):
                    message = "a file of cards; expected cards described here"
                    raise case.scenario.error(message, ("cards", place))
        return found


@record(init=False, eq=False)
class AskRequest(SituatedRequest):
    """Questions about a scenario."""

    question: int | None = key("Only the question of this number.", None, least=1)
    variant: str | None = key("Only the variant of this name.", None)
    as_of: day | None = key("The day whose rules apply, instead of the scenario's.", None)
    readings: dict[str, str] = key("How gaps of the documents are read: gap to reading.", dict)
    off: tuple[str, ...] = key("Numbers of rules that are switched off.", (), name="without")
    overlay: str | None = key("Changed rules, as the text of a file (.lp).", None)
    limit: int | None = key("Visit no more states than this.", None, least=1, most=1_000_000)
    all: bool = key("Whether proofs are whole, with what goes without saying.", default=False)


@record(init=False, eq=False)
class OptionsRequest(SituatedRequest):
    """What a player may do now."""

    by: str | None = key("The player; whoever has to decide, unless given.", None)


@record(init=False, eq=False)
class TextRequest(Said):
    """The text of a scenario file."""

    called = "the request"
    yaml: str = key("The text.")


@record(init=False, eq=False)
class TargetsRequest(Said):
    """The text of a card, of which is asked what it mentions."""

    called = "the request"
    game: str = key("The game.")
    text: str | None = key("The text.", None)
    card: str | None = key("The name of a card, in place of the text.", None)
    as_of: day | None = key("The day whose rules apply.", None)
    readings: dict[str, str] = key("How gaps of the documents are read: gap to reading.", dict)


@record(init=False, eq=False)
class ParseRequest(Said):
    """The text of a card, to be read."""

    called = "the request"
    game: str = key("The game.")
    text: str = key("The text.")
    name: str = key("The name by which the text calls its card.", "")
    language: str | None = key("The language of the text, such as fr.", None)


@record(init=False, eq=False)
class SearchRequest(Said):
    """Words that stand on cards."""

    called = "the request"
    q: str = key("Words of the name, the type or the text; each may be the beginning of one.")
    game: str | None = key("Only cards of this game.", None)
    limit: int = key("No more cards than this.", 20, least=1, most=200)


@record(init=False, eq=False)
class ShowRequest(Said):
    """The name of a card."""

    called = "the request"
    name: str = key("The name, in any language.")
    game: str | None = key("Only cards of this game.", None)
    as_of: day | None = key("The wording in force on a day.", None)


@record(init=False, eq=False)
class RulesRequest(Said):
    """Which rules are listed."""

    called = "the request"
    game: str | None = key("The game; without it, all games are listed.", None)
    date: day | None = key("Only the rules in force on a day.", None)
    q: str | None = key("Only rules in which all these words stand.", None)


@record(init=False, eq=False)
class RuleRequest(Said):
    """One rule."""

    called = "the request"
    game: str = key("The game.")
    number: str = key("Its number, of whatever date.")
    date: day | None = key("The rule in force on a day.", None)


@record(init=False, eq=False)
class WordsRequest(Said):
    """Which words are listed."""

    called = "the request"
    game: str = key("The game.")
    word: str | None = key("Only this word.", None)
    search: str | None = key("Only words that speak of this.", None)


@record(init=False, eq=False)
class OfGameRequest(Said):
    """A game."""

    called = "the request"
    game: str = key("The game.")


@record(init=False, eq=False)
class VerifyRequest(Said):
    """A hunt through a rulebook."""

    called = "the request"
    game: str = key("The game.")
    as_of: day | None = key("The day whose rules apply.", None)
    overlay: str | None = key("Changed rules, as the text of a file (.lp).", None)
    size: int = key("Boards of up to so many objects.", 2, least=0, most=6)
    limit: int = key("No more boards than this one by one.", 500, least=1, most=100_000)
    time_limit: int = key("No longer than so many seconds.", 60, least=1, most=3600)


@record(init=False, eq=False)
class DiffRequest(Said):
    """Two rulebooks: two days, or a day and changed rules."""

    called = "the request"
    game: str = key("The game.")
    a: day | None = key("The day of the first; the newest, unless given.", None)
    b: day | None = key("The day of the second.", None)
    overlay: str | None = key("In place of the second day: changed rules, as text (.lp).", None)
    card: str | None = key("In place of rules: a card, of which another text is tried.", None)
    text: str | None = key("The other text of the card.", None)
    rule: str | None = key("Of all that changed, only the rule of this number.", None)
    cases: bool = key("Whether the worked examples are asked under both.", default=True)
    boards: bool = key("Whether boards are searched.", default=True)
    size: int = key("Boards of up to so many objects.", 2, least=0, most=6)
    limit: int = key("No more boards than this one by one.", 500, least=1, most=100_000)
    time_limit: int = key("No longer than so many seconds.", 300, least=1, most=3600)


def read_request(shape: type[Said], body: bytes, limits: Limits) -> Any:
    """Return a request of a shape.

    Raises
    ------
    LudexError
        If it is no JSON object, is too large, or has other keys or values than the shape.
    """
    try:
        data = json.loads(body, object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise LudexError("the body is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        message = f"not valid JSON: {error.msg.lower()}"
        raise LudexError(message, line=error.lineno, column=error.colno) from None
    except ValueError:  # a whole number of thousands of digits
        raise LudexError("a number too large to be read") from None
    if not isinstance(data, dict):
        raise LudexError("the body is no JSON object; expected one")
    _bounded(data, limits)
    return shape.read(data, ())


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise LudexError(f"key {quote(name)} is given twice")
        found[name] = value
    return found


def _no_number(word: str) -> None:
    raise LudexError(f"{word} is no number")


def from_query(shape: type[Said], said: Mapping[str, str]) -> dict[str, object]:
    """Return the words of an address as a request: digits are numbers where one is expected."""
    known = record_of(shape).shapes
    return {
        word: int(value)
        if _whole(known.get(word)) and value.isascii() and value.isdigit() and len(value) < 10
        else value
        for word, value in said.items()
    }


def _whole(shape: object) -> bool:
    return isinstance(getattr(shape, "shape", shape), Whole)


def _bounded(data: dict[Any, Any], limits: Limits) -> None:
    """Refuse a body that is nested too deep, or holds too much."""
    left = limits.values
    waiting: list[tuple[Any, Path_]] = [(data, ())]
    while waiting:
        value, path = waiting.pop()
        left -= 1
        if left < 0:
            raise LudexError(f"more than {limits.values:,} values, the most that is read")
        if len(path) > limits.depth:
            raise LudexError(f"nested more than {limits.depth} deep")
        if isinstance(value, dict):
            for name, one in value.items():
                if len(name) > limits.text:
                    raise ScenarioError(f"a key of more than {limits.text:,} characters", path)
                waiting.append((one, (*path, name)))
        elif isinstance(value, list):
            waiting += [(one, (*path, place)) for place, one in enumerate(value)]
        elif isinstance(value, str) and len(value) > limits.text:
            raise ScenarioError(f"text of more than {limits.text:,} characters", path)
