"""Words that Final Fantasy's grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is: the noun
"name" or the verb, the "and" between verbs or between nouns. The families stand below in the
order in which they apply; each has its test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cards.fftcg.classes import KEYWORD, OBJECT, Classes, classes
from kb.cards.grammar import Grammar
from kb.cards.tagging import compiled
from kb.cards.text import Mark

Row = tuple[str, str]


def marks(grammar: Grammar) -> tuple[Mark, ...]:
    """Return the marks in the order in which they apply."""
    known = classes(grammar)
    rows = (
        *_labels(),
        *_homographs(known),
        *_relatives(known),
        *_phrases(known),
        *_prepositions(known),
        *_adverbs(known),
        *_withs(),
        *_clauses(known),
        *_lists(known),
        *_ways(grammar),
    )
    return compiled(rows)


def _mark(words: str, mark: str, after: str = "", before: str = "") -> Iterator[Row]:
    """Yield a row for each word of a list: a row's own words decide whether it is tried."""
    ahead = f"(?={after})" if after else ""
    for word in words.split("|"):
        shown = " ".join(f"{part}^{mark}" for part in word.split())
        if before:
            yield rf"(?<![^ ])({before}) {word} {ahead}", rf"\1 {shown} "
        else:
            yield rf"(?<![^ ]){word} {ahead}", f"{shown} "


def _labels() -> Iterator[Row]:
    """Yield labels, kinds of names, keywords, quotation marks, the commas of a cost."""
    yield r"^ex burst ", "ex^l burst^l "
    yield r"^\{ex\} ", "{ex}^l "
    yield r"^(\S+ )?damage (#\d+) (?=- )", r"\1damage^l \2 "
    yield r"(?<=- )ex burst ", "ex^l burst^l "
    yield r"^warp (?=#|-|‐)", "warp^l "
    yield r"^priming (?=“)", "priming^l "
    yield r"^limit break ", "limit^l break^l "
    yield r"^((?:\S+\^l (?:#\d+ - )?){0,2}(?:“ )?)(~[^ ]+) (?=\{)", r"\1\2^s "
    yield r"(?<= “ )(~[^ ]+) (?=\{)", r"\1^s "
    yield r"(~[^ ]+) counter", r"\1^n counter"
    yield from _mark("job|category|card name", "i", "~")
    yield r"(?<![^ ])ex burst(s?) ", r"ex^n burst\1^n "
    yield from _mark("first strike|back attack", "k")
    yield from _mark("break|damage", "z", "zones? ")
    yield from _mark("main|attack|active|end|draw", "z", "phases? ")
    yield r": $", ":^end "
    yield r"(^|\.\^q |\. |” )“ ", r"\1“^o "
    yield from _mark("for as long as|as long as|as though", "l")
    yield r", (?=[^.:“”]{1,300}: )", ",^cost "


def _homographs(known: Classes) -> Iterator[Row]:
    """Yield nouns, verbs and descriptions that are written alike."""
    yield rf"(?<![^ ])dull (?!and |or |active |{OBJECT} )", "dull^a "
    yield r"(becomes?|#\d+|the|a|all|each|other) dull ", r"\1 dull^a "
    yield r"(field|becomes?|enters) dull(?:\^a)? ", r"\1 dull^m "
    yield r"(becomes?) active ", r"\1 active^m "
    yield from _mark(
        "summon|summons", "v", r"(?:an?|another|#\d+|any|the|your|that) (?:[^ .,]+ ){0,3}?summon"
    )
    yield from _mark("name", "v", "#|a |any |one ")
    yield (
        r"(same|different|card|the|'s|its|each|whose|any|a) name(?:\^v)? ",
        r"\1 name^n ",
    )
    yield from _mark("turn|turns", "v", "over ")
    yield from _mark("control", "v", f"{OBJECT} ")
    yield from _mark(
        "control|own", "v", before=r"you|they|players?|and|or|not(?:\^[tv])?|may|must|only|can"
    )
    yield (
        r"(gains?|loses?|gives?|of|in) control(?:\^v)? ",
        r"\1 control ",
    )
    yield r"(?<![^ ])once (?!more |per |once )", "once^a "
    yield from _mark("attack|block", "n", before="declares?|a|the")
    yield from _mark("card", "t", "types? ")
    yield from _mark("action|field|auto", "t", "(?:or (?:special|action|auto) )?abilit")
    yield from _mark("special", "t", "abilit")
    yield from _mark("cp", "t", "costs? ")
    yield from _mark("lb", "t", "(?:decks?|cards?) ")
    yield from _mark("warp", "t", "counters? ")
    yield from _mark("forward|character|summon|monster|backup", "t", "cards? ")
    yield from _mark("element", "t", f"{known.noun} ")
    yield from _mark(
        "damaged|put|cast|become|frozen|dulled|primed",
        "p",
        before="is|are|be|been|was|were|not|has|have|'ve",
    )
    yield from _mark("dulled|frozen|primed", "p", before="(?<!^)you")
    yield from _mark("cast", "n", "[,.]", before="your|their|'s")
    yield from _mark("cast", "s", f"{known.noun} ", before="next|first|last|the")
    yield from _mark("results", "v", "from ")
    yield from _mark("use", "n", before="after")
    yield from _mark("even", "a", "number|cost")
    yield from _mark("total", "a", "cost|power|number")
    yield from _mark("start|starts", "v", "[,.]", before="phase")


