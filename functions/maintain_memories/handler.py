"""GET /apps/{app_slug}/stats, POST /apps/{app_slug}/memories/prune, event MaintainMemories."""

from uuid import uuid4

from recollect.core.cursors import Cursors
from recollect.core.ids import collection_of
from recollect.core.security_levels import SecurityLevel
from recollect.memories.browsing.statistics import Statistician
from recollect.memories.events import MaintainMemories
from recollect.memories.lifecycle.maintenance import Pruner, sealed_part
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
    collection, level = call.collection, call.principal.security_level

    statistician = Statistician(call.operation.at, level, call.time_is_up, memory_stores())
    cursors = Cursors(stores().settings.vector_token, f"statistics {collection} {level}")
    return answer(await statistician.stats(collection, call.body.cursor, cursors))


@api.route(
    "POST",
    "/apps/{app_slug}/memories/prune",
    scope="memory:admin",
    body=PruneRequest,
    answer=PruneResult,
)
async def prune_memories(call: Call[PruneRequest]) -> Answer:
    """Archive the memories of an app that have lost their confidence."""
    return answer(await _pruned(call, call.collection, call.body, call.principal.security_level))


@consumer.on(MaintainMemories)
async def maintain(received: ReceivedEvent[MaintainMemories]) -> None:
    """Prune one app, or all of them from where the last run stopped."""
    rules = received.detail
    if rules.app_slug:
        await _pruned(received, collection_of(rules.app_slug), rules, "restricted")
    else:
        await _pruner(received, "restricted").prune_everywhere(rules)


async def _pruned(
    asked: Call[PruneRequest] | ReceivedEvent[MaintainMemories],
    collection: str,
    rules: PruneRequest,
    level: SecurityLevel,
) -> PruneResult:
    pruner = _pruner(asked, level)

    async def prune(cursor: str) -> PruneResult:
        return await pruner.prune(collection, rules.model_copy(update={"cursor": cursor}))

    return await sealed_part(prune, rules.cursor, _cursors(collection, level))


def _cursors(collection: str, level: SecurityLevel) -> Cursors:
    return Cursors(stores().settings.vector_token, f"all {collection} {level}")


def _pruner(
    asked: Call[PruneRequest] | ReceivedEvent[MaintainMemories], level: SecurityLevel
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
