"""POST /tools/{toolName}/memory-context and /executions, POST /conversations, POST /incidents.

Give memories to tools that run elsewhere, and remember their executions. EventBridge, source
recollect.tools: remember the executions of tools that ran here.
"""

from recollect.enrichment.executions import ToolExecuted
from recollect.enrichment.keeping import (
    conversation_record,
    execution_record,
    incident_record,
    keep,
)
from recollect.enrichment.models import (
    Kept,
    MemoryContextAnswer,
    MemoryContextRequest,
    NewConversation,
    NewExecution,
    NewIncident,
)
from recollect.serving.calls import Call, answer
from recollect.serving.events import EventConsumer, ReceivedEvent
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.serving.runtime import http_or_events
from recollect.wiring.enrichment import enricher_for, tool_memories
from recollect.wiring.process import process

api, consumer = Api("enrich_tool", process), EventConsumer("enrich_tool", process)


@api.route(
    "POST",
    "/tools/{toolName}/memory-context",
    scope="tool:call",
    body=MemoryContextRequest,
    answer=MemoryContextAnswer,
)
async def give_memory_context(call: Call[MemoryContextRequest]) -> Answer:
    """Return the arguments of a tool with its memories, or unchanged."""
    request = call.principal.writer.in_own_session(call.body)
    enricher = await enricher_for(call.principal.customers)
    enrichment = await enricher.enrich(call.path["toolName"], request.arguments, request.session_id)
    return answer(
        MemoryContextAnswer.of(enrichment),
        measures=enrichment.measures,
        notes=enrichment.notes,
        only_read=True,
    )


@api.route(
    "POST",
    "/tools/{toolName}/executions",
    scope="tool:call",
    body=NewExecution,
    answer=Kept,
    status=201,
)
async def store_execution(call: Call[NewExecution]) -> Answer:
    """Remember the arguments and the result of a tool, without secrets."""
    new = call.principal.writer.in_own_session(call.body)
    caller_customers = call.principal.customers
    record = execution_record(call.path["toolName"], new, call.operation.at, caller_customers)
    return answer(await keep(record, tool_memories()), status=201)


@api.route(
    "POST", "/conversations", scope="tool:call", body=NewConversation, answer=Kept, status=201
)
async def store_conversation(call: Call[NewConversation]) -> Answer:
    """Remember a text of a session, without secrets."""
    new = call.principal.writer.in_own_session(call.body)
    record = conversation_record(new, call.operation.at, call.principal.customers)
    return answer(await keep(record, tool_memories()), status=201)


@api.route("POST", "/incidents", scope="tool:call", body=NewIncident, answer=Kept, status=201)
async def store_incident(call: Call[NewIncident]) -> Answer:
    """Remember an incident: symptoms, root cause, resolution, what was affected."""
    caller, writer = call.principal, call.principal.writer
    new = writer.in_own_session(call.body)
    record = incident_record(new, call.operation.at, writer.namespace, caller.customers)
    return answer(await keep(record, tool_memories()), status=201)


@consumer.on(ToolExecuted)
async def tool_executed(received: ReceivedEvent[ToolExecuted]) -> None:
    """Remember a tool that ran here."""
    await keep(received.detail.record(), tool_memories())


lambda_handler = http_or_events(api.handle, consumer.handle)
