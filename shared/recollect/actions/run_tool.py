"""Runs a support tool for a model, and publishes the run so that it can be remembered."""

from typing import Any

from recollect.actions.model_tools import NAMES
from recollect.core.measures import Measure
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.tools.tool import Output, Tool
from recollect.tools.toolbox import ToolRequest
from recollect.wiring.tools import execution_publisher, tools_for


async def support_tools(caller: Principal) -> tuple[Tool[Any], ...]:
    """The support tools that the caller may run."""
    tools = await tools_for(caller.customers)
    return tools.allowed(caller.scopes, has_customers=bool(caller.customers))


async def run_tool(call: Call[ToolRequest]) -> Answer:
    """Run a support tool; the answer has its raw data, and a summary to write an answer from."""
    tools = await tools_for(call.principal.customers)
    tool = tools.find(call.path["toolName"], NAMES)
    if tool.scope is not None:
        call.principal.require_scope(tool.scope)
    if tool.of_customers:
        call.principal.require_customers()
    asked = call.principal.writer.in_own_session(call.body)
    output = await tools.run(tool, asked, call.operation.at)
    measures = (*output.measures, *await _publish(call, asked, output))
    return answer(
        output.result,
        degraded=output.degraded,
        measures=measures,
        notes=output.notes,
        only_read=tool.reads_only,
    )


async def _publish(
    call: Call[ToolRequest], asked: ToolRequest, output: Output
) -> tuple[Measure, ...]:
    """Publish the run on the event bus, if there is one: `enrich_tool` stores it meanwhile."""
    publisher = execution_publisher()
    if publisher is None:
        return ()
    from recollect.enrichment.executions import Run, publish_execution  # noqa: PLC0415  # few have a bus

    run = Run(
        call.path["toolName"],
        asked.arguments,
        output.result.model_dump(mode="json"),
        asked.session_id,
        call.principal.customers,
        output.enriched,
    )
    return (await publish_execution(run, call.operation.at, publisher),)
