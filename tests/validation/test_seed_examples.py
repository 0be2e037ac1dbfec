"""Every good and bad example of the specification has the outcome that it states."""

from tests.validation.examples import CASE, GOOD_OVERVIEW, NARRATIVE, RAW_DUMP, checked

UNUSED = "Tool getCase returned summary but response doesn't appear to use it"
MISSING = "Response missing expected sections: Summary, Current State"

SHORT_OVERVIEW = GOOD_OVERVIEW.partition("\n• Oct 28, 15:15")[0].replace("*\n\n", "*\n")


def test_good_answers_to_questions_for_a_field_are_valid() -> None:
    cases: list[str] = [
        "Assigned to: John Smith",
        "John Smith",
        "John Smith (IT Support team)",
        "Priority: 2 (High)",
        "High priority",
        "Status: Open",
        "The case is currently open",
        "Case SCS0012345",
    ]
    for response in cases:
        result = checked(response, CASE)
        assert (result.response_type, result.valid, result.warnings) == ("field_query", True, ())


def test_good_overviews_are_valid() -> None:
    cases: list[str] = [GOOD_OVERVIEW, SHORT_OVERVIEW]
    for response in cases:
        result = checked(response, CASE)
        assert (result.response_type, result.valid, result.warnings) == ("overview", True, ())


def test_answers_that_ignore_the_summary_are_bad() -> None:
    cases: list[str] = [
        "OK",
        "I don't know",
        "I don't have any information about that case.",
        "I don't have information about that case",
        "The sys_id is a1b2c3d4e5f6789",
    ]
    for response in cases:
        result = checked(response, CASE)
        assert (result.response_type, result.valid) == ("field_query", False)
        assert result.tools_with_unused_summaries == ("getCase",)
        assert UNUSED in result.warnings
        assert (result.alert, result.level) == (False, "info")


def test_a_sys_id_is_bad() -> None:
    result = checked("The sys_id is a1b2c3d4e5f6789", CASE)
    assert "Response exposes a sys_id" in result.warnings


def test_a_long_narrative_without_sections_is_bad() -> None:
    result = checked(NARRATIVE, CASE)
    assert (result.response_type, result.warnings) == ("overview", (MISSING,))
    assert result.missing_elements == ("Summary", "Current State")
    assert result.tools_with_unused_summaries == ()
    assert (result.alert, result.level) == (True, "warning")


def test_fields_instead_of_the_summary_are_bad() -> None:
    result = checked(RAW_DUMP, CASE)
    assert result.warnings == ("Response lists raw fields instead of using the summary",)
    assert (result.response_type, result.valid, result.alert) == ("field_query", False, False)


def test_one_of_ten_keywords_is_enough_for_a_field() -> None:
    (check,) = checked("Status: Open", CASE).checks
    assert (len(check.keywords), check.matched, check.ratio, check.threshold) == (
        10,
        ("open",),
        0.1,
        0.1,
    )
