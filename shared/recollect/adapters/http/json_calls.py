"""JSON over HTTP to services other than Upstash, with our own deadline, repeats and errors."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping

import httpx
from pydantic import JsonValue

from recollect.adapters.http.posting import OK, get_once, json_of, post_once
from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable

_ATTEMPTS = 2


async def post_json(
    client: httpx.AsyncClient,
    store: str,
    url: str,
    payload: Mapping[str, object],
    headers: Mapping[str, str],
    timeout: float,  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
    statuses: Collection[int] = OK,
    attempts: int = _ATTEMPTS,
) -> JsonValue:
    """Post `payload` and answer the JSON of the response, whose status is one of `statuses`.

    Only for questions: what did not come through, or met a server in trouble (429, 5xx), is asked
    once more, since a connection that was kept through a pause may be dead. `timeout` is in seconds
    and bounds it all. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    content = _written(store, payload)
    sent = {"Accept": "application/json", **headers}

    async def ask() -> JsonValue:
        return json_of(store, await post_once(client, store, url, content, sent), statuses)

    return await _in_time(store, timeout, attempts, ask)


async def get_json(
    client: httpx.AsyncClient,
    store: str,
    url: str,
    parameters: Mapping[str, str],
    timeout: float,  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
) -> JsonValue:
    """The JSON at `url` with these parameters; repeats, bounds and raises as `post_json` does."""

    async def ask() -> JsonValue:
        return json_of(store, await get_once(client, store, url, parameters))

    return await _in_time(store, timeout, _ATTEMPTS, ask)


async def _in_time(
    store: str,
    timeout: float,  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
    attempts: int,
    ask: Callable[[], Awaitable[JsonValue]],
) -> JsonValue:
    try:
        async with asyncio.timeout(timeout):
            for _ in range(attempts - 1):
                try:
                    return await ask()
                except StoreUnavailable:
                    continue
            return await ask()
    except TimeoutError as error:
        raise StoreTimeout(store, f"no answer within {timeout} s") from error


def _written(store: str, payload: Mapping[str, object]) -> bytes:
    try:
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreRefused(store, "the question cannot be written as JSON") from error
    return text.encode("utf-8", "replace")
