"""What stands in front of an emulator and lets faults hit its requests; see `faults`."""

import asyncio
import socket
import struct
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from infra.local.faults import ActiveFault, Faults

# What a gateway says instead of the JSON that was hoped for.
_GARBAGE: Final = "<html><body><h1>This is not the JSON you are looking for</h1></body></html>"
# Close at once and tell the other side so (RST), rather than part politely.
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
        """Answer one request, or fail to."""
        active = self._faults.hit(self._target) if scope["type"] == "http" else None
        if active is None:
            await self._app(scope, receive, send)
            return
        try:
            await _Exchange(self._app, scope, receive, send).fail(active)
        except ClientDisconnect:
            return


class _Exchange:
    """One request that a fault has hit, and the answer it may have had already."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        self._app = app
        self._scope = scope
        self._receive = receive
        self._send = send
        self._request: list[Message] = []
        self._held_answer: list[Message] = []

    async def fail(self, active: ActiveFault) -> None:
        """Let the fault happen; after a hang or a delay the request goes its usual way."""
        fault = active.fault
        await self._take_request()
        if fault.after:
            await self._app(self._scope, self._next_message, self._hold)
        if fault.mode == "reset":
            await self._reset()
        elif fault.mode == "garbage":
            await HTMLResponse(_GARBAGE)(self._scope, self._receive, self._send)
        elif fault.mode == "status":
            await _error(fault.status or 500)(self._scope, self._receive, self._send)
        else:
            await (self._delay if fault.mode == "slow" else self._hang)(active)
            await self._go_on()

    async def _take_request(self) -> None:
        """Read the request to its end: only then can the client's parting be waited for."""
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            self._request.append(message)
            more = message.get("more_body", False)

    async def _hang(self, active: ActiveFault) -> None:
        """Wait until the fault is cleared or the client leaves; no task outlives this."""
        parting = asyncio.ensure_future(_parting(self._receive))
        clearing = asyncio.ensure_future(active.cleared.wait())
        try:
            await asyncio.wait({parting, clearing}, return_when=asyncio.FIRST_COMPLETED)
            gone = parting.done()
        finally:
            for task in (parting, clearing):
                task.cancel()
            await asyncio.gather(parting, clearing, return_exceptions=True)
        if gone:
            raise ClientDisconnect

    async def _delay(self, active: ActiveFault) -> None:
        """Wait for the delay, or less if cleared; a client that gave up is served all the same."""
        with suppress(TimeoutError):
            await asyncio.wait_for(active.cleared.wait(), (active.fault.delay_ms or 0) / 1000)

    async def _go_on(self) -> None:
        """Deliver the answer that was held, or let the emulator give one."""
        if not self._held_answer:
            await self._app(self._scope, self._next_message, self._send)
        for message in self._held_answer:
            await self._send(message)

    async def _reset(self) -> None:
        """Drop the connection without a byte of an answer.

        ASGI has no word for this. uvicorn's `receive` is a method of the object that holds the
        transport, in both of its HTTP implementations, and Starlette passes it on as it is.
        """
        transport = getattr(getattr(self._receive, "__self__", None), "transport", None)
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("mode reset needs uvicorn, and no middleware that wraps `receive`")
        transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER
        )
        transport.abort()
        # uvicorn takes an application that ends without an answer for broken, unless the client
        # is known to be gone.
        await _parting(self._receive)

    async def _next_message(self) -> Message:
        return self._request.pop(0) if self._request else await self._receive()

    async def _hold(self, message: Message) -> None:
        self._held_answer.append(message)


async def _parting(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _error(status: int) -> JSONResponse:
    try:
        reason = HTTPStatus(status).phrase
    except ValueError:  # 529 and the like, which vendors make up
        reason = "Error"
    return JSONResponse({"error": f"{reason} (a fault that was asked for)"}, status)
