from recollect.context.evidence import Evidence
from tests.cases import each_case
from tests.context.examples import evidence, found


def failed(number: int) -> Evidence:
    return evidence(f"t-{number}", "boom", {"status": "failed", "test_type": "e2e"})


def test_confidence_is_a_half_plus_a_tenth_per_failed_test() -> None:
    cases: list[tuple[int, float]] = [(2, 0.7), (3, 0.8), (4, 0.9), (5, 1.0), (9, 1.0)]
    for failures, confidence in cases:
        retry = found(*map(failed, range(failures)))["retry_with_healing"]
        assert retry.confidence == confidence
        assert retry.parameters["failedTests"] == failures
        assert retry.parameters["evidence"] == [f"t-{number}" for number in range(failures)]


def test_one_failed_test_is_not_multiple() -> None:
    assert found(failed(1)) == {}


def test_a_failed_test_is_recognized_by_text_fields_or_tags() -> None:
    cases: list[Evidence] = [
        evidence("a", "Test login-spec-001 failed after 3 s."),
        evidence("a", "2 test failures in CI"),
        evidence("a", "The failing checkout spec was skipped."),
        evidence("a", {"status": "Failed", "testName": "login"}),
        evidence("a", "boom", {"status": "FAILED", "tags": ["E2E"]}),
        evidence("a", "boom", {"conclusion": "timed out", "type": "integration-test"}),
    ]
    for item in cases:
        assert "retry_with_healing" in found(item, failed(1))


def test_passed_tests_and_other_failures_are_not_failed_tests() -> None:
    cases: list[Evidence] = [
        evidence("a", "The test did not fail."),
        evidence("a", "All tests passed, but the upload failed."),
        evidence("a", "There were no test failures."),
        evidence("a", "The test failed.", {"status": "passed"}),
        evidence("a", "The payment", {"status": "failed"}),
        evidence("a", "The fastest way; failed payments are retried."),
    ]
    for item in cases:
        assert "retry_with_healing" not in found(item, failed(1))


def test_selector_issues_suggest_a_fix() -> None:
    cases: list[str] = [
        "Test login-spec-001 failed due to selector issue.",
        "Element #login-button not found",
        "NoSuchElementException: boom",
        "waiting for selector .cart",
        "The locator was outdated.",
        "a broken CSS selector",
        "Selector-related problems",
    ]
    for text in cases:
        fix = found(evidence("a", text))["suggest_fix"]
        assert fix.confidence == 0.85
        assert fix.parameters == {
            "affectedTests": 1,
            "suggestedStrategy": "data-testid",
            "evidence": ["a"],
        }


@each_case("text", ["The selector works.", "label selector missing", "no selector issue"])
def test_mentioning_a_selector_is_no_selector_issue(text: str) -> None:
    assert found(evidence("a", text)) == {}


def test_flaky_behaviour_suggests_another_run() -> None:
    cases: list[Evidence] = [
        evidence("a", "The login test is FLAKY."),
        evidence("a", "flaky-test detected"),
        evidence("a", "It passed on retry."),
        evidence("a", "intermittent test failures"),
        evidence("a", "x", {"tags": ["Flaky"]}),
        evidence("a", "x", {"flaky": True}),
    ]
    for item in cases:
        rerun = found(item)["rerun_tests"]
        assert (rerun.confidence, rerun.parameters["evidence"]) == (0.75, ["a"])


def test_evidence_that_is_not_flaky_suggests_no_other_run() -> None:
    cases: list[Evidence] = [
        evidence("a", "The test is no longer flaky."),
        evidence("a", "This isn't flaky."),
        evidence("a", "The flaky test has been fixed."),
        evidence("a", "Their flaky Wi-Fi dropped the call."),
        evidence("a", "flaky", {"flaky": False}),
        evidence("a", "pastry was flakyish"),
    ]
    for item in cases:
        assert "rerun_tests" not in found(item)
