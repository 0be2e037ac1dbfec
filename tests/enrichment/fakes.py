"""Stores of memories that work, fail or hang."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from recollect.enrichment.choosing import Mode
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.enrichment.memories import (
    FoundMemories,
    MemorySearch,
    ToolMemory,
    ToolMemoryKind,
    ToolMemoryRecord,
    ToolMemoryRepository,
)
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import UNCALIBRATED
from tests.virtual_time import now as virtual_now

TOOL = "oc_diagnostic_pod_health"
GIVEN: Final[dict[str, JsonValue]] = {"workload": "checkout"}
NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
DAY_MS = 86_400_000
TEXT = "The pods of payments restarted over and over, until their memory limit was raised to 1Gi."


def memory(
    name: str = "m1",
    *,
    dense: float = 0.9,
    sparse: float = 20.0,
    text: str | None = None,
    source: ToolMemoryKind = "tool_exec",
    tags: Sequence[str] = ("namespace:payments",),
    days_old: int = 3,
) -> ToolMemory:
    """A memory; without a text, its wording depends on its name."""
    created = int(NOW.timestamp() * 1000) - days_old * DAY_MS
    said = text
    if said is None:
        said = TEXT if name == "m1" else f"{TEXT} So said {name}."
    return ToolMemory(name, source, said, Arms(dense, sparse), tuple(tags), None, created)


@dataclass
class FakeMemories(ToolMemoryRepository):
    """Keeps records by namespace and id, and finds none."""

    kept: dict[str, dict[str, ToolMemoryRecord]] = field(default_factory=dict, init=False)

    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        return FoundMemories()

    @override
    async def put(self, record: ToolMemoryRecord) -> None:
        self.kept.setdefault(record.namespace, {})[record.id] = record


@dataclass
class Store(FakeMemories):
    """A store that answers a search after some seconds, and records the searches."""

    of_tool: Sequence[ToolMemory] = ()
    of_session: Sequence[ToolMemory] = ()
    seconds: float = 0.0
    wanted: list[MemorySearch] = field(default_factory=list)

    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        self.wanted.append(search)
        await asyncio.sleep(self.seconds)
        return FoundMemories(
            self.of_tool if search.tool else (), self.of_session if search.session else ()
        )


@dataclass
class Failing(FakeMemories):
    """A store that raises an error, at once or when it is cancelled."""

    error: BaseException
    on_cancellation: bool = False

    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        del search
        try:
            if self.on_cancellation:
                await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise self.error from None
        raise self.error


class Stubborn(FakeMemories):
    """A store that never answers, and ignores its cancellation."""

    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        del search
        for _ in range(10):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                continue
        return FoundMemories((memory(),))


def settings(mode: Mode = "hybrid", top_k: int = 3, tool: str = TOOL) -> EnricherSettings:
    return EnricherSettings(frozenset({tool}), mode, top_k)


def enricher(
    memories: ToolMemoryRepository,
    settings: EnricherSettings | None = None,
    *,
    least: float = 0.5,
    clock: Callable[[], float] = virtual_now,
) -> Enricher:
    allowed = settings or EnricherSettings(frozenset({TOOL}))
    return Enricher(memories, allowed, UNCALIBRATED, least, clock, lambda: NOW)


GARBAGE: Final = (
    memory("line", text="pods restarted " * 6_800),
    memory("empty", text=""),
    memory("blank", text=" \n\x00"),
    replace(memory("nan"), arms=Arms(float("nan"), 3.0)),
    replace(memory("inf"), arms=Arms(0.9, float("inf"))),
    replace(memory("beyond"), arms=Arms(77.0, 1e300)),
    memory("twice", dense=0.8),
    memory("twice", dense=0.85),
    memory("tags", dense=0.8, tags=("", "\ud83d", "x" * 100_000, 'a"\\b')),
    replace(memory("times", dense=0.8), created_at_ms=2**80),
)
