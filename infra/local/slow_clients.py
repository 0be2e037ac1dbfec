"""Drop clients that do not continue with their request, because they block a connection."""

import asyncio
from typing import ClassVar

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol


class ImpatientProtocol(H11Protocol):
    """uvicorn's HTTP protocol, which by itself only limits the time between two requests.

    A client has `TIMEOUT` seconds for the whole head of a request; otherwise one byte every few
    seconds would hold the connection forever. It has as many for each part of a body, which may be
    large.
    """

    TIMEOUT: ClassVar[float] = 10.0

    _waiting: asyncio.TimerHandle | None = None
    _in_head = False

    @override
    def connection_made(  # type: ignore[override]  # as uvicorn's own narrows it
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self._wait(in_head=True)

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the timer if the client has to send more; uvicorn has one for idle connections."""
        head_begun = bool(self.conn.trailing_data[0])
        if self.conn.their_state is h11.SEND_BODY:
            self._wait(in_head=False)
        elif self.conn.their_state is not h11.IDLE or not head_begun:
            self._stop_waiting()
        elif not self._in_head:
            self._wait(in_head=True)

    def _wait(self, *, in_head: bool) -> None:
        self._stop_waiting()
        self._in_head = in_head
        self._waiting = self.loop.call_later(self.TIMEOUT, self._give_up)

    def _stop_waiting(self) -> None:
        self._in_head = False
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if self.flow.read_paused:
            self._wait(in_head=self._in_head)  # the server itself has paused reading
        else:
            self.transport.close()
