"""What passive abilities say of Might: "Units here have +1 [M]", [Assault], [Shield].

A claim says whom it is about (``of``: a mention, or ``itself``), how much it adds (``adds``), for
each of what (``each``), where (``place``), while they attack or defend (``during``) and as what
its own card has to be (``provided``). What says more than that is open: no rule carries it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cards.claims import Claim
from kb.cards.mentions import Mention, heads_of
from kb.cards.reading import Line, Reading
from kb.cards.riftbound.mentions import only_tags
from kb.cards.riftbound.passive import is_passive
from kb.cards.values import Node, Value, Verb, walk

ITSELF = ("of", "itself")
OPEN = ("open", "true")

_KEYWORD = re.compile(r"\[(assault|shield)(?::(\d+))?\]")
_DURING = {"assault": "attacking", "shield": "defending"}
_PLAIN = frozenset({"other", "buffed", "unbuffed", "stunned", "exhausted", "ready"}) | {
    "attacking",
    "defending",
}
"""Descriptions that a board shows, and that do not go by Might themselves."""

_COMPARED = frozenset({"compared", "might_bound", "measured", "with_might", "with_thing"})
"""Frames in which Might is only measured."""

_MEASURES = re.compile(r"\[(?:M|S|Assault|Shield)\b|\bMight\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:I|me|my|My)\b")
_OTHERS = re.compile(r"\bunits?\b", re.IGNORECASE)
_SET_OFF = re.compile(r"^(?:\[[^\]]*\](?:\[>\])? *(?:- *)?)?(?:When|At|Whenever)\b|: ")


def claims(reading: Reading) -> tuple[Claim, ...]:
    """Return what the passive abilities of a text say of Might, in its order."""
    return tuple(claim for line in reading.lines for claim in _of_line(line, reading.mentions))


def _of_line(line: Line, mentions: list[Mention]) -> Iterator[Claim]:
    for value in line.values:
        if value.kind == "keywords":
            yield from (Claim(text, (ITSELF, *said)) for text, said in _keywords(value))
        elif is_passive(value) and _about_might(value):
            yield from _of_ability(value, line.text, mentions)
        elif is_passive(value) and _more_buffs(value):
            yield Claim(line.text, (ITSELF, ("provided", "buffed"), OPEN))
    for unread in line.unread:
        if _MEASURES.search(unread.text) and not _SET_OFF.search(line.text):
            own = _OWN.search(unread.text) and not _OTHERS.search(unread.text)
            yield Claim(unread.text, (ITSELF, OPEN) if own else (OPEN,))


def _keywords(value: Value) -> Iterator[tuple[str, tuple[tuple[str, str | int], ...]]]:
    """Yield the keywords that add Might, as they are printed, and what they say."""
    for inner in walk(value):
        if found := _KEYWORD.fullmatch(str(inner.get("keyword"))):
            name, amount = found[1], found[2] or "1"
            text = f"[{name.capitalize()}{'' if found[2] is None else f' {amount}'}]"
            yield text, (("adds", int(amount)), ("during", _DURING[name]))


def _of_ability(ability: Node, text: str, mentions: list[Mention]) -> Iterator[Claim]:
    """Yield what an ability says of Might: as one claim that is open, if it says too much."""
    clauses = list(_clauses(ability))
    found = [one for clause in clauses for one in _plain(clause, text, mentions)]
    if found and len(clauses) == 1:
        yield from found
        return
    about = _subject(clauses[0], mentions) if len(clauses) == 1 else None
    said, meant = about or ((), ())
    during = (_fighting(clauses[0]) or _by_keyword(clauses[0])) if about else None
    yield Claim(text, (*said, *([("during", during)] if during else []), OPEN), meant)


def _clauses(ability: Node) -> Iterator[Node]:
    """Yield the sentences that are about Might, without labels."""
    for inner in walk(ability):
        if inner.kind == "sentence" and _about_might(inner):
            clause = inner.node("does")
            if clause is not None:
                yield clause if ability.kind == "effects" else Node("labelled", (("does", clause),))


_About = tuple[tuple[tuple[str, str | int], ...], tuple[tuple[str, int], ...]]


def _subject(clause: Node, mentions: list[Mention]) -> _About | None:
    """Return whom a clause is about; None where that is not understood."""
    stated = None
    while clause.kind in {"under", "labelled"}:
        stated = _condition(clause) or stated
        inner = clause.node("does")
        if inner is None:
            return None
        clause = inner
    subject = clause.node("subject")
    if subject is not None and subject.kind == "it":
        # "While a friendly unit defends alone, it …"
        subject = stated.node("subject") if stated is not None else None
    if subject is None:
        return None
    if subject.kind == "i":
        return (ITSELF,), ()
    if any(inner.kind == "my" for inner in walk(subject.get("quantifier"))):
        return ((ITSELF,), ()) if "might" in heads_of(subject) else None
    number = _mentioned(subject, mentions)
    if number is None or subject.kind not in {"phrase", "bare"} or "might" in heads_of(subject):
        return None
    return (), (("of", number),)


def _condition(clause: Node) -> Node | None:
    """Return the statement under which a clause holds."""
    condition = clause.node("condition")
    return condition.node("cond") if condition and condition.kind == "if" else condition


def _fighting(clause: Node) -> str | None:
    """Return as what those that a clause is about have to fight: attacking or defending."""
    stated, inner = _condition(clause), clause.node("does") or clause
    who, whom = (one.node("subject") if one is not None else None for one in (stated, inner))
    if who is None or whom is None or (whom.kind != "it" and {who.kind, whom.kind} != {"i"}):
        return None
    verbs = [one.get("verb") for one in walk(stated)]
    done = {v.lemma if isinstance(v, Verb) else str(v).split("^")[0] for v in verbs}
    found = [how for how, words in _FIGHTING.items() if done & words]
    return found[0] if len(found) == 1 else None


def _by_keyword(clause: Node) -> str | None:
    """Return when what a clause gives adds Might, where it gives a keyword and no number."""
    if any(inner.kind in _NUMBERS for inner in walk(clause)):
        return None
    found = {said["during"] for said in map(dict, (s for _, s in _keywords(clause)))}
    return str(found.pop()) if len(found) == 1 else None


_NUMBERS = frozenset({"might", "might_up", "more_might_for"})
_FIGHTING = {"attacking": {"attacking", "attack"}, "defending": {"defending", "defend"}}


def _plain(clause: Node, text: str, mentions: list[Mention]) -> Iterator[Claim]:
    """Yield what a clause says, if a board shows all that it goes by."""
    about = _subject(clause, mentions)
    said: list[tuple[str, str | int]] = []
    if clause.kind == "under":
        state = _own_state(clause.node("condition"))
        if state is None:
            return
        said.append(("provided", state))
        clause = clause.node("does") or clause
    if about is None or clause.kind not in {"does", "does_how"}:
        return
    if clause.kind == "does_how" and str(clause.get("manner")) != "each^g":
        return
    said = [*about[0], *said]
    meant = list(about[1])
    acts = clause.node("acts")
    if acts is not None and acts.kind == "act_how":
        how = acts.node("how")
        counted = how.node("each") if how is not None and how.kind == "for_each" else None
        number = _mentioned(counted, mentions) if counted is not None else None
        if counted is None or number is None:
            return
        meant.append(("each", number))
        if not _shown(counted, mentions[number - 1]):
            return
        acts = acts.node("act")
    if acts is not None and acts.kind == "have_at":
        place = acts.node("place")
        word = place.node("word") if place is not None else None
        if word is None or word.kind != "here":
            return
        said.append(("place", "here"))
    elif acts is None or acts.kind != "have":
        return
    subject = clause.node("subject")
    for key, number in meant:
        if key == "of" and subject is not None and not _shown(subject, mentions[number - 1]):
            return
    for grant in _grants(acts):
        yield Claim(text, (*said, *grant), tuple(meant))


def _grants(acts: Node) -> Iterator[tuple[tuple[str, str | int], ...]]:
    """Yield what is had: a number of Might, or keywords that add some."""
    for inner in walk(acts.get("grants")):
        if inner.kind == "might":
            number = re.fullmatch(r"([+-])#(\d+)", str(inner.get("change")))
            if number is not None:
                yield (("adds", int(number[1] + number[2])),)
    for _, said in _keywords(acts.get("grants")):
        yield said


def _own_state(condition: Node | None) -> str | None:
    """Return the state that a card has to be in by "while I'm …"; None by any other condition."""
    if condition is None or condition.kind != "if":
        return None
    stated = condition.node("cond")
    if str(condition.get("if")) != "while" or stated is None or stated.kind != "is":
        return None
    subject, being = stated.node("subject"), stated.node("complement")
    if subject is None or subject.kind != "i" or being is None or being.kind != "state":
        return None
    state = str(being.get("state")).split("^")[0]
    return state if state in _PLAIN - {"other"} else None


def _mentioned(phrase: Node, mentions: list[Mention]) -> int | None:
    """Return the number of the mention that a phrase makes."""
    for number, mention in enumerate(mentions, 1):
        if (mention.start, mention.end, mention.frame) == (*phrase.span, phrase.kind):
            return number
    return None


def _shown(phrase: Node, mention: Mention) -> bool:
    """Whether a board shows all by which a phrase describes things."""
    features = set(mention.features)
    if only_tags(phrase):
        features.discard("further")
    known = mention.quantifier in {"", "own", "all", "each"}
    return known and mention.side != "other" and features <= _PLAIN


def _more_buffs(value: Node) -> bool:
    """Whether a card may have more than one buff: how many it has, a board does not show."""
    for inner in walk(value):
        had = inner.node("acts") if inner.kind == "may" and inner.get("modal") == "can" else None
        what = had.node("object") if had is not None and had.kind == "have_thing" else None
        if what is not None and any(head.startswith("buff") for head in heads_of(what)):
            return True
    return False


def _about_might(value: Node) -> bool:
    """Whether a text gives Might, or speaks of it other than to measure something."""
    if value.kind in _NUMBERS:
        return True
    if _KEYWORD.fullmatch(str(value.get("keyword"))) or "might" in heads_of(value.get("noun")):
        return True
    parts = (
        one for _, part in value.parts for one in (part if isinstance(part, tuple) else [part])
    )
    return any(
        isinstance(one, Node) and one.kind not in _COMPARED and _about_might(one) for one in parts
    )
