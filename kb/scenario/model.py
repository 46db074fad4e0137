"""The scenario file as Python objects, with or without YAML.

These declarations hold the shape that every game shares. The words of a game (zones, attributes,
actions) are further keys of `Player`, `Thing` and `Step`, and are checked against the game when the
scenario becomes a `Situation`.
"""

from __future__ import annotations

from datetime import date as day
from typing import Annotated, Any, Literal

from kb.errors import LudexError, escape
from kb.records import record
from kb.scenario import reader
from kb.scenario.declared import Record, Said, key
from kb.scenario.notebook import board_html
from kb.scenario.reader import Node, Path_, ScenarioError

MOST = 1_000_000


@record(init=False, eq=False)
class Thing(Said):
    """An object on the board, with what is special about it.

    Further keys are the game's attributes of objects, such as ``tapped`` or ``loyalty``.
    """

    called, open = "an object", True
    card: str = key("The card's name, in any of its languages.")
    id: str | None = key("Its number in a file of cards, where several have the name.", None)
    as_: str | None = key("The name that this file calls it by.", None, name="as")
    owner: str | None = key("Its owner, if not the player listed under.", None)
    count: int = key("How many of them there are.", 1, least=1, most=10_000)
    effects: tuple[dict[str, Any], ...] = key("Effects that are already there.", ())


@record(init=False, eq=False)
class Player(Said):
    """A player: further keys are zones and attributes of players."""

    called, open = "a player", True


class _Board(Record):
    """A player, of whom nothing need be said."""

    def read(self, value: object, path: Path_) -> Any:
        """Return the player's board."""
        return super().read({} if value is None else value, path)


@record(init=False, eq=False)
class Stacked(Said):
    """A spell or an ability on the stack."""

    called = "something on the stack"
    spell: str | None = key("The card that is being cast.", None)
    ability_of: str | None = key("The ability's source.", None, name="ability of")
    ability: str | int | None = key("Which ability: cost, number or keyword.", None)
    by: str = key("The player who controls it.")
    as_: str | None = key("The name that this file calls it by.", None, name="as")
    owner: str | None = key("The card's owner, if another player.", None)
    targets: tuple[str, ...] = key("Its targets, in order.", ())
    x: int | None = key("The value of X.", None, least=0, most=MOST)
    resolving: bool = key("Whether all have passed and it resolves.", default=False)


_ONE = "a turn has one active player"


@record(init=False, eq=False)
class Turn(Said):
    """Whose turn, and which part of it."""

    called = "a turn"
    player: str | None = key("The active player.", None, one=_ONE)
    phase: str | None = key("The phase or step; it has begun.", None)


@record(init=False, eq=False)
class Step(Said):
    """What is done: the further key is the action, its value what with."""

    called, open = "an action", True
    by: str | None = key("The player who does it.", None)
    ability: str | int | None = key("Which ability: cost, number or keyword.", None)
    targets: tuple[str, ...] = key(
        "The targets, in order; 'nothing' leaves out one that need not be.", ()
    )
    x: int | None = key("The value of X.", None, least=0, most=MOST)
    together: list[list[str]] | None = key("Of what is declared, those that form a group.", None)
    resolve: Literal["top", "all"] | None = key(
        "All pass until the top of the stack, or all of it, has resolved.", None
    )
    choose: str | int | bool | None = key(
        "Settles the next decision of the kind that 'for' names.", None
    )
    for_: str | None = key("The decision that is settled.", None, name="for")
    until: str | Turn | None = key("All pass until then.", None)


@record(init=False, eq=False)
class Unless(Said):
    """A text not carried out: an answer holds unless it says otherwise."""

    called = "an entry of 'unless'"
    card: str = key("The card.")
    ability: int = key("Which of its abilities: its number.", least=1)


