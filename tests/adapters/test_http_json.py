"""Questions over HTTP: asked twice at most, within their time, and telling nothing."""

import socket

import httpx
import pytest
from pydantic import JsonValue

from recollect.adapters.http.json_calls import get_json, post_json
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply

OK = reply(200, {"result": 1})
LONG, SHORT = 20.0, 0.2


async def post(
    http_client: httpx.AsyncClient, url: str, seconds: float = LONG, text: str = "x"
) -> JsonValue:
    headers = {"Authorization": "Basic a-secret"}
    return await post_json(http_client, "store", url, {"text": text}, headers, seconds)


async def failure(
    http_client: httpx.AsyncClient, server: Server, seconds: float = LONG
) -> type[StoreError]:
    with pytest.raises(StoreError) as caught:
        await post(http_client, server.url, seconds)
    assert caught.value.store == "store"
    assert "a-secret" not in str(caught.value)
    assert server.url not in str(caught.value)
    return type(caught.value)


async def test_a_good_answer_is_asked_for_once(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([OK, OK]) as server:
        assert await post(http_client, server.url) == {"result": 1}
        assert server.requests == 1


@pytest.mark.parametrize("text", ["\ud800", "\0", "🔥", '"\\'])
async def test_any_text_can_be_sent(http_client: httpx.AsyncClient, text: str) -> None:
    async with misbehaving([OK]) as server:
        assert await post(http_client, server.url, text=text) == {"result": 1}


@pytest.mark.parametrize(
    "bad", [reply(500), reply(503), reply(429), Behaviour.HANG_UP, reply(200, b"{", length=100)]
)
async def test_trouble_is_met_with_a_second_try_and_no_third(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert await post(http_client, server.url) == {"result": 1}
    async with misbehaving([bad, bad, OK]) as server:
        assert issubclass(await failure(http_client, server), StoreUnavailable)
        assert server.requests == 2


@pytest.mark.parametrize(
    "bad",
    [
        reply(301, headers="Location: http://127.0.0.1:1/\r\n"),
        reply(202, {"result": 1}),
        reply(400, {"error": "a-secret"}),
        reply(401),
        reply(404),
        reply(200, b"<html>"),
        reply(200, b'{"result": NaN}'),
        reply(200, b"[" * 100_000),
        reply(200, b"\xff\xfe"),
        reply(200, b"{}", headers="Content-Encoding: gzip\r\n"),
    ],
)
async def test_what_cannot_be_used_is_refused_at_once(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert await failure(http_client, server) is StoreRefused
        assert server.requests == 1


async def test_the_deadline_bounds_both_tries(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(500), Behaviour.HANG]) as server:
        assert await failure(http_client, server, 2 * SHORT) is StoreTimeout
        assert server.requests == 2


async def test_a_server_that_is_not_there_is_unavailable(http_client: httpx.AsyncClient) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        with pytest.raises(StoreUnavailable):
            await post(http_client, f"http://127.0.0.1:{taken.getsockname()[1]}")


async def test_an_address_that_is_none_is_refused(http_client: httpx.AsyncClient) -> None:
    with pytest.raises(StoreRefused):
        await post(http_client, "http://127.0.0.1:not-a-port")


async def get(http_client: httpx.AsyncClient, url: str, seconds: float = LONG) -> JsonValue:
    return await get_json(http_client, "store", url, {"q": "a-secret"}, seconds)


async def test_what_is_read_is_asked_for_twice_at_most(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(503), OK]) as server:
        assert await get(http_client, server.url) == {"result": 1}
    async with misbehaving([Behaviour.HANG_UP, reply(500), OK]) as server:
        with pytest.raises(StoreUnavailable):
            await get(http_client, server.url)
        assert server.requests == 2


@pytest.mark.parametrize("bad", [reply(202, {}), reply(404), reply(200, b"<html>a-secret")])
async def test_what_is_read_and_cannot_be_used_is_refused(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, OK]) as server:
        with pytest.raises(StoreRefused) as caught:
            await get(http_client, server.url)
        assert server.requests == 1
    assert "a-secret" not in str(caught.value)


async def test_the_deadline_bounds_what_is_read(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(500), Behaviour.HANG]) as server:
        with pytest.raises(StoreTimeout):
            await get(http_client, server.url, 2 * SHORT)
        assert server.requests == 2
