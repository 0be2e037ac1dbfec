"""Durations with a half or a quarter in words."""

import pytest

from recollect.validation.grammar.spoken_durations import spoken_durations
from tests.cases import each_case
from tests.validation.examples import call, checked, wrong

OUTAGE = call(
    "get_outage", outage={"id": "OUT-2207", "service": "Card payments", "duration_minutes": 150}
)
RESTART = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Oct 7, 16:40 \u2013 p.haddad: The restart of the relay took three quarters of an hour "
    "and did not help.",
)


@each_case(
    ("text", "minutes"),
    [
        ("two and a half hours", 150), ("two-and-a-half hours", 150), ("half an hour", 30),
        ("an hour and a half", 90), ("a day and a half", 2_160), ("an hour and a quarter", 75),
        ("three quarters of an hour", 45), ("a quarter of an hour", 15),
        ("anderthalb stunden", 90), ("zweieinhalb tage", 3_600), ("einer halben stunde", 30),
        ("eine viertelstunde", 15), ("eine dreiviertelstunde", 45),
        ("une heure et demie", 90), ("trois quarts d'heure", 45), ("une demi-heure", 30),
        ("dos horas y media", 150), ("media hora", 30), ("tres cuartos de hora", 45),
        ("duas horas e meia", 150), ("meia hora", 30), ("um quarto de hora", 15),
        ("un'ora e mezza", 90), ("mezz'ora", 30), ("tre quarti d'ora", 45),
        ("two hours and three quarters", 165), ("two and three quarter hours", 165),
        ("two and a quarter hours", 135), ("due ore e tre quarti", 165),
        ("deux heures et trois quarts", 165),
        ("anderhalf uur", 90), ("drieenhalf uur", 210), ("drie kwartier", 45),
    ],
)  # fmt: skip
def test_durations_with_a_half_or_a_quarter_are_read(text: str, minutes: float) -> None:
    (found,) = spoken_durations(f"so {text} it was")
    assert found.minutes == pytest.approx(minutes)
    assert f"so {text} it was"[found.start : found.end] == text


@each_case(
    "text",
    [
        "two hours and three quarters of the users",
        "due ore e tre quarti degli utenti",
        "half an api",
        "the first quarter of the year",
        "half past ten",
        "demi",
    ],
)
def test_other_halves_and_quarters_are_not_read_as_durations(text: str) -> None:
    assert not list(spoken_durations(text))


def test_spoken_durations_are_compared_with_numbers_and_with_words() -> None:
    assert checked("Card payments were down for two and a half hours.", OUTAGE).valid
    assert checked("The restart took 45 minutes.", RESTART).valid
    assert wrong("The restart of the relay took two and a half hours.", RESTART) == {
        ("duration", "two and a half hours")
    }


@each_case(
    "answer",
    [
        "It took two hours and three quarters of the users noticed.",
        "Dur\u00f3 dos horas y tres cuartos de los usuarios lo notaron.",
    ],
)
def test_a_fraction_of_users_is_not_read_as_a_fraction_of_an_hour(answer: str) -> None:
    told = call("getOutage", outage={"duration": "2 hours"}, note="The outage took 2 hours.")
    assert checked(answer, told).contradictions == ()
