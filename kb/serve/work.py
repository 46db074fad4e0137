"""What a worker does: a request is read, and answered as the command of its name answers it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from kb.answers.asking import ask_answer, check_answer
from kb.answers.cards import known_cards, known_cards_called
from kb.answers.rules import games_answer, rule_page_answer, rules_answer, rules_that_say
from kb.answers.searched import DiffAnswer, RewordAnswer, VerifyAnswer
from kb.answers.words import chosen_words, words_answer, words_of
from kb.cards.commands import parse_json
from kb.cards.game import in_language
from kb.cards.languages import language_of_texts
from kb.errors import LudexError, escape
from kb.inference.engine import Clock
from kb.resources import game_names
from kb.rulebook import loaded
from kb.rulebook.draft import overlay_draft
from kb.rulebook.overlay import Overlay
from kb.rulebook.rulebook import overlay_text
from kb.rulings.asking import rulings
from kb.rulings.next_steps import next_steps
from kb.rulings.targets import judge
from kb.scenario import Game, reader, to_yaml
from kb.scenario.about import about_game
from kb.scenario.schema import scenario_schema
from kb.serialization import JSON_VERSION, serialized
from kb.serve import requests
from kb.serve.endpoints import NAMED
from kb.serve.limits import Limits
from kb.serve.page import starts
from kb.serve.requests import read_request

Answer = Mapping[str, Any]
Tell = Callable[[Answer], object]
"""Is told how far a search has come."""

OVERLAY = "overlay.lp"
"""What messages call changed rules that came as text."""

OK, BAD, UNKNOWN, REFUSED, TOO_MUCH = 200, 400, 404, 403, 422
"""The status of an answer."""


def respond(
    name: str, body: bytes, limits: Limits, overlays: bool = True, tell: Tell = lambda _: None
) -> tuple[int, bytes]:
    """Return the status and the JSON of the answer to a request.

    Parameters
    ----------
    name : str
        The endpoint.
    body : bytes
        The request as JSON.
    limits : Limits
    overlays : bool
        Whether changed rules may be brought along.
    tell : callable
        Is told how far a search has come.
    """
    endpoint = NAMED[name]
    try:
        request = read_request(endpoint.takes, body, limits)
        if getattr(request, "overlay", None) is not None and not overlays:
            return REFUSED, failed("changed rules are not taken here; see '--allow-errata'")
        answer = _WORK[name](request, limits, tell)
    except LudexError as error:
        place = {"file": error.file, "line": error.line, "column": error.column}
        known = {word: value for word, value in place.items() if value is not None}
        return (UNKNOWN if endpoint.lookup else BAD), failed(escape(error.message), **known)
    except RecursionError:
        return BAD, failed("the input is nested too deep")
    except MemoryError:
        return TOO_MUCH, failed("the question needs more memory than there is")
    return OK, _dumped({"version": JSON_VERSION, **answer} if name != "schema" else answer)


def failed(message: str, **place: object) -> bytes:
    """Return an error as the commands print it with ``--json``."""
    return _dumped({"version": JSON_VERSION, "error": {"message": message, **place}})


def _dumped(answer: Answer) -> bytes:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "backslashreplace"
    )


def _overlays(text: str | None) -> tuple[Overlay, ...]:
    return () if text is None else (overlay_text(text, OVERLAY),)


def _ask(request: requests.AskRequest, limits: Limits, _: Tell) -> Answer:
    found = rulings(
        request.read_scenario(),
        variant=request.variant,
        question=request.question,
        as_of=request.as_of,
        readings=request.readings,
        overlays=_overlays(request.overlay),
        without=request.off,
        limit=request.limit,
        time_limit=limits.seconds / 2,
    )
    return ask_answer(requests.FILE, found, definitions=request.all)


def _check(request: requests.SituatedRequest, _: Limits, _tell: Tell) -> Answer:
    return check_answer(requests.FILE, request.read_scenario())


def _targets(request: requests.TargetsRequest, _: Limits, _tell: Tell) -> Answer:
    if (request.text is None) == (request.card is None):
        raise LudexError("expected either a 'text' or a 'card', the name of one")
    return judge(
        request.game,
        text=request.text,
        card=request.card,
        as_of=request.as_of,
        readings=request.readings,
    ).to_json()


def _parse(request: requests.ParseRequest, _: Limits, _tell: Tell) -> Answer:
    game, language = request.game, request.language
    game = in_language(game, language) if language else language_of_texts(game, [request.text])
    return parse_json(game, request.text, request.name)


def _cards(request: requests.SearchRequest, _: Limits, _tell: Tell) -> Answer:
    return known_cards(request.q, request.game, request.limit)


def _card(request: requests.ShowRequest, _: Limits, _tell: Tell) -> Answer:
    return known_cards_called(request.name, request.game, request.as_of)


def _options(request: requests.OptionsRequest, limits: Limits, _: Tell) -> Answer:
    clock = Clock(limits.seconds / 2)
    return next_steps(request.read_scenario(), request.by, clock=clock)


def _read(request: requests.TextRequest, _: Limits, _tell: Tell) -> Answer:
    found = reader.mapping(reader.read_text(request.yaml, requests.FILE), "a scenario")
    return {"scenario": reader.plain(found)}


def _write(request: requests.SituatedRequest, _: Limits, _tell: Tell) -> Answer:
    return {"yaml": to_yaml(request.read_scenario())}


def _games(_request: requests.NothingRequest, _: Limits, _tell: Tell) -> Answer:
    return {"games": [about_game(name) for name in game_names()]}


def _page(_request: requests.NothingRequest, _: Limits, _tell: Tell) -> Answer:
    return starts()


def _rules(request: requests.RulesRequest, _: Limits, _tell: Tell) -> Answer:
    if request.game is None:
        return games_answer()
    book = loaded(request.game)
    view = None if request.date is None else book.on(request.date)
    found = [label for label in (view or book).labels.values() if label.numbers]
    listed = found if view is None else [label.on(view.date) for label in found]
    if request.q is not None:
        listed = rules_that_say(book, listed, request.q)
    return rules_answer(book, listed)


def _rule(request: requests.RuleRequest, _: Limits, _tell: Tell) -> Answer:
    return rule_page_answer(loaded(request.game), request.number, request.date)


def _draft(request: requests.RuleRequest, _: Limits, _tell: Tell) -> Answer:
    return {"text": overlay_draft(loaded(request.game).on(request.date), request.number)}


def _words(request: requests.WordsRequest, _: Limits, _tell: Tell) -> Answer:
    game = Game.load(request.game)
    return words_answer(
        game, *chosen_words(words_of(game), request.word, request.search, game.uncovered)
    )


def _schema(request: requests.OfGameRequest, _: Limits, _tell: Tell) -> Answer:
    return scenario_schema(Game.load(request.game))


def _searching(tell: Tell) -> Callable[[str, int], object]:
    return lambda what, size: tell({"boards": what, "size": size})


def _verify(request: requests.VerifyRequest, limits: Limits, tell: Tell) -> Answer:
    from kb.verification.verify import verify

    found = verify(
        request.game,
        overlays=_overlays(request.overlay),
        as_of=request.as_of,
        size=request.size,
        limit=request.limit,
        time_limit=min(request.time_limit, limits.search),
        progress=_searching(tell),
    )
    return serialized(VerifyAnswer, found)


def _reword(
    game: str, card: str, text: str, request: requests.DiffRequest, limits: Limits, tell: Tell
) -> Answer:
    from kb.comparison.rewording import reword

    found = reword(
        game,
        card,
        text,
        clock=Clock(min(request.time_limit, limits.search)),
        asked=lambda done, of: tell({"cases": done, "of": of}),
    )
    return serialized(RewordAnswer, found)


def _diff(request: requests.DiffRequest, limits: Limits, tell: Tell) -> Answer:
    from kb.comparison.diff import diff

    if request.card is not None and request.text is not None:
        return _reword(request.game, request.card, request.text, request, limits, tell)
    if (request.b is None) == (request.overlay is None):
        raise LudexError("expected either 'b', a day, or 'overlay', changed rules")
    old = request.a or loaded(request.game).newest
    new: Overlay | date = request.b or overlay_text(request.overlay or "", OVERLAY)
    found = diff(
        request.game,
        old,
        new,
        size=request.size,
        limit=request.limit,
        time_limit=min(request.time_limit, limits.search),
        rule=request.rule,
        cases=None if request.cases else (),
        boards=request.boards,
        asked=lambda done, of: tell({"cases": done, "of": of}),
        progress=_searching(tell),
    )
    return serialized(DiffAnswer, found)


_WORK: Mapping[str, Callable[[Any, Limits, Tell], Answer]] = {
    "ask": _ask,
    "check": _check,
    "options": _options,
    "read": _read,
    "write": _write,
    "targets": _targets,
    "parse": _parse,
    "cards": _cards,
    "card": _card,
    "rules": _rules,
    "rule": _rule,
    "draft": _draft,
    "words": _words,
    "schema": _schema,
    "games": _games,
    "page": _page,
    "verify": _verify,
    "diff": _diff,
}
