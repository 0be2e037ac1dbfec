"""GET /apps/{app_slug}/stats, POST /apps/{app_slug}/memories/prune, event MaintainMemories."""

from uuid import uuid4

from recollect.core.ids import collection_of
from recollect.core.security_levels import SecurityLevel
from recollect.memories.events import MaintainMemories
from recollect.memories.lifecycle.maintenance import Pruner, collection_stats
from recollect.memories.model import Stats
from recollect.memories.receipts import PruneResult
from recollect.memories.requests import PruneRequest, StatsQuery
from recollect.serving.calls import Call, answer
from recollect.serving.events import EventConsumer, ReceivedEvent
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.serving.runtime import http_or_events
from recollect.wiring.memories import memory_stores
from recollect.wiring.process import process
from recollect.wiring.stores import stores

api = Api("maintain_memories", process)
consumer = EventConsumer("maintain_memories", process)


@api.route(
    "GET",
    "/apps/{app_slug}/stats",
    scope="memory:read",
    body=StatsQuery,
    in_query=True,
    answer=Stats,
)
async def get_memory_stats(call: Call[StatsQuery]) -> Answer:
    """Give statistics of the memories of an app."""
    stats = await collection_stats(
        call.collection,
        call.body.cursor,
        call.principal.security_level,
        call.operation.at,
        call.time_is_up,
        memory_stores(),
    )
    return answer(stats)


@api.route(
    "POST",
    "/apps/{app_slug}/memories/prune",
    scope="memory:admin",
    body=PruneRequest,
    answer=PruneResult,
)
async def prune_memories(call: Call[PruneRequest]) -> Answer:
    """Archive the memories of an app that have lost their confidence."""
    pruner = _pruner(call, call.principal.security_level)
    return answer(await pruner.prune(call.collection, call.body))


@consumer.on(MaintainMemories)
async def maintain(received: ReceivedEvent[MaintainMemories]) -> None:
    """Prune one app, or all of them from where the last run stopped."""
    pruner, rules = _pruner(received), received.detail
    if rules.app_slug:
        await pruner.prune(collection_of(rules.app_slug), rules)
    else:
        await pruner.prune_everywhere(rules)


def _pruner(
    asked: Call[PruneRequest] | ReceivedEvent[MaintainMemories], level: SecurityLevel = "restricted"
) -> Pruner:
    return Pruner(
        asked.operation,
        asked.time_is_up,
        uuid4().hex,
        memory_stores(),
        level,
        stores().settings.archive_days,
    )


lambda_handler = http_or_events(api.handle, consumer.handle)
