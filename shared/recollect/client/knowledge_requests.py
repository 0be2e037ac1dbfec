"""The requests about evidence and resolved cases; they become methods of `Recollect` itself.

In the examples `api` is a `Recollect`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.client.requests import (
    PAGE_SIZE,
    ApiRequest,
    Listing,
    built,
    in_query,
    reads,
    segment,
    writes,
)
from recollect.knowledge.case_reading import CaseListing, CasePage, KnownCase
from recollect.knowledge.case_storing import CaseBatch, NewCase, StoredCases
from recollect.knowledge.evidence_reading import EvidenceListing, EvidencePage, EvidenceScope
from recollect.knowledge.forgetting import Forgotten
from recollect.knowledge.requests import EvidenceBatch, NewEvidence, StoredEvidence
from recollect.slicing.sliced import SlicedItem


def _item(item_id: str) -> str:
    return f"/evidence/{segment(item_id)}"


def _case(case_number: str) -> str:
    return f"/cases/{segment(case_number)}"


def store_evidence(
    items: Sequence[NewEvidence | Mapping[str, object]],
    *,
    tenant: str | None = None,
    project: str | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[StoredEvidence]:
    """Store up to 100 items of evidence. An item replaces the one you stored under the same id.

    `failed` lists the items that could not be stored, `withheld` those that were stored, but are
    shown to nobody. An honest item that is marked `instructionLike`, since it reads like orders, is
    lifted if you have read it and send it again with `lift_instruction_like` (`knowledge:admin`).

    >>> api.store_evidence([{"id": "lamps", "content": "Lamps last 2000 hours"}]).ids
    ('lamps',)
    """
    batch = built(EvidenceBatch, tenant=tenant, project=project, items=items)
    return writes("POST", "/evidence", StoredEvidence, batch, key=idempotency_key)


def evidence(
    *,
    tenant: str | None = None,
    project: str | None = None,
    tags: Sequence[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    fields: Mapping[str, str | float] | None = None,
    page_size: int = PAGE_SIZE,
) -> Listing[EvidencePage, SlicedItem]:
    """Iterate over all evidence, newest first; each page is fetched when it is needed.

    `fields` filters by metadata: the value that each named field must have.

    >>> stored = api.store_evidence([{"content": "Room 7 has no lamp", "tags": ["rooms"]}])
    >>> [each.content for each in api.evidence(tags=["rooms"])]
    ['Room 7 has no lamp']
    """
    query = built(
        EvidenceListing,
        **{name: in_query(value) for name, value in (fields or {}).items()},
        tenant=tenant,
        project=project,
        tags=tags,
        since=since,
        until=until,
        limit=page_size,
    )
    return Listing(reads("GET", "/evidence", EvidencePage, query), lambda page: page.items)


def evidence_item(
    item_id: str, *, tenant: str | None = None, project: str | None = None
) -> ApiRequest[SlicedItem]:
    """Get an item of evidence by its id, without what you may not see of it.

    >>> stored = api.store_evidence([{"id": "fuses", "content": "Fuses are in room 2"}])
    >>> api.evidence_item("fuses").content
    'Fuses are in room 2'
    """
    scope = built(EvidenceScope, tenant=tenant, project=project)
    return reads("GET", _item(item_id), SlicedItem, scope)


def forget_evidence(
    item_id: str,
    *,
    tenant: str | None = None,
    project: str | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Forgotten]:
    """Delete an item of evidence that you stored.

    >>> stored = api.store_evidence([{"id": "cables", "content": "Cables are in room 3"}])
    >>> api.forget_evidence("cables").deleted_count
    1
    """
    scope = built(EvidenceScope, tenant=tenant, project=project)
    return writes("DELETE", _item(item_id), Forgotten, query=scope, key=idempotency_key)


def store_cases(
    cases: Sequence[NewCase | Mapping[str, object]], *, idempotency_key: str | None = None
) -> ApiRequest[StoredCases]:
    """Store up to 100 resolved cases. A case replaces the one you stored under the same number.

    >>> solved = {"case_number": "SCS0009001", "content": "Dark projector: the lamp was changed."}
    >>> api.store_cases([solved]).ids
    ('SCS0009001',)
    """
    batch = built(CaseBatch, cases=cases)
    return writes("POST", "/cases", StoredCases, batch, key=idempotency_key)


def cases(
    *,
    company: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    page_size: int = PAGE_SIZE,
) -> Listing[CasePage, KnownCase]:
    """Iterate over all resolved cases, latest first; each page is fetched when it is needed.

    >>> solved = {"case_number": "SCS0009002", "content": "Solved.", "company": "Lamp Shop"}
    >>> stored = api.store_cases([solved])
    >>> [each.case_number for each in api.cases(company="Lamp Shop")]
    ['SCS0009002']
    """
    query = built(CaseListing, company=company, since=since, until=until, limit=page_size)
    return Listing(reads("GET", "/cases", CasePage, query), lambda page: page.cases)


def case(case_number: str) -> ApiRequest[KnownCase]:
    """Get a resolved case by its number.

    >>> stored = api.store_cases([{"case_number": "SCS0009003", "content": "It was the fuse."}])
    >>> api.case("SCS0009003").content
    'It was the fuse.'
    """
    return reads("GET", _case(case_number), KnownCase)


def forget_case(case_number: str, *, idempotency_key: str | None = None) -> ApiRequest[Forgotten]:
    """Delete a resolved case that you stored.

    >>> stored = api.store_cases([{"case_number": "SCS0009004", "content": "It was the plug."}])
    >>> api.forget_case("SCS0009004").deleted_ids
    ('SCS0009004',)
    """
    return writes("DELETE", _case(case_number), Forgotten, key=idempotency_key)
