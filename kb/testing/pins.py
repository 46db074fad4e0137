"""Whether an answer would be another one without a rule: the steps it took, solved without it."""

from __future__ import annotations

from collections.abc import Sequence

from kb.inference.engine import SHOWN, run
from kb.inference.graph import State
from kb.inference.leaves import Ending
from kb.inference.models import Model
from kb.inference.session import Session
from kb.proof.proof import walk
from kb.rulings.ruling import Ruling

QUESTION = ("mode/1", "option/2", "unmet/3", "asked/2", "given/1")
"""What a question's step shows at least; the predicates of what is asked come on top."""


AS_PLAYED = 1_000_000
"""From this place on, the steps of the orders that are asked about."""


def without(ruling: Ruling, label: str) -> bool:
    """Return whether an answer changes when a rule is switched off.

    The steps of the proof in which the rule plays a part are solved again without it: each must
    lead elsewhere, or answer differently, than with it. Nothing is played on from there, for
    without a rule a game may run away.

    Parameters
    ----------
    ruling : Ruling
    label : str
        The id of the rule's switch.
    """
    seen: set[tuple[int, int]] = set()
    for places in (_proof_places, _account_places):
        for number, leaf in enumerate(ruling.leaves):
            shows = _shown(ruling, number)
            path = ruling.session.graph.path(leaf.query.node)
            for place in sorted(places(ruling, number, label), reverse=True):
                asked = path, place, label, shows
                if (number, place) not in seen and _matters(ruling, leaf, *asked):
                    return True
                seen.add((number, place))
    return False


def _proof_places(ruling: Ruling, leaf: int, label: str) -> set[int]:
    return {
        node.step
        for node in walk(ruling.proofs[leaf].trees)
        if node.label is not None and node.label.id == label
    }


def _account_places(ruling: Ruling, leaf: int, label: str) -> set[int]:
    orders = ruling.leaves[leaf].orders
    before = len(ruling.accounts[leaf]) - (0 if orders is None else len(orders.steps))
    return {
        place if place < before else AS_PLAYED + place - before
        for place, told in enumerate(ruling.accounts[leaf])
        if label in told.rules
    }


def _shown(ruling: Ruling, leaf: int) -> tuple[str, ...]:
    """Return what the last step of an answer shows: what it rests on, or does not find."""
    trees = (node.atom for node in ruling.proofs[leaf].trees)
    atoms = (*ruling.leaves[leaf].goals, *(atom for atom in trees if atom is not None))
    return tuple(f"{atom.name}/{len(atom.arguments)}" for atom in atoms if atom.name)


def _matters(
    ruling: Ruling,
    leaf: Ending,
    path: Sequence[tuple[int, object]],
    place: int,
    label: str,
    shows: tuple[str, ...],
) -> bool:
    session = ruling.session
    if place >= AS_PLAYED and leaf.orders is not None:
        state, extra = leaf.orders.steps[place - AS_PLAYED]
        return _differs(session, label, state, extra, SHOWN)
    if place < len(path):
        before = session.graph.nodes[path[place][0]]
        return _differs(session, label, before.state, before.extra, SHOWN)
    node = session.graph.nodes[leaf.query.node]
    if node.kind == "illegal":
        shows, extra = (*SHOWN, *shows), node.extra
    else:
        extra = session.told(leaf.query.extra)
    return _differs(session, label, node.state, extra, (*QUESTION, *shows))


def _differs(
    session: Session, label: str, state: State, extra: str, shows: tuple[str, ...]
) -> bool:
    shows = tuple(dict.fromkeys(shows))
    with_it, _ = run(session.engine.program(state, extra, shows))
    program = session.engine.program(state, extra, shows, without=label)
    without_it, _ = run(program, limit=len(with_it) + 1, allow_none=True)
    return {_seen(m) for m in with_it} != {_seen(m) for m in without_it}


def _seen(model: Model) -> tuple[object, ...]:
    shown = tuple(
        (name, tuple(atoms)) for name, atoms in sorted(model.shown.items()) if name != "given"
    )
    return (model.next, model.takes, shown)
