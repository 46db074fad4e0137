"""What a hunt through a rulebook comes to: what is wrong, and how far it was looked for."""

from __future__ import annotations

from datetime import date

from kb.records import record
from kb.rulebook import Label
from kb.scenario import Scenario
from kb.verification.pieces import AlongCases


@record
class Finding:
    """Something that is wrong with a rulebook.

    Attributes
    ----------
    kind : str
        ``contradiction``, ``clash``, ``silence``, ``undetermined``, ``loop`` or ``unrest``.
    what : str
        What happens, in words.
    at_odds : tuple of Label
        The rules that contradict each other.
    brought_about_by : tuple of Label
        The other rules without which it would not come to that.
    smallest : bool
        Whether no rule can be taken from them; False when time ran out.
    scenario : Scenario
        The board; `ludex ask` replays it.
    case : str
        The case that the board was made of: nothing can be taken away from it. Empty for one of
        all boards of a size, of which it is the plainest.
    board_smallest : bool
        False when time ran out before nothing could be taken away from it, or before all smaller
        boards were searched.
    after : int or None
        After how many steps of play from the board it comes to it; 0 on the board as it stands,
        None where that is not known.
    proof : str
        What it rests on there, rule by rule, as text.
    raw : bool
        Whether its board is still made smaller; it is told once more then.
    """

    kind: str
    what: str
    at_odds: tuple[Label, ...]
    brought_about_by: tuple[Label, ...]
    smallest: bool
    scenario: Scenario
    case: str = ""
    board_smallest: bool = True
    after: int | None = None
    proof: str = ""
    raw: bool = False


@record
class WordsPlayed:
    """How far boards were looked through on which the words of a game are put to use.

    Attributes
    ----------
    boards : int
        How many there are.
    done : int
        How many were looked through before time ran out.
    senseless : int
        How many of these words could not be played as they stand there.
    """

    boards: int
    done: int
    senseless: int = 0

    @property
    def complete(self) -> bool:
        """Whether no board was left out."""
        return self.done == self.boards


@record
class Searched:
    """One kind of boards, and how far it was searched.

    Attributes
    ----------
    picture : str
        What these boards show, in one sentence.
    size : int
        Up to how many objects all of them were searched; -1 for none.
    moments : int
        How many micro-steps were followed at most until a player may act.
    short : str
        What ran out before larger boards were done, if anything.
    """

    picture: str
    size: int = -1
    moments: int = 0
    short: str = ""


@record
class Verification:
    """What a hunt came to.

    Attributes
    ----------
    game : str
    date : date
        The day whose rules were looked at.
    overlays : tuple of str
        The files of rules on top.
    wanted : int
        Up to how many objects boards were to have.
    searched : tuple of Searched
        How far each kind of boards was searched.
    findings : tuple of Finding
    reached : tuple of Label
        The numbered rules that some board or case reached.
    not_examined : tuple of Label
        Those in force that none did: nothing is known of them.
    seconds : float
        How long it took.
    along : AlongCases or None
        What came of cases; None if none were played.
    idle : tuple of Label
        Those not examined of which some case, or some board of words, meets all conditions, and
        without which nothing was another there in the steps in which that was tried.
    remarks : tuple of Finding
        What is no fault and worth knowing: rules that are ``shadowed`` by another, answers that
        are ``open`` as they hang on a gap of the documents.
    remarked : bool
        Whether all that was to be looked at for remarks was, before time ran out.
    words : WordsPlayed or None
        What came of boards of words; None if none were looked at.
    """

    game: str
    date: date
    overlays: tuple[str, ...]
    wanted: int
    searched: tuple[Searched, ...]
    findings: tuple[Finding, ...]
    reached: tuple[Label, ...]
    not_examined: tuple[Label, ...]
    seconds: float
    along: AlongCases | None = None
    idle: tuple[Label, ...] = ()
    remarks: tuple[Finding, ...] = ()
    remarked: bool = True
    words: WordsPlayed | None = None

    @property
    def size(self) -> int:
        """Up to how many objects all boards of every kind were searched; -1 for none."""
        return min((kind.size for kind in self.searched), default=-1)

    @property
    def moments(self) -> int:
        """How many micro-steps were followed at most until a player may act."""
        return max((kind.moments for kind in self.searched), default=0)

    @property
    def complete(self) -> bool:
        """Whether there is a finding or all boards up to the size were searched."""
        whole = self.along is None or self.along.complete
        whole = whole and (self.words is None or self.words.complete)
        return bool(self.findings) or (0 <= self.size == self.wanted and whole)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not decided; empty if it is, or if there is a finding and nothing was cut."""
        found = [] if self.along is None else self.along.reasons
        if self.words is not None and not self.words.complete:
            done = f"{self.words.done} of {self.words.boards}"
            found.append(f"time ran out after {done} boards of words")
        for kind in self.searched:
            if kind.short:
                many = "1 object" if kind.size == 0 else f"{kind.size + 1} objects"
                found.append(f"{kind.short} before boards of {many} were done: {kind.picture}")
        if self.overlays and self.searched and self.size < 0:
            found.append(f"does a rule of {self.overlays[0]} make ever more of itself?")
        if not self.searched and not self.findings:
            found.append("no board was searched")
        if never := [label.numbers[0] for label in self.changed_not_examined]:
            found.append(f"nothing that was searched reached {', '.join(never)}")
        return tuple(found)

    @property
    def changed_not_examined(self) -> tuple[Label, ...]:
        """The rules of overlays that no board reached."""
        return tuple(label for label in self.not_examined if label.overlay)

    @property
    def decided(self) -> bool:
        """Whether all was searched that was to be, the rules of overlays among it."""
        return self.complete and (bool(self.findings) or not self.changed_not_examined)
