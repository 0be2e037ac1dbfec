"""When a request is repeated, and after which pause."""

import math
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.client.errors import (
    ClientError,
    ProblemError,
    UnreachableError,
    UnreadableAnswerError,
    problem_error,
)
from recollect.client.retrying import Retries, retry_after_seconds
from recollect.core.errors import ConfigurationError
from tests.cases import each_case

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DRAWS = st.floats(0, 1)


def busy(status: int = 503, retry_after: float | None = None) -> ProblemError:
    return problem_error(status, b"", retry_after)


@given(st.integers(1, 20), DRAWS)
def test_a_pause_at_most_doubles_with_each_attempt_up_to_a_limit(attempt: int, draw: float) -> None:
    pause = Retries(attempts=30, first=0.5, longest=8).pause(busy(), attempt, draw)
    assert pause is not None
    assert 0 <= pause <= min(8, 0.5 * 2 ** (attempt - 1))


@given(st.floats(0, 60), DRAWS)
def test_no_request_is_retried_before_its_retry_after_has_passed(
    wanted: float, draw: float
) -> None:
    pause = Retries(longest=20).pause(busy(429, wanted), 1, draw)
    assert pause is None if wanted > 20 else pause is not None and wanted <= pause <= wanted + 0.2


def test_the_last_attempt_is_not_followed_by_another() -> None:
    assert Retries(attempts=3).pause(busy(), 2, 0.5) is not None
    assert Retries(attempts=3).pause(busy(), 3, 0.5) is None
    assert Retries(attempts=1).pause(UnreachableError(), 1, 0.5) is None


@each_case("error", [UnreachableError(), *(busy(each) for each in (429, 502, 503, 504))])
def test_a_temporary_error_is_retried(error: ClientError) -> None:
    assert Retries().pause(error, 1, 0.5) == 0.1


_GIVEN_UP = b'{"error": {"code": "upstream_refused", "message": "No.", "retryable": false}}'


@each_case(
    "error",
    [
        UnreadableAnswerError(),
        *(busy(each) for each in (400, 401, 403, 404, 409, 413, 422, 500)),
        problem_error(502, _GIVEN_UP),
    ],
)
def test_a_permanent_error_is_not_retried(error: ClientError) -> None:
    assert Retries().pause(error, 1, 0.5) is None


@each_case(
    ("header", "seconds"),
    [
        (None, None),
        ("7", 7.0),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90.0),
        (format_datetime(NOW - timedelta(seconds=90), usegmt=True), 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(header, NOW) == seconds


@each_case(
    ("attempts", "first", "longest"),
    [(0, 0.2, 20.0), (4, -1.0, 20.0), (4, 0.2, -1.0), (4, math.nan, 20.0), (4, 0.2, math.inf)],
)
def test_retries_need_at_least_one_attempt_and_finite_pauses(
    attempts: int, first: float, longest: float
) -> None:
    with pytest.raises(ConfigurationError, match="1 attempt or more, and pauses of 0 s or more"):
        Retries(attempts, first, longest)
