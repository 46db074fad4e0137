"""Values and facts to words: articles, plurals and agreement are worked out."""

from __future__ import annotations

import pytest

from kb.cards.facts import Fact, from_facts, to_facts
from kb.cards.game import Game
from kb.cards.reading import read, read_line
from kb.cards.values import Node, Noun, Verb, rewrite
from kb.errors import LudexError

SENTENCES = [
    "Kill an enemy unit.",
    "Each player discards 1, then draws 2.",
    "I enter ready if you control another Dragon.",
    "Your other units have +1 [M] and [Deflect].",
    "When you play me, you may kill a gear. If you do, draw 1.",
    "[2], [Exhaust]: Move a friendly unit to its base.",
    "[Deathknell] - Play two 1 [M] Recruit unit tokens into your base.",
    "[Level 6][>] I have [Assault 2].",
    "As an additional cost to play this, you may exhaust a friendly unit.",
    "Give enemy units -2 [M] this turn, to a minimum of 1 [M].",
    "Return a unit with 3 [M] or less to its owner's hand.",
    "If an opponent controls a battlefield, this costs [2] less.",
    'Units here have "When I hold, draw 1."',
    "Choose a unit. It deals damage equal to its Might to an enemy unit.",
    "[Shield 2], [Tank]",
    "[Equip] [1][Body]",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_what_is_read_prints_back(text: str, riftbound: Game) -> None:
    reading = read(text, riftbound)
    assert reading.status == "whole"
    assert reading.same_words
    assert reading.printed == text


@pytest.mark.parametrize("text", SENTENCES)
def test_facts_are_enough_to_print(text: str, riftbound: Game) -> None:
    value = read(text, riftbound).value
    assert from_facts(to_facts(value)) == value


def quantified(kind: str, game: Game, text: str = "Stun a unit here.") -> str:
    def change(node: Node) -> Node:
        return node.put("quantifier", Node(kind)) if node.kind == "phrase" else node

    changed = rewrite(read_line(text, game).values[0], change)
    return game.voice.text(changed)


def test_number_follows_the_quantifier(riftbound: Game) -> None:
    assert quantified("all", riftbound) == "Stun all units here."
    assert quantified("each", riftbound) == "Stun each unit here."
    assert quantified("any_number", riftbound) == "Stun any number of units here."


def test_the_article_follows_the_next_word(riftbound: Game) -> None:
    assert quantified("a", riftbound, "Stun that enemy unit.") == "Stun an enemy unit."
    assert quantified("a", riftbound, "Stun that unit.") == "Stun a unit."


def test_the_verb_follows_its_subject(riftbound: Game) -> None:
    value = read_line("You draw 1.", riftbound).values[0]
    for subject, said in (("it", "It draws 1."), ("they", "They draw 1."), ("i", "I draw 1.")):

        def change(node: Node, subject: str = subject) -> Node:
            return node.put("subject", Node(subject)) if node.kind == "does" else node

        assert riftbound.voice.text(rewrite(value, change)) == said


def test_wordings_of_one_meaning_share_the_frame_and_differ_in_style(riftbound: Game) -> None:
    short = read_line("If it's ready, draw 1.", riftbound)
    long = read_line("If it is ready, draw 1.", riftbound)
    styles = [
        {node.style for node in _walk(line.values[0]) if node.kind == "be"}
        for line in (short, long)
    ]
    assert styles == [{"short"}, {""}]


def _walk(value: Node) -> list[Node]:
    from kb.cards.values import walk

    return list(walk(value))


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (Fact("colour", ("n1", "red")), "unknown fact 'colour' about card text"),
        (Fact("part", ("n1", "object", "thing(3)")), "unknown term 'thing(3)' in facts"),
    ],
)
def test_facts_of_something_else_are_refused(fact: Fact, message: str) -> None:
    with pytest.raises(LudexError) as caught:
        from_facts([Fact("frame", ("n1", "act")), fact])
    assert message in str(caught.value)


def test_facts_without_a_root_are_refused() -> None:
    with pytest.raises(LudexError):
        from_facts([])


@pytest.mark.parametrize(
    "value",
    [
        Node("no_such_frame"),
        Node("noun", (("noun", Noun("dragonfly")),)),
        Node("act_alone", (("verb", Verb("yodel")),)),
    ],
)
def test_what_no_production_says_is_an_error(value: Node, riftbound: Game) -> None:
    with pytest.raises(LudexError):
        riftbound.voice.text(value)
