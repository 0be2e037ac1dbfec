"""What people and events say of a memory: votes, outcomes, corrections, validations.

The counting store decides (one script, so that repeats and reorderings end in the same state), and
the record follows. After each patch we look whether something newer was decided meanwhile: whoever
patched last leaves the record as decided.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from recollect.core.concurrency import every
from recollect.core.errors import NotFound, NotYet
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.assembly import assemble
from recollect.memories.model import Memory, Outcome
from recollect.memories.reading import existing, no_memory
from recollect.memories.record import Record, Records, Standing, decided
from recollect.memories.requests import NewVote

_MEMORIES_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a decision turned out, as of `as_of`: of two, the later one stands.

    Success casts an upvote, anything else a downvote. Success clears a correction; another outcome
    without a correction leaves the one that is there.
    """

    outcome: Outcome
    as_of: datetime
    correction: str | None = None
    category: str | None = None


class Feedback(Protocol):
    """The counting store, as feedback sees it. None means that the memory was deleted."""

    async def vote(self, key: Key, vote: NewVote, operation: Operation) -> Standing | None:
        """Count a vote; a voter's last vote stands."""

    async def judge(self, key: Key, judgement: Judgement, operation: Operation) -> Standing | None:
        """Decide the outcome and cast its vote."""

    async def validate(self, key: Key, operation: Operation) -> Standing | None:
        """Reset the decay clock and lift a quarantine."""

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        """The standing of each memory."""


class Conversations(Protocol):
    """The counting store, as whole conversations see it."""

    async def of_conversation(self, collection: str, conversation_id: str) -> tuple[str, ...]:
        """The memories of a conversation."""


async def vote_on_memory(
    key: Key, vote: NewVote, operation: Operation, *, records: Records, feedback: Feedback
) -> Memory:
    """Count a vote on a memory."""
    record = await existing(key, records)
    standing = await _still_there(key, feedback.vote(key, vote, operation))
    return assemble(record, standing, operation.at)


async def judge_memory(
    key: Key, judgement: Judgement, operation: Operation, *, records: Records, feedback: Feedback
) -> Memory:
    """Record how a decision turned out."""
    record = await existing(key, records)
    standing = await _still_there(key, feedback.judge(key, judgement, operation))
    return await _follow(record, standing, operation.at, records, feedback)


async def validate_memory(
    key: Key, operation: Operation, *, records: Records, feedback: Feedback
) -> Memory:
    """Record that a human found the memory still accurate."""
    record = await existing(key, records)
    standing = await _still_there(key, feedback.validate(key, operation))
    return await _follow(record, standing, operation.at, records, feedback)


async def judge_conversation(
    collection: str,
    conversation_id: str,
    judgement: Judgement,
    operation: Operation,
    *,
    records: Records,
    feedback: Feedback,
    conversations: Conversations,
) -> None:
    """Record how a conversation turned out for each of its memories.

    One that is deleted meanwhile is left. A failure in the middle is safe to repeat: an operation
    counts once a memory. NotYet when the conversation has no memory so far.
    """
    ids = await conversations.of_conversation(collection, conversation_id)
    if not ids:
        raise NotYet(f"there is no memory of conversation {conversation_id} in {collection}")
    at_once = asyncio.Semaphore(_MEMORIES_AT_ONCE)

    async def judge(key: Key) -> None:
        async with at_once:
            with suppress(NotFound):
                await judge_memory(key, judgement, operation, records=records, feedback=feedback)

    await every(judge((collection, memory_id)) for memory_id in ids)


async def _still_there(key: Key, answer: Awaitable[Standing | None]) -> Standing:
    standing = await answer
    if standing is None:
        raise no_memory(key)
    return standing


async def _follow(
    record: Record, standing: Standing, now: datetime, records: Records, feedback: Feedback
) -> Memory:
    """Patch the record until it says what the standing decides."""
    while True:
        if not await records.patch(record.key, decided(standing)):
            raise no_memory(record.key)
        (latest,) = await feedback.read((record.key,))
        if decided(latest) == decided(standing):
            return assemble(record, latest, now)
        standing = latest
