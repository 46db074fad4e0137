"""A proof as nested plain data: the same words, rules and order as its text."""

from __future__ import annotations

import kb


def _lines(branches: list) -> list[str]:
    found = []
    for one in branches:
        numbers = ", ".join(one["rules"])
        found += [f"{numbers}  {one['text']}" if numbers else one["text"]]
        found += [one["sentence"]] * bool(one["sentence"]) + _lines(one["branches"])
    return found


def _plain(text: str) -> str:
    return "".join(c for c in text if c not in "├└│─ \n").replace("(asshownabove)", "")


def test_it_says_what_the_text_says() -> None:
    for ruling in kb.ask("examples/two-jaces.yaml"):
        (outcome,) = ruling.to_json()["outcomes"]
        assert _plain("".join(_lines(outcome["tree"]))) in _plain(ruling.reasons)
        assert outcome["tree"]


def test_what_is_not_proved_has_no_tree() -> None:
    scenario = kb.read_scenario(
        "game: mtg\nplayers: {Ann: {}, Bo: {}}\nask: [{options: {by: Ann}}]"
    )
    (ruling,) = kb.ask(scenario)
    assert ruling.to_json()["outcomes"][0]["tree"] == []


def test_a_reading_stands_beside_the_numbers() -> None:
    ruling, *_ = kb.ask("examples/reactions.yaml", question=1)
    first = ruling.to_json()["outcomes"][0]["tree"][0]
    assert (first["rules"], first["readings"]) == (["4.4.c-remark"], ["N-AL-02: initiative"])
