"""Words that Riftbound's grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is: the noun
"buff" or the verb, the "and" between verbs or between nouns. Each family is a row here, and
each has its test.
"""

from __future__ import annotations

import re

from kb.cards.grammar import Grammar
from kb.cards.tagging import Row, any_of, compiled
from kb.cards.text import Mark

# What stands before a noun, never before a verb.
_BEFORE_NOUN = (
    r"(?:a|the|this|that|its|my|your|their|each|every|all|no|any|total|with|'s|[+-]?#\d+|\[m\]"
    r"|first|second|another|additional|energy|power|number of|optional|ignoring|one|two|conquer"
    r"|hold|their|main|play|victory)"
)
_HOMOGRAPHS = "buff|buffs|cost|costs|attack|attacks|score|scores|move|moves"
KEYWORDS = (
    "accelerate",
    "ambush",
    "assault",
    "backline",
    "deflect",
    "ganking",
    "hidden",
    "hunt",
    "quick-draw",
    "shield",
    "tank",
    "temporary",
    "unique",
    "vision",
    "weaponmaster",
)
# The first word of a compound, and what it stands before.
SORTS = (
    ("unit|gear|spell|battlefield|card|legend", "tokens?"),
    ("energy|power", r"costs?(?:\^n)?"),
    ("main|rune", "decks?"),
    ("main|beginning", "phases?"),
    ("bonus|combat|ability|spell|excess", "damage"),
    ("victory", r"scores?(?:\^n)?"),
    ("champion", "zones?|units?"),
    ("spell|unit|gear|legend", "abilit(?:y|ies)"),
    ("hold|conquer|play|attack|defend", "effects?"),
    ("might", "bonus(?:es)?"),
)
_AFTER_MANNER = "this|and|instead|if|to|here|unless"
_BEFORE_OBJECT = (
    r"(?:a|the|this|that|its|my|your|their|each|all|any|another|it|me|them|him|up|one|two|both"
    r"|friendly|enemy|units|#\d+(?! \[m\]))"
)


_NO_NOUN = "".join(
    f"(?<! {word} )"
    for word in (
        *("a", "the", "your", "my", "friendly", "enemy", "each", "another", "all", "other"),
        *("any", "every"),
    )
)
_NO_BE = "".join(
    f"(?<!{word} )" for word in ("is", "be", "are", "'re", "'m", "'s^be", "was", "not", "already")
).replace("^", r"\^")


