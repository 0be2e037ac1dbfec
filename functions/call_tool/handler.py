"""GET /tools, POST /tools/{toolName}: list the tools that a model may call, and call them."""

from recollect.actions.call_tool import call_tool, list_tools
from recollect.serving.http import Api
from recollect.tools.toolbox import ToolList, ToolRequest, ToolResult
from recollect.wiring.process import process

api = Api("call_tool", process)
api.route("GET", "/tools", scope="tool:call", answer=ToolList)(list_tools)
api.route(
    "POST",
    "/tools/{toolName}",
    scope="tool:call",
    body=ToolRequest,
    answer=ToolResult,
    headers=("X-Degraded",),
)(call_tool)

lambda_handler = api.handle
