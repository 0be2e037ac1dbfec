"""Finding memories in similar situations.

    raw_score = relevance (see `recollect.relevance.scoring`)
    score     = raw_score · confidence

A memory that gives orders to its reader, or is known to do harm, comes behind all others. An
unproven one comes behind all proven ones that are more likely relevant than not, and a memory that
few judges stand by behind those that are about as relevant and have many. Memories with steps
exchange places among themselves: first comes what most of the similar ones did with a good end,
then what serves best beside it (`recollect.learning.agreement`); only between equals the score
decides. A memory that has failed is not a result but a warning.

The threshold bounds the relevance, not the product: the score of a fresh memory without feedback is
at most half of its relevance, so a bound on the score would hide new memories. If the search names
no threshold and some memory reaches the default, so do memories whose steps those that reach it
call for (`recollect.memories.finding.agreeing`), but only among the first three results.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from recollect.core.ids import Key, collection_of
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.learning.contexts import RunContext
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.finding.agreeing import Agreements, agreements_of, neighbours_among
from recollect.memories.finding.presenting import RankedMemories, result_of
from recollect.memories.finding.ranking import rank, with_draws
from recollect.memories.finding.refilling import needs_more, shown_candidates
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.finding.screening import filters_of, lasting_filters, screen
from recollect.memories.finding.successors import successors_of
from recollect.memories.finding.trials import Trying, expose, withheld_from
from recollect.memories.known.as_of import candidates_as_of
from recollect.memories.known.reading import counts_or_neutral
from recollect.memories.requests import Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryCandidate
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.private import may_see, sees_all, with_masked_filters
from recollect.memories.stored.stores import MemoryStores
from recollect.questions.messages import extract_question
from recollect.relevance.arms import next_limit
from recollect.relevance.calibration import Calibration
from recollect.relevance.filters import Filters
from recollect.relevance.misspellings import corrected, corrections

_MIN_CANDIDATES: Final = 20


@dataclass(frozen=True, slots=True)
class _Asked:
    """A search with everything that its answer depends on.

    `then` is the time as of which to answer. `read_as` maps misspelt words of the query to their
    corrections; it is None until candidates were found, since corrections come from their words.
    """

    search: Search
    collections: Sequence[str]
    level: SecurityLevel
    filters: Filters
    then: datetime
    threshold: float
    calibration: Calibration
    trying: Trying
    read_as: Mapping[str, str] | None = None

    @property
    def context(self) -> RunContext:
        """The stage and category whose runs count for more in the confidence."""
        return RunContext(self.search.stage or "", self.search.category or "")

    @property
    def wanted(self) -> int:
        """How many candidates that may be shown each arm of the index should find."""
        return max(2 * self.search.limit, _MIN_CANDIDATES)

    def reading_as(self, read_as: Mapping[str, str]) -> "_Asked":
        """The same search with the misspelt words of its query corrected."""
        query = corrected(self.search.query, read_as)
        search = self.search.model_copy(update={"query": query})
        return replace(self, search=search, read_as=read_as)


@dataclass(frozen=True, slots=True)
class _Counted:
    """Candidates with their relevance and their counts, as of the time that the search asks for.

    `unproven` are the ids of those that nobody but their writer stood by then.
    """

    near: Sequence[tuple[MemoryCandidate, float]]
    counts: Sequence[MemoryCounts]
    unproven: frozenset[str]
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryFinder:
    """Finds memories in the stores, by the settings of a process.

    `default_threshold` is the least relevance (0…1) of a result, unless a search names one. For
    `explores`, `holdout_rate` and `secret` see `recollect.memories.finding.trials.Trying`;
    `new_seed` returns a different text on each call.
    """

    stores: MemoryStores
    default_threshold: float
    calibration: Calibration
    explores: bool
    holdout_rate: float
    secret: str = field(repr=False)
    new_seed: Callable[[], str]

    async def find(
        self, search: Search, app_slugs: Iterable[str], level: SecurityLevel, operation: Operation
    ) -> tuple[SearchResult, tuple[str, ...]]:
        """Find memories, best first; answers the result and the names of the parts that failed.

        All apps are searched together, for a caller of this `level`. A search takes two round
        trips, one to each store; one more if the query is misspelt; two more, up to three times, if
        memories that may not be shown took the places of others; one more if the query did not find
        a successor of a memory; and one more to record what the run is shown, if it names one:
        raises NotFound if that is somebody else's.

        If the ledger is down, reputations are neutral and `reputation` is among the parts that
        failed. Memories whose record says that they failed are then left out, unless the search
        asks for them.
        """
        search = with_masked_filters(search)
        search = search.model_copy(update={"query": extract_question(search.query)})
        threshold = self.default_threshold if search.threshold is None else search.threshold
        asked = _Asked(
            search=search,
            collections=[collection_of(slug) for slug in app_slugs],
            level=level,
            filters=filters_of(search, level),
            then=search.as_of or operation.at,
            threshold=threshold,
            calibration=self.calibration,
            trying=Trying(
                operation,
                explores=self.explores,
                holdout_rate=self.holdout_rate,
                secret=self.secret,
                seed=self.new_seed(),
            ),
        )
        ranked = await _ranked_with_refills(asked, self.stores)
        if search.run_id:
            run = (asked.collections[0], search.run_id)
            ranked = await _shown_to(run, ranked, asked.trying, self.stores.ledger)
        return result_of(ranked, level, explain=search.explain), ranked.degraded


async def _ranked_with_refills(asked: _Asked, stores: MemoryStores) -> RankedMemories:
    """Search, then search wider while memories that are not shown take the places of others."""
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
            texts = [each.record.content for each in seen]
            asked = asked.reading_as(corrections(asked.search.query, texts))
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
    """Screen, count, score and rank the candidates that the caller may see."""
    search = asked.search
    near, far = screen(search.query, candidates, asked.threshold, asked.calibration)
    if near:
        near += neighbours_among(candidates, far)
    counted = await _counted(near, search.as_of, stores.ledger)
    agreed = agreements_of(search.query, counted.near, asked.threshold, counted.unproven)
    scored = _scored(counted, agreed, asked, stores.confidence_settings)
    if asked.trying.explores:
        chance = asked.trying.chance(search.run_id)
        scored = with_draws(scored, asked.filters, search, chance)
    successors = await successors_of(
        scored, asked.level, asked.then, stores, degraded=bool(counted.degraded)
    )
    kept, dropped = rank(
        scored, asked.filters, search, asked.then, successors, agreed.nearby, asked.threshold
    )
    is_empty = not candidates and not search.narrows
    return RankedMemories(
        kept, dropped, scored, far, counted.degraded, asked.read_as or {}, empty=is_empty
    )


async def _counted(
    near: Sequence[tuple[MemoryCandidate, float]], as_of: datetime | None, ledger: MemoryLedger
) -> _Counted:
    """Read the counts of candidates: today's or, with `as_of`, those that were known then."""
    today, degraded = await counts_or_neutral([each.record.key for each, _ in near], ledger)
    counts: Sequence[MemoryCounts] = today
    if as_of is not None:
        near, counts, unknown = await candidates_as_of(near, today, as_of, ledger)
        degraded = (*degraded, *unknown)
    unproven = frozenset(
        each.record.id for (each, _), known in zip(near, counts, strict=True) if known.unproven
    )
    return _Counted(near, counts, unproven, degraded)


def _scored(
    counted: _Counted, agreed: Agreements, asked: _Asked, settings: ConfidenceSettings
) -> list[ScoredMemory]:
    """Score the candidates that are relevant enough, or that neighbours' steps call for enough."""
    return [
        score(
            candidate.record,
            relevance,
            counts,
            asked.then,
            settings,
            agreed.of_each.get(candidate.record.id),
            asked.context,
        )
        for (candidate, relevance), counts in zip(counted.near, counted.counts, strict=True)
        if relevance >= asked.threshold
        or (asked.search.threshold is None and candidate.record.id in agreed.called_for)
    ]


async def _shown_to(
    run: Key, ranked: RankedMemories, trying: Trying, ledger: MemoryLedger
) -> RankedMemories:
    """Decide which memories the run is shown and record it; NotFound for somebody else's run."""
    _, run_id = run
    kept, withheld, exposures = withheld_from(run_id, ranked.kept, trying)
    unrecorded = await expose(run, exposures, trying.operation, ledger)
    return replace(
        ranked,
        kept=kept,
        dropped=[*ranked.dropped, *withheld],
        degraded=(*ranked.degraded, *unrecorded),
    )
