"""What is asked, and whether more that is allowed, or forbidden, could change the answer."""

from __future__ import annotations

from clingo import Symbol

from kb.inference.session import Session
from kb.questions.asked import Asked
from kb.rulings.way import Way
from kb.scenario.script import Act


class Request:
    """A question, as far as a text that is not carried out may matter for it.

    Parameters
    ----------
    asked : Asked
    way : Way
    refused : bool
        Whether the answer is that something may not be done.

    Attributes
    ----------
    act : Act or None
        The act that is asked about, if it is one.
    done : bool
        Whether what happens is asked for, and all that was done for it was legal.
    refused, allowed : bool
        Whether more that is allowed, or less, is all that could change the answer.
    may_lack : bool
        Whether something more to pay with could change it.
    """

    def __init__(self, asked: Asked, way: Way, refused: bool) -> None:
        self.asked = asked
        self.act: Act | None = getattr(asked, "act", None)
        # Where all was legal, that something else is allowed as well changes nothing.
        self.done = not asked.about_acts and not way.refused_on_the_way
        # Where a declaration must obey what it can, less may be asked of it than without the text.
        declares = self.act is not None and bool(self.act.action.each or self.act.action.rest)
        self.refused = refused and self.act is not None and not declares
        self.allowed = self.act is not None and not refused and not declares and not asked.ranges
        self.allowed &= not way.refused_on_the_way
        # More to pay with makes nothing illegal that is legal without it.
        self.may_lack = asked.about_acts and (self.act is None or refused)

    @property
    def any_act(self) -> bool:
        """Whether it is asked what may be done at all."""
        return self.asked.about_acts and self.act is None

    @property
    def things(self) -> frozenset[Symbol]:
        """The things with which is done what is asked about."""
        about = None if self.act is None else self.act.about
        return frozenset() if about is None else frozenset((about.symbol, *about.others))


class Telling:
    """What tells of one kind of words whether a text that says them may matter.

    Parameters
    ----------
    session : Session
    request : Request
    way : Way
    """

    def __init__(self, session: Session, request: Request, way: Way) -> None:
        self._session = session
        self._known = session.game.functioning
        self._request = request
        self._asked = request.asked
        self._way = way
