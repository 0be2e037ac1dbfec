"""EventBridge, source recollect.feedback: outcomes of memories, runs and conversations."""

from recollect.core.ids import collection_of
from recollect.memories.citations import RunJudgement, judge_citations
from recollect.memories.events import (
    CitationOutcomeRecorded,
    ConversationResolved,
    MemoryOutcomeRecorded,
)
from recollect.memories.feedback import Judgement, judge_conversation, judge_memory
from recollect.serving.events import EventConsumer, Received
from recollect.wiring.process import process
from recollect.wiring.services import services

consumer = EventConsumer("apply_outcomes", process)


@consumer.on("MemoryOutcomeRecorded", MemoryOutcomeRecorded)
async def memory_outcome_recorded(received: Received[MemoryOutcomeRecorded]) -> None:
    """Record how a decision turned out."""
    detail = received.detail
    await judge_memory(
        (collection_of(detail.app_slug), detail.memory_id),
        Judgement(detail.outcome, received.as_of, detail.correction),
        received.operation,
        records=services().records,
        feedback=services().counts,
    )


@consumer.on("CitationOutcomeRecorded", CitationOutcomeRecorded)
async def citation_outcome_recorded(received: Received[CitationOutcomeRecorded]) -> None:
    """Record how a run turned out for the memories that it cited."""
    detail = received.detail
    await judge_citations(
        collection_of(detail.app_slug),
        RunJudgement(detail.run_id, detail.outcome, received.as_of),
        detail.memory_ids,
        received.operation,
        citations=services().counts,
    )


@consumer.on("ConversationResolved", ConversationResolved)
async def conversation_resolved(received: Received[ConversationResolved]) -> None:
    """Record how a conversation turned out for each of its memories."""
    detail = received.detail
    await judge_conversation(
        collection_of(detail.app_slug),
        detail.conversation_id,
        Judgement(detail.outcome, received.as_of, detail.correction),
        received.operation,
        records=services().records,
        feedback=services().counts,
        conversations=services().counts,
    )


lambda_handler = consumer.handle
