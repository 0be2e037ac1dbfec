"""Steps, faults and delays around each call of an in-memory store."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from recollect.core.errors import NotFound, StoreUnavailable

CALLS = (
    *("index.get", "index.add", "index.remove", "index.patch", "index.page"),
    *("ledger.read", "ledger.claim", "ledger.count_occurrence", "ledger.release", "ledger.apply"),
    *("ledger.begin_deletion", "ledger.unfinished_deletions", "ledger.finish_deletion"),
    *("ledger.restore", "ledger.archive", "ledger.unarchive"),
)

CLAIM_SECONDS = 6

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Steps(Protocol):
    """What happens around calls."""

    def around(self, call: str) -> AbstractAsyncContextManager[None]:
        """What happens around one call, which has its effect inside."""


class NoSteps:
    """Nothing happens around calls."""

    def around(self, _call: str) -> AbstractAsyncContextManager[None]:
        return nullcontext()


class Calls:
    """Steps that record the calls of the stores."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def around(self, call: str) -> AbstractAsyncContextManager[None]:
        self.made.append(call)
        return nullcontext()


class Stepped:
    """An in-memory store with steps around each of its calls."""

    name = ""

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or NoSteps()


_S = TypeVar("_S", bound=Stepped)


def stepped(
    method: Callable[Concatenate[_S, _P], Coroutine[Any, Any, _T]],
) -> Callable[Concatenate[_S, _P], Coroutine[Any, Any, _T]]:
    """Run a store's method within the steps around its call."""

    async def call(store: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        async with store.steps.around(f"{store.name}.{method.__name__}"):
            return await method(store, *args, **kwargs)

    return call


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that fails once, before its effect or after it."""

    call: str
    when: Literal["before", "after"] = "before"


class Faults:
    """Steps in which each fault happens once, at the first call that it names."""

    def __init__(self, *faults: Fault) -> None:
        self._left = list(faults)

    def add(self, *faults: Fault) -> None:
        self._left += faults

    @asynccontextmanager
    async def around(self, call: str) -> AsyncIterator[None]:
        self._happen(Fault(call, "before"))
        yield
        self._happen(Fault(call, "after"))

    def _happen(self, fault: Fault) -> None:
        if fault in self._left:
            self._left.remove(fault)
            raise StoreUnavailable(fault.call, f"broke off {fault.when} its effect")


class Delays:
    """Calls take their time, and may break off."""

    def __init__(self, milliseconds: Sequence[int]) -> None:
        self._milliseconds = cycle(milliseconds)
        self.faults = Faults()

    @asynccontextmanager
    async def around(self, call: str) -> AsyncIterator[None]:
        await self._while()
        async with self.faults.around(call):
            yield
        await self._while()

    async def _while(self) -> None:
        await asyncio.sleep(next(self._milliseconds) / 1000)


async def until_it_succeeds(act: Callable[[], Awaitable[object]]) -> None:
    """Repeat an interrupted call as a caller does; there are fewer faults than attempts."""
    for _ in range(6):
        try:
            with suppress(NotFound):
                await act()
        except StoreUnavailable:
            continue
        return
    raise AssertionError("it never succeeded")
