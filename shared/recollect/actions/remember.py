"""Stores a decision, once however often it is sent."""

from http import HTTPStatus
from uuid import uuid4

from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores


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
    return answer(stored, status=status_of(stored), about=(stored.key,))


def status_of(stored: StoredMemory) -> int:
    """201 for a new memory, 200 for one that was already stored."""
    return HTTPStatus.OK if stored.deduplicated else HTTPStatus.CREATED
