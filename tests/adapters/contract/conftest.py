"""Which implementations have to keep the contract."""

import json
import os
from collections.abc import AsyncIterator, Iterable
from typing import Literal
from uuid import uuid4

import httpx
import pytest

from recollect.adapters.http.transport import new_http_client
from recollect.adapters.upstash.redis.answers import RedisAnswers
from recollect.adapters.upstash.redis.client import Command, RedisClient, mapping_from_pairs
from recollect.adapters.upstash.redis.keys import is_sum, is_summed, sum_key
from recollect.knowledge.passages import passages_namespace
from recollect.knowledge.records import items_namespace, turns_namespace
from recollect.memories.stored.record import MemoryRecord
from recollect.retrieval.candidates import Scope
from recollect.settings.stores import StoreSettings
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import Stores as Connections
from recollect.wiring.stores import build_stores
from tests.adapters.contract.evidence import Evidence
from tests.adapters.contract.judging import by
from tests.adapters.contract.stores import Stores
from tests.memories.fakes import FakeAnswers, FakeIndex, FakeLedger

Implementation = Literal["fakes", "emulators", "upstash"]

_VARIABLES = (
    "UPSTASH_VECTOR_REST_URL",
    "UPSTASH_VECTOR_REST_TOKEN",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_REDIS_REST_TOKEN",
)
# Upstash Vector indexes in the background.
_UPSTASH_TIMEOUT = 30.0


@pytest.fixture(params=["fakes", "emulators", pytest.param("upstash", marks=pytest.mark.live)])
def implementation(request: pytest.FixtureRequest) -> Implementation:
    name: Implementation = request.param
    return name


@pytest.fixture(scope="module")
async def emulators(emulated: Connections) -> AsyncIterator[Connections]:
    """The emulators; the sums of all records are checked after the last test of a module."""
    yield emulated
    await assert_sums_are_current(emulated.redis)


@pytest.fixture
async def stores(implementation: Implementation, emulators: Connections) -> AsyncIterator[Stores]:
    """Both stores, with an app of this test's own."""
    app_slug = f"contract-{uuid4().hex[:12]}"
    if implementation == "fakes":
        ledger = FakeLedger()
        yield Stores(FakeIndex(), ledger, FakeAnswers(ledger), app_slug)
    elif implementation == "emulators":
        yield _real_stores(emulators, app_slug)
    else:
        given = _real_environment()
        async with new_http_client() as client:
            real = build_stores(StoreSettings.read(given), client)
            try:
                yield _real_stores(real, app_slug, timeout=_UPSTASH_TIMEOUT)
            finally:
                namespaces = (f"support:{app_slug}", f"support:{app_slug}-b")
                await _clean_up(client, given, app_slug, namespaces)


def _real_stores(connected: Connections, app_slug: str, timeout: float = 0.0) -> Stores:
    memories, answers = build_memory_stores(connected), RedisAnswers(connected.redis)
    return Stores(memories.index, memories.ledger, answers, app_slug, timeout)


@pytest.fixture(params=["emulators", pytest.param("upstash", marks=pytest.mark.live)])
async def evidence(
    request: pytest.FixtureRequest, emulators: Connections
) -> AsyncIterator[Evidence]:
    """Both stores, with a project of this test's own."""
    scope = Scope("contract", f"contract-{uuid4().hex[:12]}")
    if request.param == "emulators":
        yield Evidence(emulators, scope)
        return
    given = _real_environment()
    async with new_http_client() as client:
        try:
            real = build_stores(StoreSettings.read(given), client)
            yield Evidence(real, scope, timeout=_UPSTASH_TIMEOUT)
        finally:
            # What is kept of queries bears no slug; it goes by itself.
            namespaces = (items_namespace(scope), turns_namespace(scope), passages_namespace(scope))
            await _clean_up(client, given, scope.project, namespaces)


async def assert_sums_are_current(redis: RedisClient) -> None:
    """The sum that readers take instead of a record's hash always equals that hash."""
    (names,) = await redis.pipeline([["KEYS", "mem:*"]], repeatable=True)
    records = [name for name in names if is_summed(name)]
    commands: list[Command] = []
    for name in records:
        commands += [["HGETALL", name], ["GET", sum_key(name)]]
    answers = iter(await redis.pipeline(commands, repeatable=True) if commands else ())
    stale = [
        name
        for name, flat, text in zip(records, answers, answers, strict=True)
        if text is None or mapping_from_pairs(json.loads(text)) != mapping_from_pairs(flat)
    ]
    orphans = {name for name in names if is_sum(name)} - {sum_key(name) for name in records}
    assert (stale, orphans) == ([], set())


def _real_environment() -> dict[str, str]:
    missing = [name for name in _VARIABLES if not os.environ.get(name)]
    if missing:
        pytest.fail(f"-m live needs {', '.join(missing)}")
    return {name: os.environ[name] for name in _VARIABLES} | {"STORE_TIMEOUT_MS": "20000"}


async def _clean_up(
    client: httpx.AsyncClient, given: dict[str, str], slug: str, namespaces: Iterable[str]
) -> None:
    """Remove the namespaces, and whatever bears the slug of this test, from the real stores."""

    async def post(store: str, path: str, body: object = None) -> httpx.Response:
        url, token = given[f"UPSTASH_{store}_REST_URL"], given[f"UPSTASH_{store}_REST_TOKEN"]
        headers = {"Authorization": f"Bearer {token}"}
        return await client.post(url.rstrip("/") + path, json=body, headers=headers, timeout=20)

    for namespace in namespaces:
        await post("VECTOR", f"/delete-namespace/{namespace}")
    cursor = "0"
    while True:
        answer = await post("REDIS", "/", ["SCAN", cursor, "MATCH", f"*{slug}*", "COUNT", 1000])
        cursor, keys = answer.json()["result"]
        if keys:
            await post("REDIS", "/", ["DEL", *keys])
        if cursor == "0":
            return


@pytest.fixture
async def memory(stores: Stores) -> MemoryRecord:
    """A memory that mallory stored."""
    return await stores.begun(by=by("mallory"))
