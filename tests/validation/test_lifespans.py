"""How long a ticket took, from its opening to its end."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_QUICK = call(
    "getCase",
    case={
        "number": "SCS0031180", "state": "Closed", "assigned_to": "Joana Teixeira",
        "opened_at": "2027-02-15T07:02:00Z", "closed_at": "2027-02-15T08:49:00Z",
    },
)  # fmt: skip
_LONG = call(
    "getCase",
    case={
        "number": "SCS0031190", "state": "Closed", "assigned_to": "Ivo Prins",
        "opened_at": "2027-02-12T08:12:00Z", "closed_at": "2027-02-15T15:40:00Z",
    },
)  # fmt: skip


@each_case(
    ("answer", "text"),
    [
        ("From opening to resolution it took nearly five hours.", "five hours"),
        ("It took us two weeks from ticket to closure.", "two weeks"),
        ("From opening to closing the case took more than four hours.", "four hours"),
        ("It was resolved four hours after it had been opened.", "four hours"),
        ("SCS0031180 was open for a little over four hours.", "four hours"),
    ],
)
def test_a_wrong_lifespan_is_contradicted_in_answers_of_any_length(answer: str, text: str) -> None:
    assert ("duration", text) in wrong(answer, _QUICK)
    assert ("duration", text) in wrong(answer + PROSE, _QUICK)


@each_case(
    ("answer", "text"),
    [
        ("Tussen het openen en het sluiten van SCS0031180 zat ruim negen uur.", "negen uur"),
        ("Desde la apertura hasta el cierre pasaron seis horas.", "seis horas"),
        ("Von der Eröffnung bis zur Lösung vergingen acht Stunden.", "acht Stunden"),
        ("De l'ouverture à la clôture il a fallu cinq heures.", "cinq heures"),
        ("Dall'apertura alla chiusura sono passate sei ore.", "sei ore"),
        ("Da abertura ao encerramento passaram sete horas.", "sete horas"),
    ],
)
def test_a_wrong_lifespan_is_contradicted_in_seven_languages(answer: str, text: str) -> None:
    assert wrong(answer, _QUICK) == {("duration", text)}


@each_case(
    "answer",
    [
        "From opening to resolution it took an hour and 47 minutes.",
        "It took just under two hours from opening to closing.",
        "From opening to closing it took less than a day.",
        "SLA held: 1h47 from open to resolve, 133 min to spare on the 4h target.",
        "From opening to closing it was within its 4 hours.",
        "It took 28 minutes from opening to the first note, and 34 more to the fix.",
        "In SCS0012300 it took nine hours from opening to closing.",
        "At noon SCS0031180 had been open for five hours.",
        "After the copy SCS0031180 was open for five minutes.",
        "The certificate was resolved five hours after the outage began.",
    ],
)
def test_a_right_lifespan_or_another_duration_is_not_contradicted(answer: str) -> None:
    assert wrong(answer, _QUICK) == set()


@each_case(
    "answer",
    [
        "SCS0031190 took 3 days, 7 hours and 28 minutes from opening to closure.",
        "From opening to resolution it took three days and a bit over seven hours.",
        "It took four days from opening to closing, 12 to 15 February.",
        "About 79 hours from opening to closing.",
    ],
)
def test_a_lifespan_in_several_units_is_read_as_one(answer: str) -> None:
    assert wrong(answer, _LONG) == set()


@each_case(
    ("answer", "is_wrong"),
    [
        ("It was opened on February 15 at 07:02 and closed at 08:49, so it took four hours.", True),
        ("Four hours of downtime, from 07:02 to 08:49 on February 15.", True),
        ("The outage lasted two hours, from 07:02 to 08:49.", False),
        ("It went on from Friday 07:02 until Monday 08:49, for three days.", False),
        ("Opened at 07:02, closed at 08:49, within the target of four hours.", False),
    ],
)
def test_a_lifespan_is_compared_with_the_times_in_its_own_sentence(
    answer: str, is_wrong: bool
) -> None:
    assert bool(wrong(answer, _QUICK)) is is_wrong
    assert bool(wrong(answer + PROSE, _QUICK)) is is_wrong


def test_a_contradicted_lifespan_names_when_the_ticket_began_and_ended() -> None:
    (fact,) = checked("From opening to closing it took two weeks.", _QUICK).facts
    assert fact.expected == "2027-02-15T07:02:00Z to 2027-02-15T08:49:00Z"
    assert fact.path == "case.closed_at"


def test_both_ends_of_a_range_of_durations_are_read() -> None:
    told = call("getCase", case={"number": "SCS0031180"}, caseSummary="It takes two to three days.")
    facts = checked("That can take two to three days.", told).facts
    assert [(fact.text, fact.verdict) for fact in facts][-1] == ("three days", "supported")
