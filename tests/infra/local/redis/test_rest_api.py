"""The REST API as it is on the wire, where the SDK does not look."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from upstash_redis.asyncio import Redis

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.tokens import StoreTokens
from tests.infra.local.serving import serving

BASE64 = {"Upstash-Encoding": "base64"}


@pytest.fixture
async def http(url: str, redis: Redis) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client with the full token, on the empty database of `redis`."""
    assert await redis.dbsize() == 0
    headers = {"Authorization": "Bearer local-full"}
    async with httpx.AsyncClient(base_url=url, headers=headers) as client:
        yield client


async def test_base64_encodes_strings_at_any_depth_and_nothing_else(
    http: httpx.AsyncClient,
) -> None:
    script = "return {'bar', 'OK', 7, false, {'é', {}}}"
    answer = await http.post("/", json=["EVAL", script, 0], headers=BASE64)

    assert answer.json() == {"result": ["YmFy", "OK", 7, None, ["w6k=", []]]}


async def test_without_base64_bytes_that_are_no_text_are_replaced(http: httpx.AsyncClient) -> None:
    await http.post("/set/binary", content=b"a\xff")

    plain = await http.get("/get/binary")
    encoded = await http.get("/get/binary", headers=BASE64)

    assert plain.json() == {"result": "a\ufffd"}
    assert encoded.json() == {"result": "Yf8="}


async def test_commands_go_by_path_as_well(http: httpx.AsyncClient) -> None:
    assert (await http.get("/set/foo/bar")).json() == {"result": "OK"}
    assert (await http.get("/GET/foo")).json() == {"result": "bar"}
    assert (await http.post("/set/foo%2Fbar/with%20space/EX/100")).json() == {"result": "OK"}
    assert (await http.get("/get/foo%2Fbar")).json() == {"result": "with space"}


async def test_a_posted_value_stands_before_the_options_of_the_query(
    http: httpx.AsyncClient,
) -> None:
    value = '{"json": "välue"}'
    assert (await http.post("/set/foo?EX=100&NX", content=value)).json() == {"result": "OK"}

    assert (await http.get("/get/foo")).json() == {"result": value}
    assert 0 < (await http.get("/ttl/foo")).json()["result"] <= 100


async def test_a_pipeline_reports_the_failure_of_one_command_in_its_place(
    http: httpx.AsyncClient,
) -> None:
    commands = [["SET", "key", "valuex"], ["INCR", "key"], ["BLPOP", "list", 0], ["GET", "key"]]
    answer = await http.post("/pipeline", json=commands)

    assert answer.status_code == 200
    assert answer.json() == [
        {"result": "OK"},
        {"error": "ERR value is not an integer or out of range"},
        {"error": "ERR Command is not available: 'BLPOP'"},
        {"result": "valuex"},
    ]


async def test_a_command_that_fails_in_a_transaction_stops_none_of_the_others(
    http: httpx.AsyncClient,
) -> None:
    commands = [["SET", "key", "valuex"], ["INCR", "key"], ["SADD", "set", "a", "b"]]
    answer = await http.post("/multi-exec", json=commands, headers=BASE64)

    assert answer.status_code == 200
    assert answer.json() == [
        {"result": "OK"},
        {"error": "ERR value is not an integer or out of range"},
        {"result": 2},
    ]


@pytest.mark.parametrize("wrong", [["NONSENSE"], ["GET"], ["BLPOP", "list", "0"], ["EXEC"]])
async def test_a_transaction_with_an_impossible_command_is_discarded_as_a_whole(
    http: httpx.AsyncClient, wrong: list[str]
) -> None:
    answer = await http.post("/multi-exec", json=[["SET", "key", "1"], wrong, ["INCR", "key"]])

    assert answer.status_code == 400
    assert answer.json()["error"].startswith("EXECABORT Transaction discarded")
    assert (await http.get("/exists/key")).json() == {"result": 0}
    assert (await http.post("/multi-exec", json=[["INCR", "key"]])).json() == [{"result": 1}]


async def test_a_transaction_of_the_read_only_token_that_writes_is_discarded(
    http: httpx.AsyncClient,
) -> None:
    answer = await http.post(
        "/multi-exec",
        json=[["GET", "key"], ["SET", "key", "1"]],
        headers={"Authorization": "Bearer local-read-only"},
    )

    assert answer.status_code == 400
    assert "NOPERM this user has no permissions to run the 'set'" in answer.json()["error"]


