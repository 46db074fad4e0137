"""What a game's scenarios can say, as plain data: what a form to fill in is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.scenario.actions import PASS
from kb.scenario.documented import Documented, documentation
from kb.scenario.forms import Attribute
from kb.scenario.game import Game
from kb.scenario.game_words import CardKey

_SAYS = dict[tuple[str, str], Documented]

PRINTED = ("flag", "integer", "number", "text", "cost")
"""The kinds of what is printed on a card that a form asks for; others are lists of words."""

PLAYED = ("may", "options", "targets", "outcomes", "when")
"""The kinds of question about what players do, the most common first."""


def about_game(name: str) -> dict[str, Any]:
    """Return the words of a game of which boards, scripts and questions are made.

    Parameters
    ----------
    name : str
        The game.

    Returns
    -------
    dict
        ``game``, ``title``, ``date`` (the newest that is covered), ``start`` (the part of the turn
        where nothing is said), ``editions``, ``zones``, ``phases``, ``players`` and ``objects``
        (what a board says of them), ``actions``, ``decisions``, ``properties``, ``gaps``,
        ``printed`` (what a card has printed on it), ``apart`` (what tells cards of one name apart)
        and ``questions``.
    """
    game = Game.load(name)
    says = documentation(game)
    phases: dict[object, str] = {}
    for word, term in game.phases.items():
        # Of several words for one part of the turn, the first that is no abbreviation.
        if any(map(str.isdigit, phases.get(term, ""))) and not any(map(str.isdigit, word)):
            phases[term] = word
        phases.setdefault(term, word)
    return {
        "game": game.name,
        "title": game.title,
        "date": str(game.newest),
        "start": phases[game.phases[game.turn.start]],
        "editions": [
            {
                "from": str(one.start),
                "to": None if one.end is None else str(one.end),
                "text": one.text,
                "note": one.note or "",
            }
            for one in game.editions.texts
        ],
        "zones": [
            {"name": zone.name, "hidden": zone.hidden, **_said(says, "zones", zone.name)}
            for zone in game.zones.values()
        ],
        "phases": [
            {
                "name": word,
                "words": [one for one, also in game.phases.items() if also == term],
                **_said(says, "phases", word),
            }
            for term, word in phases.items()
        ],
        "players": _attributes(game, says, "players", game.player_attributes),
        "objects": _attributes(game, says, "objects", game.object_attributes),
        "actions": [
            {
                "name": action.name,
                "takes": action.takes,
                "zone": action.zone,
                **_said(says, "actions", action.name),
            }
            for action in game.actions.values()
        ],
        "decisions": [{"name": one, **_said(says, "decisions", one)} for one in game.decisions],
        "properties": [
            {"name": one.name, "of": one.of, **_said(says, "properties", one.name)}
            for one in game.each_property()
        ],
        "gaps": [
            {
                "name": gap.name,
                "question": gap.question,
                "readings": dict(gap.readings),
                "default": gap.default,
            }
            for gap in game.gaps.gaps.values()
        ],
        "printed": [
            _printed(game, one, says)
            for one in game.card_keys.values()
            if one.kind in PRINTED or one.kind in game.values
        ],
        "apart": game.told_apart_by,
        "questions": _questions(game),
    }


def _questions(game: Game) -> list[str]:
    """Return the kinds of question that make sense in a game, the most common first."""
    played = any(action.name != PASS for action in game.actions.values())
    declared = any(action.takes in ("pairs", "amounts") for action in game.actions.values())
    return [
        *(PLAYED if played else ()),
        *(("mentions",) if game.wording is not None else ()),
        "what",
        *(("declarations",) if declared else ()),
        *(("orders",) if game.orders is not None else ()),
    ]


def _said(says: _SAYS, section: str, word: str) -> dict[str, Any]:
    found = says.get((section, word))
    return {
        "says": "" if found is None else found.says,
        "rules": list(found.rules if found else ()),
    }


def _attributes(
    game: Game, says: _SAYS, section: str, found: Mapping[str, Attribute]
) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "kind": one.kind,
            "of": one.of,
            "words": list(game.values[one.of].terms) if one.of else [],
            "zones": sorted(one.zones),
            "needs": list(one.needs),
            "default": one.default,
            **_said(says, section, one.name),
        }
        for one in found.values()
    ]


def _printed(game: Game, one: CardKey, says: _SAYS) -> dict[str, Any]:
    words = game.values.get(one.kind)
    return {
        "name": one.name,
        "kind": "word" if words else one.kind,
        "words": list(words.terms) if words else [],
        "open": bool(words and words.open),
        "many": one.many,
        **_said(says, "cards", one.name),
    }
