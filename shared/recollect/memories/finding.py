"""Finding memories in similar situations.

    raw_score = relevance (see `recollect.relevance.scoring`)
    score     = raw_score · confidence

A memory that gives orders to its reader, or is known to do harm, comes behind all that do not, and
an unproven one behind all proven ones that are more likely relevant than not, as what few stand by
does behind what many do and is about as relevant. Those that say which steps were taken exchange
places among themselves: what most of the similar ones did, and ended well with, comes first, then
what serves best beside it (`recollect.learning.agreement`), and only between equals the score
decides. What has failed is no result, but a warning.

The threshold bounds the relevance, not the product: a fresh memory without feedback has at most
half of its relevance as score, and a bound on that would hide what is new. Where nobody asked for a
threshold and something is relevant enough, so is what agrees as much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.learning.agreement import Nearby
from recollect.learning.contexts import RunContext
from recollect.memories.agreeing import agreement_candidates, agreements_of
from recollect.memories.as_of import candidates_as_of
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.index import MemoryCandidate
from recollect.memories.ledger import MemoryLedger
from recollect.memories.presenting import RankedMemories, result_of
from recollect.memories.private import may_see, sees_all, with_masked_filters
from recollect.memories.ranking import rank, with_draws
from recollect.memories.reading import counts_or_neutral
from recollect.memories.record import MemoryCounts
from recollect.memories.refilling import needs_more, shown_candidates
from recollect.memories.requests import Search
from recollect.memories.scored import ScoredMemory, score
from recollect.memories.screening import filters_of, lasting_filters, screen
from recollect.memories.search_result import SearchResult
from recollect.memories.stores import MemoryStores
from recollect.memories.successors import successors_of
from recollect.memories.trials import Trying, expose, withheld_from
from recollect.questions.messages import extract_question
from recollect.relevance.arms import next_limit
from recollect.relevance.calibration import Calibration
from recollect.relevance.filters import Filters
from recollect.relevance.spelling import corrected, corrections

_LEAST_CANDIDATES: Final = 20


@dataclass(frozen=True, slots=True)
class _Asked:
    """A search with all that its answer depends on.

    `then` is the time whose knowledge is wanted. `read_as` are misspelt words of the query, each
    with what it was read as; None until something was found, whose words tell that.
    """

    search: Search
    collections: Sequence[str]
    level: SecurityLevel
    filters: Filters
    then: datetime
    threshold: float
    calibration: Calibration
    trying: Trying | None
    read_as: Mapping[str, str] | None = None

    @property
    def context(self) -> RunContext:
        """In which runs a memory is believed."""
        return RunContext(self.search.stage or "", self.search.category or "")

    @property
    def wanted(self) -> int:
        """How many candidates each arm of the index should name that may be shown."""
        return max(2 * self.search.limit, _LEAST_CANDIDATES)

    def meaning(self, read_as: Mapping[str, str]) -> "_Asked":
        """The same with its misspelt words put right."""
        query = corrected(self.search.query, read_as)
        search = self.search.model_copy(update={"query": query})
        return replace(self, search=search, read_as=read_as)


@dataclass(frozen=True, slots=True)
class _Counted:
    """Candidates and their relevance, and the counts of each, as of the time asked of.

    `unproven` are the ids of those that nobody but their writers stands by, as of now.
    """

    near: Sequence[tuple[MemoryCandidate, float]]
    counts: Sequence[MemoryCounts]
    unproven: frozenset[str]
    degraded: tuple[str, ...]


async def find_memories(
    search: Search,
    collections: Sequence[str],
    level: SecurityLevel,
    now: datetime,
    stores: MemoryStores,
    *,
    default_threshold: float,
    calibration: Calibration,
    trying: Trying | None = None,
) -> tuple[SearchResult, tuple[str, ...]]:
    """Find memories, best first; answers the result and the names of the parts that failed.

    `collections` are searched together, for a caller of this `level`; relevance under the threshold
    (0…1) is no result. It takes two round trips, one to each store. There is one more where the
    query is misspelt, two more, three times at most, where results that may not be shown took the
    places of others, and one where a successor was not found with what it supersedes.

    Without the ledger reputations are neutral, and `reputation` is among the parts that failed;
    a memory whose record says that it failed is left out then, unless failures are asked for.

    With `trying`, what the run is shown is recorded, one round trip more; raises NotFound if the
    run is somebody else's.
    """
    search = with_masked_filters(search)
    search = search.model_copy(update={"query": extract_question(search.query)})
    threshold = default_threshold if search.threshold is None else search.threshold
    asked = _Asked(
        search=search,
        collections=collections,
        level=level,
        filters=filters_of(search, level),
        then=search.as_of or now,
        threshold=threshold,
        calibration=calibration,
        trying=trying,
    )
    ranked = await _ranked_with_refills(asked, stores)
    if trying and search.run_id:
        ranked = await _shown_to((collections[0], search.run_id), ranked, trying, stores.ledger)
    return result_of(ranked, level, explain=search.explain), ranked.degraded


async def _ranked_with_refills(asked: _Asked, stores: MemoryStores) -> RankedMemories:
    """Search, and search wider while what is not shown takes the places of what might be."""
    searched = lasting_filters(asked.filters) if asked.search.as_of else asked.filters
    count = asked.wanted
    while True:
        found = await stores.index.search(
            asked.collections,
            asked.search.query,
            searched,
            count,
            by_rarity=sees_all(asked.level),
        )
        seen = [each for each in found if may_see(asked.level, each.record.metadata)]
        if asked.read_as is None:
            asked = asked.meaning(_misspelt(asked, seen))
            if asked.read_as:
                continue
        ranked = await _ranked(seen, asked, stores)
        is_full = len(ranked.kept) == asked.search.limit
        shown = shown_candidates(seen, ranked.dropped)
        if (
            is_full
            or next_limit(count) == count
            or not needs_more(found, shown, count, asked.wanted)
        ):
            return ranked
        count = next_limit(count)


async def _ranked(
    candidates: Sequence[MemoryCandidate], asked: _Asked, stores: MemoryStores
) -> RankedMemories:
    """Screen, count, score and rank what its reader may see."""
    search = asked.search
    near, far = screen(search.query, candidates, asked.threshold, asked.calibration)
    if near and search.threshold is None:
        near += agreement_candidates(candidates, far)
    counted = await _counted(near, search.as_of, stores.ledger)
    nearby, agreed = agreements_of(search.query, candidates, counted.near, far, counted.unproven)
    scored = _scored(counted, nearby, agreed, asked, stores.confidence_settings)
    if asked.trying and asked.trying.explores:
        chance = asked.trying.chance(search.run_id)
        scored = with_draws(scored, asked.filters, search, chance)
    successors = await successors_of(
        scored, asked.level, asked.then, stores, degraded=bool(counted.degraded)
    )
    kept, dropped = rank(scored, asked.filters, search, asked.then, successors, nearby)
    is_empty = not candidates and not search.narrows
    return RankedMemories(
        kept, dropped, scored, far, counted.degraded, asked.read_as or {}, empty=is_empty
    )


def _misspelt(asked: _Asked, seen: Sequence[MemoryCandidate]) -> Mapping[str, str]:
    return corrections(asked.search.query, [each.record.content for each in seen])


async def _counted(
    near: Sequence[tuple[MemoryCandidate, float]], as_of: datetime | None, ledger: MemoryLedger
) -> _Counted:
    """Read what is counted of candidates; of an earlier time, what was known of them then."""
    counts, degraded = await counts_or_neutral([each.record.key for each, _ in near], ledger)
    unproven = frozenset(
        each.record.id for (each, _), known in zip(near, counts, strict=True) if known.unproven
    )
    if as_of is None:
        return _Counted(near, counts, unproven, degraded)
    as_stored, past, untold = await candidates_as_of(near, counts, as_of, ledger)
    return _Counted(as_stored, past, unproven, (*degraded, *untold))


def _scored(
    counted: _Counted,
    nearby: Nearby,
    agreed: Mapping[str, float],
    asked: _Asked,
    settings: ConfidenceSettings,
) -> list[ScoredMemory]:
    """What is relevant enough, or called for by what was done nearby, with all that decides."""
    return [
        score(
            candidate.record,
            relevance,
            counts,
            asked.then,
            settings,
            agreed.get(candidate.record.id),
            asked.context,
        )
        for (candidate, relevance), counts in zip(counted.near, counted.counts, strict=True)
        if relevance >= asked.threshold
        or (
            candidate.record.id in agreed
            and nearby.called_for(candidate.record.steps) >= asked.threshold
        )
    ]


async def _shown_to(
    run: Key, ranked: RankedMemories, trying: Trying, ledger: MemoryLedger
) -> RankedMemories:
    """What of these a run is shown, which is written down; NotFound of somebody else's run."""
    _, run_id = run
    kept, withheld, exposures = withheld_from(run_id, ranked.kept, trying)
    unrecorded = await expose(run, exposures, trying.operation, ledger)
    return replace(
        ranked,
        kept=kept,
        dropped=[*ranked.dropped, *withheld],
        degraded=(*ranked.degraded, *unrecorded),
    )
