"""Finding memories in similar situations.

    raw_score = relevance (see `recollect.relevance.fusion`)
    score     = raw_score · confidence

The threshold bounds the relevance, not the product: a fresh memory without feedback has at most
half of its relevance as score, and a bound on that would hide what is new.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from recollect.core.ids import Key
from recollect.memories import answer_size
from recollect.memories.assembly import age_of, assemble_from, effective_metadata
from recollect.memories.confidence import confidence, decay
from recollect.memories.model import DroppedMemory, DropReason, FoundMemory, SearchResult
from recollect.memories.reading import standings_or_neutral
from recollect.memories.record import Record, Standing, Standings
from recollect.memories.requests import Search
from recollect.relevance.filters import Filters
from recollect.relevance.fusion import Arms, Fusion
from recollect.relevance.identifiers import identifiers

STALE_CONFIDENCE = 0.25
_MOST_METADATA_BYTES = 80_000
_LEAST_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that an arm of the search came up with."""

    record: Record
    arms: Arms


class SearchIndex(Protocol):
    """The searchable store, as a search sees it."""

    async def search(
        self, collections: Sequence[str], query: str, filters: Filters, candidates: int
    ) -> Sequence[Candidate]:
        """Up to `candidates` records an arm and collection, each with what both arms said of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A search's result, and which parts of it had to be left out (`reputation`)."""

    result: SearchResult
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A candidate with everything that decides about it."""

    candidate: Candidate
    standing: Standing
    metadata: Mapping[str, JsonValue]
    relevance: float
    age_days: float
    confidence: float

    @property
    def key(self) -> Key:
        """The memory's collection and id."""
        return self.candidate.record.key

    @property
    def score(self) -> float:
        """What the results are sorted by."""
        return self.relevance * self.confidence


def filters_of(search: Search) -> Filters:
    """The filters that a search asks for."""
    asked = {"stage": search.stage, "outcome": search.outcome, "category": search.category}
    return Filters({name: value for name, value in asked.items() if value}, search.tags)


async def find_memories(
    search: Search,
    collections: Sequence[str],
    now: datetime,
    default_threshold: float,
    *,
    index: SearchIndex,
    standings: Standings,
    fusion: Fusion,
) -> Found:
    """Answer the memories most worth having: two round trips, one to each store.

    Without the counting store the answer still comes, with neutral reputations, and says so.
    """
    filters = filters_of(search)
    wanted = max(2 * search.limit, _LEAST_CANDIDATES)
    candidates = await index.search(collections, search.query, filters, wanted)
    threshold = default_threshold if search.threshold is None else search.threshold
    near, dropped = screen(search.query, candidates, threshold, fusion)
    keys = tuple(candidate.record.key for candidate, _ in near)
    counted, degraded = await standings_or_neutral(keys, standings)
    appraisals = [
        appraise(candidate, relevance, standing, now)
        for (candidate, relevance), standing in zip(near, counted, strict=True)
    ]
    kept, more_dropped = rank(appraisals, filters, search)
    return Found(
        SearchResult(
            results=tuple(map(_result, kept)),
            dropped=(*more_dropped, *dropped) if search.explain else None,
        ),
        degraded,
    )


def screen(
    query: str, candidates: Sequence[Candidate], threshold: float, fusion: Fusion
) -> tuple[list[tuple[Candidate, float]], list[DroppedMemory]]:
    """Part the candidates that are relevant enough, with their relevance, from the others."""
    asked = identifiers(query)
    scored = [
        (candidate, fusion.relevance(asked, candidate.record.content, candidate.arms))
        for candidate in candidates
    ]
    dropped = [
        DroppedMemory(id=candidate.record.id, reason="threshold", raw_score=relevance)
        for candidate, relevance in scored
        if relevance < threshold
    ]
    dropped.sort(key=lambda memory: (-memory.raw_score, memory.id))
    return [pair for pair in scored if pair[1] >= threshold], dropped


def appraise(
    candidate: Candidate, relevance: float, standing: Standing, now: datetime
) -> Appraisal:
    """Join a candidate with its standing as of `now`."""
    metadata = effective_metadata(candidate.record, standing)
    age_days = age_of(metadata, now)
    return Appraisal(
        candidate, standing, metadata, relevance, age_days, confidence(age_days, standing)
    )


def rank(
    appraisals: Sequence[Appraisal], filters: Filters, search: Search
) -> tuple[list[Appraisal], list[DroppedMemory]]:
    """Sort by score, then id; keep `limit`, and say of every other why it is not kept."""
    kept: list[Appraisal] = []
    dropped: list[DroppedMemory] = []
    room = answer_size.MAX_BYTES
    is_certain_to_fit = sum(map(_most_bytes, appraisals)) <= room
    for appraisal in sorted(appraisals, key=lambda each: (-each.score, each.key)):
        reason = _objection(appraisal, filters, include_stale=search.include_stale)
        if reason is None and len(kept) == search.limit:
            reason = "limit"
        size = 0 if reason or is_certain_to_fit else _size(appraisal)
        if size > room:
            reason = "size"
        if reason is None:
            kept.append(appraisal)
            room -= size
        else:
            dropped.append(_dropped(appraisal, reason))
    return kept, dropped


def _most_bytes(appraisal: Appraisal) -> int:
    # Twice the text, its characters escaped twice; far more than the metadata may have.
    return 2 * 12 * len(appraisal.candidate.record.content) + _MOST_METADATA_BYTES


def _size(appraisal: Appraisal) -> int:
    # The answer holds the text twice, as content and in its two parts.
    content = appraisal.candidate.record.content
    return answer_size.size_of(
        json.dumps([content, content, dict(appraisal.metadata)], ensure_ascii=False)
    )


def _objection(appraisal: Appraisal, filters: Filters, *, include_stale: bool) -> DropReason | None:
    if appraisal.standing.condemned:
        return "deleted"
    if appraisal.metadata.get("state") == "quarantined":
        return "quarantined"
    if not filters.match(appraisal.metadata):
        # The record may lag behind what was decided a moment ago.
        return "filter"
    if not include_stale and appraisal.confidence < STALE_CONFIDENCE:
        return "stale"
    return None


def _dropped(appraisal: Appraisal, reason: DropReason) -> DroppedMemory:
    return DroppedMemory(
        id=appraisal.candidate.record.id,
        reason=reason,
        raw_score=appraisal.relevance,
        confidence=appraisal.confidence,
        score=appraisal.score,
    )


def _result(appraisal: Appraisal) -> FoundMemory:
    return FoundMemory(
        memory=assemble_from(
            appraisal.candidate.record,
            appraisal.standing,
            appraisal.metadata,
            appraisal.confidence,
        ),
        score=appraisal.score,
        raw_score=appraisal.relevance,
        age_days=appraisal.age_days,
        decay_factor=decay(appraisal.age_days),
        confidence=appraisal.confidence,
    )
