"""Reading one memory."""

from recollect.memories.reading import get_memory
from recollect.memories.requests import MemoryQuery
from recollect.memories.together import explained_memory
from recollect.serving.http import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores


async def read_memory(call: Call[MemoryQuery]) -> Answer:
    """Answer one memory."""
    read = explained_memory if call.body.explain else get_memory
    level = call.principal.security_level
    memory, degraded = await read(call.memory_key, level, call.operation.at, memory_stores())
    return answer(memory, degraded=degraded)
