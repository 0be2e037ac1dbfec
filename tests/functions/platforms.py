"""Platforms in processes of their own, so that they and the tests each have a core."""

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import httpx

from infra.local.fork_server import FORK_SERVER
from infra.local.platform import PlatformOptions, RunningPlatform, serve
from tests.functions.calling import calling

_FORKING: Final = get_context("forkserver")
# What a platform and its functions import takes two seconds of CPU, and a fork a few milliseconds.
_FORKING.set_forkserver_preload(["infra.local.platform", "tests.functions.prepared"])


@contextmanager
def own_platform(options: PlatformOptions, logs: Path | None = None) -> Iterator[RunningPlatform]:
    """Serve a platform until the block ends; it and its functions log to the file `logs`."""
    ready, told = _FORKING.Pipe(duplex=False)
    process = _FORKING.Process(target=_serve, args=(options, told, logs))
    process.start()
    told.close()
    try:
        yield RunningPlatform(_url(ready, logs))
    finally:
        process.terminate()
        process.join()
        process.close()
        ready.close()


def _url(ready: Connection, logs: Path | None) -> str:
    """The URL of the platform. Raises RuntimeError if the platform ends before it has one."""
    try:
        return str(ready.recv())
    except EOFError:
        raise RuntimeError(f"the platform ended at its start: see {logs or 'stderr'}") from None


def _serve(options: PlatformOptions, told: Connection, logs: Path | None) -> None:
    if logs:
        with logs.open("w") as stderr:
            os.dup2(stderr.fileno(), 2)
    FORK_SERVER.fork()
    serve(options, told.send)


@asynccontextmanager
async def own_client(
    environment: Mapping[str, str], workers: int = 1, logs: Path | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that nobody else uses, whose functions have these variables."""
    options = PlatformOptions(workers=workers, extra_environment=environment)
    with own_platform(options, logs) as running:
        async with calling(running) as client:
            yield client
