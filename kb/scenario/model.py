"""The scenario file as Python objects, with or without YAML.

The models hold the shape that every game shares; the words of a game (zones, attributes, actions)
are further keys of `Player`, `Thing` and `Step`, and are checked against the game when the scenario
becomes a `Situation`.
"""

from __future__ import annotations

import re
from datetime import date as day
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PrivateAttr,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    ValidationError,
    WithJsonSchema,
)

from kb.errors import LudexError, nearest, quote
from kb.scenario import reader
from kb.scenario.reader import Node, Path_


class ScenarioError(LudexError):
    """A mistake in a scenario, and the path to it: keys and indices from the top."""

    def __init__(self, message: str, path: Path_ = (), *, key: bool = False) -> None:
        where = ".".join(quote(str(step))[1:-1] for step in path)
        super().__init__(f"{where}: {message}" if where else message)
        self.bare = message
        self.path = path
        self.key = key

    def located(self, node: Node) -> LudexError:
        """Return the error with the place that its path leads to."""
        mark = reader.mark_of(node, self.path, key=self.key)
        return self if mark is None else reader.error(self.bare, mark)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.bare, self.path, self.key)


def _rebuild(message: str, path: Path_, key: bool) -> ScenarioError:
    return ScenarioError(message, path, key=key)


_M = TypeVar("_M", bound=BaseModel)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class _Words(_Model):
    """A model whose further keys are words of the game."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, frozen=True)

    @property
    def words(self) -> dict[str, Any]:
        """The keys that are words of the game, with their values."""
        return dict(self.__pydantic_extra__ or {})


def _as_text(value: object) -> object:
    return str(value) if type(value) is int else value


def _as_list(value: object) -> object:
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


def _as_day(value: object) -> object:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        try:
            return day.fromisoformat(value)
        except ValueError:
            return value
    return value


def _shape(value: object) -> str:
    # The tags end up in the paths of errors; no key of a file has a NUL in it.
    if isinstance(value, bool):
        return "\0truth"
    if isinstance(value, int):
        return "\0number"
    return "\0text" if isinstance(value, str) else "\0keys"


def _text_or_keys(value: object) -> str:
    return "\0text" if isinstance(value, str | int) else "\0keys"


def _text_or_number(value: object) -> str:
    return "\0number" if type(value) is int else "\0text"


Text = Annotated[StrictStr, BeforeValidator(_as_text), Field(min_length=1)]
TextOrNumber = Annotated[
    Annotated[Text, Tag("\0text")] | Annotated[StrictInt, Tag("\0number")],
    Discriminator(_text_or_number),
]
_ONE: dict[str, Any] = {"type": ["string", "integer"]}
Texts = Annotated[
    list[Text],
    BeforeValidator(_as_list),
    WithJsonSchema({"anyOf": [_ONE, {"type": "array", "items": _ONE}]}),
]


class Thing(_Words):
    """A card or other object on the board, with what is special about it.

    Further keys are the game's attributes of objects, such as ``tapped`` or ``loyalty``.
    """

    card: Text = Field(description="The card's name, in any of its languages.")
    id: Text | None = Field(
        None, description="Its number in a file of cards, where several have the name."
    )
    as_: Text | None = Field(None, alias="as", description="The name that this file calls it by.")
    owner: Text | None = Field(None, description="Its owner, if not the player listed under.")
    count: StrictInt = Field(1, ge=1, le=10_000, description="How many of them there are.")
    effects: Annotated[list[dict[str, Any]], BeforeValidator(_as_list)] = Field(
        default_factory=list, description="Effects that are already there."
    )


ThingEntry = Annotated[
    Annotated[Text, Tag("\0text")] | Annotated[Thing, Tag("\0keys")], Discriminator(_text_or_keys)
]


class Player(_Words):
    """A player: further keys are the game's zones and its attributes of players."""


class Stacked(_Words):
    """A spell or an ability on the stack."""

    spell: Text | None = Field(None, description="The card that is being cast.")
    ability_of: Text | None = Field(None, alias="ability of", description="The ability's source.")
    ability: TextOrNumber | None = Field(None, description="Which ability: cost or number.")
    by: Text = Field(description="The player who controls it.")
    as_: Text | None = Field(None, alias="as", description="The name that this file calls it by.")
    owner: Text | None = Field(None, description="The card's owner, if another player.")
    targets: Texts = Field(default_factory=list, description="Its targets, in order.")
    x: StrictInt | None = Field(None, ge=0, le=1_000_000, description="The value of X.")
    resolving: StrictBool = Field(False, description="Whether all have passed and it resolves.")


class Turn(_Model):
    """Whose turn it is, and which part of it."""

    player: Text | None = Field(None, description="The active player.")
    phase: Text | None = Field(None, description="The phase or step.")


TurnEntry = Annotated[
    Annotated[Text, Tag("\0text")] | Annotated[Turn, Tag("\0keys")], Discriminator(_text_or_keys)
]


