"""The requests about the memories of an app; they become the methods of `api.app(slug)`.

In the examples `app` is `api.app("epic-web")`, and `memory` is the only memory that it has.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.client.requests import PAGE_SIZE, ApiRequest, Listing, built, reads, segment, writes
from recollect.core.messages import Source
from recollect.memories.model import (
    History,
    ListedMemory,
    ListedState,
    Memory,
    MemoryList,
    Outcome,
    Stage,
    StoredMemory,
)
from recollect.memories.receipts import StoredBatch
from recollect.memories.requests import MemoryBatch, MemoryListing, NewMemory, Search
from recollect.memories.search_result import SearchResult


def _memories(app_slug: str) -> str:
    return f"/apps/{segment(app_slug)}/memories"


def memory_path(app_slug: str, memory_id: str, rest: str = "") -> str:
    """The path of a memory, or of what is behind it: "/history"."""
    return f"{_memories(app_slug)}/{segment(memory_id)}{rest}"


def remember(  # noqa: PLR0913  # one argument per field of NewMemory
    app_slug: str,
    *,
    situation: str,
    decision: str,
    stage: Stage,
    outcome: Outcome | None = None,
    correction: str | None = None,
    category: str | None = None,
    conversation_id: str | None = None,
    tags: Sequence[str] | None = None,
    source: Source | None = None,
    importance: float | None = None,
    trust: float | None = None,
    sensitivity: float | None = None,
    steps: Sequence[str] | None = None,
    supersedes: Sequence[str] | None = None,
    derived_from: Sequence[str] | None = None,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[StoredMemory]:
    """Store a decision. If the app has it already, `deduplicated` is true.

    >>> new = app.remember(situation="The tablet is stuck", decision="Restart it", stage="draft")
    >>> new.metadata.outcome, new.deduplicated
    ('success', False)
    """
    new = built(
        NewMemory,
        situation=situation,
        decision=decision,
        stage=stage,
        outcome=outcome,
        correction=correction,
        category=category,
        conversation_id=conversation_id,
        tags=tags,
        source=source,
        importance=importance,
        trust=trust,
        sensitivity=sensitivity,
        steps=steps,
        supersedes=supersedes,
        derived_from=derived_from,
        valid_from=valid_from,
        valid_until=valid_until,
    )
    return writes("POST", _memories(app_slug), StoredMemory, new, key=idempotency_key)


def remember_all(
    app_slug: str,
    memories: Sequence[NewMemory | Mapping[str, object]],
    *,
    idempotency_key: str | None = None,
) -> ApiRequest[StoredBatch]:
    """Store up to 100 decisions, each as if it were sent alone. A refused one has an `error`.

    >>> stuck = {"situation": "The tablet is stuck", "decision": "Restart it", "stage": "draft"}
    >>> [each.status for each in app.remember_all([stuck, stuck]).results]
    [201, 200]
    """
    batch = built(MemoryBatch, memories=memories)
    path = _memories(app_slug) + "/batch"
    return writes("POST", path, StoredBatch, batch, key=idempotency_key)


def find(  # noqa: PLR0913  # one argument per field of Search
    app_slug: str,
    query: str,
    *,
    stage: Stage | None = None,
    outcome: Outcome | None = None,
    category: str | None = None,
    tags: Sequence[str] | None = None,
    limit: int | None = None,
    threshold: float | None = None,
    include_stale: bool | None = None,
    include_global: bool | None = None,
    explain: bool | None = None,
    as_of: datetime | None = None,
    include_superseded: bool | None = None,
    run_id: str | None = None,
) -> ApiRequest[SearchResult]:
    """Find memories of similar situations, best first.

    >>> best = app.find("The projector is dark", limit=1).results[0]
    >>> best.memory.decision
    'Change the lamp'
    """
    search = built(
        Search,
        query=query,
        stage=stage,
        outcome=outcome,
        category=category,
        tags=tags,
        limit=limit,
        threshold=threshold,
        include_stale=include_stale,
        include_global=include_global,
        explain=explain,
        as_of=as_of,
        include_superseded=include_superseded,
        run_id=run_id,
    )
    return reads("POST", _memories(app_slug) + "/search", SearchResult, search)


def memory(app_slug: str, memory_id: str) -> ApiRequest[Memory]:
    """Get a memory by its id.

    >>> app.memory(memory.id).situation
    'The projector is dark'
    """
    return reads("GET", memory_path(app_slug, memory_id), Memory)


def memories(  # noqa: PLR0913  # one argument per filter
    app_slug: str,
    *,
    state: ListedState | None = None,
    category: str | None = None,
    stage: Stage | None = None,
    conversation_id: str | None = None,
    expires_before: datetime | None = None,
    needs_validation: bool | None = None,
    unproven: bool | None = None,
    disputed: bool | None = None,
    instruction_like: bool | None = None,
    page_size: int = PAGE_SIZE,
) -> Listing[MemoryList, ListedMemory]:
    """Iterate over all memories, newest first; each page is fetched when it is needed.

    >>> memory.id in [each.id for each in app.memories(stage="draft")]
    True
    """
    query = built(
        MemoryListing,
        state=state,
        category=category,
        stage=stage,
        conversation_id=conversation_id,
        expires_before=expires_before,
        needs_validation=needs_validation,
        unproven=unproven,
        disputed=disputed,
        instruction_like=instruction_like,
        limit=page_size,
    )
    return Listing(reads("GET", _memories(app_slug), MemoryList, query), lambda page: page.memories)


def history(app_slug: str, memory_id: str) -> ApiRequest[History]:
    """Get what happened to a memory, oldest event first.

    >>> app.history(memory.id).events[0].type
    'stored'
    """
    return reads("GET", memory_path(app_slug, memory_id, "/history"), History)
