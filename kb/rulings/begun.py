"""Parts of the turn that had begun already: what a board, or an ``until``, leaves behind it."""

from __future__ import annotations

from collections.abc import Iterator

from kb.errors import quote
from kb.inference.session import Session
from kb.proof.words import listed
from kb.questions.speech import Speech
from kb.scenario.reader import mark_of


def begun(session: Session) -> Iterator[str]:
    """Yield that what triggers at the beginning of the part that is told has triggered before.

    A board that stands in a part of the turn stands behind its beginning.
    """
    situation = session.situation
    told = session.game.turn.phase.source.partition("(")[0]
    for part in (fact.arguments[0] for fact in situation.state if fact.match(told, 1)):
        late = dict.fromkeys(
            situation.names.text(says.arguments[0])
            for says in situation.said("says", 3)
            if says.arguments[1].name == "when"
            and says.arguments[2].match("begins", 2)
            and says.arguments[2].arguments[0] == part
        )
        if late:
            phase = Speech(session).words.term(part, "phase")
            yield (
                f"The {phase} had begun, and what triggers at its beginning triggered before; here"
                f" that may be {listed(late)}: tell the board in the part before it, and go on with"
                " 'until', to see that."
            )


def idle(session: Session) -> Iterator[str]:
    """Yield of each ``until`` that it waited for what it was already, and so for nothing."""
    if not session.explored or not session.graph.complete:
        return
    node = session.situation.scenario.node
    for line in session.script.idle:
        mark = mark_of(node, line.path)
        where = "" if mark is None else f" (line {mark.line})"
        yield f"'until' {quote(line.text)}{where} waits for what it is already: nobody passes."
