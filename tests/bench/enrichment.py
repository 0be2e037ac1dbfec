"""How long a tool waits for memories: on the platform, switched off, and with a store that hangs.

The domain holds 1,000 executions. Against an index that hangs, four callers at a time ask
platforms that have just started, forty calls of each: whole, at the client. The deadline is
measured in this process against a store that never answers, as the longest of 1,000 calls, 20 at a
time; and against one that answers a millisecond before the deadline with memories that take long to
be read, 100 calls, one at a time.
"""

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
from typing_extensions import override

from infra.local.platform import PlatformOptions, running_platform
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.enrichment.memories import (
    FoundMemories,
    MemorySearch,
    ToolMemory,
    ToolMemoryRepository,
)
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import UNCALIBRATED
from tests.bench.corpus import decisions
from tests.bench.timing import p50, p95, parts
from tests.enrichment.fakes import FakeMemories

EXECUTIONS = 1_000
_TOOL = "oc_diagnostic_pod_health"
_WARM_UP = 20
_AT_ONCE = 20
_CALLS = 1_000
_LATE_CALLS = 100
_PLATFORMS, _CALLERS, _OF_EACH = 25, 4, 10
_SILENT = {"LOG_LEVEL": "ERROR", "ENABLE_ORCH_CONTEXT": "true"}


@dataclass(frozen=True, slots=True)
class EnrichmentTimes:
    """The times of one way of enrichment, in milliseconds."""

    case: str
    calls: int
    p50: float
    p95: float
    longest: float


def measure_enrichment(calls: int) -> list[EnrichmentTimes]:
    """Measure all ways of enrichment."""
    rest = [asyncio.run(work()) for work in (_hanging, _at_the_last_moment, _switched_off)]
    return [*_on_the_platform(calls), asyncio.run(_in_new_processes()), *rest]


async def _in_new_processes() -> EnrichmentTimes:
    times = list[float]()
    for _ in range(_PLATFORMS):
        options = PlatformOptions(workers=_CALLERS, extra_environment=_SILENT)
        with running_platform(options) as platform:
            async with httpx.AsyncClient(base_url=platform.url) as client:
                fault = {"target": "upstash-vector", "mode": "hang"}
                (await client.post("/_emulators/faults", json=fault)).raise_for_status()
                callers = (_calls(client, _OF_EACH) for _ in range(_CALLERS))
                times += [each for of_one in await asyncio.gather(*callers) for each in of_one]
    return _times("an index that hangs, new processes, four at a time, whole", times)


async def _calls(client: httpx.AsyncClient, number: int) -> list[float]:
    times = []
    for place in range(number):
        body = {"arguments": {"namespace": "payments"}, "sessionId": f"s-{place}"}
        started = time.perf_counter()
        answer = await client.post(f"/tools/{_TOOL}/memory-context", json=body)
        times.append((time.perf_counter() - started) * 1000)
        answer.raise_for_status()
    return times


def _times(case: str, milliseconds: list[float]) -> EnrichmentTimes:
    return EnrichmentTimes(
        case, len(milliseconds), p50(milliseconds), p95(milliseconds), max(milliseconds)
    )


def _on_the_platform(calls: int) -> list[EnrichmentTimes]:
    options = PlatformOptions(workers=1, extra_environment=_SILENT)
    whole, own = [], []
    with running_platform(options) as platform, httpx.Client(base_url=platform.url) as client:
        texts = [f"{each.situation} {each.decision}" for each in decisions(EXECUTIONS)]
        for place, text in enumerate(texts):
            _keep(client, place, text)
        for place in range(calls + _WARM_UP):
            arguments = {"namespace": f"ns-{place % 40}", "symptom": texts[place % EXECUTIONS]}
            body = {"arguments": arguments, "sessionId": f"s-{place}"}
            started = time.perf_counter()
            response = client.post(f"/tools/{_TOOL}/memory-context", json=body).raise_for_status()
            whole.append((time.perf_counter() - started) * 1000)
            own.append(parts(response)["own"])
    return [
        _times(f"given, {EXECUTIONS:,} executions, whole", whole[_WARM_UP:]),
        _times(f"given, {EXECUTIONS:,} executions, own share", own[_WARM_UP:]),
    ]


def _keep(client: httpx.Client, place: int, text: str) -> None:
    body = {
        "arguments": {"namespace": f"ns-{place % 40}"},
        "result": {"summary": text},
        "sessionId": f"s-{place}",
    }
    client.post(f"/tools/{_TOOL}/executions", json=body, timeout=30).raise_for_status()


class _Hangs(FakeMemories):
    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        del search
        await asyncio.Event().wait()
        return FoundMemories()


class _Late(FakeMemories):
    """Answers at the last moment with long texts full of secrets, which all have to be masked."""

    @override
    async def find(self, search: MemorySearch) -> FoundMemories:
        del search
        await asyncio.sleep(0.399)
        text = "password=Ostrich9!marble of ines.falk@example.com at 10.52.0.4; " * 60
        return FoundMemories(
            [ToolMemory(f"m{n}", "tool_exec", f"{n} {text}", Arms(0.9, 20)) for n in range(12)]
        )


def _enricher(tools: frozenset[str], memories: ToolMemoryRepository) -> Enricher:
    return Enricher(
        memories=memories,
        settings=EnricherSettings(tools),
        calibration=UNCALIBRATED,
        least=0.2,
        clock=time.perf_counter,
        now=lambda: datetime.now(UTC),
    )


async def _hanging() -> EnrichmentTimes:
    enricher, times = _enricher(frozenset({_TOOL}), _Hangs()), list[float]()

    async def call() -> None:
        started = time.perf_counter()
        await enricher.enrich(_TOOL, {"namespace": "payments"}, "s-1")
        times.append((time.perf_counter() - started) * 1000)

    for _ in range(_CALLS // _AT_ONCE):
        await asyncio.gather(*(call() for _ in range(_AT_ONCE)))
    return _times("a store that hangs, deadline 400 ms", times)


async def _at_the_last_moment() -> EnrichmentTimes:
    enricher, times = _enricher(frozenset({_TOOL}), _Late()), []
    for _ in range(_LATE_CALLS):
        started = time.perf_counter()
        await enricher.enrich(_TOOL, {"namespace": "payments"}, "s-1")
        times.append((time.perf_counter() - started) * 1000)
    return _times("an answer at 399 ms, long to read", times)


async def _switched_off() -> EnrichmentTimes:
    enricher, times = _enricher(frozenset(), _Hangs()), []
    for _ in range(_CALLS):
        started = time.perf_counter()
        await enricher.enrich(_TOOL, {"namespace": "payments"}, "s-1")
        times.append((time.perf_counter() - started) * 1000)
    return _times("switched off", times)
