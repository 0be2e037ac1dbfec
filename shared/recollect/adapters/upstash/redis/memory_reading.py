"""The part of the ledger of memories in Upstash Redis that reads: counts, histories and lists."""

from collections.abc import Sequence

from recollect.adapters.upstash.redis.client import Command, translated_errors
from recollect.adapters.upstash.redis.keys import conversation_key, list_key, memory_key
from recollect.adapters.upstash.redis.memory_format import event_from, export_from
from recollect.adapters.upstash.redis.memory_part import RedisMemoryPart, log_of
from recollect.adapters.upstash.redis.sums import read_hashes
from recollect.core.ids import Key
from recollect.memories.model import HistoryEvent
from recollect.memories.stored.counts import TOMBSTONE_FIELD, MemoryCounts, counts_of
from recollect.memories.stored.ledger_data import MemoryExport


class RedisMemoryReading(RedisMemoryPart):
    """The part of the ledger that only reads."""

    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        """The counts of each memory, in one round trip."""
        hashes = await read_hashes(self._redis, [memory_key(key) for key in keys])
        with translated_errors():
            return tuple(map(counts_of, hashes))

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What happened to a memory, in order of arrival; empty if the memory has a tombstone."""
        memory = memory_key(key)
        entries, tombstoned = await self._redis.pipeline(
            [log_of(memory), ["HEXISTS", memory, TOMBSTONE_FIELD]], repeatable=True
        )
        with translated_errors():
            return () if tombstoned else tuple(map(event_from, entries))

    async def histories(self, keys: Sequence[Key]) -> tuple[tuple[HistoryEvent, ...], ...]:
        """What happened to each memory, in order of arrival, in one round trip."""
        commands = [log_of(memory_key(key)) for key in keys]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            return tuple(tuple(map(event_from, entries)) for entries in answers)

    async def memories_of_conversation(
        self, collection: str, conversation_id: str
    ) -> tuple[str, ...]:
        """The ids of the memories of a conversation."""
        return await self._members(conversation_key(collection, conversation_id))

    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        """The places of up to `limit` memories after the place `after`, newest first."""
        start = f"({after}" if after else "+"
        commands: list[Command] = [
            ["ZRANGE", key, start, "-", "BYLEX", "REV", "LIMIT", 0, limit]
            for key in _lists(collection, sensitive=sensitive)
        ]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            places = (str(place) for answer in answers for place in answer)
            return tuple(sorted(places, reverse=True)[:limit])

    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        """How many memories of each collection are listed."""
        lists = [_lists(name, sensitive=sensitive) for name in collections]
        commands: list[Command] = [["ZCARD", key] for keys in lists for key in keys]
        counted = iter(await self._redis.pipeline(commands, repeatable=True))
        with translated_errors():
            return tuple(sum(int(next(counted)) for _ in keys) for keys in lists)

    async def export(self, keys: Sequence[Key]) -> tuple[MemoryExport, ...]:
        """Everything that is kept of each memory."""
        commands: list[Command] = []
        for name in map(memory_key, keys):
            commands += [["HGETALL", name], ["HGETALL", f"{name}:voters"], log_of(name)]
            commands.append(["SMEMBERS", f"{name}:conversations"])
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            parts = (answers[at : at + 4] for at in range(0, len(answers), 4))
            return tuple(
                export_from(collection, *part)
                for (collection, _), part in zip(keys, parts, strict=True)
            )


def _lists(collection: str, *, sensitive: bool) -> tuple[str, ...]:
    everybody = list_key(collection)
    return (everybody, list_key(collection, sensitive=True)) if sensitive else (everybody,)
