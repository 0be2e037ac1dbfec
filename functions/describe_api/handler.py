"""GET /health, /openapi.json, /docs and /schemas/…: what this API is, for everybody."""

import json
from functools import cache
from pathlib import Path
from typing import Literal

import recollect
from recollect.core.messages import Message
from recollect.serving.docs_page import render_page
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.process import process

api = Api("describe_api", process)
# `importlib.resources` would cost as much at the start as half of the rest.
_FOLDER = Path(recollect.__file__).parent / "serving" / "api"


class Health(Message):
    """The service answers."""

    status: Literal["ok"] = "ok"
    version: str = recollect.__version__


@api.route("GET", "/health", scope=None, answer=Health)
async def health(_: Call[Empty]) -> Answer:
    """Say that the service answers, and its version."""
    return answer(Health())


@api.route("GET", "/openapi.json", scope=None, answer=None)
async def openapi(_: Call[Empty]) -> Answer:
    """Describe the API to programs (OpenAPI 3.1)."""
    return Answer(status=200, body=_file("openapi.json"))


@api.route("GET", "/docs", scope=None, answer=None)
async def docs(_: Call[Empty]) -> Answer:
    """Describe the API to people."""
    return Answer(status=200, body=_page(), content_type="text/html; charset=utf-8")


@api.route("GET", "/schemas/discovery-pack/1.1.0", scope=None, answer=None)
async def discovery_pack_schema(_: Call[Empty]) -> Answer:
    """Describe discovery packs to programs (JSON Schema)."""
    return Answer(
        status=200,
        body=_file("discovery-pack-1.1.0.json"),
        content_type="application/schema+json",
    )


@api.route("GET", "/.well-known/agent-card.json", scope=None, answer=None)
async def agent_card(call: Call[Empty]) -> Answer:
    """Describe Recollect to other agents (Agent2Agent 1.0)."""
    from recollect.faces.agent_card import agent_card as card_of  # noqa: PLC0415  # seldom asked

    scheme = call.headers.get("x-forwarded-proto", "http")
    return Answer(
        status=200, body=json.dumps(card_of(f"{scheme}://{call.headers.get('host', '')}"))
    )


@cache
def _page() -> str:
    return render_page(json.loads(_file("openapi.json")))


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


lambda_handler = api.handle
