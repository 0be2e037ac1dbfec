"""HTTP to ServiceNow: its errors translated, repeats with pauses that fit into the deadline."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import httpx

from recollect.adapters.http.posting import retry_after, transport_errors_of
from recollect.core.errors import StoreTimeout, StoreUnavailable

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
    """A request: parameters of its URL, and what it carries, if anything: a form or a row."""

    method: str
    url: str
    parameters: Mapping[str, str] | None = field(default=None, repr=False)
    form: Mapping[str, str] | None = field(default=None, repr=False)
    row: Mapping[str, str] | None = field(default=None, repr=False)
    authorization: str | None = field(default=None, repr=False)


async def send(client: httpx.AsyncClient, asked: Asked) -> httpx.Response:
    """Send once, and answer the response, whose status is below 500 and not 429.

    Sets no deadline. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    headers = {"Accept": "application/json"}
    if asked.authorization is not None:
        headers["Authorization"] = asked.authorization
    with transport_errors_of(STORE):
        response = await client.request(
            asked.method,
            asked.url,
            params=asked.parameters,
            data=asked.form,
            json=asked.row,
            headers=headers,
        )
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS or response.is_server_error:
        # A date in place of seconds is not what ServiceNow sends.
        raise Later(response.status_code, retry_after(response) or 0.0)
    return response


async def in_time(
    timeout: float,  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
    ask: Callable[[], Awaitable[_Answer]],
    repeated: type[StoreUnavailable] = StoreUnavailable,
) -> _Answer:
    """Ask, three times at most, in `timeout` seconds in all.

    Repeats what failed with an error of the type `repeated`, after the pause that ServiceNow asks
    for. Where the pause does not fit into the time that is left, the error comes at once. Raises
    StoreError.
    """
    end = asyncio.get_running_loop().time() + timeout
    try:
        async with asyncio.timeout(timeout):
            for _ in range(_ATTEMPTS - 1):
                try:
                    return await ask()
                except repeated as error:
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
