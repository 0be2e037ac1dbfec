"""`recollect mcp`: the Model Context Protocol on stdin and stdout, for clients on a desktop.

Each line is a message; it is sent to the API's `/mcp`, and what that answers is a line. Several
requests are on their way at once, and one that was cancelled is not answered, nor sent if it has
not been. What goes wrong on the way is an error of JSON-RPC, so that the client hears of it.
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
from recollect.faces.json_rpc import no_message
from recollect.faces.mcp_messages import MODERN, McpMessage
from recollect.serving.payload import parse

_MESSAGE: Final = TypeAdapter(dict[str, JsonValue])
_AT_ONCE: Final = 8
_INTERNAL_ERROR: Final = -32603
_BLANK: Final = "\ufeff \t\r\n"


class _Answers:
    """Where a client reads its answers, a line each, and which requests it still waits for."""

    def __init__(self, lines: IO[str]) -> None:
        self._lines, self._lock = lines, Lock()
        self._awaited: dict[str | int | None, McpMessage] = {}

    def tell(self, answer: str) -> None:
        """Write what is an answer to no request."""
        with self._lock:
            self._write(answer)

    def await_one(self, request: McpMessage) -> None:
        """From now on the request is waited for."""
        if request.id is not None:
            with self._lock:
                self._awaited[request.id] = request

    def cancel(self, request_id: JsonValue) -> None:
        """A request is not waited for any more."""
        if isinstance(request_id, str | int):
            with self._lock:
                self._awaited.pop(request_id, None)

    def awaits(self, request: McpMessage) -> bool:
        """Whether the request is still waited for."""
        return self._awaited.get(request.id) is request

    def answer(self, request: McpMessage, answer: str) -> None:
        """Write the answer to a request, if it is still waited for."""
        with self._lock:
            if self.awaits(request):
                del self._awaited[request.id]
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
    """Pass messages on until there are no more, and wait for what is on its way then.

    They come from stdin, or as `requests`. Raises CommandError.
    """
    told, endpoint, headers = _Answers(answers), f"{url.rstrip('/')}/mcp", headers_of(url, token)
    on_the_way: list[Future[None]] = []
    with (
        http_client(url) as client,
        ThreadPoolExecutor(_AT_ONCE) as workers,
    ):

        def pass_on(message: McpMessage, line: str) -> None:
            if message.id is None or told.awaits(message):
                told.answer(message, _answered(client, endpoint, headers, message, line))

        lines = _lines_of_stdin() if requests is None else requests
        for line in filter(None, (each.strip(_BLANK) for each in lines)):
            on_the_way = [each for each in on_the_way if not _is_over(each)]
            try:
                message = parse(McpMessage, line)
            except RequestError as error:
                told.tell(no_message(error, line))
                continue
            if message.method == "notifications/cancelled":
                told.cancel(message.params.get("requestId"))
                continue
            told.await_one(message)
            on_the_way.append(workers.submit(pass_on, message, line))
    for each in on_the_way:
        each.result()


def _lines_of_stdin() -> Iterator[str]:
    """Lines in UTF-8, whatever the terminal has; in what is none, halves that are no JSON."""
    return (line.decode(errors="surrogateescape") for line in sys.stdin.buffer)


def _is_over(one: Future[None]) -> bool:
    """Whether it is done; raises what it has raised."""
    return one.done() and one.result() is None


def _answered(
    client: httpx.Client, url: str, headers: Mapping[str, str], message: McpMessage, line: str
) -> str:
    """The answer as a line; "" to a notification."""
    accepts = {"Accept": "application/json, text/event-stream"}
    try:
        response = client.post(
            url, content=line, headers={**headers, **_mirrored(message), **accepts}
        )
    except httpx.HTTPError as error:
        return _failed(message, f"{url} does not answer: {error}")
    try:
        told = _MESSAGE.validate_json(response.content)
    except ValidationError:
        return _failed(message, f"{url} answered {response.status_code}")
    if "jsonrpc" in told:
        return json.dumps(told)  # in ASCII, which every encoding of a terminal has
    reason = told.get("detail") or told.get("message") or ""  # the latter is API Gateway's
    return _failed(message, f"{url} answered {response.status_code}: {reason}")


def _mirrored(message: McpMessage) -> dict[str, str]:
    """The headers that a request of the newest revision has over HTTP."""
    if not message.is_modern:
        return {}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": _plain(message.method)}
    if message.mirrored_name is not None:
        headers["Mcp-Name"] = _plain(message.mirrored_name)
    return headers


def _plain(name: str) -> str:
    """A value that a header may have: in Base64, as the revision has it, where it needs to be."""
    if name.isascii() and name.isprintable() and name == name.strip():
        return name
    return f"=?base64?{base64.b64encode(name.encode()).decode()}?="


def _failed(message: McpMessage, reason: str) -> str:
    told = without_credentials(reason)
    return "" if message.id is None else _error(message.id, _INTERNAL_ERROR, told)


def _error(message_id: str | int, code: int, reason: str) -> str:
    error: dict[str, JsonValue] = {"code": code, "message": reason}
    return json.dumps({"jsonrpc": "2.0", "id": message_id, "error": error})
