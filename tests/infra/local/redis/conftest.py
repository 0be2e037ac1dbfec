"""The emulator on a real server, once for each store that can be behind it."""

import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from upstash_redis.asyncio import Redis

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis, RedisStore, remote_redis
from tests.infra.local.serving import serving

REDIS_SERVER = shutil.which("redis-server")
_STORES = ["in-process", "journalled", *(["redis-server"] if REDIS_SERVER else [])]


@contextmanager
def redis_server() -> Iterator[str]:
    """The machine's own redis-server, empty; yields its URL."""
    with ExitStack() as stack:
        # Not pytest's folder: the path of a socket has to be short.
        folder = stack.enter_context(TemporaryDirectory())
        address = Path(folder) / "redis.sock"
        command = [REDIS_SERVER or "", "--port", "0", "--unixsocket", str(address), "--save", ""]
        server = stack.enter_context(
            subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603 - no input
        )
        try:
            while not address.exists():
                assert server.poll() is None
                time.sleep(0.01)
            yield f"unix://{address}"
        finally:
            server.terminate()


@contextmanager
def _open(kind: str, folder: Path) -> Iterator[RedisStore]:
    with ExitStack() as stack:
        store: RedisStore
        if kind == "redis-server":
            store = remote_redis(stack.enter_context(redis_server()))
        else:
            store = InProcessRedis(folder / "redis.sqlite3" if kind == "journalled" else None)
        stack.callback(store.close)
        yield store


@pytest.fixture(scope="session", params=_STORES)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    kind = str(request.param)
    with (
        _open(kind, tmp_path_factory.mktemp("redis")) as store,
        serving(create_redis_app(store)) as url,
    ):
        yield url


@pytest.fixture(scope="session")
async def client(url: str) -> AsyncIterator[Redis]:
    """A client with the full token, which all tests of a store share."""
    async with Redis(url, "local-full", rest_retries=0, allow_telemetry=False) as client:
        yield client


@pytest.fixture
async def redis(client: Redis) -> Redis:
    """The client, on an empty database."""
    await client.flushall()
    return client


@pytest.fixture
async def reader(url: str) -> AsyncIterator[Redis]:
    """A client with the read-only token."""
    async with Redis(url, "local-read-only", rest_retries=0, allow_telemetry=False) as client:
        yield client
