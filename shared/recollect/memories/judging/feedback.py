"""Records feedback of people and events on a memory: votes, outcomes, corrections, validations.

The ledger decides (in one script, so that repeats and reorderings end in the same state), and the
record is updated to match.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from recollect.core.concurrency import gather_all
from recollect.core.errors import NotYet
from recollect.core.grouping import batched
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.learning.judges import judge_of_conversations
from recollect.memories.known.reading import assemble, existing_record, no_memory
from recollect.memories.model import Memory
from recollect.memories.requests import NewVote
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger_data import Feedback, MemoryOutcome
from recollect.memories.stored.private import masked_text
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.record_sync import sync_record, sync_written_records
from recollect.memories.stored.stores import MemoryStores

_AT_ONCE: Final = 100


async def give_feedback(
    key: Key,
    feedback: Feedback,
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores,
) -> Memory:
    """Record a vote, an outcome or a validation; answer the memory as it is then.

    Raises NotYet if the memory does not exist, since its store may still be under way, and
    OwnJudgement if its writer judges it.
    """
    record = await existing_record(key, level, stores.index)
    if isinstance(feedback, MemoryOutcome):
        feedback = _masked(feedback)
    counts = await stores.ledger.apply(key, feedback, operation)
    if counts is None:
        raise no_memory(key)
    if isinstance(feedback, NewVote):  # changes no field of the record
        return assemble(record, counts, operation.at, stores.confidence_settings)
    followed = await sync_record(key, counts, stores)
    if followed is None:
        raise no_memory(key)
    return assemble(record, followed, operation.at, stores.confidence_settings)


async def give_conversation_feedback(
    collection: str,
    conversation_id: str,
    outcome: MemoryOutcome,
    operation: Operation,
    stores: MemoryStores,
) -> None:
    """Record how a conversation turned out for each of its memories, a hundred at a time.

    The writers of memories alone say of which conversation they are. So the outcome is not the
    operator's word about each memory, but within bounds that of one judge, who judges no other: a
    memory that claims the conversation of another one shares no judge with it. Memories that are
    deleted meanwhile are skipped. A repeat counts nothing twice and rewrites no
    record that is up to date, so it quickly reaches the point where the last one broke off. Raises
    NotYet if the conversation has no memories so far.
    """
    ids = await stores.ledger.memories_of_conversation(collection, conversation_id)
    if not ids:
        raise NotYet(f"there is no memory of conversation {conversation_id} in {collection}")
    masked_outcome = _masked(outcome)
    for batch in batched(ids, _AT_ONCE):
        there = await _records(collection, batch, stores.index)
        await gather_all(
            stores.ledger.apply(each.key, masked_outcome, _as_judge_of(each, operation))
            for each in there
        )
        # Read again: requests that decided before us may have patched them since the first read.
        await sync_written_records(await _records(collection, batch, stores.index), stores)


def _as_judge_of(record: MemoryRecord, operation: Operation) -> Operation:
    actor = judge_of_conversations(operation.actor, record.id)
    return replace(operation, actor=actor, trusted=False)


def _masked(outcome: MemoryOutcome) -> MemoryOutcome:
    return outcome._replace(
        correction=masked_text(outcome.correction), category=masked_text(outcome.category)
    )


async def _records(
    collection: str, ids: Sequence[str], index: MemoryIndex
) -> Sequence[MemoryRecord]:
    return [each for each in await index.get(collection, tuple(ids)) if each is not None]
