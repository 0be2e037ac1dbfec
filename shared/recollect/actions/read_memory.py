"""Reads a memory."""

from recollect.memories.known.reading import get_memory
from recollect.memories.requests import ExplainQuery
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores


async def read_memory(call: Call[ExplainQuery]) -> Answer:
    """Answer one memory."""
    asked = (call.memory_key, call.principal.security_level, call.operation.at, memory_stores())
    if call.body.explain:
        from recollect.memories.browsing.together import explained_memory  # noqa: PLC0415  # seldom asked

        explained, degraded = await explained_memory(*asked)
        return answer(explained, degraded=degraded)
    memory, degraded = await get_memory(*asked)
    return answer(memory, degraded=degraded)
