"""What a tool can do without: it is waited for, and named where a store does not give it."""

from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

from recollect.core.errors import StoreError

_T = TypeVar("_T")


@dataclass(slots=True)
class Parts:
    """The parts of one answer; `missing` names those that a store failed to give."""

    _missing: set[str] = field(default_factory=set)

    @property
    def missing(self) -> tuple[str, ...]:
        """The names, sorted."""
        return tuple(sorted(self._missing))

    async def of(self, name: str, work: Awaitable[_T], instead: _T) -> _T:
        """The result of `work`, or `instead` where a store fails."""
        try:
            return await work
        except StoreError:
            self._missing.add(name)
            return instead
