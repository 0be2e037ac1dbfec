"""A platform that limits the rate of each caller."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import App, assert_problem, new_app, read
from tests.functions.platforms import own_client


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform on which a caller may send two requests an hour."""
    async with own_client({"CALLER_RATE": "0.0333", "CALLER_BURST": "2"}) as client:
        yield client


async def test_the_third_request_is_refused_with_the_time_to_retry(
    client: httpx.AsyncClient,
) -> None:
    app, other = new_app(client), new_app(client)
    for _ in range(2):
        read(await app.find())

    refused = await app.find()

    assert assert_problem(refused, 429)["type"] == "urn:recollect:problem:throttled"
    assert 1_790 <= int(refused.headers["retry-after"]) <= 1_802
    read(await other.find())  # the rate on one app does not count for another


async def test_requests_that_need_no_token_are_not_counted(client: httpx.AsyncClient) -> None:
    for path in ("/health", "/ready", "/openapi.json"):
        assert [(await client.get(path)).status_code for _ in range(3)] == [200] * 3


async def test_a_refused_request_changes_nothing(client: httpx.AsyncClient) -> None:
    app: App = new_app(client)
    for number in range(2):
        await app.stored(f"The projector of room {number} is dark")

    assert_problem(await app.store(), 429)
