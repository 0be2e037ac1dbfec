"""Superlatives and comparisons over lists, right and wrong."""

from tests.cases import each_case
from tests.validation.examples import call, checked

BOATS = call(
    "list_boats",
    boats=[
        {"boat": "Petrel", "harbour": "Oban", "crew": 4, "uptime_hours": 30, "trips": 12,
         "opened_at": "2026-03-02T08:00:00Z", "active": True},
        {"boat": "Gannet", "harbour": "Oban", "crew": 9, "uptime_hours": 11, "trips": 12,
         "opened_at": "2026-03-09T08:00:00Z", "active": True},
        {"boat": "Fulmar", "harbour": "Wick", "crew": 2, "uptime_hours": 55, "trips": 3,
         "opened_at": "2026-02-20T08:00:00Z", "active": False},
    ],
)  # fmt: skip
CASES = call(
    "list_service_cases",
    cases=[
        {"number": f"SCS000{at}", "short_description": about, "state": "Open",
         "priority": "3 - Moderate", "assigned_to": who, "opened_at": f"2026-05-0{at}T09:00:00Z"}
        for at, about, who in (
            (1, "Tablets lose signal", "Ann Lee"),
            (2, "Plotter jams", "Bo Ek"),
            (3, "Badge denied", "Ann Lee"),
        )
    ],
)  # fmt: skip


def wrong(answer: str) -> list[str]:
    facts = checked(answer, BOATS, CASES).facts
    return [fact.text for fact in facts if fact.verdict == "contradicted"]


@each_case(
    ("true", "false", "what"),
    [
        ("Gannet has the largest crew.", "Petrel has the largest crew.", "largest"),
        ("Fulmar made the fewest trips.", "Gannet made the fewest trips.", "fewest"),
        ("The oldest boat is Fulmar.", "The oldest boat is Petrel.", "oldest"),
        ("Gannet was rebooted last.", "Fulmar was rebooted last.", "last"),
        ("Fulmar has been up the longest.", "Petrel has been up the longest.", "longest"),
        # Comparisons with all and with one.
        (
            "Gannet has more crew than any other boat.",
            "Fulmar has more crew than any other boat.",
            "more",
        ),
        ("Petrel has more crew than Fulmar.", "Petrel has more crew than Gannet.", "more"),
        (
            "No other boat has as large a crew as Gannet.",
            "No other boat has a larger crew than Petrel.",
            "larger",
        ),
        # Of some of a list, where a field or a flag tells which.
        (
            "Among the active boats Petrel is the oldest.",
            "Among the active boats Gannet is the oldest.",
            "oldest",
        ),
        # Tickets, by their numbers and by what they are about.
        ("The oldest case is SCS0001.", "The oldest case is SCS0003.", "oldest"),
        ("The newest case is the badge one.", "The newest case is the plotter one.", "newest"),
        # In other languages.
        ("Die größte crew hat Gannet.", "Die größte crew hat Fulmar.", "größte"),
        ("Petrel es más antiguo.", "El caso más antiguo es SCS0002.", "más antiguo"),
        ("Gannet heeft de grootste crew.", "Fulmar heeft de grootste crew.", "grootste"),
    ],
)
def test_the_first_of_a_list_is_the_one_that_no_other_goes_beyond(
    true: str, false: str, what: str
) -> None:
    assert wrong(true) == []
    assert what in wrong(false)


@each_case(
    "answer",
    [
        "Petrel has the second largest crew.",
        "Petrel is one of the oldest boats.",
        "Petrel does not have the largest crew.",
        "If Petrel had the largest crew, it would go first.",
        "Does Petrel have the largest crew?",
        "Apart from Gannet no other boat has as large a crew as Petrel.",
        "In Oban the oldest boat is Petrel.",
        "Ann's newest case is SCS0003, Bo's oldest case is SCS0002.",
        "The latest note on SCS0001 is short.",
        "Most of the trips were made by Petrel and Gannet.",
        "At least Petrel has a crew.",
        "Petrel has the most trips, as has Gannet.",
        "The oldest open case of those in doubt is SCS0002.",
    ],
)
def test_parts_denials_and_what_is_equal_are_no_contradictions(answer: str) -> None:
    assert wrong(answer) == []


def test_what_goes_beyond_is_named_with_its_value() -> None:
    facts = checked("Petrel has the largest crew.", BOATS).facts

    assert [fact.expected for fact in facts if fact.verdict == "contradicted"] == ["Gannet: 9"]
