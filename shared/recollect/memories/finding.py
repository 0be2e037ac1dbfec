"""Finding memories in similar situations.

    raw_score = relevance (see `recollect.relevance.scoring`)
    score     = raw_score · confidence

A memory that gives orders to its reader comes behind all that do not. Those that say which steps
were taken exchange places among themselves: what most of the similar ones did, and ended well with,
comes first (`recollect.learning.agreement`), and only between equals the score decides. What has
failed is no result, but a warning.

The threshold bounds the relevance, not the product: a fresh memory without feedback has at most
half of its relevance as score, and a bound on that would hide what is new.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Final

from recollect.core.concurrency import both, every
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.learning.agreement import Neighbour, agreements
from recollect.memories.confidence import decay
from recollect.memories.model import (
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.memories.ports import MemoryCandidate, MemoryStores
from recollect.memories.private import may_see, sees_all
from recollect.memories.reading import (
    MAX_ANSWER_BYTES,
    Degraded,
    answer_size,
    assemble_from,
    counts_or_neutral,
    gives_orders,
)
from recollect.memories.requests import Search
from recollect.memories.scored import ScoredMemory, score
from recollect.memories.settling import settle
from recollect.relevance.calibration import Calibration
from recollect.relevance.filters import Filters
from recollect.relevance.scoring import relevances
from recollect.retrieval.reading import wider
from recollect.slicing.policy import highest_sensitivity

STALE_CONFIDENCE = 0.25
_MOST_METADATA_BYTES = 80_000
_LEAST_CANDIDATES = 20
_HIDDEN: Final[frozenset[DropReason]] = frozenset(
    {"deleted", "quarantined", "failed", "filter", "stale", "superseded", "duplicate"}
)
_MOST_STEPS = 3
_MOST_WARNINGS = 3
_MOST_AGREEING = 100
_MOST_SUCCESSORS = 100


def filters_of(search: Search, level: SecurityLevel) -> Filters:
    """The filters that a search asks for, and what its caller's level leaves."""
    asked = {"stage": search.stage, "outcome": search.outcome, "category": search.category}
    most = highest_sensitivity(level)
    return Filters(
        {name: value for name, value in asked.items() if value},
        search.tags,
        until=search.as_of,
        at_most={} if most is None else {"sensitivity": most},
    )


async def find_memories(
    search: Search,
    collections: Sequence[str],
    level: SecurityLevel,
    now: datetime,
    stores: MemoryStores,
    *,
    default_threshold: float,
    calibration: Calibration,
) -> tuple[SearchResult, Degraded]:
    """Answer the memories most worth having: two round trips, one to each store.

    Two more, three times at most, where memories that are not shown took the places of others, and
    one where something is superseded by what was not found with it. Without the ledger the answer
    still comes, with neutral reputations, and says so. Of which the ledger knows nothing, the
    record speaks for itself: what it says has failed is not shown, since nothing tells how far to
    believe it, unless it is asked for.
    """
    filters = filters_of(search, level)
    threshold = default_threshold if search.threshold is None else search.threshold
    then = search.as_of or now
    asked = wanted = max(2 * search.limit, _LEAST_CANDIDATES)
    while True:
        found = await stores.index.search(
            collections, search.query, filters, asked, by_rarity=sees_all(level)
        )
        candidates = [each for each in found if may_see(level, each.record.metadata)]
        near, dropped = screen(search.query, candidates, threshold, calibration)
        keys = [candidate.record.key for candidate, _ in near]
        all_counts, degraded = await counts_or_neutral(keys, stores.ledger)
        agreed = agreements_of(candidates, near, dropped)
        scored = [
            score(candidate.record, relevance, counts, then, agreed.get(candidate.record.id))
            for (candidate, relevance), counts in zip(near, all_counts, strict=True)
        ]
        successors = await successors_of(scored, level, then, stores)
        kept, more_dropped = rank(scored, filters, search, then, successors)
        hidden = {each.id for each in more_dropped if each.reason in _HIDDEN}
        shown = [each for each in candidates if each.record.id not in hidden]
        is_whole = len(kept) == search.limit or not _leaves_out(found, shown, asked, wanted)
        if is_whole or wider(asked) == asked:
            break
        asked = wider(asked)
    # What was too far and holds instead of something near is told of once.
    told = {each.id for each in kept} | {each.id for each in more_dropped}
    too_far = (each for each in dropped if each.id not in told)
    result = SearchResult(
        results=tuple(map(_found, kept)),
        warnings=tuple(map(_failed, warnings_of(scored, kept, more_dropped))),
        dropped=(*more_dropped, *too_far) if search.explain else None,
    )
    return result, degraded


