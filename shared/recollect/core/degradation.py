"""Which parts an answer lacks because a store failed or was late, and why.

An answer that lacks a part is still given, and names the part to the caller (`X-Degraded`,
warnings).
"""

import asyncio
from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from recollect.core.errors import StoreError, StoreTimeout

HISTORY_PART = "history"
"""The part that is missing if it is not known what was reported or believed at an earlier time."""

_T = TypeVar("_T")


@dataclass(slots=True)
class Degradation:
    """Collects the parts that one answer lacks, in the order in which they failed.

    `told_as` says in words what people miss without a part: "" is nothing that they would notice.
    """

    told_as: Mapping[str, str] = field(default_factory=dict)
    _warnings: dict[str, str] = field(default_factory=dict)
    _late: set[str] = field(default_factory=set)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that failed, such as `evidence`."""
        return tuple(self._warnings)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for people about each part that failed and that they miss."""
        return tuple(filter(None, self._warnings.values()))

    def is_late(self, part: str) -> bool:
        """Whether a part failed by a timeout, so that its store would probably time out again."""
        return part in self._late

    def note(self, part: str, warning: str) -> None:
        """Note that a part is left out. If it was noted before, the first warning stays."""
        self._warnings.setdefault(part, warning)

    async def result_or(
        self, part: str, fallback: _T, work: Awaitable[_T], timeout_s: float | None = None
    ) -> _T:
        """The result of `work`, or `fallback` if a store fails or `work` takes too long.

        Then the part is noted as missing.
        """
        try:
            async with asyncio.timeout(timeout_s):
                return await work
        except StoreError as error:
            reason = error.reason
        except TimeoutError:
            reason = StoreTimeout.reason
        if reason == StoreTimeout.reason:
            self._late.add(part)
        self.note_missing(part, reason)
        return fallback

    def note_missing(self, part: str, reason: str) -> None:
        """Note that a part is left out; `reason` is the word for how its store failed."""
        missed = self.told_as.get(part, part)
        self.note(part, missed and f"{missed} could not be looked up ({reason})")


def missing_parts_note(parts: Sequence[str], incomplete: Collection[str] = ()) -> str:
    """The sentences that name the missing parts to a model, which does not see headers.

    Parts that are `incomplete` are there, but may lack something that failed.
    """
    absent = [each for each in parts if each not in incomplete]
    there = [each for each in parts if each in incomplete]
    told = (("Could not be looked up", absent), ("May be incomplete", there))
    return " ".join(f"{what}: {', '.join(names)}." for what, names in told if names)
