"""What may be done next in a scenario, each thing with the line of ``do`` that does it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from clingo import Symbol, SymbolType

from kb.inference.graph import NODES
from kb.inference.session import Session
from kb.questions.asked import value_of
from kb.questions.options import REFUSED
from kb.questions.reasons import Why
from kb.questions.situation import Situation
from kb.questions.speech import Speech
from kb.rulings.asking import answer, cases_of, open_session
from kb.rulings.data import WhyData
from kb.rulings.outcome import Outcome
from kb.scenario.card import Ability
from kb.scenario.model import Question, Scenario
from kb.serialization import serialized


def next_steps(
    scenario: Scenario | str | Path, by: str | None = None, **bounds: Any
) -> dict[str, Any]:
    """Return what each player may do after what is done, and what not, and why.

    Parameters
    ----------
    scenario : Scenario or path
        What it asks does not matter, nor do its variants.
    by : str, optional
        Only this player.
    **bounds
        As `open_session` takes them.

    Returns
    -------
    dict
        ``waiting``: whether something waits on the stack. For each player, ``legal`` and
        ``refused`` things to do: ``text``, ``do`` (the line of the script; None if no line can say
        it), ``targets`` (how many it has at most), ``always`` (whether in every way that things
        can go) and, for what is refused, ``unmet``. When what is done is not legal itself,
        ``state`` says so, with the ``sentence`` and what is ``unmet``.
    """
    case = cases_of(scenario)[0]
    players = list(case.scenario.players) if by is None else [by]
    asked = tuple(Question(options={"by": player}) for player in players)
    asking = replace(case, scenario=case.scenario.with_(ask=asked, variants=[]))
    session = open_session(asking, **{"limit": NODES, **bounds})
    found: dict[str, Any] = {
        "state": "answered",
        "sentence": "",
        "unmet": [],
        "waiting": False,
        "players": [],
    }
    for number, player in enumerate(players, 1):
        ruling = answer(session, number)
        for outcome in ruling.outcomes:
            if outcome.status == "illegal":
                found.update(state="illegal", sentence=ruling.sentence, unmet=_why(outcome.whys))
            found["waiting"] = found["waiting"] or _waits(session, outcome)
        if found["state"] != "illegal":
            found["players"].append({"player": player, **_of_player(ruling.outcomes, player)})
            if ruling.state == "undetermined":
                found.update(state="undetermined", sentence=ruling.sentence)
    return found


def _waits(session: Session, outcome: Outcome) -> bool:
    """Return whether something waits on the stack at the end of an outcome."""
    waits = session.game.stack.waits
    state = session.graph.nodes[outcome.leaf.node].state
    return waits is not None and any(waits.match(fluent) is not None for fluent in state)


def _why(whys: tuple[Why, ...]) -> list[WhyData]:
    return [serialized(WhyData, why) for why in whys]


def _of_player(outcomes: tuple[Outcome, ...], player: str) -> dict[str, Any]:
    legal: dict[str, dict[str, Any]] = {}
    refused: dict[str, dict[str, Any]] = {}
    answered = [one for one in outcomes if one.status == "answered"]
    for outcome in answered:
        for option in value_of(outcome.leaf):
            row = _row(outcome.speech, option, player)
            legal.setdefault(_key(row), row)["times"] += 1
        for one in outcome.refused[:REFUSED]:
            row = _row(outcome.speech, one.option, player)
            row["unmet"] = _why(one.whys)
            refused.setdefault(_key(row), row)
    for row in legal.values():
        row["always"] = row.pop("times") == len(answered)
    for key, row in refused.items():
        row.pop("times")
        row["always"] = key not in legal
    return {"legal": list(legal.values()), "refused": list(refused.values())}


def _key(row: dict[str, Any]) -> str:
    return f"{row['text']} {row['do']}"


def _row(speech: Speech, option: Symbol, player: str) -> dict[str, Any]:
    do, targets = _line(speech, option, player)
    return {"text": speech.option(option), "do": do, "targets": targets, "times": 0}


def _line(speech: Speech, option: Symbol, player: str) -> tuple[dict[str, Any] | None, int]:
    """Return the line of a script that takes an option, and how many targets it has at most."""
    taken = speech.taken(option)
    if taken is None:
        return None, 0
    action, filled = taken
    about = filled.get("object")
    if about is None:
        return {action.name: player}, 0
    name = _name(speech, about)
    if name is None:
        return None, 0
    do: dict[str, Any] = {action.name: name, "by": player}
    meant = _abilities(speech, about, filled.get("ability"))
    if action.ability and len(meant) == 1:
        (ability, alike), *_ = meant
        do["ability"] = ability.symbol.arguments[1].number if alike else ability.label
    targets = max((ability.targets for ability, _ in meant), default=0)
    return do, targets if "targets" in action.settles else 0


def _name(speech: Speech, about: Symbol) -> str | None:
    """Return by which name a scenario can mean an object, None if it cannot."""
    handles = speech.names.handles
    while about.type == SymbolType.Function and about.arguments and about not in handles:
        about = next((one for one in about.arguments if one in handles), about.arguments[0])
    if about in handles:
        return handles[about]
    made = speech.session.made.get(about)
    if made is None:
        return None
    alike = [one for one in speech.session.made.values() if one[0] == made[0]]
    return speech.names.text(made[0]) if len(alike) == 1 else None


def _abilities(speech: Speech, about: Symbol, named: Symbol | None) -> list[tuple[Ability, bool]]:
    """Return the abilities that an action may mean, each with whether others go by its label."""
    found = []
    situation = speech.session.situation
    assert isinstance(situation, Situation)  # `open_session` made it
    for card in situation.cards:
        own = (*card.abilities, *card.granted)
        for ability in own:
            spell = named is None and ability.kind == "spell" and card.name == _card(speech, about)
            if ability.symbol == named or spell:
                labels = [one.label for one in own if one.kind == ability.kind]
                found.append((ability, not ability.label or labels.count(ability.label) > 1))
    return found


def _card(speech: Speech, about: Symbol) -> str | None:
    """Return the name of the card that an object is."""
    handle = about.arguments[0] if about.match("obj", 2) else about
    for fact in speech.session.situation.static:
        if fact.match("card", 2) and fact.arguments[0] == handle:
            return speech.names.cards.get(fact.arguments[1])
    return None
