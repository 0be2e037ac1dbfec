"""The REST API on the wire: what the SDK does not show."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from upstash_redis.asyncio import Redis

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.tokens import StoreTokens
from tests.infra.local.serving import serving

Json = dict[str, Any]

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


async def test_bytes_that_are_no_text_are_replaced_unless_base64_is_requested(
    http: httpx.AsyncClient,
) -> None:
    await http.post("/", json=["SETBIT", "binary", 0, 1])

    plain = await http.post("/", json=["GET", "binary"])
    encoded = await http.post("/", json=["GET", "binary"], headers=BASE64)

    assert plain.json() == {"result": "\ufffd"}
    assert encoded.json() == {"result": "gA=="}


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


async def test_a_path_that_is_not_emulated_is_refused(http: httpx.AsyncClient) -> None:
    for path in ("/multi-exec", "/get/foo", "/set/foo/bar?EX=100"):
        answer = await http.post(path, json=[["SET", "key", "1"]])
        assert answer.status_code == 404
        assert answer.json() == {"error": "ERR only POST / and POST /pipeline are emulated"}


async def test_commands_that_wait_or_need_a_connection_are_refused(http: httpx.AsyncClient) -> None:
    commands: tuple[list[str | int], ...] = (
        ["BLPOP", "list", 0],
        ["SUBSCRIBE", "channel"],
        ["TS.GET", "series"],
        ["MONITOR"],
        ["SELECT", 1],
        ["MULTI"],
        ["RESTORE", "key", 0, "payload"],
        ["XREAD", "BLOCK", 0, "STREAMS", "log", "$"],
        ["xreadgroup", "GROUP", "block", "me", "block", 0, "STREAMS", "log", ">"],
    )
    for command in commands:
        answer = await http.post("/", json=command)

        assert answer.status_code == 400
        name = str(command[0]).upper()
        assert answer.json() == {"error": f"ERR Command is not available: '{name}'"}


async def test_a_stream_may_be_called_block(http: httpx.AsyncClient) -> None:
    await http.post("/", json=["XADD", "BLOCK", "1-1", "a", "b"])

    answer = await http.post("/", json=["XREAD", "STREAMS", "BLOCK", "0"])

    assert answer.json() == {"result": [["BLOCK", [["1-1", ["a", "b"]]]]]}


NO_COMMAND = (
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
)


async def test_a_body_that_holds_no_command_is_a_bad_request(http: httpx.AsyncClient) -> None:
    for path in ("/", "/pipeline"):
        for body in NO_COMMAND:
            answer = await http.post(path, content=body)

            assert answer.status_code == 400, body[:20]
            assert answer.json()["error"].startswith("ERR ")


async def test_a_request_of_more_than_ten_megabytes_is_refused(http: httpx.AsyncClient) -> None:
    for path, body in (("/", ["ECHO", "x" * 10 * 2**20]), ("/pipeline", [["ECHO", "x"]] * 10**6)):
        answer = await http.post(path, json=body)

        assert answer.status_code == 400
        assert answer.json()["error"].startswith("ERR max request size exceeded. Limit: 10485760")


async def test_a_request_without_a_valid_token_is_unauthorized(http: httpx.AsyncClient) -> None:
    for authorization in ("", "Bearer", "Bearer wrong", "Basic bG9jYWw6"):
        for path in ("/", "/pipeline", "/?_token=local-full"):
            headers = {"Authorization": authorization}
            answer = await http.post(path, content=b"{", headers=headers)

            assert answer.status_code == 401
            assert answer.json() == {"error": "WRONGPASS invalid or missing auth token"}


async def test_every_answer_has_a_new_sync_token(http: httpx.AsyncClient) -> None:
    tokens = [
        (await http.post("/", json=["PING"])).headers["Upstash-Sync-Token"],
        (await http.post("/pipeline", json=[["PING"]])).headers["Upstash-Sync-Token"],
    ]

    assert len(set(tokens)) == 2


LOCKING = "#!lua flags=allow-key-locking\n"


async def test_each_command_of_a_pipeline_is_billed_and_a_script_counts_as_one(
    http: httpx.AsyncClient,
) -> None:
    async def billed() -> Json:
        bill: Json = (await http.get("/bill")).json()
        return bill

    before = await billed()
    await http.post("/pipeline", json=[["SET", "a", "1"], ["get", "a"], ["GET", "b"]])
    await http.post("/", json=["MGET", "a", "b", "c"])
    await http.post(
        "/", json=["EVAL", "return {redis.call('GET', 'a'), redis.call('GET', 'b')}", 0]
    )
    await http.post("/", json=["EVAL", f"{LOCKING}return redis.call('GET', KEYS[1])", 1, "a"])
    after = await billed()

    spent = {
        name: count - before["commands"].get(name, 0) for name, count in after["commands"].items()
    }
    assert {name: count for name, count in spent.items() if count} == {
        "SET": 1, "GET": 2, "MGET": 1, "EVAL": 2
    }  # fmt: skip
    assert after["whole_locks"] - before["whole_locks"] == 1  # the script without the flag


async def test_a_script_that_locks_its_keys_may_use_no_others(http: httpx.AsyncClient) -> None:
    async def run(script: str, *keys: str) -> Json:
        answer: Json = (
            await http.post("/", json=["EVAL", LOCKING + script, len(keys), *keys])
        ).json()
        return answer

    refused = "Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set"
    joined = "return redis.call('SET', KEYS[1] .. ':log', '1')"
    assert refused in (await run(joined, "a"))["error"]
    assert (await run(joined, "a", "a:log"))["result"] == "OK"
    assert refused in (await run("return redis.call('del', KEYS[1], 'b')", "a"))["error"]
    assert (await run("return redis.call('EXISTS', KEYS[1], KEYS[2])", "a:log", "b"))["result"] == 1
    assert "FLUSHDB" in (await run("return redis.call('FLUSHDB')"))["error"]
    # The next script is another one.
    plain = await http.post("/", json=["EVAL", "return redis.call('SET', 'b', '2')", 0])
    assert plain.json() == {"result": "OK"}


async def test_an_unknown_flag_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post("/", json=["EVAL", "#!lua flags=allow-all\nreturn 1", 0])

    assert answer.json() == {"error": "ERR Unexpected flag in script shebang: allow-all"}


async def test_the_sdk_works_below_a_mount_whose_url_ends_in_a_slash() -> None:
    store = InProcessRedis()
    app = create_redis_app(store, StoreTokens(full="mine"))
    with serving(Starlette(routes=[Mount("/_emulators/upstash-redis", app)])) as url:
        async with Redis(f"{url}/_emulators/upstash-redis/", "mine", rest_retries=0) as redis:
            await redis.set("a/b", "1")
            pipeline = redis.pipeline()
            pipeline.get("a/b")

            assert await pipeline.exec() == ["1"]
    store.close()
