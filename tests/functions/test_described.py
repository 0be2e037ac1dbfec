"""The API's description covers the status, content type and headers of real answers."""

from typing import Final

import httpx

from infra.openapi import describe
from tests.functions.calling import Json

STANDARD_HEADERS: Final = frozenset({"server-timing", "retry-after", "www-authenticate"})
RESOURCE: Final = "/.well-known/oauth-protected-resource"
UNKNOWN_REVISION: Final[Json] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/list",
    "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2099-01-01",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    },
}


def described(document: Json, method: str, path: str, status: int) -> Json:
    """The description of an answer in the API's description."""
    responses = document["paths"][path][method]["responses"]
    found: Json = responses.get(str(status), responses["default"])
    for step in found.get("$ref", "").removeprefix("#/").split("/"):
        found = (document if step == "components" else found)[step] if step else found
    return found


async def test_answers_have_only_described_headers_and_content_types(
    api: httpx.AsyncClient,
) -> None:
    document = describe()
    pack: Json = {"caseNumbers": ["SCS9999999"], "companyName": "Nobody"}
    search: Json = {"query": "x", "stage": "draft"}
    revision = {"MCP-Protocol-Version": "2099-01-01"}
    seen: set[str] = set()
    for path, body, headers, status in (
        ("/packs/discovery", pack, {}, 200),
        ("/packs/discovery", pack, {}, 200),
        ("/apps/described/memories/search", search, {}, 200),
        ("/cases", {"cases": []}, {}, 422),
        ("/mcp", UNKNOWN_REVISION, revision, 400),
        ("/mcp", [], {}, 400),
    ):
        answer = await api.post(path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        told = described(document, "post", path.replace("described", "{app_slug}"), status)
        names = {
            name for name in answer.headers if name.startswith("x-") or name in STANDARD_HEADERS
        }
        assert names <= {name.lower() for name in told["headers"]}
        assert answer.headers["content-type"].partition(";")[0] in told["content"]
        seen |= names
    assert {"x-cache", "x-unknown-cases", "server-timing", "x-request-id"} <= seen


async def test_the_404_for_an_unknown_issuer_of_tokens_is_described(api: httpx.AsyncClient) -> None:
    document = describe()
    for path in (RESOURCE, f"{RESOURCE}/mcp"):
        answer = await api.get(path)
        assert answer.status_code == 404
        assert "404" in document["paths"][path]["get"]["responses"]
        told = described(document, "get", path, 404)
        assert answer.headers["content-type"].partition(";")[0] in told["content"]
