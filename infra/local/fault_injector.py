"""An application in front of an emulator that makes faults hit its requests; see `faults`."""

import asyncio
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from infra.local.faults import ActiveFault, Faults

# A page that a gateway in front of a store may answer in place of JSON.
_GARBAGE: Final = "<html><body><h1>This is not the JSON you are looking for</h1></body></html>"
# For SO_LINGER: close the connection at once, with RST, in place of an orderly end.
_NO_LINGER: Final = struct.pack("ii", 1, 0)


class FaultInjector:
    """An ASGI application in front of another one, called `target` among `faults`."""

    def __init__(self, app: ASGIApp, target: str, faults: Faults) -> None:
        if target not in faults.targets:
            raise ValueError(f"{target!r} is no target of these faults")
        self._app = app
        self._target = target
        self._faults = faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on, or let a fault happen to it."""
        active = self._faults.hit(self._target) if scope["type"] == "http" else None
        if active is None:
            await self._app(scope, receive, send)
            return
        with suppress(ClientDisconnect):
            await _Exchange(self._app, scope, receive, send).fail(active)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One request that a fault has hit, and the emulator's answer, if it is held back already."""

    app: ASGIApp
    scope: Scope
    receive: Receive
    send: Send
    request: list[Message] = field(default_factory=list)
    held_answer: list[Message] = field(default_factory=list)

    async def fail(self, active: ActiveFault) -> None:
        """Let the fault happen; after a hang or a delay, the request is answered as usual."""
        fault = active.fault
        await self._take_request()
        if fault.after:
            await self.app(self.scope, self._next_message, self._hold)
        if fault.mode == "reset":
            await self._reset()
        elif fault.mode == "garbage":
            await HTMLResponse(_GARBAGE)(self.scope, self.receive, self.send)
        elif fault.mode == "status":
            await _error(fault.status or 500)(self.scope, self.receive, self.send)
        else:
            await (self._delay if fault.mode == "slow" else self._hang)(active)
            await self._go_on()

    async def _take_request(self) -> None:
        """Read the request to its end, since a disconnect is only reported after that."""
        more = True
        while more:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            self.request.append(message)
            more = message.get("more_body", False)

    async def _hang(self, active: ActiveFault) -> None:
        """Wait until the fault is cleared, or raise ClientDisconnect if the client leaves first."""
        leaving = asyncio.ensure_future(_disconnect(self.receive))
        clearing = asyncio.ensure_future(active.cleared.wait())
        try:
            await asyncio.wait({leaving, clearing}, return_when=asyncio.FIRST_COMPLETED)
            gone = leaving.done()
        finally:
            for task in (leaving, clearing):
                task.cancel()
            await asyncio.gather(leaving, clearing, return_exceptions=True)
        if gone:
            raise ClientDisconnect

    async def _delay(self, active: ActiveFault) -> None:
        """Wait for the delay, or until the fault is cleared; also if the client has left."""
        with suppress(TimeoutError):
            await asyncio.wait_for(active.cleared.wait(), (active.fault.delay_ms or 0) / 1000)

    async def _go_on(self) -> None:
        """Send the answer that was held back, or let the emulator answer now."""
        if not self.held_answer:
            await self.app(self.scope, self._next_message, self.send)
        for message in self.held_answer:
            await self.send(message)

    async def _reset(self) -> None:
        """Drop the connection without a byte of an answer.

        ASGI has nothing for this. uvicorn's `receive` is a method of the object that holds the
        transport, in both of its HTTP implementations, and Starlette passes it on as it is.
        """
        transport = getattr(getattr(self.receive, "__self__", None), "transport", None)
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("mode reset needs uvicorn, and no middleware that wraps `receive`")
        transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER
        )
        transport.abort()
        # Otherwise uvicorn reports an application that ends without an answer as broken.
        await _disconnect(self.receive)

    async def _next_message(self) -> Message:
        return self.request.pop(0) if self.request else await self.receive()

    async def _hold(self, message: Message) -> None:
        self.held_answer.append(message)


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _error(status: int) -> JSONResponse:
    try:
        reason = HTTPStatus(status).phrase
    except ValueError:  # a vendor's own status, such as 529
        reason = "Error"
    return JSONResponse({"error": f"{reason} (a fault that was asked for)"}, status)