Choice = Annotated[
    Annotated[Text, Tag("\0text")]
    | Annotated[StrictInt, Tag("\0number")]
    | Annotated[StrictBool, Tag("\0truth")],
    Discriminator(_shape),
]


class Step(_Words):
    """Something that is done: the further key is the action, its value what it is done with."""

    by: Text | None = Field(None, description="The player who does it.")
    ability: TextOrNumber | None = Field(None, description="Which ability: cost or number.")
    targets: Texts = Field(default_factory=list, description="The targets, in order.")
    x: StrictInt | None = Field(None, ge=0, le=1_000_000, description="The value of X.")
    together: list[list[Text]] | None = Field(
        None, description="Of what is declared, those that form a group."
    )
    resolve: Literal["top", "all"] | None = Field(
        None, description="All pass until the top of the stack, or all of it, has resolved."
    )
    choose: Choice | None = Field(
        None, description="Settles the next decision of the kind that 'for' names."
    )
    for_: Text | None = Field(None, alias="for", description="The decision that is settled.")
    until: TurnEntry | None = Field(None, description="All pass until then.")


class Question(_Model):
    """Something that is asked, with the expected answer if there is one."""

    may: Step | None = Field(None, description="Is this action legal now?")
    declarations: dict[str, Any] | None = Field(
        None, description="All that a player could declare, such as attackers, now."
    )
    options: dict[str, Any] | None = Field(None, description="All legal actions of a player now.")
    targets: dict[str, Any] | None = Field(None, description="The legal targets of an action.")
    mentions: dict[str, Any] | Text | None = Field(
        None, description="What a text, or the text of a card, mentions; which are targets."
    )
    what: Text | None = Field(None, description="A property of an object or a player.")
    of: Text | None = Field(None, description="The object or player asked about.")
    outcomes: dict[str, Any] | None = Field(None, description="How it can end.")
    when: dict[str, Any] | None = Field(
        None, description="When this comes about, whatever the players do: objects, properties."
    )
    within: Annotated[int, Field(ge=0, le=50)] | None = Field(
        None, description="For 'when', how many turns of the player in 'of' are followed; 3."
    )
    only: Annotated[
        list[Step] | None, BeforeValidator(lambda v: v if v is None else _as_list(v))
    ] = Field(None, description="For 'when', all that players may do besides passing.")
    orders: dict[str, Any] | None = Field(
        None, description="In which orders what waits can be played."
    )
    name: Text | None = Field(None, description="What the question is called in reports.")
    expect: Any = Field(
        None, description="The expected answer: exactly this, or that it is 'undetermined'."
    )
    includes: Annotated[
        list[Any] | None, BeforeValidator(lambda v: v if v is None else _as_list(v))
    ] = Field(None, description="What the answer must contain.")
    excludes: Annotated[
        list[Any] | None, BeforeValidator(lambda v: v if v is None else _as_list(v))
    ] = Field(None, description="What the answer must not contain.")
    because: Texts = Field(
        default_factory=list,
        description="Rules that must stand in the proof; without each of them the answer changes.",
    )
    depends_on: (
        Annotated[list[Text], BeforeValidator(lambda v: v if v is None else _as_list(v))] | None
    ) = Field(
        None,
        alias="depends on",
        description="The gaps of the documents of which another reading changes the answer: "
        "exactly these.",
    )


Cards = Annotated[
    list[
        Annotated[
            Annotated[Text, Tag("\0text")] | Annotated[dict[str, Any], Tag("\0keys")],
            Discriminator(_text_or_keys),
        ]
    ],
    BeforeValidator(_as_list),
]


class _Body(_Model):
    date: Annotated[day | None, BeforeValidator(_as_day)] = Field(
        None, description="The day whose rules apply; without it the newest that is covered."
    )
    readings: dict[str, Text] = Field(
        default_factory=dict,
        description="How gaps of the documents are read, where not by default: gap to reading.",
    )
    turn: TurnEntry | None = Field(None, description="Whose turn it is, and which part of it.")
    priority: Text | None = Field(None, description="Who has priority.")
    passed: Texts = Field(default_factory=list, description="Who has passed in succession.")
    players: dict[str, Annotated[Player, BeforeValidator(lambda v: {} if v is None else v)]] = (
        Field(default_factory=dict, description="The players in turn order, with their boards.")
    )
    teams: list[list[Text]] = Field(default_factory=list, description="Players who are a team.")
    stack: list[Stacked] = Field(default_factory=list, description="The stack, bottom to top.")
    cards: Cards = Field(
        default_factory=list,
        description="Cards described here, like those of the card file, or files of cards (JSONL).",
    )
    do: Annotated[list[Step], BeforeValidator(_as_list)] = Field(
        default_factory=list, description="What is done, in order."
    )
    ask: Annotated[list[Question], BeforeValidator(_as_list)] = Field(
        default_factory=list, description="What is asked about the situation after that."
    )


class Variant(_Body):
    """The same scenario with some keys replaced."""

    name: Text = Field(description="What this variant is called.")
    title: Text | None = Field(None, description="One line about it.")
    case: Texts = Field(default_factory=list, description="Cases that it covers.")
    rows: Texts = Field(default_factory=list, description="Rows of the rules' inventory.")


