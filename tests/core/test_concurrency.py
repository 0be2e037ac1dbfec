"""Whichever task fails first, no task is left running into the next request."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from recollect.core.concurrency import gather_all, gather_both, gather_each
from recollect.core.errors import NotFound, StoreUnavailable
from tests.cases import each_case


class Works:
    """Tasks that succeed or fail after some turns of the loop; `ended` names the finished ones."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    async def well(self, name: str, turns: int = 0) -> str:
        for _ in range(turns):
            await asyncio.sleep(0)
        self.ended.append(name)
        return name

    async def badly(self, error: Exception, turns: int = 0) -> str:
        await self.well(type(error).__name__, turns)
        raise error


async def test_both_results_come_in_the_order_asked_for() -> None:
    works = Works()
    assert await gather_both(works.well("slow", 3), works.well("quick")) == ("slow", "quick")
    assert works.ended == ["quick", "slow"]


async def test_every_result_comes_in_the_order_asked_for() -> None:
    works = Works()
    results = await gather_all(works.well(str(turns), turns) for turns in (3, 1, 2))
    assert (results, works.ended) == (["3", "1", "2"], ["1", "2", "3"])
    assert await gather_all([]) == []


@each_case(
    "join",
    [
        gather_both,
        lambda one, other: gather_both(other, one),
        lambda one, other: gather_all((one, other)),
    ],
)
async def test_when_one_fails_the_other_ends_before_the_error_is_raised(
    join: Callable[[Awaitable[str], Awaitable[str]], Awaitable[object]],
) -> None:
    works = Works()
    with pytest.raises(NotFound):
        await join(works.badly(NotFound("it")), works.well("slow", 5))
    assert works.ended == ["NotFound", "slow"]


async def test_of_two_errors_the_one_of_the_first_argument_is_raised() -> None:
    works = Works()
    with pytest.raises(NotFound):
        await gather_both(
            works.badly(NotFound("it"), 3), works.badly(StoreUnavailable("s", "down"))
        )
    assert works.ended == ["StoreUnavailable", "NotFound"]


async def test_cancelling_a_gather_cancels_the_tasks_that_it_waits_for() -> None:
    works = Works()
    waiting = asyncio.create_task(gather_all([works.well("endless", 1_000_000)]))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert works.ended == []


async def test_at_once_bounds_the_tasks_under_way_and_results_keep_their_order() -> None:
    under_way, most = 0, 0

    async def doubled(number: int) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return 2 * number

    assert await gather_each(doubled, range(7), at_once=3) == [0, 2, 4, 6, 8, 10, 12]
    assert most == 3
