"""Words that the English grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is.
"""

from __future__ import annotations

import re

from kb.cards.altered.symbols import COST_LISTS
from kb.cards.grammar import Grammar
from kb.cards.tagging import Row, any_of, compiled
from kb.cards.text import Mark

_PRONOUN = r"(?:i|it|you|they|my|target)"
_KEYWORDS = "fleeting|anchored|asleep|boosted|gigantic|defender|eternal|seasoned|in_contact"
_OBJECT = r"(?:a|another|two|three|four|up|any|one|me|each|all|no|it)"


def marks(grammar: Grammar) -> tuple[Mark, ...]:
    """Return the marks in the order in which they apply."""
    words = grammar.words_of
    noun = rf"(?:{any_of(words['noun'])})(?:\^n)?"
    acting = tuple(form for form in words["verb"] if not form.startswith("target"))
    verb = rf"(?:(?:{any_of(acting)}|does|do|switch|switches)(?:\^[vmw])?|targets?\^v)"
    rows: list[Row] = [
        # Homographs
        (rf"(?<![^ ])(targets?) (?={_OBJECT} )", r"\1^v "),
        (r"(?<![^ ])(two|three|four|five) (targets) ", r"\1 \2^n "),
        (r"(?<![^ ])(a|the|my|its|your|additional) (costs?) ", r"\1 \2^n "),
        (
            r"(?<![^ ])(have|has) "
            r"(?=(?:me|it|them|(?:(?:a|all|any|each|every|any number of) )?target|another|up) )",
            r"\1^m ",
        ),
        (r"(?<![^ ])(a) ready ", r"\1 ready^a "),
        (r"(?<![^ ])(a|the|each|non-token|another) token (?=character)", r"\1 token^s "),
        (r"(?<![^ ])this (?=(?:turn|afternoon|day|morning|night|dusk|way) )", "this "),
        (r"(?<![^ ])this (?=(?:action|ability|effect|card) )", "this^d "),
        (r"\{([jhr])\} (?=(?:(?:, |and )?\{[jhr]\} )*(?:and )?(?:\{[jhr]\} )?abilit)", r"{\1}^n "),
        (r"(\{[jhr]\}\^n) , (?=\{)", r"\1 ,^i "),
        (r"(\{[jhr]\}\^n) and (?=\{)", r"\1 and^i "),
        (r"(?<![^ ])base (?=statistics )(?!statistics of)", "base "),
        (r"(?<![^ ])(pass|passes) first ", r"\1 first^m "),
        (r"(?<![^ ])first player ", "first player "),
        (r"(?<![^ ])(do|does|did|can) not\^t already ", r"\1 not^t already^m "),
        (r"(?<![^ ])(was) already ", r"\1 already^e "),
        (
            r"(?<![^ ])(discarded|played|sacrificed|rolled|exhausted|gained|moved|created|spent"
            r"|had) (?=(?:a|all|any|each|it|one|two|another|your|\#\d+|no|forward) )",
            r"\1^d ",
        ),
        (r"(?<![^ ])(one|choose|pick|two|three) (?=[.,:]|in your hand|of^)", r"\1 "),
        (r"(?<![^ ])after (?=(?:i|you|it|a|an|another|my|target) )", "after^e "),
        (r"(?<![^ ])less (?=cards |boosts |characters )", "less^q "),
        (rf"(?<![^ ])(one|two|three|\#\d+) more (?={noun} )", r"\1 more^d "),
        (r"(?<![^ ])the other (?=[.,])", "the other^p "),
        (
            r"(?<![^ ])(choose|draw|discard|play|create|put|them) (both|one) (?=[.:,]|in )",
            r"\1 \2^p ",
        ),
        (r"(?<![^ ])the top (?=#|one |two |three |four |five |six |x )", "the top^t "),
        (rf"(?<![^ ])({noun}) (each) (?={verb} )", r"\1 each^g "),
        (r"\{([vmo])\} (?=terrain marker)", r"{\1}^s "),
        (r"(?<![^ ])((?:have|has)\^m [^.]*?) (and|or) (?=gain |lose |switch )", r"\1 \2^w "),
        (r"(?<=free )in ", "in^a "),
        (r"(?<=less )in ", "in^a "),
        (r"(?<= it )from (?!moving)", "from^a "),
        (r"(?<= me )from (?!moving)", "from^a "),
        (r"(?<=statistic )of ", "of^c "),
        (r"(?<=statistics )of (?=#)", "of^c "),
        (r"(?<![^ ])(play (?:me|it|them)) in ", r"\1 in^a "),
        (r"(?<![^ ])instead (?=of )", "instead^o "),
        (r"(?<![^ ])(counts?) (?=towards )", r"\1^t "),
        (r"(?<![^ ])x (?=can )", "x^p "),
        (r"(?<![^ ])(controls?) or (?=in )", r"\1 or^p "),
        (r"(?<![^ ])or (?=less [.,])(?<=boosts or )", "or^m "),
        (r"(?<![^ ])(companion) (?=tokens? |\[)", r"\1^s "),
        (r"(\{[vmo]\}) , and (?=\{[vmo]\} )", r"\1 ,^n and^n "),
        (r"(\{[vmo]\}) and (?=\{[vmo]\} )", r"\1 and^n "),
        (r"(\{[vmo]\}) , (?=\{[vmo]\} )", r"\1 ,^n "),
        (
            r"((?:^|[-.•] |\} )(?:\w+ may )?(?:target\^v|choose)[^.,]*), (?=i |it |they |you )",
            r"\1,^c ",
        ),
        (r"(?<![^ ]), but (?=i |you )", ",^b but^c "),
        (r"(?<![^ ])(moves?) (?=forward|backwards)", r"\1^w "),
        (r"(?<= played )in ", "in^a "),
        (r"(?<![^ ])(only) one (?=[.])", r"\1 one^p "),
        # Destinations
        (
            r"(?<![^ ])((?:put|puts|create|creates) (?:(?!put |create |\. |, then|to\^v )[^.\"])*?)"
            r" in (?=(?!play)[^ ]+)",
            r"\1 in^d ",
        ),
        (r"(?<![^ ])((?:place|places) [^.]*?) on (?=target |a |my )", r"\1 on^d "),
        (r"(?<![^ ])(go|goes|send \S+|sends \S+) to ([^.,-]*?) from ", r"\1 to \2 from^g "),
        (r"(?<![^ ])(prevents?(?: [^ ]+){1,4}) from (?=moving)", r"\1 from^w "),
        (
            r"(?<![^ ])((?:move|moves) (?:a|all|any|another|each) [^.]*?) from ([^.]*?) to ",
            r"\1 from^d \2 to ",
        ),
        (rf"(?<![^ ])(exchanges? [^.]*?) with (?=(?:{_OBJECT[3:-1]}|target) )", r"\1 with^x "),
        (rf"(?<![^ ])to (?={verb} |immediately |be |also )", "to^v "),
        (
            r"(?<![^ ])to (?!v)(?=(?:reserve|your|its|their|my|the|target|another|a|me|hand|it|up"
            r"|each|any|that|them) )(?<!up to )(?<!down to )(?<!equal to )",
            "to^d ",
        ),
        (r"(?<=send )to\^d (?=reserve (?:target|any|up|a) )", "to^e "),
        (r"(?<![^ ])up to\^d ", "up to "),
        (r"(?<![^ ])(equal|due|next|in addition) to\^d ", r"\1 to "),
        (r"(?<![^ ])for free (?=up |a |another |target )", "for^f free "),
        (r"(?<![^ ])as (?=(?:a|each|my|your) )", "as^a "),
        # Relative clauses
        (rf"({noun}) (you|i|it) (?=(?:control|play|own|choose)s? )", r"\1 \2^r "),
        (rf"({noun}) they (?=(?:control|play|own) )", r"\1 they^r "),
        (rf"({noun}) target (?=(?:opponent|player) (?:controls|plays) )", r"\1 target^r "),
        (rf"({noun}) your (?=opponents? (?:control|play)s? )", r"\1 your^r "),
        (rf"({noun}) a (?=(?:opponent|player) (?:controls|plays) )", r"\1 a^r "),
        (
            r"\^r (?:opponents? )?(?:play|plays)(?: (?!this)\S+){0,4}"
            r" (?:this|each) (?=(?:turn|afternoon|day) )",
            lambda m: re.sub(r"(this|each) $", r"\1^r ", m.group()),
        ),
        (r"(?<=played from your hand )this ", "this^r "),
        (
            r"\^r plays? (?:from|in) [^.]*?\^r (?=turn|afternoon|day)",
            lambda m: re.sub(r" (from|in) ", r" \1^r ", m.group(), count=1),
        ),
        (r"(?<![^ ])with no (?=\S+ over )", "with no^o "),
        (r"(?<![^ ])less (?=for the |for a )", "less^f "),
        (r"(?<![^ ])with a total (?=hand|reserve|base)", "with a^b total^b "),
        (r"(?<![^ ])with total ", "with total^b "),
        (r"(?<![^ ])with (?=“)", "with^q "),
        (r"(?<![^ ])that (?='s\^be |is |are )", "that^r "),
        # A quantifier, not any one "number of" something
        (r"(?<![^ ])any (?=number of )", "any^q "),
        # Coordination, by what follows
        (r", then (?=then)", ", then "),
        (r", if (?=[^-]*- )", ", if^t "),
        (r"(?<=[.:-]) then , ", " then , "),
        (r"(?<![^ ]), then ", ",^t then^t "),
        (r"(?<![^ ]),\^t then\^t (?=draws |discards |creates )", ",^v then^v "),
        (r"(?<![^ ]), (?=(?:i|it|they) (?:gain|lose|gains|loses|may|can))(?<!if )", ", "),
        (r"(?<![^ ])and (?=(?:i|you|they|it) )", "and^c "),
        (r"(?<![^ ])but (?=(?:i|you|they|it) )", "but^c "),
        (rf"(?<![^ ])(and|or) (?={verb} |then )", r"\1^v "),
        (rf"(?<![^ ])({noun}) (and|or) (?=(?:expedition permanent|{noun}) )", r"\1 \2^n "),
        (r"(\]) (and|or) (?=\[\[)", r"\1 \2^s "),
        (r", (?=\[\[[a-z]+\]\] (?:or|,))", ",^s "),
        (rf"(\[\[?(?:{_KEYWORDS})\]\]?) (?=(?:or|and)\^s |,\^s |{noun} )", r"\1^s "),
        (
            rf"(\[\[?(?:{_KEYWORDS})\]\]?) ((?:or|and)|,)\^s (?!\[\[?(?:{_KEYWORDS})\]\]?\^s )",
            r"\1 \2 ",
        ),
        (rf"(\[\[?(?:{_KEYWORDS})\]\]?)\^s (?=(?:or|and|,) )", r"\1 "),
        (
            rf"((?:gains?|loses?) \[\[?(?:{_KEYWORDS})\]\]?)\^s ,\^s (\S+)\^s or\^s ",
            r"\1 ,^l \2 or ",
        ),
        (rf"((?:gains?|loses?) \[\[?(?:{_KEYWORDS})\]\]?)\^s ,\^s (\S+)\^s or ", r"\1 ,^l \2 or "),
        (r"(?<![^ ])(behind|tied|ahead) or ", r"\1 or^s "),
        (r"^(\[[^ ]+\]) , (?=\[)", r"\1 ,^k "),
        (rf"((?:gains?|loses?) \[\[?(?:{_KEYWORDS})\]\]?) ,(?:\^s)? (?=\[)", r"\1 ,^l "),
        (r": $", ":^h "),
        (r": (?=“)", ":^q "),
    ]
    return compiled((*rows, *COST_LISTS))
