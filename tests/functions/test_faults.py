"""Stores that hang, fail, drop connections or answer garbage, and what that leaves behind."""

import asyncio
from collections.abc import AsyncIterator
from itertools import product

import httpx
import pytest

from tests.functions.calling import App, Json, assert_problem, new_app, read
from tests.functions.operations import DELETE, OPERATIONS, PRUNE, STORE, Operation, seen
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

Fault = tuple[str, Json, int]
HANG: Fault = ("hang", {}, 504)
GARBAGE: Fault = ("garbage", {}, 502)
FAULTS: tuple[Fault, ...] = (HANG, ("status", {"status": 503}, 503), GARBAGE)
SLOW: Fault = ("slow", {"delay_ms": 2_000}, 504)
STORES = ("vector", "redis")
SECRETS = (
    "local-full",
    "local-read",
    "upstash.",
    "Traceback",
    "127.0.0.1",
    "http://",
    "httpx",
    ".py",
)


def fault_name(value: object) -> str | None:
    match value:
        case Operation():
            return value.name
        case bool():
            return "not acknowledged" if value else "not applied"
        case (str(mode), dict(fields), int()):
            return " ".join([mode, *(str(each) for each in fields.values())])
        case _:
            return None


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform whose functions have short timeouts for their stores."""
    async with own_client({"STORE_TIMEOUT_MS": "1000"}, workers=3) as client:
        yield client


def assert_store_failure(answer: httpx.Response, status: int) -> None:
    """Assert that an answer says that a store failed and when to retry, and nothing else."""
    problem = assert_problem(answer, status)
    assert int(answer.headers["retry-after"]) >= 1
    assert "errors" not in problem
    for secret in SECRETS:
        assert secret not in answer.text


def needs(operation: Operation, store: str) -> bool:
    """Whether the operation cannot be done without this store."""
    return store == "redis" or operation.name != "judge a run"


# Faults that answer with an error are tried at every call, further below; a hang acts as slow.
@pytest.mark.parametrize(
    ("store", "fault"), [("vector", SLOW), ("redis", SLOW), ("redis", GARBAGE)], ids=fault_name
)
async def test_while_a_store_fails_every_operation_reports_it_and_works_afterwards(
    api: httpx.AsyncClient, stores: Stores, store: str, fault: Fault
) -> None:
    mode, fields, status = fault
    operations = [each for each in OPERATIONS if needs(each, store)]
    apps = [new_app(api) for _ in operations]
    ids = await asyncio.gather(
        *(operation.ready(app) for operation, app in zip(operations, apps, strict=True))
    )
    cases = list(zip(operations, apps, ids, strict=True))
    await stores.fault(store, mode, **fields)

    answers = await asyncio.gather(*(each.send(app, mid) for each, app, mid in cases))
    for answer in answers:
        assert_store_failure(answer, status)

    await stores.heal()
    applied_late = mode == "slow"  # the store still applies calls that nobody waits for any more

    async def complete(operation: Operation, app: App, memory_id: str) -> None:
        halfway = await seen(app, memory_id)
        assert halfway in {operation.before, operation.after}, operation.name
        await stores.expire_claims(app)
        again = await operation.send(app, memory_id)
        gone = applied_late and operation.after is None
        assert again.status_code in {operation.status, 404 if gone else operation.status}
        assert await seen(app, memory_id) == operation.after, operation.name

    await asyncio.gather(*(complete(*case) for case in cases))


async def test_without_counts_memories_are_found_with_a_neutral_reputation(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    app = new_app(api)
    memory_id = await app.stored()
    for _ in range(3):
        read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"}))
    for mode, fields, _ in FAULTS:
        await stores.fault("redis", mode, **fields)
        found = await app.find(threshold=0)
        (result,) = read(found)["results"]
        assert found.headers["x-degraded"] == "reputation"
        assert result["confidence"] == pytest.approx(0.5, abs=0.001)
        assert result["memory"]["metadata"]["votes"]["upvotes"] == 0
        got = await app.send("GET", f"memories/{memory_id}")
        assert read(got)["id"] == memory_id
        assert got.headers["x-degraded"] == "reputation"
        await stores.heal()

    found = await app.find(threshold=0)
    assert "x-degraded" not in found.headers
    assert read(found)["results"][0]["confidence"] == pytest.approx(0.59, abs=0.001)


async def test_without_the_index_nothing_is_found_or_read(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    app = new_app(api)
    memory_id = await app.stored()
    for mode, fields, status in FAULTS:
        await stores.fault("vector", mode, **fields)
        for answer in await asyncio.gather(
            app.find(), app.send("GET", f"memories/{memory_id}"), app.send("GET", "stats")
        ):
            assert_store_failure(answer, status)
        await stores.heal()

    assert await app.found_ids() == [memory_id]


# A call that is applied but not acknowledged leaves the same as a next call that is not applied,
# except that the claim is then given back. If nothing more is applied, the claim stays and expires.
@pytest.mark.parametrize(
    ("store", "operation", "after"),
    [*product(STORES, [*OPERATIONS, PRUNE], [True]), *product(["redis"], (STORE, DELETE), [False])],
    ids=fault_name,
)
async def test_an_operation_that_fails_at_any_call_is_not_half_done_and_can_be_repeated(
    api: httpx.AsyncClient, stores: Stores, store: str, operation: Operation, after: bool
) -> None:
    for calls in range(12):
        app = new_app(api)
        memory_id = await operation.ready(app)
        await stores.let_through(store, calls)
        await stores.fault(store, "status", status=503, after=after)
        answer = await operation.send(app, memory_id)
        await stores.heal()
        where = f"call {calls + 1}"
        if answer.status_code == operation.status:
            assert await seen(app, memory_id) == operation.after, where
            return
        assert_store_failure(answer, 503)
        halfway = await seen(app, memory_id)
        assert halfway in {operation.before, operation.after}, where

        await stores.expire_claims(app)
        again = await operation.send(app, memory_id)

        done = {operation.status} | (
            {404} if halfway is None and operation.after is None else set()
        )
        assert again.status_code in done, f"{where}: {again.text}"
        assert await seen(app, memory_id) == operation.after, where
        if operation.after is None:
            assert await stores.remains(app, memory_id) == [], where
    pytest.fail("the operation makes more calls than anybody expected")


async def test_a_store_that_hangs_delays_no_request_beyond_its_timeout(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    app = new_app(api)
    memory_id = await app.stored()
    await stores.fault("vector", "hang")
    answer = await app.send("PUT", f"memories/{memory_id}/outcome", {"outcome": "failed"})

    assert_store_failure(answer, 504)
    total = answer.headers["server-timing"].split("total;dur=")[1].split(",")[0]
    assert float(total) < 2_000
