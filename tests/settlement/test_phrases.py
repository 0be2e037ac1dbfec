"""The phrases of change, of its end, of doubt and of limits."""

import re

from recollect.settlement import phrases
from recollect.settlement.changes import Changes
from recollect.settlement.factuality import is_current_fact
from recollect.settlement.phrases import any_of
from recollect.settlement.provisos import changes_nothing
from tests.cases import each_case

TABLES = {
    name: table
    for name, table in vars(phrases).items()
    if name.isupper() and isinstance(table, dict)
}


@each_case("name", TABLES)
def test_a_table_has_a_pattern_for_the_phrases_of_each_of_its_languages(name: str) -> None:
    for languages, table in TABLES[name].items():
        assert languages in phrases.ALL
        for phrase in table.split(" | "):
            re.compile(phrase)
            assert phrase.strip() == phrase != ""


def test_phrases_with_one_first_letter_stand_together_and_once() -> None:
    assert (
        any_of({"en": "done | down | (?:a|b)c", "de": "da | done"}) == "d(?:one|own|a)|(?:(?:a|b)c)"
    )
    assert any_of({"en": "done", "de": "erledigt"}, languages="de") == "e(?:rledigt)"


def test_a_phrase_that_may_begin_otherwise_stays_whole() -> None:
    assert any_of({"en": "n?one | never"}) == "(?:n?one)|n(?:ever)"


@each_case(
    "text",
    [
        "Gira voce che il limite del conto sia di 700 euro.",
        "Ideally the help desk of the plant is open from 8 to 18.",
        "An option is that the help desk opens at 8.",
    ],
)
def test_what_is_undecided_is_no_current_fact(text: str) -> None:
    assert not is_current_fact(text)


def test_what_has_to_be_approved_is_a_rule() -> None:
    assert is_current_fact("Hours have to be approved by the 20th.")
    assert not is_current_fact("The new limit is to be approved by the board.")


@each_case("verb", ["bumped", "cut", "halved", "switched", "revoked"])
def test_whatever_may_change_may_also_not_have_changed(verb: str) -> None:
    assert changes_nothing("The limit was not ", verb, " to 5 GB")


@each_case("verb", ["bumped", "shortened", "tightened", "lowered", "downgraded"])
def test_whatever_may_be_set_anew_may_change_by_an_amount(verb: str) -> None:
    assert Changes(f"The limit was {verb} by 5 GB.", is_decision=False).are_relative
