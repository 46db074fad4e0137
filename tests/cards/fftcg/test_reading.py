"""Sentences of our own in the game's templating: read, said again, refused where spoilt."""

from __future__ import annotations

import pytest

from kb.cards.ambiguity import count_readings
from kb.cards.facts import from_facts, to_facts
from kb.cards.game import Game
from kb.cards.grammar import Grammar
from kb.cards.reading import Reading, read, read_line
from kb.cards.values import Node, walk

# A line for each family of marks and productions.
LINES = (
    "When Old Quillon enters the field, choose 1 Forward of cost 3 or less opponent controls. "
    "Break it.",
    "When Quillon enters the field or attacks, you may pay {Ice}{1}. When you do so, draw 2 cards.",
    "If you control 2 or more Job Tinker or Card Name Pim, Quillon gains +2000 power and Brave.",
    "The cost required to cast Quillon is reduced by 1 for each Fire Character you control "
    "(it cannot become 0).",
    "{Wind}{Dull}, put Quillon into the Break Zone: Choose up to 2 active Forwards. Dull them and "
    "Freeze them. You can only use this ability during your turn and only once per turn.",
    "Until the end of the turn, Quillon also becomes a Forward with 7000 power, Haste and "
    '"When Quillon is blocked, draw 1 card."',
    "Reveal the top 4 cards of your deck. Add 1 Category XX Monster among them to your hand and "
    "return the other cards to the bottom of your deck in any order.",
    "Deal it 2000 damage and 1000 more damage for each Backup you control.",
    "If its cost is equal to or less than the number of Job Tinker you control, play it onto the "
    "field dull.",
    "During this turn, the next damage dealt to it becomes 0 instead.",
    "Quillon cannot be chosen by your opponent's Summons or abilities that share its Element.",
    "You may search for 1 Forward with the same name as the discarded card and add it to your "
    "hand.",
    "Before paying the cost to cast Quillon, you can pay {Fire} to reduce the cost required to "
    "cast Quillon by 2.",
    'The Job Tinker other than Quillon you control gain "This Forward cannot be broken." until '
    "the end of the turn.",
    "Turn over one card at a time from the top of your deck until an Ice or Fire card is revealed.",
    "Draw 2 cards, then discard 1 card from your hand.",
    "Remove it from the game for as long as Quillon is on the field.",
    "You can cast it at any time you could normally cast it this turn.",
    "When a Forward other than Quillon you control is put from the field into the Break Zone, "
    "activate Quillon.",
    "Deal it damage equal to half of Quillon's power (round up to the nearest 1000).",
    "All the Forwards you control gain +1000 power and all the Forwards opponent controls lose "
    "1000 power until the end of the turn.",
    "When Quillon, Lord of Glass attacks, name 1 Element. Choose 1 [Card Name (Pim)] you control.",
    "Place 1 Glass Counter on Quillon. Quillon is also Card Name Pim in all situations.",
    "Choose 1 Forward. The former gains Haste and the latter loses Brave.",
)


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_and_said_again(line: str, fftcg: Game) -> None:
    reading = read(line, fftcg)
    assert reading.status == "whole", reading.lines[0].unread
    assert reading.printed == line
    assert from_facts(to_facts(reading.value)) == reading.value


@pytest.mark.parametrize("line", LINES)
def test_a_line_has_one_reading(line: str, fftcg: Game) -> None:
    assert count_readings(read_line(line, fftcg).normal, fftcg).readings == 1


@pytest.mark.parametrize(
    "line",
    [
        "Choose 1 Forward. it Deal 4000 damage.",
        "When When Quillon attacks, draw 1 card.",
        "When Quillon Quillon attacks, draw 1 card.",
        "Quillon gain Haste.",
        "The Forwards you control gains Haste.",
        "Return it to its owner's owner's hand.",
        "Forward enters the field.",
        "Choose 1 Job Tinker Tinker.",
        "Dull 1 dull dull Forward.",
        "It cannot block this this turn.",
    ],
)
def test_a_spoilt_line_is_refused(line: str, fftcg: Game) -> None:
    assert read(line, fftcg).status != "whole"


def test_options_follow_their_choice(fftcg: Game) -> None:
    text = 'Select 1 of the 2 following actions.\n"Draw 1 card."\n"Choose 1 Forward. Dull it."'
    reading = read(text, fftcg)
    assert reading.status == "whole"
    assert reading.printed == text


def test_a_sentence_over_two_lines_is_one(fftcg: Game) -> None:
    reading = read("When Quillon attacks, draw\n1 card and discard 1 card.", fftcg)
    assert reading.status == "whole"
    assert reading.printed == "When Quillon attacks, draw 1 card and discard 1 card."


