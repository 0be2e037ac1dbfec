"""GET /, /health, /openapi.json, /docs, /console and /schemas/…: describe the service to everybody.

It also refuses GET and DELETE /mcp.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Literal

import recollect
from recollect.core.errors import NotFound
from recollect.core.messages import Message
from recollect.faces.json_rpc import SERVER_ERROR, RpcReply
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.serving.pages import kept_file, page
from recollect.settings.process import AccessSettings
from recollect.wiring.environment import own_settings
from recollect.wiring.process import process

api = Api("describe_api", process)
# Not `importlib.resources`: its import takes half as long as all the rest of the start.
_FOLDER = Path(recollect.__file__).parent / "serving" / "api"


class Health(Message):
    """The service answers."""

    status: Literal["ok"] = "ok"
    version: str = recollect.__version__


@api.route("GET", "/health", scope=None, answer=Health)
async def get_health(_: Call[Empty]) -> Answer:
    """Say that the service answers, and its version."""
    return answer(Health())


@api.route("GET", "/openapi.json", scope=None, answer=None)
async def get_openapi(_: Call[Empty]) -> Answer:
    """Describe the API to programs (OpenAPI 3.1)."""
    return Answer(status=200, body=_file("openapi.json"))


@api.route("GET", "/docs", scope=None, answer=None)
async def get_docs(_: Call[Empty]) -> Answer:
    """Describe the API to people, who can try each request there."""
    return page(_docs())


@api.route("GET", "/", scope=None, answer=None)
async def get_start_page(_: Call[Empty]) -> Answer:
    """Lead people to the console and to the description of the API."""
    from recollect.faces.console import start_page  # noqa: PLC0415  # seldom asked

    return page(start_page())


@api.route("GET", "/console", scope=None, answer=None)
async def get_console(_: Call[Empty]) -> Answer:
    """Show the console, which asks for a token and then uses this API."""
    from recollect.faces.console import console_page  # noqa: PLC0415  # as above

    return page(console_page())


@api.route("GET", "/console/{version}/{file}", scope=None, answer=None)
async def get_console_file(call: Call[Empty]) -> Answer:
    """Give a file of the console; 404 for a file of another release."""
    from recollect.faces.console import content_type, files, version  # noqa: PLC0415  # as above

    name = call.path["file"]
    if call.path["version"] != version() or name not in files():
        raise NotFound("the console has no such file in this release")
    return kept_file(files()[name], content_type(name))


@api.route("GET", "/schemas/discovery-pack/1.1.0", scope=None, answer=None)
async def get_discovery_pack_schema(_: Call[Empty]) -> Answer:
    """Describe discovery packs to programs (JSON Schema)."""
    return Answer(
        status=200,
        body=_file("discovery-pack-1.1.0.json"),
        content_type="application/schema+json",
    )


@api.route(
    "GET",
    "/.well-known/agent-card.json",
    scope=None,
    answer=None,
    headers=("Cache-Control", "ETag"),
)
async def get_agent_card(call: Call[Empty]) -> Answer:
    """Describe Recollect to other agents (Agent2Agent 1.0)."""
    from recollect.faces.agent_card import agent_card  # noqa: PLC0415  # seldom asked

    card = json.dumps(agent_card(_url(call)))
    tag = hashlib.sha256(card.encode()).hexdigest()[:16]
    headers = {"Cache-Control": "public, max-age=3600", "ETag": f'"{tag}"'}
    return Answer(status=200, body=card, headers=headers)


@api.route("GET", "/.well-known/oauth-protected-resource", scope=None, answer=None, also=(404,))
async def get_protected_resource(call: Call[Empty]) -> Answer:
    """Say where tokens for this API come from (RFC 9728); 404 if it needs none."""
    return _resource(_url(call))


@api.route("GET", "/.well-known/oauth-protected-resource/mcp", scope=None, answer=None, also=(404,))
async def get_protected_mcp(call: Call[Empty]) -> Answer:
    """Say where tokens for `/mcp` come from; MCP clients look here first."""
    return _resource(f"{_url(call)}/mcp")


# Without this route API Gateway would answer 404, and MCP clients would think the server is gone.
@api.route("GET", "/mcp", scope=None, answer=RpcReply, status=405, headers=("Allow",))
async def stream_from_mcp(_: Call[Empty]) -> Answer:
    """Refuse a stream of the Model Context Protocol: a message is answered by itself."""
    return _only_posted("There are no streams: POST a message, and it is answered.")


@api.route("DELETE", "/mcp", scope=None, answer=RpcReply, status=405, headers=("Allow",))
async def end_mcp_session(_: Call[Empty]) -> Answer:
    """Refuse to end a session of the Model Context Protocol: there are none."""
    return _only_posted("There are no sessions that could be ended.")


def _only_posted(reason: str) -> Answer:
    reply = {"jsonrpc": "2.0", "id": None, "error": {"code": SERVER_ERROR, "message": reason}}
    return Answer(status=405, body=json.dumps(reply), headers={"Allow": "POST"})


def _resource(url: str) -> Answer:
    from recollect.faces.protected_resource import protected_resource  # noqa: PLC0415  # as above

    issuer = _token_issuer()
    if not issuer:
        raise NotFound("it is not said who issues tokens for this API")
    return Answer(status=200, body=json.dumps(protected_resource(url, issuer)))


@cache
def _token_issuer() -> str:
    return own_settings(AccessSettings).token_issuer


def _url(call: Call[Empty]) -> str:
    """The base URL at which the caller reached the API."""
    return f"{call.headers.get('x-forwarded-proto', 'http')}://{call.headers.get('host', '')}"


@cache
def _docs() -> str:
    from recollect.faces.docs_page import render_page  # noqa: PLC0415  # as above

    return render_page(json.loads(_file("openapi.json")))


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


lambda_handler = api.handle
