"""The emulator in front of a separate Redis server.

If redis-server is installed, the whole contract runs against it (see `conftest`). fakeredis as a
TCP server is not the same, but shows the way there: the pool, the protocol, many threads at once.
"""

import asyncio
import threading
from collections.abc import Iterator

import httpx
import pytest
import redis
from fakeredis import TcpFakeServer
from redis.backoff import NoBackoff
from redis.retry import Retry
from upstash_redis.asyncio import Redis

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import RedisStore, remote_redis
from tests.infra.local.redis.conftest import REDIS_SERVER, redis_server
from tests.infra.local.serving import serving


@pytest.fixture
def tcp_url() -> Iterator[str]:
    server = TcpFakeServer(("127.0.0.1", 0))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"redis://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


async def test_a_redis_elsewhere_is_served_through_its_url(tcp_url: str) -> None:
    store = remote_redis(tcp_url)
    with serving(create_redis_app(store)) as url:
        async with Redis(url, "local-full", rest_retries=0, allow_telemetry=False) as redis:
            await asyncio.gather(*(redis.incr("count") for _ in range(64)))
            await redis.hset("mem:1", values={"note": "grüße", "empty": ""})
            pipeline = redis.pipeline()
            pipeline.incr("count")
            pipeline.hgetall("mem:1")
            pipeline.eval("return {ARGV[1], redis.call('GET', KEYS[1])}", ["count"], ["a"])

            assert await pipeline.exec() == [65, {"note": "grüße", "empty": ""}, ["a", "65"]]
    store.close()


@pytest.mark.skipif(REDIS_SERVER is None, reason="redis-server is not installed")
def test_a_store_reconnects_when_redis_has_dropped_its_connection() -> None:
    with redis_server() as url:
        store = remote_redis(url)
        store.run((b"CLIENT", b"KILL", b"TYPE", b"normal", b"SKIPME", b"no"))

        assert store.run((b"SET", b"key", b"value")) == b"OK"
        store.close()


def test_an_unreachable_redis_is_refused_at_once() -> None:
    with pytest.raises(redis.ConnectionError):
        remote_redis("redis://127.0.0.1:1")


async def test_a_redis_that_went_away_is_answered_with_503_in_json() -> None:
    gone = redis.Redis(port=1, retry=Retry(NoBackoff(), 0))
    with serving(create_redis_app(RedisStore(gone))) as url:
        async with httpx.AsyncClient(headers={"Authorization": "Bearer local-full"}) as client:
            answers = [
                await client.post(url, json=["GET", "key"]),
                await client.post(f"{url}/pipeline", json=[["GET", "key"]]),
            ]

    for answer in answers:
        assert answer.status_code == 503
        assert answer.json()["error"].startswith("ERR the Redis behind this emulator")