class Scenario(_Body):
    """A board, what is done, what is asked, and, in tests, the expected answers."""

    title: Text | None = Field(None, description="One line about the scenario.")
    case: Texts = Field(default_factory=list, description="Cases that it covers.")
    rows: Texts = Field(default_factory=list, description="Rows of the rules' inventory.")
    game: Text = Field(description="The game, a folder of rules.")
    variants: list[Variant] = Field(
        default_factory=list,
        description="The same with keys replaced; players merge per player and zone.",
    )

    _node: Node | None = PrivateAttr(default=None)

    def __init__(self, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as cause:
            raise explained(cause) from None

    @property
    def node(self) -> Node:
        """The data with the places it was read from, if it was read from a file."""
        if self._node is None:
            self._node = reader.node_of(self.model_dump(by_alias=True, exclude_unset=True))
        return self._node

    @property
    def file(self) -> str | None:
        """The file that the scenario was read from."""
        return None if self.node.mark is None else self.node.mark.file

    @classmethod
    def of(cls, node: Node) -> Scenario:
        """Return the scenario that a node describes; what is wrong with it is located."""
        data = reader.plain(reader.mapping(node, "a scenario"))
        try:
            made = cls(**data)
        except ScenarioError as cause:
            raise cause.located(node) from None
        made._node = node
        return made

    def error(self, message: str, path: Path_, *, key: bool = False) -> LudexError:
        """Return the error about the part that a path leads to."""
        return ScenarioError(message, path, key=key).located(self.node)


def validated(model: type[_M], data: object, path: Path_) -> _M:
    """Return data as a model; a mistake is reported under the path."""
    try:
        return model.model_validate(data)
    except ValidationError as cause:
        found = explained(cause, model, path)
        raise found from None


# --- Messages -----------------------------------------------------------------------------------

_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "date_type": "a date such as 2013-01-30",
    "date_from_datetime_parsing": "a date such as 2013-01-30",
    "date_parsing": "a date such as 2013-01-30",
    "date_from_datetime_inexact": "a date such as 2013-01-30",
    "literal_error": "'top' or 'all'",
    "union_tag_invalid": "text",
}
_MODELS: dict[str, tuple[type[BaseModel], str]] = {
    "players": (Player, "a player"),
    "variants": (Variant, "a variant"),
    "ask": (Question, "a question"),
    "may": (Step, "an action"),
    "do": (Step, "an action"),
    "stack": (Stacked, "something on the stack"),
    "turn": (Turn, "a turn"),
    "until": (Turn, "a turn"),
}


_CALLED: dict[type[BaseModel], str] = {
    Thing: "an object",
    Player: "a player",
    Step: "an action",
    Stacked: "something on the stack",
}


def explained(
    cause: ValidationError, outer: type[BaseModel] | None = None, before: Path_ = ()
) -> ScenarioError:
    """Return what pydantic found first as one error in the words of these files."""
    first = cause.errors(include_url=False)[0]
    path: Path_ = before + tuple(s for s in first["loc"] if not str(s).startswith("\0"))
    kind, found = first["type"], first["input"]
    words = [step for step in path if isinstance(step, str)]
    key = quote(words[-1]) if words else "this"
    if path and isinstance(path[-1], int):
        key = f"an entry of {key}"
    if kind == "extra_forbidden":
        model, what = _model(path, outer)
        fields = [f.alias or n for n, f in model.model_fields.items()]
        word = str(path[-1]) if path else ""
        message = f"unknown key {key} in {what}{nearest(word, fields)}"
        return ScenarioError(message, path, key=True)
    if kind == "missing":
        _, what = _model(path, outer)
        return ScenarioError(f"{what} has no {key}", path[:-1])
    if kind in ("greater_than_equal", "less_than_equal", "string_too_short", "too_short"):
        context = first.get("ctx", {})
        if kind == "string_too_short":
            return ScenarioError(f"empty text as {key}", path)
        bound = context.get("ge", context.get("le"))
        word = "at least" if "ge" in context else "at most"
        return ScenarioError(f"{quote(found)} as {key}; expected {word} {bound}", path)
    if path[-2:] == ("turn", "player") and isinstance(found, list | tuple):
        return ScenarioError("a list as 'player'; a turn has one active player", path)
    if path[-1:] == ("turn",) and isinstance(found, list | tuple):
        return ScenarioError("a list as 'turn'; a turn has one active player", path)
    expected = _KINDS.get(kind, "something else")
    return ScenarioError(f"{_found(found)} as {key}; expected {expected}", path)


def _model(path: Path_, outer: type[BaseModel] | None) -> tuple[type[BaseModel], str]:
    if outer is not None:
        return outer, _CALLED.get(outer, "this")
    model: tuple[type[BaseModel], str] = (Scenario, "a scenario")
    for step in path[:-1]:
        if isinstance(step, str):
            model = _MODELS.get(step, model)
    return model


def _found(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return quote(value)
