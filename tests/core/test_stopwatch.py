"""How long calls waited, checked by the stopwatch's own times, never by the clock of the test."""

import asyncio
from time import perf_counter

import pytest

from recollect.core.stopwatch import Stopwatch, outside_call, running


async def call(seconds: float) -> None:
    with outside_call("a-store"):
        await asyncio.sleep(seconds)


async def test_overlapping_calls_count_once() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch):
        await asyncio.gather(*(call(0.02) for _ in range(20)))
    assert stopwatch.calls == 20
    assert 0 < stopwatch.waited <= stopwatch.elapsed


async def test_calls_one_after_the_other_add_up() -> None:
    stopwatch = Stopwatch(perf_counter)
    waits = []
    with running(stopwatch):
        for _ in range(3):
            await call(0.001)
            waits.append(stopwatch.waited)
    assert stopwatch.calls == 3
    assert 0 < waits[0] < waits[1] < waits[2] <= stopwatch.elapsed


async def test_the_wait_for_a_call_that_fails_counts_too() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch), pytest.raises(ZeroDivisionError), outside_call("a-store"):
        raise ZeroDivisionError
    waited = stopwatch.waited
    assert (stopwatch.calls, waited > 0) == (1, True)
    with running(stopwatch):
        await call(0)
    assert stopwatch.waited > waited


async def test_the_first_failure_of_each_system_is_noted_by_its_type_alone() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch):
        for error in (ConnectionError("to ada@example.com"), TimeoutError()):
            with pytest.raises(type(error)), outside_call("a-store"):
                raise error
        await call(0)
    assert stopwatch.failures == {"a-store": "ConnectionError"}


async def test_a_call_that_is_cancelled_is_noted_as_given_up() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch), pytest.raises(TimeoutError):
        async with asyncio.timeout(0.001):
            await call(1)
    assert stopwatch.failures == {"a-store": "given up"}


async def test_requests_that_run_at_once_have_their_own_stopwatches() -> None:
    async def request(calls: int) -> int:
        stopwatch = Stopwatch(perf_counter)
        with running(stopwatch):
            await asyncio.gather(*(call(0.001) for _ in range(calls)))
        return stopwatch.calls

    counted = await asyncio.gather(request(1), request(2), request(3))
    assert list(counted) == [1, 2, 3]


async def test_calls_outside_a_stopwatch_are_not_counted() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch):
        pass
    await call(0)
    assert (stopwatch.calls, stopwatch.waited) == (0, 0)


async def test_the_innermost_stopwatch_counts_and_then_the_outer_again() -> None:
    outer, inner = Stopwatch(perf_counter), Stopwatch(perf_counter)
    with running(outer):
        with running(inner):
            await call(0)
        await call(0)
        await call(0)
    assert (outer.calls, inner.calls) == (2, 1)
