"""GET /tools, POST /tools/{toolName}: what a model may call, and calling it."""

import json

from recollect.actions.model_tools import NAMES
from recollect.core.measures import Measure
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.tools.tool import Output
from recollect.tools.toolbox import ToolList, ToolRequest, ToolResult
from recollect.wiring.process import process
from recollect.wiring.tools import execution_publisher, tools_for

api = Api("call_tool", process)


@api.route("GET", "/tools", scope="tool:call", answer=ToolList)
async def list_tools(call: Call[Empty]) -> Answer:
    """The tools that the caller may run, as function-calling models take them."""
    # Imported for lists and for whoever calls one: most calls are of the other tools.
    from recollect.actions.model_tools.catalogue import allowed  # noqa: PLC0415

    caller = call.principal
    tools = await tools_for(caller.customers)
    described = tools.described(caller.scopes, has_customers=bool(caller.customers)).tools
    own = (tool.described() for tool in allowed(caller.scopes))
    return answer(ToolList(tools=(*described, *own)))


@api.route("POST", "/tools/{toolName}", scope="tool:call", body=ToolRequest, answer=ToolResult)
async def call_tool(call: Call[ToolRequest]) -> Answer:
    """Run a tool: its raw data, and the summary that an answer is to be made from."""
    if call.path["toolName"] in NAMES:
        return await _act(call)
    tools = await tools_for(call.principal.customers)
    tool = tools.find(call.path["toolName"], NAMES)
    if tool.scope is not None:
        call.principal.require_scope(tool.scope)
    if tool.of_customers:
        call.principal.require_customers()
    asked = call.principal.writer.in_own_session(call.body)
    output = await tools.run(tool, asked, call.operation.at)
    measures = (*output.measures, *await _remembered(call, asked, output))
    return answer(output.result, degraded=output.degraded, measures=measures, notes=output.notes)


async def _act(call: Call[ToolRequest]) -> Answer:
    """What the action's own route answers, and the same in words as `summary`."""
    from recollect.actions.model_tools.catalogue import MODEL_TOOLS  # noqa: PLC0415

    told = await MODEL_TOOLS[call.path["toolName"]].call(call, call.body.arguments)
    body = json.dumps({"summary": told.text, **told.body}, ensure_ascii=False)
    return told.answer.model_copy(update={"status": 200, "body": body})


async def _remembered(
    call: Call[ToolRequest], asked: ToolRequest, output: Output
) -> tuple[Measure, ...]:
    """Told on the bus, where there is one: `enrich_tool` stores it, and the caller goes on."""
    publisher = execution_publisher()
    if publisher is None:
        return ()
    # Imported only where there is a bus.
    from recollect.enrichment.executions import Run, tell  # noqa: PLC0415

    run = Run(
        call.path["toolName"],
        asked.arguments,
        output.result.model_dump(mode="json"),
        asked.session_id,
        call.principal.customers,
        output.enriched,
    )
    return (await tell(run, call.operation.at, publisher),)


lambda_handler = api.handle
