"""Sends the questions that several tasks ask at about the same time as one, to save round trips."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

_K = TypeVar("_K")
_Q = TypeVar("_Q")
_A = TypeVar("_A")

# How long the first task waits for others: much less than a round trip takes, but longer than tasks
# need that wake up at the same time.
_MOMENT_SECONDS: Final = 0.002

_Waiting = list[tuple[Sequence[_Q], asyncio.Future[Sequence[_A]]]]


class Coalescer(Generic[_K, _Q, _A]):
    """Joins questions of the same kind: the first task waits a moment, and then asks for all tasks.

    `ask` answers each part of a question, in order. If it raises, every task gets the error. If the
    first task is cancelled, the others are, too, so join only tasks that are cancelled together.
    """

    def __init__(self, ask: Callable[[_K, Sequence[_Q]], Awaitable[Sequence[_A]]]) -> None:
        self._ask = ask
        self._waiting: dict[_K, _Waiting[_Q, _A]] = {}

    async def ask(self, kind: _K, parts: Sequence[_Q]) -> Sequence[_A]:
        """The answers to these parts of a question, in order."""
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
