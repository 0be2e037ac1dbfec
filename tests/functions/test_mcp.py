"""POST /mcp: the official client in either revision, the rights of HTTP, and clear refusals."""

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from infra.cli.mcp_proxy import serve_stdio
from infra.local.platform import RunningPlatform
from recollect.actions.model_tools import NAMES
from recollect.faces.mcp_messages import MODERN
from tests.cases import each_case
from tests.functions.calling import Json, assert_problem, new_app, read
from tests.functions.guarded import Issue
from tests.functions.invoking import functions_with, sample
from tests.functions.stores import Stores
from tests.waiting import wait_until

SITUATION = "A hotel asks why its key cards are from the past"
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}


def modern(method: str, **params: object) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}


def mirrored(message: Json, **others: str) -> dict[str, str]:
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": message["method"]}
    if "name" in message["params"]:
        headers["Mcp-Name"] = message["params"]["name"]
    return headers | others


async def post(client: httpx.AsyncClient, message: Json, **headers: str) -> httpx.Response:
    return await client.post("/mcp", json=message, headers=headers)


async def test_the_newest_client_lists_and_calls_tools(
    api: httpx.AsyncClient, platform: RunningPlatform
) -> None:
    import mcp

    app = new_app(api)
    async with mcp.Client(f"{platform.url}/mcp") as client:
        listed = await client.list_tools()
        given = {"app": app.slug, "situation": SITUATION, "decision": "Set the encoder's clock"}
        kept = await client.call_tool("remember", given)
        found = await client.call_tool("recall", {"app": app.slug, "query": SITUATION})
        wrong = await client.call_tool("recall", {"app": app.slug})
        with pytest.raises(mcp.MCPError, match="Unknown tool: forget_all"):
            await client.call_tool("forget_all", {})

        assert client.protocol_version == MODERN

    assert [tool.name for tool in listed.tools] == list(NAMES)
    assert all(tool.annotations and tool.title for tool in listed.tools)
    assert not kept.is_error
    assert "Set the encoder's clock" in text(found)
    assert found.structured_content is not None
    assert len(found.structured_content["results"]) == 1
    assert wrong.is_error
    assert text(wrong) == "arguments.query: Field required"


async def test_a_model_reads_that_a_store_is_down_and_when_to_try_again(
    platform: RunningPlatform, stores: Stores
) -> None:
    import mcp

    given = {"app": "mine", "situation": SITUATION, "decision": "Set the encoder's clock"}
    await stores.fault("redis", "status", status=503)
    for mode in ("auto", "legacy"):
        async with mcp.Client(f"{platform.url}/mcp", mode=mode) as client:
            failed = await client.call_tool("remember", given)
        assert failed.is_error
        assert text(failed) == "A store is unavailable: upstash-redis. Try again in 1 s."


async def test_what_no_model_reads_fails_with_an_error_of_the_protocol_and_its_status(
    platform: RunningPlatform, api: httpx.AsyncClient, stores: Stores
) -> None:
    import mcp

    uri = "recollect://memories/mine/mem_0"
    reason = "A store is unavailable: upstash-vector. Try again in 1 s."
    await stores.fault("vector", "status", status=503)
    async with mcp.Client(f"{platform.url}/mcp") as client:
        with pytest.raises(mcp.MCPError, match=f"^{re.escape(reason)}$"):
            await client.read_resource(uri)

    asked = {"jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": {"uri": uri}}
    failed = await post(api, asked)
    assert read(failed, 503)["error"] == {"code": -32603, "message": reason}
    assert failed.json()["id"] == 7
    assert failed.headers["retry-after"] == "1"


async def test_a_client_is_told_that_its_message_is_too_large(platform: RunningPlatform) -> None:
    import mcp

    called = [{"toolName": "search", "result": "x" * 300_000}]
    async with mcp.Client(f"{platform.url}/mcp") as client:
        with pytest.raises(mcp.MCPError, match="the body is over 262144 bytes"):
            await client.call_tool("validate_answer", {"response": "x", "tool_calls": called})


