"""Stores resolved cases, to be found as "similar cases".

A writer may store a case again, which replaces it, so a repeat is always safe.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from recollect.core.customers import Customers
from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.invisible import visible
from recollect.core.messages import Message, Moment, Name, without_nul
from recollect.core.shapes import WEB_PATTERN
from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.mask import masked
from recollect.detection.secrets import secrets_in
from recollect.knowledge.folded_names import folded_name
from recollect.knowledge.list_places import RESOLVED, places_of
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import CASES, KnowledgeRecord, KnowledgeRepository
from recollect.servicedesk.numbers import CaseNumber


def _readable(content: str) -> str:
    if not content.strip():
        raise ValueError("must not be empty")
    return without_nul(visible(content))


def _without_secrets(url: str) -> str:
    # Masking would break the address, and one with a password in it must not be passed on.
    if secrets_in(url):
        raise ValueError("must not hold credentials")
    return url


CaseUrl = Annotated[
    str,
    StringConstraints(max_length=2_048, pattern=WEB_PATTERN),
    AfterValidator(_without_secrets),
]


class NewCase(Message):
    """A resolved case; `content` says what the problem was and what solved it."""

    case_number: CaseNumber
    company: Name | None = None
    content: Annotated[str, AfterValidator(_readable)]
    url: CaseUrl | None = None
    resolved_at: Moment | None = None


class CaseBatch(Message):
    """Cases; each replaces what the same writer stored under its number."""

    cases: Annotated[tuple[NewCase, ...], Field(min_length=1, max_length=100)]


class StoredCases(Message):
    """How many cases were stored, and their ids in order."""

    stored: int
    ids: tuple[str, ...]


async def ingest_cases(
    batch: CaseBatch,
    ownership: Ownership,
    *,
    repository: KnowledgeRepository,
    customers: Customers,
) -> StoredCases:
    """Store the cases of a batch; InvalidRequest if it has one twice.

    Raises Forbidden, and stores nothing, if a case belongs to a customer not among `customers`, or
    to none and so to everybody; and OwnedByAnother if somebody else wrote the case of its number.
    """
    for case in batch.cases:
        customers.require_named(case.company)
    records = [_record(case) for case in batch.cases]
    ids = [record.id for record in records]
    errors = [
        FieldError(f"cases.{place}.case_number", "stands twice in this batch")
        for place, case_id in enumerate(ids)
        if case_id in ids[:place]
    ]
    if errors:
        raise InvalidRequest(errors)
    await ownership.own(CASES, ids)
    await repository.put(CASES, records)
    await ownership.enlist(CASES, places_of(records, RESOLVED))
    return StoredCases(stored=len(ids), ids=tuple(ids))


def _record(case: NewCase) -> KnowledgeRecord:
    number = case.case_number
    # Excerpts are shown to everyone who may see packs, without a slicer in between as there is for
    # evidence. So text that nobody should read is not even stored.
    return KnowledgeRecord(number, masked(case.content), {"case_number": number, **_known(case)})


def _known(case: NewCase) -> Mapping[str, JsonValue]:
    known: dict[str, JsonValue] = {}
    if case.company is not None:
        known |= {"company": case.company, "company_key": folded_name(case.company)}
    if case.url is not None:
        known["url"] = case.url
    if case.resolved_at is not None:
        known |= {
            "resolved_at": iso(case.resolved_at),
            "resolved_at_ms": epoch_ms(case.resolved_at),
        }
    return known
