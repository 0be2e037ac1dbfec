"""JSON-RPC 2.0, as protocols over HTTP have it: a message a request, no batches."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors

SERVER_ERROR: Final = -32000
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602


class RpcMessage(BaseModel):
    """A request, or a notification, which has no `id`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    jsonrpc: Literal["2.0"]
    method: str
    id: str | int | None = None
    params: dict[str, JsonValue] = {}


class RpcReply(BaseModel):
    """A response: a result, or an error."""

    model_config = ConfigDict(extra="allow", defer_build=True)

    jsonrpc: Literal["2.0"] = "2.0"
    id: str | int | None = None


class RpcError(Exception):
    """An error of a protocol, and the status with which it comes over HTTP."""

    def __init__(
        self, code: int, message: str, status: int = HTTPStatus.OK, data: JsonValue = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.data = code, message, status, data

    def reply(self, message: RpcMessage) -> str:
        """The response."""
        error: dict[str, JsonValue] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return json.dumps({"jsonrpc": "2.0", "id": message.id, "error": error})


@contextmanager
def reading_params(data: JsonValue = None) -> Iterator[None]:
    """Tell what is wrong with a model that is made of a message's parameters. Raises RpcError."""
    try:
        yield
    except ValidationError as error:
        wrong = str(InvalidRequest(field_errors(error)))
        raise RpcError(INVALID_PARAMS, wrong, data=data) from None


def reply_of(message: RpcMessage, result: JsonValue) -> str:
    """The response with a result."""
    return json.dumps({"jsonrpc": "2.0", "id": message.id, "result": result}, ensure_ascii=False)
