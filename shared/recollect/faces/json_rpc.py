"""JSON-RPC 2.0 as protocols over HTTP use it: one message per request, no batches."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, JsonValue, StrictInt, ValidationError

from recollect.core.errors import InvalidRequest, MalformedRequest, RequestError
from recollect.core.field_errors import field_errors
from recollect.serving.idempotency import Answer
from recollect.serving.problems import Problem

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
SERVER_ERROR: Final = -32000
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


class RpcMessage(BaseModel):
    """A request, or a notification, which has no `id`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    jsonrpc: Literal["2.0"]
    method: str
    # Strict: `true` would otherwise become 1, and the reply would belong to another request.
    id: str | StrictInt | None = None
    params: dict[str, JsonValue] = {}


class _Identified(BaseModel):
    """The id of a request that is not a valid message. `method` shows that it is a request."""

    model_config = ConfigDict(extra="ignore", defer_build=True)

    id: str | StrictInt
    method: JsonValue


class RpcReply(BaseModel):
    """A response: a result or an error."""

    model_config = ConfigDict(extra="allow", defer_build=True)

    jsonrpc: Literal["2.0"] = "2.0"
    id: str | int | None = None


class RpcError(Exception):
    """An error of a protocol, with the HTTP status of its response."""

    def __init__(
        self, code: int, message: str, status: int = HTTPStatus.OK, data: JsonValue = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.data = code, message, status, data

    def reply(self, its_id: str | int | None) -> str:
        """The response to a request; its id is None, sent as null, if it could not be read."""
        error: dict[str, JsonValue] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return json.dumps({"jsonrpc": "2.0", "id": its_id, "error": error})


def no_message(error: RequestError, written: str) -> str:
    """The response to a body that is not JSON, or not a message."""
    code = PARSE_ERROR if isinstance(error, MalformedRequest) else INVALID_REQUEST
    return RpcError(code, str(error)).reply(_id_in(written))


def _id_in(written: str) -> str | int | None:
    try:
        return _Identified.model_validate_json(written).id
    except ValidationError:
        return None


def refusal_with(status: HTTPStatus) -> Callable[[RequestError, str], Answer]:
    """A function that answers a body that is not a message, with the protocol's status for that."""
    return lambda error, written: Answer(status=status, body=no_message(error, written))


def failure(problem: Problem, written: str) -> Answer:
    """The response to a message that is refused or that failed.

    It has the status of the problem, for clients and gateways that retry or sign in by it.
    """
    is_ours = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    error = RpcError(INTERNAL_ERROR if is_ours else SERVER_ERROR, advice(problem))
    return Answer(status=problem.status, body=error.reply(_id_in(written)))


def advice(problem: Problem) -> str:
    """What went wrong, and when it may be tried again."""
    # What a tool says of its failure has the advice already.
    if problem.retry_after is None or problem.failure is not None:
        return problem.detail
    return f"{problem.detail}. Try again in {problem.retry_after} s."


@contextmanager
def reading_params(data: JsonValue = None) -> Iterator[None]:
    """Turn a ValidationError of a message's parameters into an RpcError that says what is wrong."""
    try:
        yield
    except ValidationError as error:
        wrong = str(InvalidRequest(field_errors(error)))
        raise RpcError(INVALID_PARAMS, wrong, data=data) from None


def reply_of(message: RpcMessage, result: JsonValue) -> str:
    """The response to a message, with its result."""
    return json.dumps({"jsonrpc": "2.0", "id": message.id, "result": result}, ensure_ascii=False)
