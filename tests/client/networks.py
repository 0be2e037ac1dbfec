"""Fake networks: one gives the answers that a test prepares, one streams an endless body."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import httpx
from typing_extensions import override

from recollect.client import Recollect, Retries

AT_ONCE = Retries(first=0.001)


def answering(*answers: httpx.Response | Exception) -> tuple[httpx.MockTransport, list[str]]:
    """A network that gives these answers, and the idempotency keys that it saw."""
    prepared, keys = iter(answers), list[str]()

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("Idempotency-Key", ""))
        each = next(prepared)
        if isinstance(each, Exception):
            raise each
        return each

    return httpx.MockTransport(answer), keys


@contextmanager
def client_of(*answers: httpx.Response | Exception) -> Iterator[tuple[Recollect, list[str]]]:
    transport, keys = answering(*answers)
    with Recollect("http://api.test", retries=AT_ONCE, transport=transport) as client:
        yield client, keys


class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes in pieces and never ends."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.closed = False

    @override
    def __iter__(self) -> Iterator[bytes]:
        while True:
            time.sleep(0.001)
            yield self.piece

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.001)
            yield self.piece

    @override
    def close(self) -> None:
        self.closed = True

    @override
    async def aclose(self) -> None:
        self.closed = True
