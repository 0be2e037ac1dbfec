"""What may happen around each call of a store in memory."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from recollect.core.errors import StoreUnavailable

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


class Stepped:
    """A store in memory, with something that happens around each of its calls."""

    name = ""

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or NoSteps()


_S = TypeVar("_S", bound=Stepped)


def stepped(
    method: Callable[Concatenate[_S, _P], Coroutine[Any, Any, _T]],
) -> Callable[Concatenate[_S, _P], Coroutine[Any, Any, _T]]:
    """A call of a store, inside what happens around it."""

    async def call(store: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        async with store.steps.around(f"{store.name}.{method.__name__}"):
            return await method(store, *args, **kwargs)

    return call


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that fails once, before it had its effect or after."""

    call: str
    when: Literal["before", "after"] = "before"


class Faults:
    """Each fault happens at the first call that it is about."""

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
