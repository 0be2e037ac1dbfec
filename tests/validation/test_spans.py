"""How long something is said to have taken between two times of a sentence."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_JOURNAL = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Feb 9, 22:14 \u2013 d.aksoy: replication stands still\n"
    "\u2022 Feb 9, 05:22 \u2013 m.ferrante: rolled back, all 46 sensors report\n"
    "\u2022 Feb 9, 01:14 \u2013 d.aksoy: no readings since midnight\n"
    "\u2022 Feb 8, 23:40 \u2013 d.aksoy: the gateway is updated",
)


@each_case(
    ("form", "right", "other"),
    [
        ("From the first comment at 01:14 to the rollback at 05:22 {} passed.", "four", "seven"),
        ("It was down from 01:14 to 05:22, which is {}.", "over four", "about two"),
        ("The outage lasted {}, from 01:14 to 05:22.", "about four", "eight"),
        ("Between 01:14 and 05:22 there were roughly {}.", "four", "six"),
        # Across days, without a comma, and with the day behind.
        ("It took {}, from Feb 8 at 23:40 to Feb 9 at 05:22.", "nearly six", "two"),
        ("It took {} from the first note at 01:14 to the rollback at 05:22.", "four", "nine"),
        ("Nothing came in for {}, between 01:14 and 05:22 on Feb 9.", "four", "two"),
    ],
)
def test_what_is_told_from_when_to_when_takes_as_long(form: str, right: str, other: str) -> None:
    for tail in ("", PROSE):
        told = form.format(f"{other} hours") + tail
        assert {kind for kind, _ in wrong(told, _JOURNAL)} == {"duration"}
        assert wrong(form.format(f"{right} hours") + tail, _JOURNAL) == set()


@each_case(
    "answer",
    [
        "It stood still from Friday 22:14 to Monday 05:22, just under 60 hours.",
        "31 drops of 90 seconds between 01:14 and 05:22.",
        "From 01:14 to 05:22, ten hours later, nothing came in.",
        "Support is there from 08:00 to 18:00, two hours on Sundays.",
        "The copy was paused for two hours between 01:14 and 05:22.",
    ],
)
def test_what_is_something_else_is_not_held_against_it(answer: str) -> None:
    assert wrong(answer, _JOURNAL) == set()


def test_in_german_too() -> None:
    told = "Vom ersten Kommentar um 01:14 bis zum Rollback um 05:22 vergingen rund {} Stunden."
    assert wrong(told.format("sieben"), _JOURNAL) == {("duration", "sieben Stunden")}
    assert wrong(told.format("vier"), _JOURNAL) == set()
