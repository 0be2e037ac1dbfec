"""Messages of the Model Context Protocol over HTTP, and the check of their revision.

A request of revision 2026-07-28 states its version itself and repeats it in headers. A client of an
earlier revision states it once (`initialize`); it is served without a session.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from pydantic import JsonValue, field_validator

from recollect import __version__
from recollect.core.errors import RequestError
from recollect.faces import json_rpc
from recollect.faces.json_rpc import INVALID_PARAMS, RpcError, RpcMessage, advice, reply_of
from recollect.serving.idempotency import Answer
from recollect.serving.payload import parse
from recollect.serving.problems import Problem

MODERN: Final = "2026-07-28"
LEGACY: Final = ("2025-11-25", "2025-06-18", "2025-03-26")
SUPPORTED: Final = (MODERN, *LEGACY)

HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
RESOURCE_NOT_FOUND: Final = -32002
"""The code of earlier revisions; in the newest, it is that of an invalid parameter."""

_PREFIX: Final = "io.modelcontextprotocol/"
_VERSION, _CAPABILITIES = f"{_PREFIX}protocolVersion", f"{_PREFIX}clientCapabilities"
_SERVER_INFO: Final = f"{_PREFIX}serverInfo"
SERVER: Final[dict[str, JsonValue]] = {"name": "recollect", "version": __version__}
_MIRRORED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_BASE64: Final = ("=?base64?", "?=")


class McpMessage(RpcMessage):
    """A message of the protocol. Unlike JSON-RPC, it forbids a request whose id is null."""

    @field_validator("id")
    @classmethod
    def _is_not_null(cls, value: str | int | None) -> str | int | None:
        if value is None:
            raise ValueError("must not be null")
        return value

    @property
    def meta(self) -> Mapping[str, JsonValue]:
        """The metadata of a request (`_meta`)."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}

    @property
    def is_modern(self) -> bool:
        """Whether the request states its revision itself, as those of the newest revision do."""
        return _VERSION in self.meta

    @property
    def name(self) -> JsonValue:
        """The name of the tool or prompt."""
        return self.params.get("name")

    @property
    def mirrored_name(self) -> str | None:
        """What the header `Mcp-Name` must repeat: the name of the tool or prompt, or the URI."""
        parameter = _MIRRORED.get(self.method)
        name = self.params.get(parameter) if parameter else None
        return name if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class McpResult:
    """The result of a method; `behind` is the answer of the action that it called, if any.

    The headers of that answer, such as `X-Degraded`, are sent with the result, too.
    """

    result: dict[str, JsonValue]
    behind: Answer | None = None


def reply(message: McpMessage, result: dict[str, JsonValue]) -> str:
    """The response to a message, with its result in the form of the message's revision."""
    if not message.is_modern:
        return reply_of(message, result)
    about: dict[str, JsonValue] = {"resultType": "complete", "_meta": {_SERVER_INFO: SERVER}}
    return reply_of(message, {**result, **about})


def text_block(text: str) -> dict[str, JsonValue]:
    """A text, as a part of a result."""
    return {"type": "text", "text": text}


def error_result(reason: str) -> dict[str, JsonValue]:
    """The result of a tool that could not do its work; a model reads the reason."""
    return {"content": [text_block(reason)], "isError": True}


def failure(problem: Problem, written: str) -> Answer:
    """The response to a message that is refused or that failed.

    A call of a tool that may be repeated, or that failed, gets a result, which clients show to
    their model; they keep errors from it.
    """
    error = json_rpc.failure(problem, written)
    is_refused = problem.status < HTTPStatus.INTERNAL_SERVER_ERROR and problem.retry_after is None
    try:
        message = parse(McpMessage, written)
    except RequestError:
        return error
    if is_refused or message.method != "tools/call" or message.id is None:
        return error
    return Answer(status=HTTPStatus.OK, body=reply(message, error_result(advice(problem))))


def check_revision(message: McpMessage, headers: Mapping[str, str]) -> None:
    """Raise RpcError if the revision is unknown, or if the headers contradict the body."""
    revision = headers.get("mcp-protocol-version")
    if not message.is_modern:
        if revision == MODERN:
            raise _lacks(_VERSION)
        if revision is not None and revision not in LEGACY:
            raise _unsupported(revision)
        return
    version = message.meta[_VERSION]
    if revision != version:
        raise _mismatch(f"the header mcp-protocol-version is not {version}")
    if version != MODERN:
        raise _unsupported(version)
    if not isinstance(message.meta.get(_CAPABILITIES), dict):
        raise _lacks(_CAPABILITIES)
    wanted = {"mcp-method": message.method}
    if message.mirrored_name is not None:
        wanted["mcp-name"] = message.mirrored_name
    for name, value in wanted.items():
        if _decoded(headers.get(name)) != value:
            raise _mismatch(f"the header {name} is not {value}")


def negotiated(params: Mapping[str, JsonValue]) -> str:
    """The revision for a client that sends `initialize`: its own, else the newest with it."""
    asked = params.get("protocolVersion")
    return asked if isinstance(asked, str) and asked in LEGACY else LEGACY[0]


def _decoded(value: str | None) -> str | None:
    """The value of a header; one that is not plain ASCII is sent as Base64."""
    if value is None:
        return None
    value = value.strip()
    begin, end = _BASE64
    if not (value.startswith(begin) and value.endswith(end)):
        return value
    try:
        return base64.b64decode(value[len(begin) : -len(end)], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _lacks(name: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"params._meta lacks {name}", HTTPStatus.BAD_REQUEST)


def _mismatch(reason: str) -> RpcError:
    return RpcError(HEADER_MISMATCH, f"Header mismatch: {reason}", HTTPStatus.BAD_REQUEST)


def _unsupported(requested: JsonValue) -> RpcError:
    data: JsonValue = {"supported": [*SUPPORTED], "requested": requested}
    return RpcError(
        UNSUPPORTED_VERSION, "Unsupported protocol version", HTTPStatus.BAD_REQUEST, data
    )
