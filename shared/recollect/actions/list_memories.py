"""Lists the memories of an app."""

from recollect.core.cursors import Cursors
from recollect.memories.browsing.listing import Lister
from recollect.memories.requests import MemoryListing
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


async def list_memories(call: Call[MemoryListing]) -> Answer:
    """List memories, newest first."""
    settings = stores().settings
    lister = Lister(
        call.operation.at,
        call.principal.security_level,
        call.time_is_up,
        memory_stores(),
        settings.archive_days,
    )
    name = f"{call.collection} {call.principal.security_level}"
    cursors = Cursors.of_list(settings.vector_token, name, call.body)
    return answer(await lister.page(call.collection, call.body, cursors))
