"""What a text mentions, and which of that are targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Self

from clingo import Function, Number, Symbol

from kb.errors import LudexError, nearest, quote
from kb.inference.leaves import Answer, Ending
from kb.inference.mentions import MentionFinding, findings, goals, left_open, name_of, verdicts
from kb.inference.session import Session
from kb.proof.words import listed
from kb.questions.asked import Among, Asking, value_of
from kb.questions.speech import Speech
from kb.records import record
from kb.scenario.entries import counted, flag, known_keys, numbered, shape, text_of, texts_of
from kb.scenario.model import Question
from kb.scenario.reader import Path_, ScenarioError
from kb.scenario.references import Present, Ref
from kb.scenario.terms import fold
from kb.scenario.wording import Worded, worded

_OF_MENTION = (
    *("mention", "number", "target", "criteria", "only", "gaps", "means", "chosen"),
    *("compulsory", "may be none", "objects", "further"),
)
_VERDICTS = {True: "yes", False: "no", "yes": "yes", "no": "no", "open": "open"}
_TARGET = {True: "yes", False: "no", None: "open"}

LONG = 60
"""How much of a text stands in the name of a question about it."""


@record
class Verdict:
    """What is expected of one mention; None and nothing where nothing is said of it.

    Parameters
    ----------
    words : str
        The mention's words, as they stand in the text.
    number : int
        Which of several with the same words is meant.
    target : str or None
        ``yes``, ``no`` or ``open``.
    criteria, gaps : tuple of str
        Criteria that exclude it, and gaps of the documents that it meets, among others.
    only : tuple of str or None
        Exactly the criteria that exclude it.
    means : str or None
        For "it" and its like, the words of what is meant.
    chosen : str or None
        When it is chosen; ``nothing`` if it is not.
    compulsory, may_be_none : bool or None
        Whether what is done with it has to be done.
    objects : tuple of Ref or None
        Exactly what may be chosen for it on the board.
    further : bool or None
        Whether the text asks more of it than a board shows.
    """

    words: str
    number: int = 1
    target: str | None = None
    criteria: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    means: str | None = None
    chosen: str | None = None
    compulsory: bool | None = None
    may_be_none: bool | None = None
    further: bool | None = None
    objects: tuple[Ref, ...] | None = None
    path: Path_ = ()


@record(kw_only=True)
class Mentions(Among[Verdict]):
    """What a text mentions, and which of that are targets.

    With `expect`, a mention that is not listed must not be a target, nor left open. `covered` is
    the expectation that the text can, or cannot, be judged at all.
    """

    word = "mentions"
    takes = frozenset({"includes"})

    wording: Worded
    by: Symbol
    called: str | None = None
    covered: bool | None = None

    @classmethod
    def read(cls, asking: Asking, asked: Question, path: Path_) -> Self:
        """Return the question that an entry of a scenario asks."""
        place: Path_ = (*path, cls.word)
        data = asked.mentions
        if isinstance(data, str):
            # Words that are the whole name of a card are that card, however they would read.
            named = asking.finder.catalogue.get(data) is not None
            data = {"card" if named else "text": data}
        data = dict(data or {})
        by = next(iter(asking.finder.players))
        if "by" in data:
            by = asking.finder.player(text_of(data.pop("by"), (*place, "by")), (*place, "by"))
        if len(data) != 1 or not data.keys() <= {"text", "card"}:
            wrong = next((key for key in data if key not in ("text", "card")), None)
            if wrong is not None:
                message = f"unknown key {quote(wrong)} in 'mentions'"
                hint = nearest(wrong, ["text", "card", "by"])
                raise ScenarioError(message + hint, (*place, wrong), key=True)
            raise ScenarioError("'mentions' has either 'text' or 'card'", place)
        found = _wording(asking, data, place)
        if isinstance(asked.mentions, str) and "text" in data and _like_a_name(found):
            try:
                asking.finder.catalogue.find(found.text)
            except LudexError as cause:
                message = f"{cause.message}; as a text it is not understood"
                raise ScenarioError(message, place) from None
        asking.facts += (Function("chosen_by", [said.symbol, by]) for said in found.mentions)
        covered = None
        if asked.expect in ("covered", "not covered"):
            covered = asked.expect == "covered"
            asked = asked.without("expect")
        card = str(data["card"]) if "card" in data else None
        short = found.text if len(found.text) <= LONG else f"{found.text[: LONG - 1]}…"
        return cls(
            wording=found,
            by=by,
            called=card,
            covered=covered,
            **cls.shared(asked, path, f"targets of {quote(short)}"),
            **cls.parts(asked, path, partial(_verdicts, asking)),
        )

    def find(self, session: Session, number: int) -> Answer:
        """Return the mentions that are targets; no value if some text was not understood."""
        because = goals(session, number, self.wording.mentions)
        if self.wording.unread:
            return Answer(None, because)
        found = findings(session, number, self.wording.mentions)
        return Answer(tuple(one.said.symbol for one in found if one.target), because)

    def told(self, leaf: Ending) -> object:
        """Return what two answers may differ in, beside which mentions are targets."""
        return verdicts(leaf.goals)

    def plain(self, speech: Speech, leaf: Ending) -> list[str] | None:
        """Return the mentions that are targets, in words."""
        if leaf.value is None:
            return None
        return [speech.term(term, "object") for term in value_of(leaf)]

    def said(self, speech: Speech, leaf: Ending) -> str:
        """Return the answer as a clause."""
        text = " ".join(self.wording.text.split())
        asked = quote(text) if self.called is None else f"the text of {self.called}"
        found = [speech.term(term) for term in value_of(leaf)]
        said = f"{listed(found)} {'is a target' if len(found) == 1 else 'are targets'}"
        undecided = (goal.arguments[0] for goal in leaf.goals if goal.match("left_undecided", 1))
        left = [speech.term(term) for term in sorted(undecided)]
        if left and found:
            them = "is one" if len(left) == 1 else "are"
            return f"in {asked}, {said}, and whether {listed(left)} {them} is left open"
        if left:
            them = "is a target" if len(left) == 1 else "are targets"
            return (
                f"in {asked}, whether {listed(left)} {them} is left open, and nothing else is one"
            )
        return f"in {asked}, {said if found else 'nothing is a target'}"

    # --- Checking ---

    @property
    def unread(self) -> tuple[str, ...]:
        """What of the text is not understood."""
        return tuple(" ".join(span.text.split()) for span in self.wording.unread)

    @property
    def expects(self) -> bool:
        """Whether anything is expected of the answer."""
        return self.covered is not None or super().expects

    def faults(self, session: Session, leaves: Sequence[Ending]) -> list[str]:
        """Return what is not as expected."""
        understood = not self.wording.unread
        left = "; ".join(f"'{span.text}'" for span in self.wording.unread)
        unread = f"not understood: {left}"
        if self.covered is not None:
            if self.covered == understood:
                return []
            return ["the text is understood" if understood else unread]
        if not understood:
            return [unread]
        return [fault for leaf in leaves for fault in self._faults(session, leaf)]

    def _faults(self, session: Session, leaf: Ending) -> Iterator[str]:
        found = findings(session, leaf.node, self.wording.mentions)
        present = Present(session.graph.nodes[leaf.node].state)
        listed = set()
        for wanted in self.wanted:
            same = [one for one in found if fold(one.said.text) == fold(wanted.words)]
            if len(same) < wanted.number:
                words = ", ".join(f"'{one.said.text}'" for one in found)
                yield f"'{wanted.words}' is not mentioned; found {words or 'nothing'}"
                continue
            one = same[wanted.number - 1]
            listed.add(one.said.symbol)
            for fault in _faults(wanted, one):
                yield f"'{wanted.words}': {fault}"
            if wanted.gaps:
                met = left_open(session, leaf.node, self.wording.mentions)[one.said.symbol]
                for fault in _missing("gap", wanted.gaps, [each.gap.name for each in met]):
                    yield f"'{wanted.words}': {fault}"
            for fault in _objects(session, wanted, one, present):
                yield f"'{wanted.words}': {fault}"
            meant = " and ".join(o.said.text for o in found if o.said.symbol in one.said.means)
            meant = meant or "nothing"
            if wanted.means is not None and fold(wanted.means) != fold(meant):
                yield f"'{wanted.words}' means '{meant}', not '{wanted.means}'"
        if self.expect is not None:
            for one in found:
                if one.said.symbol not in listed and one.target is not False:
                    judged = f"'{one.said.text}' is judged '{_TARGET[one.target]}'"
                    yield f"{judged}, and nothing is expected"


def _like_a_name(found: Worded) -> bool:
    """Whether a few words may be meant as a name: nothing is understood, and no sentence ends."""
    whole = [" ".join(span.text.split()) for span in found.unread] == [found.text]
    return whole and len(found.text.split()) <= 4 and not set(found.text) & set(".:\n")


def _wording(asking: Asking, data: dict[str, Any], place: Path_) -> Worded:
    if "card" in data:
        name = text_of(data["card"], (*place, "card"))
        card = asking.finder.catalogue.card(asking.finder.card(name, (*place, "card")))
        wording = card.wording_on(asking.day)
        if wording is None:
            raise ScenarioError(f"{quote(name)} has no text", (*place, "card"))
        return wording
    text = text_of(data["text"], (*place, "text"))
    try:
        found = worded(text, Function("text", [Number(int(place[1]))]), asking.finder.game)
    except LudexError as cause:
        raise ScenarioError(cause.message, (*place, "text")) from None
    asking.facts += found.facts
    asking.texts.update({said.symbol: quote(said.text) for said in found.mentions})
    return found


def _verdicts(asking: Asking, value: Any, path: Path_) -> tuple[Verdict, ...]:
    return tuple(_verdict(asking, entry, place) for place, entry in numbered(value, path))


def _verdict(asking: Asking, entry: Any, path: Path_) -> Verdict:
    if not isinstance(entry, dict):
        message = f"{shape(entry)}; expected a mapping such as {{mention: a unit, target: yes}}"
        raise ScenarioError(message, path)
    known_keys(entry, _OF_MENTION, path, "a mention")
    target = entry.get("target")
    if target is not None and (not isinstance(target, bool | str) or target not in _VERDICTS):
        message = f"{shape(target)} as 'target'; expected true, false or 'open'"
        raise ScenarioError(message, (*path, "target"))
    first = "1 for the first mention of the words"
    number = counted(entry.get("number", 1), (*path, "number"), first)
    for word in ("compulsory", "may be none", "further"):
        if entry.get(word) is not None:
            flag(entry[word], (*path, word))
    return Verdict(
        words=text_of(entry.get("mention"), (*path, "mention")),
        number=number,
        target=None if target is None else _VERDICTS[target],
        criteria=texts_of(entry.get("criteria"), (*path, "criteria")),
        gaps=texts_of(entry.get("gaps"), (*path, "gaps")),
        only=texts_of(entry["only"], (*path, "only")) if "only" in entry else None,
        means=text_of(entry["means"], (*path, "means")) if "means" in entry else None,
        chosen=text_of(entry["chosen"], (*path, "chosen")) if "chosen" in entry else None,
        compulsory=entry.get("compulsory"),
        may_be_none=entry.get("may be none"),
        further=entry.get("further"),
        objects=asking.expecting.refs(entry["objects"], (*path, "objects"))
        if "objects" in entry
        else None,
        path=path,
    )


def _faults(wanted: Verdict, one: MentionFinding) -> Iterator[str]:
    if wanted.target is not None and wanted.target != _TARGET[one.target]:
        criteria = ", ".join(map(name_of, one.criteria))
        yield f"expected '{wanted.target}', found '{_TARGET[one.target]}' ({criteria})"
    yield from _missing("criterion", wanted.criteria, [name_of(c) for c in one.criteria])
    if wanted.only is not None and set(wanted.only) != {name_of(c) for c in one.criteria}:
        yield f"expected only {', '.join(wanted.only)}; found {_list(map(name_of, one.criteria))}"
    chosen = [name_of(moment).replace("-", " ") for moment in one.chosen]
    if wanted.chosen is not None and (chosen or ["nothing"]) != [wanted.chosen]:
        yield f"expected to be chosen at '{wanted.chosen}'; found {_list(chosen)}"
    if wanted.compulsory is not None and wanted.compulsory != one.compulsory:
        yield f"expected to be {'' if wanted.compulsory else 'not '}compulsory"
    if wanted.may_be_none is not None and wanted.may_be_none != one.may_be_none:
        yield f"expected that none {'may' if wanted.may_be_none else 'may not'} be chosen"
    if wanted.further is not None and wanted.further != one.unchecked:
        yield f"expected that a board {'does not show' if wanted.further else 'shows'} all of it"


def _missing(what: str, wanted: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    for each in wanted:
        if each not in found:
            yield f"{what} '{each}' is missing; found {_list(found)}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _objects(
    session: Session, wanted: Verdict, one: MentionFinding, present: Present
) -> Iterator[str]:
    if wanted.objects is None:
        return
    names = session.situation.names
    expected = [set(ref.terms(present)) for ref in wanted.objects]
    found = set(one.objects)
    for ref, terms in zip(wanted.objects, expected, strict=True):
        if not terms & found:
            yield f"{ref.text} may not be chosen"
    for symbol in sorted(found - set().union(*expected)):
        yield f"{names.text(symbol)} may be chosen, too"
