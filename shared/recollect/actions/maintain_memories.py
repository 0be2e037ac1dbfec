"""Looks after all memories of an app: statistics, and a prune, by request or on schedule."""

from uuid import uuid4

from recollect.core.cursors import Cursors
from recollect.core.ids import collection_of
from recollect.core.security_levels import SecurityLevel
from recollect.memories.browsing.statistics import Statistician
from recollect.memories.events import MaintainMemories
from recollect.memories.lifecycle.maintenance import Pruner, sealed_part
from recollect.memories.receipts import PruneResult
from recollect.memories.requests import PruneRequest, StatsQuery
from recollect.serving.calls import Call, answer
from recollect.serving.events import ReceivedEvent
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import list_cursors, stores


async def get_memory_stats(call: Call[StatsQuery]) -> Answer:
    """Give statistics of the memories of an app."""
    collection, level = call.collection, call.principal.security_level
    statistician = Statistician(call.operation.at, level, call.time_is_up, memory_stores())
    cursors = list_cursors(f"statistics {collection} {level}", call.body)
    return answer(await statistician.stats(collection, call.body.cursor, cursors))


async def prune_memories(call: Call[PruneRequest]) -> Answer:
    """Archive the memories of an app that have lost their confidence."""
    pruner = _pruner(call, call.principal.security_level)
    return answer(await _pruned(call.collection, call.body, pruner))


async def maintain_memories(received: ReceivedEvent[MaintainMemories]) -> None:
    """Prune one app, or all of them from where the last run stopped."""
    rules, pruner = received.detail, _pruner(received, "restricted")
    if rules.app_slug:
        await _pruned(collection_of(rules.app_slug), rules, pruner)
    else:
        await pruner.prune_everywhere(rules)


def _pruner(
    asked: Call[PruneRequest] | ReceivedEvent[MaintainMemories], level: SecurityLevel
) -> Pruner:
    archive_days, token = stores().settings.archive_days, uuid4().hex
    return Pruner(asked.operation, asked.time_is_up, token, memory_stores(), level, archive_days)


async def _pruned(collection: str, rules: PruneRequest, pruner: Pruner) -> PruneResult:
    async def prune(cursor: str) -> PruneResult:
        return await pruner.prune(collection, rules.model_copy(update={"cursor": cursor}))

    return await sealed_part(prune, rules.cursor, _cursors(collection, pruner.level))


def _cursors(collection: str, level: SecurityLevel) -> Cursors:
    return Cursors(stores().settings.vector_token, f"all {collection} {level}")
