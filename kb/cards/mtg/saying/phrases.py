"""Filters, references, targets and times, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.saying import Entry, clauses_of, joined

UNTIL = {
    "end of turn": "eot",
    "your next turn": "untilyournext",
    "end of your next turn": "untilendnext",
    "permanent": "",
    "while this is on the battlefield": "for as long as remain",
    "while you control this": "for as long as you control",
    "while this is tapped": "for as long as remain tapped",
    "while you control this tapped": "for as long as you control and remain tapped",
}
MANA = {"white": "{w}", "blue": "{u}", "black": "{b}", "red": "{r}", "green": "{g}"}
WHOSE = {"you": "", "opponent": "opponent", "each": "player", "enchanted": "enchanted player"}
_KINDS = ("artifact", "creature", "enchantment", "land", "planeswalker")
_FILTER = (
    (re.compile(r"\bcard in (your (?:graveyard|hand|library))"), r"card \1"),
    (re.compile(r"\bcard in a graveyard of one player"), "card single graveyard"),
    (re.compile(r"\bcard in a graveyard"), "card graveyard"),
    (re.compile(r"\byou do not control\b"), "you don't control"),
    (re.compile(r"\b(?:an opponent controls|opponents control)\b"), "opponentcontrols"),
    (re.compile(r"\ban opponent owns\b"), "opponents own"),
    (re.compile(r"\bnon-"), "non "),
    (re.compile(r"\btoken permanent\b"), "token"),
    (re.compile(r"\bcard your library\b"), "card"),
    (re.compile(r"\bmana value up to x\b"), "mana value x or less"),
    (re.compile(r"\bput there this way\b"), "thisway"),
    (re.compile(r"\bexiled this way\b"), "among"),
    (re.compile(r"\bspell you control\b"), "spell you cast"),
    (re.compile(r"\bthat attacked this turn\b"), "attacked eot"),
    (re.compile(r"\bthat was dealt damage this turn\b"), "was dealt damage eot"),
    (re.compile(r"\bdealt damage by this\b"), "dealt damage by eot"),
    (re.compile(r"\bwith the greatest (\w+)"), r"with greatest \1 among creature control"),
    (re.compile(r"\bof different names\b"), "with different name"),
    (re.compile(r"\bdungeon you completed named\b"), "completed"),
    (re.compile(r"\bdungeon you completed\b"), "completed dungeon"),
    (re.compile(r"\bbesides it\b"), "other"),
    (re.compile(r"\bobject\b"), ""),
    (re.compile(r"\bthis\b"), ""),
)


def filter_said(words: str) -> str:
    """Return a filter as it is printed: what its clauses share is said once."""
    clauses = clauses_of(words)
    for pattern, other in _FILTER:
        clauses = [pattern.sub(other, clause) for clause in clauses]
    if len(clauses) == len(_KINDS):
        pairs = zip(_KINDS, clauses, strict=True)
        same = {re.sub(rf"\b{kind}\b", "permanent", clause) for kind, clause in pairs}
        if len(same) == 1:
            return same.pop()
    return joined(clauses) + (" or" if len(clauses) > 1 else "")


def reference_said(value: object) -> str:
    """Return a reference: pronouns, targets and the card itself say nothing here."""
    said = str(value)
    for word in ("controller", "owner"):
        if said.startswith(f"{word} of "):
            return word
    if said in ("enchanted", "equipped", "sacrificed"):
        return f"{said}one"
    if said in ("defending player", "chosen player"):
        return said
    if said == "card exiled with this":
        return "exiled card"
    if (owner := said.removeprefix("each card in a graveyard controlled by ")) != said:
        return "eachopponent graveyard" if owner == "opponents" else "graveyard"
    if (hurt := said.removesuffix(" dealt damage this way")) != said:
        hurt = hurt.removeprefix("each ")
        return f"{'eachplayer' if hurt == 'player' else filter_said(hurt)} deal damage thisway"
    if (lost := re.fullmatch(r"whoever lost (.*) this way", said)) is not None:
        return f"for each {filter_said(lost[1])} gonethisway controller"
    if said == "opponents":
        return "eachopponent"
    who = re.fullmatch(r"(opponents|each player) who controls?( no)? (.*)", said)
    if who is not None:
        every = "eachopponent" if who[1] == "opponents" else "eachplayer"
        does = "don't" if who[2] else ""
        return f"{every} {does} control {filter_said(who[3])}"
    did = re.fullmatch(
        r"(opponents|each player) who (discard(?=ed)|sacrifice)(?:ed|d)( no)? (.*) this way", said
    )
    if did is not None:
        every = "eachopponent" if did[1] == "opponents" else "eachplayer"
        done = f"didnot {did[2]}" if did[3] else f"{did[2]}thisway"
        return f"{every} {done} {filter_said(did[4])}"
    if said == "each player":
        return "eachplayer"
    if (alike := re.fullmatch(r"each (.*) named as .*", said)) is not None:
        others = alike[1].removesuffix(" in your graveyard")  # said once, of the target as well
        return f"other {filter_said(others)} same name"
    if (found := re.fullmatch(r"each (.*) controlled by .*", said)) is not None:
        return f"{filter_said(found[1])} control"
    return filter_said(said[5:]) if said.startswith("each ") else ""


def target_said(target: object) -> str:
    """Return what a target is, or how many, and of what."""
    if not isinstance(target, dict):
        return "any target" if target == "any target" else f"target {filter_said(str(target))}"
    if target.get("of") == "any target" and ("up to" in target or "exactly" in target):
        return f"upto {target['up to']} target" if "up to" in target else str(target["exactly"])
    if "any of" in target:
        return f"any number target {_aimed_at(target['of'])}"
    if "one up to" in target:
        numbers = " ".join(map(str, range(1, target["one up to"] + 1)))
        return f"{numbers} or target {_aimed_at(target['of'])}"
    if "any number" in target:
        return f"any number target {_aimed_at(target['any number'])}"
    if "x targets" in target:
        return f"x target {filter_said(target['x targets'])}"
    if "up to x" in target:
        return f"upto x target {filter_said(target['up to x'])}"
    number = f"upto {target['up to']}" if "up to" in target else str(target["exactly"])
    return f"{number} target {filter_said(target['of'])}"


def _aimed_at(words: str) -> str:
    """Return which targets are meant; nothing more is said of "targets" alone."""
    return "" if words == "any target" else filter_said(words)


def so_many(entry: Entry) -> str:
    """Return how many cards are searched for."""
    amount = entry.get("amount", 1)
    return "any number" if amount == 99 else "" if amount == 1 else f"upto {amount}"


def number_said(entry: Entry) -> str:
    """Return how many cards are taken."""
    amount = entry.get("amount", 1)
    if amount == 99:
        return "any number"
    return f"upto {amount}" if entry.get("how") == "up to" and amount != 1 else str(amount)