async def successors_of(
    scored: Sequence[ScoredMemory], level: SecurityLevel, then: datetime, stores: MemoryStores
) -> list[ScoredMemory]:
    """The memories that name some of these as superseded and are not among them.

    And those that supersede these, for a few steps. Only what the caller may see: of others not
    even the stores are asked, so that the time that it takes tells nothing.
    """
    known = {each.record.key for each in scored}
    found: list[ScoredMemory] = []
    latest: Sequence[ScoredMemory] = scored
    for _ in range(_MOST_STEPS):
        keys = [key for each in latest for key in _named_by(each, level) if key not in known]
        keys = list(dict.fromkeys(keys))[:_MOST_SUCCESSORS]
        if not keys:
            break
        known.update(keys)
        latest = await _read(keys, level, then, stores)
        found += latest
    return found


def _named_by(memory: ScoredMemory, level: SecurityLevel) -> Iterator[Key]:
    collection = memory.record.collection
    for successor, is_sensitive in memory.counts.superseded_by:
        if sees_all(level) or not is_sensitive:
            yield collection, successor


async def _read(
    keys: Sequence[Key], level: SecurityLevel, then: datetime, stores: MemoryStores
) -> list[ScoredMemory]:
    """The memories of these keys that are there for a caller, relevant to nothing."""
    by_collection: dict[str, list[str]] = {}
    for collection, memory_id in keys:
        by_collection.setdefault(collection, []).append(memory_id)
    answers, (counts, _) = await both(
        every(stores.index.get(name, tuple(ids)) for name, ids in by_collection.items()),
        counts_or_neutral(keys, stores.ledger),
    )
    counted = dict(zip(keys, counts, strict=True))
    return [
        score(record, 0.0, counted[record.key], then)
        for record in chain.from_iterable(answers)
        if record is not None and may_see(level, record.metadata)
    ]


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
    )
    scored = list(zip(candidates, relevant, strict=True))
    dropped = [
        DroppedMemory(id=candidate.record.id, reason="threshold", raw_score=relevance)
        for candidate, relevance in scored
        if relevance < threshold
    ]
    dropped.sort(key=lambda memory: (-memory.raw_score, memory.id))
    return [pair for pair in scored if pair[1] >= threshold], dropped


def agreements_of(
    candidates: Sequence[MemoryCandidate],
    near: Sequence[tuple[MemoryCandidate, float]],
    far: Sequence[DroppedMemory],
) -> dict[str, float]:
    """By id, how far what was done nearby agrees with each candidate that says its steps.

    Of the nearest hundred. What is too far to be a result still says what was done; what is in
    quarantine says nothing.
    """
    relevance = {each.id: each.raw_score for each in far}
    relevance |= {candidate.record.id: each for candidate, each in near}
    told = sorted(
        (
            each.record
            for each in candidates
            if each.record.steps and each.record.metadata.get("state") == "active"
        ),
        key=lambda record: (-relevance[record.id], record.key),
    )[:_MOST_AGREEING]
    agreed = agreements(
        [
            Neighbour(relevance[each.id], each.steps, each.metadata.get("outcome") == "success")
            for each in told
        ]
    )
    return {each.id: share for each, share in zip(told, agreed, strict=True)}


