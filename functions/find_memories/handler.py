"""Searches and lists of memories, one of them, and what they bring."""

from recollect.actions.recall import recall
from recollect.core.cursors import Cursors
from recollect.memories.listing import Lister, list_apps
from recollect.memories.model import Apps, ExplainedMemory, MemoryList, SearchResult, UpliftList
from recollect.memories.reading import get_memory
from recollect.memories.requests import MemoriesQuery, MemoryQuery, Search, UpliftQuery
from recollect.memories.together import explained_memory
from recollect.memories.trials import UpliftReader
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.process import process
from recollect.wiring.stores import stores

api = Api("find_memories", process)


api.route(
    "POST",
    "/apps/{app_slug}/memories/search",
    scope="memory:read",
    body=Search,
    answer=SearchResult,
)(recall)


@api.route(
    "GET",
    "/apps/{app_slug}/uplift",
    scope="memory:read",
    body=UpliftQuery,
    in_query=True,
    answer=UpliftList,
)
async def uplift(call: Call[UpliftQuery]) -> Answer:
    """Tell what memories bring: how much better runs end with them than without."""
    level = call.principal.security_level
    name = f"uplift {call.collection} {level}"
    cursors = Cursors.of_list(stores().settings.vector_token, name, call.body)
    reader = UpliftReader(level, call.time_is_up, memory_stores())
    return answer(await reader.page(call.collection, call.body, cursors))


@api.route("GET", "/apps", scope="memory:read", answer=Apps)
async def apps(call: Call[Empty]) -> Answer:
    """List the apps that have memories for the caller."""
    caller = call.principal
    return answer(await list_apps(caller.may_read_app, caller.security_level, memory_stores()))


@api.route(
    "GET",
    "/apps/{app_slug}/memories",
    scope="memory:read",
    body=MemoriesQuery,
    in_query=True,
    answer=MemoryList,
)
async def list_all(call: Call[MemoriesQuery]) -> Answer:
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


@api.route(
    "GET",
    "/apps/{app_slug}/memories/{memory_id}",
    scope="memory:read",
    body=MemoryQuery,
    in_query=True,
    answer=ExplainedMemory,
)
async def get(call: Call[MemoryQuery]) -> Answer:
    """Answer one memory."""
    read = explained_memory if call.body.explain else get_memory
    level = call.principal.security_level
    memory, degraded = await read(call.memory_key, level, call.operation.at, memory_stores())
    return answer(memory, degraded=degraded)


lambda_handler = api.handle
