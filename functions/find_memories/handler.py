"""Search, list and read memories, measure their uplift, and report whether the stores answer."""

from recollect.actions.read_memories import list_memories, measure_uplift, read_apps, read_memory
from recollect.actions.recall import recall
from recollect.core.readiness import Readiness
from recollect.memories.learned import UpliftList
from recollect.memories.model import Apps, ExplainedMemory, MemoryList
from recollect.memories.requests import ExplainQuery, MemoryListing, Search, UpliftQuery
from recollect.memories.search_result import SearchResult
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.wiring.process import process

api = Api("find_memories", process)
api.route(
    "POST",
    "/apps/{app_slug}/memories/search",
    operation="find_memories",
    scope="memory:read",
    body=Search,
    headers=("X-Degraded",),
    answer=SearchResult,
)(recall)
api.route(
    "GET", "/apps/{app_slug}/uplift", scope="memory:read", body=UpliftQuery, answer=UpliftList
)(measure_uplift)
api.route("GET", "/apps", operation="list_apps", scope="memory:read", answer=Apps)(read_apps)
api.route(
    "GET", "/apps/{app_slug}/memories", scope="memory:read", body=MemoryListing, answer=MemoryList
)(list_memories)
api.route(
    "GET",
    "/apps/{app_slug}/memories/{memory_id}",
    scope="memory:read",
    body=ExplainQuery,
    answer=ExplainedMemory,
    headers=("X-Degraded",),
)(read_memory)


@api.route("GET", "/ready", scope=None, answer=Readiness, also=(503,))
async def get_readiness(_: Call[Empty]) -> Answer:
    """Say whether the stores answer: 200 if all do, else 503 with the state of each."""
    from recollect.wiring.readiness import readiness  # noqa: PLC0415  # rarely needed

    await process.load_secrets()
    found = await readiness().look()
    return answer(found, status=200 if found.ready else 503)


lambda_handler = api.handle
