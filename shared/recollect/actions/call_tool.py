"""Lists and calls the tools of models: support tools, and actions as tools."""

import json

from recollect.actions.model_tools import NAMES
from recollect.actions.run_tool import run_tool, support_tools
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.tools.toolbox import ToolList, ToolRequest


async def list_tools(call: Call[Empty]) -> Answer:
    """List the tools that the caller may run, in the format of function-calling models."""
    # Imported only to list tools or call one of these: most calls are of support tools.
    from recollect.actions.model_tools.catalogue import allowed  # noqa: PLC0415  # see above

    support = (tool.described() for tool in await support_tools(call.principal))
    own = (tool.described() for tool in allowed(call.principal.scopes))
    return answer(ToolList(tools=(*support, *own)))


async def call_tool(call: Call[ToolRequest]) -> Answer:
    """Run a tool; the answer has its raw data, and a summary to write an answer from."""
    if call.path["toolName"] in NAMES:
        return await _act(call)
    return await run_tool(call)


async def _act(call: Call[ToolRequest]) -> Answer:
    """Call an action: what its own route answers, and the same in words as `summary`."""
    from recollect.actions.model_tools.catalogue import MODEL_TOOLS  # noqa: PLC0415  # as above

    in_words = await MODEL_TOOLS[call.path["toolName"]].call(call, call.body.arguments)
    body = json.dumps({"summary": in_words.text, **in_words.body}, ensure_ascii=False)
    return in_words.answer.model_copy(update={"status": 200, "body": body})
