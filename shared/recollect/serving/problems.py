"""Errors as problem details (RFC 9457), with the one table of error types and HTTP statuses."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from recollect.core.errors import (
    ConfigurationError,
    DeadlineExceeded,
    FieldError,
    Forbidden,
    IdempotencyConflict,
    InvalidRequest,
    MalformedRequest,
    NotFound,
    OwnedByAnother,
    RequestError,
    StoreError,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
    Throttled,
    TooLarge,
    ToolFailed,
    ToolTimedOut,
    Unauthenticated,
)
from recollect.core.grouping import grouped

# For each type of error its status, its title, and the seconds after which a retry makes sense, if
# it does. The first type that matches counts. A title is for people, and is always the same for a
# type.
_STATUSES: tuple[tuple[type[Exception], int, str, int | None], ...] = (
    (MalformedRequest, 400, "The body is not JSON", None),
    (Unauthenticated, 401, "The caller is not authenticated", None),
    (Forbidden, 403, "The caller may not do this", None),
    (NotFound, 404, "There is no such thing", None),
    (IdempotencyConflict, 409, "The idempotency key was used with another request", None),
    (OwnedByAnother, 409, "This belongs to another writer", None),
    (TooLarge, 413, "The body is too large", None),
    (InvalidRequest, 422, "The request is not valid", None),
    (Throttled, 429, "The caller sends too many requests", 1),
    (StoreRefused, 502, "A store gave an unusable answer", 5),
    (StoreUnavailable, 503, "A store is unavailable", 1),
    (StoreTimeout, 504, "A store did not answer in time", 1),
    (ToolTimedOut, 504, "The tool did not finish in time", 1),
    (ToolFailed, 502, "The tool failed", 5),
    (DeadlineExceeded, 504, "The request took too long", 1),
    (ConfigurationError, 503, "The service is not configured", 30),
    (Exception, 500, "Something is wrong on our side", None),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """The problem that the caller gets, and the names by which metrics count it (`kind`, `reason`).

    `retry_after` is in seconds. `failure` is that of a tool; the body has it a second time, in the
    form that models know. `scope` is the scope that the caller lacks, or "".
    """

    status: int
    title: str
    detail: str
    kind: str
    reason: str
    errors: tuple[FieldError, ...]
    request_id: str
    retry_after: int | None
    failure: ToolFailed | None
    scope: str

    def json(self) -> str:
        """The body of the response."""
        body: dict[str, object] = {
            "type": f"urn:recollect:problem:{_hyphenated(self.kind)}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "requestId": self.request_id,
        }
        if self.errors:
            body["errors"] = [
                {"field": error.field, "message": error.message} for error in self.errors
            ]
        if self.failure is not None:
            body["error"] = {
                "code": self.failure.code,
                "message": str(self.failure),
                "retryable": self.failure.retryable,
            }
        return json.dumps(body)


def titles() -> Mapping[int, Sequence[str]]:
    """The titles of the errors with which a request can fail, by status."""
    found = grouped((status, title) for _, status, title, _ in _STATUSES)
    return dict(sorted(found.items()))


def retryable_statuses() -> Collection[int]:
    """The HTTP statuses whose answers have `Retry-After`."""
    return {status for _, status, _, retry_after in _STATUSES if retry_after is not None}


def problem_kinds() -> Mapping[str, int]:
    """The last part of each problem type URI, such as `not-found`, with its HTTP status."""
    return {_hyphenated(_kind(error)): status for error, status, *_ in _STATUSES}


def problem_of(error: Exception, request_id: str) -> Problem:
    """The problem for an error. Errors of our own do not show their text to the caller."""
    kind, status, title, seconds = next(row for row in _STATUSES if isinstance(error, row[0]))
    return Problem(
        status=status,
        title=title,
        detail=_detail(error, title),
        kind=_kind(kind),
        reason=_reason(error),
        errors=error.errors if isinstance(error, InvalidRequest) else (),
        request_id=request_id,
        retry_after=_retry_after(error, seconds),
        failure=error if isinstance(error, ToolFailed) else None,
        scope=error.scope if isinstance(error, Forbidden) else "",
    )


def _retry_after(error: Exception, seconds: int | None) -> int | None:
    if isinstance(error, Throttled):
        return error.retry_after
    is_final = isinstance(error, ToolFailed) and not error.retryable
    return None if is_final else seconds


def _kind(error: type[Exception]) -> str:
    return "InternalError" if error is Exception else error.__name__


def _hyphenated(kind: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


def _reason(error: Exception) -> str:
    if isinstance(error, ToolFailed):
        return error.code
    return error.reason if isinstance(error, StoreError) else "error"


def _detail(error: Exception, title: str) -> str:
    if isinstance(error, RequestError | ToolFailed):
        return str(error)
    if isinstance(error, StoreError):
        return f"{title}: {error.store}"
    return title
