"""The ledger of memories in Upstash Redis: what is counted, decided and recorded about them.

`docs/data.md` describes the keys. Every change is one Lua script (`lua/`), so that the change and
the check that makes a repeat of it harmless are one atomic step.
"""

from recollect.adapters.upstash.redis.memory_ending import RedisMemoryEnding
from recollect.adapters.upstash.redis.memory_judging import RedisMemoryJudging
from recollect.adapters.upstash.redis.memory_reading import RedisMemoryReading
from recollect.adapters.upstash.redis.memory_storing import RedisMemoryStoring
from recollect.memories.stored.ledger_data import WalkCursor


class RedisMemories(RedisMemoryReading, RedisMemoryStoring, RedisMemoryJudging, RedisMemoryEnding):
    """The port `MemoryLedger` of `recollect.memories`: all its parts, and the cursors of walks."""

    async def load_cursor(self, task: str) -> WalkCursor:
        """Where the last run of a task stopped."""
        fields = await self._redis.hgetall(f"maintain:{task}")
        return WalkCursor(fields.get("collection", ""), fields.get("cursor", ""))

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Save where the next run of a task continues."""
        values = {"collection": cursor.collection, "cursor": cursor.cursor}
        await self._redis.hset(f"maintain:{task}", values=values)
