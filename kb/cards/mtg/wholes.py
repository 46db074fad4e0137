"""Static abilities that are known by all words of their line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kb.cards.mtg.nodes import NUMBERS
from kb.cards.mtg.words import listed
from kb.cards.mtg.writing import calls

Entry = dict[str, Any]

_WHO = {"each player": "each", "players": "each", "you": "you", "your opponents": "opponent"}
_WHO |= {"each opponent": "opponent"}

KNOWS_ONLY = re.compile(
    r"you may look at the top card of your library any time\."
    r"|play with the top card of your library revealed\.",
    re.I,
)
"""A line by which somebody knows a card, and by which nothing else becomes otherwise."""
_CASTS_AT_MOST = re.compile(
    r"(each player|players|you|each opponent|your opponents) can['’]t cast more than"
    r" (\w+) (?:(creature|noncreature|nonartifact|artifact|nonland) )?spells? each turn\.",
    re.I,
)
_LIMIT = re.compile(
    r"no more than (\w+) creatures? can (?:attack( you)?|(block)) each combat\.", re.I
)
_CASTS_NO_MORE = re.compile(
    r"(each player|each opponent) who has cast an? (\w+) spell this turn can['’]t cast"
    r" additional (\w+) spells\.",
    re.I,
)
_SKIPS = re.compile(
    r"(?:(each player|players|each opponent|your opponents) skips? their (untap|upkeep|draw) steps?"
    r"|skip your (untap|upkeep|draw) step)\.",
    re.I,
)
_CHOOSES_PLAYER = re.compile(
    r"as [^,.]+ enters(?: the battlefield)?, choose (an opponent|a player)\.", re.I
)
_COUNTERS_GROW = re.compile(
    r"if one or more \+1/\+1 counters would be put on a creature you control,"
    r" (?P<more>twice that many|that many plus one) \+1/\+1 counters are put on"
    r" (?:that creature|it) instead\.",
    re.I,
)
_BEGINS_WITH_IT = re.compile(
    r"if (.+) is in your opening hand, you may begin the game with it on the battlefield\.", re.I
)
_NO_COUNTERS = re.compile(
    r"counters can['’]t be put on ((?:[a-z]+s, )*(?:or )?[a-z]+s)\."
    r"|creatures your opponents control can['’]t have (\+1/\+1 )?counters put on them\."
    r"|(players can['’]t get counters\.)",
    re.I,
)
_NO_COUNTERS_ITSELF = re.compile(r"(.+) can['’]t have counters put on it\.", re.I)
_UNPREVENTABLE = re.compile(r"damage can['’]t be prevented\.", re.I)
_TWO_COLORS = re.compile(
    r"(white|blue|black|red|green) spells and (white|blue|black|red|green) spells you cast cost"
    r" \{(\d+)\} (less|more) to cast\.",
    re.I,
)
_AFFINITY = re.compile(
    r"((?:\w+, )*(?:\w+,? and )?\w+) spells you cast have affinity for (artifact|creature|land)s\.",
    re.I,
)
_BY_TOUGHNESS = re.compile(
    r"each creature( you control)? assigns combat damage equal to its toughness rather than"
    r" its power\.",
    re.I,
)
_GAINS = re.compile(
    r"if (you|an opponent|a player) would gain life, (?:you gain|that player gains|they gain)"
    r" (?:(twice that much life)|(no life)|that much life plus (\d+)) instead\.",
    re.I,
)
_EXILED = re.compile(
    r"if (?:a card(?P<tokens> or token)? would be put into"
    r" (?P<whose>a|your|an opponent['’]s) graveyard from anywhere"
    r"|(?P<itself>~) would (?P<dies>die|be put into a graveyard from anywhere)),"
    r" exile (?:it|that card) instead\.",
    re.I,
)
_DISCARDED = re.compile(
    r"if a spell or ability an opponent controls causes you to discard (.+), put it onto the"
    r" battlefield instead of putting it into your graveyard\.",
    re.I,
)
_SPELLS = listed("creature planeswalker artifact enchantment instant sorcery")
_PERMANENTS = listed("artifact creature enchantment land planeswalker permanent")
_GRAVEYARDS = {"a": "each", "your": "you"}
_PLAYERS = {"you": "you", "an opponent": "opponent", "a player": "each"}
_KEEPS = re.compile(
    r"spells and abilities your opponents control can['’]t cause you to (discard cards or )?"
    r"sacrifice permanents\.",
    re.I,
)
_WINS = re.compile(
    r"if you would draw a card while your library has no cards in it, you win the game instead\.",
    re.I,
)
_PREVENTS_OF_EACH = re.compile(
    r"if a source would deal damage to you, prevent (\d+) of that damage\.", re.I
)
_NO_SEARCH = re.compile(
    r"(?:(spells and abilities your opponents control can['’]t cause their controller to search"
    r" their library)|(players|you|your opponents) can['’]t search libraries)\.",
    re.I,
)
_BORROWS_LOYALTY = re.compile(
    r"(.+) has all loyalty abilities of all other planeswalkers(?: on the battlefield)?\.", re.I
)
_LENDS_LOYALTY = re.compile(
    r"each other planeswalker you control has the loyalty abilities of (.+)\.", re.I
)
_REDIRECTS = re.compile(
    r"all damage that would be dealt to you is dealt to enchanted creature instead\.", re.I
)


def _casts_at_most(found: re.Match[str]) -> Entry | None:
    number = NUMBERS.get(found[2].lower())
    if number is None:
        return None
    kind = {"of": f"{found[3].lower()} spell"} if found[3] else {}
    return {"casts at most": number, **kind, "who": _WHO[found[1].lower()]}


def _limit(found: re.Match[str]) -> Entry | None:
    if (number := NUMBERS.get(found[1].lower())) is None:
        return None
    if found[3]:
        return {"block limit": number}
    return {"attack limit": number, **({"on you": True} if found[2] else {})}


def _casts_no_more(found: re.Match[str]) -> Entry | None:
    one, more = found[2].lower(), found[3].lower()
    if one != more:
        return None
    return {"casts at most": 1, "of": f"{one} spell", "who": _WHO[found[1].lower()]}


def _two_colors(found: re.Match[str]) -> Entry | None:
    word = f"spells cost {found[4].lower()}"
    return {word: int(found[3]), "what": f"{found[1].lower()} spell or {found[2].lower()} spell"}


def _affinity(found: re.Match[str]) -> Entry | None:
    words = re.split(r",? and |, ", found[1].lower())
    kinds = " or ".join(f"{word} spell" for word in words)
    if not set(words) <= _SPELLS:
        return None
    return {"spells have affinity": f"{found[2].lower()} you control", "what": kinds}


def _counters_grow(found: re.Match[str]) -> Entry:
    """Read "if … counters would be put on a creature you control, that many plus one are"."""
    made: Entry = {"counters grow": "creature you control", "kind": "+1/+1"}
    return made if found["more"].lower().startswith("twice") else {**made, "plus": 1}


def _unpreventable(found: re.Match[str]) -> Entry | None:
    del found
    return {"damage cannot be prevented": "object"}


def _no_counters(found: re.Match[str]) -> Entry | str | None:
    if found[3]:
        return "players get no counters"
    if found[1]:
        kinds = re.split(r", or |, | or ", found[1].lower())
        if not {kind.removesuffix("s") for kind in kinds} <= _PERMANENTS:
            return None
        return {"no counters": " or ".join(kind.removesuffix("s") for kind in kinds)}
    kind = {"kind": "+1/+1"} if found[2] else {}
    return {"no counters": "creature an opponent controls", **kind}


def _by_toughness(found: re.Match[str]) -> Entry | None:
    return {"damage by toughness": f"creature{' you control' if found[1] else ''}"}


def _skips(found: re.Match[str]) -> Entry | None:
    whose = {} if found[1] is None else {"who": _WHO[found[1].lower()]}
    return {"skips": (found[2] or found[3]).lower(), **whose}


def _chooses_player(found: re.Match[str]) -> Entry | None:
    return {"choose player": "opponent" if found[1].lower() == "an opponent" else "each"}


_LINES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Entry | str | None]], ...] = (
    (_CASTS_AT_MOST, _casts_at_most),
    (_CASTS_NO_MORE, _casts_no_more),
    (_LIMIT, _limit),
    (_BY_TOUGHNESS, _by_toughness),
    (_TWO_COLORS, _two_colors),
    (_AFFINITY, _affinity),
    (_COUNTERS_GROW, _counters_grow),
    (_UNPREVENTABLE, _unpreventable),
    (_NO_COUNTERS, _no_counters),
    (_SKIPS, _skips),
    (_CHOOSES_PLAYER, _chooses_player),
)


def static_of(text: str, name: str) -> Entry | str | None:
    """Return what a line says as a static ability, where all its words are known.

    Parameters
    ----------
    text
        The line as it is printed, with its full stop.
    name
        The name of its card.
    """
    for pattern, made in _LINES:
        if (found := pattern.fullmatch(text)) is not None:
            return made(found)
    opening = _BEGINS_WITH_IT.fullmatch(text)
    if opening is not None and opening[1] in (*calls(name), "this card"):
        # Before the game, and never again.
        return {"for the deck": "may begin the game on the battlefield"}
    return _of_play(text, name) or _of_graveyards(text, name)


def _of_play(text: str, name: str) -> Entry | str | None:
    """Return what a line says of damage, searching, loyalty abilities and losing."""
    if (prevented := _PREVENTS_OF_EACH.fullmatch(text)) is not None:
        return {"prevent of each": int(prevented[1])}
    if (barred := _NO_SEARCH.fullmatch(text)) is not None:
        theirs: Entry = {"cannot search": "opponent", "by their own": True}
        return theirs if barred[1] else {"cannot search": _WHO[barred[2].lower()]}
    if (borrows := _BORROWS_LOYALTY.fullmatch(text)) and borrows[1] in calls(name):
        return {"loyalty abilities of": "other planeswalker"}
    if (lends := _LENDS_LOYALTY.fullmatch(text)) and lends[1] in calls(name):
        return {"loyalty abilities of": "this", "to": "other planeswalker you control"}
    own = _NO_COUNTERS_ITSELF.fullmatch(text)
    if own and own[1] in (*calls(name), "This creature", "This permanent"):
        return {"no counters": "this"}
    if _REDIRECTS.fullmatch(text):
        return "damage to enchanted"
    if (keeps := _KEEPS.fullmatch(text)) is not None:
        both: Entry = {"keeps permanents": None, "and cards": True}
        return both if keeps[1] else "keeps permanents"
    if _WINS.fullmatch(text):
        return "wins at no card"
    return None


def _of_graveyards(text: str, name: str) -> Entry | str | None:
    """Return what a line says of cards that would be put into graveyards, and of gained life."""
    if (lands := _DISCARDED.fullmatch(text)) and lands[1] in (*calls(name), "this card"):
        return "enters if discarded"
    plain = text
    if text[:3].lower() == "if ":
        own = rf"(?i)^if (?:{re.escape(name)}|this card|this creature) "
        plain = re.sub(own, "If ~ ", text)
    if (exiled := _EXILED.fullmatch(plain)) is not None:
        if exiled["itself"]:
            dies = exiled["dies"] == "die"
            return {"exiled instead": None, "when it dies": True} if dies else "exiled instead"
        tokens = {"and tokens": True} if exiled["tokens"] else {}
        whose = _GRAVEYARDS.get(exiled["whose"].lower(), "opponent")
        return {"no graveyard": whose, **tokens}
    if (gains := _GAINS.fullmatch(text)) is not None:
        times = 2 if gains[2] else 0 if gains[3] else 1
        plus = {"plus": int(gains[4])} if gains[4] else {}
        whose = _PLAYERS[gains[1].lower()]
        return {
            "multiply life gain": times,
            **plus,
            **({} if whose == "you" else {"whose": whose}),
        }
    return None
