"""Waiting for several things at once, and for all of them to end.

`asyncio.gather` alone would leave the others running into the next request when one fails.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar, cast

_A = TypeVar("_A")
_B = TypeVar("_B")


async def both(first: Awaitable[_A], second: Awaitable[_B]) -> tuple[_A, _B]:
    """Both results; the first error, once both have ended."""
    results: list[_A | _B] = await every((first, second))
    return cast("_A", results[0]), cast("_B", results[1])


async def every(works: Iterable[Awaitable[_A]]) -> list[_A]:
    """All results in order; the first error, once all have ended."""
    results = await asyncio.gather(*works, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return cast("list[_A]", results)


async def each_of(
    do: Callable[[_A], Awaitable[_B]], things: Iterable[_A], *, at_once: int
) -> list[_B]:
    """What comes of doing something with each thing, with so many at once at most, in order.

    The first error, once all have ended.
    """
    turns = asyncio.Semaphore(at_once)

    async def in_turn(thing: _A) -> _B:
        async with turns:
            return await do(thing)

    return await every(map(in_turn, things))
