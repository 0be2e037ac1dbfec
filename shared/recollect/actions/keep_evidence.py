"""Stores and deletes evidence."""

from http import HTTPStatus

from recollect.actions.sight import sees_evidence
from recollect.core.measures import Measure
from recollect.knowledge.evidence_reading import EvidenceScope
from recollect.knowledge.evidence_storing import ingest_evidence
from recollect.knowledge.forgetting import forget_evidence
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.wiring.knowledge import knowledge_services


async def store_evidence(call: Call[EvidenceBatch]) -> Answer:
    """Store items of evidence; each replaces what its writer stored under its id."""
    call.principal.require_project(call.body.tenant, call.body.project)
    services = knowledge_services()
    stored = await ingest_evidence(
        call.body,
        call.operation.at,
        _ownership(call.principal),
        repository=services.repository,
        threads=services.threads,
    )
    return answer(
        stored,
        status=HTTPStatus.MULTI_STATUS if stored.failed else HTTPStatus.OK,
        measures=_measures(call.body, stored),
    )


async def delete_evidence(call: Call[EvidenceScope]) -> Answer:
    """Delete an item of evidence that the caller stored."""
    call.principal.require_project(call.body.tenant, call.body.project)
    services = knowledge_services()
    forgotten = await forget_evidence(
        call.body.scope,
        call.path["item_id"],
        _ownership(call.principal),
        repository=services.repository,
        threads=services.threads,
        cases=services.cases,
    )
    return answer(forgotten)


def _measures(batch: EvidenceBatch, stored: StoredEvidence) -> tuple[Measure, ...]:
    """How many of the stored items had a mark lifted; nothing if none had."""
    failed = {each.index for each in stored.failed or ()}
    lifts = sum(each.lift_instruction_like for each in batch.items) - sum(
        batch.items[place].lift_instruction_like for place in failed
    )
    return (Measure("EvidenceMarksLifted", lifts, "Count"),) if lifts else ()


def _ownership(caller: Principal) -> Ownership:
    return knowledge_services().ownership(caller.writer, sees_evidence(caller))
