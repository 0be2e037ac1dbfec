"""H4R: asking all sources at once, joining what they found, and ranking it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol, TypeVar

from recollect.core.concurrency import both, every
from recollect.core.errors import StoreError, StoreTimeout
from recollect.retrieval.candidates import Candidate, CandidateSource, Scope, Wanted
from recollect.retrieval.merging import merge
from recollect.retrieval.ranking import Ranking, RankingRules, Usage, rank

_T = TypeVar("_T")

Clock = Callable[[], float]
"""Seconds from some moment on; only differences mean something."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a query before it is asked: the version of the knowledge that it goes to,

    whether there are conversations in it, and the candidates that are kept for it, if they are.
    """

    version: str = ""
    has_turns: bool = True
    candidates: tuple[Candidate, ...] | None = None


class CandidateCache(Protocol):
    """Where candidates are kept for a short time; a write to the knowledge makes it miss."""

    async def look_up(self, wanted: Wanted) -> Known:
        """What is known of a query."""

    async def keep(self, wanted: Wanted, version: str, candidates: Sequence[Candidate]) -> None:
        """Keep what a version of the knowledge answered."""


class Usages(Protocol):
    """Where it is counted how often items are used."""

    async def read(self, scope: Scope, ids: Sequence[str]) -> tuple[Usage, ...]:
        """The usage of each item, in order."""

    async def count_reads(self, scope: Scope, ids: Sequence[str]) -> None:
        """Count that items were delivered."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the sources found, how long each took (seconds), and the errors of those that failed."""

    answers: Mapping[str, Sequence[Candidate]]
    seconds: Mapping[str, float]
    failures: Mapping[str, StoreError]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The ranked candidates, and how they came about; times in seconds.

    `degraded` names the parts that had to be left out, `warnings` says the same to people.
    """

    ranking: Ranking
    candidates: Mapping[str, int]
    cached: bool
    gathering: float
    ranking_time: float
    total: float
    source_seconds: Mapping[str, float]
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retriever:
    """Retrieval with its collaborators; `deadline` is in seconds and bounds each source."""

    sources: Sequence[CandidateSource]
    cache: CandidateCache
    usages: Usages
    rules: RankingRules
    deadline: float
    clock: Clock

    async def retrieve(self, wanted: Wanted, now: datetime) -> Retrieval:
        """Answer the candidates for a query, best first.

        A source, the cache or the counts may fail, and are named; if every source fails, the first
        error is raised, since an answer without any evidence would say that there is none.
        """
        started = self.clock()
        trouble = _Trouble()
        known = await trouble.survive("cache", Known(), self.cache.look_up(wanted))
        gathered = await self._gathered(wanted, known, trouble)
        candidates = merge(list(gathered.answers.values()), wanted.limit)
        found = self.clock()
        # What is incomplete is not kept.
        keep = known.candidates is None and not gathered.failures
        usages, _ = await both(
            self._read_usages(wanted.scope, candidates, trouble),
            self._keep(wanted, known.version, candidates if keep else None, trouble),
        )
        before_ranking = self.clock()
        ranking = rank(wanted, candidates, usages, now, self.rules)
        ended = self.clock()
        return Retrieval(
            ranking=ranking,
            candidates={name: len(answer) for name, answer in gathered.answers.items()},
            cached=known.candidates is not None,
            gathering=found - started,
            ranking_time=ended - before_ranking,
            total=ended - started,
            source_seconds=gathered.seconds,
            degraded=tuple(trouble.parts),
            warnings=tuple(trouble.warnings),
        )

    async def _gathered(self, wanted: Wanted, known: Known, trouble: "_Trouble") -> Gathered:
        if known.candidates is not None:
            return Gathered({"cache": known.candidates}, {}, {})
        asked = replace(wanted, with_turns=known.has_turns)
        gathered = await gather(asked, self.sources, self.deadline, self.clock)
        for name, error in gathered.failures.items():
            trouble.note(name, f"the source {name} was left out ({error.reason})")
        return gathered

    async def _read_usages(
        self, scope: Scope, candidates: Sequence[Candidate], trouble: "_Trouble"
    ) -> dict[str, Usage]:
        ids = [each.item.id for each in candidates]
        none = (Usage(),) * len(ids)
        usages = await trouble.survive("usage", none, self.usages.read(scope, ids)) if ids else none
        return dict(zip(ids, usages, strict=True))

    async def _keep(
        self,
        wanted: Wanted,
        version: str,
        candidates: Sequence[Candidate] | None,
        trouble: "_Trouble",
    ) -> None:
        if candidates and version:
            await trouble.survive("cache", None, self.cache.keep(wanted, version, candidates))


async def gather(
    wanted: Wanted, sources: Sequence[CandidateSource], deadline: float, clock: Clock
) -> Gathered:
    """Ask all sources at the same time, under one deadline; the first error if all of them fail."""
    asked = await every(_asked(source, wanted, deadline, clock) for source in sources)
    failures = {name: found for name, found, _ in asked if isinstance(found, StoreError)}
    if failures and len(failures) == len(asked):
        raise next(iter(failures.values()))
    return Gathered(
        answers={name: found for name, found, _ in asked if not isinstance(found, StoreError)},
        seconds={name: seconds for name, _, seconds in asked},
        failures=failures,
    )


async def _asked(
    source: CandidateSource, wanted: Wanted, deadline: float, clock: Clock
) -> tuple[str, Sequence[Candidate] | StoreError, float]:
    started = clock()
    found: Sequence[Candidate] | StoreError
    try:
        async with asyncio.timeout(deadline):
            found = await source.candidates(wanted)
    except StoreError as error:
        found = error
    except TimeoutError:
        found = StoreTimeout(source.name, f"no answer within {deadline} s")
    return source.name, found, clock() - started


@dataclass(slots=True)
class _Trouble:
    """The parts of an answer that had to be left out."""

    parts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def note(self, part: str, warning: str) -> None:
        if part not in self.parts:
            self.parts.append(part)
            self.warnings.append(warning)

    async def survive(self, part: str, instead: _T, work: Awaitable[_T]) -> _T:
        try:
            return await work
        except StoreError as error:
            self.note(part, f"the answer does without {part} ({error.reason})")
            return instead
