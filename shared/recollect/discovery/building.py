"""A discovery pack built: all sections at once, each under its deadline.

What several sections need is asked for once (see `inputs`): the thread, the cases, the customer.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError
from recollect.core.stopwatch import Clock
from recollect.core.timestamps import iso
from recollect.discovery.caching import BuiltPack, CaseInBrief
from recollect.discovery.guard import fitted_pack
from recollect.discovery.inputs import PackInputs
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack, PackMetadata
from recollect.discovery.sections import Gathering, Section
from recollect.discovery.shared_answers import Losses
from recollect.discovery.sources import DiscoveryRules, PackSources

# What had to leave something out is tried again soon; so is a case that there is not yet.
_INCOMPLETE_TTL_MS = 5_000


@dataclass(frozen=True, slots=True)
class _Gathered:
    """A section and how long it took, in seconds; whether it lacks something that failed."""

    section: Section
    is_degraded: bool
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

        Named is, too, what had to do without something that failed or was late. Of threads it
        tells, and notes, what their `owner` knows.
        """
        # Half of the time is left for what is asked with what came until then.
        inputs = PackInputs(request, now, self.sources, self.deadline / 2, owner)
        gathering = Gathering(inputs, self.rules)
        try:
            works = gathering.sections()
            found = await gather_all(self._gathered(work) for work in works.values())
            sections = dict(zip(works, found, strict=True))
            company = await inputs.company()
            cases = await inputs.cases.answer_or(inputs.unasked)
        finally:
            await inputs.close()
        metadata = PackMetadata(
            case_numbers=cases.numbers,
            channel_id=request.channel_id,
            thread_ts=request.thread_ts,
            company_name=company or None,
        )
        pack = fitted_pack(_pack(metadata, now, sections))
        degraded = tuple(name for name, each in sections.items() if each.is_degraded)
        is_incomplete = bool(degraded or cases.unknown)
        return BuiltPack(
            pack=pack.model_dump_json(),
            ttl_ms=min(self.ttl_ms, _INCOMPLETE_TTL_MS if is_incomplete else self.ttl_ms),
            degraded=degraded,
            unknown_cases=cases.unknown,
            cases=tuple(
                CaseInBrief.model_validate(each, from_attributes=True) for each in cases.there
            ),
            seconds=tuple((name, each.seconds) for name, each in sections.items()),
        )

    async def _gathered(self, work: Coroutine[Any, Any, Section]) -> _Gathered:
        started, losses = self.clock(), Losses.begin()
        try:
            async with asyncio.timeout(self.deadline):
                section = await work
        except (StoreError, TimeoutError):
            return _Gathered(None, is_degraded=True, seconds=self.clock() - started)
        return _Gathered(section, is_degraded=losses.any, seconds=self.clock() - started)


def _pack(
    metadata: PackMetadata, now: datetime, sections: Mapping[str, _Gathered]
) -> DiscoveryPack:
    return DiscoveryPack.model_validate(
        {
            "generatedAt": iso(now),
            "metadata": metadata,
            **{name: each.section for name, each in sections.items() if each.section is not None},
        }
    )
