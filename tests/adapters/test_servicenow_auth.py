"""OAuth client credentials: one token for many requests, another one before it ends."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.servicenow.credentials import Authenticator, Credentials
from recollect.adapters.servicenow.auth import ClientCredentials
from recollect.adapters.servicenow.query import all_of, equals
from recollect.adapters.servicenow.tables import Row, ServiceNow
from recollect.core.errors import StoreError, StoreRefused
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import servicenow
from tests.cases import each_case
from tests.clocks import Clock
from tests.infra.local.serving import serving

KNOWN = Credentials()
ROWS = reply(200, {"result": [{"number": "X1"}]})
REFUSED = reply(401, {"error": {"message": "User Not Authenticated"}, "status": "failure"})


@dataclass(frozen=True, slots=True)
class Instance:
    url: str
    door: Authenticator
    clock: Clock


@pytest.fixture(scope="module")
def instance() -> Iterator[Instance]:
    clock = Clock()
    door = Authenticator(KNOWN, clock)
    with serving(create_servicenow_app(KNOWN, authenticator=door)) as url:
        yield Instance(url, door, clock)


def token(name: str, life: object = 1799) -> bytes:
    return reply(200, {"access_token": name, "token_type": "Bearer", "expires_in": life})


def client_of(
    client: httpx.AsyncClient, url: str, clock: Clock, secret: str = KNOWN.client_secret
) -> ServiceNow:
    return servicenow(client, url, ClientCredentials(url, KNOWN.client_id, secret, clock))


async def ask(table_api: ServiceNow) -> list[Row]:
    query = all_of([equals("number", "SCS0001234")])
    return await table_api.rows("sn_customerservice_case", query, ["number"], 1)


async def test_a_known_oauth_client_is_let_in(
    http_client: httpx.AsyncClient, instance: Instance
) -> None:
    (row,) = await ask(client_of(http_client, instance.url, instance.clock))
    assert row.value("number") == "SCS0001234"


async def test_a_client_with_a_wrong_secret_is_refused_and_the_secret_not_shown(
    http_client: httpx.AsyncClient, instance: Instance
) -> None:
    with pytest.raises(StoreRefused) as caught:
        await ask(client_of(http_client, instance.url, instance.clock, secret="guessed"))
    assert "guessed" not in str(caught.value)


async def test_a_revoked_token_is_replaced_once(
    http_client: httpx.AsyncClient, instance: Instance
) -> None:
    table_api = client_of(http_client, instance.url, instance.clock)
    await ask(table_api)
    instance.door.revoke_all()
    assert await ask(table_api)


async def test_a_token_is_kept_until_a_minute_before_it_ends(
    http_client: httpx.AsyncClient,
) -> None:
    clock = Clock()
    async with misbehaving([token("one"), ROWS, ROWS, token("two"), ROWS]) as server:
        table_api = client_of(http_client, server.url, clock)
        await ask(table_api)
        clock.now += 1738
        await ask(table_api)
        assert server.requests == 3
        clock.now += 2
        await ask(table_api)
        assert server.requests == 5


async def test_simultaneous_requests_share_one_token(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([token("one"), *[ROWS] * 5]) as server:
        table_api = client_of(http_client, server.url, Clock())
        await asyncio.gather(*(ask(table_api) for _ in range(5)))
        assert server.requests == 6


async def test_a_second_refusal_is_final(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([token("one"), REFUSED, token("two"), REFUSED, ROWS]) as server:
        with pytest.raises(StoreRefused, match="answered 401"):
            await ask(client_of(http_client, server.url, Clock()))
        assert server.requests == 4


async def test_a_token_server_in_trouble_is_asked_again(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(503), token("one"), ROWS]) as server:
        assert await ask(client_of(http_client, server.url, Clock()))


@each_case(
    "bad",
    [
        reply(200, b"<html>"),
        reply(200, {"access_token": ""}),
        reply(200, {"access_token": "two words"}),
        reply(200, {"access_token": "line\nbreak"}),
        reply(200, {"token": "x"}),
        reply(200, []),
        reply(401, {"error": "server_error", "error_description": "access_denied"}),
    ],
)
async def test_an_answer_without_a_token_is_refused(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, ROWS]) as server:
        with pytest.raises(StoreError) as caught:
            await ask(client_of(http_client, server.url, Clock()))
    assert type(caught.value) is StoreRefused


@each_case("life", [None, "soon", 0, -5])
async def test_a_token_of_any_lifetime_serves_the_request_that_it_was_fetched_for(
    http_client: httpx.AsyncClient, life: object
) -> None:
    async with misbehaving([token("one", life), ROWS]) as server:
        assert await ask(client_of(http_client, server.url, Clock()))
