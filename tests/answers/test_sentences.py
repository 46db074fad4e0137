"""The ruling comes in one plain sentence, whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest

import kb

JACE = "Jace, the Mind Sculptor"
TWO = {"archibald": {"hand": [JACE]}, "norbert": {"battlefield": ["Jace Beleren"]}}
CAST = {"do": [{"cast": JACE, "by": "Archibald"}, {"resolve": "top"}]}
BELEREN = {"card": "Jace Beleren", "loyalty": 3}
LIFE = {"what": "life", "of": "Norbert"}
PONDER = {
    "name": "Ponder It",
    "types": ["sorcery"],
    "cost": "{U}",
    "abilities": [{"effect": [{"other": "look at the top three cards"}]}],
}
RAISE = {
    "name": "Raise",
    "cost": "{B}",
    "types": ["sorcery"],
    "text": "You may return target creature card from your graveyard to the battlefield tapped.",
}
DRIFTER = {
    "name": "Test Drifter",
    "types": ["creature"],
    "cost": "{4}{U}",
    "power": 2,
    "toughness": 2,
    "evoke": "{2}{U}",
}


@pytest.mark.parametrize(
    ("question", "board", "sentence"),
    [
        (
            {"may": {"cast": JACE, "by": "Archibald"}},
            TWO,
            "Yes: Archibald may cast Jace, the Mind Sculptor.",
        ),
        (
            {"may": {"activate": "old Jace", "ability": "+2"}},
            {"archibald": {"battlefield": [{**BELEREN, "as": "old Jace", "activated": True}]}},
            "No: Archibald may not activate the +2 ability of old Jace.",
        ),
        (
            {"may": {"activate": "Jace Beleren", "ability": "-1", "targets": ["Norbert"]}},
            {"archibald": {"battlefield": [BELEREN]}},
            "Yes: Archibald may activate the -1 ability of Jace Beleren, targeting Norbert.",
        ),
        (
            {"may": {"cast": "Test Drifter", "by": "Archibald"}},
            {"archibald": {"hand": ["Test Drifter"], "mana": {"blue": 3}}, "cards": [DRIFTER]},
            "No: Archibald may not cast Test Drifter, but may cast Test Drifter with evoke.",
        ),
        ({"options": {"by": "Archibald"}}, {}, "Archibald may only pass."),
        ({"options": {"by": "Norbert"}}, {}, "Norbert may do nothing."),
        (
            {"options": {"by": "Archibald"}},
            {"archibald": {"hand": ["Grizzly Bears"]}},
            "Archibald may pass; or cast Grizzly Bears.",
        ),
        (
            {"targets": {"activate": "Jace Beleren", "ability": "-1"}},
            {"archibald": {"battlefield": [BELEREN]}},
            "To activate the -1 ability of Jace Beleren, "
            "Archibald may target Archibald or Norbert.",
        ),
        (
            {"targets": {"activate": "Gideon Jura", "ability": "-2"}},
            {"archibald": {"battlefield": ["Gideon Jura"]}},
            "To activate the -2 ability of Gideon Jura, Archibald has no legal target.",
        ),
        (
            {"what": "loyalty", "of": "Jace Beleren"},
            {"archibald": {"battlefield": [BELEREN]}},
            "Jace Beleren has loyalty 3.",
        ),
        (
            {"what": "types", "of": "Grizzly Bears"},
            {"archibald": {"battlefield": ["Grizzly Bears"]}},
            "Grizzly Bears has the type creature.",
        ),
        (
            {"what": "controller", "of": "Grizzly Bears"},
            {"archibald": {"battlefield": ["Grizzly Bears"]}},
            "The controller of Grizzly Bears is Archibald.",
        ),
        (
            {"what": "tapped", "of": "Grizzly Bears"},
            {"archibald": {"battlefield": [{"card": "Grizzly Bears", "tapped": True}]}},
            "Grizzly Bears is tapped.",
        ),
        (
            {"what": "zone", "of": "Grizzly Bears"},
            {"archibald": {"battlefield": ["Grizzly Bears"]}},
            "Grizzly Bears is on the battlefield.",
        ),
        ({"what": "life", "of": "Norbert"}, {"norbert": {"life": 7}}, "Norbert has 7 life."),
        ({"outcomes": {}}, {}, "Nothing changes, for nothing is done."),
        (
            {"outcomes": {}},
            {**TWO, **CAST},
            "Both Jace, the Mind Sculptor and Jace Beleren are in the graveyard.",
        ),
        (
            {"outcomes": {}, "expect": [{JACE: {"zone": "graveyard"}}]},
            {
                "archibald": {"hand": [JACE], "battlefield": ["Jace Beleren"]},
                "date": "2013-07-13",
                **CAST,
            },
            "It can end in 2 ways: Jace, the Mind Sculptor is in the graveyard, "
            "or Jace, the Mind Sculptor is on the battlefield.",
        ),
        (
            {"outcomes": {}},
            {
                "archibald": {"hand": ["Raise"], "graveyard": ["Grizzly Bears"]},
                "cards": [RAISE],
                "do": [{"cast": "Raise", "by": "Archibald"}, {"resolve": "top"}],
            },
            # Where it is says that nobody controls it and that it is not tapped.
            "It can end in 2 ways: Grizzly Bears is in the graveyard; or Grizzly Bears is on the "
            "battlefield and is tapped and the controller of Grizzly Bears is Archibald.",
        ),
        (
            {"outcomes": {}},
            {
                "archibald": {"hand": ["Shock"]},
                "norbert": {"battlefield": ["Jace Beleren"]},
                "do": [{"cast": "Shock", "by": "Archibald", "targets": ["Jace Beleren"]}],
            },
            "That is not legal: Archibald may not cast Shock, targeting Jace Beleren.",
        ),
        (
            LIFE,
            {
                "archibald": {"hand": ["Ponder It"]},
                "cards": [PONDER],
                "do": [{"cast": "Ponder It", "by": "Archibald"}, {"resolve": "top"}],
            },
            "Undetermined: the rulebook cannot say this, "
            'because Ludex cannot carry out "look at the top three cards".',
        ),
    ],
)
def test_the_sentence(
    question: dict[str, Any], board: dict[str, Any], sentence: str, asked
) -> None:
    (ruling,) = asked(question, **board)
    assert ruling.sentence == sentence


DOOM = {
    "name": "Choose Doom",
    "types": ["sorcery"],
    "cost": "{R}",
    "abilities": [
        {"mode": 1, "effect": [{"lose life": 3}]},
        {"mode": 2, "effect": [{"lose life": 1}]},
        {"mode": 3, "effect": [{"lose life": 4}, {"gain life": 1}]},
        {"mode": 4, "targets": ["creature"], "effect": [{"tap": "target 1"}]},
        {"mode": 5, "effect": [{"lose life": 6}]},
        {"mode": 6, "effect": [{"lose life": 9}]},
    ],
}
TAPPER = {
    "name": "Tapper",
    "types": ["creature"],
    "power": 1,
    "toughness": 1,
    "abilities": [{"cost": "{T}", "effect": [{"gain life": 1}]}],
}


@pytest.mark.parametrize(
    ("life", "further", "expect", "headline"),
    [
        # Of several modes some leave Archibald without life, which is not what is asked about.
        (
            3,
            [],
            [{"Norbert": {"life": 20}}],
            "It can end in 2 ways: the game goes on, or the game is over.",
        ),
        (
            20,
            [{"activate": "Tapper", "by": "Archibald"}, {"resolve": "top"}],
            [{"Norbert": {"life": 20}}],
            "It can end in 2 ways: that is not legal, or Norbert has 20 life.",
        ),
        (
            20,
            [{"activate": "Tapper", "by": "Archibald"}, {"resolve": "top"}],
            None,
            "It can end in 5 ways, told apart by the life of Archibald; "
            "whether all of it is legal.",
        ),
    ],
)
def test_of_several_ways_it_is_said_what_tells_them_apart(
    asked, life: int, further: list[Any], expect: Any, headline: str
) -> None:
    (ruling,) = asked(
        {"outcomes": {}, **({"expect": expect} if expect else {})},
        cards=[DOOM, TAPPER],
        archibald={"hand": ["Choose Doom"], "life": life, "battlefield": ["Tapper"]},
        do=[{"cast": "Choose Doom", "by": "Archibald"}, {"resolve": "top"}, *further],
    )
    assert ruling.sentence == headline


VEILED = {
    "name": "Test Veil",
    "types": ["creature"],
    "power": 4,
    "toughness": 4,
    "cost": "{4}{G}",
    "megamorph": "{2}{G}",
}


@pytest.mark.parametrize(
    ("question", "sentence", "reason"),
    [
        (
            {"turn face up": "Test Veil"},
            "No: Archibald may not turn Test Veil face up.",
            "face up, Test Veil would show megamorph: 2 generic mana",
        ),
        (
            {"cast face down": "hers"},
            "No: Archibald may not cast hers face down.",
            "Archibald casting hers with morph costs 3 generic mana",
        ),
        (
            {"turn manifested face up": "Grizzly Bears"},
            "No: Archibald may not turn Grizzly Bears face up for its mana cost.",
            "(printed on Grizzly Bears: cost 1 green mana)",
        ),
    ],
)
def test_what_is_turned_face_up_and_what_it_costs(
    asked, question: Any, sentence: str, reason: str
) -> None:
    (ruling,) = asked(
        {"may": {**question, "by": "Archibald"}},
        date="2026-02-27",
        cards=[VEILED],
        archibald={
            "mana": {"red": 1},
            "battlefield": [
                {"card": "Test Veil", "face down": True},
                {"card": "Grizzly Bears", "manifested": True},
            ],
            "hand": [{"card": "Test Veil", "as": "hers"}],
        },
    )
    assert ruling.sentence == sentence
    assert any(reason in line for line in ruling.lines(definitions=True, width=300))


TWIN = {
    "name": "Twin It",
    "types": ["instant"],
    "cost": "{R}",
    "text": "Copy target instant or sorcery spell. You may choose new targets for the copy.",
}
GRAB = {
    "name": "Grab",
    "types": ["sorcery"],
    "cost": "{U}",
    "text": "Untap up to two lands.",
}
BOLT = {"cast": "Lightning Bolt", "by": "Archibald", "targets": ["Norbert"]}


@pytest.mark.parametrize(
    ("date", "done", "said"),
    [
        (
            "2026-02-27",
            [
                BOLT,
                {"cast": "Twin It", "by": "Archibald", "targets": ["Lightning Bolt"]},
                {"resolve": "top"},
                {"choose": "the same as before", "for": "target"},
            ],
            "Archibald chooses target 1 of Archibald's copy of Lightning Bolt: the same as before",
        ),
        (
            "2013-01-30",
            [BOLT, {"resolve": "top"}, {"choose": "no", "for": "redirect"}],
            "Archibald decides how the redirection to a planeswalker is applied when "
            "Lightning Bolt deals damage to Norbert: not at all",
        ),
        (
            "2026-02-27",
            [
                {"cast": "Grab", "by": "Archibald"},
                {"resolve": "top"},
                {"choose": "no", "for": "selected"},
            ],
            "Archibald decides what Archibald selects for Grab: nothing more",
        ),
    ],
)
def test_what_is_declined_is_said_in_the_words_of_the_decision(
    asked, date: str, done: list[Any], said: str
) -> None:
    (ruling,) = asked(
        {"outcomes": {}},
        date=date,
        cards=[TWIN, GRAB],
        archibald={
            "hand": ["Lightning Bolt", "Twin It", "Grab"],
            "battlefield": [{"card": "Island", "tapped": True}],
        },
        norbert={"battlefield": ["Jace Beleren"]},
        do=done,
    )
    (outcome,) = ruling.outcomes
    assert said in outcome.choices


FADE = {"name": "Fade", "types": ["instant"], "cost": "{U}", "text": "Target permanent phases out."}
GARGOYLE = {
    "name": "Test Gargoyle",
    "types": ["artifact"],
    "text": "Sacrifice an artifact or land: You gain 1 life.\n"
    "Exile seven other cards from your graveyard: You gain 2 life.",
}
FADED = {
    "archibald": {"hand": ["Fade"]},
    "norbert": {"battlefield": ["Grizzly Bears"]},
    "cards": [FADE],
    "do": [{"cast": "Fade", "by": "Archibald", "targets": ["Grizzly Bears"]}, {"resolve": "all"}],
}


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            {"what": "zone", "of": "Grizzly Bears"},
            "Grizzly Bears is on the battlefield, but phased out.",
        ),
        (
            {"what": "controller", "of": "Grizzly Bears"},
            "The controller of Grizzly Bears is Norbert, but it is phased out.",
        ),
        ({"what": "power", "of": "Grizzly Bears"}, "Grizzly Bears is phased out."),
        ({"what": "permanent", "of": "Grizzly Bears"}, "Grizzly Bears is phased out."),
        ({"what": "permanent", "of": "Fade"}, "Fade is not a permanent."),
        ({"outcomes": {}}, "Fade is in the graveyard; Grizzly Bears is phased out."),
    ],
)
def test_what_is_phased_out_is_called_so(asked, question: Any, sentence: str) -> None:
    (ruling,) = asked(question, date="2013-01-30", **FADED)
    assert ruling.sentence == sentence


@pytest.mark.parametrize(
    ("ability", "sentence"),
    [
        (
            1,
            "Yes: Archibald may activate the [sacrifice an artifact or land] ability of Test "
            "Gargoyle.",
        ),
        (
            2,
            "No: Archibald may not activate the [exile 7 other cards in your graveyard] ability "
            "of Test Gargoyle.",
        ),
    ],
)
def test_a_cost_in_words_is_no_quotation(asked, ability: int, sentence: str) -> None:
    (ruling,) = asked(
        {"may": {"activate": "Test Gargoyle", "ability": ability, "by": "Archibald"}},
        date="2026-02-27",
        archibald={"battlefield": ["Test Gargoyle"]},
        cards=[GARGOYLE],
    )
    assert ruling.sentence == sentence


def test_a_declaration_of_nothing_is_said_without_a_double_negation(asked) -> None:
    (ruling,) = asked(
        {"may": {"block": {}, "by": "Norbert"}},
        date="2026-02-27",
        archibald={"battlefield": ["Grizzly Bears"]},
        norbert={"battlefield": ["Eager Cadet"]},
        do=[{"attack": {"Grizzly Bears": "Norbert"}, "by": "Archibald"}],
    )
    assert ruling.sentence == "Yes: Norbert may choose to block with nothing."


def test_what_depends_on_a_choice_says_so_and_which(asked) -> None:
    (ruling,) = asked(
        {"may": {"activate": JACE, "ability": "0", "by": "Archibald"}},
        archibald={"hand": [JACE], "battlefield": ["Jace Beleren"]},
        date="2013-07-13",
        **CAST,
    )
    assert (ruling.result, ruling.answer) == ("depends", None)
    assert ruling.sentence == (
        "It depends on what is chosen: Archibald may activate the 0 ability of "
        "Jace, the Mind Sculptor in some outcomes, in others not."
    )
    kept = (
        "Archibald decides which of the planeswalkers of type jace that Archibald controls is kept"
    )
    assert {(o.answer, o.choices, o.ways) for o in ruling.outcomes} == {
        (True, (f"{kept}: Jace, the Mind Sculptor",), 1),
        (False, (f"{kept}: Jace Beleren",), 1),
    }


def test_a_cut_search_says_that_it_is_cut(asked) -> None:
    (ruling,) = asked({"outcomes": {}}, **TWO, **CAST, options={"limit": 2})
    assert (ruling.result, ruling.exhausted, ruling.answer) == ("cut", False, None)
    assert ruling.sentence == "No answer: the search was cut before it found one."
    assert "The search was cut" in ruling.reasons


LB_CARD = {"type": "forward", "elements": ["ice"], "cost": 3, "power": 5000, "limit break": 1}
BREAKING = {
    "name": "Test Odin",
    "type": "summon",
    "elements": ["ice"],
    "cost": 2,
    "text": "Choose 1 Forward. Break it.",
}


@pytest.mark.parametrize(
    ("what", "of", "sentence"),
    [
        ("zone", "Test Squall", "Test Squall is in the LB deck."),
        ("came from", "Test Squall", "Test Squall came from the Break Zone."),
        ("came from", "Test Rinoa", "Test Rinoa came from no zone."),
        ("face", "Test Rinoa", "Test Rinoa is face up."),
        ("seen by", "Test Rinoa", "Test Rinoa is seen by Anna and Bert."),
        ("seen by", "Test Odin", "Test Odin is seen by nobody."),
    ],
)
def test_what_is_said_of_a_card_elsewhere(what: str, of: str, sentence: str) -> None:
    scenario = kb.Scenario(
        game="fftcg",
        cards=[{"name": "Test Squall", **LB_CARD}, {"name": "Test Rinoa", **LB_CARD}, BREAKING],
        players={
            "Anna": {
                "pays all": True,
                "lb deck": ["Test Squall", "Test Rinoa"],
                "hand": ["Test Odin"],
            },
            "Bert": {},
        },
        do=[
            {"cast": "Test Squall", "by": "Anna"},
            {"cast": "Test Odin", "by": "Anna", "targets": ["Test Squall"]},
            {"resolve": "top"},
        ],
        ask=[{"what": what, "of": of}],
    )
    said, _, _ = kb.ask(scenario)[0].sentence.partition(", by ")
    assert f"{said}." == sentence


def test_no_each_time_for_other_reasons_is_one_answer() -> None:
    drain = {"name": "Test Drain", "types": ["sorcery"], "cost": "{R}{W}", "text": "Draw a card."}
    cow = {"name": "Test Cow", "types": ["creature"], "power": 1, "toughness": 1, "cost": "{1}{W}"}
    (ruling,) = kb.ask(
        {
            "game": "mtg",
            "cards": [drain, cow],
            "players": {
                "Ann": {"hand": ["Test Cow", "Test Drain"], "mana": {"red": 1, "white": 2}},
                "Bob": {},
            },
            "do": [{"cast": "Test Cow", "by": "Ann"}, {"resolve": "top"}],
            "ask": [{"may": {"cast": "Test Drain", "by": "Ann"}}],
        }
    )
    assert len(ruling.outcomes) == 2
    assert (ruling.result, ruling.answer) == ("answer", False)


@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        ("Ann's Imp of Test Call", "Ann's Imp of Test Call has ceased to exist."),
        ("Bob's Imp of Test Call", "Nothing called Bob's Imp of Test Call is there."),
    ],
)
def test_a_token_that_is_gone_has_been_there(of: str, sentence: str) -> None:
    call = {
        "name": "Test Call",
        "types": ["sorcery"],
        "cost": "{R}",
        "text": "Create a 1/1 red Imp creature token. All creatures get -1/-1 until end of turn.",
    }
    (ruling,) = kb.ask(
        {
            "game": "mtg",
            "cards": [call],
            "players": {"Ann": {"hand": ["Test Call"]}, "Bob": {}},
            "do": [{"cast": "Test Call", "by": "Ann"}, {"resolve": "top"}],
            "ask": [{"what": "zone", "of": of}],
        }
    )
    said, _, _ = ruling.sentence.partition(", by Comp")
    assert f"{said}." == sentence
    assert ruling.state == "answered"
