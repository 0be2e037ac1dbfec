"""What several sections of a pack need: asked for once, at the same time, by whoever needs it."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from recollect.errors import StoreError

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fact(Generic[_T]):
    """An answer that is under way. Whoever stops waiting for it leaves it to the others."""

    task: "asyncio.Task[_T]"

    @classmethod
    def asked(cls, work: Coroutine[Any, Any, _T]) -> "Fact[_T]":
        """Begin to ask."""
        task = asyncio.create_task(work)
        # That nobody may have wanted to know what went wrong is not worth a complaint.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return cls(task)

    async def known(self) -> _T:
        """The answer. Raises what asking for it raised."""
        return await asyncio.shield(self.task)

    async def known_or(self, instead: _T) -> _T:
        """The answer, or something else where there is none."""
        try:
            return await self.known()
        except StoreError:
            return instead
