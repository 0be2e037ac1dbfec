"""POST /apps/{app_slug}/memories: keep a decision, once however often it is sent."""

from uuid import uuid4

from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory
from recollect.memories.storing import store_memory
from recollect.serving.http import Api, Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.process import process

api = Api("store_memory", process)


@api.route(
    "POST",
    "/apps/{app_slug}/memories",
    scope="memory:write",
    body=NewMemory,
    answer=StoredMemory,
    status=201,
    also=(200,),
)
async def store(call: Call[NewMemory]) -> Answer:
    """Store a decision; 200 and `deduplicated` when it was there already."""
    new = call.principal.writer.bounded(call.body)
    stored = await store_memory(
        new,
        call.path["app_slug"],
        call.principal.security_level,
        call.operation,
        uuid4().hex,
        memory_stores(),
    )
    status = 200 if stored.deduplicated else 201
    return answer(stored, status=status, about=(stored.key,))


lambda_handler = api.handle
