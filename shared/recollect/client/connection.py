"""The address and token of the API, and the attempts of one request: all but the sending itself."""

import logging
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import TIMEOUT_MAX
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from recollect import __version__
from recollect.client.errors import (
    ClientError,
    UnreachableError,
    UnreadableAnswerError,
    problem_error,
)
from recollect.client.requests import ApiRequest
from recollect.client.retrying import Retries, retry_after_seconds
from recollect.core.errors import ConfigurationError
from recollect.core.urls import host_of, is_on_this_machine

_A = TypeVar("_A")
_TOKEN: Final = re.compile(r"[\x21-\x7e]*")
# Neither API Gateway nor Lambda sends a larger answer.
_MAX_ANSWER_BYTES: Final = 10_000_000
_logger = logging.getLogger("recollect.client")


@dataclass(frozen=True, slots=True)
class AnswerNotes:
    """What the headers of an answer say about it.

    `degraded` names the parts that the answer lacks because something failed. `unknown_cases` are
    the requested case numbers of which no case is known. `unknown_customer` is true if the
    directory has no customer of the requested name. `request_id` identifies the request in the
    service's log. `cache` is "hit" or "miss" if the service caches such answers, else "".
    """

    path: str
    degraded: tuple[str, ...]
    unknown_cases: tuple[str, ...]
    unknown_customer: bool
    request_id: str
    cache: str = ""


Listen = Callable[[AnswerNotes], None]


def log_degraded(notes: AnswerNotes) -> None:
    """Log a warning to `recollect.client` if an answer lacks parts."""
    if notes.degraded:
        _logger.warning("%s had to do without %s", notes.path, ", ".join(notes.degraded))