@record(init=False, eq=False)
class Question(Said):
    """Something that is asked, with the expected answer if there is one."""

    called = "a question"
    may: Step | None = key("Is this action legal now?", None)
    declarations: dict[str, Any] | None = key(
        "All that a player could declare, such as attackers, now.", None
    )
    options: dict[str, Any] | None = key("All legal actions of a player now.", None)
    targets: dict[str, Any] | None = key("The legal targets of an action.", None)
    mentions: dict[str, Any] | str | None = key(
        "What a text, or the text of a card, mentions; which are targets.", None
    )
    what: str | None = key("A property of an object or a player.", None)
    of: str | None = key("The object or player asked about.", None)
    outcomes: dict[str, Any] | None = key("How it can end.", None)
    when: dict[str, Any] | None = key(
        "When this comes about, whatever the players do: objects, properties.", None
    )
    within: int | None = key(
        "For 'when', how many turns of the player in 'of' are followed; 3.", None, least=0, most=50
    )
    only: tuple[Step, ...] | None = key(
        "For 'when', all that players may do besides passing.", None
    )
    orders: dict[str, Any] | None = key("In which orders what waits can be played.", None)
    name: str | None = key("What the question is called in reports.", None)
    expect: Any = key("The expected answer: exactly this, or that it is 'undetermined'.", None)
    includes: tuple[Any, ...] | None = key("What the answer must contain.", None)
    excludes: tuple[Any, ...] | None = key("What the answer must not contain.", None)
    because: tuple[str, ...] = key(
        "Rules of the proof; without each of them the answer changes.", ()
    )
    depends_on: tuple[str, ...] | None = key(
        "The gaps of which another reading changes the answer: exactly these.",
        None,
        name="depends on",
    )
    unless: tuple[Unless, ...] = key(
        "The texts not carried out that may change the answer: exactly these.", ()
    )


@record(init=False, eq=False)
class _Body(Said):
    title: str | None = key("One line about it.", None)
    case: tuple[str, ...] = key("Cases that it covers.", ())
    rows: tuple[str, ...] = key("Rows of the rules' inventory.", ())
    date: day | None = key(
        "The day whose rules apply; without it the newest that is covered.", None
    )
    readings: dict[str, str] = key(
        "How gaps of the documents are read, where not by default: gap to reading.", dict
    )
    turn: str | Turn | None = key("Whose turn, and which part of it.", None, one=_ONE)
    priority: str | None = key("Who has priority.", None)
    passed: tuple[str, ...] = key("Who has passed in succession.", ())
    players: dict[str, Annotated[Player, _Board(Player)]] = key(
        "The players in turn order, with their boards.", dict
    )
    teams: list[list[str]] = key("Players who are a team.", list)
    stack: list[Stacked] = key("The stack, bottom to top.", list)
    cards: tuple[str | dict[str, Any], ...] = key(
        "Cards described here, like those of the card file, or files of cards (JSONL).", ()
    )
    do: tuple[Step, ...] = key("What is done, in order.", ())
    ask: tuple[Question, ...] = key("What is asked about the situation after that.", ())


@record(init=False, eq=False)
class Variant(_Body):
    """The same scenario with some keys replaced."""

    called = "a variant"
    name: str = key("What this variant is called.")


@record(init=False, eq=False)
class Scenario(_Body):
    """A board, what is done, what is asked, and, in tests, the expected answers."""

    called = "a scenario"
    game: str = key("The game, a folder of rules.")
    variants: list[Variant] = key(
        "The same with keys replaced; players merge per player and zone.", list
    )

    @property
    def node(self) -> Node:
        """The data with the places it was read from, if it was read from a file."""
        if "_node" not in self.__dict__:
            self.__dict__["_node"] = reader.node_of(self.data())
        found: Node = self.__dict__["_node"]
        return found

    @property
    def file(self) -> str | None:
        """The file that the scenario was read from."""
        return None if self.node.mark is None else self.node.mark.file

    @classmethod
    def of(cls, node: Node) -> Scenario:
        """Return the scenario that a node describes; what is wrong with it is located."""
        data = reader.plain(reader.mapping(node, "a scenario"))
        try:
            made = Scenario.read(data, ())
        except ScenarioError as cause:
            raise cause.located(node) from None
        made.__dict__["_node"] = node
        return made

    def __repr__(self) -> str:
        said = (f"{len(getattr(self, word))} {word}" for word in ("players", "do", "ask"))
        title = "" if self.title is None else f" {escape(self.title)}:"
        return f"<Scenario:{title} {self.game}, {', '.join(said)}>"

    def _repr_html_(self) -> str:
        return board_html(reader.plain(self.node))

    def error(self, message: str, path: Path_, *, key: bool = False) -> LudexError:
        """Return the error about the part that a path leads to."""
        return ScenarioError(message, path, key=key).located(self.node)
