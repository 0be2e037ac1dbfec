"""How long store, find and correct take on the local platform, and how much of it is our own share.

The whole is measured by the client; our own share is what the handlers report in `Server-Timing`:
the whole time in the handler without the time spent waiting for the stores.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

import httpx

from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.routes import FUNCTIONS
from recollect.core.operation import Operation
from recollect.memories.lifecycle.transfer import Line, import_memories
from recollect.memories.requests import NewMemory, Search
from recollect.memories.stored.stores import MemoryStores
from recollect.settings.stores import StoreSettings
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import build_stores
from tests.bench.corpus import decisions, questions
from tests.bench.timing import p50, p95, parts

_APP = "bench"
_MEMORIES = f"/apps/{_APP}/memories"
_BATCH = 100
_WARM_UP = 20
_QUIET = {"LOG_LEVEL": "ERROR"}


@dataclass(frozen=True, slots=True)
class Measured:
    """One operation over a collection of `size`; times in milliseconds."""

    operation: str
    size: int
    requests: int
    p50: float
    p95: float
    own_p50: float
    own_p95: float


@dataclass(frozen=True, slots=True)
class Imported:
    """How fast `size` memories were imported."""

    size: int
    memories_per_second: float


def measure(size: int, requests: int) -> tuple[Imported, list[Measured]]:
    """Fill a fresh platform with `size` memories, then send `requests` of each operation."""
    options = PlatformOptions(extra_environment=_QUIET)
    lines = list(decisions(size + requests + _WARM_UP))
    with running_platform(options) as platform:
        store = next(function for function in FUNCTIONS if function.name == "store_memory")
        settings = StoreSettings.read(environment(store, platform.url, options))
        stores = build_memory_stores(build_stores(settings))
        imported = asyncio.run(_import(stores, lines[:size]))
        with httpx.Client(base_url=platform.url, timeout=30) as client:
            ids: list[str] = []
            rows = [
                *_by_turns(
                    size,
                    {"find": _finds(client, requests), "find over MCP": _recalls(client, requests)},
                ),
                _timed("store", size, _stores(client, lines[size:], ids)),
                _timed("correct", size, _corrections(client, ids)),
            ]
    return imported, rows


async def _import(stores: MemoryStores, lines: Sequence[Line]) -> Imported:
    batches = [lines[start : start + _BATCH] for start in range(0, len(lines), _BATCH)]
    started = time.perf_counter()
    for pair in zip(batches[::2], batches[1::2], strict=False):
        await asyncio.gather(*(_import_batch(stores, batch) for batch in pair))
    return Imported(len(lines), len(lines) / (time.perf_counter() - started))


async def _import_batch(stores: MemoryStores, batch: Sequence[Line]) -> None:
    operation = Operation("bench", datetime.now(UTC))
    await import_memories(batch, _APP, operation, uuid4().hex, stores)


Send = Callable[[], httpx.Response]


def _finds(client: httpx.Client, requests: int) -> Iterator[Send]:
    for question in questions(requests + _WARM_UP):
        yield lambda: client.post(_MEMORIES + "/search", json={"query": question})  # noqa: B023  # sent before the next


def _recalls(client: httpx.Client, requests: int) -> Iterator[Send]:
    limit = Search.model_fields["limit"].default
    for question in questions(requests + _WARM_UP):
        arguments = {"app": _APP, "query": question, "limit": limit}
        params = {"name": "recall", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        yield lambda: client.post("/mcp", json=message)  # noqa: B023  # sent before the next


def _stores(client: httpx.Client, lines: Sequence[Line], ids: list[str]) -> Iterator[Send]:
    for line in lines:
        body = line.model_dump(mode="json", include=set(NewMemory.model_fields))

        def send() -> httpx.Response:
            response = client.post(_MEMORIES, json=body)  # noqa: B023  # sent before the next
            ids.append(response.json()["id"])
            return response

        yield send


def _corrections(client: httpx.Client, ids: Sequence[str]) -> Iterator[Send]:
    correction = {"correction": "Should have escalated first"}
    for memory_id in ids:
        yield lambda: client.put(f"{_MEMORIES}/{memory_id}/correction", json=correction)  # noqa: B023  # sent before the next


def _by_turns(size: int, sends: Mapping[str, Iterator[Send]]) -> list[Measured]:
    """Run the operations in turn, so that changes in the machine's load affect all alike."""
    timers = {operation: _Timer(operation, size) for operation in sends}
    for together in zip(*sends.values(), strict=True):
        for timer, send in zip(timers.values(), together, strict=True):
            timer.time(send)
    return [timer.measured() for timer in timers.values()]


def _timed(operation: str, size: int, sends: Iterator[Send]) -> Measured:
    timer = _Timer(operation, size)
    for send in sends:
        timer.time(send)
    return timer.measured()


@dataclass(slots=True)
class _Timer:
    operation: str
    size: int
    whole: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def time(self, send: Send) -> None:
        started = time.perf_counter()
        response = send()
        self.whole.append((time.perf_counter() - started) * 1000)
        self.own.append(parts(response.raise_for_status())["own"])

    def measured(self) -> Measured:
        whole, own = self.whole[_WARM_UP:], self.own[_WARM_UP:]
        return Measured(
            self.operation,
            self.size,
            len(whole),
            p50=p50(whole),
            p95=p95(whole),
            own_p50=p50(own),
            own_p95=p95(own),
        )
