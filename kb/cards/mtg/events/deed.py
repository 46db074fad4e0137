"""What somebody or something does, taken apart, and what is asked of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.cards.mtg.nodes import Unsaid, is_plain, items, lemma, plain, quantifier_kind, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.values import Node
from kb.records import record

Entry = dict[str, Any]
Reading = tuple[Entry, str | None]
"""What sets an ability off, and what "it" then is."""


@record
class Deed:
    """Who does what, and how: "a creature attacks alone".

    Attributes
    ----------
    subject : Node
        Who or what does it.
    acts : Node
        What is done, without its adverbs.
    hows : list of Node
        The adverbs, in the order of the text.
    phrases : Phrases
        What reads the phrases of the ability, and is told what later words speak of.
    """

    subject: Node
    acts: Node
    hows: list[Node]
    phrases: Phrases

    @property
    def verb(self) -> str:
        """The verb by its base form; empty for "is …"."""
        return verb_of(self.acts)

    @property
    def thing(self) -> Node | None:
        """What it is done to."""
        return self.acts.node("object")

    @property
    def plainly(self) -> bool:
        """Whether something is done to a thing, and nothing is said of how."""
        return self.acts.kind == "act" and not self.hows

    @property
    def alone(self) -> bool:
        """Whether something is done, to nothing, and nothing is said of how."""
        return self.acts.kind == "act_alone" and not self.hows

    @property
    def several(self) -> bool:
        """Whether "one or more" do it."""
        return (self.subject.node("quantifier") or self.subject).kind == "one_or_more"

    @property
    def how(self) -> Node | None:
        """The only adverb, where it is a preposition with what follows it."""
        only = self.hows[0] if len(self.hows) == 1 else None
        return only if only is not None and only.kind == "prep" else None

    def said_behind(self, prep: str) -> Node | None:
        """Return what follows a preposition, where there is no other adverb."""
        how = self.how
        return None if how is None or plain(how.get("prep")) != prep else how.node("what")

    def becomes(self, past: str) -> bool:
        """Return whether this is "becomes" with a participle, such as "tapped"."""
        done = self.acts.kind == "act_done" and plain(self.acts.get("past")) == past
        return done and self.verb == "become"

    def in_state(self, state: str) -> bool:
        """Return whether an adjective follows, as in "attacks alone"."""
        found = self.acts.node("state") if self.acts.kind == "act_state" else None
        return found is not None and plain(found.get("state")) == state


Reader = Callable[[Deed], Reading | None]


def of(subject: Node, acts: Node | None, phrases: Phrases) -> Deed:
    """Return a deed, its adverbs taken apart."""
    hows: list[Node] = []
    while acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        if how is not None:
            hows.insert(0, how)
        acts = acts.node("act")
    if acts is None:
        raise Unsaid("an event")
    return Deed(subject, acts, hows, phrases)


def is_one(node: Node | None) -> bool:
    """Whether a phrase is about one thing of a kind: a creature, another creature."""
    return node is not None and quantifier_kind(node) in ("a", "another")


def is_bare(node: Node | None) -> bool:
    """Whether a noun stands quite by itself, without an article even: "damage"."""
    return node is not None and node.kind == "bare" and is_plain(node)


def is_life(node: Node | None) -> bool:
    """Whether this is "life"."""
    return node is not None and node.kind == "bare" and lemma(node) == "life"


def is_card(node: Node | None) -> bool:
    """Whether this is "a card", of whatever kind."""
    return node is not None and is_one(node) and lemma(node) == "card" and is_plain(node)


def is_battlefield(node: Node | None) -> bool:
    """Whether this is "the battlefield"."""
    return lemma(node) == "battlefield" and not items(None if node is None else node.node("posts"))


def is_yours(node: Node | None) -> bool:
    """Whether "your" stands before a noun."""
    quantifier = None if node is None else node.node("quantifier")
    return quantifier is not None and plain(quantifier.get("whose")) == "your"


def is_dealt_damage(deed: Deed) -> bool:
    """Whether this is "is dealt damage"."""
    done = deed.acts.node("complement") if deed.acts.kind == "be_so" else None
    if deed.hows or done is None or done.kind != "done_to" or plain(done.get("past")) != "dealt":
        return False
    thing = done.node("object")
    return is_bare(thing) and lemma(thing) == "damage"
