"""Memories of a chosen age, imported as `recollect import` does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from infra.local.environment import environment
from infra.local.platform import PlatformOptions, RunningPlatform
from infra.routes import FUNCTIONS
from recollect.adapters.http.transport import HttpService, bearer, new_http_client
from recollect.adapters.upstash.redis.client import RedisClient
from recollect.adapters.upstash.redis.memories import RedisMemories
from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.adapters.upstash.vector.memories import VectorMemories
from recollect.core.operation import Operation
from recollect.memories.lifecycle.transfer import Line, import_memories
from recollect.memories.stored.identity import memory_id
from recollect.memories.stored.stores import MemoryStores
from recollect.settings.stores import StoreSettings
from tests.functions.calling import DECISION, App

_STORE_MEMORY = next(function for function in FUNCTIONS if function.name == "store_memory")


@dataclass(frozen=True, slots=True)
class Importer:
    """Imports memories into the stores of a platform."""

    stores: MemoryStores

    async def add(self, app: App, lines: Sequence[Line], at_once: int = 250) -> None:
        """Import lines, some of them at once."""
        for start in range(0, len(lines), at_once):
            await import_memories(
                lines[start : start + at_once],
                app.slug,
                Operation("importer", datetime.now(UTC)),
                uuid4().hex,
                self.stores,
            )

    async def aged(self, app: App, situation: str, days: float, **counts: int) -> str:
        """Import one memory that is `days` old; return its id."""
        await self.add(app, [line(situation, days, DECISION, **counts)])
        return memory_id(app.collection, situation, DECISION)


def line(situation: str, days: float, decision: str = DECISION, **counts: int) -> Line:
    """A memory that is `days` old and has these counts."""
    return Line.model_validate(
        {
            "situation": situation,
            "decision": decision,
            "created_at": datetime.now(UTC) - timedelta(days=days),
            "counts": {name: str(count) for name, count in counts.items()},
        }
    )


@asynccontextmanager
async def importing(platform: RunningPlatform) -> AsyncIterator[Importer]:
    """An importer with the rights of the function that stores."""
    settings = StoreSettings.read(environment(_STORE_MEMORY, platform.url, PlatformOptions()))
    async with new_http_client() as client:
        vector = HttpService(
            client, "vector", settings.vector_url, 30, bearer(settings.vector_token)
        )
        redis = HttpService(client, "redis", settings.redis_url, 30, bearer(settings.redis_token))
        yield Importer(
            MemoryStores(VectorMemories(VectorIndex(vector)), RedisMemories(RedisClient(redis)))
        )
