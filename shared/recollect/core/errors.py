"""Everything that can go wrong, as types.

    RecollectError
    ├── RequestError                what the caller sent cannot be served
    │   ├── MalformedRequest        the body is not JSON
    │   ├── Unauthenticated         nobody vouches for the caller
    │   ├── Forbidden               the caller may not do this
    │   │   └── OwnJudgement        a writer is not its own judge
    │   ├── NotFound                there is no such thing
    │   │   └── NotYet              but it may still come
    │   ├── IdempotencyConflict     the key was used before with another body
    │   ├── OwnedByAnother          somebody else wrote what would be written over
    │   ├── TooLarge                the body is over the limit
    │   ├── Throttled               the caller comes too often
    │   └── InvalidRequest          a field is missing, unknown or out of its bounds
    ├── Redelivery                  an event could not be applied now and is wanted again
    ├── DeadlineExceeded            the whole request took too long
    ├── ConfigurationError          a setting is missing or makes no sense
    ├── StoreError                  a store or service let us down
    │   ├── StoreTimeout            it did not answer in time
    │   ├── StoreUnavailable        it was not reached, or said that it cannot serve now
    │   │   └── WrittenInPart       it has some of what it was to keep
    │   └── StoreRefused            it answered what we cannot use
    │       └── ReadOnlyToken       it refused to write, since our token may only read
    └── ToolFailed                  a tool could not do what it was asked, since a store let it down
        └── ToolTimedOut            it was not done in time

`recollect.serving.problems` maps them to statuses in one table, `recollect.serving.events` to
retries and dead letters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override


class RecollectError(Exception):
    """The root of all errors that this package raises on purpose."""


class RequestError(RecollectError):
    """What the caller sent cannot be served; the message may be shown to the caller."""


class MalformedRequest(RequestError):
    """The body is not JSON."""


class Unauthenticated(RequestError):
    """Nobody vouches for the caller."""


class Forbidden(RequestError):
    """The caller may not do this; `scope` is what it would need, where it is that."""

    def __init__(self, message: str, scope: str = "") -> None:
        super().__init__(message)
        self.scope = scope


class OwnJudgement(Forbidden):
    """A writer is not its own judge: neither of a memory that it stored, nor of its own run."""


class NotFound(RequestError):
    """There is no such thing; the message names it."""


class NotYet(NotFound):
    """There is no such thing, but it may still come: an event is worth another delivery."""


class IdempotencyConflict(RequestError):
    """The idempotency key was used before with another request."""


class OwnedByAnother(RequestError):
    """Somebody else wrote what would be written over, and the caller may not take over.

    `writer` is named only to who may see what was written.
    """

    def __init__(self, what: str, writer: str | None) -> None:
        who = writer or "somebody else"
        super().__init__(f"{who} wrote {what}: writing over it needs the scope knowledge:admin")


class Throttled(RequestError):
    """The caller comes too often, and may come again in `retry_after` seconds."""

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
        """What is wrong, behind the field; of a request as a whole, without one."""
        return f"{self.field}: {self.message}" if self.field else self.message


class InvalidRequest(RequestError):
    """Fields of the request are missing, unknown or out of their bounds."""

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__("; ".join(map(str, errors)))
        self.errors = tuple(errors)


class Redelivery(RecollectError):
    """An event could not be applied now and is wanted again."""


class DeadlineExceeded(RecollectError):
    """The whole request took longer than its function has time for."""


class ConfigurationError(RecollectError):
    """A setting is missing or makes no sense; the message names its environment variable."""


class StoreError(RecollectError):
    """A store or service let us down; `store` names it, `reason` is a word for the metrics."""

    reason = "error"

    def __init__(self, store: str, message: str) -> None:
        super().__init__(f"{store}: {message}")
        self.store = store


class StoreTimeout(StoreError):
    """It did not answer in time."""

    reason = "timeout"


class StoreUnavailable(StoreError):
    """It was not reached, or said that it cannot serve now (429 and 5xx).

    `retry_after` is the pause in seconds that it asks for, where it does.
    """

    reason = "unavailable"

    def __init__(self, store: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(store, message)
        self.retry_after = retry_after


class WrittenInPart(StoreUnavailable):
    """It keeps some of what it was given, and not the rest: a repeat may keep that, too.

    `failed` has the ids of what it does not keep, each with the `reason` of its error.
    """

    def __init__(self, store: str, failed: Mapping[str, str]) -> None:
        super().__init__(store, f"{len(failed)} records were not written")
        self.failed = failed


class StoreRefused(StoreError):
    """It answered what we cannot use: an error in our request, or no answer in its protocol."""

    reason = "refused"


class ReadOnlyToken(StoreRefused):
    """It refused to write: our token may only read."""

    reason = "readonly"


class ToolFailed(RecollectError):
    """A tool could not do what it was asked, since a store let it down.

    The message is for the model that called the tool; `code` is a word for programs, `retryable`
    whether the same call may succeed in a while.
    """

    def __init__(self, code: str, message: str, *, retryable: bool) -> None:
        super().__init__(message)
        self.code, self.retryable = code, retryable


class ToolTimedOut(ToolFailed):
    """A tool was not done in time."""
