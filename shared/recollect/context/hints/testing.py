"""Hints for test automation (seed 001, "Affordances")."""

import re

from recollect.context.hints.liveness import TESTED, is_background, is_of_late
from recollect.context.hints.signs import sign
from recollect.context.hints.situation import EvidenceReading, Hint, Situation, ids

MIN_FAILED_TESTS = 2

_FAILED = frozenset(
    {"failed", "failure", "fail", "failing", "error", "errored", "broken", "timed_out", "timedout"}
)
_PASSED = frozenset({"passed", "pass", "success", "successful", "succeeded", "ok", "green"})
_RESULTS = ("status", "state", "result", "outcome", "conclusion", "test_status")
_TEST_FIELDS = ("test_type", "test_id", "test_name", "test_file", "test_suite", "spec")
_TEST_TAGS = frozenset(
    {"test", "tests", "e2e", "unit_test", "integration_test", "playwright", "cypress", "selenium"}
)
_TEST_SIGN = sign("test|spec|e2e", r"tests?", r"specs?", r"test (?:case|suite|run)s?", r"e2e")
_TEST_FAILED = sign(
    "fail|timed out",
    r"(?:tests?|specs?|suite)\b(?:[^.!?;\n]|\.(?=\S)){0,80}?"
    r"\b(?:fail(?:s|ed|ing|ures?)?|timed out)",
    r"fail(?:ed|ing)(?: \w+)? (?:tests?|specs?|test cases?)",
)
# "The test did not fail", "all tests passed, but the upload failed".
_NOT_FAILED = re.compile(r"\b(?:not|never|no|without|pass(?:es|ed)?)\b|n['’]t\b")
_SELECTOR = sign(
    "selector|locator|element|testid|test-id",
    r"(?<!label )(?<!node )(?<!pod )(?:css |xpath )?(?:selector|locator)s?(?:[- ]related)?(?: \S+)?"
    r"(?: is| was| has| are| were)? (?:issues?|problems?|errors?|mismatch(?:es)?|changed|broken"
    r"|brittle|stale|outdated|invalid|missing|timeout|not found|did not match|no longer matche?s?"
    r"|does not match|failed|failures?)",
    r"(?:broken|brittle|invalid|wrong|outdated|stale|changed|missing|bad) (?:\w+ )?"
    r"(?:selector|locator)s?",
    r"element(?: \S+){0,3} (?:was |is |could )?(?:not (?:be )?(?:found|located|visible|attached"
    r"|clickable)|missing|detached)",
    r"(?:no such|stale|missing) element(?: reference)?\w*",
    r"unable to (?:locate|find) (?:the )?element",
    r"(?:could not|cannot|can't) (?:locate|find) (?:the )?element",
    r"(?:nosuchelement|elementnotfound|staleelementreference|elementclickintercepted"
    r"|elementnotinteractable)(?:error|exception)?",
    r"waiting for (?:selector|locator)",
)
_SELECTOR_WORDS = frozenset(
    {"selector", "selectors", "selector_issue", "selector_error", "locator", "element_not_found"}
)
_PASSES_AGAIN = (
    r"pass(?:es|ed)? (?:on|after) (?:a |the )?(?:retry|re-?run|second (?:attempt|try|run))"
)
_FLAKY = sign(
    "flak|intermittent|retry|re-run|rerun|determin|random|sometimes|occasional",
    r"flak(?:y|iness|es|ed)(?! (?:wi-?fi|network|connection|connectivity|internet|vpn|line|isp))",
    r"intermittent(?:ly)? (?:\w+ )?(?:fail(?:s|ed|ing|ures?)?|tests?|timeouts?)",
    r"(?:sometimes|randomly|occasionally) (?:fails?|failed|failing|times out)",
    r"fail(?:s|ed|ing)? (?:sometimes|randomly|occasionally|intermittently)",
    _PASSES_AGAIN,
    r"non-?deterministic(?:ally)?",
)
# Words that only a program that reads a page uses, or one that builds and tests.
_PAGE_SIGN = sign(
    "selector|locator|element",
    r"selectors?",
    r"locators?",
    r"element [#.\[][\w-]+",
    r"\w*element\w*(?:error|exception)",
    r"(?:nosuchelement|elementnotfound|staleelementreference|elementclickintercepted)",
)
_BUILD_SIGN = sign(
    "build|ci|pipeline|pass",
    r"builds?",
    r"ci",
    r"pipelines?",
    _PASSES_AGAIN,
)
_FLAKY_WORDS = frozenset({"flaky", "flake", "flakiness", "flaky_test", "intermittent"})


def retry_with_healing(situation: Situation) -> Hint | None:
    """At least two failed tests: 0.5 + 0.1 for each, at most 1."""
    failed = [each for each in _results(situation) if _is_failed_test(each)]
    if len(failed) < MIN_FAILED_TESTS:
        return None
    return Hint(
        "retry_with_healing",
        f"{len(failed)} tests failed: run them again with self-healing.",
        round(min(1.0, 0.5 + 0.1 * len(failed)), 2),
        ids(failed),
        {"failedTests": len(failed)},
    )


def suggest_fix(situation: Situation) -> Hint | None:
    """Evidence of a test that cannot find an element: 0.85."""
    affected = [each for each in _results(situation) if _has_selector_issue(each)]
    if not affected:
        return None
    return Hint(
        "suggest_fix",
        "Selector-related issues detected: select by attributes made for tests.",
        0.85,
        ids(affected),
        {"affectedTests": len(affected), "suggestedStrategy": "data-testid"},
    )


def rerun_tests(situation: Situation) -> Hint | None:
    """Evidence of tests that fail now and then: 0.75."""
    flaky = [each for each in _results(situation) if _is_flaky(each)]
    if not flaky:
        return None
    return Hint(
        "rerun_tests",
        "Flaky behaviour detected: run again before looking for a cause.",
        0.75,
        ids(flaky),
        {"flakyTests": len(flaky)},
    )


def _results(situation: Situation) -> list[EvidenceReading]:
    """Close evidence that may be the result of a test, and is not old."""
    return [
        each
        for each in situation.close
        if is_of_late(each, situation.now, TESTED) and not is_background(each)
    ]


def _is_failed_test(item: EvidenceReading) -> bool:
    results = item.words(*_RESULTS)
    if not _FAILED.isdisjoint(results):
        return _is_test(item)
    found = (match.group() for match in _TEST_FAILED.matches(item.text))
    return _PASSED.isdisjoint(results) and any(not _NOT_FAILED.search(each) for each in found)


def _is_test(item: EvidenceReading) -> bool:
    return (
        any(item.fields.get(name) for name in _TEST_FIELDS)
        or not _TEST_TAGS.isdisjoint(item.tags)
        or "test" in item.word("type", "kind", "category")
        or _TEST_SIGN.shows(item.text)
    )


def _has_selector_issue(item: EvidenceReading) -> bool:
    if not (_is_test(item) or _PAGE_SIGN.shows(item.text)):
        return False
    labels = item.tags.union(item.words("error_type", "failure_type", "category", "cause"))
    return not _SELECTOR_WORDS.isdisjoint(labels) or _SELECTOR.shows(item.text)


def _is_flaky(item: EvidenceReading) -> bool:
    marked = item.fields.get("flaky", item.fields.get("is_flaky"))
    if isinstance(marked, bool):
        return marked
    labels = item.tags.union(item.words(*_RESULTS))
    if not _FLAKY_WORDS.isdisjoint(labels):
        return True
    return _FLAKY.shows(item.text) and (_is_test(item) or _BUILD_SIGN.shows(item.text))
