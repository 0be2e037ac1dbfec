"""Machines that send an API key instead of a token."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from secrets import token_bytes
from typing import Any

import httpx
import pytest

from infra.cli.stores import platform_target
from infra.local.platform import RunningPlatform
from recollect.access.keys import RANDOM_BYTES, ApiKey, new_key
from recollect.adapters.upstash.redis.api_keys import RedisApiKeys
from tests.functions.calling import assert_problem, new_app, read
from tests.functions.stores import Stores


@pytest.fixture
async def keys(guarded: RunningPlatform) -> AsyncIterator[RedisApiKeys]:
    """The keys of the guarded platform."""
    async with platform_target(guarded.url).open() as stores:
        yield stores.api_keys


async def made(
    keys: RedisApiKeys, lifetime: timedelta = timedelta(hours=1), **claims: Any
) -> tuple[ApiKey, dict[str, str]]:
    """A key with these claims, and the header that sends it."""
    key, shown = new_key(
        {"sub": "desk-bot", **claims}, datetime.now(UTC), lifetime, token_bytes(RANDOM_BYTES)
    )
    await keys.put(key)
    return key, {"Authorization": f"Bearer {shown}"}


async def test_a_machine_stores_and_finds_with_its_key(
    door: httpx.AsyncClient, keys: RedisApiKeys
) -> None:
    app = new_app(door)
    _, header = await made(keys, scope="memory:read memory:write", apps=[app.slug])

    stored = await door.post(
        app.path("memories"),
        headers=header,
        json={"situation": "The kiosk is dark", "decision": "Plug it in", "stage": "draft"},
    )
    found = await door.post(
        app.path("memories/search"), headers=header, json={"query": "The kiosk is dark"}
    )

    assert stored.status_code == 201
    (result,) = read(found)["results"]
    assert result["memory"]["id"] == stored.json()["id"]


async def test_a_key_gives_only_the_rights_in_its_claims(
    door: httpx.AsyncClient, keys: RedisApiKeys
) -> None:
    app, other = new_app(door), new_app(door)
    _, header = await made(keys, scope="memory:read", apps=[app.slug])

    elsewhere = await door.post(
        other.path("memories/search"), headers=header, json={"query": "anything"}
    )
    writing = await door.post(
        app.path("memories"),
        headers=header,
        json={"situation": "a", "decision": "b", "stage": "draft"},
    )

    assert_problem(elsewhere, 403)
    assert 'scope="memory:write"' in writing.headers["www-authenticate"]
    assert_problem(writing, 403)


async def test_a_revoked_and_an_expired_key_are_refused(
    door: httpx.AsyncClient, keys: RedisApiKeys
) -> None:
    app = new_app(door)
    rights: dict[str, Any] = {"scope": "memory:read", "apps": [app.slug]}
    key, revoked = await made(keys, **rights)
    _, expired = await made(keys, timedelta(milliseconds=1), **rights)
    await asyncio.sleep(0.01)
    await keys.revoke(key.id)

    for header in (revoked, expired):
        answer = await door.get(app.path("memories"), headers=header)
        assert answer.status_code == 403


async def test_if_the_key_store_is_down_a_request_fails_but_not_as_unauthenticated(
    door: httpx.AsyncClient, keys: RedisApiKeys
) -> None:
    app = new_app(door)
    _, header = await made(keys, scope="memory:read", apps=[app.slug])

    await Stores(door).fault("redis", "status", status=503)
    try:
        answer = await door.get(app.path("memories"), headers=header)
    finally:
        await Stores(door).heal()

    assert answer.status_code == 500
