"""What of a text must have its place in the abilities that were made of it.

A last check against silence: words that change what an ability does ("may", "other", "unless",
a number) are looked for in what was made; where one is missing, the text was not understood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from kb.cards.mtg.nodes import NUMBERS
from kb.cards.mtg.others import is_about_this, means_the_card, says_other
from kb.cards.mtg.writing import as_name

_NUMBERED = (
    *(
        "number of",
        "card types among",
        "basic land types among",
        "cards in hand",
        "life of",
        "greatest",
        "counters on",
        "devotion to",
        "creatures in your party",
        "life lost",
        "cards drawn",
    ),
    *("plus ", "times "),
)
_PLACES: Mapping[str, tuple[str, ...]] = {
    "may": ('"you reveal ', "may exert", "alternative cost", "unless paid", "cast from top",
        "may stay tapped",
        "play lands from", '"tapped unless life"',
        '"by anyone"',
        "may do", "may pay", "cast free", '"cast": ', "cast some", "let cast free",
        "cast copies",
        "let cast as", "cast from graveyard", "cast from exile",
        "as unblocked",
        '"additional lands"', "up to", "let play", "flash for",
        "at instant speed", "new targets", "enters as copy of",
    ),
    "if": ("costs less", "costs more",
        "by chance", "let cast as", "alternative if", "attacked this step", "unless paid",
        "no graveyard", "exiled instead", "multiply life gain", "wins at no card",
        "double tokens", "double counters", "tapped unless life", "draw attacks",
        "enters by day", "damage grows", "damage leaves", "all attack",
        '"you reveal ',
        "must attack", "exile if it ", '"only if"',
        '"afterwards"', "prevent of each", "or card in your graveyard",
        "may pay", "if able",
        '"if"', '"whether"', "who discarded no card",
    ),
    "unless": (
        '"otherwise"',"attack you for", "attacks who has", "unless paid", '"unless"'),
    "named": ('"called"', "named ", "dungeon you completed"),
    "random": ("at random", "put the rest", '"at": "bottom"', '"to": "bottom"'),
    "instead": (
        '"otherwise"', '"afterwards"', "wins at no card", "double tokens", "double counters",
        "exile if it ", "multiply life gain", "no graveyard", "exiled instead",
        "damage to enchanted", "damage grows", "damage leaves",
    ),
    "other": (
        " named as ", "other ", "besides it", "attacks among", "put the rest", '"except": {"types"',
        '"except": {"subtypes"', '"except": {"supertypes"',
        '"keeps types"', '"lands are also"',
    ),
    "another": ("other ", "besides it"),
    "target": ("target", '"at": "'),
    "targets": ("target", '"at": "'),
    "without": ("without ", "cast free", '"price": "nothing"', "let cast free"),
    "twice": (
        "damage grows", "2 times", '"multiply life gain": 2', "double tokens", "double counters",
    ),
    "x": (
        "up to x", "x targets", "minus x", '"x"', ' in x"',
        "{X}", "[-x]", "power of", "toughness of", "mana value of",
        *_NUMBERED,
    ),
    "only": ("timing", "spend only on", '"only if"', '"blocks only"'),
    "up": ("level up", "rounded up", "up to", '"search"', "cast some", "face up"),
    "any": (
        '"blocks any number"',
        '"by anyone"',
        "enters as copy of", "cast copies",
        "any target", "any number", '"discard up to": 99', '"any of"', "timing", "any color",
        "any combination",
        '"amount": 99',
        "put the rest", "at instant speed", '"to": "top"',
    ),
    "can't": ("untaps at most", "blocked only by", '"phase out"',
        "attack you for", "keeps permanents", "cannot", "for good", "most blockers",
        "attacks who has", "draws at most", "least blockers", "casts at most",
        "who discarded no ", "who sacrificed no ",
    ),
    "combat": ("damage by toughness", "blocks more", "combat", "as unblocked", '"attacks if able"',
        '"blocks if able"'),
    "until": ('"flashback"',
        "exile until", "let play", "let cast free", "switch", "power", "get", "gain", "grant",
        "lose", "until", "delay",
    ),
    "equal": ('"flashback"', "damage by toughness", "of ", '"strike"', *_NUMBERED),
    "all": ("restart leaving", "colored object", "attacks if able", "blocked by all able",
        "boost per counter",
        "loyalty abilities of",
        "exile library", "prevent all damage",
        "prevent damage ", "damage to enchanted",
        "each ", '"all"', "cards in hand of you", " counters on ", "lose abilities", "take all",
        "card in a graveyard", '"for": ',
        '"boost": ', '"to": ', '"what": ', '"prevent combat damage"', "stays tapped",
        "enters tapped",
    ),
    "each": ('"once"', "casts at most", "damage by toughness", '"exactly"',
        "all attack",
        "blocks more", "attack you for", "become sized",
        "draws nth", "casts nth", "attacks with",
        "each", "opponents", '"opponent"', "power and toughness", "up to", "an opponent",
        '"any number"', '"static"', *_NUMBERED,
    ),
    "enters": ("choose color", "choose type", "enters", "tapped unless life", "onto battlefield"),
    "dies": ("dies", "when dead", "when it dies"),
    "control": ("restart leaving",
        "cannot search",
        "with the greatest ", "attack you for", "keeps permanents", "control", "double tokens",
        "or planeswalkers", '"to": "battlefield', "onto battlefield", "at instant speed",
    ),
    "controls": (
        "discarded by", "with the greatest ", "draw attacks", "all attack", "control",
        "attacks who has",
    ),
    "own": ("own",),
    "owner's": ("return 1", "return 2", "return 3", "return to hand", "owner", "into library"),
    "nonland": ("nonland",),
    "tapped": ("tapped",),
    "transformed": ("transformed",),
    "attacking": ("attacking", "attack you for"),
    "blocking": ("blocking",),
    "for each": ("whoever lost ",
        "next spell",
        *_NUMBERED, "attack you for", '"create copy of": "each', "boost each", "boost per counter",
    ),
    "as long as": ("let cast as", "while", '"unless": "this is permanent"'),
    "next": ("pass control",
        "prevent from", "prevent anywhere",
        "draw attacks", "all attack", "prevent damage", "at next", "at your next", "your next turn",
        "next turn",
        "keep tapped", '"once"', "next spell",
    ),
    "where": ("of ", *_NUMBERED),
    "still": ("keeps types",),
    "extra": ("extra turn",),
    "don't": ("unless paid",
        "stays tapped", "keep tapped", "tapped unless life", "you do not control", "is at most 0",
        '"you reveal ',
        '"otherwise"', "who discarded no card",
    ),
    "doesn't": (
        "unless paid", "keep tapped", "stays tapped", "who control no ", "who controls no ",
        "who discarded no ", "who sacrificed no ",
    ),
    "isn't": (
        '"unblocked": "',
        '"not of type": ', " is non",
        "is not", '"without"', '"unless": "this is permanent"', "activates nonmana",
    ),
    "during": ('"once"', "untaps at most",
        "draw attacks", "all attack", "next turn", '"while": "it is your turn"', "keep tapped",
        "stays tapped", "may stay tapped", "timing",
    ),
    "copy": (
        "enters as copy of", "create copy of", "become copy of", "copy spell", "casts or copies",
        "copy ability", "copy card",
    ),
    "copies": ("create copy of", "cast copies"),
    "except": ("except", "nonland ", "blocked only by", "least blockers"),
    "no": (
        "no spells were cast",
        "who control no ", "who controls no ",
        '"multiply life gain": 0', "wins at no card", "is at most 0", "no maximum hand size",
    ),
    "non": ("non-",),
    "in a random order": ("put the rest",),
    "in random order": ("put the rest",),
    "from": ("goes to graveyard", "cast from top", "cast from exile", "cast free",
        "play lands from",
        "no graveyard", "exiled instead", "loses counters", "exile until", "exile library",
        '"from": "graveyard"', "cast some",
        "reveal until", '"dies": "', "in your ", "in a graveyard", "among them", "from", "remove ",
        "put the rest", "protection",
    ),
    "graveyard": ("exiled instead", "graveyard", '"dies": "'),
    "graveyards": ("graveyard",),
    "reveal": ("reveal", "search", "take"),
    "shuffle": ("shuffle",),
    "top": (
        "cast from top", '"play lands from": "top"', "exile until", "exile top", "look", "reveal",
        "manifest",
        "into library", '"top"',
    ),
    "bottom": ("bottom",),
    "half": ('"half ',),
}  # fmt: skip
"""By word, what of the abilities says it: one of these."""
_NEVER = re.compile(
    r"\b(?:whenever you do|rather|additional|chosen|exiled|again"
    r"|also|before|after|aren't|wasn't|not|didn't|while|revealed|drawn|discarded|paid)\b"
)
_LATER = re.compile(
    r"(?<=proliferate )again|(?<=explores )again|before (?=attackers are declared)"
    r"|(?<=only during combat )(?:before|after) (?=blockers are declared)"
    r"|not (?=legendary\b|your turn\b|to untap\b)|rather (?=than pay this spell's mana cost)"
    r"|also (?=(?:gains?|gets?|discards?)\b)"
    r"|additional (?=creatures? each combat|\S+ counters? on|(?:card|land)s?\b)"
    r"|additional (?=cost to cast this spell|\{)"
    r"|chosen (?=(?:player|direction|color|type)\b)"
    r"|didn't (?=have defender\b|(?:discard|sacrifice) an?\b)"
    r"|after this (?:one|turn|phase|(?:main|combat) phase)|additional (?=(?:combat|main) phase\b)"
    r"|the exiled (?=cards?\b)|the revealed (?=cards? into your hand)"
    r"|drawn (?=(?:\w+ or more cards )?this turn)"
    r"|while your library has no cards in it|remains exiled(?=, you may look at)"
    r"|in (?:a )?random order|(?:revealed|exiled|milled|discarded) this way"
)
_REPEATED = re.compile(r"repeat this process \w+ more times?|into two piles")
"""What is made as often as it says, and piles, of which there are always two."""
_CALLED = re.compile(r'named \\"(.*?)\\"')
_PHRASES = ("for each", "as long as", "in a random order", "in random order")
_WORDS = re.compile(r"[a-z]+(?:['-][a-z]+)*|\d+")
_EACH = re.compile(r"each (?!player|opponent)")
_ITS = re.compile(r"\b(?:its|itself|their|theirs|themselves)\b")
_LESS = re.compile(r"\bis less than (\w+)")
_TO_ITSELF = re.compile(r"damage to (?:itself|himself|herself)\b")
_MOVES = ("put onto battlefield", "return to hand", "exile", "destroy", "sacrifice", "put")
_ATTACHED = re.compile(r"\b(?:enchanted|equipped) (?:creature|permanent|land)\b")
_OTHER_ATTACHMENT = re.compile(
    r"\bother (?:\S+ )?(?:aura|equipment|artifact|enchantment|permanent)\b"
)
"""What an Aura or an Equipment may call another one of its kind, and not of what it is on."""


def missing(text: str, made: Iterable[object], names: Iterable[str] = ()) -> str | None:
    """Return a word of a text that what was made of it does not say, the card's names aside."""
    made = list(made)
    said = json.dumps(made, ensure_ascii=False)
    plain = text.replace("’", "'")
    for name in filter(None, names):
        plain = as_name(name.replace("’", "'")).sub("~", plain)
    plain = plain.lower()
    for name in filter(None, _CALLED.findall(said)):
        named = re.escape(name.lower().replace("’", "'"))
        plain = re.sub(rf"(?<!\w){named}(?!\w)", "~", plain)
    if leaves_out_something_else(made) and not means_the_card(plain):
        return "other"
    if _takes_each_for_all(made, plain):
        return "each"
    if len(_TO_ITSELF.findall(plain)) > _dealt_to_itself(made):
        return "itself"
    if " exiled with this" in said:
        plain = plain.replace("exiled with", "")
    if found := _NEVER.search(_LATER.sub("", plain)):
        return found.group()
    for phrase in _PHRASES:
        if phrase in plain and not _is_said(phrase, said):
            return phrase
    if '"one up to"' in said:  # its last number tells the others
        plain = re.sub(r"\bone,? (?:two,? )?or (?=two|three)", "", plain)
    plain = _REPEATED.sub("", plain)
    # "is less than five" is said as "is at most 4"
    plain = _LESS.sub(lambda less: f"is {NUMBERS.get(less[1], 1) - 1} or less", plain)
    for word in _WORDS.findall(re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", " ", plain)):
        if word in _PLACES and not _is_said(word, said):
            return str(word)
        number = NUMBERS.get(word, 1) if not word.isdecimal() else int(word)
        if number not in (0, 1) and not _has_number(number, said):
            return str(word)
    return None


def leaves_out_something_else(made: object) -> bool:
    """Return whether "other" may leave out something else than the card itself.

    The word of the rules leaves out the card. "Each other creature" behind a target, or behind
    what has set the ability off, leaves out that, and so does "another target creature"; and so
    does "for each other creature" in what is said of something else.
    """
    if isinstance(made, list):
        return any(map(leaves_out_something_else, made))
    if not isinstance(made, dict):
        return False
    if made.get("boost each", "this") != "this" and says_other(str(made.get("of"))):
        return True
    if "effect" in made:
        when = made.get("when", {"": "this"} if "cost" in made else {})
        about_this = isinstance(when, dict) and (not made.get("when") or is_about_this(when))
        own = not made.get("targets") and isinstance(when, dict) and "this" in when.values()
        if not (own and about_this) and says_other(_carried_out(made["effect"])):
            return True
        if not about_this and says_other(_carried_out(made.get("targets", [])[:1])):
            return True  # a later target is another one than the first
    if "static" in made and _ATTACHED.search(json.dumps(made["static"])):
        asks = f"{made.get('while', '')} {made.get('unless', '')}"
        if says_other(asks) and not _OTHER_ATTACHMENT.search(asks):
            return True
    return any(map(leaves_out_something_else, made.values()))


def _carried_out(made: object) -> str:
    """Return what was made but for what is left to its words."""

    def known(part: object) -> object:
        if isinstance(part, list):
            return [known(one) for one in part]
        if isinstance(part, dict):
            return {key: known(value) for key, value in part.items() if key != "other"}
        return part

    return json.dumps(known(made), ensure_ascii=False)


def _takes_each_for_all(made: object, plain: str) -> bool:
    """Whether what an effect does to each of some things is meant one by one, or once moved.

    A word for each of them means all of them wherever it stands: "each creature deals damage to
    itself" would be damage to every creature. And where they have moved, it means none any more.
    """
    if isinstance(made, list):
        steps = [one for one in made if isinstance(one, dict)]
        for place, one in enumerate(steps):
            moved = [v for key, v in one.items() if key in _MOVES and _EACH.match(str(v))]
            later = json.dumps(steps[place + 1 :], ensure_ascii=False)
            if any(f'"{each}"' in later or f" of {each}" in later for each in moved):
                return True
    if isinstance(made, dict):
        values = [str(value) for value in made.values() if isinstance(value, str)]
        if any(map(_EACH.match, values)):
            others = [one for one in values if " of each " in one or " of this" in one]
            if len([*filter(_EACH.match, values)]) > 1 or (others and _ITS.search(plain)):
                return True
    parts = made.values() if isinstance(made, dict) else made if isinstance(made, list) else ()
    return any(_takes_each_for_all(one, plain) for one in parts)


def _dealt_to_itself(made: object) -> int:
    """Return how often something deals damage to itself; what a target is dealt does not count."""
    if isinstance(made, list):
        return sum(map(_dealt_to_itself, made))
    if not isinstance(made, dict):
        return 0
    own = "damage" in made and made.get("to") == made.get("from", "this")
    return own + sum(map(_dealt_to_itself, made.values()))


def _has_number(number: int, said: str) -> bool:
    return re.search(rf"(?<![\w]){number}(?![\w])", said) is not None


def _is_said(word: str, said: str) -> bool:
    return any(one in said for one in _PLACES[word])
