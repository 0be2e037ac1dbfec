"""The requests about the memories of an app; they become the methods of `api.app(slug)`.

In the examples `app` is `api.app("epic-web")`, and `memory` is the only memory that it has.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.client.requests import ApiRequest, Listing, built, reads, segment, writes
from recollect.core.messages import Source
from recollect.memories.learned import MemoryUplift, UpliftList, UpliftReport
from recollect.memories.model import (
    CitationOutcome,
    History,
    ListedMemory,
    ListedState,
    Memory,
    MemoryList,
    Outcome,
    Stage,
    StoredMemory,
    Vote,
)
from recollect.memories.receipts import (
    CitationsJudged,
    Cited,
    CitedEvidence,
    DeletionReceipt,
    Retracted,
    StoredBatch,
)
from recollect.memories.requests import (
    MemoryBatch,
    MemoryListing,
    NewCitationOutcome,
    NewCitations,
    NewCorrection,
    NewMemory,
    NewOutcome,
    NewVote,
    Search,
    UpliftQuery,
)
from recollect.memories.search_result import SearchResult

_PAGE_SIZE: Final = 100


def _memories(app_slug: str) -> str:
    return f"/apps/{segment(app_slug)}/memories"


def _memory(app_slug: str, memory_id: str, rest: str = "") -> str:
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
    return reads("GET", _memory(app_slug, memory_id), Memory)


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
    page_size: int = _PAGE_SIZE,
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
    return Listing(
        reads("GET", _memories(app_slug), MemoryList, query),
        lambda page: page.memories,
        lambda page: page.next_cursor,
    )


def history(app_slug: str, memory_id: str) -> ApiRequest[History]:
    """Get what happened to a memory, oldest event first.

    >>> app.history(memory.id).events[0].type
    'stored'
    """
    return reads("GET", _memory(app_slug, memory_id, "/history"), History)


def _uplift(app_slug: str, limit: int) -> ApiRequest[UpliftList]:
    query = built(UpliftQuery, limit=limit)
    return reads("GET", f"/apps/{segment(app_slug)}/uplift", UpliftList, query)


def uplift(app_slug: str) -> ApiRequest[UpliftReport]:
    """Get how much better runs end with the memories of the app than without any.

    >>> app.uplift().status
    'unknown'
    """
    listed = _uplift(app_slug, 1)
    return ApiRequest(
        listed.method, listed.path, lambda body: listed.read(body).app, query=listed.query
    )


def uplifts(app_slug: str, *, page_size: int = _PAGE_SIZE) -> Listing[UpliftList, MemoryUplift]:
    """Iterate over how much better runs end with each memory that was tried, newest first.

    >>> list(app.uplifts())
    []
    """
    return Listing(
        _uplift(app_slug, page_size), lambda page: page.memories, lambda page: page.next_cursor
    )


def cite(
    app_slug: str,
    *,
    run_id: str,
    memory_ids: Sequence[str] | None = None,
    evidence: Sequence[CitedEvidence | Mapping[str, str]] | None = None,
    situation: str | None = None,
    stage: Stage | None = None,
    category: str | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Cited]:
    """Record the memories and the evidence items that a run used.

    >>> app.cite(run_id="run-1", memory_ids=[memory.id]).cited == (memory.id,)
    True
    >>> lamps = api.store_evidence([{"id": "lamps", "content": "Lamps last 2000 hours"}])
    >>> app.cite(run_id="run-1", evidence=[{"id": "lamps"}], situation="A dark room").evidence
    (CitedEvidence(tenant='default', project='default', id='lamps'),)
    """
    body = built(
        NewCitations,
        run_id=run_id,
        memory_ids=memory_ids,
        evidence=evidence,
        situation=situation,
        stage=stage,
        category=category,
    )
    return writes("POST", f"/apps/{segment(app_slug)}/citations", Cited, body, key=idempotency_key)


def report_outcome(
    app_slug: str,
    *,
    run_id: str,
    outcome: CitationOutcome,
    memory_ids: Sequence[str] | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[CitationsJudged]:
    """Report how a run turned out, for all memories that it cited or only for `memory_ids`.

    >>> app.cite(run_id="run-2", memory_ids=[memory.id]).run_id
    'run-2'
    >>> app.report_outcome(run_id="run-2", outcome="success").updated == (memory.id,)
    True
    """
    body = built(
        NewCitationOutcome, outcome=outcome, memory_ids=memory_ids, occurred_at=occurred_at
    )
    path = f"/apps/{segment(app_slug)}/citations/{segment(run_id)}/outcome"
    return writes("PUT", path, CitationsJudged, body, key=idempotency_key)


def correct(
    app_slug: str,
    memory_id: str,
    correction: str,
    *,
    category: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Correct a memory: say what should have happened instead.

    >>> app.correct(memory.id, "Look for the lens cap first").metadata.outcome
    'corrected'
    """
    body = built(NewCorrection, correction=correction, category=category, occurred_at=occurred_at)
    path = _memory(app_slug, memory_id, "/correction")
    return writes("PUT", path, Memory, body, key=idempotency_key)


def judge(
    app_slug: str,
    memory_id: str,
    outcome: Outcome,
    *,
    correction: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Report how the decision of one memory turned out.

    >>> app.judge(memory.id, "failed", correction="It was the fuse").metadata.outcome
    'failed'
    """
    body = built(NewOutcome, outcome=outcome, correction=correction, occurred_at=occurred_at)
    path = _memory(app_slug, memory_id, "/outcome")
    return writes("PUT", path, Memory, body, key=idempotency_key)


def vote(
    app_slug: str,
    memory_id: str,
    vote: Vote,
    *,
    voter_id: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Vote on a memory. Each voter counts once; a caller with the claim `relay` names the voter.

    >>> app.vote(memory.id, "upvote", voter_id="ada").metadata.votes.upvotes
    1
    """
    body = built(NewVote, vote=vote, voter_id=voter_id, occurred_at=occurred_at)
    path = _memory(app_slug, memory_id, "/votes")
    return writes("POST", path, Memory, body, key=idempotency_key)


def validate(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Memory]:
    """Confirm that a memory is still accurate.

    >>> app.validate(memory.id).metadata.last_validated_at is None
    False
    """
    path = _memory(app_slug, memory_id, "/validation")
    return writes("POST", path, Memory, key=idempotency_key)


def retract(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Retracted]:
    """Archive a wrong memory, void its citations, and quarantine what was derived from it.

    The answer names the runs and memories that this affected.

    >>> app.retract(memory.id).retracted == memory.id
    True
    """
    path = _memory(app_slug, memory_id, "/retract")
    return writes("POST", path, Retracted, key=idempotency_key)


def restore(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Memory]:
    """Bring an archived memory back.

    >>> app.retract(memory.id).affected.memories
    ()
    >>> app.restore(memory.id).metadata.state
    'active'
    """
    path = _memory(app_slug, memory_id, "/restore")
    return writes("POST", path, Memory, key=idempotency_key)


def forget(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[DeletionReceipt]:
    """Delete a memory for good.

    >>> app.forget(memory.id).deleted_count
    1
    """
    return writes("DELETE", _memory(app_slug, memory_id), DeletionReceipt, key=idempotency_key)
