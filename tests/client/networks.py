"""Networks: one gives prepared answers, one streams an endless body, one never ends its headers."""

import asyncio
import socketserver
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

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
        self.closed = Event()

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
        self.closed.set()

    @override
    async def aclose(self) -> None:
        self.closed.set()


class _EndlessHeaders(socketserver.BaseRequestHandler):
    """Answers a request with one header after the other, until the client hangs up."""

    @override
    def handle(self) -> None:
        with suppress(OSError):
            self.request.recv(65_536)
            self.request.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                time.sleep(0.01)
                self.request.sendall(b"A: b\r\n")


@contextmanager
def endless_headers() -> Iterator[str]:
    """The URL of a server on this machine whose answers never get as far as their body."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _EndlessHeaders) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
