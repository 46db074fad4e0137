"""Altered's entries in the words of its cards: the way back (see `kb.cards.saying`).

Entries are said in English; a French text is put in English words (`kb.cards.altered.glossary`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kb.cards.altered.phrases import TERRAINS
from kb.cards.altered.picking import COUNTED, PICKED
from kb.cards.altered.statics import BETWEEN
from kb.cards.saying import Entry, WayBack, any_of, clauses_of, each_of, filled, joined

_EFFECT: Mapping[str, str] = {
    "draw": "<who> draw <draw> card",
    "boost": "<what> gain <boost>",
    "boost up to": "<what> gain <by> boost up to max <boost up to>",
    "gain": "<what> gain <gain>",
    "lose": "<what> lose <lose>",
    "gain counters": "<what> gain <gain counters>",
    "gain counters up to": ("<what> gain <by> <named> counter up to max <gain counters up to>"),
    "spend": "spend <spend> my <counters>",
    "spend one": "spend 1 counter",
    "pick": "you may any number <pick>",
    "exhaust": "exhaust <exhaust>",
    "ready": "ready <ready>",
    "discard": "discard <discard>",
    "sacrifice": "sacrifice <sacrifice>",
    "to reserve": "put <to reserve> reserve",
    "to mana": "put <to mana> mana zone",
    "top to mana": "<top to mana> put top card <whose> deck <whose> mana zone",
    "return to hand": "put <return to hand> hand",
    "switch": "<switch> switch expedition",
    "resupply": "<resupply> resupply",
    "target": "",
    "rush": "rush",
    "play now": "immediately play <play now> {<for less>} less",
    "pass": "pass",
    "augment": "augment <augment>",
    "discard hand": "<discard hand> discard hand",
    "exhausted resupply": "<exhausted resupply> exhausted_resupply",
    "ascend": "<ascend> ascend",
    "after you": "after you",
    "play for free": "play <play for free> for free",
    "play free": "play <play free> for free",
    "create": "create <amount> <create> token <with>",
    "create landmark": "create <amount> <create landmark> token <who> landmark",
    "ready orb": "ready <orbs> mana orb",
    "choose": "choose 1 <choose> <or>",
    "choose two": "choose 2 <choose two> <or> <or else>",
    "exchange": "exchange <exchange> <with>",
    "may pay": "you may pay {<may pay>} <then>",
    "create in": "create <amount> <token> token <create in>",
    "move forward": "<move forward> move forward <regions> region",
    "move backwards": "<move backwards> move backwards <regions> region",
    "next costs less": "next <next> you play <until> cost {<next costs less>} less <down to>",
    "next loses": "next <next> you play <until> lose <next loses>",
    "next activates": (
        "next <next> you play your hand <until> activate <one> <next activates> ability"
    ),
    "roll": "roll die",
    "next gains": "next <next> you play <until> gain <next gains> boost",
    "next in region gains": (
        "next <next> you play <terrain> <until> gain <next in region gains> boost"
    ),
    "select": "<by> <select>",
    "may": "you may <may>",
    "may or": "you may <may or> if you don't <otherwise>",
    "attempt": "<attempt>",
    "attempt or": "<attempt or> if you don't <otherwise>",
    "if": "<if> <then>",
    "unless": "<unless> <then>",
    "for each": "for each <for each> <then>",
    "activate": "activate <activate> ability <of>",
    "either": "<either> <then> otherwise <otherwise>",
}

_WHEN: Mapping[str, str] = {
    "enters": "when <enters> join expedition",
    "joins": "when <joins> join <expedition>",
    "goes to reserve": "when <goes to reserve> go reserve expedition zone",
    "leaves": "when <leaves> leave <zone> zone",
    "sacrificed": "when <who> sacrifice <sacrificed>",
    "gains": "when <gains> gain <status>",
    "exhausts": "when <exhausts> exhaust card reserve",
    "creates": "when <who> create <creates>",
    "plays": "when <who> play <plays>",
    "plays from reserve": "when <who> play <plays from reserve> reserve",
    "boosted": "when <boosted> gain boost",
    "fails to move forward": "when my expedition fail move forward during dusk",
    "moves forward": "when my expedition move forward",
    "moves forward due to": "when <expedition> move forward due <terrain>",
    "gains counter": "when i gain my <nth> <named> counter",
    "passes": "when <passes> pass",
    "passes first": "when <passes first> pass first",
    "draws or resupplies": "when <draws or resupplies> draw card or resupply",
    "at": "at <at>",
}
_TRIGGERS = {
    "entry": "{j}",
    "entry from hand": "{h}",
    "entry from reserve": "{r}",
    "any entry": "{j} {h} {r}",
}
_ICONS = {"enters": "{j}", "enters from hand": "{h}", "enters from reserve": "{r}"}

_WHERE = {
    "mine": "my expedition",
    "other": "your other expedition",
    "each": "each your expedition",
    "trailing": "each your expedition behind or tied",
    "hero": "your hero expedition",
    "companion": "your companion expedition",
}
_UNPLAYABLE = "i can not be played"
_UNTIL = {"end of turn": "this turn", "end of afternoon": "this afternoon"}
_COMPARED = re.compile(r"(.*) is at (least|most) (\d+)")
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_ONE_OF = re.compile(r"the (hero|companion) expedition of (.*)")
_SPENT = re.compile(r"\bspend (\d+) ")
_FOR_EACH = re.compile(r"(\d+) for each (.*)")


def _filter(words: str, between: str = "or") -> str:
    """Return a filter as it is printed: what its clauses share is said once."""
    words = words.replace("facing this", "facing i")
    for icon, terrain in TERRAINS.items():
        words = re.sub(rf"\bin {terrain}\b", icon, words)
    words = re.sub(r" in target \d+", "", words)  # which is said with the targets
    words = re.sub(r"\bunder target \d+", "control", words)
    clauses = clauses_of(words)
    said = (re.sub(r"(?<!base )\bcost (\d+)", r"hand cost {\1}", clause) for clause in clauses)
    said = (re.sub(r"\bbase statistic (\d+)", r"base statistic of \1", clause) for clause in said)
    said = (re.sub(r"\bbase cost (\d+)", r"base cost {\1}", clause) for clause in said)
    return any_of(said, between)


def _condition(said: str) -> str:
    """Return a condition."""
    found = _COMPARED.fullmatch(said)
    if found is None:
        if said.startswith("you have fewer cards in reserve than "):
            return "if you have less card reserve"
        word = said.rpartition(" is ")[2]
        if word == "contacting":
            return "if i in_contact"
        if word.startswith("in "):
            icon = next(icon for icon, terrain in TERRAINS.items() if word == f"in {terrain}")
            return f"if i {icon}" if said.startswith("this ") else f"if {icon}"
        if said.startswith("the expedition of it "):
            return f"if expedition {word}"
        if said.startswith("the expedition of this "):
            return "if i ascended expedition" if word == "ascended" else f"if my expedition {word}"
        if said.startswith(("you ", "opponents ")):
            return f"if {'you' if said.startswith('you ') else 'your opponent'} {word}"
        return f"if i {word}" if said.startswith("this ") else f"if {word}"
    amount, bound, number = found.groups()
    compared = f"{number} or {'more' if bound == 'least' else 'less'}"
    if amount == "the die":
        return f"on {number}" if bound == "least" else f"on 1 -{number}"
    if bound == "least" and number == "1":
        compared = ""
    if amount == "mana orbs of you":
        compared = compared if bound == "least" else f"less than {int(number) + 1}"
        return f"if you have {compared} mana orb"
    if amount.startswith("visible "):
        return f"if {compared} single-terrain regions visible"
    if amount == "boosts of this":
        return f"if i have {'no' if compared.startswith('0') else compared} boost"
    if amount.startswith("number of ") and amount.endswith(" facing this"):
        compared = "no" if compared.startswith("0") else compared
        return f"if i facing {compared} {_filter(amount[10:].removesuffix(' facing this'))}"
    if compared.startswith("0") and amount.startswith("number of expedition in "):
        return f"if neither my {_filter(amount[10:].removesuffix(' you control'))}"
    if amount.startswith("base statistics "):
        value, _, words = amount[16:].partition(" among ")
        return f"if {compared} base statistic {value} among {_filter(words)}"
    if amount.startswith("number of "):
        return f"if {compared} {_filter(amount[10:])}"
    place = amount.partition(" of ")[0]
    if bound == "most" and number == "0":
        return f"if your {place} empty"
    return f"if you have {compared} card {place}"


class _Sayer:
    """Says abilities.

    Parameters
    ----------
    tokens : dict of str to mapping
        The tokens that the abilities make, by name.
    whose : bool
        Whether it is said of what somebody gives up that they control it.
    each : bool
        Whether all of a kind are called "each" of them: "Animals you control" are not.
    """

    def __init__(self, tokens: Mapping[str, Entry], *, whose: bool, each: bool = True) -> None:
        self.tokens = tokens
        self.whose = whose
        self.each = "each " if each else ""

    def ability(self, ability: Entry) -> str:
        """Return an ability."""
        said: list[str] = []
        if "cost" in ability:
            cost = ability["cost"].replace("sacrifice this", "sacrifice i")
            cost = re.sub(r"sacrifice a (.*) you control", r"sacrifice \1", cost)
            said.append(re.sub(r"(?<!spend )\b(\d+)\b", r"{\1}", _SPENT.sub(r"spend \1 my ", cost)))
        if "when" in ability:
            said.append(self.when(ability["when"]))
        if "if was" in ability:
            said.append(f"if i was {ability['if was']}")
        if "if was not" in ability:
            said.append(f"if i was not {ability['if was not']}")
        if "static" in ability:
            guarded = "keyword" in ability["static"] and ("while" in ability or "unless" in ability)
            static = self.static(ability["static"])
            if static == _UNPLAYABLE and "while" not in ability and "unless" not in ability:
                static += " but i can be used as mana orb"
            if str(ability.get("while", "")).startswith("the expedition of this "):
                static = static.replace("my expedition ", "")  # "it", behind the condition
            said.append(f"{'i ' if guarded else ''}{static}")
        if "while" in ability:
            asked = _condition(str(ability["while"]))
            aside = "aside to mana" in ability["static"]
            said.append(asked.replace("if ", "while ", 1) if aside else asked)
        if "unless" in ability:
            said.append(_condition(str(ability["unless"])).replace("if ", "unless ", 1))
        if ability.get("after rest"):
            said.append("after rest")
        said += map(self.target, ability.get("targets", []))
        said.append(self.steps(ability.get("effect", [])))
        return " ".join(said)

    def when(self, when: Entry) -> str:
        """Return a trigger."""
        word, value = next(iter(when.items()))
        if word == "enters" and when.get("zone") == "discard pile":
            return "when card join discard pile"
        if word == "leaves" and when.get("in afternoon"):
            return "when card leave your reserve during afternoon"
        if word == "enters" and when.get("zone") == "reserve" and value == "this":
            return "when i go reserve anywhere"
        if when.get("zone") == "reserve" and value == "this":
            return "when i go reserve your hand"
        if word in _ICONS and value == "this":
            return _ICONS[word]
        if word == "sacrificed" and value == "this":
            return "when i sacrificed"

        def slot(name: str) -> str:
            match name:
                case "zone":
                    return "your landmark" if "zone" in when else "expedition"
                case "who":
                    return str(when.get("who", "you"))
                case "expedition" if word == "moves forward due to":
                    yours = when["expedition"] == "yours"
                    return "1 your expedition" if yours else "my expedition"
                case "nth":
                    return _ORDINALS[when["gains counter"]]
                case "named":
                    return str(when["named"])
                case "terrain":
                    said = when["moves forward due to"]
                    return next(icon for icon, terrain in TERRAINS.items() if terrain == said)
                case "expedition":
                    facing = when.get("expedition") == "facing"
                    return "expedition facing i" if facing else "my expedition"
            said = str(when[name])
            if word == "enters":
                said = re.sub(r"\byou control$", "your", said)
            return "i" if said == "this" else _filter(said)

        return filled(_WHEN[word], slot)

    def static(self, static: Entry) -> str:
        """Return what a keyword says."""
        word, value = next(iter(static.items()))
        if word == "cannot activate":
            return f"{_TRIGGERS[value]} ability {_filter(static['of'])} can not activate"
        if word == "keep more":
            return f"your {value} limit increased by {static['by']}"
        if word == "plays for less":
            return _for_less(static)
        if word == "first gains":
            return f"first {static['of']} you play each afternoon gain {value} boost"
        if word == "costs at least":
            return f"{static['cards']} your opponent play can not cost less than {{{value}}}"
        if word == "cannot be played":
            return _UNPLAYABLE
        if word == "equal statistics":
            if value == "this":
                return "my {v} {m} {o} equal my highest statistic"
            return f"{{v}} {{m}} {{o}} {_filter(value)} equal highest statistic"
        if word == "gives keyword":
            return f"{_filter(static['to'])} {value}"
        if word == "bars other expedition":
            return "your other expedition and expedition facing it can not move forward"
        if word == "ignores defender":
            return "defender character do not prevent my expedition moving forward"
        if word == "gives tough":
            return f"{_filter(static['to'])} tough {value}"
        if word == "tough" and value == BETWEEN:
            return "tough x where x number region between your hero companion"
        if word == "tough" and str(value).startswith("number of "):
            return f"tough x where x number {_filter(str(value)[10:])}"
        if word == "aside to mana":
            may = "you may " if value == "may" else ""
            return f"if i would leave expedition zone {may}put i my owner s mana zone instead"
        if word == "not counted in reserve":
            return "i do not count towards your reserve limit"
        if word == "play exhausted":
            return "you may play exhausted card your reserve"
        if word == "scout":
            return f"scout {{{value}}}"
        if word == "cost less":
            return f"i cost {{{value}}} less"
        return str(value) if word == "keyword" else f"{word} {value}"

    def target(self, target: object) -> str:
        """Return what is targeted."""
        if isinstance(target, dict):
            return f"up to {target['up to']} target {_filter(target['of'])}"
        words = str(target).replace("non-hero card", "card")  # which a reminder says
        return f"target {_filter(words)}"

    def steps(self, steps: list[Entry]) -> str:
        """Return instructions; what neighbours share is said once."""
        said: list[list[str]] = []
        last: Entry = {}
        for step in map(each_of, map(_them_all, steps, [{}, *steps])):
            if said and _one_breath(last, step):
                said[-1].append(self.step(step))
            else:
                said.append([self.step(step)])
            last = step
        return " ".join(map(joined, said))

    def step(self, step: Entry) -> str:
        """Return an instruction."""
        word = next(iter(step))
        if word in ("select", "pick") and not self.whose:
            step = {**step, word: step[word].removesuffix(" you control")}
        if word == "select" and "by" in step:
            step = {**step, "select": step["select"].replace(" your ", " their ")}

        def slot(name: str) -> str:
            value = step.get(name)
            match name:
                case "next activates":
                    return _TRIGGERS[str(value)]
                case "one" if word == "next activates":
                    return ""
                case "with" if word == "exchange":
                    return self.reference(value)
                case "orbs":
                    return str(value or "")
                case "choose" | "or" | "choose two" | "or else" if word.startswith("choose"):
                    mode = list(value or [])
                    paid = mode[:1] == [{"exhaust": "this"}]
                    return f"{{t}} {self.steps(mode[1:])}" if paid else self.steps(mode)
                case "otherwise" if word == "either" and (fewer := _fewer(step)):
                    return f"create only {fewer}"
                case "may" | "may or" | "attempt" | "attempt or" | "then" | "otherwise":
                    return self.steps(value or [])
                case "if" | "either":
                    return _condition(str(value))
                case "unless":
                    return _condition(str(value)).replace("if ", "unless ", 1)
                case "boost":
                    return self.boosts(str(value))
                case "draw" if value == COUNTED:
                    return "that many"
                case "amount" if str(value).startswith("reserve of target "):
                    return "x where x number card reserve"
                case "gain counters":
                    return self.boosts(str(value), f"{step['named']} counter")
                case "counters":
                    return f"{step['named']} counter" if "named" in step else "boost"
                case "spend":
                    return str(value)
                case "create" | "token":
                    return self.token(str(value))
                case "create landmark":
                    return str(value).lower()
                case "who" if word == "create landmark":
                    return "your" if value is None else self.reference(value)
                case "by" if word == "select":
                    return self.reference(value)
                case "regions" | "may pay" | "boost up to" | "gain counters up to" | "by":
                    return str(value or "")
                case "named":
                    return str(value)
                case "down to":
                    return "" if value is None else f"down to minimum {{{value}}}"
                case "with":
                    return _WHERE[str(value)]
                case "whose":
                    return "your" if step[word] == "you" else ""
                case "terrain":
                    return next(icon for icon, one in TERRAINS.items() if one == value)
                case "until":
                    return _UNTIL[str(value)]
                case "select" | "for each" | "play for free" | "pick":
                    return _filter(str(value).replace("countered ", ""))
                case "activate":
                    return _TRIGGERS[str(value)]
            return self.reference(value)

        return filled(_EFFECT.get(word, word), slot)

    def boosts(self, amount: str, thing: str = "boost") -> str:
        """Return how many boosts, or counters, something gets."""
        found = _FOR_EACH.fullmatch(amount)
        if amount == "the die":
            return f"x {thing} where x result"
        if amount == COUNTED:
            return f"that many {thing}"
        if amount == "mana orbs of you":
            return "1 boost for each mana orb your mana zone"
        if found is None:
            return f"{amount} {thing}"
        return f"{found[1]} {thing} for each {_filter(found[2])}"

    def token(self, name: str) -> str:
        """Return what a token is like."""
        token = self.tokens[name]
        numbers = " ".join(str(token[one]) for one in ("forest", "mountain", "ocean"))
        return " ".join([name.lower(), numbers, *token["subtypes"]])

    def reference(self, value: object) -> str:
        """Return a reference: what is targeted is said with the targets, pronouns say nothing."""
        said = str(value)
        if said == "this":
            return "i"
        if said == "expedition facing this":
            return "expedition facing i"
        if (of := _ONE_OF.fullmatch(said)) is not None:
            owner = " owner" if of[2].startswith("the owner of ") else ""
            return f"{'your ' if of[2] == 'you' else ''}{of[1]} expedition{owner}"
        if said.startswith("each "):
            return f"{self.each}{_filter(said[5:], 'and')}"
        if said.startswith("the owner of "):
            return "owner"
        if value in (None, "it", "you", "the token just made", PICKED) or said.startswith(
            "target "
        ):
            return ""
        return said


def _for_less(static: Entry) -> str:
    """Return what may be played for less."""
    said = [f"you may play {static['cards']} for {{{static['plays for less']}}} less"]
    phrases = {
        "from": "your {}",
        "hand cost": "with hand cost {{{}}} or more",
        "base cost": "if base cost {{{}}} or more",
        "down to": "down to minimum {{{}}}",
    }
    said += [phrases[word].format(value) for word, value in static.items() if word in phrases]
    return " ".join(said)


def _them_all(step: Entry, last: Entry) -> Entry:
    """Return a step in which what the one before has counted is called "them all"."""
    counted = str(last.get("boost", "")).partition(" for each ")[2]
    return {
        name: "them each" if counted and value == f"each {counted}" else value
        for name, value in step.items()
    }


def _fewer(step: Entry) -> int:
    """Return how many tokens are made otherwise, where it is nothing else; 0 for the rest."""
    then, otherwise = step["then"], step["otherwise"]
    same = [{k: v for k, v in one.items() if k != "amount"} for one in then] == otherwise
    return 1 if same and len(then) == 1 and "amount" in then[0] else 0


def _one_breath(first: Entry, other: Entry) -> bool:
    """Whether two instructions share their subject."""
    one, two = next(iter(first)), next(iter(other))
    if (one, two) == ("discard hand", "draw"):
        return bool(first[one] == other.get("who", "you"))
    gains = {"boost", "gain", "lose"}
    return {one, two} <= gains and first.get("what") == other.get("what")


def _say(made: list[Entry]) -> Iterator[str]:
    tokens = {one["name"]: one for one in made if "types" in one}
    # What a card that is played by Scout gains is what the word means.
    abilities = [one for one in made if "types" not in one and "scouted" not in one]
    for whose, each in ((False, True), (True, True), (False, False)):
        sayer = _Sayer(tokens, whose=whose, each=each)
        yield " ".join(map(sayer.ability, abilities))


_SILENT = (
    "{i} / a an 1 one the it its they them their that to of in on from into with and is am are "
    "have then"
)

_NUMBERS = "two three four five six seven eight nine ten"

WAY_BACK = WayBack(
    say=_say,
    silent=frozenset(_SILENT.split()),
    variants={
        **{word: str(number) for number, word in enumerate(_NUMBERS.split(), 2)},
        "(?:another|other) (?:target player|player target)": "target opponent",
        "another": "other",
        "per": "for each",
        "all": "each",
        "me": "i",
        "give|gives": "gain",
        "send|sends|return|returns|put|puts": "put",
        "(?:my|its|their) owner s": "",
        "if you (?:do|can) not": "if you don't",
        "if you do": "",
        "if you (?:have )?discarded (?:an? |1 )?card this way": "",
        "if there (?:is|are)": "if",
        "(?:one|1) or more": "",
        "resupply again": "resupply",
        "if i (?:m|am) not": "unless i",
        "i m": "i",
        "it s": "it",
        r"each (gains?|loses?)": r"\1",
        "resupplies|does resupply": "resupply",
        "exhausted_resupplies": "exhausted_resupply",
        "immediately pass|pass immediately": "pass",
        r"pay (\{\d+\}) less for": r"cost \1 less",
        r"for (\{\d+\}) less": r"\1 less",
        "ascends": "ascend",
        "both of your expeditions": "each expedition you control",
        "you may play other": "you may play",
        "that s": "",
        "choose up to (?:one|1)": "you may choose 1",
        r"i lose (\d+) boosts?": r"spend \1 my boost",
        "mana orbs": "mana orb",
        r"each player chooses? (?:an? )?(\w+) they control": r"each player \1",
        r"if you have (\w+) or more base": r"if \1 or more base",
        "controlled by (?:another|other) player": "an opponent controls",
        "controlled by target": "control target",
        "that expedition": "",
        "than target": "target",
        "to your hand": "hand",
        "played from your hand": "you play your hand",
        "card from your reserve in your mana zone": "card in your reserve mana zone",
        "(character|permanent)s? in the expedition facing": r"\1 facing",
        r"(player|opponent) s landmarks": r"\1 landmark",
        "player s reserve": "player reserve",
        r"reduce (?:the )?cost (?:of )?(?:the )?next (\w+) you play (this \w+) by (\{\d+\})": (
            r"next \1 you play \2 cost \3 less"
        ),
        r"(player|opponent) s (hero|companion) expedition": r"\1 \2 expedition",
        "sabotage": "discard up to 1 target card in reserve",
        "your opponent s expedition facing i": "expedition facing i",
        "when i gain 1 boosts?": "when i gain boost",
        "that (character|card|permanent) switches": "switch",
    },
)
