"""The errors that Recollect raises.

    RecollectError
    ├── RequestError                the caller's request cannot be served
    │   ├── MalformedRequest        the body is not JSON
    │   ├── Unauthenticated         it is not known who the caller is
    │   ├── Forbidden               the caller may not do this
    │   │   └── OwnJudgement        the caller judges its own memory or run
    │   ├── NotFound                what the request names does not exist
    │   │   └── NotYet              it does not exist, but may come soon
    │   ├── IdempotencyConflict     the idempotency key was used for another request
    │   ├── OwnedByAnother          somebody else wrote what the request would overwrite
    │   ├── TooLarge                the body is over the limit
    │   ├── Throttled               the caller sends too many requests
    │   └── InvalidRequest          a field is missing, unknown or out of its bounds
    ├── Redelivery                  an event could not be applied now and must be delivered again
    ├── DeadlineExceeded            the whole request took too long
    ├── ConfigurationError          a setting is missing or invalid
    ├── StoreError                  a store or service failed
    │   ├── StoreTimeout            it did not answer in time
    │   ├── StoreUnavailable        it was not reached, or said that it cannot serve now
    │   │   └── WrittenInPart       it wrote only some of the records
    │   └── StoreRefused            it refused our request, or its answer cannot be used
    │       └── ReadOnlyToken       it refused to write, since our token may only read
    └── ToolFailed                  a tool could not do its work, since a store failed
        └── ToolTimedOut            the tool was not done in time

`recollect.serving.problems` has the table that maps them to HTTP statuses,
`recollect.serving.events` maps them to retries and dead letters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override


class RecollectError(Exception):
    """The root of all errors that this package raises on purpose."""


class RequestError(RecollectError):
    """The caller's request cannot be served; the message may be shown to the caller."""


class MalformedRequest(RequestError):
    """The body is not JSON."""


class Unauthenticated(RequestError):
    """It is not known who the caller is: its credentials are missing or not valid."""


class Forbidden(RequestError):
    """The caller may not do this; `scope` is the scope that it lacks, or ""."""

    def __init__(self, message: str, scope: str = "") -> None:
        super().__init__(message)
        self.scope = scope


class OwnJudgement(Forbidden):
    """The caller judges a memory that it stored or its own run, which only others may judge."""


class NotFound(RequestError):
    """What the request names does not exist; the message names it."""


class NotYet(NotFound):
    """What an event names does not exist yet, but may come: the event should be delivered again."""


class IdempotencyConflict(RequestError):
    """The idempotency key was used before with another request."""


class OwnedByAnother(RequestError):
    """Somebody else wrote what the request would overwrite, and the caller may not take over.

    The message names the `writer` only to callers who may see what was written.
    """

    def __init__(self, what: str, writer: str | None) -> None:
        who = writer or "somebody else"
        super().__init__(f"{who} wrote {what}: writing over it needs the scope knowledge:admin")


class Throttled(RequestError):
    """The caller sends too many requests, and may send the next in `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class TooLarge(RequestError):
    """The body is over the limit."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of a request."""

    field: str
    message: str

    @override
    def __str__(self) -> str:
        """The field and the message; only the message if the whole request is wrong."""
        return f"{self.field}: {self.message}" if self.field else self.message


class InvalidRequest(RequestError):
    """Fields of the request are missing, unknown or out of their bounds."""

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__("; ".join(map(str, errors)))
        self.errors = tuple(errors)


class Redelivery(RecollectError):
    """An event could not be applied now and must be delivered again."""


class DeadlineExceeded(RecollectError):
    """The whole request took longer than its function may take."""


class ConfigurationError(RecollectError):
    """A setting is missing or invalid; the message names its environment variable."""


class StoreError(RecollectError):
    """A store or service failed; `store` is its name, `reason` a word for the metrics."""

    reason = "error"

    def __init__(self, store: str, message: str) -> None:
        super().__init__(f"{store}: {message}")
        self.store = store


class StoreTimeout(StoreError):
    """The store did not answer in time."""

    reason = "timeout"


class StoreUnavailable(StoreError):
    """The store was not reached, or said that it cannot serve now (429 and 5xx).

    `retry_after` is the pause in seconds that the store asks for, or None.
    """

    reason = "unavailable"

    def __init__(self, store: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(store, message)
        self.retry_after = retry_after


class WrittenInPart(StoreUnavailable):
    """The store wrote some of the records and not the others; a repeat may write those, too.

    `failed` maps the id of each record that was not written to the `reason` of its error.
    """

    def __init__(self, store: str, failed: Mapping[str, str]) -> None:
        super().__init__(store, f"{len(failed)} records were not written")
        self.failed = failed


class StoreRefused(StoreError):
    """The store refused our request as wrong, or its answer breaks its protocol."""

    reason = "refused"


class ReadOnlyToken(StoreRefused):
    """The store refused to write, since our token may only read."""

    reason = "readonly"


class ToolFailed(RecollectError):
    """A tool could not do its work, since a store failed.

    The message is for the model that called the tool, `code` is a word for programs, and
    `retryable` says whether the same call may succeed later.
    """

    def __init__(self, code: str, message: str, *, retryable: bool) -> None:
        super().__init__(message)
        self.code, self.retryable = code, retryable


class ToolTimedOut(ToolFailed):
    """A tool was not done in time."""
