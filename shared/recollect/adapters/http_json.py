"""JSON over HTTP to services other than Upstash, with our own deadline, repeats and errors."""

import asyncio
import json
from collections.abc import Collection, Mapping

import httpx
from pydantic import JsonValue

from recollect.adapters.found_evidence import parsed
from recollect.adapters.posting import post_once
from recollect.errors import StoreRefused, StoreTimeout, StoreUnavailable

_OK = frozenset({int(httpx.codes.OK)})


async def post_json(
    client: httpx.AsyncClient,
    store: str,
    url: str,
    payload: Mapping[str, object],
    headers: Mapping[str, str],
    timeout: float,  # noqa: ASYNC109  # of the whole, with repeats and errors of ours
    statuses: Collection[int] = _OK,
    attempts: int = 2,
) -> JsonValue:
    """Post `payload` and answer the JSON of the response, whose status is one of `statuses`.

    Only for questions: what did not come through, or met a server in trouble (429, 5xx), is asked
    once more, since a connection that was kept through a pause may be dead. `timeout` is in seconds
    and bounds it all. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    content = _written(store, payload)
    sent = {"Accept": "application/json", **headers}
    try:
        async with asyncio.timeout(timeout):
            for _ in range(attempts - 1):
                try:
                    return await _post_once(client, store, url, content, sent, statuses)
                except StoreUnavailable:
                    continue
            return await _post_once(client, store, url, content, sent, statuses)
    except TimeoutError as error:
        raise StoreTimeout(store, f"no answer within {timeout} s") from error


async def _post_once(
    client: httpx.AsyncClient,
    store: str,
    url: str,
    content: bytes,
    headers: Mapping[str, str],
    statuses: Collection[int],
) -> JsonValue:
    response = await post_once(client, store, url, content, headers)
    if response.status_code not in statuses:
        raise StoreRefused(store, f"answered {response.status_code}")
    try:
        return parsed(response.text)
    except ValueError as error:
        raise StoreRefused(store, "answered no JSON") from error


def _written(store: str, payload: Mapping[str, object]) -> bytes:
    try:
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreRefused(store, "the question cannot be written as JSON") from error
    return text.encode("utf-8", "replace")
