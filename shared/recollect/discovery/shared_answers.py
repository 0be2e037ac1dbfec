"""What several sections of a pack need: asked for once, at the same time, by whoever needs it."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from recollect.core.errors import StoreError

_T = TypeVar("_T")


@dataclass(slots=True)
class SharedAnswer(Generic[_T]):
    """An answer that is under way. Whoever stops waiting for it leaves it to the others.

    `until` is the moment of the event loop until which those wait who can do without it; `missed`
    says that somebody had to.
    """

    task: "asyncio.Task[_T]"
    until: float
    missed: bool = False

    @classmethod
    def begin(cls, work: Coroutine[Any, Any, _T], timeout: float) -> "SharedAnswer[_T]":
        """Begin to ask; `timeout` is in seconds."""
        task = asyncio.create_task(work)
        # That nobody may have wanted to know what went wrong is not worth a complaint.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return cls(task, asyncio.get_running_loop().time() + timeout)

    async def answer(self) -> _T:
        """The answer. Raises what asking for it raised."""
        return await asyncio.shield(self.task)

    async def answer_or(self, instead: _T) -> _T:
        """The answer, or something else where there is none, or none in time to make use of it."""
        left = self.until - asyncio.get_running_loop().time()
        await asyncio.wait({self.task}, timeout=max(left, 0))
        if not self.task.done():
            self.missed = True
            return instead
        try:
            return self.task.result()
        except StoreError:
            return instead