def warnings_of(
    scored: Sequence[ScoredMemory],
    kept: Sequence[ScoredMemory],
    dropped: Sequence[DroppedMemory],
) -> list[ScoredMemory]:
    """The nearest of those that have failed, where there is room for them beside the results."""
    failed = {each.id for each in dropped if each.reason == "failed"}
    nearest = sorted(
        (
            each
            for each in scored
            if each.id in failed and not gives_orders(each.record, each.metadata)
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
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """Sort by score, then id, what gives orders to its reader behind all else; keep `limit`.

    Each thing once, and what holds; `successors` are known to supersede some of these. Of every
    other it is said why it is not kept.
    """
    able: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    for memory in sorted(memories, key=lambda each: each.order):
        if reason := _reason_to_drop(memory, filters, include_stale=search.include_stale):
            dropped.append(memory.dropped(reason))
        else:
            able.append(memory)
    unable = {each.id for each in dropped}
    beside = [each for each in memories if each.id in unable] + [*successors]
    found = settle(
        able,
        [each for each in beside if _is_in_force(each, now)],
        frozenset(
            each.id
            for each in beside
            if not _reason_to_drop(each, filters, include_stale=search.include_stale)
        ),
        search.query,
        now,
        include_superseded=search.include_superseded,
    )
    kept, more_dropped = _with_room(_by_agreement(found.kept), search.limit)
    return kept, [*dropped, *found.aside, *more_dropped]


def _by_agreement(memories: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The memories, those that say their steps in the places of each other by agreement.

    What stands in a conflict, or gives orders, stays where it is.
    """
    places = [
        place
        for place, each in enumerate(memories)
        if each.agreement is not None
        and not each.standing.conflicts_with
        and not gives_orders(each.record, each.metadata)
    ]
    ordered = sorted(places, key=lambda place: -(memories[place].agreement or 0.0))
    result = [*memories]
    for place, source in zip(places, ordered, strict=True):
        result[place] = memories[source]
    return result


def _is_in_force(memory: ScoredMemory, now: datetime) -> bool:
    """Whether it may supersede others, be it a result itself or not."""
    told_by_then = Filters(until=now).match(memory.record.metadata)
    is_there = not memory.counts.tombstoned and memory.metadata.get("state") != "quarantined"
    return is_there and told_by_then


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
    if memory.metadata.get("state", "active") != "active":
        return "quarantined"
    if not filters.match(memory.metadata):
        # The record may lag behind what was decided a moment ago.
        return "filter"
    if "outcome" not in filters.equals and _has_failed(memory):
        return "failed"
    if not include_stale and memory.confidence < STALE_CONFIDENCE:
        return "stale"
    return None


def _has_failed(memory: ScoredMemory) -> bool:
    """Whether it ended badly; what was corrected is believed by its counts, where there are any."""
    unknown = not memory.counts.exists
    return memory.metadata.get("outcome") == "failed" or (memory.record.has_failed and unknown)


def _found(memory: ScoredMemory) -> FoundMemory:
    return FoundMemory(
        memory=assemble_from(memory.record, memory.counts, memory.metadata, memory.confidence),
        score=memory.score,
        raw_score=memory.relevance,
        age_days=memory.age_days,
        decay_factor=decay(memory.age_days),
        confidence=memory.confidence,
        agreement=memory.agreement,
        supersedes=memory.supersedes,
        superseded_by=memory.standing.superseded_by,
        duplicates=memory.standing.duplicates,
        conflicts_with=memory.standing.conflicts_with,
    )


def _failed(memory: ScoredMemory) -> FailedMemory:
    told = assemble_from(memory.record, memory.counts, memory.metadata, memory.confidence)
    return FailedMemory(memory=told, raw_score=memory.relevance, reason=told.metadata.correction)
