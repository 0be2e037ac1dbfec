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

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from recollect.core.security_levels import SecurityLevel
from recollect.learning.agreement import NOTHING_NEARBY, Nearby
from recollect.learning.contexts import RunContext
from recollect.memories.agreeing import agreements_of, by_agreement, that_may_agree
from recollect.memories.confidence import STALE_CONFIDENCE
from recollect.memories.model import (
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.memories.past import known_then
from recollect.memories.ports import Exposure, MemoryCandidate, MemoryStores
from recollect.memories.private import asked_as_kept, category_for, may_see, sees_all
from recollect.memories.reading import (
    MAX_ANSWER_BYTES,
    Degraded,
    answer_size,
    assemble_from,
    counts_or_neutral,
    gives_orders,
)
from recollect.memories.record import MemoryRecord
from recollect.memories.requests import Search
from recollect.memories.scored import ScoredMemory, backed_first, score
from recollect.memories.settling import settle
from recollect.memories.succession import is_in_force, named_by, successors_of
from recollect.memories.trials import Trying, explored, expose, learned, withheld_from
from recollect.relevance.calibration import Calibration
from recollect.relevance.filters import Filters
from recollect.relevance.scoring import relevances
from recollect.retrieval.reading import wider
from recollect.slicing.policy import highest_sensitivity

_MOST_METADATA_BYTES = 80_000
_LEAST_CANDIDATES = 20
_HIDDEN: Final[frozenset[DropReason]] = frozenset(
    {
        *("deleted", "quarantined", "archived", "failed", "filter", "stale"),
        *("superseded", "duplicate"),
    }
)
_MOST_WARNINGS = 3


def filters_of(search: Search, level: SecurityLevel) -> Filters:
    """The filters that a search asks for, and what its caller's level leaves."""
    asked = {"stage": search.stage, "outcome": search.outcome, "category": search.category}
    most = highest_sensitivity(level)
    return Filters(
        {name: value for name, value in asked.items() if value},
        search.tags,
        until=search.as_of,
        # So that they take nobody's place. One that was archived a moment ago is dropped later.
        any_of={"state": ("active", "quarantined")},
        at_most={} if most is None else {"sensitivity": most},
    )


def _of_any_time(filters: Filters) -> Filters:
    """The filters on what does not change: what was decided at a time is looked at later."""
    lasting = {name: value for name, value in filters.equals.items() if name == "stage"}
    return replace(filters, equals=lasting, any_of={})


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
) -> tuple[SearchResult, Degraded]:
    """Answer the memories most worth having: two round trips, one to each store.

    Two more, three times at most, where memories that are not shown took the places of others, and
    one where something is superseded by what was not found with it. Without the ledger the answer
    still comes, with neutral reputations, and says so. Of which the ledger knows nothing, the
    record speaks for itself: what it says has failed is not shown, since nothing tells how far to
    believe it, unless it is asked for.

    While memories are tried, what a run is shown is written down, one round trip more; NotFound of
    somebody else's run.
    """
    search = asked_as_kept(search)
    filters = filters_of(search, level)
    searched = _of_any_time(filters) if search.as_of else filters
    threshold = default_threshold if search.threshold is None else search.threshold
    then, context = search.as_of or now, RunContext(search.stage or "", search.category or "")
    asked = wanted = max(2 * search.limit, _LEAST_CANDIDATES)
    while True:
        found = await stores.index.search(
            collections, search.query, searched, asked, by_rarity=sees_all(level)
        )
        candidates = [each for each in found if may_see(level, each.record.metadata)]
        near, dropped = screen(search.query, candidates, threshold, calibration)
        if near and search.threshold is None:
            near += that_may_agree(candidates, dropped)
        keys = [candidate.record.key for candidate, _ in near]
        all_counts, degraded = await counts_or_neutral(keys, stores.ledger)
        unproven = {
            each.record.id
            for (each, _), counts in zip(near, all_counts, strict=True)
            if counts.unproven
        }
        if search.as_of:
            near, past, untold = await known_then(near, all_counts, then, stores.ledger)
            all_counts = tuple(past)
            degraded = (*degraded, *untold)
        nearby, agreed = agreements_of(search.query, candidates, near, dropped, unproven)
        scored = [
            score(
                each.record,
                relevance,
                counts,
                then,
                stores.beliefs,
                agreed.get(each.record.id),
                context,
            )
            for (each, relevance), counts in zip(near, all_counts, strict=True)
            if relevance >= threshold
            or (each.record.id in agreed and nearby.called_for(each.record.steps) >= threshold)
        ]
        if trying and trying.explores:
            scored = explored(scored, search.run_id or trying.seed, search.limit)
        successors = await successors_of(scored, level, then, stores, degraded=bool(degraded))
        kept, more_dropped = rank(scored, filters, search, then, successors, nearby)
        hidden = {each.id for each in more_dropped if each.reason in _HIDDEN}
        shown = [each for each in candidates if each.record.id not in hidden]
        is_whole = len(kept) == search.limit or not _leaves_out(found, shown, asked, wanted)
        if is_whole or wider(asked) == asked:
            break
        asked = wider(asked)
    exposures: list[Exposure] = []
    if trying and search.run_id:
        kept, withheld, exposures = withheld_from(search.run_id, kept, trying.holdout_rate)
        more_dropped += withheld
    # What was too far and holds instead of something near is told of once.
    told = {each.id for each in kept} | {each.id for each in more_dropped}
    too_far = (each for each in dropped if each.id not in told)
    result = SearchResult(
        results=tuple(_found(each, explain=search.explain) for each in kept),
        warnings=tuple(map(_failed, warnings_of(scored, kept, more_dropped, level))),
        dropped=(*more_dropped, *too_far) if search.explain else None,
    )
    if trying and search.run_id:
        run = collections[0], search.run_id
        degraded += await expose(run, exposures, trying.operation, stores)
    return result, degraded


