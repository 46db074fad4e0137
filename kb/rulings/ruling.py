"""One ruling: the answer to a question as a sentence, as data, and with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import Any

from clingo import Symbol, SymbolType

from kb.errors import LudexError, escape
from kb.inference.leaves import Ending
from kb.inference.session import Session
from kb.proof import Proof
from kb.proof.words import listed
from kb.questions.answering import answers, same
from kb.questions.asked import Asked
from kb.questions.speech import Speech
from kb.records import record
from kb.rulebook import RulebookView
from kb.rulebook.gaps import Gap
from kb.rulings.begun import begun, idle
from kb.rulings.data import OutcomeData, Result, RulingData, State
from kb.rulings.left_out import LeftOut
from kb.rulings.notebook import ruling_html
from kb.rulings.outcome import Outcome
from kb.rulings.page import BOLD, Page
from kb.rulings.timeline import third_person
from kb.rulings.unless import left_out, unless
from kb.rulings.wordings import bounded, newest, unsure, wordings
from kb.scenario import reader
from kb.serialization import serialized


@record(eq=False)
class Ruling:
    """The answer to one question, and why.

    Attributes
    ----------
    asked : Asked
        The question.
    leaves : tuple of Ending
        One for each different answer; ways and `also` say how many states share it.
    exhausted : bool
        False when a bound cut the search: then there may be further answers.
    session : Session
        Where the inference found them.
    """

    asked: Asked
    leaves: tuple[Ending, ...]
    exhausted: bool
    session: Session = field(repr=False)

    @property
    def scenario(self) -> str:
        """What the scenario, or the variant, is called."""
        return self.session.situation.name

    @property
    def number(self) -> int:
        """The number of the question there, counted from 1."""
        return int(self.asked.path[1]) + 1

    @property
    def question(self) -> str:
        """The question in words."""
        return self.asked.name

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.asked.word

    @property
    def date(self) -> str:
        """The day whose rules apply."""
        return str(self.session.view.date)

    @property
    def edition(self) -> str:
        """The edition of the rules in force on that day, and what goes on top of it."""
        view = self.session.view
        return self._with_what_is_added("" if view.edition is None else view.edition.text)

    def _with_what_is_added(self, text: str) -> str:
        """Return an edition with the overlays on top of it, and the rules that are switched off."""
        view = self.session.view
        text = " with ".join(filter(None, (text, *view.rulebook.overlays)))
        off = [view.number_on_date(view.label(name)) for name in view.rulebook.off]
        return f"{text} without {listed(off)}" if off else text

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be told besides: of the text in force, and what it says that is left out."""
        found = self.session.view.edition
        told = [found.note] if found is not None and found.note else []
        used = set(reader.keys(self.session.situation.scenario.node))
        left = (u for u in self.session.game.uncovered if u.start <= self.session.view.date)
        told += (one.told for one in left if one.concerns and used.issuperset(one.concerns))
        told += _not_in_force(self.session.view)
        return (*told, *begun(self.session), *idle(self.session), *wordings(self.session))

    @property
    def source(self) -> str:
        """By which rules, of which day, it was made."""
        text = f", {self.edition}" if self.edition else ""
        nearer = set(idle(self.session))  # said right below the sentence
        notes = (note for note in self.notes if note not in nearer)
        return " ".join((f"{self.session.game.title}{text}, as on {self.date}.", *notes))

    @property
    def gaps(self) -> tuple[str, ...]:
        """Instructions on the way that the rulebook cannot carry out."""
        met = (gap for gap in self._gaps if not self._unknown(gap))
        said = (self.speech.term(gap, "instruction") for gap in met)
        return tuple(one.removeprefix("you: ") for one in said)

    @property
    def unknown(self) -> tuple[str, ...]:
        """What the situation does not tell, and the answer hangs on."""
        return tuple(self.speech.term(gap, "unknown") for gap in self._gaps if self._unknown(gap))

    @cached_property
    def _gaps(self) -> tuple[Symbol, ...]:
        return tuple(dict.fromkeys(gap for leaf in self.leaves for gap in leaf.gaps))

    def _unknown(self, gap: Symbol) -> bool:
        if gap.type != SymbolType.Function:
            return False
        vocabulary = self.session.view.vocabulary
        return vocabulary.entry("unknown", gap.name, len(gap.arguments)) is not None

    @cached_property
    def unless(self) -> tuple[LeftOut, ...]:
        """Texts that no rule carries out and that may change the answer."""
        refused = self.asked.word == "may" and all(leaf.value is False for leaf in self.leaves)
        found = left_out(
            self.session,
            self.asked,
            lambda: (*self.proofs, *sum(self.accounts, ())),
            refused=refused,
        )
        return (*found, *self._left_open)

    @property
    def _left_open(self) -> tuple[LeftOut, ...]:
        """What passive abilities say that the rules themselves leave open."""
        names = self.session.situation.names
        texts = {one for leaf in self.leaves for one in self.asked.left_open(self.session, leaf)}
        said = self.session.situation.said("claim_is", 3) if texts else ()
        words = {
            one.arguments[0]: one.arguments[2] for one in said if one.arguments[1].name == "text"
        }
        keys = {one: (one.arguments[0], one.arguments[1].number) for one in texts}
        return tuple(
            LeftOut(names.text(keys[one][0]), keys[one][1], words[one].string, keys[one])
            for one in sorted(texts)
        )

    @cached_property
    def depends(self) -> tuple[Dependence, ...]:
        """The gaps of the documents of which another reading changes the answer.

        Each reading is tried by itself, the other gaps being read as they are. A gap of which no
        block could play a part in any step of the answer is not tried at all.
        """
        taken = self.session.view.readings
        untold = {one.gap: one for one in self._untold}
        found: dict[Gap, list[Otherwise]] = {}
        for gap, reading, session in self.session.other_readings():
            if gap.supposed:
                found[gap] = list(untold[gap].others) if gap in untold else []
            elif (other := self.otherwise(reading, session)) is not None:
                found.setdefault(gap, []).append(other)
        said = {gap: some for gap, some in found.items() if some}
        return tuple(Dependence(gap, taken[gap.name], tuple(some)) for gap, some in said.items())

    @cached_property
    def _untold(self) -> tuple[Dependence, ...]:
        """Those of `depends` that are about what the board does not tell.

        The answer under another reading is told beside that of the one that was taken.
        """
        if self.session.alternative:
            return ()
        found: dict[Gap, list[Otherwise]] = {}
        for gap, reading, session in self.session.other_readings(untold=True):
            if (other := self.otherwise(reading, session)) is not None:
                found.setdefault(gap, []).append(other)
        taken = self.session.view.readings
        return tuple(Dependence(gap, taken[gap.name], tuple(some)) for gap, some in found.items())

    @cached_property
    def _unsure(self) -> str:
        """What stands in brackets of wordings of cards that may not have been in force."""
        return unsure(self.session, lambda: (*self.proofs, *sum(self.accounts, ())))

    @property
    def _supposed(self) -> str:
        """What the answer supposes of the board that nobody has told, to go behind it.

        Whoever says how such a gap is to be read has told it.
        """
        told = self.session.situation.scenario.readings
        said = [one.gap.supposed[one.reading] for one in self._untold if one.gap.name not in told]
        return f", supposing that {listed(said)}" if said else ""

    def otherwise(self, reading: str, session: Session) -> Otherwise | None:
        """Return the answer under another reading; None if it is the same."""
        try:
            other = rule_on(session, self.asked)
        except LudexError as error:
            return Otherwise(reading, None, error.message)
        alike = same(self.asked, self.leaves, other.leaves)
        if alike and (other.exhausted or not self.exhausted):
            return None
        return Otherwise(reading, other, "")

    @cached_property
    def loop(self) -> bool:
        """Whether something goes on that nobody can end."""
        return bool(self.session.graph.mandatory_loop())

    @cached_property
    def speech(self) -> Speech:
        """How things are called."""
        return Speech(self.session)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """One for each different answer, with the choices that lead to it."""
        return tuple(Outcome(self.asked, leaf, self.speech) for leaf in self.leaves)

    @property
    def result(self) -> Result:
        """What came out.

        ``answer``: one answer. ``depends``: another one in another outcome. ``illegal``: what is
        done is not legal. ``loop``: it never ends. ``cut``: a bound was reached before there was
        any answer.
        """
        found = {outcome.status for outcome in self.outcomes}
        if not found:
            return "loop" if self.loop else "cut"
        if found == {"illegal"}:
            return "illegal"
        if any(map(self.asked.unfinished, self.leaves)):
            return "cut"
        if len(self.leaves) == 1 or self.asked.alternatives:
            return "answer"
        # It may be "no" each time, for other reasons.
        told = [outcome.answer for outcome in self.outcomes]
        alike = isinstance(told[0], bool) and all(one is told[0] for one in told)
        return "answer" if alike else "depends"

    @property
    def state(self) -> State:
        """How sure the answer is.

        ``answered``: nothing that was left out can change it. ``conditional``: it was found without
        texts that may matter, those in `unless`, by a wording of a card that may not have been in
        force on the day of the question, or supposing something of a card that its file does not
        tell. ``undetermined``: something on the way is not
        understood or was not carried out, or the search was cut.
        """
        found = {outcome.status for outcome in self.outcomes}
        if "undetermined" in found or self.result == "cut" or not self.exhausted:
            return "undetermined"
        open_ = self.unless or self._unsure or self._supposed
        return "conditional" if open_ else "answered"

    @property
    def complete(self) -> bool:
        """Whether nothing that was left out can change the answer."""
        return self.state == "answered"

    @property
    def answer(self) -> Any:
        """The answer as plain Python.

        A truth value for `may` and for properties that are true or false, a number, a word or a
        list for other properties, a list of texts for `options` and `targets`, and for `outcomes`
        a list of what each outcome says of objects and players. For `when`, a list of moments: the
        player whose turn it is, which one from now on, the part of it; None among them for never.
        None if there is no one answer: see `result`, `state` and `outcomes`.
        """
        if self.result != "answer" or "undetermined" in {one.status for one in self.outcomes}:
            return None
        if self.asked.alternatives:
            return self.asked.whole(self.speech, self.leaves)
        return self.outcomes[0].answer

    @cached_property
    def sentence(self) -> str:
        """The ruling in one sentence, to be read aloud."""
        dated = newest(self.session)
        found = self.session.view.edition
        by = "" if found is None else self._with_what_is_added(found.text.partition(",")[0])
        return self._sentence(f", by {by}{dated}" if dated else "")

    @property
    def undated(self) -> str:
        """The sentence without the edition."""
        return self._sentence("")

    def _sentence(self, dated: str) -> str:
        said = self._said()
        colon = ":" if said.endswith(":") else ""
        said = said.removesuffix(":")
        if self.state != "undetermined":
            said += unless(self.unless) + self._supposed
        elif not self.exhausted and self.result != "cut":
            said += self._as_far_as
        said += bounded(self.session) + self._unsure + dated + colon
        return f"{said[:1].upper()}{said[1:]}{'' if colon else '.'}"

    @property
    def _as_far_as(self) -> str:
        """How far an answer goes that was not searched for to the end."""
        undetermined = "undetermined" in {outcome.status for outcome in self.outcomes}
        untried = () if undetermined else self.asked.untried(self.session)
        if untried:
            return f", if nobody {listed(map(third_person, untried), 'or')}"
        return " (as far as was searched)"

    def _said(self) -> str:
        if "undetermined" in {outcome.status for outcome in self.outcomes}:
            named = listed(f'"{gap}"' for gap in self.gaps)
            lacks = [f"Ludex cannot carry out {named}"] if named else []
            if self.unknown:
                lacks.append(f"it is not known {listed(self.unknown)}")
            because = f", because {listed(lacks)}" if lacks else ""
            if unread := self.asked.unread:
                said = listed(f'"{span}"' for span in unread)
                because = f", because Ludex does not understand {said}"
            return f"undetermined: the rulebook cannot say this{because}"
        match self.result:
            case "loop":
                return "this never ends: it is a loop that nobody can leave"
            case "cut":
                given_up = filter(None, map(self.asked.unfinished, self.leaves))
                return next(given_up, "no answer: the search was cut before it found one")
        if len(self.leaves) > 1 and self.result != "illegal":
            return self.asked.several(self.speech, self.leaves)
        return self.outcomes[0].said

    # --- What it rests on ---

    @cached_property
    def accounts(self) -> tuple[tuple[Proof, ...], ...]:
        """What happened on the way to each answer, step by step, if it is about that."""
        return tuple(self.asked.steps(self.session, leaf) for leaf in self.leaves)

    @cached_property
    def proved_by(self) -> tuple[str, ...]:
        """The ids of the rules of the proofs, in their order."""
        return tuple(dict.fromkeys(rule for proof in self.proofs for rule in proof.rules))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The ids of the rules that the answer rests on.

        First those of the proofs, in their order; then those by which everything on the way
        happened, if it is about that.
        """
        told = (rule for account in self.accounts for proof in account for rule in proof.rules)
        return tuple(dict.fromkeys((*self.proved_by, *told)))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules that the answer rests on, in the order of the proofs.

        For outcomes, those by which anything happened on the way follow.
        """
        labels = map(self.session.view.label, self.labels)
        return tuple(dict.fromkeys(n for label in labels for n in self.speech.numbers(label)))

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The whole proof of each answer."""
        return tuple(outcome.proof for outcome in self.outcomes)

    @property
    def proof(self) -> Proof | None:
        """The whole proof of the first answer, None if there is no answer."""
        return self.outcomes[0].proof if self.outcomes else None

    # --- Text and data ---

    @cached_property
    def reasons(self) -> str:
        """What the answer rests on, as text."""
        return "\n".join(self._reasons(Page()))

    def lines(
        self,
        *,
        number: str = "",
        colour: bool = False,
        definitions: bool = False,
        width: int = 100,
    ) -> Iterator[str]:
        """Yield it line by line: the sentence, the outcomes, the reasons.

        A list without a bound is not built first: its lines come as they are found.

        Parameters
        ----------
        number : str
            What stands before the sentence.
        colour : bool
            Whether to use the colours of a terminal.
        definitions : bool
            Whether the proofs are shown whole, with all that goes without saying.
        width : int
            Where lines are wrapped.
        """
        page = Page(colour, definitions, width)
        yield from page.wrapped(number, self.sentence, BOLD)
        for note in idle(self.session):
            yield from page.wrapped("  note: ", note)
        yield from self._reasons(page)

    def _reasons(self, page: Page) -> Iterator[str]:
        several = len(self.outcomes) > 1
        for place, outcome in enumerate(self.outcomes):
            letter = f"({chr(ord('a') + place) if place < 26 else place + 1})"
            yield from outcome.lines(page, letter if several else "")
        for gap in self.gaps:
            yield from page.wrapped("  not carried out: ", gap)
        for unknown in self.unknown:
            yield from page.wrapped("  not known: ", unknown)
        for left in self.unless:
            yield from page.wrapped("  left out: ", str(left))
        if self.loop:
            yield from page.wrapped("  ", self._loop())
        for dependence in self.depends:
            name, readings = dependence.gap.name, dependence.gap.readings
            taken = f"{readings[dependence.reading]} ({dependence.reading})"
            text = f"{dependence.gap.question} Here: {taken}."
            yield from page.wrapped(f"depends on {name}: ", text)
            for other in dependence.others:
                said = f"{readings[other.reading]} ({other.reading})"
                yield from page.wrapped("  ", f"if {said}: {other.sentence}")
        if not self.exhausted:
            cut = "The search was cut: there may be more. Raise --limit or --time-limit."
            yield from page.wrapped("  ", cut)

    def _loop(self) -> str:
        nodes = [self.session.graph.nodes[number] for number in self.session.graph.mandatory_loop()]
        modes = map(self.speech.mode, dict.fromkeys(node.mode for node in nodes))
        abilities = self.speech.abilities(node.state for node in nodes)
        around = f" around {listed(abilities)}" if abilities else ""
        return f"A loop that nobody can leave{around}: {'; then '.join(filter(None, modes))}."

    def to_json(self, *, definitions: bool = False) -> RulingData:
        """Return the ruling as plain data; the schema of answers describes it."""
        outcomes = [
            serialized(OutcomeData, one, proof=one.proof.to_json(definitions=definitions))
            for one in self.outcomes
        ]
        return serialized(RulingData, self, outcomes=outcomes)

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.reasons}".rstrip()

    def __repr__(self) -> str:
        return f"<Ruling: {escape(self.sentence)} ({self.state})>"

    def _repr_html_(self) -> str:
        return ruling_html(self.to_json())


@record(eq=False)
class Otherwise:
    """What the answer is if a gap of the documents is read in another way.

    Attributes
    ----------
    reading : str
        The name of the reading.
    ruling : Ruling or None
        The answer; None if what is asked makes no sense then.
    error : str
        Why not, in that case.
    """

    reading: str
    ruling: Ruling | None
    error: str

    @property
    def answer(self) -> Any:
        """The answer as plain Python, as that of a ruling."""
        return None if self.ruling is None else self.ruling.answer

    @property
    def state(self) -> State | None:
        """How sure that answer is; None if there is none."""
        return None if self.ruling is None else self.ruling.state

    @property
    def result(self) -> Result | None:
        """What came out; None if what is asked makes no sense then."""
        return None if self.ruling is None else self.ruling.result

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        if self.ruling is None:
            return f"{self.error}."
        if not self.ruling.exhausted:
            return f"{self.ruling.undated} (The search was cut: there may be more.)"
        return self.ruling.undated


@record(eq=False)
class Dependence:
    """A gap of the documents of which another reading changes the answer.

    Attributes
    ----------
    gap : Gap
    reading : str
        The name of the reading that the answer takes.
    others : tuple of Otherwise
        The readings under which the answer is another one, or was not found within the limits.
    """

    gap: Gap
    reading: str
    others: tuple[Otherwise, ...]


def _not_in_force(view: RulebookView) -> list[str]:
    """Return which changes of overlays are not in force on the day."""
    off = [f"{label.numbers[0]} [{label.period}]" for label in view.overlaid[1]]
    if not off:
        return []
    be = "is" if len(off) == 1 else "are"
    return [f"On that day the change of {listed(off)} {be} not in force."]


def rule_on(session: Session, asked: Asked) -> Ruling:
    """Answer a question in every outcome of what is done.

    Parameters
    ----------
    session : Session
    asked : Asked
        The question.

    Raises
    ------
    LudexError
        If what is to be done cannot be done at all, such as resolving an empty stack.
    """
    playing = asked.playing(session)
    leaves, complete = answers(playing, asked)
    return Ruling(asked, leaves, complete, playing)
