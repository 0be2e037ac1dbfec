"""Capturing exemplars: storing interactions that went so well that others may learn from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from recollect.core.concurrency import gather_both
from recollect.core.customers import Customers
from recollect.core.ids import content_id
from recollect.core.writer import Writer
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.discovery.exemplar_texts import action_of, summary_of
from recollect.discovery.exemplars import FoundExemplar, decision
from recollect.knowledge.folded_names import folded_name
from recollect.knowledge.records import CASES, KnowledgeRepository

NEAR_DUPLICATE: Final = 0.97
"""The minimal cosine at which two summaries count as the same."""
_MAX_SIMILAR = 5


@dataclass(frozen=True, slots=True)
class StoredExemplar:
    """An interaction as it is stored: searches find it by its summary, and read back the rest."""

    id: str
    at: datetime
    exemplar: FoundExemplar


class ExemplarRepository(Protocol):
    """Where exemplars are stored and searched. Raises StoreError."""

    async def similar(self, text: str, limit: int) -> Sequence[FoundExemplar]:
        """The exemplars most similar to a text, the most similar first."""

    async def put(self, stored: StoredExemplar) -> None:
        """Store an exemplar, replacing the one with its id."""


async def capture_exemplar(
    new: NewExemplar,
    now: datetime,
    writer: Writer,
    *,
    repository: ExemplarRepository,
    cases: KnowledgeRepository,
    customers: Customers,
) -> CaptureResult:
    """Store an interaction if it is good enough and says more than what is stored.

    It replaces no exemplar that somebody else captured, unless the writer takes over. Raises
    Forbidden if it names a customer that is not among `customers`, and StoreError.
    """
    named = new.stated_company
    customers.require(named)
    decided = decision(new.outcome, new.quality_signals)
    if not decided.captured:
        return _result(decided.quality_score, decided.reason)
    summary, action = summary_of(new), action_of(new)
    known, company = await gather_both(
        repository.similar(summary, _MAX_SIMILAR), _company_of(new, named, cases, customers)
    )
    exemplar = FoundExemplar(
        case_number=new.case_number,
        interaction_type=new.interaction_type,
        summary=summary,
        quality=decided.quality_score,
        similarity=1.0,
        action_taken=action,
        outcome=new.outcome,
        company=company,
    )
    if any(_makes_needless(each, exemplar) for each in known):
        return _result(decided.quality_score, "an exemplar that says the same is kept already")
    exemplar_id = _id_of(exemplar, writer)
    await repository.put(StoredExemplar(id=exemplar_id, at=now, exemplar=exemplar))
    return _result(decided.quality_score, decided.reason, exemplar_id)


async def _company_of(
    new: NewExemplar, named: str | None, cases: KnowledgeRepository, customers: Customers
) -> str | None:
    """The customer that the request names, else the one of the stored case with its number."""
    if named is not None:
        return named
    for record in await cases.get(CASES, [new.case_number]):
        company = record.metadata.get("company")
        if isinstance(company, str) and customers.allow(company):
            return company
    return None


def _result(quality: float, reason: str, exemplar_id: str | None = None) -> CaptureResult:
    captured = exemplar_id is not None
    return CaptureResult(captured=captured, reason=reason, quality_score=quality, id=exemplar_id)


def _makes_needless(known: FoundExemplar, new: FoundExemplar) -> bool:
    """Whether a similar exemplar of the customer is as good, and has the same action or case.

    Another action in the same situation is worth storing, and so is what went better.
    """
    return (
        known.similarity >= NEAR_DUPLICATE
        and known.interaction_type == new.interaction_type
        and folded_name(known.company or "") == folded_name(new.company or "")
        and known.quality >= new.quality
        and (known.action_taken == new.action_taken or known.case_number == new.case_number)
    )


def _id_of(exemplar: FoundExemplar, writer: Writer) -> str:
    """An id from the content, the customer and, unless it takes over, the writer.

    So the same interaction of another customer replaces nothing.
    """
    company = exemplar.company
    of_company = [folded_name(company)] if company else []
    return content_id(
        "ex",
        exemplar.case_number,
        exemplar.interaction_type,
        exemplar.summary,
        exemplar.action_taken,
        *of_company,
        *writer.id_parts,
    )