def _relatives(known: Classes) -> Iterator[Row]:
    """Yield what follows a noun and belongs to it: that, participles, costs, control."""
    acting = rf"(?:is|are|was|were|has|have|do|does|{known.verb}|{known.past}|{known.modal})"
    yield rf"(?<![^ ])({known.noun}|~[^ ]+) that (?={acting} )", r"\1 that^r "
    yield from _mark(
        "forming|targeting|choosing|blocking|containing|including",
        "g",
        rf"(?:a|the|{known.head}|#\d+|it) ",
        before=rf"{known.noun}|~[^ ]+",
    )
    determiner = r"the|that|this|those|these|each|all|other|#\d+|any|more|among|of"
    yield rf"(?<![^ ])({determiner}) ({known.past}) (?={known.head} )", r"\1 \2^s "
    for word in ("required", "paid"):
        yield (
            rf"(?<!is )(?<!was )(?<!be )(?<![^ ]){word} to (?=cast|play|put|summon|use|pay)",
            f"{word}^c to^c ",
        )
    yield r"(?<![^ ])you paid\^c ", "you^c paid^c "
    for who in ("your opponent", "all players"):
        marked = f"{who} ".replace(" ", "^c ")
        yield rf"cost required for {who} to (?=cast )", f"cost required^c for^c {marked}to^c "
    yield r"cost to (?=cast|play|put|summon|use)", "cost to^c "
    yield r"cost for (?=playing|putting|casting|using)", "cost for^c "
    yield (
        r"(\^c (?:play|put)(?:ing|ting)?)( (?:[^ .,]+ ){1,12}?)onto the field ",
        r"\1\2onto^c the^c field^c ",
    )
    yield r"to\^c (play|put|summon)(?:\^v)? ", r"to^c \1^c "
    yield r"for\^c (playing|putting) ", r"for^c \1^c "
    nobody = "(?<!opponent )(?<!player )(?<!players )"
    yield (
        rf"(?<![^ ]){nobody}({known.noun}|~[^ ]+)( (?:{known.element} )?){nobody}({known.past}) "
        rf"(?!{OBJECT} |\{{|{known.element} )",
        r"\1\2\3^u ",
    )
    yield (
        r"(\^u )(from|to|into|onto|by|in|on|with|during|for|among|due to) ",
        r"\1\2^q ",
    )
    inner = r"(?:(?!is |are |has |have |this |instead |cannot |can |by )[^ .,]+ )"
    yield (
        rf"(\^u (?:due )?\S+\^q {inner}{{1,4}}?)(from|into|onto|during|due to|by) (?!the top)",
        r"\1\2^q ",
    )
    yield r"(\^u (?:[^ .,]+ ){0,6}?this) turn ", r"\1 turn^q "
    yield (
        r"(?<!if )(?<!when )(?<!while )(?<!^)(?<![^ ])your opponent controls "
        r"(?!#|a |any |no |the |~|job|card)",
        "your^c opponent^c controls^c ",
    )
    yield r"(?<!your )(?<!a )(?<!the )opponent controls ", "opponent^c controls^c "
    yield r"(?<!your )(?<!a )(?<!the )opponent controlled ", "opponent^c controlled^c "
    yield r"(?<![^ ])he / she controls ", "he / she controls^c "
    yield (
        r"(that\^r (?:[^ .,]+ ){1,4}?)(from|by|to|in|into|with|due to) ",
        r"\1\2^h ",
    )


