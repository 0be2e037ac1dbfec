"""Agent2Agent: the card, questions and ContextRequests as messages, and refusals."""

from uuid import uuid4

import httpx

from infra.local.platform import RunningPlatform
from tests.cases import each_case
from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import new_project
from tests.functions.guarded import Issue
from tests.functions.stores import Stores

VERSION = {"A2A-Version": "1.0"}
FACT = "The relay of the north site is restarted by night only."


def call(method: str, **params: object) -> Json:
    return {"jsonrpc": "2.0", "id": "q-1", "method": method, "params": params}


def sent(*parts: Json, **fields: object) -> Json:
    message = {"messageId": "m-1", "role": "ROLE_USER", "parts": [*parts], **fields}
    return call("SendMessage", message=message)


def asking(**payload: object) -> Json:
    """A ContextRequest."""
    return {
        "meta": {"type": "ContextRequest", "from": {"type": "agent", "id": "x"}},
        "payload": {"query": {"type": "hybrid", "text": "x"}, **payload},
    }


async def reply_to(client: httpx.AsyncClient, body: Json) -> Json:
    return read(await client.post("/a2a", json=body, headers=VERSION))


async def test_the_card_says_where_and_how_to_ask(door: httpx.AsyncClient) -> None:
    answered = await door.get("/.well-known/agent-card.json")
    card = read(answered)
    assert "max-age=" in answered.headers["cache-control"]
    again = await door.get("/.well-known/agent-card.json")
    assert answered.headers["etag"] == again.headers["etag"]
    (interface,) = card["supportedInterfaces"]
    assert interface["url"] == f"{str(door.base_url).rstrip('/')}/a2a"
    assert (interface["protocolBinding"], interface["protocolVersion"]) == ("JSONRPC", "1.0")
    assert card["capabilities"] == {"streaming": False, "pushNotifications": False}
    assert card["skills"]
    assert "bearer" in card["securitySchemes"]


async def test_a_question_is_answered_in_words_and_as_data(api: httpx.AsyncClient) -> None:
    project = new_project(api)
    await project.stored({"id": "ev-1", "content": FACT})
    scope = {"tenant": project.tenant, "project": project.project}

    asked = sent({"text": "when is the relay restarted?"}, metadata=scope, contextId="c-7")
    message = (await reply_to(api, asked))["result"]["message"]
    words, data = message["parts"]
    assert (message["role"], message["contextId"]) == ("ROLE_AGENT", "c-7")
    assert f"{FACT}\n\nSources:\n[ev-1] (" in words["text"]
    assert data["data"]["meta"]["type"] == "ContextResult"
    assert [each["id"] for each in data["data"]["payload"]["results"]] == ["ev-1"]

    request = {
        "meta": {"type": "ContextRequest", "from": {"type": "agent", "id": "x"}, **scope},
        "payload": {"query": {"type": "hybrid", "text": "who built the pyramids"}},
    }
    nothing = (await reply_to(api, sent({"data": request})))["result"]["message"]
    words = nothing["parts"][0]["text"]
    assert words.startswith("Nothing relevant is known.\n\nNote: the only candidate came to ")


async def test_metadata_of_the_whole_request_count_where_the_message_has_none(
    api: httpx.AsyncClient,
) -> None:
    project = new_project(api)
    await project.stored({"id": "ev-1", "content": FACT})
    scope = {"tenant": project.tenant, "project": project.project}
    asked = sent({"text": "when is the relay restarted?"}, contextId="", taskId="")
    asked["params"]["metadata"] = scope
    message = (await reply_to(api, asked))["result"]["message"]
    assert f"{FACT}\n\nSources:\n" in message["parts"][0]["text"]
    assert message["contextId"]

    asked["params"]["message"]["metadata"] = {"project": "another"}
    message = (await reply_to(api, asked))["result"]["message"]
    assert message["parts"][1]["data"]["meta"]["project"] == "another"
    asked["params"]["metadata"] = asked["params"]["message"]["metadata"] = None
    assert "result" in await reply_to(api, asked)
    asked["params"]["metadata"] = ["no", "object"]
    assert (await reply_to(api, asked))["error"]["code"] == -32602


async def test_the_official_client_reads_the_card_and_is_answered(
    api: httpx.AsyncClient, platform: RunningPlatform
) -> None:
    from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
    from a2a.types import Message, Part, Role, SendMessageRequest

    project = new_project(api)
    await project.stored({"id": "ev-1", "content": FACT})
    asked = Message(
        message_id="m-1",
        role=Role.ROLE_USER,
        parts=[Part(text="when is the relay restarted?")],
        metadata={"tenant": project.tenant, "project": project.project},
    )
    # A client of its own, to which it adds headers for all further requests.
    async with httpx.AsyncClient() as http:
        card = await A2ACardResolver(http, platform.url).get_agent_card()
        client = ClientFactory(ClientConfig(httpx_client=http, streaming=False)).create(card)
        request = SendMessageRequest(message=asked)
        (answer,) = [each async for each in client.send_message(request)]
    assert f"{FACT}\n\nSources:\n" in answer.message.parts[0].text


