"""How numbers, declarations and what came into being are called, whatever the game."""

from __future__ import annotations

from clingo import Symbol, SymbolType

from kb.inference.session import Session
from kb.ordinals import ordinal


def _verb(name: str, told: str | None) -> str:
    """Return the verb of a declaration, which is told as ``block {value} with {object}``."""
    return (told or name).split(maxsplit=1)[0]


def nothing(name: str, told: str | None) -> str:
    """Return a declaration of nothing; with "not" before it, it is no double negation.

    Of amounts, what nobody has named is not nothing: it is still to be said.
    """
    verb, said = _verb(name, told), (told or name).removesuffix(" {object}")
    if "{n}" in said:
        return f"{verb} and leave all of it open"
    return f"choose to {verb} with nothing" if said.endswith(" with") else f"{verb} nothing"


def so_many(name: str, number: str) -> str:
    """Return a number of something: ``3 loyalty counters``, ``1 card in hand``, ``loyalty 3``."""
    words = name.split(" ")
    things = next(
        (n for n, word in enumerate(words) if word.endswith("s") and word[-2:] != "ss"), None
    )
    if things is None:
        return f"{number} {name}" if words[-1] == "mana" else f"{name} {number}"
    if number == "1":
        words[things] = singular(words[things])
    return f"{number} {' '.join(words)}"


def singular(name: str) -> str:
    """Return one of what a name calls several: ``idle ability`` of ``idle abilities``."""
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def called(session: Session) -> dict[Symbol, str]:
    """Return what to call that which came into being on the way: after its card and owner."""
    alike: dict[tuple[Symbol, Symbol], list[Symbol]] = {}
    for handle, same in session.made.items():
        alike.setdefault(same, []).append(handle)
    names = session.situation.names
    found = {}
    for (card, owner), handles in alike.items():
        for place, handle in enumerate(handles, 1):
            which = f"{ordinal(place)} " if len(handles) > 1 else ""
            found[handle] = f"{names.text(owner)}'s {which}{_called_so(session, card)}"
    return found


def _called_so(session: Session, card: Symbol) -> str:
    """Return what a card is called, or what it is that only copies one, without an article."""
    text = session.situation.names.text
    if card.type != SymbolType.Function or not card.arguments:
        return text(card)
    entry = session.view.vocabulary.entry("version", card.name, len(card.arguments))
    if entry is None:
        return text(card)
    inner = [_called_so(session, one) for one in card.arguments]
    return entry.phrase.format("", *inner).removeprefix("a ")
