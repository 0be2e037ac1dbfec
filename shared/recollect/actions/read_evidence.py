"""Reads stored evidence."""

from recollect.knowledge.evidence_reading import EvidenceListing, EvidenceReader, EvidenceScope
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.slicing.specialist import Specialist
from recollect.wiring.evidence import evidence_services
from recollect.wiring.stores import list_cursors


async def list_evidence(call: Call[EvidenceListing]) -> Answer:
    """List the evidence of a project, newest first."""
    asked, caller = call.body, call.principal
    caller.require_project(asked.tenant, asked.project)
    cursors = list_cursors(f"evidence {caller.rights}", asked)
    return answer(await _reader(caller).page(asked, cursors, call.time_is_up))


async def read_evidence(call: Call[EvidenceScope]) -> Answer:
    """Answer one item of evidence."""
    call.principal.require_project(call.body.tenant, call.body.project)
    return answer(await _reader(call.principal).one(call.body.scope, call.path["item_id"]))


def _reader(caller: Principal) -> EvidenceReader:
    specialist = Specialist("reader", caller.subject, caller.security_level, caller.groups)
    return evidence_services().reading(specialist, audits="context:audit" in caller.scopes)
