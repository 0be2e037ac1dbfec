"""The emulators of both stores on a real server, and the adapters in front of them."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex
from recollect.adapters.http.transport import new_http_client
from recollect.settings.stores import StoreSettings
from recollect.wiring.stores import Stores, build_stores
from tests.adapters.services import KNOWN
from tests.infra.local.serving import serving


@pytest.fixture(scope="session")
def emulator_environment() -> Iterator[dict[str, str]]:
    """The environment of a function that is to use the emulators."""
    tokens, index, redis = StoreTokens(), EmulatedIndex(HashedEmbedder()), InProcessRedis()
    stores = [
        Mount("/vector", create_vector_app(index, tokens)),
        Mount("/redis", create_redis_app(redis, tokens)),
    ]
    with serving(Starlette(routes=stores)) as url:
        yield {
            "UPSTASH_VECTOR_REST_URL": f"{url}/vector",
            "UPSTASH_VECTOR_REST_TOKEN": tokens.full,
            "UPSTASH_REDIS_REST_URL": f"{url}/redis",
            "UPSTASH_REDIS_REST_TOKEN": tokens.full,
            # Another process may occupy both cores for a while.
            "STORE_TIMEOUT_MS": "20000",
        }
    redis.close()
    index.close()


@pytest.fixture(scope="session")
async def http_client() -> AsyncIterator[httpx.AsyncClient]:
    """The client of all adapters; making one takes longer than most tests."""
    async with new_http_client() as client:
        yield client


@pytest.fixture(scope="session")
def emulated(emulator_environment: dict[str, str], http_client: httpx.AsyncClient) -> Stores:
    """The connections of a function, to the emulators."""
    return build_stores(StoreSettings.read(emulator_environment), http_client)


@pytest.fixture(scope="module")
def servicenow_url() -> Iterator[str]:
    """An instance of ServiceNow with the sample data, of a module's own."""
    with serving(create_servicenow_app(KNOWN)) as url:
        yield url


@pytest.fixture
def anyone_at_aws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables that boto3 needs before it sends a request."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "anyone")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "anything")
