"""What has to be so, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.fftcg.saying.phrases import filter_said

_SAID = {
    "it is your turn": "during your turn",
    "it is your opponent's turn": "during your opponent turn",
    "it is your main phase": "during your main phase",
    "this is on the field": "on field",
    "this results from an EX Burst": "results from ex burst",
    "your opponent has discarded to you this turn": (
        "opponent discarded card due to your summon or ability this turn"
    ),
    "you have received damage this turn": "you have received point of damage this turn",
}
_PAST = {
    "losses": "put from field into break zone",
    "departures": "left field",
    "returns": "returned from field hand",
    "attacks": "attacked",
    "casts": "you have cast",
}
_PAID = {
    "with": "cost cast included <cp> cp",
    "only with": "cost cast was only paid <cp> cp",
    "only by": "cp cast was only produced backup",
}


def condition(said: str) -> str:
    """Return a condition."""
    if (card := re.fullmatch(r"the discarded card (fits|does not fit) (.*)", said)) is not None:
        return f"discarded card {'not' if card[1] != 'fits' else ''} {filter_said(card[2])}"
    if (state := re.fullmatch(r"(?:this|it|target \d+) fits (.*)", said)) is not None:
        return filter_said(state[1])
    if (state := re.fullmatch(r"(?:this|it|target \d+) does not fit (.*)", said)) is not None:
        return f"not {filter_said(state[1])}"
    if (came := re.fullmatch(r"a (\w+) (\w+) came in this turn", said)) is not None:
        return f"{came[1]} {came[2]} has entered your field this turn"
    if said in _SAID:
        return _SAID[said]
    if (paid := re.fullmatch(r"this was paid (only with|with|only by) (.*)", said)) is not None:
        return _PAID[paid[1]].replace("<cp>", paid[2])
    if (two := re.fullmatch(r"(.*) is (no more|more|less) than (.*)", said)) is not None:
        than = "equal to or less than" if two[2] == "no more" else f"{two[2]} than"
        return f"{_measure(two[1])} {than} {_measure(two[3])}"
    if (
        both := re.fullmatch(r"lesser of number of (.*) and number of (.*) is .*", said)
    ) is not None:
        return f"{filter_said(both[1].replace(' you control', ''))} {filter_said(both[2])}"
    if (just := re.fullmatch(r"(.*) is exactly (\d+)", said)) is not None:
        return condition(f"{just[1]} is at least {just[2]}").replace("or more", "exactly")
    found = re.fullmatch(r"(.*) is (at least|at most) (\d+)", said)
    if found is None:
        return said
    if (past := re.fullmatch(r"(\w+) of (.*) this turn", found[1])) is not None:
        often = f"{found[3]} or more" if int(found[3]) > 1 else ""
        return f"{often} {filter_said(past[2])} {_PAST[past[1]]} this turn"
    amount, bound, number = found[1], found[2], int(found[3])
    compared = f"{number} or {'more' if bound == 'at least' else 'less'}"
    if bound == "at least" and number == 1:
        compared = ""
    if bound == "at most" and number == 0:
        compared = "not"
    if amount == "elements paid for this":
        return f"cost cast was paid cp {compared} different element"
    if amount.startswith("elements among "):
        return f"there {compared} different element among {filter_said(amount[15:])}"
    if amount.startswith("cost of "):
        return f"cost {compared}"
    if amount.startswith("number of "):
        have = "" if " control" in amount else "you have"
        return f"{have} {filter_said(amount[10:])} {compared}"
    if amount.startswith("hand of "):
        who = amount[8:]
        return f"{who} have {compared or 1} card in {'your ' if who == 'you' else ''}hand"
    if amount.startswith("crystals of "):
        return f"{amount[12:]} {'not' if bound == 'at most' else ''} have {{c}}"
    if amount.startswith("points of "):
        return f"{amount[10:]} have received {compared or '1 or more'} point damage"
    if amount.endswith(" cast this turn"):
        return f"you have cast {compared} {amount.split()[0].removesuffix('s')} this turn"
    if amount == "power of this":
        return f"power {compared}"
    if amount.endswith(" counters of this"):
        return f"{compared} {amount.split()[0]} counter placed on"
    return said


def under(said: str) -> str:
    """Return a condition as it stands before what is so then."""
    when = condition(said)
    return when if when.startswith("during") else f"if {when}"


def _measure(amount: str) -> str:
    """Return one of two amounts that are compared."""
    if amount.startswith("number of "):
        return f"number {filter_said(amount[10:])}"
    return amount.split()[0]
