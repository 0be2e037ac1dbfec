"""A server that answers as a test prescribes, well or badly, and counts its requests."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum


class Behaviour(Enum):
    """What a server may do instead of answering."""

    HANG = "hang"
    HANG_UP = "hang up"


def reply(status: int, body: object = None, *, headers: str = "", length: int = 0) -> bytes:
    """An HTTP response; a `length` that is not the body's is a lie."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"HTTP/1.1 {status} Whatever\r\nContent-Length: {length or len(content)}\r\n{headers}"
    return f"{head}Connection: close\r\n\r\n".encode() + content


@dataclass(slots=True)
class Server:
    """Its URL, the requests so far, and the behaviours still to come; after those it hangs up."""

    url: str = ""
    requests: int = 0
    behaviours: list[bytes | Behaviour] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = head.partition(b"content-length:")[2].split(b"\r\n")[0]
            await reader.readexactly(int(length or b"0"))
            self.requests += 1
            behaviour = self.behaviours.pop(0) if self.behaviours else Behaviour.HANG_UP
            if isinstance(behaviour, bytes):
                writer.write(behaviour)
                await writer.drain()
            elif behaviour is Behaviour.HANG:
                await reader.read()  # until the client has had enough
        finally:
            writer.close()


@asynccontextmanager
async def misbehaving(behaviours: Sequence[bytes | Behaviour]) -> AsyncIterator[Server]:
    """Serve these behaviours, one a request."""
    server = Server(behaviours=list(behaviours))
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    async with listener:
        server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        yield server
