"""Words that Magic's grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is: the noun
"counter" or the verb, the "and" between verbs, nouns or sentences. First each word gets its
class, then the words that join get their marks. What stands in quotation marks is a text of
its own, and stands as one word in the sentence around it.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.cards.grammar import Grammar
from kb.cards.mtg.words import listed

_ARTICLES = listed("a the this that those these each every any all another no both target x")
_WHOSE = listed("your its their his her whose")
_PRONOUNS = listed(
    """
    it them they you he she him itself themselves nothing none yours theirs who what
    """
)
_PREPOSITIONS = listed(
    """
    from to into onto by until during at on in with without as under over for among before
    after than through between except against throughout beyond of outside using
    """
)
_BE = frozenset(("is", "are", "am", "was", "were", "be", "been", "'s^be", "'re", "'m"))
_MODALS = listed("may must can cannot could will would wo might did")
_FINITE = listed(
    """
    died attacked entered left became came began lost gained drew chose got took won escaped
    mutated remained
    """
)
"""Past forms that are no participles after a noun: a creature died."""
_WORDED = listed(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty
    """
)
_ALONE = listed("one two three four five six seven eight nine ten")
_BEFORE_COUNT = listed(
    """
    the any those top bottom first next last other your their its these additional different his
    her that another this
    """
)
_ADVERBIAL = listed(
    """
    this each until at during for in by from once twice on as with before after other rather
    instead only to under among
    """
)
_OPENING = listed("if unless as while until after before because since for the")
_WANTS: dict[str, frozenset[str]] = {
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
_PUTS = listed("put puts distribute distributes place places keep keeps bring brings")
_ZONES = listed(
    """
    party
    graveyard graveyards hand hands library libraries exile battlefield stack zone
    """
)
_HEADS = listed(
    """
    card cards spell spells permanent permanents token tokens creature creatures ability
    abilities land lands planeswalker planeswalkers artifact artifacts source sources
    counter counters
    """
)
_WAYS = listed(
    """
    more less tapped untapped attacking blocking instead again back twice once transformed
    """
)
_COSTED = listed("cost costs ability abilities")
_NP = frozenset("DANWRUSTQX")
"""Classes of which noun phrases are made."""


class _Trie:
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
        for plain, marked in self.found.get(words[place], ()):
            if tuple(words[place : place + len(plain)]) == plain:
                return marked
        return ()


def _plain(word: str) -> str:
    if word in ("not^t", "'s^be", ".^q"):
        return word
    return word.partition("^")[0]


def _several(forms: Iterable[str]) -> list[str]:
    return [form for form in forms if " " in form]


class Tagger:
    """Marks the words of a line."""

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
        self.in_zone = words("IN")
        self.rprep = words("RPREP")
        self.of = words("OF")
        self.conditions = words("IF")
        self.keywords = _Trie(entries["KEYWORD"])
        self.related = _Trie(entries["RWHO"])
        self.times = _Trie(entries["RTIME"])
        self.ways = _Trie(entries["RMANNER"])
        self.amounts = _Trie(_several(entries["EQUAL"]))
        self.compared = _Trie(_several(entries["COMPARED"]))
        self.portions = _Trie(_several(entries["PORTION"]))
        self.bounds = _Trie(entries["BOUND"])
        self.fixed = _Trie(
            [
                *entries["TIME"],
                *_several(entries["MANNER"]),
                *_several(nouns),
                *_several(f for f in entries["IF"]),
                *_several(entries["WHEN"]),
                *_several(entries["PREP"]),
            ]
        )

    def __call__(self, shapes: list[str]) -> list[str]:
        """Return the words of a line with their marks."""
        return self.text(list(shapes))

    # --- Lines ---

    def text(self, words: list[str]) -> list[str]:
        """Mark a text that may hold quotations."""
        out: list[str] = []
        inner: list[list[str]] = []
        place = 0
        while place < len(words):
            word = words[place]
            if word in ("'", "‘") and any(w in ("'", "’") for w in words[place + 1 :]):
                end = next(i for i in range(place + 1, len(words)) if words[i] in ("'", "’"))
                inner.append(["'^o", *self.text(words[place + 1 : end]), "'^c"])
                out.append("“”")
                place = end + 1
                continue
            if word == "“" and "”" in words[place:]:
                end = words.index("”", place)
                inner.append(["“", *self.text(words[place + 1 : end]), "”"])
                out.append("“”")
                place = end + 1
                continue
            out.append(word)
            place += 1
        marked = self.line(out)
        if not inner:
            return marked
        result: list[str] = []
        for word in marked:
            if word == "“”":
                result += inner.pop(0)
            else:
                result.append(word)
        return result

    def line(self, words: list[str]) -> list[str]:
        """Mark a line without quotations."""
        head: list[str] = []
        rest = words
        if rest[:1] == ["•"]:
            head, rest = ["•"], rest[1:]
        if rest and rest[0].endswith("^l") and rest[1:2] == ["-"]:
            head, rest = [*head, *rest[:2]], rest[2:]
            if rest[:1] == ["•"]:
                head, rest = [*head, "•"], rest[1:]
        elif rest and (chapters := _chapters(rest)):
            head, rest = (
                [*head, *(f"{w}^l" if w != "-" else w for w in rest[:chapters])],
                rest[chapters:],
            )
        if not rest:
            return head
        if (found := self.keyword_line(rest)) is not None:
            return [*head, *found]
        if ":" in rest:
            place = rest.index(":")
            cost = rest[:place]
            if len(cost) == 1 and cost[0][:1] in "%[":
                head += [*cost, ":"]
            else:
                marked = self.keywords.at(cost, 0)
                if marked and cost[len(marked) : len(marked) + 1] == ["-"]:
                    head += [*marked, "-"]
                    cost = cost[len(marked) + 1 :]
                head += [*self.sentence(cost, cost=True), ":"]
            rest = rest[place + 1 :]
        begin = 0
        for place, word in enumerate(rest):
            if word in (".", ".^q"):
                head += [*self.choices(rest[begin:place]), word]
                begin = place + 1
        if begin < len(rest):
            tail = rest[begin:]
            if tail[-1] == "-":
                head += [*self.sentence(tail[:-1]), "-^end"]
            else:
                head += self.sentence(tail)
        return head

    def choices(self, words: list[str]) -> list[str]:
        """Mark a sentence that may say in one line what there is to choose from."""
        if "-" not in words or not {"choose", "chooses"}.intersection(words):
            return self.sentence(words)
        place = words.index("-")
        out = [*self.sentence(words[:place]), "-^choice"]
        begin = place + 1
        for place in range(begin, len(words)):
            if words[place] == ";" and place >= begin:
                out += [*self.sentence(words[begin:place]), ";^choice"]
                begin = place + 1
                if words[begin : begin + 1] == ["or"]:
                    out.append("or^choice")
                    begin += 1
        return [*out, *self.sentence(words[begin:])]

    def keyword_line(self, words: list[str]) -> list[str] | None:
        """Mark a line of keywords; None if it is none."""
        first = self.keywords.at(words, 0)
        if not first:
            return None
        after = words[len(first)] if len(first) < len(words) else ""
        if after and not (
            after in (",", ";", "-", "from", "for", "x", "onto", "with", ".", "and")
            or after[0] in "{#"
            or words[0]
            in (
                "enchant",
                "equip",
                "affinity",
                "champion",
                "splice",
                "partner",
                "fortify",
                "landcycling",
                "choose",
                "reconfigure",
                "crew",
                "offering",
            )
        ):
            return None
        if ":" in words or (words[-1] == "." and "-" not in words and after not in "{#"):
            return None
        out: list[str] = []
        place = 0
        while place < len(words):
            marked = self.keywords.at(words, place)
            if marked and (place == 0 or out[-1] in (",^l", ";^l", "-^k")):
                out += marked
                place += len(marked)
                if (
                    words[place : place + 1]
                    and (words[place].isalpha() or words[place][0] == "~")
                    and words[place] not in ("from", "for", "onto", "with", "and", "x")
                ):
                    end = place
                    while (
                        end < len(words)
                        and words[end] not in ("-", ",", ";")
                        and words[end][0] != "{"
                    ):
                        end += 1
                    out += self.sentence(words[place:end])
                    place = end
                continue
            word = words[place]
            if word == "-":
                out.append("-^k")
                rest = words[place + 1 :]
                if self.keywords.at(rest, 0) or (
                    rest and rest[0][0] == "{" and "." not in rest and "," not in rest
                ):
                    place += 1
                    continue
                ends = rest[-1:] == ["."]
                out += self.sentence(rest[:-1] if ends else rest, cost=True)
                if ends:
                    out.append(".")
                return out
            if word in (",", ";"):
                ahead = self.keywords.at(words, place + 1) if place + 1 < len(words) else ()
                if not ahead:
                    if words[place + 1 : place + 2] == ["from"] or words[place + 1 : place + 3] == [
                        "and",
                        "from",
                    ]:
                        out.append(",^f")
                        place += 1
                        continue
                    return None
                out.append(f"{word}^l")
            elif word == "from":
                end = place + 1
                while end < len(words) and words[end] not in (",", ";", "and", "."):
                    end += 1
                out += ["from^k", *self.sentence(words[place + 1 : end])]
                place = end
                continue
            elif word == "and" and words[place + 1 : place + 2] == ["from"]:
                out.append("and^f")
            elif word == "and" and words[place + 1 : place + 2] == ["/"]:
                out += ["and^k", "/", "or^k"]
                place += 3
                continue
            elif word in ("for", "onto", "with"):
                end = place + 1
                while (
                    end < len(words)
                    and words[end] not in ("-", ",", ";", ".")
                    and words[end][0] != "{"
                ):
                    end += 1
                out += [f"{word}^k", *self.sentence(words[place + 1 : end])]
                place = end
                continue
            elif word == "x":
                out.append("x^k")
            elif word[0] in "{#.":
                out.append(word)
            else:
                return None
            place += 1
        return out

    # --- Sentences ---

    def sentence(self, words: list[str], *, cost: bool = False) -> list[str]:
        """Mark one sentence."""
        if not words:
            return []
        return _Sentence(self, words, cost).marked()


def _chapters(words: list[str]) -> int:
    place = 0
    while place < len(words) and words[place] and set(words[place]) <= set("ivx"):
        if words[place + 1 : place + 2] == ["-"]:
            return place + 1
        if words[place + 1 : place + 2] != [","]:
            return 0
        place += 2
    return 0


class _Sentence:
    """One sentence: its words, their classes, their marks.

    Classes: D determiner, A description, N noun, W number, R pronoun, U name, S size,
    T change of size, Q quotation, X x, K keyword, M mana, V verb, P past form, G form in -ing,
    B be, L may and the like, ! not, F fixed phrase, Z preposition, + and, | or, I if, H when,
    C contact clause, = amount words, , comma, ' possessive, O other.
    """

    def __init__(self, tagger: Tagger, words: list[str], cost: bool) -> None:
        self.t = tagger
        self.words = words
        self.cost = cost
        self.out = list(words)
        self.cls = [""] * len(words)

    def marked(self) -> list[str]:
        """Return the words with marks."""
        self.phrases()
        self.classes()
        self.sorts()
        self.structure()
        self.joints()
        self.commas()
        return self.out

    # --- Phrases of several words ---

    def put(self, place: int, marked: tuple[str, ...], cls: str) -> int:
        for offset, word in enumerate(marked):
            self.out[place + offset] = word
            self.cls[place + offset] = cls
        return place + len(marked)

    def phrases(self) -> None:
        t, words = self.t, self.words
        place = 0
        while place < len(words):
            word = words[place]
            marked = t.fixed.at(words, place)
            if marked and self.fixed_here(place, marked):
                first = marked[0]
                cls = "F"
                if first.endswith("^z"):
                    cls = "N"
                elif first.endswith(("^l", "^c")):
                    cls = (
                        "I"
                        if marked[-1].split("^")[0] in ("as", "though", "if", "time")
                        and first != "the^l"
                        and first != "each^l"
                        else "H"
                    )
                    if first == "the^c":
                        cls = "I"
                elif first.endswith("^v"):
                    cls = "Z"
                place = self.put(place, marked, cls)
                continue
            three = words[place : place + 3]
            two = three[:2]
            if two == ["rather", "than"] and self.verb_at(place + 2):
                place = self.put(place, ("rather^x", "than^x"), "=")
            elif (
                three[:2] == ["up", "to"]
                and place + 2 < len(words)
                and (words[place + 2] in _WORDED or words[place + 2] == "x")
            ):
                if words[place + 3 : place + 4] == ["of"]:
                    place = self.put(place, t.portions.at(words, place) or ("up^o", "to^o"), "D")
                elif words[place + 2] == "x":
                    place = self.put(place, ("up^q", "to^q", "x^u"), "D")
                elif not self.np_at(place + 3):
                    place = self.put(place, ("up^q", "to^q", f"{words[place + 2]}^p"), "R")
                else:
                    place = self.put(place, ("up^q", "to^q", words[place + 2]), "D")
            elif three == ["up", "to", "that"]:
                place = self.put(place, ("up^q", "to^q", "that^q", "many^q"), "D")
            elif (
                three in (["twice", "that", "many"], ["that", "many", "of"])
                and (marked := t.portions.at(words, place))
                and self.portion_here(place, marked)
            ):
                place = self.put(place, marked, "D")
            elif words[place : place + 4] == ["any", "number", "of", "times"]:
                place = self.put(place, ("any^m", "number^m", "of^m", "times^m"), "F")
            elif three == ["any", "number", "of"] and not self.np_at(place + 3):
                place = self.put(place, ("any^o", "number^o", "of^o"), "D")
            elif three == ["any", "number", "of"]:
                place = self.put(place, ("any^q", "number^q", "of^q"), "D")
            elif words[place : place + 4] == ["twice", "that", "many"] or three[:3] == [
                "twice",
                "that",
                "many",
            ]:
                place = self.put(place, ("twice^q", "that^q", "many^q"), "D")
            elif three == ["twice", "that", "much"]:
                place = self.put(place, ("twice^q", "that^q", "much^q"), "D")
            elif two == ["that", "many"]:
                noun = self.np_at(place + 2)
                place = self.put(
                    place,
                    ("that^q", "many^q") if noun else ("that", "many^p"),
                    "D" if noun else "R",
                )
            elif two == ["that", "much"]:
                noun = self.np_at(place + 2)
                place = self.put(
                    place, ("that^q", "much^q") if noun else ("that", "much"), "D" if noun else "R"
                )
            elif two == ["as", "many"]:
                place = self.put(place, ("as^q", "many^q"), "D")
            elif two == ["how", "many"]:
                place = self.put(place, ("how^q", "many^q"), "D")
            elif two == ["all", "the"] and self.np_at(place + 2):
                place = self.put(place, ("all^q", "the^q"), "D")
            elif (
                two == ["at", "least"]
                and words[place + 2 : place + 3]
                and words[place + 2] in _WORDED
            ):
                place = self.put(place, ("at^q", "least^q", words[place + 2]), "D")
            elif word == "exactly" and two[1:] and two[1] in _WORDED:
                place = self.put(place, ("exactly^q", two[1]), "D")
            elif three == ["one", "or", "more"] and self.np_at(place + 3):
                place = self.put(place, ("one^q", "or^q", "more^q"), "D")
            elif three == ["one", "of", "the"] and self.np_at(place + 3):
                place = self.put(place, ("one^q", "of^q", "the^q"), "D")
            elif three in (["one", "or", "both"], ["one", "or", "more"], ["left", "or", "right"]):
                place = self.put(place, (f"{word}^p", "or^p", f"{three[2]}^p"), "R")
            elif two == ["able", "to"] and words[place - 1] in t.nouns:
                place = self.put(place, ("able^n", "to^n"), "u")
            elif word == "in" and words[place - 1 : place] in (["phase"], ["phases"]):
                place = self.put(place, ("in^w",), "F")
            elif three == ["leaving", "in", "exile"]:
                place = self.put(place, ("leaving^h", "in^h", "exile^h"), "a")
            elif (
                word in _WORDED
                and words[place + 1 : place + 2] == [","]
                and words[place + 3 : place + 5] == [",", "or"]
            ):
                place = self.put(
                    place,
                    (word, ",^q", f"{words[place + 2]}^q", ",^q", "or^q", f"{words[place + 5]}^q"),
                    "D",
                )
            elif (
                word in _WORDED
                and words[place + 1 : place + 2] == ["or"]
                and place + 2 < len(words)
                and words[place + 2] in _WORDED
            ):
                place = self.put(place, (word, "or^q", f"{words[place + 2]}^q"), "D")
            elif words[place : place + 4] == ["base", "power", "and", "toughness"]:
                place = self.put(place, ("base^k", "power^k", "and^k", "toughness^k"), "K")
            elif (
                two == ["a", "additional"]
                and three[2:]
                and three[2][:2] == "&+"
                and (words[place + 3 : place + 4] not in (["counter"], ["counters"]))
            ):
                place = self.put(place, ("a", "additional^k"), "K")
            elif two == ["the", "first"] and not self.np_at(place + 2):
                place = self.put(place, ("the", "first^p"), "R")
            elif two == ["a", "additional"] and three[2:] and three[2][0] == "{":
                place = self.put(place, ("a^k", "additional^k"), "D")
            elif (
                word in ("more", "fewer", "less")
                and self.np_at(place + 1)
                and words[place - 1 : place] != ["or"]
                and words[place + 1][0] != "#"
                and words[place + 1] not in _WORDED
            ):
                place = self.put(place, (f"{word}^q",), "D")
            elif three == ["of", "your", "choice"] and words[place - 3 : place - 1] == [
                "from",
                "the",
            ]:
                place = self.put(place, ("of^k", "your^k", "choice^k"), "k")
            elif two == ["other", "than"]:
                place = self.put(place, ("other^n", "than^n"), "Z")
            elif two == ["other", "target"]:
                place = self.put(place, ("other^q", "target^t"), "D")
            elif two == ["he", "or"] and three[2:] == ["she"]:
                if words[place + 3 : place + 4] == ["controls"] and words[place - 1] in t.nouns:
                    place = self.put(place, ("he^c", "or^c", "she^c", "controls^related"), "C")
                else:
                    place = self.put(place, ("he", "or^h", "she"), "R")
            elif three == ["him", "or", "her"]:
                place = self.put(place, ("him", "or^h", "her^h"), "R")
            elif three == ["his", "or", "her"]:
                place = self.put(place, ("his", "or^h", "her^h"), "D")
            elif three == ["himself", "or", "herself"]:
                place = self.put(place, ("himself", "or^h", "herself"), "R")
            elif word == "for" and two[1:] == ["each"]:
                place = self.put(place, ("for^e", "each^e"), "E")
            elif two == ["if", "not"] and three[2:] in ([","], []):
                place = self.put(place, ("if^x", "not^x"), "I")
            elif two == ["if", "so"] and three[2:] in ([","], []):
                place = self.put(place, ("if^x", "so^x"), "I")
            elif two == ["the", "same"] and not self.np_at(place + 2):
                place = self.put(place, ("the", "same^p"), "R")
            elif two == ["each", "other"] and not self.np_at(place + 2):
                place = self.put(place, ("each", "other^p"), "R")
            elif two == ["the", "other"] and not self.np_at(place + 2):
                place = self.put(place, ("the", "other^p"), "R")
            elif two == ["of", "their"] and three[2:] == ["choice"]:
                place += 1
            elif marked := t.bounds.at(words, place):
                place = self.put(place, marked, "Y")
            elif (marked := t.compared.at(words, place)) and self.compared_here(place):
                place = self.put(place, marked, "=")
            elif (marked := t.portions.at(words, place)) and self.portion_here(place, marked):
                place = self.put(place, marked, "D")
            elif marked := t.amounts.at(words, place):
                if (
                    marked[0] in ("more^v", "fewer^v", "less^v")
                    and place + 2 < len(words)
                    and words[place + 2] in _WORDED
                ):
                    place = self.put(place, tuple(w.replace("^v", "^o") for w in marked), "D")
                else:
                    place = self.put(place, marked, "=")
            elif (marked := t.compared.at(words, place)) and (
                marked[0] != "each^n" or words[place - 1] in ("toughness", "power")
            ):
                place = self.put(place, marked, "=")
            elif self.multiple(place) and self.np_at(place + 1, pronouns=True):
                place = self.put(place, (f"{word}^o",), "D")
            elif two == ["three", "times"] and self.np_at(place + 2):
                place = self.put(place, ("three^o", "times^o"), "D")
            else:
                place += 1

    def multiple(self, place: int) -> bool:
        """Whether "half" or "double" says how much, and is no verb."""
        word = self.words[place]
        before = self.words[place - 1] if place else ""
        return word in ("half", "twice") or (
            word in ("double", "triple") and (before in self.t.verbs or before == "to")
        )

    def portion_here(self, place: int, marked: tuple[str, ...]) -> bool:
        """Whether something follows of which a part may be meant."""
        words = self.words
        after = place + len(marked)
        if after >= len(words):
            return False
        word = words[after]
        return word in _ARTICLES | _WHOSE | _PRONOUNS | {"up"} or word in _WORDED or word[0] in "~#"

    def compared_here(self, place: int) -> bool:
        """Whether a comparison describes the noun before it."""
        words = self.words
        before = words[place - 1] if place else ""
        return before in ("value", "power", "toughness", "values") and not any(
            word in ("is", "are", "was", "becomes", "'s^be") for word in words[:place][-8:]
        )

    def fixed_here(self, place: int, marked: tuple[str, ...]) -> bool:
        """Whether a fixed phrase means there what it means elsewhere."""
        words = self.words
        after = words[place + len(marked)] if place + len(marked) < len(words) else ""
        before = words[place - 1] if place else ""
        first = marked[0]
        if first.endswith("^m"):
            if after == "'s":
                return False
            if marked in (
                ("this^m", "turn^m"),
                ("each^m", "turn^m"),
                ("that^m", "turn^m"),
                ("next^m", "turn^m"),
                ("this^m", "combat^m"),
                ("each^m", "combat^m"),
                ("last^m", "turn^m"),
                ("your^m", "next^m", "turn^m"),
            ) and before in (
                "of",
                "your",
                "until",
                "the",
                "during",
                "after",
                "their",
                "player's",
                "'s",
                "in",
                "on",
                "from",
                "with",
                "than",
                "next",
                "at",
                "before",
                "throughout",
            ):
                return False
            if marked[-1] == "turn^m" and after in ("step", "phase"):
                return False
            if first == "face^m" and after in self.t.nouns:
                return False
        if marked[:2] == ("rather^v", "than^v"):
            return not self.verb_at(place + 2)
        if first == "the^l":
            return not place or before in (",", "“”", ":") or before == "then"
        if first == "each^l" and marked[-1] == "time^l":
            return True
        return True

    def np_at(self, place: int, *, pronouns: bool = False) -> bool:
        """Whether a noun phrase goes on at a place, by its words."""
        if place >= len(self.words):
            return False
        word = self.words[place]
        t = self.t
        if pronouns and (word in _PRONOUNS or word in _WHOSE or word in _ARTICLES or word == "x"):
            return True
        return (
            word in t.adjectives
            or word in t.nouns
            or word[0] in "~&#"
            or word in _WORDED
            or word in ("other", "target")
            or word.startswith("non")
            or (word == "x" and self.np_at(place + 1))
            or (place + 1 < len(self.words) and self.words[place + 1] in ("counter", "counters"))
            or (
                word in t.past
                and place + 1 < len(self.words)
                and (
                    self.words[place + 1] in t.nouns
                    or self.words[place + 1] in t.adjectives
                    or self.words[place + 1][0] == "~"
                )
            )
        )

    def verb_at(self, place: int) -> bool:
        return place < len(self.words) and (
            self.words[place] in self.t.verbs or self.words[place] in ("have", "be")
        )

    # --- Classes ---

    def classes(self) -> None:
        t, words, out, cls = self.t, self.words, self.out, self.cls
        place = 0
        while place < len(words):
            if cls[place]:
                place += 1
                continue
            word = words[place]
            prev = cls[place - 1] if place else "^"
            before = words[place - 1] if place else ""
            after = words[place + 1] if place + 1 < len(words) else ""
            first = word[0]
            step = 1
            if word == "“”":
                cls[place] = "Q"
            elif word in (",", ";", "/", "-", ":"):
                cls[place] = ","
                if word == "/":
                    cls[place] = "/"
            elif first == "~":
                cls[place] = "U"
            elif first == "&":
                cls[place] = "T" if word[1:2] in ("+", "-") else "S"
            elif first == "{":
                cls[place] = "M"
            elif first in "#+-" and "#" in word:
                cls[place] = "W"
                if prev == "N" and before not in ("damage", "life"):
                    out[place], cls[place] = f"{word}^b", "Y"
                elif before in ("next", "first", "last", "additional"):
                    out[place], cls[place] = f"{word}^q", "A"
            elif word in ("and", "or") or word == "but":
                cls[place] = "+"
            elif word == "'s":
                cls[place] = "'"
            elif word == "not^t":
                cls[place] = "!"
            elif word == "not":
                out[place], cls[place] = (
                    ("not^n", "!")
                    if prev in "BL!H" and before not in ("do", "does")
                    else ("not", "!")
                )
                if before in ("is", "are", "was", "were", "'s^be", "'re", "have", "has", "'ve"):
                    out[place] = "not^n"
                elif after == "to":
                    out[place : place + 2] = ["not^x", "to^x"]
                    cls[place + 1] = "i"
                    step = 2
                elif before in ("may", "must", "do", "does", "did"):
                    out[place] = "not"
                elif after in t.verbs or after in t.past:
                    out[place], cls[place] = "not^v", "E^"
                else:
                    out[place] = "not^a"
            elif word in _BE:
                cls[place] = "B"
                if word == "be" or word == "been":
                    cls[place] = "B"
            elif word in ("have", "has", "'ve", "had"):
                self.have(place)
            elif word in ("do", "does"):
                if (
                    after == "not^t"
                    and words[place + 2 : place + 3]
                    and words[place + 2] not in (",", ".", "and")
                ) or (after == "not" and words[place + 2 : place + 3]):
                    cls[place] = cls[place + 1] = "L"
                    step = 2
                else:
                    out[place], cls[place] = f"{word}^v", "V"
            elif word in _MODALS:
                cls[place] = "L"
                if after == "not^t" or after == "not":
                    cls[place + 1] = "L"
                    step = 2
            elif word == "that":
                self.that(place)
            elif word == "who" or word == "which":
                out[place], cls[place] = (f"{word}^r", "r") if prev in "NUR" else ("who^p", "R")
            elif word == "what":
                out[place], cls[place] = "what^p", "R"
            elif word == "so" or word == "there":
                cls[place] = "R"
            elif word == "her" and not self.np_at(place + 1):
                out[place], cls[place] = "her^o", "R"
            elif word == "whose" and prev in "NUY":
                out[place], cls[place] = "whose^r", "r"
            elif word in _WHOSE:
                cls[place] = "D"
            elif word in _PRONOUNS:
                cls[place] = "R"
                if word == "what":
                    out[place] = "what^p"
            elif word == "target":
                self.target(place)
            elif word == "x":
                if prev == "=" or not self.np_at(place + 1):
                    out[place], cls[place] = "x^x", "R"
                else:
                    cls[place] = "D"
                    if before in (
                        "the",
                        "those",
                        "top",
                        "bottom",
                        "first",
                        "next",
                        "other",
                        "that",
                    ):
                        out[place] = "x^q"
                    elif words[place + 1 : place + 2] == ["or"]:
                        out[place] = "x^b"
                if prev in "NU" and before in ("value", "power", "toughness", "cost", "loyalty"):
                    out[place], cls[place] = "x^a", "Y"
            elif word in _WORDED:
                self.worded(place)
            elif word in _ARTICLES:
                self.determiner(place)
            elif word == "other":
                out[place], cls[place] = "other^o", "A"
            elif word in ("when", "whenever"):
                cls[place] = "H"
            elif word == "then":
                cls[place] = "t"
            elif word in ("plus", "minus"):
                cls[place] = "="
            elif word in ("otherwise",):
                out[place], cls[place] = "otherwise^h", "t"
            elif word == "while" and any(kind in ("I", "H") for kind in cls[:place]):
                out[place], cls[place] = "while^e", "W^"
            elif word == "if" or word == "unless" or word == "while":
                cls[place] = "I"
            elif word in ("because", "since", "where"):
                out[place], cls[place] = (f"{word}^c", "I") if word != "where" else ("where^w", "w")
            elif self.keyword(place):
                step = self.keyword(place)
                self.put(place, t.keywords.at(words, place), "K")
            elif word in _PREPOSITIONS:
                self.preposition(place)
            else:
                self.word(place)
            place += step

    def have(self, place: int) -> None:
        words, t = self.words, self.t
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        if after in ("not^t", "not"):
            after = words[place + 2] if place + 2 < len(words) else ""
        self.cls[place] = "V"
        if word == "'ve":
            self.cls[place] = "L"
        elif word == "had":
            before = words[place - 1] if place else ""
            if before in ("'ve", "has", "have"):
                self.out[place] = "had^p"
        elif (
            (
                after in t.past
                and after not in ("base",)
                and not (
                    words[place + 2 : place + 3]
                    and words[place + 2] in t.nouns
                    and after in t.adjectives
                )
            )
            or after == "been"
            or after == "had"
        ):
            self.out[place] = f"{word}^p"
            self.cls[place] = "L"

    def that(self, place: int) -> None:
        words = self.words
        prev = self.cls[place - 1] if place else "^"
        after = words[place + 1] if place + 1 < len(words) else ""
        t = self.t
        if (
            prev in "NURYFVPMAKQSu"
            and place
            and (
                after in _BE
                or after in _MODALS
                or after
                in (
                    "has",
                    "have",
                    "'ve",
                    "had",
                    "do",
                    "does",
                    "not^t",
                    "each",
                    "also",
                    "entered",
                    "'d",
                )
                or (after in t.verbs and not (after in t.nouns and self.noun_after_that(place + 1)))
                or (
                    after in t.past
                    and not (
                        place + 2 < len(words)
                        and words[place + 2] in t.nouns
                        and after not in t.verbs
                    )
                )
            )
        ):
            self.out[place], self.cls[place] = "that^r", "r"
        elif self.np_at(place + 1) or after in ("player", "much"):
            self.cls[place] = "D"
        else:
            self.out[place], self.cls[place] = "that^p", "R"

    def noun_after_that(self, place: int) -> bool:
        following = self.words[place + 1] if place + 1 < len(self.words) else ""
        return following in self.t.verbs or following in _BE or following in ("'s", ",", ".", "")

    def target(self, place: int) -> None:
        words = self.words
        before = words[place - 1] if place else ""
        prev = self.cls[place - 1] if place else "^"
        after = words[place + 1] if place + 1 < len(words) else ""
        if before == "each" and not self.np_at(place + 1):
            self.out[place], self.cls[place] = self.t.nouns["target"], "N"
        elif before == "that" and prev == "r":
            self.out[place], self.cls[place] = self.t.verbs["target"], "V"
        elif (before == "any" and not self.np_at(place + 1)) or (
            before in ("the", "a", "legal", "single")
            or (before == "that" and not self.np_at(place + 1))
            or before in ("new",)
        ):
            self.out[place], self.cls[place] = self.t.nouns["target"], "N"
        elif (
            prev in "rL"
            or (before in ("or", "and") and after in ("one", "a", "only", "that", "this"))
            or (prev == "R" and before in ("they", "you"))
            or before == "only"
        ) or (before == "that" and prev == "r"):
            self.out[place], self.cls[place] = self.t.verbs["target"], "V"
        else:
            self.out[place], self.cls[place] = "target^t", "D"

    def worded(self, place: int) -> None:
        words = self.words
        word = words[place]
        before = words[place - 1] if place else ""
        self.cls[place] = "D"
        after = words[place + 1] if place + 1 < len(words) else ""
        if before in _BEFORE_COUNT or self.out[place - 1 : place] == ["other^o"]:
            self.out[place] = f"{word}^q"
            self.cls[place] = "A"
            if not self.np_at(place + 1) and word == "one":
                self.out[place], self.cls[place] = self.t.nouns["one"], "N"
        elif not self.np_at(place + 1) and after[:1] != "{" and after not in ("or",):
            if word in _ALONE:
                self.out[place], self.cls[place] = f"{word}^p", "R"
            else:
                self.cls[place] = "W"
        elif (
            after == "or"
            and words[place + 2 : place + 3] not in (["more"], ["less"], ["fewer"])
            and word in ("one", "two")
        ):
            self.out[place], self.cls[place] = f"{word}^p", "R"

    def determiner(self, place: int) -> None:
        words = self.words
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        self.cls[place] = "D"
        if word == "each" and after == "equal":
            self.out[place], self.cls[place] = "each^d", "F"
            return
        if (
            word == "each"
            and self.cls[place - 1 : place] in (["N"], ["U"], ["Y"])
            and after in self.t.base
        ):
            self.out[place], self.cls[place] = "each^v", "E^"
            return
        if word in (
            "a",
            "the",
            "no",
            "every",
            "x",
            "this",
            "that",
            "those",
            "these",
        ) and word not in ("this", "those"):
            return
        if (
            self.np_at(place + 1)
            or after[:1] == "{"
            or after in ("target", "of", "a", "other", "color", "permanent")
        ) and not (
            word in ("each", "both", "all") and after in self.t.verbs and after not in self.t.nouns
        ):
            return
        if word in ("each", "both", "all") and (
            after in self.t.verbs or after in self.t.past or after in ("have", "be")
        ):
            self.out[place], self.cls[place] = f"{word}^v", "E^"
            return
        if after in self.t.past or after in self.t.gerunds:
            return
        if after in self.t.adjectives or after.startswith("non"):
            return
        if word in ("this", "those", "each", "all", "any", "another", "both"):
            if (
                word == "each"
                and (self.cls[place - 1 : place] in (["N"], ["U"]) or after in ("with", "of"))
                and self.cls[place - 1 : place] == ["N"]
            ):
                self.out[place] = "each^d"
                self.cls[place] = "Y"
                return
            self.out[place], self.cls[place] = f"{word}^p", "R"

    def keyword(self, place: int) -> int:
        """Return how many words of a keyword begin at a place."""
        words, t = self.words, self.t
        marked = t.keywords.at(words, place)
        if not marked:
            return 0
        after = words[place + len(marked)] if place + len(marked) < len(words) else ""
        before = words[place - 1] if place else ""
        prev = self.cls[place - 1] if place else "^"
        if len(marked) == 1 and marked[0].split("^")[0] in t.verbs:
            word = words[place]
            if (
                prev in "^LR,U+tN"
                and before not in ("and", "with", "have", "has", "gain", "gains", "or")
                and (after not in (",", "", "and", "until") or prev == "L")
            ):
                return 0
            if before in ("to",) or prev == "L":
                return 0
            if word in t.past or (before in ("was", "were", "is", "be", "been", "'ve")):
                return 0
        if len(marked) == 1 and words[place] in t.gerunds and prev in "Z":
            return 0
        return len(marked)

    def word(self, place: int) -> None:
        """Class a word by its entry in the lexicon."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        noun, verb, past = word in t.nouns, word in t.verbs, word in t.past
        if (
            word in t.pre
            and (
                after in t.verbs
                or after in t.past
                or after in ("have", "has", "be", "is", "do")
                or (before in _BE and word in ("also", "still", "only", "not"))
            )
            and word not in ("once",)
        ):
            out[place], cls[place] = t.pre[word], "E^"
            return
        if word == "only":
            if after in ("if",):
                out[place], cls[place] = "only^l", "I"
            elif (
                cls[place + 1 : place + 2] in (["F"], ["Z"])
                or after in _PREPOSITIONS
                or after in t.manner
            ):
                out[place], cls[place] = "only^a", "a"
            else:
                out[place], cls[place] = ("only^o" if prev == "V" else "only"), "D"
            return
        if (
            after in ("counter", "counters")
            and not noun
            and not verb
            and word not in t.adjectives
            and not past
        ) or (
            after in ("counter", "counters")
            and prev in "DAW'"
            and word not in t.adjectives
            and word not in t.past
            and after == "counters"
            and word in t.nouns
        ):
            out[place], cls[place] = f"{word}^sort", "A"
            return
        if word in _WAYS and not (past and prev in "B") and self.way(place):
            out[place], cls[place] = t.manner[word], "F"
            return
        if word in ("more", "less"):
            cls[place] = "O"
            return
        if word.startswith("non") and word not in t.adjectives and word not in t.nouns:
            cls[place] = "A"
            return
        if noun and verb and not self.past_of_one(place):
            self.noun_or_verb(place)
            return
        if past and verb and self.past_of_one(place):
            out[place], cls[place] = t.past[word], "P"
            return
        if past and not verb:
            self.past_form(place)
            return
        if (
            past
            and verb
            and (
                prev == "B"
                or before in ("'ve", "been")
                or out[place - 1 : place] in (["have^p"], ["has^p"])
                or (before in ("also^v",))
            )
        ):
            out[place], cls[place] = t.past[word], "P"
            return
        if (
            past
            and verb
            and prev in "NUY"
            and word in ("cast", "put")
            and after in ("from", "with", "this", "by", "into", "onto", "using", "for")
        ):
            out[place], cls[place] = f"{word}^after", "u"
            return
        if verb:
            out[place], cls[place] = t.verbs[word], "V"
            return
        if word in t.gerunds and word in t.adjectives and self.object_at(place + 1):
            if prev in "NUY":
                out[place], cls[place] = f"{word}^f", "f"
                return
            if prev in "B":
                out[place], cls[place] = t.gerunds[word], "G"
                return
        if word in t.adjectives and not (noun and not self.np_at(place + 1)):
            out[place], cls[place] = t.adjectives[word], "A"
            return
        if noun:
            out[place], cls[place] = t.nouns[word], "N"
            return
        if word in t.gerunds:
            if prev in "NUY" and self.np_or_pronoun(place + 1):
                out[place], cls[place] = f"{word}^f", "f"
            else:
                out[place], cls[place] = t.gerunds[word], "G"
            return
        if word in t.manner:
            out[place], cls[place] = t.manner[word], "F"
            return
        cls[place] = "O"

    def object_at(self, place: int) -> bool:
        """Whether a pronoun or a determiner stands at a place."""
        word = self.words[place] if place < len(self.words) else ""
        return word in _PRONOUNS or word in _ARTICLES or word in _WHOSE or word[:1] == "~"

    def np_or_pronoun(self, place: int) -> bool:
        return self.np_at(place, pronouns=True)

    def way(self, place: int) -> bool:
        """Whether a word tells how something is done there."""
        words, _t = self.words, self.t
        word = words[place]
        prev = self.cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in ("more", "less"):
            return prev == "M" or before in ("much", "mana") or prev == "R"
        if word in ("attacking", "blocking") and self.np_or_pronoun(place + 1):
            return False
        if word in ("tapped", "untapped", "attacking", "blocking", "transformed"):
            if (
                prev in "BDAr"
                or (
                    before in ("and", "or")
                    and self.cls[place - 2 : place - 1] in (["A"], ["P"], ["B"])
                )
                or before in ("becomes", "become", "remain", "remains")
            ):
                return False
            return (
                not self.np_at(place + 1)
                and prev not in "L"
                and after not in ("by", "for", "this")
                and not (prev in "^,+R" and word not in ("tapped", "attacking"))
                and self.cls[place - 1 : place] != ["R"]
            ) or (before == "it" and after in ("", ",", "and", "with"))
        if word in ("twice", "once"):
            return True
        return True

    def past_of_one(self, place: int) -> bool:
        """Whether "cast" or "put" is past: "if an opponent cast a spell"."""
        words = self.words
        return (
            words[place] in ("cast", "put")
            and place > 0
            and words[place - 1] in ("opponent", "player")
            and words[place - 1] in self.t.singular
            and any(kind == "I" for kind in self.cls[:place])
        )

    def noun_or_verb(self, place: int) -> None:
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        noun = prev in "DAWS'TZ" or (prev == "K")
        if before in ("to", "only") or prev == "E^":
            noun = False
        if before == "to" and self.cls[place - 1] == "Z" and word in ("exile", "turn", "combat"):
            noun = False
        if prev == "D" and before in ("each", "both", "all") and out[place - 1].endswith("^v"):
            noun = False
        if word in ("counter", "counters"):
            noun = (
                noun
                or prev in "NUK"
                or (
                    prev == "+"
                    and self.cls[place - 2 : place - 1] in (["T"], ["A"], ["N"])
                    and place + 1 < len(words)
                    and after in ("on", "from")
                )
            )
            if prev == "T":
                noun = True
        elif word == "control":
            noun = noun or before in (
                "gain",
                "gains",
                "lose",
                "loses",
                "exchange",
                "exchanges",
                "'s",
            )
        elif word in ("cost", "costs"):
            noun = (
                noun
                or prev == "K"
                or (prev in "NU" and after[:1] != "{" and after not in ("up", "x"))
            )
            if prev == "V" and before not in ("cast", "control"):
                noun = True
            if after[:1] == "{" or (before in ("abilities", "spells") and after not in ("of",)):
                noun = False
        elif word in ("exile",) and before in ("in", "from", "into", "of"):
            out[place], cls[place] = "exile^m", "R"
            return
        elif word == "end" and before == "the":
            noun = True
        elif (
            word
            in ("draw", "discard", "cast", "block", "attack", "attacks", "blocks", "turns", "votes")
            and prev == "N"
        ):
            noun = False
        elif word == "target" or word == "targets":
            noun = (prev in "DA" and before not in ("all",)) or prev == "V"
        elif word in ("name", "names") and prev in "NV":
            noun = prev == "N" and self.cls[place - 1] == "N" and before in ("card", "creature")
        elif (word == "phases" and words[place - 2 : place] == ["steps", "and"]) or (
            word in ("copies", "copy") and prev in "VB"
        ):
            noun = True
        if prev == "+" and not noun:
            # After "and": what stood before decides.
            earlier = self.cls[place - 2] if place > 1 else "^"
            noun = earlier == "N" and after in (",", ".", "") and word not in t.base
        past = word in t.past
        if (
            past
            and not noun
            and (
                prev == "B"
                or before in ("'ve", "been")
                or out[place - 1 : place] in (["have^p"], ["has^p"])
            )
        ):
            out[place], cls[place] = t.past[word], "P"
            return
        if (
            past
            and not noun
            and prev in "NUY"
            and word == "cast"
            and after in ("from", "with", "this", "by", "using", "for")
        ):
            out[place], cls[place] = f"{word}^after", "u"
            return
        out[place], cls[place] = (t.nouns[word], "N") if noun else (t.verbs[word], "V")

    def past_form(self, place: int) -> None:
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        plain = t.past[word]
        if word == "named" and after[:1] == "~":
            out[place], cls[place] = "named^n", "Z"
            return
        helped = (
            prev == "B"
            or before in ("'ve", "been", "had")
            or out[place - 1 : place] in (["have^p"], ["has^p"])
            or (before == "not^t" and words[place - 2] in _BE | {"have", "has", "did"})
            or (prev == "!" and out[place - 1] in ("not^n",))
            or prev == "E^"
        )
        nounish = (
            (after in t.nouns and not (after in t.verbs and helped))
            or after in t.adjectives
            or after.startswith(("~", "&"))
            or after in ("other",)
            or (after in t.past and words[place + 2 : place + 3] and words[place + 2] in t.nouns)
        )
        if (
            prev == "D"
            and not helped
            and after in ("or", "and")
            and self.past_before_noun(place + 2)
        ):
            nounish = True
        if nounish and not helped and (prev in "D'AW^Z+,V=HItEiQ"):
            out[place], cls[place] = (t.adjectives.get(word, f"{word}^s")), "A"
            return
        if helped:
            out[place], cls[place] = plain, "P"
            return
        if prev == "+" and self.cls[place - 2 : place - 1] and self.cls[place - 2] in "Pu":
            out[place], cls[place] = (
                (plain, "P") if self.cls[place - 2] == "P" else (f"{word}^after", "u")
            )
            return
        if (
            prev == "r"
            or (prev == "R" and before not in ("those", "them", "it", "one", "each"))
            or prev == "C"
            or (
                word in _FINITE
                and prev in "NURY"
                and not (word in ("lost", "gained") and after == "this" and prev == "N")
            )
        ):
            out[place], cls[place] = plain, "P"
            return
        if prev in "NUYRFM'A":
            if word in ("dealt",) and (after in ("damage",) or after.startswith("#")):
                out[place], cls[place] = f"{word}^given", "u"
            else:
                out[place], cls[place] = f"{word}^after", "u"
            return
        out[place], cls[place] = plain, "P"

    def past_before_noun(self, place: int) -> bool:
        """Whether a past form and its noun stand at a place."""
        words, t = self.words, self.t
        return (
            place + 1 < len(words)
            and (words[place] in t.past or words[place] in t.adjectives)
            and words[place + 1] in t.nouns
        )

    def preposition(self, place: int) -> None:
        """Give a preposition its class; `structure` decides what it belongs to."""
        words, out, cls = self.words, self.out, self.cls
        word = words[place]
        after = words[place + 1] if place + 1 < len(words) else ""
        prev = cls[place - 1] if place else "^"
        before = words[place - 1] if place else ""
        cls[place] = "Z"
        if word == "from" and (
            before in ("protection", "hexproof")
            or (before in ("and", ",") and "from^k" in out[:place])
        ):
            out[place], cls[place] = "from^k", "k"
        elif (
            word == "to"
            and after in self.t.base
            and (
                (words[0] == "as" and before == "cost")
                or (prev == "u" and before in ("spent", "paid"))
            )
        ):
            out[place] = "to^n"
        elif (
            word == "to"
            and (after in self.t.base or after in ("have", "be", "do"))
            and after not in ("exile", "target", "end")
        ) or (
            word == "to" and after == "exile" and words[place + 2 : place + 3] not in ([], [","])
        ):
            out[place], cls[place] = "to^i", "i"
        elif word == "of":
            out[place] = "of^e" if prev == "E" else "of^p" if prev == "W" else "of^n"
        elif word in ("until", "after", "before") and self.clause_follows(place + 1):
            out[place], cls[place] = f"{word}^c", "I"
        elif (
            word == "as"
            and (not place or prev == ",")
            and self.clause_follows(place + 1)
            and after != "a"
        ):
            out[place], cls[place] = "as^e", "H"
        elif (
            word == "as"
            and prev not in "^,"
            and self.clause_follows(place + 1)
            and after not in ("a", "an")
        ):
            out[place], cls[place] = "as^c", "I"

    def clause_follows(self, place: int) -> bool:
        """Whether a subject and a verb come before the next comma."""
        words, t = self.words, self.t
        begin = place
        while place < len(words) and words[place] not in (",", ":"):
            word = words[place]
            if place > begin and (
                word in _BE
                or word in ("has", "have", "'ve", "had", "would", "can", "may", "do", "does")
                or (word in t.verbs and word not in t.nouns)
                or (
                    word in t.verbs
                    and word in t.nouns
                    and words[place - 1] not in _ARTICLES | _WHOSE | {"combat", "'s"}
                    and words[place - 1] not in t.adjectives
                    and (
                        words[place - 1] in t.nouns
                        or words[place - 1][0] == "~"
                        or words[place - 1] in _PRONOUNS
                    )
                )
                or word in _FINITE
            ):
                return True
            if word in _PREPOSITIONS and word not in ("of", "on", "in", "with"):
                return False
            place += 1
        return False

    # --- Noun phrases ---

    def sorts(self) -> None:
        """Mark nouns, names and keywords that describe the noun behind them."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        for place in range(len(words) - 1):
            after = cls[place + 1]
            if (
                cls[place] == "N"
                and not out[place].endswith("^z")
                and not (words[place] == "toughness" and after == "S")
                and words[place] in t.singular
                and not t.related.at(words, place + 1)
                and (
                    (after in ("N", "U", "S") and words[place + 1] != "'s")
                    or (
                        after == "A"
                        and words[place + 1] not in ("other",)
                        and cls[place + 2 : place + 3] in (["N"], ["U"])
                    )
                )
            ):
                out[place], cls[place] = f"{words[place]}^sort", "A"
            elif (
                cls[place] == "N"
                and out[place].endswith("^z")
                and after == "N"
                and words[place + 1] not in ("'s",)
            ):
                pass
            elif (
                cls[place] == "U"
                and after in "NUA"
                and not (after == "A" and cls[place + 2 : place + 3] not in (["N"], ["A"], ["U"]))
            ):
                out[place], cls[place] = f"{words[place]}^t", "A"
            elif words[place] == "indestructible" and after in ("U", "A", "N"):
                out[place], cls[place] = "indestructible^sort", "A"
            elif cls[place] == "K" and after == "N":
                if place and cls[place - 1] == "K" and words[place + 1] in ("counter", "counters"):
                    for part in (place - 1, place):
                        out[part], cls[part] = f"{words[part]}^sort", "A"
                elif place and cls[place - 1] == "K" and out[place - 1].endswith("^k"):
                    pass
                else:
                    out[place], cls[place] = f"{words[place]}^sort", "A"
            elif (cls[place] == "T" and after in "NA") or (
                cls[place] == "T" and words[place + 1] in ("counter", "counters")
            ):
                out[place], cls[place] = f"{words[place]}^t", "A"
        # "Instant or sorcery card": what stands before "or" describes the card as well.
        for place, word in enumerate(words):
            if word in ("or", "and") and cls[place] == "+" and place and place + 1 < len(words):
                left = place - 1
                right = place + 1
                if words[right : right + 2] == ["/", "or"]:
                    right += 2
                if cls[left] == ",":
                    left -= 1
                if left < 0 or cls[left] not in "NU" or out[left].endswith("^z"):
                    continue
                if cls[left] == "N" and words[left] not in t.singular:
                    continue
                head = right
                while (
                    head < len(words)
                    and cls[head] == "A"
                    and (
                        out[head].endswith(("^t", "^sort"))
                        or out[head] in t.adjectives.values()
                        or out[head].startswith("non")
                    )
                ):
                    head += 1
                if (
                    head > right
                    and head < len(words)
                    and cls[head] == "N"
                    and (words[head] in _HEADS)
                    and words[head] != words[left]
                    and not (head + 1 < len(words) and False)
                ):
                    if words[left] in (
                        "card",
                        "spell",
                        "permanent",
                        "token",
                        "player",
                        "opponent",
                        "ability",
                    ):
                        continue
                    if words[head] in (
                        "creature",
                        "creatures",
                        "artifact",
                        "artifacts",
                        "land",
                        "lands",
                        "planeswalker",
                        "planeswalkers",
                    ) and not out[right].startswith("~"):
                        continue
                    self.describe(left)

    def describe(self, place: int) -> None:
        """Make nouns before "or", and those before their commas, describe the noun behind it."""
        out, cls, words = self.out, self.cls, self.words
        while place >= 0:
            if cls[place] in "NU" and not out[place].endswith(("^t", "^sort")):
                out[place], cls[place] = (
                    f"{words[place]}{'^t' if cls[place] == 'U' else '^sort'}",
                    "A",
                )
            if place > 1 and cls[place - 1] == "," and cls[place - 2] in "NU":
                place -= 2
                continue
            return

    # --- Relative clauses and prepositions ---

    def structure(self) -> None:
        t, words, out, cls = self.t, self.words, self.out, self.cls
        main = ""  # the verb whose complements come
        put = 0
        relative = False  # inside what describes a noun
        wanted: set[str] = set()
        place = 0
        while place < len(words):
            kind, word = cls[place], words[place]
            prev = cls[place - 1] if place else "^"
            if kind == "," or kind in ("I", "H", "t"):
                relative = False
                if kind == ",":
                    pass
            elif kind == "r" or kind == "u" or kind == "f":
                relative = True
            elif kind == "V" or kind == "P":
                if not relative or (
                    (kind == "V" or word in _FINITE) and not self.in_relative(place)
                ):
                    relative = False
                    main = t.lemma.get(word, word)
                    wanted = {p for p, verbs in _WANTS.items() if main in verbs}
                    put = place if word in _PUTS else put
            elif kind in ("B", "L") and relative and not self.in_relative(place):
                relative = False
            if kind in ("D", "R", "N", "A", "U"):
                step = self.contact(place)
                if step:
                    place += step
                    relative = True
                    continue
            if kind == "F" and relative and prev != ",":
                marked = t.times.at(words, place) or t.ways.at(words, place)
                if marked and self.near(place) and len(marked) == self.run(place):
                    self.put(place, marked, "F")
                    place += len(marked)
                    continue
            if kind == "Z" and not out[place].endswith(("^n", "^c", "^e")):
                place = self.attach(place, relative, wanted, main)
                if not out[place].endswith("^r"):
                    if relative and out[place].endswith("^v"):
                        relative = False
                    wanted.discard(word)
            place += 1

    def run(self, place: int) -> int:
        end = place
        while (
            end < len(self.words)
            and self.cls[end] == "F"
            and self.out[end].endswith("^m")
            and (end == place or not self.begins(end))
        ):
            end += 1
        return end - place

    def begins(self, place: int) -> bool:
        return (
            bool(self.t.fixed.at(self.words, place))
            and self.t.fixed.at(self.words, place)[0] == self.out[place]
            and place > 0
            and False
        )

    def near(self, place: int) -> bool:
        """Whether a time stands close to the relative verb, so that it belongs to it."""
        back = place - 1
        seen = 0
        while back >= 0 and self.cls[back] not in (",", "I", "H", "t"):
            if self.cls[back] in ("u", "P") or self.out[back].endswith("^related"):
                return not self.out[back].startswith(("control", "own"))
            if self.cls[back] == "V" and self.in_relative(back):
                return True
            if self.cls[back] == "V":
                return False
            back -= 1
            seen += 1
        return False

    def in_relative(self, place: int) -> bool:
        """Whether a verb is that of the relative clause begun last."""
        back = place - 1
        while back >= 0:
            kind = self.cls[back]
            if kind == "r":
                return True
            if kind in ("L", "!", "E^", "B"):
                back -= 1
                continue
            if kind == "P" and self.words[back + 1] in ("or", "and"):
                back -= 1
                continue
            if kind == "+" and back > 0 and self.cls[back - 1] in ("V", "P"):
                return self.in_relative(back - 1)
            return False
        return False

    def contact(self, place: int) -> int:
        """Mark a contact clause ("creatures you control"); return how many words it has."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        if not place or out[place].endswith(("^c", "^related")):
            return 0
        prev = cls[place - 1]
        if prev not in "NUYuRFS" or (
            prev == "R"
            and words[place - 1] not in ("those", "them", "one", "each", "all", "another")
        ):
            return 0
        if prev == "F" and not out[place - 1].endswith("^r"):
            return 0
        marked = t.related.at(words, place)
        if not marked and cls[place] == "U" and words[place + 1 : place + 2] == ["does"]:
            marked = (f"{words[place]}^c",)
        if not marked:
            return 0
        end = place + len(marked)
        if end >= len(words):
            return 0
        extra: tuple[str, ...] = ()
        if words[end] in ("do", "does", "did") and words[end + 1 : end + 2] == ["not^t"]:
            extra = (f"{words[end]}^c", "not^t")
        elif words[end] in ("'ve", "has", "have", "can", "would", "could", "had"):
            extra = (f"{words[end]}^c",)
            if words[end + 1 : end + 2] == ["not^t"]:
                extra = (*extra, "not^t")
        verb = end + len(extra)
        if verb >= len(words) or not (
            words[verb] in t.verbs
            or words[verb] in t.past
            or (words[verb] == "have" and words[verb + 1 : verb + 2] in ([], [","]))
        ):
            return 0
        if cls[verb] == "N" and words[verb] not in ("control", "cast"):
            return 0
        self.put(place, (*marked, *extra, f"{words[verb]}^related"), "C")
        cls[verb] = "Y"
        return verb - place + 1

    def attach(self, place: int, relative: bool, wanted: set[str], main: str) -> int:
        """Say what a preposition belongs to: the verb, the noun before it, a relative clause."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        word = words[place]
        prev = cls[place - 1] if place else "^"
        after = words[place + 1] if place + 1 < len(words) else ""
        if word == "of":
            return place
        if word == "to" and words[place - 1 : place] == ["devotion"]:
            out[place] = "to^d"
            return place
        if out[place] != word and not out[place].endswith("^v"):
            return place
        if out[place].endswith("^v") and out[place] != word:  # several words
            return place
        nounish = prev in "NUYuSFTX" or (
            prev == "R" and words[place - 1] in ("those", "them", "one", "each", "all", "any")
        )
        if prev == "F":
            nounish = out[place - 1].endswith("^r")
        if word == "on" and words[place - 1] in ("counter", "counters") and not self.putting(place):
            out[place] = "on^z"
            return place
        if word in ("with", "without"):
            if after in t.gerunds or (after.endswith("ing") and after in t.gerunds):
                out[place] = f"{word}^v"
            elif relative and prev in "u" and word == "with":
                out[place] = "with^r"
            elif word == "with" and (
                not nounish
                or words[place - 1] in ("battlefield", "it", "them", "him", "her")
                or (prev == "U" and main in ("enter", "enters", "return"))
                or (main == "enter" and words[place - 1] not in ("creature", "permanent", "spell"))
            ):
                out[place] = "with^v"
            elif word == "without" and not nounish:
                out[place] = "without^v"
            return place
        if (
            relative
            and word in t.rprep
            and word not in wanted
            and prev not in ",+"
            and not (word in ("on", "into", "onto") and self.gapped(place))
        ):
            out[place] = t.rprep[word]
            return place
        if (
            nounish
            and word in ("in", "from", "on", "among", "under", "outside")
            and word not in wanted
        ):
            if word == "among":
                out[place] = "among^n" if not self.divided(place) else "among^v"
                return place
            if word == "in" and self.zone_at(place + 1):
                out[place] = "in^z"
                return place
            if word == "on" and not self.putting(place):
                out[place] = "on^z"
                return place
            if word == "from" and self.subject_at(place):
                out[place] = "from^z"
                return place
        if nounish and word == "on" and not self.putting(place):
            out[place] = "on^z"
            return place
        if nounish and word == "in" and self.zone_at(place + 1) and main not in ("put",):
            out[place] = "in^z"
            return place
        if word == "as" and nounish and any(w == "same" for w in words[max(0, place - 6) : place]):
            out[place] = "as^n"
            return place
        if word == "except" and prev == ",":
            out[place - 1 : place + 1] = [",^x", "except^x"]
            cls[place] = "x"
            return place
        if word == "except" and after == "by":
            out[place : place + 2] = ["except^v", "by^n"]
            return place + 1
        if word == "between" and nounish:
            out[place] = "between^n"
            return place
        if word == "like" and nounish:
            out[place] = "like^n"
            return place
        out[place] = t.prep.get(word, word)
        return place

    def subject_at(self, place: int) -> bool:
        """Whether no verb has come yet: the noun before a preposition is the subject."""
        back = place - 1
        while back >= 0 and self.cls[back] not in (",", "I", "H", "t"):
            if self.cls[back] in ("V", "P", "i", "G") or (self.cls[back] == "B"):
                return False
            back -= 1
        return True

    def divided(self, place: int) -> bool:
        return any(
            word in ("divided", "distribute", "distributes", "divide")
            for word in self.words[:place]
        )

    def putting(self, place: int) -> bool:
        """Whether "on" says where something is put."""
        if self.gapped(place):
            return True
        back = place - 1
        while back >= 0 and self.cls[back] not in ("I", "H", "t"):
            word = self.words[back]
            if word in ("on", "onto", "into") and self.out[back].endswith("^v"):
                return self.words[place - 1 : place] == ["and"]
            if (
                word in _PUTS
                or word in ("putting", "keep")
                or self.out[back] in ("put^p", "placed", "distributed")
            ):
                return True
            if self.cls[back] in ("V", "G") and self.cls[back] != "C" and word not in ("choose",):
                return False
            if self.cls[back] == ",":
                break
            back -= 1
        return False

    def gapped(self, place: int) -> bool:
        """Whether "on" follows what is put as well: "a counter on this and a counter on that"."""
        back = place - 1
        while back >= 0 and self.cls[back] in ("D", "N", "A", "U", "R", "W"):
            back -= 1
        if back < 0 or self.words[back] != "and":
            return False
        earlier = back - 1
        while earlier >= 0 and self.cls[earlier] not in ("V", ",", "I", "H", "t"):
            earlier -= 1
        return earlier >= 0 and self.words[earlier] in _PUTS

    def zone_at(self, place: int) -> bool:
        """Whether a zone is named at a place."""
        end = place
        while end < len(self.words) and end < place + 7:
            if self.words[end] in _ZONES or self.words[end] in ("play",):
                return True
            if self.cls[end] not in ("D", "N", "'", "A", "R"):
                return False
            end += 1
        return False

    # --- And, or, commas ---

    def np_end(self, place: int) -> int:
        """Return where a noun phrase that begins at a place is over."""
        cls, out = self.cls, self.out
        end = place
        while end < len(cls):
            kind = cls[end]
            if (
                kind in ("D", "A", "N", "W", "U", "R", "S", "T", "'", "Y", "u", "X")
                or (
                    kind == "C"
                    or out[end].endswith(("^n", "^z", "^r"))
                    or (kind == "Z" and out[end] in ("with", "without"))
                )
                or (kind == "F" and out[end].endswith("^r"))
                or (kind == "K" and end > place)
            ):
                end += 1
            elif kind == "r":
                end += 1
                while end < len(cls) and cls[end] in ("B", "L", "!", "P", "V", "A"):
                    end += 1
            elif (
                kind == "+"
                and self.words[end] in ("or", "and")
                and end > place
                and end + 1 < len(cls)
                and cls[end + 1] in ("N", "A", "U", "D")
            ) or kind == "/":
                end += 1
            else:
                break
        return end

    def clause_at(self, place: int) -> bool:
        """Whether a subject with its verb begins at a place."""
        if place >= len(self.cls):
            return False
        if (
            self.words[place] == "there"
            and self.words[place + 1 : place + 2]
            and self.words[place + 1] in _BE
        ):
            return True
        end = self.np_end(place)
        if end == place or end >= len(self.cls):
            return False
        kind = self.cls[end]
        if kind == "E^" and end + 1 < len(self.cls):
            kind = self.cls[end + 1]
        return (
            kind in ("V", "B", "L")
            or (kind == "P" and self.words[end] in _FINITE)
            or (kind == "P" and self.cls[end - 1] == "R")
        )

    def joints(self) -> None:
        """Mark "and" and "or" by what they join, and the comma before them."""
        _t, words, out, cls = self.t, self.words, self.out, self.cls
        for place, word in enumerate(words):
            if cls[place] == "t" and word == "then":
                self.then(place)
                continue
            if cls[place] == "w":
                if place and cls[place - 1] == ",":
                    out[place - 1] = ",^c"
                continue
            if cls[place] != "+":
                continue
            if out[place] != word:
                continue
            if place and words[place - 1] == "/":
                out[place] = f"{word}{self.mark_of(place - 2)}"
                continue
            after = place + 1
            if words[after : after + 2] == ["/", "or"]:
                after += 2
            mark = self.mark(place, after)
            out[place] = f"{word}{mark}"
            if place and cls[place - 1] == "," and out[place - 1] == ",":
                comma = {"": "^o", "^e": "^e", "^x": "^y", "^i": "^y"}.get(mark, mark)
                if mark == "^price":
                    comma = "^price"
                if mark == "^j":
                    comma = "^i"
                out[place - 1] = f",{comma}"
                if mark in ("^a", "^n", "", "^k", "^p", "^w"):
                    self.series(place - 1, comma)

    def mark_of(self, place: int) -> str:
        return self.out[place][len(self.words[place]) :]

    def then(self, place: int) -> None:
        _words, out, cls = self.words, self.out, self.cls
        after = place + 1
        comma = place and cls[place - 1] == "," and out[place - 1] == ","
        if not place:
            out[place] = "then^h"
            return
        if after < len(cls) and cls[after] in ("V", "E^") and (cls[after] != "V" or True):
            mark = "^v"
            if not comma and cls[place - 1] == "+":
                out[place] = "then^w"
                cls[place] = "E^"
                return
        elif after < len(cls) and (cls[after] in ("I", "H", "E") or cls[after] == "F"):
            mark = "^u"
        else:
            mark = "^c"
        out[place] = f"then{mark}"
        if comma:
            out[place - 1] = f",{mark}"

    def main_verb_before(self, place: int) -> bool:
        """Whether the clause has had its verb before a place."""
        back = place - 1
        while back >= 0:
            kind = self.cls[back]
            if kind in ("V", "P", "i") and not self.in_relative(back):
                return True
            if kind == "B" and not self.in_relative(back):
                return True
            if kind == "," and self.out[back] == "," and self.boundary(back):
                return False
            back -= 1
        return False

    def boundary(self, place: int) -> bool:
        """Whether a comma ends what a sentence opens with."""
        return place in self.boundaries()

    def boundaries(self) -> set[int]:
        if not hasattr(self, "_boundaries"):
            self._boundaries = self._find_boundaries()
        return self._boundaries

    def _find_boundaries(self) -> set[int]:
        """Return the commas behind which the clause goes on that something opened."""
        cls, words = self.cls, self.words
        found: set[int] = set()
        begin = 0
        if cls and cls[0] == "t" and words[0] == "then":
            begin = 1
            if words[1:2] == [","]:
                found.add(1)
                begin = 2
        if words[0] == "otherwise" and words[1:2] == [","]:
            found.add(1)
            begin = 2
        while begin < len(cls):
            if not self.opens(begin):
                break
            place = begin
            end = -1
            while place < len(cls):
                if cls[place] == "," and (cls[place - 1] == "F" or not self.in_list(place)):
                    end = place
                    break
                place += 1
            if end < 0:
                break
            found.add(end)
            begin = end + 1
            if cls[begin : begin + 1] == ["t"]:
                begin += 1
        return found

    def opens(self, place: int) -> bool:
        """Whether what begins at a place opens a clause without being it."""
        kind, _word = self.cls[place], self.words[place]
        if kind in ("I", "H", "E"):
            return True
        if kind in ("F", "Z"):
            return True
        return kind == "="

    def in_list(self, place: int) -> bool:
        """Whether a comma stands in a list of noun phrases."""
        cls, words = self.cls, self.words
        if place + 1 >= len(cls):
            return False
        if cls[place - 1] == "A" and cls[place + 1] == "A" and self.noun_follows(place + 1):
            return True
        if cls[place + 1] == "+":
            after = place + 2
            if words[after : after + 2] == ["/", "or"]:
                after += 2
            # The last of a list, if it is no clause.
            return (
                after < len(cls)
                and cls[after] in ("N", "A", "U", "D", "K", "R", "T", "V", "S", "Q")
                and (not self.clause_at(after) or words[place + 1] == "or")
                and cls[after] != "V"
            ) or (after < len(cls) and cls[after] == "V")
        end = place + 1
        while end < len(cls) and cls[end] in ("N", "A", "U", "D", "K", "C", "Y", "'", "S", "T"):
            end += 1
        if end == place + 1:
            return False
        return (
            end + 1 < len(cls)
            and cls[end] == ","
            and (cls[end + 1] == "+" or self.in_list(end))
            and not (cls[end + 1] == "+" and self.clause_at(end + 2) and words[end + 1] == "and")
        )

    def mark(self, place: int, after: int) -> str:
        """Say what "and" or "or" joins."""
        _t, words, out, cls = self.t, self.words, self.out, self.cls
        if after >= len(cls):
            return ""
        kind = cls[after]
        left = place - 1
        if left >= 0 and cls[left] == ",":
            left -= 1
        before = cls[left] if left >= 0 else "^"
        if kind == "H":
            return "^e"
        if kind == "I":
            if words[after] in ("only",) or out[after] == "only^l":
                return "^j"
            later = any(cls[p] == "," and p > after for p in range(after, len(cls)))
            if self.in_condition(place) and not later:
                return "^i"
            return "^u" if later else "^j"
        if kind == "a":
            return "^h"
        if kind == "k":
            return "^f"
        if kind == "M" and before == "M":
            return "^price"
        relative = self.in_relative_region(left)
        if kind == "V" or (kind == "E^" and cls[after + 1 : after + 2] in (["V"], ["P"], ["B"])):
            if relative and self.relative_verbs(left, after):
                return "^r"
            return "^v"
        if kind == "B":
            return "^v"
        if kind == "L":
            return "^r" if relative and words[place] == "or" and words[after] != "can" else "^m"
        if kind == "P":
            if before == "P":
                return "^p" if not self.finite(left) else ("^r" if relative else "^v")
            return "^v"
        if kind == "u" and before in ("u",):
            return "^r"
        if kind in ("K", "Q", "T"):
            return "^k"
        if kind == "F" or kind == "Z" or kind == "E":
            if words[after] in ("at", "during") and self.in_event(place):
                return "^e"
            if kind == "Z" and out[after].endswith("^v"):
                return "^h"
            return "^h"
        if (
            kind == "N"
            and before in "NU"
            and words[after] in self.t.singular
            and not self.mass(after)
        ):
            return "^n"
        if self.placed_too(place, after):
            return "^g"
        if self.clause_at(after):
            if self.in_exception(place):
                return "^x"
            if cls[after] == "w":
                return "^g"
            if self.main_verb_before(place):
                if self.in_condition(place):
                    return "^i"
                if self.in_event(place):
                    return "^e"
                return "^c"
        if kind == "A" and before == "A":
            if self.noun_follows(after):
                return "^a"
            return "^p"
        if before == "A" and kind in "NU" and self.cls[left - 1 : left] != ["A"]:
            return "^n"
        if before in "AP" and (kind == "P" or (kind == "A" and not self.noun_follows(after))):
            return "^p"
        if kind in "NUA" and before in "NU":
            return "^n"
        if relative and self.relative_be(left):
            return "^w"
        return ""

    def mass(self, place: int) -> bool:
        """Whether a noun may be a subject without an article."""
        return self.words[place] in ("damage", "life", "mana")

    def placed_too(self, place: int, after: int) -> bool:
        """Whether another thing and its place follow: "put one there and the rest here"."""
        cls, words, out = self.cls, self.words, self.out
        if cls[after] not in ("D", "N", "A", "U", "R", "W"):
            return False
        back = place - 1
        while back >= 0 and cls[back] not in (",", "I", "H", "t", "V"):
            back -= 1
        if back < 0 or cls[back] != "V" or words[back] not in _PUTS:
            return False
        if not any(
            out[between].endswith("^v") and words[between] in ("on", "into", "onto", "under")
            for between in range(back, place)
        ):
            return False
        end = self.np_end(after)
        return (
            end < len(cls)
            and cls[end] == "Z"
            and words[end] in ("on", "into", "onto", "under", "in")
        )

    def noun_follows(self, place: int) -> bool:
        while place < len(self.cls) and (
            self.cls[place] == "A" or self.words[place] in ("or", "and", ",")
        ):
            place += 1
        return place < len(self.cls) and self.cls[place] in "NU"

    def finite(self, place: int) -> bool:
        """Whether a past form is the verb of its clause."""
        return self.words[place] in _FINITE or (
            (
                place > 0
                and self.cls[place - 1] in ("R", "r", "L")
                and self.words[place - 1] not in ("be", "been")
            )
            and self.cls[place - 1] != "B"
        )

    def in_relative_region(self, place: int) -> bool:
        """Whether a relative clause begun by "that" goes on at a place."""
        back = place
        while back >= 0:
            kind = self.cls[back]
            if kind == "r":
                return True
            if (kind in (",", "I", "H", "t", "+", "i") and self.out[back] not in (",^w",)) or (
                kind == "Z" and self.out[back].endswith("^v")
            ):
                return False
            if kind == "V" and not self.in_relative(back):
                return False
            back -= 1
        return False

    def relative_verbs(self, left: int, after: int) -> bool:
        """Whether a verb behind "or" is one of the relative clause, by its form."""
        return self.words[after] not in self.t.base or self.cls[left] in ("V", "P")

    def relative_be(self, place: int) -> bool:
        back = place
        while back >= 0:
            if self.cls[back] == "B":
                return (
                    self.cls[back - 1] == "r"
                    or self.words[back - 1] in ("not^t",)
                    or self.in_relative(back)
                )
            if self.cls[back] == "r" or self.cls[back] == "V":
                return self.cls[back] == "V"
            back -= 1
        return False

    def in_condition(self, place: int) -> bool:
        """Whether a place lies in a condition."""
        back = place - 1
        while back >= 0:
            if self.cls[back] == "I":
                return True
            if self.cls[back] == "," and (
                self.boundary(back) or self.out[back] in (",^c", ",^v", ",^u")
            ):
                return False
            if self.cls[back] in ("H", "t"):
                return False
            back -= 1
        return False

    def in_event(self, place: int) -> bool:
        back = place - 1
        while back >= 0:
            if self.cls[back] == "H":
                return True
            if self.cls[back] == "," and self.boundary(back):
                return False
            if self.cls[back] in ("I", "t"):
                return False
            back -= 1
        return False

    def in_exception(self, place: int) -> bool:
        return any(self.out[back] == "except^x" for back in range(place))

    def series(self, comma: int, mark: str) -> None:
        """Mark the commas of a list before its last."""
        cls, out = self.cls, self.out
        back = comma - 1
        while back >= 0:
            kind = cls[back]
            if kind == ",":
                if out[back] != "," or self.boundary(back):
                    return
                out[back] = f",{mark}"
            elif (
                kind
                not in ("N", "A", "U", "D", "K", "C", "Y", "'", "S", "T", "Q", "W", "R", "P", "u")
                and not self.out[back].endswith(("^n", "^z", "^r"))
                and self.out[back] not in ("with", "without")
                and kind != "F"
            ):
                return
            back -= 1

    def commas(self) -> None:
        """Mark the commas that are left."""
        _t, words, out, cls = self.t, self.words, self.out, self.cls
        bounds = self.boundaries()
        for place, word in enumerate(words):
            if word != "," or out[place] != ",":
                continue
            after = place + 1
            if place in bounds:
                continue
            if after >= len(cls):
                continue
            kind = cls[after]
            prev = cls[place - 1] if place else "^"
            if self.cost and kind in ("M", "V", "E^", "W"):
                out[place] = ",^cost"
            elif kind == "M" and prev == "M" and not self.cost:
                out[place] = ",^price"
            elif kind == "k":
                out[place] = ",^f"
            elif kind == "x":
                out[place] = ",^x"
            elif kind == "w":
                out[place] = ",^c"
            elif prev == "A" and kind == "A":
                out[place] = ",^a" if self.noun_follows(after) else ",^p"
            elif kind == "I":
                out[place] = ",^i"
            elif kind == "V" or (kind == "E^" and cls[after + 1 : after + 2] == ["V"]):
                out[place] = ",^v"
            elif kind in ("K", "T", "Q"):
                out[place] = ",^k"
            elif self.clause_at(after):
                out[place] = ",^y" if self.in_exception(place) else ",^c"
            elif kind in ("F", "Z", "a"):
                out[place] = ",^h"
            elif kind in "NUA" and prev in "NU":
                out[place] = ",^n"
            elif kind in "DNUAR":
                out[place] = ",^o"
