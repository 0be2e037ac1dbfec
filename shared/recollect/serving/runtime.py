"""The event loop of a Lambda process, and the time that a function has.

The process keeps one event loop, so that connections stay open between requests.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextvars import copy_context
from functools import cache
from typing import Any, Protocol, TypeVar

from recollect.core.errors import DeadlineExceeded

# Parts of a function's time that are reserved: for writing the answer, and for a walk to finish its
# current page.
_ANSWER_SECONDS = 0.3
_PAGE_SECONDS = 5.0

_T = TypeVar("_T")


class Context(Protocol):
    """The part of a Lambda context that is used here."""

    def get_remaining_time_in_millis(self) -> int:
        """Milliseconds until Lambda stops the function."""


def http_or_events(
    answer: Callable[[Mapping[str, Any], Context], dict[str, Any]],
    consume: Callable[[Mapping[str, Any], Context], None],
) -> Callable[[Mapping[str, Any], Context], dict[str, Any] | None]:
    """The handler of a function that serves both requests of API Gateway and events of the bus."""

    def handle(event: Mapping[str, Any], context: Context) -> dict[str, Any] | None:
        if "detail-type" not in event:
            return answer(event, context)
        consume(event, context)
        return None

    return handle


@cache
def _runner() -> asyncio.Runner:
    return asyncio.Runner()


def run(work: Coroutine[Any, Any, _T], context: Context) -> _T:
    """Run `work` to its end, or cancel it just before the function's time is over.

    In that case it raises DeadlineExceeded.
    """
    seconds = _seconds_left(context) - _ANSWER_SECONDS
    # A copy of the present context, which holds this request's stopwatch: else the runner would use
    # the context of its first run.
    return _runner().run(_within(work, seconds), context=copy_context())


def time_is_up(context: Context) -> Callable[[], bool]:
    """A function that says whether a walk should stop at the next page."""
    return lambda: _seconds_left(context) < _PAGE_SECONDS


def _seconds_left(context: Context) -> float:
    return context.get_remaining_time_in_millis() / 1000


async def _within(work: Coroutine[Any, Any, _T], seconds: float) -> _T:
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError as error:
        raise DeadlineExceeded(f"not done within {seconds:.1f} s") from error
