"""Answers that several sections of a pack need: requested once, and awaited by each of them."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from recollect.core.errors import StoreError

_T = TypeVar("_T")


@dataclass(slots=True)
class Losses:
    """Whether a piece of work had to do without an answer that it asked for."""

    any: bool = False

    @classmethod
    def begin(cls) -> "Losses":
        """Start recording the losses of this task and of the tasks that it starts."""
        losses = cls()
        _LOSSES.set(losses)
        return losses


_LOSSES: ContextVar[Losses] = ContextVar("losses", default=Losses())  # noqa: B039  # never read


@dataclass(slots=True)
class SharedAnswer(Generic[_T]):
    """An answer that is under way. A waiter that is cancelled does not cancel it for the others.

    `until` is the event loop's time at which `answer_or` gives up. A waiter records a loss if it
    gets no answer, or an answer whose own work had a loss.
    """

    task: "asyncio.Task[tuple[_T, Losses]]"
    until: float

    @classmethod
    def begin(cls, work: Coroutine[Any, Any, _T], timeout: float) -> "SharedAnswer[_T]":
        """Start the work; `timeout`, in seconds, is how long `answer_or` waits from now."""
        task = asyncio.create_task(_with_losses(work))
        # Read the exception, or asyncio logs that it was never retrieved if nobody waits.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return cls(task, asyncio.get_running_loop().time() + timeout)

    async def answer(self) -> _T:
        """The answer. Raises the error that the work raised."""
        return _without_losses(await asyncio.shield(self.task))

    async def answer_or(self, instead: _T) -> _T:
        """The answer, or `instead` if the work failed with a StoreError or is late."""
        left = self.until - asyncio.get_running_loop().time()
        await asyncio.wait({self.task}, timeout=max(left, 0))
        if self.task.done():
            try:
                return _without_losses(self.task.result())
            except StoreError:
                pass
        _LOSSES.get().any = True
        return instead


async def _with_losses(work: Coroutine[Any, Any, _T]) -> tuple[_T, Losses]:
    losses = Losses.begin()
    return await work, losses


def _without_losses(answered: tuple[_T, Losses]) -> _T:
    answer, losses = answered
    if losses.any:
        _LOSSES.get().any = True
    return answer
