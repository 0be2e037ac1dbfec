"""The ledger of memories in Upstash Redis: what is counted, decided and recorded of them.

Keys are those of `docs/data.md`. Every change is one Lua script (`lua/`), so that it holds together
with the check that makes a repeat of it harmless.
"""

from recollect.adapters.upstash.redis_memory_ending import RedisMemoryEnding
from recollect.adapters.upstash.redis_memory_judging import RedisMemoryJudging
from recollect.adapters.upstash.redis_memory_reading import RedisMemoryReading
from recollect.adapters.upstash.redis_memory_storing import RedisMemoryStoring
from recollect.memories.ledger_data import WalkCursor


class RedisMemories(RedisMemoryReading, RedisMemoryStoring, RedisMemoryJudging, RedisMemoryEnding):
    """The port `MemoryLedger` of `recollect.memories`: its parts, and where walks stopped."""

    async def load_cursor(self, task: str) -> WalkCursor:
        """Where the last run of a task stopped."""
        fields = await self._redis.hgetall(f"maintain:{task}")
        return WalkCursor(fields.get("collection", ""), fields.get("cursor", ""))

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Keep where the next run goes on."""
        values = {"collection": cursor.collection, "cursor": cursor.cursor}
        await self._redis.hset(f"maintain:{task}", values=values)
