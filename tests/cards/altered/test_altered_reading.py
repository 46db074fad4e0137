"""Lines of our own, in the game's templating: they are read, print back, and have their kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.cards.altered.kinds import kind_of
from kb.cards.ambiguity import readings_of
from kb.cards.facts import from_facts, to_facts
from kb.cards.game import game
from kb.cards.reading import Reading, read
from kb.cards.values import Node
from kb.errors import LudexError

ReadIn = Callable[[str, str], Reading]
MeanIn = Callable[[str, str], Node]

LINES = [
    # English, French, kind
    ("{T} : Draw two cards.", "{T} : Piochez deux cartes.", "quick_action"),
    ("{D} : Exhaust target Spell.", "{D} : Épuisez un Sort ciblé.", "quick_action"),
    (
        "{2}, {T} : Ready target Permanent you control.",
        "{2}, {T} : Redressez un Permanent ciblé que vous contrôlez.",
        "quick_action",
    ),
    (
        "When you play a Robot — Ready me.",
        "Lorsque vous jouez un Robot — Redressez-moi.",
        "reaction",
    ),
    (
        "At Dusk, if your hand is empty — Draw three cards.",
        "Au Crépuscule, si votre main est vide — Piochez trois cartes.",
        "reaction",
    ),
    ("{J} I gain 5 boosts.", "{J} Je gagne 5 boosts.", "reaction"),
    ("{R} I lose 2 boosts.", "{R} Je perds 2 boosts.", "reaction"),
    ("{I} At Noon — I lose 1 boost.", "{I} À Midi — Je perds 1 boost.", "reaction"),
    ("[Eternal], [Tough 3].", "[Éternel], [Coriace 3].", "passive"),
    ("[Scout] {5}.", "[Repérage] {5}.", "passive"),
    (
        "I cost {3} less if you control a Dragon.",
        "Je coûte {3} de moins si vous contrôlez un Dragon.",
        "passive",
    ),
    (
        "If I would gain [[Anchored]], I gain 3 boosts instead.",
        "Si je devais gagner [[Ancré]], je gagne 3 boosts à la place.",
        "passive",
    ),
    ("Discard target Plant.", "Défaussez une Plante ciblée.", "effect"),
    (
        "Send target Permanent to Reserve, then draw a card.",
        "Envoyez un Permanent ciblé en Réserve, puis piochez une carte.",
        "effect",
    ),
    ("• [Resupply].", "• [Ravitaillez].", "effect"),
    ("• 3-5, draw a card.", "• 3-5, piochez une carte.", "effect"),
    ("Choose three:", "Choisissez trois :", "effect"),
    (
        "{H} You may pay {3} to give target Character 2 boosts.",
        "{H} Vous pouvez payer {3} pour donner 2 boosts à un Personnage ciblé.",
        "reaction",
    ),
    (
        "{H} You may have target Permanent gain [[Asleep]].",
        "{H} Vous pouvez faire gagner [[Endormi]] à un Permanent ciblé.",
        "reaction",
    ),
    (
        "{J} Return target Spell to its owner's hand.",
        "{J} Renvoyez un Sort ciblé dans la main de son propriétaire.",
        "reaction",
    ),
    (
        "Your Hero Expedition moves forward two regions.",
        "Votre Expédition Héros avance de deux régions.",
        "effect",
    ),
    (
        "Put the top three cards of your deck in Reserve.",
        "Mettez les trois premières cartes de votre deck en Réserve.",
        "effect",
    ),
    (
        "Each of your Expeditions is behind or tied.",
        "Chacune de vos Expéditions est en retard ou à égalité.",
        "passive",
    ),
]


@pytest.mark.parametrize(("english", "french", "kind"), LINES)
def test_line_is_read_in_both_languages_into_the_same(
    read_in: ReadIn, mean_in: MeanIn, english: str, french: str, kind: str
) -> None:
    for language, text in (("en", english), ("fr", french)):
        reading = read_in(language, text)
        assert reading.status == "whole", reading.lines[0].unread
        assert reading.same_words
        assert reading.exact, reading.printed
    assert mean_in("en", english) == mean_in("fr", french)
    lines = mean_in("en", english).get("lines")
    assert isinstance(lines, tuple)
    assert isinstance(lines[0], Node)
    assert kind_of(lines[0]) == kind


FORMS = [
    "When I leave the Expedition zone — Draw a card.",
    "When I leave the Expedition zone - Draw a card.",
    "When I leave the Expedition zone | Draw a card.",
    "Draw a card after I leave the Expedition zone.",
]


@pytest.mark.parametrize("text", FORMS)
def test_all_four_written_forms_of_a_reaction(mean_in: MeanIn, text: str) -> None:
    lines = mean_in("en", text).get("lines")
    assert isinstance(lines, tuple)
    assert isinstance(lines[0], Node)
    assert kind_of(lines[0]) == "reaction"


def test_facts_are_the_same_in_both_languages() -> None:
    english = read("At Noon — Ready two Mana Orbs.", game("altered"))
    french = read("À Midi — Redressez deux Orbes de Mana.", game("altered:fr"))
    assert [str(fact) for fact in english.facts] == [str(fact) for fact in french.facts]
    assert "kind(1,reaction)" in {str(fact) for fact in english.facts}


@pytest.mark.parametrize(("english", "french", "_kind"), LINES)
def test_values_go_through_facts_and_back(
    read_in: ReadIn, english: str, french: str, _kind: str
) -> None:
    for language, text in (("en", english), ("fr", french)):
        value = read_in(language, text).value
        assert from_facts(to_facts(value)) == value


def test_two_spaces_break_a_line_and_marks_are_set_aside(read_in: ReadIn) -> None:
    reading = read_in("en", "#[Gigantic].#  {R} I gain 1 boost[].")
    assert reading.status == "whole"
    assert reading.printed == "[Gigantic].\n{R} I gain 1 boost."


def test_what_is_not_understood_is_named_by_its_place(read_in: ReadIn) -> None:
    text = "{J} Draw a card.  {H} Draw a wibble."
    reading = read_in("en", text)
    (unread,) = [span for line in reading.lines for span in line.unread]
    assert reading.status == "partial"
    assert text[unread.read :].startswith("wibble")
    assert unread.unknown == "wibble"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I gains 1 boost."),
        ("en", "Draw two card."),
        ("en", "{R} You may spend 1 of my boost to [Resupply]."),
        ("en", "Characters it control gain 1 boost."),
        ("en", "Create a [Brassbug 2/2/2] Robot Robot token in my Expedition."),
        ("fr", "Piochez un carte."),
        ("fr", "Je gagnez 1 boost."),
        ("fr", "Épuisez une carte ciblé."),
        ("fr", "Les Personnages dans mon Expédition est [Aguerris]."),
    ],
)
def test_false_agreement_is_refused(read_in: ReadIn, language: str, text: str) -> None:
    assert read_in(language, text).status != "whole"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Plants I control gain 2 boosts."),
        ("en", "The next Song it plays this turn costs {2} less."),
        ("en", "{R} You may spend 3 of my boosts to draw two cards."),
        ("en", "Exchange target Spell in your Reserve with each card from your hand."),
        ("fr", "Les Plantes que je contrôle gagnent 2 boosts."),
        ("fr", "Le prochain Chant qu'ils jouent ce tour coûte {2} de moins."),
        ("fr", "Tous les Robots ciblés changent d'Expédition."),
        ("fr", "Lorsque vous allez en Réserve depuis votre main — Piochez une carte."),
    ],
)
def test_other_persons_and_quantifiers_than_cards_print(
    read_in: ReadIn, language: str, text: str
) -> None:
    reading = read_in(language, text)
    assert reading.status == "whole"
    assert reading.exact, reading.printed


@pytest.mark.parametrize(
    "text",
    [
        "Si vous êtes le premier joueur, piochez deux cartes.",
        "{J} Vous devenez le premier joueur.",
    ],
)
def test_who_is_the_first_player_is_a_state_and_has_one_reading(read_in: ReadIn, text: str) -> None:
    reading = read_in("fr", text)
    assert reading.exact, reading.printed
    assert [count.readings for count in readings_of(reading)] == [1]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Lorsqu'un Animal rejoint l'Expédition — Épuisez-le.", None),
        ("Envoyez-moi en Réserve.", None),
        ("Vous pouvez m'épuiser pour piocher une carte.", None),
        ("S'il y a au moins trois Repères, redressez-moi.", None),
    ],
)
def test_french_elides_and_contracts(read_in: ReadIn, text: str, printed: str | None) -> None:
    assert read_in("fr", text).printed == (printed or text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_long_text_is_refused_at_once(read_in: ReadIn, language: str) -> None:
    with pytest.raises(LudexError, match="at most"):
        read_in(language, "Draw a card. " * 8_000)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Play a Spell for free.", "Play a Spell."),
        ("Draw a card after Rest.", "Draw a card."),
        ("{J} I gain 1 boost, up to a max of 3.", "{J} I gain 1 boost, up to a max of 4."),
    ],
)
def test_facts_keep_how_something_is_done(mean_in: MeanIn, one: str, other: str) -> None:
    assert mean_in("en", one) != mean_in("en", other)
