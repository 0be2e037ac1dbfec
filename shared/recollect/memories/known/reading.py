"""Reading a memory, assembled from its record and its counts, and its history."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from pydantic import JsonValue

from recollect.core.answer_size import MAX_ANSWER_BYTES, answer_size
from recollect.core.concurrency import gather_all, gather_both
from recollect.core.errors import NotFound, NotYet, StoreError
from recollect.core.field_prefixes import SUPERSEDED_BY_PREFIX
from recollect.core.grouping import grouped
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import age_in_days, iso
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.known.confidence import confidence
from recollect.memories.model import (
    BelievedVotes,
    History,
    HistoryEvent,
    Memory,
    MemoryMetadata,
    Votes,
)
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.private import may_see, sees_all
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores


def effective_metadata(record: MemoryRecord, counts: MemoryCounts) -> dict[str, JsonValue]:
    """The record's metadata, updated by what the ledger decided, and with `last_confirmed_at`.

    A memory is confirmed when it is made, stored again, validated, or cited by a run that succeeds.
    Names of successors are left out.
    """
    kept = {**record.metadata, **counts.decided}
    # A reader may not be allowed to see a successor; not even the size of an answer may reveal it.
    metadata = {
        name: value for name, value in kept.items() if not name.startswith(SUPERSEDED_BY_PREFIX)
    }
    recorded = (metadata["created_at"], metadata.get("last_validated_at"))
    counted = (counts.stored_at, counts.succeeded_at)
    # All have the same format, so they sort as text.
    moments = [*(str(each) for each in recorded if each), *(iso(each) for each in counted if each)]
    return {**metadata, "last_confirmed_at": max(moments)}


def age_of(metadata: Mapping[str, JsonValue], now: datetime) -> float:
    """Days since the memory was last confirmed, by its effective metadata."""
    return age_in_days(datetime.fromisoformat(str(metadata["last_confirmed_at"])), now)


def assemble(
    record: MemoryRecord, counts: MemoryCounts, now: datetime, settings: ConfidenceSettings
) -> Memory:
    """Join a record with its counts as of `now` into the memory that callers see."""
    metadata, parameters = effective_metadata(record, counts), settings.of(record.collection)
    believed = confidence(age_of(metadata, now), counts, parameters=parameters)
    return assemble_from(record, counts, metadata, believed)


def assemble_from(
    record: MemoryRecord,
    counts: MemoryCounts,
    metadata: Mapping[str, JsonValue],
    confidence: float,
) -> Memory:
    """Like `assemble`, where the effective metadata and the confidence are known already."""
    kept = {name: metadata.get(name) for name in MemoryMetadata.model_fields}
    kept["instruction_like"] = memory_has_injection(metadata)
    kept["retracted"] = bool(metadata.get("retracted"))
    kept["correction_by"] = counts.correction_by if metadata.get("correction") else None
    kept["steps"] = list(record.steps)
    kept |= {"supersedes": list(record.supersedes), "derived_from": list(record.derived_from)}
    votes = Votes(
        upvotes=counts.upvotes,
        downvotes=counts.downvotes,
        citations=counts.citations,
        success_rate=counts.success_rate,
        judged=counts.judged,
        failed_last=min(counts.failed_last, counts.failures),
        believed=_believed(counts),
    )
    counted = {"confidence": confidence, "votes": votes, "occurrences": counts.occurrences}
    return Memory(
        id=record.id,
        content=record.content,
        situation=record.situation,
        decision=record.decision,
        metadata=MemoryMetadata.model_validate(kept | counted),
    )


def _believed(counts: MemoryCounts) -> BelievedVotes | None:
    """The believed counts, or None if all that was counted is believed."""
    (upvotes, downvotes), (successes, failures) = counts.believed_votes, counts.believed_runs
    counted = counts.upvotes, counts.downvotes, counts.successes, counts.failures
    if counted == (upvotes, downvotes, successes, failures):
        return None
    return BelievedVotes(
        upvotes=upvotes, downvotes=downvotes, successes=successes, failures=failures
    )


def memory_has_injection(metadata: Mapping[str, JsonValue]) -> bool:
    """Whether a memory holds a prompt injection, by its effective metadata.

    Never if somebody has validated it, who saw that it was flagged.
    """
    return metadata.get("instruction_like") is True and not metadata.get("last_validated_at")


async def get_memory(
    key: Key, level: SecurityLevel, now: datetime, stores: MemoryStores
) -> tuple[Memory, tuple[str, ...]]:
    """The memory as it is now, and the parts that failed.

    If the ledger fails, the memory's reputation is neutral.
    """
    record, ((counts,), degraded) = await gather_both(
        existing_record(key, level, stores.index), counts_or_neutral((key,), stores.ledger)
    )
    if counts.tombstoned:
        raise no_memory(key)
    return assemble(record, counts, now, stores.confidence_settings), degraded


async def memory_history(key: Key, level: SecurityLevel, stores: MemoryStores) -> History:
    """What happened to a memory; raises NotFound if nothing did, since storing it is an event."""
    if not sees_all(level):
        await existing_record(key, level, stores.index)
    # The ledger keeps order of arrival, which two requests at the same moment may reverse. Creation
    # comes first, even if another request of the same moment began before it.
    arrived = await stores.ledger.history(key)
    events = sorted(arrived, key=lambda event: (event.type != "stored", event.at))
    if not events:
        raise no_memory(key)
    kept: list[HistoryEvent] = []
    room = MAX_ANSWER_BYTES
    for event in reversed(events):
        room -= answer_size(event.model_dump_json())
        if room < 0:
            break
        kept.append(event)
    return History(events=tuple(reversed(kept)), truncated=len(kept) < len(events))


async def records_of(keys: Sequence[Key], index: MemoryIndex) -> tuple[MemoryRecord | None, ...]:
    """The records of these keys, in their order; None for a missing one."""
    answers = await gather_all(index.get(name, tuple(ids)) for name, ids in grouped(keys).items())
    found = {each.key: each for each in chain.from_iterable(answers) if each is not None}
    return tuple(found.get(key) for key in keys)


async def existing_record(key: Key, level: SecurityLevel, index: MemoryIndex) -> MemoryRecord:
    """The record of a memory; NotYet if it does not exist or the caller may not see it."""
    collection, memory_id = key
    (record,) = await index.get(collection, (memory_id,))
    if record is None or not may_see(level, record.metadata):
        raise NotYet(str(no_memory(key)))
    return record


def no_memory(key: Key) -> NotFound:
    """The error for a memory that does not exist."""
    collection, memory_id = key
    return NotFound(f"there is no memory {memory_id} in {collection}")


async def counts_or_neutral(
    keys: Sequence[Key], ledger: MemoryLedger
) -> tuple[tuple[MemoryCounts, ...], tuple[str, ...]]:
    """The counts of each memory, in order, and the parts that failed.

    If the ledger fails, the counts are neutral and the parts are (`reputation`,).
    """
    if not keys:
        return (), ()
    try:
        return await ledger.read(keys), ()
    except StoreError:
        return (MemoryCounts(),) * len(keys), ("reputation",)
