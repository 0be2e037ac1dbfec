"""POST /apps/{app_slug}/memories/search and GET /apps/{app_slug}/memories/{memory_id}."""

from recollect.core.ids import GLOBAL_SLUG, collection_of
from recollect.memories.finding import find_memories
from recollect.memories.model import Memory, SearchResult
from recollect.memories.reading import get_memory
from recollect.memories.requests import Search
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.process import process
from recollect.wiring.stores import stores

api = Api("find_memories", process)


@api.route(
    "POST",
    "/apps/{app_slug}/memories/search",
    scope="memory:read",
    body=Search,
    answer=SearchResult,
)
async def search(call: Call[Search]) -> Answer:
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
    )
    return answer(result, degraded=degraded)


@api.route("GET", "/apps/{app_slug}/memories/{memory_id}", scope="memory:read", answer=Memory)
async def get(call: Call[Empty]) -> Answer:
    """Answer one memory."""
    level = call.principal.security_level
    memory, degraded = await get_memory(call.memory_key, level, call.operation.at, memory_stores())
    return answer(memory, degraded=degraded)


lambda_handler = api.handle
