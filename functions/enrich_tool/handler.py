"""POST /tools/{toolName}/memory-context and /executions, POST /conversations, POST /incidents.

What is remembered of a tool that runs elsewhere, and what is to be remembered.
"""

from recollect.enrichment.answering import MemoryContextAnswer, MemoryContextRequest, context_answer
from recollect.enrichment.keeping import keep_conversation, keep_execution, keep_incident
from recollect.enrichment.requests import Kept, NewConversation, NewExecution, NewIncident
from recollect.serving.http import Api, Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.enrichment import enricher, memory_shelf
from recollect.wiring.process import process

api = Api("enrich_tool", process)


@api.route(
    "POST",
    "/tools/{toolName}/memory-context",
    scope="tool:call",
    body=MemoryContextRequest,
    answer=MemoryContextAnswer,
)
async def give_memory_context(call: Call[MemoryContextRequest]) -> Answer:
    """The arguments of a tool with what is remembered of it, or as they came."""
    enrichment = await enricher().enrich(
        call.path["toolName"], call.body.arguments, call.body.sessionId
    )
    return answer(context_answer(enrichment), measures=enrichment.measures, notes=enrichment.notes)


@api.route(
    "POST",
    "/tools/{toolName}/executions",
    scope="tool:call",
    body=NewExecution,
    answer=Kept,
    status=201,
)
async def store_execution(call: Call[NewExecution]) -> Answer:
    """Remember what a tool was asked and found, without secrets."""
    tool = call.path["toolName"]
    kept = await keep_execution(tool, call.body, now=call.operation.at, shelf=memory_shelf())
    return answer(kept, status=201)


@api.route(
    "POST", "/conversations", scope="tool:call", body=NewConversation, answer=Kept, status=201
)
async def store_conversation(call: Call[NewConversation]) -> Answer:
    """Remember what was said in a session, without secrets."""
    kept = await keep_conversation(call.body, now=call.operation.at, shelf=memory_shelf())
    return answer(kept, status=201)


@api.route("POST", "/incidents", scope="tool:call", body=NewIncident, answer=Kept, status=201)
async def store_incident(call: Call[NewIncident]) -> Answer:
    """Remember an incident: symptoms, root cause, resolution, what was affected."""
    kept = await keep_incident(call.body, now=call.operation.at, shelf=memory_shelf())
    return answer(kept, status=201)


lambda_handler = api.handle
