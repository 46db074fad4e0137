"""The shapes of what the commands print with ``--json``."""

from __future__ import annotations

from typing import Any

from kb.cli.output import JSON_VERSION
from kb.rulings.data import DEFINITIONS, RulingData
from kb.serialization import json_schema

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_MAYBE_TEXT: Schema = {"type": ["string", "null"]}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_LINE: Schema = {"type": "integer", "minimum": 1}


def _object(*, optional: Schema | None = None, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _answer(*, optional: Schema | None = None, **properties: Schema) -> Schema:
    return _object(version={"const": JSON_VERSION}, optional=optional, **properties)


ERROR: Schema = _answer(
    error=_object(message=_TEXT, optional={"file": _TEXT, "line": _LINE, "column": _LINE})
)
"""What every command prints when it cannot use its input."""

_SUMMARY: Schema = {
    "id": _TEXT,
    "numbers": _TEXTS,
    "start": _MAYBE_TEXT,
    "end": _MAYBE_TEXT,
    "readings": {"type": "object", "additionalProperties": _TEXT},
    "sentence": _TEXT,
    "file": _TEXT,
    "line": _LINE,
}

_EDITION = _object(text=_TEXT, start=_TEXT, end=_MAYBE_TEXT, note=_MAYBE_TEXT)

_GAP = _object(
    gap=_TEXT,
    question=_TEXT,
    readings=_list(_object(reading=_TEXT, text=_TEXT, default={"type": "boolean"})),
)

_CHANGE = _object(number=_TEXT, start=_TEXT, later=_TEXT)

_RULE = _object(
    **_SUMMARY,
    source=_MAYBE_TEXT,
    see=_TEXTS,
    renumbered=_list(_CHANGE),
    program=_TEXT,
    cases=_list(_object(case=_TEXTS, name=_TEXT, file=_TEXT)),
)

_YES_NO: Schema = {"type": "boolean"}
_VERDICT: Schema = {
    "type": ["boolean", "null"],
    "description": "Whether it is a target; null where the edition leaves it open.",
}
_MENTION = _object(
    text={**_TEXT, "description": "The words as printed."},
    start=_COUNT,
    end=_COUNT,
    implicit={**_YES_NO, "description": "Whether it has no words of its own."},
    target=_VERDICT,
    because=_list(_object(rule=_TEXT, criterion=_TEXT, summary=_TEXT)),
    gaps={**_TEXTS, "description": "What the documents leave open about it."},
    readings=_list(_object(gap=_TEXT, reading=_TEXT, text=_TEXT, target=_VERDICT, taken=_YES_NO)),
    optional={
        "may_be_none": {**_YES_NO, "description": "Whether none at all need be chosen."},
        "objects": {**_TEXTS, "description": "With a board: what may be chosen."},
        "unchecked": {**_YES_NO, "description": "Whether the text asks more than a board shows."},
    },
)

_BLOCKS = _list(_object(id=_TEXT, numbers=_TEXTS, sentence=_TEXT, file=_TEXT, line=_LINE))
"""Rules that are named, each with where it stands."""
_SEARCHED = _object(
    up_to={
        "type": "integer",
        "minimum": -1,
        "description": "Objects; -1: not even the empty board.",
    },
    of=_COUNT,
    moments=_COUNT,
)
_CARD: Schema = {
    "type": "object",
    "properties": {"game": _TEXT, "lang": _TEXT, "face": _MAYBE_TEXT, "name": _TEXT},
    "required": ["game", "lang", "face", "name"],
    "description": "What the file says, and what is understood of it.",
}
_SCENARIO: Schema = {**_TEXT, "description": "The board, as a scenario file."}
_RULEBOOK = _object(name=_TEXT, date=_TEXT)
_ENDS = _list(_TEXTS)

ANSWERS: dict[str, Schema] = {
    "ask": _answer(file=_TEXT, rulings=_list(json_schema(RulingData))),
    "test": _answer(
        passed=_COUNT,
        failed=_COUNT,
        checks=_list(
            _object(
                file=_MAYBE_TEXT,
                line={"type": ["integer", "null"]},
                case=_TEXT,
                question=_TEXT,
                passed={"type": "boolean"},
                faults=_TEXTS,
            )
        ),
        optional={"untested": {"type": "object", "additionalProperties": _TEXTS}},
    ),
    "check": _answer(
        file=_TEXT,
        scenarios=_list(
            _object(name=_TEXT, game=_TEXT, date=_TEXT, edition=_TEXT, questions=_COUNT)
        ),
    ),
    "words": _answer(
        game=_TEXT,
        words=_list(
            _object(section=_TEXT, word=_TEXT, takes=_TEXT, says=_TEXT, rules=_TEXTS, example={})
        ),
        **{"not covered": _list(_object(name=_TEXT, told=_TEXT, words=_TEXTS))},
    ),
    "targets": _answer(
        text=_TEXT,
        edition=_TEXT,
        notes=_TEXTS,
        mentions=_list(_MENTION),
        optional={"unparsed": _list(_object(start=_COUNT, end=_COUNT, text=_TEXT))},
    ),
    "parse": _answer(
        status={"enum": ["whole", "partial", "failed"]},
        printed={**_TEXT, "description": "What was understood, as printed from its facts."},
        facts=_TEXTS,
        unparsed=_list(_object(start=_COUNT, end=_COUNT, text=_TEXT, expected=_TEXTS)),
        readings={"type": ["integer", "null"], "minimum": 0},
    ),
    "cards": _answer(
        cards=_COUNT,
        texts=_COUNT,
        whole=_COUNT,
        same_words=_COUNT,
        ambiguous={"type": ["integer", "null"], "minimum": 0},
        executable=_COUNT,
        seconds={"type": "number", "minimum": 0},
        gaps=_list(_object(text=_TEXT, cards=_COUNT)),
        optional={"languages": {"type": "object"}},
    ),
    "cards import": _answer(
        file=_TEXT,
        store=_TEXT,
        game=_TEXT,
        format=_TEXT,
        days=_TEXTS,
        assumed=_YES_NO,
        entries=_COUNT,
        cards=_COUNT,
        new=_COUNT,
        changed=_COUNT,
        same=_COUNT,
        rulings=_COUNT,
        nameless=_COUNT,
    ),
    "cards search": _answer(query=_TEXT, cards=_list(_CARD)),
    "cards show": _answer(
        name=_TEXT,
        cards=_list(
            _object(
                name=_TEXT,
                game=_TEXT,
                wording=_TEXT,
                file=_TEXT,
                in_force=_YES_NO,
                faces=_list(_CARD),
                names=_list(_object(lang=_TEXT, name=_TEXT)),
                printings=_list(_object(id=_TEXT, set=_MAYBE_TEXT, number=_MAYBE_TEXT)),
                rulings=_list(_object(date=_MAYBE_TEXT, text=_TEXT)),
            )
        ),
    ),
    "new": _answer(file=_TEXT, text=_TEXT),
    "verify": _answer(
        game=_TEXT,
        date=_TEXT,
        overlays=_TEXTS,
        searched=_SEARCHED,
        complete=_YES_NO,
        findings=_list(
            _object(
                kind=_TEXT,
                what=_TEXT,
                rules=_BLOCKS,
                brought_about_by=_BLOCKS,
                smallest=_YES_NO,
                scenario=_SCENARIO,
            )
        ),
    ),
    "diff": _answer(
        game=_TEXT,
        old=_RULEBOOK,
        new=_RULEBOOK,
        verdict={"enum": ["differ", "agree", "unknown"]},
        agree=_SEARCHED,
        reason=_MAYBE_TEXT,
        dismissed=_COUNT,
        changed=_BLOCKS,
        boards=_list(_TEXT),
        cards=_list(_object(name=_TEXT, since=_TEXT)),
        not_covered=_list(_object(name=_TEXT, told=_TEXT)),
        difference={
            "anyOf": [
                {"type": "null"},
                _object(size=_COUNT, old=_ENDS, new=_ENDS, rules=_BLOCKS, scenario=_SCENARIO),
            ]
        },
    ),
    "export": _answer(file=_TEXT, question=_TEXT, program=_TEXT),
    "rules": {
        "anyOf": [
            _answer(games=_list(_object(game=_TEXT, rules=_COUNT, editions=_list(_EDITION)))),
            _answer(
                game=_TEXT,
                rules=_list({"anyOf": [_object(**_SUMMARY), _RULE]}),
                optional={"gaps": _list(_GAP)},
            ),
        ]
    },
}
"""What the commands print with ``--json`` when there is an answer."""


def output_schema(command: str) -> Schema:
    """Return the JSON Schema of what a command prints with ``--json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What 'ludex {command} --json' prints",
        "anyOf": [ANSWERS[command], ERROR],
        **({"$defs": DEFINITIONS} if command == "ask" else {}),
    }
