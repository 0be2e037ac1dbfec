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
        "then inform the 24h desk at {}",
        "Tills on-call phone is {}. Rings whoever is there.",
        "Customer desk: {}, mail hello@shop.example",
        "Standby line {}, 18:00-06:00",
        "Contacts\nHotline: {}",
        "Hotline 0555 760 222 or {}",
        "Störungshotline: {}, rund um die Uhr",
        "L'astreinte est joignable jour et nuit au {}",
        "La centralita del hospital, {}",
        "De meldkamer zit op {}",
        "Platform Operations: duty phone {}",
        "Network team, on-call phone {}, 24/7",
        "Power operations: duty phone {}",
        "Operations: duty phone {}",
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
        "Ann Lee: duty phone {}",
        "ANN: duty phone {}",
        "Ward, duty phone {}",
        "Main: on-call phone {}",
        "Power - out-of-hours number {}",
        "Ann Lee, network team: duty phone {}",
        "Head of Operations: duty phone {}",
        "{}",
        # Somebody who works there.
        "Ann Lee, Service Desk, {}",
        "ann.lee,service desk,{}",
        "| Ann Lee | Service Desk | {} |",
        "Ann from the service desk: {}",
        "Jens von der Hotline {}",
        "Marie est d'astreinte au {}",
        "The number of Ann's duty phone is {}",
        "On-call phone of Ann: {}",
        "Leiter Service Desk: {}",
        "The lead NOC {}",
        # A signature, or a record of a person.
        "Ann Lee\nHead of Support | {}",
        "Kind regards\nAnn Lee\nAnalyst\nAcme Ltd\nService Desk {}",
        "Name: Ann\nDuty phone: {}",
        "## Ann Lee\n- Hotline: {}",
        "Ann M. Reception {}",
        '{{"name": "Ann", "duty desk": "{}"}}',
        # Who holds it stands behind it.
        "NOC {} ann",
        "NOC {} = ann",
        "NOC {}; ann",
        "NOC {} (Ann)",
        "NOC {}, 24/7, Ann",
        "| Duty phone | {} | Mon-Fri | ann |",
        "NOC: {} day and night ann",
        "NOC: {}, option 2 ann",
        "NOC: {}, 8-16 ann, 16-24 bob",
        "Duty phone: {}\n\nAnn Lee",
        "Duty phone: {}\n\n--\nAnn Lee",
        "Duty phone: {}\nholder: ann",
        '{{"hotline": "{}", "owner": "Ann"}}',
        "Service desk at night is {}. It is Ann's own phone.",
        # Who called.
        "User phoned help desk: {}",
        "Missed call on the hotline: {}",
        "Callback number for the service desk: {}",
        "User tried to call the help desk, tel. {}",
        "Service desk {} cannot log in",
        "Service desk: {} called again",
        "Service desk -> {}",
        "Support: is {} still right?",
        "Hotline: is that {}?",
        "Dear hotline, {}",
        "10:32 | hotline | {} | printer broken",
        # Fields of people, and words that only look like a function.
        "Customer phone: {}",
        "Office phone: {}",
        "Emergency number: {}",
        "Subject line {}",
        "Guest at reception {}",
        "Reachable after hours on {}",
    ],
)
def test_the_number_of_a_person_is_masked_also_near_a_desk(text: str) -> None:
    assert masked(text.format(NUMBER)) == text.format("[REDACTED:phone]")


def test_a_toll_free_number_is_shown_unless_it_is_said_to_be_somebodys() -> None:
    assert (
        masked("Then ring Greenloop on 0800 555 0142.") == "Then ring Greenloop on 0800 555 0142."
    )
    assert masked("He calls from 1-800-555-0199.") == "He calls from [REDACTED:phone]."


@each_case("number", ["0808 123 4567", "08081234567", "888 123 456", "877 123 4567"])
def test_a_mobile_number_that_begins_like_a_toll_free_one_is_masked(number: str) -> None:
    assert masked(f"Chidi, tel: {number}") == "Chidi, tel: [REDACTED:phone]"


def test_what_stands_far_before_a_number_begins_no_sentence() -> None:
    text = (
        f"Ann Lee {'is one of those who are very often at work at night ' * 4}service desk {NUMBER}"
    )
    assert masked(text).endswith("[REDACTED:phone]")


@given(st.text(max_size=80))
def test_a_number_behind_any_text_is_shown_whole_or_masked_whole(before: str) -> None:
    text = f"{before} {NUMBER}"
    assert masked(text).endswith((f" {NUMBER}", " [REDACTED:phone]"))


def test_two_numbers_close_to_each_other_are_judged_as_a_whole_each() -> None:
    assert masked(f"Hotline 0555 760 222 or {NUMBER} ann") == (
        "Hotline 0555 760 222 or [REDACTED:phone] ann"
    )


def test_of_very_many_numbers_those_behind_the_first_count_as_peoples() -> None:
    lines = [f"Duty desk: {NUMBER}"] * 2_000
    masked_lines = masked("\n".join(lines)).split("\n")
    assert masked_lines[0] == lines[0]
    assert masked_lines[-1] == "Duty desk: [REDACTED:phone]"
    assert masked("\n".join(masked_lines)) == "\n".join(masked_lines)


CONTACTS = st.lists(
    st.sampled_from(
        [
            "Duty desk: {}", "Call the IT hotline on {}, day and night.", "| NOC | {} |",
            "Hotline {} or {}", "Ann Lee: {}", "Bob mobile {}", "Ann Lee", "ann@acme.example", "",
            "Best regards", "The password is Maple!Kettle47",
            "Störungshotline: {}, rund um die Uhr",
        ]
    ),
    max_size=40,
)  # fmt: skip


@given(CONTACTS)
def test_a_page_of_contacts_is_masked_line_by_line(lines: list[str]) -> None:
    text = "\n".join(each.format(*[NUMBER] * each.count("{}")) for each in lines)
    shown = masked(text).split("\n")
    assert len(shown) == max(1, len(lines))
    people = [line for line, each in zip(shown, lines, strict=False) if each.startswith("Ann Lee:")]
    assert all(NUMBER not in line for line in people)
