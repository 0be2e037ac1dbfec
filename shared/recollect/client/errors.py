"""What can go wrong with a request, as types: one for each kind of problem that the API answers.

ClientError                         all of these, and a RecollectError
├── UnreachableError                no answer: no connection, or not in time
├── UnreadableAnswerError           an answer that is none of this API
└── ProblemError                    the API answered a problem: `status`, `problem`
    ├── MalformedRequestError       400  the body is not JSON
    ├── UnauthenticatedError        401  nobody vouches for the caller
    ├── ForbiddenError              403  the caller may not do this
    ├── NotFoundError               404  there is no such thing
    ├── IdempotencyConflictError    409  the key was used with another request
    ├── OwnedByAnotherError         409  somebody else wrote this
    ├── TooLargeError               413  the body is too large
    ├── InvalidRequestError         422  fields are missing, unknown or out of their bounds
    ├── TooManyRequestsError        429  slower, please
    └── ServerError                 500 and above: not the caller's fault
        ├── StoreRefusedError       502  a store answered what cannot be used
        ├── ToolFailedError         502  a tool failed, since a store let it down
        │   └── ToolTimedOutError   504  it was not done in time
        ├── StoreUnavailableError   503  a store cannot serve now
        ├── NotConfiguredError      503  a setting of the service is missing
        ├── StoreTimeoutError       504  a store did not answer in time
        └── DeadlineExceededError   504  the request took too long

Before any request, a client that is told no address is a ConfigurationError, which is none of
these.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import override

from recollect.core.errors import FieldError, InvalidRequest, RecollectError

_URN: Final = "urn:recollect:problem:"
_SERVER_ERRORS: Final = 500


class _Read(BaseModel):
    """What comes from a service that may be newer: what is unknown in it is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ProblemField(_Read):
    """What is wrong with one field of a request."""

    field: str
    message: str


class ToolProblem(_Read):
    """Why a tool failed, in the form that models are used to."""

    code: str
    message: str
    retryable: bool


class ProblemDetails(_Read):
    """A problem document (RFC 9457). `kind` is the last part of its type: `not-found`.

    A gateway in front of the API answers a `message` alone, which is the detail then.
    """

    type: str = ""
    title: str = ""
    status: int = 0
    detail: Annotated[str, Field(validation_alias=AliasChoices("detail", "message"))] = ""
    errors: tuple[ProblemField, ...] = ()
    request_id: Annotated[str, Field(alias="requestId")] = ""
    error: ToolProblem | None = None

    @property
    def kind(self) -> str:
        """The name of its kind; "" for one that is none of this API."""
        return self.type.removeprefix(_URN) if self.type.startswith(_URN) else ""


class ClientError(RecollectError):
    """A request to the API has failed."""


class UnreachableError(ClientError):
    """There was no answer: no connection, or none in time. The cause says more."""


class UnreadableAnswerError(ClientError):
    """What answered is not this API, or another version of it."""


class ProblemError(ClientError):
    """The API answered a problem. `retry_after` is the pause in seconds that it asks for."""

    def __init__(
        self, status: int, problem: ProblemDetails, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status}: {problem.detail or problem.title or 'no reason is given'}")
        self.status, self.problem, self.retry_after = status, problem, retry_after

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[int, ProblemDetails, float | None]]:
        """How it is copied, and taken to another process."""
        return type(self), (self.status, self.problem, self.retry_after)


class MalformedRequestError(ProblemError):
    """The body is not JSON."""


class UnauthenticatedError(ProblemError):
    """Nobody vouches for the caller: no token, or one that is not valid."""


class ForbiddenError(ProblemError):
    """The caller may not do this; the detail names the right that is missing."""


class NotFoundError(ProblemError):
    """There is no such thing, or none that the caller may see."""


class IdempotencyConflictError(ProblemError):
    """The idempotency key was used before with another request."""


class OwnedByAnotherError(ProblemError):
    """Somebody else wrote what would be written over."""


class TooLargeError(ProblemError):
    """The body is too large."""


class InvalidRequestError(ProblemError):
    """Fields are missing, unknown or out of their bounds; `problem.errors` names each.

    What can be told here is told before anything is sent.
    """


class TooManyRequestsError(ProblemError):
    """The caller comes too often, or all callers do; a repeat waits for `Retry-After`."""


class ServerError(ProblemError):
    """The service could not do it, which is not the caller's fault."""


class StoreRefusedError(ServerError):
    """A store answered what cannot be used."""


class StoreUnavailableError(ServerError):
    """A store cannot serve now."""


class StoreTimeoutError(ServerError):
    """A store did not answer in time."""


class ToolFailedError(ServerError):
    """A tool failed; `problem.error` says why, and whether the same call may succeed later."""


class ToolTimedOutError(ToolFailedError):
    """A tool was not done in time."""


class DeadlineExceededError(ServerError):
    """The request took the service too long."""


class NotConfiguredError(ServerError):
    """A setting of the service is missing."""


KINDS: Final[Mapping[str, type[ProblemError]]] = {
    "malformed-request": MalformedRequestError,
    "unauthenticated": UnauthenticatedError,
    "forbidden": ForbiddenError,
    "not-found": NotFoundError,
    "idempotency-conflict": IdempotencyConflictError,
    "owned-by-another": OwnedByAnotherError,
    "too-large": TooLargeError,
    "invalid-request": InvalidRequestError,
    "throttled": TooManyRequestsError,
    "store-refused": StoreRefusedError,
    "store-unavailable": StoreUnavailableError,
    "store-timeout": StoreTimeoutError,
    "tool-timed-out": ToolTimedOutError,
    "tool-failed": ToolFailedError,
    "deadline-exceeded": DeadlineExceededError,
    "configuration-error": NotConfiguredError,
    "internal-error": ServerError,
}
"""The type of each kind of problem that the API answers."""

# A gateway in front of the API answers without a kind.
_STATUSES: Final[Mapping[int, type[ProblemError]]] = {
    400: MalformedRequestError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    413: TooLargeError,
    422: InvalidRequestError,
    429: TooManyRequestsError,
}


def problem_error(status: int, content: bytes, retry_after: float | None = None) -> ProblemError:
    """The error that an answer with such a status is, whoever gave it."""
    try:
        problem = ProblemDetails.model_validate_json(content)
    except ValidationError:
        problem = ProblemDetails(status=status)
    by_status = ServerError if status >= _SERVER_ERRORS else _STATUSES.get(status, ProblemError)
    return KINDS.get(problem.kind, by_status)(status, problem, retry_after)


def invalid(errors: Sequence[FieldError]) -> InvalidRequestError:
    """What the API would answer to a request with such fields."""
    problem = ProblemDetails(
        type=f"{_URN}invalid-request",
        title="The request is not valid",
        status=422,
        detail=str(InvalidRequest(errors)),
        errors=tuple(ProblemField(field=each.field, message=each.message) for each in errors),
    )
    return InvalidRequestError(422, problem)
