"""What a game file says that instructions, triggers and attributes take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from kb.errors import quote
from kb.records import record
from kb.scenario import reader
from kb.scenario.declared import key, own_name
from kb.scenario.holed import TEMPLATE, Holed
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.shapes import DOCUMENTATION, DOCUMENTED, TEXT, Leaf, Schema, Shape
from kb.scenario.terms import Template


@record(kw_only=True)
class Attribute:
    """Something that a board says of a player or an object, and the fluent that it becomes."""

    name: str = own_name()
    kind: Literal["flag", "integer", "counts", "card", "word", "named"] = key(
        "What it takes: a flag, a number, numbers by word, a card, a word, or the name of a thing.",
        "flag",
    )
    fluent: Holed = key("The fluent that it becomes.")
    of: str | None = key("The list of words that its words come from.", None)
    zones: frozenset[str] = key("The zones in which it has a meaning.", frozenset)
    needs: tuple[str, ...] = key("What must be printed on the card, on either face.", ())
    told_by: Holed | None = key(
        "What an ability of the card has to say, as far as its text is understood.",
        None,
        name="told by",
    )
    default: int | None = key("What it is for a player of whom nothing is said.", None)
    team_default: int | None = key("The same for a team.", None, name="team default")
    default_printed: str | None = key(
        "What of the card it is where nothing is said.", None, name="default printed"
    )
    absent: Holed | None = key("The fluent of whoever nothing is said of.", None)
    shows: str | None = key(
        "What the object shows the values of: its back, a card, or nothing of its own.", None
    )
    during: tuple[str, ...] = key("The parts of the turn in which it has a meaning.", ())
    active: bool | None = key(
        "Said only of what the active side has, or of what others have.", None
    )
    anyone: bool = key("Whether what it names may be on the same side.", default=False)
    things: bool = key("Whether it names an object, and never a player.", default=False)
    several: bool = key("Whether a list of cards may be given.", default=False)


@record
class Param:
    """What one word of an instruction takes, and what is meant without it."""

    kind: str
    default: reader.Scalar | None = None


def _param(value: object) -> Param | None:
    if not isinstance(value, str) or not value:
        return None
    kind, equals, default = (part.strip() for part in value.partition("="))
    if not equals:
        return Param(kind)
    return Param(kind, reader.Scalar(int(default) if default.isdigit() else default or None))


PARAM = Leaf("a kind, such as 'reference = this'", TEXT.json, _param)


@record
class Form:
    """An instruction, a trigger, a static ability or an effect: its words and its term."""

    head: str
    term: Template
    params: Mapping[str, Param]
    variants: Mapping[str, Template] = field(default_factory=dict)
    brings: tuple[str, ...] = ()
    """Cards of the game that come with it, such as those of which one is chosen."""
    alongside: str | None = None
    """The flag by which it is done at the same time as the instruction before it."""


_BROUGHT: Schema = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Cards of the game that come with it.",
}
_JOINING: Schema = {
    "type": "string",
    "description": "The flag by which it is done at the same time as the instruction before it.",
}


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]


class _FormShape(Shape):
    """A word with what it and further words take: ``term``, ``if FLAG``, and a kind for each."""

    @property
    def said(self) -> str:
        return "a mapping"

    def read(self, value: object, path: Path_) -> Form:
        head = str(path[-1])
        if not isinstance(value, dict):
            raise self.refusal(value, path)
        params: dict[str, Param] = {}
        variants: dict[str, Template] = {}
        brings: tuple[str, ...] = ()
        alongside: str | None = None
        for word, one in value.items():
            place = (*path, word)
            if word.startswith("if "):
                variants[word[3:]] = TEMPLATE.read(one, place)
            elif word == "brings":
                brings = tuple(TEXT.read(item, (*place, n)) for n, item in enumerate(_listed(one)))
            elif word == "alongside":
                alongside = TEXT.read(one, place)
            elif word not in ("term", *DOCUMENTED):
                params[word] = PARAM.read(one, place)
        if "term" not in value:
            raise ScenarioError(f"{quote(head)} has no 'term'", path)
        term: Template = TEMPLATE.read(value["term"], (*path, "term"))
        for template in (term, *variants.values()):
            missing = template.holes - {word.replace(" ", "_") for word in params}
            if missing:
                message = f"the term of {quote(head)} has a hole {quote(min(missing))}"
                raise ScenarioError(f"{message} that no word fills", path)
        if head not in params:
            raise ScenarioError(f"{quote(head)} does not say what it takes", path)
        for word in variants:
            if params.get(word) != Param("flag"):
                raise ScenarioError(
                    f"{quote(head)} has no flag {quote(word)}", (*path, f"if {word}")
                )
        if alongside is not None and params.get(alongside) != Param("flag"):
            raise ScenarioError(
                f"{quote(head)} has no flag {quote(alongside)}", (*path, "alongside")
            )
        return Form(head, term, params, variants, brings, alongside)

    def leaves(self, value: Form) -> Iterator[Any]:
        yield from (value.term, *value.variants.values())

    def schema(self, _defs: Schema) -> Schema:
        words: Schema = {"type": "string", "description": "What the word takes, with '= DEFAULT'."}
        return {
            "type": "object",
            "properties": {
                "term": TEMPLATE.json,
                "brings": _BROUGHT,
                "alongside": _JOINING,
                **DOCUMENTATION,
            },
            "additionalProperties": words,
            "required": ["term"],
        }


Forms = Mapping[str, Annotated[Form, _FormShape()]]
