"""Make and store memories of tools: of executions, conversations and incidents.

Whoever runs the tool next may see a memory, so it is masked, cut and freed of log lines before it
is stored. Its id is derived from its content, so that a repeated request replaces the memory.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from pydantic import JsonValue

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.ids import content_id
from recollect.detection.mask import masked
from recollect.enrichment.customers import concerned_customers, customers_named, customers_tagged
from recollect.enrichment.digest import MAX_READ_CHARS, digest, first_lines
from recollect.enrichment.importance import members_by_importance, parsed_texts, rows_by_importance
from recollect.enrichment.memories import (
    AFFECTED,
    SYMPTOMS,
    ToolMemoryKind,
    ToolMemoryRecord,
    ToolMemoryRepository,
    record_metadata,
    session_key,
    tools_namespace,
)
from recollect.enrichment.models import (
    Kept,
    NewConversation,
    NewExecution,
    NewIncident,
    UsedEnrichment,
)
from recollect.enrichment.queries import distinguishing, domain_of, query_for
from recollect.enrichment.tool_findings import (
    ToolFinding,
    finding_of,
    has_injection,
    is_informative,
    is_no_remedy,
    tags_without_injections,
)
from recollect.language.texts import collapsed, shortened
from recollect.tools.memory_context import MEMORY_CONTEXT

MAX_SNIPPET_CHARS: Final = 1_000
"""The most characters of a snippet."""

_MAX_ARGUMENTS_LENGTH, _MAX_PART_LENGTH = 1_000, 3_000
_MAX_TEXT_LENGTH = 6_000
_MAX_TAGS, _MAX_TAG_LENGTH = 48, 64
_LATENCY_STEP = 50
_PREFIXES: Final[dict[ToolMemoryKind, str]] = {
    "tool_exec": "exec",
    "conversation": "conv",
    "operational": "inc",
}


@dataclass(frozen=True, slots=True)
class _Memory:
    """The parts of a record: `lines` are searched, `snippet` is shown."""

    source: ToolMemoryKind
    domain: str
    lines: Sequence[str]
    snippet: str
    tags: tuple[str, ...]
    session_id: str | None
    tool: str | None = None
    owner: str = ""
    customers: tuple[str, ...] = ()
    finding: ToolFinding | None = None
    supersedes: tuple[str, ...] = ()


async def keep(record: ToolMemoryRecord, memories: ToolMemoryRepository) -> Kept:
    """Store a memory. Raises StoreError."""
    await memories.put(record)
    return Kept(id=record.id, tags=record.tags)


def execution_record(
    tool: str, new: NewExecution, now: datetime, caller_customers: Customers = ALL_CUSTOMERS
) -> ToolMemoryRecord:
    """The record of an execution, without the tool's `memoryContext`."""
    arguments = {name: each for name, each in new.arguments.items() if name != MEMORY_CONTEXT}
    result = rows_by_importance(parsed_texts(new.result))
    domain = new.domain or domain_of(tool, arguments)
    own = (f"tool:{tool}", *_circumstances(domain, new.environment, new.severity))
    further = _free(query_for(tool, arguments).tokens, (*own, "kind:"))
    tokens = _tags((own[0], f"domain:{domain}", "kind:tool_exec"), further)
    memory = _Memory(
        source="tool_exec",
        domain=domain,
        lines=(
            " ".join(distinguishing(tokens)),
            digest(arguments, _MAX_ARGUMENTS_LENGTH),
            digest(result, _MAX_PART_LENGTH),
        ),
        snippet=digest(members_by_importance(result), MAX_SNIPPET_CHARS),
        tags=_tags((*own, *_effect_tags(new.enrichment)), (*tokens, *new.tags)),
        session_id=new.session_id,
        tool=tool,
        customers=concerned_customers(
            (*customers_named((arguments, result)), *customers_tagged(new.tags)),
            caller_customers,
        ),
        finding=finding_of(result),
        supersedes=new.supersedes,
    )
    return _record(memory, now)


def conversation_record(
    new: NewConversation, now: datetime, caller_customers: Customers = ALL_CUSTOMERS
) -> ToolMemoryRecord:
    """The record of a text of a session."""
    own = ("kind:conversation", *_circumstances(new.domain, new.environment))
    memory = _Memory(
        source="conversation",
        domain=new.domain,
        lines=(digest(new.text, _MAX_PART_LENGTH),),
        snippet=digest(new.text, MAX_SNIPPET_CHARS),
        tags=_tags(own, new.tags),
        session_id=new.session_id,
        customers=concerned_customers(customers_tagged(new.tags), caller_customers),
        finding="orders" if has_injection(new.text) else None,
        supersedes=new.supersedes,
    )
    return _record(memory, now)


