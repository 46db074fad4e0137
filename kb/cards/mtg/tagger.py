"""Words that Magic's grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is: the noun
"counter" or the verb, the "and" between verbs, nouns or sentences. First each word gets its
class, then the words that join get their marks. What stands in quotation marks is a text of
its own, and stands as one word in the sentence around it.
"""

from __future__ import annotations

from kb.cards.grammar import Grammar
from kb.cards.mtg.lexis import Lexis
from kb.cards.mtg.sentence import Sentence
from kb.cards.mtg.words import listed

_WITH_OBJECT = listed("enchant equip affinity champion splice partner fortify landcycling crew")
"""Keywords behind which a noun phrase may stand."""


class Tagger:
    """Marks the words of a line."""

    def __init__(self, grammar: Grammar) -> None:
        self.lexis = Lexis(grammar)

    def __call__(self, shapes: list[str]) -> list[str]:
        """Return the words of a line with their marks."""
        return self.text(list(shapes))

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
                marked = self.lexis.keywords.at(cost, 0)
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
        first = self.lexis.keywords.at(words, 0)
        if not first:
            return None
        after = words[len(first)] if len(first) < len(words) else ""
        if after and not (
            after in (",", ";", "-", "from", "for", "x", "onto", "with", ".", "and")
            or after[0] in "{#"
            or words[0] in _WITH_OBJECT
        ):
            return None
        if ":" in words or (words[-1] == "." and "-" not in words and after not in "{#"):
            return None
        out: list[str] = []
        place = 0
        while place < len(words):
            marked = self.lexis.keywords.at(words, place)
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
                if self.lexis.keywords.at(rest, 0) or (
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
                ahead = self.lexis.keywords.at(words, place + 1) if place + 1 < len(words) else ()
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

    def sentence(self, words: list[str], *, cost: bool = False) -> list[str]:
        """Mark one sentence."""
        if not words:
            return []
        return Sentence(self.lexis, words, cost).marked()


def _chapters(words: list[str]) -> int:
    place = 0
    while place < len(words) and words[place] and set(words[place]) <= set("ivx"):
        if words[place + 1 : place + 2] == ["-"]:
            return place + 1
        if words[place + 1 : place + 2] != [","]:
            return 0
        place += 2
    return 0
