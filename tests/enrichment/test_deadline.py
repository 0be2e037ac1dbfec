"""No store, however bad, makes a tool wait longer than its deadline."""

import asyncio
from dataclasses import replace

import pytest

from recollect.core.errors import StoreUnavailable
from recollect.enrichment.memories import ToolMemoryRepository
from recollect.tools.memory_context import Enrichment
from tests.cases import each_case
from tests.enrichment.fakes import TOOL, Failing, Store, Stubborn, enricher, memory
from tests.virtual_time import now, virtually

DEADLINE = 0.4
IN_A_ROW = 100
AT_ONCE = 300


async def timed(memories: ToolMemoryRepository, calls: int) -> list[tuple[Enrichment, float]]:
    """The result and the duration of each of several calls in a row."""
    remembering, results = enricher(memories), []
    for _ in range(calls):
        started = now()
        results.append((await remembering.enrich(TOOL, {}, "session"), now() - started))
    return results


@pytest.mark.slow
def test_each_of_many_calls_ends_at_the_deadline() -> None:
    cases: list[ToolMemoryRepository] = [
        Store((memory(),), seconds=600),
        Stubborn(),
        Failing(StoreUnavailable("vector", "went away"), on_cancellation=True),
        Failing(ValueError("a bug"), on_cancellation=True),
    ]
    for memories in cases:
        results = virtually(timed(memories, IN_A_ROW), collected=True)
        assert len(results) == IN_A_ROW
        assert {(each.status, each.reason) for each, _ in results} == {("timeout", "deadline")}
        assert [took for _, took in results] == pytest.approx([DEADLINE] * IN_A_ROW, abs=1e-6)
        told = [each.seconds for each, _ in results]
        assert told == pytest.approx([DEADLINE] * IN_A_ROW, abs=1e-6)


def test_hundreds_of_calls_at_once_end_at_the_deadline() -> None:
    async def together() -> tuple[list[Enrichment], float]:
        remembering, started = enricher(Stubborn()), now()
        calls = (remembering.enrich(TOOL, {}, None) for _ in range(AT_ONCE))
        return await asyncio.gather(*calls), now() - started

    results, took = virtually(together())
    assert [each.status for each in results] == ["timeout"] * AT_ONCE
    assert took == pytest.approx(DEADLINE, abs=1e-6)


@each_case(("spent", "left"), [(0.15, 0.25), (0.6, 0.0)])
def test_time_already_spent_counts_towards_the_deadline(spent: float, left: float) -> None:
    async def once() -> tuple[Enrichment, float]:
        remembering, started = replace(enricher(Stubborn()), spent=lambda: spent), now()
        return await remembering.enrich(TOOL, {}, None), now() - started

    result, took = virtually(once())
    assert result.status == "timeout"
    assert took == pytest.approx(left, abs=1e-6)


def test_the_deadline_is_kept_to_the_millisecond() -> None:
    cases: list[tuple[float, str]] = [(0.399, "used"), (0.401, "timeout")]
    for seconds, status in cases:
        ((result, took),) = virtually(timed(Store((memory(),), seconds=seconds), 1))
        assert result.status == status
        assert took == pytest.approx(min(seconds, DEADLINE), abs=1e-6)


def test_a_call_that_is_cancelled_from_outside_is_cancelled_at_once() -> None:
    async def cancelled_after(seconds: float) -> tuple[bool, float]:
        started = now()
        call = asyncio.create_task(enricher(Stubborn()).enrich(TOOL, {}, None))
        await asyncio.sleep(seconds)
        call.cancel()
        await asyncio.wait({call})
        return call.cancelled(), now() - started

    cancelled, took = virtually(cancelled_after(0.1))
    assert cancelled
    assert took == pytest.approx(0.1, abs=1e-6)


@each_case("timeout", [0.1, 60.0])
def test_a_search_that_nobody_waits_for_is_cancelled(timeout: float) -> None:
    async def open_questions() -> int:
        call = asyncio.create_task(enricher(Store(seconds=600)).enrich(TOOL, {}, None))
        await asyncio.wait({call}, timeout=timeout)
        call.cancel()
        await asyncio.sleep(0.01)
        return len(asyncio.all_tasks()) - 1

    assert virtually(open_questions()) == 0
