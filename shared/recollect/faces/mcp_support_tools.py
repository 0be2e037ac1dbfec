"""The support tools of `POST /tools/{toolName}` in the Model Context Protocol, if enabled."""

import json
from collections.abc import Collection, Mapping

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from recollect.actions.model_tools.model_tool import InWords
from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors
from recollect.faces.json_rpc import INVALID_PARAMS, RpcError
from recollect.serving.calls import Call
from recollect.serving.principal import Principal
from recollect.tools.tool import FunctionDescription
from recollect.wiring.tools import mcp_has_support_tools

_OBJECT = TypeAdapter(dict[str, JsonValue])


def listing_of(function: FunctionDescription) -> dict[str, JsonValue]:
    """A tool in the form of `tools/list`."""
    return {
        "name": function.name,
        "description": function.description,
        "inputSchema": function.parameters,
        "outputSchema": {"type": "object"},
    }


def hints_of(*, reads_only: bool) -> dict[str, JsonValue]:
    """Hints for a client that may ask its user before a call; without them it assumes the worst."""
    return {"readOnlyHint": reads_only, "destructiveHint": False, "idempotentHint": True}


async def listed(caller: Principal) -> list[JsonValue]:
    """The support tools that the caller may run."""
    if not mcp_has_support_tools():
        return []
    from recollect.actions.run_tool import support_tools  # noqa: PLC0415  # most serve none

    return [
        {
            **listing_of(each.described().function),
            "annotations": hints_of(reads_only=each.reads_only),
        }
        for each in await support_tools(caller)
    ]


async def run(call: Call[BaseModel], name: str, arguments: Mapping[str, JsonValue]) -> InWords:
    """Run a support tool; the words of the result are its summary, else its data as JSON.

    A summary without sections, such as a pattern, names none of the records that it is made of.
    Then the data, which have it, are the words: many clients show the model nothing else.

    Raises what its route raises, and RpcError for an unknown tool.
    """
    if not mcp_has_support_tools():
        raise RpcError(INVALID_PARAMS, f"Unknown tool: {name}")
    from recollect.actions.run_tool import run_tool  # noqa: PLC0415  # as above
    from recollect.tools.contract import SECTIONS, SUMMARY_FIELDS  # noqa: PLC0415  # as above
    from recollect.tools.toolbox import ToolRequest  # noqa: PLC0415  # as above

    try:
        request = ToolRequest.model_validate({"arguments": arguments})
    except ValidationError as error:
        raise InvalidRequest(field_errors(error)) from None
    answer = await run_tool(call.of(request, toolName=name))
    body = _OBJECT.validate_json(answer.body)
    summaries = (body.get(each) for each in SUMMARY_FIELDS.get(name, ()))
    told = (each for each in summaries if isinstance(each, str) and _has_section(each, SECTIONS))
    return InWords(answer, body, next(told, None) or json.dumps(body, ensure_ascii=False))


def _has_section(summary: str, headings: Collection[str]) -> bool:
    return not set(summary.splitlines()).isdisjoint(headings)
