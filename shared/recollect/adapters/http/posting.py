"""What all our HTTP to stores and services shares: errors translated, pauses and JSON read."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

import httpx
from pydantic import JsonValue

from recollect.adapters.http.json_text import parsed
from recollect.core.errors import StoreRefused, StoreUnavailable

OK = frozenset({int(httpx.codes.OK)})


class NotReached(StoreUnavailable):
    """The store has certainly not acted: a repeat is safe whatever the call does."""


class TooManyRequests(NotReached):
    """It will serve us after a while: `retry_after` seconds, if it said how long."""

    def __init__(self, store: str, retry_after: float | None) -> None:
        super().__init__(store, "too many requests")
        self.retry_after = retry_after


@contextmanager
def transport_errors_of(store: str) -> Iterator[None]:
    """Translate what httpx raises when a request is sent, into messages that tell nothing of it.

    Raises NotReached, StoreUnavailable, StoreRefused.
    """
    try:
        yield
    except httpx.ConnectError as error:
        raise NotReached(store, "could not connect") from error
    except httpx.TransportError as error:
        raise StoreUnavailable(store, "the connection broke") from error
    except (httpx.InvalidURL, httpx.DecodingError) as error:
        raise StoreRefused(store, type(error).__name__) from error


def retry_after(response: httpx.Response) -> float | None:
    """The pause in seconds that the response asks for, if it does.

    A date, which is also allowed, says less than our clock knows of theirs.
    """
    text = response.headers.get("Retry-After", "")
    return float(text) if re.fullmatch("[0-9]{1,9}", text) else None


def served(store: str, response: httpx.Response) -> httpx.Response:
    """The response, whose status is below 500 and not 429. Raises StoreUnavailable for those."""
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise TooManyRequests(store, retry_after(response))
    if response.is_server_error:
        raise StoreUnavailable(store, f"answered {response.status_code}")
    return response


def json_of(store: str, response: httpx.Response, statuses: Collection[int] = OK) -> JsonValue:
    """The JSON of a response whose status is one of `statuses`. Raises StoreRefused else."""
    if response.status_code not in statuses:
        raise StoreRefused(store, f"answered {response.status_code}")
    try:
        return parsed(response.text)
    except ValueError as error:  # a login page, a page that says that the instance sleeps
        raise StoreRefused(store, "answered no JSON") from error


async def post_once(
    client: httpx.AsyncClient, store: str, url: str, content: bytes, headers: Mapping[str, str]
) -> httpx.Response:
    """Post JSON, or what the headers say; answer the response, whose status is below 500, not 429.

    Sets no deadline. Raises StoreError, whose message holds nothing of the URL, headers or answer.
    """
    sent = {"Content-Type": "application/json", **headers}
    with transport_errors_of(store):
        response = await client.post(url, content=content, headers=sent)
    return served(store, response)


async def get_once(
    client: httpx.AsyncClient, store: str, url: str, parameters: Mapping[str, str]
) -> httpx.Response:
    """Ask for JSON; answer the response, whose status is below 500, not 429.

    Sets no deadline. Raises StoreError, as `post_once` does.
    """
    headers = {"Accept": "application/json"}
    with transport_errors_of(store):
        response = await client.get(url, params=parameters, headers=headers)
    return served(store, response)
