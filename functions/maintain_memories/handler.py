"""GET /apps/{app_slug}/stats, POST /apps/{app_slug}/memories/prune, event MaintainMemories."""

from recollect.actions.maintain_memories import get_memory_stats, maintain_memories, prune_memories
from recollect.memories.events import MaintainMemories
from recollect.memories.model import Stats
from recollect.memories.receipts import PruneResult
from recollect.memories.requests import PruneRequest, StatsQuery
from recollect.serving.events import EventConsumer
from recollect.serving.http import Api
from recollect.serving.runtime import http_or_events
from recollect.wiring.process import process

api, consumer = Api("maintain_memories", process), EventConsumer("maintain_memories", process)
_STATS, _PRUNE = "/apps/{app_slug}/stats", "/apps/{app_slug}/memories/prune"

api.route("GET", _STATS, scope="memory:read", body=StatsQuery, answer=Stats)(get_memory_stats)
api.route("POST", _PRUNE, scope="memory:admin", body=PruneRequest, answer=PruneResult)(
    prune_memories
)
consumer.on(MaintainMemories)(maintain_memories)

lambda_handler = http_or_events(api.handle, consumer.handle)
