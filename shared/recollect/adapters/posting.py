"""One POST, its transport's errors translated: what all our HTTP to stores and services shares."""

import re
from collections.abc import Mapping

import httpx

from recollect.errors import StoreRefused, StoreUnavailable


class NotReached(StoreUnavailable):
    """The store has certainly not acted: a repeat is safe whatever the call does."""


class TooManyRequests(NotReached):
    """It will serve us after a while: `retry_after` seconds, if it said how long."""

    def __init__(self, store: str, retry_after: str) -> None:
        super().__init__(store, "too many requests")
        # A date, which is also allowed, says less than our clock knows of theirs.
        self.retry_after = float(retry_after) if re.fullmatch("[0-9]{1,9}", retry_after) else None


async def post_once(
    client: httpx.AsyncClient, store: str, url: str, content: bytes, headers: Mapping[str, str]
) -> httpx.Response:
    """Post JSON, or what the headers say; answer the response, whose status is below 500, not 429.

    Sets no deadline. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    sent = {"Content-Type": "application/json", **headers}
    try:
        response = await client.post(url, content=content, headers=sent)
    except httpx.ConnectError as error:
        raise NotReached(store, "could not connect") from error
    except httpx.TransportError as error:
        raise StoreUnavailable(store, "the connection broke") from error
    except (httpx.InvalidURL, httpx.DecodingError) as error:
        raise StoreRefused(store, type(error).__name__) from error
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise TooManyRequests(store, response.headers.get("Retry-After", ""))
    if response.is_server_error:
        raise StoreUnavailable(store, f"answered {response.status_code}")
    return response
