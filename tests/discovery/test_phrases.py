"""Words that may be the name of an item."""

from recollect.discovery.phrases import phrases
from tests.cases import each_case


@each_case(
    ("text", "among"),
    [
        ("die Altus EHR ist langsam", "Altus EHR"),
        ("the payroll database is slow", "payroll database"),
        ("Nexus 9K Core A is down", "Nexus 9K Core A"),
        ("Is Citrix up?", "Citrix"),
        ("Altus EHR's login", "Altus EHR"),
    ],
)
def test_a_run_of_words_may_be_a_name(text: str, among: str) -> None:
    assert among in phrases([text], 50)


def test_capitalised_words_come_first_and_longer_phrases_before_shorter() -> None:
    assert phrases(["slow login on Altus EHR today"], 50)[:3] == ["Altus EHR", "Altus", "EHR"]


@each_case("text", ["it is down", "the of and", "12 34", "10.52.0.4", "FW01", "a@mail.altus.com"])
def test_words_that_cannot_be_a_name_give_no_phrase(text: str) -> None:
    assert phrases([text], 50) == []


def test_phrases_are_at_most_as_many_as_asked_for_and_never_repeated() -> None:
    found = phrases(["Altus EHR", "ALTUS EHR and " * 100], 4)
    assert len({each.casefold() for each in found}) == len(found) == 4
