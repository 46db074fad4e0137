"""Rulings as JSON: the shapes from which both the data and their schema come."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, get_type_hints

from kb.proof.schema import JSON_SCHEMA
from kb.proof.tree import BranchData
from kb.questions.kinds import KINDS
from kb.questions.speech import Value
from kb.serialization import From, Schema, any_of, least

Properties = dict[str, dict[str, Value]]
State = Literal["answered", "conditional", "undetermined"]
Result = Literal["answer", "depends", "illegal", "loop", "cut"]


def _one_answer() -> Schema:
    """Return what one answer may be, by the kinds of question."""
    return any_of(get_type_hints(kind.plain)["return"] for kind in KINDS.values())


def _answer() -> Schema:
    """Return what the answer of a ruling may be: one, or those of all outcomes."""
    return any_of((OneAnswer, list[Properties], list[OneAnswer]))


OneAnswer = Annotated[Any, _one_answer]
Answer = Annotated[Any, _answer]


class WhyData(TypedDict):
    """One thing that stands against an action."""

    text: Annotated[str, "What is required, or what rules it out."]
    rules: Annotated[list[str], "The numbers of the rule that says so."]
    ruled_out: Annotated[bool, "Whether it is forbidden, not just unmet."]
    against: Annotated[list[str], "The facts that stand against it."]


class RefusedData(TypedDict):
    """Something that is not allowed."""

    text: str
    unmet: Annotated[list[WhyData], From("whys")]


class ToldData(TypedDict):
    """One thing that happened on the way to an answer."""

    turn: Annotated[str, "Whose turn it was, and which one from then on; empty without turns."]
    phase: Annotated[str, "The part of the turn."]
    who: Annotated[str | None, "Who did it, if somebody did."]
    what: Annotated[str, "What was done, or happened."]
    rules: Annotated[list[str], "The numbers of the rules by which it was so."]


class OutcomeData(TypedDict):
    """One answer, and how it comes about."""

    status: Literal["answered", "undetermined", "illegal"]
    sentence: Annotated[str, "The answer in one sentence."]
    answer: Annotated[OneAnswer, "The answer; null if there is none, and for outcomes."]
    ways: Annotated[int | None, "How many ways lead there; null if they are endless."]
    choices: Annotated[list[str], "Who chooses what, on a shortest way there."]
    timeline: Annotated[
        list[ToldData], "For outcomes and when: what happened on a shortest way there."
    ]
    others: Annotated[list[list[str]], "For when: the choices on other ways to the same moment."]
    properties: Annotated[Properties, "By object or player: its properties."]
    orders: Annotated[
        list[list[str]], "For orders: the first of them, each as what is played one after another."
    ]
    unmet: Annotated[list[WhyData], From("whys"), 'What stands against it, for a "no".']
    refused: Annotated[list[RefusedData], "For options: what is not legal, and why."]
    more: Annotated[bool, "Whether a list, or a count, was cut."]
    tree: Annotated[
        list[BranchData], "The proof in words, as the text shows it: branches within branches."
    ]
    proof: Annotated[dict[str, Any], lambda: {"$ref": "#/$defs/proof"}]


class OtherwiseData(TypedDict):
    """Another reading, and the answer under it."""

    reading: str
    answer: Answer
    state: Annotated[State | None, "As of an answer; null: what is asked makes no sense then."]
    result: Annotated[Result | None, "As of an answer; null: what is asked makes no sense then."]
    sentence: Annotated[str, "The ruling in one sentence."]


class DependenceData(TypedDict):
    """Something that the documents leave open, of which another reading changes the answer."""

    gap: Annotated[str, From("gap.name"), "What it is called."]
    question: Annotated[str, From("gap.question"), "The question that the documents leave open."]
    reading: Annotated[str, "The reading that the answer takes."]
    others: Annotated[list[OtherwiseData], "The readings under which the answer is another one."]


class LeftOutData(TypedDict):
    """A text that no rule carries out."""

    card: Annotated[str, "The card that has it."]
    ability: Annotated[int, "Which of its abilities, counted from 1."]
    text: Annotated[str, "What is not carried out."]


class RulingData(TypedDict):
    """The answer to one question."""

    scenario: Annotated[str, "The scenario, or the variant of it."]
    number: Annotated[int, least(1), "Which of its questions it is."]
    question: Annotated[str, "The question in words."]
    kind: Annotated[str, lambda: {"enum": list(KINDS)}]
    date: Annotated[str, lambda: {"format": "date"}, "The day whose rules apply."]
    edition: Annotated[str, "The edition of the rules in force on that day."]
    notes: Annotated[list[str], "What is to be told besides."]
    sentence: Annotated[str, "The ruling in one sentence."]
    state: Annotated[
        State,
        "How sure it is. answered: nothing that was left out can change it. conditional: it was "
        "found without the texts in 'unless', which may matter, by a wording of a card that is "
        "later than the day, or supposing what the file of a card does not tell. undetermined: "
        "something on the way is not understood or not carried out, or the search was cut.",
    ]
    result: Annotated[
        Result,
        "What came out. answer: one answer. depends: another one in another outcome. illegal: "
        "what is done is not legal. loop: it never ends. cut: a bound was reached before any "
        "answer.",
    ]
    answer: Annotated[Answer, "The answer, or null: then see state, result, outcomes."]
    complete: Annotated[bool, "True for a state of 'answered' only."]
    exhausted: Annotated[bool, "False if a bound cut the search."]
    loop: Annotated[bool, "Whether there is a loop that nobody can leave."]
    gaps: Annotated[list[str], "Instructions on the way that cannot be carried out."]
    unknown: Annotated[list[str], "What the situation does not tell, and the answer hangs on."]
    unless: Annotated[
        list[LeftOutData], "Texts that no rule carries out and that may change the answer."
    ]
    depends: Annotated[
        list[DependenceData], "What the documents leave open, where it decides the answer."
    ]
    rules: Annotated[list[str], "The numbers of all rules that the answer rests on."]
    reasons: Annotated[str, "What it rests on, as text."]
    outcomes: Annotated[list[OutcomeData], "Each different answer."]


# Inside another schema a schema may not say which dialect it is in.
DEFINITIONS = {"proof": {key: part for key, part in JSON_SCHEMA.items() if key != "$schema"}}
