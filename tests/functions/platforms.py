"""Platforms in processes of their own, so that they and the tests each have a core."""

import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

import httpx

from infra.local.platform import PlatformOptions, RunningPlatform
from tests.functions.calling import calling

_SERVE = """
import pickle, sys
from infra.local.platform import serve
serve(pickle.loads(bytes.fromhex(sys.argv[1])), lambda url: print(url, flush=True))
"""


@contextmanager
def own_platform(options: PlatformOptions, logs: Path | None = None) -> Iterator[RunningPlatform]:
    """Serve a platform until the block ends; `logs` takes what it and its functions say."""
    with (
        logs.open("w") if logs else nullcontext() as stderr,
        subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-c", _SERVE, pickle.dumps(options).hex()],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            yield RunningPlatform(process.stdout.readline().strip())
        finally:
            process.terminate()


@asynccontextmanager
async def own_client(
    environment: Mapping[str, str], workers: int = 1, logs: Path | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that nobody else uses, whose functions have these variables."""
    options = PlatformOptions(workers=workers, extra_environment=environment)
    with own_platform(options, logs) as running:
        async with calling(running) as client:
            yield client