def test_what_a_web_page_left_is_no_text(fftcg: Game) -> None:
    reading = read("<p>*Haste*<br />\nDraw 1 card.</p>", fftcg)
    assert reading.printed == "Haste\nDraw 1 card."


def test_what_is_not_understood_is_named(fftcg: Game) -> None:
    (unread,) = read("Choose 1 Forward. Flurb it.", fftcg).lines[0].unread
    assert unread.text == "Flurb it."


def test_mentions_know_their_roles(fftcg: Game) -> None:
    text = "When a Forward enters your field, choose 1 Backup. Return it to its owner's hand."
    mentions = read(text, fftcg).mentions
    roles = {text[mention.start : mention.end]: mention.role for mention in mentions}
    assert roles["a Forward"] == "trigger"
    assert roles["1 Backup"] == "effect"
    assert roles["its owner's hand"] == "destination"


def test_the_grammar_has_no_conflict_in_strict_mode(fftcg: Game) -> None:
    fresh = Grammar(fftcg.folder)
    assert fresh.lalr.options.strict
    assert set(fresh.productions) == set(fftcg.grammar.productions)


@pytest.mark.parametrize(
    ("line", "elements"),
    [
        ("Choose 1 Fire or Ice Forward. Break it.", ["fire", "ice"]),
        ("Choose 1 Fire, Ice or Wind Forward. Break it.", ["fire", "ice", "wind"]),
        ("The Fire and Ice Forwards you control gain Haste.", ["fire", "ice"]),
    ],
)
def test_a_noun_belongs_to_all_elements_before_it(
    line: str, elements: list[str], fftcg: Game
) -> None:
    reading = read(line, fftcg)
    (kind,) = [node for node in walk(reading.value) if node.kind == "sorted"]
    found = [str(node.get("element")).split("^")[0] for node in walk(kind.get("sort"))]
    assert [word for word in found if word != "None"] == elements
    assert isinstance(kind.get("noun"), Node)
    assert reading.printed == line


def test_each_element_may_have_its_noun(fftcg: Game) -> None:
    reading = read("Choose 1 Fire Forward or Ice Backup. Break it.", fftcg)
    assert sum(node.kind == "sorted" for node in walk(reading.value)) == 2


# Each text in an older wording, and the same in the words of today.
OLDER = (
    (
        "The cost required to play Quillon onto the field is reduced by 1 for each Forward you "
        "control.",
        "The cost required to cast Quillon is reduced by 1 for each Forward you control.",
    ),
    (
        "The cost required to put your Fire Characters onto the field is reduced by 1.",
        "The cost required to cast your Fire Characters is reduced by 1.",
    ),
    (
        "If you control Card Name Pim, the cost for playing Quillon onto the field becomes 0.",
        "If you control Card Name Pim, the cost for casting Quillon becomes 0.",
    ),
    (
        "Before paying the cost to play Quillon onto the field, you may draw 1 card.",
        "Before paying the cost to cast Quillon, you may draw 1 card.",
    ),
    (
        "When Quillon enters the field, if the cost to play Quillon was only paid with Ice CP, "
        "draw 1 card.",
        "When Quillon enters the field, if the cost to cast Quillon was only paid with Ice CP, "
        "draw 1 card.",
    ),
    ("When you Summon a Summon, draw 1 card.", "When you cast a Summon, draw 1 card."),
    (
        "The cost required to Summon your next Summon is reduced by 2.",
        "The cost required to cast your next Summon is reduced by 2.",
    ),
)


def _meaning(reading: Reading) -> set[str]:
    """Return the facts of a text, the style of its words and their places aside."""
    return {str(fact) for fact in reading.facts if fact.predicate not in ("style", "mention")}


@pytest.mark.parametrize(("older", "today"), OLDER)
def test_older_words_for_casting_mean_casting(older: str, today: str, fftcg: Game) -> None:
    """FFC-062: paying the cost to put onto the field, and summoning a Summon, are casting."""
    before, now = read(older, fftcg), read(today, fftcg)
    assert (before.status, now.status) == ("whole", "whole")
    assert (before.printed, now.printed) == (older, today)
    assert any(fact.predicate == "style" for fact in before.facts)
    assert _meaning(before) == _meaning(now)
    assert count_readings(read_line(older, fftcg).normal, fftcg).readings == 1


def test_an_effect_that_plays_a_card_onto_the_field_is_no_casting(fftcg: Game) -> None:
    reading = read("Play 1 Forward of cost 2 or less from your hand onto the field.", fftcg)
    assert sum('verb("play")' in str(fact) for fact in reading.facts) == 1
    assert not any("cast" in str(fact) for fact in reading.facts)


