"""What texts give, or count, and whether anything looks at that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from kb.inference.session import Session
from kb.proof.support import objects_in
from kb.rulings.occasions import Occasions
from kb.rulings.places import Places
from kb.rulings.request import Request, Telling
from kb.rulings.said import MEASURED, MORE, words_of
from kb.rulings.way import Way, terms_in
from kb.scenario.zones import Functioning

_RELATIVE = frozenset({"and", "that", "which", "who", "if"})
"""Words behind which a clause may only describe what a text is about."""

_GIVEN = re.compile(
    r"\b(?:gains?|loses?|has|have|am|is|are|suis|est|sont) ([^.]+?)"
    r"(?: (?:unless|if|as long as|sauf si|si) .*)?\.?$"
)

_AND = re.compile(r",? and |, ")


class Gains(Telling):
    """Tells what a text that gives something, or counts something, can't change.

    Parameters
    ----------
    session : Session
    request : Request
    way : Way
    occasions : Occasions
    places : Places
    """

    def __init__(
        self,
        session: Session,
        request: Request,
        way: Way,
        occasions: Occasions,
        places: Places,
    ) -> None:
        super().__init__(session, request, way)
        self._occasions = occasions
        self._places = places

    def of_nobody(self, known: Functioning, text: str) -> bool:
        """Return whether a text speaks of what does something that nothing does on the way."""
        happens = frozenset().union(*(one.words for one in known.happenings.values()))
        verbs = (happens | known.acts | known.states) - known.doing
        words = words_of(text)
        verb = next((n for n, word in enumerate(words) if word in verbs), 0)
        doing = known.doing.intersection(words[:verb])
        named = [one for one in known.happenings.values() if not one.words.isdisjoint(doing)]
        return bool(named) and not any(map(self._occasions.goes_on, named))

    def of_no_use(self, known: Functioning, text: str) -> bool:
        """Return whether a text gives only what nothing on the way looks at, nor the question."""
        shown, act = self._places.shown, self._request.act
        if self._way.refused_on_the_way or MORE.search(text) or not (shown or act):
            return False
        given = _GIVEN.search(text)
        before = frozenset() if given is None else frozenset(words_of(text[: given.start()]))
        happens = frozenset().union(*(one.words for one in known.happenings.values()))
        alone = before.isdisjoint(known.acts | happens | _RELATIVE)
        keywords = _AND.split(given[1]) if given is not None and alone else []
        keywords = [re.split(r" from | \{| \d", word)[0] for word in keywords]
        if keywords and all(word in known.in_happenings for word in keywords):
            named = {one for word in keywords for one in known.in_happenings[word]}
            goes_on = any(self._occasions.goes_on(known.happenings[one]) for one in named)
            return (
                not goes_on
                and "keyword" not in shown
                and not self._way.looks_at({word.replace(" ", "_") for word in keywords})
            )
        words = set(words_of(text))
        main = MEASURED.split(text.rstrip("."))[0]
        (measure,) = known.measures & words or (None,)
        limits = text.startswith(f"the {measure} of ")
        if limits and not self._changes(measure):
            return True
        if measure is None or not shown.isdisjoint(known.measures):
            return False
        if not limits and (not main.endswith(f" {measure}") or not known.lowers.isdisjoint(words)):
            return False
        things = self._way.things_of(known.critical)
        if not self._way.fielded.isdisjoint(things):
            return False
        return not self._way.looks_at(known.measures)

    def _changes(self, measure: str | None) -> bool:
        """Return whether anything on the way, or any text, says more of something."""
        held = self._way.fluents()
        said = chain(held, self._session.situation.said("says", 3))
        return any(str(measure) in part.name for atom in said for part in terms_in(atom))

    def several(self, what: str) -> bool:
        """Return whether somebody has two of what a text lets players have several of.

        What may be done anyway stays so, unless it may only because one of two has gone.
        """
        found = [
            (number, objects_in(atom))
            for number in range(len(self._way.nodes))
            for atom in self._session.ask(number, "", (f"{what}/1",)).of(what)
        ]
        things = frozenset().union(*(objects for _, objects in found))
        if not self._request.allowed and (self._asked.about_acts or self._way.refused_on_the_way):
            meant = frozenset() if self._way.refused_on_the_way else self._request.things
            return not meant or not things.isdisjoint(meant)
        held = Counter(self._way.controllers.get(one) for one in things & self._way.fielded)
        unsure = held.pop(None, 0)
        return max(held.values(), default=0) + unsure > 1

    def counts(self, known: Functioning, words: Iterable[str]) -> bool:
        """Return whether a text is about something that happened to no object by itself."""
        named = (one for one in known.happenings.values() if not one.words.isdisjoint(words))
        return any(
            self._occasions.happens(one, None) for one in named if not one.of_objects and one.seen
        )
