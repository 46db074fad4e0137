"""What happens that sets an ability off: "when …", "whenever …"."""

from __future__ import annotations

from collections.abc import Iterator

from kb.cards.mtg.daylight import day_changes
from kb.cards.mtg.events import deed as deeds
from kb.cards.mtg.events.deed import Deed, Entry, Reading, is_one
from kb.cards.mtg.events.players import by_player, by_you
from kb.cards.mtg.events.things import by_thing
from kb.cards.mtg.nodes import Unsaid, verb_of
from kb.cards.mtg.phrases import Phrases
from kb.cards.mtg.shuffles import caused_to, discarded_by_opponents
from kb.cards.values import Node


def event(node: Node | None, phrases: Phrases) -> Reading:
    """Return what sets an ability off, and what "it" then is."""
    if node is not None and day_changes(node):
        return {"day changes": None}, "this"
    subject = None if node is None or node.kind != "does" else node.node("subject")
    if node is None or subject is None:
        raise Unsaid("an event")
    deed = deeds.of(subject, node.node("acts"), phrases)
    if deed.acts.kind == "or_act" and subject.kind == "you" and not deed.hows:
        return _casts_or_copies(deed)
    thrown = None if deed.hows else discarded_by_opponents(subject, deed.acts)
    if thrown is not None:
        if not phrases.is_this(thrown):
            raise Unsaid("an event")
        return {"discarded by": "opponent"}, "this"
    if (caused := caused_to(subject, deed.acts)) is not None:
        deed = Deed(*caused, deed.hows, phrases)
    if _stands(deed):
        return {"is so": phrases.condition(node)}, "this"
    if deed.subject.kind == "you":
        return by_you(deed)
    return by_player(deed) or by_thing(deed)


def _stands(deed: Deed) -> bool:
    """Return whether this is how things stand ("you control no Islands"), and nothing happens."""
    has = deed.acts.kind in ("have", "have_grants")
    stands = deed.verb == "control" or has or deed.subject.kind == "there"
    whose = deed.subject.kind in ("you", "there") or deed.phrases.is_this(deed.subject)
    return stands and not deed.hows and whose


def _casts_or_copies(deed: Deed) -> Reading:
    first, second = deed.acts.node("first"), deed.acts.node("second")
    spell = None if second is None else second.node("object")
    copies = second is not None and second.kind == "act" and verb_of(second) == "copy"
    if verb_of(first) != "cast" or not copies or not is_one(spell):
        raise Unsaid("an event")
    return {"casts or copies": deed.phrases.filter(spell)}, "it"


def spoken_of(phrases: Phrases, when: Entry) -> Iterator[tuple[Entry, Phrases]]:
    """Yield each way in which an ability may go on to speak of what is dealt damage, or deals it.

    Of two creatures either may be "that creature", which is refused; what has another noun is
    known by that, and so is what deals damage to the card itself, which is never "that creature";
    of a creature and a player the creature is "it".
    """
    if (dealer := _what_deals(when)) is None:
        return
    whom, who = phrases.nouns
    players = {"player", "opponent", "you"}
    for event_, noun, other in ((when, whom, who), (dealer, who, whom)):
        if noun in players or (other not in players and noun in ("", other)):
            continue
        known = Phrases("", "it")
        known.names, known.much, known.many = phrases.names, phrases.much, phrases.many
        known.only_that = "" if other in players else noun
        yield event_, known


def _what_deals(when: Entry) -> Entry | None:
    """Return the same event as one about what deals the damage, not what is dealt it."""
    if "deals damage to" not in when or "by" not in when:
        return None
    other = {"deals": when["by"], "damage to": when["deals damage to"]}
    return {**other, "combat": True} if "combat" in when else other