async def test_a_client_of_an_earlier_revision_initializes_and_is_served(
    platform: RunningPlatform,
) -> None:
    import mcp
    from mcp.client.streamable_http import streamable_http_client

    async with (
        streamable_http_client(f"{platform.url}/mcp") as streams,
        mcp.ClientSession(streams[0], streams[1]) as session,
    ):
        known = await session.initialize()
        listed = await session.list_tools()
        nothing = await session.call_tool("get_context", {"query": "x", "tenant": "nobody-s"})

    assert known.protocol_version == "2025-11-25"
    assert known.server_info.name == "recollect"
    assert [tool.name for tool in listed.tools] == list(NAMES)
    assert text(nothing).startswith("Nothing relevant is known.\n")


def text(result: Any) -> str:
    """The text of a tool's result."""
    (block,) = result.content
    told: str = block.text
    return told


@each_case("asked", ["2025-06-18", "2025-03-26", "1999-01-01"])
async def test_a_revision_is_agreed_upon(api: httpx.AsyncClient, asked: str) -> None:
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "x"}}
    opening = {"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params}
    reply = read(await post(api, opening))
    agreed = asked if asked.startswith("2025") else "2025-11-25"
    assert (reply["id"], reply["result"]["protocolVersion"]) == ("a", agreed)
    done = await post(api, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (done.status_code, done.content) == (202, b"")


async def test_a_result_of_the_newest_revision_has_its_type_and_server_info(
    api: httpx.AsyncClient,
) -> None:
    message = modern("server/discover")
    result = read(await post(api, message, **mirrored(message)))["result"]
    assert result["resultType"] == "complete"
    assert result["supportedVersions"][0] == MODERN
    assert result["_meta"][f"{PREFIX}serverInfo"]["name"] == "recollect"
    message = modern("tools/list")
    listed = read(await post(api, message, **mirrored(message)))["result"]
    assert (listed["cacheScope"], listed["ttlMs"] > 0) == ("private", True)


async def test_headers_that_contradict_the_body_are_refused(api: httpx.AsyncClient) -> None:
    message = modern("tools/call", name="recall", arguments={})
    for wrong in (
        {"Mcp-Method": "tools/list"},
        {"Mcp-Name": "remember"},
        {"MCP-Protocol-Version": "2025-11-25"},
    ):
        refused = read(await post(api, message, **(mirrored(message) | wrong)), 400)
        assert refused["error"]["code"] == -32020
    without = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    refused = read(await post(api, without, **{"MCP-Protocol-Version": MODERN}), 400)
    assert refused["error"]["code"] == -32602
    encoded = mirrored(message) | {"Mcp-Name": "=?base64?cmVjYWxs?="}
    assert "result" in read(await post(api, message, **encoded))


async def test_unknown_methods_and_revisions_are_refused_as_each_revision_requires(
    api: httpx.AsyncClient,
) -> None:
    message = modern("resources/subscribe")
    unknown = read(await post(api, message, **mirrored(message)), 404)
    assert unknown["error"]["code"] == -32601
    legacy = {"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe"}
    assert read(await post(api, legacy))["error"]["code"] == -32601
    later = modern("tools/list")
    later["params"]["_meta"] = META | {f"{PREFIX}protocolVersion": "2099-01-01"}
    refused = read(await post(api, later, **{"MCP-Protocol-Version": "2099-01-01"}), 400)
    assert refused["error"]["code"] == -32022
    assert refused["error"]["data"]["requested"] == "2099-01-01"
    assert MODERN in refused["error"]["data"]["supported"]


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@each_case(
    ("body", "code", "its_id"),
    [
        (b"{nonsense", -32700, None),
        (b'{"jsonrpc": "2.0", "id": "\xff", "method": "ping"}', -32700, None),
        (b"", -32700, None),
        (b"5", -32600, None),
        (b"[" + json.dumps(PING).encode() + b"]", -32600, None),
        (json.dumps({"id": 1, "method": "ping"}).encode(), -32600, 1),
        (json.dumps(PING | {"id": None}).encode(), -32600, None),
        (json.dumps(PING | {"id": True}).encode(), -32600, None),
        (json.dumps(PING | {"id": {}}).encode(), -32600, None),
        (json.dumps(PING | {"id": "a", "params": [1]}).encode(), -32600, "a"),
        (json.dumps(PING | {"params": None}).encode(), -32600, 1),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "result": {}}).encode(), -32600, None),
    ],
)
async def test_an_invalid_message_is_an_error_of_the_protocol(
    api: httpx.AsyncClient, body: bytes, code: int, its_id: str | int | None
) -> None:
    headers = {"Content-Type": "application/json"}
    refused = read(await api.post("/mcp", content=body, headers=headers), 400)
    assert (refused["id"], refused["error"]["code"]) == (its_id, code)
    assert refused["error"]["message"]


