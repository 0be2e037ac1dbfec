"""An event loop that never waits: instead, its clock jumps to the next event."""

import asyncio
import gc
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from typing_extensions import override

_T = TypeVar("_T")
# Long enough for every task that was left behind to end.
_AFTERWARDS_SECONDS = 3_600.0


class _Clock(selectors.DefaultSelector):
    """Keeps the time, and moves it forward instead of waiting."""

    now = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise AssertionError("everybody waits for something that never comes")
            self.now += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop in virtual time; `complaints` are the messages that asyncio would have printed."""

    def __init__(self) -> None:
        self._selected = _Clock()
        super().__init__(self._selected)
        self.complaints: list[str] = []
        self.set_exception_handler(self._complain)

    @override
    def time(self) -> float:
        return self._selected.now

    def _complain(self, _loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        self.complaints.append(str(context["message"]))


def virtually(work: Coroutine[Any, Any, _T], *, collected: bool = False) -> _T:
    """The result of `work`, after checking that asyncio complains about nothing it left behind.

    Some complaints are made only when garbage is `collected`, which takes its time.
    """
    loop = VirtualLoop()
    try:
        result = loop.run_until_complete(work)
        loop.run_until_complete(asyncio.sleep(_AFTERWARDS_SECONDS))
        assert not asyncio.all_tasks(loop)
        if collected:
            gc.collect()
    finally:
        loop.close()
    assert loop.complaints == []
    return result


def now() -> float:
    """The time of the running loop."""
    return asyncio.get_running_loop().time()
