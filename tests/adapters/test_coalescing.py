"""Stores that coalesce simultaneous calls: fewer requests, and each caller gets its own result."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
from upstash_vector.types import Data

from recollect.adapters.upstash.coalescing import CoalescingRedis, CoalescingVector
from recollect.adapters.upstash.redis.client import STORE as REDIS
from recollect.adapters.upstash.vector.client import STORE as VECTOR
from recollect.core.errors import StoreRefused
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service

STORED = reply(200, {"result": "Success"})
REFUSED = reply(400, {"error": "no", "status": 400})


def hit(record_id: str) -> dict[str, object]:
    return {"id": record_id, "data": record_id, "metadata": {}}


async def many(works: Callable[[int], Awaitable[object]], count: int) -> list[object]:
    return await asyncio.gather(*map(works, range(count)), return_exceptions=True)


async def test_simultaneous_writes_are_batched_and_each_caller_gets_its_own_result(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([STORED, REFUSED, STORED]) as server:
        index = CoalescingVector(service(http_client, VECTOR, server.url))
        ended = await many(lambda at: index.put("a", [Data(id=f"r{at}", data="x")]), 50)

    assert server.requests == 3
    refused = sum(isinstance(each, StoreRefused) for each in ended)
    assert refused in {10, 20}
    assert sum(each is None for each in ended) == 50 - refused


async def test_simultaneous_reads_are_one_request(http_client: httpx.AsyncClient) -> None:
    answer = reply(200, {"result": [hit("r0"), None, hit("r2"), hit("r2b")]})
    async with misbehaving([answer]) as server:
        index = CoalescingVector(service(http_client, VECTOR, server.url))
        found = await asyncio.gather(
            index.existing("a", ["r0"]), index.existing("a", ["r1"]),
            index.existing("a", ["r2", "r2b"]),
        )  # fmt: skip

    assert server.requests == 1
    assert [[each and each.id for each in records] for records in found] == [
        ["r0"], [None], ["r2", "r2b"]
    ]  # fmt: skip


async def test_simultaneous_pipelines_are_one_unless_only_some_may_be_repeated(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving(
        [reply(200, [{"result": n} for n in range(3)]), reply(200, [{"result": "alone"}])]
    ) as server:
        redis = CoalescingRedis(service(http_client, REDIS, server.url))
        together = await asyncio.gather(
            redis.pipeline([["GET", "a"]], repeatable=True),
            redis.pipeline([["GET", "b"], ["GET", "c"]], repeatable=True),
        )
        alone = await redis.pipeline([["INCR", "d"]], repeatable=False)

    assert list(together) == [[0], [1, 2]]
    assert alone == ["alone"]
    assert server.requests == 2


async def test_writes_to_different_namespaces_are_not_mixed(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([STORED, STORED]) as server:
        index = CoalescingVector(service(http_client, VECTOR, server.url))
        await asyncio.gather(*(index.put(name, [Data(id="r", data="x")]) for name in "ab"))

    assert server.requests == 2


async def test_a_malformed_answer_fails_every_coalesced_call(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([reply(200, {"result": []})]) as server:
        index = CoalescingVector(service(http_client, VECTOR, server.url))
        ended = await many(lambda at: index.existing("a", [f"r{at}"]), 2)

    assert [type(each) for each in ended] == [StoreRefused] * 2
