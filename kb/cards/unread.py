"""What of the entry of a card is nothing but words, as no rule carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def words_left(entry: object) -> Iterator[str]:
    """Yield the parts of an entry that are nothing but words, as no rule carries them out."""
    if isinstance(entry, Mapping):
        if "other" in entry:
            yield str(entry["other"])
        for part in entry.values():
            yield from words_left(part)
    elif isinstance(entry, list):
        for part in entry:
            yield from words_left(part)


def has_words_left(entry: object) -> bool:
    """Whether a part of an entry is nothing but words."""
    return next(words_left(entry), None) is not None


def is_unread(ability: Mapping[str, object]) -> bool:
    """Whether nothing is known of an ability but words, not even what it waits for, or costs."""
    return not {"when", "cost"} & ability.keys() and has_words_left(ability)


def with_mode(ability: Mapping[str, object], mode: str) -> dict[str, object] | None:
    """Return an ability that offers modes and is not carried out, with one more of them.

    A mode does nothing by itself, and not before its ability is used, or set off. None where the
    ability offers no modes, or all of it is carried out.
    """
    effect = ability.get("effect")
    last = effect[-1] if isinstance(effect, list) and effect else ability
    text = last.get("other") if isinstance(last, Mapping) else None
    if not isinstance(text, str) or "choose" not in text.casefold():
        return None
    joined = {**last, "other": f"{text} {mode}"}
    if last is ability:
        return joined
    return {**ability, "effect": [*effect[:-1], joined]} if isinstance(effect, list) else None
