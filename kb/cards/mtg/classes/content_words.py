"""Words by their entries in the lexicon: keywords, nouns, verbs, descriptions, ways."""

from __future__ import annotations

from kb.cards.mtg.classes.past_forms import PastForms
from kb.cards.mtg.lexis import BE, PREPOSITIONS, WAYS


class ContentWords(PastForms):
    """Classes words by their entries in the lexicon."""

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
                or (before in BE and word in ("also", "still", "only", "not"))
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
                or after in PREPOSITIONS
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
        if word in WAYS and not (past and prev in "B") and self.way(place):
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

    def way(self, place: int) -> bool:
        """Whether a word tells how something is done there."""
        words = self.words
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
        return True

    def noun_or_verb(self, place: int) -> None:
        """Tell a noun from a verb that is written alike."""
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
