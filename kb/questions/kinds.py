"""The kinds of question there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb.errors import LudexError, nearest, quote
from kb.questions.asked import Asked, Asking
from kb.questions.declarations import Declarations
from kb.questions.may import May
from kb.questions.mentions import Mentions
from kb.questions.options import Options
from kb.questions.orders import Orders
from kb.questions.outcomes import Outcomes
from kb.questions.targets import Targets
from kb.questions.what import What
from kb.questions.when import When
from kb.scenario.model import Question
from kb.scenario.reader import Path_, ScenarioError

_KINDS: tuple[type[Asked], ...] = (
    *(May, Declarations, Options, Targets, What, Outcomes, When, Mentions, Orders),
)
KINDS: Mapping[str, type[Asked]] = {kind.word: kind for kind in _KINDS}
"""The kinds of question, by the key under which they are asked."""


def read_question(asking: Asking, asked: Question, path: Path_) -> Asked:
    """Return a question of a scenario as one of its kind."""
    given = [word for word in KINDS if getattr(asked, word, None) is not None]
    if len(given) > 1:
        message = f"{quote(given[0])} and {quote(given[1])} in one question; write two"
        raise ScenarioError(message, (*path, given[1]), key=True)
    if not given:
        raise ScenarioError(f"a question says what is asked{nearest('', KINDS)}", path)
    kind = KINDS[given[0]]
    for left in asking.game.uncovered:
        if kind.word in left.questions and left.start <= asking.day:
            others = nearest("", [word for word in KINDS if word not in left.questions])
            message = f"{quote(kind.word)} can't be answered; not covered: {left.what}{others}"
            raise ScenarioError(message, (*path, kind.word), key=True)
    for word in ("of", "within", "only", "includes", "excludes"):
        if getattr(asked, word) is not None and word not in kind.takes:
            message = f"{quote(word)} has no meaning with {quote(kind.word)}"
            raise ScenarioError(message, (*path, word), key=True)
    more: dict[str, Any] = {}
    if asked.expect == "undetermined":
        asked = asked.without("expect")
        more["undetermined"] = True
    if asked.depends_on is not None:
        more["depends"] = tuple(asked.depends_on)
    more["unless"] = frozenset(
        (asking.finder.card(one.card, (*path, "unless", place, "card")), one.ability)
        for place, one in enumerate(asked.unless)
    )
    typed = replace(kind.read(asking, asked, path), **more)
    for place, name in enumerate(asked.depends_on or ()):
        try:
            asking.game.gaps.gap(name)
        except LudexError as cause:
            raise ScenarioError(cause.message, (*path, "depends on", place)) from None
    return typed
