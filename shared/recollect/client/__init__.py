"""The Python client: each route of the API as a typed method, sync and async.

    from recollect.client import Recollect

    with Recollect("http://127.0.0.1:8080", token=...) as api:
        ready = api.prepare(app="epic-web", text="...", run_id="run-1")
        ...                                        # ready.prompt goes to the model
        api.app("epic-web").remember(situation="...", decision="...", stage="draft")

It needs only httpx and pydantic, and is not part of the Lambda layer. Only `blocking` and
`asynchronous` send anything. `memory_requests`, `judging_requests`, `run_requests`,
`context_requests` and `knowledge_requests` build the requests as plain data; `connection` and
`retrying` know the address, the headers and the retries.
"""

from recollect.client.asynchronous import AsyncAppClient, AsyncRecollect
from recollect.client.blocking import AppClient, Recollect
from recollect.client.connection import AnswerNotes
from recollect.client.errors import (
    ClientError,
    DeadlineExceededError,
    ForbiddenError,
    IdempotencyConflictError,
    InvalidRequestError,
    MalformedRequestError,
    NotConfiguredError,
    NotFoundError,
    OwnedByAnotherError,
    ProblemDetails,
    ProblemError,
    ServerError,
    StoreRefusedError,
    StoreTimeoutError,
    StoreUnavailableError,
    TooLargeError,
    ToolFailedError,
    ToolTimedOutError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnreachableError,
    UnreadableAnswerError,
)
from recollect.client.retrying import Retries
from recollect.client.runs import AgentRun, NotRememberedError
from recollect.core.errors import ConfigurationError

__all__ = [
    "AgentRun",
    "AnswerNotes",
    "AppClient",
    "AsyncAppClient",
    "AsyncRecollect",
    "ClientError",
    "ConfigurationError",
    "DeadlineExceededError",
    "ForbiddenError",
    "IdempotencyConflictError",
    "InvalidRequestError",
    "MalformedRequestError",
    "NotConfiguredError",
    "NotFoundError",
    "NotRememberedError",
    "OwnedByAnotherError",
    "ProblemDetails",
    "ProblemError",
    "Recollect",
    "Retries",
    "ServerError",
    "StoreRefusedError",
    "StoreTimeoutError",
    "StoreUnavailableError",
    "TooLargeError",
    "TooManyRequestsError",
    "ToolFailedError",
    "ToolTimedOutError",
    "UnauthenticatedError",
    "UnreachableError",
    "UnreadableAnswerError",
]