# Families of double readings, each with the convention that settles it: of two frames, which one
# holds the other, and in which of its parts.
CONVENTIONS = {
    "'and' before a subject joins clauses": (
        "Draw 1 card and your opponent discards 1 card.",
        ("clauses", "second", "does"),
    ),
    "'and' between verbs continues the order": (
        "Draw 1 card and dull 1 Forward.",
        ("and_act", "second", "act"),
    ),
    "'and' between counted nouns joins two choices": (
        "Choose 1 Forward and 1 Backup.",
        ("act", "object", "all_of"),
    ),
    "'and' between keywords joins what is gained": (
        "Quillon gains +1000 power, Haste and Brave.",
        ("all_of", "second", "keyword"),
    ),
    "'and' between Elements shares the noun": (
        "The Fire and Ice Forwards you control gain Haste.",
        ("sorted", "sort", "and_noun"),
    ),
    "'or' between kinds of names shares the noun": (
        "Choose 1 Job Tinker or Card Name Pim Forward.",
        ("sorted", "sort", "or_noun"),
    ),
    "'or' before a number joins two choices": (
        "Choose 1 Forward of cost 3 or less or 1 Backup.",
        ("any_of", "first", "bound"),
    ),
    "'or' between events is one trigger": (
        "When Quillon enters the field or attacks, draw 1 card.",
        ("when", "event", "or_act"),
    ),
    "'until' after the last thing gained is about all of them": (
        "All the Forwards you control gain +1000 power and Haste until the end of the turn.",
        ("act_how", "act", "all_of"),
    ),
    "'until' before clauses is about all of them": (
        "Until the end of the turn, it gains +1000 power and Quillon gains Brave.",
        ("under", "does", "clauses"),
    ),
    "'until' with a clause says when to stop": (
        "Turn over one card at a time from the top of your deck until an Ice card is revealed.",
        ("only_under", "condition", "sorted"),
    ),
    "a condition in front is about all of its sentence": (
        "If you control a Backup, draw 1 card and your opponent discards 1 card.",
        ("under", "does", "clauses"),
    ),
    "a condition ends with its sentence": (
        "If you control a Backup, dull 1 Forward. Draw 1 card.",
        ("effects", "sentences", "under"),
    ),
    "a condition after the trigger stands inside it": (
        "When Quillon attacks, if you control a Backup, draw 1 card.",
        ("under", "does", "under"),
    ),
    "'only if' at the end is about the whole sentence": (
        "This effect will trigger only if Quillon is removed from the game.",
        ("only_under", "does", "may"),
    ),
    "a comma before the colon joins costs": (
        "{Fire}, discard 1 card, put Quillon into the Break Zone: Draw 1 card and dull 1 Forward.",
        ("action", "effects", "and_act"),
    ),
    "a cost belongs to what it is paid for": (
        "Before paying the cost to cast Quillon, draw 1 card.",
        ("prep_doing_to", "what", "to_do"),
    ),
    "an older word for casting takes its place along": (
        "Before paying the cost to play Quillon onto the field, draw 1 card.",
        ("prep_doing_to", "what", "to_do"),
    ),
    "'for each' counts the act": (
        "Deal it 1000 damage for each Backup you control.",
        ("act_how", "how", "you_do"),
    ),
    "'for each' after two amounts counts both": (
        "Deal it 2000 damage and 1000 more damage for each Backup you control.",
        ("act_how", "act", "all_of"),
    ),
    "'you control' belongs to the nearest noun": (
        "Return 1 Forward and 1 Backup you control to their owner's hand.",
        ("all_of", "second", "you_do"),
    ),
    "'among them' belongs to the noun, 'to your hand' to the act": (
        "Add 1 Forward among them to your hand.",
        ("act", "object", "of"),
    ),
    "'other than' belongs to the noun before it": (
        "The Forwards other than Quillon you control gain Haste.",
        ("does", "subject", "other_than"),
    ),
    "'then' after a comma follows on the whole chain": (
        "Draw 2 cards, then discard 1 card from your hand.",
        ("then_act", "second", "prep"),
    ),
    "a quotation is one of the things gained": (
        'Quillon gains Haste, Brave and "When Quillon attacks, draw 1 card."',
        ("all_of", "second", "quoted"),
    ),
    "'due to' belongs to the event": (
        "When a Forward enters your field due to Warp, draw 1 card.",
        ("when", "event", "prep"),
    ),
}


@pytest.mark.parametrize(("text", "frames"), CONVENTIONS.values(), ids=CONVENTIONS.keys())
def test_a_convention_leaves_one_reading(
    text: str, frames: tuple[str, str, str], fftcg: Game
) -> None:
    line = read_line(text, fftcg)
    assert line.whole
    assert count_readings(line.normal, fftcg).readings == 1
    outer, part, inner = frames
    held = (node.get(part) for node in walk(line.values[0]) if node.kind == outer)
    assert any(node.kind == inner for value in held for node in walk(value))
