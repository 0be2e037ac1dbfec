"""EventBridge, source recollect.feedback: outcomes of memories, runs and conversations."""

from datetime import datetime

from recollect.core.ids import collection_of
from recollect.memories.events import (
    CitationOutcomeRecorded,
    ConversationResolved,
    MemoryOutcomeRecorded,
)
from recollect.memories.judging.citations import record_run_outcome
from recollect.memories.judging.feedback import give_conversation_feedback, give_feedback
from recollect.memories.judging.moments import happened_at
from recollect.memories.stored.ledger_data import MemoryOutcome, RunOutcome
from recollect.serving.events import EventConsumer, ReceivedEvent
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import coalescing_memory_stores, memory_stores
from recollect.wiring.process import process

consumer = EventConsumer("apply_outcomes", process)


@consumer.on(MemoryOutcomeRecorded)
async def memory_outcome_recorded(received: ReceivedEvent[MemoryOutcomeRecorded]) -> None:
    """Record how a decision turned out."""
    detail = received.detail
    key = collection_of(detail.app_slug), detail.memory_id
    outcome = MemoryOutcome(detail.outcome, _happened_at(received), detail.correction)
    await give_feedback(key, outcome, "restricted", received.operation, memory_stores())


@consumer.on(CitationOutcomeRecorded)
async def citation_outcome_recorded(received: ReceivedEvent[CitationOutcomeRecorded]) -> None:
    """Record how a run turned out for the memories that it cited."""
    detail = received.detail
    await record_run_outcome(
        collection_of(detail.app_slug),
        RunOutcome(detail.run_id, detail.outcome, _happened_at(received)),
        detail.memory_ids,
        "restricted",
        received.operation,
        memory_stores(),
        solved_cases(),
    )


@consumer.on(ConversationResolved)
async def conversation_resolved(received: ReceivedEvent[ConversationResolved]) -> None:
    """Record how a conversation turned out for each of its memories."""
    detail = received.detail
    await give_conversation_feedback(
        collection_of(detail.app_slug),
        detail.conversation_id,
        MemoryOutcome(detail.outcome, _happened_at(received), detail.correction),
        received.operation,
        coalescing_memory_stores(),
    )


def _happened_at(
    received: ReceivedEvent[MemoryOutcomeRecorded]
    | ReceivedEvent[CitationOutcomeRecorded]
    | ReceivedEvent[ConversationResolved],
) -> datetime:
    return happened_at(received.detail.occurred_at, received.as_of, received.operation.at)


lambda_handler = consumer.handle
