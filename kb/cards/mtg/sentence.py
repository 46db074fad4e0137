"""The second pass over a sentence: what belongs to what, and what "and", "or" and commas join."""

from __future__ import annotations

from kb.cards.mtg.classes.classified import Classified
from kb.cards.mtg.lexis import (
    BE,
    FINITE,
    PUTS,
    WANTS,
    ZONES,
)


class Sentence(Classified):
    """A sentence whose words get all their marks."""

    def marked(self) -> list[str]:
        """Return the words with marks."""
        self.phrases()
        self.classes()
        self.sorts()
        self.structure()
        self.joints()
        self.commas()
        self.sums()
        return self.out

    def sums(self) -> None:
        """Mark "plus" where a noun is compared with a sum."""
        for place, word in enumerate(self.words):
            if word == "plus" and self.out[max(0, place - 2) : place - 1] == ["to^n"]:
                self.out[place] = "plus^n"

    # --- Relative clauses and prepositions ---

    def structure(self) -> None:
        """Say of prepositions and times what they belong to."""
        t, words, out, cls = self.t, self.words, self.out, self.cls
        main = ""  # the verb whose complements come
        relative = False  # inside what describes a noun
        wanted: set[str] = set()
        place = 0
        while place < len(words):
            kind, word = cls[place], words[place]
            prev = cls[place - 1] if place else "^"
            if kind in (",", "I", "H", "t"):
                relative = False
            elif kind in ("r", "u", "f"):
                relative = True
            elif kind in ("V", "P"):
                if not relative or (
                    (kind == "V" or word in FINITE) and not self.in_relative(place)
                ):
                    relative = False
                    main = t.lemma.get(word, word)
                    wanted = {p for p, verbs in WANTS.items() if main in verbs}
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
        """Return how many words of fixed phrases stand at a place."""
        end = place
        while end < len(self.words) and self.cls[end] == "F" and self.out[end].endswith("^m"):
            end += 1
        return end - place

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
        having = out[place - 1].endswith("^k") and "with" in words[max(0, place - 4) : place]
        if (prev not in "NUYuRFS" and not having) or (
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
        if word == "from" and after == "outside":
            mark = "^r" if relative else "^v"
            self.put(place, (f"from{mark}", f"outside{mark}"), "Z")
            return place + 1
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
        card = nounish and place > 0 and words[place - 1] in ("card", "cards")
        of_copy = relative and card and "copy" in words[:place]
        if of_copy and word == "in" and self.zone_at(place + 1):
            out[place] = "in^z"  # "a token that's a copy of target creature card in your graveyard"
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
        """Whether something is divided among others."""
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
                word in PUTS
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
        return earlier >= 0 and self.words[earlier] in PUTS

    def zone_at(self, place: int) -> bool:
        """Whether a zone is named at a place."""
        end = place
        while end < len(self.words) and end < place + 7:
            if self.words[end] in ZONES or self.words[end] in ("play",):
                return True
            if self.cls[end] not in ("D", "N", "'", "A", "R"):
                return False
            end += 1
        return False

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
            and self.words[place + 1] in BE
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
            or (kind == "P" and self.words[end] in FINITE)
            or (kind == "P" and self.cls[end - 1] == "R")
        )

    def joints(self) -> None:
        """Mark "and" and "or" by what they join, and the comma before them."""
        words, out, cls = self.words, self.out, self.cls
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
        """Return the mark that a word has got."""
        return self.out[place][len(self.words[place]) :]

    def then(self, place: int) -> None:
        """Mark "then" by what follows: another act, another sentence, another opening."""
        out, cls = self.out, self.cls
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
        """Return the commas that end what the sentence opens with."""
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
        words, out, cls = self.words, self.out, self.cls
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
        return self.words[place] in ("damage", "life", "mana", "day", "night")

    def placed_too(self, place: int, after: int) -> bool:
        """Whether another thing and its place follow: "put one there and the rest here"."""
        cls, words, out = self.cls, self.words, self.out
        if cls[after] not in ("D", "N", "A", "U", "R", "W"):
            return False
        back = place - 1
        while back >= 0 and cls[back] not in (",", "I", "H", "t", "V"):
            back -= 1
        if back < 0 or cls[back] != "V" or words[back] not in PUTS:
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
        """Whether descriptions end in a noun."""
        while place < len(self.cls) and (
            self.cls[place] == "A" or self.words[place] in ("or", "and", ",")
        ):
            place += 1
        return place < len(self.cls) and self.cls[place] in "NU"

    def finite(self, place: int) -> bool:
        """Whether a past form is the verb of its clause."""
        return self.words[place] in FINITE or (
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
        """Whether what stands before a place is said with "be" in a relative clause."""
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
        """Whether a place lies in what sets an ability off."""
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
        """Whether "except" stands before a place."""
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
        words, out, cls = self.words, self.out, self.cls
        bounds = self.boundaries()
        for place, word in enumerate(words):
            if word != "," or out[place] != ",":
                continue
            after = place + 1
            if after >= len(cls) or (place in bounds and words[after] != "rounded"):
                continue
            kind = cls[after]
            prev = cls[place - 1] if place else "^"
            if words[after] == "rounded":
                out[place] = ",^h"
            elif self.cost and kind in ("M", "V", "E^", "W"):
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
