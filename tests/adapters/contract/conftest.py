"""Which implementations have to keep the contract."""

import os
from collections.abc import AsyncIterator
from typing import Literal
from uuid import uuid4

import httpx
import pytest

from recollect.adapters.upstash_http import new_http_client
from recollect.adapters.upstash_redis_archive import RedisArchive
from recollect.settings import read_settings
from recollect.wiring.services import Services, build_services
from tests.adapters.contract.stores import Stores
from tests.memories.fakes import FakeAnswers, FakeCounts, FakeIndex

Implementation = Literal["fakes", "emulators", "upstash"]

_VARIABLES = (
    "UPSTASH_VECTOR_REST_URL",
    "UPSTASH_VECTOR_REST_TOKEN",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_REDIS_REST_TOKEN",
)
# Upstash Vector indexes in the background.
_UPSTASH_PATIENCE = 30.0


@pytest.fixture(params=["fakes", "emulators", pytest.param("upstash", marks=pytest.mark.live)])
def implementation(request: pytest.FixtureRequest) -> Implementation:
    name: Implementation = request.param
    return name


@pytest.fixture
async def stores(implementation: Implementation, emulated: Services) -> AsyncIterator[Stores]:
    """Both stores, with an app of this test's own."""
    app_slug = f"contract-{uuid4().hex[:12]}"
    if implementation == "fakes":
        counts = FakeCounts()
        yield Stores(FakeIndex(), counts, FakeAnswers(counts), app_slug)
    elif implementation == "emulators":
        archive = RedisArchive(emulated.redis)
        yield Stores(emulated.records, archive, emulated.answers, app_slug)
    else:
        missing = [name for name in _VARIABLES if not os.environ.get(name)]
        if missing:
            pytest.fail(f"-m live needs {', '.join(missing)}")
        async with new_http_client() as client:
            given = {name: os.environ[name] for name in _VARIABLES}
            real = build_services(read_settings(given | {"STORE_TIMEOUT_SECONDS": "20"}), client)
            try:
                archive = RedisArchive(real.redis)
                yield Stores(
                    real.records, archive, real.answers, app_slug, patience=_UPSTASH_PATIENCE
                )
            finally:
                await _clean_up(client, given, app_slug)


async def _clean_up(client: httpx.AsyncClient, given: dict[str, str], app_slug: str) -> None:
    """Remove whatever bears the slug of this test from the real stores."""

    async def post(store: str, path: str, body: object = None) -> httpx.Response:
        url, token = given[f"UPSTASH_{store}_REST_URL"], given[f"UPSTASH_{store}_REST_TOKEN"]
        headers = {"Authorization": f"Bearer {token}"}
        return await client.post(url.rstrip("/") + path, json=body, headers=headers, timeout=20)

    for namespace in (f"support:{app_slug}", f"support:{app_slug}-b"):
        await post("VECTOR", f"/delete-namespace/{namespace}")
    cursor = "0"
    while True:
        answer = await post("REDIS", "/", ["SCAN", cursor, "MATCH", f"*{app_slug}*", "COUNT", 1000])
        cursor, keys = answer.json()["result"]
        if keys:
            await post("REDIS", "/", ["DEL", *keys])
        if cursor == "0":
            return
