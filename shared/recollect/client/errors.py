"""The exceptions that a request can raise: one type for each kind of problem the API answers with.

ClientError                         the base of all of these; itself a RecollectError
├── UnreachableError                no answer: no connection, or not in time
├── UnreadableAnswerError           the answer does not come from this API
└── ProblemError                    the API answered with a problem: `status`, `problem`
    ├── MalformedRequestError       400  the body is not JSON
    ├── UnauthenticatedError        401  the caller has no valid token
    ├── ForbiddenError              403  the caller may not do this
    ├── NotFoundError               404  there is no such thing
    ├── IdempotencyConflictError    409  the key was used with another request
    ├── OwnedByAnotherError         409  somebody else wrote this
    ├── TooLargeError               413  the body is too large
    ├── InvalidRequestError         422  fields are missing, unknown or out of their bounds
    ├── TooManyRequestsError        429  too many requests; slow down
    └── ServerError                 500 and above: not the caller's fault
        ├── StoreRefusedError       502  a store gave an unusable answer
        ├── ToolFailedError         502  a tool failed because a store failed
        │   └── ToolTimedOutError   504  a tool did not finish in time
        ├── StoreUnavailableError   503  a store cannot serve requests now
        ├── NotConfiguredError      503  a setting of the service is missing
        ├── StoreTimeoutError       504  a store did not answer in time
        └── DeadlineExceededError   504  the request took too long

A client that is created without a usable URL raises ConfigurationError before any request. That is
not a ClientError.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import override

from recollect.core.errors import FieldError, InvalidRequest, RecollectError

_URN: Final = "urn:recollect:problem:"
_FIRST_SERVER_STATUS: Final = 500


class _Read(BaseModel):
    """Part of an answer. The service may be newer than this client: unknown fields are ignored."""

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
    """A problem document (RFC 9457). `kind` is the last part of its type, such as `not-found`.

    A gateway in front of the API answers with only a `message`, which is read as the `detail`.
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
        """The kind of the problem; "" if the problem's type is not one of this API."""
        return self.type.removeprefix(_URN) if self.type.startswith(_URN) else ""


class ClientError(RecollectError):
    """A request to the API has failed."""


class UnreachableError(ClientError):
    """There was no answer: no connection, or none in time. Its cause is httpx's error, if any."""


class UnreadableAnswerError(ClientError):
    """The answer came from something other than this API, or from another version of it."""


class ProblemError(ClientError):
    """The API answered with a problem. `retry_after` is the pause it asks for, in seconds."""

    def __init__(
        self, status: int, problem: ProblemDetails, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status}: {problem.detail or problem.title or 'no reason is given'}")
        self.status, self.problem, self.retry_after = status, problem, retry_after

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[int, ProblemDetails, float | None]]:
        """Support for `copy` and `pickle`."""
        return type(self), (self.status, self.problem, self.retry_after)


class MalformedRequestError(ProblemError):
    """The body is not JSON."""


class UnauthenticatedError(ProblemError):
    """The caller sent no token, or one that is not valid."""


class ForbiddenError(ProblemError):
    """The caller may not do this; `problem.detail` names the missing right."""


class NotFoundError(ProblemError):
    """There is no such thing, or the caller may not see it."""


class IdempotencyConflictError(ProblemError):
    """The idempotency key was already used with a different request."""


class OwnedByAnotherError(ProblemError):
    """The write would overwrite something that somebody else wrote."""


class TooLargeError(ProblemError):
    """The body is too large."""


class InvalidRequestError(ProblemError):
    """Fields are missing, unknown or out of their bounds; `problem.errors` lists them.

    The client checks what it can by itself, and then raises this before it sends anything.
    """


class TooManyRequestsError(ProblemError):
    """The caller, or all callers together, send too many requests; repeat after `Retry-After`."""


class ServerError(ProblemError):
    """The service failed, through no fault of the caller."""


class StoreRefusedError(ServerError):
    """A store gave the service an answer that it cannot use."""


class StoreUnavailableError(ServerError):
    """A store cannot serve requests now."""


class StoreTimeoutError(ServerError):
    """A store did not answer in time."""


class ToolFailedError(ServerError):
    """A tool failed; `problem.error` says why, and whether the same call may succeed later."""


class ToolTimedOutError(ToolFailedError):
    """A tool did not finish in time."""


class DeadlineExceededError(ServerError):
    """The service could not finish the request in time."""


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
"""The exception for each kind of problem that the API answers with."""

# For problems without a kind, as a gateway in front of the API sends them.
_ERROR_BY_STATUS: Final[Mapping[int, type[ProblemError]]] = {
    400: MalformedRequestError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    413: TooLargeError,
    422: InvalidRequestError,
    429: TooManyRequestsError,
}


def problem_error(status: int, content: bytes, retry_after: float | None = None) -> ProblemError:
    """The error for an answer with an error status, from the API or a gateway in front of it.

    `content` is the answer's body; it need not be a problem document.
    """
    try:
        problem = ProblemDetails.model_validate_json(content)
    except ValidationError:
        problem = ProblemDetails(status=status)
    by_status = (
        ServerError
        if status >= _FIRST_SERVER_STATUS
        else _ERROR_BY_STATUS.get(status, ProblemError)
    )
    return KINDS.get(problem.kind, by_status)(status, problem, retry_after)


def invalid(errors: Sequence[FieldError]) -> InvalidRequestError:
    """The error that the API itself would answer to a request with these invalid fields."""
    problem = ProblemDetails(
        type=f"{_URN}invalid-request",
        title="The request is not valid",
        status=422,
        detail=str(InvalidRequest(errors)),
        errors=tuple(ProblemField(field=each.field, message=each.message) for each in errors),
    )
    return InvalidRequestError(422, problem)
