"""`recollect mcp`: the Model Context Protocol on stdin and stdout, for clients on a desktop.

Each line on stdin is a message, which is sent to the API's `/mcp`; the API's answer becomes a line
on stdout. Several requests run at once. A cancelled request is not answered, and not sent if it
still waits for its turn. Failures on the way are reported to the client as JSON-RPC errors.
"""

import base64
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import IO, Final

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError

from infra.cli.api_client import headers_of, http_client
from recollect.core.errors import RequestError
from recollect.core.urls import without_credentials
from recollect.faces.json_rpc import INTERNAL_ERROR, RpcError, no_message
from recollect.faces.mcp_messages import MODERN, McpMessage
from recollect.serving.payload import parse

_MESSAGE: Final = TypeAdapter(dict[str, JsonValue])
_MAX_CONCURRENT_REQUESTS: Final = 8
_BLANK_CHARACTERS: Final = "\ufeff \t\r\n"


class _Answers:
    """Write answers to the client, one a line, and keep track of the requests it waits for."""

    def __init__(self, lines: IO[str]) -> None:
        self._lines, self._lock = lines, Lock()
        self._pending: dict[str | int | None, McpMessage] = {}

    def write(self, answer: str) -> None:
        """Write a line that answers no known request."""
        with self._lock:
            self._write(answer)

    def expect(self, request: McpMessage) -> None:
        """Note that the client waits for the answer to a request."""
        if request.id is not None:
            with self._lock:
                self._pending[request.id] = request

    def cancel(self, request_id: JsonValue) -> None:
        """Note that the client no longer waits for the answer to a request."""
        if isinstance(request_id, str | int):
            with self._lock:
                self._pending.pop(request_id, None)

    def is_pending(self, request: McpMessage) -> bool:
        """Whether the client still waits for the answer to the request."""
        return self._pending.get(request.id) is request

    def answer(self, request: McpMessage, answer: str) -> None:
        """Write the answer to a request if the client still waits for it."""
        with self._lock:
            if self.is_pending(request):
                del self._pending[request.id]
                self._write(answer)

    def _write(self, answer: str) -> None:
        self._lines.write(f"{answer}\n")
        self._lines.flush()


def serve_stdio(
    url: str,
    token: str | None,
    requests: Iterable[str] | None = None,
    answers: IO[str] = sys.stdout,
) -> None:
    """Pass messages on to the API until there are no more, then wait for the last answers.

    The messages come from `requests`, by default from stdin. Raises CommandError.
    """
    out, endpoint, headers = _Answers(answers), f"{url.rstrip('/')}/mcp", headers_of(url, token)
    running: list[Future[None]] = []
    with (
        http_client(url) as client,
        ThreadPoolExecutor(_MAX_CONCURRENT_REQUESTS) as workers,
    ):

        def pass_on(message: McpMessage, line: str) -> None:
            if message.id is None or out.is_pending(message):
                out.answer(message, _answered(client, endpoint, headers, message, line))

        lines = _lines_of_stdin() if requests is None else requests
        for line in filter(None, (each.strip(_BLANK_CHARACTERS) for each in lines)):
            running = [each for each in running if not _has_ended(each)]
            try:
                message = parse(McpMessage, line)
            except RequestError as error:
                out.write(no_message(error, line))
                continue
            if message.method == "notifications/cancelled":
                out.cancel(message.params.get("requestId"))
                continue
            out.expect(message)
            running.append(workers.submit(pass_on, message, line))
    for each in running:
        each.result()


def _lines_of_stdin() -> Iterator[str]:
    """Lines decoded as UTF-8, whatever the locale; invalid bytes become lone surrogates."""
    return (line.decode(errors="surrogateescape") for line in sys.stdin.buffer)


def _has_ended(request: Future[None]) -> bool:
    """Whether the request is done; raises the exception that it ended with."""
    return request.done() and request.result() is None


def _answered(
    client: httpx.Client, url: str, headers: Mapping[str, str], message: McpMessage, line: str
) -> str:
    """Send a message; the API's answer or an error as a line, "" for a notification."""
    accepts = {"Accept": "application/json, text/event-stream"}
    try:
        response = client.post(
            url, content=line, headers={**headers, **_mirrored(message), **accepts}
        )
    except httpx.HTTPError as error:
        return _failed(message, f"{url} does not answer: {error}")
    try:
        answer = _MESSAGE.validate_json(response.content)
    except ValidationError:
        return _failed(message, f"{url} answered {response.status_code}")
    if "jsonrpc" in answer:
        # The API could not read the id of a message that is too large. The text is ASCII only,
        # which every terminal encoding can write.
        return json.dumps(answer | {"id": message.id})
    reason = answer.get("detail") or answer.get("message") or ""  # API Gateway has `message`
    return _failed(message, f"{url} answered {response.status_code}: {reason}")


def _mirrored(message: McpMessage) -> dict[str, str]:
    """The HTTP headers that the newest revision wants; they repeat parts of the message."""
    if not message.is_modern:
        return {}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": _header_value(message.method)}
    if message.mirrored_name is not None:
        headers["Mcp-Name"] = _header_value(message.mirrored_name)
    return headers


def _header_value(name: str) -> str:
    """A value for a header: unchanged if a header may hold it, else in the revision's Base64."""
    if name.isascii() and name.isprintable() and name == name.strip():
        return name
    return f"=?base64?{base64.b64encode(name.encode()).decode()}?="


def _failed(message: McpMessage, reason: str) -> str:
    error = RpcError(INTERNAL_ERROR, without_credentials(reason))
    return "" if message.id is None else error.reply(message.id)
