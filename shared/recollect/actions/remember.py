"""Stores decisions, each once however often it is sent: one, or many in one request."""

from http import HTTPStatus
from uuid import uuid4

from recollect.core.errors import RecollectError, RequestError
from recollect.memories.lifecycle.batches import store_memories
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.model import StoredMemory
from recollect.memories.receipts import BatchResult, StoredBatch
from recollect.memories.requests import MemoryBatch, NewMemory
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.problems import problem_of
from recollect.wiring.memories import coalescing_memory_stores, memory_stores


async def remember(call: Call[NewMemory]) -> Answer:
    """Store a decision; 200 and `deduplicated` if it was already stored."""
    stored = await store_memory(
        call.principal.writer.bounded(call.body),
        call.path["app_slug"],
        call.principal.security_level,
        call.operation,
        uuid4().hex,
        memory_stores(),
    )
    return answer(stored, status=_status_of(stored), about=(stored.key,))


async def remember_batch(call: Call[MemoryBatch]) -> Answer:
    """Store decisions as if each was sent alone, in order; 207 if some could not be stored."""
    outcomes = await store_memories(
        [call.principal.writer.bounded(new) for new in call.body.memories],
        call.path["app_slug"],
        call.principal.security_level,
        call.operation,
        uuid4().hex,
        coalescing_memory_stores(),
    )
    failed = [each for each in outcomes if isinstance(each, RecollectError)]
    if len(failed) == len(outcomes) and not any(isinstance(each, RequestError) for each in failed):
        raise failed[0]  # only stores failed, so the whole request can be repeated
    batch = StoredBatch(results=tuple(_result(*each) for each in enumerate(outcomes)))
    return answer(
        batch,
        status=HTTPStatus.MULTI_STATUS if failed else HTTPStatus.OK,
        about=tuple({each.key for each in outcomes if isinstance(each, StoredMemory)}),
    )


def _result(index: int, outcome: StoredMemory | RecollectError) -> BatchResult:
    if isinstance(outcome, StoredMemory):
        return BatchResult(
            index=index,
            status=_status_of(outcome),
            id=outcome.id,
            quarantined=outcome.metadata.state == "quarantined",
            not_taken=outcome.not_taken,
        )
    problem = problem_of(outcome, "")
    return BatchResult(index=index, status=problem.status, error=problem.detail)


def _status_of(stored: StoredMemory) -> int:
    """201 for a new memory, 200 for one that was already stored."""
    return HTTPStatus.OK if stored.deduplicated else HTTPStatus.CREATED
