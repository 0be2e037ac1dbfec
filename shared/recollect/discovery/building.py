"""Building a discovery pack: all sections at once, each under its deadline.

What several sections need is fetched once (see `inputs`): the thread, the cases, the customer.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError
from recollect.core.stopwatch import Clock
from recollect.core.timestamps import iso
from recollect.discovery.caching import BuiltPack, CaseInBrief, NoteInBrief
from recollect.discovery.fitting import fitted_pack
from recollect.discovery.inputs import PackInputs
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack, PackMetadata
from recollect.discovery.sections import Gathering, Section
from recollect.discovery.shared_answers import Losses
from recollect.discovery.sources import DiscoveryRules, PackSources
from recollect.servicedesk.tickets import JournalEntry, Ticket

# A pack that lacks something, or asks for a case that does not exist yet, is soon built again.
_INCOMPLETE_TTL_MS = 5_000
_MAX_SHOWN_NOTES = 3


@dataclass(frozen=True, slots=True)
class _Gathered:
    """A section, how many seconds it took, and whether it lacks something that failed."""

    section: Section
    is_degraded: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class DiscoveryPackBuilder:
    """Builds packs. `deadline`, in seconds, bounds each section, and thereby the whole pack."""

    sources: PackSources
    rules: DiscoveryRules
    deadline: float
    ttl_ms: int
    clock: Clock

    async def build(self, request: DiscoveryRequest, now: datetime, owner: str = "") -> BuiltPack:
        """Build a pack of at most 24,576 bytes.

        A section that fails or is late is left out. `degraded` names it, and also each section that
        lacks an input that failed or was late. The thread is read, and noted, as its `owner` knows
        it.
        """
        # Inputs get half of the time; the rest is for the calls that the sections make with them.
        inputs = PackInputs(request, now, self.sources, self.deadline / 2, owner)
        gathering = Gathering(inputs, self.rules)
        try:
            works = gathering.sections()
            found = await gather_all(self._gathered(work) for work in works.values())
            sections = dict(zip(works, found, strict=True))
            company = await inputs.company()
            context = await inputs.context.answer_or(None)
            cases = await inputs.cases.answer_or(inputs.request_cases)
            notes = await inputs.notes.answer_or({})
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
            cases=tuple(_in_brief(each, notes) for each in cases.existing),
            customer_notes=(context.notes if context else None) or "",
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


def _in_brief(case: Ticket, notes: Mapping[str, Sequence[JournalEntry]]) -> CaseInBrief:
    """A case with its latest notes, if these are known; a stored one has none."""
    known = CaseInBrief.model_validate(case, from_attributes=True)
    if not case.sys_id:
        return known
    entries = notes.get(case.sys_id)
    latest = None if entries is None else tuple(map(_note, entries[:_MAX_SHOWN_NOTES]))
    return known.model_copy(update={"latest_notes": latest})


def _note(entry: JournalEntry) -> NoteInBrief:
    return NoteInBrief(
        at=entry.sys_created_on,
        by=entry.sys_created_by,
        text=entry.value,
        is_internal=entry.element == "work_notes",
    )


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
