"""The one way to call an outside system over HTTP.

An adapter says what to send and how to read the answer. This module does the rest: it sets one
deadline around all attempts, retries after a pause, and translates httpx's errors into our own. The
messages of those contain nothing of the URL, the credentials, the request or the answer, nor do
they keep an error as their cause whose text may.
"""

import asyncio
import json
import re
import ssl
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Collection,
    Generator,
    Iterator,
    Mapping,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeVar

import httpx
from pydantic import JsonValue
from typing_extensions import override

from recollect.adapters.http.json_text import parsed
from recollect.adapters.http.retries import (
    TWICE,
    NotConnected,
    RetryPolicy,
    TooManyRequests,
    within,
)
from recollect.core.errors import StoreRefused, StoreUnavailable
from recollect.core.stopwatch import note_failure, outside_call
from recollect.core.tracing import traceparent

OK: Final = frozenset({int(httpx.codes.OK)})
# The httpx extension of a request that holds the name of the system it goes to.
_SYSTEM: Final = "system"
_JSON: Final = {"Content-Type": "application/json"}
# A memory may have 1,000 corrections of 4,000 characters, each up to 12 bytes in JSON.
_MAX_ANSWER_BYTES: Final = 64 * 2**20
# Headers that describe the bytes on the wire. They are dropped, since the content is decoded here.
_WIRE_HEADERS: Final = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class HttpService:
    """A system at a URL. `timeout` is in seconds for a call, with all its attempts and pauses."""

    client: httpx.AsyncClient = field(repr=False)
    name: str
    url: str
    timeout: float
    auth: httpx.Auth | None = field(default=None, repr=False)

    async def get_json(self, path: str, parameters: Mapping[str, str]) -> JsonValue:
        """The JSON at a path with these parameters. Raises StoreError."""
        return await self.send(
            "GET", path, lambda response: json_of(self.name, response), parameters=parameters
        )

    async def post_json(
        self,
        path: str,
        payload: Mapping[str, object],
        *,
        statuses: Collection[int] = OK,
        retry: RetryPolicy = TWICE,
    ) -> JsonValue:
        """The JSON answered to a POST of `payload`. Raises StoreError.

        An answer whose status is not one of `statuses` is an error, too.
        """
        return await self.send(
            "POST",
            path,
            lambda response: json_of(self.name, response, statuses),
            content=json_bytes(self.name, payload),
            retry=retry,
        )

    async def send(
        self,
        method: str,
        path: str,
        read: Callable[[httpx.Response], _Answer],
        *,
        parameters: Mapping[str, str] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        retry: RetryPolicy = TWICE,
    ) -> _Answer:
        """Send a request, and give its response to `read`, whose result is returned.

        `read` only gets responses with a status below 500 other than 429; the others are failed
        attempts. If `read` raises StoreUnavailable, the attempt has failed, too. `content` is JSON
        unless the headers say otherwise. Raises StoreError.
        """
        request = self._request(method, path, parameters, content, headers or {})
        attempt = 1
        async with within(self.name, self.timeout) as limit:
            while True:
                try:
                    with _translated_errors(self.name):
                        response = await self.client.send(request, auth=self.auth)
                    return read(served(self.name, response))
                except StoreUnavailable as error:
                    await _pause(retry.pause(error, attempt), limit, error)
                attempt += 1

    def _request(
        self,
        method: str,
        path: str,
        parameters: Mapping[str, str] | None,
        content: bytes | None,
        headers: Mapping[str, str],
    ) -> httpx.Request:
        typed = {} if content is None else _JSON
        sent = {"Accept": "application/json", **typed, **headers}
        url = self.url.rstrip("/") + path
        with _translated_errors(self.name):
            return self.client.build_request(
                method,
                url,
                params=parameters,
                content=content,
                headers=sent,
                extensions={_SYSTEM: self.name},
            )


class SecretHeader(httpx.Auth):
    """Authentication by a secret that is sent in one header of every request."""

    def __init__(self, name: str, value: str) -> None:
        self._name, self._value = name, value

    @override
    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers[self._name] = self._value
        yield request


def bearer(token: str) -> httpx.Auth:
    """Authentication by a bearer token."""
    return SecretHeader("Authorization", f"Bearer {token}")


class RenewableToken(httpx.Auth):
    """Authentication by a bearer token that may be rotated while the process runs.

    After a 401, the current token is fetched from `renewed`. If it is a different one, the request
    is sent once more with it, which is safe: a request that was refused had no effect. Errors of
    `renewed` are passed on.
    """

    def __init__(self, token: str, renewed: Callable[[], Awaitable[str]]) -> None:
        self._token = token
        self._renewed = renewed

    @override
    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        tried = self._token
        request.headers["Authorization"] = f"Bearer {tried}"
        response = yield request
        if response.status_code != httpx.codes.UNAUTHORIZED:
            return
        if self._token == tried:
            self._token = await self._renewed()
        if self._token != tried:
            request.headers["Authorization"] = f"Bearer {self._token}"
            yield request


