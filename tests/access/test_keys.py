"""API keys: which texts are accepted as a kept key, and which claims they give."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from secrets import token_bytes
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.access.keys import RANDOM_BYTES, ApiKey, claims_of, id_of, is_key, new_key
from tests.cases import each_case

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CLAIMS: Final[Mapping[str, JsonValue]] = {
    "sub": "desk-bot",
    "scope": "memory:read",
    "apps": ["epic-web"],
}


class Kept:
    """Keys in a list."""

    def __init__(self, *keys: ApiKey) -> None:
        self._keys = {key.id: key for key in keys}

    async def put(self, key: ApiKey) -> None:
        self._keys[key.id] = key

    async def get(self, key_id: str) -> ApiKey | None:
        return self._keys.get(key_id)

    async def all(self) -> Sequence[ApiKey]:
        return list(self._keys.values())

    async def revoke(self, key_id: str) -> bool:
        return self._keys.pop(key_id, None) is not None


async def test_a_key_gives_its_claims_with_and_without_bearer() -> None:
    key, shown = new_key(CLAIMS, NOON, timedelta(days=90), token_bytes(RANDOM_BYTES))

    for written in (shown, f"Bearer {shown}", f"bearer  {shown} "):
        assert await claims_of(written, NOON, Kept(key)) == CLAIMS


async def test_a_key_is_valid_until_the_moment_it_expires() -> None:
    key, shown = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))

    just_before = key.expires_at - timedelta(milliseconds=1)
    assert await claims_of(shown, just_before, Kept(key)) == CLAIMS
    assert await claims_of(shown, key.expires_at, Kept(key)) is None


async def test_the_secret_of_another_key_opens_nothing() -> None:
    mine, shown = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))
    _, other = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))

    mixed = f"rck_{mine.id}_{other[-43:]}"
    assert await claims_of(mixed, NOON, Kept(mine)) is None
    assert await claims_of(other, NOON, Kept(mine)) is None
    assert await claims_of(shown, NOON, Kept(mine)) == CLAIMS


@each_case(
    "shown",
    [
        "",
        "Bearer",
        "Bearer eyJh.eyJz.c2ln",
        "rck_",
        f"rck_abcdefghijk1_{'A' * 43}",
        f"rck_ABCDEFGHIJKL_{'A' * 43}",
        f"rck_abcdefghijkl_{'A' * 42}",
        f"rck_abcdefghijkl_{'A' * 44}",
        f"rck_abcdefghijkl_{'A' * 43},rck_abcdefghijkl_{'A' * 43}",
        f"Basic rck_abcdefghijkl_{'A' * 43}",
    ],
)
def test_a_text_that_only_resembles_a_key_is_not_a_key(shown: str) -> None:
    assert not is_key(shown)


def test_a_kept_key_does_not_reveal_its_secret() -> None:
    key, shown = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))

    secret = shown.removeprefix(f"rck_{key.id}_")
    assert len(secret) == 43
    assert secret not in repr(key)
    assert len(key.digest) == 64


def test_a_key_id_is_read_from_a_whole_key_or_taken_as_it_is() -> None:
    key, shown = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))

    assert [id_of(each) for each in (shown, f"Bearer {shown}", key.id, f" {key.id} ")] == [
        key.id
    ] * 4


@given(st.text(max_size=200))
async def test_no_arbitrary_text_is_accepted_as_a_key(shown: str) -> None:
    key, _ = new_key(CLAIMS, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))

    assert await claims_of(shown, NOON, Kept(key)) is None
