"""Finds evidence for a specialist."""

from uuid import uuid4

from recollect.context.answering import options_of, result_of
from recollect.context.measuring import measures_of
from recollect.context.request import ContextRequest, query_of, specialist_of
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.evidence import evidence_services


async def get_context(call: Call[ContextRequest]) -> Answer:
    """Answer a ContextRequest with a ContextResult."""
    services, request, caller = evidence_services(), call.body, call.principal
    caller.require_project(request.meta.scope.tenant, request.meta.scope.project)
    settings = services.settings
    query = query_of(request, settings.candidate_limit)
    pack = await services.builder.build(
        query,
        specialist_of(request.meta, caller.security_level, caller.groups),
        options_of(
            request,
            graph_by_default=settings.include_graph,
            audits="context:audit" in caller.scopes,
        ),
        call.operation.at,
        caller.subject,
    )
    return answer(
        result_of(request, query, pack, call.operation.at, uuid4().hex),
        degraded=pack.degraded,
        measures=tuple(measures_of(pack, settings.budget)),
    )