@dataclass(frozen=True, slots=True)
class Connection:
    """The API, the caller's token and how to send. `timeout` bounds a call, in seconds.

    Raises ConfigurationError for a timeout that is not above 0, or longer than can be waited for.
    """

    url: str = field(repr=False)
    token: str | None = field(repr=False)
    timeout: float
    retries: Retries
    listen: Listen

    def __post_init__(self) -> None:
        if not 0.0 < self.timeout <= TIMEOUT_MAX:
            raise ConfigurationError("timeout must be seconds above 0")

    @property
    def host(self) -> str:
        """The host and port of the API, for messages: the rest of the URL may hold secrets."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sender = {"User-Agent": f"recollect/{__version__}"}
        json = {"Accept": "application/json", "Content-Type": "application/json"}
        return {**authorization, **sender, **json}

    @property
    def trusts_environment(self) -> bool:
        """Whether httpx may use the proxies of the environment: not to reach this machine."""
        return not is_on_this_machine(self.url)


def connection(
    url: str | None, token: str | None, environ: Mapping[str, str] = os.environ
) -> tuple[str, str | None]:
    """The URL and the token; where not given, they come from RECOLLECT_URL and RECOLLECT_TOKEN.

    Raises ConfigurationError for a URL or a token that cannot be used.
    """
    where = (url or environ.get("RECOLLECT_URL", "")).strip().rstrip("/")
    if not _is_address(where):
        raise ConfigurationError(
            "url, or else RECOLLECT_URL, must be the http(s) URL of the API, "
            "such as http://127.0.0.1:8080"
        )
    secret = (token or environ.get("RECOLLECT_TOKEN", "")).strip()
    if not _TOKEN.fullmatch(secret):  # httpx would show the token in its own error
        raise ConfigurationError(
            "token, or else RECOLLECT_TOKEN, must be printable ASCII without white space: "
            "the token alone, without Bearer before it"
        )
    if secret and "@" in urlsplit(where).netloc:
        raise ConfigurationError(
            "url, or else RECOLLECT_URL, names who is sent instead of the token"
        )
    return where, secret or None


def not_followed(response: httpx.Response) -> str:
    """Why an answer that is neither a success nor an error cannot be used.

    If it is a redirect, the text names its target, without the parts that may be secret.
    """
    where = response.headers.get("Location", "")
    if not response.has_redirect_location or not host_of(where):
        return "this API never does"
    to = urlsplit(where)
    return f"it leads to {to.scheme}://{to.hostname}, which is not followed"


@contextmanager
def environment_errors() -> Iterator[None]:
    """Raise ConfigurationError where httpx cannot use the environment, such as its proxies."""
    wrong = "the proxies and certificates of the environment cannot be used"
    try:
        yield
    except httpx.InvalidURL:  # its message may show parts of a password
        raise ConfigurationError(f"{wrong}: a proxy, or NO_PROXY, has no valid address") from None
    except (ImportError, OSError, ValueError) as error:
        raise ConfigurationError(f"{wrong}: {error}") from error


def _is_address(url: str) -> bool:
    """Whether httpx can send to this URL, and a path can be appended to it."""
    try:
        sent, port = httpx.URL(url), urlsplit(url).port
        named = sent.scheme in {"http", "https"} and sent.host and port != 0
    except (httpx.InvalidURL, ValueError):
        return False
    return bool(named) and not {"?", "#"} & set(url)


class Exchange(Generic[_A]):
    """All attempts of one request. They are identical, including the idempotency key.

    The sender calls `start_attempt`, `receive` for each piece of the answer's body, and `read`, all
    within `seconds_left`. After an error it waits for `pause_after` and starts over; after success
    it calls `notify_listener`.
    """

    def __init__(self, request: ApiRequest[_A], connection: Connection) -> None:
        self._request, self._connection, self._attempt = request, connection, 1
        self._key = (request.key or uuid4().hex) if request.writes else None
        self._content, self._deadline = bytearray(), time.monotonic() + connection.timeout

    @property
    def seconds_left(self) -> float:
        """The time that is left for the call, with all its attempts and pauses."""
        return max(0.0, self._deadline - time.monotonic())

    def start_attempt(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """Begin an attempt; the request that the HTTP client is to send."""
        request = self._request
        self._content = bytearray()
        return client.build_request(
            request.method,
            self._connection.url + request.path,
            params=request.query or None,
            content=request.content or None,
            headers={"Idempotency-Key": self._key} if self._key else None,
            timeout=self.seconds_left,
        )

    def receive(self, response: httpx.Response, piece: bytes) -> None:
        """Keep a piece of the answer's body. Raises ClientError if the body is too long or late."""
        self._content += piece
        if len(self._content) > _MAX_ANSWER_BYTES:
            raise self._unreadable(response, f"more than {_MAX_ANSWER_BYTES // 1_000_000} MB")
        if not self.seconds_left:
            raise self.late()

    def read(self, response: httpx.Response) -> _A:
        """Parse the answer once all of its pieces are received. Raises ClientError."""
        if response.is_error:
            retry_after = response.headers.get("Retry-After")
            wanted = retry_after_seconds(retry_after, datetime.now(UTC))
            raise problem_error(response.status_code, bytes(self._content), wanted)
        if not response.is_success:
            raise self._unreadable(response, not_followed(response))
        try:
            return self._request.read(bytes(self._content))
        except UnreadableAnswerError as error:
            raise self._unreadable(response, str(error)) from None

    def notify_listener(self, response: httpx.Response) -> None:
        """Pass the notes of a readable answer to the listener. Raises what the listener raises."""
        headers = response.headers
        self._connection.listen(
            AnswerNotes(
                self._request.path,
                tuple(headers.get("X-Degraded", "").split()),
                tuple(headers.get("X-Unknown-Cases", "").replace(",", " ").split()),
                "X-Unknown-Customer" in headers,
                headers.get("X-Request-Id", ""),
                headers.get("X-Cache", ""),
            )
        )

    def _unreadable(self, response: httpx.Response, why: str) -> UnreadableAnswerError:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        what = f"{response.status_code} {kind}".strip()
        return UnreadableAnswerError(f"{self._connection.host} answers {what}: {why}")

    def unreachable(self, error: httpx.RequestError) -> UnreachableError:
        """The error for an attempt that got no answer."""
        if isinstance(error, httpx.TimeoutException):
            return self.late()
        return self._unreachable(str(error) or type(error).__name__)

    def late(self) -> UnreachableError:
        """The error for a call whose time is up."""
        return self._unreachable(f"nothing whole within {self._connection.timeout:g} s")

    def _unreachable(self, why: str) -> UnreachableError:
        return UnreachableError(f"{self._connection.host} does not answer: {why}")

    def pause_after(self, error: ClientError) -> float:
        """Seconds until the next attempt.

        Raises the error itself if there is to be none, or no time to wait for it.
        """
        draw = random.random()  # noqa: S311  # jitter
        pause = self._connection.retries.pause(error, self._attempt, draw)
        if pause is None or pause >= self.seconds_left:
            raise error
        what = f"{self._request.method} {self._request.path}"
        _logger.info("%s again in %.1f s: %s", what, pause, error)
        self._attempt += 1
        return pause
