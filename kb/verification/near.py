"""Boards near cases on which two rulebooks answer in another way, the likeliest first.

The search begins at the cases in which a changed rule may play a part: each of their questions
alone, those first that pin the rule or come close to it. Where the rulebooks come apart inside a
step and nothing comes of it, what would follow from the differing atoms is looked for; where they
do not come apart at all, what a changed statement lacks, or what makes that. Other cases have it:
what lies on their boards is put on this one, and what they ask is asked (`crossed`). In turn with
that, one thing or a text is made otherwise (`kb.verification.nearby`). A board on which they come
further apart than on the one that it was made of, or on which less is lacking, is a place to go on
from.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path

from clingo import Symbol

from kb.errors import LudexError
from kb.records import record
from kb.scenario import Case, Game, reader
from kb.scenario.wording import worded
from kb.testing.between import NUMBER, Between, Books
from kb.testing.related import shown_by, spoken_of
from kb.testing.replaying import cases_in, is_kept, playing_file
from kb.verification.doing import asked_instead, beside, both_done, done_otherwise
from kb.verification.instructed import exchanged, filtered, instructed
from kb.verification.lacking import Lacking
from kb.verification.nearby import (
    MENTIONS,
    TEXT,
    Data,
    counted,
    cut_short,
    displaced,
    flagged,
    in_turn,
    mentioning,
    nearby_texts,
    nearby_things,
    options_of,
    said_of_players,
    shortened,
    texts_of,
    timed,
    with_another_player,
)
from kb.verification.printed import namesakes, printed
from kb.verification.probing import APART, ENDING, SAME, OutOfTime, Probed, probe

BEGUN, AT_ONCE, BETWEEN = 16, 3, 6
"""At how many cases a search begins; at how many of them at once, and after how many boards at each
of the others."""

PHRASES = 48
"""How many phrases stand in the place of what a text mentions."""

ENOUGH = 6
"""How many of the likely cases have to lack nothing for no others to be looked at."""

DONORS = 8
"""Of how many cases what lies there is put on a board."""

DONATED = 0.4
"""Which share of the time it may take to look for them."""

OF_EACH = 2
"""How many such cases are taken that have the same of what is lacking."""

THINGS = 4
"""How many things of such a case are put on a board one by one."""

TEXTS = 6
"""How many texts that such a case asks about are asked about on a board."""

PLACES = 2
"""In the place of how many things in its zone each of them is put."""

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


@record
class Donor:
    """A case as a board, and the conditions that something in it meets.

    Attributes
    ----------
    data : Data
    met : frozenset of int
        The numbers of literals, see `Lacking`.
    """

    data: Data
    met: frozenset[int]


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


Phrases = Mapping[str, tuple[str, ...]]
"""What texts mention, each with what is said of that, as facts."""


@lru_cache(maxsize=4)
def phrases_in(files: tuple[str, ...], game: str) -> Phrases:
    """Return what the texts of cases mention, what is commonest first."""
    count: Counter[str] = Counter()
    said: dict[str, tuple[str, ...]] = {}
    wording = Game.load(game)
    texts = {
        text
        for file in (files if wording.wording is not None else ())
        for case in cases_in(file)
        for text in texts_of(reader.plain(case.scenario.node))
    }
    for text in sorted(texts):
        with suppress(LudexError):  # no card could carry it
            found = worded(text, TEXT, wording)
            facts: dict[Symbol, list[str]] = {}
            for fact in found.facts:
                facts.setdefault(fact.arguments[0], []).append(str(fact))
            for one in found.mentions:
                phrase = text[one.start : one.end].lower()
                if phrase and not one.implicit:
                    count[phrase] += 1
                    said.setdefault(phrase, tuple(facts.get(one.symbol, ())))
    return {phrase: said[phrase] for phrase, _ in count.most_common()}


def closest(
    files: Sequence[str],
    books: Books,
    between: Between,
    end: float,
    likely: Sequence[str] = (),
) -> list[Case]:
    """Return the cases in which least is lacking for what changed, the closest first.

    Parameters
    ----------
    files : sequence of str
    books : Books
    between : Between
        What changed.
    end : float
        When time is over, as the process counts its time.
    likely : sequence of str
        The files that most likely have to do with it, which are looked at before others.
    """
    lacking = Lacking(between.slicer, between.changed, between.added)
    places = {file: place for place, file in enumerate(likely)}
    found: list[tuple[int, int, int, Case]] = []
    for file in (*likely, *(file for file in by_size(files) if file not in places)):
        if file not in places and [far for far, *_ in found].count(0) >= ENOUGH:
            break
        for case, played in playing_file(file, books.old):
            far = lacking.far(between.changed, lacking.of_case(played))
            length = len(repr(reader.plain(case.scenario.node)))
            found.append((far, places.get(file, len(places)), length, case))
            if time.process_time() >= end:
                break
        if time.process_time() >= end:
            break
    found.sort(key=lambda one: one[:3])
    return [case for *_, case in found[:BEGUN]]


def donors_of(
    files: Iterable[str], books: Books, lacking: Lacking, *, kept: bool = False
) -> Iterator[Donor]:
    """Yield all cases as boards, with what meets conditions in each, those of short files first.

    With `kept`, only those of files of which it was kept what came of them.
    """
    for file in by_size(files):
        if kept and not is_kept(file, books.old({})):
            continue
        for case, played in playing_file(file, books.old):
            data = {k: v for k, v in reader.plain(case.scenario.node).items() if k != "variants"}
            yield Donor(data, lacking.of_case(played))


def by_size(files: Iterable[str]) -> list[str]:
    """Return files, the shortest first."""
    return sorted(files, key=lambda file: Path(file).stat().st_size)


def _numbers(between: Between, name: str) -> tuple[str, ...]:
    view = between.new if name in between.new.labels else between.old
    return view.labels[name].numbers_on(view.date)


def crossed(data: Data, donor: Data) -> Iterator[Data]:
    """Yield a board with what lies on another one put on it: all of it, then thing by thing.

    With all of it what is done there is done here, too. A text that is asked about there is asked
    about here. Last of all a thing stands in the place of another in its zone, and is called as
    that one was: what is done with that one is done with it.
    """
    things = [
        (seat, zone, thing)
        for seat, board in enumerate((donor.get("players") or {}).values())
        for zone, value in (board or {}).items()
        if isinstance(value, list)
        for thing in value
    ]
    cards = _cards(data, donor)
    if cards is None:
        return
    own = len(data.get("players") or {})
    fitting = [one for one in things if one[0] < own]
    yield from _with(data, cards, fitting)
    for board in both_done(data, donor):
        yield from _with(board, cards, fitting)
    yield from said_by_cards(data, donor)
    texts = [one for one in donor.get("ask", ()) if isinstance(one.get(MENTIONS), str)]
    for one in texts[:TEXTS]:
        yield {**data, "ask": [one]}
        for text in dict.fromkeys(_own_texts(data)):
            for both in _joined(text, one[MENTIONS]):
                yield {**data, "ask": [{MENTIONS: both}]}
    for one in fitting[:THINGS]:
        yield from _with(data, cards, [one])
    for seat, zone, thing in fitting[:THINGS]:
        yield from _with(data, cards, [((seat + 1) % own, zone, thing)])
    for seat, zone, thing in fitting[:THINGS]:
        yield from _in_place(data, cards, (seat, zone, thing))


def _own_texts(data: Data) -> Iterator[str]:
    asked = (one.get(MENTIONS) for one in data.get("ask", ()))
    return (one for one in asked if isinstance(one, str))


def _joined(text: str, other: str) -> Iterator[str]:
    """Yield a text with another one in the place of what it ends with, and behind it."""
    for mark in (": ", ". "):
        start, found, _ = text.rpartition(mark)
        if found:
            yield f"{start}{mark}{other}"
    yield f"{text} {other}"


def said_by_cards(data: Data, there: Data) -> Iterator[Data]:
    """Yield a board on which a text that is asked about is that of a card that lies there."""
    cards = there.get("cards") or []
    for text in _own_texts(data) if isinstance(cards, list) else ():
        for number, card in enumerate(cards):
            if isinstance(card, dict) and "text" in card:
                others = [*cards[:number], {**card, "text": text}, *cards[number + 1 :]]
                question = {MENTIONS: {"card": card["name"]}}
                yield {**there, "cards": others, "ask": [question]}


def _cards(data: Data, donor: Data) -> list[Data] | None:
    """Return the cards that two boards describe; None where they mean others by a name."""
    found: dict[str, Data] = {}
    for card in (*(data.get("cards") or ()), *(donor.get("cards") or ())):
        if not isinstance(card, dict) or found.setdefault(str(card.get("name")), card) != card:
            return None
    return list(found.values())


def _with(
    data: Data, cards: list[Data], things: Sequence[tuple[int, str, object]]
) -> Iterator[Data]:
    board = deepcopy(data)
    names = list(board["players"])
    for seat, zone, thing in things:
        own = board["players"][names[seat]] = board["players"][names[seat]] or {}
        there = own.get(zone, [])
        if not isinstance(there, list):
            return
        own[zone] = [*there, deepcopy(thing)]
    if things:
        yield without_unused({**board, "cards": cards} if cards else board)


def _in_place(data: Data, cards: list[Data], placed: tuple[int, str, object]) -> Iterator[Data]:
    seat, zone, thing = placed
    name = list(data["players"])[seat]
    there = (data["players"][name] or {}).get(zone)
    for number, own in enumerate(there[:PLACES] if isinstance(there, list) else ()):
        said = own if isinstance(own, dict) else {"card": own}
        called = said.get("as", said.get("card"))
        if not isinstance(called, str):
            continue
        board = deepcopy(data)
        other = deepcopy(thing) if isinstance(thing, dict) else {"card": thing}
        board["players"][name][zone][number] = {**other, "as": called}
        yield without_unused({**board, "cards": cards} if cards else board)


def board_of(case: Case) -> Data:
    """Return a case as a board."""
    plain = reader.plain(case.scenario.node)
    return without_unused({k: v for k, v in plain.items() if k != "variants"})


def without_unused(data: Data) -> Data:
    """Return a board without the cards that it describes and nowhere names."""
    cards = data.get("cards")
    if not isinstance(cards, list) or not all(isinstance(one, dict) for one in cards):
        return data
    named = repr({key: value for key, value in data.items() if key != "cards"})
    found: list[Data] = []
    while more := [c for c in cards if c not in found and _written(c.get("name")) in named]:
        found += more
        named += repr(more)
    return {**data, "cards": [one for one in cards if one in found]}


def _written(name: object) -> str:
    return repr(name)[1:-1]
