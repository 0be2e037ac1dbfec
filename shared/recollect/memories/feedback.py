"""What people and events say of a memory: votes, outcomes, corrections, validations.

The ledger decides (one script, so that repeats and reorderings end in the same state), and the
record follows.
"""

import asyncio
from contextlib import suppress
from typing import Protocol

from recollect.core.concurrency import every
from recollect.core.errors import NotFound, NotYet
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.following import follow
from recollect.memories.ledger import ConversationLedger, CountsLedger, JudgementLedger
from recollect.memories.model import Memory
from recollect.memories.ports import Feedback, MemoryOutcome
from recollect.memories.private import masked_text
from recollect.memories.reading import assemble, existing_record, no_memory
from recollect.memories.requests import NewVote
from recollect.memories.stores import MemoryStores

_MEMORIES_AT_ONCE = 8


class FeedbackLedger(CountsLedger, JudgementLedger, ConversationLedger, Protocol):
    """What it takes of the ledger to keep what is said of a memory, or of a conversation's."""


async def give_feedback(
    key: Key,
    feedback: Feedback,
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores[FeedbackLedger],
) -> Memory:
    """Record a vote, an outcome or a validation; answer the memory as it is then.

    NotYet names a memory that is not there: its store may still be under way. OwnJudgement says
    that its writer judges it.
    """
    record = await existing_record(key, level, stores.index)
    if isinstance(feedback, MemoryOutcome):
        feedback = feedback._replace(
            correction=masked_text(feedback.correction), category=masked_text(feedback.category)
        )
    counts = await stores.ledger.apply(key, feedback, operation)
    if counts is None:
        raise no_memory(key)
    if isinstance(feedback, NewVote):  # decides nothing that the record repeats
        return assemble(record, counts, operation.at, stores.beliefs)
    followed = await follow(key, counts, stores)
    if followed is None:
        raise no_memory(key)
    return assemble(record, followed, operation.at, stores.beliefs)


async def give_conversation_feedback(
    collection: str,
    conversation_id: str,
    outcome: MemoryOutcome,
    operation: Operation,
    stores: MemoryStores[FeedbackLedger],
) -> None:
    """Record how a conversation turned out for each of its memories.

    One that is deleted meanwhile is left. A failure in the middle is safe to repeat: an operation
    counts once a memory. NotYet when the conversation has no memory so far.
    """
    ids = await stores.ledger.memories_of_conversation(collection, conversation_id)
    if not ids:
        raise NotYet(f"there is no memory of conversation {conversation_id} in {collection}")
    at_once = asyncio.Semaphore(_MEMORIES_AT_ONCE)

    async def give(key: Key) -> None:
        async with at_once:
            with suppress(NotFound):
                await give_feedback(key, outcome, "restricted", operation, stores)

    await every(give((collection, memory_id)) for memory_id in ids)
