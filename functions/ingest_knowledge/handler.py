"""POST /evidence, /cases and /exemplars, GET /cases; read, write or delete one case or entity.

Evidence is flagged for secrets and the like in its content; cases are kept without their secrets.
"""

from http import HTTPStatus

from recollect.actions.business_contexts import get_business_context, put_context
from recollect.actions.capture import capture
from recollect.actions.keep_evidence import delete_evidence, store_evidence
from recollect.actions.resolved_cases import delete_case, get_case, list_cases, store_cases
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.knowledge.business_contexts import BusinessContext, NewBusinessContext
from recollect.knowledge.case_reading import CaseListing, CasePage, KnownCase
from recollect.knowledge.case_storing import CaseBatch, StoredCases
from recollect.knowledge.evidence_reading import EvidenceScope
from recollect.knowledge.forgetting import Forgotten
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.serving.http import Api
from recollect.serving.payload import MAX_BATCH_BYTES
from recollect.wiring.process import process

api = Api("ingest_knowledge", process)
_EVIDENCE, _CASE = "/evidence/{item_id}", "/cases/{case_number}"
_CONTEXT = "/business-contexts/{entity_name}"
_READ, _WRITE = "pack:read", "knowledge:write"

api.route(
    "POST",
    "/evidence",
    scope=_WRITE,
    body=EvidenceBatch,
    answer=StoredEvidence,
    also=(HTTPStatus.MULTI_STATUS,),
    most_bytes=MAX_BATCH_BYTES,
)(store_evidence)
api.route("DELETE", _EVIDENCE, scope=_WRITE, body=EvidenceScope, answer=Forgotten)(delete_evidence)

api.route(
    "POST",
    "/exemplars",
    operation="capture_exemplar",
    scope=_WRITE,
    body=NewExemplar,
    answer=CaptureResult,
)(capture)

api.route(
    "POST",
    "/cases",
    scope=_WRITE,
    body=CaseBatch,
    answer=StoredCases,
    most_bytes=MAX_BATCH_BYTES,
)(store_cases)
api.route("GET", "/cases", scope=_READ, body=CaseListing, answer=CasePage)(list_cases)
api.route("GET", _CASE, scope=_READ, answer=KnownCase)(get_case)
api.route("DELETE", _CASE, scope=_WRITE, answer=Forgotten)(delete_case)

api.route(
    "PUT",
    _CONTEXT,
    operation="put_business_context",
    scope=_WRITE,
    body=NewBusinessContext,
    answer=BusinessContext,
)(put_context)
api.route("GET", _CONTEXT, scope=_READ, answer=BusinessContext)(get_business_context)

lambda_handler = api.handle
