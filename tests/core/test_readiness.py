"""The readiness check asks all stores at once, and repeats its answer for two seconds."""

import asyncio

from recollect.core.errors import StoreTimeout, StoreUnavailable
from recollect.core.readiness import ReadinessChecks, StoreCheck
from tests.clocks import Clock


async def answers() -> str:
    return "PONG"


async def fails() -> None:
    raise StoreUnavailable("redis", "cannot serve")


async def times_out() -> None:
    raise StoreTimeout("redis", "did not answer in time")


async def hangs() -> None:
    await asyncio.Event().wait()


async def states(**checks: StoreCheck) -> dict[str, str]:
    found = await ReadinessChecks(checks, Clock()).look()
    assert found.ready == all(each == "ok" for each in found.stores.values())
    return dict(found.stores)


async def test_every_store_has_its_state() -> None:
    told = await states(a=answers, b=fails, c=times_out, d=hangs)
    assert told == {"a": "ok", "b": "down", "c": "late", "d": "late"}
    assert await states(a=answers) == {"a": "ok"}


async def test_stores_are_asked_again_only_after_two_seconds() -> None:
    asked, clock = [], Clock()

    async def check() -> None:
        asked.append(clock.now)

    checks = ReadinessChecks({"a": check}, clock)
    for seconds in (0.0, 1.9, 2.1, 2.2):
        clock.now = 1000.0 + seconds
        await checks.look()
    assert asked == [1000.0, 1002.1]
