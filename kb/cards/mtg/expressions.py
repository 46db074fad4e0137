"""Expressions of several words, as the tagger marks them."""

from __future__ import annotations

Row = tuple[tuple[str, ...], tuple[str, ...], str, str]
"""The words, the words with their marks, their class, and what must stand behind (or before)."""

_TABLE = """
rather than | rather^x than^x | = | verb
up to that many | up^q to^q that^q many^q | D |
any number of times | any^m number^m of^m times^m | F |
any number of | any^o number^o of^o | D | alone
any number of | any^q number^q of^q | D |
twice that many | twice^q that^q many^q | D |
twice that much | twice^q that^q much^q | D |
that many | that^q many^q | D | noun
that many | that many^p | R |
that much | that^q much^q | D | noun
that much | that much | R |
as many | as^q many^q | D |
how many | how^q many^q | D |
all the | all^q the^q | D | noun
one or more | one^q or^q more^q | D | noun
one or more | one^p or^p more^p | R |
one or both | one^p or^p both^p | R |
one of the | one^q of^q the^q | D | noun
who can not^t | who^e can^e not^t | Y | third
who did not^t | who^e did^e not^t | Y | third
who does not^t | who^e does^e not^t | Y | third
left or right | left^p or^p right^p | R |
able to | able^n to^n | u | behind
in | in^w | F | phase
leaving in exile | leaving^h in^h exile^h | a |
base power and toughness | base^k power^k and^k toughness^k | K |
a additional | a additional^k | K | change
a additional | a^k additional^k | D | mana
the first | the first^p | R | alone
the same | the same^p | R | alone
the other | the other^p | R | alone
each other | each other^p | R | alone
of your choice | of^k your^k choice^k | k | chosen
other than | other^n than^n | Z |
other target | other^q target^t | D |
he or she controls | he^c or^c she^c controls^related | C | behind
he or she | he or^h she | R |
him or her | him or^h her^h | R |
his or her | his or^h her^h | D |
himself or herself | himself or^h herself | R |
for each | for^e each^e | E |
if not | if^x not^x | I | end
if so | if^x so^x | I | end
three times | three^o times^o | D | noun
"""


def _rows() -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for line in _TABLE.strip().splitlines():
        words, marked, cls, after = (part.strip() for part in line.split("|"))
        plain = tuple(words.split())
        rows.setdefault(plain[0], []).append((plain, tuple(marked.split()), cls, after))
    return rows


EXPRESSIONS = _rows()
"""Expressions by their first word, in the order in which they are tried."""
