"""A real server around an ASGI application, for tests that need real HTTP."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol


@contextmanager
def serving(app: ASGIApp, http: type[asyncio.Protocol] = H11Protocol) -> Iterator[str]:
    """Serve `app` from a thread on a free port of the loopback; yields its URL, without a slash."""
    config = uvicorn.Config(app, http=http, port=0, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="serving")
    thread.start()
    try:
        while not server.started:
            if not thread.is_alive():
                raise RuntimeError("the server stopped before it was ready")
            time.sleep(0.005)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
