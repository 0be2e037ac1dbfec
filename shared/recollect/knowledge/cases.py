"""Bringing resolved cases in, to be found as "similar cases".

A case that its writer brings in again takes the place of the former, so a repeat is always safe.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from recollect.core.customers import Customers
from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.invisible import composed
from recollect.core.messages import Message, Moment, Name, without_nul
from recollect.core.shapes import WEB_PATTERN
from recollect.core.timestamps import epoch_ms, iso
from recollect.detection.mask import masked
from recollect.detection.secrets import secrets_in
from recollect.knowledge.listing import RESOLVED, places_of
from recollect.knowledge.names import folded_name
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import CASES, KnowledgeRecord, KnowledgeRepository
from recollect.servicedesk.numbers import CaseNumber, stored_ids


def _readable(content: str) -> str:
    if not content.strip():
        raise ValueError("must not be empty")
    return without_nul(composed(content))


def _without_secrets(url: str) -> str:
    # Masking would break it, and an address with a password in it is not one to hand on.
    if secrets_in(url):
        raise ValueError("must not hold credentials")
    return url


CaseUrl = Annotated[
    str,
    StringConstraints(max_length=2_048, pattern=WEB_PATTERN),
    AfterValidator(_without_secrets),
]


class NewCase(Message):
    """A resolved case; `content` says what the matter was and what solved it."""

    case_number: CaseNumber
    company: Name | None = None
    content: Annotated[str, AfterValidator(_readable)]
    url: CaseUrl | None = None
    resolved_at: Moment | None = None


class CaseBatch(Message):
    """Cases; one takes the place of that of the same writer with its number."""

    cases: Annotated[tuple[NewCase, ...], Field(min_length=1, max_length=100)]


class StoredCases(Message):
    """How many cases are kept now, and their ids in order."""

    stored: int
    ids: tuple[str, ...]


async def ingest_cases(
    batch: CaseBatch,
    ownership: Ownership,
    *,
    repository: KnowledgeRepository,
    customers: Customers,
) -> StoredCases:
    """Keep the cases of a batch; InvalidRequest where one stands in it twice.

    Nothing is kept where one is of another customer than `customers`, or of none and so everybody's
    (Forbidden), or has the number of what somebody else wrote (OwnedByAnother).
    """
    for case in batch.cases:
        customers.require_one(case.company)
    records = [_record(case) for case in batch.cases]
    ids = [record.id for record in records]
    errors = [
        FieldError(f"cases.{place}.case_number", "stands twice in this batch")
        for place, case_id in enumerate(ids)
        if case_id in ids[:place]
    ]
    if errors:
        raise InvalidRequest(errors)
    # What takes their place is its writer's only if they are.
    former = await _former(ids, repository)
    await ownership.own(CASES, [*ids, *former])
    await repository.put(CASES, records)
    await ownership.enlist(CASES, places_of(records, RESOLVED))
    if former:
        await ownership.owners.strike(CASES, former)
        await repository.remove(CASES, former)
    return StoredCases(stored=len(ids), ids=tuple(ids))


async def _former(ids: Sequence[str], repository: KnowledgeRepository) -> Sequence[str]:
    """The ids under which an earlier release kept these cases, where it did."""
    others = [former for each in ids for former in stored_ids(each) if former != each]
    return [each.id for each in await repository.get(CASES, others)] if others else ()


def _record(case: NewCase) -> KnowledgeRecord:
    number = case.case_number
    # Excerpts are shown to whoever may see packs: no slicer stands between, as it does for
    # evidence. So what nobody should read is not even kept.
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
