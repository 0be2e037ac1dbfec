"""What an error of Upstash Redis means; only its words tell, with a status of 400 or in a 200."""

from collections.abc import Iterator
from traceback import format_exception

import httpx
import pytest

from recollect.adapters.http.transport import bearer
from recollect.adapters.upstash.redis.client import STORE, RedisClient
from recollect.core.errors import ReadOnlyToken, StoreError, StoreRefused, StoreUnavailable
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case

_SEE = "See https://upstash.com/docs/redis/troubleshooting for details"


async def failures(client: httpx.AsyncClient, error: str) -> Iterator[type[StoreError]]:
    """The exceptions for this error of a command, of one in a pipeline, and of a pipeline."""
    alone, in_a_pipeline, of_all = (
        reply(400, {"error": error}),
        reply(200, [{"error": error}]),
        reply(400, {"error": error}),
    )
    async with misbehaving([alone, in_a_pipeline, of_all]) as server:
        redis = RedisClient(service(client, STORE, server.url, bearer("a-secret")))
        found = list[type[StoreError]]()
        for asked in (
            redis.get("key"),
            redis.pipeline([["GET", "key"]], repeatable=True),
            redis.pipeline([["GET", "key"]], repeatable=True),
        ):
            with pytest.raises(StoreError) as caught:
                await asked
            assert error not in "".join(format_exception(caught.value))
            found.append(type(caught.value))
        assert server.requests == 3
    return iter(found)


@each_case(
    ("error", "is_told_as"),
    [
        (f"ERR max requests limit exceeded. Limit: 500000, Usage: 500000. {_SEE}", True),
        (f"ERR max daily request limit exceeded. Limit: 10000, Usage: 10001. {_SEE}", True),
        (f"ERR DB capacity quota exceeded. {_SEE}", True),
        (
            f"ERR max request size exceeded. Limit: 10485760 bytes, Actual: 10485999 bytes. {_SEE}",
            False,
        ),
        ("ERR max single record size exceeded", False),
        ("WRONGTYPE Operation against a key holding the wrong kind of value", False),
    ],
)
async def test_a_used_up_plan_makes_the_store_unavailable(
    http_client: httpx.AsyncClient, error: str, is_told_as: bool
) -> None:
    wanted = StoreUnavailable if is_told_as else StoreRefused
    assert list(await failures(http_client, error)) == [wanted] * 3


async def test_a_command_that_the_token_may_not_run_raises_read_only_token(
    http_client: httpx.AsyncClient,
) -> None:
    error = "NOPERM this user has no permissions to run the 'set' command or its subcommand"
    assert list(await failures(http_client, error)) == [ReadOnlyToken] * 3
