"""API keys in Upstash Redis: one hash for all keys, with one field for each."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from recollect.access.keys import ApiKey
from recollect.adapters.upstash.redis.client import RedisAdapter, translated_errors
from recollect.core.timestamps import iso

_KEYS: Final = "api-keys"


class RedisApiKeys(RedisAdapter):
    """The port `ApiKeys` of `recollect.access`."""

    async def put(self, key: ApiKey) -> None:
        """Store a key, in place of the one with the same id."""
        kept = {
            "digest": key.digest,
            "claims": dict(key.claims),
            "created_at": iso(key.created_at),
            "expires_at": iso(key.expires_at),
        }
        await self._redis.hset(_KEYS, key.id, json.dumps(kept, ensure_ascii=False))

    async def get(self, key_id: str) -> ApiKey | None:
        """The key with this id; None if there is none, or if it was revoked."""
        text = await self._redis.hget(_KEYS, key_id)
        return None if text is None else _key(key_id, text)

    async def all(self) -> Sequence[ApiKey]:
        """Every key, the newest first."""
        kept = await self._redis.hgetall(_KEYS)
        found = [_key(key_id, text) for key_id, text in kept.items()]
        return sorted(found, key=lambda key: (key.created_at, key.id), reverse=True)

    async def revoke(self, key_id: str) -> bool:
        """Remove a key. Returns whether there was one."""
        (gone,) = await self._redis.pipeline([["HDEL", _KEYS, key_id]], repeatable=False)
        return bool(gone == 1)


def _key(key_id: str, text: str) -> ApiKey:
    with translated_errors():
        kept = json.loads(text)
        return ApiKey(
            id=key_id,
            digest=kept["digest"],
            claims=kept["claims"],
            created_at=datetime.fromisoformat(kept["created_at"]),
            expires_at=datetime.fromisoformat(kept["expires_at"]),
        )
