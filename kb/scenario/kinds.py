"""The kinds of values that words of card files take, besides the game's own lists of words."""

from __future__ import annotations

from kb.records import record
from kb.scenario.shapes import FLAG, NAME, Schema

TEXT_OR_NUMBER: Schema = {"type": ["string", "integer"]}
NAMES: Schema = {"anyOf": [NAME, {"type": "array", "items": NAME}]}


@record
class Kind:
    """What a word takes.

    Parameters
    ----------
    says : str
        What it is, in words.
    json : dict
        Its JSON Schema.
    """

    says: str
    json: Schema


KINDS = {
    "number": Kind("a whole number", {"type": "integer"}),
    "amount": Kind("a number, or a phrase for one", TEXT_OR_NUMBER),
    "signed amount": Kind("a number, which may be negative, or a phrase for one", TEXT_OR_NUMBER),
    "flag": Kind("true or false", FLAG.json),
    "nothing": Kind("nothing", {"type": ["boolean", "null"]}),
    "text": Kind("text", NAME),
    "name": Kind("a name", NAME),
    "card": Kind("the name of a card", NAME),
    "player": Kind("the name of a player", NAME),
    "cost": Kind("a cost: symbols in braces, or phrases", NAME),
    "reference": Kind("a phrase for what is meant, such as 'target 1'", NAME),
    "condition": Kind("a phrase for what has to be so", NAME),
    "filter": Kind("a filter: a phrase for which things are meant, or several", NAMES),
    "instructions": Kind("instructions", {"$ref": "#/$defs/Effect"}),
    "look": Kind("a description, as of a card", {"$ref": "#/$defs/Look"}),
    "exceptions": Kind("what a copy has that the copied thing has not", {"type": "object"}),
    "activated abilities": Kind("the name of the card whose abilities are meant", NAME),
    "wording": Kind("the text of a card", NAME),
    "later wordings": Kind(
        "texts, each with the day from which on it counts",
        {
            "type": "object",
            "properties": {"from": NAME, "text": NAME},
            "required": ["from", "text"],
            "additionalProperties": False,
        },
    ),
}
"""Every kind, by the name that game files call it by."""
