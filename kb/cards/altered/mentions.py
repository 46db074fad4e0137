"""What Altered's noun phrases are made of, in both languages: targets, zones, sides.

A target is what the text calls one ("target Character", « un Personnage ciblé »); the feature
``target`` says so. Heads and verbs are concepts, the same in both languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kb.cards.altered.concepts import LANGUAGES, Concepts
from kb.cards.facts import Fact
from kb.cards.mentions import Mention, MentionRules, heads_of
from kb.cards.values import GrammaticalNumber, Node, Noun, Value

if TYPE_CHECKING:
    from kb.cards.reading import Reading

_AIMED = frozenset({"aimed", "whose_target", "relator_target"})
_PHRASES = frozenset({"phrase", "bare", "as_many", "whose", "relator_a"}) | _AIMED
_PRONOUNS = frozenset(
    {"i", "me", "it", "them", "they", "you", "this", "those", "them_all", "the_other", "the_others"}
)
_PLAYERS = frozenset({"player", "joueur", "opponent", "adversaire", "owner", "controller"})
_ROLES = frozenset({"cost", "trigger", "condition", "destination", "count", "restriction"})

_ZONES = {
    "reserve": "reserve",
    "hand": "hand",
    "deck": "deck",
    "discard pile": "discard",
    "mana zone": "mana",
    "expedition": "expedition",
    "expedition zone": "expedition",
    "landmark": "landmark",
    "landmark zone": "landmark",
}
"""Where a noun of a place puts what it describes."""

_HOMES = {
    "character": "expedition",
    "permanent": "play",
    "landmark": "landmark",
    "hero": "hero",
    "player": "player",
    "opponent": "player",
    "owner": "player",
    "controller": "player",
    "mana orb": "mana",
}
"""Where a noun's objects are when no place is named."""

_SIDES = {"your": "friendly", "my": "friendly"}
_ONE = frozenset({"a", "another", "each", "every"})
_MANY = frozenset({"all", "any_number", "any"})
_PLACES = ("place", "of", "from")


def rules(language: str) -> MentionRules:
    """Return how the noun phrases of a language are read."""
    concepts = LANGUAGES[language]
    return MentionRules(
        phrases=_PHRASES,
        pronouns=_PRONOUNS,
        players=_PLAYERS | {"you"},
        roles=_ROLES,
        describe=lambda node, mention: _described(node, mention, concepts),
        more_roles=_more_roles,
        number=_number,
        verb_of=_verb_of,
    )


def target_facts(reading: Reading) -> list[Fact]:
    """Return what the targets of each line are: the same facts in every language.

    ``target(1,t1)``: line 1 has the target t1; ``target_is(t1,head,character)``: what it is.
    """
    lines = [line.start for line in reading.lines]
    found: list[tuple[int, list[tuple[str, str | int]]]] = []
    for mention in reading.mentions:
        if "target" in mention.features:
            said: list[tuple[str, str | int]] = [("head", head) for head in mention.heads]
            said += [("role", mention.role), ("zone", mention.zone), ("side", mention.side)]
            said += [("feature", one) for one in mention.features if one != "target"]
            if mention.count is not None:
                said.append(("count", mention.count))
            told = [(key, value) for key, value in said if value != ""]
            found.append((sum(start <= mention.start for start in lines), told))
    facts: list[Fact] = []
    for place, (line, told) in enumerate(sorted(found, key=str), 1):
        facts.append(Fact("target", (line, f"t{place}")))
        facts += (Fact("target_is", (f"t{place}", key, value)) for key, value in told)
    return facts


def _more_roles(node: Node, part: str) -> frozenset[str]:
    """Return the roles that frames without a remark give their parts."""
    if part == "costs":
        return frozenset({"cost"})
    if part == "whose":  # "target player's Landmarks", as « les Repères d'un joueur ciblé »
        return frozenset({"restriction"})
    if part == "condition" and node.kind != "trigger_if":
        return frozenset({"condition"})
    return frozenset()


def _described(node: Node, mention: Mention, concepts: Concepts) -> Mention:
    heads = tuple(_concept(Noun(head), concepts) for head in _heads(node))
    features = []
    verb = concepts.verb(mention.verb) if mention.verb else ""
    named = verb == "target" and mention.role != "restriction"  # "Target a Character."
    if node.kind in _AIMED or node.get("target") is not None or named:
        features.append("target")
    if mention.quantifier == "another":
        features.append("other")
    zone = next((zone for zone in _places(node, concepts) if zone), "")
    if not zone:
        homes = {_HOMES[head] for head in heads if head in _HOMES}
        zone = homes.pop() if len(homes) == 1 else "play" if homes else ""
    return replace(
        mention,
        heads=heads,
        features=tuple(features),
        zone=zone,
        verb=verb,
        side=_side(node, concepts),
        count=mention.count or _count(node, concepts),
    )


def _count(node: Node, concepts: Concepts) -> int | None:
    """Return how many, if that is said in a word."""
    quantifier = node.node("quantifier")
    if quantifier is not None and quantifier.kind == "up_to_one_q":
        return 1
    said = None if quantifier is None else quantifier.get("count")
    found = concepts.word(said) if isinstance(said, str) else None
    return found if isinstance(found, int) else None


def _verb_of(node: Node) -> Value:
    """Return the verb of a frame; in French it may be a part of what is done."""
    found = node.get("verb")
    deed = node.node("deed")
    if found is None and deed is not None:
        found = deed.get("verb")
    return found.get("verb") if isinstance(found, Node) else found


def _heads(node: Node) -> tuple[str, ...]:
    """Return the nouns of a phrase, both of "Character or Permanent"."""
    noun = node.node("noun")
    if noun is not None and noun.get("second") is not None:
        return (*heads_of(noun.get("first")), *heads_of(noun.get("second")))
    return heads_of(node)


def _concept(noun: Noun, concepts: Concepts) -> str:
    found = concepts.noun(noun)
    return found.lemma if isinstance(found, Noun) else str(found)


def _places(node: Node, concepts: Concepts) -> Iterator[str]:
    """Yield the zones that the phrases behind a noun are places of."""
    posts = node.node("posts")
    found = posts.get("items") if posts is not None else None
    for post in found if isinstance(found, tuple) else ():
        for part in _PLACES:
            place = post.get(part) if isinstance(post, Node) else None
            for head in heads_of(place):
                yield _ZONES.get(_concept(Noun(head), concepts), "")


def _side(node: Node, concepts: Concepts) -> str:
    """Return whose the thing is, as far as the phrase says."""
    control = node.node("control")
    if control is not None and control.kind == "who_does":
        if concepts.verb(_lemma(control.get("verb"))) not in ("control", "own"):
            return ""
        subject = control.node("subject")
        if subject is not None and subject.kind == "you":
            return "friendly"
        heads = {_concept(Noun(head), concepts) for head in heads_of(subject)}
        return "enemy" if "opponent" in heads else ""
    quantifier = node.node("quantifier")
    whose = None if quantifier is None else quantifier.node("whose")
    return "" if whose is None else _SIDES.get(whose.kind, "")


def _lemma(value: Value) -> str:
    return str(getattr(value, "lemma", ""))


def _number(value: Value) -> GrammaticalNumber:
    """Return whether a phrase is about one or several, by its noun or its quantifier."""
    if not isinstance(value, Node):
        return None
    quantifier = value.node("quantifier")
    kind = quantifier.kind if quantifier is not None else ""
    if kind in _ONE:
        return "one"
    if kind in _MANY:
        return "many"
    noun = value.node("noun")
    inner = noun.get("noun") if noun is not None else None
    return inner.number if isinstance(inner, Noun) else None
