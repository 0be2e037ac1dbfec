"""POST /context: evidence for a specialist, ranked, sliced to its rights and explained.

GET /evidence and /evidence/{item_id}: what is stored, as the caller may see it.
"""

from recollect.actions.get_context import get_context
from recollect.context.request import ContextRequest
from recollect.context.result import ContextResult
from recollect.core.cursors import Cursors
from recollect.faces.json_rpc import RpcMessage, RpcReply
from recollect.knowledge.reading import (
    EvidenceListing,
    EvidencePage,
    EvidenceReader,
    EvidenceScope,
)
from recollect.serving.http import Api, Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.slicing.sliced import SlicedItem
from recollect.slicing.specialist import Specialist
from recollect.wiring.evidence import evidence_services
from recollect.wiring.process import process
from recollect.wiring.stores import stores

api = Api("request_context", process)


api.route("POST", "/context", scope="context:read", body=ContextRequest, answer=ContextResult)(
    get_context
)


@api.route("POST", "/a2a", scope="context:read", body=RpcMessage, answer=RpcReply)
async def answer_agent(call: Call[RpcMessage]) -> Answer:
    """Answer a message of another agent (Agent2Agent 1.0, JSON-RPC)."""
    from recollect.faces.a2a import serve  # noqa: PLC0415  # most ask by POST /context

    return await serve(call)


@api.route(
    "GET",
    "/evidence",
    scope="context:read",
    body=EvidenceListing,
    in_query=True,
    answer=EvidencePage,
)
async def list_evidence(call: Call[EvidenceListing]) -> Answer:
    """List the evidence of a project, newest first."""
    asked, caller = call.body, call.principal
    caller.require_project(asked.tenant, asked.project)
    secret, name = stores().settings.vector_token, f"evidence {caller.rights}"
    cursors = Cursors.of_list(secret, name, asked)
    return answer(await _reading(caller).page(asked, cursors, call.time_is_up))


@api.route(
    "GET",
    "/evidence/{item_id}",
    scope="context:read",
    body=EvidenceScope,
    in_query=True,
    answer=SlicedItem,
)
async def get_evidence(call: Call[EvidenceScope]) -> Answer:
    """Answer one item of evidence."""
    call.principal.require_project(call.body.tenant, call.body.project)
    return answer(await _reading(call.principal).one(call.body.scope, call.path["item_id"]))


def _reading(caller: Principal) -> EvidenceReader:
    specialist = Specialist("reader", caller.subject, caller.security_level, caller.groups)
    return evidence_services().reading(specialist)


lambda_handler = api.handle
