"""What several sections of a pack need: asked for once, at the same time, by whoever needs it."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from recollect.core.errors import StoreError

_T = TypeVar("_T")


@dataclass(slots=True)
class Losses:
    """Whether a piece of work had to do without something that it asked for."""

    any: bool = False

    @classmethod
    def begin(cls) -> "Losses":
        """What this task, and what it begins, has to do without from now on."""
        losses = cls()
        _LOSSES.set(losses)
        return losses


_LOSSES: ContextVar[Losses] = ContextVar("losses", default=Losses())  # noqa: B039  # never read


@dataclass(slots=True)
class SharedAnswer(Generic[_T]):
    """An answer that is under way. Whoever stops waiting for it leaves it to the others.

    `until` is the moment of the event loop until which those wait who can do without it. Whoever
    does without it, or gets an answer that did without something itself, notes a loss.
    """

    task: "asyncio.Task[tuple[_T, Losses]]"
    until: float

    @classmethod
    def begin(cls, work: Coroutine[Any, Any, _T], timeout: float) -> "SharedAnswer[_T]":
        """Begin to ask; `timeout` is in seconds."""
        task = asyncio.create_task(_noting(work))
        # That nobody may have wanted to know what went wrong is not worth a complaint.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return cls(task, asyncio.get_running_loop().time() + timeout)

    async def answer(self) -> _T:
        """The answer. Raises what asking for it raised."""
        return _noted(await asyncio.shield(self.task))

    async def answer_or(self, instead: _T) -> _T:
        """The answer, or something else where there is none, or none in time to make use of it."""
        left = self.until - asyncio.get_running_loop().time()
        await asyncio.wait({self.task}, timeout=max(left, 0))
        if self.task.done():
            try:
                return _noted(self.task.result())
            except StoreError:
                pass
        _LOSSES.get().any = True
        return instead


async def _noting(work: Coroutine[Any, Any, _T]) -> tuple[_T, Losses]:
    losses = Losses.begin()
    return await work, losses


def _noted(answered: tuple[_T, Losses]) -> _T:
    answer, losses = answered
    if losses.any:
        _LOSSES.get().any = True
    return answer
