"""Awaits several things concurrently, and does not return before all of them have ended.

`asyncio.gather` alone raises the first error at once, while the others run on into the next request
of the process.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar, cast

_A = TypeVar("_A")
_B = TypeVar("_B")


async def gather_both(first: Awaitable[_A], second: Awaitable[_B]) -> tuple[_A, _B]:
    """Both results. Once both have ended, raises the error of the first, or else of the second."""
    results: list[_A | _B] = await gather_all((first, second))
    return cast("_A", results[0]), cast("_B", results[1])


async def gather_all(works: Iterable[Awaitable[_A]]) -> list[_A]:
    """All results, in the order of `works`. Once all have ended, raises the first error."""
    results = await asyncio.gather(*works, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return cast("list[_A]", results)


async def gather_each(
    do: Callable[[_A], Awaitable[_B]], things: Iterable[_A], *, at_once: int
) -> list[_B]:
    """The results of `do` for each thing, in order, with at most `at_once` running concurrently.

    Once all have ended, raises the first error.
    """
    turns = asyncio.Semaphore(at_once)

    async def in_turn(thing: _A) -> _B:
        async with turns:
            return await do(thing)

    return await gather_all(map(in_turn, things))
