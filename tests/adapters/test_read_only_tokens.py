"""A read-only token where a function writes: an error of its own among the refusals."""

import httpx
import pytest
from upstash_vector.types import Data

from infra.local.environment import TOKENS
from recollect.core.errors import ReadOnlyToken
from recollect.settings.stores import StoreSettings
from recollect.wiring.stores import Stores, build_stores


@pytest.fixture
def reading(emulator_environment: dict[str, str], http_client: httpx.AsyncClient) -> Stores:
    """The stores with their read-only tokens."""
    names = ("UPSTASH_VECTOR_REST_TOKEN", "UPSTASH_REDIS_REST_TOKEN")
    weak = emulator_environment | dict.fromkeys(names, TOKENS.read_only)
    return build_stores(StoreSettings.read(weak), http_client)


async def test_writing_with_a_read_only_token_raises_read_only_token_in_each_store(
    reading: Stores,
) -> None:
    assert await reading.redis.get("nothing") is None
    with pytest.raises(ReadOnlyToken):
        await reading.redis.pipeline([["SET", "a", "b"]], repeatable=True)
    assert await reading.vector.existing("support:nobody", ["mem_1"]) == [None]
    with pytest.raises(ReadOnlyToken):
        await reading.vector.upsert([Data(id="mem_1", data="text")], namespace="support:nobody")
