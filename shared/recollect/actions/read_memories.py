"""Reads memories: the apps that have some, a list, one alone, and what they bring."""

from recollect.memories.browsing.listing import Lister, list_apps
from recollect.memories.judging.uplifts import UpliftReader
from recollect.memories.known.reading import get_memory
from recollect.memories.requests import ExplainQuery, MemoryListing, UpliftQuery
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import list_cursors, stores


async def read_apps(call: Call[Empty]) -> Answer:
    """List the apps that have memories for the caller."""
    caller = call.principal
    return answer(await list_apps(caller.may_read_app, caller.security_level, memory_stores()))


async def list_memories(call: Call[MemoryListing]) -> Answer:
    """List memories, newest first."""
    level, archive_days = call.principal.security_level, stores().settings.archive_days
    lister = Lister(call.operation.at, level, call.time_is_up, memory_stores(), archive_days)
    cursors = list_cursors(f"{call.collection} {level}", call.body)
    return answer(await lister.page(call.collection, call.body, cursors))


async def read_memory(call: Call[ExplainQuery]) -> Answer:
    """Answer one memory."""
    asked = (call.memory_key, call.principal.security_level, call.operation.at, memory_stores())
    if call.body.explain:
        from recollect.memories.browsing.together import explained_memory  # noqa: PLC0415  # seldom asked

        explained, degraded = await explained_memory(*asked)
        return answer(explained, degraded=degraded)
    memory, degraded = await get_memory(*asked)
    return answer(memory, degraded=degraded)


async def measure_uplift(call: Call[UpliftQuery]) -> Answer:
    """Measure the uplift of memories: how much better runs end with them than without."""
    level = call.principal.security_level
    cursors = list_cursors(f"uplift {call.collection} {level}", call.body)
    reader = UpliftReader(level, call.time_is_up, memory_stores())
    return answer(await reader.page(call.collection, call.body, cursors))
