"""Hashes of memories and of items of evidence, read by one command however many they are.

The scripts keep each hash in one text beside it (`keep` in `lua/memory.lua`). Where there is none,
since it was written by an earlier release or is not there at all, the hash itself is asked for.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from recollect.adapters.upstash.redis import (
    Command,
    RedisClient,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis_keys import sum_key

Hash = Mapping[str, str]


async def read_hashes(redis: RedisClient, names: Sequence[str]) -> list[Hash]:
    """The hashes of these names, in their order, for who may not write."""

    async def ask(missing: Sequence[str]) -> Sequence[Any]:
        commands: list[Command] = [["HGETALL", each] for each in missing]
        return await redis.pipeline(commands, repeatable=True)

    return await _read(redis, names, ask)


async def read_and_keep_hashes(redis: RedisClient, names: Sequence[str]) -> list[Hash]:
    """The same for who may write: by two commands, and the next time by one."""

    async def ask(missing: Sequence[str]) -> Sequence[Any]:
        sums = tuple(map(sum_key, missing))
        answers = await redis.run(
            Script("keep_all", tuple(missing), (len(missing),), sums), repeatable=True
        )
        with translated_errors():
            return list(answers)

    return await _read(redis, names, ask)


async def _read(
    redis: RedisClient,
    names: Sequence[str],
    ask: Callable[[Sequence[str]], Awaitable[Sequence[Any]]],
) -> list[Hash]:
    if not names:
        return []
    (texts,) = await redis.pipeline([["MGET", *map(sum_key, names)]], repeatable=True)
    with translated_errors():
        kept = {name: text for name, text in zip(names, texts, strict=True) if text is not None}
    missing = [each for each in dict.fromkeys(names) if each not in kept]
    asked = await ask(missing) if missing else ()
    with translated_errors():
        found: dict[str, Hash] = {
            name: mapping_from_pairs(flat) for name, flat in zip(missing, asked, strict=True)
        }
        found |= {name: mapping_from_pairs(json.loads(text)) for name, text in kept.items()}
    return [found[each] for each in names]
