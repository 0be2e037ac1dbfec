"""An event loop whose time passes only while nothing else is to be done, and then at once."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from typing_extensions import override

_T = TypeVar("_T")


class _Selector(selectors.SelectSelector):
    """Instead of waiting, it moves the clock."""

    now = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += max(0.0, timeout or 0.0)
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    @override
    def time(self) -> float:
        return self._virtual.now


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run `work` to its end; however long it sleeps, it takes no time."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)
