"""A discovery pack built: all sections at once, each under its deadline.

No section waits for more than two calls one after the other: one for what several of them need
(the thread, the case, the customer), and one of its own.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recollect.core.concurrency import every
from recollect.core.errors import StoreError
from recollect.core.timestamps import iso
from recollect.discovery.caching import BuiltPack
from recollect.discovery.guard import fitted
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack, PackMetadata
from recollect.discovery.sections import Gathering, Section
from recollect.discovery.sources import DiscoveryRules, PackSources

Clock = Callable[[], float]
"""Seconds from some moment on; only differences mean something."""

# What had to leave something out is tried again soon.
_DEGRADED_TTL_MS = 5_000


@dataclass(frozen=True, slots=True)
class _Gathered:
    """A section, or that it failed or was late; and how long it took, in seconds."""

    section: Section
    failed: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class DiscoveryPackBuilder:
    """Builds packs. `deadline` is in seconds and bounds every section, and so the pack."""

    sources: PackSources
    rules: DiscoveryRules
    deadline: float
    ttl_ms: int
    clock: Clock

    async def build(self, request: DiscoveryRequest, now: datetime, owner: str = "") -> BuiltPack:
        """A pack of at most 24,576 bytes; a section that fails or is late is left out and named.

        Of threads it tells, and notes, what their `owner` knows.
        """
        # Half of the time is left for what is asked with what came until then.
        gathering = Gathering(request, now, self.sources, self.rules, self.deadline / 2, owner)
        try:
            works = gathering.sections()
            found = await every(self._gathered(work) for work in works.values())
            sections = dict(zip(works, found, strict=True))
            company = await gathering.company_name()
        finally:
            await gathering.close()
        pack = fitted(_pack(request, now, company, sections))
        degraded = tuple(name for name, each in sections.items() if each.failed)
        incomplete = degraded or gathering.hurried
        return BuiltPack(
            pack=pack.model_dump_json(),
            ttl_ms=min(self.ttl_ms, _DEGRADED_TTL_MS if incomplete else self.ttl_ms),
            degraded=degraded,
            seconds=tuple((name, each.seconds) for name, each in sections.items()),
        )

    async def _gathered(self, work: Coroutine[Any, Any, Section]) -> _Gathered:
        started = self.clock()
        try:
            async with asyncio.timeout(self.deadline):
                section = await work
        except (StoreError, TimeoutError):
            return _Gathered(None, failed=True, seconds=self.clock() - started)
        return _Gathered(section, failed=False, seconds=self.clock() - started)


def _pack(
    request: DiscoveryRequest,
    now: datetime,
    company: str | None,
    sections: Mapping[str, _Gathered],
) -> DiscoveryPack:
    return DiscoveryPack.model_validate(
        {
            "generatedAt": iso(now),
            "metadata": PackMetadata(
                case_numbers=request.case_numbers,
                channel_id=request.channel_id,
                thread_ts=request.thread_ts,
                company_name=company,
            ),
            **{name: each.section for name, each in sections.items() if each.section is not None},
        }
    )
