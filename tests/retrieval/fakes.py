"""Fake sources, cache and counts with fixed answers, and a clock that ticks when it is read."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from typing_extensions import override

from recollect.core.errors import StoreError
from recollect.learning.experience import SolvedCase
from recollect.retrieval.candidates import Candidate, CandidateSource, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.joining import StoredItems, Usages
from recollect.retrieval.ranking import Usage
from recollect.retrieval.retrieving import CacheLookup, CandidateCache, Experience
from recollect.retrieval.visibility import See


@dataclass(slots=True)
class TickingClock:
    """A clock that advances one second at every look."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@dataclass(slots=True)
class FakeSource(CandidateSource):
    """A source that answers, fails or hangs; with a `meeting`, it waits for the other sources."""

    called: str
    answer: Sequence[Candidate] = ()
    error: Exception | None = None
    hangs: bool = False
    asked: list[EvidenceQuery] = field(default_factory=list)
    cancelled: bool = False
    meeting: asyncio.Barrier | None = None

    @property
    @override
    def name(self) -> str:
        return self.called

    @override
    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        self.asked.append(query)
        if self.meeting is not None:
            await self.meeting.wait()
        if self.hangs:
            await self._for_ever()
        if self.error is not None:
            raise self.error
        return self.answer

    async def _for_ever(self) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise


@dataclass(slots=True)
class FakeCache(CandidateCache):
    """A cache for one version of the knowledge; `broken` names the operations that fail."""

    version: str = "7"
    has_turns: bool = True
    kept: list[tuple[EvidenceQuery, str, tuple[Candidate, ...]]] = field(default_factory=list)
    broken: Mapping[str, StoreError] = field(default_factory=dict)

    @override
    async def look_up(self, query: EvidenceQuery) -> CacheLookup:
        _raise(self.broken.get("look_up"))
        return CacheLookup(self.version, self.has_turns, candidates=self.of(query))

    @override
    async def keep(
        self, query: EvidenceQuery, version: str, candidates: Sequence[Candidate]
    ) -> None:
        _raise(self.broken.get("keep"))
        self.kept.insert(0, (query, version, tuple(candidates)))

    def of(self, query: EvidenceQuery) -> tuple[Candidate, ...] | None:
        keys = ((kept, (of, version)) for of, version, kept in self.kept)
        return next((kept for kept, key in keys if key == (query, self.version)), None)


@dataclass(slots=True)
class FakeUsages(Usages):
    """Usage counts in a dict, by scope and id."""

    usages: dict[tuple[Scope, str], Usage] = field(default_factory=dict)
    error: StoreError | None = None
    hangs: bool = False
    readings: set[tuple[Scope, str, str, date]] = field(default_factory=set)
    read_calls: list[tuple[str, ...]] = field(default_factory=list)

    @override
    async def read(self, scope: Scope, ids: Sequence[str]) -> tuple[Usage, ...]:
        self.read_calls.append(tuple(ids))
        _raise(self.error)
        return tuple(self.usages.get((scope, each), Usage()) for each in ids)

    @override
    async def count_reads(
        self, scope: Scope, ids: Sequence[str], subject: str, now: datetime
    ) -> None:
        _raise(self.error)
        if self.hangs:
            await asyncio.Event().wait()
        for each in ids:
            reading = (scope, each, subject, now.date())
            if reading in self.readings:
                continue
            self.readings.add(reading)
            known = self.usages.get((scope, each), Usage())
            self.usages[scope, each] = replace(known, reads=known.reads + 1)


@dataclass(slots=True)
class FakeStoredItems(StoredItems):
    """Items in a dict."""

    items: Mapping[str, Item] = field(default_factory=dict)
    error: StoreError | None = None
    asked: list[tuple[str, ...]] = field(default_factory=list)

    @override
    async def get(self, scope: Scope, ids: Sequence[str]) -> Sequence[Item]:
        self.asked.append(tuple(ids))
        _raise(self.error)
        return [self.items[each] for each in ids if each in self.items]


@dataclass(slots=True)
class FakeExperience(Experience):
    """Experience with the same cases for any query."""

    cases: Sequence[SolvedCase] = ()
    error: StoreError | None = None

    @override
    async def similar(self, query: EvidenceQuery) -> Sequence[SolvedCase]:
        _raise(self.error)
        return self.cases


def _raise(error: Exception | None) -> None:
    if error is not None:
        raise error