def served(system: str, response: httpx.Response) -> httpx.Response:
    """The response itself. Raises StoreUnavailable if its status is 429 or at least 500."""
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise TooManyRequests(system, "too many requests", retry_after(response))
    if response.is_server_error:
        raise StoreUnavailable(system, f"answered {response.status_code}", retry_after(response))
    return response


def retry_after(response: httpx.Response) -> float | None:
    """The pause in seconds that the response asks for in `Retry-After`, or None.

    A date, which HTTP also allows there, is ignored: the server's clock may differ from ours.
    """
    text = response.headers.get("Retry-After", "")
    return float(text) if re.fullmatch("[0-9]+", text) else None


def json_of(system: str, response: httpx.Response, statuses: Collection[int] = OK) -> JsonValue:
    """The JSON of a response. Raises StoreRefused if its status is not one of `statuses`.

    Raises StoreRefused, too, if the body is not JSON.
    """
    if response.status_code not in statuses:
        raise StoreRefused(system, f"answered {response.status_code}")
    try:
        return parsed(response.text)
    except ValueError:  # such as a login page, or one saying that the instance sleeps
        raise StoreRefused(system, "answered no JSON") from None


def json_bytes(system: str, payload: object) -> bytes:
    """A payload as JSON in UTF-8, with lone surrogates replaced.

    Raises StoreRefused if it cannot be written as JSON.
    """
    try:
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError):
        raise StoreRefused(system, "the question cannot be written as JSON") from None
    return text.encode("utf-8", "replace")


class AnswerTooLarge(httpx.DecodingError):
    """An answer has more bytes than this process may hold in memory."""


def new_http_client(most_bytes: int = _MAX_ANSWER_BYTES) -> httpx.AsyncClient:
    """A client with a connection pool for all outside systems.

    It has no timeout of its own, since `HttpService` sets a deadline around each call. An answer of
    more than `most_bytes`, counted after decompression, raises AnswerTooLarge.
    """
    return httpx.AsyncClient(transport=_MeasuredTransport(most_bytes), timeout=None)  # noqa: S113  # see above


@cache
def trusted_authorities() -> ssl.SSLContext:
    """The trusted certificate authorities. Loading them takes 40 ms, so all clients share them."""
    return httpx.create_ssl_context()


class _MeasuredTransport(httpx.AsyncHTTPTransport):
    """Reads each answer as a whole, up to the limit, while the stopwatch measures the wait."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(verify=trusted_authorities())
        self._most_bytes = most_bytes

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        system = str(request.extensions.get(_SYSTEM, request.url.host))
        with outside_call(system) as span:
            if span is not None:
                request.headers["traceparent"] = traceparent(span)
            response = await super().handle_async_request(request)
            if response.is_error and response.status_code != httpx.codes.NOT_FOUND:
                note_failure(system, f"status {response.status_code}")
            if span is not None:
                span.attributes["http.response.status_code"] = response.status_code
                span.failed = response.is_error
            try:
                content = await self._content(response)
            finally:
                await response.aclose()
        headers = [pair for pair in response.headers.raw if pair[0].lower() not in _WIRE_HEADERS]
        answer = httpx.Response(
            response.status_code, headers=headers, content=content, extensions=response.extensions
        )
        # As JSON is, whatever charset the server names: some of Python's decode no text at all.
        answer.encoding = "utf-8"
        return answer

    async def _content(self, response: httpx.Response) -> bytes:
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > self._most_bytes:
                raise AnswerTooLarge("the answer is too large")
        return bytes(content)


@contextmanager
def _translated_errors(system: str) -> Iterator[None]:
    try:
        yield
    except httpx.ConnectError as error:
        raise NotConnected(system, "could not connect") from error
    except httpx.TransportError:  # its text may quote a header
        raise StoreUnavailable(system, "the connection broke") from None
    except (httpx.InvalidURL, httpx.DecodingError) as error:  # their texts may quote what was sent
        raise StoreRefused(system, type(error).__name__) from None


async def _pause(seconds: float | None, limit: asyncio.Timeout, error: StoreUnavailable) -> None:
    """Wait for the next attempt, or raise the error if there is none or no time to wait for it."""
    now, end = asyncio.get_running_loop().time(), limit.when()
    if seconds is None or end is None or now + seconds >= end:
        raise error
    await asyncio.sleep(seconds)
