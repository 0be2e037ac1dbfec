"""How long claims last in Redis, and that they go by themselves."""

import pytest

from recollect.core.ids import Key
from recollect.wiring.services import Services
from tests.memories.lives import new_token

_MILLISECONDS = 6_000


@pytest.fixture
def key() -> Key:
    return "support:claims", new_token().replace(" ", "-")


async def left(emulated: Services, key: Key) -> int:
    """Milliseconds until the claim expires."""
    (milliseconds,) = await emulated.redis.pipeline([["PTTL", claim_of(key)]], repeatable=True)
    return int(milliseconds)


async def nearly_expired(emulated: Services, key: Key) -> None:
    command: list[str | int] = ["PEXPIRE", claim_of(key), _MILLISECONDS // 2]
    assert await emulated.redis.pipeline([command], repeatable=True) == [1]


def claim_of(key: Key) -> str:
    return f"mem:{key[0]}:{key[1]}:claim"


async def test_a_claim_expires_by_itself(emulated: Services, key: Key) -> None:
    await emulated.counts.claim([key], "mine")
    assert 0 < await left(emulated, key) <= _MILLISECONDS


async def test_a_condemnation_s_claim_expires_by_itself(emulated: Services, key: Key) -> None:
    await emulated.counts.condemn([key], [None], "mine")
    assert 0 < await left(emulated, key) <= _MILLISECONDS


async def test_who_asks_in_vain_does_not_make_the_claim_of_another_last(
    emulated: Services, key: Key
) -> None:
    await emulated.counts.claim([key], "theirs")
    await nearly_expired(emulated, key)
    await emulated.counts.claim([key], "mine")
    await emulated.counts.condemn([key], [None], "mine")
    assert await left(emulated, key) <= _MILLISECONDS // 2
