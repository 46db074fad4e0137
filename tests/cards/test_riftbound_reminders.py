"""Reminder text is checked against its keyword, then set aside."""

from __future__ import annotations

import pytest

from kb.cards.game import Game
from kb.cards.reading import Reading, read


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("[Assault 2] (+2 [M] while I'm an attacker.)", True),
        ("[Assault 3] (+2 [M] while I'm an attacker.)", False),
        ("[Deflect] (Opponents must pay [A] to choose me.)", True),
        ("[Deflect 2] (Opponents must pay [A] to choose me.)", False),
        ("[Tank] (I must be assigned combat damage first.)", True),
        ("Stun a unit. (It sleeps.)", None),
    ],
)
def test_a_reminder_fits_its_keyword(text: str, fits: bool | None, riftbound: Game) -> None:
    reading = read(text, riftbound)
    assert reading.status == "whole"
    (reminder,) = reading.lines[0].reminders
    assert reminder.fits is fits
    assert text[reminder.start : reminder.end] == reminder.text


def test_printed_reminders_fit(riftbound_readings: list[Reading]) -> None:
    wrong = [
        (line.text, reminder.text)
        for reading in riftbound_readings
        for line in reading.lines
        for reminder in line.reminders
        if reminder.fits is False
    ]
    assert wrong == []
