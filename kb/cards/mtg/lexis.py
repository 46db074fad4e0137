"""What the tagger knows of words: the lexicon by class, phrases of several words, closed lists."""

from __future__ import annotations

from collections.abc import Iterable

from kb.cards.grammar import Grammar
from kb.cards.mtg.words import listed

ARTICLES = listed("a the this that those these each every any all another no both target x")
WHOSE = listed("your its their his her whose")
PRONOUNS = listed(
    """
    it them they you he she him itself themselves nothing none yours theirs who what
    """
)
PREPOSITIONS = listed(
    """
    from to into onto by until during at on in with without as under over for among before
    after than through between except against throughout beyond of outside using
    """
)
BE = frozenset(("is", "are", "am", "was", "were", "be", "been", "'s^be", "'re", "'m"))
MODALS = listed("may must can cannot could will would wo might did")
FINITE = listed(
    """
    died attacked entered left became came began lost gained drew chose got took won escaped
    mutated remained
    """
)
"""Past forms that are no participles after a noun: a creature died."""
WORDED = listed(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty
    """
)
ALONE = listed("one two three four five six seven eight nine ten")
BEFORE_COUNT = listed(
    """
    the any those top bottom first next last other your their its these additional different his
    her that another this
    """
)
WANTS: dict[str, frozenset[str]] = {
    "to": listed("return deal attach add give move pay bring redirect prevent cost gain"),
    "from": listed("return exile remove cast put play choose search draw move"),
    "into": listed("put shuffle return separate"),
    "onto": listed("put return"),
    "on": listed("put distribute place bring keep return spend use"),
    "for": listed("search pay exchange look"),
    "with": listed("enter enters"),
    "under": listed("put return enter create cast"),
    "among": listed("divide distribute"),
    "by": listed("block target control"),
    "in": listed("put"),
    "as": listed(""),
    "during": listed("untap"),
    "at": listed("sacrifice exile return look"),
}
PUTS = listed("put puts distribute distributes place places keep keeps bring brings")
ZONES = listed(
    """
    party
    graveyard graveyards hand hands library libraries exile battlefield stack zone
    """
)
HEADS = listed(
    """
    card cards spell spells permanent permanents token tokens creature creatures ability
    abilities land lands planeswalker planeswalkers artifact artifacts source sources
    counter counters
    """
)
WAYS = listed(
    """
    more less tapped untapped attacking blocking instead again back twice once transformed
    """
)


class Trie:
    """Phrases of several words, the longest first."""

    def __init__(self, forms: Iterable[str]) -> None:
        self.found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        for form in forms:
            marked = tuple(form.split())
            plain = tuple(_plain(word) for word in marked)
            self.found.setdefault(plain[0], []).append((plain, marked))
        for rows in self.found.values():
            rows.sort(key=lambda row: -len(row[0]))

    def at(self, words: list[str], place: int) -> tuple[str, ...]:
        """Return the longest phrase that begins at a place, marked; empty if there is none."""
        first = words[place] if place < len(words) else ""
        for plain, marked in self.found.get(first, ()):
            if tuple(words[place : place + len(plain)]) == plain:
                return marked
        return ()


def _plain(word: str) -> str:
    if word in ("not^t", "'s^be", ".^q"):
        return word
    return word.partition("^")[0]


def _several(forms: Iterable[str]) -> list[str]:
    return [form for form in forms if " " in form]


class Lexis:
    """The words of the lexicon by their classes, each with the mark that it has there."""

    def __init__(self, grammar: Grammar) -> None:
        entries = {name: entry.forms for name, entry in grammar.entries.items()}

        def words(name: str) -> dict[str, str]:
            return {_plain(f): f for f in entries[name] if " " not in f}

        nouns = entries["NOUN"]
        self.nouns = {_plain(f): f for f in nouns if " " not in f}
        self.singular = {_plain(f) for f in nouns[::2] if " " not in f}
        verbs = entries["V"]
        self.verbs = {_plain(f): f for f in verbs}
        self.base = {_plain(f) for f in verbs[::2]}
        self.lemma = {_plain(f): _plain(verbs[i & ~1]) for i, f in enumerate(verbs)}
        self.past = words("PAST")
        self.gerunds = words("GERUND")
        self.adjectives = words("ADJ")
        self.pre = words("PRE")
        self.manner = words("MANNER")
        self.prep = words("PREP")
        self.rprep = words("RPREP")
        self.keywords = Trie(entries["KEYWORD"])
        self.related = Trie(entries["RWHO"])
        self.times = Trie(entries["RTIME"])
        self.ways = Trie(entries["RMANNER"])
        self.amounts = Trie(_several(entries["EQUAL"]))
        self.compared = Trie(_several(entries["COMPARED"]))
        self.portions = Trie(_several(entries["PORTION"]))
        self.bounds = Trie(entries["BOUND"])
        self.fixed = Trie(
            [
                *entries["TIME"],
                *_several(entries["MANNER"]),
                *_several(nouns),
                *_several(f for f in entries["IF"]),
                *_several(entries["WHEN"]),
                *_several(entries["PREP"]),
            ]
        )
