"""Checks API keys, over the stores of this process."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue

from recollect.access.keys import claims_of
from recollect.adapters.upstash.redis.api_keys import RedisApiKeys
from recollect.wiring.stores import stores


async def admit(shown: str, now: datetime) -> Mapping[str, JsonValue] | None:
    """The claims of the API key in `shown`, or None if it is no valid key. Raises StoreError."""
    return await claims_of(shown, now, RedisApiKeys(stores().redis))
