"""What may be printed in place of something else, and what says nothing by itself."""

from __future__ import annotations

from collections.abc import Mapping

from kb.cards.mtg.nodes import NUMBERS

_SILENT = (
    "a an the 1 one it its him his her he she they their them of with to in on into onto from is"
    " are be by as each all you can then for and would at themselves himself herself itself that"
    " who long"
)
_SELF = "creature|permanent|spell|planeswalker|card|land|artifact|enchantment|token"
_ONCE = (
    "or deal damage gain lose get eot untilyournext put have exile when add tap untap destroy die"
    " cannot without"
)
SILENT = frozenset(_SILENT.split())
"""Words that say nothing by themselves."""
ONCE = frozenset(_ONCE.split())
"""What is said once of several things, and once of each elsewhere."""
_NUMBER_WORDS = {word: str(number) for word, number in NUMBERS.items() if number > 1}

VARIANTS: Mapping[str, str] = {
    r"if (?:that spell|it|a spell cast this way) would be put into (?:your|a|its owner's)"
    r" graveyard,? ?(?:this turn)? ?,? ?exile it instead": "exiledafter",
    **_NUMBER_WORDS,
    r"[+-]0": "0",
    "colorless": "colorless",
    r"for as long as (?:it|that card) remains exiled you may look at (?:it|that card)": "",
    r"and you may cast (?:it|that card) if it's an?(?= creature spell)": "may cast if",
    r"face down (?:they're|it's)(?: an?)?": "face down",
    "whenever": "when",
    "activate this ability": "activate",
    r"when(?:ever)? one or more(?= [^•]*this ability triggers only once each turn)": "when",
    "this ability triggers(?= only)": "activate",
    "cast your next": "cast",
    r"(?:once )?during each of your turns": "during each of your turns",
    r"may play lands and cast (.*?) from the top of your library": (
        r"may play lands from the top of your library may cast \1 from the top of your library"
    ),
    r"(each (?:player|opponent)) who has cast an? (\S+) spell this turn can't cast"
    r" additional \2 spells?": r"\1 can't cast more than 1 \2 spell each turn",
    "another": "other",
    r"control at least (\d+)": r"control \1 or more",
    r"protection from (\S+) from (\S+) and from (\S+)": (
        r"protection from \1 protection from \2 protection from \3"
    ),
    r"protection from (\S+) and from (\S+)": r"protection from \1 protection from \2",
    r"(?:protection )?from all colors": "protection from colored",
    "up to": "upto",
    r"if (?:you don't|they don't|(?:the|that) player doesn't)(?! control)": "ifnot",
    "if you do": "",
    r"who controls? no": "who don't control",
    r"(discard|sacrifice)s? (an? (?:\w+ ){0,3}?\w+) (?:then )?(each (?:player|opponent)) who"
    r" (?:can't|doesn't|didn't)(?= \w+s\b)": r"\1 \2 \3 didnot \1 \2",
    r"who didn't (discard|sacrifice) ((?:\S+ ){1,4}?)this way": r"didnot \1 \2",
    r"who didn't(?= (?:discard|sacrifice)\b)": "didnot",
    r"who (discard|sacrifice)e?d ((?:\S+ ){1,4}?)this way": r"\1thisway \2",
    r"each opponent may discard a card ifnot they(?= lose\b)": (
        "eachopponent discard upto 1 card eachopponent didnot discard card"
    ),
    r"also(?= (?:gains?|gets?|discards?|deals?|loses?|draws?)\b)": "",
    r"if you search(?:ed)? your library this way": "",
    "when you do": "when do",
    "than or equal to": "than orequal",
    r"if (?:it's|it is) (?:an? )?(\S+) card or (?:an? )?(\S+) card": r"if \1 or \2",
    r"if (?:it's|it is|that card is) (?:an? )?((?:\S+ ){1,4}?)card": r"if \1",
    r"if you don't control (?:an?|any)": "if control no",
    r"each opponent(?:'s)?": "eachopponent",
    r"you control (\S+ \S+) during that player's next turn": (
        r"gain control \1 during controller next turn"
    ),
    "your library and / or graveyard": "your library or your graveyard",
    "all permanents in the pile": "pile",
    "your graveyard and library": "your library or your graveyard",
    r"card and / or(?= (?:an? )?\w+ card)": "or",
    "and / or": "or",
    "face up(?= cards?)": "",
    "your opponents": "opponents",
    "had": "have",
    r"each player(?!'s)": "eachplayer",
    r"(?:until end of turn|this turn)": "eot",
    "until the end of your next turn": "untilendnext",
    "until your next turn": "untilyournext",
    r"enters? (?:the battlefield )?under your control": "enter you control",
    r"enters? the battlefield": "enter",
    "under your control": "",
    r"under (?:its|her|his|their) owner(?:s|'s)? control": "owner control",
    r"(?:an opponent controls|(?:your )?opponents control|each opponent controls)": (
        "opponentcontrols"
    ),
    r"(?:to|into) (?:your|(?:its|their) owners?(?:'s)?) hands?": "tohand",
    "shuffle your library": "shuffle",
    r"shuffle the rest into your library": "put rest bottomlibrary shuffle",
    r"in (?:any|a random|random) order": "",
    r"(?:the )?(?:rest|other)(?= (?:on|into|tohand))": "rest",
    r"into that player's graveyard": "into your graveyard",
    r"into (?:your|its owner's|their owners) librar(?:y|ies) (second|third) from the top": (
        r"\1library"
    ),
    r"puts it into their hand": "put tohand",
    r"put (?:them|those cards) back": "put rest toplibrary",
    r"on the bottom of (?:your|its owner's|their owners|that player's) librar(?:y|ies)": (
        "bottomlibrary"
    ),
    r"on top of (?:your|its owner's|their owners|that player's) librar(?:y|ies)": "toplibrary",
    r"reveal (?:it|them|those cards?|that card)": "",
    r"put (?:that card|it) on top(?! of)": "put toplibrary",
    r"cast the copies": "cast any number of the copies",
    r"(targets?) one or more": r"\1",
    r"(\w+) cards exiled this way(?= gain)": r"\1 card among",
    "cards exiled this way": "",
    r"(?:was )?(?:revealed|exiled) this way": "among",
    "destroyed this way": "gonethisway",
    r"(?:was )?(?:milled|discarded) this way": "thisway",
    "damage this way": "damage thisway",
    "spell or ability causes a player to shuffle": "player shuffles",
    r"(?<=spells )you control(?= (?:can't|cannot) be countered)": "you cast",
    r"you and(?= [^.]*\bhave hexproof)": "you hexproof",
    "lost this way": "lost thisway",
    "discard all the cards in your hand": "discard your hand",
    r"at least(?= one\b)": "",
    r"put into exile from (?:the )?battlefield": "put into exile",
    r"(?:is|are) put into a graveyard from (?:the )?battlefield": "die",
    r"(?:is|are) put into your graveyard from (?:the )?battlefield": "die you own",
    "your choice of": "",
    r"you may reveal (.*?)(?:,? and)? put (?:it|that card|them|the revealed cards?)": (
        r"you may put \1"
    ),
    r"put (\S+) of (?:them|those cards)": r"put \1 card among them",
    r"that player or that planeswalker's controller controls": "control",
    r"that player or that planeswalker's controller": "controller",
    r"that (?:creature|permanent|player) or (?:player|planeswalker)": "",
    rf"that (?:player|{_SELF})(?:'s)?": "",
    r"those (?:creature|permanent|card|land|token|planeswalker)s": "",
    rf"this (?:emblem|{_SELF})(?:'s)?": "",
    "return": "put",
    r"returns|puts": "put",
    r"can't": "cannot",
    r"doesn't": "don't",
    r"(?:isn't|aren't|(?:it|he|she|they)'(?:s|re) not)(?= legendary)": "not",
    r"a number of(?= (?:\S+ / )?\S+ counters?)": "",
    r"(other )?permanents? except for (land|artifact|creature|enchantment)s? and tokens?": (
        r"non\2 non token \1permanent"
    ),
    "dealt": "deal",
    "higher mana value": "greater mana value",
    "highest": "greatest",
    r"proliferate again": "proliferate",
    r"explores? again": "explores",
    r"bolster (\S+)": r"creature you control least toughness put \1 +1 +1 / counter",
    r"adapt (\S+)": r"if have no +1 +1 / counter put \1 +1 +1 / counter",
    r"detain ([^.]*)": (
        r"\1 cannot attack or block activated ability cannot activated untilyournext"
    ),
    "one of your opponents": "opponent",
    "populate": "token creature you control create token copy",
    "an amount of": "",
    **{rf"add {number} (\{{[wubrgc]\}})": "add" + number * r" \1" for number in range(2, 11)},
    r"choose(?= (?:up ?to one )?target)": "",
    r"(instant|sorcery) spells? you control": r"\1 spell you cast",
    r"during (?:your|its controller's|their controller's) untap step": (
        "during controller untap step"
    ),
    r"each player's (upkeep|end step|draw step)": r"\1",
    r"(\S+) card in (\S+) graveyard or \1 on the battlefield": r"\1 card in \2 graveyard or",
    "on the battlefield": "",
    r"(\S+(?: \S+)*?) (?:is|are) every basic land type in addition to (?:its|their) other types": (
        r"\1 plains alsoland \1 island alsoland \1 swamp alsoland \1 mountain alsoland"
        r" \1 forest alsoland"
    ),
    r"(plains|island|swamp|mountain|forest) in addition to its other (?:land )?types": (
        r"\1 alsoland"
    ),
    r"in addition to (?:its|their) other (?:creature )?types": "keepstypes",
    r"in addition to (?:its|their) other colors and types": "keepscolors",
    r"(?:that's|that are|he's|she's|it's|they're) still (?:an? )?"
    r"(?:planeswalker|land|artifact)s?": "keepstypes",
    r"(artifact creatures?\b(?:(?! except )[^•])*?)keepstypes": r"\1",
    r"if it isn't an? (\w+)": r"if non\1",
    r"becomes?(?= an (?:artifact|enchantment) keepstypes)": "",
    r"becomes?(?= an artifact creature\b(?! with| token))": "",
    r"(?:with )?base power and toughness": "",
    r"one or more colors?": "colored",
    r"enchanted (?:creature|permanent|artifact|land)(?:'s)?": "enchantedone",
    r"equipped creature(?:'s)?": "equippedone",
    r"(?<=the )sacrificed (?:creature|artifact|permanent|land|enchantment)(?:'s)?": (
        "sacrificedone"
    ),
    "entered the battlefield": "entered",
    "as you cast it": "",
    "next turn's upkeep": "next upkeep",
    "during your turn": "your turn",
    "one or more tokens would be created": "effect create one or more token",
    r"that many(?: of)?(?: those tokens)?\s+are created": "create many",
    "you're": "",
    "instead": "otherwise",
    "named": "",
    r"additional(?= (?:\S+ / \S+|loyalty) counter| cards?)": "",
    "may have": "may",
    r"as a copy of any": "as a copy of",
    r"during your next untap step": "during controller next untap step",
    r"put (.*?token.*?) onto the battlefield": r"create \1",
    r"add (?:an )?additional": "add",
    "investigate": "create clue token",
    r"differently (?:named )?dungeons? you've completed": "completed dungeon",
    r"you've completed": "completed",
    r"you haven't completed": "no completed",
    r"(\w+)'s": r"\1",
    r"there (?:are|is)(?= .* counters? on)": "have",
    r"there are(?= \d+ or more (?:card|basic land) types among)": "",
    r"is(?= \d+ or (?:greater|less))": "have",
    r"your life total have (\d+ or less)": r"have \1 life",
    r"equal to": "equal",
    "where x is": "where x",
    "after this one": "after",
    r"(tokens?) (?:it has|they have)": r"\1",
    r"(?<!twice )that many": "that much",
    r"(?<=when )you attack(?! with\b| a\b)": "attack with 1 or more creature",
    "first main phase": "precombat main phase",
    r"half (?:your|their) life(?! total)": "half life",
    r"half (?:your|their) library": "half library card",
}
"""What may be printed in place of something else: patterns over lower-case words."""
