"""Checks whether the stores answer: all at the same time, by a trivial request, with a deadline.

Anybody may ask for it. So the result is reused for a while instead of asking the stores each time,
and it gives only the name of a store.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal

import recollect
from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError, StoreTimeout
from recollect.core.messages import Message

StoreState = Literal["ok", "late", "down"]
StoreCheck = Callable[[], Awaitable[object]]

DEADLINE: Final = 1.0
"""Seconds that a store has to answer."""
REUSED_SECONDS: Final = 2.0
"""For how many seconds a result is reused."""


class Readiness(Message):
    """Whether every store answers, and the state of each: a `late` one did not answer in time."""

    ready: bool
    stores: dict[str, StoreState]
    version: str = recollect.__version__


class ReadinessChecks:
    """Runs the checks, which are given by the names of stores; `clock` counts seconds."""

    def __init__(self, checks: Mapping[str, StoreCheck], clock: Callable[[], float]) -> None:
        self._checks = checks
        self._clock = clock
        self._latest: tuple[float, Readiness] | None = None

    async def look(self) -> Readiness:
        """The state of the stores now, or at most two seconds ago."""
        now = self._clock()
        if self._latest is not None and now - self._latest[0] < REUSED_SECONDS:
            return self._latest[1]
        states = await gather_all(_state(check) for check in self._checks.values())
        stores = dict(zip(self._checks, states, strict=True))
        found = Readiness(ready=all(each == "ok" for each in states), stores=stores)
        self._latest = (self._clock(), found)
        return found


async def _state(check: StoreCheck) -> StoreState:
    try:
        async with asyncio.timeout(DEADLINE):
            await check()
    except (TimeoutError, StoreTimeout):
        return "late"
    except StoreError:
        return "down"
    return "ok"
