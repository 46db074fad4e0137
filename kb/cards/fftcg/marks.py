"""Words that Final Fantasy's grammar tells apart by what stands around them.

A mark never decides what a sentence means, only which of two terminals a word is: the noun
"name" or the verb, the "and" between verbs or between nouns. Each family is a row here, and
each has its test.
"""

from __future__ import annotations

import re

from kb.cards.grammar import Grammar
from kb.cards.text import Mark

_BEFORE_OBJECT = (
    r"(?:it|them|him|the|all|this|that|those|these|each|every|any|both|up to|a|another|your|its"
    r"|one|#\d+|~[^ ]+|as many|job|card name)"
)


def _any_of(forms: tuple[str, ...]) -> str:
    plain = {" ".join(word.split("^")[0] for word in form.split()) for form in forms if form}
    return "|".join(re.escape(form) for form in sorted(plain, key=len, reverse=True))


def marks(grammar: Grammar) -> tuple[Mark, ...]:
    """Return the marks in the order in which they apply."""
    entries = grammar.entries
    verbs = rf"(?:{_any_of((*entries['V'].forms, *entries['GIVING'].forms, *entries['HAVE'].forms))})"
    third = rf"(?:{_any_of((*entries['V'].forms[1::2], *entries['GIVING'].forms[1::2]))})"
    base = rf"(?:{_any_of((*entries['V'].forms[::2], *entries['GIVING'].forms[::2]))})"
    modal = rf"(?:{_any_of(entries['MODAL'].forms)})"
    past = rf"(?:{_any_of(entries['PAST'].forms)})"
    gerund = rf"(?:{_any_of(entries['GERUND'].forms)})"
    unmarked = tuple(form for form in entries["NOUN"].forms if "^" not in form.split()[-1] and "#" not in form)
    nouns = rf"(?:{_any_of(tuple(form.split()[-1] for form in unmarked))})"
    state = rf"(?:{_any_of(entries['STATE'].forms)})"
    element = rf"(?:{_any_of(entries['ELEMENT'].forms)})"
    sort = rf"(?:{element} |(?:job|category|card name)(?:\^[ib] name\^[ib]|\^[ib])? ~[^ ]+ |[a-z-]+\^t )"
    noun = rf"(?:{nouns}|~[^ ^]+|{element}|(?:job|category|card\^[ib] name)\^[ib] ~[^ ]+)"
    head = rf"(?:(?:{state}|other) )*{sort}*{noun}"
    start = r"(?:(?<![^ ])|^)"
    rows: list[tuple[str, str]] = [
        # Labels and names
        (r"^ex burst ", "ex^l burst^l "),
        (r"^\{ex\} ", "{ex}^l "),
        (r"^(\S+ )?damage (#\d+) (?=- )", r"\1damage^l \2 "),
        (r"(?<=- )ex burst ", "ex^l burst^l "),
        (r"^warp (?=#|-|‐)", "warp^l "),
        (r"^priming (?=“)", "priming^l "),
        (r"^limit break ", "limit^l break^l "),
        (r"^((?:\S+\^l (?:#\d+ - )?)*(?:“ )?)(~[^ ]+) (?=\{)", r"\1\2^s "),
        (r"(?<= “ )(~[^ ]+) (?=\{)", r"\1^s "),
        (r"(“\^o )(~[^ ]+) (?=\{)", r"\1\2^s "),
        (r"(~[^ ]+) (?=counters? )", r"\1^n "),
        (rf"{start}(job|category) (?=~)", r"\1^i "),
        (rf"{start}card name (?=~)", "card^i name^i "),
        (rf"{start}ex burst(s?) ", r"ex^n burst\1^n "),
        (rf"{start}first strike ", "first^k strike^k "),
        (rf"{start}back attack ", "back^k attack^k "),
        (rf"{start}(break|damage) (?=zones? )", r"\1^z "),
        (rf"{start}(main|attack|active|end|draw) (?=phases? )", r"\1^z "),
        (r":(?= $)", ":^end"),
        (r"(^|\.\^q |\. |” )“ ", r"\1“^o "),
        (rf"{start}for as long as ", "for^l as^l long^l as^l "),
        (rf"{start}as long as ", "as^l long^l as^l "),
        (rf"{start}as though ", "as^l though^l "),
        # Costs: the commas before the colon
        *(((r"^((?:[^.:“‹]|\^)*?[^ ^]) , (?=[^.:“]+: )"), r"\1 ,^cost "),) * 4,
        *((r"(“ (?:[^.:“”]|\^)*?[^ ^]) , (?=[^.:“”]+: )", r"\1 ,^cost "),) * 2,
        # Homographs
        (rf"{start}dull (?!and |or |active |{_BEFORE_OBJECT} )", "dull^a "),
        (r"(?<=become )dull ", "dull^a "),
        (r"(?<=becomes )dull ", "dull^a "),
        (r"(field|becomes?|enters) dull(?:\^a)? ", r"\1 dull^m "),
        (r"(becomes?) active ", r"\1 active^m "),
        (r"(#\d+|the|a|all|each|other) dull ", r"\1 dull^a "),
        (rf"{start}name (?=#|a |any |one )", "name^v "),
        (r"(same|different|card|the|'s|its|each|whose|any|a) name(?:\^v)? ", r"\1 name^n "),
        (rf"{start}turn(s?) over ", r"turn\1^v over "),
        (rf"{start}control(?= {_BEFORE_OBJECT} )", "control^v"),
        (rf"(you|they|players?|and|or|not\^t|not|not\^v|may|must|only|can) (control|own) ", r"\1 \2^v "),
        (r"(gains?|lose|loses|give|gives|of|in|while already in) control(?:\^v)? ", r"\1 control "),
        (rf"{start}(once) (?!more |per )", r"\1^m "),
        (rf"{start}(declare|declares|an|a|the) (attack|block) ", r"\1 \2^n "),
        (rf"{start}(card) (?=types? )", r"\1^t "),
        (rf"{start}(action|field|auto) (?=(?:or (?:special|action|auto) )?abilit)", r"\1^t "),
        (rf"{start}(cp) (?=costs? )", r"\1^t "),
        (rf"{start}(lb) (?=(?:decks?|cards?) )", r"\1^t "),
        (rf"{start}warp (?=counters? )", "warp^t "),
        (rf"{start}(special) (?=(?:abilit))", r"\1^t "),
        (rf"{start}(is|are|be|been|was|were|not|has|have|'ve) (damaged|put|cast|become|frozen|dulled|primed) ",
         r"\1 \2^p "),
        (rf"{start}(is|are) (also|only) (?={past} )", r"\1 \2^v "),
        (rf"{start}(was|were|been|be) (only|also) (?={past} )", r"\1 \2^v "),
        (rf"{start}(be|been|is|are|was|were|has|have|not\^t|you|you 've) ({past}) (?=[a-z])",
         r"\1 \2 "),
        # Relative clauses and control
        (rf"{start}({nouns}|~[^ ]+) that (?=(?:is|are|was|were|has|have|{verbs}|{past}|{modal}"
         r"|do|does) )", r"\1 that^r "),
        (rf"{start}(?:(?<!^))(you) (dulled|frozen|primed) ", r"\1 \2^p "),
        (rf"{start}({nouns}|~[^ ]+) (forming|targeting|choosing|blocking|containing|including) (?=(?:a|the|{head}|#\d+|it) )", r"\1 \2^g "),
        (rf"{start}(your|their|'s) cast (?=[,.])", r"\1 cast^n "),
        (rf"{start}(forward|character|summon|monster|backup) (?=cards? )", r"\1^t "),
        (rf"{start}(the|that|this|those|these|each|all|other|#\d+|any|more|among|of) ({past}) (?={head} )",
         r"\1 \2^s "),
        (rf"{start}(next|first|last|the) (cast) (?={nouns} )", r"\1 \2^s "),
        (rf"(?<!is )(?<!was )(?<!be ){start}(required|paid) to (?=cast|play|use|pay)", r"\1^c to^c "),
        (r"cost to (?=cast|play|use)", "cost to^c "),
        (r"cost for (?=playing|casting|using)", "cost for^c "),
        (r"(\^c (?:play|cast|playing|casting) [^.,]*?)onto (?=the field (?:is|becomes|by|was|can))",
         r"\1onto^c "),
        (rf"{start}(?<!opponent )(?<!player )(?<!players )(?<!~)({nouns}|~[^ ]+)( (?:{element} )?)"
         rf"(?<!opponent )(?<!player )(?<!players )({past}) (?!{_BEFORE_OBJECT} |\{{|{element} )", r"\1\2\3^u "),
        *((r"(\^u )(from|to|into|onto|by|in|on|with|during|for|among) ", r"\1\2^q "),
          (r"(\^u )due to ", r"\1due to^q "),
          (r"(\^u \S+\^q (?:(?!is |are |has |have |this |instead |cannot |can |by )[^ .,]+ ){1,4}?)(from|into|onto|during|due to|by) (?!the top)", r"\1\2^q ")),
        (r"(\^u (?:[^ .,]+ ){0,6}?this) turn ", r"\1 turn^q "),
        (rf"{start}(forming|targeting|containing|choosing) ", r"\1 "),
        (rf"(?<!if )(?<!when )(?<!while )(?<!^){start}your opponent controls (?!#|a |any |no |the |~|job|card)",
         "your^c opponent^c controls^c "),
        (r"(?<!your )(?<!the )(?<!a )opponent controls ", "opponent^c controls^c "),
        (r"(?<!if )(?<!when )the opponent controls (?!#|a )", "the^c opponent^c controls^c "),
        (rf"{start}he / she controls ", "he / she controls^c "),
        (rf"{start}other (?=than )", "other^o "),
        (rf"{start}each of (?=your |their )", "each of^m "),
        (rf"{start}the nearest (?=#)", "the nearest^p "),
        (rf"{start}as you want ", "as^w you want "),
        (rf"{start}as many (?={head} )", "as many^q "),
        (rf"{start}you paid\^c ", "you^c paid^c "),
        (rf"{start}results (?=from )", "results^v "),
        (r"after use ", "after use^n "),
        (rf"{start}even (?=number|cost)", "even^a "),
        (rf"{start}total (?=cost|power|number)", "total^a "),
        (rf"{start}his (?=[.,]|to |instead )", "his^p "),
        (r"'s (?=[.,]|opponent\^c|instead )", "'s^p "),
        (r"phase (starts?) (?=[,.])", r"phase \1^v "),
        (r"other\^o than from ", "other^p than from "),
        (r"(pay|paid) using ", r"\1 using^p "),
        (r"(?<=[a-z]) each (?=(?:with|of) a different)", " each^d "),
        (r"(?<![^ ])(job|category|card)\^i ((?:name\^i )?~[^ ]+ (?:(?:or|and|/|job\^i|category\^i|card\^i|name\^i|of cost\^q #\d+|less|more|other\^o than|~[^ ]+) )*you control(?:\^v)? (?:gain|have|lose|deal|enter|are|become|also\^v gain) )", r"\1^j \2"),
        (r"card\^j name\^i ", "card^j name^j "),
        (rf"{start}at any time (?=you )", "at^i any time "),
        (rf"{start}while (?=already in )", "while^p "),
        (rf"{start}element (?={nouns} )", "element^t "),
        (r"(same (?:\S+ ){1,6}?)as ", r"\1as^n "),
        (rf"{start}cost (?=#|x )", "cost^q "),
        (rf"{start}of power (?=#|x )", "of power^q "),
        (r"((?:cost|power)\^q #\d+) or (?=#)", r"\1 or^q "),
        (rf"{start}(top|bottom) (?=(?:card|#))", r"\1^a "),
        (r"the top\^a (?=#)", "the top^n "),
        (r"number of (?=forwards|backups|monsters|characters|summons|cards)", "number of "),
        (rf"{start}any number of ", "any number of^n "),
        (rf"{start}a total of (?=#)", "a total of^n "),
        (rf"{start}(all|both) of the (?={head})", r"\1 of the^n "),
        (rf"(?<!round ){start}up to (?=the )", "up to^o "),
        (rf"{start}the other (?=[.,]|and |or |instead |to |in |onto |into )", "the other^p "),
        (rf"{start}each other ", "each^p other^p "),
        (rf"{start}if not (?=,)", "if^x not^x "),
        (rf"{start}(this|these|those|that) (?!{head}|#)", r"\1^p "),
        # Prepositions of verbs
        (rf"{start}(search|searches|searched) for ", r"\1 for^f "),
        (rf"{start}(look|looks) at ", r"\1 at^f "),
        (rf"{start}(it|them|this|those|is|are|be|was|{verbs}|{past}(?:\^[sp])?) (in|on|with|without|among) ",
         r"\1 \2^a "),
        (rf"{start}(twice|once more|attack|active) in (?=the |your |each )", r"\1 in^a "),
        (rf"{start}on (?=top of|the top|the bottom)", "on^a "),
        (rf"{start}without (?={gerund} )", "without^a "),
        (rf"{start}instead of (?={gerund} |\{{)", "instead^of of "),
        (rf"{start}until (?=[^.,“]* (?:is|are) )", "until^c "),
        (r"^((?:\S+\^l (?:#\d+ - )?)*)only ", r"\1only^v "),
        # Only, also, randomly: before a verb or before a time
        (rf"{start}(only|also|randomly|each|both|normally) (?!turn |end )(?={verbs} )", r"\1^v "),
        (rf"{start}only (?=if |while )", "only^i "),
        (rf"{start}and only (?!\^)", "and^o only^a "),
        (rf"{start}only (?=once|twice|during|this turn|at|from|by|with|in|due|on)", "only^a "),
        (rf"{start}and (?=if )", "and^i "),
        (rf"{start}only (?=#\d+ )", "only^q "),
        (rf"{start}(is|are) also ", r"\1 also^m "),
        (r"also (?=[.])", "also^e "),
        (r"(that\^r (?:[^ .,]+ ){1,4}?)(from|by|to|in|into|with|due to) ", r"\1\2^h "),
        (r", (?=each (?:with|of) a different )", ",^each "),
        (r", and\^i ", ",^i and^i "),
        (rf"{start}(while|when) (?={gerund} )", r"\1^g "),
        (rf"{start}x (?=~|{head} )", "x^q "),
        (rf"{start}for (?=the (?:first|second) time)", "for^a "),
        (rf"{start}equally among ", "equally among^a "),
        (rf"((?:by|from|to|of|due to) (?:a|the|your|~)[^ ]* (?:[^ ,.]+ ){{0,3}}?)(or|and) (?=(?:a|the|your) [^ ]+ (?:[.,]|of your opponent|this turn|or|you |instead ))", r"\1\2^a "),
        (rf"(to [^.,]*?)or to (?=a |your |the )", r"\1or^a to "),
        (r"(deals? (?:(?!damage)[^.,])+?)damage (?=equal to )", r"\1damage^b "),
        (r", (?=during your turn and\^o)", ",^only "),
        (r"deal(s?) (it|them|you|your opponent|~[^ ]+) damage ", r"deal\1 \2 damage^b "),
        (rf"{start}for every ", "for^e every "),
        # Coordination, by what follows
        (r"(with (?:#\d+ power|“[^”]*”)(?: (?:,\^w|,\^w and\^w|and\^w) (?:haste|brave|first\^k strike\^k|back\^k attack\^k|“[^”]*”))*) , (?=haste|brave|first\^k|back\^k|“)", r"\1 ,^w "),
        (r"(with (?:#\d+ power|“[^”]*”)(?: (?:,\^w|,\^w and\^w|and\^w) (?:haste|brave|first\^k strike\^k|back\^k attack\^k|“[^”]*”))*) , (?=haste|brave|first\^k|back\^k|“)", r"\1 ,^w "),
        (r"(with (?:#\d+ power|“[^”]*”)(?: (?:,\^w|,\^w and\^w|and\^w) (?:haste|brave|first\^k strike\^k|back\^k attack\^k|“[^”]*”))*) and (?=haste|brave|first\^k|back\^k|“)", r"\1 and^w "),
        (rf"{start}and (?=(?:it|you|they|your opponent|its power|the former|the latter) (?:{verbs}|{modal}) )", "and^c "),
        (r"(?<![^ ])((?:gains?|loses?|deal|deals) [^.“]*?)and (?=all (?:the )?(?:[^ .,“]+ )*?(?:forwards|characters)[^.,“]*? (?:lose|gain) [+#])", r"\1and^c "),
        (rf"{start}and (?=~[^ ]+ (?:{third}|{modal}|is) )", "and^c "),
        (r", and\^c ", ",^c and^c "),
        (rf", then (?={base} )", ",^then then^v "),
        (r", (?=then )", ",^then "),
        (rf", and (?={verbs} )", ",^and and^v "),
        (rf"(?<![^ ])(and|or) (?=(?:only |also )?(?:{verbs}|is|are|be|cannot|can) )", r"\1^v "),
        (rf", (?=(?:{base}) (?:{_BEFORE_OBJECT}|\{{))", ",^v "),
        (rf"(?<![^ ])({past}) (or|and) (?={past} )", r"\1 \2^p "),
        (r"(?<![^ ])or (?=when |at the beginning |at the end )", "or^e "),
        (rf"(?<!, )(?<=[a-z\d]) then (?={base} )", " then^b "),
        (rf", or (?={head} )", ",^n or^n "),
        (rf", and (?={head} )", ",^n and^n "),
        (rf"((?:^|[.:“] |- |\^[lo] )(?:when|if|during|until|while|at|for each) [^.,“]*?), (?={head} and )", r"\1,^o "),
        (rf"(?<!turn ), (?={head} (?:,|and |or ))", ",^n "),
        (rf"(?<![^ ])and / or (?={head} )", "and^n / or^n "),
        (rf"(?<![^ ])(and|or) (?={head} )", r"\1^n "),
        (r"(#\d+|more|less|it|them|you|control\^v|controls\^c|zone|hand) (or|and)\^n ", r"\1 \2 "),
        (r", (?=up to #)", ",^k "),
        (rf", (?=#\d+ {head} (?:,|and |or ))", ",^k "),
        (r", or (?=#)", ",^k or "),
        (r"and(?:\^v)? (?=cannot |can |must |may )", "and^m "),
        (r", (?=haste|brave|first\^k|back\^k|“|\+#)", ",^k "),
        (r", and (?=haste|brave|first\^k|back\^k|“|\+#|#)", ",^k and "),
        (rf"{start}to (?=(?:{base}|be|have|only) )", "to^v "),
    ]
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rows)