def _phrases(known: Classes) -> Iterator[Row]:
    """Yield words of noun phrases that are something else elsewhere."""
    yield from _mark("other", "o", "than ")
    yield r"(?<![^ ])each of (?=your |their )", "each of^m "
    yield r"(?<![^ ])the nearest (?=#)", "the nearest^p "
    yield r"(?<![^ ])as you want ", "as^w you want "
    yield rf"(?<![^ ])as many (?={known.head} )", "as many^q "
    yield from _mark("his", "p", "[.,]|to |instead ")
    yield from _mark("'s", "p", r"[.,]|opponent\^c|instead ")
    yield r"other\^o than from ", "other^p than from "
    yield from _mark("using", "p", before="pay|paid")
    yield from _mark("each", "d", "(?:with|of) a different", before="[a-z]+")
    several = (
        r"(?:(?:or|and|/|job\^i|category\^i|card\^i|name\^i|of cost\^q #\d+|less|more|other\^o than"
        r"|~[^ ]+) ){0,12}"
    )
    plural = r"(?:gain|have|lose|deal|enter|are|become|also\^v gain)"
    yield (
        r"(?<![^ ])(job|category|card)\^i ((?:name\^i )?~[^ ]+ "
        rf"{several}you (?:control|own)(?:\^v)? "
        rf"{plural} )",
        r"\1^j \2",
    )
    yield r"card\^j name\^i ", "card^j name^j "
    yield r"(?<![^ ])at any time (?=you )", "at^i any time "
    yield from _mark("while", "p", "already in ")
    yield r"(same (?:[^ .]+ ){1,6}?)as ", r"\1as^n "
    yield from _mark("cost", "q", "#|x ")
    yield r"(?<![^ ])of power (?=#|x )", "of power^q "
    yield r"((?:cost|power)\^q #\d+) or (?=#)", r"\1 or^q "
    yield from _mark("top|bottom", "a", "card|#")
    yield r"the top\^a (?=#)", "the top^n "
    yield r"(?<![^ ])any number of ", "any number of^n "
    yield r"(?<![^ ])a total of (?=#)", "a total of^n "
    yield rf"(?<![^ ])all of the (?={known.head})", "all of the^n "
    yield rf"(?<![^ ])both of the (?={known.head})", "both of the^n "
    yield r"(?<!round )(?<![^ ])up to (?=the )", "up to^o "
    yield (
        r"(?<![^ ])the other (?=[.,]|and |or |instead |to |in |onto |into )",
        "the other^p ",
    )
    yield from _mark("each other", "p")
    yield from _mark("if not", "x", ",")
    for word in ("this", "these", "those", "that"):
        yield rf"(?<![^ ]){word} (?!{known.head}|#|{word} )", f"{word}^p "
    yield rf"(?<![^ ])x (?=~|{known.head} )", "x^q "
    yield from _mark("face down|face up", "a", f"{known.head} ")


def _prepositions(known: Classes) -> Iterator[Row]:
    """Yield prepositions of verbs: the same words belong to the noun after a noun."""
    yield from _mark("for", "f", before="search|searches|searched")
    yield from _mark("at", "f", before="looks?")
    before = rf"it|them|this|those|is|are|be|was|{known.verb}|{known.past}(?:\^[sp])?"
    yield from _mark("in|on|with|without|among", "a", before=before)
    yield from _mark("in", "a", "the |your |each ", before="twice|once more|attack|active")
    yield from _mark("on", "a", "top of|the top|the bottom")
    yield from _mark("without", "a", f"{known.gerund} ")
    yield rf"(?<![^ ])instead of (?={known.gerund} |\{{)", "instead^of of "
    yield from _mark("until", "c", "(?:[^ .,“]+ ){1,14}?(?:is|are) ")
    yield from _mark("for", "a", "the (?:first|second) time")
    yield from _mark("among", "a", before="equally")
    yield from _mark("for", "a", before="paying")
    yield from _mark("while|when", "g", f"{known.gerund} ")
    thing = r"(?:a|the|your|~)[^ ]* (?:[^ ,.]+ ){0,3}?"
    after = r"[^ ]+ (?:[.,]|of your opponent|this turn|or|you |instead )"
    yield from (
        (
            rf"((?:by|from|to|of) {thing}){word} (?=(?:a|the|your) {after})",
            rf"\1{word}^a ",
        )
        for word in ("or", "and")
    )
    yield r"(to (?:[^ .,]+ ){1,10}?)or to (?=a |your |the )", r"\1or^a to "
    yield (
        r"(deals? (?:(?!damage)[^ .,]+ ){1,14}?)damage (?=equal to )",
        r"\1damage^b ",
    )
    yield (
        r"deal(s?) (it|them|you|your opponent|~[^ ]+) damage ",
        r"deal\1 \2 damage^b ",
    )
    yield from _mark("for", "e", "every ")


def _adverbs(known: Classes) -> Iterator[Row]:
    """Yield only, also and the like: before a verb, before a time, by themselves."""
    yield r"^((?:\S+\^l (?:#\d+ - )?){0,2})only ", r"\1only^v "
    for word in ("is", "are", "was", "were", "been", "be"):
        yield rf"(?<![^ ]){word} (also|only) (?={known.past} )", rf"{word} \1^v "
    yield from _mark("only|also|randomly|each|both|normally", "v", rf"(?!turn |end ){known.verb} ")
    yield from _mark("only", "i", "if |while ")
    yield r"(?<![^ ])and only (?!\^)", "and^o only^a "
    yield from _mark("only", "a", "once|twice|during|this turn|at|from|by|with|in|due|on")
    yield from _mark("and", "i", "if ")
    yield from _mark("only", "q", r"#\d+ ")
    yield from _mark("also", "m", before="is|are")
    yield from _mark("also", "e", "[.]")
    yield r", (?=each (?:with|of) a different )", ",^each "
    yield r", and\^i ", ",^i and^i "
    yield r", (?=during your turn and\^o)", ",^only "


