"""Reading a memory: put together from its record and its counts, and what happened to it."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from pydantic import JsonValue

from recollect.core.concurrency import gather_all, gather_both
from recollect.core.errors import NotFound, NotYet, StoreError
from recollect.core.field_prefixes import SUPERSEDED_BY_PREFIX
from recollect.core.grouping import grouped
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import age_in_days, iso
from recollect.detection.injection import is_instruction_like
from recollect.detection.mask import masked
from recollect.memories.confidence import confidence
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.index import MemoryIndex
from recollect.memories.ledger import MemoryLedger
from recollect.memories.model import (
    BelievedVotes,
    History,
    HistoryEvent,
    Memory,
    MemoryMetadata,
    Votes,
)
from recollect.memories.private import MASKED_FIELD, may_see, sees_all, with_words_masked
from recollect.memories.record import MemoryCounts, MemoryRecord, content_of
from recollect.memories.stores import MemoryStores
from recollect.retrieval.items import strings_of

MAX_ANSWER_BYTES = 4_000_000
"""A function's answer may have 6 MB, part of which is for what nobody measures."""


def answer_size(body: str) -> int:
    """The bytes of a piece of JSON in an answer, whose body is a string of JSON in JSON itself."""
    return len(json.dumps(body))


def effective_metadata(record: MemoryRecord, counts: MemoryCounts) -> dict[str, JsonValue]:
    """The record's metadata with what the ledger decided since, and with `last_confirmed_at`.

    A memory is confirmed when it is made, stored again, validated, or cited by a run that succeeds.
    """
    kept = {**record.metadata, **counts.decided}
    metadata = {name: value for name, value in kept.items() if not _names_successor(name)}
    recorded = (metadata["created_at"], metadata.get("last_validated_at"))
    counted = (counts.stored_at, counts.succeeded_at)
    # All are written alike, and so sort as text.
    moments = [*(str(each) for each in recorded if each), *(iso(each) for each in counted if each)]
    return {**metadata, "last_confirmed_at": max(moments)}


def _names_successor(field: str) -> bool:
    # Perhaps one that the reader may not see: not even the size of an answer is to tell of it.
    return field.startswith(SUPERSEDED_BY_PREFIX)


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
    """The same where the effective metadata and the confidence are known already."""
    kept = with_words_masked({name: metadata.get(name) for name in MemoryMetadata.model_fields})
    kept["instruction_like"] = memory_has_injection(record, metadata)
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
    situation, decision = record.situation, record.decision
    if not record.metadata.get(MASKED_FIELD):
        situation, decision = masked(situation), masked(decision)
        kept["tags"] = [masked(each) for each in strings_of(kept["tags"])]
    return Memory(
        id=record.id,
        content=content_of(situation, decision),
        situation=situation,
        decision=decision,
        metadata=MemoryMetadata.model_validate(kept | counted),
    )


def _believed(counts: MemoryCounts) -> BelievedVotes | None:
    """What is believed, where more was told."""
    (upvotes, downvotes), (successes, failures) = counts.believed_votes, counts.believed_runs
    counted = counts.upvotes, counts.downvotes, counts.successes, counts.failures
    if counted == (upvotes, downvotes, successes, failures):
        return None
    return BelievedVotes(
        upvotes=upvotes, downvotes=downvotes, successes=successes, failures=failures
    )


def memory_has_injection(record: MemoryRecord, metadata: Mapping[str, JsonValue]) -> bool:
    """Whether a memory holds a prompt injection, by its effective metadata.

    Not where somebody has validated it, who saw that it was taken for that. One of before that was
    looked for is read.
    """
    if metadata.get("last_validated_at"):
        return False
    known = metadata.get("instruction_like")
    if isinstance(known, bool):
        return known
    return is_instruction_like([record.situation, record.decision, *record.steps])


async def get_memory(
    key: Key, level: SecurityLevel, now: datetime, stores: MemoryStores
) -> tuple[Memory, tuple[str, ...]]:
    """The memory as it is now; without the ledger, with a neutral reputation."""
    record, ((counts,), degraded) = await gather_both(
        existing_record(key, level, stores.index), counts_or_neutral((key,), stores.ledger)
    )
    if counts.tombstoned:
        raise no_memory(key)
    return assemble(record, counts, now, stores.confidence_settings), degraded


async def memory_history(key: Key, level: SecurityLevel, stores: MemoryStores) -> History:
    """What happened to a memory; storing it leaves the first entry, so none means NotFound."""
    if not sees_all(level):
        await existing_record(key, level, stores.index)
    # Kept in order of arrival, which two requests at the same moment may turn round. Its creation
    # comes first, also where another request of the same moment had begun before it.
    arrived = await stores.ledger.history(key)
    events = sorted(arrived, key=lambda event: (event.type != "stored", event.at))
    if not events:
        raise no_memory(key)
    kept: list[HistoryEvent] = []
    room = MAX_ANSWER_BYTES
    for event in map(masked_event, reversed(events)):  # of a long one only what is told is masked
        room -= answer_size(event.model_dump_json())
        if room < 0:
            break
        kept.append(event)
    return History(events=tuple(reversed(kept)), truncated=len(kept) < len(events))


def masked_event(event: HistoryEvent) -> HistoryEvent:
    """What happened, without what is private in what was said of it."""
    return event.model_copy(update={"details": with_words_masked(event.details)})


async def records_of(keys: Sequence[Key], index: MemoryIndex) -> tuple[MemoryRecord | None, ...]:
    """The records of these keys, in their order; None where there is none."""
    answers = await gather_all(index.get(name, tuple(ids)) for name, ids in grouped(keys).items())
    found = {each.key: each for each in chain.from_iterable(answers) if each is not None}
    return tuple(found.get(key) for key in keys)


async def existing_record(key: Key, level: SecurityLevel, index: MemoryIndex) -> MemoryRecord:
    """The record of a memory; NotYet names one that is not there, or not for this caller."""
    collection, memory_id = key
    (record,) = await index.get(collection, (memory_id,))
    if record is None or not may_see(level, record.metadata):
        raise NotYet(str(no_memory(key)))
    return record


def no_memory(key: Key) -> NotFound:
    """The error that names a memory which is not there."""
    collection, memory_id = key
    return NotFound(f"there is no memory {memory_id} in {collection}")


async def counts_or_neutral(
    keys: Sequence[Key], ledger: MemoryLedger
) -> tuple[tuple[MemoryCounts, ...], tuple[str, ...]]:
    """The counts of each memory, in order; neutral ones and (`reputation`,) if the ledger fails."""
    if not keys:
        return (), ()
    try:
        return await ledger.read(keys), ()
    except StoreError:
        return (MemoryCounts(),) * len(keys), ("reputation",)
