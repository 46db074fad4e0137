"""Under which condition an answer holds that was found without some texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from clingo import Symbol

from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.words import listed
from kb.questions.asked import Asked
from kb.rulings.left_out import LeftOut, PartTexts, borrowed, unread_of
from kb.rulings.relevance import Relevance

TOLD = 3
"""How many texts a sentence names."""


def left_out(
    session: Session,
    asked: Asked,
    proofs: Callable[[], Iterable[Proof]],
    *,
    refused: bool = False,
) -> tuple[LeftOut, ...]:
    """Return the abilities that no rule carries out and that may matter for what is asked.

    A text may matter wherever its card has been on the way, unless what is known of it shows that
    it can't: where such abilities function, that it is used or waits for something, whether it
    says what is so or only what may be done, and of whom.

    Parameters
    ----------
    session : Session
    asked : Asked
    proofs : callable
        What the answers rest on: a text that speaks of its own card only is about one of these.
    refused : bool
        Whether the answer is that something may not be done: what only forbids can't change that.
    """
    unread = dict(unread_of(session))
    if not unread:
        return ()
    matters = Relevance(session, asked, proofs, refused)
    seen: dict[LeftOut, None] = {}
    where = {zone.term: zone for zone in session.game.zones.values()}
    cards = {fact.arguments[0]: fact.arguments[1] for fact in session.situation.said("card", 2)}
    parts = PartTexts(session, asked)
    known: set[tuple[object, ...]] = set()  # a thing, a zone where it has been, and a text of it
    lending: dict[Symbol, tuple[Symbol, list[LeftOut]] | None] = {}
    lying: dict[Symbol, bool] = {}  # whether a fluent says where an object is
    for number, node in enumerate(session.graph.nodes):
        lent = borrowed(node.state, unread, lending)
        turned, down = parts.turned(node.state), parts.hidden(node.state)
        for fluent in node.state:
            if fluent not in lying:
                lying[fluent] = fluent.match("in", 2) and fluent.arguments[0].match("obj", 2)
            if not lying[fluent]:
                continue
            (thing, _), zone = fluent.arguments[0].arguments, fluent.arguments[1]
            hidden = zone in where and where[zone].hidden
            if hidden and not (unread.keys() & {thing, cards.get(thing, thing)}):
                continue
            card = cards.get(thing, thing)
            if thing in down:
                shown: tuple[Symbol, ...] = ()
            elif thing in turned:
                shown = (parts.backs.get(card, card),)
            else:
                shown = parts.of(thing, card, zone)
            has = [text for one in shown for text in unread.get(one, ())]
            has += lent.get(thing, ())
            for one in has:
                if one in seen or (thing, zone, one.key, one.text) in known:
                    continue
                if hidden:
                    # Nobody sees it there, but for whoever looks for a card that is like this.
                    says = matters.places.says_what_it_is(one.text, one.card, zone)
                    if says and matters.places.looked_through:
                        seen[one] = None
                    continue
                if not matters.may(one, thing, zone):
                    known.add((thing, zone, one.key, one.text))
                elif one.key[0] != card or matters.has(one, fluent.arguments[0], zone, number):
                    seen[one] = None
    # What a trigger waits for and what it does may both be left out: they are one text.
    once = {(one.key, one.text): one for one in seen}
    return tuple(sorted(once.values(), key=lambda one: (one.card, one.ability, one.text)))


def unless(texts: tuple[LeftOut, ...]) -> str:
    """Return the condition under which an answer holds that was found without some texts."""
    if not texts:
        return ""
    told = texts[:TOLD]
    named = [str(one) for one in told if not one.noted]
    if len(texts) > TOLD:
        more = len(texts) - TOLD
        named.append("one more text" if more == 1 else f"one of {more} more texts")
    notes = [str(one) for one in told if one.noted]
    said = [f"{listed(named, 'or')} says otherwise"] if named else []
    said += [f"it matters {listed(notes, 'or')}"] if notes else []
    return f", unless {', or '.join(said)}"
