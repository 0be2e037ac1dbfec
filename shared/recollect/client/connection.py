"""Where the API is, who asks it, and one request on its way: all but the sending itself."""

import logging
import math
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
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
# Neither API Gateway nor Lambda gives more.
_MOST_BYTES: Final = 10_000_000
_logger = logging.getLogger("recollect.client")


@dataclass(frozen=True, slots=True)
class AnswerNotes:
    """What the headers of an answer say of it.

    `degraded` names the parts that it had to do without, `unknown_cases` the numbers that there is
    no case of, `unknown_customer` that the directory has none of the name, `request_id` the entry
    in the service's log.
    """

    path: str
    degraded: tuple[str, ...]
    unknown_cases: tuple[str, ...]
    unknown_customer: bool
    request_id: str


Listen = Callable[[AnswerNotes], None]


def log_degraded(notes: AnswerNotes) -> None:
    """Warn of what an answer had to do without, in the log `recollect.client`."""
    if notes.degraded:
        _logger.warning("%s had to do without %s", notes.path, ", ".join(notes.degraded))


@dataclass(frozen=True, slots=True)
class Connection:
    """An API and its caller. `timeout` is in seconds, of one attempt. Raises ConfigurationError."""

    url: str = field(repr=False)
    token: str | None = field(repr=False)
    timeout: float
    retries: Retries
    listen: Listen

    def __post_init__(self) -> None:
        if not 0.0 < self.timeout < math.inf:
            raise ConfigurationError("timeout must be seconds above 0")

    @property
    def host(self) -> str:
        """Where the API is, for messages: without what else may be in the URL."""
        return host_of(self.url) or ""

    @property
    def headers(self) -> dict[str, str]:
        """What goes with every request."""
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sender = {"User-Agent": f"recollect/{__version__}"}
        json = {"Accept": "application/json", "Content-Type": "application/json"}
        return {**authorization, **sender, **json}

    @property
    def trusts_environment(self) -> bool:
        """Whether a proxy of the environment is used."""
        return not is_on_this_machine(self.url)


def connection(
    url: str | None, token: str | None, environ: Mapping[str, str] = os.environ
) -> tuple[str, str | None]:
    """The URL and the token, from RECOLLECT_URL and RECOLLECT_TOKEN where they are not given.

    Raises ConfigurationError.
    """
    where = (url or environ.get("RECOLLECT_URL", "")).strip().rstrip("/")
    if not _is_address(where):
        raise ConfigurationError(
            "url, or else RECOLLECT_URL, must be the http(s) URL of the API, "
            "such as http://127.0.0.1:8080"
        )
    secret = (token or environ.get("RECOLLECT_TOKEN", "")).strip()
    if not _TOKEN.fullmatch(secret):  # which httpx would show in its error
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
    """Where an answer leads that is none, without what may be secret in the address."""
    where = response.headers.get("Location", "")
    if not response.has_redirect_location or not host_of(where):
        return "this API never does"
    to = urlsplit(where)
    return f"it leads to {to.scheme}://{to.hostname}, which is not followed"


@contextmanager
def environment_errors() -> Iterator[None]:
    """Raise ConfigurationError for what httpx cannot use of the environment, such as a proxy."""
    wrong = "the proxies and certificates of the environment cannot be used"
    try:
        yield
    except httpx.InvalidURL:  # which would show parts of a password
        raise ConfigurationError(f"{wrong}: a proxy, or NO_PROXY, has no valid address") from None
    except (ImportError, OSError, ValueError) as error:
        raise ConfigurationError(f"{wrong}: {error}") from error


def _is_address(url: str) -> bool:
    """Whether httpx can send there, and paths can be put behind it."""
    try:
        sent, port = httpx.URL(url), urlsplit(url).port
        named = sent.scheme in {"http", "https"} and sent.host and port != 0
    except (httpx.InvalidURL, ValueError):
        return False
    return bool(named) and not {"?", "#"} & set(url)


class Exchange(Generic[_A]):
    """A request with its repeats, which are all the same, its idempotency key included.

    Whoever sends it asks `read` of each response, and `pause_after` of each error how long to wait.
    """

    def __init__(self, request: ApiRequest[_A], connection: Connection) -> None:
        self._request, self._connection, self._attempt = request, connection, 1
        self._key = (request.key or uuid4().hex) if request.writes else None
        self._content, self._until = bytearray(), 0.0

    def sent(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """The request as the client sends it, with which an attempt begins."""
        request = self._request
        self._content, self._until = bytearray(), time.monotonic() + self._connection.timeout
        return client.build_request(
            request.method,
            self._connection.url + request.path,
            params=request.query or None,
            content=request.content or None,
            headers={"Idempotency-Key": self._key} if self._key else None,
        )

    def take(self, response: httpx.Response, piece: bytes) -> None:
        """Take a piece of the answer. Raises ClientError once it is too much, or too late."""
        self._content += piece
        if len(self._content) > _MOST_BYTES:
            raise self._unreadable(response, f"more than {_MOST_BYTES // 1_000_000} MB")
        if time.monotonic() > self._until:
            raise self._unreached(f"not whole within {self._connection.timeout:g} s")

    def read(self, response: httpx.Response) -> _A:
        """The answer, of which all pieces are taken. Raises ClientError."""
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

    def tell_of(self, response: httpx.Response) -> None:
        """Tell who listens of an answer that could be read. Raises what that raises."""
        headers = response.headers
        self._connection.listen(
            AnswerNotes(
                self._request.path,
                tuple(headers.get("X-Degraded", "").split()),
                tuple(headers.get("X-Unknown-Cases", "").replace(",", " ").split()),
                "X-Unknown-Customer" in headers,
                headers.get("X-Request-Id", ""),
            )
        )

    def _unreadable(self, response: httpx.Response, why: str) -> UnreadableAnswerError:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        what = f"{response.status_code} {kind}".strip()
        return UnreadableAnswerError(f"{self._connection.host} answers {what}: {why}")

    def unreached(self, error: httpx.RequestError) -> UnreachableError:
        """The error for a request that had no answer."""
        return self._unreached(str(error) or type(error).__name__)

    def _unreached(self, why: str) -> UnreachableError:
        return UnreachableError(f"{self._connection.host} does not answer: {why}")

    def pause_after(self, error: ClientError) -> float:
        """Seconds until the next attempt. Raises the error where there is none."""
        draw = random.random()  # noqa: S311  # jitter
        pause = self._connection.retries.pause(error, self._attempt, draw)
        if pause is None:
            raise error
        what = f"{self._request.method} {self._request.path}"
        _logger.info("%s again in %.1f s: %s", what, pause, error)
        self._attempt += 1
        return pause
