"""Give a tool its memories before it runs, in time or not at all.

The tool runs in any case: a store that hangs, fails or answers garbage costs at most the deadline,
and is counted.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import StoreError
from recollect.core.measures import LogNote, Measure
from recollect.enrichment.choosing import Mode, relevant, summary_of
from recollect.enrichment.memories import (
    ContextSummary,
    MemorySearch,
    ToolMemory,
    ToolMemoryRepository,
    session_key,
)
from recollect.enrichment.packaging import packaged, size_of
from recollect.enrichment.queries import ToolQuery, query_for
from recollect.enrichment.targets import NO_TARGETS
from recollect.relevance.calibration import Calibration
from recollect.tools.memory_context import MEMORY_CONTEXT, Enrichment

# Memories to ask for, for each one to give: some may be equal, empty or irrelevant.
_CANDIDATES_PER_MEMORY: Final = 4
# Memories to read, for each one to give: if many are unreadable, each makes the tool wait.
_READ_PER_MEMORY: Final = 2


@dataclass(frozen=True, slots=True)
class EnricherSettings:
    """The tools to enrich, the kinds and number of memories, and limits in seconds and bytes."""

    tools: frozenset[str]
    mode: Mode = "hybrid"
    top_k: int = 3
    timeout: float = 0.4
    summary_bytes: int = 1_500


@dataclass(frozen=True, slots=True)
class Enricher:
    """Gives tools their memories (the port ToolEnricher).

    `least` is the least relevance (0…1) of a memory. Memories of other customers than `customers`
    are ignored. `clock` returns seconds, as the event loop's does; `spent` the seconds that the
    caller has waited already, which count towards the timeout: a new process starts slowly.
    """

    memories: ToolMemoryRepository
    settings: EnricherSettings
    calibration: Calibration
    least: float
    clock: Callable[[], float]
    now: Callable[[], datetime]
    customers: Customers = ALL_CUSTOMERS
    spent: Callable[[], float] = lambda: 0.0
    _left: "set[asyncio.Task[Enrichment]]" = field(
        default_factory=set, init=False, repr=False, compare=False
    )

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        """The arguments with a `memoryContext`; or the same object unchanged, and the reason."""
        if tool not in self.settings.tools:
            return Enrichment(arguments, "disabled", "not_listed")
        if MEMORY_CONTEXT in arguments:
            measures = (_one("Attempts"), _one("Present"))
            return Enrichment(arguments, "not_used", "present", measures=measures)
        started = self.clock()
        result = await self._in_time(arguments, self._enriched(tool, arguments, session_id))
        return _measured(replace(result, seconds=self.clock() - started))

    async def retrieve_relevant_context(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> list[ContextSummary]:
        """The memories that may help a tool, best first. Raises StoreError.

        By mode they are those of the tool, those of the session, or those of the session only if
        the tool has none.
        """
        mode, top_k = self.settings.mode, self.settings.top_k
        of_tool = tool if mode != "conversation" else None
        of_session = session_key(session_id) if session_id and mode != "tool" else None
        if of_tool is None and of_session is None:
            return []
        query = query_for(tool, arguments)
        limit = _CANDIDATES_PER_MEMORY * top_k
        found = await self.memories.find(
            MemorySearch(query.domain, query.text, limit, of_tool, of_session)
        )
        # Without details there is nothing to compare memories with, so all of the tool's count.
        # Below, all memories of the session count in any case.
        least = self.least if query.has_details else 0.0
        seen = [each for each in found.of_tool if self._allows(each)]
        tools = await self._best(query, seen, least) if of_tool else []
        if tools or of_session is None:
            return tools
        own = [each for each in found.of_session if self._allows(each)]
        return await self._best(replace(query, targets=NO_TARGETS), own, 0.0)

    def _allows(self, memory: ToolMemory) -> bool:
        """Whether the caller may know of all customers that a memory is about."""
        return all(self.customers.allow(each) for each in memory.customers)

    async def _best(
        self, query: ToolQuery, memories: Sequence[ToolMemory], least: float
    ) -> list[ContextSummary]:
        """The best memories, without repeated snippets.

        To read a memory cannot be interrupted, so the deadline gets its chance after each.
        """
        top_k = self.settings.top_k
        best: dict[str, ContextSummary] = {}
        calibration, now = self.calibration, self.now()
        found = relevant(query.text, memories, least, calibration, now, query.named, query.targets)
        for memory in found[: _READ_PER_MEMORY * top_k]:
            summary = summary_of(memory)
            if summary is not None:
                best.setdefault(summary.snippet, summary)
            if len(best) == top_k:
                break
            await asyncio.sleep(0)
        return list(best.values())

    async def _enriched(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        limits = self.settings
        try:
            memories = await self.retrieve_relevant_context(tool, arguments, session_id)
            context = packaged(memories, limits.top_k, limits.summary_bytes, self.now())
        except StoreError as error:
            return Enrichment(arguments, "error", error.reason)
        except Exception:  # noqa: BLE001  # the one place where a bug of ours must not stop a tool
            return Enrichment(arguments, "error", "internal")
        if context is None:
            return Enrichment(arguments, "not_used", "empty")
        with_context = {**arguments, MEMORY_CONTEXT: context.model_dump(mode="json")}
        return Enrichment(with_context, "used", count=len(context.items), bytes=size_of(context))

    async def _in_time(
        self, arguments: Mapping[str, JsonValue], work: Coroutine[object, object, Enrichment]
    ) -> Enrichment:
        task = asyncio.create_task(work)
        self._left.add(task)
        task.add_done_callback(self._end)
        try:
            await asyncio.wait({task}, timeout=max(0.0, self.settings.timeout - self.spent()))
            if not task.done():
                return Enrichment(arguments, "timeout", "deadline")
            if task.cancelled():  # by the store itself: its failure, no cancellation by our caller
                return Enrichment(arguments, "error", "internal")
            return task.result()
        finally:
            # Not awaited: a task that resists cancellation would make us late. `_left` keeps it.
            task.cancel()

    def _end(self, task: "asyncio.Task[Enrichment]") -> None:
        self._left.discard(task)
        # asyncio would print an exception that nobody has retrieved.
        if not task.cancelled():
            task.exception()


def _measured(result: Enrichment) -> Enrichment:
    """The enrichment with its measures and, unless it failed, its log entry."""
    own: tuple[Measure, ...]
    match result.status:
        case "used":
            own = (_one("Used"), Measure("EnrichmentBytes", result.bytes, "Bytes"))
        case "timeout":
            own = (_one("Timeouts"),)
        case "error":
            own = (_one("Errors", ("reason", result.reason)),)
        case _:
            own = (_one("Empty"),)
    latency = Measure("EnrichmentLatency", result.seconds * 1000, "Milliseconds")
    # The words of seed 003, also for one memory: logs are searched for them.
    found = LogNote(f"Found {result.count} relevant memories", "info", {"count": result.count})
    notes = (found,) if result.status in {"used", "not_used"} else ()
    return replace(result, measures=(_one("Attempts"), latency, *own), notes=notes)


def _one(name: str, dimension: tuple[str, str] | None = None) -> Measure:
    return Measure(f"Enrichment{name}", 1, "Count", dimension)
