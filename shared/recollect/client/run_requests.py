"""The requests about runs: what a run used, how it ended, and what the memories of an app bring.

They become methods of `api.app(slug)`. In the examples `app` is `api.app("epic-web")`, and `memory`
is the only memory that it has.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.client.requests import PAGE_SIZE, ApiRequest, Listing, built, reads, segment, writes
from recollect.memories.learned import MemoryUplift, UpliftList, UpliftReport
from recollect.memories.model import CitationOutcome, Stage
from recollect.memories.receipts import CitationsJudged, Cited, CitedEvidence
from recollect.memories.requests import NewCitationOutcome, NewCitations, UpliftQuery


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


def uplift(app_slug: str) -> ApiRequest[UpliftReport]:
    """Get how much better runs end with the memories of the app than without any.

    >>> app.uplift().status
    'unknown'
    """
    listed = _uplift(app_slug, 1)
    return ApiRequest(
        listed.method, listed.path, lambda body: listed.read(body).app, query=listed.query
    )


def uplifts(app_slug: str, *, page_size: int = PAGE_SIZE) -> Listing[UpliftList, MemoryUplift]:
    """Iterate over how much better runs end with each memory that was tried, newest first.

    >>> list(app.uplifts())
    []
    """
    return Listing(_uplift(app_slug, page_size), lambda page: page.memories)


def _uplift(app_slug: str, limit: int) -> ApiRequest[UpliftList]:
    query = built(UpliftQuery, limit=limit)
    return reads("GET", f"/apps/{segment(app_slug)}/uplift", UpliftList, query)