def _leaves_out(
    found: Sequence[MemoryCandidate], shown: Sequence[MemoryCandidate], asked: int, wanted: int
) -> bool:
    """Whether an arm that may know of more has named fewer than `wanted` that may be shown."""
    named, left = _counts_by_arm(found), _counts_by_arm(shown)
    return any(count >= asked and left[arm] < wanted for arm, count in named.items())


def _counts_by_arm(candidates: Sequence[MemoryCandidate]) -> Counter[tuple[str, str]]:
    """How many each arm has named of each collection."""
    dense = (each.record.collection for each in candidates if each.arms.dense > 0)
    sparse = (each.record.collection for each in candidates if each.arms.sparse > 0)
    return Counter([*((each, "dense") for each in dense), *((each, "sparse") for each in sparse)])


def screen(
    query: str,
    candidates: Sequence[MemoryCandidate],
    threshold: float,
    calibration: Calibration,
) -> tuple[list[tuple[MemoryCandidate, float]], list[DroppedMemory]]:
    """Part the candidates that are relevant enough, with their relevance, from the others."""
    relevant = relevances(
        "hybrid",
        query,
        [each.arms for each in candidates],
        [each.record.content for each in candidates],
        calibration,
        situations=[_case_of(each.record) for each in candidates],
    )
    scored = list(zip(candidates, relevant, strict=True))
    dropped = [
        DroppedMemory(id=candidate.record.id, reason="threshold", raw_score=relevance)
        for candidate, relevance in scored
        if relevance < threshold
    ]
    dropped.sort(key=lambda memory: (-memory.raw_score, memory.id))
    return [pair for pair in scored if pair[1] >= threshold], dropped


def _case_of(record: MemoryRecord) -> str:
    """The situation, and twice the names of its steps: a query also says what should be done."""
    return "\n".join((record.situation, *record.steps, *record.steps))


def warnings_of(
    scored: Sequence[ScoredMemory],
    kept: Sequence[ScoredMemory],
    dropped: Sequence[DroppedMemory],
    level: SecurityLevel,
) -> list[ScoredMemory]:
    """The nearest of those that have failed, where there is room for them beside the results.

    What another one has replaced warns nobody.
    """
    failed = {each.id for each in dropped if each.reason == "failed"}
    nearest = sorted(
        (
            each
            for each in scored
            if each.id in failed
            and not gives_orders(each.record, each.metadata)
            and not any(named_by(each, level))
        ),
        key=lambda each: (-each.relevance, each.record.key),
    )[:_MOST_WARNINGS]
    whole, _ = _with_room([*kept, *nearest], len(kept) + len(nearest))
    return whole[len(kept) :]


