"""`recollect mcp`: the Model Context Protocol on stdin and stdout, for clients on a desktop.

Each line is a message; it is sent to the API's `/mcp`, and what that answers is a line. What goes
wrong on the way is an error of JSON-RPC, so that the client hears of it.
"""

import base64
import json
import sys
from collections.abc import Iterable
from typing import IO, Final

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError

from infra.cli.api_client import headers_of, http_client
from recollect.core.errors import RequestError
from recollect.core.urls import without_credentials
from recollect.faces.json_rpc import no_message
from recollect.faces.mcp_messages import MODERN, McpMessage
from recollect.serving.payload import parse

_MESSAGE: Final = TypeAdapter(dict[str, JsonValue])
_INTERNAL_ERROR: Final = -32603


def serve_stdio(
    url: str,
    token: str | None,
    requests: Iterable[str] = sys.stdin,
    answers: IO[str] = sys.stdout,
) -> None:
    """Pass messages on until there are no more. Raises CommandError."""
    with http_client(url) as client:
        for written in requests:
            line = written.strip("\ufeff \t\r\n")
            if line:
                answer = _answered(client, f"{url.rstrip('/')}/mcp", token, line)
                if answer:
                    answers.write(f"{answer}\n")
                    answers.flush()


def _answered(client: httpx.Client, url: str, token: str | None, line: str) -> str:
    """The answer as a line; "" to a notification."""
    try:
        message = parse(McpMessage, line)
    except RequestError as error:
        return no_message(error)
    headers = {**headers_of(token), **_mirrored(message)}
    headers["Accept"] = "application/json, text/event-stream"
    try:
        response = client.post(url, content=line, headers=headers)
    except httpx.HTTPError as error:
        return _failed(message, f"{url} does not answer: {error}")
    if not response.content:
        return ""
    try:
        told = _MESSAGE.validate_json(response.content)
    except ValidationError:
        return _failed(message, f"{url} answered {response.status_code}")
    if "jsonrpc" in told:
        return json.dumps(told, ensure_ascii=False)
    return _failed(message, f"{url} answered {response.status_code}: {told.get('detail', '')}")


def _mirrored(message: McpMessage) -> dict[str, str]:
    """The headers that a request of the newest revision has over HTTP."""
    if not message.is_modern:
        return {}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": message.method}
    if message.mirrored_name is not None:
        headers["Mcp-Name"] = _plain(message.mirrored_name)
    return headers


def _plain(name: str) -> str:
    if name.isascii() and name.isprintable() and name == name.strip():
        return name
    return f"=?base64?{base64.b64encode(name.encode()).decode()}?="


def _failed(message: McpMessage, reason: str) -> str:
    told = without_credentials(reason)
    return "" if message.id is None else _error(message.id, _INTERNAL_ERROR, told)


def _error(message_id: str | int, code: int, reason: str) -> str:
    error: dict[str, JsonValue] = {"code": code, "message": reason}
    return json.dumps({"jsonrpc": "2.0", "id": message_id, "error": error})
