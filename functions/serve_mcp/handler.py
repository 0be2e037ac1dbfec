"""POST /mcp: the Model Context Protocol, for models with an MCP client."""

from http import HTTPStatus

from recollect.faces.json_rpc import RpcReply, refusal_with
from recollect.faces.mcp_messages import McpMessage, failure
from recollect.serving.calls import Call
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.wiring.process import process

api = Api("serve_mcp", process)


@api.route(
    "POST",
    "/mcp",
    scope="tool:call",
    body=McpMessage,
    answer=RpcReply,
    also=(202, 400, 404),
    headers=("X-Degraded",),
    refusal=refusal_with(HTTPStatus.BAD_REQUEST),
    failure=failure,
)
async def serve_mcp(call: Call[McpMessage]) -> Answer:
    """Answer a message of the Model Context Protocol."""
    # Imported only for callers who were let in: it loads everything that the tools need.
    from recollect.faces.mcp import serve  # noqa: PLC0415  # see above

    return await serve(call)


lambda_handler = api.handle