def marks(grammar: Grammar) -> tuple[Mark, ...]:
    """Return the marks in the order in which they apply."""
    words = grammar.words_of
    state = rf"(?:{any_of(words['state'])})(?:\^s)?"
    nouns = tuple(form for form in words["noun"] if not form.startswith("["))
    exact = "|".join(re.escape(form) for form in sorted(nouns, key=len, reverse=True))
    noun = rf"(?:(?:{exact})|~[^ ]+)"
    verb = rf"(?:(?:{any_of(words['verb'])})(?:\^v)?(?!\^))"
    third = any_of(words["verb"][1::2])
    past = any_of(words["past"])
    # Past forms that also tell how something is: "stunned", "buffed".
    states = any_of(tuple(form for form in words["past"] if form.endswith("^p")))
    head = rf"(?:(?:friendly|enemy|{state}) )*{noun}"
    rows: list[Row] = [
        # Homographs
        (rf"(?<![^ ])({_BEFORE_NOUN}) ({_HOMOGRAPHS}) (?!\[)", r"\1 \2^n "),
        (r"that (costs?)\^n (?=no more )", r"that \1 "),
        (r"(?<![^ ])(energy|power) (cost|costs) ", r"\1 \2^n "),
        (r"^(buffs|costs) ", r"\1^n "),
        (r"(?<=\. )(buffs|costs) ", r"\1^n "),
        (r"(?<=enter )ready (?=this turn )", "ready^a "),
        (r"(?<=enters )ready (?=this turn )", "ready^a "),
        (rf"(?<![^ ]){_NO_NOUN}(ready|copy) (?={_BEFORE_OBJECT} )", r"\1^v "),
        (r"(?<![^ ])or ready (?=me )", "or ready^v "),
        (
            rf"(?<![^ ]){_NO_BE}(exhausted|ready) (?=[.,”]|(?:{_AFTER_MANNER}) )",
            r"\1^a ",
        ),
        (r"(?<![^ ])(is|are|'m|'s\^be|'re) (attacking|defending) ", r"\1 \2^g "),
        (r"(?<![^ ])(attacking|defending) (?=here |there |at )", r"\1^p "),
        (
            rf"(?<![^ ])\[(mighty|temporary|hidden|vision)\] (?={noun} )",
            r"[\1]^s ",
        ),
        (rf"(?<![^ ])(token) (?={noun} )", r"\1^s "),
        *((rf"(?<![^ ])({sorts}) (?=(?:{kinds}) )", r"\1^c ") for sorts, kinds in SORTS),
        (rf"(?<![^ ])(have|has) (?=(?:not\^t )?(?:{past}|been) )", r"\1^p "),
        (
            rf"(?<![^ ])((?:have\^p|has\^p|'ve|been) (?:not\^t )?)({states}) ",
            r"\1\2^p ",
        ),
        (
            rf"(?<![^ ])((?:attacking|defending)\^g|(?:be|is) (?:{past})|(?:{verb}) here) with ",
            r"\1 with^g ",
        ),
        (rf"({noun}) ignoring ", r"\1 ignoring^p "),
        (r"(?<![^ ])that much (?=\[|energy |power |damage |might )", "that much^q "),
        (r"(?<![^ ])until (?=i |you |it |they |this )", "until^s "),
        (r"(?<![^ ])until (?=their |your |the |its )", "until^t "),
        (
            rf"(?<![^ ])(chosen|named|revealed|discarded|killed|recycled|banished|played|returned"
            rf"|triggered|activated|contested|controlled|starting|winning|losing) (?={noun} )",
            r"\1^s ",
        ),
        (r"(?<![^ ])(spell|gear|unit|\[(?:fury|calm|mind|body|chaos|order)\]) (?=- )", r"\1^t "),
        (r"(?<![^ ])(each|all|any|any number|both) (?=of )", r"\1^o "),
        (r"(?<![^ ])at least ", "at^l least "),
        (r"(?<![^ ])as (?=damage |a copy )", "as^p "),
        (r"(?<![^ ])and (?=no more than )", "and^l "),
        (rf"({noun}) attached to ", r"\1 attached^t to "),
        (r"(?<![^ ])the top (?=#|one |two |three |four |five )", "the top^n "),
        (r"(?<![^ ])any number\^o of (?!them |those |your |their |my )", "any number of^n "),
        (r"(?<![^ ])instead (?=of \[)", "instead^p "),
        (r"(?<![^ ])instead (?=of )", "instead^of "),
        (r"(?<![^ ])(after|before) (?=(?:you|i|it|they) )", r"\1^s "),
        (rf"(?<![^ ])(attached|detached) (?={noun} )", r"\1^s "),
        (r"(?<![^ ])each other (?=[.,]|this )", "each^r other^r "),
        (r"(?<![^ ])the other (?=[.,'])", "the other^r "),
        (r"(?<![^ ])each (?=[+-])", "each^e "),
        (rf"(?<![^ ])each (?={verb} )", "each^g "),
        (rf"(?<=[a-z\]] )({past}) (?=with this |with it |this way |each turn )", r"\1^q "),
        (r"(?<![^ ])(for|by) (?=\[)", r"\1^price "),
        (rf"({noun}) alone (?=at |here |there )", r"\1 alone^p "),
        (r"(?<![^ ])(with|without) (?=\[[a-z-]+(?::\d+)?\] )", r"\1^k "),
        (r"(?<![^ ])all (?=#\d+ (?!\[m\]))", "all^n "),
        (r"(?<![^ ])any amount of (?=\[)", "any amount of^p "),
        (r"(?<![^ ])spell and ability\^c ", "spell and^c ability^c "),
        (r"(?<![^ ])for (?=holding )", "for^h "),
        (r"(?<![^ ])for (?=as long as )", "for^l "),
        (r"(?<![^ ])and / or ", "and^x /^x or^n "),
        (r"(?<![^ ])(or|and) (?=when )", r"\1^e "),
        (r"(?<![^ ])or (?=at |i )", "or^e "),
        (r"(?<![^ ])first (?=[.,])", "first^a "),
        (r"(?<![^ ])(me|it|them) with (?=(?:a|your|its|an) )", r"\1 with^g "),
        (r"(?<![^ ])the (top|bottom) (?=of )", r"the \1^n "),
        # Times inside a relative clause belong to it
        (rf"({noun} you (?:'ve )?[a-z]+ (?:from [a-z]+ )?)this turn ", r"\1this^r turn^r "),
        (rf"(?<![^ ])only (?=to (?:{verb}) )", "only^m "),
        (r"(?<![^ ])only (?=(?:on|during|in|from|at|to|into|as) )", "only^a "),
        (rf"(?<![^ ])only (?={head} )", "only^s "),
        (r"(?<![^ ])while (?=[a-z]+ing [.,])", "while^g "),
        (rf"(?<![^ ])the other (?={head} )", "the other^d "),
        (r"(?<![^ ])other (?=than )", "other^t "),
        (r"(?<![^ ])anywhere (?=other\^t )", "anywhere^o "),
        (r"(?<![^ ])from (?=holding |conquering )", "from^g "),
        (r"(?<![^ ])(my|its|their) \[(assault|shield|deflect)\] ", r"\1 [\2]^n "),
        (r"a additional (?=[+-]#|\[)", "a^b additional^b "),
        (r"(?<!of )(this|each) (turn|combat|game|round|phase) (?!'s)", r"\1^t \2^t "),
        (r"(?<![^ ])for (?=each )", "for^e "),
        (r"(?<![^ ])for (?=each\^o )", "for^e "),
        (rf"({noun} )(you|they|opponents) control ", r"\1\2 control^c "),
        (r"turn\^t with ", "turn^t with^g "),
        # Coordination, by what follows
        (rf", or (?=(?:{past}) )", ",^p or^p "),
        (rf", (?=(?:{past}) ,)", ",^p "),
        (rf"(?<![^ ])({past}) or (?=(?:{past}) )", r"\1 or^p "),
        (rf", and (?={verb} )", ",^and and^v "),
        (
            r", and (?=(?:friendly|enemy|your|my|i|you) (?:[a-z]+ )?(?:cost|have|enter)s? )",
            ",^clause and^clause ",
        ),
        (r", and (?=(?:they|you|i|it) )", ",^clause and^clause "),
        (rf", or (?={head} )", ",^n or^n "),
        (rf", and (?={head} )", ",^n and^n "),
        (rf", (?={head} (?:{noun} )?(?:,|and |or ))", ",^n "),
        (
            rf"(?<![^ ])one (?!(?:or|of|other|additional|-) |\[|{head} )",
            "one^p ",
        ),
        (r", (?=\[(?:[a-z-]+:\d+|" + "|".join(KEYWORDS) + r")\])", ",^k "),
        (rf", then (?=(?:{third}) )", ",^thens then^s "),
        (r", (?=then )", ",^then "),
        (r", (?=(?:ignoring|reducing|including) )", ",^ing "),
        (r", (?=to a minimum )", ",^min "),
        (r", (?=\[(?:legion|deathknell)\])", ",^label "),
        (r", (?=\[(?:\d+|x|e|fury|calm|mind|body|chaos|order|a|c)\])", ",^cost "),
        (rf", (?={verb} )", ",^v "),
        (rf"(?<![^ ])(and|or) (?={verb} )", r"\1^v "),
        (rf"(?<![^ ])(and|or) (?={head} )", r"\1^n "),
        (r",^k and (?=\[)", ",^k and^k "),
        (r", and (?=\[)", ",^k and^k "),
        (r"(?<![^ ])(and|or) (?=(?:\[|[+-]#|[ab]\^b|gain |get |have |has ))", r"\1^k "),
        (rf"(?<![^ ])to (?=(?:{verb}|be|have) )", "to^v "),
        (r"(?<![^ ])as (?=a additional cost\^n to\^v )", "as^c "),
        # Tags come without end: several of one that is not listed show by their verb
        (
            r"(~[^ +]*[^ +s])s (?=(?:here |(?:you|they|opponents) control\^c )?"
            r"(?:are|'re|have|get|gain|enter|cost) )",
            r"\1+s ",
        ),
    ]
    return compiled(rows)
