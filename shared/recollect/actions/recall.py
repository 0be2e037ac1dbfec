"""Finding memories of similar situations."""

from recollect.core.ids import GLOBAL_SLUG, collection_of
from recollect.memories.finding import find_memories
from recollect.memories.requests import Search
from recollect.serving.http import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores, trying
from recollect.wiring.stores import stores


async def recall(call: Call[Search]) -> Answer:
    """Find memories of similar situations, best first."""
    slugs = {call.path["app_slug"]: None}
    if call.body.include_global:
        call.principal.require_app(GLOBAL_SLUG)
        slugs[GLOBAL_SLUG] = None
    connected = stores()
    result, degraded = await find_memories(
        call.body,
        [collection_of(slug) for slug in slugs],
        call.principal.security_level,
        call.operation.at,
        memory_stores(),
        default_threshold=connected.settings.find_threshold,
        calibration=connected.settings.calibration,
        trying=trying(call.operation),
    )
    return answer(result, degraded=degraded)
