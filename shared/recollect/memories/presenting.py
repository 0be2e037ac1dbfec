"""What a search answers: its results and what they were made of, its warnings, and the rest."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.security_levels import SecurityLevel
from recollect.memories.fitting import fitting_in_answer
from recollect.memories.reading import assemble_from, memory_has_injection
from recollect.memories.scored import ScoredMemory, is_refuted
from recollect.memories.search_result import (
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.memories.successors import keys_of_successors
from recollect.memories.trials import learned
from recollect.relevance.odds import LIKELY

_MOST_WARNINGS: Final = 3
_MOST_NAMED: Final = 10


@dataclass(frozen=True, slots=True)
class RankedMemories:
    """The outcome of a search: `kept` are the results, best first, `dropped` the others and why.

    `scored` is all that was relevant enough, `below_threshold` what was not. `degraded` names the
    parts that failed, `read_as` the misspelt words and what they were read as. `empty` is true
    where no question would have found anything.
    """

    kept: list[ScoredMemory]
    dropped: list[DroppedMemory]
    scored: list[ScoredMemory]
    below_threshold: list[DroppedMemory]
    degraded: tuple[str, ...]
    read_as: Mapping[str, str]
    empty: bool


def result_of(ranked: RankedMemories, level: SecurityLevel, *, explain: bool) -> SearchResult:
    """The answer; with `explain` also what was learned of each result, and what was dropped."""
    stale = _told_of(ranked, "stale", level)
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
    """The nearest of those that have failed, where there is room for them beside the results.

    They have failed by their own outcome, or in so many runs that they are `refuted`. What another
    one has replaced warns nobody. What only its writer says has failed stands behind what somebody
    else does, where that is more likely relevant than not.
    """
    failed = _told_of(ranked, "failed", level)
    nearest = sorted(
        (*failed, *refuted),
        key=lambda each: (
            each.relevance <= LIKELY or _is_told_by_its_writer_alone(each),
            -each.relevance,
            each.record.key,
        ),
    )[:_MOST_WARNINGS]
    results = len(ranked.kept)
    whole, _ = fitting_in_answer([*ranked.kept, *nearest], results + len(nearest))
    return whole[results:]


def _meant(ranked: RankedMemories, put_aside: Callable[[DroppedMemory], bool]) -> tuple[str, ...]:
    """Those put aside that were likely meant, the best ones first, where no result is likely."""
    if any(each.relevance > LIKELY for each in ranked.kept):
        return ()
    meant = [each for each in ranked.dropped if put_aside(each) and each.raw_score > LIKELY]
    nearest = sorted(meant, key=lambda each: (-each.raw_score, each.id))
    return tuple(each.id for each in nearest[:_MOST_NAMED])


def _is_over(memory: DroppedMemory) -> bool:
    return memory.reason == "superseded" and memory.superseded_by is None


def _told_of(
    ranked: RankedMemories, reason: DropReason, level: SecurityLevel
) -> list[ScoredMemory]:
    """What was dropped for a reason, but for what another one has replaced or gives orders."""
    dropped = {each.id for each in ranked.dropped if each.reason == reason}
    return [
        each
        for each in ranked.scored
        if each.id in dropped
        and not memory_has_injection(each.record, each.metadata)
        and not any(keys_of_successors(each, level))
    ]


def _dropped(ranked: RankedMemories) -> Iterator[DroppedMemory]:
    """Each once: what was too far and holds instead of something near is told of already."""
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
        unproven=_is_told_by_its_writer_alone(memory),
    )


def _is_told_by_its_writer_alone(failed: ScoredMemory) -> bool:
    return failed.counts.unproven and not failed.counts.opponents
