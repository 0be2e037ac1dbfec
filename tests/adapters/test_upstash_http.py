"""The guard in front of the stores: it repeats only what it may, and waits only so long."""

import socket

import httpx
import pytest

from recollect.adapters.upstash.http import UpstashHttp
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply

OK = reply(200, {"result": "OK"})
TOKEN = "a-secret"
LONG, SHORT = 20.0, 0.2


async def post(
    http_client: httpx.AsyncClient, url: str, *, repeatable: bool = True, seconds: float = LONG
) -> httpx.Response:
    guarded = UpstashHttp(http_client, "store", url, TOKEN, seconds)
    return await guarded.post("/", ["PING"], {}, repeatable=repeatable)


async def failure(
    http_client: httpx.AsyncClient, server: Server, *, repeatable: bool
) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await post(http_client, server.url, repeatable=repeatable)
    assert caught.value.store == "store"
    assert TOKEN not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("repeatable", [True, False])
async def test_a_good_answer_is_asked_for_once(
    http_client: httpx.AsyncClient, *, repeatable: bool
) -> None:
    async with misbehaving([OK, OK]) as server:
        response = await post(http_client, server.url, repeatable=repeatable)
        assert (response.json(), server.requests) == ({"result": "OK"}, 1)


@pytest.mark.parametrize("status", [400, 401, 404, 409, 413, 422])
async def test_a_refusal_is_for_the_adapter_to_read(
    http_client: httpx.AsyncClient, status: int
) -> None:
    async with misbehaving([reply(status, {"error": "no"}), OK]) as server:
        response = await post(http_client, server.url)
        assert (response.status_code, server.requests) == (status, 1)


@pytest.mark.parametrize(
    "bad",
    [
        reply(500, {"error": "oops"}),
        reply(502, b"<html>"),
        reply(503),
        Behaviour.HANG_UP,
        b"SMTP ready\r\n",
        reply(200, b"{", length=100),
    ],
)
async def test_what_may_have_had_its_effect_is_repeated_only_if_that_is_harmless(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert (await post(http_client, server.url)).json() == {"result": "OK"}
        assert server.requests == 2
    async with misbehaving([bad, OK]) as server:
        error = await failure(http_client, server, repeatable=False)
        assert (type(error), server.requests) == (StoreUnavailable, 1)


@pytest.mark.parametrize("repeatable", [True, False])
async def test_what_was_turned_away_had_no_effect_and_is_repeated(
    http_client: httpx.AsyncClient, *, repeatable: bool
) -> None:
    async with misbehaving([reply(429), OK]) as server:
        assert (await post(http_client, server.url, repeatable=repeatable)).json() == {
            "result": "OK"
        }
        assert server.requests == 2


@pytest.mark.parametrize("bad", [reply(429), reply(500), Behaviour.HANG_UP])
async def test_two_attempts_are_all(http_client: httpx.AsyncClient, bad: bytes | Behaviour) -> None:
    async with misbehaving([bad, bad, OK]) as server:
        error = await failure(http_client, server, repeatable=True)
        assert (isinstance(error, StoreUnavailable), server.requests) == (True, 2)


@pytest.mark.parametrize("repeatable", [True, False])
async def test_a_server_that_is_not_there_is_unavailable(
    http_client: httpx.AsyncClient, *, repeatable: bool
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(StoreUnavailable):
            await post(http_client, url, repeatable=repeatable)


async def test_a_silent_server_is_given_up_at_the_deadline(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([Behaviour.HANG, OK]) as server:
        with pytest.raises(StoreTimeout):
            await post(http_client, server.url, seconds=SHORT)
        assert server.requests == 1


async def test_the_deadline_bounds_a_call_with_its_repeats(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(500), Behaviour.HANG]) as server:
        with pytest.raises(StoreTimeout):
            await post(http_client, server.url, seconds=2 * SHORT)
        assert server.requests == 2


async def test_an_answer_that_cannot_be_decoded_is_refused(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, b"{}", headers="Content-Encoding: gzip\r\n")]) as server:
        assert type(await failure(http_client, server, repeatable=True)) is StoreRefused


async def test_an_address_that_is_none_is_refused(http_client: httpx.AsyncClient) -> None:
    with pytest.raises(StoreRefused):
        await post(http_client, "http://127.0.0.1:not-a-port")
