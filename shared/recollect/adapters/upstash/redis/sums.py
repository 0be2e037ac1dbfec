"""Reads any number of hashes of memories and of items of evidence with one command.

Beside each hash, the scripts keep a copy of it in one text (`keep` in `lua/memory.lua`).
"""

import json
from collections.abc import Mapping, Sequence

from recollect.adapters.upstash.redis.client import (
    RedisClient,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import sum_key


async def read_hashes(redis: RedisClient, names: Sequence[str]) -> list[Mapping[str, str]]:
    """The hashes under these keys, in their order; an empty one for a key that has none."""
    if not names:
        return []
    (texts,) = await redis.pipeline([["MGET", *map(sum_key, names)]], repeatable=True)
    with translated_errors():
        return [
            {} if text is None else mapping_from_pairs(json.loads(text))
            for _, text in zip(names, texts, strict=True)
        ]
