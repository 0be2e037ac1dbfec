"""The tools that a model may call: support tools, and the actions as tools."""

import json

from recollect.actions.model_tools import NAMES
from recollect.actions.run_tool import run_tool, support_tools
from recollect.serving.http import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.tools.toolbox import ToolList, ToolRequest


async def list_tools(call: Call[Empty]) -> Answer:
    """The tools that the caller may run, as function-calling models take them."""
    # Imported for lists and for whoever calls one: most calls are of the other tools.
    from recollect.actions.model_tools.catalogue import allowed  # noqa: PLC0415  # see above

    support = (tool.described() for tool in await support_tools(call.principal))
    own = (tool.described() for tool in allowed(call.principal.scopes))
    return answer(ToolList(tools=(*support, *own)))


async def call_tool(call: Call[ToolRequest]) -> Answer:
    """Run a tool: its raw data, and the summary that an answer is to be made from."""
    if call.path["toolName"] in NAMES:
        return await _act(call)
    return await run_tool(call)


async def _act(call: Call[ToolRequest]) -> Answer:
    """What the action's own route answers, and the same in words as `summary`."""
    from recollect.actions.model_tools.catalogue import MODEL_TOOLS  # noqa: PLC0415  # as above

    in_words = await MODEL_TOOLS[call.path["toolName"]].call(call, call.body.arguments)
    body = json.dumps({"summary": in_words.text, **in_words.body}, ensure_ascii=False)
    return in_words.answer.model_copy(update={"status": 200, "body": body})
