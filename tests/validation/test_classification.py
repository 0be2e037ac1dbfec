# ruff: noqa: RUF001  # answers come in any script
"""The type of an answer, by the rules in their order."""

from recollect.validation.models import ResponseType
from tests.validation.examples import checked


def padded(start: str, length: int) -> str:
    return start + "x" * (length - len(start))


def test_an_answers_type_depends_on_its_length_and_form() -> None:
    cases: list[tuple[str, ResponseType]] = [
        (padded("", 149), "field_query"),
        (padded("", 150), "unknown"),
        (padded("", 299), "unknown"),
        (padded("", 300), "overview"),
        (padded("Status: Open ", 149), "field_query"),
        (padded("Status: Open ", 150), "field_query"),
        (padded("Status: Open ", 299), "field_query"),
        (padded("Status: Open ", 300), "overview"),
        (padded("**Assigned to:** John ", 200), "field_query"),
        (padded("- *Priority*: high ", 200), "field_query"),
        (padded("It is open; assigned to: John ", 200), "field_query"),
        (padded("担当者：田中 ", 200), "field_query"),
        (padded("The mail server case currently has Status: Open and ", 182), "field_query"),
        (padded("Their status: unclear ", 200), "field_query"),
        (padded("Their status is unclear ", 200), "unknown"),
        (padded("Substatus: none ", 200), "unknown"),
        ("", "field_query"),
        ("*Summary*\nx\n*Current State*\ny", "overview"),
        ("*Summary*\nx\n*Summary*\ny", "field_query"),
        ("*Summary*\nx\n*Infrastructure*\ny", "overview"),
        ("*Summary* Email server down. *Current State* Status: Open, Priority: High", "overview"),
        ("**Summary**: Down. Now **Current State:** open", "overview"),
        ("1. *Résumé* X est en panne ; __État actuel__ 2 notes", "overview"),
        # Bold labels of a brief answer are no layout of an overview.
        ("**Current status:** Open. **Context:** the VPN drops every ten minutes.", "field_query"),
        ("**Summary:** VPN drops. **Status:** Open. **References:** SCS0012345", "field_query"),
        # Nor is prose a field, but for what is hardly prose.
        (padded("There is news for the customer: John Smith closed it ", 200), "unknown"),
        ("Its *Summary* is long, and its *Current State* is open", "field_query"),
        ("Its 2*Summary*3 or *it* Summary *is* or * Current State * x", "field_query"),
        ("*Important*\nx\n*Please note*\ny", "field_query"),
    ]
    for response, expected in cases:
        assert checked(response).response_type == expected


def test_the_length_is_that_of_the_answer_as_it_was_sent() -> None:
    # One character that is eighteen when it is written out.
    assert checked("\ufdfa" * 20).response_length == 20
    assert checked("a\r\n" * 50).response_type == "unknown"
