"""A vector emulator on a free port, and ways to talk to it."""

import itertools
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator

import httpx
import pytest
import uvicorn
from upstash_vector import AsyncIndex

from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex

TOKENS = StoreTokens(full="full", read_only="reader")


@pytest.fixture
def index() -> Iterator[EmulatedIndex]:
    made = EmulatedIndex(HashedEmbedder())
    yield made
    made.close()


@pytest.fixture(scope="session")
def vector_url() -> Iterator[str]:
    index = EmulatedIndex(HashedEmbedder())
    app = create_vector_app(index, TOKENS)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    # A thread, so that the server keeps its hands off the signal handlers of the tests.
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()
    index.close()


@pytest.fixture(scope="session")
def new_namespace() -> Callable[[], str]:
    numbers = itertools.count(1)
    return lambda: f"support:app-{next(numbers)}"


@pytest.fixture
def namespace(new_namespace: Callable[[], str]) -> str:
    return new_namespace()


@pytest.fixture(scope="session")
async def sdk(vector_url: str) -> AsyncIterator[AsyncIndex]:
    index = AsyncIndex(url=vector_url, token=TOKENS.full, retries=0, allow_telemetry=False)
    yield index
    await index._client.aclose()  # noqa: SLF001 - the SDK has no other way to close


@pytest.fixture(scope="session")
async def http(vector_url: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {TOKENS.full}"}
    async with httpx.AsyncClient(base_url=vector_url, headers=headers) as client:
        yield client
