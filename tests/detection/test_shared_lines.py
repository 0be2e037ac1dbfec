"""Numbers of desks and hotlines are nobody's, so they are shown; those of people are masked."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.detection.mask import masked
from tests.cases import each_case

NUMBER = "+45 70 55 01 20"


@each_case(
    "text",
    [
        "Please call our duty desk at {}, day and night.",
        "Duty desk, 24 hours: {}. For P0 say urgent.",
        "| NOC | {} |",
        "The out-of-hours number is now {}",
        "ring the Paydock hotline {}, have the merchant no. ready",
        "Reception at Dock Road is {}.",
        "the shop rings {} (Retail desk)",
        "Hotline 0555 760 222 or {}",
        "Störungshotline: {}, rund um die Uhr",
        "L'astreinte est joignable jour et nuit au {}",
        "La centralita del hospital, {}",
        "De meldkamer zit op {}",
    ],
)
def test_the_number_of_a_desk_is_shown(text: str) -> None:
    written = text.format(NUMBER)
    assert masked(written) == written


@each_case(
    "text",
    [
        "Their night duty desk is Sunniva Lund now, {}",
        "Duty desk: {} (Ann Lee)",
        "Duty desk: {}, Ann Lee",
        "The help desk can call me back on {}",
        "Support called my mobile, {}",
        "On-call: Ann Lee, {}",
        "Direct line {}",
        "The hotline rang {} twice",
        "Out of hours she is on {}",
        "Duty desk. Ann is on {}",
        "Hotline closed\nAnn: {}",
        "Ann Lee {}",
        "{}",
    ],
)
def test_the_number_of_a_person_is_masked_also_near_a_desk(text: str) -> None:
    assert masked(text.format(NUMBER)) == text.format("[REDACTED:phone]")


def test_a_toll_free_number_is_shown_unless_it_is_said_to_be_somebodys() -> None:
    assert (
        masked("Then ring Greenloop on 0800 555 0142.") == "Then ring Greenloop on 0800 555 0142."
    )
    assert masked("He calls from 1-800-555-0199.") == "He calls from [REDACTED:phone]."


@given(st.text(max_size=80))
def test_a_number_behind_any_text_is_shown_whole_or_masked_whole(before: str) -> None:
    text = f"{before} {NUMBER}"
    assert masked(text).endswith((f" {NUMBER}", " [REDACTED:phone]"))
