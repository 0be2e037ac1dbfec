"""What an answer had to do without: each part that failed or was late, and why.

An answer that lacks a part still comes, and names it to the caller (`X-Degraded`, warnings).
"""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from recollect.core.errors import StoreError, StoreTimeout

UNTOLD = "history"
"""The part that is missing where it cannot be told what was said or believed at a time."""

_T = TypeVar("_T")


@dataclass(slots=True)
class Degradation:
    """Collects the parts that one answer lacks, in the order in which they failed."""

    _warnings: dict[str, str] = field(default_factory=dict)
    _late: set[str] = field(default_factory=set)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that failed, such as `evidence`."""
        return tuple(self._warnings)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each part, for people."""
        return tuple(self._warnings.values())

    def is_late(self, part: str) -> bool:
        """Whether a part failed by timeout: its store would time out again."""
        return part in self._late

    def note(self, part: str, warning: str) -> None:
        """Note that a part is left out; of several reasons the first one counts."""
        self._warnings.setdefault(part, warning)

    async def survive(
        self, part: str, fallback: _T, work: Awaitable[_T], timeout_s: float | None = None
    ) -> _T:
        """The result of `work`; `fallback` where a store fails, or takes longer than allowed."""
        try:
            async with asyncio.timeout(timeout_s):
                return await work
        except StoreError as error:
            reason = error.reason
        except TimeoutError:
            reason = StoreTimeout.reason
        if reason == StoreTimeout.reason:
            self._late.add(part)
        self.lack(part, reason)
        return fallback

    def lack(self, part: str, reason: str) -> None:
        """Note that a part is left out, with the word for why its store does not give it."""
        self.note(part, f"the answer does without {part} ({reason})")


def missing_parts_note(parts: Sequence[str]) -> str:
    """The sentence for a model, which sees no headers: what of an answer is missing."""
    return f"Could not be looked up: {', '.join(parts)}."
