"""Giving a tool its memories before it runs: in time, or not at all.

The tool runs in any case: a store that hangs, fails or answers garbage costs at most the deadline,
and is counted.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from recollect.core.errors import StoreError
from recollect.core.measures import Measure, Note
from recollect.enrichment.choosing import Mode, relevant, summary_of
from recollect.enrichment.memories import (
    ContextSummary,
    MemorySearch,
    ToolMemory,
    ToolMemoryRepository,
    session_key,
)
from recollect.enrichment.packaging import packaged, size_of
from recollect.enrichment.queries import query_for
from recollect.relevance.fusion import Fusion
from recollect.tools.memory_context import (
    MEMORY_CONTEXT,
    Enrichment,
    EnrichmentStatus,
    MemoryContext,
)

# More than are given: some may say the same, or nothing, or be irrelevant.
_ASKED_FOR_EACH: Final = 4
# Of memories that say nothing readable not all are read: each costs time that the tool waits.
_READ_FOR_EACH: Final = 2


@dataclass(frozen=True, slots=True)
class EnricherSettings:
    """Which tools, from which memories, how many of them, in which time (seconds) and bytes."""

    tools: frozenset[str]
    mode: Mode = "hybrid"
    top_k: int = 3
    timeout: float = 0.4
    summary_bytes: int = 1_500


@dataclass(frozen=True, slots=True)
class _Outcome:
    status: EnrichmentStatus
    reason: str = ""
    context: MemoryContext | None = None


@dataclass(frozen=True, slots=True)
class Enricher:
    """Gives tools their memories (the port ToolEnricher).

    `least` is the least relevance (0…1) of a memory. `clock` gives seconds, as the event loop does.
    """

    memories: ToolMemoryRepository
    settings: EnricherSettings
    fusion: Fusion
    least: float
    clock: Callable[[], float]
    now: Callable[[], datetime]
    _left: "set[asyncio.Task[_Outcome]]" = field(
        default_factory=set, init=False, repr=False, compare=False
    )

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        """The arguments with a `memoryContext`, or the very ones that came, and why."""
        if tool not in self.settings.tools:
            return Enrichment(arguments, "disabled", "not_listed")
        if MEMORY_CONTEXT in arguments:
            measures = (_one("Attempts"), _one("Present"))
            return Enrichment(arguments, "not_used", "present", measures=measures)
        started = self.clock()
        outcome = await self._in_time(self._outcome(tool, arguments, session_id))
        return _enrichment(arguments, outcome, self.clock() - started)

    async def retrieve_relevant_context(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> list[ContextSummary]:
        """The memories that a tool may be helped by, best first. Raises StoreError.

        Those of the tool, of the session, or of the session where the tool has none.
        """
        mode, top_k = self.settings.mode, self.settings.top_k
        of_tool = tool if mode != "conversation" else None
        of_session = session_key(session_id) if session_id and mode != "tool" else None
        if of_tool is None and of_session is None:
            return []
        query = query_for(tool, arguments)
        limit = _ASKED_FOR_EACH * top_k
        found = await self.memories.find(
            MemorySearch(query.domain, query.text, limit, of_tool, of_session)
        )
        # Without details of the case nothing can be compared with it; all of its session belongs
        # to it.
        least = self.least if query.has_details else 0.0
        tools = await self._best(found.of_tool, least, query.named) if of_tool else []
        if tools or of_session is None:
            return tools
        return await self._best(found.of_session, 0.0)

    async def _best(
        self, memories: Sequence[ToolMemory], least: float, named: Collection[str] = ()
    ) -> list[ContextSummary]:
        """The best memories, none twice in the same words.

        Reading one is work that cannot be interrupted, so the deadline gets its chance after each.
        """
        top_k = self.settings.top_k
        best: dict[str, ContextSummary] = {}
        for each in relevant(memories, least, self.fusion, named)[: _READ_FOR_EACH * top_k]:
            summary = summary_of(each)
            if summary is not None:
                best.setdefault(summary.snippet, summary)
            if len(best) == top_k:
                break
            await asyncio.sleep(0)
        return list(best.values())

    async def _outcome(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> _Outcome:
        try:
            memories = await self.retrieve_relevant_context(tool, arguments, session_id)
            context = packaged(
                memories, self.settings.top_k, self.settings.summary_bytes, self.now()
            )
        except StoreError as error:
            return _Outcome("error", error.reason)
        except Exception:  # noqa: BLE001  # the one place where a bug of ours must not stop a tool
            return _Outcome("error", "internal")
        if context is None:
            return _Outcome("not_used", "empty")
        return _Outcome("used", context=context)

    async def _in_time(self, work: Coroutine[object, object, _Outcome]) -> _Outcome:
        task = asyncio.create_task(work)
        self._left.add(task)
        task.add_done_callback(self._end)
        try:
            await asyncio.wait({task}, timeout=self.settings.timeout)
            if not task.done():
                return _Outcome("timeout", "deadline")
            # A store may cancel itself; that is its failure, and no cancellation by our caller.
            return _Outcome("error", "internal") if task.cancelled() else task.result()
        finally:
            # Never awaited: one that resists would make us late. It is kept until it has ended.
            task.cancel()

    def _end(self, task: "asyncio.Task[_Outcome]") -> None:
        self._left.discard(task)
        # Asked for, since nobody else may: asyncio would print what nobody has asked for.
        if not task.cancelled():
            task.exception()


def _enrichment(
    arguments: Mapping[str, JsonValue], outcome: _Outcome, seconds: float
) -> Enrichment:
    context = outcome.context
    count, size = (len(context.items), size_of(context)) if context else (0, 0)
    enriched = {**arguments, MEMORY_CONTEXT: context.model_dump(mode="json")} if context else None
    return Enrichment(
        arguments if enriched is None else enriched,
        outcome.status,
        outcome.reason,
        count,
        seconds,
        size,
        _measures(outcome, seconds, size),
        (_found(count),) if outcome.status in {"used", "not_used"} else (),
    )


def _measures(outcome: _Outcome, seconds: float, size: int) -> tuple[Measure, ...]:
    always = (
        _one("Attempts"),
        Measure("EnrichmentLatency", seconds * 1000, "Milliseconds"),
    )
    match outcome.status:
        case "used":
            return (*always, _one("Used"), Measure("EnrichmentBytes", size, "Bytes"))
        case "timeout":
            return (*always, _one("Timeouts"))
        case "error":
            return (*always, _one("Errors", ("reason", outcome.reason)))
        case _:
            return (*always, _one("Empty"))


def _one(name: str, dimension: tuple[str, str] | None = None) -> Measure:
    return Measure(f"Enrichment{name}", 1, "Count", dimension)


def _found(count: int) -> Note:
    memories = "memory" if count == 1 else "memories"
    return Note(f"Found {count} relevant {memories}", "info", {"count": count})
