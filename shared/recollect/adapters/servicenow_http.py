"""HTTP to ServiceNow: its errors translated, repeats with pauses that fit into the deadline."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import httpx
from pydantic import JsonValue

from recollect.adapters.found_evidence import parsed
from recollect.errors import StoreRefused, StoreTimeout, StoreUnavailable

STORE = "servicenow"

_ATTEMPTS = 3
_PAUSE_SECONDS = (0.02, 0.08)
_Answer = TypeVar("_Answer")


class Later(StoreUnavailable):
    """ServiceNow said that it cannot serve now; `pause` is its Retry-After, in seconds."""

    def __init__(self, status: int, pause: float) -> None:
        super().__init__(STORE, f"answered {status}")
        self.pause = pause


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: parameters of its URL for GET, those of a form for POST."""

    method: str
    url: str
    parameters: Mapping[str, str] = field(repr=False)
    authorization: str | None = field(default=None, repr=False)


async def send(client: httpx.AsyncClient, asked: Asked) -> httpx.Response:
    """Send once, and answer the response, whose status is below 500 and not 429.

    Sets no deadline. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    headers = {"Accept": "application/json"}
    if asked.authorization is not None:
        headers["Authorization"] = asked.authorization
    is_form = asked.method == "POST"
    try:
        response = await client.request(
            asked.method,
            asked.url,
            params=None if is_form else asked.parameters,
            data=asked.parameters if is_form else None,
            headers=headers,
        )
    except httpx.ConnectError as error:
        raise StoreUnavailable(STORE, "could not connect") from error
    except httpx.TransportError as error:
        raise StoreUnavailable(STORE, "the connection broke") from error
    except (httpx.InvalidURL, httpx.DecodingError) as error:
        raise StoreRefused(STORE, type(error).__name__) from error
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS or response.is_server_error:
        raise Later(response.status_code, _pause(response.headers.get("Retry-After", "")))
    return response


def json_of(response: httpx.Response) -> JsonValue:
    """The JSON of a response whose status is 200. Raises StoreRefused for all else."""
    if response.status_code != httpx.codes.OK:
        raise StoreRefused(STORE, f"answered {response.status_code}")
    try:
        return parsed(response.text)
    except ValueError as error:  # a login page, a page that says that the instance sleeps
        raise StoreRefused(STORE, "answered no JSON") from error


async def in_time(timeout: float, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
    """Ask, three times at most, in `timeout` seconds in all.

    Repeats what ServiceNow could not serve, after the pause that it asks for. Where the pause does
    not fit into the time that is left, the error comes at once. Raises StoreError.
    """
    end = asyncio.get_running_loop().time() + timeout
    try:
        async with asyncio.timeout(timeout):
            for _ in range(_ATTEMPTS - 1):
                try:
                    return await ask()
                except StoreUnavailable as error:
                    await _wait(error, end)
            return await ask()
    except TimeoutError as error:
        raise StoreTimeout(STORE, f"no answer within {timeout} s") from error


async def _wait(error: StoreUnavailable, end: float) -> None:
    pause = random.uniform(*_PAUSE_SECONDS)  # noqa: S311  # jitter
    if isinstance(error, Later):
        pause += error.pause
    if asyncio.get_running_loop().time() + pause >= end:
        raise error
    await asyncio.sleep(pause)


def _pause(retry_after: str) -> float:
    """Seconds; 0 for a date, which ServiceNow does not send."""
    return float(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after) else 0.0
