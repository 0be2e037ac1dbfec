"""How a memory relates to others: which decide the same, which contradict it, which replaces it.

It is computed on request, by the rules of `recollect.memories.finding.memory_settling`, and stored
nowhere. So it is always up to date, each reader learns only of memories that it may see, and
whoever stores the same decision changes nothing of another writer's memory.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from recollect.core.concurrency import gather_both
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import parse_moment_after
from recollect.memories.finding.memory_settling import relations_of
from recollect.memories.finding.replacing import why_not_superseding
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.finding.successors import is_in_force, successors_of
from recollect.memories.known.reading import assemble, counts_or_neutral, existing_record, no_memory
from recollect.memories.model import ExplainedMemory, NotSuperseded, SameDecision, Together
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.private import may_see, sees_all, visibility_limits
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores
from recollect.relevance.filters import Filters
from recollect.settlement.prose import MAX_READ_CHARS
from recollect.settlement.supersession import COMPARED


async def explained_memory(
    key: Key, level: SecurityLevel, now: datetime, stores: MemoryStores
) -> tuple[ExplainedMemory, tuple[str, ...]]:
    """The memory as it is now with how it relates to others, and the parts that failed.

    It takes two round trips more than reading the memory, and one more if some memory supersedes
    one of these by name.
    """
    record = await existing_record(key, level, stores.index)
    others, named = await gather_both(
        _like(record, level, stores.index), _named(record, level, stores.index)
    )
    records = [record, *others, *named]
    counts, degraded = await counts_or_neutral([each.key for each in records], stores.ledger)
    if counts[0].tombstoned:
        raise no_memory(key)
    memory, *beside_it = (
        score(each, 0.0, counted, now, stores.confidence_settings)
        for each, counted in zip(records, counts, strict=True)
    )
    found, olds = beside_it[: len(others)], beside_it[len(others) :]
    beside = [memory, *filter(_is_active, found)]
    successors = await successors_of(beside, level, now, stores, degraded=bool(degraded))
    beside += (each for each in successors if is_in_force(each, now))
    assembled = assemble(record, counts[0], now, stores.confidence_settings)
    waiting = {"not_superseded": tuple(_not_superseded(memory, olds, now))}
    explained = ExplainedMemory(
        **dict(assembled),
        together=together(memory, beside, now).model_copy(update=waiting),
        half_life_days=memory.parameters.half_life_days,
    )
    return explained, degraded


async def _named(
    record: MemoryRecord, level: SecurityLevel, index: MemoryIndex
) -> list[MemoryRecord]:
    """The memories that a record names in `supersedes`, as far as the caller may see them."""
    found = await index.get(record.collection, record.supersedes) if record.supersedes else ()
    return [each for each in found if each is not None and may_see(level, each.metadata)]


async def _like(
    record: MemoryRecord, level: SecurityLevel, index: MemoryIndex
) -> list[MemoryRecord]:
    """The other memories of the app with the most similar texts, if the caller may see them."""
    filters = Filters({"state": "active"}, at_most=visibility_limits(level))
    found = await index.search(
        [record.collection],
        record.content[:MAX_READ_CHARS],
        filters,
        COMPARED,
        by_rarity=sees_all(level),
    )
    return list(
        {
            each.record.id: each.record
            for each in found
            if each.record.id != record.id and may_see(level, each.record.metadata)
        }.values()
    )


def _not_superseded(
    memory: ScoredMemory, olds: Sequence[ScoredMemory], now: datetime
) -> Iterator[NotSuperseded]:
    """Which active memories that it names a memory does not supersede, each with the reason."""
    for old in olds:
        if _is_active(old) and (reason := why_not_superseding(memory, old, now)):
            yield NotSuperseded(id=old.id, reason=reason)


def _is_active(memory: ScoredMemory) -> bool:
    return memory.metadata.get("state") == "active" and not memory.counts.tombstoned


def together(memory: ScoredMemory, beside: Sequence[ScoredMemory], now: datetime) -> Together:
    """How a memory relates to those `beside` it, which include itself.

    A memory is not the same if it took other steps, or if its `valid_until` or a `valid_from` in
    the future differs. A memory that is not active relates to no other.
    """
    if not _is_active(memory):
        return _together_with(memory, ())
    relations = relations_of(memory.id, beside, now)
    by_id = {each.id: each for each in beside}
    same = [
        by_id[each] for each in relations.duplicates if _is_done_alike(by_id[each], memory, now)
    ]
    return _together_with(memory, same).model_copy(
        update={
            "conflicts_with": relations.conflicts_with,
            "superseded_by": relations.superseded_by,
        }
    )


def _is_done_alike(one: ScoredMemory, other: ScoredMemory, now: datetime) -> bool:
    conditions = [
        (
            each.record.steps,
            parse_moment_after(now, each.metadata.get("valid_from")),
            each.metadata.get("valid_until"),
        )
        for each in (one, other)
    ]
    return conditions[0] == conditions[1]


def _together_with(memory: ScoredMemory, same: Sequence[ScoredMemory]) -> Together:
    counts = [each.counts for each in (memory, *same) if not each.counts.unproven]
    supporters = frozenset(chain.from_iterable(each.backers for each in counts))
    opponents = frozenset(chain.from_iterable(each.opponents for each in counts))
    return Together(
        same=tuple(_same_decision(each) for each in same),
        supporters=len(supporters - opponents),
        opponents=len(opponents - supporters),
    )


def _same_decision(memory: ScoredMemory) -> SameDecision:
    return SameDecision.model_validate(
        {
            "id": memory.id,
            "conversation_id": memory.metadata.get("conversation_id"),
            "outcome": memory.metadata.get("outcome"),
            "unproven": memory.counts.unproven,
        }
    )
