"""What has to be so, in the words of cards."""

from __future__ import annotations

import re

from kb.cards.mtg.saying.phrases import filter_said, reference_said


def condition(said: str) -> str:
    """Return a condition as it is printed."""
    if said == "it is your turn":
        return "your turn"
    if said == "it is not your turn":
        return "not your turn"
    if said == "creatures in your party is at least 4":
        return "you have full party"
    if (above := re.fullmatch(r"life above the start of you is at least (\d+)", said)) is not None:
        return f"have least {above[1]} life more than your starting life total"
    if said.endswith(" last turn"):
        return said
    if said == "you attacked this turn":
        return "attacked eot"
    if (
        along := re.fullmatch(r"this and (\d+) or more (other creature)s (attacked.*)", said)
    ) is not None:
        return f"least {along[1]} {along[2]} {along[3]}"
    if said == "a creature died this turn":
        return "creature died eot"
    if said.startswith("a permanent you controlled left"):
        return "permanent controlled left battlefield eot"
    if life := re.fullmatch(r"(you|an opponent) (gained|lost) (\d+) or more life (.*)", said):
        who, least = (
            "opponent" if life[1] != "you" else "",
            "" if life[3] == "1" else f"{life[3]} or more",
        )
        return f"{who} {life[2]} {least} life eot"
    if (weak := re.fullmatch(r"an opponent has (\d+) or less life", said)) is not None:
        return f"opponent {weak[1]} or less life"
    if (grown := re.fullmatch(r"this is object with (?!(?:a|the) )(.*)", said)) is not None:
        return f"{reference_said('this')} have {grown[1]}"
    if said.endswith(" escaped"):
        return "escaped"
    if said == "this entered this turn":
        return "entered eot"
    if said == "cards in library of you is at most 0":
        return "your library have no card"
    if (more := re.fullmatch(r"an opponent controls more (.*) than you", said)) is not None:
        return f"opponentcontrols more {filter_said(more[1])} than"
    if (more := re.fullmatch(r"an opponent controls (\d+) or more (.*)", said)) is not None:
        return f"opponentcontrols {more[1]} or more {filter_said(more[2])}"
    if (cast := re.fullmatch(r"(\S+) was cast (by you|from your hand)", said)) is not None:
        return f"cast {reference_said(cast[1])} {cast[2].removeprefix('by you')}"
    if (about := said.removesuffix(" was kicked")) != said:
        return f"{reference_said(about)} was kicked"
    found = re.fullmatch(r"(.*) is (at least|at most|exactly) (\d+)", said)
    if found is None:
        about, _, what = said.partition(" is ")
        was = "was" if about == "sacrificed" else ""
        return f"{reference_said(about)} {was} {filter_said(what)}"
    amount, bound, number = found[1], found[2], int(found[3])
    compared = f"{number} or {'more' if bound == 'at least' else 'fewer'}"
    if bound == "exactly":
        compared = f"exactly {number}"
    if bound == "at least" and number == 1:
        compared = ""
    if bound == "at most" and number == 0:
        compared = "no"
    if amount.startswith("number of "):
        return f"{compared} {filter_said(amount[10:])}"
    if (alike := amount.removeprefix("different powers among ")) != amount:
        return f"{compared} {filter_said(alike)} different power"
    if (among := re.fullmatch(r"(card|basic land) types among (.*)", amount)) is not None:
        return f"{compared} {among[1]} type among {filter_said(among[2])}"
    if amount == "cards drawn this turn by you":
        return f"you've drawn {compared} card eot"
    if amount.startswith("devotion to ") and bound == "at most":
        return f"your {amount} less than {number + 1}"
    if amount == "life of you":
        return f"have {compared.replace('fewer', 'less')} life"
    if amount.startswith("cards in hand of "):
        return f"have {compared} card in hand"
    if (size := re.fullmatch(r"(mana value|power|toughness) of (.*)", amount)) is not None:
        compared = compared.replace("more", "greater").replace("fewer", "less")
        return f"{reference_said(size[2])} have {size[1]} {compared}"
    on_it = re.fullmatch(r"(?:(loyalty) of|(\S+) counters on) (.*)", amount)
    if on_it is not None:
        return f"{reference_said(on_it[3])} have {compared} {on_it[1] or on_it[2]} counter"
    raise KeyError(said)
