"""Boards near cases on which two rulebooks answer in another way, the likeliest first.

The search begins at the cases in which a changed rule may play a part: each of their questions
alone, those first that pin the rule or come close to it. Where the rulebooks come apart inside a
step and nothing comes of it, what would follow from the differing atoms is looked for; where they
do not come apart at all, what a changed statement lacks, or what makes that. Other cases have it:
what lies on their boards is put on this one, and what they ask is asked
(`kb.verification.crossing`). In turn with that, one thing or a text is made otherwise
(`kb.verification.nearby`, `kb.verification.rewording`). A board on which they come further apart
than on the one that it was made of, or on which less is lacking, is a place to go on from.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice

from kb.errors import LudexError
from kb.scenario import Case, Game
from kb.testing.between import NUMBER, Between
from kb.testing.related import shown_by, spoken_of
from kb.verification.board import Data, board_of, in_turn, options_of, without_unused
from kb.verification.crossing import crossed
from kb.verification.doing import asked_instead, beside, done_otherwise
from kb.verification.donors import BEGUN, Donor
from kb.verification.instructed import exchanged, filtered, instructed
from kb.verification.lacking import Lacking
from kb.verification.nearby import (
    cut_short,
    displaced,
    flagged,
    nearby_things,
    said_of_players,
    timed,
    with_another_player,
)
from kb.verification.printed import namesakes, printed
from kb.verification.probing import APART, ENDING, SAME, OutOfTime, Probed, probe
from kb.verification.rewording import counted, mentioning, nearby_texts, phrases_in, shortened

AT_ONCE, BETWEEN = 3, 6
"""At how many of them at once, and after how many boards at each of the others."""

PHRASES = 48
"""How many phrases stand in the place of what a text mentions."""


DONORS = 8
"""Of how many cases what lies there is put on a board."""

DONATED = 0.4
"""Which share of the time it may take to look for them."""

OF_EACH = 2
"""How many such cases are taken that have the same of what is lacking."""


ENDINGS = 12
"""How many boards are asked on which the rulebooks come apart at an end only."""

FAR = 3
"""How many changes a board may be away from its case."""

SPLIT = 2
"""How many questions of a case are looked at, each alone."""

OF_OPTIONS = frozenset({"candidate", "requires", "forbids"})
"""What statements conclude that speak of what may be done: that is looked at where it is asked."""

EAGER = 2
"""How many boards are made of the most promising places for each of any other."""


@dataclass
class _Place:
    """A board to go on from."""

    case: Case
    data: Data
    level: tuple[int, int]
    away: int
    boards: Iterator[Data] = field(default_factory=lambda: iter(()))
    made: int = 0


class Near:
    """Looks for boards near cases on which two rulebooks come apart.

    Parameters
    ----------
    cases : sequence of Case
        Those in which a changed rule may play a part, the likeliest first.
    between : callable
        Returns both rulebooks under the readings that a case takes.
    donors : callable
        Returns the cases of the game, each with what meets the conditions of statements.
    end : float
        When time is over, as the process counts its time.
    files : sequence of str
        The files of the game's cases; what texts mention there stands in the place of what one
        mentions.
    least : int
        How far the rulebooks come apart at least on the boards that are wanted.
    surveyed : int
        At how many cases it is asked, too, what players may do, where what changed says so.
    known : dict, optional
        What is known of boards from earlier searches, and what becomes known of them.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        between: Callable[[Case], Between],
        donors: Callable[[Lacking], Iterator[Donor]],
        end: float,
        files: Sequence[str] = (),
        least: int = ENDING,
        surveyed: int = 0,
        known: dict[str, Probed | None] | None = None,
    ) -> None:
        self._cases, self._between, self._end = cases, between, end
        self._donors, self._least, self._surveyed = donors, least, surveyed
        self._files = tuple(files)
        self._known_donors: list[Donor] = []
        self._left: Iterator[Donor] = iter(())
        self._looking = DONATED * (end - time.process_time())
        self._lacking: Lacking | None = None
        self._seen: set[str] = set()
        self._known = {} if known is None else known
        self._endings = 0
        self.tried = 0

    @property
    def over(self) -> bool:
        """Whether time is over."""
        return time.process_time() >= self._end

    def boards(self) -> Iterator[tuple[Case, Data, Probed]]:
        """Yield boards on which an answer is most likely another one, until time is over.

        With each goes how far the rulebooks come apart on it.
        """
        with suppress(OutOfTime):
            yield from self._boards()

    def _boards(self) -> Iterator[tuple[Case, Data, Probed]]:
        places: list[_Place] = []
        left = deque(enumerate(self._cases[:BEGUN]))
        turn = 0
        while (left or places) and not self.over:
            # What is close to the first cases need not wait until all are played.
            begun = AT_ONCE if not turn else int(turn % BETWEEN == 0 or not places)
            for _ in range(min(begun, len(left))):
                number, case = left.popleft()
                yield from self._begun(case, number, places)
            turn += 1
            if not places:
                continue
            most = max(place.level for place in places)
            best = [place for place in places if place.level == most]
            # Of these it is the turn of the one of which fewest boards were made.
            place = min(places if turn % (EAGER + 1) == 0 else best, key=lambda one: one.made)
            place.made += 1
            board = next(place.boards, None)
            if board is None:
                places.remove(place)
                continue
            found = self._probed(place.case, board)
            if found is None:
                continue
            if found.level == APART or (found.level >= self._least and self._endings < ENDINGS):
                self._endings += found.level < APART
                yield place.case, board, found.bare()
            if found.level < APART and place.away + 1 < FAR:
                further = self._place(place.case, board, found.bare(), place.away + 1)
                if place.level < further.level:
                    places.append(further)

    def _begun(
        self, case: Case, number: int, places: list[_Place]
    ) -> Iterator[tuple[Case, Data, Probed]]:
        """Begin at a case: yield the boards made of it itself, and add the places to go on from."""
        data = board_of(case)
        found = self._probed(case, data, whole=True)
        if found is None:
            return
        if found.level >= self._least:
            yield case, data, found.bare()
        starts = self._alone(case, data, found)
        surveyed = self._legal(case, data, number) if number < self._surveyed else []
        for alone in (*starts, *surveyed):
            own = found if alone is data else self._probed(case, alone)
            if own is not None and alone in surveyed and own.level >= self._least:
                yield case, alone, own.bare()
            if own is not None:
                places.append(self._place(case, alone, own.bare(), 0))

    @staticmethod
    def _of_options(between: Between) -> bool:
        """Return whether a changed statement says what may be done."""
        heads = (between.slicer.statements[number].heads for number in between.changed)
        return any(name in OF_OPTIONS for some in heads for name, _ in some)

    def _legal(self, case: Case, data: Data, number: int) -> list[Data]:
        """Return a case with the questions what may be done.

        Where no changed statement speaks of that, it is asked of the likeliest case alone.
        """
        between = self._between(case)
        options = [{**data, "ask": options_of(data)}]
        if not self._of_options(between):
            return [] if number else options
        instead = asked_instead(data, Game.load(between.new.rulebook.game))
        return [*options, *islice(instead, SPLIT)]

    def _alone(self, case: Case, data: Data, found: Probed) -> list[Data]:
        """Return a case with each of some questions alone, the likeliest first."""
        asked = data.get("ask", [])
        if len(asked) < 2 or (found.level and not found.apart):
            return [data]
        between = self._between(case)
        numbers = list(found.apart)
        if not numbers:
            lacking = self._known_lacking(between)
            pinned = {n for name in between.numbered for n in _numbers(between, name)}

            def order(number: int) -> tuple[bool, int, int]:
                pins = map(str, asked[number].get("because") or ())
                met = lacking.met(found.asked[number])
                return pinned.isdisjoint(pins), lacking.far(between.changed, met), number

            numbers = sorted(range(len(asked)), key=order)
        return [without_unused({**data, "ask": [asked[n]]}) for n in numbers[:SPLIT]]

    def _probed(self, case: Case, data: Data, *, whole: bool = False) -> Probed | None:
        """Return how far the rulebooks come apart; with its steps, if it is wanted whole.

        None if that makes no sense, or if it was asked before.
        """
        key = repr(data)
        if key in self._seen:
            return None
        self._seen.add(key)
        if key in self._known and not whole:
            return self._known[key]
        self.tried += 1
        try:
            found = probe(data, self._between(case), self._end)
        except LudexError:
            found = None
        self._known[key] = None if found is None else found.bare()
        return found

    def _place(self, case: Case, data: Data, found: Probed, away: int) -> _Place:
        between = self._between(case)
        lacking = self._known_lacking(between)
        far = 0 if found.level else lacking.far(between.changed, lacking.met(found.held))
        return _Place(case, data, (found.level, -far), away, self._made(case, data, found, away))

    def _made(self, case: Case, data: Data, found: Probed, away: int) -> Iterator[Data]:
        """Yield what is made of a board."""
        between = self._between(case)
        game = Game.load(between.new.rulebook.game)
        crossing = self._crossed(data, found, between)
        if away and found.level:
            # What is further away is made in many ways: of each case only a few are tried.
            yield from crossing
            return
        if not away:
            statements = between.slicer.statements
            words = spoken_of(statements, (statements[number] for number in between.changed))
            shown = shown_by(statements, (statements[number] for number in between.changed))
            directed, phrases = self._phrases(found, between)
            # What changed rules speak of takes turns with all else: numbers among the first,
            # where these alone are others.
            numbers = between.numbers_only
            codes = (statements[number].code for number in sorted(between.changed))
            bounds = dict.fromkeys(int(one) for code in codes for one in NUMBER.findall(code))
            alike = (exchanged(data, game), namesakes(data))
            lacking = self._known_lacking(between)
            own = in_turn(
                *([counted(data, game, bounds)] if numbers else ()),
                flagged(data, game, words),
                done_otherwise(data),
                *(() if self._of_options(between) else [displaced(data, game)]),
                beside(data),
                instructed(data, game, words),
                filtered(data, game, shown),
                in_turn(said_of_players(data, game, words), with_another_player(data)),
                mentioning(data, game, directed),
                printed(data, game, shown),
                timed(data, game, shown),
                in_turn(*alike, *(() if numbers else [counted(data, game)])),
            )
            if not found.level and lacking.held_up(between.changed, lacking.met(found.held)):
                # Something is said there that the changed rule excepts.
                own = in_turn(shortened(data), own)
            if self._of_options(between):
                # What may be done hangs on where that lies with which it is done.
                own = in_turn(displaced(data, game), own)
            if found.level and self._surveyed:
                # They come apart, and no answer at the end shows it.
                own = chain([{**data, "ask": options_of(data)}], cut_short(data), own)
        else:
            own, phrases = iter(()), list(phrases_in(self._files, game.name))[:PHRASES]
        others = (nearby_things(data, game), nearby_texts(data, game, phrases))
        if found.level:
            yield from in_turn(own, in_turn(crossing, *others))
        else:
            # What has what is lacking is likelier than anything that is only otherwise.
            yield from in_turn(crossing, own, in_turn(*others))

    def _phrases(self, found: Probed, between: Between) -> tuple[list[str], list[str]]:
        """Return what texts may mention that meets a condition that is lacking, and what else."""
        lacking = self._known_lacking(between)
        met = lacking.met(found.held)
        wanted = frozenset[int]().union(*lacking.lacking(between.changed, met))
        wanted = wanted.union(*lacking.deeper(between.changed, met)) - met
        phrases = phrases_in(self._files, between.new.rulebook.game)
        directed = [
            phrase
            for phrase, facts in phrases.items()
            if lacking.met(between.slicer.shapes_of(facts)) & wanted
        ]
        others = [phrase for phrase in phrases if phrase not in directed]
        return directed[:PHRASES], others[:PHRASES]

    def _known_lacking(self, between: Between) -> Lacking:
        if self._lacking is None:
            self._lacking = Lacking(between.slicer, between.changed, between.added)
            self._left = self._donors(self._lacking)
        return self._lacking

    def _crossed(self, data: Data, found: Probed, between: Between) -> Iterator[Data]:
        lacking = self._known_lacking(between)
        met = lacking.met(found.held)
        chosen: list[Donor] = []
        if found.level == SAME:
            wanted = lacking.lacking(between.changed, met)
            wanted += [one for one in lacking.deeper(between.changed, met) if one not in wanted]
            # What is there, and not at once, may come together where more is done.
            wanted += lacking.whole(between.changed)
        else:
            wanted = lacking.consequences(found.differing, met)
        for literals in wanted:
            having = (one for one in self._every() if literals <= one.met)
            chosen += [one for one in islice(having, OF_EACH) if one not in chosen]
            if len(chosen) >= DONORS or self.over:
                break
        for donor in chosen:
            yield from crossed(data, donor.data)

    def _every(self) -> Iterator[Donor]:
        """Yield the cases of the game; each is looked at when it is asked for.

        No more are looked at when that has taken its share of the time.
        """
        yield from self._known_donors
        while self._looking > 0.0:
            began = time.process_time()
            one = next(self._left, None)
            self._looking -= time.process_time() - began
            if one is None:
                break
            self._known_donors.append(one)
            yield one


def _numbers(between: Between, name: str) -> tuple[str, ...]:
    view = between.new if name in between.new.labels else between.old
    return view.labels[name].numbers_on(view.date)
