"""A French text word by word in English, to be compared with what it became."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain

from kb.cards.altered import french
from kb.cards.altered.concepts import plain
from kb.cards.grammar import Grammar

_GRAMMATICAL: Mapping[str, str] = {
    "je": "i",
    "me": "i",
    "moi": "i",
    "étais": "was",
    "-moi": "i",
    "faire": "",
    "cet": "this",
    "mon": "my",
    "ma": "my",
    "mes": "my",
    "payer": "pay",
    "avance": "move forward",
    "recule": "move backwards",
    "parmi": "among",
    "tous": "all",
    "toutes": "all",
    "échangez": "exchange",
    "contre": "with",
    "vous": "you",
    "votre": "your",
    "vos": "your",
    "pouvez": "may",
    "peut": "may",
    "avez": "have",
    "ou": "or",
    "autre": "other",
    "autres": "other",
    "chaque": "each",
    "par": "for each",
    "deux": "2",
    "trois": "3",
    "quatre": "4",
    "cinq": "5",
    "six": "6",
    "sept": "7",
    "huit": "8",
    "neuf": "9",
    "dix": "10",
    "sur": "on",
    "si": "if",
    "sinon": "otherwise",
    "lorsque": "when",
    "quand": "when",
    "plus": "more",
    "moins": "less",
    "ciblé": "target",
    "ciblée": "target",
    "ciblés": "target",
    "ciblées": "target",
    "donner": "gain",
    "donnez": "gain",
    "coûte": "cost",
    "change": "switch",
    "changer": "switch",
    "changez": "switch",
}
"""Words of the grammar, and verbs that are said in another way."""

_PHRASES: Mapping[str, str] = {
    "jusque à un minimum de": "down to minimum",
    "expédition adverse qui me fait face": "expedition facing i",
    "augmente de une carte": "increased by 1",
    "entre votre héros et votre compagnon": "between your hero companion",
    "où x est": "where x",
    "jusque à l' une?": "up to 1",
    "vos deux expéditions": "each expedition you control",
    "non fugace": "non-fleeting",
    "expédition compagnon de son propriétaire": "companion expedition owner",
    "dans l' expédition qui me fait face": "facing i",
    "lui fait face": "facing it",
    "ne peuvent pas avancer": "can not move forward",
    "ne avance pas pendant": "fail move forward during",
    "avance grâce à": "move forward due",
    "ne empêchent pas mon expédition de avancer": "do not prevent my expedition moving forward",
    r"ne (?:l' |le |la )?empêchent pas de avancer": "do not prevent moving forward",
    "ne peux pas être jouée?": "can not be played",
    r"moins de (deux|trois|quatre|cinq|six|sept|huit|neuf|dix)": r"less than \1",
    r"autant de (\S+) que vous le voulez": r"any number \1",
    "autant de boosts?": "many boost",
    "le même nombre de cartes": "many card",
    "-en un seul": "only",
    "ne compte pas dans": "do not count towards",
    "ne y a aucune?": "no",
    "ce personnage change": "change",
    "pour réduire": "less",
    "à la tombée de la nuit": "at night",
    "face à": "facing",
    "sauf si": "unless",
    "si je ne suis pas": "unless i",
    "je ne ai pas de": "i have no",
    "sur un résultat de": "on",
    "x étant": "where x",
    "dont aucune statistique ne est supérieure à": "no statistic over",
    r"aucune de (mes|vos) expéditions ne est": r"neither \1 expéditions",
    "je devais": "i would",
    "en étant": "while i",
    "de mon propriétaire": "my owner s",
    "jouée?s par vos adversaires": "your opponent play",
    "ne peuvent pas coûter moins de": "can not cost less than",
    "contrôlé par un autre joueur": "an opponent controls",
    "réserve dans votre main": "réserve hand",
    "chaque joueur choisit un personnage que il contrôle": "each player character",
    "joué de votre main": "you play your hand",
    "carte de votre réserve dans votre zone de mana": "card your reserve mana zone",
    "si vous le faites": "",
    "que vous contrôlez": "you control",
    r"que vous (jou\S+) (ce tour|cet après-midi)": r"you \1 \2",
    r"\[coriace:(\S+)\]": r"tough \1",
    "(?:à|de) son propriétaire": "",
    "pour chaque": "for each",
    "si vous ne (?:pouvez|le faites) pas": "if you don't",
    "chacune de vos": "each your",
    "en jeu": "in play",
    r"à le moins (\S+)": r"\1 ou plus",
    "(?:un|une) ou plus(?:ieurs)?": "",
    "première carte": "top card",
    "me (?:fait|font) face": "facing i",
    "ce tour-ci": "ce tour",
    "jusque à": "up to",
    "à midi": "at noon",
    "à le crépuscule": "at dusk",
    "à la nuit": "at night",
    r"coûte (\S+) de moins": r"coûte \1 moins",
    r"coût de main (\S+)": r"hand cost \1",
    "chacun|chacune": "",
    "gagne ensuite": "gagne",
    "après-midi": "afternoon",
    "ne importe où": "anywhere",
    "contrôlé par (?:un|le) joueur ciblé": "control joueur ciblé",
    "cette expédition": "",
    r"payez (\S+) de moins": r"cost \1 moins",
    r"statistique la plus élevée": "highest statistique",
    "sont égales à": "equal",
}
"""What is said in other words than in English."""

_SILENT = (
    "un une le la les l' de des dans en à et pour il elle ils elles lui leur y avec puis ensuite"
    " que qui est êtes sont a son sa ses se ce suis depuis -y -le -la -les"
)
_SILENT_WORDS = frozenset(_SILENT.split())


@cache
def _words(grammar: Grammar) -> Mapping[str, str]:
    """Return the English of each French word of the lexicon, in all of its forms."""
    found: dict[str, str] = {}
    verbs = [plain(form) for form in grammar.words_of["verb6"]]
    nouns = [plain(form) for form in grammar.words_of["noun"]]
    for forms, size, table in ((verbs, 6, french.VERBS), (nouns, 2, _NOMINAL)):
        for place, form in enumerate(forms):
            first = forms[place - place % size]
            if first in table:
                found.setdefault(form, table[first])
    return found | dict(french.OTHERS) | dict(_GRAMMATICAL)


_NOMINAL: Mapping[str, str] = {
    plain(word): concept
    for word, concept in chain(french.QUALITIES.items(), french.NOUNS.items())
    if plain(word) != "ciblé"
}


def in_english(text: str, grammar: Grammar) -> str:
    """Return a French text, with spaces between its tokens, in the words of English."""
    for phrase, meant in _PHRASES.items():
        text = re.sub(rf"(?<!\S)(?:{phrase})(?!\S)", meant, text)
    for name, meant in french.TOKENS.items():
        text = text.replace(name, meant)
    for name, meant in french.NAMES.items():
        text = text.replace(f"~{name}", meant.lower())
    known = _words(grammar)
    pattern = _pattern(grammar)
    said = pattern.sub(lambda found: known[found.group()], text)
    return " ".join(word for word in said.split() if word not in _SILENT_WORDS)


@cache
def _pattern(grammar: Grammar) -> re.Pattern[str]:
    longest = sorted(_words(grammar), key=len, reverse=True)
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, longest))})(?!\S)")
