"""How Altered's French is printed: gender, number, verb forms, elision, contraction, capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kb.cards.altered.fr.settle import decided
from kb.cards.altered.french import FEMININE, QUALITIES
from kb.cards.altered.symbols import shown
from kb.cards.grammar import Entry, Grammar
from kb.cards.printer import Agreement, Join, Printer
from kb.cards.values import GrammaticalNumber, Node, Noun, Value

PERSONS: Mapping[str, tuple[int, GrammaticalNumber, str]] = {
    "i": (1, "one", "m"),
    "me": (1, "one", "m"),
    "you": (2, "many", "m"),
    "it": (3, "one", "m"),
    "they": (3, "many", "m"),
    "them": (3, "many", "m"),
    "all_of": (3, "many", "m"),
}
FEMININE_STYLES = frozenset({"she", "suffix_f", "clitic_f"})
SINGULAR = frozenset({"each_of", "neither_of", "at_least_of", "of_own"})
"""Quantifiers of which one is the subject, whatever the number of their noun."""
PART = 13
"""Person of what one of several does: the verb is singular, the noun is not."""
PHRASES = frozenset({"phrase", "bare", "spot"})
_SLOTS = {1: 2, 0: 1, 2: 0, 6: 5, PART: 3}


class AlteredFrench(Printer):
    """Prints Altered's French."""

    inflecting = frozenset({"base", "infinitive", "subjunctive"})

    def __init__(self, grammar: Grammar, joins: Mapping[str, Join]) -> None:
        super().__init__(grammar, joins)
        self._genders: dict[str, str] = {}
        self._forms: dict[str, tuple[str, ...]] = {}
        for entry in grammar.entries.values():
            if entry.word_class == "noun":
                gender = "f" if entry.name.endswith("_F") else "m"
                for lemma in entry.forms[::2]:
                    self._genders.setdefault(lemma, gender)
            elif entry.word_class == "verb6":
                for place in range(0, len(entry.forms), 6):
                    self._forms[entry.forms[place]] = entry.forms[place : place + 6]
        self._verbs = {lemma: lemma for lemma in self._forms}

    # Agreement

    def inflect(self, entry: Entry, agreement: Agreement) -> str:
        """Return the form of a verb, or of a word by gender and number."""
        if entry.word_class == "verb6":
            return entry.forms[_slot(agreement)]
        if entry.word_class == "agree":
            place = int(agreement.gender == "f") + 2 * int(agreement.number == "many")
            return entry.forms[place % 2 if len(entry.forms) == 2 else place]
        return entry.forms[0]

    def verb(self, base: str, _third: str, agreement: Agreement) -> str:
        """Return the form that agrees with the subject."""
        return self._forms[base][_slot(agreement)]

    def noun(self, noun: Noun, agreement: Agreement) -> str:
        """Return a noun in its number; an adjective in gender and number of its phrase."""
        lemma = noun.lemma
        if (
            (lemma not in QUALITIES and lemma not in FEMININE)
            or noun.number is not None
            or noun.name
        ):
            return super().noun(noun, agreement)
        if agreement.gender == "f":
            lemma = FEMININE.get(lemma, lemma)
        return self._nouns[lemma] if agreement.number == "many" else lemma

    def subject(self, value: Value) -> Agreement:
        """Return person, number and gender of a subject."""
        if not isinstance(value, Node):
            return Agreement(3, "one", gender="m")
        if value.kind in PERSONS:
            person, number, gender = PERSONS[value.kind]
            return Agreement(person, number, gender="f" if value.style == "she" else gender)
        if value.kind == "any_of":
            return self.subject(value.get("first"))
        quantifier = value.node("quantifier")
        if quantifier is not None and quantifier.kind in SINGULAR:
            count = quantifier.get("count")
            one = count in {None, 1, "un^n", "une^n"}
            return Agreement(3, "one" if one else "many", gender=self._gender(value))
        return Agreement(3, self._number(value), gender=self._gender(value))

    def brings_number(self, kind: str, _parts: frozenset[str]) -> bool:
        """Whether a frame is a noun phrase."""
        return kind in PHRASES

    def inside(self, node: Node, agreement: Agreement) -> Agreement:
        """Return the agreement inside a noun phrase."""
        if node.kind not in PHRASES:
            return agreement
        found = self.subject(node)
        quantifier = node.node("quantifier")
        if quantifier is not None and quantifier.kind in SINGULAR:
            person = PART if found.number == "one" else 3
            return replace(found, person=person, number="many", nouns="many")
        return replace(found, nouns=decided(quantifier) or "one")

    def _number(self, node: Value) -> GrammaticalNumber:
        if isinstance(node, Noun):
            return node.number or "one"
        if not isinstance(node, Node):
            return "one"
        number = decided(node.get("quantifier"))
        if number is not None:
            return number
        if node.kind in {"and_noun", "comma_noun"}:
            return "many"
        return self._number(node.get("noun") or node.get("first"))

    def _gender(self, value: Value) -> str:
        if isinstance(value, Noun):
            return self._genders.get(value.lemma, "m")
        if isinstance(value, Node):
            return self._gender(value.get("noun") or value.get("first") or value.get("terrain"))
        return "f" if isinstance(value, str) and value.startswith("{") else "m"

    def remarked(self, agreement: Agreement, remarks: frozenset[str]) -> Agreement:
        """Infinitive and subjunctive, beside what every language has."""
        if "infinitive" in remarks:
            return replace(agreement, person=0, number="one")
        if "subjunctive" in remarks:
            return replace(agreement, person=6, number="one")
        if "base" in remarks:
            return replace(agreement, person=2, number="many")
        return agreement

    # Words to text

    def say(self, value: Value) -> list[str]:
        """Return the normal tokens of a value, le and la elided."""
        return elide(super().say(value))

    def render(self, pieces: list[str]) -> str:
        """Join tokens into printed text."""
        return render(pieces)


