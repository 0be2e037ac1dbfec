"""Reading one memory."""

from recollect.memories.reading import get_memory
from recollect.serving.http import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores


async def read_memory(call: Call[Empty]) -> Answer:
    """Answer one memory."""
    level = call.principal.security_level
    memory, degraded = await get_memory(call.memory_key, level, call.operation.at, memory_stores())
    return answer(memory, degraded=degraded)
