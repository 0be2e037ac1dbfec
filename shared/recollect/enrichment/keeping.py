"""Remembering what was run, said and suffered, so that it can help a tool later.

What is kept may be shown to whoever runs the tool next: it is masked, cut and without lines of
logs from the beginning. The id follows from what is kept, so that a repeat takes its own place.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.mask import masked
from recollect.enrichment.digest import digest, fitting
from recollect.enrichment.enriching import session_key
from recollect.enrichment.memories import Source, ToolMemoryShelf
from recollect.enrichment.queries import distinguishing, domain_of, query_for
from recollect.enrichment.requests import (
    Kept,
    NewConversation,
    NewExecution,
    NewIncident,
    UsedEnrichment,
)
from recollect.knowledge.records import KnowledgeRecord
from recollect.language.texts import folded, shortened
from recollect.tools.memory_context import MEMORY_CONTEXT

MOST_SHOWN: Final = 1_000
"""The longest snippet, in characters."""

_MOST_ARGUMENTS, _MOST_SAID = 1_000, 3_000
_MOST_TEXT = 6_000
_MOST_TAGS, _LONGEST_TAG = 48, 64
_LATENCY_STEP = 50
# What results call their point, without underscores and in lower case.
_TELLING: Final = frozenset(
    {"rootcause", "cause", "resolution", "fix", "recommendation", "conclusion", "diagnosis"}
)
_PREFIXES: Final[dict[Source, str]] = {
    "tool_exec": "exec",
    "conversation": "conv",
    "operational": "inc",
}


class Keepable(NamedTuple):
    """What is to be kept, where, and the tags that it has."""

    namespace: str
    record: KnowledgeRecord
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Memory:
    """`lines` are searched, `snippet` is shown."""

    source: Source
    domain: str
    lines: Sequence[str]
    snippet: str
    tags: tuple[str, ...]
    session_id: str | None
    tool: str | None = None


async def keep_execution(
    tool: str, new: NewExecution, *, now: datetime, shelf: ToolMemoryShelf
) -> Kept:
    """Remember that a tool was run. Raises StoreError."""
    return await _keep(execution_record(tool, new, now), shelf)


async def keep_conversation(new: NewConversation, *, now: datetime, shelf: ToolMemoryShelf) -> Kept:
    """Remember what was said in a session. Raises StoreError."""
    return await _keep(conversation_record(new, now), shelf)


async def keep_incident(new: NewIncident, *, now: datetime, shelf: ToolMemoryShelf) -> Kept:
    """Remember an operational incident. Raises StoreError."""
    return await _keep(incident_record(new, now), shelf)


def execution_record(tool: str, new: NewExecution, now: datetime) -> Keepable:
    """The record of an execution; what the tool was reminded of is no part of it."""
    arguments = {name: each for name, each in new.arguments.items() if name != MEMORY_CONTEXT}
    domain = new.domain or domain_of(tool, arguments)
    own = (f"tool:{tool}", *_circumstances(domain, new.environment, new.severity))
    further = _free(query_for(tool, arguments).tokens, (*own, "kind:"))
    tokens = _tags((own[0], f"domain:{domain}", "kind:tool_exec"), further)
    memory = _Memory(
        source="tool_exec",
        domain=domain,
        lines=(
            " ".join(distinguishing(tokens)),
            digest(arguments, _MOST_ARGUMENTS),
            digest(new.result, _MOST_SAID),
        ),
        snippet=digest(_telling_first(new.result), MOST_SHOWN),
        tags=_tags((*own, *_effects(new.enrichment)), (*tokens, *new.tags)),
        session_id=new.sessionId,
        tool=tool,
    )
    return _keepable(memory, now)


def conversation_record(new: NewConversation, now: datetime) -> Keepable:
    """The record of what was said in a session."""
    own = ("kind:conversation", *_circumstances(new.domain, new.environment))
    memory = _Memory(
        source="conversation",
        domain=new.domain,
        lines=(digest(new.text, _MOST_SAID),),
        snippet=digest(new.text, MOST_SHOWN),
        tags=_tags(own, new.tags),
        session_id=new.sessionId,
    )
    return _keepable(memory, now)


def incident_record(new: NewIncident, now: datetime) -> Keepable:
    """The record of an incident."""
    own = ("kind:operational", *_circumstances(new.domain, new.environment, new.severity))
    memory = _Memory(
        source="operational",
        domain=new.domain,
        lines=(_told(new, _MOST_SAID),),
        snippet=_told(new, MOST_SHOWN),
        tags=_tags(own, new.tags),
        session_id=new.sessionId,
    )
    return _keepable(memory, now)


async def _keep(kept: Keepable, shelf: ToolMemoryShelf) -> Kept:
    await shelf.put(kept.namespace, [kept.record])
    return Kept(id=kept.record.id, tags=kept.tags)


def _keepable(memory: _Memory, now: datetime) -> Keepable:
    namespace = f"tools:{memory.domain}"
    session = session_key(memory.session_id) if memory.session_id else None
    # What says nothing is found by nobody, and yet has to be kept as something.
    text = fitting("\n".join(filter(None, memory.lines)), _MOST_TEXT) or " ".join(memory.tags)
    known: dict[str, JsonValue] = {
        "tool": memory.tool,
        "session_key": session,
        "session_id": _shown(memory.session_id or ""),
        "snippet": memory.snippet,
    }
    metadata: dict[str, JsonValue] = {
        "kind": memory.source,
        "tags": list(memory.tags),
        "created_at": iso(now),
        "created_at_ms": epoch_ms(now),
        **{name: value for name, value in known.items() if value},
    }
    identity = json.dumps([namespace, memory.source, memory.tool, session, text])
    digits = hashlib.sha256(identity.encode()).hexdigest()[:32]
    record = KnowledgeRecord(f"{_PREFIXES[memory.source]}_{digits}", text, metadata)
    return Keepable(namespace, record, memory.tags)


def _telling_first(result: JsonValue) -> JsonValue:
    """A result with what it comes to before what it lists: a snippet may be cut short."""
    if not isinstance(result, dict):
        return result
    telling = [name for name in result if folded(name).replace("_", "").casefold() in _TELLING]
    return {**{name: result[name] for name in telling}, **result}


def _told(new: NewIncident, most: int) -> str:
    """An incident in four lines, each with a quarter of the room."""
    parts: dict[str, Sequence[str]] = {
        "symptoms": new.symptoms,
        "root cause": [new.rootCause or ""],
        "resolution": [new.resolution or ""],
        "affected": new.affectedResources,
    }
    lines = []
    for name, texts in parts.items():
        room = most // len(parts) - len(f"{name}: \n")
        said = shortened("; ".join(filter(None, (digest(each, room) for each in texts))), room)
        lines += [f"{name}: {said}"] if said else []
    return fitting("\n".join(lines), most)


def _circumstances(
    domain: str, environment: str | None, severity: str | None = None
) -> tuple[str, ...]:
    told = {"domain": domain, "environment": environment, "severity": severity}
    return tuple(f"{name}:{value}" for name, value in told.items() if value)


def _effects(used: UsedEnrichment | None) -> tuple[str, ...]:
    """What enrichment did for an execution: whether, how many, and how long in steps of 50 ms."""
    if used is None:
        return ("mem_ctx:not_used", "mem_ctx:count:0")
    # Half a step counts as a whole one.
    latency = int(used.latencyMs / _LATENCY_STEP + 0.5) * _LATENCY_STEP
    return (
        "mem_ctx:used" if used.count else "mem_ctx:not_used",
        f"mem_ctx:count:{used.count}",
        f"mem_ctx:latency:{latency}",
    )


def _tags(own: Sequence[str], further: Iterable[str]) -> tuple[str, ...]:
    """Our own tags, then further ones that do not contradict them; each once, and fit to show."""
    shown = map(_shown, (each[:_LONGEST_TAG] for each in (*own, *_free(further, own))))
    return tuple(islice(dict.fromkeys(filter(None, shown)), _MOST_TAGS))


def _free(tags: Iterable[str], taken: Sequence[str]) -> Iterable[str]:
    """The tags `name:value` whose name is none of those that are taken."""
    names = tuple(f"{tag.partition(':')[0]}:" for tag in taken)
    return (tag for tag in map(folded, tags) if not tag.startswith(names))


def _shown(text: str) -> str:
    """The text; "" where it has something in it that must not be shown."""
    return text if masked(text) == text else ""
