"""Who may call with an API key: the keys of this process."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue

from recollect.access.keys import claims_of
from recollect.adapters.upstash.redis_api_keys import RedisApiKeys
from recollect.wiring.stores import stores


async def admit(shown: str, now: datetime) -> Mapping[str, JsonValue] | None:
    """The claims of a key that is shown, None where it is none that counts. Raises StoreError."""
    return await claims_of(shown, now, RedisApiKeys(stores().redis))