def incident_record(
    new: NewIncident, now: datetime, owner: str = "", caller_customers: Customers = ALL_CUSTOMERS
) -> ToolMemoryRecord:
    """The record of an incident, which replaces only one of the same owner ("" for a relay)."""
    own = ("kind:operational", *_circumstances(new.domain, new.environment, new.severity))
    memory = _Memory(
        source="operational",
        domain=new.domain,
        lines=(_incident_lines(new, _MAX_PART_LENGTH),),
        snippet=_incident_lines(new, MAX_SNIPPET_CHARS),
        tags=_tags(own, new.tags),
        session_id=new.session_id,
        owner=owner,
        customers=concerned_customers(customers_tagged(new.tags), caller_customers),
        finding=_finding_of_incident(new),
        supersedes=new.supersedes,
    )
    return _record(memory, now)


def _record(memory: _Memory, now: datetime) -> ToolMemoryRecord:
    namespace = tools_namespace(memory.domain)
    session = session_key(memory.session_id) if memory.session_id else None
    # A record without a text cannot be stored.
    text = first_lines("\n".join(filter(None, memory.lines)), _MAX_TEXT_LENGTH) or " ".join(
        memory.tags
    )
    known: dict[str, JsonValue] = {
        "tool": memory.tool,
        "session_key": session,
        "session_id": _shown(memory.session_id or ""),
        "snippet": memory.snippet,
        "customers": list(memory.customers),
        "finding": memory.finding,
        "supersedes": list(memory.supersedes),
    }
    metadata = record_metadata(memory.source, memory.tags, now, known)
    owned = [memory.owner] if memory.owner else []
    identity = (namespace, memory.source, memory.tool, session, text, *owned)
    record_id = content_id(_PREFIXES[memory.source], *identity)
    return ToolMemoryRecord(record_id, namespace, text, memory.tags, metadata)


def _finding_of_incident(new: NewIncident) -> ToolFinding | None:
    explained = [each for each in (new.root_cause, new.resolution) if each]
    texts = [*new.symptoms, *explained, *new.affected_resources]
    # The parts are shown as one text, so two of them together may be an injection.
    if has_injection([*texts, "\n".join(texts)]):
        return "orders"
    if is_informative(new.root_cause) or (
        is_informative(new.resolution) and not is_no_remedy(new.resolution)
    ):
        return "cause"
    return "trouble" if any(map(is_informative, explained)) else None


def _incident_lines(new: NewIncident, most: int) -> str:
    """An incident in four lines, each with a quarter of the room."""
    parts: dict[str, Sequence[str]] = {
        SYMPTOMS: new.symptoms,
        "root cause: ": [new.root_cause or ""],
        "resolution: ": [new.resolution or ""],
        AFFECTED: new.affected_resources,
    }
    lines = []
    for begin, texts in parts.items():
        room = most // len(parts) - len(f"{begin}\n")
        if part := shortened("; ".join(_digests(texts, room)), room):
            lines.append(f"{begin}{part}")
    return first_lines("\n".join(lines), most)


def _digests(texts: Iterable[str], room: int) -> Iterator[str]:
    """Digests of texts until they fill the room; the texts behind are not read."""
    read = filled = 0
    for text in texts:
        if filled > room or read >= MAX_READ_CHARS:
            return
        read += len(text)
        if shown := digest(text, room):
            filled += len(shown)
            yield shown


def _circumstances(
    domain: str, environment: str | None, severity: str | None = None
) -> tuple[str, ...]:
    given = {"domain": domain, "environment": environment, "severity": severity}
    return tuple(f"{name}:{value}" for name, value in given.items() if value)


def _effect_tags(used: UsedEnrichment | None) -> tuple[str, ...]:
    """Tags of an execution's enrichment: used or not, how many memories, the latency to 50 ms."""
    if used is None:
        return ("mem_ctx:not_used", "mem_ctx:count:0")
    # Half a step is rounded up.
    latency = int(used.latency_ms / _LATENCY_STEP + 0.5) * _LATENCY_STEP
    return (
        "mem_ctx:used" if used.count else "mem_ctx:not_used",
        f"mem_ctx:count:{used.count}",
        f"mem_ctx:latency:{latency}",
    )


def _tags(own: Sequence[str], further: Iterable[str]) -> tuple[str, ...]:
    """Our own tags, then further ones with other names; each once, and only if it may be shown."""
    shown = map(_shown, (each[:_MAX_TAG_LENGTH] for each in (*own, *_free(further, own))))
    return tuple(islice(dict.fromkeys(tags_without_injections(filter(None, shown))), _MAX_TAGS))


def _free(tags: Iterable[str], taken: Sequence[str]) -> Iterable[str]:
    """The tags `name:value` whose name is not among those of the `taken` tags."""
    names = tuple(f"{tag.partition(':')[0]}:" for tag in taken)
    return (tag for tag in map(collapsed, tags) if not tag.startswith(names))


def _shown(text: str) -> str:
    """The text; "" if it contains anything that must not be shown."""
    return text if masked(text) == text else ""