async def test_a_list_has_one_page_and_refuses_any_cursor(api: httpx.AsyncClient) -> None:
    for name in ("tools", "resources", "resources/templates", "prompts"):
        asked = {"jsonrpc": "2.0", "id": 1, "method": f"{name}/list"}
        assert "result" in read(await post(api, asked | {"params": {"cursor": None}}))
        unknown = read(await post(api, asked | {"params": {"cursor": "page-2"}}))
        assert unknown["error"]["code"] == -32602


async def test_callers_have_the_same_rights_as_over_http(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    reader = issue("mine", scopes=("tool:call", "memory:read"), tenants=["default"])
    message = modern("tools/list")
    listed = read(await post(door, message, **mirrored(message), **reader))["result"]["tools"]
    assert [tool["name"] for tool in listed] == ["recall"]

    given = {"app": "mine", "situation": "a", "decision": "b"}
    message = modern("tools/call", name="remember", arguments=given)
    refused = await post(door, message, **mirrored(message), **reader)
    assert read(refused, 403)["error"]["message"] == "this needs the scope memory:write"
    assert 'error="insufficient_scope"' in refused.headers["www-authenticate"]
    assert 'scope="memory:write"' in refused.headers["www-authenticate"]

    asked = {"app": "another", "query": "a"}
    message = modern("tools/call", name="recall", arguments=asked)
    told = read(await post(door, message, **mirrored(message), **reader))["result"]
    assert told["isError"]
    assert (
        told["content"][0]["text"]
        == "this needs a right to the app another: the claim apps has mine"
    )

    assert_problem(await post(door, message, **mirrored(message)), 401)


async def test_a_desktop_client_reaches_the_server_over_stdin(platform: RunningPlatform) -> None:
    import mcp

    command = ["-m", "infra.cli.app", "mcp", "--url", platform.url]
    windows = {**os.environ, "PYTHONIOENCODING": "cp1252"}  # the protocol is in UTF-8 everywhere
    server = mcp.StdioServerParameters(command=sys.executable, args=command, env=windows)
    async with mcp.Client(server) as client:
        listed = await client.list_tools()
        nothing = await client.call_tool("get_context", {"query": "x", "tenant": "nobody-s"})
        with pytest.raises(mcp.MCPError, match=r"^Unknown tool: Árvíz消$"):
            await client.call_tool("Árvíz消", {})

        assert client.protocol_version == MODERN

    assert [tool.name for tool in listed.tools] == list(NAMES)
    assert text(nothing).startswith("Nothing relevant is known.\n")


def test_over_stdin_every_failure_is_answered_with_an_error() -> None:
    answers = io.StringIO()
    opening = "\ufeff" + json.dumps(PING | {"id": 7})
    bad = json.dumps(PING | {"id": 8, "params": None})
    asked = [opening, "nonsense", '"\udcff"', json.dumps([PING]), bad, " \r\n", ""]
    serve_stdio("http://127.0.0.1:1", None, asked, answers)
    errors = [json.loads(line) for line in answers.getvalue().splitlines()]
    (failed,) = (each for each in errors if each["id"] == 7)
    assert "does not answer" in failed["error"]["message"]
    others = [(each["id"], each["error"]["code"]) for each in errors if each["id"] != 7]
    assert others == [(None, -32700), (None, -32700), (None, -32600), (8, -32600)]


class SlowTools(BaseHTTPRequestHandler):
    """An API that answers tool calls only after `go_on`, and everything else at once.

    Its gateway refuses to list tools.
    """

    go_on: Event
    begun: list[str | int]

    def do_POST(self) -> None:
        """Answer by the message's own id."""
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.begun.append(message["id"])
        if message["method"] == "tools/call":
            self.go_on.wait(30)
        told = {"jsonrpc": "2.0", "id": message["id"], "result": {}}
        is_refused = message["method"] == "tools/list"
        answer = json.dumps({"message": "Too Many Requests"} if is_refused else told).encode()
        self.send_response(429 if is_refused else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


@contextmanager
def slow_tools() -> Iterator[tuple[str, type[SlowTools]]]:
    """The address of such an API, and its class, which holds `go_on`."""

    class Api(SlowTools):
        go_on, begun = Event(), []

    with ThreadingHTTPServer(("127.0.0.1", 0), Api) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", Api
        server.shutdown()


SLOW = PING | {"method": "tools/call"}


def cancelling(message_id: str | int) -> str:
    told = {"method": "notifications/cancelled", "params": {"requestId": message_id}}
    return json.dumps({"jsonrpc": "2.0", **told})


def test_over_stdin_a_slow_call_blocks_no_other_and_a_cancelled_one_is_not_answered() -> None:
    answers = io.StringIO()

    def messages(api: type[SlowTools]) -> Iterator[str]:
        yield json.dumps(SLOW | {"id": "kept"})
        yield json.dumps(SLOW | {"id": "cancelled"})
        yield json.dumps(PING)
        wait_until(lambda: '"id": 1,' in answers.getvalue())
        yield cancelling("cancelled")
        api.go_on.set()

    with slow_tools() as (url, api):
        serve_stdio(url, None, messages(api), answers)

    assert [json.loads(line)["id"] for line in answers.getvalue().splitlines()] == [1, "kept"]


def test_over_stdin_a_refusal_of_the_gateway_is_passed_on_in_its_words() -> None:
    answers = io.StringIO()
    with slow_tools() as (url, _):
        serve_stdio(url, None, [json.dumps(PING | {"method": "tools/list"})], answers)
    refused = json.loads(answers.getvalue())
    assert refused["id"] == 1
    assert refused["error"]["message"] == f"{url}/mcp answered 429: Too Many Requests"


def test_over_stdin_a_call_cancelled_before_its_turn_is_not_begun() -> None:
    def messages(api: type[SlowTools]) -> Iterator[str]:
        yield from (json.dumps(SLOW | {"id": number}) for number in range(10))
        wait_until(lambda: len(api.begun) == 8)
        yield cancelling(8)
        api.go_on.set()

    answers = io.StringIO()
    with slow_tools() as (url, api):
        serve_stdio(url, None, messages(api), answers)

    assert sorted(map(int, api.begun)) == [*range(8), 9]
    told = sorted(json.loads(line)["id"] for line in answers.getvalue().splitlines())
    assert told == [*range(8), 9]


def test_over_stdin_a_method_with_any_characters_is_answered(platform: RunningPlatform) -> None:
    asked = [modern(method) | {"id": method} for method in ("ö", "a\nb", " x", "tools/list")]
    answers = io.StringIO()
    serve_stdio(platform.url, None, map(json.dumps, asked), answers)
    told = {each["id"]: each for each in map(json.loads, answers.getvalue().splitlines())}
    assert "result" in told.pop("tools/list")
    assert {name: each["error"]["code"] for name, each in told.items()} == dict.fromkeys(
        ("ö", "a\nb", " x"), -32601
    )


def test_over_stdin_a_call_that_is_too_large_is_answered_by_its_id(
    platform: RunningPlatform,
) -> None:
    arguments = {"response": "x" * 300_000}
    asked = modern("tools/call", name="validate_answer", arguments=arguments) | {"id": 8}
    answers = io.StringIO()
    serve_stdio(platform.url, None, [json.dumps(asked)], answers)
    refused = json.loads(answers.getvalue())
    assert (refused["id"], refused["error"]["message"]) == (8, "the body is over 262144 bytes")


async def test_only_web_pages_of_the_same_host_or_of_this_machine_are_allowed(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    hosts = [
        ("https://recollect.example", "recollect.example", 200),
        ("http://localhost:3000", "recollect.example", 200),
        ("https://evil.example", "recollect.example", 403),
        ("http://[", "recollect.example", 403),
        ("https://recollect.example", "[", 403),
        ("http://[", "[", 403),
        ("null", "", 403),
    ]
    async with functions_with(platform, tmp_path) as functions:
        for origin, host, status in hosts:
            event = sample("serve_mcp/recall")
            event["headers"] |= {"origin": origin, "host": host}
            answer = await functions.answer("serve_mcp", event)
            assert answer["statusCode"] == status, (origin, host, answer["body"])


@each_case("method", ["GET", "DELETE"])
async def test_a_client_that_asks_for_a_stream_or_a_session_learns_that_there_are_none(
    door: httpx.AsyncClient, method: str
) -> None:
    answer = await door.request(method, "/mcp", headers={"Accept": "text/event-stream"})

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["message"].startswith("There are no s")