def _slot(agreement: Agreement) -> int:
    if agreement.person == 3:
        return 4 if agreement.number == "many" else 3
    return _SLOTS[agreement.person]


_VOWEL = re.compile(r"^\[{0,2}[aeiouyéèêàâîôœ]", re.IGNORECASE)


def elide(pieces: list[str]) -> list[str]:
    """Turn le and la into l' before a vowel."""
    out = list(pieces)
    for index in range(len(out) - 1):
        word, _, mark = out[index].partition("^")
        if word in {"ma", "sa"} and _VOWEL.match(out[index + 1]):
            out[index] = word[0] + "on"
        elif word in {"le", "la"} and mark in {"", "o"} and _VOWEL.match(out[index + 1]):
            out[index] = "l'" + (f"^{mark}" if mark else "")
        elif word == "ce" and not mark and _VOWEL.match(out[index + 1]):
            out[index] = "cet"
    return out


_ELIDES = frozenset({"de", "je", "ne", "me", "que", "jusque", "lorsque", "se", "ce"})
_CONTRACT = {
    ("de", "le"): "du",
    ("de", "les"): "des",
    ("à", "le"): "au",
    ("à", "les"): "aux",
}
_CAPITALS = [
    "Personnage", "Personnages", "Permanent", "Permanents", "Sort", "Sorts", "Repère",
    "Repères", "Expédition", "Expéditions", "Réserve", "Réserves", "Mana", "Orbe", "Orbes",
    "Héros", "Compagnon", "Compagnons", "Terrain", "Midi", "Crépuscule", "Nuit", "Matin",
    "Après-midi", "Jour", "Repos", "Élevée", "Élevées", "Fugace", "X", "Bureaucrate",
    "Bureaucrates", "Aventurier", "Aventuriers", "Animal", "Animaux", "Apprenti", "Apprentis",
    "Artiste", "Artistes", "Citoyen", "Citoyens", "Divinité", "Divinités", "Dragon", "Dragons",
    "Druide", "Druides", "Élémentaire", "Élémentaires", "Ingénieur", "Ingénieurs", "Fée",
    "Fées", "Illusion", "Illusions", "Léviathan", "Léviathans", "Mage", "Mages", "Messager",
    "Messagers", "Noble", "Nobles", "Plante", "Plantes", "Robot", "Robots", "Érudit", "Érudits",
    "Soldat", "Soldats", "Esprit", "Esprits", "Titan", "Titans", "Entraîneur", "Entraîneurs",
    "Bénédiction", "Conjuration", "Perturbation", "Manœuvre", "Chant", "Chants", "Exploit",
    "Exploits", "Construction", "Site", "Équipement",
]  # fmt: skip
_FIXED = re.compile(rf"(?<!-)(?<!plus )\b(?:{'|'.join(map(str.lower, _CAPITALS))})\b")


_COST = re.compile(r"(coûts? de )(main|base|réserve)", re.IGNORECASE)


def render(pieces: list[str]) -> str:
    """Join tokens: elision, contraction, spaces, capitals."""
    out: list[str] = []
    capital = True
    skip = False
    for index, piece in enumerate(pieces):
        if skip:
            skip = False
            continue
        if piece in {"^capital", ".^q"}:
            capital = True
            continue
        following = pieces[index + 1] if index + 1 < len(pieces) else ""
        word = piece.split("^")[0]
        glued = _glued(word, pieces[index - 1] if index else "")
        joined = None if following.endswith("^o") else (word, following.split("^")[0])
        if joined and (contracted := _CONTRACT.get(joined)) is not None:
            word, skip = contracted, True
        else:
            word = _shown(_elided(word, following), piece)
        if capital and word[:1].isalpha():
            word = word[0].upper() + word[1:]
            capital = False
        elif word[:1].isalnum() or (word[:1] in "[{+-" and word != "-"):
            capital = False
        if out and not glued and not out[-1].endswith("'"):
            out.append(" ")
        out.append(word)
        if piece in {".", ":^h", "-", "•", "“", "|"} or _is_label(pieces, index):
            capital = True
        if piece == ":" and index and pieces[index - 1].startswith(("{", "#", "-#")):
            capital = True
    return _cased("".join(out).replace("“", "«").replace("”", "»"))


def _cased(text: str) -> str:
    text = _FIXED.sub(lambda found: found.group()[0].upper() + found.group()[1:], text)
    return _COST.sub(lambda found: found.group(1).capitalize() + found.group(2).capitalize(), text)


def _is_label(pieces: list[str], index: int) -> bool:
    begins = not index or pieces[index - 1] in {"“", "{i}", "•"}
    return begins and pieces[index].startswith("{") and "^" not in pieces[index]


def _glued(word: str, before: str) -> bool:
    if word in {".", ","} or (word.startswith("-") and len(word) > 1 and word[1] != "#"):
        return True
    if "#" in before and word.startswith(("-#", "+#")):
        return True
    return word.startswith("+#") or "+" in {before, word}


def _elided(word: str, following: str) -> str:
    if word == "si" and following.split("^")[0] in {"il", "ils"}:
        return "s'"
    if word in _ELIDES and _VOWEL.match(following) and following not in {"x", "x^p"}:
        return f"{word[:-1]}'"
    return word


def _shown(word: str, piece: str) -> str:
    if word.startswith("~"):
        return word[1:].replace("_", " ")
    if word.startswith(("[", "{")):
        return word if piece.endswith("^n") else shown(word)
    if "#" in word:
        return word.replace("#", "")
    return "—" if word == "-" else word
