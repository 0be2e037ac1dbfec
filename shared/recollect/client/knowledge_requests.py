"""What is asked of evidence and resolved cases: further methods of `Recollect` itself.

In the examples it is `api`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.client.requests import ApiRequest, Listing, asked, in_query, reads, segment, writes
from recollect.knowledge.case_reading import CaseListing, CasePage, KnownCase
from recollect.knowledge.cases import CaseBatch, NewCase, StoredCases
from recollect.knowledge.evidence_reading import EvidenceListing, EvidencePage, EvidenceScope
from recollect.knowledge.forgetting import Forgotten
from recollect.knowledge.requests import EvidenceBatch, NewEvidence, StoredEvidence
from recollect.slicing.sliced import SlicedItem

_PAGE: Final = 100


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
    """Keep up to 100 items of evidence; one takes the place of what you stored under its id.

    What could not be stored is in `failed`, what was stored for nobody to see in `withheld`.

    >>> api.store_evidence([{"id": "lamps", "content": "Lamps last 2000 hours"}]).ids
    ('lamps',)
    """
    batch = asked(EvidenceBatch, tenant=tenant, project=project, items=items)
    return writes("POST", "/evidence", StoredEvidence, batch, key=idempotency_key)


def evidence(
    *,
    tenant: str | None = None,
    project: str | None = None,
    tags: Sequence[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    fields: Mapping[str, str | float] | None = None,
    page_size: int = _PAGE,
) -> Listing[EvidencePage, SlicedItem]:
    """All evidence, newest first, asked for page by page as it is wanted.

    `fields` are what its metadata must have, by name.

    >>> stored = api.store_evidence([{"content": "Room 7 has no lamp", "tags": ["rooms"]}])
    >>> [each.content for each in api.evidence(tags=["rooms"])]
    ['Room 7 has no lamp']
    """
    query = asked(
        EvidenceListing,
        **{name: in_query(value) for name, value in (fields or {}).items()},
        tenant=tenant,
        project=project,
        tags=tags,
        since=since,
        until=until,
        limit=page_size,
    )
    return Listing(
        reads("GET", "/evidence", EvidencePage, query),
        lambda page: page.items,
        lambda page: page.next_cursor,
    )


def evidence_item(
    item_id: str, *, tenant: str | None = None, project: str | None = None
) -> ApiRequest[SlicedItem]:
    """One item of evidence, as you may see it.

    >>> stored = api.store_evidence([{"id": "fuses", "content": "Fuses are in room 2"}])
    >>> api.evidence_item("fuses").content
    'Fuses are in room 2'
    """
    scope = asked(EvidenceScope, tenant=tenant, project=project)
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
    scope = asked(EvidenceScope, tenant=tenant, project=project)
    return writes("DELETE", _item(item_id), Forgotten, query=scope, key=idempotency_key)


def store_cases(
    cases: Sequence[NewCase | Mapping[str, object]], *, idempotency_key: str | None = None
) -> ApiRequest[StoredCases]:
    """Keep up to 100 resolved cases; one takes the place of what you stored under its number.

    >>> solved = {"case_number": "SCS0009001", "content": "Dark projector: the lamp was changed."}
    >>> api.store_cases([solved]).ids
    ('SCS0009001',)
    """
    batch = asked(CaseBatch, cases=cases)
    return writes("POST", "/cases", StoredCases, batch, key=idempotency_key)


def cases(
    *,
    company: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    page_size: int = _PAGE,
) -> Listing[CasePage, KnownCase]:
    """All resolved cases, latest first, asked for page by page as they are wanted.

    >>> solved = {"case_number": "SCS0009002", "content": "Solved.", "company": "Lamp Shop"}
    >>> stored = api.store_cases([solved])
    >>> [each.case_number for each in api.cases(company="Lamp Shop")]
    ['SCS0009002']
    """
    query = asked(CaseListing, company=company, since=since, until=until, limit=page_size)
    return Listing(
        reads("GET", "/cases", CasePage, query),
        lambda page: page.cases,
        lambda page: page.next_cursor,
    )


def case(case_number: str) -> ApiRequest[KnownCase]:
    """One resolved case.

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
