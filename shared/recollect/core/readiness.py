"""Whether the stores answer: each is asked for next to nothing, all at once, with a deadline.

Anybody may ask, so what was found is told again for a while instead of asking the stores each time,
and a store is known by its name alone.
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
TOLD_AGAIN: Final = 2.0
"""Seconds for which an answer stands."""


class Readiness(Message):
    """Whether every store answers, and how each is: `late` has not answered in time."""

    ready: bool
    stores: dict[str, StoreState]
    version: str = recollect.__version__


class ReadinessChecks:
    """Checks by the names of stores; `clock` counts seconds."""

    def __init__(self, checks: Mapping[str, StoreCheck], clock: Callable[[], float]) -> None:
        self._checks = checks
        self._clock = clock
        self._told: tuple[float, Readiness] | None = None

    async def look(self) -> Readiness:
        """How the stores are, or were a moment ago."""
        now = self._clock()
        if self._told is not None and now - self._told[0] < TOLD_AGAIN:
            return self._told[1]
        states = await gather_all(_state(check) for check in self._checks.values())
        stores = dict(zip(self._checks, states, strict=True))
        found = Readiness(ready=all(each == "ok" for each in states), stores=stores)
        self._told = (self._clock(), found)
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
