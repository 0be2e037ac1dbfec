"""How long claims last in Redis, and that they expire by themselves."""

import pytest

from recollect.core.ids import Key
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import Stores
from tests.memories.lifecycle import new_token

_MILLISECONDS = 6_000


@pytest.fixture
def key() -> Key:
    return "support:claims", new_token().replace(" ", "-")


async def left(emulated: Stores, key: Key) -> int:
    """Milliseconds until the claim expires."""
    (milliseconds,) = await emulated.redis.pipeline([["PTTL", claim_of(key)]], repeatable=True)
    return int(milliseconds)


async def nearly_expired(emulated: Stores, key: Key) -> None:
    command: list[str | int] = ["PEXPIRE", claim_of(key), _MILLISECONDS // 2]
    assert await emulated.redis.pipeline([command], repeatable=True) == [1]


def claim_of(key: Key) -> str:
    return f"mem:{key[0]}:{key[1]}:claim"


async def test_a_claim_expires_by_itself(emulated: Stores, key: Key) -> None:
    await build_memory_stores(emulated).ledger.claim([key], "mine")
    assert 0 < await left(emulated, key) <= _MILLISECONDS


async def test_the_claim_of_a_deletion_expires_by_itself(emulated: Stores, key: Key) -> None:
    await build_memory_stores(emulated).ledger.begin_deletion([key], [None], "mine")
    assert 0 < await left(emulated, key) <= _MILLISECONDS


async def test_a_refused_claim_does_not_prolong_the_claim_of_another(
    emulated: Stores, key: Key
) -> None:
    await build_memory_stores(emulated).ledger.claim([key], "theirs")
    await nearly_expired(emulated, key)
    await build_memory_stores(emulated).ledger.claim([key], "mine")
    await build_memory_stores(emulated).ledger.begin_deletion([key], [None], "mine")
    assert await left(emulated, key) <= _MILLISECONDS // 2
