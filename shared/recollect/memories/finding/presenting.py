"""Builds the answer to a search: results with their scores, warnings, and what was dropped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.security_levels import SecurityLevel
from recollect.memories.finding.fitting import fitting_in_answer
from recollect.memories.finding.scored import ScoredMemory, is_refuted
from recollect.memories.finding.successors import keys_of_successors
from recollect.memories.finding.trials import learned
from recollect.memories.known.reading import assemble_from, memory_has_injection
from recollect.memories.search_result import (
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.relevance.odds import LIKELY

_MAX_WARNINGS: Final = 3
_MAX_NAMED_IDS: Final = 10


@dataclass(frozen=True, slots=True)
class RankedMemories:
    """A finished search: `kept` are the results, best first, `dropped` the others and why.

    `scored` are all memories that were relevant enough, `below_threshold` those that were not.
    `degraded` names the parts that failed; `read_as` maps misspelt words to what they were read as.
    `empty` is true if no query would have found anything.
    """

    kept: list[ScoredMemory]
    dropped: list[DroppedMemory]
    scored: list[ScoredMemory]
    below_threshold: list[DroppedMemory]
    degraded: tuple[str, ...]
    read_as: Mapping[str, str]
    empty: bool


def result_of(ranked: RankedMemories, level: SecurityLevel, *, explain: bool) -> SearchResult:
    """The answer; with `explain` also what was learned about each result, and what was dropped."""
    stale = _dropped_for(ranked, "stale", level)
    refuted = [each for each in stale if is_refuted(each)]
    unconfirmed = {each.id for each in stale}.difference(each.id for each in refuted)
    return SearchResult(
        results=tuple(_found(each, explain=explain) for each in ranked.kept),
        warnings=tuple(map(_failed, _warnings(ranked, refuted, level))),
        read_as=ranked.read_as,
        empty=ranked.empty,
        no_longer_valid=_meant(ranked, _is_over),
        stale=_meant(ranked, lambda each: each.id in unconfirmed),
        dropped=tuple(_dropped(ranked)) if explain else None,
    )


def _warnings(
    ranked: RankedMemories, refuted: Sequence[ScoredMemory], level: SecurityLevel
) -> list[ScoredMemory]:
    """The most relevant failed memories, as far as they have room beside the results.

    They failed by their own outcome, or in so many runs that they are `refuted`. A memory that
    another one replaces does not warn. A failure that only the writer reports comes behind those
    that somebody else confirms and that are more likely relevant than not.
    """
    failed = _dropped_for(ranked, "failed", level)
    nearest = sorted(
        (*failed, *refuted),
        key=lambda each: (
            each.relevance <= LIKELY or _is_failure_unproven(each),
            -each.relevance,
            each.record.key,
        ),
    )[:_MAX_WARNINGS]
    results = len(ranked.kept)
    whole, _ = fitting_in_answer([*ranked.kept, *nearest], results + len(nearest))
    return whole[results:]


def _meant(ranked: RankedMemories, put_aside: Callable[[DroppedMemory], bool]) -> tuple[str, ...]:
    """The ids of memories that were `put_aside` though the query likely meant them, best first.

    None if some result is likely relevant.
    """
    if any(each.relevance > LIKELY for each in ranked.kept):
        return ()
    meant = [each for each in ranked.dropped if put_aside(each) and each.raw_score > LIKELY]
    nearest = sorted(meant, key=lambda each: (-each.raw_score, each.id))
    return tuple(each.id for each in nearest[:_MAX_NAMED_IDS])


def _is_over(memory: DroppedMemory) -> bool:
    return memory.reason == "superseded" and memory.superseded_by is None


def _dropped_for(
    ranked: RankedMemories, reason: DropReason, level: SecurityLevel
) -> list[ScoredMemory]:
    """The memories dropped for a reason, without those that a known successor replaces or that
    give orders."""
    dropped = {each.id for each in ranked.dropped if each.reason == reason}
    return [
        each
        for each in ranked.scored
        if each.id in dropped
        and not memory_has_injection(each.metadata)
        and not any(keys_of_successors(each, level))
    ]


def _dropped(ranked: RankedMemories) -> Iterator[DroppedMemory]:
    """All dropped memories, each once.

    One below the threshold may be known already, as the successor of a relevant memory.
    """
    yield from ranked.dropped
    known = {each.id for each in ranked.kept} | {each.id for each in ranked.dropped}
    yield from (each for each in ranked.below_threshold if each.id not in known)


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
        superseded_by=memory.relations.superseded_by,
        duplicates=memory.relations.duplicates,
        conflicts_with=memory.relations.conflicts_with,
        no_longer_valid=memory.relations.is_over,
        unproven=memory.counts.unproven,
        does_harm=memory.does_harm,
        learned=learned(memory) if explain else None,
    )


def _failed(memory: ScoredMemory) -> FailedMemory:
    whole = assemble_from(memory.record, memory.counts, memory.metadata, memory.confidence)
    return FailedMemory(
        memory=whole,
        raw_score=memory.relevance,
        reason=whole.metadata.correction,
        unproven=_is_failure_unproven(memory),
    )


def _is_failure_unproven(failed: ScoredMemory) -> bool:
    return failed.counts.unproven and not failed.counts.opponents
