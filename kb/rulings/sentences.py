"""The sentences of rulings, as a judge reads them aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from clingo import Symbol, SymbolType

from kb.errors import escape, quote
from kb.inference.answers import Ruling as Judged
from kb.inference.declarations import SECONDS
from kb.inference.graph import Choice, Edge
from kb.inference.leaves import Leaf, decisions
from kb.inference.onward import Future
from kb.inference.script import Position
from kb.inference.session import Session
from kb.rulings.speech import Speech, listed
from kb.rulings.wordings import too_late
from kb.scenario import reader
from kb.scenario.game import Property
from kb.scenario.questions import Declarations, May, Mentions, Options, Orders, Targets, What, When
from kb.scenario.questions import answer as values_of
from kb.scenario.references import FALSE, TRUE, Present, Ref
from kb.scenario.script import Act

if TYPE_CHECKING:
    from kb.rulings.ruling import Outcome, Ruling

TOLD = 4
"""How many options, and how many ways to end, still fit into a sentence."""

LONG = 90
"""How long the part of a sentence may be that tells the outcomes."""

WAYS = 40
"""How many ways to one state are followed to tell what is done on them."""

Seen = tuple[Property, Ref, tuple[Symbol, ...]]


def is_true(values: Sequence[Symbol]) -> bool:
    """Return whether the values of a flag say yes."""
    return tuple(values) == (TRUE,)


def sentence(ruling: Ruling) -> str:
    """Return the ruling in one sentence."""
    match ruling.status:
        case "loop":
            said = "This never ends: it is a loop that nobody can leave"
        case "cut" if isinstance(ruling.judged.question, Declarations):
            said = _uncounted(ruling)
        case "cut":
            said = "No answer: the search was cut before it found one"
        case "illegal":
            said = f"That is not legal: {_illegal(ruling, ruling.outcomes[0])}"
        case "undetermined":
            said = _undetermined(ruling)
        case "depends":
            said = _depends(ruling)
        case _:
            said = _answered(ruling)
    if not ruling.complete and ruling.status != "cut":
        said += " (as far as was searched)"
    said += too_late(ruling.judged.session)
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(':') else '.'}"


def one(ruling: Ruling, outcome: Outcome) -> str:
    """Return one of several answers in one sentence."""
    if outcome.status == "illegal":
        said = f"that is not legal: {_illegal(ruling, outcome)}"
    elif outcome.status == "undetermined":
        said = "undetermined"
    else:
        said = _told(ruling, outcome)
    return f"{said[:1].upper()}{said[1:]}."


def _answered(ruling: Ruling) -> str:
    if ruling.kind == "outcomes" and len(ruling.outcomes) > 1:
        return _several(ruling)
    question = ruling.judged.question
    if isinstance(question, When) and len(ruling.outcomes) > 1:
        moments = [_moment(ruling, question, outcome.leaf) for outcome in ruling.outcomes]
        return f"{_goal(ruling, question)}: {listed(moments, 'or')}, as players decide"
    return _told(ruling, ruling.outcomes[0])


def _told(ruling: Ruling, outcome: Outcome) -> str:
    question = ruling.judged.question
    leaf = outcome.leaf
    speech = ruling.speech
    match question:
        case May():
            yes = bool(leaf.value)
            return f"{'yes' if yes else 'no'}: {_may(speech, question.act, yes=yes)}"
        case Declarations():
            return _declarations(speech, question, leaf)
        case Options():
            found = leaf.value if isinstance(leaf.value, tuple) else ()
            return f"{_who(speech, question.by)} {_options([speech.option(o) for o in found])}"
        case Targets():
            found = leaf.value if isinstance(leaf.value, tuple) else ()
            return _targets(speech, question, found)
        case What():
            return _what(ruling, question, leaf)
        case When():
            return f"{_goal(ruling, question)}: {_moment(ruling, question, leaf)}"
        case Mentions():
            found = leaf.value if isinstance(leaf.value, tuple) else ()
            return _mentions(ruling, question, found)
        case Orders():
            return _orders(outcome)
        case _:
            return _outcome(ruling, leaf)


def _goal(ruling: Ruling, question: When) -> str:
    """Return what is looked for."""
    return "; ".join(_clauses(ruling, [(g.property, g.of, g.values) for g in question.goal]))


def _moment(ruling: Ruling, question: When, leaf: Leaf) -> str:
    """Return when something comes about."""
    value = leaf.value if isinstance(leaf.value, tuple) else ()
    if value:
        return moment(ruling, value)
    who = _who(ruling.speech, question.side)
    if leaf.kind == "over":
        return "not before the game is over"
    turns = {0: "present turn", 1: "next turn"}.get(question.within)
    return f"not within {who}'s {turns or f'next {question.within} turns'}"


def moment(ruling: Ruling, value: Sequence[Symbol]) -> str:
    """Return a moment in words: whose turn, which one from now on, which part of it."""
    side, turn, phase = value
    number = turn.number
    which = {0: "present turn", 1: "next turn"}.get(number, f"{_ordinal(number)} turn from now")
    return f"in {_who(ruling.speech, side)}'s {which} ({ruling.speech.term(phase, 'phase')})"


def moment_data(ruling: Ruling, value: Sequence[Symbol]) -> dict[str, str | int] | None:
    """Return a moment as plain data, None for never."""
    if not value:
        return None
    side, turn, phase = value
    speech = ruling.speech
    return {
        "player": speech.names.text(side),
        "turn": turn.number,
        "phase": speech.term(phase, "phase"),
    }


def other_ways(ruling: Ruling, leaf: Leaf) -> tuple[tuple[str, ...], ...]:
    """Return what players did on other ways to the same answer, as far as they are few."""
    graph = ruling.judged.session.graph
    ways: dict[tuple[str, ...], None] = {}
    for node in (leaf.node, *leaf.also):
        for path in graph.paths(node, WAYS):
            ways[decided(ruling, node, path)] = None
    ways.pop(decided(ruling, leaf.node), None)
    return tuple(sorted(ways, key=lambda way: (len(way), way)))


def decided(
    ruling: Ruling, node: int, path: Sequence[tuple[int, Edge]] | None = None
) -> tuple[str, ...]:
    """Return what players did, beside passing, on a way to a state, and when.

    Without a way, a shortest one is meant.
    """
    session = ruling.judged.session
    script = session.script
    assert isinstance(script, Future)
    said = []
    for before, made in decisions(session, node, path):
        state = session.graph.nodes[before]
        value = script.moment(state.state, state.position)
        when = f"{moment(ruling, value)}: " if value else ""
        free = made.decision in script.passing
        what = ruling.speech.option(made.option) if free else choice(ruling.speech, made)
        who = f"{_who(ruling.speech, made.decision.arguments[0])}: " if free else ""
        answered = _topmost(ruling, state.state) if free else ""
        said.append(f"{when}{who}{what}{answered and f', in response to {answered}'}")
    return tuple(said)


def _topmost(ruling: Ruling, state: Iterable[Symbol]) -> str:
    """Return what lies on top of an ordered stack in words; nothing if there is none."""
    words = ruling.judged.session.game.stack
    template, waits = words.ability, words.waits
    fluents = list(state)
    stack = [f.arguments for f in fluents if waits is not None and waits.match(f, {}) is not None]
    if not stack or stack[0][-1].type != SymbolType.Number:
        return ""
    top = max(stack, key=lambda found: found[-1])[0]
    for fluent in fluents:
        if template is not None and fluent.match(template.term.name, 3):
            thing, ability, source = fluent.arguments
            if thing == top:
                said = ruling.speech.term(ability, "ability")
                about = ruling.speech.term(source, "object")
                return said if said.endswith(about) else f"{said} of {about}"
    return ruling.speech.term(top, "object")


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 // 10 != 1 else 0, "th")
    return f"{number}{ending}"


def _who(speech: Speech, player: Symbol | None) -> str:
    return "one" if player is None else escape(speech.names.text(player))


def _may(speech: Speech, act: Act, *, yes: bool) -> str:
    return f"{_who(speech, act.by)} may {'' if yes else 'not '}{speech.act(act)}"


def _declarations(speech: Speech, question: Declarations, leaf: Leaf) -> str:
    found = leaf.value if isinstance(leaf.value, tuple) else ()
    number = found[0].number if question.count else len(found)
    who, action = _who(speech, question.act.by), _declaring(question)
    what = "class of ways" if question.classes else "way"
    many = what.replace("class ", "classes ") if question.classes else "ways"
    if not number:
        return f"{who} has no legal way to {action}"
    said = f"{number:,} {what if number == 1 else many}"
    if leaf.more and not question.count:
        return f"{who} has more than {said} to {action}"
    return f"{who} has {said} to {action}"


def _declaring(question: Declarations) -> str:
    free = question.act.free
    return question.act.action.name if free is None else free.word


def _uncounted(ruling: Ruling) -> str:
    """Say that a count was given up, with how far it came."""
    question = ruling.judged.question
    leaf = next(outcome.leaf for outcome in ruling.outcomes if outcome.leaf.more)
    assert isinstance(question, Declarations)
    assert isinstance(leaf.value, tuple)
    seconds = SECONDS if question.seconds is None else question.seconds
    if not leaf.value[0].number:
        sought = f"no way to {_declaring(question)} had been found yet"
        return f"not counted: after {seconds:g} seconds {sought}"
    what = "classes of ways" if question.classes else "ways"
    found = f"{leaf.value[0].number:,} {what} to {_declaring(question)}"
    return f"not counted: after {seconds:g} seconds there were {found}, and there are more"


def _options(found: Sequence[str]) -> str:
    if not found:
        return "may do nothing"
    if len(found) == 1:
        return f"may only {found[0]}"
    if len(found) <= TOLD:
        return f"may {'; '.join(found[:-1])}; or {found[-1]}"
    return f"may do one of {len(found)} things"


def _targets(speech: Speech, question: Targets, found: Sequence[Symbol]) -> str:
    who = _who(speech, question.act.by)
    said = f"to {speech.act(question.act)}, {who}"
    which = "" if question.target == 1 else f" as target {question.target}"
    if not found:
        return f"{said} has no legal target{which and f' {question.target}'}"
    texts = [speech.term(term, "object") for term in found]
    if len(texts) > 2 * TOLD:
        return f"{said} may choose from {len(texts)} targets{which}"
    return f"{said} may target {listed(texts, 'or')}{which}"


def _mentions(ruling: Ruling, question: Mentions, found: Sequence[Symbol]) -> str:
    asked = quote(question.wording.text)
    if not found:
        return f"in {asked}, nothing is a target"
    texts = [ruling.speech.term(term) for term in found]
    return f"in {asked}, {listed(texts)} {'is a target' if len(found) == 1 else 'are targets'}"


def _orders(outcome: Outcome) -> str:
    count = outcome.count
    if count is None:
        return "there are endlessly many orders"
    if not any(outcome.orders) and count == 1:
        return "there is nothing to play in any order"
    if count == 1:
        return f"there is one order: {', '.join(outcome.orders[0])}"
    told = outcome.orders if len(outcome.orders) == count <= TOLD else ()
    said = f"there are {count:,} orders"
    return f"{said}: {'; '.join(', '.join(order) for order in told)}" if told else said


def _what(ruling: Ruling, question: What, leaf: Leaf) -> str:
    if isinstance(leaf.value, bool):
        values: tuple[Symbol, ...] = (TRUE,) if leaf.value else (FALSE,)
    else:
        values = leaf.value or ()
    return " ".join(_clause(ruling.speech, question.property, [question.of], values))


def letter(place: int) -> str:
    """Return what an outcome is called: ``(a)``, ``(b)``, …, then ``(27)``."""
    return f"({chr(ord('a') + place) if place < 26 else place + 1})"


def _clause(
    speech: Speech, asked: Property, of: Sequence[Ref], values: Sequence[Symbol]
) -> tuple[str, str]:
    """Return a property and its values as the subject and the rest of a clause."""
    if asked.of == "game":
        number = "number of " if asked.answer == "number" else ""
        return f"the {number}{asked.name}", f"is {speech.values(asked, values)}"
    names = [escape(ref.text) for ref in of]
    who = f"both {listed(names)}" if len(names) == 2 else listed(names)
    if asked.answer in ("player", "name") and values:
        verb = "is" if len(values) == 1 else "are"
        return f"the {asked.name} of {listed(names)}", f"{verb} {speech.values(asked, values)}"
    return who, speech.state(asked, values, many=len(names) > 1)


# --- Outcomes -----------------------------------------------------------------------------------


class Start:
    """What things were like before anything was done."""

    def __init__(self, judged: Judged) -> None:
        self.session: Session = judged.session
        asked = {seen[0].name: seen[0] for leaf in judged.leaves for seen in leaf.seen}
        shows = []
        for one in asked.values():
            if one.derived:
                shows.append(f"{one.pattern.term.name}/{len(one.pattern.term.arguments)}")
        self._shows = tuple(dict.fromkeys(shows))

    def values(self, asked: Property, of: Ref) -> tuple[Symbol, ...]:
        """Return the values of a property."""
        state = self.session.graph.nodes[0].state
        model = self.session.ask(0, "", self._shows)
        atoms = model.of(asked.pattern.term.name) if asked.derived else []
        return values_of(asked, of, state, atoms, Present(state))


def _outcome(ruling: Ruling, leaf: Leaf) -> str:
    over = ["the game is over"] if leaf.kind == "over" else []
    worth = told(ruling, leaf)
    if worth:
        return "; ".join((*_clauses(ruling, worth), *over))
    return "; ".join(("nothing changes", *_clauses(ruling, leaf.seen), *over))


def told(ruling: Ruling, leaf: Leaf) -> list[Seen]:
    """Return what is worth telling of an outcome: what has changed, of what was asked about.

    Of what is somewhere else now, the numbers that it has got there are told as well, but not that
    it has lost what only things in the old place have.
    """
    changed = [s for s in leaf.seen if ruling.start(s[0], s[1]) != s[2]]
    moved = {of for asked, of, _ in changed if asked.answer == "zone"}

    def worth(seen: Seen) -> bool:
        asked, of, values = seen
        if of not in moved or asked.answer == "zone":
            return seen in changed
        before = ruling.start(asked, of)
        if asked.answer == "number":
            gained = ruling.mentioned or before in ((), (asked.otherwise,))
            return gained and bool(values) and values != (asked.otherwise,)
        return seen in changed and bool(values) and bool(before)

    return [seen for seen in leaf.seen if worth(seen)]


def _several(ruling: Ruling) -> str:
    outcomes = ruling.outcomes
    differing = _differing(outcomes)
    told = []
    for outcome in outcomes:
        seen = [s for s in outcome.leaf.seen if (s[0].name, s[1]) in differing]
        illegal = outcome.status == "illegal"
        told.append("that is not legal" if illegal else "; ".join(_clauses(ruling, seen)))
    said = f"it can end in {len(outcomes)} ways"
    short = sum(map(len, told)) <= LONG * len(outcomes)
    if len(outcomes) <= TOLD and short and all(told):
        return f"{said}: {', or '.join(told)}"
    return said


def _differing(outcomes: Sequence[Outcome]) -> set[tuple[str, Ref]]:
    """Return what is not the same in all outcomes."""
    found: dict[tuple[str, Ref], set[tuple[Symbol, ...]]] = {}
    for outcome in outcomes:
        for asked, of, values in outcome.leaf.seen:
            found.setdefault((asked.name, of), set()).add(values)
    return {key for key, values in found.items() if len(values) > 1}


def _clauses(ruling: Ruling, seen: Iterable[Seen]) -> list[str]:
    """Return clauses: what several share is said once, and what is said of each in a row."""
    groups: dict[tuple[str, tuple[Symbol, ...]], list[Seen]] = {}
    for one in seen:
        groups.setdefault((one[0].name, one[2]), []).append(one)
    said: dict[str, list[str]] = {}
    for same in groups.values():
        who, what = _clause(ruling.speech, same[0][0], [one[1] for one in same], same[0][2])
        said.setdefault(who, []).append(what)
    return [f"{who} {listed(dict.fromkeys(whats))}" for who, whats in said.items()]


def changes(ruling: Ruling, leaf: Leaf) -> tuple[str, ...]:
    """Return a line for each object and player: its properties, with what they were."""
    lines: dict[Ref, list[str]] = {}
    worth = leaf.seen if ruling.mentioned else told(ruling, leaf)
    for asked, of, values in worth:
        before = ruling.start(asked, of)
        now = ruling.speech.values(asked, values)
        said = f"{asked.name} {now}"
        if before != values:
            said = f"{asked.name} {ruling.speech.values(asked, before)} → {now}"
        lines.setdefault(of, []).append(said)
    return tuple(f"{escape(of.text)}: {', '.join(parts)}" for of, parts in lines.items())


# --- When there is no one answer ----------------------------------------------------------------


def _undetermined(ruling: Ruling) -> str:
    named = listed(f'"{gap}"' for gap in ruling.gaps)
    because = f", because Ludex cannot carry out {named}" if named else ""
    return f"undetermined: the rulebook cannot say this{because}"


def _depends(ruling: Ruling) -> str:
    question = ruling.judged.question
    outcomes = ruling.outcomes
    if isinstance(question, May):
        yes = [o for o in outcomes if o.leaf.value is True]
        if yes and len(yes) < len(outcomes):
            may = _may(ruling.speech, question.act, yes=True)
            return f"it depends on what is chosen: {may} in some outcomes, in others not"
        verdict = "yes" if yes else "no"
        return f"{verdict}: {_may(ruling.speech, question.act, yes=bool(yes))}"
    return f"it depends on what is chosen: there are {len(outcomes)} answers"


def _illegal(ruling: Ruling, outcome: Outcome) -> str:
    line = illegal_line(ruling.judged.session, outcome.leaf)
    speech = ruling.speech
    if line is None:
        return "there is no legal way on"
    said = _may(speech, line, yes=False)
    mark = reader.mark_of(ruling.case.scenario.node, line.path)
    return said if mark is None else f"{said} (line {mark.line})"


def illegal_line(session: Session, leaf: Leaf) -> Act | None:
    """Return what was to be done, in an outcome in which it is not legal."""
    script = session.script
    node = session.graph.nodes[leaf.node]
    position = node.position
    if not isinstance(position, Position):
        return None
    decisions = {reason.unmet.arguments[0] for reason in leaf.reasons} or {
        atom.arguments[0] if atom.name == "unmet" else atom for atom in node.reasons
    }
    due = script._due(node.state, position)
    found = script.lines[due] if due < len(script.lines) else None
    present = Present(node.state)
    parts: set[Symbol] = set()
    if isinstance(found, Act) and found.missing(present) is None:
        parts = {part for part, _ in found.parts(present)}
    if not decisions & (set(script.passing) | parts):
        found = script._last_act(position)
    return found if isinstance(found, Act) else None


# --- The way there ------------------------------------------------------------------------------


def choice(speech: Speech, made: Choice) -> str:
    """Return a choice in words: who chooses what."""
    who = listed(_who(speech, player) for player in made.choosers) or "someone"
    decision = speech.term(made.decision, "decision")
    asks = decision.startswith(("which ", "what ", "whether ", "who ", "how "))
    return (
        f"{who} {'decides' if asks else 'chooses'} {decision}: {speech.term(made.option, 'option')}"
    )


def titles(ruling: Ruling, leaf: Leaf, count: int) -> tuple[str, ...]:
    """Return what each step on the way was, in words."""
    session = ruling.judged.session
    speech = ruling.speech
    said = []
    for number, edge in session.graph.path(leaf.query.node):
        taken = [(d, o) for d, o in edge.takes if d in session.script.passing]
        if taken:
            decision, option = taken[0]
            who = listed(_who(speech, side) for side in decision.arguments)
            said.append(f"{who}: {speech.option(option)}")
        else:
            mode = session.graph.nodes[number].mode
            entry = session.view.vocabulary.entry("mode", mode, 0)
            said.append(entry.phrase if entry is not None else mode)
    return tuple([*said, ""][:count])
