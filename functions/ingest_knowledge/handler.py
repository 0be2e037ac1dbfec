"""POST /evidence: what may become evidence, with its flags set by what it says."""

from recollect.http import Api, Call, answer
from recollect.idempotency import Answer
from recollect.knowledge.evidence import ingest_evidence
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.wiring.knowledge import knowledge_services

api = Api("ingest_knowledge")


@api.route("POST", "/evidence", scope="knowledge:write", body=EvidenceBatch, answer=StoredEvidence)
async def store_evidence(call: Call[EvidenceBatch]) -> Answer:
    """Keep items of evidence; one that has the id of another takes its place."""
    call.principal.require_tenant(call.body.tenant)
    stored = await ingest_evidence(
        call.body,
        call.deed.at,
        shelf=knowledge_services().shelf,
        catalogue=knowledge_services().catalogue,
    )
    return answer(stored)


lambda_handler = api.handle
