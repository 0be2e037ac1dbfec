"""Resolved cases that were brought in, by their numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from recollect.core.customers import Customers
from recollect.core.messages import Message, Omittable
from recollect.knowledge.records import CASES, KnowledgeRecord, KnowledgeRepository
from recollect.retrieval.items import Metadata
from recollect.servicedesk.numbers import kept_as


class KnownCase(Message):
    """A resolved case, without secrets and personal data."""

    case_number: str
    content: str
    company: Omittable[str] = None
    url: Omittable[str] = None
    resolved_at: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class KeptCases:
    """The cases of some customers, and nobody's; there are no others."""

    repository: KnowledgeRepository
    customers: Customers

    async def numbered(self, numbers: Sequence[str]) -> Mapping[str, KnownCase]:
        """Those that are kept of these numbers, by the number as it is asked for.

        One round trip; raises StoreError.
        """
        ids = list(dict.fromkeys(chain.from_iterable(map(kept_as, numbers))))
        records = await self.repository.get(CASES, ids)
        seen = {
            each.id: known_case(each)
            for each in records
            if self.customers.allow(known_case(each).company)
        }
        found = {each: [seen[kept] for kept in kept_as(each) if kept in seen] for each in numbers}
        return {number: cases[0] for number, cases in found.items() if cases}


def known_case(record: KnowledgeRecord) -> KnownCase:
    """A case as it is read back."""
    metadata = record.metadata
    return KnownCase(
        case_number=_text(metadata, "case_number") or record.id,
        content=record.text,
        company=_text(metadata, "company"),
        url=_text(metadata, "url"),
        resolved_at=_text(metadata, "resolved_at"),
    )


def _text(metadata: Metadata, name: str) -> str | None:
    value = metadata.get(name)
    return value if isinstance(value, str) and value else None
