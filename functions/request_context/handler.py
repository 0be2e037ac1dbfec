"""POST /context: evidence for a specialist, ranked, sliced to its rights and explained.

GET /evidence and /evidence/{item_id}: stored evidence, as the caller may see it.
"""

from http import HTTPStatus

from recollect.actions.get_context import get_context
from recollect.actions.read_evidence import list_evidence, read_evidence
from recollect.context.request import ContextRequest
from recollect.context.result import ContextResult
from recollect.faces.json_rpc import RpcMessage, RpcReply, failure, refusal_with
from recollect.knowledge.evidence_reading import EvidenceListing, EvidencePage, EvidenceScope
from recollect.serving.calls import Call
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.slicing.sliced import SlicedItem
from recollect.wiring.process import process

api = Api("request_context", process)


api.route(
    "POST",
    "/context",
    scope="context:read",
    body=ContextRequest,
    answer=ContextResult,
    headers=("X-Degraded",),
)(get_context)


@api.route(
    "POST",
    "/a2a",
    scope="context:read",
    body=RpcMessage,
    answer=RpcReply,
    headers=("X-Degraded",),
    refusal=refusal_with(HTTPStatus.OK),
    failure=failure,
)
async def answer_agent(call: Call[RpcMessage]) -> Answer:
    """Answer a message of another agent (Agent2Agent 1.0, JSON-RPC)."""
    from recollect.faces.a2a import serve  # noqa: PLC0415  # most callers use POST /context

    return await serve(call)


api.route(
    "GET",
    "/evidence",
    scope="context:read",
    body=EvidenceListing,
    answer=EvidencePage,
)(list_evidence)


api.route(
    "GET",
    "/evidence/{item_id}",
    scope="context:read",
    body=EvidenceScope,
    answer=SlicedItem,
)(read_evidence)


lambda_handler = api.handle
