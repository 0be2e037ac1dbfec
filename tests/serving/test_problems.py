import inspect
import json
import re
from pathlib import Path

from recollect.core import errors
from recollect.core.errors import (
    FieldError,
    InvalidRequest,
    OwnedByAnother,
    RecollectError,
    StoreError,
    Throttled,
    ToolFailed,
)
from recollect.serving.problems import problem_kinds, problem_of
from tests.cases import each_case

OPERATIONS = Path(__file__).parents[2] / "docs/operations.md"
STATUSES: dict[type[RecollectError], int] = {
    errors.MalformedRequest: 400,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.OwnJudgement: 403,
    errors.NotFound: 404,
    errors.NotYet: 404,
    errors.IdempotencyConflict: 409,
    errors.OwnedByAnother: 409,
    errors.TooLarge: 413,
    errors.InvalidRequest: 422,
    errors.Throttled: 429,
    errors.StoreRefused: 502,
    errors.ReadOnlyToken: 502,
    errors.StoreUnavailable: 503,
    errors.WrittenInPart: 503,
    errors.StoreTimeout: 504,
    errors.ToolFailed: 502,
    errors.ToolTimedOut: 504,
    errors.DeadlineExceeded: 504,
    errors.ConfigurationError: 503,
}
# Over HTTP only their descendants are raised, and never a `Redelivery`, which is for events.
BRANCHES = {errors.RecollectError, errors.RequestError, errors.StoreError, errors.Redelivery}


def example_of(kind: type[RecollectError]) -> RecollectError:
    if issubclass(kind, errors.WrittenInPart):
        return kind("upstash-redis", {"item-1": "timeout"})
    if issubclass(kind, StoreError):
        return kind("upstash-redis", "internals of 10.0.0.1")
    if issubclass(kind, InvalidRequest):
        return kind([FieldError("limit", "too big"), FieldError("query", "missing")])
    if issubclass(kind, OwnedByAnother):
        return kind("item-1", None)
    if issubclass(kind, ToolFailed):
        return kind("upstream", "What a model may read.", retryable=True)
    text = "internals of 10.0.0.1"
    return kind(text, 7) if issubclass(kind, Throttled) else kind(text)


def test_the_status_table_names_every_error() -> None:
    kinds = {each for _, each in inspect.getmembers(errors, inspect.isclass)}
    assert {each for each in kinds if issubclass(each, RecollectError)} == {*STATUSES, *BRANCHES}


def test_the_tree_in_the_docstring_names_every_error() -> None:
    for kind in {*STATUSES, *BRANCHES}:
        assert f" {kind.__name__}" in (errors.__doc__ or "")


def test_the_documents_give_each_kind_of_problem_its_status() -> None:
    row = re.compile(r"^\| (\d{3}) \| (`[^|]*`) \|", re.MULTILINE)
    rows = row.findall(OPERATIONS.read_text("utf-8"))
    told = {kind: int(status) for status, kinds in rows for kind in re.findall(r"`(.+?)`", kinds)}
    assert told == problem_kinds()


@each_case(("kind", "status"), STATUSES.items())
def test_an_error_has_its_status(kind: type[RecollectError], status: int) -> None:
    problem = problem_of(example_of(kind), "req-1")
    body = json.loads(problem.json())
    assert (problem.status, body["status"]) == (status, status)
    assert body["requestId"] == "req-1"
    assert body["title"]
    assert body["type"].startswith("urn:recollect:problem:")


@each_case("kind", [kind for kind, status in STATUSES.items() if status >= 500])
def test_a_server_error_keeps_its_internals_to_itself(kind: type[RecollectError]) -> None:
    assert "internals" not in problem_of(example_of(kind), "req-1").json()


@each_case("kind", [kind for kind, status in STATUSES.items() if status < 500])
def test_a_client_error_says_what_is_wrong(kind: type[RecollectError]) -> None:
    assert json.loads(problem_of(example_of(kind), "").json())["detail"] == str(example_of(kind))


@each_case("error", [RuntimeError("internals"), KeyError("internals"), OSError()])
def test_an_unexpected_exception_is_an_internal_error(error: Exception) -> None:
    problem = problem_of(error, "req-1")
    assert (problem.status, problem.kind, problem.retry_after) == (500, "InternalError", None)
    assert "internals" not in problem.json()


def test_a_problem_lists_the_invalid_fields() -> None:
    body = json.loads(problem_of(example_of(InvalidRequest), "").json())
    assert body["errors"] == [
        {"field": "limit", "message": "too big"},
        {"field": "query", "message": "missing"},
    ]
    assert body["type"] == "urn:recollect:problem:invalid-request"


@each_case(("kind", "status"), STATUSES.items())
def test_only_a_transient_error_says_when_to_try_again(
    kind: type[RecollectError], status: int
) -> None:
    assert (problem_of(example_of(kind), "").retry_after is not None) is (
        status in {429, 502, 503, 504}
    )


@each_case(
    ("kind", "seconds"),
    [
        (errors.StoreRefused, 5),
        (errors.StoreUnavailable, 1),
        (errors.StoreTimeout, 1),
        (errors.ToolFailed, 5),
        (errors.DeadlineExceeded, 1),
        (errors.ConfigurationError, 30),  # somebody has to do something first
    ],
)
def test_the_time_to_retry_depends_on_the_kind_of_error(
    kind: type[RecollectError], seconds: int
) -> None:
    assert problem_of(example_of(kind), "").retry_after == seconds


def test_a_tool_failure_that_is_not_retryable_has_no_time_to_retry() -> None:
    refused = errors.ToolFailed("upstream_refused", "It will not help.", retryable=False)
    assert problem_of(refused, "").retry_after is None


def test_a_configuration_error_is_a_problem_of_its_own_kind() -> None:
    problem = problem_of(example_of(errors.ConfigurationError), "")
    assert (problem.kind, problem.reason) == ("ConfigurationError", "error")
    assert json.loads(problem.json())["type"] == "urn:recollect:problem:configuration-error"


def test_metrics_distinguish_the_kinds_of_store_failures() -> None:
    kinds = (errors.StoreTimeout, errors.StoreUnavailable, errors.StoreRefused)
    reasons = [problem_of(example_of(kind), "").reason for kind in kinds]
    assert reasons == ["timeout", "unavailable", "refused"]
    assert problem_of(example_of(errors.NotFound), "").reason == "error"


def test_a_tool_failure_has_the_error_object_that_a_model_reads() -> None:
    failed = errors.ToolTimedOut("upstream_timeout", "Try again.", retryable=True)
    problem = problem_of(failed, "req-1")
    assert json.loads(problem.json())["error"] == {
        "code": "upstream_timeout",
        "message": "Try again.",
        "retryable": True,
    }
    assert problem.reason == "upstream_timeout"
    assert "error" not in json.loads(problem_of(example_of(errors.StoreTimeout), "").json())
