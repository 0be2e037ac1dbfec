"""Remember a tool that ran here: publish its execution on the bus, whose listener stores it.

The event holds the memory in the form in which it is stored: masked, cut and bounded, since a bus
has an archive.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Annotated, Final, Protocol, Self

from pydantic import Field, JsonValue, StringConstraints

from recollect.core.customers import Customers
from recollect.core.errors import StoreError
from recollect.core.measures import Measure
from recollect.core.messages import CamelMessage, Moment, Slug
from recollect.enrichment.keeping import execution_record
from recollect.enrichment.memories import ToolMemoryRecord, record_metadata, tools_namespace
from recollect.enrichment.models import NewExecution, UsedEnrichment
from recollect.enrichment.tool_findings import ToolFinding
from recollect.tools.memory_context import Enrichment

_HINTS: Final = "hints"
_Name = Annotated[str, StringConstraints(min_length=1, max_length=256)]
_Tag = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ToolExecuted(CamelMessage):
    """A tool was run here. Its arguments and result are masked and cut, as they are stored."""

    id: Annotated[str, StringConstraints(pattern=r"^exec_[0-9a-f]{32}$")]
    tool: _Name
    domain: Slug
    text: Annotated[str, StringConstraints(min_length=1, max_length=6_000)]
    snippet: Annotated[str, Field(max_length=1_000)] = ""
    tags: Annotated[tuple[_Tag, ...], Field(max_length=48)] = ()
    session_id: Annotated[str, Field(max_length=512)] = ""
    session_key: Annotated[str, Field(max_length=64)] = ""
    customers: Annotated[tuple[_Name, ...], Field(max_length=20_000)] = ()
    finding: ToolFinding | None = None
    at: Moment

    @classmethod
    def of(cls, record: ToolMemoryRecord, at: datetime) -> Self:
        """The event for the record of an execution."""
        return cls.model_validate(
            {
                **{name: each for name, each in record.metadata.items() if name in _COPIED_FIELDS},
                "id": record.id,
                "domain": record.namespace.removeprefix(tools_namespace("")),
                "text": record.text,
                "tags": record.tags,
                "at": at,
            }
        )

    def record(self) -> ToolMemoryRecord:
        """The record to store."""
        known: dict[str, JsonValue] = {
            "tool": self.tool,
            "session_key": self.session_key,
            "session_id": self.session_id,
            "snippet": self.snippet,
            "customers": list(self.customers),
            "finding": self.finding,
        }
        metadata = record_metadata("tool_exec", self.tags, self.at, known)
        return ToolMemoryRecord(
            self.id, tools_namespace(self.domain), self.text, self.tags, metadata
        )


_COPIED_FIELDS: Final = frozenset(
    {"tool", "snippet", "session_id", "session_key", "customers", "finding"}
)


def _without_hints(result: JsonValue) -> JsonValue:
    """A result without its `hints`, which come from memories: memories of memories would grow."""
    hints = result.get(_HINTS) if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(hints, list):
        return result
    hint_texts = [each for each in hints if isinstance(each, str) and each]
    return {
        name: _without_texts(hint_texts, value) for name, value in result.items() if name != _HINTS
    }


def _without_texts(texts: Iterable[str], value: JsonValue) -> JsonValue:
    if not isinstance(value, str):
        return value
    return reduce(lambda remaining, text: remaining.replace(text, ""), texts, value).rstrip()


class ExecutionPublisher(Protocol):
    """Publishes executions. One round trip; raises StoreError."""

    async def publish(self, executed: ToolExecuted, at: datetime, /) -> None:
        """Publish an execution as an event with the time `at`."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a tool: its arguments, result and session, and the customers of its caller."""

    tool: str
    arguments: Mapping[str, JsonValue]
    result: JsonValue
    session_id: str | None
    caller_customers: Customers
    enriched: Enrichment | None = None

    def event(self, now: datetime) -> ToolExecuted:
        """The event to publish."""
        enriched, used = self.enriched, None
        if enriched is not None:
            used = UsedEnrichment(count=enriched.count, latency_ms=enriched.seconds * 1000)
        # Not validated: the request was validated, and a tool may run without a session.
        new = NewExecution.model_construct(
            arguments=dict(self.arguments),
            result=_without_hints(self.result),
            session_id=self.session_id or "",
            enrichment=used,
        )
        return ToolExecuted.of(execution_record(self.tool, new, now, self.caller_customers), now)


async def publish_execution(run: Run, now: datetime, publisher: ExecutionPublisher) -> Measure:
    """Publish that a tool was run. Never raises: a failure is counted in the measure returned."""
    try:
        await publisher.publish(run.event(now), now)
    except StoreError as error:
        return Measure("ToolExecutionsLost", 1, "Count", ("reason", error.reason))
    return Measure("ToolExecutionsTold", 1, "Count")