def _withs() -> Iterator[Row]:
    """Yield the lists that "with" begins: "with 7000 power, Haste and ..."."""
    one = r"(?:haste|brave|first\^k strike\^k|back\^k attack\^k|“[^”]*”)"
    begun = rf"(with (?:#\d+ power|“[^”]*”)(?: (?:,\^w|and\^w) {one}){{0,4}})"
    yield rf"{begun} , (?={KEYWORD})", r"\1 ,^w "
    yield rf"{begun} , (?={KEYWORD})", r"\1 ,^w "
    yield rf"{begun} and (?={KEYWORD})", r"\1 and^w "


def _clauses(known: Classes) -> Iterator[Row]:
    """Yield "and", "or", "then" and commas between clauses and between verbs."""
    subject = "(?:it|you|they|your opponent|its power|the damage|the former|the latter)"
    yield from _mark("and", "c", f"{subject} (?:{known.verb}|{known.modal}) ")
    group = r"all (?:the )?(?:[^ .,“]+ ){1,8}?(?:lose|gain) [+#]"
    yield (
        rf"(?<![^ ])((?:gains?|loses?|deals?) (?:[^ .“]+ ){{1,14}}?)and (?={group})",
        r"\1and^c ",
    )
    yield from _mark("and", "c", rf"~[^ ]+ (?:{known.third}|{known.modal}|is) ")
    yield r", and\^c ", ",^c and^c "
    yield rf", then (?={known.base} )", ",^then then^v "
    yield r", (?=then )", ",^then "
    yield rf", and (?={known.verb} )", ",^and and^v "
    yield from _mark("and|or", "v", rf"(?:only |also )?(?:{known.verb}|is|are|be|cannot|can) ")
    yield rf", (?={known.base} (?:{OBJECT}|\{{))", ",^v "
    for word in ("or", "and"):
        yield rf"(?<![^ ])({known.past}) {word} (?={known.past} )", rf"\1 {word}^p "
    yield from _mark("or", "e", "when |at the beginning |at the end ")
    yield rf"(?<!, )(?<=[a-z\d]) then (?={known.base} )", " then^b "
    yield r"and(?:\^v)? (?=cannot |can |must |may )", "and^m "
    yield from _mark("to", "v", f"(?:{known.base}|be|have|only) ")


def _lists(known: Classes) -> Iterator[Row]:
    """Yield "and", "or" and commas between nouns, between phrases, before keywords."""
    yield rf", or (?={known.head} )", ",^n or^n "
    yield rf", and (?={known.head} )", ",^n and^n "
    yield (
        r"((?:^|[.:“] |- |\^[lo] )(?:when|if|during|until|while|at|for each) "
        rf"(?:[^ .,“]+ ){{1,30}}?), (?={known.head} and )",
        r"\1,^o ",
    )
    yield rf"(?<!turn ), (?={known.head} (?:,|and |or ))", ",^n "
    yield rf"(?<![^ ])and / or (?={known.head} )", "and^n / or^n "
    yield from _mark("and|or", "n", f"{known.head} ")
    for word in ("or", "and"):
        yield (
            rf"(#\d+|more|less|it|them|you|control\^v|controls\^c|zone|hand) {word}\^n ",
            rf"\1 {word} ",
        )
    yield r", (?=up to #)", ",^k "
    yield rf", (?=#\d+ {known.head} (?:,|and |or ))", ",^k "
    yield r", or (?=#)", ",^k or "
    yield rf", (?={KEYWORD}|\+#)", ",^k "
    yield rf", and (?={KEYWORD}|\+#|#)", ",^k and "


def _ways(grammar: Grammar) -> Iterator[Row]:
    """Yield ways and times of several words: their first word is no preposition of its own."""
    forms = (*grammar.entries["MANNER"].forms, *grammar.entries["TIME"].forms)
    several = [form for form in forms if " " in form and "^m" in form.split()[0]]
    unless = "".join(
        rf"(?<!{word} )"
        for word in ("during", "of", "your", "the", r"once\^m", r"twice\^m", "times")
    )
    for form in sorted(several, key=len, reverse=True):
        plain = re.escape(form.replace("^m", ""))
        yield rf"(?<![^ ]){unless}{plain} (?!'s)", f"{form} "
