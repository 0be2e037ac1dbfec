"""What many ask at about the same time, asked as one: fewer round trips, the same answers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

_K = TypeVar("_K")
_Q = TypeVar("_Q")
_A = TypeVar("_A")

# Far below a round trip, and longer than tasks take that wake up together.
_MOMENT_SECONDS: Final = 0.002

_Waiting = list[tuple[Sequence[_Q], asyncio.Future[Sequence[_A]]]]


class Coalescer(Generic[_K, _Q, _A]):
    """Who asks first waits a moment for others of the same kind, and asks for all of them.

    `ask` answers each part of a question in its order. Its error is everybody's, and so is the end
    of who asks first: coalesce only what is cancelled together.
    """

    def __init__(self, ask: Callable[[_K, Sequence[_Q]], Awaitable[Sequence[_A]]]) -> None:
        self._ask = ask
        self._waiting: dict[_K, _Waiting[_Q, _A]] = {}

    async def ask(self, kind: _K, parts: Sequence[_Q]) -> Sequence[_A]:
        """The answers to these parts."""
        if kind in self._waiting:
            answered: asyncio.Future[Sequence[_A]] = asyncio.get_running_loop().create_future()
            self._waiting[kind].append((parts, answered))
            return await answered
        others = self._waiting[kind] = []
        try:
            try:
                await asyncio.sleep(_MOMENT_SECONDS)
            finally:
                del self._waiting[kind]
            every_part = [*parts, *(part for asked, _ in others for part in asked)]
            answers = await self._ask(kind, every_part)
        except BaseException as error:
            for _, answered in others:
                _fail(answered, error)
            raise
        at = len(parts)
        for asked, answered in others:
            if not answered.done():
                answered.set_result(answers[at : at + len(asked)])
            at += len(asked)
        return answers[: len(parts)]


def _fail(answered: asyncio.Future[Sequence[_A]], error: BaseException) -> None:
    if answered.done():
        return
    if isinstance(error, Exception):
        answered.set_exception(error)
    else:
        answered.cancel()