def rank(
    memories: Sequence[ScoredMemory],
    filters: Filters,
    search: Search,
    now: datetime,
    successors: Sequence[ScoredMemory] = (),
    nearby: Nearby = NOTHING_NEARBY,
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """Sort by score, then id, what gives orders to its reader behind all else; keep `limit`.

    Each thing once, and what holds; `successors` are known to supersede some of these, and `nearby`
    says what was done in similar situations. Of every other it is said why it is not kept.
    """
    able: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    for memory in sorted(memories, key=lambda each: each.order):
        if reason := _reason_to_drop(memory, filters, include_stale=search.include_stale):
            dropped.append(memory.dropped(reason))
        else:
            able.append(memory)
    able = backed_first(able)
    unable = {each.id for each in dropped}
    beside = [each for each in memories if each.id in unable] + [*successors]
    found = settle(
        able,
        [each for each in beside if is_in_force(each, now)],
        frozenset(
            each.id
            for each in beside
            if not _reason_to_drop(each, filters, include_stale=search.include_stale)
        ),
        search.query,
        now,
        include_superseded=search.include_superseded,
    )
    ordered = backed_first(by_agreement(found.kept, nearby))
    kept, more_dropped = _with_room(ordered, search.limit)
    return kept, [*dropped, *found.aside, *more_dropped]


def _with_room(
    memories: Sequence[ScoredMemory], limit: int
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """The first that there is room for, and the others."""
    kept: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    room = MAX_ANSWER_BYTES
    is_certain_to_fit = sum(map(_most_bytes, memories)) <= room
    for memory in memories:
        size = 0 if is_certain_to_fit else _size(memory)
        if len(kept) == limit:
            dropped.append(memory.dropped("limit"))
        elif size > room:
            dropped.append(memory.dropped("size"))
        else:
            kept.append(memory)
            room -= size
    return kept, dropped


def _most_bytes(memory: ScoredMemory) -> int:
    # Twice the text, its characters escaped twice; far more than the metadata may have.
    return 2 * 12 * len(memory.record.content) + _MOST_METADATA_BYTES


def _size(memory: ScoredMemory) -> int:
    # The answer holds the text twice, as content and in its two parts.
    content = memory.record.content
    return answer_size(json.dumps([content, content, dict(memory.metadata)], ensure_ascii=False))


def _reason_to_drop(
    memory: ScoredMemory, filters: Filters, *, include_stale: bool
) -> DropReason | None:
    if memory.counts.tombstoned:
        return "deleted"
    match memory.metadata.get("state"):
        case "quarantined" | "archived" as state:
            return state
    category = category_for(filters.equals.get("category"), memory.metadata.get("category"))
    if not filters.match({**memory.metadata, "category": category}):
        # The record may lag behind what was decided a moment ago.
        return "filter"
    if "outcome" not in filters.equals and _has_failed(memory):
        return "failed"
    if not include_stale and memory.confidence < STALE_CONFIDENCE:
        return "stale"
    return None


def _has_failed(memory: ScoredMemory) -> bool:
    """Whether it ended badly, and is not believed to go well more often than not.

    What was corrected is believed by its counts, where there are any. Few do not hide what more
    stand by.
    """
    if not memory.counts.exists:
        return memory.record.has_failed
    is_trusted = memory.counts.is_believed or memory.counts.is_upheld
    return memory.metadata.get("outcome") == "failed" and not is_trusted


def _found(memory: ScoredMemory, *, explain: bool) -> FoundMemory:
    return FoundMemory(
        memory=assemble_from(memory.record, memory.counts, memory.metadata, memory.confidence),
        score=memory.score,
        raw_score=memory.relevance,
        age_days=memory.age_days,
        decay_factor=memory.decay,
        confidence=memory.confidence,
        agreement=memory.agreement,
        supersedes=memory.supersedes,
        superseded_by=memory.standing.superseded_by,
        duplicates=memory.standing.duplicates,
        conflicts_with=memory.standing.conflicts_with,
        unproven=memory.counts.unproven,
        learned=learned(memory) if explain else None,
    )


def _failed(memory: ScoredMemory) -> FailedMemory:
    told = assemble_from(memory.record, memory.counts, memory.metadata, memory.confidence)
    return FailedMemory(memory=told, raw_score=memory.relevance, reason=told.metadata.correction)