@each_case(
    ("body", "code"),
    [
        (call("GetTask", id="t-1"), -32001),
        (call("CancelTask", id="t-1"), -32001),
        (sent({"text": "x"}, taskId="t-1"), -32001),
        (call("CreateTaskPushNotificationConfig"), -32003),
        (call("ListTasks"), -32004),
        (call("SendStreamingMessage"), -32004),
        (call("GetExtendedAgentCard"), -32004),
        (call("message/send"), -32601),
        (call("SendMessage"), -32602),
        (sent(), -32602),
        (sent({"text": ""}), -32602),
        (sent({"data": {"meta": {}}}), -32602),
        (sent({"data": asking(limit="5")}), -32602),
    ],
)
async def test_an_unserved_method_is_refused_with_the_specifications_error(
    api: httpx.AsyncClient, body: Json, code: int
) -> None:
    reply = await reply_to(api, body)
    assert (reply["id"], reply["error"]["code"]) == ("q-1", code)


@each_case("headers", [{}, {"A2A-Version": "0.3"}, {"A2A-Version": "2.0"}])
async def test_another_protocol_version_is_refused(
    api: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    reply = read(await api.post("/a2a", json=sent({"text": "x"}), headers=headers))
    assert reply["error"]["code"] == -32009


async def test_a_store_that_is_down_is_an_error_of_the_protocol_with_its_status(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    await stores.fault("vector", "status", status=503)
    asked = sent({"text": f"When is the relay restarted? {uuid4()}"})
    failed = await api.post("/a2a", json=asked, headers=VERSION)
    error = read(failed, 503)["error"]
    assert error["code"] == -32603
    assert error["message"] == "A store is unavailable: upstash-vector. Try again in 1 s."
    assert failed.headers["retry-after"] == "1"


async def test_a_message_needs_the_same_rights_as_a_context_request(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    def caller(*scopes: str) -> dict[str, str]:
        return VERSION | issue(scopes=scopes, tenants=["another"])

    asked = sent({"text": "x"})
    assert_problem(await door.post("/a2a", json=asked, headers=VERSION), 401)
    assert_problem(await door.post("/a2a", json=asked, headers=caller("memory:read")), 403)
    refused = await door.post("/a2a", json=asked, headers=caller("context:read"))
    assert "the claim tenants" in read(refused, 403)["error"]["message"]
    own = sent({"text": "x"}, metadata={"tenant": "another"})
    assert "result" in read(await door.post("/a2a", json=own, headers=caller("context:read")))


@each_case(
    ("body", "code", "its_id"),
    [
        ("{nonsense", -32700, None),
        ("[]", -32600, None),
        ('{"jsonrpc": "1.0", "id": 1, "method": "SendMessage"}', -32600, 1),
        ('{"jsonrpc": "2.0", "id": true, "method": "SendMessage"}', -32600, None),
    ],
)
async def test_an_invalid_message_is_an_error_of_the_protocol(
    api: httpx.AsyncClient, body: str, code: int, its_id: int | None
) -> None:
    headers = {"Content-Type": "application/json", **VERSION}
    refused = read(await api.post("/a2a", content=body, headers=headers))
    assert (refused["id"], refused["error"]["code"]) == (its_id, code)


@each_case("file", [{"url": "https://a.example/x.pdf"}, {"raw": "aGk=", "mediaType": "image/png"}])
async def test_a_file_is_refused_as_unsupported_content(api: httpx.AsyncClient, file: Json) -> None:
    for parts in ([file], [{"text": "what is this?"}, file]):
        refused = await reply_to(api, sent(*parts))
        assert refused["error"]["code"] == -32005


async def test_a_message_without_a_question_is_refused_with_what_it_needs(
    api: httpx.AsyncClient,
) -> None:
    error = (await reply_to(api, sent({"text": " "})))["error"]
    assert error == {
        "code": -32602,
        "message": "message.parts: must have a question, or a ContextRequest",
    }


@each_case(
    ("modes", "kinds"),
    [
        (["text/plain"], [["text"]]),
        (["application/json; charset=utf-8", "image/png"], [["data"]]),
        (["text/*", "application/json"], [["text"], ["data"]]),
        ([], [["text"], ["data"]]),
        (None, [["text"], ["data"]]),
    ],
)
async def test_an_answer_has_the_media_types_that_the_caller_accepts(
    api: httpx.AsyncClient, modes: list[str] | None, kinds: list[list[str]]
) -> None:
    asked = sent({"text": "when is the relay restarted?"})
    asked["params"]["configuration"] = {"acceptedOutputModes": modes}
    parts = (await reply_to(api, asked))["result"]["message"]["parts"]
    assert [list(part) for part in parts] == kinds


async def test_a_caller_that_accepts_neither_media_type_learns_which_there_are(
    api: httpx.AsyncClient,
) -> None:
    asked = sent({"text": "when is the relay restarted?"})
    asked["params"]["configuration"] = {"acceptedOutputModes": ["image/png"]}
    error = (await reply_to(api, asked))["error"]
    assert error == {"code": -32005, "message": "Answers are of application/json and text/plain"}