@pytest.mark.parametrize(
    "command",
    [
        ["BLPOP", "list", 0],
        ["SUBSCRIBE", "channel"],
        ["TS.GET", "series"],
        ["MONITOR"],
        ["SELECT", 1],
        ["MULTI"],
        ["RESTORE", "key", 0, "payload"],
        ["XREAD", "BLOCK", 0, "STREAMS", "log", "$"],
        ["xreadgroup", "GROUP", "block", "me", "block", 0, "STREAMS", "log", ">"],
    ],
)
async def test_commands_that_wait_or_need_a_connection_are_refused(
    http: httpx.AsyncClient, command: list[str | int]
) -> None:
    answer = await http.post("/", json=command)

    assert answer.status_code == 400
    assert answer.json() == {"error": f"ERR Command is not available: '{str(command[0]).upper()}'"}


async def test_a_stream_may_be_called_block(http: httpx.AsyncClient) -> None:
    await http.post("/", json=["XADD", "BLOCK", "1-1", "a", "b"])

    answer = await http.post("/", json=["XREAD", "STREAMS", "BLOCK", "0"])

    assert answer.json() == {"result": [["BLOCK", [["1-1", ["a", "b"]]]]]}


@pytest.mark.parametrize("path", ["/", "/pipeline", "/multi-exec"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"SET": 1}',
        b'"GET"',
        b"[]",
        b"[[]]",
        b"[1]",
        b'["SET", "a", null]',
        b'["SET", "a", ["b"]]',
        b'["SET", "a", NaN]',
        b'["SET", "a", "\\ud800"]',
        b'[["GET", {"a": 1}]]',
        b"[" * 100_000,
        b"\xff",
    ],
    ids=lambda body: repr(body[:24]),
)
async def test_a_body_that_holds_no_command_is_a_bad_request(
    http: httpx.AsyncClient, path: str, body: bytes
) -> None:
    answer = await http.post(path, content=body)

    assert answer.status_code == 400
    assert answer.json()["error"].startswith("ERR ")


async def test_a_get_without_a_command_is_a_bad_request(http: httpx.AsyncClient) -> None:
    answer = await http.get("/")

    assert (answer.status_code, answer.json()) == (400, {"error": "ERR no command given"})


async def test_other_methods_are_not_allowed(http: httpx.AsyncClient) -> None:
    assert (await http.delete("/get/foo")).status_code == 405
    assert (await http.head("/get/foo")).status_code == 200


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer wrong", "Basic bG9jYWw6"])
async def test_a_request_without_a_valid_token_is_unauthorized(
    http: httpx.AsyncClient, authorization: str
) -> None:
    for path in ("/", "/pipeline", "/multi-exec", "/get/foo?_token=local-full"):
        answer = await http.post(path, content=b"{", headers={"Authorization": authorization})

        assert answer.status_code == 401
        assert answer.json() == {"error": "WRONGPASS invalid or missing auth token"}


async def test_a_token_in_the_query_is_no_argument_either(http: httpx.AsyncClient) -> None:
    await http.get("/set/foo/bar?_token=local-full&EX=100")

    assert (await http.get("/get/foo?_token=local-full")).json() == {"result": "bar"}


async def test_every_answer_moves_the_sync_token_on(http: httpx.AsyncClient) -> None:
    tokens = [
        (await http.post("/", json=["PING"])).headers["Upstash-Sync-Token"],
        (await http.post("/pipeline", json=[["PING"]])).headers["Upstash-Sync-Token"],
        (await http.post("/multi-exec", json=[["PING"]])).headers["Upstash-Sync-Token"],
    ]

    assert len(set(tokens)) == 3


async def test_the_sdk_works_below_a_mount_whose_url_ends_in_a_slash() -> None:
    store = InProcessRedis()
    app = create_redis_app(store, StoreTokens(full="mine"))
    with serving(Starlette(routes=[Mount("/_emulators/upstash-redis", app)])) as url:
        async with Redis(f"{url}/_emulators/upstash-redis/", "mine", rest_retries=0) as redis:
            await redis.set("a/b", "1")
            pipeline = redis.pipeline()
            pipeline.get("a/b")
            transaction = redis.multi()
            transaction.incr("a/b")

            assert await pipeline.exec() == ["1"]
            assert await transaction.exec() == [2]
        async with httpx.AsyncClient(headers={"Authorization": "Bearer mine"}) as http:
            by_path = await http.get(f"{url}/_emulators/upstash-redis/get/a%2Fb")
    store.close()

    assert by_path.json() == {"result": "2"}
